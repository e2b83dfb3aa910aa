"""Labels of the spaces of a record in which players write, for screens that show the spaces without the record.

A label is the words in the cell of the space ("Notes"), or those beside and above it: "Speed: 3" is the label of an
empty cell in the row "Speed" and in the column "3". Words are only those that all records of a form have.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from printshop.drawing.display_list import WritingArea
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.products.forms.painters import CellPainter
from printshop.text_markup import strip_markup

NEAR = 1 * MM  # the largest gap between cells of one row or column
LONGEST_GROUP = 40  # letters of the words of several cells


def list_writing_areas(painters: Sequence[CellPainter]) -> tuple[WritingArea, ...]:
    """Return the places in which players write on a form, each with its label or ""."""
    places = {number: [*painter.find_writing_places()] for number, painter in enumerate(painters)}
    if not any(places.values()):
        return ()
    words = [" ".join(strip_markup(painter.fixed_words).split()) for painter in painters]
    cells = [painter.place for painter in painters]
    beside = {number: number - 1 for number, (left, right) in enumerate(pairwise(cells), 1) if _is_beside(left, right)}
    by_bottom = dict[int, list[int]]()
    for number, cell in enumerate(cells):
        by_bottom.setdefault(round(cell.bottom / NEAR), []).append(number)

    def is_blank(number: int) -> bool:
        return not (places[number] or words[number] or painters[number].cell.has_marks)

    @cache
    def find_words_beside(number: int) -> str:
        """Return the nearest words to the left, with those of the cells before them."""
        left = beside.get(number)
        if left is None or painters[left].cell.has_marks:
            return ""
        if places[left] or is_blank(left):
            return find_words_beside(left)
        before = "" if places.get(beside.get(left, -1)) else find_words_beside(left)
        whole = f"{before} {words[left]}"
        return whole if before and len(whole) <= LONGEST_GROUP else words[left]

    def find_above(number: int, *, is_column: bool) -> int | None:
        cell = cells[number]
        row = round(cell.y / NEAR)
        return next((above for level in (row, row - 1, row + 1) for above in by_bottom.get(level, ())
                     if above != number and _is_above(cells[above], cell, is_column=is_column)), None)

    @cache
    def find_words_above(number: int, *, is_column: bool) -> str:
        """Return the words at the head of a column or, above several columns, of all of them."""
        above = find_above(number, is_column=is_column)
        if above is None or painters[above].cell.has_marks:
            return ""
        if places[above]:
            return find_words_above(above, is_column=is_column)
        return words[above] or find_words_beside(above)

    def make_label(number: int) -> str:
        own, left = words[number], find_words_beside(number)
        if own:
            parts = left or find_words_above(number, is_column=False), own
        else:
            parts = left, find_words_above(number, is_column=True)
        return ": ".join(filter(None, parts))

    return tuple(WritingArea(*place, make_label(number)) for number, spaces in places.items() for place in spaces)


def _is_beside(left: Rect, right: Rect) -> bool:
    return abs(left.right - right.x) < 2 * NEAR and (
        min(left.bottom, right.bottom) - max(left.y, right.y) > min(left.height, right.height) / 2)


def _is_above(above: Rect, below: Rect, *, is_column: bool) -> bool:
    if abs(above.bottom - below.y) >= NEAR:
        return False
    if is_column:
        return abs(above.x - below.x) < NEAR and abs(above.right - below.right) < NEAR
    return above.x <= below.center[0] <= above.right
