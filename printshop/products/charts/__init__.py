"""Product `charts`: the reference cards of a game."""

from __future__ import annotations

from itertools import accumulate

from printshop.products.product import PrintedEntries, PrintInstructions, Product


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    """Return the instructions with the number of copies: one for each side, but only one of each shared card."""
    charts, players = printed.entries, max(len(printed.scenario.forces), 1)
    if printed.scenario.players:  # the kits have the other charts
        return printed.default_instructions._replace(hint=printed.settings.words("one_for_table"))
    keys, shared_keys = [*charts], [key for key, card in charts.items() if card.is_shared]
    # further pages of a card have no anchor
    numbers = accumulate(bool(page.anchor) for page in printed.pages)
    labels = [(keys[number - 1], page.label) for number, page in zip(numbers, printed.pages, strict=True)]
    per_side_labels = [label for key, label in labels if key not in shared_keys]
    words, many = printed.settings.words, "set" if len(charts) > 1 else "one"
    hint = words(f"{many}_for_each_{'player' if players > 2 else 'side'}")
    if len(per_side_labels) == 2 and len(printed.pages) == len(charts):
        hint += words("back_to_back", codes=words.join(per_side_labels))
    if len(shared_keys) == len(charts):
        return printed.default_instructions._replace(copies=1, hint=f"{hint}.")
    return printed.default_instructions._replace(
        copies=players, hint=f"{hint}.", single_pages=tuple(label for key, label in labels if key in shared_keys))


PRODUCTS = (Product("charts", "charts", "printshop.products.charts.build:build_charts",
                    material="heavy paper or card", hint="charts_hint", is_enlarged=True,
                    adapt_instructions=_adapt_instructions),)
