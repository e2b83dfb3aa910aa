"""Paths of maps, measured in the written files by other programs: they run where the data says."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import measure, measure_svg
from helpers.cli import invoke
from helpers.map_games import GAME

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.measure import Point, Stroke

TOLERANCE = 0.1  # mm
ROUND_LINE, SIDE_LINE, RIVER_LINE = 6.0, 5.0, 10.0  # per cent of a hex
THROUGH = {"flat-top": ((2, 3), (3, 3), (4, 2), (4, 1)), "pointy-top": ((2, 3), (3, 3), (3, 4), (4, 4))}
# hexes, and the bearings of their sides
ALONG = {"flat-top": ((3, 4, 0), (3, 4, 60), (3, 4, 120), (3, 5, 60)),
         "pointy-top": ((3, 4, 30), (3, 4, 90), (3, 4, 150), (3, 5, 90))}
NAMES = {0: "N", 30: "NE", 60: "NE", 90: "E", 120: "SE", 150: "SE"}


def write_map(folder: Path, orientation: str, across: float, file_format: str) -> list[Stroke]:
    """Return the strokes of a map with a road through hexes, and a wall and a river along sides."""
    through = " ".join(f"{column:02}{row:02}" for column, row in THROUGH[orientation])
    along = ", ".join(f"{column:02}{row:02} {NAMES[bearing]}" for column, row, bearing in ALONG[orientation])
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "maps.yaml").write_text(
        f"pond: {{orientation: {orientation}, across: {across} mm, columns: 5, rows: 6, legend: false, path_kinds: "
        f"{{wall: {{width: {SIDE_LINE}}}, road: {{width: {ROUND_LINE}}}}}, paths: [{{kind: road, through: {through}}}, "
        f'{{kind: wall, along: "{along}"}}, {{kind: river, along: "{along}"}}]}}', encoding="utf-8")
    result = invoke("make", "maps", folder, "--paper", "a2", "--format", file_format, "-o", folder / "out")
    assert result.exit_code == 0, result.output
    [file] = sorted((folder / "out").rglob(f"*.{file_format}"))
    return (measure.read_pdf(file.read_bytes())[0] if file_format == "pdf" else
            measure_svg.read_svg(file.read_text(encoding="utf-8")))


def find_corner(strokes: list[Stroke]) -> Point:
    """Return the left and top edge of the hexes, from the line round the map."""
    points = max((stroke.points for stroke in strokes if abs(stroke.width - 1.0) < 0.001), key=len)
    return min(x for x, _ in points), min(y for _, y in points)


def find_center(corner: Point, orientation: str, across: float, column: int, row: int) -> Point:
    """Return the middle of a hex of a map whose even columns or rows are shifted."""
    left, top = corner
    if orientation == "flat-top":
        return (left + across / math.sqrt(3) + (column - 1) * across * math.sqrt(3) / 2,
                top + across * (row - 0.5 * (column % 2)))
    return (left + across * (column - 0.5 * (row % 2)),
            top + across / math.sqrt(3) + (row - 1) * across * math.sqrt(3) / 2)


def measure_distance(point: Point, line: list[Point]) -> float:
    """Return the distance of a point from a line."""
    distances = []
    for (x1, y1), (x2, y2) in pairwise(line):
        length = math.dist((x1, y1), (x2, y2)) or 1e-9
        share = ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length**2
        share = min(max(share, 0.0), 1.0)
        distances.append(math.dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1))))
    return min(distances)


@pytest.mark.parametrize("file_format", ["pdf", "svg"])
@pytest.mark.parametrize("across", [10, 19, 38.1])
@pytest.mark.parametrize("orientation", THROUGH)
def test_paths_run_through_centres_and_along_sides(tmp_path: Path, orientation: str, across: float, file_format: str
                                                   ) -> None:
    strokes = write_map(tmp_path / "pond", orientation, across, file_format)
    corner, points = find_corner(strokes), across / 25.4 * 72
    # the halos of numbers may have the same width
    road = max((stroke.points for stroke in strokes if abs(stroke.width - ROUND_LINE / 100 * points) < 0.01),
               key=lambda line: math.dist(line[0], line[-1]))
    for column, row in THROUGH[orientation]:
        center = find_center(corner, orientation, across, column, row)
        assert measure_distance(center, road) < TOLERANCE
    [wall] = [stroke.points for stroke in strokes
              if abs(stroke.width - 0.6 * SIDE_LINE / 100 * points) < 0.01 and not stroke.is_dashed]
    flow = [stroke.points for stroke in strokes
            if abs(stroke.width - max(RIVER_LINE / 1000 * points, 0.3)) < 0.01 and stroke.is_dashed]
    assert len(flow) == 1
    side = across / math.sqrt(3)
    for column, row, bearing in ALONG[orientation]:
        x, y = find_center(corner, orientation, across, column, row)
        for shift in (-0.5, -0.25, 0.0, 0.25, 0.5):
            turn = math.radians(bearing)
            at = (x + across / 2 * math.sin(turn) + shift * side * math.cos(turn),
                  y - across / 2 * math.cos(turn) + shift * side * math.sin(turn))
            assert measure_distance(at, wall) < TOLERANCE
            if abs(shift) < 0.3:  # a river rounds the corners
                assert measure_distance(at, flow[0]) < TOLERANCE
