"""Costs of label positions, points along lines, and the words on plates."""

from __future__ import annotations

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Stroke
from printshop.layout.labels import (
    HALO_WIDTH,
    LabelRequest,
    LinePoint,
    center_rect,
    draw_text_plate,
    measure_label,
    measure_overlap,
    place_labels,
    sample_lines,
)
from printshop.layout.rectangles import Rect

EDGE, STYLE = Rect(0, 0, 200, 200), text.Style("sans", 8)
BEST, NEXT = Rect(40, 45, 20, 10), Rect(90, 95, 20, 10)


def choose(*, obstacles: tuple[Rect, ...] = (), lines: tuple[LinePoint, ...] = (), avoided: tuple[Rect, ...] = (),
           places: tuple[Rect, ...] = (BEST, NEXT)) -> Rect:
    label = LabelRequest("Rat", STYLE, places, avoided)
    return next(place_labels([label], obstacles, lines, EDGE))[0]


@pytest.mark.parametrize(("cost", "moves"), [(1.4, False), (1.6, True)])
def test_worse_place_costs_a_point_and_a_half(cost: float, moves: bool) -> None:
    assert choose(lines=(LinePoint(50, 50, cost),)) == (NEXT if moves else BEST)


@pytest.mark.parametrize(("x", "y", "moves"), [
    (60 + HALO_WIDTH - 0.1, 50, True), (60 + HALO_WIDTH + 0.1, 50, False), (40 - HALO_WIDTH + 0.1, 50, True),
    (40 - HALO_WIDTH - 0.1, 50, False), (50, 45 - HALO_WIDTH + 0.1, True), (50, 45 - HALO_WIDTH - 0.1, False),
    (50, 55 + HALO_WIDTH - 0.1, True), (50, 55 + HALO_WIDTH + 0.1, False),
])
def test_line_within_the_halo_counts(x: float, y: float, moves: bool) -> None:
    assert choose(lines=(LinePoint(x, y, 9.0),)) == (NEXT if moves else BEST)


@pytest.mark.parametrize(("area", "moves"), [(0.18, False), (0.2, True)])
def test_area_over_an_obstacle_costs_eight_times_its_size(area: float, moves: bool) -> None:
    assert choose(obstacles=(Rect(50, 50, 1, area),)) == (NEXT if moves else BEST)


@pytest.mark.parametrize(("beyond", "moves"), [(0.014, False), (0.016, True)])
def test_area_beyond_the_edge_costs_ten_times_its_size(beyond: float, moves: bool) -> None:
    edge = Rect(-beyond, 45, 20, 10)
    assert choose(places=(edge, NEXT)) == (NEXT if moves else edge)


@pytest.mark.parametrize(("distance", "moves"), [(12.1, False), (11.9, False), (11.8, True), (2.0, True)])
def test_things_to_avoid_have_an_effect_within_twelve_points(distance: float, moves: bool) -> None:
    assert choose(avoided=(Rect(60 + distance, 0, 50, 80),)) == (NEXT if moves else BEST)  # area 10 x what is nearer


def test_labels_have_a_distance_of_a_halo_and_a_half() -> None:
    for gap, moves in ((1.5 * HALO_WIDTH - 0.1, True), (1.5 * HALO_WIDTH + 0.05, False)):
        second = Rect(BEST.right + gap, BEST.y, 20, 10)
        labels = [LabelRequest("A", STYLE, (BEST,)), LabelRequest("B", STYLE, (second, NEXT))]
        assert [plot for plot, _ in place_labels(labels, (), (), EDGE)] == [BEST, NEXT if moves else second]


def test_upright_label_has_its_foot_at_the_right() -> None:
    width, height = measure_label("Rat", STYLE)
    assert height == pytest.approx(0.94 * 8)
    level = list(find_words(LabelRequest("Rat", STYLE, ()).draw_in(Rect(10, 20, width, height))))
    assert (level[0].x, level[0].y) == pytest.approx((10 + width / 2, 20 + height - 0.2 * 8))
    up = list(find_words(LabelRequest("Rat", STYLE, (), reads_up=True).draw_in(Rect(10, 20, height, width))))
    assert (up[0].x, up[0].y) == pytest.approx((10 + height - 0.2 * 8, 20 + width / 2))


def test_overlap_is_the_shared_area() -> None:
    assert measure_overlap(BEST, Rect(55, 50, 20, 10)) == 25
    assert measure_overlap(BEST, Rect(60, 45, 20, 10)) == 0
    assert center_rect((50, 50), (20, 10)) == BEST


def test_points_on_lines_are_at_most_two_points_apart() -> None:
    result = list(sample_lines([shapes.line(0, 0, 9, 0, Stroke()), shapes.line(0, 5, 0, 6, Stroke())], 3.0))
    assert result == [LinePoint(9 * k / 5, 0, 3.0) for k in range(5)] + [LinePoint(0, 5, 3.0)]
    square = [(one.x, one.y) for one in sample_lines([shapes.rect(0, 0, 4, 4)], 1.0)]
    assert len(square) == 8
    assert {(0, 2), (2, 0), (4, 2), (2, 4)} <= set(square)  # the last side, which is closed, too
    ring = list(sample_lines([shapes.circle(50, 50, 10)], 1.0))
    assert len(ring) >= 32
    assert all((one.x - 50) ** 2 + (one.y - 50) ** 2 == pytest.approx(100, rel=0.01) for one in ring)


@pytest.mark.parametrize("limit", [None, 12.0])
def test_plate_is_wider_than_its_words_and_centred_on_them(limit: float | None) -> None:
    items = tuple(draw_text_plate("words", STYLE, (30, 40), padding=6, height=1.5, fill=BLACK, max_width=limit,
                                  min_size=2))
    left, top, right, bottom = shapes.measure_outline(next(find_outlines(items)).segments)
    assert right - left == pytest.approx(min(text.measure_text("words", STYLE), limit or 99) + 6)
    assert ((left + right) / 2, (top + bottom) / 2, bottom - top) == pytest.approx((30, 40, 12))
    (word,) = find_words(items)
    assert (word.x, word.y) == pytest.approx((30, 40 + 0.35 * 8))
