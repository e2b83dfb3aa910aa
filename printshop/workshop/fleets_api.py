"""Actions on fleets: lines with counts, names and damage, the head of a fleet, points and limits, rosters."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from printshop import fleet_files
from printshop.game.fields import quote_yaml
from printshop.game.fleets import FleetOptions, split_damage
from printshop.game.scenarios import find_unit_points
from printshop.game.unit_lists import split_count
from printshop.output import svg
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError, Problem, Problems, make_error
from printshop.products import packs as packing
from printshop.source import MappingNode, Node, ScalarNode, parse_yaml_file
from printshop.text_markup import strip_markup
from printshop.workshop import game_cache, games_api, user_units, yaml_edits
from printshop.workshop.workspace import Plain, Workspace, make_stamp, parse_json, read_file_text

_SIGNS = {*",;=:"}  # what stands between marks, or in them
_NUMBERED = re.compile(r" (?:of|in) unit \d+ of the fleet")


def open_fleet(workspace: Workspace, file: str) -> Plain:
    """Return a fleet: its lines, points and limit, what there is for it, what is wrong, its roster as SVG."""
    return _mustered(workspace, file, read_file_text(workspace.resolve_yaml_file(file)))


def mine(workspace: Workspace, file: str) -> Plain:
    """Return the units of the player's own that a fleet or a battle may have, from other files of the folder."""
    path = workspace.resolve_yaml_file(file)
    return {"units": [{"name": unit.name, "side": "" if unit.has_no_side else unit.side.key, "file": of,
                       "points": str(find_unit_points(unit, game.unit_types) or "")}
                      for of, game, unit in user_units.iterate_user_units(workspace, find_game_of_file(workspace, path))
                      if of != workspace.name_of(path)]}


def find_game_of_file(workspace: Workspace, path: Path) -> Path:
    """Return the game of a fleet, or of any other file. Raises PrintshopError."""
    if fleet_files.is_fleet_file(path):
        return fleet_files.find_fleet_game(path, parse_yaml_file(path, Problems(), str(path)), "", Problems())
    return workspace.find_game_of_part(path)


def enlist(workspace: Workspace, of: str, unit: str, fleet: str = "", title: str = "") -> Plain:
    """Add a unit of a file, or of a game, to a fleet, or to a new fleet with a title; return the file of the fleet.

    For an old fleet, return its new stamp, too, and its text and stamp `before`, so that the change can be undone.
    Raises PrintshopError.
    """
    is_file = of.endswith(".yaml")
    if not fleet:
        game = workspace.name_of(workspace.find_game_of_part(workspace.resolve_yaml_file(of))) if is_file else of
        return {"file": games_api.create_entry("fleet", workspace, game, title, unit=unit)["file"]}
    path = workspace.resolve_yaml_file(fleet)
    if not is_file:
        check_same_game(workspace, path, workspace.resolve_game(of))
    text = read_file_text(path)
    before = {"text": text, "stamp": make_stamp(text)}
    number = str(len(yaml_edits.list_items(text, "units")))
    now = change_line(workspace, fleet, before["stamp"], number, json.dumps({"unit": unit}),
                      of if is_file else "")
    return {"file": fleet, "stamp": now["stamp"], "before": before}


def check_same_game(workspace: Workspace, file: Path, other: Path) -> None:
    """Raise PrintshopError unless two files are of one game: a fleet and units or a battle, or a battle and units."""
    game, another = find_game_of_file(workspace, file), find_game_of_file(workspace, other)
    if user_units.find_base_game(workspace, game) != user_units.find_base_game(workspace, another):
        titles = [game_cache.load_cached_game(one).title for one in (game, another)]
        fleet = fleet_files.is_fleet_file(file)
        raise make_error(f"{workspace.name_of(file)} is a {'fleet' if fleet else 'battle'} of {titles[0]}, and "
                         f"{workspace.name_of(other)} belongs to {titles[1]}",
                         f"choose a fleet of {titles[1]}, or begin a new one" if fleet
                         else f"choose units of {titles[0]}")


def _mustered(workspace: Workspace, file: str, text: str) -> Plain:
    path = workspace.resolve_yaml_file(file)
    told: Plain = {"file": file, "text": text, "stamp": make_stamp(text), "game": "", "points": "", "limit": "",
                   "lines": [], "units": [], "warnings": [], "problems": [], "pages": [], "sides": {}, "head": {}}
    try:
        entry = yaml_edits.head(text)
        told["head"] = {key: yaml_edits.unquote_value(yaml_edits.value_of(text, entry, key))
                        for key in ("title", "side", "limit", "notes")}
        told["lines"] = [describe_fleet_line(one) for one in yaml_edits.list_items(text, "units")]
        loaded = game_cache.load_cached_game(find_game_of_file(workspace, path))
        side = told["head"]["side"]
        told |= {"game": loaded.title, "sides": {key: one.name for key, one in loaded.sides.items()}, "units": [
            {"name": unit.name, "side": unit.side.name, "points": str(find_unit_points(unit, loaded.unit_types) or "")}
            for unit in loaded.units.values() if not side or unit.has_no_side or side in (unit.side.key,
                                                                                          unit.side.name)]}
        loaded, fleet = fleet_files.load_fleet(path, FleetOptions(), load_cached=game_cache.load_cached_game)
        limits = [squadron.limit for squadron in fleet.forces if squadron.limit is not None]
        document = packing.assemble_fleet(loaded, fleet, (), PrintSettings()).document
        told |= {"points": str(sum(squadron.points for squadron in fleet.forces)),
                 "limit": str(limits[0]) if limits else "", "warnings": [strip_markup(one) for one in fleet.warnings],
                 "pages": [svg.render_browser_svg(page) for page in document.pages]}
    except PrintshopError as error:
        told["problems"] = [_at_line(workspace.describe_problem(problem, path, text), problem, text)
                            for problem in error.problems]
    return told


def _at_line(told: Plain, problem: Problem, text: str) -> Plain:
    """Return a problem with the number of the line that it is at as its unit, in words that need no number."""
    path = [*(yaml_edits.path_at(text, problem.span) if told["line"] and problem.span else ()), "", ""]
    number, key = (str(path[1]), path[2]) if path[0] == "units" else ("", path[0])
    return {**told, "unit": number, "key": key, "message": _NUMBERED.sub("", told["message"])}


def describe_fleet_line(entry: Node) -> Plain:
    """Return a line of a fleet: unit, count, list of names, notes and damage; and the `rest`, each value as YAML."""
    found = entry.entries
    if isinstance(entry, MappingNode):
        key = "names" if "names" in found else "name"
        names, damage = found.get(key), found.get("damage")
        shown = {name for name in ("unit", "count", "notes") if isinstance(found.get(name), ScalarNode)}
        if names and all(isinstance(one, ScalarNode) and one.text.strip() == one.text for one in names.items_or_self):
            shown.add(key)
        marks = {track: yaml_edits.word(amount) for track, amount in damage.entries.items()} if damage else {}
        if isinstance(damage, ScalarNode) or (marks and all(split_damage(f"{one} {gone}") == (one, gone)
                                                            and not _SIGNS & {*one}
                                                            for one, gone in marks.items())):
            shown.add("damage")
        return {"unit": yaml_edits.word(found.get("unit")), "count": yaml_edits.word(found.get("count")),
                "rest": {name: yaml_edits.on_one_line(value) for name, value in found.items() if name not in shown},
                "names": [*map(yaml_edits.word, names.items_or_self)] if names and key in shown else [],
                "notes": yaml_edits.word(found.get("notes")),
                "damage": (said_damage(marks) or yaml_edits.word(damage)) if "damage" in shown else ""}
    count, unit = split_count(words := yaml_edits.word(entry).strip())
    return {"unit": unit, "count": str(count) if unit != words else "", "names": [], "notes": "", "damage": "",
            "rest": {}}


def read_ship_names(entry: Node) -> list[str]:
    """Return the names that an entry of a fleet gives to its units, as they are typed."""
    names = entry.entries.get("names") or entry.entries.get("name")
    return [yaml_edits.word(one) for one in names.items_or_self] if names else []


def amended(entry: Node, changes: Mapping[str, object]) -> Node:
    """Return an entry of a fleet with other values at some keys, nodes or plain data; None takes a key away."""
    data: dict[str, object] = dict(entry.entries)
    if not isinstance(entry, MappingNode):
        count, unit = split_count(words := yaml_edits.word(entry).strip())
        data = {"unit": unit, **({"count": count} if unit != words else {})}
    elif "count" in changes:
        data["unit"] = split_count(yaml_edits.word(entry.entries.get("unit")).strip())[1]
    data = {key: value for key, value in {**data, **changes}.items() if value is not None}
    if not isinstance(entry, MappingNode) and data.keys() <= {"unit", "count"}:
        number, name = (yaml_edits.word(yaml_edits.parse_value(yaml_edits.on_one_line(data.get(key, 1))))
                        for key in ("count", "unit"))
        if re.fullmatch("[0-9]{1,9}", number):
            said = f"{number} x {name}" if int(number) > 1 else name
            return yaml_edits.parse_value(said if quote_yaml(name) == name else quote_yaml(said)) or entry
    return yaml_edits.parse_value(yaml_edits.on_one_line(data)) or entry


def said_damage(damage: Mapping[str, object]) -> str:
    """Return damage by track as a page shows it: "hull 3, thrust 1"."""
    return ", ".join(f"{track} {amount}" for track, amount in damage.items())


def change_line(workspace: Workspace, file: str, stamp: str, number: str, line: str, of: str = "") -> Plain:
    """Write a line of a fleet, JSON as `open_fleet` gives it; "" leaves it out, a number behind the last adds it.

    A list of lines takes the place of one. A unit `of` a file of the player's own is in the fleet's game from now on.
    Raises PrintshopError, also for a file of another game.
    """
    text, found = workspace.read_unchanged(file, stamp), parse_json(line) if line else []
    said: list[str | Node] = [said_line(dict(one)) for one in (found if isinstance(found, list) else [found])]
    there = yaml_edits.list_items(text, "units")
    if said and int(number) < len(there):
        said[0] = _rewritten(there[int(number)], dict(found[0] if isinstance(found, list) else found))
    text = yaml_edits.set_item(text, ("units",), int(number), *said)
    if of:
        path, added = workspace.resolve_yaml_file(file), workspace.resolve_yaml_file(of)
        check_same_game(workspace, path, added)
        game = find_game_of_file(workspace, path)
        if user_units.list_games_to_extend(workspace, game, added):
            game = user_units.ensure_collection(workspace, game, added)
            text = yaml_edits.set_key(text, "game", quote_yaml(Path(os.path.relpath(game, path.parent)).as_posix()))
    return _mustered(workspace, file, workspace.write_text(file, text))


def _rewritten(entry: Node, line: Plain) -> Node:
    """Return an entry of a fleet as a line says it; what the line says as the entry does keeps its form."""
    new, was = yaml_edits.parse_value(said_line(line)), describe_fleet_line(entry)
    if not (isinstance(entry, MappingNode) and isinstance(new, MappingNode)):
        return new or entry
    forms = {"unit": ("unit",), "count": ("count",), "names": ("name", "names"), "damage": ("damage",),
             "notes": ("notes",)}
    same = {key for column, keys in forms.items() if (line.get(column) or "") == (was[column] or "") for key in keys
            if key not in was["rest"]}
    others = {key: value for key, value in new.entries.items() if key not in same}
    form = {key: value for key, value in entry.entries.items() if key in same}
    names = others.get("names")
    if names and len(names.items_or_self) == 1 and "name" in entry.entries and not {"count",
                                                                                    "name"} & new.entries.keys():
        others = {("name" if key == "names" else key): value for key, value in others.items()}
    return yaml_edits.parse_value(yaml_edits.on_one_line({**form, **others})) or new


def said_line(line: Plain) -> str:
    """Return such a line as YAML."""
    names = [name for one in line.get("names", ()) if (name := str(one).strip())]
    marks = [(part.strip(), *split_damage(part)) for part in re.split("[;,]", str(line.get("damage", "")))
             if part.strip()]
    count = str(line.get("count", "")).strip()
    whole, rest = re.fullmatch("[0-9]{1,9}", count), line.get("rest")
    others = rest if isinstance(rest, dict) else {}
    parsed = {str(key): yaml_edits.parse_value(str(value)) for key, value in others.items()}
    more: Plain = {**({"count": int(count) if whole else count} if count and not (whole and int(count) <= 1) else {}),
                   **({"names": names} if names else {}),
                   **({"damage": {track or part: int(amount) if track and re.fullmatch("[0-9]{1,9}", amount) else amount
                                  for part, track, amount in marks}} if marks else {}),
                   **({"notes": str(line["notes"])} if line.get("notes") else {}),
                   **{key: value for key, value in parsed.items() if value is not None}}
    unit = str(line.get("unit", ""))
    if more.keys() <= {"count"} and isinstance(more.get("count", 1), int):
        said = quote_yaml(unit)
        several = f"{more.get('count')} x {unit}"
        return said if not more else several if said == unit else quote_yaml(several)
    return yaml_edits.on_one_line({"unit": unit, **more})


def change_fleet(workspace: Workspace, file: str, stamp: str, key: str, value: str) -> Plain:
    """Write the title, side, limit or notes of a fleet. Raises PrintshopError."""
    if key not in ("title", "side", "limit", "notes"):
        raise make_error(f"a fleet has no '{key[:60]}' to be changed here", "change its text")
    text = workspace.read_unchanged(file, stamp)
    said = value if key == "limit" else quote_yaml(value) if value else ""
    return _mustered(workspace, file, workspace.write_text(file, yaml_edits.set_key(text, key, said)))
