"""Where the words of a figure stand: clear of each other, and across as few lines as can be.

Points, in the figure's own coordinates, y down.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, assert_never

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Close, Curve, Group, Item, Line, Move, Path
from printshop.drawing.shapes import on_curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Segment

HALO = 1.2  # what stays free of lines round a label
_STEP = 2.0  # between the points that stand for a line
_LETTERS, _BELOW = 0.94, 0.2  # the height of a line of letters, and what of it hangs, as shares of its size
_NEAR = 12.0  # words so near to something seem to belong to it
_RANK = 1.5  # what the next best place costs


class Plot(NamedTuple):
    """A rectangle of the figure."""

    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: Plot) -> float:
        """Return the area that two plots share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def grown(self, by: float) -> Plot:
        """Return the plot with so much more on every side."""
        return Plot(self.left - by, self.top - by, self.right + by, self.bottom + by)


class Wish(NamedTuple):
    """Words that want a place: those that would do, the best first. They may be turned to read upwards.

    They should not seem to belong to any of `others`.
    """

    markup: str
    style: text.Style
    plots: tuple[Plot, ...]
    others: tuple[Plot, ...] = ()
    turned: bool = False


class Label(NamedTuple):
    """Words in their place."""

    markup: str
    style: text.Style
    plot: Plot
    turned: bool

    def items(self) -> tuple[Item, ...]:
        """Return the words, drawn."""
        hang = self.style.size * _BELOW
        if not self.turned:
            return text.line(self.markup, self.style, self.plot.left, self.plot.bottom - hang)
        foot = Transform().translate(self.plot.right - hang, self.plot.bottom).rotate(-90)
        return (Group(text.line(self.markup, self.style, 0, 0), foot),)


def extent(markup: str, style: text.Style) -> tuple[float, float]:
    """Return width and height of a line of words."""
    return text.measure(markup, style), style.size * _LETTERS


def about(center: Point, size: tuple[float, float]) -> Plot:
    """Return the plot of a size whose middle is at a point."""
    (x, y), (width, height) = center, size
    return Plot(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Mark(NamedTuple):
    """A point of a line, and what it costs to cover it."""

    x: float
    y: float
    weight: float

    def within(self, plot: Plot) -> bool:
        """Say whether it lies in a plot."""
        return plot.left < self.x < plot.right and plot.top < self.y < plot.bottom


def settle(
    wishes: Iterable[Wish], taken: Sequence[Plot], lines: Iterable[Mark], edge: Plot
) -> Iterator[Label]:
    """Yield a label for each wish, placed in order, inside `edge`; what is `taken` is covered least of all."""
    covered, marks = list(taken), tuple(lines)
    for wish in wishes:
        region = _hull(wish.plots).grown(HALO)
        here = [mark for mark in marks if mark.within(region)]
        costs = [_cost(plot, covered, here, edge) + _mistaken(plot, wish.others) + _RANK * rank
                 for rank, plot in enumerate(wish.plots)]
        plot = wish.plots[costs.index(min(costs))]
        covered.append(plot.grown(HALO / 2))
        yield Label(wish.markup, wish.style, plot, wish.turned)


def _hull(plots: Sequence[Plot]) -> Plot:
    lefts, tops, rights, bottoms = zip(*plots, strict=True)
    return Plot(min(lefts), min(tops), max(rights), max(bottoms))


def _cost(plot: Plot, taken: Iterable[Plot], lines: Iterable[Mark], edge: Plot) -> float:
    whole = (plot.right - plot.left) * (plot.bottom - plot.top)
    wide = plot.grown(HALO)
    crossed = sum(mark.weight for mark in lines if mark.within(wide))
    covered = sum(wide.over(other) for other in taken)
    return 8 * covered + crossed + 10 * (whole - plot.over(edge))


def _mistaken(plot: Plot, others: Iterable[Plot]) -> float:
    return sum(plot.over(other.grown(_NEAR)) for other in others)


def marks(items: Iterable[Item], weight: float) -> Iterator[Mark]:
    """Yield marks along every line and round every arrow's head, close enough to each other to stand for them."""
    for item in items:
        if isinstance(item, Path):
            for x, y in _along(item.segments):
                yield Mark(x, y, weight)


def _along(segments: Iterable[Segment]) -> Iterator[Point]:
    here = start = (0.0, 0.0)
    for segment in segments:
        match segment:
            case Move():
                here = start = segment.x, segment.y
            case Line():
                yield from _between(here, (segment.x, segment.y))
                here = segment.x, segment.y
            case Curve():
                corners = [on_curve(here, segment, k / 8) for k in range(9)]
                for one, other in pairwise(corners):
                    yield from _between(one, other)
                here = segment.x, segment.y
            case Close():
                yield from _between(here, start)
                here = start
            case _:
                assert_never(segment)


def _between(one: Point, other: Point) -> Iterator[Point]:
    count = max(math.ceil(math.dist(one, other) / _STEP), 1)
    for k in range(count):
        share = k / count
        yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
