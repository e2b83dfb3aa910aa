"""Corners, lengths and directions of the outlines of SVG shapes."""

from __future__ import annotations

import math

import pytest

from printshop.drawing import shapes
from printshop.drawing.clipping import flatten_outlines
from printshop.drawing.display_list import CLOSE, CurveTo, LineTo, MoveTo, Segment
from printshop.drawing.geometry import measure_signed_area
from printshop.drawing.svg_elements import parse_path_data
from printshop.drawing.svg_markers import iter_corners, measure_length, turn_clockwise

SQUARE: tuple[Segment, ...] = (MoveTo(0, 0), LineTo(10, 0), LineTo(10, 10), LineTo(0, 10), CLOSE)


def list_angles(*segments: Segment) -> list[float]:
    return [round(corner.angle, 6) % 360 for corner in iter_corners(segments)]


def test_corner_has_the_direction_between_its_two_lines() -> None:
    corners = list(iter_corners((MoveTo(0, 0), LineTo(10, 0), LineTo(10, 10))))
    assert [corner.point for corner in corners] == [(0, 0), (10, 0), (10, 10)]
    assert [corner.angle for corner in corners] == pytest.approx([0, 45, 90])


def test_closed_outline_ends_at_its_start() -> None:
    assert list_angles(*SQUARE) == pytest.approx([315, 45, 135, 225, 315])


def test_closed_path_data_have_no_additional_corner() -> None:
    """fontTools adds a line before the end of a closed outline, where browsers draw one marker."""
    assert list_angles(*parse_path_data("M0 0H10V10H0Z")) == list_angles(*SQUARE)


@pytest.mark.parametrize(("segments", "angles"), [
    ((MoveTo(0, 0), CurveTo(0, 5, 5, 10, 10, 10)), [90, 0]),
    ((MoveTo(0, 0), CurveTo(0, 0, 5, 10, 10, 10)), [math.degrees(math.atan2(10, 5)), 0]),  # a handle without length
    ((MoveTo(0, 0), LineTo(10, 0), LineTo(0, 0)), [0, 90, 180]),  # the line turns back
    ((MoveTo(0, 0), LineTo(0, 0), LineTo(0, 5)), [0, 90, 90]),  # a line without length
    ((MoveTo(3, 4),), [0]),
])
def test_directions_at_curves_and_short_lines(segments: tuple[Segment, ...], angles: list[float]) -> None:
    assert list_angles(*segments) == pytest.approx(angles)


def test_length_of_outlines() -> None:
    assert measure_length(SQUARE) == pytest.approx(40)
    assert measure_length((*SQUARE, MoveTo(0, 0), LineTo(3, 4))) == pytest.approx(45)
    circle = shapes.circle(0, 0, 10).segments
    assert measure_length(circle) == pytest.approx(2 * math.pi * 10, rel=0.001)


@pytest.mark.parametrize("is_curved", [False, True])
def test_outlines_are_turned_clockwise(is_curved: bool) -> None:
    outline = shapes.circle(0, 0, 10).segments if is_curved else SQUARE
    other = turn_clockwise(tuple(reversed_outline(outline)))
    for segments in (turn_clockwise(outline), other):
        assert sum(measure_signed_area(contour.points) for contour in flatten_outlines(segments)) > 0
    assert shapes.measure_outline(other) == pytest.approx(shapes.measure_outline(outline))


def reversed_outline(segments: tuple[Segment, ...]) -> list[Segment]:
    """Return the mirror image of an outline in the x axis, moved back to its place."""
    _, top, _, bottom = shapes.measure_outline(segments)
    flipped: list[Segment] = []
    for segment in segments:
        numbers = [top + bottom - value if index % 2 else value for index, value in enumerate(segment)]
        flipped.append(type(segment)(*numbers))
    return flipped
