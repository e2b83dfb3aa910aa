"""Hex grids for templates: grid lines, cut outlines, and words in a hex.

All lengths are points. The top left corner of a piece is its origin, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Group, Item, Path, Stroke
from printshop.drawing.geometry import Point, Transform, iter_sides
from printshop.hexes import Hex, HexGrid, Orientation
from printshop.layout.rectangles import Rect

CUT_STROKE = Stroke(BLACK, 0.9)
MIN_TYPE_SIZE = 5.0  # points: the smallest type that is legible on film
_TOLERANCE = 1e-6
_COLLINEAR_AREA = 0.01  # square points, twice a triangle's area: three corners that span less are collinear
# The rectangle for words in a hex, and the one above a figure at its foot: half the width, top and bottom, measured
# from the centre of the hex, as shares of the distance across flats.
_TEXT_SHARES = {Orientation.FLAT: (0.38, -0.32, 0.32), Orientation.POINTY: (0.42, -0.3, 0.3),
                Orientation.SQUARE: (0.42, -0.36, 0.36)}
_TEXT_ABOVE_FIGURE_SHARES = {Orientation.FLAT: (0.36, -0.36, 0.27), Orientation.POINTY: (0.42, -0.32, 0.22),
                             Orientation.SQUARE: (0.42, -0.38, 0.27)}


class HexLayout(NamedTuple):
    """A hex grid placed on a piece, and the size of the piece."""

    grid: HexGrid
    width: float
    height: float


def place_hexes(cells: Iterable[Hex], orientation: Orientation, hex_width: float) -> HexLayout:
    """Return a hex grid and the size of the bounds of its cells.

    The bounds begin at the origin.
    """
    left, top, right, bottom = HexGrid(orientation, hex_width).measure_bounds(cells)
    return HexLayout(HexGrid(orientation, hex_width, -left, -top), right - left, bottom - top)


def draw_grid_lines(grid: HexGrid, cells: Sequence[Hex], stroke: Stroke, *, outer: bool = False) -> Path:
    """Return the sides of hexes, each drawn once, as one path.

    The outermost sides are included only if `outer` is true. The sides round holes are always included.
    """
    hexes = frozenset(cells)
    edges = [(edge.start, edge.end) for edge in grid.list_edges(cells) if outer or edge.neighbor in hexes]
    if not outer:
        loops = grid.trace_outlines(cells)
        edges += [side for loop in loops if loop is not max(loops, key=_measure_breadth) for side in iter_sides(loop)]
    return shapes.lines([(*start, *end) for start, end in edges], stroke)


def _measure_breadth(loop: Sequence[Point]) -> float:
    return max(x for x, _ in loop) - min(x for x, _ in loop)


def make_closed_path(loops: Iterable[Sequence[Point]], stroke: Stroke | None = None) -> Path:
    """Return closed outlines as one path with the even-odd fill rule."""
    segments = (segment for loop in loops for segment in shapes.polygon(loop).segments)
    return Path(tuple(segments), None, stroke, "evenodd")


def draw_cut_outline(grid: HexGrid, cells: Iterable[Hex], *, convex: bool = False, offset: float = 0.0) -> Path:
    """Return the cut line of a piece, without holes.

    The line runs along the outer hexes. If `convex` is true, the line runs `offset` points outside the convex
    hull of the hexes.
    """
    outer = max(grid.trace_outlines(cells), key=_measure_breadth)
    return shapes.polygon(find_offset_hull(outer, offset) if convex else outer, stroke=CUT_STROKE)


def find_offset_hull(points: Iterable[Point], offset: float = 0.0) -> list[Point]:
    """Return the corners of the convex hull of some points, with its sides moved outwards by `offset`."""
    corners = _find_convex_hull(points)
    lines = []
    for (x1, y1), (x2, y2) in iter_sides(corners):
        length = math.dist((x1, y1), (x2, y2))
        nx, ny = (y2 - y1) / length, (x1 - x2) / length  # outwards: the corners run clockwise on the page
        lines.append((nx, ny, nx * x1 + ny * y1 + offset))
    return [((c1 * b2 - c2 * b1) / (a1 * b2 - a2 * b1), (a1 * c2 - a2 * c1) / (a1 * b2 - a2 * b1))
            for (a1, b1, c1), (a2, b2, c2) in zip((lines[-1], *lines), lines, strict=False)]


def _find_convex_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull of some points (Andrew's monotone chain)."""
    ordered = sorted((round(x, 6), round(y, 6)) for x, y in points)
    corners: list[Point] = []
    for sweep in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in sweep:
            while len(chain) > 1:
                (x1, y1), (x2, y2) = chain[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > _COLLINEAR_AREA:
                    break
                chain.pop()
            chain.append((x, y))
        corners += chain[:-1]
    return corners


def find_line_spans(grid: HexGrid, cells: Iterable[Hex], start: Point, bearing: float) -> list[tuple[float, float]]:
    """Return the stretches (from, to) of a line that lie inside or along hexes.

    `from` and `to` are distances from the start of the line, in points.
    """
    hexes = frozenset(cells)
    dx, dy = math.sin(math.radians(bearing)), -math.cos(math.radians(bearing))
    edges = [side for loop in grid.trace_outlines(hexes) for side in iter_sides(loop)]
    ends = sorted({0.0, *(round(far, 6) for side in edges for far in _find_crossings(side, start, (dx, dy)))})
    runs: list[tuple[float, float]] = []
    for span_start, span_end in pairwise(ends):
        x, y = start[0] + dx * (span_start + span_end) / 2, start[1] + dy * (span_start + span_end) / 2
        if {grid.find_hex(x - 0.01 * dy, y + 0.01 * dx), grid.find_hex(x + 0.01 * dy, y - 0.01 * dx)} & hexes:
            continues = runs and runs[-1][1] == span_start
            runs.append((runs.pop()[0] if continues else span_start, span_end))
    return runs


def _find_crossings(side: tuple[Point, Point], start: Point, direction: Point) -> Iterator[float]:
    """Yield the distances from the start of a line at which the line meets a side.

    If the side lies on the line, yield the distances of both ends of the side.
    """
    offset = [(x - start[0], y - start[1]) for x, y in side]
    off_a, off_b = (x * direction[1] - y * direction[0] for x, y in offset)
    along_a, along_b = (x * direction[0] + y * direction[1] for x, y in offset)
    crossings = [along for distance, along in ((off_a, along_a), (off_b, along_b)) if abs(distance) < _TOLERANCE]
    if off_a * off_b < 0 and not crossings:
        crossings.append(along_a + (along_b - along_a) * off_a / (off_a - off_b))
    return (along for along in crossings if along > 0)


def find_text_rect(grid: HexGrid, cell: Hex, *, above_figure: bool = False) -> Rect:
    """Return the rectangle for words in a hex.

    If `above_figure` is true, the rectangle is above the number at the bottom edge of the hex.
    """
    half_width, top, bottom = (_TEXT_ABOVE_FIGURE_SHARES if above_figure else _TEXT_SHARES)[grid.orientation]
    x, y = grid.find_center(cell)
    return Rect(x - half_width * grid.across_flats, y + top * grid.across_flats, 2 * half_width * grid.across_flats,
                (bottom - top) * grid.across_flats)


def set_stacked_texts(parts: Sequence[tuple[str, text.Style]], rect: Rect,
                      min_size: float = MIN_TYPE_SIZE) -> tuple[Item, ...]:
    """Return wrapped texts, stacked and centred in a rectangle.

    If necessary, their type shrinks down to `min_size` points. Raises TooWideError or TooTallError if the texts
    do not fit at `min_size`.
    """
    scale = 1.0
    while True:
        sized = [(words, style._replace(size=max(style.size * scale, min_size))) for words, style in parts]
        try:
            blocks = [text.set_block(words, style, (0, 0, rect.width, None), 1.12, "middle") for words, style in sized]
            height = sum(block.height for block in blocks)
            if height <= rect.height + 1e-6:
                break
            problem: Exception = text.TooTallError(" ".join(text.strip_markup(words) for words, _ in parts), height,
                                              rect.height)
        except text.TooWideError as error:
            problem = error
        if all(style.size <= min_size for _, style in sized):
            raise problem
        scale -= 0.025
    tops = accumulate((block.height for block in blocks), initial=rect.y + (rect.height - height) / 2)
    return tuple(Group(block.items, Transform(e=rect.x, f=top)) for block, top in zip(blocks, tops, strict=False))
