"""Names, damage and notes of the units in the force of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import make_pages, read_text
from helpers.problems import catch_problems, join_hints

from printshop.game.fleets import FleetOptions, read_fleet
from printshop.game.scenarios import SCENARIOS, list_first_units, muster_forces
from printshop.load_game import read_game
from printshop.problems import Problems
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAME = """
format: 1
title: Pier
sides: {a: {name: Docks, colour: "#9e2a2b"}, b: {name: Customs, colour: "#33658a"}}
unit_types: {tug: {plural: tugs, fields: {planks: {kind: whole, min: 0}, points: {kind: whole}}}}
tugs:
  - {name: Rat, side: a, planks: 4, points: 4, numbered: true}
  - {name: Gloster, side: a, planks: 9, points: 21}
  - {name: Vigilant, side: b, planks: 6, points: 14}
forms:
  sheet: {unit: tug, rows: [{height: 9 mm, cells: [{text: "{name}"}, {pips: planks}]}]}
scenarios:
  dawn:
    title: Dawn
    summary: Early.
    table: 4 ft x 3 ft
    turns: 4
    forces:
      a: {units: [UNITS]MORE}
      b: {units: [Vigilant]}
    setup: [Begin.]
    victory: {text: Last.}
"""
NAMED = "{unit: Rat, names: [Tom, Jerry], count: 3, damage: {planks: 1}}, Gloster"


def make_game(folder: Path, units: str, more: str = "") -> Game:
    (folder / "pier.yaml").write_text(GAME.replace("UNITS", units).replace("MORE", more), encoding="utf-8")
    return read_game(folder / "pier.yaml")


def test_units_of_a_force_have_the_names_of_their_line(tmp_path: Path) -> None:
    game = make_game(tmp_path, NAMED)
    scenario = game[SCENARIOS]["dawn"]
    (docks, customs) = muster_forces(game, scenario)
    assert [unit.name for unit in docks] == ["Tom", "Jerry", "Rat-3", "Gloster"]
    assert [dict(unit.damage) for unit in (*docks, *customs)] == [{"planks": 1}] * 3 + [{}] * 2
    assert scenario.forces[0].total == 3 * 4 + 21


def test_name_after_its_unit_is_the_same_line_in_short(tmp_path: Path) -> None:
    game = make_game(tmp_path, 'Rat "Tom", Rat "Jerry", Rat')
    assert [unit.name for unit in muster_forces(game, game[SCENARIOS]["dawn"])[0]] == ["Tom", "Jerry", "Rat-3"]


def test_quotes_in_a_unit_name_of_the_game_mark_no_proper_name(tmp_path: Path) -> None:
    text = GAME.replace("UNITS", """'Old "Rat"'""").replace("MORE", "")
    text = text.replace("name: Gloster", """name: 'Old "Rat"'""")
    (tmp_path / "pier.yaml").write_text(text, encoding="utf-8")
    game = read_game(tmp_path / "pier.yaml")
    scenario = game[SCENARIOS]["dawn"]
    assert [unit.name for unit in muster_forces(game, scenario)[0]] == ['Old "Rat"']
    (booklet,) = make_pages("booklet", game, scenario=scenario)
    assert 'Old "Rat"' in read_text(booklet.items)
    fleet = parse_yaml("""{side: a, units: ['Old "Rat"']}""", "fleet.yaml", problems := Problems())
    assert fleet
    result = read_fleet(fleet, "fleet", game, problems, FleetOptions())
    assert result
    assert [ship.unit.name for ship in result.units] == ['Old "Rat"']


@pytest.mark.parametrize("later", ["Tom", 'Rat "Tom"', "{unit: Rat, names: [Tom]}"])
def test_reinforcement_is_found_by_its_name(later: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, NAMED, f", reinforcements: {{units: [{later}], turn: 2}}")
    first = list_first_units(game, game[SCENARIOS]["dawn"])["a"]
    assert [unit.name for unit in first] == ["Jerry", "Rat-3", "Gloster"]


def test_names_and_their_class_are_in_the_booklet_and_on_the_records(tmp_path: Path) -> None:
    game = make_game(tmp_path, f"{NAMED}, {{unit: Gloster, names: [Mary]}}")
    scenario = game[SCENARIOS]["dawn"]
    booklet = " ".join(read_text(page.items) for page in make_pages("booklet", game, scenario=scenario))
    assert "2 × Rat: Tom, Jerry" in booklet.replace(" ,", ",")
    assert "Mary (Gloster)" in booklet
    records = " ".join(read_text(page.items) for page in make_pages("records", game, scenario=scenario))
    for name in ("Tom", "Jerry", "Rat-3", "Mary"):
        assert name in records


@pytest.mark.parametrize(("units", "problem"), [
    ("{unit: Rat, names: [Tom, Tom]}",
     ('Rat "Tom" must not be listed twice | remove this entry, or choose another name on line 19, which has the first '
     "entry")),
    ("{unit: Rat, names: [Gloster]}, Gloster",
     "two units of Docks have the name Gloster | change one of the two names: the first name is on line 19"),
    ("{unit: Rat, names: [Tom, Jerry], count: 1}",
     "unit 1 of Docks has 2 names for 1 x Rat | remove a name, or change the number of units"),
    ('2 x Rat "Tom"', 'there is only one Rat "Tom" | write the unit once, and other units as Rat'),
    ("{unit: all, names: [Tom]}",
     "'names' of unit 1 of Docks must belong to one unit | write a block with 'unit' and 'names' for each unit"),
    ("""{unit: Rat, names: ['a "b" c']}""",
     'a name in a force must not have the sign " | leave out the quotes within the name'),
    ("{unit: Rat, name: Tom}", "unknown key 'name' of unit 1 of Docks | did you mean 'names'?"),
    ("{unit: Rat, damage: 2}",
     ("'damage' of unit 1 of Docks must be a block with a number for each track, found the number 2 | write a track of "
     "the record and a number, for example {hull: 3}")),
])
def test_mistake_is_reported_at_its_place(units: str, problem: str, tmp_path: Path) -> None:
    problems = catch_problems(make_game, tmp_path, units)
    assert join_hints(problems) == [problem]
    assert problems[0].span
    assert problems[0].span.line == 19


def test_notes_of_a_line_are_below_the_table_of_the_force(tmp_path: Path) -> None:
    game = make_game(tmp_path, "{unit: Rat, names: [Tom], notes: leaks}, {unit: Gloster, notes: [Old., Slow.]}")
    booklet = " ".join(read_text(page.items) for page in make_pages("booklet", game, scenario=game[SCENARIOS]["dawn"]))
    assert "Tom: leaks; Gloster: Old. Slow." in booklet.replace(" :", ":")


@pytest.mark.parametrize("key", ["damage: {planks: 1}", "notes: leaks"])
def test_damage_and_notes_are_allowed_in_forces_and_fleets_only(key: str, tmp_path: Path) -> None:
    later = f", reinforcements: {{units: [{{unit: Rat, {key}}}], turn: 2}}"
    problems = catch_problems(make_game, tmp_path, NAMED, later)
    name = key.partition(":")[0]
    assert join_hints(problems)[0].endswith(
        f"must not have '{name}' | write the {name} in the force of a scenario, or in a fleet")


@pytest.mark.parametrize(("damage", "problem"), [
    ("plank: 1", "damage of Tom: the record has no 'plank' | did you mean 'planks'?"),
    ("planks: 5", "damage of Tom: 5 marks of planks are asked for, but the record has only 4 | "),
])
def test_damage_without_a_record_is_reported_at_its_line(damage: str, problem: str, tmp_path: Path) -> None:
    game = make_game(tmp_path, f"{{unit: Rat, names: [Tom], damage: {{{damage}}}}}")
    problems = catch_problems(make_pages, "records", game, scenario=game[SCENARIOS]["dawn"])
    assert join_hints(problems) == [problem]
    assert problems[0].span
    assert problems[0].span.line == 19
