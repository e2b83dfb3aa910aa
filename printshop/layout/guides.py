"""Marks in the margin that a ruler is laid along: ticks, or guides that run on to the edge of the sheet.

Points, origin at the top left, y down. Guides outlast the first cut: whatever strip it takes off, what is left of them
on the other side is long enough to lay a ruler along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.layout.boxes import Box

    Cut = tuple[float, float, float, float]  # (x1, y1, x2, y2), rightwards or downwards
    Ends = tuple[tuple[float, float, int], ...]

_SPECK = 1e-6


def ticks(cuts: Iterable[Cut], off: float, long: float) -> Iterator[Cut]:
    """Give a mark beyond both ends of every cut, `off` points from it and so `long`, rightwards or downwards."""
    for cut in cuts:
        for x, y, way in _ends(cut):
            yield _mark(cut, x, y, way, off, off + long)


def guides(cuts: Iterable[Cut], off: float, area: Box, taken: Sequence[Box]) -> Iterator[Cut]:
    """Give such marks that run on to the edge of the area, or up to `off` points from what is `taken`."""
    for cut in cuts:
        for x, y, way in _ends(cut):
            free = _free(cut, (x, y, way), area, taken, off)
            if free > off:
                yield _mark(cut, x, y, way, off, free)


def _ends(cut: Cut) -> Ends:
    return (cut[0], cut[1], -1), (cut[2], cut[3], 1)


def _level(cut: Cut) -> bool:
    return cut[1] == cut[3]


def _mark(cut: Cut, x: float, y: float, way: int, near: float, far: float) -> Cut:
    near, far = sorted((way * near, way * far))
    return (x + near, y, x + far, y) if _level(cut) else (x, y + near, x, y + far)


def _free(cut: Cut, end: tuple[float, float, int], area: Box, taken: Sequence[Box], off: float) -> float:
    """Return how far from its end a cut can be drawn on."""
    x, y, way = end
    at, side = (x, y) if _level(cut) else (y, x)
    low, high = (area.x, area.right) if _level(cut) else (area.y, area.bottom)
    found = high - at if way > 0 else at - low
    for box in taken:
        first, last, near, far = ((box.y, box.bottom, box.x, box.right) if _level(cut)
                                  else (box.x, box.right, box.y, box.bottom))
        away = near - at if way > 0 else at - far
        if first - _SPECK <= side <= last + _SPECK and away > -_SPECK:
            found = min(found, away - off)
    return found
