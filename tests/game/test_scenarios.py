"""Scenarios: totals, balance, rosters, and the problems of wrong ones."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.games import ChangedGame, open_game
from helpers.problems import catch_problems

from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario

IRON = find_shipped_games()["iron_stars"]
FILE = "scenarios/meeting_engagement.yaml"


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return open_game("iron_stars")[SCENARIOS]["meeting_engagement"]


@pytest.fixture(scope="module")
def iron_stars_copy(tmp_path_factory: pytest.TempPathFactory) -> ChangedGame:
    return ChangedGame(IRON, tmp_path_factory.mktemp("copy"), FILE)


def test_forces_equal_their_stated_totals(scenario: Scenario) -> None:
    britain, russia = scenario.forces
    assert [one.total for one in britain.listings] == [95, 43, 25, 25]
    assert [one.total for one in russia.listings] == [53, 28, 28, 28, 55]
    assert (britain.total, russia.total) == (188, 192)
    assert [force.start for force in scenario.forces] == [(("Starting momentum", "3"),), (("Starting momentum", "4"),)]


def test_balance_is_a_tenth_of_the_lesser_total(scenario: Scenario) -> None:
    balance = scenario.balance
    assert balance
    assert (balance.difference, balance.limit, balance.is_even) == (4, Fraction(188, 10), True)


def test_roster_contains_every_ship_by_name(scenario: Scenario) -> None:
    names = [unit.name for unit in open_game("iron_stars").expand_roster(scenario.roster)]
    assert names == ["Gauntlet", "Golem", "Sycorax", "Alpha-1", "Alpha-2", "Alpha-3", "Alpha-4", "Alpha-5", "Tsargrad",
                     "Petrograd", "Kaliningrad", "Ekaterinburg", "Volga-1", "Volga-2", "Volga-3", "Volga-4", "Volga-5"]


def test_none_and_lost_differ(scenario: Scenario) -> None:
    assert scenario.special_rules == ()
    assert scenario.variant is None


def test_scenario_without_points_can_have_allies() -> None:
    toy = open_game("toy")
    party = toy[SCENARIOS]["tea_party"]
    assert [unit.name for unit in toy.expand_roster(party.roster)] == ["Ogg", "Blob-1", "Blob-2", "Leaning Tower"]
    assert party.balance is None
    assert party.special_rules == ("Crumbs count.", "So does jam.", "Even a *little* jam.")
    assert party.setup[1].title == "Then"
    assert toy[SCENARIOS]["duel"].pieces == {"charts": ("wordless",)}


def test_wrong_total_is_reported_with_both_numbers_and_every_ship(iron_stars_copy: ChangedGame) -> None:
    (problem,) = catch_problems(iron_stars_copy.read, ("points: 188", "points: 183"))
    assert problem.message == "'points' of the force of Britain is 183, but the ships cost 188 points in all"
    assert problem.hint == "Gauntlet 95, Golem 43, Sycorax 25, 5 x Alpha 25"
    assert problem.span
    assert problem.span.text.strip() == "points: 183"


def test_total_is_not_checked_if_a_ship_is_unknown(iron_stars_copy: ChangedGame) -> None:
    change = ("Golem, Sycorax, 5 x Alpha]", "Gollum, Sycorax, 5 x Alpha]")
    problems = [problem.message for problem in catch_problems(iron_stars_copy.read, change)]
    assert "there is no unit named 'Gollum'" in problems
    assert not [message for message in problems if "points in all" in message]


SCENARIO = "the scenario 'meeting_engagement'"
ROSTER = next(number for number, text in enumerate((IRON / FILE).read_text("utf-8").splitlines(), 1)
              if "5 x Alpha]" in text)


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("[Gauntlet, Golem,", "[Gauntlet, Gollum,", "there is no unit named 'Gollum'", "did you mean 'Golem'?"),
    ("  russia:\n    points", "  rusia:\n    points", "there is no side 'rusia'", "did you mean 'russia'?"),
    ("5 x Alpha]", "0 x Alpha]", "0 x Alpha: the number of copies of a unit must be from 1 to 99", ""),
    ("5 x Alpha]", "Golem, 5 x Alpha]", "Golem must not be listed twice",
     f"remove this entry, or write 2 x Golem on line {ROSTER}, which has the first entry"),
    ("5 x Alpha]", "5 x Volga]", "Volga belongs to Russia and cannot fight for Britain",
     "move the unit to the force of its own side, or add 'allies: russia' to the force of Britain"),
    ("5 x Alpha]", "5 x Volga]\n    allies: [rusia]", "there is no side 'rusia'", "did you mean 'russia'?"),
    ("balance: 10 %", "balance: 2 %",
     "Britain (188) and Russia (192) differ by 4 points, but 'balance' allows only 3.76",
     "change the forces, or remove 'balance' if the scenario is not meant to be even"),
    ("5 x Alpha]\n", "5 x Alpha]\n  japan: {units: []}\n", "the list of units of Japan must not be empty",
     "write the units as a list: - 5 x NAME; remove 'units' if the player chooses the units"),
    ("5 x Alpha]\n", "5 x Alpha]\n  japan: {limit: 30}\n", "the force of Japan must not have a 'limit' without 'units'",
     "add 'units', or write the points that the player can spend as 'points'"),
    ("table: 6 ft x 4 ft", "table: 6 ft x 0 ft", f"'table' of {SCENARIO} must have a width and a depth above 0", ""),
    ("balance: 10 %", "balance: ten",
     f"'balance' of {SCENARIO} must be a percentage, found 'ten'", "write, for example, 10 %"),
    ("  markers: [initiative_britain,", "  templates: [firing_arc]\n  markers: [initiative_britain,",
     f"{SCENARIO} refers to 'firing_arc', which is missing in the templates of the game",
     "did you mean 'firing_arcs'?"),
    (("  markers: [initiative_britain, initiative_russia, turn, momentum_britain, momentum_russia, mines, nets, "
      "destroyed]"), "  markers:",
     f"'markers' of 'pieces' of {SCENARIO} must not be empty",
     "remove the key to use the default entries, or write [] for no entries"),
    ("each: hull_vp, below", "each: hul_vp, below", "the units have no value 'hul_vp'", "did you mean 'hull_vp'?"),
    ("below: hull}", "below: hul}", "the units have no value 'hul'", "did you mean 'hull'?"),
    ("each: hull_vp, below: hull", "below: hull",
     f"score 2 of 'victory' of {SCENARIO} needs either 'worth' or 'each', and must not have both",
     "write 'worth' if a unit's value is won once, or 'each' if it is won several times"),
    ("Hull: hull,", "Hull: hul,", "the units have no value 'hul' for the column 'Hull'", "did you mean 'hull'?"),
    ("turns: 6", "turns: six", f"'turns' of {SCENARIO} must be a whole number, found the text 'six'", ""),
    ("turns: 6", "trun: 6\nturns: 6", f"unknown key 'trun' of {SCENARIO}", "did you mean 'turns'?"),
    ("special_rules: none", "special_rules: none\nsetpu: []", f"unknown key 'setpu' of {SCENARIO}",
     "did you mean 'setup'?"),
])
def test_mistake_is_reported_with_its_place(iron_stars_copy: ChangedGame, old: str, new: str, message: str,
                                            hint: str) -> None:
    problems = {problem.message: problem for problem in catch_problems(iron_stars_copy.read, (old, new))}
    assert message in problems
    assert problems[message].hint == hint
    span = problems[message].span
    assert span
    assert span.file.endswith(FILE)
    assert span.line
