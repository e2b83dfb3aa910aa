"""Strips longer than the paper: where they are divided, their edges, glue tabs and marks at the joints."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Item, Path, Stroke
from printshop.templates.pieces import CUT, LEAST, turned
from printshop.units import MM

TAB = 9 * MM
_TAPER = 3.0
_JOINT = Stroke(BLACK, 0.5, dash=(3.0, 2.0))
_WORDS = text.Style("sans", 6.5)


class Part(NamedTuple):
    """A piece of a strip, exactly from `start` to `end` points along it; the `number`th `of` so many."""

    number: int
    of: int
    start: Fraction
    end: Fraction

    @property
    def length(self) -> float:
        """How long the piece is, without its tab, in points."""
        return float(self.end - self.start)

    @property
    def width(self) -> float:
        """How much room the piece takes along the strip, with its tab, in points."""
        return self.length + (0 if self.last else TAB)

    @property
    def last(self) -> bool:
        """Whether the strip ends with this piece."""
        return self.number == self.of


def divide(
    total: Fraction, tick: Fraction, longest: float,
    liked: Collection[Fraction] = (), spared: Collection[Fraction] = (),
) -> tuple[Part, ...]:
    """Divide a strip into the fewest pieces that are no longer than `longest` points, glue tabs included.

    It is divided at multiples of `tick`: at a `liked` place if that is possible, in about equal pieces otherwise, and
    at a `spared` one only if there is no other. A strip whose ticks are farther apart than the paper is long comes
    back in one piece, which will not fit.
    """
    if float(total) <= longest:
        return (Part(1, 1, Fraction(0), total),)
    reach = math.floor((longest - TAB) / float(tick)) * tick
    if reach <= 0:
        return (Part(1, 1, Fraction(0), total),)
    count = math.ceil(total / reach)
    places = [Fraction(0)]
    for k in range(1, count):
        low, high = total - (count - k) * reach, places[-1] + reach
        ideal = total * k / count
        steps = range(math.ceil(max(low, tick) / tick), math.floor(high / tick) + 1)
        choices = [step * tick for step in steps]
        places.append(min(choices, key=lambda at: (at in spared, at not in liked, abs(at - ideal), at)))
    return tuple(Part(k, count, *ends) for k, ends in enumerate(pairwise((*places, total)), 1))


def edge(wide: float, part: Part) -> Path:
    """Return the outline of a piece that lies across, its tab at the right."""
    long = part.length
    corners = [(0.0, 0.0), (long, 0.0)]
    if not part.last:
        corners += [(long, 1.0), (long + TAB, 1.0 + _TAPER), (long + TAB, wide - 1.0 - _TAPER), (long, wide - 1.0)]
    corners += [(long, wide), (0.0, wide)]
    return shapes.polygon(corners, stroke=CUT)


def marks(wide: float, part: Part, following: str) -> Iterator[Item]:
    """Yield what is printed where a piece meets its neighbours; `following` is the code of the next one."""
    if part.number > 1:
        yield from _register(wide, 0.0, 90)
    if not part.last:
        yield from _register(wide, part.length, 270)
        yield from _tab(wide, part.length, following)


def _register(wide: float, x: float, direction: float) -> Iterator[Item]:
    """Yield halves of diamonds at a joint; the other halves are on the neighbouring piece."""
    for share in (0.3, 0.7):
        tip = x + (3.4 if direction == 90 else -3.4)
        yield shapes.arrow(tip, share * wide, direction, 3.4, 6.0, fill=BLACK)


def _tab(wide: float, long: float, following: str) -> Iterator[Item]:
    """Yield the joint and the words on the glue tab."""
    yield shapes.line(long, 1, long, wide - 1, _JOINT)
    words = f"glue under **{following}** at the triangles"
    high = wide - 2 * (1.0 + _TAPER)
    block = text.block(words, _WORDS, (-high / 2, 1.5, high, TAB - 2.5), 1.1, "middle", "middle", LEAST)
    yield turned(block.items, long, wide / 2, -90)
