"""Lines and boxes to write in: their number and places in forms, on faces and in charts."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words, make_pages
from helpers.problems import catch_problems

from printshop.drawing.display_list import WHITE
from printshop.drawing.shapes import measure_outline
from printshop.lengths import MM
from printshop.load_game import read_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.drawing.display_list import Path as Outline
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}, {name: Sow, hull: unknown}]
counters:
  tugs: {kind: flat, units: tug, size: 30 x 40 mm, front: [FACE]}
forms: {sheet: {unit: tug, rows: [{FORM}]}}
charts: {card: {blocks: [{title: Turns, elements: [CHART]}]}}
"""


def load_harbour(folder: Path, form: str = "text: x", face: str = "{text: x}", chart: str = "{text: x}") -> Game:
    text = GAME.replace("FORM", form).replace("FACE", face).replace("CHART", chart)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def measure_width(path: Outline) -> float:
    left, _, right, _ = measure_outline(path.segments)
    return right - left


def find_boxes(pages: Sequence[Page]) -> list[tuple[float, float]]:
    """Return the width and height of all rectangles with a line 0.6 pt wide, in millimetres."""
    bounds = [measure_outline(path.segments) for page in pages for path in find_outlines(page.items)
              if path.stroke and path.stroke.width == pytest.approx(0.6) and len(path.segments) == 5]
    return [(round((right - left) / MM, 1), round((bottom - top) / MM, 1)) for left, top, right, bottom in bounds]


def find_rules(pages: Sequence[Page]) -> list[Outline]:
    """Return the lines to write on, without the marks for cutting."""
    return [path for page in pages for path in find_outlines(page.items)
            if path.stroke and path.stroke.width == pytest.approx(0.4) and len(path.segments) == 2
            and measure_width(path) > 20 * MM]


def test_lines_are_allowed_in_all_containers(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, "lines: 3", "{lines: 3}", "{lines: 3}")
    assert len(find_rules(make_pages("records", game, roster=["Rat"]))) == 3
    on_faces = [path for path in find_rules(make_pages("counters", game, roster=["Rat"]))
                if measure_width(path) < 40 * MM]
    assert len(on_faces) == 3
    (lines,) = [path for page in make_pages("charts", game) for path in find_outlines(page.items)
                if len(path.segments) == 6 and not path.fill]
    assert lines.stroke


def test_boxes_are_allowed_in_all_containers(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, "box: true", "{box: true}", "{box: true}, {box: true, ruled: true}")
    ((_, height),) = find_boxes(make_pages("records", game, roster=["Rat"]))
    assert height == 14.0  # the row of 15.2 mm, without 0.6 mm above and below
    assert len(find_boxes(make_pages("counters", game, roster=["Rat"]))) == 1
    charts = make_pages("charts", game)
    assert [height for _, height in find_boxes(charts)] == [13.8, 26.8]
    assert len(find_rules(charts)) == 3


@pytest.mark.parametrize(("form", "filled", "blank"), [
    ("lines: 2, text: Log", "Log", "Log"), ('lines: 2, text: "Log of {name}"', "Log of Rat", "Log of"),
    ("box: true, text: Log", "Log", "Log"), ('box: true, text: "Log of {name}"', "Log of Rat", "Log of"),
])
def test_text_of_a_cell_is_the_label(tmp_path: Path, form: str, filled: str, blank: str) -> None:
    game = load_harbour(tmp_path, form)
    for pages, label in ((make_pages("records", game, roster=["Rat"]), filled),
                         (make_pages("records", game, blank_forms=1), blank)):
        assert label in {word.text for page in pages for word in find_words(page.items)}


def test_unknown_value_in_a_label_takes_no_line_away(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, 'lines: 2, text: "Hull {hull}"')
    assert len(find_rules(make_pages("records", game, roster=["Sow"]))) == 2


def test_players_write_on_paper_on_a_dark_face(tmp_path: Path) -> None:
    dark = '{ground: "#103050"}, '
    for part, expected in (("{lines: 1}", 0), (dark + "{lines: 1}", 1), (dark + "{box: true}", 1)):
        pages = make_pages("counters", load_harbour(tmp_path, face=part), roster=["Rat"])
        white = [path for page in pages for path in find_outlines(page.items) if path.fill == WHITE
                 and 30 * MM < measure_width(path) < 40 * MM]
        assert len(white) == expected, part


@pytest.mark.parametrize(("form", "face", "product", "message"), [
    ("height: 5 mm, lines: 100", "{text: x}", "records",
     "100 lines to write on need 400 mm, but the place is 5.0 mm high"),
    ("text: x", "{lines: 20}", "counters", "20 lines to write on need 80 mm, but the place is 30.0 mm high"),
])
def test_place_too_low_has_a_message(tmp_path: Path, form: str, face: str, product: str, message: str
                                     ) -> None:
    problems = catch_problems(make_pages, product, load_harbour(tmp_path, form, face), roster=["Rat"])
    assert any(message in problem.message for problem in problems), list(problems)


@pytest.mark.parametrize(("form", "fits"), [
    ("text: Notes, lines: 1", True), ("text: '**Notes:**', lines: 2, height: 16 mm", True),
    ("text: Notes, box: true, height: 16 mm", True), ("text: Captain, lines: 1", False),
    ("text: Notes, lines: 1, only_if: hull > 8", False), ("text: Notes, box: true, ruled: true, height: 30 mm", False)])
def test_notes_of_a_unit_are_in_the_place_for_notes(tmp_path: Path, form: str, fits: bool) -> None:
    game = load_harbour(tmp_path, form)
    unit = game.find_unit("Rat")
    for notes, is_there in (("slow *", fits), (" ".join(["a long voyage"] * 200), False)):
        pages = make_pages("records", game, units=(replace(unit, notes=notes),), only_keys=("sheet",))
        words = [one for one in find_words(pages[0].items) if notes[:5] in one.text]
        assert [one.text for one in words] == [notes] * is_there
        assert len(make_pages("records", game, units=(unit,), only_keys=("sheet",))) == len(pages)


def test_long_notes_use_the_next_line(tmp_path: Path) -> None:
    unit = replace((game := load_harbour(tmp_path, "text: Notes, lines: 3, height: 24 mm")).find_unit("Rat"),
                   notes=" ".join(["on fire"] * 40))
    page = make_pages("records", game, units=(unit,), only_keys=("sheet",))[0]
    rows = [one for one in find_words(page.items) if "fire" in one.text]
    assert len(rows) in (2, 3)
    assert min(lower.y - upper.y for upper, lower in pairwise(rows)) == pytest.approx(8 * MM, abs=1)
