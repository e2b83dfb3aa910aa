"""What of a page is to be seen: a file for one page need not hold a map of which it shows a corner.

Only within clips, and only what lies wholly outside of them is left out, so that nothing looks different. Whatever is
light is left as it is: symbols, which a file holds once, above all.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from printshop.drawing.geometry import common
from printshop.drawing.items import Close, Curve, Group, Move, Path, Segment, Use
from printshop.drawing.shapes import bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Bounds, Transform
    from printshop.drawing.items import Item, Symbol

HEAVY = 150  # segments
_ALL: Bounds = (-inf, -inf, inf, inf)


class Windows:
    """Leaves out what cannot be seen, and remembers how heavy symbols are."""

    def __init__(self) -> None:
        self._weights: dict[Symbol, int] = {}

    def seen(self, items: Iterable[Item], box: Bounds = _ALL) -> tuple[Item, ...]:
        """Return what of some items is within a box: left, top, right, bottom; all of it in their coordinates."""
        return tuple(found for item in items for found in self._item(item, box))

    def _item(self, item: Item, box: Bounds) -> Iterator[Item]:
        match item:
            case Group():
                yield from self._group(item, box)
            case Use():
                yield from self._use(item, box)
            case Path() if box != _ALL and len(item.segments) > HEAVY:
                yield from _path(item, box)
            case _:
                if box == _ALL or _meet(bounds((item,)), box):
                    yield item

    def _group(self, group: Group, box: Bounds) -> Iterator[Item]:
        inner = _inside(group.transform, box)
        if group.clip:
            inner = common(inner, bounds((group.clip,), stroked=False))
        items = self.seen(group.items, inner) if _meet(inner, _ALL) else ()
        if items:
            same = len(items) == len(group.items) and all(map(_is, items, group.items))
            yield group if same else replace(group, items=items)

    def _use(self, use: Use, box: Bounds) -> Iterator[Item]:
        inner, symbol = _inside(use.transform, box), use.symbol
        if box == _ALL or common(inner, symbol.bounds) == symbol.bounds:
            yield use
        elif not _meet(inner, symbol.bounds):
            return
        elif self._weight(symbol) <= HEAVY:
            yield use
        else:
            items = self.seen(symbol.items, inner)
            if items:
                yield Group(items, use.transform)

    def _weight(self, symbol: Symbol) -> int:
        if symbol not in self._weights:
            self._weights[symbol] = sum(map(self._heaviness, symbol.items))
        return self._weights[symbol]

    def _heaviness(self, item: Item) -> int:
        match item:
            case Group():
                return sum(map(self._heaviness, item.items))
            case Use():
                return 1 + self._weight(item.symbol)
            case Path():
                return len(item.segments)
        return 1


def _is(one: Item, other: Item) -> bool:
    return one is other


def _inside(transform: Transform, box: Bounds) -> Bounds:
    """Return the least box, in the coordinates within a transform, that holds all of a box outside of it."""
    a, b, c, d, e, f = transform
    scale = a * d - b * c
    if box == _ALL or abs(scale) < 1e-12:
        return _ALL
    xs, ys = zip(*(((d * (x - e) - c * (y - f)) / scale, (a * (y - f) - b * (x - e)) / scale)
                   for x in box[::2] for y in box[1::2]), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _meet(one: Bounds, other: Bounds) -> bool:
    left, top, right, bottom = common(one, other)
    return left <= right and top <= bottom


def _path(path: Path, box: Bounds) -> Iterator[Path]:
    """Give a path without those of its outlines that are outside a box: they neither fill nor stroke anything in it."""
    stroke = path.stroke
    pad = stroke.width * max(1.0, stroke.miter_limit) if stroke else 0.0
    wide = box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad
    kept = [part for outline in outlines(path.segments) if _meet(_extent(outline), wide) for part in outline]
    if kept:
        yield path if len(kept) == len(path.segments) else replace(path, segments=tuple(kept))


def outlines(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Return the outlines of a path, each of which begins with a move."""
    found: list[list[Segment]] = []
    for part in segments:
        if isinstance(part, Move) or not found:
            found.append([])
        found[-1].append(part)
    return found


def _extent(outline: Sequence[Segment]) -> Bounds:
    """Return a box round an outline, and round what controls its curves."""
    points = [point for part in outline for point in corners(part)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def corners(part: Segment) -> tuple[tuple[float, float], ...]:
    """Return the points of a segment, those that control a curve first."""
    match part:
        case Close():
            return ()
        case Curve(x1, y1, x2, y2, x, y):
            return (x1, y1), (x2, y2), (x, y)
        case _:
            return ((part.x, part.y),)
