"""The display list: items in groups and symbols are found at their places, and can be replaced."""

from __future__ import annotations

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Group,
    Path,
    Symbol,
    SymbolUse,
    map_items,
    parse_color,
    walk_with_transforms,
)
from printshop.drawing.geometry import Transform

SQUARE = shapes.rect(0, 0, 10, 10, fill=BLACK)
MARK = Symbol("mark", (SQUARE,), (0, 0, 10, 10))
ITEMS = (Group((SQUARE, SymbolUse(MARK, Transform(e=20))), Transform(a=2, d=2)), SQUARE)


def test_items_have_the_transform_of_all_that_they_stand_in() -> None:
    assert [(item, place.apply(1, 1)) for item, place in walk_with_transforms(ITEMS)] == [
        (SQUARE, (2, 2)), (SQUARE, (42, 2)), (SQUARE, (1, 1))]


def test_items_are_replaced_in_groups_and_uses_as_wholes() -> None:
    other = shapes.rect(0, 0, 5, 5, fill=WHITE)
    made = map_items(ITEMS, lambda item: (other, other) if isinstance(item, Path) else ())
    group, *rest = made
    assert isinstance(group, Group)
    assert group.items == (other, other)  # the use of the symbol is left out
    assert group.transform == Transform(a=2, d=2)
    assert rest == [other, other]


def test_colours_are_read_and_written() -> None:
    assert parse_color("#0072b2").to_hex() == "#0072b2"
    assert WHITE.mix(BLACK, 0.5) in {parse_color("#7f7f7f"), parse_color("#808080")}
