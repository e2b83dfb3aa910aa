"""Hexes as drawn: their sides once each, outlines, and lines that run through them."""

from __future__ import annotations

import math

import pytest

from printshop.drawing.display_list import MoveTo, Stroke
from printshop.drawing.geometry import measure_signed_area
from printshop.drawing.shapes import measure_outline
from printshop.hexes import Orientation
from printshop.layout import hex_grid

RING = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # six hexes round a hole
BOTH = pytest.mark.parametrize("orientation", [Orientation.FLAT, Orientation.POINTY])


@BOTH
def test_layout_touches_the_axes(orientation: Orientation) -> None:
    layout = hex_grid.place_hexes(RING, orientation, 40)
    assert layout.grid.measure_bounds(RING) == pytest.approx((0, 0, layout.width, layout.height))
    assert {round(layout.width, 3), round(layout.height, 3)} == {120.0, round(200 / math.sqrt(3), 3)}


@BOTH
def test_sides_between_hexes_and_round_a_hole_are_drawn_once(orientation: Orientation) -> None:
    grid = hex_grid.place_hexes(RING, orientation, 40).grid
    inner = hex_grid.draw_grid_lines(grid, RING, Stroke())
    assert sum(isinstance(part, MoveTo) for part in inner.segments) == 6 + 6
    whole = hex_grid.draw_grid_lines(grid, RING, Stroke(), outer=True)
    assert sum(isinstance(part, MoveTo) for part in whole.segments) == 6 + 6 + 18


@BOTH
def test_straight_edge_is_outside_all_hexes(orientation: Orientation) -> None:
    layout = hex_grid.place_hexes(RING, orientation, 40)
    edge = hex_grid.draw_cut_outline(layout.grid, RING, convex=True, offset=5)
    left, top, right, bottom = measure_outline(edge.segments)
    assert min(left, top) < 0
    corners = hex_grid.find_offset_hull([corner for loop in layout.grid.trace_outlines(RING) for corner in loop])
    assert len(corners) == 12  # two of each hex of the ring
    assert measure_signed_area(corners) > 0  # clockwise on the page
    assert right - left > layout.width + 9.9
    assert bottom - top > layout.height + 9.9


def test_line_is_interrupted_by_a_hole() -> None:
    grid = hex_grid.place_hexes(RING, Orientation.FLAT, 40).grid
    x, y = grid.find_center((0, 0))
    [(near, far)] = hex_grid.find_line_spans(grid, RING, (x, y), 0)
    assert (near, far) == pytest.approx((20, 60))  # out of the hole, through one hex
