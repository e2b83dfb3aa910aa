"""Flattening of drawings to plain paths, for programs without clips; and culling of hidden items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from operator import is_
from typing import assert_never

from printshop.drawing.clipping import cut, meet, region
from printshop.drawing.geometry import IDENTITY, Bounds, Transform, common
from printshop.drawing.items import Group, Image, Item, Path, Symbol, Text, Use, remade
from printshop.drawing.shapes import bounds, outline_bounds, outlines, transform_segments
from printshop.drawing.text import glyphs
from printshop.render import Memo

HEAVY = 150  # segments from which a path or symbol is worth culling
_ALL: Bounds = (-inf, -inf, inf, inf)


# --- flattening ---


def flat(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Item]:
    """Yield the items as plain paths on the page, after a transform.

    Symbols and glyphs are written out, paths are cut at their clips, pictures are left out. Layers remain: they
    distinguish cuts from folds. A clip that is not convex also remains; cutters ignore it, so nothing to be cut should
    be inside one.
    """
    for item in items:
        match item:
            case Path():
                yield _flat_path(item, transform)
            case Text():
                yield Path(tuple(segment for shape, place in glyphs(item)
                                 for segment in transform_segments(shape, transform.then(place))), item.color)
            case Use():
                yield from flat(item.symbol.items, transform.then(item.transform))
            case Group():
                within = transform.then(item.transform)
                inner = tuple(flat(item.items, within))
                clip = _flat_path(item.clip, within) if item.clip else None
                if clip and (inside := region(clip)):
                    inner, clip = remade(inner, lambda part: cut(part, inside) if isinstance(part, Path) else ()), None
                if clip or item.layer:
                    yield Group(inner, clip=clip, layer=item.layer)
                else:
                    yield from inner
            case Image():
                pass
            case _:
                assert_never(item)


def _flat_path(path: Path, transform: Transform) -> Path:
    line, scale = path.stroke, transform.breadth
    if line:
        line = replace(line, width=line.width * scale, dash=tuple(length * scale for length in line.dash),
                       phase=line.phase * scale)
    return Path(transform_segments(path.segments, transform), path.fill, line, path.rule)


# --- culling ---


class Windows:
    """Culling of invisible items: a file for one page need not hold a whole map of which it shows a corner.

    Only items inside clips, and wholly outside the clip, are removed, so that nothing looks different. Light items
    stay, above all symbols, which a file holds once.
    """

    def __init__(self) -> None:
        self._weights: Memo[Symbol, int] = Memo(lambda symbol: self._weight(symbol.items))

    def _weight(self, items: Iterable[Item]) -> int:
        return sum(len(item.segments) if isinstance(item, Path) else self._weight(item.items) if isinstance(item, Group)
                   else 1 + self._weights[item.symbol] if isinstance(item, Use) else 1 for item in items)

    def clipped(self, items: Iterable[Item], box: Bounds = _ALL) -> tuple[Item, ...]:
        """Return the items that are visible in a rectangle (left, top, right, bottom) in the same coordinates."""
        return tuple(part for item in items for part in self._item(item, box))

    def _item(self, item: Item, box: Bounds) -> Iterator[Item]:
        match item:
            case Group():
                inner = _inside(item.transform, box)
                if item.clip:
                    inner = common(inner, bounds((item.clip,), stroked=False))
                if meet(inner, _ALL) and (items := self.clipped(item.items, inner)):
                    same = len(items) == len(item.items) and all(map(is_, items, item.items))
                    yield item if same else replace(item, items=items)
            case Use(symbol):
                inner = _inside(item.transform, box)
                touches = meet(inner, symbol.bounds)
                if box == _ALL or common(inner, symbol.bounds) == symbol.bounds or (
                        touches and self._weights[symbol] <= HEAVY):
                    yield item
                elif touches and (items := self.clipped(symbol.items, inner)):
                    yield Group(items, item.transform)
            case Path() if box != _ALL and len(item.segments) > HEAVY:
                pad = item.stroke.width * max(1.0, item.stroke.miter_limit) if item.stroke else 0.0
                wide = box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad
                # An outline outside the box neither fills nor strokes anything in it.
                shown = [part for shape in outlines(item.segments) if meet(outline_bounds(shape), wide)
                         for part in shape]
                if shown:
                    yield item if len(shown) == len(item.segments) else replace(item, segments=tuple(shown))
            case _ if box == _ALL or meet(bounds((item,)), box):
                yield item


def _inside(transform: Transform, box: Bounds) -> Bounds:
    """Return the smallest rectangle, in the coordinates inside a transform, that contains `box` from outside it."""
    back = transform.inverse()
    return _ALL if box == _ALL or back is None else back.around(box)
