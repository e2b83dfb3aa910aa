"""Forms at their limits: rows within rows, low lines, and words and circles that would overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import pages
from helpers.games import read_forms
from helpers.pages import read_texts
from helpers.problems import catch_problems

from printshop.drawing.shapes import measure_outline
from printshop.drawing.text import Style, measure_text
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:

    from printshop.drawing.display_list import Page


def make_sheet(rows: str, unit: str = "kite", roster: str = "Buffeter", **request: object) -> Page:
    """Return the page of a form of these rows, for a unit or for none."""
    game = read_forms(f"sheet:\n  {f'unit: {unit}' if unit else 'copies: 1'}\n  rows:\n{rows}")
    units = game.expand_roster([(roster, 1)]) if unit else ()
    request = {"units": units, "only_keys": ("sheet",)} | request
    (page,) = find_product("records").build(game, PrintRequest(**request), PrintSettings()).pages  # type: ignore[arg-type]
    return page


def catch_messages(rows: str, unit: str = "kite", **request: object) -> str:
    problems = catch_problems(make_sheet, rows, unit, **request)  # type: ignore[arg-type]
    return "; ".join(problem.message for problem in problems)


@pytest.mark.parametrize("row", [
    '    - {height: 8 mm, repeat: 1, cells: [{text: "turn {n}"}]}\n',
    '    - {height: 8 mm, cells: [{text: "turn {n}", repeat: 1}]}\n',
])
def test_repeat_of_one_is_numbered(row: str) -> None:
    assert "turn 1" in read_texts(make_sheet(row, unit="").items)


def test_repeated_rows_inside_the_row_of_an_entry_have_the_entry() -> None:
    page = make_sheet("""\
    - each: tails
      cells:
        - rows:
            - {height: 8 mm, repeat: 2, cells: [{text: "{n} {end}"}]}
""")
    assert {"1 F", "2 F", "1 R", "2 R"} <= set(read_texts(page.items))


def test_circles_of_an_entry_have_a_name_for_each_cell() -> None:
    rows = """\
    - {height: 8 mm, each: tails, cells: [{pips: 3, repeat: 2, track: knots}], columns: 2}
"""
    assert "no 'tails.1.knots'" in catch_messages(rows, damage={"Buffeter": {"tails.1.knots": 1}})
    assert make_sheet(rows, damage={"Buffeter": {"tails.1.2.knots": 3}})


@pytest.mark.parametrize(("rows", "message"), [
    ("    []\n", "form 'sheet' has no rows"),
    ("    - {height: 0 mm, cells: [{text: Low}]}\n",
     "'height' of row 1 of form 'sheet' is 0 mm, but must be more than 0"),
    ("    - {height: 30 mm, cells: [{text: Lost, picture: unit}]}\n",
     "cannot be printed: the cell already shows 'picture'"),
    ("    - {height: 30 mm, cells: [{text: Lost, rows: [{height: 4 mm, cells: [{text: a}]}]}]}\n",
     "cannot be printed: the cell already shows 'rows'"),
    ("    - {height: 9 mm, columns: 2, cells: [{pips: 3, track: a}, {pips: 4, track: a}]}\n",
     "and of cell 1 of row 1 of form 'sheet' have the same name for damage: a"),
    ("    - {height: 9 mm, cells: [{pips: 3, track: a, letter: QXYZ}]}\n", "a circle takes one or two letters"),
    ("    - {height: 9 mm, cells: [{text: a, largest: 6 pt, smallest: 9 pt}]}\n", "is larger than 'largest'"),
    ("    - {height: 2 mm, cells: [{text: Low, style: title, smallest: 8 pt}]}\n",
     "'Low' is too high for its place: at 8 pt it needs 2.5 mm, but the place is 2.0 mm high"),
    ("    - {height: 2.4 mm, cells: [{text: Rags, pips: 3, track: rags}]}\n", "are too high for their place"),
    ("    - {height: 5 mm, cells: [{text: Rags, pips: 3, track: rags, size: 8 mm}]}\n", "are too high for their place"),
])
def test_marks_that_would_be_lost_or_covered_are_reported(rows: str, message: str) -> None:
    assert message in catch_messages(rows)


def test_pale_circles_do_not_touch_their_label() -> None:
    rows = "    - {height: 9 mm, columns: 4, cells: [{text: Ribbons, pips: 3, track: a, blank: %d}, {across: 3}]}\n"
    assert "do not fit" in catch_messages(rows % 60, blank_forms=1)
    page = make_sheet(rows % 20, blank_forms=1)
    label = next(word for word in pages.find_words(page.items) if word.text == "Ribbons")
    end = label.x + measure_text(label.text, Style(size=label.size)) / 2
    circles = [measure_outline(one.segments) for one in pages.find_outlines(page.items) if len(one.segments) > 4]
    assert len(circles) >= 20
    assert min(left for left, _, _, _ in circles) > end


def test_missing_optional_field_has_no_circles() -> None:
    row = '    - {height: 8 mm, cells: [{text: Boast, pips: boast}]}\n'
    assert "Boast" in read_texts(make_sheet(row, roster="Droop").items)
    assert "which is not a number of circles" in catch_messages(row)


def test_only_printed_rows_share_the_remaining_height() -> None:
    page = make_sheet("""\
    - {height: 20 mm, cells: [{text: Above}]}
    - {height: rest, only_if: count(tails) == 0, cells: [{box: true}]}
    - {height: rest, cells: [{box: true}]}
    - {height: rest, cells: [{box: true}]}
""")
    boxes = [measure_outline(path.segments) for path in pages.find_outlines(page.items)]
    heights = [bottom - top for left, top, right, bottom in boxes if right - left > 150 * MM and bottom - top > MM]
    whole = max(bottom for *_, bottom in boxes) - min(top for _, top, *_ in boxes)
    assert len(heights) == 2
    assert heights == pytest.approx([heights[0]] * 2)
    assert sum(heights) > whole - 45 * MM  # the heading and the row above
