"""YAML in: a tree of values that know their file, line and column.

The tree is built from the parser's events, never by PyYAML's own composer: that one overflows the C stack on
deep nesting, keeps silent about duplicate keys and turns `no`, `1:30` and `010` into something else. Values
follow YAML 1.2 (see `Scalar.value`); everything wrong with a file becomes a problem with a place and a hint.
"""

from __future__ import annotations

import gc
import re
from array import array
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeAlias

import yaml

from printshop.files import contents
from printshop.problems import Span, suggestion
from printshop.source.nodes import Mapping, Node, Scalar, Sequence, Source, split_lines
from printshop.source.syntax import explain

try:
    from yaml import CBaseLoader as Parser
except ImportError:  # PyYAML built without libyaml: fifteen times slower, otherwise the same
    from yaml import BaseLoader as Parser  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.problems import Problems


MAX_BYTES = 16_000_000
MAX_DEPTH = 64
MAX_VALUES = 500_000
MAX_TEXT = 50_000  # characters of one text: more than anybody prints
MAX_PROBLEMS = 500  # in one file, before reading stops

_SHORT = 16  # characters of a text that is worth sharing
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def parse(path: Path, problems: Problems, name: str | None = None) -> Node | None:
    """Read a YAML file; `name` is what messages call it.

    Returns None, after noting the problems, for a file without a readable tree.
    """
    name = str(path) if name is None else name
    text = read_text(path, problems, name)
    return None if text is None else parse_text(text, name, problems, path)


def read_text(path: Path, problems: Problems, name: str, saved: str = "save the file as UTF-8") -> str | None:
    """Return the text of a file in UTF-8, with or without its mark, or None after noting why it cannot be read.

    `saved` says what to do about one in another encoding.
    """
    try:
        data = contents(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        problems.add(Span(name), f"cannot read the file: {reason.lower()}")
        return None
    if len(data) > MAX_BYTES:
        problems.add(Span(name), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it up")
        return None
    return _decode(data.removeprefix(b"\xef\xbb\xbf"), name, problems, saved)


def parse_text(text: str, name: str, problems: Problems, path: Path | None = None) -> Node | None:
    """Read YAML from a text, as `parse` does from a file; `path` is the file that it comes from."""
    source = Source(name, text.removeprefix("\ufeff"), path)
    if not printable(source, problems):
        return None
    with _without_collector():
        return _Builder(source, problems).build()


def printable(source: Source, problems: Problems) -> bool:
    """Return whether a text has no characters that cannot be printed; the first that cannot is noted."""
    odd = _UNPRINTABLE.search(source.text)
    if odd:
        before = split_lines(source.text[: odd.start()])
        place = source.span(len(before), len(before[-1]) + 1)
        what = f"the unprintable character U+{ord(odd[0]):04X} is not allowed"
        problems.add(place, what, "delete it, or save the file as plain text in UTF-8")
    return not odd


@contextmanager
def _without_collector() -> Iterator[None]:
    """Hold the garbage collector off: over a growing tree it takes most of the time and finds nothing."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _decode(data: bytes, name: str, problems: Problems, saved: str) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            problems.add(Span(name), "the file is encoded as UTF-16", saved)
            return None
        before = split_lines(data[: error.start].decode("utf-8"))
        after = data[error.start :].split(b"\n", 1)[0].decode("utf-8", "replace")
        span = Span(name, len(before), len(before[-1]) + 1, split_lines(before[-1] + after)[0])
        guess = bytes(data[error.start : error.start + 1]).decode("cp1252", "replace")
        hint = f"{saved} (is this a '{guess}'?)"
        problems.add(span, f"the byte {data[error.start]:02x} is not UTF-8", hint)
        return None


_At: TypeAlias = tuple[int, int]  # line and column from 1


class _Stop(Exception):  # noqa: N818 - it ends the reading, it is no error of its own
    """Nothing more can be read from this file."""


class _Anchor(NamedTuple):
    """What `&name` stands for: sizes let an alias be counted without walking it."""

    node: Node | None  # None while it is still being read
    values: int
    height: int


class _Frame:
    """A list or mapping that is still open."""

    __slots__ = ("anchor", "at", "before", "entries", "height", "items", "key", "merged", "numbers", "places")

    def __init__(self, at: _At, anchor: str | None, before: int, mapping: bool) -> None:
        self.at = at
        self.anchor = anchor
        self.before = before  # values counted before this one
        self.height = 1
        self.key: str | None = None
        self.items: list[Node] = []
        self.entries: dict[str, Node] | None = {} if mapping else None
        self.places = array("I")
        self.numbers: dict[str, int] = {}  # of the keys, in their order; made when one is given twice
        self.merged: list[tuple[_At, Node]] | None = (
            None  # the values of `<<`, each with the place of its key
        )

    def first(self, key: str) -> int:
        """Return the line on which a key stands that is there already."""
        assert self.entries is not None
        known = len(self.numbers)
        self.numbers.update((name, known + number) for number, name in enumerate(islice(self.entries, known, None)))
        return self.places[2 * self.numbers[key]]

    def wants_key(self) -> bool:
        return self.entries is not None and self.key is None


class _Builder:
    """Turns events into nodes with a stack of its own, so that hostile nesting overflows nothing."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self._source = source
        self._problems = problems
        self._root: Node | None = None
        self._broken = False
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchor] = {}
        self._values = 0
        self._words: dict[str, str] = {}  # short texts recur: each is kept once
        self._line = 0
        self._found = 0
        self._merge_at = (0, 0)

    def build(self) -> Node | None:
        """Return the root, or None after noting why there is none."""
        event: yaml.Event | None = None
        try:
            for event in _events(self._source.text):
                self._take(event)
        except _Stop:
            pass
        except yaml.MarkedYAMLError as error:
            self._misread(error, event)
        else:
            if self._root is None:
                self._problems.add(Span(self._source.name), "the file is empty")
        self._source.values = self._values
        return None if self._broken else self._root

    def _misread(self, error: yaml.MarkedYAMLError, last: yaml.Event | None) -> None:
        told_already = self._broken and isinstance(
            last, yaml.AliasEvent
        )  # "*Gnat strikes": one slip, two effects
        self._broken = True
        if not told_already:
            line, column, message, hint = explain(error, self._source.lines, last)
            self._problems.add(self._source.span(line, column), message, hint)

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self._root is not None:
            self._tell(self._at(event), "a second document begins here", "delete this line: a file holds one")
            raise _Stop

    def _at(self, event: yaml.Event) -> _At:
        mark = event.start_mark
        assert mark is not None
        line = mark.line + 1
        if line != self._line:
            self._line = line  # all nodes of a line share one number object
        return self._line, mark.column + 1

    def _tell(self, at: _At, message: str, hint: str = "") -> None:
        self._problems.add(self._source.span(*at), message, hint)
        self._found += 1
        if self._found >= MAX_PROBLEMS:
            self._broken = True
            raise _Stop

    def _give_up(self, at: _At, message: str, hint: str = "") -> NoReturn:
        self._broken = True
        self._tell(at, message, hint)
        raise _Stop

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        at = line, column = self._at(event)
        text: str = event.value
        if len(text) <= _SHORT:
            text = self._words.setdefault(text, text)
        elif len(text) > MAX_TEXT:
            wrong = f"this text has {len(text):,} characters, the most are {MAX_TEXT:,}", "write it shorter"
            self._tell(at, *wrong)
            self._problems.settle(self._source.span(*at), *wrong)  # what is made of its beginning says nothing
            text = text[:_SHORT]
        if event.tag is not None:
            self._tag(at, event.tag)
        if self._stack and self._stack[-1].wants_key():
            self._key(self._stack[-1], at, text, not event.style)
            return
        self._count(at, 1)
        node = Scalar(self._source, line, column, text, not event.style)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(node, 1, 0)
        self._put(node)

    def _key(self, frame: _Frame, at: _At, text: str, plain: bool) -> None:
        frame.key = text
        if plain and text == "<<":
            frame.merged = frame.merged or []
            self._merge_at = at
            return
        if plain and not text:
            self._broken = True
            self._tell(at, "there is no key before this ':'", "write the key, or put the text in quotes")
        assert frame.entries is not None
        if text in frame.entries:
            first = frame.first(text)
            self._tell(at, f"key '{text}' is given twice", f"first given on line {first}")
        else:
            frame.places.extend(at)

    def _put(self, node: Node) -> None:
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        if frame.entries is None:
            frame.items.append(node)
            return
        assert frame.key is not None
        if frame.merged is not None and frame.key == "<<":
            frame.merged.append((self._merge_at, node))
        else:
            frame.entries[frame.key] = node
        frame.key = None

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        at = self._at(event)
        mapping = isinstance(event, yaml.MappingStartEvent)
        if self._stack and self._stack[-1].wants_key():
            hint = f'a text that begins with "{"{" if mapping else "["}" needs quotes'
            self._give_up(at, "a key must be a text", hint)
        if event.tag is not None:
            self._tag(at, event.tag)
        self._check_depth(at, len(self._stack) + 1)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(None, 0, 0)
        self._count(at, 1)
        self._stack.append(_Frame(at, event.anchor, self._values - 1, mapping))

    def _end(self) -> None:
        frame = self._stack.pop()
        node: Node
        if frame.entries is None:
            node = Sequence(self._source, *frame.at, tuple(frame.items))
        else:
            self._merge(frame, frame.entries)
            node = Mapping(self._source, *frame.at, frame.entries, frame.places)
        if frame.anchor is not None:
            self._anchors[frame.anchor] = _Anchor(node, self._values - frame.before, frame.height)
        self._grow(frame.height)
        self._put(node)

    def _merge(self, frame: _Frame, entries: dict[str, Node]) -> None:
        for at, value in frame.merged or ():
            for base in value.items if isinstance(value, Sequence) else (value,):
                if isinstance(base, Mapping):
                    new = [key for key in base.entries if key not in entries]
                    entries.update((key, base.entries[key]) for key in new)
                    frame.places.extend(number for key in new for number in base.place(key))
                elif not self._broken:
                    self._tell(
                        at, "'<<' takes over the keys of a mapping, and this is none", "write <<: *name"
                    )

    def _alias(self, event: yaml.AliasEvent) -> None:
        at = self._at(event)
        if self._stack and self._stack[-1].wants_key():
            self._give_up(at, "an alias cannot be a key", 'a text that begins with "*" needs quotes')
        name = event.anchor or ""
        anchor = self._anchors.get(name)
        if anchor is None or anchor.node is None:
            self._bad_alias(at, name)
            return
        self._check_depth(at, len(self._stack) + anchor.height)
        self._count(at, anchor.values)
        self._grow(anchor.height)
        self._put(anchor.node)

    def _bad_alias(self, at: _At, name: str) -> None:
        self._broken = True
        if name in self._anchors:
            self._tell(at, f"*{name} stands inside the very value that &{name} names")
        else:
            hint = f"{suggestion(name, self._anchors)}; " if self._anchors else ""
            hint += 'a text that begins with "*" needs quotes'
            self._tell(at, f"nothing is named &{name} before this *{name}", hint)
        self._put(Scalar(self._source, *at, "", plain=True))

    def _tag(self, at: _At, tag: str) -> None:
        short = tag.replace("tag:yaml.org,2002:", "!!")
        self._tell(at, f"the tag {short} is not allowed", 'a text that begins with "!" needs quotes')

    def _grow(self, height: int) -> None:
        if self._stack and self._stack[-1].height <= height:
            self._stack[-1].height = height + 1

    def _check_depth(self, at: _At, depth: int) -> None:
        if depth > MAX_DEPTH:
            self._give_up(at, f"values are nested more than {MAX_DEPTH} deep")

    def _count(self, at: _At, values: int) -> None:
        self._values += values
        if self._values > MAX_VALUES:
            self._give_up(at, f"there are more than {MAX_VALUES} values, aliases counted", "split the file")


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield the parser's events, from libyaml where PyYAML was built with it."""
    parser = Parser(text)
    while (event := parser.get_event()) is not None:
        yield event
