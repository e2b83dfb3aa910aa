"""Instructions at the foot of a sheet of pieces fit the pieces on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.counter_sheets import make_markers, walk_with_symbols

from printshop.drawing.display_list import TextRun

if TYPE_CHECKING:

    from printshop.game.model import Game


def test_what_to_do_is_said_of_what_is_on_the_page(iron_stars: Game) -> None:
    for only, said, unsaid in ((("momentum_britain",), "tick to tick", ("circle", "fold")),
                               (("turn",), "circle", ("tick to tick", "fold")),
                               (("initiative_britain",), "fold", ("circle", "tick to tick"))):
        [page] = make_markers(iron_stars, *only)
        words = " ".join(item.string for item, _ in walk_with_symbols(page.items) if isinstance(item, TextRun))
        assert said in words
        assert not any(word in words for word in unsaid)
        assert "to print on card" in words
