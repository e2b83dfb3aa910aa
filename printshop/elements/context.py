"""The place that an element is drawn in: its colours, sizes and lines."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.display_list import BLACK, Color, Item
from printshop.drawing.ink import Ink, Palette
from printshop.layout.rectangles import Rect

Items = tuple[Item, ...]
SMALLEST = 7.5  # points: nobody reads less across a table
LARGEST = 10.0  # points: the size of running text where an element chooses it and there is room


def draw_no_space(rectangle: Rect, words: str) -> Items:  # noqa: ARG001 - as other functions that draw a space
    """Return nothing: players do not write in this place."""
    return ()


class DrawContext(NamedTuple):
    """What an element has to know of its place.

    `palette` gives the printed colours, and `pen` is the colour of words and lines, which is legible on the ground.
    `text_size` is the size of running text in points, 0 if the element chooses its sizes. `line_weight` is a factor of
    the widths of lines. `track` is the name by which players and damage refer to the marks, "" if there is none.
    `draw_space` draws a space to write in, behind words that are known. `row_gap` is the free space in points between
    rows and paragraphs, 0 if the element chooses it. `columns` is the number of columns in which a list may stand.
    `largest_hex` is the greatest width of hexes across flats, in points, so that all figures of a card are alike.
    """

    palette: Palette = Palette()
    pen: Color = BLACK
    text_size: float = 0.0
    line_weight: float = 1.0
    track: str = ""
    draw_space: Callable[[Rect, str], Items] = draw_no_space
    row_gap: float = 0.0
    columns: int = 1
    largest_hex: float = inf

    @property
    def ink(self) -> Ink:
        """The ink mode."""
        return self.palette.ink

    @property
    def small_size(self) -> float:
        """The size of small print."""
        return max(SMALLEST, self.text_size - 0.8)

    @property
    def body_style(self) -> text.Style:
        """The style of running text."""
        return text.Style("sans", self.text_size)

    @property
    def line_pitch(self) -> float:
        """The distance of lines to write on."""
        return (self.text_size or LARGEST) * 1.9 + self.row_gap
