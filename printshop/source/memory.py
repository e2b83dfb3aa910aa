"""What one reading of a game leaves to the next, so that a change in one place costs little more than that place.

Who types changes one entry of a list at a time. Where that is so, the entry alone is read again, and every other value
is the very object that it was: so what has been made of it still holds.
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
_SHARED = re.compile(r"&\S|<<|!!")  # an anchor, a merge: what stands there may be another's, too
_APART = re.compile(r"[\x85\u2028\u2029]|(?:^|\r)(?:---|\.\.\.|%)", re.MULTILINE)  # what bears on all of it


@dataclass(slots=True, eq=False)
class Memory:
    """What is kept of one game, read with its own settings, as long as no files of it but those `changed` change.

    `trees` are the last sound ones, by the paths of their files; `ground` is what has been made of all but the units,
    and `outline` what it depends on; `units` are kept by the items of lists that they stand in; of trees that are
    `marked`, all icons are there.
    """

    changed: Collection[str] = ()
    trees: dict[str, Node] = field(default_factory=dict)
    ground: Any = None
    outline: object = None
    units: dict[Node, tuple[Any, ...]] = field(default_factory=dict)
    marked: set[Node] = field(default_factory=set)
    _stale: set[str] = field(default_factory=set)  # of which files these are no longer the trees

    def forget(self) -> None:
        """Keep nothing of all this."""
        self.ground, self.units, self.marked, self.trees = None, {}, set(), {}

    def unchanged(self, path: Path) -> Node | None:
        """Return the tree of a file that is as it was when it was read last."""
        key = str(path)
        return None if key in self.changed or key in self._stale else self.trees.get(key)

    def tree(self, path: Path, problems: Problems, name: str, parse: Callable[[Path, Problems, str], Node | None]
             ) -> Node | None:
        """Return the tree of a file as `parse` gives it, sharing what it has with the last one."""
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

    Of the same text it is the same tree. The list is the tree itself, or stands at one of its keys. None where the
    texts differ in more, or in a way that may mean something for the rest; and where anything is wrong with the entry.
    """
    if text == root.source.text:
        return root
    old, new = root.source.text.splitlines(keepends=True), text.splitlines(keepends=True)  # how one ends may matter
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
    """Return whether lines look like one entry of a list, which begins in a column, and concern nothing else."""
    dash = _DASH.match(text)
    return dash is not None and dash.end() == column - 1 and not _APART.search(text)


def _values(node: Node) -> int:
    """Return how many values there are at a node, itself counted."""
    return 1 + sum(map(_values, (*node.items, *node.entries.values())))
