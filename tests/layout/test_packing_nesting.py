"""Nesting of rectangles: no overlap, in sequence, on few pages."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.layout.packing import PiecePlace, fits_page, nest_pieces

ROOM = (500.0, 700.0)
side = st.floats(5, 480)
strips = st.lists(st.integers(100, 690).map(lambda length: (60.0, float(length))), min_size=2, max_size=14)


def place_boxes(sizes: list[tuple[float, float]], spots: tuple[PiecePlace, ...]) -> list[tuple[int, float, float, float,
                                                                                          float]]:
    boxes = []
    for (width, height), spot in zip(sizes, spots, strict=True):
        across, down = (height, width) if spot.rotated else (width, height)
        boxes.append((spot.page, spot.x, spot.y, spot.x + across, spot.y + down))
    return boxes


@settings(max_examples=30)
@given(st.lists(st.tuples(side, side), max_size=25) | strips, st.floats(0, 20))
def test_pieces_are_on_the_page_and_separate(sizes: list[tuple[float, float]], gap: float) -> None:
    boxes = place_boxes(sizes, nest_pieces(sizes, ROOM, gap))
    for _, left, top, right, bottom in boxes:
        assert min(left, top) >= 0
        assert right <= ROOM[0] + 1e-5
        assert bottom <= ROOM[1] + 1e-5
    for one, other in combinations(boxes, 2):
        if one[0] == other[0]:
            across = max(other[1] - one[3], one[1] - other[3])
            down = max(other[2] - one[4], one[2] - other[4])
            assert max(across, down) >= gap - 1e-5
    assert {box[0] for box in boxes} == set(range(len({box[0] for box in boxes})))


def test_exact_fit_takes_one_page() -> None:
    sizes = [(245.0, 345.0)] * 4
    assert {spot.page for spot in nest_pieces(sizes, ROOM, 10.0)} == {0}
    assert {spot.page for spot in nest_pieces([(600.0, 500.0)], ROOM, 10.0)} == {0}


def test_equal_pieces_are_in_sequence() -> None:
    spots = nest_pieces([(60.0, 690.0)] * 6, ROOM, 5.0)
    assert [spot.x for spot in spots] == [0, 65, 130, 195, 260, 325]


def test_strips_are_upright_in_sequence_for_all_lengths() -> None:
    sizes = [(float(long), 60.0) for long in (300, 690, 480, 520, 690, 310, 640, 690, 450, 690)]
    spots = nest_pieces(sizes, ROOM, 5.0)
    assert all(spot.rotated for spot in spots)
    assert [(spot.page, spot.x) for spot in spots] == [(k // 7, 65.0 * (k % 7)) for k in range(10)]


def test_another_order_is_chosen_if_it_saves_a_page() -> None:
    sizes = [(245.0, 300.0), (500.0, 395.0), (245.0, 300.0)]
    assert {spot.page for spot in nest_pieces(sizes, ROOM, 5.0)} == {0}


def test_piece_larger_than_the_page_is_refused() -> None:
    assert fits_page((700, 500), ROOM)
    assert not fits_page((700.1, 500), ROOM)
    with pytest.raises(ValueError, match="larger than the page"):
        nest_pieces([(501, 501)], ROOM, 0)


def test_pieces_of_one_size_are_placed_in_sequence() -> None:
    sizes = [(245.0, 300.0), (500.0, 395.0), (245.0, 300.0)]
    spots = nest_pieces(sizes, ROOM, 5.0)
    assert spots[0] < spots[2]
    mixed = nest_pieces([(111.0, 128.0)] * 11 + [(224.0, 226.0)] * 3, ROOM, 5.0)
    assert list(mixed[:11]) == sorted(mixed[:11])
