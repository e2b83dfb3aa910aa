"""Units of one design on one record.

The form for them has rows `each: together`, one for each of the units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from printshop.game.field_values import FieldValue, ListValue
from printshop.game.forms.names import TOGETHER_KEY
from printshop.game.model import MarkCounts, Unit, find_marks

MAX_UNITS = 10  # units on one record


@dataclass(frozen=True, slots=True, eq=False)
class SharedRecord(ListValue):
    """The units of one record, each with its marks.

    Records are compared by identity: units have no hash.
    """

    units: tuple[Unit, ...]
    damage: tuple[MarkCounts, ...]

    @property
    def rows(self) -> tuple[Mapping[str, FieldValue], ...]:  # type: ignore[override]
        """The values of each unit."""
        return tuple(unit.values for unit in self.units)


def share_records(units: Iterable[Unit], least: int, damage: Mapping[str, MarkCounts]) -> Iterator[Unit]:
    """Yield units, but a single one for each run of at least `least` numbered units of one design."""
    def find_design(unit: Unit) -> object:
        return (unit.copied_from or unit.name) if unit.numbered or least == 1 else unit.name, unit.side.key

    for _, group in groupby(units, key=find_design):
        members = tuple(group)
        for start in range(0, len(members), MAX_UNITS):
            some = members[start:start + MAX_UNITS]
            if len(some) < least:
                yield from some
            else:
                marks = tuple(find_marks(unit, damage) for unit in some)
                notes = some[0].notes if len({unit.notes for unit in some}) == 1 else "; ".join(
                    f"{unit.name}: {unit.notes}" for unit in some if unit.notes)
                yield replace(some[0], name=some[0].copied_from or some[0].name, printed_name="",
                              notes=notes).update_values(
                    **{TOGETHER_KEY: SharedRecord(some, marks)})  # type: ignore[arg-type]


def is_shared(unit: Unit | None) -> bool:
    """Return whether a unit stands for several units of one record."""
    return bool(unit and TOGETHER_KEY in unit.values)


def get_record_unit(unit: Unit, number: int) -> tuple[Unit, MarkCounts]:
    """Return one of the units of a record, with its marks."""
    members = unit.values[TOGETHER_KEY]
    assert isinstance(members, SharedRecord)
    return members.units[number], members.damage[number]
