"""What a booklet consists of: small frozen blocks, tables (`printshop.layout.table`) among them.

Texts are markup (`printshop.letters`), sizes points.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal

from printshop.layout.table import Table
from printshop.letters import plain
from printshop.problems import Misfit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item


@dataclass(frozen=True, slots=True)
class Title:
    """The head of a booklet: title and subtitle between rules, across the column."""

    markup: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, 2 or 3; it stays with what follows. `number` is set by `compose(numbered=True)`.

    `mark` is a small drawing at the origin that stands before a heading of level 2 or 3, in the height of its capitals.
    """

    level: Literal[1, 2, 3]
    markup: str
    anchor: str = ""
    number: str = ""
    mark: tuple[Item, ...] = ()

    @property
    def title(self) -> str:
        """The heading as plain text, with its number."""
        return f"{self.number} {plain(self.markup)}".strip()


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
    """A list of steps, counted from `start`."""

    items: tuple[str, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing whose items lie within (0, 0) and (width, height), in the middle of the column."""

    items: tuple[Item, ...]
    width: float
    height: float
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents: all headings down to a level, each with its page and a link to it."""

    levels: int = 2
    title: str = "Contents"


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in `count` columns of equal length; `gap` points between them."""

    count: int
    blocks: tuple[Block, ...]
    gap: float = 18.0


@dataclass(frozen=True, slots=True)
class Aside:
    """Blocks in a tinted box of their own, under a small title: an example, a designer's note, an option."""

    blocks: tuple[Block, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class KeepTogether:
    """Blocks that stay on one page if a page can hold them."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """An ornamental rule in the middle of the column."""


@dataclass(frozen=True, slots=True)
class Space:
    """Room of so many points, none at the top of a page."""

    height: float


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows starts a new page."""


Block = (
    Title | Heading | Para | Bullets | Numbered | Table | Figure | Contents | Columns | Aside | KeepTogether
    | Rule | Space | PageBreak
)


class TooLarge(Misfit):
    """A block that cannot be parted is taller than a whole page."""


def walk(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks and those within them, in order."""
    for block in blocks:
        yield block
        if isinstance(block, Columns | Aside | KeepTogether):
            yield from walk(block.blocks)


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the texts of blocks and those within them, but not what is drawn in figures."""
    for block in walk(blocks):
        yield from _strings(tuple(getattr(block, one.name) for one in fields(block)))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _strings(one)


def headings(blocks: Sequence[Block]) -> Iterator[Heading]:
    """Yield the headings, in order."""
    return (block for block in walk(blocks) if isinstance(block, Heading))


def with_numbers(blocks: Sequence[Block], counts: list[int] | None = None) -> tuple[Block, ...]:
    """Return the blocks with their headings of levels 1 and 2 numbered 1, 1.1, 1.2, 2 ..."""
    counts = [0, 0] if counts is None else counts
    done: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level <= 2:
            counts[block.level - 1] += 1
            counts[block.level :] = [0] * (2 - block.level)
            done.append(replace(block, number=".".join(map(str, counts[: block.level]))))
        elif isinstance(block, Columns | Aside | KeepTogether):
            done.append(replace(block, blocks=with_numbers(block.blocks, counts)))
        else:
            done.append(block)
    return tuple(done)
