"""Folded sheets: the direction of the fold, and the places of the fronts."""

from __future__ import annotations

import pytest

from printshop.layout import duplex, packing
from printshop.layout.cutouts import Cutout, CutoutBatch
from printshop.layout.duplex import FOLD_MARGIN
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import PrintshopError

ROOM = Rect(20, 30, 180 * MM, 240 * MM)


def _batch(width: float, height: float, count: int) -> CutoutBatch:
    return CutoutBatch("Some", "", (Cutout("one", width * MM, height * MM, ()),) * count)


@pytest.mark.parametrize(("width", "height", "across"), [
    (160, 100, True),  # wider than the left half
    (70, 200, False),  # higher than the lower half
    (20, 20, True),  # equal: across, which is the shorter fold
])
def test_sheet_is_folded_in_the_direction_with_fewer_sheets(width: float, height: float, across: bool) -> None:
    area, sheets, mirror = packing.pack_folded([_batch(width, height, 1)], ROOM)
    assert (len(sheets), mirror.horizontal) == (1, across)
    assert (area, mirror) == duplex.split_at_fold(ROOM, horizontal=across)


@pytest.mark.parametrize(("width", "height"), [(80, 50), (50, 80), (85, 34), (40, 110), (110, 40)])
def test_folded_packing_has_the_fewest_sheets(width: float, height: float) -> None:
    batches = [_batch(width, height, 12)]
    _, sheets, mirror = packing.pack_folded(batches, ROOM)
    counts = {}
    for across in (True, False):
        try:
            counts[across] = len(packing.pack_batches(batches, duplex.split_at_fold(ROOM, horizontal=across)[0]))
        except PrintshopError:
            counts[across] = 99
    assert len(sheets) == counts[mirror.horizontal] == min(counts.values())


@pytest.mark.parametrize("across", [True, False])
def test_fronts_are_below_or_left_of_the_fold_and_do_not_touch_it(across: bool) -> None:
    area, mirror = duplex.split_at_fold(ROOM, horizontal=across)
    if across:
        assert mirror.position == pytest.approx(ROOM.center[1])
        assert (area.y, area.bottom, area.width) == pytest.approx((mirror.position + FOLD_MARGIN, ROOM.bottom,
                                                                   ROOM.width))
    else:
        assert mirror.position == pytest.approx(ROOM.center[0])
        assert (area.x, area.right, area.height) == pytest.approx((ROOM.x, mirror.position - FOLD_MARGIN, ROOM.height))


def test_fit_problem_of_both_halves_is_reported_with_advice() -> None:
    with pytest.raises(PrintshopError, match="print backs on the other side of the sheet"):
        packing.pack_folded([_batch(170, 200, 1)], ROOM)
