"""CSV tables: every cell with its place for every separator; files that cannot be read are reported."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.problems import Problems
from printshop.source import SourceText
from printshop.source.csv_tables import (
    MAX_COLUMNS,
    MAX_ROWS,
    guard_cell_text,
    parse_csv,
    parse_csv_file,
    unguard_cell_text,
)

if TYPE_CHECKING:
    from pathlib import Path

ORDINARY = st.one_of(st.characters(min_codepoint=32, max_codepoint=0x7E), st.characters(min_codepoint=0xA0,
                                                                                     max_codepoint=0x17F))
CELLS = st.text(st.one_of(ORDINARY, st.sampled_from(',;\t"\n')), max_size=12)


def read_cells(text: str) -> list[list[tuple[str, int, int]]]:
    problems = Problems()
    rows = parse_csv(SourceText("table.csv", text), problems)
    assert not list(problems)
    return [[(cell.text, cell.line, cell.column) for cell in row.cells] for row in rows or ()]


def list_table_problems(text: str) -> list[str]:
    problems = Problems()
    assert parse_csv(SourceText("table.csv", text), problems) is None
    return [str(problem).partition("\n")[0] for problem in problems]


def test_every_cell_has_its_place() -> None:
    assert read_cells('unit;count;notes\r\nRat;2;"a ""b""\r\nline"\r\n\r\n Tug ; ;x\n') == [
        [("unit", 1, 1), ("count", 1, 6), ("notes", 1, 12)],
        [("Rat", 2, 1), ("2", 2, 5), ('a "b"\r\nline', 2, 8)],
        [("Tug", 5, 2), ("", 5, 8), ("x", 5, 9)],
    ]


@pytest.mark.parametrize("by", [",", ";", "\t"])
@settings(max_examples=20)
@given(rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=6))
def test_tables_of_other_programs_are_read(by: str, rows: list[list[str]]) -> None:
    head = ["unit", "count", "name", "notes"]
    file = io.StringIO()
    csv.writer(file, delimiter=by, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows([head, *rows])
    result = [[cell for cell, _, _ in row] for row in read_cells(file.getvalue())]
    assert result == [head, *([unguard_cell_text(cell.strip()) for cell in row] for row in rows
                              if any(cell.strip() for cell in row))]


@given(text=st.text(st.sampled_from("'=+-@ab1 \t;,\n"), max_size=6) | st.text(max_size=20))
def test_guard_of_a_cell_can_be_removed(text: str) -> None:
    assert unguard_cell_text(guard_cell_text(text)) == text


def test_empty_rows_are_ignored() -> None:
    assert [[cell for cell, _, _ in row] for row in read_cells("a,b\n\n , \n,,,\nc,d")] == [["a", "b"], ["c", "d"]]


def test_first_line_can_declare_the_separator() -> None:
    assert [[cell for cell, _, _ in row] for row in read_cells("sep=|\na|b,c\n")] == [["a", "b,c"]]
    assert [[cell for cell, _, _ in row] for row in read_cells("sep=\r\na;b\r\n")] == [["a", "b"]]
    assert [[cell for cell, _, _ in row] for row in read_cells('sep="\n"a",b\n')][1:] == [["a", "b"]]


def test_quote_inside_a_cell_is_text() -> None:
    assert read_cells('a,b\n5" gun,2\n')[1] == [('5" gun', 2, 1), ("2", 2, 8)]


@pytest.mark.parametrize(("text", "message"), [
    ('a,b\n"x,2\ny',
     "table.csv:2:1: error: the opening quote of this cell has no closing quote at the end of the cell"),
    ('a,b\n1,"x"y\n',
     "table.csv:2:3: error: the opening quote of this cell has no closing quote at the end of the cell"),
    ("", "table.csv: error: the file is empty"),
    (" \n,,\n", "table.csv: error: the file is empty"),
    ("a\x01", "table.csv:1:2: error: the unprintable character U+0001 is not allowed"),
    ("a\n" * (MAX_ROWS + 5), f"table.csv:{MAX_ROWS + 1}:1: error: there are more than {MAX_ROWS:,} rows"),
    ("a," * (MAX_COLUMNS + 5), f"table.csv:1:1: error: there are more than {MAX_COLUMNS} cells in one row"),
    ("a\n" + "x" * 60_000, "table.csv:2:1: error: this cell has 60,000 characters, but at most 50,000 are allowed"),
])
def test_malformed_table_is_reported(text: str, message: str) -> None:
    assert list_table_problems(text) == [message]


@pytest.mark.parametrize(("data", "message"), [
    (b"unit\nN\xe9reid, \xc3\xa9\n", "2:2: error: the byte e9 is not UTF-8"),
    (b"unit\nN\x81reid\n", "2:2: error: the byte 81 is not UTF-8"),
    (b"unit\nN\xe9reid, \xc3\xa9\n",
     "= save the file in UTF-8; in Excel, choose \"CSV UTF-8 (comma delimited)\" (is this a 'é'?)"),
    ("unit\n".encode("utf-16"), "the file is encoded as UTF-16\n      = save the file in UTF-8; in Excel"),
    (b"PK\x03\x04 and so on", "this file is a workbook, not a text table"),
])
def test_files_of_other_programs_are_recognised(tmp_path: Path, data: bytes, message: str) -> None:
    path, problems = tmp_path / "t.csv", Problems()
    path.write_bytes(data)
    assert parse_csv_file(path, problems, "t.csv") is None
    assert message in "\n".join(map(str, problems))


@pytest.mark.parametrize(("text", "note"), [
    ("unit;name\r\nRat;Grün, schnell\r\n",
     "t.csv is not in UTF-8; it was read as a file of Windows (Windows-1252): check letters such as 'ü'"),
    ("unit\nRat – “5”\n",
     "t.csv is not in UTF-8; it was read as a file of Windows (Windows-1252): check letters such as '–'"),
    ("unit\nRat\n", ""),
])
def test_table_of_windows_is_read_with_a_note(tmp_path: Path, text: str, note: str) -> None:
    path, problems = tmp_path / "t.csv", Problems()
    path.write_bytes(text.encode("cp1252"))
    rows = parse_csv_file(path, problems, "t.csv")
    assert rows is not None
    assert [[cell.text for cell in row.cells] for row in rows] == [line.split(";") for line in text.splitlines()]
    assert (rows[0].cells[0].source.note, [*problems]) == (note, [])


def test_byte_order_mark_is_no_part_of_the_first_cell(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("unit\nRat\n".encode("utf-8-sig"))
    rows = parse_csv_file(path, Problems(), "t.csv")
    assert rows is not None
    assert (rows[0].first_filled_cell.text, rows[0].first_filled_cell.column) == ("unit", 1)
