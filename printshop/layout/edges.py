"""What lies along the edge of a piece, or in a part of it: whether black would be lost there.

Points, origin at the piece's top left corner, y down.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from printshop.drawing.geometry import IDENTITY, common
from printshop.drawing.ink import luminance
from printshop.drawing.items import Move, Path, Use, walk
from printshop.drawing.shapes import outline_bounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.geometry import Bounds, Transform
    from printshop.drawing.items import Group, Item
    from printshop.layout.boxes import Box

DARK = 0.1
"""The luminance (0 to 1) of what black is hardly told from: a contrast of 3 to 1."""

_NEAR = 0.3  # half the width of a cut's line, and a little


def dark_at_edge(items: Iterable[Item], width: float, height: float) -> bool:
    """Say whether anything dark reaches the edge of the rectangle round a piece."""
    def touches(box: Bounds) -> bool:
        left, top, right, bottom = box
        inside = left > _NEAR and top > _NEAR and right < width - _NEAR and bottom < height - _NEAR
        return left < right and top < bottom and not inside

    return any(map(touches, _dark(items, touches)))


def dark_in(items: Iterable[Item], box: Box) -> bool:
    """Say whether the rectangle round a dark area reaches into a box; patterns are none.

    What lies over it is not looked at.
    """
    within = (box.x, box.y, box.right, box.bottom)

    def touches(found: Bounds) -> bool:
        left, top, right, bottom = common(found, within)
        return left < right and top < bottom

    return any(map(touches, _dark(items, touches, patterns=False)))


def _dark(items: Iterable[Item], touches: Callable[[Bounds], bool], *, patterns: bool = True) -> Iterator[Bounds]:
    """Give what is seen of the rectangle round each dark area; `patterns`, of many dots or squares, as well."""
    def within(item: Use | Group, outer: tuple[Transform, Bounds]) -> tuple[Transform, Bounds] | None:
        way, seen = outer[0].then(item.transform), outer[1]
        if isinstance(item, Use):  # most drawings stay inside
            return (way, seen) if touches(common(way.around(item.symbol.bounds), seen)) else None
        return way, common(way.around(outline_bounds(item.clip.segments)), seen) if item.clip else seen

    for item, (way, seen) in walk(items, (IDENTITY, (-inf, -inf, inf, inf)), within):
        if isinstance(item, Path) and item.fill and luminance(item.fill) < DARK and (patterns or _single(item)):
            yield common(way.around(outline_bounds(item.segments)), seen)


def _single(path: Path) -> bool:
    """Say whether a path is one outline."""
    return sum(isinstance(segment, Move) for segment in path.segments) == 1
