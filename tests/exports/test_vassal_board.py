"""The board on which the forces of a scenario lie: no overlaps, nothing beyond its edge."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from printshop.drawing.display_list import Group, Item, TextRun
from printshop.exports import vassal as forces
from printshop.exports.images import TablePiece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONG = "The Imperial and Royal Expeditionary Squadron of the Western Mediterranean and Adjacent Waters"


def make_piece(group: str, name: str, kind: str = "flat", side: float = 36, count: int = 1) -> TablePiece:
    return TablePiece("counters", kind, kind, name, group, count, side, side, (), unit=name, design="Class",
                      label=name, picture_names=(f"{group}-{name}",))


def find_text_items(items: Iterable[Item]) -> Iterator[TextRun]:
    for item in items:
        if isinstance(item, TextRun):
            yield item
        elif isinstance(item, Group):
            yield from find_text_items(item.items)


@pytest.mark.parametrize("pieces", [
    [make_piece("Alpha", f"A{number}") for number in range(60)],
    [make_piece("Alpha", f"A{number}", side=20 + 7 * number % 60) for number in range(23)],
    [make_piece(side, f"{side} {number}", kind) for kind in ("flat", "tent") for side in ("Alpha", "Beta")
     for number in range(9)],
    [make_piece(LONG, "Alba"), make_piece("Beta", "B", count=250)],
    [make_piece("Alpha", LONG), make_piece("Beta", "B", side=300)],
], ids=("many", "of several sizes", "of two kinds", "a long side", "a long name"))
def test_pieces_and_words_are_side_by_side_within_the_board(pieces: list[TablePiece]) -> None:
    result = forces.lay_out_forces(pieces)
    assert sorted(thing.picture_names for thing, _,
                  _ in result.placed_counters) == sorted(one.picture_names for one in pieces)
    boxes = []
    for thing, x, y in result.placed_counters:
        wide, high = thing.width / 2, thing.height / 2
        boxes.append((x - wide, y - high, x + wide, y + high))
    boxes += [
        (word.x, word.y - 0.7 * word.size, word.x + word.width, word.y)
        for word in find_text_items(result.view.items)
        if word.string.strip()
    ]
    for left, top, right, low in boxes:
        assert forces.FORCES_MARGIN - 0.01 <= left < right <= result.view.width - forces.FORCES_MARGIN + 0.01
        assert forces.FORCES_MARGIN - 0.01 <= top < low <= result.view.height
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    headings = [word.string for word in find_text_items(result.view.items) if word.size == 14]
    assert " ".join(headings).split() == " ".join(dict.fromkeys(one.group for one in pieces)).split()
