"""The shapes of the plans of a new game, from which `blank_game` writes its files, and of its new entries."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


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


class NewUnitPlan(TypedDict):
    """A new unit: a copy of the unit `like`, or of an example of its `kind`. If `empty`, it copies none."""

    section: Literal["unit"]
    title: str
    like: NotRequired[str]
    kind: NotRequired[str]
    empty: NotRequired[bool]


class NewBattlePlan(TypedDict):
    """A new battle of some sides, without these of two sides."""

    section: Literal["scenario"]
    title: str
    sides: NotRequired[list[str]]


class NewFleetPlan(TypedDict):
    """A new fleet with only one `unit`, or with examples. If `empty`, it has no units."""

    section: Literal["fleet"]
    title: str
    side: NotRequired[str]
    unit: NotRequired[str]
    empty: NotRequired[bool]


class NewFormPlan(TypedDict):
    """A new record sheet: a copy of the sheet `like`, or one for the units of a `kind`."""

    section: Literal["form"]
    title: str
    like: NotRequired[str]
    kind: NotRequired[str]


class NewMapPlan(TypedDict):
    """A new map. The numbers are as typed, and the size of each hex or square is a length."""

    section: Literal["map"]
    title: str
    grid: NotRequired[Literal["flat-top", "pointy-top", "square"]]
    columns: NotRequired[str]
    rows: NotRequired[str]
    across: NotRequired[str]


EntryPlan: TypeAlias = NewUnitPlan | NewBattlePlan | NewFleetPlan | NewFormPlan | NewMapPlan
