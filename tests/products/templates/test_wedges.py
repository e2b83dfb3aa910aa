"""Wedges reach equally far from the base at every bearing."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.display_list import ClosePath, CurveTo, Path
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.shapes import evaluate_curve
from printshop.products.templates.template import TemplatePiece
from printshop.products.templates.wedges import WedgeFan


def corners(edge: Path) -> list[tuple[float, float]]:
    return [*TemplatePiece("", "", 0, 0, edge, (), None).iter_corners()]


def measure_distance(point: tuple[float, float], base: tuple[float, float]) -> float:
    """How far a place is from the nearest of a base round (0, 0)."""
    return math.hypot(*(max(abs(at) - size / 2, 0.0) for at, size in zip(point, base, strict=True)))


@given(st.floats(0, 359.9), st.floats(5, 350), st.floats(40, 500), st.sampled_from([(0.0, 0.0), (60.0, 90.0)]))
def test_a_wedge_reaches_as_far_from_the_base_at_every_bearing(
        start: float, sweep: float, reach: float, base: tuple[float, float]) -> None:
    fan = WedgeFan(start, sweep, base)
    rim, here = fan.draw_rim(reach).segments, (0.0, 0.0)
    for segment in rim:
        if isinstance(segment, CurveTo):
            for k in range(5):
                assert measure_distance(evaluate_curve(here, segment, k / 4), base) == pytest.approx(reach, rel=1e-3)
        assert not isinstance(segment, ClosePath)
        here = segment.x, segment.y
        assert measure_distance(here, base) == pytest.approx(reach)
    edge = corners(fan.draw_outline(0, reach))
    assert is_in_polygon(fan.find_point(reach / 2), edge)
    for end in (0.0, sweep):  # its sides lie at its bearings, from a corner of the base
        corner = fan.find_corner(start + (0.001 if not end else sweep - 0.001))
        far = max(edge, key=lambda point: math.cos(math.radians(start + end) - math.atan2(
            point[0] - corner[0], corner[1] - point[1])) * (math.dist(point, corner) > reach / 2))
        assert math.dist(far, corner) == pytest.approx(reach, rel=1e-3)
