"""Score sheets of kits: title, victory conditions, turn track and score on as many pages as they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import read_text

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
format: 1
title: Town
sides:
  a: {name: Guild of the Red Cask, colour: "#9e2a2b"}
  b: {name: Guild of the White Cask, colour: "#e0c879"}
  c: {name: The Night Watch, colour: "#33658a"}
unit_types: {man: {plural: men, fields: {fee: {kind: whole}}}}
men: [{name: Ann, side: a, numbered: true, fee: 4}, {name: Bo, side: b, numbered: true, fee: 4},
      {name: Cy, side: c, numbered: true, fee: 4}]
scenarios:
  fight:
    title: The Quarrel
    summary: A fight.
    table: 4 ft x 3 ft
    turns: 8
    track: TRACK
    players: 2-3
    forces: {a: {units: [COUNT x Ann]}, b: {units: [COUNT x Bo]}, c: {units: [6 x Cy]}}
    setup: [Begin.]
    victory: {text: Most florins win., score: [{title: Enemy down, worth: fee}]}
"""


def build_sheets(folder: Path, count: int, track: str = "[Hour]") -> list[str]:
    """Return the texts of the pages of the score sheet."""
    (folder / "town.yaml").write_text(GAME.replace("COUNT", str(count)).replace("TRACK", track), encoding="utf-8")
    game = read_game(folder / "town.yaml")
    request = PrintRequest(scenario=game[SCENARIOS]["fight"], in_pack=True)
    pages = [*find_product("booklet").build(game, request, PrintSettings()).pages]
    return [read_text(page.items) for page in pages if page.seats]


@pytest.mark.parametrize(("count", "pages"), [(2, 1), (12, 2), (20, 2), (33, 3)])
def test_title_of_a_score_sheet_is_not_alone(tmp_path: Path, count: int, pages: int) -> None:
    sheets = build_sheets(tmp_path, count)
    assert len(sheets) == pages
    assert "QUARREL" in sheets[0]
    assert "Most florins win." in sheets[0]
    assert all(f"Ann-{number}" in " ".join(sheets) for number in range(1, count + 1))


def test_words_too_wide_for_the_turn_track_are_reported_at_the_track(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as error:
        build_sheets(tmp_path, 2, "[Moves first (side)]")
    [problem] = error.value.problems
    assert problem.span
    assert problem.span.line == 17
    assert "'track'" in problem.hint
