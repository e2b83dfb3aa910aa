"""Lists of units: counts, and rules in forces, reinforcements, zones, players, figures, fields and fleets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import list_game_problems

from printshop.exports.table_layout import build_table
from printshop.game.field_values import HeldUnits
from printshop.game.fleets import FleetOptions, read_fleet
from printshop.game.scenarios import SCENARIOS, Scenario, list_first_units, number_seats
from printshop.game.unit_lists import split_count
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems
from printshop.products import find_product
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAME = """\
format: 1
title: Corps
sides: {red: {name: Reds, colour: "#d55e00"}, blue: {name: Blues, colour: "#0072b2"}}
unit_types:
  corps:
    plural: corps
    fields:
      of: {kind: text}
      men: {kind: whole}
      comes: {kind: whole, optional: true}
      at: {kind: text, optional: true}
    derived: {half: men // 2}
  staff: {plural: staff, fields: {corps: {kind: units, of: corps}}}
staff: [{name: Red Staff, side: red, corps: @}]
maps: {field: {across: 20 mm, orientation: flat-top, columns: 9, rows: 9}}
counters: {corps: {kind: flat, units: corps, size: 15 x 15 mm, front: [{text: "{men}"}]}}
"""
CORPS = """\
- {name: Rat, side: red, numbered: true, of: 3 PzD, men: 4, copies: 3, at: "0203"}
- {name: Eel, side: red, of: 3 PzD, men: 6, comes: 0, at: "0203"}
- {name: Fox, side: red, of: Lehr, men: 8, comes: 2}
- {name: Owl, side: red, of: Lehr, men: 2, comes: 4}
- {name: Elk, side: red, of: Lehr, men: 9, copies: 0, comes: 4}
- {name: Cat, side: blue, of: 1 US, men: 8, at: "0801"}
- {name: Dog, side: blue, of: 4 US, men: 5}
- {name: Jay, side: any, of: 1 US, men: 1}
"""
BATTLE = """\
title: Battle
summary: They meet.
map: field
turns: 6
forces: {red: {units: @}, blue: {units: [Cat]}}
setup: [Anywhere.]
victory: {text: Be last.}
"""


def read_battle(folder: Path, units: str, *changes: tuple[str, str], staff: str = "all") -> tuple[Game, Scenario]:
    """Return a game and its battle, whose red force has some units."""
    text = BATTLE.replace("@", units)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    assert not list_game_problems(folder, "scenarios/battle.yaml", text, game=GAME.replace("@", staff), corps=CORPS,
                                  tugs="")
    game = read_game(folder)
    return game, game[SCENARIOS]["battle"]


@pytest.mark.parametrize(("text", "parts"), [
    ("5 x Rat", (5, "Rat")), ("Rat*2", (2, "Rat")), ("Rat * 999999", (999_999, "Rat")), ("Rat", (1, "Rat")),
    ("Rat*1000000", (1, "Rat*1000000")), ("Rat 2", (1, "Rat 2")), ("R*2", (2, "R")), ("*2", (1, "*2")),
])  # fmt: skip
def test_number_before_or_after_a_name_is_its_count(text: str, parts: tuple[int, str]) -> None:
    assert split_count(text) == parts


@pytest.mark.parametrize(("units", "roster"), [
    ("all corps", "3 Rat, 1 Eel, 1 Fox, 1 Owl"),
    ("all", "3 Rat, 1 Eel, 1 Fox, 1 Owl, 1 Red Staff"),
    ("all corps of any", "1 Jay"),
    ("2 x all corps", "2 Rat, 2 Eel, 2 Fox, 2 Owl, 2 Elk"),
    ("{where: of == 'Lehr'}", "1 Fox, 1 Owl"),
    ("[{where: of == 'Lehr', count: 2}]", "2 Fox, 2 Owl, 2 Elk"),
    ("[{where: half > 2}, all corps]", "1 Eel, 1 Fox, 3 Rat, 1 Owl"),
    ("[all corps, 2 x Owl, {unit: rat, count: 5}]", "1 Eel, 1 Fox, 2 Owl, 5 Rat"),
    ("[{unit: all corps of any, where: men < 9}, {unit: Eel}]", "1 Jay, 1 Eel"),
])  # fmt: skip
def test_rules_select_units_in_the_order_of_the_data(tmp_path: Path, units: str, roster: str) -> None:
    _, battle = read_battle(tmp_path, units)
    assert ", ".join(f"{count} {name}" for name, count in battle.forces[0].roster) == roster


@pytest.mark.parametrize(("units", "message", "hint"), [
    ("{^where: 'of == \"3 Pz\"'}", "no unit of side Reds matches 'of == \"3 Pz\"'", "did you mean '3 PzD'?"),
    ("{^where: men > 9}", "no unit of side Reds matches 'men > 9'", "values here: 4, 6, 8 and 2 more"),
    ("{^where: mem > 9}", "'where': unknown name 'mem'", "did you mean 'men'?"),
    ("^all corp", "there is no type of units 'corp'", "did you mean 'corps'?"),
    ("^all of rde", "there is no side 'rde'", "did you mean 'red'?"),
    ("^all staff of blue", "no staff of side Blues matches 'all staff of blue'", ""),
    ("^all corps of blue", "Cat belongs to Blues and cannot fight for Reds",
     "move the unit to the force of its own side, or add 'allies: blue' to the force of Reds"),
    ("[{^unit: Rat, where: men > 1}]", "'unit' of unit 1 of Reds must be all",
     "write a name, or 'all' with a formula 'where'"),
    ("[^{count: 2}]", "'unit' of unit 1 of Reds must be a unit", "write a name, or 'all' with a formula 'where'"),
    ("[{unit: all, ^count: 0}]", "'count' of unit 1 of Reds is 0, but must be at least 1",
     "write a number from 1 to 1,000"),
    ("[{unit: all, ^wher: 0}]", "unknown key 'wher' of unit 1 of Reds", "did you mean 'where'?"),
])  # fmt: skip
def test_rule_with_a_mistake_is_reported_once_at_its_place(tmp_path: Path, units: str, message: str,
                                                           hint: str) -> None:
    (problem,) = list_game_problems(tmp_path, "scenarios/battle.yaml", BATTLE.replace("@", units.replace("^", "")),
                                    game=GAME.replace("@", "all"), corps=CORPS, tugs="")
    assert (problem.message, problem.hint) == (message, hint)
    line = BATTLE.splitlines()[4].replace("@", units)
    start = line.index("^") + 1
    assert problem.span
    assert problem.span.line == 5
    assert problem.span.column in (start, start + len(line[start:].partition(":")[0]) + 2)  # the key, or its value


def test_fields_of_the_kind_units_take_units_of_the_side_of_the_unit(tmp_path: Path) -> None:
    game, _ = read_battle(tmp_path, "all corps", staff='[{where: of == "Lehr", count: 1}, 2 x Rat, {unit: Eel}]')
    held = game.units["Red Staff"].values["corps"]
    assert isinstance(held, HeldUnits)
    assert held.names == ("Fox", "Owl", "Elk", "Rat", "Rat", "Eel")
    problems = list_game_problems(tmp_path, "game.yaml", GAME.replace("@", "{where: men > 9}"), corps=CORPS,
                                  tugs="")
    (problem,) = problems
    assert problem.message == "no unit of side Reds matches 'men > 9'"


@pytest.mark.parametrize(("reinforcements", "arrivals"), [
    ("{by: comes, edge: the edge}", "Turn 2, from the edge: 1 Fox; Turn 4, from the edge: 1 Owl"),
    ("[{by: comes, units: {where: men > 4}}, {units: 2 x Rat, turn: 1}]", "Turn 2: 1 Fox; Turn 1: 2 Rat"),
    ("[{units: {where: of == '3 PzD'}, condition: later}]", "Later: 3 Rat, 1 Eel"),
])  # fmt: skip
def test_reinforcements_take_their_turns_from_a_field(tmp_path: Path, reinforcements: str, arrivals: str) -> None:
    _, battle = read_battle(tmp_path, "all corps, reinforcements: " + reinforcements)
    assert "; ".join(f"{later.arrival}: {', '.join(f'{count} {name}' for name, count in later.roster)}"
                     for later in battle.forces[0].reinforcements) == arrivals


@pytest.mark.parametrize(("lines", "message"), [
    ("{by: of}", "'of' must be the number of a turn, found 3 PzD of Rat, 3 PzD of Eel, Lehr of Fox and 1 more"),
    ("{by: cmes}", "no unit of the force of 'red' has a turn in 'cmes'"),
    ("[{by: comes, turn: 2}]", "reinforcements 1 of the force of 'red' must not have both 'turn' and 'by'"),
    ("[{turn: 2}]", "reinforcements 1 of the force of 'red' lacks 'units'"),
    ("{by: comes, units: {where: men > 8}}", "no unit matches 'men > 8'"),
])  # fmt: skip
def test_reinforcements_with_a_mistake_are_reported(tmp_path: Path, lines: str, message: str) -> None:
    text = BATTLE.replace("@", "all corps, reinforcements: " + lines)
    problems = list_game_problems(tmp_path, "scenarios/battle.yaml", text, game=GAME.replace("@", "all"), corps=CORPS,
                                  tugs="")
    assert problems[0].message == message


ZONES = ("zones: {own: {side: red, units: {by: at}}, field: {side: blue, edge: right, depth: 2, units: {by: at}}}"
         "\nsetup:")


def test_units_of_a_zone_begin_in_the_hexes_of_a_field(tmp_path: Path) -> None:
    game, battle = read_battle(tmp_path, "all corps", ("setup:", ZONES), ("[Cat]", "all corps"))
    assert [dict(zone.unit_hexes) for zone in battle.zones] == [{"Rat": (1, 2), "Eel": (1, 2)}, {"Cat": (7, -3)}]
    assert battle.zones[0].hexes == ((1, 2),)
    request = PrintRequest(scenario=battle)
    dump_text = dump.render_dump(find_product("booklet").build(game, request, PrintSettings()))
    assert "'Rat-1 +3'" in dump_text
    assert "'Cat'" in dump_text
    table = build_table(game, request, PrintSettings(), is_flat=True)
    assert table.battle_map
    grid = table.battle_map.drawn_map.grid
    assert [(unit.piece.unit, grid.find_hex(unit.x, unit.y)) for unit in table.placed_pieces] == [
        ("Rat-1", (1, 2)), ("Rat-2", (1, 2)), ("Rat-3", (1, 2)), ("Eel", (1, 2)), ("Cat", (7, -3))]


@pytest.mark.parametrize(("keys", "expected"), [("", False), ("printed: true, ", True), ("edge: top, depth: 9, ", True),
                                                ("edge: top, depth: 9, printed: false, ", False)])
def test_zone_without_hexes_of_its_own_is_not_on_the_map(tmp_path: Path, keys: str, expected: bool) -> None:
    _, battle = read_battle(tmp_path, "[Eel]", (
        "turns: 6\n", f"turns: 6\nzones: {{own: {{side: red, {keys}units: {{by: at}}}}}}\n"))
    assert [zone.printed for zone in battle.zones] == [expected]


@pytest.mark.parametrize(("change", "message"), [
    (("by: at}}, f", "by: att}}, f"), "no unit of zone 'own' has a hex in 'att'"),
    (("by: at}}, f", "by: of}}, f"), "'of' of Eel, on the map of the scenario 'battle': there is no hex '3 PzD'"),
    (("by: at}}, f", "bye: at}}, f"), "unknown key 'bye' of 'units' of zone 'own'"),
    (("side: red, ", ""), "'units' of zone 'own' needs the 'side' of the units"),
    (("side: red, ", "side: red, hexes: ['0101-0202'], "),
     "Eel begins in hex 0203, which is outside zone 'own' of the scenario 'battle'"),
    (("own: {side: red, ", "own: {side: blue, hexes: ['0101'], "),
     "Cat begins in hex 0801, which is outside zone 'own' and 'field' of the scenario 'battle'"),
])  # fmt: skip
def test_zones_with_a_mistake_are_reported(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    text = BATTLE.replace("@", "all corps").replace("setup:", ZONES).replace(*change)
    text = text.replace("edge: right", "edge: left") if "blue, hexes" in change[1] else text
    problems = list_game_problems(tmp_path, "scenarios/battle.yaml", text, game=GAME.replace("@", "all"), corps=CORPS,
                                  tugs="")
    assert message in {problem.message for problem in problems}


def test_zones_of_a_side_share_the_units_of_a_field(tmp_path: Path) -> None:
    zones = ZONES.replace("own: {side: red", "own: {side: blue, hexes: ['0101']")
    _, battle = read_battle(tmp_path, "all corps", ("setup:", zones), ("[Cat]", "all corps"))
    assert [dict(zone.unit_hexes) for zone in battle.zones] == [{}, {"Cat": (7, -3)}]


def test_unit_outside_its_zone_is_reported_in_its_line(tmp_path: Path) -> None:
    text = BATTLE.replace("@", "all corps").replace("setup:", ZONES.replace("depth: 2", "depth: 1"))
    (problem,) = list_game_problems(tmp_path, "scenarios/battle.yaml", text, game=GAME.replace("@", "all"),
                                    corps=CORPS, tugs="")
    assert problem.span
    assert (problem.span.file.rpartition("/")[2], problem.span.line) == ("corps.yaml", 6)


def test_zone_of_a_map_has_no_units_by_a_field(tmp_path: Path) -> None:
    game = GAME.replace("@", "all").replace("rows: 9", "rows: 9, zones: {own: {side: red, units: {by: at}}}")
    (problem,) = list_game_problems(tmp_path, "game.yaml", game, corps=CORPS, tugs="")
    assert problem.message == "zone 'own' of a map cannot have units with 'by'"


def test_players_command_units_by_rules(tmp_path: Path) -> None:
    game, battle = read_battle(tmp_path, "all corps", ("setup:", (
        "players: [{side: red, name: A, units: {where: of == '3 PzD'}}, "
        "{side: red, name: B, units: {where: of == 'Lehr'}}]\nsetup:")))
    assert number_seats(game, battle.for_players(3)) == {
        "Rat-1 (Reds)": 1, "Rat-2 (Reds)": 1, "Rat-3 (Reds)": 1, "Eel (Reds)": 1, "Fox (Reds)": 2, "Owl (Reds)": 2,
        "Cat (Blues)": 3}


def test_figures_list_units_by_rules(tmp_path: Path) -> None:
    places = ", ".join(f"{name}: {{at: {x} in x 4 in, heading: 0}}"
                       for x, name in enumerate(("Eel", "Fox", "Owl", "Cat"), 4))
    figure = ("table: 4 ft x 4 ft\ndeployment: {arcs: all of blue, lines: [{units: {where: men < 9}, within: 9 in}], "
              f"zones: [{{side: red, edge: far, depth: 9 in, units: all}}], positions: {{{places}}}}}")
    text = BATTLE.replace("@", "[Eel, Fox, Owl]").replace("map: field", figure)
    problems = list_game_problems(tmp_path, "scenarios/battle.yaml", text, game=GAME.replace("@", "all"), corps=CORPS,
                                  tugs="")
    assert {problem.message.partition(" ")[0] for problem in problems} == {"Eel", "Fox", "Owl", "Cat"}  # not in line
    figure = figure.replace("lines: [{units: {where: men < 9}, within: 9 in}], ", "")
    _, battle = read_battle(tmp_path, "[Eel, Fox, Owl]", ("map: field", figure))
    assert battle.deployment
    assert [unit.name for unit in battle.deployment.zones[0].units] == ["Eel", "Fox", "Owl"]
    assert [unit.name for unit in battle.deployment.arcs] == ["Cat"]


@pytest.mark.parametrize(("units", "side", "names"), [
    ("all corps of red", "", "Rat-1, Rat-2, Rat-3, Eel, Fox, Owl"),
    ("all corps", "blue", "Cat, Dog"),
    ("[{where: men == 8, notes: strong}, Fox]", "", "Cat, Fox"),
    ("[{unit: all corps, where: men == 8, count: 2}]", "red", "Fox-1, Fox-2"),
])  # fmt: skip
def test_fleets_have_units_by_rules(tmp_path: Path, units: str, side: str, names: str) -> None:
    game, _ = read_battle(tmp_path, "all corps")
    problems = Problems()
    node = parse_yaml(f"units: {units}", "fleet.yaml", problems)
    assert node
    fleet = read_fleet(node, "fleet", game, problems, FleetOptions(side=side))
    assert not [*problems]
    assert fleet
    assert sorted(ship.unit.name for ship in fleet.units) == sorted(names.split(", "))


def test_rule_of_a_fleet_with_a_mistake_is_reported_once(tmp_path: Path) -> None:
    game, _ = read_battle(tmp_path, "all corps")
    problems = Problems()
    node = parse_yaml("units: [{unit: all corps, count: 0, notes: [[]]}, {unit: all, names: 3, damage: x}]", "f.yaml",
                      problems)
    assert node
    read_fleet(node, "fleet", game, problems, FleetOptions())
    assert [problem.message.partition(" of unit")[0] for problem in problems] == ["'count'", "'notes'", "'damage'"]


def test_units_with_equal_values_share_a_row_in_a_long_force(tmp_path: Path) -> None:
    many = "".join(f"- {{name: Unit {number}, side: red, of: Group {number % 3}, men: 1}}\n" for number in range(31))
    folder = tmp_path / "long"
    folder.mkdir()
    text = BATTLE.replace("@", "all corps").replace("setup:", "show: {Group: of}\nsetup:")
    assert not list_game_problems(folder, "scenarios/battle.yaml", text, game=GAME.replace("@", "[]"),
                                  corps=many + CORPS, tugs="")
    game = read_game(folder)
    battle = game[SCENARIOS]["battle"]
    dump_text = dump.render_dump(find_product("booklet").build(game, PrintRequest(scenario=battle), PrintSettings()))
    assert dump_text.count("'Group 1'") == 1
    assert len(list_first_units(game, battle)["red"]) == 37
