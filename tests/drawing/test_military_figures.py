"""Drawings of military symbols, measured on the display list: the frame, figures within it, signs above it, colours."""

from __future__ import annotations

import pytest

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Path
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.military_figures import LINE_WIDTH, draw_symbol, measure_symbol
from printshop.military_symbols import BRANCHES, FRAMES, SIZES, MilitarySymbol

RED = Color(200, 30, 30)
CORNERS = {"friend": [(-75, -50), (75, -50), (75, 50), (-75, 50)], "hostile": [(0, -72), (72, 0), (0, 72), (-72, 0)],
           "neutral": [(-55, -55), (55, -55), (55, 55), (-55, 55)]}


def list_paths(symbol: MilitarySymbol, **colors: Color) -> list[Path]:
    return [item for item in draw_symbol(symbol, **colors) if isinstance(item, Path)]


def list_points(path: Path) -> list[tuple[float, float]]:
    return [(segment[-2], segment[-1]) for segment in path.segments if segment]


@pytest.mark.parametrize("frame", CORNERS)
def test_figures_stay_in_their_frames(frame: str) -> None:
    area = [(x * 1.01, y * 1.01) for x, y in CORNERS[frame]]
    for branch in BRANCHES:
        *_, edge = list_paths(MilitarySymbol(branch, frame=frame))
        assert list_points(edge)[:4] == CORNERS[frame], branch
        for figure in list_paths(MilitarySymbol(branch, frame=frame))[1:-1]:
            assert all(is_in_polygon(point, area) for point in list_points(figure)), branch


@pytest.mark.parametrize("frame", FRAMES)
def test_diagonals_end_on_the_frame(frame: str) -> None:
    symbol = MilitarySymbol("infantry", frame=frame)
    cross = list_paths(symbol)[1 if frame != "none" else 0]
    assert {(abs(x), abs(y)) for x, y in list_points(cross)} == {
        {"hostile": (40, 32), "neutral": (55, 55), "unknown": (37, 37)}.get(frame, (75, 50))}


def test_all_branches_look_different_but_those_with_two_names() -> None:
    drawing = {name: draw_symbol(MilitarySymbol(name)) for name in BRANCHES}
    same = {(one, other) for one in drawing for other in drawing if one < other and drawing[one] == drawing[other]}
    assert same == {("cavalry", "recon")}


@pytest.mark.parametrize("sign", SIZES.values())
def test_signs_are_centred_above_the_frame(sign: str) -> None:
    symbol = MilitarySymbol("infantry", sign, "hostile")
    paths = list_paths(symbol)[-len(sign):]
    left, top, right, bottom = shapes.measure_bounds(paths, with_strokes=False)
    assert left == pytest.approx(-right, abs=0.1)
    assert -72 - bottom > 0.5 * LINE_WIDTH
    bounds = measure_symbol(symbol)
    assert bounds[0] < left
    assert bounds[1] < top


def test_space_for_a_sign_is_reserved_if_another_symbol_has_one() -> None:
    bare, with_room = (measure_symbol(MilitarySymbol("infantry", keeps_room=keeps)) for keeps in (False, True))
    assert with_room[1] < bare[1]
    assert with_room == measure_symbol(MilitarySymbol("infantry", "XX"))


def test_figures_have_the_colour_of_their_side() -> None:
    area, cross, edge, *sign = list_paths(MilitarySymbol("infantry", "X"), fill=RED, line=WHITE, outside=BLACK)
    assert area.fill == RED
    assert cross.stroke
    assert cross.stroke.color == WHITE
    assert [path.stroke.color for path in (edge, *sign) if path.stroke] == [BLACK, BLACK]  # seen on white paper
    (disc,) = list_paths(MilitarySymbol("artillery", frame="none"), line=RED)
    assert (disc.fill, disc.stroke) == (RED, None)


def test_pattern_is_clipped_to_the_frame() -> None:
    pattern = (shapes.rect(-200, -200, 400, 400, fill=RED),)
    _, inside, *_ = draw_symbol(MilitarySymbol("infantry"), pattern=pattern)
    assert isinstance(inside, Group)
    assert inside.clip
    assert shapes.measure_outline(inside.clip.segments) == (-75, -50, 75, 50)
