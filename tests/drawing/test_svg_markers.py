"""Corners, lengths and directions of outlines."""

from __future__ import annotations

import pytest

from printshop.drawing import shapes, svg_markers
from printshop.drawing.display_list import CLOSE, CurveTo, LineTo, MoveTo
from printshop.drawing.svg_elements import parse_path_data


@pytest.mark.parametrize(("data", "corners"), [
    ("M0 0H5V5", [(0, 0, 0), (5, 0, 45), (5, 5, 90)]),
    ("M0 0H5V5Z", [(0, 0, -67.5), (5, 0, 45), (5, 5, 157.5), (0, 0, -67.5)]),
    ("M5 5", [(5, 5, 0)]),
    ("M0 0H5H0", [(0, 0, 0), (5, 0, 90), (0, 0, 180)]),  # a line that turns back
    ("M0 0C0 5 5 5 5 0", [(0, 0, 90), (5, 0, -90)]),
    ("M0 0C0 0 0 0 5 0L5 0L5 9", [(0, 0, 0), (5, 0, 0), (5, 0, 90), (5, 9, 90)]),  # a segment without length
    ("M0 0H5M9 9V5", [(0, 0, 0), (5, 0, 0), (9, 9, -90), (9, 5, -90)]),
])
def test_corners_have_the_mean_direction_of_their_lines(data: str, corners: list[tuple[float, float, float]]) -> None:
    found = [(*corner.point, corner.angle) for corner in svg_markers.iter_corners(parse_path_data(data))]
    assert found == [pytest.approx(corner) for corner in corners]


def test_the_length_of_outlines() -> None:
    assert svg_markers.measure_length(parse_path_data("M0 0H5V5ZM9 9h1")) == pytest.approx(10 + 50**0.5 + 1)


def test_outlines_run_clockwise() -> None:
    clockwise = parse_path_data("M0 0H5C5 5 0 5 0 5Z")
    assert svg_markers.turn_clockwise(clockwise) == clockwise
    turned = svg_markers.turn_clockwise((MoveTo(0, 5), CurveTo(0, 5, 5, 5, 5, 0), LineTo(0, 0), CLOSE))
    assert turned == (MoveTo(0, 0), LineTo(5, 0), CurveTo(5, 5, 0, 5, 0, 5), CLOSE)
    ring = shapes.circle(0, 0, 5).segments
    assert svg_markers.measure_length(svg_markers.turn_clockwise(ring)) == pytest.approx(31.4, abs=0.1)
