"""Shapes: circles, arcs and arrows are accurate, and bounds are exact."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import fonts, shapes
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
from printshop.drawing.geometry import Transform, measure_signed_area, move_point
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
def test_circle_is_round_to_a_hundredth_of_a_millimetre(millimetres: float) -> None:
    radius = millimetres * MM
    errors = [abs(math.hypot(x - 7, y + 3) - radius) for x, y in sample_points(shapes.circle(7, -3, radius))]
    assert max(errors) / MM < 0.01


@given(angle, st.floats(-360, 360), st.floats(1, 1000))
def test_arc_stays_on_its_circle_and_ends_at_its_bearing(start: float, sweep: float, radius: float) -> None:
    path = shapes.arc(10, 20, radius, start, sweep)
    assert len(path.segments) <= 9  # at most 45 degrees each
    points = sample_points(path)
    assert points[0] == pytest.approx(move_point(start, radius, 10, 20), abs=1e-6)
    assert points[-1] == pytest.approx(move_point(start + sweep, radius, 10, 20), abs=1e-6)
    assert max(abs(math.hypot(x - 10, y - 20) - radius) for x, y in points) < 3e-5 * radius


def test_arrow_points_at_its_bearing() -> None:
    east = shapes.arrow(10, 10, 90, 4, 6, fill=BLACK)
    assert east.segments[0] == MoveTo(10, 10)
    assert shapes.measure_bounds([east]) == pytest.approx((6, 7, 10, 13))
    assert len(shapes.arrow(0, 0, 0, 4, notch=0.3).segments) == len(east.segments) + 1


@pytest.mark.parametrize("make", [lambda: shapes.polygon([(0, 0), (1, 1)]), lambda: shapes.polyline([(0, 0)])])
def test_too_few_points_are_refused(make: object) -> None:
    with pytest.raises(ValueError, match="needs at least"):
        make()  # type: ignore[operator]


@settings(max_examples=30)
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


def test_bounds_include_strokes_on_request() -> None:
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


def measure_area(path: Path) -> float:
    return abs(measure_signed_area(sample_points(path, 200)))


@pytest.mark.parametrize("radius", [0.0, 3.0, 8.0, 99.0])
def test_rounded_rectangle_fills_its_box_but_for_its_corners(radius: float) -> None:
    box = shapes.rounded_rect(10, 20, 40, 12, radius, fill=BLACK)
    assert shapes.measure_outline(box.segments) == pytest.approx((10, 20, 50, 32))
    least = min(radius, 6)
    assert measure_area(box) == pytest.approx(40 * 12 - (4 - math.pi) * least**2, rel=1e-3)
    assert box.segments[-1] == CLOSE
    assert (len(box.segments) == 5) is (radius == 0)
    assert shapes.rounded_rect(10, 20, 12, 40, 99) == shapes.rounded_rect(10, 20, 12, 40, 6)


def test_ellipse_has_its_two_half_axes() -> None:
    oval = shapes.ellipse(10, 20, 8, 3)
    assert shapes.measure_outline(oval.segments) == pytest.approx((2, 17, 18, 23))
    assert measure_area(oval) == pytest.approx(24 * math.pi, rel=1e-3)
    assert oval.segments[0] == MoveTo(10, 17)


def test_arc_of_nothing_is_its_start() -> None:
    assert shapes.arc(0, 0, 5, 90, 0).segments == (MoveTo(5, 0),)
    assert [len(shapes.arc(0, 0, 5, 0, sweep).segments) - 1 for sweep in (45, 45.1, -90, 360)] == [1, 2, 2, 8]


def test_separate_lines_and_crosses() -> None:
    assert shapes.lines([(0, 1, 2, 3), (4, 5, 6, 7)]).segments == (MoveTo(0, 1), LineTo(2, 3), MoveTo(4, 5),
                                                                   LineTo(6, 7))
    assert shapes.cross(10, 20, 6).segments == (MoveTo(7, 20), LineTo(13, 20), MoveTo(10, 17), LineTo(10, 23))


def test_joined_paths_are_one_outline() -> None:
    first, second = shapes.line(0, 0, 5, 0), shapes.line(5, 5, 0, 5)
    corners = (MoveTo(0, 0), LineTo(5, 0), LineTo(5, 5), LineTo(0, 5))
    assert shapes.join_paths([first, second]).segments == (*corners, CLOSE)
    assert shapes.join_paths([first, second], close=False).segments == corners


@pytest.mark.parametrize(("sides", "direction"), [(3, 0), (6, 30), (5, 72)])
def test_regular_polygon_has_its_corners_on_a_circle(sides: int, direction: float) -> None:
    points = sample_points(shapes.regular_polygon(4, 9, 10, sides, direction))
    assert points[0] == pytest.approx(move_point(direction, 10, 4, 9))
    assert [math.dist(point, (4, 9)) for point in points] == pytest.approx([10] * sides)
    lengths = [math.dist(one, other) for one, other in zip(points, [*points[1:], points[0]], strict=True)]
    assert lengths == pytest.approx([20 * math.sin(math.pi / sides)] * sides)


def test_notch_of_an_arrow_is_a_share_of_its_length() -> None:
    north = shapes.arrow(0, 0, 0, 10, 4, notch=0.3)
    assert sample_points(north) == [(0, 0), (2, 10), (0, 7), (-2, 10)]
    assert sample_points(shapes.arrow(0, 0, 0, 10)) == [(0, 0), (5, 10), (-5, 10)]


def test_fewest_points_of_lines_and_polygons() -> None:
    assert len(shapes.polyline([(0, 0), (1, 1)]).segments) == 2
    assert len(shapes.polygon([(0, 0), (1, 1), (0, 1)]).segments) == 4


def test_curve_is_evaluated_from_its_start_to_its_end() -> None:
    curve = CurveTo(0, 6, 6, 6, 6, 0)
    assert [shapes.evaluate_curve((0, 0), curve, t) for t in (0, 0.5, 1)] == [(0, 0), (3, 4.5), (6, 0)]
    assert shapes.evaluate_curve((0, 0), curve, 0.25) == pytest.approx((0.9375, 3.375))


def test_pens_give_segments_with_cubic_curves() -> None:
    recorded = [("moveTo", [(0, 0)]), ("lineTo", [(6, 0)]), ("qCurveTo", [(9, 3), (6, 6)]), ("closePath", [])]
    assert [*shapes.read_pen_segments(recorded)] == [MoveTo(0, 0), LineTo(6, 0), CurveTo(8, 2, 8, 4, 6, 6), CLOSE]
    cubic = [("moveTo", [(0, 0)]), ("curveTo", [(1, 2), (3, 4), (5, 6)]), ("qCurveTo", [(8, 6), (8, 9)])]
    assert [*shapes.read_pen_segments(cubic)] == [MoveTo(0, 0), CurveTo(1, 2, 3, 4, 5, 6), CurveTo(7, 6, 8, 7, 8, 9)]


def test_contour_of_control_points_only_starts_between_the_last_and_the_first() -> None:
    first, *curves = shapes.read_pen_segments([("qCurveTo", [(3, 0), (9, 0), (9, 6), (3, 6), None])])
    assert first == MoveTo(3, 3)
    assert [curve[-2:] for curve in curves] == [(6, 0), (9, 3), (6, 6), (3, 3)]
    assert curves[0] == CurveTo(3, 1, 4, 0, 6, 0)


def test_every_point_of_a_path_is_mapped() -> None:
    turn = Transform(2, 3, 5, 7, 11, 13)
    path = Path((MoveTo(1, 2), LineTo(3, 4), CurveTo(5, 6, 7, 8, 9, 10), CLOSE), BLACK, Stroke(width=3), "evenodd")
    moved = shapes.transform_path(path, turn)
    assert moved.segments == (MoveTo(*turn.apply(1, 2)), LineTo(*turn.apply(3, 4)),
                              CurveTo(*turn.apply(5, 6), *turn.apply(7, 8), *turn.apply(9, 10)), CLOSE)
    assert (moved.fill, moved.stroke, moved.rule) == (path.fill, path.stroke, path.rule)


def test_outlines_end_at_a_close_or_a_move() -> None:
    a, b, c, d = MoveTo(0, 0), LineTo(1, 0), MoveTo(5, 5), LineTo(6, 5)
    assert [*shapes.split_outlines((a, b, c, d))] == [[a, b], [c, d]]
    assert [*shapes.split_outlines((a, b, CLOSE, c, d, CLOSE))] == [[a, b, CLOSE], [c, d, CLOSE]]
    assert [*shapes.split_outlines((a, b, CLOSE, d))] == [[a, b, CLOSE], [a, d]]  # goes on from the start
    assert [*shapes.split_outlines(())] == []


@pytest.mark.parametrize(("style", "reach"), [
    ({}, 2.0), ({"cap": "round"}, 2.0), ({"cap": "square"}, 2 * 2**0.5), ({"join": "round"}, 2.0)])
def test_ends_of_a_line_reach_beyond_it(style: dict[str, str], reach: float) -> None:
    line = shapes.line(10, 10, 30, 10, Stroke(width=4, **style))  # type: ignore[arg-type]
    assert shapes.measure_bounds([line]) == pytest.approx((10 - reach, 10 - reach, 30 + reach, 10 + reach))
    apart = shapes.lines([(10, 10, 30, 10), (10, 12, 30, 12)], line.stroke)  # without a mitre
    assert shapes.measure_bounds([apart])[0] == pytest.approx(10 - reach)


def test_mitre_of_corners_counts_and_the_scale_of_groups() -> None:
    bent = shapes.polyline([(0, 0), (10, 0), (10, 10)], stroke=Stroke(width=2, miter_limit=3))
    assert shapes.measure_bounds([bent]) == (-3, -3, 13, 13)
    plain = shapes.line(0, 0, 10, 0, Stroke(width=2))
    assert shapes.measure_bounds([Group((plain,), Transform(a=3, d=5))]) == (-5, -5, 35, 5)
    assert shapes.measure_bounds([Group((plain,), Transform(a=5, d=3))]) == (-5, -5, 55, 5)


def test_empty_paths_have_no_bounds_and_smaller_clips_limit_bounds() -> None:
    box = shapes.rect(0, 0, 10, 10, fill=BLACK)
    assert shapes.measure_bounds([Path(()), box, Group(())]) == (0, 0, 10, 10)
    halved = Group((box,), Transform(e=100), clip=shapes.rect(-5, 5, 50, 50))
    assert shapes.measure_bounds([halved]) == (100, 5, 110, 10)
    touching = Group((box,), clip=shapes.rect(10, 10, 5, 5))
    assert shapes.measure_bounds([touching]) == (10, 10, 10, 10)


@pytest.mark.parametrize(("clip", "is_seen"), [((11, 0, 5, 5), False), ((0, 11, 5, 5), False), ((9, 9, 5, 5), True)])
def test_clip_outside_an_item_hides_the_item(clip: tuple[float, float, float, float], is_seen: bool) -> None:
    hidden = Group((shapes.rect(0, 0, 10, 10, fill=BLACK),), clip=shapes.rect(*clip))
    other = shapes.rect(50, 50, 1, 1, fill=BLACK)
    assert (shapes.measure_bounds([hidden, other])[0] < 50) is is_seen


def test_bounds_of_a_text_hold_its_letters() -> None:
    for char in "ÅÉgjQ|":
        glyph = shapes.measure_outline(shapes.transform_segments(fonts.read_glyph_outline("plex-condensed", char),
                                                                 Transform(10, 0, 0, 10, 3, 50)))
        _, top, _, bottom = shapes.measure_bounds([TextRun(3, 50, char, "plex-condensed", 10, 5)])
        assert top <= glyph[1] < glyph[3] <= bottom
    assert (top, bottom) == (50 - 10.5, 53.5)


# --- plates of labels, outlines to cut out

@pytest.mark.parametrize(("kind", "area"), [("disc", math.pi / 4), ("hexagon", 3 * 3**0.5 / 8), ("banner", 0.91),
                                            ("shield", 0.85)])
def test_plate_is_the_largest_of_its_kind_and_centred_in_its_box(kind: str, area: float) -> None:
    for box in ((10.0, 20.0, 40.0, 24.0), (10.0, 20.0, 24.0, 40.0)):
        plate = shapes.label_plate(kind, box, fill=BLACK)
        left, top, right, bottom = shapes.measure_outline(plate.segments)
        assert (left + right, top + bottom) == pytest.approx((2 * box[0] + box[2], 2 * box[1] + box[3]))
        assert bottom - top == pytest.approx(24)
        assert right - left == pytest.approx(24 * (3**0.5 / 2 if kind == "hexagon" else 1))
        assert measure_area(plate) == pytest.approx(area * 24 * 24, rel=0.02)
        assert plate.fill == BLACK
        points = sample_points(plate)
        assert all(min(math.dist((left + right - x, y), other) for other in points) < 1e-6 for x, y in points)


def test_plate_of_a_rectangle_fills_its_box() -> None:
    assert shapes.label_plate("rectangle", (1, 2, 30, 4), fill=BLACK) == shapes.rect(1, 2, 30, 4, fill=BLACK)


def test_shield_is_straight_above_and_ends_in_a_point() -> None:
    shield = shapes.label_plate("shield", (0, 0, 100, 100))
    assert [segment[-2:] for segment in shield.segments[:-1]] == [(0, 0), (100, 0), (100, 45), (50, 100), (0, 45)]
    x, y = sample_points(shield, 2)[3]  # halfway along the curve on the right
    assert (x, y) == pytest.approx((100 / 8 + 300 / 8 + 3 * 70 / 8 + 50 / 8, (45 + 3 * 78 + 3 * 92 + 100) / 8))


def test_silhouette_is_the_largest_filled_or_closed_shape() -> None:
    small, large = shapes.rect(0, 0, 5, 5, fill=BLACK), shapes.circle(50, 50, 10, stroke=Stroke())
    open_line = shapes.polyline([(0, 0), (90, 0), (90, 90)], stroke=Stroke())
    outline = shapes.find_silhouette([small, large, open_line])
    assert outline
    assert outline.segments == large.segments  # with its curves
    assert (outline.fill, outline.stroke) == (None, None)
    filled = shapes.polyline([(0, 0), (90, 0), (90, 90)], fill=BLACK)
    outline = shapes.find_silhouette([small, filled])
    assert outline
    assert outline.segments == (*filled.segments, CLOSE)
    assert shapes.find_silhouette([open_line]) is None
    first = shapes.rect(0, 0, 5, 5, fill=BLACK)
    again = shapes.find_silhouette([first, shapes.rect(70, 0, 5, 5, fill=BLACK)])
    assert again
    assert again.segments == first.segments  # the first of equal ones


def test_silhouette_has_a_least_size() -> None:
    assert shapes.find_silhouette([shapes.rect(0, 0, 1, 1, fill=BLACK)])
    assert shapes.find_silhouette([shapes.rect(0, 0, 1, 0.99, fill=BLACK)]) is None


def test_silhouette_includes_groups_within_their_clips() -> None:
    box, disc = shapes.rect(0, 0, 10, 10, fill=BLACK), shapes.circle(0, 0, 50, fill=BLACK)
    clipped = Group((disc,), clip=shapes.rect(0, 0, 5, 5))
    outline = shapes.find_silhouette([clipped, Group((box,), Transform(e=100))])
    assert outline
    assert shapes.measure_outline(outline.segments) == (100, 0, 110, 10)
    nested = Group((Group((disc,), clip=shapes.rect(0, 0, 40, 40)),), clip=shapes.rect(0, 0, 5, 5))
    outline = shapes.find_silhouette([nested, box])
    assert outline
    assert outline.segments == box.segments
    large = Group((disc,), Transform(a=2, d=2), clip=shapes.rect(0, 0, 6, 6))  # 12 x 12 as it is drawn
    outline = shapes.find_silhouette([large, box])
    assert outline
    assert shapes.measure_outline(outline.segments) == pytest.approx((-100, -100, 100, 100))
    use = SymbolUse(Symbol("s", (box,), (0, 0, 10, 10)), Transform(a=3, d=3))
    outline = shapes.find_silhouette([box, use])
    assert outline
    assert shapes.measure_outline(outline.segments) == (0, 0, 30, 30)
