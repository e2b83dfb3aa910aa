"""Paths of maps read from data: runs, exits, sides, kinds, and every problem at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.map_games import GAME, load_map_game
from helpers.problems import catch_problems

from printshop.drawing.path_styles import _LAYERS
from printshop.game import map_hexes, map_paths
from printshop.game.map_paths import PATH_STYLES, MapPath
from printshop.game.maps import MAPS, HexMap
from printshop.load_game import read_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.hexes import Hex

BOARD = "orientation: {}, across: 20 mm, columns: 6, rows: 6"


def read_map(folder: Path, paths: str, orientation: str = "flat-top", extra: str = "") -> HexMap:
    return load_map_game(folder, f"{{{BOARD.format(orientation)}, {extra} paths: {paths}}}")[MAPS]["pond"]


def name_links(hexmap: HexMap, path: MapPath) -> list[str]:
    return ["-".join(map(hexmap.board.format_name, link)) for link in path.links]


def test_every_style_is_drawn() -> None:
    assert [*PATH_STYLES] == [style for style in _LAYERS if style != "other bridge"]


@pytest.mark.parametrize(("through", "links"), [
    ("0204 0304 0403", ["0204-0304", "0304-0403"]),
    ("0204, 0304, 0403", ["0204-0304", "0304-0403"]),
    ("0204 0304, 0403 0503", ["0204-0304", "0403-0503"]),
])
def test_commas_separate_hexes_or_runs(tmp_path: Path, through: str, links: list[str]) -> None:
    hexmap = read_map(tmp_path, f'[{{kind: road, through: "{through}"}}]')
    assert name_links(hexmap, hexmap.paths[0]) == links


@pytest.mark.parametrize(("through", "links"), [
    ("0104 > 0106", ["0104-0105", "0105-0106"]),
    ("0402>0104", ["0402-0303", "0303-0203", "0203-0104"]),
    ("0101 > 0103 0203 > 0205", ["0101-0102", "0102-0103", "0103-0203", "0203-0204", "0204-0205"]),
    ("0101 > 0103 > 0302, 0505 0506", ["0101-0102", "0102-0103", "0103-0202", "0202-0302", "0505-0506"]),
    ("edge 0602 > 0601 N", ["0703-0602", "0602-0601", "0601-0600"]),
])
def test_straight_run_has_the_hexes_between_its_ends(tmp_path: Path, through: str, links: list[str]) -> None:
    hexmap = read_map(tmp_path, f'[{{kind: road, through: "{through}"}}]')
    assert name_links(hexmap, hexmap.paths[0]) == links


def test_straight_run_on_squares_may_be_diagonal(tmp_path: Path) -> None:
    squares = "grid: square, across: 20 mm, columns: 6, rows: 6, numbering: {first: A1, origin: bottom left}"
    hexmap = load_map_game(tmp_path, f'{{{squares}, paths: {{road: {{through: "A2 > C2 > E4"}}}}}}')[MAPS]["pond"]
    assert name_links(hexmap, hexmap.paths[0]) == ["A2-B2", "B2-C2", "C2-D3", "D3-E4"]
    [problem] = catch_problems(lambda: load_map_game(
        tmp_path, f'{{{squares}, paths: {{road: {{through: "A2 > C3"}}}}}}'))
    assert "A2 and C3 are not in a straight line of squares" in problem.message
    assert "for example A2 > A3 > C3" in problem.hint


def test_sides_of_a_straight_run(tmp_path: Path) -> None:
    def read_walls(along: str) -> Sequence[tuple[Hex, int]]:
        text = "grid: square, across: 20 mm, columns: 6, rows: 6, numbering: {first: A1}"
        game = load_map_game(tmp_path, f'{{{text}, paths: [{{kind: wall, along: "{along}"}}]}}')
        return game[MAPS]["pond"].paths[0].sides

    assert sorted(read_walls("A2 > C2 N W, F6 S")) == sorted(read_walls("A2 N W, B2 N W, C2 N W, F6 S"))
    assert read_walls("A2 > C2 > C4 E") == read_walls("A2 E, B2 E, C2 E, C3 E, C4 E")
    for along, message in (("A2 > C2 X", "'X' is not a side of A2 > C2"), ("A1 > B3 N", "not in a straight line"),
                           ("A2 > C2", "A2 > C2 has no side"), ("A2 > X9 N", "there is no")):
        assert message in catch_problems(read_walls, along)[0].message


def test_straight_runs_have_a_limited_number_of_hexes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_hexes, "MAX_NAMED_HEXES", 30)
    problems = catch_problems(lambda: read_map(tmp_path, f'{{road: {{through: "{", ".join(["0101 > 0106"] * 50)}"}}}}'))
    assert ["lists too many hexes" in problem.message for problem in problems] == [True]


def test_list_has_several_runs_and_a_name_of_a_kind_is_the_kind(tmp_path: Path) -> None:
    hexmap = read_map(tmp_path, '{road: {through: ["0204 0304", "0101 0102"]}, "Ash": {kind: river, along: 0303 N}}')
    assert name_links(hexmap, hexmap.paths[0]) == ["0204-0304", "0101-0102"]
    assert [path.path_kind.key for path in hexmap.paths] == ["road", "river"]


@pytest.mark.parametrize(("orientation", "run", "steps"), [
    ("flat-top", "N 0101", [(0, -1)]), ("flat-top", "0101 NW", [(-1, 0)]), ("pointy-top", "0101 W", [(-1, 0)]),
    # the edge is left as straight as possible
    ("flat-top", "0103 0102 0101 edge", [(0, -1)] * 3), ("flat-top", "0204 0104 edge", [(-1, 0), (-1, 0)]),
    ("pointy-top", "0302 0202 0102 edge", [(-1, 0)] * 3),
])
def test_path_continues_beyond_the_edge(tmp_path: Path, orientation: str, run: str, steps: list[tuple[int, int]]
                                        ) -> None:
    links = read_map(tmp_path, f'[{{kind: road, through: "{run}"}}]', orientation).paths[0].links
    result = [(end[0] - start[0], end[1] - start[1]) for start, end in links]
    assert result in (steps, [(-q, -r) for q, r in steps])


@pytest.mark.parametrize(("orientation", "names"), [("flat-top", ["N", "NE", "SE", "S", "SW", "NW"]),
                                                    ("pointy-top", ["NE", "E", "SE", "SW", "W", "NW"])])
def test_sides_have_the_names_of_their_bearings(tmp_path: Path, orientation: str, names: list[str]) -> None:
    hexmap = read_map(tmp_path, f'[{{kind: wall, along: "0303 {" ".join(names)}, 0404 {names[2]}"}}]', orientation)
    cell, other = hexmap.board.hexes_by_name["0303"], hexmap.board.hexes_by_name["0404"]
    assert hexmap.paths[0].sides == (*((cell, number) for number in range(6)), (other, 2))


def test_map_changes_kinds_of_the_game_and_a_game_the_built_in_kinds(tmp_path: Path) -> None:
    kinds = 'path_kinds: {road: {colour: "#112233"}, canal: {style: river, width: 5, label: none}}\n'
    (tmp_path / "game.yaml").write_text(GAME + kinds, encoding="utf-8")
    (tmp_path / "maps.yaml").write_text(
        f'pond: {{{BOARD.format("flat-top")}, path_kinds: {{road: {{width: 12}}, lane: {{style: track}}}}, paths: '
        "{road: {along: 0101 N}, canal: {along: 0101 N}, lane: {along: 0101 N}, wall: {along: 0101 N}}}",
        encoding="utf-8")
    road, canal, lane, wall = (path.path_kind for path in read_game(tmp_path)[MAPS]["pond"].paths)
    assert (road.style, road.color, road.width, road.label) == ("road", "#112233", 12, "Road")
    assert (canal.style, canal.color, canal.width, canal.label) == ("river", PATH_STYLES["river"].color, 5, "")
    assert (lane.style, lane.color, lane.label) == ("track", PATH_STYLES["track"].color, "Lane")
    assert wall == PATH_STYLES["wall"]


@pytest.mark.parametrize(("paths", "message", "hint"), [
    ('[{kind: road, through: "0204 0207"}]', "path 1 of map 'pond': there is no hex '0207'", "write a name from 0101"),
    ('[{kind: road, through: "0204 0206"}]', "0204 and 0206 are not neighbours", "write the hexes between them"),
    ('[{kind: road, through: "0204"}]', "'0204' is not a path: it needs at least two hexes", "write 'edge'"),
    ('[{kind: road, through: "0304 0303 edge"}]', "0303 is not at the edge of the map", "remove 'edge'"),
    ('[{kind: road, through: "0101-0106"}]', "a path cannot run through the block '0101-0106'", "write 0101 > 0106"),
    ('[{kind: road, through: "0101 0103"}]', "0101 and 0103 are not neighbours", "or a straight run: 0101 > 0103"),
    ('[{kind: road, through: "0101 > 0304"}]', "0101 and 0304 are not in a straight line of hexes",
     "for example 0101 > 0302 > 0304"),
    ('[{kind: road, through: "0101 > 0101"}]', "0101 and 0101 are not in a straight line", "where the run bends"),
    ('[{kind: road, through: "> 0101 0102"}]', "'>' must stand between two hexes", "one on each side"),
    ('[{kind: road, through: "0101 0102 >"}]', "'>' must stand between two hexes", "one on each side"),
    ('[{kind: road, through: "0101 > > 0103"}]', "'>' must stand between two hexes", "one on each side"),
    ('[{kind: road, through: "0304 edge 0303"}]', "there is no hex 'edge'", ""),
    ('[{kind: wall, along: "0304 E"}]', "'E' is not a side of 0304",
     "flat-top hexes have the sides N, NE, SE, S, SW, NW"),
    ('[{kind: wall, along: "0304, 0303 N"}]', "0304 has no side", "write its sides after the hex"),
    ('[{kind: wall, along: "0309 N"}]', "there is no hex '0309'", ""),
    ('[{kind: rode, through: "0304 0303"}]', "there is no kind of path 'rode'", "did you mean 'road'?"),
    ("{rode: {along: 0304 N}}", "path 'rode': there is no kind of path 'rode'", "path_kinds"),
    ("[{kind: road}]", "path 1 of map 'pond' needs 'through' or 'along'", "through:"),
    ("[{along: 0304 N}]", "path 1 of map 'pond' lacks 'kind'", ""),
    ("road", "must be a block of keys", ""),
])
def test_mistakes_in_a_path_are_reported(tmp_path: Path, paths: str, message: str, hint: str) -> None:
    [problem] = catch_problems(lambda: read_map(tmp_path, paths))
    assert message in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize(("kinds", "message"), [
    ("{lane: {width: 3}}", "kind of path 'lane' lacks 'style'"),
    ("{lane: {style: rode}}", "'rode' is not one of river"),
    ("{road: {width: 50}}", "'width' of kind of path 'road' is 50, but must be at least 0.5 and at most 40"),
])
def test_mistakes_in_a_kind_are_reported(tmp_path: Path, kinds: str, message: str) -> None:
    [problem] = catch_problems(lambda: read_map(tmp_path, "{wall: {along: 0304 N}}", extra=f"path_kinds: {kinds},"))
    assert message in problem.message


def test_all_mistakes_are_reported_at_once_with_their_places(tmp_path: Path) -> None:
    paths = '[{kind: road, through: ["0204 0206", "0101 0103"]}, {kind: wall, along: "0101 E"}]'
    problems = catch_problems(lambda: read_map(tmp_path, paths))
    assert len({(problem.span.line, problem.span.column) for problem in problems if problem.span}) == 3


def test_map_has_a_limited_number_of_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_paths, "MAX_PATH_STEPS", 3)
    [problem] = catch_problems(lambda: read_map(tmp_path, "[{kind: wall, along: 0304 N NE SE S}]"))
    assert "the paths of map 'pond' are too long" in problem.message
