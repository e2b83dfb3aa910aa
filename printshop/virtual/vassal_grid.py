"""The grid of a map for VASSAL, whose hexes are called what is printed on them.

Pixels of the map's picture, y down; on a map with points up, x and y change places. A grid begins at the middle of its
first hex, a whole pixel; its lines (columns, or rows with points up) are counted from there, and every other one lies
half a hex further. Where printed numbers do not follow from that, on boards in the shape of a hexagon, every line is a
zone with a numbering of its own.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from printshop.hexes import Orientation
from printshop.virtual.boards import along_lines, first, line_of

if TYPE_CHECKING:
    from printshop.hexes import Hex
    from printshop.virtual.boards import Board

_BOARD = "VASSAL.build.module.map.boardPicker.board."


def grid(board: Board) -> Element:
    """Return the grid of a map."""
    one = board.plane.one
    if not along_lines(one):
        found = _hexes(board)
        found.append(_numbers(board, high=1, stagger=not one.board.even_low))
        return found
    zones = Element(f"{_BOARD}ZonedGrid")
    lines: dict[int, list[Hex]] = {}
    for cell in one.board.cells:
        lines.setdefault(line_of(one, cell), []).append(cell)
    for number, cells in sorted(lines.items()):
        zone = SubElement(zones, f"{_BOARD}mapgrid.Zone", name=f"Line {number}", locationFormat="$gridLocation$",
                          path=_path(board, cells), useParentGrid="false", useHighlight="false", highlightProperty="")
        own = _hexes(board)
        own.append(_numbers(board, high=1 - _raw(board, number, cells[0]), stagger=False))
        zone.append(own)
    zones.append(_hexes(board))
    return zones


def _turned(board: Board, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point as the grid counts: across the lines, then along them."""
    return point if board.plane.one.orientation is Orientation.FLAT else (point[1], point[0])


def _hexes(board: Board) -> Element:
    one = board.plane.one
    x, y = _turned(board, board.center(first(one)))
    size = one.across.pt * board.dpi / 72
    return Element(
        f"{_BOARD}HexGrid", sideways=str(one.orientation is Orientation.POINTY).lower(), x0=str(round(x)),
        y0=str(round(y)), dx=repr(size * sqrt(3) / 2), dy=repr(size), snapTo="true", edgesLegal="false",
        cornersLegal="false", visible="false", dotsVisible="false", color="0,0,0")


def _numbers(board: Board, *, high: int, stagger: bool) -> Element:
    """Return how hexes are called: the first of a line `high`, lines from 1 on.

    To VASSAL the lines run down the page, even where they are rows: "H" puts the number of the line first.
    """
    one = board.plane.one
    line_first = one.board.rows_first is (one.orientation is Orientation.POINTY)
    leading = str(one.board.digits - 1)
    return Element(
        f"{_BOARD}mapgrid.HexGridNumbering", first="H" if line_first else "V", sep="", hType="N", vType="N",
        hLeading=leading, vLeading=leading, hOff="1", vOff=str(high), hDescend="false", vDescend="false",
        stagger=str(stagger).lower(), visible="false", fontSize="9", color="0,0,0", rotateText="0", hDrawOff="0",
        vDrawOff="0", locationFormat="$gridLocation$")


def _raw(board: Board, line: int, cell: Hex) -> int:
    """Return which hex of a line VASSAL takes one for, counted from 0 beside the first hex of the first line."""
    one = board.plane.one
    size = one.across.pt * board.dpi / 72
    start, here = (_turned(board, board.center(one_of))[1] for one_of in (first(one), cell))
    return round((here - start - (size / 2 if (line - 1) % 2 else 0)) / size)


def _path(board: Board, cells: list[Hex]) -> str:
    """Return the outline of some hexes."""
    [loop] = board.plane.drawn.grid.outline(cells)
    scale, (left, top) = board.dpi / 72, board.shift
    return ";".join(f"{round((x + left) * scale)},{round((y + top) * scale)}" for x, y in loop)
