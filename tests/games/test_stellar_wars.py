"""Stellar Wars: its ships against its own building rules, its set-ups and its counters, as printed.

All values here are typed in from the rulebook, not taken from the data.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest
from helpers import pdf_text
from helpers.cli import invoke
from helpers.stellar_wars_ships import AUDIT, CLASSES, HOUSE, SHIPS, Ship, over

from printshop.cli.check_games import find_game_warnings
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.booklets import build as booklets_build
from printshop.products.charts import build as charts_build
from printshop.products.counters import build as counters_build
from printshop.products.maps import hex_drawing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from printshop.game.model import Game, Unit


@cache
def open_stellar_wars(hull_price: int = 0) -> Game:
    return read_game(find_shipped_games()["stellar_wars"], {"hull_price": str(hull_price)})


def ships(*, ours: bool) -> list[Unit]:
    return [unit for unit in open_stellar_wars().units.values() if bool(unit.ours) == ours]


def test_twelve_ships_equal_those_of_the_rulebook() -> None:
    assert [ship.name for ship in ships(ours=False)] == list(SHIPS)
    assert all(ship.has_no_side for ship in ships(ours=False))


@pytest.mark.parametrize("price", [0, 1])
def test_ships_break_only_the_known_rules(price: int) -> None:
    for name, audit in AUDIT.items():
        cost = audit.priced if price else audit.free
        assert list(open_stellar_wars(price).units[name].warnings) == [
            text for text in (over(cost, audit.limit), audit.broken) if text
        ]
    fits = [sum((audit.priced if price else audit.free) <= audit.limit for audit in AUDIT.values()) for price in (0, 1)]
    assert fits == [9, 5]


def test_freighter_is_marked_as_a_house_ship() -> None:
    house = ships(ours=True)
    assert [(unit.name, unit.values["type"], unit.values["cost"], unit.values["limit"]) for unit in house] == [
        ("FR-House", "FR", 37, 45)]
    assert not house[0].warnings
    assert open_stellar_wars(1).units["FR-House"].values["cost"] == 42


BAD = """\
- name: {name}
  side: any
  type: {type}
  engine: {engine}
  hull: {hull}
  reactor: 2
  shield: {shield}
  armor: {armor}
  missiles: {missiles}{on_missiles}
  mines: {mines}
  weapons: [{weapons}]
  other_systems: [{systems}]
"""


PLAIN = {"name": "Bad", "type": "DD", "engine": 1, "hull": 3, "shield": 0, "armor": 0, "missiles": 0, "mines": 0,
         "weapons": "", "systems": "", "on_missiles": ""}


def catch_ship_problems(folder: Path, **arguments: object) -> tuple[list[str], Unit]:
    """Return the messages about a ship, and the ship."""
    values = PLAIN | arguments
    source = find_shipped_games()["stellar_wars"]
    words = (source / "game.yaml").read_text(encoding="utf-8")
    words = re.sub(r", emblem: \S+?(?=})|cover: .*", "", words)  # its pictures stay where they are
    (folder / "game.yaml").write_text(words, encoding="utf-8")
    (folder / "ships.yaml").write_text(BAD.format(**values), encoding="utf-8")
    ship = read_game(folder).units["Bad"]
    return list(ship.warnings), ship


@pytest.mark.parametrize(("values", "expected"), [
    ({"weapons": "Gun RL, Gun RL, Laser RL"}, ["3 weapons on RL, two are allowed"]),
    ({"weapons": "Gun FR, Gun FR, Laser FR, Beam RR, Beam RR, Beam RR"},
     ["3 weapons on FR, two are allowed", "3 weapons on RR, two are allowed"]),
    ({"weapons": "Laser FL, Laser FL, Laser FL, Laser FL"}, ["4 weapons on FL, two are allowed"]),
    ({"weapons": "Laser R"}, ["a weapon faces the rear, R: none may"]),
    ({"missiles": 2}, ["2 missiles and no missile rack to fire them"]),
    ({"missiles": 2, "systems": "Missile Rack"}, []),
    ({"type": "FR", "weapons": "Laser F"}, ["a freighter carries no weapons"]),
    *(({"type": "FR", **one},
       ["a freighter carries only what defends it: no missiles, mines, missile rack, Multi-Track or self-destruction"])
      for one in ({"mines": 1}, {"missiles": 1, "systems": "Missile Rack"}, {"systems": "Missile Rack"},
                  {"systems": "Sensors, Multi-3"}, {"systems": "Self-Destruct"})),
    ({"type": "FR", "systems": "Cloaking, Sensors, Missile Defence"}, []),
    ({"systems": "{kind: Cloaking, ease: 1}"}, ["+1R is not for cloaking"]),
    ({"systems": "Cloaking, {kind: Sensors, ease: 2}"}, []),
    ({"weapons": "{kind: Laser, side: F, worse: 9}, {kind: Laser, side: FR, worse: 9}"},
     ["costs −13 build points: +1H gives back more than the ship costs"]),
    ({"hull": 4}, ["hull 4, a Destroyer has 3"]),
    ({"type": "SC", "hull": 1}, ["reactor 2, a Scout has 1"]),
    ({"systems": "Sensors, Sensors, Sensors, Missile Rack, Missile Rack, Missile Rack, Missile Rack"},
     ["7 other systems: the damage table ends at six"]),
])  # fmt: skip
def test_every_building_rule_is_checked(values: dict[str, object], expected: list[str], tmp_path: Path) -> None:
    assert catch_ship_problems(tmp_path, **values)[0] == expected


def test_extras_have_their_cost_and_mark(tmp_path: Path) -> None:
    weapons = "{kind: Gun, side: F, hit: 1, punch: 2}, {kind: Laser, side: F, worse: 1}, Plasma Cannon FR"
    _, ship = catch_ship_problems(
        tmp_path, weapons=weapons, systems="{kind: Sensors, ease: 1}, Multi-7, Self-Destruct", mines=3
    )
    values = ship.values
    guns = [(row["entry"], row["cost"]) for row in values["weapons"].rows]  # type: ignore[union-attr]
    assert guns == [("Gun −1H +2D", 5 + 2 + 4), ("Laser +1H", 2 - 1), ("Plasma Cannon", 15)]
    systems = [(row["entry"], row["cost"]) for row in values["other_systems"].rows]  # type: ignore[union-attr]
    assert systems == [("Sensors +1R", 9), ("Multi-7", 30), ("Self-Destruct", 8)]
    assert (values["mine_cost"], values["cost"]) == (6, 1 + 6 + 27 + 47)


def test_missile_extras_cost_points_for_each_missile(tmp_path: Path) -> None:
    values = catch_ship_problems(tmp_path, missiles=4, systems="Missile Rack",
                                 on_missiles="\n  missile_hit: 1\n  missile_punch: 2\n  missile_worse: 1")[1].values
    assert (values["missile_marks"], values["missile_cost"]) == (" −1H +2D +1H", 4 * (3 + 2 + 2 * 2 - 1))


def test_ship_may_fire_at_as_many_ships_as_its_weapons_and_racks(tmp_path: Path) -> None:
    _, ship = catch_ship_problems(tmp_path, systems="Multi-15")
    assert ship.values["system_cost"] == 14 * 5


@pytest.mark.parametrize(("field", "least", "most"), [
    ("engine", 1, 6), ("shield", 0, None), ("armor", 0, None), ("missiles", 0, None), ("mines", 0, None)])
def test_values_have_the_limits_of_the_rules(field: str, least: int, most: int | None, tmp_path: Path) -> None:
    for allowed in (least, most or 21):
        catch_ship_problems(tmp_path, **{field: allowed})
    for refused in (least - 1, *([most + 1] if most else [])):
        with pytest.raises(PrintshopError):
            catch_ship_problems(tmp_path, **{field: refused})


# --- the set-ups: how many of each type, which of the examples fights (ours), and the counter of each

FORCES = {
    "beginning": ({"SC": 2, "ES": 1}, {"CA": 1, "SC": 1}, "SC-A SC-B ES-A", "CA-A SC-A"),
    "convoy": ({"CA": 1, "DD": 1, "ES": 2}, {"BB": 1, "DD": 2, "CA": 2, "FR": 2}, "CA-B DD-A ES-A ES-B",
               "BB-B DD-A DD-B CA-A CA-B FR-House FR-House"),
    "different_forces": ({"DN": 1, "ES": 3, "DD": 1}, {"CA": 1, "DD": 2, "BB": 1}, "DN-A ES-B ES-B ES-B DD-B",
                         "CA-B DD-A DD-B BB-A"),
}


# what a ship of each type may cost
AUDIT_LIMITS = {"DN": 125, "BB": 110, "CA": 100, "DD": 90, "ES": 80, "SC": 70, "FR": 45}


def armament(ship: Ship) -> str:
    """Weapons as the booklet puts them: every kind once, with how many."""
    kinds = Counter(weapon.rpartition(" ")[0] for weapon in ship.weapons)
    return join_counts(kinds)


def join_counts(kinds: Counter[str]) -> str:
    return ", ".join(kind if many == 1 else f"{many} × {kind}" for kind, many in kinds.items()) or "–"


def rows_of(names: list[str], before: list[str]) -> Iterator[list[str]]:
    """The lines of a side's table of forces, for ships in order; those of one design stand together.

    Numbers go on behind those of the ships `before`, of the other side.
    """
    of_type = Counter(name[:2] for name in before)
    for name, many in Counter(names).items():
        ship, kind = (SHIPS | HOUSE)[name], name[:2]
        first, of_type[kind] = of_type[kind] + 1, of_type[kind] + many
        cost = AUDIT[name].free if name in AUDIT else 37  # our freighter
        tag = f"{kind} {first}" if many == 1 else f"{kind} {first}–{of_type[kind]}"
        design = f"{name} †" if name in HOUSE else name
        yield [design if many == 1 else f"{many} × {design}", tag, CLASSES[kind], str(ship.structure[0]),
               str(ship.structure[1]),
               armament(ship), str(ship.missiles), join_counts(Counter(ship.systems)),
               str(cost) if many == 1 else f"{many} × {cost} = {cost * many}"]


@pytest.mark.parametrize("key", FORCES)
@pytest.mark.parametrize("side", [0, 1])
def test_table_of_each_force_has_all_its_values(key: str, side: int) -> None:
    names = FORCES[key][2 + side].split()
    assert Counter(name[:2] for name in names) == FORCES[key][side]
    head = ["Ship", "Counter", "Type", "Engine", "Hull", "Weapons", "Missiles", "Other systems", "Points"]
    expected = list(rows_of(names, FORCES[key][2].split() * side))
    # the forces of the two sides may be on two pages
    page, start = [(page, run.y) for page in booklet_of(key) for run in page if run.text == "Ship"][side]
    end = min(run.y for run in page if re.match(r"\d ships", run.text) and run.y > start)
    limit = sum(many * AUDIT_LIMITS[kind] for kind, many in FORCES[key][side].items())
    result, _ = pdf_text.take_columns((run for run in page if start - 1 < run.y < end - 6), head)
    assert result == [" ".join(column) for column in zip(head, *expected, strict=True)]
    total = sum(int(row[-1].rpartition(" ")[2]) for row in expected)
    known = f" · In the rulebook: side {side + 1}" if key == "beginning" else ""
    assert [f"{len(names)} ships{known}", str(total)] in pdf_text.read_lines(page)
    assert known or [f"Limit {limit}", f"{limit - total} left"] in pdf_text.read_lines(page)


@cache
def booklet_of(key: str) -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(
        booklets_build.build_booklet(open_stellar_wars(), PrintRequest(scenario=open_stellar_wars()[SCENARIOS][key]),
                                     PrintSettings())
    )


RULES = """ships ship scout scouts escort cruiser cruisers battleship destroyers dreadnought freighter freighters
raiders warships side sides lodestar ringhold hexes column columns speed start starts facing faces edge end length
map points types type
missiles rack limit hull reactor fights wins last length heading hexside build"""
# what decides in the words beside the tables of forces; ours: the map of 29 by 22, the columns, speed 1
SETUP_TEXTS = {
    "beginning": """
one 2 ships two scouts escort against cruiser scout map 29 22 hexes † length until one side three ships against
one cruiser scout 1 each again after † lower all ships side first † 2 start each side starts two columns end map
lodestar columns 01 02 ringhold 28 29 † 3 heading no hexside faces straight map each lodestar ship faces upper
right lower right each ringhold ship upper left lower left † 4 speed all ships start speed 1 † speed 1 5 no †
ships any up ships r-1 r-3 1 speed 1 2 speed 2 one up two one more one hexside ship 1 1 four hexes 7 less 4 3 3
one 5 5 points 1 three points all two more once every left over 2d6 last ship wins ship map † sides not even
points ringhold † better side 1 lodestar side 2 ringhold † ships map † any other same type ships † missiles no
rack
""",
    "convoy": """
two 2–4 † ships four raiders against two freighters five warships map 29 22 hexes † length until freighters two
freighters length map battleship two cruisers two destroyers four raiders two either freighter not 1 ringhold
all ships first lodestar † 2 ringhold starts columns 01 03 † no hexside faces straight map each ship faces upper
right lower right † 3 raiders lodestar starts column 22 any heading † 4 speed all ships start speed 1 † speed 1
5 no † ships any up ships r-1 r-3 three four side one ships any † end freighter map column 29 † ringhold wins
both freighters lodestar both lost † one one not † freighter map lost † side 1 lodestar side 2 ringhold † ships
map † any other same type ships † no freighter † 37 build points freighter may 45 limit side types may † ship
""",
    "different_forces": """
three 2–4 † ships five dreadnought against four battleship map 29 22 hexes † length until one side one four four
ships lodestar ship lost 1 each again after † lower all ships side first † three four one each side ships any †
2 start each side starts three columns end map lodestar columns 01 03 ringhold 27 29 † 3 heading no hexside
faces straight map each lodestar ship faces upper right lower right each ringhold ship upper left lower left † 4
speed all ships start speed 1 † speed 1 5 no † ships any up ships r-1 r-3 last ship wins ship map † side 1
lodestar side 2 ringhold † ships map † any other same type ships † limit side types may † ship
""",
}
ON_THE_MAP = {"beginning": ["01", "02", "28", "29", "01", "22"], "convoy": ["01", "03", "22", "29", "01", "22"],
              "different_forces": ["01", "03", "27", "29", "01", "22"]}


@pytest.mark.parametrize("key", SETUP_TEXTS)
def test_setup_has_the_text_of_the_rulebook(key: str) -> None:
    titles = ["Background", "Forces", "Setting up", "Special rules", "In play", "Victory", "Turn track",
              "What you need", "About this edition"]
    result = pdf_text.find_sections(pdf_text.find_body(booklet_of(key)), titles)
    start = next(number for number, run in enumerate(result["Setting up"])  # the map stands below, the labels first
                 if (run.text in ("Lodestar", "Ringhold") and run.size == 9.0)
                 or (run.text[:2] in CLASSES and run.size == 7.0))  # beside a ship
    result["Setting up"], rest = result["Setting up"][:start], result["Setting up"][start:]
    texts = [run.text for title in ("", *titles)
             if title not in ("Background", "Forces", "Turn track", "What you need")
             for run in result.get(title, [])]
    pictured = [text for text in texts if re.fullmatch(r"\d × \w\w-\w+", text)]  # below pictures of ships
    named = Counter(FORCES[key][2].split()), Counter(FORCES[key][3].split())
    assert all(any(side[text[4:]] == int(text[0]) for side in named) for text in pictured)
    assert pdf_text.pick_deciding(
        " ".join(text for text in texts if text not in pictured), RULES
    ) == pdf_text.pick_deciding(SETUP_TEXTS[key], RULES)
    assert [run.text for run in rest if run.text.isdigit()] == ON_THE_MAP[key]
    assert any(run.text.startswith(": 29 × 22 hexes, ¾ in across flats; the whole map is 19.1 × 16.9 in.")
               for run in rest)


@pytest.mark.parametrize("key", FORCES)
def test_counters_of_a_setup_have_class_and_number(key: str) -> None:
    (page,) = pdf_text.read_runs(
        counters_build.build_counters(open_stellar_wars(), PrintRequest(scenario=open_stellar_wars()[SCENARIOS][key]),
                                      PrintSettings())
    )
    both = sum((Counter(side) for side in FORCES[key][:2]), Counter[str]())
    assert tags_of(page) == Counter(f"{kind} {number}" for kind, many in both.items() for number in range(1, many + 1))


def tags_of(page: Iterable[pdf_text.Run]) -> Counter[str]:
    """The texts of counters: the class, and the number directly below it."""
    runs = list(page)
    return Counter(f"{kind.text} {number.text}" for kind in runs if kind.text in CLASSES for number in runs
                   if abs(number.x - kind.x) < 4 and 2 < number.y - kind.y < 16 and number.text.isdigit())


def test_counters_suffice_for_every_setup() -> None:
    result = sum(
        map(tags_of, pdf_text.read_runs(counters_build.build_counters(open_stellar_wars(), PrintRequest(),
                                                                      PrintSettings()))), Counter[str]()
    )
    most = {one: max(side.get(one, 0) for forces in FORCES.values() for side in forces[:2]) for one in CLASSES}
    assert all(result[f"{one} {number}"] >= 1 for one, many in most.items() for number in range(1, 2 * many + 1))


OVER = """\
extends: stellar_wars
scenarios:
  raid:
    title: Raid
    summary: One dreadnought too many.
    map: space
    forces:
      side_1: {limit: 143, units: [DN-A]}
      side_2: {limit: 144, units: [DN-A]}
    setup: [As ever.]
    victory: {text: The last ship.}
    pieces: {forms: [control]}
"""


@pytest.mark.slow
def test_cost_beyond_the_limit_of_a_force_is_reported(tmp_path: Path) -> None:
    (tmp_path / "raid.yaml").write_text(OVER, encoding="utf-8")
    own = read_game(tmp_path / "raid.yaml")
    result = invoke("make", "booklet", tmp_path / "raid.yaml", "-o", tmp_path)
    (message,) = (line for line in result.output.splitlines() if "its limit" in line)
    assert message.endswith("raid.yaml:8:15: the force of Lodestar costs 144 points, 1 more than its limit of 143")
    assert [warning for warning in find_game_warnings(own) if "limit" in warning] == [message.partition("warning: ")[2]
                                                                                      or message]
    booklets = pdf_text.read_runs(booklets_build.build_booklet(own, PrintRequest(scenario=own[SCENARIOS]["raid"]),
                                                               PrintSettings()))
    words = [line for page in booklets for line in pdf_text.read_lines(page) if line[0].startswith("Limit")]
    assert words == [["Limit 143", "1 over", "Limit 144", "0 left"]]  # short forces stand side by side


@pytest.mark.slow
def test_missile_defence_has_two_readings() -> None:
    """As printed the number or more destroys a missile; the other reading is a setting, and every page says which."""
    own = read_game(find_shipped_games()["stellar_wars"], {"defence_roll": "number or less"})
    (card, *_) = pdf_text.read_runs(charts_build.build_charts(own, PrintRequest(only_keys=("evening",)),
                                                              PrintSettings()))
    (sheet,) = pdf_text.read_runs(find_product("records").build(
        own, PrintRequest(units=own.expand_roster([("CA-A", 1)]), only_keys=("control",)), PrintSettings()), 1)
    assert "number or less" in [run.text for run in card]
    assert "number or less stops it" in [run.text for run in sheet]
    with pytest.raises(PrintshopError, match="'more', but must be 'number or more' or 'number or less'"):
        read_game(find_shipped_games()["stellar_wars"], {"defence_roll": "more"})


def test_line_of_a_zone_goes_from_edge_to_edge_of_the_map() -> None:
    hexmap, zones = open_stellar_wars()[MAPS]["space"], open_stellar_wars()[SCENARIOS]["beginning"].zones
    drawing = hex_drawing.draw_map(hexmap, Ink.COLOUR)
    assert len(zones) == 2
    for zone in zones:
        (run,) = hex_drawing.find_edge_runs(hexmap, zone, drawing.grid)
        ends = sorted((run[0][1][1], run[-1][2][1]))
        assert ends == pytest.approx([0, drawing.height], abs=0.01)
        assert {*zone.hexes} < {*hex_drawing.add_edge_parts(hexmap, zone)}
