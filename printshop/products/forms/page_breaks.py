"""Page breaks of a record that is higher than a page: between rows, with the headings of tables repeated.

Blocks side by side are divided each at its own rows. Points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile

from printshop.game.forms.cells import BOX, CELLS, Cell, FormRow
from printshop.lengths import MM
from printshop.products.forms.grid import FormError, RowCounts, count_repeats, measure_heights

LEAST_USED_SHARE = 0.55  # of a page: if more is used, the page ends before a table and not within it
MAX_WHOLE_SHARE = 0.6  # of a page: a row with blocks that is no higher stands on one page
LEAST_PART_HEIGHT = 15 * MM  # left on a page, so that a row with blocks is divided
LEAST_BOX_HEIGHT = 20 * MM  # of a box to write in
MAX_PAGES = 20  # of one record
_NEAR = 0.01

Rows = tuple[FormRow, ...]


def divide_rows(rows: Rows, shape: RowCounts, height: float) -> tuple[Rows, ...]:
    """Return the rows of a record of a shape on each of its pages, which are `height` points high.

    A row that stands several times is returned as several rows. A page ends before the first row that does not fit,
    or outside a table before that row if the page is not too empty then, but never below a heading. Raises FormError
    if a row is higher than a page, or if there are more than 20 pages.
    """
    counts = dict(shape)
    pages, later = list[Rows](), [*_unroll(rows, counts)]
    while later:
        page_rows, later = _take_page(later, counts, height)
        if not page_rows:
            row = next(row for row in later if not row.is_heading)
            label = row.cells[0].label.partition(" of ")[2] if row.cells else ""  # "cell 1 of row 2 of form 'record'"
            raise FormError(f"{label or 'a row'} is {_measure(row, counts) / MM:.1f} mm high, but the page has room "
                            f"for only {height / MM:.1f} mm", "divide it into several rows")
        if len(pages) == MAX_PAGES:
            raise FormError(f"a record would take more than {MAX_PAGES} pages", "divide the form into several forms")
        pages.append(tuple(page_rows))
        later = [*dropwhile(_is_gap, later)]
    return tuple(pages)


def _is_gap(row: FormRow) -> bool:
    """Return whether a row is nothing but space, which the top of a page does not need."""
    return not row.rules and not row.shade and all(cell.is_empty and not cell.ground for cell in row.cells)


def _keep_rows(cell: Cell, rows: Rows) -> Cell:
    """Return a cell with some of its rows, or an empty cell if none of them is left."""
    return replace(cell, rows=rows) if rows else CELLS.default_kind(across=cell.across)


def _unroll(rows: Rows, counts: dict[str, int]) -> Iterator[FormRow]:
    """Yield every row once for each time that it stands on a record, without its condition.

    Boxes to write in may become lower than in a record that stands on one page.
    """
    for row, times in zip(rows, count_repeats(rows, counts), strict=True):
        cells = tuple(_keep_rows(cell, tuple(_unroll(cell.rows, counts))) if cell.rows else cell for cell in row.cells)
        is_writing_space = bool(cells) and all(cell.kind == BOX or cell.is_empty for cell in cells)
        least = min(row.height, LEAST_BOX_HEIGHT) if is_writing_space and row.height and not row.rules else row.least
        for place in range(times):
            yield replace(row, gap=0.0 if place else row.gap, cells=cells, least=least, only_if=None, blank=-1,
                          repeat=1, first=row.first + place, next_entry_only=bool(row.each))


def _measure(row: FormRow, counts: dict[str, int]) -> float:
    """Return the least height of a row."""
    return measure_heights((row,), counts).lowest


def _take_page(rows: Sequence[FormRow], counts: dict[str, int], height: float) -> tuple[list[FormRow], list[FormRow]]:
    """Return the rows that stand on a page, and those that follow; no rows for the page if the first does not fit."""
    end, used = 0, 0.0
    while end < len(rows) and used + (row_height := _measure(rows[end], counts)) <= height + _NEAR:
        used += row_height
        end += 1
    if end == len(rows):
        return [*rows], []
    free, is_kept_whole = height - used, _measure(rows[end], counts) <= MAX_WHOLE_SHARE * height
    if free >= LEAST_PART_HEIGHT and not is_kept_whole and (parts := _divide_blocks(rows[end], counts, free)):
        return [*rows[:end], parts[0]], [parts[1], *rows[end + 1:]]
    last = end  # the first row of the next page
    while last and rows[last - 1].is_heading:
        last -= 1
    early = [place for place in range(1, last + 1) if not _is_within_table(rows, place)
             and sum(_measure(row, counts) for row in rows[:place]) >= LEAST_USED_SHARE * height]
    last = max(early, default=last)
    above = next((row for row in reversed(rows[:last]) if row.is_heading or not row.rules), None)
    goes_on = above is not None and above.is_heading and _is_within_table(rows, last)
    return [*rows[:last]], [*([above] if above and goes_on else ()), *rows[last:]]


def _is_within_table(rows: Sequence[FormRow], place: int) -> bool:
    """Return whether a page that ends before the row at `place` ends within a table."""
    return rows[place - 1].rules and rows[place].rules and not rows[place].is_heading


def _divide_blocks(row: FormRow, counts: dict[str, int], height: float) -> tuple[FormRow, FormRow] | None:
    """Return a row with blocks in two parts, the first at most `height` points high; None if a block has no part there.

    Cells beside the blocks stay in the first part. A block that goes on alone has the whole width.
    """
    if not any(cell.rows for cell in row.cells) or any(cell.repeat > 1 for cell in row.cells):
        return None
    first, second = list[Cell](), list[Cell]()
    for cell in row.cells:
        first_rows, later_rows = _take_page(cell.rows, counts, height) if cell.rows else ([], [])
        if cell.rows and not first_rows:
            return None
        first.append(replace(cell, rows=tuple(first_rows)) if cell.rows else cell)
        second.append(_keep_rows(cell, tuple(later_rows)))
    blocks = [cell for cell in second if cell.rows]
    if len(blocks) == 1:
        second = [replace(blocks[0], across=sum(cell.across for cell in second))]
    return (replace(row, height=0.0, least=0.0, takes_rest=False, cells=tuple(first)),
            replace(row, height=0.0, least=0.0, takes_rest=row.takes_rest, cells=tuple(second)))


def find_highest(shapes: Iterable[RowCounts], rows: Rows) -> RowCounts:
    """Return the shape of the highest record."""
    return max(shapes, key=lambda shape: measure_heights(rows, dict(shape)).lowest)
