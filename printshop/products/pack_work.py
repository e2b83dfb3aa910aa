"""The work that a pack needs: pieces to cut out, sheets to print, and an estimate of the time for cutting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from typing import NamedTuple

from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink_share import measure_ink
from printshop.problems import join_with_and, pluralize
from printshop.products.product import PrintInstructions, Product

SECONDS_A_PIECE = 30  # to cut out, and to fold if needed
SECONDS_A_MAP_SHEET = 120  # to trim and join
_ROUNDING = 5  # minutes: the estimate is rounded up to a multiple
_CLEAR_FILM = "film"
_PAGES_A_FOLDED_SHEET = 4
MUCH_INK = 0.4  # the share of ink above which the print guide names a page


class PrintedPart(NamedTuple):
    """A part of a pack: a product, its document with all pages, and the instructions for these pages."""

    product: Product
    document: Document
    pages: tuple[Page, ...]
    instructions: PrintInstructions

    def count_sheets(self) -> Iterator[tuple[str, int]]:
        """Yield stocks and numbers of sheets of these stocks, with all copies of the pages."""
        if self.document.is_booklet:
            yield self._name_stock(self.pages[0]), -(-len(self.pages) // _PAGES_A_FOLDED_SHEET)
            return
        for page in self.pages[::2 if self.document.duplex else 1]:
            yield self._name_stock(page), self._count_copies(page)

    def count_pieces(self) -> Iterator[tuple[str, int]]:
        """Yield stocks and numbers of pieces to cut out of these stocks, with all copies of the pages."""
        for page in self.pages:
            yield self._name_stock(page), page.cutouts * self._count_copies(page)

    def _name_stock(self, page: Page) -> str:
        return (page.material or self.instructions.material).partition(",")[0]

    def _count_copies(self, page: Page) -> int:
        return 1 if page.label in self.instructions.single_pages else self.instructions.copies


def describe_work(parts: Iterable[PrintedPart]) -> tuple[str, ...]:
    """Return the lines of the print guide on the work for a pack, as markup.

    Pages that a print service cuts are not counted.
    """
    home_parts = [part for part in parts if not part.pages[0].bleed]
    pieces, sheets = Counter[str](), Counter[str]()
    for part in home_parts:
        pieces.update(dict(sum_by_stock(part.count_pieces())))
        sheets.update(dict(sum_by_stock(part.count_sheets())))
    map_sheets = sum(len(part.pages) for part in home_parts if part.product.is_joined and len(part.pages) > 1)
    minutes = (SECONDS_A_PIECE * pieces.total() + SECONDS_A_MAP_SHEET * map_sheets) / 60
    lines = []
    if sheets:
        lines.append(f"**{pluralize(sheets.total(), 'sheet')} to print:** {_list_by_stock(sheets)}.")
    if +pieces:
        lines.append(f"**{pluralize(pieces.total(), 'piece')} to cut out:** {_list_by_stock(+pieces)}.")
    if minutes:
        rules = {"half a minute for each piece": pieces.total(), "two minutes for each map sheet": map_sheets}
        lines.append(f"**About {ceil(minutes / _ROUNDING) * _ROUNDING} minutes to build it,** if you need "
                     f"{join_with_and(rule for rule, count in rules.items() if count)}.")
    codes = [page.label for part in home_parts for page in part.pages if _CLEAR_FILM in page.material]
    if codes:
        lines.append(f"**No clear film?** Print {_format_codes(codes)} on paper and cut out the pieces. Lay them "
                     "against the counter, and lay a ruler along their lines and edges.")
    if any(part.document.duplex or part.document.is_booklet for part in home_parts):
        lines.append("Pages without the words “both sides” are printed on one side.")
    return tuple(lines)


def describe_ink(documents: Iterable[Iterable[Page]]) -> tuple[str, ...]:
    """Return the line of the print guide on the pages that need much ink, as markup, or nothing.

    Pages that a print service prints do not count.
    """
    runs = [_format_codes([page.label for page in run]) for pages in documents
            for is_dark, run in groupby(pages, lambda page: not page.bleed and measure_ink(page) > MUCH_INK) if is_dark]
    if not runs:
        return ()
    return f"**More than {MUCH_INK * 100:.0f} % ink:** {join_with_and(runs)}. The option --ink light saves most of it.",


def sum_by_stock(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Return the total number for each stock, in the order of the stocks.

    >>> sum_by_stock([("paper", 2), ("card", 1), ("paper", 3)])
    Counter({'paper': 5, 'card': 1})
    """
    totals = Counter[str]()
    for stock, count in counts:
        totals[stock] += count
    return totals


def _list_by_stock(counts: Counter[str]) -> str:
    if len(counts) == 1:
        return f"all of {next(iter(counts))}"
    return join_with_and(f"{count} of {stock}" for stock, count in counts.items())


def _format_codes(codes: list[str]) -> str:
    return codes[0] if len(codes) == 1 else f"{codes[0]} to {codes[-1]}"
