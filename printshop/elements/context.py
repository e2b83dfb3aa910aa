"""The place that an element is drawn in: its colours, sizes and lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printshop.drawing.display_list import BLACK, Color, Item
from printshop.drawing.ink import Ink, Palette
from printshop.elements.word_colors import BackingStack
from printshop.layout.rectangles import Rect

Items = tuple[Item, ...]
NO_BACKINGS = BackingStack(Ink.COLOUR, (0.0, 0.0))


def draw_no_space(rectangle: Rect, words: str) -> Items:  # noqa: ARG001 - as other functions that draw a space
    """Return nothing: players do not write in this place."""
    return ()


class DrawContext(NamedTuple):
    """What an element has to know of its place.

    `palette` gives the printed colours, and `pen` is the colour of words and lines, which is legible on the ground.
    `text_size` is the size of running text in points, 0 if the element chooses its sizes. `line_weight` is a factor of
    the widths of lines. `track` is the name by which players and damage refer to the marks, "" if there is none.
    `draw_space` draws a space to write in, behind words that are known. On faces, `bow` is the direction of the bow
    (left, right or up), and `backings` are the colours behind the element.
    """

    palette: Palette = Palette()
    pen: Color = BLACK
    text_size: float = 0.0
    line_weight: float = 1.0
    track: str = ""
    draw_space: Callable[[Rect, str], Items] = draw_no_space
    bow: str = "right"
    backings: BackingStack = NO_BACKINGS
