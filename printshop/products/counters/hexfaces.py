"""Where the parts of a face go on a piece of hexes: inside its outline, its rim and the mark at its front.

Points, origin at the piece's top left corner, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.items import BLACK, Group, Item, Stroke
from printshop.layout.boxes import Box
from printshop.layout.polygons import largest_box
from printshop.products.counters import hexbases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printshop.drawing.geometry import Point
    from printshop.game.hexbases import HexBase
    from printshop.hexes import Hex

SEAM = Stroke(BLACK, 0.7, dash=(0.7, 2.1))
"""The hexsides inside a piece are dotted: what is solid is cut, and what is dashed is folded."""


def rooms(base: HexBase, safe: float = 0.0) -> dict[int, Box]:
    """Return the rectangles round what is left for words: of the whole piece (0), and of its hexes, from 1.

    They stay `safe` points clear of the cut at least.
    """
    marked = hexbases.heads(base) if base.facing else ()
    found = {0: _room(hexbases.inside(base, safe), base, marked)}
    for number, cell in enumerate(base.cells, 1):
        found[number] = _room(hexbases.inside_cell(base, cell, safe), base, (cell,) if cell in marked else ())
    return found


def seams(base: HexBase) -> tuple[Item, ...]:
    """Return the hexsides inside a piece of several hexes, up to its rim or its cut."""
    if len(base.cells) == 1:
        return ()
    grid = hexbases.form_of(base).grid
    drawn = tuple(shapes.line(*start, *end, SEAM) for _, beyond, start, end in grid.edges(base.cells)
                  if beyond in base.cells)
    return (Group(drawn, clip=shapes.polygon(hexbases.coloured(base, 0.0))),)


def _room(outline: Sequence[Point], base: HexBase, marked: tuple[Hex, ...]) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    top = max([min(ys), *(hexbases.facing_box(base, cell).bottom + hexbases.CLEAR / 2 for cell in marked)])
    return Box(min(xs), top, max(xs) - min(xs), max(ys) - top)


def fitted(base: HexBase, cell: int, place: Box, breadth: float = 0.0, safe: float = 0.0) -> Box:
    """Return the largest rectangle in a place that lies inside the outline of the piece, or of one of its hexes.

    With a `breadth`, the one that takes the largest thing which is so many times as broad as it is high.
    """
    outline = hexbases.inside_cell(base, base.cells[cell - 1], safe) if cell else hexbases.inside(base, safe)
    return largest_box(tuple(outline), place, breadth)


def widened(room: Box, place: Box, whole: Box) -> Box:
    """Return the place of a band that runs out over the edges of the piece wherever it touches its room for words."""
    left, top, right, bottom = place.x, place.y, place.right, place.bottom
    near = 1e-6
    left = whole.x if left <= room.x + near else left
    right = whole.right if right >= room.right - near else right
    top = whole.y if top <= room.y + near else top
    bottom = whole.bottom if bottom >= room.bottom - near else bottom
    return Box(left, top, right - left, bottom - top)
