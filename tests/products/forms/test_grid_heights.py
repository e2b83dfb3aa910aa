"""Rows without a height are as high as their cells need; gaps and spaces keep rows and blocks apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import read_forms
from helpers.pages import find_words, make_pages
from helpers.problems import catch_problems

from printshop.drawing.display_list import Path as Path_
from printshop.game.forms.model import FORMS
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.forms.compiled import CompiledForm
from printshop.products.forms.grid import PlacedCell
from printshop.products.forms.records import RecordPrinter

if TYPE_CHECKING:

    from printshop.game.model import Game

WIDTH, ROOM = 60 * MM, 120 * MM


def compile_sheet(rows: str, head: str = "unit: kite", room: float = ROOM) -> tuple[Game, CompiledForm]:
    """Return a game and its form of these rows, in a place of 60 x 120 mm."""
    game = read_forms(f"sheet:\n  {head}\n  rows:\n{rows}")
    return game, RecordPrinter(game, PrintRequest(), PrintSettings()).compile_form(game[FORMS]["sheet"], WIDTH, room)


def lay_out(rows: str, unit: str = "Buffeter", head: str = "unit: kite",
            room: float = ROOM) -> list[PlacedCell]:
    """Return the cells of a form in their places, for a unit or blank."""
    game, compiled = compile_sheet(rows, head, room)
    return compiled.lay_out(compiled.find_row_counts(game.units[unit] if unit else None)).slots


def measure(cell: str, unit: str = "Buffeter", head: str = "unit: kite") -> float:
    """Return the height of a row with one cell, in mm."""
    (slot,) = lay_out(f"    - cells: [{cell}]\n", unit, head)
    return slot.rectangle.height / MM


@pytest.mark.parametrize(("cell", "least", "most"), [
    ('{text: "{label}", style: title}', 8, 9),
    ("{text: String, style: label}", 4, 5),
    ("{pips: string}", 11, 12),  # 23 circles on two lines of 60 mm, a little smaller than usual
    ("{pips: string, shape: box}", 17, 19),
    ("{text: String, pips: string}", 14, 20),  # the words on a line, the circles below
    ('{text: "A long text that needs several lines here, because there are many words in it", wrap: true}', 9, 11),
    ("{lines: 3}", 21, 21.5), ("{box: true, text: Notes}", 15, 15.5), ("{picture: unit}", 20, 20.5),
    ("{band: true}", 2.5, 3), ("{around: [flap]}", 60, 60.5), ("{count: string}", 3, 9), ("{}", 0, 0),
    ('{steps: "1-6", track: turn}', 9, 10),
])
def test_row_without_a_height_has_the_height_of_its_cells(cell: str, least: float,
                                                          most: float) -> None:
    assert least <= measure(cell) <= most


def test_marks_have_as_many_lines_as_each_unit_or_the_blank_form_needs() -> None:
    heights = [measure("{pips: string, blank: 40}", unit) for unit in ("Buffeter", "")]
    assert heights[0] < heights[1]


def test_row_has_the_height_of_its_highest_cell_and_its_copies_are_equal() -> None:
    rows = "    - {each: tails, cells: [{text: x, style: small}, {pips: knots, group: 1, size: 8 mm}]}\n"
    slots = lay_out(rows)
    assert len({slot.rectangle.height for slot in slots}) == 1
    assert slots[0].rectangle.height > 9 * MM


def test_natural_heights_and_gaps_shrink_before_a_fit_problem_is_reported() -> None:
    rows = "    - {cells: [{text: a}]}\n    - {gap: 10 mm, cells: [{text: b}]}\n"
    usual, low = (lay_out(rows, room=room) for room in (ROOM, 13 * MM))
    assert low[1].rectangle.bottom <= 13 * MM < usual[1].rectangle.bottom
    assert usual[1].rectangle.y - usual[0].rectangle.bottom == pytest.approx(10 * MM)


def test_space_separates_rows_and_blocks_but_not_table_rows() -> None:
    rows = """\
    - {rules: true, shade: 0.1, cells: [{text: Head, style: label}]}
    - {rules: true, cells: [{text: b}]}
    - {cells: [{text: c}]}
    - {gap: 0 mm, cells: [{text: d}]}
    - {cells: [{rows: [{cells: [{text: e}]}]}, {rows: [{cells: [{text: f}]}]}]}
    - {space: 5 mm, cells: [{text: g}, {text: h}]}
"""
    place = {slot.cell.text.text: slot.rectangle for slot in lay_out(rows, head="unit: kite\n  space: 3 mm")
             if slot.cell.text}
    below = [place[second].y - place[first].bottom for first, second in (("Head", "b"), "bc", "cd")]
    assert below == pytest.approx([0, 3 * MM, 0], abs=0.01)
    aside = [place[second].x - place[first].right for first, second in ("ef", "gh")]
    assert aside == pytest.approx([3 * MM, 5 * MM], abs=0.01)


def test_cells_share_the_width_and_a_single_cell_has_all_of_it() -> None:
    slots = lay_out("    - {cells: [{text: a}, {text: b}, {text: c}]}\n    - {cells: [{text: d}]}\n")
    assert [slot.rectangle.width for slot in slots] == pytest.approx([WIDTH / 3] * 3 + [WIDTH])
    (alone,) = lay_out("    - {columns: [2, 1], cells: [{text: d}]}\n")
    assert alone.rectangle.width == pytest.approx(WIDTH)


@pytest.mark.parametrize(("row", "message"), [
    ("{cells: []}", "row 1 of form 'sheet' lacks 'height'"),
    ("{gap: 200 mm, cells: [{text: a}]}", "'gap' of row 1 of form 'sheet' is 200 mm, but must be 0 to 100 mm"),
    ("{space: 2 mm, rules: true, cells: [{text: a}, {text: b}]}", "'space' of row 1 of form 'sheet' is only for rows"),
])
def test_wrong_heights_gaps_and_spaces_are_reported(row: str, message: str) -> None:
    (problem, *_) = catch_problems(read_forms, f"sheet: {{unit: kite, rows: [{row}]}}")
    assert message in problem.message


@pytest.mark.parametrize("variant", ["large", "erase", "numbers"])
def test_variants_print_every_mark_and_word_of_natural_rows(variant: str) -> None:
    game = read_forms("""\
sheet:
  unit: kite
  per_page: 4
  space: 2 mm
  rows:
    - {cells: [{text: "{label}", style: title}, {text: "{string} yards"}]}
    - {rules: true, cells: [{text: String, style: label}, {pips: string}]}
    - {cells: [{rows: [{cells: [{text: Left, style: label}]}]}, {rows: [{cells: [{lines: 2, text: Right}]}]}]}
""")
    pages = make_pages("records", game, PrintSettings(variants=frozenset({variant})), roster=["Buffeter"])
    words = {word.text for page in pages for word in find_words(page.items)}
    assert {"Left", "Right"} <= words


def test_number_of_records_on_a_page_follows_the_highest() -> None:
    game = read_forms("sheet: {unit: kite, per_page: fit, rows: [{text: '{label}'}, {lines: 9}]}")
    (page,) = make_pages("records", game, roster=["Buffeter", "Buffeter", "Buffeter"])
    assert sum(word.text.startswith("Buffeter") for word in find_words(page.items)) == 3


def test_gap_between_rows_with_rules_has_a_strong_line_on_both_sides() -> None:
    rows = "    - {rules: true, text: a}\n    - {rules: true, text: b}\n    - {gap: 3 mm, rules: true, text: c}\n"
    _, compiled = compile_sheet(rows)
    rules = compiled.lay_out(compiled.find_row_counts(None)).rules
    level = [(rule.segments[0].y, rule.stroke.width) for rule in rules if isinstance(rule, Path_) and rule.stroke
             and rule.segments[0].y == rule.segments[1].y]
    assert [width for _, width in sorted(level)] == [1.0, 0.4, 1.0, 1.0, 1.0]


@pytest.mark.parametrize(("cell", "fits"), [("text: Notes", True), ("text: Notes, box: true", False),
                                            ("text: Notes, box: true, least: 5 mm", True)])
def test_box_of_the_remaining_height_has_space_for_its_label_and_a_line(cell: str, *,
                                                                        fits: bool) -> None:
    game, compiled = compile_sheet(f"    - {{height: 110 mm, text: a}}\n    - {{height: rest, {cell}}}\n")
    lowest = compiled.measure_lowest(compiled.find_row_counts(game.units["Buffeter"]))
    assert (lowest <= ROOM) == fits


@pytest.mark.parametrize(("notes", "least", "most"), [("box: true", 40, 44), ("box: true, least: 90 mm", 17, 39)])
def test_track_of_the_remaining_height_has_the_height_it_needs(notes: str, least: float,
                                                               most: float) -> None:
    """Its boxes are 8 mm high, or lower where the record has too little room: it needs no `least`."""
    rows = ("    - cells: [{rows: [{height: 4 mm, text: Heat}, {height: rest, steps: '1-5', way: down}]}]\n"
            f"    - {{height: rest, text: Notes, {notes}}}\n")
    _, steps, _ = lay_out(rows)
    assert least <= steps.rectangle.height / MM <= most


def test_advice_about_a_row_of_the_remaining_height_names_its_minimum() -> None:
    rows = "{height: 4 mm, text: a}, {height: rest, pips: string, size: 3 mm}"
    forms = f"sheet: {{unit: kite, columns: 9, rows: [{{cells: [{{rows: [{rows}]}}, {{across: 8}}]}}]}}"
    (problem,) = catch_problems(lambda: make_pages("records", read_forms(forms), roster=["Buffeter"]))
    assert "write 'least: " in problem.hint
