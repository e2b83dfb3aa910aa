"""The card of The Iron Guest and its battles, read in the written PDF, against the page on which the game appeared.

Expected values are typed in or worked out from that page, not taken from the data. Of sentences they have the numbers
and the words that decide, in their order.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import pdf_text
from helpers.games import open_game
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import Group, LineTo, MoveTo, SymbolUse
from printshop.game.scenarios import SCENARIOS
from printshop.hexes import HexGrid, Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.display_list import Document, Item, Page, Path

DECIDING = """
advance advances ahead turn turns turning advancing moves neither lies fires fired hit hits mast masts
sinks sink capsizes hulk hulks taken shoals shoal ships own hexside hexsides hex hexes port starboard clockwise range
counterclockwise direction line bears roll rolled dice die sum player play loser winner win wins tie doubles soonest
nearer shorter barred grapple grapples needed middle range ranges square heading edge edges rim dashes corner neighbour
neighbours places along broadside above below reach errors stands prevent prevented any whole miss nothing
"""
PLACING = "all next whichever"

CARD = """
1. Your turn
  : play each ships once any one five whole play before any dice rolled advance turn port advance turn starboard
  : advance turn port advance turn advance starboard advances one hex ahead must shoals hulks own ships † hex only
  : after advance even grapples cannot advance turns player turn may turn one hexside 60° advance after fewest no
  : not before after play may prevent any advancing player turn
2. Grapple
 Your_masts Your_total 1 2 3
 1 2–7 50_% 32_% 19_%
 2 3–8 68_% 50_% 32_%
 3 4–9 81_% 68_% 50_%
  : advances enemy hex grapples may turn first until middle hex play over even wins both roll die masts tie rolled
  : again loser winner hex against masts
3. Fire
  : each broadside port starboard may once play any line straight out middle hex middle lies turns advances nearest
  : line only middle line † friend line not fired hulk nothing fires shoal line hex † line along hexside †
4. Find the range
  : 2 2 1 2 2 4 2 2 4 2 2 1 1 1 2 2 2 2 turning starboard advancing range hexsides between two ships broadside closest
  : hexes play line ends one both advance grapples not reach line † †
5. Roll for a hit
 Two_dice,_at_range 1 2 3 4 5 6 7 8
 This_or_more† 5 6 7 8 9 10 11 12
 how_often_it_hits† 83_% 72_% 58_% 42_% 28_% 17_% 8_% 3_%
 not_in_the_text_we_have ____ ____ ____ ____ ____ ____ ____ ____
  : hit one mast even roll mast odd roll capsizes sinks taken hulk nothing hex cannot above roll hits own †
"""
OPTIONAL = """
No prisoners
  : optional without masts play after even roll after odd one † neither moves turns one more hit sinks any † may
  : enemy ends play range line die alone 1 6 three masts 91 100 grapples player every enemy wins
Double damage
  : optional hit doubles two masts doubles miss nothing needed hit same
Variable wind
 Die After_every_player’s_turn
 1 one_direction_clockwise
 2–5 no_change
 6 one_direction_counterclockwise
  : optional die direction † first direction not both below
The wind in your battles
  Agree_on Your_rule
  the_first_direction
  a_ship_that_heads_with_the_wind
  a_ship_that_heads_across_it
  a_ship_that_heads_against_it
  : optional
"""
PLAYS = 5  # whose figures come before
# side by side: what the line meets at rest, in a turn to starboard, and in an advance, with the ship at (0, 0)
FIGURES = {
    "rest": ({(2, -1): "2", (-2, 1): "2", (4, -2): "4", (-4, 2): "4"},
             {(1, -1), (1, 0), (-1, 0), (-1, 1), (3, -2), (3, -1), (-3, 1), (-3, 2)},
             {(90, False, 0), (270, False, 0)}),
    "turn": ({(1, 0): "1", (-1, 0): "1", (2, -1): "2", (2, 0): "2", (1, 1): "2", (-2, 1): "2", (-2, 0): "2",
              (-1, -1): "2"}, set(),
             {(90, False, 0), (270, False, 0), (150, True, 0), (330, True, 0)}),
    "advance": ({(1, -1): "1", (-1, 0): "1", (2, -2): "2", (2, -1): "2", (-2, 0): "2", (-2, 1): "2"}, {(0, -1)},
                {(90, False, 0), (270, False, 0), (90, True, -1), (270, True, -1)}),
}
SEATS = {"two": "A and Cobalt at D, opposite", "three": "A, Cobalt at C and Jade at E, equally",
         "four": "A, Cobalt at B, Jade at D and Saffron at E, face",
         "six": "A; Cobalt, Jade, Saffron, Slate and Plum follow at B to F†"}
LEFT = {"two": "edge each other †", "three": "edge †", "four": "edge †", "six": "edge † five one edge without †"}
PLAYERS = {"two": "2", "three": "3", "four": "4", "six": "5–6"}
SIX = ("Vermilion", "Cobalt", "Jade", "Saffron", "Slate", "Plum")
BATTLE = {
    "Setting up": """1 shoals: nine shoals in the dashes†, one to a hex; each shoal: roll two dice†: first from the
        middle, second the hex, 2; roll again if the hex has a shoal; middle†; other 36 hexes†. 2
        two dice†; tie, highest roll: rolled again†: highest roll first, clockwise. 3 edges: {};
        no edge two†; corner hex: both edges, first player†. 4 ships: the first player places all three ships, each
        in a hex of its own along the player edge; the next; at a hexside, never a corner. 5 ahead: may play
        so that any is prevented from advancing, player next turn; corner; the whole; shoals: no, roll one†.
        6 two†: first: three masts, over: two; second: one mast,
        over: hulk without masts; may cross out masts instead; play: up, optional, on
        R-1, R-2""",
    "Special rules": """friends: not in the hex of a friend†; friend ahead first prevents advancing†;
        bears on a hex both as it turns and advances: the shorter
        range; both; even, odd: the sum of two dice†; shoals: nobody fires through a shoal; shoal: line, hex†; line
        along a hexside or only a corner†; optional""",
    "Victory": """last player with ships; hulks not; optional, no prisoners: without masts in play until
        sunk: player, every enemy sunk""",
    "About this edition": """lost: hit, wind; of ours: hit, roll for shoals, friends, shoal, ships without masts;
        each †; † †""",
}


def pdf(product: str, scenario: str = "") -> Document:
    game = open_game("iron_guest")
    result = game[SCENARIOS][scenario] if scenario else None
    return find_product(product).build(game, PrintRequest(scenario=result), PrintSettings())


@cache
def make_card() -> Document:
    return pdf("charts")


@cache
def read_cards() -> list[list[pdf_text.Run]]:
    return pdf_text.read_runs(make_card())


def read_card() -> list[pdf_text.Run]:
    return read_cards()[0]


def test_card_has_the_text_of_the_page() -> None:
    card, optional = read_cards()
    assert pdf_text.find_differences(card, pdf_text.read_expected(CARD), DECIDING) == []
    assert pdf_text.find_differences(optional, pdf_text.read_expected(OPTIONAL), DECIDING) == []


def strokes(page: Page, width: float) -> list[tuple[Path, list[tuple[float, float]]]]:
    """The lines that are drawn with a pen, each with its points."""
    return [(path, [(one.x, one.y) for one in path.segments if isinstance(one, MoveTo | LineTo)])
            for path in find_outlines(page.items) if path.stroke and path.stroke.width == width and not path.fill]


def sides(points: list[tuple[float, float]]) -> set[frozenset[tuple[int, int]]]:
    """Lines from point to point in fiftieths of a point, whichever way they were drawn."""
    return {frozenset((round(50 * x), round(50 * y)) for x, y in pair)
            for pair in zip(points[::2], points[1::2], strict=True)}


@pytest.mark.parametrize(("number", "key"), list(enumerate(FIGURES)))
def test_figure_of_the_card_shows_the_hexes_on_the_line(number: int, key: str) -> None:
    labels, bare, rays = FIGURES[key]
    cells = [(0, 0), *labels, *bare]
    page, _ = make_card().pages
    meshes = [points for path, points in strokes(page, 0.6) if path.stroke and path.stroke.cap == "round"]
    mesh = meshes[number + PLAYS]
    left, top, right, _ = HexGrid(Orientation.FLAT, 1.0).measure_bounds(cells)
    across = (max(x for x, _ in mesh) - min(x for x, _ in mesh)) / (right - left)
    grid = HexGrid(Orientation.FLAT, across, min(x for x, _ in mesh) - across * left,
                   min(y for _, y in mesh) - across * top)
    assert sides(mesh) == sides([end for edge in grid.list_edges(cells) for end in (edge.start, edge.end)])
    own = [word for word in find_words(page.items) if word.text.isdigit() and is_within(word.x, word.y, mesh)]
    assert {grid.find_hex(word.x, word.y - 0.3 * word.size): word.text for word in own} == labels
    results = set()
    for path, points in strokes(page, 1.2):
        if len(path.segments) == len(points) == 2 and all(is_within(*point, mesh) for point in points):
            (x1, y1), (x2, y2) = points
            turn = math.radians(bearing := round(math.degrees(math.atan2(x2 - x1, y1 - y2))) % 360)
            start, = (row for row in (0, -1) for x, y in [grid.find_center((0, row))]
                      if abs((x1 - x) * math.cos(turn) + (y1 - y) * math.sin(turn)) < 0.01)
            results.add((bearing, bool(path.stroke and path.stroke.dash), start))
    assert results == rays


def is_within(x: float, y: float, points: list[tuple[float, float]]) -> bool:
    return (min(one for one, _ in points) - 1 < x < max(one for one, _ in points) + 1
            and min(one for _, one in points) - 1 < y < max(one for _, one in points) + 1)


# --- the battles

@pytest.mark.parametrize("name", SEATS)
def test_setup_of_a_battle_follows_the_page(name: str) -> None:
    runs = pdf_text.find_body(pdf_text.read_runs(pdf("booklet", f"{name}_captains")))
    words = [run.text for run in runs]
    assert words[(start := words.index("PLAYERS")):start + 8] == [
        "PLAYERS", PLAYERS[name], "SHIPS", "three for each", "SHOALS", "nine", "DICE", "two for each"]
    titles = ["Forces", "Setting up", "Special rules", "In play", "Victory", "What you need", "About this edition"]
    blocks = pdf_text.find_blocks(runs, titles)
    for title, expected in BATTLE.items():
        texts = " ".join(run.text for run in blocks[title])
        known = f"{DECIDING} {PLACING}"
        assert pdf_text.pick_deciding(texts, known) == pdf_text.pick_deciding(expected.format(LEFT[name]), known), title
    edges = " ".join(run.text for run in blocks["Setting up"]).split("Vermilion sits at the edge ")[1]
    assert edges.startswith(SEATS[name])


@pytest.mark.parametrize("name", SEATS)
def test_every_captain_has_three_ships(name: str) -> None:
    """They are drawn beside the name of their side, in its colour; nothing else is drawn more than once there."""
    document = pdf("booklet", f"{name}_captains")
    sides = SIX[:["two", "three", "four", "five", "six"].index(name) + 2]
    forces = pdf_text.find_blocks(pdf_text.find_body(pdf_text.read_runs(document)), ["Forces", "Setting up"])["Forces"]
    assert [run.text for run in forces] == [*sides]
    ships = Counter(id(use.symbol) for use in find_uses(next(iter(document.pages)).items))
    assert [count for count in ships.values() if count > 1] == [3] * len(sides)


def find_uses(items: Iterable[Item]) -> Iterator[SymbolUse]:
    for item in items:
        if isinstance(item, Group):
            yield from find_uses(item.items)
        elif isinstance(item, SymbolUse):
            yield item


def test_house_numbers_to_hit_give_the_chances_beside_them() -> None:
    """On two dice, in per cent; every hex further off is harder, and range 8 still possible."""
    block = pdf_text.find_blocks(read_card(), ["5. Roll for a hit"])["5. Roll for a hit"]
    _, needed, chances = ([run.text for run in row][1:] for row in pdf_text.find_rows(block)[:3])
    rolls = [one + other for one in range(1, 7) for other in range(1, 7)]
    ways = [sum(roll >= int(least) for roll in rolls) for least in needed]
    assert [f"{100 * count / 36:.0f} %" for count in ways] == chances
    assert all(near > far > 0 for near, far in pairwise(ways))


def test_chances_of_a_grapple_follow_two_dice_and_the_masts() -> None:
    """Your die and masts against theirs, in per cent; a tie is rolled again."""
    block = pdf_text.find_blocks(read_card(), ["2. Grapple", "3. Fire"])["2. Grapple"]
    rows = [[run.text for run in row] for row in pdf_text.find_rows(block)]
    dice = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    for own in (1, 2, 3):
        expected = []
        for theirs in (1, 2, 3):
            won = sum(one + own > other + theirs for one, other in dice)
            lost = sum(one + own < other + theirs for one, other in dice)
            expected.append(f"{100 * won / (won + lost):.0f} %")
        assert [str(own), f"{own + 1}–{own + 6}", *expected] in rows
