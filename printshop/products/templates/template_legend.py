"""The words of a turning gauge: how it is used, and a table of its arcs, with spaces for what is not known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group
from printshop.products.templates.cut_pieces import FINE, TITLE
from printshop.units import set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Item
    from printshop.game.templates.template_curves import Curve, CurvesTemplate
    from printshop.game.words import Words
    from printshop.units import Length

_WORDS = text.Style("sans", 7.0)
_HEAD = text.Style("sans", 6.5, bold=True)
_CELL = text.Style("sans", 8.0)
_SPACE = 40.0  # the length of a line to write on
_LEAST_WIDTH = 150.0
_ROW, _ROW_BLANK = 11.0, 15.0


class Legend(NamedTuple):
    """The words and their size in points; their origin is their top left corner."""

    width: float
    height: float
    items: tuple[Item, ...]

    def draw(self, x: float, y: float) -> Iterator[Item]:
        """Yield the words with their top left corner at a place."""
        yield Group(self.items, Transform(e=x, f=y))


def legend(template: CurvesTemplate, hand: str, called: Words) -> Legend:
    """Return the words of a gauge, for one `hand` or, if that is "", for both. Raises NoGlyph and TooWide."""
    first = max(text.measure(row.label, _CELL) for row in template.rows) + 10
    second = max(text.measure(_radius(row), _CELL) for row in template.rows) + 10
    second = max(second, _SPACE + 22 if template.grid else 0.0)
    third = text.measure("a tick turns", _HEAD)
    width = max(first + second + third, _LEAST_WIDTH)
    name = f"{template.head.title} · {hand}" if hand else template.head.title
    items = list(text.line(name, TITLE, 0, 7, max_width=width, min_size=6))
    words = text.block(_how(template, hand, called), _WORDS, (0, 11, width, None), 1.2)
    items += words.items
    y = 11 + words.height + 5
    table = tuple(_table(template, (first, second, width), y))
    blank = sum(row.radius is None for row in template.rows)
    return Legend(width, y + 11 + _ROW * (len(template.rows) - blank) + _ROW_BLANK * blank, (*items, *table))


def _radius(row: Curve) -> str:
    return set_fractions(row.radius.text) if row.radius else ""


def _how(template: CurvesTemplate, hand: str, called: Words) -> str:
    tick = _fixed(template.every)
    keel = f"{called.keel[:1].upper()}{called.keel[1:]}"
    words = (f"{keel} line along the model, the dot at its starting point. A tick is {tick} of the way, on an arc or "
             "straight ahead.")
    if not hand:
        words += f" Printed side up it turns to {called.starboard}, turned over to {called.port}."
    if template.grid:
        radii = ", ".join(_fixed(radius) for radius in template.grid)
        words += f" Fine arcs: radius {radii}. Write in which of them serves."
    return words


def _fixed(length: Length) -> str:
    """Return a length as text that no line ends in."""
    return set_fractions(length.text).replace(" ", "\u00a0")


def _table(template: CurvesTemplate, columns: tuple[float, float, float], y: float) -> Iterator[Item]:
    first, second, width = columns
    yield from text.line("radius", _HEAD, first, y + 6)
    yield from text.line("a tick turns", _HEAD, first + second, y + 6)
    yield shapes.line(0, y + 9, width, y + 9, FINE)
    base = y + 9
    for row in template.rows:
        base += _ROW if row.radius else _ROW_BLANK
        yield from text.line(row.label, _CELL, 0, base - 1)
        if row.radius:
            yield from text.line(_radius(row), _CELL, first, base - 1)
            turn = math.degrees(template.every.pt / row.radius.pt)
            yield from text.line(f"{turn:.1f}°", _CELL, first + second, base - 1)
        else:
            unit = template.grid[0].unit if template.grid else "in"
            yield shapes.line(first, base, first + _SPACE, base, FINE)
            yield from text.line(unit, _CELL, first + _SPACE + 3, base - 1)
            yield shapes.line(first + second, base, width, base, FINE)
