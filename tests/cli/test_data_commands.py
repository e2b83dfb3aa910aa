"""`printshop new game`: names, whole files or none, and no file overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import invoke

# --- a new game

@pytest.mark.parametrize("there", ["file", "folder"])
def test_new_game_never_overwrites(tmp_path: Path, there: str) -> None:
    target = tmp_path / "harbour"
    if there == "folder":
        target.mkdir()
    own = target / "game.yaml" if there == "folder" else target
    own.write_text("mine", encoding="utf-8")
    result = invoke("new", "game", target)
    assert result.exit_code == 1
    assert f"the {there} {target} already exists and was not changed" in result.stderr
    assert own.read_text(encoding="utf-8") == "mine"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [own]


def test_new_game_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = invoke("new", "game", tmp_path / "file" / "harbour")
    assert result.exit_code == 1
    assert "error: cannot write" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["1904", "unknown", "a 'b' \"c\"", "true", "x: y", "# no", "\u6f22"])
def test_new_game_may_be_called_anything(tmp_path: Path, name: str) -> None:
    assert invoke("new", "game", tmp_path / name).exit_code == 0
    listed = invoke("list", tmp_path / name)
    assert listed.exit_code == 0, listed.output
    assert listed.output.splitlines()[0] == name[:1].upper() + name[1:]
