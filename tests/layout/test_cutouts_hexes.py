"""Cutouts of hexes: nested without overlap, every edge cut once, colour clear of the neighbours."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import dist, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.hexes import Hex, HexGrid, Orientation, hex_directions, step_hex
from printshop.layout import cut_lines, cutouts
from printshop.layout.cutouts import BLEED, GUTTER, Cutout, CutoutBatch, HexOutline, arrange_nested
from printshop.layout.packing import CutoutBlock, pack_batches
from printshop.layout.rectangles import Rect, find_largest_rect

BOX = Rect(20, 30, 512, 640)
TRIANGLE = ((0, 0), (-1, 1), (0, 1))
Point = tuple[float, float]


@st.composite
def shapes_of_hexes(draw_: st.DrawFn) -> HexOutline:
    """Any piece without holes: hexes added one by one to those that are there."""
    orientation = draw_(st.sampled_from([Orientation.FLAT, Orientation.POINTY]))
    cells: list[Hex] = [(0, 0)]
    for choice in draw_(st.lists(st.integers(0, 1000), max_size=6)):
        beside = sorted({step_hex(cell, step) for cell in cells for step in hex_directions(orientation)} - set(cells))
        cells.append(beside[choice % len(beside)])
    if len(HexGrid(orientation, 1.0).trace_rims(cells)) > 1:
        cells = cells[:1]
    return HexOutline(orientation, draw_(st.floats(20, 60)), draw_(st.sampled_from([0.0, 1.0, 2.5])), tuple(cells))


def make_block(form: HexOutline, count: int, *, apart: bool = False) -> CutoutBlock:
    pieces = tuple(Cutout(str(number), *form.size, (), hex_outline=form) for number in range(count))
    [[block]] = pack_batches([CutoutBatch("comb", "", pieces, has_gutter=apart)], BOX)
    return block


def hexes_of(form: HexOutline, x: float, y: float) -> list[Point]:
    return [(x + px, y + py) for px, py in (form.grid.find_center(cell) for cell in form.cells)]


@settings(max_examples=30)
@given(shapes_of_hexes(), st.floats(120, 500), st.floats(120, 500))
def test_pieces_do_not_overlap_and_are_inside_their_area(form: HexOutline, width: float, height: float) -> None:
    result = arrange_nested(form, (width, height), 0.0)
    if result is None:
        assert form.size[0] > width or form.size[1] > height
        return
    count = min(result.capacity, 40)
    places = [result.place_piece(index) for index in range(count)]
    assert max(x for x, _ in places) + form.size[0] <= width + 1e-6
    assert max(y for _, y in places) + form.size[1] <= height + 1e-6
    assert min(min(place) for place in places) >= 0
    pitch = form.across - 2 * form.inset if len(form.cells) == 1 else form.across
    for one, other in combinations([hexes_of(form, *place) for place in places], 2):
        assert min(dist(a, b) for a in one for b in other) >= pitch - 1e-6


@settings(max_examples=25)
@given(shapes_of_hexes(), st.integers(1, 9))
def test_every_edge_is_cut_exactly_once(form: HexOutline, count: int) -> None:
    pieces = tuple(Cutout(str(number), *form.size, (), hex_outline=form) for number in range(count))
    for [block] in pack_batches([CutoutBatch("comb", "", pieces)], BOX):
        expected = {frozenset((round(x + cell.x, 2), round(y + cell.y, 2)) for x, y in edge)
                    for _, cell in block.placed for edge in form.list_edges()}
        cut = Counter(frozenset((round(x, 2), round(y, 2)) for x, y in pair)
                      for chain in cut_lines.find_hex_cut_lines(block) for pair in pairwise(chain))
        assert set(cut.values()) == {1}
        assert sum(cut.values()) == len(expected)


@pytest.mark.slow
@settings(max_examples=20)
@given(shapes_of_hexes(), st.sampled_from([0.0, 9.0]), st.floats(150, 400), st.floats(150, 400))
def test_cuts_coincide_or_have_space_between_them(form: HexOutline, gap: float, width: float,
                                                  height: float) -> None:
    items = arrange_nested(form, (width, height), gap)
    least = max(gap, cutouts.CUT_CLEARANCE) if form.inset and len(form.cells) > 1 else gap
    for one, other in combinations([items.place_piece(k) for k in range(min(items.capacity, 12))] if items else (), 2):
        assert measure_gap(form, one, other) >= least - 1e-6


def measure_gap(form: HexOutline, one: Point, other: Point) -> float:
    """Return the least distance of a corner of either outline from the other outline: 0 where they touch."""
    here, there = ([(x + dx, y + dy) for x, y in form.cut_corners] for dx, dy in (one, other))
    return min(measure_to_side(corner, side) for corners, sides in ((here, there), (there, here)) for corner in corners
               for side in pairwise((*sides, sides[0])))


def measure_to_side(point: Point, side: tuple[Point, Point]) -> float:
    (x, y), ((x1, y1), (x2, y2)) = point, side
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / dist(*side) ** 2
    share = min(max(along, 0.0), 1.0)
    return dist(point, (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))


def test_hexes_are_separate_if_there_is_space() -> None:
    form = HexOutline(Orientation.POINTY, 40.0, 0.5, TRIANGLE)
    block = make_block(form, 4)
    cells = [cell for _, cell in block.placed]
    for one, other in combinations(cells, 2):
        across, down = abs(one.x - other.x) - one.width, abs(one.y - other.y) - one.height
        assert max(across, down) >= GUTTER - 1e-6


def test_odd_line_can_be_shorter_to_use_the_width() -> None:
    form = HexOutline(Orientation.POINTY, 40.0, 0.0, ((0, 0),))
    result = arrange_nested(form, (165.0, 200.0), 0.0)
    assert result
    assert (result.per_line, result.short_odd_lines, result.capacity) == (4, True, 4 + 3 + 4 + 3 + 4)
    assert [result.place_piece(index)[0] for index in range(8)] == [0, 40, 80, 120, 20, 60, 100, 0]


def test_fold_is_a_shared_side_of_both_faces() -> None:
    for orientation, level in ((Orientation.POINTY, 0), (Orientation.FLAT, 1)):
        form = HexOutline(orientation, 40.0, 0.5, ((0, 0),)).add_folded_back()
        crease = form.crease
        assert crease
        (a, b) = crease
        assert dist(a, b) == pytest.approx(39 / sqrt(3))
        assert a[level] == pytest.approx(b[level])
        middle = form.size[level] / 2
        assert a[level] == pytest.approx(middle)
        assert form.size[level] == pytest.approx(78)
    block = make_block(form, 3)
    creases = [crease for _, crease in cut_lines.find_creases(block)]
    assert len(creases) == 3
    cut = {frozenset(pair) for chain in cut_lines.find_hex_cut_lines(block) for pair in pairwise(chain)}
    assert not any(frozenset(((round(x1, 3), round(y1, 3)), (round(x2, 3), round(y2, 3)))) in cut
                   for x1, y1, x2, y2 in creases)


def test_colour_bleeds_over_unshared_edges() -> None:
    form = HexOutline(Orientation.POINTY, 40.0, 0.5, ((0, 0),))
    [alone] = cut_lines.find_hex_clips(make_block(form, 1))
    grown = HexOutline(Orientation.POINTY, 39 + 2 * BLEED, 0.0, ((0, 0),)).size
    left, top, right, bottom = (min(x for x, _ in alone), min(y for _, y in alone),
                                max(x for x, _ in alone), max(y for _, y in alone))
    assert (right - left, bottom - top) == pytest.approx(grown)
    first, second = cut_lines.find_hex_clips(make_block(form, 2))
    assert max(x for x, _ in first) == pytest.approx(form.size[0])
    assert min(x for x, _ in second) == pytest.approx(0)
    assert max(x for x, _ in second) == pytest.approx(form.size[0] + BLEED)


def test_separate_pieces_have_space_for_both_bleeds() -> None:
    form = HexOutline(Orientation.FLAT, 40.0, 0.5, ((0, 0),))
    block = make_block(form, 5, apart=True)
    centers = [cell.center for _, cell in block.placed]
    assert min(dist(a, b) for a, b in combinations(centers, 2)) == pytest.approx(39 + GUTTER)
    assert len(list(cut_lines.find_hex_cut_lines(block))) == 5


def test_every_nesting_is_found_in_time() -> None:
    line = tuple((0, r) for r in range(19))
    assert len(cutouts._find_nestings(line, vertical=True)) < 2000
    result = arrange_nested(HexOutline(Orientation.FLAT, 10.0, 0.0, line), (500.0, 500.0), 0.0)
    assert result
    assert result.capacity >= 2 * 57


def test_largest_rectangle_is_inside() -> None:
    hexagon = HexOutline(Orientation.POINTY, 40.0, 0.0, ((0, 0),)).cut_corners
    box = find_largest_rect(hexagon, Rect(0, 0, 40, 46.19))
    assert box.width * box.height >= 0.95 * 40 * 40 / sqrt(3)
    tip = find_largest_rect(hexagon, Rect(0, 0, 40, 8))
    assert tip.bottom == pytest.approx(8)
    for x, y in ((tip.x, tip.y), (tip.right, tip.y)):
        assert abs(x - 20) <= y * sqrt(3) + 1e-3
    assert find_largest_rect(hexagon, Rect(0, 60, 40, 8)).width == 0
    notched = HexOutline(Orientation.POINTY, 40.0, 0.0, TRIANGLE).cut_corners
    whole = find_largest_rect(notched, Rect(0, 0, 80, 81))
    assert (whole.width, whole.height) == (pytest.approx(40, abs=0.01), pytest.approx(100 / sqrt(3), abs=0.1))
