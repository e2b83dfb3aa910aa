"""Tables: small texts under their cells, tints, their size and their ground, and places that are too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.typeset_elements import make_context

from printshop import build
from printshop.drawing.display_list import BLACK, WHITE, TextRun, walk_with_transforms
from printshop.drawing.icons import ICON_FACE_PREFIX
from printshop.drawing.ink import Ink, Palette
from printshop.drawing.shapes import measure_bounds
from printshop.elements.context import DrawContext
from printshop.elements.tables import GameTable, TableContent
from printshop.game.charts import CHARTS
from printshop.game.elements import ShownValues
from printshop.layout.rectangles import Rect
from printshop.load_game import read_game
from printshop.problems import DoesNotFitError, PrintshopError

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


def load_grid(folder: Path) -> TableContent:
    (result,) = load_table(folder, TABLE)[CHARTS]["card"].blocks[0].parts
    assert isinstance(result, GameTable)
    assert result.table
    return result.table


def test_values_of_other_tables_are_below_the_cell(tmp_path: Path) -> None:
    """Rows and headings match in any order; a dash and 0 are ignored."""
    words = {word.text: word for word in find_words(load_grid(tmp_path).typeset(200, make_context(9)).items)}
    assert {*words} >= {"75 %", "67 %", "50 %", "x3"}
    for small, large in (("75 %", "2"), ("x3", "5"), ("67 %", "3"), ("50 %", "4")):
        above = [word for word in find_words(load_grid(tmp_path).typeset(200, make_context(9)).items)
                 if word.text == large and word.y < words[small].y][-1]
        assert words[small].x == pytest.approx(above.x)
        assert words[small].size < above.size
        assert words[small].y - above.y < 12


@pytest.mark.parametrize("ink", Ink)
def test_cells_are_tinted_if_a_table_has_a_figure(tmp_path: Path, ink: Ink) -> None:
    """In black ink they have a frame."""
    result = load_grid(tmp_path)
    assert result.tinted_cells == {(0, 2)}
    bare = TableContent(result.columns, result.rows, result.values, texts_below=result.texts_below)
    plain = len([*find_outlines(bare.typeset(200, make_context(9, ink=ink)).items)])
    paths = [*find_outlines(result.typeset(200, make_context(9, ink=ink)).items)]
    assert len(paths) == plain + 1
    boxes = [path for path in paths if path.fill and (path.fill == WHITE) == (ink is Ink.BLACK) and
             bool(path.stroke) == (ink is Ink.BLACK)]
    assert boxes


@pytest.mark.parametrize(("new", "message"), [
    ("under: [other]", "'under' of 'table' of block 'Odds': the table 'other' has no column '2'"),
    ("tint: fewer", "'tint' of 'table' of block 'Odds': the table 'fewer' has no row 'd6'"),
    ("under: [oddz]", "the game has no table 'oddz'"),
])
def test_mismatched_tables_are_reported(tmp_path: Path, new: str, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        load_table(tmp_path, f"{{of: hits, {new}}}")
    assert message in str(error.value)
    assert "charts.yaml:4:" in str(error.value)


# --- the size of a table in its place


ROWS = tuple((str(number), f"{number} hits") for number in range(1, 6))
HITS = GameTable(table=TableContent(("Roll", "Result"), ROWS, frozenset({1})))
CONTENT = HITS.resolve(ShownValues({}))


@pytest.mark.parametrize("height", [70.0, 90.0, 200.0])
def test_table_fills_its_space(height: float) -> None:
    place = Rect(30, 40, 150, height)
    items = HITS.draw(CONTENT, place, DrawContext())
    left, top, right, bottom = measure_bounds(items)
    assert left >= place.x - 2
    assert top >= place.y - 2
    assert right <= place.right + 2
    assert bottom <= place.bottom + 2
    assert {word.text for word in find_words(items)} >= {"Roll", "Result", "5", "5 hits"}


def test_text_shrinks_to_the_least_size() -> None:
    sizes = [max(word.size for word in find_words(HITS.draw(CONTENT, Rect(0, 0, 150, height), DrawContext())))
             for height in (70.0, 200.0)]
    assert sizes[0] < sizes[1]
    with pytest.raises(DoesNotFitError, match=r"there is room for only 14.1 mm") as error:
        HITS.draw(CONTENT, Rect(0, 0, 150, 40.0), DrawContext())
    assert "mm higher" in error.value.hint
    with pytest.raises(DoesNotFitError):
        HITS.draw(CONTENT, Rect(0, 0, 10, 200.0), DrawContext())


def test_table_on_a_dark_ground_has_paper_below_it() -> None:
    place = Rect(0, 0, 150, 100)
    plain, dark = (next(find_outlines(HITS.draw(CONTENT, place, DrawContext(pen=pen)))) for pen in (BLACK, WHITE))
    assert plain.fill != WHITE
    assert dark.fill == WHITE


def test_table_has_the_height_of_its_text() -> None:
    low, high = (HITS.measure(CONTENT, 150, DrawContext(text_size=size)) for size in (8.0, 12.0))
    assert low < high
    HITS.draw(CONTENT, Rect(0, 0, 150, low), DrawContext(text_size=8.0))


def test_icon_alone_in_its_cell_is_larger_than_in_a_text(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + "icons: {river: {path: river}}\n", encoding="utf-8")
    (tmp_path / "charts.yaml").write_text(
        "card: {blocks: [{title: W, table: {columns: [Sign, Words], values: [], rows: [[<river>, <river> water]]}}]}",
        encoding="utf-8")
    document = build("charts", read_game(tmp_path))
    alone, in_text = sorted((item for page in document.pages for item, _ in walk_with_transforms(page.items)
                             if isinstance(item, TextRun) and item.font.startswith(ICON_FACE_PREFIX)),
                            key=lambda run: run.x)[::3][:2]
    assert 1.3 * in_text.size < alone.size <= 1.7 * in_text.size
    assert alone.x + alone.width < in_text.x


COLORS = """{columns: [Name, "", Sign], values: [], colours: [2], rows: [
  [Guard, "#e58a7b", hatch], [Line, "#9fc0e0", ""], [Reserve, none, dots]]}"""


@pytest.mark.parametrize("ink", Ink)
def test_colours_of_a_column_are_fills_and_in_black_ink_patterns_or_values(tmp_path: Path, ink: Ink) -> None:
    (result,) = load_table(tmp_path, COLORS)[CHARTS]["card"].blocks[0].parts
    drawing = result.table.typeset(200, make_context(9)._replace(palette=Palette(ink))).items
    words = {word.text for word in find_words(drawing)}
    fills = {path.fill.to_hex() for path in find_outlines(drawing) if path.fill}
    assert "none" in words
    assert ("#9fc0e0" in words) == (ink is Ink.BLACK)
    assert "#e58a7b" not in words
    assert ({"#e58a7b", "#9fc0e0"} <= fills) == (ink is Ink.COLOUR)
    assert (sum(len(path.segments) > 8 for path in find_outlines(drawing)) > 0) == (ink is Ink.BLACK)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("white", ["#ffffff", "#FFFFFF"])
def test_white_is_a_white_fill_with_an_outline(tmp_path: Path, ink: Ink, white: str) -> None:
    (result,) = load_table(tmp_path, COLORS.replace("#9fc0e0", white))[CHARTS]["card"].blocks[0].parts
    drawing = result.table.typeset(200, make_context(9)._replace(palette=Palette(ink))).items
    assert white not in {word.text for word in find_words(drawing)}
    outlines = [*find_outlines(drawing)]
    fields = [path for path in outlines if path.fill == WHITE]
    assert len(fields) == 1 + (ink is Ink.BLACK)  # the pattern of Guard lies on white, too
    field = measure_bounds(fields[-1:], with_strokes=False)
    assert any(path.stroke and measure_bounds([path], with_strokes=False) == field for path in outlines)


@pytest.mark.parametrize(("rows", "is_pale"), [('[[Open, "0", "+1"], [Wood, "-1", "0"]]', True),
                                               ('[[Open, "0", "1"], [Wood, "2", "+1"]]', False)])
def test_a_0_is_pale_only_among_figures_with_a_sign(tmp_path: Path, rows: str, is_pale: bool) -> None:
    (result,) = load_table(tmp_path, f"{{columns: [Ground, A, B], rows: {rows}}}")[CHARTS]["card"].blocks[0].parts
    runs = [run for run in result.table.typeset(200, make_context(9)).items if isinstance(run, TextRun)]
    pale, usual = ({(run.font, run.color) for run in runs if run.string in strings} for strings in ("0", ("+1", "2")))
    assert (pale != usual) == is_pale
