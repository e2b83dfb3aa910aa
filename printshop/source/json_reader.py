"""Reading of JSON from elsewhere: a page, or a saved sheet."""

from __future__ import annotations

import json
import re
from typing import Any

MAX_LEVELS = 200  # of nested lists and objects
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[][{}]')  # and texts, which may have brackets in them


def parse_json(text: str) -> Any:
    """Return the value of JSON.

    Raises ValueError for bad JSON, and for half a character in it.
    """
    value = read_json(text)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def read_json(text: str) -> Any:
    """Return the value of JSON.

    Raises ValueError for bad JSON, and for more than `MAX_LEVELS` levels.
    """
    depth = 0
    for bracket in _BRACKETS.findall(text) if text.count("[") + text.count("{") > MAX_LEVELS else ():
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0)
        if depth > MAX_LEVELS:  # in a browser, Python would end without an error
            raise ValueError(f"more than {MAX_LEVELS} levels")
    return json.loads(text)
