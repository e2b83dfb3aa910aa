"""How the records of a form lie on their pages, or a card on its sheet: as the form says, or as its variant needs.

A variant keeps the width of the page and takes fewer records on it; where columns are still too narrow it turns the
page, and a record that is higher than a page is cut between its rows and goes on on the next: nothing is lost,
nothing made smaller, and a table that is cut has its headings again. A card becomes as large as the next size that has
a name and holds it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

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
from printshop.products.forms.fitting import Fitting, magnified, shorter
from printshop.products.forms.plan import FormError, Slot, heights
from printshop.units import MM, Length

Size = tuple[Length, Length]
Units = Sequence[Unit | None]

FOOT = 2 * MM  # the last record keeps clear of the footer
NOTE = 1.5 * MM  # between a note and the records below it
ASIDE = 7 * MM  # between records side by side
BELOW = 6 * MM  # between records that take all the height there is
STEP = 0.05  # of its usual size: how finely what is on a larger card is fitted to it
MOST_FIT = 60  # records of a form on a page, where it takes as many as can
HIGH = 100_000.0  # points: more than any record is high
FULL = 0.6  # how much of a page is used at least, for the sake of a break between tables
FEW = 3  # rows of a table that stay together
MOST = 20  # pages of one form

Press = Callable[[Form, float, float], Compiled]
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
        return _area(self.paper).inset(0, above(self.forms[0], self.paper).height, 0, 0)

    @property
    def room(self) -> float:
        """The height that there is for a record."""
        gaps = (self.down - 1) * BELOW if any(form.stretches for form in self.forms) else 0.0
        return (self.area.height - gaps) / self.down

    @property
    def width(self) -> float:
        """The width of a record."""
        return self.area.columns([1] * self.across, ASIDE)[0].width

    def named(self) -> Layout:
        """Return the layout with forms that know how many records they have on a page."""
        count = self.across * self.down
        return replace(self, forms=tuple(replace(form, per_page=count, per_row=self.across) for form in self.forms))


def _area(paper: Paper) -> Box:
    """Return the room for records on a page."""
    return furniture.content_box(paper, scale=False).inset(0, 0, 0, FOOT)


def above(form: Form, paper: Paper) -> text.Block:
    """Return the note of a form with large words, which finds no room beside the heading, and the height it takes."""
    place, size = _area(paper), form.hand.words
    if not (size and form.note):
        return text.Block((), 0.0)
    note = text.block(form.note, text.Style(size=size), (place.x, place.y, place.width, None))
    return note._replace(height=note.height + NOTE)


def on_pages(form: Form, units: Units, paper: Paper, press: Press) -> Layout:
    """Return how the records of some units, or blank ones (None), lie on pages. Raises FormError if they cannot."""
    paper = paper.lying() if form.across else paper
    usual = (paper.turned() if form.across else paper).usual  # with the room that forms are made for
    if not form.hand.larger:
        says = Layout((form,), paper, form.per_row, form.per_page // form.per_row)
        if form.fit:
            record = press(form, says.width, says.area.height)
            fitting = int((says.area.height + BELOW) // (record.height(record.shape(None)) + BELOW))
            says = replace(says, down=max(fitting, 1)).named()
        sure = form.hand == USUAL and usual  # what does not fit is then the form's fault
        if sure or _holds(press(form, says.width, says.room), units):
            return says
    needs = _needs(form, units, press)
    fits, widest, trouble = _tried(needs, units, paper, press)
    for short in shorter(form) if not fits else ():
        fits = fits or _tried(_needs(short, units, press), units, paper, press)[0]
    fits = fits or _fewer(form, units, paper, press) or _fewer(form, units, paper.turned(), press)
    if fits:
        return fits
    if not widest:
        assert trouble
        raise trouble if usual else FormError(str(trouble), f"print it on paper larger than {paper.name}")
    return replace(widest, forms=_parts(needs, units, widest, press)).named()


def _needs(form: Form, units: Units, press: Press) -> Fitting:
    """Return what the cells of a form need, whatever its width."""
    return Fitting(press(form, HIGH, HIGH), units)


def _tried(needs: Fitting, units: Units, paper: Paper, press: Press
           ) -> tuple[Layout | None, Layout | None, FormError | None]:
    """Return the first way in which records go on a page; the first whose columns hold them, or why there is none.

    There are fewer records side by side where the type is large, and then the page is turned.
    """
    form = needs.form
    first = max(form.per_row // 2, 1) if form.hand.words else form.per_row
    widest: Layout | None = None
    trouble: FormError | None = None
    for sheet, across, beside in product((paper, paper.turned()), dict.fromkeys((first, 1)), (False, True)):
        way = Layout((form,), sheet, across, 1)
        try:
            fitted, lowest = _fitted(needs, units, way.width, press, beside=beside)
        except FormError as error:
            trouble = trouble or error
            continue
        way = replace(way, forms=(fitted,))
        for down in range(MOST_FIT if form.fit else max(form.per_page // across, 1), 0, -1):
            lower = replace(way, down=down)
            if lower.room >= lowest - 0.01:
                return lower.named(), None, None
        widest = widest or way
    return None, widest, trouble


def _fewer(form: Form, units: Units, paper: Paper, press: Press) -> Layout | None:
    """Return a form as it is, its rows as low as they may be, on pages that are as wide as usual but hold fewer."""
    usual = Layout((form,), UNIVERSAL.lying() if form.across else UNIVERSAL, form.per_row, 1)
    way = replace(usual, paper=paper)
    if form.hand.larger or way.width < usual.width - 0.01:
        return None
    ways = (replace(way, down=down) for down in range(max(form.per_page // form.per_row, 1), 0, -1))
    return next((way.named() for way in ways if _holds(press(form, way.width, way.room), units)), None)


def _holds(compiled: Compiled, units: Units) -> bool:
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
                if key not in seen and not compiled.fits(slot, unit):
                    return False
                seen.add(key)
    except (Misfit, FormulaError, PrintshopError):
        return False
    return True


def _fitted(needs: Fitting, units: Units, width: float, press: Press, below: int = 0, *, beside: bool = False
            ) -> tuple[Form, float]:
    """Return a form fitted to a width, and how high its highest record is at least."""
    form = needs.fitted(width, below, beside=beside)
    return form, max(heights(form.rows, shape).lowest for shape in _shapes(press(form, width, HIGH), units))


def _shapes(compiled: Compiled, units: Units) -> list[dict[str, int]]:
    return [dict(shape) for shape in dict.fromkeys(compiled.shape(unit) for unit in units)]


# --- cards -----------------------------------------------------------------------------------------------------


def on_cards(forms: Sequence[Form], units: Units, room: Callable[[float, float], bool], press: Press
             ) -> tuple[Form, ...]:
    """Return the form of a card, and of its back, with a size that holds what the variant needs.

    What is on a card that had to become larger is as much larger, as far as that fits. `room` tells whether a card of
    some width and height goes on the paper. Raises FormError if none is large enough.
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
            fitting = [_on_card(each, shown, larger, press) for each, shown in zip(needs, own, strict=True)]
        except FormError as error:
            trouble = error
            continue
        cards = []
        for form, made, shown in zip(forms, fitting, own, strict=True):
            usual, now = (min(side.pt - 2 * form.margin for side in sides) for sides in (size, larger))
            times = now / usual
            while times > 1 + STEP:
                with contextlib.suppress(FormError):
                    made = _on_card(_needs(magnified(form, times), shown, press), shown, larger, press)  # noqa: PLW2901
                    break
                times -= STEP
            cards.append(replace(made, size=larger))
        return tuple(cards)
    raise trouble or FormError("the card does not fit the page")


def _on_card(needs: Fitting, units: Units, size: Size, press: Press) -> Form:
    """Return a form fitted to a card of a size. Raises FormError if that does not hold it."""
    form = needs.form
    width, height = (side.pt - 2 * form.margin for side in size)
    if not form.hand.larger and _holds(press(form, width, height), units):
        return form
    fitted, lowest = _fitted(needs, units, width, press)
    if lowest > height + 0.01:
        raise FormError(f"the rows take {lowest / MM:.0f} mm, the largest card has {height / MM:.0f} mm",
                        "print the usual form, or make a sheet of it: leave out its 'size'")
    return fitted


def _larger(size: Size) -> Iterator[Size]:
    """Give a size, and those that have a name and are larger, lying as it does: the smallest first."""
    yield size
    area = size[0].points * size[1].points
    lying = size[0].points > size[1].points
    named = {(short, long) for short, long in (sorted(one, key=lambda side: side.points) for one in CARDS.values())}
    for short, long in sorted(named, key=lambda one: one[0].points * one[1].points):
        if short.points * long.points > area:
            yield (long, short) if lying else (short, long)


# --- records that are higher than a page ------------------------------------------------------------------------


def _parts(needs: Fitting, units: Units, layout: Layout, press: Press) -> tuple[Form, ...]:
    """Return a form that is higher than a page in parts: if it cannot be cut, with more blocks below one another.

    Raises FormError for a row that is higher than a page.
    """
    whole, height = layout.forms[0], layout.area.height
    shapes = _shapes(press(whole, layout.width, height), units)

    def high(row: Row) -> float:
        return max(heights((row,), shape).lowest for shape in shapes)

    for below in range(1, MOST_DEEP):
        try:
            pieces = list(_pieces(list(_flat(whole.rows)), high, height))
        except FormError as error:
            trouble = error
        else:
            if len(pieces) <= MOST:
                return tuple(replace(whole, rows=rows) for rows in pieces)
            trouble = FormError(f"the form '{whole.key}' would take {len(pieces)} pages, at most {MOST} are possible",
                                "make several forms of it")
        whole, _ = _fitted(needs, units, layout.width, press, below)
    raise trouble


def _flat(rows: Sequence[Row]) -> Iterator[Row]:
    """Give rows, and instead of one that is nothing but a block of rows these."""
    for row in rows:
        plain = not (row.rules or row.each or row.only_if or row.numbered or row.shade) and row.repeat == 1
        if plain and row.blank < 0 and len(row.cells) == 1 and row.cells[0].rows and row.cells[0].repeat == 1:
            yield from _flat(row.cells[0].rows)
        else:
            yield row


def _pieces(rows: list[Row], high: Callable[[Row], float], height: float) -> Iterator[tuple[Row, ...]]:
    """Give the rows of page after page; a table that goes on behind a break has its headings again."""
    while rows:
        taken, free = 0, height
        while taken < len(rows) and high(rows[taken]) <= free + 0.01:
            free -= high(rows[taken])
            taken += 1
        if taken == len(rows):
            yield tuple(rows)
            return
        row = rows[taken]
        fits = 0
        if not (row.each or row.repeat < 2 * FEW or row.blank >= 0):  # it is cut, if that is worth it
            each = high(replace(row, repeat=1))
            fits = min(int((free + 0.01) / each) if each else 0, row.repeat - FEW)
        if fits >= FEW:
            rows[taken:taken + 1] = (replace(row, repeat=fits),
                                     replace(row, repeat=row.repeat - fits, first=row.first + fits))
            taken += 1
        elif all(row.heading for row in rows[:taken]):
            raise FormError(f"{row.cells[0].what if row.cells else 'a row'} is {high(row) / MM:.1f} mm high, "
                            f"the page has {height / MM:.1f} mm", "make several rows of it")
        else:
            taken = _break(rows, taken, high, height)
        yield tuple(rows[:taken])
        rows = [*_headings(rows, taken), *rows[taken:]]


def _break(rows: Sequence[Row], taken: int, high: Callable[[Row], float], height: float) -> int:
    """Return before which row the page ends: between two tables if that leaves it not too empty."""
    used = sum(high(row) for row in rows[:taken])
    last = taken
    while last > 1 and rows[last - 1].heading:
        last -= 1
    place = last
    while place > 1 and used >= FULL * height:
        if not rows[place].rules or (rows[place].heading and not rows[place - 1].heading):
            return place
        place -= 1
        used -= high(rows[place])
    return last


def _headings(rows: Sequence[Row], taken: int) -> tuple[Row, ...]:
    """Return the headings of a table that goes on behind a break."""
    if not rows[taken].rules or rows[taken].heading:
        return ()
    for row in reversed(rows[:taken]):
        if not row.rules or row.heading:
            return (row,) if row.rules else ()
    return ()
