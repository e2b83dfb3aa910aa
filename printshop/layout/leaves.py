"""Pages on sheets that are several times as large: beside and below one another, to be cut apart.

Points, origin at the top left, y down. Where there are backs, each page of the other side lies behind its front.
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Layer, Page, Stroke
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
