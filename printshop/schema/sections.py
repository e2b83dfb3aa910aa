"""Sections of a game's data: named entries below a key of the main file, or in a file named after the section.

A section is also the key to its entries: `game[TEMPLATES]` are the templates of a game by name. The loader knows
only the sections, not the entries. Sections are declared beside their entries, and registered in
`printshop.load_game`.
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
    """A section: its key, the function that reads it, and the check to make after all sections have been read.

    `entry_block` declares the entries: one block class, or several kinds. If `max_files` is more than 0, each
    entry may have a file of its own in a folder named after the section. `max_files` is the largest number of
    these files.

    `derive_entries` returns further entries that are needed by the data read so far. Entries in the files take
    precedence. If `names_units` is true, the entries may refer to units. All other sections are read before there
    are any units.

    All functions add problems to the problems of the context, which is one of their arguments.
    """

    key: str
    read_entries: Callable[[Node, Any], Mapping[str, T]]
    check_entries: Callable[[Mapping[str, T], Any], None] = lambda _entries, _context: None
    entry_block: Any = None
    max_files: int = 0
    derive_entries: Callable[[Any], Mapping[str, T]] = lambda _context: {}
    names_units: bool = False


def register_sections(*new_sections: Section[Any]) -> None:
    """Register sections in the order in which they are to be read."""
    _SECTIONS.update({section.key: section for section in new_sections})


def list_sections() -> tuple[Section[Any], ...]:
    """Return all sections, in the order in which they are read.

    Raises LookupError if no section has been registered, because every key in a game's files would then be
    unknown.
    """
    if not _SECTIONS:
        raise LookupError("no section of the data language is registered: import printshop.load_game")
    return tuple(_SECTIONS.values())


def list_section_keys() -> tuple[str, ...]:
    """Return the keys of all sections."""
    return tuple(_SECTIONS)


def list_unit_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections whose entries refer to units."""
    return tuple(section.key for section in _SECTIONS.values() if section.names_units)


def list_file_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections that may be in a file named after the section."""
    return tuple(section.key for section in _SECTIONS.values() if not section.max_files)


def list_folder_sections() -> Mapping[str, int]:
    """Return the sections whose entries may each have a file in a folder, each with the largest number of files."""
    return {section.key: section.max_files for section in _SECTIONS.values() if section.max_files}
