"""The drawing of blocks of charts: a frame, a heading and elements below one another.

Everything here draws at the origin, downwards, in a given width, and returns its height: points, origin top left, y
down. `printshop.products.charts` makes pages of cards. A `DrawContext` has the size of the text, the space between rows
and the ink of a block.
"""

from __future__ import annotations

from math import inf
from typing import Any, Literal

from printshop.drawing import fonts, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Item, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_grey_fill, choose_text_color
from printshop.drawing.themes import current_theme, format_title
from printshop.elements.context import DrawContext, Items
from printshop.elements.typeset import RULE, ElementDrawing
from printshop.elements.word_colors import DEFAULT_INK
from printshop.game.charts import ChartBlock
from printshop.game.elements import ShownValues
from printshop.layout.rectangles import Rect
from printshop.layout.table import draw_writing_lines
from printshop.problems import DoesNotFitError

PADDING = 5.5
MAX_END_AIR = 1.5  # points: greatest added space above the first element and below the last
HEADING = 1.12  # of the size of the text: a title
ACROSS_COLUMNS = 3  # of a list in a block across the page


def _draw_heading(block: ChartBlock, width: float, context: DrawContext, title_size: float) -> ElementDrawing:
    """Return the heading: white on black; for a marked block, and where ink is saved, black on a tint."""
    size = context.text_size * HEADING
    height = size * 1.62
    dark = not block.mark and context.ink is Ink.COLOUR
    ground = current_theme().bar if dark else choose_grey_fill(context.ink, 0.2 if block.mark else 0.1)
    if block.mark and context.ink is Ink.COLOUR:
        ground = current_theme().tint.mix(current_theme().bar, 0.2)
    color = choose_text_color(ground) if dark else BLACK
    if block.color and context.ink is not Ink.BLACK:
        ground = choose_area_color(context.ink, parse_color(block.color))
        color = choose_text_color(ground)
    style, free = _make_mark_style(block, width, context)
    base = height / 2 + size * _make_title_style(block, size, free, context.smallest).face.cap_height / 2
    mark = text.set_line(block.mark, style._replace(color=color), width - PADDING, base, "end")
    title_size = title_size or measure_title(block, width, context)
    style = _make_title_style(block, title_size, free, context.smallest)
    title = text.set_line(format_title(block.title), style._replace(color=color), PADDING, base, max_width=free,
                          min_size=context.smallest)
    return ElementDrawing((shapes.rect(0, 0, width, height, fill=ground, stroke=RULE), *title, *mark), height)


def measure_title(block: ChartBlock, width: float, context: DrawContext) -> float:
    """Return the size in which the title fits, at most the size that goes with the text of the block."""
    size, free = context.text_size * HEADING, _make_mark_style(block, width, context)[1]
    wide = text.measure_text(format_title(block.title), _make_title_style(block, size, free, context.smallest))
    return max(min(size, size * free / (wide or 1)), context.smallest)


def _make_mark_style(block: ChartBlock, width: float, context: DrawContext) -> tuple[text.Style, float]:
    """Return the style of the mark at the right of the heading, and the width that is free for the title."""
    style = text.Style("serif", context.small_size, italic=True)
    return style, width - 2 * PADDING - (text.measure_text(block.mark, style) + 6 if block.mark else 0)


def _make_title_style(block: ChartBlock, size: float, free: float, smallest: float) -> text.Style:
    """Return the style of the title: the family of figures, which is narrow, where that of titles has no room."""
    tracking = 0.06 * current_theme().capitals  # letters of capitals stand apart
    least = text.Style("display", smallest, bold=True, tracking=smallest * tracking)
    family: Literal["sans", "display"] = "display" if text.measure_text(format_title(block.title),
                                                                        least) <= free else "sans"
    return text.Style(family, size, bold=True, tracking=size * tracking)


def measure_hexes(block: ChartBlock, width: float, context: DrawContext) -> float:
    """Return the greatest width across flats of the hexes of a block's figures, in points; infinite without figures."""
    return min((part.measure_hexes(part.resolve(ShownValues({})), width - 2 * PADDING, context)
                for part in block.parts), default=inf)


@fonts.cache_layout(256)
def measure_chart_block(block: ChartBlock, width: float, context: DrawContext) -> float:
    """Return the height of a whole block. Raises TooWideError."""
    height = _draw_heading(block, width, context, 0.0).height
    return _place_parts(block, width, height, context)[1]


def _place_parts(block: ChartBlock, width: float, top: float, context: DrawContext
                 ) -> tuple[list[tuple[Any, Any, Rect]], float]:
    """Return the elements of a block below its heading, each with its content and its place; and the whole height."""
    y, placed = top + PADDING * 0.9 + min(context.row_gap, MAX_END_AIR), list[tuple[Any, Any, Rect]]()
    for part in block.parts:
        y += 2.5 + context.row_gap if placed else 0.0
        content, inner = part.resolve(ShownValues({})), _make_part_context(block, part, context)
        try:
            height = part.measure(content, width - 2 * PADDING, inner)
        except DoesNotFitError as error:
            error.span = error.span or part.span
            raise
        place = Rect(PADDING, y, width - 2 * PADDING, height)
        placed.append((part, content, place))
        y = place.bottom
    return placed, y + PADDING * 0.8 + min(context.row_gap, MAX_END_AIR)


def _make_part_context(block: ChartBlock, part: Any, context: DrawContext) -> DrawContext:
    """Return the context of an element of a block."""
    def draw_space(rectangle: Rect, words: str, draw_end: object = None) -> Items:  # noqa: ARG001
        return tuple(draw_writing_lines(rectangle, context.line_pitch))

    color = context.palette.choose_line(parse_color(getattr(part, "colour", "") or DEFAULT_INK))
    return context._replace(columns=ACROSS_COLUMNS if block.across else 1, draw_space=draw_space, align="left",
                            color=color)


@fonts.cache_layout(256)
def draw_block(block: ChartBlock, width: float, context: DrawContext, title_size: float = 0.0,
               free_height: float = 0.0) -> ElementDrawing:
    """Return a whole block: its frame, the heading on it, its elements below each other.

    Raises DoesNotFitError, with the position of the element that cannot be drawn.

    Without a `title_size`, the title has the size of `measure_title`. The frame is `free_height` points higher than the
    elements need.
    """
    heading = _draw_heading(block, width, context, title_size)
    placed, height = _place_parts(block, width, heading.height, context)
    items: list[Item] = []
    for part, content, place in placed:
        try:
            items += part.draw(content, place, _make_part_context(block, part, context))
        except DoesNotFitError as error:
            error.span = error.span or part.span
            raise
    ground = WHITE.mix(themes.choose_background_color("tint", context.ink), 0.6) if block.mark else WHITE
    height += free_height
    frame = shapes.rect(0, 0, width, height, fill=ground, stroke=RULE)
    return ElementDrawing((frame, *heading.items, *items), height)
