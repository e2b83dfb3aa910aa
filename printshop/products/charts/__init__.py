"""Product `charts`: the reference cards of a game."""

from __future__ import annotations

from printshop.problems import join_with_and
from printshop.products.product import PrintedEntries, PrintInstructions, Product


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    """Return the instructions with the number of copies: one for each side, but only one of each shared card."""
    charts, players = printed.entries, max(len(printed.scenario.forces), 1)
    usual = printed.default_instructions._replace(copies=str(players))
    shared_keys = [key for key, card in charts.items() if card.is_shared]
    per_side_keys = [key for key in charts if key not in shared_keys]
    first_pages = (page for page in printed.pages if page.anchor)  # a card goes on on pages without an anchor
    labels = dict(zip(charts, (page.label for page in first_pages), strict=False))
    copies = "1" if shared_keys else usual.copies
    if shared_keys and per_side_keys and labels:
        copies = f"{usual.copies}; {join_with_and([labels[key] for key in shared_keys])}: 1"
    hint = f"{'One set' if len(charts) > 1 else 'One'} for each {'player' if players > 2 else 'side'}"
    if len(per_side_keys) == 2 and labels and len(printed.pages) == len(labels):
        hint += f"; {join_with_and([labels[key] for key in per_side_keys])} may go back to back on one sheet"
    return usual._replace(copies=copies, hint=f"{hint}.")


PRODUCTS = (Product("charts", "charts", "printshop.products.charts.build:build_charts",
                    material="heavy paper or card", hint="One for each side.", is_enlarged=True,
                    adapt_instructions=_adapt_instructions),)
