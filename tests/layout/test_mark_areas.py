"""Marks in areas of any shape: their number, their distances, and their place inside the outlines."""

from __future__ import annotations

from itertools import groupby, pairwise
from math import cos, dist, pi, sin
from operator import itemgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing.geometry import is_in_polygon, iter_sides
from printshop.layout.mark_areas import CLEARANCE, MarkArea, arrange_in_area, make_mark_area
from printshop.layout.mark_rows import MAX_PITCH, MIN_PITCH, TooManyMarksError, get_mark_share
from printshop.layout.rectangles import Rect
from printshop.lengths import MM

PITCHES = (MAX_PITCH, MIN_PITCH)
SQUARE = ((0.0, 0.0), (30 * MM, 0.0), (30 * MM, 30 * MM), (0.0, 30 * MM))
TORSO = ((0.0, 0.0), (40 * MM, 0.0), (34 * MM, 50 * MM), (6 * MM, 50 * MM))
BENT = ((0.0, 0.0), (30 * MM, 0.0), (30 * MM, 12 * MM), (12 * MM, 12 * MM), (12 * MM, 40 * MM), (0.0, 40 * MM))
PLATE = ((0.0, 0.0), (86 * MM, 0.0), (86 * MM, 39 * MM), (0.0, 39 * MM))
DISC = tuple((15 * MM * (1 + cos(k * pi / 20)), 15 * MM * (1 + sin(k * pi / 20))) for k in range(40))


def place_points(count: int, area: MarkArea, shape: str = "circle") -> tuple[float, list[tuple[float, float]]]:
    """Return the pitch of the marks, and the marks in the coordinates of their area."""
    result = arrange_in_area(count, area, PITCHES, shape)
    left, top, _, bottom = area.bounds
    return result.pitch, [(left + x, (top + bottom) / 2 + y) for x, y in result.list_points()]


def measure_depth(point: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> float:
    """Return the distance of a point from the nearest side."""
    def to_side(start: tuple[float, float], end: tuple[float, float]) -> float:
        length = dist(start, end)
        along = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length**2
        share = min(max(along, 0.0), 1.0)
        return dist(point, (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return min(to_side(*side) for side in iter_sides(corners))


@pytest.mark.parametrize("shape", ["circle", "box", "diamond"])
@pytest.mark.parametrize("corners", [SQUARE, TORSO, BENT, DISC])
@pytest.mark.parametrize("count", [1, 5, 31])
def test_marks_are_inside_and_separate(corners: tuple[tuple[float, float], ...], count: int, shape: str) -> None:
    pitch, points = place_points(count, MarkArea((corners,)), shape)
    assert len(points) == count
    radius = pitch * get_mark_share(shape) / 2 * (2**0.5 if shape == "box" else 1)
    assert all(is_in_polygon(point, corners) for point in points)
    assert min(measure_depth(point, corners) for point in points) >= radius + CLEARANCE - 0.01
    assert min((dist(one, other) for k, one in enumerate(points) for other in points[:k]),
               default=pitch) >= pitch - 0.01


@pytest.mark.parametrize("corners", [SQUARE, TORSO, DISC])
def test_marks_are_spread_over_the_whole_area(corners: tuple[tuple[float, float], ...]) -> None:
    _, points = place_points(25, MarkArea((corners,)))
    nearest = [min(dist(one, other) for other in points if other != one) for one in points]
    assert max(nearest) <= 1.35 * min(nearest)
    left, top, right, bottom = MarkArea((corners,)).bounds
    ends = [min(x for x, _ in points) - left, right - max(x for x, _ in points), min(y for _, y in points) - top,
            bottom - max(y for _, y in points)]
    assert max(ends) <= 1.2 * min(nearest)


@pytest.mark.parametrize("corners", [SQUARE, TORSO, DISC, PLATE])
@pytest.mark.parametrize("count", [4, 6, 9, 12, 13])
def test_rows_are_centred_at_the_distance_of_neighbours(corners: tuple[tuple[float, float], ...], count: int) -> None:
    _, points = place_points(count, MarkArea((corners,)))
    rows = [[x for x, _ in row] for _, row in groupby(points, key=itemgetter(1))]
    heights = sorted({y for _, y in points})
    middle = (min(x for x, _ in corners) + max(x for x, _ in corners)) / 2
    assert all(sum(row) / len(row) == pytest.approx(middle, abs=0.5) for row in rows)
    across = [right - left for row in rows for left, right in pairwise(row)]
    down = [below - above for above, below in pairwise(heights)]
    assert max(across) < 1.01 * min(across)
    assert not down or max(*across, *down) <= 1.2 * min(*across, *down)


def test_more_marks_are_smaller_until_they_do_not_fit() -> None:
    pitches = [place_points(count, MarkArea((DISC,)))[0] for count in (20, 50, 70)]
    assert pitches[0] == MAX_PITCH > pitches[1] > pitches[2]
    with pytest.raises(TooManyMarksError, match=r"200 circles do not fit: there is room for \d+") as error:
        place_points(200, MarkArea((DISC,)))
    capacity = error.value.capacity
    assert capacity
    assert len(place_points(capacity, MarkArea((DISC,)))[1]) == capacity
    assert len(place_points(200, MarkArea((DISC,)).scale(2))[1]) == 200


def test_marks_are_in_rows_from_the_top_and_do_not_touch_other_rows() -> None:
    label = Rect(10 * MM, 20 * MM, 20 * MM, 6 * MM)
    pitch, points = place_points(40, MarkArea((TORSO,), (label,)))
    assert [y for _, y in points] == sorted(y for _, y in points)
    reach = pitch * get_mark_share("circle") / 2
    assert not any(label.inset(-reach).intersect(Rect(x, y, 0.001, 0.001)) for x, y in points)


def test_words_are_inside_and_do_not_touch_other_rows() -> None:
    label = Rect(10 * MM, 20 * MM, 20 * MM, 6 * MM)
    for free in ((), (label,)):
        place = MarkArea((TORSO,), free).inner_rectangle
        corners = ((place.x, place.y), (place.right, place.y), (place.right, place.bottom), (place.x, place.bottom))
        assert all(is_in_polygon((x * 0.999 + 0.02, y * 0.999 + 0.02), TORSO) for x, y in corners)
        assert place.width > 20 * MM
        assert place.height > 8 * MM
    assert not place.inset(0.1).intersect(label)


def test_area_without_space_has_no_marks() -> None:
    for corners in (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), ((0.0, 0.0), (90.0, 0.0), (0.0, 0.0))):
        area = make_mark_area([corners])
        assert not arrange_in_area(0, area, PITCHES).points
        with pytest.raises(TooManyMarksError, match="1 circle does not fit: there is room for 0"):
            arrange_in_area(1, area, PITCHES)


@settings(max_examples=15)
@given(st.lists(st.tuples(st.floats(0, 120), st.floats(0, 120)), min_size=3, max_size=8), st.integers(1, 40))
def test_every_outline_has_a_placement(corners: list[tuple[float, float]], count: int) -> None:
    area = make_mark_area([corners])
    try:
        pitch, points = place_points(count, area)
    except TooManyMarksError:
        return
    assert len(points) == count
    # marks on both sides of a corner may be nearer than a pitch: they never touch
    apart = pitch * get_mark_share("circle")
    assert all(dist(one, other) >= apart - 0.01 for k, one in enumerate(points) for other in points[:k])


def test_marks_beside_the_tip_of_a_corner_do_not_touch() -> None:
    corners = [(13.0, 72.25), (0.0, 59.0), (91.0, 0.0), (43.0, 3.0), (0.0, 87.5), (95.0, 64.0), (0.0, 0.0),
               (90.0, 11.0)]
    pitch, points = place_points(9, make_mark_area([corners]))
    assert len(points) == 9
    assert min(dist(one, other) for k, one in enumerate(points) for other in points[:k]) >= pitch * get_mark_share(
        "circle")
