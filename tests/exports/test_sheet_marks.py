"""Fleets and battles are printed with the marks of a sheet that was filled in on a screen, or of the table."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.games import open_game

from printshop.exports.sheet_marks import (
    ALREADY_MARKED,
    SheetMarks,
    list_first_marks,
    mark_units,
    read_marks_in_play,
    read_sheet_marks,
    read_table_marks,
)
from printshop.game.model import make_unique_name
from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintSettings
from printshop.products.packs import build_components
from printshop.products.rosters.build import count_marks

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("home_fleet_folder")
def test_fleet_is_printed_with_the_marks_of_a_saved_sheet(home_fleet_folder: Path) -> None:
    assert invoke("fleet", "home.yaml", "--format", "html").exit_code == 0
    page = (home_fleet_folder / "output" / "home" / "home.html").read_text(encoding="utf-8")
    hull = next(key for key in re.findall(r'data-key="([^"]*)"', page) if "Golem" in key and "/hull/" in key)
    (home_fleet_folder / "marks.json").write_text(json.dumps({"marks": {hull: True}}), encoding="utf-8")
    before = invoke("fleet", "home.yaml", "--format", "dump")
    dump = home_fleet_folder / "output" / "home" / "home.txt"
    unmarked = dump.read_text(encoding="utf-8")
    result = invoke("fleet", "home.yaml", "--marks", "marks.json", "--format", "dump")
    assert (before.exit_code, result.exit_code) == (0, 0), result.output
    assert re.match(r"Taken: Golem.*: hull 0 to 1\.\n", result.stdout)
    assert dump.read_text(encoding="utf-8") != unmarked
    first = {"Golem (Britain)/destroyed": True}
    (home_fleet_folder / "marks.json").write_text(json.dumps({"marks": first, "first": first}), encoding="utf-8")
    assert invoke("fleet", "home.yaml", "--marks", "marks.json", "--format", "dump").stdout.startswith(ALREADY_MARKED)
    (home_fleet_folder / "marks.json").write_text("[", encoding="utf-8")
    assert "nothing in this file is marked" in invoke("fleet", "home.yaml", "--marks", "marks.json").output


@pytest.mark.parametrize("game", find_shipped_games())
def test_every_track_of_a_battle_can_be_marked(game: str) -> None:
    loaded = open_game(game)
    battle = next(iter(loaded[SCENARIOS].values()))
    tracks = count_marks(loaded, [unit for crew in muster_forces(loaded, battle) for unit in crew])
    tracks = {unit: {track: circles for track, circles in of.items() if circles} for unit, of in tracks.items()}
    marks: dict[str, int | str] = {f"{unit}/{track}": circles for unit, of in tracks.items()
                                   for track, circles in of.items()}
    marks |= {f"{unit}/notes": "Destroyed; in port" for unit in tracks}
    marked = mark_units(loaded, battle, read_table_marks(loaded, battle, marks))
    assert [(unit.damage, unit.notes) for crew in muster_forces(loaded, marked) for unit in crew] == [
        (of, "Destroyed; in port") for of in tracks.values()]
    assert json.loads(list_first_marks(loaded, marked)) == {f"{unit}/destroyed": True for unit in tracks}


@pytest.mark.parametrize("game", find_shipped_games())
def test_marks_of_one_unit_change_no_other_unit(game: str) -> None:
    loaded = open_game(game)
    battle = next(iter(loaded[SCENARIOS].values()))
    first, *others = [make_unique_name(unit) for crew in muster_forces(loaded, battle) for unit in crew]
    before = dict.fromkeys((first, *others), "Destroyed; in port")
    marked = mark_units(loaded, battle, SheetMarks({}, before, ""))
    marked = mark_units(loaded, marked, SheetMarks({}, {first: "on fire"}, ""))
    assert {make_unique_name(unit): unit.notes for crew in muster_forces(loaded, marked) for unit in crew} == {
        **before, first: "on fire"}


def test_marks_of_a_sheet_are_added_to_those_of_the_table() -> None:
    loaded = open_game("iron_stars")
    battle = next(iter(loaded[SCENARIOS].values()))
    table = {"Golem (Britain)/hull": 3, "Gauntlet (Britain)/notes": "Destroyed"}
    sheet = json.dumps({"marks": {"Sycorax (Britain)/hull/1": True}})
    marked, changes = read_marks_in_play(loaded, battle, sheet, table)
    assert [*build_components(loaded, marked, PrintSettings(), only_marked=True)]
    states = {make_unique_name(unit): (unit.damage, unit.notes) for crew in muster_forces(loaded, marked)
              for unit in crew if unit.damage or unit.notes}
    assert states == {"Golem (Britain)": ({"hull": 3}, ""), "Gauntlet (Britain)": ({}, "Destroyed"),
                      "Sycorax (Britain)": ({"hull": 1}, "")}
    assert changes.report == "Taken: Sycorax (Britain): hull 0 to 1."


def test_marks_of_a_battle_sheet_can_be_saved_and_read(tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ship = "Golem (Britain)"
    game, first = open_game("iron_stars"), {f"{ship}/note/8": "slow", f"{ship}/destroyed": True}
    battle = game[SCENARIOS]["meeting_engagement"]
    now = read_table_marks(game, battle, {f"{ship}/hull": 3, f"{ship}/notes": "Destroyed; slow", "odd": 1})
    marked = mark_units(game, battle, now)
    saved_marks = {"marks": {f"{ship}/hull/4": True, f"{ship}/note/8": "slow"}, "first": first}
    marks = read_sheet_marks(game, marked, json.dumps(saved_marks))
    assert marks.report == f"Taken: {ship}: not destroyed; {ship}: hull 3 to 4."
    assert (marks.damage, marks.notes) == ({ship: {"hull": 4}}, {ship: "slow"})
    assert read_sheet_marks(game, marked, json.dumps({"marks": first, "first": first})).report == f"{ALREADY_MARKED}."
    (tmp_path / "marks.json").write_text(json.dumps({"marks": {f"{ship}/destroyed": True}}), encoding="utf-8")
    result = invoke("pack", "iron_stars/meeting_engagement", "--marks", "marks.json", "--only", "Golem", "--format",
                    "html")
    assert result.stdout.startswith(f"Taken: {ship}: destroyed.\n"), result.output
    page = next((tmp_path / "output").glob("*.html")).read_text(encoding="utf-8")
    assert f'data-marks="{{&quot;{ship}/destroyed&quot;: true}}"' in page
