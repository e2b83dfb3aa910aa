"""Packing: no overlaps, no piece outside or missing, and a problem where a piece cannot fit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from helpers.problems import catch_problems
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.layout import packing
from printshop.layout.cutouts import BLOCK_MARGIN, Cutout, CutoutBatch
from printshop.layout.packing import LABEL_HEIGHT, CutoutBlock, CutoutSheet, find_max_size, pack_batches
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import PrintshopError, Span

BOX = Rect(50, 40, 480, 600)


def batch(width: float, height: float, count: int, title: str = "some", *, round_: bool = False) -> CutoutBatch:
    pieces = tuple(Cutout(f"{title} {number}", width, height, (), is_round=round_) for number in range(count))
    return CutoutBatch(title, f"{width} x {height}", pieces)


def slot(block: CutoutBlock) -> Rect:
    """The rectangle of a block with its ticks and its label."""
    return block.rect.inset(-BLOCK_MARGIN, -BLOCK_MARGIN - LABEL_HEIGHT, -BLOCK_MARGIN, -BLOCK_MARGIN)


def is_disjoint(one: Rect, other: Rect) -> bool:
    near = 1e-6
    return (one.right <= other.x + near or other.right <= one.x + near
            or one.bottom <= other.y + near or other.bottom <= one.y + near)


def is_within(inner: Rect, outer: Rect) -> bool:
    near = 1e-6
    return (inner.x >= outer.x - near and inner.y >= outer.y - near
            and inner.right <= outer.right + near and inner.bottom <= outer.bottom + near)


batches = st.lists(
    st.builds(
        batch, st.floats(8, 300), st.floats(8, 400), st.integers(1, 70), st.sampled_from(["a", "bb", "ccc"]),
        round_=st.booleans(),
    ),
    max_size=7,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(batches, st.floats(330, 520), st.floats(450, 700))
def test_all_pieces_are_inside_the_page_and_do_not_overlap(batches_to_pack: list[CutoutBatch], width: float,
                                                           height: float) -> None:
    box = Rect(30, 60, width, height)
    sheets = pack_batches(batches_to_pack, box)
    for sheet in sheets:
        assert sheet
        assert all(is_within(slot(block), box) for block in sheet)
        assert all(is_disjoint(slot(one), slot(other)) for one, other in combinations(sheet, 2))
        for block in sheet:
            cells = [cell for _, cell in block.placed]
            assert all(is_within(cell, block.rect) for cell in cells)
            assert all(is_disjoint(one, other) for one, other in combinations(cells[:12], 2))
    unit = Counter(id(piece) for sheet in sheets for block in sheet for piece, _ in block.placed)
    assert unit == Counter(id(piece) for one in batches_to_pack for piece in one.pieces)


@given(st.lists(st.booleans(), min_size=1, max_size=40).filter(any), st.integers(30, 200))
def test_blank_cells_take_space(there: list[bool], size: int) -> None:
    pieces = tuple(Cutout(str(number), size, size, ()) if full else None for number, full in enumerate(there))
    sheets = pack_batches([CutoutBatch("gaps", "", pieces)], BOX)
    blocks = [block for sheet in sheets for block in sheet]
    assert tuple(piece for block in blocks for piece in block.pieces) == pieces
    for block in blocks:
        assert block.placed == tuple((piece, block.cell_rect(*divmod(index, block.columns)))
                                     for index, piece in enumerate(block.pieces) if piece)


def test_group_begins_a_row_if_there_is_space() -> None:
    kinds = [("a", 8), ("b", 3), ("c", 5)]
    pieces = tuple(Cutout(key, 50, 50, (), group=key) for key, count in kinds for _ in range(count))
    [[block]] = pack_batches([CutoutBatch("some", "", pieces)], BOX)
    rows = [{piece.group for piece in block.pieces[start:start + block.columns] if piece}
            for start in range(0, len(block.pieces), block.columns)]
    assert rows == [{"a"}, {"b"}, {"c"}]
    assert [piece for piece in block.pieces if piece] == list(pieces)
    tight = Rect(0, 0, BOX.width, 2 * 50 + 2 * BLOCK_MARGIN + LABEL_HEIGHT + 1)  # two rows and no third
    [[full]] = pack_batches([CutoutBatch("some", "", pieces)], tight)
    assert full.pieces == pieces


def columns(sheets: tuple[CutoutSheet, ...]) -> list[tuple[str, int, int]]:
    return [(block.batch.title, block.columns, block.row_count) for sheet in sheets for block in sheet]


def test_batch_is_divided_only_to_save_a_sheet() -> None:
    three = [batch(400, 100, 3, title) for title in "abc"]  # five rows fit one sheet
    assert len(pack_batches(three, BOX)) == 2
    two = [batch(400, 100, 3, title) for title in "ab"]
    assert columns(pack_batches(two, BOX)) == [("a", 1, 3), ("b", 1, 3)]


def test_oversize_is_reported_for_every_piece() -> None:
    wide, high = find_max_size(BOX)
    span = Span("counters.yaml", 3, 5)
    fits = CutoutBatch("fits", "", (Cutout("Fits", wide, high, ()),))
    assert len(pack_batches([fits], BOX)) == 1
    large = [CutoutBatch("x", "", (Cutout("Broad", wide + 0.1, 10, (), span=span),)),
             CutoutBatch("y", "", (Cutout("Tall", 10, high + 0.1, (), span=span),))]
    problems = catch_problems(pack_batches, [fits, *large], BOX)
    messages = sorted(problem.message for problem in problems)
    assert [message.split(" is ")[0] for message in messages] == ["Broad", "Tall"]
    assert f"{(wide + 0.1) / MM:.1f} x {10 / MM:.1f} mm" in messages[0]
    assert all(problem.span == span and "larger paper" in problem.hint for problem in problems)


def test_label_wider_than_the_page_is_reported() -> None:
    with pytest.raises(PrintshopError, match="too long for the page"):
        pack_batches([batch(20, 20, 1, "word " * 60)], BOX)


def test_batch_is_of_one_size() -> None:
    with pytest.raises(ValueError, match="all pieces of 'mixed' must have one size and one shape"):
        CutoutBatch("mixed", "", (Cutout("a", 10, 10, ()), Cutout("b", 10, 11, ())))


def test_label_with_a_missing_character_is_a_problem() -> None:
    with pytest.raises(PrintshopError, match="the label '\u6e2f, 20 x 20': no available font has '\u6e2f'"):
        pack_batches([batch(20, 20, 1, "\u6e2f")], BOX)


def test_groups_have_separate_headings_if_that_takes_no_more_sheets() -> None:
    def list_titles(count: int) -> list[str]:
        sides = ["red"] * count + ["blue"] * count
        pieces = tuple(Cutout(str(number), 60, 60, (), group=side) for number, side in enumerate(sides))
        sheets = pack_batches([CutoutBatch("all", "", pieces, titled_groups=True)], BOX)
        return [block.batch.title for sheet in sheets for block in sheet]

    assert list_titles(3) == ["red", "blue"]
    many = tuple(Cutout(str(number), 60, 60, ()) for number in range(500))
    full = pack_batches([CutoutBatch("all", "", many)], BOX)[0][0]
    assert list_titles(len(full.pieces) // 2) == ["all"]  # a sheet that is full has no room for a second head


def test_groups_are_separate_if_their_faces_differ_in_colour() -> None:
    own = [CutoutBatch("all", "", tuple(Cutout(side, 60, 60, (), group=side) for side in sides), gutter_if_grouped=True)
           for sides in (("red", "blue"), ("red", "red"))]
    assert [one.gap for one in own] == pytest.approx([3 * MM, 0])


def test_all_sheets_but_one_can_have_more_space() -> None:
    strips = [batch(100, 250, 20)]
    less = pack_batches(strips, Rect(50, 40, 480, 400), BOX)
    assert [sum(len(block.pieces) for block in sheet) for sheet in less] == [4, 8, 8]
    assert len(pack_batches(strips, Rect(50, 40, 480, 400))) == 5


def test_pieces_of_a_divided_batch_are_in_order() -> None:
    sheets = pack_batches([batch(100, 250, 1, "high"), batch(45, 45, 150, "low")], BOX)
    result = [block for sheet in sheets for block in sorted(sheet, key=lambda one: (one.y, one.x))]
    names = [piece.name for block in result for piece in block.pieces if piece and piece.name.startswith("low")]
    assert names == [f"low {number}" for number in range(150)]


@pytest.mark.slow
@pytest.mark.parametrize(("most", "few"), [(1, 400), (30, 100)])
def test_effort_grows_with_the_number_of_batches(most: int, few: int) -> None:
    def count_calls(count: int) -> int:
        random = Random(most)
        asked = [batch(random.uniform(20, 120), random.uniform(20, 120), random.randint(1, most)) for _ in range(count)]
        with pytest.MonkeyPatch.context() as patch:
            calls: list[CutoutBatch] = []
            patch.setattr(packing, "_OPEN_PAGES", 12)  # so that few batches need more pages than are searched
            patch.setattr(packing, "_make_space", lambda one, *room,
                          own=packing._make_space: calls.append(one) or own(one, *room))
            pack_batches(asked, BOX)
        return len(calls)

    assert count_calls(2 * few) <= 2.6 * count_calls(few)
