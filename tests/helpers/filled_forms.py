"""Records whose circles are fields that a player fills in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.games import open_game

from printshop.job import Request, Settings
from printshop.products import find

if TYPE_CHECKING:


    from printshop.drawing.items import Document



def make_fleet_records(**request: object) -> Document:
    """Return the records of four ships of two types."""
    game = open_game("iron_stars")
    units = game.muster([("Gauntlet", 1), ("Alpha", 3)])
    return find("records").build(game, Request(units=units, **request), Settings())  # type: ignore[arg-type]


def make_boat_record() -> Document:
    """Return the record of a boat with damage."""
    game = open_game("ironclads")
    units = game.muster([("Stout Annie", 1)])
    return find("records").build(game, Request(units=units, damage={"Stout Annie": {"hull": 2}}), Settings())
