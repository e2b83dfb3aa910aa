"""Pages on sheets: fronts and backs in turn, and several pages on a larger sheet, to be cut apart.

Points, origin at the top left, y down. A document with backs is for a printer that prints on both sides: every front is
followed by its back, even if there is nothing on it, so that the two always come together, on whatever printer; the
file asks for the edge to turn over. On a larger sheet each page of the other side lies behind its front.
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Color, Group, Layer, Page, Stroke
from printshop.layout import backs
from printshop.layout.backs import Backs
from printshop.layout.paper import UNIVERSAL, Paper
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.items import Item

APART = Stroke(BLACK, 0.35, dash=(4.0, 3.0))
"""The line to cut pages apart by."""

SLACK = 0.5 * MM  # what a page may lack of the usual size
ALL = ", "  # between the codes of the pages of a sheet


class Leaves(NamedTuple):
    """Pages on a `sheet`, as it lies: so many `across` and `down`."""

    sheet: Paper
    across: int
    down: int

    @property
    def page(self) -> Paper:
        """One of the pages."""
        return replace(self.sheet, width=self.sheet.width / self.across, height=self.sheet.height / self.down)

    @property
    def places(self) -> int:
        """How many pages a sheet has."""
        return self.across * self.down

    def corner(self, index: int, *, behind: bool = False) -> tuple[float, float]:
        """Return the top left corner of a page, row by row; `behind`, that of its back, turned over an upright edge."""
        row, column = divmod(index, self.across)
        column = self.across - 1 - column if behind else column
        return column * self.page.width, row * self.page.height


def on(paper: Paper, *, lying: bool = False) -> Leaves:
    """Return how usual pages lie on a sheet, upright or `lying`: as many as go on it, turned as need be.

    There is one, as large as the sheet, where two do not go on it.
    """
    width, height = (UNIVERSAL.height, UNIVERSAL.width) if lying else (UNIVERSAL.width, UNIVERSAL.height)
    found = [Leaves(sheet, int((sheet.width + SLACK) // width), int((sheet.height + SLACK) // height))
             for sheet in (paper, paper.turned())]
    best = max(found, key=lambda one: (one.places, -abs(log(one.page.width * height / one.page.height / width))
                                       if one.places else 0.0))
    return best if best.places > 1 else Leaves(paper, 1, 1)


def laid(pages: Iterable[Page], paper: Paper, edge: str = "", offset: tuple[float, float] = (0.0, 0.0)
         ) -> Iterator[Page]:
    """Give sheets with pages, each of one of the two sizes of `on`; those of a sheet lie alike.

    With an `edge`, "long" or "short", which sheets are turned over, pages are fronts and backs in turn: a back is as
    it would be printed by itself, not moved by the `offset`.
    """
    front: list[Page] = []
    back: list[Page] = []
    walked = iter(pages)
    for page in walked:
        if front and ((page.width, page.height) != (front[0].width, front[0].height)
                      or len(front) == _for(front[0], paper).places):
            yield from _sheets(front, back, paper, edge, offset)
            front, back = [], []
        front.append(page)
        if edge:
            back.append(next(walked))
    if front:
        yield from _sheets(front, back, paper, edge, offset)


def _for(page: Page, paper: Paper) -> Leaves:
    return on(paper, lying=page.width > page.height)


def _sheets(front: Sequence[Page], back: Sequence[Page], paper: Paper, edge: str, offset: tuple[float, float]
            ) -> Iterator[Page]:
    """Give the front of a sheet, and its back if there is one."""
    made = _for(front[0], paper)
    apart = Group((shapes.lines(tuple(_cuts(made)), APART),), layer=Layer.GUIDE)
    yield _sheet(made, front, (*_at(made, front), apart))
    if back:
        stands = backs.overturned(made.page.width, made.page.height, Backs(edge))  # a back by itself, on its head
        items = tuple(_at(made, back, behind=True, turned=stands))
        yield _sheet(made, back, backs.turned(items, made.sheet.width, made.sheet.height, Backs(edge), offset))


def _at(made: Leaves, pages: Sequence[Page], *, behind: bool = False, turned: bool = False) -> Iterator[Item]:
    """Give pages at their places, `turned` by half a turn."""
    way = Transform().rotate(180, made.page.width / 2, made.page.height / 2) if turned else Transform()
    for index, page in enumerate(pages):
        x, y = made.corner(index, behind=behind)
        yield Group(page.items, Transform(e=x, f=y).then(way))


def _sheet(made: Leaves, pages: Sequence[Page], items: Sequence[Item]) -> Page:
    marks = tuple(mark for page in pages for mark in page.bookmarks)
    places = [made.corner(index) for index in range(len(pages))]
    links = tuple(link._replace(x=link.x + x, y=link.y + y)
                  for page, (x, y) in zip(pages, places, strict=True) for link in page.links)
    return Page(made.sheet.width, made.sheet.height, tuple(items), ALL.join(page.label for page in pages),
                pages[0].anchor, marks, links)


def bound(pages: Sequence[Page], paper: Paper) -> tuple[Page, ...]:
    """Return sheets with pages that lie alike, whose links lead to the sheets that their targets are on."""
    there = {page.anchor: pages[index - index % on(paper).places].anchor for index, page in enumerate(pages)}
    return tuple(replace(sheet, links=tuple(link._replace(target=there[link.target]) for link in sheet.links))
                 for sheet in laid(pages, paper))


def codes(pages: Iterable[Page]) -> list[str]:
    """Return the codes of pages, also of those that lie on one sheet."""
    return [code for page in pages for code in page.label.split(ALL)]


def _cuts(made: Leaves) -> Iterator[tuple[float, float, float, float]]:
    """Give the lines between the pages of a sheet, from edge to edge of what printers reach."""
    box, page = made.sheet.box, made.page
    yield from ((column * page.width, box.y, column * page.width, box.bottom) for column in range(1, made.across))
    yield from ((box.x, row * page.height, box.right, row * page.height) for row in range(1, made.down))


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


def turned(page: Page, edge: Edge, offset: tuple[float, float]) -> Page:
    """Return a back page, made for an upright edge, as the printer needs it, moved by what that misses."""
    items = backs.turned(page.items, page.width, page.height, Backs(edge), offset)
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
