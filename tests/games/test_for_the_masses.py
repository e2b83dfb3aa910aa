"""For the Masses: what is drawn against the figures of the rulebook, typed in here and not taken from the data."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import dist, sqrt
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from click.testing import CliRunner
from placed import outlines, rows, words

from printshop.catalogue import games
from printshop.cli import main
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import bounds, outline_bounds
from printshop.game.load import load
from printshop.game.templates.template_sticks import StickTemplate
from printshop.hexes import Orientation, add, directions, to_place
from printshop.layout.paper import PAPERS
from printshop.products.booklets import booklet
from printshop.products.charts.blocks import Look, block_of
from printshop.products.counters import counters, hexbases, markers
from printshop.products.forms import cards, records
from printshop.products.hexmaps import hex_board, maps
from printshop.products.product import Request, Settings
from printshop.products.templates import templates
from printshop.render import pdf
from printshop.units import MM

if TYPE_CHECKING:
    from pathlib import Path

    from placed import Word

    from printshop.drawing.items import Document, Page
    from printshop.game.model import Game

TOLERANCE = 0.05  # mm

# corners in mm from the middle of hex (0, 0), hexes of 40 mm
OUTLINES: dict[str, list[tuple[float, float]]] = {
    "base_1": [(0, -23.09), (20, -11.55), (20, 11.55), (0, 23.09), (-20, 11.55), (-20, -11.55)],
    "base_monster_3": [(0, -23.09), (20, -11.55), (20, 11.55), (40, 23.09), (40, 46.19), (20, 57.74), (0, 46.19),
                       (-20, 57.74), (-40, 46.19), (-40, 23.09), (-20, 11.55), (-20, -11.55)],
    "base_artillery": [(0, -23.09), (20, -11.55), (40, -23.09), (60, -11.55), (60, 11.55), (40, 23.09), (40, 46.19),
                       (20, 57.74), (0, 46.19), (0, 23.09), (-20, 11.55), (-20, -11.55)],
    "base_monster_4": [(0, -23.09), (20, -11.55), (20, 11.55), (40, 23.09), (40, 46.19), (20, 57.74), (20, 80.83),
                       (0, 92.38), (-20, 80.83), (-20, 57.74), (-40, 46.19), (-40, 23.09), (-20, 11.55),
                       (-20, -11.55)],
}
INSET = 0.5
ZONES = {
    "base_1": {"front": {(0, -1), (1, -1)}, "flank": {(-1, 0), (1, 0)}, "rear": {(-1, 1), (0, 1)}, "mixed": set()},
    "base_monster_3": {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 2), (-1, 2), (0, 2)},
                       "mixed": {(-1, 0), (1, 0)}},
    "base_artillery": {"front": {(0, -1), (1, -1), (2, -1)}, "flank": {(-1, 0), (2, 0)}, "rear": {(-1, 2), (0, 2)},
                       "mixed": {(-1, 1), (1, 1)}},
    "base_monster_4": {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 3), (-1, 3)},
                       "mixed": {(-1, 0), (1, 0), (-2, 2), (0, 2)}},
}
TARGETS = {"d4": [2, 3, 4, 5, 6, 7, 8, 9, 10], "d6": [3, 4, 5, 6, 7, 8, 9, 10, 11],
           "d8": [4, 5, 6, 7, 8, 9, 10, 11, 12], "d10": [5, 6, 7, 8, 9, 10, 11, 12, 13],
           "d12": [6, 7, 8, 9, 10, 11, 12, 13, 14]}
TOP_DICE = {"d4": [1, 1, 1, 2, 3, 4, 5, 6, 7], "d6": [1, 1, 1, 1, 2, 3, 4, 5, 6], "d8": [1, 1, 1, 1, 1, 2, 3, 4, 5],
            "d10": [1, 1, 1, 1, 1, 1, 2, 3, 4], "d12": [1, 1, 1, 1, 1, 1, 1, 2, 3]}
CHANCES = {"d4": [75, 50, 25], "d6": [67, 50, 33, 17], "d8": [63, 50, 38, 25, 13], "d10": [60, 50, 40, 30, 20, 10],
           "d12": [58, 50, 42, 33, 25, 17, 8]}
# name: army, type, points, defense, attack, ranged, movement, wounds, morale, command; None where it is not known
UNITS = {
    "Men at Arms": ("Alvernan", "Infantry", "38", "2", "2d6", "–", "4", "3", "7+", "–"),
    "Order Champion": ("Alvernan", "Personality", "209", "3", "3d8", "–", "6", "6", "–", "1d8"),
    "Orc Warriors": ("Orc", "Infantry", "54", "2", "2d8", "–", "5", "4", "7+", "–"),
    "Orc Chief": ("Orc", "Personality", "156", "2", "2d10", "–", "5", "6", "–", "2d6"),
    "Light Cavalry": (None, "Cavalry", None, "0", "2d4", "2d8/10", "9", "5", "4+", "–"),
    "Heavy Cavalry": (None, "Cavalry", None, "1", "2d10", "–", "8", "6", "5+", "–"),
    "Regrouped Cavalry": (None, "Cavalry", None, "0", "2d4", "2d4/10", "8", "5", "5+", "–"),
    "Alvernan Archers": ("Alvernan", None, None, None, None, None, None, None, "7+", None),
    "Boreal Warriors": ("Boreal", None, None, None, None, None, None, "3", None, None),
    "Grimpule Warriors": ("Grimpule", None, None, None, "2d6", None, None, None, None, None),
}
ELEMENTS = {"Light Cavalry": 7, "Heavy Cavalry": 6, "Regrouped Cavalry": 12, "Alvernan Archers": 12}


@cache
def game(hexes: str = "40 mm") -> Game:
    return load(games()["for_the_masses"], {"hex": hexes})


def settings(paper: str = "a4", ink: Ink = Ink.COLOUR) -> Settings:
    return Settings(PAPERS[paper], ink)


def scenario_request() -> Request:
    return Request(scenario=game().scenarios["sample_game"])


def block_rows(card: str, title: str, width: float = 240.0) -> list[list[str]]:
    [block] = [one for one in game().charts[card].blocks if one.title == title]
    return [[word.text for word in line] for line in rows(block_of(block, width, Look(9.0, 0.0, Ink.COLOUR)).items)]


def table(card: str, title: str) -> dict[str, list[str]]:
    """The rows of a block's table, each by its first cell."""
    return {line[0]: line[1:] for line in block_rows(card, title) if len(line) > 1}


def test_nothing_is_wrong_with_it_and_nobody_is_warned() -> None:
    result = CliRunner().invoke(main, ["check", "for_the_masses"])
    assert result.output.strip() == "for_the_masses: 10 units, 1 scenario, no problems"


# --- bases, pieces, board

def pages_of(product: Any, request: Request, hexes: str = "40 mm") -> list[Any]:
    """The pages of a product's PDF, as another program reads them."""
    return read(product.build(game(hexes), request, settings()))


def read(document: Document) -> list[Any]:
    """The pages of a document's PDF."""
    with pdfplumber.open(io.BytesIO(pdf.to_bytes(document))) as found:
        return [page for page in found.pages if page.objects]


def closed(page: Any, width: float) -> list[list[tuple[float, float]]]:
    """Outlines drawn with a pen of so many points, in mm."""
    drawn = (*page.lines, *page.curves, *page.rects)
    return [[(x / MM, y / MM) for x, y in one["pts"]] for one in drawn
            if one["stroke"] and abs(one["linewidth"] - width) < 0.01 and len(one["pts"]) > 5]


def smaller(corners: list[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    """Corners of a clockwise outline with every side moved inwards: each corner along the half of its angle."""
    found = []
    for number, (x, y) in enumerate(corners):
        (x1, y1), (x2, y2) = corners[number - 1], corners[(number + 1) % len(corners)]
        before, after = ((x - x1) / dist((x, y), (x1, y1)), (y - y1) / dist((x, y), (x1, y1))), (
            (x2 - x) / dist((x, y), (x2, y2)), (y2 - y) / dist((x, y), (x2, y2)))
        # inwards of a clockwise side (y down) is to its right: (-dy, dx)
        normal = (-before[1] - after[1], before[0] + after[0])
        scale = by / (normal[0] * -before[1] + normal[1] * before[0])
        found.append((x + normal[0] * scale, y + normal[1] * scale))
    return found


@pytest.mark.parametrize("key", OUTLINES)
def test_a_base_is_cut_half_a_millimetre_inside_its_hexes(key: str) -> None:
    [first, *_] = [line for page in pages_of(templates, Request(only=(key,))) for line in closed(page, 0.9)]
    wanted = smaller(OUTLINES[key], INSET)
    corners = list(dict.fromkeys((round(x, 2), round(y, 2)) for x, y in first))
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    low, high = min(x for x, _ in wanted), min(y for _, y in wanted)
    placed = [(x - low + left, y - high + top) for x, y in wanted]
    assert len(corners) == len(placed)
    assert all(min(dist(one, other) for other in corners) < TOLERANCE for one in placed)


@pytest.mark.parametrize("key", ZONES)
def test_every_neighbour_of_a_base_lies_in_its_zone(key: str) -> None:
    base = game().templates[key].base  # type: ignore[union-attr]
    assert base.orientation is Orientation.POINTY
    grid = hexbases.form_of(base).grid
    found: dict[tuple[int, int], set[str]] = {}
    for word in words(hexbases.zone_rim(base, Ink.COLOUR)):
        sides = [(dist((word.x, word.y), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)), add(cell, step))
                 for cell in base.cells for number, step in enumerate(directions(base.orientation))
                 if add(cell, step) not in base.cells for a, b in [grid.side(cell, number)]]
        found.setdefault(min(sides)[1], set()).add(word.text)
    for zone, cells in ZONES[key].items():
        assert {cell for cell, names in found.items() if names == {zone}} == cells


def element_sheets(hexes: str = "40 mm") -> list[Page]:
    request = Request(scenario=game(hexes).scenarios["sample_game"], only=("elements",))
    return list(counters.build(game(hexes), request, settings()).pages)


def test_the_sample_armies_have_16_and_25_elements() -> None:
    found = Counter(word.text for page in element_sheets() for word in words(page.items) if "def" in word.text)
    orcs, alvernans = {"2d10 · def 2": 1, "2d8 · def 2": 15}, {"3d8 · def 3": 1, "2d6 · def 2": 24}
    assert found == orcs | alvernans
    assert (sum(orcs.values()), sum(alvernans.values())) == (16, 25)


def test_every_element_tells_its_unit_and_its_number() -> None:
    found = Counter(word.text for page in element_sheets() for word in words(page.items))
    for name, count, each in (("Orc Warriors", 3, 5), ("Men at Arms", 3, 8)):
        assert found[name] == count * each  # and beside it, large, the unit's number: nothing says it twice
        assert [found[f"{copy} of {each}"] for copy in range(1, each + 1)] == [count] * each
    large = Counter(word.text for page in element_sheets() for word in words(page.items) if word.size > 15)
    assert [large[number] for number in "123"] == [13, 13, 13]


@pytest.mark.parametrize(("hexes", "across"), [("40 mm", 39.0), ("1.5 in", 37.1)])
def test_elements_follow_the_size_of_the_hexes(hexes: str, across: float) -> None:
    pages = pages_of(counters, Request(scenario=game(hexes).scenarios["sample_game"], only=("elements",)), hexes)
    xs = [x for page in pages for line in cut_edges(page) for x in verticals(line)]
    steps = sorted({round(b - a, 2) for a in xs for b in xs if 0.5 < b - a < across + 1})
    assert steps == pytest.approx([across / 2, across], abs=TOLERANCE)


def cut_edges(page: Any) -> list[list[tuple[float, float]]]:
    drawn = (*page.lines, *page.curves, *page.rects)
    return [[(x / MM, y / MM) for x, y in one["pts"]] for one in drawn
            if one["stroke"] and abs(one["linewidth"] - 0.4) < 0.01]


def verticals(line: list[tuple[float, float]]) -> list[float]:
    """Where the upright edges of a line are; those of single hexes are as long as a side."""
    return [a[0] for a, b in pairwise(line)
            if abs(a[0] - b[0]) < 0.01 and 20 < abs(a[1] - b[1]) < 24]


@pytest.mark.parametrize(("key", "hexes", "size"), [
    ("board", "40 mm", (1220, 1570)), ("board", "1.5 in", (1162, 1496)),
    ("board_wide", "40 mm", (1820, 1051)), ("board_wide", "1.5 in", (1734, 1001)),
])
def test_the_board_has_1350_hexes_and_its_size(key: str, hexes: str, size: tuple[int, int]) -> None:
    drawn = hex_board.draw(game(hexes).maps[key], Ink.COLOUR)
    assert (drawn.width / MM, drawn.height / MM) == pytest.approx(size, abs=0.6)
    numbers = Counter(word.text for word in words(drawn.items()) if word.text.isdecimal() and len(word.text) == 4)
    assert len(numbers) == numbers.total() == 1350


def test_the_board_on_paper_is_at_scale() -> None:
    made = maps.build(game(), Request(only=("board",)), settings())
    sheets = tuple(made.pages)
    assert len(sheets) - 1 <= 49
    for page in read(replace(made, pages=(sheets[1], sheets[20]))):
        rows_: dict[float, list[float]] = {}
        for word in page.extract_words():
            if word["text"].isdecimal() and len(word["text"]) == 4 and word["top"] < page.height - 60:
                rows_.setdefault(round(word["top"] / MM, 1), []).append((word["x0"] + word["x1"]) / 2 / MM)
        gaps = [b - a for xs in rows_.values() for a, b in pairwise(sorted(xs))]
        heights = sorted(rows_)
        assert gaps
        # figures of one row differ a little in width
        assert gaps == pytest.approx([40.0] * len(gaps), abs=0.6)
        assert [b - a for a, b in pairwise(heights)] == pytest.approx(
            [20 * sqrt(3)] * (len(heights) - 1), abs=0.15)


def test_armies_deploy_within_eight_hexes_of_opposite_edges() -> None:
    board = game().maps["board"]
    rows_ = [{to_place(cell, board.orientation)[1] for cell in zone.hexes} for zone in board.zones]
    assert rows_ == [set(range(1, 9)), set(range(38, 46))]
    assert [len(zone.hexes) for zone in board.zones] == [240, 240]
    assert [zone.color for zone in board.zones] == [game().sides[key].color for key in ("alvernans", "orcs")]


# --- the reference card

@pytest.mark.parametrize(("title", "wanted"), [("To hit", TARGETS), ("Doubling up", TOP_DICE)])
def test_tables_of_dice(title: str, wanted: dict[str, list[int]]) -> None:
    found = table("combat", title)
    assert found["Die"] == [str(number) for number in range(9)]
    assert {die: [int(cell) for cell in found[die]] for die in wanted} == wanted


def test_target_numbers_are_half_the_die_and_the_defense() -> None:
    found = table("combat", "To hit")
    assert all(int(found[f"d{die}"][defense]) == die // 2 + defense for die in (4, 6, 8, 10, 12)
               for defense in range(9))


def test_chances_of_one_die() -> None:
    found = table("combat", "Chance of a hit")
    for die, chances in CHANCES.items():
        assert found[die] == [*map(str, chances), *["–"] * (9 - len(chances))]
        size = int(die[1:])
        assert chances == [int(100 * (size - target + 1) / size + 0.5) for target in TARGETS[die] if target <= size]


def test_prices_of_command() -> None:
    prices = table("command", "Action cost")
    assert prices["costs"] == ["1", "2", "3", "4", "5", "6"]
    assert prices["so far"] == ["1", "3", "6", "10", "15", "21"]
    assert "190 CP" in " ".join(word for line in block_rows("command", "Action cost") for word in line)
    far = table("command", "Personality over 8 hexes")
    assert dict(zip(far["Hexes"], far["Personality"], strict=True)) == {
        "9": "+1", "10": "+2", "11": "+3", "12": "+4", "14": "+6", "18": "+10"}
    farther = table("command", "General over 12 hexes")
    assert dict(zip(farther["Hexes"], farther["General"], strict=True)) == {
        "13": "+1", "14": "+1", "15": "+1", "16": "+2", "18": "+3", "20": "+4"}


def test_movement_in_column_and_weather() -> None:
    column = table("command", "Movement in column")
    assert dict(zip(column["MP"], column["column"], strict=True)) == {
        "4": "6", "5": "8", "6": "9", "7": "11", "8": "12", "9": "14"}
    weather = table("combat", "Movement in weather")
    assert dict(zip(weather["MP"], weather["snow"], strict=True)) == {
        "3": "1", "4": "2", "5": "2", "6": "3", "8": "4", "9": "4"}
    assert dict(zip(weather["MP"], weather["rain, wind"], strict=True)) == {
        "3": "2", "4": "3", "5": "3", "6": "4", "8": "6", "9": "6"}
    for unit in game().units.values():
        if isinstance(movement := unit.values["movement"], int):
            assert unit.values["column"] == -(-3 * movement // 2)
            assert (unit.values["snow"], unit.values["rain"]) == (movement // 2, 3 * movement // 4)


def test_zones_on_the_card_are_those_of_the_bases() -> None:
    names = {"base_1": "One hex", "base_monster_3": "Monster of three hexes",
             "base_artillery": "Artillery, three hexes", "base_monster_4": "Monster of four hexes"}
    for key, title in names.items():
        [block] = [one for one in game().charts["zones"].blocks if one.title == title]
        [figure] = [one for part in block.parts if hasattr(part, "figures") for one in part.figures]
        found: dict[str, set[tuple[int, int]]] = {}
        for cell in figure.cells:
            found.setdefault(cell.label, set()).update(cell.at)
        base = found.pop("") | found.pop("base", set())
        assert base == set(game().templates[key].base.cells)  # type: ignore[union-attr]
        assert {"mixed": set(), **found} == ZONES[key]


# --- units

LABELS = ("Pts each", "Army", "Unit type", "Elements", "Defense", "Attack", "Rng Att/Dst", "Movement", "Wounds",
          "Morale", "Command", "Magic")


ON_FOOT = ", on foot"


@cache
def card_words() -> dict[str, dict[str, str]]:
    """What stands below each label of each unit's card, by the unit's name."""
    found: dict[str, dict[str, str]] = {}
    for page in cards.build(game(), Request(), settings()).pages:
        placed = list(words(page.items))
        for name in [word for word in placed if word.text.removesuffix(ON_FOOT) in UNITS]:
            own = [word for word in placed
                   if 0 < word.y - name.y < 60 * MM and left_card(word, page) is left_card(name, page)]
            labels = {word.text: word for word in reversed(own) if word.text in LABELS}
            found[name.text.removesuffix(ON_FOOT)] = {text: below(label, own) for text, label in labels.items()}
    return found


def left_card(word: Word, page: Page) -> bool:
    """Whether a word is on the left one of two cards; they stand a little to the right of the middle of the page."""
    return bool(word.x < 0.52 * page.width)


def below(label: Word, own: list[Word]) -> str:
    under = [word for word in own if abs(word.x - label.x) < 6 * MM and 2 < word.y - label.y < 8 * MM]
    return min(under, key=lambda word: word.y).text if under else ""


@pytest.mark.parametrize("name", UNITS)
def test_every_unit_is_on_its_card(name: str) -> None:
    army, kind, points, defense, attack, ranged, movement, wounds, morale, command = UNITS[name]
    found = card_words()[name]
    wanted = {"Army": army, "Unit type": kind, "Pts each": points, "Defense": defense, "Attack": attack,
              "Rng Att/Dst": ranged, "Movement": movement, "Wounds": wounds, "Morale": morale, "Command": command}
    for label, value in wanted.items():
        if value is None:
            assert not any(char.isalnum() or char == "–" for char in found[label]), label  # "–" says that it has none
        else:
            assert found[label] == value, label
    if name in ELEMENTS:
        assert found["Elements"] == str(ELEMENTS[name])


def test_specials_that_are_named() -> None:
    text = " ".join(word.text for page in cards.build(game(), Request(), settings()).pages
                    for word in words(page.items))
    assert text.count("Free-firing") == 1
    assert text.count("Irresistible Charge (against infantry)") == 3


def test_blank_cards_and_the_roster_are_there() -> None:
    blank = list(cards.build(game(), Request(blank=4), settings()).pages)
    found = Counter(word.text for page in blank for word in words(page.items))
    assert found["Rng Att/Dst"] == 4
    roster = list(records.build(game(), Request(), settings()).pages)
    found = Counter(word.text for page in roster for word in words(page.items))
    assert found["Points agreed"] == 1
    assert found["22"] == 1


# --- the sample game

def test_the_sums_are_put_right() -> None:
    scenario = game().scenarios["sample_game"]
    assert [sum(int(str(unit.values["cost"])) for unit in crew) for crew in game().crews(scenario)] == [966, 1121]
    found = [word.text for page in booklet.build(game(), scenario_request(), settings()).pages
             for word in words(page.items)]
    assert {"966", "1121"} <= set(found)
    assert "1000" in " ".join(found)
    assert "1010" in " ".join(found)
    armies = block_rows("sample", "The armies", 520)
    assert [line[-2:] for line in armies if len(line) == 4][1:] == [["966", "966"], ["1000", "1010"], ["–", "1121"]]
    assert 156 + 3 * 5 * 54 == 966
    assert (98 + 3 * 8 * 38, 209 + 3 * 8 * 38, 88 + 3 * 8 * 38) == (1010, 1121, 1000)


def test_every_step_of_the_example_has_its_verdict() -> None:
    [block] = [one for one in game().charts["sample"].blocks if one.title == "Move by move"]
    [grid] = block.parts
    steps = [row[0] for row in grid.rows]  # type: ignore[union-attr]
    assert len(steps) == 14
    assert sum("right" in str(row[3]) for row in grid.rows) == 9  # type: ignore[union-attr]
    points = table("sample", "Command points in the example")
    assert points["1"] == ["7", "6"]
    assert points["2"] == ["5", "6"]


# --- tokens and rulers

def test_wound_markers_run_to_five_and_rulers_to_eight_and_twelve() -> None:
    made = list(markers.build(game(), Request(only=("wounds",)), settings()).pages)
    assert game().markers["wounds"].each == ("1", "2", "3", "4", "5")
    assert sum(len([path for path in outlines(page.items) if path.stroke and path.stroke.width == 0.25])
               for page in made) == 24
    for key, hexes in (("personality_ruler", 8), ("general_ruler", 12)):
        assert ends(key, "40 mm") == pytest.approx([40 * number for number in range(1, hexes + 1)])
        assert ends(key, "1.5 in") == pytest.approx([38.1 * number for number in range(1, hexes + 1)])


def ends(key: str, hexes: str) -> list[float]:
    """Where the bands of a ruler end, in mm."""
    stick = game(hexes).templates[key]
    assert isinstance(stick, StickTemplate)
    return [float(band.to.points) / MM for band in stick.bands if band.to]


def test_terrain_is_as_large_as_its_hexes() -> None:
    found = {key: kind.base for key, kind in game().markers.items() if kind.base and kind.sheet == "Terrain"}
    assert {"forest", "hill", "cliff", "water", "city", "forest_cluster"} <= set(found)
    forms = [hexbases.form_of(base) for base in found.values() if base]
    assert {round(form.across / MM, 3) for form in forms} == {40}
    one = hexbases.form_of(found["forest"]).size if found["forest"] else (0, 0)
    assert (one[0] / MM, one[1] / MM) == pytest.approx((39, 78 / sqrt(3)), abs=TOLERANCE)


@pytest.mark.parametrize("ink", ["black", "light"])
def test_the_pack_prints_in_any_ink(tmp_path: Path, ink: str) -> None:
    result = CliRunner().invoke(main, ["pack", "for_the_masses/sample_game", "--ink", ink, "--paper", "letter",
                                       "--format", "pdf", "-o", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "for_the_masses-sample_game" / "for_the_masses-sample_game.pdf").is_file()


def test_every_page_keeps_to_its_paper() -> None:
    for product in (cards, counters, markers, templates, records):
        for page in product.build(game(), Request(), settings("letter")).pages:
            left, top, right, bottom = bounds(page.items)
            assert left >= 0
            assert top >= 0
            assert right <= page.width
            assert bottom <= page.height
            for path in outlines(page.items):
                assert outline_bounds(path.segments)[0] >= 0
