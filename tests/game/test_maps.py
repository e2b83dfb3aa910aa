"""Maps read from data: numbers, letters, and every problem at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.map_games import MAP, load_maps, make_pond
from helpers.problems import catch_problems

from printshop.game.counters import find_hex_size_warnings
from printshop.game.map_hexes import HexBoard
from printshop.game.map_numbering import MapNumbering
from printshop.hexes import HexGrid, Orientation
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

BOARD = """\
leaf: {shape: hexagon, orientation: flat-top, across: 20 mm, across_hexes: 9, edges: [A, B, C, D, E, F]}
"""


@pytest.mark.parametrize("orientation", [Orientation.FLAT, Orientation.POINTY])
@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("lettered", [True, False])
def test_doubled_numbers_are_as_far_apart_as_the_hexes(orientation: Orientation, even: bool, lettered: bool) -> None:
    board, grid = HexBoard(orientation, 5, 4, even_low=even, numbering=MapNumbering(
        first="A01" if lettered else "0101", doubled=True)), HexGrid(orientation, 10)
    flat = orientation is Orientation.FLAT
    assert len(board.hexes_by_name) == 20
    top = min(grid.find_center(cell)[flat] for cell in board.whole_hexes)
    for name, cell in board.hexes_by_name.items():
        column, row = (ord(name[0]) - 64, int(name[1:])) if lettered else (int(name[:2]), int(name[2:]))
        assert grid.find_center(cell)[flat] - top == pytest.approx(5 * ((row if flat else column) - 1))
    if flat and lettered:
        assert ({"A01", "A03", "B02", "B04"} if even else {"A02", "A04", "B01", "B03"}) <= {*board.hexes_by_name}


@pytest.mark.parametrize(("text", "message"), [
    ("columns: 60, rows: 2, numbering: {first: A1}",
     "map 'pond' needs letters for 60 columns, but at most 52 columns can have letters"),
    ("columns: 30, rows: 2, numbering: {first: A1, doubled: true}, orientation: pointy-top",
     "map 'pond' needs letters for 60 columns, but at most 52 columns can have letters"),
    ("shape: hexagon, radius: 30, numbering: {first: A1}", "needs letters for 61 columns, but at most 52 columns"),
    ("shape: hexagon, radius: 3, numbering: {doubled: true}", "cannot have doubled numbers"),
    ("columns: 6, rows: 6, numbering: {first: A01}, labels: [{text: a, at: '0304'}]", "there is no hex '0304'"),
])
def test_mistakes_in_letters_are_reported(tmp_path: Path, text: str, message: str) -> None:
    stands = "" if "orientation" in text else "orientation: flat-top, "
    with pytest.raises(PrintshopError, match=message):
        load_maps(tmp_path, f"pond: {{across: 20 mm, {stands}{text}}}\n")


@pytest.mark.parametrize(("across", "pieces", "message"), [
    ("17.3 mm", "pads", "the hexes of map 'Pond' are 17.3 mm across flats, but 'Pads' needs at least 17.3 mm"),
    ("17.4 mm", "pads", ""), ("19.9 mm", "eggs", "'Eggs' needs at least 20.0 mm"), ("20 mm", "eggs", ""),
])
def test_hexes_too_small_for_their_counters_are_a_warning(
    tmp_path: Path, across: str, pieces: str, message: str
) -> None:
    game = load_maps(tmp_path, MAP.replace("20 mm", f"{across}\n  counters: {pieces}", 1))
    assert message in "".join(find_hex_size_warnings(game))
    assert bool(message) == bool(list(find_hex_size_warnings(game)))


@pytest.mark.parametrize(("old", "new", "message"), [
    ("flat-top", "sideways", "'sideways' is not one of flat-top, pointy-top"),
    ("20 mm", "20", "the length '20' has no unit"),
    ("20 mm", "2 mm", "is 2 mm, but must be 5 mm to 300 mm"),
    ("columns: 12", "columns: 900", "'columns' of map 'pond' is 900, but must be at most 250"),
    ("columns: 12\n  rows: 9", "columns: 250\n  rows: 250", "has 62,500 hexes; at most 25,000 are allowed"),
    ("rows: 9", "", "map 'pond' lacks 'rows'"),
    ("rows: 9", "rows: 9\n  edges: [A, B]", "'edges' of map 'pond' must be six letters"),
    ("rows: 9", "rows: 9\n  megahexes: 8", "'8' is not one of 7, 19, 37"),
    ("rows: 9", "rows: 9\n  counters: frogs", "map 'pond' refers to unknown counters or markers 'frogs'"),
    ("rows: 9", "rows: 9\n  radios: 3", "unknown key 'radios' of map 'pond'"),
    ('["0203"', '["1303"', "terrain 'reeds': there is no hex '1303'\n"),
    ('["0203"', '["0310"', "= write a name from 0101 to 1209: the column first, then the row"),
    ('["0203"', '["0203-0204-0205"', "there is no hex '0204-0205'"),
    ('pattern: dots, letter: R, ', "", "needs a 'pattern', a 'letter' or a 'picture'"),
    ("pattern: dots", "pattern: solid", "'solid' is not one of hatch, backhatch"),
    ("letter: R", "letter: Reed", "'letter' of terrain 'reeds' is 'Reed', but must have at most three characters"),
    ("letter: R", "picture: reed.svg", "'picture' of terrain 'reeds': there is no picture 'reed.svg'"),
    ('at: "0101"', 'at: "0100"', "label 1 of map 'pond': there is no hex '0100'"),
    ('at: "0101"', 'at: "0101", size: 2 pt', "'size' of label 1 of map 'pond' is 2 pt, but must be 5 pt to 2 in"),
    ('at: "0101"', 'at: "0101", place: under', "'under' is not one of above, middle, below"),
    ("edge: top, depth: 2", "label: Here", "zone 'north' needs either 'edge' or 'hexes', and must not have both"),
    ("edge: top", "edge: A", "'A' is not one of top, right, bottom, left"),
    ("side: frogs", "side: toads", "'side' of zone 'north': 'toads' is not one of frogs"),
])
def test_mistakes_in_a_map_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        make_pond(tmp_path, old, new)
    assert message in str(error.value)
    assert "maps.yaml:" in str(error.value)
    assert len(error.value.problems) == 1


@pytest.mark.parametrize(("old", "new", "message"), [
    ("across_hexes: 9", "across_hexes: 8", "= write 7 or 9"),
    ("across_hexes: 9", "across_hexes: 9, radius: 4", "cannot have both 'radius' and 'across_hexes'"),
    (", across_hexes: 9", "", "lacks 'radius'"),
    ("across_hexes: 9", "across_hexes: 9, columns: 9", "map 'leaf' is a hexagon"),
    ("across_hexes: 9", "across_hexes: 9, zones: {home: {edge: G}}", "'G' is not one of A, B, C, D, E, F"),
])
def test_mistakes_in_a_hexagon_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        load_maps(tmp_path, BOARD.replace(old, new))
    assert message in str(error.value)


def catch_map_problems(folder: Path, maps: str) -> list[str]:
    problems = catch_problems(load_maps, folder, maps)
    return [f"{one.span.line}:{one.span.column} {one.message}" for one in problems if one.span]


def test_wrong_hex_or_facing_is_reported_at_its_own_place(tmp_path: Path) -> None:
    text = MAP.replace("side: frogs}", "side: frogs, facing: [60, 400]}").replace("0405-0607]", "9901]")
    assert catch_map_problems(tmp_path, text) == [
        "7:74 terrain 'reeds': there is no hex '9901'",
        "10:60 '400' in 'facing' of zone 'north' must be a bearing in degrees"]


def test_one_mistake_is_one_problem(tmp_path: Path) -> None:
    assert catch_map_problems(tmp_path, MAP.replace(', at: "0101"', "")) == ["8:12 label 1 of map 'pond' lacks 'at'"]
    assert catch_map_problems(tmp_path, BOARD.replace("across_hexes: 9", "across_hexes: 9, radius: 4")) == [
        "1:76 map 'leaf' cannot have both 'radius' and 'across_hexes'"]
    overlay = "near: {kind: overlay, map: pond, radius: 2}\n"
    (tmp_path / "templates.yaml").write_text(overlay, encoding="utf-8")
    assert catch_map_problems(tmp_path, MAP.replace("rows: 9", "rows: 0")) == [
        "5:9 'rows' of map 'pond' is 0, but must be at least 1"]
