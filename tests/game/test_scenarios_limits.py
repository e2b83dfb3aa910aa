"""Keys of scenarios and of their forces: what is just inside is accepted, what is just outside is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import BATTLE, GAME, check_battle_limit, check_game_limit, fill_up, list_game_problems
from helpers.template_pages import name_entries, repeat

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.scenarios import Scenario

MARKERS = "fog: {size: 1 in, front: [{text: x}], each: [A, B]}\nbog: {size: 1 in, front: [{text: x}]}\n"
SCORE = "victory: {text: x, score: [^{title: sunk@}]}"
MAPS = "pond: {orientation: flat-top, across: 20 mm, columns: 4, rows: 5}\n"


@pytest.mark.parametrize(("lines", "inside", "outside"), [
    ("turns: @", "1", "0"),
    ("turns: @", "99", "100"),
    ("facts: @", name_entries("f#: x", 60), name_entries("f#: x", 61)),
    ("background: @", repeat("p#", 100), repeat("p#", 101)),
    ("setup: @", repeat("s#", 100), repeat("s#", 101)),
    ("examples: @", repeat("{text: e#}", 100), repeat("{text: e#}", 101)),
    ("boxes: @", repeat("{title: b#, text: x}", 20), repeat("{title: b#, text: x}", 21)),
    ("boxes: @", "[{title: b, track: {steps: [a]}}]", "[{title: b, track: {steps: [a], counters: tide}}]"),
    ("victory: {text: x, score: @}", repeat("{title: s#, worth: hull}", 100), repeat("{title: s#, worth: hull}", 101)),
    (SCORE, ", worth: hull", ""),
    (SCORE, ", each: hull", ", each: hull, worth: hull"),
    ("victory: {text: x, score: [{title: sunk, worth: @}]}", "hull", "hul"),
    ("victory: {text: x, score: [{title: sunk, each: @}]}", "name", "nam"),
    ("victory: {text: x, score: [{title: sunk, each: hull, below: @}]}", "hull", "hul"),
    ("show: ^{Planks: @}", "hull", "hul"),
    ("table: @", "1 in x 1 in", "0 in x 1 in"),
    ("table: @", "1 in x 1 in", "1 in x 0 in"),
    ("balance: @", "100 %", "100"),
    ("balance: @", "100.125 %", "100.1255 %"),
    ("balance: @", "999%", "1000%"),
    ("pieces: {markers: {fog: @}}", "1", "0"),
    ("pieces: {markers: {fog: @}}", "500", "501"),
    ("pieces: {markers: @}", "[]", "[mud]"),
    ("objectives: @", repeat("{title: o#, marker: fog}", 2), repeat("{title: o#, marker: fog}", 3)),
    ("objectives: @", repeat("{title: o#, marker: bog}", 20), repeat("{title: o#, marker: bog}", 27)),
    ("objectives: @", repeat("{title: o#}", 26), repeat("{title: o#}", 27)),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, lines: str, inside: str, outside: str) -> None:
    check_battle_limit(tmp_path, lines, inside, outside, markers=MARKERS)


@pytest.mark.parametrize(("red", "inside", "outside"), [
    ("units: [@]", "1 x Rat", "0 x Rat"),
    ("units: [@]", "99 x Rat", "100 x Rat"),
    ("units: [Rat, @]", "Eel", "Rat"),
    ("units: [Rat, @]", "2 x Eel", "Cat"),
    ("units: [Rat, Cat], allies: @", "blue", "[blue, green]"),
    ("units: @", "[Rat]", "[]"),
    ("units: [2 x Rat, Eel], points: @", "9", "8"),
    ("units: [2 x Rat, Eel], points: @", "9", "10"),
    ("points: @", "1000000", "1000001"),
    ("points: @", "0", "-1"),
    ("units: [Rat], limit: @", "0", "-1"),
    ("units: [Rat], limit: @", "1000000", "1000001"),
    ("units: [Rat], dummies: {bog: @}", "1", "0"),
    ("units: [Rat], dummies: {bog: @}", "500", "501"),
    ("units: [Rat], start: @", name_entries("f#: x", 60), name_entries("f#: x", 61)),
    ("units: [60 x Rat], reinforcements: @", repeat("{units: Rat, turn: #}", 60), repeat("{units: Rat, turn: 1}", 61)),
])  # fmt: skip
def test_force_contains_units_of_its_side(tmp_path: Path, red: str, inside: str, outside: str) -> None:
    check_battle_limit(tmp_path, f"forces: {{red: {{{red}}}, blue: {{units: [Cat]}}}}", inside, outside,
                       markers=MARKERS)


@pytest.mark.parametrize(("inside", "outside"), [("100 %", "99.9 %"), ("101 %", "0 %")])
def test_balance_is_a_share_of_the_lesser_force(tmp_path: Path, inside: str, outside: str) -> None:
    """The forces cost 4 and 8 points."""
    check_battle_limit(tmp_path, "balance: @", inside, outside)


@pytest.mark.parametrize(("lines", "inside", "outside"), [
    ("map: ^pond\n@", "", "table: 4 ft x 4 ft"),
    ("map: @", "pond", "lake"),
    ("map: pond\nzones: {bay: {edge: @}}", "top", "a"),
    ("map: pond\nzones: {bay: {edge: top}}\nobjectives: [^{title: isle, zone: @}]", "bay", "sea"),
    ("map: pond\n@", "", "deployment: ^{positions: {}}"),
])  # fmt: skip
def test_battle_on_a_map_has_no_table(tmp_path: Path, lines: str, inside: str, outside: str) -> None:
    usual = "title: x\nsummary: x\nsetup: [x]\nvictory: {text: x}\nforces: {red: {units: [Rat]}}\n"
    check_game_limit(tmp_path, "scenarios/battle.yaml", f"{lines}\n{usual}", inside, outside, maps=MAPS)


@pytest.mark.parametrize(("at", "is_on_it"), [
    ("0 in x 0 in", True), ("48 in x 36 in", True), ("48.1 in x 36 in", False), ("48 in x 36.1 in", False)])
def test_objective_is_on_the_table_or_its_edge(tmp_path: Path, at: str, is_on_it: bool) -> None:
    check_battle_limit(tmp_path, "objectives: [^{title: isle, at: @}]", at if is_on_it else "1 in x 1 in",
                       "49 in x 1 in" if is_on_it else at)


def test_scenario_has_at_most_six_sides(tmp_path: Path) -> None:
    sides = name_entries("s#: {name: S#, colour: black}", 7).replace("black", '"#d55e00"')
    game = fill_up(GAME, f"sides: {sides}")
    check_battle_limit(tmp_path, "forces: @", name_entries("s#: {}", 6), name_entries("s#: {}", 7), game=game,
                       tugs="")


@pytest.mark.parametrize("key", ["special_rules", "variant", "background", "notes"])
def test_word_none_means_no_text(tmp_path: Path, key: str) -> None:
    assert getattr(read_battle(tmp_path, f"{key}: none"), key) == ()


@pytest.mark.parametrize("key", ["special_rules", "variant", "setup", "turns", "table"])
def test_lost_text_is_unknown(tmp_path: Path, key: str) -> None:
    assert getattr(read_battle(tmp_path, f"{key}: unknown"), key) is None


def test_unknown_conditions_of_victory_and_none_differ(tmp_path: Path) -> None:
    assert read_battle(tmp_path, "victory: unknown").victory.text is None
    assert read_battle(tmp_path, "victory: {text: unknown}").victory.text is None
    assert read_battle(tmp_path, "victory: {text: none}").victory.text == ()


def read_battle(folder: Path, lines: str) -> Scenario:
    assert list_game_problems(folder, "scenarios/battle.yaml", fill_up(BATTLE, lines)) == ()
    return read_game(folder)[SCENARIOS]["battle"]


@pytest.mark.parametrize(("share", "limit"), [("100 %", 4), ("150 %", 6)])
def test_balance_compares_the_dearest_and_the_cheapest_force(tmp_path: Path, share: str, limit: int) -> None:
    balance = read_battle(tmp_path, f"balance: {share}").balance
    assert balance
    assert balance.difference == 4
    assert balance.limit == limit


@pytest.mark.parametrize(("limit", "left"), [(5, 1), (4, 0), (3, -1)])
def test_force_above_its_limit_is_a_warning(tmp_path: Path, limit: int, left: int) -> None:
    force = read_battle(tmp_path, f"forces: {{red: {{units: [Rat], limit: {limit}}}}}").forces[0]
    assert force.points_left == left
    assert bool(force.limit_warning) is (left < 0)
