"""Words and marks on several lines, and marks alone in a place."""

from __future__ import annotations

import pytest
from helpers import pages

from printshop.drawing.shapes import measure_outline
from printshop.elements.mark_runs import INLINE, MarkRun, measure_inline, measure_marks, place_alone, set_inline
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import DoesNotFitError


@pytest.mark.parametrize(("high", "lines"), [(6, 2), (9, 3), (12, 4)])
def test_notes_on_several_lines_stay_above_the_rule_below_them(high: int, lines: int) -> None:
    parts = tuple(MarkRun(f"*gypsies quietly jumping through hoop {k}") for k in range(lines))
    place = Rect(0, 0, 50 * MM, high * MM)
    result = pages.find_rows(set_inline(parts, place, INLINE))
    assert len(result) == lines
    assert all(word.y + 0.21 * word.size < place.bottom - 0.5 for line in result for word in line)
    with pytest.raises(DoesNotFitError, match="too long for its place"):
        set_inline(parts, place._replace(height=lines * 6.5), INLINE)


@pytest.mark.parametrize("shape", ["circle", "box"])
@pytest.mark.parametrize("count", [1, 7, 23, 60])
def test_marks_fit_in_the_measured_heights(count: int, shape: str) -> None:
    run, width = MarkRun(count=count, shape=shape), 40 * MM
    usual, lowest = measure_marks(run, width)
    large, small = (next(pages.find_outlines((place_alone(run, Rect(0, 0, width, height), 0.0, pad=0.0),)))
                    for height in (usual, lowest))
    (left, _, right, _), (least_left, _, least_right, _) = map(measure_outline, (large.segments, small.segments))
    assert right - left >= least_right - least_left > 1.9 * MM
    with pytest.raises(DoesNotFitError):
        place_alone(run, Rect(0, 0, width, lowest - 5), 0.0, pad=0.0)


def test_words_and_marks_fit_in_the_measured_height() -> None:
    runs = (MarkRun("Hull of oak"), MarkRun(count=14), MarkRun("Sails", 5))
    _, lowest = measure_inline(runs, 45 * MM, INLINE, 0.0)
    assert set_inline(runs, Rect(0, 0, 45 * MM, lowest), INLINE)
