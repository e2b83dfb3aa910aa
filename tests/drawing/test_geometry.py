"""Transforms and polygons: maps go there and back, turns are exact, and areas have a sign."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.geometry import (
    IDENTITY,
    Transform,
    clip_to_half_plane,
    cos_sin,
    find_crossings,
    intersect_bounds,
    is_in_polygon,
    iter_sides,
    measure_signed_area,
    merge_bounds,
    move_point,
)

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
far = st.floats(-1000, 1000)


@given(far, far, st.floats(-720, 720), st.floats(0.1, 10), far, far)
def test_inverse_takes_points_back(x: float, y: float, degrees: float, scale: float, right: float, down: float
                                   ) -> None:
    place = IDENTITY.translate(right, down).rotate(degrees, x, y).scale(scale)
    back = place.invert()
    assert back
    assert back.apply(*place.apply(3, 4)) == pytest.approx((3, 4), abs=1e-6)
    assert place.mean_scale == pytest.approx(scale)


def test_flat_transform_has_no_inverse() -> None:
    assert Transform(a=0).invert() is None


def test_quarter_turns_are_exact_and_clockwise() -> None:
    assert IDENTITY.rotate(90).apply(1, 0) == (0, 1)  # y runs down the page
    assert IDENTITY.rotate(180, 5, 5).apply(0, 0) == (10, 10)
    assert IDENTITY.rotate(90).map_bounds((0, 0, 2, 1)) == (-1, 0, 0, 2)


def test_inner_map_is_applied_first() -> None:
    assert Transform(e=10).compose(Transform(a=2)).apply(1, 1) == (12, 1)
    assert Transform(a=2).compose(Transform(e=10)).apply(1, 1) == (22, 1)


def test_clockwise_polygon_has_a_positive_area() -> None:
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


def test_point_in_a_notch_is_outside() -> None:
    notched = [(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)]
    assert is_in_polygon((1, 5), notched)
    assert not is_in_polygon((5, 6), notched)


@given(st.floats(-720, 720))
def test_angles_turn_clockwise_from_the_right_and_bearings_from_the_top(degrees: float) -> None:
    cos, sin = cos_sin(degrees)
    assert (cos, sin) == pytest.approx((math.cos(math.radians(degrees)), math.sin(math.radians(degrees))), abs=1e-9)
    x, y = move_point(degrees, 5, 20, 30)
    assert (x, y) == pytest.approx((20 + 5 * sin, 30 - 5 * cos))
    assert IDENTITY.rotate(degrees, 20, 30).apply(20, 25) == pytest.approx((x, y))


@pytest.mark.parametrize(("degrees", "point"), [(0, (0, -2)), (90, (2, 0)), (180, (0, 2)), (270, (-2, 0)),
                                                (-90, (-2, 0)), (450, (2, 0))])
def test_bearings_at_quarters_are_exact(degrees: float, point: tuple[float, float]) -> None:
    assert move_point(degrees, 2) == point


def test_map_is_applied_after_a_shift_or_a_scale() -> None:
    odd = Transform(2, 3, 5, 7, 11, 13)
    assert odd.apply(1, 10) == (2 + 50 + 11, 3 + 70 + 13)
    assert odd.translate(4, 6).apply(1, 10) == odd.apply(5, 16)
    assert odd.scale(4, 6).apply(1, 10) == odd.apply(4, 60)
    assert odd.scale(4).apply(1, 10) == odd.apply(4, 40)
    inner = Transform(1, -2, 3, 4, -5, 6)
    assert odd.compose(inner).apply(3, -4) == odd.apply(*inner.apply(3, -4))
    assert odd.mean_scale == pytest.approx(1)  # 14 - 15
    assert Transform(a=2, d=8).mean_scale == 4


def test_tiny_transform_has_an_inverse_and_flat_transform_has_none() -> None:
    tiny = IDENTITY.scale(1e-5)
    back = tiny.invert()
    assert back
    assert back.apply(*tiny.apply(3, 4)) == pytest.approx((3, 4))
    assert IDENTITY.scale(1e-7).invert() is None
    assert Transform(2, 4, 1, 2).invert() is None
    mirrored = Transform(2, 3, 5, 7, 11, 13)
    assert mirrored.invert().apply(*mirrored.apply(17, 19)) == pytest.approx((17, 19))  # type: ignore[union-attr]


@given(*[st.floats(-3, 3)] * 4)
def test_bounds_of_a_mapped_rectangle_touch_its_mapped_corners(a: float, b: float, c: float, d: float) -> None:
    place = Transform(a, b, c, d, 7, 9)
    xs, ys = zip(*(place.apply(x, y) for x in (1, 5) for y in (2, 11)), strict=True)
    assert place.map_bounds((1, 2, 5, 11)) == pytest.approx((min(xs), min(ys), max(xs), max(ys)))


def test_rectangles_are_merged_and_intersected() -> None:
    one, other = (0, 1, 10, 11), (5, -2, 20, 8)
    assert merge_bounds([one, other]) == (0, -2, 20, 11)
    assert intersect_bounds(one, other) == (5, 1, 10, 8)
    left, _, right, _ = intersect_bounds((0, 0, 1, 9), (2, 0, 3, 9))
    assert left > right


def test_last_side_of_a_polygon_leads_back() -> None:
    assert list(iter_sides("abc")) == [("a", "b"), ("b", "c"), ("c", "a")]


def test_ray_to_the_right_counts_crossings() -> None:
    sides = [*iter_sides(SQUARE)]
    assert find_crossings((5, 5), sides) == [1]  # the right side runs down
    assert sorted(find_crossings((-5, 5), sides)) == [-1, 1]
    assert find_crossings((15, 5), sides) == find_crossings((5, 15), sides) == find_crossings((5, -5), sides) == []
    assert find_crossings((5, 5), iter_sides(SQUARE[::-1])) == [-1]
    slanted = [((0.0, 0.0), (10.0, 20.0))]
    assert find_crossings((4.9, 10), slanted) == [1]
    assert find_crossings((5.1, 10), slanted) == []


def test_ray_through_a_corner_crosses_once() -> None:
    diamond = [(0, -5), (5, 0), (0, 5), (-5, 0)]
    assert is_in_polygon((0, 0), diamond)
    assert not is_in_polygon((-9, 0), diamond)
    assert not is_in_polygon((-9, 5), diamond)


def test_corners_on_the_line_belong_to_the_inner_side() -> None:
    assert clip_to_half_plane(SQUARE, [0, 0, 10, 10]) == SQUARE
    assert {*clip_to_half_plane(SQUARE, [0, 0, -10, -10])} == {*SQUARE[:2]}
    assert clip_to_half_plane(SQUARE, [-1, -1, -11, -11]) == []
    assert clip_to_half_plane([(0, 0), (8, 0), (8, 8)], [3, -1, -1]) == [(6, 6), (0, 0), (6, 0)]
