"""What lies along the edge of a piece, or in a part of it: whether black would be lost there.

Points, origin at the piece's top left corner, y down.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.ink import luminance
from printshop.drawing.items import Group, Move, Path, Use
from printshop.drawing.shapes import outline_bounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.items import Item
    from printshop.drawing.shapes import Bounds
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

    return any(_Search(touches).dark(items, IDENTITY, (-inf, -inf, inf, inf)))


def dark_in(items: Iterable[Item], box: Box) -> bool:
    """Say whether the rectangle round a dark area reaches into a box; patterns are none.

    What lies over it is not looked at.
    """
    within = (box.x, box.y, box.right, box.bottom)

    def touches(found: Bounds) -> bool:
        left, top, right, bottom = _shared(found, within)
        return left < right and top < bottom

    return any(_Search(touches, patterns=False).dark(items, IDENTITY, (-inf, -inf, inf, inf)))


class _Search(NamedTuple):
    """Looks for what is dark and `touches` the place in question, by the rectangle round it."""

    touches: Callable[[Bounds], bool]
    patterns: bool = True  # those of many dots or squares are looked at as well

    def dark(self, items: Iterable[Item], way: Transform, seen: Bounds) -> Iterator[bool]:
        """Give True for each dark area that is seen at an edge, where no more than the rectangle `seen` is."""
        for item in items:
            match item:
                case Path(fill=fill) if fill and luminance(fill) < DARK and (self.patterns or _single(item)):
                    yield self.touches(_shared(_moved(outline_bounds(item.segments), way), seen))
                case Group():
                    inner = way.then(item.transform)
                    clip = _moved(outline_bounds(item.clip.segments), inner) if item.clip else seen
                    yield from self.dark(item.items, inner, _shared(clip, seen))
                case Use():
                    inner = way.then(item.transform)
                    if self.touches(_shared(_moved(item.symbol.bounds, inner), seen)):  # most drawings stay inside
                        yield from self.dark(item.symbol.items, inner, seen)


def _single(path: Path) -> bool:
    """Say whether a path is one outline."""
    return sum(isinstance(segment, Move) for segment in path.segments) == 1


def _moved(box: Bounds, way: Transform) -> Bounds:
    """Return the rectangle round a rectangle that is moved or turned."""
    left, top, right, bottom = box
    xs, ys = zip(*(way.apply(x, y) for x in (left, right) for y in (top, bottom)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _shared(one: Bounds, other: Bounds) -> Bounds:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
