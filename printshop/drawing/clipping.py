"""Clipping: the parts of paths inside windows of any shape or convex regions, and strokes as areas.

Outlines are treated as polygons, curves as short chords, in points (1/72 in), y down; an outline that lies completely
inside stays as it is, with its curves. A line that is clipped ends at the window; at a convex region (a rectangle, a
circle, a hex) it becomes the outline of its own ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from math import ceil, dist, hypot, inf
from typing import NamedTuple

from printshop.drawing.geometry import Bounds, Point, area, bearing, common, crossings, halved, sides
from printshop.drawing.items import CLOSE, Close, Curve, Line, Move, Path, Segment, Stroke
from printshop.drawing.shapes import on_curve, outline_bounds, outlines, polygon

Side = tuple[Point, Point]
Segments = tuple[Segment, ...]

_CHORD = 0.01  # points: the greatest distance of a chord from its curve
_SPECK = 1e-9
_FAR = 1e5  # points: beyond the edge of any page


class Contour(NamedTuple):
    """One outline as the corners of a polygon."""

    points: list[Point]
    closed: bool

    @property
    def way(self) -> list[Point]:
        """The corners in drawing order, with the first corner of a closed outline repeated at the end."""
        return [*self.points, *(self.points[:1] if self.closed else [])]

    @property
    def segments(self) -> Segments:
        """The contour as segments of a path."""
        return (Move(*self.points[0]), *(Line(*point) for point in self.points[1:]), *((CLOSE,) if self.closed else ()))


def contours_of(segments: Iterable[Segment]) -> list[Contour]:
    """Return the outlines of a path, with curves as chords."""
    contours: list[Contour] = []
    for shape in outlines(segments):
        points: list[Point] = []
        for segment in shape:
            if isinstance(segment, Curve):
                start, (x1, y1, x2, y2, x3, y3) = points[-1], segment
                bend = max(hypot(start[0] - 2 * x1 + x2, start[1] - 2 * y1 + y2),
                           hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
                count = max(1, ceil((0.75 * bend / _CHORD) ** 0.5))
                points += (on_curve(start, segment, k / count) for k in range(1, count + 1))
            elif not isinstance(segment, Close):
                points.append((segment[0], segment[1]))
        closed = isinstance(shape[-1], Close)
        if len(points) > (0 if closed else 1):
            contours.append(Contour(points, closed))
    return contours


class Region:
    """A convex polygon; its corners may run in either direction."""

    def __init__(self, corners: Sequence[Point]) -> None:
        turn = 1 if area(corners) > 0 else -1
        # Each side as (a, b, c): a x + b y + c is the distance of the point (x, y) from the side, positive inside.
        self._sides = [(turn * (y1 - y2) / length, turn * (x2 - x1) / length, turn * (x1 * y2 - x2 * y1) / length)
                       for (x1, y1), (x2, y2) in sides(corners) if (length := dist((x1, y1), (x2, y2))) > _SPECK]
        self.convex = all(self.depth(corner) > -_CHORD for corner in corners)

    def depth(self, point: Point) -> float:
        """Return the distance of a point from the nearest side, negative outside."""
        return min((a * point[0] + b * point[1] + c for a, b, c in self._sides), default=-1.0)

    def cut(self, polygon: list[Point]) -> list[Point]:
        """Return the part of a polygon inside the region, clipped by one side after another."""
        for a, b, c in self._sides:
            polygon = halved(polygon, [a * x + b * y + c for x, y in polygon])
        return polygon


def region(path: Path) -> Region | None:
    """Return the inside of a path as a region, or None if the path is not one convex outline."""
    inside = [Region(contour.points) for contour in contours_of(path.segments) if len(contour.points) > 2]
    return inside[0] if len(inside) == 1 and inside[0].convex else None


class Window:
    """The inside of a path of any shape, or with `beside` everything outside it."""

    def __init__(self, path: Path, *, beside: bool = False) -> None:
        self.bounds = outline_bounds(path.segments) if path.segments else (0.0, 0.0, 0.0, 0.0)
        self.beside = beside
        self._even = path.rule == "evenodd"
        self._sides = [side for contour in contours_of(path.segments) for side in _sides(contour.points)]
        self._boxes = [(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) for (x1, y1), (x2, y2) in self._sides]

    @property
    def sides(self) -> int:
        """The number of sides of the path, its curves as chords."""
        return len(self._sides)

    def holds(self, point: Point) -> bool:
        """Return whether a point is visible."""
        return self._shows(crossings(point, self._sides))

    def _shows(self, turns: Sequence[int]) -> bool:
        """Return whether a point is visible, given the directions of all sides to its left, or of all to its right."""
        return (len(turns) % 2 == 1 if self._even else sum(turns) != 0) is not self.beside

    def far(self, box: Bounds) -> bool:
        """Return whether the bounds of the path do not touch other bounds."""
        return not meet(box, self.bounds)

    def lines(self, segments: Segments) -> Segments:
        """Return the visible parts of outlines as lines, which end at the window."""
        contours = contours_of(segments)
        whole = [self._whole(contour.points) for contour in contours]
        if all(whole):
            return segments
        visible: list[Segment] = []
        for contour, copies in zip(contours, whole, strict=True):
            pieces = [(start, end) for start, end in pairwise(contour.way) if start != end]
            left = [side for piece in pieces for side in self._seen(*piece)] if copies is None else pieces * copies
            if copies or (copies is None and left == pieces):
                visible += contour.segments
                continue
            for before, (start, end) in zip([None, *left], left, strict=False):
                visible += (Line(*end),) if before and start == before[1] else (Move(*start), Line(*end))
        return tuple(visible)

    def _whole(self, points: Sequence[Point]) -> bool | None:
        """Return True if all of an outline is visible, False if nothing is, None if a part may be."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, low = box = min(xs), min(ys), max(xs), max(ys)
        if self.far(box):
            return self.beside
        if any(x1 <= right and x2 >= left and y1 <= low and y2 >= top for x1, y1, x2, y2 in self._boxes):
            return None
        return self.holds(points[0])

    def _seen(self, start: Point, end: Point) -> Iterator[Side]:
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        shares = {0.0, 1.0}
        for (x1, y1), (x2, y2) in self._sides:
            cross = dx * (y2 - y1) - dy * (x2 - x1)
            if abs(cross) > _SPECK:
                share = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / cross
                other = ((x1 - x) * dy - (y1 - y) * dx) / cross
                if _SPECK < share < 1 - _SPECK and -_SPECK <= other <= 1 + _SPECK:
                    shares.add(share)
        def held(piece: tuple[float, float]) -> bool:
            middle = sum(piece) / 2
            return self.holds((x + middle * dx, y + middle * dy))

        for visible, pieces in groupby(pairwise(sorted(shares)), key=held):
            (first, last), *others = pieces
            last = others[-1][1] if others else last
            if visible:
                yield (start if first == 0 else (x + first * dx, y + first * dy),
                       end if last == 1 else (x + last * dx, y + last * dy))

    def areas(self, path: Path) -> Path:
        """Return the visible part of a filled path: polygons, side by side where they are cut."""
        loops = [contour.points for contour in contours_of(path.segments)]
        whole = [self._whole(loop) for loop in loops]
        touched = [loop for loop, copies in zip(loops, whole, strict=True) if not copies and len(loop) > 2]
        # Everything is visible if the window cuts no side and has no side inside the path.
        if all(whole) or (all(list(self._seen(*side)) == [side] for loop in touched for side in _sides(loop)) and not (
                touched and any(map(Window(Path(polygons(touched))).holds, (start for start, _ in self._sides))))):
            return path
        visible: list[Segment] = []
        for loop, copies in zip(loops, whole, strict=True):
            top, low = min(y for _, y in loop), max(y for _, y in loop)
            visible += polygons([loop] * copies if copies is not None else [
                inside.cut(loop) for first, last, inside in self._convex if first < low and last > top])
        return Path(tuple(visible), path.fill, None, path.rule)

    @cached_property
    def _convex(self) -> tuple[tuple[float, float, Region], ...]:
        """The window as convex regions, each with the heights of its top and its bottom."""
        levels = sorted({y for side in self._sides for _, y in side})
        pieces: list[tuple[float, float, Region]] = []
        for top, low in pairwise([-_FAR, *levels, _FAR] if self.beside else levels):
            if low - top <= _SPECK:
                continue
            across = [(*(x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in ((top + low) / 2, top, low)), y2 > y1)
                      for (x1, y1), (x2, y2) in self._sides if min(y1, y2) <= top and max(y1, y2) >= low]
            turns: list[int] = []
            left = foot = -_FAR
            for _, right, end, down in (*sorted(across), (_FAR, _FAR, _FAR, False)):
                if self._shows(turns) and (right - left > _SPECK or end - foot > _SPECK):
                    pieces.append((top, low, Region([(left, top), (right, top), (end, low), (foot, low)])))
                left, foot = right, end
                turns.append(1 if down else -1)
        return tuple(pieces)


def _sides(loop: Sequence[Point]) -> Iterator[Side]:
    return (side for side in sides(loop) if side[0] != side[1])


def polygons(loops: Iterable[Sequence[Point]]) -> Segments:
    """Return the closed outlines with these corners as segments."""
    return tuple(segment for loop in loops if len(loop) > 2 for segment in polygon(loop).segments)


def cut(path: Path, inside: Region) -> Iterator[Path]:
    """Yield the parts of a path inside a region; a line that is clipped becomes the outline of its own ink."""
    contours, stroke = contours_of(path.segments), path.stroke
    reach = stroke.width / 2 * (stroke.miter_limit if stroke.join == "miter" else 1.5) if stroke else 0.0
    if min((inside.depth(point) for contour in contours for point in contour.points), default=inf) >= reach:
        yield path
        return
    if path.fill:
        yield Path(polygons(inside.cut(contour.points) for contour in contours), path.fill, None, path.rule)
    if stroke:
        yield Path(polygons(inside.cut(piece) for contour in contours for piece in stroked(contour, stroke)),
                   stroke.color)


def stroked(contour: Contour, stroke: Stroke) -> Iterator[list[Point]]:
    """Yield polygons, all in the same direction, that together cover the ink of a stroked outline.

    Dashes are ignored; corners are mitred or, where the stroke does not have them so, rounded.
    """
    half = stroke.width / 2
    points = [point for k, point in enumerate(contour.points) if not k or dist(point, contour.points[k - 1]) > _SPECK]
    if contour.closed and dist(points[0], points[-1]) > _SPECK:
        points.append(points[0])
    ways = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)]
    for k, ((x1, y1), (x2, y2)) in enumerate(pairwise(points)):
        before = ways[k - 1] if k or contour.closed else None
        after = ways[(k + 1) % len(ways)] if k + 1 < len(ways) or contour.closed else None
        back, on = _tip(before, ways[k], stroke), _tip(ways[k], after, stroke)
        length = dist((x1, y1), (x2, y2))
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        left, top, right, low = x1 - dx * back, y1 - dy * back, x2 + dx * on, y2 + dy * on
        nx, ny = -dy * half, dx * half
        yield [(left - nx, top - ny), (right - nx, low - ny), (right + nx, low + ny), (left + nx, top + ny)]
        if (after and on == 0) or (not after and stroke.cap == "round"):
            yield _disc((x2, y2), half)
    if stroke.cap == "round" and not contour.closed and points:
        yield _disc(points[0], half)


def _disc(center: Point, radius: float) -> list[Point]:
    return [bearing(k * 22.5, radius, *center) for k in range(16)]


def _tip(way: Point | None, onward: Point | None, stroke: Stroke) -> float:
    """Return the length by which a straight part runs past its end: to the tip of the mitre, or of a square cap."""
    half = stroke.width / 2
    if not way or not onward:
        return half if stroke.cap == "square" else 0.0
    if stroke.join != "miter":
        return 0.0
    cosine = max(-1.0, min(1.0, (way[0] * onward[0] + way[1] * onward[1]) / (hypot(*way) * hypot(*onward))))
    # For a turn by the angle t the mitre is 1 / cos(t / 2) times the line width long, and its tip lies
    # tan(t / 2) times half the width beyond the corner.
    return half * ((1 - cosine) / (1 + cosine)) ** 0.5 if stroke.miter_limit**2 * (1 + cosine) >= 2 else 0.0


def meet(box: Bounds, other: Bounds) -> bool:
    """Return whether two rectangles (left, top, right, bottom) touch."""
    left, top, right, bottom = common(box, other)
    return left <= right and top <= bottom
