"""What is the same for all games and comes with printshop: shelves of papers, palettes, themes, printers, print shops.

All of it is data, and a user's own on top of it. A file of `data/common` holds entries under names of their own. A file
of the same name in the user's folder of settings adds to it; an entry there that takes the place of one that is there
says `replaces: true`, one that changes a few of its keys `changes: true`.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

import click

from printshop import catalogue
from printshop.files import contents
from printshop.game.layers import named, shown
from printshop.language.reader import Reader, describe
from printshop.problems import PrintshopError, Problems, failure, suggestion
from printshop.source import MappingNode, Node, parse
from printshop.source.reading import MAX_BYTES

T = TypeVar("T")
FOLDER = "PRINTSHOP_CONFIG"
"""The environment variable that names another folder for the user's settings."""


def own_folder() -> Path:
    """Return the user's folder of settings, which need not be there: where the system keeps such things."""
    return Path(os.environ.get(FOLDER) or click.get_app_dir("printshop"))


def as_key(name: str) -> str:
    """Return a name as it is looked for, however it is written.

    >>> as_key("Print Shop"), as_key("print-shop")
    ('print_shop', 'print_shop')
    """
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def _keyed(node: MappingNode, noun: str, problems: Problems) -> MappingNode:
    keyed: dict[str, Node] = {}
    places: array[int] = array("i")
    firsts: dict[str, str] = {}
    for name, entry in node.entries.items():
        key = as_key(name)
        if key in keyed:
            first = firsts[key]
            problems.add(node.key_span(name), f"there is a {noun} '{first}' already: {node.key_span(first)}",
                         "give this one a name that differs by more than capitals, blanks and hyphens")
            continue
        keyed[key], firsts[key] = entry, name
        places.extend(node.place(name))
    return MappingNode(node.source, node.line, node.column, keyed, places)


@dataclass(frozen=True, slots=True)
class Shelf(Generic[T]):
    """What is made of every entry of data/common/NAME.yaml and the user's own file, by `as_key`.

    `noun` is what one of them is called in messages, "paper"; `hint` says what to do where there is none of a name.
    """

    name: str
    noun: str
    read: Callable[[str, Reader], T]
    hint: str = ""

    def entries(self) -> dict[str, T]:
        """Return all of them. Raises PrintshopError with everything that is wrong with the files."""
        paths = (catalogue.data_folder() / "common" / f"{self.name}.yaml", own_folder() / f"{self.name}.yaml")
        return {**_entries(self, paths, tuple(map(_held, paths)))}

    def find(self, name: str) -> T:
        """Return what is known by a name. Raises PrintshopError, with a suggestion, or the hint, if nothing is."""
        entries, key = self.entries(), as_key(name)
        if key not in entries:
            near = suggestion(key, entries)
            raise failure(f"there is no {self.noun} called '{name}'",
                          near if near.startswith("did you mean") else self.hint or near)
        return entries[key]


def _held(path: Path) -> object:
    """Return what is in a file, None if there is none; of one that cannot be read what is equal to nothing else."""
    try:
        return contents(path, MAX_BYTES) if os.path.lexists(path) else None
    except (OSError, ValueError, PrintshopError):
        return object()


@lru_cache(32)
def _entries(shelf: Shelf[T], paths: Sequence[Path], _held: Sequence[object]) -> dict[str, T]:
    """Return the entries of a shelf, made once for as long as its files hold the same. Raises PrintshopError."""
    name, noun, problems, tree = shelf.name, shelf.noun, Problems(), None
    for path in paths:
        node = parse(path, problems, shown(path)) if os.path.lexists(path) else None
        if isinstance(node, MappingNode):
            tree = named(name, tree, _keyed(node, noun, problems), problems)
        elif node is not None:
            problems.add(node.span, f"{name} must be a block of keys, found {describe(node)}")
    entries = Reader(tree, problems, name).each(noun) if tree is not None else ()
    usable = {key: shelf.read(key, reader) for key, reader in entries}
    problems.raise_if_any()
    return usable
