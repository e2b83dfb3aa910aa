"""What a print shop's press asks of a file, which pages it takes, and how colours of the screen become inks.

A share of ink is 0 (none) to 1 (solid). Grey and black are black ink alone: small type has no coloured fringe, however
the plates lie on each other. Every other colour has as much of its darkness as can be in black ink (full grey component
replacement), the rest in two coloured inks:

    black = 1 - max(r, g, b)        cyan = (max - r) / max        and so on, r, g, b from 0 to 1

Where that is more ink than the paper takes, the coloured inks all give way by the same factor, never the black one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Literal, NamedTuple

from printshop.drawing.items import Color, Layer
from printshop.units import MM

SLACK = 0.2 * MM
"""By how much a page may be larger or smaller than a format: services round A5 to hundredths of an inch."""

NEAR = 25.4 * MM
"""By how much a card may be larger than a piece, at the most, to be named as the nearest: it is not made for others."""

_STEPS = 10_000  # how finely shares are written: four decimals


class Mix(NamedTuple):
    """Shares of the four inks."""

    cyan: float
    magenta: float
    yellow: float
    black: float


class Format(NamedTuple):
    """A page or a card that a service takes: `width` x `height` when it is cut, `text` as it was written.

    `bleed` is what the file has beyond that, across and along. `multiple` is what the number of its pages divides by, 0
    for what the service wants of all.
    """

    name: str
    width: float
    height: float
    text: str
    bleed: tuple[float, float]
    multiple: int = 0

    def off(self, size: tuple[float, float]) -> float:
        """Return by how much it is larger or smaller than a page of a size."""
        return max(abs(self.width - size[0]), abs(self.height - size[1]))

    def away(self, size: tuple[float, float]) -> float:
        """Return by how much it is larger or smaller, as it lies or turned."""
        return min(self.off(size), self.off(size[::-1]))


class Condition(NamedTuple):
    """The kind of printing that a file is made for: its name in the ICC's registry, and in words."""

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """What a service asks of a PDF file. Lengths are in points.

    `limit` is the most ink at any one place, in sheets of solid ink: 2.4 is 240 %. `mixes` are inks for colours that
    are not to be converted by the formula. `spots` are the names of the inks that stand for the lines of a layer and
    are printed over all else: die lines. `standard` is what the file says that it follows.

    `bleed` is how far colour reaches over the edge of a page where it does; with `everywhere`, all pages have so much
    round them; with `outer`, none at the side where they are bound. With `single`, each card and each counter is a
    page. `pages` and `cards` are the formats that a service takes, where it has such; `paper` names the one that is
    used unless another is asked for, `margin` is what stays free on pages. `multiple` is what the number of pages
    divides by, `fewest` and `most` are how many there can be; with `blank_end` the last one is empty. `plain_fonts`
    says that fonts with codes of two bytes are refused; then their text is drawn. The least `dpi` of pictures is only
    checked; no line is thinner than `thinnest`.
    """

    name: str
    title: str = ""
    space: Literal["cmyk", "rgb"] = "cmyk"
    limit: float = 3.0
    mixes: Mapping[Color, Mix] = field(default_factory=dict)
    spots: Mapping[Layer, str] = field(default_factory=dict)
    version: str = "1.4"
    standard: str = ""
    condition: Condition | None = None
    links: bool = False
    bleed: float = 0.0
    everywhere: bool = False
    outer: bool = False
    single: bool = False
    pages: tuple[Format, ...] = ()
    cards: tuple[Format, ...] = ()
    paper: str = ""
    margin: float = 0.0
    multiple: int = 1
    fewest: int = 0
    most: int = 0
    blank_end: bool = False
    plain_fonts: bool = False
    dpi: int = 0
    thinnest: float = 0.0

    @property
    def formats(self) -> tuple[Format, ...]:
        """All formats that the service takes; none if it takes any."""
        return self.cards + self.pages

    @property
    def binds(self) -> bool:
        """Whether the service makes books: all pages together are what it is sent."""
        return not self.single and (self.multiple > 1 or self.fewest > 1)

    @property
    def marks(self) -> Mapping[str, str]:
        """What the file says of its standard: that of 2001 is a level of conformance of PDF/X-1."""
        if self.standard.endswith(":2001"):
            return {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": self.standard}
        return {"GTS_PDFXVersion": self.standard} if self.standard else {}

    def mix(self, color: Color) -> Mix:
        """Return the inks of a colour."""
        return self.mixes.get(color) or mixed(color, self.limit)


def mixed(color: Color, limit: float) -> Mix:
    """Return the inks of a colour, together at most `limit`, which is at least 1.

    >>> from printshop.drawing.items import Color
    >>> mixed(Color(0, 0, 0), 2.4), mixed(Color(255, 0, 0), 2.4)
    (Mix(cyan=0.0, magenta=0.0, yellow=0.0, black=1.0), Mix(cyan=0.0, magenta=1.0, yellow=1.0, black=0.0))
    """
    most = max(color)
    black = round(1 - most / 255, 4)
    inks = [(most - channel) / max(most, 1) for channel in color]
    share = min(1.0, (limit - black) / (sum(inks) or 1.0))
    cyan, magenta, yellow = (floor(share * ink * _STEPS + 1e-6) / _STEPS for ink in inks)
    return Mix(cyan, magenta, yellow, black)


def fitting(formats: Iterable[Format], size: tuple[float, float]) -> Format | None:
    """Return the format that a page of this size has when it is cut, the nearest of several, None if it has none.

    >>> a5 = Format("a5", 5.83 * 72, 8.27 * 72, "5.83 x 8.27 in", (9, 9))
    >>> fitting([a5], (148 * MM, 210 * MM)) is a5, fitting([a5], (5.5 * 72, 8.5 * 72))
    (True, None)
    """
    return min((form for form in formats if form.off(size) <= SLACK), key=lambda form: form.off(size), default=None)


def refused(press: Press, size: tuple[float, float], card: bool) -> str:
    """Return why a service does not take a page or a card of this size, with the nearest that it takes."""
    if not (press.cards if card else press.pages):
        return f"{press.name} takes {'pages, no cards' if card else 'cards, no pages'}"
    small, large = (side - SLACK for side in sorted(size))  # a card goes on it as it lies or turned
    near = _nearest(press.pages if not card else [
        form for form in press.cards if small <= min(form[1:3]) and large <= max(form[1:3])], size)
    refusal = f"{press.name} takes no {'card' if card else 'page'} of {millimetres(size)}"
    if near is None or (card and near.away(size) > NEAR):
        return f"{refusal}, and has none that is a little larger"
    turned = ": turn it by a quarter" if fitting([near], size[::-1]) else ""
    return f"{refusal}; nearest: {near.name}, {near.text}{turned}"


def is_card(press: Press, size: tuple[float, float]) -> bool:
    """Say whether something of a size is rather one of the cards and pieces of a service than one of its pages."""
    card, page = _nearest(press.cards, size), _nearest(press.pages, size)
    return card is not None and (page is None or card.away(size) <= page.away(size))


def _nearest(formats: Iterable[Format], size: tuple[float, float]) -> Format | None:
    return min(formats, key=lambda form: form.away(size), default=None)


def millimetres(size: tuple[float, float]) -> str:
    """Return a size for people.

    >>> millimetres((72, 180))
    '25.4 x 63.5 mm'
    """
    width, height = (round(side / MM, 1) for side in size)
    return f"{width:g} x {height:g} mm"
