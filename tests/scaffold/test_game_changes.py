"""A game that extends another one, and a map in it; the workshop tests copies of parts, and new fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.cli import run

from printshop.game.maps import MAPS
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_extension_of_a_game_and_a_map_in_it_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "game", "my_own", "--like", "hexes")[0] == 0
    code, output = run("new", "game", "second", "--extends", "my_own")
    assert (code, output.splitlines()) == (0, ["second/game.yaml", "next: printshop make all second"])
    for name, key in (("my_own", "the_ford"), ("second", "the_ford_2")):
        code, output = run("new", "map", name, "The Ford", "--grid", "square", "--columns", "4", "--rows", "3")
        assert (code, output.splitlines()[-1]) == (0, f"next: printshop make maps {name} --only {key}")
    assert {"the_ford", "the_ford_2"} < read_game(tmp_path / "second")[MAPS].keys()
    assert 'extends: "../my_own"' in (tmp_path / "second" / "game.yaml").read_text(encoding="utf-8")
    assert run("new", "map", "second", "Sea", "--columns", "many")[0] == 1
