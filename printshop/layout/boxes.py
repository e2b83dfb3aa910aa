"""Rectangles of the page: points, origin at the top left, y down."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Box(NamedTuple):
    """A rectangle with its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, left: float, top: float | None = None, right: float | None = None,
              bottom: float | None = None) -> Box:
        """Return the box made smaller; what is not given follows CSS: top = left, right = left, bottom = top."""
        top = left if top is None else top
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def shared(self, other: Box) -> Box | None:
        """Return what two boxes have in common; None if that is nothing.

        >>> Box(0, 0, 10, 10).shared(Box(8, 2, 10, 5))
        Box(x=8, y=2, width=2, height=5)
        """
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y) if right > x and bottom > y else None

    def columns(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
        """Split into columns whose widths stand in the given proportion.

        >>> Box(0, 0, 100, 10).columns([3, 1])
        (Box(x=0, y=0, width=75.0, height=10), Box(x=75.0, y=0, width=25.0, height=10))
        """
        unit = (self.width - gap * (len(shares) - 1)) / sum(shares)
        boxes, x = [], self.x
        for share in shares:
            boxes.append(Box(x, self.y, share * unit, self.height))
            x += share * unit + gap
        return tuple(boxes)

    def rows(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
        """Split into rows whose heights stand in the given proportion."""
        unit = (self.height - gap * (len(shares) - 1)) / sum(shares)
        boxes, y = [], self.y
        for share in shares:
            boxes.append(Box(self.x, y, self.width, share * unit))
            y += share * unit + gap
        return tuple(boxes)


def balance(heights: Sequence[float], columns: int, gap: float = 0.0) -> tuple[range, ...]:
    """Split pieces of these heights, kept in order, into columns of which the tallest is as low as can be.

    Returns the numbers of the pieces of each; `gap` stands between two of a column. No column is empty unless there
    are fewer pieces than columns. Raises ValueError without a column.

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
