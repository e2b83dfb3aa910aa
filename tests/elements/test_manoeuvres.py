"""Manoeuvres: their bearings, their arrows in grids and on dials, and wrong ones."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import parse_color
from printshop.drawing.ink import Ink
from printshop.elements import manoeuvres
from printshop.elements.context import DrawContext
from printshop.elements.manoeuvres import BEARINGS, ORDER, Manoeuvre, MoveGrid, TooManyMovesError, parse_bearing
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import DEFAULT_REQUEST, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path as File

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      crew: {{kind: whole, optional: true}}
      moves:
        kind: list
        optional: true
        most: 99
        of:
          speed: {{kind: whole}}
          {bearing}: {{kind: text}}
          difficulty: {{kind: choice, options: [easy, hard], optional: true}}
tugs:
  - {{name: Rat, crew: 3, moves: [{moves}]}}
forms: {{card: {{unit: tug, size: poker, rows: [{{height: 40 mm, cells: [{{{part}}}]}}]}}}}
counters: {{tugs: {{kind: flat, units: tug, size: 40 x 40 mm, front: [{{{part}}}]}}}}
"""
COLOURS = 'colours: {easy: "#0072b2", hard: "#c0392b"}'
MOVES = st.lists(st.builds(Manoeuvre, st.integers(-3, 6), st.sampled_from(BEARINGS)), min_size=1, max_size=40,
                 unique_by=lambda move: (move.speed, move.column))


def make_moves_page(folder: File, moves: str, part: str = "manoeuvres: moves", where: str = "cards",
                    ink: Ink = Ink.COLOUR,
                    bearing: str = "bearing") -> str:
    (folder / "harbour.yaml").write_text(GAME.format(moves=moves, part=part, bearing=bearing), encoding="utf-8")
    return dump.render_dump(find_product(where).build(read_game(folder / "harbour.yaml"), DEFAULT_REQUEST,
                                                      PrintSettings(ink=ink)))


def test_bearings_are_read_in_any_order() -> None:
    expected: dict[str, tuple[str, bool] | None] = dict([
    *((name, (name, False)) for name in BEARINGS), ("left-turn", ("turn left", False)), ("U-Turn", ("about", False)),
    ("about_face", ("about", False)), ("hard left", ("turn left", False)), ("stall", ("stop", False)),
    ("back", ("straight", True)), ("bank left back", ("bank left", True)), ("left", None), ("bank", None),
    ("turn left right", None), ("", None), ("straight left", None), ("up", None)])
    assert {message: parse_bearing(message) for message in expected} == expected


@settings(max_examples=20)
@given(moves=MOVES, width=st.floats(10, 500), height=st.floats(10, 500))
def test_squares_are_separate_inside_their_rectangle_and_ordered(moves: list[Manoeuvre], width: float,
                                                                 height: float) -> None:
    place = Rect(3, 4, width, height)
    try:
        grid = MoveGrid.fit_rectangle(tuple(moves), place)
    except TooManyMovesError:
        assert min(width, height) < 13 * 4.1 * MM
        return
    squares = [grid.find_square(move.speed or 0, move.column) for move in moves]
    assert not any(one.inset(0.01).intersect(other) for one, other in combinations(squares, 2))
    for move, box in zip(moves, squares, strict=True):
        assert min(box.x - place.x, box.y - place.y, place.right - box.right, place.bottom - box.bottom) > -0.001
        label = grid.find_label(move.speed or 0)
        assert (label.y, label.right <= box.x + 0.001) == (box.y, True)
    for (one, first), (other, second) in combinations(zip(moves, squares, strict=True), 2):
        assert ((one.speed or 0) > (other.speed or 0)) == (first.y < second.y - 0.001)
        assert (ORDER.index(one.column) < ORDER.index(other.column)) == (first.x < second.x - 0.001)


@pytest.mark.parametrize("back", [False, True])
def test_arrows_stay_in_their_squares_and_left_mirrors_right(back: bool) -> None:
    box, looks = Rect(10, 20, 40, 40), {"hard": (0, parse_color("#c0392b"))}
    for bearing in BEARINGS:
        arrow = manoeuvres.draw_move(Manoeuvre(1, bearing, "hard", back), box, looks, DrawContext())
        left, top, right, bottom = shapes.measure_bounds(arrow, with_strokes=False)
        assert (left > 12, top > 22, right < 48, bottom < 58) == (True,) * 4, bearing
        if " " in bearing:
            name, way = bearing.split()
            other = Manoeuvre(1, f"{name} {'left' if way == 'right' else 'right'}", "hard", back)
            mirrored = shapes.measure_bounds(manoeuvres.draw_move(other, box, looks, DrawContext()), with_strokes=False)
            assert mirrored == pytest.approx((60 - right, top, 60 - left, bottom)), bearing


def test_difficulty_has_a_colour_and_a_black_style(tmp_path: File) -> None:
    moves = "1 straight easy, 2 about hard, 3 straight"
    drawing = make_moves_page(tmp_path, moves, f"manoeuvres: moves, {COLOURS}")
    assert "#0072b2" in drawing
    assert "#c0392b" in drawing
    black = make_moves_page(tmp_path, moves, f"manoeuvres: moves, {COLOURS}", ink=Ink.BLACK)
    assert "#0072b2" not in black
    plain = make_moves_page(tmp_path, moves.replace(" easy", "").replace(" hard", ""), ink=Ink.BLACK)
    easy = make_moves_page(tmp_path, moves.replace(" hard", ""), f"manoeuvres: moves, {COLOURS}", ink=Ink.BLACK)
    assert len({black, plain, easy}) == 3


@pytest.mark.parametrize("where", ["cards", "counters"])
@pytest.mark.parametrize("layout", ["grid", "dial"])
def test_cards_and_counters_have_grids_and_dials(tmp_path: File, where: str, layout: str) -> None:
    drawing = make_moves_page(tmp_path, "1 straight, -2 back, 0 stop", f"manoeuvres: moves, layout: {layout}", where)
    assert all(f"'{speed}'" in drawing for speed in ("1", "\u22122", "0"))


def test_same_speed_backwards_has_a_separate_row(tmp_path: File) -> None:
    drawing = make_moves_page(tmp_path, "1 straight, 1 'straight back'")
    assert drawing.index("'1'") < drawing.index("'\u22121'")


@pytest.mark.parametrize(("moves", "part", "message"), [
    ("1 upwards", "manoeuvres: moves", "'manoeuvres: moves': row 1: 'upwards' is not a bearing | "),
    ("1 straigth", "manoeuvres: moves", "did you mean 'straight'?"),
    ("1 straight, 1 ahead", "manoeuvres: moves", "'manoeuvres: moves' has 1 straight twice"),
    ("1 straight", "manoeuvres: crew",
     "'manoeuvres: crew' gives 3, which is not a list of moves | name a list field with the columns speed, bearing"),
    ("1 straight", "manoeuvres: mooves", "unknown name 'mooves' | did you mean 'moves'?"),
    ("1 straight", "manoeuvres: moves, colours: {easy: blue}", "is not a colour"),
    (", ".join(f"{number} straight" for number in range(20)), "manoeuvres: moves",
     "20 speeds and 1 bearing of 4 mm do not fit"),
    (", ".join(f"{number} straight" for number in range(61)), "manoeuvres: moves",
     "gives 61 moves; at most 60 fit in one place"),
    (", ".join(f"{number} straight" for number in range(60)), "manoeuvres: moves, layout: dial", "do not fit"),
])
@pytest.mark.parametrize("where", ["cards", "counters"])
def test_invalid_manoeuvres_are_reported(tmp_path: File, moves: str, part: str, message: str, where: str) -> None:
    problems = catch_problems(make_moves_page, tmp_path, moves, part, where)
    assert message in "\n".join(f"{one.message} | {one.hint}" for one in problems)


def test_list_without_bearings_is_reported(tmp_path: File) -> None:
    problems = catch_problems(make_moves_page, tmp_path, "1 straight", bearing="bering")
    messages = str(next(iter(problems)))
    assert "the list has no column 'bearing'" in messages
