"""Polygons with rings: the sides where they should be, every cell inside its ring."""

from __future__ import annotations

from math import hypot, pi, tan

import pytest

from printshop.layout.boxes import Box, fitted

PLACE = Box(10, 20, 200, 160)


@pytest.mark.parametrize("sides", range(3, 13))
@pytest.mark.parametrize("pointed", [False, True])
def test_a_polygon_is_as_large_as_its_place_and_stays_inside(sides: int, *, pointed: bool) -> None:
    corners = fitted(PLACE, sides, 2, pointed=pointed).outline(0)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert min(xs) >= PLACE.x - 1e-6
    assert max(xs) <= PLACE.right + 1e-6
    assert min(ys) >= PLACE.y - 1e-6
    assert max(ys) <= PLACE.bottom + 1e-6
    assert max(ys) - min(ys) == pytest.approx(PLACE.height) or max(xs) - min(xs) == pytest.approx(PLACE.width)


@pytest.mark.parametrize(("pointed", "first"), [(False, 0.0), (True, 30.0)])
def test_the_first_side_of_a_hex_is_at_the_top_or_right_of_the_point(first: float, *, pointed: bool) -> None:
    made = fitted(PLACE, 6, 1, pointed=pointed)
    assert [made.bearing(side) for side in range(6)] == [first + 60 * side for side in range(6)]
    top = min(made.outline(0), key=lambda corner: corner[1])
    assert (abs(top[0] - made.x) < 1e-6) is pointed


@pytest.mark.parametrize("sides", [4, 6, 8])
def test_a_cell_lies_between_the_sides_of_its_ring(sides: int) -> None:
    made = fitted(PLACE, sides, 2, pointed=False)
    for side in range(sides):
        for ring in (0, 1):
            box, there = made.cell(side, ring)
            outer = made.apothem - ring * made.depth
            middle = there.apply(0, 0)
            assert hypot(middle[0] - made.x, middle[1] - made.y) == pytest.approx(outer - made.depth / 2)
            assert box.width == pytest.approx(2 * (outer - made.depth) * tan(pi / sides))
            assert box.height == pytest.approx(made.depth)


def test_rings_and_core_fill_the_polygon() -> None:
    made = fitted(PLACE, 6, 3, pointed=False)
    assert made.core + 3 * made.depth == pytest.approx(made.apothem)
