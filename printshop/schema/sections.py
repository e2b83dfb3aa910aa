"""Sections of a game's data.

They are named entries below a key of the main file, or in a file named after the section. A section is also the key to
its entries: `game[TEMPLATES]` are the templates of a game by name. The loader uses only the sections, not the classes
of entries. Sections are defined beside their entries, and declared in `printshop.load_game`. The module of a section is
imported when the section is read for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from printshop.source import Node

T = TypeVar("T")
_DECLARATIONS: dict[str, SectionDeclaration] = {}


@dataclass(frozen=True, eq=False)
class Section(Generic[T]):
    """A section of a game's data.

    It has a key, the function that reads it, and the check to make after all sections have been read. `entry_block`
    declares the entries: one block class, or several kinds. `label` is the name of the section in the workshop, "" if
    the key is its name. `adding` is the text of the button that adds an entry, "" if there is another button.

    `derive_entries` returns further entries that are needed by the data read so far. Entries in the files take
    precedence.

    All functions add problems to the problems of the context, which is one of their arguments.
    """

    key: str
    read_entries: Callable[[Node, Any], Mapping[str, T]]
    check_entries: Callable[[Mapping[str, T], Any], None] = lambda _entries, _context: None
    entry_block: Any = None
    derive_entries: Callable[[Any], Mapping[str, T]] = lambda _context: {}
    label: str = ""
    adding: str = ""


class SectionDeclaration(NamedTuple):
    """The place of a section in the code, and the facts about it that are known without importing its module.

    `place` is "module:NAME". `kind_modules` are further modules that register kinds of entries. The entries may refer
    to entries of `used_sections`, which must be declared before this section or have entries that only its check
    needs. If `max_files` is more than 0, each entry may have a file of its own in a folder named after the section.
    `max_files` is the largest number of these files. If `names_units` is true, the entries may refer to units. All
    other sections are read before there are any units.
    """

    place: str
    kind_modules: tuple[str, ...] = ()
    used_sections: tuple[str, ...] = ()
    max_files: int = 0
    names_units: bool = False

    def load(self) -> Section[Any]:
        """Import the modules of the section, and return the section."""
        module, _, name = self.place.partition(":")
        section: Section[Any] = getattr(import_module(module), name)
        for kind_module in self.kind_modules:
            import_module(kind_module)
        return section


def declare_sections(declarations: Mapping[str, SectionDeclaration]) -> None:
    """Declare sections, by their keys, in the order in which they are to be read."""
    _DECLARATIONS.update(declarations)


def list_sections(selected_keys: Collection[str] | None = None) -> tuple[Section[Any], ...]:
    """Return the sections with the given keys, or all sections, in the order in which they are read.

    Raises LookupError if no section has been declared, because every key in a game's files would then be unknown.
    """
    if not _DECLARATIONS:
        raise LookupError("no section of the data language is declared: import printshop.load_game")
    return tuple(declaration.load() for key, declaration in _DECLARATIONS.items()
                 if selected_keys is None or key in selected_keys)


def find_used_sections(selected_keys: Collection[str]) -> frozenset[str]:
    """Return the keys of sections and of all sections to whose entries their entries may refer.

    If one of the keys is not declared, it belongs to a product from outside, which may use every section.
    """
    used_keys = frozenset(selected_keys)
    if not used_keys <= _DECLARATIONS.keys():
        return frozenset(_DECLARATIONS)
    while (more_keys := used_keys.union(*(_DECLARATIONS[key].used_sections for key in used_keys))) != used_keys:
        used_keys = more_keys
    return used_keys


def list_used_sections(section: str) -> Collection[str]:
    """Return the keys of the sections to whose entries the entries of a section refer themselves."""
    return _DECLARATIONS[section].used_sections if section in _DECLARATIONS else _DECLARATIONS


def list_section_keys() -> tuple[str, ...]:
    """Return the keys of all sections."""
    return tuple(_DECLARATIONS)


def list_unit_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections whose entries refer to units."""
    return tuple(key for key, declaration in _DECLARATIONS.items() if declaration.names_units)


def list_file_section_keys() -> tuple[str, ...]:
    """Return the keys of the sections that may be in a file named after the section."""
    return tuple(key for key, declaration in _DECLARATIONS.items() if not declaration.max_files)


def list_folder_sections() -> Mapping[str, int]:
    """Return the sections whose entries may each have a file in a folder, each with the largest number of files."""
    return {key: declaration.max_files for key, declaration in _DECLARATIONS.items() if declaration.max_files}
