"""What stands where on a page: the texts and outlines of a display list in the page's own coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Group, Item, Path, Text, Use
from printshop.drawing.shapes import transform_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Word(NamedTuple):
    """A run of text: the middle of its baseline, its size on the page, its font."""

    text: str
    x: float
    y: float
    size: float
    font: str


def words(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Word]:
    """Yield every run of text."""
    for item in items:
        match item:
            case Text():
                x, y = transform.apply(item.x + item.width / 2, item.y)
                scale = abs(transform.a * transform.d - transform.b * transform.c) ** 0.5
                yield Word(item.string.strip(), x, y, item.size * scale, item.font)
            case Group():
                yield from words(item.items, transform.then(item.transform))
            case Use():
                yield from words(item.symbol.items, transform.then(item.transform))


def outlines(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[Path]:
    """Yield every outline."""
    for item in items:
        match item:
            case Path():
                yield transform_path(item, transform)
            case Group():
                yield from outlines(item.items, transform.then(item.transform))
            case Use():
                yield from outlines(item.symbol.items, transform.then(item.transform))


def rows(items: Iterable[Item], tolerance: float = 3.0) -> list[list[Word]]:
    """Return the words line by line from the top, each line from the left."""
    found: list[list[Word]] = []
    for word in sorted(words(items), key=lambda one: (one.y, one.x)):
        if found and abs(found[-1][0].y - word.y) <= tolerance:
            found[-1].append(word)
        else:
            found.append([word])
    return [sorted(line, key=lambda one: one.x) for line in found]
