"""A hex map drawn: ground, terrain, lines, numbers, zones. Points, the map's top left corner at the origin.

A large map is drawn in chunks, each of them a symbol that all sheets share: a sheet shows the chunks that it needs,
a file holds each of them once. Every line is drawn once and every number is one text.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, contrast, text_on
from printshop.drawing.items import (
    BLACK,
    CLOSE,
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
from printshop.hexes import Grid, add, directions, distance
from printshop.layout.boxes import Box
from printshop.products.hexmaps import hex_corners, hex_edges, hex_words, hex_zones
from printshop.products.hexmaps.hex_terrain import Figures, terrain_hex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Zone
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
    left, top, right, bottom = Grid(one.orientation, one.across.pt).bounds(one.board.cells)
    grid = Grid(one.orientation, one.across.pt, -left, -top)
    box = Box(0, 0, right - left, bottom - top)
    bounds = (-BORDER, -BORDER, box.width + BORDER, box.height + BORDER)
    outline = Path(_outline(one, grid, box), None, look.border)
    frame = (*hex_zones.borders(one, grid, ink), outline)
    words = (*hex_words.words(one, grid, box, ink), *hex_edges.letters(one, grid, ink, zones),
             *hex_corners.corners(one, grid, box))
    return Drawn(box.width, box.height, tuple(_chunks(one, grid, box, look)),
                 Symbol(f"frame-{one.key}", frame, bounds), Symbol(f"words-{one.key}", words, bounds), grid)


def _outline(one: HexMap, grid: Grid, frame: Box) -> tuple[Segment, ...]:
    """Return the edge of a map: straight if parts of hexes fill it up, else along its hexes."""
    if one.board.partial:
        return shapes.rect(*frame).segments
    return _loops(grid, one.board.cells)


def _loops(grid: Grid, cells: Collection[Hex]) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    for loop in grid.outline(cells):
        segments += (Move(*loop[0]), *(Line(*point) for point in loop[1:]), CLOSE)
    return tuple(segments)


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
    lower = hex_zones.lowered(one, grid) if figures else {}
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
            pair = terrain_hex(one, terrain, ink), terrain_hex(one, terrain._replace(letter=""), ink)
            for cell in terrain.hexes:
                self._drawn[cell].append(pair)
                if terrain.color:
                    self._colors[cell] = area(ink, parse_color(terrain.color))

    def of(self, cells: Sequence[Hex]) -> Iterator[Item]:
        """Give what some hexes are filled with: their own colour, terrain upon it, parts of hexes cut off."""
        if self._color != WHITE:
            yield self._within(Path(_loops(self._grid, cells), self._color))
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
