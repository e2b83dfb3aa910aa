"""Product `rosters`: fleets as lists with totals, blank rosters, and lists of units."""

from __future__ import annotations

from printshop.products.product import Product


class RostersProduct(Product):
    """Fleets as lists with totals, limits and a summary, blank rosters, and lists of units and their points."""

    name = "rosters"
    build_function = "rosters.build:build_rosters"
    hint = "One for each player, and one for the opponent."
    shown_sections = ("forms",)
    needs_units = can_be_marked = True
    is_enlarged = True
    only_refusal = "a roster has no pieces to choose with --only: list the units, or write a fleet"


PRODUCTS = (RostersProduct(),)
