"""Cache between two loads of a game, so that a change in one place costs little more than that place.

A user who types changes one entry of a list at a time. Then only that entry is read again, and all other values stay
the same objects, so that everything made from them remains valid.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from printshop.problems import Problems
from printshop.source.nodes import MappingNode, Node, SequenceNode, Source
from printshop.source.reading import MAX_VALUES, parse_text, read_text

_DASH = re.compile(r" *- ")
_SHARED = re.compile(r"&\S|<<|!!")  # an anchor, a merge, a tag: the value may be used elsewhere, too
_APART = re.compile(r"[\x85\u2028\u2029]|(?:^|\r)(?:---|\.\.\.|%)", re.MULTILINE)  # affects the whole text


@dataclass(slots=True, eq=False)
class Memory:
    """Results of loading one game, read with its own settings; valid while only files in `changed` change.

    `trees` are the last trees without problems, by the paths of their files; `ground` is made from all files but those
    of units, and `outline` is what it depends on; `units` are kept by the items of lists that they are written in; for
    trees in `marked` all icons are there.
    """

    changed: Collection[str] = ()
    trees: dict[str, Node] = field(default_factory=dict)
    ground: Any = None
    outline: object = None
    units: dict[Node, tuple[Any, ...]] = field(default_factory=dict)
    marked: set[Node] = field(default_factory=set)
    _stale: set[str] = field(default_factory=set)  # files whose tree in `trees` is out of date

    def forget(self) -> None:
        """Remove all results."""
        self.ground, self.units, self.marked, self.trees = None, {}, set(), {}

    def unchanged(self, path: Path) -> Node | None:
        """Return the tree of a file that has not changed since it was last read, or None."""
        key = str(path)
        return None if key in self.changed or key in self._stale else self.trees.get(key)

    def tree(self, path: Path, problems: Problems, name: str, parse: Callable[[Path, Problems, str], Node | None]
             ) -> Node | None:
        """Return the tree of a file as `parse` gives it, sharing unchanged values with the last one."""
        key, before = str(path), len(problems)
        last = self.trees.get(key)
        self._stale.add(key)
        text = read_text(path, Problems(), name) if last and path.suffix == ".yaml" else None
        node = (spliced(last, text) if last and text is not None else None) or parse(path, problems, name)
        if node and len(problems) == before:
            self.trees[key] = node
            self._stale.discard(key)
        return node


def spliced(root: Node, text: str) -> Node | None:
    """Return the tree of a text as `parse_text` gives it, sharing all but one entry of a list with another tree.

    The list is the tree itself, or the value of one of its keys. For the same text it is the same tree. Returns None if
    the texts differ in more, or in a way that may affect the rest, and if anything is wrong with the entry.
    """
    if text == root.source.text:
        return root
    # With line ends: they are compared, too.
    old, new = root.source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    differing = [number for number, (one, other) in enumerate(zip(old, new, strict=False), 1) if one != other]
    if len(old) != len(new) or _SHARED.search(text) or _SHARED.search(root.source.text):
        return None
    keyed = isinstance(root, MappingNode)
    starts = [root.place(key)[0] for key in root.entries] if isinstance(root, MappingNode) else []
    for key, listed in root.entries.items() if keyed else [("", root)]:
        at = bisect_right(listed.items, differing[0], key=attrgetter("line")) - 1
        if at < 0:
            continue
        item, following = listed.items[at], [entry.line for entry in listed.items[at + 1 : at + 2]]
        end = min(following + [start for start in starts if start > item.line], default=len(new) + 1) - 1
        place = slice(item.line - 1, end)
        before, after = ("".join(lines[place]) for lines in (old, new))
        if differing[-1] > end or not (_alone(before, item.column) and _alone(after, item.column)):
            continue
        above = "\n" * (item.line - 2) + "x:\n" if keyed else "\n" * (item.line - 1)
        read = parse_text(above + after, root.source.name, trial := Problems(), root.source.path)
        found = read.entries.get("x") if keyed and read and len(read.entries) == 1 else read
        values = root.source.values - _values(item) + (_values(found.items[0]) if found and found.items else 0)
        if found and [one.column for one in found.items] == [item.column] and not trial and values <= MAX_VALUES:
            source = Source(root.source.name, text, root.source.path, values)
            items = (*listed.items[:at], *found.items, *listed.items[at + 1 :])
            changed = SequenceNode(source, listed.line, listed.column, items)
            return replace(root, source=source, entries={**root.entries, key: changed}) if isinstance(
                root, MappingNode) else changed
    return None


def _alone(text: str, column: int) -> bool:
    """Return whether lines look like a single item of a list that begins in a column, and affect nothing else."""
    dash = _DASH.match(text)
    return dash is not None and dash.end() == column - 1 and not _APART.search(text)


def _values(node: Node) -> int:
    """Return the number of values in a tree, the root included."""
    return 1 + sum(map(_values, (*node.items, *node.entries.values())))
