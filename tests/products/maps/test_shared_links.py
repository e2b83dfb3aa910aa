"""Paths of several kinds through the same hexes: side by side there, in the centres elsewhere, and joined."""

from __future__ import annotations

from cmath import phase
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import load_map_game

from printshop.drawing.ink import Ink
from printshop.drawing.path_styles import measure_path_width
from printshop.game.map_paths import PATH_STYLES
from printshop.game.maps import MAPS, HexMap
from printshop.lengths import MM
from printshop.products.maps.hex_drawing import lay_out_map
from printshop.products.maps.path_drawing import draw_paths, find_shared, join_path_lines, make_path_look

if TYPE_CHECKING:
    from pathlib import Path

GRIDS = {"flat-top": "orientation: flat-top", "pointy-top": "orientation: pointy-top", "square": "grid: square"}
TOLERANCE = 0.1 * MM


def read_map(folder: Path, paths: str, grid: str = "flat-top", across: str = "19 mm") -> HexMap:
    return load_map_game(folder, f"{{{GRIDS[grid]}, across: {across}, columns: 9, rows: 9, paths: {paths}}}"
                         )[MAPS]["pond"]


def trace(hexmap: HexMap, kind: str) -> list[list[complex]]:
    """Return the points of the lines of a kind."""
    grid = lay_out_map(hexmap, Ink.COLOUR)[0]
    paths = [path for path in hexmap.paths if path.path_kind.key == kind]
    return [[*line.points] for line in join_path_lines(paths, hexmap, grid, find_shared(hexmap, grid))]


def find_center(hexmap: HexMap, name: str) -> complex:
    return complex(*lay_out_map(hexmap, Ink.COLOUR)[0].find_center(hexmap.board.hexes_by_name[name]))


def measure_distance(point: complex, line: list[complex]) -> float:
    def measure_piece(start: complex, end: complex) -> float:
        share = ((point - start) / (end - start)).real
        return abs(point - start - min(max(share, 0.0), 1.0) * (end - start))

    return min(measure_piece(start, end) for start, end in pairwise(line))


def find_offset(hexmap: HexMap, kind: str, others: tuple[str, ...]) -> float:
    """Return the distance of a kind from the centres on the left of its row of kinds, with gaps of 1.2 % of a hex."""
    across = float(hexmap.across.pt)
    widths = [measure_path_width(make_path_look(PATH_STYLES[other], across, hexmap, Ink.COLOUR)) for other in others]
    total, number = sum(widths) + 0.012 * across * (len(widths) - 1), others.index(kind)
    return abs(sum(widths[:number]) + 0.012 * across * number + widths[number] / 2 - total / 2)


@pytest.mark.parametrize("across", ["10 mm", "19 mm", "38 mm"])
@pytest.mark.parametrize("grid", GRIDS)
def test_two_kinds_through_the_same_hexes_are_side_by_side(tmp_path: Path, grid: str, across: str) -> None:
    run = "0303 0403 0503" if grid != "flat-top" else "0303 0304 0305"
    hexmap = read_map(tmp_path, f'{{road: {{through: "{run}"}}, railway: {{through: "{run}"}}}}', grid, across)
    [road], [railway] = trace(hexmap, "road"), trace(hexmap, "railway")
    names = run.split()
    spots = [find_center(hexmap, name) for name in names]
    for spot in (*spots, sum(spots[:2]) / 2):
        distances = measure_distance(spot, road), measure_distance(spot, railway)
        assert distances == pytest.approx([find_offset(hexmap, kind, ("road", "railway")) for kind in
                                           ("road", "railway")], abs=TOLERANCE)
    assert min(measure_distance(point, railway) for point in road) == pytest.approx(
        find_offset(hexmap, "road", ("road", "railway")) + find_offset(hexmap, "railway", ("road", "railway")),
        abs=TOLERANCE)


def test_single_kinds_go_through_the_centres(tmp_path: Path) -> None:
    hexmap = read_map(tmp_path, '{road: {through: "0104 > 0106 > 0307 0308"}, railway: {through: "0105 0106 0107"}}')
    [road] = trace(hexmap, "road")
    for name in ("0104", "0206", "0307", "0308"):
        assert measure_distance(find_center(hexmap, name), road) < TOLERANCE
    for name in ("0105", "0106"):  # both run there
        assert measure_distance(find_center(hexmap, name), road) > 1


@pytest.mark.parametrize(("ends", "is_left"), [(("0203", "0205"), True), (("0403", "0405"), False)])
def test_kinds_do_not_cross_at_their_separation(tmp_path: Path, ends: tuple[str, str], is_left: bool) -> None:
    run = f"{ends[0]} 0304 0305 {ends[1]}"
    hexmap = read_map(tmp_path, f'{{road: {{through: "{run}"}}, railway: {{through: "0303 > 0306"}}}}')
    [road], [railway] = trace(hexmap, "road"), trace(hexmap, "railway")
    for cell in ("0304", "0305"):
        center = find_center(hexmap, cell)
        x, other_x = (min(line, key=lambda point: abs(point - center)).real for line in (road, railway))
        assert (x < other_x) is is_left
    assert min(measure_distance(point, railway) for point in road) > 4  # they never touch


@pytest.mark.parametrize("paths", [
    '{road: {through: "0104 0204 0304 0403 0503 0602 0702"}, railway: {through: "0302 0303 0304 0403 0503 0603 0604"}}',
    '{road: {through: "0304 0303 0403 0503"}, railway: {through: "0304 0303 0403 0404"}}',  # a sharp turn
    '{road: {through: ["0302 > 0306", "0304 0404 0504"]}, railway: {through: ["0302 > 0305", "0204 0304 0404 0505"]}}',
    '{road: {through: "0303 0403 0404 0304 0303"}, railway: {through: "0303 0403 0404"}}',
])
def test_lines_are_smooth_and_branches_meet(tmp_path: Path, paths: str) -> None:
    hexmap = read_map(tmp_path, paths)
    for kind in ("road", "railway"):
        lines = trace(hexmap, kind)
        for line in lines:
            bends = [abs(phase((c - b) / (b - a))) for (a, b), (_, c) in pairwise(pairwise(line))]
            assert max(bends) < 1.0  # radians
        for line in lines[1:]:
            assert min(measure_distance(point, other) for point in line for other in lines
                       if other is not line) < TOLERANCE


def test_three_kinds_are_in_the_order_of_their_styles(tmp_path: Path) -> None:
    kinds = ("track", "road", "railway")
    hexmap = read_map(tmp_path, "{" + ", ".join(f'{kind}: {{through: "0303 > 0306"}}' for kind in kinds) + "}")
    xs = [trace(hexmap, kind)[0][12].real - find_center(hexmap, "0304").real for kind in kinds]
    assert sorted(xs) == xs or sorted(xs) == xs[::-1]
    assert [abs(x) for x in xs] == pytest.approx([find_offset(hexmap, kind, kinds) for kind in kinds], abs=TOLERANCE)


def test_bridge_below_two_kinds_is_wider(tmp_path: Path) -> None:
    widths = []
    for railway in ("0104 0105", "0303 0304"):
        hexmap = read_map(tmp_path, f"{{road: {{through: 0303 0304}}, railway: {{through: {railway}}}, "
                                    "bridge: {through: 0303 0304}}")
        widths.append(max(path.stroke.width for path in draw_paths(
            hexmap, lay_out_map(hexmap, Ink.COLOUR)[0], Ink.COLOUR) if path.stroke and not path.stroke.dash))
    across = float(hexmap.across.pt)
    railway_width = measure_path_width(make_path_look(PATH_STYLES["railway"], across, hexmap, Ink.COLOUR))
    road_width = measure_path_width(make_path_look(PATH_STYLES["road"], across, hexmap, Ink.COLOUR))
    assert widths[1] - widths[0] == pytest.approx(min(railway_width, road_width) + 0.012 * across)
