from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from placed import outlines, words

from printshop.drawing import shapes
from printshop.drawing.items import Group, Layer, Path
from printshop.layout import furniture, tiling
from printshop.layout.paper import PAPERS
from printshop.units import MM

length = st.floats(20, 6000)
room = st.floats(120, 900)


@given(length, length, room, room, st.floats(0, 60))
def test_windows_cover_the_drawing_overlap_and_fit(
    width: float, height: float, across: float, down: float, overlap: float
) -> None:
    found = tiling.tiles(width, height, (across, down), overlap)
    wide, high = found.size
    assert wide <= across + 1e-5
    assert high <= down + 1e-5
    tiles = list(found.tiles())
    assert len(tiles) == found.count == len({tile.code for tile in tiles})
    assert tiles[0].box[:2] == pytest.approx((0, 0))
    assert (tiles[-1].box.right, tiles[-1].box.bottom) == pytest.approx((width, height))
    assert tiles[-1].code == found.last
    for tile in tiles:
        if tile.column:
            assert found.tile(tile.column - 1, tile.row).box.right - tile.box.x == pytest.approx(overlap)
        if tile.row:
            assert found.tile(tile.column, tile.row - 1).box.bottom - tile.box.y == pytest.approx(overlap)


@given(length, room, st.floats(0, 60))
def test_there_are_no_more_windows_than_needed(width: float, across: float, overlap: float) -> None:
    columns = tiling.tiles(width, 50, (across, 100), overlap).columns
    assert columns == 1 or (columns - 1) * (across - overlap) + overlap < width


def test_a_room_no_larger_than_the_overlap_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than the overlap"):
        tiling.tiles(100, 100, (20, 100), 20)


@pytest.mark.parametrize(("width", "height", "turned", "count"), [
    (180, 230, False, 1), (230, 160, True, 1), (240, 160, True, 1), (400, 150, True, 2), (330, 440, False, 4),
])
def test_the_paper_lies_so_that_it_takes_fewest_sheets(width: float, height: float, turned: bool, count: int) -> None:
    paper, found = tiling.plan(width * MM, height * MM, PAPERS["universal"])
    assert (paper.width > paper.height, found.count) == (turned, count)


def sheet(column: int, row: int) -> tuple[tiling.Tiling, list[object]]:
    drawing = (shapes.rect(0, 0, 1300, 1900),)
    paper, found = tiling.plan(1300, 1900, PAPERS["a4"])
    return found, list(tiling.draw(found, found.tile(column, row), drawing, paper))


def test_ticks_stand_at_both_edges_of_each_overlap() -> None:
    found, items = sheet(1, 1)
    assert (found.columns, found.rows) == (3, 3)
    window = items[0]
    assert isinstance(window, Group)
    assert window.clip
    left, top, right, bottom = shapes.bounds([Group((window.clip,), window.transform)], stroked=False)
    left, top, right, bottom = (left + tiling.BLEED, top + tiling.BLEED, right - tiling.BLEED, bottom - tiling.BLEED)
    assert (right - left, bottom - top) == pytest.approx(found.size)
    (guide,) = (item for item in items if isinstance(item, Group) and item.layer is Layer.GUIDE)
    (path,) = guide.items
    assert isinstance(path, Path)
    points = [(part.x, part.y) for part in path.segments]  # type: ignore[union-attr]
    upright = {round(x, 3) for (x, y), (u, v) in zip(points[::2], points[1::2], strict=True) if x == u}
    level = {round(y, 3) for (x, y), (u, v) in zip(points[::2], points[1::2], strict=True) if y == v}
    ten = 10 * MM
    assert sorted(upright) == pytest.approx([left, left + ten, right - ten, right], abs=0.001)
    assert sorted(level) == pytest.approx([top, top + ten, bottom - ten, bottom], abs=0.001)


@pytest.mark.parametrize(("place", "said"), [
    ((0, 0), {"glue": {"A2", "B1"}, "cut": set()}),
    ((1, 1), {"glue": {"B3", "C2"}, "cut": {"B1", "A2"}}),
    ((2, 2), {"glue": set(), "cut": {"C2", "B3"}}),
])
def test_every_edge_says_what_happens_there(place: tuple[int, int], said: dict[str, set[str]]) -> None:
    _, items = sheet(*place)
    texts = " ".join(word.text for word in words(items)).replace(",", " ").split()  # type: ignore[arg-type]
    codes = {"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"} & set(texts)
    assert codes - {"ABC"[place[1]] + str(place[0] + 1)} == said["glue"] | said["cut"]
    assert texts.count("glue") == len(said["glue"])
    assert texts.count("cut") == len(said["cut"])


def test_the_key_marks_the_sheet_and_lies_clear_of_ruler_and_window() -> None:
    found, items = sheet(1, 0)
    paper = PAPERS["a4"]
    (here,) = (path for path in outlines(items) if path.fill is not None)  # type: ignore[arg-type]
    left, _, right, bottom = shapes.bounds([here])
    assert paper.box.x < left < right < furniture.content_box(paper).x
    assert right - left == pytest.approx((furniture.RULER - 2) / found.columns)
    assert bottom < paper.box.bottom - 4 * 72 - 40


def test_a_drawing_on_one_page_stands_in_its_middle_without_ticks() -> None:
    paper, found = tiling.plan(300, 200, PAPERS["letter"])
    (only,) = tiling.draw(found, found.tile(0, 0), (shapes.rect(0, 0, 300, 200),), paper)
    assert isinstance(only, Group)
    area = furniture.content_box(paper)
    assert only.transform.apply(150, 100) == pytest.approx(area.center)
