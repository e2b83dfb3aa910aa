"""Pieces to cut out: gaps, margins, ticks, turned pieces and joined backs, and rows and columns of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from helpers.pages import find_outlines

from printshop.drawing import shapes
from printshop.drawing.display_list import Group
from printshop.hexes import Orientation
from printshop.layout.cutouts import (
    BLEED,
    GUTTER,
    HEX_MARGIN,
    ROUND_GAP,
    TICK_LENGTH,
    TICK_MARGIN,
    Arrangement,
    Cutout,
    CutoutBatch,
    CutSettings,
    HexOutline,
    PieceFold,
    arrange_apart,
    arrange_grid,
    arrange_nested,
    join_back,
)
from printshop.layout.duplex import BackMode
from printshop.layout.packing import fit_regular_grid
from printshop.layout.rectangles import PAPERS, Paper, Rect
from printshop.lengths import MM

PIECE, ROUND = Cutout("a", 40, 30, ()), Cutout("r", 40, 40, (), is_round=True)


def batch(*pieces: Cutout | None, **more: object) -> CutoutBatch:
    return CutoutBatch("some", "", pieces or (PIECE,), **more)  # type: ignore[arg-type]


def test_pieces_share_cuts_unless_they_are_round_or_differ_in_colour() -> None:
    assert batch().gap == 0
    assert batch(has_gutter=True).gap == pytest.approx(GUTTER) == pytest.approx(2 * BLEED)
    assert batch(ROUND).gap == pytest.approx(ROUND_GAP)
    wide = CutSettings(bleed=3 * MM)
    assert batch(has_gutter=True, cut=wide).gap == batch(ROUND, cut=wide).gap == pytest.approx(6 * MM)
    assert batch(cut=wide).gap == 0
    assert batch(ROUND, cut=CutSettings(gap=1.0)).gap == 1
    groups = replace(PIECE, group="x"), replace(PIECE, group="y")
    assert batch(*groups, gutter_if_grouped=True).gap == pytest.approx(GUTTER)
    assert batch(*groups).gap == batch(groups[0], groups[0], gutter_if_grouped=True).gap == 0


def test_margin_of_a_block_contains_its_ticks_outside_the_bleed() -> None:
    for bleed in (BLEED, 3 * MM):
        one = batch(cut=CutSettings(bleed=bleed))
        assert one.tick_distance - bleed == pytest.approx(0.3 * MM)
        assert one.margin == pytest.approx(one.tick_distance + TICK_LENGTH + TICK_MARGIN)
        assert one.tick_length == TICK_LENGTH
    form = HexOutline(Orientation.FLAT, 40, 0, ((0, 0),))
    assert batch(Cutout("h", *form.size, (), hex_outline=form)).margin == pytest.approx(BLEED + HEX_MARGIN)


def test_short_ticks_are_closer_if_no_back_bleeds() -> None:
    short = batch(short_ticks=True, cut=CutSettings(back_mode=BackMode.NONE))
    assert (short.tick_distance, short.tick_length) == pytest.approx((0.7 * MM, 1.2 * MM))
    assert batch(short_ticks=True).tick_distance == pytest.approx(BLEED + 0.3 * MM)
    assert batch(short_ticks=True, cut=CutSettings(bleed=0)).tick_distance == pytest.approx(0.7 * MM)


def test_groups_have_the_size_of_all_members_and_headings_split_them() -> None:
    x, y = replace(PIECE, group="x"), replace(PIECE, group="y")
    assert (batch(x, x, y, y).group_size, batch(x, x, y).group_size, batch(x, None, x).group_size) == (2, 1, 2)
    result = batch(x, y, x, titled_groups=True).split_groups()
    assert [(one.title, len(one.pieces)) for one in result] == [("x", 2), ("y", 1)]
    whole = batch(x, y)
    assert whole.split_groups() == (whole,)
    with pytest.raises(ValueError, match="'some' must have one size and one shape"):
        batch(PIECE, ROUND)
    with pytest.raises(ValueError, match="at least one piece"):
        assert batch(None).sample


def test_backs_are_joined_as_configured() -> None:
    assert batch().back_mode is BackMode.NONE
    assert batch(replace(PIECE, back=(shapes.rect(0, 0, 1, 1),))).back_mode is BackMode.BESIDE


def test_turned_piece_has_its_corners_and_folds() -> None:
    piece = Cutout("a", 40, 30, (shapes.rect(0, 0, 10, 5),), (PieceFold(12), PieceFold(8, vertical=True)),
                   back=(shapes.rect(0, 0, 10, 5),))
    turned = piece.rotate()
    assert (turned.width, turned.height) == (30, 40)
    assert turned.folds == (PieceFold(30 - 12, vertical=True), PieceFold(8))
    assert shapes.measure_bounds(turned.items) == pytest.approx((25, 0, 30, 10))  # top left comes to the top right
    assert shapes.measure_bounds(turned.back) == pytest.approx((0, 30, 5, 40))  # seen from behind: the other way
    assert PIECE.rotate().back == ()


@pytest.mark.parametrize("vertical", [False, True])
def test_back_is_joined_at_a_fold_that_neither_face_crosses(vertical: bool) -> None:
    face = (shapes.rect(0, 0, 10, 5),)
    items, fold, size = join_back(face, face, (40, 30), vertical=vertical)
    assert (fold.position, fold.vertical) == (40 if vertical else 30, vertical)
    assert size == ((80, 30) if vertical else (40, 60))
    boxes = [shapes.measure_bounds([replace(item, clip=None)]) for item in items if isinstance(item, Group)]
    assert sorted(boxes) == sorted([(0, 0, 10, 5), (40, 0, 50, 5)] if vertical else [(30, 25, 40, 30), (0, 30, 10, 35)])
    for item in items:  # colour of a face ends at the fold, and nowhere near elsewhere
        assert isinstance(item, Group)
        assert item.clip
        left, top, right, bottom = shapes.measure_bounds([Group((item.clip,), item.transform)], with_strokes=False)
        low, high = (left, right) if vertical else (top, bottom)
        assert fold.position in (pytest.approx(low), pytest.approx(high))
        assert high - low > 70
        assert (bottom - top if vertical else right - left) > 100


def test_round_piece_is_cut_along_a_circle_and_others_along_their_outline() -> None:
    assert PIECE.cut_line is None
    (outline,) = find_outlines([ROUND.cut_line] if ROUND.cut_line else [])
    assert shapes.measure_outline(outline.segments) == pytest.approx((0, 0, 40, 40))
    own = shapes.rect(1, 1, 5, 5)
    assert replace(ROUND, outline=own).cut_line == own


@pytest.mark.parametrize(("area", "items"), [
    ((89.99, 70), (1, 2)), ((90, 70), (2, 2)), ((140, 69.99), (3, 1)), ((40, 30), (1, 1)), ((39.9, 99), None),
    ((99, 29.9), None),
])
def test_rows_and_columns_contain_all_pieces_that_fit(area: tuple[float, float], items: tuple[int, int] | None
                                                      ) -> None:
    arrangement = arrange_grid((40, 30), area, 10)
    assert (arrangement and (arrangement.per_line, arrangement.lines)) == items
    upright = arrange_grid((40, 30), area, 10, vertical=True)
    assert (upright and (upright.lines, upright.per_line)) == items
    for one in filter(None, (arrangement, upright)):
        places = [one.place_piece(index) for index in range(one.capacity)]
        assert len(set(places)) == one.capacity
        assert all(x % 50 == 0 and y % 40 == 0 for x, y in places)
        width, height = one.measure_block(one.capacity)
        assert width <= area[0]
        assert height <= area[1]
    if upright and upright.per_line > 1:
        assert upright.place_piece(1) == (0, 40)


@pytest.mark.parametrize(("count", "items"), [(1, (1, 1)), (4, (4, 1)), (5, (3, 2)), (7, (4, 2)), (9, (3, 3))])
def test_few_pieces_use_few_lines_of_similar_length(count: int, items: tuple[int, int]) -> None:
    reduced = Arrangement((40, 30), 40, 30, 4, 5).reduce_to(count)
    assert (reduced.per_line, reduced.lines) == items


def test_pieces_of_several_hexes_are_separate_if_there_is_space() -> None:
    form = HexOutline(Orientation.POINTY, 40, 0, ((0, 0), (1, 0)))
    area = form.size[0] * 2 + 10, form.size[1] * 2 + 10
    result = arrange_apart(form, area, 10, 4)
    assert result
    assert (result.separate, result.vertical, result.capacity) == (True, False, 4)
    assert arrange_apart(form, area, 10, 5) is None
    flat = arrange_apart(HexOutline(Orientation.FLAT, 40, 0, ((0, 0), (0, 1))), (500, 500), 10, 2)
    assert flat
    assert flat.vertical
    single = HexOutline(Orientation.POINTY, 40, 0, ((0, 0),))
    assert arrange_apart(single, (500, 500), 10, 1) is None
    assert arrange_apart(single.add_folded_back(), (500, 500), 10, 1) is None


@pytest.mark.parametrize("orientation", [Orientation.FLAT, Orientation.POINTY])
@pytest.mark.parametrize(("count", "multiple"), [(0, 1), (5, 1), (7, 2), (9, 3)])
def test_folded_pairs_interlock_within_their_area(orientation: Orientation, count: int, multiple: int) -> None:
    form = HexOutline(orientation, 40, 0.5, ((0, 0),)).add_folded_back()
    result = arrange_nested(form, (420, 430), 4, count, multiple)
    assert result
    assert result.capacity >= (count or 9)
    assert not count or (result.lines - 1) * result.per_line < count  # no line is spare
    places = [result.place_piece(index) for index in range(result.capacity)]
    assert max(x for x, _ in places) + form.size[0] <= 420 + 1e-6
    assert max(y for _, y in places) + form.size[1] <= 430 + 1e-6
    hexes = [[(x + a, y + b) for a, b in map(form.grid.find_center, form.cells)] for x, y in places]
    for one, other in combinations(hexes, 2):
        assert min((a - c) ** 2 + (b - d) ** 2 for a, b in one for c, d in other) >= 39 ** 2


@pytest.mark.parametrize(("area", "rotated", "count"), [
    ((100, 100), False, 6), ((61, 80), True, 4), ((20, 20), False, 0),
])
def test_regular_grid_is_centred_and_turned_if_more_pieces_fit(area: tuple[float, float], rotated: bool, count: int
                                                               ) -> None:
    result = fit_regular_grid((40, 30), Rect(10, 20, *area))
    assert (result.capacity if result else 0) == count
    if result:
        assert result.rotated is rotated
        assert result.rect.center == pytest.approx((10 + area[0] / 2, 20 + area[1] / 2))


# --- papers ---


def test_paper_is_turned_and_compared_with_the_universal_size() -> None:
    a4 = PAPERS["a4"]
    assert a4.to_landscape() == a4.rotate() == a4.rotate().to_landscape()
    assert a4.area == a4.width * a4.height
    assert all(paper.fits_universal for paper in PAPERS.values())
    universal = PAPERS["universal"]
    assert not Paper("low", universal.width, universal.height - 1).fits_universal
    assert not Paper("slim", universal.width - 1, universal.height).fits_universal
    assert not universal.rotate().fits_universal
