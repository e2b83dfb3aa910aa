"""Tables of the reference, written from the declarations of blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from printshop.schema.keys import BlockKinds, BlockKindsByKey, get_yaml_name, list_block_keys

_TABLE = re.compile(r"(<!-- keys: (\w+)((?: \w+)*) -->\n)(?:\|[^\n]*\n)*")


def list_table_rows(block: Any, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the keys of a block in the notation of the reference, with their meanings, `without` some keys.

    A dictionary of keys may replace the block. The key of a kind comes first, then its own keys, then inherited ones.
    A key without a description is written beside the key before it.
    """
    if not isinstance(block, dict):
        declared = list_block_keys(block)
        own = (name for cls in block.__mro__ for name in vars(cls).get("__annotations__", ()))
        first = (name for name, key in declared.items() if block.kind and get_yaml_name(name, key) == block.kind)
        block = {name: declared[name] for name in dict.fromkeys((*first, *own)) if name in declared}
    together: list[str] = []
    says = ""
    for attribute, key in block.items():
        name = get_yaml_name(attribute, key)
        if name in without:
            continue
        if key.description and together:
            yield ", ".join(together), says
            together = []
        together.append(f"`{name}`")
        says = key.description or says
    if together:
        yield ", ".join(together), says


def make_table(block: Any, *kinds: str, head: Any = None) -> str:
    """Return the table of a block in the reference, in Markdown, without the keys of its base block `head`.

    For a block of several kinds, the table has the named `kinds`, with a column for the kind.
    """
    common = {get_yaml_name(attribute, key) for attribute, key in list_block_keys(head).items()} if head else set()
    lines: list[tuple[str, ...]]
    if not kinds:
        lines = [("key", "meaning"), *list_table_rows(block, common)]
    else:
        by_key = isinstance(block, BlockKindsByKey)
        lines = [("part" if by_key else "kind", "key", "meaning")]
        for kind in kinds:
            for number, (names, says) in enumerate(list_table_rows(block.blocks[kind], common)):
                if by_key and number and any(line[1:] == (names, says) for line in lines):
                    continue  # several kinds have this key
                if by_key:  # the key of the kind, then the keys beside it
                    lines.append((names, "", says) if number == 0 else ("", names, says))
                else:
                    lines.append((f"`{kind}`" if number == 0 else "", names, says))
    heads, *texts = (f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in lines)
    return "\n".join((heads, "|---" * len(lines[0]) + "|", *texts)) + "\n"


def renew_tables(page: str, declared: Mapping[str, Any]) -> str:
    """Return a page of the reference with the tables of the declared blocks behind each `<!-- keys: NAME -->`.

    Behind NAME may stand the kinds of a table. The base block of all kinds is their head.
    """
    def format_tables(match: re.Match[str]) -> str:
        block, kinds = declared[match[2]], match[3].split()
        head = block.base_block if isinstance(block, BlockKinds) else None
        return match[1] + (make_table(block, *kinds, head=head) if kinds else make_table(head or block))

    return _TABLE.sub(format_tables, page)
