"""The chart cards of Stellar Wars: every printed block, read in the written PDF, against the rulebook.

Expected values are typed in or worked out from the rulebook, not taken from the data.
"""

from __future__ import annotations

from functools import cache

import pytest
from helpers import pdf_text
from helpers.games import open_game
from helpers.hex_diagrams import Diagram, diagrams
from helpers.typeset_elements import make_context

from printshop.elements.charts import draw_block
from printshop.game.charts import CHARTS
from printshop.hexes import Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.charts import build as charts_build

# besides what decides everywhere
ALSO = """Hull Reactor Engine System Wpn weapon weapons shield armor missile missiles rack mines sensors cloaked
cloaking laser force beam plasma multi-track freighter freighters defender side sides hexsides NC NS START speed range
turn point ship unit type hex hexes phase fires spent oneself box boxes center arc arcs wide destroyed destroys
misprint stop harm"""

COMBAT = """
To hit
  Range 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
  Laser 12 11 11 10 10 9 9 8 8 7 7 6 5 4 3 2
  Missile 11 11 10 10 9 9 8 7 6 5 4 3 2
  Beam 11 11 10 9 8 7 6 5 4 3 2
  Force_Beam 11 11 10 9 8 6 5 4 3 2
  Plasma_Cannon 11 10 10 9 8 6 5 3 2
  Gun 11 10 9 7 5 3 2
  : 2d6 less range hexes without weapon
To fire
  : 1 arc arc weapon side hex between two arcs both 2 center center ship hex friend foe 3 range weapon once turn
  : each weapon each other system optional one turn ship multi-track missiles any each rack fires one turn missile
  : spent even plasma every other turn only arc side † speed
The sides of a ship
  : arc each side hexes two arcs
Damage
  1d6 1 2 3 4 5 6
  Laser 1 1 1 2 2 2
  Missile 5 5 6 6 6 7
  Beam 2 2 3 3 4 4
  Force_Beam 1 2 2 2 3 3
  Plasma_Cannon 7 8 9 9 10 10
  Gun 3 4 5 5 5 6
  : laser shield force beam left after shield † halved rounded down 1 least
Where it goes
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
  12 Hull Reactor Reactor Reactor
  : shield armor ship side arcs arc side between two sides defender ship 2d6 every point left over again weapon
  : system destroyed wpn weapon side random † one other no weapon left system one other
Missile defence
  Range 1 2 3 4 5 6 7 8 9
  number_or_more 4 5 6 6 7 7 7 8 8
  : after missile 2d6 destroys † 9 hexes 8 † once turn against one missile
Shields down
  : ns speed all turn stop nothing ship either 2 every † 2 every †
"""
CONDUCT = """
The turn
  : 1 both sides speed every ship down 2 each higher first second again 3 first fires ship ship 4 second same 5
  : turn ends
Moving
  : speed ship all point every hex one one ship may stop before one start speed up down 1 turn 2 ship not turn nc
  : speed hex friends may enemies never no turn ship speed ship lost †
Tightest turns
  Speed Ahead Turn Ahead Turn Ahead Turn
  1 1† 2†
  2 1 2 1
  3 1 1 1 1 1†
  4 1 1 1 1 2 1
  5 1 1 2 1 2 1
  6 1 1 3 1 2
  : Start: hexes, hexsides, turn.
What is gone
  : weapon system each four boxes out all hull reactor no box left ship destroyed engine boxes left top speed turn
  : † none left ship not
Cloaking
  : 1 ship may any phase 1d6 1 ship turn 2 cloaked down hex every turn all ship no enemy hex 3 again each 1 ship
  : out once † not turn † 4 ship out right after out until turn ends mines nothing cloaked ship
Sensors
  1d6 1 2 3 4 5 6
  Shown_to_range 6 5 3 1 – –
  : once turn phase † one cloaked ship † mines not both cloaked ship other range 2d6 force beam less ship until
  : turn ends mines once other all hexes up range
Mines
  : one unit mines four hexes ship down enemy missile range 8 side † 7 less missile missile not † mines †
Self-destruction
  Distance 1 2 3 4 5 6 7 8 9 10
  SC 9 7 5 3 1
  ES 10 8 6 4 2
  DD 12 10 8 6 4 2
  CA 15 13 11 9 7 5 3 1
  BB 18 16 14 12 10 8 6 4 2
  DN 20 18 16 14 12 10 8 6 4 2
  : ship may any phase every ship friends type side † hex 1 † each hex farther out 2 freighters not
Once damaged, does it go off?
  Hits_on_it 0 1 2 3 4
  1d6 always 3+ 5+ 6 never
Which other system
  Systems Roll 1 2 3 4 5 6 7 8 9 10 11 12
  2 1d6 1 2 1 2 1 2
  3 1d6 1 2 3 1 2 3
  4 2d6 – 3 4 1 1 2 3 4 1 1 2 3
  5 2d6 – 3 2 4 5 2 3 4 1 1 5 5
  6 1d6 1 2 3 4 5 6
  : top ship system every † 36 four 1 14 7 8
"""
BUILDING = """
Build table
  Type Class BP Hull Reactor 1 2 3 4 5 6
  DN Dreadnought 125 5 3 1 2 5 8 11 14
  BB Battleship 110 4 3 1 2 4 6 9 12
  CA Cruiser 100 4 3 1 2 3 6 8 11
  DD Destroyer 90 3 2 1 2 3 5 7 9
  ES Escort 80 2 2 1 2 3 4 6 8
  SC Scout 70 1 1 1 2 3 4 5 6
  FR Freighter 45 3 2 1 2 3 5 7 9
  : exactly; engine, top speed. Most a ship of the type may; hull and reactor must exactly.
2d6 or less, chances in 36
  2d6 2 3 4 5 6 7 8 9 10 11 12
  of_36 1 3 6 10 15 21 26 30 33 35 36
Prices
  Item Cost
  Laser 2
  Missile 3
  Beam 4
  Force_Beam 3
  Plasma_Cannon 15
  Gun 5
  Armor 1
  Shield 1
  Missile_Rack 4
  Missile_Defence 4
  Multi-Track 5
  Sensors 7
  Cloaking 10
  Mines 2
  Self-Destruct 8
  Hull,_reactor† 0
  : one missile one point armor shield one unit mines no hull reactor
Multi-Track
  Mark Targets Cost
  Multi-2 2 5
  Multi-3 3 10
  Multi-4 4 15
  : one multi-track more one more 5 more
Extras
  Mark Cost What_it_does
  −1H 2 to-hit_roll_minus_1_(better)
  +1D 2 damage_roll_plus_1_(better)
  +1H −1 to-hit_roll_plus_1_(worse)
  +1R 2 its_roll_minus_1
  : +1r not cloaking † lower harm missile more
Not allowed
  : weapons more two one side any rear missiles without rack cannot freighters no weapons may shield armor missile
  : cloaking sensors †
Where damage goes
  Side_hit Hull Wpn/Sys System Engine Reactor
  F 13 14 8 – 1
  FR_/_FL 12 14 8 – 2
  RR_/_RL 13 14 5 – 4
  R 12 – – 20 4
  : 36.
Readings and additions†
  : missile 9.09 more 3 less one farther 9 hexes 8 every no speed 1 speed 2 speed 3 two hexes three third straight
  : plasma arc arc side wpn weapon side random force beam halved after shield down all ship turn other system
  : every 6 6 +1h cloaking +1h weapons +1r +1h no ship 0 missiles each missile all engine speed turn ship out side
  : lost mines box one unit four hexes side ship missile no after cloaking ship out once not turn sensors phase
  : one one ship ship same hex 1 freighters sensors mines not
"""
CARDS = [pdf_text.read_expected(card) for card in (COMBAT, CONDUCT, BUILDING)]


@cache
def read_cards() -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(charts_build.build_charts(open_game("stellar_wars"), PrintRequest(), PrintSettings()))


@pytest.mark.parametrize("number", range(3), ids=["combat", "conduct", "building"])
def test_a_card_says_what_the_rulebook_says(number: int) -> None:
    assert len(read_cards()) == 3
    assert pdf_text.find_differences(read_cards()[number], CARDS[number], ALSO) == []


def test_the_sides_of_a_ship_and_the_hexes_of_two_arcs() -> None:
    block = next(one for one in open_game("stellar_wars")[CHARTS]["combat"].blocks
                 if one.title == "The sides of a ship")
    sides = {"F": (0, -1), "FR": (1, -1), "RR": (1, 0), "R": (0, 1), "RL": (-1, 1), "FL": (-1, 0)}
    assert list(diagrams(draw_block(block, 300, make_context(9)).items, Orientation.FLAT)) == [
        Diagram({side: {cell} for side, cell in sides.items()}, shaded=set(), arrows={(0, 0): 0},
                dotted={(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)})]
