"""Balanced columns: nothing lost, nothing moved, and no split that would be lower."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.layout.boxes import balance


def tallest(heights: list[float], cuts: tuple[int, ...], gap: float) -> float:
    edges = [0, *cuts, len(heights)]
    return max(sum(heights[a:b]) + gap * max(b - a - 1, 0) for a, b in pairwise(edges))


@given(st.lists(st.floats(0, 300), min_size=1, max_size=9), st.integers(1, 4), st.floats(0, 20))
@settings(max_examples=100)
def test_no_other_split_is_lower(heights: list[float], columns: int, gap: float) -> None:
    found = balance(heights, columns, gap)
    assert [number for column in found for number in column] == list(range(len(heights)))
    assert len(found) == min(columns, len(heights))
    assert all(found)
    best = min(tallest(heights, cuts, gap) for cuts in combinations(range(1, len(heights)), len(found) - 1))
    mine = tallest(heights, tuple(column.start for column in found[1:]), gap)
    assert mine == pytest.approx(best)


def test_nothing_makes_one_empty_column() -> None:
    assert balance([], 3) == (range(0),)


def test_there_must_be_a_column() -> None:
    with pytest.raises(ValueError, match="at least one"):
        balance([1], 0)
