"""Typeset elements: elements with text of one size, whose height follows from their width.

The elements draw at the origin, downwards, in a given width, and return their height. Lengths are in points, with the
origin at the top left and y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from printshop.drawing import fonts, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke
from printshop.drawing.geometry import Transform
from printshop.elements.context import LARGEST, DrawContext, Items
from printshop.game.counters import RelativeLength
from printshop.game.elements import Element
from printshop.layout.rectangles import Rect
from printshop.lengths import format_shortage
from printshop.problems import CrowdedError, DoesNotFitError
from printshop.schema.keys import data_block

STEP = 0.25  # between the sizes that are tried
MIN_ROW_AIR, MAX_ROW_AIR = 0.4, 4.0  # points: least and greatest space between rows
PAPER_EDGE = 1.0  # points: the edge of the white paper under an element on a dark ground
LEADING = 1.17  # of the lines of a text
RULE = Stroke(BLACK, 0.7)
_SHORT = 0.2  # of the width: a shorter last line looks like an error, as a single word does
_NARROWER = 0.7  # a text is set no narrower than this share to fill its last line


class ElementDrawing(NamedTuple):
    """A drawing at the origin, its height, and the number of gaps between its rows, which can grow."""

    items: Items
    height: float
    gaps: int = 0


@data_block
class TypesetElement(Element):
    """An element with text of one size.

    A subclass overrides `resolve` and, if need be, `typeset`. In a chart, the text has the size of the running text. In
    other places, it is as large as the place allows.
    """

    default_margin = RelativeLength(share=0.05)

    def typeset(self, content: Any, width: float, context: DrawContext) -> ElementDrawing:
        """Return the drawing of a content in the text size and with the row gap of a context. Raises TooWideError.

        By default, the content has a method `typeset` that draws it.
        """
        drawing: ElementDrawing = content.typeset(width, context)
        return drawing

    def measure(self, content: Any, width: float, context: DrawContext) -> float:
        """Return the height in the size of running text. Raises TooWideError."""
        return _typeset(self, content, width, _get_key(context, context.text_size or LARGEST)).height

    def draw(self, content: Any, rectangle: Rect, context: DrawContext) -> Items:
        """Return the drawing in the largest text size that fits, found by trying smaller and smaller sizes.

        The space between rows grows to fill the height, if the context does not give it. Raises DoesNotFitError if even
        the smallest size is too large.
        """
        size = context.text_size or LARGEST
        least = min(size, context.smallest) - 1e-6
        while size >= least:
            style = _get_key(context, size)
            try:
                drawing = _typeset(self, content, rectangle.width, style)
            except text.TooWideError as error:
                fit_problem: DoesNotFitError = error
            else:
                spare = rectangle.height - drawing.height
                if spare >= -1e-6:
                    if drawing.gaps and not context.row_gap:
                        air = min(MIN_ROW_AIR + spare / drawing.gaps, MAX_ROW_AIR)
                        drawing = _typeset(self, content, rectangle.width, style._replace(row_gap=air))
                    paper = () if context.pen == BLACK else (shapes.rect(*rectangle.inset(-PAPER_EDGE), fill=WHITE),)
                    return (*paper, shift_items(drawing.items, rectangle.x, rectangle.y))
                height_text, free = format_shortage(drawing.height, rectangle.height)
                more, _ = format_shortage(-spare, 0.0)
                fit_problem = CrowdedError(
                    f"{self.subject} is {height_text} mm high, but there is room for only {free} mm",
                    f"give the part {more} mm more height, or make the piece larger" if context.face
                    else f"make the row {more} mm higher")
            size -= STEP
        raise fit_problem


def _get_key(context: DrawContext, size: float) -> DrawContext:
    """Return a context with a text size, without the parts that do not change the drawing."""
    return DrawContext(context.palette, text_size=size, row_gap=context.row_gap or MIN_ROW_AIR, columns=context.columns,
                       largest_hex=context.largest_hex, smallest=context.smallest)


@fonts.cache_layout(256)
def _typeset(element: TypesetElement, content: Any, width: float, context: DrawContext) -> ElementDrawing:
    """Return `element.typeset(...)`: an element is measured before it is drawn, in the same size."""
    return element.typeset(content, width, context)


def shift_items(items: Sequence[Item], x: float, y: float) -> Group:
    """Return a drawing shifted by x and y."""
    return Group(tuple(items), Transform().translate(x, y))


def set_paragraph(markup: str, style: text.Style, x: float, y: float, width: float) -> text.TextBlock:
    """Return a paragraph.

    If its last line would be a single word, the lines above it are a little shorter.
    """
    def lost(line: text.TextLine) -> bool:
        return line.measure_width(style) < _SHORT * width or " " not in line.string

    lines, narrow = text.wrap_text(markup, style, width), width
    if "\n" not in markup and len(lines) > 1 and lost(lines[-1]):
        with suppress(text.TooWideError):
            for step in range(1, 7):
                narrower_width = width * (1 - (1 - _NARROWER) * step / 6)
                shorter = text.wrap_text(markup, style, narrower_width)
                if len(shorter) > len(lines):
                    break
                if not lost(shorter[-1]):
                    narrow = narrower_width
                    break
    return text.set_block(markup, style, (x, y, narrow, None), LEADING)
