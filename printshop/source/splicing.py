"""A tree of a text that has been changed in one place, with all the values that have not.

Who types changes one entry of a list at a time. Where that is so, the entry alone is read again, and every other value
is the very object that it was: what has been made of it still holds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from operator import attrgetter

from printshop.problems import Problems
from printshop.source.nodes import LINE_END, MappingNode, Node, SequenceNode, Source
from printshop.source.reading import MAX_VALUES, parse_text

_DASH = re.compile(r" *- ")
_SHARED = re.compile(r"&\S")  # an anchor: what stands there may be another's, too
_APART = re.compile(r"[\x85\u2028\u2029]|^(?:---|\.\.\.|%)", re.MULTILINE)  # what means something for all of a file


def spliced(root: Node, text: str) -> Node | None:
    """Return the tree of a text as `parse_text` gives it, sharing all but one entry of a list with another tree.

    The list is the tree itself, or stands at one of its keys. None where the texts differ in more, or in a way that
    may mean something for the rest; and where anything is wrong with the entry.
    """
    old, new = root.source.lines, LINE_END.split(text)
    differing = [number for number, (one, other) in enumerate(zip(old, new, strict=False), 1) if one != other]
    if len(old) != len(new) or not differing or _SHARED.search(text) or _SHARED.search(root.source.text):
        return None
    starts = sorted(root.place(key)[0] for key in root.entries) if isinstance(root, MappingNode) else []
    for key, listed in root.entries.items() if starts else [("", root)]:
        at = bisect_right(listed.items, differing[0], key=attrgetter("line")) - 1
        if at < 0 or not isinstance(listed, SequenceNode):
            continue
        item, following = listed.items[at], [entry.line for entry in listed.items[at + 1 : at + 2]]
        end = min(following + [start for start in starts if start > item.line], default=len(new) + 1) - 1
        if differing[-1] > end:
            continue
        place = slice(item.line - 1, end)
        indents = [match.end() for lines in (old, new) if (match := _DASH.match(lines[place.start]))]
        before, after = ("\n".join((*lines[place], *[""] * (end < len(new)))) for lines in (old, new))
        if indents != [item.column - 1] * 2 or _APART.search(before) or _APART.search(after):
            return None
        above = "\n" * (item.line - 2) + "x:\n" if starts else "\n" * (item.line - 1)
        read = parse_text(above + after, root.source.name, trial := Problems(), root.source.path)
        found = read.entries.get("x") if read and starts else read
        if trial or not isinstance(found, SequenceNode) or [one.column for one in found.items] != [item.column]:
            return None
        values = root.source.values - _values(item) + _values(found.items[0])
        source = Source(root.source.name, text, root.source.path, values)
        items = (*listed.items[:at], *found.items, *listed.items[at + 1 :])
        changed = SequenceNode(source, listed.line, listed.column, items)
        if values > MAX_VALUES:
            return None
        return replace(root, source=source, entries={**root.entries, key: changed}) if starts else changed
    return None


def _values(node: Node) -> int:
    """Return how many values there are at a node, itself counted."""
    return 1 + sum(map(_values, (*node.items, *node.entries.values())))
