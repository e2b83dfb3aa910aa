"""Grounds of maps: skins by theme and ink, and the look of a terrain for an icon."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.all_themes import open_theme
from helpers.games import open_game
from helpers.map_games import load_map_game

from printshop.drawing import themes
from printshop.drawing.ink import Ink
from printshop.drawing.svg_elements import parse_path_data
from printshop.game.maps import MAPS
from printshop.products import map_grounds

if TYPE_CHECKING:
    from pathlib import Path

STARRY = "{orientation: flat-top, across: 20 mm, columns: 8, rows: 7, dots: true, skin: night}"
HILLS = """{orientation: flat-top, across: 20 mm, columns: 8, rows: 7, skin: river, terrain: {
  hill: {letter: Hi, pattern: dots, hexes: ["0101"]}, moor: {letter: M, colour: "#334455", hexes: ["0102"]}}}"""


def test_skins_apply_to_maps_without_a_colour_and_not_in_black_ink() -> None:
    own = replace(next(iter(open_game("stellar_wars").sections["maps"].values())), skin="night")
    hexmap = replace(own, skin="")
    with themes.use_theme(open_theme("tactical")):
        assert map_grounds.find_skin(hexmap, Ink.COLOUR) == map_grounds.find_skin(hexmap, Ink.LIGHT) == "stars"
        assert map_grounds.find_skin(replace(hexmap, ground="#123456"), Ink.COLOUR) == "plain"
        assert map_grounds.find_skin(hexmap, Ink.BLACK) == map_grounds.find_skin(own, Ink.BLACK) == "plain"
    with themes.use_theme(open_theme("standard")):
        assert map_grounds.find_skin(hexmap, Ink.COLOUR) == "plain"
        # one of its own stays in every theme; a night is a day where ink is saved
        assert (map_grounds.find_skin(own, Ink.COLOUR), map_grounds.find_skin(own, Ink.LIGHT)) == ("night", "stars")
    assert {*map_grounds.GROUNDS} == {"plain", "stars", "night", "chart", "river", "field"}


def test_night_is_pale_in_light_ink_and_plain_in_black(tmp_path: Path) -> None:
    hexmap = load_map_game(tmp_path, STARRY)[MAPS]["pond"]
    skins = [map_grounds.find_skin(hexmap, ink) for ink in (Ink.COLOUR, Ink.LIGHT, Ink.BLACK)]
    assert skins == ["night", "stars", "plain"]


@pytest.mark.parametrize(("name", "color", "ground"), [("hill", "", "#e9e2cf"), ("moor", "#334455", "#e9e2cf"),
                                                       ("lost", "", "#ffffff")])
def test_style_of_a_terrain_has_the_ground_of_the_skin_and_the_outlines_of_its_letter(
        tmp_path: Path, name: str, color: str, ground: str) -> None:
    sample = map_grounds.find_terrain_sample(load_map_game(tmp_path, HILLS), name, Ink.COLOUR)
    assert (sample.color, sample.ground) == (color, ground)
    assert bool(parse_path_data(sample.letter)) == (name != "lost")
