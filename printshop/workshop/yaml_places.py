"""The place of a cursor in a text that is being typed, found with the reader of all files."""

from __future__ import annotations

import re
from typing import Literal

from printshop.source.value_spans import ValueSpan, parse_with_spans
from printshop.workshop import replies
from printshop.workshop.workspace import Workspace

_MARK = "printshop_cursor"
_BEGIN = re.compile(r"(?:^[ ]*|^[ ]*(?:- +)+|: +|[\[{,] *)$")  # a key or a value can begin here
_TOKEN = re.compile(r"[^\[\]{},:#\"'\n]*")
_LONGEST = 300_000  # characters of a text in which a cursor is looked for


def find_place(_workspace: Workspace, text: str, offset: str) -> replies.CursorPlace:
    """Return the place of a cursor: the path to its block, what can be typed there, and where its word begins.

    `role` is "key", "value", "either" (an item of a list), or "" if nothing can be offered. `keys` are the other keys
    of the block. `start` is an offset in characters.
    """
    nothing: replies.CursorPlace = {"path": [], "role": "", "start": 0, "keys": []}
    if not (offset.isascii() and offset.isdecimal()) or int(offset) > len(text) or len(text) > _LONGEST:
        return nothing
    end = int(offset)
    line = text.rfind("\n", 0, end) + 1
    before = text[line:end]
    start = next((line + at for at in range(len(before), -1, -1)
                  if _BEGIN.search(before[:at]) and not re.search(r"[\[\]{},\"']", before[at:])
                  and not re.search(r": |: *$", before[at:])), None)
    if start is None or re.search(r"(?:^| )#", before) or before.count('"') % 2 or before.count("'") % 2:
        return nothing
    typed = _TOKEN.match(text, start)
    stop = max(end, typed.end() if typed else end)
    behind = text[stop:]
    is_value = before[:start - line].rstrip().endswith(":")
    roles: list[Literal["key", "value"]] = ["value"] if is_value else ["key", "value"] if re.search(
        r"[-\[,]\s*$", before[:start - line]) else ["key"]
    found = list[tuple[Literal["key", "value"], list[str | int], list[str]]]()
    for role in roles:
        mark = _MARK if role == "value" or behind.startswith(":") else f"{_MARK}: 0"
        for rest in (behind, "\n", f"{_close(before)}\n"):  # a text may be unfinished below the cursor, or on its line
            read = parse_with_spans(f"{text[:start]}{mark}{rest}")
            place = _find_mark(read.root, []) if read.root else None
            if place:
                found.append((role, *place))
                break
    if not found:
        return nothing
    role, path, keys = found[0]
    return {"path": path, "role": "either" if len(found) > 1 else role, "start": start, "keys": keys}


def _close(before: str) -> str:
    """Return the brackets that a line leaves open, closed."""
    opened: list[str] = []
    for sign in re.sub(r"\"[^\"]*\"|'[^']*'", "", before):
        if sign in "[{":
            opened.append("]" if sign == "[" else "}")
        elif sign in "]}" and opened:
            opened.pop()
    return "".join(reversed(opened))


def _find_mark(span: ValueSpan, path: list[str | int]) -> tuple[list[str | int], list[str]] | None:
    """Return the path to the block of the marked key, or to the marked value, and the other keys of that block."""
    if span.kind == "scalar":
        return (path, []) if span.text == _MARK else None
    keys = [key.text for key in span.keys]
    if _MARK in keys:
        return path, [key for key in keys if key != _MARK]
    steps: list[str | int] = [*keys] if span.kind == "mapping" else [*range(len(span.items))]
    for step, item in zip(steps, span.items, strict=True):
        if place := _find_mark(item, [*path, step]):
            return place
    return None
