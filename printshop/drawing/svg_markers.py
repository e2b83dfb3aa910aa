"""Outlines of SVG shapes for line markers, dash patterns and clip paths: corners, lengths and directions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing.clipping import flatten_outlines
from printshop.drawing.display_list import CLOSE, ClosePath, CurveTo, LineTo, MoveTo, Segment
from printshop.drawing.geometry import Point, measure_signed_area
from printshop.drawing.shapes import split_outlines


class Corner(NamedTuple):
    """A corner of an outline, and the direction of the line there in degrees, clockwise from the x axis."""

    point: Point
    angle: float


def iter_corners(segments: tuple[Segment, ...]) -> Iterator[Corner]:
    """Yield the corners of outlines, with the start and the end.

    A closed outline ends at its start.
    """
    for outline in split_outlines(segments):
        points = [_find_end(segment, outline) for segment in outline]
        if isinstance(outline[-1], ClosePath) and points[-2:-1] == points[-1:]:
            del points[-1]  # the parser of path data adds a line back to the start
        tangents = [_find_tangents(begin, segment, end) for (begin, end), segment
                    in zip(pairwise(points), outline[1:], strict=False)]
        is_closed = isinstance(outline[-1], ClosePath)
        for index, point in enumerate(points):
            before = tangents[index - 1][1] if index or is_closed else None
            after = tangents[index % len(tangents)][0] if tangents and (index < len(tangents) or is_closed) else None
            if not tangents:
                before = after = None
            yield Corner(point, _bisect(before, after))


def _find_end(segment: Segment, outline: list[Segment]) -> Point:
    x, y = segment[-2:] or outline[0][-2:]  # type: ignore[misc]
    return x, y


def _find_tangents(begin: Point, segment: Segment, end: Point) -> tuple[Point | None, Point | None]:
    """Return the directions of a segment at its two ends, as unit vectors, or None if it has no length."""
    points = [begin, *([segment[0:2], segment[2:4]] if isinstance(segment, CurveTo) else []), end]
    steps = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points) if math.dist((x1, y1), (x2, y2)) > 1e-9]
    units = [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in steps]
    return (units[0], units[-1]) if units else (None, None)


def _bisect(before: Point | None, after: Point | None) -> float:
    first, second = before or after or (1.0, 0.0), after or before or (1.0, 0.0)
    x, y = first[0] + second[0], first[1] + second[1]
    if math.hypot(x, y) < 1e-9:  # the line turns back
        x, y = -first[1], first[0]
    return math.degrees(math.atan2(y, x))


def measure_length(segments: tuple[Segment, ...]) -> float:
    """Return the length of outlines."""
    return sum(math.dist(start, end) for contour in flatten_outlines(segments)
               for start, end in pairwise(contour.pen_points))


def turn_clockwise(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return outlines that together run clockwise, so that overlapping areas do not cancel each other out."""
    area = sum(measure_signed_area(contour.points) for contour in flatten_outlines(segments))
    return segments if area >= 0 else tuple(_reverse_outlines(segments))


def _reverse_outlines(segments: tuple[Segment, ...]) -> Iterator[Segment]:
    for outline in split_outlines(segments):
        open_outline = outline[:-1] if isinstance(outline[-1], ClosePath) else outline
        yield MoveTo(*open_outline[-1][-2:])
        for previous, segment in reversed(list(pairwise(open_outline))):
            end = previous[-2:]
            yield CurveTo(*segment[2:4], *segment[0:2], *end) if isinstance(segment, CurveTo) else LineTo(*end)
        if len(open_outline) < len(outline):
            yield CLOSE
