"""A form fitted to what its cells need: columns made wider, rows higher, blocks side by side put below one another.

What comes out is a form like any other, for one width: every row has columns of its own, in points. A form that is
higher than its page is cut into several, between its rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from printshop.game.forms.form_model import Cell, Row
from printshop.layout.table import in_proportion
from printshop.products.forms import form_columns
from printshop.products.forms.form_columns import Demand
from printshop.products.forms.form_needs import HUGE, Width
from printshop.products.forms.form_plan import LEAST_REST, FormError
from printshop.products.forms.form_variants import bare
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.forms.form_model import Form
    from printshop.products.forms.form_needs import Needs

BETWEEN = 3 * MM  # blocks that are put below one another

Columns = tuple[float, ...]
Rows = tuple[Row, ...]


def fitted(form: Form, needs: Needs, width: float, below: int = 0, *, beside: bool = False) -> Form:
    """Return a form fitted to a width; so many levels deep no two blocks stand side by side if they need not.

    With `beside` they do wherever they can, however narrow they are. Raises FormError, with what has too little room,
    if it cannot be.
    """
    rows = tuple(_Fitting(needs, below, beside).rows(form.rows, form.columns, width))
    return replace(form, rows=rows, columns=(1.0,))


@dataclass(frozen=True, slots=True)
class _Fitting:
    needs: Needs
    below: int
    beside: bool = False

    def rows(self, rows: Rows, columns: Columns, width: float) -> Iterator[Row]:
        """Give rows fitted to a width: those that share columns have them in common afterwards, too."""
        made: dict[int, Row] = {}
        for own, sharing in groupby(sorted(rows, key=lambda row: row.columns or columns),
                                    key=lambda row: row.columns or columns):
            made |= self._sharing(tuple(sharing), own, width)
        yield from (made[id(row)] for row in rows)

    def _sharing(self, rows: Rows, columns: Columns, width: float) -> dict[int, Row]:
        """Return rows of the same columns fitted: if they can be, as wide as they would better be."""
        blocks = [row for row in rows if _blocks(row) > 1]
        natural = None if self.below > 0 and blocks else self._widths(rows, columns, width, natural=True)
        if natural is None and blocks and not self._holds_beside(rows, columns, width) and self._better_below(
                blocks, width):
            natural = self._widths([row for row in rows if row not in blocks], columns, width, natural=True)
            found = {id(row): self._below(row, width) for row in blocks}
            rows = tuple(row for row in rows if id(row) not in found)
        else:
            found = {}
        widths = natural or self._widths(rows, columns, width, natural=False)
        if widths is None:
            raise self._too_wide(rows, columns, width)
        return found | {id(row): self._high(row, widths) for row in rows}

    def _holds_beside(self, rows: Rows, columns: Columns, width: float) -> bool:
        """Return whether blocks stay side by side for the sake of a lower record, and can."""
        return self.beside and self._widths(rows, columns, width, natural=False) is not None

    def _better_below(self, blocks: Sequence[Row], width: float) -> bool:
        """Return whether blocks have what they need if each has all the width."""
        return all(self._width(cell, row, width).least <= width for row in blocks for cell in row.cells)

    def _widths(self, rows: Sequence[Row], columns: Columns, width: float, *, natural: bool) -> Columns | None:
        demands = [demand for row in rows for demand in self._demands(row, width, natural=natural)]
        return in_proportion(columns, form_columns.least(columns, demands), width)

    def _demands(self, row: Row, width: float, *, natural: bool) -> Iterator[Demand]:
        first = 0
        for cell in row.cells:
            wanted = self._width(cell, row, width)
            for _ in range(cell.repeat):
                yield Demand(first, cell.across, wanted.natural if natural else wanted.least)
                first += cell.across

    def _width(self, cell: Cell, row: Row, width: float) -> Width:
        if not cell.rows:
            return self.needs.width(cell, row)
        found = Width()
        for inner in cell.rows:
            own = inner.columns or cell.columns
            sums = [sum(form_columns.least(own, tuple(self._demands(inner, width, natural=natural))))
                    for natural in (False, True)]
            found = found.and_(self._lower(inner, width) if _blocks(inner) > 1 and sums[0] > width else Width(*sums))
        return found

    def _lower(self, row: Row, width: float) -> Width:
        """Return how wide a row of blocks must be if they are put below one another."""
        found = Width()
        for cell in row.cells:
            found = found.and_(self._width(cell, row, width))
        return found

    def _below(self, row: Row, width: float) -> Row:
        """Return a row whose blocks lie below one another, in a single cell."""
        inner: list[Row] = []
        for cell in row.cells:
            if bare(cell):
                continue  # what kept blocks apart
            if inner:
                inner.append(Row(BETWEEN, 0.0, False, (Cell(),), (1.0,)))
            alone = replace(cell, across=1)
            columns = (1.0,) * cell.repeat
            inner.append(replace(row, height=0.0 if cell.rows else row.height, rest=row.rest, least=0.0, shade=0.0,
                                 cells=(alone,), columns=columns, only_if=None, each="", at_least=0, blank=-1,
                                 repeat=1, numbered=False, rules=row.rules and not cell.rows))
            self.needs.copied(cell, alone)
        cell = Cell(rows=tuple(inner), columns=(1.0,), what=row.cells[0].what, span=row.cells[0].span)
        return self._high(replace(row, height=0.0, rules=False, cells=(cell,), columns=(1.0,)), (width,))

    def _high(self, row: Row, widths: Columns) -> Row:
        """Return a row of these columns, as high as it must be."""
        cells, needed, first = [], 0.0, 0
        for cell in row.cells:
            width = sum(widths[first:first + cell.across])
            made = cell
            if cell.rows:
                inner = replace(self, below=self.below - 1)
                made = replace(cell, rows=tuple(inner.rows(cell.rows, cell.columns, width)), columns=(1.0,))
            else:
                needed = max(needed, self.needs.height(cell, row, width))
            cells.append(made)
            first += cell.across * cell.repeat
        if needed >= HUGE:
            raise self._too_wide((row,), widths, sum(widths))
        if self.needs.compiled.form.hand.plain and any(self.needs.open(cell) for cell in row.cells):
            row = replace(row, shade=0.0)
        if row.rest:
            return replace(row, cells=tuple(cells), columns=widths, least=max(needed, row.least, LEAST_REST))
        height = max(row.height, needed)
        figured = any(cell.picture or cell.band for cell in row.cells)
        least = row.least if figured else max(row.least, needed)
        return replace(row, cells=tuple(cells), columns=widths, height=height, least=least, grows=True)

    def _too_wide(self, rows: Sequence[Row], columns: Columns, width: float) -> FormError:
        """Return what to say of rows whose columns are too narrow."""
        demands = [demand for row in rows for demand in self._demands(row, width, natural=False)]
        needed = sum(form_columns.least(columns, demands))
        widths = {cell.what: self._width(cell, row, width).least for row in rows for cell in row.cells}
        widest = max(widths, key=lambda what: widths[what])
        return FormError(f"{widest} needs {widths[widest] / MM:.0f} mm, the columns of its row {needed / MM:.0f} mm, "
                         f"there are {width / MM:.0f} mm",
                         "print this form as it is, or give it fewer columns")


def _blocks(row: Row) -> int:
    """Return how many cells of a row have rows of their own."""
    return sum(bool(cell.rows) for cell in row.cells)
