"""Paths cut along an outline, for programs that know no clip: craft cutters draw what a clip should hide.

Outlines are worked with as polygons, curves as short chords. The region must be convex: a rectangle, a circle, a
hex. What lies wholly inside is kept as it is. A line that the region cuts becomes the outline of its own ink.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, dist, hypot
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import Point, bearing
from printshop.drawing.items import CLOSE, Close, Curve, Line, Move, Path, Segment, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_CHORD = 0.01  # points that a chord may lie off its curve


class Contour(NamedTuple):
    """One outline as the corners of a polygon."""

    points: list[Point]
    closed: bool


class Region:
    """A convex polygon, its corners in either direction round it."""

    def __init__(self, corners: Sequence[Point]) -> None:
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        turn = 1 if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges) > 0 else -1
        # Each side as the function a x + b y + c, which is how far inside of it the point (x, y) lies.
        self._sides = [
            (turn * (y1 - y2) / length, turn * (x2 - x1) / length, turn * (x1 * y2 - x2 * y1) / length)
            for (x1, y1), (x2, y2) in edges
            if (length := dist((x1, y1), (x2, y2))) > 1e-9
        ]
        self.convex = all(self.depth(corner) > -_CHORD for corner in corners)

    def depth(self, point: Point) -> float:
        """Return how far inside the point lies; negative outside."""
        return min((a * point[0] + b * point[1] + c for a, b, c in self._sides), default=-1.0)

    def cut(self, polygon: list[Point]) -> list[Point]:
        """Return what of a polygon lies inside: it is cut by one side after the other."""
        for a, b, c in self._sides:
            depths = [a * x + b * y + c for x, y in polygon]
            kept: list[Point] = []
            for k, (point, depth) in enumerate(zip(polygon, depths, strict=True)):
                (x, y), last = polygon[k - 1], depths[k - 1]
                if (depth >= 0) != (last >= 0):
                    share = last / (last - depth)
                    kept.append((x + share * (point[0] - x), y + share * (point[1] - y)))
                if depth >= 0:
                    kept.append(point)
            polygon = kept
        return polygon


def region(path: Path) -> Region | None:
    """Return the inside of a path as a region; None if it is not one convex outline."""
    contours = contours_of(path.segments)
    if len(contours) != 1 or len(contours[0].points) < 3:
        return None
    found = Region(contours[0].points)
    return found if found.convex else None


def cut(path: Path, inside: Region) -> Iterator[Path]:
    """Yield what of a path lies inside a region."""
    contours = contours_of(path.segments)
    reach = _reach(path.stroke) if path.stroke else 0.0
    depths = [inside.depth(point) for contour in contours for point in contour.points]
    if not depths or min(depths) >= reach:
        yield path
        return
    if path.fill:
        polygons = [inside.cut(contour.points) for contour in contours]
        yield Path(_outline(polygons), path.fill, None, path.rule)
    if path.stroke:
        polygons = [inside.cut(piece) for contour in contours for piece in _ink(contour, path.stroke)]
        yield Path(_outline(polygons), path.stroke.color)


def _reach(stroke: Stroke) -> float:
    return stroke.width / 2 * (stroke.miter_limit if stroke.join == "miter" else 1.5)


def _outline(polygons: Iterable[list[Point]]) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    for polygon in polygons:
        if len(polygon) > 2:
            segments += (Move(*polygon[0]), *(Line(*point) for point in polygon[1:]), CLOSE)
    return tuple(segments)


def contours_of(segments: Iterable[Segment]) -> list[Contour]:
    """Return the outlines of a path, curves turned into chords."""
    found: list[Contour] = []
    points: list[Point] = []
    for segment in segments:
        if isinstance(segment, Close):
            if points:
                found.append(Contour(points, True))
            points = points[:1]
        elif isinstance(segment, Move):
            if len(points) > 1:
                found.append(Contour(points, False))
            points = [(segment.x, segment.y)]
        elif isinstance(segment, Line):
            points.append((segment.x, segment.y))
        else:
            points += _chords(points[-1], segment)
    if len(points) > 1:
        found.append(Contour(points, False))
    return found


def _chords(start: Point, curve: Curve) -> list[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, curve
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = max(1, ceil((0.75 * bend / _CHORD) ** 0.5))
    points = []
    for k in range(1, count + 1):
        t = k / count
        u = 1 - t
        b0, b1, b2, b3 = u**3, 3 * u * u * t, 3 * u * t * t, t**3
        points.append((b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3, b0 * y0 + b1 * y1 + b2 * y2 + b3 * y3))
    return points


def _ink(contour: Contour, stroke: Stroke) -> Iterator[list[Point]]:
    """Yield polygons, all turning the same way, that together cover the ink of a stroked outline.

    Dashes become a whole line; corners are mitred or, where they are not to be, rounded.
    """
    half = stroke.width / 2
    points = [point for k, point in enumerate(contour.points) if not k or dist(point, contour.points[k - 1]) > 1e-9]
    if contour.closed and dist(points[0], points[-1]) > 1e-9:
        points.append(points[0])
    ways = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)]
    for k, (start, end) in enumerate(pairwise(points)):
        before = ways[k - 1] if k or contour.closed else None
        after = ways[(k + 1) % len(ways)] if k + 1 < len(ways) or contour.closed else None
        yield _bar(start, end, half, _extra(before, ways[k], stroke), _extra(ways[k], after, stroke))
        if (after and _extra(ways[k], after, stroke) == 0) or (not after and stroke.cap == "round"):
            yield _disc(end, half)
    if stroke.cap == "round" and not contour.closed and points:
        yield _disc(points[0], half)


def _extra(way: Point | None, onward: Point | None, stroke: Stroke) -> float:
    """Return how far a straight piece runs past its end: to the tip of the mitre, or of a square cap."""
    half = stroke.width / 2
    if not way or not onward:
        return half if stroke.cap == "square" else 0.0
    if stroke.join != "miter":
        return 0.0
    cosine = (way[0] * onward[0] + way[1] * onward[1]) / (hypot(*way) * hypot(*onward))
    cosine = max(-1.0, min(1.0, cosine))
    # With the turn t: the mitre is 1 / cos(t / 2) of the width, and runs on by half of it times tan(t / 2).
    return half * ((1 - cosine) / (1 + cosine)) ** 0.5 if stroke.miter_limit**2 * (1 + cosine) >= 2 else 0.0


def _bar(start: Point, end: Point, half: float, before: float, after: float) -> list[Point]:
    (x1, y1), (x2, y2) = start, end
    length = dist(start, end)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    x1, y1, x2, y2 = x1 - dx * before, y1 - dy * before, x2 + dx * after, y2 + dy * after
    nx, ny = -dy * half, dx * half
    return [(x1 - nx, y1 - ny), (x2 - nx, y2 - ny), (x2 + nx, y2 + ny), (x1 + nx, y1 + ny)]


def _disc(center: Point, radius: float) -> list[Point]:
    return [bearing(k * 22.5, radius, *center) for k in range(16)]
