"""Games that extend others, from the command line: what is printed of them, and the messages."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pdfplumber
import pytest
import yaml
from helpers.cli import invoke

import printshop
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.counters import build as counters_build
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

if TYPE_CHECKING:

    from printshop.game.model import Game

pytestmark = pytest.mark.usefixtures("harbour_folder")

STARTER = STARTERS_FOLDER / DEFAULT_STARTER
SHIP = """\
extends: iron_stars
ships:
  - name: Thunder Child
    side: britain
    type: Cruiser
    points: 43
    hull: 14
    armour: 3
    thrust: 5
    primary: 4/d10 x2
"""
TUG = """\
extends: harbour
rights: Tugs by Ann.
tugs:
- {name: Black Pig, side: docks, planks: 8, steam: 4, points: 11}
"""
RAID = """\
scenarios:
  raid:
    title: Raid
    summary: Out they come.
    table: 3 ft x 3 ft
    turns: 5
    forces:
      docks: {units: [Black Pig]}
      customs: {units: [Vigilant]}
    setup: [Anywhere.]
    victory: {text: Who floats has won.}
"""
FORM = "forms:\n  log: {title: Logbook, per_page: 1, rows: [{height: 8 mm, cells: [{text: Log}]}]}\n"


def read_done(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def write(text: str, name: str = "mine.yaml") -> Game:
    Path(name).write_text(text, encoding="utf-8")
    return read_game(Path(name))


def add(name: str, text: str) -> None:
    Path(name).write_text(Path(name).read_text(encoding="utf-8") + text, encoding="utf-8")


def read_pdf(file: str) -> str:
    with pdfplumber.open(file) as pdf:
        return "\n".join(page.extract_text() for page in pdf.pages)


# --- what is printed


@pytest.mark.slow
def test_user_ship_needs_eight_lines() -> None:
    Path("my_ships.yaml").write_text(SHIP, encoding="utf-8")
    assert read_done("make", "records", "my_ships.yaml", "Thunder Child") == "output/my_ships-records.pdf\n"
    text = read_pdf("output/my_ships-records.pdf")
    assert "HMES Thunder Child" in text
    assert "Iron Stars is © 2004" in text
    shutil.copy("output/my_ships-records.pdf", "named.pdf")
    read_done("make", "records", "my_ships")
    assert read_pdf("output/my_ships-records.pdf") == read_pdf("named.pdf")


def test_own_log_does_not_hide_the_records_of_own_units() -> None:
    titles = [page.bookmarks[0].title for page in printshop.build("records", write(TUG + FORM)).pages if page.bookmarks]
    assert titles == ["Tug records", "Logbook"]


def test_own_counters_exclude_markers_of_the_base() -> None:
    marker = "markers:\n  {}: {{size: 1 x 1 in, with: tugs, front: [{{text: {}}}]}}\n"
    add("harbour/game.yaml", marker.format("wave", "Wave"))
    game = write(TUG)
    assert len([*counters_build.build_counters(game, PrintRequest(), PrintSettings()).pages]) == 1
    Path("mine.yaml").write_text(TUG + marker.format("ink", "Ink"), encoding="utf-8")
    read_done("make", "counters", "mine")
    text = read_pdf("output/mine-counters.pdf")
    assert "Ink" in text
    assert "Wave" not in text


def test_complete_output_of_an_extension_without_additions_is_that_of_its_base() -> None:
    write("extends: harbour\nsides: {docks: {changes: true, colour: '#112233'}}\n")
    assert [line.rpartition("-")[2] for line in read_done("make", "all", "mine").splitlines()[:-1]] == [
        "booklet.pdf", "records.pdf", "records.pdf", "counters.pdf", "templates.pdf"]


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["pack", "mine"], 2, "did you mean mine/first_light?"),
    (["pack", "mine.yaml"], 2, "did you mean mine.yaml/first_light?"),
    (["pack", "mine/ride"], 1, "did you mean 'raid'?"),
    (["pack", "mune/raid"], 1, "did you mean 'mine'?"),
    (["make", "records", "mine/ride"], 1, "did you mean 'raid'?"),
    (["make", "records", "mine", "Black Pug"], 1, "did you mean 'Black Pig'?"),
    (["make", "records", "mine.yml"], 1, "there is no game named 'mine.yml'"),
    (["list", "harbour/tugs.yaml"], 1, "the file is a part of a game: use the folder of the game instead: harbour"),
])
def test_unknown_names_are_reported_with_suggestions(arguments: list[str], code: int, message: str) -> None:
    write(TUG + RAID)
    result = invoke(*arguments)
    assert (result.exit_code, message in result.output) == (code, True), result.output


def test_files_of_another_game_are_not_overwritten_without_notice() -> None:
    shutil.copytree("harbour", "old/harbour")
    path = Path("old/harbour/game.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("title: Harbour", "title: Häfen (old)"), encoding="utf-8")
    assert read_done("make", "records", "old/harbour") == "output/harbour-records.pdf\n"
    assert read_done("make", "records", "harbour").splitlines() == [
        "output/harbour-records.pdf",
        "files of another game with the same name were replaced: harbour-records.pdf"]
    assert read_done("make", "records", "harbour", "Rat") == "output/harbour-records.pdf\n"
    read_done("make", "records", "old/harbour")
    assert read_done("make", "records", "old/harbour") == "output/harbour-records.pdf\n"


# --- messages


@pytest.mark.slow
def test_list_includes_the_games_of_the_working_folder() -> None:
    write(TUG + RAID)
    Path("broken.yaml").write_text("extends: nowhere\n", encoding="utf-8")
    Path("fleet.yaml").write_text("game: harbour\n", encoding="utf-8")
    lines = read_done("list").splitlines()
    assert lines[lines.index("In this folder"):-2] == [
        "In this folder",
        "broken          has problems: printshop check broken reports the problems",
        "harbour         Harbour: 4 units",
        "                  harbour/first_light",
        "mine            Harbour: 1 unit, 1 scenario more than harbour",
        "                  mine/raid",
    ]


def test_list_separates_own_entries_from_those_of_the_base() -> None:
    write(TUG + RAID + FORM)
    lines = read_done("list", "mine").splitlines()
    assert lines[1] == "read from mine.yaml, which extends harbour"
    assert lines[lines.index("The Docks"):][:3] == ["The Docks", "  Black Pig        11 points, Large",
                                                    "  from harbour: Mary Gloster, Rat"]
    assert "  mine/first_light                     First Light (from harbour)" in lines
    assert "  mine/raid                            Raid" in lines
    assert "  records:    log; from harbour: record" in lines


# --- a game is the same however it is laid upon another

WHOLE = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in STARTER.glob("*.yaml")}
WHOLE["scenarios"] = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
                      for path in STARTER.glob("scenarios/*.yaml")}
