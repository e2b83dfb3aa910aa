"""Units of one design on one record: the form for them has rows `each: together`, one for each of the units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from printshop.game.forms.scope import TOGETHER
from printshop.game.model import Marks, Unit, marks_of
from printshop.game.values import Several, Value

MOST = 10  # units on one record


@dataclass(frozen=True, slots=True, eq=False)
class Members(Several):
    """The units of one record, each with what is marked of her. Compared by identity: units have no hash."""

    units: tuple[Unit, ...]
    damage: tuple[Marks, ...]

    @property
    def rows(self) -> tuple[Mapping[str, Value], ...]:  # type: ignore[override]
        """The values of each."""
        return tuple(unit.values for unit in self.units)


def joined(units: Iterable[Unit], least: int, damage: Mapping[str, Marks]) -> Iterator[Unit]:
    """Give units, and for those with numbers, of one design, that follow one another, so many at least, one for all."""
    def alike(unit: Unit) -> object:
        return (unit.base or unit.name) if unit.numbered or least == 1 else unit.name, unit.side.key

    for _, group in groupby(units, key=alike):
        members = tuple(group)
        for start in range(0, len(members), MOST):
            some = members[start:start + MOST]
            if len(some) < least:
                yield from some
            else:
                marks = tuple(marks_of(unit, damage) for unit in some)
                yield replace(some[0], name=some[0].base or some[0].name, shown="").renamed(
                    **{TOGETHER: Members(some, marks)})  # type: ignore[arg-type]


def several(unit: Unit | None) -> bool:
    """Return whether what stands for a unit is several."""
    return bool(unit and TOGETHER in unit.values)


def member(unit: Unit, number: int) -> tuple[Unit, Marks]:
    """Return one of the units of a record, and what is marked of her."""
    members = unit.values[TOGETHER]
    assert isinstance(members, Members)
    return members.units[number], members.damage[number]
