"""Options that change nothing are told; where they do change something, nothing is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from printshop.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path / "settings"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("words", "said"), [
    ("make counters iron_guest --profile print_shop --guides", "--guides changes nothing: for print_shop cuts are"),
    ("make counters iron_guest --profile game_crafter --guides", "--guides changes nothing: for game_crafter each"),
    ("make counters iron_guest --cutter cricut --guides", "--guides changes nothing: a machine that cuts"),
    ("make counters iron_guest --profile game_crafter --backs fold", "--backs fold changes nothing"),
    ("make cards ironclads --backs none --back-offset 1,1", "--back-offset changes nothing"),
    ("pack iron_stars/meeting_engagement --map-paper fit --format pdf", "--map-paper fit changes nothing"),
    ("make counters iron_stars --profile print_shop --format svg", "changes nothing of the inks"),
    ("make booklet iron_stars/meeting_engagement --profile lulu --booklet", "lulu folds it"),
    ("pack stellar_wars/convoy --paper fit --format pdf", "--paper fit is for maps: all else is on the usual paper"),
])
def test_an_option_that_changes_nothing_is_told(words: str, said: str) -> None:
    result = CliRunner().invoke(main, [*words.split(), "-o", "out"])
    assert result.exit_code == 0, result.output
    assert said in result.output


@pytest.mark.parametrize("words", [
    "make counters iron_guest --guides", "make counters ironclads --backs long --back-offset 1,1",
    "make maps stellar_wars --paper fit", "make booklet iron_stars/meeting_engagement --booklet",
    "make counters iron_guest --profile print_shop",
])
def test_nothing_is_said_of_one_that_does(words: str) -> None:
    result = CliRunner().invoke(main, [*words.split(), "-o", "out"])
    assert result.exit_code == 0, result.output
    assert "changes nothing" not in result.output
    assert "--paper fit" not in result.output
    assert "folds it" not in result.output
