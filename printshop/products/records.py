"""Record sheets: forms filled for units, page by page, or printed blank.

A form is compiled once: what is the same on every record becomes one symbol, and each cell a small function that
gives the items of one unit. Pages are made as they are asked for, so that twenty thousand records fit in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, groupby
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Symbol, Use
from printshop.drawing.misfit import Misfit
from printshop.expressions import FormulaError
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.problems import Problems, failure, suggestion
from printshop.products.cells import frame, painters
from printshop.products.product import Product, Request, Settings, chosen, units_of
from printshop.products.trouble import reported
from printshop.units import MM

if TYPE_CHECKING:
    from printshop.game.forms import Form
    from printshop.game.model import Game, Unit

Damage = Mapping[str, int]
FOOT = 2 * MM  # the last record keeps clear of the footer
UNDAMAGED: Damage = {}


@dataclass(frozen=True, slots=True)
class Stream:
    """Pages that are made anew each time they are walked."""

    make: Callable[[], Iterator[Page]]

    def __iter__(self) -> Iterator[Page]:
        return self.make()


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the record sheets of the units asked for, or blank ones.

    Raises PrintshopError at once for a game without forms or damage that is not on the record, and, while the pages
    are walked, with every text that does not fit its place.
    """
    units = units_of(game, request)
    forms = chosen(game, game.forms, request, "form", "forms.yaml")
    jobs = [(form, tuple(unit for unit in units if unit.kind == form.unit)) for form in forms]
    _check_damage(jobs, request.damage)
    compiled = [(_Sheet(game, form, settings), own) for form, own in jobs]

    def pages() -> Iterator[Page]:
        problems, number = Problems(), count(1)
        for sheet, own in compiled:
            if request.blank:
                yield from sheet.blank_pages(request.blank, number)
            else:
                yield from sheet.pages(own, request.damage, problems, number)
        problems.raise_if_any()

    what = "blank record sheets" if request.blank else "record sheets"
    return Document(f"{game.title}: {what}", Stream(pages), subject=what, keywords=(game.title, "record sheet"))


def _check_damage(jobs: Iterable[tuple[Form, tuple[Unit, ...]]], damage: Mapping[str, Damage]) -> None:
    problems = Problems()
    known = {unit.name: (form, unit) for form, units in jobs for unit in units}
    for name, marks in damage.items():
        if name not in known:
            problems.add(None, f"damage is given for '{name}', which is not among the records", suggestion(name, known))
            continue
        form, unit = known[name]
        tracks = boxes(form, unit)
        for track, amount in marks.items():
            if track not in tracks:
                problems.add(None, f"damage of {unit.title}: its record has no '{track}'", suggestion(track, tracks))
            elif amount > tracks[track]:
                problems.add(None, f"damage of {unit.title}: {amount} of {track} are marked, "
                                   f"the record has {tracks[track]}")
    problems.raise_if_any()


def boxes(form: Form, unit: Unit) -> dict[str, int]:
    """Return how many pips a unit's record has, by the name of their track."""
    found: dict[str, int] = {}
    for row in form.rows:
        for cell in row.cells:
            if cell.pips:
                amount = cell.pips.count.evaluate(unit.values)
                found[cell.pips.track] = amount if isinstance(amount, int) else 0
            for name in cell.notes:
                value = unit.values.get(name)
                found |= {entry.key: entry.amount for entry in getattr(value, "items", ())}
    return found


class _Sheet:
    """A form ready to be filled for one unit after the other."""

    def __init__(self, game: Game, form: Form, settings: Settings) -> None:
        self.game, self.form, self.settings = game, form, settings
        self.area = furniture.content_box(settings.paper, scale=False).inset(0, 0, 0, FOOT)
        self.pitch = self.area.height / form.per_page
        if form.height > self.pitch:
            fits = int(self.area.height // form.height)
            raise failure(f"{form.per_page} records of the form '{form.key}' do not fit the page: each is "
                          f"{form.height / 72 * 25.4:.1f} mm high, there are {self.pitch / 72 * 25.4:.1f} mm",
                          f"write 'per_page: {fits}' or make its rows lower", form.span)
        gap = (self.area.height - form.per_page * form.height) / max(form.per_page - 1, 1)
        self.pitch = form.height + min(gap, 0.4 * form.height)
        box = Box(0, 0, self.area.width, form.height)
        with reported(f"the form '{form.key}'", form.span):
            self.frame = Use(frame(form, box, settings.ink))
        self.painters = painters(form, box, settings.ink)

    def pages(self, units: Iterable[Unit], damage: Mapping[str, Damage], problems: Problems,
              number: Iterator[int]) -> Iterator[Page]:
        """Give the pages, five (or so) units each; what `apart` names is kept apart."""
        first = True
        for heading, group in groupby(units, key=self._heading):
            batch: list[Unit] = []
            for unit in group:
                batch.append(unit)
                if len(batch) == self.form.per_page:
                    yield self._furnish(self._records(batch, damage, problems), heading, first, number)
                    batch, first = [], False
            if batch:
                yield self._furnish(self._records(batch, damage, problems), heading, first, number)
            first = True

    def _heading(self, unit: Unit) -> str:
        with reported(f"'apart' of the form '{self.form.key}'", unit.span):
            return self.form.apart.fill(unit.values) if self.form.apart else ""

    def _records(self, units: list[Unit], damage: Mapping[str, Damage], problems: Problems) -> list[Item]:
        items: list[Item] = []
        for index, unit in enumerate(units):
            place = Transform(e=self.area.x, f=self.area.y + index * self.pitch)
            items.append(Group(self._record(unit, damage.get(unit.name, UNDAMAGED), problems), place))
        return items

    def _record(self, unit: Unit, damage: Damage, problems: Problems) -> tuple[Item, ...]:
        items: list[Item] = [self.frame]
        for painter in self.painters:
            try:
                items += painter.paint(unit, damage)
            except (Misfit, FormulaError) as error:
                problems.add(unit.span, f"record of {unit.title}: {error}", error.hint)
        return tuple(items)

    def blank_pages(self, copies: int, number: Iterator[int]) -> Iterator[Page]:
        """Give pages of blank forms, as many forms as asked for, rounded up to whole pages."""
        with reported(f"the blank form '{self.form.key}'", self.form.span):
            drawn = tuple(item for one in self.painters for item in one.blank())
        blank = Symbol(f"blank-{self.form.key}", (self.frame, *drawn), self.frame.symbol.bounds)
        for page in range(-(-copies // self.form.per_page)):
            items = [Use(blank, Transform(e=self.area.x, f=self.area.y + index * self.pitch))
                     for index in range(self.form.per_page)]
            yield self._furnish(items, "blank", page == 0, number)

    def _furnish(self, items: Iterable[Item], heading: str, first: bool, number: Iterator[int]) -> Page:
        title = f"{self.form.title}: {heading}" if heading else self.form.title
        return furniture.page(self.settings.paper, title, tuple(items), game_title=self.game.title,
                              rights=self.game.rights, scale=False, note=self.form.note, label=f"S-{next(number)}",
                              bookmarks=(Bookmark(title),) if first else ())


PRODUCT = Product(
    name="records",
    summary="Record sheets with a circle for every point, filled for units or blank.",
    material="paper",
    hint="Each player takes those of one side, and a pencil.",
    build=build,
)
