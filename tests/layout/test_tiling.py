"""Tiling: windows cover the drawing, seams keep off words, and every sheet says how it joins."""

from __future__ import annotations

import pytest
from helpers.pages import find_outlines, find_words
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, PageLayer, Path
from printshop.layout import rectangles, tiling
from printshop.layout.rectangles import PAPERS, Rect
from printshop.lengths import MM

length = st.floats(20, 6000)
room = st.floats(120, 900)


@pytest.mark.slow
@given(length, length, room, room)
def test_windows_cover_the_drawing_and_strips_are_below_the_neighbours(
    width: float, height: float, across: float, down: float
) -> None:
    result = tiling.split_drawing(width, height, (across, down))
    tiles = list(result.list_tiles())
    assert len(tiles) == result.sheet_count == len({tile.code for tile in tiles})
    assert tiles[0].window[:2] == pytest.approx((0, 0))
    assert (tiles[-1].window.right, tiles[-1].window.bottom) == pytest.approx((width, height))
    for tile in tiles:
        core = result.find_tile(tile.column, tile.row).visible
        assert 0 < core.width <= across + 1e-5
        assert 0 < core.height <= down + 1e-5
        if tile.column:
            before = result.find_tile(tile.column - 1, tile.row).window
            assert before.right - tile.window.x == pytest.approx(min(tiling.OVERLAP, width - tile.window.x))
            assert result.find_tile(tile.column - 1, tile.row).visible.right == pytest.approx(core.x)
        if tile.row:
            above = result.find_tile(tile.column, tile.row - 1).window
            assert above.bottom - tile.window.y == pytest.approx(min(tiling.OVERLAP, height - tile.window.y))


@given(length, room, st.lists(st.tuples(st.floats(0, 6000), st.floats(1, 40)), max_size=30))
def test_seams_cut_no_more_than_equal_ones(width: float, across: float, words: list[tuple[float, float]]) -> None:
    spans = tuple((start, start + long) for start, long in words)
    result = tiling.split_drawing(width, 50, (across, 100), tiling.SeamObstacles(spans))

    def cut(places: list[float]) -> int:
        return sum(one < place < two for place in places for one, two in spans)

    equal = [width * k / result.column_count for k in range(1, result.column_count)]
    assert cut(list(result.column_starts[1:])) <= cut(equal)


def test_no_seam_cuts_words_if_another_seam_is_possible() -> None:
    words = tuple((57.0 * k - 14, 57.0 * k + 14) for k in range(60))
    for width in range(600, 3400, 97):
        result = tiling.split_drawing(width, 50, (499, 100), tiling.SeamObstacles(words))
        assert not any(one < seam < two for seam in result.column_starts[1:] for one, two in words)


def test_area_no_larger_than_its_overlaps_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than its overlaps"):
        tiling.split_drawing(100, 100, (50, 100))


@pytest.mark.parametrize(("width", "height", "turned", "count"), [
    (180, 230, False, 1), (230, 160, True, 1), (240, 160, True, 1), (400, 150, True, 2), (330, 440, False, 4),
])
def test_paper_has_the_orientation_with_the_fewest_sheets(width: float, height: float, turned: bool,
                                                          count: int) -> None:
    paper, result = tiling.plan_tiling(width * MM, height * MM, PAPERS["universal"])
    assert (paper.width > paper.height, result.sheet_count) == (turned, count)


def draw_sheet(column: int, row: int, join: tiling.JoinMethod = tiling.GLUE) -> tuple[tiling.Tiling, list[Item]]:
    drawing = (shapes.rect(0, 0, 1300, 1900),)
    paper, items = tiling.plan_tiling(1300, 1900, PAPERS["a4"])
    return items, list(tiling.draw_tile(items, items.find_tile(column, row), tiling.SheetContent(drawing), paper, join))


def window(items: list[Item]) -> tuple[float, float, float, float]:
    """Where the drawing shows on a sheet, without what is printed beyond a cut."""
    group = items[0]
    assert isinstance(group, Group)
    assert group.clip
    left, top, right, bottom = shapes.measure_bounds([Group((group.clip,), group.transform)], with_strokes=False)
    return left + tiling.TILE_BLEED, top + tiling.TILE_BLEED, right, bottom


def test_ticks_are_at_the_cut_and_at_the_edges_of_neighbours() -> None:
    result, items = draw_sheet(1, 1)
    assert (result.column_count, result.row_count) == (3, 3)
    left, top, right, bottom = window(items)
    assert (right - left, bottom - top) == pytest.approx(result.find_tile(1, 1).visible[2:])
    (guide, *_) = (item for item in items if isinstance(item, Group) and item.layer is PageLayer.GUIDE)
    (path,) = guide.items
    assert isinstance(path, Path)
    points = [(part.x, part.y) for part in path.segments]  # type: ignore[union-attr]
    upright = [x for (x, y), (u, v) in zip(points[::2], points[1::2], strict=True) if x == u]
    level = [y for (x, y), (u, v) in zip(points[::2], points[1::2], strict=True) if y == v]
    assert upright == pytest.approx([left, right])
    assert level == pytest.approx([top, bottom])
    for near, corner in ((1, top), (0, left)):  # outside of the window
        reach = [(one[near], two[near]) for one, two in zip(points[::2], points[1::2], strict=True)
                 if one[1 - near] == two[1 - near]]
        assert reach == [pytest.approx((corner - 10.5, corner - 2.5))] * 2


def film(row: int, outline: list[tuple[float, float]]) -> list[Item]:
    """Return a sheet of film with a piece of that outline, twice as high as the paper."""
    edge = shapes.polygon(outline, stroke=tiling.CUT_STROKE)
    _, result = tiling.plan_tiling(480, 1250, PAPERS["a4"])
    content = tiling.SheetContent((shapes.rect(0, 0, 480, 1250, fill=GREY), edge), (edge,), tuple(outline))
    return list(tiling.draw_tile(result, result.find_tile(0, row), content, PAPERS["a4"], tiling.TAPE))


GREY = WHITE.mix(BLACK, 0.4)


@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("outline", [
    [(0, 0), (480, 500), (480, 1250), (0, 1250)], [(0, 400), (240, 0), (480, 1250)],
    [(480, 0), (480, 1250), (200, 1250), (0, 700)],
])
def test_rulers_on_film_are_beside_the_drawing_and_its_strips(row: int, outline: list[tuple[float, float]]) -> None:
    items = film(row, outline)
    (edge,) = items[1].items if row == 0 else items[0].items[1:]  # type: ignore[union-attr]
    plates = [shapes.measure_bounds([item]) for item in items if isinstance(item, Group) and len(item.items) == 1
              and isinstance(item.items[0], Path) and item.items[0].fill == WHITE]
    place = items[0].transform  # type: ignore[union-attr]
    there = [place.apply(x, y) for x, y in outline]
    assert isinstance(edge, Path)
    assert len(plates) == 2
    for left, top, right, bottom in plates:
        _, seam = place.apply(0, 625 * (row + 1))
        assert row == 1 or bottom < seam
        assert not rectangles.overlaps_polygon(there, Rect(left, top, right - left, bottom - top))


@pytest.mark.parametrize(("place", "expected"), [
    ((0, 0), {"glue": {"A2", "B1"}, "cut": set()}),
    ((1, 1), {"glue": {"B3", "C2"}, "cut": {"B1", "A2"}}),
    ((2, 2), {"glue": set(), "cut": {"C2", "B3"}}),
])
def test_every_edge_has_an_instruction(place: tuple[int, int], expected: dict[str, set[str]]) -> None:
    _, items = draw_sheet(*place)
    texts = " ".join(word.text for word in find_words(items)).replace(",", " ").split()
    codes = {"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"} & set(texts)
    assert codes == expected["glue"] | expected["cut"]
    assert texts.count("glue") == len(expected["glue"])
    assert texts.count("cut") == len(expected["cut"])
    dashed = [path for path in find_outlines(items) if path.stroke and path.stroke.dash]
    assert len(dashed) == len(expected["cut"])


@pytest.mark.parametrize("place", [(0, 0), (1, 0), (2, 2)])
def test_every_sheet_has_both_rulers_and_a_plan_beyond_its_window(place: tuple[int, int]) -> None:
    paper = PAPERS["a4"]
    _, items = draw_sheet(*place)
    _, _, right, bottom = window(items)
    bars = [shapes.measure_bounds([path], with_strokes=False) for path in find_outlines(items) if path.stroke
            and path.stroke.width == 0.5 and len(path.segments) == 2]
    long = sorted(max(x2 - x1, y2 - y1) for x1, y1, x2, y2 in bars)[-4:]
    assert long == pytest.approx([100 * MM, 100 * MM, 288, 288])
    for x1, y1, x2, y2 in bars:
        if max(x2 - x1, y2 - y1) > 100:
            assert y1 > bottom or x1 > right
            assert x2 < paper.printable.right
            assert y2 < paper.printable.bottom
    (here,) = (path for path in find_outlines(items) if path.fill == BLACK)
    x1, y1, x2, y2 = shapes.measure_bounds([here])
    assert right < x1 < x2 < paper.printable.right
    assert bottom < y1 < y2 < paper.printable.bottom


# --- rulers beside a drawing that is no rectangle ---

corner = st.tuples(st.integers(-300, 900), st.integers(-300, 1100))


def find_first_place(usual: Rect, room: Rect, obstacles: list[Rect], outline: list[tuple[float, float]],
                     window: Rect) -> Rect:
    """Return the place for a ruler by trying one after the other against the whole outline."""
    rows = ((usual.y, [usual.x]), *((y, tiling._list_positions(room.x, room.right - usual.width))
                                    for y in tiling._list_positions(room.y, room.bottom - usual.height)))
    for y, lefts in rows:
        for x in lefts:
            box = usual._replace(x=x, y=y)
            within = box.intersect(window)
            if not (any(map(box.intersect, obstacles))
                    or (within and outline and rectangles.overlaps_polygon(outline, within))):
                return box
    return usual


@given(st.lists(corner, min_size=3, max_size=9, unique=True), st.booleans(), st.integers(0, 400))
def test_ruler_is_first_placed_outside_the_outline(
        outline: list[tuple[float, float]], upright: bool, left: int) -> None:
    room, window = Rect(28, 60, 540, 700), Rect(left + 40.5, 90.5, 420, 600)
    wide, high = (28.0, 300.0) if upright else (300.0, 28.0)
    usual, obstacles = Rect(60, 700, wide, high), [Rect(28, 60, 200, 90), Rect(500, 200, 60, 500)]
    shifted = [(x + 0.1, y + 0.1) for x, y in outline]  # no corner lies exactly on the edge of a place
    result = tiling._find_free_rect(usual, room, obstacles, shifted, window)
    assert result == find_first_place(usual, room, obstacles, shifted, window)


def test_failed_search_for_a_ruler_position_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet from the middle of a large template: each place was tried against each side of its outline."""
    tried, shared = [], Rect.intersect
    monkeypatch.setattr(Rect, "intersect", lambda box, other: tried.append(other) or shared(box, other))
    outline = [(-9000.0, -9000.0), (9000.0, -9000.0), (9000.0, 9000.0), (-9000.0, 9000.0)]
    usual, window = Rect(60, 700, 300, 28), Rect(29, 61, 538, 698)
    assert tiling._find_free_rect(usual, Rect(28, 60, 540, 700), [], outline, window) == usual
    assert len(tried) < 300
