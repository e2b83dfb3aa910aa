"""The reference cards of Iron Stars and its battle, read in the written PDF, against the rulebook.

Expected values are typed in or worked out from the rulebook, not taken from the data. Of sentences they have the
numbers and the words that decide.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from helpers import pdf_text
from helpers.games import open_game

from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

DECIDING = """
initiative active reactive movement combat thrust momentum distance destroyed turn straight damage armour range target
port starboard forward aft primary secondary light guns gun torpedoes torpedo fractions targets arcs arc higher die d20
d20s d12s d6 full points hull hit circle rockets aboard special piece equipment owner system centre medium larger large
lowered ship ships number roll rolls rolled measure farther start middle end side sides difference ahead nets raised
mark tie strike expended choice fire fires fired left effect phase advanced maximum beyond above below exactly move
moved moves moving add added last britain british russia russian gauntlet golem sycorax alpha alphas tsargrad petrograds
volgas behind front flanks class first
"""

CARDS = {"reference": """
Phase 1 · Initiative
 : both sides roll d6 side higher roll active reactive turn tie side lost initiative last turn first turn tie
 : rolled again turn turn active side turn initiative †
Phases 2 and 3 · Movement
 : active side moves all ships phase 2 reactive side phase 3 thrust + momentum ship moves straight ahead up
 : momentum half distance moved last turn rounded up die ship most † momentum thrust ship must move least
 : difference may once move ship may turn up 90° centre moves no farther after turn before ships one move never
 : ends ship not ship destroyed
Turning
 Size Start Middle End
 Very_Small 135° 180° 180°
 Small 90° 135° 180°
 Medium 45° 90° 135°
 Large – 45° 90°
 Very_Large – – 45°
 : advanced 90° start turn before any movement after turn middle ship moves no farther before after turn end not
 : move
Phases 4 and 5 · Combat
 Battery Forward_or_aft Port_or_starboard
 Primary half all
 Secondary a_quarter half
 Light_guns half half
 : active side all ships phase 4 reactive side phase 5 damage effect phase ends arc target guns may fire all
 : targets ship before roll † fractions rounded up primary guns fire one target secondary guns same one other light
 : guns fire any number targets no more half one arc between arcs ship ship centre centre target arc both sides
 : roll d6 higher roll
To hit with guns
 Die_of_the_gun d4 d6 d8 d10 d12
 Half_the_die 2 3 4 5 6
 : half die + armour + range roll one die each gun target number more armour target range centre centre 35 more
 : no gun 14 more no torpedo range 0 +1 +2 +3 +4 +5 +6 guns 0 5 10 15 20 25 30 torpedoes 0 2 4 6 8 10 12
Target size
 Target d4 d6 d8 d10 d12
 Very_Small 0 +1 +2 +3 +4
 Small 0 0 +1 +2 +3
 Medium 0 0 0 +1 +2
 Large 0 0 0 0 +1
 Very_Large 0 0 0 0 0
 : advanced add target number guns d12 gun
To hit with torpedoes
 : half die + half armour + range half armour rounded up range guns ship fires any number torpedoes any arc all one
 : target guns may other targets each torpedo fired only once circle roll d12s d20s damage
Damage
 : each hit roll d20s damage behind × each target damage circle system † circle phase ends light guns secondary
 : primary thrust armour hull system no circle left damage left hull left right last one ship destroyed until phase
 : ends † hull circle piece special equipment
Phase 6 · End
 : torpedo nets raised lowered advanced special equipment phase not ends after six side more points
""", "seldom": """
Objects on the table
 : before each movement ship may over not centre move never ends any no centre centre any ships never
Going astern
 : advanced ship may move only thrust momentum moves straight up half difference rounded up turn moves ahead
 : momentum 0
Torpedo nets
 : advanced ships medium larger nets raised lowered end phase down lowered nets add 1 target number torpedoes
 : port starboard arc target ship lowered nets no no nets down ship
Open-ended rolls
 Maximum_rolls 2 3 4 5 n
 Added_to_the_maximum +1 +2 +3 +4 +n−1
 : advanced maximum rolls one may one higher fire ship guns one torpedoes one target four rolls 6 d6s two 7 one
 : 9 any number rolls
Special equipment is hit
 : hull circle ship one piece special equipment hull owner piece each piece owner rockets 2d4 lost fewer aboard
 : piece no other all rockets lost five fire one lost rockets † special equipment not last without
 : fire guns rockets fire † no piece golem one †
Size classes
Victory points
 : ship destroyed enemy ship destroyed ship enemy hull points each hull hit hit never ship one hull first hull
 : hit hull points half hull points rounded nearest number
Not in the text we have
 : rockets 17 advanced 17 18 fire ship 39 41
"""}
CLASSES = [["Size", "Hull", "Base"], ["VS", "Very Small", "1–3", "½ × ¾ in"], ["S", "Small", "4–8", "¾ × 1⅛ in"],
           ["M", "Medium", "9–15", "1 × 1½ in"], ["L", "Large", "16–24", "1½ × 1½ in"],
           ["VL", "Very Large", "25–35", "1½ × 2¼ in"]]
CHAIN = ["Light guns", "Secondary", "Primary", "Thrust", "Armour", "Hull"]


@cache
def read_card(key: str) -> list[pdf_text.Run]:
    (page,) = pdf_text.read_runs(
        find_product("charts").build(open_game("iron_stars"), PrintRequest(only_keys=(key,)), PrintSettings())
    )
    return page


def pick_own_deciding(text: str) -> str:
    return pdf_text.pick_deciding(text, DECIDING)


@pytest.mark.parametrize("key", CARDS)
def test_card_has_the_text_of_the_rulebook(key: str) -> None:
    expected = pdf_text.read_expected(CARDS[key])
    assert pdf_text.find_differences(read_card(key), expected, DECIDING, ("Size classes",)) == []


def test_sizes_and_the_order_of_damage_equal_those_of_the_rulebook() -> None:
    titles = ["Size classes", "Victory points"]
    classes = pdf_text.find_blocks(read_card("seldom"), titles)["Size classes"]
    assert pdf_text.read_lines(classes)[-len(CLASSES):] == CLASSES
    words = [run.text for run in read_card("reference")]
    start = words.index(CHAIN[0], words.index("DAMAGE"))
    assert words[start:start + len(CHAIN)] == CHAIN


# --- the first scenario

# the table of each side: name, class, type, size, hull, hull points, points (of a group: ships × points each)
FORCES = {
    "Britain": """
HMES|Gauntlet|–|Battlecruiser|Large|19|3|95
HMES|Golem|Haemonculous|Cruiser|Medium|14|2|43
HMES|Sycorax|Caliban|Light Cruiser|Small|7|2|25
5 × Alpha|–|Destroyer|Very Small|1|3|5 × 5 = 25
8 ships · Starting momentum: 3|188""",
    "Russia": """
Tsargrad|–|Cruiser|Medium|12|2|53
Petrograd|Petrograd|Light Cruiser|Small|8|2|28
Kaliningrad|Petrograd|Light Cruiser|Small|8|2|28
Ekaterinburg|Petrograd|Light Cruiser|Small|8|2|28
5 × Volga|–|Destroyer|Very Small|3|2|5 × 11 = 55
9 ships · Starting momentum: 4|192""",
}
HEAD = ["Ship", "Class", "Type", "Size", "Hull", "Hull VP", "Points"]
SCORES = [("Gauntlet", 95, 3), ("Golem", 43, 2), ("Sycorax", 25, 2), *((f"Alpha-{n}", 5, 0) for n in range(1, 6)),
          ("Tsargrad", 53, 2), ("Petrograd", 28, 2), ("Kaliningrad", 28, 2), ("Ekaterinburg", 28, 2),
          *((f"Volga-{n}", 11, 2) for n in range(1, 6))]
BATTLE = {
    "Setting up": """
        1 6 ft and 4 ft; before the first ship; one Britain, other Russia; 2 sides, one ship each in turn; more
        of them: Russia, nine against eight; side: larger first: Gauntlet, Golem, Sycorax, Alphas; Tsargrad,
        three Petrograds, Volgas; 3 first two ships: Tsargrad down 12 in of the Russian, Gauntlet no 24 in and
        no farther than 36 in, centre to centre; 4 all: every ship 6 in of a friend, at least 24 in from every
        enemy; two below 5 Gauntlet, Golem, Sycorax ahead: each ship in forward arc of the one behind, in aft
        arc of the one in front, no more than 6 in from either; Tsargrad, three Petrograds, second; 6
        flanks: each Alpha 6 in of one of the three British ships, port or starboard arc of the ship; Volgas on
        the flanks of the Russian: the same 7 momentum: ships may, above; every British ship momentum 3, every
        Russian ship 4, die each one, start one †; up: turn R-1 R-2
        """,
    "Victory": """after six: the side with more points; enemy ship destroyed: all points;
        ship destroyed; enemy ship: hull points for every hull hit""",
    "Turn track": " ".join(f"{n} active side: Britain, Russia" for n in range(1, 7)),
}

DRAWING = "12 in Russian edge"  # what is written first in it


@cache
def battle() -> list[list[pdf_text.Run]]:
    request = PrintRequest(scenario=open_game("iron_stars")[SCENARIOS]["meeting_engagement"])
    return [[run for run in page if 60 < run.y < 745]
            for page in pdf_text.read_runs(find_product("booklet").build(open_game("iron_stars"), request,
                                                                         PrintSettings()))]


@pytest.mark.parametrize("side", FORCES)
def test_both_sides_have_the_ships_of_the_rulebook(side: str) -> None:
    expected = [line.split("|") for line in FORCES[side].strip().split("\n")]
    lines = [line for page in battle() for line in pdf_text.read_lines(page)]
    start = lines.index([side]) + 1
    assert lines[start:start + 1 + len(expected)] == [HEAD, *expected]


def test_balance_and_score_sheet_are_computed_from_the_ships() -> None:
    words = " ".join(run.text for page in battle() for run in page)
    assert "188 against 192: a difference of 4 points." in words
    assert "here 18.8 , so the forces are balanced" in words  # a tenth of the lesser
    rows = [line for page in battle() for line in pdf_text.read_lines(page)]
    result = [cell for line in rows for cell in line]
    for name, points, hits in SCORES:
        expected = [name, str(points), f"× {hits}" if hits else "–"]
        assert expected in [result[place:place + 3] for place in range(len(result))], name


def test_setup_and_victory_follow_the_rulebook() -> None:
    runs = [run for page in battle() for run in page]
    words = [run.text for run in runs]
    assert "6 ft by 4 ft, clear" in words
    assert "Six turns, about two hours†" in " ".join(words)
    blocks = pdf_text.find_blocks(runs, ["Forces", *BATTLE, "Score sheet"])
    for title, expected in BATTLE.items():
        texts = " ".join(run.text for run in blocks[title])
        assert pick_own_deciding(texts.split(DRAWING)[0]) == pick_own_deciding(expected), title
    equipment = " ".join(words[words.index("Special"):words.index("Is it fair?")])
    assert pick_own_deciding(equipment) == pick_own_deciding(
        "special equipment: Gauntlet rockets, Golem; primary guns of Golem; Petrograds, Volgas; 17, 18, not; without, "
        "fire, guns †")


def test_drawing_has_the_distances_of_the_rulebook() -> None:
    """The strip of the first ship, the arcs about her; that ships keep their distances is tested with the drawing."""
    words = [run.text for page in battle() for run in page]
    drawing = words[words.index("Russian edge") - 1:words.index("IN PLAY")]
    assert " ".join(drawing).startswith(DRAWING)
    assert [text for text in drawing if re.fullmatch(r"[\d.]+ in", text)] == ["12 in", "24 in", "36 in", "32.8 in"]
    ships = [name for name, *_ in SCORES]
    start = drawing.index("The table before the first turn.")
    assert sorted(text for text in drawing[:start] if text in ships) == sorted(ships)
    assert pick_own_deciding(" ".join(drawing[start:])) == pick_own_deciding(
        "before first turn; each ship points; only first ship: Tsargrad must, 12 in; arcs 24 in and 36 in; 6 in of "
        "each ship")


def test_booklet_lists_the_material_needed() -> None:
    runs = [run for page in battle() for run in page]
    words = " ".join(run.text for run in pdf_text.find_blocks(runs, ["What you need"])["What you need"])
    assert "Ship records: 17 ships" in words
    assert "dice d4, d6, d8, d10, d12 and d20" in words
    assert "a d10 beside each ship, which shows its momentum" in words
    assert ("Ship counters: 17 ships, British initiative†, Russian initiative†, Turn†, Mines†, only with page 18, "
            "Torpedo nets, Destroyed†") in words.replace(" card, 160 to 200 g/m²", "")
