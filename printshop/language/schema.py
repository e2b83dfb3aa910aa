"""JSON Schema and reference tables of blocks, from their declarations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printshop.language import patterns
from printshop.language.keys import Kinds, keys, spelt
from printshop.markup import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from printshop.language.keys import Key
    from printshop.language.patterns import Schema


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes schemas of blocks.

    `entries` are the names in a game's sections. In a game that `changes` another an entry may leave out what it does
    not change.
    """

    entries: Mapping[str, Collection[str]] = field(default_factory=dict)
    changes: bool = False

    def entry(self, section: str) -> Schema:
        """Return the schema of the name of an entry of a section."""
        return patterns.choice(self.entries[section]) if section in self.entries else {"type": patterns.TEXT}

    def block(self, block: Any) -> Schema:
        """Return the schema of a block, or of blocks of several kinds: an editor offers the keys of the one written."""
        if not isinstance(block, Kinds):
            return {"type": "object", **self._keys(block)}
        cases = [{"if": {"properties": {block.key: {"const": name}}, "required": [block.key]},
                  "then": self._keys(one, block.key)} for name, one in block.blocks.items()]
        needed = {} if self.changes else {"required": [block.key]}
        return {"type": "object", "properties": {block.key: {"enum": [*block.blocks]}}, **needed, "allOf": cases}

    def _keys(self, block: Any, *more: str) -> Schema:
        declared = {spelt(attribute, key): key for attribute, key in keys(block).items()}
        properties: Schema = {**{name: {} for name in more}, **{name: self.key(key) for name, key in declared.items()}}
        needed = [] if self.changes else [*more, *(name for name, key in declared.items() if key.needed)]
        return {"properties": properties, **({"required": needed} if needed else {}), "additionalProperties": False}

    def key(self, key: Key) -> Schema:
        """Return the schema of what stands at a key, with what an editor says of it."""
        return {**({"description": sentence(key.says)} if key.says else {}), **key.schema(self)}


def sentence(says: str) -> str:
    """Return what a key is for as a sentence without markup.

    >>> sentence("how far, in `in` (see [lengths](x.md))")
    'How far, in in (see lengths).'
    """
    words = plain(re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", says).replace("`", ""))
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def rows(block: Any, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Give the keys of a block, as the reference writes them, with what they are for; `without` some keys.

    A key for which the one before it speaks is written beside that.
    """
    together: list[str] = []
    says = ""
    for attribute, key in keys(block).items():
        name = spelt(attribute, key)
        if name in without:
            continue
        if key.says and together:
            yield ", ".join(together), says
            together = []
        together.append(f"`{name}`")
        says = key.says or says
    if together:
        yield ", ".join(together), says


def table(block: Any, head: Any = None) -> str:
    """Return the table of a block in the reference, in Markdown; without the keys that it has from its `head`.

    Blocks of several kinds have a column for the kind.
    """
    common = {spelt(attribute, key) for attribute, key in keys(head).items()} if head else set()
    if not isinstance(block, Kinds):
        return _lines("key", "what it says", rows=rows(block, common))
    each = [(f"`{kind}`" * (number == 0), names, says) for kind, one in block.blocks.items()
            for number, (names, says) in enumerate(rows(one, common))]
    return _lines("kind", "key", "what it says", rows=each)


def _lines(*heads: str, rows: Any) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    shown = ((f" {cell} " if cell.strip("-") else cell or " " for cell in line) for line in lines)
    return "".join(f"|{'|'.join(cells)}|\n" for cells in shown)
