"""Turn tracks: names of turns, and the units that arrive in a turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.problems import catch_problems

from printshop.drawing.display_list import Group
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.products.booklets.force_lists import draw_turn_track

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
format: 1
title: Line
sides: {a: {name: A, colour: "#9e2a2b"}, b: {name: B, colour: "#33658a"}}
unit_types: {corps: {plural: corps, fields: {comes: {kind: whole, optional: true}}}}
corps: [UNITS, {name: Foe, side: b}]
scenarios:
  march:
    title: March
    summary: A march.
    table: 4 ft x 3 ft
    turns: TURNS
    forces: {a: {units: all, reinforcements: {by: comes}}, b: {units: all}}
    setup: [Begin.]
    victory: {text: Last.}
"""


def draw(folder: Path, turns: str, coming: int = 2) -> list[str]:
    units = ", ".join(f"{{name: Guard {number}, side: a, comes: 2}}" for number in range(coming))
    (folder / "line.yaml").write_text(GAME.replace("TURNS", turns).replace("UNITS", f"{{name: Van, side: a}}, {units}"),
                                      encoding="utf-8")
    game = read_game(folder / "line.yaml")
    return [word.text for word in find_words(draw_turn_track(game, game[SCENARIOS]["march"], 540, Ink.BLACK).items)]


def test_turns_have_their_names_beside_their_numbers(tmp_path: Path) -> None:
    words = draw(tmp_path, "[10 June, 13 June, 16 June]")
    texts = [word for word in words if "June" in word or word.isdigit()]
    assert texts == ["1", "10 June", "2", "13 June", "3", "16 June"]
    assert "June" not in " ".join(draw(tmp_path, "3"))


@pytest.mark.parametrize("turns", ["3", "[Dawn, Noon, Dusk]"])
def test_turn_shows_the_units_that_arrive(tmp_path: Path, turns: str) -> None:
    words = " ".join(draw(tmp_path, turns))
    assert "+ Guard 0, Guard 1" in words
    assert "Van" not in words


@pytest.mark.parametrize(("turns", "coming"), [("8", 16), ("8", 60), ("10", 60), ("24", 30)])
def test_many_units_are_all_shown_in_their_box(tmp_path: Path, turns: str, coming: int) -> None:
    words = " ".join(draw(tmp_path, turns, coming))
    assert [int(number) for number in re.findall(r"Guard (\d+)", words)] == [*range(coming)]
    game = read_game(tmp_path / "line.yaml")
    figure = draw_turn_track(game, game[SCENARIOS]["march"], 540, Ink.BLACK)
    boxes = [(group.transform.f, group) for group in figure.items if isinstance(group, Group)]
    feet = [(top, top + measure_bounds(find_outlines(group.items), with_strokes=False)[3]) for top, group in boxes]
    tops = sorted({top for top, _ in feet})
    assert len({(top, foot) for top, foot in feet}) == len(tops)  # the boxes of a row are equally high
    assert figure.height == pytest.approx(max(foot for _, foot in feet), abs=0.5)
    lowest = max(word.y for word in find_words(boxes[1][1].items) if "Guard" in word.text)
    assert lowest < feet[1][1]


def test_crowded_box_shows_the_first_units_and_the_number_of_the_others(tmp_path: Path) -> None:
    words = " ".join(draw(tmp_path, "8", 500))
    count = words.count("Guard")
    assert 60 < count < 450
    assert f"and {500 - count} more" in words


@pytest.mark.parametrize(("turns", "message"), [
    ("[]", "'turns' of the scenario 'march' is an empty list"),
    ("[Dawn]", "reinforcements of A cannot arrive in turn 2, because the scenario has only 1 turn"),
    ("[Dawn, {a: b}]", "'turns' of the scenario 'march' must be a text, found a block of keys"),
    ("many", "'turns' of the scenario 'march' must be a whole number"),
])
def test_mistakes_are_reported(tmp_path: Path, turns: str, message: str) -> None:
    assert any(problem.message.startswith(message) for problem in catch_problems(draw, tmp_path, turns))
