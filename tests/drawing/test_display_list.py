"""The display list: items in groups and symbols are found at their places, and can be replaced."""

from __future__ import annotations

import pytest

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    Group,
    Page,
    PageStream,
    Path,
    Symbol,
    SymbolUse,
    map_items,
    parse_color,
    walk_items,
    walk_with_transforms,
)
from printshop.drawing.geometry import Transform

SQUARE = shapes.rect(0, 0, 10, 10, fill=BLACK)
MARK = Symbol("mark", (SQUARE,), (0, 0, 10, 10))
ITEMS = (Group((SQUARE, SymbolUse(MARK, Transform(e=20))), Transform(a=2, d=2)), SQUARE)


def test_items_have_the_transforms_of_their_groups() -> None:
    assert [(item, place.apply(1, 1)) for item, place in walk_with_transforms(ITEMS)] == [
        (SQUARE, (2, 2)), (SQUARE, (42, 2)), (SQUARE, (1, 1))]


def test_replacement_reaches_items_in_groups_and_whole_uses() -> None:
    other = shapes.rect(0, 0, 5, 5, fill=WHITE)
    result = map_items(ITEMS, lambda item: (other, other) if isinstance(item, Path) else ())
    group, *rest = result
    assert isinstance(group, Group)
    assert group.items == (other, other)  # the use of the symbol is left out
    assert group.transform == Transform(a=2, d=2)
    assert rest == [other, other]


def test_colours_are_read_and_written() -> None:
    assert parse_color("#0072b2").to_hex() == "#0072b2"
    assert WHITE.mix(BLACK, 0.5) in {parse_color("#7f7f7f"), parse_color("#808080")}


def test_colours_are_mixed_by_their_share() -> None:
    assert Color(0, 100, 200).mix(Color(100, 0, 220), 0.25) == Color(25, 75, 205)
    assert (BLACK.mix(WHITE, 0), BLACK.mix(WHITE, 1)) == (BLACK, WHITE)
    assert Color(1, 10, 255).to_hex() == "#010aff"
    assert parse_color("#1aF") == Color(17, 170, 255)


@pytest.mark.parametrize(("text", "message"), [
    ("0072b2", "must begin with #"), ("#0072b", "is not a colour"), ("#12", "is not a colour"),
    ("#0072b2ff", "is not a colour"), ("red", "is not a colour"), ("##0072b2", "is not a colour")])
def test_other_spellings_of_colours_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_color(text)


def test_groups_can_be_skipped() -> None:
    walked = walk_items(ITEMS, 0, lambda item, depth: depth + 1 if isinstance(item, Group) else None)
    assert [*walked] == [(SQUARE, 1), (SQUARE, 0)]


def test_bleed_is_cut_off_on_every_side() -> None:
    assert Page(100, 60, ()).trim_size == (100, 60)
    assert Page(100, 60, (), bleed=5).trim_size == (90, 50)
    assert Page(100, 60, (), bleed=5, vertical_bleed=3).trim_size == (90, 54)
    assert Page(100, 60, (), bleed=5, vertical_bleed=0).trim_size == (90, 60)


def test_pages_of_a_stream_are_built_at_each_iteration() -> None:
    stream = PageStream(lambda: iter([Page(1, 2, ())]))
    assert [*stream] == [*stream] == [Page(1, 2, ())]
