"""Boxes of booklets: beside each other, over the whole width, and on small pages."""

from __future__ import annotations

import pytest
from helpers.pages import find_words

from printshop.drawing.ink import Ink
from printshop.game.charts import CHART_PARTS, ChartBlock
from printshop.layout.flow import ColumnBlock, Figure
from printshop.products.booklets.boxes import build_box_blocks
from printshop.products.booklets.deployment import NARROW_COLUMN


def make_box(title: str, *, across: bool = False) -> ChartBlock:
    return ChartBlock(title=title, mark="", across=across, differs=(),
                      parts=(CHART_PARTS.blocks["list"](texts=("Steam: move",)),))


def test_boxes_are_side_by_side_unless_they_are_across() -> None:
    pair, wide = build_box_blocks([make_box("A"), make_box("B"), make_box("C", across=True)], 500.0, Ink.COLOUR)
    assert isinstance(pair, ColumnBlock)
    assert isinstance(wide, Figure)
    assert wide.width == 500
    figures = [figure for figure in pair.blocks if isinstance(figure, Figure)]
    assert [figure.width for figure in figures] == [(500 - pair.gap) / 2] * 2
    assert [{word.text for word in find_words(figure.items)} for figure in (*figures, wide)] == [
        {title, "Steam:", "move"} for title in "ABC"]


@pytest.mark.parametrize(("width", "titles"), [(NARROW_COLUMN, "AB"), (500.0, "A")])
def test_boxes_on_small_pages_and_single_boxes_have_the_whole_width(width: float, titles: str) -> None:
    blocks = list(build_box_blocks([make_box(title) for title in titles], width, Ink.BLACK))
    assert [block.width for block in blocks if isinstance(block, Figure)] == [width] * len(titles)
