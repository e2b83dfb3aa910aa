"""The reader of values: what is taken as a number, a text, a flag or a choice, and one problem for all else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printshop.problems import Problems
from printshop.schema import reader
from printshop.source import MappingNode, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.source import Node


def read_value(function: Callable[..., object], value: str, *more: Any) -> object:
    """Return what a function reads at a key, which is None where it notes a problem there."""
    problems = Problems()
    tree = parse_yaml(f"key: {value}\n", "f.yaml", problems)
    assert isinstance(tree, MappingNode)
    node: Node = tree.entries["key"]
    result = function(node, "the key", *more[:1], problems, *more[1:])
    assert [problem.span for problem in problems] == ([node.span] if result is None else [])
    return result


@pytest.mark.parametrize(("value", "number"), [
    ("4", 4), ("1", 1), ("9", 9), ("0", None), ("10", None), ("4.5", None), ("true", None), ("'4'", None),
    ("[4]", None), ("4 mm", None), ("", None),
])
def test_whole_numbers_have_limits(value: str, number: int | None) -> None:
    problems = Problems()
    tree = parse_yaml(f"key: {value}\n", "f.yaml", problems)
    assert isinstance(tree, MappingNode)
    assert reader.read_integer(tree.entries["key"], "the key", problems, 1, 9) == number
    assert len([*problems]) == (number is None)


@pytest.mark.parametrize(("value", "text"), [
    ("Rat", "Rat"), ("'Rat'", "Rat"), ("12", "12"), ("true", None), ("", None), ("''", None), ("[Rat]", None),
    ("{Rat}", None),
])
def test_texts_consist_of_words_and_digits(value: str, text: str | None) -> None:
    assert read_value(reader.read_plain_text, value) == text


@pytest.mark.parametrize(("value", "flag"), [("true", True), ("false", False), ("yes", None), ("1", None), ("", None)])
def test_flags_are_only_true_or_false(value: str, flag: bool | None) -> None:
    assert read_value(reader.read_boolean, value) is flag


@pytest.mark.parametrize(("value", "option"), [("bow", "bow"), ("Bow", None), ("", None), ("[bow]", None)])
def test_choices_are_named_exactly(value: str, option: str | None) -> None:
    assert read_value(reader.read_option, value, ("bow", "stern")) == option


def test_key_with_a_strange_space_is_reported() -> None:
    problems = Problems()
    tree = parse_yaml("a: 1\n\u3000b: 2\n", "f.yaml", problems)
    block = reader.Reader(tree, problems, "the block")
    block.read_integer("a")
    block.finish()
    (problem,) = problems
    assert problem.hint == "a space in the key is U+3000, not an ordinary one: delete it, and type a space"


@pytest.mark.parametrize(("value", "hint"), [
    ("3.0", "write 3"), ("3,0", "write 3"), ("3,5", "round it"), ("3.5", "round it"),
    ("3,000", "write the digits together: 3000"), ("3 mm", "write only the number 3, without a unit of measure"),
])
def test_decimals_in_place_of_whole_numbers_get_hints(value: str, hint: str) -> None:
    problems = Problems()
    tree = parse_yaml(f"key: {value}\n", "f.yaml", problems)
    assert tree
    assert reader.read_integer(tree.entries["key"], "the key", problems, None, None) is None
    assert next(iter(problems)).hint == hint
