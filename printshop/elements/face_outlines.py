"""The outline of a face, its style and its bleed.

Lengths are in points, with the origin at the face's top left corner and y down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.display_list import Path, Stroke
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink
from printshop.drawing.patterns import ColorSign
from printshop.elements import hexes
from printshop.game.hex_bases import HexBase
from printshop.game.model import Side
from printshop.layout.rectangles import Rect

NEAR = 1e-6
OPPOSITE = {"left": "right", "right": "left", "up": "bottom"}


class Bleed(NamedTuple):
    """The distances in points by which colour at an edge of the face reaches over this edge."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """The look of a face, which is the same for all contents.

    `bow` is the direction of the bow. `hex_base` has the hexes of a piece that covers hexes; its bow points up. Words
    and pictures stay `safe_margin` points clear of the cut; colours do not. With `follows_picture`, the piece is cut
    along the outline of its picture. In black ink, `color_signs` has the patterns of the colours from formulas, by
    colour.
    """

    ink: Ink
    side: Side | None = None
    bow: Literal["left", "right", "up"] = "right"
    is_round: bool = False
    hex_base: HexBase | None = None
    safe_margin: float = 0.0
    follows_picture: bool = False
    color_signs: Mapping[str, ColorSign] = field(default_factory=dict, compare=False)

    def find_edge(self, name: str) -> str:
        """Return the edge of the face ("top", "left" ...) for such a name, or for "bow" or "stern"."""
        return {"bow": "top" if self.bow == "up" else self.bow, "stern": OPPOSITE[self.bow]}.get(name, name)


class FaceOutline(NamedTuple):
    """The rectangle of a face, its style and its bleed."""

    rectangle: Rect
    style: FaceStyle
    bleed: Bleed

    def limit_bleed(self, pattern: str, ink: Ink) -> FaceOutline:
        """Return the outline for an area with a pattern: its lines in black ink end at the cut, without bleed."""
        return self._replace(bleed=Bleed()) if ink is Ink.BLACK and pattern not in {"plain", "solid"} else self

    @property
    def text_rectangle(self) -> Rect:
        """The rectangle for words on the whole face."""
        style = self.style
        return (hexes.find_text_rectangles(style.hex_base, style.safe_margin)[0] if style.hex_base
                else self.rectangle.inset(style.safe_margin))

    @property
    def coloured_outline(self) -> tuple[Point, ...]:
        """The outline of the area for colour on a piece of hexes."""
        assert self.style.hex_base
        return hexes.make_colored_outline(self.style.hex_base, max(self.bleed))

    def find_touched_edges(self, box: Rect) -> tuple[bool, bool, bool, bool]:
        """Return for the left, top, right and bottom edge of a box whether it lies on an edge of the face."""
        ends, edges = ((place.x, place.y, place.right, place.bottom) for place in (box, self.rectangle))
        left, top, right, bottom = (abs(end - edge) < NEAR for end, edge in zip(ends, edges, strict=True))
        return left, top, right, bottom

    def extend_over_edges(self, box: Rect) -> Rect:
        """Return a box extended by the bleed over the edges of the face that it touches."""
        return box.inset(*[-over * touches for over,
                           touches in zip(self.bleed, self.find_touched_edges(box), strict=True)])

    def draw_border_line(self, inset: float, stroke: Stroke) -> Path:
        """Return a line all round the face, `inset` points inside its edge."""
        if self.style.hex_base:
            return shapes.polygon(hexes.inset_outline(hexes.make_hex_form(self.style.hex_base), inset), stroke=stroke)
        box = self.rectangle.inset(inset)
        return (shapes.circle(*box.center, box.width / 2, stroke=stroke) if self.style.is_round
                else shapes.rect(*box, stroke=stroke))
