"""Fronts and backs of record sheets in turn: on one sheet, on sheets of their own, all behind the fronts."""

from __future__ import annotations

import pytest

from printshop.drawing.items import Page, Text
from printshop.job import Settings
from printshop.products.forms.records import in_turn


def page(label: str) -> Page:
    word = Text(50.0, 60.0, label, "sans", 10.0, 20.0)
    return Page(200.0, 300.0, (word,), label=label)


def order(edge: str, backs: int | None, *, sided: bool = False, paired: bool = False) -> list[str]:
    fronts = iter([page(f"S-{number}") for number in (1, 2, 3)])
    behind = None if backs is None else iter([page(f"B-{number}") for number in range(1, backs + 1)])
    made = in_turn(fronts, behind, edge, Settings(), sided=sided, paired=paired)  # type: ignore[arg-type]
    return [one.label for one in made]


def test_both_sides_of_a_sheet_come_together() -> None:
    assert order("long", 3, sided=True, paired=True) == ["S-1", "B-1", "S-2", "B-2", "S-3", "B-3"]


def test_a_sheet_without_its_back_is_a_fault() -> None:
    with pytest.raises(ValueError, match="shorter"):
        order("long", 2, sided=True, paired=True)
    with pytest.raises(ValueError, match="shorter"):
        order("", 2, paired=True)


@pytest.mark.parametrize(("edge", "turns"), [("long", False), ("short", True)])
def test_only_backs_are_turned_and_only_over_the_short_edge(edge: str, turns: bool) -> None:
    made = list(in_turn(iter([page("S-1")]), iter([page("B-1")]), edge, Settings(), sided=True))  # type: ignore[arg-type]
    assert made[0].items == page("S-1").items
    assert (made[1].items != page("B-1").items) == turns


def test_backs_of_their_own_follow_their_fronts() -> None:
    assert order("", 3, paired=True) == ["S-1", "B-1", "S-2", "B-2", "S-3", "B-3"]
    assert order("", 2) == ["S-1", "S-2", "S-3", "B-1", "B-2"]  # as many on a page as go there


def test_what_is_on_sheets_of_its_own_has_an_empty_back_in_a_document_of_two_sides() -> None:
    assert order("long", None) == ["S-1", "S-1b", "S-2", "S-2b", "S-3", "S-3b"]
    assert order("", None) == ["S-1", "S-2", "S-3"]
    assert order("long", 1) == ["S-1", "S-1b", "S-2", "S-2b", "S-3", "S-3b", "B-1", "B-1b"]
