"""Requests of a page to Python: faults go to the terminal, files are taken in from zips."""

from __future__ import annotations

import base64
import io
import json
import os
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.workshop import create_entry
from PIL import Image

from printshop.drawing import prepared_pictures
from printshop.files import lock_file
from printshop.problems import PrintshopError
from printshop.workshop import api, pyodide_shim, sharing
from printshop.workshop.answers import STOPPED
from printshop.workshop.workspace import Workspace


def test_internal_error_is_reported_to_the_page_and_in_one_line_to_the_terminal(
        workspace: Workspace,
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Workspace, "resolve_yaml_file", lambda *_: {}["x" * 5_000])
    status, reply = api.answer(workspace, "find_document_stamp", {"file": "x.yaml"})
    (line,) = capsys.readouterr().err.splitlines()
    assert (status, reply["problems"][0]["message"][:60]) == (STOPPED, f"printshop cannot do this: {api.FAULT}"[:60])
    assert line.startswith("KeyError: 'xxx")
    assert "editor_api.py:" in line
    assert len(line) < 2_300


def test_internal_error_of_any_kind_is_no_fault_of_the_request(workspace: Workspace, monkeypatch: pytest.MonkeyPatch
                                                               ) -> None:
    for fault in (TypeError, ValueError, RecursionError, KeyError, AssertionError):
        def fail(*_: object, fault: type[Exception] = fault) -> None:
            raise fault("three")

        monkeypatch.setattr(Workspace, "resolve_yaml_file", fail)
        status, reply = api.answer(workspace, "find_document_stamp", {"file": "x.yaml"})
        assert (status, api.FAULT in reply["problems"][0]["message"]) == (STOPPED, True)


@pytest.mark.parametrize("arguments", [{}, {"nothing": "x"}, {"file": "x.yaml", "more": "x"}, {"file": 3}, [], None])
def test_wrong_arguments_of_an_action_are_refused(workspace: Workspace, arguments: Any,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    assert api.answer(workspace, "find_document_stamp", arguments)[0] == 400
    assert next(api.stream(workspace, "preview_pack", arguments))[0] == 400
    assert capsys.readouterr().err == ""


def test_file_cannot_change_between_the_stamp_check_and_the_write(
        workspace: Workspace, working_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_LOCK_SECONDS", 0.1)
    Path("wasp.yaml").write_text("extends: iron_stars\n")
    stamp = api.answer(workspace, "find_document_stamp", {"file": "wasp.yaml"})[1]["stamp"]
    edits = [{"do": "set", "path": ["title"], "value": {"text": "Wasp"}}]
    arguments = {"file": "wasp.yaml", "stamp": stamp, "edits": edits}
    with lock_file(workspace.folder / "workshop"):  # as the other server holds it
        status, answer = api.answer(workspace, "edit_document", arguments)
        assert (status, "another printshop process" in answer["problems"][0]["message"]) == (422, True)
        assert api.answer(workspace, "open_document", {"file": "wasp.yaml"})[0] == 200
    assert [api.answer(workspace, "edit_document", arguments)[0] for _ in range(2)] == [200, 409]
    assert [path.name for path in working_folder.iterdir()] == ["wasp.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
def test_pipe_in_place_of_a_lock_file_is_named_at_once(workspace: Workspace, working_folder: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", pytest.fail)  # nothing to wait for
    os.mkfifo(working_folder / ".workshop.lock")
    status, answer = api.answer(workspace, "new_game", {"name": "harbour"})
    assert (status, "workshop.lock is a pipe, not a file" in answer["problems"][0]["message"]) == (422, True)


def test_lock_file_that_cannot_be_written_is_named(workspace: Workspace, working_folder: Path) -> None:
    (working_folder / ".workshop.lock").mkdir()
    status, answer = api.answer(workspace, "new_game", {"name": "harbour"})
    (problem,) = answer["problems"]
    assert (status, problem["message"].startswith("cannot write .workshop.lock: ")) == (422, True)
    assert problem["hint"] == "free some space; nothing was changed"
    assert [path.name for path in working_folder.iterdir()] == [".workshop.lock"]


def test_no_file_is_cut_in_a_zip_and_no_link_out_of_the_folder_is_in_it(tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = pyodide_shim.begin(str(tmp_path / "home"))
    (tmp_path / "private.yaml").write_text("a: 1")
    (workspace.folder / "out.yaml").symlink_to(tmp_path / "private.yaml")
    (workspace.folder / "wasp.yaml").write_text("a: 2")
    assert api.read_folder(workspace) == [("wasp.yaml", b"a: 2")]
    monkeypatch.setattr(sharing, "MAX_BYTES", 3)
    with pytest.raises(PrintshopError, match="more than 3 bytes"):
        api.zip_folder(workspace)


def test_pictures_to_decode_are_listed_until_the_page_sends_them(
        workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_pictures, "FOLDER", tmp_path / ".records")
    for name in ("art/a.png", "game/art/b.JPEG", "art/.hidden.png", "art/c.svg", "d.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    listed = api.list_unprepared(workspace)
    assert {data for _, data in listed} == {b"art/a.png", b"game/art/b.JPEG"}
    for record, _ in listed:
        api.keep_prepared(record, [])
    assert api.list_unprepared(workspace) == []
    assert api.list_unprepared(workspace, "open_file", "{}") == []
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("e.yaml", "extends: iron_stars\n")
        archive.writestr("art/e.png", b"e")
    arguments = {"name": "e", "data": base64.b64encode(buffer.getvalue()).decode()}
    assert [data for _, data in api.list_unprepared(workspace, "describe_shared", json.dumps(arguments))] == [b"e"]
    for odd in ("[", "{}", "[]", '{"name": 3, "data": 4}', '{"name": "x", "data": "!!"}'):
        assert api.list_unprepared(workspace, "save_shared", odd) == []


def test_file_with_pictures_is_built_in_two_steps(workspace: Workspace) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    given = json.dumps({"what": "wasp.yaml", "kind": "png", "unit": "Wasp"})
    [(svg, width, height)] = api.list_drawings(workspace, given)
    assert svg.startswith("<?xml")
    data = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(data, "PNG")
    name, media, contents = api.export_file(workspace, given, [memoryview(data.getvalue())])
    assert (name, media) == ("wasp-records-png.zip", "application/zip")
    assert zipfile.ZipFile(io.BytesIO(contents)).namelist() == ["page-01.png"]
    with pytest.raises(PrintshopError, match="the browser has not drawn a picture"):
        api.export_file(workspace, given)


@pytest.mark.parametrize(("action", "arguments", "code"), [
    ("open_document", {"file": "gone.yaml"}, "missing file"), ("describe_game", {"name": "gone"}, "unknown game"),
    ("describe_play", {"file": "gone"}, "unknown game"),
    ("describe_play", {"file": "iron_stars/gone"}, "unknown battle"),
    ("draw_unit", {"game": "iron_stars", "unit": "Gone"}, "unknown unit")])
def test_missing_things_have_a_code(workspace: Workspace, action: str, arguments: dict[str, str], code: str) -> None:
    status, reply = api.answer(workspace, action, arguments)
    assert (status, reply["problems"][0]["code"]) == (422, code)
