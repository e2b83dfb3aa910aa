"""Read tables: rows of cells that know their file, line and column, from CSV, and columns by their headings.

Commas, semicolons or tabs separate the cells of a text file: the sign that is most frequent in the first row. A cell in
quotes may hold all of these, line breaks, and `""` for a quote. Python's own csv module reads the same, but does not
give the position of a cell.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from printshop.problems import Problems, some
from printshop.source.nodes import LINE_END, MappingNode, Node, Scalar, Source
from printshop.source.reading import MAX_TEXT, printable, read_text

MAX_ROWS = 5_000
MAX_CELLS = 100  # in one row
SAVED = 'save it in UTF-8; in Excel that is "CSV UTF-8 (comma delimited)"'

_DELIMITERS = ",;\t"
_ENDS = "\r\n\x85\u2028\u2029"
_FIRST = re.compile(r"sep=([,;|\t]?)\r?\n")  # the first line of some spreadsheets: the delimiter
_PARTED = re.compile(f"([{_DELIMITERS}{_ENDS}])")
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠].*\w", re.DOTALL)


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula: an apostrophe precedes it.

    The same holds for each part that would be a cell of its own if another delimiter were used.

    >>> guarded("=1+1"), guarded("-"), guarded("'Tis Time"), guarded("fast; =1+1")
    ("'=1+1", '-', "'Tis Time", "fast;' =1+1")
    """
    return "".join(f"'{part}" if _FORMULA.match(part) else part for part in _PARTED.split(text))


def bare(text: str) -> str:
    """Return the text of a cell without the apostrophes that `guarded` adds.

    >>> bare("'=1+1"), bare("'Tis Time"), bare("fast;' =1+1")
    ('=1+1', "'Tis Time", 'fast; =1+1')
    """
    parts = _PARTED.split(text)
    return "".join(part[1:] if part.startswith("'") and _FORMULA.match(part[1:]) else part for part in parts)


def aside(heading: str) -> bool:
    """Return whether a heading excludes its column: it is in brackets, or empty."""
    return heading[:1] + heading[-1:] in ("", "[]", "()")


class Row(NamedTuple):
    """One row that is not blank; its cells are texts without surrounding blanks."""

    cells: tuple[Scalar, ...]

    @property
    def place(self) -> Scalar:
        """The first cell that is not empty."""
        return next(cell for cell in self.cells if cell.text)


def parse_table(path: Path, problems: Problems, name: str) -> tuple[Row, ...] | None:
    """Read the rows of a CSV file that are not blank, or return None after adding a problem; `name` is for messages."""
    text = read_text(path, problems, name, SAVED)
    if text is None:
        return None
    source = Source(name, text)
    if text.startswith("PK\x03\x04"):
        problems.add(source.span(0, 0), "this is a workbook, not a table of text",
                     f"give its name the ending .xlsx, or open it and {SAVED}")
        return None
    return parse_cells(source, problems)


def delimiter(text: str) -> str:
    """Return the sign that separates the cells, judged by the first row that is not blank.

    >>> delimiter('unit;"name, as painted";notes'), delimiter("unit")
    (';', ',')
    """
    first = next((line for line in LINE_END.split(text) if line.strip()), "")
    return max(_DELIMITERS, key=re.sub('"[^"]*"', "", first).count)


def parse_cells(source: Source, problems: Problems) -> tuple[Row, ...] | None:
    """Read the rows of a CSV text, as `parse_table` does from a file."""
    if not printable(source, problems):
        return None
    text, rows, cells = source.text, list[Row](), list[Scalar]()
    said = _FIRST.match(text)
    at = said.end() if said else 0
    by = re.escape((said[1] if said else "") or delimiter(text[at:]))
    a_cell = re.compile(rf' *"(?P<quoted>(?:[^"]++|"")*+)" *+(?=[{by}{_ENDS}]|\Z)|(?P<plain>[^{by}{_ENDS}]*)')
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    while at < len(text) or cells:
        match = a_cell.match(text, at)
        assert match is not None
        plain = match["quoted"] is None
        written, start = (match["plain"], match.start("plain")) if plain else (match["quoted"], match.start("quoted"))
        start += (len(written) - len(written.lstrip())) * plain
        line = bisect_right(starts, start)
        word = (written if plain else written.replace('""', '"')).strip()
        cell = Scalar(source, line, start - starts[line - 1] + 1, bare(word), plain=True)
        if plain and word.startswith('"'):
            problems.add(cell.span, "the quote that begins this cell ends within it, or never",
                         'end the cell with a quote; a quote within it is written ""')
            return None
        if len(word) > MAX_TEXT:
            problems.add(cell.span, f"this cell has {len(word):,} characters, the most are {MAX_TEXT:,}",
                         "is a quote missing at its end?")
            return None
        cells.append(cell)
        end = LINE_END.match(text, match.end())
        at = end.end() if end else match.end() + 1
        if end or match.end() == len(text):
            if any(cell.text for cell in cells):
                rows.append(Row(tuple(cells)))
            if len(rows) > MAX_ROWS or len(cells) > MAX_CELLS:
                what = f"{MAX_ROWS:,} rows" if len(rows) > MAX_ROWS else f"{MAX_CELLS} cells in one row"
                problems.add(cells[0].span, f"there are more than {what}", "is this the right file?")
                return None
            cells = []
    if not rows:
        problems.add(source.span(0, 0), "the file is empty")
    return tuple(rows) or None


# --- tables below a row of headings, of any format ---

class Table(NamedTuple):
    """The rows below the headings, the column of each key, and the number of headings as `width`."""

    columns: dict[str, int]
    width: int
    lines: tuple[Row, ...]

    def cells(self, line: Row, problems: Problems) -> dict[str, Scalar]:
        """Return the cells of a row by key; a cell beyond the last heading is added as a problem."""
        if beyond := next((cell for cell in line.cells[self.width:] if cell.text), None):
            problems.add(beyond.span, f"this row has {some(len(line.cells), 'cell')}, the headings are {self.width}",
                         "put quotes round a text that holds what parts the cells" if beyond.source.text else
                         "write a heading above it; in brackets, [...], it leaves the column out")
        return {key: line.cells[place] for key, place in self.columns.items() if place < len(line.cells)}


def headed(rows: tuple[Row, ...], key_of: Callable[[Scalar], str], needed: str, first: str,
           problems: Problems) -> Table | None:
    """Return a table without the columns whose headings are wrong, or None after adding a problem.

    `key_of` returns the key of the column below a heading, "" if it is left out or after adding a problem; the key
    `needed` must be there. `first` are examples of headings for a message.
    """
    head, *lines = rows
    before, columns = len(problems), dict[str, int]()
    for place, cell in enumerate(head.cells):
        key = key_of(cell)
        if key and columns.setdefault(key, place) != place:
            problems.add(cell.span, f"the columns '{head.cells[columns[key]].text}' and '{cell.text}' both give the "
                         f"{key}", "put the heading of one into brackets, and it is left out")
    if needed not in columns and len(problems) == before:
        problems.add(head.place.span, f"no column has the heading '{needed}'",
                     f"the first row names the columns: {first}")
    if not lines and len(problems) == before:
        problems.add(head.place.span, "there is nothing below the headings", "write a row for every unit")
    return Table(columns, len(head.cells), tuple(lines)) if needed in columns and lines else None


def keyed(at: Scalar, entries: dict[str, Node]) -> MappingNode:
    """Return a mapping with the position of a cell."""
    places = array("I", [number for node in entries.values() for number in (node.line, node.column)])
    return MappingNode(at.source, at.line, at.column, entries, places)


def parted(cell: Scalar, signs: str = ";", *, plain: bool = True) -> tuple[Scalar, ...]:
    """Split a cell at some signs into parts, each with its position; in a workbook that is the position of the cell."""
    return tuple(Scalar(cell.source, cell.line, cell.column + match.start() * bool(cell.source.text),
                        match[0].rstrip(), plain) for match in re.finditer(rf"[^{signs}\s][^{signs}]*", cell.text))
