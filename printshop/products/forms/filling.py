"""A form ready to be filled for one unit after the other: what records and cards have in common.

A form is compiled once for every shape of its records: what is the same on all of them becomes one symbol, and each
other cell a small function that gives the items of one unit. What does not fit is told at the units that are too long
or, if these are many, once at the form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.art import ArtError
from printshop.drawing.items import Item, Symbol, Use
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.forms.cells import SIDES, cells_of
from printshop.game.model import UNDAMAGED, key_of
from printshop.game.values import Entries, Numbers, Rows
from printshop.problems import Misfit, PrintshopError, Problems, failure, suggestion
from printshop.products.forms.cells import Painter, band, boxes, draw, is_fixed, names_of, outline, to_fill_in, track_of
from printshop.products.forms.plan import (
    BLANK,
    EMPTY,
    CrowdedError,
    FormError,
    Plan,
    Shape,
    Slot,
    condition,
    height_of,
    plan,
    takes_rest,
)
from printshop.products.safely import art_problem, reported
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.ink import Ink
    from printshop.expressions import Formula
    from printshop.game.differences import Difference, Marks
    from printshop.game.forms.model import Form
    from printshop.game.model import Game, Side, Unit
    from printshop.game.unit_types import UnitType
    from printshop.job import Request
    Damage = Mapping[str, int]

_FIRST = re.compile(r"\.1$")


def sides_of(game: Game, request: Request) -> tuple[Side, ...]:
    """Return the sides that a request is about: those that fight in its scenario, or all of the game."""
    fighting = {force.side.key for force in request.scenario.forces} if request.scenario else set(game.sides)
    return tuple(side for key, side in game.sides.items() if key in fighting)


@dataclass(frozen=True, slots=True)
class _Model:
    """A form laid out for records of one shape: its frame, and a painter for every cell that differs."""

    plan: Plan
    frame: Use
    painters: tuple[Painter, ...]


class Compiled:
    """A form that is filled on a place of `width` points; `height` is all that there is of that.

    `sides` are those that rows for each side are made for, `rules` what its units are checked by.
    """

    def __init__(self, form: Form, sides: tuple[Side, ...], ink: Ink, width: float, height: float,
                 rules: UnitType | None = None) -> None:
        self.form, self._rules = form, rules
        self._sides = sides
        self._ink, self._width, self._height = ink, width, height
        self._lists = tuple(dict.fromkeys(row.each for _, row in cells_of(form.rows) if row.each))
        self._conditions = tuple({condition(row.only_if): row.only_if for _, row in cells_of(form.rows)
                                  if row.only_if}.items())
        self._rest = takes_rest(form.rows)
        self._models: dict[Shape, _Model] = {}
        self._told = {name for cell, _ in cells_of(form.rows) if cell.text for name in names_of(cell)}
        self.made = 0  # records

    def plan(self, shape: Shape) -> Plan:
        """Return the form laid out for records of a shape. Raises FormError if these are too high."""
        plain = plan(self.form, self._width, None, shape)
        if not self._rest and plain.height <= self._height:
            return plain
        return plan(self.form, self._width, self._height, shape)

    def height(self, shape: Shape) -> float:
        """Return how high records of a shape are: more than there is room for, if they cannot be lower."""
        if self._rest:
            return self._height
        wanted, lowest = (height_of(self.form.rows, dict(shape), least=least) for least in (False, True))
        return min(wanted, max(lowest, self._height))

    @property
    def lists(self) -> bool:
        """Whether records differ in shape."""
        return bool(self._conditions) or any(name != SIDES for name in self._lists)

    def shape(self, unit: Unit | None) -> Shape:
        """Return the shape of a unit's record, or of a blank one."""
        found = tuple((name, self._entries(name, unit)) for name in self._lists)
        if unit:
            found += tuple((name, _holds(formula, unit)) for name, formula in self._conditions)
        return found if unit or not self.form.unit else (*found, (EMPTY, BLANK))

    def _entries(self, name: str, unit: Unit | None) -> int:
        if name == SIDES:
            return len(self._sides)
        found = unit.values.get(name) if unit else NOT_KNOWN
        return len(found) if isinstance(found, Rows) else BLANK if found is NOT_KNOWN else 0

    def _model(self, shape: Shape) -> _Model:
        if shape not in self._models:
            made = self.plan(shape)
            fixed = [self._fixed(slot) for slot in made.slots]
            items = tuple(made.ground(self._ink)) + tuple(item for one in fixed for item in one or ())
            frame = Use(Symbol(f"frame-{self.form.key}", items, (0.0, 0.0, self._width, made.height)))
            self._models[shape] = _Model(made, frame, tuple(
                Painter(slot, self._ink, self._rules) for slot, one in zip(made.slots, fixed, strict=True)
                if one is None or (slot.cell.around and not slot.empty)))
        return self._models[shape]

    def _fixed(self, slot: Slot) -> tuple[Item, ...] | None:
        """Return what a cell shows on every record, None if that is not the same."""
        known = self._known(slot)
        anyone = not self.form.unit
        with reported(f"{slot.cell.what}", slot.cell.span):
            if slot.cell.band and slot.each == SIDES:
                return band(slot, None if slot.empty else self._sides[slot.entry], self._ink)
            if slot.cell.around and not slot.empty:
                return tuple(outline(slot.cell.around, slot.place, self._ink, slot.hand))
            if not is_fixed(slot, known, anyone=anyone):
                return None
            return to_fill_in(slot, self._ink) if slot.empty else draw(slot, known, UNDAMAGED, self._ink)

    def _known(self, slot: Slot) -> dict[str, object]:
        known: dict[str, object] = {"n": slot.number} if slot.number else {}
        if slot.each == SIDES and not slot.empty:
            side = self._sides[slot.entry]
            known |= {"name": side.name, "side": side.name, "adjective": side.adjective}
        return known

    def shown(self, slot: Slot, unit: Unit | None) -> object:
        """Return what a cell shows of a unit, or on a blank form: where that is equal, so is its drawing."""
        if unit is None or slot.empty or is_fixed(slot, self._known(slot), anyone=not self.form.unit):
            return slot.number, slot.entry, slot.empty, unit is None
        return Painter(slot, self._ink, self._rules).shown(unit)

    def trial(self, slot: Slot, unit: Unit | None) -> None:
        """Draw a cell for nothing. Raises Misfit, FormulaError or PrintshopError if it cannot be drawn in its place."""
        if self._fixed(slot) is not None and not (slot.cell.around and not slot.empty):
            return
        if unit is None:
            tuple(self._to_fill_in(slot))
        else:
            Painter(slot, self._ink, self._rules).paint(unit, UNDAMAGED)

    def open(self, slot: Slot, unit: Unit | None) -> bool:
        """Return whether somebody has yet to write what a cell says: nobody knows it, or the form is blank."""
        cell = slot.cell
        if cell.pips or cell.notes or not (cell.text or cell.blank):
            return False
        if slot.empty or is_fixed(slot, self._known(slot), anyone=not self.form.unit):
            return slot.empty
        values = self.values(slot, unit)
        return values is None or any(values.get(name) is NOT_KNOWN for name in names_of(cell))

    def values(self, slot: Slot, unit: Unit | None) -> Mapping[str, object] | None:
        """Return the values that a cell shows; None where somebody has yet to fill it in."""
        if slot.empty:
            return None
        if unit is None:
            return None if self.form.unit else self._known(slot)
        return Painter(slot, self._ink).values(unit)

    def differences(self, unit: Unit) -> tuple[Difference, ...]:
        """Return the notes on what the record of a unit shows otherwise than the book."""
        if not unit.differs:
            return ()
        shown = {name for cell, row in cells_of(self.form.rows) for name in (*names_of(cell), row.each)}
        return tuple(note for name, note in unit.differs.items() if name in shown)

    def record(self, unit: Unit, damage: Damage, problems: Troubles, marks: Marks | None = None) -> tuple[Item, ...]:
        """Return the items of a unit's record, `marks` at what differs from the book; what does not fit is noted."""
        self.made += 1
        try:
            model = self._model(self.shape(unit))
        except (FormError, FormulaError) as error:
            problems.note(self, unit, None, error)
            return ()
        items: list[Item] = [model.frame]
        for painter in model.painters:
            try:
                items += painter.paint(unit, damage, marks.of(painter.differences(unit, self._told)) if marks else "")
            except (Misfit, FormulaError) as error:
                problems.note(self, unit, painter.slot, error)
        return tuple(items)

    def blank(self) -> Use:
        """Return a record to be filled in by hand, or that of a form for no unit. Raises PrintshopError."""
        model = self._without_unit()
        drawn: list[Item] = []
        for one in model.painters:
            if not one.slot.empty:
                what, span = one.slot.cell.what, one.slot.cell.span or self.form.span
                with reported(f"the blank form '{self.form.key}'{f', {what}' if what else ''}", span):
                    drawn += self._to_fill_in(one.slot)
        return Use(Symbol(f"blank-{self.form.key}", (model.frame, *drawn), model.frame.symbol.bounds))

    def _without_unit(self) -> _Model:
        name, listed = f"the {'blank ' if self.form.unit else ''}form '{self.form.key}'", {*self._lists} - {SIDES}
        try:
            return self._model(self.shape(None))
        except FormError as error:
            more = f"; 'blank' of a row says how often it stands for {' and '.join(sorted(listed))}" if listed else ""
            raise failure(f"{name}: {error}", f"{error.hint}{more}", self.form.span) from error

    def _to_fill_in(self, slot: Slot) -> Iterable[Item]:
        if slot.cell.around:  # the polygon is part of the frame
            return boxes(slot.cell.around, slot.place, {}, {}, (self._ink, slot.hand))
        return to_fill_in(slot, self._ink)

    def tracks(self, unit: Unit) -> dict[str, int]:
        """Return how many circles a unit's record has, by the name of their track."""
        found: dict[str, int] = {}
        shape = self.shape(unit)
        with reported(f"the form '{self.form.key}'", self.form.span):
            try:
                made = self._model(shape).plan
            except FormError:  # rows that are too high are told where they are drawn
                made = plan(self.form, self._width, None, shape)
        for slot in made.slots:
            if not slot.empty:
                found |= dict(_tracks(slot, unit, Painter(slot, self._ink)))
        return found


def _holds(formula: Formula, unit: Unit) -> int:
    """Return whether something is true of a unit; what is not known is not."""
    found = formula.evaluate(unit.values)
    return int(found is not NOT_KNOWN and bool(found))


def _tracks(slot: Slot, unit: Unit, painter: Painter) -> Iterator[tuple[str, int]]:
    cell = slot.cell
    if cell.pips:
        values = painter.values(unit)
        amount = cell.pips.count.evaluate(values)
        crossed = cell.pips.marked.evaluate(values) if cell.pips.marked else 0
        free = amount - (crossed if isinstance(crossed, int) else 0) if isinstance(amount, int) else 0
        yield track_of(slot), free
    for field in cell.around.fields if cell.around else ():
        numbers = unit.values.get(field)
        for key, number in numbers.items() if isinstance(numbers, Numbers) else ():
            yield f"{field}.{key}", number if isinstance(number, int) else 0
    for name in cell.notes:
        value = unit.values.get(name)
        yield from ((entry.key, entry.amount) for entry in (value.items if isinstance(value, Entries) else ()))


def check_damage(jobs: Iterable[tuple[Compiled, tuple[Unit, ...]]], damage: Mapping[str, Damage]) -> None:
    """Refuse damage that is not on the records. Raises PrintshopError."""
    if not damage:
        return
    problems = Problems()
    known: dict[str, dict[str, tuple[Unit, dict[str, int]]]] = {}  # by name, then by the name that no other has
    for form, units in jobs:
        for unit in units:
            like, key = known.setdefault(unit.name, {}), key_of(unit)
            tracks = form.tracks(unit) if unit.name in damage or key in damage else {}
            like[key] = (unit, like.get(key, (unit, {}))[1] | tracks)
    whole = {key: one for like in known.values() for key, one in like.items()}
    for name, marks in damage.items():
        like = known.get(name) or ({name: whole[name]} if name in whole else {})
        if len(like) > 1:
            problems.add(None, f"damage is given for '{name}', and {' and '.join(sorted(like))} are among the records",
                         f"say which: '{min(like)}'")
        elif like:
            _compare(*next(iter(like.values())), marks, problems)
        else:
            problems.add(None, f"damage is given for '{name}', which is not among the records",
                         suggestion(name, (*known, *(whole if "(" in name else ()))))
    problems.raise_if_any()


def track_hint(track: str, tracks: Iterable[str]) -> str:
    """Return which track may be meant; of those with numbers, what the numbers are.

    >>> track_hint("turret", ["hull", "turrets.1", "turrets.2"])
    "did you mean 'turrets.1'? turrets.1 is the first of the turrets"
    """
    known = sorted(tracks)
    near = next((one for one in known if _FIRST.sub("", one).casefold().startswith(track.casefold())), "")
    hint = f"did you mean '{near}'?" if near and track else suggestion(track, known)
    row = next((one for one in known if _FIRST.search(one) and one in hint), "")
    what = _FIRST.sub("", row).replace("_", " ")
    return f"{hint}{' ' if hint.endswith('?') else '; '}{row} is the first of the {what}" if row else hint


def _compare(unit: Unit, tracks: Damage, marks: Damage, problems: Problems) -> None:
    """Note marks that a unit's record has no circles for."""
    for track, amount in marks.items():
        if track not in tracks:
            problems.add(None, f"damage of {unit.title}: its record has no '{track}'", track_hint(track, tracks))
        elif amount > tracks[track]:
            problems.add(None, f"damage of {unit.title}: {amount} of {track} are marked, "
                               f"the record has {tracks[track]}")


MOST = 400 * MM  # a place larger than that is no advice
STEP = 1 * MM
FEW = 50  # records that advice goes by
SEVERAL = 4  # units that do not fit, and more than half of all: it is the form that is too small


class Trouble(NamedTuple):
    """What does not fit on the record of a unit, in a cell; with None the rows do not."""

    unit: Unit
    slot: Slot | None
    error: Misfit | FormulaError


class Troubles(Problems):
    """The problems of a run of records: what does not fit in the same cell of several is one problem."""

    def __init__(self) -> None:
        super().__init__()
        self._noted: dict[Compiled, list[Trouble]] = {}

    def note(self, compiled: Compiled, unit: Unit, slot: Slot | None, error: Misfit | FormulaError) -> None:
        """Note what does not fit on the record of a unit."""
        self._noted.setdefault(compiled, []).append(Trouble(unit, slot, error))

    def raise_if_any(self) -> None:
        """Raise `PrintshopError` with everything found so far, if anything was."""
        for compiled, troubles in self._noted.items():
            for _, same in groupby(sorted(troubles, key=_where), key=_where):
                _tell(compiled, list(same), self)
        self._noted.clear()
        super().raise_if_any()


def _where(trouble: Trouble) -> tuple[str, str]:
    what = trouble.slot.cell.what if trouble.slot else ""
    return what, "" if isinstance(trouble.error, Misfit) else str(trouble.error)


def _tell(compiled: Compiled, same: Sequence[Trouble], problems: Problems) -> None:
    first, units = same[0], list(dict.fromkeys(trouble.unit.title for trouble in same))
    what = first.slot.cell.what if first.slot else f"form '{compiled.form.key}'"
    hint = first.error.hint
    if first.slot and isinstance(first.error, Misfit):
        hint = "; ".join(part for part in (hint, _advice(compiled, same[:FEW])) if part)
    if isinstance(first.error, ArtError):  # of the units themselves
        problems.extend(art_problem(one.error, "", None, one.unit.art_at) for one in same
                        if isinstance(one.error, ArtError))
        return
    if not isinstance(first.error, CrowdedError) and (len(units) < SEVERAL or 2 * len(units) <= compiled.made):
        for trouble in same:
            problems.add(trouble.unit.span, f"record of {trouble.unit.title}, {what}: {trouble.error}", hint)
        return
    span = (first.slot.cell.span if first.slot else None) or compiled.form.span
    others = len(units) - 1
    whose = f"records of {units[0]} and {others} other{'s' * (others > 1)}" if others else f"record of {units[0]}"
    problems.add(span, f"{whose}, {what}: {first.error}", hint)


def _advice(compiled: Compiled, same: Sequence[Trouble]) -> str:
    """Return how high or wide the cell would have to be for all of them; nothing where that does not help."""
    slot = same[0].slot
    assert slot
    width, height = slot.place.width, slot.place.height

    def fits(size: tuple[float, float]) -> bool:
        place = slot.place._replace(width=size[0], height=size[1])
        try:
            for trouble in same:
                compiled.trial((trouble.slot or slot)._replace(place=place), trouble.unit)
        except (Misfit, FormulaError, PrintshopError):
            return False
        return True

    high = _least(lambda length: fits((width, length)), height)
    if high:
        return f"{ceil(high / MM)} mm high it fits"
    wide = _least(lambda length: fits((length, height)), width)
    return f"{ceil(wide / MM)} mm wide it fits" if wide else ""


def _least(fits: Callable[[float], bool], low: float) -> float:
    """Return the least length, above one that does not fit, that does; 0 if none within reason does."""
    high = MOST
    if not fits(high):
        return 0.0
    while high - low > STEP / 2:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high
