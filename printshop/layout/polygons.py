"""Rectangles in and beside outlines: where words and rulers go at a piece that is no rectangle. Points, y down."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from printshop.layout.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printshop.drawing.geometry import Point

LEVELS = 24  # heights that are tried, besides those of corners
_NEAR = 1e-4
_NOTHING = (0.0, 0.0)


@lru_cache(maxsize=1024)
def largest_box(outline: tuple[Point, ...], within: Box, breadth: float = 0.0) -> Box:
    """Return the rectangle of the largest area that lies in an outline and in a box.

    With a `breadth` it is the one with room for the largest thing that is so many times as broad as high. It stands
    on the middle of the box, or as near to that as the outline goes. Where there is none at all it is empty, in the
    middle of the box.
    """
    levels = _levels(outline, within)
    above = [_span(outline, within, y - _NEAR) for y in levels]
    below = [_span(outline, within, y + _NEAR) for y in levels]
    best, most = Box(*within.center, 0.0, 0.0), 0.0
    for top, y in enumerate(levels[:-1]):
        left, right = below[top]
        for foot in range(top + 1, len(levels)):
            left, right = max(left, above[foot][0]), min(right, above[foot][1])
            width, height = right - left, levels[foot] - y
            score = min(width / breadth, height) if breadth else width * height
            if score > most + _NEAR and width > 0:
                best, most = Box(left, y, width, height), score
            left, right = max(left, below[foot][0]), min(right, below[foot][1])
    return best


def _levels(outline: tuple[Point, ...], within: Box) -> list[float]:
    ys = [y for _, y in outline]
    top, foot = max(min(ys), within.y), min(max(ys), within.bottom)
    steps = [top + (foot - top) * k / LEVELS for k in range(LEVELS + 1)]
    return sorted({round(y, 6) for y in (*steps, *ys) if top <= y <= foot})


def _span(outline: tuple[Point, ...], within: Box, y: float) -> tuple[float, float]:
    """Return from where to where a height lies inside both, near the middle of the box; nothing if it does not."""
    crossings = sorted(
        x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y1 <= y) != (y2 <= y)
    )
    middle = within.center[0]
    spans = list(zip(crossings[::2], crossings[1::2], strict=True))
    near = min(spans, key=lambda span: max(span[0] - middle, middle - span[1], 0.0), default=_NOTHING)
    left, right = max(near[0], within.x), min(near[1], within.right)
    return (left, right) if right > left else _NOTHING


__all__ = ["largest_box"]


def meets(corners: Sequence[Point], box: Box) -> bool:
    """Say whether some of a polygon lies in a box."""
    if any(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in corners):
        return True
    if crossed(corners, box):
        return True
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    x, y = box.center  # no side comes near: the box lies in the polygon, or outside it, as a whole
    above = [(a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in sides]
    return sum(above) % 2 == 1


def crossed(corners: Sequence[Point], box: Box) -> bool:
    """Say whether a side of a polygon runs through a box."""
    return any(_crosses(side, box) for side in zip(corners, (*corners[1:], corners[0]), strict=True))


def _crosses(side: tuple[Point, Point], box: Box) -> bool:
    """Say whether a straight line runs through a box (Liang and Barsky: what of it lies between each pair of edges)."""
    (x, y), (x2, y2) = side
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, x2 - x, box.x, box.right), (y, y2 - y, box.y, box.bottom)):
        if not way:
            if not low <= start <= high:
                return False
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, near), min(last, far)
    return first <= last
