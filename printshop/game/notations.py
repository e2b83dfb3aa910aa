"""Kinds of field whose values have a notation of their own, a text that stands for more: 3 in, 75%, 2d6+1, 4/d8 x2."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Self

from printshop.game.fields import FIELD_KINDS, MOST_TRIED, Around, Field, numbers_tried, quoted, range_of
from printshop.game.values import Battery, Degrees, Dice, Percent, Trait, Value
from printshop.language import keys, patterns
from printshop.language.keys import block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe
from printshop.letters import plain
from printshop.problems import Problems
from printshop.source import UNKNOWN, Node, Scalar
from printshop.units import Length, parse_length

_BATTERY = re.compile(r"(\d{1,3})/d(\d{1,3})(?: *x *(\d{1,2}))?(?: ++([a-z_ ,]+))?")
NONE = "none"  # no guns at all
_DICE = re.compile(r"(\d{1,3})d(\d{1,3})(?: *([+-]) *(\d{1,3}))?")


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


@FIELD_KINDS.kind("decimal")
@block
class DecimalField(Notation):
    """A number from `low` to `high`, whole or with decimals, which may have its `sign` behind it.

    `number` is the class of its values, `noun` what one is called, and `span` how far those go that have no limits.
    """

    low: Fraction | None = keys.number("the smallest number", name="min", default=None)
    high: Fraction | None = keys.number("the largest number", name="max", default=None)
    sign: ClassVar[str] = ""
    number: ClassVar[type[Fraction]] = Fraction
    noun: ClassVar[str] = "a number"
    span: ClassVar[int] = 10
    counted = True

    def settled(self, at: Reader) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            at.fail("max", f"'max' of {at.what} is {self._text(self.high)}, less than its 'min' of "
                           f"{self._text(self.low)}")
        return super().settled(at)

    def parse(self, text: str) -> Value:
        figure = text.strip().removesuffix(self.sign).rstrip()
        if not re.fullmatch(patterns.DECIMAL, figure):
            point = figure.replace(",", ".")
            meant = f": write {point}{self.sign}" if re.fullmatch(patterns.DECIMAL, point) else ""
            raise ValueError(f"'{text}' is not {self.noun}{meant}")
        number = self.number(figure)
        if self.low is not None and number < self.low:
            raise ValueError(f"{text} is less than the smallest allowed: write {self._text(self.low)} or more")
        if self.high is not None and number > self.high:
            raise ValueError(f"{text} is more than the largest allowed: write {self._text(self.high)} or less")
        return number.numerator if self.number is Fraction and number.denominator == 1 else number

    def _text(self, number: Fraction) -> str:
        return f"{Decimal(number.numerator) / number.denominator:f}{self.sign}"

    def text_of(self, value: Value) -> str:
        assert isinstance(value, int | Fraction)
        return self._text(Fraction(value))

    @property
    def allowed(self) -> str:
        limits = range_of(*(None if limit is None else self._text(limit) for limit in (self.low, self.high)))
        return ", ".join(filter(None, (self.noun, limits, f"such as {self.example}")))

    @property
    def notation(self) -> str:
        return f"{patterns.DECIMAL}(?: *{self.sign})?" if self.sign else patterns.DECIMAL

    def schema(self, around: Around) -> Schema:
        limits = patterns.limits(*(None if limit is None else float(limit) for limit in (self.low, self.high)))
        return {**super().schema(around), "type": ["number", "string"], **limits, "examples": [self.example]}

    @property
    def example(self) -> str:
        return self.tried()[0]

    def tried(self) -> list[str]:
        """Return a quarter of the way from the least to the most, then half of it, and its ends."""
        high = self.high if self.high is not None else (self.low or Fraction(0)) + self.span
        low = self.low if self.low is not None else min(Fraction(0), high - self.span)
        return list(dict.fromkeys(self._text(low + (high - low) * quarters / 4) for quarters in (1, 2, 0, 4)))


@FIELD_KINDS.kind("percent")
@block
class PercentField(DecimalField):
    """A percentage: 75% is 75 in formulas. A part of one, such as 0.75, needs its sign: it may be meant as 75%."""

    sign, number, noun, span = "%", Percent, "a percentage", 100

    def parse(self, text: str) -> Value:
        value = super().parse(text)
        if self.sign not in text and isinstance(value, Percent) and 0 < abs(value) < 1:
            raise ValueError(f"'{text}' can mean {self._text(value)} or {self._text(value * 100)}: write it with its "
                             "sign")
        return value

    @property
    def notation(self) -> str:
        return patterns.one_of((f"{patterns.DECIMAL} *%", patterns.DECIMAL.replace("0|[1", r"0(?!\.0*[1-9])|[1")))

    def schema(self, around: Around) -> Schema:
        small = {"type": "number", "exclusiveMinimum": -1, "exclusiveMaximum": 1}
        return {**super().schema(around), "not": {**small, "not": {"const": 0}}}


@FIELD_KINDS.kind("angle")
@block
class AngleField(DecimalField):
    """An angle in degrees: 60° is 60 in formulas."""

    sign, number, noun, span = "°", Degrees, "an angle in degrees", 360


@FIELD_KINDS.kind("dice")
@block
class DiceField(Notation):
    """A roll of dice plus a number."""

    texts = ("1d6", "2d6", "2d6+1")
    notation = patterns.DICE
    example = "2d6"
    allowed = "a roll such as 2d6 or 2d6+1"

    def explained(self, value: Any) -> str:
        more = f", {'plus' if value.plus > 0 else 'minus'} {abs(value.plus)}" if value.plus else ""
        return f"{value.count} {'die' if value.count == 1 else 'dice'} of {value.die} sides{more}"

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

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        """Return the battery; of a field that may be left out "none" says so, for a unit that changes another."""
        return None if self.optional and node.text == NONE else super().value(node, what, problems)

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
        low, high = self.damage
        if (match := _BATTERY.fullmatch(text.strip())) and (match[3] or low == high):
            words, traits = (match[4] or "").replace(",", " ").split(), {trait.key: trait for trait in self.traits}
            if odd := next((word for word in words if word not in traits), None):
                raise ValueError(f"'{odd}' is no property of these guns ({', '.join(traits) or 'they have none'})")
            battery = Battery(int(match[1]), int(match[2]), int(match[3] or low), tuple(traits[word] for word in words))
        elif self.short and text.isdigit():
            battery = Battery(int(text), self.dice[0], low)
        else:
            raise ValueError(f"'{text}' does not say how many/die xdamage")
        (fewest, most, dice, damage), wrong = self._limits, []
        if self.dice and battery.die not in self.dice:
            wrong.append(f"rolls a d{battery.die}, allowed is {dice}")
        if not low <= battery.damage <= high:
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
        count = range_of(fewest, most if self.counts[1] < 99 else None)
        if self.short:
            return f"how many ({count}), each {dice} {damage}"
        traits = ", ".join(f"{quoted(trait.key)} ({trait.note})" for trait in self.traits)
        return f"how many/die xdamage: {count}, {dice or 'any die'}, {damage}" + (
            f"; then perhaps {traits}" if traits else "")

    def explained(self, value: Any) -> str:
        notes = (f"; {trait.key.replace('_', ' ')}: {plain(trait.note)}" for trait in value.traits)
        return f"{value.count} of these, each a d{value.die} with damage {value.damage}{''.join(notes)}"

    @property
    def notation(self) -> str:
        count = f"0{{0,2}}{patterns.numbers(*self._limits[:2])}"
        dice = patterns.one_of(map(str, self.dice)) if self.dice else "[0-9]{1,3}"
        traits = patterns.one_of(patterns.literal(trait.key) for trait in self.traits)
        words = f"(?: +{traits}(?:[ ,]+{traits})*[ ,]*)?" if self.traits else ""
        damage = f" *x *0?{patterns.numbers(*self.damage)}"
        long = f"{count}/d0{{0,2}}{dice}{damage if self.damage[0] < self.damage[1] else f'(?:{damage})?'}{words}"
        return patterns.one_of((long, *([count] if self.short else []), *([NONE] if self.optional else [])))

    def schema(self, around: Around) -> Schema:
        fewest, most, *_ = self._limits
        short = {"type": ["string", "integer"], "minimum": fewest, "maximum": most} if self.short else {}
        return {**super().schema(around), **short}

    @property
    def example(self) -> str:
        count, die = max(self._limits[0], 4), self.dice[len(self.dice) // 2] if self.dice else 6
        return str(count) if self.short else f"{count}/d{die} x{self.damage[0]}"

    def tried(self) -> list[str]:
        counts = numbers_tried(self._limits[0], min(self.counts[1] or 8, 8))[:3]
        damages = range(self.damage[0], min(self.damage[1], self.damage[0] + 1) + 1)
        every = itertools.product(counts, self.dice[:3] or (6,), damages)
        return counts if self.short else [f"{count}/d{die} x{damage}" for count, die, damage in every][:MOST_TRIED]
