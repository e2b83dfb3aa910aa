"""The values of a YAML file, each with its place."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar, TypeAlias

from printshop.problems import Span

UNKNOWN = "unknown"
"""The word that stands, unquoted, for a figure nobody knows any more: the product prints a blank for it."""

Value: TypeAlias = str | int | Fraction | bool | None

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})\.[0-9]{1,100}")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""Where YAML ends a line; str.splitlines knows more ends."""
_LONGEST = 60  # characters of a comment that are looked at
_OPENING = "“”„‟‘‚‛"
_CURLY = re.compile(f"[{_OPENING}]([^“”„‟‘’‚‛]+)[“”‟‘’‛]")
_SLIPS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i:yes|no|on|off|y|n)"), "write true or false (yes/no/on/off are plain text here)"),
    (_CURLY, r"leave out the quotes: write \1"),
    (re.compile(r"([-+]?)0+([1-9][0-9]*|0)"), r"leading zeros are not allowed: write \1\2"),
    (re.compile(r"([-+]?)(\.[0-9]+)"), r"write a digit before the point: \g<1>0\2"),
    (re.compile(r"([-+]?[0-9]+)\."), r"write it without the point: \1"),
    (re.compile(r"([-+]?[0-9]{1,3})[_,' ]([0-9]{3})"), r"write the digits together: \1\2"),
    (re.compile(r"([-+]?[0-9]+),([0-9]+)"), r"decimals have a point, no comma: \1.\2"),
    (re.compile(r"([-+]?[0-9]+) +[^\W\d_].*"), r"write the number alone: \1"),
)


@dataclass(eq=False, repr=False)
class Source:
    """One file's text under the name that messages show; `path` is where it was read from, if from a file.

    `values` is how many there are in it, aliases counted.
    """

    name: str
    text: str
    path: Path | None = None
    values: int = 0

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; split only when a message needs one."""
        return LINE_END.split(self.text)

    @cached_property
    def tagged(self) -> bool:
        """Whether a # with a word behind it, and a space before, stands anywhere behind something else."""
        return bool(re.search(r"\S[ \t]+#\w", self.text))

    def span(self, line: int, column: int) -> Span:
        """Return a place with its line; both numbers count from 1."""
        return Span(self.name, line, column, self.lines[line - 1] if 1 <= line <= len(self.lines) else "")


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A value in a file: line and column, from 1, are those of its first character.

    Whatever it is, it can be asked for its text, its items and its entries: of what is none it has none.
    """

    source: Source
    line: int
    column: int
    opener: ClassVar[str] = ""  # what YAML takes for the beginning of such a value

    @property
    def text(self) -> str:
        """The text of a single value."""
        return ""

    @property
    def value(self) -> Value:
        """What a single value is."""
        return None

    @property
    def items(self) -> tuple[Node, ...]:
        """The values of a list."""
        return ()

    @property
    def listed(self) -> tuple[Node, ...]:
        """The values of a list; any other value alone."""
        return self.items if isinstance(self, SequenceNode) else (self,)

    @property
    def entries(self) -> dict[str, Node]:
        """The values of a mapping by their keys."""
        return {}

    @property
    def span(self) -> Span:
        """The place for a message."""
        return self.source.span(self.line, self.column)

    @property
    def hint(self) -> str:
        """What to write instead where another kind of value was expected; "" if nothing comes to mind."""
        begins = self.opener and self.span.text.startswith(self.opener, self.column - 1)
        return f'a text that begins with "{self.opener}" needs quotes' if begins else ""


@dataclass(eq=False, repr=False, slots=True)
class Scalar(Node):
    """A single value: its text, and whether it stood there plainly, without quotes."""

    text: str = field()  # which hides that of all nodes: without a field it would count as a default
    plain: bool

    @property
    def value(self) -> Value:
        """The value as YAML 1.2 reads it: text, a whole number, an exact decimal, true/false or nothing.

        Everything in quotes is text, and so are the traps of older YAML: yes, no, on, 1:30, 1_000, 010, 1e3.
        """
        return _read(self.text) if self.plain else self.text

    @property
    def hint(self) -> str:
        """What to write instead of this text where another kind of value was expected."""
        text = self.text
        if not self.plain:
            return "" if isinstance(_read(text), str) or not text else f"leave out the quotes: write {text}"
        for pattern, hint in _SLIPS:
            if match := pattern.fullmatch(text):
                return match.expand(hint)
        if not text and re.search(r"\s#\S", self.span.text[self.column - 1 :]):
            return 'a value that begins with # needs quotes: "#..." (what follows a bare # is a comment)'
        return ""

    @property
    def cut(self) -> str:
        """What YAML takes for a comment, and may be meant as the rest of this text: `#9` where `Tug #9` stands."""
        if not self.plain or not self.source.tagged:
            return ""
        line, start = self.source.lines[self.line - 1], self.column - 1
        rest = line[start + len(self.text) : start + len(self.text) + _LONGEST]
        comment = re.match(r"[ \t]+(#\w.*)", rest) if line.startswith(self.text, start) else None
        return re.split(r"[,\]}]| #", comment[1])[0].strip() if comment else ""

    @property
    def curly(self) -> str:
        """The text within its quotes, if it stands in curly ones, which YAML takes for a part of it; else nothing."""
        quoted = _CURLY.fullmatch(self.text) if self.plain and self.text[:1] in _OPENING else None
        return quoted[1] if quoted else ""

    def span_at(self, offset: int) -> Span:
        """Return the place of a character of the text, counted from 0, for a message about a part of it.

        A text that does not stand in one line as it is (folded, escaped) gives the place where it begins.
        """
        start = self.column - 1 + (not self.plain)
        whole = self.text and self.span.text.startswith(self.text, start)
        return self.source.span(self.line, start + offset + 1) if whole else self.span


@lru_cache(4096)
def _read(text: str) -> Value:
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    return Fraction(text) if _DECIMAL.fullmatch(text) else text


@dataclass(eq=False, repr=False, slots=True)
class SequenceNode(Node):
    """A list of values."""

    items: tuple[Node, ...] = field()
    opener: ClassVar[str] = "["


@dataclass(eq=False, repr=False, slots=True)
class MappingNode(Node):
    """Values by key, in the order of the file; what `<<` merges in comes last and keeps its own place."""

    entries: dict[str, Node] = field()
    _places: array[int]  # line and column of each key in turn: 8 bytes a key
    _index: dict[str, int] | None = None  # made for the first message only
    opener: ClassVar[str] = "{"

    def place(self, key: str) -> tuple[int, int]:
        """Return line and column of a key, in its own file; the mapping's own place for a key that it does not have."""
        if self._index is None:
            self._index = {name: 2 * number for number, name in enumerate(self.entries)}
        at = self._index.get(key)
        return (self.line, self.column) if at is None else (self._places[at], self._places[at + 1])

    def key_span(self, key: str) -> Span:
        """Return the place of a key, for a message about the key itself or about a value that is missing."""
        return self.source.span(*self.place(key))

    def without(self, *keys: str) -> MappingNode:
        """Return this mapping without some of its keys."""
        return self.having({key: node for key, node in self.entries.items() if key not in keys})

    def having(self, entries: dict[str, Node]) -> MappingNode:
        """Return this mapping with other entries; the keys that it has already keep their places."""
        return Merged(self, entries, {key: self for key in entries if key in self.entries})


class Merged(MappingNode):
    """A mapping put together from others, which may stand in files of their own: every key keeps its place.

    It counts as standing where `at` does; `origins` are the mappings that the keys stand in, a key without one stands
    where its value does.
    """

    __slots__ = ("_origins",)

    def __init__(self, at: Node, entries: dict[str, Node], origins: dict[str, MappingNode]) -> None:
        super().__init__(at.source, at.line, at.column, entries, array("I"))
        self._origins = origins

    def place(self, key: str) -> tuple[int, int]:
        """Return line and column of a key in its own file."""
        return (span := self.key_span(key)).line, span.column

    def key_span(self, key: str) -> Span:
        """Return the place of a key in its own file."""
        if key in self._origins:
            return self._origins[key].key_span(key)
        return self.entries.get(key, self).span


def scalars(node: Node) -> Iterator[Scalar]:
    """Give all single values at a node, however deep, in any order."""
    left = [node]
    while left:
        match left.pop():
            case Scalar() as scalar:
                yield scalar
            case SequenceNode(items=items):
                left += items
            case MappingNode(entries=entries):
                left += entries.values()
