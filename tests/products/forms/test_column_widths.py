"""The widths of the columns of tables, and the marks of one line, which have one size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.pages import find_words, make_pages, walk_items
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.display_list import Path
from printshop.drawing.shapes import measure_outline
from printshop.game.forms.cells import ColumnWidth
from printshop.game.forms.model import FORMS
from printshop.load_game import read_game
from printshop.products.forms.column_widths import with_column_widths
from printshop.products.forms.grid import fit_columns

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.game.model import Game

GAME = """\
format: 1
title: Raiders
unit_types:
  raider:
    fields:
      crew: {kind: whole}
      hull: {kind: whole}
      guns:
        kind: list
        of: {gun: {kind: text}, mount: {kind: text}, shots: {kind: whole}, rule: {kind: text, optional: true}}
raiders:
  - name: Kestrel
    crew: 3
    hull: 23
    guns:
      - {gun: Heavy siege howitzer, mount: tail, shots: 12, rule: Not at what is nearer than six inches or out of sight}
      - {gun: Lance, mount: nose, shots: 2}
"""


def load_raiders(folder: File, row: str, more: str = "") -> Game:
    forms = f"forms: {{sheet: {{unit: raider, rows: [{row}], {more}}}}}\n"
    (folder / "raiders.yaml").write_text(GAME + forms, encoding="utf-8")
    return read_game(folder / "raiders.yaml")


WIDTHS = st.lists(st.tuples(st.floats(5, 80), st.floats(0, 200)).map(lambda pair: ColumnWidth(pair[0], sum(pair))),
                  min_size=1, max_size=9)


@given(columns=WIDTHS, room=st.floats(40, 600))
def test_columns_fill_their_width_and_the_widest_shrink(columns: list[ColumnWidth], room: float) -> None:
    widths = fit_columns(columns, room)
    assert abs(sum(widths) - room) < 0.01
    if sum(column.least for column in columns) <= room:
        assert all(width >= column.least - 0.01 for width, column in zip(widths, columns, strict=True))
    narrowed = [width for width, column in zip(widths, columns, strict=True) if width < column.natural - 0.01]
    unchanged = [width for width, column in zip(widths, columns, strict=True) if width >= column.natural - 0.01]
    if narrowed and unchanged and sum(column.least for column in columns) < room:
        assert max(unchanged) <= max(*narrowed, *(column.least for column in columns)) + 0.01


def test_words_wrap_only_in_the_widest_column(tmp_path: File) -> None:
    game = load_raiders(tmp_path, "{list: guns}", "size: poker across")
    (page,) = make_pages("cards", game, roster=["Kestrel"])
    words = {word.text for word in find_words(page.items)}
    assert {"Heavy siege howitzer", "tail", "nose"} <= words
    assert "Not at what is nearer than six inches or out of sight" not in words


def test_widths_of_the_form_are_used(tmp_path: File) -> None:
    game = load_raiders(tmp_path, "{list: guns, columns: [1, 2, 3, 4]}")
    form = game[FORMS]["sheet"]
    assert with_column_widths(form, game.units.values()) == form


def test_marks_of_a_line_have_one_size_and_do_not_touch_the_rules(tmp_path: File) -> None:
    stats = "{stats: [crew, hull], marks: [crew, hull], shape: box, columns: [1, 1]}"
    game = load_raiders(tmp_path, f"{stats}, {{height: 20 mm, text: a}}", "size: 30 x 60 mm")
    (page,) = make_pages("cards", game, roster=["Kestrel"])
    boxes = [measure_outline(item.segments) for item, _, _ in walk_items(page.items)
             if isinstance(item, Path) and item.stroke and item.stroke.width < 0.9]
    sizes = {round(right - left, 2) for left, top, right, bottom in boxes
             if 3 < right - left < 14 and abs(right - left - bottom + top) < 0.01}
    assert len(sizes) == 1


def test_heading_across_a_figure_and_its_marks_has_space(tmp_path: File) -> None:
    heading = "Shots that are left in the magazine of this gun"
    game = load_raiders(tmp_path, f"{{list: guns, values: {{gun: Gun, shots: {heading}}}, marks: [shots]}}")
    (row,) = with_column_widths(game[FORMS]["sheet"], game.units.values()).rows
    (columns,) = {inner.column_widths for inner in row.cells[0].rows}
    assert len(columns) == 3
    assert columns[1].natural < 40 < columns[2].natural  # the figures need less than the marks below the heading
    page, *_ = make_pages("records", game)
    assert heading in {word.text for word in find_words(page.items)}
