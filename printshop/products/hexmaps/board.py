"""Drawing of a hex map: ground, terrain, lines, numbers, zones, words. Points, the map's top left corner at the origin.

A map is drawn in chunks, each a symbol that all sheets share: a sheet shows the chunks that it needs, a file has each
chunk once. Every line is drawn once and every number is one text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop.drawing import art, fonts, items, patterns, shapes, text
from printshop.drawing.geometry import Point, Transform, bearing
from printshop.drawing.ink import Ink, area, contrast, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke, Symbol, Text, Use, parse_color
from printshop.game.maps import CHART, LARGEST, Corner, HexMap, Terrain, Zone
from printshop.hexes import ROOT, Grid, Hex, Orientation, add, directions, distance, within
from printshop.layout import hexgrids, labels
from printshop.layout.boxes import Box
from printshop.problems import Misfit
from printshop.products.hexmaps import skins
from printshop.products.safely import reported
from printshop.templates import discs
from printshop.units import MM, parse_length

Run = list[tuple[Hex, Point, Point]]

READABLE = 4.5  # least contrast of numbers with their ground
_SHADE, _PALER = 0.6, 0.5  # share of a shaded zone's colour in its hexes; share of white added to that colour first
BORDER = 1.0  # points: line round a map
NEAT = 2.2  # points: neat line, inside the rectangle of a map
CHUNK = 288.0  # points: width and height of a chunk; a sheet shows about nine
SHORTER = "make the hexes larger or the words shorter"


class Chunk(NamedTuple):
    """Hexes of a part of the map, as symbols; everything that they draw lies within `box`."""

    box: Box
    ground: Symbol
    lines: Symbol
    figures: Symbol


@dataclass(frozen=True)
class DrawnMap:
    """A drawn map: its chunks, its frame and zone borders, and its words; its hexes lie on `grid`."""

    width: float
    height: float
    chunks: tuple[Chunk, ...]
    frame: Symbol
    words: Symbol
    around: Symbol
    grid: Grid
    scenery: tuple[tuple[Box, Item], ...] = ()  # pictures below the lines, each with its box

    def items(self, window: Box | None = None, *, around: bool = True) -> tuple[Item, ...]:
        """Return the items of the map, or of the chunks in a window; without `around`, no words outside its hexes."""
        chunks = [chunk for chunk in self.chunks if window is None or chunk.box.shared(window)]
        figures = (Use(chunk.figures) for chunk in chunks if chunk.figures.items)
        return (*self.bare(chunks, window=window), *figures, Use(self.words), *((Use(self.around),) if around else ()))

    def bare(self, chunks: Sequence[Chunk] | None = None, *, lines: bool = True, window: Box | None = None
             ) -> tuple[Item, ...]:
        """Return the items of the map, or of some chunks, without words; for very small pictures also without lines."""
        shown = self.chunks if chunks is None else chunks
        grounds = (Use(chunk.ground) for chunk in shown if chunk.ground.items)
        pictures = tuple(item for box, item in self.scenery if window is None or box.shared(window))
        whole = shapes.rect(0, 0, self.width, self.height)
        below = (*grounds, *((Group(pictures, clip=whole),) if pictures else ()))
        return (*below, *(Use(chunk.lines) for chunk in shown if lines), Use(self.frame))


def draw(hexmap: HexMap, ink: Ink, zones: Sequence[Zone] = (), tint: float = 0.0) -> DrawnMap:
    """Return a drawn map; in a scenario, its edge letters show the sides whose `zones` lie along the edges.

    The hexes of each side's zone that is not shaded get `tint` (0 to 1) of its colour, below all else on them.

    Raises Misfit or, at the place of the fault, PrintshopError if words or numbers do not fit or a picture cannot be
    used.
    """
    skin, (grid, box) = skins.skin_of(hexmap, ink), lay(hexmap, ink)
    hexmap = skins.grounded(hexmap, ink)
    # The edge is straight if parts of hexes fill the map up, else it runs along the hexes.
    edge = shapes.rect(*box) if hexmap.board.partial else hexgrids.closed(grid.outline(hexmap.board.cells))
    outline = Path(edge.segments, None, Stroke(BLACK, BORDER, join="round"))
    frame = (*_margin(hexmap, edge, box, ink, skin), *borders(hexmap, grid, ink), outline)
    beside = (*letters(hexmap, grid, ink, zones), *corners(hexmap, grid, box))
    bounds = (-BORDER, -BORDER, box.width + BORDER, box.height + BORDER)
    pictures = tuple(skins.scenery(hexmap, skin, grid, ink))
    chunks = _chunks(hexmap, grid, box, ink, skin, [on for on, _ in pictures], tint)
    return DrawnMap(box.width, box.height, tuple(chunks),
                    Symbol(f"frame-{hexmap.key}", frame, bounds),
                    Symbol(f"words-{hexmap.key}", tuple(words(hexmap, grid, box, ink)), bounds),
                    Symbol(f"around-{hexmap.key}", beside, bounds), grid, pictures)


def lay(hexmap: HexMap, ink: Ink) -> tuple[Grid, Box]:
    """Return the grid of a map and the rectangle that the map fills, its top left corner at the origin."""
    grid, width, height = hexgrids.lay(hexmap.board.cells, hexmap.orientation, hexmap.across.pt)
    plain = hexmap.board.partial or hexmap.board.radius
    pad = 0.0 if plain else skins.MARGINS.get(skins.skin_of(hexmap, ink), 0.0) * grid.across
    return replace(grid, x=grid.x + pad, y=grid.y + pad), Box(0, 0, width + 2 * pad, height + 2 * pad)


def _margin(hexmap: HexMap, edge: Path, box: Box, ink: Ink, skin: str) -> Iterator[Item]:
    """Draw the neat line of a rectangular map with a skin, and a darker tint from there to the edges of its hexes."""
    if skin == skins.PLAIN or hexmap.board.radius:
        return
    ground, line = area(ink, parse_color(hexmap.ground)), skins.line_of(skin, BLACK)
    if not hexmap.board.partial:
        yield Path((*shapes.rect(*box).segments, *edge.segments), ground.mix(line, 0.25), None, "evenodd")
    neat = line if skin == skins.NIGHT else line.mix(BLACK, 0.35)
    yield shapes.rect(*box.inset(0.5 * NEAT), stroke=Stroke(neat, NEAT, join="miter"))


def _chunks(hexmap: HexMap, grid: Grid, frame: Box, ink: Ink, skin: str, pictures: Sequence[Box], tint: float
            ) -> Iterator[Chunk]:
    """Yield the chunks of a map, each with the hexes whose centres lie in it; parts of hexes have no numbers."""
    board, groups = hexmap.board, defaultdict[tuple[int, int], list["Hex"]](list)
    for cell in (*board.cells, *board.parts):
        x, y = grid.center(cell)
        groups[int(y // CHUNK), int(x // CHUNK)].append(cell)
    thin, grey, figure_color = (0.4, BLACK, BLACK) if ink is Ink.BLACK else (
        0.6, WHITE.mix(BLACK, 0.55), WHITE.mix(BLACK, 0.75))
    grey, figure_color = skins.line_of(skin, grey), skins.figure_of(skin, figure_color)
    stroke = Stroke(grey, thin, cap="round", join="round")
    hexes, parts = frozenset((*board.cells, *board.parts)), frozenset(board.parts)
    ground = _Ground(hexmap, grid, frame, ink, figure_color, tint, mottles=skin == skins.FIELD and ink is Ink.COLOUR)
    heavy = _clusters(grid, board.cells, hexmap.megahexes) if hexmap.megahexes else {}
    figures = Figures(hexmap) if hexmap.numbered else None
    lower = lowered(hexmap, grid) if figures else {}
    emblems = {at for zone in hexmap.zones if zone.pattern for at in _along(hexmap, zone, grid)}
    taken = {(0, 0)} if hexmap.compass and board.radius else {cell for cell in board.cells if skin == skins.FIELD and (
        grid.center(cell) in emblems or any(map(Box(*grid.center(cell), 1, 1).shared, pictures)))}
    # a cross, unlike any mark of a skin
    reach = min(1.6, max(1.0, 0.025 * grid.across))
    dot = Symbol("middle", (shapes.lines([(-reach, 0, reach, 0), (0, -reach, 0, reach)], Stroke(figure_color, 0.5)),),
                 (-reach, -reach, reach, reach))
    for number, (_, cells) in enumerate(sorted(groups.items()), 1):
        whole = [cell for cell in cells if cell not in parts]
        left, top, right, bottom = grid.bounds(cells)
        box = Box(left, top, right - left, bottom - top).inset(-BORDER)
        if board.partial:  # parts of hexes end at the edge
            box = box.shared(frame.inset(-BORDER)) or box
        mesh_of = Path(mesh(grid, cells, hexes), None, stroke)
        lines: list[Item] = [Group((mesh_of,), clip=shapes.rect(*frame)) if board.partial else mesh_of]
        if sides := [segment for cell in cells for segment in heavy.get(cell, ())]:
            lines.append(Path(tuple(sides), None, replace(stroke, width=2.4 * thin)))
        lines += [Use(dot, Transform().translate(*grid.center(cell))) for cell in (whole if hexmap.dots else ())]
        numbers: list[Item] = []
        for cell in whole if figures else ():
            assert figures
            x, y = grid.center(cell)
            name = board.name(cell)
            width = figures.widths.get(name, figures.width)
            numbers.append(Text(x - width / 2, y + figures.base + lower.get(cell, 0.0), name, figures.font,
                                figures.size, width, ground.figure(cell)))
        strewn = skins.strewn(skin, [cell for cell in whole if cell not in taken], grid, ink, clear=hexmap.numbered)
        named = ((kind, tuple(items)) for kind, items in (("ground", ground.of(cells, strewn)), ("lines", lines),
                                                          ("figures", numbers)))
        yield Chunk(box, *(Symbol(f"{kind}-{hexmap.key}-{number}", items, (box.x, box.y, box.right, box.bottom))
                           for kind, items in named))


class _Ground:
    """Fillings of hexes below the lines of a map, and the colour of numbers on each hex."""

    def __init__(self, hexmap: HexMap, grid: Grid, frame: Box, ink: Ink, figures: Color, tint: float, *,
                 mottles: bool) -> None:
        self._grid, self._frame = grid, frame
        self._parts = frozenset(hexmap.board.parts)
        self._color = area(ink, parse_color(hexmap.ground))
        self._mottles = mottles
        self._drawn: dict[Hex, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        self._shaded = {cell: self._color.mix(area(ink, parse_color(zone.color)).mix(WHITE, _PALER),
                                              tint if not zone.shaded else _SHADE / 4 if zone.side else _SHADE)
                        for zone in hexmap.zones if (zone.shaded or (tint and zone.pattern)) and ink is not Ink.BLACK
                        for cell in with_parts(hexmap, zone)}
        self._colors = dict(self._shaded)  # of hexes whose ground is not the map's
        for terrain in hexmap.terrain:
            pair = terrain_hex(hexmap, terrain, ink), terrain_hex(hexmap, replace(terrain, letter=""), ink)
            for cell in terrain.hexes:
                self._drawn[cell].append(pair)
                if terrain.color:
                    self._colors[cell] = area(ink, parse_color(terrain.color))
        self._figures = {color: figures if contrast(figures, color) >= READABLE else text_on(color)
                         for color in {self._color, *self._colors.values()}}

    def of(self, cells: Sequence[Hex], strewn: Iterable[Item]) -> Iterator[Item]:
        """Draw the filling of hexes: their ground, scattered marks, terrain; parts of hexes are cut off at the edge."""
        bare = [cell for cell in cells if cell not in self._shaded]
        if self._color != WHITE:
            yield self._within(Path(hexgrids.closed(self._grid.outline(cells)).segments, self._color))
            yield from self._mottled(bare, self._color)
        for color in dict.fromkeys(self._shaded[cell] for cell in cells if cell in self._shaded):
            same = [cell for cell in cells if self._shaded.get(cell) == color]
            yield self._within(Path(hexgrids.closed(self._grid.outline(same)).segments, color))
            yield from self._mottled(same, color)
        yield from strewn
        for cell in cells:
            for whole, part in self._drawn.get(cell, ()):
                where = Transform().translate(*self._grid.center(cell))
                yield self._within(Use(part, where)) if cell in self._parts else Use(whole, where)

    def _mottled(self, cells: Sequence[Hex], color: Color) -> Iterator[Item]:
        """Draw spots in other tones of a ground, clipped to its hexes."""
        if self._mottles and cells:
            spots = tuple(skins.mottled(cells, self._grid, color))
            yield self._within(Group(spots, clip=hexgrids.closed(self._grid.outline(cells))))

    def figure(self, cell: Hex) -> Color:
        """Return the colour of a hex's number: the usual one unless it cannot be read there."""
        return self._figures[self._colors.get(cell, self._color)]

    def _within(self, item: Item) -> Item:
        return Group((item,), clip=shapes.rect(*self._frame)) if self._parts else item


def mesh(grid: Grid, cells: Collection[Hex], hexes: Collection[Hex]) -> tuple[items.Segment, ...]:
    """Return every side of some hexes once: sides 0 to 2 of each, others only where it has no neighbour in `hexes`."""
    steps = directions(grid.orientation)
    offsets = Grid(grid.orientation, grid.across).corners()
    segments: list[items.Segment] = []
    for cell in cells:
        x, y = grid.center(cell)
        points = [(x + dx, y + dy) for dx, dy in offsets]
        segments += shapes.polyline(points[:4]).segments
        drawn = 3
        for side in (3, 4, 5):
            if (cell[0] + steps[side][0], cell[1] + steps[side][1]) not in hexes:
                if drawn != side:
                    segments.append(items.Move(*points[side]))
                segments.append(items.Line(*points[(side + 1) % 6]))
                drawn = side + 1
    return tuple(segments)


def _clusters(grid: Grid, cells: Sequence[Hex], radius: int) -> dict[Hex, list[items.Segment]]:
    """Return the sides between megahexes, by the hex that draws them.

    A megahex has all hexes within `radius` of its centre.
    """
    size = 3 * radius * (radius + 1) + 1
    across, down = (2 * radius + 1, -radius), (radius, radius + 1)

    def middle(cell: Hex) -> Hex:
        u = (cell[0] * down[1] - cell[1] * down[0]) // size
        v = (cell[1] * across[0] - cell[0] * across[1]) // size
        near = (add((across[0] * (u + i), across[1] * (u + i)), down, v + j) for i in (0, 1) for j in (0, 1))
        return min(near, key=lambda other: distance(cell, other))

    middles = {cell: middle(cell) for cell in cells}
    sides: dict[Hex, list[items.Segment]] = defaultdict(list)
    for edge in grid.edges(cells):
        if edge.beyond in middles and middles[edge.beyond] != middles[edge.cell]:
            sides[edge.cell] += shapes.polyline((edge.start, edge.end)).segments
    return sides


class Figures:
    """Type size of a map's numbers, and their baseline relative to the centre of a hex.

    Raises Misfit for numbers that do not fit their hexes even in the smallest type.
    """

    def __init__(self, hexmap: HexMap) -> None:
        self.font = fonts.styled("sans")
        across, board = hexmap.across.pt, hexmap.board
        names = [*map(board.name, board.cells)]
        # letters differ in width, and so do the figures of some typefaces
        ems, widest = max((fonts.width(name, self.font, 1.0), name) for name in names)
        fitting, usual = _largest_figures(hexmap.orientation, across, ems), max(LEAST_FIGURES, 0.15 * across)
        if fitting < LEAST_FIGURES:
            raise _too_small(hexmap, ems, widest)
        self.size = min(8.0 if hexmap.frame == CHART else 10.0, usual, fitting)
        self.widths = {name: fonts.width(name, self.font, self.size) for name in names}
        self.width = max(self.widths.values())
        if hexmap.orientation is Orientation.FLAT:
            top = self.gap(hexmap) - across / 2
        else:
            top = (self.width + 3) / (2 * ROOT) + _below_point(across) - across / ROOT
        self.base = top + 0.7 * self.size

    @staticmethod
    def gap(hexmap: HexMap) -> float:
        """Return the distance of numbers from the upper side of a hex with a flat top."""
        return _gap(hexmap.across.pt)


LEAST_FIGURES = 5.0  # points: smaller numbers cannot be read on a table


def _gap(across: float) -> float:
    return max(1.8, 0.05 * across)


def _below_point(across: float) -> float:
    """Return the distance of numbers below the first line with room for them; large hexes have more."""
    return min(4.0, 0.04 * across)


def _largest_figures(orientation: Orientation, across: float, ems: float) -> float:
    """Return the largest type size, in points, of numbers `ems` wide in hexes `across` points across flats.

    Numbers stand in the upper half of a hex: below its flat side, or as near its point as their width allows.
    """
    if orientation is Orientation.FLAT:
        wide, high = across / ROOT + 2 * _gap(across) / ROOT, across / 2 - _gap(across)
        return min(wide / ems, high / _CAPITALS)
    high = across / ROOT - 3 / (2 * ROOT) - _below_point(across)
    return min((across - 2) / ems, high / (ems / (2 * ROOT) + _CAPITALS))


_CAPITALS = 0.72  # height of figures, as a share of the type size


def _too_small(hexmap: HexMap, ems: float, widest: str) -> Misfit:
    """Return the error for a map whose numbers do not fit, with the smallest hexes that have room for them."""
    low, high = hexmap.across.pt, parse_length(LARGEST).pt  # the largest hexes fit the longest numbers
    while high - low > 0.01 * MM:
        middle = (low + high) / 2
        low, high = (low, middle) if _largest_figures(hexmap.orientation, middle, ems) >= LEAST_FIGURES else (
            middle, high)
    return Misfit(f"hexes of {hexmap.across.text} have no room for their numbers, such as {widest}",
                  f"make them {math.ceil(high / MM * 10) / 10:g} mm or larger, or write numbers: none")


def terrain_hex(hexmap: HexMap, terrain: Terrain, ink: Ink) -> Symbol:
    """Return a terrain's hex centred on the origin. Raises PrintshopError, at its place, for unusable contents."""
    with reported(f"map '{hexmap.title}', the terrain '{terrain.label}'", terrain.span,
                  "make the hexes larger or the letters fewer"):
        items = tuple(_terrain(terrain, Grid(hexmap.orientation, hexmap.across.pt), hexmap, ink))
    half = hexmap.across.pt / ROOT
    return Symbol(f"terrain-{hexmap.key}-{terrain.label}", items, (-half, -half, half, half))


def _terrain(terrain: Terrain, grid: Grid, hexmap: HexMap, ink: Ink) -> Iterator[Item]:
    across = grid.across
    color = parse_color(terrain.color) if terrain.color else BLACK
    ground = area(ink, color if terrain.color else parse_color(hexmap.ground))
    if terrain.color:
        yield shapes.polygon(grid.corners(), fill=ground)
    if terrain.pattern:
        line = line_color(ink, color if terrain.color else WHITE.mix(BLACK, 0.5), ground)
        left, top, right, bottom = grid.bounds([(0, 0)])
        pitch, clip = min(9.0, max(4.0, 0.11 * across)), shapes.polygon(grid.corners(inset=0.045 * across))
        yield Group(patterns.marks(terrain.pattern, (left, top, right - left, bottom - top), line, pitch=pitch,
                                   weight=min(1.2, 0.13 * pitch)), clip=clip)
        if hexmap.numbered:  # a plate keeps the pattern clear of the number
            figures = Figures(hexmap)
            yield shapes.rounded_rect(-figures.width / 2 - 2, figures.base - 0.75 * figures.size - 1.5,
                                      figures.width + 4, figures.size + 2, 2, fill=ground)
    if terrain.picture:
        box = (-0.28 * across, -0.24 * across, 0.56 * across, 0.56 * across)
        yield art.place(art.read(terrain.picture), box, color=mark(ink, BLACK), ink=ink)
    if terrain.letter:
        letter, color = text.escape(terrain.letter), WHITE if contrast(WHITE, ground) > 4.5 else BLACK
        style = text.Style("serif", min(28.0, 0.34 * across), bold=True, color=color)
        base = 0.06 * across + 0.35 * style.size
        if terrain.pattern:
            reach = max(text.measure(letter, style), style.size) / 2 + 0.12 * style.size
            yield shapes.circle(0, base - 0.34 * style.size, reach, fill=ground)
        yield from text.line(letter, style, 0, base, "middle", 0.7 * across, 5.0)


def line_color(ink: Ink, color: Color, ground: Color) -> Color:
    """Return the colour of a pattern on a ground: the given one, darkened until it is visible, or white or black."""
    for share in (0.0, 0.25, 0.4, 0.55, 0.7):
        darker = mark(ink, color).mix(BLACK, share)
        if contrast(darker, ground) >= 1.8:
            return darker
    return WHITE if contrast(WHITE, ground) > contrast(BLACK, ground) else BLACK


# --- borders and areas of zones ---

LINE = 1.5  # points: dashed line round a zone without a side, drawn inside its edge
BAND = 1.5 * MM  # width of the border of a side's zone, inside its edge
OUTLINE, WIDEST = 3.0, 0.2  # its width on the picture of a whole map: least in points, greatest in hexes
_MARKS = 2_000  # most marks of a pattern in one border
_NAME = text.Style("serif", 11.0, bold=True)


def with_parts(hexmap: HexMap, zone: Zone) -> tuple[Hex, ...]:
    """Return the hexes of a zone, and parts of hexes at the map's edge with most of their neighbours in the zone."""
    cells, steps = frozenset(hexmap.board.cells), directions(hexmap.orientation)
    beside = {part: cells.intersection(add(part, step) for step in steps) for part in hexmap.board.parts}
    return (*zone.hexes, *(part for part, near in beside.items() if 2 * len(near.intersection(zone.hexes)) > len(near)))


def runs(hexmap: HexMap, zone: Zone, grid: Grid, inset: float = 0.0) -> list[Run]:
    """Return the parts of a zone's edge within the map: (hex, start, end) of every side, `inset` points inside."""
    hexes, steps = {*hexmap.board.cells, *hexmap.board.parts}, directions(grid.orientation)
    chains, own = list[Run](), with_parts(hexmap, zone)
    rim = grid.rim(own)
    for loop, corners in zip(rim, grid.rim_corners(rim, own, inset), strict=True):
        joined, first = False, len(chains)
        for (cell, side), start, end in zip(loop, corners, (*corners[1:], corners[0]), strict=True):
            inner = add(cell, steps[side]) in hexes
            if inner and not joined:
                chains.append([])
            if inner:
                chains[-1].append((cell, start, end))
            joined = inner
        if joined and len(chains) > first + 1 and chains[-1][-1][2] == chains[first][0][1]:
            chains[first:] = [chains[-1] + chains[first], *chains[first + 1:-1]]  # the loop begins within a run
    return chains


def borders(hexmap: HexMap, grid: Grid, ink: Ink, broad: float = 0.0) -> Iterator[Item]:
    """Draw the borders of zones within the map: a side's in colour and pattern, any other a dashed line.

    A side's border is `broad` points wide; 0 gives the width on the map itself.
    """
    broad = broad or _broad(grid)
    edge = text_on(area(ink, parse_color(hexmap.ground)))
    for zone in hexmap.zones:
        color, segments = parse_color(zone.color), list[items.Segment]()
        if not zone.pattern:
            for run in runs(hexmap, zone, grid, 0.75 * LINE):
                segments += shapes.polyline([run[0][1], *(end for _, _, end in run)]).segments
            if segments:
                dashed = line_color(ink, color, area(ink, parse_color(hexmap.ground)))
                yield Path(tuple(segments), None, Stroke(dashed, LINE, dash=(7.0, 3.5), cap="butt", join="round"))
            continue
        for outer, inner in zip(runs(hexmap, zone, grid), runs(hexmap, zone, grid, broad), strict=True):
            points = [outer[0][1], *(end for _, _, end in outer), *(end for _, _, end in inner[::-1]), inner[0][1]]
            segments += shapes.polygon(points).segments
        if segments:
            left, top, right, bottom = shapes.outline_bounds(segments)
            box = (left, top, right - left, bottom - top)
            pitch = max(0.9 * broad, (box[2] + box[3]) / _MARKS)
            filled = patterns.fill(zone.pattern, box, color, ink, pitch=pitch, weight=0.25 * broad)
            yield Group(filled, clip=Path(tuple(segments)))
            yield Path(tuple(segments), None, Stroke(edge, min(0.5, 0.12 * broad), join="round"))


def _broad(grid: Grid) -> float:
    return min(BAND, 0.12 * grid.across)


def lowered(hexmap: HexMap, grid: Grid) -> dict[Hex, float]:
    """Return the distance in points by which numbers move down, by hex, to clear a zone's border above them."""
    down: dict[Hex, float] = {}
    flat = hexmap.orientation is Orientation.FLAT
    # a hex with a flat top has room for its number between slanting borders, if it is narrow
    beside = flat and hexmap.numbered and Figures(hexmap).width / 2 + _broad(grid) < 0.38 * grid.across
    for zone in hexmap.zones:
        # a dashed line reaches the numbers of small hexes only
        broad = _broad(grid) if zone.pattern else max(0.0, 2.25 * LINE - (Figures.gap(hexmap) - 0.8))
        for cell, start, end in (side for run in runs(hexmap, zone, grid) for side in run):
            if beside and abs(start[1] - end[1]) > 1:
                continue
            if start[1] + end[1] < 2 * grid.center(cell)[1] - 1:
                down[cell] = max(down.get(cell, 0.0), broad / math.cos(math.radians(30)))  # 30 degrees at most
    return down


def outlines(hexmap: HexMap, grid: Grid, ink: Ink, scale: float = 1.0) -> Iterator[Item]:
    """Draw the borders of the sides' zones for a picture of the map at a scale, wide enough to be seen."""
    sides = replace(hexmap, zones=tuple(zone for zone in hexmap.zones if zone.pattern and zone.hexes))
    yield from borders(sides, grid, ink, min(max(BAND, OUTLINE / scale), WIDEST * grid.across))


def small_names(hexmap: HexMap, grid: Grid, place: tuple[float, float, float], taken: Sequence[Box]) -> Iterator[Item]:
    """Draw names of the sides' zones in a picture at (x, y, scale), near their middle but clear of `taken` boxes."""
    x, y, scale = place
    for zone in hexmap.zones:
        if zone.pattern and zone.label and zone.hexes:
            left, top, right, bottom = grid.bounds(zone.hexes)
            size = _NAME.size * min(1.0, (0.94 * scale * (right - left) - 6) / text.measure(zone.label, _NAME))
            if size >= 6:
                style, middle = _NAME._replace(size=size), x + scale * (left + right) / 2
                places = [(middle, y + scale * (top + share * (bottom - top))) for share in (0.5, 0.25, 0.75, 0.15)]
                extent = text.measure(zone.label, style) + 10, 1.6 * size
                free = (at for at in places if not any(labels.about(at, extent).shared(other) for other in taken))
                yield from labels.plate(zone.label, style, next(free, places[0]), beside=6, high=1.3)


# --- words ---

_APART = 120 * MM  # between repeats of a side's name, so that every sheet shows one
_EMBLEM = 25 * MM  # across flats: smaller hexes have no room for an emblem
_BACK = 0.04  # share of a hex: offset of such a name from its centre, away from the line
_IN_HEX = 0.57  # share of a hex: greatest width of such a name, unless it would be too small
_SMALLEST = 6.0
# Height of words below the centre of a hex, as a share of its size: clear of its number and of the next row's.
_PLACES = {
    Orientation.FLAT: {"above": -0.17, "middle": 0.03, "below": 0.25},
    Orientation.POINTY: {"above": -0.22, "middle": 0.0, "below": 0.2},
}


def words(hexmap: HexMap, grid: Grid, frame: Box, ink: Ink) -> Iterator[Item]:
    """Draw the labels and the names of zones on plates; a side's name repeats along its line. Raises PrintshopError."""
    ground, across, places = area(ink, parse_color(hexmap.ground)), grid.across, _PLACES[grid.orientation]

    def plated(markup: str, style: text.Style, at: Point, place: str, fill: Color = ground) -> Iterator[Item]:
        width, height = text.measure(markup, style), style.size * 1.15
        if width > frame.width - 6:
            raise text.TooWide(text.plain(markup), width, frame.width - 6)
        if height > frame.height - 2:
            raise text.TooTall(text.plain(markup), height, frame.height - 2)
        x = min(max(at[0], frame.x + width / 2 + 3), frame.right - width / 2 - 3)
        y = min(max(at[1] + places[place] * across, frame.y + height / 2 + 1), frame.bottom - height / 2 - 1)
        yield from labels.plate(markup, style._replace(color=text_on(fill)), (x, y), beside=3, high=1.2, fill=fill)

    for zone in hexmap.zones:
        if not (zone.label and zone.hexes):
            continue
        with reported(f"map '{hexmap.title}', a zone", zone.span, SHORTER):
            style = text.Style("serif", min(18.0, max(9.0, 0.2 * across)), bold=True)
            if zone.pattern:  # as small as numbers, so that it hides no sides of hexes
                size = min(10.0, max(5.0, 0.15 * across))
                fitting = size * _IN_HEX * across / text.measure(zone.label, style._replace(size=size))
                style = style._replace(size=min(size, max(fitting, _SMALLEST)))
            for at in _along(hexmap, zone, grid) if zone.pattern else (_middle(zone, grid),):
                if zone.emblem and across >= _EMBLEM:  # between the hex number and the name
                    yield from labels.crest(zone.emblem, (at[0], at[1] - 0.02 * across), 0.15 * across,
                                            parse_color(zone.color), ink)
                yield from plated(zone.label, style, at, "below", WHITE if zone.pattern and zone.shaded else ground)
    for label in hexmap.labels:
        with reported(f"map '{hexmap.title}', a label", label.span, SHORTER):
            size = label.size.pt if label.size else min(12.0, max(7.0, 0.16 * across))
            yield from plated(label.text, text.Style("sans", size, bold=True), grid.center(label.at), label.place)


def middle_of(zone: Zone, grid: Grid) -> Point:
    """Return the mean of the centres of a zone's hexes."""
    xs, ys = zip(*map(grid.center, zone.hexes), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _middle(zone: Zone, grid: Grid) -> Point:
    """Return the centre of the zone's hex that is nearest to the middle of the zone."""
    x, y = middle_of(zone, grid)
    return min(map(grid.center, zone.hexes), key=lambda at: (round((at[0] - x) ** 2 + (at[1] - y) ** 2, 3), at))


def _along(hexmap: HexMap, zone: Zone, grid: Grid) -> list[Point]:
    """Return centres of hexes behind a zone's inner edge, evenly spaced, and as far from its ends."""
    points: list[Point] = []
    for run in runs(hexmap, zone, grid):
        cells = list(dict.fromkeys(cell for cell, _, _ in run))
        (x, y), (x2, y2) = grid.center(cells[0]), grid.center(cells[-1])
        count, aside = max(1, round(math.dist((x, y), (x2, y2)) / _APART)), 0.0
        if abs(x2 - x) < abs(y2 - y):  # keep names clear of an upright line
            aside = math.copysign(_BACK * grid.across, middle_of(zone, grid)[0] - x)
        spots = (grid.center(cells[int(len(cells) * (k + 0.5) / count)]) for k in range(count))
        points += [(x + aside, y) for x, y in spots]
    return points or [_middle(zone, grid)]


def compass(hexmap: HexMap, grid: Grid, window: Box, ink: Ink) -> Iterator[Item]:
    """Draw the names of hexsides, in the middle of a hexagonal map or at the top left of a window. Raises TooWide."""
    if not hexmap.compass:
        return
    across = grid.across
    cell = (0, 0) if hexmap.board.radius else _vacant(hexmap, grid, window)
    if cell is None:
        return
    x, y = grid.center(cell)
    color = text_on(area(ink, parse_color(skins.grounded(hexmap, ink).ground)))
    style = text.Style("sans", min(10.0, max(7.0, 0.12 * across)), bold=True, color=color)
    if hexmap.numbered and not hexmap.board.radius:  # clear of the number above
        y += max(0.0, Figures(hexmap).base + 0.26 * across + 0.36 * style.size + 1)
    yield shapes.circle(x, y, max(1.2, 0.033 * across), fill=color)
    for number, name in enumerate(hexmap.compass):
        at = grid.orientation.tilt + 60.0 * number
        yield shapes.line(x, y, *bearing(at, 0.12 * across, x, y), Stroke(color, 0.6))
        yield shapes.arrow(*bearing(at, 0.17 * across, x, y), at, 0.07 * across, fill=color)
        place = bearing(at, 0.26 * across, x, y)
        yield from text.line(text.escape(name), style, place[0], place[1] + 0.36 * style.size, "middle",
                             0.3 * across, 5.0)


def _vacant(hexmap: HexMap, grid: Grid, window: Box) -> Hex | None:
    """Return the free hex nearest to the top left corner of a window, or None if there is none near it."""
    occupied = {cell for terrain in hexmap.terrain for cell in terrain.hexes} | {label.at for label in hexmap.labels}
    half, vacant = grid.across / 2 + 2, frozenset(hexmap.board.cells) - occupied
    room = window.inset(*((half * 1.1547, half) if grid.orientation is Orientation.FLAT else (half, half * 1.1547)))
    free = []
    for cell in within(6, grid.at(room.x, room.y)):
        x, y = grid.center(cell)
        if cell in vacant and room.x <= x <= room.right and room.y <= y <= room.bottom:
            free.append((round(math.dist((x, y), (room.x, room.y)), 3), cell))
    return min(free)[1] if free else None


_RIM = Stroke(BLACK, 0.5)


def letters(hexmap: HexMap, grid: Grid, ink: Ink, zones: Sequence[Zone] = ()) -> Iterator[Item]:
    """Draw the letters of a board's edges outside it, on rings of the sides whose `zones` lie there. Raises TooWide."""
    large = text.Style("serif", min(20.0, max(7.0, 0.21 * grid.across)), bold=True)
    lying = owners(hexmap, zones)
    first = 30 if grid.orientation is Orientation.FLAT else 0
    for number, letter in enumerate(hexmap.edges):
        row = hexmap.board.strip(number, 1)  # from one corner of the board to the next
        (x1, y1), (x2, y2) = map(grid.center, row[len(row) // 2 - 1 : len(row) // 2 + 1])
        at = bearing(first + 60 * number, grid.corner / 2 + 0.16 * grid.across, (x1 + x2) / 2, (y1 + y2) / 2)
        style = large._replace(size=0.8 * large.size) if number in lying else large
        if number in lying:
            yield from ringed(at, 0.6 * large.size, lying[number], ink)
        yield from text.line(text.escape(letter), style, at[0], at[1] + 0.34 * style.size, "middle",
                             0.24 * grid.across, _SMALLEST)


def ringed(at: Point, radius: float, zone: Zone, ink: Ink) -> Iterator[Item]:
    """Draw the ring of a side round the letter of an edge."""
    x, y = at
    filled = patterns.fill(zone.pattern, (x - radius, y - radius, 2 * radius, 2 * radius), parse_color(zone.color), ink,
                           pitch=0.3 * radius, weight=0.09 * radius)
    yield Group(filled, clip=shapes.circle(x, y, radius))
    yield shapes.circle(x, y, radius, stroke=_RIM)
    yield shapes.circle(x, y, 0.7 * radius, fill=WHITE, stroke=_RIM)


def owners(hexmap: HexMap, zones: Sequence[Zone]) -> Mapping[int, Zone]:
    """Return the sides' zones that lie along edges of a board, by the edge's number, clockwise from the top."""
    rows = [frozenset(hexmap.board.strip(number, 1)) for number in range(len(hexmap.edges))]
    return {number: zone for zone in zones if zone.pattern for number, row in enumerate(rows)
            if row <= frozenset(zone.hexes)}


# --- corners of hexagons ---

_CLEAR = 0.3  # hexes: gap between a rose and the hexes, for the letters of the edges
_LARGEST, _LEAST = 25 * MM, 9 * MM  # greatest and least radius of a rose
_LABELS = 0.72  # position of its numbers, as a share of the radius
_BROADEST = 0.28  # greatest width of words, as a share of the map's
_TITLE = text.Style("serif", 11.0, bold=True)
_WORDS = text.Style("sans", 8.5)
_TRIES = range(12, 300, 6)  # points: heights of the box for words that are tried


def corners(hexmap: HexMap, grid: Grid, frame: Box) -> Iterator[Item]:
    """Draw the roses and words in the corners of a map. Raises TooTall and TooWide if one has no room."""
    points = [point for cell in hexmap.board.cells for point in grid.corners(cell)] if hexmap.corners else []
    for corner in hexmap.corners:
        # As seen from the corner: x and y grow towards the middle of the map.
        inward = [(frame.width - x if corner.right else x, frame.height - y if corner.low else y) for x, y in points]
        if corner.points:
            yield from _rose(corner, inward, frame, _CLEAR * grid.across)
        elif not corner.picture:
            yield from _written(corner, inward, frame)


def _rose(corner: Corner, points: Sequence[Point], frame: Box, clear: float) -> Iterator[Item]:
    """Draw the largest rose that is clear of the hexes, found by bisection."""
    radius, high = 0.0, _LARGEST
    for _ in range(30):
        tried = (radius + high) / 2
        free = min(math.dist((tried, tried), point) for point in points) >= tried + clear
        radius, high = (tried, high) if free else (radius, tried)
    if radius < _LEAST:
        raise text.TooTall(corner.title or "rose", 2 * _LEAST, 2 * radius)
    x = frame.width - radius if corner.right else radius
    y = frame.height - radius if corner.low else radius
    yield shapes.circle(x, y, radius, stroke=Stroke(BLACK, 0.7))
    style = text.Style("sans", min(16.0, 0.26 * radius), bold=True)
    for number in range(corner.points):
        at = number * 360 / corner.points
        yield from discs.point(at, 360 / corner.points, radius, (x, y))
        base_x, base_y = bearing(at, _LABELS * radius, x, y)
        yield from text.line(str(number + 1), style, base_x, base_y + 0.36 * style.size, "middle")
    if corner.title:
        at_x = x - radius - 4 if corner.right else x + radius + 4
        base = frame.height - 3 if corner.low else _TITLE.size
        yield from text.line(corner.title, _TITLE, at_x, base, "end" if corner.right else "start")


def _written(corner: Corner, points: Sequence[Point], frame: Box) -> Iterator[Item]:
    """Draw words in the lowest box beside the hexes that has room for them."""
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
