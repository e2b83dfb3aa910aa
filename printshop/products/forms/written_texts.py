"""Texts in the writing spaces of records and cards, which players wrote at the table.

The spaces of a unit are numbered from 1 through all its records and cards, as `printshop.output.form_fields` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from printshop.drawing import text
from printshop.drawing.display_list import Group, Item, Page, TextRun
from printshop.game.model import Unit, make_unique_name
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import PAD, find_baseline
from printshop.products.build import report_errors
from printshop.text_markup import escape_markup

_LARGEST, _LEAST = 12.0, 0.5  # points: the size of letters; a long text is small rather than cut off
_HEIGHT_SHARE = 0.75  # of words and of a low space; numbers have no letters below the line
_NUMBER_RATIO = 4  # of width and height: narrower spaces are for numbers


class TextWriter:
    """The texts of units, which are drawn into their writing spaces from page to page."""

    def __init__(self) -> None:
        self._counts = Counter[str]()

    def write_on(self, pages: Iterable[Page], units: Iterable[Unit]) -> tuple[Page, ...]:
        """Return the next pages with the texts of units, within the fonts of the game.

        Raises PrintshopError for characters that no font has.
        """
        units_by_name = {make_unique_name(unit): unit for unit in units}
        return tuple(replace(page, items=(*self._write_in(page.items, units_by_name),)) for page in pages)

    def _write_in(self, items: Iterable[Item], units: dict[str, Unit]) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Group):
                texts = (*self._draw_texts(item, units[item.record]),) if item.record in units else ()
                yield replace(item, items=(*self._write_in(item.items, units), *texts))
            else:
                yield item

    def _draw_texts(self, record: Group, unit: Unit) -> Iterator[TextRun]:
        for area in record.writing_areas:
            self._counts[record.record] += 1
            if words := unit.writing.get(str(self._counts[record.record])):
                with report_errors(f"the text in a writing space of {unit.title}"):
                    yield from draw_written_text(words, Rect(*area[:4]))


def draw_written_text(words: str, space: Rect) -> tuple[TextRun, ...]:
    """Return a text in a writing space: a number in its middle, other words from its left."""
    is_number = space.width < _NUMBER_RATIO * space.height
    style = text.Style(size=min(_LARGEST, (1 if is_number else _HEIGHT_SHARE) * space.height))
    pad = min(PAD, 0.1 * space.width)
    return text.set_line(escape_markup(words), style, space.center[0] if is_number else space.x + pad,
                         find_baseline(space, style), "middle" if is_number else "start", space.width - 2 * pad, _LEAST)
