"""Rosters: a player's fleet with its sums and what it brings."""

from __future__ import annotations

from printshop.products.product import Product


class Rosters(Product):
    """Fleets as lists with their sums, limits and a summary; blank ones; lists of units and what they cost."""

    name = "rosters"
    made_by = "rosters.rosters"
    hint = "One for each player, and one for the opponent."
    of_units = filled = True
    refuses_only = "a roster has no pieces that --only could name: name units, or write a fleet"


PRODUCTS = (Rosters(),)
