"""Paths cut along a convex outline."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from helpers import sample_page
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import shapes as sh
from printshop.drawing.clipping import (
    ClipWindow,
    Contour,
    ConvexRegion,
    are_touching,
    clip_path,
    flatten_outlines,
    make_polygons,
    make_region,
    outline_stroke,
)
from printshop.drawing.display_list import CLOSE, LineTo, MoveTo, Path, Stroke

BOX = ConvexRegion([(0, 0), (100, 0), (100, 60), (0, 60)])
PLACES = st.tuples(st.floats(-150, 250), st.floats(-150, 250))


def area(path: Path) -> float:
    """The area of the outlines, those that turn the other way counted off."""
    return sum(
        (x1 * y2 - x2 * y1) / 2
        for points, _ in flatten_outlines(path.segments)
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )


def total(path: Path, inside: ConvexRegion) -> float:
    return sum(area(piece) for piece in clip_path(path, inside))


@given(st.lists(PLACES, min_size=3, max_size=8))
def test_two_halves_make_the_whole(corners: list[tuple[float, float]]) -> None:
    shape = sh.polygon(corners, fill=sample_page.RED)
    left = ConvexRegion([(0, 0), (40, 0), (40, 60), (0, 60)])
    right = ConvexRegion([(100, 60), (40, 60), (40, 0), (100, 0)])
    assert total(shape, left) + total(shape, right) == pytest.approx(total(shape, BOX), abs=1e-6)


@given(st.lists(PLACES, min_size=2, max_size=6), st.sampled_from(["miter", "round", "bevel"]))
def test_no_ink_remains_outside_the_window(corners: list[tuple[float, float]], join: str) -> None:
    line = sh.polyline(corners, fill=sample_page.RED, stroke=Stroke(width=3, join=join, cap="round"))  # type: ignore[arg-type]
    for piece in clip_path(line, BOX):
        reach = 2 if piece.stroke else 0
        for points, _ in flatten_outlines(piece.segments):
            assert min(map(BOX.measure_depth, points)) >= (reach if piece is line else -1e-9)


def test_path_inside_the_window_is_unchanged() -> None:
    circle = sh.circle(50, 30, 20, fill=sample_page.RED, stroke=Stroke())
    assert list(clip_path(circle, BOX)) == [circle]


def test_line_that_is_cut_becomes_its_ink() -> None:
    (piece,) = clip_path(sh.line(-50, 30, 50, 30, Stroke(sample_page.BLUE, 4)), BOX)
    assert (piece.fill, piece.stroke) == (sample_page.BLUE, None)
    assert sh.measure_outline(piece.segments) == pytest.approx((0, 28, 50, 32))


def test_mitre_keeps_its_tip() -> None:
    (piece,) = clip_path(sh.polyline([(-50, 10), (50, 10), (50, 50)], stroke=Stroke(width=4)), BOX)
    assert sh.measure_outline(piece.segments) == pytest.approx((0, 8, 52, 50))


@pytest.mark.parametrize(("path", "convex"), [
    (sh.rect(0, 0, 9, 9), True),
    (sh.circle(0, 0, 9), True),
    (sh.rounded_rect(0, 0, 90, 50, 8), True),
    (sh.regular_polygon(0, 0, 9, 6), True),
    (sample_page.star(0, 0, "nonzero"), False),
    (Path(sh.circle(0, 0, 9).segments + sh.circle(0, 0, 5).segments), False),
    (sample_page.sector(0, 0, 9, 0, 270), False),
    (sh.line(0, 0, 9, 9), False),
])  # fmt: skip
def test_only_convex_outlines_are_regions(path: Path, convex: bool) -> None:
    assert (make_region(path) is not None) == convex


# --- windows of any shape

SQUARE = sh.rect(0, 0, 10, 10)
RING = Path(SQUARE.segments + sh.rect(3, 3, 4, 4).segments, rule="evenodd")
NOTCHED = sh.polygon([(0, 0), (10, 0), (10, 10), (5, 4), (0, 10)])
WINDOWS = {"square": SQUARE, "ring": RING, "full": Path(RING.segments), "notched": NOTCHED,
           "disc": sh.circle(5, 5, 5), "star": sample_page.star(5, 5, "evenodd"), "none": Path(())}
LITTLE = st.tuples(st.floats(-5, 15), st.floats(-5, 15))


def test_window_follows_its_fill_rule() -> None:
    places = [(5.0, 5.0), (1.5, 5.0), (5.0, 8.5), (-1.0, 5.0), (11.0, 5.0), (5.0, 11.0)]
    result = {name: [ClipWindow(WINDOWS[name]).contains(place) for place in places] for name in WINDOWS}
    assert result["square"] == result["full"] == [True, True, True, False, False, False]
    assert result["ring"] == [False, True, True, False, False, False]
    assert result["notched"] == [False, True, False, False, False, False]
    assert result["none"] == [False] * 6
    for name, window in WINDOWS.items():
        outside = ClipWindow(window, inverted=True)
        assert [outside.contains(place) for place in places] == [not inside for inside in result[name]]
    opposite = Path(SQUARE.segments + sh.polygon([(3, 3), (3, 7), (7, 7), (7, 3)]).segments)
    assert not ClipWindow(opposite).contains((5, 5))  # turned the other way, it is a hole by the nonzero rule, too


def test_bounds_and_sides_of_a_window() -> None:
    window = ClipWindow(RING)
    assert (window.bounds, window.side_count) == ((0, 0, 10, 10), 8)
    assert ClipWindow(Path(())).bounds == (0, 0, 0, 0)
    assert window.is_clear_of((10.5, 0, 20, 10))
    assert not window.is_clear_of((10, 10, 20, 20))
    assert not are_touching((0, 0, 1, 1), (0, 2, 1, 3))
    assert are_touching((0, 0, 1, 1), (1, 1, 2, 2))
    closed_twice = sh.polygon([(0, 0), (10, 0), (10, 0), (0, 10)])
    assert ClipWindow(closed_twice).side_count == 3


def test_lines_end_at_the_window() -> None:
    line = sh.line(-5, 5, 20, 5).segments
    assert ClipWindow(SQUARE).clip_lines(line) == (MoveTo(0, 5), LineTo(10, 5))
    assert ClipWindow(RING).clip_lines(line) == (MoveTo(0, 5), LineTo(3, 5), MoveTo(7, 5), LineTo(10, 5))
    assert ClipWindow(SQUARE, inverted=True).clip_lines(line) == (MoveTo(-5, 5), LineTo(0, 5), MoveTo(10, 5),
                                                                  LineTo(20, 5))
    corner = sh.polyline([(-5, 5), (5, 5), (5, 20)]).segments
    assert ClipWindow(SQUARE).clip_lines(corner) == (MoveTo(0, 5), LineTo(5, 5), LineTo(5, 10))


def test_lines_inside_a_window_are_unchanged_and_lines_outside_disappear() -> None:
    inside, outside = sh.circle(5, 5, 1), sh.circle(50, 5, 1)
    assert ClipWindow(SQUARE).clip_lines(inside.segments) == inside.segments  # with its curves
    assert ClipWindow(SQUARE).clip_lines(outside.segments) == ()
    assert ClipWindow(SQUARE, inverted=True).clip_lines(outside.segments) == outside.segments
    assert ClipWindow(SQUARE, inverted=True).clip_lines(inside.segments) == ()
    assert ClipWindow(RING).clip_lines(inside.segments) == ()  # within the hole
    both = sh.rect(1, 1, 1, 1).segments + sh.line(50, 5, 60, 5).segments
    assert ClipWindow(SQUARE).clip_lines(both) == both[:5]
    touching = sh.rect(0, 0, 5, 5).segments
    assert ClipWindow(sh.rect(-1, -1, 20, 20)).clip_lines(touching) == touching


@settings(max_examples=20)
@given(st.lists(LITTLE, min_size=2, max_size=5), st.sampled_from(sorted(WINDOWS)))
def test_no_part_of_a_line_is_lost_between_a_window_and_its_outside(places: list[tuple[float, float]], name: str
                                                                    ) -> None:
    line = sh.polyline(places).segments
    lengths = []
    for inverted in (False, True):
        window = ClipWindow(WINDOWS[name], inverted=inverted)
        parts = [part for contour in flatten_outlines(window.clip_lines(line))
                 for part in pairwise(contour.points)]
        lengths.append(sum(math.dist(*part) for part in parts))
        for start, end in parts:
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            assert math.dist(start, end) < 1e-3 or window.contains(middle) or min(
                abs(middle[axis] - edge) for axis in (0, 1) for edge in (0, 3, 7, 10)) < 1e-6
    assert sum(lengths) == pytest.approx(sum(math.dist(*part) for part in pairwise(places)))


@settings(max_examples=20)
@given(st.lists(LITTLE, min_size=3, max_size=5), st.sampled_from(sorted(WINDOWS.keys() - {"star"})))
def test_area_is_the_sum_of_its_visible_and_hidden_parts(corners: list[tuple[float, float]], name: str) -> None:
    shape = sh.polygon(corners, fill=sample_page.RED)
    result, hidden = (ClipWindow(WINDOWS[name], inverted=inverted).clip_areas(shape) for inverted in (False, True))
    assert area(result) + area(hidden) == pytest.approx(area(shape), abs=1e-4)
    assert (result.fill, result.stroke, result.rule) == (shape.fill, None, shape.rule)


def test_visible_area_of_a_window_is_measured() -> None:
    big = sh.rect(-5, -5, 20, 10, fill=sample_page.RED)  # down to the middle of the square
    assert area(ClipWindow(SQUARE).clip_areas(big)) == pytest.approx(50)
    assert area(ClipWindow(RING).clip_areas(big)) == pytest.approx(50 - 8)
    assert area(ClipWindow(Path(RING.segments)).clip_areas(big)) == pytest.approx(50)
    assert area(ClipWindow(SQUARE, inverted=True).clip_areas(big)) == pytest.approx(150)
    assert area(ClipWindow(NOTCHED).clip_areas(sh.rect(-5, -5, 20, 20))) == pytest.approx(70)
    assert sh.measure_outline(ClipWindow(SQUARE).clip_areas(big).segments) == (0, 0, 10, 5)


def test_areas_inside_a_window_are_unchanged_and_areas_outside_disappear() -> None:
    inside, outside = sh.circle(5, 5, 1, fill=sample_page.RED), sh.circle(50, 5, 1, fill=sample_page.RED)
    assert ClipWindow(SQUARE).clip_areas(inside) is inside
    assert ClipWindow(SQUARE, inverted=True).clip_areas(outside) is outside
    assert ClipWindow(SQUARE).clip_areas(outside).segments == ()
    assert ClipWindow(RING).clip_areas(inside).segments == ()
    flush = sh.rect(0, 0, 5, 5, fill=sample_page.RED)
    assert ClipWindow(SQUARE).clip_areas(flush) == flush
    around = ClipWindow(RING).clip_areas(sh.rect(0, 0, 10, 10))  # the hole is cut out although no side is cut
    assert area(around) == pytest.approx(84)


# --- strokes as areas

STRAIGHT = Contour([(0.0, 0.0), (10.0, 0.0)], closed=False)


@pytest.mark.parametrize(("cap", "reach"), [("butt", 0), ("round", 2), ("square", 2)])
def test_ends_of_lines_have_their_caps(cap: str, reach: float) -> None:
    polygons = [*outline_stroke(STRAIGHT, Stroke(width=4, cap=cap))]  # type: ignore[arg-type]
    assert sh.measure_outline(make_polygons(polygons)) == pytest.approx((-reach, -2, 10 + reach, 2))
    assert len(polygons) == (3 if cap == "round" else 1)
    assert area(Path(make_polygons(polygons[:1]))) == 4 * (14 if cap == "square" else 10)


@pytest.mark.parametrize(("join", "limit", "corner"), [
    ("miter", 4, 12.0), ("miter", 1.5, 12.0), ("miter", 1.4, 12.0), ("round", 4, 12.0), ("bevel", 4, 12.0)])
def test_corners_are_mitred_within_the_limit_or_round(join: str, limit: float, corner: float) -> None:
    angle = Contour([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], closed=False)
    polygons = [*outline_stroke(angle, Stroke(width=4, join=join, miter_limit=limit))]  # type: ignore[arg-type]
    is_mitred = join == "miter" and limit >= 2 ** 0.5
    assert len(polygons) == (2 if is_mitred else 3)
    assert sh.measure_outline(make_polygons(polygons))[2] == pytest.approx(corner)
    covered = any(ConvexRegion(one).measure_depth((11.9, -1.9)) > 0 for one in polygons)
    assert covered is is_mitred


def test_closed_line_is_joined_at_its_start() -> None:
    box = Contour([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)], closed=True)
    polygons = [*outline_stroke(box, Stroke(width=2, cap="square"))]
    assert len(polygons) == 4
    assert [area(Path(make_polygons([one]))) for one in polygons] == pytest.approx([24] * 4)
    assert sh.measure_outline(make_polygons(polygons)) == pytest.approx((-1, -1, 11, 11))
    rounded = [*outline_stroke(box, Stroke(width=2, join="round", cap="round"))]
    assert len(rounded) == 8  # a disc in each corner
    opened = [*outline_stroke(Contour(box.points, closed=False), Stroke(width=2, join="round"))]
    assert len(opened) == 3 + 2


def test_slanting_stroke_is_as_broad_as_the_line() -> None:
    (strip,) = outline_stroke(Contour([(0.0, 0.0), (30.0, 40.0)], closed=False), Stroke(width=4))
    assert [math.dist(a, b) for a, b in pairwise(strip)] == pytest.approx([50, 4, 50])
    assert area(Path(make_polygons([strip]))) == pytest.approx(200)
    doubled = Contour([(0.0, 0.0), (0.0, 0.0), (30.0, 40.0)], closed=False)
    assert [*outline_stroke(doubled, Stroke(width=4))] == [strip]


def test_discs_are_round() -> None:
    _, end, start = outline_stroke(STRAIGHT, Stroke(width=4, cap="round"))
    assert {round(math.dist(corner, (10, 0)), 9) for corner in end} == {2}
    assert {round(math.dist(corner, (0, 0)), 9) for corner in start} == {2}
    assert len(end) == 16
    assert area(Path(make_polygons([end]))) == pytest.approx(4 * math.pi, rel=0.03)


def test_path_near_the_edge_is_clipped_by_the_reach_of_its_stroke() -> None:
    def is_kept(inset: float, **style: object) -> bool:
        box = sh.rect(inset, inset, 20, 20, stroke=Stroke(width=4, **style))  # type: ignore[arg-type]
        return [*clip_path(box, BOX)] == [box]

    assert [is_kept(inset, miter_limit=3) for inset in (6, 5.9)] == [True, False]
    assert [is_kept(inset, join="round") for inset in (3, 2.9)] == [True, False]
    plain = sh.rect(0, 0, 20, 20, fill=sample_page.RED)
    assert [*clip_path(plain, BOX)] == [plain]


# --- outlines as polygons

def test_curves_become_chords_with_a_small_error() -> None:
    (contour,) = flatten_outlines(sh.circle(0, 0, 100).segments)
    assert contour.closed
    assert all(math.hypot(*point) == pytest.approx(100, abs=0.01) for point in contour.points)
    middles = [math.hypot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
               for a, b in pairwise(contour.points)]
    assert 99.98 < min(middles) < 99.999  # as few as are needed
    (small,) = flatten_outlines(sh.circle(0, 0, 1).segments)
    assert len(small.points) < len(contour.points) / 5


def test_contours_are_written_unchanged() -> None:
    box, line = sh.rect(0, 0, 5, 5), sh.line(0, 0, 5, 5)
    for path in (box, line):
        (contour,) = flatten_outlines(path.segments)
        assert contour.segments == path.segments
        assert contour.pen_points == contour.points + (contour.points[:1] if path is box else [])
    assert flatten_outlines((MoveTo(1, 1),)) == []  # a lone move draws nothing
    assert flatten_outlines((MoveTo(1, 1), CLOSE)) == [Contour([(1, 1)], closed=True)]


def test_region_measures_the_depth_of_a_point_in_either_direction() -> None:
    corners = [(0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0)]
    for region in (ConvexRegion(corners), ConvexRegion(corners[::-1])):
        assert region.is_convex
        assert [region.measure_depth(place) for place in ((50, 30), (10, 30), (50, 58), (-7, 30), (50, 61))] == [
            30, 10, 2, -7, -1]
    assert ConvexRegion([(0, 0), (0, 0), (0, 0)]).measure_depth((0, 0)) == -1
    slanted = ConvexRegion([(0, 0), (40, 30), (0, 30)])
    assert slanted.measure_depth((8, 6)) == pytest.approx(0)
    assert slanted.measure_depth((8 - 3, 6 + 4)) == pytest.approx(5)
