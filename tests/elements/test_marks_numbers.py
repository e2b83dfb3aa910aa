"""Numbers instead of marks on forms, and the problems of records that do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import pages
from helpers.games import open_game, read_forms
from helpers.pages import read_texts
from helpers.problems import catch_problems

from printshop.drawing.shapes import measure_outline
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:

    from printshop.drawing.display_list import Page


def make_sheet(rows: str, head: str = "unit: kite", roster: str = "Buffeter", **request: object) -> Page:
    game = read_forms(f"sheet:\n  {head}\n  rows:\n{rows}")
    request = {"units": game.expand_roster([(roster, 1)]), "only_keys": ("sheet",)} | request
    (page,) = find_product("records").build(game, PrintRequest(**request), PrintSettings()).pages  # type: ignore[arg-type]
    return page


def boxes(page: Page) -> list[tuple[float, float]]:
    """Width and height of the boxes to write in."""
    result = [measure_outline(one.segments) for one in pages.find_outlines(page.items)
              if one.stroke and one.stroke.width == pytest.approx(0.8)]
    return [(right - left, bottom - top) for left, top, right, bottom in result]


def strings() -> int:
    value = open_game("toy").units["Buffeter"].values["string"]
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("cell", ["{count: string}", "{text: Strings, count: string}", "{count: string, align: left}"])
def test_box_for_a_number_shows_the_maximum(cell: str) -> None:
    page = make_sheet(f"    - {{height: 9 mm, columns: 3, cells: [{cell}, {{across: 2}}]}}\n")
    assert f"of {strings()} left" in read_texts(page.items)
    ((width, height),) = boxes(page)
    assert 3 * MM < height < 9 * MM
    assert width == pytest.approx(1.5 * height)


def test_remaining_number_letters_and_sections_are_printed() -> None:
    row = ("    - {height: 14 mm, cells: [{count: string, marks: '[2, 5]', letter: K, marked: 2, "
           "sections: '[3, string - 3]'}]}\n")
    page = make_sheet(row, damage={"Buffeter": {"string": 4}})
    assert str(strings() - 6) in read_texts(page.items)
    words = " ".join(read_texts(page.items))
    assert f"of {strings()}" in words
    assert "K at the 2nd and 5th hit" in words
    assert f"in sections of 3 and {strings() - 3}" in words
    with pytest.raises(PrintshopError, match="9999 marks of string are asked for"):
        make_sheet(row, damage={"Buffeter": {"string": 9999}})


def test_circles_of_a_form_become_numbers_except_single_circles() -> None:
    cells = "{pips: string}, {pips: 1, track: lit}, {text: Knots, pips: 3, track: k}"
    rows = (f"    - {{height: 9 mm, columns: 3, cells: [{cells}]}}\n"
            "    - {height: 70 mm, cells: [{around: [flap]}]}\n")
    page = make_sheet(rows, "unit: kite\n  numbers: true")
    assert len(boxes(page)) == 2 + 6
    circles = [one for one in pages.find_outlines(page.items) if one.stroke and one.stroke.width == pytest.approx(0.7)]
    assert len(circles) == 1


@pytest.mark.parametrize(("height", "has_box"), [("9 mm", True), ("3 mm", False)])
def test_circles_stay_in_the_variant_numbers_if_a_box_does_not_fit(height: str, has_box: bool
                                                                   ) -> None:
    row = f"{{height: {height}, cells: [{{pips: string, shape: box}}]}}"
    game = read_forms(f"sheet:\n  unit: kite\n  rows:\n    - {row}\n")
    request = PrintRequest(units=game.expand_roster([("Buffeter", 1)]), only_keys=("sheet",))
    settings = PrintSettings(variants=frozenset({"numbers"}))
    (page,) = find_product("records").build(game, request, settings).pages
    assert len(boxes(page)) == has_box
    circles = [one for one in pages.find_outlines(page.items) if one.stroke and one.stroke.width == pytest.approx(0.7)]
    assert len(circles) == (0 if has_box else strings())


def test_number_on_a_blank_form_has_a_space_to_write_in() -> None:
    page = make_sheet("    - {height: 9 mm, cells: [{text: Strings, count: string}]}\n", units=(),
                      blank_forms=1)
    assert len(boxes(page)) == 1
    assert {"Strings", "of ____ left"} <= set(read_texts(page.items))


def test_number_counts_losses_if_the_form_says_so() -> None:
    row = "    - {height: 9 mm, cells: [{text: Strings cut, pips: string, counts: lost}]}\n"
    page = make_sheet(row, "unit: kite\n  numbers: true", damage={"Buffeter": {"string": 4}})
    assert {"4", f"of {strings()}"} <= set(read_texts(page.items))
    assert not any("left" in word for word in read_texts(page.items))


@pytest.mark.parametrize(("row", "message"), [
    ("{height: 9 mm, cells: [{count: string, pips: string}]}",
     "has 'pips' and 'count': a cell can show only one thing"),
    ("{height: 9 mm, cells: [{count: string, group: 3}]}", "'group' of cell 1 of row 1 of form 'sheet' needs 'pips'"),
    ("{height: 9 mm, cells: [{count: 7}]}", "what is counted of cell 1 of row 1"),
    ("{height: 9 mm, cells: [{write: true}]}", "'write' of cell 1 of row 1 of form 'sheet' needs 'text'"),
    ("{height: 3 mm, cells: [{count: string}]}", "a number to be written needs 3.2 mm, but the place is 2.6 mm high"),
    ("{height: 9 mm, columns: 40, cells: [{count: string}, {across: 39}]}", "is too large for its place, 5 x 9 mm"),
])
def test_mistakes_in_a_count_are_reported(row: str, message: str) -> None:
    problems = catch_problems(make_sheet, f"    - {row}\n")
    assert message in "; ".join(problem.message for problem in problems)


def test_cell_too_small_for_most_units_is_one_problem_of_the_form() -> None:
    game = read_forms("sheet:\n  unit: kite\n  rows:\n    - {height: 3 mm, cells: [{count: string}]}\n")
    units = game.expand_roster([("Buffeter", 1), ("Droop", 1), ("Lost", 1)]) + tuple(
        game.units["Buffeter"].make_sister(name) for name in ("Second", "Third"))
    problems = catch_problems(list, find_product("records").build(game, PrintRequest(units=units, only_keys=("sheet",)),
            PrintSettings()).pages)
    (problem,) = problems
    assert problem.message.startswith("records of Buffeter, Droop, Lost and 2 more, cell 1 of row 1")
    assert str(problem.span).endswith("forms.yaml:4:30")
    assert problem.hint == "make the row 1 mm higher"


def test_circles_that_do_not_fit_beside_words_go_below_them() -> None:
    cells = "[{text: Hull, pips: string, shape: box, size: 4 mm}, {across: 3}]"
    row = "    - {{height: {}, columns: 4, cells: " + cells.replace("{", "{{").replace("}", "}}") + "}}\n"
    page = make_sheet(row.format("40 mm"))
    hull = next(word for word in pages.find_words(page.items) if word.text == "Hull")
    paths = [measure_outline(one.segments) for one in pages.find_outlines(page.items)
             if one.stroke and one.stroke.width == pytest.approx(0.7)]
    assert len(paths) == strings()
    assert min(top for _, top, _, _ in paths) > hull.y
    (problem,) = catch_problems(make_sheet, row.format("9 mm"))
    assert f"cell 1 of row 1 of form 'sheet': {strings()} boxes beside words take" in problem.message
    assert str(problem.span).endswith("forms.yaml:4:42")
