"""Patterns of sides: different without colour, visible on their ground, black and white in black ink."""

from __future__ import annotations

import itertools
import math

import pytest

from printshop.drawing import patterns, shapes
from printshop.drawing.display_list import BLACK, WHITE, Group, Path, parse_color
from printshop.drawing.ink import Ink, measure_contrast
from printshop.file_names import PATTERNS

BOX = (10.0, 20.0, 60.0, 12.0)
COLORS = [parse_color(text) for text in ("#0072b2", "#f0e442", "#56b4e9", "#d55e00", "#000000", "#ffffff")]


def test_data_accepts_every_pattern() -> None:
    assert [pattern for pattern in PATTERNS if not patterns.draw_pattern_marks(pattern, BOX, BLACK)] == ["plain",
                                                                                                         "solid"]


@pytest.mark.parametrize("ink", Ink)
def test_patterns_differ_without_their_colours(ink: Ink) -> None:
    fills = {patterns.fill_with_pattern(pattern, BOX, COLORS[0], ink) for pattern in PATTERNS}
    assert len(fills) == len(PATTERNS)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("color", COLORS[:5])
def test_lines_are_seen_on_their_ground(color: tuple[int, int, int], ink: Ink) -> None:
    ground, lines = patterns.fill_with_pattern("hatch", BOX, color, ink)  # type: ignore[arg-type]
    assert isinstance(ground, Path)
    assert isinstance(lines, Group)
    line = lines.items[0]
    assert isinstance(line, Path)
    assert line.stroke
    assert ground.fill
    assert measure_contrast(line.stroke.color, ground.fill) >= 2


def test_black_ink_is_black_and_white() -> None:
    for pattern in PATTERNS:
        for item in patterns.fill_with_pattern(pattern, BOX, COLORS[1], Ink.BLACK):
            paths = item.items if isinstance(item, Group) else (item,)
            for path in paths:
                assert isinstance(path, Path)
                assert {path.fill, path.stroke and path.stroke.color} <= {None, BLACK, WHITE}


@pytest.mark.parametrize(("pattern", "directions"), [
    ("bars", {90}), ("stripes", {0}), ("hatch", {135}), ("backhatch", {45}), ("crosshatch", {45, 135})])
@pytest.mark.parametrize("box", [(0.0, 0.0, 60.0, 12.0), (0.0, 0.0, 12.0, 60.0), (5.0, 5.0, 30.0, 30.0)])
def test_lines_of_a_side_have_one_direction_in_every_box(pattern: str, directions: set[int],
                                                         box: tuple[float, float, float, float]) -> None:
    drawing = {round(math.degrees(math.atan2(y2 - y1, x2 - x1))) % 180 for x1, y1, x2, y2 in draw_ends(pattern, box)}
    assert drawing == directions


@pytest.mark.parametrize("pattern", PATTERNS[2:])
def test_pattern_continues_outside_its_core(pattern: str) -> None:
    def points(box: tuple[float, float, float, float]) -> set[tuple[float, float]]:
        _, group = patterns.fill_with_pattern(pattern, box, COLORS[0], core=(0, 0, 60, 60))
        assert isinstance(group, Group)
        assert shapes.measure_bounds([group])[2] <= box[0] + box[2] + 1e-6
        result = (part for path in group.items if isinstance(path, Path) for part in path.segments)
        return {(round(part.x, 6), round(part.y, 6)) for part in result if hasattr(part, "x")}

    wider = (0, -20, 60, 100) if pattern == "stripes" else (-20, 0, 100, 60)  # across the lines
    assert points((0, 0, 60, 60)) <= points(wider)


def test_unknown_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown pattern 'paisley': use one of plain, solid, hatch"):
        patterns.fill_with_pattern("paisley", BOX, BLACK)


def draw_ends(pattern: str, box: tuple[float, ...], **how: float) -> list[tuple[float, ...]]:
    """The lines of a pattern: x1, y1, x2, y2."""
    (path,) = patterns.draw_pattern_marks(pattern, box, BLACK, **how)  # type: ignore[arg-type]
    ends = [(segment.x, segment.y) for segment in path.segments]  # type: ignore[union-attr]
    return [(*one, *other) for one, other in zip(ends[::2], ends[1::2], strict=True)]


def test_bars_have_the_requested_distance_and_are_centred() -> None:
    bars = draw_ends("bars", (10, 20, 60, 12), pitch=6)
    assert bars == [(13 + 6 * k, 20, 13 + 6 * k, 32) for k in range(-1, 11)]  # up to half a pitch beyond the box
    assert draw_ends("bars", (10, 20, 12, 60), pitch=6) == [(13 + 6 * k, 20, 13 + 6 * k, 80) for k in range(-1, 3)]
    assert draw_ends("bars", (0, 0, 2, 2), pitch=6) == [(1, 0, 1, 2)]
    (path,) = patterns.draw_pattern_marks("bars", BOX, BLACK, weight=0.7)
    assert path.stroke
    assert path.stroke.width == 1.4


def test_stripes_are_pairs() -> None:
    ys = [y for _, y, *_ in draw_ends("stripes", (0, 0, 12, 70), pitch=5)]
    assert ys == pytest.approx([3.5 + 7 * k + side * 1.4 for k in range(-1, 11) for side in (-1, 1)])


@pytest.mark.parametrize(("pattern", "lean"), [("hatch", 1), ("backhatch", -1)])
@pytest.mark.parametrize("core", [BOX, (20.0, 22.0, 16.0, 40.0)])
def test_hatching_has_its_pitch_its_lean_and_a_line_through_the_middle(pattern: str, lean: int,
                                                                       core: tuple[float, ...]) -> None:
    lines = draw_ends(pattern, BOX, core=core, pitch=3)  # type: ignore[arg-type]
    assert {(y1, y2) for _, y1, _, y2 in lines} == {(32, 20)}  # from the bottom of the box to its top
    assert {round(x2 - x1, 9) for x1, _, x2, _ in lines} == {lean * 12}
    across = [x1 + lean * 32 for x1, *_ in lines]
    assert [b - a for a, b in itertools.pairwise(across)] == pytest.approx([3 * 2**0.5] * (len(lines) - 1))
    middle = core[0] + core[2] / 2 + lean * (core[1] + core[3] / 2)
    assert min(abs(x - middle) for x in across) < 1e-6
    left, right = min(min(x1, x2) for x1, _, x2, _ in lines), max(max(x1, x2) for x1, _, x2, _ in lines)
    assert left <= 10 + 3 * 2**0.5  # the corners are hatched, too, and no more is drawn
    assert right >= 70 - 3 * 2**0.5
    assert all(max(x1, x2) >= 10 and min(x1, x2) <= 70 for x1, _, x2, _ in lines)


def test_crosshatching_has_lines_in_both_directions() -> None:
    assert draw_ends("crosshatch", BOX) == draw_ends("hatch", BOX) + draw_ends("backhatch", BOX)


def list_boxes(pattern: str, **how: float) -> list[tuple[float, ...]]:
    (path,) = patterns.draw_pattern_marks(pattern, (0, 0, 20, 10), BLACK, **how)
    assert (path.fill, path.stroke) == (BLACK, None)
    return [shapes.measure_outline(outline) for outline in shapes.split_outlines(path.segments)]


def test_dots_are_in_rows_and_columns() -> None:
    dots = list_boxes("dots", pitch=5, weight=1)
    assert len(dots) == 24
    assert {(left + right) / 2 for left, _, right, _ in dots} == {-2.5, 2.5, 7.5, 12.5, 17.5, 22.5}
    assert {(top + low) / 2 for _, top, _, low in dots} == {-2.5, 2.5, 7.5, 12.5}
    assert {round(right - left, 6) for left, _, right, _ in dots} == {2.6}


def test_checks_alternate() -> None:
    inside = [box for box in list_boxes("checks", pitch=5) if min(box) >= 0 and box[2] <= 20 and box[3] <= 10]
    assert inside == [(0, 0, 5, 5), (10, 0, 15, 5), (5, 5, 10, 10), (15, 5, 20, 10)]


def test_chevrons_point_to_the_right_in_the_middle() -> None:
    arms = draw_ends("chevrons", (0, 0, 30, 12), pitch=4)
    upper, lower = arms[::2], arms[1::2]
    assert len(upper) == 7
    for number, (one, other) in enumerate(zip(upper, lower, strict=True)):
        tip = 6 * number
        assert one == pytest.approx((tip - 6, 0, tip, 6))
        assert other == pytest.approx((tip, 6, tip - 6, 12))
    steep = draw_ends("chevrons", (0, 0, 30, 40), pitch=4)  # no larger than two pitches
    assert steep[0][1::2] == (12, 20)


@pytest.mark.parametrize("width", [12, 13, 17, 18])
def test_number_of_bars_is_the_best_fit(width: float) -> None:
    """The middle of the core has a bar if their number is odd, and else lies between two."""
    core = (0, 0, width, 4)
    xs = [x for x, *_ in draw_ends("bars", (-50, 0, 100 + width, 4), pitch=5, core=core)]  # type: ignore[arg-type]
    assert min(xs) <= -47.5
    assert max(xs) >= width + 47.5
    assert min(abs(x - (width / 2 + 2.5 * (round(width / 5) % 2 == 0))) for x in xs) < 1e-9


def test_pale_colour_is_darker_in_light_ink() -> None:
    for text, is_kept in (("#0072b2", True), ("#f0e442", False)):
        color = parse_color(text)
        ground, lines = patterns.fill_with_pattern("hatch", BOX, color, Ink.LIGHT)
        assert isinstance(ground, Path)
        assert isinstance(lines, Group)
        stroke = lines.items[0].stroke  # type: ignore[union-attr]
        assert stroke
        assert stroke.color == (color if is_kept else color.mix(BLACK, 0.5))
        assert lines.clip == shapes.rect(*BOX)
    assert patterns.fill_with_pattern("solid", BOX, color, Ink.BLACK) == (shapes.rect(*BOX, fill=BLACK),)
    assert patterns.fill_with_pattern("solid", BOX, color) == (shapes.rect(*BOX, fill=color),)
