"""Files to share: all that a file needs, looked at and kept by others, without overwriting their files."""

from __future__ import annotations

import base64
import io
import tracemalloc
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.games import change_file
from helpers.workshop import add_files, add_to_fleet, create_entry, open_document, set_text
from PIL import Image

from printshop.problems import PrintshopError
from printshop.workshop import api, files_api, folder_games, games_api, new_games_api, pyodide_shim, sharing
from printshop.workshop.workspace import Workspace


def make_png(color: str, side: int = 300) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (side, side), color).save(data, "PNG")
    return data.getvalue()


def zip_data(files: dict[str, bytes]) -> str:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return base64.b64encode(data.getvalue()).decode()


@pytest.fixture
def friend(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The folder of somebody to whom a file is sent."""
    return Workspace(tmp_path_factory.mktemp("friend"))


@pytest.fixture
def sent(workspace: Workspace, fleet_file: str) -> dict[str, Any]:
    """A fleet with a ship of the sender, which has a picture."""
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    data = base64.b64encode(make_png("#c0392b")).decode()
    art = files_api.add_picture(workspace, "wasp.yaml", "wasp.png", data)["art"]
    files_api.add_picture(workspace, "wasp.yaml", "other.png", base64.b64encode(make_png("#009e73")).decode())
    set_text(workspace, "wasp.yaml", "ships", 0, "art", text=art)
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    return sharing.share_files(workspace, fleet_file)


def test_fleet_includes_own_ships_and_their_pictures(sent: dict[str, Any], fleet_file: str,
                                                     friend: Workspace) -> None:
    assert sent["files"][0] == fleet_file
    assert {"wasp.yaml", "art/wasp.png"} <= {*sent["files"]}
    assert "art/other.png" not in sent["files"]
    look = sharing.describe_shared(friend, "home_fleet", sent["data"])
    assert [*friend.folder.iterdir()] == []
    assert (look["game"], "Wasp" in look["units"], len(look["pages"]) > 0) == ("Iron Stars", True, True)
    assert "data:image/png" in "".join(look["pages"])
    reply = sharing.save_shared(friend, "home_fleet", sent["data"], "Home Fleet")
    assert reply == {"file": "home_fleet.yaml", "renamed": []}
    assert open_document(friend, reply["file"])["problems"] == []
    (friend.folder / "home_fleet.yaml").write_text("changed")
    reply = sharing.save_shared(friend, "x", sent["data"], "Home Fleet")
    assert reply == {"file": "home_fleet_2.yaml", "renamed": ["home_fleet.yaml is home_fleet_2.yaml here"]}
    assert (friend.folder / "home_fleet.yaml").read_text() == "changed"


def test_existing_names_with_other_content_are_renamed_everywhere(sent: dict[str, Any], friend: Workspace) -> None:
    create_entry(friend, "unit", "iron_stars", "Wasp", like="Golem")
    files_api.add_picture(friend, "wasp.yaml", "wasp.png", base64.b64encode(make_png("#0072b2")).decode())
    before = {path: path.read_bytes() for path in friend.folder.rglob("*") if path.is_file()}
    reply = sharing.save_shared(friend, "home_fleet", sent["data"], "Theirs")
    assert {path: path.read_bytes() for path in before} == before
    assert reply["file"] == "theirs.yaml"
    assert {"wasp.yaml is wasp_2.yaml here", "art/wasp.png is art/wasp_2.png here"} <= {*reply["renamed"]}
    assert (friend.folder / "art/wasp_2.png").read_bytes() == make_png("#c0392b")
    assert "wasp_2.png" in (friend.folder / "wasp_2.yaml").read_text()
    assert open_document(friend, "theirs.yaml")["problems"] == []
    fleet = friend.folder / "theirs.yaml"
    assert [folder_games.is_built_on(friend, fleet, friend.folder / name) for name in ("wasp_2.yaml", "wasp.yaml")] == [
        True, False]
    sharing.save_shared(friend, "home_fleet", sent["data"], "Third")  # what is there already is not written twice
    assert {path for path in friend.folder.rglob("*") if path.is_file()} - {*before} == {
        friend.folder / name for name in ("theirs.yaml", "third.yaml", "wasp_2.yaml", "art/wasp_2.png",
                                *([] if "my_iron_stars.yaml" not in sent["files"] else ["my_iron_stars.yaml"]))}


def test_game_of_the_folder_is_sent_completely(workspace: Workspace, friend: Workspace) -> None:
    new_games_api.new_game(workspace, "My Port", "harbour")
    fleet = create_entry(workspace, "fleet", "my_port", "First")["file"]
    for file in ("my_port", fleet):
        reply = sharing.share_files(workspace, str(file))
        assert {"my_port/game.yaml", fleet} <= {*reply["files"]}
    reply = sharing.share_files(workspace, "my_port")
    assert sharing.describe_shared(friend, "my_port", reply["data"])["pages"]
    assert sharing.save_shared(friend, "my_port", reply["data"], "Port Two") == {
        "file": "port_two/game.yaml", "renamed": ["my_port is port_two here"]}
    assert games_api.describe_game(friend, "port_two")["units"]


def create_battle_with(workspace: Workspace, unit_file: str) -> str:
    """Write a battle that may have the units of a file, and return the name of the file of the battle."""
    battle = create_entry(workspace, "scenario", "iron_stars", "Night Raid")["file"]
    change_file(workspace.folder / battle, ("extends: iron_stars", f"extends: {unit_file}"))
    return battle


def test_every_kind_of_file_is_drawn_and_named(workspace: Workspace, friend: Workspace) -> None:
    new_games_api.new_game(workspace, "My Port", "harbour")
    create = partial(create_entry, workspace)
    files = [create(section, game, f"My {section}")["file"] for section, game in (
        ("unit", "my_port"), ("scenario", "my_port"), ("fleet", "iron_stars"), ("form", "my_port"), ("map", "my_port"))]
    files.append("my_port")
    create("unit", "iron_stars", "Wasp", like="Golem")
    battle = create_battle_with(workspace, "wasp.yaml")
    for file in [*files, battle]:
        look = sharing.describe_shared(friend, "sent", sharing.share_files(workspace, file)["data"])
        assert look["pages"], file
        assert look["game"] == ("My Port" if "my_port" in file else "Iron Stars")
    assert look["units"] == "Night Raid"
    assert look["pages"] == open_document(workspace, battle, "scenarios", "night_raid")["drawing"]["pages"]


def test_files_that_are_there_and_names_that_are_taken_are_reported(workspace: Workspace, friend: Workspace) -> None:
    def look_at(file: str) -> tuple[str, list[str]]:
        look = sharing.describe_shared(friend, "sent", sharing.share_files(workspace, file)["data"])
        return look["kept"], look["taken"]

    unit = create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")["file"]
    battle = create_battle_with(workspace, unit)
    assert [look_at(unit), look_at(battle)] == [("", []), ("", [])]
    sharing.save_shared(friend, "wasp", sharing.share_files(workspace, unit)["data"], "Wasp")
    assert [look_at(unit), look_at(battle)] == [(unit, []), ("", [])]
    set_text(workspace, unit, "ships", 0, "hull", text="3")
    assert [look_at(unit), look_at(battle)] == [("", ["Wasp"]), ("", ["Wasp"])]


def test_damaged_hostile_and_large_data_are_refused(workspace: Workspace) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.yaml", b" " * 100_000_000)
    large = base64.b64encode(bomb.getvalue()).decode()
    fine = {"a.yaml": b"extends: iron_stars\n"}
    for data in ("", "!!", "AAAA", large, "\ud800", base64.b64encode(b"PK\3\4 and no more").decode(),
                 zip_data({"x.exe": b"x"}), zip_data({"art/x.png": b"x"}), zip_data({"game.yaml": b"extends: x\n"}),
                 *(zip_data(fine | {name: b"x: y\n"}) for name in ("../up.yaml", "/up.yaml", "art/.hidden.svg"))):
        for act in (lambda data=data: sharing.describe_shared(workspace, "x", data),
                    lambda data=data: sharing.save_shared(workspace, "x", data, "x")):
            with pytest.raises(PrintshopError):
                act()
    assert [*workspace.folder.iterdir()] == []


def test_unreadable_file_is_saved_but_not_drawn(workspace: Workspace) -> None:
    data = zip_data({"a.yaml": b"extends: [\n"})
    assert sharing.describe_shared(workspace, "a", data)["pages"] == []
    assert sharing.save_shared(workspace, "a", data, "a")["file"] == "a.yaml"


def test_files_are_unpacked_from_a_zip_into_the_folder(tmp_path: Path) -> None:
    workspace = pyodide_shim.begin(str(tmp_path / "home"))
    (workspace.folder / "wasp.yaml").write_text("extends: iron_stars\n")
    (workspace.folder / "art").mkdir()
    (workspace.folder / "art/wasp.svg").write_text("<svg/>")
    archive_data, files = api.zip_folder(workspace), api.read_folder(workspace)
    assert files == [("art/wasp.svg", b"<svg/>"), ("wasp.yaml", b"extends: iron_stars\n")]
    workspace = pyodide_shim.begin(str(tmp_path / "other"))
    assert add_files(workspace, ("files.zip", archive_data)) == 2
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
