"""Records whose circles are fields that a player fills in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.games import open_game

from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:


    from printshop.drawing.display_list import Document



def make_fleet_records(**request: object) -> Document:
    """Return the records of four ships of two types."""
    game = open_game("iron_stars")
    units = game.expand_roster([("Gauntlet", 1), ("Alpha", 3)])
    return find_product("records").build(game, PrintRequest(units=units, **request), PrintSettings())  # type: ignore[arg-type]


def make_boat_record() -> Document:
    """Return the record of a boat with damage."""
    game = open_game("ironclads")
    units = game.expand_roster([("Stout Annie", 1)])
    return find_product("records").build(game, PrintRequest(units=units, damage={"Stout Annie": {"hull": 2}}),
                                         PrintSettings())
