"""What did not fit on records: told at the units that are too long, or, if these are many, once at the form."""

from __future__ import annotations

from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.art import ArtError
from printshop.expressions import FormulaError
from printshop.problems import Misfit, PrintshopError, Problems
from printshop.products.forms.form_plan import CrowdedError
from printshop.products.safely import art_problem
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from printshop.game.model import Unit
    from printshop.products.forms.form_plan import Slot
    from printshop.products.forms.form_sheets import Compiled

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
