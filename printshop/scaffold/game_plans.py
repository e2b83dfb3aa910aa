"""The plan of a new game, from which `blank_game` writes its files: the shapes of its sides, units and fields."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class FieldPlan(TypedDict):
    """A field of a new unit type."""

    label: str
    kind: NotRequired[str]
    low: NotRequired[str]  # of a number, or of the sides of a die, as typed
    high: NotRequired[str]
    options: NotRequired[list[str]]  # the words of a choice
    is_marked: NotRequired[bool]


class UnitTypePlan(TypedDict):
    """The unit type of a new game. Without a drawing, it has the usual one."""

    name: str
    plural: str
    fields: list[FieldPlan]
    drawing: NotRequired[str]


class UnitPlan(TypedDict):
    """One of the first units of a side. A name or a value that is missing becomes an example."""

    name: NotRequired[str]
    values: NotRequired[dict[str, str]]  # by the labels of fields


class SidePlan(TypedDict):
    """A side of a new game. Without a colour, one is chosen."""

    name: str
    color: NotRequired[str]
    units: list[UnitPlan]
