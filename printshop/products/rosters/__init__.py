"""Rosters: a player's fleet with its sums and what it brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printshop.game.model import Game
from printshop.products.product import Product


class Rosters(Product):
    """Fleets as lists with their sums, limits and a summary; blank ones; lists of units and what they cost."""

    name = "rosters"
    made_by = "rosters.rosters"
    summary = "Fleets as lists with their sums, limits and a summary; blank ones; lists of units and what they cost."
    hint = "One for each player, and one for the opponent."
    of_units = filled = True
    refuses_only = "a roster has no pieces that --only could name: name units, or write a fleet"

    def entries(self, game: Game) -> Mapping[str, Any]:
        """Return nothing: they are of players' fleets, not of the game."""
        return {}


PRODUCTS = (Rosters(),)
