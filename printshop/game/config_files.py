"""Files of data common to all games: papers, palettes, themes, printers, print shops, and the user's own additions.

A file of `data/common` holds entries under names of their own. A file of the same name in the user's configuration
folder adds to it; an entry there that takes the place of an existing one says `replaces: true`, an entry that changes
some of its keys `changes: true`.
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
"""The environment variable that names another configuration folder."""


def find_config_folder() -> Path:
    """Return the user's configuration folder, by default the system's usual place; it need not exist."""
    return Path(os.environ.get(CONFIG_VARIABLE) or click.get_app_dir("printshop"))


def normalize_key(name: str) -> str:
    """Return the key for a name, the same for all ways to write it.

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
                         f"there is a {noun} '{first_name}' already: {node.find_key_span(first_name)}",
                         "give this one a name that differs by more than capitals, blanks and hyphens")
            continue
        entries[key], first_names[key] = entry, name
        positions.extend(node.find_key_position(name))
    return MappingNode(node.source, node.line, node.column, entries, positions)


@dataclass(frozen=True, slots=True)
class ConfigFile(Generic[T]):
    """The entries of data/common/NAME.yaml and of the user's own file of that name, by `normalize_key`.

    `read_entry` makes an entry from its key and reader. `noun` is the word for one entry in messages, "paper"; `hint`
    is the hint for a name that does not exist.
    """

    name: str
    noun: str
    read_entry: Callable[[str, Reader], T]
    hint: str = ""

    def read_entries(self) -> dict[str, T]:
        """Return all entries. Raises PrintshopError with all mistakes in the files."""
        paths = (game_paths.find_data_folder() / "common" / f"{self.name}.yaml",
                 find_config_folder() / f"{self.name}.yaml")
        return {**_read_all_entries(self, paths, tuple(map(_read_contents, paths)))}

    def find_entry(self, name: str) -> T:
        """Return the entry of a name. Raises PrintshopError, with a suggestion or the hint, if there is none."""
        entries, key = self.read_entries(), normalize_key(name)
        if key not in entries:
            hint = suggest_name(key, entries)
            raise make_error(f"there is no {self.noun} called '{name}'",
                             hint if hint.startswith("did you mean") else self.hint or hint)
        return entries[key]


def _read_contents(path: Path) -> object:
    """Return the contents of a file, None if it does not exist; an unreadable file equals nothing else."""
    try:
        return read_up_to(path, MAX_BYTES) if os.path.lexists(path) else None
    except (OSError, ValueError, PrintshopError):
        return object()


@lru_cache(32)
def _read_all_entries(config_file: ConfigFile[T], paths: Sequence[Path], _contents: Sequence[object]) -> dict[str, T]:
    """Return the entries of a shelf, cached by the contents of its files (`_contents`). Raises PrintshopError."""
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
