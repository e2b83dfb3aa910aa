"""Pieces of hexes, drawn: their outline, the zones along their rim, the triangle at their front.

Points, origin at the piece's top left corner, y down; every piece faces up the page.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke, parse_color
from printshop.hexes import Grid, Hex, Orientation, add, directions
from printshop.layout.boxes import Box, largest_box
from printshop.layout.combs import HexForm
from printshop.layout.cuts import dark_in
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.game.hexbases import HexBase, Zone

EDGE = 0.7 * MM
"""How far the rim stays inside the cut: neighbours share their cuts, and a crooked one must not show."""

RIM, BROADEST = 2.1 * MM, 3.0 * MM
"""How broad the rim is: room for a word of the smallest type that is allowed, on large hexes for a larger one."""

HAIR = 0.45 * MM
"""What stays white between the rim and the colours inside it: black would run into black."""

CLEAR = 0.8 * MM
"""How far words and marks stay from the rim, or from the cut where there is no rim."""

WORD = text.Style("sans", 5.4, bold=True)
LEAST = 5.0
FINE = Stroke(BLACK, 0.5)
OUTLINE = Stroke(BLACK, 0.7)
RAIL = 0.22  # of the rim's breadth: one of the two lines along it that stand for its colour in black ink


def form_of(base: HexBase) -> HexForm:
    """Return the outline of a piece, as it is cut."""
    return HexForm(base.orientation, base.across.pt, base.inset.pt, base.cells)


def mirrored(base: HexBase, *, bare: bool = False) -> HexBase:
    """Return the hexes of the back of a piece, as they are seen once it is turned over; `bare` ones are not marked."""
    cells = _reflected(base.orientation, base.cells)
    return replace(base, cells=cells, zones=(), facing=False) if bare else replace(base, cells=cells)


def reflected(form: HexForm) -> HexForm:
    """Return the outline of the back of a piece."""
    return form._replace(cells=_reflected(form.orientation, form.cells))


def _reflected(orientation: Orientation, cells: tuple[Hex, ...]) -> tuple[Hex, ...]:
    if orientation is Orientation.FLAT:
        return tuple((-q, q + r) for q, r in cells)
    return tuple((-q - r, r) for q, r in cells)


def broad(base: HexBase) -> float:
    """Return how broad the rim of a piece is."""
    return min(BROADEST, max(RIM, 0.075 * base.across.pt))


def depth(base: HexBase) -> float:
    """Return how far inside the cut the inside of a piece begins."""
    return EDGE + broad(base) + CLEAR if base.zones else CLEAR


@lru_cache(maxsize=256)
def inner(form: HexForm, by: float) -> tuple[Point, ...]:
    """Return the outline that lies `by` points inside the cut one; negative is outside."""
    [loop] = form.grid.outline(form.cells, form.inset + by)
    return loop


def coloured(base: HexBase, bleed: float) -> tuple[Point, ...]:
    """Return the outline of what grounds and bands may cover: up to a hair inside the rim, or out over the cut."""
    return inner(form_of(base), EDGE + broad(base) + HAIR if base.zones else -bleed)


def inside(base: HexBase, safe: float = 0.0) -> tuple[Point, ...]:
    """Return the outline of what is left for words and pictures, at least `safe` points inside the cut."""
    return inner(form_of(base), max(depth(base), safe))


def inside_cell(base: HexBase, cell: Hex, safe: float = 0.0) -> tuple[Point, ...]:
    """Return the same of one of its hexes alone."""
    grid = form_of(base).grid
    return grid.corners(cell, base.inset.pt + max(depth(base), safe))


def heads(base: HexBase) -> tuple[Hex, ...]:
    """Return the hexes with nothing of the piece before them: those that carry a mark at the front."""
    steps = directions(base.orientation)
    front = (steps[0],) if base.orientation is Orientation.FLAT else (steps[0], steps[5])
    return tuple(cell for cell in base.cells if not any(add(cell, step) in base.cells for step in front))


# --- the mark at the front ---


def facing_marks(base: HexBase, below: Sequence[Item] = ()) -> tuple[Item, ...]:
    """Return a triangle at the front of every hex that has nothing of the piece before it.

    It is black; white with a black outline where something dark lies `below` it.
    """
    return tuple(_triangle(base, cell, below) for cell in heads(base)) if base.facing else ()


def facing_box(base: HexBase, cell: Hex) -> Box:
    """Return the place of the mark of a hex."""
    x, y = form_of(base).grid.center(cell)
    cut = base.across.pt - 2 * base.inset.pt
    long = min(max(0.16 * cut, 1.6 * MM), 7 * MM)
    within = Grid(base.orientation, cut - 2 * (depth(base) - CLEAR / 2))
    top = min(corner_y for _, corner_y in within.corners())
    broad = long * (1.1 if base.orientation is Orientation.POINTY else 1.5)
    return Box(x - broad / 2, y + top, broad, long)


def _triangle(base: HexBase, cell: Hex, below: Sequence[Item]) -> Item:
    box = facing_box(base, cell)
    corners = [(box.center[0], box.y), (box.right, box.bottom), (box.x, box.bottom)]
    if dark_in(below, box):
        return shapes.polygon(corners, fill=WHITE, stroke=OUTLINE)
    return shapes.polygon(corners, fill=BLACK)


# --- the zones along the rim ---


class _Side(NamedTuple):
    """A side of the outline: the corners of its part of the rim, outside first, clockwise; its zone."""

    corners: tuple[Point, Point, Point, Point]
    number: int
    zone: Zone | None


def zone_rim(base: HexBase, ink: Ink) -> tuple[Item, ...]:
    """Return the rim: along every side the colour, pattern and name of the zone that lies beyond it."""
    if not base.zones:
        return ()
    sides = _sides(base)
    form = form_of(base)
    items: list[Item] = [item for side in sides if side.zone for item in _band(side, side.zone, base, ink)]
    items += [shapes.line(*side.corners[0], *side.corners[3], FINE)
              for number, side in enumerate(sides) if side.zone != sides[number - 1].zone]
    return *items, shapes.polygon(inner(form, EDGE + broad(base)), stroke=FINE)


def _sides(base: HexBase) -> list[_Side]:
    form = form_of(base)
    outer, within = inner(form, EDGE), inner(form, EDGE + broad(base))
    [rim] = form.grid.rim(form.cells)
    return [
        _Side((outer[k], outer[(k + 1) % len(rim)], within[(k + 1) % len(rim)], within[k]), number,
              base.beyond(cell, number))
        for k, (cell, number) in enumerate(rim)
    ]


def _band(side: _Side, zone: Zone, base: HexBase, ink: Ink) -> Iterator[Item]:
    """Draw one side of the rim, in a frame of its own: x along the outer edge, y inwards."""
    (x, y), (x2, y2), *_ = side.corners
    along = _Frame(x, y, (x2 - x), (y2 - y))
    corners = [along.inside(*corner) for corner in side.corners]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    box, color = (left, 0.0, right - left, broad(base)), parse_color(zone.color)
    if _railed(zone, ink):
        filled = _rails(box)
    else:
        filled = patterns.fill(zone.pattern, box, color, ink, pitch=1.5 * MM, weight=0.7)
    yield Group((Group(filled, clip=shapes.polygon(corners)),), along.transform)
    yield from _word(side, zone, base, ink)


def _railed(zone: Zone, ink: Ink) -> bool:
    """Return whether a zone has lines along the rim: solid black would be taken for the colour of a side."""
    return ink is Ink.BLACK and zone.pattern == "solid"


def _rails(box: tuple[float, float, float, float]) -> tuple[Item, ...]:
    """Draw two lines along the rim; the patterns of sides run across."""
    x, y, width, height = box
    wide = RAIL * height
    return (shapes.rect(*box, fill=WHITE), shapes.rect(x, y + wide / 2, width, wide, fill=BLACK),
            shapes.rect(x, y + height - 1.5 * wide, width, wide, fill=BLACK))


class _Frame(NamedTuple):
    """A frame of reference along a side that begins at (x, y) and runs by (dx, dy)."""

    x: float
    y: float
    dx: float
    dy: float

    @property
    def transform(self) -> Transform:
        """The way from the frame to the piece."""
        ux, uy = self._unit
        return Transform(ux, uy, -uy, ux, self.x, self.y)

    @property
    def _unit(self) -> Point:
        long = hypot(self.dx, self.dy)
        return self.dx / long, self.dy / long

    def inside(self, x: float, y: float) -> Point:
        """Return a point of the piece in the frame."""
        ux, uy = self._unit
        dx, dy = x - self.x, y - self.y
        return ux * dx + uy * dy, -uy * dx + ux * dy


def _word(side: _Side, zone: Zone, base: HexBase, ink: Ink) -> Iterator[Item]:
    """Write a zone's name in the middle of a side, never upside down; sides that are too short go without."""
    name = text.escape(zone.name)
    inner_long = _long(side.corners[2], side.corners[3])
    if text.measure(name, WORD._replace(size=LEAST)) > inner_long - 3:
        return
    ground = _ground(zone, ink)
    style = WORD._replace(color=text_on(ground), size=WORD.size * broad(base) / RIM)
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = side.corners
    tilt = base.orientation.tilt + 60 * side.number
    turn = tilt + 180 if 90 < tilt % 360 < 270 else tilt
    middle = Transform().translate((x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4).rotate(turn)
    words = text.line(name, style, 0, style.face.cap_height * style.size / 2, "middle", inner_long - 3, LEAST)
    wide, high = sum(word.width for word in words) + 4, broad(base) - 0.5
    bare = zone.pattern == "plain" or (zone.pattern == "solid" and not _railed(zone, ink))
    patch = () if bare else (shapes.rect(-wide / 2, -high / 2, wide, high, fill=WHITE),)
    yield Group((*patch, *words), middle)


def _ground(zone: Zone, ink: Ink) -> Color:
    """Return what a zone's name is written on."""
    return WHITE if zone.pattern != "solid" or _railed(zone, ink) else area(ink, parse_color(zone.color))


def _long(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


SEAM = Stroke(BLACK, 0.7, dash=(0.7, 2.1))
"""The hexsides inside a piece are dotted: what is solid is cut, and what is dashed is folded."""


def rooms(base: HexBase, safe: float = 0.0) -> dict[int, Box]:
    """Return the rectangles round what is left for words: of the whole piece (0), and of its hexes, from 1.

    They stay `safe` points clear of the cut at least.
    """
    marked = heads(base) if base.facing else ()
    found = {0: _room(inside(base, safe), base, marked)}
    for number, cell in enumerate(base.cells, 1):
        found[number] = _room(inside_cell(base, cell, safe), base, (cell,) if cell in marked else ())
    return found


def seams(base: HexBase) -> tuple[Item, ...]:
    """Return the hexsides inside a piece of several hexes, up to its rim or its cut."""
    if len(base.cells) == 1:
        return ()
    grid = form_of(base).grid
    drawn = tuple(shapes.line(*start, *end, SEAM) for _, beyond, start, end in grid.edges(base.cells)
                  if beyond in base.cells)
    return (Group(drawn, clip=shapes.polygon(coloured(base, 0.0))),)


def _room(outline: Sequence[Point], base: HexBase, marked: tuple[Hex, ...]) -> Box:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    top = max([min(ys), *(facing_box(base, cell).bottom + CLEAR / 2 for cell in marked)])
    return Box(min(xs), top, max(xs) - min(xs), max(ys) - top)


def fitted(base: HexBase, cell: int, place: Box, breadth: float = 0.0, safe: float = 0.0) -> Box:
    """Return the largest rectangle in a place that lies inside the outline of the piece, or of one of its hexes.

    With a `breadth`, the one that takes the largest thing which is so many times as broad as it is high.
    """
    outline = inside_cell(base, base.cells[cell - 1], safe) if cell else inside(base, safe)
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
