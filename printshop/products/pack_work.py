"""The work that a pack needs.

The module counts pieces to cut out and sheets to print, and estimates the time for cutting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from typing import NamedTuple

from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink_share import measure_ink
from printshop.products.product import PrintInstructions, Product
from printshop.words import Words

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

    def count_sheets(self, words: Words) -> Iterator[tuple[str, int]]:
        """Yield stocks and numbers of sheets of these stocks, with all copies of the pages."""
        if self.document.is_booklet:
            yield self._name_stock(self.pages[0], words), -(-len(self.pages) // _PAGES_A_FOLDED_SHEET)
            return
        for page in self.pages[::2 if self.document.duplex else 1]:
            yield self._name_stock(page, words), self.count_copies(page)

    def count_pieces(self, words: Words) -> Iterator[tuple[str, int]]:
        """Yield stocks and numbers of pieces to cut out of these stocks, with all copies of the pages."""
        for page in self.pages:
            yield self._name_stock(page, words), page.cutouts * self.count_copies(page)

    def _name_stock(self, page: Page, words: Words) -> str:
        return self.describe_stock(page, words).partition(",")[0]

    def describe_stock(self, page: Page, words: Words) -> str:
        """Return the material for a page, with its weight if the material has one, as markup."""
        return words.name(page.material) or self.instructions.material

    def count_copies(self, page: Page) -> int:
        """Return how often a page is printed. A page of several kits counts once for each kit in which it stands."""
        return 1 if page.label in self.instructions.single_pages else self.instructions.copies


def describe_work(parts: Iterable[PrintedPart], words: Words, front_pages: int = 0) -> tuple[str, ...]:
    """Return the lines of the print guide on the work for a pack, as markup.

    Sheets are counted with those of the `front_pages`, the cover and the print guide. Pages that a print service cuts
    are not counted.
    """
    home_parts = [part for part in parts if not part.pages[0].bleed]
    pieces, sheets = Counter[str](), Counter[str]({words.name("paper"): front_pages} if front_pages else {})
    for part in home_parts:
        pieces.update(dict(sum_by_stock(part.count_pieces(words))))
        sheets.update(dict(sum_by_stock(part.count_sheets(words))))
    map_sheets = sum(len(part.pages) for part in home_parts if part.product.is_joined and len(part.pages) > 1)
    minutes = (SECONDS_A_PIECE * pieces.total() + SECONDS_A_MAP_SHEET * map_sheets) / 60
    lines = []
    if sheets:
        lines.append(words("sheets_to_print", count=sheets.total(), stocks=_list_by_stock(sheets, words)))
    if +pieces:
        lines.append(words("pieces_to_cut", count=pieces.total(), stocks=_list_by_stock(+pieces, words)))
    if minutes:
        rules = {"time_a_piece": pieces.total(), "time_a_map_sheet": map_sheets}
        lines.append(words("time_to_build", minutes=ceil(minutes / _ROUNDING) * _ROUNDING,
                           rules=words.join(words(rule) for rule, count in rules.items() if count)))
    codes = [page.label for part in home_parts for page in part.pages if _CLEAR_FILM in page.material]
    if codes:
        lines.append(words("no_film", codes=_join_codes(codes, words)))
    if any(part.document.duplex or part.document.is_booklet for part in home_parts):
        lines.append(words("one_side"))
    return tuple(lines)


def describe_ink(documents: Iterable[Iterable[Page]], words: Words) -> tuple[str, ...]:
    """Return the line of the print guide on the pages that need much ink, as markup, or nothing.

    Pages that a print service prints do not count.
    """
    runs = [_join_codes([page.label for page in run], words) for pages in documents
            for is_dark, run in groupby(pages, lambda page: not page.bleed and measure_ink(page) > MUCH_INK) if is_dark]
    return (words("much_ink", percent=round(MUCH_INK * 100), codes=words.join(runs)),) if runs else ()


def sum_by_stock(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Return the total number for each stock, in the order of the stocks.

    >>> sum_by_stock([("paper", 2), ("card", 1), ("paper", 3)])
    Counter({'paper': 5, 'card': 1})
    """
    totals = Counter[str]()
    for stock, count in counts:
        totals[stock] += count
    return totals


def _list_by_stock(counts: Counter[str], words: Words) -> str:
    if len(counts) == 1:
        return words("all_of_stock", stock=next(iter(counts)))
    return words.join(words("number_of_stock", number=count, stock=stock) for stock, count in counts.items())


def _join_codes(codes: list[str], words: Words) -> str:
    return words("codes", first=codes[0], last=codes[-1]) if len(codes) > 1 else codes[0]
