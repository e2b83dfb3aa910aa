"""The templates of Stellar Wars as drawn, against the drawings of the source.

The values below are those of the source: its firing-arc and plasma drawings, hex by hex, and its chart of turns.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from helpers import measure, pdf_text
from helpers.hex_diagrams import read_bearings
from helpers.pages import find_outlines, find_words
from helpers.stellar_wars_hexes import ARCS, PATHS, PLASMA, PLASMA_OUT, REACH

from printshop.drawing.display_list import BLACK, Group, LineTo, MoveTo, PageLayer, TextRun
from printshop.drawing.shapes import measure_outline
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.hexes import HexGrid, Orientation, count_hex_steps, list_hexes_within
from printshop.layout.rectangles import MachineLayout
from printshop.lengths import INCH, MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.booklets import build as booklets_build
from printshop.products.templates import build as templates_build

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.display_list import Document, Item, Page
    from printshop.game.model import Game
    from printshop.hexes import Hex

ACROSS = 0.75 * INCH
BORDER = 1.5 * MM  # of film round the hexes
SHIP = (0, 0)
IN_ONE_ARC = {5: 17, 9: 49, 10: 60, 13: 97, 16: 144}


def pieces(game: Game, *only: str) -> Iterator[tuple[tuple[Item, ...], list[tuple[float, float]]]]:
    """The items on every piece, from its top left corner, and the corners of its edge on the page."""
    for page in templates_build.build_templates(game, PrintRequest(only_keys=only), PrintSettings()).pages:
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is PageLayer.CUT)
        edges = list(find_outlines(page.items[last : last + 1]))
        for piece, edge in zip(page.items[last - len(edges) : last], edges, strict=True):
            assert isinstance(piece, Group)
            yield piece.items, [(one.x, one.y) for one in edge.segments if isinstance(one, MoveTo | LineTo)]


def find_tiled_items(game: Game, only: str) -> tuple[Item, ...]:
    """The items of a piece on several sheets: each sheet has all items, and shows a part."""
    first, *_ = find_sheets(templates_build.build_templates(game, PrintRequest(only_keys=(only,)), PrintSettings()))
    drawing, *_ = [item for item in first.items if isinstance(item, Group) and item.clip]
    return drawing.items


def find_sheets(document: Document) -> list[Page]:
    """The pages of a document at true scale: those without the words of a plan of its sheets."""
    return [page for page in document.pages
            if not any(word.text.endswith("how the sheets go together") for word in find_words(page.items))]


def grid_of(cells: Iterable[Hex], across: float = ACROSS) -> HexGrid:
    left, top, _, _ = HexGrid(Orientation.FLAT, across).measure_bounds(cells)
    return HexGrid(Orientation.FLAT, across, -left, -top)


def figures(items: tuple[Item, ...], grid: HexGrid) -> dict[Hex, int]:
    """The ranges that stand in the hexes."""
    return {grid.find_hex(word.x, word.y - 2): int(word.text) for word in find_words(items) if word.text.isdigit()}


def arc_of(cell: Hex, bounds: list[float], names: dict[str, Hex]) -> set[str]:
    """The arcs, between two neighbouring rays, that a hex lies in; they are named by the labels within them."""
    grid = HexGrid(Orientation.FLAT, 1.0)

    def sectors(one: Hex) -> set[int]:
        x, y = grid.find_center(one)
        at = math.degrees(math.atan2(x, -y)) % 360
        return {k for k in range(6) if (at - bounds[k]) % 360 <= 60 + 1e-6 or (at - bounds[k]) % 360 > 360 - 1e-6}

    return {name for name, label in names.items() if sectors(label) & sectors(cell)}


# --- firing arcs

@pytest.mark.parametrize(("key", "radius"), [("firing_arcs", 4), ("firing_arcs_16", 16)])
def test_every_hex_is_in_the_arcs_of_the_source(stellar_wars: Game, key: str, radius: int) -> None:
    items = find_tiled_items(stellar_wars, key) if radius == 16 else next(pieces(stellar_wars, key))[0]
    grid = grid_of(list_hexes_within(radius))
    bounds = [30.0, 90.0, 150.0, 210.0, 270.0, 330.0]
    labels = {word.text: grid.find_hex(word.x, word.y - 4) for word in find_words(items) if word.text in ARCS}
    assert set(labels) == set(ARCS)
    for q, r in list_hexes_within(radius):
        if (q, r) != SHIP:
            assert arc_of((q, r), bounds, labels) == {name for name, holds in ARCS.items() if holds(q, r, -q - r)}
    assert figures(items, grid) == {cell: count_hex_steps(cell) for cell in list_hexes_within(radius) if cell != SHIP}


def test_arc_has_the_number_of_hexes_of_the_source(stellar_wars: Game) -> None:
    items = find_tiled_items(stellar_wars, "one_arc")
    arc = {cell for cell in list_hexes_within(16) if cell != SHIP and ARCS["F"](*cell, -sum(cell))}
    half = {cell for cell in arc if cell[0] >= 0}
    grid = grid_of({SHIP, *half})
    result = figures(items, grid)
    assert result == {cell: count_hex_steps(cell) for cell in half}
    result |= {(-q, q + r): spent for (q, r), spent in result.items()}  # the film turned over
    assert set(result) == arc
    assert {reach: sum(spent <= reach for spent in result.values()) for reach in IN_ONE_ARC} == IN_ONE_ARC


def test_rings_are_at_the_reach_of_the_weapons(stellar_wars: Game) -> None:
    arc = {cell for cell in list_hexes_within(16) if cell == SHIP or (ARCS["F"](*cell, -sum(cell)) and cell[0] >= 0)}
    for key, cells in (("one_arc", arc), ("firing_arcs_16", set(list_hexes_within(16)))):
        grid = grid_of(cells)
        results: dict[str, str] = {}
        for word in find_words(find_tiled_items(stellar_wars, key)):
            cell = grid.find_hex(word.x, word.y - 2)
            if word.text in " ".join(REACH) and cell[0] == 0 and cell[1] < 0:
                results[str(-cell[1])] = f"{results.get(str(-cell[1]), '')} {word.text}".strip()
        assert results == {str(reach): name for name, reach in REACH.items()}


# --- the plasma cannon

def test_plasma_cannon_reaches_27_hexes_and_8_are_grey(stellar_wars: Game) -> None:
    ((items, _),) = pieces(stellar_wars, "plasma_arc")
    expected = {cell: reach for rows in (PLASMA, PLASMA_OUT) for reach, cells in rows.items() for cell in cells}
    assert len(expected) == 35
    grid = grid_of({SHIP, *expected})
    assert figures(items, grid) == expected
    away = {grid.find_hex(item.x, item.y - 2) for item in items
            if isinstance(item, TextRun) and item.string.isdigit() and item.color != BLACK}
    in_reach = {cell for cells in PLASMA.values() for cell in cells}
    assert away == expected.keys() - in_reach
    paths = [(path, (left + right) / 2, (top + bottom) / 2) for path in find_outlines(items)
             for left, top, right, bottom in [measure_outline(path.segments)]]
    dotted = {grid.find_hex(x, y) for path, x, y in paths if path.fill == BLACK and len(path.segments) > 5}
    crossed = {grid.find_hex(x, y) for path, x, y in paths if path.stroke and path.stroke.width == 0.9
               and path.stroke.color != BLACK and len(path.segments) == 4}
    assert dotted == in_reach
    assert crossed == set(PLASMA_OUT[10])  # in those at range 11 there are the title and the note
    assert all(ARCS["F"](q, r, -q - r) for q, r in expected if expected[q, r] <= 9)


# --- turns

def strip(game: Game, speed: int) -> tuple[Item, ...]:
    for items, _ in pieces(game, "turn_gauge"):
        if any(word.text == f"Speed {speed}" for word in find_words(items)):
            return items
    raise AssertionError(f"no strip for speed {speed}")


@pytest.mark.parametrize("speed", PATHS)
def test_paths_equal_those_of_the_turn_chart(stellar_wars: Game, speed: int) -> None:
    right, _ = PATHS[speed]
    left = [(-q, q + r) for q, r in right]
    items, grid = strip(stellar_wars, speed), grid_of({SHIP, (0, 1), *right, *left})
    numbers = [(grid.find_hex(word.x, word.y - 2), int(word.text.rstrip("†"))) for word in find_words(items)
               if word.text.rstrip("†").isdigit() and word.size == 8]
    assert sorted(numbers) == sorted({(cell, spent) for hand in (right, left) for spent, cell in enumerate(hand, 1)})


@pytest.mark.parametrize(("speed", "turns"), [
    (2, {(0, -1): 120}), (3, {(0, -1): 60, (1, -2): 120}), (4, {(0, -1): 60, (1, -2): 120}),
    (5, {(0, -1): 60, (2, -3): 120}), (6, {(0, -1): 60, (3, -4): 120}),
])
def test_arrow_shows_every_change_of_heading(stellar_wars: Game, speed: int, turns: dict[Hex, int]) -> None:
    right, _ = PATHS[speed]
    left = [(-q, q + r) for q, r in right]
    grid = grid_of({SHIP, (0, 1), *right, *left})
    result = {(cell, at) for cell, at, wide in arrows(strip(stellar_wars, speed), grid) if not wide}
    mirrored = {((-q, q + r), -at % 360) for (q, r), at in turns.items()}
    assert result == {*turns.items(), *mirrored}


def arrows(items: tuple[Item, ...], grid: HexGrid) -> Iterator[tuple[Hex, int, bool]]:
    """The black arrows: their hex, their bearing, and whether they are those at the end of a path."""
    for path in find_outlines(items):
        tip = path.segments[0]
        if path.fill == BLACK and len(path.segments) == 4 and isinstance(tip, MoveTo):
            cell = grid.find_hex(tip.x, tip.y)
            x, y = grid.find_center(cell)
            corners = [(one.x, one.y) for one in path.segments if isinstance(one, MoveTo | LineTo)]
            at = math.degrees(math.atan2(tip.x - x, y - tip.y)) % 360
            yield cell, round(at) % 360, math.dist(corners[1], corners[2]) > 0.2 * ACROSS


def test_house_readings_have_the_mark(stellar_wars: Game) -> None:
    marked = {speed for speed in range(1, 7)
              if any("†" in word.text for word in find_words(strip(stellar_wars, speed)))}
    assert marked == {1, 3}


# --- the map, the counters, and the setting for the hexes

SIZES = {"18 mm": 18.0, "3/4 in": 19.05, "1 in": 25.4, "2 in": 50.8}


@cache
def open_sized(hexes: str) -> Game:
    return read_game(find_shipped_games()["stellar_wars"], settings={"hex": hexes})


def measure_template(product: str, key: str, hexes: str = "3/4 in", number: int = 0) -> Any:
    document = find_product(product).build(open_sized(hexes), PrintRequest(only_keys=(key,)), PrintSettings())
    return measure.measure_page(replace(document, pages=tuple(find_sheets(document))), number)


@pytest.mark.parametrize("hexes", ["3/4 in", "18 mm"])
def test_map_measures_true_on_paper(hexes: str) -> None:
    """29 by 22 hexes, flat-top: every sheet draws the frame of all of it, and its own hexes on one grid over 300 mm."""
    across, page = SIZES[hexes], measure_template("maps", "space", hexes, 1)
    assert measure.measure_size(measure.find_strokes(page, 1.0, 4)[0]) == (
        pytest.approx((29 * 1.5 + 0.5) * across / math.sqrt(3), abs=measure.TOLERANCE),
        pytest.approx(22.5 * across, abs=measure.TOLERANCE))
    corners = [corner for shape in measure.find_strokes(page, 0.6, 3) for corner in shape]
    assert len(corners) > 100
    assert measure.measure_off_grid(corners, across, pointy=False) < measure.TOLERANCE


# how many hexes an overlay is wide, at its widest, and high
@pytest.mark.parametrize(("key", "columns", "rows"), [
    ("firing_arcs", 9, 9), ("firing_arcs_16", 33, 33), ("one_arc", 9, 17), ("plasma_arc", 5, 9)])
def test_overlays_have_the_hexes_of_the_map(key: str, columns: int, rows: float) -> None:
    across, page = SIZES["18 mm"], measure_template("templates", key, "18 mm")
    # the sides of all its hexes; of the plasma cannon's, which are hatched, the edge of those in range
    shapes = measure.find_strokes(page, 0.9, 20) if key == "plasma_arc" else measure.find_strokes(page, 0.7)
    corners = [corner for shape in shapes for pair in pairwise(shape) for corner in pair
               if abs(math.dist(*pair) - across / math.sqrt(3)) < 0.001]
    wide, high = measure.measure_size(corners)
    assert (wide, high) == (pytest.approx((columns * 1.5 + 0.5) * across / math.sqrt(3), abs=measure.TOLERANCE),
                            pytest.approx(rows * across, abs=measure.TOLERANCE))
    assert measure.measure_off_grid(corners, across, pointy=False) < measure.TOLERANCE


def test_turn_gauges_have_the_size_of_their_hexes() -> None:
    """From a hex behind the ship to the last of the path, and as far to the left as to the right."""
    hexes, across = "18 mm", 18
    pack = find_product("templates").build(open_sized(hexes), PrintRequest(only_keys=("turn_gauge",)), PrintSettings())
    result = sorted(
        tuple(sorted(round(way, 2) for way in measure.measure_size(shape)))
        for page in measure.measure_pages(pack)
        for shape in measure.find_strokes(page, 0.9, 9)
    )
    expected = []
    for cells in ([(0, -1)], *(right for right, _ in PATHS.values())):
        both = {SHIP, (0, 1), *cells, *((-q, q + r) for q, r in cells)}
        left, top, right, bottom = HexGrid(Orientation.FLAT, across).measure_bounds(both)
        expected.append(tuple(sorted((round(right - left, 2), round(bottom - top, 2)))))
    assert result == [pytest.approx(one, abs=measure.TOLERANCE) for one in sorted(expected)]


def test_hexes_are_large_enough_for_the_counters() -> None:
    """Half an inch turns freely in 1.414 times that, 17.96 mm."""
    with pytest.raises(PrintshopError, match="18 mm"):
        read_game(find_shipped_games()["stellar_wars"], settings={"hex": "17.9 mm"})


@pytest.mark.parametrize(("product", "key", "count"),
                         [("counters", "ships", 2 * 18 + 2 + 6 + 6 + 14), ("markers", "start", 2),
                          ("markers", "speed", 25), ("markers", "speed_6", 3)])
def test_counters_are_half_an_inch_square(product: str, key: str, count: int) -> None:
    """The outlines that a machine cuts: eighteen ships for each side, START, CLOAKED, SHIELDS DOWN and MINED.

    Speeds are printed on request; a die beside a ship can replace them.
    """
    page = measure.measure_page(
        find_product(product).build(open_sized("3/4 in"), PrintRequest(only_keys=(key,)),
                                    PrintSettings(machine=MachineLayout())), 0
    )
    sizes = [measure.measure_size(shape) for shape in measure.find_strokes(page, 0.4) if len(shape) > 3]
    assert (
        sum(
            measure_remainder(wide, 12.7) < measure.TOLERANCE
            and measure_remainder(high, 12.7) < measure.TOLERANCE
            and wide < 13
            and high < 13
            for wide, high in sizes
        )
        == count
    )


def measure_remainder(length: float, step: float) -> float:
    """The difference of a length from the nearest number of steps, at least one."""
    return abs(length - max(1, round(length / step)) * step)


@pytest.mark.parametrize(("key", "note"), [
    ("firing_arcs", "the arc that holds the firer is the side that is hit. A hex with a dot lies in both arcs"),
    ("firing_arcs", "Each hex whose middle it crosses lies in both arcs."),
    ("one_arc", "Point the arrow at the side that fires. Turn over for its other half."),
    ("plasma_arc", "Crossed hexes are out of range.")])
def test_instructions_are_printed_beside_a_template(stellar_wars: Game, key: str, note: str) -> None:
    (page,) = pdf_text.read_runs(find_product("templates").build(stellar_wars, PrintRequest(only_keys=(key,)),
                                                                 PrintSettings()), 1)
    assert note in " ".join(run.text for run in page)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "edges"), [
    ("beginning", {60: 3, 120: 3, 240: 2, 300: 2}), ("convoy", {60: 7, 120: 7}),
    ("different_forces", {60: 5, 120: 5, 240: 4, 300: 4})])
def test_ships_start_facing_the_other_end_of_the_map(stellar_wars: Game, key: str, edges: dict[int, int]) -> None:
    """No hexside faces along the map: there are two headings for each ship, but none for raiders, who have any."""
    pages = booklets_build.build_booklet(stellar_wars, PrintRequest(scenario=stellar_wars[SCENARIOS][key]),
                                         PrintSettings()).pages
    assert sum((Counter(read_bearings(page.items)) for page in pages), Counter()) == edges
