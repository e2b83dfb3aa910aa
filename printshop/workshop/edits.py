"""Values changed in the text of a YAML file: every other character stays, comments and spacing too.

Offsets are characters from the beginning of the text, the end behind the last. What is asked for and not there, or
cannot be written, is a PrintshopError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from textwrap import dedent, indent
from typing import Any, NamedTuple

import yaml
from yaml.constructor import SafeConstructor

from printshop.game.fields import quoted
from printshop.problems import Span, failure

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # without libyaml: fifteen times slower, otherwise the same
LINE = 100_000  # characters: no value is broken
_LONGEST, _SHORT = 2_000_000, 5_000  # characters of a file that is edited, and of a unit that is kept
_CONTENT = re.compile(r"^[ ]*[^ #\n]", re.MULTILINE)
_ITEM = re.compile(r"^-(?=[ \n])", re.MULTILINE)  # of a file that is a list: each can be read alone
_APART = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)  # but where one of these stands
MOST_ALONE = 4_096  # units of a file, of which only those are read again that have changed
_NOTE = re.compile(r"(?<!\S)#.*")


class Entry(NamedTuple):
    """A unit in a file: its name, the list that it stands in, and where its keys and values begin and end."""

    name: str
    section: str
    keys: Mapping[str, tuple[int, int, int]]  # where the key begins, where its value begins and ends
    start: int
    end: int
    flow: bool  # it stands between braces


@lru_cache(4)
def entries(text: str) -> tuple[Entry, ...]:
    """Return the units of a file, in order; of one that is no YAML, none."""
    if len(text) > _LONGEST:
        raise failure(f"a file of {len(text):,} characters is too large to be edited here", "use an editor")
    starts = [match.start() for match in _ITEM.finditer(text)]
    if 1 < len(starts) < MOST_ALONE and not _CONTENT.search(text[:starts[0]]) and not _APART.search(text):
        parts = ((at, text[at:end]) for at, end in pairwise([*starts, len(text)]))
        found = [(at, (_read_once if len(part) < _SHORT else _read)(part)) for at, part in parts]
        if all(read and read[0] == 1 for _, read in found):
            return tuple(_moved(entry, at) for at, read in found for entry in (read[1] if read else ()))
    read = _read(text)
    return read[1] if read else ()


def _read(text: str) -> tuple[int, tuple[Entry, ...]] | None:
    """Return how many values a list has, and the units of a file or of a part of it; None if it is no YAML."""
    try:
        tree = yaml.compose(text, Loader=Loader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return len(tree.value) if isinstance(tree, yaml.SequenceNode) else 0, tuple(_entries(tree, text))


_read_once = lru_cache(MOST_ALONE)(_read)


def _moved(entry: Entry, by: int) -> Entry:
    name, section, keys, start, end, flow = entry
    moved = {key: (begin + by, value + by, behind + by) for key, (begin, value, behind) in keys.items()}
    return Entry(name, section, moved, start + by, end + by, flow)


def _entries(tree: yaml.Node | None, text: str) -> Iterator[Entry]:
    if isinstance(tree, yaml.SequenceNode):  # a file of units alone
        yield from _listed("", tree, text)
    elif isinstance(tree, yaml.MappingNode):
        for key, value in tree.value:
            if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.SequenceNode):
                yield from _listed(key.value, value, text)


def _listed(section: str, found: yaml.SequenceNode, text: str) -> Iterator[Entry]:
    for item in found.value:
        if not isinstance(item, yaml.MappingNode):
            continue
        keys = {key.value: (key.start_mark.index, value.start_mark.index, _end(value, text))
                for key, value in item.value if isinstance(key, yaml.ScalarNode)}
        name = next((value.value for key, value in item.value
                     if getattr(key, "value", "") == "name" and isinstance(value, yaml.ScalarNode)), "")
        end = item.end_mark.index if item.flow_style else max((end for *_, end in keys.values()), default=0)
        yield Entry(str(name), section, keys, item.start_mark.index, end, bool(item.flow_style))


def _end(node: yaml.Node, text: str) -> int:
    """Return where a value ends: a list in lines ends with its last entry, not with the notes below it."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        end = node.end_mark.index
        while node.start_mark.index < end <= len(text) and text[end - 1] in "\n ":
            end -= 1
        return end
    inner = [part for pair in node.value for part in (pair if isinstance(pair, tuple) else (pair,))]
    return _end(inner[-1], text) if inner else node.start_mark.index


def find(text: str, number: str) -> Entry:
    """Return a unit by its number in the file, "0" for the first. Raises PrintshopError if there is none."""
    found = entries(text)
    if not (number.isdecimal() and int(number) < len(found)):
        raise failure("this unit is not in the file any more, or its text cannot be read",
                      "look at its text, and undo the last change")
    return found[int(number)]


def renamed(before: str, now: str) -> dict[str, str]:
    """Return which unit of a file is called otherwise in another text of it, if it is one alone: its name, the new."""
    old, new = entries(before), entries(now)
    pairs = {one.name: other.name for one, other in zip(old, new, strict=False) if one.name != other.name}
    return pairs if len(old) == len(new) and len(pairs) == 1 and all((*pairs, *pairs.values())) else {}


def value_of(text: str, entry: Entry, key: str) -> str:
    """Return a value as it is written, on one line; "" if it is not there."""
    if key not in entry.keys:
        return ""
    _, start, end = entry.keys[key]
    first_line = text.rfind("\n", 0, start) + 1
    below = not text[first_line:start].strip()  # its key: then its first line is indented as the others are
    try:
        node = yaml.compose(dedent(text[first_line:end]) if below else text[start:end], Loader=Loader)
    except yaml.YAMLError:
        node = None
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return json.dumps(node.value.rstrip("\n"), ensure_ascii=False)
    if isinstance(node, yaml.ScalarNode) or node is None:
        return text[start:end]
    return yaml.serialize(_flowing(node), width=LINE, allow_unicode=True).strip()


def said(text: str | bytes) -> Any:
    """Return what YAML says, as plain data. Raises yaml.YAMLError."""
    return yaml.load(text, Loader)  # noqa: S506 - it is a safe one


def on_one_line(value: object) -> str:
    """Return plain data as YAML on one line."""
    said = yaml.safe_dump(value, default_flow_style=True, width=LINE, allow_unicode=True, sort_keys=False)
    return str(said).removesuffix("...\n").strip()


def _flowing(node: yaml.Node) -> yaml.Node:
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = True
        for part in node.value:
            for inner in part if isinstance(part, tuple) else (part,):
                _flowing(inner)
    return node


def changed(text: str, number: str, key: str, value: str) -> str:
    """Return the text with a value of a unit, written as YAML; with "" the key goes. Raises PrintshopError.

    What is no YAML is put in quotes. A key that is not there takes the place of a note that names it, `#key: value`, or
    stands behind the last; one with a note on its line becomes such a note when it goes.
    """
    entry = find(text, number)
    return _keyed(text, entry, key, value if "\n" in value or _fits(value, entry.flow) else quoted(value))


def _fits(value: str, flow: bool) -> bool:
    """Return whether a value is YAML where it stands: what is half typed must not make the whole file none."""
    try:
        tree = yaml.compose(f"{{x: {value}}}" if flow else f"x: {value}", Loader=Loader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return False
    return isinstance(tree, yaml.MappingNode) and len(tree.value) == 1


def _keyed(text: str, entry: Entry, key: str, value: str) -> str:
    if "\n" in value:
        raise failure("a value is written on one line here", "write longer ones in the text of the file")
    if key in entry.keys:
        begin, start, end = entry.keys[key]
        if not value:
            return _without(text, entry, begin, end)
        first_line, broken, _ = text[begin:start].partition("\n")
        if not broken:
            return text[:start] + value + text[end:]
        name, colon, note = first_line.partition(":")  # the value began below its key
        return f"{text[:begin]}{name}{colon} {value}{note}{text[end:]}"
    if not value:
        return text
    if entry.flow:
        end = text.rindex("}", 0, entry.end)
        inner = text[:end].rstrip().rstrip(",")
        return f"{inner}{'' if inner.endswith('{') else ', '}{key}: {value}{text[end:]}"
    return _added(text, entry, key, value)


def _added(text: str, entry: Entry, key: str, value: str) -> str:
    first = min(begin for begin, *_ in entry.keys.values())
    indent = " " * (first - (text.rfind("\n", 0, first) + 1))
    behind = _CONTENT.search(text, text.find("\n", entry.end) if "\n" in text[entry.end:] else len(text))
    until = behind.start() if behind else len(text)
    switched_off = re.compile(rf"^[ ]*#[ ]?{re.escape(key)}:(?P<value>.*)$", re.MULTILINE)
    if found := switched_off.search(text, entry.start, until):
        noted = _NOTE.search(found["value"])
        note = f"  {noted[0].strip()}" if noted else ""
        return f"{text[:found.start()]}{indent}{key}: {value}{note}{text[found.end():]}"
    end = text.find("\n", entry.end)
    end = len(text) if end < 0 else end
    return f"{text[:end]}\n{indent}{key}: {value}{text[end:]}"


def _without(text: str, entry: Entry, begin: int, end: int) -> str:
    if entry.flow:
        before, after = text[:begin].rstrip(), text[end:].lstrip()
        if after.startswith(","):
            return f"{before}{'' if before.endswith('{') else ' '}{after[1:].lstrip()}"
        return f"{before.rstrip(',')}{after}"
    if begin == min(first for first, *_ in entry.keys.values()):
        raise failure("the first line of a unit stays", "give it another value, or change the text of the file")
    start, stop = text.rfind("\n", 0, begin), text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    if "\n" not in text[begin:end] and _NOTE.search(text, end, stop):
        return f"{text[:begin]}#{text[begin:]}"
    return text[:start] + (text[stop:] or "\n")


def head(text: str, *path: str | int) -> Entry:
    """Return the keys of the file itself, or of the block of keys that a path leads to, by keys and numbers."""
    node = _at(text, path)
    if not isinstance(node, yaml.MappingNode) or (node.flow_style and not path):
        raise failure("this file is no YAML with a key on each line any more", "mend its text, or undo the last change")
    return next(_listed("", yaml.SequenceNode("", [node]), text))


def _at(text: str, path: Sequence[str | int]) -> yaml.Node | None:
    try:
        node = yaml.compose(text, Loader=Loader) if len(text) <= _LONGEST else None
    except (yaml.YAMLError, RecursionError, ValueError):
        node = None
    for step in path:
        if isinstance(node, yaml.MappingNode):
            node = next((value for name, value in node.value if getattr(name, "value", "") == step), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
            node = node.value[step]
        else:
            node = None
    return node


def exists(text: str, *path: str | int) -> bool:
    """Return whether a path leads to a block of keys."""
    return isinstance(_at(text, path), yaml.MappingNode)


def source(text: str, *path: str | int) -> str:
    """Return what a path leads to, as it is written. Raises PrintshopError if it leads nowhere."""
    node = _at(text, path)
    if node is None:
        raise failure("this is not there any more", "open the file again")
    return text[node.start_mark.index:_end(node, text)]


def paths(text: str) -> dict[tuple[int, int], tuple[str | int, ...]]:
    """Return the paths to all blocks of keys in a file, by the line and column where each begins, from 1."""
    found: dict[tuple[int, int], tuple[str | int, ...]] = {}

    def walk(node: yaml.Node | None, path: tuple[str | int, ...]) -> None:
        if isinstance(node, yaml.MappingNode):
            found.setdefault((node.start_mark.line + 1, node.start_mark.column + 1), path)
            for key, value in node.value:
                walk(value, (*path, str(getattr(key, "value", ""))))
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                walk(value, (*path, number))

    walk(_at(text, ()), ())
    return found


def headed(text: str, key: str, value: str, *path: str | int) -> str:
    """Return the text with another value, "" for none, of a key of the file itself, or of what a path leads to."""
    return _keyed(text, head(text, *path), key, value)


def instead(text: str, key: str, block: str, *path: str | int) -> str:
    """Return the text with a block, from its own key on, for a key of what a path leads to, and for the notes in it."""
    entry = head(text, *path)
    begin, _, end = entry.keys[key]
    if entry.flow:
        return text[:begin] + on_one_line(yaml.safe_load(block))[1:-1] + text[end:]
    pad = " " * (begin - text.rfind("\n", 0, begin) - 1)
    behind = re.compile(rf".*(?:\n{pad} +#.*)*").match(text, end)
    return text[:begin] + indent(block, pad).strip() + text[behind.end() if behind else end:]


def relisted(text: str, path: Sequence[str | int], values: Sequence[str]) -> str:
    """Return the text with others for all entries of a list in the file."""
    for number in range(len(lines(text, *path)) - 1, 0, -1):
        text = listed(text, path, number)
    return listed(text, path, 0, *values)


def lines(text: str, *path: str | int) -> tuple[Any, ...]:
    """Return the entries of a list in the file, as plain data; none, if there is no list."""
    node = _at(text, path)
    make: Any = SafeConstructor().construct_document
    return tuple(map(make, node.value)) if isinstance(node, yaml.SequenceNode) else ()


def listed(text: str, path: Sequence[str | int], number: int, *values: str) -> str:
    """Return the text with others for an entry of a list in the file: from 0, behind the last a new one."""
    node, (*above, key) = _at(text, path), path
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not node.value:
        entries = [on_one_line(entry) for entry in lines(text, *path)]
        entries[number:number + 1] = values
        return headed(text, str(key), f"[{', '.join(entries)}]", *above)
    items = node.value
    if number < len(items):
        start, end = items[number].start_mark.index, _end(items[number], text)
        if values:
            dash = text[text.rfind("\n", 0, start) + 1:start]
            return text[:start] + f"\n{dash}".join(values) + text[end:]
        if len(items) == 1:
            return headed(text, str(key), "[]", *above)
        until = text.find("\n", end)
        return text[:text.rfind("\n", 0, start)] + (text[until:] if until >= 0 else "\n")
    last = items[-1].start_mark.index
    line = text[text.rfind("\n", 0, last) + 1:last]
    end = text.find("\n", _end(items[-1], text))
    end = len(text) if end < 0 else end
    return text[:end] + "".join(f"\n{line}{value}" for value in values) + text[end:]


def path_at(text: str, span: Span) -> tuple[str | int, ...]:
    """Return the path to what a place in a text lies in: keys, and numbers of entries of lists."""
    node, offset, path = _at(text, ()), _offset(text, span), list[str | int]()
    while isinstance(node, yaml.CollectionNode):
        pairs = [(getattr(key, "value", ""), key, value) for key, value in node.value] if isinstance(
            node, yaml.MappingNode) else [(number, value, value) for number, value in enumerate(node.value)]
        found = next(((step, value) for step, begin, value in pairs
                      if begin.start_mark.index <= offset <= _end(value, text)), None)
        if found is None:
            break
        path.append(found[0])
        node = found[1]
    return tuple(path)


def place(text: str, span: Span) -> tuple[str, str]:
    """Return the number of the unit and the key that a place in a text lies in, "" for none."""
    offset = _offset(text, span)
    for number, entry in enumerate(entries(text)):
        if entry.start <= offset <= entry.end:
            return str(number), key_at(text, entry, span)
    return "", ""


def key_at(text: str, entry: Entry, span: Span) -> str:
    """Return the key of a block that a place in a text lies in, "" for none."""
    offset = _offset(text, span)
    return next((key for key, (begin, _, end) in entry.keys.items() if begin <= offset <= end), "")


def _offset(text: str, span: Span) -> int:
    return sum(len(line) + 1 for line in text.split("\n")[:span.line - 1]) + span.column - 1
