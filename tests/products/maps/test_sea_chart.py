"""Framed maps: the map fills its sheet, the frame has the rulers, and its letters stand clear of the hexes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import GAME
from helpers.pages import find_words

from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.maps import hex_drawing

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page
CORNERS = ("corners: {top left: {title: Wind, rose: 6, text: here}, top right: {title: Reeds, text: Mind them.}, "
           "bottom left: {picture: reed.svg}}")


def pond(folder: Path, *, across: str = "22 mm", frame: str = "chart") -> Page:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "reed.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path '
                                             'd="M0 0L9 9H0Z"/></svg>', encoding="utf-8")
    (folder / "maps.yaml").write_text(
        f"pond: {{shape: hexagon, orientation: flat-top, across: {across}, radius: 4, frame: {frame}, edges: [A, B, C, "
        f"D, E, F], compass: ['1', '2', '3', '4', '5', '6'], zones: {{rim: {{hexes: [0101-0105], shade: true}}}}, "
        f"{CORNERS}}}\n", encoding="utf-8")
    return find_product("maps").build(read_game(folder), PrintRequest(), PrintSettings()).pages[0]


def test_hexes_have_their_size_and_are_in_the_middle_of_the_sheet(tmp_path: Path) -> None:
    places = {word.text: (word.x, word.y) for word in find_words(pond(tmp_path).items)}
    pitch = 22 * 72 / 25.4
    assert math.dist(places["0501"], places["0509"]) == pytest.approx(8 * pitch)
    assert places["0101"][0] + places["0901"][0] == pytest.approx(2 * places["0505"][0])
    assert len({round((places[name][1] - places["0505"][1]) / pitch * 2, 6) % 1 for name in places
                if len(name) == 4 and name.isdigit()}) == 1, "all numbers stand at the same place of their hex"


@pytest.mark.parametrize(("across", "frame", "message"), [
    ("22 mm", "chart", 1), ("22 mm", "none", 0), ("24 mm", "chart", 0)])
def test_frame_needs_free_space_round_the_map(tmp_path: Path, across: str, frame: str, message: int) -> None:
    words = [word.text for word in find_words(pond(tmp_path, across=across, frame=frame).items)]
    assert words.count("100 mm, 4 in") == 2 * message
    assert words.count("A") <= 1


def test_shaded_hexes_are_darker_in_colour_and_white_in_black(tmp_path: Path) -> None:
    pond(tmp_path)
    drawing = {ink: hex_drawing.draw_map(read_game(tmp_path)[MAPS]["pond"], ink) for ink in (Ink.COLOUR, Ink.BLACK)}
    fills = {ink: {path.fill for chunk in one.chunks for path in chunk.ground.items if hasattr(path, "fill")}
             for ink, one in drawing.items()}
    assert len(fills[Ink.COLOUR]) == 1  # a white ground is not drawn, what is shaded is
    assert not fills[Ink.BLACK] - {None}
