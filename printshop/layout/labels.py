"""Placement of labels on figures and maps: clear of one another, and across as few lines as possible.

Lengths are points, in the figure's own coordinates, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, assert_never

from printshop.drawing import artwork, shapes, text
from printshop.drawing.display_list import (
    WHITE,
    ClosePath,
    Color,
    CurveTo,
    Group,
    Item,
    LineTo,
    MoveTo,
    Path,
    Segment,
    Stroke,
)
from printshop.drawing.geometry import Point, Transform, merge_bounds
from printshop.drawing.ink import Ink, choose_line_color
from printshop.drawing.shapes import evaluate_curve
from printshop.layout.rectangles import Rect

HALO_WIDTH = 1.2  # points round a label that should be free of lines
_SAMPLE_STEP = 2.0  # distance between the sample points of a line
_LINE_HEIGHT, _DESCENT = 0.94, 0.2  # height of a line of text, and its part below the base line, as shares of the size
_NEAR_DISTANCE = 12.0  # points: within this distance, a label seems to belong to another item
_RANK_COST = 1.5  # cost of each step down in the list of rectangles


def measure_overlap(rect: Rect, other: Rect) -> float:
    """Return the area of the intersection of two rectangles."""
    shared = rect.intersect(other)
    return shared.width * shared.height if shared else 0.0


class LabelRequest(NamedTuple):
    """A label with its possible rectangles, the best rectangle first.

    The label stays away from the neighbourhood of the rectangles `avoided`. If `reads_up` is true, the text
    runs upwards.
    """

    markup: str
    style: text.Style
    candidates: tuple[Rect, ...]
    avoided: tuple[Rect, ...] = ()
    reads_up: bool = False

    def draw_in(self, rect: Rect) -> tuple[Item, ...]:
        """Return the text of the label, drawn in a rectangle."""
        descent = self.style.size * _DESCENT
        if not self.reads_up:
            return text.set_line(self.markup, self.style, rect.x, rect.bottom - descent)
        transform = Transform(e=rect.right - descent, f=rect.bottom).rotate(-90)
        return (Group(text.set_line(self.markup, self.style, 0, 0), transform),)


class LinePoint(NamedTuple):
    """A point of a line, and the cost of covering this point."""

    x: float
    y: float
    cost: float


def measure_label(markup: str, style: text.Style) -> tuple[float, float]:
    """Return the width and height of a line of text."""
    return text.measure_text(markup, style), style.size * _LINE_HEIGHT


def center_rect(center: Point, size: tuple[float, float]) -> Rect:
    """Return the rectangle of the given size, centred on a point."""
    (x, y), (width, height) = center, size
    return Rect(x - width / 2, y - height / 2, width, height)


def place_labels(labels: Iterable[LabelRequest], obstacles: Sequence[Rect], lines: Iterable[LinePoint], bounds: Rect
                 ) -> Iterator[tuple[Rect, tuple[Item, ...]]]:
    """Yield the rectangle and the items of each label, in order.

    Labels should stay inside `bounds`. Labels are placed one after another, and each label gets the cheapest of
    its rectangles. The cost grows with the area over `obstacles` and other labels (8 per square point), the
    `lines` covered, the area outside `bounds` (10 per square point), the area near the rectangles `avoided` (1
    per square point), and the rank of the rectangle.
    """
    occupied, points = list(obstacles), tuple(lines)

    def measure_cost(rect: Rect, label: LabelRequest, points: Sequence[LinePoint]) -> float:
        halo = rect.inset(-HALO_WIDTH)
        left, top, right, bottom = halo.x, halo.y, halo.right, halo.bottom
        crossed = sum([weight for x, y, weight in points if left < x < right and top < y < bottom])
        outside = rect.width * rect.height - measure_overlap(rect, bounds)
        misleading = sum(measure_overlap(rect, other.inset(-_NEAR_DISTANCE)) for other in label.avoided)
        return 8 * sum(measure_overlap(halo, other) for other in occupied) + crossed + 10 * outside + misleading

    for label in labels:
        left, top, right, bottom = merge_bounds((plot.x, plot.y, plot.right, plot.bottom) for plot in label.candidates)
        left, top, right, bottom = left - HALO_WIDTH, top - HALO_WIDTH, right + HALO_WIDTH, bottom + HALO_WIDTH
        near_points = [point for point in points if left < point.x < right and top < point.y < bottom]
        costs = [measure_cost(plot, label, near_points) + _RANK_COST * rank for rank,
                 plot in enumerate(label.candidates)]
        rect = label.candidates[costs.index(min(costs))]
        occupied.append(rect.inset(-HALO_WIDTH / 2))
        yield rect, label.draw_in(rect)


def sample_lines(items: Iterable[Item], cost: float) -> Iterator[LinePoint]:
    """Yield points along the outlines of all paths, at most 2 points (1/36 in) apart, each with the given cost."""
    for item in items:
        for (x, y), end in _split_into_chords(item.segments) if isinstance(item, Path) else ():
            count = max(math.ceil(math.dist((x, y), end) / _SAMPLE_STEP), 1)
            yield from (LinePoint(x + (end[0] - x) * k / count, y + (end[1] - y) * k / count, cost)
                        for k in range(count))


def _split_into_chords(segments: Iterable[Segment]) -> Iterator[tuple[Point, Point]]:
    """Yield the straight lines of an outline. Each curve becomes eight chords."""
    position = start = (0.0, 0.0)
    for segment in segments:
        match segment:
            case MoveTo():
                position = start = segment.x, segment.y
                continue
            case LineTo():
                corners = [position, (segment.x, segment.y)]
            case CurveTo():
                corners = [evaluate_curve(position, segment, k / 8) for k in range(9)]
            case ClosePath():
                corners = [position, start]
            case _:
                assert_never(segment)
        yield from pairwise(corners)
        position = corners[-1]


def draw_emblem(picture: artwork.PictureSource, center: Point, radius: float, color: Color, ink: Ink) -> Iterator[Item]:
    """Yield an emblem in one colour on a white disc.

    Raises PictureError if the picture cannot be used.
    """
    half_width, color = 0.74 * radius, choose_line_color(ink, color)
    yield shapes.circle(*center, radius, fill=WHITE, stroke=Stroke(color, 1.2))
    yield artwork.place_picture(artwork.load_picture(picture),
                                (center[0] - half_width, center[1] - half_width, 2 * half_width, 2 * half_width),
                                color=color, ink=ink)


def draw_text_plate(words: str, style: text.Style, center: Point, *, padding: float, height: float, fill: Color = WHITE,
                    max_width: float | None = None, min_size: float | None = None) -> Iterator[Item]:
    """Yield a line of text centred on a point, on a plate that hides everything below it.

    The height of the plate is `height` times the type size. The plate is `padding` points wider than the text.
    Text wider than `max_width` is set smaller, down to `min_size`. Raises TooWideError if the text is too wide
    at `min_size`.
    """
    width = text.measure_text(words, style)
    plate_width = min(width, max_width or width) + padding
    yield shapes.rounded_rect(center[0] - plate_width / 2, center[1] - height * style.size / 2, plate_width,
                              height * style.size, 2, fill=fill)
    yield from text.set_line(words, style, center[0], center[1] + 0.35 * style.size, "middle", max_width, min_size)
