"""The empty corners of a hexagonal map: a rose and words there touch none of its hexes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import GAME
from helpers.pages import find_outlines, find_words

from printshop.drawing import shapes
from printshop.drawing.display_list import TextRun
from printshop.game.maps import MAPS
from printshop.hexes import HexGrid
from printshop.layout.rectangles import Rect
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.maps import hex_drawing

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.maps import HexMap
PLACES = ("top left", "top right", "bottom left", "bottom right")


def pond(folder: Path, text: str) -> HexMap:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "maps.yaml").write_text(f"pond: {{shape: hexagon, {text}}}\n", encoding="utf-8")
    game = read_game(folder)
    assert find_product("maps").build(game, PrintRequest(), PrintSettings()).pages
    return game[MAPS]["pond"]


def lay_out(one: HexMap) -> tuple[HexGrid, Rect]:
    left, top, right, bottom = HexGrid(one.orientation, one.across.pt).measure_bounds(one.board.whole_hexes)
    return HexGrid(one.orientation, one.across.pt, -left, -top), Rect(0, 0, right - left, bottom - top)


@pytest.mark.parametrize("orientation", ["flat-top", "pointy-top"])
@pytest.mark.parametrize("place", PLACES)
def test_rose_is_a_circle_in_its_corner_outside_the_hexes(tmp_path: Path, orientation: str, place: str) -> None:
    one = pond(tmp_path, f"orientation: {orientation}, across: 22 mm, radius: 4, corners: {{{place}: {{rose: 6}}}}")
    grid, frame = lay_out(one)
    items = tuple(hex_drawing.draw_corners(one, grid, frame))
    rim = next(path for path in find_outlines(items) if path.stroke and path.stroke.width == 0.7)
    left, top, right, bottom = shapes.measure_bounds([rim], with_strokes=False)
    assert left == pytest.approx(0) if "left" in place else right == pytest.approx(frame.width)
    assert top == pytest.approx(0) if "top" in place else bottom == pytest.approx(frame.height)
    x, y, radius = (left + right) / 2, (top + bottom) / 2, (right - left) / 2
    nearest = min(math.dist((x, y), point) for cell in one.board.whole_hexes for point in grid.find_corners(cell))
    assert nearest == pytest.approx(radius + 0.3 * grid.across_flats, abs=1e-3)
    for word in find_words(items):
        at = 60 * (int(word.text) - 1)
        off = (math.degrees(math.atan2(word.x - x, y - word.y)) - at + 180) % 360 - 180
        assert abs(off) < 20


@pytest.mark.parametrize("place", PLACES)
def test_words_in_a_corner_touch_no_hex(tmp_path: Path, place: str) -> None:
    corner = "{title: Ducks, text: 'Nobody may feed them but on Sundays, when they are hungry.'}"
    one = pond(tmp_path, f"orientation: flat-top, across: 22 mm, radius: 4, corners: {{{place}: {corner}}}")
    grid, frame = lay_out(one)
    result = [item for item in hex_drawing.draw_corners(one, grid, frame) if isinstance(item, TextRun)]
    assert "Ducks" in " ".join(item.string for item in result)
    for item in result:
        for x in (item.x, item.x + item.width):
            assert 0 <= round(x, 3) <= round(frame.width, 3)
            for y in (item.y, item.y - 0.7 * item.size):
                assert grid.find_hex(x, y) not in one.board.whole_hexes


@pytest.mark.parametrize(("text", "message"), [
    ("radius: 4, corners: {middle: {rose: 6}}",
     "'middle' in 'corners' of map 'pond' must be an empty corner of the map"),
    ("radius: 4, corners: {top left: {title: x}}",
     "needs either a 'picture' or one or both of 'rose' (a number of directions) and 'text'"),
    ("radius: 1, corners: {top left: {rose: 6}}", "map 'Pond': 'rose' needs"),
    ("radius: 1, corners: {top left: {text: Too many words for so small a corner of a pond}}", "map 'Pond': "),
])
def test_mistakes_in_corners_are_reported(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        pond(tmp_path, f"orientation: flat-top, across: 10 mm, {text}")
    assert message in str(error.value)
