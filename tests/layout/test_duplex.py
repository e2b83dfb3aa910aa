"""Backs lie behind their fronts for every way of turning the sheet; usual pages lie on larger sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Bookmark, Group, Item, Link, Page, PageLayer
from printshop.drawing.geometry import IDENTITY, Point, Transform
from printshop.equipment import papers
from printshop.layout import duplex
from printshop.layout.duplex import MirrorLine
from printshop.layout.rectangles import UNIVERSAL, Rect
from printshop.lengths import MM

sizes = st.floats(50, 900)
boxes = st.builds(Rect, st.floats(0, 500), st.floats(0, 500), st.floats(5, 200), st.floats(5, 200))


def turn_over(point: Point, width: float, height: float, *, level: bool) -> Point:
    """Where a point of the back page lies once the sheet is turned over, seen through the front."""
    x, y = point
    return (x, height - y) if level else (width - x, y)


@given(boxes, sizes, sizes, st.sampled_from(["long", "short"]))
def test_back_is_behind_its_front_for_both_edges_of_turning(
    front: Rect, width: float, height: float, edge: str
) -> None:
    # A printer's view of a PDF page: the long edge of a portrait page is upright, of a landscape page level.
    level = (height < width) == (edge == "long")
    there = duplex.turn_back_page(Page(width, height, ()), edge).items
    page = there[0].transform if there and isinstance(there[0], Group) else IDENTITY
    place = page.compose(duplex.MirrorLine(width / 2).place_back(front))
    corners = [(0.0, 0.0), (front.width, 0.0), (front.width, front.height), (0.0, front.height)]
    turned_corners = [turn_over(place.apply(*corner), width, height, level=level) for corner in corners]
    # Seen through the front everything on the back is mirrored, upright: its left edge behind the front's right one.
    expected = [(front.right, front.y), (front.x, front.y), (front.x, front.bottom), (front.right, front.bottom)]
    for one, other in zip(turned_corners, expected, strict=True):
        assert one == pytest.approx(other, abs=1e-9)


@given(boxes, st.floats(0, 700), st.booleans())
def test_fold_puts_the_back_behind_its_front(front: Rect, at: float, across: bool) -> None:
    place = MirrorLine(at, across).place_back(front)

    def fold_point(x: float, y: float) -> Point:
        return (x, 2 * at - y) if across else (2 * at - x, y)

    assert fold_point(*place.apply(0, 0)) == pytest.approx((front.right, front.y), abs=1e-9)
    assert fold_point(*place.apply(front.width, front.height)) == pytest.approx((front.x, front.bottom), abs=1e-9)
    assert place.a * place.d - place.b * place.c == 1  # the place is mirrored, never the drawing


@given(st.tuples(st.floats(-14, 14), st.floats(-14, 14)), st.sampled_from(["long", "short"]))
def test_offset_moves_the_page_in_the_direction_of_the_printer(offset: tuple[float, float], edge: str) -> None:
    def way(by: tuple[float, float]) -> Transform:
        result = duplex.turn_back_page(Page(600, 800, ()), edge, by).items
        return result[0].transform if result and isinstance(result[0], Group) else IDENTITY

    (x, y), (moved_x, moved_y) = way((0, 0)).apply(30, 40), way(offset).apply(30, 40)
    assert (moved_x - x, moved_y - y) == pytest.approx(offset, abs=1e-9)


SPOT = 30.0, 50.0  # on the front of a page, from its top left corner


@pytest.mark.parametrize(("name", "lying", "items"), [
    ("a4", False, (1, 1)), ("legal", False, (1, 1)), ("a4 across", False, (1, 1)), ("a5", False, (1, 1)),
    ("a3", False, (2, 1)), ("a3 across", False, (2, 1)), ("a3", True, (1, 2)), ("tabloid", False, (2, 1)),
    ("arch_b", False, (2, 1)), ("13 x 19 in", False, (2, 1)), ("a2", False, (2, 2)), ("a2", True, (2, 2)),
    ("a1", False, (4, 2)), ("a0", False, (4, 4)),
])
def test_sheet_has_as_many_pages_as_fit(name: str, lying: bool, items: tuple[int, int]) -> None:
    grid = duplex.find_page_grid(papers.find_paper(name), landscape=lying)
    assert (grid.columns, grid.rows) == items
    if grid.capacity > 1:
        page = grid.page_size.rotate() if lying else grid.page_size
        assert page.width >= UNIVERSAL.width - duplex.SIZE_TOLERANCE
        assert page.height >= UNIVERSAL.height - duplex.SIZE_TOLERANCE


def draw_spot(x: float, y: float) -> Item:
    return shapes.circle(x, y, 2.0, fill=BLACK)


def _middles(items: tuple[Item, ...], way: Transform = Transform()) -> list[tuple[float, float]]:  # noqa: B008
    results = []
    for item in items:
        if isinstance(item, Group):
            results += _middles(item.items, way.compose(item.transform)) if item.layer is not PageLayer.GUIDE else []
        else:
            left, top, right, bottom = shapes.measure_bounds((item,))
            results.append(way.apply((left + right) / 2, (top + bottom) / 2))
    return results


def _pages(count: int, width: float, height: float, edge: str) -> list[Page]:
    """Return pages and, with an edge, their backs as they are printed by themselves: a spot behind the spot."""
    results = []
    for number in range(1, count + 1):
        results.append(Page(width, height, (draw_spot(*SPOT),), f"S-{number}", bookmarks=(Bookmark(f"{number}"),)))
        if edge:
            behind = Page(width, height, (draw_spot(width - SPOT[0], SPOT[1]),), f"S-{number}b")
            results.append(duplex.turn_back_page(behind, edge))
    return results


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("name", ["a3", "a3 across", "tabloid", "a2", "a1"])
def test_backs_are_behind_their_fronts_for_every_turn_of_the_sheet(name: str, edge: str, lying: bool) -> None:
    paper = papers.find_paper(name)
    grid = duplex.find_page_grid(paper, landscape=lying)
    count = 2 * grid.capacity - 1
    result = list(duplex.place_pages(_pages(count, grid.page_size.width, grid.page_size.height, edge), paper, edge))
    assert len(result) == 4
    assert duplex.list_page_codes(result[::2]) == [f"S-{number}" for number in range(1, count + 1)]
    assert duplex.list_page_codes(result[1::2]) == [f"S-{number}b" for number in range(1, count + 1)]
    for front, back in zip(result[::2], result[1::2], strict=True):
        assert (front.width, front.height) == (back.width, back.height) == (grid.sheet.width, grid.sheet.height)
        level = duplex.turns_upside_down(back, edge)
        turned_corners = [(x, back.height - y) if level else (back.width - x, y) for x, y in _middles(back.items)]
        for one, other in zip(_middles(front.items), turned_corners, strict=True):
            assert one == pytest.approx(other, abs=1e-9)


def test_links_lead_to_the_sheet_of_a_page() -> None:
    paper = papers.find_paper("a3")
    page = duplex.find_page_grid(paper).page_size
    pages = [Page(page.width, page.height, (), f"B-{number}", f"at {number}", links=(Link(20, 30, 40, 10, target),))
             for number, target in ((1, "at 4"), (2, "at 1"), (3, "at 2"), (4, "at 3"))]
    result = duplex.place_linked_pages(pages, paper)
    assert [sheet.anchor for sheet in result] == ["at 1", "at 3"]
    assert [[link.target for link in sheet.links] for sheet in result] == [["at 3", "at 1"], ["at 1", "at 3"]]
    assert [round(link.x / MM, 3) for link in result[0].links] == [round(20 / MM, 3), round(20 / MM + 210, 3)]


@pytest.mark.parametrize(("width", "height", "free"), [(12.7, 12.7, 0.5), (16, 40, 0.64), (16.5, 40, 2), (22, 18, 2)])
def test_words_on_small_backs_are_nearer_to_the_cut(width: float, height: float, free: float) -> None:
    assert duplex.find_safe_margin(width * MM, height * MM) == pytest.approx(free * MM, abs=0.01 * MM)
