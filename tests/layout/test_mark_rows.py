"""Rows of marks: the exact number, inside their box, never smaller than a pen can fill."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing.display_list import BLACK, WHITE, Path, TextRun
from printshop.drawing.shapes import measure_bounds
from printshop.layout.mark_rows import (
    DIVIDER_WIDTH,
    GROUP_SIZE,
    LINE_PITCH,
    MAX_PITCH,
    MIN_PITCH,
    MarkLayout,
    MarkStyle,
    TooManyMarksError,
    arrange_line,
    arrange_marks,
    arrange_rows,
    arrange_sections,
    draw_marks,
)


def outlines(drawn: object) -> list[Path]:
    return [item for item in drawn.items if isinstance(item, Path)]  # type: ignore[attr-defined]


@settings(max_examples=40)
@given(count=st.integers(1, 80), width=st.floats(30, 500), height=st.floats(10, 200))
def test_grid_contains_all_marks_in_whole_groups_inside_its_box(count: int, width: float, height: float) -> None:
    try:
        grid = arrange_marks(count, width, height)
    except TooManyMarksError as error:
        assert error.count == count  # noqa: PT017 - either outcome is right
        assert error.capacity < count  # noqa: PT017
        return
    assert MIN_PITCH - 1e-6 <= grid.pitch <= MAX_PITCH + 1e-6
    sizes = [sum(size for size, _ in row) for row in grid.rows]
    assert sum(sizes) == count
    assert grid.width <= width + 1e-6
    assert len(sizes) == 1 or (1 + (len(sizes) - 1) * LINE_PITCH) * grid.pitch <= height + 1e-6
    assert len(sizes) == 1 or sizes[0] % GROUP_SIZE == 0 or sizes[0] < GROUP_SIZE


@settings(max_examples=30)
@given(count=st.integers(1, 60), damaged=st.integers(0, 60), marks=st.sets(st.integers(1, 60), max_size=5))
def test_symbol_has_the_requested_number_of_marks(count: int, damaged: int, marks: set[int]) -> None:
    drawing = draw_marks(count, tuple(sorted(marks)), damaged, arrange_marks(count, 400, 200), MarkStyle())
    circles = outlines(drawing)
    assert len(circles) == count
    assert [circle.fill for circle in circles] == [BLACK if index < damaged else None for index in range(count)]
    letters = [item for item in drawing.items if isinstance(item, TextRun)]
    assert len(letters) == len([mark for mark in marks if mark <= count])
    assert [letter.color for letter in letters] == [WHITE if mark <= damaged else BLACK
                                                    for mark in sorted(marks) if mark <= count]


def test_groups_of_five_are_separate() -> None:
    drawing = draw_marks(10, (), 0, arrange_line(10, 10.0), MarkStyle())
    centers = [sum(measure_bounds([circle], with_strokes=False)[::2]) / 2 for circle in outlines(drawing)]
    steps = [round(b - a, 3) for a, b in pairwise(centers)]
    assert steps == [10, 10, 10, 10, 13.8, 10, 10, 10, 10]


@settings(max_examples=40)
@given(sizes=st.lists(st.integers(1, 12), min_size=1, max_size=6), width=st.floats(60, 400), height=st.floats(12, 200))
def test_sections_contain_their_marks_between_dividers(sizes: list[int], width: float, height: float) -> None:
    try:
        layout = arrange_sections(tuple(sizes), width, height)
    except TooManyMarksError as error:
        assert error.count == sum(sizes)  # noqa: PT017 - either outcome is right
        return
    spots = [(line, x) for x, line in layout.list_centres()]
    bars = [(line, x) for x, line in layout.list_dividers()]
    assert len(spots) == sum(sizes)
    assert spots == sorted(spots)
    assert [sum(spot < bar for spot in spots) for bar in bars] == list(accumulate(sizes))[:-1]
    assert layout.width <= width + 1e-6
    assert layout.height <= height + 1e-6
    assert all(b[1] - a[1] >= layout.pitch - 1e-6 for a, b in pairwise(spots) if a[0] == b[0])
    assert all(0 < x < width for _, x in (*spots, *bars))


def lengths(layout: MarkLayout, sizes: tuple[int, ...]) -> list[list[int]]:
    """Return how many pips of each section stand on each line."""
    section = [number for number, size in enumerate(sizes) for _ in range(size)]
    lines = [line for _, line in layout.list_centres()]
    return [[Counter(one for one, here in zip(section, lines, strict=True) if here == line)[number]
             for number in range(len(sizes))] for line in range(len(layout.rows))]


def test_sections_too_long_for_one_line_have_one_line_each() -> None:
    """42 boxes in three sections: two on a line and one below would look as if a line were a section."""
    sizes = (14, 14, 14)
    for width in (200, 400):
        assert lengths(arrange_sections(sizes, width, 60, 12), sizes) == [[14, 0, 0], [0, 14, 0], [0, 0, 14]]
    assert lengths(arrange_sections(sizes, 600, 60, 12), sizes) == [[14, 14, 14]]
    assert lengths(arrange_sections((4, 9), 60, 80, 12), (4, 9)) == [[4, 0], [0, 5], [0, 4]]  # no line is shared


def test_sections_break_before_their_marks_become_much_smaller() -> None:
    sizes = (14, 14)
    broken = arrange_sections(sizes, 150, 46, 14)
    assert broken.pitch > 0.8 * 14
    assert any(0 < number < 14 for line in lengths(broken, sizes) for number in line)


def test_divider_is_heavy_and_does_not_touch_marks() -> None:
    drawing = draw_marks(9, (), 0, arrange_sections((4, 5), 400, 20), MarkStyle("box"))
    heavy = [one for one in outlines(drawing) if one.stroke and one.stroke.width == DIVIDER_WIDTH]
    assert len(heavy) == 1
    bar = measure_bounds(heavy)
    boxes = [measure_bounds([one]) for one in outlines(drawing) if one not in heavy]
    assert len(boxes) == 9
    assert DIVIDER_WIDTH >= 3 * 0.7  # three times as heavy as a pip's line
    assert min(max(bar[0] - box[2], box[0] - bar[2]) for box in boxes) > 1.5
    assert bar[3] - bar[1] > boxes[0][3] - boxes[0][1]


@pytest.mark.parametrize(("count", "width", "height", "rows"), [
    (6, 80, 30, (6,)), (6, 40, 30, (3, 3)), (1, 12, 12, (1,)), (11, 50, 45, (4, 4, 3)),
])
def test_stacked_marks_are_in_few_even_rows(count: int, width: float, height: float, rows: tuple[int, ...]) -> None:
    stack = arrange_rows(count, lambda _, lines: (width,) * lines, height)
    assert [row[0][0] for row in stack.rows] == [*rows]
    assert stack.width <= width + 1e-6
    assert stack.height <= height + 1e-6
    spots = list(stack.list_centres())
    assert len(spots) == count
    for row, size in enumerate(rows):  # every row stands in the middle
        own = [x for x, line in spots if line == row]
        assert len(own) == size
        assert (own[0] + own[-1]) / 2 == pytest.approx(stack.width / 2)


def test_stacked_marks_use_the_width_of_every_row() -> None:
    """In a place that is narrower below, the upper row has more of them; one too many makes them smaller."""
    assert arrange_rows(6, lambda _, lines: (50.0, 30.0)[:lines], 24, (12, 12)).rows == (((4, False),), ((2, False),))
    assert arrange_rows(6, lambda _, lines: (50.0, 36.0)[:lines], 24, (12, MIN_PITCH)).rows == (((3, False),),
                                                                                                ((3, False),))
    assert arrange_rows(7, lambda _, lines: (50.0, 30.0)[:lines], 24, (12, MIN_PITCH)).pitch < 12
    with pytest.raises(TooManyMarksError, match="40 circles do not fit"):
        arrange_rows(40, lambda _, lines: (50.0,) * lines, 24, (12, MIN_PITCH))
