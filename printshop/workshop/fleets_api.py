"""Actions on fleets and on the forces of scenarios: the units that they may have, and the files of these units."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from pathlib import Path

from printshop import fleet_files
from printshop.exports.browser_pictures import LARGEST_SHOWN, make_picture_address
from printshop.game.fleets import list_force_lines
from printshop.game.forms.model import FORMS
from printshop.game.maps import MAPS
from printshop.game.model import Game, Unit, make_unique_name
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.problems import make_error
from printshop.products.rosters import build as rosters_build
from printshop.silhouettes import SilhouetteSpec
from printshop.source.edit_shapes import Edit
from printshop.source.value_edits import edit_yaml, read_value_at, require_block
from printshop.text_markup import strip_markup
from printshop.workshop import folder_games, game_cache, games_api, replies, unit_renames, user_units
from printshop.workshop.workspace import Workspace, make_stamp


def list_units(workspace: Workspace, file: str) -> replies.UnitList:
    """Return the units that a fleet or a battle may have: values by column, points, tracks, and pictures.

    The `file` of a unit is the user's file that the game does not extend yet, or "". Raises PrintshopError.
    """
    home = folder_games.find_game_of_file(workspace, workspace.resolve_yaml_file(file))
    game, _ = folder_games.load_readable_game(workspace, home)
    listed_units = user_units.list_units_of_game(workspace, home, game)
    columns = {key: column["head"] for key, column in games_api.list_columns(game.unit_types.values()).items()
               if column["first"] and key not in {kind.points for kind in game.unit_types.values()}}
    tracks = rosters_build.count_marks(game, game.units.values())
    broken: list[replies.ListedUnit] = [
        {"name": name, "side": "", "file": "", "own": True, "broken": unit_file, "points": "", "noun": "unit",
         "tracks": {}, "cells": [""] * len(columns)}
        for unit_file, name in user_units.list_broken_units(workspace, home,
                                                            {unit.name for _, _, unit in listed_units})]
    units: list[replies.ListedUnit] = [
        {"name": unit.name, "side": "" if unit.has_no_side else unit.side.key, "file": unit_file, "broken": "",
         "own": bool(unit_file or (home.suffix and workspace.find_own_file(unit.span))),
         "points": "" if (points := find_unit_points(unit, base.unit_types)) is None else format_points(points),
         "noun": base.unit_types[unit.kind].name, "tracks": tracks.get(make_unique_name(unit), {}),
         "cells": [games_api.format_unit_cell(unit, key) for key in columns]}
        for unit_file, base, unit in listed_units]
    return {"game": folder_games.name_game(workspace, home),
            "forms": {key: form.title for key, form in game[FORMS].items() if form.unit},
            "maps": {key: strip_markup(hexmap.title) for key, hexmap in game[MAPS].items()},
            "columns": [*columns.values()], "sides": {key: side.name for key, side in game.sides.items()},
            "colors": {key: side.color for key, side in game.sides.items()},
            "art": _list_pictures(listed_units), "units": units + broken}


def _list_pictures(units: Iterable[tuple[str, Game, Unit]]) -> replies.UnitPictures:
    paths, names = dict[Path | SilhouetteSpec, str](), dict[str, str]()
    for _, _, unit in units:
        if unit.art and not (isinstance(unit.art, Path) and unit.art.stat().st_size > LARGEST_SHOWN):
            names[unit.name] = paths.setdefault(unit.art, str(len(paths)))
    return {"pictures": {key: make_picture_address(path) for path, key in paths.items()}, "units": names}


def list_unit_pictures(workspace: Workspace, game: str) -> replies.UnitPictures:
    """Return the pictures of a game's units by key, and the key for each unit that has one. Raises PrintshopError."""
    path = workspace.resolve_game(game)
    return _list_pictures(user_units.list_units_of_game(workspace, path, game_cache.load_cached_game(path)))


def join_file(workspace: Workspace, file: str, of: str) -> replies.FileEdits:
    """Return the edits by which a fleet or scenario `file` can have the units of a file or game `of`.

    The new game of a fleet is written, if there is none with all units. Raises PrintshopError, also for another game.
    """
    path = workspace.resolve_yaml_file(file)
    other = workspace.resolve_yaml_file(of) if of.endswith(".yaml") else workspace.resolve_game(of)
    check_same_game(workspace, path, other)
    if not fleet_files.is_fleet_file(path):
        return {"edits": find_extending_edits(workspace, path, [other])}
    home = folder_games.find_game_of_file(workspace, path)
    if not other.suffix or not user_units.list_games_to_extend(workspace, home, other):
        return {"edits": []}
    game = os.path.relpath(user_units.ensure_collection(workspace, home, other), path.parent)
    return {"edits": [{"do": "set", "path": ["game"], "value": {"text": Path(game).as_posix()}}]}


def find_extending_edits(workspace: Workspace, path: Path, other_files: Iterable[Path]) -> list[Edit]:
    """Return the edits by which the file of a scenario extends other files with units, unless it does already.

    Raises PrintshopError if one of them is of another game, or extends the file of the scenario.
    """
    new_names = list[str]()
    for other in other_files:
        if other == path or not user_units.list_games_to_extend(workspace, path, other):
            continue
        check_same_game(workspace, path, other)
        if not user_units.list_games_to_extend(workspace, other, path):
            raise make_error(f"{workspace.name_of(other)} extends {workspace.name_of(path)}, in which this scenario "
                             "stands", "make a scenario in the view of the game: it can have the units of both files")
        new_names.append(workspace.name_of(other))
    extends = game_cache.read_file_head(path).extends
    names = list(dict.fromkeys([*(name for name in extends if (path.parent / name).suffix == ".yaml"), *new_names]))
    if not new_names or not extends:
        return []
    return [{"do": "set", "path": ["extends"], "value": {"data": names if len(names) > 1 else names[0]}}]


def check_same_game(workspace: Workspace, file: Path, other: Path) -> None:
    """Raise PrintshopError unless two files are of one game: a fleet and units or a battle, or a battle and units."""
    game, another = folder_games.find_game_of_file(workspace, file), folder_games.find_game_of_file(workspace, other)
    if folder_games.find_base_game(workspace, game) != folder_games.find_base_game(workspace, another):
        titles = [game_cache.load_cached_game(game_path).title for game_path in (game, another)]
        fleet = fleet_files.is_fleet_file(file)
        raise make_error(f"{workspace.name_of(file)} is a {'fleet' if fleet else 'battle'} of {titles[0]}, and "
                         f"{workspace.name_of(other)} belongs to {titles[1]}",
                         f"choose a fleet of {titles[1]}, or begin a new one" if fleet
                         else f"choose units of {titles[0]}")


# --- forces of scenarios


def take_fleet(workspace: Workspace, file: str, stamp: str, key: str, side: str, fleet: str) -> replies.TakenFleet:
    """Replace the units of a force by those of a fleet that are not destroyed, with all their values and damage.

    The scenario extends the files of these units from now on. Points that the force states become those of the units.
    Return the new stamp, and the title, points and destroyed units of the fleet. Raises PrintshopError, also for a
    fleet of another game, or if a file of a unit extends that of the scenario.
    """
    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(fleet)
    check_same_game(workspace, path, workspace.resolve_yaml_file(file))
    game, loaded_fleet = game_cache.load_cached_fleet(path)
    remaining = loaded_fleet.remaining
    force, bases = _find_force(text, key, side), [game.units[ship.base] for ship in remaining.units]
    files = [workspace.find_own_file(unit.span) for unit in bases]
    unit_files = [workspace.resolve_yaml_file(name) for name in dict.fromkeys(files) if name]
    edits = [{"do": "set", "path": [*force, "units"], "value": {"data": list_force_lines(loaded_fleet.units)}},
             *find_extending_edits(workspace, workspace.resolve_yaml_file(file), unit_files)]
    points = [ship.points for ship in remaining.units if ship.points is not None]
    if len(points) == len(bases) and read_value_at(text, *force, "points"):
        edits.append({"do": "set", "path": [*force, "points"], "value": {
            "yaml": format_points(sum(points, Fraction(0)))}})
    changed_text = unit_renames.write_and_rename(workspace, file, text, reduce(edit_yaml, edits, text), {})
    return {"stamp": make_stamp(changed_text), "title": strip_markup(loaded_fleet.title),
            "points": format_points(remaining.points), "destroyed": loaded_fleet.destroyed_names}


def _find_force(text: str, key: str, side: str) -> tuple[str, ...]:
    """Return the path of a force: below the key of its scenario, or, in a file of one scenario, at the top."""
    above = (SCENARIOS.key, key) if SCENARIOS.key in require_block(text).entries else ()
    return (*above, "forces", side)
