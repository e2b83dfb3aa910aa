"""Drawing of a hex map: ground, terrain, lines, numbers, zones, words and compass.

Letters and roses outside the map are drawn too. Coordinates are points, with the origin at the map's top left corner
and y down. A map is drawn in chunks. Each chunk is a symbol that all sheets share: a sheet shows the chunks that it
needs, and a file has each chunk once. Every line is drawn once, and every number is one text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop.drawing import display_list, fonts, patterns, shapes, text
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    Group,
    Item,
    Page,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
    TextRun,
    parse_color,
)
from printshop.drawing.geometry import Point, Transform, move_point
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, choose_text_color, measure_contrast
from printshop.drawing.terrain import (
    choose_letter_color,
    choose_pattern_color,
    draw_terrain,
    draw_terrain_picture,
    find_terrain_ground,
)
from printshop.game.maps import CHART, LARGEST, HexMap, MapCorner, MapLabel, MapZone, Terrain
from printshop.game.model import Game
from printshop.hexes import (
    SQRT_3,
    Hex,
    HexGrid,
    Orientation,
    count_hex_steps,
    hex_directions,
    list_hexes_within,
    step_hex,
)
from printshop.layout import hex_grid, labels
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, parse_length
from printshop.print_settings import PrintSettings
from printshop.problems import DoesNotFitError
from printshop.products import map_grounds
from printshop.products.build import report_errors, use_game_fonts
from printshop.products.maps import path_drawing, skins
from printshop.products.templates import discs

EdgeRun = list[tuple[Hex, Point, Point]]

READABLE_CONTRAST = 4.5  # least contrast of numbers with their ground
# share of the colour in the hexes of a side's zone and of another shaded zone; share of white added to it first
_SIDE_SHARE, _SHADED_SHARE, _SHADED_WHITE_SHARE = 0.3, 0.6, 0.5
BORDER_WIDTH = 1.0  # points: line round a map
NEAT_LINE_WIDTH = 2.2  # points: neat line, inside the rectangle of a map
CHUNK_SIZE = 288.0  # points: width and height of a chunk; a sheet shows about nine
_MARGIN_SHARE = 0.4  # of a hex: round a map on a page of its own
SHORTEN_HINT = "make the hexes larger, or shorten the words"


class MapChunk(NamedTuple):
    """The hexes of a part of the map, as symbols that lie within `box`.

    If the map has scenery, `terrain` lies above the scenery. Otherwise the terrain belongs to the `ground`.
    """

    box: Rect
    ground: Symbol
    terrain: Symbol
    lines: Symbol
    numbers: Symbol


@dataclass(frozen=True)
class DrawnMap:
    """A drawn map: its chunks, its frame with the borders of zones, its words, and the `grid` of its hexes."""

    width: float
    height: float
    chunks: tuple[MapChunk, ...]
    frame: Symbol
    words: Symbol
    outer_words: Symbol
    grid: HexGrid
    scenery: tuple[tuple[Rect, Item], ...] = ()  # pictures below the lines, each with its box

    def list_items(self, window: Rect | None = None, visible: Rect | None = None, *,
                   with_outer_words: bool = True) -> tuple[Item, ...]:
        """Return the items of the map.

        If there is a `window`, return only the items of the chunks in it. On the hexes, words stand only in the
        `visible` part, so that no strip to glue on shows half a name. If `with_outer_words` is false, the words outside
        the hexes are left out.
        """
        chunks = [chunk for chunk in self.chunks if window is None or chunk.box.intersect(window)]
        figures = (SymbolUse(chunk.numbers) for chunk in chunks if chunk.numbers.items)
        return (*self.list_items_without_words(chunks, window=window), *figures,
                Group((SymbolUse(self.words),), clip=shapes.rect(*visible)) if visible else SymbolUse(self.words),
                *((SymbolUse(self.outer_words),) if with_outer_words else ()))

    def list_items_without_words(self, chunks: Sequence[MapChunk] | None = None, *, with_lines: bool = True,
                                 window: Rect | None = None
                                 ) -> tuple[Item, ...]:
        """Return the items of the map without words.

        If `chunks` is not None, return only the items of these chunks. If `with_lines` is false, the lines between
        hexes are left out too, as in very small pictures.
        """
        drawn_chunks = self.chunks if chunks is None else chunks
        grounds = (SymbolUse(chunk.ground) for chunk in drawn_chunks if chunk.ground.items)
        pictures = tuple(item for box, item in self.scenery if window is None or box.intersect(window))
        map_outline = shapes.rect(0, 0, self.width, self.height)
        below = (*grounds, *((Group(pictures, clip=map_outline),) if pictures else ()),
                 *(SymbolUse(chunk.terrain) for chunk in drawn_chunks if chunk.terrain.items))
        return (*below, *(SymbolUse(chunk.lines) for chunk in drawn_chunks if with_lines), SymbolUse(self.frame))


def draw_map(hexmap: HexMap, ink: Ink, zones: Sequence[MapZone] = ()) -> DrawnMap:
    """Return a drawn map.

    In a scenario, the edge letters of the map show the sides whose `zones` lie along the edges.

    Raises DoesNotFitError if words or numbers do not fit. Raises PrintshopError at the place of the mistake if a text
    of the data does not fit or a picture cannot be used.
    """
    skin, (grid, box) = map_grounds.find_skin(hexmap, ink), lay_out_map(hexmap, ink)
    hexmap = map_grounds.apply_ground(hexmap, ink)
    # The edge is straight if parts of hexes fill the map up, else it runs along the hexes.
    edge = (
        shapes.rect(*box)
        if hexmap.board.has_partial_hexes
        else hex_grid.make_closed_path(grid.trace_outlines(hexmap.board.whole_hexes))
    )
    outline = Path(edge.segments, None, Stroke(BLACK, BORDER_WIDTH, join="round"))
    paths = (Group(tuple(path_drawing.draw_paths(hexmap, grid, ink)), clip=edge),) if hexmap.paths else ()
    ground = _MapGround(hexmap, grid, box, ink, skin)
    frame = (*_draw_margin(hexmap, edge, box, ink, skin), *draw_zone_borders(hexmap, grid, ink), *paths,
             *ground.draw_crossed_marks(hexmap, ink), outline)
    outer_items = (*draw_edge_letters(hexmap, grid, ink, zones), *draw_corners(hexmap, grid, box))
    bounds = (-BORDER_WIDTH, -BORDER_WIDTH, box.width + BORDER_WIDTH, box.height + BORDER_WIDTH)
    pictures = tuple(skins.draw_map_scenery(hexmap, skin, grid, ink))
    chunks = _draw_chunks(hexmap, ground, box, ink, skin, [box_on_map for box_on_map, _ in pictures])
    return DrawnMap(box.width, box.height, tuple(chunks),
                    Symbol(f"frame-{hexmap.key}", frame, bounds),
                    Symbol(f"words-{hexmap.key}", tuple(draw_map_words(hexmap, ground, box, ink)), bounds),
                    Symbol(f"around-{hexmap.key}", outer_items, bounds), grid, pictures)


class MapPage(NamedTuple):
    """A map on one page.

    It has the centres of its hexes, in their order, and the size of a hex, in points.
    """

    page: Page
    centers: tuple[Point, ...]
    hex_size: tuple[float, float]


def draw_map_page(game: Game, hexmap: HexMap) -> MapPage:
    """Return a map on a page that fits it, with a margin for words.

    Raises PrintshopError.
    """
    with report_errors(f"map '{hexmap.title}'", hexmap.span), use_game_fonts(game, PrintSettings()):
        drawn_map = draw_map(hexmap, PrintSettings().ink)
    grid = drawn_map.grid
    margin = _MARGIN_SHARE * grid.across_flats
    page = Page(drawn_map.width + 2 * margin, drawn_map.height + 2 * margin,
                (Group(drawn_map.list_items(), Transform(e=margin, f=margin)),), hexmap.key)
    left, top, right, bottom = grid.measure_bounds([(0, 0)])
    centers = (grid.find_center(cell) for cell in hexmap.board.hexes_by_name.values())
    return MapPage(page, tuple((x + margin, y + margin) for x, y in centers), (right - left, bottom - top))


def lay_out_map(hexmap: HexMap, ink: Ink) -> tuple[HexGrid, Rect]:
    """Return the grid of a map, and the rectangle that the map fills, with its top left corner at the origin."""
    grid, width, height = hex_grid.place_hexes(hexmap.board.whole_hexes, hexmap.orientation, hexmap.across.pt)
    has_no_margin = hexmap.board.has_partial_hexes or hexmap.board.radius
    margin = 0.0 if has_no_margin else skins.MARGINS.get(map_grounds.find_skin(hexmap, ink), 0.0) * grid.across_flats
    return replace(grid, x=grid.x + margin, y=grid.y + margin), Rect(0, 0, width + 2 * margin, height + 2 * margin)


def _draw_margin(hexmap: HexMap, edge: Path, box: Rect, ink: Ink, skin: str) -> Iterator[Item]:
    """Draw the neat line of a rectangular map with a skin, and a darker tint between this line and the hexes."""
    if skin == map_grounds.PLAIN or hexmap.board.radius:
        return
    ground, line = choose_area_color(ink, parse_color(hexmap.ground)), skins.find_line_color(skin, BLACK)
    if not hexmap.board.has_partial_hexes:
        yield Path((*shapes.rect(*box).segments, *edge.segments), ground.mix(line, 0.25), None, "evenodd")
    neat = line if skin == map_grounds.NIGHT else line.mix(BLACK, 0.35)
    yield shapes.rect(*box.inset(0.5 * NEAT_LINE_WIDTH), stroke=Stroke(neat, NEAT_LINE_WIDTH, join="miter"))


def _draw_chunks(hexmap: HexMap, ground: _MapGround, map_rect: Rect, ink: Ink, skin: str, picture_boxes: Sequence[Rect]
                 ) -> Iterator[MapChunk]:
    """Yield the chunks of a map, each with the hexes whose centres lie in it.

    Parts of hexes at the edge of the map have no numbers.
    """
    board, grid, groups = hexmap.board, ground.grid, defaultdict[tuple[int, int], list["Hex"]](list)
    for cell in (*board.whole_hexes, *board.partial_hexes):
        x, y = grid.find_center(cell)
        groups[int(y // CHUNK_SIZE), int(x // CHUNK_SIZE)].append(cell)
    line_width, line_color = (0.4, BLACK) if ink is Ink.BLACK else (0.6, WHITE.mix(BLACK, 0.55))
    line_color = skins.find_line_color(skin, line_color)
    stroke = Stroke(line_color, line_width, cap="round", join="round")
    hexes, parts = frozenset((*board.whole_hexes, *board.partial_hexes)), frozenset(board.partial_hexes)
    megahex_sides = _find_megahex_sides(grid, board.whole_hexes, hexmap.megahex_radius) if hexmap.megahex_radius else {}
    figures = HexNumbers(hexmap) if hexmap.has_numbers else None
    number_shifts = find_number_shifts(hexmap, grid) if figures else {}
    emblem_points = {point for zone in hexmap.zones if zone.pattern for point in _find_name_points(hexmap, zone, grid)}
    cells_without_marks = {(0, 0)} if hexmap.compass and board.radius else {cell for cell in board.whole_hexes
                                                                            if skin == map_grounds.FIELD and (
        grid.find_center(cell) in emblem_points or any(map(Rect(*grid.find_center(cell), 1, 1).intersect,
                                                           picture_boxes)))}
    crossed_cells = find_crossed_cells(hexmap)
    crossed_cells |= {cell for cell, _ in path_drawing.measure_side_paths(hexmap, grid)}
    # a cross, unlike any mark of a skin
    cross_size = min(1.6, max(1.0, 0.025 * grid.across_flats))
    center_symbol = Symbol("middle", (shapes.lines([(-cross_size, 0, cross_size, 0), (0, -cross_size, 0, cross_size)],
                                                   Stroke(ground.number_color, 0.5)),),
                           (-cross_size, -cross_size, cross_size, cross_size))
    for number, (_, cells) in enumerate(sorted(groups.items()), 1):
        whole_cells = [cell for cell in cells if cell not in parts]
        left, top, right, bottom = grid.measure_bounds(cells)
        box = Rect(left, top, right - left, bottom - top).inset(-BORDER_WIDTH)
        if board.has_partial_hexes:  # parts of hexes end at the edge
            box = box.intersect(map_rect.inset(-BORDER_WIDTH)) or box
        hex_sides = Path(draw_hex_sides(grid, cells, hexes), None, stroke)
        lines: list[Item] = [Group((hex_sides,), clip=shapes.rect(*map_rect)) if board.has_partial_hexes else hex_sides]
        if sides := [segment for cell in cells for segment in megahex_sides.get(cell, ())]:
            lines.append(Path(tuple(sides), None, replace(stroke, width=2.4 * line_width)))
        lines += [SymbolUse(center_symbol, Transform().translate(*grid.find_center(cell)))
                  for cell in (whole_cells if hexmap.dots else ())]
        numbers: list[Item] = []
        for cell in whole_cells if figures else ():
            assert figures
            x, y = grid.find_center(cell)
            name = board.format_name(cell)
            width = figures.widths.get(name, figures.width)
            number_run = TextRun(x - width / 2, y + figures.baseline + number_shifts.get(cell, 0.0), name,
                                 figures.font,
                                 figures.size, width, ground.find_number_color(cell))
            if cell in crossed_cells:
                numbers.append(path_drawing.draw_halo(number_run, ground.find_color(cell)))
            numbers.append(number_run)
        scattered = skins.draw_scatter(skin, [cell for cell in whole_cells if cell not in cells_without_marks], grid,
                                       ink, clear_of_numbers=hexmap.has_numbers)
        terrain = tuple(ground.draw_terrain(cells))
        below, above = ((), terrain) if picture_boxes else (terrain, ())
        symbols = ((kind, tuple(items)) for kind,
                   items in (("ground", (*ground.fill_cells(cells, scattered), *below)), ("cover", above),
                             ("lines", lines), ("figures", numbers)))
        yield MapChunk(box, *(Symbol(f"{kind}-{hexmap.key}-{number}", items, (box.x, box.y, box.right, box.bottom))
                              for kind, items in symbols))


class _MapGround:
    """The fillings of hexes below the lines of a map, and the colour of the number on each hex."""

    def __init__(self, hexmap: HexMap, grid: HexGrid, map_rect: Rect, ink: Ink, skin: str) -> None:
        self.grid, self._map_rect = grid, map_rect
        self.number_color = skins.find_number_color(skin, BLACK if ink is Ink.BLACK else WHITE.mix(BLACK, 0.75))
        self._parts = frozenset(hexmap.board.partial_hexes)
        self._color = choose_area_color(ink, parse_color(hexmap.ground))
        self._mottles = skin == map_grounds.FIELD and ink is Ink.COLOUR
        self._terrain_symbols: dict[Hex, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        self._zone_colors: dict[Hex, Color] = {}
        for zone in hexmap.zones if ink is not Ink.BLACK else ():
            color = parse_color(zone.color)
            tint = (color if zone.side else choose_area_color(ink, color)).mix(WHITE, _SHADED_WHITE_SHARE)
            for cell in add_edge_parts(hexmap, zone) if zone.shaded else ():  # a hex of two zones has both tints
                self._zone_colors[cell] = self._zone_colors.get(cell, self._color).mix(tint, _SIDE_SHARE if zone.side
                                                                                       else _SHADED_SHARE)
        self._cell_colors = dict(self._zone_colors)  # of hexes whose ground is not the map's
        for terrain in hexmap.terrain:
            pair = draw_terrain_hex(hexmap, terrain, ink), draw_terrain_hex(hexmap, replace(terrain, letter=""), ink)
            for cell in terrain.hexes if pair[0].items else ():
                self._terrain_symbols[cell].append(pair)
                if terrain.color:
                    self._cell_colors[cell] = choose_area_color(ink, parse_color(terrain.color))
        self._number_colors = {color: self.number_color
                               if measure_contrast(self.number_color, color) >= READABLE_CONTRAST
                               else choose_text_color(color)
                               for color in {self._color, *self._cell_colors.values()}}

    def fill_cells(self, cells: Sequence[Hex], scattered: Iterable[Item]) -> Iterator[Item]:
        """Draw the ground of hexes and scattered marks.

        Parts of hexes are cut off at the edge of the map.
        """
        unshaded = [cell for cell in cells if cell not in self._zone_colors]
        if self._color != WHITE:
            yield self._clip_to_map(Path(hex_grid.make_closed_path(self.grid.trace_outlines(cells)).segments,
                                         self._color))
            yield from self._draw_mottles(unshaded, self._color)
        for color in dict.fromkeys(self._zone_colors[cell] for cell in cells if cell in self._zone_colors):
            same = [cell for cell in cells if self._zone_colors.get(cell) == color]
            yield self._clip_to_map(Path(hex_grid.make_closed_path(self.grid.trace_outlines(same)).segments, color))
            yield from self._draw_mottles(same, color)
        yield from scattered

    def draw_terrain(self, cells: Sequence[Hex]) -> Iterator[Item]:
        """Draw the terrain of hexes.

        Parts of hexes are cut off at the edge of the map.
        """
        for cell in cells:
            for whole, part in self._terrain_symbols.get(cell, ()):
                transform = Transform().translate(*self.grid.find_center(cell))
                yield self._clip_to_map(SymbolUse(part, transform)) if cell in self._parts else SymbolUse(whole,
                                                                                                          transform)

    def draw_crossed_marks(self, hexmap: HexMap, ink: Ink) -> Iterator[Item]:
        """Draw the pictures and letters of terrain in the hexes that paths cross, to be drawn above the paths."""
        cells, across = find_crossed_cells(hexmap) - self._parts, self.grid.across_flats
        marks: dict[Hex, list[Symbol]] = defaultdict(list)
        for terrain in hexmap.terrain if cells else ():
            if crossed := cells.intersection(terrain.hexes):
                sample = map_grounds.make_terrain_sample(hexmap, terrain, ink)
                # larger pictures are grounds of whole hexes, so that paths lie above them
                picture = draw_terrain_picture(sample, across) if terrain.size <= 1 else ()
                letter = _draw_terrain_letter(terrain, across, find_terrain_ground(sample), has_halo=True)
                symbol = _make_terrain_symbol(hexmap, terrain, "marks", (*picture, *letter))
                for cell in crossed:
                    # later terrain with a colour lies on top
                    marks[cell] = [*([] if terrain.color else marks[cell]), symbol]
        for cell in sorted(marks):
            yield from (SymbolUse(symbol, Transform().translate(*self.grid.find_center(cell)))
                        for symbol in marks[cell] if symbol.items)

    def _draw_mottles(self, cells: Sequence[Hex], color: Color) -> Iterator[Item]:
        """Draw spots in other tones of a ground, clipped to the hexes."""
        if self._mottles and cells:
            spots = tuple(skins.draw_ground_spots(cells, self.grid, color))
            yield self._clip_to_map(Group(spots, clip=hex_grid.make_closed_path(self.grid.trace_outlines(cells))))

    def find_number_color(self, cell: Hex) -> Color:
        """Return the colour of a hex's number: the usual colour if the number can then be read on the hex.

        Otherwise the colour is black or white.
        """
        return self._number_colors[self.find_color(cell)]

    def find_color(self, cell: Hex) -> Color:
        """Return the colour of a hex, below the patterns and pictures of its terrain."""
        return self._cell_colors.get(cell, self._color)

    def has_own_color(self, cell: Hex) -> bool:
        """Return whether the colour of a hex is not that of the map's ground."""
        return cell in self._cell_colors

    def _clip_to_map(self, item: Item) -> Item:
        return Group((item,), clip=shapes.rect(*self._map_rect)) if self._parts else item


def draw_hex_sides(grid: HexGrid, cells: Collection[Hex], all_cells: Collection[Hex]) -> tuple[display_list.Segment,
                                                                                               ...]:
    """Return every side of some hexes once.

    Each hex draws the first half of its sides. It draws another side only if it has no neighbour at that side in
    `all_cells`.
    """
    directions_to_neighbours = hex_directions(grid.orientation)
    count = len(directions_to_neighbours)
    offsets = HexGrid(grid.orientation, grid.across_flats).find_corners()
    segments: list[display_list.Segment] = []
    for cell in cells:
        x, y = grid.find_center(cell)
        points = [(x + dx, y + dy) for dx, dy in offsets]
        segments += shapes.polyline(points[:count // 2 + 1]).segments
        last_side = count // 2
        for side in range(count // 2, count):
            if (cell[0] + directions_to_neighbours[side][0],
                cell[1] + directions_to_neighbours[side][1]) not in all_cells:
                if last_side != side:
                    segments.append(display_list.MoveTo(*points[side]))
                segments.append(display_list.LineTo(*points[(side + 1) % count]))
                last_side = side + 1
    return tuple(segments)


def _find_megahex_sides(grid: HexGrid, cells: Sequence[Hex], radius: int) -> dict[Hex, list[display_list.Segment]]:
    """Return the hexsides between megahexes, grouped by the hex that draws them.

    A megahex has all hexes within `radius` of its centre.
    """
    size = 3 * radius * (radius + 1) + 1
    across, down = (2 * radius + 1, -radius), (radius, radius + 1)

    def find_middle(cell: Hex) -> Hex:
        u = (cell[0] * down[1] - cell[1] * down[0]) // size
        v = (cell[1] * across[0] - cell[0] * across[1]) // size
        near = (step_hex((across[0] * (u + i), across[1] * (u + i)), down, v + j) for i in (0, 1) for j in (0, 1))
        return min(near, key=lambda other: count_hex_steps(cell, other))

    middles = {cell: find_middle(cell) for cell in cells}
    sides: dict[Hex, list[display_list.Segment]] = defaultdict(list)
    for edge in grid.list_edges(cells):
        if edge.neighbor in middles and middles[edge.neighbor] != middles[edge.cell]:
            sides[edge.cell] += shapes.polyline((edge.start, edge.end)).segments
    return sides


class HexNumbers:
    """The type size of a map's numbers, and their baseline relative to the centre of a hex.

    Raises DoesNotFitError if the numbers do not fit their hexes even in the smallest type.
    """

    def __init__(self, hexmap: HexMap) -> None:
        self.font = fonts.find_face_name("sans")
        across, board = hexmap.across.pt, hexmap.board
        names = [*map(board.format_name, board.whole_hexes)]
        # letters differ in width, and so do the figures of some typefaces
        width_in_ems, widest = max((fonts.measure_string(name, self.font, 1.0), name) for name in names)
        largest_size, usual_size = _find_largest_number_size(hexmap.orientation, across,
                                                             width_in_ems), max(MIN_NUMBER_SIZE, 0.15 * across)
        if largest_size < MIN_NUMBER_SIZE:
            raise _explain_small_hexes(hexmap, width_in_ems, widest)
        self.size = min(8.0 if hexmap.frame == CHART else 10.0, usual_size, largest_size)
        self.widths = {name: fonts.measure_string(name, self.font, self.size) for name in names}
        self.width = max(self.widths.values())
        if hexmap.orientation is not Orientation.POINTY:
            top = self.measure_gap(hexmap) - across / 2
        else:
            top = (self.width + 3) / (2 * SQRT_3) + _measure_point_gap(across) - across / SQRT_3
        self.baseline = top + 0.7 * self.size

    @staticmethod
    def measure_gap(hexmap: HexMap) -> float:
        """Return the distance of numbers from the upper side of a hex with a flat top."""
        return _measure_side_gap(hexmap.across.pt)


MIN_NUMBER_SIZE = 5.0  # points: smaller numbers cannot be read on a table


def _measure_side_gap(across: float) -> float:
    return max(1.8, 0.05 * across)


def _measure_point_gap(across: float) -> float:
    """Return the distance of numbers below the first line that has room for them.

    The distance is greater in large hexes.
    """
    return min(4.0, 0.04 * across)


def _find_largest_number_size(orientation: Orientation, across: float, width_in_ems: float) -> float:
    """Return the largest type size of numbers in a hex, in points.

    The numbers are `width_in_ems` wide, and the hexes are `across` points across flats. Numbers stand in the upper
    half of a hex: below its flat side, or as near to its point as their width allows.
    """
    if orientation is Orientation.SQUARE:
        gap = _measure_side_gap(across)
        return min((across - 2 * gap) / width_in_ems, (across / 2 - gap) / _DIGIT_HEIGHT)
    if orientation is Orientation.FLAT:
        wide, high = across / SQRT_3 + 2 * _measure_side_gap(across) / SQRT_3, across / 2 - _measure_side_gap(across)
        return min(wide / width_in_ems, high / _DIGIT_HEIGHT)
    high = across / SQRT_3 - 3 / (2 * SQRT_3) - _measure_point_gap(across)
    return min((across - 2) / width_in_ems, high / (width_in_ems / (2 * SQRT_3) + _DIGIT_HEIGHT))


_DIGIT_HEIGHT = 0.72  # height of figures, as a share of the type size


def _explain_small_hexes(hexmap: HexMap, width_in_ems: float, widest: str) -> DoesNotFitError:
    """Return the error for numbers that do not fit a map's hexes.

    The error states the smallest hexes that have room for the numbers.
    """
    low, high = hexmap.across.pt, parse_length(LARGEST).pt  # the largest hexes fit the longest numbers
    while high - low > 0.01 * MM:
        middle = (low + high) / 2
        low, high = (low, middle) if _find_largest_number_size(hexmap.orientation, middle,
                                                               width_in_ems) >= MIN_NUMBER_SIZE else (
            middle, high)
    return DoesNotFitError(f"hexes of {hexmap.across.text} are too small for numbers such as {widest}",
                           f"make the hexes {math.ceil(high / MM * 10) / 10:g} mm or larger, or write numbering: none")


def draw_terrain_hex(hexmap: HexMap, terrain: Terrain, ink: Ink) -> Symbol:
    """Return the hex of a terrain, centred on the origin.

    Raises PrintshopError at the place of the terrain if the letter of the terrain does not fit, or if its picture
    cannot be used.
    """
    with report_errors(f"the terrain '{terrain.label}' of map '{hexmap.title}'", terrain.span,
                       "make the hexes larger, or use fewer letters"):
        items = tuple(_draw_terrain(terrain, hexmap, ink))
    return _make_terrain_symbol(hexmap, terrain, "terrain", items)


def _make_terrain_symbol(hexmap: HexMap, terrain: Terrain, kind: str, items: tuple[Item, ...]) -> Symbol:
    half_width = hexmap.across.pt / SQRT_3  # also more than half of a square
    return Symbol(f"{kind}-{hexmap.key}-{terrain.label}", items, (-half_width, -half_width, half_width, half_width))


def find_crossed_cells(hexmap: HexMap) -> set[Hex]:
    """Return the hexes through which paths run."""
    return {cell for path in hexmap.paths for link in path.links for cell in link}


def _draw_terrain(terrain: Terrain, hexmap: HexMap, ink: Ink) -> Iterator[Item]:
    across, sample = hexmap.across.pt, map_grounds.make_terrain_sample(hexmap, terrain, ink)
    ground = find_terrain_ground(sample)
    yield from draw_terrain(sample, across)
    if hexmap.has_numbers and (terrain.pattern or (terrain.picture and terrain.size > 0.6)):
        figures = HexNumbers(hexmap)  # a plate keeps the number clear
        yield shapes.rounded_rect(-figures.width / 2 - 2, figures.baseline - 0.75 * figures.size - 1.5,
                                  figures.width + 4, figures.size + 2, 2, fill=ground)
    yield from _draw_terrain_letter(terrain, across, ground)


def _draw_terrain_letter(terrain: Terrain, across: float, ground: Color, *, has_halo: bool = False) -> Iterator[Item]:
    if terrain.letter:
        letter = text.escape_markup(terrain.letter)
        style = text.Style("serif", min(28.0, 0.34 * across), bold=True, color=choose_letter_color(ground))
        base = 0.06 * across + 0.35 * style.size
        if terrain.pattern:
            plate_radius = max(text.measure_text(letter, style), style.size) / 2 + 0.12 * style.size
            yield shapes.circle(0, base - 0.34 * style.size, plate_radius, fill=ground)
        runs = text.set_line(letter, style, 0, base, "middle", 0.7 * across, 5.0)
        yield from (path_drawing.draw_halo(run, ground) for run in runs if has_halo)
        yield from runs


# --- borders and areas of zones ---

DASHED_LINE_WIDTH = 1.5  # points: dashed line round a zone without a side, drawn inside its edge
SIDE_BORDER_WIDTH = 1.5 * MM  # width of the border of a side's zone, inside its edge
# its width on the picture of a whole map: least in points, greatest in hexes
SMALL_MAP_BORDER_WIDTH, MAX_BORDER_SHARE = 3.0, 0.2
_MAX_PATTERN_MARKS = 2_000  # most marks of a pattern in one border
_ZONE_NAME_STYLE = text.Style("serif", 11.0, bold=True)


def add_edge_parts(hexmap: HexMap, zone: MapZone) -> tuple[Hex, ...]:
    """Return the hexes of a zone, and the parts of hexes at the map's edge that belong to the zone.

    A part of a hex belongs to a zone if most of the part's neighbours do.
    """
    cells, steps = frozenset(hexmap.board.whole_hexes), hex_directions(hexmap.orientation)
    neighbours_by_part = {part: cells.intersection(step_hex(part, step) for step in steps)
                          for part in hexmap.board.partial_hexes}
    return (*zone.hexes, *(part for part, neighbours in neighbours_by_part.items()
                           if 2 * len(neighbours.intersection(zone.hexes)) > len(neighbours)))


def find_edge_runs(hexmap: HexMap, zone: MapZone, grid: HexGrid, inset: float = 0.0) -> list[EdgeRun]:
    """Return the runs of a zone's edge that lie within the map.

    A run is a list of (hex, start, end), one for each hexside, `inset` points inside the edge.
    """
    hexes, steps = {*hexmap.board.whole_hexes, *hexmap.board.partial_hexes}, hex_directions(grid.orientation)
    edge_runs, zone_cells = list[EdgeRun](), add_edge_parts(hexmap, zone)
    rim = grid.trace_rims(zone_cells)
    for loop, corners in zip(rim, grid.place_rim_corners(rim, inset), strict=True):
        continues, first = False, len(edge_runs)
        for (cell, side), start, end in zip(loop, corners, (*corners[1:], corners[0]), strict=True):
            is_inside = step_hex(cell, steps[side]) in hexes
            if is_inside and not continues:
                edge_runs.append([])
            if is_inside:
                edge_runs[-1].append((cell, start, end))
            continues = is_inside
        if continues and len(edge_runs) > first + 1 and edge_runs[-1][-1][2] == edge_runs[first][0][1]:
            # the loop begins within a run
            edge_runs[first:] = [edge_runs[-1] + edge_runs[first], *edge_runs[first + 1:-1]]
    return edge_runs


def draw_zone_borders(hexmap: HexMap, grid: HexGrid, ink: Ink, width: float = 0.0) -> Iterator[Item]:
    """Draw the borders of zones within the map.

    The border of a side's zone has the side's colour and pattern and is `width` points wide. If `width` is 0, the
    border has the width that it has on the map itself. The border of any other zone is a dashed line.
    """
    width = width or _measure_border_width(grid)
    reaches = path_drawing.measure_side_paths(hexmap, grid) if hexmap.paths else {}
    edge = choose_text_color(choose_area_color(ink, parse_color(hexmap.ground)))
    for zone in hexmap.zones:
        color, segments = parse_color(zone.color), list[display_list.Segment]()
        inset = _find_border_inset(hexmap, zone, reaches)
        if not zone.pattern:
            for run in find_edge_runs(hexmap, zone, grid, inset + 0.75 * DASHED_LINE_WIDTH):
                segments += shapes.polyline([run[0][1], *(end for _, _, end in run)]).segments
            if segments:
                dashed = choose_pattern_color(ink, color, choose_area_color(ink, parse_color(hexmap.ground)))
                yield Path(tuple(segments), None,
                           Stroke(dashed, DASHED_LINE_WIDTH, dash=(7.0, 3.5), cap="butt", join="round"))
            continue
        for outer, inner in zip(find_edge_runs(hexmap, zone, grid, inset),
                                find_edge_runs(hexmap, zone, grid, inset + width), strict=True):
            points = [outer[0][1], *(end for _, _, end in outer), *(end for _, _, end in inner[::-1]), inner[0][1]]
            segments += shapes.polygon(points).segments
        if segments:
            left, top, right, bottom = shapes.measure_outline(segments)
            box = (left, top, right - left, bottom - top)
            pitch = max(0.9 * width, (box[2] + box[3]) / _MAX_PATTERN_MARKS)
            filled = patterns.fill_with_pattern(zone.pattern, box, color, ink, pitch=pitch, weight=0.25 * width)
            yield Group(filled, clip=Path(tuple(segments)))
            yield Path(tuple(segments), None, Stroke(edge, min(0.5, 0.12 * width), join="round"))


def _measure_border_width(grid: HexGrid) -> float:
    return min(SIDE_BORDER_WIDTH, 0.12 * grid.across_flats)


def _find_border_inset(hexmap: HexMap, zone: MapZone, reaches: Mapping[tuple[Hex, Hex], float]) -> float:
    """Return how far inside its edge the border of a zone begins, clear of rivers and walls along that edge."""
    if not reaches:
        return 0.0
    cells = frozenset(add_edge_parts(hexmap, zone))
    return max((reach for (cell, neighbor), reach in reaches.items() if cell in cells and neighbor not in cells),
               default=0.0)


def find_number_shifts(hexmap: HexMap, grid: HexGrid) -> dict[Hex, float]:
    """Return the distances in points by which numbers move down, by hex.

    The numbers move down to clear the border of a zone, or a river or wall, above them.
    """
    shifts: dict[Hex, float] = {}
    reaches = path_drawing.measure_side_paths(hexmap, grid) if hexmap.paths else {}
    has_flat_top = hexmap.orientation is Orientation.FLAT
    # a hex with a flat top has room for its number between slanting borders, if it is narrow
    avoids_slanting_sides = (
        has_flat_top
        and hexmap.has_numbers
        and HexNumbers(hexmap).width / 2 + _measure_border_width(grid) < 0.38 * grid.across_flats
    )
    for zone in hexmap.zones:
        # a dashed line reaches the numbers of small hexes only
        border_width = (
            _measure_border_width(grid)
            if zone.pattern
            else max(0.0, 2.25 * DASHED_LINE_WIDTH - (HexNumbers.measure_gap(hexmap) - 0.8))
        ) + _find_border_inset(hexmap, zone, reaches)
        for cell, start, end in (side for run in find_edge_runs(hexmap, zone, grid) for side in run):
            if avoids_slanting_sides and abs(start[1] - end[1]) > 1:
                continue
            if start[1] + end[1] < 2 * grid.find_center(cell)[1] - 1:
                # 30 degrees at most
                shifts[cell] = max(shifts.get(cell, 0.0), border_width / math.cos(math.radians(30)))
    sides = zip(hex_directions(grid.orientation), grid.orientation.side_bearings, strict=True)
    upper = [step for step, bearing in sides
             if math.cos(math.radians(bearing)) > (0.9 if avoids_slanting_sides else 0.1)]
    for (cell, neighbor), reach in reaches.items():
        if (neighbor[0] - cell[0], neighbor[1] - cell[1]) in upper:
            is_level = hexmap.orientation is not Orientation.POINTY and step_hex(cell, upper[0]) == neighbor
            shifts[cell] = max(shifts.get(cell, 0.0), reach / (1 if is_level else math.cos(math.radians(30))))
    return shifts


def draw_zone_outlines(hexmap: HexMap, grid: HexGrid, ink: Ink, scale: float = 1.0) -> Iterator[Item]:
    """Draw the borders of the sides' zones, wide enough to be seen in a picture of the map at `scale`."""
    sides = replace(hexmap, zones=tuple(zone for zone in hexmap.zones if zone.pattern and zone.hexes))
    yield from draw_zone_borders(sides, grid, ink, min(max(SIDE_BORDER_WIDTH, SMALL_MAP_BORDER_WIDTH / scale),
                                                       MAX_BORDER_SHARE * grid.across_flats))


def draw_small_zone_names(hexmap: HexMap, grid: HexGrid, placement: tuple[float, float, float],
                          occupied: Sequence[Rect]) -> Iterator[Item]:
    """Draw the names of the sides' zones in a picture of the map at (x, y, scale).

    A name stands near the middle of its zone, but clear of the `occupied` boxes.
    """
    x, y, scale = placement
    for zone in hexmap.zones:
        if zone.pattern and zone.label and zone.hexes:
            left, top, right, bottom = grid.measure_bounds(zone.hexes)
            size = _ZONE_NAME_STYLE.size * min(1.0,
                                               (0.94 * scale * (right - left) - 6) / text.measure_text(zone.label,
                                                                                                       _ZONE_NAME_STYLE))
            if size >= 6:
                style, middle = _ZONE_NAME_STYLE._replace(size=size), x + scale * (left + right) / 2
                places = [(middle, y + scale * (top + share * (bottom - top))) for share in (0.5, 0.25, 0.75, 0.15)]
                extent = text.measure_text(zone.label, style) + 10, 1.6 * size
                free = (point for point in places if not any(labels.center_rect(point, extent).intersect(other)
                                                             for other in occupied))
                yield from labels.draw_text_plate(zone.label, style, next(free, places[0]), padding=6, height=1.3)


# --- words ---

_NAME_DISTANCE = 120 * MM  # between repeats of a side's name, so that every sheet shows one
_MIN_EMBLEM_HEX = 25 * MM  # across flats: smaller hexes have no room for an emblem
_NAME_SETBACK = 0.04  # share of a hex: offset of such a name from its centre, away from the line
_NAME_WIDTH_SHARE = 0.57  # share of a hex: greatest width of such a name, unless it would be too small
_MIN_WORD_SIZE = 6.0
_MIN_NARROW_SIZE = 4.5  # of names of edges, and of words that would be wider than a small map: some faces are wide
# Height of words below the centre of a hex, as a share of its size: clear of its number and of the next row's.
_WORD_POSITIONS = {
    Orientation.FLAT: {"above": -0.17, "middle": 0.03, "below": 0.25},
    Orientation.POINTY: {"above": -0.22, "middle": 0.0, "below": 0.2},
    Orientation.SQUARE: {"above": -0.17, "middle": 0.03, "below": 0.3},
}


def draw_map_words(hexmap: HexMap, map_ground: _MapGround, map_rect: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the labels and the names of zones, on plates.

    Labels on coloured hexes have halos in place of plates. The name of a side is repeated along the inner edge of the
    side's zone. Raises PrintshopError if words do not fit the map.
    """
    ground, grid = choose_area_color(ink, parse_color(hexmap.ground)), map_ground.grid
    across, places = grid.across_flats, _WORD_POSITIONS[grid.orientation]

    def draw_plate(markup: str, style: text.Style, center: Point, row: str, fill: Color = ground, *,
                   has_halo: bool = False) -> Iterator[Item]:
        fitting = style.size * (map_rect.width - 6) / text.measure_text(markup, style)
        style = style._replace(size=min(style.size, max(fitting, _MIN_NARROW_SIZE)))
        width, height = text.measure_text(markup, style), style.size * 1.15
        if width > map_rect.width - 6:
            raise text.TooWideError(text.strip_markup(markup), width, map_rect.width - 6)
        if height > map_rect.height - 2:
            raise text.TooTallError(text.strip_markup(markup), height, map_rect.height - 2)
        x = min(max(center[0], map_rect.x + width / 2 + 3), map_rect.right - width / 2 - 3)
        y = min(max(center[1] + places[row] * across, map_rect.y + height / 2 + 1), map_rect.bottom - height / 2 - 1)
        style = style._replace(color=choose_text_color(fill)) if style.color == BLACK else style
        if has_halo:
            runs = text.set_line(markup, style, x, y + 0.35 * style.size, "middle")
            yield from (path_drawing.draw_halo(run, fill) for run in runs)
            yield from runs
        else:
            yield from labels.draw_text_plate(markup, style, (x, y), padding=3, height=1.2, fill=fill)

    if any(path.name for path in hexmap.paths):
        from printshop.products.maps import path_names

        number_place = HexNumbers(hexmap).baseline if hexmap.has_numbers else across
        spots = list[path_names.Spot]()
        for label in hexmap.labels:
            style = measure_label_style(label, across)
            center = complex(*grid.find_center(label.at)) + 1j * places[label.place] * across
            spots += path_names.list_word_spots(center, text.measure_text(label.text, style), style.size)
        yield from path_names.draw_path_names(hexmap, grid, ink, number_place, spots)
    for zone in hexmap.zones:
        if not (zone.label and zone.hexes):
            continue
        with report_errors(f"a zone of map '{hexmap.title}'", zone.span, SHORTEN_HINT):
            style = _find_zone_style(zone, across)
            for point in (_find_name_points if zone.pattern else _find_middle_points)(hexmap, zone, grid):
                if zone.emblem and across >= _MIN_EMBLEM_HEX:  # between the hex number and the name
                    yield from labels.draw_emblem(zone.emblem, (point[0], point[1] - 0.02 * across), 0.15 * across,
                                                  parse_color(zone.color), ink)
                yield from draw_plate(zone.label, style, point, "below",
                                      WHITE if zone.pattern and zone.shaded else ground)
    for label in hexmap.labels:
        with report_errors(f"a label of map '{hexmap.title}'", label.span, SHORTEN_HINT):
            color = choose_line_color(ink, parse_color(label.color)) if label.color else BLACK
            yield from draw_plate(label.text, measure_label_style(label, across)._replace(color=color),
                                  grid.find_center(label.at), label.place, map_ground.find_color(label.at),
                                  has_halo=map_ground.has_own_color(label.at))


def measure_label_style(label: MapLabel, across: float) -> text.Style:
    """Return the style of a label on a map whose hexes are `across` points across flats."""
    return text.Style("sans", label.size.pt if label.size else min(12.0, max(7.0, 0.16 * across)), bold=True)


def find_zone_middle(zone: MapZone, grid: HexGrid) -> Point:
    """Return the mean of the centres of a zone's hexes."""
    xs, ys = zip(*map(grid.find_center, zone.hexes), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _find_zone_style(zone: MapZone, across: float) -> text.Style:
    """Return the style of a zone's name. The name of a side is as small as numbers, so that it hides no hexsides."""
    style = text.Style("serif", min(18.0, max(9.0, 0.2 * across)), bold=True)
    if not zone.pattern:
        return style
    size = min(10.0, max(5.0, 0.15 * across))
    fitting = size * _NAME_WIDTH_SHARE * across / text.measure_text(zone.label, style._replace(size=size))
    return style._replace(size=min(size, max(fitting, _MIN_WORD_SIZE)))


def _find_middle_points(hexmap: HexMap, zone: MapZone, grid: HexGrid) -> list[Point]:
    """Return the centre of the zone's hex where its name hides least of the paths and words of the map.

    Of equal hexes, it is the one that is nearest to the middle of the zone.
    """
    x, y = find_zone_middle(zone, grid)
    hidden = _count_hidden_points(hexmap, zone, grid, zone.hexes)
    return [min(map(grid.find_center, zone.hexes),
                key=lambda point: (hidden.get(point, 0), round((point[0] - x) ** 2 + (point[1] - y) ** 2, 3), point))]


def _count_hidden_points(hexmap: HexMap, zone: MapZone, grid: HexGrid, cells: Iterable[Hex]) -> Mapping[Point, int]:
    """Return how many points of paths and marks of terrain the name of a zone hides at the centres of some hexes.

    Maps without paths have none: there, the name stands in the middle.
    """
    if not hexmap.paths or not zone.label:
        return {}
    ends = [tuple(map(grid.find_center, link)) for path in hexmap.paths for link in path.links]
    ends += [grid.find_side(*side) for path in hexmap.paths for side in path.sides]
    points = [(x1 + share * (x2 - x1), y1 + share * (y2 - y1)) for (x1, y1), (x2, y2) in ends
              for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]
    marked = [*(label.at for label in hexmap.labels),
              *(cell for terrain in hexmap.terrain if terrain.letter or terrain.picture for cell in terrain.hexes)]
    points += [point for point in map(grid.find_center, marked) for _ in range(4)]
    style = _find_zone_style(zone, grid.across_flats)
    half_width = text.measure_text(zone.label, style) / 2 + 3
    half_height = 0.6 * style.size + 0.05 * grid.across_flats
    low = _WORD_POSITIONS[grid.orientation]["below"] * grid.across_flats
    rows: dict[int, list[Point]] = defaultdict(list)  # so that not every point is compared with every hex
    for point in points:
        rows[int(point[1] // grid.across_flats)].append(point)
    hidden: dict[Point, int] = {}
    for x, y in map(grid.find_center, cells):
        middle = y + low
        first, last = (int((middle + side * half_height) // grid.across_flats) for side in (-1, 1))
        hidden[x, y] = sum(abs(u - x) < half_width and abs(v - middle) < half_height
                           for row in range(first, last + 1) for u, v in rows.get(row, ()))
    return hidden


def _find_name_points(hexmap: HexMap, zone: MapZone, grid: HexGrid) -> list[Point]:
    """Return centres of hexes along a zone's inner edge, evenly spaced, for the names of the zone."""
    points: list[Point] = []
    for run in find_edge_runs(hexmap, zone, grid):
        cells = list(dict.fromkeys(cell for cell, _, _ in run))
        (x, y), (x2, y2) = grid.find_center(cells[0]), grid.find_center(cells[-1])
        count, shift = max(1, round(math.dist((x, y), (x2, y2)) / _NAME_DISTANCE)), 0.0
        if abs(x2 - x) < abs(y2 - y):  # keep names clear of an upright line
            shift = math.copysign(_NAME_SETBACK * grid.across_flats, find_zone_middle(zone, grid)[0] - x)
        hidden = _count_hidden_points(hexmap, zone, grid, cells)
        for k in range(count):
            middle_index = int(len(cells) * (k + 0.5) / count)
            near = range(int(len(cells) * k / count), max(int(len(cells) * (k + 1) / count), middle_index + 1))
            index = min(near, key=lambda number: (hidden.get(grid.find_center(cells[number]), 0),
                                                  abs(number - middle_index))) if hidden else middle_index
            points.append((grid.find_center(cells[index])[0] + shift, grid.find_center(cells[index])[1]))
    return points or _find_middle_points(hexmap, zone, grid)


def draw_compass(hexmap: HexMap, grid: HexGrid, window: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the names of hexsides, in the middle of a hexagonal map or at the top left of another map.

    Raises TooWideError if a name has no room.
    """
    if not hexmap.compass:
        return
    across = grid.across_flats
    cell = (0, 0) if hexmap.board.radius else _find_free_cell(hexmap, grid, window)
    if cell is None:
        return
    x, y = grid.find_center(cell)
    color = choose_text_color(choose_area_color(ink, parse_color(map_grounds.apply_ground(hexmap, ink).ground)))
    style = text.Style("sans", min(10.0, max(7.0, 0.12 * across)), bold=True, color=color)
    if hexmap.has_numbers and not hexmap.board.radius:  # clear of the number above
        y += max(0.0, HexNumbers(hexmap).baseline + 0.26 * across + 0.36 * style.size + 1)
    yield shapes.circle(x, y, max(1.2, 0.033 * across), fill=color)
    for bearing_to_side, name in zip(grid.orientation.side_bearings, hexmap.compass, strict=True):
        yield shapes.line(x, y, *move_point(bearing_to_side, 0.12 * across, x, y), Stroke(color, 0.6))
        yield shapes.arrow(*move_point(bearing_to_side, 0.17 * across, x, y), bearing_to_side, 0.07 * across,
                           fill=color)
        place = move_point(bearing_to_side, 0.26 * across, x, y)
        yield from text.set_line(text.escape_markup(name), style, place[0], place[1] + 0.36 * style.size, "middle",
                                 0.3 * across, 5.0)


def _find_free_cell(hexmap: HexMap, grid: HexGrid, window: Rect) -> Hex | None:
    """Return the free hex nearest to the top left corner of a window.

    If no hex near that corner is free, return None.
    """
    occupied = {cell for terrain in hexmap.terrain if terrain.has_marks for cell in terrain.hexes}
    occupied |= {label.at for label in hexmap.labels}
    vacant = frozenset(hexmap.board.whole_hexes) - occupied
    left, top, right, bottom = grid.measure_bounds([(0, 0)])
    search_rect = window.inset((right - left) / 2 + 2, (bottom - top) / 2 + 2)
    free = []
    for cell in list_hexes_within(6, grid.find_hex(search_rect.x, search_rect.y), grid.orientation):
        x, y = grid.find_center(cell)
        if cell in vacant and search_rect.x <= x <= search_rect.right and search_rect.y <= y <= search_rect.bottom:
            free.append((round(math.dist((x, y), (search_rect.x, search_rect.y)), 3), cell))
    return min(free)[1] if free else None


_RING_STROKE = Stroke(BLACK, 0.5)


def draw_edge_letters(hexmap: HexMap, grid: HexGrid, ink: Ink, zones: Sequence[MapZone] = ()) -> Iterator[Item]:
    """Draw the letters of a board's edges outside the board.

    If a side's zone lies along an edge, the letter of the edge has a ring. Raises TooWideError if a letter has no
    room.
    """
    style_of_plain_letter = text.Style("serif", min(20.0, max(7.0, 0.21 * grid.across_flats)), bold=True)
    owners_by_edge = find_edge_owners(hexmap, zones)
    first_bearing = 30 if grid.orientation is Orientation.FLAT else 0
    for number, letter in enumerate(hexmap.edges):
        row = hexmap.board.find_strip(number, 1)  # from one corner of the board to the next
        (x1, y1), (x2, y2) = map(grid.find_center, row[len(row) // 2 - 1 : len(row) // 2 + 1])
        center = move_point(first_bearing + 60 * number, grid.side_length / 2 + 0.16 * grid.across_flats, (x1 + x2) / 2,
                            (y1 + y2) / 2)
        style = (
            style_of_plain_letter._replace(size=0.8 * style_of_plain_letter.size)
            if number in owners_by_edge
            else style_of_plain_letter
        )
        if number in owners_by_edge:
            yield from draw_letter_ring(center, 0.6 * style_of_plain_letter.size, owners_by_edge[number], ink)
        yield from text.set_line(text.escape_markup(letter), style, center[0], center[1] + 0.34 * style.size, "middle",
                                 0.24 * grid.across_flats, _MIN_NARROW_SIZE)


def draw_letter_ring(center: Point, radius: float, zone: MapZone, ink: Ink) -> Iterator[Item]:
    """Draw a ring in the colour and pattern of a side, round the letter of an edge."""
    x, y = center
    filled = patterns.fill_with_pattern(zone.pattern, (x - radius, y - radius, 2 * radius, 2 * radius),
                                        parse_color(zone.color), ink,
                                        pitch=0.3 * radius, weight=0.09 * radius)
    yield Group(filled, clip=shapes.circle(x, y, radius))
    yield shapes.circle(x, y, radius, stroke=_RING_STROKE)
    yield shapes.circle(x, y, 0.7 * radius, fill=WHITE, stroke=_RING_STROKE)


def find_edge_owners(hexmap: HexMap, zones: Sequence[MapZone]) -> Mapping[int, MapZone]:
    """Return the sides' zones that lie along edges of a board, by the number of the edge.

    Edges are numbered clockwise from the top.
    """
    rows = [frozenset(hexmap.board.find_strip(number, 1)) for number in range(len(hexmap.edges))]
    return {number: zone for zone in zones if zone.pattern for number, row in enumerate(rows)
            if row <= frozenset(zone.hexes)}


# --- corners of hexagons ---

_ROSE_GAP = 0.3  # hexes: gap between a rose and the hexes, for the letters of the edges
_MAX_ROSE_RADIUS, _MIN_ROSE_RADIUS = 25 * MM, 9 * MM  # greatest and least radius of a rose
_ROSE_NUMBERS_SHARE = 0.72  # position of its numbers, as a share of the radius
_MAX_WORDS_SHARE = 0.28  # greatest width of words, as a share of the map's
_TITLE_STYLE = text.Style("serif", 11.0, bold=True)
_WORDS_STYLE = text.Style("sans", 8.5)
_WORDS_HEIGHTS = range(12, 300, 6)  # points: heights of the box for words that are tried


def draw_corners(hexmap: HexMap, grid: HexGrid, map_rect: Rect) -> Iterator[Item]:
    """Draw the roses and words in the corners of a map.

    Raises TooTallError or TooWideError if a rose or words have no room.
    """
    points = [point for cell in hexmap.board.whole_hexes for point in grid.find_corners(cell)] if hexmap.corners else []
    for corner in hexmap.corners:
        # As seen from the corner: x and y grow towards the middle of the map.
        inward = [(map_rect.width - x if corner.is_right else x, map_rect.height - y if corner.is_bottom else y) for x,
                  y in points]
        if corner.points:
            yield from _draw_rose(corner, inward, map_rect, _ROSE_GAP * grid.across_flats)
        elif not corner.picture:
            yield from _draw_corner_words(corner, inward, map_rect)


def _draw_rose(corner: MapCorner, points: Sequence[Point], map_rect: Rect, gap: float) -> Iterator[Item]:
    """Draw the largest rose that is clear of the hexes, found by bisection."""
    radius, too_large = 0.0, _MAX_ROSE_RADIUS
    for _ in range(30):
        candidate = (radius + too_large) / 2
        free = min(math.dist((candidate, candidate), point) for point in points) >= candidate + gap
        radius, too_large = (candidate, too_large) if free else (radius, candidate)
    if radius < _MIN_ROSE_RADIUS:
        raise text.TooTallError(corner.title or "rose", 2 * _MIN_ROSE_RADIUS, 2 * radius)
    x = map_rect.width - radius if corner.is_right else radius
    y = map_rect.height - radius if corner.is_bottom else radius
    yield shapes.circle(x, y, radius, stroke=Stroke(BLACK, 0.7))
    style = text.Style("sans", min(16.0, 0.26 * radius), bold=True)
    for number in range(corner.points):
        direction = number * 360 / corner.points
        yield from discs.draw_star_point(direction, 360 / corner.points, radius, (x, y))
        base_x, base_y = move_point(direction, _ROSE_NUMBERS_SHARE * radius, x, y)
        yield from text.set_line(str(number + 1), style, base_x, base_y + 0.36 * style.size, "middle")
    if corner.title:
        at_x = x - radius - 4 if corner.is_right else x + radius + 4
        base = map_rect.height - 3 if corner.is_bottom else _TITLE_STYLE.size
        yield from text.set_line(corner.title, _TITLE_STYLE, at_x, base, "end" if corner.is_right else "start")


def _draw_corner_words(corner: MapCorner, points: Sequence[Point], map_rect: Rect) -> Iterator[Item]:
    """Draw words in the box of least height, beside the hexes, that has room for them."""
    title = _TITLE_STYLE.size * 1.3 if corner.title else 0.0
    align: text.Anchor = "end" if corner.is_right else "start"
    for words_height in _WORDS_HEIGHTS:
        width = min([x for x, y in points if y < title + words_height + 4], default=map_rect.width) - 6
        width = min(width, _MAX_WORDS_SHARE * map_rect.width)
        rect = Rect(map_rect.width - width if corner.is_right else 0.0,
                    map_rect.height - words_height if corner.is_bottom else title, width,
                    float(words_height))
        try:
            block = text.set_block(corner.text, _WORDS_STYLE, rect, 1.2, align) if width > 0 else None
        except (text.TooWideError, text.TooTallError):
            continue
        if block and block.height <= words_height + 1e-6:
            break
    else:
        raise text.TooTallError(text.strip_markup(corner.text), _WORDS_HEIGHTS[-1], 0)
    if corner.title:
        x = map_rect.width if corner.is_right else 0.0
        yield from text.set_line(corner.title, _TITLE_STYLE, x, rect.y - 0.3 * _TITLE_STYLE.size, align)
    yield from block.items
