"""Fleets from the command line: the files that are written, and the problems of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf
import pytest
from helpers.cli import invoke
from helpers.fleets import HOME_FLEET

from printshop.fleet_files import find_fleet_file
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("home_fleet_folder")


def test_fleet_is_one_file_and_its_parts(home_fleet_folder: Path) -> None:
    result = invoke("fleet", "home.yaml")
    assert result.exit_code == 0, result.output
    parts = ("", "-rosters", "-records", "-counters")
    assert result.stdout == "".join(f"output/home/home{part}.pdf\n" for part in parts)
    assert result.stderr == "warning: Home: 53 points, 3 over the limit of 50\n"
    folder = home_fleet_folder / "output" / "home"
    with pikepdf.open(folder / "home.pdf") as whole:
        # what to print on what goes to a second page of the roster
        assert [page.label for page in whole.pages] == ["F-1", "F-2", "S-1", "C-1"]
        counts = [len(pikepdf.open(path).pages) for path in folder.glob("home-*.pdf")]
        assert sum(counts) == len(whole.pages)
        with whole.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Rosters", "Records", "Counters"]
    assert invoke("verify", *folder.glob("*.pdf")).exit_code == 0


@pytest.mark.slow
def test_command_goes_before_the_file() -> None:
    assert invoke("fleet", "home.yaml", "--limit", "52.5", "--format", "dump").stderr == (
        "warning: Home: 53 points, 0.5 over the limit of 52.5\n")
    assert not invoke("fleet", "home.yaml", "--limit", "53", "--format", "dump").stderr
    assert "there is no side 'brittain'" in invoke("fleet", "home.yaml", "--side", "brittain").output
    assert "Golem belongs to Britain" in invoke("fleet", "home.yaml", "--side", "russia").output
    assert "is not a number of points" in invoke("fleet", "home.yaml", "--limit", "many").output
    assert "there is no game named 'iron_star'" in invoke("fleet", "home.yaml", "--game", "iron_star").output


def test_fleet_with_a_mistake_writes_no_file(home_fleet_folder: Path) -> None:
    (home_fleet_folder / "home.yaml").write_text(
        HOME_FLEET.replace("hull: 1", "hul: 1").replace("Golem", "Golum"), encoding="utf-8"
    )
    result = invoke("fleet", "home.yaml")
    assert result.exit_code == 1
    assert "home.yaml:4:9: error: there is no unit named 'Golum'" in result.output
    assert "home.yaml:4:43: error: damage of Alpha-1: the record has no 'hul'\n" in result.output
    assert "did you mean 'hull'?\n2 problems; nothing was written" in result.output
    assert not (home_fleet_folder / "output").exists()


def test_tracks_may_be_written_large_or_small(home_fleet_folder: Path) -> None:
    (home_fleet_folder / "large.csv").write_text(
        "unit,damage\nGolem,Hull=15; Gyroscopic Stabilizer=1\n", encoding="utf-8"
    )
    output = invoke("fleet", "large.csv", "--game", "iron_stars").output
    assert "15 marks of hull are asked for, but the record has only 14" in output
    (home_fleet_folder / "large.csv").write_text(
        "unit,damage\nGolem,Hull=3; Gyroscopic Stabilizer=1\n", encoding="utf-8"
    )
    assert invoke("fleet", "large.csv", "--game", "iron_stars", "--format", "dump").exit_code == 0


def test_check_reads_fleets_and_those_of_a_game(home_fleet_folder: Path) -> None:
    write_starter_game(home_fleet_folder / "docks")
    (home_fleet_folder / "docks" / "fleets").mkdir()
    (home_fleet_folder / "docks" / "fleets" / "night_shift.yaml").write_text(
        "units: [Rat-1, Vigilant]\n", encoding="utf-8"
    )
    result = invoke("check", "home.yaml", "docks")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("home.yaml: a fleet of 3 units, no problems\n"
                                    "  warning: 53 points, 3 over the limit of 50\ndocks: ")
    assert "docks/fleets/night_shift.yaml: a fleet of 2 units, no problems" in result.output
    (home_fleet_folder / "docks" / "fleets" / "late.csv").write_text("unit\nRatt\n", encoding="utf-8")
    result = invoke("check", "docks")
    assert result.exit_code == 1
    assert "docks/fleets/late.csv:2:1: error: there is no unit named 'Ratt'" in result.output
    assert not (home_fleet_folder / "output").exists()


def test_all_output_of_a_game_is_written_and_its_faulty_fleets_are_named(home_fleet_folder: Path) -> None:
    write_starter_game(home_fleet_folder / "docks")
    (home_fleet_folder / "docks" / "fleets").mkdir()
    (home_fleet_folder / "docks" / "fleets" / "night_shift.yaml").write_text(
        "units: [Rat-1, Vigilant]\n", encoding="utf-8"
    )
    assert "fleet" not in invoke("make", "all", "docks", "--format", "dump").stderr
    (home_fleet_folder / "docks" / "fleets" / "late.csv").write_text("unit\nRatt\n", encoding="utf-8")
    (home_fleet_folder / "docks" / "fleets" / "odd.yaml").write_text(
        "units: [Vigilent, Ratt-1]\nlimit: many\n", encoding="utf-8"
    )
    result = invoke("make", "all", "docks", "--format", "dump")
    assert result.exit_code == 0
    assert "warning: docks/fleets/late.csv: this fleet has 1 problem; run printshop check for details" in result.stderr
    assert "docks/fleets/odd.yaml: this fleet has 3 problems" in result.stderr
    assert "night_shift" not in result.stderr


def test_fleet_in_the_folder_of_a_game_is_named_like_a_battle(full_example_harbour: Path) -> None:
    assert find_fleet_file("harbour/night_shift").samefile(full_example_harbour / "fleets" / "night_shift.yaml")
    assert invoke("fleet", "harbour/night_shift", "--format", "dump").exit_code == 0
    with pytest.raises(PrintshopError, match="did you mean 'harbour/night_shift'"):
        find_fleet_file("harbour/night_shft")


def test_roster_may_be_blank(home_fleet_folder: Path) -> None:
    assert invoke("make", "rosters", "iron_stars", "--blank").output == "output/iron_stars-blank-rosters.pdf\n"
    assert invoke("make", "rosters", "iron_stars", "--blank", "3").exit_code == 0
    with pikepdf.open(home_fleet_folder / "output/iron_stars-blank-rosters.pdf") as pdf:
        assert len(pdf.pages) == 3
    output = invoke("make", "rosters", "iron_stars", "--only", "x").output
    assert "a roster has no pieces to choose with --only" in output


def test_fleet_is_no_booklet(home_fleet_folder: Path) -> None:
    result = invoke("fleet", "home.yaml", "--booklet")
    assert result.exit_code == 2
    assert "use --booklet only for the booklet of a scenario" in " ".join(result.stderr.replace("│", " ").split())
    assert not (home_fleet_folder / "output").exists()
