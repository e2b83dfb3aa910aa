"""Run commands of printshop in the process of the test."""

from __future__ import annotations

import shlex
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from unittest import mock

from click.testing import CliRunner, Result
from helpers.games import open_game
from helpers.paths import TOY

from printshop import fleet_files, load_game
from printshop.cli import main
from printshop.game_paths import find_shipped_games

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from printshop.game.model import Game

_read_game = load_game.read_game


@lru_cache(32)
def _read_with_choices(path: Path, settings: tuple[tuple[str, str], ...], choices: tuple[Any, ...]) -> Game:
    return _read_game(path, dict(settings), *choices)


def read_game_once(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = (), theme: str = "",
                   date: str = "", *, skip_broken: bool = False, only_sections: Collection[str] | None = None) -> Game:
    """Return the result of `read_game`. A shipped game and the toy are read once for all tests and for all commands.

    No test changes their files. They have no broken parts, and a command of a few sections gets the whole game.
    """
    key = next((key for key, folder in [*find_shipped_games().items(), ("toy", TOY)] if folder == path), "")
    if not key:
        return _read_game(path, settings, palette, theme, date, skip_broken=skip_broken, only_sections=only_sections)
    if settings or palette or theme or date:
        return _read_with_choices(path, tuple((settings or {}).items()), (tuple(palette), theme, date))
    return open_game(key)


def invoke(*words: object) -> Result:
    """Run a command and return click's result of the run, with its exception.

    A short command needs half of its time for reading a game, so commands share the games that come with printshop.
    """
    is_replaced = load_game.read_game is not _read_game  # by the test
    read = load_game.read_game if is_replaced else read_game_once
    with mock.patch.object(load_game, "read_game", read), mock.patch.object(fleet_files, "read_game", read):
        return CliRunner().invoke(main, [str(word) for word in words])


def run(*words: object) -> tuple[int, str]:
    """Run a command and return its exit code and its output."""
    result = invoke(*words)
    return result.exit_code, result.output


def read_output(*words: object, code: int = 0) -> str:
    """Run a command that must end with an exit code, and return its output."""
    result = invoke(*words)
    assert result.exit_code == code, result.output
    return result.output


def run_example(command: str) -> None:
    """Run a command of the documentation, which must succeed; pages are written as dumps, which is quicker."""
    words = shlex.split(command)[1:]
    read_output(*words, *(["--format", "dump"] if words[0] in {"make", "pack", "fleet"} else []))


def write_services(settings: Path, words: str) -> None:
    """Write services of the user's own."""
    settings.mkdir()
    (settings / "services.yaml").write_text(words, encoding="utf-8")
