"""What the readers of a game ask for: recorded while games are read, as the shapes of printshop/schemas/shapes.json.

Every `Reader` stands for a mapping of the data and is asked for each key that may be there, with the kind of value that
is wanted. So reading games that use every key (a test sees to it that the documentation's does) tells all keys.
Mappings at the same place are taken together, whatever they are called.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from types import EllipsisType
from typing import TYPE_CHECKING, Any

from printshop.language.reader import Reader
from printshop.source import Mapping, Node, Scalar, Sequence

METHODS = ("node", "text", "whole", "number", "flag", "choice", "length", "size", "color", "texts", "placed_texts",
           "rows", "reader", "readers", "named", "unknown")
LIKE = {  # what has the same shape as something else
}
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAMES = {"placed_texts": "texts", "reader": "block", "named": "block", "readers": "list"}
Shape = dict[str, Any]


@dataclass
class Asked:
    """How a key was asked for, in all mappings at a place: by which methods, in how many of them as required."""

    ways: set[str] = field(default_factory=set)
    needed: int = 0
    low: int | float | None = None
    high: int | float | None = None
    options: set[tuple[str, ...]] = field(default_factory=set)


@dataclass
class Record:
    """One mapping as it was read."""

    node: Mapping
    keys: dict[str, Asked] = field(default_factory=dict)
    listed: bool = False  # its keys were gone through: they may be anything
    done: bool = False

    def ask(self, way: str, key: str, args: tuple[object, ...], given: dict[str, object]) -> None:
        asked = self.keys.setdefault(key, Asked())
        asked.ways.add(way)
        default = given.get("default", args[1 if way == "choice" else 0] if len(args) > (way == "choice") else None)
        plain = way in ("text", "whole", "number", "choice", "length", "size", "color")
        left_out = len(args) <= (way == "choice") and "default" not in given
        required = bool(given.get("required")) or (plain and (left_out or isinstance(default, EllipsisType)))
        asked.needed = max(asked.needed, int(required or way == "rows"))
        if way in ("whole", "number"):
            asked.low = given.get("low", args[1] if len(args) > 1 else None)  # type: ignore[assignment]
            asked.high = given.get("high", args[2] if len(args) > 2 else None)  # type: ignore[assignment]
        if way == "choice":
            asked.options.add(tuple(args[0] if args else given["options"]))  # type: ignore[arg-type]


class Recorder:
    """All mappings that have been read, by their nodes."""

    def __init__(self) -> None:
        self.records: dict[int, Record] = {}
        self.roots: dict[str, list[Node]] = {"game": [], "fleet": []}
        self._inside = 0

    def of(self, reader: Reader) -> Record | None:
        node = reader._node
        return self.records.setdefault(id(node), Record(node)) if isinstance(node, Mapping) else None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to every reader."""
        known = {name: getattr(Reader, name) for name in (*METHODS, "each", "keys", "done", "__init__")}
        try:
            for name in METHODS:
                setattr(Reader, name, self._asking(name, known[name]))
            for name in ("each", "keys", "done", "__init__"):
                setattr(Reader, name, self._telling(name, known[name]))
            yield
        finally:
            for name, method in known.items():
                setattr(Reader, name, method)

    def _asking(self, name: str, method: Callable[..., object]) -> Callable[..., object]:
        def asked(reader: Reader, key: str, *args: object, **given: object) -> object:
            record = None if self._inside else self.of(reader)
            if record:
                record.ask(name, key, args, given)
            self._inside += 1
            try:
                return method(reader, key, *args, **given)
            finally:
                self._inside -= 1

        return asked

    def _telling(self, name: str, method: Callable[..., object]) -> Callable[..., object]:
        def told(reader: Reader, *args: object, **given: object) -> object:
            result = method(reader, *args, **given)
            record = self.of(reader)
            if record and name == "__init__" and reader.what.startswith(("the game", "the fleet")):
                self.roots["game" if reader.what == "the game" else "fleet"].append(record.node)
            if record and name in ("each", "keys"):
                record.listed = True
            if record and name == "done":
                record.done = True
            return result

        return told


class Shapes:
    """What stands at each place of a tree, and the schema of it.

    A place is a path of keys: `*` is any key of a mapping whose keys are names of the game's own, `[]` any item of a
    list, `(stick)` behind a place says of which `kind` the mapping is.
    """

    def __init__(self, recorder: Recorder, roots: dict[str, list[Node]]) -> None:
        self._records = recorder.records
        self._pools: dict[str, dict[int, Node]] = {}
        for path, nodes in roots.items():  # of those that were read to their end: others look at a part of one
            self._pools[path] = {id(node): node for node in nodes if self._records[id(node)].done}
        while self._spread():
            pass

    def _spread(self) -> bool:
        """Put what stands in the mappings and lists of each place into pools of their own; whether anything was new."""
        before = sum(map(len, self._pools.values()))
        for path in list(self._pools):
            nodes = list(self._pools[path].values())
            for item in (item for node in nodes if isinstance(node, Sequence) for item in node.items):
                self._put(f"{path}.[]", item)
            for node in nodes:
                if self._holds(node):
                    for entry in node.entries.values():  # type: ignore[attr-defined]
                        self._put(f"{path}.*", entry)
            for kind, group in _kinds(self._known(nodes)).items():
                free = _free(group)
                for record in group:
                    for key, node in record.node.entries.items():
                        self._put(f"{path}{kind}.{'*' if free else key}", node)
        return sum(map(len, self._pools.values())) > before

    def _holds(self, node: Node) -> bool:
        """Return whether a mapping that no reader stands for has mappings in it for which one does."""
        if not isinstance(node, Mapping) or id(node) in self._records:
            return False
        return any(id(entry) in self._records for entry in node.entries.values())

    def _put(self, path: str, node: Node) -> None:
        self._pools.setdefault(LIKE.get(path, path), {})[id(node)] = node

    def _known(self, nodes: list[Node]) -> list[Record]:
        return [self._records[id(node)] for node in nodes if id(node) in self._records]

    def shape(self, path: str, asked: list[Asked], page: str = "") -> Shape:
        """Return the shape of a place, which readers have asked for in these ways."""
        if path in LIKE:
            return {"like": LIKE[path]}
        nodes = list(self._pools.get(path, {}).values())
        found = _leaf(asked)
        if any(isinstance(node, Sequence) for node in nodes) and found.get("is") not in ("texts", "rows"):
            found["each"] = self.shape(f"{path}.[]", [])
        records = self._known(nodes)
        if any(map(self._holds, nodes)):
            found["any"] = self.shape(f"{path}.*", [])
        return {**found, **self._mapping(path, records)} if records else found

    def _mapping(self, path: str, records: list[Record]) -> Shape:
        kinds = _kinds(records)
        if list(kinds) == [""]:
            return self._keys(path, records)
        options = max((one for record in records for one in record.keys["kind"].options), key=len)
        return {"kinds": {kind: self._keys(f"{path}({kind})", kinds[f"({kind})"])
                          for kind in options if f"({kind})" in kinds}}

    def _keys(self, path: str, records: list[Record]) -> Shape:
        if _free(records):
            return {"any": self.shape(f"{path}.*", [one for record in records for one in record.keys.values()])}
        keys = sorted({key for record in records for key in record.keys})
        ways = {key: [record.keys[key] for record in records if key in record.keys] for key in keys}
        there = {key: [record.keys[key] for record in records if key in record.keys and key in record.node.entries]
                 for key in keys}
        found: Shape = {"keys": {key: self.shape(f"{path}.{key}", there[key] or ways[key]) for key in keys}}
        needed = [key for key in keys if all(key in one.keys and one.keys[key].needed for one in records)]
        if needed:
            found["needs"] = needed
        if not all(record.done for record in records):
            found["open"] = True
        return found


def _kinds(records: list[Record]) -> dict[str, list[Record]]:
    """Return mappings by their `kind`, where there is a choice of kinds and several of them are there."""
    chosen = {}
    for record in records:
        kind = record.node.entries.get("kind")
        choice = "kind" in record.keys and "choice" in record.keys["kind"].ways
        chosen[id(record)] = f"({kind.text})" if choice and isinstance(kind, Scalar) else ""
    found: dict[str, list[Record]] = {}
    several = len(set(chosen.values())) > 1 and "" not in chosen.values()
    for record in records:
        found.setdefault(chosen[id(record)] if several else "", []).append(record)
    return found


def _free(records: list[Record]) -> bool:
    """Return whether the keys of mappings are names: gone through, and none asked for that is not there."""
    listed = any(record.listed for record in records)
    return listed and all(key in record.node.entries for record in records for key in record.keys)


def _leaf(asked: list[Asked]) -> Shape:
    """Return the shape of a value that was asked for in these ways; open where it can be written in several."""
    ways = {way for one in asked for way in one.ways}
    lost = {"unknown": True} if "unknown" in ways else {}
    ways -= {"unknown"}
    if len(ways) != 1 or ways == {"node"}:
        return {}
    way = ways.pop()
    found: Shape = {"is": NAMES.get(way, way), **lost}
    for key, bounds in (("low", {one.low for one in asked}), ("high", {one.high for one in asked})):
        if len(bounds) == 1 and None not in bounds:
            found[key] = bounds.pop()
    options = {one for asking in asked for one in asking.options}
    if way == "choice":
        found |= {"options": list(options.pop())} if len(options) == 1 else {"is": "text"}
    return found
