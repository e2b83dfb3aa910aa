"""Product `booklet`: scenario booklets with forces, deployment and scoring.

The package also makes the cover and the print guide of packs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.print_settings import PrintRequest
from printshop.products.product import (
    PrintedEntries,
    PrintInstructions,
    Product,
    find_requested_scenarios,
    list_overspent_warnings,
)


class BookletProduct(Product):
    """A scenario to read, set up, play and score."""

    name = "booklet"
    build_function = "booklets.build:build_booklet"
    hint = "Read it together; it is enough to have one."
    section = "scenarios"
    is_enlarged = True
    only_refusal = "a booklet has no pieces to choose with --only: choose its scenario with --scenario NAME"
    own_options = (("booklet_paper", "--booklet is allowed for the booklet only"),)

    def find_scenario_keys(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        return (scenario.key,) if scenario else super().find_scenario_keys(game, scenario)

    def require_valid(self, game: Game, request: PrintRequest) -> None:
        game.broken.require(self.section, (request.scenario.key,) if request.scenario else request.only_keys)

    def list_warnings(self, game: Game, request: PrintRequest) -> Iterator[str]:
        return list_overspent_warnings(find_requested_scenarios(game, request))

    def list_unused_options(self, options: Mapping[str, Any], printed_products: Collection[str]) -> Iterator[str]:
        if options.get("booklet") and self.name not in printed_products:
            yield "--booklet changes nothing: no booklet is printed"

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        from printshop.layout.rectangles import HOME_LAYOUT

        usual = printed.default_instructions
        if not printed.settings.booklet_paper or printed.settings.shop != HOME_LAYOUT:  # a shop folds by itself
            return usual
        return usual._replace(material=f"{usual.material}, on both sides",
                              hint="Print the file that ends in “booklet-print”; choose “both sides, flip on short "
                                   "edge”. Fold its sheets together and staple them in the fold.")


PRODUCTS = (BookletProduct(),)
