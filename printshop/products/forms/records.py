"""Record sheets: forms for units, filled or blank, and forms for no unit, on pages with their backs.

Pages are made one by one when they are read, so that twenty thousand records fit in memory. The problems of all pages
are raised after the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, count, groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from printshop import products
from printshop.drawing.display_list import Bookmark, Document, Group, Item, Page, PageStream, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.text import strip_markup
from printshop.formulas import NOT_KNOWN
from printshop.game.errata import NoteMarks
from printshop.game.forms.model import FORMS, Form
from printshop.game.model import Game, Side, Unit, find_marks, make_unique_name
from printshop.layout import page_frame
from printshop.layout.duplex import (
    BackMode,
    TurnEdge,
    add_empty_backs,
    describe_side,
    find_page_grid,
    find_turn_edge,
    has_backs,
    place_pages,
    turn_back_page,
)
from printshop.layout.page_frame import NOTES_SIZE, FootNotes, set_foot_notes
from printshop.layout.rectangles import Paper
from printshop.layout.zoom import enlarge_page, shrink_paper
from printshop.lengths import MM, format_shortage
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products.build import report_errors
from printshop.products.forms.column_widths import with_column_widths
from printshop.products.forms.compiled import CompiledForm, FitCache, FormProblems, check_damage
from printshop.products.forms.grid import RowCounts
from printshop.products.forms.painters import DrawOptions
from printshop.products.forms.record_layout import (
    COLUMN_GAP,
    FOOT_GAP,
    RecordLayout,
    apply_variants,
    can_hold,
    fit_on_pages,
)
from printshop.products.forms.shared_records import is_shared, share_records
from printshop.products.product import choose_entries, find_deck_units, find_entries, find_requested_units

FREE = page_frame.CONTENT_GAP + FOOT_GAP - 4.0  # the height below the records that is free for notes
NEARER, CLEAR = 0.5 * MM, 1.2 * MM  # of notes: by how much CLEAR, their distance from records, may be smaller
FEWEST_ROWS = 2  # units of one design that share a record
MAX_GAP = 8 * MM  # records of several heights on a page

Units = tuple[Unit, ...]
Sheet = TypeVar("Sheet")


class RecordBatch(NamedTuple):
    """The contents of one page or sheet: records of units, or blank ones (None), in a run under one heading."""

    units: tuple[Unit | None, ...]
    heading: str
    first: bool = True


def make_batches(form: Form, units: Sequence[Unit | None], places: int, *, fill: bool = False, blank: str = ""
                 ) -> Iterator[RecordBatch]:
    """Yield units in batches of at most `places`, one group for each result of the form's `apart`.

    With `fill`, blank records (None) fill the last batch. `blank` is the heading of blank records.
    """
    def find_heading(unit: Unit | None) -> str:
        if not (unit and form.apart):
            return "" if unit else blank
        with report_errors(f"'apart' of the form '{form.key}'", unit.span):
            return form.apart.fill(unit.values)

    for heading, group in groupby(units, key=find_heading):
        members = [*group]
        members += [None] * (-len(members) % places if fill else 0)
        for start in range(0, len(members), places):
            yield RecordBatch(tuple(members[start:start + places]), heading, start == 0)


@dataclass(frozen=True)
class RecordPrinter:
    """A game, the request for its forms, and the print settings, with caches for all forms."""

    game: Game
    request: PrintRequest
    settings: PrintSettings
    _variant_forms: dict[Form, Form] = field(default_factory=dict)
    _fit_cache: FitCache = field(default_factory=lambda: FitCache({}, {}))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that fight in the scenario, or all sides of the game."""
        scenario, sides = self.request.scenario, self.game.sides
        fighting = {force.side.key for force in scenario.forces} if scenario else set(sides)
        return tuple(side for key, side in sides.items() if key in fighting)

    @cached_property
    def _seat_numbers(self) -> Mapping[str, int]:
        """The number of the player, from 1, of each unit of the scenario, by the unique name of the unit."""
        if not self.request.scenario:
            return {}
        from printshop.game.scenarios import number_seats

        return number_seats(self.game, self.request.scenario)

    @cached_property
    def _deck_units(self) -> Units:
        return find_deck_units(self.game, self.request)

    def _find_seat(self, unit: Unit) -> int:
        return self._seat_numbers.get(make_unique_name(unit), 0) if self._seat_numbers else 0

    def divide_among_players(self, forms: Iterable[tuple[Form, Units, Sheet]]) -> list[tuple[
            tuple[int, ...], str, Sequence[Unit | None], Sheet]]:
        """Return the parts of forms for each player: number of the player, heading, units or blanks, and sheet.

        Parts for all players come first, without a number. Without a heading, pages have the headings of the form.
        """
        return sorted(((*part, sheet) for form, units, sheet in forms for part in self._divide_form(form, units)),
                      key=itemgetter(0))

    def _divide_form(self, form: Form, units: Units) -> Iterator[tuple[tuple[int, ...], str, Sequence[Unit | None]]]:
        scenario = self.request.scenario
        seats = scenario.players.kits if scenario and scenario.players else ()
        blanks = [None] * (self.count_blanks(form) or form.blank_copies)
        if form.hidden and scenario:
            names = [seat.title for seat in seats] or [side.name for side in self.sides]
            yield from (((number,) if seats else (), name, blanks) for number, name in enumerate(names, 1))
        elif blanks or form.shared:
            yield (), "", blanks or units
        else:
            for number, group in groupby(units, key=self._find_seat):
                title = seats[number - 1].title if number and (seats[number - 1].name or not form.apart) else ""
                yield (number,) if number else (), title, [*group]

    @property
    def variant_name(self) -> str:
        """The words that name the variant of a form, for messages."""
        return f" (--variant {', '.join(sorted(self.settings.variants))})" if self.settings.variants else ""

    def with_variants(self, form: Form) -> Form:
        """Return the form with the chosen variants applied (cached)."""
        if form not in self._variant_forms:
            fitted = with_column_widths(form, self.game.units.values())
            self._variant_forms[form] = apply_variants(fitted, self.settings.variants)
        return self._variant_forms[form]

    def compile_form(self, form: Form, width: float, height: float) -> CompiledForm:
        """Return a form compiled for a place of a width and height in points."""
        blank_values = self.game.unit_types[form.unit].blank_values if form.unit else ()
        options = DrawOptions(self.settings.ink, self.sides, not form.unit, blank_values, self.game.words("notes"))
        return CompiledForm(form, options, width, height, self._fit_cache, self.game.caches)

    def select_forms_and_units(self, product: str, noun: str, file_name: str) -> tuple[list[tuple[Form, Units]], Units]:
        """Return the requested forms of a product, each with its units, and all requested units.

        `noun` is the word for such a form in messages, `file_name` the file with the forms. Raises PrintshopError for a
        form or unit that does not exist, or that belongs to another product.
        """
        game, request, title = self.game, self.request, self.game.title
        units = find_requested_units(game, request)
        if not (request.units or request.scenario or request.whole_game):
            # a unit with nothing but a name has a blank record, and blank records can be printed in any number
            units = tuple(unit for unit in units if any(
                unit.values.get(name) not in (None, NOT_KNOWN)
                for name in game.unit_types[unit.kind].fields)) or units
        all_forms, entries = game[FORMS], find_entries(products.find_product(product), game)
        offered = {key: all_forms[key] for key in entries if key in all_forms}
        other = "cards" if product == "records" else "records"
        if astray := next((key for key in request.only_keys if key in all_forms and key not in offered), ""):
            raise make_error(f"the form '{astray}' of {title} is one of the {other}",
                             terminal_hint=f"write: printshop make {other} ... --only {astray}")
        if all_forms and not offered:
            reason = "are all cards: they have a 'size'" if other == "cards" else "are all sheets: none has a 'size'"
            raise make_error(f"the forms of {title} {reason}", terminal_hint=f"write: printshop make {other} ...")
        forms = choose_entries(game, offered, request, noun, file_name)
        # forms that are blank without a request are left out
        if request.blank_forms and not (request.scenario or request.only_keys):
            forms = [form for form in forms if form.unit and form.blanks] or forms
        elif request.units and not (request.scenario or request.only_keys):
            forms = [form for form in forms if form.unit] or forms
        units = (*sorted(units, key=self._find_seat), *self._deck_units)
        designs = {unit.copied_from or unit.name: game.units.get(unit.copied_from, unit) for unit in units}.values()
        return [(form, tuple(unit for unit in (designs if form.designs else units)
                             if unit.kind == form.unit and (unit.numbered or not form.together)))
                for form in forms], units

    def counts_by_data(self, unit: Unit) -> bool:
        """Return whether the `copies` of a unit give the number of its cards.

        They do for a whole game and for a deck, but not for units that are named, or that belong to a force.
        """
        request = self.request
        return not request.piece_names and (unit in self._deck_units or not (request.units or request.scenario))

    def count_blanks(self, form: Form) -> int:
        """Return the requested number of blank records, 0 if the form itself gives the number."""
        if form.shared and form.unit in {unit.kind for unit in self._deck_units}:
            return 0
        is_named = form.key in self.request.only_keys and not self.request.scenario
        return self.request.blank_forms if form.unit or is_named else 0

    def make_page(self, paper: Paper, letters: str, number: int, title: str, items: Iterable[Item], *, edge: TurnEdge,
                  first: bool, back: bool = False, frame: Callable[..., Page] = page_frame.make_framed_page,
                  **frame_options: Any) -> Page:
        """Return one side of a sheet.

        The `first` of a run has a bookmark. `frame_options` are further arguments of `frame`.
        """
        letters += "B" if self.request.blank_forms else ""
        return frame(paper, title, tuple(items), **self.game.imprint,
                     sheet_side=describe_side(number, edge, self.game.words, back=back),
                     label=f"{letters}-{number}{'b' * back}",
                     bookmarks=(Bookmark(strip_markup(title)),) if first and not back else (), **frame_options)

    def make_document(self, noun: str, pages: Callable[[FormProblems, Iterator[int]], Iterator[Page]],
                      forms: Sequence[Form],
                      units: Units, letters: str, back_modes: Sequence[BackMode], *, packed: bool = False,
                      audit_zoom: float = 1.0) -> Document:
        """Return a document of pages and of requested audits.

        `back_modes` are the ways in which fronts and backs are joined. Audits are enlarged by `audit_zoom`.
        """
        words = self.game.words
        audit_settings = replace(self.settings, paper=shrink_paper(self.settings.paper, audit_zoom))

        def walk() -> Iterator[Page]:
            problems, number = FormProblems(), count(1)
            yield from pages(problems, number)
            problems.raise_if_any()
            if self.settings.check_reports and not self.request.blank_forms:
                from printshop.products.forms import check_report

                audits = check_report.make_audit_pages(self.game, forms, units, audit_settings, letters, number,
                                                       packed=packed)
                yield from add_empty_backs(map(partial(enlarge_page, zoom=audit_zoom), audits),
                                           find_turn_edge(back_modes), words)

        subject = words(f"blank_{noun}s" if self.request.blank_forms else f"{noun}s")
        return Document(f"{self.game.title}: {subject}", PageStream(walk), subject=subject,
                        keywords=(self.game.title, words(noun)), duplex=find_turn_edge(back_modes),
                        has_backs=has_backs(back_modes))


def build_records(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return record sheets, filled or blank. Raises PrintshopError, also while the pages are made."""
    paper, offset = settings.paper, settings.back_offset
    shared = find_page_grid(paper).capacity > 1  # pages of the usual size, several on a sheet
    if shared:
        settings = replace(settings, paper=find_page_grid(paper).page_size, back_offset=(0.0, 0.0))
    run = RecordPrinter(game, request, settings)
    chosen_forms, units = run.select_forms_and_units("records", "form", "forms.yaml")
    sheets = [pair for form, form_units in chosen_forms for pair in _make_sides(run, form, form_units)]
    check_damage([(part, form_units) for sheet, form_units in sheets for part in sheet.parts], request.damage)
    back_modes = [sheet.back_mode for sheet, _ in sheets]
    edge = find_turn_edge(back_modes)

    def pages(problems: FormProblems, number: Iterator[int]) -> Iterator[Page]:
        for seat, owner, record_units, sheet in run.divide_among_players((sheet.form, each, sheet)
                                                                         for sheet, each in sheets):
            shared_records = [] if not sheet.form.together else [
                *share_records(filter(None, record_units), 1, request.damage)]
            for page in sheet.pages(shared_records or record_units, problems, number, edge, owner):
                yield replace(page, seats=seat) if seat else page

    document = run.make_document("record_sheet", pages, [form for form, _ in chosen_forms], units, "S", back_modes)
    single = document.pages
    return replace(document, pages=PageStream(lambda: place_pages(single, paper, edge, offset))) if shared else document


def _make_sides(run: RecordPrinter, form: Form, units: Units) -> list[tuple[_Sides, Units]]:
    """Return a form on its pages, with its units; records over several pages are divided by their shapes."""
    whole = _Sides(run, form, tuple(share_records(units, 1, {})) if form.together else units)
    if len(whole.parts) == 1 or run.request.blank_forms or not units:
        return [(whole, units)]
    shaped = groupby(units, key=lambda unit: tuple(part.find_row_counts(unit) for part in whole.parts))
    runs = [(shape, tuple(group)) for shape, group in shaped]
    units_by_shape: dict[tuple[RowCounts, ...], list[Unit]] = {}
    for shape, run_units in runs:
        units_by_shape.setdefault(shape, []).extend(run_units)
    sides = {shape: _Sides(run, form, shape_units) for shape, shape_units in units_by_shape.items()}
    return [(sides[shape], run_units) for shape, run_units in runs]


class _Sides:
    """The pages of a form and of the form on its back, if any.

    The back is on the same sheets if `back_mode` is duplex, else on separate sheets.
    """

    def __init__(self, run: RecordPrinter, form: Form, units: Sequence[Unit]) -> None:
        self.form, self._offset, self._words = form, run.settings.back_offset, run.game.words
        back_mode = run.settings.backs or BackMode(form.backs)
        faces = [_Face(run, form, units)]
        if form.back_key and back_mode is not BackMode.NONE:
            faces.append(_Face(run, replace(run.game[FORMS][form.back_key], apart=form.apart, fill=form.fill,
                                            copies=form.copies), units))
        self.parts = tuple(part for face in faces for part in face.parts)  # all forms that are filled for a unit
        is_paired = len(faces) == len(self.parts) == 2 and faces[0].layout_key == faces[1].layout_key
        self._face_groups = [faces] if is_paired else [[face] for face in faces]
        self.back_mode = (back_mode if back_mode.is_duplex else BackMode.BESIDE) if is_paired else BackMode.NONE

    def pages(self, units: Sequence[Unit | None], problems: FormProblems, number: Iterator[int], edge: TurnEdge,
              owner: str = "") -> Iterator[Page]:
        """Yield the pages of units, or of blank records (None) of the side `owner`: fronts and backs."""
        for faces in self._face_groups:
            pitch = cache(lambda face, notes_height, faces=faces: face.measure_pitch(units, faces, notes_height))
            for run in faces[0].divide_into_pages(units, owner):
                batch = run._replace(heading=owner) if owner and run.units[0] else run
                notes_height = max(face.measure_notes(batch.units) for face in faces)
                front = next(number)
                for face in faces:
                    behind = self.back_mode.is_duplex and face is not faces[0]
                    codes = iter((front,)) if behind else chain((front,), number) if face is faces[0] else number
                    for page in face.pages(batch, notes_height, pitch, problems, codes, edge, back=behind):
                        if behind:
                            yield turn_back_page(page, edge, self._offset)
                        else:
                            yield from add_empty_backs((page,), "" if self.back_mode.is_duplex else edge,
                                                       self._words)


class _Face:
    """A form on one side of its pages: records in columns and rows, or one record in parts on several pages."""

    def __init__(self, run: RecordPrinter, form: Form, units: Sequence[Unit]) -> None:
        self._run = run
        self._fill = form.fill and run.request.fills_sheets
        record_units: list[Unit | None] = [] if run.request.blank_forms else [*units]
        with report_errors(f"the form '{form.key}'{run.variant_name}", form.span):
            form = run.with_variants(form)
            self._shared_form: CompiledForm | None = None
            blank = [*record_units, None] if self._fill or not record_units else record_units
            lay_out = partial(fit_on_pages, form, paper=run.settings.paper, compile_form=run.compile_form)
            layout = lay_out(blank)
            # a page with one record has no place for blank ones
            if record_units and self._fill and layout.across * layout.down == 1:
                layout, self._fill = lay_out(record_units), False
            self._apply_layout(layout)
            self._shared_form = self._compile_shared(form, record_units)
            lowest = max(self.form.measure_lowest(self.form.find_row_counts(unit)) for unit in blank)
            foot = max((notes_height for unit in record_units if unit and unit.differs
                        if lowest > self.form.room - (notes_height := self.measure_notes((unit,))) / self.down + 0.01),
                       default=0.0)
            if foot:
                self._apply_layout(lay_out(blank if self._fill else record_units, foot=foot))

    def _compile_shared(self, single: Form, units: Sequence[Unit | None]) -> CompiledForm | None:
        """Return the form for several units of one design on a record, if such units exist and fit."""
        forms = self._run.game[FORMS].values()
        form = next((form for form in forms if form.together == single.key), None)
        groups = [unit for unit in share_records(filter(None, units), FEWEST_ROWS, {})
                  if is_shared(unit)] if form else []
        if not (form and groups) or single.back_key or len(self.parts) > 1:
            return None
        compiled = self._run.compile_form(self._run.with_variants(form), self.area.width, self.area.height)
        lowest = ((unit, compiled.measure_lowest(compiled.find_row_counts(unit))) for unit in groups)
        fits = all(can_hold(compiled.with_less_height(compiled.room - low), (unit,)) for unit, low in lowest)
        return compiled if self.across == 1 and fits else None

    def _choose_form(self, unit: Unit | None) -> CompiledForm:
        return self._shared_form if self._shared_form and is_shared(unit) else self.form

    def _apply_layout(self, layout: RecordLayout) -> None:
        self.parts = layout.compile_parts(self._run.compile_form)
        self.form, self.area, self._paper = self.parts[0], layout.page_area, layout.paper
        self.across, self.down = layout.across, layout.down
        self.layout_key = self.across, self.down, self._paper  # the back must have the same values
        self.lefts = tuple(column.x for column in layout.page_area.split_columns([1] * self.across, COLUMN_GAP))

    def divide_into_pages(self, units: Sequence[Unit | None], owner: str) -> Iterator[RecordBatch]:
        """Yield the batch of each page: several units, or one unit whose record needs several pages."""
        form = self.form.form
        sides = {unit.side.key for unit in units if unit}
        # without a scenario, few records of several sides share a page
        if len(sides) > 1 and len(units) <= form.per_page and not self._run.request.scenario:
            form = replace(form, apart=None)
        if self._shared_form:
            shared = [*share_records(filter(None, units), FEWEST_ROWS, self._run.request.damage)]
            for heading, group in groupby(make_batches(form, shared, 1), key=attrgetter("heading")):
                page: tuple[Unit | None, ...] = ()
                first = True
                for unit in chain.from_iterable(batch.units for batch in group):
                    if page and (len(page) == form.per_page or self._measure_room((*page, unit)) < 0):
                        yield RecordBatch(page, heading, first)
                        page, first = (), False
                    page = (*page, unit)
                yield RecordBatch(page, heading, first)
        elif len(self.parts) == 1:
            yield from make_batches(form, units, form.per_page, fill=self._fill or None in units[:1], blank=owner)
        else:
            yield from (RecordBatch((unit,), owner, bool(unit) or not index) for index, unit in enumerate(units))

    def _measure_room(self, units: Sequence[Unit | None]) -> float:
        """Return the free height on a page with the records of some units at their least heights."""
        lowest = (part.measure_lowest(part.find_row_counts(unit)) for unit in units
                  for part in (self._choose_form(unit),))
        return self.area.height - self.measure_notes(units) - sum(lowest)

    def _place_in_turn(self, units: Sequence[Unit | None], problems: FormProblems, marks: NoteMarks) -> Iterator[Item]:
        """Yield records of several heights, which share the free height in proportion."""
        parts = [self._choose_form(unit) for unit in units]
        least = [part.measure_lowest(part.find_row_counts(unit)) for part, unit in zip(parts, units, strict=True)]
        more = [part.measure_height(part.find_row_counts(unit)) - low for part, unit,
                low in zip(parts, units, least, strict=True)]
        spare, y = self._measure_room(units), self.area.y
        share = min(1.0, spare / sum(more)) if sum(more) else 1.0
        gap = min((spare - share * sum(more)) / max(len(units) - 1, 1), MAX_GAP)
        for part, unit, low, high in zip(parts, units, least, more, strict=True):
            height = low + share * high
            lowered = part if share == 1 else part.with_less_height(part.room - height)
            if unit:
                yield Group(lowered.draw_record(unit, find_marks(unit, self._run.request.damage), problems, marks),
                            Transform(e=self.lefts[0], f=y), record=make_unique_name(unit),
                            writing_areas=lowered.find_writing_places(unit))
            y += height + gap

    def measure_pitch(self, units: Sequence[Unit | None], faces: Sequence[_Face], notes_height: float) -> float:
        """Return the distance between the tops of records, the same for all `faces`.

        Raises PrintshopError. `notes_height` is the height of the notes below the records.
        """
        tallest = max(face.measure_tallest(units, notes_height) for face in faces)
        gap = (self.area.height - notes_height - self.down * tallest) / max(self.down - 1, 1)
        return tallest + min(gap, 0.4 * tallest)

    def measure_tallest(self, units: Sequence[Unit | None], notes_height: float) -> float:
        """Return the height of the highest record.

        Raises PrintshopError if it does not fit the page.
        """
        lower, height = self.form.with_less_height(notes_height / self.down), self.area.height - notes_height
        form, room = lower.form, height / self.down
        with report_errors(f"the form '{form.key}'", form.span):
            record_units = [*(units if lower.varies_in_shape else units[:1]), *([None] if self._fill else [])]
            heights = [lower.measure_height(lower.find_row_counts(unit)) for unit in record_units]
        tallest = max(heights)
        if tallest <= room + 0.01:
            return tallest
        unit, fits = record_units[heights.index(tallest)] if lower.varies_in_shape else None, int(height // tallest)
        counts = (*range(fits * self.across, 0, -self.across),)
        several, (height_text, free) = form.per_page > 1, format_shortage(tallest, room)
        fields = self._run.game.unit_types[unit.kind].fields if unit else {}
        if unit and (name := next((name for name in lower.list_highest_values(unit) if name in fields), "")):
            advice = f"write 'per_page: {counts[0]}'" if counts else "make the rows lower"
            raise make_error(f"the record of {unit.title} is {height_text} mm high, but the form '{form.key}' has room "
                             f"for only {free} mm", f"write a lower '{name}'; or {advice} in the form", unit.span,
                             cause=(form.span, form.key), unit_spans=frozenset([unit.span]), code="records too high",
                             name=name, fitting_counts=counts)
        too_high = f"that of {unit.title}" if unit else "each" if several else "it"
        raise make_error(f"{(f'{form.per_page} records' if several else 'a record')} of the form '{form.key}' "
                         f"do{('' if several else 'es')} not fit the page: {too_high} is {height_text} mm high, "
                         f"but there is room for only {free} mm",
                         f"write 'per_page: {counts[0]}', or make the rows lower" if counts else
                         "make the rows lower", form.span, code="records too high", fitting_counts=counts)

    def measure_notes(self, units: Sequence[Unit | None]) -> float:
        """Return the height of the notes on some units beyond the free space below records.

        Return 0 for divided records. If the rows leave too little room, the notes come nearer to them than `CLEAR`, by
        `NEARER` at most.
        """
        marks = NoteMarks()
        for unit in units if len(self.parts) == 1 else ():
            marks.assign_marks(self._choose_form(unit).list_differences(unit) if unit else ())
        beyond = max(self._set_notes(marks.take_new_notes(self._run.game.words)).height + CLEAR - FREE, 0.0)
        if not beyond:
            return 0.0
        lowest = max(self.form.measure_lowest(self.form.find_row_counts(unit)) for unit in units)
        room = self.area.height - self.down * lowest
        return room if 0 <= beyond - room <= NEARER + CLEAR else beyond

    def _set_notes(self, lines: Sequence[str]) -> FootNotes:
        return set_foot_notes(lines, self.area.inset(0, 0, 0, -FREE), NOTES_SIZE)

    def pages(self, batch: RecordBatch, notes_height: float, pitch: Callable[[_Face, float], float],
              problems: FormProblems, numbers: Iterator[int], edge: TurnEdge, *, back: bool) -> Iterator[Page]:
        """Yield the pages of a batch, with notes where there is room.

        Raises PrintshopError if there is none.
        """
        unit, several = batch.units[0], len(self.parts) > 1
        distance = 0.0 if several else pitch(self, notes_height)
        marks, unplaced = NoteMarks(), tuple[str, ...]()
        parts = self.parts if several else (self.form.with_less_height(notes_height / self.down),)
        for place, part in enumerate(parts, 1):
            items = [*(self._place_in_turn(batch.units, problems, marks) if self._shared_form else
                       self._place_records(part, batch.units, distance, problems, marks, back=back))]
            unplaced += marks.take_new_notes(self._run.game.words)
            foot = self._set_notes(unplaced)
            if not several or not unit or (
                    foot.height <= self.area.height + FREE - part.measure_height(part.find_row_counts(unit)) + 0.01):
                items += foot.items
                unplaced = ()
            form, number, words = self.form.form, next(numbers), self._run.game.words
            heading = (words("blank_form") if form.unit and not unit
                       else unit.display_label if several and unit else batch.heading)
            if several:
                heading = f"{heading}{', ' if heading else ''}{words('number_of', number=place, count=len(self.parts))}"
            yield self._run.make_page(
                self._paper, "S", number, f"{form.title}: {heading}" if heading else form.title,
                items, edge=edge, first=batch.first and place == 1, back=back, true_scale=False, note=form.note,
                rule=not form.rows[0].rules)
        if unplaced and unit:
            raise make_error(f"the form '{self.form.form.key}' leaves no room at its foot for the notes on "
                             f"{unit.title}", "shorten the texts of 'differs', or make the rows of the form lower",
                             unit.span)

    def _place_records(self, part: CompiledForm, units: Sequence[Unit | None], pitch: float, problems: FormProblems,
                       marks: NoteMarks, *,
                       back: bool) -> Iterator[Item]:
        """Yield the records of units in their places. On backs, a form for no unit is the same for each unit."""
        for index, unit in enumerate(units):
            down, across = divmod(index, self.across)
            across = self.across - 1 - across if back else across  # the order after the page is turned over
            place = Transform(e=self.lefts[across], f=self.area.y + down * pitch)
            if unit and part.form.unit:
                yield Group(part.draw_record(unit, find_marks(unit, self._run.request.damage), problems, marks), place,
                            record=make_unique_name(unit), writing_areas=part.find_writing_places(unit))
            elif unit or part.form.unit or not units[0]:
                yield SymbolUse(part.blank_record, place)
