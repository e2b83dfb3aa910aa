"""Sections of a game's data: named entries, below a key of the main file or in a file with the name of the section.

A section is a token: `game[TEMPLATES]` are the templates of a game by name, and the loader knows no more of them than
their section. Sections are declared beside their entries, and registered in `printshop.load_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from printshop.source import Node

T = TypeVar("T")
_SECTIONS: dict[str, Section[Any]] = {}


@dataclass(frozen=True, eq=False)
class Section(Generic[T]):
    """A section: its key, the function that reads it, and the check to make when all sections have been read.

    `entry_block` declares its entries: a class of block, or several kinds. If there are `max_files`, each entry may
    have its own file, at most that many, in a folder with the name of the section.

    `derive_entries` gives further entries that the data read so far needs; written entries take precedence. Only the
    entries of sections `names_units` may name units: all others are read before there are any.

    All functions add problems to those of the context that is their argument.
    """

    key: str
    read_entries: Callable[[Node, Any], Mapping[str, T]]
    check_entries: Callable[[Mapping[str, T], Any], None] = lambda _entries, _context: None
    entry_block: Any = None
    max_files: int = 0
    derive_entries: Callable[[Any], Mapping[str, T]] = lambda _context: {}
    names_units: bool = False


def register_sections(*new_sections: Section[Any]) -> None:
    """Register sections, in the order in which they are to be read."""
    _SECTIONS.update({section.key: section for section in new_sections})


def list_sections() -> tuple[Section[Any], ...]:
    """Return all sections, in the order in which they are read.

    Raises LookupError if none has been registered: then everything in a game's files would be unknown.
    """
    if not _SECTIONS:
        raise LookupError("no section of the data language is registered: import printshop.load_game")
    return tuple(_SECTIONS.values())


def list_section_keys() -> tuple[str, ...]:
    """Return the keys of all sections."""
    return tuple(_SECTIONS)


def list_unit_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections whose entries name units."""
    return tuple(section.key for section in _SECTIONS.values() if section.names_units)


def list_file_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections that may have a file of their name."""
    return tuple(section.key for section in _SECTIONS.values() if not section.max_files)


def list_folder_sections() -> Mapping[str, int]:
    """Return the sections whose entries may have a file each, in a folder of their name, and the most files."""
    return {section.key: section.max_files for section in _SECTIONS.values() if section.max_files}
