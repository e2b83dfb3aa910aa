"""Records are cut out of their pages, and each of their cells has a place on its record."""

from __future__ import annotations

import pytest
from helpers.games import open_game
from helpers.pages import make_pages

from printshop.game.forms.model import FORMS
from printshop.game.model import make_unique_name
from printshop.products.forms.record_pages import crop_to_records, list_cell_places, list_records


@pytest.mark.parametrize("key", ["iron_stars", "ironclads"])
def test_each_record_has_a_page_with_the_places_of_its_cells(key: str) -> None:
    game = open_game(key)
    form = next(iter(game[FORMS].values()))
    page = make_pages("records", game)[0]
    records = [*list_records(page)]
    result = [unit for record in records for unit in game.units.values() if make_unique_name(unit) == record.label]
    assert len({record.label for record in records}) == len(records) > 1
    assert crop_to_records(page).width < page.width
    places = [place for record, one in zip(records, result, strict=True)
              for place in list_cell_places(game, form, one, record)]
    assert places
    for span, (left, top, right, bottom) in places:
        assert span.line
        assert -12 <= left < right <= records[0].width + 12
        assert -12 <= top < bottom <= records[0].height + 12
    assert [*list_cell_places(game, form, None, records[0])] == []
