"""The map of a scenario in its booklet: a small picture with its zones, and how large it is on the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Use
from printshop.hexes import Grid, to_axial
from printshop.layout.flow.story import Figure
from printshop.products.hexmaps import figure_zones, hex_board
from printshop.units import INCH, MM, Length, set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.ink import Ink
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
    terrain = one.terrain if across >= LETTERED else tuple(kind._replace(letter="") for kind in one.terrain)
    small = replace(one, key=f"{one.key}-small", across=Length(Fraction(across), f"{across:.1f} pt"), numbered=False,
                    dots=False, edges=(), terrain=terrain, labels=(), zones=zones, corners=())
    drawn, grid = hex_board.draw(replace(small, zones=()), ink), _grid(small)
    lines = [Use(chunk.lines) for chunk in drawn.chunks] if across >= LINED else []
    numbers = tuple(_numbers(small, grid)) if one.numbered and not one.board.radius else ()
    beside = (BESIDE, ABOVE) if numbers else (0.0, 0.0)
    names = figure_zones.names(small, one.edges, grid, (drawn.width, drawn.height), beside)
    below, borders = figure_zones.grounds(small, grid, ink)
    left, top, right, bottom = shapes.bounds((*names.outside, shapes.rect(0, 0, drawn.width, drawn.height)))
    x, y = max(beside[0], -left, right - drawn.width), max(beside[1], -top)
    items = Group((*drawn.bare(lines=False), *below, *lines, *borders, Use(drawn.frame),
                   *figure_zones.arrows(zones, grid), *names.inside, *names.outside, *numbers), Transform(e=x, f=y))
    return Figure((items,), drawn.width + 2 * x, max(bottom, drawn.height) + y, f"*{one.title}*: {described(one)}.")


def _grid(one: HexMap) -> Grid:
    left, top, _, _ = Grid(one.orientation, one.across.pt).bounds(one.board.cells)
    return Grid(one.orientation, one.across.pt, -left, -top)


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
    left, top, right, bottom = Grid(one.orientation, one.across.pt).bounds(one.board.cells)
    return right - left, bottom - top
