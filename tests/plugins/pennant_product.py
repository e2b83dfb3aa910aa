"""A product registered from outside: pennants for every side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.display_list import Bookmark, Document, Page
from printshop.drawing.shapes import rect
from printshop.lengths import MM
from printshop.products.product import Product, choose_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Game
    from printshop.print_settings import PrintRequest, PrintSettings


class Pennant(NamedTuple):
    """A pennant of a side, with its length in millimetres."""

    title: str
    length: float = 60.0


def find_pennants(game: Game) -> Mapping[str, Pennant]:
    """Return a pennant for every side."""
    return {key: Pennant(f"Pennant of {side.name}") for key, side in game.sides.items()}


def build_pennants(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return a page for each pennant."""
    pennants = choose_entries(game, find_pennants(game), request, "pennant", "sides")
    pages = tuple(Page(settings.paper.width, settings.paper.height, (rect(72, 72, pennant.length * MM, 30),),
                       label=f"P-{number}", bookmarks=(Bookmark(pennant.title),))
                  for number, pennant in enumerate(pennants, 1))
    return Document(f"{game.title}: pennants", pages, subject="pennants")


PRODUCTS = (Product("pennants", "pennants", "plugins.pennant_product:build_pennants", material="cloth",
                    hint="Hoist them.", is_cut_out=True, select_entries=find_pennants),)
