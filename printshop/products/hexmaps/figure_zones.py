"""The zones in the picture of a scenario's map: grounds, borders, arrows, names. Points, origin the map's top left."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, mark
from printshop.drawing.items import BLACK, WHITE, Group, Path, Stroke, parse_color
from printshop.drawing.patterns import texture
from printshop.hexes import Orientation
from printshop.layout.boxes import Box
from printshop.products.hexmaps import hex_edges, hex_words, hex_zones
from printshop.products.hexmaps.hex_drawing import closed
from printshop.products.safely import reported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Zone
    from printshop.hexes import Grid

PALE = 0.35  # how much of its colour a side's zone has
SCREEN = 2.0  # the pitch of the lines that stand for solid black, much finer than any pattern
HALO = 4.0  # what of white parts an arrow from a pattern
NAME = text.Style("serif", 9.0, bold=True)
_EDGE = text.Style("serif", 9.0)
_OFF = 4.0  # from the map to a name outside it
_TRIED = 60  # hexes where a name might stand
_AROUND = 3.0  # what a name in a zone keeps of it round itself


class Names(NamedTuple):
    """The names of zones: those on the map, and those beside it."""

    inside: tuple[Item, ...]
    outside: tuple[Item, ...]


def grounds(one: HexMap, grid: Grid, ink: Ink) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the grounds of the zones of sides, and the borders of all; a hex of several sides is divided."""
    below: list[Item] = []
    above: list[Item] = []
    for zone in one.zones:
        border = tuple(hex_zones.borders(replace(one, zones=(zone,)), grid, ink))
        if not (zone.pattern and zone.hexes):
            above += border
            continue
        part = _part(zone, one.zones, grid)
        below += _ground(zone, part, ink)
        above += [Group(border, clip=part)] if border else []
    return tuple(below), tuple(above)


def _part(zone: Zone, zones: Sequence[Zone], grid: Grid) -> Path:
    """Return the area of a zone: its hexes, and of those that belong to other sides, too, the share nearest to it."""
    others = [other for other in zones if other.pattern and other is not zone]
    shared = {cell for other in others for cell in other.hexes} & set(zone.hexes)
    loops: list[Sequence[Point]] = list(grid.outline(cell for cell in zone.hexes if cell not in shared))
    here = _middle(zone, grid)
    for cell in sorted(shared):
        corners: Sequence[Point] = grid.corners(cell)
        for other in others:
            if cell in other.hexes:
                there = _middle(other, grid)
                corners = _cut(corners, grid.center(cell), (here[0] - there[0], here[1] - there[1]))
        loops += [corners] if len(corners) > 2 else []
    return closed(loops)


def _middle(zone: Zone, grid: Grid) -> Point:
    centers = [grid.center(cell) for cell in zone.hexes]
    return sum(x for x, _ in centers) / len(centers), sum(y for _, y in centers) / len(centers)


def _cut(corners: Sequence[Point], at: Point, way: Point) -> Sequence[Point]:
    """Return what of a convex polygon lies on one side of a line through a point: where a way square to it leads."""
    found: list[Point] = []
    depths = [(x - at[0]) * way[0] + (y - at[1]) * way[1] for x, y in corners]
    for k, (x, y) in enumerate(corners):
        (x2, y2), deep, deep2 = corners[k - 1], depths[k], depths[k - 1]
        if (deep < 0) != (deep2 < 0):
            share = deep / (deep - deep2)
            found.append((x + (x2 - x) * share, y + (y2 - y) * share))
        if deep >= 0:
            found.append((x, y))
    return found


def _ground(zone: Zone, part: Path, ink: Ink) -> Iterator[Item]:
    """Give the ground of a zone: its side's colour and pattern, so pale that lines and words stand out on it."""
    color = parse_color(zone.color)
    pale = WHITE if ink is Ink.BLACK else WHITE.mix(color, PALE if ink is Ink.COLOUR else PALE / 2)
    yield Path(part.segments, pale, None, "evenodd")
    left, top, right, bottom = shapes.outline_bounds(part.segments)
    box = (left, top, right - left, bottom - top)
    if zone.pattern == "solid" and ink is Ink.BLACK:
        yield texture("crosshatch", box, BLACK, clip=part, pitch=SCREEN, weight=0.15 * SCREEN)
    elif zone.pattern not in {"plain", "solid"}:
        yield texture(zone.pattern, box, mark(ink, color), clip=part, pitch=5.0, weight=0.6)


# --- arrows ---------------------------------------------------------------------------------------------------


def arrows(zones: Sequence[Zone], grid: Grid) -> Iterator[Item]:
    """Give arrows the way the pieces of zones face: two places in every zone, a fifth of the way from its ends."""
    for zone in zones:
        for at, to in _facings(zone, grid):
            neck, tip = _reach(at, to, grid)
            yield Group((shapes.line(*at, *neck, Stroke(WHITE, 1.3 + HALO, cap="round")),
                         shapes.arrow(*tip, to, 7, 7, fill=WHITE, stroke=Stroke(WHITE, HALO, join="round")),
                         shapes.line(*at, *neck, Stroke(BLACK, 1.3)), shapes.arrow(*tip, to, 7, 7, fill=BLACK)))


def _facings(zone: Zone, grid: Grid) -> Iterator[tuple[Point, float]]:
    left, top, right, bottom = grid.bounds(zone.hexes) if zone.hexes else (0.0, 0.0, 0.0, 0.0)
    for share in (0.2, 0.8) if zone.facing and zone.hexes else ():
        far = right - left > bottom - top
        x = left + (right - left) * (share if far else 0.5)
        y = top + (bottom - top) * (0.5 if far else share)
        yield from (((x, y), float(to)) for to in zone.facing)


def _reach(at: Point, to: float, grid: Grid) -> tuple[Point, Point]:
    """Return where the head of an arrow from a point begins and where it ends."""
    long = min(max(14.0, 2.2 * grid.across), 30.0)
    return bearing(to, long - 5, *at), bearing(to, long, *at)


# --- names ----------------------------------------------------------------------------------------------------


def names(one: HexMap, edges: Sequence[str], grid: Grid, size: tuple[float, float], beside: Point) -> Names:
    """Return the names of zones: in the middle of theirs if they have room there, otherwise outside, next to it.

    Beside the letter of one of the map's `edges` stands whose edge it is. `size` is the map's, `beside` what numbers
    take at its left and above it. What is longer than the map is left out.
    """
    inside: list[Item] = []
    outside: list[Item] = []
    own = hex_edges.owners(replace(one, edges=tuple(edges)), one.zones) if edges else {}
    for number, letter in enumerate(edges):
        outside += _edge(one, grid, number, f"**{text.escape(letter)}** {own[number].label if number in own else ''}")
    at_edges = [id(zone) for zone in own.values()]
    for zone in one.zones:
        if zone.label and zone.hexes and id(zone) not in at_edges:
            with reported(f"map '{one.title}', a zone", zone.span, hex_words.SHORTER):
                box = Box(0, 0, text.measure(zone.label, NAME) + 6, 1.2 * NAME.size)
                middle = _roomy(zone, grid, box) if zone.pattern else _middle(zone, grid)
                if not middle:
                    outside += _outside(zone, grid, size, beside)
                elif box.width < size[0]:
                    inside += _plated(zone.label, box, middle)
    return Names(tuple(inside), tuple(outside))


def _edge(one: HexMap, grid: Grid, number: int, words: str) -> tuple[Item, ...]:
    """Return the letter of an edge of a hexagon, and whose it is, outside the middle of that edge."""
    row = one.board.strip(number, 1)
    (x, y), (x2, y2) = grid.center(row[0]), grid.center(row[-1])
    way = (30.0 if one.orientation is Orientation.FLAT else 0.0) + 60.0 * number
    at = bearing(way, grid.corner + _OFF, (x + x2) / 2, (y + y2) / 2)
    aside = at[0] - (x + x2) / 2
    anchor: text.Anchor = "middle" if abs(aside) < 1 else "start" if aside > 0 else "end"
    return text.line(words.strip(), _EDGE, at[0], at[1] + 0.35 * _EDGE.size, anchor)


def _roomy(zone: Zone, grid: Grid, size: Box) -> Point | None:
    """Return the middle of a zone, or else of the nearest of its hexes, where a name lies in it and clear of arrows."""
    cells, middle = frozenset(zone.hexes), _middle(zone, grid)
    tips = [point for at, to in _facings(zone, grid) for point in (at, *_reach(at, to, grid))]
    near = sorted((grid.center(cell) for cell in cells), key=lambda at: (at[0] - middle[0])**2 + (at[1] - middle[1])**2)
    for x, y in (middle, *near[:_TRIED]):
        box = Box(x - size.width / 2, y - size.height / 2, size.width, size.height).inset(-_AROUND)
        if any(box.x < u < box.right and box.y < v < box.bottom for u, v in tips):
            continue
        if all(grid.at(box.x + box.width * k / 12, level) in cells for k in range(13)
               for level in (box.y, y, box.bottom)):
            return x, y
    return None


def _plated(words: str, size: Box, at: Point) -> Iterator[Item]:
    yield shapes.rounded_rect(at[0] - size.width / 2, at[1] - size.height / 2, size.width, size.height, 2, fill=WHITE)
    yield from text.line(words, NAME, at[0], at[1] + 0.35 * NAME.size, "middle")


def _outside(zone: Zone, grid: Grid, size: tuple[float, float], beside: Point) -> Iterator[Item]:
    """Give a name along the edge of the map that a zone is nearest to, and a line to a zone that is not at the edge."""
    left, top, right, bottom = grid.bounds(zone.hexes)
    upright = bottom - top > right - left
    if text.measure(zone.label, NAME) > size[1 if upright else 0]:
        return
    half = NAME.size / 2 + _OFF
    if upright:
        first = left <= size[0] - right
        at, turn = (-beside[0] - half if first else size[0] + half, (top + bottom) / 2), -90 if first else 90
        start, gap = (0.0 if first else size[0], at[1]), left if first else size[0] - right
    else:
        first = top <= size[1] - bottom
        at, turn = ((left + right) / 2, -beside[1] - half if first else size[1] + half), 0
        start, gap = (at[0], 0.0 if first else size[1]), top if first else size[1] - bottom
    if gap > grid.across / 2:
        end = min((grid.center(cell) for cell in zone.hexes), key=lambda center: math.dist(center, start))
        yield shapes.line(*start, *end, Stroke(WHITE, 1.8))
        yield shapes.line(*start, *end, Stroke(BLACK, 0.6))
        yield shapes.circle(*end, 1.6, fill=BLACK)
    yield Group(text.line(zone.label, NAME, 0, 0.35 * NAME.size, "middle"), Transform().translate(*at).rotate(turn))
