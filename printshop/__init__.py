"""printshop turns YAML ship and scenario data into printable wargame material at true scale.

In this diagram of the pipeline, each arrow is a group of packages, and no package imports one from a later
step:

    data/<game>/*.yaml  --source, schema-->  checked values with positions  --game-->  Game (frozen, derived, checked)
        Game + request and settings  --products-->  Document of Pages  --output-->  PDF, SVG, PNG

All lengths are in points (1/72 in). The origin is at the top left of the page, and y runs down. The interface
of the library consists of `load`, `build` and `write`. These functions raise `PrintshopError` and never
print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line starts without any of these
    from printshop.drawing.display_list import Document
    from printshop.game.model import Game
    from printshop.print_settings import PrintRequest, PrintSettings

__version__ = "0.3.0"
__all__ = ["__version__", "build", "load", "write"]


def load(game: str | Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = ()) -> Game:
    """Return the game with the given name, folder or file, with other settings and a palette. Raises PrintshopError."""
    from printshop import game_paths, load_game

    return load_game.read_game(game_paths.find_game(str(game)), settings, palette)


def build(product: str, game: Game, request: PrintRequest | None = None,
          settings: PrintSettings | None = None) -> Document:
    """Return the document with the pages of one product of a game. Raises PrintshopError."""
    from printshop import products
    from printshop.print_settings import PrintRequest, PrintSettings

    return products.find_product(product).build(game, request or PrintRequest(), settings or PrintSettings())


def write(document: Document, target: str | Path, formats: tuple[str, ...] = ("pdf",)) -> tuple[Path, ...]:
    """Write a document and return the written files.

    `target` is the path without a suffix. If the files cannot be written, no file is written, and PrintshopError
    is raised.
    """
    from printshop import write_documents
    from printshop.files import AtomicWrite
    from printshop.print_settings import PrintSettings

    with AtomicWrite() as delivery:
        write_documents.write_document(document, Path(target), PrintSettings(formats=formats), delivery)
    return delivery.list_targets()
