"""Export of counters, maps and reference cards to virtual tables: pictures, VASSAL and Tabletop Simulator.

`pieces` collects the pieces, each as a drawing of its own, and renders drawings to pixels; `table` adds maps and
charts, and writes pictures. `vassal` and `tts` each write one format: `write(table, how, delivery)`.
"""

from __future__ import annotations

from printshop.files import Delivery
from printshop.game.model import Game
from printshop.job import Request, Settings
from printshop.problems import failure
from printshop.virtual.table import How


def write(kind: str, game: Game, request: Request, settings: Settings, delivery: Delivery, how: How) -> tuple[str, ...]:
    """Write a game, or the requested part of it, as `png`, `vassal` or `tts`; return notes for the user.

    Raises PrintshopError with everything that does not fit, and if there is nothing to write.
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
