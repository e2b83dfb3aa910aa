"""Checking a game's data to the end: what loads may still hold a name too long or a picture that is none."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from printshop.drawing import art
from printshop.drawing.text import plain
from printshop.game import maps
from printshop.game.load import load
from printshop.problems import PrintshopError, Problems
from printshop.products import contents, find
from printshop.products.pack import assemble, make
from printshop.products.product import Request, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printshop.game.model import Game
    from printshop.problems import Problem


def check_game(folder: Path, settings: Mapping[str, str] | None = None) -> Game:
    """Load a game and lay out all of its components and packs, writing none.

    Raises PrintshopError with every problem found.
    """
    game = load(folder, settings)
    problems = Problems()
    for request, name in _requests(game):
        try:
            deque(find(name).build(game, request, Settings()).pages, maxlen=0)
        except PrintshopError as error:
            problems.extend(error.problems)
    known = {_said(problem) for problem in problems}
    for scenario in game.scenarios.values():
        try:
            assemble(game, scenario, tuple(make(game, scenario, Settings())), Settings())
        except PrintshopError as error:
            problems.extend(problem for problem in error.problems if _said(problem) not in known)
    problems.raise_if_any()
    return game


def _said(problem: Problem) -> tuple[object, str]:
    """Return a problem's place and words, the same for every numbered copy of a unit."""
    return problem.span, re.sub(r"-\d+\b", "", problem.message)


def _requests(game: Game) -> Iterator[tuple[Request, str]]:
    """Give every piece of every product, those too that are printed only when asked for; and blank forms."""
    for name in contents.products(game):
        every = tuple(contents.things(game, name))
        if name != "booklet":
            yield Request(only=every), name
        if name in ("records", "cards"):
            yield Request(only=every, blank=1), name


def warnings(game: Game) -> Iterator[str]:
    """Give what is odd about units, left out or replaced in drawings, and hexes too small for their counters."""
    yield from _oddities(game)
    for path in sorted((game.root / "art").glob("*.svg")):
        try:
            drawing = art.read_svg(path)
        except art.ArtError:
            continue  # a drawing that nothing uses: what uses it has been reported
        yield from (f"{path.name}: {warning}" for warning in drawing.warnings)
    yield from maps.warnings(game)


def _oddities(game: Game) -> Iterator[str]:
    """Give the warnings of the units; sisters stand in one place and are told of once."""
    told: set[object] = set()
    for unit in game.units.values():
        if unit.warnings and unit.span not in told:
            told.add(unit.span)
            yield from (f"{unit.span}: {unit.title}: {plain(warning)}" for warning in unit.warnings)
