"""Values of a file as the workshop shows them: trees of scalars, lists and blocks of keys."""

from __future__ import annotations

from printshop.source import Node, ScalarNode, SequenceNode
from printshop.source.value_edits import EditPath
from printshop.source.value_spans import ValueSpan
from printshop.workshop import replies

_NAMES = ("name", "title", "unit")  # keys that are never left out
_ALIAS = "an alias stands here: change the value to which it leads in the text of the file"
_ANCHOR = "other places of the file have this value, too: change it in the text of the file"
_MERGED = "this value is merged from another place by <<: change it in the text of the file"


def make_value_tree(text: str, node: Node, span: ValueSpan | None = None, path: EditPath | None = None, *,
                    names: int = 0, depth: int = 0) -> replies.Tree:
    """Return values in the form of the workshop.

    `span` is None for values that are written at another place. If there is a path, the blocks beside it have only
    their names. With `names`, this block has only its names, too; with the value 2, the items of a list also have
    names.
    """
    # an empty value may stand at the end of the text
    is_shared = span is not None and text.startswith("&", span.start)
    fixed = _ALIAS if span and span.kind == "alias" else _ANCHOR if is_shared else ""
    tree: replies.Tree = {"fixed": fixed} if fixed else {}
    if isinstance(node, ScalarNode):
        return {"text": "" if node.value is None else node.text, "plain": node.is_plain, **tree}
    if path == () and depth and not (depth == 1 and isinstance(node, SequenceNode)):
        path = None  # the block itself, and no list of all units
    name_depth = 1 if names or depth else 2

    def convert(step: str | int, child: Node, child_span: ValueSpan | None) -> replies.Tree:
        inner = path[1:] if path and path[0] == step else None
        of_child = 0 if inner is not None or (path is None and not names) else name_depth
        return make_value_tree(text, child, child_span, inner, names=of_child, depth=depth + 1)

    if isinstance(node, SequenceNode):
        spans = span.items if span and span.kind == "list" else [None] * len(node.items)
        items = [] if names == 1 else [*zip(node.items, spans, strict=True)]
        return {"items": [convert(number, *item) for number, item in enumerate(items)], **tree}
    own_spans = {key.text: value for key, value in zip(span.keys, span.items, strict=True)
                 if not key.is_merge_key} if span else {}
    entries = list[tuple[str, replies.Tree]]()
    for key, child in node.entries.items():
        if not names or (key in _NAMES and isinstance(child, ScalarNode)):
            entry = convert(key, child, own_spans.get(key))
            is_merged = span is not None and span.kind == "mapping" and key not in own_spans
            entries.append((key, {**entry, "fixed": _MERGED} if is_merged else entry))
    return {"entries": entries, **tree}
