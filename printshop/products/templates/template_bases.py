"""Bases of hexes to stand figures on: cut to fit the map's hexes, with front, flank and rear along the rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group
from printshop.layout.boxes import Box
from printshop.layout.polygons import largest_box
from printshop.products.counters import hexes
from printshop.products.hexmaps import hex_drawing
from printshop.products.templates.cut_pieces import CUT, TITLE, Cutout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.ink import Ink
    from printshop.game.hexbases import HexBase
    from printshop.game.templates.template_bases import BaseTemplate

_BROAD = 1.6  # words are about so many times as broad as high


def bases(template: BaseTemplate, spend: Ink) -> Iterator[Cutout]:
    """Yield the piece of a base. Raises TooWide, TooTall and NoGlyph."""
    base, head = template.base, template.head
    form = hexes.form_of(base)
    outline = hexes.inner(form, 0.0)
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    right, bottom = max(x for x, _ in outline), max(y for _, y in outline)
    place = Transform(e=-left, f=-top)
    words = list(dict.fromkeys([template.label, head.title]))
    style = text.Style("sans", min(14.0, 0.2 * base.across.pt), bold=True)
    lines = [(line, style if number == 0 else TITLE) for number, line in enumerate(words)]
    items = (*hexes.zone_rim(base, spend), *hexes.facing_marks(base), *hex_drawing.lines(lines, _middle(base)))
    edge = shapes.transform_path(shapes.polygon(outline, stroke=CUT), place)
    yield Cutout(head.title, head.title, right - left, bottom - top, edge, (Group(items, place),), head.span)


def _middle(base: HexBase) -> Box:
    """Return the place for words: the largest rectangle within the rim, below the marks at the front."""
    outline = hexes.inside(base)
    top = max(hexes.facing_box(base, cell).bottom for cell in hexes.heads(base)) if base.facing else 0.0
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    high = max(y for _, y in outline) - top
    return largest_box(outline, Box(left, top, right - left, high), _BROAD)
