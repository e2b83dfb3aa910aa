"""The numbers of columns and rows, and the names that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.game_limits import check_game_limit
from helpers.map_games import load_maps
from helpers.problems import catch_problems

from printshop.game.map_hexes import HexBoard, make_hexagon_board
from printshop.game.map_numbering import MapNumbering
from printshop.game.maps import MAPS
from printshop.hexes import Orientation

if TYPE_CHECKING:
    from pathlib import Path

FLAT, POINTY, SQUARE = Orientation


@pytest.mark.parametrize(("orientation", "numbering", "places"), [
    (FLAT, {}, {(1, 1): "0101", (3, 4): "0304"}),
    (FLAT, {"first": "0100"}, {(1, 1): "0100", (3, 4): "0303"}),
    (SQUARE, {"first": "11"}, {(1, 1): "0101", (12, 8): "1208"}),
    (SQUARE, {"first": "1.1"}, {(1, 1): "1.1", (12, 4): "12.4"}),
    (SQUARE, {"first": "01.001"}, {(3, 4): "03.004"}),
    (POINTY, {"first": "A-7"}, {(1, 1): "A-7", (3, 4): "C-10"}),
    (POINTY, {"first": "A-07", "order": "rows first"}, {(1, 1): "A-07", (3, 4): "D-09"}),
    (SQUARE, {"first": "1A"}, {(3, 4): "3D"}),
    (SQUARE, {"first": "Y1"}, {(2, 1): "Z1", (3, 1): "AA1", (12, 8): "JJ8"}),
    (SQUARE, {"first": "BB9"}, {(1, 1): "BB9", (2, 2): "CC10"}),
    (SQUARE, {"first": "A1", "origin": "bottom left"}, {(1, 8): "A1", (3, 1): "C8"}),
    (FLAT, {"origin": "top right"}, {(12, 1): "0101", (1, 8): "1208"}),
    (FLAT, {"origin": "bottom right", "first": "0000"}, {(12, 8): "0000", (1, 1): "1107"}),
    (FLAT, {"doubled": True}, {(1, 1): "0101", (1, 2): "0103", (2, 1): "0202"}),
    (FLAT, {"doubled": True, "origin": "bottom left"}, {(1, 8): "0102", (2, 8): "0201", (1, 1): "0116"}),
    (POINTY, {"doubled": True, "first": "0000"}, {(1, 1): "0000", (1, 2): "0101", (12, 1): "2200"}),
])
def test_first_name_gives_all_others(orientation: Orientation, numbering: dict[str, Any],
                                     places: dict[tuple[int, int], str]) -> None:
    board = HexBoard(orientation, 12, 8, numbering=MapNumbering(**numbering))
    assert {place: board.format_place(place) for place in places} == places
    assert len(board.hexes_by_name) == 12 * 8


def test_lines_of_a_hexagon_are_counted_from_the_corner_of_the_origin() -> None:
    board = make_hexagon_board(FLAT, 2, MapNumbering(first="A1", origin="bottom right"))
    assert sorted(board.hexes_by_name) == sorted(
        f"{letter}{number}" for letter, count in zip("ABCDE", (3, 4, 5, 4, 3), strict=True)
        for number in range(1, count + 1))
    x, y = board.find_coordinates(board.hexes_by_name["A1"])
    assert (x, y) == (5, 3)


@pytest.mark.parametrize(("inside", "outside"), [
    ("A1", "a1"), ("AA1", "AB1"), ("0101", "101"), ("1.1", "1..1"), ("A-07", "A B"), ("1234", "12345"), ("1A", "AB"),
    ("9999.1", "10000.1"), ("'1/1'", "'1,1'")])
def test_first_name_that_cannot_be_read_is_reported(tmp_path: Path, inside: str, outside: str) -> None:
    keys = "across: 20 mm, columns: 4, rows: 5, numbering: {first: @}"
    check_game_limit(tmp_path, "maps.yaml", f"pond: {{{keys}}}\n", inside, outside)


@pytest.mark.parametrize(("separator", "block"), [
    ("-", "A-2-B-3"), (".", "A.2-B.3"), ("", "A2-B3"), ("-", "A-2 - B-3")])
def test_blocks_of_hexes_are_named_with_every_separator(tmp_path: Path, separator: str, block: str) -> None:
    text = (f"pond: {{across: 20 mm, columns: 4, rows: 5, numbering: {{first: A{separator}1}}, "
            f"terrain: {{reeds: {{letter: r, hexes: ['{block}', C{separator}1]}}}}}}\n")
    pond = load_maps(tmp_path, text)[MAPS]["pond"]
    names = [pond.board.format_name(cell).replace(separator, "") for cell in pond.terrain[0].hexes]
    assert sorted(names) == ["A2", "A3", "B2", "B3", "C1"]


@pytest.mark.parametrize("word", ["letters", "rows first", "A1"])
def test_numbering_is_a_block_or_none(tmp_path: Path, word: str) -> None:
    [problem] = catch_problems(load_maps, tmp_path,
                               f"pond: {{across: 20 mm, columns: 4, rows: 5, numbering: {word}}}\n")
    assert "'numbering' of map 'pond' must be a block or none" in problem.message


def test_misspelt_key_of_a_numbering_is_the_only_problem_of_a_map_of_squares(tmp_path: Path) -> None:
    [problem] = catch_problems(load_maps, tmp_path,
                               "pond: {grid: square, across: 20 mm, columns: 4, rows: 5, compass: [N, E, S, W], "
                               "numbering: {first: A1, orign: top left}}\n")
    assert "unknown key 'orign'" in problem.message
