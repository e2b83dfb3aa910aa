"""What one prints with, the same for all games: papers, palettes, printers, print shops, cutters.

All of it is data, and a user's own on top of it. A file of `data/common` holds entries under names of their own. A file
of the same name in the user's folder of settings adds to it; an entry there that takes the place of one that is there
says `replaces: true`, one that changes a few of its keys `changes: true`.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import click

from printshop import catalogue
from printshop.game.layers import named, shown
from printshop.language.reader import Reader, describe
from printshop.problems import Problems, failure, suggestion
from printshop.source import MappingNode, Node, parse

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


def find_entry(name: str, entries: Mapping[str, T], noun: str, hint: str = "") -> T:
    """Return what is known by a name. Raises PrintshopError, with a suggestion, or a hint, if nothing is."""
    same = {as_key(key): entry for key, entry in entries.items()}
    if name in entries:
        return entries[name]
    if as_key(name) not in same:
        near = suggestion(as_key(name), same)
        raise failure(f"there is no {noun} called '{name}'", near if near.startswith("did you mean") else hint or near)
    return same[as_key(name)]


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


def read_entries(name: str, noun: str, read: Callable[[str, Reader], T | None]) -> dict[str, T]:
    """Return what is made of every entry of data/common/NAME.yaml and the user's own file, by `as_key`.

    `noun` is what one of them is called in messages: "paper". Those that are no good are left out. Raises
    PrintshopError with everything that is wrong with the files.
    """
    problems, tree = Problems(), None
    for path in (catalogue.data_folder() / "common" / f"{name}.yaml", own_folder() / f"{name}.yaml"):
        node = parse(path, problems, shown(path)) if os.path.lexists(path) else None
        if isinstance(node, MappingNode):
            tree = named(name, tree, _keyed(node, noun, problems), problems)
        elif node is not None:
            problems.add(node.span, f"{name} must be a block of keys, found {describe(node)}")
    entries = Reader(tree, problems, name).each(noun) if tree is not None else ()
    usable = {key: entry for key, reader in entries if (entry := read(key, reader)) is not None}
    problems.raise_if_any()
    return usable
