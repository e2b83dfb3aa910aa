"""Small pictures of hexes: the map of a scenario with its zones in its booklet, and figures of reference cards.

Points, y down; on a map its top left corner is the origin.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, mark
from printshop.drawing.items import BLACK, WHITE, Group, Item, Path, Stroke, Use, parse_color
from printshop.game.maps import UNNUMBERED
from printshop.hexes import Grid, Orientation, to_axial
from printshop.layout import hexgrids, labels
from printshop.layout.boxes import Box
from printshop.layout.flow.story import Figure
from printshop.layout.hexgrids import closed
from printshop.products.hexmaps import board
from printshop.products.safely import reported
from printshop.units import INCH, MM, Length, set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.board import Board
    from printshop.game.maps import HexMap, Zone
    from printshop.hexes import Hex


HIGHEST = 250.0  # points
SHARE = 0.86  # of the column's width
LETTERED = 20.0  # hexes so large across flats have room for the letters of terrain
BESIDE, ABOVE = 16.0, 10.0  # room for numbers, at both sides and above
NUMBER = text.Style("sans", 6.5)
LINED = 4.0  # smaller ones have no lines: these would be a grey mush


def figure(one: HexMap, zones: tuple[Zone, ...], width: float, ink: Ink, share: float = 1.0) -> Figure:
    """Return a picture of a map for a column `width` points wide, with its size in the caption.

    It takes that `share` of the room that it may.

    The `zones` are those of a scenario; without any, the map's own are drawn: tinted for their sides, with arrows the
    way their pieces face, and with the numbers of the columns and rows where they end. Words that have room on the
    map itself, but not in the picture, are left to the map. Raises PrintshopError for a picture that cannot be
    used.
    """
    real = _extent(one)
    scale = min(SHARE * share * width / real[0], share * HIGHEST / real[1], 1.0)
    found = _figure(one, zones or one.zones, scale, ink)
    if found.width > width:  # what stands beside the map keeps its size
        found = _figure(one, zones or one.zones, max(scale - (found.width - width) / real[0], 0.2 * scale), ink)
    return found


def _figure(one: HexMap, zones: tuple[Zone, ...], scale: float, ink: Ink) -> Figure:
    across = one.across.pt * scale
    terrain = one.terrain if across >= LETTERED else tuple(replace(kind, letter="") for kind in one.terrain)
    small = replace(one, key=f"{one.key}-small", across=Length(Fraction(across), f"{across:.1f} pt"),
                    numbers=UNNUMBERED, dots=False, edges=(), terrain=terrain, labels=(), zones=zones, corners=())
    drawn = board.draw(replace(small, zones=()), ink)
    grid = drawn.grid
    lines = [Use(chunk.lines) for chunk in drawn.chunks] if across >= LINED else []
    numbers = tuple(_numbers(small, grid)) if one.numbered and not one.board.radius else ()
    beside = (BESIDE, ABOVE) if numbers else (0.0, 0.0)
    titles = names(small, one.edges, grid, (drawn.width, drawn.height), beside)
    below, borders = grounds(small, grid, ink)
    left, top, right, bottom = shapes.bounds((*titles.outside, shapes.rect(0, 0, drawn.width, drawn.height)))
    x, y = max(beside[0], -left, right - drawn.width), max(beside[1], -top)
    items = Group((*drawn.bare(lines=False), *below, *lines, *borders, Use(drawn.frame),
                   *arrows(zones, grid), *titles.inside, *titles.outside, *numbers), Transform(e=x, f=y))
    return Figure((items,), drawn.width + 2 * x, max(bottom, drawn.height) + y, f"*{one.title}*: {described(one)}.")


def _numbers(one: HexMap, grid: Grid) -> Iterator[Item]:
    """Give the numbers of the first and last column and row, and of those where zones begin and end: outside."""
    board, digits = one.board, one.board.digits
    places = [board.place(cell) for zone in one.zones for cell in zone.hexes]
    for column in sorted({1, board.columns, *_ends(one, 0)} if places else {1, board.columns}):
        x = grid.center(_cell(board, column, 1))[0]
        yield from text.line(f"{column:0{digits}}", NUMBER, x, -3.0, "middle")
    for row in sorted({1, board.rows, *_ends(one, 1)} if places else {1, board.rows}):
        y = grid.center(_cell(board, 1, row))[1]
        yield from text.line(f"{row:0{digits}}", NUMBER, -4.0, y + 0.35 * NUMBER.size, "end")


def _ends(one: HexMap, which: int) -> Iterator[int]:
    """Give the first and last column (0) or row (1) of every zone."""
    for zone in one.zones:
        found = [one.board.place(cell)[which] for cell in zone.hexes]
        yield from (min(found), max(found)) if found else ()


def _cell(board: Board, column: int, row: int) -> Hex:
    return to_axial(column, row, board.orientation, even_low=board.even_low)


def described(one: HexMap) -> str:
    """Return how many hexes a map has, how large they are, and how large it is as a whole."""
    board = one.board
    count = f"{len(board.cells)}" if board.radius else f"{board.columns} × {board.rows}"
    return f"{count} hexes, {set_fractions(one.across.text)} across flats; the whole map is {measured(one)}"


def measured(one: HexMap) -> str:
    """Return the size of a whole map as it lies on the table, in the units of its hexes."""
    unit, name, places = (INCH, "in", 1) if one.across.unit in ("in", "ft") else (MM, "mm", 0)
    width, height = (f"{length / unit:.{places}f}" for length in _extent(one))
    return f"{width} × {height} {name}"


def _extent(one: HexMap) -> tuple[float, float]:
    return hexgrids.lay(one.board.cells, one.orientation, one.across.pt)[1:]


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
        border = tuple(board.borders(replace(one, zones=(zone,)), grid, ink))
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
        yield Group(patterns.marks("crosshatch", box, BLACK, pitch=SCREEN, weight=0.15 * SCREEN), clip=part)
    elif zone.pattern not in {"plain", "solid"}:
        yield Group(patterns.marks(zone.pattern, box, mark(ink, color), weight=0.6), clip=part)


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
    own = board.owners(replace(one, edges=tuple(edges)), one.zones) if edges else {}
    for number, letter in enumerate(edges):
        outside += _edge(one, grid, number, f"**{text.escape(letter)}** {own[number].label if number in own else ''}")
    at_edges = [id(zone) for zone in own.values()]
    for zone in one.zones:
        if zone.label and zone.hexes and id(zone) not in at_edges:
            with reported(f"map '{one.title}', a zone", zone.span, board.SHORTER):
                box = Box(0, 0, text.measure(zone.label, NAME) + 6, 1.2 * NAME.size)
                middle = _roomy(zone, grid, box) if zone.pattern else _middle(zone, grid)
                if not middle:
                    outside += _outside(zone, grid, size, beside)
                elif box.width < size[0]:
                    inside += labels.plate(zone.label, NAME, middle, beside=6, high=1.2)
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
