"""Warnings of gaps in rivers, streams and walls, and of bridges that cross nothing; no false alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.map_games import load_map_game

from printshop.game.maps import MAPS
from printshop.game.path_slips import find_path_slips

if TYPE_CHECKING:
    from pathlib import Path

GRIDS = {"flat-top": "orientation: flat-top", "pointy-top": "orientation: pointy-top", "square": "grid: square"}


def find_slips(folder: Path, paths: str, grid: str = "flat-top") -> list[str]:
    hexmap = load_map_game(folder, f"{{{GRIDS[grid]}, across: 20 mm, columns: 7, rows: 7, path_kinds: {{door: {{style: "
                                   f"bridge}}, ditch: {{style: border}}}}, paths: {paths}}}")[MAPS]["pond"]
    return [*find_path_slips(hexmap.paths, hexmap.board)]


@pytest.mark.parametrize(("grid", "along", "gap"), [
    ("flat-top", "0303 N NE, 0303 S", "0303 SE"), ("flat-top", "0303 N, 0403 NW", "0303 NE"),
    ("pointy-top", "0303 NE, 0303 SE", "0303 E"), ("square", "0202 N, 0402 N", "0301 S"),
    ("square", "0202 N, 0303 W", "0202 E"),
])
@pytest.mark.parametrize("kind", ["river", "stream", "wall"])
def test_gap_of_one_side_is_reported_once(tmp_path: Path, grid: str, along: str, gap: str, kind: str) -> None:
    [slip] = find_slips(tmp_path, f'[{{kind: {kind}, along: "{along}"}}]', grid)
    assert f"this {kind} and another one have a gap of one side between their ends: {gap}" in slip
    assert "maps.yaml:2:" in slip


@pytest.mark.parametrize("paths", [
    '[{kind: river, along: "0303 N, 0303 S"}]',  # two sides apart
    '[{kind: river, along: "0303 N NE SE S SW"}]',  # one line that nearly closes
    '[{kind: river, along: 0303 N}, {kind: stream, along: 0303 SE}]',  # two kinds
    '[{kind: border, along: "0303 N, 0303 SE"}]',
    '[{kind: wall, along: "0303 N, 0303 SE"}, {kind: road, through: 0303 0402}]',  # a gate
    '[{kind: river, along: "0101 NE, 0101 NW"}]',  # both leave the map
])
def test_accepted_sides_have_no_gap(tmp_path: Path, paths: str) -> None:
    assert not find_slips(tmp_path, paths)


def test_bridge_that_crosses_nothing_is_reported(tmp_path: Path) -> None:
    slips = find_slips(tmp_path, '[{kind: river, along: 0303 N}, {kind: bridge, through: "0303 0302, 0304 0303"}, '
                                 "{kind: door, along: 0404 S}]")
    assert [slip.split(": ", 1)[1] for slip in slips] == [
        "the bridge between 0304 and 0303 crosses no river, stream or wall: none lies along that side",
        "the door between 0404 and 0405 crosses no river, stream or wall: none lies along that side"]


@pytest.mark.parametrize("paths", [
    "[{kind: bridge, through: 0303 0302}]",  # a map without lines along sides
    '[{kind: ditch, along: "0302 S"}, {kind: bridge, through: 0303 0302}]',  # a kind of the map's own
    '[{kind: wall, along: "0303 N"}, {kind: door, along: 0302 S}]',
    '[{kind: wall, along: "0303 N SE S SW NW"}, {kind: door, along: 0303 NE}]',  # in an opening
])
def test_accepted_bridges_cross_a_path(tmp_path: Path, paths: str) -> None:
    assert not find_slips(tmp_path, paths)
