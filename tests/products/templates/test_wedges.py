"""Wedges, rings and cones: their reach at every bearing, and their messages."""

from __future__ import annotations

import math

import pytest
from helpers.template_pages import check_template_problem, list_corners, make_templates
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.display_list import ClosePath, CurveTo
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.shapes import evaluate_curve
from printshop.problems import PrintshopError
from printshop.products.templates.wedges import WedgeFan


def measure_distance(point: tuple[float, float], base: tuple[float, float]) -> float:
    """How far a place is from the nearest of a base round (0, 0)."""
    return math.hypot(*(max(abs(at) - size / 2, 0.0) for at, size in zip(point, base, strict=True)))


@given(st.floats(0, 359.9), st.floats(5, 350), st.floats(40, 500), st.sampled_from([(0.0, 0.0), (60.0, 90.0)]))
def test_wedge_has_one_reach_from_the_base_at_every_bearing(
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
    edge = list_corners(fan.draw_outline(0, reach))
    assert is_in_polygon(fan.find_point(reach / 2), edge)
    for end in (0.0, sweep):  # its sides lie at its bearings, from a corner of the base
        corner = fan.find_corner(start + (0.001 if not end else sweep - 0.001))
        far = max(edge, key=lambda point: math.cos(math.radians(start + end) - math.atan2(
            point[0] - corner[0], corner[1] - point[1])) * (math.dist(point, corner) > reach / 2))
        assert math.dist(far, corner) == pytest.approx(reach, rel=1e-3)

@pytest.mark.parametrize(("line", "message", "place"), [
    ("kind: wedge, length: 80 mm", "has no bearings", "{kind"),
    ("kind: wedge, length: 80 mm, half_angle: 40, from: 10, to: 20", "has 'half_angle' and 'from'", "10"),
    ("kind: wedge, length: 80 mm, from: 10", "lacks 'to'", "{kind"),
    ("kind: wedge, length: 80 mm, half_angle: 181", "at most 180", "181"),
    ("kind: wedge, length: 80 mm, half_angle: 180", "covers a full circle, which is not a wedge", "180"),
    ("kind: wedge, length: 80 mm, bearings: [0]", "has 1 bearing, but must have 2 to 13", "[0]"),
    ("kind: wedge, length: 80 mm, bearings: [0, 9, 40], labels: [a]", "has 2 wedges, but 1 labels", "[a]"),
    ("kind: wedge, length: 80 mm, half_angle: 40, post: 80 mm", "notch", "80 mm}"),
    ("kind: wedge, length: 80 mm, half_angle: 40, post: 4 mm, base: 1 x 1 in", "both 'base' and 'post'", "4 mm"),
    ("kind: wedge, half_angle: 40, bands: [{to: 3 in, label: a}, {to: 2 in, label: b}]", "band 'b'", "[{to"),
    ("kind: wedge, half_angle: 40, length: 9 in, bands: [{to: 3 in, label: a}]", "both 'bands' and 'length'", "9 in"),
    ("kind: ring, outer: 60 mm, inner: 50 mm", "is only 60 mm across, but its hole is 50 mm across", "50 mm"),
    ("kind: cone, length: 40 mm, width: 50 mm", "has a round end and is only 40 mm long, but 50 mm wide", "40 mm"),
    ("kind: cone, length: 90 mm, width: 50 mm, tip: 60 mm", "but its wide end is only 50 mm wide", "60 mm"),
])
def test_wrong_values_are_reported_at_their_place(line: str, message: str, place: str) -> None:
    check_template_problem(line, message, place)


@pytest.mark.parametrize("line", [
    "kind: wedge, half_angle: 5, length: 40 mm",
    "kind: wedge, half_angle: 40, bands: [{to: 3 mm, label: a}, {to: 90 mm, label: b}]",
    "kind: ring, outer: 40 mm, inner: 28 mm, title: Anti-aircraft fire of a battery",
    "kind: cone, length: 60 mm, width: 12 mm, title: Dragon breath",
])
def test_words_too_wide_are_reported(line: str) -> None:
    with pytest.raises(PrintshopError, match="does not fit on the piece"):
        make_templates(f"t: {{{line}}}\n")
