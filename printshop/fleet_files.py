"""Find and read fleet files, and load their games.

A fleet file is YAML with a key `game`, or a table.
"""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from printshop import game_paths
from printshop.files import LEADS_OUT_HINT, LEADS_OUT_MESSAGE, is_inside, read_up_to
from printshop.game import fleets
from printshop.game.extends import format_path
from printshop.game.fleets import Fleet, FleetOptions, build_fleet_tree
from printshop.game.model import Game
from printshop.game.settings import fill_settings
from printshop.game.unit_lists import split_count
from printshop.game_paths import FLEETS_FOLDER, MAIN_FILE, MAX_SEARCHED_BYTES, NO_OVERRIDES, GameOverrides
from printshop.load_game import read_game
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError, Problems, make_error
from printshop.products.build import use_game_fonts
from printshop.schema.reader import read_plain_text
from printshop.source import TABLE_SUFFIXES as UNIT_TABLE_SUFFIXES
from printshop.source import MappingNode, Node, parse_yaml_file
from printshop.source.csv_tables import guard_cell_text
from printshop.source.value_edits import get_text
from printshop.source.xlsx_tables import read_spreadsheet

YAML_SUFFIXES, TABLE_SUFFIXES = (".yaml", ".yml"), (*UNIT_TABLE_SUFFIXES, ".txt")
UNREADABLE_SUFFIXES = (".xls", ".xlsm", ".ods", ".numbers")
_DAMAGE_SIGNS = {*",;=:"}  # the signs between marks, and in them
_MAX_PATH_LENGTH = 250  # characters of a path or a name: longer ones are not searched for
_GAME_KEYS = re.compile(rb"^(?:\xef\xbb\xbf)?(extends|unit_types|game) *:", re.MULTILINE)
_FLOW_MAPPING = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*(?:[#%-][^\n]*)?\n)*[ \t]*\{")  # the file is one flow mapping


def is_fleet_file(path: Path) -> bool:
    """Return whether a file looks like a fleet.

    A fleet is a table, a YAML file with the key `game`, or any YAML file in a folder `fleets`.
    """
    suffix = path.suffix.lower()
    if suffix not in (*YAML_SUFFIXES, *TABLE_SUFFIXES) or not game_paths.is_file(path):
        return False
    if suffix in TABLE_SUFFIXES:
        return not (suffix == ".txt" and game_paths.is_game_file(path))
    if _find_home_game(path):
        return True
    try:
        head = read_up_to(path, MAX_SEARCHED_BYTES)
    except OSError:
        return False
    if not _FLOW_MAPPING.match(head):
        return {match[1] for match in _GAME_KEYS.finditer(head)} == {b"game"}
    tree = parse_yaml_file(path, Problems(), format_path(path))
    return isinstance(tree, MappingNode) and tree.entries.keys() & {"extends", "unit_types", "game"} == {"game"}


def _find_home_game(path: Path) -> Path | None:
    """Return the game whose folder `fleets` contains the given file. If there is no such game, return None.

    If the path of the file leads to the game, the path of the game is made from it. Otherwise links are resolved.
    """
    real, named_home = path.resolve(), path.parent.parent
    if real.parent.name != FLEETS_FOLDER or not (real.parents[1] / MAIN_FILE).is_file():
        return None
    return named_home if named_home.resolve() == real.parents[1] else real.parents[1]


def find_fleet_file(name: str) -> Path:
    """Return the file of a fleet. Raises PrintshopError if there is none.

    `name` is a path, with or without its suffix, or GAME/NAME.
    """
    path = Path(name)
    for candidate in (path, *(path.with_name(f"{path.name}{suffix}") for suffix in (*YAML_SUFFIXES, *TABLE_SUFFIXES)
                              if path.name)):
        # if this is no file, opening it reports the reason
        is_supported = candidate.suffix.lower() in (*YAML_SUFFIXES, *TABLE_SUFFIXES)
        if game_paths.is_file(candidate) or (is_supported and os.path.lexists(candidate)):
            return candidate
    game, key = game_paths.split_scenario(name)
    files: list[Path] = []
    if 0 < len(game) <= _MAX_PATH_LENGTH:
        folder_name = re.sub(f"/({FLEETS_FOLDER}|{MAIN_FILE})$", "", game)
        files = list_fleet_files(game_paths.find_shipped_games().get(game, Path(folder_name)) / FLEETS_FOLDER)
    if file := next((file for file in files if file.stem == Path(key).stem), None):
        return file
    can_look_beside = len(name) <= _MAX_PATH_LENGTH and path.parent.is_dir()
    sibling_fleets = [str(file) for file in game_paths.list_visible(path.parent)
                      if is_fleet_file(file)] if can_look_beside else []
    names = {Path(file).stem.casefold(): file if path.suffix else file.rpartition(".")[0] for file in sibling_fleets}
    names |= {file.stem.casefold(): f"{game}/{file.stem}" for file in files}
    close_names = difflib.get_close_matches(path.stem.casefold()[:_MAX_PATH_LENGTH], names, n=1, cutoff=0.6)
    raise make_error(f"there is no fleet '{name[:_MAX_PATH_LENGTH]}'",
                     f"did you mean '{names[close_names[0]]}'?" if close_names else
                     "write a fleet as a file NAME.yaml, or as a table NAME.csv")


def list_fleet_files(folder: Path) -> list[Path]:
    """Return the fleet files in a folder `fleets`."""
    paths = game_paths.list_visible(folder) if is_inside(folder, folder.parent) else []
    return [path for path in paths if path.suffix in (*YAML_SUFFIXES, *TABLE_SUFFIXES)]


def load_fleet(path: Path, options: FleetOptions, game: str = "", changes: GameOverrides = NO_OVERRIDES, *,
               load_cached: Callable[[Path, str], Game] | None = None) -> tuple[Game, Fleet]:
    """Return the game of a fleet file, and the fleet.

    The game also has the fonts of the fleet. `game` and `options` take precedence over the file. If `load_cached` is
    given, it loads the game instead of `read_game`, unless `changes` has more than a theme. Its arguments are the path
    of the game and the theme. Raises PrintshopError.
    """
    from printshop.products.rosters import build as rosters_build  # late: not needed for games without fleets

    if path.parent.name == FLEETS_FOLDER and game_paths.is_file(path.parent.parent / MAIN_FILE) \
            and not is_inside(path, path.parent.parent):
        raise make_error(f"{path} {LEADS_OUT_MESSAGE}", LEADS_OUT_HINT)
    problems, is_table = Problems(), path.suffix.lower() in TABLE_SUFFIXES
    if not is_table and path.suffix.lower() not in YAML_SUFFIXES:
        is_workbook = path.suffix.lower() in UNREADABLE_SUFFIXES
        raise make_error(f"{path} is not a fleet file", 'save it as .xlsx, or as "CSV UTF-8"' if is_workbook else
                         "a fleet is a file NAME.yaml, or a table NAME.csv")
    node = None if is_table else parse_yaml_file(path, problems, format_path(path))
    rows = read_spreadsheet(path, problems, format_path(path)) if is_table else None
    problems.raise_if_any()
    game_path = find_fleet_game(path, node, game, problems)
    is_unchanged = changes == GameOverrides(theme=changes.theme)
    loaded_game = load_cached(game_path, changes.theme) if load_cached and is_unchanged else read_game(game_path,
                                                                                                       *changes,
                                                                                                       skip_broken=True)
    if rows:
        node = build_fleet_tree(rows, loaded_game, problems)
        note = rows[0].cells[0].source.note
        loaded_game = replace(loaded_game, notes=(*loaded_game.notes, note)) if note else loaded_game
    elif node:
        fill_settings(node, loaded_game.settings, problems)
    fleet = fleets.read_fleet(node, path.stem, loaded_game, problems, options) if node else None
    if fleet is None:
        raise PrintshopError(problems)
    loaded_game = replace(loaded_game, fonts=(*fleet.fonts, *loaded_game.fonts))
    with use_game_fonts(loaded_game, PrintSettings()):
        tracks = rosters_build.count_marks(loaded_game, [ship.unit for ship in fleet.units])
        fleet = rosters_build.match_damage_names(fleet, tracks)
        rosters_build.check_fleet_damage(fleet, tracks, problems)
    problems.raise_if_any()
    return loaded_game, fleet


def find_fleet_game(path: Path, node: Node | None, game: str, problems: Problems) -> Path:
    """Return the path of the game of a fleet.

    Raises PrintshopError if no game is found. If `game` is given, this is the game. Otherwise it is the game that the
    fleet's file names (a table has no such key). If the file names none, it is the game around the file.
    """
    if game:
        return game_paths.find_game(game)
    name_node = node.entries.get("game") if isinstance(node, MappingNode) else None
    if name_node is None:
        if home := _find_home_game(path):
            return home
        raise make_error(f"{format_path(path)} does not name the game of the fleet",
                         "write game: NAME in the file",
                         terminal_hint=f"write {'' if node is None else 'game: NAME in the file, or '}--game NAME on "
                                       "the command line")
    name = read_plain_text(name_node, "'game'", problems)
    problems.raise_if_any()
    try:
        return game_paths.find_referenced_game(str(name), path.parent, Path(os.path.realpath(path)).parent.parent)
    except PrintshopError as error:
        raise PrintshopError(replace(problem, span=name_node.span) for problem in error.problems) from error


def format_fleet_table(fleet: Node, delimiter: str = ",") -> str:
    """Return the lines of a fleet as CSV, from which `build_fleet_tree` makes the same lines.

    Damage that has no form in a table is left out.
    """
    lines, table = fleet.entries.get("units"), io.StringIO()
    rows = csv.writer(table, delimiter=delimiter)
    rows.writerow(fleets.FIRST_ROW.split(","))
    for line in lines.items if lines else ():
        rows.writerow(map(guard_cell_text, _list_cells(line)))
    return table.getvalue()


def format_fleet_file(path: Path, delimiter: str = ",") -> str:
    """Return the lines of a fleet file in YAML as CSV. Raises PrintshopError."""
    tree = parse_yaml_file(path, problems := Problems(), format_path(path))
    problems.raise_if_any()
    return format_fleet_table(tree, delimiter) if tree else ""


def _list_cells(line: Node) -> tuple[str, ...]:
    """Return the unit, count, name, damage and notes of a line of a fleet."""
    keys = line.entries
    words = get_text(keys.get("unit") if isinstance(line, MappingNode) else line).strip()
    count, unit = split_count(words)
    names_node, damage = keys.get("names") or keys.get("name"), keys.get("damage")
    names = [get_text(name_node) for name_node in names_node.items_or_self] if names_node else []
    count_cell = get_text(keys.get("count")) or str(count if unit != words else max(len(names), 1))
    name_cell = fleets.format_names_cell(names, as_list="names" in keys and count_cell not in ("0", "1"))
    marks = [(track, get_text(amount)) for track, amount in damage.entries.items()] if damage else []
    is_fit = all(fleets.split_damage(" ".join(mark)) == mark and not _DAMAGE_SIGNS & {*mark[0]} for mark in marks)
    return unit, count_cell, name_cell, "; ".join(map(" ".join, marks)) if is_fit else "", get_text(keys.get("notes"))
