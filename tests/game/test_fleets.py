"""Fleets: their units, names, costs and rules, and every problem at its place."""

from __future__ import annotations

import shutil
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.fleets import parse_fleet
from helpers.games import TOY, change_file, open_game
from helpers.problems import catch_problems, list_messages

from printshop.game.fleets import Fleet, FleetOptions, build_fleet_tree, list_force_lines, read_fleet
from printshop.load_game import read_game
from printshop.problems import Problems
from printshop.source import SourceText
from printshop.source.csv_tables import parse_csv

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

NOTHING = FleetOptions()


def catch_fleet_problems(game: Game, text: str, options: FleetOptions = NOTHING) -> list[str]:
    problems = catch_problems(parse_fleet, game, text, options)
    return [f"{problem.span}: {problem.message}" for problem in problems]


def table(game: Game, text: str, options: FleetOptions = NOTHING) -> Fleet:
    problems = Problems()
    rows = parse_csv(SourceText("f.csv", text), problems)
    node = build_fleet_tree(rows, game, problems) if rows else None
    fleet = read_fleet(node, "night_watch", game, problems, options) if node else None
    problems.raise_if_any()
    assert fleet is not None
    return fleet


def names(fleet: Fleet) -> list[str]:
    return [ship.unit.name for ship in fleet.units]


# --- who is in it ------------------------------------------------------------------------------------------------


def test_fleet_has_the_contents_of_its_file(iron_stars: Game) -> None:
    fleet = parse_fleet(iron_stars, """
game: iron_stars
title: The *Home* Fleet
side: britain
limit: 100.5
notes: |
  One.

  Two.
units:
  - Golem
  - {unit: Alpha, count: 2, damage: {hull: 1}, notes: old}
""")
    (squadron,) = fleet.forces
    assert (fleet.title, fleet.notes, squadron.side.key) == ("The *Home* Fleet", ("One.", "Two."), "britain")
    assert [(ship.unit.name, ship.points, dict(ship.damage), ship.notes) for ship in fleet.units] == [
        ("Golem", 43, {}, ""), ("Alpha-1", 5, {"hull": 1}, "old"), ("Alpha-2", 5, {"hull": 1}, "old")]
    assert (squadron.points, squadron.limit, squadron.points_left) == (53, Fraction(201, 2), Fraction(95, 2))


@pytest.mark.parametrize(("lines", "expected"), [
    ("[Golem]", ["Golem"]),
    ("[2 x Golem]", ["Golem-1", "Golem-2"]),
    ("[Golem, Golem]", ["Golem-1", "Golem-2"]),
    ("[Golem, {unit: Golem, name: Clay}]", ["Golem", "Clay"]),
    ("[Alpha]", ["Alpha-1"]),
    ("[Alpha-3, 3 x Alpha]", ["Alpha-3", "Alpha-1", "Alpha-2", "Alpha-4"]),
    ("[2 x Alpha, {unit: Alpha, notes: old}]", ["Alpha-1", "Alpha-2", "Alpha-3"]),
    ("[{unit: 2 x Alpha, name: Red}]", ["Red-1", "Red-2"]),
    ("[{unit: Alpha, count: 2, name: Red}]", ["Red-1", "Red-2"]),
    ("[{unit: Alpha, names: [Red, Blue]}]", ["Red", "Blue"]),
    ("[{unit: Alpha, names: [Red, Blue], count: 4}]", ["Red", "Blue", "Alpha-3", "Alpha-4"]),
    ("[{unit: Golem, name: Alpha-1}, Alpha]", ["Alpha-1", "Alpha-2"]),
    ("[golem, Alpha * 2]", ["Golem", "Alpha-1", "Alpha-2"]),
])
def test_every_unit_has_a_name(iron_stars: Game, lines: str, expected: list[str]) -> None:
    assert names(parse_fleet(iron_stars, f"units: {lines}")) == expected


def test_unit_can_have_quotes_in_its_name(harbour: Path) -> None:
    change_file(harbour / "tugs.yaml", ("Mary Gloster", "'Kite \"A\"'"), ("Vigilant", "Kite"))
    shutil.rmtree(harbour / "scenarios")  # its battle uses the old names
    game = read_game(harbour)
    assert names(parse_fleet(game, """units: ['2 x Kite "A"', 'Kite "A"', 'Kite "B"']""")) == [
        'Kite "A"-1', 'Kite "A"-2', 'Kite "A"-3', "B"]


def test_name_with_quotes_keeps_them_in_a_battle(iron_stars: Game) -> None:
    fleet = parse_fleet(iron_stars, """units: [{unit: Nike, name: '"Berta" O''Neil "'}]""")
    assert list_force_lines(fleet.units) == [{"unit": "Nike", "names": ["“Berta” O'Neil ”"]}]


def test_named_copy_belongs_to_its_class_and_has_the_prefix_of_its_side(iron_stars: Game) -> None:
    named, numbered = (
        ship.unit for ship in parse_fleet(iron_stars, "units: [{unit: Alpha, name: Dauntless}, Alpha]").units
    )
    assert (named.title, named.label, named.class_name) == ("HMES Dauntless", "HMES *Dauntless*", "Alpha")
    assert (named.values["prefix"], named.values["number"], numbered.title) == ("HMES", "", "Alpha-2")
    assert (str(named.span), numbered.span) == ("f.yaml:1:29", iron_stars.units["Alpha"].span)


def test_units_without_a_side_take_that_of_the_fleet_or_their_own(toy: Game) -> None:
    fleet = parse_fleet(toy, "side: teal\nunits: [2 x Plop, Gone]")
    assert {ship.unit.side.key for ship in fleet.units} == {"teal"}
    fleet = parse_fleet(toy, "units: [{unit: Biff, side: teal}, {unit: Biff, side: mauve}, Ogg]")
    assert [(one.side.key, [ship.unit.name for ship in one.units]) for one in fleet.forces] == [
        ("mauve", ["Biff", "Ogg"]), ("teal", ["Biff"])]


def test_without_a_side_the_limit_applies_to_each_side(iron_stars: Game) -> None:
    fleet = parse_fleet(iron_stars, "limit: 50\nunits: [Golem, Tsargrad]")
    assert [(one.side.key, one.points_left) for one in fleet.forces] == [("britain", 7), ("russia", -3)]
    assert list(fleet.warnings) == ["Russia: 53 points, 3 over the limit of 50"]


# --- what is wrong with it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "messages"), [
    ("units: []", ["f.yaml:1:8: 'units' of the fleet 'night_watch' is empty"]),
    ("units: Golem", ["f.yaml:1:8: 'units' of the fleet 'night_watch' must be a list, found the text 'Golem'"]),
    ("title: x", ["f.yaml:1:1: the fleet 'night_watch' lacks 'units'"]),
    ("[Golem]", ["f.yaml:1:1: the fleet 'night_watch' must be a block of keys, found a list"]),
    ("side: brittain\nlimit: some\nunits: [Gollem, 0 x Alpha]", [
        "f.yaml:1:7: there is no side 'brittain'",
        "f.yaml:2:8: 'limit' of the fleet 'night_watch' must be a number, found the text 'some'",
        "f.yaml:3:9: there is no unit named 'Gollem'", "f.yaml:3:17: 0 x Alpha: the number must be from 1 to 1,000"]),
    ("limit: -1\nunits: [Golem]",
     ["f.yaml:1:8: 'limit' of the fleet 'night_watch' is -1, but must be at least 0 and at most 1e+06"]),
    ("side: britain\nunits: [Volga]",
     ["f.yaml:2:9: Volga belongs to Russia, whose units are not allowed in this fleet"]),
    ("allies: [russia]\nunits: [Golem]", ["f.yaml:1:9: the fleet 'night_watch' has 'allies', but no 'side'"]),
    ("side: britain\nallies: [rusia]\nunits: [Golem, Volga]", ["f.yaml:2:9: there is no side 'rusia'"]),
    ("units: [{unit: Golem, side: russia}]", ["f.yaml:1:29: Golem belongs to Britain, not to Russia"]),
    ("units: [{unit: Golem, side: x}]", ["f.yaml:1:29: there is no side 'x'"]),
    ("units:\n- {unit: Golem, name: Nike}\n- {unit: Alpha, names: [Red, Nike]}",
     ["f.yaml:3:30: two units on the same side have the name Nike"]),
    ("units: [Nike, {unit: Golem, name: Nike}]", ["f.yaml:1:35: two units on the same side have the name Nike"]),
    ("units: [{unit: Nike, name: Nike}, Nike]", ["f.yaml:1:28: two units on the same side have the name Nike"]),
    ("units: [Alpha-2, Alpha-2]", ["f.yaml:1:18: two units on the same side have the name Alpha-2"]),
    ("units: [{unit: Golem, names: [A, B], count: 1}]",
     ["f.yaml:1:34: unit 1 of the fleet has 2 names for only 1 x Golem"]),
    ("units: [{unit: Golem, names: [A], name: B}]",
     ["f.yaml:1:30: unit 1 of the fleet must not have both 'name' and 'names'"]),
    ("units: [{unit: 2 x Golem, count: 2}]", ["f.yaml:1:34: unit 1 of the fleet gives the number of units twice"]),
    ("units: [{unit: Alpha-3, name: X}]", ["f.yaml:1:16: the numbered unit Alpha-3 must not have a name or a 'count'"]),
    ("units: [2 x Alpha-3]", ["f.yaml:1:9: there is only one unit Alpha-3"]),
    ("units: [{unit: Golem, count: 1.5}]",
     ["f.yaml:1:30: 'count' of unit 1 of the fleet must be a whole number, found the number 1.5"]),
    ("units: [{unit: Golem, damage: {hull: -1}}]",
     ["f.yaml:1:38: damage to 'hull' of unit 1 of the fleet is -1, but must be at least 0"]),
    ("units: [{unit: Golem, damage: 3}]",
     [("f.yaml:1:31: 'damage' of unit 1 of the fleet must be a block with a number for each track, "
       "found the number 3")]),
    ("units: [{units: Golem}]", ["f.yaml:1:10: unknown key 'units' of unit 1 of the fleet"]),
    ("units: [[Golem]]", ["f.yaml:1:9: unit 1 of the fleet must be a text, found a list"]),
    ("unit: [Golem]", ["f.yaml:1:1: unknown key 'unit' of the fleet 'night_watch'"]),
])
def test_every_mistake_is_reported_at_its_place(iron_stars: Game, text: str, messages: list[str]) -> None:
    assert catch_fleet_problems(iron_stars, text) == messages


def test_enormous_number_of_units_is_refused_quickly(iron_stars: Game) -> None:
    (message,) = catch_fleet_problems(iron_stars, "units:\n" + "- 999 x Alpha\n" * 5_000)
    assert message == "f.yaml:1:1: the fleet 'night_watch' has 4,995,000 units; at most 1,000 are allowed"


def test_unit_of_any_side_needs_one(toy: Game) -> None:
    assert catch_fleet_problems(toy, "units: [Biff]") == [
        "f.yaml:1:9: Biff can fight for any side, so the unit needs a side in this fleet"]


def test_limit_without_points_is_refused() -> None:
    game = open_game("iron_guest")
    assert catch_fleet_problems(game, "side: jade\nlimit: 5\nunits: [Ship]") == [
        "f.yaml:2:8: the fleet cannot have a 'limit', because no unit of The Iron Guest has points"]


# --- from a spreadsheet ------------------------------------------------------------------------------------------

TREE = """
units:
  - {unit: Golem, damage: {hull: 3, thrust: 1}, notes: "flag, ship"}
  - {unit: Alpha, count: 2}
  - {unit: Alpha, names: [Red, Blue]}
  - {unit: Nike, side: britain}
"""


@pytest.mark.parametrize("text", [
    ('unit,count,name,side,damage,notes\nGolem,1,,,hull=3; thrust=1,"flag, ship"\nAlpha,2\n,,,,,\nAlpha,,Red;Blue\n'
    'Nike,,,britain\n'),
    ('\ufeffShip;Qty;Called;[cost];Hits;Remarks;Nation\r\nGolem;;;43;"hull: 3\nthrust 1";flag, ship\r\nAlpha;2\r\n'
    'Alpha;2;"Red\nBlue"\r\n\r\nNike;1;;;;;britain\r\n'),
    ('unit,count,name,side,damage,notes\nGolem,1,,,hull=3; thrust=1,"flag, ship"\nAlpha,2\nAlpha,2,"Red, Blue"\n'
    'Nike,,,britain\n'),
    ('unit;count;name;side;damage;notes\r\nGolem;1;;;"hull=3; thrust=1";"flag, ship"\r\nAlpha;2\r\n'
    'Alpha;;"Red; Blue"\r\nNike;;;britain\r\n'),
    ('NOTES\tnumber\tDamage Taken\tclass\town_name\tfaction\n"flag, ship"\t1\thull=3, thrust=1\tGolem\n\t2\t\tAlpha\n'
    '\t\t\tAlpha\tRed; Blue\n\t\t\tNike\t\tbritain\n'),
])
def test_table_and_tree_give_equal_fleets(iron_stars: Game, text: str) -> None:
    ours, theirs = table(iron_stars, text.removeprefix("\ufeff")), parse_fleet(iron_stars, TREE)
    assert [(ship.unit.name, ship.unit.side.key, ship.damage, ship.notes) for ship in ours.units] == [
        (ship.unit.name, ship.unit.side.key, ship.damage, ship.notes) for ship in theirs.units]


def test_name_with_commas_stays_one_name(iron_stars: Game) -> None:
    for count, cell, names in (("1", '"Ant, Bee"', ["Ant, Bee"]), ("2", '"""Ant, Bee"";"', ["Ant, Bee", "Alpha-2"]),
                               ("3", '"Ant, Bee"', ["Ant, Bee-1", "Ant, Bee-2", "Ant, Bee-3"])):
        fleet = table(iron_stars, f"unit,count,name\nAlpha,{count},{cell}\n")
        assert sorted(ship.unit.name for ship in fleet.units) == sorted(names)


@pytest.mark.parametrize(("text", "messages"), [
    ("count,name\n1,x\n", ["f.csv:1:1: no column has the heading 'unit'"]),
    ("unit,count\n", ["f.csv:1:1: there are no rows below the headings"]),
    ("Nike\nGolem\n", ["f.csv:1:1: the first row has none of the headings of a fleet table"]),
    ("Anzahl;Schiff\n2;Alpha\n", ["f.csv:1:1: the first row has none of the headings of a fleet table"]),
    ("ship,Class,notes\nNike,x,y\n", ["f.csv:1:6: the columns 'ship' and 'Class' both contain the unit"]),
    ("unit,points,cout\nNike,43,1\n", ["f.csv:1:6: a fleet table cannot have a column 'points'",
                                       "f.csv:1:13: a fleet table cannot have a column 'cout'"]),
    ("unit,count,damage\nGollem,2,\nNike,two,\nGolem,-1,hull=-2\nAlpha,1,lots\nAlpha,,hull=1;hull=2\n", [
        "f.csv:2:1: there is no unit named 'Gollem'",
        "f.csv:3:6: 'two' is not a number of units",
        "f.csv:4:7: '-1' is not a number of units",
        "f.csv:4:10: damage to 'hull' of unit 3 of the fleet is -2, but must be at least 0",
        "f.csv:5:9: 'lots' is not a track with a number",
        "f.csv:6:15: the damage to 'hull' is given twice"]),
    ("unit;damage;notes\nNike;hull=1; crew=1;x\n", ["f.csv:2:6: this damage is split between two cells"]),
    ("unit,damage\nNike,hull=1,crew=1\n", ["f.csv:2:6: this damage is split between two cells"]),
    ("unit,notes\nNike,a,b\n", ["f.csv:2:8: this row has 3 cells, but the number of headings is 2"]),
    ("unit,notes\n,lost\n", ["f.csv:2:2: unit 1 of the fleet lacks 'unit'"]),
])
def test_every_bad_cell_is_reported(iron_stars: Game, text: str, messages: list[str]) -> None:
    problems = catch_problems(table, iron_stars, text)
    assert [f"{problem.span}: {problem.message}" for problem in problems] == messages


# --- rules of a game ---------------------------------------------------------------------------------------------


def load_with_rules(folder: Path, checks: str, roster: str = "") -> Game:
    others = shutil.ignore_patterns("c*.yaml", "f*.yaml", "m*.yaml", "templates.yaml", "scenarios")
    shutil.copytree(TOY, folder / "toy", ignore=others)
    game = folder / "toy" / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("  tower:\n", f"  tower:\n{roster}")
    game.write_text(f"{text}\nfleet:\n  checks:\n{checks}", encoding="utf-8")
    return read_game(folder / "toy")


CHECKS = """
    - {that: 'count(units, "ilk", "acrobat") <= 1', message: '{count(units, "ilk", "acrobat")} acrobats', warning: true}
    - {that: points <= limit, message: "{points} of {limit}"}
    - {that: 'max(column(units, "alike")) <= 2', message: "{max(column(units, 'alike'))} alike", warning: true}
    - {that: 'total(units, "girth") < 40 or side == "Teal"', message: "{side} is *fat*: {total(units, 'girth')}",
       warning: true}
"""


def test_violations_are_reported_in_the_words_of_the_game_and_unknown_values_are_not(tmp_path: Path) -> None:
    game = load_with_rules(tmp_path, CHECKS)
    fleet = parse_fleet(game, "units: [{unit: 3 x Biff, side: mauve}, {unit: 5 x Plop, side: teal}]")
    assert list(fleet.warnings) == ["Mauve: 3 acrobats", "Mauve: 3 alike", "Teal: 5 alike"]
    fleet = parse_fleet(game, "side: mauve\nunits: [2 x Plop, 2 x Ogg, 3 x Biff]")
    assert list(fleet.warnings) == ["3 acrobats", "3 alike", "Mauve is *fat*: 41"]
    assert catch_fleet_problems(game, "side: mauve\nlimit: 20\nunits: [2 x Plop]") == [  # one that is no warning
        "f.yaml:3:1: the fleet 'night_watch': 34 of 20"]
    assert not list(parse_fleet(game, "side: mauve\nlimit: 34\nunits: [2 x Plop]").warnings)
    assert not list(parse_fleet(game, "side: teal\nlimit: 1\nunits: [Gone]").forces[0].violations)


@pytest.mark.parametrize(("check", "message"), [
    ('{that: \'count(units, "ilc") < 2\', message: x}', "count: the list has no column 'ilc': did you mean 'ilk'?"),
    ("{that: count(unit) < 2, message: x}", "'that' of check 1 of 'fleet' of the game: unknown name 'unit'"),
    ("{that: points < 2, message: \"{total(units, 'x')}\"}", "total: the list has no column 'x'"),
    ("{that: points < 2}", "check 1 of 'fleet' of the game lacks 'message'"),
    ("{that: girth < 2, message: x}", "unknown name 'girth'"),
])
def test_rule_that_cannot_be_evaluated_is_reported_when_the_game_is_read(tmp_path: Path, check: str,
                                                                         message: str) -> None:
    (problem,) = catch_problems(load_with_rules, tmp_path, f"    - {check}\n")
    assert message in problem.message
    assert problem.span is not None
    assert problem.span.line > 60


def test_rule_may_fail_for_one_fleet_only(tmp_path: Path) -> None:
    game = load_with_rules(tmp_path, "    - {that: points / (count(units) - 2) < 99, message: x}\n")
    assert catch_fleet_problems(game, "side: mauve\nunits: [2 x Plop]") == [
        "f.yaml:2:1: a rule of Wobbling Towers for fleets has a mistake: division by zero: count(units) - 2 is 0"]


@pytest.mark.parametrize(("roster", "message"), [
    ("    roster: [girt]\n", "the units have no value 'girt' for the column 'Girt'"),
    ("    roster: girth\n", "'roster' of unit type 'tower' must be a block of keys, found the text 'girth'"),
    ("    roster: {by: girt}\n", "'by' of 'roster' of unit type 'tower' is 'girt', but the units have no such value"),
    ("    roster: {columns: 3}\n",
     "'columns' of 'roster' of unit type 'tower' must be a list of values, found the number 3"),
    ("    roster: {column: [girth]}\n", "unknown key 'column' of 'roster' of unit type 'tower'"),
])
def test_roster_columns_must_exist(tmp_path: Path, roster: str, message: str) -> None:
    problems = catch_problems(load_with_rules, tmp_path, "    - {that: count(units) > 0, message: x}\n", roster)
    assert list_messages(problems) == [message]
