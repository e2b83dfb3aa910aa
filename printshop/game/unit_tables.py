"""Units of a spreadsheet: a row for each, below headings that are called like their keys or fields.

`ships.csv` stands beside or instead of `ships.yaml`. What `printshop export csv` writes is read: what is worked out
from the fields, and a heading in brackets, is left out. Entries of a list, and names, are parted by semicolons; of
figures by name and of things each has a column of its own, `shield.bow`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from pathlib import Path

from printshop.game.fields import EntriesField, Field, NumbersField
from printshop.game.unit_types import UNIT_KEYS, UnitType
from printshop.problems import Problems, suggestion
from printshop.source import UNKNOWN, Node, Scalar, parse_text
from printshop.source import Mapping as MappingNode
from printshop.source import Sequence as SequenceNode
from printshop.source.tables import Row, parse_table

ASIDE = ("unit type", "size", "points", "warnings")  # what exported tables have besides: it follows from the rest
_LEFT_OUT = re.compile(r"\[.*\]|\(.*\)|")
_TEXTS = ("text", "choice", "unit")  # what stands there is a text, be it of digits alone
_SEVERAL = ("list", "units")
_FOLLOWING = ("battery", "length", "list", "unit", "units")  # fields whose parts are worked out where they are exported
NO_PREFIX = "none"
NOTHING = "[]"  # a list that has no entries, and is not left out


def read_table(path: Path, unit_type: UnitType, problems: Problems, name: str) -> Node | None:
    """Return the units of a table as the tree of a list, or None after noting why there is none."""
    rows = parse_table(path, problems, name)
    if not rows:
        return None
    head, *lines = rows
    if not lines:
        problems.add(head.place.span, "there is nothing below the headings", "write a row for every unit")
        return None
    before, columns, follow = len(problems), dict[str, int](), list[Scalar]()
    for place, cell in enumerate(head.cells):
        key = _key(cell, unit_type, problems)
        follow += [] if key else [cell]
        if key and columns.setdefault(key, place) != place:
            problems.add(cell.span, f"there are two columns '{key}'", "put the heading of one into brackets: [...]")
    there = {key.partition(".")[0] for key in columns}
    for cell in follow if len(problems) == before else ():
        whole, dot, _ = cell.text.partition(".")
        if dot and whole in unit_type.fields and whole not in there:
            problems.add(cell.span, f"there is no column '{whole}', from which '{cell.text[:60]}' follows",
                         f"write the column '{whole}' itself; in a cell stands {unit_type.fields[whole].example}")
    if "name" not in columns and len(problems) == before:
        problems.add(head.place.span, "no column has the heading 'name'", "the first row names the columns: name, ...")
    if len(problems) > before:
        return None
    items = tuple(_unit(line, columns, len(head.cells), unit_type.fields, problems) for line in lines)
    root = SequenceNode(head.cells[0].source, 1, 1, items)
    root.source.path, root.source.values = path, sum(len(line.cells) for line in lines)
    return root


def _key(cell: Scalar, unit_type: UnitType, problems: Problems) -> str:
    """Return the key, or key and part, that a column is for; "" for one that is left out."""
    text = " ".join(cell.text.split())
    fields = {word.casefold(): key for key, field in unit_type.fields.items()
              for word in (field.label, key.replace("_", " "), key)}
    first, _, part = text.partition(".")
    general = text.casefold().replace(" ", "_")
    key = general if general in UNIT_KEYS else fields.get(text.casefold(), "")
    if key or _LEFT_OUT.fullmatch(text) or text in ASIDE or first in unit_type.derived:
        return key
    field = unit_type.fields.get(first)
    if part and isinstance(field, EntriesField | NumbersField):
        if part not in _parts(field) and (part != "total" or isinstance(field, EntriesField)):
            problems.add(cell.span, f"{first} has no '{part[:60]}'", suggestion(part, _parts(field)))
            return ""
        return text if part in _parts(field) else ""
    if part and field and field.kind in _FOLLOWING:
        return ""
    problems.add(cell.span, f"units have no '{text[:60]}'", f"{suggestion(text, (*unit_type.fields, *UNIT_KEYS))} A "
                 f"heading in brackets, [{text[:40]}], leaves the column out")
    return ""


def _parts(field: Field) -> tuple[str, ...]:
    return tuple(field.things) if isinstance(field, EntriesField) else field.options


def _unit(line: Row, columns: Mapping[str, int], width: int, fields: Mapping[str, Field], problems: Problems) -> Node:
    if extra := next((cell for cell in line.cells[width:] if cell.text), None):
        problems.add(extra.span, f"this row has {len(line.cells)} cells, the headings are {width}",
                     "put quotes round a text that holds what parts the cells")
    cells = {key: line.cells[place] for key, place in columns.items() if place < len(line.cells)}
    entries: dict[str, Node] = {}
    parted = {key.partition(".")[0] for key, cell in cells.items() if "." in key and cell.text}
    for key, cell in cells.items():
        first, _, part = key.partition(".")
        if not cell.text or (first in parted and not part):
            continue
        if not part:
            entries[key] = _value(key, cell, fields.get(key))
        elif not isinstance(fields[first], EntriesField) or cell.text != "0":
            inside = entries.get(first)
            inner = dict(inside.entries) if isinstance(inside, MappingNode) else {}
            entries[first] = _block(cells.get(first, cell), {**inner, part: cell})
    return _block(line.place, entries)


def _block(at: Scalar, entries: dict[str, Node]) -> MappingNode:
    places = array("I", [number for node in entries.values() for number in (node.line, node.column)])
    return MappingNode(at.source, at.line, at.column, entries, places)


def _value(key: str, cell: Scalar, field: Field | None) -> Node:
    """Return what stands in a cell as the data has it."""
    if cell.text != UNKNOWN and (key == "sisters" or (field and field.kind in _SEVERAL)):
        if cell.text == NOTHING:
            return SequenceNode(cell.source, cell.line, cell.column, ())
        column, items = cell.column, list[Node]()
        for part in cell.text.split(";"):
            if part.strip():
                items.append(_entry(cell, part.strip(), column + len(part) - len(part.lstrip())))
            column += len(part) + 1
        return SequenceNode(cell.source, cell.line, cell.column, tuple(items))
    if key == "prefix" and cell.text == NO_PREFIX:
        return Scalar(cell.source, cell.line, cell.column, "", plain=False)
    text = field is None or (field.kind in _TEXTS and cell.text != UNKNOWN)
    named = cell.text in ("true", "false") or cell.text.isdigit()  # of what every unit may have
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=not text or (field is None and named))


def _entry(cell: Scalar, text: str, column: int) -> Node:
    """Return an entry of a list: words, or what begins as YAML would have it, a block or a text in quotes."""
    if text[:1] in "{'\"":
        node = parse_text(f"[{text}]", cell.source.name, trial := Problems())
        if isinstance(node, SequenceNode) and len(node.items) == 1 and not trial:
            return node.items[0]
    return Scalar(cell.source, cell.line, column, text, plain=True)
