"""How the blocks of a reference card look: sizes, strokes, colours; points."""

from __future__ import annotations

from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Stroke

SMALLEST = 7.5  # points: nobody reads less across a table
HAIR = Stroke(BLACK, 0.35)
RULE = Stroke(BLACK, 0.7)
_PALE = WHITE.mix(BLACK, 0.5)


class Look(NamedTuple):
    """How a block is set: the size of its text, the air between its rows, the ink it may take, its title (0: 1.12)."""

    size: float
    air: float
    ink: Ink
    title: float = 0.0

    @property
    def small(self) -> float:
        """The size of small print."""
        return max(SMALLEST, self.size - 0.8)

    def body(self) -> text.Style:
        """Return the style of running text."""
        return text.Style("sans", self.size)

    def figures(self) -> text.Style:
        """Return the style of the figures that are looked for."""
        return text.Style("sans", self.size * 1.3, bold=True)


def line_color(ink: Ink) -> Color:
    """Return the colour of what stays in the background."""
    return BLACK if ink is Ink.BLACK else _PALE
