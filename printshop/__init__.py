"""printshop turns YAML ship and scenario data into printable wargame material at true scale.

The pipeline: each arrow is a package, and nothing imports backwards.

    data/<game>/*.yaml  --source-->  values with positions  --game-->  Game (frozen, derived, checked)
        Game + request and settings  --products-->  Document of Pages  --render-->  PDF, SVG, PNG

Everything is in points (1/72 in), origin at the top left of the page, y down. The interface of the library is `load`,
`build` and `write`; it raises `PrintshopError` and never prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line starts without any of these
    from printshop.drawing.display_list import Document
    from printshop.game.model import Game
    from printshop.print_settings import PrintRequest, PrintSettings

__version__ = "0.2.0"
__all__ = ["__version__", "build", "load", "write"]


def load(game: str | Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = ()) -> Game:
    """Return a game by its name, folder or file, with settings and a palette. Raises PrintshopError."""
    from printshop import game_paths, load_game

    return load_game.read_game(game_paths.find_game(str(game)), settings, palette)


def build(product: str, game: Game, request: PrintRequest | None = None,
          settings: PrintSettings | None = None) -> Document:
    """Return a product of a game as a document of pages. Raises PrintshopError."""
    from printshop import products
    from printshop.print_settings import PrintRequest, PrintSettings

    return products.find_product(product).build(game, request or PrintRequest(), settings or PrintSettings())


def write(document: Document, target: str | Path, formats: tuple[str, ...] = ("pdf",)) -> tuple[Path, ...]:
    """Write a document and return its files; `target` lacks its suffix. On PrintshopError nothing is written."""
    from printshop import write_documents
    from printshop.files import AtomicWrite
    from printshop.print_settings import PrintSettings

    with AtomicWrite() as delivery:
        write_documents.write_document(document, Path(target), PrintSettings(formats=formats), delivery)
    return delivery.list_targets()
