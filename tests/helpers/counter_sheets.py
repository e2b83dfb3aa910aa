"""Sheets of markers, and the items on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing.display_list import Group, Item, Page, PageLayer, SymbolUse, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.ink import Ink
from printshop.layout.rectangles import PAPERS, Paper
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.counters import build as counters_build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game



def make_markers(game: Game, *only: str, ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"]) -> list[Page]:
    """Return the sheets of markers."""
    return list(counters_build.build_markers(game, PrintRequest(only_keys=only), PrintSettings(paper, ink)).pages)


def walk_with_symbols(
    items: tuple[Item, ...], layer: PageLayer | None = None
) -> Iterator[tuple[TextRun | Outline | SymbolUse, PageLayer | None]]:
    """Yield texts, outlines and uses of symbols with their layers, and all items in the symbols."""
    for item in items:
        match item:
            case Group():
                yield from walk_with_symbols(item.items, item.layer or layer)
            case SymbolUse():
                yield item, layer
                yield from walk_with_symbols(item.symbol.items, layer)
            case TextRun() | Outline():
                yield item, layer
