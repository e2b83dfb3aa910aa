"""The kinds of field that a unit can have, and how their values are written.

All there is to say of a kind stands in its class: its keys, how its values are read and written, what may stand in it,
in words and as JSON Schema, and values for a draft to try. Any of them may be `unknown`. A kind is added by a class
under `@FIELD_KINDS.kind`; lists have rows.py to themselves.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from printshop.expressions import NOT_KNOWN
from printshop.game.settings import Setting
from printshop.game.values import Battery, Dice, Entries, Entry, Numbers, Trait, Value
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
from printshop.problems import Problems, suggestion
from printshop.source import UNKNOWN, MappingNode, Node, Scalar
from printshop.units import Length, parse_length

MOST_NAMES = 100  # of one field of numbers
MOST_TRIED = 12  # values of a field that a draft tries
_MOST_OPTIONS = 40  # that are named in words
_PLAIN = re.compile(r"(?:[0-9]{1,6}(?![eExXoO]))?[^\W\d_](?:[\w ./()&+'–’-]*[\w.)’])?")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", UNKNOWN))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_BATTERY = re.compile(r"(\d{1,3})/d(\d{1,3}) *x *(\d{1,2})(?: ++([a-z_ ,]+))?")
_DICE = re.compile(r"(\d{1,3})d(\d{1,3})(?: *([+-]) *(\d{1,3}))?")
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


def _range_of(low: int | None, high: int | None) -> str:
    """Return the whole numbers of a range in words.

    >>> _range_of(1, 35), _range_of(2, None), _range_of(None, None), _range_of(1, 1)
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


def _numbers_tried(low: int | None, high: int | None) -> list[str]:
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
        limits = _range_of(self.low, self.high)
        return f"a whole number, {limits}" if limits else "a whole number"

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
        return _numbers_tried(self.low, self.high)


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
    """One of some words."""

    options: tuple[str, ...] = keys.texts("the words that may stand there", default=..., least=1)
    own: str = keys.text("what it is in a unit that [`printshop new unit`](../README.md) begins, where copying it "
                         "would be wrong: `own: house design`", default="")
    narrow = True

    def settled(self, at: Reader) -> Self:
        if self.own and self.options and self.own not in self.options:
            at.fail("own", f"'own' of {at.what} is '{self.own}', which is none of its options",
                    suggestion(self.own, self.options))
        return super().settled(at)

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        return one_of(node, what, self.options, problems)

    @property
    def allowed(self) -> str:
        return f"one of {options(self.options)}"

    def schema(self, around: Around) -> Schema:
        fitting = [f"${key}" for key, setting in around.settings.items() if setting.text in self.options]
        return patterns.choice((*self.options, UNKNOWN, *fitting))

    @property
    def commas(self) -> bool:
        return any("," in option for option in self.options)

    @property
    def pattern(self) -> str:
        words = patterns.one_of(map(patterns.literal, sorted(self.options, key=len, reverse=True)))
        return patterns.one_of((words, UNKNOWN))

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
class Notation(Field):
    """What has a notation of its own: a text that stands for a value. `texts` are what a draft tries."""

    texts: ClassVar[tuple[str, ...]] = ()
    known: dict[str, Value] = field(default_factory=dict, compare=False, repr=False)  # texts read before
    shown = narrow = True

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        if not isinstance(node, Scalar):
            problems.add(node.span, f"{what} cannot be {describe(node)}", f"write for instance {self.example}")
            return None
        try:
            if node.text not in self.known:
                self.known[node.text] = self.parse(node.text)
            return self.known[node.text]
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{what}: {message}", f"write {hint or f'for instance {self.example}'}")
            return None

    @property
    def notation(self) -> str:
        """The pattern of the notation."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for. Raises ValueError: what is wrong with it."""
        raise NotImplementedError

    def schema(self, around: Around) -> Schema:
        return {"type": "string", "pattern": rf"^ *{patterns.one_of((self.notation, around.stand_ins))} *$",
                "examples": [int(self.example) if self.example.isdigit() else self.example]}

    @property
    def pattern(self) -> str:
        return patterns.one_of((self.notation, UNKNOWN))

    def tried(self) -> list[str]:
        return [*self.texts]


@FIELD_KINDS.kind("length")
@block
class LengthField(Notation):
    """A length with its unit of measure."""

    texts = ("2 in", "6 in", "50 mm")
    notation = patterns.LENGTH
    example = "3 in"
    allowed = "a length with its unit, such as 3 in or 19 mm"

    def parse(self, text: str) -> Value:
        return parse_length(text)

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Length)
        return quoted(value.text) if value.text.endswith('"') else value.text


@FIELD_KINDS.kind("dice")
@block
class DiceField(Notation):
    """A roll of dice plus a number."""

    texts = ("1d6", "2d6", "2d6+1")
    notation = patterns.DICE
    example = "2d6"
    allowed = "a roll such as 2d6 or 2d6+1"

    def parse(self, text: str) -> Value:
        if not (match := _DICE.fullmatch(text.strip())):
            raise ValueError(f"'{text}' is not a roll of dice")
        return Dice(int(match[1]), int(match[2]), int(f"{match[3]}{match[4]}") if match[4] else 0)


def _dice(at: Reader, name: str) -> tuple[int, ...]:
    texts, a_die = at.texts(name), re.compile(r"d\d{1,3}")
    for text in texts:
        if not a_die.fullmatch(text):
            at.fail(name, f"'{text}' in {at.what} is not a die", "write d6")
    return tuple(int(text[1:]) for text in texts if a_die.fullmatch(text))


def _span(at: Reader, name: str) -> tuple[int, int]:
    text = at.text(name, "")
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match and int(match[1]) <= int(match[2] or match[1]):
        return int(match[1]), int(match[2] or match[1])
    if text:
        at.fail(name, f"'{text}' in {at.what} is not a number or a range", "write 1 or 1-3")
    return 1, 99


@FIELD_KINDS.kind("battery")
@block
class BatteryField(Notation):
    """Guns of one kind: how many, the die of each, the damage of a hit, and words for what is special about them."""

    dice: tuple[int, ...] = keys.special(_dice, keys.TEXTS, "the dice that they may roll: `[d6, d8]`")
    damage: tuple[int, int] = keys.special(
        _span, {"type": patterns.TEXT}, "the damage that is allowed, a number or a range: `1-3`")
    counts: tuple[int, int] = keys.special(_span, {"type": patterns.TEXT}, "how many there may be, likewise")
    short: bool = keys.flag("whether a number alone can stand for it, where die and damage are always the same")
    traits: tuple[Trait, ...] = keys.named(
        Trait, "by word: `mark` (printed behind the battery; a star, if not given), **`note`**, what it means, and "
        "`rules`, the same at length, for [rosters](fleets.md#what-a-game-says-of-fleets)",
        entry="trait")
    counted = noted = commas = True

    def settled(self, at: Reader) -> Self:
        if self.short and (len(self.dice) != 1 or self.damage[0] != self.damage[1]):
            at.fail("short", f"a number alone can stand for {at.what} only if it has one die and one damage")
            return replace(super().settled(at), short=False)
        return super().settled(at)

    def rules_of(self, value: Any, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
        yield from ((trait.key.replace("_", " "), trait.rules) for trait in value.traits)

    @property
    def _limits(self) -> tuple[int, int, str, str]:
        """The fewest and the most guns; which dice and which damage there may be, in words."""
        (low, high), dice = self.damage, " ".join(f"d{die}" for die in self.dice)
        return self.counts[0] or 1, self.counts[1] or 999, dice, f"x{low}" if low == high else f"x{low} to x{high}"

    def parse(self, text: str) -> Battery:
        if match := _BATTERY.fullmatch(text.strip()):
            words, traits = (match[4] or "").replace(",", " ").split(), {trait.key: trait for trait in self.traits}
            if odd := next((word for word in words if word not in traits), None):
                raise ValueError(f"'{odd}' is no property of these guns ({', '.join(traits) or 'they have none'})")
            battery = Battery(int(match[1]), int(match[2]), int(match[3]), tuple(traits[word] for word in words))
        elif self.short and text.isdigit():
            battery = Battery(int(text), self.dice[0], self.damage[0])
        else:
            raise ValueError(f"'{text}' is not a battery (count/die xdamage)")
        (fewest, most, dice, damage), wrong = self._limits, []
        if self.dice and battery.die not in self.dice:
            wrong.append(f"rolls a d{battery.die}, allowed is {dice}")
        if not self.damage[0] <= battery.damage <= self.damage[1]:
            wrong.append(f"has damage x{battery.damage}, allowed is {damage}")
        if not fewest <= battery.count <= most:
            wrong.append(f"has {battery.count} guns, allowed are {fewest} to {most}")
        if wrong:
            raise ValueError(f"{battery} {' and '.join(wrong)}")
        return battery

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Battery)
        if self.short and value == Battery(value.count, self.dice[0], self.damage[0]):
            return str(value.count)
        return " ".join((f"{value.count}/d{value.die}", f"x{value.damage}", *(trait.key for trait in value.traits)))

    @property
    def allowed(self) -> str:
        fewest, most, dice, damage = self._limits
        count = f"how many ({_range_of(fewest, most if self.counts[1] < 99 else None)})"
        if self.short:
            return f"{count}, each {dice} {damage}"
        traits = ", ".join(f"{quoted(trait.key)} ({trait.note})" for trait in self.traits)
        return f"{count} / {dice or 'any die'}, {damage}" + (f", then perhaps {traits}" if traits else "")

    @property
    def notation(self) -> str:
        count = f"0{{0,2}}{patterns.numbers(*self._limits[:2])}"
        dice = patterns.one_of(map(str, self.dice)) if self.dice else "[0-9]{1,3}"
        traits = patterns.one_of(patterns.literal(trait.key) for trait in self.traits)
        words = f"(?: +{traits}(?:[ ,]+{traits})*[ ,]*)?" if self.traits else ""
        long = f"{count}/d0{{0,2}}{dice} *x *0?{patterns.numbers(*self.damage)}{words}"
        return patterns.one_of((long, count)) if self.short else long

    def schema(self, around: Around) -> Schema:
        fewest, most, *_ = self._limits
        short = {"type": ["string", "integer"], "minimum": fewest, "maximum": most} if self.short else {}
        return {**super().schema(around), **short}

    @property
    def example(self) -> str:
        count, die = max(self._limits[0], 4), self.dice[len(self.dice) // 2] if self.dice else 6
        return str(count) if self.short else f"{count}/d{die} x{self.damage[0]}"

    def tried(self) -> list[str]:
        counts = _numbers_tried(self._limits[0], min(self.counts[1] or 8, 8))[:3]
        damages = range(self.damage[0], min(self.damage[1], self.damage[0] + 1) + 1)
        every = itertools.product(counts, self.dice[:3] or (6,), damages)
        return counts if self.short else [f"{count}/d{die} x{damage}" for count, die, damage in every][:MOST_TRIED]


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
        return f"{_range_of(self.low, self.high) or 'a whole number'} each; a number alone goes for all of them"

    def schema(self, around: Around) -> Schema:
        figure = super().schema(around)
        return {**figure, "properties": dict.fromkeys(self.options, figure), "additionalProperties": False,
                "required": [] if around.changed else list(self.options), "items": figure,
                "type": ["object", "array", "integer", "string"],
                "minItems": len(self.options), "maxItems": len(self.options)}
