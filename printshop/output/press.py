"""Requirements of print services for PDF files.

The module also has the page sizes that services accept, and converts colours to inks.

A share of ink is between 0 (none) and 1 (solid). Grey and black are printed with black ink alone, so that small type
has no coloured fringe if the plates are out of register. In every other colour, as much as possible of the dark part
is black ink (full grey component replacement), and the rest is at most two coloured inks:

    black = 1 - max(r, g, b)        cyan = (max - r) / max        and so on, with r, g, b from 0 to 1

If the total exceeds the limit of the paper, all coloured inks are reduced by the same factor. Black is never reduced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Literal, NamedTuple

from printshop.drawing.display_list import Color, PageLayer
from printshop.lengths import MM

SIZE_TOLERANCE = 0.2 * MM
"""The largest difference between a page and a fitting format: services round A5 to hundredths of an inch."""

NEAREST_CARD_LIMIT = 25.4 * MM
"""The largest difference at which a message suggests a card size.

If the difference is larger, the card size is for other products.
"""

_INK_STEPS = 10_000  # shares of ink have four decimals


class InkMix(NamedTuple):
    """Shares of the four inks."""

    cyan: float
    magenta: float
    yellow: float
    black: float


class ServiceFormat(NamedTuple):
    """A page or card size that a print service accepts.

    `width` and `height` are the size after cutting. `text` is the size as the profile of the service writes it.
    `bleed` is the bleed that the file adds, across and along. The number of pages must be a multiple of `multiple`.
    If `multiple` is 0, the number of pages must be a multiple of the service's `page_multiple`.
    """

    name: str
    width: float
    height: float
    text: str
    bleed: tuple[float, float]
    multiple: int = 0

    def measure_difference(self, size: tuple[float, float]) -> float:
        """Return the larger difference from a size: the difference of widths or the difference of heights."""
        return max(abs(self.width - size[0]), abs(self.height - size[1]))

    def measure_turned_difference(self, size: tuple[float, float]) -> float:
        """Return the smaller of two differences: from a size, and from this size turned by 90 degrees."""
        return min(self.measure_difference(size), self.measure_difference(size[::-1]))


class PrintCondition(NamedTuple):
    """The printing condition of a file: its name in the ICC registry, and a description."""

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """The requirements of a print service for PDF files. Lengths are in points.

    `ink_limit` is the largest total of ink shares at any place: 2.4 is 240 %. `ink_mixes` holds the inks of colours
    that are not converted by the formula of this module. `spot_inks` holds the names of spot inks for layers of die
    lines, which are printed over everything else. `standard` is the standard that the file claims to follow.

    `bleed` is the distance by which colour extends beyond the edge of a page. If `bleed_everywhere` is true, every
    page has bleed. If `outer_bleed_only` is true, pages have no bleed at the bound side. If `one_per_page` is true,
    each card and each counter has a separate page. `page_formats` and `card_formats` are the sizes that the service
    accepts. If both are empty, the service accepts any size. `paper` is the name of the default size, and `margin` is
    the margin that stays free on pages. The number of pages is a multiple of `page_multiple`, and is at least
    `min_pages` and at most `max_pages`. If `max_pages` is 0, the number of pages has no upper limit. If `blank_end`
    is true, the last page is empty. If `plain_fonts` is true, the service refuses fonts with two-byte codes, and text
    in such fonts is drawn as outlines. `min_dpi` is the least resolution of pictures; pictures are checked, but not
    changed. Lines that are thinner than `min_line_width` are widened.
    """

    name: str
    title: str = ""
    space: Literal["cmyk", "rgb"] = "cmyk"
    ink_limit: float = 3.0
    ink_mixes: Mapping[Color, InkMix] = field(default_factory=dict)
    spot_inks: Mapping[PageLayer, str] = field(default_factory=dict)
    version: str = "1.4"
    standard: str = ""
    condition: PrintCondition | None = None
    links: bool = False
    bleed: float = 0.0
    bleed_everywhere: bool = False
    outer_bleed_only: bool = False
    one_per_page: bool = False
    page_formats: tuple[ServiceFormat, ...] = ()
    card_formats: tuple[ServiceFormat, ...] = ()
    paper: str = ""
    margin: float = 0.0
    page_multiple: int = 1
    min_pages: int = 0
    max_pages: int = 0
    blank_end: bool = False
    plain_fonts: bool = False
    min_dpi: int = 0
    min_line_width: float = 0.0

    @property
    def formats(self) -> tuple[ServiceFormat, ...]:
        """All sizes that the service accepts.

        If the service accepts any size, the tuple is empty.
        """
        return self.card_formats + self.page_formats

    @property
    def makes_books(self) -> bool:
        """Whether the service makes books. If so, all pages go into one file."""
        return not self.one_per_page and (self.page_multiple > 1 or self.min_pages > 1)

    @property
    def standard_info(self) -> Mapping[str, str]:
        """The entries of the file information that state the standard of the file.

        A standard that ends in ":2001" is a conformance level of PDF/X-1.
        """
        if self.standard.endswith(":2001"):
            return {"GTS_PDFXVersion": "PDF/X-1:2001", "GTS_PDFXConformance": self.standard}
        return {"GTS_PDFXVersion": self.standard} if self.standard else {}

    def find_inks(self, color: Color) -> InkMix:
        """Return the inks of a colour."""
        return self.ink_mixes.get(color) or convert_to_inks(color, self.ink_limit)


def convert_to_inks(color: Color, ink_limit: float) -> InkMix:
    """Return the inks of a colour by the formula of this module.

    The total is at most `ink_limit`, which must be at least 1.

    >>> from printshop.drawing.display_list import Color
    >>> convert_to_inks(Color(0, 0, 0), 2.4), convert_to_inks(Color(255, 0, 0), 2.4)
    (InkMix(cyan=0.0, magenta=0.0, yellow=0.0, black=1.0), InkMix(cyan=0.0, magenta=1.0, yellow=1.0, black=0.0))
    """
    lightest = max(color)
    black = round(1 - lightest / 255, 4)
    inks = [(lightest - channel) / max(lightest, 1) for channel in color]
    factor = min(1.0, (ink_limit - black) / (sum(inks) or 1.0))
    cyan, magenta, yellow = (floor(factor * ink * _INK_STEPS + 1e-6) / _INK_STEPS for ink in inks)
    return InkMix(cyan, magenta, yellow, black)


def find_fitting_format(formats: Iterable[ServiceFormat], size: tuple[float, float]) -> ServiceFormat | None:
    """Return the format that is nearest to a size after cutting.

    If every format differs from the size by more than `SIZE_TOLERANCE`, return None.

    >>> a5 = ServiceFormat("a5", 5.83 * 72, 8.27 * 72, "5.83 x 8.27 in", (9, 9))
    >>> find_fitting_format([a5], (148 * MM, 210 * MM)) is a5, find_fitting_format([a5], (5.5 * 72, 8.5 * 72))
    (True, None)
    """
    return min((form for form in formats if form.measure_difference(size) <= SIZE_TOLERANCE),
               key=lambda form: form.measure_difference(size), default=None)


def explain_refusal(press: Press, size: tuple[float, float], card: bool) -> str:
    """Return a message that a service refuses a size of pages or cards.

    The message includes the nearest size that the service accepts.
    """
    if not (press.card_formats if card else press.page_formats):
        return f"{press.name} accepts {'pages, not cards' if card else 'cards, not pages'}"
    small, large = (side - SIZE_TOLERANCE for side in sorted(size))  # a card may be upright or turned
    nearest = _find_nearest(press.page_formats if not card else [
        form for form in press.card_formats if small <= min(form[1:3]) and large <= max(form[1:3])], size)
    refusal = f"{press.name} accepts no {('card' if card else 'page')} of {format_size(size)}"
    if nearest is None or (card and nearest.measure_turned_difference(size) > NEAREST_CARD_LIMIT):
        return f"{refusal}, and no slightly larger size"
    turned = ": turn the page or card by 90 degrees" if find_fitting_format([nearest], size[::-1]) else ""
    return f"{refusal}; the nearest size is {nearest.name}, {nearest.text}{turned}"


def is_card(press: Press, size: tuple[float, float]) -> bool:
    """Return whether a size is nearer to one of the service's card sizes than to all of its page sizes."""
    card, page = _find_nearest(press.card_formats, size), _find_nearest(press.page_formats, size)
    return card is not None and (
        page is None or card.measure_turned_difference(size) <= page.measure_turned_difference(size)
    )


def _find_nearest(formats: Iterable[ServiceFormat], size: tuple[float, float]) -> ServiceFormat | None:
    return min(formats, key=lambda form: form.measure_turned_difference(size), default=None)


def format_size(size: tuple[float, float]) -> str:
    """Return a size as text for messages.

    >>> format_size((72, 180))
    '25.4 x 63.5 mm'
    """
    width, height = (round(side / MM, 1) for side in size)
    return f"{width:g} x {height:g} mm"
