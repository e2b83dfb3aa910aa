"""The theme in use while pages are drawn: its faces, colours, rules, frames and map skins.

A theme is data that `printshop.game.themes` reads. This module has the part of themes that drawing needs.
Everything laid out within `use_theme` takes its style from that theme. Like the user's fonts, the theme is
a context variable, not an argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from printshop.drawing.display_list import BLACK, WHITE, Color, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color, measure_contrast

Background = Literal["bar", "tint", "accent"]
BACKGROUNDS: tuple[Background, ...] = ("bar", "tint", "accent")
"""The backgrounds of text: the bar of headings, a tint of the paper, the accent."""

BULLETS = {"dot": "•", "diamond": "◆", "star": "★", "anchor": "⚓", "square": "▪", "arrow": "➤", "leaf": "❧"}
NARROW_FAMILY = "barlow-condensed"
"""The narrowest of the bundled families."""
MIN_TEXT_CONTRAST = 4.5
"""The minimum contrast between text and its background (WCAG 2, level AA)."""


class TypeSizes(NamedTuple):
    """The seven type sizes, in points, smallest first."""

    note: float = 7.0
    small: float = 8.5
    body: float = 10.6
    large: float = 12.5
    heading: float = 15.0
    title: float = 20.0
    cover: float = 34.0


SIZES, TINT = TypeSizes(), WHITE.mix(BLACK, 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The style of printed pages.

    Type families are keys of `fonts.FAMILIES`, or names of faces of a user's font.
    """

    display: str = "old-standard"
    text: str = "old-standard"
    figures: str = "plex-condensed"
    ink: Color = BLACK  # colour of headings and rules; text is black
    accent: Color = BLACK
    tint: Color = TINT  # background of panels
    bar: Color = BLACK  # background of headings of tables and cells
    rules: str = "swelled"
    frame: str = "line"  # frame of counters, markers and cards
    bullet: str = "dot"
    folio: str = "plain"
    heads: str = "tint"  # background of row headings: "tint" (grey) or "bar"
    capitals: bool = True  # whether titles are in capitals
    skin: str = "plain"  # style of maps
    sizes: TypeSizes = SIZES

    def find_family(self, role: str) -> str:
        """Return the type family for the role "display", "serif" or "sans".

        Any other role is itself the name of a family.
        """
        return {"display": self.display, "serif": self.text, "sans": self.figures}.get(role, role)


# Cached: layout caches have the theme in their keys, and themes compare by identity.
@lru_cache(maxsize=64)
def build_theme(*, sizes: tuple[float, ...] = SIZES, titles: str = "", **looks: str) -> Theme:
    """Return the theme with the given values, with colours as "#rrggbb".

    Equal values give the same object.
    """
    colors = {name: parse_color(looks.pop(name)) for name in ("ink", "accent", "tint", "bar") if name in looks}
    return Theme(**colors, **looks, sizes=TypeSizes(*sizes), capitals=titles != "as written")  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def blacken_theme(theme: Theme) -> Theme:
    """Return the theme without colours, for printing in black only."""
    return replace(theme, ink=BLACK, accent=BLACK, tint=WHITE, bar=BLACK)


@lru_cache(maxsize=64)
def narrow_theme(theme: Theme) -> Theme:
    """Return the theme with the narrowest bundled family in every role, for words that do not fit otherwise."""
    return replace(theme, display=NARROW_FAMILY, text=NARROW_FAMILY, figures=NARROW_FAMILY)


CLASSIC = build_theme()
"""The default theme, in the style of printing of about 1900."""

_CURRENT_THEME: ContextVar[Theme] = ContextVar("theme", default=CLASSIC)
current_theme = _CURRENT_THEME.get
"""Return the theme in use."""


@contextmanager
def use_theme(theme: Theme) -> Iterator[None]:
    """Use a theme for everything that is laid out within the context."""
    token = _CURRENT_THEME.set(theme)
    try:
        yield
    finally:
        _CURRENT_THEME.reset(token)


def format_title(markup: str) -> str:
    """Return a title as the theme prints it: in capitals if the theme asks for capitals, otherwise unchanged."""
    return markup.upper() if current_theme().capitals else markup


def choose_background_color(name: Background, ink: Ink) -> Color:
    """Return the fill of a background.

    In black ink, bars are black and the other backgrounds are white.
    """
    theme = current_theme()
    color = {"bar": theme.bar, "tint": theme.tint, "accent": theme.accent}[name]
    if name == "bar":
        return {Ink.COLOUR: color, Ink.LIGHT: choose_area_color(Ink.LIGHT, color), Ink.BLACK: BLACK}[ink]
    return color if name == "tint" and ink is Ink.LIGHT else choose_area_color(ink, color)


def choose_color_on(background: Color) -> Color:
    """Return the text colour for a background.

    If the theme's ink is readable on the background, the result is the theme's ink. Otherwise the result is
    black or white.
    """
    ink = current_theme().ink
    return ink if measure_contrast(ink, background) >= MIN_TEXT_CONTRAST else choose_text_color(background)


def keep_legible(color: Color, intended_background: Color, printed_background: Color) -> Color:
    """Return the colour of text, or black or white if the colour is unreadable on the printed background.

    The colour is replaced only if it is readable on `intended_background` and unreadable on
    `printed_background`. In ink modes that save ink, the printed background is paler than intended, or black.
    """
    return (
        choose_text_color(printed_background)
        if measure_contrast(color, printed_background)
        < MIN_TEXT_CONTRAST
        <= measure_contrast(color, intended_background)
        else color
    )


def choose_heading_color(ink: Ink) -> Color:
    """Return the colour of headings and rules: the theme's ink.

    In black ink, the colour is black.
    """
    return BLACK if ink is Ink.BLACK else current_theme().ink


def find_theme_problems(theme: Theme) -> Iterator[str]:
    """Yield a message for each unreadable colour of a theme, and for each background with unreadable text."""
    for name, color in (("ink", theme.ink), ("accent", theme.accent)):
        if measure_contrast(color, WHITE) < MIN_TEXT_CONTRAST:
            yield (f"the colour '{name}' is too pale on white paper: its contrast is "
                   f"{measure_contrast(color, WHITE):.1f} : 1")
    if measure_contrast(BLACK, theme.tint) < MIN_TEXT_CONTRAST * 2:
        yield "the colour 'tint' is too dark to be the background of black text"
    if max(measure_contrast(BLACK, theme.bar), measure_contrast(WHITE, theme.bar)) < MIN_TEXT_CONTRAST:
        yield "neither black nor white text is readable on the colour 'bar'"
