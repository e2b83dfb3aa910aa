"""The layout of records on pages: how many stand side by side and below one another, and on which paper.

Points. The form decides; on other paper than usual, or in large print, fewer records stand on a page, the page may be
turned, and a record that is higher than a page continues on the next one (`printshop.products.forms.page_breaks`).
Columns and rows keep their proportions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import is_not
from typing import Any

from printshop.elements.mark_runs import MARKS_AIR
from printshop.formulas import FormulaError
from printshop.game.elements import NO_VARIANT, Variant
from printshop.game.forms.cells import MARKS, Cell, FormRow
from printshop.game.forms.model import Form
from printshop.game.model import Unit
from printshop.layout import page_frame
from printshop.layout.rectangles import UNIVERSAL, Paper, Rect
from printshop.layout.text_lines import RowHeights
from printshop.lengths import MM, parse_length
from printshop.problems import DoesNotFitError, PrintshopError
from printshop.products.forms.compiled import CompiledForm
from printshop.products.forms.grid import PlacedCell, is_writable

Units = Sequence[Unit | None]

FOOT_GAP = 2 * MM  # between the last record and the footer
COLUMN_GAP = 7 * MM  # between records side by side
ROW_GAP = 6 * MM  # between records that take all the height there is
LEAST_GAP = 2 * MM  # between records of a variant
UNLIMITED = 100_000.0  # points: more than the height of any record
MAX_FIT_COUNT = 60  # records on a page for `per_page: fit`
LEAST_WIDTH_SHARE = 0.95  # of the usual width of a record: a narrower place is used only if there is no other
SAFE_CORNERS = parse_length("3 mm")  # radius of the corners of cards to laminate: sharp corners hurt

CompileFunction = Callable[[Form, float, float], CompiledForm]
"""Makes a form ready to fill, in a place with a width and a height."""


def apply_variants(form: Form, variants: Collection[str]) -> Form:
    """Return a form with its variant, and only with the rows for this variant.

    If the variant has no tint, shades are left out where players write.
    """
    variant = Variant.combine(variants)
    if form.numbers:  # the form itself asks for numbers, so a box that does not fit is reported
        variant = variant._replace(uses_figures=True, figures_are_optional=False)
    rows = _adapt_rows(form.rows, variants, variant)
    if variant == NO_VARIANT:
        return form if rows is form.rows else replace(form, rows=rows)
    rounded = variant.no_tint and form.size and form.corners is None
    return replace(form, variant=variant, rows=rows, corners=SAFE_CORNERS if rounded else form.corners,
                   note=form.numbers_note if variant.uses_figures else form.note)


def _adapt_rows(rows: tuple[FormRow, ...], variants: Collection[str], variant: Variant) -> tuple[FormRow, ...]:
    """Return the rows for a variant, also within cells, adapted to the variant."""
    adapted = []
    for row in rows:
        if not row.stands_in(variants):
            continue
        cells = tuple([_adapt_cell(cell, rows_in_cell, variants, variant) if (rows_in_cell := cell.inner_rows) else cell
                       for cell in row.cells])
        if any(map(is_not, cells, row.cells)):
            # rows in the cells may be higher
            grows = row.grows_with_cells or (variant.mark_size > 0 and cells != row.cells)
            changed = replace(row, cells=cells, grows_with_cells=grows)
        else:
            changed = row
        adapted.append(changed if variant == NO_VARIANT else _adapt_row(changed, variant))
    return rows if len(adapted) == len(rows) and not any(map(is_not, adapted, rows)) else tuple(adapted)


def _adapt_cell(cell: Any, rows: tuple[FormRow, ...], variants: Collection[str], variant: Variant) -> Cell:
    """Return a cell with its rows adapted to a variant."""
    name = "rows" if cell.rows else "mounted"
    if name == "mounted" and not cell.pointer:  # rows in the picture have no room to grow
        variant = variant._replace(mark_size=0.0)
    inner = _adapt_rows(rows, variants, variant)
    return cell if inner is rows else replace(cell, **{name: inner})  # type: ignore[no-any-return]


def _adapt_row(row: FormRow, variant: Variant) -> FormRow:
    """Return a row without its shade where players write, and as high as the marks of the variant if there is room."""
    if variant.no_tint and any(is_writable(cell, row) or cell.has_marks for cell in row.cells):
        row = replace(row, shade=0.0, cells=tuple(_remove_shade(cell) for cell in row.cells))
    needed_height = max((variant.mark_size + 2 * MARKS_AIR for cell in row.cells if cell.kind == MARKS), default=0.0)
    if not variant.mark_size or not 0 < row.height < needed_height:
        return row
    return replace(row, height=needed_height, least=row.least or row.height)


def _remove_shade(cell: Cell) -> Cell:
    return replace(cell, shade=0.0) if cell.shade else cell


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """Records on `paper`, `across` by `down`, with `foot` points below them for notes.

    If a record is higher than a page, there are several `forms`: one for each of its pages.
    """

    forms: tuple[Form, ...]
    paper: Paper
    across: int
    down: int
    foot: float = 0.0

    @property
    def page_area(self) -> Rect:
        """The place for records on a page, between header and footer."""
        return page_frame.find_content_rect(self.paper, true_scale=False).inset(0, 0, 0, FOOT_GAP)

    @property
    def record_height(self) -> float:
        """The height of the place of a record."""
        gaps = (self.down - 1) * ROW_GAP if any(form.fills_height for form in self.forms) else 0.0
        return (self.page_area.height - self.foot - gaps) / self.down

    @property
    def record_width(self) -> float:
        """The width of the place of a record."""
        return self.page_area.split_columns([1] * self.across, COLUMN_GAP)[0].width

    def with_record_counts(self) -> RecordLayout:
        """Return the layout with forms that have the number of their records on a page."""
        count = self.across * self.down
        return replace(self, forms=tuple(replace(form, per_page=count, per_row=self.across) for form in self.forms))

    def compile_parts(self, compile_form: CompileFunction) -> tuple[CompiledForm, ...]:
        """Return the forms ready to fill, in places that include the room for notes if there is one form."""
        height = self.record_height + (self.foot / self.down if len(self.forms) == 1 else 0.0)
        return tuple(compile_form(form, self.record_width, height) for form in self.forms)


def fit_on_pages(form: Form, units: Units, paper: Paper, compile_form: CompileFunction, *,
                 foot: float = 0.0) -> RecordLayout:
    """Return the layout of the records of some units, or of blank records (None), with `foot` points for notes.

    On paper with the usual space, the layout is that of the form. Else these layouts are tried, each with fewer and
    fewer records below one another: the paper upright and turned, with as many columns of records as usual and with
    one. The first layout that is about as wide as usual and holds all records is chosen; a record that is too high for
    a page is divided. If no layout holds the records, the last one that is wide enough is returned, and drawing
    reports the problems of fit. Raises FormError if a row is higher than a page.
    """
    usual_paper = UNIVERSAL.to_landscape() if form.is_landscape else UNIVERSAL
    paper = paper.to_landscape() if form.is_landscape else paper
    layout = RecordLayout((form,), paper, form.per_row, form.per_page // form.per_row, foot)
    usual_layout = RecordLayout((form,), usual_paper, form.per_row, layout.down)
    if form.fits_page:
        record = compile_form(form, layout.record_width, layout.page_area.height)
        # blank records may be higher than the others
        record_units = [*units, None] if form.fill or not units else units
        height = max(record.measure_height(record.find_row_counts(unit)) for unit in record_units) + ROW_GAP
        layout = replace(layout, down=max(int((layout.page_area.height + ROW_GAP) // height), 1)).with_record_counts()
    elif form.variant != NO_VARIANT:
        layout = _leave_room_for_marks(layout, units, compile_form)
    if (paper.rotate() if form.is_landscape else paper).fits_universal:
        return layout  # drawing reports the problems of fit
    layouts = [replace(layout, paper=sheet, across=across, foot=foot)
               for across, sheet in product(dict.fromkeys((layout.across, 1)), (paper, paper.rotate()))]
    wide = [candidate for candidate in layouts
            if candidate.record_width >= LEAST_WIDTH_SHARE * usual_layout.record_width]
    wide = wide or [max(layouts, key=lambda candidate: candidate.record_width)]
    from printshop.products.forms.page_breaks import divide_rows, find_highest  # imported late: few records need it

    problem: DoesNotFitError | None = None
    divided: RecordLayout | None = None
    lower_form = replace(form, rows=tuple(map(_keep_marks, form.rows)))
    for tried_form, candidate in product((lower_form, form), wide):  # fewer records on a page rather than smaller marks
        for down in range(MAX_FIT_COUNT if form.fits_page else layout.down, 0, -1):
            lower = replace(candidate, forms=(tried_form,), down=down).with_record_counts()
            if can_hold(compile_form(lower.forms[0], lower.record_width, lower.record_height), units):
                return lower
    for candidate in wide:
        candidate = replace(candidate, down=1)  # noqa: PLW2901
        whole = compile_form(form, candidate.record_width, candidate.record_height)
        shape = find_highest(map(whole.find_row_counts, units), form.rows)
        try:
            pages = divide_rows(form.rows, shape, candidate.record_height)
        except DoesNotFitError as error:
            problem = problem or error
            continue
        divided = replace(candidate, forms=tuple(replace(form, rows=rows) for rows in pages)).with_record_counts()
        if all(can_hold(part, units) for part in divided.compile_parts(compile_form)):
            return divided
    if divided is None:
        assert problem
        raise problem
    return divided


def _keep_marks(row: FormRow) -> FormRow:
    """Return a row that is not lowered if it has marks, and so the rows in its cells."""
    cells = tuple(replace(cell, rows=tuple(map(_keep_marks, cell.rows))) if cell.rows else cell for cell in row.cells)
    has_marks = any(cell.has_marks for cell in cells)
    return replace(row, cells=cells, keeps_height=has_marks, least=0.0 if has_marks and row.height else row.least)


def _leave_room_for_marks(layout: RecordLayout, units: Units, compile_form: CompileFunction) -> RecordLayout:
    """Return a layout with so few records below one another that the marks of a variant have their preferred size.

    Rows of a natural height grow with their marks; other rows, and rows that the form lowers anyway, stay as they are.
    """
    def measure_range(form: Form) -> RowHeights:
        record = compile_form(form, layout.record_width, UNLIMITED)
        ranges = [record.measure_range(record.find_row_counts(unit)) for unit in units or (None,)]
        return RowHeights(*(max(heights) for heights in zip(*ranges, strict=True)))

    form = layout.forms[0]
    plain_height, variant_heights = measure_range(replace(form, variant=NO_VARIANT)).natural, measure_range(form)
    height = max(min(plain_height, layout.record_height) + variant_heights.natural - plain_height,
                 variant_heights.lowest)
    fitting = int((layout.page_area.height - layout.foot + LEAST_GAP) // (height + LEAST_GAP))
    return replace(layout, down=max(fitting, 1)).with_record_counts() if fitting < layout.down else layout


def can_hold(compiled: CompiledForm, units: Units) -> bool:
    """Return whether the records of units can be drawn in a form."""
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
