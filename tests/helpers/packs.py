"""Packs of the games that come with printshop."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from helpers.games import open_game

from printshop.drawing.ink import Ink
from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintSettings
from printshop.products import packs

if TYPE_CHECKING:
    from printshop.game.model import Game


def make_pack(game: Game, scenario: str, players: int = 0) -> packs.PrintedPack:
    """Return the pack of a scenario in light ink: in colour, the ink of all pages would be measured."""
    battle, settings = game[SCENARIOS][scenario], PrintSettings(ink=Ink.LIGHT)
    battle = battle.for_players(players) if players else battle
    return packs.assemble_pack(game, battle, tuple(packs.build_pack_components(game, battle, settings)), settings)


@cache
def build_pack(game_key: str, scenario: str, players: int = 0) -> packs.PrintedPack:
    """Return the pack of a scenario of a game with its own settings, built once for all tests."""
    return make_pack(open_game(game_key), scenario, players)
