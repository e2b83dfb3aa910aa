"""Requests of a page to Python: faults go to the terminal, files are taken in from zips."""

from __future__ import annotations

import base64
import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers.workshop import add_files
from PIL import Image

from printshop.drawing import prepared_pictures
from printshop.files import lock_file
from printshop.problems import PrintshopError
from printshop.workshop import api, new_games_api, pyodide_shim, sharing
from printshop.workshop.workspace import Workspace


def test_internal_fault_is_reported_to_the_page_and_in_one_line_to_the_terminal(
        workspace: Workspace,
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Workspace, "resolve_yaml_file", lambda *_: {}["x" * 5_000])
    status, reply = api.answer(workspace, "find_document_stamp", {"file": "x.yaml"})
    (line,) = capsys.readouterr().err.splitlines()
    assert (status, reply["problems"][0]["message"][:60]) == (422, f"printshop cannot do this: {api.FAULT}"[:60])
    assert line.startswith("KeyError: 'xxx")
    assert "editor_api.py:" in line
    assert len(line) < 2_300


@pytest.mark.parametrize("arguments", [{}, {"nothing": "x"}, {"file": "x.yaml", "more": "x"}, {"file": 3}, [], None])
def test_unknown_arguments_of_an_action_are_ignored(workspace: Workspace, arguments: Any,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    assert api.answer(workspace, "find_document_stamp", arguments)[0] == 400
    assert next(api.stream(workspace, "preview_pack", arguments))[0] == 400
    assert capsys.readouterr().err == ""


def test_file_cannot_change_between_the_stamp_check_and_the_write(
        workspace: Workspace, working_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_LOCK_SECONDS", 0.1)
    Path("wasp.yaml").write_text("extends: iron_stars\n")
    stamp = api.answer(workspace, "find_document_stamp", {"file": "wasp.yaml"})[1]["stamp"]
    edits = '[{"do": "set", "path": ["title"], "value": {"text": "Wasp"}}]'
    arguments = {"file": "wasp.yaml", "stamp": stamp, "edits": edits}
    with lock_file(workspace.folder / "workshop"):  # as the other server holds it
        status, answer = api.answer(workspace, "edit_document", arguments)
        assert (status, "another printshop process" in answer["problems"][0]["message"]) == (422, True)
        assert api.answer(workspace, "open_document", {"file": "wasp.yaml"})[0] == 200
    assert [api.answer(workspace, "edit_document", arguments)[0] for _ in range(2)] == [200, 409]
    assert [path.name for path in working_folder.iterdir()] == ["wasp.yaml"]


def test_files_are_unpacked_from_a_zip_into_the_folder(tmp_path: Path) -> None:
    workspace = pyodide_shim.begin(str(tmp_path / "home"))
    (workspace.folder / "wasp.yaml").write_text("extends: iron_stars\n")
    (workspace.folder / "art").mkdir()
    (workspace.folder / "art/wasp.svg").write_text("<svg/>")
    marks_data, files = api.zip_folder(workspace), api.read_folder(workspace)
    assert files == [("art/wasp.svg", b"<svg/>"), ("wasp.yaml", b"extends: iron_stars\n")]
    workspace = pyodide_shim.begin(str(tmp_path / "other"))
    assert add_files(workspace, ("files.zip", marks_data)) == 2
    assert api.read_folder(workspace) == files
    assert add_files(workspace, *files, ("bee.yaml", b"a: 1")) == 3  # two are there, the same
    for name, data, message in (("wasp.yaml", b"a: 1", "another file wasp.yaml already; it stays as it is"),
                                ("x.zip", b"PK", "no zip"), ("x.exe", b"", "no file of a game"),
                                ("../x.yaml", b"a: 1", "no file of")):
        with pytest.raises(PrintshopError, match=message):
            add_files(workspace, ("new.yaml", b"a: 1"), (name, data))
    hostile = tmp_path / "hostile.zip"
    with zipfile.ZipFile(hostile, "w") as archive:
        archive.writestr("fine.yaml", "a: 1")
        archive.writestr("../../astray.yaml", "a: 1")
    with pytest.raises(PrintshopError, match="no file of this folder"):
        add_files(workspace, ("hostile.zip", hostile.read_bytes()))
    with zipfile.ZipFile(hostile, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.yaml", b" " * 60_000_000)
    with pytest.raises(PrintshopError, match="holds too much"):
        add_files(workspace, ("hostile.zip", hostile.read_bytes()))
    assert sorted(path.name for path in workspace.folder.iterdir()) == ["art", "bee.yaml", "wasp.yaml"]


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


def test_names_inside_a_zip_are_cleaned_and_otherwise_unchanged(workspace: Workspace, tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = {"harbour/game.yaml": "harbour/game.yaml", "My Fleet.yaml": "My Fleet.yaml", "con.yaml": "con_.yaml",
                 "a\\..\\b.yaml": "a_.._b.yaml", "x\ny\u202e.yaml": "x_y_.yaml", "aux.d/\x1bz:.svg": "aux_.d/_z_.svg"}
    for name, expected in arguments.items():
        assert add_files(workspace, (name, b"a: 1")) == 1
        assert (tmp_path / expected).read_bytes() == b"a: 1"
    with pytest.raises(PrintshopError, match=r"two of these files would be p_\.yaml here"):
        add_files(workspace, ("p:.yaml", b"a: 1"), ("p?.yaml", b"b: 1"))


def test_invalid_zip_is_reported_and_uses_little_memory(workspace: Workspace, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch
                                                        ) -> None:
    monkeypatch.chdir(tmp_path)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.yaml", b"x" * 40_000_000)
    whole = buffer.getvalue()
    lying = whole.replace((40_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))  # in both of its lists
    broken = bytearray(whole)
    broken[60:200] = b"\xff" * 140
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("big.yaml", b"x" * 1_000_000)
    for data in (lying, bytes(broken), other.getvalue(), whole[:-30], whole[30:]):
        tracemalloc.start()
        with pytest.raises(PrintshopError, match="no zip that can be read"):
            add_files(workspace, ("x.zip", data))
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
        tracemalloc.stop()
    assert [*tmp_path.iterdir()] == []


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
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    given = json.dumps({"what": "wasp.yaml", "kind": "png", "unit": "Wasp"})
    [(svg, width, height)] = api.list_drawings(workspace, given)
    assert svg.startswith("<?xml")
    data = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(data, "PNG")
    name, media, font_data = api.export_file(workspace, given, [memoryview(data.getvalue())])
    assert (name, media) == ("wasp-records-png.zip", "application/zip")
    assert zipfile.ZipFile(io.BytesIO(font_data)).namelist() == ["page-01.png"]
    with pytest.raises(PrintshopError, match="the browser has not drawn a picture"):
        api.export_file(workspace, given)
