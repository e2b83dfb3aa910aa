"""How the things of a game look: faces, inks, bars, rules, frames, skins; and the theme worn while they are set.

A theme is data (`printshop.game.themes` reads it); this is what drawing knows of it. What is laid out within `wearing`
has the theme: no function hands it on, as none hands on the fonts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from printshop.drawing.ink import Ink, area, contrast, text_on
from printshop.drawing.items import BLACK, WHITE, Color, parse_color

Ground = Literal["bar", "tint", "accent"]
GROUNDS: tuple[Ground, ...] = ("bar", "tint", "accent")
"""What words can stand on: the bar of headings, a tint of the paper, the accent."""

BULLETS = {"dot": "•", "diamond": "◆", "star": "★", "anchor": "⚓", "square": "▪", "arrow": "➤", "leaf": "❧"}
READABLE = 4.5
"""The contrast that text needs with what it stands on (WCAG 2, level AA)."""


class Sizes(NamedTuple):
    """The seven sizes of type, in points, smallest first."""

    note: float = 7.0
    small: float = 8.5
    body: float = 10.6
    large: float = 12.5
    heading: float = 15.0
    title: float = 20.0
    cover: float = 34.0


SIZES, TINT = Sizes(), WHITE.mix(BLACK, 0.08)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """How things look. Families are names of `fonts.FAMILIES`, or of faces of a player's own font."""

    display: str = "old-standard"
    text: str = "old-standard"
    figures: str = "plex-condensed"
    ink: Color = BLACK  # of headings and rules; text is black
    accent: Color = BLACK
    tint: Color = TINT  # of panels
    bar: Color = BLACK  # what headings of tables and cells stand on
    rules: str = "swelled"
    frame: str = "line"  # of counters, markers and cards
    bullet: str = "dot"
    folio: str = "plain"
    heads: str = "tint"  # what headings of rows stand on: a tint of grey, or the bar
    capitals: bool = True  # titles are set in capitals
    skin: str = "plain"  # of maps
    sizes: Sizes = SIZES

    def family(self, role: str) -> str:
        """Return the family for a role: "display", "serif", "sans"; any other is the name of one."""
        return {"display": self.display, "serif": self.text, "sans": self.figures}.get(role, role)


@lru_cache(maxsize=64)
def made(*, sizes: tuple[float, ...] = SIZES, titles: str = "", **looks: str) -> Theme:
    """Return the theme that data describes, colours as "#rrggbb": the same one for the same words."""
    colors = {name: parse_color(looks.pop(name)) for name in ("ink", "accent", "tint", "bar") if name in looks}
    return Theme(**colors, **looks, sizes=Sizes(*sizes), capitals=titles != "as written")  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def blackened(theme: Theme) -> Theme:
    """Return a theme without colours, for paper that is printed in black alone."""
    return replace(theme, ink=BLACK, accent=BLACK, tint=WHITE, bar=BLACK)


CLASSIC = made()
"""The look of the printing of about 1900: what is worn where no theme is."""

_WORN: ContextVar[Theme] = ContextVar("theme", default=CLASSIC)
worn = _WORN.get
"""Return the theme that is worn."""


@contextmanager
def wearing(theme: Theme) -> Iterator[None]:
    """Let what is laid out within have a theme."""
    token = _WORN.set(theme)
    try:
        yield
    finally:
        _WORN.reset(token)


def titled(markup: str) -> str:
    """Return a title as the theme sets it: in capitals, or as it is."""
    return markup.upper() if worn().capitals else markup


def ground(name: Ground, ink: Ink) -> Color:
    """Return what fills a ground of this name: for black ink bars are black and all else is white."""
    theme = worn()
    color = {"bar": theme.bar, "tint": theme.tint, "accent": theme.accent}[name]
    if name == "bar":
        return {Ink.COLOUR: color, Ink.LIGHT: area(Ink.LIGHT, color), Ink.BLACK: BLACK}[ink]
    return color if name == "tint" and ink is Ink.LIGHT else area(ink, color)


def on(color: Color) -> Color:
    """Return what is written with upon a colour: the ink of the theme where that can be read, else black or white."""
    ink = worn().ink
    return ink if contrast(ink, color) >= READABLE else text_on(color)


def legible(color: Color, meant: Color, drawn: Color) -> Color:
    """Return the colour of words: black or white where they could be read on what is `meant`, not on what is `drawn`.

    A ground that saves ink is paler than it is meant, or black.
    """
    return text_on(drawn) if contrast(color, drawn) < READABLE <= contrast(color, meant) else color


def drawn(ink: Ink) -> Color:
    """Return what headings and rules are drawn with: the ink of the theme, or black."""
    return BLACK if ink is Ink.BLACK else worn().ink


def faults(theme: Theme) -> Iterator[str]:
    """Give what cannot be read in a theme, or would not be seen."""
    for name, color in (("ink", theme.ink), ("accent", theme.accent)):
        if contrast(color, WHITE) < READABLE:
            yield f"its '{name}' is too pale to be read on white paper ({contrast(color, WHITE):.1f} : 1)"
    if contrast(BLACK, theme.tint) < READABLE * 2:
        yield "its 'tint' is too dark for text on it"
    if max(contrast(BLACK, theme.bar), contrast(WHITE, theme.bar)) < READABLE:
        yield "neither black nor white can be read on its 'bar'"
