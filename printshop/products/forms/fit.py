"""How the records of a form lie on their pages, or a card on its sheet: as the form says, or as its variant needs.

A variant (for weak eyes, for a wipeable pen, with figures) first changes what every cell asks for (`apply_variants`).
Then columns are made wider, rows higher, and blocks side by side put below one another (`FormFitter`). How much the
cells need is not reckoned twice: each is drawn on trial in places of several sizes. The page takes fewer records;
where columns are still too narrow it is turned, and a record that is higher than a page goes on on the next, a table
with its headings again: nothing is lost, nothing made smaller. A card becomes as large as the next size that has a
name and holds it. Points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, product
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from printshop.drawing import text
from printshop.formulas import FormulaError
from printshop.game.forms.cells import (
    MAX_DEPTH,
    SIDES,
    Cell,
    FormRow,
    LinesCell,
    PanelCell,
    PictureWithRows,
    walk_cells,
)
from printshop.game.forms.model import CARDS, NO_VARIANT, Form, Variant
from printshop.game.model import Unit
from printshop.layout import page_frame
from printshop.layout.rectangles import UNIVERSAL, Paper, Rect, find_shortest
from printshop.layout.table import divide_by_shares
from printshop.lengths import MM, Length, parse_length
from printshop.problems import DoesNotFitError, PrintshopError
from printshop.products.forms.cell_contents import get_text_size
from printshop.products.forms.compiled import CompiledForm
from printshop.products.forms.grid import LEAST_REST, FormError, PlacedCell, is_writable, lay_out_form, measure_heights

Size = tuple[Length, Length]
Units = Sequence[Unit | None]
Columns = tuple[float, ...]
Rows = tuple[FormRow, ...]

FOOT = 2 * MM  # the last record keeps clear of the footer
NOTE = 1.5 * MM  # between a note and the records below it
ASIDE = 7 * MM  # between records side by side
BELOW = 6 * MM  # between records that take all the height there is
MOST_FIT = 60  # records of a form on a page, where it takes as many as can
HIGH = 100_000.0  # points: more than any record is high
FULL = 0.6  # how much of a page is used at least, for the sake of a break between tables
FEW = 3  # rows of a table that stay together
MOST = 20  # pages of one form
LARGER = 0.05  # of its usual size: how finely what is on a larger card is fitted to it

CORNERS = parse_length("3 mm")
SHRUNK = 0.8  # how small words beside circles may become, where these have a size of their own
GROWN = 1.2  # how much larger the words of a large form are, none of them below its least
BETWEEN = 3 * MM  # blocks that are put below one another
HUGE = 5_000.0
STEP = 0.5 * MM

# makes a form ready to be filled, on a place of a width and height
CompileFunction = Callable[[Form, float, float], CompiledForm]


# --- what a variant asks for -----------------------------------------------------------------------------------


def apply_variants(form: Form, variants: Collection[str]) -> Form:
    """Return a form whose cells ask for what its variants need."""
    hand = Variant.combine({*variants, "numbers"} if form.numbers else variants)
    if hand == NO_VARIANT:
        return form

    def styled(cell: Cell) -> Cell:
        if not hand.text_size:
            aside = cell.has_marks and not cell.marks_only  # beside large circles words go on a second line, not small
            return replace(cell, smallest=max(cell.smallest, SHRUNK * get_text_size(cell))) if aside else cell
        size = max(hand.text_size, GROWN * get_text_size(cell))
        return replace(cell, largest=cell.largest if cell.marks_only else size, smallest=hand.text_size, wrap=True,
                       valign=cell.valign if cell.wrap else "middle")

    def plain(row: FormRow) -> FormRow:
        written = any(is_writable(cell, row) or cell.has_marks or isinstance(cell, LinesCell) for cell in row.cells)
        return replace(row, shade=0.0, cells=remove_shades(row.cells)) if hand.no_tint and written else row

    rounded = hand.no_tint and form.size and form.corners is None  # sharp corners of laminate cut hands
    return replace(form, variant=hand, rows=_changed(form.rows, styled, plain),
                   corners=CORNERS if rounded else form.corners,
                   note=form.numbers_note if hand.uses_figures else form.note)


def remove_shades(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells without what a formula says that their row is shaded with."""
    return tuple(replace(cell, shade=0.0) if cell.shade else cell for cell in cells)


def scale_form(form: Form, times: float) -> Form:
    """Return a form so many times as large: its rows, and the words and circles for which it has room then."""
    return replace(form, rows=_changed(
        form.rows,
        lambda cell: replace(cell, largest=(cell.largest if cell.marks_only else get_text_size(cell)) * times),
        lambda row: replace(row, height=row.height * times, least=row.least * times)))


def drop_optional_rows(form: Form) -> Iterator[Form]:
    """Give a form without the rows that its records can best do without, then without more of them."""
    def kept(most: int, row: FormRow) -> FormRow | None:
        return None if 0 < row.spare <= most else row

    for most in sorted({row.spare for _, row in walk_cells(form.rows) if row.spare}):
        yield replace(form, rows=_changed(form.rows, lambda cell: cell, partial(kept, most)))


def _changed(rows: Rows, cell: Callable[[Cell], Cell], row: Callable[[FormRow], FormRow | None]) -> Rows:
    """Return rows with every cell that has no rows of its own, and then every row, changed; None leaves it out."""
    changed = (row(replace(outer, cells=tuple(
        replace(inner, rows=_changed(inner.rows, cell, row)) if inner.rows else
        replace(inner, mounted=_changed(inner.mounted, cell, row)) if isinstance(inner, PictureWithRows)
                                              else cell(inner)
        for inner in outer.cells)))
        for outer in rows)
    return tuple(kept for kept in changed if kept)


# --- columns and rows as wide and as high as they must be ---------------------------------------------------------


class ColumnDemand(NamedTuple):
    """What a cell asks of the columns that it covers, from `first` on, in points."""

    first: int
    across: int
    width: float


def find_least_widths(columns: Sequence[float], demands: Iterable[ColumnDemand]) -> Columns:
    """Return how wide each column must be at least; what a cell over several needs is shared out as they are."""
    widths = [0.0] * len(columns)
    for demand in sorted(demands, key=attrgetter("across")):
        covered = range(demand.first, demand.first + demand.across)
        missing = demand.width - sum(widths[column] for column in covered)
        whole = sum(columns[column] for column in covered)
        if missing > 0:
            for column in covered:
                widths[column] += missing * columns[column] / whole
    return tuple(widths)


class CellWidth(NamedTuple):
    """How wide a cell must be, and would better be."""

    least: float = 0.0
    natural: float = 0.0

_Content = tuple[PlacedCell, Unit | None]  # what a cell shows on a record of a unit, or on a blank one


class FormFitter:
    """A form and what its cells need, for the records of some units and for blank ones (None).

    Each cell is known as the object that it is, with everything that it shows on any record, each different thing
    once. Raises FormError for a form that cannot be laid out at all.
    """

    def __init__(self, compiled: CompiledForm, units: Iterable[Unit | None]) -> None:
        self._compiled, self.form = compiled, compiled.form
        self._shown: dict[int, dict[object, _Content]] = {}
        self._drawable: dict[int, list[_Content]] = {}
        self._widths: dict[tuple[int, float], CellWidth] = {}
        self._heights: dict[tuple[int, int], float] = {}
        self._kept: list[Cell] = []  # whose numbers (`id`) no other may have
        slots: dict[object, list[PlacedCell]] = {}
        for unit in units:
            shape = compiled.find_row_counts(unit)
            if shape not in slots:
                slots[shape] = lay_out_form(self.form, HUGE, None, shape).slots
            for slot in slots[shape]:
                if not slot.cell.fills_box:
                    shown = compiled.get_shared_painter(slot).get_content_key(unit)
                    self._shown.setdefault(id(slot.cell), {}).setdefault(shown, (slot, unit))

    def fit_width(self, width: float, below: int = 0, *, beside: bool = False) -> Form:
        """Return the form fitted to a width; so many levels deep no two blocks stand side by side, if it need be.

        With `beside` they do wherever they can, however narrow. Raises FormError for what has too little room.
        """
        return replace(self.form, rows=self._rows(self.form.rows, width, below, beside))

    def _rows(self, rows: Rows, width: float, below: int, beside: bool) -> Rows:
        """Return rows fitted to a width: those that share columns have them in common afterwards, too."""
        fitted: dict[int, FormRow] = {}
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
                    fitted |= {id(row): self._below(row, width, below, beside) for row in blocks}
            widths = natural or self._columns(sharing, columns, width, natural=False)
            if widths is None:
                raise self._too_wide(sharing, columns, width)
            fitted |= {id(row): self._high(row, widths, below, beside) for row in sharing}
        return tuple(fitted[id(row)] for row in rows)

    def _columns(self, rows: Rows, columns: Columns, width: float, *, natural: bool) -> Columns | None:
        demands = (demand for row in rows for demand in self._demands(row, width, natural=natural))
        return divide_by_shares(columns, find_least_widths(columns, demands), width)

    def _demands(self, row: FormRow, width: float, *, natural: bool) -> Iterator[ColumnDemand]:
        first = 0
        for cell in row.cells:
            demand = self._width(cell, row, width)
            for _ in range(cell.repeat):
                yield ColumnDemand(first, cell.across, demand.natural if natural else demand.least)
                first += cell.across

    def _width(self, cell: Cell, row: FormRow, width: float) -> CellWidth:
        key = id(cell), width if cell.rows else 0.0
        if key not in self._widths:
            widest = CellWidth(5 * MM, 8 * MM) if not cell.rows and is_writable(cell, row) else CellWidth()
            for inner in cell.rows:
                sums = CellWidth(*(sum(find_least_widths(inner.columns, self._demands(inner, width, natural=natural)))
                                   for natural in (False, True)))
                if _blocks(inner) > 1 and sums.least > width:  # they are put below one another
                    sums = _widest(*(self._width(block, inner, width) for block in inner.cells))
                widest = _widest(widest, sums)
            for slot, unit in () if cell.rows else self._contents(cell):
                low = _smallest(partial(self._fits, slot, unit), widest.least)
                widest = _widest(widest, CellWidth(*self._compiled.get_shared_painter(slot).measure_widths(low, unit)))
            self._widths[key] = widest
        return self._widths[key]

    def _below(self, row: FormRow, width: float, below: int, beside: bool) -> FormRow:
        """Return a row whose blocks lie below one another, in a single cell."""
        inner: list[FormRow] = []
        for cell in row.cells:
            if cell.is_empty:
                continue  # what kept blocks apart
            if inner:
                inner.append(FormRow(height=BETWEEN, cells=(Cell(),), columns=(1.0,)))
            alone = replace(cell, across=1)
            inner.append(FormRow(height=0.0 if cell.rows else row.height, takes_rest=row.takes_rest, cells=(alone,),
                                 spare=row.spare,
                                 columns=(1.0,) * cell.repeat, rules=row.rules and not cell.rows, first=row.first,
                                 grows_with_cells=row.grows_with_cells))
            self._kept += (cell, alone)
            self._shown[id(alone)] = self._shown.get(id(cell), {})
        panel = PanelCell(rows=tuple(inner), label=row.cells[0].label, span=row.cells[0].span)
        whole = replace(row, height=0.0, rules=False, cells=(panel,), columns=(1.0,))
        return self._high(whole, (width,), below, beside)

    def _high(self, row: FormRow, widths: Columns, below: int, beside: bool) -> FormRow:
        """Return a row of these columns, as high as it must be."""
        cells, tallest, first = list[Cell](), 0.0, 0
        for cell in row.cells:
            width = sum(widths[first:first + cell.across])
            if not cell.rows:
                tallest = max(tallest, self._height(cell, row, width))
            cells.append(replace(cell, rows=self._rows(cell.rows, width, below - 1, beside)) if cell.rows else cell)
            first += cell.across * cell.repeat
        if tallest >= HUGE:
            raise self._too_wide((row,), widths, sum(widths))
        if self.form.variant.no_tint and any(  # somebody has yet to write what a cell says, on any record
                self._compiled.get_shared_painter(slot).is_unfilled(unit) for cell in row.cells
                for slot, unit in self._shown.get(id(cell), {}).values()):
            row, cells = replace(row, shade=0.0), [*remove_shades(cells)]
        if row.takes_rest:
            return replace(row, cells=tuple(cells), columns=widths, least=max(tallest, row.least, LEAST_REST))
        lowest = row.least if any(cell.fills_box for cell in row.cells) else max(row.least, tallest)
        return replace(row, cells=tuple(cells), columns=widths, height=max(row.height, tallest), least=lowest,
                       grows_with_cells=True)

    def _height(self, cell: Cell, row: FormRow, width: float) -> float:
        """Return how high a cell must be, if it is so wide, or as its row if that fits; HUGE: it is too narrow."""
        key = id(cell), round(width * 10)
        if key not in self._heights:
            tallest = 0.0
            for slot, unit in self._contents(cell):
                if not self._fits(slot, unit, width):
                    tallest = HUGE
                    break
                high = _smallest(partial(self._fits, slot, unit, width), max(tallest, row.height))
                tallest = max(tallest, high, slot.variant.writing_height
                              if self._compiled.get_shared_painter(slot).is_unfilled(unit) else 0.0)
            self._heights[key] = max(tallest, self.form.variant.writing_height if is_writable(cell, row) else 0.0)
        return self._heights[key]

    def _contents(self, cell: Cell) -> list[_Content]:
        """Return what a cell shows, without what cannot be drawn however large its place is: that is told later."""
        if id(cell) not in self._drawable:
            self._drawable[id(cell)] = [content for content in self._shown.get(id(cell), {}).values()
                                        if self._fits(*content, HUGE)]
        return self._drawable[id(cell)]

    def _fits(self, slot: PlacedCell, unit: Unit | None, width: float, height: float = HUGE) -> bool:
        return self._compiled.fits(slot._replace(rectangle=Rect(0, 0, width, height)), unit)

    def _too_wide(self, rows: Rows, columns: Columns, width: float) -> FormError:
        """Return what to say of rows whose columns are too narrow."""
        total = sum(find_least_widths(columns, (demand for row in rows
                                                for demand in self._demands(row, width, natural=False))))
        widths = {cell.label: self._width(cell, row, width).least for row in rows for cell in row.cells}
        widest = max(widths, key=lambda name: widths[name])
        return FormError(f"{widest} needs {widths[widest] / MM:.0f} mm, and the columns of its row need "
                         f"{total / MM:.0f} mm, but there is room for only {width / MM:.0f} mm",
                         "print this form as it is, or give it fewer columns")


def _widest(*widths: CellWidth) -> CellWidth:
    return CellWidth(*map(max, zip(*widths, strict=True)))


def _blocks(row: FormRow) -> int:
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
    return find_shortest(fits, low, high, STEP)


# --- records on pages -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """Records on `paper`, so many `across` and `down`; one higher than a page is of several `forms`, a page each.

    At the foot of a page so many points stay free for notes.
    """

    forms: tuple[Form, ...]
    paper: Paper
    across: int
    down: int
    foot: float = 0.0

    @property
    def page_area(self) -> Rect:
        """The room of a page between header and footer, below what stands above the records."""
        return _area(self.paper).inset(0, set_note_above(self.forms[0], self.paper).height, 0, 0)

    @property
    def record_height(self) -> float:
        """The height that there is for a record."""
        gaps = (self.down - 1) * BELOW if any(form.fills_height for form in self.forms) else 0.0
        return (self.page_area.height - self.foot - gaps) / self.down

    @property
    def record_width(self) -> float:
        """The width of a record."""
        return self.page_area.split_columns([1] * self.across, ASIDE)[0].width

    def with_record_counts(self) -> RecordLayout:
        """Return the layout with forms that know how many records they have on a page."""
        count = self.across * self.down
        return replace(self, forms=tuple(replace(form, per_page=count, per_row=self.across) for form in self.forms))


def _area(paper: Paper) -> Rect:
    return page_frame.find_content_rect(paper, true_scale=False).inset(0, 0, 0, FOOT)


def set_note_above(form: Form, paper: Paper) -> text.TextBlock:
    """Return the note of a form with large words, which finds no room beside the heading, and the height it takes."""
    place, size = _area(paper), form.variant.text_size
    if not (size and form.note):
        return text.TextBlock((), 0.0)
    note = text.set_block(form.note, text.Style(size=size), (place.x, place.y, place.width, None))
    return note._replace(height=note.height + NOTE)


def fit_on_pages(form: Form, units: Units, paper: Paper, press: CompileFunction, *, foot: float = 0.0) -> RecordLayout:
    """Return how the records of some units, or blank ones (None), lie on pages. Raises FormError if they cannot.

    With notes so high at the `foot` of each.
    """
    paper = paper.to_landscape() if form.is_landscape else paper
    usual = (paper.rotate() if form.is_landscape else paper).fits_universal  # with the room that forms are made for
    if not form.variant.is_larger:
        layout = RecordLayout((form,), paper, form.per_row, form.per_page // form.per_row, foot)
        if form.fits_page:
            record = press(form, layout.record_width, layout.page_area.height)
            highest = max(record.measure_height(record.find_row_counts(unit)) for unit in units or (None,))
            fitting = int((layout.page_area.height + BELOW) // (highest + BELOW))
            layout = replace(layout, down=max(fitting, 1)).with_record_counts()
        sure = form.variant == NO_VARIANT and usual  # what does not fit is then the form's fault
        if sure or can_hold(press(form, layout.record_width, layout.record_height), units):
            return layout
    needs = FormFitter(press(form, HIGH, HIGH), units)
    fits, widest, problem = _tried(needs, units, paper, press, foot=foot)
    for short in drop_optional_rows(form) if not fits else ():
        fits = fits or _tried(FormFitter(press(short, HIGH, HIGH), units), units, paper, press, foot=foot)[0]
    fits = fits or _fewer(form, units, paper, press, foot=foot) or _fewer(form, units, paper.rotate(), press, foot=foot)
    if fits:
        return fits
    if not widest:
        assert problem
        raise problem if usual else FormError(str(problem), f"print it on paper larger than {paper.name}")
    return replace(widest, forms=_parts(needs, units, widest, press)).with_record_counts()


def _tried(needs: FormFitter, units: Units, paper: Paper, press: CompileFunction, *, foot: float
           ) -> tuple[RecordLayout | None, RecordLayout | None, FormError | None]:
    """Return the first way in which records go on a page; the first whose columns hold them, or what is wrong."""
    form = needs.form
    first = max(form.per_row // 2, 1) if form.variant.text_size else form.per_row
    widest: RecordLayout | None = None
    problem: FormError | None = None
    for sheet, across, beside in product((paper, paper.rotate()), dict.fromkeys((first, 1)), (False, True)):
        way = RecordLayout((form,), sheet, across, 1, foot)
        try:
            fitted, lowest = _fitted(needs, units, way.record_width, press, beside=beside)
        except FormError as error:
            problem = problem or error
            continue
        way = replace(way, forms=(fitted,))
        for down in range(MOST_FIT if form.fits_page else max(form.per_page // across, 1), 0, -1):
            lower = replace(way, down=down)
            if lower.record_height >= lowest - 0.01:
                return lower.with_record_counts(), None, None
        widest = widest or way
    return None, widest, problem


def _fewer(form: Form, units: Units, paper: Paper, press: CompileFunction, *, foot: float) -> RecordLayout | None:
    """Return a form as it is, its rows as low as they may be, on pages that are as wide as usual but hold fewer."""
    usual = RecordLayout((form,), UNIVERSAL.to_landscape() if form.is_landscape else UNIVERSAL, form.per_row, 1)
    way = replace(usual, paper=paper, foot=foot)
    if form.variant.is_larger or way.record_width < usual.record_width - 0.01:
        return None
    ways = (replace(way, down=down) for down in range(max(form.per_page // form.per_row, 1), 0, -1))
    return next((way.with_record_counts() for way in ways
                 if can_hold(press(form, way.record_width, way.record_height), units)), None)


def can_hold(compiled: CompiledForm, units: Units) -> bool:
    """Return whether the records of units can be drawn as the form says."""
    slots: dict[object, list[PlacedCell]] = {}
    try:
        for unit in units:
            shape = compiled.find_row_counts(unit)
            if shape not in slots:
                slots[shape] = compiled.lay_out(shape).slots
            if not all(compiled.fits(slot, unit) for slot in slots[shape]):
                return False
    except (DoesNotFitError, FormulaError, PrintshopError):
        return False
    return True


def _fitted(needs: FormFitter, units: Units, width: float, press: CompileFunction, below: int = 0, *,
            beside: bool = False
            ) -> tuple[Form, float]:
    """Return a form fitted to a width, and how high its highest record is at least."""
    form = needs.fit_width(width, below, beside=beside)
    return form, max(measure_heights(form.rows, shape).lowest for shape in _shapes(press(form, width, HIGH), units))


def _shapes(compiled: CompiledForm, units: Units) -> list[dict[str, int]]:
    return [dict(shape) for shape in dict.fromkeys(compiled.find_row_counts(unit) for unit in units)]


# --- cards -----------------------------------------------------------------------------------------------------


def fit_on_cards(forms: Sequence[Form], units: Units, room: Callable[[float, float], bool], press: CompileFunction
                 ) -> tuple[Form, ...]:
    """Return the form of a card, and of its back, with a size that holds what the variant needs, drawn as large.

    `room` tells whether a card goes on the paper. Raises FormError if none is large enough.
    """
    size = forms[0].size
    assert size
    if all(form.variant == NO_VARIANT for form in forms):
        return tuple(replace(form, size=size) for form in forms)
    units_by_form = [[unit for unit in units if unit is None or unit.kind == form.unit] for form in forms]
    needs = [FormFitter(press(form, HIGH, HIGH), shown) for form, shown in zip(forms, units_by_form, strict=True)]
    problem: FormError | None = None
    for larger in _larger(size):
        if not room(larger[0].pt, larger[1].pt):
            continue
        try:
            fitting = [_on_card(need, shown, larger, press) for need, shown in zip(needs, units_by_form, strict=True)]
        except FormError as error:
            problem = error
            continue
        cards = []
        for form, card, shown in zip(forms, fitting, units_by_form, strict=True):
            usual, now = (min(side.pt - 2 * form.margin for side in sides) for sides in (size, larger))
            first, last = 0, max(ceil((now / usual - 1) / LARGER) - 1, 0)  # of the steps down from that, those left
            while first < last:
                step = (first + last) // 2
                larger_type = press(scale_form(form, now / usual - step * LARGER), HIGH, HIGH)
                try:
                    card, last = _on_card(FormFitter(larger_type, shown), shown, larger, press), step  # noqa: PLW2901
                except FormError:
                    first = step + 1
            cards.append(replace(card, size=larger))
        return tuple(cards)
    raise problem or FormError("the card does not fit the page")


def _on_card(needs: FormFitter, units: Units, size: Size, press: CompileFunction) -> Form:
    """Return a form fitted to a card of a size. Raises FormError if that does not hold it."""
    form = needs.form
    width, height = (side.pt - 2 * form.margin for side in size)
    if not form.variant.is_larger and can_hold(press(form, width, height), units):
        return form
    fitted, lowest = _fitted(needs, units, width, press)
    if lowest > height + 0.01:
        raise FormError(f"the rows need {lowest / MM:.0f} mm, but the largest card has room for {height / MM:.0f} mm",
                        "print the form without a variant, or make it a sheet: remove its 'size'")
    return fitted


def _larger(size: Size) -> Iterator[Size]:
    """Give a size, and those that have a name and are larger, lying as it does: the smallest first."""
    yield size
    lying = size[0].points > size[1].points
    named = {tuple(sorted(sides, key=lambda side: side.points, reverse=lying)) for sides in CARDS.values()}
    for width, height in sorted(named, key=lambda sides: sides[0].points * sides[1].points):
        if width.points * height.points > size[0].points * size[1].points:
            yield width, height


# --- records that are higher than a page ------------------------------------------------------------------------


def _parts(needs: FormFitter, units: Units, layout: RecordLayout, press: CompileFunction) -> tuple[Form, ...]:
    """Return a form in parts, blocks below one another if need be. Raises FormError for a row higher than a page."""
    whole, height = layout.forms[0], layout.page_area.height
    shapes = _shapes(press(whole, layout.record_width, height), units)

    def high(row: FormRow) -> float:
        return max(measure_heights((row,), shape).lowest for shape in shapes)

    for below in range(1, MAX_DEPTH):
        try:
            pieces = list(_pieces(list(_flat(whole.rows, shapes[0].get(SIDES, 0))), high, height))
        except FormError as error:
            problem = error
        else:
            if len(pieces) <= MOST:
                return tuple(replace(whole, rows=rows) for rows in pieces)
            problem = FormError(f"the form '{whole.key}' would take {len(pieces)} pages; at most {MOST} are allowed",
                                "divide it into several forms")
        whole, _ = _fitted(needs, units, layout.record_width, press, below)
    raise problem


def _flat(rows: Sequence[FormRow], sides: int) -> Iterator[FormRow]:
    """Give rows, and instead of one that is nothing but a block of rows these, of one for each of the sides as many."""
    for row in rows:
        if row.each == SIDES:
            yield from (replace(row, next_entry_only=True, first=side) for side in range(sides))
            continue
        plain = not (row.rules or row.each or row.only_if or row.is_numbered or row.shade) and row.repeat == 1
        if plain and row.blank < 0 and len(row.cells) == 1 and row.cells[0].rows and row.cells[0].repeat == 1:
            yield from _flat(row.cells[0].rows, sides)
        else:
            yield row


def _pieces(rows: list[FormRow], high: Callable[[FormRow], float], height: float) -> Iterator[tuple[FormRow, ...]]:
    """Give the rows of page after page; a table that goes on behind a break has its headings again."""
    while rows:
        end, free = 0, height
        while end < len(rows) and high(rows[end]) <= free + 0.01:
            free -= high(rows[end])
            end += 1
        if end == len(rows):
            yield tuple(rows)
            return
        row = rows[end]
        fits = 0
        if not (row.each or row.repeat < 2 * FEW or row.blank >= 0):  # it is cut, if that is worth it
            unit_height = high(replace(row, repeat=1))
            fits = min(int((free + 0.01) / unit_height) if unit_height else 0, row.repeat - FEW)
        if fits >= FEW:
            rows[end:end + 1] = (replace(row, repeat=fits),
                                 replace(row, repeat=row.repeat - fits, first=row.first + fits))
            end += 1
        elif all(row.is_heading for row in rows[:end]):
            raise FormError(f"{(row.cells[0].label if row.cells else 'a row')} is {high(row) / MM:.1f} mm high, but "
                            f"the page has room for only {height / MM:.1f} mm", "divide it into several rows")
        else:
            end = _break(rows, end, high, height)
        yield tuple(rows[:end])
        # a table that goes on behind a break has its headings again
        above = next((row for row in reversed(rows[:end]) if row.is_heading or not row.rules), None)
        again = above and above.rules and rows[end].rules and not rows[end].is_heading
        rows = [*([above] if above and again else []), *rows[end:]]


def _break(rows: Sequence[FormRow], end: int, high: Callable[[FormRow], float], height: float) -> int:
    """Return before which row the page ends: between two tables if that leaves it not too empty."""
    height_used = sum(high(row) for row in rows[:end])
    while end > 1 and rows[end - 1].is_heading:
        end -= 1
    place = end
    while place > 1 and height_used >= FULL * height:
        if not rows[place].rules or (rows[place].is_heading and not rows[place - 1].is_heading):
            return place
        place -= 1
        height_used -= high(rows[place])
    return end
