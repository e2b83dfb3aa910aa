"""Cache between two loads of a game.

After a change in one place, little more than that place is read again. While a user types, one entry of a list changes
at a time. Only that entry is read again. All other values stay the same objects, so that everything made from them
remains valid.
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
from printshop.source.tree import MappingNode, Node, ScalarNode, SequenceNode, SourceText
from printshop.source.yaml_reader import MAX_VALUES, parse_yaml, read_utf8_text

_DASH_PATTERN = re.compile(r" *- ")
_SHARED_NODE_PATTERN = re.compile(r"&\S|<<|!!")  # an anchor, a merge, a tag: the value may be used elsewhere, too
# affects the whole text
_DOCUMENT_WIDE_PATTERN = re.compile(r"[\x85\u2028\u2029]|(?:^|\r)(?:---|\.\.\.|%)", re.MULTILINE)


@dataclass(slots=True, eq=False)
class LoadCache:
    """Results of loading one game with its own settings. They are valid while only `changed_files` change.

    `trees` are the last trees without problems, by the paths of their files. `base` is the result of all data
    except units and sections, and `base_dependencies` are the data on which `base` depends. `units` are stored by
    the list items from which they were read. `trees_with_icons` are the trees all of whose icons exist, `filled_trees`
    those in which the values of the settings stand.
    """

    changed_files: Collection[str] = ()
    trees: dict[str, Node] = field(default_factory=dict)
    base: Any = None
    base_dependencies: object = None
    units: dict[Node, tuple[Any, ...]] = field(default_factory=dict)
    trees_with_icons: set[Node] = field(default_factory=set)
    filled_trees: set[Node] = field(default_factory=set)
    _stale_files: set[str] = field(default_factory=set)  # files whose tree in `trees` is out of date

    def clear(self) -> None:
        """Remove all results."""
        self.base, self.units, self.trees = None, {}, {}
        self.trees_with_icons, self.filled_trees = set(), set()

    def find_unchanged_tree(self, path: Path) -> Node | None:
        """Return the tree of a file that has not changed since it was last read, or None."""
        key = str(path)
        return None if key in self.changed_files or key in self._stale_files else self.trees.get(key)

    def load_tree(self, path: Path, problems: Problems, name: str, parse: Callable[[Path, Problems, str], Node | None]
                  ) -> Node | None:
        """Return the tree of a file, as `parse` returns it, but with the unchanged values of the last tree."""
        key, problem_count = str(path), len(problems)
        previous = self.trees.get(key)
        self._stale_files.add(key)
        text = read_utf8_text(path, Problems(), name) if previous and path.suffix == ".yaml" else None
        node = splice_tree(previous, text) if previous and text is not None else None
        if node is None and (node := parse(path, problems, name)) and previous and text is not None:
            _share_values(previous, node)
        if node and len(problems) == problem_count:
            self.trees[key] = node
            self._stale_files.discard(key)
        return node


def _share_values(old: Node, new: Node) -> bool:
    """Put the equal values of an old tree into a new one. Return whether both trees are equal.

    Equal values have the same places, and messages about them show the same lines.
    """
    def is_line_equal(line: int) -> bool:
        return old.source.lines[line - 1:line] == new.source.lines[line - 1:line]

    is_equal = (type(old), old.line, old.column) == (type(new), new.line, new.column) and is_line_equal(new.line)
    match old, new:
        case ScalarNode(), ScalarNode():
            return is_equal and (old.text, old.is_plain) == (new.text, new.is_plain)
        case SequenceNode(), SequenceNode():
            pairs = [*zip(old.items, new.items, strict=False)]
            shared = [item if _share_values(item, other) else other for item, other in pairs]
            is_equal &= all(item is other for item, other in zip(shared, old.items, strict=False))
            is_equal &= len(old.items) == len(new.items)
            new.items = (*shared, *new.items[len(shared):])
        case MappingNode(), MappingNode():
            is_equal &= [*old.entries] == [*new.entries]
            for key, value in new.entries.items():
                if key in old.entries and _share_values(old.entries[key], value):
                    new.entries[key] = old.entries[key]
                is_equal &= new.entries[key] is old.entries.get(key)
                place = new.find_key_position(key)
                is_equal &= place == old.find_key_position(key) and is_line_equal(place[0])
    return is_equal


def splice_tree(root: Node, text: str) -> Node | None:
    """Return the tree of a text, as `parse_yaml` does, but take all values except one list entry from `root`.

    The list is the root of the tree, or the value of one of the root's keys. For the same text, `root` itself is
    returned. Returns None if the texts differ in more than one entry or in a way that may affect other values, or
    if the entry has a problem.
    """
    if text == root.source.text:
        return root
    # With line ends: they are compared, too.
    old_lines, new_lines = root.source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    differing = [number for number, (old_line, new_line) in enumerate(zip(old_lines, new_lines, strict=False), 1)
                 if old_line != new_line]
    if (
        len(old_lines) != len(new_lines)
        or _SHARED_NODE_PATTERN.search(text)
        or _SHARED_NODE_PATTERN.search(root.source.text)
    ):
        return None
    is_mapping = isinstance(root, MappingNode)
    key_lines = [root.find_key_position(key)[0] for key in root.entries] if isinstance(root, MappingNode) else []
    for key, sequence in root.entries.items() if is_mapping else [("", root)]:
        index = bisect_right(sequence.items, differing[0], key=attrgetter("line")) - 1
        if index < 0:
            continue
        item, next_lines = sequence.items[index], [entry.line for entry in sequence.items[index + 1 : index + 2]]
        end = min(next_lines + [start for start in key_lines if start > item.line], default=len(new_lines) + 1) - 1
        line_range = slice(item.line - 1, end)
        old_text, new_text = ("".join(lines[line_range]) for lines in (old_lines, new_lines))
        if differing[-1] > end or not (_is_single_item(old_text, item.column)
                                       and _is_single_item(new_text, item.column)):
            continue
        blank_lines = "\n" * (item.line - 2) + "x:\n" if is_mapping else "\n" * (item.line - 1)
        parsed = parse_yaml(blank_lines + new_text, root.source.name, item_problems := Problems(), root.source.path)
        new_items = parsed.entries.get("x") if is_mapping and parsed and len(parsed.entries) == 1 else parsed
        values = root.source.value_count - _count_values(item) + (_count_values(new_items.items[0]) if new_items
                                                                  and new_items.items else 0)
        if (
            new_items
            and [new_item.column for new_item in new_items.items] == [item.column]
            and not item_problems
            and values <= MAX_VALUES
        ):
            source = SourceText(root.source.name, text, root.source.path, values)
            items = (*sequence.items[:index], *new_items.items, *sequence.items[index + 1 :])
            new_sequence = SequenceNode(source, sequence.line, sequence.column, items)
            return replace(root, source=source, entries={**root.entries, key: new_sequence}) if isinstance(
                root, MappingNode) else new_sequence
    return None


def _is_single_item(text: str, column: int) -> bool:
    """Return whether lines look like one list item that begins in `column` and affects nothing else."""
    dash = _DASH_PATTERN.match(text)
    return dash is not None and dash.end() == column - 1 and not _DOCUMENT_WIDE_PATTERN.search(text)


def _count_values(node: Node) -> int:
    """Return the number of values in a tree, including its root."""
    return 1 + sum(map(_count_values, (*node.items, *node.entries.values())))
