"""Black ink shows each colour that formulas give to units with a sign of its own, on every part of their counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import combinations, images
from helpers.pages import find_outlines, make_pages
from helpers.typeset_elements import make_context

from printshop.drawing.display_list import Page
from printshop.drawing.ink import Ink, Palette
from printshop.drawing.page_warnings import PageWarnings
from printshop.drawing.patterns import COLOR_SIGNS, DARK_SIGN, ColorSign
from printshop.elements.tables import TableContent
from printshop.game.counters import COUNTERS
from printshop.load_game import read_game
from printshop.output import svg
from printshop.print_settings import PrintSettings
from printshop.problems import Problems
from printshop.products.counters.build import make_single_counters
from printshop.products.counters.color_signs import find_color_signs

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.game.model import Game

GAME = """\
format: 1
title: Corps
sides:
  blue: {{name: Blue, colour: "#1d3f7a", pattern: hatch}}
unit_types:
  corps: {{plural: corps, fields: {{shade: {{kind: text}}}}}}
counters:
  corps: {{units: corps, kind: flat, size: 13 mm, front: [{front}]}}
corps:
{units}
"""
BLACK_INK = PrintSettings(ink=Ink.BLACK)
SHADES = [f"#{100 + number:02x}{250 - 2 * number:02x}90" for number in range(len(COLOR_SIGNS) + 2)]


def load(folder: File, front: str, shades: list[str]) -> Game:
    units = "\n".join(f'  - {{name: U{number}, side: blue, shade: "{shade}"}}' for number, shade in enumerate(shades))
    (folder / "game.yaml").write_text(GAME.format(front=front, units=units), encoding="utf-8")
    return read_game(folder)


def draw_faces(game: Game) -> list[images.Picture]:
    """Return the front of each counter in black ink, as pixels."""
    kinds = list(game[COUNTERS].values())
    counters = make_single_counters(game, kinds[0], kinds, game.units.values(), BLACK_INK, Problems())
    pages = (Page(piece.width, piece.height, piece.items) for _, piece in counters)
    return [images.draw_svg(svg.render_svg(page, "G"), 72) for page in pages]


@pytest.mark.parametrize("front", ["{ground: shade}", "{band: shade, edge: top, take: 15 %}",
                                   "{symbol: infantry, fill: shade}", "{ground: shade, shape: disc}",
                                   "{ground: shade, margin: 1.5 mm}"])
def test_colours_of_units_differ(tmp_path: File, front: str) -> None:
    shades = SHADES[:len(COLOR_SIGNS) - 1]  # one pattern is that of the side
    faces = draw_faces(load(tmp_path, front, shades))
    assert len(faces) == len(shades)
    for number, face in enumerate(faces):
        for other in faces[:number]:
            differing = np.count_nonzero(np.any(np.abs(face.astype(int) - other) > 25, axis=-1))
            assert differing >= 15


def test_equal_colours_have_equal_signs_and_sides_have_their_own(tmp_path: File) -> None:
    game = load(tmp_path, "{ground: shade}, {band: shade, edge: top, take: 15 %}",
                ["#aabb00", "#1d3f7a", "#aabb00", "#ccbb00", "#ffffff", "side"])
    signs = find_color_signs(game, BLACK_INK)
    assert signs == {"#1d3f7a": ColorSign("hatch"), "#aabb00": ColorSign("backhatch"),
                     "#ccbb00": ColorSign("crosshatch")}
    assert not find_color_signs(game, PrintSettings())


def test_pattern_of_a_part_is_the_sign_of_its_colour_everywhere(tmp_path: File) -> None:
    game = load(tmp_path, "{ground: shade}, {band: shade, edge: top, take: 15 %, "
                          "pattern: \"'dots' if shade == '#aabb00' else 'bars'\"}", ["#ccbb00", "#aabb00"])
    assert find_color_signs(game, BLACK_INK) == {"#aabb00": ColorSign("dots"), "#ccbb00": ColorSign("bars")} | {
        "#1d3f7a": ColorSign("hatch")}


def test_more_colours_than_signs_give_a_warning(tmp_path: File) -> None:
    notes = PageWarnings()
    settings = PrintSettings(ink=Ink.BLACK, page_warnings=notes)
    find_color_signs(load(tmp_path, "{ground: shade}", SHADES[:len(COLOR_SIGNS) - 1]), settings)
    assert not [*notes]
    game = load(tmp_path, "{ground: shade}", SHADES)
    signs = find_color_signs(game, settings)
    assert len(signs) == len(SHADES) + 1
    assert [note for note in notes if f"{len(SHADES)} colours" in note and f"only {len(COLOR_SIGNS) - 1}" in note]


def test_words_on_every_sign_are_legible(tmp_path: File) -> None:
    front = ('{ground: shade}, {band: shade, edge: top, take: 15 %}, {text: "{name}", edge: bottom, take: 30 %}, '
             '{text: "{name}"}')
    pages = make_pages("counters", load(tmp_path, front, SHADES), BLACK_INK)
    assert not combinations.find_faint_words(pages, frozenset())


@pytest.mark.parametrize("front", ["{ground: shade}", "{band: shade, edge: top, take: 20 %}",
                                   '{ground: shade, pattern: "\'solid\'"}'])
def test_colour_without_a_pattern_has_the_same_grey_on_counters_and_in_tables(tmp_path: File, front: str) -> None:
    shades = ["#ccbb00"] if "solid" in front else SHADES[:len(COLOR_SIGNS) - 1]
    game = load(tmp_path, front, shades)
    signs = find_color_signs(game, BLACK_INK)
    [shade] = [color for color, sign in signs.items() if sign == DARK_SIGN]
    table = TableContent(("", "Shade"), (("A", shade),), frozenset(), swatches=frozenset({1}),
                         color_signs=tuple(signs.items()))
    context = make_context(9)._replace(palette=Palette(Ink.BLACK))
    items_by_product = [table.typeset(200, context).items, make_pages("counters", game, BLACK_INK)[0].items]
    assert all(DARK_SIGN.field in {path.fill for path in find_outlines(items)} for items in items_by_product)


def test_ground_has_a_pattern(tmp_path: File) -> None:
    game = load(tmp_path, '{ground: "#ccbb00", pattern: dots}', ["x"])
    plain = load(tmp_path, '{ground: "#ccbb00"}', ["x"])
    assert np.any(draw_faces(game)[0] != draw_faces(plain)[0])
