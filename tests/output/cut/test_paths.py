"""Paths for cutting machines: every edge once, holes first, kerf compensated, windows of any shape."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, pi, radians, sin

import pytest
from helpers import cut_files, sample_page
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.clipping import ClipWindow
from printshop.drawing.display_list import (
    BLACK,
    CLOSE,
    WHITE,
    Color,
    Group,
    Item,
    LineTo,
    MoveTo,
    Page,
    PageLayer,
    Path,
    Stroke,
)
from printshop.drawing.geometry import Transform, measure_signed_area
from printshop.lengths import MM
from printshop.output.cut import Cutter
from printshop.output.cut.files import render_cut_svg
from printshop.output.cut.paths import CutOutline, find_page_marks, offset_outline, plan_marks, split_cut_outlines

RED, BLUE, GREEN = Color(255, 0, 0), Color(0, 0, 255), Color(0, 255, 0)
CUTTER = Cutter("test", {"engrave": BLACK, "lines": BLACK, "score": GREEN, "inner": BLUE, "cut": RED})
THIN = Stroke(BLACK, 1.0)


def cutting(*paths: Path, layer: PageLayer = PageLayer.CUT) -> Group:
    return Group(paths, layer=layer)


def cut_items(*lines: Item, cutter: Cutter = CUTTER) -> cut_files.CutFile:
    return cut_files.read_cut_file(render_cut_svg(Page(300 * MM, 200 * MM, lines), "test", cutter))


def box(x: float, y: float, width: float, height: float) -> Path:
    return shapes.rect(x * MM, y * MM, width * MM, height * MM, stroke=THIN)


def grid(columns: int, rows: int, size: float) -> list[Path]:
    return [box(10 + size * k, 10 + size * j, size, size) for j in range(rows) for k in range(columns)]


def find_only_outline(path: Path) -> CutOutline:
    [result] = split_cut_outlines(path.segments)
    return result


@pytest.mark.slow
@given(columns=st.integers(1, 9), rows=st.integers(1, 9), size=st.floats(3, 20), angle=st.floats(0, 360))
def test_grid_at_any_angle_is_cut_along_its_lines(columns: int, rows: int, size: float, angle: float) -> None:
    turned = Group(tuple(grid(columns, rows, size)), Transform().rotate(angle, 300, 300), layer=PageLayer.CUT)
    lines = cut_files.loops("".join(_data(path) for path in plan_marks(find_page_marks((turned,)),
                                                                       CUTTER).steps["cut"]))
    assert not cut_files.find_duplicates(lines)
    expected = size * (columns * (rows + 1) + rows * (columns + 1)) * MM
    assert cut_files.measure_length(lines) == pytest.approx(expected, abs=0.02)
    if columns == rows == 1:
        assert [line.closed for line in lines] == [True]
    elif columns > 1 and rows > 1:
        assert len(lines) == columns - 1 + rows - 1 + 1  # the edge all round, and each line within it


def _data(path: Path) -> str:
    """Return a path in points; the helper measures in the units of its input."""
    return "".join(f"{type(part).__name__[0] if part != CLOSE else 'Z'}" + " ".join(map(repr, part))
                   for part in path.segments)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 5), st.integers(1, 5)), min_size=1,
                max_size=8), st.randoms(use_true_random=False))
def test_overlapping_lines_are_cut_once(boxes: list[tuple[int, int, int, int]], random: object) -> None:
    result = cut_items(cutting(*(box(*map(float, one)) for one in boxes)))
    lines = result.loops("cut", "inner cut")
    assert not cut_files.find_duplicates(lines)
    level = {(x, edge) for x0, y, wide, high in boxes for x in range(x0, x0 + wide) for edge in (y, y + high)}
    upright = {(y, edge) for x, y0, wide, high in boxes for y in range(y0, y0 + high) for edge in (x, x + wide)}
    assert cut_files.measure_length(lines) == pytest.approx(len(level) + len(upright), abs=0.01)


def test_rounded_pieces_side_by_side_share_their_straight_edges() -> None:
    pieces = [shapes.rounded_rect(50 + 60 * k, 50, 60, 80, 6, stroke=THIN) for k in range(3)]
    result = cut_items(cutting(*pieces))
    assert not cut_files.find_duplicates(result.loops("cut"))
    curves = [part for loop in result.loops("cut") for part in loop.parts if part[0] == "C"]
    assert len(curves) == 3 * 4 * 2
    alone = cut_items(cutting(pieces[0])).loops("cut")
    shared = cut_files.measure_length(alone) * 3 - 2 * (80 - 12) / MM
    assert cut_files.measure_length(result.loops("cut")) == pytest.approx(shared, abs=0.01)


def test_holes_are_cut_before_their_outlines() -> None:
    frame, hole, island = box(10, 10, 60, 60), box(20, 20, 40, 40), box(30, 30, 5, 5)
    result = cut_items(cutting(frame, hole, island))
    assert list(result.layers)[:2] == ["inner cut", "cut"]
    assert [round(loop.size[0]) for loop in result.loops("inner cut")] == [5, 40]
    assert [round(loop.size[0]) for loop in result.loops("cut")] == [60]
    beside = cut_items(cutting(Path((*frame.segments, *hole.segments), stroke=THIN)))
    assert len(beside.loops("inner cut")) == len(beside.loops("cut")) == 1


def test_folds_are_scored_once_and_not_along_cuts() -> None:
    fold = shapes.line(10 * MM, 20 * MM, 40 * MM, 20 * MM, THIN)
    again = shapes.line(35 * MM, 20 * MM, 5 * MM, 20 * MM, THIN)
    result = cut_items(cutting(box(10, 20, 10, 10)), cutting(fold, again, layer=PageLayer.SCORE))
    assert list(result.layers)[:2] == ["score", "cut"]
    assert sorted(round(loop.size[0], 3) for loop in result.loops("score")) == [5, 20]


corners = st.integers(3, 9).flatmap(lambda n: st.lists(st.floats(20, 60), min_size=n, max_size=n))


@given(corners, st.floats(0.02, 2), st.booleans())
def test_straight_sides_move_by_half_the_kerf(radii: list[float], by: float, clockwise: bool) -> None:
    points = [(100 + r * sin(2 * pi * k / len(radii)), 100 - r * cos(2 * pi * k / len(radii)))
              for k, r in enumerate(radii)]
    outline = find_only_outline(shapes.polygon(points if clockwise else points[::-1]))
    moved = offset_outline(outline, by)
    assert moved.closed
    assert len(moved.parts) == len(outline.parts)
    for start, end in _sides(outline):
        way = (end[0] - start[0]) / dist(start, end), (end[1] - start[1]) / dist(start, end)
        offs = [[(x - start[0]) * way[1] - (y - start[1]) * way[0] for x, y in side] for side in _sides(moved)]
        out = by if measure_signed_area(outline.corners) > 0 else -by
        assert any(off == pytest.approx([out, out], abs=1e-6) for off in offs)
    assert abs(measure_signed_area(moved.corners)) > abs(measure_signed_area(outline.corners))


def _sides(outline: CutOutline) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    points = [outline.start, *((part.x, part.y) for part in outline.parts)]
    return list(pairwise(points))


@given(st.floats(5, 300), st.floats(-1, 1))
def test_circle_grows_by_its_offset(radius: float, by: float) -> None:
    moved = offset_outline(find_only_outline(shapes.circle(400, 400, radius)), by)
    assert {type(part).__name__ for part in moved.parts} == {"CurveTo"}
    for loop in cut_files.loops(_data(Path(moved.segments))):
        off = [dist(point, (400, 400)) - radius for point in loop.points]
        assert off == pytest.approx([by] * len(off), abs=abs(by) / 50 + 1e-4 * radius)


def test_piece_and_its_hole_have_true_sizes() -> None:
    cutter = Cutter("kerf", CUTTER.colors, kerf=0.15 * MM)
    result = cut_items(cutting(box(20, 20, 15.875, 15.875), box(25, 25, 3, 4)), cutter=cutter)
    assert result.loops("cut")[0].size == pytest.approx((16.025, 16.025), abs=0.001)
    assert result.loops("inner cut")[0].size == pytest.approx((2.85, 3.85), abs=0.001)
    assert "kerf of 0.15 mm." in result.said


def test_shared_cuts_do_not_move_and_the_file_says_so() -> None:
    cutter = Cutter("kerf", CUTTER.colors, kerf=0.2 * MM)
    result = cut_items(cutting(*grid(3, 2, 10)), cutter=cutter)
    assert cut_files.measure_length(result.loops("cut")) == pytest.approx(10 * (3 * 3 + 2 * 4), abs=0.01)
    assert "pieces that share cuts become smaller" in result.said


@pytest.mark.parametrize("sweep", [40, 90, 180, 250])
def test_sectors_and_notches_grow_without_loops(sweep: float) -> None:
    sector = find_only_outline(sample_page.sector(200, 200, 80, 20, sweep))
    for by in (0.5, -0.5):
        moved = offset_outline(sector, by)
        border = 80 * radians(sweep) + 160
        mitre = 4 if sweep < 180 else 0
        assert abs(measure_signed_area(moved.corners)) - abs(measure_signed_area(sector.corners)) == pytest.approx(
            by * border, abs=mitre + 1
        )


L_SHAPE = [(0.0, 0.0), (100.0, 0.0), (100.0, 40.0), (40.0, 40.0), (40.0, 100.0), (0.0, 100.0)]


# Along the very edge of a window a line may be seen or not.
ends = st.integers(-20, 119).map(lambda value: value + 0.37)


@given(ends, ends, ends, ends)
def test_lines_end_at_a_window(x: float, y: float, x2: float, y2: float) -> None:
    window, beside = ClipWindow(shapes.polygon(L_SHAPE)), ClipWindow(shapes.polygon(L_SHAPE), inverted=True)
    line = (MoveTo(x, y), LineTo(x2, y2))
    inner, outer = (sum(dist(a, b) for loop in cut_files.loops(_data(Path(one.clip_lines(line))))
                        for a, b in zip(loop.points, loop.points[1:], strict=False)) for one in (window, beside))
    assert inner + outer == pytest.approx(dist((x, y), (x2, y2)), abs=1e-6)
    steps = [(x + (x2 - x) * (k + 0.5) / 400, y + (y2 - y) * (k + 0.5) / 400) for k in range(400)]
    share = sum(is_in_l(*at) for at in steps) / 400
    assert inner == pytest.approx(share * dist((x, y), (x2, y2)), abs=dist((x, y), (x2, y2)) / 60 + 1e-6)


def is_in_l(x: float, y: float) -> bool:
    return 0 < x < 100 and 0 < y < 100 and (x < 40 or y < 40)


@given(st.floats(-50, 120), st.floats(-50, 120), st.floats(1, 150), st.floats(1, 150))
def test_areas_are_divided_at_a_window(x: float, y: float, wide: float, high: float) -> None:
    area = shapes.rect(x, y, wide, high, fill=BLACK)
    sums = []
    for beside in (False, True):
        visible_items = ClipWindow(shapes.polygon(L_SHAPE), inverted=beside).clip_areas(area)
        sums.append(sum(loop.area for loop in cut_files.loops(_data(visible_items))))
    across, down = _overlap(x, wide, 0, 100), _overlap(y, high, 0, 100)
    within = across * down - _overlap(x, wide, 40, 100) * _overlap(y, high, 40, 100)
    assert sums == pytest.approx([within, wide * high - within], abs=0.01)


# Its notch and its point lie at one height, at which a ray to the right meets two corners.
ARROW = [(0.0, 0.0), (100.0, 0.0), (120.0, 50.0), (100.0, 100.0), (0.0, 100.0), (0.0, 60.0), (50.0, 50.0), (0.0, 40.0)]


@pytest.mark.parametrize("turn", [1, -1])
def test_marks_are_visible_in_a_window_at_the_height_of_its_corners(turn: int) -> None:
    inside, outside = [(70, 50), (10, 60), (10, 40), (110, 50), (105, 20)], [(10, 50), (10, 55), (112, 20)]
    specks = tuple(shapes.line(x, y, x + 1, y, THIN) for x, y in (*inside, *outside))
    lines = cut_items(Group(specks, clip=shapes.polygon(ARROW[::turn]), layer=PageLayer.ENGRAVE)).loops("engrave lines")
    places = sorted((round(loop.points[0][0] * MM), round(loop.points[0][1] * MM)) for loop in lines)
    assert places == sorted(inside)


def _overlap(start: float, long: float, low: float, high: float) -> float:
    return max(0.0, min(start + long, high) - max(start, low))


def test_lines_below_a_white_plate_are_not_engraved() -> None:
    line = shapes.line(10, 50, 210, 50, THIN)
    plate = shapes.circle(110, 50, 20, fill=WHITE, stroke=THIN)
    figure = shapes.rect(105, 45, 10, 10, fill=BLACK)
    result = cut_items(Group((line, plate, figure), layer=PageLayer.ENGRAVE))
    assert list(result.layers) == ["engrave", "engrave lines"]
    left, right, circle = result.loops("engrave lines")
    assert [loop.size[0] * MM for loop in (left, right)] == pytest.approx([80, 80], abs=0.05)
    assert circle.closed
    assert result.loops("engrave")[0].size == pytest.approx((10 / MM, 10 / MM), abs=0.001)


def test_dashes_are_engraved_as_separate_lines() -> None:
    dashed = shapes.line(0, 50, 100, 50, Stroke(BLACK, 1, dash=(6.0, 4.0)))
    result = cut_items(Group((dashed,), layer=PageLayer.ENGRAVE))
    assert len(result.loops("engrave lines")) == 10
    assert cut_files.measure_length(result.loops("engrave lines")) == pytest.approx(60 / MM, abs=0.01)
    assert "stroke-dasharray" not in result.layers["engrave lines"][0].attrib
