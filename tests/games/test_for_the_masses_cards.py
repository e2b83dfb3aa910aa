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
  : 1 command phase: every Personality command dice; each die, up, command, CP. Magic dice. 2 action phase:
  : initiative begins, sides alternate; each orders one unit; passes; phase ends both pass, one after other,
  : no CP left. 3 end phase: CP left lost, magic energy held over.
Who has the initiative
  : Begins action phase. 1 more command. 2 fewer command dice. 3 more units. 4 d6.
An order
  : One Personality one order, other Personalities; never. One unit: one after; once it has finished, no more turn.
  : Closest Element of the unit; no sight. Unit first action of the turn 1 CP, every one 1 more; no order less than
  : 1 CP.
  : Regroup always 4 CP, only first order both units. General lost: every unit that sees morale.
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
  General +1 +1 +1 +2 +3 +4
  : General 12 hexes; every two hexes more 1 CP, least 1. Hexes one other half.
Actions
  : Move: column; charge ends Melee Attack. Reform: turn Elements, move half. Withdraw: one hex, enemy first.
  : Regroup: two units one, 4 CP. Melee Attack, Ranged Attack: two. Cast Spell: magic energy.
Move
  : Unit regular or column, no enemy. Turn 60° 1 MP. Hex 1 MP, terrain, always front hex. End: all one piece; may.
  : Column half again, rounded up, or free Reform. Charge: Move ends enemy zone control free Melee Attack without
  : Reform.
Movement
  MP 3 4 5 6 7 8 9
  column 5 6 8 9 11 12 14
  snow 1 2 2 3 3 4 4
  rain,_wind 2 3 3 4 5 6 6
Weather
  | Weather | MP | Range | Also
  | snow | −50 % | −25 % | −1 to morale rolls
  | rain | −25 % | – | ranged: +1 def.
  | high winds | −25 % | −50 % | ranged: +1 def.
  : Rounded down; 2 hexes least.
Zone of control
  : Front hexes of an Element; one may Withdraw only; facing may.
Reform
  : Turn any Element.† Move half Elements rounded down, each up to movement.† Contact enemy: Element may turn, not move.
  : End: all one piece.
Other Reform
  : optional; all agree before the battle; half Elements; all. Up Elements half unit movement rounded up, any hexes,
  : facing any. Most half of the Elements the unit began. One least.
Withdraw
  : One hex any irregular units; never enemy zone control, ground. End: all one piece, hex between,
  : enemy. Every enemy contact once, free, charge.
Regroup
  : Two units infantry two cavalry; most 12 Elements, lost. Lower two. Die more one: lower.
  : Morale average; half worse.† Specials both. Ranged attack one only two die lower, 2d4 least. Command magic dice
  : two die lower.
Morale
  : 1d10 equal morale more. Element lost, not morale. Every Element lost −1. One more Element lost.
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
  : Half die + defense more. Each die; under. Forests friends target defense may 7 8. Defense.
  : More die; dice top: one die top + − 1. Under, one hit.
Melee dice
  | Attack | Dice for the Element
  | on a flank | +1
  | on the rear | +2
  | from higher ground | +1
  | from lower ground | −1
  : None flank another target Element attacker before behind; none rear another before flank: flank rear nothing. Most
  : 5 dice Element 2 attack dice.
Melee
  : 1 free Reform attacker, not after charge. 2 dice: attack dice every Element, enemy zone control. 3 each hit wound;
  : Elements lost, morale.
  : 4 free without Reform against unit alone: other enemies zone control left out, no other unit. Element contact
  : attacker may turn 60° instead. No. Several units contact: one action, separate attack each. Element before
  : first die; one several chooses one.
Ranged attack
  : 1 front hex 60° either. 2 dice: front rank all; second rank half, third rank third, rounded down each Element.
  : 3 every forest hex, every friend hex +1 target defense. Hex not, target. 4 two hits wound; artillery one. Odd hit
  : second attack same target once.
  : 5 free Reform. Hill city between.† Friends contact target: dice again against.
  : Flank rear no.
Fire at a charge
  : Unit may before charger dice, instead; no Reform.
Removing Elements
  : Element unit wounds wounds; left. Defender. 1 always: unit one piece. 2 attacker. 3 first: no enemy all.
  : 4 all attacker: first fewest. 5 all enemy: first smallest unit not. 6 first: farthest attacker.
Readings (†)
  : Reform free all; half Elements move. Regroup half morale average worse two. General 15 hexes 1 CP more, 14.
  : Rain wind one ranged die one more defense. Sight: hills between target only; hex no.
  : Dice: ranged dice without d8/10 two, 2d8. Monster one Element, Personality not three.
Terrain
  | Terrain | Move | Effect
  | open | +0 | none
  | forest | +1 | ranged: +1 defense a hex; melee: +1 defense if all the Elements attacked stand in it, \
counter-attacked ones as well
  | hill, up | +1 | attack down: +1 die; up: −1 die; blocks sight between
  | hill, down | +0 | as above
  | cliff | no | two levels or more; as a rule no melee across
  | impassable | no | water, lava, rocks, shale
  | city | | blocks sight; write its price here before the battle
  : Up. A base several hexes hex under.
  : Forest not hinder ranged attack artillery, monster 2 more, whole base in or forest.
"""
# what stands in three columns is read row by row
ZONES = """
Zones
  : front front front front front front front front front flank flank flank flank flank base base flank flank base base
  : flank base rear rear base rear rear rear rear rear rear rear. One hex. Monster three hexes: one front.
  : Artillery front. Monster four hexes. Front hexes zone control. Hex two hexes base; attack no.†
Formations
  : Regular two ranks four. Regular rank. Column. Irregular three 60°.
  : Regular all one front rank; ranks equal may; column each Element rear hex one; two Elements more facing; first
  : every; before front hex; Element regular; Element rear hex rank before; irregular regular column; no Move orders.
Line of sight, and ranks
  : 2 2 2 1 1 1 0 0 5 4 3 2 1. Ten two dice each; target. Each Element three ranks 6 + 3 + 0 = 9 dice. Hill forest.
  : All hill; not. 1 2 forest hex +1; 3 4 5 nothing; defense 2 × 2 + 2 × 1 = 6 dice; 2 × 2 + 3 × 1 = 7 dice. Unit
  : front rank.†
"""
SAMPLE = """
The armies
  | Army | Sum | Printed | By the rules
  | Orcs | 156 + 3 × 5 × 54 | 966 | 966
  | Alvernans, Champion at 98 as in the list | 98 + 3 × 8 × 38 | 1000 | 1010
  | Alvernans, Champion at 209 as on the stat line | 209 + 3 × 8 × 38 | – | 1121
  : 1000 Champion 88.
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
