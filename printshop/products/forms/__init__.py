"""Forms: record sheets and cards, filled or blank, from the cells that a game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printshop.game.model import Game
from printshop.products.product import PrintedEntries, PrintInstructions, Product, find_added_units, join_with_and


class _Forms(Product):
    """What a form makes: a card if it has a size, a record if it has none."""

    section = "forms"
    needs_units = can_be_marked = True

    def find_entries(self, game: Game) -> Mapping[str, Any]:
        return {key: form for key, form in super().find_entries(game).items()
                if (form.size is not None) == self.is_cut_out}

    def find_blank_keys(self, game: Game, keys: Iterable[str], *, in_scenario: bool) -> tuple[str, ...]:
        """Return those of units; a game that extends another, and adds units to it, has only its own."""
        forms, all_units = self.find_entries(game), in_scenario or not game.base_name or not find_added_units(game)
        return tuple(key for key in keys if forms[key].unit and (all_units or key in game.own_entries.get("forms", ())))


class Records(_Forms):
    """Record sheets with a circle for every point, filled for units or blank; logs and rosters."""

    name = "records"
    build_function = "forms.records:build_records"
    hint = "Each player takes those of one side, and a pencil."
    counted_in_booklet = is_enlarged = True

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        """Say which sheets are shared, and which each side keeps from the other."""
        from printshop.layout.duplex import list_page_codes

        sides, labels = len(printed.scenario.forces), list_page_codes(printed.pages)
        hidden = sides * sum(form.hidden for form in printed.entries.values())
        first_codes = [code for page in printed.pages for code in list_page_codes([page])[:len(page.bookmarks)]]
        secret = labels[labels.index(first_codes[-hidden]):] if hidden and labels else []
        shared = labels and len(labels) - len(secret) < sides
        hint = "Share it, and a pencil for each player." if shared else printed.default_instructions.hint
        apart = ""
        if secret:
            codes = f"{secret[0]} to {secret[-1]}: one set" if len(secret) > hidden else f"{join_with_and(secret)}: one"
            apart = f" {codes} for each side, kept from the other."
        return printed.default_instructions._replace(hint=f"{hint}{apart}")


class Cards(_Forms):
    """Cards to cut out, filled for units or blank: unit cards, activation cards."""

    name = "cards"
    build_function = "forms.cards:build_cards"
    material = "card, 160 to 250 g/m²"
    hint = "Cut from tick to tick; neighbours share their cuts."
    is_cut_out = True

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        from printshop.products.forms.cards import choose_card_cut, describe_folding

        ways = (choose_card_cut(form, printed.settings) for form in printed.entries.values())
        folds = dict.fromkeys(f"{describe_folding(way).capitalize()}." for way in ways
                              if way.back_mode.value in ("beside", "fold"))
        return printed.default_instructions._replace(hint=" ".join(folds) or printed.default_instructions.hint)


PRODUCTS = (Records(), Cards())
