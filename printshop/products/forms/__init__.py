"""Forms: record sheets and cards, filled or blank, from the cells that a game declares.

A form with a size makes cards, a form without a size makes records.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printshop.game.forms.model import FORMS, Form
from printshop.game.model import Game
from printshop.products.product import PrintedEntries, PrintInstructions, Product, find_added_units

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario


def _select_records(game: Game) -> dict[str, Form]:
    return {key: form for key, form in game[FORMS].items() if form.size is None}


def _select_cards(game: Game) -> dict[str, Form]:
    return {key: form for key, form in game[FORMS].items() if form.size is not None}


def _find_blank_keys(game: Game, keys: Iterable[str], scenario: Scenario | None) -> tuple[str, ...]:
    """Return the keys of forms for units that have blank copies.

    If the game adds units to another game, return only keys of its own forms.
    """
    forms, all_units = game[FORMS], scenario is not None or not game.base_name or not find_added_units(game)
    return tuple(key for key in keys if forms[key].unit and forms[key].blanks
                 and (all_units or key in game.own_entries.get("forms", ())))


def _adapt_record_instructions(printed: PrintedEntries) -> PrintInstructions:
    """Return the instructions with the shared sheets, and the sheets that each side keeps from the other."""
    from printshop.layout.duplex import list_page_codes

    words = printed.settings.words
    sides, labels = len(printed.scenario.forces), list_page_codes(printed.pages)
    hidden = sides * sum(form.hidden for form in printed.entries.values())
    first_codes = [code for page in printed.pages for code in list_page_codes([page])[:len(page.bookmarks)]]
    secret = labels[labels.index(first_codes[-hidden]):] if hidden and labels else []
    shared = labels and len(labels) - len(secret) < sides
    hint = words("share_records") if shared else printed.default_instructions.hint
    hidden_hint = ""
    if secret:
        hidden_hint = words("hidden_set", first=secret[0], last=secret[-1]) if len(secret) > hidden else words(
            "hidden_page", codes=words.join(secret))
    return printed.default_instructions._replace(hint=" ".join(filter(None, (hint, hidden_hint))))


def _adapt_card_instructions(printed: PrintedEntries) -> PrintInstructions:
    from printshop.products.forms.cards import choose_card_cut, describe_folding

    cuts = (choose_card_cut(form, printed.settings) for form in printed.entries.values())
    folds = dict.fromkeys(f"{describe_folding(cut, printed.settings.words).capitalize()}." for cut in cuts
                          if cut.back_mode.value in ("beside", "fold"))
    return printed.default_instructions._replace(hint=" ".join(folds) or printed.default_instructions.hint)


PRODUCTS = (
    # with a circle for every point, filled for units or blank; logs and rosters
    Product("records", "forms", "printshop.products.forms.records:build_records",
            hint="records_hint",
            needs_units=True, can_be_marked=True, counted_in_booklet=True, is_enlarged=True,
            select_entries=_select_records, find_blank_keys=_find_blank_keys,
            adapt_instructions=_adapt_record_instructions),
    # unit cards, activation cards: filled for units or blank
    Product("cards", "forms", "printshop.products.forms.cards:build_cards",
            material="card, 160 to 250 g/m²", hint="cards_hint",
            needs_units=True, can_be_marked=True, is_cut_out=True,
            select_entries=_select_cards, find_blank_keys=_find_blank_keys,
            adapt_instructions=_adapt_card_instructions))
