"""Pages of a display list: make those of a product, and find texts and outlines on them, in points of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helpers.games import open_game

from printshop.drawing.display_list import Group, Item, PageLayer, Path, SymbolUse, TextRun
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.shapes import transform_path
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.display_list import Document, Page
    from printshop.game.model import Game


def make_document(product: str, game: Game | str, settings: PrintSettings | None = None, *, roster: Iterable[str] = (),
                  **request: Any) -> Document:
    """Return the document of a product of a game, which may be a key for `open_game`.

    `roster` has the names of single units; other arguments are those of a `PrintRequest`.
    """
    loaded_game = open_game(game) if isinstance(game, str) else game
    if names := [(name, 1) for name in roster]:
        request["units"] = loaded_game.expand_roster(names)
    return find_product(product).build(loaded_game, PrintRequest(**request), settings or PrintSettings())


def make_pages(product: str, game: Game | str, settings: PrintSettings | None = None, *, roster: Iterable[str] = (),
               **request: Any) -> list[Page]:
    """Return the pages of a product; arguments as for `make_document`."""
    return list(make_document(product, game, settings, roster=roster, **request).pages)


class Placed(NamedTuple):
    """An item that is neither a group nor the use of a symbol, its transform to the page, and its layer."""

    item: Item
    transform: Transform
    layer: PageLayer | None


def walk_items(items: Iterable[Item], transform: Transform = IDENTITY,
               layer: PageLayer | None = None) -> Iterator[Placed]:
    """Yield every text, outline and picture, in groups and symbols too."""
    for item in items:
        match item:
            case Group():
                yield from walk_items(item.items, transform.compose(item.transform), item.layer or layer)
            case SymbolUse():
                yield from walk_items(item.symbol.items, transform.compose(item.transform), layer)
            case _:
                yield Placed(item, transform, layer)


class Word(NamedTuple):
    """A run of text: the middle of its baseline, its size on the page, its font."""

    text: str
    x: float
    y: float
    size: float
    font: str


def find_words(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Word]:
    """Yield every run of text."""
    for item, place, _ in walk_items(items, transform):
        if isinstance(item, TextRun):
            x, y = place.apply(item.x + item.width / 2, item.y)
            scale = abs(place.a * place.d - place.b * place.c) ** 0.5
            yield Word(item.string.strip(), x, y, item.size * scale, item.font)


def find_outlines(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Path]:
    """Yield every outline, in the coordinates of the page."""
    for item, place, _ in walk_items(items, transform):
        if isinstance(item, Path):
            yield transform_path(item, place)


def find_rows(items: Iterable[Item], tolerance: float = 3.0) -> list[list[Word]]:
    """Return the words line by line from the top, each line from the left."""
    results: list[list[Word]] = []
    for word in sorted(find_words(items), key=lambda one: (one.y, one.x)):
        if results and abs(results[-1][0].y - word.y) <= tolerance:
            results[-1].append(word)
        else:
            results.append([word])
    return [sorted(line, key=lambda one: one.x) for line in results]


def read_texts(items: Iterable[Item]) -> list[str]:
    """Return the texts in the order in which they are drawn, without blank ones."""
    return [word.text for word in find_words(items) if word.text]


def read_lines(items: Iterable[Item], tolerance: float = 3.0) -> list[str]:
    """Return the texts line by line from the top."""
    return [" ".join(word.text for word in row if word.text) for row in find_rows(items, tolerance)]


def read_text(items: Iterable[Item]) -> str:
    """Return the texts line by line as one text with single blanks."""
    return " ".join(" ".join(read_lines(items)).split())
