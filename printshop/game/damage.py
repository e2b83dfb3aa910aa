"""Whose damage it is: a unit's name says so or, where a unit of that name fights on several sides, "Name (Side)"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Unit

    Marks = Mapping[str, int]

UNDAMAGED: Marks = {}


def key_of(unit: Unit) -> str:
    """Return the name of a unit that no other has, whatever side it fights on: "Kestrel (Mauve)"."""
    return f"{unit.name} ({unit.side.name})" if unit.side.name else unit.name


def marks_of(unit: Unit, damage: Mapping[str, Marks]) -> Marks:
    """Return how many circles of which tracks are marked for a unit; `damage` is by name, or by `key_of` units."""
    if not damage:
        return UNDAMAGED
    found = damage.get(key_of(unit))
    return damage.get(unit.name, UNDAMAGED) if found is None else found
