"""What one loading of a game leaves to the next: a change of one unit costs little more than that unit.

Trees of files, what has been made of all that names no units, and units, by the nodes that they were read from: a value
of a file that is the very object that it was stands for what was made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop.language import sections
from printshop.problems import Problems
from printshop.source import Node
from printshop.source.reading import read_text
from printshop.source.splicing import spliced

if TYPE_CHECKING:
    from printshop.game.layers import Layer
    from printshop.game.load import Head
    from printshop.game.model import Apart, Context, Unit
    from printshop.game.pictures import Icon
    from printshop.game.themes import ThemeEntry
    from printshop.game.unit_types import Check


class Ground(NamedTuple):
    """What a game has besides its units and what names them; `stems` are the names of their types, by their lists'."""

    head: Head
    context: Context
    stems: Mapping[str, str]
    astray: Collection[str]
    rules: tuple[Check, ...]
    icons: tuple[Icon, ...]
    theme: ThemeEntry | None


class Weighed(NamedTuple):
    """A unit, and what it costs: rows of its lists, and values that are worked out for it."""

    unit: Unit
    rows: int
    worked_out: int


@dataclass(slots=True, eq=False)
class Memory:
    """What is kept of one game, read with its own settings, as long as no files of it but those `changed` change.

    `units` are kept by the items of the lists that they stand in; `marked` are trees whose icons there are.
    """

    changed: Collection[str] = ()
    ground: Ground | None = None
    units: dict[Node, tuple[Weighed, ...]] = field(default_factory=dict)
    marked: set[Node] = field(default_factory=set)
    trees: dict[str, Node] = field(default_factory=dict)  # the last that were sound, by the paths of the files
    _stale: set[str] = field(default_factory=set)  # of which files these are no longer the trees
    _outline: object = None

    def tree(self, path: Path, problems: Problems, name: str, parse: Callable[[Path, Problems, str], Node | None]
             ) -> Node | None:
        """Return the tree of a file as `parse` gives it, sharing what it has with the last one."""
        key, before = str(path), len(problems)
        last = self.trees.get(key)
        if last and key not in self.changed and key not in self._stale:
            return last
        self._stale.add(key)
        text = read_text(path, Problems(), name) if last and path.suffix == ".yaml" else None
        node = (spliced(last, text) if last and text is not None else None) or parse(path, problems, name)
        if node and len(problems) == before:
            self.trees[key] = node
            self._stale.discard(key)
        return node

    def stands(self, stack: Sequence[Layer]) -> bool:
        """Return whether the files that have been read have the ground that is kept; so do none where none is."""
        return self.ground is None or self._outline == _outline(stack, self.ground.stems)

    def forget(self) -> None:
        """Keep nothing of all this."""
        self.ground, self.units, self.marked, self.trees = None, {}, set(), {}

    def keep(self, ground: Ground, stack: Sequence[Layer]) -> None:
        """Keep the ground of a game with which nothing is wrong."""
        self.ground, self._outline = ground, _outline(stack, ground.stems)


def only_units(apart: Apart) -> bool:
    """Return whether nothing is apart that belongs to the ground of a game."""
    return {part.section for part in apart.parts} <= {"units", *sections.of_units()}


def _outline(stack: Sequence[Layer], stems: Collection[str]) -> object:
    """Return what is the same for two readings of a game that have the same ground: nodes are equal if they are one."""
    but = {*stems, *sections.of_units()}
    return [(layer.path, layer.main, layer.lost, [pair for pair in layer.tree.entries.items() if pair[0] not in but])
            for layer in stack]
