"""Blank forms of the shipped games have the labels that the forms of all units have, and boxes to mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_words

from printshop.drawing.shapes import measure_bounds
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.product import find_entries
from printshop.products.rosters.build import count_marks

if TYPE_CHECKING:
    from printshop.game.model import Game

HEAD, FOOT_SHARE = 60.0, 0.9  # points: the heading of a page; share of the height above its foot
MARK_SIZES = 4.0, 22.0  # points: least and greatest width and height of a box or circle
WRITTEN = {"sunk†"}  # in the column of a boat's last section, which differs from boat to boat
FORMS = [(game, product, key) for game in find_shipped_games() for product in ("records", "cards")
         for key, form in find_entries(find_product(product), open_game(game)).items()
         if form.unit and find_product(product).find_blank_keys(open_game(game), (key,), None)]


def read_form(game: Game, product: str, request: PrintRequest) -> tuple[set[str], int]:
    """Return the texts below the heading of a form, without page codes, and the number of boxes and circles."""
    texts, marks = set[str](), 0
    for page in find_product(product).build(game, request, PrintSettings()).pages:
        texts |= {word.text for word in find_words(page.items) if HEAD < word.y < FOOT_SHARE * page.height}
        for outline in find_outlines(page.items):
            left, top, right, bottom = measure_bounds((outline,))
            marks += all(MARK_SIZES[0] < length < MARK_SIZES[1] for length in (right - left, bottom - top))
    return texts, marks


@pytest.mark.parametrize(("key", "product", "form"), FORMS)
def test_blank_form_has_all_labels_and_boxes(key: str, product: str, form: str) -> None:
    """The labels are the texts, without figures, that the forms of all units have."""
    game = open_game(key)
    kind = find_entries(find_product(product), game)[form].unit
    units = [unit for unit in game.units.values() if unit.kind == kind and game.has_known_values(unit)]
    filled = [texts for unit in units[::len(units) // 12 + 1]
              if (texts := read_form(game, product, PrintRequest(units=(unit,), only_keys=(form,)))[0])]
    labels = {text for text in set.intersection(*filled) if any(map(str.isalpha, text))} - WRITTEN
    texts, marks = read_form(game, product, PrintRequest(blank_forms=1, only_keys=(form,)))
    assert len(labels) > 1
    assert [label for label in labels if not any(label in text for text in texts)] == []
    assert marks >= min(sum(tracks.values()) for tracks in count_marks(game, units, (product,)).values())
