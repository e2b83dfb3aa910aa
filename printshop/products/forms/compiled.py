"""Compiled forms, which are filled for one unit after the other: the common code of records and cards.

A form is compiled once for every shape of its records: the cells that are the same on all of them become one symbol,
and each other cell gets a painter, which returns the items of one unit. A text that is too long is reported at its
unit or, if many units have such texts, once at the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, groupby
from math import ceil
from operator import attrgetter
from typing import Any, NamedTuple

from printshop import products as registry
from printshop.drawing import fonts
from printshop.drawing.artwork import PictureError
from printshop.drawing.display_list import WHITE, Item, JoinedItems, Symbol, SymbolUse, WritingArea
from printshop.drawing.ink import Ink, choose_grey_fill
from printshop.drawing.shapes import rect
from printshop.elements.texts import draw_in_narrow_family
from printshop.elements.word_colors import BackingStack, make_inside_test
from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.game.errata import Difference, NoteMarks
from printshop.game.field_values import ListValue
from printshop.game.forms.cells import SIDES, Cell, walk_cells
from printshop.game.forms.model import FORMS, Form
from printshop.game.formula_keys import StyleError
from printshop.game.model import UNDAMAGED, Game, Unit, make_unique_name
from printshop.game.unit_types import NAMES_OF_UNIT
from printshop.layout.rectangles import find_shortest
from printshop.layout.text_lines import RowHeights
from printshop.lengths import MM
from printshop.problems import (
    CELL_HINT,
    CrowdedError,
    DoesNotFitError,
    PrintshopError,
    Problem,
    Problems,
    Span,
    join_first_names,
    make_error,
    suggest_name,
)
from printshop.products.build import make_picture_problem, report_errors
from printshop.products.forms.callouts import MountedRowsError, make_painter
from printshop.products.forms.grid import (
    BLANK,
    EMPTY,
    UNKNOWN,
    FormGrid,
    PlacedCell,
    RowCounts,
    evaluate_condition,
    find_shown_formulas,
    lay_out_form,
    measure_heights,
)
from printshop.products.forms.painters import (
    CellPainter,
    Damage,
    DrawOptions,
    SharedKey,
    make_readable,
    make_room,
)
from printshop.products.forms.shared_records import share_records
from printshop.products.forms.writing_labels import list_writing_areas
from printshop.products.product import find_default_keys
from printshop.text_markup import OURS_MARK

NOTES_WIDTH = 72  # points; narrower writing spaces are for numbers, such as the momentum of a turn
MARKABLE_PRODUCTS = ("records", "cards")  # the products with marks that damage fills
_UNLIMITED = 10_000.0  # points: a space that every form fits, if only its cells and tracks are needed
_FIRST = re.compile(r"\.1$")


class _CellRun:
    """Neighbouring cells that depend on the same values, so that they share the entries of one cache.

    `shared_key` is None for a cell that depends on more than values. Such a cell is drawn for each unit.
    """

    def __init__(self, painters: tuple[CellPainter, ...], shared_key: SharedKey | None) -> None:
        self.painters = painters
        self.get_values: Callable[[Any], object] | None = None
        self.get_attributes: Callable[[Any], object] | None = None
        if shared_key:
            self.get_values, self.get_attributes = shared_key.make_getters()
        # Items by the values and attributes of `shared_key`, at most MAX_CACHED entries.
        self.items_by_values: dict[object, tuple[Item, ...]] = {}


def _make_runs(painters: Iterable[CellPainter]) -> tuple[_CellRun, ...]:
    """Return the runs of neighbouring cells that have equal keys; a cell without a key is a run of its own."""
    grouped = groupby(painters, key=attrgetter("shared_key"))
    return tuple(_CellRun(members, key) for key, group in grouped
                 for members in ((tuple(group),) if key else ((painter,) for painter in group)))


class _Model(NamedTuple):
    """A form laid out for records of one shape: its frame, the runs of varying cells, and rules in grounds."""

    plan: FormGrid
    frame: tuple[SymbolUse]
    runs: tuple[_CellRun, ...]
    over: tuple[SymbolUse, ...] = ()
    blanks: tuple[WritingArea, ...] = ()


class _NaturalRows(NamedTuple):
    """The rows without a height of records with the same rows.

    `fixed` has the heights that are the same on all records, `varying` the painters of the other cells, and
    `heights_by_values` caches the heights by the values of the `names` that these painters show. With `shows_units`,
    the painters depend on more than these values, for example if several units share a record: then the cache is not
    used.
    """

    fixed: dict[tuple[str, ...], RowHeights]
    varying: tuple[CellPainter, ...]
    names: tuple[str, ...]
    shows_units: bool
    heights_by_values: dict[tuple[object, ...], RowCounts]


MAX_SHAPES = 5_000  # entries in the cache of conditions of a form
RIM = 0.8  # points by which the paper behind a cell reaches beyond its edges and the rules there
MAX_CACHED = 100  # entries in the cache of a game: forms in places of different sizes


class FitCache(NamedTuple):
    """Painters of the cells of some forms, by the cell without its place, and whether cells with contents fit."""

    # with the cell, which stays alive so that its `id` is unique
    painters: dict[tuple[object, ...], tuple[Cell, CellPainter]]
    fits: dict[object, bool]


class CompiledForm:
    """A form that is filled in a place of `width` by `room` points.

    The layout is the same for all units of a game, so that `caches` belongs to the game. On the dark `front` of a card,
    words are white or stand on white paper; `front` has the colours, and the compiled form for white paper.
    """

    def __init__(self, form: Form, options: DrawOptions, width: float, room: float, fit_cache: FitCache | None = None,
                 caches: dict[object, Any] | None = None,
                 front: tuple[BackingStack, CompiledForm] | None = None) -> None:
        self.form, self._options, self._width, self.room = form, options, width, room
        self._fit_cache, self._front = FitCache({}, {}) if fit_cache is None else fit_cache, front
        self._caches = caches = {} if caches is None else caches
        cells = tuple(walk_cells(form.rows))
        self._lists = tuple(dict.fromkeys(row.each for _, row in cells if row.each))
        self._conditions = {row.condition_name: row.only_if for _, row in cells if row.only_if}
        self._condition_names = tuple(sorted({name for formula in self._conditions.values() for name in formula.names}))
        self._fills_height = form.fills_height
        if len(caches) > MAX_CACHED:
            caches.clear()
        # Caches by shape. A unit has one shape on each form, so a cache has no more entries than the game has had
        # units, those of fleets and changed copies included. The caches end with the game.
        self._models: dict[RowCounts, _Model]
        self._layouts: dict[RowCounts, tuple[FormGrid, tuple[CellPainter, ...]]]
        self._blanks: dict[RowCounts, Symbol]
        # For rows without a height: the heights of cells that are the same on all records, and painters of the others.
        self._natural_rows: dict[RowCounts, _NaturalRows]
        self._models, self._layouts, self._blanks, self._natural_rows = caches.setdefault(
            (fonts.get_font_context(), form, options, width, room), ({}, {}, {}, {}))
        # Whether the conditions of rows hold, by the values in these conditions, at most MAX_SHAPES entries: each unit
        # needs this several times. The heights of rows depend on the shape alone.
        self._condition_results: dict[tuple[object, ...], tuple[RowCounts, bool]] = {}
        self._heights: dict[RowCounts, RowHeights] = {}
        self._has_natural_rows = any(row.is_measured for _, row in cells)
        self._shown_names = {name for cell, row in cells for name in (*cell.value_names, row.each)}
        self._text_names = {name for cell, _ in cells if cell.text for name in cell.value_names}
        # By the shapes of records with cells that fit on no record: the other cells, which are tried for each unit.
        self._fit_problem_runs: dict[RowCounts, tuple[_CellRun, ...]] = {}
        self._lower_forms: dict[float, CompiledForm] = {0.0: self}
        self.record_count = 0  # records

    def with_less_height(self, height: float) -> CompiledForm:
        """Return the form in a place that is lower by a height in points.

        This leaves room for the notes at its foot.
        """
        if height not in self._lower_forms:
            front = self._front and (self._front[0], self._front[1].with_less_height(height))
            self._lower_forms[height] = CompiledForm(self.form, self._options, self._width, self.room - height,
                                                     self._fit_cache, self._caches, front)
        return self._lower_forms[height]

    def on_card_front(self, below: BackingStack) -> CompiledForm:
        """Return the form for the front of a card with colours on which black cannot be read."""
        return CompiledForm(self.form, self._options, self._width, self.room, self._fit_cache, None, (below, self))

    def lay_out(self, shape: RowCounts) -> FormGrid:
        """Return the form laid out for records of a shape.

        Raises FormError if these are too high.
        """
        return lay_out_form(self.form, self._width, self.room, shape)

    def measure_lowest(self, shape: RowCounts) -> float:
        """Return the least height of records of a shape."""
        return self._measure_both_heights(shape).lowest

    def measure_range(self, shape: RowCounts) -> RowHeights:
        """Return the height of records of a shape if no row is lowered, with the least rest, and the least height."""
        return self._measure_both_heights(shape)

    def measure_height(self, shape: RowCounts) -> float:
        """Return the height of records of a shape. It is above the room if they cannot be lower."""
        natural, lowest = self._measure_both_heights(shape)
        return self.room if self._fills_height else min(natural, max(lowest, self.room))

    def _measure_both_heights(self, shape: RowCounts) -> RowHeights:
        if shape not in self._heights:
            self._heights[shape] = measure_heights(self.form.rows, dict(shape))
        return self._heights[shape]

    @property
    def varies_in_shape(self) -> bool:
        """Whether records differ in shape."""
        return bool(self._conditions) or any(name != SIDES for name in self._lists)

    def find_row_counts(self, unit: Unit | None) -> RowCounts:
        """Return the shape of a unit's record, or of a blank one."""
        counts = self._count_rows(unit)
        return (*counts, *self._measure_rows(counts, unit)) if self._has_natural_rows else counts

    def list_highest_values(self, unit: Unit) -> tuple[str, ...]:
        """Return the names of the values of a unit that need the most height: of one cell, or of repeated rows."""
        row_counts = {name: number for name, number in self._count_rows(unit) if name in self._lists}
        if not self._has_natural_rows:
            return (max(row_counts, key=lambda name: row_counts[name]),) if row_counts else ()
        counts = self._count_rows(unit)
        self._measure_rows(counts, unit)
        highest = max(self._natural_rows[counts].varying, default=None, key=lambda painter: (
            painter.measure_height(unit).natural * row_counts.get(painter.slot.each, 1)))
        return (*filter(None, (highest.slot.each,)), *highest.names) if highest else ()

    def _measure_rows(self, counts: RowCounts, unit: Unit | None) -> RowCounts:
        """Return the natural heights of rows, in whole points, by their names.

        A row that stands several times is always as high as its highest copy needs.
        """
        if counts not in self._natural_rows:
            self._natural_rows[counts] = self._find_natural_rows(counts, unit)
        natural = self._natural_rows[counts]
        key = tuple(map(unit.values.get, natural.names)) if unit and natural.names else ()
        row_heights = natural.heights_by_values.get(key)
        if row_heights is None or natural.shows_units:
            heights = dict(natural.fixed)
            for painter in natural.varying:
                names = painter.slot.height_names
                heights[names] = _merge_heights(heights.get(names), painter.measure_height(unit))
            make_room(natural.heights_by_values)
            row_heights = natural.heights_by_values[key] = tuple(
                (name, ceil(height)) for names, both in heights.items()
                for name, height in zip(names, both, strict=True))
        return row_heights

    def _find_natural_rows(self, counts: RowCounts, unit: Unit | None) -> _NaturalRows:
        """Return the painters and fixed heights that determine the heights of rows without a height."""
        painters = [self.make_painter(slot) for slot in lay_out_form(self.form, self._width, None, counts).slots
                    if slot.height_names]
        varying = tuple(painter for painter in painters if painter.height_varies)
        fixed = dict[tuple[str, ...], RowHeights]()
        for painter in painters:
            if not painter.height_varies:
                names = painter.slot.height_names
                fixed[names] = _merge_heights(fixed.get(names), painter.measure_height(unit))
        shown_names = {name for painter in varying for name in (*painter.names, painter.slot.each)} - {""}
        shows_units = bool(self.form.together) or any(painter.unit_attributes is None for painter in varying)
        return _NaturalRows(fixed, varying, tuple(sorted(shown_names)), shows_units, {})

    def _count_rows(self, unit: Unit | None) -> RowCounts:
        """Return the number of entries of each list, and the result of each condition of rows."""
        shape = []
        for name in self._lists:
            entries = unit.values.get(name) if unit else NOT_KNOWN
            shape.append((name, len(self._options.sides) if name == SIDES else len(entries.rows) if isinstance(
                entries, ListValue) else BLANK if entries is NOT_KNOWN else 0))
        holding, undecided = self._evaluate_conditions(unit) if unit and self._conditions else ((), False)
        if unit and undecided:
            holding += tuple((f"{UNKNOWN}{text}", BLANK) for text, formula in self._figures.items()
                             if _is_unknown_result(formula, unit))
        return (*shape, *holding, *(((EMPTY, BLANK),) if self.form.unit and not unit else ()))

    def _evaluate_conditions(self, unit: Unit) -> tuple[RowCounts, bool]:
        """Return the result of each condition of rows for a unit, and whether any result is unknown."""
        values = tuple(map(unit.values.get, self._condition_names))
        results = self._condition_results.get(values)
        if results is None:
            if len(self._condition_results) >= MAX_SHAPES:
                self._condition_results.clear()
            holding = tuple((name, evaluate_condition(formula, unit.values)) for name,
                            formula in self._conditions.items())
            results = self._condition_results[values] = holding, any(holds == BLANK for _, holds in holding)
        return results

    @cached_property
    def _figures(self) -> dict[str, Formula]:
        """The formulas of the shown values, by their texts."""
        return {formula.text: formula for cell, _ in walk_cells(self.form.rows)
                for formula in find_shown_formulas(cell)}

    def make_painter(self, slot: PlacedCell) -> CellPainter:
        """Return the painter of a cell in its place."""
        return make_painter(slot, self._options)

    def get_painters(self, shape: RowCounts) -> tuple[FormGrid, tuple[CellPainter, ...]]:
        """Return the form laid out for a shape, with the painters of its cells.

        Raises FormError.
        """
        if shape not in self._layouts:
            grid = self.lay_out(shape)
            if self._front:
                (below, plain_form), margin, before = self._front, self.form.margin, grid.slots
                strips = [strip for strip, _ in grid.grounds]  # of rows with a shade of their own
                grid.slots = [slot if any(make_inside_test(strip)(slot.rectangle.center) for strip in strips) else
                              make_readable(slot, below, margin) for slot in before]
                if grid.slots == before:  # all cells look as on paper
                    self._layouts[shape] = plain_form.get_painters(shape)
                    return self._layouts[shape]
            self._layouts[shape] = grid, tuple(map(self.make_painter, grid.slots))
        return self._layouts[shape]

    def get_model(self, shape: RowCounts) -> _Model:
        """Return the form laid out for a shape, with its frame and the cells that differ by unit. Raises FormError."""
        if shape not in self._models:
            grid, painters = self.get_painters(shape)
            if self._front and painters is self._front[1].get_painters(shape)[1]:
                self._models[shape] = self._front[1].get_model(shape)
                return self._models[shape]
            bounds = (0.0, 0.0, self._width, grid.height)
            plates = (rect(*slot.rectangle.inset(-RIM), fill=WHITE) for slot in grid.slots if slot.is_on_paper)
            shades = (rect(*box, fill=choose_grey_fill(self._options.ink, grey)) for box, grey in grid.grounds)
            fixed = self._draw_all(painters, lambda cell_painter: cell_painter.draw_frame())
            rules, over = tuple(grid.rules), tuple[SymbolUse, ...]()
            if rules and any(slot.cell.ground or slot.cell.shade or slot.is_on_bar for slot in grid.slots):
                rules, over = (), (SymbolUse(Symbol(f"rules-{self.form.key}", rules, bounds)),)
            frame = SymbolUse(Symbol(f"frame-{self.form.key}", (*plates, *shades, *rules, *fixed), bounds))
            varying = _make_runs(painter for painter in painters if painter.varies)
            self._models[shape] = _Model(grid, (frame,), varying, over, list_writing_areas(painters))
        return self._models[shape]

    def _draw_all(self, painters: Iterable[CellPainter], draw: Callable[[CellPainter], tuple[Item, ...]],
                  owner: str = "") -> tuple[Item, ...]:
        """Return the items of cells without a unit. Raises PrintshopError with the errors of all cells."""
        problems, items = FormProblems(), list[Item]()
        for cell_painter in painters:
            try:
                items += draw(cell_painter)
            except (DoesNotFitError, FormulaError) as error:
                narrow, _ = draw_in_narrow_family(partial(draw, cell_painter), error)
                if narrow is None:
                    problems.add_fit_problem(self, None, cell_painter.slot, error, owner)
                items += narrow or ()
        problems.raise_if_any()
        return tuple(items)

    def get_shared_painter(self, slot: PlacedCell) -> CellPainter:
        """Return a painter of a cell in one of its places; its properties are the same in all places."""
        key = _make_cell_key(slot)
        if key not in self._fit_cache.painters:
            self._fit_cache.painters[key] = slot.cell, self.make_painter(slot)
        return self._fit_cache.painters[key][1]

    def fits(self, slot: PlacedCell, unit: Unit | None) -> bool:
        """Return whether a cell can be drawn in its place for a unit, or on a blank form.

        Results are cached by the content.
        """
        attempt = _make_cell_key(slot), slot.rectangle, self.get_shared_painter(slot).get_content_key(unit)
        if attempt not in self._fit_cache.fits:
            self._fit_cache.fits[attempt] = self._can_draw(slot, unit)
        return self._fit_cache.fits[attempt]

    def _can_draw(self, slot: PlacedCell, unit: Unit | None) -> bool:
        cell_painter = self.make_painter(slot)
        try:
            cell_painter.draw_frame()
            if cell_painter.varies and unit is None:
                cell_painter.draw_blank()
            elif cell_painter.varies and unit:
                cell_painter.paint(unit, UNDAMAGED)
        except (DoesNotFitError, FormulaError):
            return False
        return True

    def list_differences(self, unit: Unit) -> tuple[Difference, ...]:
        """Return the `differs` notes on the values that the record of a unit shows."""
        return tuple(note for name, note in unit.differs.items() if name in self._shown_names)

    def draw_record(self, unit: Unit, damage: Damage, problems: FormProblems,
                    marks: NoteMarks | None = None) -> tuple[Item, ...]:
        """Return the items of a unit's record.

        `marks` gives reference marks to values with `differs` notes. Problems of fit are added to the problems.
        """
        self.record_count += 1
        shape = self.find_row_counts(unit)
        frame, over = tuple[Item, ...](), tuple[Item, ...]()
        try:
            if shape in self._fit_problem_runs:
                runs = self._fit_problem_runs[shape]
            else:
                model = self.get_model(shape)
                frame, runs, over = model.frame, model.runs, model.over
        except (DoesNotFitError, FormulaError) as error:
            problems.add_fit_problem(self, unit, None, error)
            return ()
        except PrintshopError as error:
            problems.extend(error.problems)
            runs = self._fit_problem_runs[shape] = _make_runs(filter(_fits_on_all, self.get_painters(shape)[1]))
        if unit.notes and unit.writing and self._has_long_text(unit):
            unit = replace(unit, notes="")  # the text stands where the notes would
        parts: list[tuple[Item, ...]] = [frame]
        is_plain, values = not (damage or unit.notes or unit.ours or (marks and unit.differs)), unit.values
        title = self._find_title_cell(shape) if unit.name_mark else None
        for run in runs:  # cached items need no further function calls: a fleet has thousands of cells
            if is_plain and run.get_values:
                key = run.get_values(values), run.get_attributes(unit) if run.get_attributes else ()
                if (items := run.items_by_values.get(key)) is None:
                    items, is_complete = self._paint(run, unit, damage, problems)
                    if is_complete:
                        make_room(run.items_by_values)
                        run.items_by_values[key] = items
            else:
                items, _ = self._paint(run, unit, damage, problems, marks, title)
            if items:
                parts.append(items)
        if unit.notes and shape not in self._fit_problem_runs:
            parts += (painter.draw_notes(unit) for painter in self.get_painters(shape)[1])
        return JoinedItems((*parts, over) if over else parts)

    def _has_long_text(self, unit: Unit) -> bool:
        """Return whether a player wrote a text in a place that is wide enough for notes."""
        return any(str(number) in unit.writing and area.width >= NOTES_WIDTH
                   for number, area in enumerate(self.find_writing_places(unit), 1))

    def _find_title_cell(self, shape: RowCounts) -> Cell | None:
        """Return the first cell with the name of a unit. If all values of the unit are ours, this cell has the mark."""
        cells = (painter.slot.cell for painter in self.get_painters(shape)[1])
        return next((cell for cell in cells if cell.text and not NAMES_OF_UNIT.isdisjoint(cell.value_names)), None)

    def _make_mark(self, painter: CellPainter, unit: Unit, marks: NoteMarks | None, title: Cell | None) -> str:
        """Return the marks of a cell: † if it shows a value of this edition, and the reference marks of notes."""
        names = painter.find_marked_names(self._text_names)
        is_ours = painter.slot.cell is title if title else not unit.ours.isdisjoint(names)
        notes = (note for name, note in unit.differs.items() if name in names) if marks else ()
        return (OURS_MARK if is_ours else "") + (marks.assign_marks(notes) if marks else "")

    def _paint(self, run: _CellRun, unit: Unit, damage: Damage, problems: FormProblems,
               marks: NoteMarks | None = None, title: Cell | None = None) -> tuple[tuple[Item, ...], bool]:
        """Return the items of a run of cells, and whether all cells fit. Problems of fit are added to the problems."""
        parts, is_complete = list[tuple[Item, ...]](), True
        for painter in run.painters:
            mark = self._make_mark(painter, unit, marks, title) if unit.ours or unit.differs else ""
            try:
                parts.append(painter.paint(unit, damage, mark))
            except (DoesNotFitError, FormulaError) as error:
                narrow, _ = draw_in_narrow_family(partial(painter.paint, unit, damage, mark), error)
                if narrow is None:
                    problems.add_fit_problem(self, unit, painter.slot, error)
                    is_complete = False
                parts.append(narrow or ())
        return parts[0] if len(parts) == 1 else tuple(chain.from_iterable(parts)), is_complete

    def find_writing_places(self, unit: Unit) -> tuple[WritingArea, ...]:
        """Return the places to write on in a unit's record: lines, boxes, empty cells between rules."""
        shape = self.find_row_counts(unit)
        if shape not in self._models:  # drawing reports why there is no model
            return ()
        return self._models[shape].blanks

    @property
    def blank_record(self) -> Symbol:
        """A record to be filled in by hand, or the record of a form for no unit. Raises PrintshopError."""
        shape = self.find_row_counts(None)
        if symbol := self._blanks.get(shape):
            return symbol
        try:
            model = self.get_model(shape)
        except DoesNotFitError as error:
            list_names = " and ".join(sorted({*self._lists} - {SIDES}))
            blank_hint = f"; 'blank' of a row says how often it stands for {list_names}" if list_names else ""
            raise make_error(f"the {'blank ' if self.form.unit else ''}form '{self.form.key}': {error}",
                             f"{error.hint}{blank_hint}", self.form.span) from error
        painters = (painter for run in model.runs for painter in run.painters)
        items = self._draw_all(painters, _draw_blank_cell, "the blank form")
        self._blanks[shape] = Symbol(f"blank-{self.form.key}", (*model.frame, *items, *model.over),
                                     model.frame[0].symbol.bounds)
        return self._blanks[shape]

    def count_tracks(self, unit: Unit) -> dict[str, int]:
        """Return the number of marks on a unit's record, by the name of their track."""
        unit, painters = self.find_used_painters(unit)
        return {name: amount for cell_painter in painters for name, amount in cell_painter.list_tracks(unit)}

    def find_used_painters(self, unit: Unit) -> tuple[Unit, list[CellPainter]]:
        """Return a unit as its record needs it, and the painters of the cells that are not left to be filled in."""
        unit = next(share_records((unit,), 1, {})) if self.form.together else unit
        shape = self.find_row_counts(unit)
        with report_errors(f"the form '{self.form.key}'", self.form.span):
            try:
                painters = self.get_painters(shape)[1]
            except DoesNotFitError:  # reported where the rows are drawn
                painters = tuple(map(self.make_painter, lay_out_form(self.form, self._width, None, shape).slots))
        return unit, [painter for painter in painters if not painter.slot.is_unused_entry]


def compile_default_forms(game: Game, products: Iterable[str] = MARKABLE_PRODUCTS,
                          adapt: Callable[[Form], Form] = lambda form: form) -> list[CompiledForm]:
    """Return the default forms for units, laid out in a space that is large enough for all forms.

    `adapt` changes each form before: the forms in the data have the rows for all variants.
    """
    keys = [key for product in products for key in find_default_keys(registry.find_product(product), game)]
    forms = [form for form in map(game[FORMS].__getitem__, keys) if form.unit]
    return [CompiledForm(adapt(form), DrawOptions(Ink.COLOUR), _UNLIMITED, _UNLIMITED) for form in forms]


def _draw_blank_cell(cell_painter: CellPainter) -> tuple[Item, ...]:
    """Return the items of a blank cell, with the ground that replaces the colour of the side."""
    return *cell_painter.draw_blank_ground(), *cell_painter.draw_blank()


def _merge_heights(first: RowHeights | None, second: RowHeights) -> RowHeights:
    """Return the heights that are enough for two cells of a row."""
    return RowHeights(*map(max, first, second)) if first else second


def _is_unknown_result(formula: Formula, unit: Unit) -> bool:
    """Return whether the result of a formula is unknown for a unit."""
    try:
        return formula.evaluate(unit.values) is NOT_KNOWN
    except FormulaError:  # a formula for entries of a list; drawing reports any other mistake
        return False


def _fits_on_all(cell_painter: CellPainter) -> bool:
    """Return whether a cell differs from record to record, and the part that all records share fits."""
    with suppress(DoesNotFitError, FormulaError):
        cell_painter.draw_frame()
        return cell_painter.varies
    return False


def _make_cell_key(slot: PlacedCell) -> tuple[object, ...]:
    """Return a key of a cell that does not depend on its place."""
    return id(slot.cell), *slot[2:]


# --- damage --------------------------------------------------------------------------------------------------


def check_damage(jobs: Iterable[tuple[CompiledForm, tuple[Unit, ...]]], damage: Mapping[str, Damage]) -> None:
    """Raise PrintshopError if damage names a unit or a track that is not on the records, or too many marks.

    `damage` is by the names of units; the damage of the units themselves is checked, too.
    """
    problems = Problems()
    by_name: dict[str, dict[str, tuple[Unit, dict[str, int]]]] = {}  # by name, then by unique name
    form_units = [(form, unit) for form, units in jobs for unit in units]
    for form, unit in form_units if damage or any(unit.damage for _, unit in form_units) else ():
        like, key = by_name.setdefault(unit.name, {}), make_unique_name(unit)
        tracks = form.count_tracks(unit) if unit.damage or unit.name in damage or key in damage else {}
        like[key] = (unit, like.get(key, (unit, {}))[1] | tracks)
    whole = {key: record for like in by_name.values() for key, record in like.items()}
    for unit, tracks in whole.values():
        for mark in unit.damage.items():
            check_track(unit, tracks, mark, problems, unit.damage_span)
    for name, marks in damage.items():
        like = by_name.get(name) or ({name: whole[name]} if name in whole else {})
        if len(like) > 1:
            problems.add(None, f"damage is given for '{name}', but there are records of {' and '.join(sorted(like))}",
                         f"say which: '{min(like)}'")
        elif not like:
            problems.add(None, f"damage is given for '{name}', which has no record here",
                         suggest_name(name, (*by_name, *(whole if "(" in name else ()))))
        for (unit, tracks), (track, amount) in ((record, mark) for record in like.values() if len(like) == 1
                                                for mark in marks.items()):
            check_track(unit, tracks, (track, amount), problems)
    problems.raise_if_any()


def check_track(unit: Unit, tracks: Mapping[str, int], mark: tuple[str, int], problems: Problems,
                place: Span | None = None) -> None:
    """Add a problem if a unit's record, with its `tracks`, does not have the track or the number of marks."""
    track, amount = mark
    if track not in tracks:
        problems.add(place, f"damage of {unit.title}: the record has no '{track}'", suggest_track(track, tracks))
    elif amount > tracks[track]:
        problems.add(place,
                     f"damage of {unit.title}: {amount} marks of {track} are asked for, but the record has only "
                     f"{tracks[track]}")


def suggest_track(track: str, tracks: Iterable[str]) -> str:
    """Return a hint with the track that may be meant; for a track with a number, it explains the number.

    >>> suggest_track("turret", ["hull", "turrets.1", "turrets.2"])
    "did you mean 'turrets.1'? turrets.1 is the first of the turrets"
    """
    names = sorted(tracks)
    near = next((name for name in names if _FIRST.sub("", name).casefold().startswith(track.casefold())), "")
    hint = f"did you mean '{near}'?" if near and track else suggest_name(track, names)
    row = next((name for name in names if _FIRST.search(name) and name in hint), "")
    noun = _FIRST.sub("", row).replace("_", " ")
    return f"{hint}{' ' if hint.endswith('?') else '; '}{row} is the first of the {noun}" if row else hint


# --- problems of fit -------------------------------------------------------------------------------------------------

MOST = 400 * MM  # no hint asks for a place larger than this
STEP = 1 * MM
MOST_SCALE = 2.0  # the largest factor in a hint to enlarge a shape
FEW = 50  # records that are tried for a hint
SEVERAL = 4  # from this number of units that do not fit, and if they are more than half of all, the form is too small


class _FitProblem(NamedTuple):
    """An error of a cell or, without a slot, of a whole record.

    `unit` is None for an error on all records. `place_name` is the place of a row on a picture. `owner` is the
    beginning of the message if no unit is named.
    """

    unit: Unit | None
    slot: PlacedCell | None
    error: DoesNotFitError | FormulaError
    place_name: str = ""
    owner: str = ""

    @property
    def kind(self) -> tuple[str, str, str]:
        """The key of problems of fit that are one problem: the cell, the row and, unless room is short, the message."""
        is_room_short = isinstance(self.error, DoesNotFitError) and not (
            isinstance(self.error, StyleError) or (self.slot and self.slot.cell.mounted)
            or isinstance(self.error.__cause__, PictureError))
        return self.slot.cell.label if self.slot else "", self.place_name, "" if is_room_short else str(self.error)

    @property
    def mark_count(self) -> int:
        """The number of marks that do not fit, 0 for other problems of fit."""
        return int(getattr(self.error.__cause__, "count", 0))


class FormProblems(Problems):
    """The problems of several records.

    Problems of fit in the same cell of several records are one problem.
    """

    def __init__(self) -> None:
        super().__init__()
        self._fit_problems: dict[CompiledForm, list[_FitProblem]] = {}

    @property
    def has_fit_problems(self) -> bool:
        """Whether the content of a cell or row does not fit."""
        return any(self._fit_problems.values())

    def add_fit_problem(self, compiled: CompiledForm, unit: Unit | None, slot: PlacedCell | None,
                        error: DoesNotFitError | FormulaError, owner: str = "") -> None:
        """Add a problem of fit on the record of a unit, or on every record."""
        fit_problems = self._fit_problems.setdefault(compiled, [])
        if isinstance(error, MountedRowsError):
            fit_problems += (_FitProblem(unit, problem.slot, problem.error, problem.place_name, owner)
                             for problem in error.fit_problems)
        else:
            fit_problems.append(_FitProblem(unit, slot, error, owner=owner))

    def raise_if_any(self) -> None:
        """Raise `PrintshopError` with all problems that were added, if there are any."""
        for compiled, fit_problems in self._fit_problems.items():
            for _, same in groupby(sorted(fit_problems, key=attrgetter("kind")), key=attrgetter("kind")):
                self._report(compiled, sorted(same, key=lambda fit_problem: -fit_problem.mark_count))
        self._fit_problems.clear()
        super().raise_if_any()

    def _report(self, compiled: CompiledForm, same: Sequence[_FitProblem]) -> None:
        first = same[0]
        slot, error = first.slot, first.error
        if isinstance(error, PictureError):  # of the units themselves
            self.extend(make_picture_problem(problem.error, "", None, problem.unit.art_span) for problem in same
                        if isinstance(problem.error, PictureError) and problem.unit)
            return
        place, hint = slot.cell.label if slot else f"form '{compiled.form.key}'", error.hint
        place = f"the row at '{first.place_name}' ({place})" if first.place_name else place
        of_formula = isinstance(error, FormulaError | StyleError) and error.span is not None
        if slot and isinstance(error, DoesNotFitError) and not of_formula:
            hint = _advise(compiled, same, slot)
        units = list(dict.fromkeys(fit_problem.unit.title for fit_problem in same if fit_problem.unit))
        form_span = error.span or (slot.cell.span if slot else None) or compiled.form.span
        cause = (form_span, first.kind)
        few = len(units) < SEVERAL or 2 * len(units) <= compiled.record_count
        # the form itself is too small, unless a text or a formula shows values of the unit
        of_form = isinstance(error, CrowdedError) or (isinstance(error, DoesNotFitError) and bool(slot)
                                                      and not {*slot.cell.value_names} - {"n"})  # type: ignore[union-attr]
        if few and not of_form and not of_formula and all(fit_problem.unit for fit_problem in same):
            if slot and slot.cell.span and isinstance(error, DoesNotFitError):
                hint = "; ".join(part for part in (hint, CELL_HINT.format(slot.cell.span)) if part)
            for unit, fit_problem in ((fit_problem.unit, fit_problem) for fit_problem in same):
                if unit:
                    subject = f"record of {unit.title}, {place}"
                    shown_names = {*slot.cell.value_names}.difference(unit.name_values) if slot else set[str]()
                    longest = max(sorted(shown_names & unit.values.keys()), default="",
                                  key=lambda name, unit=unit: len(str(unit.values[name])))  # type: ignore[misc]
                    self.add_problem(Problem(unit.span, f"{subject}: {fit_problem.error}", hint, cause,
                                             frozenset([unit.span]), subject=subject, name=longest))
            return
        owner = f"record{'s' * (len(units) > 1)} of {join_first_names(units)}" if units else first.owner
        text = error.describe() if isinstance(error, FormulaError) else str(error)
        message = text if of_formula else f"{place}: {text}"
        self.add_problem(Problem(form_span, f"{owner}{', ' if owner else ''}{message}", hint, cause,
                                 frozenset(fit_problem.unit.span for fit_problem in same if fit_problem.unit)))
        if of_formula and error.span:  # reported once for all units
            self.add_final(error.span)


def _advise(compiled: CompiledForm, same: Sequence[_FitProblem], slot: PlacedCell) -> str:
    """Return a hint with the least growth of the cell that is enough for all problems of fit."""
    error = same[0].error
    if slot.area:
        area = slot.area

        def fits_scaled(factor: float) -> bool:
            larger = area.scale(factor)
            return compiled.fits(slot._replace(rectangle=larger.inner_rectangle, area=larger), same[0].unit)

        if fits_scaled(MOST_SCALE):
            return f"make the shape {ceil(100 * find_shortest(fits_scaled, 1.0, MOST_SCALE, 0.02) - 100):.0f} % larger"
        return error.hint
    growth = list[tuple[int, str, str, int]]()
    for side, word, noun in (("height", "higher", "row"), ("width", "wider", "cell")):
        length = getattr(slot.rectangle, side)

        def fits(length: float, side: str = side) -> bool:
            # a picture with rows has the same size and contents for most units
            samples = same[:1] if slot.cell.mounted else same[:FEW]
            return all(compiled.fits(problem.slot._replace(rectangle=problem.slot.rectangle._replace(**{side: length})),
                                     problem.unit) for problem in samples if problem.slot)

        if fits(MOST):
            needed_length = find_shortest(fits, length, MOST, STEP / 2)
            growth.append((ceil((needed_length - length) / MM), word, noun, ceil(needed_length / MM)))
    if not growth:
        return error.hint
    more, word, noun, needed_length = min(growth)
    if slot.takes_rest and word == "higher":
        return "; ".join(part for part in (error.hint, f"write 'least: {needed_length} mm' in the row") if part)
    if isinstance(error, CrowdedError) and not slot.cell.mounted:
        return f"make the {noun} {more} mm {word}"
    return "; ".join(part for part in (error.hint, f"it fits if the {noun} is {more} mm {word}") if part)
