"""Files of the folder in the page: copied, renamed, deleted; fleets as tables; marks that a saved sheet holds."""

from __future__ import annotations

import csv
import io
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import catalogue, products
from printshop.drafts.writing import check_file, stem
from printshop.files import Delivery
from printshop.game.fleets import HEADINGS as COLUMNS
from printshop.game.fleets import MOST_DAMAGE, Asked, cell_of, fleet_node
from printshop.game.happenings import counted
from printshop.game.model import Game, key_of
from printshop.game.scenarios import points_of
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.problems import PrintshopError, Problems, failure, reason
from printshop.products import pack as packing
from printshop.products.rosters import rosters
from printshop.render import svg
from printshop.render.fields import Names
from printshop.source import MappingNode, Node
from printshop.source.tables import guarded
from printshop.source.workbooks import read_rows
from printshop.workshop import desk, edits, fleets, kept, mustering, own, playing
from printshop.workshop.desk import Plain

HEADINGS = ("unit", "count", "name", "damage", "notes")


def copy(file: str, name: str) -> Plain:
    """Write a copy of a file under a name of its own, and return its path. Raises PrintshopError."""
    source, target = desk.file_of(file), _free(file, name)
    with Delivery() as delivery:
        delivery.place(target).write_bytes(desk.text_of(source).encode())
    shutil.copymode(source, target)
    return {"file": target.as_posix()}


def _free(file: str, name: str) -> Path:
    """Return a file beside another, by a name that is typed. Raises PrintshopError if there is one already."""
    target = check_file(desk.file_of(file).with_name(f"{stem(name, 'file')}.yaml"))
    if os.path.lexists(target):
        raise failure(f"there is a file {target.name} already; it stays as it is", "choose another name")
    return target


def rename(file: str, name: str) -> Plain:
    """Give a file another name, and return its path. Raises PrintshopError, also where another file names it."""
    _unneeded(file)
    target = _free(file, name)
    try:
        desk.file_of(file).rename(target)
    except OSError as error:
        raise failure(f"cannot rename {file}: {reason(error)}") from error
    return {"file": target.as_posix()}


def delete(what: str) -> Plain:
    """Delete a file, or a game of the player's own, a folder. Raises PrintshopError where another file needs it."""
    path = desk.inside(what)
    _unneeded(what)
    if path.is_dir() and len(path.parts) == 1 and (path / catalogue.MAIN).is_file() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        desk.file_of(what).unlink()
    return {}


def _unneeded(what: str) -> None:
    """Raise PrintshopError if a file of the folder names another one, or a game, as what it builds on."""
    path, below = Path(what), own.all_below(Path(what))
    for other in own.naming(path):
        if own.real(other) not in below and not own.is_unused(other):  # of two that need each other, either may go
            raise failure(f"{other} needs it, and would not work without it", "change that first")


def look(text: str) -> Plain:
    """Return what a file is that somebody has sent, without keeping it: game, units, points, and what they look like.

    Of one that cannot be read, nothing of it. Raises PrintshopError for one that is too large.
    """
    told: Plain = {"game": "", "units": "", "points": "", "pages": []}
    if len(text) > desk.LARGEST:
        raise failure("this file is too large to be looked at", "ask for it as a zip")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            if fleets.is_fleet(path):
                game, fleet = fleets.open_fleet(path, Asked())
                names = [ship.unit.name for ship in fleet.ships]
                points = sum(squadron.points for squadron in fleet.squadrons)
                pages = packing.assemble_fleet(game, fleet, (), Settings()).document.pages
            else:
                game = load(path, sound=True)
                units = tuple(unit for unit in game.units.values() if unit.span and unit.span.file.endswith(path.name))
                names, points = [unit.name for unit in units], sum(
                    points_of(unit, game.unit_types) or Fraction(0) for unit in units)
                pages = products.find("records").build(game, Request(units=units), Settings()).pages if units else ()
            drawn = [svg.shown(page) for page, _ in zip(pages, range(desk.MOST_SHOWN), strict=False)]
            told |= {"game": game.title, "units": ", ".join(names), "points": str(points or ""), "pages": drawn}
        except PrintshopError:
            pass
    return told


def fleet_table(file: str) -> Plain:
    """Return the lines of a fleet as a table, CSV. Raises PrintshopError."""
    text = desk.text_of(desk.file_of(file))
    edits.head(text)
    return {"name": f"{Path(file).stem}.csv", "text": _table(edits.lines(text, "units"))}


def _table(entries: Iterable[Node]) -> str:
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(HEADINGS)
    for entry in entries:
        line, names = mustering.line_of(entry), mustering.names_of(entry)
        count, unit = counted(line["unit"])
        several = str(count) if unit != line["unit"] else str(max(len(names), 1))
        damage = line["damage"].replace(", ", "; ") if isinstance(entry.entries.get("damage"), MappingNode) else ""
        count_cell = line["count"] or several
        name_cell = cell_of(names, listed="names" in entry.entries and count_cell not in ("0", "1"))
        cells = (unit, count_cell, name_cell, damage, line["notes"])
        rows.writerow(map(guarded, cells))
    return table.getvalue()


def take_table(file: str, stamp: str, table: str) -> Plain:
    """Write the lines of a table, CSV, in the place of those of a fleet.

    A line whose row is there, with the same name or unit, keeps what the table does not say otherwise: also that for
    which there is no column. Raises PrintshopError.
    """
    text, path = desk.unchanged(file, stamp), desk.file_of(file)
    game, entries = kept.game(mustering.game_of(path)), edits.lines(text, "units")
    wanted, columns = _rows(table, game)
    there = _rows(_table(entries), game)[0] if entries else ()
    if not wanted:
        raise failure("there is no line in this table", f"its first row is {', '.join(HEADINGS)}")
    if len(there) != len(entries):
        raise failure("this fleet has a line that names no unit", "mend it, or delete it, before a table is taken in")
    of_row = _matched(wanted, there, columns)
    changes: dict[int, Sequence[str | Node]] = {}
    for row, number in zip(wanted, of_row, strict=True):
        changed = {} if number is None else _differing(row, there[number], entries[number], columns)
        if number is not None and changed:
            changes[number] = [mustering.amended(entries[number], changed)]
    new = [edits.on_one_line(row) for row, number in zip(wanted, of_row, strict=True) if number is None]
    gone = [number for number in range(len(entries)) if number not in of_row]
    for number in gone:
        if new and entries[number].entries.keys() - {"unit", "count", "name", "names", "damage", "notes"}:
            unit = edits.word(there[number].entries["unit"])
            raise failure(f"no row of the table is that of {unit}, whose line has more than a table can hold",
                          "keep its name and unit in the table, or delete its line first")
    changes |= dict.fromkeys(gone, ())
    if gone and len(gone) == len(entries):
        changes[0], new = new, []
        order = [*range(len(wanted))]
    else:
        changes |= {len(entries): new} if new else {}
        left = [number for number in range(len(entries)) if number not in gone]
        added = iter(range(len(left), len(wanted)))
        order = [next(added) if number is None else left.index(number) for number in of_row]
    now = edits.replaced(text, ("units",), changes) if changes else text
    now = edits.reordered(now, ("units",), order)
    if now != text:
        desk.put(file, now)
    return mustering.open_fleet(file)


def _rows(table: str, game: Game) -> tuple[tuple[MappingNode, ...], frozenset[str]]:
    """Return the lines of a table of a fleet, and the keys that it has columns for. Raises PrintshopError."""
    problems = Problems()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_text(table, encoding="utf-8", newline="")
        rows = read_rows(path, problems, "table.csv")
    node = fleet_node(rows, game, problems) if rows else None
    problems.raise_if_any()
    units = node.entries.get("units") if node else None
    lines = tuple(one for one in units.listed if isinstance(one, MappingNode)) if units else ()
    keys = (key for cell in (rows[0].cells if rows else ()) for key, words in COLUMNS.items()
            if cell.text.casefold() in words)
    return lines, frozenset([*keys, *(key for line in lines for key in line.entries)]) - {"name"} | {"names"}


def _cell(line: Node, key: str) -> str:
    """Return what a line of a table says at a key, "" for nothing."""
    found = [(name, line.entries[name]) for name in (("name", "names") if key == "names" else (key,))
             if name in line.entries]
    return edits.on_one_line(dict(found)) if found else ""


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
        if said and not _cell(line, key) and edits.on_one_line(said[0]) not in ("null", "none", "{}", "[]", '""'):
            raise failure(f"the {key} of {edits.word(line.entries['unit'])} cannot be changed by a table: what stands "
                          "there has no form in a cell", "change it in the text of the file")
        changed |= {name: row.entries.get(name) for name in (("name", "names") if key == "names" else (key,))}
    return changed


def take_marks(file: str, stamp: str, marks: str) -> Plain:
    """Write into a fleet what is marked on a saved sheet of it, JSON as such sheets save it, and tell what that was.

    What the fleet had marked when the sheet was made is added to, or free again. Raises PrintshopError.
    """
    desk.unchanged(file, stamp)
    try:
        found = dict(desk.parsed(marks)["marks"])
    except (ValueError, TypeError, KeyError, RecursionError):
        found = {}
    game, fleet = fleets.open_fleet(desk.file_of(file), Asked(), kept=kept.game)
    tracks = rosters.tracks_of(game, [ship.unit for ship in fleet.ships])
    document = packing.assemble_fleet(game, fleet, tuple(packing.make_fleet(game, fleet, Settings())), Settings()
                                      ).document
    names = Names()
    damage = [field for page in document.pages for field in names.of(page)
              if field.name in tracks.get(field.record, ())]
    used = [field for field in damage if found.get(field.key) is (not field.filled)]
    if not used:
        raise failure("nothing in this file is marked on records of this fleet",
                      "choose what 'Save marks' has written on the sheet of this very fleet")
    gone = Counter((field.record, field.name) for field in used if not field.filled)
    gone.subtract((field.record, field.name) for field in used if field.filled)
    did = []
    for ship in fleet.ships:
        for track in tracks.get(key := key_of(ship.unit), ()):
            before = ship.damage.get(track, 0)
            amount = max(0, min(MOST_DAMAGE, before + gone[key, track]))
            if amount != before:
                stamp = playing.mark(file, stamp, key, track, str(amount))["stamp"]
                did.append(f"{key}: {track.replace('_', ' ')} {before} to {amount}")
    more = f". {left} more left out: no damage of these ships" if (
        left := len(found.keys() - {field.key for field in damage})) else ""
    return {**mustering.open_fleet(file), "done": f"Taken: {'; '.join(did)}{more}."}
