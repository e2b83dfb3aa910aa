"""Transforms and polygons: maps go there and back, turns are exact, and areas have a sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.geometry import IDENTITY, Transform, clip_to_half_plane, is_in_polygon, measure_signed_area

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
far = st.floats(-1000, 1000)


@given(far, far, st.floats(-720, 720), st.floats(0.1, 10), far, far)
def test_an_inverse_takes_points_back(x: float, y: float, degrees: float, scale: float, right: float, down: float
                                      ) -> None:
    place = IDENTITY.translate(right, down).rotate(degrees, x, y).scale(scale)
    back = place.invert()
    assert back
    assert back.apply(*place.apply(3, 4)) == pytest.approx((3, 4), abs=1e-6)
    assert place.mean_scale == pytest.approx(scale)


def test_what_leaves_no_area_has_no_inverse() -> None:
    assert Transform(a=0).invert() is None


def test_quarter_turns_are_exact_and_clockwise() -> None:
    assert IDENTITY.rotate(90).apply(1, 0) == (0, 1)  # y runs down the page
    assert IDENTITY.rotate(180, 5, 5).apply(0, 0) == (10, 10)
    assert IDENTITY.rotate(90).map_bounds((0, 0, 2, 1)) == (-1, 0, 0, 2)


def test_the_inner_map_is_applied_first() -> None:
    assert Transform(e=10).compose(Transform(a=2)).apply(1, 1) == (12, 1)
    assert Transform(a=2).compose(Transform(e=10)).apply(1, 1) == (22, 1)


def test_a_clockwise_polygon_has_a_positive_area() -> None:
    assert measure_signed_area(SQUARE) == 100
    assert measure_signed_area(SQUARE[::-1]) == -100


@given(far, far, st.floats(-1, 1), st.floats(-1, 1), st.floats(-10, 10))
def test_halves_of_a_polygon_make_the_whole(x: float, y: float, across: float, down: float, off: float) -> None:
    moved = [(x + left, y + top) for left, top in SQUARE]
    depths = [across * left + down * top + off for left, top in SQUARE]
    both = measure_signed_area(clip_to_half_plane(moved, depths) or [(0, 0)]) + measure_signed_area(
        clip_to_half_plane(moved, [-depth for depth in depths]) or [(0, 0)]
    )
    on_the_line = sum(depth == 0 for depth in depths)
    assert on_the_line or both == pytest.approx(100, abs=1e-6)


def test_a_point_in_a_notch_is_outside() -> None:
    notched = [(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)]
    assert is_in_polygon((1, 5), notched)
    assert not is_in_polygon((5, 6), notched)
