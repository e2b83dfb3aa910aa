"""Parts of faces in their places: margins that leave no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import make_pages
from helpers.problems import catch_problems

from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}]
counters: {tugs: {kind: flat, units: tug, SHAPE, front: [{PART, margin: MARGIN}]}}
"""


@pytest.mark.parametrize("shape", ["size: 20 mm", "shape: hex, across: 20 mm"])
@pytest.mark.parametrize("part", ["text: x", "pips: hull", "lines: 1", "box: true", "steps: [a, b]"])
@pytest.mark.parametrize("margin", ["50 %", "100 %"])
def test_margin_without_space_is_a_problem(tmp_path: Path, shape: str, part: str, margin: str) -> None:
    text = GAME.replace("SHAPE", shape).replace("PART", part).replace("MARGIN", margin)
    (tmp_path / "harbour.yaml").write_text(text, encoding="utf-8")
    problems = catch_problems(lambda: make_pages("counters", read_game(tmp_path / "harbour.yaml"), roster=["Rat"]))
    assert any("part 1 of the front" in problem.message for problem in problems), list(problems)
