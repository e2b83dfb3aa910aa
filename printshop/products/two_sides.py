"""Documents that are printed on both sides: fronts and backs in turn, even where there is nothing on a back.

So the front and the back of a sheet always come together, on whatever printer; the file asks for the edge to turn over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from printshop.drawing import text
from printshop.drawing.items import Color, Page
from printshop.layout import backs
from printshop.layout.backs import Backs
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.products.product import Settings

Edge = Literal["", "long", "short"]
NOT_TURNED: Edge = ""
WORDS = text.Style("sans", 6.5, color=Color(90, 90, 90))
FOOT = 10 * MM


def edge_of(ways: Iterable[Backs]) -> Edge:
    """Return the edge that the sheets of a document are turned over, "" if none is: the first that is asked for."""
    edges: Iterator[Edge] = ("short" if way is Backs.SHORT else "long" for way in ways if way.duplex)
    return next(edges, NOT_TURNED)


def backed(ways: Iterable[Backs]) -> bool:
    """Say whether anything has its back on the other side, or half, of its sheet."""
    return any(way.duplex or way is Backs.FOLD for way in ways)


def said(number: int, edge: Edge, *, back: bool = False) -> str:
    """Return which side of which sheet a page is, for its head; "" in a document with one side."""
    if not edge:
        return ""
    return f"back of sheet {number}, turned over its {edge} edge" if back else f"front of sheet {number}"


def turned(page: Page, edge: Edge, settings: Settings) -> Page:
    """Return a back page, made for an upright edge, as the printer needs it, moved by what that misses."""
    items = backs.turned(page.items, page.width, page.height, Backs(edge), settings.back_offset)
    return replace(page, items=items)


def empty(width: float, height: float) -> Page:
    """Return an empty page before what begins on the front of a sheet; a line at its foot says so."""
    words = text.line("blank on purpose: what follows begins on a sheet of its own", WORDS, width / 2, height - FOOT,
                      "middle")
    return Page(width, height, tuple(words), label="empty")


def empty_back(front: Page) -> Page:
    """Return the page behind one that has nothing on its back: a line at its foot, behind no piece, says so."""
    words = text.line(f"blank on purpose: the back of {front.label}" if front.label else "blank on purpose",
                      WORDS, front.width / 2, front.height - FOOT, "middle")
    return Page(front.width, front.height, tuple(words), label=f"{front.label}b")


def with_empty_backs(pages: Iterable[Page], edge: Edge) -> Iterator[Page]:
    """Give pages, each with an empty one behind it if the document is printed on both sides."""
    for page in pages:
        yield page
        if edge:
            yield empty_back(page)
