"""Arithmetic of hex grids: axial coordinates, printed column and row, distances, bearings and outlines; no drawing.

A hex is its axial coordinates (q, r). The orientation says which way the hexes stand:

- flat-top: q runs to the right, r down; straight up is (0, -1), up to the right (1, -1).
- pointy-top: q runs to the right, r down and to the right; straight right is (1, 0), up to the right (1, -1).

A place is a printed one: (column, row), counted from 1, columns to the right, rows down. Lengths are points, y runs
down, bearings are degrees clockwise from up the page. A hex's size is its distance across flats, which is also the
distance between the centres of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Hex = tuple[int, int]
Point = tuple[float, float]
ROOT = sqrt(3)
# The smallest hex, across flats, that holds a square of side 1 parallel to one of the hex's own sides: the square's
# corner (1/2, 1/2) must lie within the sloping side, whose distance from the middle is 1/2 sin 60 + 1/2 cos 60.
SQUARE = (1 + ROOT) / 2


class Orientation(Enum):
    """The orientation of hexes: a flat side up, or a corner up."""

    FLAT = "flat-top"
    POINTY = "pointy-top"

    @property
    def tilt(self) -> int:
        """The bearing, in degrees, of the first neighbour clockwise from up the page."""
        return 0 if self is Orientation.FLAT else 30


_STEPS: dict[Orientation, tuple[Hex, ...]] = {
    Orientation.FLAT: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Orientation.POINTY: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
# The corner where the side towards each neighbour begins, 30 degrees before its bearing, in lengths of a side.
_CORNERS: dict[Orientation, tuple[Point, ...]] = {
    Orientation.FLAT: ((-0.5, -ROOT / 2), (0.5, -ROOT / 2), (1.0, 0.0), (0.5, ROOT / 2), (-0.5, ROOT / 2), (-1.0, 0.0)),
    Orientation.POINTY: ((0.0, -1.0), (ROOT / 2, -0.5), (ROOT / 2, 0.5), (0.0, 1.0), (-ROOT / 2, 0.5),
                         (-ROOT / 2, -0.5)),
}


def _flat(pair: tuple[T, T], orientation: Orientation) -> tuple[T, T]:
    """Return a pair, swapped for pointy-top hexes: this converts between them and flat-top hexes, both ways."""
    return pair if orientation is Orientation.FLAT else (pair[1], pair[0])


def directions(orientation: Orientation) -> tuple[Hex, ...]:
    """Return the steps to the six neighbours, clockwise from the bearing `orientation.tilt`."""
    return _STEPS[orientation]


def add(start: Hex, step: Hex, times: int = 1) -> Hex:
    """Return the hex at `times` times an offset from `start`; `step` is that offset, a hex counted from (0, 0)."""
    return start[0] + times * step[0], start[1] + times * step[1]


def distance(start: Hex, end: Hex = (0, 0)) -> int:
    """Return the number of steps between two hexes."""
    q, r = start[0] - end[0], start[1] - end[1]
    return max(abs(q), abs(r), abs(q + r))


def mirrored(cell: Hex, orientation: Orientation) -> Hex:
    """Return a hex mirrored left to right."""
    q, r = cell
    return (-q, q + r) if orientation is Orientation.FLAT else (-q - r, r)


def within(radius: int, center: Hex = (0, 0)) -> tuple[Hex, ...]:
    """Return all hexes at most `radius` steps from a centre, ordered by q, then r."""
    return tuple((center[0] + q, center[1] + r) for q in range(-radius, radius + 1)
                 for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1))


def to_axial(column: int, row: int, orientation: Orientation, *, even_low: bool = True) -> Hex:
    """Return the axial coordinates of a printed column and row.

    Every other column (flat-top) or row (pointy-top) is shifted by half a hex, down or to the right: the even ones,
    or with `even_low` false the odd ones. Place (1, 1) is (0, 0) if the even ones are shifted.
    """
    along, across = _flat((column - 1, row - 1), orientation)
    return _flat((along, across - (along + (not even_low)) // 2), orientation)


def to_place(cell: Hex, orientation: Orientation, *, even_low: bool = True) -> tuple[int, int]:
    """Return the printed (column, row) of a hex: the inverse of `to_axial`."""
    along, across = _flat(cell, orientation)
    return _flat((along + 1, across + (along + (not even_low)) // 2 + 1), orientation)


class Edge(NamedTuple):
    """One side of a hex, between `cell` and `beyond`; it runs from `start` to `end`, clockwise round `cell`."""

    cell: Hex
    beyond: Hex
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of hexes `across` points across flats; the centre of hex (0, 0) is at (x, y)."""

    orientation: Orientation
    across: float
    x: float = 0.0
    y: float = 0.0

    @property
    def corner(self) -> float:
        """The distance from the centre of a hex to its corners, which is also the length of its sides."""
        return self.across / ROOT

    def center(self, cell: Hex) -> Point:
        """Return the centre of a hex."""
        q, r = cell
        if self.orientation is Orientation.FLAT:
            return self.x + self.across * ROOT / 2 * q, self.y + self.across / 2 * (2 * r + q)
        return self.x + self.across / 2 * (2 * q + r), self.y + self.across * ROOT / 2 * r

    def corners(self, cell: Hex = (0, 0), inset: float = 0.0) -> tuple[Point, ...]:
        """Return the six corners of a hex, clockwise, `inset` points inside; side k runs from corner k to k + 1."""
        x, y = self.center(cell)
        reach = (self.across - 2 * inset) / ROOT
        return tuple((x + reach * sx, y + reach * sy) for sx, sy in _CORNERS[self.orientation])

    def side(self, cell: Hex, number: int) -> tuple[Point, Point]:
        """Return the ends of the side of a hex towards a neighbour, which is numbered clockwise."""
        corners = self.corners(cell)
        return corners[number % 6], corners[(number + 1) % 6]

    def at(self, x: float, y: float) -> Hex:
        """Return the hex that contains a point."""
        along, across = _flat((x - self.x, y - self.y), self.orientation)
        first = along / (self.across * ROOT / 2)
        q, r = _flat((first, across / self.across - first / 2), self.orientation)
        # The three whole coordinates must add up to 0: the one with the largest rounding error follows from the others.
        whole_q, whole_r, third = round(q), round(r), round(-q - r)
        off_q, off_r, off_third = abs(whole_q - q), abs(whole_r - r), abs(third + q + r)
        if off_q > off_r and off_q > off_third:
            return -whole_r - third, whole_r
        return whole_q, -whole_q - third if off_r > off_third else whole_r

    def bounds(self, cells: Iterable[Hex]) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a set of hexes."""
        wide, high = _flat((self.corner, self.across / 2), self.orientation)
        xs, ys = zip(*(self.center(cell) for cell in cells), strict=True)
        return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high

    def edges(self, cells: Iterable[Hex]) -> Iterator[Edge]:
        """Yield each side of a set of hexes once; a side between two of them belongs to the first."""
        drawn: set[Hex] = set()
        for cell in cells:
            drawn.add(cell)
            corners = self.corners(cell)
            for number, step in enumerate(directions(self.orientation)):
                beyond = add(cell, step)
                if beyond not in drawn:
                    yield Edge(cell, beyond, corners[number], corners[(number + 1) % 6])

    def outline(self, cells: Iterable[Hex], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
        """Return the closed outlines of a set of hexes as corners, `inset` points inside, clockwise (holes not)."""
        return self.rim_corners(self.rim(cells), cells, inset)

    def rim_corners(self, rim: Iterable[Iterable[tuple[Hex, int]]], cells: Iterable[Hex], inset: float = 0.0
                    ) -> tuple[tuple[Point, ...], ...]:
        """Return the corners of the outlines of a set of hexes, as `outline` does, from a known `rim`."""
        hexes, steps, length, reach = frozenset(cells), directions(self.orientation), self.corner, inset * 2 / ROOT
        # An inset moves a convex corner towards the centre of its hex, a concave one along the side between two hexes.
        bends = [[(sin(turn), cos(turn)) for turn in (radians(self.orientation.tilt + 60 * number + bend)
                                                      for bend in (150, 210))] for number in range(6)]
        shifts = _CORNERS[self.orientation]

        def corner(cell: Hex, number: int) -> Point:
            (x, y), (right, down) = self.center(cell), shifts[number]
            x, y = x + length * right, y + length * down
            if not inset:
                return x, y
            sine, cosine = bends[number][add(cell, steps[(number + 5) % 6]) in hexes]
            return x + reach * sine, y - reach * cosine

        return tuple(tuple(corner(*side) for side in loop) for loop in rim)

    def rim(self, cells: Iterable[Hex]) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """Return the sides (hex, number) of each closed outline, in the order of `outline`'s corners."""
        hexes, steps = frozenset(cells), directions(self.orientation)
        loops = []
        left = {(cell, number) for cell in hexes for number, step in enumerate(steps) if add(cell, step) not in hexes}
        for first in sorted(left):  # sorted once, not searched per outline: scattered hexes have one outline each
            loop, side = [], first
            while side in left:
                left.discard(side)
                loop.append(side)
                cell, number = side
                beyond = add(cell, steps[(number + 1) % 6])
                side = (beyond, (number + 5) % 6) if beyond in hexes else (cell, (number + 1) % 6)
            if loop:
                loops.append(tuple(loop))
        return tuple(loops)


@lru_cache(4096)
def bearing(cell: Hex, orientation: Orientation) -> float:
    """Return the bearing of a hex's centre from (0, 0), 0 to 360 degrees clockwise from up the page."""
    x, y = Grid(orientation, 1.0).center(cell)
    return round(degrees(atan2(x, -y)), 9) % 360


def in_arc(cell: Hex, start: float, sweep: float, orientation: Orientation) -> bool:
    """Return whether the centre of a hex lies in an arc of `sweep` degrees from a bearing, bounds included."""
    return cell != (0, 0) and (bearing(cell, orientation) - start) % 360 <= sweep + 1e-6
