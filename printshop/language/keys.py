"""Keys and blocks: what may stand in a mapping of the data, declared once.

A block is a frozen class whose attributes are keys. From the declaration come what reads it, with every message and
place; its JSON Schema (`printshop.language.schema`); and its table in the reference (`printshop.language.reference`):

    @block
    class Mark(Block):
        at: Length = key.length("how far from the start", positive=True)
        label: str = key.text("what it says")

    mark = read(Mark, reader)

What a block is read in is the `context` of its reader. A key is called like its attribute, without a final `_`. What
keys mean together, and what must not stand beside what, a block says in `settled`. Everything notes what is wrong and
returns a harmless stand-in; a caller that may not go on with one compares the number of problems.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from types import EllipsisType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

from printshop.language import patterns
from printshop.language.reader import NOTHING, Reader, is_unknown
from printshop.problems import suggestion
from printshop.source import UNKNOWN
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from typing import Self

    from printshop.language.patterns import Schema

B = TypeVar("B", bound="Block")
KEY = "key"
MEASURE: Schema = {"type": "string", "pattern": patterns.whole(patterns.one_of((patterns.LENGTH, patterns.STAND_IN)))}
Options = Collection[str] | Callable[[], Collection[str]]


class Writer(Protocol):
    """What a key asks for its JSON Schema; see `printshop.language.schema`."""

    def entry(self, section: str) -> Schema:
        """Return the schema of the name of an entry of a section."""

    def block(self, block: Any, also: Schema | None = None) -> Schema:
        """Return the schema of a block, or of blocks of several kinds; `also` are keys that it may have besides."""


@dataclass(frozen=True, kw_only=True)
class Key:
    """A key of a block. Its kinds are the classes below; each reads its value and knows its schema.

    `says` is what it is for, with markup of the reference; "" where the key before it speaks for both. Without a
    `default` it must be there; a default may be a function of the reader. `unknown` says whether the plain word
    unknown may stand there, as None: what the source has lost.
    """

    says: str = ""
    default: Any = ...
    name: str = ""
    unknown: bool = False

    @property
    def needed(self) -> bool:
        """Whether the key must be there."""
        return isinstance(self.default, EllipsisType)

    def take(self, at: Reader, name: str) -> Any:
        """Return what stands at the key of a block."""
        if self.unknown and is_unknown(at.peek(name)):
            at.node(name)
            return None
        default = self.default(at) if callable(self.default) else self.default
        return self.read(at, name, default)

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the value at a key, or the default."""
        raise NotImplementedError

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value; a setting of the game may stand in its place."""
        raise NotImplementedError

    @property
    def lost(self) -> tuple[str, ...]:
        """The word unknown, if it may stand there."""
        return (UNKNOWN,) if self.unknown else ()

    def stand_in(self, *also: str) -> str:
        """Return the pattern of what may stand there as a text."""
        return patterns.whole(patterns.one_of((*self.lost, *also, patterns.STAND_IN)))


@dataclass(frozen=True, kw_only=True)
class Text(Key):
    """A text; a number counts as its digits."""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the text."""
        return at.text(name, default)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": patterns.TEXT}


@dataclass(frozen=True, kw_only=True)
class Texts(Key):
    """A list of texts, `least` to `most` of them; a single one counts as a list of one."""

    default: Any = ()
    least: int = 0
    most: int | None = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the texts, no more than there may be."""
        return _counted(at, name, at.texts(name, default), self)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": ["array", *patterns.TEXT], "items": {"type": patterns.TEXT}}


@dataclass(frozen=True, kw_only=True)
class Whole(Key):
    """A whole number from `low` to `high`."""

    low: int | None = None
    high: int | None = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the number."""
        return at.whole(name, default, self.low, self.high)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": ["integer", "string"], **_limits(self.low, self.high), "pattern": self.stand_in()}


@dataclass(frozen=True, kw_only=True)
class Number(Key):
    """An exact number from `low` to `high`, whole or decimal."""

    low: float | None = None
    high: float | None = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the number as a Fraction."""
        return at.number(name, default, self.low, self.high)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": ["number", "string"], **_limits(self.low, self.high), "pattern": self.stand_in()}


@dataclass(frozen=True, kw_only=True)
class Flag(Key):
    """True or false."""

    default: Any = False

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return whether it is true."""
        return at.flag(name, default)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": ["boolean", "string"], "pattern": self.stand_in()}


@dataclass(frozen=True, kw_only=True)
class Choice(Key):
    """One of some words. Of one that is `decisive` the other keys depend: a wrong word is the only thing told."""

    options: Options = ()
    decisive: bool = False

    @property
    def words(self) -> Collection[str]:
        """The words that there are."""
        return self.options() if callable(self.options) else self.options

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the word."""
        return (at.decisive if self.decisive else at.choice)(name, self.words, default)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return patterns.choice((*self.words, *self.lost))


@dataclass(frozen=True, kw_only=True)
class Measure(Key):
    """A length. One that is `positive` is more than nothing; `why` is the hint for one beyond its limits."""

    positive: bool = False
    least: Length | None = None
    most: Length | None = None
    why: str = ""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the Length."""
        length = at.length(name, default)
        if name not in at or not isinstance(length, Length) or length is NOTHING:
            return length
        what = f"'{name}' of {at.what}"
        if self.positive and not length.points:
            at.fail(name, f"{what} must be more than 0")
        elif self.least and self.most and not self.least.points <= length.points <= self.most.points:
            at.fail(name, f"{what} is {length.text}, it must be {self.least.text} to {self.most.text}", self.why)
        elif self.least and length.points < self.least.points:
            at.fail(name, f"{what} is {length.text}, the smallest allowed is {self.least.text}", self.why)
        elif self.most and length.points > self.most.points:
            at.fail(name, f"{what} is {length.text}, the largest allowed is {self.most.text}", self.why)
        return length

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": "string", "pattern": self.stand_in(patterns.LENGTH)}


@dataclass(frozen=True, kw_only=True)
class Size(Key):
    """A width and a length, written "1/2 x 3/4 in"."""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the two Lengths."""
        return at.size(name, default)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": "string", "pattern": self.stand_in(patterns.SIZE)}


@dataclass(frozen=True, kw_only=True)
class Colour(Key):
    """A colour, written "#rrggbb"."""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the colour in small letters, with six digits."""
        return at.color(name, default)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": "string", "pattern": self.stand_in(patterns.COLOUR)}


@dataclass(frozen=True, kw_only=True)
class WordingKey(Key):
    """A text with holes for formulas."""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the Wording."""
        node = at.node(name, required=self.needed)
        return at.context.wording(node, f"'{name}' of {at.what}") if node else None if self.needed else default

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": patterns.TEXT}


@dataclass(frozen=True, kw_only=True)
class FormulaKey(Key):
    """A formula."""

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the Formula."""
        node = at.node(name, required=self.needed)
        return at.context.formula(node, f"'{name}' of {at.what}") if node else None if self.needed else default

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": ["number", "string", "boolean"]}


@dataclass(frozen=True, kw_only=True)
class Entry(Key):
    """The name of an entry of another section; the value is that entry, None for one that there is not."""

    section: str
    instead: str = ""  # what else may be done where the section is empty

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the entry."""
        if name not in at:
            return at.text(name) if self.needed else default
        word, entries = at.text(name), at.context.entries(self.section)
        if word and word not in entries and not at.context.noted.has(self.section, word):
            at.fail(name, f"'{name}' of {at.what}: there is no {self.section.removesuffix('s')} '{word}'",
                    suggestion(word, entries) if entries else f"describe it in {self.section}.yaml{self.instead}")
        return entries.get(word)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return writer.entry(self.section)


@dataclass(frozen=True, kw_only=True)
class Inner(Key):
    """A block within a block."""

    block: Any

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the block."""
        inner = at.reader(name, required=self.needed)
        return read(self.block, inner) if inner else None if self.needed else default

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return writer.block(self.block)


@dataclass(frozen=True, kw_only=True)
class Blocks(Key):
    """A list of `least` to `most` blocks, each of which is called `entry` in messages."""

    block: Any
    entry: str = ""
    default: Any = ()
    least: int = 0
    most: int | None = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the blocks, no more than there may be."""
        readers = at.readers(name, self.entry, required=self.needed)
        if name not in at:
            return () if self.needed else default
        read_blocks = (read(self.block, inner) for inner in readers)
        return _counted(at, name, tuple(one for one in read_blocks if one is not None), self)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": "array", "items": writer.block(self.block)}


@dataclass(frozen=True, kw_only=True)
class Named(Key):
    """Blocks under names of the game's own, `least` to `most` of them; a block has its name as `key`."""

    block: Any
    entry: str = ""
    default: Any = ()
    least: int = 0
    most: int | None = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return the blocks in the order of the file, no more than there may be."""
        readers = at.named(name, self.entry, required=self.needed)
        if name not in at:
            return () if self.needed else default
        read_blocks = (read(self.block, inner, key=key) for key, inner in readers)
        return _counted(at, name, tuple(one for one in read_blocks if one is not None), self)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        return {"type": "object", "additionalProperties": writer.block(self.block)}


@dataclass(frozen=True, kw_only=True)
class Special(Key):
    """A key with a notation of its own: `reader` reads it, `shape` is its JSON Schema."""

    reader: Callable[[Reader, str], Any]
    shape: Any = field(default_factory=dict)
    default: Any = None

    def read(self, at: Reader, name: str, default: Any) -> Any:
        """Return what the notation means, also where the key is not there."""
        return self.reader(at, name)

    def schema(self, writer: Writer) -> Schema:
        """Return the JSON Schema of the value."""
        shape: Schema = self.shape(writer) if callable(self.shape) else self.shape
        return shape


def _limits(low: float | None, high: float | None) -> Schema:
    return {word: limit for word, limit in (("minimum", low), ("maximum", high)) if limit is not None}


def _counted(at: Reader, name: str, entries: tuple[Any, ...], limits: Texts | Blocks | Named) -> tuple[Any, ...]:
    """Return no more entries than there may be, after noting more or fewer."""
    most = limits.most
    if limits.least and not most and not entries:
        at.filled(name)
    elif name in at and limits.least and not limits.least <= len(entries) <= (most or len(entries)):
        span = f"{limits.least} to {most}" if most else f"at least {limits.least}"
        at.fail(name, f"'{name}' of {at.what} must have {span} entries")
    elif most is not None and len(entries) > most:
        at.fail(name, f"'{name}' of {at.what} has {len(entries):,} entries, at most {most:,} are possible")
    return entries[:most]


# What declares a key. Each returns what `dataclasses` take for an attribute.

def _declared(made: Key) -> Any:
    fixed = not made.needed and not callable(made.default)
    return field(default=made.default if fixed else MISSING, metadata={KEY: made})


def text(says: str = "", *, default: Any = ..., name: str = "", unknown: bool = False) -> Any:
    """Declare a text."""
    return _declared(Text(says=says, default=default, name=name, unknown=unknown))


def texts(says: str = "", *, default: Any = (), name: str = "", least: int = 0, most: int | None = None) -> Any:
    """Declare a list of texts."""
    return _declared(Texts(says=says, default=default, name=name, least=least, most=most))


def whole(says: str = "", low: int | None = None, high: int | None = None, *, default: Any = ..., name: str = "",
          unknown: bool = False) -> Any:
    """Declare a whole number from `low` to `high`."""
    return _declared(Whole(says=says, default=default, name=name, unknown=unknown, low=low, high=high))


def number(says: str = "", low: float | None = None, high: float | None = None, *, default: Any = ...,
           name: str = "") -> Any:
    """Declare a number from `low` to `high`."""
    return _declared(Number(says=says, default=default, name=name, low=low, high=high))


def flag(says: str = "", *, default: bool = False, name: str = "") -> Any:
    """Declare what is true or false."""
    return _declared(Flag(says=says, default=default, name=name))


def choice(options: Options, says: str = "", *, default: Any = ..., name: str = "", decisive: bool = False) -> Any:
    """Declare one of some words."""
    return _declared(Choice(says=says, default=default, name=name, options=options, decisive=decisive))


def length(says: str = "", *, default: Any = ..., name: str = "", unknown: bool = False, positive: bool = False,
           least: str = "", most: str = "", why: str = "") -> Any:
    """Declare a length; its limits and its default are written as in the data: "12 mm"."""
    return _declared(Measure(says=says, default=parse_length(default) if isinstance(default, str) else default,
                             name=name, unknown=unknown, positive=positive, why=why,
                             least=parse_length(least) if least else None, most=parse_length(most) if most else None))


def size(says: str = "", *, default: Any = ..., name: str = "") -> Any:
    """Declare a width and a length."""
    return _declared(Size(says=says, default=default, name=name))


def colour(says: str = "", *, default: Any = ..., name: str = "") -> Any:
    """Declare a colour."""
    return _declared(Colour(says=says, default=default, name=name))


def wording(says: str = "", *, default: Any = ..., name: str = "") -> Any:
    """Declare a text with holes."""
    return _declared(WordingKey(says=says, default=default, name=name))


def formula(says: str = "", *, default: Any = ..., name: str = "") -> Any:
    """Declare a formula."""
    return _declared(FormulaKey(says=says, default=default, name=name))


def entry(section: str, says: str = "", *, default: Any = ..., name: str = "", instead: str = "") -> Any:
    """Declare the name of an entry of a section; `instead` is a hint for a game that has none."""
    return _declared(Entry(says=says, default=default, name=name, section=section, instead=instead))


def inner(block: Any, says: str = "", *, default: Any = ..., name: str = "") -> Any:
    """Declare a block within the block."""
    return _declared(Inner(says=says, default=default, name=name, block=block))


def blocks(block: Any, says: str = "", *, entry: str = "", default: Any = (), name: str = "", least: int = 0,
           most: int | None = None) -> Any:
    """Declare a list of blocks."""
    return _declared(Blocks(says=says, default=default, name=name, block=block, entry=entry, least=least, most=most))


def named(block: Any, says: str = "", *, entry: str = "", default: Any = (), name: str = "", least: int = 0,
          most: int | None = None) -> Any:
    """Declare blocks under names of the game's own."""
    return _declared(Named(says=says, default=default, name=name, block=block, entry=entry, least=least, most=most))


def special(reader: Callable[[Reader, str], Any], shape: Any, says: str = "", *, default: Any = None,
            name: str = "") -> Any:
    """Declare a key with a notation of its own, with what reads it and its JSON Schema."""
    return _declared(Special(says=says, default=default, name=name, reader=reader, shape=shape))


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(
    field, text, texts, whole, number, flag, choice, length, size, colour, wording, formula, entry, inner, blocks,
    named, special))
def block(cls: type[B]) -> type[B]:
    """Make a class a block: frozen, its attributes to be named wherever one is made."""
    return dataclass(frozen=True, kw_only=True)(cls)


class Block:
    """What all blocks are."""

    kind: ClassVar[str] = ""  # what a block of several kinds is called, where it is one

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Prepare the reader of a block before its keys are read: with names that its formulas may use."""

    @classmethod
    def more(cls) -> Mapping[str, Key]:
        """Return keys that may stand in the block besides, and that it reads itself."""
        return {}

    def settled(self, at: Reader) -> Self | None:
        """Return the block, what its keys mean together checked or worked out; None if it is of no use."""
        return self


@cache
def keys(block: type[Block]) -> Mapping[str, Key]:
    """Return the keys of a block by their attributes, those of the classes that it is made from first."""
    return {one.name: one.metadata[KEY] for one in fields(block) if KEY in one.metadata}  # type: ignore[arg-type]


def spelt(attribute: str, key: Key) -> str:
    """Return what a key is called in the data."""
    return key.name or attribute.rstrip("_")


def read(block: Any, at: Reader, **given: Any) -> Any:
    """Return a block as it stands in the data, None if it is of no use after what has been noted.

    `given` are attributes that do not come from keys; one called `span` is the place of the block. A block of several
    kinds is read as the kind that it is.
    """
    if isinstance(block, Kinds):
        return block.read(at, **given)
    block.begin(at)
    values = {attribute: key.take(at, spelt(attribute, key)) for attribute, key in keys(block).items()}
    others = {one.name for one in fields(block)} - values.keys()
    more = {name: value for name, value in {"span": at.place, **given}.items() if name in others}
    settled = block(**values, **more).settled(at)
    at.done((*block.more(),))
    return settled


class Kinds(Generic[B]):
    """Blocks of several kinds, told apart by what stands at a `key`; all of them are made from the block `head`.

    A kind is registered under its name, and known by that wherever the language is:

    @TEMPLATE_KINDS.kind("rose")
    class Rose(Template): ...
    """

    def __init__(self, head: type[B], key: str = "kind") -> None:
        self.head = head
        self.key = key
        self.blocks: dict[str, type[B]] = {}

    def kind(self, name: str) -> Callable[[type[B]], type[B]]:
        """Register a block as the kind of a name."""
        def registered(cls: type[B]) -> type[B]:
            cls.kind = name
            self.blocks[name] = cls
            return cls
        return registered

    def read(self, at: Reader, **given: Any) -> B | None:
        """Return the block at a reader as the kind that it says it is; None if it says none that there is."""
        before = len(at.problems)
        kind = at.choice(self.key, sorted(self.blocks))
        if len(at.problems) > before:
            return None  # what its keys mean depends on the kind
        found: B | None = read(self.blocks[kind], at, **given)
        return found


class ByKey(Kinds[B]):
    """Blocks of several kinds, told apart by which key stands in them: `text: ...` is a text.

    Where two stand in one, `alone` says that a block is one thing, and `hint` what to do.
    """

    def __init__(self, head: type[B], alone: str, hint: str) -> None:
        super().__init__(head, "")
        self.alone = alone
        self.hint = hint

    def read(self, at: Reader, **given: Any) -> B | None:
        """Return the block at a reader as the kind that its key says."""
        kinds = [kind for kind in self.blocks if kind in at]
        if len(kinds) == 1:
            found: B | None = read(self.blocks[kinds[0]], at, **given)
            return found
        if kinds:
            together = ", ".join(f"'{kind}'" for kind in kinds)
            at.problems.add(at.place, f"{at.what} has {together}: {self.alone}", self.hint)
        elif there := at.keys():
            common = {spelt(attribute, key) for attribute, key in keys(self.head).items()}  # type: ignore[arg-type]
            own = [name for name in there if name not in common] or [""]
            at.problems.add(at.place, f"{at.what} does not say what it is", suggestion(own[0], self.blocks))
        return None
