"""Fleets of a spreadsheet: a row for every line of a fleet, as blocks of its keys.

The first row names the columns, in any order; each key has other words that are understood as well. Damage is written
`hull=3; crew=1`, several names are parted by semicolons or line breaks. A column called like a field that names other
units, the pilot of an aircraft, says who that is in the unit of its row, where something stands there.
"""

from __future__ import annotations

import difflib
import re
from array import array
from collections.abc import Callable
from collections.abc import Mapping as MappingOf
from dataclasses import replace

from printshop.game.model import Game
from printshop.game.references import references
from printshop.problems import Problems, some
from printshop.source import Mapping, Node, Scalar, Sequence
from printshop.source.tables import Row, delimiter

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
_ASIDE = re.compile(r"\[.*\]|\(.*\)|")  # a column that the fleet does not need


def fleet_node(rows: tuple[Row, ...], game: Game, problems: Problems) -> Node | None:
    """Return the rows of a table as the tree of a fleet, or None after noting why it is none."""
    head, *lines = rows
    columns = _columns(head, game, problems)
    if columns is None:
        return None
    if not lines:
        problems.add(head.place.span, "there is nothing below the headings", "write a row for every unit")
        return None
    blocks = tuple(_block(line, columns, len(head.cells), problems) for line in lines)
    units = Sequence(head.cells[0].source, lines[0].place.line, lines[0].place.column, blocks)
    return _mapping(head.cells[0], {"units": units})


def _columns(head: Row, game: Game, problems: Problems) -> dict[str, int] | None:
    """Return which column holds which key, or None after noting what is wrong with the headings."""
    before = len(problems)
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
    columns: dict[str, int] = {}
    for place, cell in enumerate(head.cells):
        if _ASIDE.fullmatch(cell.text):
            continue
        key = words.get(re.sub(r"[\s_-]+", " ", cell.text.casefold()))
        if key is None:
            meant = f"did you mean '{near[cell][0]}'?" if near[cell] else f"there can be {', '.join(HEADINGS)};"
            problems.add(cell.span, f"no fleet has a column '{cell.text}'",
                         f"{meant} a heading in brackets, [{cell.text[:60]}], leaves the column out")
        elif columns.setdefault(key, place) != place:
            problems.add(cell.span, f"the columns '{head.cells[columns[key]].text}' and '{cell.text}' both say the "
                         f"{key}", "put the heading of one into brackets, and it is left out")
    if "unit" not in columns and len(problems) == before:
        problems.add(head.place.span, "no column says which units there are",
                     f"the first row names the columns: {_FIRST_ROW}")
    return columns if len(problems) == before else None


def _block(line: Row, columns: MappingOf[str, int], width: int, problems: Problems) -> Mapping:
    extra = next((cell for cell in line.cells[width:] if cell.text), None)
    parts = line.cells[(at := columns.get("damage", len(line.cells))):at + 2]
    if extra and len(parts) == 2 and all(_mark(cell.text)[0] for cell in parts):  # parted as cells are
        by = "commas" if delimiter(extra.source.text) == ";" else "semicolons"
        problems.add(line.cells[columns["damage"]].span, "this damage goes on in the next cell",
                     f"part it with {by}, or put quotes round it")
        return _mapping(line.place, {"unit": _text(line.cells[columns["unit"]], problems)})
    if extra:
        problems.add(extra.span, f"this row has {some(len(line.cells), 'cell')}, the headings are {width}",
                     "put quotes round a text that holds what parts the cells")
    cells = {key: line.cells[place] for key, place in columns.items() if place < len(line.cells)}
    entries = {key: _READ[key](cell, problems) for key, cell in cells.items() if cell.text and key in _READ}
    if changed := {key.removeprefix(f"{WITH}."): _value(cell) for key, cell in cells.items()
                   if cell.text and key not in _READ}:
        entries[WITH] = _mapping(line.place, changed)
    return _mapping(line.place, entries)


def _mark(text: str) -> tuple[str, str]:
    """Return track and amount of "hull = 3", "hull: 3" or "hull 3"; no track if it is none of these."""
    body = text.rstrip()
    head = body.rstrip("0123456789")
    head = head.removesuffix("-") if len(head) < len(body) else body
    track = head.strip()
    track = track[:-1].rstrip() if track.endswith(("=", ":")) else track
    amount = body[len(head):]
    return ("", amount) if not amount or "=" in track or ":" in track else (track, amount)


def _mapping(at: Scalar, entries: dict[str, Node]) -> Mapping:
    places = array("I", [number for node in entries.values() for number in (node.line, node.column)])
    return Mapping(at.source, at.line, at.column, entries, places)


def _text(cell: Scalar, _problems: Problems) -> Node:
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=False)


def _names(cell: Scalar, problems: Problems) -> Node:
    parts = [part.strip() for part in re.split(r"[;\r\n]+", cell.text) if part.strip()]
    if len(parts) < 2:
        return _text(cell, problems)
    places = (cell.column + cell.text.find(part) for part in parts)
    items = (Scalar(cell.source, cell.line, column, part, plain=False)
             for column, part in zip(places, parts, strict=True))
    return Sequence(cell.source, cell.line, cell.column, tuple(items))


def _value(cell: Scalar) -> Node:
    """Return whom a field is to name: one, or several parted by semicolons."""
    return _names(cell, Problems()) if ";" in cell.text else replace(cell, plain=True)


def _damage(cell: Scalar, problems: Problems) -> Node:
    """Return what "hull=3; crew=1" says: how many circles of which track."""
    entries: dict[str, Node] = {}
    for part in re.finditer(r"[^;,\r\n]+", cell.text):
        (track, amount), at = _mark(part[0]), cell.column + part.start() + len(part[0]) - len(part[0].lstrip())
        if not part[0].strip():
            continue
        if not track:
            problems.add(cell.source.span(cell.line, at), f"'{part[0].strip()[:60]}' is not damage",
                         "write what of, and how much: hull=3; crew=1")
        elif track in entries:
            problems.add(cell.source.span(cell.line, at), f"the damage to '{track}' is given twice", "add it up")
        else:
            entries[track] = Scalar(cell.source, cell.line, at, amount, plain=True)
    return _mapping(cell, entries)


_READ: dict[str, Callable[[Scalar, Problems], Node]] = {
    "unit": _text, "count": lambda cell, _: cell, "name": _names, "side": _text, "damage": _damage, "notes": _text,
}
