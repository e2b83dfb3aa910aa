"""Read checked values from the YAML tree: each reader adds problems and returns a harmless stand-in.

A `Reader` reads one mapping. Ask it for every key that may be there, then call `done`, which reports the
keys that nobody asked for. The default `...` makes a key required.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from types import EllipsisType
from typing import Any, TypeVar

from printshop.problems import Problems, Span, suggestion
from printshop.source import UNKNOWN, MappingNode, Node, Scalar, SequenceNode, scalars
from printshop.units import Length, parse_length, parse_size

T = TypeVar("T")
D = TypeVar("D")

NOTHING = Length(Fraction(0), "0 pt")
_MEASURED = re.compile(r"(0|[1-9][0-9]{0,9}) ?(?:in|inch|inches|mm|cm|ft|pt|\"|″)")


def describe(node: Node) -> str:
    """Return a description of a node in a user's words: "the text 'yes'", "the number 4", "a list"."""
    if not isinstance(node, Scalar):
        return "a list" if isinstance(node, SequenceNode) else "a block of keys"
    match node.value:
        case bool() as value:
            return "true" if value else "false"
        case None:
            return "nothing"
        case str() as text:
            return f"the {'' if node.plain else 'quoted '}text '{_shorten(text)}'"
    return f"the number {node.text}"


def spoken(key: str) -> str:
    """Return a key as a title: "Gun stick" for gun_stick."""
    return key.replace("_", " ").capitalize()


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def is_unknown(node: Node | None) -> bool:
    """Return whether a node is the plain word `unknown`: a figure that nobody knows any more."""
    return isinstance(node, Scalar) and node.plain and node.text == UNKNOWN


def _number_hint(node: Node) -> str:
    """Return a hint for a text that was meant as a number; "" for words."""
    if not isinstance(node, Scalar):
        return ""
    if measure := _MEASURED.fullmatch(node.text):
        return f"write {measure[1]}: a number alone, without a unit of measure"
    return node.hint if any(letter.isdigit() for letter in node.text) else ""


def _bare(node: Node) -> bool:
    """Return whether a node has no value, as after a word alone in braces."""
    return isinstance(node, Scalar) and node.plain and not node.text


def whole_number(node: Node, what: str, problems: Problems, low: int | None, high: int | None) -> int | None:
    """Return the whole number of a node, or None after adding a problem if there is none from `low` to `high`."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int):
        problems.add(node.span, f"{what} must be a whole number, found {describe(node)}", _number_hint(node))
    elif low is not None and value < low:
        problems.add(node.span, f"{what} is {value}, the smallest allowed is {low}")
    elif high is not None and value > high:
        problems.add(node.span, f"{what} is {value}, the largest allowed is {high}")
    else:
        return value
    return None


def plain_text(node: Node, what: str, problems: Problems) -> str | None:
    """Return the text of a node (a number counts as its digits), or None after adding a problem.

    A text that YAML ends at a #, or in quotes that YAML does not know, is a problem, and is returned as it was meant.
    """
    if not isinstance(node, Scalar) or node.value is None or isinstance(node.value, bool):
        hint = "" if isinstance(node, Scalar) else node.hint
        if isinstance(node, Scalar) and node.text:
            hint = f'write "{node.text}" in quotes if the word is meant'
        elif isinstance(node, MappingNode) and node.hint:
            empty = [*map(_bare, node.entries.values())]
            word = _shorten(next(iter(node.entries), ""))
            hint = f'write it in quotes: "{{{word}}}"' if empty == [True] else hint
            hint = hint if any(empty) else "write a text alone"
        problems.add(node.span, f"{what} must be a text, found {describe(node)}", hint)
        return None
    if not node.text.strip():
        problems.add(node.span, f"{what} is empty")
        return None
    if node.cut:
        whole = f"{node.text} {node.cut}"
        problems.add(node.span, f"{what} ends before the #, where YAML begins a comment",
                     f'write "{whole}" in quotes, or put a space behind the # of a comment')
        return whole
    if node.curly:
        problems.add(node.span, f"{what} stands in curly quotes, which YAML takes for a part of it",
                     f'write straight ones: "{node.curly}"; curly ones that are to be printed stand between these')
    return node.curly or node.text


def true_or_false(node: Node, what: str, problems: Problems) -> bool | None:
    """Return the truth value of a node, or None after adding a problem."""
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    word = node.text.casefold()
    write = "write true: " if word in {"yes", "y", "on"} else "write false: " if word in {"no", "n", "off"} else ""
    problems.add(node.span, f"{what} must be true or false, found {describe(node)}",
                 f"{write}yes, no, on and off are plain text here")
    return None


def _measured(parse: Callable[[str], T], example: str) -> Callable[[Node, str, Problems], T | None]:
    def read(node: Node, what: str, problems: Problems) -> T | None:
        if not isinstance(node, Scalar) or not node.text:
            problems.add(node.span, f"{what} must be a length, found {describe(node)}", f"for instance {example}")
            return None
        try:
            return parse(node.text)
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{what}: {message}", f"write {hint}" if hint else "")
            return None

    return read


def _color(node: Node, what: str, problems: Problems) -> str | None:
    text, digits = node.text, node.text.removeprefix("#")
    good = re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits)
    if good and text.startswith("#"):
        return "#" + "".join(digit * (6 // len(digits)) for digit in digits.lower())
    straight = "straight " * ("“" in text or "”" in text)
    if good:
        wrong, hint = f"{what}: the colour '{text}' lacks its #", f'write "#{digits}", in quotes'
    elif text:
        wrong = f"{what}: '{text}' is not a colour"
        hint = f'write "#rrggbb", in {straight}quotes, for instance "#0072b2"'
    else:  # an unquoted #0072B2 is a comment in YAML
        wrong = f"{what} must be a colour, found {describe(node)}"
        hint = 'write it in quotes, for instance "#0072b2": without them YAML takes # for a comment'
    problems.add(node.span, wrong, hint)
    return None


def one_of(node: Node, what: str, options: Collection[str], problems: Problems) -> str | None:
    """Return the option that a node names, or None after adding a problem."""
    if node.text in options:
        return node.text
    hint, said = suggestion(node.text, options), f"'{node.text}'" if node.text else describe(node)
    problems.add(node.span, f"{what}: {said} is not one of {', '.join(options)}",
                 hint if hint.startswith("did") else "")
    return None


class Reader:
    """A reader of one mapping of the data, key by key. `what` names the mapping in messages: "template 'arcs'".

    `context` is what its values may refer to; readers of its inner mappings share it. `key` is the name that the game
    gives the mapping, "" if it has none.
    """

    def __init__(self, node: Node | None, problems: Problems, what: str, context: Any = None, key: str = "") -> None:
        self.what, self.problems, self.context, self.key = what, problems, context, key
        self._asked: set[str] = set()
        self._missed: dict[str, str] = {}  # missing required keys, with the message of the problem
        self._node = node
        self._entries = node.entries if node else {}
        self._misread = not isinstance(node, MappingNode | None)
        if self._misread and node:
            problems.add(node.span, f"{what} must be a block of keys, found {describe(node)}",
                         "write its keys below it, indented, as key: value")
        self.begin()

    def begin(self) -> None:
        """Count problems added from now on as mistakes of this mapping."""
        self._before = len(self.problems)

    @property
    def sound(self) -> bool:
        """Whether it is a mapping, and no problem was added since `begin`."""
        return len(self.problems) == self._before and not self._misread

    @property
    def place(self) -> Span | None:
        """The position of the mapping."""
        return self._node.span if self._node else None

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def written(self) -> Iterator[str]:
        """Yield the texts of all scalars in the mapping."""
        yield from (scalar.text for scalar in (scalars(self._node) if self._node else ()))

    def reword(self, change: Callable[[Node], Node], but: Collection[str]) -> None:
        """Replace the values of all keys except `but`, before they are read."""
        self._entries = {key: node if key in but else change(node) for key, node in self._entries.items()}

    def keys(self) -> tuple[str, ...]:
        """Return the keys of the mapping, in the order of the file."""
        return tuple(self._entries)

    def node(self, key: str, *, required: bool = False) -> Node | None:
        """Return the value of a key, or None; a missing required key is added as a problem."""
        self._asked.add(key)
        node = self._entries.get(key)
        if node is None and required and isinstance(self._node, MappingNode):
            self.lack(key)
        return node

    def missing(self, keys: frozenset[str]) -> frozenset[str]:
        """Mark some keys as asked for, and return the missing ones."""
        self._asked |= keys
        return keys - self._entries.keys()

    def lack(self, key: str, hint: str = "") -> None:
        """Add the problem that a required key is missing; if it turns out to be misspelt, `done` removes it again."""
        self._missed[key] = f"{self.what} lacks '{key}'"
        self.problems.add(self.place, self._missed[key], hint)

    def peek(self, key: str) -> Node | None:
        """Return the value of a key, or None, without marking the key as asked for."""
        return self._entries.get(key)

    def word(self, key: str) -> str:
        """Return the text of a key's value, or "", without marking the key as asked for."""
        return self._entries[key].text if key in self._entries else ""

    def inside(self, key: str) -> dict[str, Node]:
        """Return the entries of a key's value, perhaps none, without marking the key as asked for."""
        return self._entries[key].entries if key in self._entries else {}

    def span(self, key: str) -> Span | None:
        """Return the position of a key's value, or that of the mapping if the key is missing."""
        return self._entries[key].span if key in self._entries else self.place

    def key_span(self, key: str) -> Span | None:
        """Return the position of a key itself, or that of the mapping if the key is missing."""
        return self._node.key_span(key) if isinstance(self._node, MappingNode) and key in self._entries else self.place

    def fail(self, key: str, message: str, hint: str = "") -> None:
        """Add a problem at the value of a key."""
        self.problems.add(self.span(key), message, hint)

    def filled(self, *keys: str) -> None:
        """Add a problem for each key whose value is an empty list."""
        for key in keys:
            node = self._entries.get(key)
            if isinstance(node, SequenceNode) and not node.items:
                self.fail(key, f"'{key}' of {self.what} is an empty list",
                          "write what belongs into it, or leave it out")

    def at_most(self, key: str, entries: Sequence[T], most: int) -> tuple[T, ...]:
        """Return at most `most` entries of a key, after adding a problem for more."""
        if len(entries) > most:
            self.fail(key, f"'{key}' of {self.what} has {len(entries):,} entries, at most {most:,} are possible")
        return tuple(entries[:most])

    def unknown(self, key: str) -> bool:
        """Return whether the value of a key is the plain word `unknown`: the source has lost it."""
        return is_unknown(self.node(key))

    def _take(self, key: str, default: D | EllipsisType, read: Callable[[Node, str, Problems], T | None], empty: T,
              ) -> T | D:
        """Return the value that `read` gets from the node of a key; else the default, or `empty` for a required key."""
        node = self.node(key, required=default is ...)
        value = None if node is None else read(node, f"'{key}' of {self.what}", self.problems)
        return value if value is not None else empty if isinstance(default, EllipsisType) else default

    def text(self, key: str, default: D | EllipsisType = ...) -> str | D:
        """Return a text; a number counts as its digits."""
        return self._take(key, default, plain_text, "")

    def whole(self, key: str, default: D | EllipsisType = ..., low: int | None = None,
              high: int | None = None) -> int | D:
        """Return a whole number from `low` to `high`."""
        return self._take(key, default, lambda node, what, problems: whole_number(node, what, problems, low, high),
                          low or 0)

    def number(self, key: str, default: D | EllipsisType = ..., low: float | None = None,
               high: float | None = None) -> Fraction | D:
        """Return an exact number, whole or decimal, from `low` to `high`."""
        def read(node: Node, what: str, problems: Problems) -> Fraction | None:
            value = node.value
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                problems.add(node.span, f"{what} must be a number, found {describe(node)}", _number_hint(node))
            elif (low is not None and value < low) or (high is not None and value > high):
                limits = " and ".join(f"{word} {limit:g}" for word, limit in (("at least", low), ("at most", high))
                                      if limit is not None)
                problems.add(node.span, f"{what} is {float(value):g}, it must be {limits}")
            else:
                return Fraction(value)
            return None

        return self._take(key, default, read, Fraction(1))

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        return self._take(key, default, true_or_false, False)

    def choice(self, key: str, options: Collection[str], default: D | EllipsisType = ...) -> str | D:
        """Return one of the options."""
        return self._take(key, default, lambda node, what, problems: one_of(node, what, options, problems),
                          next(iter(options), ""))

    def length(self, key: str, default: D | EllipsisType = ...) -> Length | D:
        """Return a length; a bare number is a problem."""
        return self._take(key, default, _measured(parse_length, "3 in"), NOTHING)

    def size(self, key: str, default: D | EllipsisType = ...) -> tuple[Length, Length] | D:
        """Return a width and a length, written "1/2 x 3/4 in"."""
        return self._take(key, default, _measured(parse_size, "1/2 x 3/4 in"), (NOTHING, NOTHING))

    def color(self, key: str, default: D | EllipsisType = ...) -> str | D:
        """Return a colour as "#rrggbb"."""
        return self._take(key, default, _color, "#000000")

    def texts(self, key: str, default: tuple[str, ...] | EllipsisType = ()) -> tuple[str, ...]:
        """Return a list of texts; a single text counts as a list of one."""
        if key not in self and not isinstance(default, EllipsisType):
            self.node(key)
            return default
        return tuple(text for text, _ in self.placed_texts(key, default))

    def placed_texts(self, key: str, default: tuple[str, ...] | EllipsisType = ()) -> list[tuple[str, Span]]:
        """Return a list of texts with their positions; a missing key has none, also if it has a default."""
        listed = self.node(key, required=default is ...)
        nodes = listed.listed if listed else ()
        read = ((plain_text(node, f"'{key}' of {self.what}", self.problems), node.span) for node in nodes)
        return [(text, span) for text, span in read if text is not None]

    def pairs(self, key: str, most: int, *, required: bool = False) -> tuple[tuple[str, str], ...]:
        """Return names and texts of the mapping at a key, at most `most`."""
        inner = self.reader(key, required=required)
        named = inner.keys() if inner else ()
        return self.at_most(key, [(name, inner.text(name)) for name in named] if inner else (), most)

    def rows(self, key: str, columns: int) -> tuple[tuple[str | None, ...], ...]:
        """Return the rows of a table, a list of lists of texts; None stands for an unknown cell."""
        heads = self.peek("columns")
        columns = len(heads.items) if isinstance(heads, SequenceNode) else columns  # counts wrong headings, too
        rows = []
        for number, row in enumerate(self.items(key, "write every row as - [cell, cell]", required=True), 1):
            if len(row.listed) == columns:
                rows.append(tuple(None if is_unknown(cell) else "" if isinstance(cell, Scalar) and not cell.text else
                                  plain_text(cell, f"a cell of {self.what}", self.problems) for cell in row.listed))
            else:
                self.problems.add(row.span, f"row {number} of {self.what} has {len(row.listed)} cells, "
                                  f"its columns are {columns}")
        return tuple(rows)

    def items(self, key: str, hint: str, *, required: bool = False) -> tuple[Node, ...]:
        """Return the items of the list at a key; none, after adding a problem, of another value."""
        node = self.node(key, required=required)
        if not isinstance(node, SequenceNode | None):
            self.fail(key, f"'{key}' of {self.what} must be a list, found {describe(node)}", hint)
        return node.items if node else ()

    def reader(self, key: str, *, required: bool = False) -> Reader | None:
        """Return a reader of the mapping at a key, or None."""
        node = self.node(key, required=required)
        return None if node is None else Reader(node, self.problems, f"'{key}' of {self.what}", self.context)

    def readers(self, key: str, what: str = "", *, required: bool = False) -> list[Reader]:
        """Return a reader for each mapping of the list at a key."""
        items = self.items(key, 'begin each of its entries with "- "', required=required)
        return [Reader(node, self.problems, f"{what or repr(key)} {number} of {self.what}", self.context)
                for number, node in enumerate(items, 1)]

    def named(self, key: str, what: str = "", *, required: bool = False) -> list[tuple[str, Reader]]:
        """Return name and reader of each entry of the mapping at a key, which are mappings."""
        inner = self.reader(key, required=required)
        return inner.each(what or key) if inner else []

    def each(self, what: str) -> list[tuple[str, Reader]]:
        """Return name and reader of each entry of this mapping, which are mappings."""
        self._asked.update(self._entries)
        return [(name, Reader(node, self.problems, f"{what} '{name}'", self.context, name))
                for name, node in self._entries.items()]

    @property
    def strays(self) -> list[str]:
        """The keys that nobody asked for."""
        return [key for key in self._entries if key not in self._asked]

    def done(self, also: Collection[str] = (), new: str = "", *, elsewhere: str = "", there: Collection[str] = ()
             ) -> None:
        """Add a problem for every key that nobody asked for; `also` are further keys that would be understood.

        `new` is a hint how to declare an unknown key, for one that is similar to no other; `elsewhere` is a hint where
        the keys `there` belong.
        """
        for key in self.strays:
            at = self.key_span(key)
            comma = _bare(self._entries[key]) and at and at.text[: at.column - 1].rstrip().endswith(",")
            hint = elsewhere if key in there else suggestion(key, self._asked | set(also))
            if comma:
                hint = "between { } a comma begins another key: a text that has one needs quotes"
            for missed, message in self._missed.items():
                if hint == f"did you mean '{missed}'?":
                    self.problems.withdraw(self.place, message)
            self.problems.add(at, f"unknown key '{key}' of {self.what}",
                              f"{hint}; {new}" if new and not comma and not hint.startswith("did") else hint)
