"""How wide and how high the cells of a form must be for what all its records show in them.

Nothing is reckoned twice: a cell is drawn on trial in places of several sizes, and fits or does not. All in points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.expressions import FormulaError
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.problems import Misfit, PrintshopError
from printshop.products.forms.cell_text import style_of
from printshop.products.forms.cells import names_of
from printshop.products.forms.form_plan import PAD, plan
from printshop.products.forms.form_variants import writes
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from printshop.game.forms.form_model import Cell, Row
    from printshop.game.model import Unit
    from printshop.products.forms.form_plan import Slot
    from printshop.products.forms.form_sheets import Compiled

HUGE = 5_000.0
STEP = 0.5 * MM
LINE = 60 * MM  # words that are longer than that may as well be broken
TIGHT = 3  # circles to a line, where more have no room


class Width(NamedTuple):
    """How wide a cell must be, and would better be."""

    least: float = 0.0
    natural: float = 0.0

    def and_(self, other: Width) -> Width:
        """Return what serves both."""
        return Width(max(self.least, other.least), max(self.natural, other.natural))


class _Content(NamedTuple):
    """What a cell shows on a record: of a unit, or of a blank form."""

    slot: Slot
    unit: Unit | None


@dataclass(slots=True)
class Needs:
    """What the cells of a form need; each cell is known as the object that it is, and so kept.

    `known` has everything that a cell shows on any record, each different thing once.
    """

    compiled: Compiled
    known: dict[int, dict[object, _Content]] = field(default_factory=dict)
    heights: dict[tuple[int, int], float] = field(default_factory=dict)
    widths: dict[int, Width] = field(default_factory=dict)
    drawable: dict[int, list[_Content]] = field(default_factory=dict)
    kept: list[Cell] = field(default_factory=list)

    @classmethod
    def of(cls, compiled: Compiled, units: Iterable[Unit | None], width: float) -> Needs:
        """Return what the cells need for the records of some units, and for blank ones (None).

        Raises FormError for a form that cannot be laid out at all.
        """
        found = cls(compiled)
        slots: dict[object, tuple[Slot, ...]] = {}
        for unit in units:
            shape = compiled.shape(unit)
            if shape not in slots:
                slots[shape] = tuple(plan(compiled.form, width, None, shape).slots)
            for slot in slots[shape]:
                if slot.cell.band or slot.cell.picture:
                    continue  # they fill whatever place they have
                key = compiled.shown(slot, unit)
                found.known.setdefault(id(slot.cell), {}).setdefault(key, _Content(slot, unit))
        return found

    def copied(self, cell: Cell, copy: Cell) -> None:
        """Note that a cell shows what another does."""
        self.kept += (cell, copy)
        self.known[id(copy)] = self.known.get(id(cell), {})

    def width(self, cell: Cell, row: Row) -> Width:
        """Return how wide a cell without rows of its own must be."""
        if id(cell) not in self.widths:
            found = Width(5 * MM, 8 * MM) if writes(cell, row) else Width()
            for content in self._contents(cell):
                found = found.and_(self._wide(content, found.least))
            self.widths[id(cell)] = found
        return self.widths[id(cell)]

    def height(self, cell: Cell, row: Row, width: float) -> float:
        """Return how high a cell without rows of its own must be, if it is so wide; not less than its row if it fits.

        HUGE if it is not wide enough.
        """
        key = id(cell), round(width * 10)
        if key not in self.heights:
            found = 0.0
            for content in self._contents(cell):
                found = max(found, self._high(content, width, max(found, row.height)))
            self.heights[key] = max(found, self.compiled.form.hand.room if writes(cell, row) else 0.0)
        return self.heights[key]

    def _contents(self, cell: Cell) -> list[_Content]:
        """Return what a cell shows, without what cannot be drawn however large its place is: that is told later."""
        if id(cell) not in self.drawable:
            self.drawable[id(cell)] = [one for one in self.known.get(id(cell), {}).values()
                                       if self._fits(one, HUGE, HUGE)]
        return self.drawable[id(cell)]

    def _fits(self, content: _Content, width: float, height: float) -> bool:
        slot = content.slot._replace(place=Box(0, 0, width, height))
        try:
            self.compiled.trial(slot, content.unit)
        except (Misfit, FormulaError, PrintshopError):
            return False
        return True

    def _high(self, content: _Content, width: float, usual: float) -> float:
        if not self._fits(content, width, HUGE):
            return HUGE
        found = _smallest(lambda height: self._fits(content, width, height), usual)
        return max(found, content.slot.hand.room) if self.compiled.open(*content) else found

    def open(self, cell: Cell) -> bool:
        """Return whether somebody has yet to write what a cell says, on any record."""
        return any(self.compiled.open(*content) for content in self.known.get(id(cell), {}).values())

    def _wide(self, content: _Content, known: float) -> Width:
        """Return how wide a content must be: words a word, circles a few, all else as it is drawn.

        That is `known` if that is wide enough.
        """
        slot = content.slot
        least = _smallest(lambda width: self._fits(content, width, HUGE), known)
        if slot.cell.pips and not slot.cell.text and not slot.cell.notes and not slot.cell.pips.number:
            return _circles(slot, self._count(content), least)
        return Width(least, max(least, min(self._line(content), LINE)))

    def _count(self, content: _Content) -> int:
        """Return how many circles there are."""
        spec, values = content.slot.cell.pips, self.compiled.values(content.slot, content.unit)
        assert spec
        found = spec.blank if values is None else spec.count.evaluate(values)
        return found if isinstance(found, int) else spec.blank

    def _line(self, content: _Content) -> float:
        """Return the width of words on one line; 0 where they shrink instead."""
        slot, values = content.slot, self.compiled.values(content.slot, content.unit)
        said = slot.cell.text if slot.hand.words else None
        if said is None or values is None or not (set(names_of(slot.cell)) <= set(values)):
            return 0.0
        return text.measure(said.fill(values), style_of(slot.cell)) + 2 * slot.pad + 0.5  # type: ignore[arg-type]


def _circles(slot: Slot, count: int, least: float) -> Width:
    spec, circle = slot.cell.pips, slot.hand.circle
    if not spec or not count or not (circle or spec.size):
        return Width(least, least)
    pitch = max(circle, spec.size) / pips.share(spec.shape)
    few, group = (pips.Grid(pitch, one, 1, spec.group).width(one) + 2 * PAD + 0.5
                  for one in (min(count, TIGHT), min(count, spec.group)))
    return Width(max(least, few), max(least, group))


def _smallest(fits: Callable[[float], bool], usual: float) -> float:
    """Return the smallest length, in steps, that fits; `usual` if that does. What fits must fit if it is larger."""
    if usual and fits(usual):
        return usual
    low, high = usual, max(2 * usual, 16 * STEP)
    while not fits(high):
        low, high = high, 2 * high
        if high > 2 * HUGE:
            return HUGE
    while high - low > STEP:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high
