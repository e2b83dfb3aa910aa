"""Read YAML files into trees of values, each with its file, line and column.

The tree is built from the parser's events, never by PyYAML's own composer. That composer overflows the C stack on
deep nesting, accepts duplicate keys without a message, and turns `no`, `1:30` and `010` into other values. Values
follow YAML 1.2 (see `ScalarNode.value`). Every mistake in a file becomes a problem with a position and a hint.
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

from printshop.files import read_up_to
from printshop.problems import Problems, Span, describe_os_error, suggest_name
from printshop.source.tree import LINE_END, MAX_DEPTH, MappingNode, Node, ScalarNode, SequenceNode, SourceText

try:
    from yaml import CBaseLoader as Parser
except ImportError:  # PyYAML built without libyaml: fifteen times slower, otherwise the same
    from yaml import BaseLoader as Parser  # type: ignore[assignment]


MAX_BYTES = 16_000_000
MAX_VALUES = 500_000
MAX_TEXT = 50_000  # characters of one text: more than anyone prints
MAX_PROBLEMS = 500  # in one file, before reading stops

_MAX_SHARED_LENGTH = 16  # characters of texts that are shared, as they recur
# a class of the few characters that cannot be printed: compiling a class of all others would take ten times as long
UNPRINTABLE_PATTERN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def parse_yaml_file(path: Path, problems: Problems, name: str | None = None) -> Node | None:
    """Return the tree of a YAML file.

    If there is no readable tree, add problems and return None. `name` is the name of the file in messages. If it is not
    given, messages have the path of the file.
    """
    name = str(path) if name is None else name
    text = read_utf8_text(path, problems, name)
    return None if text is None else parse_yaml(text, name, problems, path)


def parse_yaml(text: str, name: str, problems: Problems, path: Path | None = None) -> Node | None:
    """Return the tree of a YAML text, as `parse_yaml_file` does for a file.

    `path` is the path of the text's file.
    """
    source = SourceText(name, text.removeprefix("\ufeff"), path)
    if not check_printable(source, problems):
        return None
    return TreeBuilder(source, problems).build()


def read_utf8_text(path: Path, problems: Problems, name: str, save_hint: str = "save the file as UTF-8") -> str | None:
    """Return the text of a UTF-8 file without its byte order mark.

    If this fails, add a problem and return None. `save_hint` is the hint for a file in another encoding.
    """
    data = read_limited_bytes(path, problems, name)
    return None if data is None else decode_utf8(data, problems, name, save_hint)


def decode_utf8(data: bytes, problems: Problems, name: str, save_hint: str) -> str | None:
    """Return the text of the bytes of a file, as `read_utf8_text` does."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        problems.add(Span(name), "the file is encoded as UTF-16", save_hint)
        return None
    decoded, likely_character = data[:start].decode("utf-8"), data[start : start + 1].decode("cp1252", "replace")
    rest_of_line = data[start:].split(b"\n", 1)[0].decode("utf-8", "replace")
    problems.add(SourceText(name, decoded + rest_of_line).make_span(*_find_end_position(decoded)),
                 f"the byte {data[start]:02x} is not UTF-8",
                 f"{save_hint} (is this a '{likely_character}'?)")
    return None


def read_limited_bytes(path: Path, problems: Problems, name: str) -> bytes | None:
    """Return the bytes of a file.

    If they cannot be read, add a problem and return None.
    """
    try:
        data = read_up_to(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        cause = describe_os_error(error) if isinstance(error, OSError) else str(error).lower()
        problems.add(Span(name), f"cannot read the file: {cause}")
        return None
    if len(data) > MAX_BYTES:
        problems.add(Span(name), f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split the file")
        return None
    return data


def check_printable(source: SourceText, problems: Problems) -> bool:
    """Return whether all characters of a text are printable.

    If not, a problem is added at the first unprintable character.
    """
    if unprintable := UNPRINTABLE_PATTERN.search(source.text):
        problems.add(source.make_span(*_find_end_position(source.text[: unprintable.start()])),
                     f"the unprintable character U+{ord(unprintable[0]):04X} is not allowed",
                     "delete the character, or save the file as plain text in UTF-8")
    return not unprintable


# two escapes of JSON that are one character, and the rest of the text in quotes
_SURROGATES = re.compile(r"(?<!\\)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_SURROGATES_IN_QUOTES = re.compile(rf'{_SURROGATES.pattern}(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)


def _join_surrogates(text: str) -> str:
    """Return a text with the escape of YAML in place of each pair of escapes by which JSON writes a rare character.

    Spaces after the quote keep the columns of the following text.
    """
    def join(pair: re.Match[str]) -> str:
        high, low = int(pair[1], 16) - 0xD800, int(pair[2], 16) - 0xDC00
        return f"\\U{0x10000 + (high << 10) + low:08x}"

    def join_all(match: re.Match[str]) -> str:
        joined = _SURROGATES.sub(join, match[0])
        return joined + " " * (len(match[0]) - len(joined))

    return _SURROGATES_IN_QUOTES.sub(join_all, text) if "\\ud" in text or "\\uD" in text else text


_Position: TypeAlias = tuple[int, int]  # line and column from 1


def _find_end_position(text: str) -> _Position:
    """Return the position after the end of a text."""
    lines = LINE_END.split(text)
    return len(lines), len(lines[-1]) + 1


class _StopReading(Exception):  # noqa: N818 - it ends the reading and is no error
    """The exception that ends the reading of a file."""


class _Anchor(NamedTuple):
    """The value of an anchor `&name`, and its sizes. They are used to count an alias without walking its tree."""

    node: Node | None = None  # None until it is complete
    value_count: int = 0
    height: int = 0


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping that is not closed yet."""

    position: _Position
    anchor: str | None
    values_before: int  # values counted before this one
    entries: dict[str, Node] | None  # None for a list
    height: int = 1
    key: str | None = None
    merge_key_position: _Position | None = None  # position of the current key, if it is `<<`
    items: list[Node] = field(default_factory=list)
    key_positions: array[int] = field(default_factory=partial(array, "I"))
    key_numbers: dict[str, int] = field(default_factory=dict)  # by key: its index; made when a key is given twice
    # values of `<<`, with the positions of the keys
    merged_values: list[tuple[_Position, Node]] = field(default_factory=list)


class TreeBuilder:
    """A builder of the tree from events. It has its own stack, so that deep nesting cannot overflow the C stack."""

    def __init__(self, source: SourceText, problems: Problems) -> None:
        self._source, self._problems = source, problems
        self._root: Node | None = None
        self._has_no_tree = False
        self._open_collections: list[_OpenCollection] = []
        self._anchors: dict[str, _Anchor] = {}
        self._shared_texts: dict[str, str] = {}  # short texts recur: each is stored once
        self._value_count = self._problem_count = 0

    def build(self) -> Node | None:
        """Return the root, or None after adding problems."""
        gc_was_enabled = gc.isenabled()
        gc.disable()  # the collector would take most of the time over the growing tree, and find nothing
        try:
            return self._build_from_events()
        finally:
            if gc_was_enabled:
                gc.enable()

    def _build_from_events(self) -> Node | None:
        event: yaml.Event | None = None
        scalar_event = yaml.ScalarEvent
        parser = Parser(_join_surrogates(self._source.text))
        try:
            while (next_event := parser.get_event()) is not None:
                event = next_event
                if isinstance(event, scalar_event):  # most events of a file: this branch must be fast
                    self._read_scalar(event)
                    continue
                match event:
                    case yaml.CollectionStartEvent():
                        self._begin_collection(event)
                    case yaml.CollectionEndEvent():
                        self._end_collection(event)
                    case yaml.AliasEvent():
                        self._read_alias(event)
                    case yaml.DocumentStartEvent() if self._root is not None:
                        self._stop_with_problem(_find_event_position(event), "a second document begins here",
                                                "delete this line, because a file can contain "
                                                "only one document", discard_tree=self._has_no_tree)
        except _StopReading:
            pass
        except yaml.MarkedYAMLError as error:
            # "*Gnat strikes": one mistake, reported once
            if not (self._has_no_tree and isinstance(event, yaml.AliasEvent)):
                from printshop.source.yaml_errors import explain_yaml_error

                line, column, message, hint = explain_yaml_error(error, self._source.lines, event)
                self._problems.add(self._source.make_span(line, column), message, hint)
            self._has_no_tree = True
        else:
            if self._root is None:
                self._problems.add(Span(self._source.name), "the file is empty")
        self._source.value_count = self._value_count
        return None if self._has_no_tree else self._root

    def _add_problem(self, position: _Position, message: str, hint: str = "") -> None:
        self._problems.add(self._source.make_span(*position), message, hint)
        self._problem_count += 1
        if self._problem_count >= MAX_PROBLEMS:
            self._has_no_tree = True
            raise _StopReading

    def _stop_with_problem(self, position: _Position, message: str, hint: str = "", *,
                           discard_tree: bool = True) -> NoReturn:
        self._has_no_tree = discard_tree
        self._add_problem(position, message, hint)
        raise _StopReading

    def _is_key_expected(self) -> bool:
        return (
            bool(self._open_collections)
            and self._open_collections[-1].entries is not None
            and self._open_collections[-1].key is None
        )

    def _check_limits(self, position: _Position, values: int, depth: int, tag: str | None = None) -> None:
        """Count some values, and stop reading if the file exceeds its limits. If there is a tag, add a problem."""
        if tag is not None:
            short_tag = tag.replace("tag:yaml.org,2002:", "!!")
            self._add_problem(position, f"the tag {short_tag} is not allowed",
                              'a text that begins with "!" needs quotes')
        if depth > MAX_DEPTH:
            self._stop_with_problem(position, f"values are nested more than {MAX_DEPTH} levels deep")
        self._value_count += values
        if self._value_count > MAX_VALUES:
            self._stop_with_problem(position,
                                    f"there are more than {MAX_VALUES} values, including the values of aliases",
                                    "split the file")

    def _read_scalar(self, event: yaml.ScalarEvent) -> None:
        # most events of a file: this branch must be fast
        is_plain, tag, mark = not event.style, event.tag, event.start_mark
        assert mark is not None
        position, text = (mark.line + 1, mark.column + 1), event.value
        if len(text) <= _MAX_SHARED_LENGTH:
            text = self._shared_texts.setdefault(text, text)
        elif len(text) > MAX_TEXT:
            problem = (f"this text has {len(text):,} characters, but at most "
                       f"{MAX_TEXT:,} are allowed"), "shorten the text"
            self._add_problem(position, *problem)
            # problems of the shortened text would mislead
            self._problems.add_final(self._source.make_span(*position), *problem)
            text = text[:_MAX_SHARED_LENGTH]
        frame = self._open_collections[-1] if self._open_collections else None
        entries = frame.entries if frame else None
        if frame and entries is not None and frame.key is None:
            if tag is not None:
                self._check_limits(position, 0, 0, tag)
            if text and text not in entries and text != "<<":
                frame.key, frame.merge_key_position = text, None
                frame.key_positions.extend(position)
            else:
                self._read_key(frame, position, text, is_plain)
            return
        self._value_count += 1
        if tag is not None or self._value_count > MAX_VALUES:
            self._check_limits(position, 0, 0, tag)
        node = ScalarNode(self._source, position[0], position[1], text, is_plain)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(node, 1)
        if frame and entries is not None and frame.key is not None and not frame.merge_key_position:
            entries[frame.key] = node
            frame.key = None
        else:
            self._add_value(node)

    def _read_key(self, frame: _OpenCollection, position: _Position, text: str, is_plain: bool) -> None:
        assert frame.entries is not None
        frame.key, frame.merge_key_position = text, position if is_plain and text == "<<" else None
        if frame.merge_key_position:
            return
        if is_plain and not text:
            self._has_no_tree = True
            self._add_problem(position, "there is no key before this ':'", "write the key, or put the text in quotes")
        if text not in frame.entries:
            frame.key_positions.extend(position)
            return
        known_count = len(frame.key_numbers)
        frame.key_numbers.update((name, index) for index,
                                 name in enumerate(islice(frame.entries, known_count, None), known_count))
        self._add_problem(position, f"key '{text}' is given twice",
                          f"the key is first given on line {frame.key_positions[2 * frame.key_numbers[text]]}")

    def _add_value(self, node: Node, height: int = 0) -> None:
        """Add a value to the innermost open list or mapping. The value has `height` levels inside it."""
        if not self._open_collections:
            self._root = node
            return
        frame = self._open_collections[-1]
        frame.height = max(frame.height, height + 1)
        if frame.entries is None:
            frame.items.append(node)
            return
        assert frame.key is not None
        if frame.merge_key_position:
            frame.merged_values.append((frame.merge_key_position, node))
        else:
            frame.entries[frame.key] = node
        frame.key = None

    def _begin_collection(self, event: yaml.CollectionStartEvent) -> None:
        position, is_mapping = _find_event_position(event), isinstance(event, yaml.MappingStartEvent)
        if self._is_key_expected():
            self._stop_with_problem(position, "a key must be a text",
                                    f'a text that begins with "{"{" if is_mapping else "["}" needs quotes')
        self._check_limits(position, 1, len(self._open_collections) + 1, event.tag)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor()
        self._open_collections.append(_OpenCollection(position, event.anchor, self._value_count - 1,
                                                      {} if is_mapping else None))

    def _end_collection(self, _event: yaml.CollectionEndEvent) -> None:
        frame = self._open_collections.pop()
        node: Node
        if frame.entries is None:
            node = SequenceNode(self._source, *frame.position, tuple(frame.items))
        else:
            for position, value in frame.merged_values:
                for merged_mapping in value.items_or_self:
                    if isinstance(merged_mapping, MappingNode):
                        new_keys = [key for key in merged_mapping.entries if key not in frame.entries]
                        frame.entries.update((key, merged_mapping.entries[key]) for key in new_keys)
                        frame.key_positions.extend(number for key in new_keys
                                                   for number in merged_mapping.find_key_position(key))
                    elif not self._has_no_tree:
                        self._add_problem(position, "the value of '<<' must be a mapping",
                                          "write <<: *name")
            node = MappingNode(self._source, *frame.position, frame.entries, frame.key_positions)
        if frame.anchor is not None:
            self._anchors[frame.anchor] = _Anchor(node, self._value_count - frame.values_before, frame.height)
        self._add_value(node, frame.height)

    def _read_alias(self, event: yaml.AliasEvent) -> None:
        position, name = _find_event_position(event), event.anchor or ""
        if self._is_key_expected():
            self._stop_with_problem(position, "an alias cannot be a key", 'a text that begins with "*" needs quotes')
        anchor = self._anchors.get(name)
        if anchor and anchor.node:
            self._check_limits(position, anchor.value_count, len(self._open_collections) + anchor.height)
            self._add_value(anchor.node, anchor.height)
            return
        self._has_no_tree = True
        if anchor:
            self._add_problem(position, f"*{name} is inside the value of its own anchor &{name}",
                              "write the value itself, or an anchor that ends before this place")
        else:
            hint = f"{suggest_name(name, self._anchors)}; " if self._anchors else ""
            self._add_problem(position, f"there is no anchor &{name} before this *{name}",
                              f'{hint}a text that begins with "*" needs quotes')
        self._add_value(ScalarNode(self._source, *position, "", is_plain=True))


def _find_event_position(event: yaml.Event) -> _Position:
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1
