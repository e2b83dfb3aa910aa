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

CARDS = {"chart_card": """
Draw a card
 : one † all one three when every card all again battle ends when one side sunk left †
Step 1 · Move
 Speed_used to_4_in 5_to_8_in 9_in_and_more
 Radius_of_the_arc† 2_in 4_in 6_in
 : speed last turn acceleration most never above maximum after speed 6 acceleration 3 3 9 must move speed even rams
 : friend ends move † 3 may ram grapple astern 0 turn half maximum speed most ahead again turn turns turning one
 : tick each inch straight middle ends †
Step 2 · Fire or reload
 : 1 stick gun middle target fire † 2 short part square under stick 12 gun roll d6 deflection stick middle box 3
 : long part † boxes 1 2 part target stick roll d6 elevation down box 4 hits any part box touches † fire clear box
 : stick † 5 band stick weight roll turret may turn once before guns fire all guns fire same target one may turn
 : gun fires two lost crew section each card takes one gun card after last may fire again † each gun fires up 45°
 : half gun up 90° † other guns may other nothing † fire card
Range† and weight of the round
 Gun short_to medium_to long_to short medium long
 very_light 5_in 10_in 14_in very_light very_light† very_light†
 light 6_in 11_in 16_in light very_light very_light†
 medium 6_in 13_in 18_in medium light very_light
 heavy 8_in 16_in 24_in heavy medium light
 very_heavy 9_in 18_in 27_in very_heavy heavy medium
 : gun weight
Damage
 | d20 | −2 or less | −1 | 0 | +1 | +2 | +3 | +4 or more
 | 1–4 | – | – | – | – | 1H | 1H 1C | 2H 1C
 | 5–8 | – | – | – | 1H | 1H 1C | 2H 1C | 3H 1C
 | 9–12 | – | – | 1H | 1H 1C | 2H 1C 1G | 3H 1C 1G | 4H 2C 1G
 | 13–16 | – | 1C | 1H 1C | 2H 1C | 3H 1C 1G | 4H 2C 1G | 5H 2C 1G F
 | 17–19 | 1C | 1H | 1H 1C 1G | 2H 2C 1G | 3H 2C 1G F | 4H 3C 1G F | 6H 3C 1G F
 | 20 | 1H | 1H 1C | 2H 1C 1G | 3H 2C 1G | 4H 2C 1G F | 5H 3C 1G F | 6H 4C 2G F
 : † 2H 1C 1G 10 +2 weight very light 1 light 2 medium 3 heavy 4 very heavy 5 subtract armor target none 0 light 1
 : medium 2 heavy 3 d20 20 hit † box hull box crew fire gun random part turret takes turret box out box touches
 : first † † touches two † part without guns loses none † gun two boxes first hit lost gun lost †
Step 3 · Special actions, in this order†
 : ram spar torpedo grapple cast fires board card one after
""", "house_tables": """
Ram
 Speed_used 1–2 3–4 5–6 7–8 9–10 11–12
 small – 1 2 3 4 5
 medium 1 2 3 4 5 6
 large 2 3 4 5 6 7
 : until touches target d20 † ram succeeds speed + 4 less † 1–12 8 d6s † hull target speed † 4 medium 8 each 2 12 †
 : ram slides side succeeds without ram takes d6 × 5 boxes hull herself ram box succeeds takes no herself † rams
 : without one † after ram two grappled
Spar torpedo
 d6 1 2 3 4 5 6
 hull_boxes 5 10 15 20 25 30
 : ram must first roll d20 1–16 torpedo used up d6 × 5 boxes hull ram takes none † 17–20 ram no either †
Grapple or cast off
 To_do_this grapple cast_off
 d20† 1–12 1–8
 : must crew box grappled speed 0 † either sinks grappled † other takes d6 × 5 boxes hull
Fight fires
 Crew_boxes 1 5 10 15 20
 Chance 0_% 20_% 45_% 70_% 95_%
 : fire takes 2 boxes hull when out any crew boxes may each turn guns lost until fire out section guns reload two
 : turns † each turn roll d20 less fire out not burns takes 2 more boxes hull
Board
 : board clear decks capture two grappled each card either must first card after one grappled † each side d10
 : larger crew adds 1 every 5 crew boxes † more loser loses crew boxes winner half rounded up † winner next
 : boarders lose second † after tie each side loses 1d6 crew boxes boarding ends third when side no crew takes no
 : more part card †
Muskets and grape
 | Fire | d6s to roll† | Within | Crew box on†
 | muskets | one for two crew boxes, rounded up | 4 in | 5, 6
 | grape | 1 to 5, the gun’s weight | 6 in | 4, 5, 6
 : each last hits crew box crew boxes fire guns fires turn † fire 2 any side any part † no † when gun fires
Running aground
 : shoal d20 † once aground no more moved turn † move ends speed 0 may fire † may same 1–6 d20 move † speed 0 ahead
 : astern †
Critical hit, on a 20†
 | d6 | Hit | Effect
 | 1 | steering | straight ahead in her next turn
 | 2 | boiler | maximum speed halved, to the end of the battle
 | 3 | funnel | ± 1 in at most, to the end of the battle
 | 4 | wheelhouse | no special actions in her next turn
 | 5 | magazine | 5 boxes of hull lost
 | 6 | engine room | a fire breaks out
A section is gone
 | Lost | Effect
 | hull section | armor a grade lower, maximum speed halved
 | all hull | she sinks†
 | crew section | guns reload in two turns
 | all crew | no gunfire; she surrenders if she is boarded
 | turret boxes | the turret cannot turn from its last aim†; its guns still fire
 : second hull section halves speed again † halves rounded up † speed astern half left † armor grade none † none
 : † without crew may
""", "readings": """
Move
 : turning lost inch not middle † lost † aground lost all aground †
Fire
 : not stick side gun fires guns may gun part hit card turn † deflection 12 gun no one not any part box second †
 : fire no part target box stick † reload takes turn turn card gun silent † gun hit turn destroyed destroyed gun
 : two boxes lost when both †
Ram
 : no ram roll d20 1–12 torpedo d6s when two † d6 × 5 boxes ramming without ram not one spar torpedo † box ram used
 : afterwards rams without one † spar torpedo no ram friend not friend enemy † not grappled move †
Losses
 : not capture takes out † crew boxes any boxes fire † not when sinks when last hull box † light medium heavy armor
 : grade none below light † boarding card loser loses winner half † both boxes box † boarders lose after first
 : second † next when one two card not must when first must first card after one grappled †
Lost · Damage and penetration
 : one medium gun short against light armor 10 d20 two boxes hull one crew one gun
Lost · Critical hits
Lost · Range bands
Lost · Turning gauge
Lost · Deflection and elevation
Lost · Record sheets of the boats
Lost · Ramming
 : 8 1–12 medium speed 4 dice
Lost · Running aground
Lost · Marines, musketry, grape
Lost · Boarding losses
Lost · Grappling and ungrappling
Lost · Order of special actions
"""}


@cache
def read_card(key: str) -> list[pdf_text.Run]:
    game = open_game("ironclads")
    (page,) = pdf_text.read_runs(find_product("charts").build(game, PrintRequest(only_keys=(key,)), PrintSettings()))
    return page


@pytest.mark.parametrize("key", CARDS)
def test_card_has_the_text_of_the_rules(key: str) -> None:
    assert pdf_text.find_differences(read_card(key), pdf_text.read_expected(CARDS[key]), DECIDING) == []


def test_every_card_is_compared() -> None:
    assert set(open_game("ironclads")[CHARTS]) == set(CARDS)
