"""Cards: forms to be cut out, filled for units or blank; behind them another form, or a face like that of a counter.

Points, origin at the card's top left corner, y down; a back is drawn upright.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import WHITE, Bookmark, Document, Group, Item, Page, Symbol, Use
from printshop.drawing.shapes import rect
from printshop.drawing.text import plain
from printshop.game.counters import Face
from printshop.game.differences import Marks
from printshop.game.forms.reading import FORMS, Form
from printshop.game.formulas import looks_of
from printshop.game.model import Game, Unit, key_of, marks_of
from printshop.job import Request, Settings
from printshop.layout import cuts, furniture
from printshop.layout.backs import SAFE, Backs, Edge, Mirror, crosses, edge_of, empty_back, half, turned
from printshop.layout.boxes import Box, Paper
from printshop.layout.furniture import NOTES_ON_CARDS, notes
from printshop.layout.pack import Even, even
from printshop.layout.pieces import NEAR_TICK, Cut, Piece, beside
from printshop.layout.pieces import Batch as Pieces
from printshop.parts.backings import Below, hides
from printshop.parts.faces import Bleed, Look, Painter, Shown
from printshop.problems import failure
from printshop.products.counters import sheets
from printshop.products.counters.cutouts import attempt, cut, dimensions
from printshop.products.forms import layout
from printshop.products.forms.contents import Items
from printshop.products.forms.filling import Compiled, Troubles, check_damage
from printshop.products.forms.records import Batch, Run, batches
from printshop.products.safely import reported
from printshop.units import MM

RULER = furniture.RULER - 1.0  # what the ruler up the side really takes
WHERE = "forms.yaml (a form with a size)"
TOO_LONG = "give the text more of the card, or allow it a smaller size"
Aside = Literal["", "right", "above"]


class Card(NamedTuple):
    """A card as it goes on its sheet: what is on its front, and on its back."""

    front: Items
    back: Items


def how(form: Form, settings: Settings) -> Cut:
    """Return how the cards of a form are cut and come to their backs; those without a back have none."""
    way = cut(form, settings)
    return way if form.back or form.face else way._replace(backs=Backs.NONE)


def folding(how: Cut) -> str:
    """Return what is done with a sheet of cards that have a back, in a few words; "" for those that have none."""
    if how.backs.duplex:
        return f"print both sides, flip on {how.backs.value} edge"
    return {Backs.BESIDE: "cut out the pairs, fold and glue them",
            Backs.FOLD: "fold the sheet and glue it, then cut"}.get(how.backs, "")


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return cards, filled or blank. Raises PrintshopError at once, or as pages are walked: texts that do not fit."""
    run = Run(game, request, settings)
    chosen_forms, units = run.forms_and_units("cards", "card", WHERE)
    ways = [how(form, settings).backs for form, _ in chosen_forms]
    decks = [(_Deck(run, form, form_units, edge_of(ways)), form_units) for form, form_units in chosen_forms]
    check_damage([(deck.form, form_units) for deck, form_units in decks], request.damage)

    def pages(problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        for deck, form_units in decks:
            yield from deck.pages(form_units, problems, number)

    document = run.document("card", pages, [form for form, _ in chosen_forms], units, "K", ways, packed=request.packed)
    return replace(document, duplex="", backed=False) if settings.shop.single else document


def singly(game: Game, request: Request, settings: Settings,
           problems: Troubles) -> Iterator[tuple[Form, Unit | None, Card, int]]:
    """Give every card: its form, its unit, how many; what does not fit is noted. Raises PrintshopError as `build`."""
    run = Run(game, request, settings)
    for form, units in run.forms_and_units("cards", "card", WHERE)[0]:
        deck = _Deck(run, form, units)
        for unit in units if form.unit else (None,):
            yield deck.form.form, unit, deck.card(unit, problems), 1 if unit else form.copies


class _Deck:
    """The cards of one form on their sheets, in a document whose sheets are turned over an edge."""

    def __init__(self, run: Run, form: Form, units: Sequence[Unit], edge: Edge = "") -> None:
        settings = run.settings
        styled, *behind = (run.restyled(run.game[FORMS][key]) for key in (form.key, form.back) if key)
        self._run, self._edge, self._how = run, edge, how(styled, settings)
        all_units = [unit for unit in run.game.units.values() if unit.kind == form.unit]  # their cards are of one size
        with reported(f"the card '{form.key}'{run.variant}", form.span):
            form, *backs = layout.on_cards(
                [styled, *behind], [*units, *all_units, None],
                lambda width, height: _best_layout((width, height), settings.paper, self._how) is not None, run.press)
        assert form.size
        self._fill = form.fill and (run.request.packed or not run.request.units) and not settings.shop.single
        width, height = self._size = form.size[0].pt, form.size[1].pt
        self._layout = _sheet_layout(form, settings, self._how)
        self._inside = Transform(e=form.margin, f=form.margin)
        self._room = Box(0, 0, width - 2 * form.margin, height - 2 * form.margin)
        self.form = run.press(form, self._room.width, self._room.height)
        self._backs = [(run.press(back, width - 2 * back.margin, height - 2 * back.margin),
                        Transform(e=back.margin, f=back.margin))
                       for back in backs if self._how.backs is not Backs.NONE]
        self._same: Items | None = None  # behind all blank cards
        self._painters: dict[tuple[str, str, bool], Painter] = {}  # of faces, by side; those of blank cards apart
        self._over: dict[Below, Compiled] = {}  # the form on fronts whose colours hide black
        parts = (folding(self._how), form.note, f"cards {dimensions(*form.size)}")
        self._note = " · ".join(part for part in parts if part)

    def pages(self, units: Sequence[Unit], problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        """Give the sheets of units; or of blank cards, as many as asked for, rounded up to whole sheets."""
        form, places, run = self.form.form, self._layout.even.places, self._run
        filled: Sequence[Unit | None] = units
        if run.request.blank or not form.unit:
            filled = [None] * (-(-run.blanks(form) // places) * places or form.copies)
        for batch in batches(form, filled, places, fill=self._fill, blank="blank" if form.unit else ""):
            cards = [self.card(unit, problems) for unit in batch.units]
            title = f"{form.title}: {batch.heading}" if batch.heading else form.title
            yield from (self._singly if run.settings.shop.single else self._sheet)(batch, cards, title, number)

    def card(self, unit: Unit | None, problems: Troubles) -> Card:
        under, below = self._face(self.form.form.front, "front", unit, problems)
        form = self._on(below) if below and below.dark else self.form
        if not unit:
            return Card((*under, Use(form.blank, self._inside)), self._behind(None, problems))
        damage, marks = marks_of(unit, self._run.request.damage), Marks()
        marks.of(form.differences(unit))
        foot = notes(marks.fresh(), self._room, form.form.hand.words or NOTES_ON_CARDS)
        lowered = form.lower(foot.height)
        record = lowered.record(unit, damage, problems, marks)
        strip = self._room.inset(0, self._room.height - foot.height, 0, 0)
        dark = foot.items and below and (behind := below.behind(self._inside.apply(*strip.center))) and hides(behind)
        paper = (rect(*strip, fill=WHITE),) if dark else ()
        return Card((*under, Group((*record, *paper, *foot.items), self._inside, record=key_of(unit),
                                   blanks=form.blanks(unit))), self._behind(unit, problems))

    def _on(self, below: Below) -> Compiled:
        """Return the form as it is on a front with dark colours."""
        if below not in self._over:
            self._over[below] = self.form.on(below)
        return self._over[below]

    def _behind(self, unit: Unit | None, problems: Troubles) -> Items:
        """Return what is behind the card of a unit, or behind a blank one; what does not fit is noted."""
        form = self.form.form
        for back, place in self._backs:
            if unit and back.form.unit:
                return (Group(back.record(unit, marks_of(unit, self._run.request.damage), problems), place),)
            return (Use(back.blank, place),)
        if self._how.backs is Backs.NONE or (unit is None and self._same is not None):
            return self._same or ()
        items, _ = self._face(form.face, "back", unit, problems)
        if not unit:
            items = self._same = (Use(Symbol(f"back-{form.key}", items, (0.0, 0.0, *self._size))),)
        return items

    def _face(self, parts: Face, name: str, unit: Unit | None, problems: Troubles) -> tuple[Items, Below | None]:
        """Return a face of the card of a unit, or of a blank one, and its colours; None if it has no part.

        A blank card has only what is the same for all units.
        """
        form = self.form.form
        face = tuple(part for part in parts if unit or not form.unit or (
            part.fixed and not part.only_if and not looks_of(part)))
        if not face:
            return (), None
        key = name, unit.side.key if unit and unit.side else "", unit is None
        if key not in self._painters:
            self._painters[key] = self._painter(face, name, unit)
        painter, shown = self._painters[key], Shown(unit.values, unit.art, unit.art_bow) if unit else Shown({})
        items = attempt(partial(painter.paint, shown), f"the {name} of the card '{form.key}'",
                        unit.span if unit else form.span, problems, TOO_LONG, unit.art_at if unit else None)
        return (items, painter.behind(shown)) if items else ((), None)

    def _painter(self, face: Face, name: str, unit: Unit | None) -> Painter:
        """Return what paints a face of cards of a unit's side, or of blank ones."""
        reach, aside, (width, height) = self._how.bleed, self._layout.beside, self._size
        bleed = Bleed(0.0 if aside == "right" else reach, 0.0 if aside == "above" else reach, reach, reach)
        if name == "front" and aside:  # the fold is at its other edges
            bleed = Bleed(reach, reach, 0.0 if aside == "right" else reach, 0.0 if aside == "above" else reach)
        safe = SAFE if self._how.backs.duplex else 0.0
        look = Look(self._run.settings.ink, unit.side if unit else None, safe=safe)
        return Painter(face, width, height, look, bleed)

    def _sheet(self, batch: Batch, cards: Sequence[Card], title: str, number: Iterator[int]) -> Iterator[Page]:
        """Give the sheet of some cards and, if it is printed on both sides, its back."""
        lies, settings, code, duplex = self._layout, self._run.settings, next(number), self._how.backs.duplex
        page = partial(self._run.page, lies.paper, "K", code, title, edge=self._edge, first=batch.first, scale=True)
        pieces = []
        for card in cards:
            piece = Piece(title, *self._size, card.front, back=card.back)
            if lies.beside:  # with its back, if that is where it goes
                both, fold, whole = beside(card.front, card.back, self._size, upright=lies.beside == "right")
                piece = Piece(title, *whole, both, (fold,))
            pieces.append(piece.turned() if lies.even.turned else piece)
        sheet = (lies.even.block(Pieces("", "", tuple(pieces), cut=self._how, near=True)),)
        guided = settings.guides or duplex or lies.mirror
        items = cuts.draw(sheet, lies.area if guided else None, outlines=settings.machine is not None,
                          die=settings.shop.die)
        if lies.mirror:
            items += (*cuts.draw_backs(sheet, lies.mirror), *cuts.draw_fold(lies.area, lies.mirror))
        items += (lies.crosses(),) if duplex else ()
        front = page(items, note=self._note)
        yield front
        if duplex:
            mirror = Mirror(lies.paper.width / 2)
            items = (*cuts.draw_backs(sheet, mirror), lies.crosses(mirror))
            yield turned(page(items, note="", back=True, behind=True), self._edge, settings.back_offset)
        elif self._edge:
            yield empty_back(front)

    def _singly(self, batch: Batch, cards: Sequence[Card], title: str, number: Iterator[int]) -> Iterator[Page]:
        """Give each card as a page, with the one behind it if any card has a back."""
        first, letters = batch.first, "KB" if self._run.request.blank else "K"
        for card in cards:
            for page in sheets.pages(Piece(title, *self._size, card.front, back=card.back), self._how,
                                     f"{letters}-{next(number)}", self._run.settings, backs=bool(self._edge)):
                yield replace(page, bookmarks=(Bookmark(plain(title)),)) if first else page
                first = False


class _SheetLayout(NamedTuple):
    """How cards lie on sheets of `paper`, and are cut, in an `area` for them and their marks."""

    paper: Paper
    how: Cut
    even: Even
    area: Box
    beside: Aside  # backs are "right" of their cards, "above" them, or not there
    mirror: Mirror | None  # the line that sheets are folded along

    def crosses(self, mirror: Mirror | None = None) -> Item:
        return crosses(self.even.box.inset(-self.how.near - NEAR_TICK / 2), mirror, NEAR_TICK / 2)


def _area(paper: Paper, how: Cut) -> Box:
    """Return the room for cards on a sheet: clear of header, rulers and the marks round the block."""
    inner = furniture.content_box(paper)
    left = paper.box.x + RULER
    return Box(left, inner.y, inner.right - left, inner.height).inset(how.near + NEAR_TICK)


def _best_layout(size: tuple[float, float], paper: Paper, how: Cut) -> _SheetLayout | None:
    """Return how most cards lie on a sheet, which may be turned for folded backs; None if not even one does."""
    (width, height), layouts = size, list[_SheetLayout]()
    for sheet in (paper, paper.turned()) if how.backs in (Backs.FOLD, Backs.BESIDE) else (paper,):
        room = _area(sheet, how)
        ways: list[tuple[tuple[float, float], Box, Aside, Mirror | None]] = [(size, room, "", None)]
        if how.backs is Backs.FOLD:
            ways = [(size, area, "", mirror) for area, mirror in (half(room, across=True), half(room, across=False))]
        elif how.backs is Backs.BESIDE:
            ways = [((2 * width, height), room, "right", None), ((width, 2 * height), room, "above", None)]
        layouts += [_SheetLayout(sheet, how, block, area.inset(-NEAR_TICK), aside, mirror)
                    for whole, area, aside, mirror in ways if (block := even(whole, area, how.gap or 0.0))]
    return max(layouts, key=lambda lies: lies.even.places, default=None)


def _sheet_layout(form: Form, settings: Settings, how: Cut) -> _SheetLayout:
    """Return how cards lie on their sheets. Raises PrintshopError for cards that are larger."""
    assert form.size
    if lies := _best_layout((form.size[0].pt, form.size[1].pt), settings.paper, how):
        return lies
    room, hint = _area(settings.paper, how), "choose a smaller size or a larger paper; cards are never shrunk"
    backs = {Backs.BESIDE: " with their backs beside them", Backs.FOLD: " with their backs on its other half"}
    if how.backs in backs:
        hint = "print the backs on the other side of the sheet: --backs long, or backs: long in the form"
    space = f"{room.width / MM:.1f} x {room.height / MM:.1f} mm"
    raise failure(f"cards of the form '{form.key}' are {dimensions(*form.size)} and do not fit the page"
                  f"{backs.get(how.backs, '')}: there is room for {space}", hint, form.span)
