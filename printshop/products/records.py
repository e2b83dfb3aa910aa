"""Record sheets: forms filled for units, page by page, printed blank, or for no unit in particular.

Pages are made as they are asked for, so that twenty thousand records fit in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Use
from printshop.layout import furniture
from printshop.problems import Problems, failure
from printshop.products import contents
from printshop.products.form_plan import takes_rest
from printshop.products.form_sheets import UNDAMAGED, Compiled, check_damage, sides_of
from printshop.products.product import Product, Request, Settings, chosen, units_of
from printshop.products.trouble import reported
from printshop.units import MM

if TYPE_CHECKING:
    from printshop.game.forms import Form
    from printshop.game.model import Game, Side, Unit

Damage = Mapping[str, int]
FOOT = 2 * MM  # the last record keeps clear of the footer
ASIDE = 7 * MM  # between records side by side
BELOW = 6 * MM  # between records that take all the height there is


@dataclass(frozen=True, slots=True)
class Stream:
    """Pages that are made anew each time they are walked."""

    make: Callable[[], Iterator[Page]]

    def __iter__(self) -> Iterator[Page]:
        return self.make()


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the record sheets of the units asked for, or blank ones, and those that are for no unit.

    Raises PrintshopError at once for a game without forms or damage that is not on the record, and, while the pages
    are walked, with every text that does not fit its place.
    """
    units = units_of(game, request)
    forms = chosen(game, forms_of(game, request, "records"), request, "form", "forms.yaml", lambda form: form.default)
    forms = forms_to_print(forms, request)
    sides = sides_of(game, request)
    sheets = [(_Sheet(game, form, sides, settings, request), tuple(unit for unit in units if unit.kind == form.unit))
              for form in forms]
    check_damage([(sheet.form, own) for sheet, own in sheets], request.damage)

    def pages() -> Iterator[Page]:
        problems, number = Problems(), count(1)
        for sheet, own in sheets:
            form = sheet.form.form
            if form.hidden and request.scenario:
                for side in sides:
                    yield from sheet.blank_pages(form.copies, number, side.name)
            elif request.blank or not form.unit:
                yield from sheet.blank_pages(blanks_of(form, request) or form.copies, number)
            else:
                yield from sheet.pages(own, request.damage, problems, number)
        problems.raise_if_any()

    what = "blank record sheets" if request.blank else "record sheets"
    return Document(f"{game.title}: {what}", Stream(pages), subject=what, keywords=(game.title, "record sheet"))


def forms_of(game: Game, request: Request, product: str) -> Mapping[str, Form]:
    """Return the forms of a product. Raises PrintshopError for one that is printed with another product."""
    own = {key: form for key, form in contents.things(game, product).items() if key in game.forms}
    other = "cards" if product == "records" else "records"
    for key in request.only:
        if key in game.forms and key not in own:
            raise failure(f"the form '{key}' of {game.title} is one of the {other}",
                          f"write: printshop make {other} ... --only {key}")
    return {key: game.forms[key] for key in own}


def forms_to_print(forms: list[Form], request: Request) -> list[Form]:
    """Return the forms that a request is for: blank ones asked for need none of those that are blank anyway.

    A scenario whose units are still to be chosen has them all; so has who names one.
    """
    if not request.blank or request.scenario or request.only:
        return forms
    return [form for form in forms if form.unit and form.blanks] or forms


def blanks_of(form: Form, request: Request) -> int:
    """Return how many blank forms are asked for; of one for no unit 0, if it is not named: as many as it says."""
    return request.blank if form.unit or (form.key in request.only and not request.scenario) else 0


class _Sheet:
    """A form on its pages: so many records in columns and rows."""

    def __init__(self, game: Game, form: Form, sides: tuple[Side, ...], settings: Settings,
                 request: Request) -> None:
        self.game, self.settings = game, settings
        self._letters = "SB" if request.blank else "S"
        self._fill = form.fill and not request.units
        self.area = furniture.content_box(settings.paper, scale=False).inset(0, 0, 0, FOOT)
        columns = self.area.columns([1] * form.per_row, ASIDE)
        if form.fit:
            one = Compiled(form, sides, settings.ink, columns[0].width, self.area.height)
            fitting = int((self.area.height + BELOW) // (one.height(one.shape(None)) + BELOW))
            form = replace(form, per_page=max(fitting, 1) * form.per_row)
        self.across, self.down = form.per_row, form.per_page // form.per_row
        self.lefts = tuple(column.x for column in columns)
        gaps = (self.down - 1) * BELOW if takes_rest(form.rows) else 0.0
        self.form = Compiled(form, sides, settings.ink, columns[0].width, (self.area.height - gaps) / self.down)

    def _pitch(self, units: Sequence[Unit | None]) -> float:
        """Return the distance from record to record. Raises PrintshopError if they do not fit the page."""
        with reported(f"the form '{self.form.form.key}'", self.form.form.span):
            own = list(units if self.form.lists else units[:1])
            heights = [self.form.height(self.form.shape(unit)) for unit in ([*own, None] if self._fill else own)]
        tallest = max(heights)
        if tallest > self.area.height / self.down + 0.01:
            raise self._too_high(tallest, [*own, None][heights.index(tallest)] if self.form.lists else None)
        gap = (self.area.height - self.down * tallest) / max(self.down - 1, 1)
        return tallest + min(gap, 0.4 * tallest)

    def _too_high(self, height: float, unit: Unit | None) -> Exception:
        form, fits = self.form.form, int(self.area.height // height) * self.across
        records = f"{form.per_page} records" if form.per_page > 1 else "a record"
        each = f"that of {unit.title}" if unit else "each" if form.per_page > 1 else "it"
        return failure(f"{records} of the form '{form.key}' do{'' if form.per_page > 1 else 'es'} not fit the page: "
                       f"{each} is {height / MM:.1f} mm high, there are {self.area.height / self.down / MM:.1f} mm",
                       f"write 'per_page: {fits}' or make its rows lower" if fits else "make its rows lower", form.span)

    def pages(self, units: Sequence[Unit], damage: Mapping[str, Damage], problems: Problems,
              number: Iterator[int]) -> Iterator[Page]:
        """Give the pages, five (or so) units each; what `apart` names is kept apart."""
        if not units:
            return
        first, pitch = True, self._pitch(units)
        for heading, group in groupby(units, key=self._heading):
            batch: list[Unit] = []
            for unit in group:
                batch.append(unit)
                if len(batch) == self.form.form.per_page:
                    yield self._furnish(self._records(batch, pitch, damage, problems), heading, first, number)
                    batch, first = [], False
            if batch:
                yield self._furnish(self._records(batch, pitch, damage, problems), heading, first, number)
            first = True

    def _heading(self, unit: Unit) -> str:
        apart = self.form.form.apart
        with reported(f"'apart' of the form '{self.form.form.key}'", unit.span):
            return apart.fill(unit.values) if apart else ""

    def _records(self, units: list[Unit], pitch: float, damage: Mapping[str, Damage],
                 problems: Problems) -> list[Item]:
        records = [Group(self.form.record(unit, damage.get(unit.name, UNDAMAGED), problems), self._place(index, pitch))
                   for index, unit in enumerate(units)]
        if not self._fill or len(units) == self.form.form.per_page:
            return [*records]
        blank = self.form.blank().symbol
        return [*records, *(Use(blank, self._place(index, pitch))
                            for index in range(len(units), self.form.form.per_page))]

    def _place(self, index: int, pitch: float) -> Transform:
        down, across = divmod(index, self.across)
        return Transform(e=self.lefts[across], f=self.area.y + down * pitch)

    def blank_pages(self, copies: int, number: Iterator[int], whose: str = "") -> Iterator[Page]:
        """Give pages of blank forms, as many as asked for, rounded up to whole pages; `whose` stands in the heading."""
        pitch = self._pitch([None])
        blank, per_page = self.form.blank(), self.form.form.per_page
        for page in range(-(-copies // per_page)):
            items = [Use(blank.symbol, self._place(index, pitch)) for index in range(per_page)]
            yield self._furnish(items, "blank" if self.form.form.unit else whose, page == 0, number)

    def _furnish(self, items: Iterable[Item], heading: str, first: bool, number: Iterator[int]) -> Page:
        form = self.form.form
        title = f"{form.title}: {heading}" if heading else form.title
        code = f"{self._letters}-{next(number)}"
        return furniture.page(self.settings.paper, title, tuple(items), game_title=self.game.title,
                              rights=self.game.rights, scale=False, note=form.note, label=code,
                              bookmarks=(Bookmark(title),) if first else (), rule=not form.rows[0].rules)


PRODUCT = Product(
    name="records",
    summary="Record sheets with a circle for every point, filled for units or blank; logs and rosters.",
    material="paper",
    hint="Each player takes those of one side, and a pencil.",
    build=build,
)
