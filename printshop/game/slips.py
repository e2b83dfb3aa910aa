"""Slips of those who write YAML for the first time, which YAML takes for something else without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.source import Scalar

if TYPE_CHECKING:
    from printshop.problems import Problems, Span
    from printshop.source import Node


def meant(node: Scalar, what: str, problems: Problems) -> str:
    """Return a text; one that YAML ends at a #, or in quotes that are none for YAML, is noted, as it was meant."""
    if node.cut:
        whole = f"{node.text} {node.cut}"
        problems.add(node.span, f"{what} ends before the #, where YAML begins a comment",
                     f'write "{whole}" in quotes, or put a space behind the # of a comment')
        return whole
    if node.curly:
        problems.add(node.span, f"{what} stands in curly quotes, which YAML takes for a part of it",
                     f'write straight ones: "{node.curly}"; curly ones that are to be printed stand between these')
    return node.curly or node.text


def bare(node: Node) -> bool:
    """Return whether nothing stands at a node, as behind a word alone within braces."""
    return isinstance(node, Scalar) and node.plain and not node.text


def comma(node: Node, key: Span | None) -> str:
    """Return a hint for a key that is none, but the rest of a text behind a comma; "" for any other."""
    cut = bare(node) and key and key.text[: key.column - 1].rstrip().endswith(",")
    return "between { } a comma begins another key: a text that has one needs quotes" if cut else ""
