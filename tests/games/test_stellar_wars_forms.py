"""Stellar Wars' control, data and designer sheets, as drawn, against the figures of the rulebook's examples.

Every figure here is typed in from the rulebook (or reckoned from its prices by hand), none is read from the data.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import placed
import pytest

from printshop.catalogue import games
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import BLACK, Group, Item, Page, Use
from printshop.drawing.items import Path as Outline
from printshop.game.load import load
from printshop.products import find
from printshop.products.product import Request, Settings
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game

SIDES = ("RL", "FL", "F", "FR", "RR", "R")


class Ship(NamedTuple):
    """A design: engine, hull, reactor; shield and armor in the order of SIDES; missiles; weapons; other systems."""

    structure: tuple[int, int, int]
    shield: tuple[int, ...]
    armor: tuple[int, ...]
    missiles: int
    weapons: str
    systems: str


SHIPS = {
    "DN-A": Ship((3, 5, 3), (6, 6, 6, 6, 6, 5), (5, 6, 6, 6, 5, 5), 11, "Gun F, Gun FR, Gun FL, Laser F",
                 "Missile Rack, Multi-3, Sensors"),
    "DN-B": Ship((4, 5, 3), (6, 6, 6, 6, 6, 6), (6, 6, 6, 6, 6, 6), 10,
                 "Gun F, Gun FR, Gun FL, Force Beam RL, Force Beam RR", "Missile Rack, Missile Defence, Multi-4"),
    "BB-A": Ship((4, 4, 3), (3, 5, 5, 5, 3, 3), (3, 4, 4, 4, 3, 2), 4,
                 "Gun F, Force Beam F, Beam FL, Beam FR, Laser FL, Laser FR", "Multi-4, Missile Defence, Missile Rack"),
    "BB-B": Ship((4, 4, 3), (4, 5, 5, 5, 4, 3), (4, 4, 4, 4, 4, 2), 4, "Gun F, Beam FL, Beam FR, Laser RL, Laser RR",
                 "Multi-4, Missile Rack"),
    "CA-A": Ship((3, 4, 3), (3, 4, 5, 4, 3, 3), (3, 5, 5, 5, 3, 2), 4, "Gun F, Beam FL, Beam FR, Laser FL, Laser FR",
                 "Multi-2, Missile Defence, Cloaking"),
    "CA-B": Ship((3, 4, 3), (2, 2, 3, 2, 2, 2), (2, 4, 5, 4, 2, 2), 8, "Beam F, Beam F, Gun FL, Gun FR",
                 "Multi-2, Missile Defence, Missile Rack, Missile Rack, Cloaking"),
    "DD-A": Ship((3, 3, 2), (4, 5, 5, 5, 4, 3), (3, 5, 5, 5, 3, 3), 0,
                 "Gun F, Beam FR, Beam FL, Laser F, Laser FL, Laser FR", "Multi-3, Sensors"),
    "DD-B": Ship((4, 3, 2), (3, 4, 5, 4, 3, 2), (3, 4, 4, 4, 3, 2), 0,
                 "Gun F, Gun FR, Gun FL, Beam F, Beam FL, Beam FR, Laser F", "Multi-3"),
    "ES-A": Ship((4, 2, 2), (3, 4, 4, 4, 3, 3), (3, 3, 4, 3, 3, 3), 3, "Beam F, Beam FR, Beam FL, Laser RR, Laser RL",
                 "Missile Rack, Missile Defence"),
    "ES-B": Ship((6, 2, 2), (3, 3, 5, 3, 3, 3), (3, 3, 4, 3, 3, 3), 0, "Laser F, Laser FR, Laser FL",
                 "Missile Defence, Cloaking, Sensors"),
    "SC-A": Ship((5, 1, 1), (2, 3, 4, 3, 2, 1), (3, 4, 5, 4, 3, 2), 0,
                 "Beam F, Force Beam FR, Force Beam FL, Laser F, Laser RL, Laser RR", "Cloaking"),
    "SC-B": Ship((4, 1, 1), (3, 4, 5, 4, 3, 2), (2, 4, 4, 4, 2, 1), 0,
                 "Gun F, Force Beam FR, Force Beam FL, Laser F, Laser FL, Laser FR", "Missile Defence, Multi-2"),
}
# engine, shield, armor, missiles, weapons, other systems; sum with hull and reactor free; with 1 a point; limit; broken
AUDIT = {
    "DN-A": ((5, 35, 33, 33, 17, 21), 144, 152, 125, "costs 144 build points, 19 more than the 125 of its type"),
    "DN-B": ((8, 36, 36, 30, 21, 23), 154, 162, 125, "costs 154 build points, 29 more than the 125 of its type"),
    "BB-A": ((6, 24, 20, 12, 20, 23), 105, 112, 110, "none"),
    "BB-B": ((6, 26, 22, 12, 17, 19), 102, 109, 110, "none"),
    "CA-A": ((3, 22, 23, 12, 17, 19), 96, 103, 100, "4 missiles and no missile rack to fire them"),
    "CA-B": ((3, 13, 19, 24, 18, 27), 104, 111, 100, "costs 104 build points, 4 more than the 100 of its type"),
    "DD-A": ((3, 26, 24, 0, 19, 17), 89, 94, 90, "none"),
    "DD-B": ((5, 21, 20, 0, 29, 10), 85, 90, 90, "3 weapons on F, two are allowed"),
    "ES-A": ((4, 21, 19, 9, 16, 8), 77, 81, 80, "none"),
    "ES-B": ((8, 20, 19, 0, 6, 21), 74, 78, 80, "none"),
    "SC-A": ((5, 15, 21, 0, 16, 10), 67, 69, 70, "none"),
    "SC-B": ((4, 21, 17, 0, 17, 9), 68, 70, 70, "none"),
}
COSTS = {"Gun": 5, "Laser": 2, "Beam": 4, "Force Beam": 3, "Missile Rack": 4, "Missile Defence": 4, "Sensors": 7,
         "Cloaking": 10, "Multi-2": 5, "Multi-3": 10, "Multi-4": 15}


@pytest.fixture(scope="module")
def game() -> Game:
    return load(games()["stellar_wars"])


def sheet(game: Game, form: str, *names: str, **request: object) -> Page:
    units = game.muster([(name, 1) for name in names])
    return next(iter(find("records").build(game, Request(units=units, only=(form,), **request), Settings()).pages))  # type: ignore[arg-type]


def groups(items: tuple[Item, ...], there: Transform = IDENTITY) -> Iterator[tuple[int, float, float, bool]]:
    """Yield of every group of boxes how many they are, where it stands, and whether they are pale."""
    for item in items:
        match item:
            case Group():
                yield from groups(item.items, there.then(item.transform))
            case Use() if item.symbol.name.startswith("pips"):
                boxes = [one for one in item.symbol.items if isinstance(one, Outline)]
                stroke = boxes[0].stroke
                assert stroke
                at = there.then(item.transform).apply((item.symbol.bounds[0] + item.symbol.bounds[2]) / 2, 0)
                yield len(boxes), *at, stroke.color != BLACK
            case Use():
                yield from groups(item.symbol.items, there.then(item.transform))


def row_of(page: Page, label: str) -> list[str]:
    """Return the words to the right of a label, on its line and within its table."""
    return [word.text for row in placed.rows(page.items, 1.5) for place, word in enumerate(row) if word.text == label
            for word in row[place + 1:]]


def boxes_beside(page: Page, label: str, within: float = 6.0) -> int:
    """Return how many boxes stand on the line of a label, next to it."""
    (word,) = [one for one in placed.words(page.items) if one.text == label]
    return sum(count for count, x, y, _ in groups(page.items) if abs(y - word.y) < within and word.x < x < word.x + 170)


@pytest.mark.parametrize("name", SHIPS)
def test_the_control_sheet_has_exactly_the_ships_boxes(game: Game, name: str) -> None:
    ship, page = SHIPS[name], sheet(game, "control", name)
    engine, hull, reactor = ship.structure
    assert [boxes_beside(page, one) for one in ("Engine", "Hull", "Reactor", "Missiles", "Mines")] == [
        engine, hull, reactor, ship.missiles, 0]
    weapons, systems = ship.weapons.split(", "), ship.systems.split(", ")
    all_of_them = engine + hull + reactor + sum(ship.shield) + sum(ship.armor) + ship.missiles
    assert sum(count for count, *_ in groups(page.items)) == all_of_them + 4 * (len(weapons) + len(systems))
    assert not [one for one in groups(page.items) if one[3]]


@pytest.mark.parametrize("name", SHIPS)
def test_shield_and_armor_stand_on_their_sides_of_the_hex(game: Game, name: str) -> None:
    """Going round the middle of the hex, clockwise from the top: F FR RR R RL FL; the shield outside the armor."""
    ship, page = SHIPS[name], sheet(game, "control", name)
    sides = {word.text: word for word in placed.words(page.items) if word.text in SIDES and word.size == 7.5}
    assert set(sides) == set(SIDES)
    middle = (sides["F"].x + sides["R"].x) / 2, (sides["F"].y + sides["R"].y) / 2 - 2.7
    found: dict[str, list[tuple[float, int]]] = {}
    for count, x, y, _ in groups(page.items):
        away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
        if away < 90:
            nearest = min(SIDES, key=lambda side: (sides[side].x - x) ** 2 + (sides[side].y - 2.7 - y) ** 2)
            found.setdefault(nearest, []).append((away, count))
    shield = tuple(max(found[side])[1] for side in SIDES)
    armor = tuple(min(found[side])[1] for side in SIDES)
    assert (shield, armor) == (ship.shield, ship.armor)
    assert sides["FR"].x > middle[0] > sides["FL"].x
    assert sides["F"].y < middle[1] < sides["R"].y
    assert row_of(page, "Shield")[:6] == [str(one) for one in ship.shield]
    assert row_of(page, "Armor")[:6] == [str(one) for one in ship.armor]


@pytest.mark.parametrize("name", SHIPS)
def test_weapons_and_systems_are_listed_in_order_with_four_boxes_each(game: Game, name: str) -> None:
    ship, page = SHIPS[name], sheet(game, "control", name)
    texts = [word.text for row in placed.rows(page.items, 1.5) for word in row]
    for number, system in enumerate(ship.systems.split(", "), 1):
        assert f"{number}  {system}" in texts
    rows = [" ".join(word.text for word in row) for row in placed.rows(page.items, 1.5)]
    found = [next(index for index, row in enumerate(rows) if f"{weapon} " in f"{row} ") for weapon in
             dict.fromkeys(ship.weapons.split(", "))]
    assert found == sorted(found)
    counts = Counter(count for count, *_ in groups(page.items))
    assert counts[4] >= len(ship.weapons.split(", ")) + len(ship.systems.split(", "))


def test_missiles_stand_in_fives(game: Game) -> None:
    page = sheet(game, "control", "DN-A")
    (use,) = [item.symbol for item in uses(page.items) if item.symbol.name == "pips-11"]
    lefts = sorted(min(one.x for one in box.segments if hasattr(one, "x")) for box in use.items
                   if isinstance(box, Outline))
    steps = [round(b - a, 2) for a, b in pairwise(lefts)]
    assert [place for place, step in enumerate(steps, 1) if step > min(steps) + 0.5] == [5, 10]


def uses(items: tuple[Item, ...]) -> Iterator[Use]:
    for item in items:
        if isinstance(item, Group):
            yield from uses(item.items)
        if isinstance(item, Use):
            yield item
            yield from uses(item.symbol.items)


@pytest.mark.parametrize(("name", "hexes"), [("SC-A", True), ("BB-A", False)])
def test_the_track_has_fifty_turns_and_room_for_hexes_if_the_ship_can_cloak(
    game: Game, name: str, hexes: bool
) -> None:
    page = sheet(game, "control", name)
    tracks = [row for row in placed.rows(page.items, 1.5) if row[0].text == "Turn"]
    assert [[word.text for word in row[1:]] for row in tracks] == [
        [str(turn) for turn in range(first, first + 25)] for first in (1, 26)]
    assert all(b.x - a.x == pytest.approx(7.12 * MM, abs=0.01) for row in tracks for a, b in pairwise(row[1:]))
    heads = [row[0].text for row in placed.rows(page.items, 1.5) if row[0].text in ("Turn", "Speed", "Hex")]
    assert heads == 2 * ["Turn", "Speed", *(["Hex"] if hexes else [])]
    assert row_of(page, "Speed") == []
    told = " ".join(word.text for word in placed.words(page.items))
    for mark in ("NC it changed by 2", "NS shields lowered", "* plasma cannon"):
        assert mark in told
    assert ("while cloaked" in told) is hexes


def test_the_boxes_are_four_millimetres_wide_and_one_apart(game: Game) -> None:
    page = sheet(game, "control", "DN-B")
    groups_of = {item.symbol.name: item.symbol for item in uses(page.items) if item.symbol.name == "pips-3"}
    lefts = sorted(min(one.x for one in box.segments if hasattr(one, "x")) for box in groups_of["pips-3"].items
                   if isinstance(box, Outline))
    assert [round((b - a) / MM, 2) for a, b in pairwise(lefts)] == [5.0, 5.0]


def test_only_the_ships_own_weapons_are_on_its_table_to_hit(game: Game) -> None:
    page = sheet(game, "control", "DD-B")
    tables = [[word.text for word in row] for row in placed.rows(page.items, 3.0)]
    laser = next(row for row in tables if "damage" in row and "Laser" in row)
    hits = [12, 11, 11, 10, 10, 9, 9, 8, 8, 7, 7, 6, 5, 4, 3, 2]
    assert laser[laser.index("Laser"):] == ["Laser", *(str(one) for one in hits), "damage", *"111222"]
    assert [[one for one in row if one.isalpha()][-2] for row in tables if "damage" in row] == ["Laser", "Beam", "Gun"]


def test_missiles_without_a_rack_and_ships_without_weapons_say_so(game: Game) -> None:
    assert row_of(sheet(game, "control", "CA-A"), "Missiles")[0] == "no rack: cannot be fired"
    assert row_of(sheet(game, "control", "BB-A"), "Missiles")[0] == "one per rack each turn"
    page = sheet(game, "control", "FR-House")
    assert "none" in [word.text for word in placed.words(page.items)]
    assert "damage" not in [word.text for word in placed.words(page.items)]


def test_a_blank_control_sheet_has_the_generic_boxes(game: Game) -> None:
    page = next(iter(find("records").build(game, Request(blank=1, only=("control",)), Settings()).pages))
    found = list(groups(page.items))
    assert all(pale for *_, pale in found)
    counts = Counter(count for count, *_ in found)  # two sheets on the page
    # ten weapons: two on each of five sides are legal
    assert counts == {6: 2 * (6 + 6 + 1), 5: 2, 4: 2 * (1 + 10 + 6), 20: 2, 10: 2}
    assert sum(row[0].text == "Hex" for row in placed.rows(page.items, 1.5)) == 4


@pytest.mark.parametrize("name", AUDIT)
def test_the_data_sheet_shows_what_the_design_costs(game: Game, name: str) -> None:
    (engine, shield, armor, missiles, weapons, systems), total, _, limit, broken = AUDIT[name]
    page, ship = sheet(game, "data", name), SHIPS[name]
    assert row_of(page, "Engine, top speed") == ["by the build table", str(ship.structure[0]), "–", str(engine)]
    assert row_of(page, "Hull") == ["no price is printed", str(ship.structure[1]), "–", "0"]
    assert row_of(page, "Reactor") == ["no price is printed", str(ship.structure[2]), "–", "0"]
    for label, number, price, cost in (("Shield", sum(ship.shield), 1, shield), ("Armor", sum(ship.armor), 1, armor),
                                       ("Missiles", ship.missiles, 3, missiles), ("Mines", 0, 2, 0)):
        assert [str(number), str(price), str(cost)] in thirds(row_of(page, label))
    assert row_of(page, "Weapons")[-1] == str(weapons)
    assert row_of(page, "Other systems")[-1] == str(systems)
    assert row_of(page, "Shield")[:6] == [str(one) for one in ship.shield]
    assert row_of(page, "Armor")[:6] == [str(one) for one in ship.armor]
    assert row_of(page, "Sum")[-1] == str(total) or str(total) in row_of(page, "Sum")
    texts = [word.text for word in placed.words(page.items)]
    assert str(limit) in texts
    assert ("Left" in texts) is (total <= limit)
    assert row_of(page, "Left" if total <= limit else "Over the limit")[0] == str(abs(limit - total))
    told = " ".join(texts)
    assert broken in told if broken != "none" else "none" in texts
    assert told.count("•") == (broken != "none")


def thirds(row: list[str]) -> list[list[str]]:
    return [row[place:place + 3] for place in range(len(row) - 2)]


@pytest.mark.parametrize("name", SHIPS)
def test_the_data_sheet_lists_every_weapon_and_system_with_its_cost(game: Game, name: str) -> None:
    page, ship = sheet(game, "data", name), SHIPS[name]
    rows = [[word.text for word in row] for row in placed.rows(page.items, 1.5)]
    for weapon in ship.weapons.split(", "):
        kind, _, side = weapon.rpartition(" ")
        assert any([kind, side, str(COSTS[kind])] in thirds(row) for row in rows), weapon
    for system in ship.systems.split(", "):
        assert any(row[-2:] == [system, str(COSTS[system])] for row in rows), system


@pytest.mark.parametrize("name", AUDIT)
def test_hull_and_reactor_may_have_a_price(name: str) -> None:
    priced = load(games()["stellar_wars"], settings={"hull_price": "1"})
    page = sheet(priced, "data", name)
    _, _, total, limit, _ = AUDIT[name]
    texts = [word.text for word in placed.words(page.items)]
    assert str(total) in texts
    assert ("Over the limit" in texts) is (total > limit)


def test_the_designer_sheet_has_the_tables_and_the_rules(game: Game) -> None:
    page = sheet(game, "designer")
    build = {"Dreadnought": (125, 5, 3, 1, 2, 5, 8, 11, 14), "Battleship": (110, 4, 3, 1, 2, 4, 6, 9, 12),
             "Cruiser": (100, 4, 3, 1, 2, 3, 6, 8, 11), "Destroyer": (90, 3, 2, 1, 2, 3, 5, 7, 9),
             "Escort": (80, 2, 2, 1, 2, 3, 4, 6, 8), "Scout": (70, 1, 1, 1, 2, 3, 4, 5, 6),
             "Freighter": (45, 3, 2, 1, 2, 3, 5, 7, 9)}
    for label, figures in build.items():
        assert row_of(page, label) == [str(one) for one in figures]
    prices = {"Laser": 2, "Force Beam": 3, "Beam": 4, "Gun": 5, "Plasma Cannon": 15, "Missile": 3, "Missile Rack": 4,
              "Missile Defence": 4, "Multi-Track": 5, "Sensors": 7, "Cloaking": 10, "Self-Destruct": 8, "Mines": 2,
              "A point of shield": 1, "A point of armor": 1, "−1H": 2, "+1D": 2, "+1H": "−1", "+1R": 2}
    for label, price in prices.items():
        assert str(price) in row_of(page, label), label
    assert sum(count for count, *_ in groups(page.items)) == 7  # to tick


def test_the_secret_log_has_mines_in_fours_and_the_six_headings(game: Game) -> None:
    page = sheet(game, "log")
    texts = Counter(word.text for word in placed.words(page.items))
    assert {"Cloaked ship", "Hex", "Heading", "Mines"} <= set(texts)
    assert all(texts[str(number)] == 1 for number in range(1, 11))  # units of mines
    assert all(texts[name] == 1 for name in ("up", "upper right", "lower right", "down", "lower left", "upper left"))


def test_a_side_has_its_sheets_to_itself_and_ships_their_numbers(game: Game) -> None:
    scenario = game.scenarios["convoy"]
    pages = list(find("records").build(game, Request(scenario=scenario, only=("control",)), Settings()).pages)
    assert [len([w for w in placed.words(page.items) if w.text == "Engine"]) for page in pages] == [2, 2, 2, 2, 2, 2]
    blanks = [[w.text for w in placed.words(page.items)].count("Class and design") for page in pages]
    assert blanks == [0, 0, 0, 0, 0, 1]  # the last place of all has a blank one
    heads = {word.text for page in pages for word in placed.words(page.items) if word.text.startswith("Control")}
    assert heads == {"Control sheets: Side 1", "Control sheets: Side 2"}
    assert {"DD 2", "FR 2"} <= {word.text for page in pages for word in placed.words(page.items)}
