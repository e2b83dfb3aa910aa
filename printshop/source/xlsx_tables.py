"""Read the rows of an .xlsx workbook, with the position of each cell. One function reads tables of any format.

If a sheet has the name of the file, this sheet is read, otherwise the first visible sheet. Formulas are
replaced by their saved values. Hidden rows and columns are left out, with a note. A workbook is packed XML, so
its unpacked size is checked before openpyxl reads it.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.files import TooLargeZipError, unpack_zip
from printshop.problems import Problems, pluralize
from printshop.source.csv_tables import (
    MAX_COLUMNS,
    MAX_ROWS,
    ShownCell,
    SpreadsheetRow,
    is_excluded_heading,
    parse_csv_file,
    unguard_cell_text,
)
from printshop.source.tree import UNKNOWN, ScalarNode, SourceText
from printshop.source.yaml_reader import MAX_BYTES, MAX_TEXT, UNPRINTABLE_PATTERN, read_limited_bytes

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_ARCHIVE_FILES = 1_000  # files in a workbook
MAX_UNPACKED_BYTES = 50_000_000  # bytes of all of these files
MAX_TAGS = 3_000_000  # XML tags: about four for each cell
_OTHER_TAG_WEIGHT = 20  # a tag outside of cells and their texts counts 20 times: it takes longer to read
MAX_SCANNED_CELLS = 500_000  # cells of a sheet, counted with empty ones before others
COPY_TABLE_HINT = "copy only the table, as values, into a new workbook"
SAVE_WORKBOOK_HINT = "save the file again as .xlsx without a password, or as CSV in UTF-8"

_CELL_FILES = ("xl/worksheets/", "xl/sharedStrings.xml")
_ENTITY_PATTERN = re.compile(rb"<\0?!\0?(?:D|E\0?N)")  # XML entities, by which a short text expands to a long one
_FORMULA_PATTERN = re.compile(rb"<(?:\w+:)?f[\s/>]")
_PICTURE_SIGNATURES = (b"\x89PNG", b"\xff\xd8")  # PNG and JPEG: files that are not XML, and may contain any bytes
_LITERAL_PATTERN = re.compile(r'"[^"]*"|\\.')  # literal text in the format of a number
# A simple format of a number: literal text, digits, and literal text. Colours, conditions and widths are not shown.
_UNSHOWN_PATTERN = re.compile(r"\[(?!\$)[^\[\]]*+\]|_.|\*.|\[\$|(?<![0-9A-Fa-f])-?[0-9A-Fa-f]*+\]")
_LITERALS = r'((?:"[^"]*"|\\.|[^"\\0#?,.;@A-Za-z])*)'
_NUMBER_FORMAT = re.compile(rf"{_LITERALS}([#0?]+(?:,[#0?]+)*)(?:\.([#0?]*))?{_LITERALS}")
_MAX_SHOWN, _MAX_FORMAT_LENGTH = 10**15, 40  # a number with a format, and characters of a format that is simple
_ROW_PATTERN = re.compile(rb"<(?:\w+:)?(?:row|col)\b[^<>]*+>")
_ATTRIBUTE_PATTERN = re.compile(rb'\s(r|min|max|hidden)="(\w+)"')
TOO_LARGE_MESSAGE = "the unpacked workbook is too large for a table of units"


def read_spreadsheet(path: Path, problems: Problems, name: str) -> tuple[SpreadsheetRow, ...] | None:
    """Return the rows of a table in a file of any format.

    If it cannot be read, add a problem and return None.
    """
    return (read_workbook if path.suffix.lower() == ".xlsx" else parse_csv_file)(path, problems, name)


def read_workbook(path: Path, problems: Problems, name: str) -> tuple[SpreadsheetRow, ...] | None:
    """Return those rows of a workbook that are not blank.

    Positions are rows and columns, counted from 1. If a cell is wrong, a problem is added at the cell, and its value
    becomes unknown. If nothing can be read, a problem is added and None is returned. `name` is the name of the file in
    messages.
    """
    source = SourceText(name, "", path)
    data = read_limited_bytes(path, problems, name)
    if data is None:
        return None
    try:
        from openpyxl import load_workbook
    except ImportError:
        problems.add(source.make_span(0, 0), "the package openpyxl, which reads workbooks, is not installed",
                     "save the table as CSV",
                     terminal_hint="install the package: pip install \"printshop[xlsx]\", or pip install openpyxl; or "
                                   "save the table as CSV")
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of styles and drop-down lists that it skips
        try:
            problem, has_formulas = _check_archive(data)
            if not problem:
                workbooks = [load_workbook(BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
                             for data_only in (True, False)[:1 + has_formulas]]
                problem_count, rows = len(problems), _read_sheet_rows(workbooks, path.stem, source, problems)
                if not rows and len(problems) == problem_count:
                    problems.add(source.make_span(0, 0), "the sheet is empty")
                return rows or None
            problems.add(source.make_span(0, 0), problem, COPY_TABLE_HINT)
        except Exception as error:
            problems.add(source.make_span(0, 0), f"this file cannot be read as a workbook ({type(error).__name__})",
                         SAVE_WORKBOOK_HINT)
    return None


def _check_archive(data: bytes) -> tuple[str, bool]:
    """Return the reason why a workbook must not be opened (or ""), and whether the workbook contains formulas.

    No more bytes are unpacked than the limit allows, regardless of the sizes that the archive states. Raises
    BadZipFile.
    """
    tag_count, has_formulas = 0, False
    try:
        for name, text in unpack_zip(data, MAX_ARCHIVE_FILES, MAX_UNPACKED_BYTES):
            tag_count += text.count(b"<") * (1 if name.startswith(_CELL_FILES) else _OTHER_TAG_WEIGHT)
            has_formulas |= bool(_FORMULA_PATTERN.search(text))
            if tag_count > MAX_TAGS:
                return TOO_LARGE_MESSAGE, False
            if not text.startswith(_PICTURE_SIGNATURES) and _ENTITY_PATTERN.search(text):
                return "this workbook contains XML entities, which spreadsheet programs never write", False
    except TooLargeZipError:
        return TOO_LARGE_MESSAGE, False
    except ValueError:
        return "this workbook is packed differently from the workbooks of spreadsheet programs", False
    return "", has_formulas


def _read_sheet_rows(workbooks: Sequence[Workbook], sheet_name: str, source: SourceText,
                     problems: Problems) -> tuple[SpreadsheetRow, ...]:
    """Return the rows of a sheet. The first workbook contains the values; a second one contains the formulas."""
    sheet_numbers = {sheet.title.casefold(): number for number, sheet in enumerate(workbooks[0].worksheets)}
    visible_sheets = [number for number, sheet in enumerate(workbooks[0].worksheets) if sheet.sheet_state == "visible"]
    sheet_number = sheet_numbers.get(sheet_name.casefold(), (visible_sheets or [0])[0])
    sheets: list[Any] = [workbook.worksheets[sheet_number] for workbook in workbooks]
    hidden_rows, hidden_columns = _find_hidden(sheets[0])
    hidden_places = set[tuple[str, int]]()  # rows and columns that are not empty
    for sheet in sheets:
        sheet.reset_dimensions()  # the size that a file states may be wrong
    scanned_cells, bytes_left, rows = 0, MAX_BYTES, list[SpreadsheetRow]()
    for row_number, parallel_rows in enumerate(zip(*(sheet.iter_rows() for sheet in sheets), strict=True), 1):
        scanned_cells += len(parallel_rows[0]) or 1  # a missing row counts as one cell
        if scanned_cells > MAX_SCANNED_CELLS:
            problems.add(source.make_span(row_number, 1),
                         f"there are more than {MAX_SCANNED_CELLS:,} cells, including empty cells", COPY_TABLE_HINT)
            return ()
        cells = list[ScalarNode]()
        for column, cell in enumerate(parallel_rows[0], 1):
            text, problem = _format_cell(cell)
            if row_number in hidden_rows or column in hidden_columns:
                if text:
                    hidden_places.add(("row", row_number) if row_number in hidden_rows else ("column", column))
                cells.append(ScalarNode(source, row_number, column, "", is_plain=True))
                continue
            if (bytes_left := bytes_left - len(text)) < 0:  # a short file can be long: cells may share a text
                problems.add(source.make_span(row_number, column), TOO_LARGE_MESSAGE, COPY_TABLE_HINT)
                return ()
            problem = _find_problem(text, is_unsaved=cell.value is None
                                    and parallel_rows[-1][column - 1].value is not None) or problem
            if problem and not (rows and (column > len(rows[0].cells)
                                          or is_excluded_heading(rows[0].cells[column - 1].text))):
                problems.add_final(source.make_span(row_number, column),
                                   f"cell {parallel_rows[-1][column - 1].coordinate} has {problem}",
                                   "give the column the format Text, and enter "
                                   "the value again" if problem.startswith("a date")
                                   else
                                   "write the value as a text or a number")
                text = UNKNOWN
            display_text = _show_number(cell) if text and not problem and cell.data_type == "n" else ""
            cells.append(ShownCell(source, row_number, column, text, True, display_text) if display_text else
                         ScalarNode(source, row_number, column, unguard_cell_text(text), is_plain=True))
        while cells and not cells[-1].text:
            cells.pop()
        rows += [SpreadsheetRow(tuple(cells))] if cells else []
        if len(rows) > MAX_ROWS or len(cells) > MAX_COLUMNS:
            limit = f"{MAX_ROWS:,} rows" if len(rows) > MAX_ROWS else f"{MAX_COLUMNS} cells in one row"
            problems.add(source.make_span(row_number, 1), f"there are more than {limit}",
                         "check that this is the correct file, and the correct sheet")
            return ()
    source.note = _describe_hidden(source.name, Counter(noun for noun, _ in hidden_places))
    return tuple(rows)


def _find_problem(text: str, *, is_unsaved: bool) -> str:
    """Return the problem of a cell with the given text, or "". `is_unsaved` means a formula without a saved value."""
    if is_unsaved:
        return "a formula whose value is not saved"
    if unprintable := UNPRINTABLE_PATTERN.search(text):
        return f"the unprintable character U+{ord(unprintable[0]):04X}"
    return f"{len(text):,} characters, but at most {MAX_TEXT:,} are allowed" if len(text) > MAX_TEXT else ""


def _describe_hidden(name: str, counts: Counter[str]) -> str:
    """Return the note about hidden rows and columns of a file, or "". `counts` are their numbers by noun."""
    left_out = " and ".join(pluralize(counts[noun], f"hidden {noun}") for noun in ("row", "column") if counts[noun])
    return left_out and (f"{name}: {left_out} of the sheet {'is' if counts.total() == 1 else 'are'} left out; to print "
                         "hidden rows and columns, show them in the sheet and save the file")


def _find_hidden(sheet: Any) -> tuple[set[int], set[int]]:
    """Return the numbers of the hidden rows and columns of a sheet."""
    rows, columns, row_number = set[int](), set[int](), 0
    with sheet._get_source() as file:  # noqa: SLF001 - openpyxl reads them only into sheets that are not `read_only`
        text = file.read()
    for tag in _ROW_PATTERN.finditer(text) if b"hidden=" in text else ():
        values = dict(_ATTRIBUTE_PATTERN.findall(tag[0]))
        is_hidden = values.get(b"hidden") in {b"1", b"true"}
        if b"min" in values:
            last = min(int(values[b"max"]), 2 * MAX_COLUMNS)
            columns.update(range(int(values[b"min"]), last + 1) if is_hidden else ())
            continue
        row_number = int(values.get(b"r", row_number + 1))
        rows.update({row_number} if is_hidden else ())
    return rows, columns


def _show_number(cell: Any) -> str:
    """Return the text that a spreadsheet shows for a number. If its format is not simple, return "".

    Numbers have a decimal point here, and commas between thousands.
    """
    sections = cell.number_format.split(";")
    negative = cell.value < 0 and len(sections) > 1
    form = _NUMBER_FORMAT.fullmatch(_UNSHOWN_PATTERN.sub("", sections[negative]))
    if not form or abs(cell.value) >= _MAX_SHOWN or len(form[0]) > _MAX_FORMAT_LENGTH:
        return ""
    before, digits, decimals, after = form.groups(default="")
    percent = "%" in _LITERAL_PATTERN.sub("", before + after)
    number = abs(Decimal(f"{cell.value * (100 if percent else 1):.15g}")).quantize(
        Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    whole, _, fraction = f"{number:{',' if ',' in digits else ''}f}".partition(".")
    optional = len(decimals) - len(decimals.rstrip("#?"))
    while optional and fraction.endswith("0"):
        optional, fraction = optional - 1, fraction[:-1]
    literals = [re.sub(r'"([^"]*)"|\\(.)', r"\1\2", literal) for literal in (before, after)]
    sign = "-" if cell.value < 0 and not negative else ""
    whole_text = whole.zfill(digits.count("0")) if whole != "0" or "0" in digits else ""
    return f"{sign}{literals[0]}{whole_text}{'.' * bool(fraction)}{fraction}{literals[1]}".strip()


def _format_cell(cell: Any) -> tuple[str, str]:
    """Return the text of a cell as a user would write it, and the problem of the cell (or "").

    Numbers have the fifteen digits that spreadsheets keep, and a % if the spreadsheet shows one.
    """
    value, kind = cell.value, cell.data_type
    if value is None or kind == "s":
        return str(value or "").strip(), ""
    if kind == "b":
        return str(bool(value)).lower(), ""
    if kind == "n":
        is_percentage = "%" in _LITERAL_PATTERN.sub("", cell.number_format)
        return f"{Decimal(f'{value * (100 if is_percentage else 1):.15g}'):f}{' %' if is_percentage else ''}", ""
    return str(value), f"the error {value}" if kind == "e" else f"a date or a time, {value}"
