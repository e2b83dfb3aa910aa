"""Drawing of the paths of a map: roads, rivers, walls ... and the names along them.

Points are complex numbers, x + y j, in points, with the origin at the map's top left corner and y down. The links and
hexsides of a kind are joined to lines. From hex to hex, a line runs through the centres of the hexes; along hexsides,
it runs through the middle of each side, and most styles round the corners between sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printshop.drawing import text
from printshop.drawing.display_list import BLACK, Color, Group, Item, Path, Stroke, TextRun, parse_color
from printshop.drawing.ink import Ink, choose_area_color
from printshop.drawing.path_styles import (
    PathLine,
    PathLook,
    draw_path,
    draw_path_sample,
    measure_path_width,
    smooth_line,
)
from printshop.drawing.shapes import rounded_rect, transform_segments
from printshop.game.map_paths import MapPath, PathKind, list_used_kinds
from printshop.game.maps import HexMap
from printshop.hexes import Hex, HexGrid, hex_directions, step_hex
from printshop.layout.rectangles import Rect
from printshop.products.maps.shared_links import SharedLinks, find_shared_links, join_path_edges, move_lines

_ANGULAR_STYLES = frozenset({"wall", "border"})
_SIDE_SHARES = (0.25, 0.5, 0.75)  # points of a hexside through which a smooth line runs
_HALF_BRIDGE = 0.15  # hexes
_BEYOND_EDGE = 0.6  # of a hexside: how far a line along sides goes on beyond the edge of the map, where it is cut off
_HALO_SHARE = 0.4  # width of the halo round letters, as a share of their size
_SAMPLE_HEX = 1.5  # size of a hex for the sample in the legend, as a share of the height of the sample


def draw_paths(hexmap: HexMap, grid: HexGrid, ink: Ink) -> Iterator[Path]:
    """Draw the paths of a map, the lowest first.

    `hexmap` has the ground of its skin.
    """
    shared = find_shared(hexmap, grid)
    for kind in list_used_kinds(hexmap.paths):
        look = make_path_look(kind, grid.across_flats, hexmap, ink)
        lines = join_path_lines([path for path in hexmap.paths if path.path_kind == kind], hexmap, grid, shared)
        for layer in zip(*(draw_path(look, line) for line in lines), strict=True):
            yield from layer


def find_shared(hexmap: HexMap, grid: HexGrid) -> SharedLinks | None:
    """Return the links that paths of several kinds share, or None if there are none."""
    kinds: dict[frozenset[Hex], str] = {}
    if all(kinds.setdefault(frozenset(link), path.path_kind.key) == path.path_kind.key for path in hexmap.paths
           if path.path_kind.style != "bridge" for link in path.links):
        return None
    return find_shared_links(hexmap.paths, grid, {
        kind: measure_path_width(make_path_look(kind, grid.across_flats, hexmap, Ink.COLOUR))
        for kind in list_used_kinds(hexmap.paths) if kind.style != "bridge"})


def measure_side_paths(hexmap: HexMap, grid: HexGrid) -> dict[tuple[Hex, Hex], float]:
    """Return how far the paths along hexsides reach into a hex, by the hex and its neighbour on the other side."""
    reaches: dict[tuple[Hex, Hex], float] = {}
    steps = hex_directions(grid.orientation)
    for path in hexmap.paths:
        look = make_path_look(path.path_kind, grid.across_flats, hexmap, Ink.COLOUR)
        for cell, number in path.sides if path.path_kind.style != "bridge" else ():
            neighbor = step_hex(cell, steps[number])
            reach = max(measure_path_width(look) / 2, reaches.get((cell, neighbor), 0.0))
            reaches[cell, neighbor] = reaches[neighbor, cell] = reach
    return reaches


def make_path_look(kind: PathKind, across: float, hexmap: HexMap, ink: Ink) -> PathLook:
    """Return the look of a kind of path on a map whose hexes are `across` points across flats."""
    return PathLook(kind.drawn_style, kind.color, float(kind.width) / 100 * across, across, ink,
                    choose_area_color(ink, parse_color(hexmap.ground)))


def join_path_lines(paths: Sequence[MapPath], hexmap: HexMap, grid: HexGrid, shared: SharedLinks | None = None
               ) -> Iterator[PathLine]:
    """Yield the lines of some paths of one kind.

    Lines on `shared` links lie beside the lines of other kinds.
    """
    style, board = paths[0].path_kind.style, hexmap.board
    links = [[complex(*grid.find_center(cell)) for cell in link] for path in paths for link in path.links]
    sides = [[complex(*end) for end in grid.find_side(*side)] for path in paths for side in path.sides]
    for edges, turn, reach, steps, cells in ((links, 1, 0.0, 8, {*board.whole_hexes}),
                                             (sides, 1j, _BEYOND_EDGE, 4, {*board.whole_hexes, *board.partial_hexes})):
        if style == "bridge":
            halves = [turn * (end - start) / abs(end - start) * _HALF_BRIDGE * grid.across_flats
                      for start, end in edges]
            for edge, half_length in zip(edges, halves, strict=True):
                ends = [sum(edge) / 2 - half_length, sum(edge) / 2 + half_length]
                width, widest = shared.widths.get(frozenset(grid.find_hex(end.real, end.imag) for end in ends),
                                                  (0.0, 0.0)) if shared else (0.0, 0.0)
                yield PathLine(ends, added_width=width - widest)
            continue
        lines = list[tuple[list[complex], PathLine]]()
        for line, junctions in join_path_edges(edges, grid):
            free_ends = [line[end] not in junctions and line[0] != line[-1] for end in (0, -1)]
            for end, before in ((0, 1), (-1, -2)):
                beyond = line[end] + reach * (line[end] - line[before])
                if free_ends[end] and grid.find_hex(beyond.real, beyond.imag) not in cells:
                    line[end], free_ends[end] = beyond, False
            points = line
            if edges is sides and style not in _ANGULAR_STYLES:
                inner = [start + share * (end - start) for start, end in pairwise(line)
                         for share in (*_SIDE_SHARES, *[1] * (end in junctions))]
                points = [*inner, inner[0]] if line[0] == line[-1] else [line[0], *inner, line[-1]]
            lines.append((line, PathLine(points if style in _ANGULAR_STYLES else smooth_line(points, steps),
                                         tuple(free_ends))))
        if shared and edges is links and paths[0].path_kind.key in shared.offsets:
            moved = move_lines([centers for centers, _ in lines], paths[0].path_kind.key, shared, grid)
            lines = [(centers, line._replace(points=points)) for (centers, line), points in zip(lines, moved,
                                                                                                 strict=True)]
        yield from (line for _, line in lines)


def draw_legend_sample(kind: PathKind, hexmap: HexMap, box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw a short piece of a path on a piece of the map's ground, for the legend."""
    look, (x, y, width, height) = make_path_look(kind, _SAMPLE_HEX * box.height, hexmap, ink), box
    frame = rounded_rect(x, y + 0.15 * height, width, 0.7 * height, 2.0, fill=look.ground, stroke=Stroke(BLACK, 0.4))
    yield frame
    yield Group(tuple(draw_path_sample(look, box)), clip=frame)


def draw_halo(run: TextRun, ground: Color) -> Path:
    """Return the outlines of letters as wide lines in the colour of the ground, to be drawn below the letters."""
    segments = (segment for outline, placement in text.iter_glyph_outlines(run)
                for segment in transform_segments(outline, placement))
    return Path(tuple(segments), None, Stroke(ground, _HALO_SHARE * run.size, join="round"))
