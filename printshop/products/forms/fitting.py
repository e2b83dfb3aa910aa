"""A form fitted to what its cells need: columns made wider, rows higher, blocks side by side put below one another.

What comes out is a form like any other, for one width: every row has columns of its own, in points. A form that is
higher than its page is cut into several, between its rows. How much the cells need is not reckoned twice: each is drawn
on trial in places of several sizes, and fits or does not. Points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import groupby
from typing import NamedTuple

from printshop.expressions import FormulaError
from printshop.game.forms.cells import Cell, Panel, Row
from printshop.game.forms.reading import Form
from printshop.game.model import Unit
from printshop.layout.boxes import Box
from printshop.layout.table import in_proportion
from printshop.problems import Misfit, PrintshopError
from printshop.products.forms.filling import Compiled
from printshop.products.forms.plan import LEAST_REST, FormError, Slot, plan
from printshop.products.forms.variants import writes
from printshop.units import MM

BETWEEN = 3 * MM  # blocks that are put below one another

Columns = tuple[float, ...]
Rows = tuple[Row, ...]


def fitted(form: Form, needs: Needs, width: float, below: int = 0, *, beside: bool = False) -> Form:
    """Return a form fitted to a width; so many levels deep no two blocks stand side by side if they need not.

    With `beside` they do wherever they can, however narrow they are. Raises FormError, with what has too little room,
    if it cannot be.
    """
    rows = tuple(_Fitting(needs, below, beside).rows(form.rows, width))
    return replace(form, rows=rows)


@dataclass(frozen=True, slots=True)
class _Fitting:
    needs: Needs
    below: int
    beside: bool = False

    def rows(self, rows: Rows, width: float) -> Iterator[Row]:
        """Give rows fitted to a width: those that share columns have them in common afterwards, too."""
        made: dict[int, Row] = {}
        for columns, sharing in groupby(sorted(rows, key=lambda row: row.columns), key=lambda row: row.columns):
            made |= self._sharing(tuple(sharing), columns, width)
        yield from (made[id(row)] for row in rows)

    def _sharing(self, rows: Rows, columns: Columns, width: float) -> dict[int, Row]:
        """Return rows of the same columns fitted: if they can be, as wide as they would better be."""
        blocks = [row for row in rows if _blocks(row) > 1]
        natural = None if self.below > 0 and blocks else self._widths(rows, columns, width, natural=True)
        put_below: dict[int, Row] = {}
        if natural is None and blocks:
            # for the sake of a lower record blocks may stay side by side; else they go below if all the width will do
            stay = self.beside and self._widths(rows, columns, width, natural=False) is not None
            if not stay and all(self._width(cell, row, width).least <= width for row in blocks for cell in row.cells):
                rows = tuple(row for row in rows if row not in blocks)
                natural = self._widths(rows, columns, width, natural=True)
                put_below = {id(row): self._below(row, width) for row in blocks}
        widths = natural or self._widths(rows, columns, width, natural=False)
        if widths is None:
            raise self._too_wide(rows, columns, width)
        return put_below | {id(row): self._high(row, widths) for row in rows}

    def _widths(self, rows: Sequence[Row], columns: Columns, width: float, *, natural: bool) -> Columns | None:
        demands = [demand for row in rows for demand in self._demands(row, width, natural=natural)]
        return in_proportion(columns, least(columns, demands), width)

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
        needed = Width()
        for inner in cell.rows:
            sums = Width(*(sum(least(inner.columns, tuple(self._demands(inner, width, natural=natural))))
                           for natural in (False, True)))
            if _blocks(inner) > 1 and sums.least > width:  # they are put below one another
                sums = reduce(Width.and_, (self._width(block, inner, width) for block in inner.cells), Width())
            needed = needed.and_(sums)
        return needed

    def _below(self, row: Row, width: float) -> Row:
        """Return a row whose blocks lie below one another, in a single cell."""
        inner: list[Row] = []
        for cell in row.cells:
            if cell.bare:
                continue  # what kept blocks apart
            if inner:
                inner.append(Row(height=BETWEEN, cells=(Cell(),), columns=(1.0,)))
            alone = replace(cell, across=1)
            columns = (1.0,) * cell.repeat
            inner.append(replace(row, height=0.0 if cell.rows else row.height, rest=row.rest, least=0.0, shade=0.0,
                                 cells=(alone,), columns=columns, only_if=None, each="", at_least=0, blank=-1,
                                 repeat=1, numbered=False, rules=row.rules and not cell.rows))
            self.needs.copied(cell, alone)
        cell = Panel(rows=tuple(inner), what=row.cells[0].what, span=row.cells[0].span)
        return self._high(replace(row, height=0.0, rules=False, cells=(cell,), columns=(1.0,)), (width,))

    def _high(self, row: Row, widths: Columns) -> Row:
        """Return a row of these columns, as high as it must be."""
        cells, needed, first = [], 0.0, 0
        for cell in row.cells:
            width = sum(widths[first:first + cell.across])
            made = cell
            if cell.rows:
                inner = replace(self, below=self.below - 1)
                made = replace(cell, rows=tuple(inner.rows(cell.rows, width)))
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
        figured = any(cell.fills for cell in row.cells)
        least = row.least if figured else max(row.least, needed)
        return replace(row, cells=tuple(cells), columns=widths, height=height, least=least, grows=True)

    def _too_wide(self, rows: Sequence[Row], columns: Columns, width: float) -> FormError:
        """Return what to say of rows whose columns are too narrow."""
        demands = [demand for row in rows for demand in self._demands(row, width, natural=False)]
        needed = sum(least(columns, demands))
        widths = {cell.what: self._width(cell, row, width).least for row in rows for cell in row.cells}
        widest = max(widths, key=lambda what: widths[what])
        return FormError(f"{widest} needs {widths[widest] / MM:.0f} mm, the columns of its row {needed / MM:.0f} mm, "
                         f"there are {width / MM:.0f} mm",
                         "print this form as it is, or give it fewer columns")


def _blocks(row: Row) -> int:
    """Return how many cells of a row have rows of their own."""
    return sum(bool(cell.rows) for cell in row.cells)


class Demand(NamedTuple):
    """What a cell asks of the columns that it covers, from `first` on, in points."""

    first: int
    across: int
    width: float


def least(columns: Sequence[float], demands: Sequence[Demand]) -> tuple[float, ...]:
    """Return how wide each column must be at least; what a cell over several needs is shared out as they are."""
    found = [0.0] * len(columns)
    for demand in sorted(demands, key=lambda one: one.across):
        covered = range(demand.first, demand.first + demand.across)
        missing = demand.width - sum(found[column] for column in covered)
        whole = sum(columns[column] for column in covered)
        if missing > 0:
            for column in covered:
                found[column] += missing * columns[column] / whole
    return tuple(found)


HUGE = 5_000.0
STEP = 0.5 * MM


class Width(NamedTuple):
    """How wide a cell must be, and would better be."""

    least: float = 0.0
    natural: float = 0.0

    def and_(self, other: Width) -> Width:
        """Return what serves both."""
        return Width(max(self.least, other.least), max(self.natural, other.natural))


_Content = tuple["Slot", "Unit | None"]  # what a cell shows on a record of a unit, or on a blank one


@dataclass(slots=True)
class Needs:
    """What the cells of a form need; each cell is known as the object that it is, and so kept.

    `known` has everything that a cell shows on any record, each different thing once.
    """

    compiled: Compiled
    known: dict[int, dict[object, _Content]] = field(default_factory=dict)
    heights: dict[tuple[int, int], float] = field(default_factory=dict)
    widths: dict[int, Width] = field(default_factory=dict)
    drawable: dict[int, list[_Content]] = field(default_factory=dict)
    kept: list[Cell] = field(default_factory=list)

    @classmethod
    def of(cls, compiled: Compiled, units: Iterable[Unit | None], width: float) -> Needs:
        """Return what the cells need for the records of some units, and for blank ones (None).

        Raises FormError for a form that cannot be laid out at all.
        """
        needs = cls(compiled)
        slots: dict[object, tuple[Slot, ...]] = {}
        for unit in units:
            shape = compiled.shape(unit)
            if shape not in slots:
                slots[shape] = tuple(plan(compiled.form, width, None, shape).slots)
            for slot in slots[shape]:
                if not slot.cell.fills:
                    shown = compiled.painter(slot).shown(unit)
                    needs.known.setdefault(id(slot.cell), {}).setdefault(shown, (slot, unit))
        return needs

    def copied(self, cell: Cell, copy: Cell) -> None:
        """Note that a cell shows what another does."""
        self.kept += (cell, copy)
        self.known[id(copy)] = self.known.get(id(cell), {})

    def width(self, cell: Cell, row: Row) -> Width:
        """Return how wide a cell without rows of its own must be."""
        if id(cell) not in self.widths:
            needed = Width(5 * MM, 8 * MM) if writes(cell, row) else Width()
            for slot, unit in self._contents(cell):
                low = _smallest(partial(self._fits, slot, unit, height=HUGE), needed.least)
                needed = needed.and_(Width(*self.compiled.painter(slot).widths(low, unit)))
            self.widths[id(cell)] = needed
        return self.widths[id(cell)]

    def height(self, cell: Cell, row: Row, width: float) -> float:
        """Return how high a cell without rows of its own must be, if it is so wide; not less than its row if it fits.

        HUGE if it is not wide enough.
        """
        key = id(cell), round(width * 10)
        if key not in self.heights:
            needed = 0.0
            for slot, unit in self._contents(cell):
                needed = max(needed, self._high(slot, unit, width, max(needed, row.height)))
            self.heights[key] = max(needed, self.compiled.form.hand.room if writes(cell, row) else 0.0)
        return self.heights[key]

    def _contents(self, cell: Cell) -> list[_Content]:
        """Return what a cell shows, without what cannot be drawn however large its place is: that is told later."""
        if id(cell) not in self.drawable:
            self.drawable[id(cell)] = [content for content in self.known.get(id(cell), {}).values()
                                       if self._fits(*content, HUGE, height=HUGE)]
        return self.drawable[id(cell)]

    def _fits(self, slot: Slot, unit: Unit | None, width: float, *, height: float) -> bool:
        try:
            self.compiled.trial(slot._replace(place=Box(0, 0, width, height)), unit)
        except (Misfit, FormulaError, PrintshopError):
            return False
        return True

    def _high(self, slot: Slot, unit: Unit | None, width: float, usual: float) -> float:
        if not self._fits(slot, unit, width, height=HUGE):
            return HUGE
        low = _smallest(lambda height: self._fits(slot, unit, width, height=height), usual)
        return max(low, slot.hand.room) if self.compiled.painter(slot).open(unit) else low

    def open(self, cell: Cell) -> bool:
        """Return whether somebody has yet to write what a cell says, on any record."""
        return any(self.compiled.painter(slot).open(unit) for slot, unit in self.known.get(id(cell), {}).values())


def _smallest(fits: Callable[[float], bool], usual: float) -> float:
    """Return the smallest length, in steps, that fits; `usual` if that does. What fits must fit if it is larger."""
    if usual and fits(usual):
        return usual
    low, high = usual, max(2 * usual, 16 * STEP)
    while not fits(high):
        low, high = high, 2 * high
        if high > 2 * HUGE:
            return HUGE
    while high - low > STEP:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high
