"""The band of a side has its colour and its pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers import pages as placed
from helpers.games import load_forms

from printshop.drawing.display_list import Page, parse_color
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


def make_roster_pages(game: Game, product: str = "records", *roster: str, **request: object) -> list[Page]:
    units = game.expand_roster([(name, 1) for name in roster])
    return list(find_product(product).build(game, PrintRequest(units=units, **request), PrintSettings()).pages)  # type: ignore[arg-type]


def test_a_band_has_the_colour_and_the_pattern_of_the_side(tmp_path: Path) -> None:
    game = load_forms(tmp_path, "sheet: {unit: hero, columns: 1, rows: [{height: 4 mm, cells: [{band: true}]}]}")
    ogg = game.units["Ogg"]
    (page,) = make_roster_pages(game, "records", "Ogg")
    (other,) = make_roster_pages(game, "records", "Blob")
    fills = [{one.fill for one in placed.find_outlines(one.items) if one.fill} for one in (page, other)]
    assert parse_color(ogg.side.color) in fills[0]
    assert parse_color(ogg.side.color) not in fills[1]
    (blank,) = make_roster_pages(game, blank_forms=1)
    fills += [{one.fill for one in placed.find_outlines(blank.items) if one.fill}]
    assert fills[2] <= fills[1]  # the code of the page
    assert not fills[2] & {parse_color(side.color) for side in game.sides.values()}
