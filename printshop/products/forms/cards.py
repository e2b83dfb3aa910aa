"""Cards: forms to be cut out, filled for units or blank.

A back is another form, or a face like that of a counter. Lengths are in points, with the origin at the card's top left
corner and y down; a back is drawn upright.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from math import ceil
from typing import Literal, NamedTuple, get_args

from printshop.drawing.display_list import WHITE, Bookmark, Document, Group, Item, Page, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.shapes import rect
from printshop.drawing.text import strip_markup
from printshop.elements.context import Items
from printshop.elements.face_outlines import Bleed, FaceStyle
from printshop.elements.faces import FacePainter
from printshop.elements.word_colors import BackingStack, hides_black
from printshop.formulas import Formula
from printshop.game.counters import MAX_PIECES, Face
from printshop.game.elements import ShownValues
from printshop.game.errata import NoteMarks
from printshop.game.forms.model import FORMS, Form
from printshop.game.formula_keys import find_dynamic_styles
from printshop.game.model import Game, Unit, find_marks, make_unique_name
from printshop.game.unit_types import NAMES_OF_UNIT
from printshop.layout import cut_lines, page_frame
from printshop.layout.cutouts import SHORT_TICK_LENGTH, Cutout, CutSettings, join_back
from printshop.layout.cutouts import CutoutBatch as Pieces
from printshop.layout.duplex import (
    SAFE_MARGIN,
    BackMode,
    MirrorLine,
    TurnEdge,
    draw_crosses,
    find_turn_edge,
    make_empty_back,
    split_at_fold,
    turn_back_page,
)
from printshop.layout.packing import RegularGrid, fit_regular_grid
from printshop.layout.page_frame import CARD_NOTES_SIZE, set_foot_notes
from printshop.layout.rectangles import Paper, Rect
from printshop.layout.slim_frame import Strips, find_slim_area, make_slim_page
from printshop.lengths import MM, parse_length
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products.counters import sheets
from printshop.products.counters.cutout_shapes import (
    advise_for_text,
    choose_cut,
    count_copies,
    format_dimensions,
    try_to_make,
)
from printshop.products.forms.compiled import CompiledForm, FormProblems, check_damage
from printshop.products.forms.long_texts import divide_unit
from printshop.products.forms.records import RecordBatch, RecordPrinter, Units, make_batches
from printshop.words import Words

RULER = page_frame.RULER_WIDTH - 1.0  # the true width of the ruler at the side
WHERE = "forms.yaml (a form with a size)"
Aside = Literal["", "right", "above"]
ZOOM_STEP = 0.05  # between the factors that are tried for large print


class CardFaces(NamedTuple):
    """The items on the front and on the back of a card.

    They have the size in which the card lies on its sheet.
    """

    front: Items
    back: Items


def choose_card_cut(form: Form, settings: PrintSettings) -> CutSettings:
    """Return how the cards of a form are cut and get their backs.

    Without a back, the back mode is NONE.
    """
    cut = choose_cut(form, settings)
    return cut if form.back_key or form.back_face else cut._replace(back_mode=BackMode.NONE)


def describe_folding(cut: CutSettings, words: Words) -> str:
    """Return short instructions for a sheet of cards with backs; "" for cards without backs."""
    if cut.back_mode.is_duplex:
        return words(f"both_sides_{cut.back_mode.value}")
    return {BackMode.BESIDE: words("fold_pairs"), BackMode.FOLD: words("fold_sheet")}.get(cut.back_mode, "")


def build_cards(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return cards, filled or blank.

    Raises PrintshopError, for texts that do not fit only while pages are made.
    """
    run = RecordPrinter(game, request, settings)
    chosen_forms, units = run.select_forms_and_units("cards", "card", WHERE)
    back_modes = [choose_card_cut(form, settings).back_mode for form, _ in chosen_forms]
    decks = [(_Deck(run, form, find_turn_edge(back_modes), form_units), form_units)
             for form, form_units in chosen_forms]
    check_damage([(deck.form, form_units) for deck, form_units in decks], request.damage)

    def pages(problems: FormProblems, number: Iterator[int]) -> Iterator[Page]:
        for seat, owner, cards, deck in run.divide_among_players((deck.form.form, cards, deck) for deck,
                                                                 cards in decks):
            for page in deck.pages(cards, problems, number, owner):
                yield replace(page, seats=seat) if seat else page

    document = run.make_document("unit_card", pages, [form for form, _ in chosen_forms], units, "K", back_modes,
                                 packed=request.in_pack, audit_zoom=settings.zoom)
    return replace(document, duplex="", has_backs=False) if settings.shop.one_per_page else document


def list_cards(game: Game, request: PrintRequest, settings: PrintSettings,
               problems: FormProblems) -> Iterator[tuple[Form, Unit | None, CardFaces, int]]:
    """Yield every card with its form, unit and number of copies. Raises PrintshopError.

    Cards that do not fit are added to the problems.
    """
    run = RecordPrinter(game, request, settings)
    for form, units in run.select_forms_and_units("cards", "card", WHERE)[0]:
        deck = _Deck(run, form)
        for unit in units if form.unit else (None,):
            count = deck.count_cards(unit, problems) if unit else form.blank_copies
            for front, back in deck.divide(unit) if count else ():
                yield deck.form.form, front, deck.draw_card(front, problems, back), count


class _Deck:
    """The cards of one form on their sheets, in a document whose sheets are turned over an edge."""

    def __init__(self, run: RecordPrinter, form: Form, edge: TurnEdge = "", units: Units = ()) -> None:
        settings = run.settings
        styled, *behind = (run.with_variants(run.game[FORMS][key]) for key in (form.key, form.back_key) if key)
        self._run, self._edge, self._cut_settings = run, edge, choose_card_cut(styled, settings)
        form, *backs = styled, *behind
        assert form.size
        self._zoom = _find_zoom((form.size[0].pt, form.size[1].pt), settings, self._cut_settings)
        self._fill = form.fill and run.request.fills_sheets and not settings.shop.one_per_page
        width, height = form.size[0].pt, form.size[1].pt
        self._size = width * self._zoom, height * self._zoom
        self._inside = Transform(e=form.margin, f=form.margin)
        self._room = Rect(0, 0, width - 2 * form.margin, height - 2 * form.margin)
        self.form = run.compile_form(form, self._room.width, self._room.height)
        self._backs = [(run.compile_form(back, width - 2 * back.margin, height - 2 * back.margin),
                        Transform(e=back.margin, f=back.margin))
                       for back in backs if self._cut_settings.back_mode is not BackMode.NONE]
        self._shared_back: Items | None = None  # behind all blank cards
        self._divisions: dict[str, list[tuple[Unit | None, Unit | None]]] = {}  # by the unique name of the unit
        # of faces, by name, side, and whether the card is blank
        self._painters: dict[tuple[str, str, bool], FacePainter] = {}
        self._front_forms: dict[BackingStack, CompiledForm] = {}  # the form on fronts whose colours hide black
        self._layout = _choose_layout(form, self._size, settings, self._cut_settings)
        # the words of a slim frame are too small for large print, and it has no space for the tab of a player
        may_be_slim = self._zoom == 1 and (form.shared or not (form.unit and run.request.scenario))
        if may_be_slim and not settings.shop.one_per_page:
            self._layout = _choose_full_layout(self._layout, self._size, self._cut_settings, self._count_all(units))
        size = form.size if self._zoom == 1 else [parse_length(f"{side / MM:.1f} mm") for side in self._size]
        parts = (describe_folding(self._cut_settings, run.game.words), form.note,
                 run.game.words("cards_size", size=run.game.words.number(format_dimensions(*size))))
        self._note = " · ".join(part for part in parts if part)

    def pages(self, units: Sequence[Unit | None], problems: FormProblems, number: Iterator[int], owner: str = ""
              ) -> Iterator[Page]:
        """Yield the sheets of units, with the heading `owner`, or of blank cards (None), rounded up to full sheets."""
        form, places, run = self.form.form, self._layout.even.capacity, self._run
        pairs = [pair for unit in units for pair in self.divide(unit) * (self.count_cards(unit, problems) if unit
                                                                         else 1)]
        if len(pairs) > MAX_PIECES:
            raise make_error(f"the form '{form.key}' has more than {MAX_PIECES:,} cards, including copies",
                             "write smaller numbers in 'copies', or print fewer units at once", form.span)
        units, behind = [front for front, _ in pairs], {id(front): back for front, back in pairs}
        fills = run.count_blanks(form) or not (form.unit or run.settings.zoom == 1)
        rounded = -len(units) % places if fills else 0
        for batch in make_batches(form, [*units, *[None] * rounded], places, fill=self._fill,
                                  blank=run.game.words("blank_form") if form.unit else ""):
            cards = [self.draw_card(unit, problems, behind.get(id(unit))) for unit in batch.units]
            heading = owner or batch.heading
            title = f"{form.title}: {heading}" if heading else form.title
            yield from (self._make_single_pages if run.settings.shop.one_per_page else
                        self._make_sheet)(batch, cards, title, number)

    def _count_all(self, units: Units) -> int:
        """Return the number of cards for units, or of blank cards."""
        problems = FormProblems()  # reported when the cards are made
        blanks = self._run.count_blanks(self.form.form) or self.form.form.blank_copies
        return blanks or sum(self.count_cards(unit, problems) * len(self.divide(unit)) for unit in units)

    def count_cards(self, unit: Unit, problems: FormProblems) -> int:
        """Return the number of cards of a unit.

        The number comes from the form's formula or, if no player chose units, from the data.
        """
        form, run = self.form.form, self._run
        if isinstance(form.copies, Formula):
            return count_copies(form.copies, f"'copies' of the form '{form.key}'", unit, problems, form.span)
        return (unit.copies or 1) if run.counts_by_data(unit) else 1

    def divide(self, unit: Unit | None) -> list[tuple[Unit | None, Unit | None]]:
        """Return the units for the fronts and backs of the cards of a unit: several if a long text is divided."""
        form = self.form.form  # for the back that is printed alone, the form whose text goes on there
        field = next((other.long_text for other in self._run.game[FORMS].values()
                      if other.long_text and form.key in (other.key, other.back_key) and form.shows(other.long_text)
                      ), "")
        if not (unit and field):
            return [(unit, unit)]
        if (name := make_unique_name(unit)) in self._divisions:
            return self._divisions[name]

        def fits(part: Unit, form: CompiledForm) -> bool:
            trial = FormProblems()
            form.draw_record(part, find_marks(part, self._run.request.damage), trial, NoteMarks())
            return not trial.has_fit_problems

        faces = [self.form, *(back for back, _ in self._backs if back.form.unit and back.form.shows(field))]
        pairs = self._divisions[name] = [*divide_unit(unit, field, [partial(fits, form=form) for form in faces])]
        return pairs

    def draw_card(self, unit: Unit | None, problems: FormProblems, behind: Unit | None = None) -> CardFaces:
        """Return the card of a unit, or a blank one, as large as the deck prints it.

        `behind` is for its back.
        """
        front, back = self._draw_card(unit, problems, behind or unit)
        if self._zoom == 1:
            return CardFaces(front, back)
        placing = Transform(a=self._zoom, d=self._zoom)
        return CardFaces((Group(front, placing),), (Group(back, placing),) if back else ())

    def _draw_card(self, unit: Unit | None, problems: FormProblems, behind: Unit | None) -> CardFaces:
        face_items, below = self._draw_face(self.form.form.front, "front", unit, problems)
        form = self._adapt_to_front(below) if below and below.is_dark else self.form
        if not unit:
            return CardFaces((*face_items, SymbolUse(form.blank_record, self._inside)), self._draw_back(None, problems))
        damage, marks = find_marks(unit, self._run.request.damage), NoteMarks()
        marks.assign_marks(form.list_differences(unit))
        foot = set_foot_notes(marks.take_new_notes(self._run.game.words), self._room, CARD_NOTES_SIZE)
        lowered = form.with_less_height(foot.height)
        record = lowered.draw_record(unit, damage, problems, marks)
        strip = self._room.inset(0, self._room.height - foot.height, 0, 0)
        dark = (
            foot.items
            and below
            and (backing := below.find_backing(self._inside.apply(*strip.center)))
            and hides_black(backing)
        )
        paper = (rect(*strip, fill=WHITE),) if dark else ()
        return CardFaces((*face_items, Group((*record, *paper, *foot.items), self._inside,
                                             record=make_unique_name(unit),
                                             writing_areas=form.find_writing_places(unit))),
                         self._draw_back(behind, problems))

    def _adapt_to_front(self, below: BackingStack) -> CompiledForm:
        """Return the form adapted to a front with dark colours."""
        if below not in self._front_forms:
            self._front_forms[below] = self.form.on_card_front(below)
        return self._front_forms[below]

    def _draw_back(self, unit: Unit | None, problems: FormProblems) -> Items:
        """Return the back of the card of a unit, or of a blank card. Problems of fit are added to the problems."""
        form = self.form.form
        for back, place in self._backs:
            if unit and back.form.unit:
                return (Group(back.draw_record(unit, find_marks(unit, self._run.request.damage), problems), place),)
            return (SymbolUse(back.blank_record, place),)
        if self._cut_settings.back_mode is BackMode.NONE or (unit is None and self._shared_back is not None):
            return self._shared_back or ()
        items, _ = self._draw_face(form.back_face, "back", unit, problems)
        if not unit:
            width, height = self._size
            bounds = (0.0, 0.0, width / self._zoom, height / self._zoom)
            items = self._shared_back = (SymbolUse(Symbol(f"back-{form.key}", items, bounds)),)
        return items

    def _draw_face(self, parts: Face, name: str, unit: Unit | None,
                   problems: FormProblems) -> tuple[Items, BackingStack | None]:
        """Return a face of the card of a unit, or of a blank card, and its colours. Return None if it has no part.

        A blank card has only the parts that are the same for all units.
        """
        form = self.form.form
        face = tuple(part for part in parts if unit or not form.unit or (
            part.is_fixed and not part.only_if and not find_dynamic_styles(part)))
        if not face:
            return (), None
        key = name, unit.side.key if unit and unit.side else "", unit is None
        if key not in self._painters:
            self._painters[key] = self._make_painter(face, name, unit)
        painter = self._painters[key]
        unit_values = ShownValues({}) if unit is None else ShownValues(
            unit.values, art=unit.art, art_bow=unit.art_bow, side=unit.side,
            ours=NAMES_OF_UNIT if unit.name_mark else unit.ours)
        items = try_to_make(partial(painter.paint, unit_values), f"the {name} of the card '{form.key}'",
                            unit.span if unit else form.span, problems, advise_for_text,
                            unit.art_span if unit else None)
        return (items, painter.find_backings(unit_values)) if items else ((), None)

    def _make_painter(self, face: Face, name: str, unit: Unit | None) -> FacePainter:
        """Return the painter of a face, for cards of a unit's side or for blank cards."""
        width, height = (side / self._zoom for side in self._size)
        reach, back_place = self._cut_settings.bleed / self._zoom, self._layout.back_place
        bleed = Bleed(0.0 if back_place == "right" else reach, 0.0 if back_place == "above" else reach, reach, reach)
        if name == "front" and back_place:  # the fold is at its other edges
            bleed = Bleed(reach, reach, 0.0 if back_place == "right" else reach,
                          0.0 if back_place == "above" else reach)
        safe = SAFE_MARGIN / self._zoom if self._cut_settings.back_mode.is_duplex else 0.0
        look = FaceStyle(self._run.settings.ink, unit.side if unit else None, safe_margin=safe)
        return FacePainter(face, width, height, look, bleed)

    def _make_sheet(self, batch: RecordBatch, cards: Sequence[CardFaces], title: str,
                    number: Iterator[int]) -> Iterator[Page]:
        """Yield the sheet of some cards and, if it is printed on both sides, its back."""
        words = self._run.game.words
        layout, settings, code = self._layout, self._run.settings, next(number)
        duplex = self._cut_settings.back_mode.is_duplex
        page = partial(self._run.make_page, layout.paper, "K", code, title, edge=self._edge, first=batch.first,
                       true_scale=True, zoom=settings.zoom)
        if layout.strips:
            page = partial(page, frame=partial(make_slim_page, marked=layout.area, strips=layout.strips))
        pieces = []
        for card in cards:
            piece = Cutout(title, *self._size, card.front, back=card.back)
            if layout.back_place:  # the back lies beside its card
                both, fold, whole = join_back(card.front, card.back, self._size, vertical=layout.back_place == "right")
                piece = Cutout(title, *whole, both, (fold,))
            pieces.append(piece.rotate() if layout.even.rotated else piece)
        sheet = (layout.even.make_block(Pieces("", "", tuple(pieces), cut=self._cut_settings, short_ticks=True)),)
        guided = settings.guides or duplex or layout.mirror
        items = cut_lines.draw_sheet(sheet, layout.area if guided else None, outlines=settings.machine is not None,
                                     die_lines=settings.shop.die_lines)
        if layout.mirror:
            items += (*cut_lines.draw_backs(sheet, layout.mirror), *cut_lines.draw_fold(layout.area, layout.mirror,
                                                                                           words("score_and_fold")))
        items += (layout.make_crosses(),) if duplex else ()
        front = page(items, note=self._note, cutouts=len(cards))
        yield front
        if duplex:
            mirror = MirrorLine(layout.paper.width / 2)
            items = (*cut_lines.draw_backs(sheet, mirror), layout.make_crosses(mirror))
            yield turn_back_page(page(items, note="", back=True, is_back=True), self._edge, settings.back_offset)
        elif self._edge:
            yield make_empty_back(front, words)

    def _make_single_pages(self, batch: RecordBatch, cards: Sequence[CardFaces], title: str,
                           number: Iterator[int]) -> Iterator[Page]:
        """Yield each card as a page, followed by its back if any card has a back."""
        first, letters = batch.first, "KB" if self._run.request.blank_forms else "K"
        for card in cards:
            for page in sheets.make_piece_pages(Cutout(title, *self._size, card.front, back=card.back),
                                                self._cut_settings, f"{letters}-{next(number)}", self._run.settings,
                                                with_back=bool(self._edge)):
                yield replace(page, bookmarks=(Bookmark(strip_markup(title)),)) if first else page
                first = False


class _SheetLayout(NamedTuple):
    """The layout of cards on sheets of `paper`: how they are cut, their grid, and the `area` with their marks."""

    paper: Paper
    cut: CutSettings
    even: RegularGrid
    area: Rect
    back_place: Aside  # backs are "right" of their cards, "above" them, or not there
    mirror: MirrorLine | None  # the line that sheets are folded along
    strips: Strips | Literal[""] = ""  # the place of the strips of a slim frame; "" for the usual frame

    def make_crosses(self, mirror: MirrorLine | None = None) -> Item:
        return draw_crosses(self.even.rect.inset(-self.cut.short_tick_distance - SHORT_TICK_LENGTH / 2), mirror,
                            SHORT_TICK_LENGTH / 2)


def _find_card_area(paper: Paper, cut: CutSettings) -> Rect:
    """Return the rectangle for cards on a sheet, without header, rulers and the marks round the block."""
    inner = page_frame.find_content_rect(paper)
    left = paper.printable.x + RULER
    return Rect(left, inner.y, inner.right - left, inner.height).inset(cut.short_tick_distance + SHORT_TICK_LENGTH)


def _find_best_layout(size: tuple[float, float], settings: PrintSettings, cut: CutSettings) -> _SheetLayout | None:
    """Return the layout with the most cards on a sheet. Return None if no card fits.

    The sheet may be turned for folded backs and, in large print, so that cards without backs are upright.
    """
    (width, height), layouts, paper = size, list[_SheetLayout](), settings.paper
    prefers_upright = settings.zoom > 1 and cut.back_mode is BackMode.NONE
    may_turn = prefers_upright or cut.back_mode in (BackMode.FOLD, BackMode.BESIDE)
    for sheet in (paper, paper.rotate()) if may_turn else (paper,):
        room = _find_card_area(sheet, cut)
        options: list[tuple[tuple[float, float], Rect, Aside, MirrorLine | None]] = [(size, room, "", None)]
        if cut.back_mode is BackMode.FOLD:
            options = [(size, area, "", mirror) for area,
                       mirror in (split_at_fold(room, horizontal=True), split_at_fold(room, horizontal=False))]
        elif cut.back_mode is BackMode.BESIDE:
            options = [((2 * width, height), room, "right", None), ((width, 2 * height), room, "above", None)]
        layouts += [_SheetLayout(sheet, cut, block, area.inset(-SHORT_TICK_LENGTH), back_place, mirror)
                    for whole, area, back_place, mirror in options
                    if (block := fit_regular_grid(whole, area, cut.gap or 0.0))]
    return max(layouts, key=lambda layout: (layout.even.capacity, prefers_upright > layout.even.rotated), default=None)


def _choose_full_layout(default_layout: _SheetLayout, size: tuple[float, float], cut: CutSettings,
                        count: int) -> _SheetLayout:
    """Return a layout in a slim frame if it saves sheets, else the default layout."""
    best = default_layout
    for strips in get_args(Strips) if cut.back_mode is BackMode.NONE or cut.back_mode.is_duplex else ():
        area = find_slim_area(default_layout.paper, strips)
        marks = cut.short_tick_distance + SHORT_TICK_LENGTH
        if area and (block := fit_regular_grid(size, area.inset(marks), cut.gap or 0.0)) and (
                ceil(count / block.capacity) < ceil(count / best.even.capacity)):
            best = _SheetLayout(default_layout.paper, cut, block, block.rect.inset(-marks), "", None, strips)
    return best


def _find_zoom(size: tuple[float, float], settings: PrintSettings, cut: CutSettings) -> float:
    """Return the factor by which cards are enlarged: in large print 1.4, or as much as the paper allows.

    The factor is a step less if more cards then fit on a page.
    """
    if settings.shop.one_per_page:
        return 1.0
    steps = (settings.zoom - step * ZOOM_STEP for step in range(round((settings.zoom - 1) / ZOOM_STEP)))
    fitting = ((layout.even.capacity, zoom) for zoom in steps
               if (layout := _find_best_layout((size[0] * zoom, size[1] * zoom), settings, cut)))
    return max(islice(fitting, 2), default=(1, 1.0))[1]


def _choose_layout(form: Form, size: tuple[float, float], settings: PrintSettings, cut: CutSettings) -> _SheetLayout:
    """Return the layout for cards of a size. Raises PrintshopError for cards that are too large."""
    if layout := _find_best_layout(size, settings, cut):
        return layout
    assert form.size
    room, hint = _find_card_area(settings.paper, cut), "choose a smaller size or a larger paper; cards are never shrunk"
    backs = {BackMode.BESIDE: " with their backs beside them", BackMode.FOLD: " with their backs on its other half"}
    if cut.back_mode in backs:
        hint = "print the backs on the other side of the sheet: --backs long, or backs: long in the form"
    space = f"{room.width / MM:.1f} x {room.height / MM:.1f} mm"
    raise make_error(f"cards of the form '{form.key}' are {format_dimensions(*form.size)} and do not fit the "
                     f"page{backs.get(cut.back_mode, '')}, which has room for {space}", hint, form.span)
