"""Ornaments: rules as wide as they are asked for, frames just inside their box, codes of pages."""

from __future__ import annotations

from itertools import pairwise

import pytest

from printshop.drawing import ornaments, text, themes
from printshop.drawing.display_list import BLACK, WHITE, ClosePath, Color, LineTo, MoveTo, Path, TextRun
from printshop.drawing.shapes import measure_bounds, measure_outline

RED = Color(200, 30, 30)
RULES = ("double", "swelled", "thick", "rivets", "brackets", "chain", "line")
FRAMES = ("double", "notched", "rivets", "brackets", "scroll", "line")
X, Y, WIDTH = 30.0, 50.0, 160.0
BOX = (10.0, 20.0, 200.0, 100.0)


def draw_rule(kind: str, width: float = WIDTH) -> list[Path]:
    with themes.use_theme(themes.build_theme(rules=kind)):
        paths = [*ornaments.draw_rule(X, Y, width, RED)]
    assert all(isinstance(path, Path) for path in paths)
    return paths  # type: ignore[return-value]


def list_points(path: Path) -> set[tuple[float, float]]:
    """The ends of the segments of a path, rounded."""
    return {(round(one[-2], 6), round(one[-1], 6)) for one in path.segments if not isinstance(one, ClosePath)}


def list_weights(paths: list[Path]) -> list[tuple[float, float]]:
    """How far each path lies below the middle of a rule, and its line width."""
    return [(round(measure_outline(path.segments)[1] - Y, 6), path.stroke.width) for path in paths if path.stroke]


@pytest.mark.parametrize("kind", RULES)
def test_rule_has_its_colour_and_stays_in_its_rectangle(kind: str) -> None:
    paths = draw_rule(kind)
    left, top, right, bottom = measure_bounds(paths, with_strokes=False)
    half = (right - left) / 2
    assert ((left + right) / 2, half) == pytest.approx((X + WIDTH / 2, 42 if kind == "swelled" else WIDTH / 2))
    assert Y - 3 <= top <= Y <= bottom <= Y + 3
    assert {path.fill or (path.stroke and path.stroke.color) for path in paths} == {RED}


def test_swelled_rule_tapers_to_its_ends_and_is_symmetric() -> None:
    rule = ornaments.draw_swelled_rule(100, 20, 40, 3)
    assert rule.fill == BLACK
    assert list_points(rule) == {(60, 20), (100, 17), (140, 20), (100, 23)}
    assert measure_outline(rule.segments) == pytest.approx((60, 17, 140, 23))
    everything = {(round(x, 6), round(y, 6)) for one in rule.segments for x, y in zip(one[::2], one[1::2], strict=True)}
    assert everything == {(200 - x, y) for x, y in everything} == {(x, 40 - y) for x, y in everything}
    assert {(80, 20), (90, 17)} < everything  # it leaves its ends level, and is level in the middle
    (short,) = draw_rule("swelled", 50)
    assert measure_outline(short.segments) == pytest.approx((X, Y - 0.9, X + 50, Y + 0.9))


def test_rules_have_their_lines() -> None:
    assert list_weights(draw_rule("line")) == [(0, 0.7)]
    assert list_weights(draw_rule("thick")) == [(0, 2)]
    assert list_weights(draw_rule("double")) == [(-1, 1.2), (1.2, 0.4)]  # a thick line above a fine one
    assert all(measure_outline(path.segments)[::2] == (X, X + WIDTH) for path in draw_rule("double"))


def test_rivets_are_discs_between_two_lines() -> None:
    above, below, rivets = draw_rule("rivets")
    assert list_weights([above, below, rivets]) == [(-1.6, 0.5), (1.6, 0.5), (0, 1.3)]
    assert rivets.stroke
    assert (rivets.stroke.dash, rivets.stroke.cap) == ((0, 6), "round")
    assert measure_outline(rivets.segments)[::2] == (X + 3, X + WIDTH - 3)
    assert measure_outline(above.segments)[::2] == measure_outline(below.segments)[::2] == (X, X + WIDTH)


@pytest.mark.parametrize(("width", "first", "last"), [(160, 24, 8), (40, 10, 5)])
def test_brackets_thicken_the_ends_of_a_line(width: float, first: float, last: float) -> None:
    paths = draw_rule("brackets", width)
    assert list_weights(paths) == [(0, 0.5), (0, 2.4), (0, 2.4)]
    assert [measure_outline(path.segments)[::2] for path in paths] == [
        (X, X + width), (X, X + first), (X + width - last, X + width)]


def test_chain_has_a_link_between_two_lines() -> None:
    before, behind, link = draw_rule("chain")
    middle = X + WIDTH / 2
    assert list_weights([before, behind]) == [(0, 0.7), (0, 0.7)]
    assert measure_outline(before.segments) == (X, Y, middle - 6, Y)
    assert measure_outline(behind.segments) == (middle + 6, Y, X + WIDTH, Y)
    assert list_points(link) == {(middle - 4, Y), (middle, Y - 2.6), (middle + 4, Y), (middle, Y + 2.6)}


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("box", [BOX, (0.0, 0.0, 60.0, 90.0)])
def test_frame_keeps_the_same_distance_from_all_edges(kind: str, box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    shorter = min(width, height)
    outer, *inner = ornaments.draw_frame(box, RED, 0.5, kind)
    left, top, right, bottom = measure_outline(outer.segments)
    assert (left - x, top - y, x + width - right, y + height - bottom) == pytest.approx((0.03 * shorter + 0.5,) * 4)
    points = {point for path in (outer, *inner) for point in list_points(path)}
    across = {(round(2 * x + width - u, 6), v) for u, v in points}
    down = {(u, round(2 * y + height - v, 6)) for u, v in points}
    assert points == across == down
    assert {path.stroke.color if path.stroke else path.fill for path in (outer, *inner)} == {RED}
    assert all(path.fill is None for path in (outer, *inner) if path.stroke)


def test_frame_has_the_style_of_the_theme_by_default() -> None:
    with themes.use_theme(themes.build_theme(frame="none")):
        assert [*ornaments.draw_frame(BOX, RED)] == []
        (line,) = ornaments.draw_frame(BOX, RED, kind="line")
    assert line.stroke
    assert line.stroke.width == 0.6
    with themes.use_theme(themes.build_theme(frame="line")):
        assert [*ornaments.draw_frame(BOX, RED)] == [line]
        assert [*ornaments.draw_frame(BOX, RED, kind="none")] == []


def test_double_frame_is_heavy_outside_and_fine_inside() -> None:
    outer, inner = ornaments.draw_frame(BOX, RED, 0.5, "double")
    assert outer.stroke
    assert inner.stroke
    assert (outer.stroke.width, inner.stroke.width) == (1, 0.25)
    gaps = [b - a for a, b in zip(measure_outline(outer.segments), measure_outline(inner.segments), strict=True)]
    assert gaps == pytest.approx([1.3, 1.3, -1.3, -1.3])  # 2.6 line widths


def test_corners_are_cut_off_by_an_eighth_of_the_shorter_side() -> None:
    (notched,) = ornaments.draw_frame(BOX, RED, 0.5, "notched")
    (scroll,) = ornaments.draw_frame(BOX, RED, 0.5, "scroll")
    assert list_points(notched) == list_points(scroll)
    assert notched.segments[0] == MoveTo(*notched.segments[-1])  # type: ignore[misc]
    slants = [(abs(x2 - x1), abs(y2 - y1)) for (x1, y1), (x2, y2) in pairwise(notched.segments) if x1 != x2
              and y1 != y2]  # type: ignore[misc]
    assert len(slants) == 4
    assert slants == [pytest.approx((13, 13))] * 4


def test_corners_of_a_scroll_are_nearly_quarter_circles() -> None:
    (scroll,) = ornaments.draw_frame(BOX, RED, 0.5, "scroll")
    left, top, right, bottom = measure_outline(scroll.segments)
    here = scroll.segments[0]
    middles = []
    for one in scroll.segments[1:]:
        if not isinstance(one, LineTo):
            (x0, y0), (x1, y1, x2, y2, x3, y3) = here[-2:], one
            middles.append(((x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8))
        here = one
    corners = [(right, top), (right, bottom), (left, bottom), (left, top)]
    assert len(middles) == 4
    for (x, y), (corner_x, corner_y) in zip(middles, corners, strict=True):
        assert (abs(x - corner_x), abs(y - corner_y)) == pytest.approx((13 * 0.5 ** 0.5,) * 2, rel=0.06)


def test_frames_with_rivets_have_one_in_each_corner() -> None:
    line, *rivets = ornaments.draw_frame(BOX, RED, 0.5, "rivets")
    assert line.stroke
    assert line.stroke.width == 0.5
    boxes = [measure_outline(rivet.segments) for rivet in rivets]
    assert len(boxes) == 4
    assert {round(right - left, 6) for left, _, right, _ in boxes} == {2 * (1.8 + 0.2)}
    assert {(round((left + right) / 2, 6), round((top + low) / 2, 6)) for left, top, right, low in boxes} == {
        (x, y) for x in (10 + 3.5 + 5.5, 210 - 9) for y in (20 + 9, 120 - 9)}


def test_frames_with_brackets_have_an_angle_in_each_corner() -> None:
    (angles,) = ornaments.draw_frame(BOX, RED, 0.5, "brackets")
    assert angles.stroke
    assert angles.stroke.width == pytest.approx(0.8)
    assert [type(one) for one in angles.segments] == [MoveTo, LineTo, LineTo] * 4
    for first in range(0, 12, 3):
        (x1, y1), (x2, y2), (x3, y3) = angles.segments[first:first + 3]  # type: ignore[misc]
        assert (x1, y3) == (x2, y2)
        assert (abs(y1 - y2), abs(x3 - x2)) == pytest.approx((22, 22))


def draw_code(kind: str, label: str = "C-1 *") -> tuple[list[Path], list[TextRun]]:
    with themes.use_theme(themes.build_theme(folio=kind)):
        items = ornaments.draw_folio(label, 200, 80, RED)
    return [one for one in items if isinstance(one, Path)], [one for one in items if isinstance(one, TextRun)]


def test_code_of_a_page_ends_at_the_right() -> None:
    paths, (code,) = draw_code("plain")
    assert (paths, code.string, code.size, code.color, code.y) == ([], "C-1 *", 7.5, RED, 80)
    assert code.x + code.width == pytest.approx(200)
    assert code.font == "plex-condensed-bold"
    assert draw_code("plain", "") == draw_code("bar", "") == ([], [])


@pytest.mark.parametrize("kind", ["bar", "pill"])
def test_code_of_a_page_is_centred_on_its_plate(kind: str) -> None:
    (plate,), (code,) = draw_code(kind)
    left, top, right, bottom = measure_outline(plate.segments)
    assert (right, bottom - top) == pytest.approx((200, 9.4))
    assert right - left == pytest.approx(code.width + 8)
    assert code.x - left == pytest.approx(4)
    assert code.y == 80
    face = text.Style("sans", 7.5, bold=True).face
    assert (top + bottom) / 2 == pytest.approx(80 - 7.5 * face.cap_height / 2, abs=0.1)  # about the capitals
    if kind == "bar":
        assert (plate.fill, plate.stroke, code.color) == (RED, None, WHITE)
    else:
        assert plate.stroke
        assert (plate.fill, plate.stroke.color, plate.stroke.width, code.color) == (None, RED, 0.7, RED)
        assert len(plate.segments) > 5  # round ends
        assert (min(x for x, y in list_points(plate) if y == pytest.approx(top))) == pytest.approx(left + 4.7)
