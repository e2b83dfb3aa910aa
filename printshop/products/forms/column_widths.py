"""The widths of the columns of `stats` and `list` tables.

They are found from the words and marks of all units. All records of a form have the same columns, so that the pages of
a fleet look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from operator import itemgetter
from typing import Any

from printshop.drawing import fonts, text
from printshop.elements.texts import get_text_style
from printshop.formulas import FormulaError
from printshop.game.field_values import ListValue
from printshop.game.forms.cells import MARKS, Cell, ColumnWidth, FormRow, PanelCell
from printshop.game.forms.model import Form
from printshop.game.model import Unit
from printshop.layout import mark_rows
from printshop.layout.text_lines import PAD
from printshop.lengths import MM
from printshop.text_markup import escape_markup, strip_markup

WRITTEN = 8 * MM  # the least width of a column: room to write a figure
SLACK = 0.6 * MM  # beside words
MOST_ON_LINE = 20  # marks on one line; more of them take further lines


def with_column_widths(form: Form, units: Iterable[Unit]) -> Form:
    """Return a form whose tables have columns as wide as the contents of all units of the form need, in points."""
    if not any(_holds_table(row) for row in form.rows):
        return form
    return replace(form, rows=_fit_rows(form.rows, tuple(unit for unit in units if unit.kind == form.unit)))


def _holds_table(row: FormRow) -> bool:
    for cell in row.cells:
        if (isinstance(cell, PanelCell) and cell.fits_contents) or any(map(_holds_table, cell.rows)):
            return True
    return False


def _fit_rows(rows: tuple[FormRow, ...], units: tuple[Unit, ...]) -> tuple[FormRow, ...]:
    return tuple(replace(row, cells=tuple(_fit_cell(cell, units) for cell in row.cells)) if _holds_table(row) else row
                 for row in rows)


def _fit_cell(cell: Cell, units: tuple[Unit, ...]) -> Cell:
    if not cell.rows:
        return cell
    rows = _fit_rows(cell.rows, units)
    if isinstance(cell, PanelCell) and cell.fits_contents:
        table = [row for row in rows if sum(inner.across for inner in row.cells) == len(cell.columns)]
        widths = _measure_columns(table, len(cell.columns), units)
        rows = tuple(replace(row, column_widths=widths) if row in table else row for row in rows)
    return replace(cell, rows=rows)


def _measure_columns(rows: Iterable[FormRow], count: int, units: tuple[Unit, ...]) -> tuple[ColumnWidth, ...]:
    """Return widths of columns that are enough for all cells. The last column of a cell that covers several grows."""
    cell_widths = [(column, inner.across, _measure_cell(inner, row.each, units)) for row in rows
                   for column, inner in zip(accumulate((other.across for other in row.cells), initial=0), row.cells,
                                            strict=False)]
    widths = [ColumnWidth(0.0, 0.0)] * count
    for column, across, cell_width in sorted(cell_widths, key=itemgetter(1)):
        last, before = column + across - 1, widths[column:column + across - 1]
        widths[last] = ColumnWidth(*(max(width, need - sum(earlier_widths)) for width, need, earlier_widths in zip(
            widths[last], cell_width, zip(*before, strict=True) if before else ((), ()), strict=True)))
    return tuple(widths)


def _measure_cell(cell: Any, each: str, units: tuple[Unit, ...]) -> ColumnWidth:
    """Return the width of a cell for all units: of all words on a line, and of the longest word if words wrap."""
    if cell.kind == MARKS:
        counts = [cell.blank or 0, *_list_counts(cell, each, units)]
        pitch = mark_rows.get_max_pitch(cell.shape)
        least, natural = (pitch * mark_rows.measure_groups(min(max(counts), most), cell.group)
                          for most in (cell.group, MOST_ON_LINE))
    else:
        style, lines = get_text_style(cell), {*_list_texts(cell, each, units)}
        least = natural = 0.0
        with suppress(fonts.MissingGlyphError):  # reported where the text is drawn
            natural = max((text.measure_text(line, style) for line in lines), default=0.0) + SLACK
            words = {word for line in lines for word in strip_markup(line).split()} if cell.wrap else ()
            bold = style._replace(bold=True)
            least = max((text.measure_text(escape_markup(word), bold) for word in words), default=0.0) + SLACK
    natural = max(natural + 2 * PAD, WRITTEN)
    flexible = cell.wrap or cell.kind == MARKS
    return ColumnWidth(min(max(least + 2 * PAD, WRITTEN), natural) if flexible else natural, natural)


def _list_values(each: str, units: tuple[Unit, ...]) -> Iterator[Mapping[str, object]]:
    """Yield the values that the cells of a row show, of all units and of all entries of `each`."""
    for unit in units:
        entries = unit.values.get(each) if each else None
        if not each:
            yield unit.values
        elif isinstance(entries, ListValue):
            yield from ({**unit.values, **row, "n": number} for number, row in enumerate(entries.rows, 1))


def _list_counts(cell: Any, each: str, units: tuple[Unit, ...]) -> Iterator[int]:
    for values in _list_values(each, units):
        with suppress(FormulaError, KeyError):  # reported where the marks are drawn
            count = cell.count.evaluate(values)
            if isinstance(count, int):
                yield count


def _list_texts(cell: Cell, each: str, units: tuple[Unit, ...]) -> Iterator[str]:
    wording = cell.text
    if wording is None:
        return
    for values in (({},) if wording.is_fixed else _list_values(each, units)):
        with suppress(FormulaError, KeyError):  # reported where the text is drawn
            yield wording.fill(values)  # type: ignore[arg-type]
