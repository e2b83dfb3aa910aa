"""Values of JSON are compared with declared types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

import pytest

from printshop.source.edit_shapes import Edit
from printshop.source.json_shapes import declare_arguments, has_shape


class Branch(TypedDict):
    """A block that can have blocks of its own kind."""

    name: str
    length: NotRequired[float | None]
    above: NotRequired[list[Branch]]


def grow(tree: Branch, size: int, how: Literal["up", "down"] = "up", *, tool: object = None) -> None:
    """Stand for an action: the first argument is that of its caller."""


@pytest.mark.parametrize(("shape", "values", "others"), [
    (str, ["", "a"], [None, 1, ["a"], {}]),
    (int, [0, -3, 10**30], [True, 1.0, "1", None]),
    (float, [0, 1.5], [False, "1", None]),
    (bool, [True], [0, None, "true"]),
    (None, [None], [0, "", []]),
    (object, [None, [{"a": 1}]], []),
    (Any, [None, [{"a": 1}]], []),
    (Literal["a", "b"], ["a"], ["c", None, ["a"], {}]),
    (list[int], [[], [1, 2]], [[1, "2"], {}, "12", None]),
    (tuple[str, int], [["a", 1]], [[], ["a"], ["a", "1"], ["a", 1, 1], "a1"]),
    (dict[str, int | str], [{}, {"a": 1, "b": "c"}], [{"a": None}, [], [["a", 1]]]),
    (Mapping[str, list[str]], [{"a": ["b"]}], [{"a": "b"}]),
    (Branch, [{"name": "a"}, {"name": "a", "length": None, "above": [{"name": "b", "length": 2}]}],
     [{}, {"name": None}, {"name": "a", "more": 1}, {"name": "a", "above": None}, {"name": "a", "above": [{}]},
      ["name"]]),
    (Edit, [{"do": "set", "path": ["a", 0]}, {"do": "set", "path": [], "value": {"data": {"a": [None]}}}],
     [{"path": []}, {"do": "fly", "path": []}, {"do": "set"}, {"do": "set", "path": [True]}, {"do": [], "path": []},
      {"do": "set", "path": [], "value": {}}, {"do": "set", "path": [], "value": {"text": 1}},
      {"do": "add", "path": []}]),
])  # fmt: skip
def test_value_has_its_declared_type_or_not(shape: Any, values: list[object], others: list[object]) -> None:
    assert [value for value in values if not has_shape(value, shape)] == []
    assert [value for value in others if has_shape(value, shape)] == []


def test_arguments_of_a_function_are_a_block() -> None:
    shape = declare_arguments(grow)
    assert has_shape({"size": 3}, shape)
    assert has_shape({"size": 3, "how": "down"}, shape)
    for wrong in ({}, {"size": "3"}, {"size": 3, "how": "left"}, {"size": 3, "tool": None},
                  {"size": 3, "tree": {"name": ""}}, [3], None):
        assert not has_shape(wrong, shape)
