"""Cutouts made from faces: the back of a hex that folds lies under its front, upright."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import read_markers
from helpers.pages import make_pages, walk_items
from helpers.problems import catch_problems

from printshop.drawing.display_list import Item, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.layout.cut_lines import FOLD_STROKE
from printshop.load_game import read_game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from printshop.drawing.geometry import Transform
    from printshop.problems import Problem

MARKER = """
shield:
  shape: hex
  across: 40 mm
  orientation: {}
  front: [{{text: Front, edge: top, take: 20 %}}]
  back: [{{text: Back, edge: top, take: 20 %}}]
"""


def find_text(items: Iterable[Item], string: str) -> tuple[TextRun, Transform]:
    """Return a text of a page and its transform to the page."""
    return next((item, place) for item, place, _ in walk_items(items)
                if isinstance(item, TextRun) and item.string == string)


@pytest.mark.parametrize(("orientation", "upright"), [("flat-top", False), ("pointy-top", True)])
def test_back_of_a_folding_hex_is_upright_under_its_front(
        orientation: str, upright: bool) -> None:
    """Fold the paper along the crease and look at the piece from behind, turned about its vertical axis."""
    [page] = make_pages("markers", read_markers(MARKER.format(orientation)))
    crease = next(item for item, _, _ in walk_items(page.items)
                  if isinstance(item, Outline) and item.stroke and item.stroke.dash == FOLD_STROKE.dash)
    start, end = ((part[-2], part[-1]) for part in crease.segments)
    axis = 0 if upright else 1
    assert start[axis] == pytest.approx(end[axis])  # the crease is vertical or level
    (front, there), (back, place) = (find_text(page.items, name) for name in ("Front", "Back"))
    ahead, behind = ([*one.apply(text.x + text.width / 2, text.y)] for text, one in ((front, there), (back, place)))
    behind[axis] = 2 * start[axis] - behind[axis]  # folded
    assert behind == pytest.approx(ahead, abs=0.01)
    across = [place.a, place.b]  # the direction of the words of the back: folded, then seen from behind
    across[axis] = -across[axis]
    assert (-across[0], across[1]) == pytest.approx((1, 0))
    assert (there.a, there.b) == pytest.approx((1, 0))


TUGS = """\
format: 1
title: Harbour
sides: {ours: {name: Ours, colour: "#0072b2"}}
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 4, side: ours}, {name: Sow, hull: 3, side: ours}, {name: Pup, hull: 3, side: ours}]
counters:
  tugs: {kind: flat, units: tug, size: SIZE, front: [PART]}
"""
WIDE = "hexes: {orientation: flat-top, cells: [{at: [[0, 0], [1, 0], [2, 0], [3, 0]]}]}"
HIGH = "hexes: {orientation: flat-top, cells: [{at: [[0, 0], [0, 1], [0, 2], [0, 3]]}]}"


def catch_tug_problem(folder: Path, part: str, size: str) -> Problem:
    """Return the only problem of counters with a part."""
    text = TUGS.replace("PART", f"{{{part}}}").replace("SIZE", size)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    (problem,) = catch_problems(make_pages, "counters", read_game(folder / "harbour.yaml"))
    return problem


@pytest.mark.parametrize(("part", "message", "hint"), [
    ('pips: "6 // (hull - 3)"', ("Sow: 'pips' of part 1 of 'front' of counter 'tugs': division by zero: hull - 3 is 0 "
                                 "(in the formula '6 // (hull - 3)')"), "write (6 // (hull - 3) if hull - 3 else 0)"),
    ('text: "{6 // (hull - 3)}"', "Sow: 'text' of part 1 of 'front' of counter 'tugs': division by zero", "write ("),
    ('text: a, only_if: "6 // (hull - 3)"', "Sow: 'only_if' of part 1 of 'front' of counter 'tugs': div", "write ("),
    ("ground: hull", "'ground' of part 1 of 'front' of counter 'tugs': '4' is not a colour", 'write "#rrggbb"'),
    ("band: hull", "'band' of part 1 of 'front' of counter 'tugs': '4' is not a colour", 'write "#rrggbb"'),
    ("ground: '#112233', shape: hull", "'4' is not one of face, disc", "change the formula, or the values"),
])
def test_formula_that_fails_is_reported_once_at_the_formula(
        tmp_path: Path, part: str, message: str, hint: str) -> None:
    problem = catch_tug_problem(tmp_path, part, "40 x 40 mm")
    assert message in problem.message
    assert problem.hint.startswith(hint)
    assert problem.span
    assert problem.span.line == 7
    assert "hull" in problem.span.text[problem.span.column - 1:]


@pytest.mark.parametrize(("part", "size", "message", "hint"), [
    (HIGH, "20 mm, shape: round", "hexes: the figure of hexes is 43.4 mm high, but there is room for only 20.0 mm",
     "give the part 23.4 mm more height, or make the piece larger"),
    (WIDE, "10 x 10 mm", "the figure of hexes is too long: it needs 13.", "give the part more room"),
])
def test_figure_that_does_not_fit_is_reported_once_with_advice_for_faces(
        tmp_path: Path, part: str, size: str, message: str, hint: str) -> None:
    problem = catch_tug_problem(tmp_path, part, size)
    assert message in problem.message
    assert problem.hint.endswith(hint)
    assert "row" not in problem.hint
    assert "text" not in problem.hint
    assert problem.span
    assert problem.span.line == 7
