"""JSON Schema and reference tables of blocks, from their declarations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printshop.language import patterns
from printshop.language.keys import ByKey, Kinds, keys, spelt
from printshop.letters import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

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

    def block(self, block: Any, also: Schema | None = None) -> Schema:
        """Return the schema of a block, or of blocks of several kinds: an editor offers the keys of the one written.

        `also` are keys that it may have besides.
        """
        if not isinstance(block, Kinds):
            return {"type": "object", **self._keys(block, also or {})}
        if isinstance(block, ByKey):
            ways: dict[str, list[Schema]] = {}
            for one in block.blocks.values():
                for name, key in self._keys(one, also or {})["properties"].items():
                    ways.setdefault(name, []).extend([key] if key not in ways.get(name, ()) else [])
            every = {name: several[0] if len(several) == 1 else {"anyOf": several} for name, several in ways.items()}
            return {"type": "object", "properties": every, "additionalProperties": False}
        cases = [{"if": {"properties": {block.key: {"const": name}}, "required": [block.key]},
                  "then": self._keys(one, also or {}, block.key)} for name, one in sorted(block.blocks.items())]
        needed = {} if self.changes else {"required": [block.key]}
        return {"type": "object", "properties": {block.key: {"enum": sorted(block.blocks)}}, **needed, "allOf": cases}

    def _keys(self, block: Any, also: Schema, *more: str) -> Schema:
        declared = {spelt(attribute, key): key for attribute, key in keys(block).items()}
        written = {name: self.key(key) for name, key in ({**block.more(), **declared}).items()}
        properties: Schema = {**{name: {} for name in more}, **written, **also}
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
    words = plain(re.sub(r"\[([^][]+)\]\([^()]*\)", r"\1", says).replace("`", ""))
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")


def rows(block: Any, without: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Give the keys of a block, as the reference writes them, with what they are for; `without` some keys.

    In the place of a block may stand a dictionary of keys. Its own come before those that it has in common with others.
    A key for which the one before it speaks is written beside that.
    """
    together: list[str] = []
    says = ""
    for attribute, key in (block if isinstance(block, dict) else _own_first(block)).items():
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


def _own_first(block: Any) -> dict[str, Key]:
    declared = keys(block)
    written = (name for one in block.__mro__ for name in vars(one).get("__annotations__", ()))
    return {name: declared[name] for name in dict.fromkeys(written) if name in declared}


def table(block: Any, *kinds: str, head: Any = None) -> str:
    """Return the table of a block in the reference, in Markdown; without the keys that it has from its `head`.

    Of blocks of several kinds it has those that are named, with a column for the kind; all of them have a head.
    """
    common = {spelt(attribute, key) for attribute, key in keys(head).items()} if head else set()
    if not kinds:
        return _lines(("key", "what it says"), rows(block, common))
    if isinstance(block, ByKey):  # its own key, then those that go with it
        return _lines(("part", "key", "what it says"), (
            (names, "", says) if number == 0 else ("", names, says) for kind in kinds
            for number, (names, says) in enumerate(rows(block.blocks[kind], common))))
    return _lines(("kind", "key", "what it says"), (
        (f"`{kind}`" if number == 0 else "", names, says) for kind in kinds
        for number, (names, says) in enumerate(rows(block.blocks[kind], common))))


def _lines(heads: Collection[str], lines: Iterable[Collection[str]]) -> str:
    shown = [heads, *lines]
    texts = [f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in shown]
    return "\n".join((texts[0], "|---" * len(heads) + "|", *texts[1:])) + "\n"


_TABLE = re.compile(r"(<!-- keys: (\w+)((?: \w+)*) -->\n)(?:\|[^\n]*\n)*")


def renewed(page: str, declared: Mapping[str, Any]) -> str:
    """Return a page of the reference with its tables as the blocks are declared: behind each `<!-- keys: NAME -->`.

    Behind NAME may stand the kinds that a table is of. The block that all kinds have in common is their head.
    """
    def written(match: re.Match[str]) -> str:
        block, kinds = declared[match[2]], match[3].split()
        head = block.head if isinstance(block, Kinds) else None
        return match[1] + (table(block, *kinds, head=head) if kinds else table(head or block))

    return _TABLE.sub(written, page)
