"""Maps for painting: one drawing with the places of all hexes, and new maps."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from helpers.paths import PACKAGE
from helpers.workshop import create_entry

from printshop.problems import PrintshopError
from printshop.workshop import drawings, editor_api, export_api, new_games_api

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


def test_whole_map_has_the_place_of_every_hex(workspace: Workspace) -> None:
    shutil.copytree(PACKAGE / "starters" / "hexes", workspace.folder / "hexes")
    key = next(iter(editor_api.open_document(workspace, "hexes/maps.yaml")["tree"]["entries"]))[0]
    view = {"path": [key], "product": drawings.WHOLE_MAP}
    drawing = editor_api.open_document(workspace, "hexes/maps.yaml", view)["drawing"]
    result = drawing["map"]
    assert len(drawing["pages"]) == 1
    assert len(result["centers"]) == len(result["places"]) == 2 * len(result["names"]) > 0
    assert len({*zip(result["centers"][::2], result["centers"][1::2], strict=True)}) == len(result["names"])
    assert all(0 < percent < 100 for percent in result["centers"])


def test_whole_map_has_its_legend(workspace: Workspace) -> None:
    shutil.copytree(PACKAGE / "starters" / "hexes", workspace.folder / "hexes")
    opened = editor_api.open_document(workspace, "hexes/maps.yaml")
    key = next(iter(opened["tree"]["entries"]))[0]
    view = {"path": [key], "product": drawings.WHOLE_MAP}
    heights = []
    for legend in "true", "false":
        edits = [{"do": "set", "path": [key, "legend"], "value": {"yaml": legend}}]
        opened = editor_api.edit_document(workspace, "hexes/maps.yaml", opened["stamp"], edits, view)
        heights.append(opened["drawing"]["map"]["page"][1])
    assert heights[0] > heights[1]


@pytest.mark.parametrize("grid", ["flat-top", "pointy-top", "square"])
def test_new_map_is_drawn(workspace: Workspace, grid: str) -> None:
    new_games_api.new_game(workspace, "Mine", "harbour")
    reply = create_entry(workspace, "map", "mine", "The Ford", grid=grid, columns="8", rows="6")
    view = {"path": [reply["key"]], "product": drawings.WHOLE_MAP}
    document = editor_api.open_document(workspace, reply["file"], view)
    assert document["problems"] == []
    assert len(document["drawing"]["map"]["names"]) == 48
    again = create_entry(workspace, "map", "mine", "The Ford", grid=grid, columns="8", rows="6")
    assert again["key"] != reply["key"]


def test_one_map_of_a_game_is_printed(workspace: Workspace) -> None:
    new_games_api.new_game(workspace, "Mine", "hexes")
    create_entry(workspace, "map", "mine", "The Ford", columns="8", rows="6", across="25 mm")
    name, _, data = export_api.make_file(workspace, "mine/maps.yaml", "pdf", "maps", form="the_ford")
    assert (name, data[:5]) == ("mine-the_ford.pdf", b"%PDF-")
    with pytest.raises(PrintshopError, match="has no map 'nowhere'"):
        export_api.make_file(workspace, "mine/maps.yaml", "pdf", "maps", form="nowhere")


def test_map_for_a_shipped_game_is_in_a_file_that_extends_it(workspace: Workspace) -> None:
    reply = create_entry(workspace, "map", "iron_stars", "Map", columns="8", rows="6")
    assert editor_api.open_document(workspace, reply["file"])["problems"] == []
    with pytest.raises(PrintshopError, match="are whole numbers"):
        create_entry(workspace, "map", "iron_stars", "Sea", columns="8.5")
