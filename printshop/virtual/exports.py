"""The formats of virtual tables, by name, and where each of them is written."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop.problems import failure
from printshop.virtual.table import lay

if TYPE_CHECKING:
    from printshop.files import Delivery
    from printshop.game.model import Game
    from printshop.products.product import Settings
    from printshop.virtual.things import Asked

OUTPUT = Path("output")


class How(NamedTuple):
    """How a table is written: the file or folder, "" for the usual one, pixels an inch, where its pictures will be."""

    output: str
    dpi: int
    base_url: str = ""


def write(kind: str, game: Game, asked: Asked, settings: Settings, delivery: Delivery, how: How) -> tuple[str, ...]:
    """Write a game, or what is asked for of it, as `png`, `vassal` or `tts`; return what is worth telling.

    Raises PrintshopError with everything that does not fit, and for what there is not.
    """
    writer = import_module(f"printshop.virtual.{kind}")
    if how.base_url and not how.base_url.startswith(("http://", "https://", "file:///")):
        raise failure(f"'{how.base_url}' is not an address on the web", "write for instance https://example.org/game/")
    table = lay(game, asked, settings, flat=writer.FLAT)
    told: tuple[str, ...] = writer.write(table, how, delivery)
    return told
