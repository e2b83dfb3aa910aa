"""Product `booklet`: scenario booklets with forces, deployment and scoring; also the cover and print guide of packs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.job import Request
from printshop.products.product import Handling, Printed, Product, overspent, scenarios


class Booklet(Product):
    """A scenario to read, set up, play and score."""

    name = "booklet"
    made_by = "booklets.booklet"
    hint = "Read it together; it is enough to have one."
    section = "scenarios"
    refuses_only = "a booklet is one of a scenario: ask for it with --scenario NAME"
    options = (("leaf", "--booklet is for the booklet"),)

    def named(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        return (scenario.key,) if scenario else super().named(game, scenario)

    def need(self, game: Game, request: Request) -> None:
        game.apart.need(self.section, (request.scenario.key,) if request.scenario else request.only)

    def warnings(self, game: Game, request: Request) -> Iterator[str]:
        return overspent(scenarios(game, request))

    def unused(self, options: Mapping[str, Any], printed: Collection[str]) -> Iterator[str]:
        if options.get("booklet") and self.name not in printed:
            yield "--booklet changes nothing: there is no booklet"

    def handled(self, printed: Printed) -> Handling:
        from printshop.layout.boxes import HOME

        usual = printed.usual
        if not printed.settings.leaf or printed.settings.shop != HOME:  # a shop folds by itself
            return usual
        return usual._replace(material=f"{usual.material}, on both sides",
                              hint="Print the file that ends in “booklet-print”; choose “both sides, flip on short "
                                   "edge”. Fold its sheets together and staple them in the fold.")


PRODUCTS = (Booklet(),)
