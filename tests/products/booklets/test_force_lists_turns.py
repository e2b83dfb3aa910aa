"""Turn tracks: names of turns, and the units that arrive in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_words
from helpers.problems import catch_problems

from printshop.drawing.ink import Ink
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.products.booklets.force_lists import MAX_ARRIVALS_HEIGHT, draw_turn_track

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
    shown = [word for word in words if "June" in word or word.isdigit()]
    assert shown == ["1", "10 June", "2", "13 June", "3", "16 June"]
    assert "June" not in " ".join(draw(tmp_path, "3"))


@pytest.mark.parametrize("turns", ["3", "[Dawn, Noon, Dusk]"])
def test_a_turn_shows_the_units_that_arrive(tmp_path: Path, turns: str) -> None:
    words = " ".join(draw(tmp_path, turns))
    assert "+ Guard 0, Guard 1" in words
    assert "Van" not in words


def test_of_many_units_the_first_and_the_number_of_the_others_are_shown(tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    words = " ".join(draw(tmp_path / "many", "8", 60))
    shown = words.count("Guard")
    assert 5 < shown < 40
    assert f"and {60 - shown} more" in words
    assert shown < MAX_ARRIVALS_HEIGHT


@pytest.mark.parametrize(("turns", "message"), [
    ("[]", "'turns' of the scenario 'march' is an empty list"),
    ("[Dawn]", "reinforcements of A cannot arrive in turn 2, because the scenario has only 1 turn"),
    ("[Dawn, {a: b}]", "'turns' of the scenario 'march' must be a text, found a block of keys"),
    ("many", "'turns' of the scenario 'march' must be a whole number"),
])
def test_mistakes_are_reported(tmp_path: Path, turns: str, message: str) -> None:
    assert any(problem.message.startswith(message) for problem in catch_problems(draw, tmp_path, turns))
