"""Elements of charts drawn alone, in a text size."""

from __future__ import annotations

from typing import Any

from printshop.drawing.ink import Ink, Palette
from printshop.elements.context import DrawContext
from printshop.elements.typeset import ElementDrawing, TypesetElement
from printshop.game.elements import ShownValues


def make_context(size: float, row_gap: float = 0.0, ink: Ink = Ink.COLOUR) -> DrawContext:
    """Return the context of a block with a text size and a space between rows."""
    return DrawContext(Palette(ink), text_size=size, row_gap=row_gap)


def typeset(element: Any, width: float, size: float, row_gap: float = 0.0, ink: Ink = Ink.COLOUR) -> ElementDrawing:
    """Return the drawing of an element in a width."""
    assert isinstance(element, TypesetElement)
    return element.typeset(element.resolve(ShownValues({})), width, make_context(size, row_gap, ink))
