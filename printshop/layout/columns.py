"""Balanced columns: pieces of given heights, kept in order, split so that the tallest column is lowest."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def balance(heights: Sequence[float], columns: int, gap: float = 0.0) -> tuple[range, ...]:
    """Return the pieces of each column, as ranges of their numbers; `gap` stands between two of a column.

    No column is empty unless there are fewer pieces than columns. Raises ValueError without a column.

    >>> balance([5, 1, 1, 1, 4], 2)
    (range(0, 2), range(2, 5))
    """
    if columns < 1:
        raise ValueError("there must be at least one column")
    columns = min(columns, max(len(heights), 1))
    tops = [0.0]
    for height in heights:
        tops.append(tops[-1] + height)

    def height_of(start: int, end: int) -> float:
        return tops[end] - tops[start] + gap * max(end - start - 1, 0)

    @cache
    def best(end: int, count: int) -> tuple[float, int]:
        """Return the tallest column, and where the last one starts, for the first `end` pieces."""
        if count == 1:
            return height_of(0, end), 0
        return min((max(best(start, count - 1)[0], height_of(start, end)), start)
                   for start in range(count - 1, max(end, count)))

    found, end = [], len(heights)
    for count in range(columns, 0, -1):
        start = best(end, count)[1]
        found.append(range(start, end))
        end = start
    return tuple(reversed(found))
