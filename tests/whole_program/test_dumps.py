"""Dumps of every product of the toy game: the difference shows what a change does to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game

from printshop.game.scenarios import SCENARIOS
from printshop.output import dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product, list_product_names

if TYPE_CHECKING:
    from helpers.golden_files import Goldens


@pytest.mark.parametrize("name", [name for name in list_product_names() if name not in ("booklet", "walkthrough")])
def test_product_has_not_changed(name: str, golden: Goldens) -> None:
    game = open_game("toy")
    document = find_product(name).build(game, PrintRequest(damage={"Ogg": {"girth": 1}} if name == "records" else {}),
                                        PrintSettings())
    golden.check(f"toy-{name}", dump.render_dump(document))


def test_booklet_of_the_toy_game_is_unchanged() -> None:
    game = open_game("toy")
    scenario = next(iter(game[SCENARIOS].values()))
    pages = tuple(find_product("booklet").build(game, PrintRequest(scenario=scenario), PrintSettings()).pages)
    assert pages[0].bookmarks
