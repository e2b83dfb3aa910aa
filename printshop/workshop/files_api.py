"""Actions on files: copy, rename and delete; fleets as tables; marks of a saved sheet."""

from __future__ import annotations

import base64
import csv
import io
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from printshop import fleet_files, game_paths
from printshop.game.fleets import HEADINGS as COLUMNS
from printshop.game.fleets import FleetOptions, build_fleet_tree, format_names_cell
from printshop.game.model import Game, make_unique_name
from printshop.game.unit_lists import MAX_DAMAGE, split_count
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import Problems, describe_os_error, make_error
from printshop.products import packs as packing
from printshop.products.rosters import build as rosters_build
from printshop.scaffold.yaml_writer import check_not_main_file, make_file_stem
from printshop.source import MappingNode, Node
from printshop.source.csv_tables import guard_cell_text
from printshop.source.xlsx_tables import read_spreadsheet
from printshop.workshop import fleets_api, game_cache, library, play_api, replies, units_api, user_units
from printshop.workshop.value_edits import (
    edit_yaml,
    get_text,
    list_items,
    read_value_at,
    require_block,
    set_value,
    write_on_one_line,
)
from printshop.workshop.workspace import Workspace, make_stamp, parse_json, read_file_text

HEADINGS = ("unit", "count", "name", "damage", "notes")


def copy(workspace: Workspace, file: str, name: str) -> replies.FileName:
    """Write a copy of a file with another name and title, and return its path. Raises PrintshopError."""
    source, target = workspace.resolve_yaml_file(file), _free(workspace, file, name)
    text = read_file_text(source)
    _check_unit_name(workspace, file, text, "", name)
    workspace.write_files({target: user_units.set_title(text, name).encode()})
    shutil.copymode(source, target)
    return {"file": workspace.name_of(target)}


def _check_unit_name(workspace: Workspace, file: str, text: str, before: str, title: str) -> None:
    """Raise PrintshopError if the title of a file is the name of its only unit, and the unit cannot have a new name."""
    if user_units.find_title_path(text)[-1:] == ("name",) and (
            fault := units_api.find_unit_name_fault(workspace, file, before, title)):
        raise make_error(fault)


def _free(workspace: Workspace, file: str, name: str) -> Path:
    """Return a file beside another, by a name that is typed. Raises PrintshopError if there is one already."""
    target = check_not_main_file(workspace.resolve_yaml_file(file).with_name(f"{make_file_stem(name, 'file')}.yaml"))
    if os.path.lexists(target):
        raise make_error(f"there is a file {target.name} already; it stays as it is", "choose another name")
    return target


def rename(workspace: Workspace, file: str, name: str, title: str = "") -> replies.FileName:
    """Give a file another name, or another title, or both, and return its path. A game gets only another title.

    Raises PrintshopError, also if another file refers to the old name.
    """
    path = workspace.resolve_path(file)
    if path.stem != name:
        _check_unneeded(workspace, path)
    if path.is_dir():
        rename(workspace, f"{file}/{game_paths.MAIN_FILE}", Path(game_paths.MAIN_FILE).stem, title)
        return {"file": file}
    path = workspace.resolve_yaml_file(file)
    target = path if path.stem == name else _free(workspace, file, name)
    if title:
        text = read_file_text(path)
        old = get_text(read_value_at(text, *user_units.find_title_path(text)))
        _check_unit_name(workspace, file, text, old, title)
        units_api.write_and_rename(workspace, file, text, user_units.set_title(text, title))
    try:
        path.rename(target)
    except OSError as error:
        raise make_error(f"cannot rename {file}: {describe_os_error(error)}") from error
    return {"file": workspace.name_of(target)}


def delete(workspace: Workspace, what: str) -> replies.BinNumber:
    """Move a file, or the folder of a user's game, to the bin, and return its number there.

    Raises PrintshopError if another file needs it.
    """
    path = workspace.resolve_path(what)
    _check_unneeded(workspace, path)
    is_game = path.is_dir() and path.parent == workspace.folder and (path / game_paths.MAIN_FILE).is_file()
    deleted = path if is_game and not path.is_symlink() else workspace.resolve_yaml_file(what)
    return {"number": library.move_to_bin(workspace, deleted)}


def _check_unneeded(workspace: Workspace, path: Path) -> None:
    """Raise PrintshopError if another file of the folder builds on a file or game."""
    below = user_units.find_games_below(workspace, path)
    for other in user_units.find_dependents(workspace, path):
        # of two files that need each other, either may go
        if user_units.resolve_main_file(other) not in below and not user_units.is_unused(workspace, other):
            raise make_error(f"{workspace.name_of(other)} needs it, and would not work without it", "change that first")


def make_fleet_table(workspace: Workspace, file: str) -> replies.FleetTable:
    """Return the lines of a fleet as a table, CSV. Raises PrintshopError."""
    text = read_file_text(workspace.resolve_yaml_file(file))
    require_block(text)
    return {"name": f"{Path(file).stem}.csv", "text": _table(list_items(text, "units"))}


def _table(entries: Iterable[Node]) -> str:
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(HEADINGS)
    for entry in entries:
        line, names = fleets_api.read_fleet_line(entry), fleets_api.read_ship_names(entry)
        count, unit = split_count(line.unit)
        count_cell = line.number or str(count if unit != line.unit else max(len(names), 1))
        name_cell = format_names_cell(names, as_list="names" in entry.entries and count_cell not in ("0", "1"))
        cells = (unit, count_cell, name_cell, line.damage, line.notes)
        rows.writerow(map(guard_cell_text, cells))
    return table.getvalue()


def import_fleet_table(workspace: Workspace, file: str, stamp: str, name: str, table: str, *,
                       dry_run: bool = False) -> replies.TableEffect:
    """Write the lines of a table in the place of those of a fleet, and return what changes, and the new stamp.

    The table is a CSV or Excel file of a `name`, as base64. A line whose row is there, with the same name or unit,
    keeps what the table does not say otherwise: also that for which there is no column. Raises PrintshopError.
    """
    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(file)
    game = game_cache.load_cached_game(fleets_api.find_game_of_file(workspace, path))
    entries = list_items(text, "units")
    wanted, columns = _rows(name, base64.b64decode(table, validate=True), game)
    there = _rows("table.csv", _table(entries).encode(), game)[0] if entries else ()
    if not wanted:
        raise make_error("there is no line in this table", f"its first row is {', '.join(HEADINGS)}")
    if len(there) != len(entries):
        raise make_error("this fleet has a line that names no unit",
                         "mend it, or delete it, before a table is taken in")
    of_row = _matched(wanted, there, columns)
    now, changed_count, new = text, 0, [row for row, number in zip(wanted, of_row, strict=True) if number is None]
    removed = [number for number in range(len(entries)) if number not in of_row]
    units = [get_text(line.entries["unit"]) for line in there]
    for missing in removed:
        if new and entries[missing].entries.keys() - {"unit", "count", "name", "names", "damage", "notes"}:
            raise make_error(f"no row of the table is that of {units[missing]}, whose line has more than a table can "
                             "hold", "keep its name and unit in the table, or delete its line first")
    for row, number in zip(wanted, of_row, strict=True):
        if number is not None and (changes := _differing(row, there[number], entries[number], columns)):
            now = set_value(now, ("units", number), fleets_api.change_line(entries[number], changes))
            changed_count += 1
    if len(removed) == len(entries):
        now = set_value(now, ("units",), wanted)
    else:
        edits: list[dict[str, Any]] = [{"do": "remove", "path": ["units", number]} for number in reversed(removed)]
        edits += [{"do": "insert", "path": ["units"], "value": {"data": row}} for row in new]
        new_numbers = count(len(entries))
        wanted_order = [next(new_numbers) if number is None else number for number in of_row]
        order = sorted(wanted_order)
        for place, line in enumerate(wanted_order):
            if (at := order.index(line)) != place:
                edits.append({"do": "move", "path": ["units", at], "to": place})
                order.insert(place, order.pop(at))
        now = reduce(edit_yaml, edits, now)
    if now != text and not dry_run:
        workspace.write_text(file, now)
    return {"changed": changed_count, "added": len(new), "removed": [units[number] for number in removed],
            "is_new": now != text, "stamp": make_stamp(text if dry_run else now)}


def _rows(name: str, table: bytes, game: Game) -> tuple[tuple[MappingNode, ...], frozenset[str]]:
    """Return the lines of a table of a fleet, and the keys that it has columns for. Raises PrintshopError."""
    problems = Problems()
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table{Path(name).suffix.lower()}"
        path.write_bytes(table)
        rows = read_spreadsheet(path, problems, name)
    node = build_fleet_tree(rows, game, problems) if rows else None
    problems.raise_if_any()
    units = node.entries.get("units") if node else None
    lines = tuple(one for one in units.items_or_self if isinstance(one, MappingNode)) if units else ()
    keys = (key for cell in (rows[0].cells if rows else ()) for key, words in COLUMNS.items()
            if cell.text.casefold() in words)
    return lines, frozenset([*keys, *(key for line in lines for key in line.entries)]) - {"name"} | {"names"}


def _cell(line: Node, key: str) -> str:
    """Return what a line of a table says at a key, "" for nothing."""
    found = [(name, line.entries[name]) for name in (("name", "names") if key == "names" else (key,))
             if name in line.entries]
    return write_on_one_line(dict(found)) if found else ""


def _matched(wanted: Sequence[Node], there: Sequence[Node], columns: Iterable[str]) -> list[int | None]:
    """Return for each line of a table which line of the fleet it is, None for a new one."""
    found: list[int | None] = [None] * len(wanted)
    for keys in (sorted(columns), ("unit", "names"), ("names",), ("unit",)):
        left: dict[tuple[str, ...], list[int]] = {}
        for number, line in enumerate(there):
            if number not in found:
                left.setdefault(tuple(_cell(line, key) for key in keys), []).append(number)
        for row, line in enumerate(wanted):
            said = tuple(_cell(line, key) for key in keys)
            if found[row] is None and any(said) and left.get(said):
                found[row] = left[said].pop(0)
    if len(wanted) == len(there):  # the unit of a row is another
        found = [row if number is None and row not in found else number for row, number in enumerate(found)]
    return found


def _differing(row: Node, line: Node, entry: Node, columns: Iterable[str]) -> dict[str, object]:
    """Return what a row says otherwise than the line of a fleet, by key. Raises PrintshopError for what it lacks."""
    changed: dict[str, object] = {}
    for key in columns:
        if _cell(row, key) == _cell(line, key):
            continue
        said = [entry.entries[name] for name in (("name", "names") if key == "names" else (key,))
                if name in entry.entries]
        if said and not _cell(line, key) and write_on_one_line(said[0]) not in ("null", "none", "{}", "[]", '""'):
            raise make_error(f"the {key} of {get_text(line.entries['unit'])} cannot be changed by a table: what "
                             "stands there has no form in a cell", "change it in the text of the file")
        changed |= {name: row.entries.get(name) for name in (("name", "names") if key == "names" else (key,))}
    return changed


def import_marks(workspace: Workspace, file: str, stamp: str, marks: str) -> replies.TakenMarks:
    """Write into a fleet what is marked on a saved sheet of it, JSON as such sheets save it, and tell what that was.

    What the fleet had marked when the sheet was made is added to, or free again. Raises PrintshopError.
    """
    workspace.read_unchanged(file, stamp)
    try:
        found = dict(parse_json(marks)["marks"])
    except (ValueError, TypeError, KeyError, RecursionError):
        found = {}
    game, fleet = fleet_files.load_fleet(workspace.resolve_yaml_file(file), FleetOptions(),
                                         load_cached=game_cache.load_cached_game)
    tracks = rosters_build.count_marks(game, [ship.unit for ship in fleet.units])
    document = packing.assemble_fleet(game, fleet, tuple(packing.build_fleet_components(game, fleet, PrintSettings())),
                                      PrintSettings()
                                      ).document
    names = FieldNumbering()
    damage = [field for page in document.pages for field in names.list_fields(page)
              if field.name in tracks.get(field.record, ())]
    used = [field for field in damage if found.get(field.key) is (not field.is_marked)]
    if not used:
        raise make_error("nothing in this file is marked on records of this fleet",
                         "choose what 'Save marks' has written on the sheet of this very fleet")
    gone = Counter((field.record, field.name) for field in used if not field.is_marked)
    gone.subtract((field.record, field.name) for field in used if field.is_marked)
    did = []
    for ship in fleet.units:
        for track in tracks.get(key := make_unique_name(ship.unit), ()):
            before = ship.damage.get(track, 0)
            amount = max(0, min(MAX_DAMAGE, before + gone[key, track]))
            if amount != before:
                stamp = play_api.mark(workspace, file, stamp, key, track, str(amount))["stamp"]
                did.append(f"{key}: {track.replace('_', ' ')} {before} to {amount}")
    more = f". {left} more left out: no damage of these ships" if (
        left := len(found.keys() - {field.key for field in damage})) else ""
    return {"stamp": stamp, "done": f"Taken: {'; '.join(did)}{more}."}
