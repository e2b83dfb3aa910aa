"""The unit cards, roster, scenario and pieces of For the Masses, read in the written PDF, against the rulebook.

Expected values are typed in and worked out from the rulebook, not taken from the data.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from itertools import chain, combinations_with_replacement, product
from typing import TYPE_CHECKING

import pytest
from helpers import pdf_text
from helpers.games import open_masses
from helpers.pages import find_words
from helpers.problems import catch_problems

from printshop.drawing.display_list import Group, Item, SymbolUse
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from printshop.game.model import Unit

LABELS = ("Unit", "points", "Elements", "Wounds each", "Magic", "Defense", "Attack", "Movement", "Morale, Command",
          "Shoots (dice, hexes)", "Army and unit type", "Elements lost",
          "Wounds carried", "At X one is lost.", "Movement in", "column", "snow†", "rain, wind†",
          "Action costs", "CP so far", "Specials")
# the farthest hex for each CP more: 1 a hex over 8; as a General 1 for two over 12, rounded down, and 1 at least
LEADER = "costs +0 CP +1 +2 +3 Personality 8 9 10 11 as General 12 15 † 17 † 19 †"
# name, total; points each, army, type, Elements; defense, attack, ranged, movement; wounds, morale, command, magic;
# movement in column, snow, rain and wind, specials; numbers of other notes.
# A "?" is not known: the card leaves room for it. The Chief is on foot, which stands beside his type.
CARDS = """
Orc Chief|156|156 Orc Personality,_on_foot 1|2 2d10 – 5|6 – 2d6 –|8 2 3|–|
Orc Warriors|270|54 Orc Infantry 5|2 2d8 – 5|4 7+ – –|8 2 3|–|
Alvernan Archers|?|? Alvernan ? 12|? ? ? ?|? 7+ ? ?|? ? ?|?|
Order Champion|209|209 Alvernan Personality 1|3 3d8 – 6|6 – 1d8 –|9 3 4|–|
Men at Arms|304|38 Alvernan Infantry 8|2 2d6 – 4|3 7+ – –|6 2 3|–|
Boreal Warriors|?|? Boreal ? ?|? ? ? ?|3 ? ? ?|? ? ?|?|
Grimpule Warriors|?|? Grimpule ? ?|? 2d6 ? ?|? ? ? ?|? ? ?|?|
Light Cavalry|?|? ? Cavalry 7|0 2d4 2d8/10 9|5 4+ – –|14 4 6|Irresistible Charge (against infantry), Free-firing\
|d8/10 2d8 not
Heavy Cavalry|?|? ? Cavalry 6|1 2d10 – 8|6 5+ – –|12 4 6|Irresistible Charge (against infantry)|no one† not
Regrouped Cavalry|?|? ? Cavalry 12|0 2d4 2d4/10 8|5 5+ – –|12 4 6|Irresistible Charge (against infantry)\
|d4/10 2d4 no one† not
"""


@cache
def read_sheets(name: str, *only: str, scenario: str = "", blank: int = 0) -> list[list[pdf_text.Run]]:
    game = open_masses()[SCENARIOS][scenario] if scenario else None
    return pdf_text.read_runs(
        find_product(name).build(open_masses(), PrintRequest(scenario=game, only_keys=only, blank_forms=blank),
                                 PrintSettings())
    )


# --- the unit cards

def read_card(name: str) -> list[pdf_text.Run]:
    """The texts of the card with a name in its corner."""
    for page in read_sheets("cards"):
        for title in (run for run in page if run.text == name):
            return [run for run in page if title.left - 3 < run.left < title.left + 70 * MM
                    and -26 < run.y - title.y < 92 * MM]
    raise AssertionError(f"there is no card of {name}")


@pytest.mark.parametrize("line", CARDS.strip().split("\n"), ids=lambda line: line.split("|")[0])
def test_card_has_the_printed_values_of_its_unit(line: str) -> None:
    name, total, *cells, movement, specials, notes = line.split("|")
    runs = read_card(name)
    (each, army, kind, elements), (defense, attack, ranged, walk), (wounds, morale, command, magic) = (
        [*cell.replace("?", "").split(" ")] for cell in cells)
    texts = [[run.text for run in row] for row in pdf_text.find_rows(runs)]
    # the army stands in the band, with the type; beside the name what an element costs, and all of them
    price = "____ each, ____ in all" if not total.isdigit() else (
        f"{total} points" if elements == "1" else f"{each} each, {total} in all")
    assert [name, price] in texts or ([name, "points"] in texts and not total.isdigit())
    kind = kind.replace("_", " ")
    assert [army, kind or "____"] in texts if army else [kind] in texts
    at = {run.text: run for run in runs}
    words = " ".join(run.text for run in runs)
    alone = elements == "1"
    # in cells of their own, the figure before the word; what is not known has room
    if elements:
        assert read_beside(runs, "Element" if alone else "Elements") == [elements]
    else:
        assert "Elements" in at
        assert not read_beside(runs, "Elements")
    assert read_beside(runs, "wounds" if alone else "wounds each") == ([wounds] if wounds else [])
    assert wounds or "Wounds each" in at
    # none is not said; what is not known has room, in a line of its own
    assert magic in {"", "–"}  # nobody who is known has any
    assert ("Magic" in at) is (magic == "")
    # who has no morale has his Command in its place; the others have none, or nobody knows
    assert (command not in {"", "–"}) <= (morale == "–")
    assert ("Command ____" in words or "Morale, Command" in at) is (command == "")
    fourth = ("Command", command) if morale == "–" else ("Morale" if morale else "Morale, Command", morale)
    for label, value in (("Defense", defense), ("Attack", attack), ("Movement", walk), fourth):
        above = [run.text for run in runs
                 if 5 * MM < at[label].y - run.y + 2 < 11 * MM and abs(run.x - at[label].x) < 4 * MM]
        assert above == ([value] if value else []), label
    assert ("Morale" in at) is (morale not in {"", "–"})
    assert ("Command" in at) is (morale == "–")
    shot = re.search(r"Shoots (\S+) ?, up to (\d+) hexes", words)
    assert (f"{shot[1]}/{shot[2]}" if shot else "") == ranged.strip("–")
    assert shot or ranged == "–" or "Shoots (dice, hexes)" in at
    column, snow, rain = (f" {figure}".replace(" ?", "") for figure in movement.split())
    moves = ["Movement in", f"column{column}", f"snow†{snow}", f"rain, wind†{rain}"]
    # the nth action costs n CP; below, what the actions cost together
    track = ["CP so far", *(str(sum(range(1, count + 1))) for count in range(1, 7))]
    assert moves in texts
    assert texts[texts.index(moves) + 1:][:2] == [["Action costs", *"123456"], track]
    # one of many is an Element that is lost, with a row for them; one alone is he himself
    assert words.count("At X he is lost.") == alone
    assert words.count("At X one is lost.") == (not alone)
    assert words.count("Elements lost") == (elements != "1")
    assert words.count("Wounds carried") == 1
    below = " ".join(word for row in texts[texts.index(track) + 1:] for word in row)
    arguments = {"–": "", "?": "Specials"}.get(specials, f"Specials {specials}")
    assert ("Specials" in below) is bool(arguments)
    assert arguments in below
    assert pdf_text.pick_deciding(below.replace(arguments, "")) == pdf_text.pick_deciding(notes)
    assert (LEADER in words) is ("Personality" in line)


def read_beside(runs: list[pdf_text.Run], label: str) -> list[str]:
    """The text in the row of a label, directly before the label."""
    result = [one for one in runs if one.text == label]
    return [run.text for one in result for run in runs if abs(run.y - one.y) < 4 and 0 < one.left - run.right < 4 * MM]


def boxes(items: Iterable[Item]) -> Iterator[str]:
    """The groups of boxes to cross off: pips-8 has eight."""
    for item in items:
        if isinstance(item, Group | SymbolUse):
            if isinstance(item, SymbolUse) and item.symbol.name.startswith("pips"):
                yield item.symbol.name
            yield from boxes(item.items if isinstance(item, Group) else item.symbol.items)


@pytest.mark.parametrize(("name", "elements", "wounds"), [
    ("Orc Chief", 0, 6), ("Orc Warriors", 5, 4), ("Order Champion", 0, 6), ("Men at Arms", 8, 3),
    ("Light Cavalry", 7, 5),
    ("Heavy Cavalry", 6, 6), ("Regrouped Cavalry", 12, 5)])
def test_card_has_a_box_for_every_element_and_every_wound(name: str, elements: int, wounds: int) -> None:
    """A Personality, who is one, has boxes for his wounds alone."""
    (page,) = find_product("cards").build(open_masses(), PrintRequest(units=open_masses().expand_roster([(name, 1)])),
                                          PrintSettings()).pages
    result = [int("".join(filter(str.isdigit, one.split("-", 2)[1]))) for one in boxes(page.items)]
    assert result == [*([elements] if elements else []), wounds]


def test_blank_card_has_every_field_and_twelve_elements() -> None:
    page = find_product("cards").build(open_masses(), PrintRequest(blank_forms=4), PrintSettings()).pages
    words = Counter(word for row in pdf_text.read_lines(read_sheets("cards", blank=4)[0]) for word in row)
    assert all(words[label] == 4 for label in LABELS)
    assert Counter(int(one.split("-", 2)[1]) for one in boxes(next(iter(page)).items)) == {12: 4, 6: 4}


def test_roster_has_22_lines_and_shows_the_size_of_units() -> None:
    (page,) = read_sheets("records")
    words = pdf_text.read_lines(page)
    assert words[1:3] == [["Army", "Player", "Points agreed"],
                          ["Unit", "Type", "Elements", "× points", "= total", "Command"]]
    assert words[3:26] == [*([str(number)] for number in range(1, 23)), ["Sum", "units"]]
    assert pdf_text.pick_deciding(" ".join(words[26]), "Personality Element Elements General") == (
        "3 12 elements personality one personality three general 0 6 2d4 3d12 1 more 3")


OWN = {"name": "Own", "side": "orcs", "type": "Infantry", "elements": 3, "points": 9, "defense": 2, "attack": "2d6",
       "movement": 2, "wounds": 3, "morale": 6}


def load_own_units(folder: Path, *changes: dict[str, object]) -> list[Unit]:
    """A user's units, a line each, with values that replace those of OWN; None removes a value."""
    game = find_shipped_games()["for_the_masses"]
    shutil.copy(game / "game.yaml", folder)
    shutil.copytree(game / "art", folder / "art", dirs_exist_ok=True)
    units = [{**OWN, "name": f"Own {number}", **values} for number, values in enumerate(changes)]
    lines = [", ".join(f"{key}: {value}" for key, value in unit.items() if value is not None) for unit in units]
    (folder / "units.yaml").write_text("".join(f"- {{{line}}}\n" for line in lines), encoding="utf-8")
    return [*read_game(folder).units.values()]


def load_own_unit(folder: Path, **values: object) -> Unit:
    [unit] = load_own_units(folder, values)
    return unit


LIMITS: list[tuple[dict[str, object], dict[str, object]]] = [
    ({"elements": 1, "type": "Personality", "morale": None}, {"elements": 2, "type": "Personality", "morale": None}),
    ({"elements": 12}, {"elements": 13}), ({"defense": 0}, {"defense": -1}), ({"defense": 6}, {"defense": 7}),
    *(({"attack": f"{many}d{die}"}, {"attack": f"{many}d{die + 1}"}) for many in (2, 3) for die in (4, 6, 8, 10, 12)),
    ({"attack": "2d4"}, {"attack": "1d4"}), ({"attack": "3d12"}, {"attack": "4d12"}),
    ({"ranged": "2d4", "distance": 2}, {"ranged": "2d4", "distance": 1}), ({}, {"ranged": "2d4"}),
    ({}, {"distance": 4}),
    ({"movement": 1}, {"movement": 0}), ({"wounds": 1}, {"wounds": 0}), ({"morale": 10}, {"morale": 11}),
    ({"morale": 1}, {"morale": 0}), ({}, {"morale": None}), ({}, {"type": "Personality", "elements": 1}),
    ({"type": "Monster", "bulk": 4}, {"type": "Monster", "bulk": 5}), ({"points": 1}, {"points": 0}),
    ({"type": "Monster", "bulk": 1}, {"bulk": 1})]
"""Values that the rules allow, and others that they do not."""


def test_units_follow_the_limits_of_the_rules(tmp_path: Path) -> None:
    units = load_own_units(tmp_path, *(allowed for allowed, _ in LIMITS))
    assert [unit.warnings for unit in units] == [()] * len(LIMITS)
    problems = catch_problems(load_own_units, tmp_path, *(refused for _, refused in LIMITS))
    assert {problem.span.line for problem in problems if problem.span} == {*range(1, len(LIMITS) + 1)}


def test_unusual_values_are_reported(tmp_path: Path) -> None:
    assert list(load_own_unit(tmp_path, elements=2).warnings) == ["a unit begins with three Elements or more, not 2"]
    assert list(load_own_unit(tmp_path, wounds=7).warnings) == ["7 wounds: six are the usual most"]
    assert not load_own_unit(tmp_path, wounds=6).warnings
    assert not load_own_unit(tmp_path, type="Monster", elements=1).warnings  # our reading: exempt, like Personalities


@pytest.mark.parametrize(("values", "specials"), [
    ({"type": "Cavalry"}, "Irresistible Charge (against infantry)"), ({"type": "Monster", "bulk": 2}, "Cause Fear"),
    ({"type": "Monster", "bulk": 1}, ""), ({"type": "Infantry"}, "")])
def test_type_gives_its_automatic_abilities(values: dict[str, object], specials: str, tmp_path: Path) -> None:
    assert load_own_unit(tmp_path, **values).values["automatic"] == specials


def test_movement_in_column_and_in_weather(tmp_path: Path) -> None:
    """Half as much again, rounded up; what is left of half, and of three quarters, rounded down."""
    for movement, column, snow, rain in ((1, 2, 0, 0), (3, 5, 1, 2), (4, 6, 2, 3), (5, 8, 2, 3), (6, 9, 3, 4),
                                         (7, 11, 3, 5), (8, 12, 4, 6), (9, 14, 4, 6)):
        values = load_own_unit(tmp_path, movement=movement).values
        assert (values["column"], values["snow"], values["rain"]) == (column, snow, rain)


# --- the sample game

FIELD = """armies General Personality Personalities Element Elements field orcs alvernans champion hexes hex own terrain
row rows edge edges short long point points d6 initiative men arms mob mobs companies cp units unit side
dead gone charge contact"""
# what the pages of the scenario say: the forces stand there as tables, which are read apart, too
SCENARIO = {
    "": """
First. 2. Field 8 19 hexes†; armies four units each; until general†. Three mobs of orcs, three companies, champion;
nothing.
""", "Background": """
Two; down, mobs after. Nothing left; three companies, over champion, until free. Two; each other.
""", "Forces": """
Orcs: unit, elements, each element, points. Personality 1 156 156; 3 × 5 54 3 × 270 = 810; 4 units, general,
elements 16 966. Alvernans: unit, elements, each element, points. Champion, personality 1 209 209; 3 × men, arms
8 38 3 × 304 = 912; 4 units, general, champion, elements 25 1121. Champion 209†, 98, 1000.
Even armies out four men, arms unit 3 969 points †.
""", "Setting up": """
1 field, first: no†. Once units, each may one terrain each personality, own. 2 first: side, more units, unit first;
both four; each d6, again after†, higher. 3 unit each, 5 hexes† of own edges: two short†, each other. One each unit;
elements up R-3; row, eight hexes: unit, front, may†.
4 every element, point, hex; own edge, point: enemy. 5 first, second, general, points,
general†. Up: more, R-1, R-4. Champion; men, arms 1; men, arms 2; men, arms 3; 1, 2, 3.
Alvernans rows 1–5, orcs rows 15–19. 8 × 19 hexes, 40; 340 × 670. Units: one; may.
""", "In play": """
Charge. Three elements, orcs, charge; each enemy, two hexes before: 3 × 2 = 6; 6, more: half d8, 2: 6.
Flank: front 2, one flank 2 + 1; five, each. Men, arms: hex, enemy; contact, once, free charge.
""", "Victory": """
Once: enemy general dead, gone†; lost general, R-2: not.
""", "What you need": """
More. Unit 160 250 m². Elements: 8 units 160 200 m². Orcs initiative, alvernans initiative, orcs points,
alvernans points, orcs general, alvernans general; four hexes, three hexes.
D4 d6 d8 d10 d12, six seven each; more, two; no d4, d12; elements; d6 units, not; d6 unit.
""", "About this edition": """
30 hexes 45; both 8 hexes, edges; orcs 3, alvernans 2; edges†; own lost. Alvernans 1000 points, 98
champion up 1010; 209†, 1121. Only; nothing. 2d8†, 2d10. Ends after; points, all other; not.
"""}


def test_scenario_has_its_printed_text() -> None:
    result = pdf_text.find_sections(pdf_text.find_body(read_sheets("booklet", scenario="sample_game")), [*SCENARIO])
    for title, expected in SCENARIO.items():
        # without the numbers at the edges of the map
        words = [run.text for run in result[title] if not (title == "Setting up" and re.fullmatch(r"\d\d", run.text))]
        assert pdf_text.pick_deciding(" ".join(words), FIELD) == pdf_text.pick_deciding(expected, FIELD), title
    numbers = [run.text for run in result["Setting up"] if re.fullmatch(r"\d\d", run.text)]
    assert numbers == ["01", "08", "01", "05", "15", "19"]


def test_forces_have_corrected_totals() -> None:
    first, *_ = read_sheets("booklet", scenario="sample_game")
    words = pdf_text.find_rows(first)
    head = ("Unit", "Type", "Elements", "Each Element", "Points")
    orcs, words = pdf_text.take_table(words, [head, [], []])
    assert orcs[1:] == [("Orc Chief", "Personality", "1", "156", "156"),
                        ("3 × Orc Warriors", "Infantry", "5", "54", "3 × 270 = 810")]
    alvernans, words = pdf_text.take_table(words, [head, [], []])
    assert alvernans[1:] == [("Order Champion", "Personality", "1", "209", "209"),
                             ("3 × Men at Arms", "Infantry", "8", "38", "3 × 304 = 912")]
    rest = [" ".join(run.text for run in row) for row in words]
    assert [line for line in rest if "General: " in line] == [
        "4 units · General: Orc Chief · Elements: 16 966", "4 units · General: Order Champion · Elements: 25 1121"]
    assert "four Men at Arms of unit 3, 969 points†, and cross them off its card." in " ".join(rest)
    assert (156 + 3 * 5 * 54, 98 + 3 * 8 * 38, 209 + 3 * 8 * 38) == (966, 1010, 1121)
    assert 209 + (3 * 8 - 4) * 38 == 969


# --- what is cut out

def test_sides_have_16_and_25_elements_with_their_unit_and_number() -> None:
    pages = read_sheets("counters", "elements", scenario="sample_game")
    words = Counter(run.text for page in pages for run in page)
    assert {text: words[text] for text in words if "def" in text} == {
        "2d10 · def 2": 1, "2d8 · def 2": 15, "3d8 · def 3": 1, "2d6 · def 2": 24}
    assert {name: words[name] for name in ("Orc Chief", "Orc Warriors", "Order Champion", "Men at Arms")} == {
        "Orc Chief": 1, "Orc Warriors": 15, "Order Champion": 1, "Men at Arms": 24}
    # three units of five, three of eight: every Element is one of them
    assert {text: words[text] for text in words if re.fullmatch(r"\d+/\d+", text)} == {
        **{f"{copy}/5": 3 for copy in range(1, 6)}, **{f"{copy}/8": 3 for copy in range(1, 9)}}
    # and which of the three units, larger than the steps at the foot; each number on 5 and on 8
    numbers = Counter(run.text for page in pages for run in page if run.text.isdigit() and run.size > 20)
    assert numbers == {"1": 13, "2": 13, "3": 13}


# the pieces of each sheet: what stands on them, how often; the initiative has a face on either side
PIECES = {
    "wounds": {"1": 8, "2": 4, "3": 2, "4": 1, "5": 1},
    "actions": dict.fromkeys("23456", 1),  # one unit acts at a time
    "done": {"DONE": 8}, "odd_hit": {"½": 3, "odd hit": 3},
    **{f"initiative_{army}": {"FIRST": 1, "SECOND": 1} for army in ("orcs", "alvernans")},
    "weather": {"SNOW": 1, "RAIN": 1, "WIND": 1},
    **{f"command_points_{army}": {"1": 4, "5": 2, "CP": 6} for army in ("orcs", "alvernans")},
    **{f"general_{army}": {"General": 1} for army in ("orcs", "alvernans")},
    "magic_energy": {"1": 10, "5": 2, "ME": 12},
    "forest": {"forest": 6}, "hill": {"hill": 4}, "cliff": {"cliff": 4}, "water": {"water": 2, ", impassable": 2},
    "rocks": {"rocks": 1, ", impassable": 1}, "lava": {"lava": 2, ", impassable": 2}, "city": {"city": 1},
    "forest_cluster": {"forest": 3}, "hill_cluster": {"hill": 4}, "water_cluster": {"water": 3, ", impassable": 3},
    "city_cluster": {"city": 3}, "cliff_line": {"cliff": 3},
}


@pytest.mark.parametrize("key", PIECES)
def test_all_tokens_and_pieces_of_terrain_exist(key: str) -> None:
    expected = PIECES[key]
    result = Counter(
        word.text
        for page in find_product("markers").build(open_masses(), PrintRequest(only_keys=(key,)), PrintSettings()).pages
        for word in find_words(page.items)
        if word.size > 12 or not word.text.isdigit()
    )  # smaller: the rulers
    assert {text: result[text] for text in expected} == expected


def test_wound_markers_suffice_for_the_units_of_the_sample_game() -> None:
    """An Element goes with its last wound: three units carry 2 at most, three 3, both Generals 5; markers add up."""
    for carried in product(*(combinations_with_replacement(range(most + 1), units)
                             for most, units in ((2, 3), (3, 3), (5, 2)))):
        left = Counter({int(each): count for each, count in PIECES["wounds"].items()})
        for wounds in sorted(chain(*carried), reverse=True):
            rest = wounds
            while rest:
                marker = max((each for each in left if each <= rest and left[each]), default=0)
                assert marker, carried
                left[marker] -= 1
                rest -= marker


def test_action_markers_suffice_for_the_dice() -> None:
    """Orcs roll 2d6: what is left of 12 CP pays for no action beyond the dearest marker. Eight units can be done."""
    assert sum(range(1, max(map(int, PIECES["actions"])) + 1)) > 12
    assert PIECES["done"] == {"DONE": 2 * 4}


@pytest.mark.parametrize(("army", "most"), [("orcs", 12), ("alvernans", 8)])
def test_point_markers_suffice_for_the_dice(army: str, most: int) -> None:
    ones, fives = (PIECES[f"command_points_{army}"][each] for each in "15")
    assert all(any(0 <= points - 5 * used <= ones for used in range(fives + 1)) for points in range(most + 1))
