"""Boxes for counters: their number, their size, their labels, and places that are too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, read_texts
from helpers.problems import catch_problems

from printshop.drawing.shapes import measure_outline
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}, {name: Sow, hull: unknown}]
counters:
  tugs: {kind: flat, units: tug, size: 15 x 20 mm, front: [FACE]}
  cells: {kind: flat, units: tug, shape: hex, across: 20 mm, front: [{text: x}]}
forms: {sheet: {unit: tug, rows: [{height: 50 mm, cells: [PART]}]}}
charts: {card: {blocks: [{title: Turns, elements: [{spaces: 3, counter: tugs, caption: "Turn {n}"}]}]}}
"""


def load_harbour(folder: Path, part: str, face: str = "{text: x}") -> Game:
    (folder / "harbour.yaml").write_text(GAME.replace("PART", part).replace("FACE", face), encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def make_pages(folder: Path, part: str, product: str = "records") -> list[Page]:
    return list(find_product(product).build(load_harbour(folder, part), PrintRequest(), PrintSettings()).pages)


def measure_boxes(pages: Sequence[Page]) -> list[tuple[float, float]]:
    """Return the width and height of all rectangles with a line, in millimetres."""
    bounds = [measure_outline(path.segments) for page in pages for path in find_outlines(page.items)
              if path.stroke and not path.fill and len(path.segments) == 5]
    return [(round((right - left) / MM, 3), round((bottom - top) / MM, 3)) for left, top, right, bottom in bounds]


@pytest.mark.parametrize(("size", "width", "height"), [("tugs", 16, 21), ("5/8 in", 16.875, 16.875),
                                                       ("12 x 30 mm", 13, 31)])
def test_boxes_are_a_little_larger_than_counters(tmp_path: Path, size: str, width: float, height: float) -> None:
    pages = make_pages(tmp_path, f"{{spaces: hull, counter: {size}}}")
    assert measure_boxes(pages) == [(width, height)] * 7


def test_boxes_of_a_chart_have_labels_with_their_numbers(tmp_path: Path) -> None:
    pages = make_pages(tmp_path, "{text: x}", "charts")
    assert len([size for size in measure_boxes(pages) if size == (16, 21)]) == 3
    assert [f"Turn {number}" in read_texts(pages[0].items) for number in (1, 2, 3, 4)] == [True, True, True, False]


@pytest.mark.parametrize(("part", "message"), [
    ("{spaces: hull}", "'counter'"),
    ("{spaces: hull, counter: tug}", "there are no counters 'tug' | did you mean 'tugs'?"),
    ("{spaces: hull, counter: cells}", "the counters 'cells' have several sizes or cover hexes | write a size"),
    ("{spaces: hull, counter: 0 mm}", "must be more than 0"),
    ("{spaces: hull * 40, counter: 9 mm}", "gives 280; it must give a whole number from 0 to 200"),
    ("{spaces: hull / 2, counter: 9 mm}", "gives 7/2; it must give a whole number"),
    ("{spaces: hull, counter: 250 mm}", "a space for counters is 251.0 mm wide, but the place is"),
    ("{spaces: hull * 5, counter: 20 mm}", ("35 spaces for counters need 109.0 mm, but the place is 49.0 mm high | "
                                           "make the row 60.0 mm higher")),
    ("{spaces: hull, text: x, counter: 9 mm}", "'text' of cell 1 of row 1 of form 'sheet' cannot be printed"),
])
def test_mistakes_have_messages(tmp_path: Path, part: str, message: str) -> None:
    problems = catch_problems(make_pages, tmp_path, part)
    assert any(message in f"{problem.message} | {problem.hint}" for problem in problems), list(problems)


def test_counter_cannot_have_boxes_for_counters(tmp_path: Path) -> None:
    problems = catch_problems(load_harbour, tmp_path, "{text: x}", "{spaces: 1, counter: 9 mm}")
    assert [problem.message for problem in problems] == [
        "part 1 of 'front' of counter 'tugs' cannot be 'spaces': a counter has no room for other counters"]
