"""The map of a scenario in its booklet: a small picture with its zones, and how large it is on the table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing.text import TooWide
from printshop.hexes import Grid
from printshop.layout.story import Figure
from printshop.products import hex_board
from printshop.units import INCH, MM, Length

if TYPE_CHECKING:
    from printshop.drawing.ink import Ink
    from printshop.game.maps import HexMap

HIGHEST = 300.0  # points
SHARE = 0.86  # of the column's width
LETTERED = 20.0  # hexes so large across flats have room for the letters of terrain
EDGED = 29.0  # and so large for those of the map's edges
LINED = 4.0  # smaller ones have no lines: these would be a grey mush


def figure(one: HexMap, width: float, ink: Ink) -> Figure:
    """Return a picture of a map for a column `width` points wide, with its size in the caption.

    Words that have room on the map itself, but not in the picture, are left to the map. Raises Misfit where a
    picture of terrain cannot be used.
    """
    real = _extent(one)
    scale = min(SHARE * width / real[0], HIGHEST / real[1], 1.0)
    across = one.across.pt * scale
    terrain = one.terrain if across >= LETTERED else tuple(kind._replace(letter="") for kind in one.terrain)
    small = replace(one, key=f"{one.key}-small", across=Length(Fraction(across), f"{across:.1f} pt"), numbered=False,
                    dots=False, edges=one.edges if across >= EDGED else (), terrain=terrain, labels=())
    drawn = _drawn(small, ink)
    items = (*drawn.bare(lines=across >= LINED), *drawn.words.items)
    return Figure(items, drawn.width, drawn.height, f"*{one.title}*: {described(one)}.")


def _drawn(small: HexMap, ink: Ink) -> hex_board.Drawn:
    wordless = tuple(zone._replace(label="") for zone in small.zones)
    for fewer in (small, replace(small, edges=())):
        with suppress(TooWide):
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
