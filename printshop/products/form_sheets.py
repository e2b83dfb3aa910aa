"""A form ready to be filled for one unit after the other: what records and cards have in common.

A form is compiled once for every shape of its records: what is the same on all of them becomes one symbol, and each
other cell a small function that gives the items of one unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.drawing.items import Item, Symbol, Use
from printshop.drawing.misfit import Misfit
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.form_cells import SIDES, cells_of
from printshop.game.values import Entries, Numbers, Rows
from printshop.problems import Problems, suggestion
from printshop.products.cell_blanks import band, to_fill_in
from printshop.products.cell_figures import boxes, outline
from printshop.products.cells import Painter, draw, is_fixed, track_of
from printshop.products.form_plan import (
    BLANK,
    EMPTY,
    FormError,
    Plan,
    Shape,
    Slot,
    condition,
    height_of,
    plan,
    takes_rest,
)
from printshop.products.trouble import reported

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from printshop.drawing.ink import Ink
    from printshop.expressions import Formula
    from printshop.game.forms import Form
    from printshop.game.model import Game, Side, Unit
    from printshop.products.product import Request

    Damage = Mapping[str, int]

UNDAMAGED: Damage = {}


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

    `sides` are those that rows for each side are made for.
    """

    def __init__(self, form: Form, sides: tuple[Side, ...], ink: Ink, width: float, height: float) -> None:
        self.form = form
        self._sides = sides
        self._ink, self._width, self._height = ink, width, height
        self._lists = tuple(dict.fromkeys(row.each for _, row in cells_of(form.rows) if row.each))
        self._conditions = tuple({condition(row.only_if): row.only_if for _, row in cells_of(form.rows)
                                  if row.only_if}.items())
        self._rest = takes_rest(form.rows)
        self._models: dict[Shape, _Model] = {}

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
            what = f"the form '{self.form.key}'"
            with reported(what, self.form.span):
                made = self.plan(shape)
            fixed = [self._fixed(slot) for slot in made.slots]
            items = tuple(made.ground(self._ink)) + tuple(item for one in fixed for item in one or ())
            frame = Use(Symbol(f"frame-{self.form.key}", items, (0.0, 0.0, self._width, made.height)))
            self._models[shape] = _Model(made, frame, tuple(
                Painter(slot, self._ink) for slot, one in zip(made.slots, fixed, strict=True)
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
                return tuple(outline(slot.cell.around, slot.place, self._ink))
            if not is_fixed(slot, known, anyone=anyone):
                return None
            return to_fill_in(slot, self._ink) if slot.empty else draw(slot, known, UNDAMAGED, self._ink)

    def _known(self, slot: Slot) -> dict[str, object]:
        known: dict[str, object] = {"n": slot.number} if slot.number else {}
        if slot.each == SIDES and not slot.empty:
            side = self._sides[slot.entry]
            known |= {"name": side.name, "side": side.name, "adjective": side.adjective}
        return known

    def record(self, unit: Unit, damage: Damage, problems: Problems) -> tuple[Item, ...]:
        """Return the items of a unit's record; what does not fit is noted."""
        try:
            model = self._model(self.shape(unit))
        except (FormError, FormulaError) as error:
            problems.add(unit.span, f"record of {unit.title}, form '{self.form.key}': {error}", error.hint)
            return ()
        items: list[Item] = [model.frame]
        for painter in model.painters:
            try:
                items += painter.paint(unit, damage)
            except (Misfit, FormulaError) as error:
                problems.add(unit.span, f"record of {unit.title}, {painter.slot.cell.what}: {error}", error.hint)
        return tuple(items)

    def blank(self) -> Use:
        """Return a record to be filled in by hand, or that of a form for no unit. Raises PrintshopError."""
        model = self._model(self.shape(None))
        with reported(f"the blank form '{self.form.key}'", self.form.span):
            drawn = tuple(item for one in model.painters if not one.slot.empty
                          for item in self._to_fill_in(one.slot))
        return Use(Symbol(f"blank-{self.form.key}", (model.frame, *drawn), model.frame.symbol.bounds))

    def _to_fill_in(self, slot: Slot) -> Iterable[Item]:
        if slot.cell.around:  # the polygon is part of the frame
            return boxes(slot.cell.around, slot.place, {}, {}, self._ink)
        return to_fill_in(slot, self._ink)

    def tracks(self, unit: Unit) -> dict[str, int]:
        """Return how many circles a unit's record has, by the name of their track."""
        found: dict[str, int] = {}
        for slot in self._model(self.shape(unit)).plan.slots:
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
    known: dict[str, tuple[Unit, dict[str, int]]] = {}
    for form, units in jobs:
        for unit in units:
            if unit.name in damage:
                known[unit.name] = (unit, known.get(unit.name, (unit, {}))[1] | form.tracks(unit))
            else:
                known.setdefault(unit.name, (unit, {}))
    for name, marks in damage.items():
        if name not in known:
            problems.add(None, f"damage is given for '{name}', which is not among the records", suggestion(name, known))
            continue
        unit, tracks = known[name]
        for track, amount in marks.items():
            if track not in tracks:
                problems.add(None, f"damage of {unit.title}: its record has no '{track}'", suggestion(track, tracks))
            elif amount > tracks[track]:
                problems.add(None, f"damage of {unit.title}: {amount} of {track} are marked, "
                                   f"the record has {tracks[track]}")
    problems.raise_if_any()
