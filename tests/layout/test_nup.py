"""Cards on a sheet: what is seen of the colour of their backs, on the same sheet or behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop.drawing import shapes
from printshop.drawing.items import Color, Group, Path
from printshop.layout import nup
from printshop.layout.backs import Backs, Mirror, middle
from printshop.layout.boxes import Box
from printshop.layout.paper import Paper
from printshop.layout.pieces import Cut
from printshop.units import MM

if TYPE_CHECKING:
    from printshop.drawing.geometry import Transform

BLEED = 2 * MM
PAPER = Paper("made up", 210 * MM, 279.4 * MM)
COLOUR = shapes.rect(-9, -9, 999, 999, fill=Color(200, 0, 0))


def _seen(clip: Path | None, way: Transform) -> tuple[float, float, float, float]:
    """Return the edges on the page of what a clip shows."""
    assert clip
    left, top, right, bottom = shapes.bounds((clip,))
    corners = [way.apply(x, y) for x in (left, right) for y in (top, bottom)]
    return (min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners),
            max(y for _, y in corners))


def _fronts(seen: tuple[float, float, float, float], mirror: Mirror) -> tuple[float, float, float, float]:
    """Return what lies behind what is seen on the other side of the mirror."""
    there = mirror.box(Box(seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]))
    return there.x, there.y, there.right, there.bottom


def _expected(made: nup.Sheet, index: int, count: int) -> tuple[float, float, float, float]:
    """Return the place of a card and its bleed, where it has no neighbour."""
    place, (row, column) = made.place(index), divmod(index, made.columns)
    there = {divmod(one, made.columns) for one in range(count)}
    free = [0.0 if (row + down, column + across) in there else BLEED
            for down, across in ((0, -1), (-1, 0), (0, 1), (1, 0))]
    return place.x - free[0], place.y - free[1], place.right + free[2], place.bottom + free[3]


@pytest.mark.parametrize("way", [Backs.LONG, Backs.FOLD])
@pytest.mark.parametrize(("width", "height"), [(40, 30), (30, 40), (62, 88), (88, 62), (120, 76), (51, 95)])
def test_a_back_shows_its_colour_beyond_the_edges_that_it_shares_with_none(
        way: Backs, width: float, height: float) -> None:
    made = nup.sheet(width * MM, height * MM, PAPER, Cut(backs=way, bleed=BLEED))
    assert made
    for count in (made.count, made.count - 1, 1):
        mirror = made.mirror or middle(PAPER.width)
        for index, group in enumerate(nup.draw_backs(made, [(COLOUR,)] * count, mirror)):
            assert isinstance(group, Group)
            seen = _fronts(_seen(group.clip, group.transform), mirror)
            assert seen == pytest.approx(_expected(made, index, count), abs=1e-6)


def test_some_of_these_cards_are_turned_and_have_neighbours_on_one_side_alone() -> None:
    laid = [nup.sheet(width * MM, height * MM, PAPER, Cut(backs=way, bleed=BLEED))
            for way in (Backs.LONG, Backs.FOLD) for width, height in ((40, 30), (30, 40), (62, 88), (120, 76))]
    assert {made.turned for made in laid if made} == {False, True}
    assert any(made.columns > 1 and made.rows > 1 for made in laid if made)
