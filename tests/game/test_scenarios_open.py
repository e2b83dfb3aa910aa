"""Scenarios that leave something open: units still to be chosen or of any side, unknown values, many sides."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.games import change_file
from helpers.pages import read_text
from helpers.problems import catch_problems, check_whole_game, list_messages

from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product, packs
from printshop.products.booklets import build as booklets_build
from printshop.products.product import find_default_keys

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

BATTLE = "scenarios/first_light.yaml"


def read_booklet(game: Game) -> str:
    return " ".join(read_text(page.items) for page in booklets_build.build_booklet(game, PrintRequest(),
                                                                                   PrintSettings()).pages)


def catch_messages(folder: Path) -> list[str]:
    return list_messages(catch_problems(read_game, folder))


# --- what nobody knows

def test_unknown_values_are_spaces_to_write_in_with_a_warning(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("table: 4 ft x 3 ft", "table: unknown"), ("turns: 8", "turns: unknown"),
           ("victory: {text: After eight turns the side with more points has won.}",
            "victory: unknown\nvariant: unknown"))
    text = (harbour / BATTLE).read_text(encoding="utf-8")
    (harbour / BATTLE).write_text(text[: text.index("setup:")] + "setup: unknown\n" + text[text.index("victory"):],
                                  encoding="utf-8")
    game = check_whole_game(harbour)
    scenario = game[SCENARIOS]["first_light"]
    assert (scenario.table, scenario.turns, scenario.setup, scenario.victory.text) == (None, None, None, None)
    words = read_booklet(game)
    assert "The printed number of turns is not known." in words
    assert "Not known as printed: set-up, conditions of victory. Agree on them, or play without." in words
    assert "Not in the text we have: ____" in words


def test_quoted_unknown_is_a_text(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("turns: 8", 'turns: "unknown"'))
    (message,) = catch_messages(harbour)
    assert message == "'turns' of the scenario 'first_light' must be a whole number, found the quoted text 'unknown'"


def test_scenario_without_turns_has_no_turn_track(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("turns: 8\n", ""))
    words = read_booklet(read_game(harbour))
    assert "Turn track" not in words
    assert "No number of turns is set" not in words


def test_other_tracks_continue_without_turns(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("turns: 8\n", "track: [Tide]\n"))
    game = read_game(harbour)
    assert game[SCENARIOS]["first_light"].turns == 0
    words = read_booklet(game)
    assert "No number of turns is set" in words
    assert " 16 " in words


def test_unknown_price_leaves_the_totals_open(harbour: Path) -> None:
    change_file(harbour / "tugs.yaml", ("points: 21", "points: unknown"))
    game = check_whole_game(harbour)
    docks, customs = game[SCENARIOS]["first_light"].forces
    assert [one.points for one in docks.listings] == [None, Fraction(4)]
    assert (docks.is_complete, customs.is_complete) == (False, True)
    words = read_booklet(game)
    assert "Mary Gloster ____" in words
    assert "33" not in words


# --- table or map

@pytest.mark.parametrize(("old", "new", "message"), [
    ("table: 4 ft x 3 ft\n", "", "the scenario 'first_light' needs 'table' or 'map'"),
    ("table: 4 ft x 3 ft\n", "table: 4 ft x 3 ft\nmap: bay\n",
     "the scenario 'first_light' cannot have both 'table' and 'map'"),
    ("table: 4 ft x 3 ft\n", "map: bay\n",
     "the scenario 'first_light' refers to 'bay', which is missing in the maps of the game"),
    ("table: 4 ft x 3 ft\n", "table: unknown\ndeployment: {positions: {}}\n",
     "'deployment' of the scenario 'first_light' needs a 'table'"),
])
def test_place_of_the_battle_is_printed(harbour: Path, old: str, new: str, message: str) -> None:
    assert message in catch_messages(change_file(harbour / BATTLE, (old, new)).parents[1])


# --- units of a player's choice

def test_open_force_shows_its_points_and_space_to_write(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("customs: {points: 28, units: [Vigilant, Diligent]}", "customs: {points: 50}"),
           ("turns: 8", "balance: 60 %\nturns: 8"),
           ("has won.}", "has won., score: [{title: Sunk, worth: points}]}"))
    game = check_whole_game(harbour)
    customs = game[SCENARIOS]["first_light"].forces[1]
    assert (customs.listings, customs.total) == ((), 50)
    assert [len(crew) for crew in muster_forces(game, game[SCENARIOS]["first_light"])] == [4, 0]
    words = read_booklet(game)
    assert "Its player chooses the units, for 50 points:" in words
    assert "33 against 50" in words
    assert "Won from Her Customs" in words


def test_scenario_with_open_forces_only_has_blank_records_and_no_counters(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("customs: {points: 28, units: [Vigilant, Diligent]}", "customs: {}"),
           ("docks: {points: 33, units: [Mary Gloster, 3 x Rat]}", "docks: {points: 33}"))
    game = check_whole_game(harbour)
    scenario = game[SCENARIOS]["first_light"]
    components = {one.product.name: one for one in packs.build_pack_components(game, scenario, PrintSettings())}
    assert list(components) == ["booklet", "records", "templates"]
    assert "Mary" not in read_text(components["records"].pages[0].items)


# --- units that are anyone's, and many sides

PLAYERS = ("red", "blue", "green", "white", "black", "grey")
SIDES = "\n".join(f'  {name}: {{colour: "#0072b2", pattern: {pattern}}}' for name, pattern in zip(
    PLAYERS, ("solid", "hatch", "dots", "bars", "checks", "stripes"), strict=True))


@pytest.fixture
def melee(harbour: Path) -> Path:
    """Six players with the same three boats each."""
    game = (harbour / "game.yaml").read_text(encoding="utf-8")
    start, end = game.index("sides:"), game.index("size_classes:")
    game = game[:start] + f"sides:\n{SIDES}\n" + game[end:]
    (harbour / "game.yaml").write_text(game.replace("    fields:", "    points: cost\n    fields:").replace(
        "      points:", "      cost:"), encoding="utf-8")
    (harbour / "tugs.yaml").write_text(
        "- {name: Brig, numbered: true, side: any, planks: 3, steam: 1, cost: 7}\n"
        "- {name: Flagship, side: red, planks: 9, steam: 2, cost: 20}\n", encoding="utf-8")
    change_file(harbour / "forms.yaml", ("{points} points", "{cost} points"))
    forces = "\n".join(f"  {name}: {{units: [3 x Brig]}}" for name in PLAYERS)
    (harbour / BATTLE).write_text(
        f"title: Melee\nsummary: All against all.\ntable: 30 x 30 cm\nturns: 6\ntrack: [Moving side]\n"
        f"forces:\n{forces}\nsetup: [Anywhere.]\nbalance: 50 %\n"
        "victory: {text: Be the last., score: [{title: Sunk, worth: cost}]}\n", encoding="utf-8")
    return harbour


def test_units_without_a_side_fight_for_the_force_that_lists_them(melee: Path) -> None:
    game = check_whole_game(melee)
    scenario = game[SCENARIOS]["first_light"]
    manned = muster_forces(game, scenario)
    assert [unit.side.key for crew in manned for unit in crew] == [name for name in PLAYERS for _ in range(3)]
    assert [unit.name for unit in manned[3]] == ["Brig-1", "Brig-2", "Brig-3"]
    assert [force.total for force in scenario.forces] == [21] * 6


def test_cover_and_results_have_space_for_six_sides(melee: Path) -> None:
    game = read_game(melee)
    scenario = game[SCENARIOS]["first_light"]
    document = packs.assemble_pack(game, scenario, tuple(packs.build_pack_components(game, scenario, PrintSettings())),
                                   PrintSettings())
    _, front = document.cover.pages
    front_text = read_text(front.items)
    assert all(name in front_text for name in ("Red", "Blue", "Green", "White", "Black", "Grey"))
    assert front_text.count("21 points") == 6
    words = read_booklet(game)
    assert words.count("Won by") == 6
    assert words.count("Brig-3") == 6


def test_balance_of_several_forces_names_the_two_with_the_largest_difference(melee: Path) -> None:
    change_file(melee / BATTLE, ("red: {units: [3 x Brig]}", "red: {units: [3 x Brig, Flagship]}"))
    (message,) = catch_messages(melee)
    assert message.startswith("Blue (21) and Red (41) differ by 20 points")


def test_unit_of_another_side_is_refused(melee: Path) -> None:
    change_file(melee / BATTLE, ("blue: {units: [3 x Brig]}", "blue: {units: [Flagship]}"))
    assert "Flagship belongs to Red and cannot fight for Blue" in catch_messages(melee)


# --- which pieces belong to a battle

def test_unnamed_products_of_a_scenario_are_the_default_products(harbour: Path) -> None:
    (harbour / "markers.yaml").write_text(
        "smoke: {size: 10 x 10 mm, front: [{text: smoke}]}\n"
        "reef: {size: 10 x 10 mm, default: false, front: [{text: reef}]}\n", encoding="utf-8")
    game = read_game(harbour)
    scenario = game[SCENARIOS]["first_light"]
    assert find_default_keys(find_product("markers"), game, scenario) == ("smoke",)
    assert find_default_keys(find_product("maps"), game, scenario) == ()
    change_file(harbour / BATTLE, ("turns: 8", "turns: 8\npieces: {markers: [reef]}"))
    game = read_game(harbour)
    assert find_default_keys(find_product("markers"), game, game[SCENARIOS]["first_light"]) == ("reef",)


@pytest.mark.parametrize("count", [6, 7])
def test_more_than_six_forces_are_too_many(harbour: Path, count: int) -> None:
    sides = [f"side{number}" for number in range(count)]
    game = (harbour / "game.yaml").read_text(encoding="utf-8")
    new = "".join(f'  {side}: {{name: {side}, colour: "#0072b2"}}\n' for side in sides)
    (harbour / "game.yaml").write_text(re.sub(r"(?m)^sides:.*\n", f"sides:\n{new}", game), encoding="utf-8")
    battle = (harbour / BATTLE).read_text(encoding="utf-8")
    forces = "".join(f"  {side}: {{points: 10}}\n" for side in sides)
    (harbour / BATTLE).write_text(re.sub(r"(?m)^forces:\n(?: .*\n)+", f"forces:\n{forces}", battle), encoding="utf-8")
    if count == 6:
        assert len(read_game(harbour)[SCENARIOS]["first_light"].forces) == count
    else:
        assert any("has 7 forces; at most 6 are allowed" in one for one in catch_messages(harbour))


def test_missing_table_is_reported_once(harbour: Path) -> None:
    change_file(harbour / BATTLE, ("table: 4 ft x 3 ft\n", "deployment: {positions: {}}\n"))
    assert len(catch_messages(harbour)) == 1
    change_file(harbour / BATTLE, ("deployment:", "table: unknown\ndeployment:"))
    [problem] = catch_messages(harbour)
    assert "needs a 'table'" in problem
