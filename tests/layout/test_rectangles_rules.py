"""Splits and overlaps of rectangles."""

from __future__ import annotations

import pytest

from printshop.layout.rectangles import Rect, find_covered_spans, find_shortest, fit_rings, overlaps_polygon

PLACE = Rect(10, 20, 100, 60)


def test_columns_and_rows_fill_a_rectangle_with_gaps_between_them() -> None:
    columns = PLACE.split_columns([1, 3], 4)
    assert columns == (Rect(10, 20, 24, 60), Rect(38, 20, 72, 60))
    rows = PLACE.split_rows([1, 1, 2], 2)
    assert [(row.x, row.y, row.width, row.height) for row in rows] == [(10, 20, 100, 14), (10, 36, 100, 14),
                                                                       (10, 52, 100, 28)]
    assert [row.y for row in PLACE.split_rows([1, 2])] == [20, 40]
    assert [column.right for column in PLACE.split_columns([1, 1])] == [60, 110]


@pytest.mark.parametrize(("rect", "overlaps"), [
    (Rect(60, 60, 10, 10), True), (Rect(-50, -50, 300, 300), True), (Rect(95, 40, 20, 20), True),
    (Rect(101, 40, 20, 20), False), (Rect(40, -30, 20, 29), False), (Rect(-20, 40, 140, 5), True),
    (Rect(5, 5, 5, 5), False),
])
def test_polygon_overlaps_by_a_corner_a_side_or_all_of_it(rect: Rect, overlaps: bool) -> None:
    diamond = [(50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0)]
    assert overlaps_polygon(diamond, rect) is overlaps


def test_row_is_covered_by_a_polygon() -> None:
    corners = [(20.0, 0.0), (80.0, 0.0), (80.0, 90.0), (20.0, 90.0)]
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    assert (20, 80) in find_covered_spans(edges, PLACE)
    assert not find_covered_spans(edges, Rect(10, 95, 100, 5))
    assert find_covered_spans(edges, Rect(50, 30, 10, 10)) == [(50, 60)]


def test_shortest_sufficient_length_is_found_within_a_step() -> None:
    for enough in (1.3, 7.0, 9.9):
        result = find_shortest(lambda length, enough=enough: length >= enough, 0, 10, 0.01)  # type: ignore[misc]
        assert enough <= result <= enough + 0.01


@pytest.mark.parametrize(("rings", "large", "share"), [
    (1, False, 0.55), (1, True, 0.55), (2, False, 0.36), (2, True, 0.47),
])
def test_core_and_the_rings_share_the_apothem(rings: int, large: bool, share: float) -> None:
    ring_places = fit_rings(Rect(0, 0, 200, 200), 4, rings, pointy_top=False, large_core=large)
    assert ring_places.apothem == pytest.approx(100)
    assert ring_places.core_apothem == pytest.approx(share * 100)
    assert ring_places.core_apothem + rings * ring_places.ring_width == pytest.approx(100)
    assert ring_places.find_outer_point(0, 5) == pytest.approx((100, -5))
    assert ring_places.find_core_point(1, 0.5) == pytest.approx((100 + share * 50, 100))
    widths = ring_places.measure_row_widths(0, 4, 3)  # of a square: each row in is shorter by a pitch at both ends
    assert widths[0] - widths[1] == pytest.approx(8) == pytest.approx(widths[1] - widths[2])
    assert widths[1] + 4 == pytest.approx(2 * (100 - ring_places.ring_width / 2))
