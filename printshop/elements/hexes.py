"""Drawing of pieces of hexes: their outline, the zones along their rim, the triangle at their front.

Lengths are in points, with the origin at the piece's top left corner and y down; every piece faces up the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist

from printshop.drawing import patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color
from printshop.game.hex_bases import HexBase, HexBaseZone
from printshop.hexes import Hex, HexGrid, Orientation, hex_directions, step_hex
from printshop.hexes import mirror_hex as mirrored_hex
from printshop.layout.cutouts import HexOutline
from printshop.layout.rectangles import Rect, find_largest_rect
from printshop.lengths import MM

Outline = tuple[Point, ...]

EDGE = 0.7 * MM
"""Distance from the cut to the rim. Solid zones continue over it, so that a crooked cut shows no white."""

OVER = 1.0 * MM
"""Distance by which solid zones continue beyond the cut, at sides without a neighbour."""

RIM, BROADEST = 2.1 * MM, 3.0 * MM
"""Least and greatest breadth of the rim: it has room for a word in the smallest type, or larger on large hexes."""

HAIR = 0.45 * MM
"""White space between the rim and the colours inside it, so that black areas stay apart."""

CLEAR = 0.8 * MM
"""Distance of words and marks from the rim, or from the cut if there is no rim."""

WORD, LEAST = text.Style("sans", 5.4, bold=True), 5.0
FINE, OUTLINE = Stroke(BLACK, 0.5), Stroke(BLACK, 0.7)
# hexsides inside a piece: not solid, which would mean a cut, and not dashed, which would mean a fold
SEAM = Stroke(BLACK, 0.7, dash=(0.7, 2.1))
RAIL = 0.22  # of the rim's breadth: each of the two lines along the rim in place of its colour in black ink


def make_hex_form(base: HexBase) -> HexOutline:
    """Return the outline along which a piece is cut."""
    return HexOutline(base.orientation, base.across.pt, base.inset.pt, base.cells)


def mirror_base(base: HexBase, *, bare: bool = False) -> HexBase:
    """Return the hexes of the back of a piece after it is turned over.

    `bare` hexes have no zones and no front mark.
    """
    turned = replace(base, cells=mirror_form(make_hex_form(base)).cells)
    return replace(turned, zones=(), facing=False) if bare else turned


def mirror_form(form: HexOutline) -> HexOutline:
    """Return the outline of the back of a piece."""
    return replace(form, cells=tuple(mirrored_hex(cell, form.orientation) for cell in form.cells))


def measure_rim(base: HexBase) -> float:
    """Return the breadth of the rim of a piece, in points."""
    return min(BROADEST, max(RIM, 0.075 * base.across.pt))


def _measure_depth(base: HexBase) -> float:
    """Return the distance from the cut to the inside of a piece, in points."""
    return EDGE + measure_rim(base) + CLEAR if base.zones else CLEAR


@lru_cache(maxsize=256)
def inset_outline(form: HexOutline, distance: float) -> Outline:
    """Return the outline `distance` points inside the cut, or outside for a negative number."""
    [loop] = form.grid.trace_outlines(form.cells, form.inset + distance)
    return loop


def measure_color_depth(base: HexBase) -> float:
    """Return the distance from the cut to grounds and bands, in points.

    It is 0 without zones, else a little over the width of the rim.
    """
    return EDGE + measure_rim(base) + HAIR if base.zones else 0.0


def make_colored_outline(base: HexBase, bleed: float) -> Outline:
    """Return the outline of the area for grounds and bands.

    It is just inside the rim, or `bleed` points beyond the cut.
    """
    return inset_outline(make_hex_form(base), measure_color_depth(base) if base.zones else -bleed)


def make_inner_outline(base: HexBase, cell: int = 0, safe: float = 0.0) -> Outline:
    """Return the outline of the area for words and pictures, at least `safe` points inside the cut.

    It is the area in the whole piece (`cell` 0), or in one of its hexes, counted from 1.
    """
    form, deep = make_hex_form(base), max(_measure_depth(base), safe)
    return form.grid.find_corners(base.cells[cell - 1], form.inset + deep) if cell else inset_outline(form, deep)


def find_front_hexes(base: HexBase) -> tuple[Hex, ...]:
    """Return the hexes without another hex of the piece before them: these have a mark at the front."""
    steps = hex_directions(base.orientation)
    front = (steps[0],) if base.orientation is Orientation.FLAT else (steps[0], steps[5])
    return tuple(cell for cell in base.cells if not any(step_hex(cell, step) in base.cells for step in front))


# --- the mark at the front ---


def draw_facing_marks(base: HexBase, below: Sequence[Item] = (), field: Color | None = None) -> Iterator[Item]:
    """Yield a triangle at the front of every hex of `find_front_hexes`.

    It is black, or white with a black outline if a dark area lies `below` it, or if white is more legible on the
    `field`.
    """
    from printshop.layout.cut_lines import has_dark_area

    for cell in find_front_hexes(base) if base.facing else ():
        box = find_facing_box(base, cell)
        corners = [(box.center[0], box.y), (box.right, box.bottom), (box.x, box.bottom)]
        dark = choose_text_color(field) == WHITE if field else has_dark_area(below, box)
        yield shapes.polygon(corners, fill=WHITE if dark else BLACK, stroke=OUTLINE if dark else None)


def find_facing_box(base: HexBase, cell: Hex) -> Rect:
    """Return the place of the mark of a hex."""
    x, y = make_hex_form(base).grid.find_center(cell)
    cut = base.across.pt - 2 * base.inset.pt
    long = min(max(0.16 * cut, 1.6 * MM), 7 * MM)
    inner_grid = HexGrid(base.orientation, cut - 2 * (_measure_depth(base) - CLEAR / 2))
    wide = long * (1.1 if base.orientation is Orientation.POINTY else 1.5)
    return Rect(x - wide / 2, y + min(top for _, top in inner_grid.find_corners()), wide, long)


# --- the zones along the rim ---


def draw_zone_rim(base: HexBase, ink: Ink, field: Color | None = None) -> tuple[Item, ...]:
    """Return the rim: along every side the colour, pattern and name of the zone beyond it.

    On a piece with the colour of a side, the `field`, zones have shades of this colour: solid zones are dark, plain
    zones have none.
    """
    if not base.zones:
        return ()
    form = make_hex_form(base)
    over, cut, outer, inner = (inset_outline(form, distance)
                               for distance in (-OVER, 0.0, EDGE, EDGE + measure_rim(base)))
    [rim] = form.grid.trace_rims(form.cells)
    zones = [zone and tint_zone(zone, field, ink) for zone in (base.find_zone(cell, number) for cell, number in rim)]
    items: list[Item] = []
    for k, ((_, number), zone) in enumerate(zip(rim, zones, strict=True)):
        end = (k + 1) % len(rim)
        # also below the side of the rim, so that there is no visible seam
        if zone and zone.pattern == "solid" and ink is not Ink.BLACK:
            fill = choose_area_color(ink, parse_color(zone.color))
            items += [shapes.polygon((over[k], over[end], inner[end], inner[k]), fill=fill, stroke=Stroke(fill, 0.3))]
            # the cut
            items += [shapes.line(*cut[k], *cut[end], Stroke(WHITE, 1.0))] if choose_text_color(fill) == WHITE else []
        items += _draw_rim_side((outer[k], outer[end], inner[end], inner[k]), number, zone, base, ink) if zone else ()
    items += [shapes.line(*outer[k], *inner[k], FINE) for k, zone in enumerate(zones) if zone != zones[k - 1]]
    return *items, shapes.polygon(inner, stroke=FINE)


def tint_zone(zone: HexBaseZone, field: Color | None, ink: Ink) -> HexBaseZone:
    """Return a zone in a shade of a side's colour, so that the colour of the side stays prominent."""
    if not field or ink is Ink.BLACK or zone.pattern == "plain":
        return zone
    shade = field.mix(BLACK, 0.55) if zone.pattern == "solid" else WHITE.mix(field, 0.3)
    return zone._replace(color=shade.to_hex(), pattern="solid")


def _draw_rim_side(corners: Outline, number: int, zone: HexBaseZone, base: HexBase, ink: Ink) -> Iterator[Item]:
    """Draw one side of the rim: colour, pattern and name of its zone. Corners are clockwise, the outer ones first.

    The pattern has a coordinate system of its own: x along the outer edge, y inwards. The name stands in the middle,
    never upside down, on a white patch if there is a pattern; sides that are too short have no name.
    """
    (x, y), end, *_ = corners
    long = dist((x, y), end)
    ux, uy = (end[0] - x) / long, (end[1] - y) / long
    framed = [(ux * (px - x) + uy * (py - y), -uy * (px - x) + ux * (py - y)) for px, py in corners]
    left, right = min(x for x, _ in framed), max(x for x, _ in framed)
    box, color = Rect(left, 0.0, right - left, measure_rim(base)), parse_color(zone.color)
    # Solid black would look like the colour of a side, so there are two lines along the rim: no pattern of a side has
    # these.
    railed = ink is Ink.BLACK and zone.pattern == "solid"
    wide = RAIL * box.height
    filled = (shapes.rect(*box, fill=WHITE), shapes.rect(left, wide / 2, box.width, wide, fill=BLACK),
              shapes.rect(left, box.height - 1.5 * wide, box.width, wide,
                          fill=BLACK)) if railed else patterns.fill_with_pattern(
        zone.pattern, box, color, ink, pitch=1.5 * MM, weight=0.7)
    yield Group((Group(filled, clip=shapes.polygon(framed)),), Transform(ux, uy, -uy, ux, x, y))
    name, room = text.escape_markup(zone.name), dist(corners[2], corners[3]) - 3
    if text.measure_text(name, WORD._replace(size=LEAST)) > room:
        return
    solid = zone.pattern == "solid" and not railed
    style = WORD._replace(size=WORD.size * measure_rim(base) / RIM,
                          color=choose_text_color(choose_area_color(ink, color) if solid else WHITE))
    words = text.set_line(name, style, 0, style.face.cap_height * style.size / 2, "middle", room, LEAST)
    wide, high = sum(word.width for word in words) + 4, measure_rim(base) - 0.5
    patch = () if solid or zone.pattern == "plain" else (shapes.rect(-wide / 2, -high / 2, wide, high, fill=WHITE),)
    tilt = base.orientation.first_bearing + 60 * number
    middle = Transform().translate(*(sum(values) / 4 for values in zip(*corners, strict=True)))
    yield Group((*patch, *words), middle.rotate(tilt + 180 if 90 < tilt % 360 < 270 else tilt))


def draw_seams(base: HexBase) -> tuple[Item, ...]:
    """Return the hexsides inside a piece of several hexes, up to its rim or its cut."""
    if len(base.cells) == 1:
        return ()
    sides = tuple(shapes.line(*start, *end, SEAM) for _, beyond, start,
                  end in make_hex_form(base).grid.list_edges(base.cells)
                  if beyond in base.cells)
    return (Group(sides, clip=shapes.polygon(make_colored_outline(base, 0.0))),)


# --- places of parts ---


def find_text_rectangles(base: HexBase, safe: float = 0.0) -> dict[int, Rect]:
    """Return the bounds of the area for words in the whole piece (0), and in each of its hexes (from 1).

    The areas stay at least `safe` points clear of the cut, and below the marks at the front.
    """
    marked = find_front_hexes(base) if base.facing else ()
    boxes = {}
    for number in range(len(base.cells) + 1):
        xs, ys = zip(*make_inner_outline(base, number, safe), strict=True)
        below = [find_facing_box(base, cell).bottom + CLEAR / 2 for cell in marked
                 if not number or cell == base.cells[number - 1]]
        top = max([min(ys), *below])
        boxes[number] = Rect(min(xs), top, max(xs) - min(xs), max(ys) - top)
    return boxes


def fit_rectangle(base: HexBase, cell: int, place: Rect, breadth: float = 0.0, safe: float = 0.0) -> Rect:
    """Return the largest rectangle in a place that lies inside the outline of the piece, or of one of its hexes.

    With a `breadth`, it is the rectangle with room for the largest drawing of this ratio of width to height.
    """
    return find_largest_rect(make_inner_outline(base, cell, safe), place, breadth)


def widen_band(room: Rect, place: Rect, whole: Rect) -> Rect:
    """Return the place of a band, extended to the edges of the piece on each side where it touches `room`."""
    near = 1e-6
    left = whole.x if place.x <= room.x + near else place.x
    right = whole.right if place.right >= room.right - near else place.right
    top = whole.y if place.y <= room.y + near else place.y
    bottom = whole.bottom if place.bottom >= room.bottom - near else place.bottom
    return Rect(left, top, right - left, bottom - top)
