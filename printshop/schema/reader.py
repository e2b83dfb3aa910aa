"""Read values from the YAML tree and check them.

If a value is wrong, add a problem and return a harmless stand-in. A `Reader` reads one mapping. Ask it for every key
that may be there, then call `finish`, which adds a problem for each key that was not asked for. A key with the default
`...` is required.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from types import EllipsisType, MappingProxyType
from typing import Any, TypeVar

from printshop.lengths import Length, parse_length, parse_size
from printshop.problems import NameHint, Problems, Span, correct_spelling, suggest_name
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode, list_scalars

T = TypeVar("T")
D = TypeVar("D")

ZERO_LENGTH = Length(Fraction(0), "0 pt")
_MEASUREMENT_PATTERN = re.compile(r"(0|[1-9][0-9]{0,9}) ?(?:in|inch|inches|mm|cm|ft|pt|\"|″)")


def describe_node(node: Node) -> str:
    """Return a description of a node in a user's words: "the text 'yes'", "the number 4", "a list"."""
    if not isinstance(node, ScalarNode):
        return "a list" if isinstance(node, SequenceNode) else "a block of keys"
    match node.value:
        case bool() as value:
            return "true" if value else "false"
        case None:
            return "nothing"
        case str() as text:
            return f"the {'' if node.is_plain else 'quoted '}text '{_shorten_text(text)}'"
    return f"the number {node.text}"


def make_title(key: str) -> str:
    """Return a key as a title: "Gun stick" for gun_stick."""
    return key.replace("_", " ").capitalize()


def _shorten_text(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def is_unknown(node: Node | None) -> bool:
    """Return whether a node is the plain word `unknown`, which stands for a value that is lost."""
    return isinstance(node, ScalarNode) and node.is_plain and node.text == UNKNOWN


def _number_hint(node: Node) -> str:
    """Return a hint for a text that was meant as a number. Return "" for other texts."""
    if not isinstance(node, ScalarNode):
        return ""
    if measurement := _MEASUREMENT_PATTERN.fullmatch(node.text):
        return f"write only the number {measurement[1]}, without a unit of measure"
    return node.hint if any(letter.isdigit() for letter in node.text) else ""


def _limit_hint(low: float | None, high: float | None) -> str:
    """Return the hint for a number outside its limits."""
    if low is None or high is None:
        return f"write {high:,} or less" if low is None else f"write {low:,} or more"
    return f"write a number from {low:,} to {high:,}"


def _is_blank(node: Node) -> bool:
    """Return whether a node has no value. In braces, for example, a single word is a key without a value."""
    return isinstance(node, ScalarNode) and node.is_plain and not node.text


def read_integer(node: Node, label: str, problems: Problems, low: int | None, high: int | None) -> int | None:
    """Return the whole number at a node.

    If it is not from `low` to `high`, add a problem and return None.
    """
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int):
        decimal = re.fullmatch(r"([-+]?[0-9]+)(?:\.([0-9]+)|,([0-9]{1,2}))", node.text)
        is_whole = decimal and not int(decimal[2] or decimal[3])
        hint = f"write {decimal[1]}" if decimal and is_whole else "round it" if decimal else _number_hint(node)
        problems.add(node.span, f"{label} must be a whole number, found {describe_node(node)}", hint)
    elif low is not None and value < low:
        problems.add(node.span, f"{label} is {value}, but must be at least {low}", _limit_hint(low, high))
    elif high is not None and value > high:
        problems.add(node.span, f"{label} is {value}, but must be at most {high}", _limit_hint(low, high))
    else:
        return value
    return None


def read_plain_text(node: Node, label: str, problems: Problems) -> str | None:
    """Return the text of a node.

    A number counts as its digits. If there is no text, add a problem and return None. If YAML ends the text at a #, or
    the text is in quotes that YAML does not know, add a problem and return the intended text.
    """
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        hint = "" if isinstance(node, ScalarNode) else node.hint
        if isinstance(node, ScalarNode) and node.text:
            hint = f"write \"{node.text}\" in quotes if you mean the word"
        elif isinstance(node, MappingNode) and node.hint:
            blank_values = [*map(_is_blank, node.entries.values())]
            word = _shorten_text(next(iter(node.entries), ""))
            hint = f"write the text in quotes: \"{{{word}}}\"" if blank_values == [True] else hint
            hint = hint if any(blank_values) else "write a text without braces"
        problems.add(node.span, f"{label} must be a text, found {describe_node(node)}", hint)
        return None
    if not node.text.strip():
        problems.add(node.span, f"{label} is empty", "write the text, or leave out the key")
        return None
    if node.lost_comment:
        intended_text = f"{node.text} {node.lost_comment}"
        problems.add(node.span, f"{label} ends before the #, because # begins a comment in YAML",
                     f"write \"{intended_text}\" in quotes, or put a space after the # of a comment")
        return intended_text
    if node.curly_quoted_text:
        problems.add(node.span, f"{label} is in curly quotes, which YAML reads as part of the text",
                     f"write straight quotes: \"{node.curly_quoted_text}\"; to print curly quotes, put the curly "
                     "quotes between straight quotes")
    return node.curly_quoted_text or node.text


def read_boolean(node: Node, label: str, problems: Problems) -> bool | None:
    """Return the truth value of a node.

    If the node has none, add a problem and return None.
    """
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    word = node.text.casefold()
    instruction = "write true: " if word in {"yes", "y", "on"} else "write false: " if word in {"no", "n",
                                                                                                "off"} else ""
    problems.add(node.span, f"{label} must be true or false, found {describe_node(node)}",
                 f"{instruction}yes, no, on and off are plain text here")
    return None


def _make_length_reader(parse: Callable[[str], T], example: str) -> Callable[[Node, str, Problems], T | None]:
    def read_parsed(node: Node, label: str, problems: Problems) -> T | None:
        if not isinstance(node, ScalarNode) or not node.text:
            problems.add(node.span, f"{label} must be a length, found {describe_node(node)}",
                         f"for example, write {example}")
            return None
        try:
            return parse(node.text)
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{label}: {message}", f"write {hint}" if hint else "")
            return None

    return read_parsed


def _read_color(node: Node, label: str, problems: Problems) -> str | None:
    text, digits = node.text, node.text.removeprefix("#")
    hex_digits = re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits)
    if hex_digits and text.startswith("#"):
        return "#" + "".join(digit * (6 // len(digits)) for digit in digits.lower())
    straight_word = "straight " * ("“" in text or "”" in text)
    if hex_digits:
        message, hint = f"{label}: the colour '{text}' has no #", f"write \"#{digits}\" in quotes"
    elif text:
        message = f"{label}: '{text}' is not a colour"
        hint = (NameHint("did you mean 'side', the colour of the side?", text, "side")
                if correct_spelling(text, ("side",)) else
                f"write \"#rrggbb\" in {straight_word}quotes, for example \"#0072b2\"")
    else:  # an unquoted #0072B2 is a comment in YAML
        message = f"{label} must be a colour, found {describe_node(node)}"
        hint = "write the colour in quotes, for example \"#0072b2\": without quotes, # begins a comment"
    problems.add(node.span, message, hint)
    return None


def read_option(node: Node, label: str, options: Collection[str], problems: Problems) -> str | None:
    """Return the text of a node if it is one of the options.

    Otherwise add a problem and return None.
    """
    if node.text in options:
        return node.text
    hint, description = suggest_name(node.text, options), f"'{node.text}'" if node.text else describe_node(node)
    problems.add(node.span, f"{label}: {description} is not one of {', '.join(options)}",
                 hint if hint.similar_name else "")
    return None


class Reader:
    """A reader of one mapping of the data, key by key.

    `label` is its name in messages: "template 'arcs'". `context` contains everything to which the values may refer. The
    readers of inner mappings share it. `key` is the name of the mapping in the game, or "" if it has no name.
    """

    def __init__(self, node: Node | None, problems: Problems, label: str, context: Any = None, key: str = "") -> None:
        self.label, self.problems, self.context, self.key = label, problems, context, key
        self._requested_keys: set[str] = set()
        self._missing_key_messages: dict[str, str] = {}  # missing required keys, with the message of the problem
        self.node = node
        self._entries = node.entries if node else {}
        self._is_not_mapping = not isinstance(node, MappingNode | None)
        if self._is_not_mapping and node:
            problems.add(node.span, f"{label} must be a block of keys, found {describe_node(node)}",
                         "write the keys of the block on the lines below, indented, as key: value")
        self.mark_start()

    def mark_start(self) -> None:
        """Count all problems that are added from now on as mistakes in this mapping."""
        self._problems_before = len(self.problems)

    @property
    def is_valid(self) -> bool:
        """Whether the value is a mapping, and no problem was added since `mark_start`."""
        return len(self.problems) == self._problems_before and not self._is_not_mapping

    @property
    def mapping_span(self) -> Span | None:
        """The position of the mapping."""
        return self.node.span if self.node else None

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def iterate_texts(self) -> Iterator[str]:
        """Yield the texts of all scalars in the mapping."""
        yield from (scalar.text for scalar in (list_scalars(self.node) if self.node else ()))

    def replace_values(self, change: Callable[[Node], Node], excluded_keys: Collection[str]) -> None:
        """Replace the values of all keys, except `excluded_keys`, before they are read."""
        self._entries = {key: node if key in excluded_keys else change(node) for key, node in self._entries.items()}

    def list_keys(self) -> tuple[str, ...]:
        """Return the keys of the mapping, in the order of the file."""
        return tuple(self._entries)

    def get_node(self, key: str, *, required: bool = False) -> Node | None:
        """Return the value of a key.

        If the key is missing, return None, and if it is required, add a problem.
        """
        self._requested_keys.add(key)
        node = self._entries.get(key)
        if node is None and required and isinstance(self.node, MappingNode):
            self.add_missing_key(key)
        return node

    def find_missing_keys(self, keys: frozenset[str]) -> frozenset[str]:
        """Mark some keys as asked for, and return those that are missing."""
        self._requested_keys |= keys
        return keys - self._entries.keys()

    def add_missing_key(self, key: str, hint: str = "") -> None:
        """Add the problem that a required key is missing.

        If the key is misspelt, `finish` removes this problem.
        """
        self._missing_key_messages[key] = f"{self.label} lacks '{key}'"
        self.problems.add(self.mapping_span, self._missing_key_messages[key], hint or f"add the key '{key}'",
                          code="missing key", name=key)

    def get_raw_node(self, key: str) -> Node | None:
        """Return the value of a key without marking the key as asked for.

        If the key is missing, return None.
        """
        return self._entries.get(key)

    def get_raw_text(self, key: str) -> str:
        """Return the text of a key's value without marking the key as asked for.

        If there is none, return "".
        """
        return self._entries[key].text if key in self._entries else ""

    def get_raw_entries(self, key: str) -> dict[str, Node]:
        """Return the entries of a key's value without marking the key as asked for.

        There may be no entries.
        """
        return self._entries[key].entries if key in self._entries else {}

    def find_span(self, key: str) -> Span | None:
        """Return the position of a key's value.

        If the key is missing, return the position of the mapping.
        """
        return self._entries[key].span if key in self._entries else self.mapping_span

    def find_key_span(self, key: str) -> Span | None:
        """Return the position of a key itself.

        If the key is missing, return the position of the mapping.
        """
        return self.node.find_key_span(key) if isinstance(self.node,
                                                           MappingNode) and key in self._entries else self.mapping_span

    def add_problem(self, key: str, message: str, hint: str = "") -> None:
        """Add a problem at the value of a key."""
        self.problems.add(self.find_span(key), message, hint)

    def reject_empty_lists(self, *keys: str) -> None:
        """Add a problem for each key whose value is an empty list."""
        for key in keys:
            node = self._entries.get(key)
            if isinstance(node, SequenceNode) and not node.items:
                self.add_problem(key, f"'{key}' of {self.label} is an empty list",
                                 "add items to the list, or leave out the key")

    def limit_entries(self, key: str, entries: Sequence[T], maximum: int) -> tuple[T, ...]:
        """Return the entries of a key, but at most `maximum` entries.

        If there are more, add a problem.
        """
        if len(entries) > maximum:
            self.add_problem(key,
                             f"'{key}' of {self.label} has {len(entries):,} entries, but at most {maximum:,} are "
                             "allowed")
        return tuple(entries[:maximum])

    def is_unknown_word(self, key: str) -> bool:
        """Return whether a key has the plain word `unknown`, which stands for a value that the source has lost."""
        return is_unknown(self.get_node(key))

    def _read_value(self, key: str, default: D | EllipsisType, parse_node: Callable[[Node, str, Problems], T | None],
                    fallback: T,
                    ) -> T | D:
        """Return the result of `parse_node` for the value of a key.

        If the key is missing or the value is wrong, return the default. If the key is required, it has no default:
        then return `fallback`.
        """
        node, problems = self.get_node(key, required=default is ...), self.problems
        outer_subject, problems.subject = problems.subject, f"'{key}' of {self.label}"
        value = None if node is None else parse_node(node, problems.subject, problems)
        problems.subject = outer_subject
        return value if value is not None else fallback if isinstance(default, EllipsisType) else default

    def read_text(self, key: str, default: D | EllipsisType = ...) -> str | D:
        """Return a text. A number counts as its digits."""
        return self._read_value(key, default, read_plain_text, "")

    def read_integer(self, key: str, default: D | EllipsisType = ..., low: int | None = None,
                     high: int | None = None) -> int | D:
        """Return a whole number from `low` to `high`."""
        return self._read_value(key, default, lambda node, label,
                                problems: read_integer(node, label, problems, low, high),
                                low or 0)

    def read_number(self, key: str, default: D | EllipsisType = ..., low: float | None = None,
                    high: float | None = None) -> Fraction | D:
        """Return an exact number, whole or decimal, from `low` to `high`."""
        def read_node(node: Node, label: str, problems: Problems) -> Fraction | None:
            value = node.value
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                problems.add(node.span, f"{label} must be a number, found {describe_node(node)}", _number_hint(node))
            elif (low is not None and value < low) or (high is not None and value > high):
                limits = " and ".join(f"{word} {limit:g}" for word, limit in (("at least", low), ("at most", high))
                                      if limit is not None)
                problems.add(node.span, f"{label} is {float(value):g}, but must be {limits}", _limit_hint(low, high))
            else:
                return Fraction(value)
            return None

        return self._read_value(key, default, read_node, Fraction(1))

    def read_flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        return self._read_value(key, default, read_boolean, False)

    def read_choice(self, key: str, options: Collection[str], default: D | EllipsisType = ...) -> str | D:
        """Return one of the options."""
        return self._read_value(key, default, lambda node, label, problems: read_option(node, label, options, problems),
                                next(iter(options), ""))

    def read_length(self, key: str, default: D | EllipsisType = ...) -> Length | D:
        """Return a length. A number without a unit of measure is a problem."""
        return self._read_value(key, default, _make_length_reader(parse_length, "3 in"), ZERO_LENGTH)

    def read_size(self, key: str, default: D | EllipsisType = ...) -> tuple[Length, Length] | D:
        """Return a width and a length, written like "1/2 x 3/4 in"."""
        return self._read_value(key, default, _make_length_reader(parse_size, "1/2 x 3/4 in"),
                                (ZERO_LENGTH, ZERO_LENGTH))

    def read_color(self, key: str, default: D | EllipsisType = ...) -> str | D:
        """Return a colour as "#rrggbb"."""
        return self._read_value(key, default, _read_color, "#000000")

    def read_texts(self, key: str, default: tuple[str, ...] | EllipsisType = (), *, may_be_empty: bool = False
                   ) -> tuple[str, ...]:
        """Return a list of texts.

        A single text counts as a list of one text. Texts in it `may_be_empty`.
        """
        if key not in self and not isinstance(default, EllipsisType):
            self.get_node(key)
            return default
        return tuple(text for text, _ in self.read_texts_with_spans(key, default, may_be_empty=may_be_empty))

    def read_texts_with_spans(self, key: str, default: tuple[str, ...] | EllipsisType = (), *,
                              may_be_empty: bool = False) -> list[tuple[str, Span]]:
        """Return a list of texts with their positions.

        Return an empty list if the key is missing.
        """
        list_node = self.get_node(key, required=default is ...)
        nodes = list_node.items_or_self if list_node else ()
        texts_with_spans = (("" if may_be_empty and isinstance(node, ScalarNode) and node.value == "" else
                             read_plain_text(node, f"'{key}' of {self.label}", self.problems), node.span)
                            for node in nodes)
        return [(text, span) for text, span in texts_with_spans if text is not None]

    def read_text_pairs(self, key: str, maximum: int, *, required: bool = False) -> tuple[tuple[str, str], ...]:
        """Return the keys and texts of the mapping at a key, at most `maximum` pairs."""
        mapping_reader = self.open_mapping(key, required=required)
        names = mapping_reader.list_keys() if mapping_reader else ()
        return self.limit_entries(key, [(name, mapping_reader.read_text(name)) for name in names] if mapping_reader
                                  else (), maximum)

    def read_rows(self, key: str, columns: int) -> tuple[tuple[str | None, ...], ...]:
        """Return the rows of a table, each with the texts of its cells.

        None stands for an unknown cell.
        """
        heads = self.get_raw_node("columns")
        columns = len(heads.items) if isinstance(heads, SequenceNode) else columns  # counts wrong headings, too
        rows = []
        for number, row in enumerate(self.get_items(key, "write every row as - [cell, cell]", required=True), 1):
            if len(row.items_or_self) == columns:
                rows.append(tuple(None if is_unknown(cell) else "" if isinstance(cell, ScalarNode) and not cell.text
                                  else
                                  read_plain_text(cell, f"a cell of {self.label}", self.problems)
                                  for cell in row.items_or_self))
            else:
                self.problems.add(row.span,
                                  f"row {number} of {self.label} has {len(row.items_or_self)} cells, but the number of "
                                  f"columns is {columns}")
        return tuple(rows)

    def get_items(self, key: str, hint: str, *, required: bool = False) -> tuple[Node, ...]:
        """Return the items of the list at a key.

        If the value is not a list, add a problem and return no items.
        """
        node = self.get_node(key, required=required)
        if not isinstance(node, SequenceNode | None):
            self.add_problem(key, f"'{key}' of {self.label} must be a list, found {describe_node(node)}", hint)
        return node.items if node else ()

    def select_key(self, key: str) -> Reader:
        """Return a reader of the mapping without all other keys. It has the same label."""
        node = self.node.copy_with_entries({key: self._entries[key]}) if isinstance(self.node, MappingNode) else None
        return Reader(node, self.problems, self.label, self.context)

    def open_mapping(self, key: str, *, required: bool = False) -> Reader | None:
        """Return a reader of the mapping at a key, or None."""
        node = self.get_node(key, required=required)
        return None if node is None else Reader(node, self.problems, f"'{key}' of {self.label}", self.context)

    def open_list(self, key: str, entry_label: str = "", *, required: bool = False,
                  may_be_single: bool = False) -> list[Reader]:
        """Return a reader for each mapping of the list at a key, or of a single mapping if this is allowed."""
        single = may_be_single and self.get_raw_entries(key) and self.get_node(key)
        items = (single,) if single else self.get_items(key, "begin each entry of the list with \"- \"",
                                                        required=required)
        return [Reader(node, self.problems, f"{entry_label or repr(key)} {number} of {self.label}", self.context)
                for number, node in enumerate(items, 1)]

    def open_named(self, key: str, entry_label: str = "", *, required: bool = False) -> list[tuple[str, Reader]]:
        """Return the name and a reader of each inner mapping of the mapping at a key."""
        mapping_reader = self.open_mapping(key, required=required)
        return mapping_reader.open_entries(entry_label or key) if mapping_reader else []

    def open_entries(self, entry_label: str) -> list[tuple[str, Reader]]:
        """Return the name and a reader of each inner mapping of this mapping."""
        self._requested_keys.update(self._entries)
        return [(name, Reader(node, self.problems, f"{entry_label} '{name}'", self.context, name))
                for name, node in self._entries.items()]

    @property
    def unrequested_keys(self) -> list[str]:
        """The keys that no caller asked for."""
        return [key for key in self._entries if key not in self._requested_keys]

    def finish(self, other_keys: Collection[str] = (), new_key_hint: str = "",
               known_hints: Mapping[str, str] = MappingProxyType({})) -> None:
        """Add a problem for every key that no caller asked for.

        `other_keys` are further known keys. `new_key_hint` explains how to declare a new key. It is used if an unknown
        key is similar to no other key. `known_hints` has the hints for keys that belong elsewhere or exist no longer.
        """
        for key in self.unrequested_keys:
            span = self.find_key_span(key)
            is_after_comma = (
                _is_blank(self._entries[key]) and span and span.text[: span.column - 1].rstrip().endswith(",")
            )
            hint = known_hints.get(key) or suggest_name(key, self._requested_keys | set(other_keys))
            if is_after_comma:
                hint = "between { } a comma begins another key: put a text that contains a comma in quotes"
            if strange := next((sign for sign in key if sign.isspace() and sign not in " \n"), ""):
                hint = f"a space in the key is U+{ord(strange):04X}, not an ordinary one: delete it, and type a space"
            for missing_key, message in self._missing_key_messages.items():
                if hint == f"did you mean '{missing_key}'?":
                    self.problems.remove(self.mapping_span, message)
            self.problems.add(span, f"unknown key '{key}' of {self.label}",
                              f"{hint}; {new_key_hint}" if new_key_hint and not is_after_comma
                              and not hint.startswith("did") else hint, code="unknown key", name=key)
