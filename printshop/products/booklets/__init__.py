"""Product `booklet`: scenario booklets with forces, deployment and scoring.

The package also makes the cover and the print guide of packs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printshop.products.product import (
    PrintedEntries,
    PrintInstructions,
    Product,
    find_requested_scenarios,
    list_scenario_warnings,
)


def _list_unused_options(options: Mapping[str, Any], printed_products: Collection[str]) -> Iterator[str]:
    if options.get("booklet") and "booklet" not in printed_products:
        yield "--booklet changes nothing: no booklet is printed"


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    from printshop.layout.rectangles import HOME_LAYOUT

    instructions = printed.default_instructions
    if not printed.settings.booklet_paper or printed.settings.shop != HOME_LAYOUT:  # a shop folds by itself
        return instructions
    words = printed.settings.words
    return instructions._replace(material=words("on_both_sides", material=instructions.material),
                                 hint=words("print_folded_booklet"))


PRODUCTS = (Product(
    "booklet", "scenarios", "printshop.products.booklets.build:build_booklet",
    hint="booklet_hint", is_enlarged=True,
    only_refusal="a booklet has no pieces to choose with --only: choose its scenario with --scenario NAME",
    own_options=(("booklet_paper", "--booklet is allowed for the booklet only"),),
    find_implied_keys=lambda scenario: (scenario.key,),
    list_own_warnings=lambda game, request: list_scenario_warnings(game, find_requested_scenarios(game, request)),
    list_unused_options=_list_unused_options,
    adapt_instructions=_adapt_instructions,
), Product(
    "walkthrough", "scenarios", "printshop.products.booklets.walkthrough:build_walkthrough",
    hint="walkthrough_hint", is_enlarged=True, is_for_learning=True,
    only_refusal="a walkthrough has no pieces to choose with --only: choose its scenario with --scenario NAME",
    select_entries=lambda game: {key: scenario for key, scenario in game.find_entries("scenarios").items()
                                 if getattr(scenario, "walkthrough", ())},
    find_implied_keys=lambda scenario: (scenario.key,),
))
