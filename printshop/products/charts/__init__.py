"""Product `charts`: the reference cards of a game."""

from __future__ import annotations

from printshop.products.product import Handling, Printed, Product, listed


class Charts(Product):
    """Reference cards: tables and steps of the rules, one page each."""

    name = "charts"
    made_by = "charts.charts"
    material = "heavy paper or card"
    hint = "One for each side."

    def handled(self, printed: Printed) -> Handling:
        """Return the instructions with the number of copies: one for each side, but one in all of shared cards."""
        charts, players = printed.things, max(len(printed.scenario.forces), 1)
        usual = printed.usual._replace(copies=str(players))
        once = [key for key, card in charts.items() if card.once]
        often = [key for key in charts if key not in once]
        labels = dict(zip(charts, (page.label for page in printed.pages), strict=False))
        copies = "1" if once else usual.copies
        if once and often and labels:
            copies = f"{usual.copies}; {listed([labels[key] for key in once])}: 1"
        hint = f"{'One set' if len(charts) > 1 else 'One'} for each {'player' if players > 2 else 'side'}"
        if len(often) == 2 and labels:
            hint += f"; {listed([labels[key] for key in often])} may go back to back on one sheet"
        return usual._replace(copies=copies, hint=f"{hint}.")


PRODUCTS = (Charts(),)
