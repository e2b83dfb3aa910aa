"""Paths on drawn maps: joints and branches, the edge of the map, names, the legend and small maps."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.figures import draw_map_figure
from helpers.map_games import load_map_game, make_map_pages
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import Group, LineTo, Path, SymbolUse, TextRun
from printshop.drawing.ink import Ink
from printshop.drawing.path_styles import PathLine, PathLook, draw_path, measure_path_width
from printshop.game.map_paths import PATH_STYLES, PathKind
from printshop.game.maps import MAPS, HexMap
from printshop.products.maps.hex_drawing import draw_map, draw_zone_borders, lay_out_map
from printshop.products.maps.path_drawing import draw_paths, join_path_lines, make_path_look
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path as File


BOARD = "orientation: flat-top, across: 20 mm, columns: 7, rows: 6"


def read_map(folder: File, paths: str, board: str = BOARD) -> HexMap:
    return load_map_game(folder, f"{{{board}, paths: {paths}}}")[MAPS]["pond"]


def join(hexmap: HexMap) -> list[PathLine]:
    return [*join_path_lines(hexmap.paths, hexmap, lay_out_map(hexmap, Ink.COLOUR)[0])]


def find_center(hexmap: HexMap, name: str) -> complex:
    return round_point(complex(*lay_out_map(hexmap, Ink.COLOUR)[0].find_center(hexmap.board.hexes_by_name[name])))


def find_ends(line: PathLine) -> set[complex]:
    return {round_point(line.points[0]), round_point(line.points[-1])}


def test_runs_that_meet_are_one_line_and_a_repeated_step_is_drawn_once(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: ["0203 0303", "0403 0303", "0303 0403"]}]')
    [line] = join(hexmap)
    assert find_ends(line) == {find_center(hexmap, "0203"), find_center(hexmap, "0403")}


def test_branch_ends_in_the_line_from_which_it_branches(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: ["0303 0304", "0302 0303", "0304 0305", "0304 0404"]}]')
    main, branch = join(hexmap)
    assert find_ends(main) == {find_center(hexmap, "0302"), find_center(hexmap, "0305")}
    assert main.free_ends == (True, True)
    assert find_ends(branch) == {find_center(hexmap, "0304"), find_center(hexmap, "0404")}
    assert sorted(branch.free_ends) == [False, True]


def test_sides_are_joined_in_any_order(tmp_path: File) -> None:
    [line] = join(read_map(tmp_path, '[{kind: river, along: "0303 N, 0304 NE SE, 0303 NE SE, 0304 S"}]'))
    assert line.points[0] != line.points[-1]


def test_sides_round_a_hex_are_a_closed_line(tmp_path: File) -> None:
    [line] = join(read_map(tmp_path, "[{kind: stream, along: 0303 N NE SE S SW NW}]"))
    assert len(find_ends(line)) == 1
    assert line.free_ends == (False, False)


@pytest.mark.parametrize("partial", ["false", "true"])
def test_line_continues_beyond_the_edge_of_the_map_and_is_clipped(tmp_path: File, partial: str) -> None:
    side = "0200 NE" if partial == "true" else "0201 N"
    hexmap = read_map(tmp_path, f'[{{kind: road, through: "0203 0202 0201 edge"}}, {{kind: wall, along: {side}}}]',
                      f"{BOARD}, partial: {partial}")
    road = next(join_path_lines(hexmap.paths[:1], hexmap, lay_out_map(hexmap, Ink.COLOUR)[0]))
    top = find_center(hexmap, "0201").imag - hexmap.across.pt / 2
    assert min(point.imag for point in road.points) < top
    assert sorted(road.free_ends) == [False, True]
    [group] = [item for item in draw_map(hexmap, Ink.COLOUR).frame.items if isinstance(item, Group)]
    assert group.clip


def test_road_that_ends_in_a_hex_at_the_edge_ends_in_its_centre(tmp_path: File) -> None:
    [line] = join(read_map(tmp_path, "[{kind: road, through: 0103 0102 0101}]"))
    hexmap = read_map(tmp_path, "[{kind: road, through: 0103 0102 0101}]")
    assert find_ends(line) == {find_center(hexmap, "0101"), find_center(hexmap, "0103")}


def test_bridge_crosses_the_side_between_two_hexes(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: bridge, through: "0303 0304"}, {kind: bridge, along: 0303 S}]')
    through, along = join(hexmap)
    assert {*map(round_point, through.points)} == {*map(round_point, along.points)}
    assert round_point(sum(through.points) / 2) == round_point((find_center(hexmap, "0303") +
                                                                find_center(hexmap, "0304")) / 2)


def round_point(point: complex) -> complex:
    return complex(round(point.real, 6), round(point.imag, 6))


def test_kinds_are_layered_in_the_order_of_their_styles(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, "{railway: {through: 0303 0304}, river: {along: 0303 N}, bridge: {along: 0303 S}}")
    bottom, *_, top = draw_paths(hexmap, lay_out_map(hexmap, Ink.COLOUR)[0], Ink.COLOUR)
    assert bottom.fill
    assert top.stroke
    assert not top.stroke.dash


def find_top_items(hexmap: HexMap, ink: Ink = Ink.COLOUR) -> list[str]:
    """Return the kinds of the items of a map's frame from the lowest to the highest: symbols by name, and paths."""
    return [item.symbol.name.split("-")[0] if isinstance(item, SymbolUse) else
            "paths" if isinstance(item, Group) else "line" for item in draw_map(hexmap, ink).frame.items]


@pytest.mark.parametrize("ink", Ink)
def test_letters_of_terrain_are_above_paths(tmp_path: File, ink: Ink) -> None:
    terrain = ('terrain: {fort: {letter: F, colour: "#ccddee", hexes: ["0303", "0505"]}, '
               'wet: {pattern: dots, hexes: ["0304"]}, mud: {letter: M, hexes: ["0305"]}}')
    hexmap = read_map(tmp_path, '{road: {through: "0303 > 0305"}, wall: {along: 0505 N}}', f"{BOARD}, {terrain}")
    assert find_top_items(hexmap, ink) == ["paths", "marks", "marks", "line"]


def test_covered_terrain_is_hidden(tmp_path: File) -> None:
    terrain = ('terrain: {a: {letter: A, colour: "#ccddee", hexes: ["0303"]}, b: {letter: B, hexes: ["0303"]}, '
               'c: {letter: C, colour: "#ddeecc", hexes: ["0303"]}, d: {letter: D, hexes: ["0303"]}}')
    hexmap = read_map(tmp_path, '{road: {through: "0303 0304"}}', f"{BOARD}, {terrain}")
    marks = [item for item in draw_map(hexmap, Ink.COLOUR).frame.items if isinstance(item, SymbolUse)]
    assert [word.text for word in find_words(tuple(marks))] == ["C", "D"]


@pytest.mark.parametrize("zone", ['colour: "#aa0000"', "side: frogs"])
def test_border_of_a_zone_does_not_touch_a_wall_on_its_edge(tmp_path: File, zone: str) -> None:
    board = "grid: square, across: 20 mm, columns: 6, rows: 4"
    hexmap = read_map(tmp_path, '[{kind: wall, along: "0301 W, 0302 W, 0303 W, 0304 W"}]',
                      f'{board}, zones: {{a: {{edge: left, depth: 2, {zone}}}}}')
    grid = lay_out_map(hexmap, Ink.COLOUR)[0]
    edge = grid.find_corners(hexmap.board.hexes_by_name["0301"])[0][0]
    borders = [item for item in draw_zone_borders(hexmap, grid, Ink.COLOUR) if isinstance(item, Path)]
    right = max(point.x for border in borders for point in border.segments if isinstance(point, LineTo))
    wall = measure_path_width(make_path_look(PATH_STYLES["wall"], grid.across_flats, hexmap, Ink.COLOUR))
    assert edge - wall / 2 - 1.2 < right <= edge - wall / 2 + 1e-6


@pytest.mark.parametrize(("board", "side"), [
    ("grid: square, across: 20 mm", "N"), ("orientation: flat-top, across: 20 mm", "N"),
    ("orientation: pointy-top, across: 20 mm", "NE")])
def test_numbers_are_below_walls(tmp_path: File, board: str, side: str) -> None:
    paths = f'[{{kind: wall, along: "0303 {side}"}}]'
    hexmap = read_map(tmp_path, paths, f"{board}, columns: 6, rows: 6, path_kinds: {{wall: {{width: 20}}}}")
    runs = [item for chunk in draw_map(hexmap, Ink.COLOUR).chunks for item in chunk.numbers.items]
    heights = {item.string: item.y for item in runs if isinstance(item, TextRun)}
    grid = lay_out_map(hexmap, Ink.COLOUR)[0]
    rise = grid.find_center(hexmap.board.hexes_by_name["0303"])[1] - grid.find_center(
        hexmap.board.hexes_by_name["0304"])[1]
    assert heights["0303"] - heights["0304"] - rise >= 0.1 * grid.across_flats - 1e-6
    assert any(isinstance(item, Path) for item in runs)  # a halo


@pytest.mark.parametrize("owner", ['colour: "#aa0000"', "side: frogs"])
@pytest.mark.parametrize(("paths", "rows"), [
    ("[{kind: track, through: 0601 0602}]", {1, 2}),
    ('[{kind: road, through: ["0202 > 0204", "0302 > 0304"]}]', {0, 3})])
def test_name_of_a_zone_hides_no_road_if_there_is_space(tmp_path: File, paths: str, rows: set[int], owner: str
                                                        ) -> None:
    hexmap = read_map(tmp_path, paths, "grid: square, across: 20 mm, columns: 6, rows: 4, "
                                       f'zones: {{a: {{hexes: ["0201-0304"], label: Camp, {owner}}}}}')
    heights = [item.y for item in draw_map(hexmap, Ink.COLOUR).words.items
               if isinstance(item, TextRun) and item.string == "Camp"]
    assert heights
    assert {lay_out_map(hexmap, Ink.COLOUR)[0].find_hex(0, height)[1] for height in heights} <= rows


def test_legend_has_each_kind_once_except_those_without_a_label(tmp_path: File) -> None:
    kinds = "path_kinds: {wall: {label: none}, river: {label: The Ash}}"
    paths = ("[{kind: river, along: 0303 N}, {kind: river, along: 0304 N}, {kind: wall, along: 0202 N}, "
             "{kind: track, through: 0303 0304}]")
    game = load_map_game(tmp_path, f"{{{BOARD.replace('20', '15')}, {kinds}, paths: {paths}}}")
    [page] = make_map_pages(game)
    words = [word.text for word in find_words(page.items)]
    assert words.count("The Ash") == words.count("Track") == 1
    assert "Wall" not in words


def test_paths_are_on_the_plan_of_the_sheets_and_on_every_sheet(tmp_path: File) -> None:
    game = load_map_game(tmp_path, f"{{{BOARD.replace('20 mm', '45 mm')}, ground: '#ffeedd', paths: [{{kind: road, "
                         "through: [0103 0202 0302 0401 0501 0600, 0101 0102 0103 0104 0105 0106, "
                         "0701 0702 0703 0704 0705 0706]}]}".replace(" 0600", ""))
    pages = make_map_pages(game)
    assert len(pages) > 3
    for page in pages:
        colors = {item.stroke.color.to_hex() for item in find_outlines(page.items) if item.stroke}
        assert "#e6c98f" in colors


def test_map_of_a_booklet_has_the_paths_at_its_scale(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: "0203 0303 0402", name: Mill}]')
    figure = draw_map_figure(hexmap, (), 200, Ink.COLOUR, load_words())
    widths = {item.stroke.width for item in find_outlines(figure.items)
              if item.stroke and item.stroke.color.to_hex() == "#e6c98f"}
    assert len(widths) == 1
    assert 0 < widths.pop() < 0.075 * hexmap.across.pt


def test_ford_differs_from_a_bridge_in_black_ink_alone() -> None:
    ford, bridge = (PathKind(style="bridge", color="#d9cdb4", width=Fraction(13), label="", key=key)
                    for key in ("ford", "bridge"))
    for ink in Ink:
        one, other = (draw_path(PathLook(kind.drawn_style, kind.color, 5, 50, ink), PathLine([0j, 9 + 0j]))
                      for kind in (ford, bridge))
        assert (one != other) == (ink is Ink.BLACK)
