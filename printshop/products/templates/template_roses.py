"""Roses of directions, with the arrow that shows which of them holds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.items import BLACK, WHITE, Stroke
from printshop.products.templates.cut_pieces import CUT, FINE, LEAST, TITLE, Cutout, center_mark, turned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Item, Path
    from printshop.game.templates.template_roses import RoseTemplate

_LABEL = text.Style("sans", 20.0, bold=True)
_NORTH = text.Style("sans", 8.0, bold=True)
# Distances from the centre, as shares of that of the sides.
_STAR, _NOTCH, _LABELS, _EDGE = 0.52, 0.16, 0.68, 0.9
_SHAFT, _HEAD, _BARB = 0.09, 0.2, 0.42  # of the arrow: half its shaft, half its head, how long the head is


def roses(template: RoseTemplate) -> Iterator[Cutout]:
    """Yield a rose and its arrow. Raises TooWide and NoGlyph."""
    head = template.head
    edge = _edge(template)
    left, top, right, bottom = shapes.outline_bounds(edge.segments)
    x, y = -left, -top
    edge = shapes.transform_path(edge, Transform(e=x, f=y))
    yield Cutout(head.title, head.title, right - left, bottom - top, edge, tuple(_items(template, x, y)), head.span,
                 middle=(x, y))
    if template.arrow:
        yield _arrow(template)


def _edge(template: RoseTemplate) -> Path:
    radius, count = template.across.pt / 2, len(template.labels)
    if not template.sided:
        return shapes.circle(0, 0, radius, stroke=CUT)
    half = 180 / count
    return shapes.regular(0, 0, radius / math.cos(math.radians(half)), count, template.first + half, stroke=CUT)


def _items(template: RoseTemplate, x: float, y: float) -> Iterator[Item]:
    radius, count = template.across.pt / 2, len(template.labels)
    step = 360 / count
    pitch = _LABELS * radius * math.radians(step)
    size, room = min(_LABEL.size, 0.24 * radius, 0.72 * pitch), min(0.95 * pitch, 0.5 * radius)
    for number, words in enumerate(template.labels):
        at = template.first + number * step
        yield from point(at, step, radius, (x, y))
        base_x, base_y = bearing(at, _LABELS * radius, x, y)
        yield from text.line(words, _LABEL._replace(size=size), base_x, base_y + 0.36 * size, "middle", room, LEAST)
    yield from center_mark(x, y)
    if template.north:
        yield shapes.arrow(x - 4.5, y - _EDGE * radius - 3.5, 0, 7, 5, fill=BLACK)
        yield from text.line("N", _NORTH, x + 0.5, y - _EDGE * radius + 3.2)
    yield from text.line(template.head.title, TITLE, x, y + _EDGE * radius + 2.9, "middle", 0.9 * radius, LEAST)


def point(at: float, step: float, radius: float, center: tuple[float, float]) -> Iterator[Item]:
    """Yield one point of the star: its right half filled, as on a compass."""
    tip, middle = bearing(at, _STAR * radius, *center), center
    for side, fill in ((step / 2, BLACK), (-step / 2, WHITE)):
        corner = bearing(at + side, _NOTCH * radius, *center)
        yield shapes.polygon([middle, tip, corner], fill=fill, stroke=FINE)


def _arrow(template: RoseTemplate) -> Cutout:
    """Return the arrow, pointing to the right, as long as the star of the rose is broad."""
    radius = template.across.pt / 2
    long, shaft, half, barb = 1.2 * radius, _SHAFT * radius, _HEAD * radius, _BARB * radius
    corners = [(0.0, half - shaft), (long - barb, half - shaft), (long - barb, 0.0), (long, half),
               (long - barb, 2 * half), (long - barb, half + shaft), (0.0, half + shaft)]
    inner = [(long - barb + 2.4, 3.8), (long - 4.4, half), (long - barb + 2.4, 2 * half - 3.8)]
    name = template.head.title
    style = TITLE._replace(size=min(8.0, 1.3 * shaft))
    words = text.line(name, style, 0, 0.36 * style.size, "middle", 0.5 * long, LEAST)
    items = (
        shapes.polygon(inner, fill=BLACK),
        shapes.cross(long / 2, half, 5, Stroke(BLACK, 0.4)) if not words else turned(words, (long - barb) / 2, half, 0),
    )
    return Cutout(f"{name} arrow", name, long, 2 * half, shapes.polygon(corners, stroke=CUT), items, template.head.span)
