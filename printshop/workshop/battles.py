"""Battles in the page: a title and a story, who fights, for how long and where; the booklet, and the whole pack."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

from printshop import fleet_files, game_paths, products
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
from printshop.workshop import desk, edits, kept, mustering, own
from printshop.workshop.desk import Plain

INPUTS = ("title", "subtitle", "summary", "background", "table", "map", "turns", "balance", "objectives", "setup",
          "special_rules", "victory", "notes")
LISTS = ("setup", "special_rules")  # texts, one on each line of an input
_WORTH = " = "


def open_battle(file: str, key: str) -> Plain:
    """Return a battle: its texts, its forces with their units, what there is for them, problems, its booklet."""
    text = desk.text_of(desk.resolve_yaml_file(file))
    edits.head(text, *_above(text, key))
    return _told(file, text, key)


def _told(file: str, text: str, key: str) -> Plain:
    path = desk.resolve_yaml_file(file)
    above = _above(text, key)
    told: Plain = {"file": file, "key": key, "text": text, "stamp": desk.stamp_of(text), "game": "", "what": "",
                   "inputs": {}, "richer": [], "forces": [], "units": [], "sides": {}, "maps": {}, "problems": [],
                   "pages": []}
    try:
        told |= _inputs(text, above)
        home = game_paths.find_game_folder(path) or path
        loaded = kept.load_cached_game(home)
        told |= {"game": loaded.title, "what": f"{home.as_posix()}/{key}",
                 "sides": {side: one.name for side, one in loaded.sides.items()},
                 "maps": {name: strip_markup(one.title) for name, one in loaded[MAPS].items()},
                 "units": [{"name": unit.name, "side": "" if unit.has_no_side else unit.side.key,
                            "points": str(find_unit_points(unit, loaded.unit_types) or "")}
                           for unit in loaded.units.values()]}
        for side in edits.head(text, *above, "forces").keys:
            where = (*above, "forces", side)
            rows = [_row(one) for one in edits.list_items(text, *where, "units")]
            worth, stated = _worth(rows, loaded), edits.value_of(text, edits.head(text, *where), "points")
            told["forces"].append({"side": side, "rows": rows, "stated": stated,
                                   "points": "" if worth is None else format_points(worth)})
        found = loaded.broken.problems
        if key in loaded[SCENARIOS] and not any(own.stands_in(path, problem) for problem in found):
            request = PrintRequest(scenario=loaded[SCENARIOS][key])
            document = products.find_product("booklet").build(loaded, request, PrintSettings())
            told["pages"] = [svg.render_browser_svg(page) for page in document.pages]
    except PrintshopError as error:
        found = error.problems
    told["problems"] = [desk.problem_at(problem, path, text) for problem in found]
    for one, problem in zip(told["problems"], found, strict=True):
        if one["line"] and problem.span and told["inputs"]:
            one["key"] = edits.key_at(text, edits.head(text, *above), problem.span)
    return told


def _above(text: str, key: str) -> tuple[str, ...]:
    """Return where in a file a battle stands: below its key, or, in a file of its own, at the top."""
    return ("scenarios", key) if "scenarios" in edits.head(text).keys else ()


def _inputs(text: str, above: tuple[str, ...]) -> Plain:
    """Return what stands in the inputs, and which of them say more than an input can, and stay in the text."""
    entry, inputs, richer = edits.head(text, *above), dict[str, str](), list[str]()
    for name in INPUTS:
        value = entry.node.entries.get(name) if name in entry.keys else None
        if isinstance(value, ScalarNode) and value.value is None:  # a key with nothing behind it
            value = None
        said = desk.unquote_value(edits.value_of(text, entry, name)).strip() if value else ""
        simple = value is None or isinstance(value, ScalarNode)
        if name == "victory" and isinstance(value, MappingNode):
            said = edits.word(value.entries.get("text"))
            simple = value.entries.keys() <= {"text"} and all(isinstance(one, ScalarNode)
                                                              for one in value.entries.values())
        elif name == "objectives" and value is not None:
            rows = [_objective(one) for one in value.items]
            simple = isinstance(value, SequenceNode) and all(rows)
            said = "\n".join(filter(None, rows)) if simple else ""
        elif name in LISTS and isinstance(value, SequenceNode):
            simple = all(isinstance(one, ScalarNode) for one in value.items)
            said = "\n".join(" ".join(edits.word(one).split()) for one in value.items) if simple else ""
        inputs[name] = said
        richer += [] if simple else [name]
    return {"inputs": inputs, "richer": richer}


def _objective(node: Node) -> str:
    """Return an objective as a line of an input, "" for one that says more than a title and what it is worth."""
    texts = {key: edits.word(value) for key, value in node.entries.items()}
    if not texts.get("title") or not texts.keys() <= {"title", "worth"} or not all(texts.values()):
        return ""
    return f"{texts['title']}{_WORTH}{texts['worth']}" if "worth" in texts else texts["title"]


def _lines(name: str, value: str) -> str:
    """Return lines that are typed as a list in YAML; "" for none."""
    lines = [line.strip() for line in value.split("\n") if line.strip()]
    if name == "objectives":
        pairs = [line.partition(_WORTH.strip()) for line in lines]
        return edits.on_one_line([{"title": title.strip(), **({"worth": worth.strip()} if worth.strip() else {})}
                                  for title, _, worth in pairs]) if pairs else ""
    return edits.on_one_line(lines) if lines else ""


def _row(entry: Node) -> Plain:
    """Return a line of a force: how many of which unit, or, of anything else, what it says."""
    if not isinstance(entry, ScalarNode):
        return {"unit": "", "count": 0, "said": edits.on_one_line(entry)}
    line = mustering.describe_fleet_line(entry)
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


def change_battle(file: str, stamp: str, key: str, name: str, value: str) -> Plain:
    """Write one of the `INPUTS` of a battle; with "" it goes. Raises PrintshopError."""
    if name not in INPUTS:
        raise make_error(f"a battle has no '{name[:60]}' to be changed here", "change its text")
    text, above = desk.unchanged(file, stamp), _above(desk.text_of(desk.resolve_yaml_file(file)), key)
    if name in _inputs(text, above)["richer"]:
        raise make_error("this says more than an input can", "change it in the text")
    if name in (*LISTS, "objectives"):
        said = _lines(name, value)
    elif name == "victory" and value and edits.exists(text, *above, name):
        said = edits.on_one_line({"text": value})
    else:
        said = json.dumps(value, ensure_ascii=False) if "\n" in value.strip() else quote_yaml(value) if (
            value and name != "turns") else value
    return _told(file, desk.write_text_file(file, edits.set_key(text, name, said, *above)), key)


def change_force(file: str, stamp: str, key: str, side: str, number: str, unit: str, count: str,
                 of: str = "") -> Plain:
    """Write a line of a force: so many of a unit, or, of "", none; a number behind the last adds it.

    A unit `of` a file of the player's own is in the battle's game from now on. The total that the force states, if it
    does, becomes what its units cost. Raises PrintshopError.
    """
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(count) <= 999):
        raise make_error(f"'{count[:20]}' is no number of units", "write 1 to 999")
    text = desk.unchanged(file, stamp)
    line = [mustering.said_line({"unit": unit, "count": count})] if unit else []
    text = edits.set_item(text, (*_above(text, key), "forces", side, "units"), int(number), *line)
    return _forced(file, text, key, side, [of])


def change_side(file: str, stamp: str, key: str, side: str, to: str) -> Plain:
    """Put another side in the place of one, with a few of its units to begin with. Raises PrintshopError."""
    from printshop.scaffold import new_entries

    text, path = desk.unchanged(file, stamp), desk.resolve_yaml_file(file)
    where, game = (*_above(text, key), "forces"), kept.load_cached_game(game_paths.find_game_folder(path) or path)
    there = edits.head(text, *where).keys
    if side not in there or to in there or to not in game.sides:
        raise make_error(f"'{to[:60]}' cannot fight here in the place of '{side[:60]}'", "choose another side")
    return _told(file, desk.write_text_file(file,
                                            edits.instead(text, side, new_entries.draft_force(game, game.sides[to]),
                                                          *where)), key)


def take_fleet(file: str, stamp: str, key: str, side: str, fleet: str) -> Plain:
    """Put as many of each unit as a fleet has in the place of a force's own, and tell what of it is `missing`.

    Raises PrintshopError, also for a fleet of another game.
    """
    text = desk.unchanged(file, stamp)
    mustering.check_same_game(desk.resolve_yaml_file(fleet), desk.resolve_yaml_file(file))
    where = (*_above(text, key), "forces", side, "units")
    game, found = fleet_files.load_fleet(desk.resolve_yaml_file(fleet), FleetOptions(),
                                         load_cached=kept.load_cached_game)
    counts = Counter(ship.base for ship in found.units)
    said = [mustering.said_line({"unit": unit, "count": count}) for unit, count in counts.items()]
    of = [desk.own_file(game.units[unit].span) for unit in counts]
    told = _forced(file, edits.relisted(text, where, said), key, side, of)
    cost = f" ({points} points)" if (points := sum(one.points for one in found.forces)) else ""
    named = any(mustering.describe_fleet_line(line)["names"]
                for line in edits.list_items(desk.text_of(desk.resolve_yaml_file(fleet)), "units"))
    missing = [words for words, there in (("names", named), ("damage", any(ship.damage for ship in found.units)),
                                          ("notes", any(ship.notes for ship in found.units))) if there]
    lost = (f"Not taken: the {' and the '.join(missing)} of its units. A battle lists how many of each unit fight; "
            "print the fleet for records and counters with these.") if missing else ""
    return {**told, "done": f"Taken: {strip_markup(found.title)}{cost}.", "missing": lost}


def _forced(file: str, text: str, key: str, side: str, of: list[str]) -> Plain:
    """Return a battle with another force, from now on of a game with some files; what it costs is stated anew.

    Raises PrintshopError for a file that builds on that of the battle, and so cannot be below it.
    """
    where, path = (*_above(text, key), "forces", side), desk.resolve_yaml_file(file)
    others = [one for one in filter(None, of) if desk.resolve_yaml_file(one) != path and own.with_file(path, one)]
    for one in others:
        mustering.check_same_game(path, desk.resolve_yaml_file(one))
        if not own.with_file(desk.resolve_yaml_file(one), path.as_posix()):
            raise make_error(f"{one} builds on {file}, in which this battle stands",
                             "begin the battle on the page of the game: there it may have both")
    for one in others:
        needed, extended = desk.resolve_yaml_file(one).as_posix(), own.extended(path)
        names = [name for name in extended if (path.parent / name).suffix == ".yaml"]
        if extended and needed not in names:
            said = f"[{', '.join((*names, needed))}]" if names else needed
            text = desk.write_text_file(file, edits.set_key(text, "extends", said))
    worth = _worth([_row(one) for one in edits.list_items(text, *where, "units")],
                   kept.load_cached_game(game_paths.find_game_folder(path) or path))
    if worth is not None and "points" in edits.head(text, *where).keys:
        text = edits.set_key(text, "points", format_points(worth), *where)
    return _told(file, desk.write_text_file(file, text), key)
