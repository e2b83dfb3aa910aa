"""A display list without structure, for cutters: paths alone, every point where it stands on the page.

Symbols and glyphs are written out, transforms are worked into the points, what a clip hides is cut off, pictures
are left out. Layers stay: they tell cuts from folds. A clip that is not convex stays too; cutters ignore it, and
nothing that is to be cut should stand in one.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, assert_never

from printshop.drawing.fonts import face, outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Group, Image, Path, Segment, Stroke, Text, Use, remade
from printshop.drawing.shapes import transform_segments
from printshop.render.svg_clip import cut, region

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.items import Item


def flat(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Item]:
    """Yield the items, put through a transform, as paths and as groups that have a clip or a layer only."""
    for item in items:
        match item:
            case Path():
                yield _path(item, transform)
            case Text():
                yield _text(item, transform)
            case Use():
                yield from flat(item.symbol.items, transform.then(item.transform))
            case Group():
                yield from _group(item, transform)
            case Image():
                pass
            case _:
                assert_never(item)


def _path(path: Path, transform: Transform) -> Path:
    stroke = path.stroke and _scaled(path.stroke, transform)
    return Path(transform_segments(path.segments, transform), path.fill, stroke, path.rule)


def _scaled(stroke: Stroke, transform: Transform) -> Stroke:
    a, b, c, d, _, _ = transform
    scale = sqrt(abs(a * d - b * c))
    return Stroke(
        stroke.color,
        stroke.width * scale,
        tuple(length * scale for length in stroke.dash),
        stroke.phase * scale,
        stroke.cap,
        stroke.join,
        stroke.miter_limit,
    )


def _text(text: Text, transform: Transform) -> Path:
    segments: list[Segment] = []
    x = text.x
    for char in text.string:
        glyph = transform.then(Transform(text.size, 0, 0, text.size, x, text.y))
        segments += transform_segments(outline(text.font, char), glyph)
        x += face(text.font).advance(char) * text.size + text.tracking
    return Path(tuple(segments), text.color)


def _group(group: Group, transform: Transform) -> Iterator[Item]:
    within = transform.then(group.transform)
    items = tuple(flat(group.items, within))
    clip = _path(group.clip, within) if group.clip else None
    if clip and (inside := region(clip)):
        items, clip = remade(items, lambda item: cut(item, inside) if isinstance(item, Path) else ()), None
    if clip or group.layer:
        yield Group(items, clip=clip, layer=group.layer)
    else:
        yield from items
