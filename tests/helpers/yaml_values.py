"""YAML as JSON has it: what an editor that knows YAML 1.2 makes of a file."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from printshop.problems import Problems
from printshop.source import MappingNode, Node, Scalar, SequenceNode, parse, parse_text

if TYPE_CHECKING:
    from pathlib import Path


def of_file(path: Path) -> Any:
    return of(parse(path, Problems()))


def of_text(text: str) -> Any:
    return of(parse_text(text, "text", Problems()))


def of(node: Node | None) -> Any:
    if isinstance(node, MappingNode):
        return {key: of(one) for key, one in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [of(one) for one in node.items]
    assert isinstance(node, Scalar)
    return float(node.value) if isinstance(node.value, Fraction) else node.value
