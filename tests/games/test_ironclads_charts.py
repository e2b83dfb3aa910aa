"""The charts of Beer and Pretzels Ironclads, read in the written PDF, against the surviving text of the rules.

Expected values are typed in or worked out from the text of the rules, not taken from the data; the house tables are
typed in as intended. Of sentences they have the numbers, the marks of our readings and the words that decide.
"""

from __future__ import annotations

from functools import cache

import pytest
from helpers import pdf_text
from helpers.games import open_game

from printshop.game.charts import CHARTS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

DECIDING = """
hull crew gun guns light medium heavy short very long speed speeds maximum acceleration ahead astern turn turns turning
move moved moving forward fire fires fired burns reload d20 d10 d6 dice roll rolled ram rams ramming spar torpedo mine
grapple grappled grappling cast board boarders boarding clear decks capture armor grade halved halves section turret
box boxes sinks sunk surrenders used succeeds failed loser loses lose winner wins tie tick inch straight shallows stick
deflection elevation part square middle target touches hits hit band weight weights random battle large larger
smaller small shoal aground card added adds subtract steering boiler funnel wheelhouse magazine engine destroyed silent
contact last next known unknown takes start slides side shuffle crossed herself afterwards
above below when
"""

CHART_CARD = """
The turn
 : draw a card, move, fire or reload, special; card: shuffle all when | guns: one fired | when one side
 : has sunk | every boat has had hers | turn, two after a crew section is lost | has left †
Special actions, in this order†
 : ram, spar torpedo, grapple or cast off, fight fires, board
Movement
 : speed: last turn up or down by acceleration at most, never above the maximum; 6 in last turn,
 : acceleration 3: 3 to 9 in; move must be, even into a friend; astern: a turn; the same ahead again; at most
 : half of the maximum ahead; turning: a tick an inch † straight, may be mixed
 Speed_used to_4_in 5_to_8_in 9_in_and_more
 Radius_of_the_arc† 2_in 4_in 6_in
Firing
 : 1 stick, gun to middle of target
 : 2 deflection: short part square under it, 12 in from the gun, roll d6 stick over box
 : 3 elevation: long part along the stick, 1 and 2 on the part of the target; roll d6
 : 4 hit: down box; hits: any part of the box touches; 5 band: one weight of the round
 : a turret may turn once before its guns fire; all that fire take the same target; stick clear of the target †
Range† and weight of the round
 : hits as
 Gun short_to medium_to long_to short medium long
 very_light 5_in 10_in 14_in very_light very_light† very_light†
 light 6_in 11_in 16_in light very_light very_light†
 medium 6_in 13_in 18_in medium light very_light
 heavy 8_in 16_in 24_in heavy medium light
 very_heavy 9_in 18_in 27_in very_heavy heavy medium
Damage
 | d20 | −2 or less | −1 | 0 | +1 | +2 | +3 | +4 or more
 | 1–4 | – | – | – | – | 1H | 1H 1C | 2H 1C
 | 5–8 | – | – | – | 1H | 1H 1C | 2H 1C | 3H 1C
 | 9–12 | – | – | 1H | 1H 1C | 2H 1C 1G | 3H 1C 1G | 4H 2C 1G
 | 13–16 | – | 1C | 1H 1C | 2H 1C | 3H 1C 1G | 4H 2C 1G | 5H 2C 1G F
 | 17–19 | 1C | 1H | 1H 1C 1G | 2H 2C 1G | 3H 2C 1G F | 4H 3C 1G F | 6H 3C 1G F
 | 20 | 1H | 1H 1C | 2H 1C 1G | 3H 2C 1G | 4H 2C 1G F | 5H 3C 1G F | 6H 4C 2G F
 : † weight: very light 1, light 2, medium 3, heavy 4, very heavy 5; less armor: none 0, light 1, medium 2, heavy 3
 : d20, 20: a hit †; box of hull, box of crew, a fire | gun of the part that is hit, at random |
 : turret: one takes a turret | out | one with two boxes: the first hit | box, first † | lost gun lost †
"""
HOUSE_TABLES = """
Critical hit†, on a 20
 | d6 | What is hit
 | 1 | steering: straight ahead in her next turn
 | 2 | boiler: maximum speed halved
 | 3 | funnel: changes her speed by 1 in at most
 | 4 | wheelhouse: no special actions in her next turn
 | 5 | magazine: 5 hull
 | 6 | engine room: a fire
A section is gone
 Lost What_follows
 | hull section | armor a grade lower, maximum speed halved
 | all hull | sunk†
 | crew section | reloading takes two turns
 | all crew | no gunfire; surrenders if boarded
 | turret | cannot turn; its guns still fire
 : second hull section halves speed again † halves rounded up † speed astern half left † armor none † stays none †
 : boat without crew may limp
Fire
 Crew_boxes 1 5 10 15 20
 Chance 0_% 20_% 45_% 70_% 95_%
 : out: 2 hull at once, 2 each turn it burns; any crew boxes, lost for guns next turn; section † fire out d20 lower
Running aground
 : shoal: roll once; aground d20 no more moved turn †; aground: move ends, speed 0, may fire †
 : 1–6 on d20 † when card, move †; speed 0 ahead, astern †
Muskets and grape
 | Fire | d6s to roll† | Within | Crew box on†
 | muskets | one for two crew boxes | 4 in | 5, 6
 | grape | as many as the gun’s weight | 6 in | 4, 5, 6
 : crew boxes that fire do not serve guns or fires in that turn; grape or ball as the gun fires
Ramming
 Speed_used 1–2 3–4 5–6 7–8 9–10 11–12
 small – 1 2 3 4 5
 medium 1 2 3 4 5 6
 large 2 3 4 5 6 7
 : 8 in: a ram succeeds on 1–12; any speed d20 † speed + 4 or less † d6s † hull † speed; 4, medium, 8 in; each 2 in 12 †
 : failed: slides along the side; with a ram: box, no damage to herself † without: takes d6 × 5 hull herself
 : afterwards the two are grappled; one sinks: the other takes d6 × 5 hull
Spar torpedo
 d6 1 2 3 4 5 6
 hull_boxes 5 10 15 20 25 30
 : first the ram must; d20 of 1–16: used up, d6 × 5 hull for the ram, takes none † 17–20 †
Grappling and casting off
 To_do_this grapple cast_off
 d20† 1–12 1–8
 : contact, at least one crew box
Boarding
 : board, clear the decks, capture; grappled; each time the card of either; roll d10 each, larger crew adds 1 for every
 : 5 more; the loser loses crew boxes, the winner half † winner one on; boarders lose, second, †; tie: each side
 : loses 1d6 crew; ends with the third, or when a side has no crew
"""
READINGS = """
On the move
 : turning: not, an inch †; card †; a side that has left lost †
 : speed: each lost section halves what is left of the maximum; speed astern half † halves rounded up †
 : lost; aground; aground may; both †
Under fire
 : deflection, 12 in from the gun †; hits: one not; any part of the box; second † not, stick hits
 : no part of the target †
 : very light: never below this weight †; guns: one hit, turn, destroyed: destroyed; a gun with two boxes
 : lost when both †
Alongside
 : ramming: no; roll d20 1–12, torpedo, d6s; when two †; rams: no, ram, spar torpedo; takes none †; spar: one; one †
Aboard
 : fire: a crew section, boxes all at the fire: lost one †; not when sinks; when last hull box †
 : armor: light, medium, heavy; grade none, below light †; boarding: card; loser loses, winner half †
 : boarders: boarders lose after the first; second †
"""
ROLLS = "\n".join(f" {roll}" for roll in range(1, 21))
ONE_CELL = ROLLS.replace(" 10", " 10 2H_1C_1G")  # of all these tables the text tells one cell: medium, light, 10
HEAD = " | d20 | light | medium | heavy | ____"
DAMAGE = f"""
Damage: very light round
{HEAD}
{ROLLS}
Damage: light round
{HEAD}
{ROLLS}
"""
DAMAGE_MEDIUM = f"""
Damage: medium round
{HEAD}
{ONE_CELL}
Damage: heavy round
{HEAD}
{ROLLS}
"""
DAMAGE_HEAVY = f"""
Damage: very heavy round
{HEAD}
{ROLLS}
How to write it
 : 2H 1C 1G two boxes of hull, one of crew, one gun; turret box; fire; critical: the table below
Critical hits
 Roll,_from–to Result
"""
OTHER_TABLES = """
Range bands
 Gun short_to medium_to long_to
 very_light
 light
 medium
 heavy
 very_heavy
Ramming
 | Speed | d20 | ____ | medium | _____
 | 8 in | 1–12 |  | 4 dice
Running aground
 Roll,_from–to Result
Marines and musketry
 Crew_boxes Result
Grape shot
 Gun Result
 very_light
 light
 medium
 heavy
 very_heavy
Boarding losses
 Phase Winner Loser
 board
 clear_the_decks
 capture
Grappling and ungrappling
 To_do_this Chance
 grapple
 ungrapple
Order of special actions
 Place Action
 1
 2
 3
 4
 5
"""
CARDS = {"chart_card": CHART_CARD, "damage": DAMAGE, "damage_medium": DAMAGE_MEDIUM, "damage_heavy": DAMAGE_HEAVY,
         "other_tables": OTHER_TABLES, "house_tables": HOUSE_TABLES,
         "readings": READINGS}


@cache
def read_card(key: str) -> list[pdf_text.Run]:
    game = open_game("ironclads")
    (page,) = pdf_text.read_runs(find_product("charts").build(game, PrintRequest(only_keys=(key,)), PrintSettings()))
    return page


@pytest.mark.parametrize("key", CARDS)
def test_a_card_says_what_the_text_of_the_rules_says(key: str) -> None:
    assert pdf_text.find_differences(read_card(key), pdf_text.read_expected(CARDS[key]), DECIDING) == []


def test_every_card_is_compared() -> None:
    assert set(open_game("ironclads")[CHARTS]) == set(CARDS)
