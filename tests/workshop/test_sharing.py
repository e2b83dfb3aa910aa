"""Files to share: all that a file needs, looked at and kept by others, without overwriting their files."""

from __future__ import annotations

import base64
import io
import zipfile
import zlib
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from printshop.problems import PrintshopError
from printshop.workshop import desk, mustering, own, sharing


def make_png(color: str, side: int = 300) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (side, side), color).save(data, "PNG")
    return data.getvalue()


def zip_data(files: dict[str, bytes]) -> str:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return base64.b64encode(data.getvalue()).decode()


@pytest.fixture
def friend(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody to whom a file is sent."""
    return tmp_path_factory.mktemp("friend")


@pytest.fixture
def sent(fleet_file: str) -> dict[str, Any]:
    """A fleet with a ship of the sender, which has a picture."""
    desk.new_unit("iron_stars", "Wasp", like="Golem")
    state = desk.open_file("wasp.yaml")
    art = desk.picture("wasp.yaml", "wasp.png", base64.b64encode(make_png("#c0392b")).decode())["art"]
    desk.picture("wasp.yaml", "other.png", base64.b64encode(make_png("#009e73")).decode())
    desk.change("wasp.yaml", state["stamp"], "0", "art", art, kind="picture")
    told = mustering.open_fleet(fleet_file)
    told = mustering.change_line(fleet_file, told["stamp"], "1", '{"unit": "Wasp"}', of="wasp.yaml")
    return sharing.share(fleet_file)


def test_a_fleet_takes_own_ships_and_their_pictures_along(sent: dict[str, Any], fleet_file: str, friend: Path) -> None:
    assert sent["files"][0] == fleet_file
    assert {"wasp.yaml", "art/wasp.png"} <= {*sent["files"]}
    assert "art/other.png" not in sent["files"]
    with chdir(friend):
        look = sharing.look_at_shared("home_fleet", sent["data"])
        assert [*Path().iterdir()] == []
        assert (look["game"], "Wasp" in look["units"], len(look["pages"]) > 0) == ("Iron Stars", True, True)
        assert "data:image/png" in "".join(look["pages"])
        kept = sharing.keep_shared("home_fleet", sent["data"], "Home Fleet")
        assert (kept["file"], kept["fleet"], kept["renamed"]) == ("home_fleet.yaml", True, [])
        assert mustering.open_fleet(kept["file"])["problems"] == []
        with pytest.raises(PrintshopError, match=r"there is a file home_fleet\.yaml already"):
            (Path("home_fleet.yaml").write_text("changed"), sharing.keep_shared("x", sent["data"], "Home Fleet"))
        assert Path("home_fleet.yaml").read_text() == "changed"


def test_names_that_exist_with_other_content_are_renamed_everywhere(sent: dict[str, Any], friend: Path) -> None:
    with chdir(friend):
        desk.new_unit("iron_stars", "Wasp", like="Golem")
        desk.picture("wasp.yaml", "wasp.png", base64.b64encode(make_png("#0072b2")).decode())
        before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
        kept = sharing.keep_shared("home_fleet", sent["data"], "Theirs")
        assert {path: path.read_bytes() for path in before} == before
        assert kept["file"] == "theirs.yaml"
        assert {"wasp.yaml is wasp_2.yaml here", "art/wasp.png is art/wasp_2.png here"} <= {*kept["renamed"]}
        assert Path("art/wasp_2.png").read_bytes() == make_png("#c0392b")
        assert "wasp_2.png" in Path("wasp_2.yaml").read_text()
        assert mustering.open_fleet("theirs.yaml")["problems"] == []
        reached = own.all_below(Path("theirs.yaml"))
        assert own.real(Path("wasp_2.yaml")) in reached
        assert own.real(Path("wasp.yaml")) not in reached
        sharing.keep_shared("home_fleet", sent["data"], "Third")  # what is there already is not written twice
        assert {path for path in Path().rglob("*") if path.is_file()} - {*before} == {
            Path(name) for name in ("theirs.yaml", "third.yaml", "wasp_2.yaml", "art/wasp_2.png",
                                    *([] if "my_iron_stars.yaml" not in sent["files"] else ["my_iron_stars.yaml"]))}


def test_a_game_of_the_folder_is_sent_as_a_whole(working_folder: Path, friend: Path) -> None:
    desk.new_game("My Port", "harbour")
    fleet = desk.begun("fleet", "my_port", "First")["file"]
    for file in ("my_port", fleet):
        made = sharing.share(str(file))
        assert {"my_port/game.yaml", fleet} <= {*made["files"]}
    made = sharing.share("my_port")
    with chdir(friend):
        assert sharing.look_at_shared("my_port", made["data"])["pages"]
        assert sharing.keep_shared("my_port", made["data"], "Port Two") == {
            "file": "port_two/game.yaml", "fleet": False, "game": "port_two", "renamed": ["my_port is port_two here"]}
        assert desk.describe_game("port_two")["units"]


def test_a_battle_of_an_own_game_is_described(working_folder: Path, friend: Path) -> None:
    file = desk.begun("scenario", "iron_stars", "Night Raid")["file"]
    made = sharing.share(file)
    with chdir(friend):
        assert "Night Raid" in sharing.look_at_shared("night_raid", made["data"])["units"]


def test_links_of_old_with_one_file_open(working_folder: Path) -> None:
    desk.new_unit("iron_stars", "Wasp", like="Golem")
    text = Path("wasp.yaml").read_bytes()
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = base64.urlsafe_b64encode(pack.compress(text) + pack.flush()).decode().rstrip("=")
    look = sharing.look_at_shared("wasp", data)
    assert (look["units"], len(look["pages"]), look["text"]) == ("Wasp", 1, text.decode())
    assert sharing.keep_shared("wasp", data, "bee")["file"] == "bee.yaml"
    assert Path("bee.yaml").read_bytes() == text


def test_data_that_are_damaged_hostile_or_too_large_are_refused(working_folder: Path) -> None:
    bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
    large = base64.urlsafe_b64encode(bomb.compress(b" " * 100_000_000) + bomb.flush()).decode()
    fine = {"a.yaml": b"extends: iron_stars\n"}
    for data in ("", "!!", "AAAA", large, "\ud800", base64.b64encode(b"PK\3\4 and no more").decode(),
                 zip_data({"x.exe": b"x"}), zip_data({"art/x.png": b"x"}), zip_data({"game.yaml": b"extends: x\n"}),
                 *(zip_data(fine | {name: b"x: y\n"}) for name in ("../up.yaml", "/up.yaml", "art/.hidden.svg"))):
        for act in (lambda data=data: sharing.look_at_shared("x", data),
                    lambda data=data: sharing.keep_shared("x", data, "x")):
            with pytest.raises(PrintshopError):
                act()
    assert [*working_folder.iterdir()] == []


def test_what_cannot_be_read_is_kept_but_not_drawn(working_folder: Path) -> None:
    data = zip_data({"a.yaml": b"extends: [\n"})
    assert sharing.look_at_shared("a", data)["pages"] == []
    assert sharing.keep_shared("a", data, "a")["file"] == "a.yaml"
