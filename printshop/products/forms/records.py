"""Record sheets: forms filled for units, page by page, printed blank, or for no unit in particular; and their backs.

Pages are made as they are asked for, so that twenty thousand records fit in memory. What is wrong with any of them is
told behind the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, count, groupby
from typing import NamedTuple

from printshop import products
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Stream, Use
from printshop.drawing.text import plain
from printshop.expressions import NOT_KNOWN
from printshop.game.differences import Marks
from printshop.game.forms.reading import FORMS, Form
from printshop.game.model import Game, Side, Unit, marks_of
from printshop.job import Request, Settings
from printshop.layout import furniture
from printshop.layout.backs import Backs, Edge, backed, edge_of, laid, leaves_on, said, turned, with_empty_backs
from printshop.layout.furniture import NOTES, Notes, notes
from printshop.problems import failure
from printshop.products.forms import audits, layout
from printshop.products.forms.filling import Compiled, Troubles, check_damage, sides_of
from printshop.products.forms.plan import Shape
from printshop.products.forms.variants import restyled
from printshop.products.safely import reported
from printshop.products.selection import chosen, units_of
from printshop.units import MM

Damage = Mapping[str, int]

FREE = furniture.GAP + layout.FOOT - 1.0  # the height below the records that is free for notes


class Asked(NamedTuple):
    """The forms that are to be printed, each with its units, and all units that were asked for."""

    forms: tuple[tuple[Form, tuple[Unit, ...]], ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """What forms are printed for: a game, what is asked for of it, how, and the sides that it is about."""

    game: Game
    request: Request
    settings: Settings
    sides: tuple[Side, ...]

    def press(self, form: Form, width: float, height: float) -> Compiled:
        """Return a form ready to be filled on a place of some width and height."""
        unit_type = self.game.unit_types.get(form.unit)
        return Compiled(form, self.sides, self.settings.ink, width, height, unit_type)

    def restyled(self, key: str) -> Form:
        """Return a form as its variants need it."""
        return restyled(self.game[FORMS][key], self.settings.variants)

    @property
    def variant(self) -> str:
        """The words that name the variant of a form, for messages."""
        return f" (--variant {', '.join(sorted(self.settings.variants))})" if self.settings.variants else ""

    def asked(self, product: str, noun: str, where: str) -> Asked:
        """Return what is asked for of the forms of a product. Raises PrintshopError for what there is not.

        `noun` is what such a form is called in messages, `where` the file that it stands in.
        """
        game, request = self.game, self.request
        units = units_of(game, request)
        if not (request.units or request.scenario or request.whole):
            # those of which only the name is known have blank records, of which there can be any number
            units = tuple(unit for unit in units if any(
                unit.values.get(name) not in (None, NOT_KNOWN)
                for name in game.unit_types[unit.kind].fields)) or units
        forms = chosen(game, self._forms(product), request, noun, where, lambda form: form.default)
        if request.blank and not (request.scenario or request.only):  # what is blank anyway need not be asked for
            forms = [form for form in forms if form.unit and form.blanks] or forms
        elif request.units and not (request.scenario or request.only):
            forms = [form for form in forms if form.unit] or forms
        designs = tuple({unit.base or unit.name: game.units.get(unit.base, unit) for unit in units}.values())
        return Asked(tuple((form, tuple(unit for unit in (designs if form.designs else units)
                                        if unit.kind == form.unit)) for form in forms), units)

    def _forms(self, product: str) -> Mapping[str, Form]:
        """Return the forms of a product. Raises PrintshopError for one that is printed with another product."""
        every, title = self.game[FORMS], self.game.title
        own = {key: every[key] for key in products.find(product).things(self.game) if key in every}
        other = "cards" if product == "records" else "records"
        if astray := next((key for key in self.request.only if key in every and key not in own), ""):
            raise failure(f"the form '{astray}' of {title} is one of the {other}",
                          f"write: printshop make {other} ... --only {astray}")
        if every and not own:
            told = "are all cards: they have a 'size'" if other == "cards" else "are all sheets: none has a 'size'"
            raise failure(f"the forms of {title} {told}", f"write: printshop make {other} ...")
        return own

    def blanks(self, form: Form) -> int:
        """Return how many blank ones are asked for; of a form for no unit that is not named, as many as it says: 0."""
        named = form.key in self.request.only and not self.request.scenario
        return self.request.blank if form.unit or named else 0

    def document(self, what: str, pages: Callable[[Troubles, count[int]], Iterator[Page]],
                 behind: Callable[[count[int]], Iterator[Page]], ways: Sequence[Backs]) -> Document:
        """Return a document of pages, and of audits `behind` them if they are asked for and nothing is wrong.

        `ways` are how its fronts and backs come together. Both number their pages on; blank forms have no audits.
        """
        def walk() -> Iterator[Page]:
            problems, number = Troubles(), count(1)
            yield from pages(problems, number)
            problems.raise_if_any()
            if self.settings.audit and not self.request.blank:
                yield from behind(number)

        subject = f"blank {what}s" if self.request.blank else f"{what}s"
        return Document(f"{self.game.title}: {subject}", Stream(walk), subject=subject,
                        keywords=(self.game.title, what), duplex=edge_of(ways), backed=backed(ways))


def apart(form: Form, unit: Unit) -> str:
    """Return what stands in the heading of a unit's page, which another begins with where it changes."""
    with reported(f"'apart' of the form '{form.key}'", unit.span):
        return form.apart.fill(unit.values) if form.apart else ""


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the record sheets of the units asked for, or blank ones, and those that are for no unit.

    Raises PrintshopError at once for a game without forms or damage that is not on the record, and, while the pages
    are walked, with every text that does not fit its place.
    """
    paper, offset = settings.paper, settings.back_offset
    shared = leaves_on(paper).places > 1  # pages of the usual size, several on a sheet
    if shared:
        settings = replace(settings, paper=leaves_on(paper).page, back_offset=(0.0, 0.0))
    run = Run(game, request, settings, sides_of(game, request))
    wanted = run.asked("records", "form", "forms.yaml")
    sheets = [both for form, units in wanted.forms for both in _sheets(run, form, units)]
    check_damage([(part, units) for sheet, units in sheets for part in sheet.parts], request.damage)
    ways = [sheet.way for sheet, _ in sheets]
    edge = edge_of(ways)

    def pages(problems: Troubles, number: Iterator[int]) -> Iterator[Page]:
        for sheet, units in sheets:
            form, numbers = sheet.form, Numbers(number, edge)
            if form.hidden and request.scenario:
                for side in run.sides:
                    yield from sheet.blank_pages(form.copies, numbers, side.name)
            elif request.blank or not form.unit:
                yield from sheet.blank_pages(run.blanks(form) or form.copies, numbers)
            else:
                yield from sheet.pages(units, problems, numbers)

    forms = [form for form, _ in wanted.forms]
    document = run.document("record sheet", pages, lambda number: with_empty_backs(
        audits.behind(game, forms, wanted.units, settings, "S", number), edge), ways)
    single = document.pages
    return replace(document, pages=Stream(lambda: laid(single, paper, edge, offset))) if shared else document


def _sheets(run: Run, form: Form, units: tuple[Unit, ...]) -> list[tuple[_Sides, tuple[Unit, ...]]]:
    """Return a form on its pages, with its units; if records go over pages, those of each shape on pages of their own.

    One that is lower than the highest then takes fewer pages.
    """
    whole = _Sides(run, form, units)
    if len(whole.parts) == 1 or run.request.blank or not units:
        return [(whole, units)]
    runs = [(shape, tuple(own)) for shape, own in groupby(units, key=whole.shape)]
    alike: dict[tuple[Shape, ...], list[Unit]] = {}
    for shape, own in runs:
        alike.setdefault(shape, []).extend(own)
    sides = {shape: _Sides(run, form, own) for shape, own in alike.items()}
    return [(sides[shape], own) for shape, own in runs]


class _Sides:
    """A form on its pages, and the form that is behind it, if any: on the same sheets if `way` is duplex.

    A sheet is not folded: its back is then a page of its own.
    """

    def __init__(self, run: Run, form: Form, units: Sequence[Unit]) -> None:
        self.form, self._run = form, run
        self._front = _Sheet(run, form, units)
        way = run.settings.backs or Backs(form.backs)
        self._back = _Sheet(run, replace(run.game[FORMS][form.back], apart=form.apart, fill=form.fill,
                                         copies=form.copies), units) if form.back and way is not Backs.NONE else None
        self._paired = self._back is not None and self._front.pairs_with(self._back)
        self.way = (way if way.duplex else Backs.BESIDE) if self._paired else Backs.NONE

    @property
    def parts(self) -> tuple[Compiled, ...]:
        """Everything that is filled for a unit."""
        return (*self._front.parts, *(self._back.parts if self._back else ()))

    def shape(self, unit: Unit) -> tuple[Shape, ...]:
        """Return the shape of a unit's record: equal if its record has just as many rows."""
        return tuple(part.shape(unit) for part in self.parts)

    def pages(self, units: Sequence[Unit], problems: Troubles, numbers: Numbers) -> Iterator[Page]:
        """Give the pages of units, fronts and backs."""
        return self._in_turn(numbers, lambda sheet, *how: sheet.pages(units, problems, *how))

    def blank_pages(self, copies: int, numbers: Numbers, whose: str = "") -> Iterator[Page]:
        """Give pages of blank forms, fronts and backs."""
        return self._in_turn(numbers, lambda sheet, *how: sheet.blank_pages(copies, whose, *how))

    def _in_turn(self, numbers: Numbers,
                 pages: Callable[[_Sheet, Numbers, Sequence[_Sheet]], Iterator[Page]]) -> Iterator[Page]:
        front, back, settings = self._front, self._back, self._run.settings
        if back is None:
            return in_turn(pages(front, numbers, [front]), None, numbers.edge, settings)
        fronts = pages(front, numbers, [front, back] if self._paired else [front])
        behind = Numbers(numbers.numbers, numbers.edge, numbers) if self.way.duplex else numbers
        backs = pages(back, behind, [back, front] if self._paired else [back])
        return in_turn(fronts, backs, numbers.edge, settings, sided=self.way.duplex, paired=self._paired)


class _Sheet:
    """A form on its pages: so many records in columns and rows, as far apart as those `alike` it, which it is among."""

    def __init__(self, run: Run, form: Form, units: Sequence[Unit]) -> None:
        self._run = run
        self._fill = form.fill and not run.request.units
        shown: list[Unit | None] = [] if run.request.blank else [*units]
        with reported(f"the form '{form.key}'{run.variant}", form.span):
            form = restyled(form, run.settings.variants)
            blank = [*shown, None] if self._fill or not shown else shown
            laid_out = layout.on_pages(form, blank, run.settings.paper, run.press)
            if shown and self._fill and laid_out.across * laid_out.down == 1:  # no place is left for blank ones
                laid_out, self._fill = layout.on_pages(form, shown, run.settings.paper, run.press), False
            self.parts = tuple(run.press(part, laid_out.width, laid_out.room) for part in laid_out.forms)
        self.form, self.area, self._paper, self.free = self.parts[0], laid_out.area, laid_out.paper, FREE
        self.across, self.down = laid_out.across, laid_out.down
        self.lefts = tuple(column.x for column in laid_out.area.columns([1] * self.across, layout.ASIDE))
        self._lowered: dict[float, _Sheet] = {0.0: self}

    def pairs_with(self, back: _Sheet) -> bool:
        """Say whether another form stands on its pages as this one does."""
        return len(self.parts) == len(back.parts) == 1 and (self.across, self.down, self._paper) == (
            back.across, back.down, back._paper)

    def above(self, noted: float) -> _Sheet:
        """Return these pages with so much less height, for the notes at their foot."""
        if noted not in self._lowered:
            lower = self._lowered[noted] = copy(self)
            lower.area, lower.free = self.area.inset(0, 0, 0, noted), FREE + noted
            lower.form = self.form.lower(noted / self.down)
        return self._lowered[noted]

    def pitch(self, units: Sequence[Unit | None], alike: Sequence[_Sheet]) -> float:
        """Return the distance from record to record. Raises PrintshopError if they do not fit the page."""
        tallest = max(sheet.tallest(units) for sheet in alike)
        gap = (self.area.height - self.down * tallest) / max(self.down - 1, 1)
        return tallest + min(gap, 0.4 * tallest)

    def tallest(self, units: Sequence[Unit | None]) -> float:
        """Return the height of the highest record. Raises PrintshopError if it does not fit the page."""
        form, room = self.form.form, self.area.height / self.down
        with reported(f"the form '{form.key}'", form.span):
            own = [*(units if self.form.lists else units[:1]), *([None] if self._fill else [])]
            heights = [self.form.height(self.form.shape(unit)) for unit in own]
        tallest = max(heights)
        if tallest <= room + 0.01:
            return tallest
        unit, fits = own[heights.index(tallest)] if self.form.lists else None, int(self.area.height // tallest)
        several = form.per_page > 1
        each = f"that of {unit.title}" if unit else "each" if several else "it"
        raise failure(f"{f'{form.per_page} records' if several else 'a record'} of the form '{form.key}' "
                      f"do{'' if several else 'es'} not fit the page: {each} is {tallest / MM:.1f} mm high, "
                      f"there are {room / MM:.1f} mm",
                      f"write 'per_page: {fits * self.across}' or make its rows lower" if fits else
                      "make its rows lower", form.span)

    def pages(self, units: Sequence[Unit], problems: Troubles, numbers: Numbers, alike: Sequence[_Sheet]
              ) -> Iterator[Page]:
        """Give the pages, five (or so) units each; what `apart` names is kept apart."""
        if not units:
            return
        if len(self.parts) > 1:
            yield from self._by_parts(units, problems, numbers)
            return
        form = self.form.form
        pitch = cache(lambda noted: self.above(noted).pitch(units, [sheet.above(noted) for sheet in alike]))
        for heading, group in groupby(units, key=partial(apart, form)):
            own, first = tuple(group), True
            for start in range(0, len(own), form.per_page):
                batch = own[start : start + form.per_page]
                noted = max(sheet.noted(batch) for sheet in alike)
                yield self.above(noted).page(batch, pitch(noted), problems, numbers, heading=heading, first=first)
                first = False

    def page(self, units: Sequence[Unit], pitch: float, problems: Troubles, numbers: Numbers, *, heading: str,
             first: bool) -> Page:
        """Return the page of some units, with blank ones on the places that they leave free."""
        form, marks, items = self.form.form, Marks(), list[Item]()
        places = [self._place(pitch, numbers.back, index) for index in range(form.per_page)]
        for unit, place in zip(units if form.unit else (), places, strict=False):
            damage = marks_of(unit, self._run.request.damage)
            items.append(Group(self.form.record(unit, damage, problems, marks), place))
        free = places[len(units):] if form.unit and self._fill else () if form.unit else places[:len(units)]
        if free:  # of no unit the same stands behind every record
            blank = self.form.blank().symbol
            items += (Use(blank, place) for place in free)
        return self._furnish([*items, *self._foot(marks.fresh()).items], heading, first, numbers)

    def noted(self, units: Sequence[Unit]) -> float:
        """Return how much of the height the notes on some units take, beyond what is free below the records anyway."""
        marks = Marks()
        for unit in units:
            for part in self.parts:
                marks.of(part.differences(unit))
        return max(self._foot(marks.fresh()).height - FREE, 0.0)

    def _foot(self, lines: Sequence[str]) -> Notes:
        return notes(lines, self.area.inset(0, 0, 0, -self.free), self.form.form.hand.words or NOTES)

    def _by_parts(self, units: Sequence[Unit], problems: Troubles, numbers: Numbers) -> Iterator[Page]:
        """Give the pages of records that are higher than a page; notes stand on the first that has room for them.

        Raises PrintshopError if none has.
        """
        for unit in units:
            marks, waiting, damage = Marks(), tuple[str, ...](), marks_of(unit, self._run.request.damage)
            for place, part in enumerate(self.parts, 1):
                record = Group(part.record(unit, damage, problems, marks), self._place(0.0, False, 0))
                waiting += marks.fresh()
                foot = self._foot(waiting)
                fits = foot.height <= self.area.height + FREE - part.height(part.shape(unit)) + 0.01
                waiting = () if fits else waiting
                yield self._furnish([record, *foot.items] if fits else [record],
                                    f"{unit.known_label}, {place} of {len(self.parts)}", place == 1, numbers)
            if waiting:
                raise failure(f"the form '{self.form.form.key}' leaves no room for the notes on {unit.title} at its "
                              "foot", "shorten what 'differs' says, or make its rows lower", unit.span)

    def _place(self, pitch: float, behind: bool, index: int) -> Transform:
        down, across = divmod(index, self.across)
        across = self.across - 1 - across if behind else across  # as seen once the page is turned over
        return Transform(e=self.lefts[across], f=self.area.y + down * pitch)

    def blank_pages(self, copies: int, whose: str, numbers: Numbers, alike: Sequence[_Sheet]) -> Iterator[Page]:
        """Give pages of blank forms, as many as asked for, rounded up to whole pages; `whose` stands in the heading."""
        form, several = self.form.form, len(self.parts) > 1
        name = "blank" if form.unit else whose
        blanks = [part.blank().symbol for part in self.parts]
        place = partial(self._place, 0.0 if several else self.pitch([None], alike), numbers.back)
        for page in range(copies if several else -(-copies // form.per_page)):
            for number, blank in enumerate(blanks, 1):
                heading = f"{name}{', ' if name else ''}{number} of {len(blanks)}" if several else name
                items = [Use(blank, place(index)) for index in range(1 if several else form.per_page)]
                yield self._furnish(items, heading, page == 0 and number == 1, numbers)

    def _furnish(self, items: Iterable[Item], heading: str, first: bool, numbers: Numbers) -> Page:
        form, game, count = self.form.form, self._run.game, numbers.take()
        title = f"{form.title}: {heading}" if heading else form.title
        large = layout.above(form, self._paper)
        return furniture.page(self._paper, title, (*large.items, *items), game_title=game.title, rights=game.rights,
                              scale=False, note="" if large.items else form.note,
                              label=f"{'SB' if self._run.request.blank else 'S'}-{count}{'b' if numbers.back else ''}",
                              sheet=said(count, numbers.edge, back=numbers.back),
                              bookmarks=(Bookmark(plain(title)),) if first and not numbers.back else (),
                              rule=not form.rows[0].rules or bool(large.items))


@dataclass(slots=True)
class Numbers:
    """Takes the numbers of sheets, which are turned over an edge ("" if they are not), from a count.

    Those on the backs of sheets are the `last` to be taken for their `front`.
    """

    numbers: Iterator[int]
    edge: Edge
    front: Numbers | None = None
    last: int = 0

    @property
    def back(self) -> bool:
        """Whether the pages are on the backs of sheets."""
        return self.front is not None

    def take(self) -> int:
        """Return the number of the next page's sheet."""
        self.last = self.front.last if self.front else next(self.numbers)
        return self.last


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
