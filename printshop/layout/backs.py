"""Fronts, their backs, and sheets with several pages to be cut apart. Points, origin at the top left, y down.

In a document with backs every front is followed by its back, even if there is nothing on it, so that the two come
together on whatever printer; the file asks for the edge to turn over. A printer that turns a sheet over an upright edge
mirrors the page in the line down its middle. One that turns it over a level edge does the same to a back page that
stands on its head: so a back page is made once, for the upright edge, and `turned` for the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby, islice
from math import log
from typing import Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Color, Group, Item, Layer, Page, Stroke
from printshop.layout.boxes import UNIVERSAL, Box, Paper
from printshop.units import MM

Edge = Literal["", "long", "short"]  # what sheets are turned over, if they are
SAFE = 2 * MM  # how far words on a back stay from the cut: printers do not hit the other side better than that
ARM = 1.0 * MM  # half of a cross in a corner of a sheet; crosses of both sides lie behind each other
STRIP = 3 * MM  # what stays free on either side of the fold of a sheet: a fold that goes astray shows on no piece
SLACK = 0.5 * MM  # what a page may lack of the usual size
_FINE, _APART = Stroke(BLACK, 0.35), Stroke(BLACK, 0.35, dash=(4.0, 3.0))  # the latter to cut pages apart by
_ALL = ", "  # between the codes of the pages of a sheet


class Backs(Enum):
    """How the two faces of a piece come together."""

    LONG = "long"  # on both sides of the sheet, which is turned over its long edge
    SHORT = "short"
    FOLD = "fold"  # on the two halves of the sheet, which is folded
    BESIDE = "beside"  # beside each other, each piece by itself
    NONE = "none"  # there are only fronts

    @property
    def duplex(self) -> bool:
        """Whether the printer has to print on both sides."""
        return self in (Backs.LONG, Backs.SHORT)


class Mirror(NamedTuple):
    """What fronts and backs lie on either side of: x = `at`, or `across` y = `at`; for printers, a page's middle."""

    at: float
    across: bool = False

    def box(self, front: Box) -> Box:
        """Return the place of the back of what lies in a box."""
        if self.across:
            return Box(front.x, 2 * self.at - front.bottom, front.width, front.height)
        return Box(2 * self.at - front.right, front.y, front.width, front.height)

    def place(self, front: Box) -> Transform:
        """Return what takes a back, upright with its top left corner at the origin, behind its front in a box."""
        over = Transform(d=-1, f=2 * self.at) if self.across else Transform(a=-1, e=2 * self.at)
        return over.then(Transform(e=front.x, f=front.y)).then(Transform(a=-1, e=front.width))


def crosses(box: Box, mirror: Mirror | None = None, arm: float = ARM) -> Item:
    """Return a small cross on every corner of a box; with a mirror, those that come to lie behind these."""
    box = mirror.box(box) if mirror else box
    lines = [line for x in (box.x, box.right) for y in (box.y, box.bottom)
             for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    return Group((shapes.lines(lines, _FINE),), layer=Layer.GUIDE)


def half(room: Box, *, across: bool) -> tuple[Box, Mirror]:
    """Return the half of a room that fronts have, the lower or the left one, and the line to fold along."""
    if across:
        fold = room.y + room.height / 2
        return Box(room.x, fold + STRIP, room.width, room.bottom - fold - STRIP), Mirror(fold, across=True)
    fold = room.x + room.width / 2
    return Box(room.x, room.y, fold - STRIP - room.x, room.height), Mirror(fold)


def edge_of(ways: Iterable[Backs]) -> Edge:
    """Return the edge that the sheets of a document are turned over, "" if none is: the first that is asked for."""
    edges: Iterator[Edge] = ("short" if way is Backs.SHORT else "long" for way in ways if way.duplex)
    return next(edges, "")


def backed(ways: Iterable[Backs]) -> bool:
    """Say whether anything has its back on the other side, or half, of its sheet."""
    return any(way.duplex or way is Backs.FOLD for way in ways)


def sheet_code(number: int, edge: Edge, *, back: bool = False) -> str:
    """Return which side of which sheet a page is, for its head; "" in a document with one side."""
    if not edge:
        return ""
    return f"back of sheet {number}, turned over its {edge} edge" if back else f"front of sheet {number}"


def overturned(page: Page | Paper, edge: str) -> bool:
    """Say whether a page that is turned over its long (or short) edge is turned over a level one."""
    return (edge == "short") == (page.height >= page.width)


def turned(page: Page, edge: str, offset: tuple[float, float] = (0.0, 0.0)) -> Page:
    """Return a back page, made for an upright edge, as the sheet is turned; the printer's `offset` moves it."""
    way = Transform(e=offset[0], f=offset[1])
    if overturned(page, edge):
        way = way.rotate(180, page.width / 2, page.height / 2)
    return page if way == Transform() else replace(page, items=(Group(page.items, way),))


def _blank(width: float, height: float, words: str, label: str) -> Page:
    words = ": ".join(filter(None, ("blank on purpose", words)))
    style = text.Style("sans", 7, color=Color(90, 90, 90))
    return Page(width, height, text.line(words, style, width / 2, height - 10 * MM, "middle"), label=label)


def empty(width: float, height: float) -> Page:
    """Return an empty page before what begins on the front of a sheet; a line at its foot says so."""
    return _blank(width, height, "what follows begins on a sheet of its own", "empty")


def empty_back(front: Page) -> Page:
    """Return the page behind one that has nothing on its back: a line at its foot, behind no piece, says so."""
    return _blank(front.width, front.height, f"the back of {front.label}" if front.label else "", f"{front.label}b")


def with_empty_backs(pages: Iterable[Page], edge: Edge) -> Iterator[Page]:
    """Give pages, each with an empty one behind it if the document is printed on both sides."""
    for page in pages:
        yield from (page, empty_back(page)) if edge else (page,)


# --- several pages on a sheet -------------------------------------------------------------------------------


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

    def filled(self, pages: Sequence[Page], *, behind: bool = False, half_turn: bool = False) -> Page:
        """Return a sheet of pages, row by row; of backs, as they lie `behind` them; with `half_turn` on their heads."""
        page, items, links = self.page, [], []
        way = Transform().rotate(180, page.width / 2, page.height / 2) if half_turn else Transform()
        for index, leaf in enumerate(pages):
            row, column = divmod(index, self.across)
            x, y = (self.across - 1 - column if behind else column) * page.width, row * page.height
            items.append(Group(leaf.items, Transform(e=x, f=y).then(way)))
            links += [link._replace(x=link.x + x, y=link.y + y) for link in leaf.links]
        return Page(self.sheet.width, self.sheet.height, tuple(items), _ALL.join(leaf.label for leaf in pages),
                    pages[0].anchor, tuple(mark for leaf in pages for mark in leaf.bookmarks), tuple(links))


def leaves_on(paper: Paper, *, lying: bool = False) -> Leaves:
    """Return how most pages of usual size, upright or `lying`, go on a sheet, turned as need be; one if two do not."""
    width, height = (UNIVERSAL.height, UNIVERSAL.width) if lying else (UNIVERSAL.width, UNIVERSAL.height)
    ways = [Leaves(sheet, int((sheet.width + SLACK) // width), int((sheet.height + SLACK) // height))
            for sheet in (paper, paper.turned())]
    best = max(ways, key=lambda way: (way.places, -abs(log(way.page.width * height / way.page.height / width))
                                      if way.places else 0.0))
    return best if best.places > 1 else Leaves(paper, 1, 1)


def n_up(pages: Iterable[Page], paper: Paper, edge: str = "", offset: tuple[float, float] = (0.0, 0.0)
         ) -> Iterator[Page]:
    """Give sheets with pages, each of one of the two sizes of `leaves_on`; those of a sheet lie alike.

    With an `edge`, "long" or "short", which sheets are turned over, pages are fronts and backs in turn: a back is as
    it would be printed by itself, not moved by the `offset`.
    """
    walked = iter(pages)
    leaf_by_leaf = ((front, next(walked)) if edge else (front,) for front in walked)
    for lying, alike in groupby(leaf_by_leaf, key=lambda leaf: leaf[0].width > leaf[0].height):
        leaves = leaves_on(paper, lying=lying)
        page, box = leaves.page, leaves.sheet.box
        cuts = [*((column * page.width, box.y, column * page.width, box.bottom) for column in range(1, leaves.across)),
                *((box.x, row * page.height, box.right, row * page.height) for row in range(1, leaves.down))]
        while sheet_pages := tuple(islice(alike, leaves.places)):
            fronts, *backs = zip(*sheet_pages, strict=True)
            sheet = leaves.filled(fronts)
            yield replace(sheet, items=(*sheet.items, Group((shapes.lines(cuts, _APART),), layer=Layer.GUIDE)))
            if backs:  # by itself, a back may stand on its head
                yield turned(leaves.filled(backs[0], behind=True, half_turn=overturned(page, edge)), edge, offset)


def bound(pages: Sequence[Page], paper: Paper) -> tuple[Page, ...]:
    """Return sheets with pages that lie alike, whose links lead to the sheets that their targets are on."""
    anchors = {page.anchor: pages[index - index % leaves_on(paper).places].anchor for index, page in enumerate(pages)}
    return tuple(replace(sheet, links=tuple(link._replace(target=anchors[link.target]) for link in sheet.links))
                 for sheet in n_up(pages, paper))


def codes(pages: Iterable[Page]) -> list[str]:
    """Return the codes of pages, also of those that lie on one sheet."""
    return [code for page in pages for code in page.label.split(_ALL)]
