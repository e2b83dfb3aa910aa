"""Sections of a game's data: entries under names of their own, below a key of the main file or in a file called so.

A section is a token: `game[TEMPLATES]` are the templates of a game, by name, and the loader knows no more of them than
their token. Sections are declared where their entries are, and registered in `printshop.loading`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from printshop.source import Node

T = TypeVar("T")
_REGISTER: dict[str, Section[Any]] = {}


@dataclass(frozen=True, eq=False)
class Section(Generic[T]):
    """A section: its key, what reads it, and what is to be checked when all sections have been read.

    `blocks` declares its entries: a class of block, or several kinds of them. Those of one with `files` may stand each
    in a file of its own, at most so many, in a folder that is called as the section.

    `besides` gives entries that what has been read asks for; those that are written go first. Only entries `of_units`
    may name these: all others are read without them.

    All note what is wrong in the problems of the context that they are given.
    """

    key: str
    read: Callable[[Node, Any], Mapping[str, T]]
    check: Callable[[Mapping[str, T], Any], None] = lambda _entries, _context: None
    blocks: Any = None
    files: int = 0
    besides: Callable[[Any], Mapping[str, T]] = lambda _context: {}
    of_units: bool = False


def register(*added: Section[Any]) -> None:
    """Make sections known, in the order in which they are to be read."""
    _REGISTER.update({section.key: section for section in added})


def sections() -> tuple[Section[Any], ...]:
    """Return all sections that there are, in the order in which they are read.

    Raises LookupError if none has been registered: then everything in a game's files would be unknown.
    """
    if not _REGISTER:
        raise LookupError("no section of the data language is registered: import printshop.loading")
    return tuple(_REGISTER.values())


def names() -> tuple[str, ...]:
    """Return the keys of all sections."""
    return tuple(_REGISTER)


def of_units() -> tuple[str, ...]:
    """Return the keys of the sections whose entries name units."""
    return tuple(section.key for section in _REGISTER.values() if section.of_units)


def in_files() -> tuple[str, ...]:
    """Return the keys of the sections that may stand in a file called so."""
    return tuple(section.key for section in _REGISTER.values() if not section.files)


def in_folders() -> Mapping[str, int]:
    """Return the keys of the sections whose entries may stand each in a file, in a folder called so, and the most."""
    return {section.key: section.files for section in _REGISTER.values() if section.files}
