"""Stellar Wars on the table: what the source's drawings say, read against what is drawn.

The figures below are the source's: its firing-arc and plasma drawings, hex by hex, and its chart of turns.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from placed import outlines, words

from printshop.catalogue import games
from printshop.drawing.items import BLACK, Group, Layer, Line, Move, Text
from printshop.drawing.shapes import outline_bounds
from printshop.game.load import load
from printshop.hexes import Grid, Orientation, distance, within
from printshop.products.counters import counters, markers
from printshop.products.hexmaps import maps
from printshop.products.product import Request, Settings
from printshop.products.templates import templates
from printshop.units import INCH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.items import Item, Page
    from printshop.game.model import Game
    from printshop.hexes import Hex

ACROSS = 0.75 * INCH
SHIP = (0, 0)
# side -> the test of a hex (q, r, s) that lies in its arc
ARCS = {
    "F": lambda q, r, s: s >= q >= r, "FR": lambda q, r, s: q >= s >= r, "RR": lambda q, r, s: q >= r >= s,
    "R": lambda q, r, s: r >= q >= s, "RL": lambda q, r, s: r >= s >= q, "FL": lambda q, r, s: s >= r >= q,
}
TWO_ARCS = {(1, -2): {"F", "FR"}, (2, -1): {"FR", "RR"}, (1, 1): {"RR", "R"}, (-1, 2): {"R", "RL"},
            (-2, 1): {"RL", "FL"}, (-1, -1): {"FL", "F"}}
IN_ONE_ARC = {5: 17, 9: 49, 10: 60, 13: 97, 16: 144}
PLASMA = {
    1: [(0, -1)], 2: [(0, -2)], 3: [(0, -3)], 4: [(-1, -3), (0, -4), (1, -4)], 5: [(-1, -4), (0, -5), (1, -5)],
    6: [(-1, -5), (0, -6), (1, -6)], 7: [(-2, -5), (-1, -6), (0, -7), (1, -7), (2, -7)],
    8: [(-2, -6), (-1, -7), (0, -8), (1, -8), (2, -8)], 9: [(-2, -7), (-1, -8), (0, -9), (1, -9), (2, -9)],
}
PLASMA_OUT = {10: [(-3, -7), (-2, -8), (-1, -9), (1, -10), (2, -10), (3, -10)], 11: [(-3, -8), (3, -11)]}
PATHS = {  # speed -> the hexes of a turn to the right, the heading at its end
    2: ([(0, -1), (1, -1)], 120), 3: ([(0, -1), (1, -2), (2, -2)], 120), 4: ([(0, -1), (1, -2), (2, -2), (3, -2)], 180),
    5: ([(0, -1), (1, -2), (2, -3), (3, -3), (4, -3)], 180),
    6: ([(0, -1), (1, -2), (2, -3), (3, -4), (4, -4), (5, -4)], 120),
}
REACH = {"gun": 7, "force beam": 10, "beam": 11, "missile, any side": 13, "laser": 16}


@pytest.fixture(scope="module")
def game() -> Game:
    return load(games()["stellar_wars"])


def pieces(game: Game, *only: str) -> Iterator[tuple[tuple[Item, ...], list[tuple[float, float]]]]:
    """What is drawn on every piece, from its top left corner, and the corners of its edge on the page."""
    for page in templates.build(game, Request(only=only), Settings()).pages:
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is Layer.CUT)
        edges = list(outlines(page.items[last : last + 1]))
        for piece, edge in zip(page.items[last - len(edges) : last], edges, strict=True):
            assert isinstance(piece, Group)
            yield piece.items, [(one.x, one.y) for one in edge.segments if isinstance(one, Move | Line)]


def tiled(game: Game, only: str) -> tuple[Item, ...]:
    """What is drawn on a piece that takes several sheets: each of them has all of it, and shows a part."""
    page = next(iter(templates.build(game, Request(only=(only,)), Settings()).pages))
    drawings = [item for item in page.items if isinstance(item, Group) and item.clip]
    assert len(drawings) == 1
    return drawings[0].items


def grid_of(cells: Iterable[Hex], across: float = ACROSS) -> Grid:
    left, top, _, _ = Grid(Orientation.FLAT, across).bounds(cells)
    return Grid(Orientation.FLAT, across, -left, -top)


def figures(items: tuple[Item, ...], grid: Grid) -> dict[Hex, int]:
    """The ranges that stand in the hexes."""
    return {grid.at(word.x, word.y - 2): int(word.text) for word in words(items) if word.text.isdigit()}


def dots(items: tuple[Item, ...], grid: Grid) -> set[Hex]:
    return {grid.at((left + right) / 2, (top + bottom) / 2) for path in outlines(items)
            if path.fill == BLACK and path.stroke for left, top, right, bottom in [outline_bounds(path.segments)]}


def rays(items: tuple[Item, ...], grid: Grid) -> list[float]:
    ends = [path.segments[1] for path in outlines(items)
            if path.stroke and path.stroke.width == 0.9 and len(path.segments) == 2]
    return sorted({round(math.degrees(math.atan2(end.x - grid.x, grid.y - end.y)) % 360, 6)
                   for end in ends if isinstance(end, Line)})


def arc_of(cell: Hex, bounds: list[float], names: dict[str, Hex]) -> set[str]:
    """The arcs, between two neighbouring rays, that a hex lies in; they are named by the labels within them."""
    grid = Grid(Orientation.FLAT, 1.0)

    def sectors(one: Hex) -> set[int]:
        x, y = grid.center(one)
        at = math.degrees(math.atan2(x, -y)) % 360
        return {k for k in range(6) if (at - bounds[k]) % 360 <= 60 + 1e-6 or (at - bounds[k]) % 360 > 360 - 1e-6}

    return {name for name, label in names.items() if sectors(label) & sectors(cell)}


# --- firing arcs

@pytest.mark.parametrize(("key", "radius"), [("firing_arcs", 4), ("firing_arcs_16", 16)])
def test_every_hex_lies_in_the_arcs_of_the_source(game: Game, key: str, radius: int) -> None:
    items = tiled(game, key) if radius == 16 else next(pieces(game, key))[0]
    grid = grid_of(within(radius))
    bounds = rays(items, grid)
    assert bounds == [30, 90, 150, 210, 270, 330]
    labels = {word.text: grid.at(word.x, word.y - 4) for word in words(items) if word.text in ARCS}
    assert set(labels) == set(ARCS)
    for q, r in within(radius):
        if (q, r) != SHIP:
            assert arc_of((q, r), bounds, labels) == {name for name, holds in ARCS.items() if holds(q, r, -q - r)}
    assert figures(items, grid) == {cell: distance(cell) for cell in within(radius) if cell != SHIP}


@pytest.mark.parametrize(("key", "radius"), [("firing_arcs", 4), ("firing_arcs_16", 16)])
def test_the_hexes_of_two_arcs_have_dots(game: Game, key: str, radius: int) -> None:
    items = tiled(game, key) if radius == 16 else next(pieces(game, key))[0]
    wanted = {(q * k, r * k) for q, r in TWO_ARCS for k in range(1, radius // 2 + 1)}
    assert dots(items, grid_of(within(radius))) == wanted


def test_one_arc_has_as_many_hexes_as_the_source_counts(game: Game) -> None:
    items = tiled(game, "one_arc")
    arc = {cell for cell in within(16) if cell != SHIP and ARCS["F"](*cell, -sum(cell))}
    half = {cell for cell in arc if cell[0] >= 0}
    grid = grid_of({SHIP, *half})
    found = figures(items, grid)
    assert found == {cell: distance(cell) for cell in half}
    found |= {(-q, q + r): spent for (q, r), spent in found.items()}  # the film turned over
    assert set(found) == arc
    assert {reach: sum(spent <= reach for spent in found.values()) for reach in IN_ONE_ARC} == IN_ONE_ARC
    assert dots(items, grid) == {(k, -2 * k) for k in range(1, 9)}


def test_the_rings_stand_at_the_reach_of_the_weapons(game: Game) -> None:
    arc = {cell for cell in within(16) if cell == SHIP or (ARCS["F"](*cell, -sum(cell)) and cell[0] >= 0)}
    for key, cells in (("one_arc", arc), ("firing_arcs_16", set(within(16)))):
        grid = grid_of(cells)
        found: dict[str, str] = {}
        for word in words(tiled(game, key)):
            cell = grid.at(word.x, word.y - 2)
            if word.text in " ".join(REACH) and cell[0] == 0 and cell[1] < 0:
                found[str(-cell[1])] = f"{found.get(str(-cell[1]), '')} {word.text}".strip()
        assert found == {str(reach): name for name, reach in REACH.items()}


# --- the plasma cannon

def test_the_plasma_cannon_reaches_27_hexes_and_8_are_grey(game: Game) -> None:
    ((items, _),) = pieces(game, "plasma_arc")
    wanted = {cell: reach for rows in (PLASMA, PLASMA_OUT) for reach, cells in rows.items() for cell in cells}
    assert len(wanted) == 35
    grid = grid_of({SHIP, *wanted})
    assert figures(items, grid) == wanted
    away = {grid.at(item.x, item.y - 2) for item in items
            if isinstance(item, Text) and item.string.isdigit() and item.color != BLACK}
    tinted = {grid.at((left + right) / 2, (top + bottom) / 2) for path in outlines(items)
              if path.fill and min(path.fill) > 180 for left, top, right, bottom in [outline_bounds(path.segments)]}
    assert away == tinted == {cell for cells in PLASMA_OUT.values() for cell in cells}
    assert all(ARCS["F"](q, r, -q - r) for q, r in wanted if wanted[q, r] <= 9)


# --- turns

def strip(game: Game, speed: int) -> tuple[Item, ...]:
    for items, _ in pieces(game, "turn_gauge"):
        if any(word.text == f"Speed {speed}" for word in words(items)):
            return items
    raise AssertionError(f"no strip for speed {speed}")


@pytest.mark.parametrize("speed", PATHS)
def test_the_paths_of_the_turn_chart(game: Game, speed: int) -> None:
    right, heading = PATHS[speed]
    left = [(-q, q + r) for q, r in right]
    items, grid = strip(game, speed), grid_of({SHIP, (0, 1), *right, *left})
    numbers = [(grid.at(word.x, word.y - 2), int(word.text.rstrip("†"))) for word in words(items)
               if word.text.rstrip("†").isdigit() and word.size == 8]
    assert sorted(numbers) == sorted({(cell, spent) for hand in (right, left) for spent, cell in enumerate(hand, 1)})
    ends = {(cell, at) for cell, at, wide in arrows(items, grid) if wide}
    assert ends == {(right[-1], heading), (left[-1], -heading % 360)}


@pytest.mark.parametrize(("speed", "turns"), [
    (2, {(0, -1): 120}), (3, {(0, -1): 60, (1, -2): 120}), (4, {(0, -1): 60, (1, -2): 120}),
    (5, {(0, -1): 60, (2, -3): 120}), (6, {(0, -1): 60, (3, -4): 120}),
])
def test_an_arrow_shows_every_change_of_heading(game: Game, speed: int, turns: dict[Hex, int]) -> None:
    right, _ = PATHS[speed]
    left = [(-q, q + r) for q, r in right]
    grid = grid_of({SHIP, (0, 1), *right, *left})
    found = {(cell, at) for cell, at, wide in arrows(strip(game, speed), grid) if not wide}
    mirrored = {((-q, q + r), -at % 360) for (q, r), at in turns.items()}
    assert found == {*turns.items(), *mirrored}


def arrows(items: tuple[Item, ...], grid: Grid) -> Iterator[tuple[Hex, int, bool]]:
    """The black arrows: their hex, their bearing, and whether they are those at the end of a path."""
    for path in outlines(items):
        tip = path.segments[0]
        if path.fill == BLACK and len(path.segments) == 4 and isinstance(tip, Move):
            cell = grid.at(tip.x, tip.y)
            x, y = grid.center(cell)
            corners = [(one.x, one.y) for one in path.segments if isinstance(one, Move | Line)]
            at = math.degrees(math.atan2(tip.x - x, y - tip.y)) % 360
            yield cell, round(at) % 360, math.dist(corners[1], corners[2]) > 0.2 * ACROSS


def test_what_is_our_reading_says_so(game: Game) -> None:
    for speed in (1, 3):
        assert "our reading" in " ".join(word.text for word in words(strip(game, speed)))


# --- the map, the counters, and the setting for the hexes

def test_hexes_are_of_one_size_on_the_map_and_on_every_template(game: Game) -> None:
    one = game.maps["space"]
    assert one.across.pt == ACROSS
    assert one.orientation is Orientation.FLAT
    assert span([cell[0] for cell in one.board.cells]) > 16
    assert all(template.size.across == one.across for template in game.templates.values())  # type: ignore[union-attr]
    larger = load(games()["stellar_wars"], settings={"hex": "1 in"})
    _, slowest = next(pieces(larger, "turn_gauge"))  # three hexes one behind the other
    assert sorted(span(list(way)) for way in zip(*slowest, strict=True)) == pytest.approx(
        [2 / math.sqrt(3) * INCH, 3 * INCH])


def span(values: list[float]) -> float:
    return max(values) - min(values)


def test_every_hex_of_the_map_has_its_number(game: Game) -> None:
    pages = list(maps.build(game, Request(), Settings()).pages)
    said = {word.text for page in pages for word in words(page.items)}
    assert {f"{column:02}{row:02}" for column in range(1, 30) for row in range(1, 24)} <= said


def squares(pages: Iterable[Page]) -> str:
    return " ".join(word.text for page in pages for word in words(page.items))


def test_counters_are_half_an_inch_with_class_number_and_arrow(game: Game) -> None:
    pages = list(counters.build(game, Request(), Settings()).pages)
    said = squares(pages)
    assert "½ × ½ in" in said
    for code in ("DN", "BB", "CA", "DD", "ES", "SC", "FR"):
        assert code in said.split()
    start = squares(markers.build(game, Request(), Settings()).pages)
    assert start.split().count("START") >= 2
