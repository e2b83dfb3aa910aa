"""Outlines moved by half of what a beam takes away, so that what it leaves has its true size.

Points, y down. Straight sides are moved exactly and meet in mitres; curves are moved by their control points, which
for arcs of up to 45 degrees is within a fiftieth of the way that they move.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.items import Curve, Line
from printshop.render.cut_paths import NEAR, Outline, Part
from printshop.render.svg_clip import contours_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point

_SPECK = 1e-6  # what is nearer has no direction
_SMOOTH = 1e-3  # the sine of the angle at which two parts still run on into each other


class _Moved(NamedTuple):
    """A part where it comes to lie, with the directions in which it begins and ends."""

    start: Point
    part: Part
    first: Point
    last: Point


def area(outline: Outline) -> float:
    """Return the area within a closed outline: positive if it runs clockwise as seen on the page."""
    points = [point for contour in contours_of(outline.segments) for point in contour.points]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True)) / 2


def grown(outline: Outline, by: float) -> Outline:
    """Return a closed outline moved outwards all round; with a negative distance inwards."""
    out = by if area(outline) > 0 else -by
    moved = list(_all_moved(outline, out))
    pairs = list(zip(moved, [*moved[1:], moved[0]], strict=True))
    if any(_bends_in(one, after, out) for one, after in pairs):  # a curve would have to be cut short there
        return grown(_straightened(outline), by)
    parts = [part for one, after in pairs for part in _ending(one, after)]
    corner = _corner(moved[-1], moved[0])
    start = corner if corner and isinstance(moved[0].part, Line) else moved[0].start
    return Outline(start, tuple(parts), closed=True)


def _straightened(outline: Outline) -> Outline:
    """Return an outline with chords instead of its curves."""
    points = [point for contour in contours_of(outline.segments) for point in contour.points]
    distinct = [point for point, before in zip(points, [points[-1], *points], strict=False)
                if hypot(point[0] - before[0], point[1] - before[1]) > NEAR]
    return Outline(distinct[0], tuple(Line(*point) for point in (*distinct[1:], distinct[0])), closed=True)


def _bends_in(one: _Moved, after: _Moved, out: float) -> bool:
    """Say whether the way of two parts that follow each other crosses itself, one of them a curve."""
    turn = one.last[0] * after.first[1] - one.last[1] * after.first[0]
    return turn * out < -_SMOOTH * abs(out) and not (isinstance(one.part, Line) and isinstance(after.part, Line))


def _all_moved(outline: Outline, out: float) -> Iterator[_Moved]:
    here = outline.start
    for part in outline.parts:
        yield _moved(here, part, out)
        here = part.x, part.y


def _moved(start: Point, part: Part, out: float) -> _Moved:
    """Move a part to the left of its way, which is outwards where that is clockwise."""
    if isinstance(part, Line):
        way = _way(start, part)
        return _Moved(_aside(start, way, out), Line(*_aside(part, way, out)), way, way)
    one, two, end = (part.x1, part.y1), (part.x2, part.y2), (part.x, part.y)
    first, last = _way(start, one, two, end), _way(end, two, one, start)
    last = -last[0], -last[1]
    middle = _way(one, two, end)
    near, far = _aside(start, first, out), _aside(end, last, out)
    control = _crossing(near, first, _aside(two, middle, out), middle) or _aside(one, first, out)
    other = _crossing(_aside(two, middle, out), middle, far, last) or _aside(two, last, out)
    return _Moved(near, Curve(*control, *other, *far), first, last)


def _corner(one: _Moved, after: _Moved) -> Point | None:
    """Return where two parts that follow each other meet if they run on straight; None for a smooth joint."""
    return _crossing((one.part.x, one.part.y), one.last, after.start, after.first)


def _ending(one: _Moved, after: _Moved) -> list[Part]:
    """Return a part up to the corner at its end, and on to where the next one begins."""
    corner = _corner(one, after)
    if corner is None:
        return [one.part]
    found: list[Part] = [Line(*corner)] if isinstance(one.part, Line) else [one.part, Line(*corner)]
    if isinstance(after.part, Curve):
        found.append(Line(*after.start))
    return found


def _crossing(one: Point, way: Point, other: Point, along: Point) -> Point | None:
    """Return where two straight lines cross; None where they run alongside."""
    cross = way[0] * along[1] - way[1] * along[0]
    if abs(cross) < _SMOOTH:
        return None
    share = ((other[0] - one[0]) * along[1] - (other[1] - one[1]) * along[0]) / cross
    return one[0] + share * way[0], one[1] + share * way[1]


def _aside(point: Point | Line, way: Point, out: float) -> Point:
    return point[0] + way[1] * out, point[1] - way[0] * out


def _way(start: Point | Line, *ends: Point | Line) -> Point:
    """Return the direction from a point to the first of others that is not the same."""
    for end in ends:
        dx, dy = end[0] - start[0], end[1] - start[1]
        long = hypot(dx, dy)
        if long > _SPECK:
            return dx / long, dy / long
    return 1.0, 0.0
