"""Rectangles in and beside outlines: where words and rulers go at a piece that is no rectangle. Points, y down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, tan
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Transform, bearing
from printshop.layout.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printshop.drawing.geometry import Point

LEVELS = 24  # heights that are tried, besides those of corners
_NEAR = 1e-4
_NOTHING = (0.0, 0.0)


@lru_cache(maxsize=1024)
def largest_box(outline: tuple[Point, ...], within: Box, breadth: float = 0.0) -> Box:
    """Return the rectangle of the largest area that lies in an outline and in a box.

    With a `breadth` it is the one with room for the largest thing that is so many times as broad as high. It stands
    on the middle of the box, or as near to that as the outline goes. Where there is none at all it is empty, in the
    middle of the box.
    """
    levels = _levels(outline, within)
    above = [_span(outline, within, y - _NEAR) for y in levels]
    below = [_span(outline, within, y + _NEAR) for y in levels]
    best, most = Box(*within.center, 0.0, 0.0), 0.0
    for top, y in enumerate(levels[:-1]):
        left, right = below[top]
        for foot in range(top + 1, len(levels)):
            left, right = max(left, above[foot][0]), min(right, above[foot][1])
            width, height = right - left, levels[foot] - y
            score = min(width / breadth, height) if breadth else width * height
            if score > most + _NEAR and width > 0:
                best, most = Box(left, y, width, height), score
            left, right = max(left, below[foot][0]), min(right, below[foot][1])
    return best


def _levels(outline: tuple[Point, ...], within: Box) -> list[float]:
    ys = [y for _, y in outline]
    top, foot = max(min(ys), within.y), min(max(ys), within.bottom)
    steps = [top + (foot - top) * k / LEVELS for k in range(LEVELS + 1)]
    return sorted({round(y, 6) for y in (*steps, *ys) if top <= y <= foot})


def _span(outline: tuple[Point, ...], within: Box, y: float) -> tuple[float, float]:
    """Return from where to where a height lies inside both, near the middle of the box; nothing if it does not."""
    crossings = sorted(
        x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y1 <= y) != (y2 <= y)
    )
    middle = within.center[0]
    spans = list(zip(crossings[::2], crossings[1::2], strict=True))
    near = min(spans, key=lambda span: max(span[0] - middle, middle - span[1], 0.0), default=_NOTHING)
    left, right = max(near[0], within.x), min(near[1], within.right)
    return (left, right) if right > left else _NOTHING


def meets(corners: Sequence[Point], box: Box) -> bool:
    """Say whether some of a polygon lies in a box."""
    if any(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in corners):
        return True
    if crossed(corners, box):
        return True
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    x, y = box.center  # no side comes near: the box lies in the polygon, or outside it, as a whole
    above = [(a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in sides]
    return sum(above) % 2 == 1


def crossed(corners: Sequence[Point], box: Box) -> bool:
    """Say whether a side of a polygon runs through a box."""
    return any(_crosses(side, box) for side in zip(corners, (*corners[1:], corners[0]), strict=True))


def _crosses(side: tuple[Point, Point], box: Box) -> bool:
    """Say whether a straight line runs through a box (Liang and Barsky: what of it lies between each pair of edges)."""
    (x, y), (x2, y2) = side
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, x2 - x, box.x, box.right), (y, y2 - y, box.y, box.bottom)):
        if not way:
            if not low <= start <= high:
                return False
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, near), min(last, far)
    return first <= last


CORE, LONE_CORE = 0.36, 0.55
"""How much of the way from the middle to the outer side is left to the polygon in the middle; with one ring, more."""


@dataclass(frozen=True, slots=True)
class Rings:
    """A polygon of `sides` sides round (x, y): `apothem` is the distance of its outer sides, in points."""

    x: float
    y: float
    sides: int
    pointed: bool
    apothem: float
    rings: int

    @property
    def core(self) -> float:
        """The distance of the sides of the polygon in the middle."""
        return self.apothem * (CORE if self.rings > 1 else LONE_CORE)

    @property
    def depth(self) -> float:
        """How deep a ring is."""
        return (self.apothem - self.core) / self.rings

    def bearing(self, side: int) -> float:
        """Return the bearing of a side, in degrees clockwise from up."""
        return (side + (0.5 if self.pointed else 0.0)) * 360 / self.sides

    def outline(self, ring: int) -> tuple[Point, ...]:
        """Return the corners of the outer edge of a ring; those of the middle are the edge of ring `rings`."""
        reach = (self.apothem - ring * self.depth) / cos(pi / self.sides)
        turn = 180 / self.sides
        return tuple(bearing(self.bearing(side) - turn, reach, self.x, self.y) for side in range(self.sides))

    def cell(self, side: int, ring: int) -> tuple[Box, Transform]:
        """Return the largest box on a side within a ring, its middle at the origin, and what takes it there."""
        inner = self.apothem - (ring + 1) * self.depth
        width = 2 * inner * tan(pi / self.sides)
        middle = bearing(self.bearing(side), inner + self.depth / 2, self.x, self.y)
        upright = Box(-width / 2, -self.depth / 2, width, self.depth)
        return upright, Transform().translate(*middle).rotate(self.bearing(side))

    def widths(self, ring: int, pitch: float, rows: int) -> tuple[float, ...]:
        """Return the room of rows of pips within a ring, the outermost first: a cell is narrower towards the middle."""
        inner = self.apothem - (ring + 1) * self.depth + (self.depth - rows * pitch) / 2
        return tuple(2 * (inner + row * pitch) * tan(pi / self.sides) for row in reversed(range(rows)))

    def inside(self, side: int, share: float) -> Point:
        """Return the point in the middle polygon, `share` of the way to a side."""
        return bearing(self.bearing(side), self.core * share, self.x, self.y)


def fitted(box: Box, sides: int, rings: int, *, pointed: bool) -> Rings:
    """Return the largest polygon that fits a box, in its middle."""
    turns = [(side + (0.0 if pointed else 0.5)) * 2 * pi / sides for side in range(sides)]
    reach = 1 / cos(pi / sides)
    across, down = [reach * sin(turn) for turn in turns], [-reach * cos(turn) for turn in turns]
    apothem = min(box.width / (max(across) - min(across)), box.height / (max(down) - min(down)))
    x = box.x + box.width / 2 - apothem * (max(across) + min(across)) / 2
    y = box.y + box.height / 2 - apothem * (max(down) + min(down)) / 2
    return Rings(x, y, sides, pointed, apothem, rings)
