"""Files of fleets: how they are found and recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke

from printshop.fleet_files import is_fleet_file

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("home_fleet_folder")


@pytest.mark.parametrize(("name", "message"), [
    ("hom", "there is no fleet 'hom'\n      = did you mean 'home'?"),
    ("iron_stars/home_fleet", "there is no fleet 'iron_stars/home_fleet'"),
    (".", "there is no fleet '.'"),
    ("game.txt.doc", "there is no fleet 'game.txt.doc'"),
])
def test_missing_fleet_is_reported(name: str, message: str) -> None:
    assert message in invoke("fleet", name).output


def test_workbook_and_misnamed_file_are_reported(home_fleet_folder: Path) -> None:
    (home_fleet_folder / "x.ods").write_bytes(b"PK\x03\x04")
    (home_fleet_folder / "latin.csv").write_text("unit\nGolem\n", encoding="utf-8")
    assert 'save it as .xlsx, or as "CSV UTF-8"' in invoke("fleet", "x.ods").output
    assert "latin" not in invoke("fleet", "missing.csv").output
    assert "did you mean 'latin.csv'?" in invoke("fleet", "latn.csv").output


def test_fleet_must_belong_to_a_game(home_fleet_folder: Path) -> None:
    (home_fleet_folder / "a.yaml").write_text("units: [Golem]\n", encoding="utf-8")
    (home_fleet_folder / "a.csv").write_text("unit\nGolem\n", encoding="utf-8")
    (home_fleet_folder / "b.yaml").write_text("game: iron_star\nunits: [Golem]\n", encoding="utf-8")
    (home_fleet_folder / "b.doc").write_text("game: iron_star\nunits: [Golem]\n", encoding="utf-8")
    unsaid = "does not name the game of the fleet\n      = write"
    assert f"a.yaml {unsaid} game: NAME in the file, or --game NAME" in invoke("fleet", "a.yaml").output
    assert f"a.csv {unsaid} --game NAME" in invoke("fleet", "a.csv").output
    assert "b.yaml:1:7: error: there is no game named 'iron_star'" in invoke("fleet", "b.yaml").output
    assert "b.doc is not a fleet file" in invoke("fleet", "b.doc").output


def test_fleet_files_are_recognised(home_fleet_folder: Path) -> None:
    for name, text in (("a.yaml", "game: x\nunits: []\n"), ("b.yaml", "extends: x\nunits: []\n"), ("c.yaml", "- a\n"),
                       ("d.csv", ""), ("e.txt", "unit"), ("f.yaml", "title: x\nunit_types: {}\n"),
                       ("g.yaml", "# mine\n{units: [],\n  game: x}\n"), ("i.yaml", "{extends: x, notes: {game: x}}"),
                       ("j.yaml", "{game: x,")):
        (home_fleet_folder / name).write_text(text, encoding="utf-8")
    assert [name for name in "abcdefgij" for path in home_fleet_folder.glob(f"{name}.*") if is_fleet_file(path)] == [
        "a",
        "d",
        "e",
        "g",
    ]
    assert not is_fleet_file(home_fleet_folder)
    assert not is_fleet_file(home_fleet_folder / "nothing.yaml")
