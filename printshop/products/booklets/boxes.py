"""Boxes of a booklet: titled blocks with tables, tracks, lists and figures, drawn as on a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from printshop.drawing.ink import Ink, Palette
from printshop.drawing.themes import current_theme
from printshop.elements.charts import draw_block, measure_title
from printshop.elements.context import DrawContext
from printshop.game.charts import ChartBlock
from printshop.layout.flow import ColumnBlock, Figure, FlowBlock
from printshop.products.booklets.deployment import NARROW_COLUMN

COLUMN_GAP = 18.0  # points: between boxes side by side
ROW_GAP = 1.0  # points: the space between the rows of a box


def build_box_blocks(boxes: Sequence[ChartBlock], width: float, ink: Ink) -> Iterator[FlowBlock]:
    """Yield boxes in two columns, and over the whole `width` in points if they are `across`, alone or on small pages.

    Raises TooWideError if a box has too little width.
    """
    context = DrawContext(Palette(ink), text_size=current_theme().sizes.small, row_gap=ROW_GAP)
    for across, group in groupby(boxes, lambda box: box.across):
        row = tuple(group)
        is_wide = across or len(row) == 1 or width <= NARROW_COLUMN
        box_width = width if is_wide else (width - COLUMN_GAP) / 2
        title_size = min(measure_title(box, box_width, context) for box in row)
        drawings = [draw_block(box, box_width, context, title_size) for box in row]
        figures = tuple(Figure(drawing.items, box_width, drawing.height) for drawing in drawings)
        yield from figures if is_wide else (ColumnBlock(2, figures, COLUMN_GAP),)
