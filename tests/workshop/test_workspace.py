"""The workspace is its given folder, independent of the current folder."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from helpers.problems import catch_problems
from helpers.workshop import list_lines

from printshop.problems import PrintshopError
from printshop.workshop import api
from printshop.workshop import workspace as workspaces
from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path


def ask(workspace: Workspace, action: str, **given: Any) -> dict[str, Any]:
    status, answer = api.answer(workspace, action, given)
    assert status == 200, answer
    return answer


def test_actions_use_the_folder_and_not_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "wasp.yaml").write_text("decoy: 1\n", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    workspace = Workspace(tmp_path / "folder")
    assert ask(workspace, "new_game", name="Knights", like="harbour") == {"name": "knights"}
    monkeypatch.chdir(tmp_path / "elsewhere")
    unit = {"section": "unit", "title": "Wasp", "like": "Golem"}
    assert ask(workspace, "create_entry", game="iron_stars", entry=unit)["file"] == "wasp.yaml"
    fleet = ask(workspace, "create_entry", game="knights", entry={"section": "fleet", "title": "Home"})["file"]
    assert fleet == "knights/fleets/home.yaml"
    battle = ask(workspace, "create_entry", game="iron_stars", entry={"section": "scenario", "title": "Fog"})
    opened = ask(workspace, "open_document", file=battle["file"])
    edits = ask(workspace, "join_file", file=battle["file"], of="wasp.yaml")["edits"]
    opened = ask(workspace, "edit_document", file=battle["file"], stamp=opened["stamp"], edits=edits)
    assert "extends: wasp.yaml" in opened["text"]
    plan = {"section": "fleet", "title": "Mine", "side": "britain"}
    mine = ask(workspace, "create_entry", game="iron_stars", entry=plan)["file"]
    edits = ask(workspace, "join_file", file=mine, of="wasp.yaml")["edits"]
    edits += [{"do": "insert", "path": ["units"], "number": 0, "value": {"text": "Wasp"}}]
    fleet_view = ask(workspace, "open_document", file=mine)
    fleet_view = ask(workspace, "edit_document", file=mine, stamp=fleet_view["stamp"], edits=edits)
    assert (fleet_view["problems"], list_lines(fleet_view)[0]["unit"]) == ([], "Wasp")
    view = ask(workspace, "open_document", file="wasp.yaml", view={"path": ["ships", 0]})
    assert view["drawing"]["pages"]
    text = view["text"] + "strange: 1\n"
    view = ask(workspace, "write_document_text", file="wasp.yaml", stamp=view["stamp"], text=text)
    (problem,) = view["problems"]
    assert (problem["file"], problem["path"]) == ("", ["strange"])
    listed = ask(workspace, "list_own_games")
    assert {game["name"] for game in listed["games"]} == {"knights", "wasp", "fog"}
    assert {fleet["file"] for fleet in listed["fleets"]} == {fleet, mine}
    status, reply = api.answer(workspace, "delete_file", {"what": "wasp.yaml"})
    assert (status, reply["problems"][0]["message"]) == (422, "without it, fog.yaml and mine.yaml would not work")
    assert [path.name for path in (tmp_path / "elsewhere").iterdir()] == ["wasp.yaml"]
    assert str(tmp_path) not in json.dumps([opened, fleet_view, view, listed, reply])


def test_no_path_leads_out_of_the_folder(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "away").symlink_to(tmp_path.parent)
    for name in ("", "..", "../x.yaml", "/etc/passwd", ".hidden", "a/../../b.yaml", "away/x.yaml", "x" * 300):
        with pytest.raises(PrintshopError, match="is no file of this folder"):
            workspace.resolve_path(name)
    with pytest.raises(PrintshopError, match="is no YAML file"):
        workspace.resolve_yaml_file("art/wasp.svg")
    with pytest.raises(PrintshopError, match="lies outside this folder"):
        workspace.resolve_game("../other")


def test_messages_name_files_below_the_folder(workspace: Workspace) -> None:
    path = workspace.folder / "art" / "wasp.svg"
    assert workspace.shorten(f"cannot read {path}") == f"cannot read art{os.sep}wasp.svg"
    assert workspace.name_of(path) == "art/wasp.svg"


def test_file_in_another_encoding_is_a_problem_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_bytes("extends: harbour\ntitle: Öl".encode("cp1252"))
    problem, = catch_problems(workspaces.read_file_text, path)
    assert (str(problem.span), problem.hint) == ("old.yaml:2:8", "save the file as UTF-8 (is this a 'Ö'?)")
