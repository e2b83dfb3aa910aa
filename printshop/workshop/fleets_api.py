"""Actions on fleets: lines with counts, names and damage, the head of a fleet, points and limits, rosters."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from printshop import fleet_files
from printshop.game.fleets import split_damage
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, Unit, make_unique_name, split_proper_name
from printshop.game.scenarios import find_unit_points, format_points
from printshop.game.unit_lists import split_count
from printshop.problems import Problems, make_error
from printshop.products.rosters import build as rosters_build
from printshop.source import MappingNode, Node, parse_yaml_file
from printshop.workshop import game_cache, games_api, replies, user_units
from printshop.workshop.value_edits import get_text
from printshop.workshop.workspace import Workspace

_COUNT = re.compile("[0-9]{1,9}")
_SIGNS = {*",;=:"}  # what stands between marks, or in them


def list_units(workspace: Workspace, file: str) -> replies.UnitList:
    """Return the units that a fleet or a battle may have: values by column, points, tracks, and pictures.

    The `file` of a unit is that of the user which the game does not have yet, or "". Raises PrintshopError.
    """
    home = find_game_of_file(workspace, workspace.resolve_yaml_file(file))
    game, _ = user_units.load_readable_game(workspace, home)
    found = [("", game, unit) for unit in game.units.values()]
    found += [one for one in user_units.iterate_user_units(workspace, home) if one[2].name not in game.units]
    columns = {key: column["head"] for key, column in games_api.list_columns(game.unit_types.values()).items()
               if column["first"] and key not in {kind.points for kind in game.unit_types.values()}}
    tracks = rosters_build.count_marks(game, game.units.values())
    pictures, names = _list_pictures(unit for _, _, unit in found)
    broken: list[replies.ListedUnit] = [
        {"name": name, "side": "", "file": "", "own": True, "broken": of, "points": "", "noun": "unit", "picture": "",
         "tracks": {}, "cells": [""] * len(columns)}
        for of, name in user_units.list_broken_units(workspace, home, {unit.name for _, _, unit in found})]
    units: list[replies.ListedUnit] = [
        {"name": unit.name, "side": "" if unit.has_no_side else unit.side.key, "file": of, "broken": "",
         "own": bool(of or (home.suffix and workspace.find_own_file(unit.span))),
         "points": format_known_points(find_unit_points(unit, base.unit_types)),
         "noun": base.unit_types[unit.kind].name, "picture": names[unit.name],
         "tracks": tracks.get(make_unique_name(unit), {}),
         "cells": [games_api.format_unit_cell(unit, key) for key in columns]}
        for of, base, unit in found]
    return {"game": workspace.name_of(home) if workspace.has(home) else user_units.name_base_game(workspace, home),
            "forms": {key: form.title for key, form in game[FORMS].items() if form.unit},
            "columns": [*columns.values()], "sides": {key: side.name for key, side in game.sides.items()},
            "colors": {key: side.color for key, side in game.sides.items()},
            "pictures": pictures, "units": units + broken}


def _list_pictures(units: Iterable[Unit]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the pictures of units by key, each once, and the key for each unit's name, "" for no picture."""
    paths, names = dict[Path, str](), dict[str, str]()
    for unit in units:
        names[unit.name] = ""
        if isinstance(unit.art, Path) and unit.art.stat().st_size <= games_api.LARGEST_SHOWN:
            names[unit.name] = paths.setdefault(unit.art, str(len(paths)))
    return {key: games_api.make_picture_address(path) for path, key in paths.items()}, names


def list_unit_pictures(workspace: Workspace, game: str) -> replies.UnitPictures:
    """Return the pictures of a game's units by key, and the key for each unit's name. Raises PrintshopError."""
    path = workspace.resolve_game(game)
    own = (unit for _, _, unit in user_units.iterate_user_units(workspace, path))
    pictures, units = _list_pictures((*own, *game_cache.load_cached_game(path).units.values()))
    return {"pictures": pictures, "units": units}


def format_known_points(points: Fraction | None) -> str:
    """Return points for a page, "" for points that are not known."""
    return "" if points is None else format_points(points)


def list_user_units(workspace: Workspace, file: str) -> replies.UnitNames:
    """Return the names of the user's units that a fleet or a battle may have, from other files of the folder."""
    home = find_game_of_file(workspace, path := workspace.resolve_yaml_file(file))
    return {"units": [unit.name for of, _, unit in user_units.iterate_user_units(workspace, home)
                      if of != workspace.name_of(path)]}


def find_game_of_file(workspace: Workspace, path: Path) -> Path:
    """Return the game of a fleet, or of any other file. Raises PrintshopError."""
    if fleet_files.is_fleet_file(path):
        return fleet_files.find_fleet_game(path, parse_yaml_file(path, Problems(), str(path)), "", Problems())
    return workspace.find_game_of_part(path)


def join_file(workspace: Workspace, file: str, of: str) -> replies.FileEdits:
    """Return the edits by which a fleet or scenario `file` can have the units of a file or game `of`.

    The new game of a fleet is written, if there is none with all units. Raises PrintshopError, also for another game.
    """
    path = workspace.resolve_yaml_file(file)
    other = workspace.resolve_yaml_file(of) if of.endswith(".yaml") else workspace.resolve_game(of)
    check_same_game(workspace, path, other)
    if not fleet_files.is_fleet_file(path):
        return {"edits": find_extending_edits(workspace, path, [other])}
    home = find_game_of_file(workspace, path)
    if not other.suffix or not user_units.list_games_to_extend(workspace, home, other):
        return {"edits": []}
    game = os.path.relpath(user_units.ensure_collection(workspace, home, other), path.parent)
    return {"edits": [{"do": "set", "path": ["game"], "value": {"text": Path(game).as_posix()}}]}


def find_extending_edits(workspace: Workspace, path: Path, others: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the edits by which the file of a scenario extends other files with units, unless it does already.

    Raises PrintshopError if one of them is of another game, or extends the file of the scenario.
    """
    needed = list[str]()
    for other in others:
        if other == path or not user_units.list_games_to_extend(workspace, path, other):
            continue
        check_same_game(workspace, path, other)
        if not user_units.list_games_to_extend(workspace, other, path):
            raise make_error(f"{workspace.name_of(other)} extends {workspace.name_of(path)}, in which this scenario "
                             "stands", "make a scenario on the page of the game: it can have the units of both files")
        needed.append(workspace.name_of(other))
    extends = user_units.read_file_head(path).extends
    names = list(dict.fromkeys([*(name for name in extends if (path.parent / name).suffix == ".yaml"), *needed]))
    if not needed or not extends:
        return []
    return [{"do": "set", "path": ["extends"], "value": {"data": names if len(names) > 1 else names[0]}}]


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


class LineTexts(NamedTuple):
    """The texts of a line of a fleet. The damage is that of a table: "hull 3; thrust 1"."""

    unit: str
    number: str
    damage: str
    notes: str


def read_fleet_line(entry: Node) -> LineTexts:
    """Return the texts of a line of a fleet. Damage that has no form in a table is left out."""
    found = entry.entries
    if not isinstance(entry, MappingNode):
        count, unit = split_count(words := get_text(entry).strip())
        return LineTexts(unit, str(count) if unit != words else "", "", "")
    damage = found.get("damage")
    marks = {f"{track} {get_text(amount)}": (track, get_text(amount))
             for track, amount in damage.entries.items()} if damage else {}
    is_fit = all(split_damage(text) == mark and not _SIGNS & {*mark[0]} for text, mark in marks.items())
    return LineTexts(get_text(found.get("unit")), get_text(found.get("count")), "; ".join(marks) if is_fit else "",
                     get_text(found.get("notes")))


def find_line_points(entry: Node, game: Game) -> tuple[str, Fraction | None]:
    """Return the unit of a line of a fleet or a force, and the points of the line, or None if they are not known."""
    line, names = read_fleet_line(entry), read_ship_names(entry)
    unit = game.units.get(line.unit) or game.units.get(split_proper_name(line.unit)[0])
    each = find_unit_points(unit, game.unit_types) if unit else None
    if each is None or (line.number and not _COUNT.fullmatch(line.number)):
        return line.unit, None
    return line.unit, each * (int(line.number) if line.number else max(1, len(names)))


def read_ship_names(entry: Node) -> list[str]:
    """Return the names that an entry of a fleet gives to its units, as they are typed."""
    names = entry.entries.get("names") or entry.entries.get("name")
    return [get_text(one) for one in names.items_or_self] if names else []
