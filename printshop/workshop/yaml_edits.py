"""Edit values in YAML text, leaving all other characters unchanged.

Offsets are characters from the beginning of the text, the end behind the last. What is asked for and not there, or
cannot be written, is a PrintshopError.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printshop.game.fields import quote_yaml
from printshop.problems import PrintshopError, Problems, Span, make_error
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode, parse_yaml
from printshop.source.tree import LINE_END
from printshop.source.value_spans import ParsedText, ValueSpan, parse_with_spans
from printshop.source.yaml_reader import MAX_TEXT
from printshop.workshop.value_edits import MAX_EDITED, parse_for_edits

_SHORT = 5_000  # characters of a unit that is cached
_CONTENT = re.compile(r"^[ ]*[^ #\n]", re.MULTILINE)
_ITEM = re.compile(r"^-(?=[ \n])", re.MULTILINE)  # of a file that is a list: each can be read alone
_APART = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)  # but where one of these stands
_SHARED = re.compile(r"(?<!\S)[&*]\S")  # an anchor or an alias: what stands here may be the value of another place
_BARE = re.compile(r"[+.-]?\w[\w.+-]*(?: [\w.+-]+)*")  # text that needs no quotes, between brackets either
MOST_ALONE = 4_096  # units of a file, of which only those are read again that have changed
_LONE = re.compile(r"(?<!\r)\n")  # an end of a line, in a file where others end otherwise
_NOTE = re.compile(r"(?<!\S)#.*")
_ELSEWHERE = "change it in the text of the file"
KeyPath = Sequence[str | int]
"""Keys, and numbers of entries of lists, from the top of a file down."""


class KeyBlock(NamedTuple):
    """A block of keys in a file, such as a unit: its name, the list that it stands in, where all of it is."""

    name: str
    section: str
    keys: Mapping[str, tuple[int, int, int]]  # offsets: where the key begins, where its value begins and ends
    start: int
    end: int
    flow: bool  # it stands between braces
    path: tuple[str | int, ...]
    node: MappingNode  # its values as they are read, those that << merges among them


@lru_cache(4)
def entries(text: str) -> tuple[KeyBlock, ...]:
    """Return the units of a file, in order; of one that cannot be read, none."""
    found = [(at, (_read_once if len(part) < _SHORT else _read)(part)) for at, part in _parts(text) or ()]
    if found and all(len(read) == 1 for _, read in found):
        return tuple(_moved(read[0], at, number) for number, (at, read) in enumerate(found))
    return tuple(_entries(parse_for_edits(text), text))


def _parts(text: str) -> list[tuple[int, str]] | None:
    """Return the entries of a file that is a list in lines, each with its offset; None where that is not sure."""
    starts = [match.start() for match in _ITEM.finditer(text)]
    if not 1 < len(starts) < MOST_ALONE or _CONTENT.search(text[:starts[0]]) or _APART.search(text) or (
            _SHARED.search(text) or "\r" in text or len(text) > MAX_EDITED):
        return None
    return [(at, text[at:end]) for at, end in pairwise([*starts, len(text)])]


def _read(text: str) -> tuple[KeyBlock, ...]:
    return tuple(_entries(parse_with_spans(text), text))


_read_once = lru_cache(MOST_ALONE)(_read)


def _moved(entry: KeyBlock, by: int, number: int) -> KeyBlock:
    keys = {key: (begin + by, value + by, behind + by) for key, (begin, value, behind) in entry.keys.items()}
    return entry._replace(keys=keys, start=entry.start + by, end=entry.end + by, path=(number,))


def _entries(read: ParsedText, text: str) -> Iterator[KeyBlock]:
    root, node = read.root, read.node
    if root and isinstance(node, SequenceNode):  # a file of units alone
        yield from _listed("", root, node, text, ())
    elif root and isinstance(node, MappingNode):
        for key, value in zip(root.keys, root.items, strict=True):
            if isinstance(listed := node.entries.get(key.text), SequenceNode) and value.kind == "list":
                yield from _listed(key.text, value, listed, text, (key.text,))


def _listed(section: str, piece: ValueSpan, node: SequenceNode, text: str,
            path: tuple[str | int, ...]) -> Iterator[KeyBlock]:
    for number, (item, of) in enumerate(zip(piece.items, node.items, strict=True)):
        if item.kind == "mapping" and isinstance(of, MappingNode):
            yield _entry(section, item, of, text, (*path, number))


def _entry(section: str, piece: ValueSpan, node: MappingNode, text: str, path: tuple[str | int, ...]) -> KeyBlock:
    keys = {key.text: (key.start, value.start, _end(value, text))
            for key, value in zip(piece.keys, piece.items, strict=True) if not key.is_merge_key}
    end = piece.end if piece.is_flow else max((_end(value, text) for value in piece.items), default=piece.start)
    name = node.entries.get("name")
    return KeyBlock(name.text if name else "", section, keys, piece.start, end, piece.is_flow, path, node)


def _end(piece: ValueSpan, text: str) -> int:
    """Return where a value ends: a list in lines ends with its last entry, not with the notes below it."""
    while piece.kind in ("list", "mapping") and not piece.is_flow and piece.items:
        piece = piece.items[-1]
    if piece.kind in ("list", "mapping") and not piece.is_flow:
        return piece.start
    end = piece.end
    while piece.start < end <= len(text) and text[end - 1] in "\r\n ":
        end -= 1
    return end


def find_unit_path(text: str, name: str) -> list[str | int]:
    """Return the path to the unit of a name in a file, [] if it is not there."""
    return next(([*entry.path] for entry in entries(text) if entry.name == name), [])


def find_renamed_unit(before: str, now: str) -> dict[str, str]:
    """Return which unit of a file is called otherwise in another text of it, if it is one alone: its name, the new."""
    old, new = entries(before), entries(now)
    pairs = {one.name: other.name for one, other in zip(old, new, strict=False) if one.name != other.name}
    return pairs if len(old) == len(new) and len(pairs) == 1 and all((*pairs, *pairs.values())) else {}


def value_of(text: str, entry: KeyBlock, key: str) -> str:
    """Return a value as it is written, on one line if it is a list or mapping; "" if it is not there."""
    if key not in entry.keys:
        return ""
    node, said = entry.node.entries[key], text[entry.keys[key][1]:entry.keys[key][2]]
    if not isinstance(node, ScalarNode) or said[:1] in ("*", "&", "!"):
        return on_one_line(node)
    return json.dumps(node.text.rstrip("\n"), ensure_ascii=False) if said[:1] in ("|", ">") else said


def parse_value(text: str) -> Node | None:
    """Return the value that is written in a text, None where anything is wrong with it."""
    node = parse_yaml(text, "", problems := Problems())
    return None if problems else node


def unquote_value(value: str) -> str:
    """Return a text without the quotes that YAML needs."""
    node = parse_value(value)
    return node.text if isinstance(node, ScalarNode) and isinstance(node.value, str) else value


def word(node: Node | None) -> str:
    """Return a single value as it was typed, without its quotes; "" of any other, and of none."""
    return node.text if isinstance(node, ScalarNode) else ""


def on_one_line(value: object) -> str:
    """Return a value that was read, or plain data, as YAML on one line, which is read as the same value."""
    match value:
        case ScalarNode():
            bare = not isinstance(value.value, str) or value.text == UNKNOWN or _BARE.fullmatch(value.text)
            return (value.text or "null") if value.plain and bare else quote_yaml(value.text)
        case SequenceNode(items=items):
            return f"[{', '.join(map(on_one_line, items))}]"
        case MappingNode(entries=pairs) | dict(pairs):
            return f"{{{', '.join(f'{quote_yaml(str(key))}: {on_one_line(one)}' for key, one in pairs.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(on_one_line, value))}]"
        case bool() | int():
            return str(value).lower()
        case str():
            return quote_yaml(value)
    raise TypeError(type(value))


def _set(text: str, entry: KeyBlock, key: str, value: str) -> str:
    """Return the text with another value at a key; no value but that is another. Raises PrintshopError."""
    if LINE_END.search(value):
        raise make_error("a value is written on one line here", "write longer ones in the text of the file")
    if key in entry.keys and entry.keys[key][2] - entry.keys[key][1] > MAX_TEXT:
        raise make_error(f"what stands here has more than {MAX_TEXT:,} characters", _ELSEWHERE)
    now = _keyed(text, entry, key, value if not value or _fits(value, entry.flow) else quote_yaml(value))
    return _verified(text, now, (*entry.path, key))


def _fits(value: str, flow: bool) -> bool:
    """Return whether a value is YAML where it stands: what is half typed must not make the whole file none."""
    tree = parse_value(f"{{x: {value}}}" if flow else f"x: {value}")
    return tree is not None and [*tree.entries] == ["x"]


def _verified(before: str, after: str, path: KeyPath) -> str:
    """Return a changed text, new lines with the line end of the file.

    Raises PrintshopError if any value is another in it but that at a path.

    What has an anchor is the value of other places, too; and no layout that a file may have is known to all edits.
    """
    if "\r\n" in before and not _LONE.search(before):
        after = _LONE.sub("\r\n", after)
    one, other, inner = before, after, path
    if path and isinstance(path[0], int) and (old := _parts(before)) and (new := _parts(after)):
        differing = [number for number, ((_, part), (_, now)) in enumerate(zip(old, new, strict=False)) if part != now]
        if len(old) == len(new) and {*differing} <= {path[0]}:
            one, other, inner = old[path[0]][1], new[path[0]][1], (0, *path[1:])
    was, now_is = ((parse_for_edits if text is whole else parse_with_spans)(text).node for text, whole in (
        (one, before), (other, after)))
    if was is None or now_is is None or not _alike(was, now_is, inner):
        raise make_error("this cannot be changed here: something else in the file would change with it", _ELSEWHERE)
    return after


def _alike(one: Node, other: Node, path: KeyPath | None = None) -> bool:
    """Return whether two values are the same, but for what a path leads to."""
    if one is other or (path is not None and not path):
        return True
    step = path[0] if path else None

    def below(key: str | int) -> KeyPath | None:
        return path[1:] if path and key == step else None

    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        keys = {*one.entries} ^ {*other.entries}
        return (not keys or (keys == {step} and path is not None and len(path) == 1)) and all(
            _alike(value, other.entries[key], below(key)) for key, value in one.entries.items() if key in other.entries)
    if isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        return len(one.items) == len(other.items) and all(
            _alike(*pair, below(number)) for number, pair in enumerate(zip(one.items, other.items, strict=True)))
    return isinstance(one, ScalarNode) and isinstance(other, ScalarNode) and (one.text, one.plain) == (other.text,
                                                                                                       other.plain)


def _keyed(text: str, entry: KeyBlock, key: str, value: str) -> str:
    if key in entry.keys:
        begin, start, end = entry.keys[key]
        if not value:
            return _without(text, entry, begin, end)
        first_line, broken, _ = text[begin:start].partition("\n")
        if not broken:
            space = " " * text[:start].endswith(":")  # there was nothing behind the key
            return text[:start] + space + value + text[end:]
        name, colon, note = first_line.removesuffix("\r").partition(":")  # the value began below its key
        return f"{text[:begin]}{name}{colon} {value}{note}{text[end:]}"
    if not value:
        return text
    if entry.flow:
        end = text.rindex("}", 0, entry.end)
        inner = text[:end].rstrip().rstrip(",")
        return f"{inner}{'' if inner.endswith('{') else ', '}{key}: {value}{text[end:]}"
    return _added(text, entry, key, value)


def _added(text: str, entry: KeyBlock, key: str, value: str) -> str:
    first = min((begin for begin, *_ in entry.keys.values()), default=entry.start)
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


def _without(text: str, entry: KeyBlock, begin: int, end: int) -> str:
    if entry.flow:
        before, after = text[:begin].rstrip(), text[end:].lstrip()
        if after.startswith(","):
            return f"{before}{'' if before.endswith('{') else ' '}{after[1:].lstrip()}"
        return f"{before.rstrip(',')}{after}"
    if begin == min(first for first, *_ in entry.keys.values()):
        raise make_error("the first line of a unit stays", "give it another value, or change the text of the file")
    start, stop = text.rfind("\n", 0, begin), text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    if "\n" not in text[begin:end] and _NOTE.search(text, end, stop):
        return f"{text[:begin]}#{text[begin:]}"
    return text[:start] + (text[stop:] or "\n")


def head(text: str, *path: str | int) -> KeyBlock:
    """Return the keys of the file itself, or of the block of keys that a path leads to, by keys and numbers.

    Raises PrintshopError where there is none; of a file that cannot be read, with what is wrong with it.
    """
    piece, node = _at(text, path)
    piece = piece.target if piece and piece.kind == "alias" else piece
    if node is None and not path and (problems := parse_for_edits(text).problems):
        raise PrintshopError(problems)
    if not isinstance(node, MappingNode):
        raise make_error("there is no block of keys here any more",
                         "mend the text of the file, or undo the last change")
    if piece is None or piece.kind != "mapping" or (piece.is_flow and not path):
        raise make_error("this does not stand here with a key on each line", _ELSEWHERE)
    return _entry("", piece, node, text, tuple(path))


def _at(text: str, path: KeyPath) -> tuple[ValueSpan | None, Node | None]:
    """Return the piece of text that a path leads to, and the value; of what << merges no piece, of nothing neither."""
    read = parse_for_edits(text)
    piece, node = read.root, read.node
    for step in path:
        piece = piece.target if piece and piece.kind == "alias" else piece
        if isinstance(node, MappingNode):
            node = node.entries.get(str(step)) if isinstance(step, str) else None
            found = zip(piece.keys, piece.items, strict=True) if piece and node else ()
            piece = next((value for key, value in reversed([*found]) if key.text == step and not key.is_merge_key),
                         None)
        elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.items):
            node, piece = node.items[step], piece.items[step] if piece else None
        else:
            return None, None
    return piece, node


def exists(text: str, *path: str | int) -> bool:
    """Return whether a path leads to a block of keys."""
    return isinstance(_at(text, path)[1], MappingNode)


def paths(text: str) -> dict[tuple[int, int], tuple[str | int, ...]]:
    """Return the paths to all blocks of keys in a file, by the line and column where each begins, from 1."""
    read, found = parse_for_edits(text), dict[tuple[int, int], tuple[str | int, ...]]()

    def walk(piece: ValueSpan, path: tuple[str | int, ...]) -> None:
        if piece.kind == "mapping":
            found.setdefault(read.find_position(piece.start), path)
        steps: Sequence[str | int] = [key.text for key in piece.keys] if (
            piece.kind == "mapping") else range(len(piece.items))
        for step, item in zip(steps, piece.items, strict=True):
            walk(item, (*path, step))

    if read.root:
        walk(read.root, ())
    return found


def set_key(text: str, key: str, value: str, *path: str | int) -> str:
    """Return the text with another value, "" for none, of a key of the file itself, or of what a path leads to."""
    return _set(text, head(text, *path), key, value)


def list_items(text: str, *path: str | int) -> tuple[Node, ...]:
    """Return the entries of a list in the file; none, if there is no list."""
    node = _at(text, path)[1]
    return node.items if isinstance(node, SequenceNode) else ()


def set_item(text: str, path: KeyPath, number: int, *values: str | Node) -> str:
    """Return the text with others for an entry of a list in the file: from 0, behind the last a new one.

    Raises PrintshopError if a single value stands in place of the list, for example a rule for units.
    """
    node = _at(text, path)[1]
    if node and not isinstance(node, SequenceNode) and (node.text or node.entries):
        raise make_error(f"'{on_one_line(node)[:60]}' stands here in place of a list", _ELSEWHERE)
    return replaced(text, path, {number: values})


def replaced(text: str, path: KeyPath, changes: Mapping[int, Sequence[str | Node]]) -> str:
    """Return the text with others, each as YAML on one line, for some entries of a list in the file.

    A value that was read, as the first for an entry, is written into the text of the entry: what it says already stays
    as it is written, and so do the comments. Entries count from 0; a number behind the last stands for its end. All
    other entries stay, and so does all else.
    """
    (piece, node), (*above, key) = _at(text, path), path
    piece = piece.target if piece and piece.kind == "alias" else piece
    items = piece.items if piece and isinstance(node, SequenceNode) else []
    inner = {number: values for number, values in changes.items() if 0 <= number < len(items)}
    more = [_said(value) for number, values in changes.items() if number not in inner for value in values]
    if any(items[number].end - items[number].start > MAX_TEXT for number in inner):
        raise make_error(f"what stands here has more than {MAX_TEXT:,} characters", _ELSEWHERE)
    left = [number for number in range(len(items)) if inner.get(number, ("",))]
    if not piece or not left:
        wanted = [_said(value) for values in inner.values() for value in values] + more
        return _set(text, head(text, *above), str(key), f"[{', '.join(wanted)}]")
    splices = [_splice(text, piece, number, values, last=number > left[-1]) for number, values in inner.items()]
    if more:
        last = _end(items[-1], text)
        end = last if piece.is_flow else _line_end(text, last)
        between = ", " if piece.is_flow else f"\n{_dash(text, items[-1])}"
        splices.append((end, end, "".join(f"{between}{value}" for value in more)))
    now = text
    for begin, end, said in sorted(splices, reverse=True):
        now = now[:begin] + said + now[end:]
    expected: list[Node | None] = []  # None is an entry that is new
    for number, item in enumerate(list_items(text, *path)):
        expected += [None] * len(inner[number]) if number in inner else [item]
    expected += [None] * len(more)
    now = _verified(text, now, path)
    there = list_items(now, *path)
    if len(there) != len(expected) or not all(
            old is None or _alike(old, new) for old, new in zip(expected, there, strict=True)):
        raise make_error("this cannot be changed here: another entry would change with it", _ELSEWHERE)
    return now


def _said(value: str | Node) -> str:
    return value if isinstance(value, str) else on_one_line(value)


def _splice(text: str, piece: ValueSpan, number: int, values: Sequence[str | Node], *, last: bool) -> tuple[int, int,
                                                                                                            str]:
    """Return what takes the place of an entry of a list: offsets of the text that goes, and what comes.

    `last`: it goes, and so do all behind it.
    """
    items = piece.items
    start, end = items[number].start, _end(items[number], text)
    if values:
        first, *others = values
        if not isinstance(first, str):
            end, first = _rewritten(text, items[number], first, in_flow=piece.is_flow)
        elif others and not piece.is_flow:  # the comment behind it stays on its line
            first, end = first + text[end:_line_end(text, end)], _line_end(text, end)
        between = ", " if piece.is_flow else f"\n{_dash(text, items[number])}"
        return start, end, between.join([first, *map(_said, others)])
    if not piece.is_flow:
        return text.rfind("\n", 0, start), _line_end(text, end), ""
    return (_end(items[number - 1], text), end, "") if last else (start, items[number + 1].start, "")


def _rewritten(text: str, item: ValueSpan, value: Node, *, in_flow: bool) -> tuple[int, str]:
    """Return the end of the text of an entry, and that text with another value: what it says already stays.

    `in_flow`: the list stands in brackets. Comments that lose their place stand behind the entry. Raises PrintshopError
    where that cannot be, in brackets.
    """
    start, end = item.start, _end(item, text)
    end = end if in_flow else _line_end(text, end)
    column = start - text.rfind("\n", 0, start) - 1
    lead = f"x:\n-\n{' ' * max(column, 1)}"  # read as a list of this entry alone
    alone = f"{lead}{text[start:end]}\n"  # a text of several lines ends with one
    before = _comments(alone)
    try:
        now = _merged(alone, ("x", 0), value)
        there = list_items(now, "x")
        if len(there) == 1 and _alike(there[0], value) and _keeps(before, _comments(now), value):
            return end, now.removeprefix(lead).removesuffix("\n")
    except PrintshopError:  # the layout allows no smaller change than a new text
        pass
    if before and in_flow:
        raise make_error("a comment would be lost with this change", _ELSEWHERE)
    tail = "\r" if text[end - 1:end] == "\r" and not in_flow else ""
    return end, "  ".join([on_one_line(value), *(one.rstrip("\r") for one in before)]) + tail


def _merged(text: str, path: KeyPath, value: Node) -> str:
    """Return the text with another value at a path, written part by part where parts of it differ."""
    piece, old = _at(text, path)
    *above, last = path
    if old is None or piece is None or _alike(old, value):
        return text
    if isinstance(old, MappingNode) and isinstance(value, MappingNode) and piece.kind == "mapping" and all(
            quote_yaml(key) == key for key in value.entries.keys() - old.entries.keys()):
        for key, one in value.entries.items():
            text = _merged(text, (*path, key), one) if key in old.entries else set_key(
                text, key, on_one_line(one), *path)
        for key in old.entries.keys() - value.entries.keys():
            text = set_key(text, key, "", *path)
        return text
    if isinstance(old, SequenceNode) and isinstance(value, SequenceNode) and piece.kind == "list" and value.items:
        for number, (_, one) in enumerate(zip(old.items, value.items, strict=False)):
            text = _merged(text, (*path, number), one)
        known, wanted = len(old.items), len(value.items)
        changes: dict[int, Sequence[Node]] = dict.fromkeys(range(wanted, known), ())
        changes = changes or {known: value.items[known:]}
        return replaced(text, path, changes) if known != wanted else text
    said = on_one_line(value)
    return set_key(text, last, said, *above) if isinstance(last, str) else replaced(text, above, {last: [said]})


def _keeps(before: Sequence[str], after: Sequence[str], value: Node) -> bool:
    """Return whether all comments are still there: `#key: value` is none if the value has that key again."""
    left = [*after]
    for comment in before:
        key, _, behind = comment[1:].partition(":")
        note = _NOTE.search(behind)
        said = (note[0] if note else "") if key in value.entries else comment
        if (there := next((one for one in left if said in one), None) if said else "") is None:
            return False
        left = [one for one in left if one is not there]
    return True


def _comments(text: str) -> list[str]:
    """Return the comments in a text; of one that cannot be read, what may be one."""
    read, spans = parse_for_edits(text), list[tuple[int, int]]()

    def walk(piece: ValueSpan) -> None:
        if piece.kind in ("scalar", "alias"):
            spans.append((piece.start, _end(piece, text)))
        for part in (*piece.keys, *piece.items):
            walk(part)

    if read.root:
        walk(read.root)
    starts = [0, *(end for _, end in sorted(spans))]
    ends = [*(start for start, _ in sorted(spans)), len(text)]
    return [found[0] for gap in zip(starts, ends, strict=True) for found in _NOTE.finditer(text[slice(*gap)])]


def reordered(text: str, path: KeyPath, order: Sequence[int]) -> str:
    """Return the text with the entries of a list in another order, the numbers of them as they stand now, each once.

    The comments above an entry go with it, but those above the first. Raises PrintshopError.
    """
    piece, _ = _at(text, path)
    piece = piece.target if piece and piece.kind == "alias" else piece
    before = list_items(text, *path)
    if piece is None or [*order] == [*range(len(before))]:
        return text
    ends = [_end(item, text) for item in piece.items]
    if piece.is_flow:
        parts = [(item.start, end) for item, end in zip(piece.items, ends, strict=True)]
    else:
        ends = [_line_end(text, end) for end in ends]
        parts = [*pairwise([text.rfind("\n", 0, piece.items[0].start), *ends])]
    now, at = "", 0
    for (start, end), number in zip(parts, order, strict=True):
        now += text[at:start] + text[slice(*parts[number])]
        at = end
    now = _verified(text, now + text[at:], path)
    if not all(_alike(before[number], one) for number, one in zip(order, list_items(now, *path), strict=True)):
        raise make_error("this cannot be changed here: another entry would change with it", _ELSEWHERE)
    return now


def _dash(text: str, item: ValueSpan) -> str:
    return text[text.rfind("\n", 0, item.start) + 1:item.start]


def _line_end(text: str, offset: int) -> int:
    return end if (end := text.find("\n", offset)) >= 0 else len(text)


def path_at(text: str, span: Span) -> tuple[str | int, ...]:
    """Return the path to what a place in a text lies in: keys, and numbers of entries of lists."""
    read = parse_for_edits(text)
    piece, offset, path = read.root, read.find_offset(span.line, span.column), list[str | int]()
    while piece and piece.items:
        steps: Sequence[tuple[str | int, ValueSpan]] = [(key.text, key)
                                                        for key in piece.keys] or [*enumerate(piece.items)]
        at = bisect_right(piece.keys or piece.items, offset, key=lambda one: one.start) - 1
        if at < 0 or offset > _end(piece.items[at], text):
            break
        path.append(steps[at][0])
        piece = piece.items[at]
    return tuple(path)
