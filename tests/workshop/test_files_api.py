"""Files of the workspace: copied, renamed, deleted; fleets as tables; marks from saved sheets."""

from __future__ import annotations

import base64
import errno
import io
import json
import os
import re
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.workshop import add_files, add_to_fleet, create_entry, make_edits, open_document, set_text
from openpyxl import Workbook

from printshop.problems import PrintshopError
from printshop.workshop import (
    api,
    files_api,
    fleets_api,
    games_api,
    new_games_api,
    play_api,
    sharing,
)
from printshop.workshop.workspace import Workspace


def zip_text(text: str) -> str:
    """Return a file with a text as a link holds it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("sent.yaml", text)
    return base64.urlsafe_b64encode(data.getvalue()).decode().rstrip("=")


def test_files_are_copied_renamed_and_deleted_unless_other_files_need_them(workspace: Workspace,
                                                                           fleet_file: str) -> None:
    assert files_api.copy_file(workspace, fleet_file, "Away Fleet") == {"file": "away_fleet.yaml"}
    assert files_api.rename_file(workspace, "away_fleet.yaml", "Third") == {"file": "third.yaml"}
    assert not Path("away_fleet.yaml").exists()
    assert Path("third.yaml").read_text() == Path(fleet_file).read_text().replace("title: Home Fleet",
                                                                                 "title: Away Fleet")
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    for act in (
        lambda: files_api.delete_file(workspace, "wasp.yaml"),
        lambda: files_api.rename_file(workspace, "wasp.yaml", "bee"),
        lambda: files_api.rename_file(workspace, fleet_file, "third"),
        lambda: files_api.delete_file(workspace, "../x.yaml"),
        lambda: files_api.delete_file(workspace, "."),
    ):
        with pytest.raises(PrintshopError):
            act()
    files_api.delete_file(workspace, fleet_file)
    files_api.delete_file(workspace, "wasp.yaml")
    new_games_api.new_game(workspace, "My Port", "harbour")
    files_api.delete_file(workspace, "my_port")
    assert [path.name for path in Path().glob("[!.]*")] == ["third.yaml"]


HERE, THERE = "game: {}\nside: britain\nunits: [Nike]\n", "extends: {}\ntitle: Mine\n"


@pytest.mark.parametrize(("needed", "other", "text"), [
    *(("wasp.yaml", "fleet.yaml", HERE.format(way)) for way in ("wasp", "wasp.yaml", "./wasp.yaml", "./wasp",
                                                                "mine/../wasp.yaml", "port/wasp.yaml")),
    *(("wasp.yaml", "other.yaml", THERE.format(way)) for way in ("./wasp", "./wasp.yaml", "[iron_stars, ./wasp]")),
    *(("wasp.yaml", "mine/game.yaml", THERE.format(way)) for way in ("../wasp", "../wasp.yaml", "[../wasp]")),
    ("wasp.yaml", "mine/fleets/one.yaml", HERE.format("../../wasp.yaml")),
    ("iron_stars.yaml", "fleet.yaml", HERE.format("./iron_stars")),
    ("iron_stars.yaml", "fleet.yaml", HERE.format("iron_stars.yaml")),
    *(("mine", "fleet.yaml", HERE.format(way)) for way in ("mine", "./mine", "mine/", "./mine/game.yaml")),
    ("mine", "other.yaml", THERE.format("./mine")), ("mine", "yours/game.yaml", THERE.format("../mine"))])
def test_file_needed_by_others_cannot_be_renamed_or_deleted(workspace: Workspace, fleet_file: str, needed: str,
                                                            other: str, text: str) -> None:
    for path in ("wasp.yaml", "iron_stars.yaml", "mine/game.yaml", other):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text if path == other else THERE.format("iron_stars"))
    Path("port").symlink_to(".")
    for act in (lambda what: files_api.delete_file(workspace, what),
                lambda what: files_api.rename_file(workspace, what, "else")):
        with pytest.raises(PrintshopError, match="without it, "):
            act(needed)
    Path(other).unlink()
    files_api.delete_file(workspace, needed)
    assert not Path(needed).exists()


def test_file_needed_by_no_other_can_be_deleted(workspace: Workspace, fleet_file: str) -> None:
    texts = {"iron_stars.yaml": "iron_stars", "a.yaml": "b.yaml", "b.yaml": "./a", "c.yaml": "d.yaml",
             "d.yaml": "e.yaml", "e.yaml": "c.yaml", "self.yaml": "self.yaml",
             "mine/game.yaml": "iron_stars", "near.yaml": "far.yaml"}
    for name, extended in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(THERE.format(extended))
    Path("mine/fleets").mkdir()
    Path("mine/fleets/one.yaml").write_text(HERE.format("../../mine"))
    Path("link.yaml").symlink_to("iron_stars.yaml")
    for name in ("link.yaml", "iron_stars.yaml", "a.yaml", "d.yaml", "self.yaml", "mine"):
        files_api.delete_file(workspace, name)
    assert sorted(path.name for path in Path().glob("*.yaml")) == [
        "b.yaml",
        "c.yaml",
        "e.yaml",
        fleet_file,
        "near.yaml",
    ]


def test_fleets_use_the_new_name_of_a_unit_with_every_spelling_of_their_game(workspace: Workspace, fleet_file: str
                                                                             ) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    Path("mine/fleets").mkdir(parents=True)
    Path("mine/game.yaml").write_text(THERE.format("../wasp.yaml"))
    Path("both.yaml").write_text(THERE.format("[./wasp, iron_stars]"))
    fleets = {Path("mine/fleets/two.yaml"): "units: [Nike]\n",
              **{Path(f"fleet_{number}.yaml"): HERE.format(way)
                 for number, way in enumerate(("wasp", "./wasp.yaml", "both.yaml", "./mine"))}}
    for path, text in fleets.items():
        path.write_text(text.replace("Nike", "Wasp"))
    set_text(workspace, "wasp.yaml", "ships", 0, "name", text="Bee")
    assert {path: path.read_text() for path in fleets} == {
        path: text.replace("Nike", "Bee") for path, text in fleets.items()}


def test_private_file_stays_private(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    Path("wasp.yaml").chmod(0o600)
    set_text(workspace, "wasp.yaml", "ships", 0, "name", text="Bee")
    files_api.copy_file(workspace, "wasp.yaml", "Hornet")
    files_api.rename_file(workspace, "wasp.yaml", "Bee")
    assert {path.name: path.stat().st_mode & 0o777 for path in Path().glob("[bh]*.yaml")} == {
        "bee.yaml": 0o600, "hornet.yaml": 0o600, fleet_file: 0o644}


@pytest.mark.parametrize("fault", ["rename", "write"])
def test_file_is_renamed_with_its_title_or_not_at_all(workspace: Workspace, fleet_file: str, fault: str,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path: path.read_text() for path in Path().glob("*.yaml")}

    def refuse(*_: object) -> None:
        raise OSError(28, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(*{"rename": (Path, "rename"), "write": (Workspace, "write_files")}[fault], refuse)
        with pytest.raises((PrintshopError, OSError)):
            files_api.rename_file(workspace, fleet_file, "away", "Away Fleet")
    assert {path: path.read_text() for path in Path().glob("*.yaml")} == before
    assert files_api.rename_file(workspace, fleet_file, "away", "Away Fleet") == {"file": "away.yaml"}
    assert "title: Away Fleet" in Path("away.yaml").read_text()


@pytest.mark.slow
def test_link_stays_when_its_file_changes_and_link_out_of_the_folder_is_not_used(
        workspace: Workspace,
        fleet_file: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    far, folder = tmp_path_factory.mktemp("far"), Path("deep")
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    folder.mkdir()
    text = "game: wasp.yaml\nside: britain\ntitle: Far\nunits:\n  - Wasp\n"
    for real in (folder / "near.yaml", far / "far.yaml"):
        real.write_text(text)
        Path(real.name).symlink_to(real)
    (far / "game.yaml").write_text("extends: iron_stars\ntitle: Far\n")
    (far / "bee.yaml").write_text(Path("wasp.yaml").read_text().replace("Wasp", "Secret"))
    Path("bee.yaml").symlink_to(far / "bee.yaml")
    Path("port").symlink_to(far)
    listed = games_api.list_own_games(workspace)
    assert [one["file"] for one in listed["fleets"]] == [fleet_file, "near.yaml"]
    assert [one["name"] for one in listed["games"]] == ["wasp"]
    assert "Secret" not in json.dumps([open_document(workspace, fleet_file),
                                       fleets_api.list_units(workspace, fleet_file)])
    for name, to in (("wasp.yaml", "deep/wasp.yaml"), ("alias.yaml", "wasp.yaml")):
        if not Path(to).exists():
            Path(name).rename(to)
        Path(name).symlink_to(to)
    set_text(workspace, "wasp.yaml", "ships", 0, "name", text="Bee")
    assert (folder / "near.yaml").read_text() == text.replace("- Wasp", "- Bee")
    assert (far / "far.yaml").read_text() == text
    assert "name: Bee" in (folder / "wasp.yaml").read_text()
    assert {path.name for path in Path().iterdir() if path.is_symlink()} == {
        "near.yaml", "far.yaml", "bee.yaml", "port", "wasp.yaml", "alias.yaml"}


def test_fleet_is_exported_as_a_table_and_read_again(workspace: Workspace, fleet_file: str) -> None:
    line = {"unit": "Gauntlet", "names": ["Ajax"], "damage": {"hull": 3, "thrust": 1}, "notes": "first, of all"}
    make_edits(workspace, fleet_file, {"do": "set", "path": ["units", 1], "value": {"data": line}})
    table = files_api.make_fleet_table(workspace, fleet_file)
    assert table["name"] == "home_fleet.csv"
    assert table["text"].splitlines()[:3] == ["unit,count,name,damage,notes", "Nike,1,,,",
                                              'Gauntlet,1,Ajax,hull 3; thrust 1,"first, of all"']
    result = read_table(workspace, fleet_file, "lines.csv", table["text"].encode())
    assert result["columns"] == ["unit", "count", "name", "damage", "notes"]
    assert [dict(line["entries"])["unit"]["text"] for line in result["lines"]] == ["Nike", "Gauntlet", "Golem"]
    damage = dict(dict(result["lines"][1]["entries"])["damage"]["entries"])
    assert damage == {"hull": {"text": "3", "plain": True}, "thrust": {"text": "1", "plain": True}}
    assert result["note"] == ""
    result = read_table(workspace, fleet_file, "excel.csv", "unit;names\r\nNike;Grün\r\n".encode("cp1252"))
    assert dict(result["lines"][0]["entries"])["name"]["text"] == "Grün"
    assert result["note"].startswith("excel.csv is not in UTF-8; it was read as a file of Windows")
    for name, wrong in (("x.csv", b""), ("x.csv", b"what,ever\nx,y\n"), ("x.xlsx", b"PK no workbook")):
        with pytest.raises(PrintshopError):
            read_table(workspace, fleet_file, name, wrong)


def read_table(workspace: Workspace, file: str, name: str, table: bytes) -> Any:
    return files_api.read_fleet_table(workspace, file, name, base64.b64encode(table).decode())


def test_fleet_is_read_from_a_workbook(workspace: Workspace, fleet_file: str) -> None:
    data = io.BytesIO()
    book = Workbook()
    for row in (("unit", "count", "notes"), ("Nike", 2, "late"), ("Golem", 1, None)):
        book.active.append(row)
    book.save(data)
    result = read_table(workspace, fleet_file, "Fleet.XLSX", data.getvalue())
    assert result["columns"] == ["unit", "count", "notes"]
    assert [{key: value["text"] for key, value in line["entries"]} for line in result["lines"]] == [
        {"unit": "Nike", "count": "2", "notes": "late"}, {"unit": "Golem", "count": "1"}]


@pytest.mark.slow
def test_pictures_and_starters_can_be_chosen(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    result = {one["name"]: one["url"] for one in files_api.list_pictures(workspace, "wasp.yaml")["pictures"]}
    assert result["britain-cruiser.svg"].startswith("data:image/svg+xml;base64,")
    reply = games_api.list_own_games(workspace)
    assert reply["fleets"] == [{"file": fleet_file, "title": "Home Fleet", "game": "iron_stars", "side": "britain",
                               "broken": "", "units": 3, "points": "176", "limit": "",
                               "unit_names": ["Nike", "Gauntlet", "Golem"],
                               "forces": [{"side": "Britain", "color": "#1f3f77", "points": "176"}]}]
    starters = games_api.list_shipped(workspace)["starters"]
    assert {"key", "title", "summary", "units", "picture"} == starters[0].keys()
    assert all(one["picture"].startswith("data:image/svg+xml;base64,") for one in starters)


@pytest.mark.parametrize("name", ["game", "GAME", "Game", " game.", "game!"])
def test_game_yaml_is_refused_as_a_file_name(workspace: Workspace, fleet_file: str, name: str) -> None:
    stamp, there = Path(fleet_file).read_text(), sorted(path.name for path in Path().iterdir())
    data = zip_text("extends: iron_stars\n")
    for act in (lambda: files_api.copy_file(workspace, fleet_file, name),
                lambda: files_api.rename_file(workspace, fleet_file, name),
                lambda: create_entry(workspace, "unit", "iron_stars", name),
                lambda: sharing.save_shared(workspace, "x", data, name),
                lambda: create_entry(workspace, "fleet", "iron_stars", name),
                lambda: create_entry(workspace, "scenario", "iron_stars", name),
                lambda: create_entry(workspace, "form", "iron_stars", name),
                lambda: add_files(workspace, ("game.yaml", b"extends: iron_stars\n")),
                lambda: add_files(workspace, ("GAME.yaml", b"extends: iron_stars\n"))):
        with pytest.raises(PrintshopError, match=r"turns its folder into a game|cannot be the name of"):
            act()
    assert (Path(fleet_file).read_text(), sorted(path.name for path in Path().iterdir())) == (stamp, there)


def test_existing_game_yaml_is_listed_and_can_be_renamed_or_deleted(workspace: Workspace,
                                                                    fleet_file: str) -> None:
    Path("game.yaml").write_text("extends: iron_stars\n")
    (listed,) = [one for one in games_api.list_own_games(workspace)["games"] if one["name"] == "game.yaml"]
    assert "turns its folder into a game, and all other files in the folder into parts of the game" in listed["broken"]
    assert "rename or delete the file" in listed["broken"]
    assert files_api.rename_file(workspace, "game.yaml", "mine") == {"file": "mine.yaml"}
    Path("game.yaml").write_text("extends: iron_stars\n")
    files_api.delete_file(workspace, "game.yaml")
    assert not Path("game.yaml").exists()


@pytest.mark.parametrize(("name", "expected"), [
    ("con", "con_.yaml"), ("COM1", "com1_.yaml"), ("com\u00b9", "com\u00b9_.yaml"), ("con:x", "con_x.yaml"),
    ("a\\..\\b", "a_b.yaml"), ("a\nb", "a_b.yaml"), ("\u202egnp", "gnp.yaml"), ("a\x1b[31m", "a_31m.yaml"),
    ("Envoy", "envoy.yaml"), ("x. ", "x.yaml"), ("CON.txt", "con_txt.yaml"), ("!", "file.yaml")])
def test_names_from_links_are_cleaned(workspace: Workspace, fleet_file: str, name: str,
                                      expected: str) -> None:
    assert sharing.save_shared(workspace, "sent", zip_text("extends: iron_stars\n"), name)["file"] == expected
    assert Path(expected).is_file()
    copied = files_api.copy_file(workspace, fleet_file, f"{name} two")["file"]
    assert re.fullmatch(r"[\w-]+\.yaml", copied)
    assert open_document(workspace, copied)["problems"] == []


@pytest.mark.parametrize("units", [
    "{unit: Gauntlet, names: [Tom, Jerry]}", '{unit: Gauntlet, names: ["A;B", "C, D", "=1", "\'-x"]}',
    "{unit: Gauntlet, count: 3, names: [Flora]}", "{unit: Gauntlet, count: 2, name: Flora}", "3 x Gauntlet",
    "{unit: 2 x Gauntlet, damage: {hull: 1}, notes: 'a; b, c'}"])
def test_table_of_a_fleet_gives_another_fleet_with_the_same_ships(workspace: Workspace, fleet_file: str,
                                                                  units: str) -> None:
    Path("one.yaml").write_text(f"game: iron_stars\nside: britain\nunits:\n  - {units}\n")
    table = files_api.make_fleet_table(workspace, "one.yaml")["text"]
    lines = [plain_of(line) for line in read_table(workspace, "one.yaml", "one.csv", table.encode())["lines"]]
    Path("other.yaml").write_text(yaml.safe_dump({"game": "iron_stars", "side": "britain", "units": lines}))
    one, other = (play_api.describe_play(workspace, name)["units"] for name in ("one.yaml", "other.yaml"))
    assert one == other


def plain_of(tree: Any) -> Any:
    """Return a tree of values as data."""
    if "entries" in tree:
        return {key: plain_of(value) for key, value in tree["entries"]}
    if "items" in tree:
        return [*map(plain_of, tree["items"])]
    return yaml.safe_load(tree["text"]) if tree["plain"] else tree["text"]


def make_zip(*files: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


ONE, OTHER = ("x.yaml", b"extends: iron_stars\n# one\n"), ("x.yaml", b"extends: iron_stars\n# another\n")


@pytest.mark.parametrize("arguments", [
    [("a.zip", make_zip(ONE)), OTHER], [("a.zip", make_zip(ONE)), ("b.zip", make_zip(OTHER))], [ONE, OTHER],
    [("a.zip", make_zip(ONE, OTHER))], [ONE, ("X.yaml", OTHER[1])], [("a.zip", make_zip(("d/x.yaml", b""))), (
        "a.zip", make_zip(("d/./x.yaml", b"1")))]])
def test_duplicate_file_names_are_reported_and_no_file_is_lost(workspace: Workspace, fleet_file: str,
                                                               arguments: list[tuple[str, bytes]]) -> None:
    before = sorted(Path().rglob("*"))
    with pytest.raises(PrintshopError, match=r"two of these files would be (d/)?x\.yaml here; none was added"):
        add_files(workspace, *arguments)
    assert sorted(Path().rglob("*")) == before


def test_file_received_twice_is_saved_once(workspace: Workspace, fleet_file: str) -> None:
    assert add_files(workspace, ("a.zip", make_zip(ONE, ONE)), ONE) == 1
    assert Path("x.yaml").read_bytes() == ONE[1]


def test_folder_that_is_no_game_is_not_deleted_and_a_restored_file_loses_no_other(workspace: Workspace) -> None:
    for name in ("d.yaml/a.yaml", "d.yaml/b.yaml"):
        (workspace.folder / name).parent.mkdir(exist_ok=True)
        (workspace.folder / name).write_text("extends: iron_stars\nships: []\n")
    with pytest.raises(PrintshopError, match="is a folder"):
        files_api.delete_file(workspace, "d.yaml")
    number = files_api.move_to_bin(workspace, workspace.folder / "d.yaml")
    for name in ("d.yaml/a.yaml", "d.yaml/b.yaml"):
        assert files_api.restore_deleted(workspace, number) == {"file": name}
    assert files_api.list_deleted(workspace) == {"deleted": []}


@pytest.mark.parametrize("name", ["9" * 255, "1" * 101, "9" * 100, "999999999", "\u0663", "0", "x"])
def test_bin_with_an_odd_name_in_it_takes_files_and_returns_them(workspace: Workspace, name: str) -> None:
    (workspace.folder / files_api.BIN / name).mkdir(parents=True)
    files = [workspace.folder / name for name in ("d.yaml", "e.yaml")]
    for file in files:
        file.write_text("extends: iron_stars\nships: []\n")
    numbers = [files_api.delete_file(workspace, file.name)["number"] for file in files]
    assert not any(file.exists() for file in files)
    assert [one["what"] for one in files_api.list_deleted(workspace)["deleted"]] == ["e.yaml", "d.yaml"]
    assert [files_api.restore_deleted(workspace, number)["file"] for number in numbers] == ["d.yaml", "e.yaml"]
    assert all(file.exists() for file in files)


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_link_in_the_bin_gets_no_file(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (workspace.folder / files_api.BIN).mkdir(parents=True)
    (workspace.folder / files_api.BIN / "1").symlink_to(outside)
    new_games_api.new_game(workspace, "Mine", "harbour")
    number = files_api.delete_file(workspace, "mine/tugs.yaml")["number"]
    assert [*outside.iterdir()] == []
    assert files_api.restore_deleted(workspace, number) == {"file": "mine/tugs.yaml"}


@pytest.mark.parametrize(("call", "place"), [
    ("mkdir", ".printshop/bin/1"), ("mkdir", ".printshop/bin/1/mine"), ("rename", "mine/tugs.yaml")])
def test_file_stays_if_the_disk_has_no_room_for_the_bin(workspace: Workspace, monkeypatch: pytest.MonkeyPatch,
                                                        call: str, place: str) -> None:
    new_games_api.new_game(workspace, "Mine", "harbour")
    before = {path: path.read_bytes() for path in workspace.folder.rglob("*.yaml")}
    original = getattr(os, call)

    def fail(path: Path, *arguments: Any) -> None:
        if Path(path) == workspace.folder / place:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        original(path, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail)
        status, answer = api.answer(workspace, "delete_file", {"what": "mine/tugs.yaml"})
    (problem,) = answer["problems"]
    assert (status, problem["message"]) == (422, f"{place} cannot be used: {os.strerror(errno.ENOSPC).lower()}")
    assert "free some space" in problem["hint"]
    assert {path: path.read_bytes() for path in workspace.folder.rglob("*.yaml")} == before
    assert [*(workspace.folder / files_api.BIN).iterdir()] == []
    assert api.answer(workspace, "delete_file", {"what": "mine/tugs.yaml"})[0] == 200


def test_link_in_the_bin_shows_no_file_from_outside(workspace: Workspace,
                                                     tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.yaml"
    outside.write_text("title: Secret\n")
    place = workspace.folder / files_api.BIN / "1"
    place.mkdir(parents=True)
    (place / "x.yaml").symlink_to(outside)
    assert [(one["title"], one["text"]) for one in files_api.list_deleted(workspace)["deleted"]] == [("", "")]
