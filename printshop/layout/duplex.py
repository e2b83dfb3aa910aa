"""Fronts and backs of sheets for two-sided printing, and several pages on one sheet.

Lengths are in points, with the origin at the top left and y down.

In a document with backs, every front page is followed by its back page, even by an empty back page, so that
fronts and backs match on every printer. The file states the edge over which sheets are turned. A printer
that turns the sheet over a vertical edge mirrors the page in its vertical middle line. A turn over a
horizontal edge has the same effect on a back page that is rotated by 180 degrees. Therefore each back page
is drawn once, for the vertical edge; `turn_back_page` adapts the page to the horizontal edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby, islice
from math import log
from typing import Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Color, Group, Item, Page, PageLayer, Stroke
from printshop.drawing.geometry import Transform
from printshop.layout.rectangles import UNIVERSAL, Paper, Rect
from printshop.lengths import MM
from printshop.words import Words

TurnEdge = Literal["", "long", "short"]  # the edge over which sheets are turned; "" if one-sided
SAFE_MARGIN = 2 * MM  # free between text on a back and the cut: printers register the two sides no better
SMALL_SIDE, SAFE_SHARE = 16 * MM, 0.04  # up to this length of the shorter side, the free margin is a share of it
CROSS_ARM = 1.0 * MM  # half of a corner cross; the crosses of both sides lie behind each other
FOLD_MARGIN = 3 * MM  # free on either side of a sheet's fold, so that an inexact fold shows on no piece
SIZE_TOLERANCE = 0.5 * MM  # by which a page may be smaller than `UNIVERSAL`
# the dashed one is for cuts between pages
_CROSS_STROKE, _CUT_STROKE = Stroke(BLACK, 0.35), Stroke(BLACK, 0.35, dash=(4.0, 3.0))
_CODE_SEPARATOR = ", "  # separates the codes of the pages on one sheet


def find_safe_margin(width: float, height: float) -> float:
    """Return the width that stays free between words on the back of a piece and the cut, in points."""
    side = min(width, height)
    return SAFE_SHARE * side if side <= SMALL_SIDE else SAFE_MARGIN


class BackMode(Enum):
    """The way in which the front and the back of a piece are joined."""

    LONG = "long"  # on both sides of the sheet, turned over its long edge
    SHORT = "short"
    FOLD = "fold"  # on the two halves of a folded sheet
    BESIDE = "beside"  # next to each other, each piece folded separately
    NONE = "none"  # fronts only

    @property
    def is_duplex(self) -> bool:
        """Whether the sheet is printed on both sides."""
        return self in (BackMode.LONG, BackMode.SHORT)


class MirrorLine(NamedTuple):
    """The line between fronts and backs: x = `position`.

    If `horizontal` is true, the line is y = `position`.
    """

    position: float
    horizontal: bool = False

    def mirror_rect(self, front: Rect) -> Rect:
        """Return the rectangle of a back, given the rectangle of its front."""
        if self.horizontal:
            return Rect(front.x, 2 * self.position - front.bottom, front.width, front.height)
        return Rect(2 * self.position - front.right, front.y, front.width, front.height)

    def place_back(self, front: Rect) -> Transform:
        """Return the transform that puts a back behind its front.

        Before the transform, the back is upright, with its top left corner at the origin.
        """
        reflection = Transform(d=-1, f=2 * self.position) if self.horizontal else Transform(a=-1, e=2 * self.position)
        return reflection.compose(Transform(e=front.x, f=front.y)).compose(Transform(a=-1, e=front.width))


def draw_crosses(rect: Rect, mirror: MirrorLine | None = None, arm: float = CROSS_ARM) -> Item:
    """Return a small cross on every corner of a rectangle.

    If `mirror` is given, the crosses lie behind these corners, on the back.
    """
    rect = mirror.mirror_rect(rect) if mirror else rect
    lines = [line for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)
             for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    return Group((shapes.lines(lines, _CROSS_STROKE),), layer=PageLayer.GUIDE)


def split_at_fold(rect: Rect, *, horizontal: bool) -> tuple[Rect, MirrorLine]:
    """Return the half of a rectangle for fronts, and the fold line.

    Fronts have the left half. If `horizontal` is true, fronts have the lower half.
    """
    if horizontal:
        fold = rect.y + rect.height / 2
        return Rect(rect.x, fold + FOLD_MARGIN, rect.width,
                    rect.bottom - fold - FOLD_MARGIN), MirrorLine(fold, horizontal=True)
    fold = rect.x + rect.width / 2
    return Rect(rect.x, rect.y, fold - FOLD_MARGIN - rect.x, rect.height), MirrorLine(fold)


def find_turn_edge(modes: Iterable[BackMode]) -> TurnEdge:
    """Return the edge over which the sheets of a document are turned.

    For a one-sided document, return "". The first duplex mode of `modes` decides.
    """
    edges: Iterator[TurnEdge] = ("short" if mode is BackMode.SHORT else "long" for mode in modes if mode.is_duplex)
    return next(edges, "")


def has_backs(modes: Iterable[BackMode]) -> bool:
    """Return whether any mode prints backs on the other side, or on the other half, of a sheet."""
    return any(mode.is_duplex or mode is BackMode.FOLD for mode in modes)


def describe_side(number: int, edge: TurnEdge, words: Words, *, back: bool = False) -> str:
    """Return the sheet number and side of a page, for the header.

    In a one-sided document, return "".
    """
    if not edge:
        return ""
    return words(f"back_over_{edge}_edge" if back else "front_of_sheet", number=number)


def turns_upside_down(page: Page | Paper, edge: str) -> bool:
    """Return whether the "long" or "short" `edge` of a page is horizontal.

    Turning the sheet over a horizontal edge exchanges top and bottom.
    """
    return (edge == "short") == (page.height >= page.width)


def turn_back_page(page: Page, edge: str, offset: tuple[float, float] = (0.0, 0.0)) -> Page:
    """Return a back page that is prepared for turning the sheet over `edge`, and moved by the printer's `offset`.

    The given page is drawn for turning the sheet over a vertical edge.
    """
    transform = Transform(e=offset[0], f=offset[1])
    if turns_upside_down(page, edge):
        transform = transform.rotate(180, page.width / 2, page.height / 2)
    return page if transform == Transform() else replace(page, items=(Group(page.items, transform),))


def _make_blank_page(width: float, height: float, reason: str, label: str) -> Page:
    style = text.Style("sans", 7, color=Color(90, 90, 90))
    return Page(width, height, text.set_line(reason, style, width / 2, height - 10 * MM, "middle"), label=label)


def make_empty_page(width: float, height: float, words: Words) -> Page:
    """Return an empty page, so that the content after it begins on the front of a sheet.

    A line near the bottom edge says that the page is blank on purpose.
    """
    return _make_blank_page(width, height, words("blank_page"), "empty")


def make_empty_back(front: Page, words: Words) -> Page:
    """Return an empty back for a front page without a back.

    A line near the bottom edge says that the page is blank on purpose. The line does not lie behind any piece.
    """
    return _make_blank_page(front.width, front.height, words("blank_back", label=front.label) if front.label
                            else words("blank"),
                            f"{front.label}b")


def add_empty_backs(pages: Iterable[Page], edge: TurnEdge, words: Words) -> Iterator[Page]:
    """Yield pages.

    If the document is two-sided (`edge` is not ""), an empty back follows each page.
    """
    for page in pages:
        yield from (page, make_empty_back(page, words)) if edge else (page,)


# --- several pages on one sheet -----------------------------------------------------------------------------


class PageGrid(NamedTuple):
    """A grid of `columns` x `rows` pages on one side of a `sheet`."""

    sheet: Paper
    columns: int
    rows: int

    @property
    def page_size(self) -> Paper:
        """The size of one page."""
        return replace(self.sheet, width=self.sheet.width / self.columns, height=self.sheet.height / self.rows)

    @property
    def capacity(self) -> int:
        """The number of pages on one side of a sheet."""
        return self.columns * self.rows

    def fill_sheet(self, pages: Sequence[Page], *, is_back: bool = False, half_turn: bool = False) -> Page:
        """Return one side of a sheet with pages in rows.

        If `is_back` is true, each page lies behind its front. If `half_turn` is true, each page is rotated by 180
        degrees.
        """
        size, items, links = self.page_size, [], []
        rotation = Transform().rotate(180, size.width / 2, size.height / 2) if half_turn else Transform()
        for index, page in enumerate(pages):
            row, column = divmod(index, self.columns)
            x, y = (self.columns - 1 - column if is_back else column) * size.width, row * size.height
            items.append(Group(page.items, Transform(e=x, f=y).compose(rotation)))
            links += [link._replace(x=link.x + x, y=link.y + y) for link in page.links]
        return Page(self.sheet.width, self.sheet.height, tuple(items),
                    _CODE_SEPARATOR.join(leaf.label for leaf in pages),
                    pages[0].anchor, tuple(mark for leaf in pages for mark in leaf.bookmarks), tuple(links))


def find_page_grid(paper: Paper, *, landscape: bool = False) -> PageGrid:
    """Return the grid with the most `UNIVERSAL` pages on a sheet.

    The sheet is turned if pages fit better that way. If a sheet has space for at most one page, the grid is 1 x 1.
    """
    width, height = (UNIVERSAL.height, UNIVERSAL.width) if landscape else (UNIVERSAL.width, UNIVERSAL.height)
    grids = [PageGrid(sheet, int((sheet.width + SIZE_TOLERANCE) // width),
                      int((sheet.height + SIZE_TOLERANCE) // height))
             for sheet in (paper, paper.rotate())]
    best = max(grids, key=lambda grid: (grid.capacity,
                                        -abs(log(grid.page_size.width * height / grid.page_size.height / width))
                                        if grid.capacity else 0.0))
    return best if best.capacity > 1 else PageGrid(paper, 1, 1)


def place_pages(pages: Iterable[Page], paper: Paper, edge: str = "", offset: tuple[float, float] = (0.0, 0.0)
                ) -> Iterator[Page]:
    """Yield the sides of sheets with pages.

    All pages on a sheet have the same orientation. If `edge` ("long" or "short") is given, sheets are turned over this
    edge, and `pages` are fronts and backs in turn. Each back must be drawn for printing by itself, without the
    `offset`, because the whole back of the sheet is moved by the `offset`.
    """
    page_iterator = iter(pages)
    page_groups = ((front, next(page_iterator)) if edge else (front,) for front in page_iterator)
    for landscape, same_orientation in groupby(page_groups, key=lambda leaf: leaf[0].width > leaf[0].height):
        grid = find_page_grid(paper, landscape=landscape)
        page, printable = grid.page_size, grid.sheet.printable
        cuts = [*((column * page.width, printable.y, column * page.width, printable.bottom)
                  for column in range(1, grid.columns)),
                *((printable.x, row * page.height, printable.right, row * page.height) for row in range(1, grid.rows))]
        while sheet_pages := tuple(islice(same_orientation, grid.capacity)):
            fronts, *backs = zip(*sheet_pages, strict=True)
            sheet = grid.fill_sheet(fronts)
            yield replace(sheet, items=(*sheet.items, Group((shapes.lines(cuts, _CUT_STROKE),), layer=PageLayer.GUIDE)))
            if backs:  # a separately printed back may be rotated by 180 degrees
                yield turn_back_page(grid.fill_sheet(backs[0], is_back=True, half_turn=turns_upside_down(page, edge)),
                                     edge, offset)


def place_linked_pages(pages: Sequence[Page], paper: Paper) -> tuple[Page, ...]:
    """Return sheets of pages of one orientation. Each link leads to the sheet with the target page of the link."""
    anchors = {page.anchor: pages[index - index % find_page_grid(paper).capacity].anchor for index,
               page in enumerate(pages)}
    return tuple(replace(sheet, links=tuple(link._replace(target=anchors[link.target]) for link in sheet.links))
                 for sheet in place_pages(pages, paper))


def list_page_codes(pages: Iterable[Page]) -> list[str]:
    """Return the codes of all pages, including the codes of pages that share a sheet."""
    return [code for page in pages for code in page.label.split(_CODE_SEPARATOR)]
