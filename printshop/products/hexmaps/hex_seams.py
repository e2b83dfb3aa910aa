"""Where the seams of a hex map should not run: through the numbers of its hexes, and through its words. Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing.items import Text
from printshop.layout.tiling import Spared
from printshop.products.hexmaps.hex_terrain import Figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap
    from printshop.hexes import Grid, Hex
    from printshop.products.hexmaps.hex_board import Drawn

_CLEAR = 1.0
_CAPITALS = 0.75  # how high they are, as a share of the size of the letters


def spared(one: HexMap, drawn: Drawn) -> Spared:
    """Return what seams should leave alone."""
    across, down = [], []
    for left, top, right, bottom in (*_numbers(one, drawn.grid), *_words(drawn.words.items)):
        across.append((left - _CLEAR, right + _CLEAR))
        down.append((top - _CLEAR, bottom + _CLEAR))
    return Spared(tuple(across), tuple(down))


def _numbers(one: HexMap, grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """Give the place of the numbers of two rows and of two columns, which are those of all, or of a hexagon's hexes."""
    if not one.numbered:
        return
    figures = Figures(one)
    for cell in _typical(one):
        x, y = grid.center(cell)
        base, half = y + figures.base, figures.width / 2
        yield x - half, base - _CAPITALS * figures.size, x + half, base


def _typical(one: HexMap) -> Iterable[Hex]:
    board, cells = one.board, one.board.cells
    if board.radius:
        return cells
    return (*cells[: 2 * board.rows], *cells[:: board.rows], *cells[1 :: board.rows])  # they go column by column


def _words(items: Iterable[Item]) -> Iterator[tuple[float, float, float, float]]:
    for item in items:
        if isinstance(item, Text):
            yield item.x, item.y - _CAPITALS * item.size, item.x + item.width, item.y
