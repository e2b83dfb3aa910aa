"""Templates on hexes: what they have in common, and bases of hexes to stand figures on.

A base is cut to fit the map's hexes, with front, flank and rear along the rim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group
from printshop.game.hex_lists import HexSize
from printshop.game.hexbases import HexBase
from printshop.game.maps import HexMap
from printshop.hexes import Orientation
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import NOTHING, Reader
from printshop.layout import hexgrids
from printshop.layout.boxes import Box, largest_box
from printshop.parts import hexes
from printshop.templates.pieces import CUT, TITLE, Cutout, Sheet
from printshop.templates.template import TEMPLATE_KINDS, Pierced
from printshop.units import Length

_BROAD = 1.6  # words are about so many times as broad as high
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
        outline = hexes.inner(hexes.form_of(self), 0.0)
        left, top, right, bottom = shapes.outline_bounds(shapes.polygon(outline).segments)
        place = Transform(e=-left, f=-top)
        style = text.Style("sans", min(14.0, 0.2 * self.across.pt), bold=True)
        words = [(self.label, style), *([(self.title, TITLE)] if self.title != self.label else [])]
        items = (*hexes.zone_rim(self, sheet.ink), *hexes.facing_marks(self), *hexgrids.lines(words, self._middle()))
        edge = shapes.transform_path(shapes.polygon(outline, stroke=CUT), place)
        yield Cutout(self.title, self.title, right - left, bottom - top, edge, (Group(items, place),), self.span)

    def _middle(self) -> Box:
        """Return the place for words: the largest rectangle within the rim, below the marks at the front."""
        outline = hexes.inside(self)
        left, _, right, bottom = shapes.outline_bounds(shapes.polygon(outline).segments)
        top = max(hexes.facing_box(self, cell).bottom for cell in hexes.heads(self)) if self.facing else 0.0
        return largest_box(outline, Box(left, top, right - left, bottom - top), _BROAD)
