"""Skins of maps: stars and scenery below the lines and clear of hex middles and numbers, pale where ink is saved."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import load_map_game
from helpers.pages import find_outlines

from printshop.drawing.display_list import WHITE, LineTo, MoveTo
from printshop.drawing.display_list import Path as Path_
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS
from printshop.lengths import MM
from printshop.products.maps import hex_drawing, skins

if TYPE_CHECKING:
    from pathlib import Path



STARRY = "{orientation: flat-top, across: 20 mm, columns: 8, rows: 7, dots: true, skin: night}"


def test_no_star_is_near_the_middle_of_a_hex_or_its_number(tmp_path: Path) -> None:
    hexmap = load_map_game(tmp_path, STARRY)[MAPS]["pond"]
    grid, figures = hex_drawing.draw_map(hexmap, Ink.COLOUR).grid, hex_drawing.HexNumbers(hexmap)
    strewn = skins.draw_scatter("night", hexmap.board.whole_hexes, grid, Ink.COLOUR, clear_of_numbers=True)
    places = [(at.x, at.y) for path in strewn if isinstance(path, Path_) for at in path.segments
              if isinstance(at, MoveTo | LineTo)]
    assert len(places) > 40
    for x, y in places:
        middle = grid.find_center(grid.find_hex(x, y))
        assert math.dist((x, y), middle) > 2 * MM
        assert abs(x - middle[0]) > figures.width / 2 or y > middle[1] + figures.baseline


def test_scenery_is_below_the_lines_of_the_sheets(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0H4V2H0Z"/>'
        '<path d="M0 0H4V2H0Z" fill="#336699"/></svg>')
    starry = STARRY.replace("}", ', scenery: [{picture: moon.svg, at: "0403", size: 60 mm}]}')
    hexmap = load_map_game(tmp_path, starry)[MAPS]["pond"]
    drawing = hex_drawing.draw_map(hexmap, Ink.COLOUR)
    ((box, _),) = drawing.scenery
    assert (box.width, box.height) == pytest.approx((60 * MM, 30 * MM))
    assert box.center == pytest.approx(drawing.grid.find_center(hexmap.board.hexes_by_name["0403"]))
    beyond = box._replace(x=box.right + 100)
    assert len(drawing.list_items_without_words(window=box)) == len(drawing.list_items_without_words(window=beyond)) + 1
    colors = {path.fill.to_hex() for path in find_outlines(drawing.list_items_without_words()) if path.fill}
    faint = {path.fill.to_hex() for path in find_outlines(hex_drawing.draw_map(hexmap,
                                                                               Ink.LIGHT).list_items_without_words())
             if path.fill}
    assert "#336699" in colors - faint
    ((_, black),) = hex_drawing.draw_map(hexmap, Ink.BLACK).scenery
    assert [path.fill and path.fill.to_hex() for path in find_outlines((black,))] == ["#808080", "#ffffff"]


MEADOW = "{orientation: pointy-top, across: 40 mm, columns: 6, rows: 5, skin: field}"


def test_field_has_its_frame_outside_the_hexes(tmp_path: Path) -> None:
    hexmap = load_map_game(tmp_path, MEADOW)[MAPS]["pond"]
    drawing = hex_drawing.draw_map(hexmap, Ink.COLOUR)
    left, top, right, bottom = drawing.grid.measure_bounds(hexmap.board.whole_hexes)
    margins = (left, top, drawing.width - right, drawing.height - bottom)
    assert margins == pytest.approx([0.075 * 40 * MM] * 4)
    assert min(margins) > hex_drawing.NEAT_LINE_WIDTH + hex_drawing.BORDER_WIDTH


def test_spots_of_a_field_continue_in_neighbouring_hexes(tmp_path: Path) -> None:
    """Two parts of a map draw a spot alike: each draws all of it and clips it at its own hexes."""
    hexmap = load_map_game(tmp_path, MEADOW)[MAPS]["pond"]
    grid, cells = hex_drawing.draw_map(hexmap, Ink.COLOUR).grid, hexmap.board.whole_hexes
    first, second, whole = ([{path.segments[number : number + 11] for number in range(0, len(path.segments), 11)}
                             for path in skins.draw_ground_spots(some, grid, WHITE) if isinstance(path, Path_)]
                            for some in (cells[:15], cells[15:], cells))
    assert [one | other for one, other in zip(first, second, strict=True)] == whole
    assert any(one & other for one, other in zip(first, second, strict=True))


@pytest.mark.parametrize("keys", ["skin: plain", "ground: '#ddeecc'", "skin: field", "skin: chart", "grid: square"])
def test_scenery_is_drawn_on_every_map_in_every_ink(tmp_path: Path, keys: str) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0H4V2H0Z" fill="#336699"/></svg>')
    text = f"{{across: 20 mm, columns: 8, rows: 7, {keys}, scenery: [{{picture: moon.svg, at: '0403', size: 60 mm}}]}}"
    hexmap = load_map_game(tmp_path, text)[MAPS]["pond"]
    counts = [len(hex_drawing.draw_map(hexmap, ink).scenery) for ink in (Ink.COLOUR, Ink.LIGHT, Ink.BLACK)]
    assert counts == [1, 1, 1]


def test_terrain_covers_scenery(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0H4V2H0Z" fill="#336699"/></svg>')
    text = ("{across: 20 mm, columns: 8, rows: 7, scenery: [{picture: moon.svg, at: '0403', size: 60 mm}], "
            "terrain: {town: {letter: T, colour: '#ff0000', hexes: ['0403']}}}")
    drawing = hex_drawing.draw_map(load_map_game(tmp_path, text)[MAPS]["pond"], Ink.COLOUR)
    fills = [path.fill.to_hex() for path in find_outlines(drawing.list_items_without_words()) if path.fill]
    picture = next(number for number, color in enumerate(fills) if color not in {"#ff0000", "#ffffff"})
    assert picture < fills.index("#ff0000")
