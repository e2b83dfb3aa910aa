"""Declarations of keys and blocks: the keys that a mapping of the data may have, declared once.

A block is a frozen class whose attributes are keys. The declaration is used to read it, with every message and
position, for its JSON Schema (`Writer`), and for its table in the reference:

    @block
    class Mark(Block):
        at: Length = keys.length("how far from the start", positive=True)
        label: str = keys.text("what it says")

    mark = read(Mark, reader)

The `context` of the reader is what the values may refer to. A key has the name of its attribute, without a final `_`.
A block checks in `settled` what its keys mean together, and which exclude others. All readers add problems and
return a harmless stand-in; a caller that must not go on with one asks whether its reader is `sound`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache, cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

from printshop.language import patterns
from printshop.language.patterns import Schema
from printshop.language.reader import NOTHING, Reader, is_unknown
from printshop.letters import plain
from printshop.problems import Problems, suggestion
from printshop.source import Node
from printshop.units import Length, parse_length

B = TypeVar("B", bound="Block")
KEY = "key"
MEASURE: Schema = {"type": "string", "pattern": patterns.stand_in(patterns.LENGTH)}
TEXTS: Schema = {"type": ["array", *patterns.TEXT], "items": {"type": patterns.TEXT}}
FORMULA: Schema = {"type": ["number", "string", "boolean"]}
Options = Collection[str] | Callable[[], Collection[str]]


@dataclass(frozen=True, kw_only=True)
class Key:
    """A key of a block: `reader` reads its value from a reader, name and default; `shape` makes its JSON Schema.

    `says` is its description, with markup of the reference; "" if that of the key before it covers both. Without a
    `default` it is required; a default may be a function of the reader. `unknown`: the plain word unknown may be its
    value, which is then None, for a figure that the source has lost. `always`: `reader` also reads a missing key.
    """

    reader: Callable[[Reader, str, Any], Any]
    shape: Schema | Callable[[Writer], Schema]
    says: str = ""
    default: Any = ...
    name: str = ""
    unknown: bool = False
    always: bool = False

    def take(self, at: Reader, name: str) -> Any:
        """Return the value of the key in a block."""
        node, usual = at.node(name), self.default(at) if callable(self.default) else self.default
        if self.unknown and is_unknown(node):
            return None
        return usual if node is None and usual is not ... and not self.always else self.reader(at, name, usual)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value; a setting of the game may be used in its place."""
        return self.shape(writer) if callable(self.shape) else self.shape


# Functions that declare a key: each returns a field of `dataclasses`. `more` may be default, name and unknown.

def _declared(reader: Callable[[Reader, str, Any], Any], shape: Schema | Callable[[Writer], Schema], says: str,
              **more: Any) -> Any:
    key = Key(reader=reader, shape=shape, says=says, **more)
    return field(default=MISSING if key.default is ... or callable(key.default) else key.default, metadata={KEY: key})


def key(declared: Any) -> Key:
    """Return the key that was declared, for use outside of a block."""
    key: Key = declared.metadata[KEY]
    return key


def text(says: str = "", **more: Any) -> Any:
    """Declare a text; a number counts as its digits."""
    return _declared(Reader.text, {"type": patterns.TEXT}, says, **more)


def texts(says: str = "", *, default: Any = (), name: str = "", least: int = 0, most: int | None = None) -> Any:
    """Declare a list of `least` to `most` texts; a single text counts as a list of one."""
    return _declared(lambda at, name, default: _counted(at, name, at.texts(name, default), least, most), TEXTS, says,
                     default=default, name=name)


def whole(says: str = "", low: int | None = None, high: int | None = None, **more: Any) -> Any:
    """Declare a whole number from `low` to `high`."""
    shape = {"type": ["integer", "string"], **patterns.limits(low, high),
             "pattern": patterns.stand_in(unknown=more.get("unknown", False))}
    return _declared(lambda at, name, default: at.whole(name, default, low, high), shape, says, **more)


def number(says: str = "", low: float | None = None, high: float | None = None, **more: Any) -> Any:
    """Declare an exact number from `low` to `high`, whole or decimal."""
    shape = {"type": ["number", "string"], **patterns.limits(low, high), "pattern": patterns.stand_in()}
    return _declared(lambda at, name, default: at.number(name, default, low, high), shape, says, **more)


def flag(says: str = "", *, default: bool = False, name: str = "") -> Any:
    """Declare a value that is true or false."""
    return _declared(Reader.flag, {"type": ["boolean", "string"], "pattern": patterns.stand_in()}, says,
                     default=default, name=name)


def choice(options: Options, says: str = "", *, decisive: bool = False, **more: Any) -> Any:
    """Declare a choice of words. If others depend on it (`decisive`), a wrong one hides later problems of the block."""
    def words() -> Collection[str]:
        return options() if callable(options) else options

    def take(at: Reader, name: str, default: Any) -> Any:
        before, word = len(at.problems), at.choice(name, words(), default)
        if decisive and len(at.problems) > before:
            at.problems = Problems()
        return word

    return _declared(take, lambda _: patterns.choice(words()), says, **more)


def length(says: str = "", *, positive: bool = False, least: str = "", most: str = "", why: str = "",
           **more: Any) -> Any:
    """Declare a length; its limits and its default are written as in the data: "12 mm".

    With `positive` it must be more than 0; `why` is the hint for a length beyond its limits.
    """
    low, high = (parse_length(limit) if limit else None for limit in (least, most))
    limits = (f"it must be {least} to {most}" if least and most else
              f"the smallest allowed is {least}" if least else f"the largest allowed is {most}")

    def take(at: Reader, name: str, default: Any) -> Any:
        length = at.length(name, default)
        if name in at and isinstance(length, Length) and length is not NOTHING:
            if positive and not length.points:
                at.fail(name, f"'{name}' of {at.what} must be more than 0")
            elif (low and length.points < low.points) or (high and length.points > high.points):
                at.fail(name, f"'{name}' of {at.what} is {length.text}, {limits}", why)
        return length

    if isinstance(usual := more.get("default"), str):
        more["default"] = parse_length(usual)
    shape = {"type": "string", "pattern": patterns.stand_in(patterns.LENGTH, unknown=more.get("unknown", False))}
    return _declared(take, shape, says, **more)


def size(says: str = "", **more: Any) -> Any:
    """Declare a width and a length, written "1/2 x 3/4 in"."""
    return _declared(Reader.size, {"type": "string", "pattern": patterns.stand_in(patterns.SIZE)}, says, **more)


def colour(says: str = "", **more: Any) -> Any:
    """Declare a colour, written "#rrggbb"; it is read in small letters, with six digits."""
    return _declared(Reader.color, {"type": "string", "pattern": patterns.stand_in(patterns.COLOUR)}, says, **more)


def _made_of(make: Callable[[Reader, Node, str], Any], shape: Any, says: str, **more: Any) -> Any:
    def take(at: Reader, name: str, _: Any) -> Any:
        node = at.node(name, required=True)
        return make(at, node, f"'{name}' of {at.what}") if node else None

    return _declared(take, shape, says, **more)


def wording(says: str = "", **more: Any) -> Any:
    """Declare a text with formulas in braces."""
    return _made_of(lambda at, node, what: at.context.wording(node, what), {"type": patterns.TEXT}, says, **more)


def formula(says: str = "", **more: Any) -> Any:
    """Declare a formula."""
    return _made_of(lambda at, node, what: at.context.formula(node, what), FORMULA, says, **more)


def inner(block: Any, says: str = "", **more: Any) -> Any:
    """Declare a block inside the block."""
    return _made_of(lambda at, node, what: read(block, Reader(node, at.problems, what, at.context)),
                    lambda writer: writer.block(block), says, **more)


def entry(section: str, says: str = "", *, instead: str = "", **more: Any) -> Any:
    """Declare the name of an entry of another section; the value is that entry, or None if there is no such entry.

    `instead` is an alternative for the hint, if the section is empty.
    """
    def take(at: Reader, name: str, _: Any) -> Any:
        word, entries = at.text(name), at.context.entries(section)
        if word and word not in entries and not at.context.noted.has(section, word):
            at.fail(name, f"'{name}' of {at.what}: there is no {section.removesuffix('s')} '{word}'",
                    suggestion(word, entries) if entries else f"describe it in {section}.yaml{instead}")
        return entries.get(word) if name in at else ""

    return _declared(take, lambda writer: writer.entry(section), says, **more)


def _several(block: Any, readers: Callable[[Reader, str], Iterable[Reader]], least: int, most: int | None,
             ) -> Callable[[Reader, str, Any], Any]:
    def take(at: Reader, name: str, _: Any) -> Any:
        entries = tuple(entry for inside in readers(at, name) if (entry := read(block, inside)) is not None)
        return _counted(at, name, entries, least, most) if name in at else ()

    return take


def blocks(block: Any, says: str = "", *, entry: str = "", default: Any = (), name: str = "", least: int = 0,
           most: int | None = None) -> Any:
    """Declare a list of `least` to `most` blocks, each of which is called `entry` in messages."""
    take = _several(block, lambda at, name: at.readers(name, entry, required=True), least, most)
    return _declared(take, lambda writer: {"type": "array", "items": writer.block(block)}, says, default=default,
                     name=name)


def named(block: Any, says: str = "", *, entry: str = "", default: Any = (), name: str = "", least: int = 0,
          most: int | None = None) -> Any:
    """Declare `least` to `most` blocks under names that the game chooses; a block has its name as `key`."""
    take = _several(block, lambda at, name: dict(at.named(name, entry, required=True)).values(), least, most)
    return _declared(take, lambda writer: {"type": "object", "additionalProperties": writer.block(block)}, says,
                     default=default, name=name)


def special(reader: Callable[[Reader, str], Any], shape: Any, says: str = "", *, default: Any = None,
            name: str = "", always: bool = True) -> Any:
    """Declare a key with its own notation, which `reader` reads; with `always` also if the key is missing."""
    return _declared(lambda at, name, _: reader(at, name), shape, says, default=default, name=name, always=always)


def _counted(at: Reader, name: str, entries: tuple[Any, ...], least: int, most: int | None) -> tuple[Any, ...]:
    """Return at most `most` entries, after adding a problem for too many or too few."""
    if least and not most and not entries:
        at.filled(name)
    elif name in at and least and not least <= len(entries) <= (most or len(entries)):
        span = f"{least} to {most}" if most else f"at least {least}"
        at.fail(name, f"'{name}' of {at.what} must have {span} entries")
        return entries[:most]
    return entries if most is None else at.at_most(name, entries, most)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(
    field, text, texts, whole, number, flag, choice, length, size, colour, wording, formula, entry, inner, blocks,
    named, special))
def block(cls: type[B]) -> type[B]:
    """Make a class a block: frozen, with keyword arguments only."""
    made = dataclass(init=False, repr=False, eq=False)(cls)  # `Block` defines them for all blocks
    attributes = fields(made)  # type: ignore[arg-type]
    made.attributes = {attribute.name: attribute.compare for attribute in attributes}
    made.defaults = {attribute.name: attribute.default for attribute in attributes if attribute.default is not MISSING}
    made.fresh = {attribute.name: attribute.default_factory for attribute in attributes
                  if attribute.default_factory is not MISSING}
    return made


class Block:
    """The base class of all blocks.

    The methods that `dataclass` would compile for each of them are written out here: more than a hundred blocks are
    declared whenever the program starts, and few are made. `attributes` are in the order of the declaration, with
    whether blocks are compared by them; `defaults` are their defaults, and `fresh` the factories of mutable defaults.
    """

    kind: ClassVar[str] = ""  # the name of its kind, if it is one of several
    attributes: ClassVar[dict[str, bool]] = {}
    defaults: ClassVar[dict[str, Any]] = {}
    fresh: ClassVar[dict[str, Callable[[], Any]]] = {}

    def __init__(self, **values: Any) -> None:
        kept = self.__dict__
        kept.update(self.defaults)
        kept.update(values)
        kept.update((name, make()) for name, make in self.fresh.items() if name not in values)
        if kept.keys() != self.attributes.keys():
            wrong = ", ".join(sorted(kept.keys() ^ self.attributes.keys()))
            raise TypeError(f"{type(self).__name__}: missing or not known: {wrong}")

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return self._hashed

    @cached_property
    def _hashed(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        shown = (f"{name}={self.__dict__[name]!r}" for name, compared in self.attributes.items() if compared)
        return f"{type(self).__name__}({', '.join(shown)})"

    def _values(self) -> tuple[Any, ...]:
        return tuple([self.__dict__[name] for name, compared in self.attributes.items() if compared])

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Prepare the reader of a block before its keys are read: with names that its formulas may use."""

    @classmethod
    def more(cls) -> Mapping[str, Key]:
        """Return further keys of the block, which it reads itself."""
        return {}

    @classmethod
    def elsewhere(cls) -> tuple[str, Collection[str]]:
        """Return a hint where misplaced keys belong, beside or within the block, and these keys."""
        return "", ()

    def settled(self, at: Reader) -> Self | None:
        """Check the keys together and add problems; return the block with derived values, None if it cannot be used."""
        return self


@cache
def keys(block: type[Block]) -> Mapping[str, Key]:
    """Return the keys of a block by attribute, those of its base classes first."""
    return {attribute.name: attribute.metadata[KEY] for attribute in fields(block) if KEY in attribute.metadata}  # type: ignore[arg-type]


def spelt(attribute: str, key: Key) -> str:
    """Return the name of a key in the data."""
    return key.name or attribute.rstrip("_")


@cache
def _declarations(block: Any) -> tuple[tuple[tuple[str, str, Key], ...], frozenset[str]]:
    """Return attribute, name and key of all declarations of a block, and the names of its other attributes."""
    declared = tuple((attribute, spelt(attribute, key), key) for attribute, key in keys(block).items())
    return declared, frozenset(other.name for other in fields(block) if KEY not in other.metadata)


@cache
def _idle(block: Any) -> frozenset[str]:
    """Return the names of keys that simply have their default if they are missing: almost all."""
    return frozenset(name for attribute, name, key in _declarations(block)[0]
                     if attribute in block.defaults and not key.always)


def taken(block: Any, at: Reader) -> dict[str, Any]:
    """Return the values of a block's keys by attribute; missing keys are left out if they have their default."""
    left_out = at.missing(_idle(block))
    return {attribute: key.take(at, name) for attribute, name, key in _declarations(block)[0] if name not in left_out}


def read(block: Any, at: Reader, **given: Any) -> Any:
    """Return a block read from the data, None if it cannot be used because of the problems that were added.

    `given` are attributes that do not come from keys; an attribute `span` is the position of the block, one called
    `key` the name that it stands under. A block of several kinds is read as its own kind.
    """
    if isinstance(block, Kinds):
        return block.read(at, **given)
    at.begin()
    block.begin(at)
    values, others = taken(block, at), _declarations(block)[1]
    place = {"span": at.place} if "span" in others else {}
    more = {name: value for name, value in {"key": at.key, **given}.items() if name in others}
    settled = block(**values, **place, **more).settled(at)
    if at.strays:
        hint, there = block.elsewhere()
        at.done((*block.more(),), elsewhere=hint, there=there)
    return settled


class Kinds(Generic[B]):
    """Blocks of several kinds, distinguished by the value of a `key`; all of them derive from the block `head`.

    A kind is registered under its name, by which the data and the messages call it:

    @TEMPLATE_KINDS.kind("rose")
    class Rose(Template): ...
    """

    def __init__(self, head: type[B], key: str = "kind") -> None:
        self.head = head
        self.key = key
        self.blocks: dict[str, type[B]] = {}

    def kind(self, name: str) -> Callable[[type[B]], type[B]]:
        """Return a decorator that registers a block as the kind of a name."""
        def registered(cls: type[B]) -> type[B]:
            cls.kind = name
            self.blocks[name] = cls
            return cls
        return registered

    def without(self, *names: str) -> Kinds[B]:
        """Return a copy of the kinds without some of them."""
        others = Kinds(self.head, self.key)
        others.blocks = {name: block for name, block in self.blocks.items() if name not in names}
        return others

    def read(self, at: Reader, **given: Any) -> B | None:
        """Return the block as the kind that its key names, or None if there is no such kind."""
        at.begin()
        kind = at.choice(self.key, sorted(self.blocks))
        entry: B | None = read(self.blocks[kind], at, **given) if at.sound else None  # the kind decides the keys
        return entry


class ByKey(Kinds[B]):
    """Blocks of several kinds, distinguished by a key that only one kind has: `text: ...` is a text.

    If a block has several of these keys, `alone` is the message and `hint` what to do.
    """

    def __init__(self, head: type[B], alone: str, hint: str) -> None:
        super().__init__(head, "")
        self.alone = alone
        self.hint = hint

    def read(self, at: Reader, **given: Any) -> B | None:
        """Return the block as the kind of its distinguishing key, or None after adding a problem."""
        kinds = [kind for kind in self.blocks if kind in at]
        if len(kinds) == 1:
            entry: B | None = read(self.blocks[kinds[0]], at, **given)
            return entry
        if kinds:
            together = ", ".join(f"'{kind}'" for kind in kinds)
            at.problems.add(at.place, f"{at.what} has {together}: {self.alone}", self.hint)
        elif there := at.keys():
            common = {name for _, name, _ in _declarations(self.head)[0]}  # type: ignore[arg-type]
            odd = next((name for name in there if name not in common), "")
            at.problems.add(at.place, f"{at.what} does not say what it is", suggestion(odd, self.blocks))
        return None


@dataclass(frozen=True, slots=True)
class Writer:
    """A writer of JSON Schemas of blocks.

    `entries` are the names in a game's sections. In a game that `changes` another, entries may lack unchanged keys.
    """

    entries: Mapping[str, Collection[str]] = field(default_factory=dict)
    changes: bool = False
    definitions: dict[str, Schema] = field(default_factory=dict)  # of recursive blocks, by name

    def entry(self, section: str) -> Schema:
        """Return the schema of the name of an entry of a section."""
        return patterns.choice(self.entries[section]) if section in self.entries else {"type": patterns.TEXT}

    def shared(self, name: str, block: Any) -> Schema:
        """Return a `$ref` to the schema of a recursive block, which is added to `definitions`."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.block(block)
        return {"$ref": f"#/definitions/{name}"}

    def block(self, block: Any, also: Schema | None = None) -> Schema:
        """Return the schema of a block, or of blocks of several kinds: an editor offers the keys of the kind in use.

        `also` are further keys that it may have.
        """
        if not isinstance(block, Kinds):
            return {"type": "object", **self._keys(block, also or {})}
        if isinstance(block, ByKey):
            ways: dict[str, list[Schema]] = {}
            for kind in block.blocks.values():
                for name, shape in self._keys(kind, also or {})["properties"].items():
                    ways.setdefault(name, []).extend([shape] if shape not in ways.get(name, ()) else [])
            every = {name: several[0] if len(several) == 1 else {"anyOf": several} for name, several in ways.items()}
            return {"type": "object", "properties": every, "additionalProperties": False}
        cases = [{"if": {"properties": {block.key: {"const": name}}, "required": [block.key]},
                  "then": self._keys(kind, also or {}, block.key)} for name, kind in sorted(block.blocks.items())]
        needed = {} if self.changes else {"required": [block.key]}
        return {"type": "object", "properties": {block.key: {"enum": sorted(block.blocks)}}, **needed, "allOf": cases}

    def _keys(self, block: Any, also: Schema, *kind: str) -> Schema:
        declared = {name: key for _, name, key in _declarations(block)[0]}
        besides = {spelt(attribute, key): key for attribute, key in block.more().items()}
        written = {name: self.key(key) for name, key in {**besides, **declared}.items()}
        properties: Schema = {**{name: {} for name in kind}, **written, **also}
        needed = [] if self.changes else [*kind, *(name for name, key in declared.items() if key.default is ...)]
        return {"properties": properties, **({"required": needed} if needed else {}), "additionalProperties": False}

    def key(self, key: Key) -> Schema:
        """Return the schema of the value of a key, with its description for an editor."""
        return {**({"description": sentence(key.says)} if key.says else {}), **key.schema(self)}


def sentence(says: str) -> str:
    """Return the description of a key as a sentence without markup.

    >>> sentence("how far, in `in` (see [lengths](x.md))")
    'How far, in in (see lengths).'
    """
    words = plain(re.sub(r"\[([^][]+)\]\([^()]*\)", r"\1", says).replace("`", ""))
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
