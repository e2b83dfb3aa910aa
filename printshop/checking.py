"""Checking a game's data to the end: what loads may still hold a name too long or a picture that is none."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from printshop.game.load import load
from printshop.game.model import Game
from printshop.problems import PrintshopError, Problems
from printshop.products import NAMES, find
from printshop.products.pack import has
from printshop.products.product import Request, Settings

# The booklet is set by reportlab, which a check does without; its data is checked as it is read.
LIGHT = tuple(name for name in NAMES if name != "booklet")


def check_game(folder: Path) -> Game:
    """Load a game and lay out all of its components, writing none.

    Raises PrintshopError with every problem found.
    """
    game = load(folder)
    problems = Problems()
    for name in LIGHT:
        if not has(game, name):
            continue
        try:
            deque(find(name).build(game, Request(), Settings()).pages, maxlen=0)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
    return game
