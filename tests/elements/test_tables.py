"""Tables of cards with small texts under their cells, and with tints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import WHITE
from printshop.drawing.ink import Ink
from printshop.elements.charts import CHARTS, BlockStyle
from printshop.elements.tables import ChartTable
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAME = """\
format: 1
title: Marsh
unit_types: {frog: {plural: frogs, fields: {hops: {kind: whole}}}}
tables:
  hits: {columns: [Die, "1", "2"], rows: [[d4, 2, 5], [d6, 3, 4]]}
  odds: {columns: [Die, "2", "1"], rows: [[d6, 50 %, 67 %], [d4, –, 75 %]]}
  many: {columns: [Die, "1", "2"], rows: [[d4, –, x3], [d6, 0, –]]}
  other: {columns: [Die, "1"], rows: [[d4, 2], [d6, 2]]}
  fewer: {columns: [Die, "1", "2"], rows: [[d4, 2, 2]]}
"""
TABLE = "{of: hits, under: [odds, many], tint: many}"


def load_table(folder: Path, table: str) -> Game:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    chart = f"card:\n  blocks:\n    - title: Odds\n      table: {table}\n"
    (folder / "charts.yaml").write_text(chart, encoding="utf-8")
    return read_game(folder)


def grid(folder: Path) -> ChartTable:
    (found,) = load_table(folder, TABLE)[CHARTS]["card"].blocks[0].parts
    assert isinstance(found, ChartTable)
    return found


def test_what_tables_have_for_a_cell_stands_under_it(tmp_path: Path) -> None:
    """They go by rows and headings, in whatever order these stand; a dash and 0 are nothing."""
    placed = {word.text: word for word in find_words(grid(tmp_path).draw(200, BlockStyle(9, 0, Ink.COLOUR), 1).items)}
    assert {*placed} >= {"75 %", "67 %", "50 %", "x3"}
    for small, large in (("75 %", "2"), ("x3", "5"), ("67 %", "3"), ("50 %", "4")):
        above = [word for word in find_words(grid(tmp_path).draw(200, BlockStyle(9, 0, Ink.COLOUR), 1).items)
                 if word.text == large and word.y < placed[small].y][-1]
        assert placed[small].x == pytest.approx(above.x)
        assert placed[small].size < above.size
        assert placed[small].y - above.y < 12


@pytest.mark.parametrize("ink", Ink)
def test_cells_are_tinted_where_a_table_has_a_figure(tmp_path: Path, ink: Ink) -> None:
    """In black ink they have a frame."""
    found = grid(tmp_path)
    assert found.tinted_cells == {(0, 2)}
    plain = len([*find_outlines(ChartTable(found.columns, found.rows, found.values, texts_below=found.texts_below).draw(
        200, BlockStyle(9, 0, ink), 1).items)])
    drawn = [*find_outlines(found.draw(200, BlockStyle(9, 0, ink), 1).items)]
    assert len(drawn) == plain + 1
    boxes = [path for path in drawn if path.fill and (path.fill == WHITE) == (ink is Ink.BLACK) and
             bool(path.stroke) == (ink is Ink.BLACK)]
    assert boxes


@pytest.mark.parametrize(("new", "said"), [
    ("under: [other]", "'under' of 'table' of block 'Odds': the table 'other' has no column '2'"),
    ("tint: fewer", "'tint' of 'table' of block 'Odds': the table 'fewer' has no row 'd6'"),
    ("under: [oddz]", "the game has no table 'oddz'"),
])
def test_tables_that_do_not_match(tmp_path: Path, new: str, said: str) -> None:
    with pytest.raises(PrintshopError) as caught:
        load_table(tmp_path, f"{{of: hits, {new}}}")
    assert said in str(caught.value)
    assert "charts.yaml:4:" in str(caught.value)
