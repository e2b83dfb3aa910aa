"""Page breaks of records: between rows, with repeated headings; blocks side by side divided each at its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import read_forms

from printshop.game.forms.model import FORMS
from printshop.lengths import MM
from printshop.products.forms.grid import FormError, measure_heights
from printshop.products.forms.page_breaks import LEAST_BOX_HEIGHT, MAX_PAGES, divide_rows

if TYPE_CHECKING:

    from printshop.game.forms.cells import FormRow

HEADING = "    - {height: 10 mm, rules: true, shade: 0.1, cells: [{text: Hour, style: label}]}\n"
HOURS = "    - {height: 10 mm, rules: true, repeat: 12, cells: [{text: '{n}'}]}\n"
LINE = "    - {height: 10 mm, cells: [{text: line}]}\n"


def divide(rows: str, height: float) -> tuple[tuple[FormRow, ...], ...]:
    """Divide the rows of a form into pages that are `height` millimetres high."""
    form = read_forms(f"sheet:\n  columns: 1\n  rows:\n{rows}")[FORMS]["sheet"]
    pages = divide_rows(form.rows, (), height * MM)
    assert all(measure_heights(page, {}).lowest <= height * MM + 0.01 for page in pages)
    return pages


def list_words(rows: tuple[FormRow, ...]) -> list[str]:
    """Return the texts of rows; of repeated rows, the numbers."""
    return [str(row.first) if cell.text and not cell.text.is_fixed else cell.text.text if cell.text else cell.label
            for row in rows for cell in row.cells]


def test_table_continues_below_its_heading() -> None:
    first, second, third = divide(HEADING + HOURS, 60)
    assert list_words(first) == ["Hour", "0", "1", "2", "3", "4"]
    assert list_words(second) == ["Hour", "5", "6", "7", "8", "9"]
    assert list_words(third) == ["Hour", "10", "11"]


def test_page_ends_before_a_table_if_the_table_fits_the_next() -> None:
    first, second, *_ = divide(LINE * 4 + HEADING + HOURS, 70)
    assert list_words(first) == ["line"] * 4
    assert list_words(second)[:2] == ["Hour", "0"]


def test_no_page_ends_below_a_heading_or_begins_with_a_gap() -> None:
    gap = "    - {height: 8 mm, cells: [{}]}\n"
    first, second = divide(LINE * 4 + gap + LINE, 40)
    assert (list_words(first), list_words(second)) == (["line"] * 4, ["line"])
    first, second = divide(LINE * 2 + HEADING + HOURS.replace("12", "2"), 39)
    assert (list_words(first), list_words(second)) == (["line"] * 2, ["Hour", "0", "1"])
    assert len(divide(LINE * 4 + gap, 40)) == 1


BLOCKS = """\
    - {height: 10 mm, cells: [{text: above}]}
    - columns: [1, 1]
      cells:
        - {rows: [{height: 10 mm, rules: true, repeat: LEFT, cells: [{text: "{n}"}]}]}
        - {rows: [{height: 15 mm, repeat: RIGHT, cells: [{text: "{n}"}]}]}
"""


def test_blocks_side_by_side_are_divided_at_their_own_rows() -> None:
    pages = divide(BLOCKS.replace("LEFT", "9").replace("RIGHT", "4"), 60)
    blocks = [[list_words(cell.rows) for cell in page[-1].cells] for page in pages]
    assert blocks == [[["0", "1", "2", "3", "4"], ["0", "1", "2"]], [["5", "6", "7", "8"], ["3"]]]


def test_block_that_continues_alone_has_the_whole_width() -> None:
    pages = divide(BLOCKS.replace("LEFT", "9").replace("RIGHT", "3"), 60)
    blocks = [[(len(cell.rows), cell.across) for cell in page[-1].cells] for page in pages]
    assert blocks == [[(5, 1), (3, 1)], [(4, 2)]]


def test_row_with_low_blocks_is_on_one_page() -> None:
    rows = LINE * 3 + BLOCKS.replace("LEFT", "3").replace("RIGHT", "2")
    first, second = divide(rows, 60)
    assert list_words(first) == ["line"] * 3 + ["above"]
    assert [len(cell.rows) for cell in second[0].cells] == [3, 2]


def test_box_to_write_in_becomes_lower() -> None:
    ((_, row),) = divide(LINE + "    - {height: 80 mm, cells: [{text: Notes, box: true}]}\n", 50)
    assert row.least == LEAST_BOX_HEIGHT


def test_row_higher_than_a_page_is_refused() -> None:
    message = r"row 2 of form 'sheet' is 80\.0 mm high, but the page has room for only 50\.0 mm"
    with pytest.raises(FormError, match=message) as error:
        divide(LINE + "    - {height: 80 mm, cells: [{text: Chart}]}\n", 50)
    assert error.value.hint == "divide it into several rows"


def test_record_has_at_most_twenty_pages() -> None:
    rows = "    - {height: 10 mm, repeat: NUMBER, cells: [{text: '{n}'}]}\n"
    assert len(divide(rows.replace("NUMBER", str(3 * MAX_PAGES)), 30)) == MAX_PAGES
    with pytest.raises(FormError, match=f"would take more than {MAX_PAGES} pages"):
        divide(rows.replace("NUMBER", str(3 * MAX_PAGES + 1)), 30)
