"""Choice of single pages of a document.

Pages are chosen by their numbers or by the codes that are printed at their feet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from printshop.drawing.display_list import Document, Page, PageStream
from printshop.layout.duplex import list_page_codes
from printshop.problems import PrintshopError, Problem, suggest_name

_RANGE = re.compile(r"(\d{1,5})(?: *[-–] *(\d{1,5}))?")
_CODE_RANGE = re.compile(r"([A-Z][A-Z0-9-]*-)(\d{1,5}) *[-–] *\1(\d{1,5})")
MAX_LISTED_CODES = 12
MAX_RANGE = 1_000  # codes in a range of codes


class PageChoice(NamedTuple):
    """The pages to print: ranges of numbers, each with its first and last number, and page codes in capitals.

    Of several sheets with the same code, a code chooses the first, or all with `every_copy`.
    """

    ranges: tuple[tuple[int, int], ...]
    codes: tuple[str, ...]
    every_copy: bool = False

    @property
    def file_stem(self) -> str:
        """The choice as a part of a file name: "3_7-9_c-2"."""
        ranges = (f"{first}" if first == last else f"{first}-{last}" for first, last in self.ranges)
        return "_".join((*ranges, *(re.sub(r"\W+", "-", code.lower()) for code in self.codes)))[:60]


def parse_page_choice(text: str) -> PageChoice:
    """Return the choice of pages in a text such as "3,7", "3-5", "C-2" or "C-2-C-4".

    Raises ValueError.
    """
    ranges, codes = list[tuple[int, int]](), list[str]()
    for part in filter(None, map(str.strip, text.split(","))):
        code_range = _CODE_RANGE.fullmatch(part.upper())
        match = code_range or _RANGE.fullmatch(part)
        if not match:
            codes.append(part.upper())
            continue
        first, last = map(int, code_range.group(2, 3) if code_range else (match[1], match[2] or match[1]))
        if not 0 < first <= last:
            raise ValueError(f"'{part}' is not a range of pages: pages have numbers from 1, and the first is not after "
                             "the last")
        if code_range and last - first >= MAX_RANGE:
            raise ValueError(f"'{part}' has more than {MAX_RANGE} pages: write a shorter range")
        codes += [f"{code_range[1]}{number}" for number in range(first, last + 1)] if code_range else []
        ranges += [] if code_range else [(first, last)]
    if not ranges and not codes:
        raise ValueError("name at least one page: a number (3), a range (3-5) or a page code (C-2)")
    return PageChoice(tuple(dict.fromkeys(ranges)), tuple(dict.fromkeys(codes)))


def choose_sheets(sheets: Iterable[tuple[range, Sequence[Page]]], choice: PageChoice, subject: str) -> Iterator[Page]:
    """Yield the pages of the chosen sheets.

    A sheet is given with its numbers and its pages: one, or front and back. With one side of a sheet, the other side is
    chosen, too. Raises PrintshopError at the end, with the pages that exist, if any part of the choice matches no page.
    """
    unmatched: set[tuple[int, int] | str] = {*choice.ranges, *choice.codes}
    all_codes, last_number = dict[str, None](), 0
    for numbers, pages in sheets:
        codes = [code for code in list_page_codes(pages) if code]
        all_codes |= dict.fromkeys(codes)
        last_number = max(last_number, *numbers)
        matches = {*(pair for pair in choice.ranges if any(pair[0] <= number <= pair[1] for number in numbers)),
                   *({*map(str.upper, codes)} & ({*choice.codes} if choice.every_copy else unmatched))}
        unmatched -= matches
        if matches:
            yield from pages
    if unmatched:
        raise PrintshopError(_list_problems(choice, unmatched, [*all_codes], last_number, subject))


def _list_problems(choice: PageChoice, unmatched: Collection[tuple[int, int] | str], codes: Sequence[str],
                   last_number: int, subject: str) -> list[Problem]:
    """Return a problem for each part of a choice that matches no page."""
    existing = f"there are pages 1 to {last_number}" if last_number > 1 else "there is only page 1"
    if codes:
        code_list = ", ".join(codes) if len(codes) <= MAX_LISTED_CODES else f"{codes[0]} to {codes[-1]}"
        existing += f", with the codes {code_list}"
    return [*(Problem(None, f"{subject}: there is no page {first if first == last else f'{first}-{last}'}", existing)
              for first, last in choice.ranges if (first, last) in unmatched),
            *(Problem(None, f"{subject}: no page has the code '{code[:40]}'",
                      suggest_name(code, codes) if codes else existing)
              for code in choice.codes if code in unmatched)]


def group_sheets(document: Document) -> Iterator[tuple[Page, ...]]:
    """Yield the pages of each sheet of a document.

    They are the front and the back of a two-sided sheet, or one page.
    """
    pages = iter(document.pages)
    while sheet := tuple(islice(pages, 2 if document.duplex else 1)):
        yield sheet


def choose_pages(document: Document, choice: PageChoice) -> Document:
    """Return a document with the chosen sheets only.

    Sheets are numbered from 1, and a sheet has one number even if it has two sides. The pages of a booklet are not
    folded.
    """

    def walk() -> Iterator[Page]:
        sheets = ((range(number, number + 1), pages) for number, pages in enumerate(group_sheets(document), 1))
        return choose_sheets(sheets, choice, document.title)

    return replace(document, pages=PageStream(walk), is_booklet=False)
