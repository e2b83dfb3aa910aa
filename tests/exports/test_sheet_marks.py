"""Fleets and battles are printed with the marks of a sheet that was filled in on a screen, or of the table."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.games import TOY, open_game

from printshop.exports.sheet_marks import (
    ALREADY_MARKED,
    SheetMarks,
    mark_units,
    move_writing_to_fields,
    read_marks_in_play,
    read_sheet_marks,
    read_table_marks,
)
from printshop.game.model import make_unique_name
from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.game_paths import find_shipped_games
from printshop.products.rosters.build import count_marks

if TYPE_CHECKING:
    from pathlib import Path


def test_fleet_is_printed_with_the_marks_of_a_saved_sheet(toy_folder: Path) -> None:
    marks, file = toy_folder / "marks.json", toy_folder / "output" / "home" / "home.html"
    (toy_folder / "home.yaml").write_text("game: toy\nside: mauve\nunits: [Ogg]\n", encoding="utf-8")
    assert invoke("fleet", "home.yaml", "--format", "html").exit_code == 0
    page = file.read_text(encoding="utf-8")
    girth = next(key for key in re.findall(r'data-key="([^"]*)"', page) if "Ogg" in key and "/girth/" in key)
    marks.write_text(json.dumps({"marks": {girth: True}}), encoding="utf-8")
    result = invoke("fleet", "home.yaml", "--marks", "marks.json", "--format", "html")
    assert result.exit_code == 0, result.output
    assert re.match(r"Taken: Ogg.*: girth 0 to 1\.\n", result.stdout)
    assert file.read_text(encoding="utf-8") != page
    first = {"Ogg (Mauve)/destroyed": True}
    marks.write_text(json.dumps({"marks": first, "first": first}), encoding="utf-8")
    assert invoke("fleet", "home.yaml", "--marks", "marks.json", "--format", "dump").stdout.startswith(ALREADY_MARKED)
    marks.write_text("[", encoding="utf-8")
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
    assert json.loads(move_writing_to_fields(loaded, marked)[1]) == {f"{unit}/destroyed": True for unit in tracks}


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
    loaded = open_game("toy")
    battle = loaded[SCENARIOS]["tea_party"]
    table = {"Ogg (Mauve)/girth": 3, "Leaning Tower (Teal)/notes": "Destroyed"}
    sheet = json.dumps({"marks": {"Blob-2 (Teal)/girth/1": True}})
    marked, changes = read_marks_in_play(loaded, battle, sheet, table)
    states = {make_unique_name(unit): (unit.damage, unit.notes) for crew in muster_forces(loaded, marked)
              for unit in crew if unit.damage or unit.notes}
    assert states == {"Ogg (Mauve)": ({"girth": 3}, ""), "Blob-2 (Teal)": ({"girth": 1}, ""),
                      "Leaning Tower (Teal)": ({}, "Destroyed")}
    assert changes.report == "Taken: Blob-2 (Teal): girth 0 to 1."


def test_marks_of_a_battle_sheet_can_be_saved_and_read() -> None:
    ship = "Ogg (Mauve)"
    game, first = open_game("toy"), {f"{ship}/note/8": "slow", f"{ship}/destroyed": True}
    battle = game[SCENARIOS]["duel"]
    now = read_table_marks(game, battle, {f"{ship}/girth": 3, f"{ship}/notes": "Destroyed; slow", "odd": 1})
    marked = mark_units(game, battle, now)
    saved_marks = {"marks": {f"{ship}/girth/4": True, f"{ship}/note/8": "slow"}, "first": first}
    marks = read_sheet_marks(game, marked, json.dumps(saved_marks))
    assert marks.report == f"Taken: {ship}: not destroyed; {ship}: girth 3 to 4."
    assert (marks.damage, marks.notes) == ({ship: {"girth": 4}}, {ship: "slow"})
    assert read_sheet_marks(game, marked, json.dumps({"marks": first, "first": first})).report == f"{ALREADY_MARKED}."


def test_pack_is_printed_with_the_marks_of_a_sheet(working_folder: Path) -> None:
    (working_folder / "marks.json").write_text(json.dumps({"marks": {"Ogg (Mauve)/destroyed": True}}), encoding="utf-8")
    result = invoke("pack", f"{TOY}/duel", "--marks", "marks.json", "--only", "Ogg", "--format", "html")
    assert result.stdout.startswith("Taken: Ogg (Mauve): destroyed.\n"), result.output
    page = next((working_folder / "output").glob("*.html")).read_text(encoding="utf-8")
    assert 'data-marks="{&quot;Ogg (Mauve)/destroyed&quot;: true}"' in page
