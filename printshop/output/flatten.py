"""Flattening of drawings to plain paths that are cut at their clips.

Items outside a clip are removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf
from operator import is_
from typing import assert_never

from printshop.drawing.clipping import are_touching, clip_path, make_region
from printshop.drawing.display_list import Group, Image, Item, Path, Symbol, SymbolUse, TextRun, map_items
from printshop.drawing.geometry import IDENTITY, Bounds, Transform, intersect_bounds
from printshop.drawing.shapes import measure_bounds, measure_outline, split_outlines, transform_segments
from printshop.drawing.text import iter_glyph_outlines
from printshop.output import BoundedCache

CULLING_LIMIT = 150  # segments from which a path or symbol is worth culling
_EVERYWHERE: Bounds = (-inf, -inf, inf, inf)


# --- flattening ---


def flatten(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Item]:
    """Yield the items as plain paths on the page, after a transform.

    Symbols and glyphs become paths, paths are cut at their clips, and pictures are left out. Layers remain, because
    layers distinguish cuts from folds. If a clip is not convex, it also remains. Cutters ignore such a clip, so that
    an item to be cut must not lie inside it.
    """
    for item in items:
        match item:
            case Path():
                yield _flatten_path(item, transform)
            case TextRun():
                yield Path(tuple(segment for shape, place in iter_glyph_outlines(item)
                                 for segment in transform_segments(shape, transform.compose(place))), item.color)
            case SymbolUse():
                yield from flatten(item.symbol.items, transform.compose(item.transform))
            case Group():
                inner_transform = transform.compose(item.transform)
                inner = tuple(flatten(item.items, inner_transform))
                clip = _flatten_path(item.clip, inner_transform) if item.clip else None
                if clip and (clip_region := make_region(clip)):
                    inner, clip = map_items(inner, lambda part: clip_path(part, clip_region) if isinstance(part, Path)
                                            else ()), None
                if clip or item.layer:
                    yield Group(inner, clip=clip, layer=item.layer)
                else:
                    yield from inner
            case Image():
                pass
            case _:
                assert_never(item)


def _flatten_path(path: Path, transform: Transform) -> Path:
    line, scale = path.stroke, transform.mean_scale
    if line:
        line = replace(line, width=line.width * scale, dash=tuple(length * scale for length in line.dash),
                       phase=line.phase * scale)
    return Path(transform_segments(path.segments, transform), path.fill, line, path.rule)


# --- culling ---


class Culler:
    """Culling of invisible items, so that a page with the corner of a map does not hold the whole map.

    Only items that lie wholly outside the clip of their group are removed, so that no page looks different. Paths and
    symbols with more than `CULLING_LIMIT` segments that lie partly outside lose their hidden outlines and items.
    Shorter paths and symbols stay whole, because a file holds each unchanged symbol only once.
    """

    def __init__(self) -> None:
        self._weights: BoundedCache[Symbol, int] = BoundedCache(lambda symbol: self._count_segments(symbol.items))

    def _count_segments(self, items: Iterable[Item]) -> int:
        return sum(len(item.segments) if isinstance(item, Path) else self._count_segments(item.items)
                   if isinstance(item, Group)
                   else 1 + self._weights[item.symbol] if isinstance(item, SymbolUse) else 1 for item in items)

    def cull(self, items: Iterable[Item], window: Bounds = _EVERYWHERE) -> tuple[Item, ...]:
        """Return the items that are visible in `window`.

        `window` is (left, top, right, bottom), in the coordinates of the items.
        """
        return tuple(part for item in items for part in self._cull_item(item, window))

    def _cull_item(self, item: Item, window: Bounds) -> Iterator[Item]:
        match item:
            case Group():
                inner_window = _transform_bounds(item.transform, window)
                if item.clip:
                    inner_window = intersect_bounds(inner_window, measure_bounds((item.clip,), with_strokes=False))
                if are_touching(inner_window, _EVERYWHERE) and (items := self.cull(item.items, inner_window)):
                    is_unchanged = len(items) == len(item.items) and all(map(is_, items, item.items))
                    yield item if is_unchanged else replace(item, items=items)
            case SymbolUse(symbol):
                inner_window = _transform_bounds(item.transform, window)
                touches = are_touching(inner_window, symbol.bounds)
                if window == _EVERYWHERE or intersect_bounds(inner_window, symbol.bounds) == symbol.bounds or (
                        touches and self._weights[symbol] <= CULLING_LIMIT):
                    yield item
                elif touches and (items := self.cull(symbol.items, inner_window)):
                    yield Group(items, item.transform)
            case Path() if window != _EVERYWHERE and len(item.segments) > CULLING_LIMIT:
                pad = item.stroke.width * max(1.0, item.stroke.miter_limit) if item.stroke else 0.0
                widened = window[0] - pad, window[1] - pad, window[2] + pad, window[3] + pad
                # An outline outside the box neither fills nor strokes anything in it.
                visible = [part for shape in split_outlines(item.segments)
                           if are_touching(measure_outline(shape), widened)
                           for part in shape]
                if visible:
                    yield item if len(visible) == len(item.segments) else replace(item, segments=tuple(visible))
            case _ if window == _EVERYWHERE or are_touching(measure_bounds((item,)), window):
                yield item


def _transform_bounds(transform: Transform, bounds_outside: Bounds) -> Bounds:
    """Return the smallest rectangle that contains `bounds_outside`, in the coordinates inside a transform."""
    back = transform.invert()
    return _EVERYWHERE if bounds_outside == _EVERYWHERE or back is None else back.map_bounds(bounds_outside)
