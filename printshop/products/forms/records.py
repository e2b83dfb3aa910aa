"""Record sheets: forms filled for units, page by page, printed blank, or for no unit in particular; and their backs.

Pages are made as they are asked for, so that twenty thousand records fit in memory. What is wrong with any of them is
told behind the last.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import chain, count, groupby
from typing import TYPE_CHECKING, NamedTuple

from printshop import products
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Stream, Use
from printshop.drawing.text import plain
from printshop.expressions import NOT_KNOWN
from printshop.game.differences import Marks
from printshop.game.forms.reading import FORMS
from printshop.game.model import marks_of
from printshop.layout import furniture
from printshop.layout.backs import Backs, Edge, backed, edge_of, laid, leaves_on, said, turned, with_empty_backs
from printshop.layout.furniture import NOTES, Notes, notes
from printshop.problems import failure
from printshop.products.forms import audits, layout
from printshop.products.forms.filling import Compiled, Troubles, check_damage, sides_of
from printshop.products.forms.variants import restyled
from printshop.products.safely import reported
from printshop.products.selection import chosen, units_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from printshop.game.forms.reading import Form
    from printshop.game.model import Game, Side, Unit
    from printshop.job import Request, Settings
    from printshop.products.forms.plan import Shape
    Damage = Mapping[str, int]

class Asked(NamedTuple):
    """The forms that are to be printed, each with its units, and all units that were asked for."""

    forms: tuple[tuple[Form, tuple[Unit, ...]], ...]
    units: tuple[Unit, ...]


def asked(game: Game, request: Request, product: str, noun: str, where: str) -> Asked:
    """Return what a request asks for of the forms of a product. Raises PrintshopError for what there is not.

    `noun` is what such a form is called in messages, `where` the file that it stands in.
    """
    units = _told(game, request, units_of(game, request))
    forms = chosen(game, forms_of(game, request, product), request, noun, where, lambda form: form.default)
    designs = tuple({unit.base or unit.name: game.units.get(unit.base, unit) for unit in units}.values())
    own = ((form, tuple(unit for unit in (designs if form.designs else units) if unit.kind == form.unit))
           for form in forms_to_print(forms, request))
    return Asked(tuple(own), units)


def _told(game: Game, request: Request, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return units without those of which nothing is known but the name, if they are not asked for.

    Their records are blank ones, of which there can be any number.
    """
    if request.units or request.scenario or request.whole:
        return units
    return tuple(unit for unit in units if any(
        unit.values.get(name) not in (None, NOT_KNOWN) for name in game.unit_types[unit.kind].fields)) or units


def document(
    game: Game, request: Request, what: str, pages: Callable[[Troubles, count[int]], Iterator[Page]],
    behind: Callable[[count[int]], Iterator[Page]] | None, ways: Sequence[Backs],
) -> Document:
    """Return a document of pages, and of those `behind` them, if nothing is wrong with the first.

    `ways` are how its fronts and backs come together. Both number their pages on; blank forms have nothing behind them.
    """

    def walk() -> Iterator[Page]:
        problems, number = Troubles(), count(1)
        yield from pages(problems, number)
        problems.raise_if_any()
        if behind and not request.blank:
            yield from behind(number)

    subject = f"blank {what}s" if request.blank else f"{what}s"
    return Document(f"{game.title}: {subject}", Stream(walk), subject=subject, keywords=(game.title, what),
                    duplex=edge_of(ways), backed=backed(ways))


def forms_of(game: Game, request: Request, product: str) -> Mapping[str, Form]:
    """Return the forms of a product. Raises PrintshopError for one that is printed with another product."""
    own = {key: form for key, form in products.find(product).things(game).items() if key in game[FORMS]}
    other = "cards" if product == "records" else "records"
    for key in request.only:
        if key in game[FORMS] and key not in own:
            raise failure(f"the form '{key}' of {game.title} is one of the {other}",
                          f"write: printshop make {other} ... --only {key}")
    if game[FORMS] and not own:
        told = ("are all cards: they have a 'size'" if other == "cards" else "are all sheets: none has a 'size'")
        raise failure(f"the forms of {game.title} {told}", f"write: printshop make {other} ...")
    return {key: game[FORMS][key] for key in own}


def forms_to_print(forms: list[Form], request: Request) -> list[Form]:
    """Return the forms that a request is for: blank ones asked for need none of those that are blank anyway.

    Nor do units that are named. A scenario whose units are still to be chosen has them all; so has who names one.
    """
    if request.scenario or request.only:
        return forms
    if not request.blank:
        return [form for form in forms if form.unit or not request.units] or forms
    return [form for form in forms if form.unit and form.blanks] or forms


def blanks_of(form: Form, request: Request) -> int:
    """Return how many blank forms are asked for; of one for no unit 0, if it is not named: as many as it says."""
    return request.blank if form.unit or (form.key in request.only and not request.scenario) else 0


def pressed(game: Game, sides: tuple[Side, ...], settings: Settings) -> layout.Press:
    """Return what makes forms of a game ready to be filled."""

    def press(form: Form, width: float, height: float) -> Compiled:
        return Compiled(form, sides, settings.ink, width, height, game.unit_types.get(form.unit))

    return press


def in_variant(settings: Settings) -> str:
    """Return the words that name the variant of a form, for messages."""
    return f" (--variant {', '.join(sorted(settings.variants))})" if settings.variants else ""


FREE = furniture.GAP + layout.FOOT - 1.0  # the height below the records that is free for notes


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the record sheets of the units asked for, or blank ones, and those that are for no unit.

    Raises PrintshopError at once for a game without forms or damage that is not on the record, and, while the pages
    are walked, with every text that does not fit its place.
    """
    wanted, sides = asked(game, request, "records", "form", "forms.yaml"), sides_of(game, request)
    paper, offset = settings.paper, settings.back_offset
    shared = leaves_on(paper).places > 1  # pages of the usual size, several on a sheet
    if shared:
        settings = replace(settings, paper=leaves_on(paper).page, back_offset=(0.0, 0.0))
    sheets = [one for form, own in wanted.forms for one in _sheets(game, form, sides, settings, request, own)]
    check_damage([(part, own) for sheet, own in sheets for part in sheet.parts], request.damage)
    ways = [sheet.way for sheet, _ in sheets]
    edge = edge_of(ways)

    def pages(problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        for sheet, own in sheets:
            form, counted = sheet.form, Numbers(number, edge)
            if form.hidden and request.scenario:
                for side in sides:
                    yield from sheet.blank_pages(form.copies, counted, side.name)
            elif request.blank or not form.unit:
                yield from sheet.blank_pages(blanks_of(form, request) or form.copies, counted)
            else:
                yield from sheet.pages(own, request.damage, problems, counted)

    def behind(number: count[int]) -> Iterator[Page]:
        told = audits.behind(game, [form for form, _ in wanted.forms], wanted.units, settings, "S", number)
        yield from with_empty_backs(told, edge)

    made = document(game, request, "record sheet", pages, behind if settings.audit else None, ways)
    single = made.pages
    return replace(made, pages=Stream(lambda: laid(single, paper, edge, offset))) if shared else made


def _sheets(game: Game, form: Form, sides: tuple[Side, ...], settings: Settings, request: Request,
            units: tuple[Unit, ...]) -> list[tuple[_Sides, tuple[Unit, ...]]]:
    """Return a form on its pages, with its units; if records go over pages, those of each shape on pages of their own.

    One that is lower than the highest then takes fewer pages.
    """
    whole = _Sides(game, form, sides, settings, request, units)
    if len(whole.parts) == 1 or request.blank or not units:
        return [(whole, units)]
    runs = [(shape, tuple(run)) for shape, run in groupby(units, key=whole.shape)]
    alike: dict[tuple[Shape, ...], list[Unit]] = {}
    for shape, run in runs:
        alike.setdefault(shape, []).extend(run)
    made = {shape: _Sides(game, form, sides, settings, request, own) for shape, own in alike.items()}
    return [(made[shape], run) for shape, run in runs]


class _Sides:
    """A form on its pages, and the form that is behind it, if any: on the same sheets if `way` is duplex."""

    def __init__(self, game: Game, form: Form, sides: tuple[Side, ...], settings: Settings, request: Request,
                 units: Sequence[Unit]) -> None:
        self.form, self._settings = form, settings
        self._front = _Sheet(game, form, sides, settings, request, units)
        back, way = back_of(game, form, settings)
        self._back = _Sheet(game, back, sides, settings, request, units) if back else None
        self._paired = self._back is not None and self._front.pairs_with(self._back)
        self.way = way if self._paired else Backs.NONE

    @property
    def parts(self) -> tuple[Compiled, ...]:
        """Everything that is filled for a unit."""
        return (*self._front.parts, *(self._back.parts if self._back else ()))

    def shape(self, unit: Unit) -> tuple[Shape, ...]:
        """Return the shape of a unit's record: equal if its record has just as many rows."""
        return tuple(part.shape(unit) for part in self.parts)

    def pages(self, units: Sequence[Unit], damage: Mapping[str, Damage], problems: Troubles,
              number: Numbers) -> Iterator[Page]:
        """Give the pages of units, fronts and backs."""
        return self._in_turn(number, lambda sheet, *how: sheet.pages(units, damage, problems, *how))

    def blank_pages(self, copies: int, number: Numbers, whose: str = "") -> Iterator[Page]:
        """Give pages of blank forms, fronts and backs."""
        return self._in_turn(number, lambda sheet, *how: sheet.blank_pages(copies, whose, *how))

    def _in_turn(self, number: Numbers,
                 pages: Callable[[_Sheet, Numbers, Sequence[_Sheet]], Iterator[Page]]) -> Iterator[Page]:
        front, back = self._front, self._back
        if back is None:
            return in_turn(pages(front, number, [front]), None, number.edge, self._settings)
        fronts = pages(front, number, [front, back] if self._paired else [front])
        backs = pages(back, number.behind() if self.way.duplex else number,
                      [back, front] if self._paired else [back])
        return in_turn(fronts, backs, number.edge, self._settings, sided=self.way.duplex, paired=self._paired)


class _Sheet:
    """A form on its pages: so many records in columns and rows, as far apart as those `alike` it, which it is among."""

    def __init__(self, game: Game, form: Form, sides: tuple[Side, ...], settings: Settings,
                 request: Request, units: Sequence[Unit]) -> None:
        self.game, self.settings = game, settings
        self._letters = "SB" if request.blank else "S"
        self._fill = form.fill and not request.units
        press = pressed(game, sides, settings)
        shown: list[Unit | None] = [] if request.blank else [*units]
        with reported(f"the form '{form.key}'{in_variant(settings)}", form.span):
            form = restyled(form, settings.variants)
            blank = [*shown, None] if self._fill or not shown else shown
            made = layout.on_pages(form, blank, settings.paper, press)
            if shown and self._fill and made.across * made.down == 1:  # no place is left for blank ones
                made, self._fill = layout.on_pages(form, shown, settings.paper, press), False
            self.parts = tuple(press(one, made.width, made.room) for one in made.forms)
        self.form, self.area, self._paper = self.parts[0], made.area, made.paper
        self._again, self._size = partial(press, self.form.form, made.width), made.room
        self._lower: dict[float, _Sheet] = {}
        self.free = FREE
        self.across, self.down = made.across, made.down
        self.lefts = tuple(column.x for column in made.area.columns([1] * made.across, layout.ASIDE))

    def pairs_with(self, back: _Sheet) -> bool:
        """Say whether another form stands on its pages as this one does."""
        return len(self.parts) == len(back.parts) == 1 and (self.across, self.down, self._paper) == (
            back.across, back.down, back._paper)

    def above(self, noted: float) -> _Sheet:
        """Return these pages with so much less height, for the notes at their foot."""
        if noted and noted not in self._lower:
            lower = self._lower[noted] = copy(self)
            lower.area, lower.free = self.area.inset(0, 0, 0, noted), FREE + noted
            lower.form = self._again(self._size - noted / self.down)
        return self._lower[noted] if noted else self

    def pitch(self, units: Sequence[Unit | None], alike: Sequence[_Sheet]) -> float:
        """Return the distance from record to record. Raises PrintshopError if they do not fit the page."""
        tallest = max(side.tallest(units) for side in alike)
        gap = (self.area.height - self.down * tallest) / max(self.down - 1, 1)
        return tallest + min(gap, 0.4 * tallest)

    def tallest(self, units: Sequence[Unit | None]) -> float:
        """Return the height of the highest record. Raises PrintshopError if it does not fit the page."""
        with reported(f"the form '{self.form.form.key}'", self.form.form.span):
            own = list(units if self.form.lists else units[:1])
            heights = [self.form.height(self.form.shape(unit)) for unit in ([*own, None] if self._fill else own)]
        tallest = max(heights)
        if tallest > self.area.height / self.down + 0.01:
            raise self._too_high(tallest, [*own, None][heights.index(tallest)] if self.form.lists else None)
        return tallest

    def _too_high(self, height: float, unit: Unit | None) -> Exception:
        form, fits = self.form.form, int(self.area.height // height) * self.across
        records = f"{form.per_page} records" if form.per_page > 1 else "a record"
        each = f"that of {unit.title}" if unit else "each" if form.per_page > 1 else "it"
        return failure(f"{records} of the form '{form.key}' do{'' if form.per_page > 1 else 'es'} not fit the page: "
                       f"{each} is {height / MM:.1f} mm high, there are {self.area.height / self.down / MM:.1f} mm",
                       f"write 'per_page: {fits}' or make its rows lower" if fits else "make its rows lower", form.span)

    def pages(self, units: Sequence[Unit], damage: Mapping[str, Damage], problems: Troubles, number: Numbers,
              alike: Sequence[_Sheet]) -> Iterator[Page]:
        """Give the pages, five (or so) units each; what `apart` names is kept apart."""
        if not units:
            return
        if len(self.parts) > 1:
            yield from self._by_parts(units, damage, problems, number)
            return
        pitch = cache(lambda noted: self.above(noted).pitch(units, [one.above(noted) for one in alike]))
        for heading, group in groupby(units, key=self._heading):
            own, first = tuple(group), True
            for start in range(0, len(own), self.form.form.per_page):
                batch = own[start : start + self.form.form.per_page]
                noted = max(one.noted(batch) for one in alike)
                yield self.above(noted).page(batch, pitch(noted), damage, problems, (heading, first, number))
                first = False

    def page(self, units: Sequence[Unit], pitch: float, damage: Mapping[str, Damage], problems: Troubles,
             head: tuple[str, bool, Numbers]) -> Page:
        """Return the page of some units so far apart; `head`: its heading, whether it is the first, its number."""
        marks, number = Marks(), head[2]
        records = self._records(units, partial(self._place, pitch, number.back), damage, problems, marks)
        return self._furnish([*records, *self._foot(marks.fresh()).items], *head)

    def noted(self, units: Sequence[Unit]) -> float:
        """Return how much of the height the notes on some units take, beyond what is free below the records anyway."""
        marks = Marks()
        for unit in units:
            for part in self.parts:
                marks.of(part.differences(unit))
        return max(self._foot(marks.fresh()).height - FREE, 0.0)

    def _foot(self, lines: Sequence[str]) -> Notes:
        place = self.area.inset(0, 0, 0, -self.free)
        return notes(lines, place, self.form.form.hand.words or NOTES)

    def _by_parts(self, units: Sequence[Unit], damage: Mapping[str, Damage], problems: Troubles,
                  number: Numbers) -> Iterator[Page]:
        """Give the pages of records that are higher than a page; notes stand on the first that has room for them.

        Raises PrintshopError if none has.
        """
        for unit in units:
            marks, waiting = Marks(), tuple[str, ...]()
            for place, part in enumerate(self.parts, 1):
                record = Group(part.record(unit, marks_of(unit, damage), problems, marks), self._place(0.0, False, 0))
                waiting += marks.fresh()
                noted = self._foot(waiting)
                left = self.area.height + FREE - part.height(part.shape(unit)) + 0.01
                fits = noted.height <= left
                waiting = () if fits else waiting
                yield self._furnish([record, *noted.items] if fits else [record],
                                    f"{unit.known_label}, {place} of {len(self.parts)}", place == 1, number)
            if waiting:
                raise failure(f"the form '{self.form.form.key}' leaves no room for the notes on {unit.title} at its "
                              "foot", "shorten what 'differs' says, or make its rows lower", unit.span)

    def _heading(self, unit: Unit) -> str:
        apart = self.form.form.apart
        with reported(f"'apart' of the form '{self.form.form.key}'", unit.span):
            return apart.fill(unit.values) if apart else ""

    def _records(self, units: Sequence[Unit], place: Callable[[int], Transform], damage: Mapping[str, Damage],
                 problems: Troubles, marks: Marks) -> list[Item]:
        if not self.form.form.unit:  # the same behind every record
            same = self.form.blank().symbol
            return [Use(same, place(index)) for index in range(len(units))]
        records = [Group(self.form.record(unit, marks_of(unit, damage), problems, marks), place(index))
                   for index, unit in enumerate(units)]
        if not self._fill or len(units) == self.form.form.per_page:
            return [*records]
        blank = self.form.blank().symbol
        return [*records, *(Use(blank, place(index)) for index in range(len(units), self.form.form.per_page))]

    def _place(self, pitch: float, behind: bool, index: int) -> Transform:
        down, across = divmod(index, self.across)
        across = self.across - 1 - across if behind else across  # as seen once the page is turned over
        return Transform(e=self.lefts[across], f=self.area.y + down * pitch)

    def blank_pages(self, copies: int, whose: str, number: Numbers, alike: Sequence[_Sheet]) -> Iterator[Page]:
        """Give pages of blank forms, as many as asked for, rounded up to whole pages; `whose` stands in the heading."""
        if len(self.parts) > 1:
            yield from self._blank_parts(copies, number, whose)
            return
        place = partial(self._place, self.pitch([None], alike), number.back)
        blank, per_page = self.form.blank(), self.form.form.per_page
        for page in range(-(-copies // per_page)):
            items = [Use(blank.symbol, place(index)) for index in range(per_page)]
            yield self._furnish(items, "blank" if self.form.form.unit else whose, page == 0, number)

    def _blank_parts(self, copies: int, number: Numbers, whose: str) -> Iterator[Page]:
        """Give the pages of blank records that are higher than a page."""
        blanks = [part.blank().symbol for part in self.parts]
        name = "blank, " if self.form.form.unit else f"{whose}, " if whose else ""
        for made in range(copies):
            for place, blank in enumerate(blanks, 1):
                yield self._furnish([Use(blank, self._place(0.0, False, 0))], f"{name}{place} of {len(blanks)}",
                                    not made and place == 1, number)

    def _furnish(self, items: Iterable[Item], heading: str, first: bool, number: Numbers) -> Page:
        form = self.form.form
        title = f"{form.title}: {heading}" if heading else form.title
        count = number.take()
        code = f"{self._letters}-{count}{'b' if number.back else ''}"
        large = layout.above(form, self._paper)
        return furniture.page(self._paper, title, (*large.items, *items), game_title=self.game.title,
                              rights=self.game.rights, scale=False, note="" if large.items else form.note, label=code,
                              sheet=said(count, number.edge, back=number.back),
                              bookmarks=(Bookmark(plain(title)),) if first and not number.back else (),
                              rule=not form.rows[0].rules or bool(large.items))


class Numbers:
    """Takes the numbers of sheets, which are turned over an edge ("" if they are not), from a count.

    A page on the `back` of a sheet has the number that was the `last` to be taken for its front.
    """

    def __init__(self, numbers: Iterator[int], edge: Edge, front: Numbers | None = None) -> None:
        self._numbers, self.edge, self._front = numbers, edge, front
        self.last = 0

    @property
    def back(self) -> bool:
        """Whether the pages are on the backs of sheets."""
        return self._front is not None

    def behind(self) -> Numbers:
        """Return the numbers of the backs of these sheets."""
        return Numbers(self._numbers, self.edge, self)

    def take(self) -> int:
        """Return the number of the next page's sheet."""
        self.last = self._front.last if self._front else next(self._numbers)
        return self.last


def back_of(game: Game, form: Form, settings: Settings) -> tuple[Form | None, Backs]:
    """Return the form that is printed behind another, and how; a sheet is not folded, its back is a page of its own."""
    way = settings.backs or Backs(form.backs)
    if not form.back or way is Backs.NONE:
        return None, Backs.NONE
    back = replace(game[FORMS][form.back], apart=form.apart, fill=form.fill, copies=form.copies)
    return back, way if way.duplex else Backs.BESIDE


def in_turn(fronts: Iterator[Page], backs: Iterator[Page] | None, edge: Edge, settings: Settings, *,
            sided: bool = False, paired: bool = False) -> Iterator[Page]:
    """Give fronts and backs in turn, for a document whose sheets are turned over an edge, "" if they are not.

    `sided` ones come to lie on one sheet. Otherwise backs are sheets of their own, each behind its front if there are
    as many (`paired`), or all behind the fronts.
    """
    if backs and sided:
        for front, back in zip(fronts, backs, strict=True):
            yield front
            yield turned(back, edge, settings.back_offset)
        return
    pages: Iterator[Page] = fronts
    if backs:
        pairs = zip(fronts, backs, strict=True) if paired else ()
        pages = chain.from_iterable(pairs) if paired else chain(fronts, backs)
    yield from with_empty_backs(pages, edge)
