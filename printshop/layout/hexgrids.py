"""Hex grids for templates: grid lines, cut outlines and words inside a hex.

All lengths are points; the origin of a piece is its top left corner, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, sides
from printshop.drawing.items import BLACK, Group, Item, Path, Stroke
from printshop.hexes import Grid, Hex, Orientation
from printshop.layout.boxes import Box

CUT = Stroke(BLACK, 0.9)
LEAST = 5.0  # points: the smallest type that is legible on film
_SPECK = 1e-6
_FLAT = 0.01  # square points, twice a triangle's area: three corners that span less are collinear
# The rectangle for words in a hex, and the one above a figure at its foot: half the width, top and bottom, measured
# from the centre of the hex, as shares of the distance across flats.
_WHOLE = {Orientation.FLAT: (0.38, -0.32, 0.32), Orientation.POINTY: (0.42, -0.3, 0.3)}
_ABOVE_FIGURE = {Orientation.FLAT: (0.36, -0.36, 0.27), Orientation.POINTY: (0.42, -0.32, 0.22)}


class HexLayout(NamedTuple):
    """A hex grid placed on a piece, and the size of the piece."""

    grid: Grid
    width: float
    height: float


def lay(cells: Iterable[Hex], orientation: Orientation, across: float) -> HexLayout:
    """Return the grid shifted so that the bounds of the cells start at the origin."""
    left, top, right, bottom = Grid(orientation, across).bounds(cells)
    return HexLayout(Grid(orientation, across, -left, -top), right - left, bottom - top)


def grid_lines(grid: Grid, cells: Sequence[Hex], stroke: Stroke, *, outer: bool = False) -> Path:
    """Return the sides of hexes, each once, including those round holes; the outermost only if `outer`."""
    hexes = frozenset(cells)
    edges = [(edge.start, edge.end) for edge in grid.edges(cells) if outer or edge.beyond in hexes]
    if not outer:
        loops = grid.outline(cells)
        edges += [side for loop in loops if loop is not max(loops, key=_breadth) for side in sides(loop)]
    return shapes.lines([(*start, *end) for start, end in edges], stroke)


def _breadth(loop: Sequence[Point]) -> float:
    return max(x for x, _ in loop) - min(x for x, _ in loop)


def closed(loops: Iterable[Sequence[Point]], stroke: Stroke | None = None) -> Path:
    """Return closed outlines as one path with the even-odd fill rule."""
    segments = (segment for loop in loops for segment in shapes.polygon(loop).segments)
    return Path(tuple(segments), None, stroke, "evenodd")


def edge(grid: Grid, cells: Iterable[Hex], *, straight: bool = False, off: float = 0.0) -> Path:
    """Return the cut line of a piece, without holes: along its outer hexes, or `off` points round their hull."""
    outer = max(grid.outline(cells), key=_breadth)
    return shapes.polygon(hull(outer, off) if straight else outer, stroke=CUT)


def hull(points: Iterable[Point], off: float = 0.0) -> list[Point]:
    """Return the corners of the convex hull of some points, its sides moved outwards by `off`."""
    corners = _hull(points)
    lines = []
    for (x1, y1), (x2, y2) in sides(corners):
        long = math.dist((x1, y1), (x2, y2))
        nx, ny = (y2 - y1) / long, (x1 - x2) / long  # outwards: the corners run clockwise on the page
        lines.append((nx, ny, nx * x1 + ny * y1 + off))
    return [((c1 * b2 - c2 * b1) / (a1 * b2 - a2 * b1), (a1 * c2 - a2 * c1) / (a1 * b2 - a2 * b1))
            for (a1, b1, c1), (a2, b2, c2) in zip((lines[-1], *lines), lines, strict=False)]


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull of some points (Andrew's monotone chain)."""
    ordered = sorted((round(x, 6), round(y, 6)) for x, y in points)
    corners: list[Point] = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in way:
            while len(chain) > 1:
                (x1, y1), (x2, y2) = chain[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > _FLAT:
                    break
                chain.pop()
            chain.append((x, y))
        corners += chain[:-1]
    return corners


def stretches(grid: Grid, cells: Iterable[Hex], start: Point, bearing: float) -> list[tuple[float, float]]:
    """Return the stretches (from, to) of a line that lie inside or along hexes, in points from its start."""
    hexes = frozenset(cells)
    dx, dy = math.sin(math.radians(bearing)), -math.cos(math.radians(bearing))
    edges = [side for loop in grid.outline(hexes) for side in sides(loop)]
    ends = sorted({0.0, *(round(far, 6) for side in edges for far in _crossings(side, start, (dx, dy)))})
    runs: list[tuple[float, float]] = []
    for near, far in pairwise(ends):
        x, y = start[0] + dx * (near + far) / 2, start[1] + dy * (near + far) / 2
        if {grid.at(x - 0.01 * dy, y + 0.01 * dx), grid.at(x + 0.01 * dy, y - 0.01 * dx)} & hexes:
            goes_on = runs and runs[-1][1] == near
            runs.append((runs.pop()[0] if goes_on else near, far))
    return runs


def _crossings(side: tuple[Point, Point], start: Point, way: Point) -> Iterator[float]:
    """Yield the distances from its start at which a line meets a side; both ends of a side that lies on the line."""
    offset = [(x - start[0], y - start[1]) for x, y in side]
    off_a, off_b = (x * way[1] - y * way[0] for x, y in offset)
    along_a, along_b = (x * way[0] + y * way[1] for x, y in offset)
    crossings = [along for off, along in ((off_a, along_a), (off_b, along_b)) if abs(off) < _SPECK]
    if off_a * off_b < 0 and not crossings:
        crossings.append(along_a + (along_b - along_a) * off_a / (off_a - off_b))
    return (along for along in crossings if along > 0)


def box(grid: Grid, cell: Hex, *, above_figure: bool = False) -> Box:
    """Return the rectangle for words in a hex; above a figure at its foot if `above_figure`."""
    half, top, bottom = (_ABOVE_FIGURE if above_figure else _WHOLE)[grid.orientation]
    x, y = grid.center(cell)
    return Box(x - half * grid.across, y + top * grid.across, 2 * half * grid.across, (bottom - top) * grid.across)


def lines(parts: Sequence[tuple[str, text.Style]], place: Box, least: float = LEAST) -> tuple[Item, ...]:
    """Return wrapped texts, stacked and centred in a rectangle, all scaled down as needed to `least` at the smallest.

    Raises TooWide and TooTall.
    """
    share = 1.0
    while True:
        sized = [(words, style._replace(size=max(style.size * share, least))) for words, style in parts]
        try:
            blocks = [text.block(words, style, (0, 0, place.width, None), 1.12, "middle") for words, style in sized]
            high = sum(block.height for block in blocks)
            if high <= place.height + 1e-6:
                break
            problem: Exception = text.TooTall(" ".join(text.plain(words) for words, _ in parts), high, place.height)
        except text.TooWide as error:
            problem = error
        if all(style.size <= least for _, style in sized):
            raise problem
        share -= 0.025
    tops = accumulate((block.height for block in blocks), initial=place.y + (place.height - high) / 2)
    return tuple(Group(block.items, Transform(e=place.x, f=top)) for block, top in zip(blocks, tops, strict=False))
