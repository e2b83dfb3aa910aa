"""JSON that would end Python, or that no file can hold, is refused."""

from __future__ import annotations

import json

import pytest

from printshop.source.json_reader import MAX_LEVELS, parse_json, read_json


def test_deep_json_is_refused_before_parsing() -> None:
    deep = "[" * MAX_LEVELS + "]" * MAX_LEVELS
    assert read_json(deep)
    assert read_json(json.dumps(["[" * 5_000, '"{' * 5_000, "\\["] * 3))
    for text in (f"[{deep}]", '{"a":' * 5_000, "[" * 5_000):
        with pytest.raises(ValueError, match="levels"):
            read_json(text)


def test_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        parse_json('{"unit": "\\ud800"}')
