"""The number of markers that a battle needs: printed, named in the booklet, laid on the virtual table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems

from printshop.game.scenarios import MAX_MARKER_COPIES, SCENARIOS
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.scaffold.yaml_writer import STARTERS_FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

SQUADS = STARTERS_FOLDER / "squads"


def load_markers_of(folder: Path, markers: str) -> Game:
    for path in SQUADS.rglob("*.*"):
        target = folder / path.relative_to(SQUADS)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    battle = folder / "scenarios" / "lane.yaml"
    battle.write_text(f"{battle.read_text(encoding='utf-8')}pieces: {{markers: {markers}}}\n", encoding="utf-8")
    return read_game(folder)


def count_markers(game: Game, request: PrintRequest) -> list[int]:
    """Return how often each marker is on the sheets."""
    lines = dump.render_dump(find_product("markers").build(game, request, PrintSettings())).splitlines()
    return [sum(line.strip().startswith(f"use '{name}") or line.strip().startswith(f"use {name}") for line in lines)
            for name in ("Pinned", "Objective A", "Objective B", "Objective C")]


def test_markers_are_printed_in_the_number_of_the_scenario(tmp_path: Path) -> None:
    game = load_markers_of(tmp_path, "{pinned: 4, objective: 2}")
    battle = game[SCENARIOS]["lane"]
    request = PrintRequest(scenario=battle)
    assert count_markers(game, request) == [4, 2, 2, 2]
    assert count_markers(game, replace(request, scenario=replace(battle, counts={}))) == [6, 1, 1, 1]
    booklet = dump.render_dump(find_product("booklet").build(game, request, PrintSettings()))
    assert "4 × Pinned, 6 × Objective" in booklet.replace(r"\xa0", " ")


@pytest.mark.parametrize(("markers", "message"), [
    ("{pined: 4}", "the scenario 'lane' refers to 'pined', which is missing in the markers of the game"),
    ("{pinned: some}",
     "the number of 'pinned' markers in the scenario 'lane' must be a whole number, found the text 'some'"),
    ("{pinned: 0}", "the number of 'pinned' markers in the scenario 'lane' is 0, but must be at least 1"),
    (f"{{pinned: {MAX_MARKER_COPIES + 1}}}",
     f"in the scenario 'lane' is {MAX_MARKER_COPIES + 1}, but must be at most {MAX_MARKER_COPIES}"),
])
def test_wrong_marker_counts_are_reported(tmp_path: Path, markers: str, message: str) -> None:
    problems = catch_problems(load_markers_of, tmp_path, markers)
    assert next(problem.message for problem in problems if problem.span).endswith(message)
