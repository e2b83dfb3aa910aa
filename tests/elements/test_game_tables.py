"""Tables of the game as elements: their size, their ground, and places that are too small."""

from __future__ import annotations

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import BLACK, WHITE
from printshop.drawing.shapes import measure_bounds
from printshop.elements.context import DrawContext
from printshop.elements.game_tables import GameTable
from printshop.elements.tables import ChartTable
from printshop.game.elements import ShownValues
from printshop.layout.rectangles import Rect
from printshop.problems import DoesNotFitError

ROWS = tuple((str(number), f"{number} hits") for number in range(1, 6))
TABLE = GameTable(table=ChartTable(("Roll", "Result"), ROWS, frozenset({1})))
CONTENT = TABLE.resolve(ShownValues({}))


@pytest.mark.parametrize("height", [70.0, 90.0, 200.0])
def test_a_table_is_as_large_as_its_place_allows(height: float) -> None:
    place = Rect(30, 40, 150, height)
    items = TABLE.draw(CONTENT, place, DrawContext())
    left, top, right, bottom = measure_bounds(items)
    assert left >= place.x - 2
    assert top >= place.y - 2
    assert right <= place.right + 2
    assert bottom <= place.bottom + 2
    assert {word.text for word in find_words(items)} >= {"Roll", "Result", "5", "5 hits"}


def test_the_text_shrinks_to_the_least_size_and_no_further() -> None:
    sizes = [max(word.size for word in find_words(TABLE.draw(CONTENT, Rect(0, 0, 150, height), DrawContext())))
             for height in (70.0, 200.0)]
    assert sizes[0] < sizes[1]
    with pytest.raises(DoesNotFitError, match=r"there is room for only 14.1 mm") as caught:
        TABLE.draw(CONTENT, Rect(0, 0, 150, 40.0), DrawContext())
    assert "mm higher" in caught.value.hint
    with pytest.raises(DoesNotFitError):
        TABLE.draw(CONTENT, Rect(0, 0, 10, 200.0), DrawContext())


def test_a_table_on_a_dark_ground_stands_on_paper() -> None:
    place = Rect(0, 0, 150, 100)
    plain, dark = (next(find_outlines(TABLE.draw(CONTENT, place, DrawContext(pen=pen)))) for pen in (BLACK, WHITE))
    assert plain.fill != WHITE
    assert dark.fill == WHITE


def test_its_height_is_that_of_its_text() -> None:
    low, high = (TABLE.measure(CONTENT, 150, DrawContext(text_size=size)) for size in (8.0, 12.0))
    assert low < high
    TABLE.draw(CONTENT, Rect(0, 0, 150, low), DrawContext(text_size=8.0))
