"""Fleets from the command line: files and folders, what is written, what is told, and the examples of the pages."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import TYPE_CHECKING

import harbour as examples
import pikepdf
import pytest
from click.testing import CliRunner, Result

from printshop.cli import main
from printshop.drafts.writing import write_game
from printshop.problems import PrintshopError
from printshop.workshop.fleets import find_fleet, is_fleet

if TYPE_CHECKING:
    from pathlib import Path

FLEET = "game: iron_stars\nside: britain\nlimit: 50\nunits: [Golem, {unit: 2 x Alpha, damage: {hull: 1}}]\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home.yaml").write_text(FLEET, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    examples.write(folder, [block for block in examples.blocks() if block.how])
    return folder


@pytest.fixture
def harbour(here: Path, written: Path) -> Path:
    shutil.copytree(written, here, dirs_exist_ok=True)
    return here / "harbour"


def test_a_fleet_is_one_file_and_its_parts(here: Path) -> None:
    result = run("fleet", "home.yaml")
    assert result.exit_code == 0, result.output
    parts = ("", "-rosters", "-records", "-counters")
    assert result.stdout == "".join(f"output/home/home{part}.pdf\n" for part in parts)
    assert result.stderr == "warning: Home: 53 points, 3 over the limit of 50\n"
    folder = here / "output" / "home"
    with pikepdf.open(folder / "home.pdf") as whole:
        # what to print on what goes to a second page of the roster
        assert [page.label for page in whole.pages] == ["F-1", "F-2", "S-1", "C-1"]
        counts = [len(pikepdf.open(path).pages) for path in folder.glob("home-*.pdf")]
        assert sum(counts) == len(whole.pages)
        with whole.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Rosters", "Records", "Counters"]
    assert run("verify", *folder.glob("*.pdf")).exit_code == 0


def test_the_command_goes_before_the_file() -> None:
    assert run("fleet", "home.yaml", "--limit", "52.5", "--format", "dump").stderr == (
        "warning: Home: 53 points, 0.5 over the limit of 52.5\n")
    assert not run("fleet", "home.yaml", "--limit", "53", "--format", "dump").stderr
    assert "there is no side 'brittain'" in run("fleet", "home.yaml", "--side", "brittain").output
    assert "Golem belongs to Britain" in run("fleet", "home.yaml", "--side", "russia").output
    assert "is not a number of points" in run("fleet", "home.yaml", "--limit", "many").output
    assert "there is no game called 'iron_star'" in run("fleet", "home.yaml", "--game", "iron_star").output


def test_nothing_is_written_of_a_fleet_with_a_slip(here: Path) -> None:
    (here / "home.yaml").write_text(FLEET.replace("hull: 1", "hul: 1").replace("Golem", "Golum"), encoding="utf-8")
    result = run("fleet", "home.yaml")
    assert result.exit_code == 1
    assert "home.yaml:4:9: error: there is no unit called 'Golum'" in result.output
    assert "home.yaml:4:43: error: damage of Alpha-1: its record has no 'hul'\n" in result.output
    assert "did you mean 'hull'?\n2 problems; nothing was written" in result.output
    assert not (here / "output").exists()


@pytest.mark.parametrize(("name", "message"), [
    ("hom", "there is no fleet 'hom'\n      = did you mean 'home'?"),
    ("iron_stars/home_fleet", "there is no fleet 'iron_stars/home_fleet'"),
    (".", "there is no fleet '.'"),
    ("game.txt.doc", "there is no fleet"),
])
def test_a_fleet_that_is_not_there(name: str, message: str) -> None:
    assert message in run("fleet", name).output


def test_a_workbook_and_a_file_that_nothing_is_called_like(here: Path) -> None:
    (here / "x.ods").write_bytes(b"PK\x03\x04")
    (here / "latin.csv").write_text("unit\nGolem\n", encoding="utf-8")
    assert 'save it as .xlsx, or as "CSV UTF-8"' in run("fleet", "x.ods").output
    assert "latin" not in run("fleet", "missing.csv").output
    assert "did you mean 'latin.csv'?" in run("fleet", "latn.csv").output


def test_tracks_may_be_written_large_or_small(here: Path) -> None:
    (here / "large.csv").write_text("unit,damage\nGolem,Hull=15; Gyroscopic Stabilizer=1\n", encoding="utf-8")
    assert "15 of hull are marked, the record has 14" in run("fleet", "large.csv", "--game", "iron_stars").output
    (here / "large.csv").write_text("unit,damage\nGolem,Hull=3; Gyroscopic Stabilizer=1\n", encoding="utf-8")
    assert run("fleet", "large.csv", "--game", "iron_stars", "--format", "dump").exit_code == 0


def test_a_fleet_must_be_of_a_game(here: Path) -> None:
    (here / "a.yaml").write_text("units: [Golem]\n", encoding="utf-8")
    (here / "a.csv").write_text("unit\nGolem\n", encoding="utf-8")
    (here / "b.yaml").write_text("game: iron_star\nunits: [Golem]\n", encoding="utf-8")
    (here / "b.doc").write_text("game: iron_star\nunits: [Golem]\n", encoding="utf-8")
    unsaid = "does not say of which game it is\n      = write"
    assert f"a.yaml {unsaid} game: NAME in it, or --game" in run("fleet", "a.yaml").output
    assert f"a.csv {unsaid} --game NAME" in run("fleet", "a.csv").output
    assert "b.yaml:1:7: error: there is no game called 'iron_star'" in run("fleet", "b.yaml").output
    assert "b.doc is no fleet" in run("fleet", "b.doc").output


def test_check_reads_fleets_and_those_of_a_game(here: Path) -> None:
    write_game(here / "docks")
    (here / "docks" / "fleets").mkdir()
    (here / "docks" / "fleets" / "night_shift.yaml").write_text("units: [Rat-1, Vigilant]\n", encoding="utf-8")
    result = run("check", "home.yaml", "docks")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("home.yaml: a fleet of 3 units, no problems\n"
                                    "  warning: 53 points, 3 over the limit of 50\ndocks: ")
    assert "docks/fleets/night_shift.yaml: a fleet of 2 units, no problems" in result.output
    (here / "docks" / "fleets" / "late.csv").write_text("unit\nRatt\n", encoding="utf-8")
    result = run("check", "docks")
    assert result.exit_code == 1
    assert "docks/fleets/late.csv:2:1: error: there is no unit called 'Ratt'" in result.output
    assert not (here / "output").exists()


def test_all_of_a_game_is_made_and_its_faulty_fleets_are_named(here: Path) -> None:
    write_game(here / "docks")
    (here / "docks" / "fleets").mkdir()
    (here / "docks" / "fleets" / "night_shift.yaml").write_text("units: [Rat-1, Vigilant]\n", encoding="utf-8")
    assert "fleet" not in run("make", "all", "docks", "--format", "dump").stderr
    (here / "docks" / "fleets" / "late.csv").write_text("unit\nRatt\n", encoding="utf-8")
    (here / "docks" / "fleets" / "odd.yaml").write_text("units: [Vigilent, Ratt-1]\nlimit: many\n", encoding="utf-8")
    result = run("make", "all", "docks", "--format", "dump")
    assert result.exit_code == 0
    assert "warning: docks/fleets/late.csv: this fleet has 1 problem, see printshop check" in result.stderr
    assert "docks/fleets/odd.yaml: this fleet has 3 problems" in result.stderr
    assert "night_shift" not in result.stderr


def test_a_fleet_in_the_folder_of_a_game_is_called_as_its_battles_are(harbour: Path) -> None:
    assert find_fleet("harbour/night_shift").samefile(harbour / "fleets" / "night_shift.yaml")
    assert run("fleet", "harbour/night_shift", "--format", "dump").exit_code == 0
    with pytest.raises(PrintshopError, match="did you mean 'harbour/night_shift'"):
        find_fleet("harbour/night_shft")


def test_what_looks_like_a_fleet(here: Path) -> None:
    for name, text in (("a.yaml", "game: x\nunits: []\n"), ("b.yaml", "extends: x\nunits: []\n"), ("c.yaml", "- a\n"),
                       ("d.csv", ""), ("e.txt", "unit"), ("f.yaml", "title: x\nunit_types: {}\n"),
                       ("g.yaml", "# mine\n{units: [],\n  game: x}\n"), ("i.yaml", "{extends: x, notes: {game: x}}"),
                       ("j.yaml", "{game: x,")):
        (here / name).write_text(text, encoding="utf-8")
    assert [name for name in "abcdefgij" for path in here.glob(f"{name}.*") if is_fleet(path)] == ["a", "d", "e", "g"]
    assert not is_fleet(here)
    assert not is_fleet(here / "nothing.yaml")


def test_the_fleet_of_the_page_prints(here: Path, harbour: Path) -> None:
    result = run("fleet", "saturday.yaml", "--format", "dump")
    assert result.exit_code == 0, result.output
    assert (here / "output/saturday/saturday-rosters.txt").is_file()
    assert "over the limit" not in result.output


def test_the_table_of_the_page_prints(here: Path, harbour: Path) -> None:
    shown = re.search(r"<!-- fleet: (\S+), (\w+), (\w+) -->\n```csv\n(.*?)```", examples.documentation(), re.DOTALL)
    assert shown
    (here / shown[1]).write_text(shown[4], encoding="utf-8")
    result = run("fleet", shown[1], "--game", shown[2], "--side", shown[3], "--format", "dump")
    assert result.exit_code == 0, result.output


def test_the_commands_of_the_page_work(harbour: Path) -> None:
    page = (examples.ROOT / "data" / "reference" / "fleets.md").read_text(encoding="utf-8")
    commands = re.findall(r"^ {4}(printshop make rosters [^\n]*?)(?: {2,}.*)?$", page, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        result = run(*shlex.split(command)[1:], "--format", "dump")
        assert result.exit_code == 0, f"{command}: {result.output}"


def test_a_roster_may_be_blank(here: Path) -> None:
    assert run("make", "rosters", "iron_stars", "--blank").output == "output/iron_stars-blank-rosters.pdf\n"
    assert run("make", "rosters", "iron_stars", "--blank", "3").exit_code == 0
    with pikepdf.open(here / "output/iron_stars-blank-rosters.pdf") as made:
        assert len(made.pages) == 3
    assert "a roster has no pieces that --only could name" in run("make", "rosters", "iron_stars", "--only", "x").output


def test_a_fleet_is_no_booklet(here: Path) -> None:
    result = run("fleet", "home.yaml", "--booklet")
    assert result.exit_code == 2
    assert "--booklet is for the booklet of a scenario" in " ".join(result.stderr.replace("│", " ").split())
    assert not (here / "output").exists()
