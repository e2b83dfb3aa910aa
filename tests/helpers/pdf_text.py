"""Texts of a written PDF, read by a program that did not write it: runs by row and column, blocks of cards."""

from __future__ import annotations

import ctypes
import re
from dataclasses import replace
from itertools import groupby, islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from printshop.output import pdf
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from printshop.drawing.display_list import Document

LEVEL = 3.0
"""Points by which the words of one row may stand on different lines."""
MAX_DISTANCE = 2.5
"""Points by which a figure may stand beside the place of its column."""


BREAK_HYPHEN = "\x02"
"""The character that PDFium gives for a hyphen at the end of a line."""
HEAD, FOOT = 60.0, 756.0
"""Points from the top of a page of the usual size: the words of the header and the footer are beyond."""
BLANK = 4.0
"""Points between two words of one cell, at most."""
WRAPPED = 6.0
"""Points by which the lines of a cell stand lower than the cells beside it, at most."""


class Run(NamedTuple):
    """A run of text as it was drawn: its ends and its baseline, in points from the top left of the page; its size."""

    text: str
    left: float
    right: float
    y: float
    size: float = 0.0

    @property
    def x(self) -> float:
        """The middle."""
        return (self.left + self.right) / 2


def read_runs(document: Document, first: int | None = None) -> list[list[Run]]:
    """Return the runs of the pages of a document, or of its first ones, written and read, as they were drawn.

    The line at the foot that explains a † is left out: `tests/games/test_ours.py` finds it on all pages.
    """
    only = replace(document, pages=tuple(islice(document.pages, first)))
    with pypdfium2.PdfDocument(pdf.render_pdf(only)) as file:
        results = []
        for page in file:
            text = page.get_textpage()
            runs = _runs(text.raw, page.get_height())
            results.append(_join_broken_words(run for run in runs if run.text not in ("", load_words()("ours_line"))))
            text.close()
            page.close()
        return results


def _runs(text: object, height: float) -> Iterator[Run]:
    chars = (n for n in range(pdfium.FPDFText_CountChars(text)) if pdfium.FPDFText_IsGenerated(text, n) == 0)
    for _, group in groupby(chars, lambda n: _drawing(text, n)):
        own = list(group)
        string = "".join(chr(pdfium.FPDFText_GetUnicode(text, n)) for n in own)
        inked = [n for n, char in zip(own, string, strict=True) if not char.isspace()]
        if inked:
            left, right, bottom, top = ctypes.c_double(), ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
            lefts, rights = [], []
            for n in inked:
                pdfium.FPDFText_GetCharBox(text, n, left, right, bottom, top)
                lefts.append(left.value)
                rights.append(right.value)
            x, y = ctypes.c_double(), ctypes.c_double()
            pdfium.FPDFText_GetCharOrigin(text, inked[0], x, y)
            yield Run(" ".join(string.split()), min(lefts), max(rights),
                      height - y.value, pdfium.FPDFText_GetFontSize(text, inked[0]))


def _join_broken_words(runs: Iterable[Run]) -> list[Run]:
    """Return runs with each word that a hyphen breaks put together, where its second part stands."""
    results: list[Run] = []
    for run in runs:
        broken = results.pop().text.rstrip(BREAK_HYPHEN) if results and results[-1].text.endswith(BREAK_HYPHEN) else ""
        results.append(run._replace(text=broken + run.text))
    return results


def _drawing(text: object, n: int) -> int | None:
    result = pdfium.FPDFText_GetTextObject(text, n)
    return ctypes.addressof(result.contents) if result else None


def find_rows(runs: Iterable[Run], level: float = LEVEL) -> list[list[Run]]:
    """Return runs line by line from the top, each line from the left."""
    results: list[list[Run]] = []
    for run in sorted(runs, key=lambda one: (one.y, one.left)):
        if results and abs(results[-1][0].y - run.y) <= level:
            results[-1].append(run)
        else:
            results.append([run])
    return [sorted(row, key=lambda one: one.left) for row in results]


def read_lines(runs: Iterable[Run], level: float = LEVEL) -> list[list[str]]:
    """Return the words of the runs of `find_rows`."""
    return [[run.text for run in row] for row in find_rows(runs, level)]


def find_blocks(runs: Sequence[Run], titles: Sequence[str]) -> dict[str, list[Run]]:
    """Return the runs below each of a card's titles, which must all exist, in this order."""
    starts = []
    for title in titles:
        first = starts[-1] + 1 if starts else 0
        result = [next((n for n in range(first, len(runs)) if runs[n].text == words), -1)
                  for words in (title.upper(), title)]  # some themes print titles in capitals
        starts.append(next((n for n in result if n >= 0), -1))
        assert starts[-1] >= 0, f"there is no block {title!r} here"
    return {title: list(runs[start + 1 : end]) for title, start, end in
            zip(titles, starts, [*starts[1:], len(runs)], strict=True)}


def find_sections(runs: Sequence[Run], titles: Sequence[str]) -> dict[str, list[Run]]:
    """Return the runs below each title on the page, in any order; the key "" has the runs above all titles."""
    expected = {title.upper(): title for title in titles}
    results: dict[str, list[Run]] = {"": []}
    here = results[""]
    for run in runs:
        if title := expected.pop(run.text.upper(), None):
            here = results[title] = []
        else:
            here.append(run)
    return results


def find_body(pages: Sequence[Sequence[Run]]) -> list[Run]:
    """Return the runs of some pages without header and footer."""
    return [run for page in pages for run in page if HEAD < run.y < FOOT]


def take_table(
    results: list[list[Run]], expected: Sequence[Sequence[str]]
) -> tuple[list[tuple[str, ...]], list[list[Run]]]:
    """Find a table with the wanted headings among rows. Return its cells, each in the column of its heading; the rest.

    A cell stands below a heading if both have nearly the same left edge, right edge or middle.
    """
    head, count = list(expected[0]), len(expected)
    start = next((n for n, row in enumerate(results) if [run.text for run in row] == head), None)
    assert start is not None, f"no row says {head}: {[[run.text for run in row] for row in results]}"
    cells = [_by_heading(row, results[start]) for row in results[start : start + count]]
    return cells, results[:start] + results[start + count :]


def take_columns(runs: Iterable[Run], head: Sequence[str]) -> tuple[list[str], list[list[Run]]]:
    """Find a table whose cells may have several lines. Return the text of each column, and the other rows.

    The table ends after the last row with a cell below its second heading or a later one.
    """
    below = find_rows(runs)
    start = [[run.text for run in row] for row in below].index(list(head))
    headings = below[start]
    foot = max(number for number, row in enumerate(below) if number >= start
               and any(_find_nearest_heading(run, headings)[1] for run in join_runs(row)
                       if run.left > headings[1].left - MAX_DISTANCE))
    while foot + 1 < len(below) and below[foot + 1][0].y - below[foot][0].y < WRAPPED and len(below[foot + 1]) == 1:
        foot += 1  # the second line of a first cell
    results: list[list[str]] = [[] for _ in head]
    for row in below[start : foot + 1]:
        for run in join_runs(row):
            results[_column(run, headings)].append(run.text)
    return [" ".join(texts) for texts in results], below[:start] + below[foot + 1 :]


def join_runs(row: list[Run], blank: float = BLANK) -> Iterator[Run]:
    """Join runs that are a blank apart, because a cell may have two typefaces."""
    before = row[0]
    for run in row[1:]:
        if run.left - before.right < blank:
            before = before._replace(text=f"{before.text} {run.text}", right=run.right)
        else:
            yield before
            before = run
    yield before


def _find_nearest_heading(run: Run, headings: list[Run]) -> tuple[int, bool]:
    """Return the number of the heading nearest to a run, and whether the run stands below it."""
    away = [min(abs(run.x - one.x), abs(run.left - one.left), abs(run.right - one.right)) for one in headings]
    return away.index(min(away)), min(away) <= MAX_DISTANCE


def _column(run: Run, headings: list[Run]) -> int:
    column, below = _find_nearest_heading(run, headings)
    assert below, f"{run.text!r} stands below no heading of {[one.text for one in headings]}"
    return column


def _by_heading(row: list[Run], headings: list[Run]) -> tuple[str, ...]:
    line = [""] * len(headings)
    for run in row:
        column = _column(run, headings)
        line[column] = f"{line[column]} {run.text}".strip()
    while line and not line[-1]:
        line.pop()
    return tuple(line)


# Words that decide the meaning of a rule: numbers, one of two cases, the persons, negations.
DECIDING = """
zero one two three four five six seven eight nine ten eleven twelve first second third once twice half halved average
all every each any both either same only alone no not none nothing never without always may must cannot optional
more less fewer most least exactly up down rounded odd even higher highest lower lowest plus minus equal
closest nearest farther farthest fewest smallest largest better worse best
front flank rear before after between over under against out until instead again ends
enemy enemies friend friends foe other free freely lost right wrong random left top upper straight
"""


class Block(NamedTuple):
    """The wanted block of a card: its table by row and column, and the deciding words of its sentences."""

    table: tuple[tuple[str, ...], ...]
    sentences: str
    wordy: bool = False  # cells of the table may have several lines


def read_expected(text: str) -> dict[str, Block]:
    """Read blocks in the notation of tests: a title; indented, the rows of its table, and sentences after a colon.

    Blanks separate cells ("_" is a blank in a cell, "." an empty cell), or "|" in a line that begins with "|".
    """
    items: dict[str, Block] = {}
    for line in filter(None, text.split("\n")):
        if not line.startswith(" "):
            title, items[line] = line, Block((), "")
        elif (part := line.strip()).startswith(":"):
            items[title] = items[title]._replace(sentences=f"{items[title].sentences} {part[1:].strip()}".strip())
        else:
            cells = [cell.strip() for cell in part[1:].split("|")] if part.startswith("|") else [
                "" if cell == "." else cell.replace("_", " " if cell.strip("_") else "_") for cell in part.split()]
            items[title] = items[title]._replace(table=(*items[title].table, tuple(cells)), wordy=part.startswith("|"))
    return items


def pick_deciding(text: str, also: str = "") -> str:
    """Return the parts of a text that must be right: figures, marks †, and the words that decide the meaning."""
    known = set(f"{DECIDING} {also}".lower().split())
    words = (re.sub(r"’s$", "", word.strip(".,;:!?“”\"'()[]*…")) for word in re.split(r"[\s/]+|(?=†)", text))
    return " ".join(word for word in words if any(char.isdigit() or char in "†+−×=<>½" for char in word)
                    or word.lower() in known).lower()


def find_differences(page: Sequence[Run], expected: dict[str, Block], also: str = "",
                apart: Container[str] = ()) -> list[tuple[object, ...]]:
    """Return the differences of a card's blocks from the wanted ones: the title, the printed text, the wanted text.

    All deciding words must stand there, in order, and no others. Blocks in `apart` are compared elsewhere.
    """
    results: list[tuple[object, ...]] = []
    for title, runs in find_blocks(page, list(expected)).items():
        if title in apart:
            continue
        block, rest = expected[title], find_rows(runs)
        if block.wordy:
            texts, rest = take_columns(runs, block.table[0])
            wanted_texts = [" ".join(filter(None, column)) for column in zip_longest(*block.table, fillvalue="")]
            results += [(title, one, other) for one, other in zip(texts, wanted_texts, strict=True) if one != other]
        elif block.table:
            cells, rest = take_table(rest, block.table)
            results += [(title, one, other) for one, other in zip_longest(cells, block.table) if one != other]
        sentences = pick_deciding(" ".join(run.text for row in rest for run in row), also)
        if sentences != pick_deciding(block.sentences, also):
            results.append((title, sentences, pick_deciding(block.sentences, also)))
    return results
