"""Each writing space has the words of its record as its label."""

from __future__ import annotations

from functools import partial

import pytest
from helpers.games import open_game

from printshop.products.forms.compiled import compile_default_forms
from printshop.products.forms.record_layout import apply_variants

SPEED = "Speed, card by card"


@pytest.mark.parametrize(("game_name", "unit_name", "labels"), [
    ("iron_stars", "Nike", ["Momentum: start", *(f"Momentum: T{turn}" for turn in range(1, 7)), "Notes"]),
    ("ironclads", "Stout Annie", ["Grappled to", "Crew used this turn on the fire", "for muskets", f"{SPEED}: start",
                                  *(f"{SPEED}: {card}" for card in range(1, 14))]),
    ("stellar_wars", "CA-A", ["Ship", "Notes", *(f"Speed: {turn}" for turn in range(1, 51))]),
])
def test_space_has_the_words_in_it_or_beside_and_above_it(game_name: str, unit_name: str, labels: list[str]) -> None:
    game = open_game(game_name)
    unit = next(unit for unit in game.units.values() if unit_name in unit.title)
    forms = compile_default_forms(game, adapt=partial(apply_variants, variants=()))
    form = next(form for form in forms if form.form.unit == unit.kind)
    form.get_model(form.find_row_counts(unit))
    assert [area.label for area in form.find_writing_places(unit)] == labels
