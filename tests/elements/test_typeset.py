"""Elements with text of one size: as large as the place allows, and places that are too small."""

from __future__ import annotations

import pytest
from helpers.pages import find_words
from helpers.typeset_elements import make_context

from printshop.drawing import text
from printshop.drawing.shapes import measure_bounds
from printshop.elements.card_parts import TextList
from printshop.elements.context import DrawContext
from printshop.elements.typeset import set_paragraph
from printshop.game.elements import ShownValues
from printshop.layout.rectangles import Rect
from printshop.problems import DoesNotFitError

LIST = TextList(texts=("Move: all tugs", "Fire", "Moor at the pier and wait"))
CONTENT = LIST.resolve(ShownValues({}))


def find_sizes(height: float, context: DrawContext) -> set[float]:
    return {word.size for word in find_words(LIST.draw(CONTENT, Rect(10, 20, 90, height), context))}


def test_text_is_as_large_as_the_space_allows() -> None:
    (large,), (small,) = (find_sizes(height, DrawContext()) for height in (80, 45))
    assert large == 10
    assert 7.5 <= small < large


def test_row_space_fills_the_rectangle_if_the_rectangle_gives_no_space() -> None:
    heights = [measure_bounds(LIST.draw(CONTENT, Rect(10, 20, 90, 90), context))[3]
               for context in (DrawContext(text_size=8), make_context(8, 1))]
    assert heights[0] > heights[1]
    assert LIST.measure(CONTENT, 90, make_context(8, 1)) < LIST.measure(CONTENT, 90, make_context(8, 4))


@pytest.mark.parametrize("context", [DrawContext(), DrawContext(text_size=6)])
def test_rectangle_too_low_is_a_problem(context: DrawContext) -> None:
    with pytest.raises(DoesNotFitError, match=r"the list is .* mm high, but there is room for only 3\.5 mm") as error:
        find_sizes(10, context)
    assert "mm higher" in error.value.hint


def test_last_line_has_more_than_one_word() -> None:
    markup, style = "Every tug that moved in this turn may fire once", text.Style("sans", 9)
    width = text.measure_text("Every tug that moved in this turn may fire", style) + 1
    lines: dict[float, list[str]] = {}
    for word in find_words(set_paragraph(markup, style, 0, 0, width).items):
        lines.setdefault(word.y, []).append(word.text)
    assert len(lines) == 2
    assert len(" ".join(lines[max(lines)]).split()) > 1
