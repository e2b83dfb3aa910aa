"""Every starter for a new game is sound, and prints and exports to VASSAL.

The check builds all products and the packs of all battles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import run
from helpers.images import blank_pictures

from printshop.scaffold.yaml_writer import STARTERS_FOLDER, list_starters

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.parametrize("like", list_starters())
def test_all_products_of_a_starter_print(like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = run("new", "game", "my_own", "--like", like)
    (battle,) = (STARTERS_FOLDER / like / "scenarios").iterdir()
    assert (code, output.splitlines()[-1]) == (0, f"next: printshop pack my_own/{battle.stem}")
    assert len([*(tmp_path / "my_own").rglob("*.*")]) == len([*(STARTERS_FOLDER / like).rglob("*.*")])
    code, output = run("check", "my_own")
    assert code == 0
    assert "warning" not in output
    for fleet in (tmp_path / "my_own").glob("fleets/*.yaml"):
        assert run("fleet", f"my_own/{fleet.stem}", "--format", "dump", "-o", "output")[0] == 0
    with blank_pictures():
        assert run("export", "vassal", f"my_own/{battle.stem}", "-o", "output")[0] == 0


def test_unknown_starter_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, output = run("new", "game", "my_own", "--like", "aire")
    assert code == 1
    assert "error: there is no starter game named 'aire'" in output
    assert "did you mean 'air'?" in output
    assert not (tmp_path / "my_own").exists()
