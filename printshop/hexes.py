"""Arithmetic of grids: axial coordinates, printed column and row, distances, bearings and outlines; no drawing.

A grid has hexes or squares. A hex is given by its axial coordinates (q, r). The orientation decides where the
corners of the hexes point:

- flat-top: q runs to the right, r down; straight up is (0, -1), up to the right (1, -1).
- pointy-top: q runs to the right, r down and to the right; straight right is (1, 0), up to the right (1, -1).
- square: the cells are squares, which have four sides. q runs to the right, r down; straight up is (0, -1).

A printed place is (column, row): both count from 1, columns to the right, rows down. Lengths are in points, y runs
down, and bearings are in degrees clockwise from up the page. The size of a hex is its distance across flats, which
is also the distance between the centres of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import atan2, cos, degrees, floor, radians, sin, sqrt
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Hex = tuple[int, int]
Point = tuple[float, float]
SQRT_3 = sqrt(3)
# The smallest hex, across flats, that holds a square of side 1 parallel to one of the hex's own sides: the square's
# corner (1/2, 1/2) must lie within the sloping side, whose distance from the middle is 1/2 sin 60 + 1/2 cos 60.
HEX_AROUND_UNIT_SQUARE = (1 + SQRT_3) / 2


class Orientation(Enum):
    """The orientation of hexes: a flat side up, or a corner up.

    The third member stands for squares.
    """

    FLAT = "flat-top"
    POINTY = "pointy-top"
    SQUARE = "square"

    @property
    def first_bearing(self) -> int:
        """The bearing, in degrees, of the first neighbour clockwise from up the page."""
        return 30 if self is Orientation.POINTY else 0

    @property
    def side_count(self) -> int:
        """The number of sides of a cell."""
        return 4 if self is Orientation.SQUARE else 6

    @property
    def side_bearings(self) -> tuple[int, ...]:
        """The bearings of the neighbours, in degrees, clockwise from `first_bearing`."""
        return tuple(range(self.first_bearing, 360, 360 // self.side_count))


HEX_ORIENTATIONS = (Orientation.FLAT.value, Orientation.POINTY.value)
HEX_GRID = "hex"
GRIDS = (HEX_GRID, Orientation.SQUARE.value)


def choose_orientation(grid: str, orientation: str) -> Orientation:
    """Return the orientation that the words of data for a grid and its orientation mean.

    Other words mean flat-top.
    """
    words = {member.value: member for member in Orientation}
    return words.get(grid) or words.get(orientation) or Orientation.FLAT


_DIRECTIONS: dict[Orientation, tuple[Hex, ...]] = {
    Orientation.FLAT: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Orientation.POINTY: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    Orientation.SQUARE: ((0, -1), (1, 0), (0, 1), (-1, 0)),
}
# The corner where the side towards each neighbour begins (anticlockwise end), in lengths of a side.
_CORNER_OFFSETS: dict[Orientation, tuple[Point, ...]] = {
    Orientation.FLAT: ((-0.5, -SQRT_3 / 2), (0.5, -SQRT_3 / 2), (1.0, 0.0), (0.5, SQRT_3 / 2), (-0.5, SQRT_3 / 2),
                       (-1.0, 0.0)),
    Orientation.POINTY: ((0.0, -1.0), (SQRT_3 / 2, -0.5), (SQRT_3 / 2, 0.5), (0.0, 1.0), (-SQRT_3 / 2, 0.5),
                         (-SQRT_3 / 2, -0.5)),
    Orientation.SQUARE: ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
}


def _swap_if_pointy(pair: tuple[T, T], orientation: Orientation) -> tuple[T, T]:
    """Return a pair of coordinates. If the hexes are pointy-top, the two are swapped.

    This converts coordinates of pointy-top hexes to those of flat-top hexes, and back.
    """
    return (pair[1], pair[0]) if orientation is Orientation.POINTY else pair


def hex_directions(orientation: Orientation) -> tuple[Hex, ...]:
    """Return the steps to the neighbours, clockwise from the bearing `orientation.first_bearing`."""
    return _DIRECTIONS[orientation]


def step_hex(start: Hex, step: Hex, times: int = 1) -> Hex:
    """Return the hex that is reached from `start` by taking `step`, an offset (q, r), `times` times."""
    return start[0] + times * step[0], start[1] + times * step[1]


def count_hex_steps(start: Hex, end: Hex = (0, 0), orientation: Orientation = Orientation.FLAT) -> int:
    """Return the number of steps between two hexes.

    A diagonal step from square to square counts as one step.
    """
    q, r = start[0] - end[0], start[1] - end[1]
    return max(abs(q), abs(r), 0 if orientation is Orientation.SQUARE else abs(q + r))


def find_straight_line(start: Hex, end: Hex, orientation: Orientation) -> tuple[Hex, ...]:
    """Return the hexes of a straight line, from `start` to `end`.

    Return () if the two are equal or not in such a line. Squares also have diagonal lines.
    """
    steps = count_hex_steps(start, end, orientation)
    q, r = end[0] - start[0], end[1] - start[1]
    if not steps or q % steps or r % steps:
        return ()
    return tuple(step_hex(start, (q // steps, r // steps), times) for times in range(steps + 1))


def mirror_hex(hex_: Hex, orientation: Orientation) -> Hex:
    """Return a hex mirrored left to right."""
    q, r = hex_
    if orientation is Orientation.SQUARE:
        return -q, r
    return (-q, q + r) if orientation is Orientation.FLAT else (-q - r, r)


def list_hexes_within(radius: int, center: Hex = (0, 0), orientation: Orientation = Orientation.FLAT
                      ) -> tuple[Hex, ...]:
    """Return all hexes at most `radius` steps from a centre, as `count_hex_steps` counts, ordered by q, then by r."""
    skew = orientation is not Orientation.SQUARE
    return tuple((center[0] + q, center[1] + r) for q in range(-radius, radius + 1)
                 for r in range(-radius + skew * max(0, -q), radius - skew * max(0, q) + 1))


def to_axial(column: int, row: int, orientation: Orientation, *, even_shifted: bool = True) -> Hex:
    """Return the axial coordinates of a printed column and row.

    Every other column is shifted down (flat-top), or every other row to the right (pointy-top), by half a hex. If
    `even_shifted` is true, the shifted columns or rows have even numbers, and the place (1, 1) is the hex (0, 0).
    If `even_shifted` is false, they have odd numbers. Squares are never shifted.
    """
    if orientation is Orientation.SQUARE:
        return column - 1, row - 1
    along, across = _swap_if_pointy((column - 1, row - 1), orientation)
    return _swap_if_pointy((along, across - (along + (not even_shifted)) // 2), orientation)


def to_column_row(hex_: Hex, orientation: Orientation, *, even_shifted: bool = True) -> tuple[int, int]:
    """Return the printed (column, row) of a hex: the inverse of `to_axial`."""
    if orientation is Orientation.SQUARE:
        return hex_[0] + 1, hex_[1] + 1
    along, across = _swap_if_pointy(hex_, orientation)
    return _swap_if_pointy((along + 1, across + (along + (not even_shifted)) // 2 + 1), orientation)


class HexEdge(NamedTuple):
    """The side between the hexes `cell` and `neighbor`.

    From `start` to `end`, it runs clockwise round `cell`.
    """

    cell: Hex
    neighbor: Hex
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid of hexes or squares. Each is `across_flats` points across flats. The centre of (0, 0) is at (x, y)."""

    orientation: Orientation
    across_flats: float
    x: float = 0.0
    y: float = 0.0

    @property
    def side_length(self) -> float:
        """The length of the sides, which in a hex is also the distance from its centre to its corners."""
        return self.across_flats / (1.0 if self.orientation is Orientation.SQUARE else SQRT_3)

    def find_center(self, cell: Hex) -> Point:
        """Return the centre of a hex."""
        q, r = cell
        if self.orientation is Orientation.SQUARE:
            return self.x + self.across_flats * q, self.y + self.across_flats * r
        if self.orientation is Orientation.FLAT:
            return self.x + self.across_flats * SQRT_3 / 2 * q, self.y + self.across_flats / 2 * (2 * r + q)
        return self.x + self.across_flats / 2 * (2 * q + r), self.y + self.across_flats * SQRT_3 / 2 * r

    def find_corners(self, cell: Hex = (0, 0), inset: float = 0.0) -> tuple[Point, ...]:
        """Return the corners of a hex, clockwise, moved inwards by `inset`.

        The inset, in points, is the distance from the sides. Side k runs from corner k to corner k + 1.
        """
        x, y = self.find_center(cell)
        radius = replace(self, across_flats=self.across_flats - 2 * inset).side_length
        return tuple((x + radius * dx, y + radius * dy) for dx, dy in _CORNER_OFFSETS[self.orientation])

    def find_side(self, cell: Hex, number: int) -> tuple[Point, Point]:
        """Return the ends of the side of a hex towards neighbour `number`.

        Neighbours are numbered clockwise from 0.
        """
        corners = self.find_corners(cell)
        return corners[number % len(corners)], corners[(number + 1) % len(corners)]

    def find_hex(self, x: float, y: float) -> Hex:
        """Return the hex that contains a point."""
        if self.orientation is Orientation.SQUARE:
            return (floor((x - self.x) / self.across_flats + 0.5), floor((y - self.y) / self.across_flats + 0.5))
        along, across = _swap_if_pointy((x - self.x, y - self.y), self.orientation)
        column = along / (self.across_flats * SQRT_3 / 2)
        q, r = _swap_if_pointy((column, across / self.across_flats - column / 2), self.orientation)
        # The three whole coordinates must add up to 0: the one with the largest rounding error follows from the others.
        whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
        error_q, error_r, error_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
        if error_q > error_r and error_q > error_s:
            return -whole_r - whole_s, whole_r
        return whole_q, -whole_q - whole_s if error_r > error_s else whole_r

    def measure_bounds(self, cells: Iterable[Hex]) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom limits of a set of hexes."""
        half_width, half_height = _swap_if_pointy(
            (self.side_length * (0.5 if self.orientation is Orientation.SQUARE else 1.0), self.across_flats / 2),
            self.orientation)
        xs, ys = zip(*(self.find_center(cell) for cell in cells), strict=True)
        return min(xs) - half_width, min(ys) - half_height, max(xs) + half_width, max(ys) + half_height

    def list_edges(self, cells: Iterable[Hex]) -> Iterator[HexEdge]:
        """Yield each side of a set of hexes once.

        A side between two of them is yielded for the first hex.
        """
        visited: set[Hex] = set()
        for cell in cells:
            visited.add(cell)
            corners = self.find_corners(cell)
            for number, step in enumerate(hex_directions(self.orientation)):
                neighbor = step_hex(cell, step)
                if neighbor not in visited:
                    yield HexEdge(cell, neighbor, corners[number], corners[(number + 1) % len(corners)])

    def trace_outlines(self, cells: Iterable[Hex], inset: float = 0.0) -> tuple[tuple[Point, ...], ...]:
        """Return the corners of each closed outline of a set of hexes, moved inwards by `inset` points.

        Outer outlines run clockwise, and the outlines of holes run anticlockwise.
        """
        return self.place_rim_corners(self.trace_rims(cells), inset)

    def place_rim_corners(self, rim: Iterable[Sequence[tuple[Hex, int]]], inset: float = 0.0
                          ) -> tuple[tuple[Point, ...], ...]:
        """Return the corners of outlines, as `trace_outlines` does. `rim` is the result of `trace_rims`."""
        corners, length, count = _CORNER_OFFSETS[self.orientation], self.side_length, self.orientation.side_count
        # An inset moves a corner between two sides along their bisector: a convex corner towards the centre of its
        # hex, a concave one along the side between two hexes, and the corner of two squares in a line straight inwards.
        inset_vectors = {}
        for number, bearing in enumerate(self.orientation.side_bearings):
            for bend in (-1, 0, 1):
                turn = radians(bearing + 180 + bend * (180 // count))
                distance = inset * 2 / sqrt(count / 2) if bend else inset
                inset_vectors[(number + bend) % count, number] = distance * sin(turn), -distance * cos(turn)

        def place_corner(before: int, cell: Hex, number: int) -> Point:
            (x, y), (right, down) = self.find_center(cell), corners[number]
            x, y = x + length * right, y + length * down
            if not inset:
                return x, y
            across, along = inset_vectors[before, number]
            return x + across, y + along

        return tuple(tuple(place_corner(before, *side)
                           for (_, before), side in zip((loop[-1], *loop), loop, strict=False)) for loop in rim)

    def trace_rims(self, cells: Iterable[Hex]) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """Return the sides (hex, number) of each closed outline, in the order of the corners from `trace_outlines`."""
        region, steps = frozenset(cells), hex_directions(self.orientation)
        count, loops = len(steps), []
        unvisited = {(cell, number) for cell in region for number,
                     step in enumerate(steps) if step_hex(cell, step) not in region}
        for first in sorted(unvisited):  # sorted once, not searched per outline: scattered hexes have one outline each
            loop, side = [], first
            while side in unvisited:
                unvisited.discard(side)
                loop.append(side)
                cell, number = side[0], (side[1] + 1) % count
                while (neighbor := step_hex(cell, steps[number])) in region:  # round the corner, to the next outer side
                    cell, number = neighbor, (number + 1 - count // 2) % count
                side = cell, number
            if loop:
                loops.append(tuple(loop))
        return tuple(loops)


@lru_cache(4096)
def measure_hex_bearing(cell: Hex, orientation: Orientation) -> float:
    """Return the bearing of a hex's centre from the centre of hex (0, 0).

    The bearing is from 0 to 360 degrees, clockwise from up the page.
    """
    x, y = HexGrid(orientation, 1.0).find_center(cell)
    return round(degrees(atan2(x, -y)), 9) % 360


def is_in_arc(cell: Hex, start: float, sweep: float, orientation: Orientation) -> bool:
    """Return whether the centre of a hex, seen from hex (0, 0), lies in an arc or on the edge of the arc.

    The arc has `sweep` degrees, clockwise from the bearing `start`. Hex (0, 0) itself lies in no arc.
    """
    return cell != (0, 0) and (measure_hex_bearing(cell, orientation) - start) % 360 <= sweep + 1e-6
