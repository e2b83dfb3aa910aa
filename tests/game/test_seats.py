"""The players of a scenario: every unit has one player, and what does not match the forces is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import BATTLE, check_battle_limit, fill_up, list_game_problems

from printshop.game.scenarios import SCENARIOS, number_seats
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

FORCES = "forces: {red: {units: [3 x Rat, Eel]}, blue: {units: [Cat, Eel]}}\n"
DIVIDED = ("players: [{side: red, name: Line†, units: [Rat, Eel]}, {side: red, name: Tail†, units: [2 x rat]}]")


@pytest.mark.parametrize(("lines", "inside", "outside"), [
    ("players: @", "2", "3"),
    ("players: @", "2-4", "3-4"),
    ("players: @", "1 – 2", "two"),
    ("players: @", "2", "0"),
    ("players: @", "[{side: red}]", "[]"),
    ("players: [^{side: @}]", "blue", "green"),
    ("players: [{side: red, name: Line, units: [Rat, Eel]}, ^{side: red, @, units: [2 x Rat]}]", "name: Tail",
     "name: Line"),
    ("players: [{side: red, name: Line, units: [Rat, Eel]}, ^{side: red@, units: [2 x Rat]}]", ", name: Tail", ""),
    ("players: [{side: red, name: Line, units: [Eel]}, ^{side: red, name: Tail, units: [@]}]", "3 x Rat", "2 x Rat"),
    ("players: [{side: red, name: Line, units: [Eel]}, ^{side: red, name: Tail, units: [3 x Rat@]}]", "", ", Eel"),
    ("players: [{side: red, name: Line, units: [Eel]}, ^{side: red, name: Tail, units: [3 x Rat@]}]", "", ", Cat"),
    ("players: [^{side: red, units: [3 x Rat@]}]", ", Eel", ""),
])  # fmt: skip
def test_players_that_do_not_match_the_forces_are_reported_at_their_place(tmp_path: Path, lines: str, inside: str,
                                                                          outside: str) -> None:
    check_battle_limit(tmp_path, FORCES + lines, inside, outside)


def test_missing_units_are_named(tmp_path: Path) -> None:
    text = fill_up(BATTLE, FORCES + "players: [{side: red, name: A, units: [Rat]}, {side: red, name: B, units: []}]")
    [problem] = list_game_problems(tmp_path, "scenarios/battle.yaml", text)
    assert problem.message == "2 x Rat and Eel of Reds must have a player"


def read_battle(folder: Path, lines: str) -> Game:
    assert not list_game_problems(folder, "scenarios/battle.yaml", fill_up(BATTLE, FORCES + lines))
    return read_game(folder)


def test_every_unit_has_the_number_of_its_player(tmp_path: Path) -> None:
    game = read_battle(tmp_path, DIVIDED)
    battle = game[SCENARIOS]["battle"].for_players(3)
    assert battle.players
    assert [seat.title for seat in battle.players.seats] == ["Reds, Line", "Reds, Tail", "Blues"]
    assert number_seats(game, battle) == {"Rat-1 (Reds)": 1, "Rat-2 (Reds)": 2, "Rat-3 (Reds)": 2, "Eel (Reds)": 1,
                                          "Cat (Blues)": 3, "Eel (Blues)": 3}


THREE_PARTS = ("players: [{side: red, name: A†, units: [Rat]}, {side: red, name: B, units: [Rat, Eel]}, "
               "{side: red, name: C†, units: [Rat]}, {side: blue, name: D, units: [Cat]}, "
               "{side: blue, name: E, units: [Eel]}]")


@pytest.mark.parametrize(("number", "titles", "kit_of_last_rat", "kit_of_eel"), [
    (0, ["Reds", "Blues"], 1, 2),
    (2, ["Reds", "Blues"], 1, 2),
    (3, ["Reds, A", "Reds", "Blues"], 2, 3),
    (4, ["Reds, A", "Reds, B", "Reds, C", "Blues"], 3, 4),
    (5, ["Reds, A", "Reds, B", "Reds, C", "Blues, D", "Blues, E"], 3, 5),
])  # fmt: skip
def test_sides_are_divided_in_the_order_of_the_forces(tmp_path: Path, number: int, titles: list[str],
                                                      kit_of_last_rat: int, kit_of_eel: int) -> None:
    game = read_battle(tmp_path, THREE_PARTS)
    battle = game[SCENARIOS]["battle"]
    battle = battle.for_players(number) if number else battle
    assert battle.players
    assert [kit.title for kit in battle.players.kits] == titles
    assert battle.players.number_text == "2–5†"
    kits = number_seats(game, battle)
    assert (kits["Rat-3 (Reds)"], kits["Eel (Blues)"], len(kits)) == (kit_of_last_rat, kit_of_eel, 6)


@pytest.mark.parametrize(("lines", "number", "hint"), [
    (THREE_PARTS, 1, "the scenario is for 2–5 players"),
    (THREE_PARTS, 6, "the scenario is for 2–5 players"),
    ("players: 2", 3, "the scenario is for 2 players"),
    ("", 2, "the scenario is for an unknown number of players"),
])  # fmt: skip
def test_unknown_number_of_players_is_refused(tmp_path: Path, lines: str, number: int,
                                              hint: str) -> None:
    battle = read_battle(tmp_path, lines)[SCENARIOS]["battle"]
    with pytest.raises(PrintshopError) as refusal:
        battle.for_players(number)
    [problem] = refusal.value.problems
    assert f"is not for {number} player" in problem.message
    assert problem.hint == hint


@pytest.mark.parametrize(("lines", "number"), [
    ("players: 2", "2"), ("players: 2-4", "2–4"), (DIVIDED, "2–3†"), (DIVIDED.replace("†", ""), "2–3"),
])  # fmt: skip
def test_number_of_players_is_the_first_fact(tmp_path: Path, lines: str, number: str) -> None:
    battle = read_battle(tmp_path, lines)[SCENARIOS]["battle"]
    assert battle.list_shown_facts(load_words()) == (("Players", number),)


def test_force_with_mistakes_has_no_further_problems_about_its_players(tmp_path: Path) -> None:
    text = fill_up(BATTLE, DIVIDED + "\nforces: {red: {units: [3 x Rot, Eel]}, blue: {units: [Cat]}}")
    [problem] = list_game_problems(tmp_path, "scenarios/battle.yaml", text)
    assert "Rot" in problem.message
