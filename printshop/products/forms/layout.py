"""How the records of a form lie on their pages, or a card on its sheet: as the form says, or as its variant needs.

A variant keeps the width of the page and takes fewer records on it; where columns are still too narrow it turns the
page, and a record that is higher than a page is cut between its rows and goes on on the next: nothing is lost,
nothing made smaller, and a table that is cut has its headings again. A card becomes as large as the next size that has
a name and holds it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from printshop.drawing import text
from printshop.expressions import FormulaError
from printshop.game.forms.cells import MOST_DEEP, Row
from printshop.game.forms.reading import USUAL, Form
from printshop.game.model import Unit
from printshop.game.sizes import CARDS
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.layout.paper import UNIVERSAL, Paper
from printshop.problems import Misfit, PrintshopError
from printshop.products.forms.filling import Compiled
from printshop.products.forms.fitting import Needs, fitted
from printshop.products.forms.plan import FormError, Slot, height_of, takes_rest
from printshop.products.forms.variants import magnified, shorter
from printshop.units import MM, Length

Size = tuple[Length, Length]

FOOT = 2 * MM  # the last record keeps clear of the footer
NOTE = 1.5 * MM  # between a note and the records below it
ASIDE = 7 * MM  # between records side by side
BELOW = 6 * MM  # between records that take all the height there is
STEP = 0.05  # of its usual size: how finely what is on a larger card is fitted to it
MOST_FIT = 60  # records of a form on a page, where it takes as many as can
HIGH = 100_000.0  # points: more than any record is high

Press = Callable[["Form", float, float], "Compiled"]
"""What makes a form ready to be filled, on a place of some width and height."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Records on pages of `paper`, `across` side by side and `down` below one another.

    A record that is higher than a page is made of several `forms`, a page each.
    """

    forms: tuple[Form, ...]
    paper: Paper
    across: int
    down: int

    @property
    def area(self) -> Box:
        """The room of a page between header and footer, below what stands above the records."""
        return area(self.paper).inset(0, above(self.forms[0], self.paper).height, 0, 0)

    @property
    def room(self) -> float:
        """The height that there is for a record."""
        gaps = (self.down - 1) * BELOW if any(takes_rest(form.rows) for form in self.forms) else 0.0
        return (self.area.height - gaps) / self.down

    @property
    def width(self) -> float:
        """The width of a record."""
        return self.area.columns([1] * self.across, ASIDE)[0].width


def area(paper: Paper) -> Box:
    """Return the room for records on a page."""
    return furniture.content_box(paper, scale=False).inset(0, 0, 0, FOOT)


def above(form: Form, paper: Paper) -> text.Block:
    """Return the note of a form with large words, which finds no room beside the heading, and the height it takes."""
    place, size = area(paper), form.hand.words
    if not (size and form.note):
        return text.Block((), 0.0)
    made = text.block(form.note, text.Style(size=size), (place.x, place.y, place.width, None))
    return made._replace(height=made.height + NOTE)


def on_pages(form: Form, units: Sequence[Unit | None], paper: Paper, press: Press) -> Layout:
    """Return how the records of some units, or blank ones (None), lie on pages. Raises FormError if they cannot."""
    paper = paper.lying() if form.across else paper
    usual = (paper.turned() if form.across else paper).usual  # with the room that forms are made for
    if not form.hand.larger:
        says = Layout((form,), paper, form.per_row, form.per_page // form.per_row)
        if form.fit:
            one = press(form, says.width, says.area.height)
            fitting = int((says.area.height + BELOW) // (one.height(one.shape(None)) + BELOW))
            says = _named(replace(says, down=max(fitting, 1)))
        sure = form.hand == USUAL and usual  # what does not fit is then the form's fault
        if sure or _holds(press(form, says.width, says.room), units):
            return says
    needs = _needs(form, units, press)
    tried = _tried(needs, units, _ways(form, paper), press)
    if isinstance(tried, Layout):
        return tried
    for short in shorter(form):
        fits = _tried(_needs(short, units, press), units, _ways(short, paper), press)
        if isinstance(fits, Layout):
            return fits
    for sheet in (paper, paper.turned()):
        if fewer := _fewer(form, units, sheet, press):
            return fewer
    if not tried.widest:
        assert tried.trouble
        raise tried.trouble if usual else FormError(str(tried.trouble),
                                                                  f"print it on paper larger than {paper.name}")
    return _named(replace(tried.widest, forms=_parts(needs, units, tried.widest, press)))


class _Tall(NamedTuple):
    """That records go on no page: the first layout whose columns would hold them, or why there is none."""

    widest: Layout | None
    trouble: FormError | None


def _tried(needs: Needs, units: Sequence[Unit | None], ways: Iterator[Layout], press: Press) -> Layout | _Tall:
    """Return the first way in which records go on a page."""
    form = needs.compiled.form
    found: Layout | None = None
    trouble: FormError | None = None
    for made, beside in product(ways, (False, True)):
        try:
            own, lowest = _fitted(needs, units, made.width, press, beside=beside)
        except FormError as error:
            trouble = trouble or error
            continue
        made = replace(made, forms=(own,))  # noqa: PLW2901
        for down in range(MOST_FIT if form.fit else max(form.per_page // made.across, 1), 0, -1):
            lower = replace(made, down=down)
            if lower.room >= lowest - 0.01:
                return _named(lower)
        found = found or made
    return _Tall(found, trouble)


def _fewer(form: Form, units: Sequence[Unit | None], paper: Paper, press: Press) -> Layout | None:
    """Return a form as it is, its rows as low as they may be, on pages that are as wide as usual but hold fewer."""
    usual = Layout((form,), UNIVERSAL.lying() if form.across else UNIVERSAL, form.per_row, 1)
    made = replace(usual, paper=paper)
    if form.hand.larger or made.width < usual.width - 0.01:
        return None
    ways = (replace(made, down=down) for down in range(max(form.per_page // form.per_row, 1), 0, -1))
    return next((_named(way) for way in ways if _holds(press(form, way.width, way.room), units)), None)


def _parts(needs: Needs, units: Sequence[Unit | None], made: Layout, press: Press) -> tuple[Form, ...]:
    """Return a form that is higher than a page in parts: if it cannot be cut, with more blocks below one another."""
    whole = made.forms[0]
    shapes = _shapes(press(whole, made.width, made.area.height), units)
    for below in range(1, MOST_DEEP):
        try:
            return parts(whole, shapes, made.area.height)
        except FormError as error:
            trouble = error
        whole, _ = _fitted(needs, units, made.width, press, below)
    raise trouble


def _holds(compiled: Compiled, units: Sequence[Unit | None]) -> bool:
    """Return whether the records of units can be drawn as the form says."""
    slots: dict[object, list[Slot]] = {}
    seen: set[tuple[int, object]] = set()
    try:
        for unit in units:
            shape = compiled.shape(unit)
            if shape not in slots:
                slots[shape] = compiled.plan(shape).slots
            for slot in slots[shape]:
                key = id(slot), compiled.painter(slot).shown(unit)
                if key not in seen:
                    seen.add(key)
                    compiled.trial(slot, unit)
    except (Misfit, FormulaError, PrintshopError):
        return False
    return True


def _named(made: Layout) -> Layout:
    """Return a layout whose forms know how many records they have on a page."""
    count = made.across * made.down
    return replace(made, forms=tuple(replace(form, per_page=count, per_row=made.across) for form in made.forms))


def _ways(form: Form, paper: Paper) -> Iterator[Layout]:
    """Give the layouts that may hold: with fewer records side by side where the type is large, then a turned page."""
    first = max(form.per_row // 2, 1) if form.hand.words else form.per_row
    for sheet in (paper, paper.turned()):
        for across in dict.fromkeys((first, 1)):
            yield Layout((form,), sheet, across, 1)


def _needs(form: Form, units: Sequence[Unit | None], press: Press) -> Needs:
    """Return what the cells of a form need, whatever its width."""
    return Needs.of(press(form, HIGH, HIGH), units, HIGH)


def _fitted(needs: Needs, units: Sequence[Unit | None], width: float, press: Press, below: int = 0, *,
            beside: bool = False) -> tuple[Form, float]:
    """Return a form fitted to a width, and how high its highest record is at least."""
    made = fitted(needs.compiled.form, needs, width, below, beside=beside)
    shapes = _shapes(press(made, width, HIGH), units)
    return made, max(height_of(made.rows, shape, least=True) for shape in shapes)


def _shapes(compiled: Compiled, units: Sequence[Unit | None]) -> list[dict[str, int]]:
    return [dict(shape) for shape in dict.fromkeys(compiled.shape(unit) for unit in units)]


def on_cards(forms: Sequence[Form], units: Sequence[Unit | None], room: Callable[[float, float], bool], press: Press
             ) -> tuple[Form, ...]:
    """Return the form of a card, and of its back, with a size that holds what the variant needs.

    `room` tells whether a card of some width and height goes on the paper. Raises FormError if none is large enough.
    """
    size = forms[0].size
    assert size
    if all(form.hand == USUAL for form in forms):
        return tuple(replace(form, size=size) for form in forms)
    own = [[unit for unit in units if unit is None or unit.kind == form.unit] for form in forms]
    needs = [_needs(form, shown, press) for form, shown in zip(forms, own, strict=True)]
    trouble: FormError | None = None
    for larger in _larger(size):
        if not room(larger[0].pt, larger[1].pt):
            continue
        try:
            made = [_on_card(one, shown, larger, press) for one, shown in zip(needs, own, strict=True)]
        except FormError as error:
            trouble = error
            continue
        return tuple(replace(_magnified(usual, one, shown, (size, larger), press), size=larger)
                     for usual, one, shown in zip(forms, made, own, strict=True))
    raise trouble or FormError("the card does not fit the page")


def _magnified(form: Form, made: Form, units: Sequence[Unit | None], sizes: tuple[Size, Size], press: Press) -> Form:
    """Return the form of a card that had to become larger with all that is on it as much larger, as far as that fits.

    `made` is what serves if it does not; `sizes` are the usual one and that which it has now.
    """
    usual, larger = (min(side.pt - 2 * form.margin for side in one) for one in sizes)
    times = larger / usual
    while times > 1 + STEP:
        with contextlib.suppress(FormError):
            return _on_card(_needs(magnified(form, times), units, press), units, sizes[1], press)
        times -= STEP
    return made


def _on_card(needs: Needs, units: Sequence[Unit | None], size: Size, press: Press) -> Form:
    """Return a form fitted to a card of a size. Raises FormError if that does not hold it."""
    form = needs.compiled.form
    width, height = (side.pt - 2 * form.margin for side in size)
    if not form.hand.larger and _holds(press(form, width, height), units):
        return form
    made, lowest = _fitted(needs, units, width, press)
    if lowest > height + 0.01:
        raise FormError(f"the rows take {lowest / MM:.0f} mm, the largest card has {height / MM:.0f} mm",
                        "print the usual form, or make a sheet of it: leave out its 'size'")
    return made


def _larger(size: Size) -> Iterator[Size]:
    """Give a size, and those that have a name and are larger, lying as it does: the smallest first."""
    yield size
    area = size[0].points * size[1].points
    lying = size[0].points > size[1].points
    named = {(short, long) for short, long in (sorted(one, key=lambda side: side.points) for one in CARDS.values())}
    for short, long in sorted(named, key=lambda one: one[0].points * one[1].points):
        if short.points * long.points > area:
            yield (long, short) if lying else (short, long)


FULL = 0.6  # how much of a page is used at least, for the sake of a break between tables
FEW = 3  # rows of a table that stay together
MOST = 20  # pages of one form

Shapes = list[dict[str, int]]


def parts(form: Form, shapes: Sequence[Mapping[str, int]], height: float) -> tuple[Form, ...]:
    """Return a form as parts that are no higher than a page for records of any of some shapes.

    Raises FormError for a row that is higher than that.
    """
    found = tuple(_pieces(list(_flat(form.rows)), [dict(shape) for shape in shapes], height))
    if len(found) > MOST:
        raise FormError(f"the form '{form.key}' would take {len(found)} pages, at most {MOST} are possible",
                        "make several forms of it")
    return tuple(replace(form, rows=rows) for rows in found)


def _flat(rows: Sequence[Row]) -> Iterator[Row]:
    """Give rows, and instead of one that is nothing but a block of rows these."""
    for row in rows:
        plain = not (row.rules or row.each or row.only_if or row.numbered or row.shade) and row.repeat == 1
        if plain and row.blank < 0 and len(row.cells) == 1 and row.cells[0].rows and row.cells[0].repeat == 1:
            yield from _flat(row.cells[0].rows)
        else:
            yield row


def _high(row: Row, shapes: Shapes) -> float:
    return max(height_of((row,), shape, least=True) for shape in shapes)


def _pieces(rows: list[Row], shapes: Shapes, height: float) -> Iterator[tuple[Row, ...]]:
    while rows:
        taken, free = 0, height
        while taken < len(rows) and _high(rows[taken], shapes) <= free + 0.01:
            free -= _high(rows[taken], shapes)
            taken += 1
        if taken == len(rows):
            yield tuple(rows)
            return
        if (cut := _cut(rows[taken], free, shapes)) is not None:
            rows[taken:taken + 1] = cut
            taken += 1
        elif all(row.heading for row in rows[:taken]):
            row = rows[taken]
            raise FormError(f"{row.cells[0].what if row.cells else 'a row'} is {_high(row, shapes) / MM:.1f} mm high, "
                            f"the page has {height / MM:.1f} mm", "make several rows of it")
        else:
            taken = _break(rows, taken, height, shapes)
        yield tuple(rows[:taken])
        rows = [*_headings(rows, taken), *rows[taken:]]


def _cut(row: Row, free: float, shapes: Shapes) -> tuple[Row, Row] | None:
    """Return a row that stands many times as two that stand a few times; None where that is not worth it."""
    if row.each or row.repeat < 2 * FEW or row.blank >= 0:
        return None
    each = _high(replace(row, repeat=1), shapes)
    fits = min(int((free + 0.01) / each) if each else 0, row.repeat - FEW)
    if fits < FEW:
        return None
    return replace(row, repeat=fits), replace(row, repeat=row.repeat - fits, first=row.first + fits)


def _break(rows: Sequence[Row], taken: int, height: float, shapes: Shapes) -> int:
    """Return before which row the page ends: between two tables if that leaves it not too empty."""
    used = sum(_high(row, shapes) for row in rows[:taken])
    last = taken
    while last > 1 and rows[last - 1].heading:
        last -= 1
    place = last
    while place > 1 and used >= FULL * height:
        if not rows[place].rules or (rows[place].heading and not rows[place - 1].heading):
            return place
        place -= 1
        used -= _high(rows[place], shapes)
    return last


def _headings(rows: Sequence[Row], taken: int) -> tuple[Row, ...]:
    """Return the headings of a table that goes on behind a break."""
    if not rows[taken].rules or rows[taken].heading:
        return ()
    place = taken - 1
    while place >= 0 and rows[place].rules:
        if rows[place].heading:
            return (rows[place],)
        place -= 1
    return ()
