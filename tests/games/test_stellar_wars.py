"""Stellar Wars: its ships against its own building rules, and every table of the rulebook as the card prints it.

All figures here are typed from the rulebook, not from the game's data.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from placed import outlines, rows, words

from printshop.catalogue import games
from printshop.cli import main
from printshop.drawing.ink import Ink
from printshop.drawing.items import Line, Move
from printshop.game.load import load
from printshop.layout.paper import PAPERS
from printshop.products.booklets import booklet
from printshop.products.charts import charts
from printshop.products.charts.blocks import Look, block_of
from printshop.products.counters import counters
from printshop.products.forms import records
from printshop.products.product import Request, Settings
from printshop.units import MM

if TYPE_CHECKING:
    from pathlib import Path

    from placed import Word

    from printshop.game.model import Game, Unit

SIDES = ("RL", "FL", "F", "FR", "RR", "R")

# type, engine, hull, reactor; shield; armor; missiles; weapons; other systems
SHIPS = """
DN-A DN 3 5 3 | 6 6 6 6 6 5 | 5 6 6 6 5 5 | 11 | Gun F, Gun FR, Gun FL, Laser F | Missile Rack, Multi-3, Sensors
DN-B DN 4 5 3 | 6 6 6 6 6 6 | 6 6 6 6 6 6 | 10 | Gun F, Gun FR, Gun FL, Force Beam RL, Force Beam RR \
 | Missile Rack, Missile Defence, Multi-4
BB-A BB 4 4 3 | 3 5 5 5 3 3 | 3 4 4 4 3 2 | 4 | Gun F, Force Beam F, Beam FL, Beam FR, Laser FL, Laser FR \
 | Multi-4, Missile Defence, Missile Rack
BB-B BB 4 4 3 | 4 5 5 5 4 3 | 4 4 4 4 4 2 | 4 | Gun F, Beam FL, Beam FR, Laser RL, Laser RR | Multi-4, Missile Rack
CA-A CA 3 4 3 | 3 4 5 4 3 3 | 3 5 5 5 3 2 | 4 | Gun F, Beam FL, Beam FR, Laser FL, Laser FR \
 | Multi-2, Missile Defence, Cloaking
CA-B CA 3 4 3 | 2 2 3 2 2 2 | 2 4 5 4 2 2 | 8 | Beam F, Beam F, Gun FL, Gun FR \
 | Multi-2, Missile Defence, Missile Rack, Missile Rack, Cloaking
DD-A DD 3 3 2 | 4 5 5 5 4 3 | 3 5 5 5 3 3 | 0 | Gun F, Beam FR, Beam FL, Laser F, Laser FL, Laser FR \
 | Multi-3, Sensors
DD-B DD 4 3 2 | 3 4 5 4 3 2 | 3 4 4 4 3 2 | 0 | Gun F, Gun FR, Gun FL, Beam F, Beam FL, Beam FR, Laser F \
 | Multi-3
ES-A ES 4 2 2 | 3 4 4 4 3 3 | 3 3 4 3 3 3 | 3 | Beam F, Beam FR, Beam FL, Laser RR, Laser RL \
 | Missile Rack, Missile Defence
ES-B ES 6 2 2 | 3 3 5 3 3 3 | 3 3 4 3 3 3 | 0 | Laser F, Laser FR, Laser FL | Missile Defence, Cloaking, Sensors
SC-A SC 5 1 1 | 2 3 4 3 2 1 | 3 4 5 4 3 2 | 0 | Beam F, Force Beam FR, Force Beam FL, Laser F, Laser RL, Laser RR \
 | Cloaking
SC-B SC 4 1 1 | 3 4 5 4 3 2 | 2 4 4 4 2 1 | 0 | Gun F, Force Beam FR, Force Beam FL, Laser F, Laser FL, Laser FR \
 | Missile Defence, Multi-2
"""
# build points; the sum with hull and reactor free and at one point each; what else is wrong
AUDIT = {
    "DN-A": (125, 144, 152, ""), "DN-B": (125, 154, 162, ""), "BB-A": (110, 105, 112, ""), "BB-B": (110, 102, 109, ""),
    "CA-A": (100, 96, 103, "4 missiles and no missile rack to fire them"), "CA-B": (100, 104, 111, ""),
    "DD-A": (90, 89, 94, ""), "DD-B": (90, 85, 90, "3 weapons on F, two are allowed"),
    "ES-A": (80, 77, 81, ""), "ES-B": (80, 74, 78, ""), "SC-A": (70, 67, 69, ""), "SC-B": (70, 68, 70, ""),
}  # fmt: skip
# engine, shield, armor, missiles, weapons, other systems
PARTS = {
    "DN-A": (5, 35, 33, 33, 17, 21), "DN-B": (8, 36, 36, 30, 21, 23), "BB-A": (6, 24, 20, 12, 20, 23),
    "BB-B": (6, 26, 22, 12, 17, 19), "CA-A": (3, 22, 23, 12, 17, 19), "CA-B": (3, 13, 19, 24, 18, 27),
    "DD-A": (3, 26, 24, 0, 19, 17), "DD-B": (5, 21, 20, 0, 29, 10), "ES-A": (4, 21, 19, 9, 16, 8),
    "ES-B": (8, 20, 19, 0, 6, 21), "SC-A": (5, 15, 21, 0, 16, 10), "SC-B": (4, 21, 17, 0, 17, 9),
}  # fmt: skip
COSTS = ("engine_cost", "shield_cost", "armor_cost", "missile_cost", "weapon_cost", "system_cost")


@cache
def game(hull_price: int = 0) -> Game:
    return load(games()["stellar_wars"], {"hull_price": str(hull_price)})


def printed(ship: Unit) -> str:
    """Return a ship as the rulebook lists it, on one line."""
    values = ship.values
    shield, armor = (" ".join(str(number) for _, number in values[name].items()) for name in ("shield", "armor"))  # type: ignore[union-attr]
    head = f"{ship.name} {values['type']} {values['engine']} {values['hull']} {values['reactor']}"
    return f"{head} | {shield} | {armor} | {values['missiles']} | {values['weapons']} | {values['other_systems']}"


def test_the_twelve_ships_are_as_printed() -> None:
    ships = [unit for unit in game().units.values() if unit.values["origin"] == "rulebook"]
    assert [printed(ship) for ship in ships] == SHIPS.replace("  |", " |").strip().split("\n")
    assert all(ship.values["mines"] == 0 and ship.anyones for ship in ships)
    assert all(ship.values["shield"].names == SIDES for ship in ships)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", AUDIT)
def test_the_audit_of_a_ship(name: str) -> None:
    limit, free, priced, _ = AUDIT[name]
    ship = game().units[name]
    assert tuple(ship.values[cost] for cost in COSTS) == PARTS[name]
    assert (ship.values["limit"], ship.values["cost"], ship.values["left"]) == (limit, free, limit - free)
    assert game(1).units[name].values["cost"] == priced


@pytest.mark.parametrize(("price", "column"), [(0, 1), (1, 2)])
def test_what_the_ships_break_is_told_and_nothing_else(price: int, column: int) -> None:
    for name, audit in AUDIT.items():
        limit, cost, broken = audit[0], int(audit[column]), audit[3]  # type: ignore[call-overload]
        over = f"costs {cost} build points, {cost - limit} more than the {limit} of its type" if cost > limit else ""
        assert list(game(price).units[name].warnings) == [text for text in (over, broken) if text]


def test_nine_fit_with_hull_and_reactor_free_and_five_with_a_price() -> None:
    fits = [sum(game(price).units[name].values["left"] >= 0 for name in AUDIT) for price in (0, 1)]  # type: ignore[operator]
    assert fits == [9, 5]


def test_the_freighter_is_ours_and_says_so() -> None:
    house = [unit for unit in game().units.values() if unit.values["origin"] == "house design"]
    assert [(unit.name, unit.values["type"], unit.values["cost"], unit.values["limit"]) for unit in house] == [
        ("FR-House", "FR", 37, 45)]
    assert not house[0].warnings
    assert game(1).units["FR-House"].values["cost"] == 42


BAD = """\
- name: Bad
  side: any
  type: {type}
  origin: house design
  engine: 1
  hull: {hull}
  reactor: 2
  shield: 0
  armor: 0
  missiles: {missiles}
  mines: {mines}
  weapons: [{weapons}]
  other_systems: [{systems}]
"""


def bad(folder: Path, **given: object) -> tuple[list[str], Unit]:
    """Return what is said of a ship, and the ship."""
    values = {"type": "DD", "hull": 3, "missiles": 0, "mines": 0, "weapons": "", "systems": "", **given}
    source = games()["stellar_wars"]
    (folder / "game.yaml").write_text((source / "game.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "ships.yaml").write_text(BAD.format(**values), encoding="utf-8")
    ship = load(folder).units["Bad"]
    return list(ship.warnings), ship


@pytest.mark.parametrize(("given", "said"), [
    ({"weapons": "Gun RL, Gun RL, Laser RL"}, ["3 weapons on RL, two are allowed"]),
    ({"weapons": "Gun FR, Gun FR, Laser FR, Beam RR, Beam RR, Beam RR"},
     ["3 weapons on FR, two are allowed", "3 weapons on RR, two are allowed"]),
    ({"weapons": "Laser FL, Laser FL, Laser FL, Laser FL"}, ["4 weapons on FL, two are allowed"]),
    ({"weapons": "Laser R"}, ["a weapon faces the rear, R: none may"]),
    ({"missiles": 2}, ["2 missiles and no missile rack to fire them"]),
    ({"missiles": 2, "systems": "Missile Rack"}, []),
    ({"type": "FR", "weapons": "Laser F"}, ["a freighter carries no weapons"]),
    ({"type": "FR", "mines": 1},
     ["a freighter carries only what defends it: no missiles, no mines, no self-destruction"]),
    ({"type": "FR", "systems": "Cloaking, Sensors"}, []),
    ({"hull": 4}, ["hull 4, a Destroyer has 3"]),
    ({"type": "SC", "hull": 1}, ["reactor 2, a Scout has 1"]),
    ({"systems": "Sensors, Sensors, Sensors, Missile Rack, Missile Rack, Missile Rack, Missile Rack"},
     ["7 other systems: the damage table ends at six"]),
])  # fmt: skip
def test_every_building_rule_is_looked_after(given: dict[str, object], said: list[str], tmp_path: Path) -> None:
    assert bad(tmp_path, **given)[0] == said


def test_extras_cost_what_they_cost_and_are_marked(tmp_path: Path) -> None:
    weapons = "{kind: Gun, side: F, hit: 1, punch: 2}, {kind: Laser, side: F, worse: 1}, Plasma Cannon FR"
    _, ship = bad(tmp_path, weapons=weapons, systems="{kind: Sensors, ease: 1}, Multi-7, Self-Destruct", mines=3)
    values = ship.values
    guns = [(row["entry"], row["cost"]) for row in values["weapons"].rows]  # type: ignore[union-attr]
    assert guns == [("Gun −1H +2D", 5 + 2 + 4), ("Laser +1H", 2 - 1), ("Plasma Cannon", 15)]
    systems = [(row["entry"], row["cost"]) for row in values["other_systems"].rows]  # type: ignore[union-attr]
    assert systems == [("Sensors +1R", 9), ("Multi-7", 30), ("Self-Destruct", 8)]
    assert (values["mine_cost"], values["cost"]) == (6, 1 + 6 + 27 + 47)


# --- the tables of the rulebook, as the cards print them

TABLES = {
    ("combat", "To hit"): """
        Range 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
        Laser 12 11 11 10 10 9 9 8 8 7 7 6 5 4 3 2
        Missile 11 11 10 10 9 9 8 7 6 5 4 3 2
        Beam 11 11 10 9 8 7 6 5 4 3 2
        Force_Beam 11 11 10 9 8 6 5 4 3 2
        Plasma_Cannon 11 10 10 9 8 6 5 3 2
        Gun 11 10 9 7 5 3 2""",
    ("combat", "Missile defence"): "Range 1 2 3 4 5 6 7 8 9\n2d6 4 5 6 6 7 7 7 8 8",
    ("combat", "Damage"): """
        1d6 1 2 3 4 5 6
        Laser 1 1 1 2 2 2
        Force_Beam 1 2 2 2 3 3
        Beam 2 2 3 3 4 4
        Gun 3 4 5 5 5 6
        Missile 5 5 6 6 6 7
        Plasma_Cannon 7 8 9 9 10 10""",
    ("combat", "Where it goes"): """
        2d6 F FR_/_FL RR_/_RL R
        2 Reactor Reactor Reactor Reactor
        3 Hull Hull Reactor Reactor
        4 Hull System Hull Engine
        5 Wpn/Sys Wpn/Sys Wpn/Sys Engine
        6 System Hull System Hull
        7 Wpn/Sys Wpn/Sys Wpn/Sys Engine
        8 Hull System Hull Hull
        9 Wpn/Sys Wpn/Sys Wpn/Sys Engine
        10 System Hull Hull Engine
        11 Hull Hull Hull Hull
        12 Hull Reactor Reactor Reactor""",
    ("combat", "Which other system"): """
        Systems Roll 1 2 3 4 5 6 7 8 9 10 11 12
        2 1d6 1 2 1 2 1 2
        3 1d6 1 2 3 1 2 3
        4 2d6 – 3 4 1 1 2 3 4 1 1 2 3
        5 2d6 – 3 2 4 5 2 3 4 1 1 5 5
        6 1d6 1 2 3 4 5 6""",
    ("conduct", "Self-destruction"): """
        Distance 1 2 3 4 5 6 7 8 9 10
        SC 9 7 5 3 1
        ES 10 8 6 4 2
        DD 12 10 8 6 4 2
        CA 15 13 11 9 7 5 3 1
        BB 18 16 14 12 10 8 6 4 2
        DN 20 18 16 14 12 10 8 6 4 2""",
    ("conduct", "Once damaged, does it go off?"): "Hits_on_it 0 1 2 3 4\n1d6 always 3+ 5+ 6 never",
    ("conduct", "Sensors"): "1d6 1 2 3 4 5 6\nShown_to_range 6 5 3 1 – –",
    ("conduct", "2d6 or less, chances in 36"): "2d6 2 3 4 5 6 7 8 9 10 11 12\nof_36 1 3 6 10 15 21 26 30 33 35 36",
    ("conduct", "Tightest turns"): """
        Speed Ahead Turn Ahead Turn Ahead Turn
        1 1 2†
        2 1 2 1
        3 1 1 1 1 1†
        4 1 1 1 1 2 1
        5 1 1 2 1 2 1
        6 1 1 3 1 2""",
    ("building", "Build table"): """
        Type Class BP Hull Reactor 1 2 3 4 5 6
        DN Dreadnought 125 5 3 1 2 5 8 11 14
        BB Battleship 110 4 3 1 2 4 6 9 12
        CA Cruiser 100 4 3 1 2 3 6 8 11
        DD Destroyer 90 3 2 1 2 3 5 7 9
        ES Escort 80 2 2 1 2 3 4 6 8
        SC Scout 70 1 1 1 2 3 4 5 6
        FR Freighter 45 3 2 1 2 3 5 7 9""",
    ("building", "Prices"): """
        Item Cost
        Laser 2
        Force_Beam 3
        Missile 3
        Beam 4
        Gun 5
        Plasma_Cannon 15
        Armor 1
        Shield 1
        Missile_Rack 4
        Missile_Defence 4
        Multi-Track 5
        Sensors 7
        Cloaking 10
        Mines 2
        Self-Destruct 8""",
    ("building", "Multi-Track"): """
        Mark Targets Cost
        Multi-2 2 5
        Multi-3 3 10
        Multi-4 4 15
        Multi-5 5 20
        Multi-6 6 25
        Multi-7 7 30""",
}


def drawn(card: str, title: str) -> list[list[Word]]:
    """Return a block's lines of words, as wide as the card has it."""
    whole = game().charts[card]
    block = next(one for one in whole.blocks if one.title == title)
    width = 538 if block.across else (538 - 10 * (whole.columns - 1)) / whole.columns
    return rows(block_of(block, width, Look(8, 1, Ink.COLOUR)).items)


@pytest.mark.parametrize(("card", "title"), TABLES)
def test_the_card_prints_the_table_of_the_rulebook(card: str, title: str) -> None:
    expected = [[word.replace("_", " ") for word in line.split()] for line in TABLES[card, title].strip().split("\n")]
    lines = drawn(card, title)
    start = next(number for number, line in enumerate(lines) if [word.text for word in line] == expected[0])
    head, *body = lines[start : start + len(expected)]
    assert [[word.text for word in line] for line in body] == expected[1:]
    for line in body:  # every figure stands below its heading
        first = 2 if title in ("Build table", "Which other system") else 1  # figure
        for heading, figure in list(zip(head, line, strict=False))[first:]:
            assert figure.x == pytest.approx(heading.x, abs=0.05)


def test_extras_are_printed_with_what_they_do() -> None:
    lines = [[word.text for word in line] for line in drawn("building", "Extras")]
    assert [line[:2] for line in lines if line[0] in ("−1H", "+1D", "+1H", "+1R")] == [
        ["−1H", "2"], ["+1D", "2"], ["+1H", "−1"], ["+1R", "2"]]


@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
@pytest.mark.parametrize("ink", list(Ink))
def test_every_card_fits_its_page_in_letters_that_can_be_read(paper: str, ink: Ink) -> None:
    pages = list(charts.PRODUCT.build(game(), Request(), Settings(PAPERS[paper], ink)).pages)
    assert len(pages) == 3
    assert all(word.size >= 6 for page in pages for word in words(page.items))


# --- the set-ups

SET_UPS = {
    "beginning": ({"SC": 2, "ES": 1}, {"CA": 1, "SC": 1}),
    "convoy": ({"CA": 1, "DD": 1, "ES": 2}, {"BB": 1, "DD": 2, "CA": 2, "FR": 2}),
    "different_forces": ({"DN": 1, "ES": 3, "DD": 1}, {"CA": 1, "DD": 2, "BB": 1}),
}


@pytest.mark.parametrize("key", SET_UPS)
def test_the_set_ups_have_the_ships_of_the_rulebook(key: str) -> None:
    scenario = game().scenarios[key]
    for crew, expected in zip(game().crews(scenario), SET_UPS[key], strict=True):
        types = [str(unit.values["type"]) for unit in crew]
        assert {one: types.count(one) for one in types} == expected
        for one in expected:  # numbered from 1 within their type
            assert [unit.values["serial"] for unit in crew if unit.values["type"] == one] == list(
                range(1, expected[one] + 1))


@pytest.mark.parametrize("key", SET_UPS)
def test_the_booklet_names_what_is_our_choice(key: str) -> None:
    request = Request(scenario=game().scenarios[key])
    text = " ".join(word.text for page in booklet.PRODUCT.build(game(), request, Settings()).pages
                    for line in rows(page.items) for word in line)
    for said in ("is our choice", "The rules leave it to the players", "hexes (ours;"):
        assert said in text
    assert ("a freighter of our own" in text) == (key == "convoy")


@pytest.mark.parametrize("key", SET_UPS)
def test_counters_of_a_set_up_have_class_and_number(key: str) -> None:
    pages = counters.PRODUCT.build(game(), Request(scenario=game().scenarios[key]), Settings()).pages
    found = [word.text for page in pages for word in words(page.items)]
    for side in SET_UPS[key]:
        numbered = {one: [f"{one} {number}" for number in range(1, many + 1)] for one, many in side.items()}
        assert all(word in found for words_of in numbered.values() for word in words_of)


def test_all_counters_are_enough_for_every_set_up() -> None:
    pages = counters.PRODUCT.build(game(), Request(), Settings()).pages
    found = [word.text for page in pages for word in words(page.items)]
    most = {one: max(side.get(one, 0) for pair in SET_UPS.values() for side in pair)
            for one in ("DN", "BB", "CA", "DD", "ES", "SC", "FR")}
    assert all(found.count(f"{one} {number}") == 2 for one, many in most.items() for number in range(1, many + 1))


def test_check_warns_of_what_the_printed_ships_break() -> None:
    result = CliRunner().invoke(main, ["check", "stellar_wars"])
    assert result.exit_code == 0, result.output
    warned = [line for line in result.output.splitlines() if "warning" in line and "ships.yaml" in line]
    assert [line.split(": ")[2] for line in warned] == ["DN-A", "DN-B", "CA-A", "CA-B", "DD-B"]


def test_the_hull_price_is_a_setting() -> None:
    assert replace(game().settings["hull_price"], text="1", value=1) == game(1).settings["hull_price"]
    result = CliRunner().invoke(main, ["list", "stellar_wars", "--set", "hull_price=1", "--set", "hex=1 in"])
    assert "hull_price = 1" in result.output
    assert "DN-A             DN, rulebook, 152 points" in result.output


# --- the boxes of the control sheet


def boxes(ship: Unit) -> list[float]:
    """Return the sides of all small squares on a ship's control sheet, upright or not, in millimetres."""
    pages = records.PRODUCT.build(game(), Request(units=(ship,), only=("control",)), Settings()).pages
    found = []
    for path in (path for page in pages for path in outlines(page.items)):
        points = [(step.x, step.y) for step in path.segments if isinstance(step, Move | Line)]
        corners = points[:-1] if len(points) == 5 and dist(points[0], points[-1]) < 0.01 else points
        if len(corners) != 4:
            continue
        sides = [dist(here, there) / MM for here, there in pairwise((*corners, corners[0]))]
        diagonals = dist(corners[0], corners[2]), dist(corners[1], corners[3])
        if max(sides) < 6 and max(sides) - min(sides) < 0.001 and abs(diagonals[0] - diagonals[1]) < 0.001:
            found.append(sides[0])
    return found


@pytest.mark.parametrize("line", SHIPS.replace("  |", " |").strip().split("\n"))
def test_the_control_sheet_has_exactly_the_ships_boxes(line: str) -> None:
    head, shield, armor, missiles, weapons, systems = line.split(" | ")
    name, _, *structure = head.split()
    expected = sum(map(int, [*structure, *shield.split(), *armor.split(), missiles]))
    expected += 4 * (len(weapons.split(", ")) + len(systems.split(", ")))
    found = boxes(game().units[name])
    assert len(found) == expected
    assert min(found) >= 2.5


@pytest.mark.parametrize(("price", "column"), [(0, 1), (1, 2)])
@pytest.mark.parametrize("name", AUDIT)
def test_the_data_sheet_prints_the_audit(name: str, price: int, column: int) -> None:
    whole = game(price)
    request = Request(units=(whole.units[name],), only=("data",))
    lines = [[word.text for word in line if word.x < 290]
             for page in records.PRODUCT.build(whole, request, Settings()).pages for line in rows(page.items)]
    limit, cost, broken = AUDIT[name][0], int(AUDIT[name][column]), AUDIT[name][3]  # type: ignore[call-overload]
    assert ["Sum", str(cost), f"Limit, {name[:2]}", str(limit), "Left" if cost <= limit else "Over the limit",
            str(abs(limit - cost))] in lines
    said = " ".join(word for line in lines for word in line)
    assert broken in said
    assert (f"costs {cost} build points, {cost - limit} more" in said) == (cost > limit)
    assert ("broken: none" in said) == (cost <= limit and not broken)
