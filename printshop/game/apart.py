"""What is wrong in one part of a game - a unit, a form, a scenario - and kept apart from all that is sound.

A problem counts for the part in which it stands in the files. What names such a part is read once more without it, and
is then wrong itself: so nothing that is left rests on anything wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from printshop import catalogue
from printshop.game.layers import shown
from printshop.game.unit_lists import names_of, stem_of, unit_files
from printshop.language import sections
from printshop.problems import PrintshopError, Problem, Problems
from printshop.source import Mapping as MappingNode
from printshop.source import Merged, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from printshop.game.layers import Layer
    from printshop.game.model import UnitType
    from printshop.source import Node

UNITS, SCENARIOS = "units", "scenarios"
LARGE = 50_000  # values of a game that is not read again without its mistakes: that would take long
_ANCHOR = re.compile(r"(?<!\w)&\w")  # what stands in one part may be another's, too


class Part(NamedTuple):
    """Something of a section, under its names; without any it is all of it. `usual` is what is printed unasked."""

    section: str
    names: tuple[str, ...] = ()
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Apart:
    """What is wrong with a game that is sound without it: the `problems`, and the `parts` that it lacks for them."""

    problems: tuple[Problem, ...] = ()
    parts: frozenset[Part] = field(default=frozenset())

    def names(self, section: str) -> set[str]:
        """Return what is called for in a section, and is not in the game."""
        return {name for part in self.parts if part.section == section for name in part.names}

    def lacks(self, section: str, names: Collection[str] = ()) -> bool:
        """Return whether something of a section is apart: of what is named or, without names, of what is usual."""
        return any(part.section == section and (not part.names or (bool({*part.names} & {*names}) if names
                                                                   else part.usual)) for part in self.parts)

    def need(self, section: str, names: Collection[str] = ()) -> None:
        """Raise PrintshopError with all problems if something that is needed is apart; see `lacks`."""
        if self.lacks(section, names):
            raise PrintshopError(self.problems)

    def pruned(self, tree: MappingNode) -> MappingNode:
        """Return the tree of a game without the entries of its sections that are apart."""
        lost = {part.section for part in self.parts if not part.names}
        named = {*sections.names(), SCENARIOS}
        kept = {key: node.without(*self.names(key)) if key in named and isinstance(node, MappingNode) else node
                for key, node in tree.entries.items() if key not in lost}
        return Merged(tree, kept, dict.fromkeys(kept, tree))


class Places:
    """Where the parts of a game stand: in `roots`, the trees of all files of a stack of games."""

    def __init__(self, stack: Iterable[Layer], roots: Iterable[Node], types: Iterable[UnitType]) -> None:
        types, roots = tuple(types), tuple(roots)
        self.large = sum(root.source.values for root in roots) > LARGE
        self._stems = {stem_of(one) for one in types}
        self._files: dict[str, Part | None] = {}
        self._parts: dict[str, list[tuple[tuple[int, int], Part | None]]] = {}
        for layer in stack:
            self._files |= {shown(layer.main): None}
            self._files |= {} if layer.single else dict(_files(layer, types))
        for root in roots:
            part = self._files.get(root.source.name)
            inside = _entries(part, root) if part else self._main(root)
            self._parts[root.source.name] = sorted(inside, key=lambda one: one[0])
            if _ANCHOR.search(root.source.text):
                del self._files[root.source.name]

    def _main(self, root: Node) -> Iterator[tuple[tuple[int, int], Part | None]]:
        if not isinstance(root, MappingNode):
            return
        for key, node in root.entries.items():
            section = UNITS if key in self._stems else key if key in (*sections.names(), SCENARIOS) else ""
            part = Part(section) if section else None
            yield root.place(key), part
            yield from _entries(part, node) if part else ()

    def part(self, problem: Problem) -> Part | None:
        """Return the part of the game that a problem is about; None where all of the game hangs on it."""
        file = problem.span.file if problem.span else ""
        if not problem.span or file not in self._files:
            return None
        parts, at = self._parts.get(file, []), (problem.span.line, problem.span.column)
        before = bisect_right([place for place, _ in parts], at)
        return parts[before - 1][1] if before else self._files[file]


def _files(layer: Layer, types: Iterable[UnitType]) -> Iterator[tuple[str, Part]]:
    yield from ((shown(layer.folder / f"{name}.yaml"), Part(name)) for name in sections.names())
    yield from ((shown(path), Part(SCENARIOS, (path.stem,))) for path in catalogue.data_files(layer.folder / SCENARIOS))
    yield from ((shown(path), Part(UNITS)) for one in types for path in unit_files(layer.folder, one))


def _entries(part: Part, node: Node) -> Iterator[tuple[tuple[int, int], Part]]:
    """Give the places of the entries of a section, or of a list of units; a scenario's own file has none."""
    if isinstance(node, Sequence) and part.section == UNITS:
        yield from (((item.line, item.column), Part(UNITS, names_of(item))) for item in node.items)
    elif isinstance(node, MappingNode) and part.section != UNITS and not part.names:
        for key, entry in node.entries.items():
            yield node.place(key), Part(part.section, (key,), not _on_request(entry))


def _on_request(entry: Node) -> bool:
    default = entry.entries.get("default") if isinstance(entry, MappingNode) else None
    return isinstance(default, Scalar) and default.value is False


def grown(apart: Apart, problems: Problems, places: Places) -> Apart | None:
    """Return what is apart with what some problems are about, too.

    None where all of the game hangs on one of them, or it is too large to be read again.
    """
    if places.large:
        return None
    parts = {places.part(one) for one in problems}
    sound = frozenset(part for part in parts if part is not None)
    return Apart(apart.problems or tuple(problems), apart.parts | sound) if None not in parts else None
