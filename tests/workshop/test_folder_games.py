"""Files and games of the folder are found, also if one of them is broken."""

from __future__ import annotations

from pathlib import Path

from helpers.workshop import create_entry

from printshop.workshop import (
    fleets_api,
    games_api,
)
from printshop.workshop.workspace import Workspace


def test_link_to_itself_breaks_no_list(workspace: Workspace, fleet_file: str) -> None:
    Path("x.yaml").symlink_to("x.yaml")
    assert all(not one["file"] for one in fleets_api.list_units(workspace, fleet_file)["units"])
    assert games_api.describe_context(workspace, fleet_file)["game"]


def test_battle_with_a_problem_is_listed_as_a_battle(workspace: Workspace) -> None:
    reply = create_entry(workspace, "scenario", "iron_stars", "Ambush")
    path = workspace.folder / reply["file"]
    path.write_text(path.read_text().replace("#points:", "points: 1 #"))
    listed = next(one for one in games_api.list_own_games(workspace)["games"] if one["name"] == path.stem)
    assert listed["path"] == ["scenarios", reply["key"]]
    assert {problem["file"] for problem in listed["problems"]} == {reply["file"]}
