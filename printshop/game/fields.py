"""The kinds of field that a unit can have, and how their values are written.

All there is to say of a kind stands in its class: its keys, how its values are read and written, what may stand in it,
in words and as JSON Schema, and values for a draft to try. Any of them may be `unknown`. A kind is added by a class
under `@FIELD_KINDS.kind`; those with a notation of their own stand in notations.py, lists in rows.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from printshop.expressions import NOT_KNOWN
from printshop.game.settings import Setting
from printshop.game.values import Entries, Entry, Numbers, Value
from printshop.language import keys, patterns
from printshop.language.keys import Block, Kinds, block
from printshop.language.patterns import Schema
from printshop.language.reader import (
    Reader,
    describe,
    is_unknown,
    one_of,
    plain_text,
    spoken,
    true_or_false,
    whole_number,
)
from printshop.letters import Marked
from printshop.problems import Problems, misspelt, suggestion
from printshop.source import UNKNOWN, MappingNode, Node, Scalar

MOST_NAMES = 100  # of one field of numbers
MOST_TRIED = 12  # values of a field that a draft tries
_MOST_OPTIONS = 40  # that are named in words
_PLAIN = re.compile(r"(?:[0-9]{1,6}(?![eExXoO]))?[^\W\d_](?:[\w ./()&+'–’-]*[\w.)’])?")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", UNKNOWN))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_QUOTED = re.compile(r"""(["'])((?:(?!\1).)+)\1(?!\S)""")


def quoted(text: str) -> str:
    r"""Return a text as YAML: in quotes where it could be taken for something else, by whatever reads it.

    >>> quoted("Mary Celeste"), quoted("no"), quoted("1904"), quoted("2d6"), quoted('The "Rat": #2')
    ('Mary Celeste', '"no"', '"1904"', '2d6', '"The \\"Rat\\": #2"')
    """
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    odd = (f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}" for sign in text)
    signs = (_ESCAPES.get(sign) or (sign if sign.isprintable() else code) for sign, code in zip(text, odd, strict=True))
    return f'"{"".join(signs)}"'


def options(words: Iterable[str]) -> str:
    """Return words in a row, as they are written; very many of them cut short, with their number."""
    every = [quoted(word) for word in words]
    more = f" ... ({len(every)} in all)" if len(every) > _MOST_OPTIONS else ""
    return ", ".join(every[:_MOST_OPTIONS]) + more


def range_of(low: int | str | None, high: int | str | None) -> str:
    """Return the numbers of a range in words.

    >>> range_of(1, 35), range_of(2, None), range_of(None, None), range_of(1, 1)
    ('1 to 35', '2 or more', '', '1')
    """
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    return f"{low} or more" if low is not None else "" if high is None else f"{high} or less"


@dataclass(frozen=True, slots=True)
class Around:
    """What else may stand for a value: the game's settings; and in which tables fields are looked up, by field.

    `units` are the names of the game's units by their types. Where units may be `changed` in parts, what holds figures
    by name may have some of them.
    """

    settings: Mapping[str, Setting] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    changed: bool = False
    units: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def stand_ins(self) -> str:
        """A pattern for the words that may stand instead of a number or another notation."""
        return patterns.one_of((UNKNOWN, *(rf"\${key}" for key in self.settings)))


@block
class Field(Block):
    """One field of a unit type: what may stand there.

    `options` are a choice's words or the names of numbers; `own` is the choice of a unit that a player begins. One that
    is `broken` reads nothing: its own mistakes are noted. `allowed` says what may stand there, in a player's words.
    """

    label: str = keys.text("what messages call it, if not by its key", default=lambda at: at.key.replace("_", " "))
    optional: bool = keys.flag("whether units may do without it")
    key: str = ""
    broken: bool = False
    options: tuple[str, ...] = ()
    own: str = ""

    shown: ClassVar[bool] = False  # whether rosters show it where nothing is said
    counted: ClassVar[bool] = False  # whether its values can be added up
    noted: ClassVar[bool] = False  # whether forms can explain what stands there
    narrow: ClassVar[bool] = False  # whether its value goes into a narrow cell of a form

    def rules_of(self, value: Any, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
        """Give what the fleet of a unit says of what it has here: each by its name, and what it does, as markup."""
        yield from ()

    def doubts(self, value: Any) -> Iterator[str]:
        """Give what is likely to be a slip in a value that is allowed, each as a whole sentence."""
        yield from ()

    def settled(self, at: Reader) -> Self:
        """Return the field; after a mistake as one that is broken."""
        return self if at.sound else replace(self, optional=True, broken=True)

    def read(self, node: Node, who: str, problems: Problems) -> Value:
        """Return the value at a node, or None after noting what is wrong with it. `who` is the unit's name."""
        if self.broken or (is_unknown(node) and UNKNOWN not in self.options):
            return NOT_KNOWN
        called = repr(self.key) if {":", ","} & {*self.label} else self.label  # one that explains itself begins nothing
        return self.value(node, f"{called} of {who}", problems)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        """Return the value that stands at a node, called `what`, in the field's own notation, or None."""
        raise NotImplementedError

    def written(self, value: Value) -> str:
        """Return a value on one line of YAML, so that reading it gives the value again; "" for none."""
        return "" if value is None else UNKNOWN if value is NOT_KNOWN else self.text_of(value)

    def text_of(self, value: Value) -> str:
        """Return a value that is known, as YAML."""
        return quoted(str(value)) if isinstance(value, str) else str(value)

    @property
    def allowed(self) -> str:
        """What may stand there, in a player's words."""
        raise NotImplementedError

    @property
    def hint(self) -> str:
        """What may stand there, where a page shows by its inputs what it consists of."""
        return self.allowed

    def explained(self, value: Any) -> str:
        """Return in words what a value of a notation consists of, "" where it says so itself."""
        return ""

    @property
    def example(self) -> str:
        """A value that would be right."""
        return "a text"

    @property
    def pattern(self) -> str:
        """The pattern of a value among the words of a row."""
        return "(?!)"

    @property
    def commas(self) -> bool:
        """Whether a comma may stand in its values."""
        return False

    @property
    def columns(self) -> tuple[str, ...]:
        """What every row of a list has: its sub-fields, then what is derived; of other fields nothing."""
        return ()

    def said(self, tables: Mapping[str, str]) -> str:
        """Return what may stand there; `tables` are the titles of tables that it is looked up in, by field."""
        return self.allowed + (f" (see the table {tables[self.key]})" if self.key in tables else "")

    def parts(self, tables: Mapping[str, str]) -> Iterator[str]:
        """Give lines about what its value is made of."""
        yield from ()

    def schema(self, around: Around) -> Schema:
        """Return the JSON Schema of what may stand there: its own notation, `unknown`, or a setting."""
        raise NotImplementedError

    def described(self, around: Around) -> Schema:
        """Return the JSON Schema with what an editor shows of it."""
        said = self.said(around.tables)
        complaint = f"{self.label}: {said}; or {UNKNOWN}"
        optional = "May be left out." if self.optional else "Must be there."
        return {"title": spoken(self.label), "description": f"{said[:1].upper()}{said[1:]}. {optional}",
                **self.schema(around), "errorMessage": complaint, "patternErrorMessage": complaint}

    def candidates(self) -> list[str]:
        """Return values as YAML, ordinary ones first, those at the ends of its range too; "" leaves it out."""
        return [*self.tried(), *([""] if self.optional else [])]

    def tried(self) -> list[str]:
        """Return values as YAML, none of them left out."""
        return [quoted(self.label)]

    def word(self, text: str, *, last: bool) -> tuple[str, int]:
        """Return the part of a row, from its beginning, that belongs to the field, "" if it is left out.

        The number is 1 where it stands in quotes, which keep several words together.
        """
        if found := (_QUOTED.fullmatch(text.rstrip()) if last else _QUOTED.match(text)):
            return found[2], 1
        return text.rstrip() if last else _first(text), 0


def _first(text: str) -> str:
    return text.split(maxsplit=1)[0] if text else ""


FIELD_KINDS = Kinds(Field)


def read_field(at: Reader, kinds: Kinds[Field] = FIELD_KINDS) -> Field:
    """Return the field that a unit type's data describes; one of no kind that there is, is broken."""
    at.begin()
    kind = at.choice("kind", kinds.blocks)
    if at.sound:
        found: Field = keys.read(kinds.blocks[kind], at)
        return found
    return Field(key=at.key, label=at.text("label", at.key.replace("_", " ")), optional=True, broken=True)


def numbers_tried(low: int | None, high: int | None) -> list[str]:
    """Return numbers of a range: a modest one first, then its ends and what is spread between them."""
    first = low if low is not None else 0 if high is None else min(0, high)
    last = high if high is not None else first + 4 * MOST_TRIED
    step = max(1, (last - first) // (MOST_TRIED - 1))
    return [str(number) for number in dict.fromkeys((first + (last - first) // 3, *range(first, last + 1, step), last))]


@FIELD_KINDS.kind("whole")
@block
class WholeField(Field):
    """A whole number from `low` to `high`."""

    low: int | None = keys.whole("the smallest number", name="min", default=None)
    high: int | None = keys.whole("the largest number", name="max", default=None)
    shown = counted = True

    def settled(self, at: Reader) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            at.fail("max", f"'max' of {at.what} is {self.high}, less than its 'min' of {self.low}")
        return super().settled(at)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        return whole_number(node, what, problems, self.low, self.high)

    @property
    def allowed(self) -> str:
        limits = range_of(self.low, self.high)
        return f"a whole number, {limits}" if limits else "a whole number"

    @property
    def hint(self) -> str:
        return range_of(self.low, self.high) or self.allowed

    def schema(self, around: Around) -> Schema:
        return {"type": ["integer", "string"], **patterns.limits(self.low, self.high),
                "pattern": patterns.whole(around.stand_ins)}

    @property
    def pattern(self) -> str:
        free = self.low is None or self.low < 0
        return patterns.one_of((patterns.ANY_WHOLE if free else f"[+]?{patterns.numbers(self.low, self.high)}",
                                UNKNOWN))

    @property
    def example(self) -> str:
        return str(self.low or 1)

    def tried(self) -> list[str]:
        return numbers_tried(self.low, self.high)


@FIELD_KINDS.kind("text")
@block
class TextField(Field):
    """Any text, with markup."""

    commas = True
    allowed = "any text"
    pattern = patterns.one_of((r"\S+", UNKNOWN))

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        text = plain_text(node, what, problems)
        return None if text is None else Marked(text)

    def schema(self, around: Around) -> Schema:
        return patterns.text()


@FIELD_KINDS.kind("choice")
@block
class ChoiceField(Field):
    """One of some words; if it is `open`, others may stand there, too."""

    options: tuple[str, ...] = keys.texts("the words that may stand there", default=..., least=1)
    open: bool = keys.flag("`true`: these words are the usual ones, and any other may stand there, too; "
                           "`printshop check` warns of one that looks like a misspelling of them")
    own: str = keys.text("what it is in a unit that [`printshop new unit`](../README.md) begins, where copying it "
                         "would be wrong: `own: house design`", default="")
    narrow = True

    def settled(self, at: Reader) -> Self:
        if self.own and self.options and self.own not in self.options and not self.open:
            at.fail("own", f"'own' of {at.what} is '{self.own}', which is none of its options",
                    suggestion(self.own, self.options))
        return super().settled(at)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        return plain_text(node, what, problems) if self.open else one_of(node, what, self.options, problems)

    def doubts(self, value: Any) -> Iterator[str]:
        """Give the option that another word is likely to be a misspelling of, where other words may stand."""
        if self.open and value not in self.options and value != self.own and (near := misspelt(value, self.options)):
            yield f"{self.label} is '{value}': did you mean '{near}'?"

    @property
    def allowed(self) -> str:
        return f"one of {options(self.options)}{', or another word' if self.open else ''}"

    @property
    def hint(self) -> str:
        return f"such as {options(self.options)}" if self.open else ""

    def schema(self, around: Around) -> Schema:
        if self.open:
            return {**patterns.text(), "examples": [*self.options]}
        fitting = [f"${key}" for key, setting in around.settings.items() if setting.text in self.options]
        return patterns.choice((*self.options, UNKNOWN, *fitting))

    @property
    def commas(self) -> bool:
        return self.open or any("," in option for option in self.options)

    @property
    def pattern(self) -> str:
        words = patterns.one_of(map(patterns.literal, sorted(self.options, key=len, reverse=True)))
        return patterns.one_of((words, *([r"\S+"] if self.open else []), UNKNOWN))

    @property
    def example(self) -> str:
        return self.options[0] if self.options else "a word"

    def tried(self) -> list[str]:
        return [quoted(word) for word in dict.fromkeys((self.own or self.options[0], *self.options[:MOST_TRIED]))]

    def word(self, text: str, *, last: bool) -> tuple[str, int]:
        if fitting := [option for option in self.options if text == option or text.startswith(f"{option} ")]:
            return max(fitting, key=len), 0
        found, quotes = super().word(text, last=last)
        return (found, 1) if quotes else ("" if self.optional else _first(text), 0)


@FIELD_KINDS.kind("choices")
@block
class ChoicesField(Field):
    """Some of several words, each once, in the order in which they are written."""

    options: tuple[str, ...] = keys.texts("the words that may stand there", default=..., least=1)
    least: int = keys.whole("the fewest that there may be (0)", 0, default=0)
    most: int | None = keys.whole("the most that there may be (all)", 1, default=None)

    def settled(self, at: Reader) -> Self:
        if self.least > (most := min(self.most or len(self.options), len(self.options))):
            at.fail("least", f"'least' of {at.what} is {self.least}, and there may be {most} at most")
        return super().settled(at)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        before, words = len(problems), [one_of(item, what, self.options, problems) for item in node.listed]
        if twice := next((word for number, word in enumerate(words) if word and word in words[:number]), None):
            problems.add(node.span, f"{what}: '{twice}' stands there twice")
        elif len(problems) == before and not self.least <= len(words) <= (self.most or len(words)):
            problems.add(node.span, f"{what}: there are {len(words)}, allowed are "
                                    f"{range_of(self.least, self.most)}")
        return tuple(filter(None, words)) if len(problems) == before else None

    def text_of(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return f"[{', '.join(quoted(str(word)) for word in value)}]"

    @property
    def allowed(self) -> str:
        limits = range_of(self.least, self.most) if self.least or self.most else "any"
        return f"{limits} of {options(self.options)}, between [ ]"

    @property
    def example(self) -> str:
        return f"[{', '.join(map(quoted, self.options[:max(self.least, 1)]))}]"

    def schema(self, around: Around) -> Schema:
        most = {} if self.most is None else {"maxItems": self.most}
        alone = patterns.choice((*(self.options if self.least < 2 else ()), UNKNOWN))
        return {"oneOf": [{"type": "array", "items": {"enum": [*self.options]}, "uniqueItems": True,
                           "minItems": self.least, **most}, alone]}

    def tried(self) -> list[str]:
        most = min(self.most or len(self.options), len(self.options))
        counts = dict.fromkeys((max(self.least, 1), most, self.least))
        return [f"[{', '.join(map(quoted, self.options[:count]))}]" for count in counts]


@FIELD_KINDS.kind("flag")
@block
class FlagField(Field):
    """True or false; in the words of a row it is there if its name is."""

    narrow = True
    allowed = "true or false"

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        return true_or_false(node, what, problems)

    def text_of(self, value: Value) -> str:
        return str(value).lower()

    def schema(self, around: Around) -> Schema:
        return {"type": ["boolean", "string"], "pattern": patterns.whole(around.stand_ins)}

    @property
    def pattern(self) -> str:
        return patterns.one_of((patterns.literal(self.key),))

    def tried(self) -> list[str]:
        return ["false", "true"]

    def word(self, text: str, *, last: bool) -> tuple[str, int]:
        return (self.key if _first(text) == self.key else ""), 0


@block
class Thing(Block):
    """What an entry can be; `each` says that every single one counts as a piece."""

    name: str = keys.text("what one is called", default=lambda at: at.key.replace("_", " "))
    plural: str = keys.text("what several are called (with an s)", default="")
    each: bool = keys.flag("whether every single one counts as a piece")
    rules: str = keys.text("what it does, for the rosters of those that have it", default="")
    key: str = ""

    def settled(self, at: Reader) -> Self:
        return replace(self, plural=self.plural or f"{self.name.removesuffix('s')}s")


@FIELD_KINDS.kind("entries")
@block
class EntriesField(Field):
    """What there is of some things, and how many of each."""

    of: tuple[Thing, ...] = keys.named(
        Thing, "the things by word: `name`, `plural` (with an s, if not given), `each: true` if every single one "
        "counts as a piece, and `rules`, what it does, for [rosters](fleets.md#what-a-game-says-of-fleets)",
        entry="entry", default=...)
    counted = noted = True
    hint = "how many of each"

    def rules_of(self, value: Any, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
        yield from ((self.things[entry.key].name, self.things[entry.key].rules) for entry in value.items)

    @cached_property
    def things(self) -> Mapping[str, Thing]:
        """The things that there can be, by their words."""
        return {thing.key: thing for thing in self.of}

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        if not isinstance(node, MappingNode):
            problems.add(node.span, f"{what} must list what there is and how many, found {describe(node)}",
                         f"write for instance {{{next(iter(self.things), 'thing')}: 1}}")
            return None
        found = []
        for key, value in node.entries.items():
            thing = self.things.get(key)
            if thing is None:
                problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, self.things))
            elif amount := whole_number(value, f"'{key}' in {what}", problems, 1, 99):
                name = thing.name if amount == 1 else thing.plural
                found.append(Entry(key, name, amount, amount if thing.each else 1))
        return Entries(tuple(found))

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Entries)
        return "{" + ", ".join(f"{quoted(entry.key)}: {entry.amount}" for entry in value.items) + "}"

    @property
    def allowed(self) -> str:
        return f"what there is, and how many of it: {options(self.things)}"

    def schema(self, around: Around) -> Schema:
        amount = {"type": ["integer", "string"], "minimum": 1, "maximum": 99,
                  "pattern": patterns.whole(patterns.one_of(rf"\${key}" for key in around.settings) or "(?!)")}
        return {"type": ["object", "string"], "additionalProperties": False,
                "properties": {thing.key: {"title": thing.name, **amount} for thing in self.of},
                "pattern": patterns.whole(around.stand_ins)}

    def tried(self) -> list[str]:
        return [f"{{{quoted(key)}: 1}}" for key in list(self.things)[:MOST_TRIED]]


@FIELD_KINDS.kind("numbers")
@block
class NumbersField(WholeField):
    """A figure for each of several names: by name, as a list in their order, or one number that goes for all."""

    options: tuple[str, ...] = keys.texts("the names: `[bow, stern]`", name="of", default=...)

    def settled(self, at: Reader) -> Self:
        if len(set(self.options)) < len(self.options) or len(self.options) > MOST_NAMES:
            at.fail("of", f"'of' of {at.what} must be up to {MOST_NAMES} names, each once")
            return replace(super().settled(at), options=self.options[:1])
        if "of" in at and not self.options:
            at.fail("of", f"'of' of {at.what} names nothing", "write what there is a figure for: of: [bow, stern]")
        return super().settled(at)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        names, before = self.options, len(problems)
        match node:
            case Scalar():
                nodes: tuple[Node, ...] = (node,)
            case MappingNode(entries=entries):
                for key in [key for key in entries if key not in names]:
                    problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, names))
                if missing := [name for name in names if name not in entries]:
                    problems.add(node.span, f"{what} lacks {', '.join(missing)}")
                nodes = tuple(entries[name] for name in names if name in entries)
            case _:
                nodes = getattr(node, "items", ())
                if len(nodes) != len(names):
                    problems.add(node.span, f"{what} has {len(nodes)} figures, it needs {len(names)}",
                                 f"one each for {', '.join(names)}")
        if len(problems) > before:
            return None
        called = [what] if isinstance(node, Scalar) else [f"'{name}' in {what}" for name in names]
        figures = tuple(NOT_KNOWN if is_unknown(one) else whole_number(one, name, problems, self.low, self.high)
                        for name, one in zip(called, nodes, strict=True))
        known = tuple(figure for figure in figures if figure is not None)
        return Numbers(names, known * (len(names) if isinstance(node, Scalar) else 1)) if known == figures else None

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Numbers)
        figures = ((name, UNKNOWN if number is NOT_KNOWN else number) for name, number in value.items())
        return "{" + ", ".join(f"{quoted(name)}: {number}" for name, number in figures) + "}"

    @property
    def allowed(self) -> str:
        return f"{self.hint}; a number alone goes for all of them"

    @property
    def hint(self) -> str:
        return f"{range_of(self.low, self.high) or 'a whole number'} each"

    def schema(self, around: Around) -> Schema:
        figure = super().schema(around)
        return {**figure, "properties": dict.fromkeys(self.options, figure), "additionalProperties": False,
                "required": [] if around.changed else list(self.options), "items": figure,
                "type": ["object", "array", "integer", "string"],
                "minItems": len(self.options), "maxItems": len(self.options)}
