"""Pages of booklets: where they break, how lines wrap, and names that nothing overlaps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game, write_file
from helpers.pages import find_outlines, find_words, read_text

from printshop.drawing.display_list import BLACK, Group, Item, TextRun
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.layout import flow, page_frame
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.booklets import build as booklets_build
from printshop.products.booklets import deployment
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

GAME = open_game("iron_stars")
SCENARIO = GAME[SCENARIOS]["meeting_engagement"]


@pytest.mark.slow
def test_number_is_on_the_line_of_its_noun() -> None:
    game = open_game("stellar_wars")
    sheet = Paper("half-letter", 139.7 * MM, 215.9 * MM)
    result = [
        word.text for page in booklets_build.build_booklet(game, PrintRequest(), PrintSettings(sheet)).pages
              for word in find_words(page.items)
    ]
    assert any("2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}Beam" in word for word in result)
    assert not [word for word in result if re.search(r"\d × [A-Z]", word)]


@pytest.mark.parametrize("scale", [12, 17, 24])
def test_no_name_covers_the_arrow_of_a_course_or_a_ship(scale: int) -> None:
    assert SCENARIO.deployment
    plan = replace(SCENARIO.deployment, scale=scale)
    small = deployment.draw_deployment(plan, False, Ink.COLOUR)
    names = {place.unit.display_proper_name.strip("*") for place in plan.places.values()}
    result = [item for item in flat(small.items) if isinstance(item, TextRun) and item.string in names]
    assert {item.string for item in result} == names
    heads = [path for path in find_outlines(small.items) if path.fill == BLACK and not path.stroke]
    assert len(heads) >= 4
    for item in result:
        for head in heads:
            left, top, right, bottom = measure_bounds((head,))
            low, high = item.x + 0.5, item.x + item.width - 0.5
            assert right <= low or left >= high or bottom <= item.y - 0.6 * item.size or top >= item.y, item.string


def flat(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def test_header_of_a_sheet_is_on_one_line_if_it_fits() -> None:
    sheet = Paper("half-letter", 139.7 * MM, 215.9 * MM)
    for note, expected in (("", 1), ("a note", 2)):
        page = page_frame.make_framed_page(sheet, "Title", (), game_title="A game", words=load_words(), rights="",
                                           note=note,
                                           true_scale=False)
        lines = {round(word.y) for word in find_words(page.items) if word.text in ("Title", "A game")}
        assert len(lines) == expected
    long = page_frame.make_framed_page(sheet, "Title " * 11, (), game_title="A game", words=load_words(), rights="",
                                       true_scale=False)
    assert len({round(word.y) for word in find_words(long.items) if "Title" in word.text or word.text == "A game"}) == 2


def test_black_ink_prints_nothing_in_colour() -> None:
    pages = booklets_build.build_booklet(GAME, PrintRequest(scenario=SCENARIO), PrintSettings(ink=Ink.BLACK)).pages
    result = [item.color for page in pages for item in flat(page.items) if isinstance(item, TextRun)]
    result += [line.color for page in pages for path in find_outlines(page.items) if (line := path.stroke)]
    assert result
    assert [color for color in result if len({*color[:3]}) > 1] == []


def test_lines_have_one_length_and_words_are_hyphenated() -> None:
    sentence = "The neighbouring destroyers manoeuvre independently and their commanders everywhere disagree. "
    (page,) = flow.compose_pages((flow.ColumnBlock(2, (flow.Paragraph(sentence * 8),), 20.0),),
                                 Rect(0.0, 0.0, 420.0, 600.0))
    ends: dict[tuple[bool, float], TextRun] = {}
    for item in flat(page.items):
        assert isinstance(item, TextRun)
        place = item.x >= 220, round(item.y, 1)
        ends[place] = max(ends.get(place, item), item, key=lambda one: one.x)
    lines = [last for _, last in sorted(ends.items())]
    assert {round(last.x + last.width - 220 * (last.x >= 220), 1) for last in lines[:-1]} == {200.0}
    assert any(last.string.endswith("-") for last in lines)


def test_line_outside_columns_has_66_letters_at_the_most() -> None:
    (page,) = flow.compose_pages((flow.Paragraph("Every man of the watch below is asleep and nobody minds. " * 9),),
                                 Rect(0.0, 0.0, 540.0, 600.0))
    lines: dict[float, str] = {}
    for item in flat(page.items):
        assert isinstance(item, TextRun)
        lines[round(item.y, 1)] = lines.get(round(item.y, 1), "") + item.string
    assert max(map(len, lines.values())) <= 75  # 66 of average width
    assert len(lines) > 5


def test_page_with_half_free_space_shows_the_ships_in_line() -> None:
    _, second, *_ = booklets_build.build_booklet(GAME, PrintRequest(scenario=SCENARIO, in_pack=True),
                                                 PrintSettings()).pages
    result = [item for item in second.items if measure_bounds((item,))[1] < second.height - 20 * MM]
    assert measure_bounds(result)[3] > 0.8 * second.height


ARMY = """\
format: 1
title: Long War
sides: {north: {name: North, colour: "#9e2a2b"}, south: {name: South, colour: "#33658a"}}
unit_types: {corps: {plural: corps, fields: {strength: {kind: whole}}}}
corps: [CORPS]
scenarios:
  war:
    {title: War, summary: A long war., background: [The war is long.], setup: [Begin.], victory: {text: Win.},
     table: 4 ft x 3 ft, forces: {north: {units: all}, south: {units: all}}}
"""


def test_long_army_begins_on_the_first_page(tmp_path: Path) -> None:
    corps = ", ".join(f"{{name: {side} Corps {number}, side: {side}, strength: {number}}}"
                      for side in ("north", "south") for number in range(1, 31))
    game = read_game(write_file(str(tmp_path / "war.yaml"), ARMY.replace("CORPS", corps)))
    booklet = booklets_build.build_booklet(game, PrintRequest(), PrintSettings())
    pages = [read_text(page.items) for page in booklet.pages]
    assert "north Corps 1 " in pages[0].replace("\n", " ")
    text = " ".join(pages)
    assert all(f"{side} Corps {number}" in text for side in ("north", "south") for number in range(1, 31))
