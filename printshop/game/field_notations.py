"""Kinds of field with values in a special notation: 3 in, 75%, 2d6+1, 4/d8 x2."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from printshop.game.field_values import Battery, BatteryTrait, Degrees, DiceRoll, FieldValue, Percent
from printshop.game.fields import (
    FIELD_KINDS,
    MAX_SAMPLES,
    Field,
    SchemaContext,
    format_range,
    make_number_limits,
    sample_numbers,
)
from printshop.lengths import Length, parse_length
from printshop.problems import Problems
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, describe_node
from printshop.source import UNKNOWN, Node, ScalarNode, quote_yaml
from printshop.text_markup import strip_markup

if TYPE_CHECKING:
    from printshop.schema.value_kinds import BatteryParts, FieldLimits

_BATTERY_PATTERN = re.compile(r"(\d{1,3})/d(\d{1,3})(?: *x *(\d{1,2}))?(?: ++([a-z_ ,]+))?")
NO_GUNS = "none"  # no guns at all
_NO_LIMIT = 99  # the largest number of guns, and the largest damage, of a field that states none
_DICE_PATTERN = re.compile(r"(\d{1,3})d(\d{1,3})(?: *([+-]) *(\d{1,3}))?")


@data_block
class NotationField(Field):
    """A field whose value is written as a text in a notation.

    `sample_texts` are sample values for drafts.
    """

    sample_texts: ClassVar[tuple[str, ...]] = ()
    # by texts: ships share many
    parsed_values: dict[str, FieldValue] = field(default_factory=dict, compare=False, repr=False)
    in_rosters = is_narrow = True

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        if not isinstance(node, ScalarNode):
            problems.add(node.span, f"{label} cannot be {describe_node(node)}", f"write a value such as {self.example}")
            return None
        try:
            if node.text not in self.parsed_values:
                self.parsed_values[node.text] = self.parse(node.text)
            return self.parsed_values[node.text]
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{label}: {message}", f"write {hint or f'a value such as {self.example}'}")
            return None

    @property
    def notation_pattern(self) -> str:
        """The pattern of the notation for JSON Schema."""
        raise NotImplementedError

    def parse(self, text: str) -> FieldValue:
        """Return the value that a text stands for.

        Raises ValueError, with the mistake, if the text is wrong.
        """
        raise NotImplementedError

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return {
            "type": "string",
            "pattern": rf"^ *{json_patterns.join_alternatives((self.notation_pattern, context.placeholder_pattern))} "
                       r"*$",
            "examples": [int(self.example) if self.example.isdigit() else self.example],
        }

    @property
    def word_pattern(self) -> str:
        return json_patterns.join_alternatives((self.notation_pattern, UNKNOWN))

    def list_sample_values(self) -> list[str]:
        return [*self.sample_texts]


@FIELD_KINDS.register("length")
@data_block
class LengthField(NotationField):
    """A length with its unit of measure."""

    parts_are_computed = True

    sample_texts = ("2 in", "6 in", "50 mm")
    notation_pattern = json_patterns.LENGTH_PATTERN
    example = "3 in"
    allowed_text = "a length with its unit, such as 3 in or 19 mm"

    def parse(self, text: str) -> FieldValue:
        return parse_length(text)

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, Length)
        return quote_yaml(value.text) if value.text.endswith('"') else value.text


@FIELD_KINDS.register("decimal", "Number with decimals")
@data_block
class DecimalField(NotationField):
    """A number from `low` to `high`, with or without decimals.

    The character `sign` may follow the number. `number_type` is the class of the values, and `noun` is their name in
    messages. `default_span` is the width of the range of sample values if a limit is missing.
    """

    low: Fraction | None = keys.number("the smallest allowed number",
                                       label="Smallest", help_text="", in_view=True, name="min", default=None)
    high: Fraction | None = keys.number("the largest allowed number",
                                        label="Largest", help_text="", in_view=True, name="max", default=None)
    sign: ClassVar[str] = ""
    number_type: ClassVar[type[Fraction]] = Fraction
    noun: ClassVar[str] = "a number"
    default_span: ClassVar[int] = 10
    can_be_added = cell_may_have_comma = True

    def validate(self, reader: Reader) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            reader.add_problem("max",
                               f"'max' of {reader.label} is {self._format_number(self.high)}, which is less than 'min' "
                               f"({self._format_number(self.low)})")
        return super().validate(reader)

    def parse(self, text: str) -> FieldValue:
        digits = text.strip().removesuffix(self.sign).rstrip()
        if not re.fullmatch(json_patterns.DECIMAL_PATTERN, digits):
            ungrouped = re.sub(r"(?<=\d)(?:[ '\u00a0\u202f]|[.,](?=.*[.,]))(?=\d{3})", "", digits)
            with_point = ungrouped.replace(",", ".")
            hint = f": write {with_point}{self.sign}" if re.fullmatch(json_patterns.DECIMAL_PATTERN, with_point) else ""
            raise ValueError(f"'{text}' is not {self.noun}{hint}")
        number = self.number_type(digits)
        if self.low is not None and number < self.low:
            raise ValueError(f"{text} is less than the smallest allowed number: write {self._format_number(self.low)} "
                             "or more")
        if self.high is not None and number > self.high:
            raise ValueError(f"{text} is more than the largest allowed number: write {self._format_number(self.high)} "
                             "or less")
        return number.numerator if self.number_type is Fraction and number.denominator == 1 else number

    def _format_number(self, number: Fraction) -> str:
        return f"{Decimal(number.numerator) / number.denominator:f}{self.sign}"

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, int | Fraction)
        return self._format_number(Fraction(value))

    @property
    def _limit_texts(self) -> tuple[str | None, str | None]:
        """The smallest and the largest number with their sign, None if there is no limit."""
        low, high = (None if limit is None else self._format_number(limit) for limit in (self.low, self.high))
        return low, high

    @property
    def allowed_text(self) -> str:
        return ", ".join(filter(None, (self.noun, format_range(*self._limit_texts), f"such as {self.example}")))

    @property
    def limits(self) -> FieldLimits:
        return {**make_number_limits(*self._limit_texts), "example": self.example}

    @property
    def notation_pattern(self) -> str:
        return f"{json_patterns.DECIMAL_PATTERN}(?: *{self.sign})?" if self.sign else json_patterns.DECIMAL_PATTERN

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        limits = json_patterns.make_limits(*(None if limit is None else float(limit)
                                             for limit in (self.low, self.high)))
        return {**super().make_schema(context), "type": ["number", "string"], **limits, "examples": [self.example]}

    @property
    def example(self) -> str:
        return self.list_sample_values()[0]

    def list_sample_values(self) -> list[str]:
        """Return the numbers at a quarter and at half of the range, then the ends of the range."""
        high = self.high if self.high is not None else (self.low or Fraction(0)) + self.default_span
        low = self.low if self.low is not None else min(Fraction(0), high - self.default_span)
        return list(dict.fromkeys(self._format_number(low + (high - low) * quarters / 4) for quarters in (1, 2, 0, 4)))


@FIELD_KINDS.register("percent", "Per cent")
@data_block
class PercentField(DecimalField):
    """A percentage: 75% is 75 in formulas.

    A value between -1 and 1 needs the % sign: 0.75 may be meant as 75%.
    """

    sign, number_type, noun, default_span = "%", Percent, "a percentage", 100

    def parse(self, text: str) -> FieldValue:
        value = super().parse(text)
        if self.sign not in text and isinstance(value, Percent) and 0 < abs(value) < 1:
            raise ValueError(f"'{text}' can mean {self._format_number(value)} or {self._format_number(value * 100)}: "
                             "write the number with the % sign")
        return value

    @property
    def notation_pattern(self) -> str:
        return json_patterns.join_alternatives((f"{json_patterns.DECIMAL_PATTERN} *%",
                                                json_patterns.DECIMAL_PATTERN.replace("0|[1", r"0(?!\.0*[1-9])|[1")))

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        small = {"type": "number", "exclusiveMinimum": -1, "exclusiveMaximum": 1}
        return {**super().make_schema(context), "not": {**small, "not": {"const": 0}}}


@FIELD_KINDS.register("angle")
@data_block
class AngleField(DecimalField):
    """An angle in degrees: 60° is 60 in formulas."""

    sign, number_type, noun, default_span = "°", Degrees, "an angle in degrees", 360


@FIELD_KINDS.register("dice")
@data_block
class DiceField(NotationField):
    """A roll of dice plus a number."""

    sample_texts = ("1d6", "2d6", "2d6+1")
    notation_pattern = json_patterns.DICE_PATTERN
    example = "2d6"
    allowed_text = "a roll such as 2d6 or 2d6+1"

    def explain_value(self, value: Any) -> str:
        modifier_text = f", {'plus' if value.modifier > 0 else 'minus'} {abs(value.modifier)}" if value.modifier else ""
        return f"{value.count} {'die' if value.count == 1 else 'dice'} of {value.die} sides{modifier_text}"

    def parse(self, text: str) -> FieldValue:
        if not (match := _DICE_PATTERN.fullmatch(text.strip())):
            raise ValueError(f"'{text}' is not a roll of dice")
        return DiceRoll(int(match[1]), int(match[2]), int(f"{match[3]}{match[4]}") if match[4] else 0)


def _read_dice_sides(reader: Reader, name: str) -> tuple[int, ...]:
    texts, die_pattern = reader.read_texts(name), re.compile(r"d\d{1,3}")
    for text in texts:
        if not die_pattern.fullmatch(text):
            reader.add_problem(name, f"'{text}' in {reader.label} is not a die", "write d6")
    return tuple(int(text[1:]) for text in texts if die_pattern.fullmatch(text))


def _read_range(reader: Reader, name: str) -> tuple[int, int]:
    text = reader.read_text(name, "")
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match and int(match[1]) <= int(match[2] or match[1]):
        return int(match[1]), int(match[2] or match[1])
    if text:
        reader.add_problem(name, f"'{text}' in {reader.label} is neither a number nor a range", "write 1 or 1-3")
    return 1, _NO_LIMIT


@FIELD_KINDS.register("battery", "Guns")
@data_block
class BatteryField(NotationField):
    """Guns of one kind.

    A value has the number of guns, the die of each gun, the damage of a hit, and words for traits.
    """

    parts_are_computed = True

    dice: tuple[int, ...] = keys.custom(_read_dice_sides, keys.TEXTS_SCHEMA, "the allowed dice: `[d6, d8]`")
    damage: tuple[int, int] = keys.custom(
        _read_range, {"type": json_patterns.TEXT_TYPES}, "the allowed damage: a number, or a range such as `1-3`")
    counts: tuple[int, int] = keys.custom(_read_range, {"type": json_patterns.TEXT_TYPES},
                                          "the allowed number of guns: a number, or a range",
                                          label="Allowed numbers of guns")
    short: bool = keys.flag("whether a battery may be written as the number of guns alone. This needs exactly one "
                            "allowed die and one allowed damage", label="Number of guns alone")
    traits: tuple[BatteryTrait, ...] = keys.named_blocks(
        BatteryTrait,
        "the traits, each under its word: `mark` (printed after the battery; default: a star), **`note`** (the "
        "meaning) and `rules` (the full rules, for [rosters](fleets.md#what-a-game-says-of-fleets))",
        entry_label="trait")
    can_be_added = has_explanations = may_contain_commas = True

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        """Return the battery. If the field is optional and has the word "none", return None.

        With this word, a unit that changes another unit removes the battery.
        """
        return None if self.optional and node.text == NO_GUNS else super().parse_value(node, label, problems)

    def validate(self, reader: Reader) -> Self:
        if self.short and (len(self.dice) != 1 or self.damage[0] != self.damage[1]):
            reader.add_problem("short",
                               f"'short' of {reader.label} needs exactly one allowed die and one allowed damage")
            return replace(super().validate(reader), short=False)
        return super().validate(reader)

    def list_rules(self, value: Any, values: Mapping[str, FieldValue]) -> Iterator[tuple[str, str]]:
        yield from ((trait.key.replace("_", " "), trait.rules) for trait in value.traits)

    @property
    def _limits(self) -> tuple[int, int, str, str]:
        """The smallest and the largest number of guns, and the allowed dice and damage in words."""
        (low, high), dice = self.damage, " ".join(f"d{die}" for die in self.dice)
        return self.counts[0] or 1, self.counts[1] or 999, dice, f"x{low}" if low == high else f"x{low} to x{high}"

    def parse(self, text: str) -> Battery:
        low, high = self.damage
        if (match := _BATTERY_PATTERN.fullmatch(text.strip())) and (match[3] or low == high):
            words, traits = (match[4] or "").replace(",", " ").split(), {trait.key: trait for trait in self.traits}
            if unknown_word := next((word for word in words if word not in traits), None):
                raise ValueError(f"'{unknown_word}' is not a trait of these guns "
                                 f"({', '.join(traits) or 'they have none'})")
            battery = Battery(int(match[1]), int(match[2]), int(match[3] or low), tuple(traits[word] for word in words))
        elif self.short and text.isdigit():
            battery = Battery(int(text), self.dice[0], low)
        else:
            raise ValueError(f"'{text}' must be written as count/die xdamage")
        (min_guns, max_guns, dice, damage), mistakes = self._limits, []
        if self.dice and battery.die not in self.dice:
            mistakes.append(f"rolls a d{battery.die} (allowed: {dice})")
        if not low <= battery.damage <= high:
            mistakes.append(f"has damage x{battery.damage} (allowed: {damage})")
        if not min_guns <= battery.count <= max_guns:
            mistakes.append(f"has {battery.count} guns (allowed: {min_guns} to {max_guns})")
        if mistakes:
            raise ValueError(f"{battery} {' and '.join(mistakes)}")
        return battery

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, Battery)
        if self.short and value == Battery(value.count, self.dice[0], self.damage[0]):
            return str(value.count)
        return value.write()

    @property
    def allowed_text(self) -> str:
        min_guns, max_guns, dice, damage = self._limits
        count = format_range(min_guns, max_guns if self.counts[1] < _NO_LIMIT else None)
        if self.short:
            return f"the number of guns ({count}), each {dice} {damage}"
        traits = ", ".join(f"{quote_yaml(trait.key)} ({trait.note})" for trait in self.traits)
        return f"count/die xdamage: {count}, {dice or 'any die'}, {damage}" + (
            f"; then, optionally, {traits}" if traits else "")

    def explain_value(self, value: Any) -> str:
        notes = (f"; {trait.key.replace('_', ' ')}: {strip_markup(trait.note)}" for trait in value.traits)
        guns = "1 gun" if value.count == 1 else f"{value.count} guns, each"
        return f"{guns} with a d{value.die} and damage {value.damage}{''.join(notes)}"

    @property
    def notation_pattern(self) -> str:
        count = f"0{{0,2}}{json_patterns.make_integer_pattern(*self._limits[:2])}"
        dice = json_patterns.join_alternatives(map(str, self.dice)) if self.dice else "[0-9]{1,3}"
        traits = json_patterns.join_alternatives(json_patterns.escape_pattern(trait.key) for trait in self.traits)
        trait_pattern = f"(?: +{traits}(?:[ ,]+{traits})*[ ,]*)?" if self.traits else ""
        damage = f" *x *0?{json_patterns.make_integer_pattern(*self.damage)}"
        full_pattern = (
            f"{count}/d0{{0,2}}{dice}{damage if self.damage[0] < self.damage[1] else f'(?:{damage})?'}{trait_pattern}"
        )
        return json_patterns.join_alternatives((full_pattern, *([count] if self.short else []),
                                                *([NO_GUNS] if self.optional else [])))

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        min_guns, max_guns, *_ = self._limits
        short = {"type": ["string", "integer"], "minimum": min_guns, "maximum": max_guns} if self.short else {}
        return {**super().make_schema(context), **short, **keys.make_kind(self._parts)}

    @property
    def _parts(self) -> BatteryParts:
        return {"dice": [f"d{die}" for die in self.dice], "lowest_damage": self.damage[0],
                "highest_damage": self.damage[1], "short": self.short,
                "traits": {trait.key: strip_markup(trait.note) for trait in self.traits}}

    @property
    def limits(self) -> FieldLimits:
        low, high = self.counts
        counts = make_number_limits(max(low, 1), high if high < _NO_LIMIT else None) if (
            low > 1 or 0 < high < _NO_LIMIT) else {}
        return {**counts, "guns": self._parts}

    @property
    def example(self) -> str:
        count, die = max(self._limits[0], 4), self.dice[len(self.dice) // 2] if self.dice else 6
        return str(count) if self.short else f"{count}/d{die} x{self.damage[0]}"

    def list_sample_values(self) -> list[str]:
        counts = sample_numbers(self._limits[0], min(self.counts[1] or 8, 8))[:3]
        damage_values = range(self.damage[0], min(self.damage[1], self.damage[0] + 1) + 1)
        combinations = itertools.product(counts, self.dice[:3] or (6,), damage_values)
        return counts if self.short else [f"{count}/d{die} x{damage}" for count, die,
                                          damage in combinations][:MAX_SAMPLES]
