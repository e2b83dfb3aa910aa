"""House values in the shipped games: their mark on each product, and the line on each page with a mark.

The tests of digests look for the line on all pages of all games.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from helpers.games import open_game
from helpers.page_digests import find_ours_faults
from helpers.pages import find_words, make_pages, read_text

from printshop.drawing.ink import Ink
from printshop.elements.texts import FaceText
from printshop.exports.unit_tables import format_units_csv, format_units_json
from printshop.game.counters import COUNTERS
from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintSettings
from printshop.text_markup import OURS_MARK
from printshop.words import load_words

if TYPE_CHECKING:
    from printshop.game.model import Game, Unit

LOOKS = (PrintSettings(ink=Ink.BLACK, variants=frozenset({"large"})),
         PrintSettings(ink=Ink.LIGHT, variants=frozenset({"erase", "numbers"})))
OURS = [(key, name) for key in find_shipped_games() for name, unit in open_game(key).units.items()
        if unit.ours >= {*open_game(key).unit_types[unit.kind].fields}]


@pytest.mark.parametrize("key", find_shipped_games())
def test_line_equals_that_of_the_program(key: str) -> None:
    assert open_game(key).ours == load_words()("ours_line")


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=["large", "erase and numbers"])
def test_page_of_a_booklet_in_a_variant_has_the_line_once_if_it_has_the_mark(look: PrintSettings) -> None:
    """The tests of digests look at the other products in variants, and at booklets without."""
    game = open_game("iron_guest")
    pages = make_pages("booklet", game, look)
    assert [fault for page in pages for fault in find_ours_faults(
        "booklet", page, list(find_words(page.items)), game.ours)] == []
    assert any(word.text == game.ours for page in pages for word in find_words(page.items))


def read_product(product: str, game: Game, unit: Unit, **request: Any) -> str:
    """Return the texts of a product without spaces: a name in italics and its mark are two runs."""
    pages = make_pages(product, game, **(request or {"roster": [unit.name]}))
    return "".join("".join(read_text(page.items).split()) for page in pages)


@pytest.mark.parametrize(("key", "name"), OURS)
def test_each_house_value_has_its_mark_on_each_product_that_shows_it(key: str, name: str) -> None:
    game = open_game(key)
    unit = game.units[name]
    marked_name = f"{name}{OURS_MARK}".replace(" ", "")
    kind = game.unit_types[unit.kind]
    assert {*kind.fields} <= unit.ours  # units with house values only; for others see tests/game/test_errata.py
    forms = [form for form in game[FORMS].values() if form.unit == unit.kind]
    for product in {"cards" if form.size else "records" for form in forms} | {"rosters"}:
        assert marked_name in read_product(product, game, unit), product
    faces = [face for counter in game[COUNTERS].values() if counter.unit_type == unit.kind
             for face in counter.faces.values()]
    result = {name for face in faces for part in face if isinstance(part, FaceText)
              for hole in part.text.holes for name in hole.formula.names}
    has_figures = any(value in unit.ours and not isinstance(unit.values[value], str) for value in result)
    assert (OURS_MARK in read_product("counters", game, unit)) == has_figures  # figures only
    scenarios = [scenario for scenario in game[SCENARIOS].values()
                 if any(line.unit == name for force in scenario.forces for line in force.listings)]
    for scenario in scenarios[:1]:
        assert marked_name in read_product("booklet", game, unit, scenario=scenario, only_keys=(scenario.key,))
    (row,) = csv.DictReader(io.StringIO(format_units_csv(game, [unit])))
    assert row["ours"] == "all"
    (entry,) = json.loads(format_units_json(game, [unit]))["units"]
    assert entry["ours"] == [*kind.fields, *kind.derived_names]
    others = [other for other in game.units.values() if not other.ours and other.kind == unit.kind]
    for other in others[:1]:
        assert OURS_MARK not in read_product("rosters", game, other)
