"""Names and places of the hexes of a map."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from printshop.game.map_hexes import RECTANGLE_EDGES, HexBoard, make_hexagon_board
from printshop.game.map_numbering import MapNumbering
from printshop.hexes import Orientation

BOARDS = [HexBoard(orientation, columns, rows, even_low=even) for orientation in Orientation
          for columns, rows in ((1, 1), (3, 4), (5, 2)) for even in (True, False)]
HEXAGONS = [make_hexagon_board(orientation, radius) for orientation in (Orientation.FLAT, Orientation.POINTY)
            for radius in (1, 2, 4)]


@pytest.mark.parametrize("board", [*BOARDS, *HEXAGONS])
def test_every_hex_has_a_unique_place_and_name(board: HexBoard) -> None:
    places = [board.find_coordinates(cell) for cell in board.whole_hexes]
    assert len({*places}) == len(board.hexes_by_name) == len(places)
    assert all(1 <= column <= board.columns and 1 <= row <= board.rows for column, row in places)
    assert {min(axis) for axis in zip(*places, strict=True)} == {1}
    assert board.name_range == (min(board.hexes_by_name), max(board.hexes_by_name))


@pytest.mark.parametrize("board", BOARDS)
def test_strips_along_opposite_edges_make_the_whole_board(board: HexBoard) -> None:
    for edge, breadth in zip(range(len(RECTANGLE_EDGES)), (board.columns, board.rows) * 2, strict=True):
        length = (board.rows, board.columns)[edge % 2]
        for depth in range(length + 2):
            strip = {*board.find_strip(edge, depth)}
            assert len(strip) == breadth * min(depth, length)
            assert strip.isdisjoint(board.find_strip((edge + 2) % 4, length - depth))


@pytest.mark.parametrize("board", HEXAGONS)
def test_strip_of_a_hexagon_grows_by_a_hex_from_line_to_line(board: HexBoard) -> None:
    for edge in range(6):
        sizes = [len(board.find_strip(edge, depth)) for depth in range(board.radius + 2)]
        assert [after - before for before, after in pairwise(sizes)] == [
            *range(board.radius + 1, 2 * board.radius + 2)]


@pytest.mark.parametrize(("columns", "rows", "options", "last"), [
    (9, 9, {}, "0909"), (99, 9, {}, "9909"), (100, 9, {}, "100009"), (9, 100, {}, "009100"),
    (9, 8, {"order": "rows first"}, "0809"), (26, 9, {"first": "A01"}, "Z09"),
    (27, 9, {"first": "A01"}, "AA09"), (52, 100, {"first": "A01"}, "ZZ100"),
    (9, 49, {"doubled": True}, "0997"), (9, 50, {"doubled": True}, "009099"),
])  # fmt: skip
def test_both_numbers_of_a_name_have_as_many_digits_as_the_longest(columns: int, rows: int, options: dict[str, Any],
                                                                   last: str) -> None:
    board = HexBoard(Orientation.FLAT, columns, rows, numbering=MapNumbering(**options))
    assert board.name_range[1] == last
    assert len({len(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for name in board.hexes_by_name}) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_block_has_all_places_between_its_ends(board: HexBoard) -> None:
    by_place = {board.find_coordinates(cell): cell for cell in board.whole_hexes}
    first, last = by_place[board.columns, 1], by_place[1, board.rows]
    assert {*board.find_block(first, last)} == {*board.find_block(last, first)} == {*board.whole_hexes}
    assert [*board.find_block(first, first)] == [first]
