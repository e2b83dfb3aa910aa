"""What the hex templates have in common: a grid with its corner at the origin, its lines, words within a hex.

All lengths are points, the origin of a piece is its top left corner.
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
LEAST = 5.0  # the smallest type that can be read on film
_SPECK = 1e-6
_FLAT = 0.01  # square points: three corners that span less lie in one line
# The box for words in a hex, and the lower one that leaves room for a figure at the foot: half its width, its top
# and its bottom from the middle of the hex, as shares of the distance across flats.
_WHOLE = {Orientation.FLAT: (0.38, -0.32, 0.32), Orientation.POINTY: (0.42, -0.3, 0.3)}
_ABOVE_FIGURE = {Orientation.FLAT: (0.36, -0.36, 0.27), Orientation.POINTY: (0.42, -0.32, 0.22)}


class HexLayout(NamedTuple):
    """Hexes on a piece: the grid, and how large the piece is."""

    grid: Grid
    width: float
    height: float


def lay(cells: Iterable[Hex], orientation: Orientation, across: float) -> HexLayout:
    """Return a grid whose hexes touch the origin's axes."""
    left, top, right, bottom = Grid(orientation, across).bounds(cells)
    return HexLayout(Grid(orientation, across, -left, -top), right - left, bottom - top)


def grid_lines(grid: Grid, cells: Sequence[Hex], stroke: Stroke, *, outer: bool = False) -> Path:
    """Return the sides of hexes, each once: also those round holes, and the outermost if they are not the cut."""
    hexes = frozenset(cells)
    edges = [(edge.start, edge.end) for edge in grid.edges(cells) if outer or edge.beyond in hexes]
    if not outer:
        loops = grid.outline(cells)
        edges += [side for loop in loops if loop is not max(loops, key=_breadth) for side in sides(loop)]
    return shapes.lines([(*start, *end) for start, end in edges], stroke)


def _breadth(loop: Sequence[Point]) -> float:
    return max(x for x, _ in loop) - min(x for x, _ in loop)


def closed(loops: Iterable[Sequence[Point]], stroke: Stroke | None = None) -> Path:
    """Return closed outlines as one path, what lies in an even number of them being outside."""
    segments = (segment for loop in loops for segment in shapes.polygon(loop).segments)
    return Path(tuple(segments), None, stroke, "evenodd")


def edge(grid: Grid, cells: Iterable[Hex], *, straight: bool = False, off: float = 0.0) -> Path:
    """Return the line to cut a piece along: round its outer hexes, or straight round them, so far `off`; no holes."""
    outer = max(grid.outline(cells), key=_breadth)
    return shapes.polygon(hull(outer, off) if straight else outer, stroke=CUT)


def hull(points: Iterable[Point], off: float = 0.0) -> list[Point]:
    """Return the corners of the convex outline of some points, so far `off` them."""
    corners = _hull(points)
    lines = []
    for (x1, y1), (x2, y2) in sides(corners):
        long = math.dist((x1, y1), (x2, y2))
        nx, ny = (y2 - y1) / long, (x1 - x2) / long  # outwards: the corners run clockwise on the page
        lines.append((nx, ny, nx * x1 + ny * y1 + off))
    return [((c1 * b2 - c2 * b1) / (a1 * b2 - a2 * b1), (a1 * c2 - a2 * c1) / (a1 * b2 - a2 * b1))
            for (a1, b1, c1), (a2, b2, c2) in zip((lines[-1], *lines), lines, strict=False)]


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex outline of some points (Andrew's monotone chain)."""
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
    """Return from where to where, in points from its start, a line at a bearing runs within or along some hexes."""
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
    """Give how far along a line from its start it meets a side; a side along the line, at both its ends."""
    offset = [(x - start[0], y - start[1]) for x, y in side]
    off_a, off_b = (x * way[1] - y * way[0] for x, y in offset)
    along_a, along_b = (x * way[0] + y * way[1] for x, y in offset)
    crossings = [along for off, along in ((off_a, along_a), (off_b, along_b)) if abs(off) < _SPECK]
    if off_a * off_b < 0 and not crossings:
        crossings.append(along_a + (along_b - along_a) * off_a / (off_a - off_b))
    return (along for along in crossings if along > 0)


def box(grid: Grid, cell: Hex, *, above_figure: bool = False) -> Box:
    """Return where words go within a hex; above what stands at its foot, if that is asked."""
    half, top, bottom = (_ABOVE_FIGURE if above_figure else _WHOLE)[grid.orientation]
    x, y = grid.center(cell)
    return Box(x - half * grid.across, y + top * grid.across, 2 * half * grid.across, (bottom - top) * grid.across)


def lines(parts: Sequence[tuple[str, text.Style]], place: Box, least: float = LEAST) -> tuple[Item, ...]:
    """Return wrapped texts, one below the other in a box; all shrink alike to `least`. Raises TooWide and TooTall."""
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
