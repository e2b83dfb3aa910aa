"""Themes as drawn: words that can be read in every ink, titles, and words on the colour of a side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.all_themes import NAMES, open_theme
from helpers.games import read_markers
from helpers.pages import find_outlines

from printshop.drawing import themes
from printshop.drawing.display_list import BLACK, WHITE, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color, measure_contrast
from printshop.drawing.shapes import measure_outline
from printshop.drawing.text import Style
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:

    from printshop.game.model import Game


def make_items(game: Game, product: str, ink: Ink = Ink.COLOUR, **arguments: object) -> list[object]:
    return [page.items for page in find_product(product).build(game, PrintRequest(**arguments),
                                                               PrintSettings(ink=ink)).pages]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_text_is_legible_in_every_ink(name: str) -> None:
    theme = open_theme(name)
    assert not [*themes.find_theme_problems(theme)]
    assert [*theme.sizes] == sorted(theme.sizes)
    assert theme.sizes.note >= 7
    with themes.use_theme(theme):
        for ink in Ink:
            assert measure_contrast(themes.choose_heading_color(ink), WHITE) >= themes.MIN_TEXT_CONTRAST
            for ground in themes.BACKGROUNDS:
                fill = themes.choose_background_color(ground, ink)
                assert measure_contrast(themes.choose_color_on(fill), fill) >= themes.MIN_TEXT_CONTRAST, (ground, ink)
        assert themes.choose_background_color("bar", Ink.BLACK) == BLACK
        assert themes.choose_background_color("tint", Ink.BLACK) == themes.choose_background_color("accent",
                                                                                                   Ink.BLACK) == WHITE


def test_titles_follow_the_theme() -> None:
    with themes.use_theme(open_theme("heraldry")):
        assert themes.format_title("The Keep") == "The Keep"
        assert Style("display").face.name == "grenze-gotisch"
    with themes.use_theme(open_theme("fantasy")):
        assert themes.format_title("The Keep") == "THE KEEP"
        assert Style("display", bold=True).face.name == "cinzel-bold"
    assert Style("serif").face.name == "old-standard"


def test_text_on_the_colour_of_a_side_is_black_or_white() -> None:
    counters = """
towers:
  units: tower
  size: 20 x 30 mm
  front: [{ground: side}, {text: "{name}"}, {border: theme}]
"""
    game = read_markers("{}", counters)
    ((items,), color) = make_items(game, "counters"), parse_color(game.sides["teal"].color)
    paths = [*find_outlines(items)]  # type: ignore[arg-type]
    # the pictures of the steps at the foot have it, too, and are small
    grounds = [bounds for path in paths if path.fill == color
               for bounds in (measure_outline(path.segments),) if bounds[3] - bounds[1] >= 20 * MM]
    ((left, top, right, bottom),) = grounds
    assert (right - left, bottom - top) == pytest.approx((33 * MM, 23 * MM))  # with its bleed
    frames = [measure_outline(path.segments) for path in paths if path.stroke is not None and path.stroke.width == 0.6
              and path.stroke.color == choose_text_color(color)]
    assert any(left < frame[0] < frame[2] < right and top < frame[1] < frame[3] < bottom for frame in frames)
    ((items,)) = make_items(game, "counters", Ink.BLACK)
    assert not [path for path in find_outlines(items) if path.fill not in (None, BLACK, WHITE)]  # type: ignore[arg-type]


PALE, DARK, BLUE = parse_color("#bbbbbb"), parse_color("#222222"), parse_color("#0072b2")


@pytest.mark.parametrize(("looks", "expected"), [
    ({}, []), ({"ink": "#767676"}, []),
    ({"ink": "#777777"}, ["the colour 'ink' is too pale on white paper: its contrast is 4.5 : 1"]),
    ({"accent": "#ffff00"}, ["the colour 'accent' is too pale on white paper: its contrast is 1.1 : 1"]),
    ({"tint": "#aaaaaa"}, []),
    ({"tint": "#a0a0a0"}, ["the colour 'tint' is too dark to be the background of black text"]),
    ({"bar": "#777777"}, []), ({"bar": "#ffffff"}, [])])
def test_illegible_colours_are_reported(looks: dict[str, str], expected: list[str]) -> None:
    assert [*themes.find_theme_problems(themes.build_theme(**looks))] == expected


def test_equal_styles_are_one_theme_and_black_ink_has_no_colour() -> None:
    theme = themes.build_theme(ink="#0072b2", bar="#222222", titles="as written", sizes=(1, 2, 3, 4, 5, 6, 7))
    assert themes.build_theme(ink="#0072b2", bar="#222222", titles="as written", sizes=(1, 2, 3, 4, 5, 6, 7)) is theme
    assert (theme.ink, theme.bar, theme.capitals, theme.sizes.cover) == (BLUE, DARK, False, 7)
    black = themes.blacken_theme(theme)
    assert (black.ink, black.accent, black.tint, black.bar, black.capitals) == (BLACK, BLACK, WHITE, BLACK, False)
    assert themes.CLASSIC.capitals
    assert themes.build_theme(titles="capitals").capitals


def test_theme_applies_within_its_context() -> None:
    outer, inner = themes.build_theme(rules="thick"), themes.build_theme(rules="chain")
    with themes.use_theme(outer):
        with themes.use_theme(inner):
            assert themes.current_theme() is inner
        assert themes.current_theme() is outer
    assert themes.current_theme() is themes.CLASSIC


def test_families_are_found_by_their_role() -> None:
    theme = themes.build_theme(display="ultra", text="alegreya", figures="zilla-slab")
    assert [theme.find_family(role) for role in ("display", "serif", "sans", "symbols")] == [
        "ultra", "alegreya", "zilla-slab", "symbols"]


def test_grounds_depend_on_the_ink() -> None:
    with themes.use_theme(themes.build_theme(bar="#222222", tint="#bbbbbb", accent="#0072b2", ink="#0072b2")):
        result = {name: [themes.choose_background_color(name, ink) for ink in Ink] for name in themes.BACKGROUNDS}
        headings = [themes.choose_heading_color(ink) for ink in Ink]
    assert result == {"bar": [DARK, choose_area_color(Ink.LIGHT, DARK), BLACK], "tint": [PALE, PALE, WHITE],
                      "accent": [BLUE, choose_area_color(Ink.LIGHT, BLUE), WHITE]}
    assert headings == [BLUE, BLUE, BLACK]


def test_words_have_their_colour_if_it_is_legible() -> None:
    assert themes.keep_legible(BLUE, WHITE, PALE) == BLACK  # 5.2 on white, 2.7 on grey
    assert themes.keep_legible(BLUE, WHITE, WHITE) == BLUE
    assert themes.keep_legible(BLUE, PALE, PALE) == BLUE  # as it was meant
    assert themes.keep_legible(WHITE, BLACK, WHITE) == BLACK
    assert themes.keep_legible(BLACK, WHITE, DARK) == WHITE
    with themes.use_theme(themes.build_theme(ink="#0072b2")):
        assert [themes.choose_color_on(ground) for ground in (WHITE, PALE, DARK)] == [BLUE, BLACK, WHITE]
    grey = parse_color("#767676")  # 4.54 on white, the least that can be read
    assert themes.keep_legible(grey, BLACK, WHITE) == grey
