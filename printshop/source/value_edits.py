"""Edits of YAML text: one edit changes one value, and every other character stays.

An edit is one of the blocks of `edit_shapes`. After an edit the text is read again, and all its values are compared
with the values that the edit asks for. An edit that would change any other value is refused.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import getitem, itemgetter
from typing import Any, NamedTuple, TypeAlias

from printshop.problems import PrintshopError, make_error
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode, quote_yaml
from printshop.source.cache import splice_tree
from printshop.source.tree import MAX_DEPTH
from printshop.source.value_spans import ParsedText, ValueSpan, parse_with_spans

MAX_EDITED = 2_000_000  # characters of a file
MAX_KEY = 200  # characters; YAML allows 1,024 between the start of a key and its colon
_LINE_WIDTH = 100  # characters; longer data is written in lines
_IN_TEXT = "change it in the text of the file"
_LONE_LINE_FEED = re.compile(r"(?<!\r)\n")
_TO_DASH = re.compile(r"(?:[^\n]*\n(?:[ ]*(?:#[^\n]*)?\n)*)?[ ]*(?=-)")  # from the end of an item to the next dash
_NULLS = ("", "~", "null", "Null", "NULL")
_COLON = re.compile(r"[ ]*:")
_COMMENT = re.compile(r"(?<!\S)#.*")
_COMMENT_LINES = re.compile(r"(?:\n[ ]*(?:#.*)?)*")
_PLAIN_KEY = re.compile(r"[^\W\d]\w*(?:[ .-]\w+)*")
# these texts are written in quotes, because a block would lose something of them or could not be read
_NO_BLOCK = re.compile(r"\A[ \n]|^[ ]+$|\n\n\Z|[^\n -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]", re.MULTILINE)

EditPath: TypeAlias = tuple[str | int, ...]
Data: TypeAlias = Any  # a Scalar, or a list or dict of data


class Scalar(NamedTuple):
    """A single value: its text, and whether it is a value of another kind than text."""

    text: str
    is_typed: bool = False


class EditValue(NamedTuple):
    """A value that an edit writes, and its YAML on one line, or "" if the YAML is made from the value."""

    data: Data
    source: str = ""


class _Place(NamedTuple):
    """An item of a list, or an entry of a mapping, by its number."""

    collection: ValueSpan
    number: int

    @property
    def span(self) -> ValueSpan:
        return self.collection.items[self.number]


class _Change(NamedTuple):
    """A new text, and the values that differ in it, by path."""

    text: str
    values: Mapping[EditPath, Data]


@lru_cache(4)
def parse_for_edits(text: str) -> ParsedText:
    """Return the values of a text and their extents.

    Raises PrintshopError for a text that is too large.
    """
    if len(text) > MAX_EDITED:
        raise make_error(f"a file of {len(text):,} characters is too large to be edited here", "use an editor")
    return parse_with_spans(text)


def edit_yaml(text: str, edit: Mapping[str, Any]) -> str:
    """Return the text after one edit. Raises PrintshopError for an edit that cannot be made."""
    return _change(text, lambda before, parsed: _EDITS[edit["do"]](before, parsed, (*edit["path"],), edit))


def set_scalars(text: str, scalars: Mapping[EditPath, str], keys: Mapping[EditPath, str] | None = None) -> str:
    """Return the text with other texts in the place of single values, and other `keys`.

    Raises PrintshopError as `edit_yaml`.
    """
    new_keys = keys or {}

    def set_all(before: str, parsed: ParsedText) -> _Change:
        data = list_data(parsed.node)
        changes = list[tuple[int, Sequence[_Place], str, bool]]()
        for path, value in scalars.items():
            places = _find_places(parsed, path)
            changes.append((places[-1].span.start, places, value, False))
            data = _change_data(data, path, Scalar(value))
        for path, key in sorted(new_keys.items(), key=lambda entry: len(entry[0]), reverse=True):
            places = _find_places(parsed, path)
            changes.append((places[-1].collection.keys[places[-1].number].start, places, key, True))
            parent = reduce(getitem, path[:-1], data)
            data = _change_data(data, path[:-1], {key if old == path[-1] else old: value
                                                  for old, value in parent.items()})
        # from the end, so that offsets of the places above stay
        for start, steps, new, is_key in sorted(changes, key=itemgetter(0), reverse=True):
            if is_key:
                end = steps[-1].collection.keys[steps[-1].number].end
                before = f"{before[:start]}{_write_key(new)}{before[end:]}"
            else:
                before = _put(before, steps, parsed.root, EditValue(Scalar(new)))
        return _Change(before, {(): data})

    return _change(text, set_all) if scalars or new_keys else text


def add_entry_lines(text: str, path: EditPath, entry: str) -> str:
    """Return the text with an entry behind the others of a list or mapping.

    The entry is YAML with its comments. If the list or mapping is missing, its key is written at the end. Raises
    PrintshopError as `edit_yaml`.
    """

    def add(before: str, parsed: ParsedText) -> _Change:
        places, span = _locate(parsed, path)
        current, new = list_data(find_node(parsed.node, path)), list_data(parse_with_spans(entry).node)
        if span and len(places) == len(path) and span.items and not span.is_flow and type(current) is type(new):
            end, column = _list_parts(before, span)[-1][1], _measure_column(before, span)
            lines = textwrap.indent(entry.rstrip("\n"), " " * column)
            data = {**current, **new} if isinstance(new, dict) else [*current, *new]
            return _Change(f"{before[:end]}\n\n{lines}{before[end:]}", {path: data})
        if _is_null(current) and len(path) <= 1 and not places:
            start = before if before.endswith("\n") or not before else f"{before}\n"
            lines = f"{path[0]}:\n{textwrap.indent(entry, '  ')}" if path else entry
            root = {} if _is_null(list_data(parsed.node)) else list_data(parsed.node)
            return _Change(f"{start}\n{lines}", {(): {**root, path[0]: new} if path else new})
        raise make_error("cannot find the place for a new entry",
                         "write each existing entry on separate lines, not in brackets")

    return _change(text, add)


def read_entry_lines(text: str, path: EditPath) -> str:
    """Return the YAML of an entry of a mapping, with its comments and without its indentation.

    Raises PrintshopError as `edit_yaml`.
    """
    text = text.replace("\r\n", "\n")
    span, number = _find_places(parse_for_edits(text), path)[-1]
    start, end = _list_parts(text, span)[number]
    column = 0 if span.is_flow else _measure_column(text, span)
    return re.sub(rf"^ {{0,{column}}}", "", text[start:end], flags=re.MULTILINE) + "\n"


def _change(text: str, make_edit: Callable[[str, ParsedText], _Change]) -> str:
    """Return the text after a change. Raises PrintshopError if the new text does not have the expected values."""
    uses_crlf = "\r\n" in text and not _LONE_LINE_FEED.search(text)
    before = text.replace("\r\n", "\n") if uses_crlf else text
    parsed = parse_for_edits(before)
    if parsed.node is None and _COMMENT.sub("", before).strip():
        raise PrintshopError(parsed.problems)
    change, expected = make_edit(before, parsed), list_data(parsed.node)
    for path, value in change.values.items():
        expected = _change_data(expected, path, value)
    changed = parse_for_edits(change.text)
    if changed.node is None or list_data(changed.node) != expected:
        raise make_error("this cannot be changed here: something else in the file would change with it", _IN_TEXT)
    return change.text.replace("\n", "\r\n") if uses_crlf else change.text


def edit_list_item(text: str, root: Node, edit: Mapping[str, Any]) -> tuple[str, Node] | None:
    """Return the text and its values after an edit within one item of a list.

    Only this item is read again. The list is the file itself, or the value of one of its keys. Returns None if the
    whole file must be read: if lines are added, or if the file has anchors. Raises PrintshopError for an edit that
    cannot be made.
    """
    path = (*edit["path"],)
    depth = 0 if isinstance(root, SequenceNode) else 1
    items = (find_node(root, path[:depth]) or root).items
    if len(path) < depth + 2 or not isinstance(number := path[depth], int) or not 0 <= number < len(items):
        return None
    lines, starts = text.splitlines(keepends=True), [item.line - 1 for item in items[number:number + 2]]
    keys = [root.find_key_position(key)[0] - 1 for key in root.entries] if isinstance(root, MappingNode) else []
    end = min([*starts[1:], *(line for line in keys if line > starts[0])], default=len(lines))
    item = "".join(lines[starts[0]:end])
    alone = parse_with_spans(item).node
    if not isinstance(alone, SequenceNode) or list_data(alone) != [list_data(items[number])]:
        return None
    changed = edit_yaml(item, {**edit, "path": [0, *path[depth + 1:]]})
    after = "".join([*lines[:starts[0]], changed, *lines[end:]])
    new_root = splice_tree(root, after)
    return (after, new_root) if new_root else None


def find_path(root: Node | None, line: int, column: int) -> EditPath:
    """Return the path to the value whose key or first character is at a position, counted from 1."""
    path = list[str | int]()
    while root and (root.items or root.entries):
        steps: list[tuple[tuple[int, int], str | int, Node]] = [
            ((item.line, item.column), number, item) for number, item in enumerate(root.items)]
        if isinstance(root, MappingNode):
            steps = [(root.find_key_position(key), key, value) for key, value in root.entries.items()]
        before = [step for step in steps if step[0] <= (line, column)]
        if not before:
            break
        _, step, root = max(before, key=itemgetter(0))
        path.append(step)
    return tuple(path)


def find_block_path(root: Node | None, line: int, column: int) -> EditPath | None:
    """Return the path to the outermost block of keys that begins at a position, or None. Positions count from 1."""
    path = find_path(root, line, column)
    blocks = ((path[:length], find_node(root, path[:length])) for length in range(len(path) + 1))
    return next((place for place, node in blocks if isinstance(node, MappingNode)
                 and (node.line, node.column) == (line, column)), None)


def list_data(node: Node | None) -> Data:
    """Return the values of a tree as plain data. Aliases share their data."""
    data_by_node: dict[int, Data] = {}

    def convert(node: Node) -> Data:
        if isinstance(node, ScalarNode):
            is_special = node.text == UNKNOWN or node.text.startswith("$")  # with quotes, $setting is plain text
            return Scalar(node.text, node.is_plain and (is_special or not isinstance(node.value, str)))
        if id(node) not in data_by_node:
            data_by_node[id(node)] = {key: convert(value) for key, value in node.entries.items()} if isinstance(
                node, MappingNode) else [*map(convert, node.items)]
        return data_by_node[id(node)]

    return convert(node) if node else Scalar("", is_typed=True)


def find_node(node: Node | None, path: Sequence[str | int]) -> Node | None:
    """Return the value to which a path leads, or None."""
    for step in path:
        if isinstance(step, str):
            node = node.entries.get(step) if node else None
        else:
            node = node.items[step] if node and 0 <= step < len(node.items) else None
    return node


def read_value_at(text: str, *path: str | int) -> Node | None:
    """Return the value at a path of a text, or None for none.

    Raises PrintshopError if the text is too large.
    """
    return find_node(parse_for_edits(text).node, path)


def require_block(text: str, *path: str | int) -> MappingNode:
    """Return the block of keys at a path.

    Raises PrintshopError if there is none, or if the text cannot be read.
    """
    parsed = parse_for_edits(text)
    if isinstance(block := find_node(parsed.node, path), MappingNode):
        return block
    error = make_error("there is no block of keys here any more",
                       "repair the text of the file, or undo the last change")
    raise error if parsed.node else PrintshopError(parsed.problems or error.problems)


def list_items(text: str, *path: str | int) -> tuple[Node, ...]:
    """Return the items of the list at a path; none, if there is no list."""
    return node.items if (node := read_value_at(text, *path)) else ()


def get_text(node: Node | None) -> str:
    """Return the text of a single value as it was typed, without quotes.

    Return "" for any other value, and for none.
    """
    return node.text if node else ""


# --- values and how they are written


def read_value(json_value: object, *, in_flow: bool = False) -> EditValue:
    """Return a value from decoded JSON: `{"text": ...}`, `{"yaml": ...}` or `{"data": ...}`.

    `in_flow`: the value will stand between brackets. Raises PrintshopError for any other form.
    """
    match json_value:
        case {"text": str(text)}:
            return EditValue(read_data(text))
        case {"yaml": str(text)}:
            text = text.strip()
            data = _read_typed(text, in_flow=in_flow)
            return EditValue(read_data(text)) if data is None else EditValue(data, text or "null")
        case {"data": data}:
            return EditValue(read_data(data))
    raise make_error("a value has the key text, yaml or data", "load the workshop again")


def _read_typed(text: str, *, in_flow: bool) -> Data | None:
    """Return the data of YAML on one line. Return None if the text is no YAML at this place."""
    start = "{x: " if in_flow else "x: "
    if not text:
        return Scalar("null", is_typed=True)
    if "\n" in text or text[0] in "&*!|>":
        return None
    parsed = parse_with_spans(f"{start}{text}{'}' if in_flow else ''}")
    span = parsed.root.items[0] if parsed.root and len(parsed.root.items) == 1 else None
    node = find_node(parsed.node, ("x",))
    if not (span and node) or parsed.problems or (span.start, span.end) != (len(start), len(start) + len(text)):
        return None
    return list_data(node)


def read_data(data: object, depth: int = 0) -> Data:
    """Return plain data as data of YAML.

    Raises PrintshopError for data that cannot stand in a file.
    """
    if depth > MAX_DEPTH:
        raise make_error(f"values are nested more than {MAX_DEPTH} levels deep", "nest fewer values")
    match data:
        case Scalar():
            return data
        case dict():
            return {check_key(key): read_data(value, depth + 1) for key, value in data.items()}
        case list() | tuple():
            return [read_data(value, depth + 1) for value in data]
        case str():
            return Scalar(data.replace("\r\n", "\n").replace("\r", "\n"))
    text = json.dumps(data)
    return _read_typed(text, in_flow=True) or Scalar(text)


def check_key(key: object) -> str:
    """Return a key that a page has sent.

    Raises PrintshopError if it cannot be a key.
    """
    if not isinstance(key, str) or not key.strip() or len(key) > MAX_KEY or not key.isprintable():
        raise make_error(f"a name has 1 to {MAX_KEY} characters on one line", "write another name")
    return key


def _write_key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) and quote_yaml(key) == key else json.dumps(key, ensure_ascii=False)


def _write_scalar(value: Scalar, *, in_flow: bool) -> str:
    """Return a single value on one line. Texts that YAML reads as themselves have no quotes."""
    if value.is_typed:
        return value.text or "null"
    reads_alone = " " in value.text and value.text[0] not in "\"'" and _read_typed(value.text, in_flow=in_flow) == value
    return value.text if reads_alone else quote_yaml(value.text)


def _write_flow(value: Data) -> str:
    """Return data as YAML on one line, which can stand between brackets."""
    match value:
        case Scalar():
            return _write_scalar(value, in_flow=True)
        case dict():
            return f"{{{', '.join(f'{_write_key(key)}: {_write_flow(entry)}' for key, entry in value.items())}}}"
    return f"[{', '.join(map(_write_flow, value))}]"


def _lay_out(value: EditValue, room: int = _LINE_WIDTH) -> tuple[str, list[str]]:
    """Return the YAML behind a key or dash, and the lines below it, without the indentation below the key."""
    data = value.data
    if value.source:
        return value.source, []
    if isinstance(data, Scalar):
        if "\n" not in data.text or _NO_BLOCK.search(data.text):
            return _write_scalar(data, in_flow=False), []
        return "|" if data.text.endswith("\n") else "|-", data.text.removesuffix("\n").split("\n")
    flow = _write_flow(data)
    if not data or (len(flow) <= room and "\\n" not in flow):
        return flow, []
    return "", _lay_out_lines(data, room)


def _lay_out_lines(data: Data, room: int = _LINE_WIDTH) -> list[str]:
    """Return the lines of a list or mapping that is not empty."""
    pairs = [(f"{_write_key(key)}:", item) for key, item in data.items()] if isinstance(data, dict) else [
        ("-", item) for item in data]
    return [line for start, item in pairs for line in _lay_out_part(start, EditValue(item), room)]


def _lay_out_part(start: str, value: EditValue, room: int) -> list[str]:
    """Return the lines of a list item, which starts with a dash, or of an entry, which starts with its key."""
    head, below = _lay_out(value, room - len(start) - 1)
    if not head and start == "-":
        head, *below = below
    return [f"{start} {head}".rstrip(), *map(_indent, below)]


def _indent(line: str, width: int = 2) -> str:
    return f"{' ' * width}{line}" if line else ""


# --- places in the text


def find_value_end(text: str, span: ValueSpan) -> int:
    """Return the offset of the end of a value.

    Comments below the last line of a value do not belong to it.
    """
    while span.kind in ("list", "mapping") and not span.is_flow and span.items:
        span = span.items[-1]
    end = span.end
    while span.start < end <= len(text) and text[end - 1] in "\r\n ":
        end -= 1
    return end


def _find_line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _find_line_end(text: str, offset: int) -> int:
    return end if (end := text.find("\n", offset)) >= 0 else len(text)


def _locate(parsed: ParsedText, path: EditPath) -> tuple[list[_Place], ValueSpan | None]:
    """Return the places on a path, as far as it leads, and the value at the last of them."""
    span, places = parsed.root, list[_Place]()
    for step in path:
        if span is None:
            break
        if span.kind == "alias":
            raise make_error("an alias stands here: it has the value of another place", _IN_TEXT)
        number = _find_number(span, step)
        if number is None:
            break
        places.append(_Place(span, number))
        span = span.items[number]
    return places, span


def _find_number(span: ValueSpan, step: str | int) -> int | None:
    if span.kind == "mapping" and isinstance(step, str):
        return next((number for number, key in enumerate(span.keys) if key.text == step and not key.is_merge_key), None)
    return step if span.kind == "list" and isinstance(step, int) and 0 <= step < len(span.items) else None


def _find_places(parsed: ParsedText, path: EditPath) -> list[_Place]:
    """Return the places on a path. Raises PrintshopError if the path leads to no value, or to the whole file."""
    places, _ = _locate(parsed, path)
    if not path or len(places) < len(path):
        merged = find_node(parsed.node, path) is not None and path
        raise make_error("this value is merged from another place" if merged else "this is not in the file any more",
                         _IN_TEXT if merged else "look at its text, and undo the last change")
    return places


def _find_start(text: str, collection: ValueSpan, number: int) -> int:
    """Return the offset of the key of an entry, or of the dash of an item of a list in lines."""
    if collection.kind == "mapping":
        return collection.keys[number].start
    if collection.is_flow:
        return collection.items[number].start
    if number == 0:
        return text.index("-", collection.start)
    match = _TO_DASH.match(text, find_value_end(text, collection.items[number - 1]))
    if match is None:
        raise make_error("this cannot be changed here", _IN_TEXT)
    return match.end()


def _find_value_start(text: str, place: _Place) -> int:
    """Return the offset behind the colon of an entry or the dash of an item."""
    collection, number = place
    if collection.kind == "list":
        return _find_start(text, collection, number) + 1
    colon = _COLON.match(text, collection.keys[number].end)
    if colon is None:
        raise make_error("this key does not stand on one line with its colon", _IN_TEXT)
    return colon.end()


def _measure_column(text: str, collection: ValueSpan) -> int:
    start = _find_start(text, collection, 0)
    return start - _find_line_start(text, start)


def _is_in_flow(places: Sequence[_Place]) -> bool:
    return bool(places) and places[-1].collection.is_flow


# --- changes of the text


def _put(text: str, places: Sequence[_Place], root: ValueSpan | None, value: EditValue) -> str:
    """Return the text with another value at the last of some places, or at the top of the file."""
    if not places:
        flow = _write_flow(value.data)
        lines = [flow] if isinstance(value.data, Scalar) or not value.data else _lay_out_lines(value.data)
        start, end = (root.start, find_value_end(text, root)) if root else (len(text), len(text))
        before = f"{text[:start]}\n" if not root and text and not text.endswith("\n") else text[:start]
        return before + "\n".join(lines) + (text[end:] or "\n")
    collection, number = place = places[-1]
    span = collection.items[number]
    end = find_value_end(text, span)
    if collection.is_flow:
        value_text = value.source or _write_flow(value.data)
        if collection.kind == "mapping" and not _COLON.match(text, collection.keys[number].end):
            return f"{text[:end]}: {value_text}{text[end:]}"
        return f"{text[:span.start]}{' ' * (text[span.start - 1] == ':')}{value_text}{text[end:]}"
    start, column = _find_value_start(text, place), _measure_column(text, collection)
    head, lines = _lay_out(value, _LINE_WIDTH - start + _find_line_start(text, start))
    if not head and collection.kind == "list":
        head, *lines = lines
    line_end = _find_line_end(text, start)
    if span.start <= line_end:  # the value begins on the line of its key or dash
        gap, tail, comments = text[start:span.start] or " ", text[end:_find_line_end(text, end)], ""
    else:
        gap, tail, comments = " ", text[start:line_end], text[line_end:_find_line_start(text, span.start) - 1]
    is_block = head.startswith(("|", ">")) and bool(lines)
    below = "".join(f"\n{_indent(line, column + 2)}" for line in lines)
    tail_start = end if span.start > line_end and not is_block else _find_line_end(text, end)
    return f"{text[:start]}{gap + head if head else ''}{tail}{'' if is_block else comments}{below}{text[tail_start:]}"


def _insert_part(text: str, places: Sequence[_Place], span: ValueSpan, number: int, value: EditValue,
                 key: str = "") -> str:
    """Return the text with a new item of a list in front of the item with a number, or with a new entry of a key.

    An entry takes the place of the comment `#key: ...`, if there is one.
    """
    start = f"{_write_key(key)}:" if key else "-"
    if span.is_flow and (span.items or _is_in_flow(places)):
        flow = value.source or _write_flow(value.data)
        lines = [f"{start} {flow}" if key else flow]
    elif not span.items:
        return _put(text, places, span, EditValue({key: value.data} if key else [value.data]))
    else:
        column = _measure_column(text, span)
        first, *below = _lay_out_part(start, value, _LINE_WIDTH - column)
        lines = [first, *(_indent(line, column) for line in below)]
        unused = re.compile(rf"^[ ]{{{column}}}#[ ]?{re.escape(key)}:(?P<value>.*)$", re.MULTILINE)
        limit = _COMMENT_LINES.match(text, _find_line_end(text, find_value_end(text, span)))
        if key and (match := unused.search(text, span.start, limit.end() if limit else len(text))):
            note = _COMMENT.search(match["value"])
            lines[0] = f"{' ' * column}{first}{f'  {note[0]}' if note else ''}"
            return text[:match.start()] + "\n".join(lines) + text[match.end():]
    if not span.items:
        return f"{text[:span.start + 1]}{lines[0]}{text[span.start + 1:]}"
    present = range(len(span.items))
    return _rearrange(text, span, [*present[:number], "\n".join(lines), *present[number:]])


def _take_out(text: str, places: Sequence[_Place]) -> str:
    """Return the text without an item or entry. An entry with a comment on its line becomes a comment."""
    span, number = places[-1]
    if len(span.items) == 1:
        return _put(text, places[:-1], span, EditValue([] if span.kind == "list" else {}))
    start, end = _find_start(text, span, number), find_value_end(text, span.items[number])
    if span.is_flow:
        return _rearrange(text, span, [other for other in range(len(span.items)) if other != number])
    line_start, line_end = _find_line_start(text, start), _find_line_end(text, end)
    if text[line_start:start].strip():  # the first entry of an item begins behind the dash of the item
        following = _find_start(text, span, 1)
        has_comments = text[end:following].strip()
        return text[:start].rstrip(" ") + text[end:] if has_comments else text[:start] + text[following:]
    if span.kind == "mapping" and "\n" not in text[start:end] and _COMMENT.search(text, end, line_end):
        return f"{text[:start]}#{text[start:]}"
    return text[:line_start] + text[line_end + 1:] if line_end < len(text) else text[:max(line_start - 1, 0)]


def _list_parts(text: str, span: ValueSpan) -> list[tuple[int, int]]:
    """Return the extents of the items or entries of a collection.

    If each item has its own line, an item includes the comments behind it, and more deeply indented ones below it.
    """
    parts, column = list[tuple[int, int]](), 0 if span.is_flow else _measure_column(text, span)
    comments = re.compile(rf"(?:\n+[ ]{{{column + 1},}}#.*)*")
    for number, item in enumerate(span.items):
        end = find_value_end(text, item)
        key_end = span.keys[number].end if span.keys else 0  # in brackets, a key can stand alone
        if span.is_flow:
            end = max(end, key_end)
        elif deeper := comments.match(text, _find_line_end(text, end)):
            end = deeper.end()
        parts.append((_find_start(text, span, number), end))
    return parts


def _rearrange(text: str, span: ValueSpan, parts: Sequence[int | str]) -> str:
    """Return the text with other parts in a collection: present ones by number, and the texts of new ones.

    If each part has its own line, the comments above a present part move with it.
    """
    extents = _list_parts(text, span)
    plain_gap = ", " if span.is_flow else f"\n{' ' * _measure_column(text, span)}"
    gaps = [plain_gap, *(text[end:start] for (_, end), (start, _) in pairwise(extents))]
    pieces = list[str]()
    stay = span.is_flow and len(parts) == len(extents)  # in another order, line breaks stay where they are
    for place, part in enumerate(parts):
        number = place if stay else part
        gap = gaps[number] if isinstance(number, int) and number < len(gaps) else plain_gap
        above = gap if place else "" if span.is_flow else gap.lstrip()
        pieces.append(above + (part if isinstance(part, str) else text[slice(*extents[part])]))
    return text[:extents[0][0]] + "".join(pieces) + text[extents[-1][1]:]


# --- edits


def _change_data(data: Data, path: EditPath, value: Data) -> Data:
    """Return data with another value at a path. Collections that do not change are shared."""
    if not path:
        return value
    copied: Any = dict(data) if isinstance(data, dict) else [*data]
    copied[path[0]] = _change_data(data[path[0]], path[1:], value)
    return copied


def _is_null(data: Data) -> bool:
    return isinstance(data, Scalar) and data.is_typed and data.text in _NULLS


def _read_number(number: object, limit: int) -> int:
    """Return the number of an item. Raises PrintshopError if it is no number from 0 to the limit."""
    if type(number) is not int or not 0 <= number <= limit:
        raise make_error(f"there is no place {str(number)[:20]} in this list", f"use 0 to {limit}")
    return number


def _set(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    if edit.get("value") is None:
        return _remove(text, parsed, path, edit)
    places, span = _locate(parsed, path)
    in_flow = _is_in_flow(places) if len(places) == len(path) else bool(span and span.is_flow)
    return _set_value(text, parsed, path, read_value(edit["value"], in_flow=in_flow))


def _set_value(text: str, parsed: ParsedText, path: EditPath, value: EditValue) -> _Change:
    """Return the text with a value at a path, and the values that differ. Missing parents are created."""
    places, span = _locate(parsed, path)
    above, missing = path[:len(places)], path[len(places):]
    current = list_data(find_node(parsed.node, above))
    for step in reversed(missing if _is_null(current) else missing[1:]):
        value = EditValue(_nest(step, value.data))
    if not missing or _is_null(current):
        return _Change(_put(text, places, span, value), {above: value.data})
    step = missing[0]
    if span and isinstance(current, dict) and isinstance(step, str):
        after = _insert_part(text, places, span, len(span.items), value, check_key(step))
        return _Change(after, {above: {**current, step: value.data}})
    if span and isinstance(current, list) and step == len(current):
        return _Change(_insert_part(text, places, span, step, value), {above: [*current, value.data]})
    raise make_error("another kind of value stands here", _IN_TEXT)


def _nest(step: str | int, data: Data) -> Data:
    """Return data in a new mapping with one key, or in a new list with one item."""
    if isinstance(step, str):
        return {check_key(step): data}
    _read_number(step, 0)
    return [data]


def _remove(text: str, parsed: ParsedText, path: EditPath, _: Mapping[str, Any]) -> _Change:
    if path and isinstance(path[-1], str) and find_node(parsed.node, path) is None:
        return _Change(text, {})
    places, parent = _find_places(parsed, path), _list_data_at(parsed, path[:-1])
    del parent[path[-1]]
    return _Change(_take_out(text, places), {path[:-1]: parent})


def _list_data_at(parsed: ParsedText, path: EditPath) -> Data:
    """Return the values of the list or mapping at a path, to be changed."""
    data = list_data(find_node(parsed.node, path))
    return dict(data) if isinstance(data, dict) else [*data]


def _insert(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    places, span = _locate(parsed, path)
    current = list_data(find_node(parsed.node, path))
    value = read_value(edit.get("value") or {"yaml": ""}, in_flow=bool(span and span.is_flow))
    is_found = len(places) == len(path)
    is_list = isinstance(current, list)  # a merged list (<<) is written as a list of its own
    before = current if is_list else [] if _is_null(current) else [current]
    number = _read_number(edit.get("number", len(before)), len(before))
    after = [*before[:number], value.data, *before[number:]]
    if is_list and is_found and span:
        return _Change(_insert_part(text, places, span, number, value), {path: after})
    if is_found and span and _COMMENT.search(text, span.start, find_value_end(text, span)):
        raise make_error("a single value with comments stands here in place of a list", _IN_TEXT)
    return _set_value(text, parsed, path, EditValue(after))


def _add(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    key = _check_new_key(parsed, path, edit.get("key"))
    return _set(text, parsed, (*path, key), {"value": edit.get("value") or {"yaml": ""}})


def _check_new_key(parsed: ParsedText, path: EditPath, key: object) -> str:
    if find_node(parsed.node, (*path, key := check_key(key))) is not None:
        raise make_error(f"there is a '{key[:60]}' here already", "choose another name")
    return key


def _rename(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    span, number = _find_places(parsed, path)[-1]
    if span.kind == "list":
        raise make_error("an item of a list has no name", "name a key")
    if path[-1] == edit.get("to"):
        return _Change(text, {})
    new, key = _check_new_key(parsed, path[:-1], edit.get("to")), span.keys[number]
    renamed = {new if old == path[-1] else old: value for old, value in _list_data_at(parsed, path[:-1]).items()}
    return _Change(f"{text[:key.start]}{_write_key(new)}{text[key.end:]}", {path[:-1]: renamed})


def _copy(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    span, number = _find_places(parsed, path)[-1]
    start, end = _list_parts(text, span)[number]
    copied, parent = text[start:end], _list_data_at(parsed, path[:-1])
    if span.kind == "mapping":
        key = _check_new_key(parsed, path[:-1], edit.get("to"))
        copied = _write_key(key) + text[span.keys[number].end:end]
        parent[key] = parent[path[-1]]
    else:
        parent.insert(number, parent[number])
    present = range(len(span.items))
    return _Change(_rearrange(text, span, [*present[:number + 1], copied, *present[number + 1:]]), {path[:-1]: parent})


def _move(text: str, parsed: ParsedText, path: EditPath, edit: Mapping[str, Any]) -> _Change:
    span, number = _find_places(parsed, path)[-1]
    order, parent = [*range(len(span.items))], _list_data_at(parsed, path[:-1])
    new_number = _read_number(edit.get("to"), len(order) - 1)
    order.insert(new_number, order.pop(number))
    if isinstance(parent, list):
        parent.insert(new_number, parent.pop(number))
    return _Change(_rearrange(text, span, order), {path[:-1]: parent})


_EDITS: Mapping[str, Callable[[str, ParsedText, EditPath, Mapping[str, Any]], _Change]] = {
    "set": _set, "insert": _insert, "add": _add, "copy": _copy, "move": _move, "rename": _rename, "remove": _remove}
