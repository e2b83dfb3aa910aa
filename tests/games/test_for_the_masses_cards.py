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
from helpers.hex_diagrams import Diagram, diagrams
from helpers.typeset_elements import make_context

from printshop.drawing.display_list import parse_color
from printshop.elements.card_parts import HexFigures
from printshop.elements.charts import draw_block
from printshop.game.charts import CHARTS
from printshop.hexes import Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.charts import build as charts_build

if TYPE_CHECKING:
    from printshop.hexes import Hex

# besides what decides everywhere
ALSO = """Command Action End phase turn Move Reform Withdraw Regroup Ranged Melee Attack Cast Spell charge charger
infantry cavalry artillery monster Personality Personalities General forest forests hill hills city snow rain
wind high winds rank ranks column regular irregular contact defense attacker defender wound wounds hit hits hex
hexes Element Elements morale MP CP magic energy dice die order orders unit units sight target specials passed
marker terrain movement facing facings flank zone control counter attack piece ground fails d6 sees closest base
orcs alvernans champion printed agree battle alone left separate several chooses chosen whole hinder held
counterclockwise began edges nothing sides initiative begins alternate orders passes
finished once less next done"""

COMMAND = """
The turn
  : 1 command phase every personality command dice dice command cp magic dice magic energy same 2 action phase
  : initiative begins sides alternate each orders one unit passes phase ends both one after other no cp left 3 end
  : phase cp left lost magic energy not held over
Who has the initiative
  : initiative begins action phase 1 more command 2 fewer command dice 3 more units 4 better d6
An order
  : one personality order one personality two never one unit one after once finished no more turn closest element
  : unit no sight first action unit turn 1 cp each one 1 cp more one before no order less 1 cp regroup always 4 cp
  : only first order both units general lost every unit sees morale
Action cost
  Action 1st 2nd 3rd 4th 5th 6th
  costs 1 2 3 4 5 6
  so_far 1 3 6 10 15 21
  : unit marker of its next action, DONE finished.
Personality over 8 hexes
  Hexes 9 10 11 12 14 18
  Personality +1 +2 +3 +4 +6 +10
  : Personality 8 hexes; every hex more 1 CP.
General over 12 hexes
  Hexes 13 14 15 16 18 20
  General +1 +1 +1† +2 +3 +4
  : general 12 hexes every two hexes more 1 cp least 1 hexes
Actions
  : move unit charge ends melee attack reform elements turn half move withdraw elements one hex enemy free attack
  : regroup two units one 4 cp melee attack ranged attack two cast spell spell magic not
Move
  : units only one regular column no element contact enemy turn 60° 1 mp hex 1 mp terrain must front hex end unit
  : one piece may out column half mp again rounded up free reform charge move ends enemy zone control free melee
  : attack without reform before
Movement
  MP 3 4 5 6 7 8 9
  column 5 6 8 9 11 12 14
  snow† 1 2 2 3 3 4 4
  rain,_wind† 2 3 3 4 5 6 6
Weather
  | Weather | MP | Range | Also
  | snow | −50 % | −25 % | −1 to morale rolls
  | rain | −25 % | – | ranged: +1 def.†
  | high winds | −25 % | −50 % | ranged: +1 def.†
  : mp left down † never 2 hexes
Zone of control
  : zone front hexes element enemy element one withdraw only may facing
Reform
  : turn any element may any without half † move up half elements rounded down move up movement never more half
  : unit began may move contact enemy element may turn not move end unit one piece
Other Reform
  : optional all agree before battle move reform up elements half unit movement rounded up any hexes facing any
  : never up more half unit began one least hex
Withdraw
  : elements move one hex any irregular never enemy zone control ground end unit one piece hex between enemy every
  : enemy element contact one free attack
Regroup
  : two units infantry two cavalry one 12 elements most more elements lost die lower two morale average half worse
  : two † specials only both ranged attack one unit none two die lower 2d4 least command magic dice two die lower
Morale
  : 1d10 equal morale more unit element not one lost morale every element lost 1 unit fails one more element
"""
# of each die: the number that hits; its chance, or how many top faces make one hit
COMBAT = """
To hit
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
  : half die + defense more each die under forests friends target defense each 8 1 more defense higher die dice
  : top each one after first 1 one hit
Melee dice
  | Attack | Dice for the Element
  | on a flank | +1
  | on the rear | +2
  | from higher ground | +1
  | from lower ground | −1
  : attacker flank hex no front rear hex element target rear hex none front flank hex element 2 attack dice 5 most
Melee
  : 1 attacker free reform not after charge 2 dice attack dice every element enemy zone control 3 each hit wound
  : elements morale 4 free without reform against unit alone no other enemy no other unit element contact attacker
  : may turn 60° instead not several units contact one action all each element unit before first die element
  : several chooses one
Ranged attack
  : 1 must front hex 2 dice front rank all second rank half third rank third rounded down each element 3 each
  : forest hex each friend hex 1 target defense target hex not 4 two hits wound artillery each hit odd hit lost
  : unit same target again once 5 unit free reform hill city between † sight friends contact target dice again
  : against flank rear no
Fire at a charge
  : Unit may before charger dice, instead; no Reform.
Removing Elements
  : each wounds unit wounds element wounds defender 1 unit one piece 2 element attacker only no other 3 one any
  : enemy only no other 4 all attacker one fewest elements 5 all enemies one smallest unit not 6 element farthest
  : attacker
Readings†
  : reform half elements move all may turn regroup average down 4+ 5+ 5+ left rounded down rain wind 1 ranged die
  : 1 more defense sight hills between target not under hex no dice ranged dice without d8 10 two 2d8 unit may
  : fewer three elements
Terrain
  | Terrain | Move | Effect
  | open | +0 | none
  | forest | +1 | ranged: +1 defense a hex; melee: +1 defense if all the Elements attacked stand in it, \
counter-attacked ones as well
  | hill, up | +1 | attack down: +1 die; up: −1 die; blocks sight between
  | hill, down | +0 | as above
  | cliff | no | two levels or more; as a rule no melee across
  | impassable | no | water, lava, rocks, shale
  | city | | blocks sight; its price is not in the text we have: agree on one before the battle
  : Two terrain in a hex: up. A base several hexes hex under.
  : Forest not hinder ranged attack artillery, monster 2 more, whole base in or forest.
"""
# what stands in three columns is read row by row
ZONES = """
Zones
  : front front front front front front front front front flank flank flank flank flank base base flank flank base base
  : flank base rear rear base rear rear rear rear rear rear rear. One hex. Monster three hexes: one front.
  : Artillery front. Monster four hexes. Front hexes zone control. Hex two hexes base; attack no.†
Formations
  : regular two ranks four regular rank column irregular three 60° regular all elements one front ranks all equal
  : may column each element rear hex one rank two more facing first every element before front hex element regular
  : rear hex rank before irregular any other no move orders
Line of sight, and ranks
  : 2 2 2 1 1 1 0 0 5 4 3 2 1 ten two dice each target each element three ranks 6 + 3 + 0 = 9 dice hill forest all
  : hill not 1 2 forest hex +1 3 4 5 nothing defense 2 × 2 + 2 × 1 = 6 dice 2 × 2 + 3 × 1 = 7 dice front rank unit
  : not †
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
  : First 6 printed 6* without; 1d8; order champion instead, 1d8. Turn 2 Alvernans 3 6 after second attack 1 + 2; 3.
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
Regroup: ranged dice | d8/10 becomes d4/10 | dice have a number elsewhere, 2d4 is the least | 2d8 and 2d4 are played†
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
CARDS = [pdf_text.read_expected(card) for card in (COMMAND, COMBAT, ZONES, SAMPLE)]


@cache
def read_cards() -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(charts_build.build_charts(open_game("for_the_masses"), PrintRequest(), PrintSettings()))


@pytest.mark.parametrize("number", range(4), ids=["command", "combat", "zones", "sample"])
def test_a_card_says_what_the_rulebook_says(number: int) -> None:
    assert len(read_cards()) == 4
    assert pdf_text.find_differences(read_cards()[number], CARDS[number], ALSO, apart=EXAMPLES) == []


@pytest.mark.parametrize("title", EXAMPLES)
def test_every_step_of_the_examples_has_its_verdict(title: str) -> None:
    lines = [[cell.strip() for cell in line.split("|")] for line in EXAMPLES[title].strip().split("\n")]
    runs = pdf_text.find_blocks(read_cards()[3], list(CARDS[3]))[title]
    assert pdf_text.take_columns(runs, lines[0])[0] == [" ".join(column) for column in zip(*lines, strict=True)]


@pytest.mark.parametrize("title", DIAGRAMS)
def test_zones_and_formations_are_drawn_where_they_are(title: str) -> None:
    game = open_game("for_the_masses")
    block = next(one for one in game[CHARTS]["zones"].blocks if one.title == title)
    field = parse_color(game.sides["alvernans"].color)
    found = list(diagrams(draw_block(block, 650, make_context(9)).items, Orientation.POINTY, field))
    assert found == [Diagram(labels, {*arrows, *base}, set(), arrows) for labels, arrows, base in DIAGRAMS[title]]


def test_who_sees_whom_in_the_line_of_sight_is_worked_out_on_its_hexes() -> None:
    """Front rank: A is blind, the Bs look through one forest hex, the Cs through none; behind, 1 and 2, and 3 to 5."""
    blocks = open_game("for_the_masses")[CHARTS]["zones"].blocks
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
        seen = [cell for cell in ahead if not any(is_crossed(archer, cell, hill) for hill in hills)]
        return min((sum(is_crossed(archer, cell, wood) for wood in forests) for cell in seen), default=-1)

    found = sorted((label, woods(cell)) for label, cell in cells if label in tuple("ABC12345"))
    assert found == [*(("1", 1), ("2", 1), ("3", 0), ("4", 0), ("5", 0)),
                     *(("A", -1), ("B", 1), ("B", 1), ("C", 0), ("C", 0))]
    # the lines drawn are such lines, and that of A, who does not fire, is dashed
    names = {cell: label for label, cell in cells}
    drawn = sorted((names[start], dashed, any(is_crossed(start, end or start, hill) for hill in hills),
                    sum(is_crossed(start, end or start, wood) for wood in forests))
                   for _, start, _, dashed, end in figure.lines)
    assert drawn == [*[("A", True, True, 0)] * 3, *[("B", False, False, 1)] * 2, *[("C", False, False, 0)] * 2]
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
