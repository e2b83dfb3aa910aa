"""Hex geometry against values worked out by hand, in millimetres for hexes 40 mm across flats."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.hexes import (
    Hex,
    HexGrid,
    Orientation,
    count_hex_steps,
    hex_directions,
    list_hexes_within,
    measure_hex_bearing,
    mirror_hex,
    step_hex,
    to_axial,
    to_column_row,
)

FLAT, POINTY = Orientation.FLAT, Orientation.POINTY
whole = st.integers(-40, 40)
cells = st.tuples(whole, whole)
orientations = st.sampled_from(Orientation)
sizes = st.floats(5, 300)

def distance_to(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point lies from a straight piece."""
    (x, y), (x1, y1), (x2, y2) = point, start, end
    share = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    share = min(1.0, max(0.0, share))
    return math.dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))


@pytest.mark.parametrize(("cell", "orientation", "degrees"), [
    ((0, -1), FLAT, 0), ((1, -1), FLAT, 60), ((1, 0), FLAT, 120), ((0, 1), FLAT, 180), ((2, -1), FLAT, 90),
    ((1, -1), POINTY, 30), ((1, 0), POINTY, 90), ((0, 1), POINTY, 150), ((-1, 0), POINTY, 270), ((1, -2), POINTY, 0),
])
def test_bearings_of_neighbours_are_exact(cell: Hex, orientation: Orientation, degrees: float) -> None:
    assert measure_hex_bearing(cell, orientation) == pytest.approx(degrees)


@pytest.mark.parametrize("orientation", Orientation)
def test_neighbours_are_one_size_apart_and_their_sides_meet(orientation: Orientation) -> None:
    grid = HexGrid(orientation, 40)
    for number, step in enumerate(hex_directions(orientation)):
        x, y = grid.find_center(step)
        assert math.hypot(x, y) == pytest.approx(40)
        assert measure_hex_bearing(step, orientation) == pytest.approx(orientation.side_bearings[number])
        assert grid.find_side((0, 0), number) == pytest.approx(
            [pytest.approx(end) for end in reversed(grid.find_side(step, number + orientation.side_count // 2))])


@given(cells, cells, orientations, st.booleans())
def test_places_and_hexes_convert_both_ways(cell: Hex, other: Hex, orientation: Orientation, even: bool) -> None:
    assert to_axial(*to_column_row(cell, orientation, even_shifted=even), orientation, even_shifted=even) == cell
    apart = to_column_row(cell, orientation, even_shifted=even) == to_column_row(other, orientation, even_shifted=even)
    assert apart == (cell == other)


@given(cells, orientations)
def test_mirror_swaps_only_left_and_right(cell: Hex, orientation: Orientation) -> None:
    grid = HexGrid(orientation, 10)
    (x, y), (u, v) = grid.find_center(cell), grid.find_center(mirror_hex(cell, orientation))
    assert (u, v) == pytest.approx((-x, y))
    assert mirror_hex(mirror_hex(cell, orientation), orientation) == cell


@given(cells, sizes, orientations, st.floats(0, 360), st.floats(0, 0.499))
def test_point_belongs_to_the_hex_whose_middle_is_nearest(
    cell: Hex, across: float, orientation: Orientation, degrees: float, share: float
) -> None:
    grid = HexGrid(orientation, across, 3.0, -7.0)
    x, y = grid.find_center(cell)
    turn = math.radians(degrees)
    assert grid.find_hex(x + share * across * math.sin(turn), y - share * across * math.cos(turn)) == cell


@given(st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=30), orientations)
def test_every_edge_occurs_once(hexes: set[Hex], orientation: Orientation) -> None:
    grid = HexGrid(orientation, 20)
    edges = list(grid.list_edges(sorted(hexes)))
    shared = sum(step_hex(cell, step) in hexes for cell in hexes for step in hex_directions(orientation)) // 2
    assert len(edges) == orientation.side_count * len(hexes) - shared
    middles = {(round((edge.start[0] + edge.end[0]) / 2, 5), round((edge.start[1] + edge.end[1]) / 2, 5))
               for edge in edges}
    assert len(middles) == len(edges)
    for edge in edges:
        assert math.dist(edge.start, edge.end) == pytest.approx(grid.side_length)


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=20), orientations,
       st.floats(0.1, 4))
def test_inset_outline_keeps_its_distance_from_the_true_edge(
    hexes: set[Hex], orientation: Orientation, inset: float
) -> None:
    grid = HexGrid(orientation, 30)
    edges = [(edge.start, edge.end) for edge in grid.list_edges(sorted(hexes)) if edge.neighbor not in hexes
             or edge.cell not in hexes]
    for true, items in zip(grid.trace_outlines(hexes), grid.trace_outlines(hexes, inset), strict=True):
        middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in zip(items, (*items[1:], items[0]),
                                                                              strict=True)]
        for point in middles:
            assert grid.find_hex(*point) in hexes
            assert min(distance_to(point, *edge) for edge in edges) == pytest.approx(inset, abs=1e-6)
        assert len(true) == len(items)


class _Compared(tuple[int, int]):
    """A hex that counts how often any is compared."""

    __slots__ = ()
    count = 0

    def __eq__(self, other: object) -> bool:
        _Compared.count += 1
        return tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


def test_outlines_of_scattered_hexes_take_linear_time() -> None:
    """Zones and terrain on a map may be hexes that do not touch: each has an outline of its own."""
    scattered = [_Compared((3 * column, 3 * row)) for column in range(20) for row in range(20)]
    _Compared.count = 0
    assert len(HexGrid(FLAT, 10.0).trace_rims(scattered)) == 400
    assert _Compared.count < 60_000  # each time the first of what is left was sought: 480,000 and more


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (step_hex, ((1, 1), (2, -1), 2), (5, -1)),
    (count_hex_steps, ((1, -2),), 2),
    (count_hex_steps, ((1, -2), (-1, 1), Orientation.SQUARE), 3),
    (mirror_hex, ((1, -1), FLAT), (-1, 0)), (mirror_hex, ((1, 0), POINTY), (-1, 0)),
    (lambda radius: len(list_hexes_within(radius)), (4,), 61),
    (to_axial, (1, 1, FLAT), (0, 0)), (to_axial, (2, 1, FLAT), (1, 0)), (to_axial, (3, 1, FLAT), (2, -1)),
    (to_column_row, ((2, -1), FLAT), (3, 1)),
    (measure_hex_bearing, ((2, -1), FLAT), 90.0), (measure_hex_bearing, ((1, 0), POINTY), 90.0),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
