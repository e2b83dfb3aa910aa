"""Boxes round a polygon in forms: their numbers by side, filled, blank, unknown and damaged; and mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.games import read_forms
from helpers.pages import make_pages, read_texts, walk_items
from helpers.problems import catch_problems

from printshop.drawing.display_list import BLACK, Group, Item, SymbolUse, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.elements.context import DrawContext
from printshop.game.forms.model import FORMS
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, parse_length
from printshop.load_game import read_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIDES = "clockwise: [F, FR, RR, R, RL, FL], blank: 4"


def make_items(keys: str, roster: tuple[str, ...] = ("Buffeter",), height: str = "height: 60 mm",
               **request: Any) -> tuple[Item, ...]:
    """Return the items of a sheet with rings."""
    game = read_forms(f"sheet: {{unit: kite, rows: [{{{height}, cells: [{{{keys}}}]}}]}}")
    return tuple(item for page in make_pages("records", game, roster=roster, **request) for item in page.items)


def count_boxes(items: tuple[Item, ...]) -> Iterator[tuple[int, int]]:
    """Yield the number of boxes, and of filled ones, of every group."""
    for item in items:
        match item:
            case Group():
                yield from count_boxes(item.items)
            case SymbolUse() if item.symbol.name.startswith("pips"):
                boxes = [one for one in item.symbol.items if isinstance(one, Outline) and one.stroke]
                yield len(boxes), sum(one.fill == BLACK for one in boxes)
            case SymbolUse():
                yield from count_boxes(item.symbol.items)


def test_each_side_has_the_boxes_of_its_number() -> None:
    items = make_items(f"around: [flap, hem], {SIDES}")
    # clockwise from the front, the outer ring first; a side with 0 has no boxes
    assert [count for count, _ in count_boxes(items)] == [6, 6, 6, 5, 6, 6, 6, 6, 5, 5, 6]
    assert "outer: flap · inner: hem" in read_texts(items)


def test_damage_fills_boxes_of_its_side() -> None:
    items = make_items(f"around: [flap, hem], {SIDES}", damage={"Buffeter": {"hem.RL": 2}})
    assert [filled for _, filled in count_boxes(items) if filled] == [2]
    problems = catch_problems(make_items, f"around: [hem], {SIDES}", damage={"Buffeter": {"hem.X": 2}})
    assert any("hem.X" in problem.message for problem in problems)


def test_blank_form_has_pale_boxes_on_all_sides() -> None:
    items = make_items(f"around: [flap], {SIDES}", (), blank_forms=1)
    assert [count for count, _ in count_boxes(items)] == [4] * 6


@pytest.mark.parametrize(("keys", "message", "hint"), [
    ("around: []", "names no field", "write, for example, around: [shield]"),
    ("around: [flap, panels]", "do not have the same sides in the same order", "give both the same 'of'"),
    ("around: [flap, string]", "'string' in 'around' of cell 1 of row 1 of form 'sheet' is not a numbers field",
     "known here: flap, hem, panels"),
    ("around: [flap], clockwise: [F, F, RR, R, RL, FL]", "of form 'sheet' lists F, F, RR, R, RL, FL",
     "list each of RL, FL, F, FR, RR, R once"),
    ("around: [flap], text: Flaps", "cannot be printed: the cell already shows 'around'", ""),
])
def test_mistakes_have_messages(keys: str, message: str, hint: str) -> None:
    problems = catch_problems(make_items, keys)
    assert any(message in problem.message and hint in problem.hint for problem in problems), list(problems)


def test_boxes_that_do_not_fit_are_reported() -> None:
    error = catch_problems(make_items, f"around: [flap, hem], {SIDES}", height="height: 12 mm")
    assert ["the boxes of flap and hem do not fit round a figure of" in problem.message for problem in error] == [True]


MOUNTED = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      hull: {kind: numbers, of: NAMES}
      guns: {kind: list, of: {at: {kind: choice, options: NAMES}, what: {kind: text}}}
tugs: [{name: Rat, hull: 3, guns: [{at: FIRST, what: Hose}]}]
forms: {sheet: {unit: tug, size: WIDTH x 90 mm, rows: [{height: 70 mm, cells: [{around: [hull], mounts: guns}]}]}}
"""


@pytest.mark.parametrize("width", ["64 mm", "70 mm", "90 mm"])
@pytest.mark.parametrize("names", [["bow", "starboard", "stern", "port"],
                                   ["bow", "starboard bow", "starboard", "stern", "port", "port bow"]])
def test_names_of_sides_stay_within_their_space(tmp_path: Path, width: str, names: list[str]) -> None:
    game = MOUNTED.replace("NAMES", f"[{', '.join(names)}]").replace("FIRST", names[0]).replace("WIDTH", width)
    game = game.replace("hull: 3", f"hull: {{{', '.join(f'{name}: 3' for name in names)}}}")
    (tmp_path / "harbour.yaml").write_text(game, encoding="utf-8")
    (rings,) = (cell for row in read_game(tmp_path / "harbour.yaml")[FORMS]["sheet"].rows for cell in row.cells)
    place = Rect(0, 0, parse_length(width).pt - 6 * MM, 70 * MM)
    words = [item for item, *_ in walk_items(rings.draw_frame(place, DrawContext())) if isinstance(item, TextRun)]
    assert {word.string for word in words} >= {*names}
    assert all(word.x >= 0 and word.x + word.width <= place.width + 0.01 for word in words)
