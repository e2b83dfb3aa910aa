"""Packs have few pieces to cut: dice and records replace markers, and markers are printed if they are asked for."""

from __future__ import annotations

import pytest
from helpers.games import open_game
from helpers.pages import read_text

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintSettings
from printshop.products import packs

CUT_PRODUCTS = ("counters", "markers")


def count_pieces(game_key: str, scenario: str, **settings: str) -> tuple[int, str]:
    """Return the number of counters and markers in a pack, and the words of its print guide."""
    game = read_game(open_game(game_key).root, settings) if settings else open_game(game_key)
    battle = game[SCENARIOS][scenario]
    components = tuple(packs.build_pack_components(game, battle, PrintSettings()))
    pieces = sum(page.cutouts for part in components if part.product.name in CUT_PRODUCTS for page in part.pages)
    cover = packs.assemble_pack(game, battle, components, PrintSettings()).cover
    assert cover
    return pieces, " ".join(read_text(tuple(cover.pages)[1].items).split())


@pytest.mark.parametrize(("game", "scenario", "pieces", "with_markers", "needed"), [
    ("iron_stars", "meeting_engagement", 51, 133, "a d10 beside each ship"),
    ("stellar_wars", "beginning", 25, 50, "a d6 beside each ship"),
    ("for_the_masses", "sample_game", 74, 95, "d6 beside the units"),
])
def test_dice_replace_markers_unless_the_markers_are_asked_for(game: str, scenario: str, pieces: int,
                                                               with_markers: int, needed: str) -> None:
    count, words = count_pieces(game, scenario)
    assert count == pieces
    assert needed in words
    count, words = count_pieces(game, scenario, number_markers="true")
    assert count == with_markers
    assert needed not in words
