"""Rectangles of the page: points, origin at the top left, y down."""

from __future__ import annotations

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
