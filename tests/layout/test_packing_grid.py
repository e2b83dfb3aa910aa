"""Cards in a grid: the colour of their backs that shows, on the same sheet or behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop.drawing import shapes
from printshop.drawing.display_list import Color, Group, Path
from printshop.layout import cut_lines
from printshop.layout.cutouts import Cutout, CutoutBatch, CutSettings
from printshop.layout.duplex import MirrorLine, split_at_fold
from printshop.layout.packing import RegularGrid, fit_regular_grid
from printshop.layout.rectangles import Rect
from printshop.lengths import MM

if TYPE_CHECKING:
    from printshop.drawing.geometry import Transform

BLEED = 2 * MM
ROOM = Rect(15 * MM, 21 * MM, 180 * MM, 238 * MM)
COLOUR = shapes.rect(-9, -9, 999, 999, fill=Color(200, 0, 0))


def find_clip_edges(clip: Path | None, way: Transform) -> tuple[float, float, float, float]:
    """Return the edges on the page of what a clip shows."""
    assert clip
    left, top, right, bottom = shapes.measure_bounds((clip,))
    corners = [way.apply(x, y) for x in (left, right) for y in (top, bottom)]
    return (min(x for x, _ in corners), min(y for _, y in corners), max(x for x, _ in corners),
            max(y for _, y in corners))


def _fronts(front: tuple[float, float, float, float], mirror: MirrorLine) -> tuple[float, float, float, float]:
    """Return what lies behind what is seen on the other side of the mirror."""
    there = mirror.mirror_rect(Rect(front[0], front[1], front[2] - front[0], front[3] - front[1]))
    return there.x, there.y, there.right, there.bottom


def _expected(parts: RegularGrid, batch: CutoutBatch, index: int) -> tuple[float, float, float, float]:
    """Return the place of a card and its bleed, where it has no neighbour."""
    block, (row, column) = parts.make_block(batch), divmod(index, parts.columns)
    place = block.cell_rect(row, column)
    occupied = {divmod(number, parts.columns) for number in range(len(block.pieces))}
    free = [0.0 if (row + down, column + across) in occupied else BLEED
            for down, across in ((0, -1), (-1, 0), (0, 1), (1, 0))]
    return place.x - free[0], place.y - free[1], place.right + free[2], place.bottom + free[3]


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(("width", "height"), [(40, 30), (30, 40), (62, 88), (88, 62), (120, 76), (51, 95)])
def test_back_bleeds_beyond_its_unshared_edges(
        folded: bool, width: float, height: float) -> None:
    room, mirror = split_at_fold(ROOM, horizontal=True) if folded else (ROOM, MirrorLine(105 * MM))
    grid = fit_regular_grid((width * MM, height * MM), room)
    assert grid
    card = Cutout("card", width * MM, height * MM, (), back=(COLOUR,))
    for count in {grid.capacity, max(grid.capacity - 1, 1), 1}:
        batch = CutoutBatch("", "", (card.rotate() if grid.rotated else card,) * count, cut=CutSettings(bleed=BLEED),
                            short_ticks=True)
        (backs,) = cut_lines.draw_backs((grid.make_block(batch),), mirror)
        assert isinstance(backs, Group)
        for index, group in enumerate(backs.items):
            assert isinstance(group, Group)
            front = _fronts(find_clip_edges(group.clip, group.transform), mirror)
            assert front == pytest.approx(_expected(grid, batch, index), abs=1e-6)
