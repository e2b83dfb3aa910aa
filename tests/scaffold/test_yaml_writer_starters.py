"""Every starter for a new game is written whole, and its fleets print; the digests have the pages of its products."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import run

from printshop.load_game import read_game
from printshop.scaffold.yaml_writer import STARTERS_FOLDER, list_starters

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("like", list_starters())
def test_starter_is_written_whole_and_its_fleets_print(like: str, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = run("new", "game", "my_own", "--like", like)
    (battle,) = (STARTERS_FOLDER / like / "scenarios").iterdir()
    assert (code, output.splitlines()[-1]) == (0, f"next: printshop pack my_own/{battle.stem}")
    assert len([*(tmp_path / "my_own").rglob("*.*")]) == len([*(STARTERS_FOLDER / like).rglob("*.*")])
    assert [unit.name for unit in read_game(tmp_path / "my_own").units.values() if unit.warnings] == []
    for fleet in (tmp_path / "my_own").glob("fleets/*.yaml"):
        assert run("fleet", f"my_own/{fleet.stem}", "--format", "dump", "-o", "output")[0] == 0


def test_unknown_starter_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = run("new", "game", "my_own", "--like", "aire")
    assert code == 1
    assert "error: there is no starter game named 'aire'" in output
    assert "did you mean 'air'?" in output
    assert not (tmp_path / "my_own").exists()
