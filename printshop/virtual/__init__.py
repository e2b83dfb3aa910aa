"""Pieces, maps and reference cards for virtual tables: pictures, and modules that hold them.

`pieces` gathers what lies on the table, each piece as a drawing of its own, and turns drawings into pixels; `table` has
all of it, boards too, and writes pictures. `vassal` and `tts` each write one format: `write(table, how, delivery)`.
"""

from __future__ import annotations

from printshop.files import Delivery
from printshop.game.model import Game
from printshop.job import Request, Settings
from printshop.problems import failure
from printshop.virtual.table import How


def write(kind: str, game: Game, request: Request, settings: Settings, delivery: Delivery, how: How) -> tuple[str, ...]:
    """Write a game, or what is asked for of it, as `png`, `vassal` or `tts`; return what is worth telling.

    Raises PrintshopError with everything that does not fit, and for what there is not.
    """
    from printshop.virtual import table, tts, vassal

    if how.base_url and not how.base_url.startswith(("http://", "https://", "file:///")):
        raise failure(f"'{how.base_url}' is not an address on the web", "write for instance https://example.org/game/")
    tabletop = table.lay(game, request, settings, flat=kind != "png")
    if kind == "png" and not (tabletop.pieces or tabletop.planes or tabletop.charts):
        raise failure(f"{tabletop.title}: there is nothing to make pictures of", "see printshop list for what there is")
    if kind != "png" and not tabletop.pieces:
        raise failure(f"{tabletop.title}: there are no pieces to play with",
                      "units are still to be chosen? take the whole game, or name units")
    return {"png": table.write_pictures, "vassal": vassal.write, "tts": tts.write}[kind](tabletop, how, delivery)
