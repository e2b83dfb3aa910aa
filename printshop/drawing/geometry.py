"""Plane geometry on numbers: affine transforms, bounds, bearings, polygons (`Rect` is in `layout.rectangles`).

Lengths are points (1/72 in), with the origin at the top left of the page, x to the right and y *down*.
Angles are in degrees, clockwise on the page because y points down. An angle of 0 degrees points to the
right. `move_point` takes compass bearings instead (0 = up the page, clockwise).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

Corner = TypeVar("Corner")
Point = tuple[float, float]
Bounds = tuple[float, float, float, float]  # left, top, right, bottom


class Transform(NamedTuple):
    """An affine map, as in PDF and SVG.

    It maps (x, y) to (a x + c y + e, b x + d y + f).

    >>> Transform().translate(10, 5).scale(2).apply(1, 1)
    (12.0, 7.0)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def compose(self, inner: Transform) -> Transform:
        """Return the map that applies `inner` first, then this map."""
        a, b, c, d, e, f = self
        return Transform(
            a * inner.a + c * inner.b,
            b * inner.a + d * inner.b,
            a * inner.c + c * inner.d,
            b * inner.c + d * inner.d,
            a * inner.e + c * inner.f + e,
            b * inner.e + d * inner.f + f,
        )

    def translate(self, x: float, y: float) -> Transform:
        """Return this map applied after a shift by x points to the right and y down."""
        a, b, c, d, e, f = self
        return Transform(a, b, c, d, a * x + c * y + e, b * x + d * y + f)

    def scale(self, x: float, y: float | None = None) -> Transform:
        """Return this map applied after a scaling about the origin.

        If `y` is not given, the scale along y is `x`.
        """
        return self.compose(Transform(a=x, d=x if y is None else y))

    def rotate(self, degrees: float, x: float = 0.0, y: float = 0.0) -> Transform:
        """Return this map applied after a clockwise rotation about (x, y).

        Multiples of 90 degrees are exact.
        """
        cos, sin = cos_sin(degrees)
        return self.compose(Transform(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y))

    def apply(self, x: float, y: float) -> Point:
        """Return the image of the point (x, y)."""
        a, b, c, d, e, f = self
        return a * x + c * y + e, b * x + d * y + f

    def invert(self) -> Transform | None:
        """Return the inverse map. If this map reduces every area to zero, return None."""
        a, b, c, d, e, f = self
        scale = a * d - b * c
        if abs(scale) < 1e-12:
            return None
        return Transform(d / scale, -b / scale, -c / scale, a / scale, (c * f - d * e) / scale, (b * e - a * f) / scale)

    @property
    def mean_scale(self) -> float:
        """The mean scale: the factor by which the map widens lines."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    def map_bounds(self, bounds: Bounds) -> Bounds:
        """Return the bounds (left, top, right, bottom) of the image of a rectangle."""
        left, top, right, bottom = bounds
        a, b, c, d, e, f = self
        xs = a * left + c * top + e, a * left + c * bottom + e, a * right + c * top + e, a * right + c * bottom + e
        ys = b * left + d * top + f, b * left + d * bottom + f, b * right + d * top + f, b * right + d * bottom + f
        return min(xs), min(ys), max(xs), max(ys)


IDENTITY = Transform()


def intersect_bounds(bounds: Bounds, other: Bounds) -> Bounds:
    """Return the intersection of two rectangles.

    If the rectangles do not meet, the result has left > right or top > bottom.
    """
    return max(bounds[0], other[0]), max(bounds[1], other[1]), min(bounds[2], other[2]), min(bounds[3], other[3])


def merge_bounds(rectangles: Iterable[Bounds]) -> Bounds:
    """Return the smallest rectangle round one or more rectangles."""
    lefts, tops, rights, bottoms = zip(*rectangles, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def cos_sin(degrees: float) -> tuple[float, float]:
    """Return the cosine and sine of an angle in degrees, exact at multiples of 90.

    >>> cos_sin(270)
    (0.0, -1.0)
    """
    quarter, remainder = divmod(degrees, 90)
    if remainder:
        radians = math.radians(degrees)
        return math.cos(radians), math.sin(radians)
    return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]


def move_point(direction: float, distance: float, x: float = 0.0, y: float = 0.0) -> Point:
    """Return the point at a compass bearing (0 up the page, clockwise) and a distance from (x, y).

    >>> move_point(90, 10, 1, 2)
    (11.0, 2.0)
    """
    cos, sin = cos_sin(direction)
    return x + sin * distance, y - cos * distance


def iter_sides(polygon: Sequence[Corner]) -> Iterable[tuple[Corner, Corner]]:
    """Return the sides of a polygon as pairs of corners.

    `polygon` must not repeat its first corner at the end.
    """
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def measure_signed_area(polygon: Sequence[Point]) -> float:
    """Return the signed area of a polygon, positive if its corners run clockwise on the page."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in iter_sides(polygon)) / 2


def find_crossings(point: Point, edges: Iterable[tuple[Point, Point]]) -> list[int]:
    """Return the direction (1 down the page, -1 up) of each edge that a ray from the point to the right crosses."""
    x, y = point
    return [1 if y2 > y1 else -1 for (x1, y1), (x2, y2) in edges
            if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1)]


def is_in_polygon(point: Point, polygon: Sequence[Point]) -> bool:
    """Return whether a point lies inside a polygon.

    The polygon must not repeat its first corner at the end.

    >>> is_in_polygon((1, 1), [(0, 0), (2, 0), (2, 2), (0, 2)]), is_in_polygon((3, 1), [(0, 0), (2, 0), (2, 2), (0, 2)])
    (True, False)
    """
    return len(find_crossings(point, iter_sides(polygon))) % 2 == 1


def clip_to_half_plane(polygon: Sequence[Point], depths: Sequence[float]) -> list[Point]:
    """Return the part of a polygon on the inner side of a line.

    `depths` are the distances of the corners from the line. Distances on the inner side are positive.

    >>> clip_to_half_plane([(0, 0), (2, 0), (2, 2), (0, 2)], [-1, 1, 1, -1])
    [(1.0, 0.0), (2, 0), (2, 2), (1.0, 2.0)]
    """
    corners: list[Point] = []
    for k, (point, depth) in enumerate(zip(polygon, depths, strict=True)):
        (x, y), previous_depth = polygon[k - 1], depths[k - 1]
        if (depth >= 0) != (previous_depth >= 0):
            share = previous_depth / (previous_depth - depth)
            corners.append((x + share * (point[0] - x), y + share * (point[1] - y)))
        if depth >= 0:
            corners.append(point)
    return corners
