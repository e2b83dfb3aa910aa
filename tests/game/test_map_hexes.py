"""The hexes of a map: those of parts and strips of a rectangle, and the edges of a hexagon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.map_games import make_pond

from printshop.game.map_hexes import HexBoard, make_hexagon_board
from printshop.game.maps import HexMap
from printshop.hexes import Hex, HexGrid, Orientation

if TYPE_CHECKING:
    from pathlib import Path



def names(one: HexMap, cells: tuple[Hex, ...]) -> list[str]:
    return sorted(one.board.format_name(cell) for cell in cells)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("even", [True, False])
def test_hex_parts_fill_the_rectangle(orientation: Orientation, even: bool) -> None:
    board, grid = HexBoard(orientation, 5, 4, even_low=even, has_partial_hexes=True), HexGrid(orientation, 10)
    left, top, right, bottom = grid.measure_bounds(board.whole_hexes)
    cells = frozenset((*board.whole_hexes, *board.partial_hexes))
    assert len(cells) == len(board.whole_hexes) + len(board.partial_hexes)
    steps = [(left + (right - left) * (i + 0.5) / 97, top + (bottom - top) * (j + 0.5) / 97)
             for i in range(97) for j in range(97)]
    met = {grid.find_hex(*point) for point in steps}
    assert met <= cells
    assert set(board.partial_hexes) <= met


def test_edges_of_a_hexagon_run_clockwise_from_the_top() -> None:
    board = make_hexagon_board(Orientation.FLAT, 4)
    edges = [sorted(board.format_name(cell) for cell in board.find_strip(edge, 1)) for edge in range(6)]
    assert edges[0] == ["0501", "0601", "0701", "0801", "0901"]
    assert edges[1] == ["0901", "0902", "0903", "0904", "0905"]
    assert edges[4] == ["0101", "0102", "0103", "0104", "0105"]
    assert [len(board.find_strip(0, depth)) for depth in (1, 2, 9)] == [5, 11, 61]


def test_strip_along_an_edge_of_a_rectangle(tmp_path: Path) -> None:
    one = make_pond(tmp_path)
    assert names(one, one.zones[0].hexes) == sorted(f"{column:02}{row:02}" for column in range(1, 13) for row in (1, 2))
    assert one.zones[0].color == "#009e73"
