"""Battles in the page: a title and a story, who fights, for how long and where; the booklet, and the whole pack."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

from printshop import catalogue, products
from printshop.game.fields import quoted
from printshop.game.fleets import Asked
from printshop.game.maps import MAPS
from printshop.game.model import Game
from printshop.game.scenarios import SCENARIOS, figure, points_of
from printshop.job import Request, Settings
from printshop.letters import plain
from printshop.problems import PrintshopError, failure
from printshop.render import svg
from printshop.source import MappingNode, Node, Scalar, SequenceNode
from printshop.workshop import desk, edits, fleets, kept, mustering, own
from printshop.workshop.desk import Plain

INPUTS = ("title", "subtitle", "summary", "background", "table", "map", "turns", "balance", "objectives", "setup",
          "special_rules", "victory", "notes")
LISTS = ("setup", "special_rules")  # texts, one on each line of an input
_WORTH = " = "


def open_battle(file: str, key: str) -> Plain:
    """Return a battle: its texts, its forces with their units, what there is for them, problems, its booklet."""
    text = desk.text_of(desk.file_of(file))
    edits.head(text, *_above(text, key))
    return _told(file, text, key)


def _told(file: str, text: str, key: str) -> Plain:
    path = desk.file_of(file)
    above = _above(text, key)
    told: Plain = {"file": file, "key": key, "text": text, "stamp": desk.stamp_of(text), "game": "", "what": "",
                   "inputs": {}, "richer": [], "forces": [], "units": [], "sides": {}, "maps": {}, "problems": [],
                   "pages": []}
    try:
        told |= _inputs(text, above)
        home = catalogue.home_of(path) or path
        loaded = kept.game(home)
        told |= {"game": loaded.title, "what": f"{home.as_posix()}/{key}",
                 "sides": {side: one.name for side, one in loaded.sides.items()},
                 "maps": {name: plain(one.title) for name, one in loaded[MAPS].items()},
                 "units": [{"name": unit.name, "side": "" if unit.anyones else unit.side.key,
                            "points": str(points_of(unit, loaded.unit_types) or "")}
                           for unit in loaded.units.values()]}
        for side in edits.head(text, *above, "forces").keys:
            where = (*above, "forces", side)
            rows = [_row(one) for one in edits.lines(text, *where, "units")]
            worth, stated = _worth(rows, loaded), edits.value_of(text, edits.head(text, *where), "points")
            told["forces"].append({"side": side, "rows": rows, "stated": stated,
                                   "points": "" if worth is None else figure(worth)})
        found = loaded.apart.problems
        if key in loaded[SCENARIOS] and not any(own.stands_in(path, problem) for problem in found):
            request = Request(scenario=loaded[SCENARIOS][key])
            document = products.find("booklet").build(loaded, request, Settings())
            told["pages"] = [svg.shown(page) for page in document.pages]
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
        if isinstance(value, Scalar) and value.value is None:  # a key with nothing behind it
            value = None
        said = desk.bare(edits.value_of(text, entry, name)).strip() if value else ""
        simple = value is None or isinstance(value, Scalar)
        if name == "victory" and isinstance(value, MappingNode):
            said = edits.word(value.entries.get("text"))
            simple = value.entries.keys() <= {"text"} and all(isinstance(one, Scalar) for one in value.entries.values())
        elif name == "objectives" and value is not None:
            rows = [_objective(one) for one in value.items]
            simple = isinstance(value, SequenceNode) and all(rows)
            said = "\n".join(filter(None, rows)) if simple else ""
        elif name in LISTS and isinstance(value, SequenceNode):
            simple = all(isinstance(one, Scalar) for one in value.items)
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
    if not isinstance(entry, Scalar):
        return {"unit": "", "count": 0, "said": edits.on_one_line(entry)}
    line = mustering.line_of(entry)
    return {"unit": line["unit"], "count": int(line["count"] or 1), "said": ""}


def _worth(rows: list[Plain], game: Game) -> Fraction | None:
    """Return what units cost together, or None where that is not known, as it is not of lines with more to say."""
    total = Fraction(0)
    for row in rows:
        unit = game.units.get(row["unit"])
        each = points_of(unit, game.unit_types) if unit else None
        if each is None:
            return None
        total += row["count"] * each
    return total


def change_battle(file: str, stamp: str, key: str, name: str, value: str) -> Plain:
    """Write one of the `INPUTS` of a battle; with "" it goes. Raises PrintshopError."""
    if name not in INPUTS:
        raise failure(f"a battle has no '{name[:60]}' to be changed here", "change its text")
    text, above = desk.unchanged(file, stamp), _above(desk.text_of(desk.file_of(file)), key)
    if name in _inputs(text, above)["richer"]:
        raise failure("this says more than an input can", "change it in the text")
    if name in (*LISTS, "objectives"):
        said = _lines(name, value)
    elif name == "victory" and value and edits.exists(text, *above, name):
        said = edits.on_one_line({"text": value})
    else:
        said = json.dumps(value, ensure_ascii=False) if "\n" in value.strip() else quoted(value) if (
            value and name != "turns") else value
    return _told(file, desk.put(file, edits.headed(text, name, said, *above)), key)


def change_force(file: str, stamp: str, key: str, side: str, number: str, unit: str, count: str,
                 of: str = "") -> Plain:
    """Write a line of a force: so many of a unit, or, of "", none; a number behind the last adds it.

    A unit `of` a file of the player's own is in the battle's game from now on. The total that the force states, if it
    does, becomes what its units cost. Raises PrintshopError.
    """
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(count) <= 999):
        raise failure(f"'{count[:20]}' is no number of units", "write 1 to 999")
    text = desk.unchanged(file, stamp)
    line = [mustering.said_line({"unit": unit, "count": count})] if unit else []
    text = edits.listed(text, (*_above(text, key), "forces", side, "units"), int(number), *line)
    return _forced(file, text, key, side, [of])


def change_side(file: str, stamp: str, key: str, side: str, to: str) -> Plain:
    """Put another side in the place of one, with a few of its units to begin with. Raises PrintshopError."""
    from printshop.drafts import entries

    text, path = desk.unchanged(file, stamp), desk.file_of(file)
    where, game = (*_above(text, key), "forces"), kept.game(catalogue.home_of(path) or path)
    there = edits.head(text, *where).keys
    if side not in there or to in there or to not in game.sides:
        raise failure(f"'{to[:60]}' cannot fight here in the place of '{side[:60]}'", "choose another side")
    return _told(file, desk.put(file, edits.instead(text, side, entries.force_of(game, game.sides[to]), *where)), key)


def take_fleet(file: str, stamp: str, key: str, side: str, fleet: str) -> Plain:
    """Put as many of each unit as a fleet has in the place of a force's own, and tell what of it is `missing`.

    Raises PrintshopError, also for a fleet of another game.
    """
    text = desk.unchanged(file, stamp)
    mustering.check_same_game(desk.file_of(fleet), desk.file_of(file))
    where = (*_above(text, key), "forces", side, "units")
    game, found = fleets.open_fleet(desk.file_of(fleet), Asked(), kept=kept.game)
    counts = Counter(ship.base for ship in found.ships)
    said = [mustering.said_line({"unit": unit, "count": count}) for unit, count in counts.items()]
    of = [desk.own_file(game.units[unit].span) for unit in counts]
    told = _forced(file, edits.relisted(text, where, said), key, side, of)
    cost = f" ({points} points)" if (points := sum(one.points for one in found.squadrons)) else ""
    named = any(mustering.line_of(line)["names"] for line in edits.lines(desk.text_of(desk.file_of(fleet)), "units"))
    missing = [words for words, there in (("names", named), ("damage", any(ship.damage for ship in found.ships)),
                                          ("notes", any(ship.notes for ship in found.ships))) if there]
    lost = (f"Not taken: the {' and the '.join(missing)} of its units. A battle lists how many of each unit fight; "
            "print the fleet for records and counters with these.") if missing else ""
    return {**told, "done": f"Taken: {plain(found.title)}{cost}.", "missing": lost}


def _forced(file: str, text: str, key: str, side: str, of: list[str]) -> Plain:
    """Return a battle with another force, from now on of a game with some files; what it costs is stated anew.

    Raises PrintshopError for a file that builds on that of the battle, and so cannot be below it.
    """
    where, path = (*_above(text, key), "forces", side), desk.file_of(file)
    others = [one for one in filter(None, of) if desk.file_of(one) != path and own.with_file(path, one)]
    for one in others:
        mustering.check_same_game(path, desk.file_of(one))
        if not own.with_file(desk.file_of(one), path.as_posix()):
            raise failure(f"{one} builds on {file}, in which this battle stands",
                          "begin the battle on the page of the game: there it may have both")
    for one in others:
        needed, extended = desk.file_of(one).as_posix(), own.extended(path)
        names = [name for name in extended if (path.parent / name).suffix == ".yaml"]
        if extended and needed not in names:
            said = f"[{', '.join((*names, needed))}]" if names else needed
            text = desk.put(file, edits.headed(text, "extends", said))
    worth = _worth([_row(one) for one in edits.lines(text, *where, "units")],
                   kept.game(catalogue.home_of(path) or path))
    if worth is not None and "points" in edits.head(text, *where).keys:
        text = edits.headed(text, "points", figure(worth), *where)
    return _told(file, desk.put(file, text), key)
