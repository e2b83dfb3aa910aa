"""Paths cut along a convex outline."""

from __future__ import annotations

import pytest
from helpers import sample_page
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes as sh
from printshop.drawing.clipping import ConvexRegion, clip_path, flatten_outlines, make_region
from printshop.drawing.display_list import Path, Stroke

BOX = ConvexRegion([(0, 0), (100, 0), (100, 60), (0, 60)])
PLACES = st.tuples(st.floats(-150, 250), st.floats(-150, 250))


def area(path: Path) -> float:
    """The area of the outlines, those that turn the other way counted off."""
    return sum(
        (x1 * y2 - x2 * y1) / 2
        for points, _ in flatten_outlines(path.segments)
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )


def total(path: Path, inside: ConvexRegion) -> float:
    return sum(area(piece) for piece in clip_path(path, inside))


@given(st.lists(PLACES, min_size=3, max_size=8))
def test_two_halves_make_the_whole(corners: list[tuple[float, float]]) -> None:
    shape = sh.polygon(corners, fill=sample_page.RED)
    left = ConvexRegion([(0, 0), (40, 0), (40, 60), (0, 60)])
    right = ConvexRegion([(100, 60), (40, 60), (40, 0), (100, 0)])
    assert total(shape, left) + total(shape, right) == pytest.approx(total(shape, BOX), abs=1e-6)


@given(st.lists(PLACES, min_size=2, max_size=6), st.sampled_from(["miter", "round", "bevel"]))
def test_no_ink_is_left_outside(corners: list[tuple[float, float]], join: str) -> None:
    line = sh.polyline(corners, fill=sample_page.RED, stroke=Stroke(width=3, join=join, cap="round"))  # type: ignore[arg-type]
    for piece in clip_path(line, BOX):
        reach = 2 if piece.stroke else 0
        for points, _ in flatten_outlines(piece.segments):
            assert min(map(BOX.measure_depth, points)) >= (reach if piece is line else -1e-9)


def test_what_lies_inside_is_kept_as_it_is() -> None:
    circle = sh.circle(50, 30, 20, fill=sample_page.RED, stroke=Stroke())
    assert list(clip_path(circle, BOX)) == [circle]


def test_a_line_that_is_cut_becomes_its_ink() -> None:
    (piece,) = clip_path(sh.line(-50, 30, 50, 30, Stroke(sample_page.BLUE, 4)), BOX)
    assert (piece.fill, piece.stroke) == (sample_page.BLUE, None)
    assert sh.measure_outline(piece.segments) == pytest.approx((0, 28, 50, 32))


def test_a_mitre_keeps_its_tip() -> None:
    (piece,) = clip_path(sh.polyline([(-50, 10), (50, 10), (50, 50)], stroke=Stroke(width=4)), BOX)
    assert sh.measure_outline(piece.segments) == pytest.approx((0, 8, 52, 50))


@pytest.mark.parametrize(("path", "convex"), [
    (sh.rect(0, 0, 9, 9), True),
    (sh.circle(0, 0, 9), True),
    (sh.rounded_rect(0, 0, 90, 50, 8), True),
    (sh.regular_polygon(0, 0, 9, 6), True),
    (sample_page.star(0, 0, "nonzero"), False),
    (Path(sh.circle(0, 0, 9).segments + sh.circle(0, 0, 5).segments), False),
    (sample_page.sector(0, 0, 9, 0, 270), False),
    (sh.line(0, 0, 9, 9), False),
])  # fmt: skip
def test_only_convex_outlines_are_regions(path: Path, convex: bool) -> None:
    assert (make_region(path) is not None) == convex
