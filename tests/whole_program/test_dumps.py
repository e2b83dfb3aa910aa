"""Dumps of every product of the toy game: the difference shows what a change does to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game

from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.products import find, names
from printshop.render import dump

if TYPE_CHECKING:
    from helpers.golden_files import Goldens


@pytest.mark.parametrize("name", [name for name in names() if name != "booklet"])
def test_the_product_has_not_changed(name: str, golden: Goldens) -> None:
    game = open_game("toy")
    document = find(name).build(game, Request(damage={"Ogg": {"girth": 1}} if name == "records" else {}), Settings())
    golden.check(f"toy-{name}", dump.to_text(document))


def test_the_booklet_of_the_toy_game_builds() -> None:
    game = open_game("toy")
    scenario = next(iter(game[SCENARIOS].values()))
    pages = tuple(find("booklet").build(game, Request(scenario=scenario), Settings()).pages)
    assert pages[0].bookmarks
