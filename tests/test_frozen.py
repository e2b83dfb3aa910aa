"""Frozen classes: they behave as `dataclass(frozen=True)` does."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property

import pytest

from printshop.frozen import frozen_class


@frozen_class()
class Point:
    x: float
    y: float = 2.0
    names: list[str] = field(default_factory=list, compare=False, repr=False)


@frozen_class(slots=False, kw_only=True)
class Circle:
    centre: Point
    radius: float = 1.0
    area: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "area", 3 * self.radius**2)

    @cached_property
    def size(self) -> float:
        return 2 * self.radius


@frozen_class()
class NamedPoint(Point):
    name: str = ""


@frozen_class(eq=False)
class Thing:
    number: int


def test_values_are_set_once() -> None:
    first, second = Point(1.0), Point(1.0, y=3.0)
    assert (first.x, first.y, second.y) == (1.0, 2.0, 3.0)
    assert first.names is not second.names
    with pytest.raises(FrozenInstanceError, match=r"Point\.x cannot be changed"):
        first.x = 5.0  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del first.x
    assert not hasattr(first, "__dict__")
    assert replace(second, x=4.0) == Point(4.0, 3.0)
    for arguments in ((), (1.0, 2.0, [], 3.0)):
        with pytest.raises(TypeError):
            Point(*arguments)  # type: ignore[arg-type]


def test_equal_values_are_equal() -> None:
    assert Point(1.0, names=["a"]) == Point(1.0, names=["b"])
    assert len({Point(1.0), Point(1.0), Point(2.0)}) == 2
    assert Point(1.0) != NamedPoint(1.0) != NamedPoint(1.0, name="a")
    assert Point(1.0) != (1.0, 2.0)
    assert Thing(1) != Thing(1)


def test_keyword_arguments_and_derived_values() -> None:
    circle = Circle(centre=Point(1.0), radius=2.0)
    assert (circle.area, circle.size) == (12.0, 4.0)
    with pytest.raises(TypeError):
        Circle(Point(1.0))  # type: ignore[misc]


def test_representations_are_those_of_data_classes() -> None:
    assert repr(Circle(centre=Point(1.0), radius=2.0)) == "Circle(centre=Point(x=1.0, y=2.0), radius=2.0, area=12.0)"
