"""A form as its variant needs it, fitted to what its cells need: for weak eyes, for a wipeable pen, with figures.

A variant first changes what every cell asks for (`restyled`): larger type that may take several lines, larger circles,
room for a pen, no tint where something is written. Then columns are made wider, rows higher, and blocks side by side
put below one another. What comes out is a form like any other, for one width: every row has columns of its own, in
points. How much the cells need is not reckoned twice: each is drawn on trial in places of several sizes, and fits or
does not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from printshop.game.forms.cells import Box, Cell, Lines, Panel, Row, cells_of
from printshop.game.forms.reading import USUAL, Form, Hand
from printshop.game.model import Unit
from printshop.layout import boxes
from printshop.layout.table import in_proportion
from printshop.products.forms.contents import style_of
from printshop.products.forms.filling import Compiled, shortest
from printshop.products.forms.plan import LEAST_REST, FormError, Slot, plan
from printshop.units import MM, parse_length

CORNERS = parse_length("3 mm")
SHRUNK = 0.8  # how small words beside circles may become, where these have a size of their own
GROWN = 1.2  # how much larger the words of a large form are, none of them below its least
BETWEEN = 3 * MM  # blocks that are put below one another
HUGE = 5_000.0
STEP = 0.5 * MM

Columns = tuple[float, ...]
Rows = tuple[Row, ...]


# --- what a variant asks for -----------------------------------------------------------------------------------


def restyled(form: Form, variants: Collection[str]) -> Form:
    """Return a form whose cells ask for what its variants need."""
    hand = Hand.of({*variants, "numbers"} if form.numbers else variants)
    if hand == USUAL:
        return form

    def styled(cell: Cell) -> Cell:
        if not hand.words:
            aside = cell.circled and not cell.alone  # beside large circles words go on a second line, not small
            return replace(cell, smallest=max(cell.smallest, SHRUNK * style_of(cell).size)) if aside else cell
        size = max(hand.words, GROWN * style_of(cell).size)
        return replace(cell, largest=cell.largest if cell.alone else size, smallest=hand.words, wrap=True,
                       valign=cell.valign if cell.wrap else "middle")

    def plain(row: Row) -> Row:
        written = any(writes(cell, row) or cell.circled or isinstance(cell, Lines) for cell in row.cells)
        return replace(row, shade=0.0) if hand.plain and written else row

    rounded = hand.plain and form.size and form.corners is None  # sharp corners of laminate cut hands
    return replace(form, hand=hand, rows=_changed(form.rows, styled, plain),
                   corners=CORNERS if rounded else form.corners, note=form.numbers_note if hand.numbers else form.note)


def magnified(form: Form, times: float) -> Form:
    """Return a form so many times as large: its rows, and the words and circles for which it has room then."""
    return replace(form, rows=_changed(
        form.rows,
        lambda cell: replace(cell, largest=(cell.largest if cell.alone else style_of(cell).size) * times),
        lambda row: replace(row, height=row.height * times, least=row.least * times)))


def shorter(form: Form) -> Iterator[Form]:
    """Give a form without the rows that its records can best do without, then without more of them."""
    def needed(most: int, row: Row) -> Row | None:
        return None if 0 < row.spare <= most else row

    for most in sorted({row.spare for _, row in cells_of(form.rows) if row.spare}):
        yield replace(form, rows=_changed(form.rows, lambda cell: cell, partial(needed, most)))


def _changed(rows: Rows, cell: Callable[[Cell], Cell], row: Callable[[Row], Row | None]) -> Rows:
    """Return rows with every cell that has no rows of its own, and then every row, changed; None leaves it out."""
    changed = (row(replace(one, cells=tuple(
        replace(inner, rows=_changed(inner.rows, cell, row)) if inner.rows else cell(inner) for inner in one.cells)))
        for one in rows)
    return tuple(one for one in changed if one)


def writes(cell: Cell, row: Row) -> bool:
    """Return whether there is room to write in a cell: an empty one between rules, no gap in headings or figures."""
    if cell.write or isinstance(cell, Box):
        return True
    figures = not row.each and any(hole.formula.names - {"n"} for one in row.cells for hole in one.holes)
    return row.rules and cell.bare and not row.heading and not figures


# --- columns and rows as wide and as high as they must be ---------------------------------------------------------


class Demand(NamedTuple):
    """What a cell asks of the columns that it covers, from `first` on, in points."""

    first: int
    across: int
    width: float


def least(columns: Sequence[float], demands: Iterable[Demand]) -> Columns:
    """Return how wide each column must be at least; what a cell over several needs is shared out as they are."""
    needed = [0.0] * len(columns)
    for demand in sorted(demands, key=attrgetter("across")):
        covered = range(demand.first, demand.first + demand.across)
        missing = demand.width - sum(needed[column] for column in covered)
        whole = sum(columns[column] for column in covered)
        if missing > 0:
            for column in covered:
                needed[column] += missing * columns[column] / whole
    return tuple(needed)


class Width(NamedTuple):
    """How wide a cell must be, and would better be."""

    least: float = 0.0
    natural: float = 0.0

    def and_(self, other: Width) -> Width:
        """Return what serves both."""
        return Width(max(self.least, other.least), max(self.natural, other.natural))


_Content = tuple[Slot, Unit | None]  # what a cell shows on a record of a unit, or on a blank one


class Fitting:
    """A form and what its cells need, for the records of some units and for blank ones (None).

    Each cell is known as the object that it is, with everything that it shows on any record, each different thing
    once. Raises FormError for a form that cannot be laid out at all.
    """

    def __init__(self, compiled: Compiled, units: Iterable[Unit | None]) -> None:
        self._compiled, self.form = compiled, compiled.form
        self._shown: dict[int, dict[object, _Content]] = {}
        self._drawable: dict[int, list[_Content]] = {}
        self._widths: dict[int, Width] = {}
        self._heights: dict[tuple[int, int], float] = {}
        self._kept: list[Cell] = []  # whose numbers (`id`) no other may have
        slots: dict[object, list[Slot]] = {}
        for unit in units:
            shape = compiled.shape(unit)
            if shape not in slots:
                slots[shape] = plan(self.form, HUGE, None, shape).slots
            for slot in slots[shape]:
                if not slot.cell.fills:
                    shown = compiled.painter(slot).shown(unit)
                    self._shown.setdefault(id(slot.cell), {}).setdefault(shown, (slot, unit))

    def fitted(self, width: float, below: int = 0, *, beside: bool = False) -> Form:
        """Return the form fitted to a width; so many levels deep no two blocks stand side by side if they need not.

        With `beside` they do wherever they can, however narrow they are. Raises FormError, with what has too little
        room, if it cannot be.
        """
        return replace(self.form, rows=self._rows(self.form.rows, width, below, beside))

    def _rows(self, rows: Rows, width: float, below: int, beside: bool) -> Rows:
        """Return rows fitted to a width: those that share columns have them in common afterwards, too."""
        made: dict[int, Row] = {}
        by_columns = attrgetter("columns")
        for columns, group in groupby(sorted(rows, key=by_columns), key=by_columns):
            sharing = tuple(group)
            blocks = [row for row in sharing if _blocks(row) > 1]
            natural = None if below > 0 and blocks else self._columns(sharing, columns, width, natural=True)
            if natural is None and blocks:
                # for the sake of a lower record blocks may stay side by side; else they go below if all the width does
                stay = beside and self._columns(sharing, columns, width, natural=False) is not None
                if not stay and all(self._width(cell, row, width).least <= width for row in blocks
                                    for cell in row.cells):
                    sharing = tuple(row for row in sharing if row not in blocks)
                    natural = self._columns(sharing, columns, width, natural=True)
                    made |= {id(row): self._below(row, width, below, beside) for row in blocks}
            widths = natural or self._columns(sharing, columns, width, natural=False)
            if widths is None:
                raise self._too_wide(sharing, columns, width)
            made |= {id(row): self._high(row, widths, below, beside) for row in sharing}
        return tuple(made[id(row)] for row in rows)

    def _columns(self, rows: Rows, columns: Columns, width: float, *, natural: bool) -> Columns | None:
        demands = (demand for row in rows for demand in self._demands(row, width, natural=natural))
        return in_proportion(columns, least(columns, demands), width)

    def _demands(self, row: Row, width: float, *, natural: bool) -> Iterator[Demand]:
        first = 0
        for cell in row.cells:
            wanted = self._width(cell, row, width)
            for _ in range(cell.repeat):
                yield Demand(first, cell.across, wanted.natural if natural else wanted.least)
                first += cell.across

    def _width(self, cell: Cell, row: Row, width: float) -> Width:
        """Return how wide a cell must be in a form of some width."""
        needed = Width()
        if cell.rows:
            for inner in cell.rows:
                sums = Width(*(sum(least(inner.columns, self._demands(inner, width, natural=natural)))
                               for natural in (False, True)))
                if _blocks(inner) > 1 and sums.least > width:  # they are put below one another
                    sums = reduce(Width.and_, (self._width(block, inner, width) for block in inner.cells), Width())
                needed = needed.and_(sums)
            return needed
        if id(cell) not in self._widths:
            needed = Width(5 * MM, 8 * MM) if writes(cell, row) else needed
            for slot, unit in self._contents(cell):
                low = _smallest(partial(self._wide_enough, slot, unit), needed.least)
                needed = needed.and_(Width(*self._compiled.painter(slot).widths(low, unit)))
            self._widths[id(cell)] = needed
        return self._widths[id(cell)]

    def _below(self, row: Row, width: float, below: int, beside: bool) -> Row:
        """Return a row whose blocks lie below one another, in a single cell."""
        inner: list[Row] = []
        for cell in row.cells:
            if cell.bare:
                continue  # what kept blocks apart
            if inner:
                inner.append(Row(height=BETWEEN, cells=(Cell(),), columns=(1.0,)))
            alone = replace(cell, across=1)
            inner.append(Row(height=0.0 if cell.rows else row.height, rest=row.rest, cells=(alone,), spare=row.spare,
                             columns=(1.0,) * cell.repeat, rules=row.rules and not cell.rows, first=row.first,
                             grows=row.grows))
            self._kept += (cell, alone)
            self._shown[id(alone)] = self._shown.get(id(cell), {})
        panel = Panel(rows=tuple(inner), what=row.cells[0].what, span=row.cells[0].span)
        whole = replace(row, height=0.0, rules=False, cells=(panel,), columns=(1.0,))
        return self._high(whole, (width,), below, beside)

    def _high(self, row: Row, widths: Columns, below: int, beside: bool) -> Row:
        """Return a row of these columns, as high as it must be."""
        cells, needed, first = list[Cell](), 0.0, 0
        for cell in row.cells:
            width = sum(widths[first:first + cell.across])
            if not cell.rows:
                needed = max(needed, self._height(cell, row, width))
            cells.append(replace(cell, rows=self._rows(cell.rows, width, below - 1, beside)) if cell.rows else cell)
            first += cell.across * cell.repeat
        if needed >= HUGE:
            raise self._too_wide((row,), widths, sum(widths))
        if self.form.hand.plain and any(  # somebody has yet to write what a cell says, on any record
                self._compiled.painter(slot).open(unit) for cell in row.cells
                for slot, unit in self._shown.get(id(cell), {}).values()):
            row = replace(row, shade=0.0)
        if row.rest:
            return replace(row, cells=tuple(cells), columns=widths, least=max(needed, row.least, LEAST_REST))
        lowest = row.least if any(cell.fills for cell in row.cells) else max(row.least, needed)
        return replace(row, cells=tuple(cells), columns=widths, height=max(row.height, needed), least=lowest,
                       grows=True)

    def _height(self, cell: Cell, row: Row, width: float) -> float:
        """Return how high a cell without rows of its own must be, if it is so wide; not less than its row if it fits.

        HUGE if it is not wide enough.
        """
        key = id(cell), round(width * 10)
        if key not in self._heights:
            needed = 0.0
            for slot, unit in self._contents(cell):
                if not self._wide_enough(slot, unit, width):
                    needed = HUGE
                    break
                high = _smallest(partial(self._fits, slot, unit, width), max(needed, row.height))
                needed = max(needed, high, slot.hand.room if self._compiled.painter(slot).open(unit) else 0.0)
            self._heights[key] = max(needed, self.form.hand.room if writes(cell, row) else 0.0)
        return self._heights[key]

    def _contents(self, cell: Cell) -> list[_Content]:
        """Return what a cell shows, without what cannot be drawn however large its place is: that is told later."""
        if id(cell) not in self._drawable:
            self._drawable[id(cell)] = [content for content in self._shown.get(id(cell), {}).values()
                                        if self._wide_enough(*content, HUGE)]
        return self._drawable[id(cell)]

    def _wide_enough(self, slot: Slot, unit: Unit | None, width: float) -> bool:
        return self._fits(slot, unit, width, HUGE)

    def _fits(self, slot: Slot, unit: Unit | None, width: float, height: float) -> bool:
        return self._compiled.fits(slot._replace(place=boxes.Box(0, 0, width, height)), unit)

    def _too_wide(self, rows: Rows, columns: Columns, width: float) -> FormError:
        """Return what to say of rows whose columns are too narrow."""
        needed = sum(least(columns, (demand for row in rows for demand in self._demands(row, width, natural=False))))
        widths = {cell.what: self._width(cell, row, width).least for row in rows for cell in row.cells}
        widest = max(widths, key=lambda what: widths[what])
        return FormError(f"{widest} needs {widths[widest] / MM:.0f} mm, the columns of its row {needed / MM:.0f} mm, "
                         f"there are {width / MM:.0f} mm", "print this form as it is, or give it fewer columns")


def _blocks(row: Row) -> int:
    """Return how many cells of a row have rows of their own."""
    return sum(bool(cell.rows) for cell in row.cells)


def _smallest(fits: Callable[[float], bool], usual: float) -> float:
    """Return the smallest length, in steps, that fits; `usual` if that does. What fits must fit if it is larger."""
    if usual and fits(usual):
        return usual
    low, high = usual, max(2 * usual, 16 * STEP)
    while not fits(high):
        low, high = high, 2 * high
        if high > 2 * HUGE:
            return HUGE
    return shortest(fits, low, high, STEP)
