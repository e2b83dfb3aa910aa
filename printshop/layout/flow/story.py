"""What a booklet consists of: small frozen blocks, tables (`printshop.layout.table`) among them.

Texts are markup (`printshop.letters`), sizes points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from printshop.drawing.items import Item
from printshop.layout.table import Table
from printshop.letters import plain
from printshop.problems import Misfit


@dataclass(frozen=True, slots=True)
class Title:
    """The head of a booklet: title and subtitle between rules, across the column."""

    markup: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, 2 or 3; it stays with what follows.

    `mark` is a small drawing at the origin that stands before a heading of level 2 or 3, in the height of its capitals.
    """

    level: Literal[1, 2, 3]
    markup: str
    mark: tuple[Item, ...] = ()

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return plain(self.markup)


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph; `lead` sets it larger, as an introduction, `small` as a note."""

    markup: str
    lead: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of points."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list of steps, counted from 1."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing whose items lie within (0, 0) and (width, height), in the middle of the column."""

    items: tuple[Item, ...]
    width: float
    height: float
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents: all headings of level 1, each with its page and a link to it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in `count` columns of equal length; `gap` points between them."""

    count: int
    blocks: tuple[Block, ...]
    gap: float = 18.0


@dataclass(frozen=True, slots=True)
class KeepTogether:
    """Blocks that stay on one page if a page can hold them."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """Room of so many points, none at the top of a page."""

    height: float


Block = Title | Heading | Para | Bullets | Numbered | Table | Figure | Contents | Columns | KeepTogether | Space


class TooLarge(Misfit):
    """A block that cannot be parted is taller than a whole page."""


def walk(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks and those within them, in order."""
    for block in blocks:
        yield block
        if isinstance(block, Columns | KeepTogether):
            yield from walk(block.blocks)


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the texts of blocks and those within them, but not what is drawn in figures."""
    def strings(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from strings(part)

    for block in walk(blocks):
        yield from strings(tuple(getattr(block, part.name) for part in fields(block)))


def headings(blocks: Sequence[Block]) -> Iterator[Heading]:
    """Yield the headings, in order."""
    return (block for block in walk(blocks) if isinstance(block, Heading))
