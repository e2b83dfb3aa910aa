"""For the Masses on the table: boards, bases, paper Elements, rulers and tokens, measured in the written PDF.

Every size here is typed in or worked out from the rulebook; none is taken from the data.
"""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import dist, sqrt
from typing import TYPE_CHECKING, Any

import pytest
from helpers import measure, pdf_text
from helpers.games import open_masses
from helpers.hex_bases import INSET, OUTLINES, find_cut_outline
from helpers.hex_diagrams import read_bearings
from helpers.pages import find_words

from printshop.drawing.ink import Ink
from printshop.elements import hexes
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.hexes import Orientation, hex_directions, step_hex
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import PAPERS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.templates.kinds import TEMPLATES

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document

TOLERANCE = measure.TOLERANCE

IN_A_ROW = [(0, -2), (1, -1), (2, -2), (3, -1), (4, -2), (5, -1), (5, 1), (4, 2), (3, 1), (2, 2), (1, 1), (0, 2),
            (-1, 1), (-1, -1)]
ZONES = {
    "base_1": {"front": {(0, -1), (1, -1)}, "flank": {(-1, 0), (1, 0)}, "rear": {(-1, 1), (0, 1)}, "mixed": set()},
    "base_monster_3": {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 2), (-1, 2), (0, 2)},
                       "mixed": {(-1, 0), (1, 0)}},
    "base_artillery": {"front": {(0, -1), (1, -1), (2, -1)}, "flank": {(-1, 0), (2, 0)}, "rear": {(-1, 2), (0, 2)},
                       "mixed": {(-1, 1), (1, 1)}},
    "base_monster_4": {"front": {(0, -1), (1, -1)}, "flank": {(-2, 1), (1, 1)}, "rear": {(-2, 3), (-1, 3)},
                       "mixed": {(-1, 0), (1, 0), (-2, 2), (0, 2)}},
}
# hexes across flats at every size that may be set: the least, the two of the rulebook, the most
SIZES = {"28 mm": 28.0, "1.5 in": 38.1, "40 mm": 40.0, "58 mm": 58.0}


def make_masses(product: str, *only: str, hexes: str = "40 mm", scenario: bool = False, paper: str = "a4") -> Document:
    one = open_masses(hexes)
    result = one[SCENARIOS]["sample_game"] if scenario else None
    return find_product(product).build(one, PrintRequest(scenario=result, only_keys=only),
                                       PrintSettings(PAPERS[paper], Ink.COLOUR))


@cache
def measure_masses(product: str, *only: str, hexes: str = "40 mm") -> list[Any]:
    return measure.measure_pages(make_masses(product, *only, hexes=hexes))


# --- bases, pieces, board

@pytest.mark.parametrize(("key", "copies"), [
    ("base_1", 12), ("base_monster_3", 2), ("base_artillery", 2), ("base_monster_4", 2)])
def test_usual_units_have_bases(key: str, copies: int) -> None:
    assert sum(len(measure.find_strokes(page, 0.9, 6)) for page in measure_masses("templates", key)) == copies


@pytest.mark.parametrize("key", ZONES)
def test_every_neighbour_of_a_base_is_in_its_zone(key: str) -> None:
    base = open_masses()[TEMPLATES][key]
    assert base.orientation is Orientation.POINTY
    grid = hexes.make_hex_form(base).grid
    results: dict[tuple[int, int], set[str]] = {}
    for word in find_words(hexes.draw_zone_rim(base, Ink.COLOUR)):
        sides = [(dist((word.x, word.y), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)), step_hex(cell, step))
                 for cell in base.cells for number, step in enumerate(hex_directions(base.orientation))
                 if step_hex(cell, step) not in base.cells for a, b in [grid.find_side(cell, number)]]
        results.setdefault(min(sides)[1], set()).add(word.text)
    for zone, cells in ZONES[key].items():
        assert {cell for cell, names in results.items() if names == {zone}} == cells


@pytest.mark.parametrize("hexes", SIZES)
def test_paper_elements_are_cut_along_their_hexes(hexes: str) -> None:
    """Single hexes share their edges: upright cuts lie half a hex apart."""
    across = SIZES[hexes] - 2 * INSET
    page = measure.measure_page(make_masses("counters", "elements", hexes=hexes, scenario=True))
    shapes = [shape for shape in measure.find_strokes(page, 0.4)
              if len(shape) > 6 or (len(shape) == 2 and abs(shape[0][0] - shape[1][0]) < TOLERANCE)]
    uprights = sorted({round(a[0], 3) for shape in shapes for a, b in pairwise(shape)
                       if abs(a[0] - b[0]) < 0.001 and abs(dist(a, b) - across / sqrt(3)) < TOLERANCE})
    assert len(uprights) > 2
    assert all(abs((x - uprights[0]) / (across / 2) - round((x - uprights[0]) / (across / 2))) * across / 2 < TOLERANCE
               for x in uprights)
    assert min(b - a for a, b in pairwise(uprights)) == pytest.approx(across / 2, abs=TOLERANCE)


# across, down, hexes; how wide and high, in mm: w hexes and a half, and three quarters of h hexes and a quarter
@pytest.mark.parametrize(("key", "hexes", "columns", "rows"), [
    ("board", "40 mm", 30, 45), ("small_board", "1.5 in", 8, 19)])
def test_hexes_of_a_board_have_their_size_on_paper(key: str, hexes: str, columns: int, rows: int) -> None:
    """Every sheet draws the edge of the whole board; its own hexes lie on one grid over 300 mm."""
    across = SIZES[hexes]
    page = measure.measure_page(make_masses("maps", key, hexes=hexes), 1)
    wide, high = (columns + 0.5) * across, (1.5 * rows + 0.5) * across / sqrt(3)
    assert measure.measure_size(measure.find_strokes(page, 1.0, 9)[0]) == (
        pytest.approx(wide, abs=TOLERANCE), pytest.approx(high, abs=TOLERANCE))
    corners = [corner for shape in measure.find_strokes(page, 0.6, 3) for corner in shape]
    assert len(corners) > 60
    assert measure.measure_off_grid(corners, across, pointy=True) < TOLERANCE
    stated = {("board", "40 mm"): (1220, 1570), ("board", "1.5 in"): (1162, 1496),
              ("board_wide", "40 mm"): (1820, 1051),
              ("board_wide", "1.5 in"): (1734, 1001)}.get((key, hexes), (round(wide), round(high)))
    assert (round(wide), round(high)) == stated


# what else the plan of a board says; that of the small one explains its terrain
PLANS = {"board": ["30 hexes by 45 rows; the armies begin on the short edges"],
         "small_board": ["for a first game; each army begins in the five rows on its edge",
                         "forest: 1 MP more", "hill: 1 MP more to go up", "water: impassable", "rocks: impassable"]}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "zones", "size"), [
    ("board", {"Alvernans: rows 1–8", "Orcs: rows 38–45"}, "1220 × 1570"),
    # ours: eight rows would leave four between them
    ("small_board", {"Alvernans: rows 1–5", "Orcs: rows 15–19"}, "340 × 670"),
])
def test_armies_deploy_at_opposite_edges(key: str, zones: set[str], size: str) -> None:
    (page,) = pdf_text.read_runs(make_masses("maps", key), 1)
    words = [run.text for run in page]
    assert set(PLANS[key]) <= set(words)
    assert f"The whole map, not to scale: it measures {size} mm, its hexes are 40 mm across flats" in words
    texts = {run.text: run.y for run in page if ": rows " in run.text}
    assert set(texts) == zones
    assert texts[min(zones)] < texts[max(zones)]  # the Alvernans at the top


def test_armies_face_each_other() -> None:
    """An arrow at each of the four units of a side on the map of the scenario: from the top down, or up."""
    result = Counter(one for page in make_masses("booklet", scenario=True).pages for one in read_bearings(page.items))
    assert result == {0: 4, 180: 4}


# --- rulers and tokens

# how many there are, and what the bands say, nearest first: to 8 and 12 hexes, and what an order costs beyond: a point
# more a hex; of a General, who is on either side, one for two hexes, rounded down, and one at least
REACHES = {"personality_ruler": (1, ["Personality", *map(str, range(1, 9)), "+1 CP", "+2 CP", "+3 CP", "+4 CP"]),
           "general_orcs": (1, ["General", *map(str, range(1, 13)),
                                 *(f"{hexes}: +{max(1, (hexes - 12) // 2)} CP{'†' * (hexes == 15)}"
                                   for hexes in range(13, 17))])}


@pytest.mark.parametrize("key", REACHES)
def test_rulers_show_distances_and_costs(key: str) -> None:
    copies, (title, *names) = REACHES[key]
    runs = [run for page in pdf_text.read_runs(make_masses("templates", key)) for run in page]
    texts = [run.text for run in runs]
    assert title in texts
    # larger than the distances beside the lines
    assert [run.text for run in runs if run.text in names and run.size > 12] == names * copies
    message = {"HIS HEX ENDS HERE", "THEN +1 CP A HEX"}, {"2 MORE: +1 CP", "On a table without hexes"}
    assert any(words < set(texts) for words in message)


def find_ticks(key: str) -> list[list[float]]:
    """The places of the ticks that tell where squares are cut, across and down, beside the pieces."""
    ends = [line for line in measure.find_strokes(measure.measure_page(make_masses("markers", key)), 0.35)
            if len(line) == 2 and abs(dist(*line) - 1.8) < TOLERANCE]
    return [sorted({round(line[0][way], 2) for line in ends if abs(line[0][way] - line[1][way]) < 0.001})
            for way in (0, 1)]


def test_tokens_are_eighteen_millimetres_wide() -> None:
    rounds = [
        measure.measure_size(shape)
        for shape in measure.find_strokes(measure.measure_page(make_masses("markers", "wounds")), 0.25, 9)
    ]
    assert len(rounds) == 16
    assert all(way == pytest.approx(18, abs=TOLERANCE) for one in rounds for way in one)
    # how many lie side by side and one below the other; the initiative has two faces that are folded back to back
    for key, many in {"actions": (5, 1), "done": (8, 1), "odd_hit": (3, 1), "weather": (3, 1),
                      "initiative_orcs": (1, 2), "initiative_alvernans": (1, 2)}.items():
        for places, count in zip(find_ticks(key), many, strict=True):
            assert [b - a for a, b in pairwise(places)] == pytest.approx([18] * count, abs=TOLERANCE), key
    for key in ("command_points_orcs", "command_points_alvernans", "general_orcs", "general_alvernans",
                "magic_energy"):
        sides = [
            dist(a, b)
            for line in measure.find_strokes(measure.measure_page(make_masses("markers", key)), 0.4)
            for a, b in pairwise(line)
        ]
        assert sum(abs(side - 18 / sqrt(3)) < TOLERANCE for side in sides) >= 6


# pieces of several hexes; their cut, too, is half a millimetre inside
TERRAIN = {"hill_cluster": "base_monster_4", "forest_cluster": "base_monster_3", "city_cluster": "base_monster_3",
           "water_cluster": "base_artillery", "blank_artillery": "base_artillery", "blank_monster_3": "base_monster_3",
           "blank_monster_4": "base_monster_4", "cliff_line": "row"}


@pytest.mark.parametrize("hexes", ["40 mm", "1.5 in"])
@pytest.mark.parametrize("key", TERRAIN)
def test_terrain_and_blank_pieces_are_as_large_as_their_hexes(key: str, hexes: str) -> None:
    expected = find_cut_outline({**OUTLINES, "row": IN_A_ROW}[TERRAIN[key]], SIZES[hexes])
    result = [
        shape
        for page in measure_masses("markers", key, hexes=hexes)
        for shape in measure.find_strokes(page, 0.4, len(expected))
    ]
    assert any(is_same_outline(measure.find_corners(shape), expected) for shape in result)


# what the names of the hexes of a piece are, on how many pieces
NAMES = {"forest_cluster": ("forest", 3, "Forest of three hexes", "1 marker, 3 hexes of 40 mm"),
         "hill_cluster": ("hill", 4, "Hill of four hexes", "1 marker, 4 hexes of 40 mm"),
         "water_cluster": ("water", 3, "Water of three hexes", "1 marker, 3 hexes of 40 mm"),
         "city_cluster": ("city", 3, "City of three hexes", "1 marker, 3 hexes of 40 mm"),
         "cliff_line": ("cliff", 3, "Cliff of three hexes", "1 marker, 3 hexes of 40 mm")}


@pytest.mark.parametrize("key", NAMES)
def test_every_hex_of_a_piece_has_a_name(key: str) -> None:
    name, count, *heading = NAMES[key]
    (page,) = make_masses("markers", key).pages
    assert set(heading) <= {word.text for word in find_words(page.items)}
    places = [(word.x, word.y) for word in find_words(page.items) if word.text == name]
    assert len(places) == count
    assert min(dist(one, other) for one, other in combinations(places, 2)) > 30 * measure.MM


LARGE = ("- {{name: {}, side: orcs, {}, elements: 3, points: 9, "
         "defense: 2, attack: 2d6, movement: 2, wounds: 3, morale: 6}}\n")
OWN = (("Guns", "type: Artillery"), ("Trolls", "type: Monster, bulk: 3"), ("Worms", "type: Monster, bulk: 4"))


def test_user_artillery_and_large_monsters_have_bases_of_three_and_four_hexes(tmp_path: Path) -> None:
    """No unit in the present rules has them."""
    folder = tmp_path / "own"
    shutil.copytree(find_shipped_games()["for_the_masses"], folder)
    (folder / "units" / "large.yaml").write_text("".join(LARGE.format(*one) for one in OWN), encoding="utf-8")
    own = read_game(folder)
    for key, title, form in (("artillery", "Artillery, three hexes", "base_artillery"),
                             ("monsters_3", "Monsters of three hexes", "base_monster_3"),
                             ("monsters_4", "Monsters of four hexes", "base_monster_4")):
        document = find_product("counters").build(own, PrintRequest(only_keys=(key,)), PrintSettings())
        shapes = [measure.find_corners(shape) for page in measure.measure_pages(document) for shape
                  in measure.find_strokes(page, 0.4, len(OUTLINES[form]))]
        assert sum(is_same_outline(shape, find_cut_outline(OUTLINES[form], 40)) for shape in shapes) == 3
        words = [run.text for page in pdf_text.read_runs(document) for run in page]
        assert title in words
        assert words.count("2d6 · def 2") == 3


def is_same_outline(shape: measure.Shape, expected: measure.Shape) -> bool:
    """Whether an outline has exactly the expected corners, at any position, upright or turned to fit its sheet."""
    return any(
        is_moved_outline(shape, turned)
        for turned in (expected, [(y, -x) for x, y in expected], [(-y, x) for x, y in expected])
    )


def is_moved_outline(shape: measure.Shape, expected: measure.Shape) -> bool:
    left, top = (min(way) - min(other) for way, other in zip(zip(*shape, strict=True), zip(*expected, strict=True),
                                                             strict=True))
    return len(shape) == len(expected) and all(
        min(dist((x + left, y + top), one) for one in shape) < TOLERANCE for x, y in expected)


def test_single_hexes_of_terrain_are_39_mm_across() -> None:
    for key in ("forest", "hill", "cliff", "water", "rocks", "lava", "city", "blank_elements"):
        lines = measure.find_strokes(measure.measure_page(make_masses("markers", key)), 0.4)
        assert sum(abs(dist(a, b) - 39 / sqrt(3)) < TOLERANCE for line in lines for a, b in pairwise(line)) > 3


def test_spare_elements_are_last_on_folded_sheets() -> None:
    pages = find_product("counters").build(open_masses(), PrintRequest(), PrintSettings(backs=BackMode.FOLD)).pages
    spare = ["Elements to write on" in {word.text for word in find_words(page.items)} for page in pages]
    assert spare == [False, False, True]
