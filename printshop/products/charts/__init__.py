"""Charts: the reference cards of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printshop.products.product import Handling, Product, listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printshop.drawing.items import Document, Page
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario
    from printshop.job import Request, Settings


class Charts(Product):
    """Reference cards: the rules' tables and steps on one page."""

    name = "charts"
    summary = "reference cards: the rules' tables and steps on one page"
    material = "heavy paper or card"
    hint = "Keep it beside the table."
    copies = "1 for each player"

    def lay_out(self, game: Game, request: Request, settings: Settings) -> Document:
        from printshop.products.charts import charts

        return charts.build(game, request, settings)

    def handled(self, things: Mapping[str, Any], scenario: Scenario, pages: Sequence[Page], settings: Settings,
                usual: Handling) -> Handling:
        once = [key for key, card in things.items() if card.once]
        labels = dict(zip(things, (page.label for page in pages), strict=False))
        copies = usual.copies
        if once and len(once) < len(things) and labels:
            copies = f"{copies}, {listed([labels[key] for key in once])} once"
        elif once:
            copies = "1"
        pair = len(things) - len(once) == 2
        hint = "Keep them beside the table" if len(things) > 1 else "Keep it beside the table"
        first = [labels[key] for key in things if key not in once] if labels else []
        back = f"; {listed(first)} may go back to back on one sheet" if pair and first else ""
        return usual._replace(copies=copies, hint=f"{hint}{back}.")


PRODUCTS = (Charts(),)
