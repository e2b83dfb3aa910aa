"""Spreadsheets in: a table below a row of headings, from a file of text or a workbook."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from printshop.problems import Problems, some
from printshop.source.nodes import MappingNode, Node, Scalar
from printshop.source.tables import Row, parse_table

BOOK = ".xlsx"
TABLES = (".csv", ".tsv", BOOK)


def read_rows(path: Path, problems: Problems, name: str) -> tuple[Row, ...] | None:
    """Return the rows of a table in a file of any kind, or None after noting why there are none."""
    if path.suffix.lower() != BOOK:
        return parse_table(path, problems, name)
    from printshop.source.workbooks import read_book  # what unpacks it takes time to import

    return read_book(path, problems, name)


class Table(NamedTuple):
    """The rows below the headings, and which column holds which key; `width` headings there are."""

    columns: dict[str, int]
    width: int
    lines: tuple[Row, ...]

    def cells(self, line: Row, problems: Problems) -> dict[str, Scalar]:
        """Return the cells of a row by key; one beyond all headings is noted."""
        if beyond := next((cell for cell in line.cells[self.width:] if cell.text), None):
            problems.add(beyond.span, f"this row has {some(len(line.cells), 'cell')}, the headings are {self.width}",
                         "put quotes round a text that holds what parts the cells" if beyond.source.text else
                         "write a heading above it; in brackets, [...], it leaves the column out")
        return {key: line.cells[place] for key, place in self.columns.items() if place < len(line.cells)}


def headed(rows: tuple[Row, ...], key_of: Callable[[Scalar], str], needed: str, first: str,
           problems: Problems) -> Table | None:
    """Return a table, without the columns whose headings are noted to be wrong, or None after noting why it is none.

    `key_of` says what the column below a heading is, "" if it is left out, or notes why there is no such; the key
    `needed` there must be. `first` are usual headings.
    """
    head, *lines = rows
    before, columns = len(problems), dict[str, int]()
    for place, cell in enumerate(head.cells):
        key = key_of(cell)
        if key and columns.setdefault(key, place) != place:
            problems.add(cell.span, f"the columns '{head.cells[columns[key]].text}' and '{cell.text}' both say the "
                         f"{key}", "put the heading of one into brackets, and it is left out")
    if needed not in columns and len(problems) == before:
        problems.add(head.place.span, f"no column has the heading '{needed}'",
                     f"the first row names the columns: {first}")
    if not lines and len(problems) == before:
        problems.add(head.place.span, "there is nothing below the headings", "write a row for every unit")
    return Table(columns, len(head.cells), tuple(lines)) if needed in columns and lines else None


def block(at: Scalar, entries: dict[str, Node]) -> MappingNode:
    """Return a block of keys that stands where a cell does."""
    places = array("I", [number for node in entries.values() for number in (node.line, node.column)])
    return MappingNode(at.source, at.line, at.column, entries, places)


def parted(cell: Scalar, signs: str = ";", *, plain: bool = True) -> tuple[Scalar, ...]:
    """Return what stands between some signs in a cell, each with its place; in a workbook that is the cell's."""
    return tuple(Scalar(cell.source, cell.line, cell.column + match.start() * bool(cell.source.text),
                        match[0].rstrip(), plain) for match in re.finditer(rf"[^{signs}\s][^{signs}]*", cell.text))
