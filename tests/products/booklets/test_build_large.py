"""Booklets in large print: the words of the usual booklet, 1.4 times as large, on any paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_words, read_text

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.layout.flow import ColumnBlock, Figure, KeepTogether, Paragraph
from printshop.layout.rectangles import Paper
from printshop.layout.zoom import ZOOM
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.booklets import build as booklets_build
from printshop.products.booklets import illustrations

if TYPE_CHECKING:
    from printshop.drawing.display_list import Page

LARGE = frozenset({"large"})


def build(key: str, settings: PrintSettings) -> list[Page]:
    return list(find_product("booklet").build(open_game(key), PrintRequest(), settings).pages)


@pytest.mark.slow
def test_no_word_is_lost_and_all_type_is_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    # the line of units fills space that is left, so its words are no part of the text
    monkeypatch.setattr(illustrations, "draw_lineup", lambda _game, _scenario, boxes, _ink: [() for _ in boxes])
    monkeypatch.setattr(booklets_build, "MIN_LOG_ROWS", 99)  # nor is the table of battles
    usual, large = build("iron_guest", PrintSettings()), build("iron_guest", PrintSettings(variants=LARGE))
    # a title between the rules of the theme is in capitals, one in a column is not
    texts = [" ".join(word.text for page in pages for word in find_words(page.items)).casefold()
             for pages in (usual, large)]
    whole_words = {*re.findall(r"(?<![-\w])(?<!- )\w+(?![-\w])", texts[0])}  # without the parts of divided words
    lost = whole_words - {*re.findall(r"\w+", f"{texts[1]} {texts[1].replace('- ', '')}")}
    assert not lost
    sizes = [{word.size for page in pages for word in find_words(page.items)} for pages in (usual, large)]
    assert min(sizes[1]) >= ZOOM * min(sizes[0]) - 0.01


def test_small_booklet_and_a_large_sheet_are_printed_too() -> None:
    a3 = Paper("a3", 297 * MM, 420 * MM)
    half = Paper("half", 148.5 * MM, 210 * MM)
    for settings, size in ((PrintSettings(a3, variants=LARGE), a3),
                           (PrintSettings(variants=LARGE, booklet_paper=half), half)):
        assert {(round(page.width, 6), round(page.height, 6)) for page in build("iron_stars", settings)} == {
            (round(size.width, 6), round(size.height, 6))}


def test_table_and_strip_have_their_usual_size() -> None:
    def find_widths(settings: PrintSettings) -> list[float]:
        """Return the width of the strip on the first page, and of the 6 ft of the table, on paper."""
        pages = build("iron_stars", settings)
        rules = [(left, right) for left, top, right, bottom in (
                     measure_bounds((path,)) for path in find_outlines(pages[0].items))
                 if 60 < bottom - top < 320 and right - left > 400]
        (table,) = [page for page in pages if "The table before the first turn." in read_text(page.items)]
        feet = {word.text: word.x for word in find_words(table.items) if word.text in ("0 ft", "6")}
        return [max(right - left for left, right in rules), feet["6"] - feet["0 ft"]]

    usual, large = (find_widths(PrintSettings(variants=variants)) for variants in (frozenset[str](), LARGE))
    assert large[0] == pytest.approx(usual[0], abs=30)
    assert large[1] >= usual[1] - 6  # "0 ft" is 1.4 times as wide


@pytest.mark.parametrize("key", ["for_the_masses", "ironclads"])
def test_every_page_of_a_scenario_is_a_third_full(key: str) -> None:
    for scenario in open_game(key)[SCENARIOS].values():
        request = PrintRequest(scenario=scenario, in_pack=True)
        for page in find_product("booklet").build(open_game(key), request, PrintSettings(variants=LARGE)).pages:
            lowest = max(word.y for word in find_words(page.items) if word.y < 0.9 * page.height)
            assert lowest > page.height / 3, f"{scenario.key}: {page.label}"


def test_last_example_of_play_has_its_words_beside_its_picture() -> None:
    game = open_game("stellar_wars")
    examples = game[SCENARIOS]["beginning"].examples
    *_, row = illustrations.build_example_blocks(game, examples, 300.0, 2, Ink.COLOUR, one_beside=True)
    assert len(examples) == 3
    assert isinstance(row, ColumnBlock)
    assert [[type(part) for part in block.blocks] for block in row.blocks if isinstance(block, KeepTogether)] == [
        [Figure], [Paragraph]]


def test_winner_is_written_below_a_score_sheet() -> None:
    pages = [page for page in build("iron_stars", PrintSettings(variants=LARGE)) if "Winner" in read_text(page.items)]
    assert pages
    assert all("Won from" in read_text(page.items) for page in pages)
