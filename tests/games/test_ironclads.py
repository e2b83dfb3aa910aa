"""Beer and Pretzels Ironclads: what its text still tells, figure by figure, against what is drawn.

Every figure here is typed in from the text of the rules, or reckoned out here; none comes from the data. What is lost
must be a space to fill in, and what is ours must say so.
"""

from __future__ import annotations

import io
import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from placed import outlines, rows, words

from printshop.catalogue import games
from printshop.checking import check_game
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Curve, Item, Line, Move, Page
from printshop.drawing.items import Path as Outline
from printshop.drawing.shapes import outline_bounds
from printshop.game.load import load
from printshop.game.templates.template_curves import CurvesTemplate
from printshop.game.templates.template_sticks import StickTemplate
from printshop.products import find
from printshop.products.pack import assemble, make
from printshop.products.product import Request, Settings
from printshop.products.templates import template_curves, template_sticks
from printshop.render import pdf
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.drawing.items import Document
    from printshop.game.model import Game

INCH = 72.0
TOLERANCE = 0.05 / 300  # of a length
GUNS = ("Very light", "Light", "Medium", "Heavy", "Very heavy")
STICKS = ("very_light_stick", "light_stick", "medium_stick", "heavy_stick", "very_heavy_stick")
HOUSE = tuple(f"house_{key}" for key in STICKS)

# Hull sections, crew sections, gun boxes, turret boxes, ram, torpedo: house values, typed in as they are meant.
BOATS = {
    "Stout Annie": ([14, 14, 14], [10, 10, 10], [2, 2, 2, 2], [4, 4], 0, 0),
    "Old Kettle": ([12, 12, 12], [10, 10], [1, 1, 1, 1, 1, 1, 1], [], 0, 0),
    "Corn Maiden": ([12, 11, 11], [8, 8], [1, 1, 1, 1, 1, 1], [], 0, 0),
    "Tin Whistle": ([6, 6], [6], [1], [], 0, 1),
    "Duchess of Mud": ([14, 12, 12], [12, 12], [2, 1, 1, 1, 1, 1], [], 1, 0),
    "Brass Button": ([12, 12, 10], [8, 8], [2, 2], [5], 0, 0),
    "Sugar Cane": ([12, 10, 10], [8, 8], [1, 1, 1, 1, 1], [], 1, 0),
    "Mosquito Hawk": ([6, 6], [6], [1], [], 0, 1),
}


@cache
def game(**settings: str) -> Game:
    return load(games()["ironclads"], settings)


def document(product: str, *only: str, blank: int = 0) -> Document:
    return find(product).build(game(), Request(only=only, blank=blank), Settings())


@cache
def pages(product: str, *only: str) -> tuple[Page, ...]:
    return tuple(document(product, *only).pages)


def record(name: str) -> Page:
    units = game().muster([(name, 1)])
    (page,) = find("records").build(game(), Request(units=units), Settings()).pages
    return page


def said(items: Iterable[Item]) -> list[str]:
    return [word.text for word in words(items) if word.text]


def lines(page: Page) -> list[str]:
    """The words of a page line by line, with single spaces."""
    return [" ".join(" ".join(word.text for word in row).split()) for row in rows(page.items, 1.0)]


def blanks(page: Page) -> list[tuple[float, float, float, float]]:
    """The spaces to fill in of a chart: small white boxes with a frame."""
    found = [outline_bounds(path.segments) for path in outlines(page.items)
             if path.fill == WHITE and path.stroke and len(path.segments) == 5]
    return [box for box in found if 5 < box[3] - box[1] < 30]


def pips(page: Page) -> tuple[list[tuple[float, float, float, float]], ...]:
    """The black boxes and circles of a record, line by line: (left, top, right, bottom), first boxes, then circles."""
    drawn = [path for path in outlines(page.items) if path.stroke and path.stroke.width == 0.7
             and path.stroke.color == BLACK]
    boxes = [outline_bounds(path.segments) for path in drawn if not curved(path) and len(path.segments) == 5]
    circles = [outline_bounds(path.segments) for path in drawn if curved(path)]
    return boxes, circles


def curved(path: Outline) -> bool:
    return any(isinstance(one, Curve) for one in path.segments)


def sections(page: Page, drawn: list[tuple[float, float, float, float]]) -> list[int]:
    """How many of the pips in the topmost line stand between its heavy lines."""
    top = min(box[1] for box in drawn)
    line = [box for box in drawn if abs(box[1] - top) < 1]
    bars = sorted(left for path in outlines(page.items) if path.stroke and path.stroke.width == 2.2
                  for left, high, _, low in [outline_bounds(path.segments)] if high < top + 5 < low)
    return [sum(low < box[0] < high for box in line) for low, high in pairwise([-math.inf, *bars, math.inf])]


# --- the game as a whole

def test_everything_prints() -> None:
    check_game(games()["ironclads"])
    scenario = game().scenarios["catfish_bar"]
    components = tuple(make(game(), scenario, Settings()))
    pack = assemble(game(), scenario, components, Settings())
    assert {one.product.name for one in components} == {
        "booklet", "charts", "records", "cards", "counters", "markers", "templates"}
    assert len(list(pack.document.pages)) == 1 + sum(len(one.pages) for one in components)


# --- the chart card

def test_the_known_cells_of_the_lost_tables_are_there() -> None:
    page = pages("charts")[0]
    found = lines(page)
    together = " ".join(found)
    for known in ("medium light 10 2 1 1", "8 in 1–12 medium 4 dice", "muskets 4 in", "grape 6 in",
                  "Chance 0 % 20 % 45 % 70 % 95 % 100 %", "Crew boxes 1 5 10 15 20 21", "hull boxes 5 17½ 30"):
        assert known in together, known
    for sentence in ("on a d20 of 1–16", "5d6 hull", "6 in last turn and an acceleration of 3 allow 3 to 9 in",
                     "adds 1 for every 5 men more", "each side loses 1d6 crew", "12 in from the gun",
                     "at most half of the maximum ahead", "2 hull at once, and 2 each turn"):
        assert all(word in together for word in sentence.split()), sentence


def test_the_order_of_actions_and_of_boarding() -> None:
    found = said(pages("charts")[0].items)
    for chain in (("ram", "spar torpedo or mine", "grapple or cast off", "fight fires", "board"),
                  ("board", "clear the decks", "capture")):
        places = [found.index(link) for link in chain]
        assert places == sorted(places)


@pytest.mark.parametrize(("gun", "weights"), [
    ("very light", "very light"), ("light", "light very light"), ("medium", "medium light very light"),
    ("heavy", "heavy medium light"), ("very heavy", "very heavy heavy medium"),
])
def test_the_weight_of_a_round(gun: str, weights: str) -> None:
    left = [[word for word in row if word.x < 290] for row in rows(pages("charts")[0].items, 1.5)]
    found = [" ".join(word.text for word in row) for row in left if row]
    heading = found.index("WEIGHT OF THE ROUND")
    assert f"{gun} {weights}" in found[heading + 1 : heading + 8]


def test_what_is_not_ruled_is_left_open() -> None:
    page = pages("charts")[0]
    column = [box for box in blanks(page) if box[0] < 250]
    assert len(column) == 3  # very light at medium and long, light at long
    other = [box for box in blanks(page) if box[0] > 250]
    assert len(other) == 2  # grapple and cast off
    assert all(room_to_write(box) for box in (*column, *other))


def room_to_write(box: tuple[float, float, float, float]) -> bool:
    return box[2] - box[0] >= 15 * MM and box[3] - box[1] >= 7 * MM


def test_the_damage_tables_are_blank_but_for_one_cell() -> None:
    page, heavy = pages("charts", "damage", "damage_heavy")
    found = [*said(page.items), *said(heavy.items)]
    assert found.count("10") == 5
    assert len(blanks(page)) + len(blanks(heavy)) == 5 * 20 * 4 - 1
    assert all(box[3] - box[1] >= 7 * MM for one in (page, heavy) for box in blanks(one))
    assert all(f"DAMAGE: {gun.upper()} ROUND" in found for gun in GUNS)
    found = said(page.items)
    assert found.count("2H 1C 1G") == 1
    place = next(word for word in words(page.items) if word.text == "2H 1C 1G")
    tens = [word for word in words(page.items) if word.text == "10" and abs(word.y - place.y) < 3]
    heads = [word for word in words(page.items) if word.text == "light" and abs(word.x - place.x) < 15]
    title = next(word for word in words(page.items) if word.text == "DAMAGE: MEDIUM ROUND")
    assert any(0 < place.x - ten.x < 100 for ten in tens)
    assert heads
    assert abs(title.x - place.x) < 60


def test_every_lost_chart_has_a_form() -> None:
    everything = " ".join(word for page in pages("charts") for word in said(page.items))
    for title in ("CRITICAL HITS", "RUNNING AGROUND", "MARINES AND MUSKETRY", "GRAPE SHOT", "RAMMING",
                  "GRAPPLING AND CASTING OFF", "BOARDING LOSSES"):
        assert title in everything
    other = pages("charts", "other_tables")[0]
    ramming, bands = 5 * 5 - 3, 5 * 3  # of ramming three cells are known
    assert len(blanks(other)) == ramming + bands + 2 * 6 + 2 * 4 + 2 * 4 + 5 + 3 * 2
    assert all(room_to_write(box) for box in blanks(other))
    scenario = game().scenarios["catfish_bar"]
    packed = next(one for one in make(game(), scenario, Settings()) if one.product.name == "charts")
    assert len(packed.pages) == 5


# --- sticks

def test_five_sticks_with_unknown_bands() -> None:
    found = [word for page in pages("templates", *STICKS) for word in said(page.items)]
    assert found.count("ends at") == 15
    for gun in GUNS:
        assert sum(word == f"{gun} gun" or word.startswith(f"{gun} gun ") for word in found) == 3  # pieces
    for label, count in (("short (heavy)", 1), ("medium (light)", 1), ("long (?)", 2), ("long (medium)", 1),
                         ("medium (?)", 1), ("medium (heavy)", 1), ("short (very light)", 1)):
        assert found.count(label) == count
    assert not any("–" in word for word in found)  # nowhere a band from here to there


@pytest.mark.parametrize("key", [*STICKS, "ruler"])
def test_marks_at_four_six_and_twelve_inches(key: str) -> None:
    """Measured in the printed file: the marks of all pieces of a stick, from the gun's end."""
    with pdfplumber.open(io.BytesIO(pdf.to_bytes(document("templates", key)))) as opened:
        (page,) = opened.pages
        shapes = [*page.rects, *page.curves]
        pieces = sorted((one for one in shapes if abs(one["linewidth"] - 0.9) < 1e-6
                         and max(one["width"], one["height"]) > 100), key=lambda one: (one["x0"], one["top"]))
        bars = [one for one in page.lines if abs(one["linewidth"] - 1.4) < 1e-6]
        joints = [one for one in page.lines if one["dash"] and one["dash"][0]]
    lying = pieces[0]["width"] > pieces[0]["height"]
    start, middle = ("x0", "top") if lying else ("top", "x0")
    pieces.sort(key=lambda one: one[middle])
    places, past = [], 0.0
    for piece in pieces:
        low, high = piece[middle] - 1, piece[middle] + (piece["height"] if lying else piece["width"]) + 1
        places += [past + bar[start] - piece[start] for bar in bars if low < bar[middle] < high]
        own = [one for one in joints if low < one[middle] < high]
        past += own[0][start] - piece[start] if own else 0.0
    assert sorted(places) == pytest.approx([inches * INCH for inches in ((4, 6) if key == "ruler" else (4, 6, 12))],
                                           abs=0.03)


@pytest.mark.parametrize("key", HOUSE)
def test_house_sticks_have_the_same_marks(key: str) -> None:
    template = game().templates[key]
    assert isinstance(template, StickTemplate)
    places, past = [], 0.0
    for piece, part in zip(template_sticks.sticks(template, "A", 650.0, Ink.COLOUR),
                           template_sticks.parts(template, 650.0), strict=True):
        bars = {one.x for path in outlines(piece.items) if path.stroke and path.stroke.width == 1.4
                for one in path.segments if isinstance(one, Move)}
        places += [past + x for x in bars]
        past += part.length
    assert sorted(places) == pytest.approx([4 * INCH, 6 * INCH, 12 * INCH])
    assert past >= 12 * INCH


def test_a_house_stick_says_that_it_is_ours() -> None:
    for key in HOUSE:
        template = game().templates[key]
        assert template.head.title.endswith("(house)")
        assert not template.head.default


# --- gauges

def test_the_gauge_has_one_and_two_in_the_middle_and_grows_outwards() -> None:
    (page,) = pages("templates", "house_gauge")
    figures = [word for word in words(page.items) if word.text.isdigit() and word.size > 12]
    assert len(figures) == 12
    first = min(figures, key=lambda word: (word.y, word.x))
    bar = sorted((word for word in figures if abs(word.y - first.y) < 4), key=lambda word: word.x)
    if len(bar) < 6:  # the piece lies on its side
        bar = sorted((word for word in figures if abs(word.x - figures[0].x) < 4), key=lambda word: word.y)
    stem = [word for word in figures if word not in bar]
    for row in (bar, sorted(stem, key=lambda word: (round(word.y), round(word.x)))):
        order = [word.text for word in row]
        assert order in (["5", "3", "1", "2", "4", "6"], ["6", "4", "2", "1", "3", "5"])
    assert {"house size ½ in", "house size 1 in"} <= set(said(page.items))


def test_the_blank_gauge_has_no_boxes_and_its_deflection_part_is_the_shorter() -> None:
    (page,) = pages("templates", "gauge")
    assert said(page.items).count("5 3 1 2 4 6: a box is") == 2
    assert not [path for path in outlines(page.items) if path.stroke and path.stroke.width == 1.6]
    edges = [outline_bounds(path.segments) for path in outlines(page.items)
             if path.stroke and path.stroke.width == 0.9 and len(path.segments) == 5]
    lengths = sorted(max(right - left, bottom - top) for left, top, right, bottom in edges)
    assert len(lengths) == 2
    assert lengths[0] < lengths[1]


@pytest.mark.parametrize(("radius", "quadrant"), [(3, 4.7), (4, 6.3), (6, 9.4), (8, 12.6), (10, 15.7), (12, 18.8)])
def test_ticks_of_a_quadrant(radius: int, quadrant: float) -> None:
    template = game(fast_radius=f"{radius} in", cruising_radius="2 in").templates["house_turning_gauge"]
    assert isinstance(template, CurvesTemplate)
    (piece,) = template_curves.curves(template)  # larger ones do not go on the paper, and are not made smaller
    turns = turned(piece.items, radius * INCH)
    assert len(turns) == math.floor(quadrant) + 1  # and the end
    assert 90 / turns[0] == pytest.approx(quadrant, abs=0.05)
    assert turns[0] == pytest.approx(57.296 / radius, abs=0.001)
    assert turns[-1] == pytest.approx(90)


def turned(items: tuple[Item, ...], radius: float) -> list[float]:
    """By how much a boat has turned at every tick of an arc."""
    (dot,) = [outline_bounds(path.segments) for path in outlines(items)
              if path.fill == BLACK and not path.stroke and curved(path)]
    x, y = (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2
    found = set()
    for path in outlines(items):
        for one, two in zip(path.segments[::2], path.segments[1::2], strict=False):
            if isinstance(one, Move) and isinstance(two, Line) and abs(one.y - two.y) > 1e-9:
                u, v = (one.x + two.x) / 2 - x, y - (one.y + two.y) / 2
                if v > 1 and abs(math.hypot(radius - u, v) - radius) < 1e-6:
                    found.add(round(math.degrees(math.atan2(v, radius - u)), 6))
    return sorted(found)


def test_the_blank_turning_gauge_asks_for_every_radius() -> None:
    (page,) = pages("templates", "turning_gauge")
    found = said(page.items)
    assert found.count("speed to ____ in") == 3
    assert not any(word.endswith("°") and word != "90°" for word in found)


# --- records and cards

@pytest.mark.parametrize("name", BOATS)
def test_the_boxes_of_a_boat(name: str) -> None:
    hull, crew, guns, turrets, ram, torpedo = BOATS[name]
    page = record(name)
    boxes, circles = pips(page)
    assert sections(page, boxes) == hull
    assert sections(page, circles) == crew
    # two boxes more: on fire and aground
    assert len(boxes) == sum(hull) + sum(guns) + sum(turrets) + ram + torpedo + 2
    assert len(circles) == sum(crew) + 2 * len(guns)
    assert "house values, not from the rules" in said(page.items)


def test_a_boat_goes_astern_half_as_fast() -> None:
    found = lines(record("Corn Maiden"))
    assert any(line.startswith("Maximum speed 10 in 5 in 3 in sunk") for line in found)
    assert any(line.startswith("Astern 5 in 3 in 2 in sunk") for line in found)  # halves rounded up
    assert any("± 4 in each time" in line for line in found)


def test_armor_falls_a_grade_with_every_section() -> None:
    assert any(line.startswith("Armor heavy medium light sunk") for line in lines(record("Stout Annie")))
    assert any(line.startswith("Armor light none none sunk") for line in lines(record("Sugar Cane")))
    assert any(line.startswith("Armor none none sunk") for line in lines(record("Tin Whistle")))


def test_a_record_has_nothing_that_the_boat_has_not() -> None:
    for name, (_, _, _, turrets, ram, torpedo) in BOATS.items():
        found = said(record(name).items)
        assert ("Turrets" in found) == bool(turrets)
        assert ("Ram" in found, "Spar torpedo" in found) == (bool(ram), bool(torpedo))


def test_a_blank_record_has_room_for_more_than_five_dice_of_damage() -> None:
    (page,) = find("records").build(game(), Request(blank=2), Settings()).pages
    pale = [outline_bounds(path.segments) for path in outlines(page.items)
            if path.stroke and path.stroke.width == 0.4 and not curved(path) and len(path.segments) == 5
            and path.stroke.color != BLACK]
    top = min(box[1] for box in pale)
    assert sum(abs(box[1] - top) < 1 for box in pale) > 30
    assert "house values, not from the rules" not in said(page.items)


def test_an_activation_card_for_every_boat() -> None:
    found = [word for page in pages("cards", "activation") for word in said(page.items)]
    assert sum(found.count(name) for name in BOATS) == len(BOATS)
    assert found.count("house values, not from the rules") == len(BOATS)


def test_cards_are_three_by_five_inches_in_the_printed_file() -> None:
    with pdfplumber.open(io.BytesIO(pdf.to_bytes(document("cards", "activation")))) as opened:
        page = opened.pages[0]
        long = [one for one in page.lines if abs(one["linewidth"] - 0.4) < 0.01 and one["width"] > 350]
    across = sorted({round(one["top"], 3) for one in long})
    assert [one["width"] for one in long] == pytest.approx([5 * INCH] * 4, rel=TOLERANCE)
    assert [two - one for one, two in pairwise(across)] == pytest.approx([3 * INCH] * 3, abs=0.03)


# --- the rest

def test_smoke_comes_for_one_and_for_two_turns() -> None:
    found = [word for page in pages("markers") for word in said(page.items)]
    guns = sum(len(boat[2]) for boat in BOATS.values())
    assert guns == 32
    assert found.count("1") >= guns  # all may fire in the same turn
    assert found.count("2") >= guns  # on the folded back
    for title in ("On fire", "Grappled", "Aground", "Turret jammed", "Ram used", "Torpedo used"):
        assert title in found


def test_nothing_of_ours_is_passed_off_as_the_rules() -> None:
    for page in pages("charts", "house_tables"):
        assert "ours, not from the rules; change them as you like" in said(page.items)
    scenario = game().scenarios["catfish_bar"]
    assert "house" in scenario.subtitle.lower()
