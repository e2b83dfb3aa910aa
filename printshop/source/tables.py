"""Tables of a spreadsheet in: rows of cells that know their file, line and column. CSV, whatever parts the cells.

Commas, semicolons or tabs part cells: what the first row has most of. A cell in quotes may hold all of these, line
breaks, and `""` for a quote. Python's own csv module reads the same, but does not say where a cell stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

from printshop.problems import Problems
from printshop.source.nodes import Scalar, Source
from printshop.source.reading import MAX_TEXT, printable, read_text

MAX_ROWS = 5_000
MAX_CELLS = 100  # in one row
SAVED = 'save it in UTF-8; in Excel that is "CSV UTF-8 (comma delimited)"'

_DELIMITERS = ",;\t"
_ENDS = "\r\n\x85\u2028\u2029"
_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_QUOTED = re.compile(r' *"((?:[^"]++|"")*+)" *+')
_FIRST = re.compile(r"sep=([,;|\t]?)\r?\n")  # how some spreadsheets say what parts the cells


_PARTED = re.compile(f"([{_DELIMITERS}{_ENDS}])")
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠].*\w", re.DOTALL)


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula: behind an apostrophe.

    So does each part of it that would be a cell of its own where another sign parts the cells.

    >>> guarded("=1+1"), guarded("-"), guarded("'Tis Time"), guarded("fast; =1+1")
    ("'=1+1", '-', "'Tis Time", "fast;' =1+1")
    """
    return "".join(f"'{part}" if _FORMULA.match(part) else part for part in _PARTED.split(text))


def bare(text: str) -> str:
    """Return the text of a cell without the apostrophes that guard it.

    >>> bare("'=1+1"), bare("'Tis Time"), bare("fast;' =1+1")
    ('=1+1', "'Tis Time", 'fast; =1+1')
    """
    parts = _PARTED.split(text)
    return "".join(part[1:] if part.startswith("'") and _FORMULA.match(part[1:]) else part for part in parts)


class Row(NamedTuple):
    """One row with something in it; its cells are texts without the blanks round them."""

    cells: tuple[Scalar, ...]

    @property
    def place(self) -> Scalar:
        """The first cell that something stands in."""
        return next(cell for cell in self.cells if cell.text)


def parse_table(path: Path, problems: Problems, name: str) -> tuple[Row, ...] | None:
    """Read a file; `name` is what messages call it. Rows in which nothing stands are left out.

    Returns None, after noting why, for a file that is no table.
    """
    text = read_text(path, problems, name, SAVED)
    if text is None:
        return None
    source = Source(name, text)
    if text.startswith("PK\x03\x04"):
        problems.add(source.span(0, 0), "this is a workbook, not a table of text", f"open it and {SAVED}")
        return None
    return parse_cells(source, problems)


def parse_cells(source: Source, problems: Problems) -> tuple[Row, ...] | None:
    """Read the rows of a text, as `parse_table` does those of a file."""
    if not printable(source, problems):
        return None
    rows = _Cells(source, problems).rows()
    if rows == ():
        problems.add(source.span(0, 0), "the file is empty")
    return rows or None


def delimiter(text: str) -> str:
    """Return what parts the cells, by the first row that is not blank.

    >>> delimiter('unit;"name, as painted";notes'), delimiter("unit")
    (';', ',')
    """
    first = next((line for line in _END.split(text) if line.strip()), "")
    return max(_DELIMITERS, key=re.sub('"[^"]*"', "", first).count)


class _Cells:
    """Walks through a text from cell to cell."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self._source, self._text, self._problems = source, source.text, problems
        said = _FIRST.match(self._text)
        self._at = said.end() if said else 0
        self._by = (said[1] if said else "") or delimiter(self._text[self._at:])
        self._plain = re.compile(f"[^{re.escape(self._by)}{_ENDS}]*")
        self._starts = [0, *(match.end() for match in _END.finditer(self._text))]

    def rows(self) -> tuple[Row, ...] | None:
        """Return the rows, or None after noting why they cannot be told apart."""
        rows: list[Row] = []
        while self._at < len(self._text):
            cells: list[Scalar] = []
            while not cells or self._text.startswith(self._by, self._at):
                self._at += bool(cells)
                cell = self._cell()
                if cell is None:
                    return None
                cells.append(cell)
            end = _END.match(self._text, self._at)
            self._at = end.end() if end else len(self._text)
            if any(cell.text for cell in cells):
                rows.append(Row(tuple(cells)))
            if len(rows) > MAX_ROWS or len(cells) > MAX_CELLS:
                what = f"{MAX_ROWS:,} rows" if len(rows) > MAX_ROWS else f"{MAX_CELLS} cells in one row"
                self._problems.add(cells[0].span, f"there are more than {what}", "is this the right file?")
                return None
        return tuple(rows)

    def _cell(self) -> Scalar | None:
        """Return the cell that begins here, and stand behind it; None after noting why there is none."""
        quoted = _QUOTED.match(self._text, self._at)
        if quoted and (quoted.end() == len(self._text) or self._text[quoted.end()] in self._by + _ENDS):
            start, text = quoted.start(1), quoted[1].replace('""', '"').strip()
            self._at = quoted.end()
        else:
            plain = self._plain.match(self._text, self._at)
            assert plain is not None
            self._at, text = plain.end(), plain[0].strip()
            start = plain.start() + len(plain[0]) - len(plain[0].lstrip())
            if text.startswith('"'):
                self._problems.add(self._scalar(start, "").span, "the quote that begins this cell ends within it, or "
                                   "never", 'end the cell with a quote; a quote within it is written ""')
                return None
        cell = self._scalar(start, text)
        if len(text) > MAX_TEXT:
            self._problems.add(cell.span, f"this cell has {len(text):,} characters, the most are {MAX_TEXT:,}",
                               "is a quote missing at its end?")
            return None
        return cell

    def _scalar(self, start: int, text: str) -> Scalar:
        line = bisect_right(self._starts, start)
        return Scalar(self._source, line, start - self._starts[line - 1] + 1, bare(text), plain=True)
