"""A hex map drawn: ground, terrain, lines, numbers, zones, words. Points, the map's top left corner at the origin.

A large map is drawn in chunks, each of them a symbol that all sheets share: a sheet shows the chunks that it needs,
a file holds each of them once. Every line is drawn once and every number is one text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, area, contrast, text_on
from printshop.drawing.items import (
    BLACK,
    WHITE,
    Color,
    Group,
    Line,
    Move,
    Path,
    Segment,
    Stroke,
    Symbol,
    Text,
    Use,
    parse_color,
)
from printshop.hexes import Grid, Orientation, add, directions, distance, within
from printshop.layout import hexgrids, labels
from printshop.layout.boxes import Box
from printshop.products.hexmaps import areas
from printshop.products.hexmaps.areas import Figures, terrain_hex
from printshop.products.safely import reported
from printshop.templates import roses
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Color, Item
    from printshop.game.maps import Corner, HexMap, Label, Zone
    from printshop.hexes import Hex


READABLE = 4.5  # contrast of figures with what is behind them
BORDER = 1.0  # the width of the line round a map
CHUNK = 288.0  # how wide and high a chunk is: a sheet needs about nine


class Look(NamedTuple):
    """How the lines of a map are drawn, to spend as much ink as is allowed."""

    ink: Ink
    lines: Stroke
    heavy: Stroke
    border: Stroke
    figures: Color

    @classmethod
    def of(cls, ink: Ink) -> Look:
        """Return the look for an ink: greys, or black lines that are finer."""
        black = ink is Ink.BLACK
        grey = BLACK if black else WHITE.mix(BLACK, 0.55)
        thin = 0.4 if black else 0.6
        lines = Stroke(grey, thin, cap="round", join="round")
        border = Stroke(BLACK, BORDER, join="round")
        return cls(ink, lines, replace(lines, width=2.4 * thin), border, BLACK if black else WHITE.mix(BLACK, 0.75))


class Chunk(NamedTuple):
    """The hexes of a part of the map: all that they draw lies within `box`."""

    box: Box
    ground: Symbol
    lines: Symbol
    figures: Symbol


@dataclass(frozen=True)
class Drawn:
    """A map, drawn: its chunks, what lies on their lines, and its words; its hexes lie on `grid`."""

    width: float
    height: float
    chunks: tuple[Chunk, ...]
    frame: Symbol
    words: Symbol
    grid: Grid

    def items(self, window: Box | None = None) -> tuple[Item, ...]:
        """Return the map, or as much of it as shows in a window."""
        chunks = [chunk for chunk in self.chunks if window is None or _meet(chunk.box, window)]
        return (*self.bare(chunks), *(Use(chunk.figures) for chunk in chunks if chunk.figures.items), Use(self.words))

    def lines(self, window: Box) -> tuple[Item, ...]:
        """Return the lines that show in a window, and no more."""
        return (*(Use(chunk.lines) for chunk in self.chunks if _meet(chunk.box, window)), Use(self.frame))

    def bare(self, chunks: Sequence[Chunk] | None = None, *, lines: bool = True) -> tuple[Item, ...]:
        """Return the map, or some chunks of it, without words and, for very small pictures, without lines."""
        shown = self.chunks if chunks is None else chunks
        grounds = (Use(chunk.ground) for chunk in shown if chunk.ground.items)
        return (*grounds, *(Use(chunk.lines) for chunk in shown if lines), Use(self.frame))


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def draw(one: HexMap, ink: Ink, zones: Sequence[Zone] = ()) -> Drawn:
    """Return a map, drawn; where it is for a battle, the letters of its edges show whose `zones` lie along them.

    Raises Misfit or, at the place of what is wrong, PrintshopError where words or numbers do not fit or a picture
    cannot be used.
    """
    look = Look.of(ink)
    grid, *size = hexgrids.lay(one.board.cells, one.orientation, one.across.pt)
    box = Box(0, 0, *size)
    bounds = (-BORDER, -BORDER, box.width + BORDER, box.height + BORDER)
    outline = Path(_outline(one, grid, box), None, look.border)
    frame = (*areas.borders(one, grid, ink), outline)
    written = (*words(one, grid, box, ink), *letters(one, grid, ink, zones),
             *corners(one, grid, box))
    return Drawn(box.width, box.height, tuple(_chunks(one, grid, box, look)),
                 Symbol(f"frame-{one.key}", frame, bounds), Symbol(f"words-{one.key}", written, bounds), grid)


def _outline(one: HexMap, grid: Grid, frame: Box) -> tuple[Segment, ...]:
    """Return the edge of a map: straight if parts of hexes fill it up, else along its hexes."""
    if one.board.partial:
        return shapes.rect(*frame).segments
    return hexgrids.closed(grid.outline(one.board.cells)).segments


# --- chunks ---------------------------------------------------------------------------------------------------


def _chunks(one: HexMap, grid: Grid, frame: Box, look: Look) -> Iterator[Chunk]:
    """Give the chunks of a map, each with the hexes whose middles lie in it."""
    board, groups = one.board, defaultdict[tuple[int, int], list["Hex"]](list)
    for cell in (*board.cells, *board.parts):
        x, y = grid.center(cell)
        groups[int(y // CHUNK), int(x // CHUNK)].append(cell)
    known = frozenset((*board.cells, *board.parts))
    parts, figures = frozenset(board.parts), Figures(one) if one.numbered else None
    fills = _Ground(one, grid, frame, look.ink)
    heavy = _clusters(grid, board.cells, one.megahexes) if one.megahexes else {}
    lower = areas.lowered(one, grid) if figures else {}
    dot = _dot(grid.across, look.lines.color)
    for number, (_, cells) in enumerate(sorted(groups.items())):
        whole = [cell for cell in cells if cell not in parts]
        name, box = f"{one.key}-{number + 1}", _box(grid, cells)
        bounds = (box.x, box.y, box.right, box.bottom)
        lines = (*_lines(one, grid, (cells, known, heavy), frame, look),
                 *(Use(dot, Transform().translate(*grid.center(cell))) for cell in (whole if one.dots else ())))
        numbers = tuple(_numbers(one, grid, whole, figures, fills.figures(look.figures), lower)) if figures else ()
        yield Chunk(box, Symbol(f"ground-{name}", tuple(fills.of(cells)), bounds),
                    Symbol(f"lines-{name}", lines, bounds), Symbol(f"figures-{name}", numbers, bounds))


def _box(grid: Grid, cells: Sequence[Hex]) -> Box:
    left, top, right, bottom = grid.bounds(cells)
    return Box(left, top, right - left, bottom - top).inset(-BORDER)


class _Ground:
    """What lies below the lines of a map."""

    def __init__(self, one: HexMap, grid: Grid, frame: Box, ink: Ink) -> None:
        self._grid, self._frame = grid, frame
        self._parts = frozenset(one.board.parts)
        self._color = area(ink, parse_color(one.ground))
        self._drawn: dict[Hex, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        self._colors: dict[Hex, Color] = {}  # of hexes that have one of their own
        for terrain in one.terrain:
            pair = terrain_hex(one, terrain, ink), terrain_hex(one, replace(terrain, letter=""), ink)
            for cell in terrain.hexes:
                self._drawn[cell].append(pair)
                if terrain.color:
                    self._colors[cell] = area(ink, parse_color(terrain.color))

    def of(self, cells: Sequence[Hex]) -> Iterator[Item]:
        """Give what some hexes are filled with: their own colour, terrain upon it, parts of hexes cut off."""
        if self._color != WHITE:
            yield self._within(Path(hexgrids.closed(self._grid.outline(cells)).segments, self._color))
        for cell in cells:
            where = Transform().translate(*self._grid.center(cell))
            for whole, part in self._drawn.get(cell, ()):
                yield self._within(Use(part, where)) if cell in self._parts else Use(whole, where)

    def figures(self, usual: Color) -> Callable[[Hex], Color]:
        """Return what colour the number of a hex has: the usual one, but where that is not to be read."""
        known = {ground: usual if contrast(usual, ground) >= READABLE else text_on(ground)
                 for ground in {self._color, *self._colors.values()}}
        return lambda cell: known[self._colors.get(cell, self._color)]

    def _within(self, item: Item) -> Item:
        return Group((item,), clip=shapes.rect(*self._frame)) if self._parts else item


# --- lines ----------------------------------------------------------------------------------------------------


def _lines(one: HexMap, grid: Grid, hexes: tuple[Sequence[Hex], Collection[Hex], dict[Hex, list[Segment]]],
           frame: Box, look: Look) -> Iterator[Item]:
    """Give the lines of some hexes of all that are known, and heavier ones between megahexes."""
    cells, known, heavy = hexes
    path = Path(mesh(grid, cells, known), None, look.lines)
    yield Group((path,), clip=shapes.rect(*frame)) if one.board.partial else path
    sides = [segment for cell in cells for segment in heavy.get(cell, ())]
    if sides:
        yield Path(tuple(sides), None, look.heavy)


def _dot(across: float, color: Color) -> Symbol:
    radius = max(0.7, 0.012 * across)
    return Symbol("dot", (shapes.circle(0, 0, radius, fill=color),), (-radius, -radius, radius, radius))


def mesh(grid: Grid, cells: Collection[Hex], known: Collection[Hex]) -> tuple[Segment, ...]:
    """Return every side of some hexes once, in runs of up to three; `known` are all hexes of the map.

    Each hex draws its sides 0 to 2, which are the sides 3 to 5 of its neighbours there, and the others only where
    it has no neighbour.
    """
    steps = directions(grid.orientation)
    offsets = Grid(grid.orientation, grid.across).corners()
    segments: list[Segment] = []
    for cell in cells:
        x, y = grid.center(cell)
        points = [(x + dx, y + dy) for dx, dy in offsets]
        segments += (Move(*points[0]), Line(*points[1]), Line(*points[2]), Line(*points[3]))
        drawn = 3
        for side in (3, 4, 5):
            if (cell[0] + steps[side][0], cell[1] + steps[side][1]) not in known:
                if drawn != side:
                    segments.append(Move(*points[side]))
                segments.append(Line(*points[(side + 1) % 6]))
                drawn = side + 1
    return tuple(segments)


def _clusters(grid: Grid, cells: Sequence[Hex], radius: int) -> dict[Hex, list[Segment]]:
    """Return the sides between hexes that belong to different megahexes, by the hex that draws them."""
    known = {cell: _cluster(cell, radius) for cell in cells}
    found: dict[Hex, list[Segment]] = defaultdict(list)
    for edge in grid.edges(cells):
        if edge.beyond in known and known[edge.beyond] != known[edge.cell]:
            found[edge.cell] += (Move(*edge.start), Line(*edge.end))
    return found


def _cluster(cell: Hex, radius: int) -> Hex:
    """Return the middle of the megahex that a hex belongs to: hexes within `radius` of it tile the plane."""
    size = 3 * radius * (radius + 1) + 1
    one, other = (2 * radius + 1, -radius), (radius, radius + 1)
    u = (cell[0] * other[1] - cell[1] * other[0]) // size
    v = (cell[1] * one[0] - cell[0] * one[1]) // size
    middles = (add((0, 0), add((one[0] * (u + i), one[1] * (u + i)), other, v + j)) for i in (0, 1) for j in (0, 1))
    return min(middles, key=lambda middle: distance(cell, middle))


# --- numbers --------------------------------------------------------------------------------------------------


def _numbers(one: HexMap, grid: Grid, cells: Sequence[Hex], figures: Figures,
             color: Callable[[Hex], Color], lower: Mapping[Hex, float]) -> Iterator[Item]:
    """Give the numbers of some hexes, some `lower` than usual by so many points. All figures are equally wide."""
    left, base, size, width, font = -figures.width / 2, figures.base, figures.size, figures.width, figures.font
    for cell in cells:
        x, y = grid.center(cell)
        yield Text(x + left, y + base + lower.get(cell, 0.0), one.board.name(cell), font, size, width, color(cell))


SHORTER = "make the hexes larger or the words shorter"
_APART = 120 * MM  # from one name of a side's zone to the next: every sheet shows one
_IN_HEX = 0.8  # what such a name takes of the hex where it stands, if it can
_SMALLEST = 6.0
# Where words are, from the middle of a hex, as a share of its size: clear of the numbers of its own row and the next.
_PLACES = {
    Orientation.FLAT: {"above": -0.17, "middle": 0.03, "below": 0.32},
    Orientation.POINTY: {"above": -0.22, "middle": 0.0, "below": 0.2},
}


def words(one: HexMap, grid: Grid, frame: Box, ink: Ink) -> Iterator[Item]:
    """Give the labels and the names of the zones. Raises PrintshopError."""
    ground = area(ink, parse_color(one.ground))
    for zone in one.zones:
        with reported(f"map '{one.title}', a zone", zone.span, SHORTER):
            yield from _zone_names(one, zone, grid, frame, ground)
    for label in one.labels:
        with reported(f"map '{one.title}', a label", label.span, SHORTER):
            yield from _label(label, grid, frame, ground)


def _zone_names(one: HexMap, zone: Zone, grid: Grid, frame: Box, ground: Color) -> Iterator[Item]:
    """Give the name of a side's zone along the line within the map; that of others in the middle of their hexes."""
    if not (zone.label and zone.hexes):
        return
    style = text.Style("serif", min(18.0, max(9.0, 0.2 * grid.across)), bold=True)
    if zone.pattern:  # as small as the numbers of hexes, so that it hides none of their sides
        size = min(10.0, max(5.0, 0.15 * grid.across))
        own = size * _IN_HEX * grid.across / text.measure(zone.label, style._replace(size=size))
        style = style._replace(size=min(size, max(own, _SMALLEST)))
    off = _PLACES[grid.orientation]["below"] * grid.across
    for x, y in _along(one, zone, grid) if zone.pattern else (_middle(zone, grid),):
        yield from _plated(zone.label, style, (x, y + off), frame, ground)


def _middle(zone: Zone, grid: Grid) -> Point:
    """Return the middle of that hex of a zone that is nearest to the middle of them all."""
    centers = [grid.center(cell) for cell in zone.hexes]
    middle = sum(x for x, _ in centers) / len(centers), sum(y for _, y in centers) / len(centers)
    return min(centers, key=lambda one: (round((one[0] - middle[0]) ** 2 + (one[1] - middle[1]) ** 2, 3), one))


def _along(one: HexMap, zone: Zone, grid: Grid) -> list[Point]:
    """Return the middles of hexes behind a zone's inner edge, some way apart and as far from its ends."""
    found: list[Point] = []
    for run in areas.runs(one, zone, grid):
        cells = list(dict.fromkeys(cell for cell, _, _ in run))
        count = max(1, round(math.dist(grid.center(cells[0]), grid.center(cells[-1])) / _APART))
        found += [grid.center(cells[int(len(cells) * (k + 0.5) / count)]) for k in range(count)]
    return found or [_middle(zone, grid)]


def _label(label: Label, grid: Grid, frame: Box, ground: Color) -> Iterator[Item]:
    x, y = grid.center(label.at)
    size = label.size.pt if label.size else min(12.0, max(7.0, 0.16 * grid.across))
    style = text.Style("sans", size, bold=True)
    yield from _plated(label.text, style, (x, y + _PLACES[grid.orientation][label.place] * grid.across), frame, ground)


def _plated(words: str, style: text.Style, at: Point, frame: Box, ground: Color) -> Iterator[Item]:
    """Give a line of words about a point, on a plate that keeps the map's lines off, within the map."""
    width = text.measure(words, style)
    if width > frame.width - 6:
        raise text.TooWide(text.plain(words), width, frame.width - 6)
    height = style.size * 1.15
    if height > frame.height - 2:
        raise text.TooTall(text.plain(words), height, frame.height - 2)
    x = min(max(at[0], frame.x + width / 2 + 3), frame.right - width / 2 - 3)
    y = min(max(at[1], frame.y + height / 2 + 1), frame.bottom - height / 2 - 1)
    yield from labels.plate(words, style._replace(color=text_on(ground)), (x, y), beside=4, high=1.15, fill=ground)


def compass(one: HexMap, grid: Grid, seen: Box, ink: Ink) -> Iterator[Item]:
    """Give the names of the hexsides in a free hex near the top left corner of what is seen. Raises TooWide.

    Nothing is given where no whole hex without terrain or words is to be seen.
    """
    cell = _free(one, grid, seen) if one.compass else None
    if cell is None:
        return
    x, y = grid.center(cell)
    y += 0.06 * grid.across if one.numbered else 0.0
    color = text_on(area(ink, parse_color(one.ground)))
    style = text.Style("sans", min(10.0, max(5.0, 0.12 * grid.across)), bold=True, color=color)
    for number, name in enumerate(one.compass):
        at = grid.orientation.tilt + 60.0 * number
        yield shapes.line(x, y, *bearing(at, 0.12 * grid.across, x, y), Stroke(color, 0.6))
        yield shapes.arrow(*bearing(at, 0.17 * grid.across, x, y), at, 0.07 * grid.across, fill=color)
        place = bearing(at, 0.26 * grid.across, x, y)
        yield from text.line(text.escape(name), style, place[0], place[1] + 0.36 * style.size, "middle",
                             0.3 * grid.across, 5.0)


def _free(one: HexMap, grid: Grid, seen: Box) -> Hex | None:
    """Return the whole hex without terrain and labels that is nearest to a box's corner, the outermost left out."""
    taken = {cell for kind in one.terrain for cell in kind.hexes} | {label.at for label in one.labels}
    half = grid.across / 2 + 2
    across, down = (half * 1.1547, half) if grid.orientation is Orientation.FLAT else (half, half * 1.1547)
    room = seen.inset(across, down)

    def inside(cell: Hex) -> bool:
        x, y = grid.center(cell)
        return room.x <= x <= room.right and room.y <= y <= room.bottom

    near = [cell for cell in _around(one, grid, (room.x, room.y)) if cell not in taken and inside(cell)]
    return min(near, key=lambda cell: (round(math.dist(grid.center(cell), (room.x, room.y)), 3), cell), default=None)


def _around(one: HexMap, grid: Grid, corner: Point) -> Iterator[Hex]:
    """Give the hexes of a map within a few steps of a point."""
    known = frozenset(one.board.cells)
    return (cell for cell in within(6, grid.at(*corner)) if cell in known)


_RIM = Stroke(BLACK, 0.5)


def letters(one: HexMap, grid: Grid, ink: Ink, zones: Sequence[Zone] = ()) -> Iterator[Item]:
    """Give the letters of a board's edges, outside, between the two hexes in the middle of the edge. Raises TooWide.

    An edge with a hex in its middle has its letter on both sides of it. Where one of the `zones` of a battle lies along
    the edge, the letter stands on a disc with the colour and pattern of its side.
    """
    style = text.Style("serif", min(20.0, max(7.0, 0.21 * grid.across)), bold=True)
    own = owners(one, zones)
    for number, letter in enumerate(one.edges):
        for x, y in _places(one, grid, number):
            if number in own:
                yield from _disc(own[number], (x, y), 0.6 * style.size, ink)
            smaller = style._replace(size=0.8 * style.size) if number in own else style
            yield from text.line(text.escape(letter), smaller, x, y + 0.34 * smaller.size, "middle",
                                 0.24 * grid.across, _SMALLEST)


def owners(one: HexMap, zones: Sequence[Zone]) -> Mapping[int, Zone]:
    """Return the zones of sides that lie along edges of a board, by the number of the edge, clockwise from the top."""
    rows = [frozenset(one.board.strip(number, 1)) for number in range(len(one.edges))]
    return {number: zone for zone in zones if zone.pattern for number, row in enumerate(rows)
            if row <= frozenset(zone.hexes)}


def _places(one: HexMap, grid: Grid, number: int) -> Iterator[Point]:
    first = 30 if grid.orientation is Orientation.FLAT else 0
    row = one.board.strip(number, 1)  # from one corner of the board to the next
    dx, dy = bearing(first + 60 * number, grid.corner / 2 + 0.16 * grid.across)
    for k in range(len(row) - 1):
        if abs(k + 1 - len(row) / 2) < 0.6:
            (x1, y1), (x2, y2) = grid.center(row[k]), grid.center(row[k + 1])
            yield (x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy


def _disc(zone: Zone, at: Point, radius: float, ink: Ink) -> Iterator[Item]:
    """Give a ring in the colour and pattern of a side, white within."""
    box = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    filled = patterns.fill(zone.pattern, box, parse_color(zone.color), ink, pitch=0.3 * radius, weight=0.09 * radius)
    yield Group(filled, clip=shapes.circle(*at, radius))
    yield shapes.circle(*at, radius, stroke=_RIM)
    yield shapes.circle(*at, 0.7 * radius, fill=WHITE, stroke=_RIM)


_CLEAR = 0.3  # how far a rose stays from the hexes, in hexes: there are the letters of the edges
_LARGEST, _LEAST = 25 * MM, 9 * MM  # radius of a rose
_LABELS = 0.72  # where its numbers are, as a share of the radius
_BROADEST = 0.28  # words, as a share of the map
_TITLE = text.Style("serif", 11.0, bold=True)
_WORDS = text.Style("sans", 8.5)
_ROSE_RIM = Stroke(BLACK, 0.7)
_TRIES = range(12, 300, 6)  # how high a box for words may be


def corners(one: HexMap, grid: Grid, frame: Box) -> Iterator[Item]:
    """Give what stands in the corners of a map. Raises TooTall and TooWide for what has no room there."""
    points = [point for cell in one.board.cells for point in grid.corners(cell)] if one.corners else []
    for corner in one.corners:
        # As seen from the corner: x and y grow towards the middle of the map.
        own = [(frame.width - x if corner.right else x, frame.height - y if corner.low else y) for x, y in points]
        if corner.points:
            yield from _rose(corner, own, frame, _CLEAR * grid.across)
        else:
            yield from _written(corner, own, frame)


def _rose(corner: Corner, points: Sequence[Point], frame: Box, clear: float) -> Iterator[Item]:
    radius = _largest(points, clear)
    if radius < _LEAST:
        raise text.TooTall(corner.title or "rose", 2 * _LEAST, 2 * radius)
    x = frame.width - radius if corner.right else radius
    y = frame.height - radius if corner.low else radius
    yield shapes.circle(x, y, radius, stroke=_ROSE_RIM)
    size = min(16.0, 0.26 * radius)
    for number in range(corner.points):
        at = number * 360 / corner.points
        yield from roses.point(at, 360 / corner.points, radius, (x, y))
        base_x, base_y = bearing(at, _LABELS * radius, x, y)
        style = text.Style("sans", size, bold=True)
        yield from text.line(str(number + 1), style, base_x, base_y + 0.36 * size, "middle")
    if corner.title:
        at_x = x - radius - 4 if corner.right else x + radius + 4
        base = frame.height - 3 if corner.low else _TITLE.size
        yield from text.line(corner.title, _TITLE, at_x, base, "end" if corner.right else "start")


def _largest(points: Sequence[Point], clear: float) -> float:
    """Return the radius of the largest circle in the corner that stays clear of the hexes."""
    low, high = 0.0, _LARGEST
    for _ in range(30):
        radius = (low + high) / 2
        free = min(math.dist((radius, radius), point) for point in points) >= radius + clear
        low, high = (radius, high) if free else (low, radius)
    return low


def _written(corner: Corner, points: Sequence[Point], frame: Box) -> Iterator[Item]:
    title = _TITLE.size * 1.3 if corner.title else 0.0
    align: text.Anchor = "end" if corner.right else "start"
    for high in _TRIES:
        width = min([x for x, y in points if y < title + high + 4], default=frame.width) - 6
        width = min(width, _BROADEST * frame.width)
        place = Box(frame.width - width if corner.right else 0.0, frame.height - high if corner.low else title, width,
                    float(high))
        try:
            block = text.block(corner.text, _WORDS, place, 1.2, align) if width > 0 else None
        except (text.TooWide, text.TooTall):
            continue
        if block and block.height <= high + 1e-6:
            break
    else:
        raise text.TooTall(text.plain(corner.text), _TRIES[-1], 0)
    if corner.title:
        x = frame.width if corner.right else 0.0
        yield from text.line(corner.title, _TITLE, x, place.y - 0.3 * _TITLE.size, align)
    yield from block.items
