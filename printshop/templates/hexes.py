"""Templates on hexes: what they have in common, and bases of hexes to stand figures on.

A base is cut to fit the map's hexes, with front, flank and rear along the rim.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group
from printshop.game.hex_lists import HexSize
from printshop.game.hexbases import HexBase
from printshop.hexes import Orientation
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import NOTHING, Reader
from printshop.layout import hexgrids
from printshop.layout.boxes import Box, largest_box
from printshop.parts import hexes
from printshop.templates.template import (
    CUT,
    TEMPLATE_KINDS,
    TITLE,
    Cutout,
    Pierced,
    Sheet,
)

if TYPE_CHECKING:

    from collections.abc import Iterator

    from printshop.drawing.ink import Ink
    from printshop.game.maps import HexMap
    from printshop.units import Length

ORIENTATIONS = tuple(one.value for one in Orientation)


@block
class OnHexes(Block):
    """What templates have that are made of a map's hexes."""

    map: HexMap | None = keys.entry(
        "maps",
        "the map whose hexes these are; or",
        default=None, instead=", or give 'across'")
    across: Length | None = keys.length(
        "the size of a hex across flats, and how hexes stand",
        default=None, positive=True, least="5 mm", most="300 mm")
    orientation: str = keys.choice(ORIENTATIONS, default=Orientation.FLAT.value)

    @property
    def size(self) -> HexSize:
        """How the hexes stand, and how large they are."""
        if self.map:
            return HexSize(self.map.orientation, self.map.across)
        return HexSize(Orientation(self.orientation), self.across or NOTHING)

    def settled(self, at: Reader) -> Self | None:
        """Return the template."""
        for name in ("across", "orientation"):
            if "map" in at and name in at:
                at.fail(name, f"{at.what} has both 'map' and '{name}'", "its hexes are those of the map")
        if "map" not in at and "across" not in at:
            at.lack("across")
        return self


@TEMPLATE_KINDS.kind("base")
@block
class BaseTemplate(HexBase, Pierced):
    """A base of one or more hexes."""

    material: str = keys.text("what to print it on (card)", default="card")
    label: str = keys.text("what stands on it, besides its title", default="")

    def settled(self, at: Reader) -> Self | None:
        """Return the base with its hexes."""
        self.check_inset(at)
        return replace(self, label=self.label or self.title)

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the piece. Raises TooWide, TooTall and NoGlyph."""
        return _pieces(self, sheet.ink)


# --- drawing

_BROAD = 1.6  # words are about so many times as broad as high


def _pieces(template: BaseTemplate, spend: Ink) -> Iterator[Cutout]:
    """Yield the piece of a base. Raises TooWide, TooTall and NoGlyph."""
    form = hexes.form_of(template)
    outline = hexes.inner(form, 0.0)
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    right, bottom = max(x for x, _ in outline), max(y for _, y in outline)
    place = Transform(e=-left, f=-top)
    words = list(dict.fromkeys([template.label, template.title]))
    style = text.Style("sans", min(14.0, 0.2 * template.across.pt), bold=True)
    lines = [(line, style if number == 0 else TITLE) for number, line in enumerate(words)]
    items = (*hexes.zone_rim(template, spend), *hexes.facing_marks(template),
             *hexgrids.lines(lines, _middle(template)))
    edge = shapes.transform_path(shapes.polygon(outline, stroke=CUT), place)
    yield Cutout(template.title, template.title, right - left, bottom - top, edge, (Group(items, place),),
                 template.span)


def _middle(base: HexBase) -> Box:
    """Return the place for words: the largest rectangle within the rim, below the marks at the front."""
    outline = hexes.inside(base)
    top = max(hexes.facing_box(base, cell).bottom for cell in hexes.heads(base)) if base.facing else 0.0
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    high = max(y for _, y in outline) - top
    return largest_box(outline, Box(left, top, right - left, high), _BROAD)
