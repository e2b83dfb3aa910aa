"""Shapes: circles, arcs and arrows are accurate, and bounds are exact."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    CLOSE,
    CurveTo,
    Group,
    Image,
    ImageData,
    LineTo,
    MoveTo,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
    TextRun,
)
from printshop.drawing.geometry import Transform, move_point
from printshop.lengths import MM

coordinate = st.floats(-1000, 1000)
angle = st.floats(-720, 720)


def sample_points(path: Path, steps: int = 40) -> list[tuple[float, float]]:
    """Points along a path, taken from the definition of the Bezier curve."""
    points: list[tuple[float, float]] = []
    for part in path.segments:
        match part:
            case CurveTo(x1, y1, x2, y2, x, y):
                x0, y0 = points[-1]
                for k in range(1, steps + 1):
                    t, u = k / steps, 1 - k / steps
                    points.append((
                        u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x,
                        u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y,
                    ))
            case MoveTo(x, y) | LineTo(x, y):
                points.append((x, y))
    return points


@pytest.mark.parametrize("millimetres", [1, 150, 380])
def test_a_circle_is_round_to_a_hundredth_of_a_millimetre(millimetres: float) -> None:
    radius = millimetres * MM
    errors = [abs(math.hypot(x - 7, y + 3) - radius) for x, y in sample_points(shapes.circle(7, -3, radius))]
    assert max(errors) / MM < 0.01


@given(angle, st.floats(-360, 360), st.floats(1, 1000))
def test_an_arc_stays_on_its_circle_and_ends_at_its_bearing(start: float, sweep: float, radius: float) -> None:
    path = shapes.arc(10, 20, radius, start, sweep)
    assert len(path.segments) <= 9  # at most 45 degrees each
    points = sample_points(path)
    assert points[0] == pytest.approx(move_point(start, radius, 10, 20), abs=1e-6)
    assert points[-1] == pytest.approx(move_point(start + sweep, radius, 10, 20), abs=1e-6)
    assert max(abs(math.hypot(x - 10, y - 20) - radius) for x, y in points) < 3e-5 * radius


def test_an_arrow_points_where_it_should() -> None:
    east = shapes.arrow(10, 10, 90, 4, 6, fill=BLACK)
    assert east.segments[0] == MoveTo(10, 10)
    assert shapes.measure_bounds([east]) == pytest.approx((6, 7, 10, 13))
    assert len(shapes.arrow(0, 0, 0, 4, notch=0.3).segments) == len(east.segments) + 1


@pytest.mark.parametrize("make", [lambda: shapes.polygon([(0, 0), (1, 1)]), lambda: shapes.polyline([(0, 0)])])
def test_too_few_points_are_refused(make: object) -> None:
    with pytest.raises(ValueError, match="needs at least"):
        make()  # type: ignore[operator]


@settings(max_examples=80)
@given(st.lists(st.tuples(*[coordinate] * 6), min_size=1, max_size=3), coordinate, coordinate)
def test_bounds_of_curves_are_exact(curves: list[tuple[float, ...]], x: float, y: float) -> None:
    path = Path((MoveTo(x, y), *(CurveTo(*numbers) for numbers in curves)))
    left, top, right, bottom = shapes.measure_bounds([path])
    points = sample_points(path, 400)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    assert left <= min(xs) + 1e-6
    assert right >= max(xs) - 1e-6
    # a sample every 1/400 misses the extreme by little
    assert (left, right, top, bottom) == pytest.approx((min(xs), max(xs), min(ys), max(ys)), abs=0.3)


def test_bounds_count_ink_or_not() -> None:
    rule = shapes.line(0, 0, 10, 0, Stroke(width=2))
    assert shapes.measure_bounds([rule]) == (-1, -1, 11, 1)
    assert shapes.measure_bounds([rule], with_strokes=False) == (0, 0, 10, 0)
    mitred = shapes.polygon([(0, 0), (10, 0), (5, 1)], stroke=Stroke(width=2))
    assert shapes.measure_bounds([mitred])[0] <= -4


def test_bounds_go_through_transforms_clips_and_symbols() -> None:
    square = shapes.rect(0, 0, 10, 10, fill=BLACK)
    turn = Transform().translate(100, 0).rotate(90)
    assert shapes.measure_bounds([Group((square,), turn)]) == pytest.approx((90, 0, 100, 10))
    assert shapes.measure_bounds([Group((square,), clip=shapes.rect(5, 5, 50, 50))]) == (5, 5, 10, 10)
    symbol = Symbol("s", (square,), (0, 0, 10, 10))
    assert shapes.measure_bounds([SymbolUse(symbol, Transform().scale(2))]) == (0, 0, 20, 20)
    picture = ImageData(b"", "png", 1, 1)
    assert shapes.measure_bounds([Image(1, 2, 3, 4, picture)]) == (1, 2, 4, 6)
    left, top, right, bottom = shapes.measure_bounds([TextRun(0, 100, "Ag", "plex-condensed", 10, 12)])
    assert (left, right) == (0, 12)
    assert top < 93 < 102 < bottom


def test_nothing_has_no_bounds() -> None:
    with pytest.raises(ValueError, match="nothing is drawn, so there are no bounds"):
        shapes.measure_bounds([Group((shapes.rect(0, 0, 1, 1),), clip=shapes.rect(5, 5, 1, 1))])
    with pytest.raises(ValueError, match="without points"):
        shapes.measure_outline((CLOSE,))
