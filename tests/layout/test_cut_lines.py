"""Cut lines: every edge once, ticks and guides clear of the cutouts, bleed where there is no neighbour."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    CurveTo,
    Group,
    Item,
    LineTo,
    MoveTo,
    PageLayer,
    Path,
    Stroke,
)
from printshop.drawing.shapes import measure_outline
from printshop.hexes import Orientation
from printshop.layout.cut_lines import CUT_STROKE, draw_sheet, find_guide_obstacles, find_guides, find_straight_cuts
from printshop.layout.cutouts import (
    BLEED,
    GUTTER,
    TICK_DISTANCE,
    TICK_LENGTH,
    Cutout,
    CutoutBatch,
    CutSettings,
    HexOutline,
    PieceFold,
)
from printshop.layout.packing import CutoutBlock, pack_batches
from printshop.layout.rectangles import Rect

SIZE = 40.0
BOX = Rect(0, 0, 512, 600)


def block(there: list[bool], columns: int, folds: tuple[PieceFold, ...] = ()) -> CutoutBlock:
    pieces = tuple(Cutout(str(number), SIZE, SIZE, (), folds) if full else None for number, full in enumerate(there))
    return CutoutBlock(CutoutBatch("grid", "", pieces), 100, 100, columns, pieces, 200)


def layer(items: tuple[Item, ...], expected: PageLayer) -> list[Path]:
    return [path for item in items if isinstance(item, Group) and item.layer is expected
            for path in item.items if isinstance(path, Path)]


def list_straight_lines(path: Path) -> list[tuple[float, float, float, float]]:
    """The separate lines of a path, each from left to right or from top to bottom."""
    result, at = [], (0.0, 0.0)
    for part in path.segments:
        match part:
            case MoveTo(x, y):
                at = x, y
            case LineTo(x, y):
                (x1, y1), (x2, y2) = sorted([at, (x, y)])
                result.append((x1, y1, x2, y2))
    return result


def unit_edges(lines: list[tuple[float, float, float, float]]) -> Counter[tuple[float, float, bool]]:
    """Cut lines into pieces of one cell's length, by place and direction."""
    edges: Counter[tuple[float, float, bool]] = Counter()
    for x1, y1, x2, y2 in lines:
        across = y1 == y2
        for step in range(round((x2 - x1 if across else y2 - y1) / SIZE)):
            edges[x1 + step * SIZE * across, y1 + step * SIZE * (not across), across] += 1
    return edges


@given(st.lists(st.booleans(), min_size=1, max_size=30).filter(any), st.integers(1, 7))
def test_every_edge_of_every_piece_is_cut_once(there: list[bool], columns: int) -> None:
    grid = block(there, columns)
    expected = set()
    for index in (index for index, piece in enumerate(there) if piece):
        x, y = 100 + index % columns * SIZE, 100 + index // columns * SIZE
        expected |= {(x, y, True), (x, y + SIZE, True), (x, y, False), (x + SIZE, y, False)}
    cuts = [one for path in layer(draw_sheet((grid,)), PageLayer.CUT) for one in list_straight_lines(path)]
    edges = unit_edges(cuts)
    assert set(edges) == expected
    assert set(edges.values()) == {1}


def test_ticks_are_outside_at_both_ends_of_every_cut() -> None:
    grid = block([True] * 5, 3)
    ticks = [one for path in layer(draw_sheet((grid,)), PageLayer.GUIDE) for one in list_straight_lines(path)]
    near, far = TICK_DISTANCE, TICK_DISTANCE + TICK_LENGTH
    for x, last in ((100, 180), (140, 180), (180, 180), (220, 140)):  # the last cell is empty: cuts end before it
        assert (x, 100 - far, x, 100 - near) in ticks
        assert (x, last + near, x, last + far) in ticks
    for y, last in ((100, 220), (140, 220), (180, 180)):
        assert (100 - far, y, 100 - near, y) in ticks
        assert (last + near, y, last + far, y) in ticks
    assert len(ticks) == 14
    assert near > BLEED


def test_separate_pieces_have_their_own_cuts_and_bleed_on_all_sides() -> None:
    pieces = tuple(Cutout(str(number), SIZE, SIZE, ()) for number in range(3))
    grid = CutoutBlock(CutoutBatch("apart", "", pieces, has_gutter=True), 100, 100, 2, pieces, 200)
    cuts = [one for path in layer(draw_sheet((grid,)), PageLayer.CUT) for one in list_straight_lines(path)]
    step = SIZE + GUTTER
    assert {x1 for x1, _, x2, _ in cuts if x1 == x2} == {100, 140, 100 + step, 140 + step}
    assert {y1 for _, y1, _, y2 in cuts if y1 == y2} == {100, 140, 100 + step, 140 + step}
    assert (100, 100 + step, 140, 100 + step) in cuts  # no further than the only piece of its row
    assert pytest.approx(2 * BLEED) == GUTTER
    boxes = clips(grid)
    assert all((right - left, bottom - top) == pytest.approx((SIZE + 2 * BLEED, SIZE + 2 * BLEED))
               for left, top, right, bottom in boxes)
    assert boxes[0][2] == pytest.approx(boxes[1][0])  # the colours of neighbours meet in the middle of the gutter


def test_folds_and_cuts_differ() -> None:
    items = draw_sheet((block([True, True, True], 2, (PieceFold(10), PieceFold(20, ridge=True))),))
    folds = layer(items, PageLayer.SCORE)
    assert [list_straight_lines(path) for path in folds] == [
        [(100, 110, 180, 110)], [(100, 120, 180, 120)], [(100, 150, 140, 150)], [(100, 160, 140, 160)]]
    dashes = [path.stroke.dash for path in folds if path.stroke]
    assert len(set(dashes)) == 2
    assert all(dashes)
    assert all(isinstance(path.stroke, Stroke) and not path.stroke.dash for path in layer(items, PageLayer.CUT))


def test_ticks_of_folds_are_only_at_pieces() -> None:
    ticks = [one for path in layer(draw_sheet((block([True, True, True], 2, (PieceFold(10),)),)), PageLayer.GUIDE)
             for one in list_straight_lines(path)]
    ends = {(y, x1, x2) for x1, y, x2, _ in ticks if y in (110, 150)}
    near, far = TICK_DISTANCE, TICK_DISTANCE + TICK_LENGTH
    assert ends == {(110, 100 - far, 100 - near), (110, 180 + near, 180 + far),
                    (150, 100 - far, 100 - near), (150, 140 + near, 140 + far)}


def clips(grid: CutoutBlock) -> list[tuple[float, float, float, float]]:
    group = next(item for item in draw_sheet((grid,)) if isinstance(item, Group) and item.layer is None)
    results = []
    for piece in group.items:
        assert isinstance(piece, Group)
        assert piece.clip
        left, top, right, bottom = measure_outline(piece.clip.segments)
        x, y = piece.transform.e, piece.transform.f
        results.append((x + left, y + top, x + right, y + bottom))
    return results


def test_colour_bleeds_only_without_a_neighbour() -> None:
    assert clips(block([True, True, True], 2)) == [
        (100 - BLEED, 100 - BLEED, 140, 140), (140, 100 - BLEED, 180 + BLEED, 140 + BLEED),
        (100 - BLEED, 140, 140 + BLEED, 180 + BLEED)]


def make_colored_piece(fill: Color, left: float, width: float) -> Cutout:
    return Cutout("x", SIZE, SIZE, (Group((shapes.rect(left, 5, width, 15, fill=fill),)),))


def find_printed_cuts(grid: CutoutBlock) -> list[tuple[float, ...]]:
    """Return the cuts of a block that are printed."""
    drawing = [*layer(draw_sheet((grid,)), PageLayer.CUT), *layer(draw_sheet((grid,)), PageLayer.GUIDE)]
    return sorted(one for path in drawing if path.stroke == CUT_STROKE for one in list_straight_lines(path))


@pytest.mark.parametrize("fill", [Color(0, 0, 0), Color(240, 228, 66), Color(245, 240, 225)])
def test_no_cut_is_printed_across_colour_and_all_are_on_the_cut_layer(fill: Color) -> None:
    white, other = Cutout("w", SIZE, SIZE, ()), make_colored_piece(fill, -4, 20)
    plain, grid = (CutoutBlock(CutoutBatch("", "", pieces), 100, 100, 2, pieces, 200)
                   for pieces in ((white, white), (white, other)))
    shared = (100.0 + SIZE, 100.0, 100.0 + SIZE, 100.0 + SIZE)
    assert shared in find_printed_cuts(plain)
    assert shared not in find_printed_cuts(grid)
    assert (*shared[:3], 105.0) in find_printed_cuts(grid)  # up to the colour
    assert (shared[0], 120.0, *shared[2:]) in find_printed_cuts(grid)  # and on from it
    assert all(
        len([one for path in layer(draw_sheet((block,)), PageLayer.CUT) for one in list_straight_lines(path)]) == 5
        for block in (plain, grid)
    )


def test_no_cut_is_printed_in_the_bleed_between_coloured_edges() -> None:
    """A band along the bottom of each piece is printed over the gap between neighbours, too."""
    band = shapes.rect(-BLEED, SIZE - 8, SIZE + 2 * BLEED, 8 + BLEED, fill=Color(20, 10, 140))
    pieces = tuple(Cutout(str(n), SIZE, SIZE, (band,)) for n in range(3))
    row = CutoutBlock(CutoutBatch("", "", pieces, cut=CutSettings(gap=2 * BLEED)), 100, 100, 3, pieces, 200)
    assert [one for one in find_printed_cuts(row) if one[1] == one[3] == 100.0 + SIZE] == []


def test_crosses_mark_meeting_cuts_in_colour() -> None:
    pieces = tuple(Cutout(str(n), SIZE, SIZE, (shapes.rect(-4, -4, SIZE + 8, SIZE + 8, fill=Color(20, 10, 40)),))
                   for n in range(4))
    grid = CutoutBlock(CutoutBatch("dark", "", pieces), 100, 100, 2, pieces, 200)
    assert not find_printed_cuts(grid)
    [arms] = [path for path in layer(draw_sheet((grid,)), PageLayer.GUIDE) if path.stroke
              and path.stroke.color == WHITE]
    middle = 100 + SIZE
    assert {((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in list_straight_lines(arms)} == {(middle, middle)}


def test_dark_hexes_and_discs_are_cut_along_white_lines() -> None:
    ground = shapes.circle(22, 22, 25, fill=Color(0, 0, 0))
    disc = tuple(Cutout(str(number), 45, 45, (ground,), is_round=True) for number in range(3))
    [[grid]] = pack_batches([CutoutBatch("discs", "", disc)], BOX)
    form = HexOutline(Orientation.FLAT, 60, 0, ((0, 0),))
    hexes = tuple(Cutout(str(number), *form.size, (shapes.rect(-5, -5, 99, 99, fill=Color(0, 0, 0)),), hex_outline=form)
                  for number in range(3))
    [[comb]] = pack_batches([CutoutBatch("hexes", "", hexes)], BOX)
    for block in (grid, comb):
        assert {path.stroke.color for path in layer(draw_sheet((block,)), PageLayer.CUT) if path.stroke} == {WHITE}
        assert {path.stroke.color for path in layer(draw_sheet((block,), outlines=True), PageLayer.CUT)
                if path.stroke} == {BLACK}


def test_corners_are_marked_and_cuts_stay_straight() -> None:
    pieces = (Cutout("x", SIZE, SIZE, ()), Cutout("y", SIZE, SIZE, ()))
    grid = CutoutBlock(CutoutBatch("round", "", pieces, cut=CutSettings(corner_radius=6)), 100, 100, 2, pieces, 200)
    plain = CutoutBlock(CutoutBatch("round", "", pieces), 100, 100, 2, pieces, 200)
    arcs = [path for path in layer(draw_sheet((grid,)), PageLayer.GUIDE)
            if any(isinstance(part, CurveTo) for part in path.segments)]
    assert len(arcs) == 8
    assert measure_outline(arcs[0].segments) == pytest.approx((100, 100, 106, 106))
    assert layer(draw_sheet((grid,)), PageLayer.CUT) == layer(draw_sheet((plain,)), PageLayer.CUT)


def test_gap_and_bleed_have_their_stated_size() -> None:
    pieces = tuple(Cutout(str(number), SIZE, SIZE, ()) for number in range(3))
    grid = CutoutBlock(CutoutBatch("wide", "", pieces, cut=CutSettings(gap=9, bleed=6)), 100, 100, 2, pieces, 200)
    assert [box[:2] for box in clips(grid)] == [(94, 94), (149 - 4.5, 94), (94, 149 - 4.5)]
    assert clips(grid)[0][2:] == (140 + 4.5, 140 + 4.5)
    ticks = [one for path in layer(draw_sheet((grid,)), PageLayer.GUIDE) for one in list_straight_lines(path)]
    assert min(100 - y2 for x1, y1, x2, y2 in ticks if x1 == x2 and y2 < 100) > 6  # clear of the bleed


AREA = Rect(20, 20, 480, 640)
OFF = 5.0


def test_guide_ends_before_obstacles() -> None:
    level = (100.0, 200.0, 300.0, 200.0)
    beside, elsewhere = Rect(400, 150, 50, 100), Rect(400, 300, 50, 100)
    assert list(find_guides([level], OFF, AREA, [beside, elsewhere])) == [(20, 200, 95, 200), (305, 200, 395, 200)]
    assert list(find_guides([level], OFF, AREA, [Rect(308, 150, 50, 100)])) == [(20, 200, 95, 200)]  # there is no room


batches = st.lists(st.tuples(st.sampled_from([30.0, 36.0, 45.0, 80.0]), st.integers(1, 40),
                             st.sets(st.integers(0, 39), max_size=6)), min_size=1, max_size=4)


@pytest.mark.slow
@given(batches)
def test_no_guide_crosses_a_piece_or_a_label(arguments: list[tuple[float, int, set[int]]]) -> None:
    results = []
    for number, (size, count, missing) in enumerate(arguments):
        pieces = tuple(None if index and index in missing else Cutout(f"{index}", size, size, ())
                       for index in range(count))
        results.append(CutoutBatch(f"batch {number}", "", pieces))
    for sheet in pack_batches(results, AREA):
        draw_sheet(sheet, AREA)
        obstacles = find_guide_obstacles(sheet)
        cuts = [cut for block in sheet for cut in find_straight_cuts(block)]
        for x1, y1, x2, y2 in find_guides(cuts, OFF, AREA, obstacles):
            assert AREA.x - 1e-6 <= x1 <= x2 <= AREA.right + 1e-6
            assert AREA.y - 1e-6 <= y1 <= y2 <= AREA.bottom + 1e-6
            for box in obstacles:
                clear = (x2 <= box.x - OFF + 1e-6 or x1 >= box.right + OFF - 1e-6 or y2 < box.y - 1e-6
                         or y1 > box.bottom + 1e-6) if y1 == y2 else (
                    y2 <= box.y - OFF + 1e-6 or y1 >= box.bottom + OFF - 1e-6 or x2 < box.x - 1e-6
                    or x1 > box.right + 1e-6)
                assert clear
