"""Instructions for joining sheets: what they say for columns and rows, and pictures that keep to their columns."""

from __future__ import annotations

from itertools import pairwise

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Item
from printshop.layout.rectangles import Rect
from printshop.layout.tiling import BOARD, CUT_STROKE, GLUE, STEPS_HEIGHT, TAPE, TINT, Tiling, draw_join_instructions

PLACE = Rect(40, 60, 460, STEPS_HEIGHT)
SIZES = [(2, 1), (1, 2), (1, 3), (2, 2), (3, 1), (3, 3), (6, 2)]


def draw(columns: int, rows: int, join: object = GLUE) -> tuple[Item, ...]:
    tiling = Tiling(300.0 * columns, 300.0 * rows, tuple(300.0 * k for k in range(columns)),
                    tuple(300.0 * k for k in range(rows)))
    return tuple(draw_join_instructions(tiling, join, PLACE))  # type: ignore[arg-type]


def read_words(items: tuple[Item, ...]) -> str:
    """Return the words in the order in which they are drawn: a step after the other."""
    return " ".join(" ".join(word.text for word in find_words(items)).split())


@pytest.mark.parametrize("join", [GLUE, TAPE, BOARD], ids=["glue", "tape", "board"])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_steps_are_side_by_side_within_their_rectangle(columns: int, rows: int, join: object) -> None:
    items = draw(columns, rows, join)
    count = 1 + (columns > 1) + (rows > 1)
    starts = [word for word in find_words(items) if word.text[:2] in {"1.", "2.", "3."}]
    assert len(starts) == count
    assert len({round(word.y, 3) for word in starts}) == 1
    left, top, right, bottom = shapes.measure_bounds(items)
    assert PLACE.x - 1 <= left < right <= PLACE.right + 1
    assert PLACE.y - 1 <= top < bottom <= PLACE.bottom + 4  # descenders
    columns_found = PLACE.split_columns([1] * count, gap=16)
    edge = PLACE.y + 96
    for box in (shapes.measure_outline(path.segments) for path in find_outlines(items)):
        assert box[3] < edge
        assert any(column.x - 8 <= box[0] and box[2] <= column.right + 8 for column in columns_found)  # half the gap


@pytest.mark.parametrize(("columns", "rows", "edges"), [
    (2, 1, "at its left edge"), (2, 2, "at its left and upper edge"), (1, 3, "at its upper edge"),
])
def test_edges_to_cut_are_named_and_drawn(columns: int, rows: int, edges: str) -> None:
    items = draw(columns, rows)
    assert edges in read_words(items)
    cuts = [shapes.measure_outline(path.segments) for path in find_outlines(items) if path.stroke == CUT_STROKE]
    assert sorted(x1 == x2 for x1, _, x2, _ in cuts) == sorted([True] * (columns > 1) + [False] * (rows > 1))
    (sheet, *_) = (shapes.measure_outline(path.segments) for path in find_outlines(items))
    scissors = [word for word in find_words(items) if word.text == "✂"]
    assert len(scissors) == len(cuts)
    for x1, y1, x2, y2 in cuts:
        if x1 == x2:  # right through the sheet, near its left edge
            assert sheet[0] < x1 < (sheet[0] + sheet[2]) / 2
            assert y1 < sheet[1] < sheet[3] < y2
            assert any(word.x == pytest.approx(x1, abs=0.1) and word.y > y2 for word in scissors)
        else:
            assert sheet[1] < y1 < (sheet[1] + sheet[3]) / 2
            assert x1 < sheet[0] < sheet[2] < x2
            assert any(word.x < x1 and y1 < word.y < y1 + 7 for word in scissors)


@pytest.mark.parametrize(("columns", "rows", "first"), [
    (2, 2, "B2"), (2, 1, "A2"), (1, 3, "B1"), (1, 2, "lower"),
])
def test_sheet_to_cut_has_its_name_in_its_middle(columns: int, rows: int, first: str) -> None:
    items = draw(columns, rows)
    (sheet, *_) = (shapes.measure_outline(path.segments) for path in find_outlines(items))
    name = next(word for word in find_words(items) if word.text)
    assert name.text == first
    strips = [shapes.measure_outline(path.segments) for path in find_outlines(items) if path.fill == TINT]
    own = [box for box in strips if sheet[0] <= box[0] and box[2] <= sheet[2]]
    assert len(own) == (columns > 2) + (rows > 2)  # the second sheet is the last where there are two
    right = min([sheet[2], *(box[0] for box in own if box[3] - box[1] > 30)])
    foot = min([sheet[3], *(box[1] for box in own if box[3] - box[1] < 30)])
    assert name.x == pytest.approx((sheet[0] + right) / 2, abs=0.5)
    assert name.y - 0.36 * name.size == pytest.approx((sheet[1] + foot) / 2, abs=0.5)


@pytest.mark.parametrize(("columns", "expected"), [(2, 2), (3, 3), (4, 4), (9, 4)])
def test_row_of_sheets_shows_at_most_four(columns: int, expected: int) -> None:
    items = draw(columns, 2)
    names = [word for word in find_words(items) if word.text in {"row A", "row B"}]
    assert len(names) == 2
    boxes = [shapes.measure_outline(path.segments) for path in find_outlines(items)]
    wide = [box for box in boxes if box[2] - box[0] == pytest.approx(104) and box[3] - box[1] == pytest.approx(40)]
    for left, top, right, bottom in set(wide):
        borders = sorted({round(box[0], 3) for box in boxes if box[0] == box[2] and box[1] == top and box[3] == bottom})
        steps = [b - a for a, b in pairwise([left, *borders, right])]
        assert steps == pytest.approx([104 / expected] * expected, abs=0.01)
        name = next(word for word in names if top < word.y < bottom)
        assert name.x == pytest.approx(left + 52 / expected, abs=0.5)
    upper, lower = sorted(set(wide), key=lambda box: box[1])
    assert upper[3] < lower[1]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_arrows_start_at_the_sheet_to_place(columns: int, rows: int) -> None:
    heads = [shapes.measure_outline(path.segments) for path in find_outlines(draw(columns, rows)) if path.fill == BLACK]
    assert len(heads) == (columns > 1) + (rows > 1)


@pytest.mark.parametrize(("columns", "rows", "join", "expected", "unsaid"), [
    (2, 1, GLUE, ["Glue the strip of A1", "along its dashed lines"], ["clear tape", "row A"]),
    (2, 1, TAPE, ["fix it with clear tape"], ["Glue"]),
    (2, 2, BOARD, ["from tick to tick", "in the same way"], ["dashed"]),
    (1, 3, GLUE, ["A1", "B1", "glue it there", "and so on", "along its dashed line,"], ["row A", "halves"]),
    (1, 2, TAPE, ["the lower half over", "the upper half", "clear tape", "cut the piece out"], ["so on", "A1"]),
    (2, 3, GLUE, ["row B over", "row A in the same way, and so on", "Trim the outside last"], ["halves"]),
])
def test_words_match_the_sheets_and_the_joint(columns: int, rows: int, join: object, expected: list[str],
                                              unsaid: list[str]) -> None:
    words = read_words(draw(columns, rows, join))
    for part in expected:
        assert part in words
    for part in unsaid:
        assert part not in words
