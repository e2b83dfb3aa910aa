"""Product `rosters`: fleets as lists with totals, blank rosters, and lists of units."""

from __future__ import annotations

from printshop.products.product import Product

PRODUCTS = (Product("rosters", "", "printshop.products.rosters.build:build_rosters",
                    hint="rosters_hint", other_sections=("forms",),
                    needs_units=True, can_be_marked=True, is_enlarged=True,
                    only_refusal="a roster has no pieces to choose with --only: list the units, or write a fleet"),)
