"""The reference card of Iron Stars and its battle, read in the written PDF, against the rulebook.

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

CARD = """
Range
 : guns 0 5 10 15 20 25 30 35; out of range; 0 +1 +2 +3 +4 +5 +6; torpedoes 0 2 4 6 8 10 12 14
 : measure centre to centre; distance exactly on a mark: the farther
The turn
 : 1 initiative: each side rolls d6, the higher is active or reactive; 2 active movement: active side moves all ships
 : 3 reactive movement: the other side moves; 4 active combat: active side fires, all damage has effect when phase ends
 : 5 reactive combat: the other side fires with what is left; 6 end: nets raised or lowered, advanced
 : tie: the side that lost initiative last turn; first turn: roll again
Movement
 : thrust + momentum; momentum half the distance moved last turn, rounded up
 : must move: momentum above thrust: ship to move at least the difference
 : one turn a move up to 90°, not farther after it than before; the ship is destroyed
 : move ends on no other ship, no object; ships through one another; movement: only over, never centre
Turning
 Size Start Middle End
 Very_Small 135° 180° 180°
 Small 90° 135° 180°
 Medium 45° 90° 135°
 Large – 45° 90°
 Very_Large – – 45°
 : advanced; start: before moving; middle: not farther than before; end: nothing after; 12, 17
Going astern
 : advanced; only with thrust above momentum; straight, up to half the difference, rounded up; no turn, nothing ahead in
 : that move, momentum 0
Guns that bear
 Battery Fwd/Aft Port/Stbd
 Primary half all
 Secondary quarter half
 : fractions up; light guns at most half, rounded up, into any one arc, any number of targets
 : targets: primary guns one, secondary guns the same or one other; between arcs: both sides roll d6, the higher
To hit with guns
 Die d4 d6 d8 d10 d12
 Half_of_it 2 3 4 5 6
 : half die + armour + range; armour: target, all; range: +1 for every full 5 in; hit: roll target number or more
 : ships never
Target size
 Target d4 d6 d8 d10 d12
 Very_Small 0 +1 +2 +3 +4
 Small 0 0 +1 +2 +3
 Medium 0 0 0 +1 +2
 Large 0 0 0 0 +1
 Very_Large 0 0 0 0 0
 : advanced; added to target number; d12 gun
Open-ended rolls
 Maximum_rolls 2 3 4 5 n
 count_as_max. +1 +2 +3 +4 +n−1
 : advanced; maximum rolls of one, ship guns of one or torpedoes at one target, may be one higher: four on d6 are one 9,
 : or two 7s
To hit with torpedoes
 : half die + half armour + range; armour: half, rounded up; range +1 for every full 2 in
 : any arc, any number, one target, not those of guns; expended: strike each one fired; damage: roll
 : d12s instead of d20s
Torpedo nets
 : advanced; medium ships and larger; lowered add +1 to target number of torpedoes from port or starboard; ship has no
 : none down, but a ship at anchor
Size classes
Victory points
 : destroyed: ship points; hull points for each hull hit: half points, hull, nearest number; end after six
Damage
"""
CLASSES = [["Size", "Hull", "Base"], ["VS", "Very Small", "1–3", "½ × ¾ in"], ["S", "Small", "4–8", "¾ × 1⅛ in"],
           ["M", "Medium", "9–15", "1 × 1½ in"], ["L", "Large", "16–24", "1½ × 1½ in"],
           ["VL", "Very Large", "25–35", "1½ × 2¼ in"]]
CHAIN = ["Light guns", "Secondary", "Primary", "Thrust", "Armour", "Hull"]
DAMAGE = """each hit: roll d20s as its damage, each on the target; system; damage left; hull left to right, with last
one the ship; destroyed, until phase ends †; circle: hull lost, one piece of special equipment, the owner’s choice;
each piece; rockets lost: 2d4; fewer aboard: piece instead, without one all; equipment: not; special equipment
"""


@cache
def read_card() -> list[pdf_text.Run]:
    (page,) = pdf_text.read_runs(
        find_product("charts").build(open_game("iron_stars"), PrintRequest(only_keys=("reference",)), PrintSettings())
    )
    return page


def pick_own_deciding(text: str) -> str:
    return pdf_text.pick_deciding(text, DECIDING)


def test_the_card_says_what_the_rulebook_says() -> None:
    apart = ("Size classes", "Damage")
    assert pdf_text.find_differences(read_card(), pdf_text.read_expected(CARD), DECIDING, apart) == []
    blocks = pdf_text.find_blocks(read_card(), list(pdf_text.read_expected(CARD)))
    assert pdf_text.read_lines(blocks["Size classes"])[:len(CLASSES)] == CLASSES
    damage = [run.text for run in blocks["Damage"]]
    assert damage[:6] == CHAIN
    assert pick_own_deciding(" ".join(damage[6:])) == pick_own_deciding(DAMAGE)


# --- the first scenario

# what is told of each side: name, class, type, size, hull, hull points, points (of a group: ships × points each)
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
        Russian ship 4, each one; up: special equipment R-1 R-2
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
    wanted = [line.split("|") for line in FORCES[side].strip().split("\n")]
    lines = [line for page in battle() for line in pdf_text.read_lines(page)]
    start = lines.index([side]) + 1
    assert lines[start:start + 1 + len(wanted)] == [HEAD, *wanted]


def test_the_balance_and_the_score_sheet_are_reckoned_from_them() -> None:
    said = " ".join(run.text for page in battle() for run in page)
    assert "188 against 192: a difference of 4 points." in said
    assert "here 18.8 , so the forces are balanced" in said  # a tenth of the lesser
    rows = [line for page in battle() for line in pdf_text.read_lines(page)]
    found = [cell for line in rows for cell in line]
    for name, points, hits in SCORES:
        wanted = [name, str(points), f"× {hits}" if hits else "–"]
        assert wanted in [found[place:place + 3] for place in range(len(found))], name


def test_the_battle_is_set_up_and_won_as_the_rulebook_says() -> None:
    runs = [run for page in battle() for run in page]
    said = [run.text for run in runs]
    assert {"6 ft by 4 ft, clear", "Six turns"} <= set(said)
    blocks = pdf_text.find_blocks(runs, ["Forces", *BATTLE, "Score sheet"])
    for title, wanted in BATTLE.items():
        found = " ".join(run.text for run in blocks[title])
        assert pick_own_deciding(found.split(DRAWING)[0]) == pick_own_deciding(wanted), title
    equipment = " ".join(said[said.index("Special"):said.index("Is it fair?")])
    assert pick_own_deciding(equipment) == pick_own_deciding(
        "special equipment: Gauntlet rockets, Golem; primary guns of Golem; Petrograds, Volgas; 17, 18, not")


def test_the_drawing_has_the_distances_of_the_rulebook() -> None:
    """The strip of the first ship, the arcs about her; that ships keep their distances is tested with the drawing."""
    said = [run.text for page in battle() for run in page]
    drawing = said[said.index("Russian edge") - 1:said.index("VICTORY")]
    assert " ".join(drawing).startswith(DRAWING)
    assert [text for text in drawing if re.fullmatch(r"[\d.]+ in", text)] == ["12 in", "24 in", "36 in", "32.8 in"]
    ships = [name for name, *_ in SCORES]
    start = drawing.index("The table before the first turn.")
    assert sorted(text for text in drawing[:start] if text in ships) == sorted(ships)
    assert pick_own_deciding(" ".join(drawing[start:])) == pick_own_deciding(
        "before first turn; each ship points; only first ship: Tsargrad must, 12 in; arcs 24 in and 36 in; 6 in of "
        "each ship; 1:12")


def test_what_is_needed_besides() -> None:
    runs = [run for page in battle() for run in page]
    said = " ".join(run.text for run in pdf_text.find_blocks(runs, ["What you need"])["What you need"])
    assert "Ship records: 17 ships" in said
    assert "dice d4, d6, d8, d10, d12 and d20" in said
    assert ("Ship counters: 17 ships, British initiative, Russian initiative, Turn, British momentum, "
            "Russian momentum, Mines, Torpedo nets, Destroyed") in said.replace(" card, 160 to 200 g/m²", "")
