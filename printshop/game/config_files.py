"""Data files common to all games (papers, palettes, themes, printers, print shops), and the user's additions.

A file of `data/common` holds named entries. A file of the same name in the user's configuration folder adds
entries to these. An added entry that takes the place of an existing one has `replaces: true`; an added entry
that changes only some keys of an existing one has `changes: true`.
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

from printshop import game_paths
from printshop.files import read_up_to
from printshop.game.extends import format_path, merge_named_entries
from printshop.problems import PrintshopError, Problems, make_error, suggest_name
from printshop.schema.reader import Reader, describe_node
from printshop.source import MappingNode, Node, parse_yaml_file
from printshop.source.yaml_reader import MAX_BYTES

T = TypeVar("T")
CONFIG_VARIABLE = "PRINTSHOP_CONFIG"
"""The environment variable for the path of another configuration folder."""


def find_config_folder() -> Path:
    """Return the path of the user's configuration folder, which need not exist.

    The environment variable `CONFIG_VARIABLE` gives the path. Without this variable, the path is the system's
    usual one.
    """
    return Path(os.environ.get(CONFIG_VARIABLE) or click.get_app_dir("printshop"))


def normalize_key(name: str) -> str:
    """Return the key for a name. All spellings of the name have the same key.

    >>> normalize_key("Print Shop"), normalize_key("print-shop")
    ('print_shop', 'print_shop')
    """
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def _normalize_keys(node: MappingNode, noun: str, problems: Problems) -> MappingNode:
    entries: dict[str, Node] = {}
    positions: array[int] = array("i")
    first_names: dict[str, str] = {}
    for name, entry in node.entries.items():
        key = normalize_key(name)
        if key in entries:
            first_name = first_names[key]
            problems.add(node.find_key_span(name),
                         f"there is already a {noun} '{first_name}' at {node.find_key_span(first_name)}",
                         "choose a name with other letters or digits: capitals, spaces, hyphens and underscores make "
                         "no difference")
            continue
        entries[key], first_names[key] = entry, name
        positions.extend(node.find_key_position(name))
    return MappingNode(node.source, node.line, node.column, entries, positions)


@dataclass(frozen=True, slots=True)
class ConfigFile(Generic[T]):
    """The entries of data/common/NAME.yaml and of the user's file of the same name. Their keys are normalized.

    `read_entry` makes an entry from its key and reader. `noun` is the word for one entry in messages, for example
    "paper". `hint` is the hint of the error for an unknown name.
    """

    name: str
    noun: str
    read_entry: Callable[[str, Reader], T]
    hint: str = ""

    def read_entries(self) -> dict[str, T]:
        """Return all entries by key. Raises PrintshopError, with all mistakes, if the files have mistakes."""
        paths = (game_paths.find_data_folder() / "common" / f"{self.name}.yaml",
                 find_config_folder() / f"{self.name}.yaml")
        return {**_read_all_entries(self, paths, tuple(map(_read_contents, paths)))}

    def find_entry(self, name: str) -> T:
        """Return the entry with the given name.

        Raises PrintshopError, with a suggestion or with `hint`, if there is no such entry.
        """
        entries, key = self.read_entries(), normalize_key(name)
        if key not in entries:
            hint = suggest_name(key, entries)
            raise make_error(f"there is no {self.noun} '{name}'",
                             hint if hint.similar_name else self.hint or hint)
        return entries[key]


def _read_contents(path: Path) -> object:
    """Return the contents of a file, or None if the file does not exist.

    If the file cannot be read, the result is an object that is equal to nothing else.
    """
    try:
        return read_up_to(path, MAX_BYTES) if os.path.lexists(path) else None
    except (OSError, ValueError, PrintshopError):
        return object()


@lru_cache(32)
def _read_all_entries(config_file: ConfigFile[T], paths: Sequence[Path], _contents: Sequence[object]) -> dict[str, T]:
    """Return the entries of the files at `paths` by key. Raises PrintshopError if the files have mistakes.

    The result is cached by the contents of the files, which are the argument `_contents`.
    """
    name, noun, problems, tree = config_file.name, config_file.noun, Problems(), None
    for path in paths:
        node = parse_yaml_file(path, problems, format_path(path)) if os.path.lexists(path) else None
        if isinstance(node, MappingNode):
            tree = merge_named_entries(name, tree, _normalize_keys(node, noun, problems), problems)
        elif node is not None:
            problems.add(node.span, f"{name} must be a block of keys, found {describe_node(node)}")
    entries = Reader(tree, problems, name).open_entries(noun) if tree is not None else ()
    usable = {key: config_file.read_entry(key, reader) for key, reader in entries}
    problems.raise_if_any()
    return usable
