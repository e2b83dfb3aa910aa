"""Fleets in the page: their lines, counts, names and damage, changed in the file; points, limits, rosters."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from printshop import catalogue
from printshop.game.fields import quoted
from printshop.game.fleets import Asked, mark_of
from printshop.game.happenings import counted
from printshop.game.scenarios import points_of
from printshop.job import Settings
from printshop.letters import plain
from printshop.problems import PrintshopError, Problem, Problems, failure
from printshop.products import pack as packing
from printshop.render import svg
from printshop.source import MappingNode, Node, Scalar, parse
from printshop.workshop import desk, edits, fleets, kept, own
from printshop.workshop.desk import Plain

_SIGNS = {*",;=:"}  # what stands between marks, or in them
_NUMBERED = re.compile(r" (?:of|in) unit \d+ of the fleet")


def open_fleet(file: str) -> Plain:
    """Return a fleet: its lines, points and limit, what there is for it, what is wrong, its roster as SVG."""
    return _mustered(file, desk.text_of(desk.file_of(file)))


def mine(file: str) -> Plain:
    """Return the units of the player's own that a fleet or a battle may have, from other files of the folder."""
    path = desk.file_of(file)
    return {"units": [{"name": unit.name, "side": "" if unit.anyones else unit.side.key, "file": of,
                       "points": str(points_of(unit, game.unit_types) or "")}
                      for of, game, unit in own.units(game_of(path)) if of != path.as_posix()]}


def game_of(path: Path) -> Path:
    """Return the game of a fleet, or of any other file. Raises PrintshopError."""
    if fleets.is_fleet(path):
        return fleets.game_of(path, parse(path, Problems(), str(path)), "", Problems())
    return catalogue.home_of(path) or path


def enlist(of: str, unit: str, fleet: str = "", title: str = "") -> Plain:
    """Put a unit of a file into a fleet, or alone into a new one of a title; return the file of the fleet.

    Of a fleet that is there, it returns its new stamp, too, and its text and stamp `before`: so it can be undone.
    Raises PrintshopError.
    """
    if not fleet:
        game = catalogue.home_of(desk.file_of(of)) or of  # a file of a game that is a folder is none itself
        return {"file": desk.begun("fleet", str(game), title, unit=unit)["file"]}
    text = desk.text_of(desk.file_of(fleet))
    before = {"text": text, "stamp": desk.stamp_of(text)}
    now = change_line(fleet, before["stamp"], str(len(edits.lines(text, "units"))), json.dumps({"unit": unit}), of)
    return {"file": fleet, "stamp": now["stamp"], "before": before}


def check_same_game(file: Path, other: Path) -> None:
    """Raise PrintshopError unless two files are of one game: a fleet and units or a battle, or a battle and units."""
    game, another = game_of(file), game_of(other)
    if own.base(game) != own.base(another):
        titles = [kept.game(one).title for one in (game, another)]
        fleet = fleets.is_fleet(file)
        raise failure(f"{file} is a {'fleet' if fleet else 'battle'} of {titles[0]}, and {other} belongs to "
                      f"{titles[1]}",
                      f"choose a fleet of {titles[1]}, or begin a new one" if fleet else f"choose units of {titles[0]}")


def _mustered(file: str, text: str) -> Plain:
    path = desk.file_of(file)
    told: Plain = {"file": file, "text": text, "stamp": desk.stamp_of(text), "game": "", "points": "", "limit": "",
                   "lines": [], "units": [], "warnings": [], "problems": [], "pages": [], "sides": {}, "head": {}}
    try:
        entry = edits.head(text)
        told["head"] = {key: desk.bare(edits.value_of(text, entry, key)) for key in ("title", "side", "limit", "notes")}
        told["lines"] = [line_of(one) for one in edits.lines(text, "units")]
        loaded = kept.game(game_of(path))
        side = told["head"]["side"]
        told |= {"game": loaded.title, "sides": {key: one.name for key, one in loaded.sides.items()}, "units": [
            {"name": unit.name, "side": unit.side.name, "points": str(points_of(unit, loaded.unit_types) or "")}
            for unit in loaded.units.values() if not side or unit.anyones or side in (unit.side.key, unit.side.name)]}
        loaded, fleet = fleets.open_fleet(path, Asked(), kept=kept.game)
        limits = [squadron.limit for squadron in fleet.squadrons if squadron.limit is not None]
        document = packing.assemble_fleet(loaded, fleet, (), Settings()).document
        told |= {"points": str(sum(squadron.points for squadron in fleet.squadrons)),
                 "limit": str(limits[0]) if limits else "", "warnings": [plain(one) for one in fleet.warnings],
                 "pages": [svg.shown(page) for page in document.pages]}
    except PrintshopError as error:
        told["problems"] = [_at_line(desk.problem_at(problem, path, text), problem, text) for problem in error.problems]
    return told


def _at_line(told: Plain, problem: Problem, text: str) -> Plain:
    """Return a problem with the number of the line that it is at as its unit, in words that need no number."""
    path = [*(edits.path_at(text, problem.span) if told["line"] and problem.span else ()), "", ""]
    number, key = (str(path[1]), path[2]) if path[0] == "units" else ("", path[0])
    return {**told, "unit": number, "key": key, "message": _NUMBERED.sub("", told["message"])}


def line_of(entry: Node) -> Plain:
    """Return a line of a fleet: unit, count, list of names, notes and damage; and the `rest`, each value as YAML."""
    found = entry.entries
    if isinstance(entry, MappingNode):
        key = "names" if "names" in found else "name"
        names, damage = found.get(key), found.get("damage")
        shown = {name for name in ("unit", "count", "notes") if isinstance(found.get(name), Scalar)}
        if names and all(isinstance(one, Scalar) and one.text.strip() == one.text for one in names.listed):
            shown.add(key)
        marks = {track: edits.word(amount) for track, amount in damage.entries.items()} if damage else {}
        if isinstance(damage, Scalar) or (marks and all(mark_of(f"{one} {gone}") == (one, gone) and not _SIGNS & {*one}
                                                        for one, gone in marks.items())):
            shown.add("damage")
        return {"unit": edits.word(found.get("unit")), "count": edits.word(found.get("count")),
                "rest": {name: edits.on_one_line(value) for name, value in found.items() if name not in shown},
                "names": [*map(edits.word, names.listed)] if names and key in shown else [],
                "notes": edits.word(found.get("notes")),
                "damage": (said_damage(marks) or edits.word(damage)) if "damage" in shown else ""}
    count, unit = counted(words := edits.word(entry).strip())
    return {"unit": unit, "count": str(count) if unit != words else "", "names": [], "notes": "", "damage": "",
            "rest": {}}


def names_of(entry: Node) -> list[str]:
    """Return the names that an entry of a fleet gives to its units, as they are typed."""
    names = entry.entries.get("names") or entry.entries.get("name")
    return [edits.word(one) for one in names.listed] if names else []


def amended(entry: Node, changes: Mapping[str, object]) -> Node:
    """Return an entry of a fleet with other values at some keys, nodes or plain data; None takes a key away."""
    data: dict[str, object] = dict(entry.entries)
    if not isinstance(entry, MappingNode):
        count, unit = counted(words := edits.word(entry).strip())
        data = {"unit": unit, **({"count": count} if unit != words else {})}
    elif "count" in changes:
        data["unit"] = counted(edits.word(entry.entries.get("unit")).strip())[1]
    data = {key: value for key, value in {**data, **changes}.items() if value is not None}
    if not isinstance(entry, MappingNode) and data.keys() <= {"unit", "count"}:
        number, name = (edits.word(edits.read(edits.on_one_line(data.get(key, 1)))) for key in ("count", "unit"))
        if re.fullmatch("[0-9]{1,9}", number):
            said = f"{number} x {name}" if int(number) > 1 else name
            return edits.read(said if quoted(name) == name else quoted(said)) or entry
    return edits.read(edits.on_one_line(data)) or entry


def said_damage(damage: Mapping[str, object]) -> str:
    """Return damage by track as a page shows it: "hull 3, thrust 1"."""
    return ", ".join(f"{track} {amount}" for track, amount in damage.items())


def change_line(file: str, stamp: str, number: str, line: str, of: str = "") -> Plain:
    """Write a line of a fleet, JSON as `open_fleet` gives it; "" leaves it out, a number behind the last adds it.

    A list of lines takes the place of one. A unit `of` a file of the player's own is in the fleet's game from now on.
    Raises PrintshopError, also for a file of another game.
    """
    text, found = desk.unchanged(file, stamp), desk.parsed(line) if line else []
    said: list[str | Node] = [said_line(dict(one)) for one in (found if isinstance(found, list) else [found])]
    there = edits.lines(text, "units")
    if said and int(number) < len(there):
        said[0] = _rewritten(there[int(number)], dict(found[0] if isinstance(found, list) else found))
    text = edits.listed(text, ("units",), int(number), *said)
    if of:
        path, added = desk.file_of(file), desk.file_of(of)
        check_same_game(path, added)
        if own.with_file(game_of(path), added.as_posix()):
            game = own.gathered(game_of(path), added.as_posix())
            text = edits.headed(text, "game", quoted(Path(os.path.relpath(game, path.parent)).as_posix()))
    return _mustered(file, desk.put(file, text))


def _rewritten(entry: Node, line: Plain) -> Node:
    """Return an entry of a fleet as a line says it; what the line says as the entry does keeps its form."""
    new, was = edits.read(said_line(line)), line_of(entry)
    if not (isinstance(entry, MappingNode) and isinstance(new, MappingNode)):
        return new or entry
    forms = {"unit": ("unit",), "count": ("count",), "names": ("name", "names"), "damage": ("damage",),
             "notes": ("notes",)}
    same = {key for column, keys in forms.items() if (line.get(column) or "") == (was[column] or "") for key in keys
            if key not in was["rest"]}
    others = {key: value for key, value in new.entries.items() if key not in same}
    form = {key: value for key, value in entry.entries.items() if key in same}
    names = others.get("names")
    if names and len(names.listed) == 1 and "name" in entry.entries and not {"count", "name"} & new.entries.keys():
        others = {("name" if key == "names" else key): value for key, value in others.items()}
    return edits.read(edits.on_one_line({**form, **others})) or new


def said_line(line: Plain) -> str:
    """Return such a line as YAML."""
    names = [name for one in line.get("names", ()) if (name := str(one).strip())]
    marks = [(part.strip(), *mark_of(part)) for part in re.split("[;,]", str(line.get("damage", ""))) if part.strip()]
    count = str(line.get("count", "")).strip()
    whole, rest = re.fullmatch("[0-9]{1,9}", count), line.get("rest")
    kept = {str(key): edits.read(str(value)) for key, value in rest.items()} if isinstance(rest, dict) else {}
    more: Plain = {**({"count": int(count) if whole else count} if count and not (whole and int(count) <= 1) else {}),
                   **({"names": names} if names else {}),
                   **({"damage": {track or part: int(amount) if track and re.fullmatch("[0-9]{1,9}", amount) else amount
                                  for part, track, amount in marks}} if marks else {}),
                   **({"notes": str(line["notes"])} if line.get("notes") else {}),
                   **{key: value for key, value in kept.items() if value is not None}}
    unit = str(line.get("unit", ""))
    if more.keys() <= {"count"} and isinstance(more.get("count", 1), int):
        said = quoted(unit)
        several = f"{more.get('count')} x {unit}"
        return said if not more else several if said == unit else quoted(several)
    return edits.on_one_line({"unit": unit, **more})


def change_fleet(file: str, stamp: str, key: str, value: str) -> Plain:
    """Write the title, side, limit or notes of a fleet. Raises PrintshopError."""
    if key not in ("title", "side", "limit", "notes"):
        raise failure(f"a fleet has no '{key[:60]}' to be changed here", "change its text")
    text = desk.unchanged(file, stamp)
    said = value if key == "limit" else quoted(value) if value else ""
    return _mustered(file, desk.put(file, edits.headed(text, key, said)))
