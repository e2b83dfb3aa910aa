"""The map of a scenario in its booklet: a small picture with its zones, and how large it is on the table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, mark
from printshop.drawing.items import BLACK, WHITE, Group, Path, Stroke, Use, parse_color
from printshop.drawing.patterns import texture
from printshop.drawing.text import TooWide
from printshop.hexes import Grid, to_axial
from printshop.layout.story import Figure
from printshop.problems import PrintshopError
from printshop.products.hexmaps import hex_board
from printshop.products.hexmaps.hex_drawing import closed
from printshop.units import INCH, MM, Length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.board import Board
    from printshop.game.maps import HexMap, Zone
    from printshop.hexes import Hex

HIGHEST = 250.0  # points
SHARE = 0.86  # of the column's width
LETTERED = 20.0  # hexes so large across flats have room for the letters of terrain
EDGED = 22.0  # and so large for those of the map's edges
BESIDE, ABOVE = 16.0, 10.0  # room for numbers, at both sides and above
BARE = frozenset({"", "plain", "solid"})  # patterns without lines
PALE = 0.35  # how much of its colour a side's zone has
NUMBER = text.Style("sans", 6.5)
LINED = 4.0  # smaller ones have no lines: these would be a grey mush


def figure(one: HexMap, zones: tuple[Zone, ...], width: float, ink: Ink) -> Figure:
    """Return a picture of a map for a column `width` points wide, with its size in the caption.

    The `zones` are those of a scenario; without any, the map's own are drawn: tinted for their sides, with arrows the
    way their pieces face, and with the numbers of the columns and rows where they end. Words that have room on the
    map itself, but not in the picture, are left to the map. Raises PrintshopError for a picture that cannot be
    used.
    """
    real = _extent(one)
    scale = min(SHARE * width / real[0], HIGHEST / real[1], 1.0)
    across = one.across.pt * scale
    terrain = one.terrain if across >= LETTERED else tuple(kind._replace(letter="") for kind in one.terrain)
    small = replace(one, key=f"{one.key}-small", across=Length(Fraction(across), f"{across:.1f} pt"), numbered=False,
                    dots=False, edges=one.edges if across >= EDGED else (), terrain=terrain, labels=(),
                    zones=zones or one.zones, corners=())
    drawn, grid = _drawn(small, ink), _grid(small)
    lines = [Use(chunk.lines) for chunk in drawn.chunks] if across >= LINED else []
    numbers = tuple(_numbers(small, grid)) if one.numbered and not one.board.radius else ()
    x, y = (BESIDE, ABOVE) if numbers else (0.0, 0.0)
    items = Group((*drawn.bare(lines=False), *(_tint(zone, grid, ink) for zone in small.zones if zone.pattern), *lines,
                   Use(drawn.frame), *(_arrow(at, to, grid) for at, to in _facings(small.zones, grid)),
                   *drawn.words.items, *numbers), Transform(e=x, f=y))
    return Figure((items,), drawn.width + 2 * x, drawn.height + y, f"*{one.title}*: {described(one)}.")


def _grid(one: HexMap) -> Grid:
    left, top, _, _ = Grid(one.orientation, one.across.pt).bounds(one.board.cells)
    return Grid(one.orientation, one.across.pt, -left, -top)


def _tint(zone: Zone, grid: Grid, ink: Ink) -> Item:
    """Return the ground of a zone: its side's colour and pattern, so pale that lines and words stand out on it."""
    left, top, right, bottom = grid.bounds(zone.hexes)
    outline, color = closed(grid.outline(zone.hexes)), parse_color(zone.color)
    pale = WHITE if ink is Ink.BLACK else WHITE.mix(color, PALE if ink is Ink.COLOUR else PALE / 2)
    ground = Path(outline.segments, pale, None, "evenodd")
    if zone.pattern in BARE:
        return ground
    box = (left, top, right - left, bottom - top)
    return Group((ground, texture(zone.pattern, box, mark(ink, color), clip=outline, pitch=5.0, weight=0.6)))


def _facings(zones: Iterable[Zone], grid: Grid) -> Iterator[tuple[Point, float]]:
    """Give places and bearings of arrows: two places in every zone, a quarter of the way from both its ends."""
    for zone in zones:
        left, top, right, bottom = grid.bounds(zone.hexes)
        for share in (0.2, 0.8) if zone.facing else ():
            far = right - left > bottom - top
            x = left + (right - left) * (share if far else 0.5)
            y = top + (bottom - top) * (0.5 if far else share)
            yield from (((x, y), float(to)) for to in zone.facing)


def _arrow(at: Point, to: float, grid: Grid) -> Item:
    """Return an arrow from a point: a shaft and a head."""
    long = min(max(14.0, 2.2 * grid.across), 30.0)
    neck, tip = bearing(to, long - 5, *at), bearing(to, long, *at)
    return Group((shapes.line(*at, *neck, Stroke(BLACK, 1.3)), shapes.arrow(*tip, to, 7, 7, fill=BLACK)))


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


def _drawn(small: HexMap, ink: Ink) -> hex_board.Drawn:
    wordless = tuple(zone._replace(label="") for zone in small.zones)
    for fewer in (small, replace(small, edges=())):
        with suppress(TooWide, PrintshopError):
            return hex_board.draw(fewer, ink)
    return hex_board.draw(replace(small, edges=(), zones=wordless), ink)


def described(one: HexMap) -> str:
    """Return how many hexes a map has, how large they are, and how large it is as a whole."""
    board = one.board
    count = f"{len(board.cells)}" if board.radius else f"{board.columns} × {board.rows}"
    return f"{count} hexes, {one.across.text} across flats; the whole map is {measured(one)}"


def measured(one: HexMap) -> str:
    """Return the size of a whole map as it lies on the table, in the units of its hexes."""
    unit, name, places = (INCH, "in", 1) if one.across.unit in ("in", "ft") else (MM, "mm", 0)
    width, height = (f"{length / unit:.{places}f}" for length in _extent(one))
    return f"{width} × {height} {name}"


def _extent(one: HexMap) -> tuple[float, float]:
    left, top, right, bottom = Grid(one.orientation, one.across.pt).bounds(one.board.cells)
    return right - left, bottom - top
