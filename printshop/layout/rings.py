"""A regular polygon with rings of cells round it: where the boxes on the sides of a drawn hex stand.

Points, y down. Sides are counted clockwise from the top: either the side that lies at the top, or, with a point at
the top, the one to its right. Ring 0 is the outermost.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, tan
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Transform, bearing
from printshop.layout.boxes import Box

if TYPE_CHECKING:
    from printshop.drawing.geometry import Point

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
