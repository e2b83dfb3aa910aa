"""The Iron Guest as drawn, value by value, against the page on which the game appeared.

Every value here is typed in from that page or worked out from it; none comes from the data.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from string import ascii_uppercase
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_words

from printshop.drawing import shapes
from printshop.drawing.display_list import Color, Group, Item, Page, SymbolUse, TextRun, parse_color
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.hexes import Hex, HexGrid, Orientation
from printshop.layout.hex_grid import draw_cut_outline, place_hexes
from printshop.layout.rectangles import PAPERS, Rect
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.booklets import print_guide
from printshop.products.maps import hex_drawing
from printshop.products.templates.kinds import TEMPLATES
from printshop.products.templates.template import TemplateSheet
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from printshop.products.templates.template import TemplatePiece

MM = 72 / 25.4
SIX = ("Vermilion", "Cobalt", "Jade", "Saffron", "Slate", "Plum")


def test_user_ships_have_a_name_or_a_letter(tmp_path: Path) -> None:
    """Of a fleet of your own the first 26 have a letter each, all others share a sign; two counters, two faces each."""
    own = tmp_path / "own.yaml"
    own.write_text("extends: iron_guest\nships:\n- {name: Sally, side: cobalt, masts: 3, speed: 1}\n"
                   "- {name: Sloop, side: jade, numbered: true, copies: 28, masts: 3, speed: 1}\n", encoding="utf-8")
    sloops = PrintRequest(units=read_game(own).expand_roster([("Sally", 1), ("Sloop", 28)]))
    game = Counter(word.text for page in find_product("counters").build(read_game(own), sloops, PrintSettings()).pages
                   for word in find_words(page.items) if word.size > 9 or word.text == "Sally")
    assert {letter: game[letter] for letter in ascii_uppercase} == dict.fromkeys(ascii_uppercase, 4)
    assert game["+"] == 4 * 2
    assert game["Sally"] >= 3


@cache
def make_guest_pages(name: str, paper: str = "universal", *only: str) -> tuple[Page, ...]:
    return tuple(find_product(name).build(open_game("iron_guest"), PrintRequest(only_keys=only),
                                          PrintSettings(PAPERS[paper])).pages)


def numbers(items: Iterable[Item]) -> dict[str, tuple[float, float]]:
    return {word.text: (word.x, word.y) for word in find_words(items) if word.text.isdigit() and len(word.text) == 4}


def count_uses(items: Iterable[Item], name: str) -> int:
    """How often a picture is drawn."""
    count = 0
    for item in items:
        if isinstance(item, SymbolUse):
            count += (item.symbol.name.startswith(f"{name}-")) + count_uses(item.symbol.items, name)
        elif isinstance(item, Group):
            count += count_uses(item.items, name)
    return count


# --- the board

@pytest.mark.parametrize("paper", PAPERS)
def test_board_has_61_hexes_on_one_page(paper: str) -> None:
    (page,) = make_guest_pages("maps", paper)
    result = numbers(page.items)
    assert len(result) == 61 == 1 + 3 * 4 * 5
    assert Counter(name[:2] for name in result) == {f"{column:02}": 9 - abs(column - 5) for column in range(1, 10)}
    assert math.dist(result["0501"], result["0508"]) == pytest.approx(7 * 21.5 * MM)


def test_hexes_have_the_largest_size_for_one_page() -> None:
    larger = read_game(find_shipped_games()["iron_guest"], {"hex": "23 mm"})
    assert len(tuple(find_product("maps").build(larger, PrintRequest(), PrintSettings()).pages)) > 1


@pytest.mark.parametrize("owned", ["AD", "ABCDEF"])
def test_letters_of_edges_are_on_the_colours_of_their_sides_outside_the_board(
    tmp_path: Path, owned: str
) -> None:
    """A user's battle gives edges to sides."""
    own, sides = tmp_path / "own.yaml", [side.lower() for side in SIX[:len(owned)]]
    own.write_text("extends: iron_guest\nscenarios:\n  own: {title: Own, summary: Own., map: board, setup: [So.], "
                   "victory: {text: So.},\n    forces: {" + ", ".join(f"{side}: {{units: [Ship]}}" for side in sides)
                   + "},\n    zones: {" + ", ".join(f"{side}: {{edge: {edge}, side: {side}, label: {side.title()}}}"
                                                    for side, edge in zip(sides, owned, strict=True)) + "}}\n",
                   encoding="utf-8")
    one, battle = open_game("iron_guest")[MAPS]["board"], read_game(own)[SCENARIOS]["own"]
    places = {(round(word.x, 3), round(word.y - 0.34 * word.size, 3)): word.text for word in find_words(
        hex_drawing.draw_edge_letters(one, HexGrid(one.orientation, one.across.pt), Ink.COLOUR, battle.zones))}
    discs: dict[str, set[Color]] = {letter: set() for letter in "ABCDEF"}
    for item in hex_drawing.draw_edge_letters(one, HexGrid(one.orientation, one.across.pt), Ink.COLOUR, battle.zones):
        if isinstance(item, Group) and item.clip:
            left, top, right, bottom = shapes.measure_bounds([item.clip], with_strokes=False)
            middle = (round((left + right) / 2, 3), round((top + bottom) / 2, 3))
            discs[places[middle]] |= {path.fill for path in find_outlines(item.items) if path.fill}
            near = min(math.dist(middle, point) for cell in one.board.whole_hexes
                       for point in list_points_along(HexGrid(one.orientation, one.across.pt).find_corners(cell)))
            assert near > (right - left) / 2
    for zone in battle.zones:
        (letter,) = (name for name, colors in discs.items() if parse_color(zone.color) in colors)
        assert open_game("iron_guest").sides[zone.label.lower()].color == zone.color
        assert letter == owned[SIX.index(zone.label)]
    assert {name for name, colors in discs.items() if colors} == {*owned}


def list_points_along(corners: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """Give points all along the sides of a hex."""
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        yield from ((x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(40))


# --- the broadside

AT_REST = {(2 * k, -k): 2 * k for k in (1, 2, 3, 4)}  # to starboard, up to the range of the board; turned over, to port
WEDGES = [
    (1, 0), (1, 1), (2, -1), (2, 0), (2, 1), (2, 2), (3, -1), (3, 0), (3, 1), (4, -2), (4, -1), (4, 0),
    (-1, -1), (-1, 0), (-2, -2), (-2, -1), (-2, 0), (-2, 1), (-3, -1), (-3, 0), (-3, 1), (-4, 0), (-4, 1), (-4, 2)]
TO_PORT = [
    (1, -2), (1, -1), (2, -4), (2, -3), (2, -2), (2, -1), (3, -4), (3, -3), (3, -2), (4, -4), (4, -3), (4, -2),
    (-1, 1), (-1, 2), (-2, 1), (-2, 2), (-2, 3), (-2, 4), (-3, 2), (-3, 3), (-3, 4), (-4, 2), (-4, 3), (-4, 4)]


def find_colored_words(
    items: Iterable[Item], transform: Transform = IDENTITY
) -> Iterator[tuple[str, float, float, Color]]:
    for item in items:
        if isinstance(item, TextRun):
            x, y = transform.apply(item.x + item.width / 2, item.y - 0.3 * item.size)
            yield item.string, x, y, item.color
        elif isinstance(item, Group):
            yield from find_colored_words(item.items, transform.compose(item.transform))
        elif isinstance(item, SymbolUse):
            yield from find_colored_words(item.symbol.items, transform.compose(item.transform))


def find_swept_hexes(key: str) -> dict[Hex, int]:
    """The hexes that an overlay shows in black, with the ranges printed in them."""
    grid, piece = overlay(key)
    return {grid.find_hex(x, y): int(word) for word, x, y, color in find_colored_words(piece.items)
            if word.isdigit() and color == (0, 0, 0)}


def overlay(key: str) -> tuple[HexGrid, TemplatePiece]:
    template = open_game("iron_guest")[TEMPLATES][key]
    (piece,) = template.draw_pieces(TemplateSheet(Rect(0, 0, 500, 700), Ink.COLOUR, load_words()))
    grid = place_hexes(template.cells, Orientation.FLAT, 21.5 * MM).grid  # type: ignore[union-attr]
    left, top, *_ = shapes.measure_outline(draw_cut_outline(grid, template.cells, convex=True,
                                                            offset=1.5 * MM).segments)  # type: ignore[union-attr]
    return replace(grid, x=grid.x - left, y=grid.y - top), piece


def test_line_at_rest_meets_only_even_ranges() -> None:
    """The line at rest is the full one of the film for an advance."""
    grid, _ = overlay("advancing")
    x, y = grid.find_center((0, 0))
    on_line = {
        cell: reach
        for cell, reach in find_swept_hexes("advancing").items()
        if abs(grid.find_center(cell)[1] - y) < 0.01
    }
    assert on_line == AT_REST
    assert all(grid.find_center(cell)[0] > x for cell in on_line)


def test_lines_of_a_turn_are_labelled_start_and_end() -> None:
    words = [word for word, *_ in find_colored_words(overlay("turn")[1].items)]
    assert words.count("start") == words.count("end") == 2


def test_turn_sweeps_a_wedge_to_either_side() -> None:
    assert find_swept_hexes("turn") == {
        cell: max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1])) for cell in WEDGES
    }
    assert {(-q, q + r) for q, r in WEDGES} == {*TO_PORT}, "turned over, the film is for a turn to port"


def test_advance_sweeps_a_band_one_hex_wide() -> None:
    assert find_swept_hexes("advancing") == {
        (q, r): q for q in range(1, 9) for r in range(-6, 1) if -1 <= r + q / 2 <= 0
    }


# --- pieces and sheets

def test_every_player_has_three_ships_of_three_masts() -> None:
    items = [item for page in make_guest_pages("counters") for item in page.items]
    assert {left: count_uses(items, f"ship-{left}") for left in (3, 2, 1, 0)} == dict.fromkeys((3, 2, 1, 0), 3 * 6)
    assert Counter(word.text for word in find_words(items) if word.text in set("ABC0123") and word.size > 8) == {
        "A": 24, "B": 24, "C": 24, "3": 18, "2": 18, "1": 18, "0": 18}
    assert sum(word.text == "hulk" for word in find_words(items)) == 18


@pytest.mark.parametrize(("left", "sails"), [(3, 3), (2, 2), (1, 1), (0, 0)])
def test_picture_shows_the_number_of_remaining_masts(left: int, sails: int) -> None:
    svg = (find_shipped_games()["iron_guest"] / "art" / f"ship-{left}.svg").read_text(encoding="utf-8")
    assert svg.count('r="7.5" fill="#000000"') == sails


def test_sheet_of_masts_has_three_boxes_a_ship() -> None:
    (page,) = make_guest_pages("records")
    boxes = [shapes.measure_bounds([path], with_strokes=False) for path in find_outlines(page.items)
             if path.stroke and path.stroke.width < 1.1 and len(path.segments) == 5]
    assert sum(map(_square, boxes)) == 6 * 3 * 3
    words = [word.text for word in find_words(page.items)]
    assert all(name in words for name in SIX)


@pytest.mark.parametrize("variant", ["large", "erase"])
def test_log_in_a_variant_has_no_overlapping_boxes(variant: str) -> None:
    settings = PrintSettings(ink=Ink.BLACK, paper=PAPERS["letter"], variants=frozenset({variant}))
    sheets = [*find_product("records").build(read_game(find_shipped_games()["iron_guest"]), PrintRequest(),
                                             settings).pages]
    words = [word.text for page in sheets for word in find_words(page.items)]
    assert len(sheets) == {"large": 3, "erase": 1}[variant]
    assert [name for name in words if name in SIX] == list(SIX)
    for page in sheets:
        boxes = [Rect(left, top, right - left, bottom - top) for left, top, right, bottom in (
            shapes.measure_bounds([path], with_strokes=False) for path in find_outlines(page.items)
            if path.stroke and len(path.segments) == 5) if _square((left, top, right, bottom))]
        assert not any(one.intersect(other) for one, other in combinations(boxes, 2))


def test_sides_are_in_one_row_above_the_parts_of_the_table() -> None:
    game = read_game(find_shipped_games()["iron_guest"])
    rows = [("Booklet", "3", "paper", "1", "Read it.")] * 7
    page = print_guide.draw_print_guide(game, game[SCENARIOS]["three_captains"], rows, PrintSettings(), work=())
    assert len({word.y for word in find_words(page.items) if word.text in SIX}) == 1
    (picture,) = (box for group in page.items if isinstance(group, Group)
                  for item in group.items if isinstance(item, SymbolUse)
                  and (box := shapes.measure_bounds([item]))[2] - box[0] == pytest.approx(190 * MM, abs=1))
    assert picture[1] > max(word.y for word in find_words(page.items) if word.text in SIX)


def test_notes_are_written_on_lines() -> None:
    game = read_game(find_shipped_games()["iron_guest"])
    (page,) = find_product("records").build(game, PrintRequest(scenario=game[SCENARIOS]["three_captains"]),
                                            PrintSettings()).pages
    lines = [path for path in find_outlines(page.items) if path.stroke and len(path.segments) == 2
             and shapes.measure_bounds([path])[2] - shapes.measure_bounds([path])[0] > 180 * MM]
    assert len(lines) >= 4


def _square(box: tuple[float, float, float, float]) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return width == pytest.approx(height, abs=0.01) and 4.5 * MM < width < 9 * MM


# --- the card

def read_card() -> list[str]:
    (page,) = make_guest_pages("charts")
    return [word.text for word in find_words(page.items)]


def test_log_has_a_row_for_other_numbers_to_hit() -> None:
    words = {word.text for page in make_guest_pages("records") for word in find_words(page.items)}
    assert {"House to-hit", "or more", "or less"} <= words


def test_every_range_of_the_board_has_a_number_to_hit() -> None:
    page, _ = make_guest_pages("charts")
    heading = next(word for word in find_words(page.items) if word.text == "Two dice, at range")
    row = sorted((word for word in find_words(page.items) if abs(word.y - heading.y) < 1 and word.text.isdigit()),
                 key=lambda word: word.x)
    assert [word.text for word in row] == list("12345678")
    needed = {int(word.text): word.size for word in find_words(page.items)
              if heading.y + 1 < word.y < heading.y + 40 and word.text.isdigit()}
    assert [*needed] == [reach + 4 for reach in range(1, 9)]
    assert min(needed.values()) > 1.5 * heading.size
