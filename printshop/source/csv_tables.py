"""Read the rows of CSV tables, and find columns by their headings.

Each cell has its file, line and column. Commas, semicolons or tabs separate the cells of a text file. The one that is
most frequent in the first row is used. A cell in quotes may contain all of these, line breaks, and `""` for a quote.
Python's own csv module reads the same files, but does not return the positions of cells.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from printshop.problems import Problems, pluralize
from printshop.source.tree import LINE_END, MappingNode, Node, ScalarNode, SourceText
from printshop.source.yaml_reader import MAX_TEXT, check_printable, decode_utf8, read_limited_bytes

MAX_ROWS = 5_000
MAX_COLUMNS = 100  # in one row
SAVE_CSV_HINT = "save the file in UTF-8; in Excel, choose \"CSV UTF-8 (comma delimited)\""

_DELIMITERS = ",;\t"
_LINE_END_SIGNS = "\r\n\x85\u2028\u2029"
_SEP_LINE_PATTERN = re.compile(r"sep=([,;|\t]?)\r?\n")  # the first line of some spreadsheets: the delimiter
_DELIMITER_OR_LINE_END = re.compile(f"([{_DELIMITERS}{_LINE_END_SIGNS}])")
_FORMULA_PATTERN = re.compile(r"'*\s*[=+\-@＝＋－＠].*\w", re.DOTALL)


def guard_cell_text(text: str) -> str:
    """Return the text of a cell, with an apostrophe before it if a spreadsheet would read it as a formula.

    An apostrophe also precedes each part that would be such a cell if another delimiter were used.

    >>> guard_cell_text("=1+1"), guard_cell_text("-"), guard_cell_text("'Tis Time"), guard_cell_text("fast; =1+1")
    ("'=1+1", '-', "'Tis Time", "fast;' =1+1")
    """
    return "".join(f"'{part}" if _FORMULA_PATTERN.match(part) else part for part in _DELIMITER_OR_LINE_END.split(text))


def unguard_cell_text(text: str) -> str:
    """Return the text of a cell without the apostrophes that `guard_cell_text` adds.

    >>> unguard_cell_text("'=1+1"), unguard_cell_text("'Tis Time"), unguard_cell_text("fast;' =1+1")
    ('=1+1', "'Tis Time", 'fast; =1+1')
    """
    parts = _DELIMITER_OR_LINE_END.split(text)
    return "".join(part[1:] if part.startswith("'") and _FORMULA_PATTERN.match(part[1:]) else part for part in parts)


def is_excluded_heading(heading: str) -> bool:
    """Return whether a heading excludes its column, because it is in brackets or empty."""
    return heading[:1] + heading[-1:] in ("", "[]", "()")


@dataclass(eq=False, repr=False, slots=True)
class ShownCell(ScalarNode):
    """A number of a workbook.

    `display_text` is the text that the spreadsheet shows for it, for example `007`.
    """

    display_text: str


class SpreadsheetRow(NamedTuple):
    """One row that is not blank. Its cells are texts without surrounding blanks."""

    cells: tuple[ScalarNode, ...]

    @property
    def first_filled_cell(self) -> ScalarNode:
        """The first cell that is not empty."""
        return next(cell for cell in self.cells if cell.text)


def parse_csv_file(path: Path, problems: Problems, name: str) -> tuple[SpreadsheetRow, ...] | None:
    """Return those rows of a CSV file that are not blank.

    If it cannot be read, add a problem and return None. `name` is the name of the file in messages.
    """
    data = read_limited_bytes(path, problems, name)
    if data is None:
        return None
    windows_text = _decode_windows_text(data)
    text = decode_utf8(data, problems, name, SAVE_CSV_HINT) if windows_text is None else windows_text
    if text is None:
        return None
    source = SourceText(name, text)
    if windows_text is not None:
        first = next(character for character in text if not character.isascii())
        source.note = (f"{name} is not in UTF-8; it was read as a file of Windows (Windows-1252): check letters such "
                       f"as '{first}'")
    if text.startswith("PK\x03\x04"):
        problems.add(source.make_span(0, 0), "this file is a workbook, not a text table",
                     f"change the ending of the file's name to .xlsx, or open the file and {SAVE_CSV_HINT}")
        return None
    return parse_csv(source, problems)


def _decode_windows_text(data: bytes) -> str | None:
    """Return the text of a file in Windows-1252, as Excel writes CSV, or None if the file is in another encoding.

    A file with some letters in UTF-8 is a damaged file in UTF-8.
    """
    ascii_text = data.decode("utf-8", "ignore")
    if not ascii_text.isascii() or len(ascii_text) == len(data) or b"\0" in data:
        return None
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return None


def detect_delimiter(text: str) -> str:
    """Return the character that separates the cells.

    It is the most frequent one in the first row that is not blank.

    >>> detect_delimiter('unit;"name, as painted";notes'), detect_delimiter("unit")
    (';', ',')
    """
    first = next((line for line in LINE_END.split(text) if line.strip()), "")
    return max(_DELIMITERS, key=re.sub('"[^"]*"', "", first).count)


def parse_csv(source: SourceText, problems: Problems) -> tuple[SpreadsheetRow, ...] | None:
    """Return the rows of a CSV text, as `parse_csv_file` does for a file."""
    if not check_printable(source, problems):
        return None
    text, rows, cells = source.text, list[SpreadsheetRow](), list[ScalarNode]()
    sep_line = _SEP_LINE_PATTERN.match(text)
    position = sep_line.end() if sep_line else 0
    delimiter_pattern = re.escape((sep_line[1] if sep_line else "") or detect_delimiter(text[position:]))
    cell_pattern = re.compile(r' *"(?P<quoted>(?:[^"]++|"")*+)" '
                              rf'*+(?=[{delimiter_pattern}{_LINE_END_SIGNS}]|\Z)|(?P<plain>[^{delimiter_pattern}{_LINE_END_SIGNS}]*)')
    line_starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    while position < len(text) or cells:
        match = cell_pattern.match(text, position)
        assert match is not None
        is_unquoted = match["quoted"] is None
        raw_text, start = (match["plain"], match.start("plain")) if is_unquoted else (match["quoted"],
                                                                                      match.start("quoted"))
        start += (len(raw_text) - len(raw_text.lstrip())) * is_unquoted
        line = bisect_right(line_starts, start)
        cell_text = (raw_text if is_unquoted else raw_text.replace('""', '"')).strip()
        cell = ScalarNode(source, line, start - line_starts[line - 1] + 1, unguard_cell_text(cell_text), is_plain=True)
        if is_unquoted and cell_text.startswith('"'):
            problems.add(cell.span, "the opening quote of this cell has no closing quote at the end of the cell",
                         "end the cell with a quote; write a quote inside the cell as \"\"")
            return None
        if len(cell_text) > MAX_TEXT:
            problems.add(cell.span,
                         f"this cell has {len(cell_text):,} characters, but at most {MAX_TEXT:,} are allowed",
                         "check whether a quote is missing at the end of the cell")
            return None
        cells.append(cell)
        line_end = LINE_END.match(text, match.end())
        position = line_end.end() if line_end else match.end() + 1
        if line_end or match.end() == len(text):
            if any(cell.text for cell in cells):
                rows.append(SpreadsheetRow(tuple(cells)))
            if len(rows) > MAX_ROWS or len(cells) > MAX_COLUMNS:
                limit = f"{MAX_ROWS:,} rows" if len(rows) > MAX_ROWS else f"{MAX_COLUMNS} cells in one row"
                problems.add(cells[0].span, f"there are more than {limit}", "check that this is the correct file")
                return None
            cells = []
    if not rows:
        problems.add(source.make_span(0, 0), "the file is empty")
    return tuple(rows) or None


# --- tables below a row of headings, of any format ---

class SpreadsheetTable(NamedTuple):
    """A table: the rows below the headings, the column of each key, and the number of headings."""

    columns: dict[str, int]
    heading_count: int
    rows: tuple[SpreadsheetRow, ...]

    def map_cells(self, row: SpreadsheetRow, problems: Problems) -> dict[str, ScalarNode]:
        """Return the cells of a row by key.

        If a cell beyond the last heading is filled, a problem is added.
        """
        if surplus_cell := next((cell for cell in row.cells[self.heading_count:] if cell.text), None):
            problems.add(surplus_cell.span,
                         f"this row has {pluralize(len(row.cells), 'cell')}, but the number of headings is "
                         f"{self.heading_count}",
                         "put quotes round each text that contains the "
                         "character between cells" if surplus_cell.source.text else
                         "write a heading above the cell; a heading in brackets, [...], excludes the column")
        return {key: row.cells[column] for key, column in self.columns.items() if column < len(row.cells)}


def make_table(rows: tuple[SpreadsheetRow, ...], find_key: Callable[[ScalarNode], str], required_key: str,
               usual_headings: str,
               problems: Problems) -> SpreadsheetTable | None:
    """Return a table without the columns whose headings are wrong.

    If it is unusable, return None. `find_key` returns the key of the column with a given heading. It returns "" if the
    column is left out, or after adding a problem. A column for `required_key` must exist. `usual_headings` are examples
    of headings for a message. If `required_key` is "", no column must exist.
    """
    heading_row, *data_rows = rows
    problem_count, columns = len(problems), dict[str, int]()
    for column, cell in enumerate(heading_row.cells):
        key = find_key(cell)
        if key and columns.setdefault(key, column) != column:
            problems.add(cell.span,
                         f"the columns '{heading_row.cells[columns[key]].text}' and '{cell.text}' both contain the "
                         f"{key}", "put the heading of one column into brackets to exclude that column")
    if required_key and required_key not in columns and len(problems) == problem_count:
        problems.add(heading_row.first_filled_cell.span, f"no column has the heading '{required_key}'",
                     f"the first row must contain the headings of the columns: {usual_headings}")
    if not data_rows and len(problems) == problem_count:
        problems.add(heading_row.first_filled_cell.span, "there are no rows below the headings",
                     "write a row for every unit")
    return SpreadsheetTable(columns, len(heading_row.cells),
                            tuple(data_rows)) if data_rows and (not required_key or required_key in columns) else None


def make_mapping(cell: ScalarNode, entries: dict[str, Node]) -> MappingNode:
    """Return a mapping that has the given entries and the position of the given cell."""
    key_positions = array("I", [number for node in entries.values() for number in (node.line, node.column)])
    return MappingNode(cell.source, cell.line, cell.column, entries, key_positions)


def split_cell(cell: ScalarNode, separators: str = ";", *, is_plain: bool = True) -> tuple[ScalarNode, ...]:
    """Split a cell at the characters `separators`, and return the parts with their positions.

    In a workbook, each part has the position of the cell.
    """
    return tuple(ScalarNode(cell.source, cell.line, cell.column + match.start() * bool(cell.source.text),
                            match[0].rstrip(), is_plain)
                 for match in re.finditer(rf"[^{separators}\s][^{separators}]*", cell.text))
