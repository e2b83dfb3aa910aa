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

from printshop import game_paths
from printshop.files import read_up_to
from printshop.game.extends import format_path, merge_named_entries
from printshop.problems import PrintshopError, Problems, make_error, suggest_name
from printshop.schema.reader import Reader, describe_node
from printshop.source import MappingNode, Node, parse_yaml_file
from printshop.source.yaml_reader import MAX_BYTES

T = TypeVar("T")
CONFIG_VARIABLE = "PRINTSHOP_CONFIG"
"""The environment variable that names another folder for the user's settings."""


def find_config_folder() -> Path:
    """Return the user's folder of settings, which need not be there: where the system keeps such things."""
    return Path(os.environ.get(CONFIG_VARIABLE) or click.get_app_dir("printshop"))


def normalize_key(name: str) -> str:
    """Return a name as it is looked for, however it is written.

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
    """What is made of every entry of data/common/NAME.yaml and the user's own file, by `normalize_key`.

    `noun` is what one of them is called in messages, "paper"; `hint` says what to do where there is none of a name.
    """

    name: str
    noun: str
    read_entry: Callable[[str, Reader], T]
    hint: str = ""

    def read_entries(self) -> dict[str, T]:
        """Return all of them. Raises PrintshopError with everything that is wrong with the files."""
        paths = (game_paths.find_data_folder() / "common" / f"{self.name}.yaml",
                 find_config_folder() / f"{self.name}.yaml")
        return {**_read_all_entries(self, paths, tuple(map(_read_contents, paths)))}

    def find_entry(self, name: str) -> T:
        """Return what is known by a name. Raises PrintshopError, with a suggestion, or the hint, if nothing is."""
        entries, key = self.read_entries(), normalize_key(name)
        if key not in entries:
            hint = suggest_name(key, entries)
            raise make_error(f"there is no {self.noun} called '{name}'",
                             hint if hint.startswith("did you mean") else self.hint or hint)
        return entries[key]


def _read_contents(path: Path) -> object:
    """Return what is in a file, None if there is none; of one that cannot be read what is equal to nothing else."""
    try:
        return read_up_to(path, MAX_BYTES) if os.path.lexists(path) else None
    except (OSError, ValueError, PrintshopError):
        return object()


@lru_cache(32)
def _read_all_entries(config_file: ConfigFile[T], paths: Sequence[Path], _contents: Sequence[object]) -> dict[str, T]:
    """Return the entries of a shelf, made once for as long as its files hold the same. Raises PrintshopError."""
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
