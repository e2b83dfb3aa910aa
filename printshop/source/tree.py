"""Values of a YAML file, each with its position: scalars, lists and mappings."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar, TypeAlias

from printshop.problems import Span

TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx")  # of files whose rows are units
MAX_DEPTH = 64  # levels of nested values
UNKNOWN = "unknown"
"""The word, without quotes, for a value that is lost. A blank is printed for such a value."""

ScalarValue: TypeAlias = str | int | Fraction | bool | None

_INTEGER_PATTERN = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})")
_DECIMAL_PATTERN = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})\.[0-9]{1,100}")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""The line ends of YAML. str.splitlines would also split at other characters."""
_UNQUOTED_PATTERN = re.compile(r"(?:[0-9]{1,6}(?![eExXoO]))?[^\W\d_](?:[\w ./()&+'–’-]*[\w.)’])?")
_RESERVED_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", UNKNOWN))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_MAX_COMMENT_LENGTH = 60  # characters of a comment that are examined
_OPENING_QUOTES = "“”„‟‘‚‛"
_CURLY_QUOTED_PATTERN = re.compile(f"[{_OPENING_QUOTES}]([^“”„‟‘’‚‛]+)[“”‟‘’‛]")
_SCALAR_MISTAKES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i:yes|no|on|off|y|n)"), "write true or false (yes/no/on/off are plain text here)"),
    (_CURLY_QUOTED_PATTERN, r"leave out the quotes: write \1"),
    (re.compile(r"([-+]?)0+([1-9][0-9]*|0)"), r"leading zeros are not allowed: write \1\2"),
    (re.compile(r"([-+]?)(\.[0-9]+)"), r"write a digit before the point: \g<1>0\2"),
    (re.compile(r"([-+]?[0-9]+)\."), r"write it without the point: \1"),
    (re.compile(r"([-+]?[0-9]{1,3})[_,' \u00a0\u202f]([0-9]{3})"), r"write the digits together: \1\2"),
    (re.compile(r"([-+]?[0-9]+),([0-9]+)"), r"write decimals with a point, not a comma: \1.\2"),
    (re.compile(r"([-+]?[0-9]+) +[^\W\d_].*"), r"write the number alone: \1"),
)


@dataclass(eq=False, repr=False)
class SourceText:
    """The text of a file, with the name of the file in messages.

    If there is a file, `path` is its path. `value_count` is the number of values in the text. The values of an alias
    count each time. `note` is a warning about the file, or "".
    """

    name: str
    text: str
    path: Path | None = None
    value_count: int = 0
    note: str = ""

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their line ends.

        The text is split only when a message needs a line.
        """
        return LINE_END.split(self.text)

    @cached_property
    def has_hash_words(self) -> bool:
        """Whether the text has a # that follows other text and a space, and stands directly before a word."""
        return bool(re.search(r"\S[ \t]+#\w", self.text))

    def make_span(self, line: int, column: int) -> Span:
        """Return a position with the text of its line. Both numbers count from 1."""
        return Span(self.name, line, column, self.lines[line - 1] if 1 <= line <= len(self.lines) else "")


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A value in a file.

    `line` and `column` are the position of its first character, counted from 1. Nodes of every kind have a text, items
    and entries. If one of these does not apply to the kind, it is empty.
    """

    source: SourceText
    line: int
    column: int
    opening_sign: ClassVar[str] = ""  # the sign that begins such a value in YAML

    @property
    def text(self) -> str:
        """The text of a scalar. For other values it is ""."""
        return ""

    @property
    def value(self) -> ScalarValue:
        """The Python value of a scalar. For other values it is None."""
        return None

    @property
    def items(self) -> tuple[Node, ...]:
        """The values of a list."""
        return ()

    @property
    def items_or_self(self) -> tuple[Node, ...]:
        """The items of a list.

        Any other value is returned as a list with one item.
        """
        return self.items if isinstance(self, SequenceNode) else (self,)

    @property
    def entries(self) -> dict[str, Node]:
        """The values of a mapping by key."""
        return {}

    @property
    def span(self) -> Span:
        """The position for a message."""
        return self.source.make_span(self.line, self.column)

    @property
    def hint(self) -> str:
        """A hint for a message that another kind of value was expected here, or "" if there is none."""
        begins = self.opening_sign and self.span.text.startswith(self.opening_sign, self.column - 1)
        return f'a text that begins with "{self.opening_sign}" needs quotes' if begins else ""


@dataclass(eq=False, repr=False, slots=True)
class ScalarNode(Node):
    """A single value: its text, and whether the text is plain (without quotes)."""

    text: str = field()  # replaces the property: without field() that would count as a default
    is_plain: bool

    @property
    def value(self) -> ScalarValue:
        """The value by the rules of YAML 1.2: text, a whole number, an exact decimal, true/false or None.

        Everything in quotes is text. The special values of older YAML are also text: yes, no, on, 1:30, 1_000,
        010, 1e3.
        """
        return _parse_scalar(self.text) if self.is_plain else self.text

    @property
    def hint(self) -> str:
        """A hint for a message that another kind of value was expected instead of this text, or "" if there is none."""
        text = self.text
        if not self.is_plain:
            return "" if isinstance(_parse_scalar(text), str) or not text else f"leave out the quotes: write {text}"
        for pattern, hint in _SCALAR_MISTAKES:
            if match := pattern.fullmatch(text):
                return match.expand(hint)
        if not text and re.search(r"\s#\S", self.span.text[self.column - 1 :]):
            return "a value that begins with # needs quotes: \"#...\" (without quotes, # begins a comment)"
        return ""

    @property
    def lost_comment(self) -> str:
        """The comment after a text that may be meant as part of the text, or "".

        For example, it is `#9` for the text `Tug` in the line `Tug #9`.
        """
        if not self.is_plain or not self.source.has_hash_words:
            return ""
        line, start = self.source.lines[self.line - 1], self.column - 1
        line_end = line[start + len(self.text) : start + len(self.text) + _MAX_COMMENT_LENGTH]
        comment = re.match(r"[ \t]+(#\w.*)", line_end) if line.startswith(self.text, start) else None
        return re.split(r"[,\]}]| #", comment[1])[0].strip() if comment else ""

    @property
    def curly_quoted_text(self) -> str:
        """The text between curly quotes, or "" if there are none.

        YAML reads curly quotes as part of the text.
        """
        has_quote = self.is_plain and self.text[:1] in _OPENING_QUOTES
        quoted = _CURLY_QUOTED_PATTERN.fullmatch(self.text) if has_quote else None
        return quoted[1] if quoted else ""

    def find_span(self, offset: int) -> Span:
        """Return the position of the character at `offset`, counted from 0, for a message about a part of the text.

        If the file does not contain the text unchanged on one line (it is folded or escaped), return the position
        where the text begins.
        """
        start = self.column - 1 + (not self.is_plain)
        is_on_one_line = self.text and self.span.text.startswith(self.text, start)
        return self.source.make_span(self.line, start + offset + 1) if is_on_one_line else self.span


@lru_cache(4096)
def _parse_scalar(text: str) -> ScalarValue:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER_PATTERN.fullmatch(text):
        return int(text)
    return Fraction(text) if _DECIMAL_PATTERN.fullmatch(text) else text


def quote_yaml(text: str) -> str:
    r"""Return a text as YAML. It is in quotes if YAML or this program could mistake it for something else.

    >>> quote_yaml("Mary Celeste"), quote_yaml("no"), quote_yaml("1904"), quote_yaml("2d6"), quote_yaml('The "Rat": #2')
    ('Mary Celeste', '"no"', '"1904"', '2d6', '"The \\"Rat\\": #2"')
    """
    if _UNQUOTED_PATTERN.fullmatch(text) and text.casefold() not in _RESERVED_WORDS:
        return text
    escape_codes = (f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}" for sign in text)
    escaped_signs = (_ESCAPES.get(sign) or (sign if sign.isprintable() else code) for sign,
                     code in zip(text, escape_codes, strict=True))
    return f'"{"".join(escaped_signs)}"'


@dataclass(eq=False, repr=False, slots=True)
class SequenceNode(Node):
    """A list of values."""

    items: tuple[Node, ...] = field()
    opening_sign: ClassVar[str] = "["


@dataclass(eq=False, repr=False, slots=True)
class MappingNode(Node):
    """Values by key, in the order of the file.

    Values merged by `<<` come last and keep their own positions.
    """

    entries: dict[str, Node] = field()
    _key_positions: array[int]  # line and column of each key in turn: 8 bytes a key
    # by key: the index in `_key_positions`; made for the first message only
    _position_index: dict[str, int] | None = None
    opening_sign: ClassVar[str] = "{"

    def find_key_position(self, key: str) -> tuple[int, int]:
        """Return the line and column of a key in its own file.

        If the key is missing, return those of the mapping.
        """
        if self._position_index is None:
            self._position_index = {name: 2 * number for number, name in enumerate(self.entries)}
        index = self._position_index.get(key)
        return (self.line, self.column) if index is None else (self._key_positions[index],
                                                               self._key_positions[index + 1])

    def find_key_span(self, key: str) -> Span:
        """Return the position of a key, for a message about the key or about a missing value."""
        return self.source.make_span(*self.find_key_position(key))

    def copy_without(self, *keys: str) -> MappingNode:
        """Return a copy of the mapping without some of its keys."""
        return self.copy_with_entries({key: node for key, node in self.entries.items() if key not in keys})

    def copy_with_entries(self, entries: dict[str, Node]) -> MappingNode:
        """Return a copy of the mapping with the given entries.

        Keys of the mapping keep their positions.
        """
        return MergedMapping(self, entries, {key: self for key in entries if key in self.entries})


class MergedMapping(MappingNode):
    """A mapping with entries from other mappings, perhaps in several files.

    Every key keeps its position. The mapping itself has the position of the node `position`. `origins` are the mappings
    from which the keys come. A key without an origin has the position of its value.
    """

    __slots__ = ("_origins",)

    def __init__(self, position: Node, entries: dict[str, Node], origins: dict[str, MappingNode]) -> None:
        super().__init__(position.source, position.line, position.column, entries, array("I"))
        self._origins = origins

    def find_key_position(self, key: str) -> tuple[int, int]:
        """Return the line and column of a key in its own file."""
        return (span := self.find_key_span(key)).line, span.column

    def find_key_span(self, key: str) -> Span:
        """Return the position of a key in its own file."""
        if key in self._origins:
            return self._origins[key].find_key_span(key)
        return self.entries.get(key, self).span


def list_scalars(node: Node) -> list[ScalarNode]:
    """Return all scalars of a tree, in any order."""
    nodes, scalars = [node], list[ScalarNode]()
    while nodes:
        match nodes.pop():
            case ScalarNode() as scalar:
                scalars.append(scalar)
            case SequenceNode(items=items):
                nodes += items
            case MappingNode(entries=entries):
                nodes += entries.values()
    return scalars
