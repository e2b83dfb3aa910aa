"""Groups of units in charts: their places in rows, and their width."""

from __future__ import annotations

import pytest
from helpers.pages import find_words
from helpers.typeset_elements import make_context

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK
from printshop.drawing.shapes import measure_bounds
from printshop.elements.unit_groups import ShownUnit, UnitGroup, UnitGroups
from printshop.layout.cutouts import Cutout

FACE = Cutout("face", 40, 40, (shapes.rect(0, 0, 40, 40, fill=BLACK),))


def make_group(heading: str, count: int, *, has_faces: bool = True) -> UnitGroup:
    return UnitGroup(heading, tuple(ShownUnit(f"{heading}{number}", FACE if has_faces else None)
                                    for number in range(count)))


@pytest.mark.parametrize("width", [90.0, 300.0, 540.0])
@pytest.mark.parametrize("has_faces", [True, False])
def test_groups_are_inside_their_width_and_do_not_overlap(width: float, has_faces: bool) -> None:
    groups = tuple(make_group(*group, has_faces=has_faces) for group in (("A", 3), ("B", 2), ("C", 25)))
    items = UnitGroups().typeset(groups, width, make_context(10))
    left, top, right, bottom = measure_bounds(items.items)
    assert min(left, top) >= -2  # bounds of words are those of their em
    assert right <= width + 0.5
    assert bottom <= items.height + 3
    words = [word for word in find_words(items.items) if len(word.text) > 1]
    assert len({(round(word.x), round(word.y)) for word in words}) == len(words) == 30


def test_small_groups_are_side_by_side() -> None:
    items = UnitGroups().typeset((make_group("A", 3), make_group("B", 2), make_group("C", 9)), 540.0, make_context(10))
    places = {word.text: word for word in find_words(items.items)}
    assert places["A"].y == places["B"].y < places["C"].y
    assert places["A2"].x < places["B"].x
    assert places["A0"].y == places["B0"].y
