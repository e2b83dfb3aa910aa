"""Read YAML files into trees of values that know their file, line and column.

The tree is built from the parser's events, never by PyYAML's own composer: that one overflows the C stack on
deep nesting, keeps silent about duplicate keys and turns `no`, `1:30` and `010` into something else. Values
follow YAML 1.2 (see `Scalar.value`); everything wrong with a file becomes a problem with a position and a hint.
"""

from __future__ import annotations

import gc
import re
from array import array
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

import yaml

from printshop.files import contents
from printshop.problems import Problems, Span, reason, suggestion
from printshop.source.nodes import LINE_END, MappingNode, Node, Scalar, SequenceNode, Source
from printshop.source.syntax import MAX_DEPTH, explain

try:
    from yaml import CBaseLoader as Parser
except ImportError:  # PyYAML built without libyaml: fifteen times slower, otherwise the same
    from yaml import BaseLoader as Parser  # type: ignore[assignment]


MAX_BYTES = 16_000_000
MAX_VALUES = 500_000
MAX_TEXT = 50_000  # characters of one text: more than anyone prints
MAX_PROBLEMS = 500  # in one file, before reading stops

_SHORT = 16  # characters of texts that are shared, as they recur
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def parse(path: Path, problems: Problems, name: str | None = None) -> Node | None:
    """Read a YAML file; `name` is its name in messages, by default its path.

    Returns None, after adding the problems, for a file without a readable tree.
    """
    name = str(path) if name is None else name
    text = read_text(path, problems, name)
    return None if text is None else parse_text(text, name, problems, path)


def parse_text(text: str, name: str, problems: Problems, path: Path | None = None) -> Node | None:
    """Read YAML from a text, as `parse` does from a file; `path` is the file that it comes from."""
    source = Source(name, text.removeprefix("\ufeff"), path)
    if not printable(source, problems):
        return None
    return Builder(source, problems).build()


def read_text(path: Path, problems: Problems, name: str, saved: str = "save the file as UTF-8") -> str | None:
    """Return the text of a UTF-8 file without its byte order mark, or None after adding a problem.

    `saved` is the hint for a file in another encoding.
    """
    data = read_bytes(path, problems, name)
    if data is None:
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        problems.add(Span(name), "the file is encoded as UTF-16", saved)
        return None
    good, guess = data[:start].decode("utf-8"), data[start : start + 1].decode("cp1252", "replace")
    after = data[start:].split(b"\n", 1)[0].decode("utf-8", "replace")
    problems.add(Source(name, good + after).span(*_place(good)), f"the byte {data[start]:02x} is not UTF-8",
                 f"{saved} (is this a '{guess}'?)")
    return None


def read_bytes(path: Path, problems: Problems, name: str) -> bytes | None:
    """Return the bytes of a file, or None after adding a problem."""
    try:
        data = contents(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error).lower()
        problems.add(Span(name), f"cannot read the file: {why}")
        return None
    if len(data) > MAX_BYTES:
        problems.add(Span(name), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it up")
        return None
    return data


def printable(source: Source, problems: Problems) -> bool:
    """Return whether a text has only printable characters; the first other one is added as a problem."""
    if odd := UNPRINTABLE.search(source.text):
        problems.add(source.span(*_place(source.text[: odd.start()])),
                     f"the unprintable character U+{ord(odd[0]):04X} is not allowed",
                     "delete it, or save the file as plain text in UTF-8")
    return not odd


_At: TypeAlias = tuple[int, int]  # line and column from 1


def _place(before: str) -> _At:
    """Return the position behind a text."""
    lines = LINE_END.split(before)
    return len(lines), len(lines[-1]) + 1


class _Stop(Exception):  # noqa: N818 - it ends the reading, it is no error of its own
    """Ends the reading of a file."""


class _Anchor(NamedTuple):
    """The value of an anchor `&name`, with its sizes, so that an alias is counted without a walk through its tree."""

    node: Node | None = None  # None until it is complete
    values: int = 0
    height: int = 0


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is not closed yet."""

    at: _At
    anchor: str | None
    before: int  # values counted before this one
    entries: dict[str, Node] | None  # None for a list
    height: int = 1
    key: str | None = None
    key_at: _At | None = None  # position of the current key, if it is `<<`
    items: list[Node] = field(default_factory=list)
    places: array[int] = field(default_factory=partial(array, "I"))
    numbers: dict[str, int] = field(default_factory=dict)  # by key: its index; made when a key is given twice
    merged: list[tuple[_At, Node]] = field(default_factory=list)  # values of `<<`, with the positions of the keys


class Builder:
    """Builds the tree from events with its own stack, so that hostile nesting overflows nothing."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self._source, self._problems = source, problems
        self._root: Node | None = None
        self._broken = False
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchor] = {}
        self._words: dict[str, str] = {}  # short texts recur: each is stored once
        self._values = self._found = 0

    def build(self) -> Node | None:
        """Return the root, or None after adding a problem."""
        running = gc.isenabled()
        gc.disable()  # the collector would take most of the time over the growing tree, and find nothing
        try:
            return self._build()
        finally:
            if running:
                gc.enable()

    def _build(self) -> Node | None:
        event: yaml.Event | None = None
        parser = Parser(self._source.text)
        try:
            while (following := parser.get_event()) is not None:
                event = following
                match event:
                    case yaml.ScalarEvent():
                        self._scalar(event)
                    case yaml.CollectionStartEvent():
                        self._begin(event)
                    case yaml.CollectionEndEvent():
                        self._end(event)
                    case yaml.AliasEvent():
                        self._alias(event)
                    case yaml.DocumentStartEvent() if self._root is not None:
                        self._give_up(_at(event), "a second document begins here",
                                      "delete this line: a file holds one", broken=self._broken)
        except _Stop:
            pass
        except yaml.MarkedYAMLError as error:
            if not (self._broken and isinstance(event, yaml.AliasEvent)):  # "*Gnat strikes": one mistake, reported once
                line, column, message, hint = explain(error, self._source.lines, event)
                self._problems.add(self._source.span(line, column), message, hint)
            self._broken = True
        else:
            if self._root is None:
                self._problems.add(Span(self._source.name), "the file is empty")
        self._source.values = self._values
        return None if self._broken else self._root

    def _tell(self, at: _At, message: str, hint: str = "") -> None:
        self._problems.add(self._source.span(*at), message, hint)
        self._found += 1
        if self._found >= MAX_PROBLEMS:
            self._broken = True
            raise _Stop

    def _give_up(self, at: _At, message: str, hint: str = "", *, broken: bool = True) -> NoReturn:
        self._broken = broken
        self._tell(at, message, hint)
        raise _Stop

    def _expecting_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].entries is not None and self._stack[-1].key is None

    def _count(self, at: _At, values: int, depth: int, tag: str | None = None) -> None:
        """Add a problem for a tag, which no value may have, and stop beyond the limits of a file."""
        if tag is not None:
            short = tag.replace("tag:yaml.org,2002:", "!!")
            self._tell(at, f"the tag {short} is not allowed", 'a text that begins with "!" needs quotes')
        if depth > MAX_DEPTH:
            self._give_up(at, f"values are nested more than {MAX_DEPTH} deep")
        self._values += values
        if self._values > MAX_VALUES:
            self._give_up(at, f"there are more than {MAX_VALUES} values, aliases counted", "split the file")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        at, plain, tag = _at(event), not event.style, event.tag  # most events of a file: kept fast
        text: str = event.value
        if len(text) <= _SHORT:
            text = self._words.setdefault(text, text)
        elif len(text) > MAX_TEXT:
            wrong = f"this text has {len(text):,} characters, the most are {MAX_TEXT:,}", "write it shorter"
            self._tell(at, *wrong)
            self._problems.settle(self._source.span(*at), *wrong)  # problems of the shortened text would mislead
            text = text[:_SHORT]
        frame = self._stack[-1] if self._stack else None
        entries = frame.entries if frame else None
        if frame and entries is not None and frame.key is None:
            if tag is not None:
                self._count(at, 0, 0, tag)
            if text and text not in entries and text != "<<":
                frame.key, frame.key_at = text, None
                frame.places.extend(at)
            else:
                self._key(frame, at, text, plain)
            return
        self._values += 1
        if tag is not None or self._values > MAX_VALUES:
            self._count(at, 0, 0, tag)
        node = Scalar(self._source, at[0], at[1], text, plain)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(node, 1)
        if frame and entries is not None and frame.key is not None and not frame.key_at:
            entries[frame.key] = node
            frame.key = None
        else:
            self._put(node)

    def _key(self, frame: _Frame, at: _At, text: str, plain: bool) -> None:
        assert frame.entries is not None
        frame.key, frame.key_at = text, at if plain and text == "<<" else None
        if frame.key_at:
            return
        if plain and not text:
            self._broken = True
            self._tell(at, "there is no key before this ':'", "write the key, or put the text in quotes")
        if text not in frame.entries:
            frame.places.extend(at)
            return
        first = len(frame.numbers)
        frame.numbers.update((name, number) for number, name in enumerate(islice(frame.entries, first, None), first))
        self._tell(at, f"key '{text}' is given twice", f"first given on line {frame.places[2 * frame.numbers[text]]}")

    def _put(self, node: Node, height: int = 0) -> None:
        """Add a value, which contains `height` levels, to the innermost open list or mapping."""
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        frame.height = max(frame.height, height + 1)
        if frame.entries is None:
            frame.items.append(node)
            return
        assert frame.key is not None
        if frame.key_at:
            frame.merged.append((frame.key_at, node))
        else:
            frame.entries[frame.key] = node
        frame.key = None

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        at, mapping = _at(event), isinstance(event, yaml.MappingStartEvent)
        if self._expecting_key():
            self._give_up(at, "a key must be a text",
                          f'a text that begins with "{"{" if mapping else "["}" needs quotes')
        self._count(at, 1, len(self._stack) + 1, event.tag)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor()
        self._stack.append(_Frame(at, event.anchor, self._values - 1, {} if mapping else None))

    def _end(self, _event: yaml.CollectionEndEvent) -> None:
        frame = self._stack.pop()
        node: Node
        if frame.entries is None:
            node = SequenceNode(self._source, *frame.at, tuple(frame.items))
        else:
            for at, value in frame.merged:
                for base in value.listed:
                    if isinstance(base, MappingNode):
                        new = [key for key in base.entries if key not in frame.entries]
                        frame.entries.update((key, base.entries[key]) for key in new)
                        frame.places.extend(number for key in new for number in base.place(key))
                    elif not self._broken:
                        self._tell(at, "'<<' takes over the keys of a mapping, and this is not one", "write <<: *name")
            node = MappingNode(self._source, *frame.at, frame.entries, frame.places)
        if frame.anchor is not None:
            self._anchors[frame.anchor] = _Anchor(node, self._values - frame.before, frame.height)
        self._put(node, frame.height)

    def _alias(self, event: yaml.AliasEvent) -> None:
        at, name = _at(event), event.anchor or ""
        if self._expecting_key():
            self._give_up(at, "an alias cannot be a key", 'a text that begins with "*" needs quotes')
        anchor = self._anchors.get(name)
        if anchor and anchor.node:
            self._count(at, anchor.values, len(self._stack) + anchor.height)
            self._put(anchor.node, anchor.height)
            return
        self._broken = True
        if anchor:
            self._tell(at, f"*{name} stands inside the very value that &{name} names")
        else:
            hint = f"{suggestion(name, self._anchors)}; " if self._anchors else ""
            self._tell(at, f"nothing is named &{name} before this *{name}",
                       f'{hint}a text that begins with "*" needs quotes')
        self._put(Scalar(self._source, *at, "", plain=True))


def _at(event: yaml.Event) -> _At:
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1
