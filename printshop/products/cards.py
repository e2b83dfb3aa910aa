"""Cards: forms that have a size, filled for units or blank, as many on a sheet as go on it, to be cut out."""

from __future__ import annotations

from itertools import count, groupby
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Use
from printshop.layout import furniture, nup
from printshop.problems import Problems, failure
from printshop.products.cutouts import dimensions
from printshop.products.form_sheets import UNDAMAGED, Compiled, check_damage, sides_of
from printshop.products.product import Product, Request, Settings, chosen, units_of
from printshop.products.records import Stream, blanks_of, forms_of, forms_to_print
from printshop.products.trouble import reported
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.game.forms import Form
    from printshop.game.model import Game, Side, Unit

    Damage = Mapping[str, int]


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the cards of the units asked for, or blank ones, and those that are for no unit.

    Raises PrintshopError at once for a game without cards, for cards larger than the page and for damage that is
    not on them, and, while the pages are walked, with every text that does not fit its place.
    """
    units = units_of(game, request)
    forms = chosen(game, forms_of(game, request, "cards"), request, "card", "forms.yaml (a form with a size)",
                   lambda form: form.default)
    forms = forms_to_print(forms, request)
    sides = sides_of(game, request)
    decks = [(_Deck(game, form, sides, settings, request), tuple(unit for unit in units if unit.kind == form.unit))
             for form in forms]
    check_damage([(deck.form, own) for deck, own in decks], request.damage)

    def pages() -> Iterator[Page]:
        problems, number = Problems(), count(1)
        for deck, own in decks:
            if request.blank or not deck.form.form.unit:
                yield from deck.blank_pages(blanks_of(deck.form.form, request), number)
            else:
                yield from deck.pages(own, request.damage, problems, number)
        problems.raise_if_any()

    what = "blank cards" if request.blank else "cards"
    return Document(f"{game.title}: {what}", Stream(pages), subject=what, keywords=(game.title, "cards"))


class _Deck:
    """The cards of one form on their sheets."""

    def __init__(self, game: Game, form: Form, sides: tuple[Side, ...], settings: Settings,
                 request: Request) -> None:
        assert form.size
        self.game, self.settings = game, settings
        self._letters = "KB" if request.blank else "K"
        self._fill = form.fill and not request.units
        width, height = form.size[0].pt, form.size[1].pt
        self.sheet = _sheet(form, settings)
        self.inside = Transform(e=form.margin, f=form.margin)
        self.form = Compiled(form, sides, settings.ink, width - 2 * form.margin, height - 2 * form.margin)
        self.note = " · ".join(part for part in (form.note, f"cards {dimensions(*form.size)}") if part)

    def pages(self, units: Sequence[Unit], damage: Mapping[str, Damage], problems: Problems,
              number: Iterator[int]) -> Iterator[Page]:
        """Give the sheets of units; what `apart` names is kept apart."""
        for heading, group in groupby(units, key=self._heading):
            cards: list[tuple[Item, ...]] = [
                (Group(self.form.record(unit, damage.get(unit.name, UNDAMAGED), problems), self.inside),)
                for unit in group]
            if self._fill:
                free = -len(cards) % self.sheet.count
                cards += [(Use(self.form.blank().symbol, self.inside),)] * free
            yield from self._sheets(cards, heading, number)

    def _heading(self, unit: Unit) -> str:
        apart = self.form.form.apart
        with reported(f"'apart' of the form '{self.form.form.key}'", unit.span):
            return apart.fill(unit.values) if apart else ""

    def blank_pages(self, asked: int, number: Iterator[int]) -> Iterator[Page]:
        """Give sheets of blank cards, rounded up to whole sheets; of cards for no unit as many as the form says."""
        form = self.form.form
        copies = -(-asked // self.sheet.count) * self.sheet.count if asked else form.copies
        blank = Use(self.form.blank().symbol, self.inside)
        yield from self._sheets([(blank,)] * copies, "blank" if form.unit else "", number)

    def _sheets(self, cards: Sequence[tuple[Item, ...]], heading: str, number: Iterator[int]) -> Iterator[Page]:
        form, size = self.form.form, self.sheet.count
        title = f"{form.title}: {heading}" if heading else form.title
        for start in range(0, len(cards), size):
            yield furniture.page(self.settings.paper, title, nup.draw(self.sheet, cards[start:start + size]),
                                 game_title=self.game.title, rights=self.game.rights, note=self.note, scale=True,
                                 label=f"{self._letters}-{next(number)}", bookmarks=() if start else (Bookmark(title),))


def _sheet(form: Form, settings: Settings) -> nup.Sheet:
    """Return how cards lie on their sheets. Raises PrintshopError for cards that are larger."""
    assert form.size
    made = nup.sheet(form.size[0].pt, form.size[1].pt, settings.paper)
    if made is None:
        room = nup.area(settings.paper)
        raise failure(f"cards of the form '{form.key}' are {dimensions(*form.size)} and do not fit the page: there is "
                      f"room for {room.width / MM:.1f} x {room.height / MM:.1f} mm",
                      "choose a smaller size or a larger paper; cards are never shrunk", form.span)
    return made


PRODUCT = Product(
    name="cards",
    summary="Cards to cut out, filled for units or blank: unit cards, activation cards.",
    material="card, 160 to 250 g/m²",
    hint="Cut along the lines; neighbours share their cuts.",
    build=build,
)
