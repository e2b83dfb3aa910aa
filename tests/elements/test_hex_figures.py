"""Hex figures of reference cards: equal hexes, lines, sides, and figures that cannot be drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import GAME
from helpers.pages import find_outlines, find_words, walk_items
from helpers.typeset_elements import typeset

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, LineTo, MoveTo, TextRun
from printshop.drawing.ink import Ink
from printshop.drawing.text import TooWideError
from printshop.elements.card_parts import HexFigures
from printshop.game.charts import CHARTS
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game
LINE = "{orientation: flat-top, cells: [{at: [[0, 0], [0, 1]], facing: 60}, {at: [[1, 0]], label: x, pattern: dots}]}"


def load_figure(folder: Path, hexes: str) -> Game:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    chart = f"card:\n  blocks:\n    - title: Where\n      hexes: {hexes}\n"
    (folder / "charts.yaml").write_text(chart, encoding="utf-8")
    return read_game(folder)


def load_figures(folder: Path, hexes: str) -> HexFigures:
    (result,) = load_figure(folder, hexes)[CHARTS]["card"].blocks[0].parts
    assert isinstance(result, HexFigures)
    return result


def test_neighbouring_figures_have_hexes_of_one_size_and_do_not_touch(tmp_path: Path) -> None:
    result = load_figures(
        tmp_path, f"[{LINE}, {{orientation: flat-top, cells: [{{at: [[0, 0]]}}], caption: one alone}}]"
    )
    items, *_ = typeset(result, 200, 9, ink=Ink.LIGHT)
    meshes = [path for path in find_outlines(items) if path.stroke and path.stroke.cap == "round"]
    boxes = [shapes.measure_bounds([path], with_strokes=False) for path in meshes]
    assert boxes[0][2] < boxes[1][0]
    tall = [box[3] - box[1] for box in boxes]
    assert tall[0] / tall[1] == pytest.approx(2)
    assert "one alone" in " ".join(word.text for word in find_words(items))


def test_line_may_end_in_the_middle_of_a_hex(tmp_path: Path) -> None:
    """It begins a little outside the middle of its own, where a label may stand."""
    lines = LINE.replace("cells:", "lines: [{to: [1, 0]}, {from: [1, 0], bearing: 300}], cells:")
    items, *_ = typeset(load_figures(tmp_path, lines), 300, 10)
    (short,), (long,) = ([path for path in find_outlines(items) if path.stroke and path.stroke.width == 1.2][n::2]
                         for n in (0, 1))
    (x1, y1), (x2, y2) = ((one.x, one.y) for one in short.segments if isinstance(one, MoveTo | LineTo))
    across, turn = 40.0, math.radians(120)  # four times the text's size; the bearing of the hex
    assert math.dist((x1, y1), (x2, y2)) == pytest.approx(0.72 * across)
    assert ((x2 - x1) / 0.72, (y1 - y2) / 0.72) == pytest.approx((across * math.sin(turn), across * math.cos(turn)))
    start = next(one for one in long.segments if isinstance(one, MoveTo))
    assert (start.x, start.y) == pytest.approx((x2, y2))


@pytest.mark.parametrize(("label", "share"), [("", 0.72), (", label: T", 0.44)])
def test_line_ends_at_the_edge_of_a_label(tmp_path: Path, label: str, share: float) -> None:
    figure = f"{{orientation: flat-top, lines: [{{to: [1, 0]}}], cells: [{{at: [[0, 0]]}}, {{at: [[1, 0]]{label}}}]}}"
    items, *_ = typeset(load_figures(tmp_path, figure), 300, 10)
    (paths,) = (path for path in find_outlines(items) if path.stroke and path.stroke.width == 1.2)
    start, end = ((one.x, one.y) for one in paths.segments if isinstance(one, MoveTo | LineTo))
    assert math.dist(start, end) == pytest.approx(share * 40.0)


def test_figure_too_wide_is_refused_and_not_shrunk(tmp_path: Path) -> None:
    wide = ", ".join(f"[{q}, {-q // 2}]" for q in range(30))
    with pytest.raises(TooWideError, match="the figure of hexes needs"):
        typeset(load_figures(tmp_path, f"{{orientation: flat-top, cells: [{{at: [{wide}]}}]}}"), 200, 9)


def test_dashed_line_to_a_hex_is_blocked_by_a_cross(tmp_path: Path) -> None:
    lines = LINE.replace("cells:", "lines: [{to: [1, 0], dashed: true}], cells:")
    items, *_ = typeset(load_figures(tmp_path, lines), 300, 10)
    dashed, cross = (path for path in find_outlines(items) if path.stroke and path.stroke.width in {1.2, 1.8})
    assert dashed.stroke
    assert dashed.stroke.dash
    assert cross.stroke
    assert cross.stroke.color == dashed.stroke.color
    ends = [(one.x, one.y) for one in dashed.segments if isinstance(one, MoveTo | LineTo)]
    box = shapes.measure_bounds([cross], with_strokes=False)
    assert min(x for x, _ in ends) < box[0] < box[2] < max(x for x, _ in ends)


def test_pieces_and_zones_have_the_colour_of_their_side(tmp_path: Path) -> None:
    """In black ink they look as they do without a side."""
    cells = "cells: [{at: [[0, 0]], shade: 0.3}, {at: [[0, 1]], zone: front}, {at: [[1, 0]], colour: '#aabbcc'}]}"
    fills = {}
    for side in ("", "side: frogs, "):
        figures = load_figures(tmp_path, f"{{orientation: flat-top, {side}{cells}")
        for ink in (Ink.COLOUR, Ink.BLACK):
            items, *_ = typeset(figures, 300, 10, ink=ink)
            fills[side, ink] = {path.fill.to_hex() for path in find_outlines(items) if path.fill}
    assert fills["", Ink.BLACK] == fills["side: frogs, ", Ink.BLACK]
    assert {"#009e73", "#aabbcc"} <= fills["side: frogs, ", Ink.COLOUR]
    assert "#d55e00" in fills["", Ink.COLOUR] - fills["side: frogs, ", Ink.COLOUR]


@pytest.mark.parametrize(("look", "ink", "color"), [
    ("shade: 0.9", Ink.COLOUR, WHITE), ("shade: 0.2", Ink.COLOUR, BLACK), ("shade: 0.9", Ink.BLACK, BLACK),
    ("colour: '#112233'", Ink.COLOUR, WHITE), ("shade: 0.9, pattern: dots", Ink.COLOUR, BLACK),
    ("zone: front", Ink.COLOUR, BLACK)])
def test_label_is_legible_on_its_hex(tmp_path: Path, look: str, ink: Ink, color: Color) -> None:
    figures = load_figures(tmp_path, f"{{orientation: flat-top, cells: [{{at: [[0, 0]], label: x, {look}}}]}}")
    items, *_ = typeset(figures, 300, 10, ink=ink)
    assert {item.color for item, *_ in walk_items(items) if isinstance(item, TextRun)} == {color}


@pytest.mark.parametrize(("old", "new", "message"), [
    ("flat-top", "flat", "'orientation' of 'hexes' of block 'Where': 'flat' is not one of flat-top, pointy-top"),
    ("[[0, 0], [0, 1]]", "[0, 1]", "a hex of 'at' of cell 1 of 'hexes' of block 'Where' must be two whole numbers"),
    ("[1, 0]", "[0, 1]", "the hex [0, 1] occurs twice in 'cells' of 'hexes' of block 'Where'"),
    ("facing: 60", "facing: up", "'facing' of cell 1 of 'hexes' of block 'Where' must be a number"),
    ("pattern: dots", "shade: 2", "'shade' of cell 2 of 'hexes' of block 'Where' is 2, but must be"),
    ("pattern: dots", "hue: red", "unknown key 'hue' of cell 2"),
    ("cells: [{", "cell: [{", "unknown key 'cell'"),
    ("cells:", "lines: [{to: [0, 0]}], cells:",
     "line 1 of 'hexes' of block 'Where' must not begin and end in the same hex"),
    ("cells:", "lines: [{to: [4, 0]}], cells:",
     "a line in 'lines' of 'hexes' of block 'Where' uses the hex [4, 0], which is not"),
    ("cells:", "lines: [{to: [1, 0], bearing: 0}], cells:", "of block 'Where' cannot have both 'to' and 'bearing'"),
])
def test_mistakes_in_a_figure_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        load_figure(tmp_path, LINE.replace(old, new, 1))
    assert message in str(error.value)
    assert "charts.yaml:4:" in str(error.value)


def test_figure_of_squares_has_columns_and_rows(tmp_path: Path) -> None:
    result = load_figures(tmp_path, "{grid: square, cells: [{at: [[0, 0], [1, 0], [0, 1], [2, 0]]}], "
                                   "lines: [{to: [0, 1]}, {from: [1, 0], bearing: 90}]}")
    items, *_ = typeset(result, 200, 9)
    [mesh] = [path for path in find_outlines(items) if path.stroke and path.stroke.cap == "round"]
    left, top, right, bottom = shapes.measure_bounds([mesh], with_strokes=False)
    assert (right - left) / (bottom - top) == pytest.approx(3 / 2)
    assert sum(isinstance(segment, MoveTo) for segment in mesh.segments) == 4 * 4 - 3


def test_figure_of_squares_has_no_orientation(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match="has squares and cannot have 'orientation'"):
        load_figure(tmp_path, "{grid: square, orientation: flat-top, cells: [{at: [[0, 0]]}]}")
