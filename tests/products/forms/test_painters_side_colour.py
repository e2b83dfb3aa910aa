"""Grounds and words in the colour of a side, in every ink and on blank forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import read_forms
from helpers.pages import find_outlines, make_pages, walk_items
from helpers.problems import catch_problems

from printshop.drawing.display_list import BLACK, WHITE, Color, TextRun, parse_color
from printshop.drawing.ink import Ink, measure_contrast
from printshop.print_settings import PrintSettings

if TYPE_CHECKING:

    from printshop.drawing.display_list import Page

SHEET = """
sheet:
  unit: hero
  rows:
    - {cells: [{text: Ground, ground: side}]}
    - {cells: [{text: "Shape {girth}", ground: side, colour: '"#000000" if girth > 99 else "#0072b2"'}]}
    - {cells: [{text: Words, colour: side}]}
    - {cells: [{text: "{label}", ground: side, blank: Name}]}
list:
  rows:
    - {each: sides, cells: [{text: "{name}", ground: side}]}
"""


def find_color(page: Page, word: str) -> Color:
    return next(item.color for item, _, _ in walk_items(page.items)
                if isinstance(item, TextRun) and item.string.startswith(word))


def find_fills(page: Page) -> set[Color]:
    return {outline.fill for outline in find_outlines(page.items) if outline.fill}


@pytest.mark.parametrize(("side", "color"), [("mauve", "#0072b2"), ("teal", "#f0e442")])
def test_ground_has_the_colour_of_the_side_and_its_words_are_legible(side: str, color: str) -> None:
    game = read_forms(SHEET)
    name = next(unit.name for unit in game.units.values() if unit.kind == "hero" and unit.side.key == side)
    (page,) = make_pages("records", game, roster=[name], only_keys=("sheet",))
    assert parse_color(color) in find_fills(page)
    assert measure_contrast(find_color(page, "Ground"), parse_color(color)) >= 4.5
    assert measure_contrast(find_color(page, "Words"), WHITE) >= 4.5


def test_units_of_two_sides_with_equal_values_have_their_side_colours() -> None:
    game = read_forms(SHEET)
    names = [next(unit.name for unit in game.units.values() if unit.kind == "hero" and unit.side.key == side)
             for side in ("mauve", "teal", "mauve")]
    pages = make_pages("records", game, roster=names, only_keys=("sheet",))
    colors = [parse_color(game.sides[side].color) for side in ("mauve", "teal")]
    assert [[color in find_fills(page) for color in colors] for page in pages] == [
        [True, False], [False, True], [True, False]]


def test_black_ink_has_no_colour_and_legible_words() -> None:
    game = read_forms(SHEET)
    name = next(unit.name for unit in game.units.values() if unit.kind == "hero")
    (page,) = make_pages("records", game, PrintSettings(ink=Ink.BLACK), roster=[name], only_keys=("sheet",))
    grounds = find_fills(page) - {BLACK, WHITE}
    assert grounds == {WHITE.mix(BLACK, 0.1)}  # with a frame, so that headings do not float
    boxes = [box for box in find_outlines(page.items) if box.fill in grounds]
    assert all(box.stroke and box.stroke.color == BLACK for box in boxes)
    assert find_color(page, "Words") == BLACK


@pytest.mark.parametrize("ink", [Ink.COLOUR, Ink.BLACK])
def test_blank_form_has_framed_paper_to_write_on_and_pale_headings(ink: Ink) -> None:
    game = read_forms(SHEET)
    (page,) = make_pages("records", game, PrintSettings(ink=ink), blank_forms=1, only_keys=("sheet",))
    frames = [outline for outline in find_outlines(page.items) if outline.fill and outline.stroke]
    assert [frame.fill == WHITE for frame in frames] == [ink is Ink.BLACK, True, True]  # Ground, Shape, Name
    for word, frame in (("Ground", frames[0]), ("Shape", frames[1]), ("Name", frames[2])):
        assert frame.fill
        assert measure_contrast(find_color(page, word), frame.fill) >= 4.5


@pytest.mark.parametrize(("row", "ink"), [("{ground: side, pattern: SIDE, height: 9 mm}", Ink.COLOUR),
                                          ("{ground: side, pattern: SIDE, text: Hull}", Ink.BLACK),
                                          ('{band: "#0072b2", pattern: SIDE}', Ink.BLACK)])
def test_pattern_of_the_side_is_drawn_for_each_unit(row: str, ink: Ink) -> None:
    def draw(pattern: str, side: str) -> list[object]:
        game = read_forms(f"sheet: {{unit: hero, rows: [{row.replace('SIDE', pattern)}]}}")
        names = [unit.name for unit in game.units.values() if unit.kind == "hero" and unit.side.key == side]
        (page,) = make_pages("records", game, PrintSettings(ink=ink), roster=names[:1])
        return [*find_outlines(page.items)]

    assert draw("side", "mauve") == draw("stripes", "mauve") != draw("dots", "mauve")
    assert draw("side", "teal") == draw("dots", "teal")


def test_pattern_of_the_side_needs_a_ground() -> None:
    (problem,) = catch_problems(read_forms, "sheet: {unit: hero, rows: [{text: Hull, pattern: side}]}")
    assert "'pattern' of cell 1 of row 1 of form 'sheet' needs 'ground' or 'band'" in problem.message


def test_rows_for_each_side_have_the_colours_of_the_sides() -> None:
    game = read_forms(SHEET)
    (page,) = make_pages("records", game, only_keys=("list",))
    assert {parse_color(side.color) for side in game.sides.values()} <= find_fills(page)


@pytest.mark.parametrize("key", ["ground", "colour", "ground: bar, pattern"])
def test_form_for_no_unit_has_no_side(key: str) -> None:
    (problem,) = catch_problems(read_forms, f"list: {{rows: [{{cells: [{{text: a, {key}: side}}]}}]}}")
    assert f"'{key.rpartition(' ')[2]}: side' of cell 1 of row 1 of form 'list' needs a unit" in problem.message
