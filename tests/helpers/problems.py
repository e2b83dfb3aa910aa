"""A game checked to the end, as `printshop check` does it, for tests that want its problems or its data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.catalogue import AS_IT_IS
from printshop.checking import examine
from printshop.job import Settings
from printshop.problems import Problems

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


def check_game(folder: Path) -> Game:
    """Load a game and lay out all of it. Raises PrintshopError with every problem found."""
    problems = Problems()
    game, _ = examine(folder, AS_IT_IS, Settings(), problems)
    problems.raise_if_any()
    return game
