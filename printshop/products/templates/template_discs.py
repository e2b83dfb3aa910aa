"""Round templates: firing arcs about a model, and areas."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing, cos_sin
from printshop.drawing.items import BLACK
from printshop.products.templates.cut_pieces import (
    BOUND,
    CUT,
    FINE,
    LEAST,
    TITLE,
    WORDS,
    Cutout,
    center_mark,
    rim,
    stack,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.model import SizeClass
    from printshop.game.templates.template_arcs import Arc, ArcSet, ArcsTemplate, DiscTemplate
    from printshop.game.templates.template_head import Head

_CLEAR = 9.0  # lines stop this far from the centre, so that the model's own centre is seen
_ARC_NAME = text.Style("sans", 9.0, bold=True, tracking=0.8)
_BASE = text.Style("sans", 8.0, bold=True)
_NEAR = 9.0  # bases whose edges are closer than this share one label


def arcs(template: ArcsTemplate) -> Iterator[Cutout]:
    """Yield a piece for each set of arcs. Raises TooWide and NoGlyph."""
    size = template.diameter.pt
    for one in template.sets:
        name = f"{template.head.title} {one.name}".strip()
        items = tuple(_arc_items(one, template.head.title, size / 2))
        yield _round(name, size, items, template.head)


def _arc_items(one: ArcSet, title: str, radius: float) -> Iterator[Item]:
    bounds = sorted({round(edge % 360, 9) for arc in one.arcs for edge in (arc.start, arc.start + arc.sweep)})
    for angle in bounds:
        near, far = bearing(angle, _CLEAR, radius, radius), bearing(angle, radius, radius, radius)
        yield shapes.line(*near, *far, BOUND)
    yield from center_mark(radius, radius)
    yield rim((radius, radius), radius, 0, 360, fine=10, coarse=30)
    yield shapes.arrow(radius, 9.5, 0, 8, 6, fill=BLACK)
    yield from _bases(one.bases, radius)
    for arc in one.arcs:
        yield from _arc_words(arc, one.bases, radius)
    served = ", ".join(text.escape(base.key) for base in one.bases)
    label = f"**{title}**, {one.name} bases: {served}" if served else f"**{title}**"
    yield from text.line(label, WORDS, radius, 2 * radius - 10.5, "middle",
                         max_width=2 * math.sqrt(21 * radius) * 0.8, min_size=LEAST)


def _bases(bases: tuple[SizeClass, ...], radius: float) -> Iterator[Item]:
    """Yield the outlines of the bases, the smallest first, with their keys below the bow edge."""
    ordered = sorted(bases, key=lambda base: base.length.points)
    waiting: list[str] = []
    for k, base in enumerate(ordered):
        width, length = base.width.pt, base.length.pt
        yield shapes.rect(radius - width / 2, radius - length / 2, width, length, stroke=FINE)
        waiting.append(text.escape(base.key))
        outer = ordered[k + 1].length.pt if k + 1 < len(ordered) else math.inf
        if (outer - length) / 2 >= _NEAR:
            words = ", ".join(waiting)
            yield from text.line(words, _BASE, radius, radius - length / 2 + 7.8, "middle",
                                 max_width=max(width - 4, 20), min_size=LEAST)
            waiting = []


def _arc_words(arc: Arc, bases: tuple[SizeClass, ...], radius: float) -> tuple[Item, ...]:
    """Return the words of an arc, in the middle of what the bases and the bounds leave free."""
    lines = [(arc.label.upper(), _ARC_NAME), *((note, WORDS) for note in arc.notes)]
    lines.append((f"{arc.sweep:.1f}".removesuffix(".0") + "°", WORDS))
    high = sum(style.size * 1.22 for _, style in lines) / 2
    # the bow arrow and the piece's name stand at the rim, dead ahead and dead astern
    fore_or_aft = abs(cos_sin(arc.start + arc.sweep / 2)[0]) > 0.7
    x, y, half = _free_place(arc, bases, radius - (19 if fore_or_aft else 8), high)
    return stack(lines, radius + x, radius + y, 2 * half)


def _free_place(
    arc: Arc, bases: tuple[SizeClass, ...], rim_at: float, high: float
) -> tuple[float, float, float]:
    """Return where words 2 x `high` points tall have most width in an arc: x, y from the centre, half the width.

    They stay clear of the bases if that leaves room for any words at all.
    """
    middle = arc.start + arc.sweep / 2
    edge = max((_reach(base, middle) for base in bases), default=0.0)
    for inner in (max(edge, _CLEAR), _CLEAR):
        places = [bearing(middle, inner + (rim_at - inner) * k / 40) for k in range(1, 40)]
        best = max((_half_width(place, arc, (inner, rim_at), high), place) for place in places)
        if best[0] > 12:
            break
    width, (x, y) = best
    return x, y, max(width, 1.0)


def _half_width(place: Point, arc: Arc, reach: tuple[float, float], high: float) -> float:
    """Return half the width that is free at a place within the arc, between two distances from the centre."""
    (x, y), (inner, outer) = place, reach
    tall = abs(y) + high
    limits = [math.sqrt(max(outer * outer - tall * tall, 0.0)) - abs(x)]
    if abs(x) >= abs(y):
        limits.append(abs(x) - inner - 3)
    elif abs(y) - high < inner + 2:
        return 0.0
    if arc.sweep < 180:
        for angle, side in ((arc.start, 1), (arc.start + arc.sweep, -1)):
            cos, sin = cos_sin(angle)
            free = side * (x * cos + y * sin) - abs(sin) * high - 4
            limits.append(free / abs(cos) if abs(cos) > 1e-9 else math.copysign(math.inf, free))
    return min(limits)


def _reach(base: SizeClass, angle: float) -> float:
    """Return how far a base reaches from its middle at a bearing."""
    cos, sin = cos_sin(angle)
    across = base.width.pt / 2 / abs(sin) if abs(sin) > 1e-9 else math.inf
    along = base.length.pt / 2 / abs(cos) if abs(cos) > 1e-9 else math.inf
    return min(across, along)


def discs(template: DiscTemplate) -> Iterator[Cutout]:
    """Yield a piece for each of the diameters. Raises TooWide and NoGlyph."""
    title = template.head.title
    for name, diameter in template.discs:
        size = diameter.pt
        radius = size / 2
        lines = [(title, TITLE), (f"{name} · {diameter.text}", WORDS)]
        lines += [(note, WORDS) for note in template.notes]
        below = 11 + sum(style.size * 1.22 for _, style in lines) / 2
        items = (
            rim((radius, radius), radius, 0, 360, fine=10, coarse=90),
            *center_mark(radius, radius),
            *stack(lines, radius, radius + below, size * 0.7),
        )
        yield _round(f"{template.head.title} {name}", size, items, template.head)


def _round(name: str, size: float, items: tuple[Item, ...], head: Head) -> Cutout:
    edge = shapes.circle(size / 2, size / 2, size / 2, stroke=CUT)
    return Cutout(name, head.title, size, size, edge, items, head.span)
