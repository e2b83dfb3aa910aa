"""Print services: their requirements of a PDF file, the page sizes they accept, and conversion of colours to inks.

A share of ink is 0 (none) to 1 (solid). Grey and black are black ink alone, so that small type has no coloured fringe
if the plates are out of register. In every other colour, the dark part is black ink as far as possible (full grey
component replacement), the rest two coloured inks:

    black = 1 - max(r, g, b)        cyan = (max - r) / max        and so on, r, g, b from 0 to 1

If the sum exceeds the limit of the paper, all coloured inks are reduced by the same factor, black never.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Literal, NamedTuple

from printshop.drawing.items import Color, Layer
from printshop.units import MM

SLACK = 0.2 * MM
"""The largest difference of a page from a format: services round A5 to hundredths of an inch."""

NEAR = 25.4 * MM
"""The largest difference of a card from a piece to be named as the nearest; larger cards are for other products."""

_STEPS = 10_000  # shares of ink have four decimals


class Mix(NamedTuple):
    """Shares of the four inks."""

    cyan: float
    magenta: float
    yellow: float
    black: float


class Format(NamedTuple):
    """A page or card size that a service accepts: `width` x `height` after cutting, `text` as written in its profile.

    `bleed` is added by the file, across and along. The number of pages must be a `multiple`, 0 for that of the service.
    """

    name: str
    width: float
    height: float
    text: str
    bleed: tuple[float, float]
    multiple: int = 0

    def off(self, size: tuple[float, float]) -> float:
        """Return the larger difference of width or height from a size."""
        return max(abs(self.width - size[0]), abs(self.height - size[1]))

    def away(self, size: tuple[float, float]) -> float:
        """Return the larger difference of width or height from a size, upright or turned, whichever is less."""
        return min(self.off(size), self.off(size[::-1]))


class Condition(NamedTuple):
    """The printing condition of a file: its name in the ICC registry, and a description."""

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """A print service's requirements of a PDF file. Lengths are in points.

    `limit` is the maximum of ink at any place, in sheets of solid ink: 2.4 is 240 %. `mixes` are the inks of colours
    that the formula does not convert. `spots` names the spot inks of layers whose lines are printed over everything
    else: die lines. `standard` is the standard that the file claims to follow.

    `bleed` is how far colour extends beyond the edge of a page; with `everywhere`, every page has bleed; with `outer`,
    there is none at the bound side. With `single`, each card and each counter is a page. `pages` and `cards` are the
    sizes that a service accepts, if limited; `paper` names the default, `margin` stays free on pages. `multiple`
    divides the number of pages, `fewest` and `most` limit it; with `blank_end` the last page is empty. `plain_fonts`
    says that the service refuses fonts with two-byte codes; their text is then drawn as outlines. The minimum `dpi` of
    pictures is only checked; no line is thinner than `thinnest`.
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
        """All sizes that the service accepts; empty if it accepts any."""
        return self.cards + self.pages

    @property
    def binds(self) -> bool:
        """Whether the service makes books: it gets all pages together."""
        return not self.single and (self.multiple > 1 or self.fewest > 1)

    @property
    def marks(self) -> Mapping[str, str]:
        """The entries in the file's information that name its standard; ":2001" is a conformance level of PDF/X-1."""
        if self.standard.endswith(":2001"):
            return {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": self.standard}
        return {"GTS_PDFXVersion": self.standard} if self.standard else {}

    def mix(self, color: Color) -> Mix:
        """Return the inks of a colour."""
        return self.mixes.get(color) or mixed(color, self.limit)


def mixed(color: Color, limit: float) -> Mix:
    """Return the inks of a colour by the module's formula, at most `limit` in total; `limit` is at least 1.

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
    """Return the nearest format of this size after cutting, None if all differ by more than `SLACK`.

    >>> a5 = Format("a5", 5.83 * 72, 8.27 * 72, "5.83 x 8.27 in", (9, 9))
    >>> fitting([a5], (148 * MM, 210 * MM)) is a5, fitting([a5], (5.5 * 72, 8.5 * 72))
    (True, None)
    """
    return min((form for form in formats if form.off(size) <= SLACK), key=lambda form: form.off(size), default=None)


def refused(press: Press, size: tuple[float, float], card: bool) -> str:
    """Return why a service does not accept a page or a card of this size, and the nearest size that it accepts."""
    if not (press.cards if card else press.pages):
        return f"{press.name} takes {'pages, no cards' if card else 'cards, no pages'}"
    small, large = (side - SLACK for side in sorted(size))  # a card may be upright or turned
    near = _nearest(press.pages if not card else [
        form for form in press.cards if small <= min(form[1:3]) and large <= max(form[1:3])], size)
    refusal = f"{press.name} takes no {'card' if card else 'page'} of {millimetres(size)}"
    if near is None or (card and near.away(size) > NEAR):
        return f"{refusal}, and has none that is a little larger"
    turned = ": turn it by a quarter" if fitting([near], size[::-1]) else ""
    return f"{refusal}; nearest: {near.name}, {near.text}{turned}"


def is_card(press: Press, size: tuple[float, float]) -> bool:
    """Return whether a size is nearer to a card or piece of a service than to one of its pages."""
    card, page = _nearest(press.cards, size), _nearest(press.pages, size)
    return card is not None and (page is None or card.away(size) <= page.away(size))


def _nearest(formats: Iterable[Format], size: tuple[float, float]) -> Format | None:
    return min(formats, key=lambda form: form.away(size), default=None)


def millimetres(size: tuple[float, float]) -> str:
    """Return a size as text for messages.

    >>> millimetres((72, 180))
    '25.4 x 63.5 mm'
    """
    width, height = (round(side / MM, 1) for side in size)
    return f"{width:g} x {height:g} mm"
