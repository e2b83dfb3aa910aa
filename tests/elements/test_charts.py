"""Blocks of charts: their frame, their heading, and elements below one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.typeset_elements import make_context

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.drawing.text import TooWideError
from printshop.elements.charts import draw_block, measure_chart_block
from printshop.elements.tables import UNKNOWN_TABLE
from printshop.game.charts import CHART_PARTS, ChartBlock
from printshop.game.elements import Element

if TYPE_CHECKING:
    from typing import Any


def make_block(*parts: Any, **keys: Any) -> ChartBlock:
    return ChartBlock(**{"title": "Tugs", "mark": "", "across": False, "differs": (), "parts": parts, **keys})


def make_part(kind: str, **keys: Any) -> Any:
    part = CHART_PARTS.blocks[kind](**keys)
    assert isinstance(part, Element)
    return part


@pytest.mark.parametrize("ink", Ink)
def test_elements_are_one_below_another_in_the_frame(ink: Ink) -> None:
    block = make_block(make_part("text", texts=("First",)), make_part("chain", links=("Second", "x")),
                       make_part("note", texts=("Third",)), make_part("big", texts=("Fourth",)))
    drawing = draw_block(block, 200, make_context(9, 1, ink))
    bases = {word.text: word.y for word in find_words(drawing.items)}
    words = ["First", "Second", "Third", "Fourth"]
    assert sorted(words, key=bases.__getitem__) == words
    assert measure_bounds(drawing.items, with_strokes=False) == pytest.approx((0, 0, 200, drawing.height))
    assert drawing.height == measure_chart_block(block, 200, make_context(9, 1, ink))


def test_lines_and_an_unknown_table_are_spaces_to_write_in() -> None:
    for part, count in ((make_part("lines", lines=6), 6), (make_part("table", table=UNKNOWN_TABLE), 4)):
        drawing = draw_block(make_block(part), 200, make_context(9, 1))
        (lines,) = [path for path in find_outlines(drawing.items) if not path.fill]
        assert len(lines.segments) == 2 * count
        assert measure_bounds([lines])[3] < drawing.height


def test_title_that_is_too_long_is_too_wide() -> None:
    with pytest.raises(TooWideError):
        measure_chart_block(make_block(title="Incomprehensibilities of old harbours"), 90, make_context(9))
