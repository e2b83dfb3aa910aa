"""Read a sheet of an .xlsx workbook as rows of cells with their positions; also the entry for tables of any format.

The sheet with the name of the file is read, or else the first that is not hidden; of formulas, the saved values.
A workbook is packed XML: its unpacked size is checked before openpyxl, which reads it, sees any of it.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.problems import Problems
from printshop.source.nodes import UNKNOWN, Scalar, Source
from printshop.source.reading import MAX_BYTES, MAX_TEXT, UNPRINTABLE, read_bytes
from printshop.source.tables import MAX_CELLS, MAX_ROWS, Row, aside, bare, parse_table

if TYPE_CHECKING:
    from openpyxl import Workbook

BOOK = ".xlsx"
TABLES = (".csv", ".tsv", BOOK)
MAX_PARTS = 1_000  # files in a workbook
MAX_UNPACKED = 50_000_000  # bytes of all of these files
MAX_TAGS = 3_000_000  # XML tags: about four for each cell
_HEAVY = 20  # a tag outside of cells and their texts counts 20 times: it takes longer to read
MAX_PASSED = 500_000  # cells of a sheet, counted with empty ones before others
ALONE = "copy the table alone into a new workbook, as values"
SAVED = "save it again as .xlsx, without a password, or as CSV in UTF-8"

_CELLS = ("xl/worksheets/", "xl/sharedStrings.xml")
_ENTITIES = re.compile(rb"<\0?!\0?(?:D|E\0?N)")  # XML entities, by which a short text expands to a long one
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_PICTURES = (b"\x89PNG", b"\xff\xd8")  # PNG and JPEG: files that are not XML, and may contain any bytes
_LITERAL = re.compile(r'"[^"]*"|\\.')  # literal text in the format of a number
LARGE = "this workbook is larger than any table of units, unpacked"


def read_rows(path: Path, problems: Problems, name: str) -> tuple[Row, ...] | None:
    """Return the rows of a table in a file of any format, or None after adding a problem."""
    return (read_book if path.suffix.lower() == BOOK else parse_table)(path, problems, name)


def read_book(path: Path, problems: Problems, name: str) -> tuple[Row, ...] | None:
    """Return the rows of a workbook that are not blank; the positions are numbers of row and column, from 1.

    A wrong cell is added as a problem there, and its value is unknown; returns None, after adding a problem, if nothing
    can be read. `name` is the name of the file in messages.
    """
    source = Source(name, "", path)
    data = read_bytes(path, problems, name)
    if data is None:
        return None
    try:
        from openpyxl import load_workbook
    except ImportError:
        problems.add(source.span(0, 0), "a workbook needs the package openpyxl, which is not there",
                     'install it: pip install "printshop[xlsx]", or pip install openpyxl; or save the table as CSV')
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of styles and drop-down lists that it skips
        try:
            why, formulas = _examined(data)
            if not why:
                books = [load_workbook(BytesIO(data), read_only=True, data_only=values, keep_links=False)
                         for values in (True, False)[:1 + formulas]]
                before, rows = len(problems), _rows(books, path.stem, source, problems)
                if not rows and len(problems) == before:
                    problems.add(source.span(0, 0), "the sheet is empty")
                return rows or None
            problems.add(source.span(0, 0), why, ALONE)
        except Exception as error:
            problems.add(source.span(0, 0), f"no workbook can be read from this file ({type(error).__name__})", SAVED)
    return None


def _examined(data: bytes) -> tuple[str, bool]:
    """Return why a workbook must not be opened, "" if it may be, and whether it contains formulas.

    Each file in it is unpacked as far as there is room, regardless of the size that the archive states.
    """
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile  # here, as the import is slow

    room, tags, formulas = MAX_UNPACKED, 0, False
    with ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MAX_PARTS or any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
            return "this workbook is not packed as spreadsheets pack it", False
        for part in parts:
            with archive.open(part) as packed:
                text = packed.read(room + 1)
            room -= len(text)
            tags += text.count(b"<") * (1 if part.filename.startswith(_CELLS) else _HEAVY)
            formulas |= bool(_FORMULA.search(text))
            if room < 0 or tags > MAX_TAGS:
                return LARGE, False
            if not text.startswith(_PICTURES) and _ENTITIES.search(text):
                return "this workbook has entities in it, which no spreadsheet writes", False
    return "", formulas


def _rows(books: Sequence[Workbook], stem: str, source: Source, problems: Problems) -> tuple[Row, ...]:
    """Return the rows of a sheet; the first workbook has values, a second one the formulas in their cells."""
    named = {sheet.title.casefold(): number for number, sheet in enumerate(books[0].worksheets)}
    seen = [number for number, sheet in enumerate(books[0].worksheets) if sheet.sheet_state == "visible"]
    at = named.get(stem.casefold(), (seen or [0])[0])
    sheets: list[Any] = [book.worksheets[at] for book in books]
    for sheet in sheets:
        sheet.reset_dimensions()  # the size that a file states may be wrong
    passed, room, rows = 0, MAX_BYTES, list[Row]()
    for line, same in enumerate(zip(*(sheet.iter_rows() for sheet in sheets), strict=True), 1):
        passed += len(same[0]) or 1  # a missing row counts as one cell
        if passed > MAX_PASSED:
            problems.add(source.span(line, 1), f"there are more than {MAX_PASSED:,} cells, empty ones counted", ALONE)
            return ()
        cells = list[Scalar]()
        for column, cell in enumerate(same[0], 1):
            text, odd = _text(cell)
            if (room := room - len(text)) < 0:  # a short file can be long: cells may share a text
                problems.add(source.span(line, column), LARGE, ALONE)
                return ()
            if cell.value is None and same[-1][column - 1].value is not None:
                odd = "a formula whose value is not saved"
            elif sign := UNPRINTABLE.search(text):
                odd = f"the unprintable character U+{ord(sign[0]):04X}"
            elif len(text) > MAX_TEXT:
                odd = f"{len(text):,} characters, the most are {MAX_TEXT:,}"
            if odd and not (rows and (column > len(rows[0].cells) or aside(rows[0].cells[column - 1].text))):
                problems.settle(source.span(line, column), f"cell {same[-1][column - 1].coordinate} has {odd}",
                                "give its column the format Text, and enter it again" if odd.startswith("a date") else
                                "write it as a text or a number")
                text = UNKNOWN
            cells.append(Scalar(source, line, column, bare(text), plain=True))
        while cells and not cells[-1].text:
            cells.pop()
        rows += [Row(tuple(cells))] if cells else []
        if len(rows) > MAX_ROWS or len(cells) > MAX_CELLS:
            most = f"{MAX_ROWS:,} rows" if len(rows) > MAX_ROWS else f"{MAX_CELLS} cells in one row"
            problems.add(source.span(line, 1), f"there are more than {most}", "is this the right file, and sheet?")
            return ()
    return tuple(rows)


def _text(cell: Any) -> tuple[str, str]:
    """Return the text of a cell as a user would write it, and what is wrong with it, "" if nothing is.

    Numbers have the fifteen digits that spreadsheets keep, and a % where they show one.
    """
    value, kind = cell.value, cell.data_type
    if value is None or kind == "s":
        return str(value or "").strip(), ""
    if kind == "b":
        return str(bool(value)).lower(), ""
    if kind == "n":
        percent = "%" in _LITERAL.sub("", cell.number_format)
        return f"{Decimal(f'{value * (100 if percent else 1):.15g}'):f}{' %' if percent else ''}", ""
    return str(value), f"the error {value}" if kind == "e" else f"a date or a time, {value}"
