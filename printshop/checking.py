"""Checking a game's data to the end: what loads may still hold a name too long or a picture that is none."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from printshop.drawing import art
from printshop.game.load import load
from printshop.problems import PrintshopError, Problems
from printshop.products import NAMES, find
from printshop.products.pack import assemble, has, make
from printshop.products.product import Request, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game


def check_game(folder: Path) -> Game:
    """Load a game and lay out all of its components and packs, writing none.

    Raises PrintshopError with every problem found.
    """
    game = load(folder)
    problems = Problems()
    for request, name in _requests(game):
        try:
            deque(find(name).build(game, request, Settings()).pages, maxlen=0)
        except PrintshopError as error:
            problems.extend(error.problems)
    for scenario in game.scenarios.values():
        try:
            assemble(game, scenario, tuple(make(game, scenario, Settings())), Settings())
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
    return game


def _requests(game: Game) -> Iterator[tuple[Request, str]]:
    """Give every piece of every product, those too that are printed only when asked for; and blank forms."""
    for name in NAMES:
        if has(game, name) and name != "booklet":
            yield Request(only=tuple(getattr(game, "forms" if name == "records" else name))), name
    if game.forms:
        yield Request(blank=1), "records"


def warnings(game: Game) -> Iterator[str]:
    """Give what is left out or replaced in the drawings of a game: it prints, but not as it was drawn."""
    for path in sorted((game.root / "art").glob("*.svg")):
        try:
            drawing = art.read_svg(path)
        except art.ArtError:
            continue  # a drawing that nothing uses: what uses it has been reported
        yield from (f"{path.name}: {warning}" for warning in drawing.warnings)
