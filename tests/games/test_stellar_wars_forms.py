"""The control, data and designer sheets of Stellar Wars, as drawn, against the examples of the rulebook.

Every value here is typed in from the rulebook (or worked out by hand from its prices); none is read from the data.
"""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers import pdf_text
from helpers.stellar_wars_ships import AUDIT, CLASSES, COSTS, HOUSE, HOUSE_AUDIT, SHIPS, SIDES, Ship, over

from printshop.drawing.display_list import BLACK, Group, Item, Page, SymbolUse
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game

# 2d6 at a range, 1d6 of damage, in the order in which a sheet has them
WEAPONS = {
    "Laser": ("12 11 11 10 10 9 9 8 8 7 7 6 5 4 3 2", "1 1 1 2 2 2"),
    "Missile": ("11 11 10 10 9 9 8 7 6 5 4 3 2", "5 5 6 6 6 7"),
    "Beam": ("11 11 10 9 8 7 6 5 4 3 2", "2 2 3 3 4 4"),
    "Force Beam": ("11 11 10 9 8 6 5 4 3 2", "1 2 2 2 3 3"),
    "Plasma Cannon": ("11 10 10 9 8 6 5 3 2", "7 8 9 9 10 10"),
    "Gun": ("11 10 9 7 5 3 2", "3 4 5 5 5 6"),
}
LETTERS = {"Laser": "L", "Beam": "B", "Force Beam": "FB", "Plasma Cannon": "PC", "Gun": "G"}
ALL = SHIPS | HOUSE
RANGES = ("2d6 at range", *map(str, range(1, 17)), "1d6", *map(str, range(1, 7)))


def make_sheet(game: Game, form: str, *names: str, **request: object) -> Page:
    units = game.expand_roster([(name, 1) for name in names])
    return next(iter(find_product("records").build(game, PrintRequest(units=units, only_keys=(form,), **request),
                                                   PrintSettings()).pages))  # type: ignore[arg-type]


def groups(items: tuple[Item, ...], there: Transform = IDENTITY) -> Iterator[tuple[int, float, float, bool]]:
    """Yield of every group of boxes how many they are, where it stands, and whether they are pale."""
    for item in items:
        match item:
            case Group():
                yield from groups(item.items, there.compose(item.transform))
            case SymbolUse() if item.symbol.name.startswith("pips"):
                boxes = [one for one in item.symbol.items if isinstance(one, Outline)]
                stroke = boxes[0].stroke
                assert stroke
                at = there.compose(item.transform).apply((item.symbol.bounds[0] + item.symbol.bounds[2]) / 2, 0)
                yield len(boxes), *at, stroke.color != BLACK
            case SymbolUse():
                yield from groups(item.symbol.items, there.compose(item.transform))


def row_of(page: Page, label: str) -> list[str]:
    """Return the words to the right of a label, on its line and within its table."""
    return [
        word.text
        for row in placed.find_rows(page.items, 1.5)
        for place, word in enumerate(row)
        if word.text == label
        for word in row[place + 1 :]
    ]


def boxes_beside(page: Page, label: str, within: float = 6.0) -> int:
    """Return how many boxes stand on the line of a label, next to it."""
    (word,) = [one for one in placed.find_words(page.items) if one.text == label]
    return sum(count for count, x, y, _ in groups(page.items) if abs(y - word.y) < within and word.x < x < word.x + 170)


def may_have_rack(ship: Ship) -> bool:
    """Whether a ship has missiles and no rack: a row for the one that may be agreed on."""
    return bool(ship.missiles) and "Missile Rack" not in ship.systems


@pytest.mark.parametrize("name", ALL)
def test_control_sheet_has_exactly_the_boxes_of_the_ship(stellar_wars: Game, name: str) -> None:
    ship, page = ALL[name], make_sheet(stellar_wars, "control", name)
    engine, hull, reactor = ship.structure
    assert [boxes_beside(page, one) for one in ("Engine", "Hull", "Reactor")] == [engine, hull, reactor]
    words = [word.text for word in placed.find_words(page.items)]  # what a ship has not has no row
    assert ("Missiles" in words, "Mines" in words) == (ship.missiles > 0, False)
    assert not ship.missiles or boxes_beside(page, "Missiles") == ship.missiles
    weapons, systems = ship.weapons, ship.systems
    all_of_them = engine + hull + reactor + sum(ship.shield) + sum(ship.armor) + ship.missiles
    assert sum(count for count, *_ in groups(page.items)) == all_of_them + 4 * (
        len(weapons) + len(systems) + may_have_rack(ship)) + may_have_rack(ship)  # a box says whether it is
    assert not [one for one in groups(page.items) if one[3]]


@pytest.mark.parametrize("name", ALL)
def test_shield_and_armor_are_on_their_sides_of_the_hex(stellar_wars: Game, name: str) -> None:
    """Going round the middle of the hex, clockwise from the top: F FR RR R RL FL; the shield outside the armor."""
    ship, page = ALL[name], make_sheet(stellar_wars, "control", name)
    sides = {word.text: word for word in placed.find_words(page.items) if word.text in SIDES and word.size == 7.5}
    assert set(sides) == set(SIDES)
    middle = (sides["F"].x + sides["R"].x) / 2, (sides["F"].y + sides["R"].y) / 2 - 2.7
    results: dict[str, list[tuple[float, int]]] = {}
    for count, x, y, _ in groups(page.items):
        away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5
        if away < 90:
            nearest = min(SIDES, key=lambda side: (sides[side].x - x) ** 2 + (sides[side].y - 2.7 - y) ** 2)
            results.setdefault(nearest, []).append((away, count))
    shield = tuple(max(results[side])[1] for side in SIDES)
    armor = tuple(min(results[side])[1] for side in SIDES)
    assert (shield, armor) == (ship.shield, ship.armor)
    assert sides["FR"].x > middle[0] > sides["FL"].x
    assert sides["F"].y < middle[1] < sides["R"].y
    mounted = [
        (word, min(SIDES, key=lambda side: (sides[side].x - word.x) ** 2 + (sides[side].y - word.y) ** 2))
        for word in placed.find_words(page.items)
        if word.size == 7.0
        and word.text in ("L", "FB", "B", "G", "PC")
        and (word.x - middle[0]) ** 2 + (word.y - middle[1]) ** 2 < 60**2
    ]
    assert sorted((word.text, side) for word, side in mounted) == sorted(
        ("".join(part[0] for part in kind.split()), side)
        for kind, _, side in (weapon.rpartition(" ") for weapon in ship.weapons))


def read_form(game: Game, form: str, *names: str) -> list[pdf_text.Run]:
    """The first page of a form as it is written."""
    (page,) = pdf_text.read_runs(find_product("records").build(
        game, PrintRequest(units=game.expand_roster([(name, 1) for name in names]), only_keys=(form,)),
                                                               PrintSettings()), 1)
    return page


@pytest.mark.parametrize("name", ALL)
def test_control_sheet_has_all_its_values(stellar_wars: Game, name: str) -> None:
    ship, page = ALL[name], read_form(stellar_wars, "control", name)
    place = {run.text: run for run in reversed(page)}
    head = [run.text for run in page if abs(run.y - place["Ship"].y) < 6]  # sizes differ, and so do base lines
    assert sorted(head) == sorted(["Ship", f"{name[:2]} 1", f"{CLASSES[name[:2]]} {name}", *["†"] * (name in HOUSE)])
    code, design = place[f"{name[:2]} 1"], place[f"{CLASSES[name[:2]]} {name}"]
    assert code.left < design.left
    assert place[design.text].y == pytest.approx(code.y, abs=2)
    right = [run for run in page if place["Engine"].left - 1 < run.left
             and place["Engine"].y - 1 < run.y < place["Turn"].y - 9]
    rack = "Missile Rack" in ship.systems
    fired = [*dict.fromkeys(weapon.rpartition(" ")[0] for weapon in ship.weapons),
             *(["Missile"] if ship.missiles else [])]
    shots = [("(Missile)†" if kind == "Missile" and not rack else kind,
              *(hit := WEAPONS[kind][0].split()), *[""] * (16 - len(hit)), "damage", *WEAPONS[kind][1].split())
             for kind in WEAPONS if kind in fired]
    expected = [RANGES, *shots] if shots else []
    items, rest = pdf_text.take_table(pdf_text.find_rows(right), expected) if shots else ([], pdf_text.find_rows(right))
    assert items == expected
    assert ("damage" in place) is bool(shots)
    systems = place["Other systems"].left - 1
    heads = [run.text for row in rest for run in row if run.y <= place["Weapons"].y + 1]
    audit = (AUDIT | HOUSE_AUDIT)[name]
    words = ["Missiles", "one per rack each turn" if rack else
             f"rack fitted, {audit.free + 4} points†; else none is fired"] if ship.missiles else []
    assert heads == ["Engine", "Hull", "Reactor", "Points", f"{audit.free} of {audit.limit}", *words, "Weapons", "Side",
                     "Hits", "Other systems", "Hits"]
    listed = [run for row in rest for run in row if run.y > place["Weapons"].y + 1]
    against = [run for run in listed if "Defence" in place and abs(run.y - place["Defence"].y) < 2]
    assert [run.text for run in sorted(against, key=lambda run: run.left)] == (
        ["Defence", *"456677788", "number or more stops it"] if "Missile Defence" in ship.systems else [])
    listed = [run for run in listed if run not in against and run.text != "Notes"]
    assert pdf_text.read_lines(run for run in listed if run.left < systems) == (
        [[LETTERS[kind], kind, side] for kind, _, side in (one.rpartition(" ") for one in ship.weapons)] or [["none"]])
    assert pdf_text.read_lines(run for run in listed if run.left > systems) == [
        [f"{number} {system}"] for number, system in enumerate(
            (*ship.systems, *["Rack, if fitted†"] * may_have_rack(ship)), 1)]
    left = [run for run in page if run.left < place["Engine"].left - 1]
    assert {"SHIELD", "ARMOR", *SIDES} <= {run.text for run in left}


def test_track_has_the_fifty_turns_of_the_book(stellar_wars: Game) -> None:
    page = make_sheet(stellar_wars, "control", "SC-A")
    tracks = [row for row in placed.find_rows(page.items, 1.5) if row[0].text == "Turn"]
    assert [word.text for track in tracks for word in track[1:]] == [str(turn) for turn in range(1, 51)]
    assert row_of(page, "Speed") == []
    blank = next(iter(find_product("records").build(stellar_wars, PrintRequest(blank_forms=1, only_keys=("control",)),
                                                    PrintSettings()).pages))
    for one in (page, blank):
        words = " ".join(word.text for word in placed.find_words(one.items))
        for mark in ("NC it changed by 2", "NS shields lowered"):
            assert mark in words
        assert ("* plasma cannon" in words) == (one is blank)  # a scout has none


def test_blank_control_sheet_has_the_generic_boxes(stellar_wars: Game) -> None:
    page = next(iter(find_product("records").build(stellar_wars, PrintRequest(blank_forms=1, only_keys=("control",)),
                                                   PrintSettings()).pages))
    result = list(groups(page.items))
    assert all(pale for *_, pale in result)
    counts = Counter(count for count, *_ in result)  # two sheets on the page
    # ten weapons: two on each of five sides are legal
    assert counts == {6: 2 * (6 + 6 + 1), 5: 2, 4: 2 * (1 + 10 + 6), 20: 2, 10: 2}


@pytest.fixture(scope="module")
def load_priced_game() -> Game:
    return read_game(find_shipped_games()["stellar_wars"], settings={"hull_price": "1"})


@pytest.mark.parametrize("price", [0, 1])
@pytest.mark.parametrize("name", ALL)
def test_data_sheet_has_all_its_values(stellar_wars: Game, load_priced_game: Game, name: str, price: int) -> None:
    """Every line of it: what is bought, how much of it, at what price, the sum, and what is broken."""
    ship, audit, kind = ALL[name], (AUDIT | HOUSE_AUDIT)[name], name[:2]
    engine, shield, armor, missiles, weapons, systems = audit.parts
    top, *structure = ship.structure
    cost = audit.priced if price else audit.free
    listed = [[*(weapon.rpartition(" ")[::2] if weapon else ()),
               *([str(COSTS[weapon.rpartition(" ")[0]])] if weapon else []),
               *([system, str(COSTS[system])] if system else [])]
              for weapon, system in zip_longest(ship.weapons, ship.systems, fillvalue="")]
    broken = [text for text in (over(cost, audit.limit), audit.broken) if text]
    lines = pdf_text.read_lines(read_form(load_priced_game if price else stellar_wars, "data", name))[1:-1]
    last = next(number for number, line in enumerate(lines) if line[0] == "Rules of building that are broken:")
    message = " ".join(text for line in lines[last:] for text in line[line is lines[last]:])
    assert message in ("; ".join(broken), " ".join(f"• {text}" for text in broken)) if broken else message == "none"
    assert lines[:last] == [
        [CLASSES[kind], name, *["†"] * (name in HOUSE)], ["Class name"],
        ["Item", *SIDES, "No.", "Each", "Cost"],
        ["Engine, top speed", "by the build table", str(top), "–", str(engine)],
        *([label, *([] if price else ["no price is printed"]), str(many), str(price or "–"), str(price * many)]
          for label, many in zip(("Hull", "Reactor"), structure, strict=True)),
        ["Shield", *map(str, ship.shield), str(sum(ship.shield)), "1", str(shield)],
        ["Armor", *map(str, ship.armor), str(sum(ship.armor)), "1", str(armor)],
        ["Missiles", str(ship.missiles), "3", str(missiles)], ["Mines", "0", "2", "0"],
        ["Weapons", "as listed below", str(len(ship.weapons)), "–", str(weapons)],
        ["Other systems", "as listed below", str(len(ship.systems)), "–", str(systems)],
        ["Sum", str(cost), f"Limit, {kind}", str(audit.limit), "Left" if cost <= audit.limit else "Over the limit",
         str(abs(audit.limit - cost))],
        ["Weapon", "Side", "Cost", "Other system", "Cost"], *listed]


DESIGNER_LEFT = """Side RL FL F FR RR R Cost|Shield|Armor|Weapon Side Extras Cost|1|2|3|4|5|6|7|8|9|10
Other_system Extras Cost|1|2|3|4|5|6|Item Number Price Cost|Engine,_top_speed build_table
Hull 0†|Reactor 0†|Missiles,_extras_on_each† 3_+_extras|Mines 2|Shield_and_armor,_from_above
Weapons,_from_above|Other_systems,_from_above|Sum|Limit_of_the_type|Left"""
DESIGNER_RIGHT = """Type Limit Hull React. Engine_of_top_speed_1_to_6|DN Dreadnought 125 5 3 1 2 5 8 11 14
BB Battleship 110 4 3 1 2 4 6 9 12|CA Cruiser 100 4 3 1 2 3 6 8 11|DD Destroyer 90 3 2 1 2 3 5 7 9
ES Escort 80 2 2 1 2 3 4 6 8|SC Scout 70 1 1 1 2 3 4 5 6|FR Freighter 45 3 2 1 2 3 5 7 9
Weapon Cost Other_system Cost|Laser 2 Missile_Rack 4|Force_Beam 3 Missile_Defence 4
Beam 4 Multi-Track 5|Gun 5 Sensors 7|Plasma_Cannon 15 Cloaking 10|Missile 3 Self-Destruct 8
A_point_of_shield 1 Mines 2|A_point_of_armor 1 Multi-Track:_5_for_each_target_beyond_the_first
Extra Cost What_it_does|−1H 2 to-hit_roll_minus_1,_better:_a_weapon
+1D 2 damage_roll_plus_1,_better:_a_weapon|+1H −1 to-hit_roll_plus_1,_worse:_a_weapon
+1R 2 die_roll_minus_1:_another_system,_not_Cloaking†|Before_she_sails
The_sum_is_within_the_limit_of_the_type|Hull_and_reactor_are_just_what_the_table_says
At_most_two_weapons_on_each_side|No_weapon_on_R,_the_rear
Missiles_only_with_a_missile_rack:_one_a_rack_each_turn
A_freighter_has_no_weapons,_only_what_defends_it
Six_shield_and_six_armor_a_side:_boxes_of_the_printed_sheet†|Notes"""


def test_designer_sheet_has_the_tables_and_the_rules(stellar_wars: Game) -> None:
    page = read_form(stellar_wars, "designer")
    top, foot = (next(run for run in page if run.text == text).y for text in ("RL", "Left"))
    middle = next(run for run in page if run.text == "Dreadnought").left - 8 * MM
    for expected, right in ((DESIGNER_LEFT, False), (DESIGNER_RIGHT, True)):
        assert pdf_text.read_lines(
            run for run in page if top - 1 < run.y < foot + 1 and (run.left > middle) is right
        ) == [
            [cell.replace("_", " ") for cell in row.split()] for line in expected.split("\n") for row in line.split("|")
        ]
    assert sum(count for count, *_ in groups(make_sheet(stellar_wars, "designer").items)) == 7  # to tick


def test_secret_log_has_space_for_three_ships_and_the_six_headings(stellar_wars: Game) -> None:
    page = read_form(stellar_wars, "log")
    words = pdf_text.read_lines(page)
    assert words[1:4] == [["Player", "Set-up"], ["Ship", "First cloaked", "Second", "Third", "Headings"],
                          ["Turn", *(3 * ["1d6", "Hex", "Heading"]), "1 up"]]
    edge = next(run.left for run in page if run.text == "Headings") - 3
    assert [run.text for run in page if run.left < edge and run.text.isdigit()] == [*map(str, range(1, 25))]
    place = {run.text: (run.x, run.y) for run in page}
    headings = ("1 up", "6 upper left", "2 upper right", "5 lower left", "3 lower right", "4 down")  # as on the map
    assert sorted(headings, key=lambda one: place[one][1]) == list(headings)
    assert place["6 upper left"][0] < place["1 up"][0] < place["2 upper right"][0]
    assert place["5 lower left"][0] < place["4 down"][0] < place["3 lower right"][0]
    texts = pdf_text.pick_deciding(
        " ".join(run.text for run in page if run.left > edge - 8 and run.y > place["4 down"][1]
                 and run.text != stellar_wars.fingerprint),
        "ship speeds turn turns hexes phases attack out fails",
    )
    assert texts == ("s-1 1d6 ship again each phases 1 fails every turn down † all attack out right after speeds "
                     "out until turn ends turns after 24 again")


@pytest.mark.parametrize("key", ["beginning", "convoy", "different_forces"])
def test_setup_has_a_column_and_a_marker_for_every_ship_that_needs_one(stellar_wars: Game, key: str) -> None:
    """A column of the log for each cloak of a side; a marker of speed 6 for each engine of a side that goes so fast."""
    scenario = stellar_wars[SCENARIOS][key]
    fast = sum(run.text == "6" for page in pdf_text.read_runs(find_product("markers").build(
        stellar_wars, PrintRequest(scenario=scenario, only_keys=("speed_6",)), PrintSettings())) for run in page
               if run.size > 20)
    columns = sum(run.text == "1d6" for run in read_form(stellar_wars, "log"))
    for force in scenario.forces:
        ships = [SHIPS[one.unit] for one in force.listings for _ in range(one.count) if one.unit in SHIPS]
        assert sum("Cloaking" in ship.systems for ship in ships) <= columns
        assert sum(ship.structure[0] == 6 for ship in ships) <= fast


def test_mine_log_has_mines_in_fours(stellar_wars: Game) -> None:
    words = pdf_text.read_lines(read_form(stellar_wars, "mine_log"))
    assert words[1:23] == [["Player", "Set-up"], ["Unit", "Laid by", "Hexes", "Found, or entered: turn and ship"],
                           *([str(unit)] for unit in range(1, 21))]



def test_side_has_separate_sheets_and_its_ships_have_numbers(stellar_wars: Game) -> None:
    scenario = stellar_wars[SCENARIOS]["convoy"]
    pages = list(find_product("records").build(stellar_wars, PrintRequest(scenario=scenario, only_keys=("control",)),
                                               PrintSettings()).pages)
    assert [len([w for w in placed.find_words(page.items) if w.text == "Engine"]) for page in pages] == [
        2,
        2,
        2,
        2,
        2,
        2,
    ]
    blanks = [[w.text for w in placed.find_words(page.items)].count("Class and design") for page in pages]
    assert blanks == [0, 0, 0, 0, 0, 1]  # the last place of all has a blank one
    heads = {word.text for page in pages for word in placed.find_words(page.items) if word.text.startswith("Control")}
    assert heads == {"Control sheets: Lodestar", "Control sheets: Ringhold"}
    assert {"DD 2", "FR 2"} <= {word.text for page in pages for word in placed.find_words(page.items)}
