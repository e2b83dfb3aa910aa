"""Pips: exactly as many as asked for, inside their box, never smaller than a pen can fill."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing.items import BLACK, WHITE, Path, Text
from printshop.drawing.shapes import bounds
from printshop.layout.boxes import Box
from printshop.layout.pips import GROUP, LARGEST, LEADING, SMALLEST, Grid, Look, TooMany, arrange, centered, symbol


def outlines(drawn: object) -> list[Path]:
    return [item for item in drawn.items if isinstance(item, Path)]  # type: ignore[attr-defined]


@settings(max_examples=100)
@given(count=st.integers(1, 80), width=st.floats(30, 500), height=st.floats(10, 200))
def test_a_grid_holds_all_pips_in_whole_groups_inside_its_box(count: int, width: float, height: float) -> None:
    try:
        grid = arrange(count, width, height)
    except TooMany as error:
        assert error.count == count  # noqa: PT017 - either outcome is right
        assert error.room < count  # noqa: PT017
        return
    assert SMALLEST - 1e-6 <= grid.pitch <= LARGEST + 1e-6
    assert grid.per_line * grid.lines >= count
    assert grid.width(min(count, grid.per_line)) <= width + 1e-6
    assert grid.lines == 1 or (1 + (grid.lines - 1) * LEADING) * grid.pitch <= height + 1e-6
    assert grid.lines == 1 or grid.per_line % GROUP == 0 or grid.per_line < GROUP


@settings(max_examples=60)
@given(count=st.integers(1, 60), damaged=st.integers(0, 60), marks=st.sets(st.integers(1, 60), max_size=5))
def test_a_symbol_has_exactly_the_pips_asked_for(count: int, damaged: int, marks: set[int]) -> None:
    drawn = symbol(count, tuple(sorted(marks)), damaged, arrange(count, 400, 200), Look())
    circles = outlines(drawn)
    assert len(circles) == count
    assert [circle.fill for circle in circles] == [BLACK if index < damaged else None for index in range(count)]
    letters = [item for item in drawn.items if isinstance(item, Text)]
    assert len(letters) == len([mark for mark in marks if mark <= count])
    assert [letter.color for letter in letters] == [WHITE if mark <= damaged else BLACK
                                                    for mark in sorted(marks) if mark <= count]


def test_thirty_five_fit_the_hull_column_and_stay_apart() -> None:
    box = Box(0, 0, 133.8, 45.9)
    grid, x, y = centered(35, box)
    drawn = symbol(35, (), 0, grid, Look())
    boxes = [bounds([circle], stroked=False) for circle in outlines(drawn)]
    assert len(boxes) == 35
    ink = 0.7  # the width of a circle's line
    assert all(not (a[0] < b[2] + ink and b[0] < a[2] + ink and a[1] < b[3] + ink and b[1] < a[3] + ink)
               for index, a in enumerate(boxes) for b in boxes[index + 1:])
    left, top, right, bottom = bounds(drawn.items, stroked=False)
    assert box.x <= x + left
    assert x + right <= box.right
    assert box.y <= y + top
    assert y + bottom <= box.bottom


def test_groups_of_five_stand_apart() -> None:
    drawn = symbol(10, (), 0, Grid(10.0, 10, 1), Look())
    centers = [sum(bounds([circle], stroked=False)[::2]) / 2 for circle in outlines(drawn)]
    steps = [round(b - a, 3) for a, b in pairwise(centers)]
    assert steps == [10, 10, 10, 10, 13.8, 10, 10, 10, 10]


def test_too_many_pips_are_an_error_and_never_left_out() -> None:
    with pytest.raises(TooMany, match="200 circles do not fit: there is room for"):
        arrange(200, 100, 40)


@pytest.mark.parametrize("shape", ["circle", "box", "diamond"])
def test_shapes(shape: str) -> None:
    (one,) = outlines(symbol(1, (), 0, Grid(10.0, 1, 1), Look(shape=shape)))
    assert bounds([one], stroked=False) == pytest.approx((0.8, -4.2, 9.2, 4.2))
