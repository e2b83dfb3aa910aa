"""The chart cards of Stellar Wars: every printed block, read in the written PDF, against the rulebook.

Expected values are typed in or worked out from the rulebook, not taken from the data.
"""

from __future__ import annotations

from functools import cache

import pytest
from helpers import pdf_text
from helpers.games import open_game
from helpers.hex_diagrams import Diagram, read_diagrams
from helpers.typeset_elements import make_context

from printshop.elements.charts import draw_block
from printshop.game.charts import CHARTS
from printshop.hexes import Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

# in addition to the words that decide everywhere
ALSO = """Hull Reactor Engine System Wpn weapon weapons shield armor missile missiles rack mines sensors cloaked
cloaking laser force beam plasma multi-track freighter freighters defender side sides hexsides NC NS START speed range
turn point ship unit type hex hexes phase fires spent oneself box boxes center arc arcs wide destroyed destroys
misprint stop harm"""

TURN = """
1. Speeds
  : both sides turn † once cloaked † speed may 1 2 ship not turn nc boxes left engine ship highest speed lower
  : cloaking r-2
2. Initiative
  : each again higher first second
3. Move
  : first fires all one after second turn ends ship hexes speed may stop before start † friends may hex ship never
  : hex enemy ship lost side †
Tightest turns
  Speed Go Turn Go Turn Go Turn
  1 1† 2†
  2 1 2 1
  3 1 1 1 1 1†
  4 1 1 1 1 2 1
  5 1 1 2 1 2 1
  6 1 1 3 1 2
  : ship may turn any point not more turn start hexes hexsides turn each † lost speed 1 hex speed 3
4. Fire
  Range 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
  Laser 12 11 11 10 10 9 9 8 8 7 7 6 5 4 3 2
  Missile 11 11 10 10 9 9 8 7 6 5 4 3 2
  Beam 11 11 10 9 8 7 6 5 4 3 2
  Force_Beam 11 11 10 9 8 6 5 4 3 2
  Plasma_Cannon 11 10 10 9 8 6 5 3 2
  Gun 11 10 9 7 5 3 2
  : each weapon may once turn each arc weapon side range hexes without † other system may once ship fires between
  : 2d6 less two hexes no hex no weapon without not one turn ship friend foe r-2 more missiles plasma 2d6 less 2 3 4
  : 5 6 7 8 9 10 11 12 36 1 3 6 10 15 21 26 30 33 35 36
5. Damage
  1d6 1 2 3 4 5 6
  Laser 1 1 1 2 2 2
  Missile 5 5 6 6 6 7
  Beam 2 2 3 3 4 4
  Force_Beam 1 2 2 2 3 3
  Plasma_Cannon 7 8 9 9 10 10
  Gun 3 4 5 5 5 6
  : 1d6 each arcs side arc between two sides defender odd one † each point point shield side one armor left 6 laser
  : shield force beam left after shield † halved rounded down 1 least
6. Where it goes
  2d6 F FR_/_FL RR_/_RL R
  2 Reactor Reactor Reactor Reactor
  3 Hull Hull Reactor Reactor
  4 Hull System Hull Engine
  5 Weapon Weapon Weapon Engine
  6 System Hull System Hull
  7 Weapon Weapon Weapon Engine
  8 Hull System Hull Hull
  9 Weapon Weapon Weapon Engine
  10 System Hull Hull Engine
  11 Hull Hull Hull Hull
  12 Hull Reactor Reactor Reactor
  : 2d6 each point again destroyed weapon wpn one side even † system none left system one other rear second right
  : left reactor
7. Which other system
  Roll 2 3 6 4 5
  1 1 1 1 – –
  2 2 2 2 3 3
  3 1 3 3 4 2
  4 2 1 4 1 4
  5 1 2 5 1 5
  6 2 3 6 2 2
  7 . . . 3 3
  8 . . . 4 4
  9 . . . 1 1
  10 . . . 1 1
  11 . . . 2 5
  12 . . . 3 5
  : top ship one alone every † 1d6 2d6 other ship ends six
"""
EVENING = """
The sides of a ship
  : rear left right arcs hex two
What damage does
  : each weapon each other system four boxes out all four ship destroyed hull reactor no box left ship speed most
  : boxes left engine turn † without box not
Missiles and the Plasma Cannon
  : missile any each missile rack fires one turn missile spent even plasma fires every other turn speed turn fires
  : arc no ship three one arc side †
Missile defence
  Range 1 2 3 4 5 6 7 8 9
  number_or_more 4 5 6 6 7 7 7 8 8
  : after missile may 2d6 missile each may once turn against one missile destroys missile 9 hexes 8 † 9.09 more 3
  : range only less two
Shields down
  : may up ship turn ns speed ship 2 every † 2 every † one two all turn †
Cloaking
  : 1 ship may any phase 1d6 1 ship turn 2 cloaked † down ship hex † each turn all ship not hex enemy mines nothing
  : 3 again start each 1 ship out once † not turn † 4 ship out right after out until turn ends cloaked ship
Sensors
  1d6 1 2 3 4 5 6
  Shown_to_range 6 5 3 1 – –
  : ship sensors once turn phase † one cloaked ship † mines not both cloaked ship other range 2d6 against force beam
  : 4 r-1 less ship until turn ends mines 1d6 once other all hexes up range
Mines
  : one unit mines box † mines four hexes ship down hexes enemy mines missile range 8 7 less missile side ship †
  : missile not † mines †
Self-destruction
  Distance 1 2 3 4 5 6 7 8 9 10
  SC 9 7 5 3 1
  ES 10 8 6 4 2
  DD 12 10 8 6 4 2
  CA 15 13 11 9 7 5 3 1
  BB 18 16 14 12 10 8 6 4 2
  DN 20 18 16 14 12 10 8 6 4 2
  : ship system may any phase every ship friends side ship same hex 1 † each hex farther out 2 no freighters
Self-destruction with damage
  Hits_on_it 0 1 2 3 4
  1d6 always 3+ 5+ 6 never
  : system 1d6
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
  : exactly engine top speed ship type most hull reactor exactly
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
  : each multi-track more one more 5 more
Extras
  Mark Cost What_it_does
  −1H 2 to-hit_roll_minus_1_(better)
  +1D 2 damage_roll_plus_1_(better)
  +1H −1 to-hit_roll_plus_1_(worse)
  +1R 2 its_roll_minus_1
  : any may −1h +1d +1h weapons +1r other missiles each missile all † 6 6 † +1h no ship 0 † +1h cloaking +1h weapons
  : no cloaking +1r † +1r lower harm missile more destroys missile
Not allowed
  : no side ship more two weapons no weapon rear ship without missile rack cannot missiles freighter no weapons may
  : only shield armor missile cloaking sensors † may not multi-track mines †
Chances of where it goes
  Side_hit Hull Weapon System Engine Reactor
  F 13 14 8 – 1
  FR_/_FL 12 14 8 – 2
  RR_/_RL 13 14 5 – 4
  R 12 – – 20 4
  : 36 each 6 r-1 36 four other first 14 each 7 8
"""
CARDS = [pdf_text.read_expected(card) for card in (TURN, EVENING, BUILDING)]


@cache
def read_cards() -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(find_product("charts").build(open_game("stellar_wars"), PrintRequest(), PrintSettings()))


@pytest.mark.parametrize("number", range(3), ids=["turn", "evening", "building"])
def test_card_has_the_text_of_the_rulebook(number: int) -> None:
    assert len(read_cards()) == 3
    assert pdf_text.find_differences(read_cards()[number], CARDS[number], ALSO) == []


def test_card_shows_the_sides_of_a_ship_and_the_hexes_of_two_arcs() -> None:
    block = next(one for one in open_game("stellar_wars")[CHARTS]["evening"].blocks
                 if one.title == "The sides of a ship")
    sides = {"F": (0, -1), "FR": (1, -1), "RR": (1, 0), "R": (0, 1), "RL": (-1, 1), "FL": (-1, 0)}
    assert list(read_diagrams(draw_block(block, 300, make_context(9)).items, Orientation.FLAT)) == [
        Diagram({side: {cell} for side, cell in sides.items()}, shaded=set(), arrows={(0, 0): 0},
                dotted={(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)})]
