"""Fleets read from texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.fleets import Asked, read
from printshop.problems import Problems
from printshop.source import parse_text

if TYPE_CHECKING:
    from printshop.game.fleets import Fleet
    from printshop.game.model import Game


def read_fleet(game: Game, text: str, asked: Asked | None = None, *, file: str = "f.yaml", key: str = "night_watch"
               ) -> Fleet:
    """Return the fleet of a YAML text. Raises PrintshopError with all its problems."""
    problems = Problems()
    node = parse_text(text, file, problems)
    fleet = read(node, key, game, problems, asked or Asked()) if node else None
    problems.raise_if_any()
    assert fleet is not None
    return fleet
