"""Workbooks: values of one sheet, each with row and column; hostile files are refused before openpyxl reads them."""

from __future__ import annotations

import datetime as dt
import sys
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from helpers.xlsx import change_workbook, save_workbook
from openpyxl import Workbook
from openpyxl.styles import Font

from printshop.problems import Problems
from printshop.source import xlsx_tables
from printshop.source.csv_tables import MAX_COLUMNS, MAX_ROWS
from printshop.source.xlsx_tables import read_workbook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHEET = "xl/worksheets/sheet1.xml"


def book(*rows: list[Any], title: str = "Sheet") -> Workbook:
    workbook = Workbook()
    workbook.active.title = title
    for row in rows:
        workbook.active.append(row)
    return workbook


def read_cells(folder: Path, data: bytes) -> tuple[list[list[tuple[str, int, int]]], list[str]]:
    """Return the texts and places of all cells, and the problems."""
    (folder / "tugs.xlsx").write_bytes(data)
    rows = read_workbook(folder / "tugs.xlsx", problems := Problems(), "tugs.xlsx")
    assert bool(rows) or bool(problems)
    return ([[(cell.text, cell.line, cell.column) for cell in row.cells] for row in rows or ()],
            [f"{problem.span}: {problem.message}" for problem in problems])


def test_values_have_their_written_form(tmp_path: Path) -> None:
    made = book(["name", None, "planks"], [], [" Rat ", True, 9.0, "'=1+1", 0.1 + 0.2, 1e-7, 12_345_678_901, 0.125, 75])
    made.active["H3"].number_format = "0.0%"
    made.active["I3"].number_format = '0"%"'  # a sign that is shown, and divides nothing
    assert read_cells(tmp_path, save_workbook(made)) == ([
        [("name", 1, 1), ("", 1, 2), ("planks", 1, 3)],
        [("Rat", 3, 1), ("true", 3, 2), ("9", 3, 3), ("=1+1", 3, 4), ("0.3", 3, 5), ("0.0000001", 3, 6),
         ("12345678901", 3, 7), ("12.5 %", 3, 8), ("75", 3, 9)]], [])


def test_sheet_with_the_name_of_the_file_or_the_first_is_read(tmp_path: Path) -> None:
    workbook = book(["first"])
    workbook.create_sheet("other").append(["second"])
    assert read_cells(tmp_path, save_workbook(workbook))[0] == [[("first", 1, 1)]]
    workbook.worksheets[0].sheet_state = "hidden"
    assert read_cells(tmp_path, save_workbook(workbook))[0] == [[("second", 1, 1)]]
    workbook.worksheets[0].sheet_state = "visible"
    workbook.worksheets[1].title = "Tugs"
    assert read_cells(tmp_path, save_workbook(workbook))[0] == [[("second", 1, 1)]]


@pytest.mark.parametrize(("cell", "odd"), [
    (dt.date(2026, 5, 3), "a date or a time, 2026-05-03 00:00:00"),
    (dt.time(4, 8), "a date or a time, 04:08:00"),
    ("#DIV/0!", "the error #DIV/0!"),
    ("x" * 32_767, ""),
    ("a\x80b", "the unprintable character U+0080"),
])
def test_cells_of_unsupported_kinds_are_reported_unless_their_column_is_ignored(tmp_path: Path, cell: Any,
                                                                                odd: str) -> None:
    message = [f"tugs.xlsx:2:2: cell B2 has {odd}"] if odd else []
    assert read_cells(tmp_path, save_workbook(book(["name", "planks"], ["Rat", cell])))[1] == message
    assert read_cells(tmp_path, save_workbook(book(["name", "[bought]"], ["Rat", cell])))[1] == []


def bomb(size: int, lie: bool = False, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a workbook with a part of `size` bytes, which can declare a smaller size."""
    with zipfile.ZipFile(file := BytesIO(save_workbook(book(["a"]))), "a", method) as archive:
        archive.writestr("xl/more.xml", b"0" * size)
    data = file.getvalue()
    return data.replace(size.to_bytes(4, "little"), (10).to_bytes(4, "little")) if lie else data


def make_styled_workbook(rows: int) -> bytes:
    """Return a workbook in whose last column nothing stands, in bold."""
    workbook = book(["a"])
    for row in range(1, rows):
        workbook.active.cell(row, 16_384).font = Font(bold=True)
    return save_workbook(workbook)


# A tenth or less of each limit of a whole file: printshop and the test need less time to reach it.
LIMITS = {"MAX_UNPACKED_BYTES": 500_000, "MAX_TAGS": 100_000, "MAX_SCANNED_CELLS": 50_000}
LARGE = LIMITS["MAX_UNPACKED_BYTES"]
TOO_LARGE = "tugs.xlsx: the unpacked workbook is too large for a table of units"
ODDLY = "tugs.xlsx: this workbook is packed differently from the workbooks of spreadsheet programs"


@pytest.mark.parametrize(("make", "message"), [
    (lambda: b"", "tugs.xlsx: this file cannot be read as a workbook (BadZipFile)"),
    (lambda: b"PK\x03\x04", "tugs.xlsx: this file cannot be read as a workbook (BadZipFile)"),
    (lambda: save_workbook(book()), "tugs.xlsx: the sheet is empty"),
    (lambda: save_workbook(book(["a"]))[:-300], "tugs.xlsx: this file cannot be read as a workbook (BadZipFile)"),
    (lambda: change_workbook(save_workbook(book(["a"])), SHEET, b"</row>", b""),
     "tugs.xlsx: this file cannot be read as a workbook (ParseError)"),
    (lambda: change_workbook(save_workbook(book(["a"])), SHEET, b"<worksheet",
                             b'<!DOCTYPE x [<!ENTITY y "z">]><worksheet'),
     "tugs.xlsx: this workbook contains XML entities, which spreadsheet programs never write"),
    (lambda: bomb(LARGE), TOO_LARGE),
    (lambda: bomb(LARGE, lie=True), "tugs.xlsx: this file cannot be read as a workbook (BadZipFile)"),
    (lambda: bomb(10, method=zipfile.ZIP_LZMA), ODDLY),
    (lambda: change_workbook(save_workbook(book(["a"])), SHEET, b"</sheetData>",
                             b"<row/>" * LIMITS["MAX_TAGS"] + b"</sheetData>"),
     TOO_LARGE),
    (lambda: change_workbook(save_workbook(book(["a"])), "xl/styles.xml", b"</cellXfs>",
                             b"<xf/>" * 6_000 + b"</cellXfs>"),
     TOO_LARGE),
    (lambda: change_workbook(save_workbook(book(["a"])), SHEET, b'r="1"', b'r="999999999999"'),
     "tugs.xlsx:50001:1: there are more than 50,000 cells, including empty cells"),
    (lambda: make_styled_workbook(9), "tugs.xlsx:4:1: there are more than 50,000 cells, including empty cells"),
    (lambda: save_workbook(book(*[["a"]] * (MAX_ROWS + 1))),
     f"tugs.xlsx:{MAX_ROWS + 1}:1: there are more than {MAX_ROWS:,} rows"),
    (lambda: save_workbook(book(["a"] * (MAX_COLUMNS + 1))),
     f"tugs.xlsx:1:1: there are more than {MAX_COLUMNS} cells in one row"),
])
def test_file_without_a_table_of_units_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                   make: Callable[[], bytes], message: str) -> None:
    for name, value in LIMITS.items():
        monkeypatch.setattr(xlsx_tables, name, value)
    assert read_cells(tmp_path, make())[1] == [message]


def test_cells_with_a_long_shared_text_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_tables, "MAX_BYTES", 100)
    assert read_cells(tmp_path, save_workbook(book(["name"], ["x" * 60], ["x" * 60])))[1] == [
        TOO_LARGE.replace("tugs.xlsx:", "tugs.xlsx:3:1:")]


def test_bytes_of_a_picture_are_no_entities(tmp_path: Path) -> None:
    with zipfile.ZipFile(file := BytesIO(save_workbook(book(["a"]))), "a") as archive:
        archive.writestr("xl/media/image1.png", b"\x89PNG\r\n\x1a\n<!D")
    assert read_cells(tmp_path, file.getvalue()) == ([[("a", 1, 1)]], [])


def test_missing_openpyxl_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (tmp_path / "tugs.xlsx").write_bytes(save_workbook(book(["a"])))
    assert read_workbook(tmp_path / "tugs.xlsx", problems := Problems(), "tugs.xlsx") is None
    assert 'install the package: pip install "printshop[xlsx]"' in str(next(iter(problems)))


@pytest.mark.parametrize(("number", "number_format", "expected"), [
    (7, "000", "007"), (-7, "000", "-007"), (2.5, "0.00", "2.50"), (1234567, "#,##0", "1,234,567"),
    (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"), (0.125, "0.0%", "12.5%"), (12, '0" mm"', "12 mm"),
    (5, "[Red]0", "5"), (3.5, "[$€-407] 0.00", "€ 3.50"), (1.5, "0.##", "1.5"), (12.345, "0.0_)", "12.3"),
    (0.5, "# ?/?", None), (1e-7, "0.00E+00", None), (1234, "#,", None), (1e20, "0", None), (7, "General", None),
    (7, "00-00", None), (7, "@", None),
])
def test_numbers_with_a_simple_format_have_their_displayed_text(tmp_path: Path, number: float, number_format: str,
                                                                expected: str | None) -> None:
    workbook = book(["name"], [number])
    workbook.active["A2"].number_format = number_format
    (tmp_path / "tugs.xlsx").write_bytes(save_workbook(workbook))
    rows = read_workbook(tmp_path / "tugs.xlsx", Problems(), "tugs.xlsx")
    assert rows
    assert getattr(rows[1].cells[0], "display_text", None) == expected


def test_hidden_rows_and_columns_with_contents_are_ignored_with_a_note(tmp_path: Path) -> None:
    workbook = book(["name", "[x]", "planks"], ["Rat", 1, 2], ["Cat", 1, 2], ["Dog", 1, 2])
    for number in (2, 4, 9):
        workbook.active.row_dimensions[number].hidden = True
    workbook.active.column_dimensions["B"].hidden = workbook.active.column_dimensions["K"].hidden = True
    (tmp_path / "tugs.xlsx").write_bytes(save_workbook(workbook))
    rows = read_workbook(tmp_path / "tugs.xlsx", Problems(), "tugs.xlsx")
    assert rows
    assert [[cell.text for cell in row.cells] for row in rows] == [["name", "", "planks"], ["Cat", "", "2"]]
    assert rows[0].cells[0].source.note.startswith("tugs.xlsx: 2 hidden rows and 1 hidden column of the sheet are left")
