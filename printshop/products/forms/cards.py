"""The backs of cards: another form filled for the same unit, or a face like that of a counter.

Points, origin at the card's top left corner, y down; a back is drawn upright.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Literal, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Symbol, Use
from printshop.drawing.text import plain
from printshop.game.differences import Marks
from printshop.game.faces import Face
from printshop.game.forms.reading import Form
from printshop.game.model import Game, Unit, marks_of
from printshop.job import Request, Settings
from printshop.layout import cuts, furniture
from printshop.layout.backs import (
    SAFE,
    Backs,
    Edge,
    Mirror,
    crosses,
    edge_of,
    empty_back,
    half,
    middle,
    said,
    turned,
    with_empty_backs,
)
from printshop.layout.boxes import Box
from printshop.layout.furniture import NOTES_ON_CARDS, notes
from printshop.layout.pack import Even, even
from printshop.layout.paper import Paper
from printshop.layout.pieces import NEAR_TICK, Batch, Cut, Piece, beside
from printshop.parts.faces import Bleed, Look, Shown, paint
from printshop.problems import failure
from printshop.products.counters import sheets
from printshop.products.counters.cutouts import attempt, cut, dimensions
from printshop.products.forms import audits, layout
from printshop.products.forms.filling import Troubles, check_damage, sides_of
from printshop.products.forms.records import Run, apart
from printshop.products.forms.variants import restyled
from printshop.products.safely import reported
from printshop.units import MM

Damage = Mapping[str, int]

RULER = furniture.RULER - 1.0  # what the ruler up the side really takes
WHERE = "forms.yaml (a form with a size)"
TOO_LONG = "give the text more of the card, or allow it a smaller size"


class Card(NamedTuple):
    """A card as it goes on its sheet: what is on its front, and on its back."""

    front: tuple[Item, ...]
    back: tuple[Item, ...]


def how(form: Form, settings: Settings) -> Cut:
    """Return how the cards of a form are cut and come to their backs; those without a back have none."""
    found = cut(form, settings)
    return found if form.back or form.face else found._replace(backs=Backs.NONE)


def folding(how: Cut) -> str:
    """Return what is done with a sheet of cards that have a back, in a few words; "" for those that have none."""
    match how.backs:
        case Backs.BESIDE:
            return "cut out the pairs, fold and glue them"
        case Backs.FOLD:
            return "fold the sheet and glue it, then cut"
        case Backs.LONG | Backs.SHORT:
            return f"print both sides, flip on {how.backs.value} edge"
    return ""


class Behind:
    """What is behind the cards of a form, which has the size that they really are of."""

    def __init__(self, form: Form, back: Form | None, run: Run, lies: _Lies) -> None:
        assert form.size
        self._form, self._ink, self._lies = form, run.settings.ink, lies
        self._size = width, height = form.size[0].pt, form.size[1].pt
        self._none = lies.how.backs is Backs.NONE
        self._back, self._inside = None, Transform()
        if back and not self._none:
            self._back = run.press(back, width - 2 * back.margin, height - 2 * back.margin)
            self._inside = Transform(e=back.margin, f=back.margin)
        self._same: tuple[Item, ...] | None = None

    def of(self, unit: Unit | None, damage: Damage, problems: Troubles) -> tuple[Item, ...]:
        """Return what is behind the card of a unit, or behind a blank one; what does not fit is noted."""
        if self._none:
            return ()
        if self._back and unit and self._back.form.unit:
            return (Group(self._back.record(unit, damage, problems), self._inside),)
        if self._back:
            return (Use(self._back.blank().symbol, self._inside),)
        if unit:
            return self._face(self._form.face, unit, problems)
        if self._same is None:
            # a blank card has only the parts that are the same for all units
            face = tuple(part for part in self._form.face
                         if not self._form.unit or (part.fixed and not part.only_if))
            self._same = self._face(face, None, problems)
        return self._same

    def _face(self, face: Face, unit: Unit | None, problems: Troubles) -> tuple[Item, ...]:
        """Draw a face; one that is the same for everybody is one symbol."""
        safe = SAFE if self._lies.how.backs.duplex else 0.0
        look = Look(self._ink, unit.side if unit else None, safe=safe)
        shown = Shown(unit.values, unit.art, unit.art_bow) if unit else Shown({})
        width, height = self._size
        span = unit.span if unit else self._form.span
        what = f"the back of the card '{self._form.key}'"
        items = attempt(partial(paint, face, width, height, look, self._bleed(), shown), what, span, problems, TOO_LONG,
                        unit.art_at if unit else None) or ()
        return items if unit else (Use(Symbol(f"back-{self._form.key}", items, (0.0, 0.0, width, height))),)

    def _bleed(self) -> Bleed:
        """Return how far colour runs over the cut, never over a fold beside it."""
        reach, beside = self._lies.how.bleed, self._lies.beside
        return Bleed(0.0 if beside == "right" else reach, 0.0 if beside == "above" else reach, reach, reach)


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the cards of the units asked for, or blank ones, and those that are for no unit.

    Raises PrintshopError at once for a game without cards, for cards larger than the page and for damage that is
    not on them, and, while the pages are walked, with every text that does not fit its place.
    """
    run = Run(game, request, settings, sides_of(game, request))
    wanted = run.asked("cards", "card", WHERE)
    forms = [form for form, _ in wanted.forms]
    ways = [_how(form, settings).backs for form in forms]
    edge = edge_of(ways)
    decks = [(_Deck(run, form, units, edge), units) for form, units in wanted.forms]
    check_damage([(deck.form, units) for deck, units in decks], request.damage)

    def pages(problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        for deck, units in decks:
            if request.blank or not deck.form.form.unit:
                yield from deck.blank_pages(problems, number)
            else:
                yield from deck.pages(units, problems, number)

    return run.document("card", pages, lambda number: with_empty_backs(audits.behind(
        game, forms, wanted.units, settings, "K", number, packed=request.packed), edge),
        () if settings.shop.single else ways)


def singly(game: Game, request: Request, settings: Settings,
           problems: Troubles) -> Iterator[tuple[Form, Unit | None, Card, int]]:
    """Give every card by itself: its form, which has the size that it is of, its unit, and how many there are of it.

    What does not fit is noted. Raises PrintshopError as `build` does at once.
    """
    run = Run(game, request, settings, sides_of(game, request))
    for form, units in run.asked("cards", "card", WHERE).forms:
        deck = _Deck(run, form, units)
        if form.unit:
            yield from ((deck.form.form, unit, deck.card(unit, problems), 1) for unit in units)
        else:
            yield deck.form.form, None, deck.blank(problems), form.copies


def _how(form: Form, settings: Settings) -> Cut:
    """Return how cards of a form are cut out, and where their backs go."""
    return how(restyled(form, settings.variants), settings)


class _Deck:
    """The cards of one form on their sheets, in a document whose sheets are turned over an edge."""

    def __init__(self, run: Run, form: Form, units: Sequence[Unit], edge: Edge = "") -> None:
        self._run, self.edge, self.how = run, edge, _how(form, run.settings)
        every = [unit for unit in run.game.units.values() if unit.kind == form.unit]  # their cards are of one size
        with reported(f"the card '{form.key}'{run.variant}", form.span):
            form, *backs = layout.on_cards([run.restyled(key) for key in (form.key, form.back) if key],
                                           [*units, *every, None], self._goes_on, run.press)
        assert form.size
        self._fill = form.fill and not run.request.units and not run.settings.shop.single
        width, height = self._size = form.size[0].pt, form.size[1].pt
        self.lies = _lies(form, run.settings, self.how)
        self._behind = Behind(form, backs[0] if backs else None, run, self.lies)
        self.inside = Transform(e=form.margin, f=form.margin)
        self._room = Box(0, 0, width - 2 * form.margin, height - 2 * form.margin)
        self.form = run.press(form, self._room.width, self._room.height)
        self._letters = "KB" if run.request.blank else "K"
        parts = (folding(self.how), form.note, f"cards {dimensions(*form.size)}")
        self.note = " · ".join(part for part in parts if part)

    def _goes_on(self, width: float, height: float) -> bool:
        """Return whether cards of a size go on a sheet of paper."""
        return _laid((width, height), self._run.settings.paper, self.how) is not None

    def pages(self, units: Sequence[Unit], problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        """Give the sheets of units; what `apart` names is kept apart."""
        for heading, group in groupby(units, key=partial(apart, self.form.form)):
            cards = [self.card(unit, problems) for unit in group]
            if self._fill:
                cards += [self.blank(problems)] * (-len(cards) % self.lies.even.places)
            yield from self._sheets(cards, heading, number)

    def card(self, unit: Unit, problems: Troubles) -> Card:
        """Return the card of a unit."""
        damage, marks = marks_of(unit, self._run.request.damage), Marks()
        marks.of(self.form.differences(unit))
        foot = notes(marks.fresh(), self._room, self.form.form.hand.words or NOTES_ON_CARDS)
        record = self.form.lower(foot.height).record(unit, damage, problems, marks)
        return Card((Group((*record, *foot.items), self.inside),), self._behind.of(unit, damage, problems))

    def blank(self, problems: Troubles) -> Card:
        """Return a blank card, or one that is for no unit."""
        return Card((Use(self.form.blank().symbol, self.inside),), self._behind.of(None, {}, problems))

    def blank_pages(self, problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        """Give sheets of blank cards, rounded up to whole sheets; of cards for no unit as many as the form says."""
        form, places = self.form.form, self.lies.even.places
        copies = -(-self._run.blanks(form) // places) * places or form.copies
        yield from self._sheets([self.blank(problems)] * copies, "blank" if form.unit else "", number)

    def _sheets(self, cards: Sequence[Card], heading: str, number: Iterator[int]) -> Iterator[Page]:
        form, lies, settings = self.form.form, self.lies, self._run.settings
        title = f"{form.title}: {heading}" if heading else form.title
        if settings.shop.single:
            yield from self._singly(cards, title, number)
            return
        pieces = [self._piece(title, card) for card in cards]
        for start in range(0, len(pieces), lies.even.places):
            batch = Batch("", "", tuple(pieces[start:start + lies.even.places]), cut=self.how, near=True)
            sheet, code, duplex = (lies.even.block(batch),), next(number), self.how.backs.duplex
            guided = settings.guides or duplex or lies.mirror
            items = cuts.draw(sheet, lies.area if guided else None, outlines=settings.machine is not None,
                              die=settings.shop.die)
            if lies.mirror:
                items += (*cuts.draw_backs(sheet, lies.mirror), *cuts.draw_fold(lies.area, lies.mirror))
            items += (lies.crosses(),) if duplex else ()
            page = self._page(title, items, code)
            yield page if start else replace(page, bookmarks=(Bookmark(plain(title)),))
            if duplex:
                mirror = middle(lies.paper.width)
                items = (*cuts.draw_backs(sheet, mirror), lies.crosses(mirror))
                yield turned(self._page(title, items, code, back=True), self.edge, settings.back_offset)
            elif self.edge:
                yield empty_back(page)

    def _piece(self, title: str, card: Card) -> Piece:
        """Return a card as it is cut out: with its back beside it, if that is where it goes, and turned if need be."""
        width, height = self._size
        piece = Piece(title, width, height, card.front, back=card.back)
        if self.lies.beside:
            items, fold, whole = beside(card.front, card.back, self._size, upright=self.lies.beside == "right")
            piece = Piece(title, *whole, items, (fold,))
        return piece.turned() if self.lies.even.turned else piece

    def _singly(self, cards: Sequence[Card], title: str, number: Iterator[int]) -> Iterator[Page]:
        """Give each card as a page, with the one behind it if any card has a back."""
        width, height = self._size
        found = (page for card in cards for page in sheets.pages(
            Piece(title, width, height, card.front, back=card.back), self.how, f"{self._letters}-{next(number)}",
            self._run.settings, backs=bool(self.edge)))
        for index, page in enumerate(found):
            yield page if index else replace(page, bookmarks=(Bookmark(plain(title)),))

    def _page(self, title: str, items: Sequence[Item], number: int, *, back: bool = False) -> Page:
        game = self._run.game
        return furniture.page(self.lies.paper, title, items, game_title=game.title, rights=game.rights,
                              note="" if back else self.note, scale=True, behind=back,
                              label=f"{self._letters}-{number}{'b' if back else ''}",
                              sheet=said(number, self.edge, back=back))


class _Lies(NamedTuple):
    """How cards lie on their sheets of `paper`, and how they are cut; there is so much `area` for them and their marks.

    Backs are "right" of their cards, "above" them, or not `beside` them; `mirror` is the line that sheets are folded
    along.
    """

    paper: Paper
    how: Cut
    even: Even
    area: Box
    beside: Literal["", "right", "above"] = ""
    mirror: Mirror | None = None

    def crosses(self, mirror: Mirror | None = None) -> Item:
        """Return the crosses round the block of a sheet, or those behind them."""
        return crosses(self.even.box.inset(-self.how.near - NEAR_TICK / 2), mirror, NEAR_TICK / 2)


def _area(paper: Paper, how: Cut) -> Box:
    """Return the room for cards on a sheet: clear of header, rulers and the marks round the block."""
    inner = furniture.content_box(paper)
    left = paper.box.x + RULER
    return Box(left, inner.y, inner.right - left, inner.height).inset(how.near + NEAR_TICK)


def _laid(size: tuple[float, float], paper: Paper, how: Cut) -> _Lies | None:
    """Return how cards lie on their sheets, None if not even one does.

    Where backs have to be folded, it is the way in which most cards go on a sheet, which may be turned for that.
    """
    (width, height), gap = size, how.gap or 0.0
    turns = how.backs in (Backs.FOLD, Backs.BESIDE)
    found: list[_Lies] = []

    def lay(sheet: Paper, size: tuple[float, float], room: Box, beside: Literal["", "right", "above"] = "",
            mirror: Mirror | None = None) -> None:
        if laid := even(size, room, gap):
            found.append(_Lies(sheet, how, laid, room.inset(-NEAR_TICK), beside, mirror))

    for sheet in (paper, paper.turned()) if turns else (paper,):
        room = _area(sheet, how)
        match how.backs:
            case Backs.FOLD:
                for across in (True, False):
                    own, mirror = half(room, across=across)
                    lay(sheet, size, own, mirror=mirror)
            case Backs.BESIDE:
                lay(sheet, (2 * width, height), room, "right")
                lay(sheet, (width, 2 * height), room, "above")
            case _:
                lay(sheet, size, room)
    return max(found, key=lambda lies: lies.even.places, default=None)


def _lies(form: Form, settings: Settings, how: Cut) -> _Lies:
    """Return how cards lie on their sheets. Raises PrintshopError for cards that are larger."""
    assert form.size
    lies = _laid((form.size[0].pt, form.size[1].pt), settings.paper, how)
    if lies:
        return lies
    room, hint = _area(settings.paper, how), "choose a smaller size or a larger paper; cards are never shrunk"
    backs = {Backs.BESIDE: " with their backs beside them", Backs.FOLD: " with their backs on its other half"}
    if how.backs in backs:
        hint = "print the backs on the other side of the sheet: --backs long, or backs: long in the form"
    space = f"{room.width / MM:.1f} x {room.height / MM:.1f} mm"
    raise failure(f"cards of the form '{form.key}' are {dimensions(*form.size)} and do not fit the page"
                  f"{backs.get(how.backs, '')}: there is room for {space}", hint, form.span)
