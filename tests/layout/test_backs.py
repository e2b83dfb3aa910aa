"""Where backs lie: whichever way the sides come together, the same piece comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Group, Page
from printshop.layout import backs
from printshop.layout.backs import Mirror
from printshop.layout.boxes import Box

if TYPE_CHECKING:
    from printshop.drawing.geometry import Point

sizes = st.floats(50, 900)
boxes = st.builds(Box, st.floats(0, 500), st.floats(0, 500), st.floats(5, 200), st.floats(5, 200))


def over(point: Point, width: float, height: float, *, level: bool) -> Point:
    """Where a point of the back page lies once the sheet is turned over, seen through the front."""
    x, y = point
    return (x, height - y) if level else (width - x, y)


@given(boxes, sizes, sizes, st.sampled_from(["long", "short"]))
def test_a_back_lies_behind_its_front_whatever_edge_the_sheet_is_turned_over(
    front: Box, width: float, height: float, edge: str
) -> None:
    # What the page of a PDF is to a printer: the long edge of a portrait page is upright, of a landscape page level.
    level = (height < width) == (edge == "long")
    there = backs.turned(Page(width, height, ()), edge).items
    page = there[0].transform if there and isinstance(there[0], Group) else IDENTITY
    place = page.then(backs.middle(width).place(front))
    corners = [(0.0, 0.0), (front.width, 0.0), (front.width, front.height), (0.0, front.height)]
    seen = [over(place.apply(*corner), width, height, level=level) for corner in corners]
    # Seen through the front everything on the back is mirrored, upright: its left edge behind the front's right one.
    wanted = [(front.right, front.y), (front.x, front.y), (front.x, front.bottom), (front.right, front.bottom)]
    for one, other in zip(seen, wanted, strict=True):
        assert one == pytest.approx(other, abs=1e-9)


@given(boxes, st.floats(0, 700), st.booleans())
def test_a_fold_brings_the_same_piece_about(front: Box, at: float, across: bool) -> None:
    place = Mirror(at, across).place(front)

    def folded(x: float, y: float) -> Point:
        return (x, 2 * at - y) if across else (2 * at - x, y)

    assert folded(*place.apply(0, 0)) == pytest.approx((front.right, front.y), abs=1e-9)
    assert folded(*place.apply(front.width, front.height)) == pytest.approx((front.x, front.bottom), abs=1e-9)
    assert place.a * place.d - place.b * place.c == 1  # the place is mirrored, never the drawing


@given(boxes, st.floats(0, 700), st.booleans())
def test_a_mirror_gives_back_what_it_took(front: Box, at: float, across: bool) -> None:
    assert Mirror(at, across).box(Mirror(at, across).box(front)) == pytest.approx(front, abs=1e-9)


@pytest.mark.parametrize(("width", "height", "edge", "over_a_level_edge"), [
    (210, 297, "long", False), (210, 297, "short", True), (297, 210, "long", True),
    (297, 210, "short", False)])
def test_the_long_edge_hangs_on_the_way_a_page_lies(width: float, height: float, edge: str,
                                                    over_a_level_edge: bool) -> None:
    assert backs.overturned(Page(width, height, ()), edge) is over_a_level_edge


@given(st.tuples(st.floats(-14, 14), st.floats(-14, 14)), st.sampled_from(["long", "short"]))
def test_an_offset_moves_the_page_as_it_lies_in_the_printer(offset: tuple[float, float], edge: str) -> None:
    def way(by: tuple[float, float]) -> Transform:
        found = backs.turned(Page(600, 800, ()), edge, by).items
        return found[0].transform if found and isinstance(found[0], Group) else IDENTITY

    (x, y), (moved_x, moved_y) = way((0, 0)).apply(30, 40), way(offset).apply(30, 40)
    assert (moved_x - x, moved_y - y) == pytest.approx(offset, abs=1e-9)
