"""Fronts and backs of sheets for two-sided printing, and several pages on one sheet. Points, origin top left, y down.

In a document with backs, every front page is followed by its back page, even an empty one, so that the two match on
every printer; the file states the edge to turn over. A printer that turns the sheet over a vertical edge mirrors the
page in its vertical middle line. Turning over a horizontal edge does the same to a back page rotated by 180 degrees.
So a back page is drawn once, for the vertical edge, and `turned` for the other.
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

Edge = Literal["", "long", "short"]  # the edge over which sheets are turned; "" if one-sided
SAFE = 2 * MM  # free between text on a back and the cut: printers register the two sides no better
ARM = 1.0 * MM  # half of a corner cross; the crosses of both sides lie behind each other
STRIP = 3 * MM  # free on either side of a sheet's fold, so that an inexact fold shows on no piece
SLACK = 0.5 * MM  # by which a page may be smaller than `UNIVERSAL`
_FINE, _APART = Stroke(BLACK, 0.35), Stroke(BLACK, 0.35, dash=(4.0, 3.0))  # the dashed one is for cuts between pages
_ALL = ", "  # separates the codes of the pages on one sheet


class Backs(Enum):
    """How the front and the back of a piece are joined."""

    LONG = "long"  # on both sides of the sheet, turned over its long edge
    SHORT = "short"
    FOLD = "fold"  # on the two halves of a folded sheet
    BESIDE = "beside"  # next to each other, each piece folded separately
    NONE = "none"  # fronts only

    @property
    def duplex(self) -> bool:
        """Whether the sheet is printed on both sides."""
        return self in (Backs.LONG, Backs.SHORT)


class Mirror(NamedTuple):
    """The line between fronts and backs, x = `at`, or y = `at` if `across`; on duplex sheets the middle of the page."""

    at: float
    across: bool = False

    def box(self, front: Box) -> Box:
        """Return the rectangle of a back, given that of its front."""
        if self.across:
            return Box(front.x, 2 * self.at - front.bottom, front.width, front.height)
        return Box(2 * self.at - front.right, front.y, front.width, front.height)

    def place(self, front: Box) -> Transform:
        """Return the transform that puts a back, upright with its top left corner at the origin, behind its front."""
        over = Transform(d=-1, f=2 * self.at) if self.across else Transform(a=-1, e=2 * self.at)
        return over.then(Transform(e=front.x, f=front.y)).then(Transform(a=-1, e=front.width))


def crosses(box: Box, mirror: Mirror | None = None, arm: float = ARM) -> Item:
    """Return a small cross on every corner of a rectangle; with a mirror, the crosses behind these."""
    box = mirror.box(box) if mirror else box
    lines = [line for x in (box.x, box.right) for y in (box.y, box.bottom)
             for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    return Group((shapes.lines(lines, _FINE),), layer=Layer.GUIDE)


def half(room: Box, *, across: bool) -> tuple[Box, Mirror]:
    """Return the half of a rectangle for fronts (the lower if `across`, else the left) and the fold line."""
    if across:
        fold = room.y + room.height / 2
        return Box(room.x, fold + STRIP, room.width, room.bottom - fold - STRIP), Mirror(fold, across=True)
    fold = room.x + room.width / 2
    return Box(room.x, room.y, fold - STRIP - room.x, room.height), Mirror(fold)


def edge_of(ways: Iterable[Backs]) -> Edge:
    """Return the edge that the document's sheets are turned over: of the first duplex kind, "" if there is none."""
    edges: Iterator[Edge] = ("short" if way is Backs.SHORT else "long" for way in ways if way.duplex)
    return next(edges, "")


def backed(ways: Iterable[Backs]) -> bool:
    """Return whether any piece has its back on the other side, or the other half, of its sheet."""
    return any(way.duplex or way is Backs.FOLD for way in ways)


def sheet_code(number: int, edge: Edge, *, back: bool = False) -> str:
    """Return the sheet number and side of a page, for its header; "" in a one-sided document."""
    if not edge:
        return ""
    return f"back of sheet {number}, turned over its {edge} edge" if back else f"front of sheet {number}"


def overturned(page: Page | Paper, edge: str) -> bool:
    """Return whether turning a page over its long (or short) `edge` means a horizontal edge."""
    return (edge == "short") == (page.height >= page.width)


def turned(page: Page, edge: str, offset: tuple[float, float] = (0.0, 0.0)) -> Page:
    """Return a back page, drawn for a vertical edge, for turning over `edge`; the printer's `offset` moves it."""
    way = Transform(e=offset[0], f=offset[1])
    if overturned(page, edge):
        way = way.rotate(180, page.width / 2, page.height / 2)
    return page if way == Transform() else replace(page, items=(Group(page.items, way),))


def _blank(width: float, height: float, words: str, label: str) -> Page:
    words = ": ".join(filter(None, ("blank on purpose", words)))
    style = text.Style("sans", 7, color=Color(90, 90, 90))
    return Page(width, height, text.line(words, style, width / 2, height - 10 * MM, "middle"), label=label)


def empty(width: float, height: float) -> Page:
    """Return an empty page before content that begins on the front of a sheet; a line at its foot says so."""
    return _blank(width, height, "what follows begins on a sheet of its own", "empty")


def empty_back(front: Page) -> Page:
    """Return an empty page behind a front that has no back; a line at its foot, behind no piece, says so."""
    return _blank(front.width, front.height, f"the back of {front.label}" if front.label else "", f"{front.label}b")


def with_empty_backs(pages: Iterable[Page], edge: Edge) -> Iterator[Page]:
    """Yield pages, each followed by an empty back if the document is printed on both sides (`edge` is not "")."""
    for page in pages:
        yield from (page, empty_back(page)) if edge else (page,)


# --- several pages on one sheet -----------------------------------------------------------------------------


class Leaves(NamedTuple):
    """A grid of `across` x `down` pages on a `sheet`."""

    sheet: Paper
    across: int
    down: int

    @property
    def page(self) -> Paper:
        """The size of one page."""
        return replace(self.sheet, width=self.sheet.width / self.across, height=self.sheet.height / self.down)

    @property
    def places(self) -> int:
        """The number of pages on a sheet."""
        return self.across * self.down

    def filled(self, pages: Sequence[Page], *, behind: bool = False, half_turn: bool = False) -> Page:
        """Return a sheet of pages, row by row; backs lie `behind` their fronts, rotated with `half_turn`."""
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
    """Return the grid of the most `UNIVERSAL` pages, upright or `lying`, on a sheet, turned if needed; else 1 x 1."""
    width, height = (UNIVERSAL.height, UNIVERSAL.width) if lying else (UNIVERSAL.width, UNIVERSAL.height)
    ways = [Leaves(sheet, int((sheet.width + SLACK) // width), int((sheet.height + SLACK) // height))
            for sheet in (paper, paper.turned())]
    best = max(ways, key=lambda way: (way.places, -abs(log(way.page.width * height / way.page.height / width))
                                      if way.places else 0.0))
    return best if best.places > 1 else Leaves(paper, 1, 1)


def n_up(pages: Iterable[Page], paper: Paper, edge: str = "", offset: tuple[float, float] = (0.0, 0.0)
         ) -> Iterator[Page]:
    """Yield sheets of pages; each sheet has pages of one orientation.

    With an `edge` to turn over ("long" or "short"), pages are fronts and backs in turn: a back is as it would be
    printed by itself, not moved by the `offset`, which moves the back of the sheet.
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
            if backs:  # a separately printed back may be rotated by 180 degrees
                yield turned(leaves.filled(backs[0], behind=True, half_turn=overturned(page, edge)), edge, offset)


def bound(pages: Sequence[Page], paper: Paper) -> tuple[Page, ...]:
    """Return sheets of pages of one orientation; links lead to the sheets on which their target pages lie."""
    anchors = {page.anchor: pages[index - index % leaves_on(paper).places].anchor for index, page in enumerate(pages)}
    return tuple(replace(sheet, links=tuple(link._replace(target=anchors[link.target]) for link in sheet.links))
                 for sheet in n_up(pages, paper))


def codes(pages: Iterable[Page]) -> list[str]:
    """Return the codes of all pages, including those that share a sheet."""
    return [code for page in pages for code in page.label.split(_ALL)]
