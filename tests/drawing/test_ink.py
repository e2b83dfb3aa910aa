"""Ink modes: areas and lines in colour, in light tints and in black, and the contrast of colours."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from printshop.drawing.display_list import BLACK, WHITE, Color, parse_color
from printshop.drawing.ink import (
    Ink,
    Palette,
    choose_area_color,
    choose_grey_fill,
    choose_line_color,
    choose_text_color,
    measure_contrast,
    measure_luminance,
)

BLUE = parse_color("#0072b2")
COLORS = [Color(*levels) for levels in product((0, 96, 160, 255), repeat=3)]


def test_areas_are_paler_in_light_ink_and_white_in_black() -> None:
    assert choose_area_color(Ink.COLOUR, BLUE) == BLUE
    assert measure_contrast(choose_area_color(Ink.LIGHT, BLUE), WHITE) < measure_contrast(BLUE, WHITE)
    assert choose_area_color(Ink.BLACK, BLUE) == WHITE
    assert [choose_grey_fill(ink, 0.5) == choose_grey_fill(Ink.LIGHT, 0.1) for ink in Ink] == [False, True, True]


@pytest.mark.parametrize("count", range(1, 9))
def test_greys_in_place_of_colours_differ_and_leave_words_legible(count: int) -> None:
    colors = [Color(level, level // 2, 255 - level) for level in range(0, 32 * count, 32)]
    shades = Palette(Ink.BLACK).choose_shades([*colors, WHITE])
    levels = sorted({shades[color].red for color in colors}, reverse=True)
    assert shades[WHITE] == WHITE
    assert all(measure_contrast(BLACK, shades[color]) > 6 for color in colors)
    assert min(above - below for above, below in pairwise([255, *levels])) >= 255 * min(0.15, 0.45 / count) - 1
    by_luminance = sorted(colors, key=measure_luminance, reverse=True)
    assert [shades[color].red for color in by_luminance] == levels
    assert Palette(Ink.LIGHT).choose_shades(colors)[colors[0]] == choose_area_color(Ink.LIGHT, colors[0])


def test_lines_keep_their_colour_unless_all_is_black() -> None:
    assert [choose_line_color(ink, BLUE) for ink in Ink] == [BLUE, BLUE, BLACK]


def test_contrast_is_that_of_wcag() -> None:
    assert measure_contrast(BLACK, WHITE) == measure_contrast(WHITE, BLACK) == pytest.approx(21)
    assert measure_contrast(parse_color("#777777"), WHITE) == pytest.approx(
        4.48, abs=0.005
    )  # as WCAG's own examples have it


def test_words_on_a_colour_have_the_more_legible_ink() -> None:
    for color in COLORS:
        other = BLACK if choose_text_color(color) == WHITE else WHITE
        assert measure_contrast(choose_text_color(color), color) >= measure_contrast(other, color), color.to_hex()
        assert measure_contrast(choose_text_color(color), color) >= 4.5, color.to_hex()


@pytest.mark.parametrize(("color", "luminance"), [
    (WHITE, 1), (BLACK, 0), (Color(255, 0, 0), 0.2126), (Color(0, 255, 0), 0.7152), (Color(0, 0, 255), 0.0722),
    (Color(10, 10, 10), 10 / 255 / 12.92), (Color(11, 11, 11), ((11 / 255 + 0.055) / 1.055) ** 2.4)])
def test_luminance_is_that_of_wcag(color: Color, luminance: float) -> None:
    assert measure_luminance(color) == pytest.approx(luminance)
    assert measure_contrast(color, BLACK) == pytest.approx((luminance + 0.05) / 0.05)


def test_light_ink_is_a_fifth_of_the_colour_and_a_tenth_of_black() -> None:
    assert choose_area_color(Ink.LIGHT, BLACK) == Color(204, 204, 204)
    assert choose_grey_fill(Ink.COLOUR, 0.4) == Color(153, 153, 153)
    assert {choose_grey_fill(ink, 0.4) for ink in (Ink.LIGHT, Ink.BLACK)} == {WHITE.mix(BLACK, 0.1)}
    assert {choose_grey_fill(ink, 0.04) for ink in Ink} == {Color(245, 245, 245)}
