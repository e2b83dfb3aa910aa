"""Cards in a grid: the colour of their backs that shows, on the same sheet or behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop.drawing import shapes
from printshop.drawing.items import Color, Group, Path
from printshop.layout import cuts
from printshop.layout.backs import Mirror, half
from printshop.layout.boxes import Box
from printshop.layout.pack import Even, even
from printshop.layout.pieces import Batch, Cut, Piece
from printshop.units import MM

if TYPE_CHECKING:
    from printshop.drawing.geometry import Transform

BLEED = 2 * MM
ROOM = Box(15 * MM, 21 * MM, 180 * MM, 238 * MM)
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


def _expected(made: Even, batch: Batch, index: int) -> tuple[float, float, float, float]:
    """Return the place of a card and its bleed, where it has no neighbour."""
    block, (row, column) = made.block(batch), divmod(index, made.columns)
    place = block.cell(row, column)
    free = [0.0 if block.at(row + down, column + across) else BLEED
            for down, across in ((0, -1), (-1, 0), (0, 1), (1, 0))]
    return place.x - free[0], place.y - free[1], place.right + free[2], place.bottom + free[3]


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(("width", "height"), [(40, 30), (30, 40), (62, 88), (88, 62), (120, 76), (51, 95)])
def test_a_back_shows_its_colour_beyond_the_edges_that_it_shares_with_none(
        folded: bool, width: float, height: float) -> None:
    room, mirror = half(ROOM, across=True) if folded else (ROOM, Mirror(105 * MM))
    made = even((width * MM, height * MM), room)
    assert made
    card = Piece("card", width * MM, height * MM, (), back=(COLOUR,))
    for count in {made.places, max(made.places - 1, 1), 1}:
        batch = Batch("", "", (card.turned() if made.turned else card,) * count, cut=Cut(bleed=BLEED), near=True)
        (backs,) = cuts.draw_backs((made.block(batch),), mirror)
        assert isinstance(backs, Group)
        for index, group in enumerate(backs.items):
            assert isinstance(group, Group)
            seen = _fronts(_seen(group.clip, group.transform), mirror)
            assert seen == pytest.approx(_expected(made, batch, index), abs=1e-6)
