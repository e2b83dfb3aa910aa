"""Units of a spreadsheet: a row for each, below headings that are called like their keys or fields.

`ships.csv` or `ships.xlsx` stands beside or instead of `ships.yaml`. What `printshop export csv` writes is read: what
is worked out from the fields, and a heading in brackets, is left out. Entries of a list, and names, are parted by
semicolons; of figures by name and of things each has a column of its own, `shield.bow`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from printshop.game.fields import EntriesField, Field, NumbersField
from printshop.game.notations import DecimalField
from printshop.game.unit_types import UNIT_KEYS, UnitType
from printshop.problems import Problems, suggestion
from printshop.source import UNKNOWN, MappingNode, Node, Scalar, SequenceNode, parse_text
from printshop.source.spreadsheets import block, headed, parted, read_rows
from printshop.source.tables import aside

ASIDE = ("unit type", "size", "points", "warnings")  # what exported tables have besides: it follows from the rest
_TEXTS = ("text", "choice", "unit")  # what stands there is a text, be it of digits alone
_SEVERAL = ("choices", "list", "units")
_FOLLOWING = ("battery", "length", "list", "unit", "units")  # fields whose parts are worked out where they are exported
_COMMA = re.compile(r"([-+]?\d+),(\d{1,2} *\D?|\d{4,6} *\D?)")  # three digits behind it may be thousands
NO_PREFIX = "none"
NOTHING = "[]"  # a list that has no entries, and is not left out


def read_table(path: Path, unit_type: UnitType, problems: Problems, name: str) -> Node | None:
    """Return the units of a table as the tree of a list, or None after noting why there is none."""
    rows = read_rows(path, problems, name)
    before = len(problems)
    table = headed(rows, partial(_key, unit_type, problems), "name", "name, ...", problems) if rows else None
    if not rows or not table:
        return None
    if len(problems) > before and "side" not in table.columns:
        return None
    there = {key.partition(".")[0] for key in table.columns}
    doubtful = set[str]()  # what a column may hold that has a wrong heading
    if len(problems) > before:
        astray = {cell.text.partition(".")[0] for cell in rows[0].cells if cell.text not in table.columns}
        doubtful = {key for key, field in unit_type.fields.items() if key in astray or key not in there}
    for cell in rows[0].cells if not doubtful else ():
        whole, dot, _ = cell.text.partition(".")
        if dot and whole in unit_type.fields and whole not in there:
            problems.add(cell.span, f"there is no column '{whole}', from which '{cell.text[:60]}' follows",
                         f"write the column '{whole}' itself; in a cell stands {unit_type.fields[whole].example}")
            return None
    items = tuple(_unit(line.place, table.cells(line, problems), unit_type.fields, doubtful) for line in table.lines)
    root = SequenceNode(rows[0].cells[0].source, 1, 1, items)
    root.source.path, root.source.values = path, sum(len(line.cells) for line in table.lines)
    return root


def _key(unit_type: UnitType, problems: Problems, cell: Scalar) -> str:
    """Return the key, or key and part, that a column is for; "" for one that is left out."""
    text = " ".join(cell.text.split())
    fields = {word.casefold(): key for key, field in unit_type.fields.items()
              for word in (field.label, key.replace("_", " "), key)}
    first, _, part = text.partition(".")
    general = text.casefold().replace(" ", "_")
    key = general if general in UNIT_KEYS else fields.get(text.casefold(), "")
    if key or aside(text) or text in ASIDE or first in unit_type.derived:
        return key
    field = unit_type.fields.get(first)
    if part and isinstance(field, EntriesField | NumbersField):
        if part not in _parts(field) and (part != "total" or isinstance(field, EntriesField)):
            problems.add(cell.span, f"{first} has no '{part[:60]}'", suggestion(part, _parts(field)))
            return ""
        return text if part in _parts(field) else ""
    if part and field and field.kind in _FOLLOWING:
        return ""
    problems.add(cell.span, f"units have no '{text[:60]}'", f"{suggestion(text, (*unit_type.fields, *UNIT_KEYS))}; a "
                 f"heading in brackets, [{text[:40]}], leaves the column out".replace("?; a", "? A"))
    return ""


def _parts(field: Field) -> tuple[str, ...]:
    return tuple(field.things) if isinstance(field, EntriesField) else field.options


def _unit(at: Scalar, cells: Mapping[str, Scalar], fields: Mapping[str, Field], doubtful: Collection[str]) -> Node:
    """Return the unit of a row; what is `doubtful` of its fields is not known."""
    entries: dict[str, Node] = {key: replace(at, text=UNKNOWN, plain=True) for key in doubtful}
    parted = {key.partition(".")[0] for key, cell in cells.items() if "." in key and cell.text}
    for key, cell in cells.items():
        first, _, part = key.partition(".")
        if not cell.text or first in doubtful or (first in parted and not part):
            continue
        if not part:
            entries[key] = _value(key, cell, fields.get(key))
        elif not isinstance(fields[first], EntriesField) or cell.text != "0":
            inside = entries.get(first)
            inner = dict(inside.entries) if isinstance(inside, MappingNode) else {}
            entries[first] = block(cells.get(first, cell), {**inner, part: cell})
    return block(at, entries)


def _value(key: str, cell: Scalar, field: Field | None) -> Node:
    """Return what stands in a cell as the data has it."""
    if cell.text != UNKNOWN and (key == "sisters" or (field and field.kind in _SEVERAL)):
        if cell.text == NOTHING:
            return SequenceNode(cell.source, cell.line, cell.column, ())
        return SequenceNode(cell.source, cell.line, cell.column, tuple(map(_entry, parted(cell))))
    if key == "prefix" and cell.text == NO_PREFIX:
        return Scalar(cell.source, cell.line, cell.column, "", plain=False)
    if isinstance(field, DecimalField) and (comma := _COMMA.fullmatch(cell.text)):
        return Scalar(cell.source, cell.line, cell.column, ".".join(comma.groups()), plain=True)
    text = field is None or (field.kind in _TEXTS and cell.text != UNKNOWN)
    named = cell.text in ("true", "false") or cell.text.isdigit()  # of what every unit may have
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=not text or (field is None and named))


def _entry(cell: Scalar) -> Node:
    """Return an entry of a list: words, or what begins as YAML would have it, a block or a text in quotes."""
    if cell.text[:1] in "{'\"":
        node = parse_text(f"[{cell.text}]", cell.source.name, trial := Problems())
        if isinstance(node, SequenceNode) and len(node.items) == 1 and not trial:
            return node.items[0]
    return cell
