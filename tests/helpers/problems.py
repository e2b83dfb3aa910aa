"""Problems that games and other work raise, as tests compare them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from printshop.cli.check_games import check_game
from printshop.game_paths import NO_OVERRIDES
from printshop.load_game import read_game
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError, Problems
from printshop.products import packs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from printshop.game.model import Game
    from printshop.problems import Problem


def check_whole_game(folder: Path) -> Game:
    """Load a game and lay out all of it, like `printshop check`. Raises PrintshopError with every problem found.

    The ink of pages is not measured: it takes a fifth of the time.
    """
    problems = Problems()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packs, "describe_ink", lambda *_: ())
        game, _ = check_game(folder, NO_OVERRIDES, PrintSettings(), problems)
    problems.raise_if_any()
    return game


def catch_problems(work: Callable[..., object], *arguments: Any, **named: Any) -> tuple[Problem, ...]:
    """Call a function, which must raise PrintshopError, and return its problems."""
    with pytest.raises(PrintshopError) as error:
        work(*arguments, **named)
    return error.value.problems


def collect_problems(work: Callable[..., object], *arguments: Any, **named: Any) -> tuple[Problem, ...]:
    """Call a function and return the problems that it raises, none if it ends well."""
    try:
        work(*arguments, **named)
    except PrintshopError as error:
        return error.problems
    return ()


def list_messages(problems: Iterable[Problem]) -> list[str]:
    """Return the message of each problem."""
    return [problem.message for problem in problems]


def join_hints(problems: Iterable[Problem]) -> list[str]:
    """Return "message | hint" of each problem."""
    return [f"{problem.message} | {problem.hint}" for problem in problems]


def join_lines(problems: Iterable[Problem]) -> list[str]:
    """Return "line: message | hint" of each problem; the line is 0 for a problem without a place."""
    return [f"{problem.span.line if problem.span else 0}: {problem.message} | {problem.hint}" for problem in problems]


def join_places(problems: Iterable[Problem]) -> list[str]:
    """Return "file:line:column: message | hint" of each problem."""
    return [f"{problem.span}: {problem.message} | {problem.hint}" for problem in problems]




def catch_load_problems(path: str | Path) -> list[Problem]:
    """Load a game, which must have problems, and return them."""
    return list(catch_problems(read_game, Path(path)))


def list_load_problems(path: Path) -> list[str]:
    """Return the problems of a game with their places and hints, none if it loads."""
    return join_places(collect_problems(read_game, path))
