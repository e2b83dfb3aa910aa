"""Fronts and backs of record sheets: on one sheet or on sheets of their own, all behind the fronts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from printshop.drawing.display_list import Page, TextRun
from printshop.layout.duplex import BackMode, TurnEdge
from printshop.products.forms.compiled import FormProblems
from printshop.products.forms.records import RecordBatch, _Sides
from printshop.words import load_words


class Face:
    """Gives pages with their letter and the number that they take."""

    def __init__(self, letter: str, pages: int) -> None:
        self.letter, self.count = letter, pages

    def measure_notes(self, _: object) -> float:
        return 0.0

    def divide_into_pages(self, *_: object) -> list[RecordBatch]:
        return [RecordBatch((None,), "")] * self.count

    def pages(self, *how: Any, back: bool) -> Iterator[Page]:
        numbers: Iterator[int] = how[4]
        label = f"{self.letter}-{next(numbers)}"
        yield Page(200.0, 300.0, (TextRun(50.0, 60.0, label, "plex-condensed", 10.0, 20.0),), label=label)


def make_sides(edge: TurnEdge, way: BackMode, *faces: list[Face]) -> list[Page]:
    sides: Any = object.__new__(_Sides)
    sides._words = load_words()
    sides.back_mode, sides._face_groups, sides._offset = way, list(faces), (0.0, 0.0)
    return list(sides.pages([None], FormProblems(), count(1), edge))


@pytest.mark.parametrize(("edge", "way", "faces", "labels"), [
    ("long", BackMode.LONG, [[Face("S", 2), Face("B", 2)]], "S-1 B-1 S-2 B-2"),  # both sides of a sheet have its number
    ("", BackMode.BESIDE, [[Face("S", 2), Face("B", 2)]], "S-1 B-2 S-3 B-4"),
    ("", BackMode.NONE, [[Face("S", 3)], [Face("B", 2)]], "S-1 S-2 S-3 B-4 B-5"),  # as many on a page as go there
    ("long", BackMode.NONE, [[Face("S", 2)]], "S-1 S-1b S-2 S-2b"),
    ("", BackMode.NONE, [[Face("S", 2)]], "S-1 S-2"),
    ("long", BackMode.NONE, [[Face("S", 2)], [Face("B", 1)]], "S-1 S-1b S-2 S-2b B-3 B-3b"),
])
def test_fronts_backs_and_empty_backs_alternate(edge: TurnEdge, way: BackMode, faces: list[list[Face]],
                                                labels: str) -> None:
    assert [page.label for page in make_sides(edge, way, *faces)] == labels.split()


@pytest.mark.parametrize(("edge", "turns"), [("long", False), ("short", True)])
def test_only_backs_are_turned_and_only_over_the_short_edge(edge: TurnEdge, turns: bool) -> None:
    front, back = make_sides(edge, BackMode(edge), [Face("S", 1), Face("B", 1)])
    assert isinstance(front.items[0], TextRun)
    assert isinstance(back.items[0], TextRun) != turns
