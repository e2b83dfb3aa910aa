"""Fields that name other units: read in any order, derived after the units that they name, refused with reasons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems, list_messages
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop import json_schemas
from printshop.exports.unit_tables import format_units_csv, format_units_json
from printshop.formulas import NOT_KNOWN, compile_formula
from printshop.game.field_values import HeldUnits
from printshop.game.fleets import Fleet, FleetOptions, build_fleet_tree, read_fleet
from printshop.game.unit_fields import MAX_REFERENCES
from printshop.game.units import MAX_DEPTH, read_unit_list
from printshop.load_game import read_game
from printshop.problems import PrintshopError, Problems
from printshop.source import SourceText, parse_yaml
from printshop.source.csv_tables import parse_csv

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

TYPES = """\
format: 1
title: Aces
unit_types:
  kite:
    fields:
      slots: {kind: whole}
      flier: {kind: unit, of: flier, optional: true, once: true, without: {nerve: 1, cost: 0}}
      loads: {kind: units, of: [load, flier], optional: true, most: slots, once: true}
      cost: {kind: whole}
    derived:
      whole_cost: cost + flier.cost + sum(loads.cost)
      deep: flier.coach.nerve
    points: whole_cost
    checks: [{that: flier.nerve >= 1, message: "{flier.name} is afraid"}]
  flier:
    fields:
      nerve: {kind: whole}
      cost: {kind: whole}
      coach: {kind: unit, of: flier, optional: true}
    derived: {double: nerve * 2}
  load:
    fields: {cost: {kind: whole}, what: {kind: text, optional: true}}
kites:
"""
OTHERS = """\
fliers:
  - {name: Ida, nerve: 3, cost: 6, coach: Old Bo}
  - {name: Old Bo, nerve: 5, cost: 9}
loads:
  - {name: Drum, cost: 2}
  - {name: Bomb, cost: 3, what: boom}
"""


def load_aces(folder: Path, kites: str, others: str = OTHERS, types: str = TYPES) -> Game:
    (folder / "aces.yaml").write_text(f"{types}  - {kites}\n{others}", encoding="utf-8")
    return read_game(folder / "aces.yaml")


def evaluate(game: Game, text: str, unit: str = "Moth") -> object:
    return compile_formula(text, game.unit_types["kite"].value_names).evaluate(game.units[unit].values)


def test_held_units_are_available_to_formulas_and_texts(tmp_path: Path) -> None:
    game = load_aces(tmp_path, "{name: Moth, sisters: [Gnat], slots: 3, flier: ida, loads: [Bomb, DRUM], cost: 10}")
    for unit in ("Moth", "Gnat"):
        values = game.units[unit].values
        assert (values["whole_cost"], values["deep"]) == (10 + 6 + 2 + 3, 5)
        assert (str(values["flier"]), str(values["loads"])) == ("Ida", "Bomb, Drum")
    assert evaluate(game, "flier.double + flier.coach.double") == 16
    assert evaluate(game, "loads.what") == ("boom",)
    assert evaluate(game, '[count(loads), count(flier), count(loads, "cost", 2), total(loads, "cost"), max(loads.cost)]'
                    ) == (2, 1, 1, 5, 3)
    assert evaluate(game, '["Bomb" in loads.name, "Ida" in loads.name]') == (True, False)


def test_optional_field_without_a_unit_has_defaults_in_formulas(tmp_path: Path) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, cost: 10}")
    assert (game.units["Moth"].values["whole_cost"], game.units["Moth"].values["deep"]) == (10, NOT_KNOWN)
    assert evaluate(game, "[flier.nerve, flier.name, count(flier), count(loads), loads.cost, flier and 1 or 2]") == (
        1, NOT_KNOWN, 0, 0, (), 2)
    unknown = load_aces(tmp_path, "{name: Moth, slots: 3, flier: unknown, loads: unknown, cost: 10}")
    assert unknown.units["Moth"].values["whole_cost"] is NOT_KNOWN


def test_several_units_of_a_kind_are_counted(tmp_path: Path) -> None:
    types = TYPES.replace("most: slots, once: true", "least: 1")
    game = load_aces(tmp_path, "{name: Moth, slots: 3, loads: [2 x Bomb, Drum, 1x Bomb], cost: 1}", types=types)
    held = game.units["Moth"].values["loads"]
    assert isinstance(held, HeldUnits)
    assert (held.names, str(held)) == (("Bomb", "Bomb", "Drum", "Bomb"), "3 × Bomb, Drum")
    field = game.unit_types["kite"].fields["loads"]
    assert field.write_value(held) == '["3 x Bomb", Drum]'
    assert load_aces(tmp_path, f"{{name: Moth, slots: 3, loads: {field.write_value(held)}, cost: 1}}",
                     types=types).units[
        "Moth"].values["whole_cost"] == 12


@pytest.mark.parametrize(("kite", "message", "hint"), [
    ("flier: Ido", "flier of Moth: there is no flier 'Ido'", "did you mean 'Ida'?"),
    ("flier: Bomb", "flier of Moth: 'Bomb' is a load, but must be a flier", ""),
    ("flier: [Ida]", "flier of Moth must be the name of one unit, found a list",
     "write kind: units for this field in the unit type to allow several units"),
    ("flier: {Ida: 1}", "flier of Moth must be a text, found a block of keys", "write a text without braces"),
    ("loads: [Bom]", "loads of Moth: there is no load or flier 'Bom'", "did you mean 'Bomb'?"),
    ("loads: [[Bomb]]", "a name in loads of Moth must be a text, found a list",
     'a text that begins with "[" needs quotes'),
    ("loads: [Bomb, Drum, Ida]", "loads of Moth lists 3 units; at most 2 are allowed", ""),
    ("loads: [Bomb, Bomb]", "loads of Moth must not list Bomb twice", ""),
    (f"loads: [{MAX_REFERENCES + 1} x Bomb]", f"loads of Moth must not list more than {MAX_REFERENCES} units",
     "remove some of the names"),
])
def test_invalid_held_units_are_reported(tmp_path: Path, kite: str, message: str, hint: str) -> None:
    problems = catch_problems(load_aces, tmp_path, f"{{name: Moth, slots: 2, cost: 1, {kite}}}")
    assert [(problem.message, problem.hint) for problem in problems] == [(message, hint)]
    assert problems[0].span
    assert problems[0].span.line == TYPES.count("\n") + 1


@pytest.mark.parametrize(("was", "now", "message", "hint"), [
    ("of: flier, o", "of: fliers, o", "'of' of field 'flier' refers to an unknown unit type 'fliers'",
     "did you mean 'flier'?"),
    ("of: flier, optional: true, once", "optional: true, once", "field 'flier' lacks 'of'", "add the key 'of'"),
    ("{nerve: 1,", "{nervs: 1,",
     "'nervs' in 'without' of field 'flier' must be a value of the units that the field may refer to",
     "did you mean 'nerve'?"),
    ("{nerve: 1,", "{nerve: [1],",
     "'nerve' in 'without' of field 'flier' must be a whole number or a text, found a list", ""),
    ("most: slots", "most: slot", "'most' of field 'loads': unknown name 'slot'", "did you mean 'slots'?"),
    ("flier.coach.nerve", "flier.coach.nerv", "the formula of 'deep': 'flier.coach' has no 'nerv'",
     "did you mean 'nerve'?"),
    ("flier.coach.nerve", "flier.nerve.coach", "the formula of 'deep': 'flier.nerve' cannot be followed by a '.'",
     "write a '.' only between a field that refers to other units and a name that these units have"),
])
def test_mistakes_in_the_declaration_are_reported(tmp_path: Path, was: str, now: str, message: str, hint: str) -> None:
    problems = catch_problems(load_aces, tmp_path, "{name: Moth, slots: 2, cost: 1}", types=TYPES.replace(was, now, 1))
    assert [(problem.message, problem.hint) for problem in problems] == [(message, hint)]


def test_mistake_in_a_held_unit_is_reported_once(tmp_path: Path) -> None:
    problems = catch_problems(
        load_aces, tmp_path, "{name: Moth, slots: 2, cost: 1, flier: Ida}", OTHERS.replace("nerve: 5", "nerve: five")
    )
    assert list_messages(problems) == [
        "nerve of Old Bo must be a whole number, found the text 'five'"]


@pytest.mark.parametrize(("coaches", "message"), [
    ("Ida", "coach of Ida: the units refer to one another in a circle: Ida refers to Ida"),
    ("Old Bo",
     "coach of Old Bo: the units refer to one another in a circle: Ida refers to Old Bo, Old Bo refers to Ida"),
])
def test_units_cannot_refer_to_one_another_in_a_circle(tmp_path: Path, coaches: str, message: str) -> None:
    others = OTHERS.replace("cost: 9", "cost: 9, coach: Ida").replace("coach: Old Bo", f"coach: {coaches}")
    problems = catch_problems(load_aces, tmp_path, "{name: Moth, slots: 2, cost: 1, flier: Ida}", others)
    assert list_messages(problems) == [message]


def test_depth_of_references_has_a_limit(tmp_path: Path) -> None:
    def fliers(count: int) -> str:
        return "fliers:\n" + "".join(
            f"  - {{name: F{number}, nerve: 1, cost: 1{f', coach: F{number + 1}' if number + 1 < count else ''}}}\n"
            for number in range(count))

    assert load_aces(tmp_path, "{name: Moth, slots: 2, cost: 1}", fliers(MAX_DEPTH)).units["F0"]
    with pytest.raises(PrintshopError, match="a chain of units that refer to one another must have at most "
                                             f"{MAX_DEPTH} units: F0, F1"):
        load_aces(tmp_path, "{name: Moth, slots: 2, cost: 1}", fliers(MAX_DEPTH + 1))


def test_unit_read_alone_can_refer_to_other_units(tmp_path: Path) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, flier: Ida, loads: [Bomb], cost: 10}")
    text = "- {name: Moth, slots: 3, flier: Old Bo, loads: [Drum], cost: 10}"
    (unit,), problems = read_unit_list(game, game.unit_types["kite"], text)
    assert not problems
    assert unit.values["whole_cost"] == 10 + 9 + 2
    _, problems = read_unit_list(game, game.unit_types["kite"], text.replace("Old Bo", "Old Po"))
    assert [problem.message for problem in problems] == ["flier of Moth: there is no flier 'Old Po'"]


def test_schema_lists_the_units_that_a_field_accepts(tmp_path: Path) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, cost: 10}")
    kite = json_schemas.make_game_schemas(game)["kites"]["items"]["properties"]
    assert {"Ida", "Old Bo"} <= {*kite["flier"]["enum"]}
    assert kite["loads"]["items"]["examples"] == ["Drum", "Bomb", "Ida", "Old Bo"]


@pytest.mark.slow
@settings(max_examples=25)
@given(order=st.permutations(range(6)))
def test_order_of_units_does_not_matter(tmp_path_factory: pytest.TempPathFactory, order: list[int]) -> None:
    fliers = [f"  - {{name: F{number}, nerve: {number}, cost: 1{f', coach: F{number - 1}' if number else ''}}}\n"
              for number in range(6)]
    game = load_aces(tmp_path_factory.mktemp("order"), "{name: Moth, slots: 2, cost: 1, flier: F5}",
                   "fliers:\n" + "".join(fliers[number] for number in order))
    assert evaluate(game, "flier.coach.coach.coach.coach.coach.nerve + flier.coach.nerve") == 4


def parse_aces_fleet(game: Game, text: str) -> Fleet:
    problems = Problems()
    rows = parse_csv(SourceText("dawn.csv", text), problems) if text.startswith("unit,") else None
    node = build_fleet_tree(rows, game, problems) if rows else parse_yaml(text, "dawn.yaml", problems)
    assert node
    fleet = read_fleet(node, "dawn", game, problems, FleetOptions())
    problems.raise_if_any()
    assert fleet
    return fleet


@pytest.mark.parametrize("text", [
    "units:\n  - Moth\n  - {unit: Moth, name: Red 3, with: {flier: Old Bo, loads: [Drum, Bomb]}}\n",
    "unit,name,flier,loads\nMoth,,,\nMoth,Red 3,Old Bo,Drum; Bomb\n",
])
def test_fleet_can_change_the_units_of_a_field(tmp_path: Path, text: str) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, flier: Ida, loads: [Bomb], cost: 10}",
                   types=TYPES.replace("most: slots, once: true", "most: slots"))
    fleet = parse_aces_fleet(game, text)
    assert [(ship.unit.name, str(ship.unit.values["flier"]), str(ship.unit.values["loads"]), ship.points)
            for ship in fleet.units] == [("Moth", "Ida", "Bomb", 19), ("Red 3", "Old Bo", "Drum, Bomb", 24)]


@pytest.mark.parametrize(("line", "message"), [
    ("{unit: Moth, with: {flier: Ido}}", "flier of Moth: there is no flier 'Ido'"),
    ("{unit: Moth, with: {fliers: Ida}}", "unknown key 'fliers' of Moth"),
    ("{unit: Moth, name: Red 3, with: {cost: much}}", "cost of Red 3 must be a whole number, found the text 'much'"),
    ("{unit: Moth, with: {loads: [Bomb, Drum, Ida, Old Bo]}}", "loads of Moth lists 4 units; at most 3 are allowed"),
    ("{unit: Moth, with: Ida}", "'with' of unit 1 of the fleet must be a block of keys, found the text 'Ida'"),
    ("2 x Moth", "only one unit may use Bomb, but both Moth-1 and Moth-2 use it"),
])
def test_invalid_changes_in_a_fleet_are_reported(tmp_path: Path, line: str, message: str) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, flier: Ida, loads: [Bomb], cost: 10}")
    problems = catch_problems(parse_aces_fleet, game, f"units:\n  - {line}\n")
    assert list_messages(problems)[:1] == [message]
    assert problems[0].span


def test_unit_used_twice_in_a_scenario_is_reported(tmp_path: Path) -> None:
    kite = "{name: Moth, side: red, slots: 3, flier: Ida, cost: 10}"
    sides = 'sides: {red: {name: Red, colour: "#d62728"}}\n'
    others = OTHERS.replace("name: ", "side: any, name: ") + (
        "scenarios: {dawn: {title: Dawn, summary: x, table: 4 ft x 4 ft, setup: [x], victory: {text: x},\n"
        "  forces: {red: {units: [2 x Moth]}}}}\n")
    problems = catch_problems(load_aces, tmp_path, kite, others, TYPES.replace("unit_types", f"{sides}unit_types"))
    assert list_messages(problems) == ["Ida must not belong to both Moth and Moth"]


def test_tables_and_json_contain_the_names(tmp_path: Path) -> None:
    game = load_aces(tmp_path, "{name: Moth, slots: 3, flier: Ida, loads: [Bomb, Drum], cost: 10}")
    head, row = (line.split(",") for line in format_units_csv(game, [game.units["Moth"]]).splitlines())
    message = dict(zip(head, row, strict=True))
    assert [message[name] for name in ("flier", "flier.nerve", "loads", "loads.count", "loads.cost")] == [
        "Ida", "3", "Bomb; Drum", "2", "5"]
    fields = json.loads(format_units_json(game, [game.units["Moth"]]))["units"][0]["fields"]
    assert (fields["flier"], fields["loads"]) == ("Ida", ["Bomb", "Drum"])
