"""Ink modes.

A colour is printed in full colour, as a light tint, or in black and white.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from printshop.drawing.display_list import BLACK, WHITE, Color

PALEST_SHADE, DARKEST_SHADE = 0.15, 0.45  # share of black in greys that replace colours: black words stay legible


class Ink(Enum):
    """The ink mode of a printout: full colour, light tints, or black only."""

    COLOUR = "colour"
    LIGHT = "light"
    BLACK = "black"


def choose_area_color(ink: Ink, color: Color) -> Color:
    """Return the fill for an area of a `color`.

    In full colour, the fill is the colour itself. In light ink, the fill is a 20 % tint. In black ink, the fill
    is white.
    """
    return color if ink is Ink.COLOUR else WHITE.mix(color, 0.2) if ink is Ink.LIGHT else WHITE


def choose_line_color(ink: Ink, color: Color) -> Color:
    """Return the colour for lines, patterns and text of a `color`.

    In black ink, the result is black. In all other ink modes, the result is the colour itself.
    """
    return BLACK if ink is Ink.BLACK else color


def choose_grey_fill(ink: Ink, grey: float) -> Color:
    """Return the fill of an area shaded by `grey` (0 white to 1 black).

    In ink modes that save ink, the shade is at most 10 %.
    """
    return WHITE.mix(BLACK, grey if ink is Ink.COLOUR else min(grey, 0.1))


@lru_cache(maxsize=1024)
def measure_luminance(color: Color) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    linear = [value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def measure_contrast(color: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((measure_luminance(color), measure_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def choose_text_color(background: Color) -> Color:
    """Return black or white: the colour with the higher contrast to the background."""
    return BLACK if measure_contrast(BLACK, background) >= measure_contrast(WHITE, background) else WHITE


class Palette(NamedTuple):
    """The printed colours of an ink mode, for drawings that do not depend on the mode otherwise."""

    ink: Ink = Ink.COLOUR

    @property
    def has_colors(self) -> bool:
        """Whether colours are printed, so that they can tell things apart."""
        return self.ink is not Ink.BLACK

    def choose_area(self, color: Color) -> Color:
        """Return the fill of an area; see `choose_area_color`."""
        return choose_area_color(self.ink, color)

    def choose_line(self, color: Color) -> Color:
        """Return the colour of a line or a word; see `choose_line_color`."""
        return choose_line_color(self.ink, color)

    def choose_grey(self, grey: float) -> Color:
        """Return the fill of a grey area; see `choose_grey_fill`."""
        return choose_grey_fill(self.ink, grey)

    def choose_shades(self, colors: Iterable[Color]) -> dict[Color, Color]:
        """Return the fills of areas whose colours carry meaning, by colour.

        In black ink these are greys, evenly spaced from pale to dark in the order of the colours. White stays white.
        """
        if self.has_colors:
            return {color: self.choose_area(color) for color in colors}
        tinted = sorted({*colors} - {WHITE}, key=lambda color: (-measure_luminance(color), color))
        least = PALEST_SHADE if len(tinted) < 4 else DARKEST_SHADE / len(tinted)
        step = (DARKEST_SHADE - least) / max(len(tinted) - 1, 1)
        return {WHITE: WHITE} | {color: WHITE.mix(BLACK, least + step * number) for number, color in enumerate(tinted)}
