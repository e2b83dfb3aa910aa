"""Actions on scenarios: texts, forces, length and place of a battle, with its booklet."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

from printshop import fleet_files, products
from printshop.game.fields import quote_yaml
from printshop.game.fleets import FleetOptions
from printshop.game.maps import MAPS
from printshop.game.model import Game
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, make_error
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode
from printshop.text_markup import strip_markup
from printshop.workshop import fleets_api, game_cache, user_units, yaml_edits
from printshop.workshop.workspace import Plain, Workspace, make_stamp, read_file_text, stands_in

INPUTS = ("title", "subtitle", "summary", "background", "table", "map", "turns", "balance", "objectives", "setup",
          "special_rules", "victory", "notes")
LISTS = ("setup", "special_rules")  # texts, one on each line of an input
_WORTH = " = "


def open_battle(workspace: Workspace, file: str, key: str) -> Plain:
    """Return a battle: its texts, its forces with their units, what there is for them, problems, its booklet."""
    text = read_file_text(workspace.resolve_yaml_file(file))
    yaml_edits.head(text, *_above(text, key))
    return _told(workspace, file, text, key)


def _told(workspace: Workspace, file: str, text: str, key: str) -> Plain:
    path = workspace.resolve_yaml_file(file)
    above = _above(text, key)
    told: Plain = {"file": file, "key": key, "text": text, "stamp": make_stamp(text), "game": "", "what": "",
                   "inputs": {}, "richer": [], "forces": [], "units": [], "sides": {}, "maps": {}, "problems": [],
                   "pages": []}
    try:
        told |= _inputs(text, above)
        home = workspace.find_game_of_part(path)
        loaded = game_cache.load_cached_game(home)
        told |= {"game": loaded.title, "what": f"{workspace.name_of(home)}/{key}",
                 "sides": {side: one.name for side, one in loaded.sides.items()},
                 "maps": {name: strip_markup(one.title) for name, one in loaded[MAPS].items()},
                 "units": [{"name": unit.name, "side": "" if unit.has_no_side else unit.side.key,
                            "points": str(find_unit_points(unit, loaded.unit_types) or "")}
                           for unit in loaded.units.values()]}
        for side in yaml_edits.head(text, *above, "forces").keys:
            where = (*above, "forces", side)
            rows = [_row(one) for one in yaml_edits.list_items(text, *where, "units")]
            worth, stated = _worth(rows, loaded), yaml_edits.value_of(text, yaml_edits.head(text, *where), "points")
            told["forces"].append({"side": side, "rows": rows, "stated": stated,
                                   "points": "" if worth is None else format_points(worth)})
        found = loaded.broken.problems
        if key in loaded[SCENARIOS] and not any(stands_in(path, problem) for problem in found):
            request = PrintRequest(scenario=loaded[SCENARIOS][key])
            document = products.find_product("booklet").build(loaded, request, PrintSettings())
            told["pages"] = [svg.render_browser_svg(page) for page in document.pages]
    except PrintshopError as error:
        found = error.problems
    told["problems"] = [workspace.describe_problem(problem, path, text) for problem in found]
    for one, problem in zip(told["problems"], found, strict=True):
        if one["line"] and problem.span and told["inputs"]:
            one["key"] = yaml_edits.key_at(text, yaml_edits.head(text, *above), problem.span)
    return told


def _above(text: str, key: str) -> tuple[str, ...]:
    """Return where in a file a battle stands: below its key, or, in a file of its own, at the top."""
    return ("scenarios", key) if "scenarios" in yaml_edits.head(text).keys else ()


def _inputs(text: str, above: tuple[str, ...]) -> Plain:
    """Return what stands in the inputs, and which of them say more than an input can, and stay in the text."""
    entry, inputs, richer = yaml_edits.head(text, *above), dict[str, str](), list[str]()
    for name in INPUTS:
        value = entry.node.entries.get(name) if name in entry.keys else None
        if isinstance(value, ScalarNode) and value.value is None:  # a key with nothing behind it
            value = None
        said = yaml_edits.unquote_value(yaml_edits.value_of(text, entry, name)).strip() if value else ""
        simple = value is None or isinstance(value, ScalarNode)
        if name == "victory" and isinstance(value, MappingNode):
            said = yaml_edits.word(value.entries.get("text"))
            simple = value.entries.keys() <= {"text"} and all(isinstance(one, ScalarNode)
                                                              for one in value.entries.values())
        elif name == "objectives" and value is not None:
            rows = [_objective(one) for one in value.items]
            simple = isinstance(value, SequenceNode) and all(rows)
            said = "\n".join(filter(None, rows)) if simple else ""
        elif name in LISTS and isinstance(value, SequenceNode):
            simple = all(isinstance(one, ScalarNode) for one in value.items)
            said = "\n".join(" ".join(yaml_edits.word(one).split()) for one in value.items) if simple else ""
        inputs[name] = said
        richer += [] if simple else [name]
    return {"inputs": inputs, "richer": richer}


def _objective(node: Node) -> str:
    """Return an objective as a line of an input, "" for one that says more than a title and what it is worth."""
    texts = {key: yaml_edits.word(value) for key, value in node.entries.items()}
    if not texts.get("title") or not texts.keys() <= {"title", "worth"} or not all(texts.values()):
        return ""
    return f"{texts['title']}{_WORTH}{texts['worth']}" if "worth" in texts else texts["title"]


def _lines(name: str, value: str) -> str:
    """Return lines that are typed as a list in YAML; "" for none."""
    lines = [line.strip() for line in value.split("\n") if line.strip()]
    if name == "objectives":
        pairs = [line.partition(_WORTH.strip()) for line in lines]
        return yaml_edits.on_one_line([{"title": title.strip(), **({"worth": worth.strip()} if worth.strip() else {})}
                                  for title, _, worth in pairs]) if pairs else ""
    return yaml_edits.on_one_line(lines) if lines else ""


def _row(entry: Node) -> Plain:
    """Return a line of a force: how many of which unit, or, of anything else, what it says."""
    if not isinstance(entry, ScalarNode):
        return {"unit": "", "count": 0, "said": yaml_edits.on_one_line(entry)}
    line = fleets_api.describe_fleet_line(entry)
    return {"unit": line["unit"], "count": int(line["count"] or 1), "said": ""}


def _worth(rows: list[Plain], game: Game) -> Fraction | None:
    """Return what units cost together, or None where that is not known, as it is not of lines with more to say."""
    total = Fraction(0)
    for row in rows:
        unit = game.units.get(row["unit"])
        each = find_unit_points(unit, game.unit_types) if unit else None
        if each is None:
            return None
        total += row["count"] * each
    return total


def change_battle(workspace: Workspace, file: str, stamp: str, key: str, name: str, value: str) -> Plain:
    """Write one of the `INPUTS` of a battle; with "" it goes. Raises PrintshopError."""
    if name not in INPUTS:
        raise make_error(f"a battle has no '{name[:60]}' to be changed here", "change its text")
    text, above = workspace.read_unchanged(file, stamp), _above(read_file_text(workspace.resolve_yaml_file(file)), key)
    if name in _inputs(text, above)["richer"]:
        raise make_error("this says more than an input can", "change it in the text")
    if name in (*LISTS, "objectives"):
        said = _lines(name, value)
    elif name == "victory" and value and yaml_edits.exists(text, *above, name):
        said = yaml_edits.on_one_line({"text": value})
    else:
        said = json.dumps(value, ensure_ascii=False) if "\n" in value.strip() else quote_yaml(value) if (
            value and name != "turns") else value
    return _told(workspace, file, workspace.write_text(file, yaml_edits.set_key(text, name, said, *above)), key)


def change_force(workspace: Workspace, file: str, stamp: str, key: str, side: str, number: str, unit: str, count: str,
                 of: str = "") -> Plain:
    """Write a line of a force: so many of a unit, or, of "", none; a number behind the last adds it.

    A unit `of` a file of the player's own is in the battle's game from now on. The total that the force states, if it
    does, becomes what its units cost. Raises PrintshopError.
    """
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(count) <= 999):
        raise make_error(f"'{count[:20]}' is no number of units", "write 1 to 999")
    text = workspace.read_unchanged(file, stamp)
    line = [fleets_api.said_line({"unit": unit, "count": count})] if unit else []
    text = yaml_edits.set_item(text, (*_above(text, key), "forces", side, "units"), int(number), *line)
    return _forced(workspace, file, text, key, side, [of])


def change_side(workspace: Workspace, file: str, stamp: str, key: str, side: str, to: str) -> Plain:
    """Put another side in the place of one, with a few of its units to begin with. Raises PrintshopError."""
    from printshop.scaffold import new_entries

    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(file)
    where, game = (*_above(text, key), "forces"), game_cache.load_cached_game(workspace.find_game_of_part(path))
    there = yaml_edits.head(text, *where).keys
    if side not in there or to in there or to not in game.sides:
        raise make_error(f"'{to[:60]}' cannot fight here in the place of '{side[:60]}'", "choose another side")
    force = new_entries.draft_force(game, game.sides[to])
    text = yaml_edits.instead(text, side, force, *where)
    return _told(workspace, file, workspace.write_text(file, text), key)


def take_fleet(workspace: Workspace, file: str, stamp: str, key: str, side: str, fleet: str) -> Plain:
    """Put as many of each unit as a fleet has in the place of a force's own, and tell what of it is `missing`.

    Raises PrintshopError, also for a fleet of another game.
    """
    text = workspace.read_unchanged(file, stamp)
    fleets_api.check_same_game(workspace, workspace.resolve_yaml_file(fleet), workspace.resolve_yaml_file(file))
    where = (*_above(text, key), "forces", side, "units")
    game, found = fleet_files.load_fleet(workspace.resolve_yaml_file(fleet), FleetOptions(),
                                         load_cached=game_cache.load_cached_game)
    counts = Counter(ship.base for ship in found.units)
    said = [fleets_api.said_line({"unit": unit, "count": count}) for unit, count in counts.items()]
    of = [workspace.find_own_file(game.units[unit].span) for unit in counts]
    told = _forced(workspace, file, yaml_edits.relisted(text, where, said), key, side, of)
    cost = f" ({points} points)" if (points := sum(one.points for one in found.forces)) else ""
    named = any(fleets_api.describe_fleet_line(line)["names"]
                for line in yaml_edits.list_items(read_file_text(workspace.resolve_yaml_file(fleet)), "units"))
    missing = [words for words, there in (("names", named), ("damage", any(ship.damage for ship in found.units)),
                                          ("notes", any(ship.notes for ship in found.units))) if there]
    lost = (f"Not taken: the {' and the '.join(missing)} of its units. A battle lists how many of each unit fight; "
            "print the fleet for records and counters with these.") if missing else ""
    return {**told, "done": f"Taken: {strip_markup(found.title)}{cost}.", "missing": lost}


def _forced(workspace: Workspace, file: str, text: str, key: str, side: str, of: list[str]) -> Plain:
    """Return a battle with another force, from now on of a game with some files; what it costs is stated anew.

    Raises PrintshopError for a file that builds on that of the battle, and so cannot be below it.
    """
    where, path = (*_above(text, key), "forces", side), workspace.resolve_yaml_file(file)
    others = [other for name in of if name and (other := workspace.resolve_yaml_file(name)) != path
              and user_units.list_games_to_extend(workspace, path, other)]
    for other in others:
        fleets_api.check_same_game(workspace, path, other)
        if not user_units.list_games_to_extend(workspace, other, path):
            raise make_error(f"{workspace.name_of(other)} builds on {file}, in which this battle stands",
                             "begin the battle on the page of the game: there it may have both")
    for other in others:
        needed, extends = workspace.name_of(other), user_units.read_file_head(path).extends
        names = [name for name in extends if (path.parent / name).suffix == ".yaml"]
        if extends and needed not in names:
            value = f"[{', '.join((*names, needed))}]" if names else needed
            text = workspace.write_text(file, yaml_edits.set_key(text, "extends", value))
    worth = _worth([_row(one) for one in yaml_edits.list_items(text, *where, "units")],
                   game_cache.load_cached_game(workspace.find_game_of_part(path)))
    if worth is not None and "points" in yaml_edits.head(text, *where).keys:
        text = yaml_edits.set_key(text, "points", format_points(worth), *where)
    return _told(workspace, file, workspace.write_text(file, text), key)
