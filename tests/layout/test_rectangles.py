"""Balanced columns with the lowest split; polygons with rings, every cell inside its ring."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot, pi, tan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.layout.rectangles import Rect, balance_columns, fit_rings


def tallest(heights: list[float], cuts: tuple[int, ...], gap: float) -> float:
    edges = [0, *cuts, len(heights)]
    return max(sum(heights[a:b]) + gap * max(b - a - 1, 0) for a, b in pairwise(edges))


@given(st.lists(st.floats(0, 300), min_size=1, max_size=9), st.integers(1, 4), st.floats(0, 20))
@settings(max_examples=50)
def test_chosen_split_is_the_lowest(heights: list[float], columns: int, gap: float) -> None:
    result = balance_columns(heights, columns, gap)
    assert [number for column in result for number in column] == list(range(len(heights)))
    assert len(result) == min(columns, len(heights))
    assert all(result)
    best = min(tallest(heights, cuts, gap) for cuts in combinations(range(1, len(heights)), len(result) - 1))
    mine = tallest(heights, tuple(column.start for column in result[1:]), gap)
    assert mine == pytest.approx(best)


def test_split_needs_a_column() -> None:
    with pytest.raises(ValueError, match="at least one"):
        balance_columns([1], 0)


PLACE = Rect(10, 20, 200, 160)


@pytest.mark.parametrize("sides", range(3, 13))
@pytest.mark.parametrize("pointed", [False, True])
def test_polygon_fills_its_rectangle_and_is_inside(sides: int, *, pointed: bool) -> None:
    corners = fit_rings(PLACE, sides, 2, pointy_top=pointed).find_corners(0)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert min(xs) >= PLACE.x - 1e-6
    assert max(xs) <= PLACE.right + 1e-6
    assert min(ys) >= PLACE.y - 1e-6
    assert max(ys) <= PLACE.bottom + 1e-6
    assert max(ys) - min(ys) == pytest.approx(PLACE.height) or max(xs) - min(xs) == pytest.approx(PLACE.width)


@pytest.mark.parametrize(("pointed", "first"), [(False, 0.0), (True, 30.0)])
def test_first_side_of_a_hex_is_at_the_top_or_right_of_the_point(first: float, *, pointed: bool) -> None:
    rings = fit_rings(PLACE, 6, 1, pointy_top=pointed)
    assert [rings.find_bearing(side) for side in range(6)] == [first + 60 * side for side in range(6)]
    top = min(rings.find_corners(0), key=lambda corner: corner[1])
    assert (abs(top[0] - rings.x) < 1e-6) is pointed


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_cell_is_between_the_sides_of_its_ring(sides: int) -> None:
    rings = fit_rings(PLACE, sides, 2, pointy_top=False)
    for side in range(sides):
        for ring in (0, 1):
            box, there = rings.place_cell(side, ring)
            outer = rings.apothem - ring * rings.ring_width
            middle = there.apply(0, 0)
            assert hypot(middle[0] - rings.x, middle[1] - rings.y) == pytest.approx(outer - rings.ring_width / 2)
            assert box.width == pytest.approx(2 * (outer - rings.ring_width) * tan(pi / sides))
            assert box.height == pytest.approx(rings.ring_width)
