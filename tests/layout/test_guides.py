"""Guides: from every cut to the edge of the sheet, through nothing that is printed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from printshop.layout.boxes import Box
from printshop.layout.cuts import draw, guides, straight_cuts, taken
from printshop.layout.pack import pack
from printshop.layout.pieces import Batch, Piece

AREA = Box(20, 20, 480, 640)
OFF = 5.0


def test_a_guide_runs_to_the_edge_of_the_sheet() -> None:
    level, upright = (100.0, 200.0, 300.0, 200.0), (150.0, 200.0, 150.0, 260.0)
    found = list(guides([level, upright], OFF, AREA, ()))
    assert found == [(20, 200, 95, 200), (305, 200, 500, 200), (150, 20, 150, 195), (150, 265, 150, 660)]


def test_a_guide_stops_before_what_is_in_its_way() -> None:
    level = (100.0, 200.0, 300.0, 200.0)
    beside, elsewhere = Box(400, 150, 50, 100), Box(400, 300, 50, 100)
    assert list(guides([level], OFF, AREA, [beside, elsewhere])) == [(20, 200, 95, 200), (305, 200, 395, 200)]
    assert list(guides([level], OFF, AREA, [Box(308, 150, 50, 100)])) == [(20, 200, 95, 200)]  # there is no room


batches = st.lists(st.tuples(st.sampled_from([30.0, 36.0, 45.0, 80.0]), st.integers(1, 40),
                             st.sets(st.integers(0, 39), max_size=6)), min_size=1, max_size=4)


@given(batches)
def test_no_guide_runs_through_a_piece_or_a_label(asked: list[tuple[float, int, set[int]]]) -> None:
    made = []
    for number, (size, count, missing) in enumerate(asked):
        pieces = tuple(None if index and index in missing else Piece(f"{index}", size, size, ())
                       for index in range(count))
        made.append(Batch(f"batch {number}", "", pieces))
    for sheet in pack(made, AREA):
        draw(sheet, AREA)
        kept = taken(sheet)
        cuts = [cut for block in sheet for cut in straight_cuts(block)]
        for x1, y1, x2, y2 in guides(cuts, OFF, AREA, kept):
            assert AREA.x - 1e-6 <= x1 <= x2 <= AREA.right + 1e-6
            assert AREA.y - 1e-6 <= y1 <= y2 <= AREA.bottom + 1e-6
            for box in kept:
                clear = (x2 <= box.x - OFF + 1e-6 or x1 >= box.right + OFF - 1e-6 or y2 < box.y - 1e-6
                         or y1 > box.bottom + 1e-6) if y1 == y2 else (
                    y2 <= box.y - OFF + 1e-6 or y1 >= box.bottom + OFF - 1e-6 or x2 < box.x - 1e-6
                    or x1 > box.right + 1e-6)
                assert clear
