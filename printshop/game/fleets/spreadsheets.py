"""Fleets of a spreadsheet: a row for every line of a fleet, as blocks of its keys.

The first row names the columns, in any order; each key has other words that are understood as well. Damage is written
`hull=3; crew=1`, several names are parted by semicolons or line breaks. A column called like a field that names other
units, the pilot of an aircraft, says who that is in the unit of its row, where something stands there.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import replace

from printshop.game.model import Game
from printshop.game.references import references
from printshop.problems import Problems
from printshop.source import MappingNode, Node, Scalar, SequenceNode
from printshop.source.spreadsheets import Table, block, headed, parted
from printshop.source.tables import Row, aside, delimiter

HEADINGS: dict[str, tuple[str, ...]] = {
    "unit": ("unit", "units", "ship", "class", "model", "vessel", "design", "unit class", "ship class"),
    "count": ("count", "qty", "quantity", "number", "copies", "how many", "amount", "no", "no.", "#"),
    "name": ("name", "names", "called", "own name", "ship name", "ship names", "proper name"),
    "side": ("side", "nation", "faction", "force", "owner", "army"),
    "damage": ("damage", "hits", "losses", "damage taken", "hits taken", "marked"),
    "notes": ("notes", "note", "remarks", "remark", "comment", "comments"),
}
WITH = "with"
_FIRST_ROW = "unit,count,name,damage,notes"


def fleet_node(rows: tuple[Row, ...], game: Game, problems: Problems) -> Node | None:
    """Return the rows of a table as the tree of a fleet, or None after noting why it is none."""
    head = rows[0]
    kinds = (name.casefold() for kind in game.unit_types.values() for name in (kind.name, kind.plural, kind.key))
    fields = {key.replace("_", " "): f"{WITH}.{key}" for kind in game.unit_types.values()
              for key in references(kind.fields)}
    words = {**dict.fromkeys(kinds, "unit"), **fields,
             **{word: key for key, known in HEADINGS.items() for word in known}}
    near = {cell: difflib.get_close_matches(cell.text.casefold()[:100], words, n=1, cutoff=0.75) for cell in head.cells}
    if not any(near.values()):
        problems.add(head.place.span, "the first row has none of the headings of a fleet",
                     f"write {_FIRST_ROW} above it")
        return None

    def key_of(cell: Scalar) -> str:
        key = words.get(re.sub(r"[\s_-]+", " ", cell.text.casefold()), "")
        if not (key or aside(cell.text)):
            meant = f"did you mean '{near[cell][0]}'?" if near[cell] else f"there can be {', '.join(HEADINGS)};"
            problems.add(cell.span, f"no fleet has a column '{cell.text}'",
                         f"{meant} a heading in brackets, [{cell.text[:60]}], leaves the column out")
        return key

    table = headed(rows, key_of, "unit", _FIRST_ROW, problems)
    if not table:
        return None
    blocks = tuple(_block(line, table, problems) for line in table.lines)
    first = table.lines[0].place
    return block(head.cells[0], {"units": SequenceNode(first.source, first.line, first.column, blocks)})


def _block(line: Row, table: Table, problems: Problems) -> MappingNode:
    parts = line.cells[(at := table.columns.get("damage", len(line.cells))):at + 2]
    if len(line.cells) > table.width and len(parts) == 2 and all(_mark(cell.text)[0] for cell in parts):
        by = "commas" if delimiter(parts[0].source.text) == ";" else "semicolons"  # it is parted as cells are
        problems.add(parts[0].span, "this damage goes on in the next cell",
                     f"part it with {by}, or put quotes round it")
        return block(line.place, {"unit": _text(line.cells[table.columns["unit"]], problems)})
    cells = table.cells(line, problems)
    entries = {key: _READ[key](cell, problems) for key, cell in cells.items() if cell.text and key in _READ}
    if changed := {key.removeprefix(f"{WITH}."): _value(cell) for key, cell in cells.items()
                   if cell.text and key not in _READ}:
        entries[WITH] = block(line.place, changed)
    return block(line.place, entries)


def _mark(text: str) -> tuple[str, str]:
    """Return track and amount of "hull = 3", "hull: 3" or "hull 3"; no track if it is none of these."""
    body = text.rstrip()
    head = body.rstrip("0123456789")
    head = head.removesuffix("-") if len(head) < len(body) else body
    track = head.strip()
    track = track[:-1].rstrip() if track.endswith(("=", ":")) else track
    amount = body[len(head):]
    return ("", amount) if not amount or "=" in track or ":" in track else (track, amount)


def _text(cell: Scalar, _problems: Problems) -> Node:
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=False)


def _names(cell: Scalar, problems: Problems) -> Node:
    parts = parted(cell, r";\r\n", plain=False)
    return SequenceNode(cell.source, cell.line, cell.column, parts) if len(parts) > 1 else _text(cell, problems)


def _value(cell: Scalar) -> Node:
    """Return whom a field is to name: one, or several parted by semicolons."""
    return _names(cell, Problems()) if ";" in cell.text else replace(cell, plain=True)


def _damage(cell: Scalar, problems: Problems) -> Node:
    """Return what "hull=3; crew=1" says: how many circles of which track."""
    entries: dict[str, Node] = {}
    for part in parted(cell, r";,\r\n"):
        track, amount = _mark(part.text)
        if not track:
            problems.add(part.span, f"'{part.text[:60]}' is not damage", "write what of, and how much: hull=3; crew=1")
        elif track in entries:
            problems.add(part.span, f"the damage to '{track}' is given twice", "add it up")
        else:
            entries[track] = replace(part, text=amount)
    return block(cell, entries)


_READ: dict[str, Callable[[Scalar, Problems], Node]] = {
    "unit": _text, "count": lambda cell, _: cell, "name": _names, "side": _text, "damage": _damage, "notes": _text,
}
