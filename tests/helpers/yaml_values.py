"""Plain values and trees of YAML texts, and random values to write as YAML."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from printshop.problems import Problems
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, parse_yaml, parse_yaml_file

if TYPE_CHECKING:
    from pathlib import Path


def read_file(path: Path) -> Any:
    """Return the values of a file by the rules of YAML 1.2, like JSON."""
    return to_plain(parse_yaml_file(path, Problems()))


def read_text(text: str) -> Any:
    """Return the values of a text as `read_file` does."""
    return to_plain(parse_yaml(text, "text", Problems()))


def to_plain(node: Node | None) -> Any:
    """Return the values of a tree, like JSON."""
    if isinstance(node, MappingNode):
        return {key: to_plain(one) for key, one in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [to_plain(one) for one in node.items]
    assert isinstance(node, ScalarNode)
    return float(node.value) if isinstance(node.value, Fraction) else node.value


def read_tree(text: str) -> Node:
    """Return the tree of a text that has no problems."""
    problems = Problems()
    node = parse_yaml(text, "test.yaml", problems)
    problems.raise_if_any()
    assert node is not None
    return node


def strip_places(node: Node) -> object:
    """Return the exact values of a tree without their places."""
    match node:
        case MappingNode():
            return {key: strip_places(value) for key, value in node.entries.items()}
        case SequenceNode():
            return [strip_places(item) for item in node.items]
        case ScalarNode():
            return node.value
    raise AssertionError(node)


# PyYAML itself writes the exotic line ends wrongly
random_texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x85\u2028\u2029\ufeff"), max_size=20
)
random_values = st.recursive(
    random_texts | st.integers(-(10**30), 10**30) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(random_texts, inner, max_size=4),
    max_leaves=12,
)
