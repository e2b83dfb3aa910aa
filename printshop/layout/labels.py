"""Placement of labels on figures and maps: clear of each other, and across as few lines as possible.

Points, in the figure's own coordinates, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, assert_never

from printshop.drawing import art, shapes, text
from printshop.drawing.geometry import Point, Transform, hull
from printshop.drawing.ink import Ink, mark
from printshop.drawing.items import WHITE, Close, Color, Curve, Group, Item, Line, Move, Path, Segment, Stroke
from printshop.drawing.shapes import on_curve
from printshop.layout.boxes import Box

HALO = 1.2  # points round a label that should be free of lines
_STEP = 2.0  # distance between the sample points of a line
_LETTERS, _BELOW = 0.94, 0.2  # height of a line of text, and its part below the base line, as shares of the size
_NEAR = 12.0  # points: a label this near to something seems to belong to it
_RANK = 1.5  # cost of each step down in the list of rectangles


def over(box: Box, other: Box) -> float:
    """Return the area of the intersection of two rectangles."""
    shared = box.shared(other)
    return shared.width * shared.height if shared else 0.0


class Wish(NamedTuple):
    """A label with its possible rectangles, the best first; it avoids the neighbourhood of `others`.

    If `turned`, the text runs upwards.
    """

    markup: str
    style: text.Style
    plots: tuple[Box, ...]
    others: tuple[Box, ...] = ()
    turned: bool = False

    def at(self, plot: Box) -> tuple[Item, ...]:
        """Return the text, drawn in a rectangle."""
        hang = self.style.size * _BELOW
        if not self.turned:
            return text.line(self.markup, self.style, plot.x, plot.bottom - hang)
        foot = Transform(e=plot.right - hang, f=plot.bottom).rotate(-90)
        return (Group(text.line(self.markup, self.style, 0, 0), foot),)


class Mark(NamedTuple):
    """A point of a line, and the cost of covering it."""

    x: float
    y: float
    weight: float


def extent(markup: str, style: text.Style) -> tuple[float, float]:
    """Return the width and height of a line of text."""
    return text.measure(markup, style), style.size * _LETTERS


def about(center: Point, size: tuple[float, float]) -> Box:
    """Return the rectangle of a size that is centred on a point."""
    (x, y), (width, height) = center, size
    return Box(x - width / 2, y - height / 2, width, height)


def settle(labels: Iterable[Wish], obstacles: Sequence[Box], lines: Iterable[Mark], edge: Box
           ) -> Iterator[tuple[Box, tuple[Item, ...]]]:
    """Yield the rectangle and the items of each label, in order; `edge` is where labels should stay.

    Each label takes the cheapest of its rectangles, after those before it. The cost grows with the area over
    `obstacles` and other labels (8 per square point), the `lines` covered, the area outside `edge` (10), the area near
    `others` (1), and the rank of the rectangle.
    """
    covered, marks = list(obstacles), tuple(lines)

    def cost(plot: Box, label: Wish, near: Sequence[Mark]) -> float:
        wide = plot.inset(-HALO)
        left, top, right, bottom = wide.x, wide.y, wide.right, wide.bottom
        crossed = sum([weight for x, y, weight in near if left < x < right and top < y < bottom])
        outside = plot.width * plot.height - over(plot, edge)
        mistaken = sum(over(plot, other.inset(-_NEAR)) for other in label.others)
        return 8 * sum(over(wide, other) for other in covered) + crossed + 10 * outside + mistaken

    for label in labels:
        left, top, right, bottom = hull((plot.x, plot.y, plot.right, plot.bottom) for plot in label.plots)
        left, top, right, bottom = left - HALO, top - HALO, right + HALO, bottom + HALO
        near = [mark for mark in marks if left < mark.x < right and top < mark.y < bottom]
        costs = [cost(plot, label, near) + _RANK * rank for rank, plot in enumerate(label.plots)]
        plot = label.plots[costs.index(min(costs))]
        covered.append(plot.inset(-HALO / 2))
        yield plot, label.at(plot)


def marks(items: Iterable[Item], weight: float) -> Iterator[Mark]:
    """Yield marks along the outlines of all paths, at most 2 points apart."""
    for item in items:
        for (x, y), end in _chords(item.segments) if isinstance(item, Path) else ():
            count = max(math.ceil(math.dist((x, y), end) / _STEP), 1)
            yield from (Mark(x + (end[0] - x) * k / count, y + (end[1] - y) * k / count, weight) for k in range(count))


def _chords(segments: Iterable[Segment]) -> Iterator[tuple[Point, Point]]:
    """Yield straight lines along an outline, eight to a curve."""
    position = start = (0.0, 0.0)
    for segment in segments:
        match segment:
            case Move():
                position = start = segment.x, segment.y
                continue
            case Line():
                corners = [position, (segment.x, segment.y)]
            case Curve():
                corners = [on_curve(position, segment, k / 8) for k in range(9)]
            case Close():
                corners = [position, start]
            case _:
                assert_never(segment)
        yield from pairwise(corners)
        position = corners[-1]


def crest(picture: art.Source, at: Point, radius: float, color: Color, ink: Ink) -> Iterator[Item]:
    """Yield an emblem in one colour on a white disc. Raises PrintshopError for an unusable picture."""
    half, color = 0.74 * radius, mark(ink, color)
    yield shapes.circle(*at, radius, fill=WHITE, stroke=Stroke(color, 1.2))
    yield art.place(art.read(picture), (at[0] - half, at[1] - half, 2 * half, 2 * half), color=color, ink=ink)


def plate(words: str, style: text.Style, at: Point, *, beside: float, high: float, fill: Color = WHITE,
          max_width: float | None = None, min_size: float | None = None) -> Iterator[Item]:
    """Yield a line of text centred on a point, on a plate that hides what is below. Raises TooWide.

    The height of the plate is `high` times the size of type, its width that of the text plus `beside`. Text wider than
    `max_width` is set smaller, down to `min_size`.
    """
    width = text.measure(words, style)
    wide = min(width, max_width or width) + beside
    yield shapes.rounded_rect(at[0] - wide / 2, at[1] - high * style.size / 2, wide, high * style.size, 2, fill=fill)
    yield from text.line(words, style, at[0], at[1] + 0.35 * style.size, "middle", max_width, min_size)
