"""What is the same for all games: papers, palettes, services, cutters. Data, and a user's own on top of it.

A file of `data/common` holds entries under names of their own. A file of the same name in the user's folder of
settings adds to it; an entry there that takes the place of one that is there says `replaces: true`, one that changes a
few of its keys `changes: true`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.game.layers import shown
from printshop.game.merging import named
from printshop.game.schema import Reader, describe
from printshop.source import Mapping, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.problems import Problems

FOLDER = "PRINTSHOP_CONFIG"
"""The environment variable that names another folder for the user's settings."""


def own_folder() -> Path:
    """Return the user's folder of settings, which need not be there: where the system keeps such things."""
    return Path(os.environ.get(FOLDER) or click.get_app_dir("printshop"))


def entries(name: str, noun: str, problems: Problems) -> Iterator[tuple[str, Reader]]:
    """Give the entries of data/common/NAME.yaml and of the user's own file, each with a reader of its keys.

    `noun` is what one of them is called in messages: "paper". What is wrong with the files goes to `problems`.
    """
    tree: Mapping | None = None
    for path in (catalogue.data_folder() / "common" / f"{name}.yaml", own_folder() / f"{name}.yaml"):
        node = parse(path, problems, shown(path)) if path.is_file() else None
        if node is None:
            continue
        if isinstance(node, Mapping):
            tree = named(name, tree, node, problems)
        else:
            problems.add(node.span, f"{name} must be a block of keys, found {describe(node)}")
    if tree is not None:
        yield from Reader(tree, problems, name).each(noun)
