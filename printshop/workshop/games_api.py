"""Actions that list and describe games, fleets and files of the folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from printshop import fleet_files, game_paths, products
from printshop.exports.browser_pictures import make_picture_address
from printshop.files import find_change_time
from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import Battery
from printshop.game.forms.model import Form
from printshop.game.formula_keys import MISSING, format_cell
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import SCENARIOS, format_points
from printshop.game.themes import load_themes
from printshop.game.unit_types import UnitType
from printshop.output import svg
from printshop.output.data_addresses import make_data_address
from printshop.problems import PrintshopError, Problems
from printshop.products.booklets.cover import draw_game_picture
from printshop.products.product import find_entries, find_game_scenario, list_entries
from printshop.scaffold import unit_names
from printshop.scaffold.yaml_writer import MAIN_FILE_MESSAGE, STARTERS_FOLDER, list_starters
from printshop.source import parse_yaml_file
from printshop.source.value_edits import get_text, require_block
from printshop.text_markup import OURS_MARK, strip_markup
from printshop.workshop import folder_games, game_cache, replies, user_units
from printshop.workshop.workspace import Workspace, read_file_text, stands_in

MOST_UNIT_NAMES = 4  # units of a file in a list of files


def list_own_games(workspace: Workspace) -> replies.OwnGames:
    """List the games, unit files and fleets of the folder, and the times of the last changes of its files."""
    games = [_describe_listed_game(workspace, name, path, is_own=True)
             for name, path in folder_games.find_folder_games(workspace).items()
             if not folder_games.is_collection(path)]
    return {"games": games + _list_other_files(workspace), "fleets": _list_fleets(workspace),
            "folder": workspace.folder.name, "changed": {
                workspace.name_of(file): find_change_time(file) for file in folder_games.list_own_files(workspace)}}


def list_shipped(workspace: Workspace) -> replies.ShippedGames:
    """List the games and starters that come with printshop."""
    games = game_paths.find_shipped_games()
    return {"games": [_describe_listed_game(workspace, name, path, is_own=False) for name, path in games.items()],
            "starters": _list_starter_games()}


def read_games(workspace: Workspace) -> Iterator[None]:
    """Load each game and starter into the cache, one by one: another request waits for one game at most."""
    for path in (*game_paths.find_shipped_games().values(), *folder_games.find_folder_games(workspace).values(),
                 *map(STARTERS_FOLDER.joinpath, list_starters())):
        with suppress(PrintshopError):
            game_cache.load_cached_game(path)
        yield


def describe_context(workspace: Workspace, of: str) -> replies.FileContext:
    """Return the game of a file or of GAME/BATTLE, the fleets and themes for it, and titles.

    The `file` of a battle is "" if it is not one of the folder.

    No other games are loaded. Raises PrintshopError.
    """
    name, _, battle = ("", "", "") if of.endswith(".yaml") else of.rpartition("/")
    path = workspace.resolve_game(name) if battle else workspace.resolve_yaml_file(of)
    answer: replies.FileContext = {
        "game": folder_games.name_base_game(workspace, workspace.find_game_of_part(path)), "title": "", "of": "",
        "file": "", "themes": [*load_themes()], "fleets": _list_fleets(workspace)}
    if battle:
        loaded = game_cache.load_cached_game(path)
        scenario = find_game_scenario(loaded, battle)
        answer |= {"title": scenario.title, "of": loaded.title, "file": workspace.find_own_file(scenario.span)}
    elif fleet_files.is_fleet_file(path):
        fleet = _describe_fleet(workspace, path)
        answer |= {"game": fleet["game"], "title": fleet["title"]}
        with suppress(PrintshopError):  # the view of the fleet shows its problems
            answer["of"] = game_cache.load_cached_game(workspace.resolve_game(fleet["game"])).title
    return answer


def _list_fleets(workspace: Workspace) -> list[replies.ListedFleet]:
    return [_describe_fleet(workspace, path) for path in folder_games.list_own_files(workspace)
            if fleet_files.is_fleet_file(path)]


def _describe_fleet(workspace: Workspace, path: Path) -> replies.ListedFleet:
    """Return the file, title, side, points and number of units of a fleet, and the name of its game."""
    answer: replies.ListedFleet = {"file": workspace.name_of(path), "title": path.stem, "game": "", "side": "",
                                   "broken": "", "units": 0, "points": "", "limit": "", "forces": [], "unit_names": []}
    try:
        text = read_file_text(path)  # first: a large file is not loaded
        with suppress(PrintshopError):
            entries = require_block(unit_names.cut_at_error(text)).entries
            title, side = (get_text(entries.get(key)) for key in ("title", "side"))
            answer |= {"title": title or path.stem, "side": side}
            answer["game"] = folder_games.name_base_game(workspace, folder_games.find_game_of_file(workspace, path))
        _, fleet = game_cache.load_cached_fleet(path)
        answer |= {"units": len(fleet.units), "unit_names": [f"{count} x {unit}" if count > 1 else unit
                              for unit, count in Counter(unit.base for unit in fleet.units).items()],
                   "forces": [describe_force(force.side, force.points) for force in fleet.forces],
                   "points": format_points(fleet.points),
                   "limit": next((format_points(fleet_force.limit)
                                  for fleet_force in fleet.forces if fleet_force.limit is not None), "")}
    except PrintshopError as error:
        answer["broken"] = workspace.state_problem(error.first_problem)
    return answer


def _list_starter_games() -> list[replies.Starter]:
    """Return the key, title, subtitle, unit types and a picture of each starter game."""
    answer = list[replies.Starter]()
    for key in list_starters():
        game = game_cache.load_cached_game(STARTERS_FOLDER / key)
        art = sorted((STARTERS_FOLDER / key / "art").glob("*.svg"), key=lambda path: -path.stat().st_size)
        answer.append({"key": key, "title": game.title, "summary": game.subtitle,
                       "units": ", ".join(kind.name for kind in game.unit_types.values()),
                       "picture": make_picture_address(art[0]) if art else _draw_starter_cover(key)})
    return answer


@cache
def _draw_starter_cover(key: str) -> str:
    svg_text = svg.render_svg(draw_game_picture(game_cache.load_cached_game(STARTERS_FOLDER / key)), key)
    return make_data_address("image/svg+xml", svg_text.encode())


def _list_other_files(workspace: Workspace) -> list[replies.BrokenGame]:
    """List the YAML files of the folder that are neither games nor fleets, with their first problem."""
    games = folder_games.find_folder_games(workspace).values()
    answer = list[replies.BrokenGame]()
    for path in game_paths.list_visible(workspace.folder, "*.yaml"):
        is_misplaced = path.name.casefold() == game_paths.MAIN_FILE
        if not workspace.has(path) or (not is_misplaced and (path in games or fleet_files.is_fleet_file(path))):
            continue
        parse_yaml_file(path, problems := Problems(), path.name)
        if is_misplaced:
            broken = f"{MAIN_FILE_MESSAGE}: rename or delete the file"
        elif problems:
            broken = workspace.state_problem(PrintshopError(problems).first_problem)
        else:
            broken = (f"{path.name} is neither a game nor a fleet: the first lines of a fleet name its 'game', and a "
                      "file with your own units begins with 'extends'")
        answer.append({"name": path.name, "title": path.name, "own": True, "file": True, "broken": broken})
    return answer


def _describe_listed_game(workspace: Workspace, name: str, path: Path, *, is_own: bool
                          ) -> replies.BrokenGame | replies.ListedGame:
    """Return a game with its parts and battles, or a file with its units and the parts of the game that it extends."""
    is_file = path.suffix == ".yaml"
    answer: replies.BrokenGame = {"name": name, "title": name, "own": is_own, "file": is_file, "broken": ""}
    try:
        text = unit_names.cut_at_error(read_file_text(path)) if is_file else ""  # first: a large file is not loaded
        game, unread = folder_games.load_readable_game(workspace, path)
        problems = unread or game.broken.problems
        places = [place for problem in problems
                  if (place := user_units.find_problem_place(workspace, problem))["file"]]
    except PrintshopError as error:
        with suppress(PrintshopError):
            answer["title"] = unit_names.find_title(read_file_text(game_paths.find_main_file(path))) or name
        return {**answer, "broken": workspace.state_problem(error.first_problem)}
    names, unit_path = [*game.units], list[str | int]()
    if is_file:
        names = [unit.name for unit in game.units.values() if stands_in(path, unit)
                 ] or unit_names.list_names_of_units(text)
        unit_path = unit_names.find_unit_path(text, names[0]) if names else [*unit_names.find_title_path(text)[:-1]]
    return {**answer, "title": game.title, "units": len(names), "path": unit_path, "parts": list_parts(workspace, game),
            "of": folder_games.name_base_game(workspace, path),
            "unit_names": names[:MOST_UNIT_NAMES] or ([unit_names.find_title(text) or name] if is_file and problems
                                                      else []),
            "broken": "".join(workspace.state_problem(problem) for problem in unread[:1]),
            "problems": places,
            "battles": [] if unread else [_describe_battle(workspace, game, name, key) for key in game[SCENARIOS]]}


def _describe_battle(workspace: Workspace, game: Game, name: str, key: str) -> replies.ListedBattle:
    battle = game[SCENARIOS][key]
    table = (" x ".join(length.text for length in battle.table) if battle.table
             else strip_markup(game[MAPS][battle.map].title) if battle.map in game[MAPS] else "")
    forces = [describe_force(force.side, force.total if force.is_complete else force.stated_points)
              for force in battle.forces]
    return {"what": f"{name}/{key}", "key": key, "title": battle.title, "file": workspace.find_own_file(battle.span),
            "summary": strip_markup(" ".join(battle.summary)), "table": table, "forces": forces,
            "unit_names": sorted(battle.unit_names)}


def describe_force(side: Side, points: Fraction | None) -> replies.BattleForce:
    """Return the name, colour and points of a side, "" for unknown points or none."""
    return {"side": side.name, "color": side.color, "points": format_points(points) if points else ""}


def describe_game(workspace: Workspace, name: str) -> replies.GameContents:
    """Return the units of a game with all their values, its parts, texts, sides and battles. Raises PrintshopError."""
    loaded = game_cache.load_cached_game(path := workspace.resolve_game(name))
    columns = list_columns(loaded.unit_types.values())
    return {"name": name, "title": loaded.title, "columns": [*columns.values()],
            "units": [{"name": unit.name, "file": workspace.find_own_file(unit.span),
                       "side": "" if unit.has_no_side else unit.side.name, "kind": unit.kind,
                       "cells": [format_unit_cell(unit, key) for key in columns]}
                      for _, _, unit in user_units.list_units_of_game(workspace, path, loaded)],
            "kinds": {key: kind.name for key, kind in loaded.unit_types.items()},
            "colors": {side.name: side.color for side in loaded.sides.values()},
            "parts": list_parts(workspace, loaded),
            "texts": [loaded.subtitle, loaded.rights, ", ".join(loaded.needs or loaded.dice)],
            "sides": {key: side.name for key, side in loaded.sides.items()},
            "prefixes": {key: side.prefix for key, side in loaded.sides.items() if side.prefix}}


def list_columns(kinds: Iterable[UnitType]) -> dict[str, replies.Column]:
    """Return the columns of a table of units by value: heading, description, and whether it is in the short table."""
    columns = dict[str, replies.Column]()
    for kind in kinds:
        class_value = kind.roster.by or next((key for key, field in kind.fields.items() if field.kind == "choice"), "")
        labels = {key: label[:1].upper() + label[1:] for key, label in kind.value_labels.items()}
        first = {kind.points: "Points", class_value: labels.get(class_value, "").removesuffix(" name")}
        first |= {value: heading for heading, value in kind.roster_columns}
        for key in [*(key for key in first if key in labels), *labels]:
            head = first.get(key) or re.split(r"[,:(]", labels[key])[0]
            columns.setdefault(key, {"head": head, "description": labels[key], "first": key in first})
    return {key: column for key, column in columns.items() if column["first"]} | columns


def format_unit_cell(unit: Unit, key: str) -> str:
    """Return a value of a unit for a table.

    It is guns as they are typed, ? for an unknown value, and "" for none.
    """
    value = unit.values.get(key)
    if isinstance(value, Battery):
        return value.write(is_short=True)
    text = "?" if value is NOT_KNOWN else strip_markup(format_cell(value))
    return "" if text == MISSING else text


def list_parts(workspace: Workspace, game: Game) -> Mapping[replies.Section, list[replies.GamePart]]:
    """Return each map, form, counter, marker, chart and template, with its title and the user's file."""
    parts = dict[Any, list[replies.GamePart]]()
    for product in products.list_products():
        if product.section and product.section != SCENARIOS.key:
            entries, game_parts = find_entries(product, game), parts.setdefault(product.section, [])
            for key, entry in list_entries(product, game).items():
                part: replies.GamePart = {"key": key, "title": strip_markup(entry.title).replace(OURS_MARK, ""),
                                          "file": workspace.find_own_file(getattr(entries[key], "span", None))}
                if isinstance(form := entries[key], Form):
                    part["unit"], part["default"] = form.unit, form.default
                game_parts.append(part)
    return parts
