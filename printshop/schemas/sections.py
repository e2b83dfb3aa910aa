"""The schemas of all that is not a unit: from the shapes of shapes.json, with the names of a game put in.

That file says which keys may stand where, with what kind of value, and what the documentation says of them. It is
written by a test that listens to the readers of the data, and compared by it with what they ask for today. A shape has

    is       how a value is read: text, whole, number, flag, choice, length, size, color, texts, rows, list, block
    unknown  whether `unknown` may stand there, too;  low, high, options: what is allowed;  says: what it is for
    keys     what a mapping has, of which it `needs` some; it is closed to other keys, unless it is `open`
    any      what stands below every key of a mapping whose keys are names of the game's own
    each     what every item of a list is
    kinds    what a mapping has, by its key `kind`
    like     the place that has the same shape

and where it says nothing, anything goes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.game.layers import BLOCKS, MARKS, holders
from printshop.language import patterns, sections
from printshop.language.patterns import TEXT, Schema, choice
from printshop.language.schema import Writer as BlockWriter
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("shapes.json")
TOP, FLEETS = "game", "fleet"
STAND_IN = r"\$[A-Za-z_][0-9A-Za-z_]*"
MARK_WORDS = {"replaces": "true: this takes the place of the entry of the same name in the game that this one extends.",
              "changes": "true: that entry stays, but with the keys that are given here put into it."}
Shape = dict[str, Any]


@cache
def shapes() -> Mapping[str, Shape]:
    """Return all shapes by their places, in which `*` is any name, `[]` any item of a list."""
    found: dict[str, Shape] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes schemas of places.

    `names` are schemas of what depends on the game, by place; they take the place of what the readers say. Where a game
    `extends` another, entries may be marked, and may leave out what they do not change.
    """

    names: Mapping[str, Schema] = field(default_factory=dict)
    blocks: BlockWriter = field(default_factory=BlockWriter)
    extends: bool = False
    used: set[str] = field(default_factory=set)  # places that are referred to

    def document(self, path: str, title: str) -> Schema:
        """Return the schema of a file that holds what stands at a place."""
        found = {"title": title, **self.schema(path, self._at(path)), "type": "object"}
        return self.complete(found)

    def complete(self, found: Schema) -> Schema:
        """Return a schema with the definitions that it refers to."""
        definitions: Schema = {}
        while self.used - {*definitions}:
            for path in sorted(self.used - {*definitions}):
                definitions[path] = self.schema(path, shapes()[path])
        return {**found, "definitions": {_key(path): one for path, one in sorted(definitions.items())}} if definitions \
            else found

    def _at(self, path: str) -> Shape:
        first, *parts = path.split(".")
        shape = shapes()[first]
        for part in parts:
            shape = shape["any"] if part == "*" else shape["each"] if part == "[]" else shape["keys"][part]
        return shape

    def place(self, path: str) -> Schema:
        """Return the schema of what stands at a place."""
        return self.schema(path, self._at(path))

    def schema(self, path: str, shape: Shape) -> Schema:
        """Return the schema of a shape that stands at a place."""
        section = next((one for one in sections.sections() if path == f"{TOP}.{one.key}" and one.blocks), None)
        if section:
            also = marks() if self.extends else {}
            return {"type": "object", "additionalProperties": self.blocks.block(section.blocks, also)}
        said = {"description": _sentence(shape["says"])} if "says" in shape else {}
        if path in self.names:
            return {**said, **self.names[path]}
        if "like" in shape:
            self.used.add(shape["like"])
            return {"$ref": f"#/definitions/{_key(shape['like'])}"}
        found = {**said, **_value(shape)}
        if "each" in shape:
            found["items"] = self.schema(f"{path}.[]", shape["each"])
        if "kinds" in shape:
            found |= self._kinds(path, shape["kinds"])
        if "any" in shape:
            found["additionalProperties"] = self.schema(f"{path}.*", shape["any"])
            if self.extends and path.removeprefix(f"{TOP}.") in BLOCKS:
                found["properties"] = marks()
        return found | self._keys(path, shape) if "keys" in shape else found

    def _keys(self, path: str, shape: Shape) -> Schema:
        keys = {key: self.schema(f"{path}.{key}", one) for key, one in shape["keys"].items()}
        if self.extends and _entry(path):
            keys |= marks()
        closed = {} if shape.get("open") else {"additionalProperties": False}
        needed = {"required": shape["needs"]} if "needs" in shape and not self.extends else {}
        return {"properties": keys, **needed, **closed}

    def _kinds(self, path: str, kinds: Mapping[str, Shape]) -> Schema:
        """Return which keys go with which `kind`: an editor offers those of the one that is written."""
        cases = [{"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
                  "then": self._keys(path, shape)} for kind, shape in kinds.items()]
        asked = (shape["keys"]["kind"] for shape in kinds.values())
        options = next(one["options"] for one in asked if "options" in one)
        needed = {} if self.extends else {"required": ["kind"]}
        return {"properties": {"kind": {"enum": options}}, **needed, "allOf": cases}


def marks() -> Schema:
    """Return what an entry may have besides its keys in a game that extends another."""
    return {mark: {"type": "boolean", "description": MARK_WORDS[mark]} for mark in MARKS}


def _entry(path: str) -> bool:
    """Return whether a place is that of an entry under a name of its own, or of a whole block."""
    parts = path.split(".")
    named = len(parts) == 3 and parts[1] in holders() and parts[2] == "*"
    return named or (len(parts) >= 2 and parts[1] in BLOCKS and (len(parts) == 2 or parts[-1] == "*"))


def _key(path: str) -> str:
    """Return what a place is called among the definitions.

    >>> _key("game.counters.*.front.[]")
    'counters_front'
    """
    return "_".join(part for part in path.split(".")[1:] if part not in ("*", "[]"))


def _sentence(text: str) -> str:
    """Return a note of the documentation as a sentence."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _value(shape: Shape) -> Schema:
    """Return the schema of a single value, or of a list of such."""
    limits = {word: shape[key] for key, word in (("low", "minimum"), ("high", "maximum")) if key in shape}
    known = {"length": patterns.LENGTH, "size": patterns.SIZE, "color": patterns.COLOUR}
    lost = [UNKNOWN] if shape.get("unknown") else []
    way, text = shape.get("is"), {"type": TEXT}
    stand_in = patterns.whole(patterns.one_of((*lost, STAND_IN)))
    if way in known:
        return {"type": "string", "pattern": patterns.whole(patterns.one_of((*lost, known[way], STAND_IN)))}
    found: dict[object, Schema] = {
        "text": text, "whole": {"type": ["integer", "string"], **limits, "pattern": stand_in},
        "number": {"type": ["number", "string"], **limits, "pattern": stand_in},
        "flag": {"type": ["boolean", "string"], "pattern": stand_in},
        "choice": choice((*shape.get("options", ()), *lost)),
        "texts": {"type": ["array", *TEXT], "items": text}, "rows": {"type": "array"},
        "list": {"type": ["array", "string"], "pattern": stand_in} if lost else {"type": "array"},
        "block": {"type": ["object", "string"], "pattern": stand_in} if lost else {"type": "object"}}
    return found.get(way, {})
