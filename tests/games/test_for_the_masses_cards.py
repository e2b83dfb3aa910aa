"""The reference cards of For the Masses: every printed block, read in the written PDF, against the rulebook.

Expected values are typed in and worked out from the rulebook, not taken from the data.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import pytest
from helpers import pdf_text
from helpers.games import open_game
from helpers.hex_diagrams import Diagram, read_diagrams
from helpers.typeset_elements import make_context

from printshop.drawing.display_list import parse_color
from printshop.elements.card_parts import HexFigures
from printshop.elements.charts import draw_block
from printshop.game.charts import CHARTS
from printshop.hexes import Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from printshop.hexes import Hex

# in addition to the words that decide everywhere
ALSO = """Command Action End phase turn Move Reform Withdraw Regroup Ranged Melee Attack Cast Spell charge charger
infantry cavalry artillery monster Personality Personalities General forest forests hill hills city snow rain
wind high winds rank ranks column regular irregular contact defense attacker defender wound wounds hit hits hex
hexes Element Elements morale MP CP magic energy dice die order orders unit units sight target specials passed
marker terrain movement facing facings flank zone control counter attack piece ground fails d6 sees closest base
orcs alvernans champion printed agree battle alone left separate several chooses chosen whole hinder held
counterclockwise began edges nothing sides initiative begins alternate orders passes
finished once less next done"""

# of each die: the number that hits; its chance, or how many top faces make one hit
TURN = """
1. Command phase
  : command dice each personality dice command cp turn magic dice magic energy same
2. Initiative
  : first initiative 1 more command 2 fewer command dice 3 more units 4 better d6
3. Action phase
  : initiative begins sides alternate each orders one unit passes unit one after once finished no more turn phase
  : ends both sides one after other no cp left
4. Pay for an action
  Action 1st 2nd 3rd 4th 5th 6th
  costs 1 2 3 4 5 6
  so_far 1 3 6 10 15 21
  : one personality order even one personality two never first action unit turn 1 cp each one 1 cp more one before
  : no order less 1 cp personality order r-2 die unit next action done finished †
5. Choose an action
  : move melee attack regroup r-2 reform withdraw r-3 ranged attack r-4 cast spell front hexes element zone
  : control enemy withdraw only may facing
6. Move
  : only unit regular column no element contact enemy turn 60° 1 mp movement hex 1 mp mp terrain r-2 must front hex
  : element end unit one piece may out unit begins column half mp again rounded up free reform
7. Melee Attack
  | The Element attacks | Dice
  | on a flank | +1
  | on the rear | +2
  | from higher ground | +1
  | from lower ground | −1
  : unit may attack enemy zone control may free reform first move ends enemy unit zone control charge free melee
  : attack without reform attack dice each element enemy zone control r-2 more flank rear r-4 specials
8. To hit
  Die 0 1 2 3 4 5 6 7 8
  . 2 3 4 5 6 7 8 9 10
  d4
  . 75% 50% 25% ×2 ×3 ×4 ×5 ×6 ×7
  . 3 4 5 6 7 8 9 10 11
  d6
  . 67% 50% 33% 17% ×2 ×3 ×4 ×5 ×6
  . 4 5 6 7 8 9 10 11 12
  d8
  . 63% 50% 38% 25% 13% ×2 ×3 ×4 ×5
  . 5 6 7 8 9 10 11 12 13
  d10
  . 60% 50% 40% 30% 20% 10% ×2 ×3 ×4
  . 6 7 8 9 10 11 12 13 14
  d12
  . 58% 50% 42% 33% 25% 17% 8% ×2 ×3
  : half die + defense more each die under each defense 8 1 more higher die dice top each one after first 1 after ×
  : one hit defense
9. Wounds and morale
  : melee each hit wound each wounds unit wounds element r-2 wounds unit lost element morale d10 must morale more
  : each element after first 1 unit fails one element more without
10. Counter-attack
  : unit attacker no without reform no other enemy no other unit element contact attacker may turn 60°
  : instead not
11. End phase
  : cp left lost magic energy not held over held over not turn begins
Cast Spell
  : not
"""
DETAILS = """
The price of distance
  Hexes Personality General
  9 +1 –
  10 +2 –
  11 +3 –
  12 +4 –
  13 +5 +1
  14 +6 +1
  15 +7 +1†
  16 +8 +2
  17 +9 +2†
  18 +10 +3
  19 +11 +3†
  20 +12 +4
  : personality 8 hexes each hex more 1 cp general 12 hexes every two hexes more 1 cp least 1 hexes closest element
  : unit no sight
A General is lost
  : every unit sight morale once
Flank and rear
  : attacker flank hex no front rear hex element target rear hex none front flank hex element 2 attack dice 5 most
Melee with several units
  : one action all units contact each element unit before first die element several units chooses one
Removing Elements
  : defender element unit one piece element attacker only no other element any enemy only no other all attacker
  : element fewest attacker all enemies element smallest unit not element farthest attacker first
Movement
  MP 3 4 5 6 7 8 9
  in_a_column 5 6 8 9 11 12 14
  in_snow† 1 2 2 3 3 4 4
  in_rain,_wind† 2 3 3 4 5 6 6
Weather
  | Weather | MP | Range
  | snow | −50 % | −25 %
  | rain | −25 % | –
  | high winds | −25 % | −50 %
  : optional down mp left † no 2 hexes snow 1 each morale unit 1 mp not move rain high winds target ranged attack 1
  : more defense † 1 each die same
Regroup
  : two units infantry two cavalry one 12 elements most more elements lost 4 cp must first order both units each each
  : die unit lower two morale average two half worse † down 4+ 5+ 5+ only specials both left one unit no ranged
  : attack other two die † not 2d4 command magic dice two die †
Terrain
  | Terrain | MP | Effect
  | open | +0 | none
  | forest | +1 | Each hex gives +1 defense against a ranged attack. If all the Elements attacked stand in \
forest, they have +1 defense in a melee and in its answer.
  | hill, up | +1 | An attack down has 1 die more, an attack up has 1 die less. The hill blocks sight between \
firer and target†, not under them.
  | hill, down | +0 | The same as a hill up.
  | cliff | no | It is two levels or more high. As a rule no melee is fought across it.
  | impassable | no | Water is impassable as a rule; lava, rocks or shale may be. Agree on it \
before the battle, and on any effect in a fight.
  | city | | It blocks sight. Its price is not in the text we have; agree on one before the battle.
  : two terrain hex up forest +1 defense −1 each die one not two † base several hexes hex under forest not hinder
  : ranged attack artillery monster 2 more whole base forest
"""
# what stands in three columns is read row by row
ZONES = """
Zones
  : front front front front front front front front front flank flank flank flank flank base base flank flank base
  : base flank base rear rear base rear rear rear rear rear rear rear one hex monster monster 3 one hex front
  : artillery front monster 4 1 2 front hexes zone control not † hex two hexes base zone each attack no †
Formations
  : regular two ranks four regular rank column irregular three 60° regular all elements one ranks all same column
  : each element rear hex front rank two more elements may one before one facing element regular first every element
  : front hex regular rear hex rank before irregular any other no move orders
Reform
  : any element may turn any no more half may move facing only † up half elements rounded down move up movement
  : never more half unit began contact enemy element may turn not move end unit one piece
Other Reform
  : optional may agree before battle reform other up elements half unit movement rounded up any hexes facing any
  : never up more half unit began least one element hex
Withdraw
  : elements move one hex any irregular never enemy zone control ground end unit one piece hex between enemy every
  : enemy element contact one free attack
"""
SHOOTING = """
Ranged Attack
  : 1 hex target must front hex hill city between † 2 each element least two hexes front rank all dice second rank
  : half third third rounded down each element no rank 3 each forest hex each friend hex 1 target defense target hex
  : not flank rear no 4 two hits wound artillery each hit odd hit lost unit same target again once 5 unit may free
  : reform friends contact target dice again against
Fire at a charge
  : unit may charger one hex † before dice no no reform
What the book leaves open
  : ranged dice without d8 10 two † each element 2d8 not 2d10 † unit may fewer three elements † no element hex one
  : friend foe †
Specials of a unit type
  : cavalry charge infantry not against personality monster artillery monster 2 more both not
Line of sight, and ranks
  : 2 2 2 1 1 1 0 0 5 4 3 2 1 ten two ranks two dice each three elements each element three ranks dice down hill
  : forest all 6 + 3 + 0 = 9 dice lost one † elements rank dice front hill all three none front forest hex target +1
  : defense 2 × 2 = 4 1 2 second same hex 2 × 1 = 2 front nothing 2 × 2 = 4 3 4 5 second nothing front rank unit not
  : † 3 × 1 = 3
"""
SAMPLE = """
The armies
  | Army | Sum | Printed | By the rules
  | Orcs | 156 + 3 × 5 × 54 | 966 | 966
  | Alvernans, Champion at 98 as in the list | 98 + 3 × 8 × 38 | 1000 | 1010
  | Alvernans, Champion at 209 as on the stat line | 209 + 3 × 8 × 38 | – | 1121
  : 1000 champion 88 †
Command points in the example
  Turn Orcs Alvernans
  1 7 6
  2 5 6
  : first 6 printed 6 without 1d8 order champion instead 1d8 turn 2 alvernans 3 6 after second attack 1 + 2 3 attack
  : all
Move by move
The other worked examples
"""
# the steps of the example: what is printed, what the rules make of it, and what is to be said of that
STEPS = """
Step | As printed | By the rules | Verdict
Turn 1: orders | Orcs spend 4 CP, Alvernans 1 | 1 + (1 + 2) = 4; 1 | right
Turn 2: Alvernans charge | 11d6, “6 / 3 + 2 = 5” | 5 × 2 + 1 for the flank = 11; 6 / 2 + 2 = 5 | misprint: / 2 is meant
Orc loss | 1 Element | 4 hits are 4 wounds: 1 Element | right
Orc morale | 9 against 7+ | passed | right
Orcs counter | 8d10 against 7, 4 hits | the stat line has 2d8: 8d8 against 6 | wrong die: a d8 cannot show 9
Alvernan loss | 1 Element, 1 wound over; morale 4 fails: another | 4 wounds at 3 each: 1 and 1 over \
 | right; 6 Elements left
Second attack | 15d6, 8 hits | 6 × 2 + 1 flank + 2 rear = 15 | right
Orc loss | 2 Elements; 7 − 1 = 6 fails: a third | the same | right; 1 left
Second counter | 2d10: 10 and 7, with the wound carried 3 | two hits + 1 = 3 | right with d10
Alvernan morale | 9 | passed | right
Orc column, 18 hexes from the General | all of the CP | 1 + 3 = 4 of 5 | 1 CP left
The column charges | 12d10 | 4 Elements: 8 + 2 + 1 = 11; 5 Elements: 13 | neither is 12
Its result | 4 hits: 1 Element and a marker | 4 wounds: 1 and 1 over | right, but no morale test
The answer | “2d6”, four dice listed | 2 Elements: 4d6, no hit against 5 | 4d6 are meant
"""
WORKED = """
Example | As printed | By the rules | Verdict
Ranged fire from ranks of 3, 3 and 2 Elements | 9 dice | 3 × 2 + 3 × 1 + 0: halves fall away Element by Element | right
Line of sight, one Element blind and four hindered | 6 dice at −1, 7 without | 2 × 2 + 2 × 1 = 6; 2 × 2 + 3 × 1 = 7 \
 | right
Regroup: morale 4+ and 5+ | 5+ | the average of 4 and 5, rounded down, is 4 | 5+ is played†
Regroup: ranged dice | d8/10 becomes d4/10 | dice have a number elsewhere, 2d4 is the least | 2d8 and 2d4 are played
Three Elements of Grimmule Warriors, elsewhere spelled Grimpule | 6d6 with 2d6 each | 3 × 2 = 6 | right
Half the die and defense, d10 against 3 | 8 or more | 10 / 2 + 3 = 8 | right
Ranged hits, 3 and then 5 at two for a wound | 4 wounds | 3 are 1 and 1 over; 1 + 5 are 3 | right
"""
# of each diagram of the card: labels, hexes of the bases, bearings of the arrows
DIAGRAMS = {
    "Zones": [({"front": {(0, -1), (1, -1)}, "flank": {(-1, 0), (1, 0)}, "rear": {(-1, 1), (0, 1)}}, {(0, 0): 0},
               set()), (
        {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 2), (-1, 2), (0, 2)},
         "mixed": {(-1, 0), (1, 0)}, "base": {(-1, 1), (0, 1)}}, {(0, 0): 0}, {(-1, 1), (0, 1)}), (
        {"front": {(0, -1), (1, -1), (2, -1)}, "flank": {(-1, 0), (2, 0)}, "rear": {(-1, 2), (0, 2)},
         "mixed": {(-1, 1), (1, 1)}, "base": {(0, 1)}}, {(0, 0): 0, (1, 0): 0}, {(0, 1)}), (
        {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 3), (-1, 3)},
         "mixed": {(-1, 0), (1, 0), (-2, 2), (0, 2)}, "base": {(-1, 1), (0, 1), (-1, 2)}},
        {(0, 0): 0}, {(-1, 1), (0, 1), (-1, 2)})],
    # every Element behind the first rank in a rear hex of the rank before it, that is (-1, 1) or (0, 1) of one of them;
    # a column; eight Elements, three of them 60 degrees counter-clockwise of the others
    "Formations": [
        ({}, dict.fromkeys([(0, 0), (1, 0), (2, 0), (3, 0), (-1, 1), (0, 1), (1, 1), (2, 1)], 0), set()),
        ({}, dict.fromkeys([(0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2)], 0), set()),
        ({}, dict.fromkeys([(0, 0), (-1, 1), (-1, 2), (-2, 3)], 0), set()),
        ({}, {**dict.fromkeys([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)], 0),
              **dict.fromkeys([(-1, 0), (-2, 1), (-1, 1)], 300)}, set())],
}
EXAMPLES = {"Move by move": STEPS, "The other worked examples": WORKED}
CARDS = [pdf_text.read_expected(card) for card in (TURN, DETAILS, ZONES, SHOOTING, SAMPLE)]


@cache
def read_cards() -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(find_product("charts").build(open_game("for_the_masses"), PrintRequest(),
                                                           PrintSettings()))


@pytest.mark.parametrize("number", range(5), ids=["turn", "details", "zones", "shooting", "sample"])
def test_card_has_the_text_of_the_rulebook(number: int) -> None:
    assert len(read_cards()) == 5
    assert pdf_text.find_differences(read_cards()[number], CARDS[number], ALSO, apart=EXAMPLES) == []


@pytest.mark.parametrize("title", EXAMPLES)
def test_every_step_of_the_examples_has_its_verdict(title: str) -> None:
    lines = [[cell.strip() for cell in line.split("|")] for line in EXAMPLES[title].strip().split("\n")]
    runs = pdf_text.find_blocks(read_cards()[4], list(CARDS[4]))[title]
    assert pdf_text.take_columns(runs, lines[0])[0] == [" ".join(column) for column in zip(*lines, strict=True)]


@pytest.mark.parametrize("title", DIAGRAMS)
def test_zones_and_formations_are_drawn_in_their_hexes(title: str) -> None:
    game = open_game("for_the_masses")
    block = next(one for one in game[CHARTS]["zones"].blocks if one.title == title)
    field = parse_color(game.sides["alvernans"].color)
    result = list(read_diagrams(draw_block(block, 650, make_context(9)).items, Orientation.POINTY, field))
    assert result == [Diagram(labels, {*arrows, *base}, set(), arrows) for labels, arrows, base in DIAGRAMS[title]]


def test_line_of_sight_figure_agrees_with_its_hexes() -> None:
    """Front rank: A is blind, the Bs look through one forest hex, the Cs through none; behind, 1 and 2, and 3 to 5."""
    blocks = open_game("for_the_masses")[CHARTS]["shooting"].blocks
    block = next(one for one in blocks if one.title == "Line of sight, and ranks")
    figure = next(part for part in block.parts if isinstance(part, HexFigures)).row.figures[0]
    cells = [(one.label, cell) for one in figure.cells for cell in one.at]
    targets = [cell for one in figure.cells if one.shade == 0.5 for cell in one.at]
    # what is hatched is hill, what is dotted forest, as the caption says
    hills, forests = ([cell for one in figure.cells for cell in one.at if one.pattern == name]
                      for name in ("hatch", "dots"))
    assert (len(hills), len(forests)) == (2, 1)

    def woods(archer: Hex) -> int:
        """The fewest forest hexes on a line to a target in front that no hill bars; -1 if every line is barred."""
        ahead = [cell for cell in targets if abs((bearing(cell, archer) + 180) % 360 - 180) <= 60]
        hexes = [cell for cell in ahead if not any(is_crossed(archer, cell, hill) for hill in hills)]
        return min((sum(is_crossed(archer, cell, wood) for wood in forests) for cell in hexes), default=-1)

    result = sorted((label, woods(cell)) for label, cell in cells if label in tuple("ABC12345"))
    assert result == [*(("1", 1), ("2", 1), ("3", 0), ("4", 0), ("5", 0)),
                      *(("A", -1), ("B", 1), ("B", 1), ("C", 0), ("C", 0))]
    # the lines drawn are such lines, and that of A, who does not fire, is dashed
    names = {cell: label for label, cell in cells}
    paths = sorted((names[start], dashed, any(is_crossed(start, end or start, hill) for hill in hills),
                    sum(is_crossed(start, end or start, wood) for wood in forests))
                   for _, start, _, dashed, end in figure.lines)
    assert paths == [*[("A", True, True, 0)] * 3, *[("B", False, False, 1)] * 2, *[("C", False, False, 0)] * 2]
    assert {ray.end for ray in figure.lines} <= set(targets)


def find_middle(cell: Hex) -> tuple[float, float]:
    """The middle of a hex that stands on a point, 1 across."""
    return cell[0] + cell[1] / 2, cell[1] * math.sqrt(3) / 2


def bearing(cell: Hex, seen_from: Hex) -> float:
    (x1, y1), (x2, y2) = find_middle(seen_from), find_middle(cell)
    return math.degrees(math.atan2(x2 - x1, y1 - y2))


def is_crossed(start: Hex, end: Hex, cell: Hex) -> bool:
    """Whether the line between the middles of two hexes runs through the inside of another."""
    (x1, y1), (x2, y2), (x, y) = find_middle(start), find_middle(end), find_middle(cell)
    points = [(x1 + (x2 - x1) * k / 500 - x, y1 + (y2 - y1) * k / 500 - y) for k in range(501)]
    ways = [(math.cos(math.pi / 3 * side), math.sin(math.pi / 3 * side)) for side in range(6)]
    return any(all(right * dx + down * dy < 0.499 for dx, dy in ways) for right, down in points)
