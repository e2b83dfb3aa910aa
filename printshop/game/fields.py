"""The kinds of field that a unit can have.

The class of a kind contains all of this: the keys, the reading and writing of values, the allowed values in words and
as JSON Schema, and sample values for drafts. Any value may be `unknown`. A new kind is a class under
`@FIELD_KINDS.register(...)`. Kinds with a special notation are in field_notations.py, lists in list_fields.py.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import FieldEntries, FieldEntry, FieldValue, NamedNumbers
from printshop.game.settings import Setting
from printshop.problems import Problems, correct_spelling, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import BlockKinds, DataBlock, data_block
from printshop.schema.reader import (
    Reader,
    describe_node,
    is_unknown,
    make_title,
    read_boolean,
    read_integer,
    read_option,
    read_plain_text,
)
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, quote_yaml
from printshop.text_markup import OURS_MARK, MarkupText

if TYPE_CHECKING:
    from printshop.schema.value_kinds import FieldLimits

MAX_NAMES = 100  # of one field of numbers
MAX_SAMPLES = 12  # values of a field that a draft tries
_MAX_LISTED_OPTIONS = 40  # that a text lists
_QUOTED_PATTERN = re.compile(r"""(["'])((?:(?!\1).)+)\1(?!\S)""")


def format_options(words: Iterable[str]) -> str:
    """Return words as YAML, separated by commas.

    A long list is cut short and ends with the number of all words.
    """
    quoted_words = [quote_yaml(word) for word in words]
    ending = f" ... ({len(quoted_words)} in all)" if len(quoted_words) > _MAX_LISTED_OPTIONS else ""
    return ", ".join(quoted_words[:_MAX_LISTED_OPTIONS]) + ending


def format_range(low: int | str | None, high: int | str | None) -> str:
    """Return a range of numbers in words, or "" if it has no limits.

    >>> format_range(1, 35), format_range(2, None), format_range(None, None), format_range(1, 1)
    ('1 to 35', '2 or more', '', '1')
    """
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    return f"{low} or more" if low is not None else "" if high is None else f"{high} or less"


def make_number_limits(low: int | str | None, high: int | str | None) -> FieldLimits:
    """Return the limits of numbers, without those that are None."""
    limits: FieldLimits = {}
    if low is not None:
        limits["low"] = str(low)
    if high is not None:
        limits["high"] = str(high)
    return limits


@dataclass(frozen=True, slots=True)
class SchemaContext:
    """The context of a JSON Schema: settings that may stand for values, and tables in which values are looked up.

    For each field that formulas look up in a table, `tables` has the title of this table. `unit_names` has the
    names of the game's units by type. If `allows_partial` is true, a field that has a number for each of several
    names may have numbers for only some of them.
    """

    settings: Mapping[str, Setting] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    allows_partial: bool = False
    unit_names: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def placeholder_pattern(self) -> str:
        """A pattern of the words that may be written instead of a number or another notation."""
        return json_patterns.join_alternatives((UNKNOWN, *(rf"\${key}" for key in self.settings)))


@data_block
class Field(DataBlock):
    """One field of a unit type.

    `options` are the words of a choice, or the names of numbers. If the declaration of the field had mistakes, these
    are reported, `is_broken` is true, and all its values are unknown.
    """

    label: str = keys.text("the name of the field in messages and headings (default: the key)",
                           label="Name", help_text="", in_view=True,
                           default=lambda reader: reader.key.replace("_", " "))
    optional: bool = keys.flag("whether units may leave out the field", label="May be missing")
    ours: bool = keys.flag(f"whether the values of all units are [ours](differs.md#what-is-ours), printed with "
                           f"the mark {OURS_MARK}", label="Values of this edition (†)")
    key: str = ""
    is_broken: bool = False
    options: tuple[str, ...] = ()

    in_rosters: ClassVar[bool] = False  # whether rosters show it by default
    can_be_added: ClassVar[bool] = False  # whether its values can be added up
    has_explanations: ClassVar[bool] = False  # whether forms can explain its values
    is_narrow: ClassVar[bool] = False  # whether its value fits a narrow cell of a form
    # How a cell of a table of units (CSV, XLSX) is read:
    cell_is_text: ClassVar[bool] = False  # digits, `true` and `false` are text, too
    cell_is_list: ClassVar[bool] = False  # the cell holds several values, separated by commas
    cell_may_have_comma: ClassVar[bool] = False  # a comma may stand for the decimal point: 2,5
    parts_are_computed: ClassVar[bool] = False  # a column of a part is for readers: the export computes it

    def list_rules(self, value: Any, values: Mapping[str, FieldValue]) -> Iterator[tuple[str, str]]:
        """Yield the name and the rules (as markup) of each thing in the value of a unit. The roster prints them."""
        yield from ()

    def find_doubts(self, value: Any) -> Iterator[str]:
        """Yield a sentence for each probable mistake in a value that is allowed."""
        yield from ()

    def validate(self, reader: Reader) -> Self:
        """Return the field, or a broken copy of it if its declaration had mistakes."""
        return self if reader.is_valid else replace(self, optional=True, is_broken=True)

    def read(self, node: Node, owner: str, problems: Problems) -> FieldValue:
        """Return the value at a node, or None after reporting a mistake.

        `owner` is the name of the unit.
        """
        if self.is_broken or (is_unknown(node) and UNKNOWN not in self.options):
            return NOT_KNOWN
        label = repr(self.key) if {":", ","} & {*self.label} else self.label  # these would split a message
        outer_subject, problems.subject = problems.subject, f"{label} of {owner}"
        value = self.parse_value(node, problems.subject, problems)
        problems.subject = outer_subject
        return value

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        """Return the value at a node, written in the notation of the field, or None.

        `label` names it in messages.
        """
        raise NotImplementedError

    @property
    def blank_value(self) -> FieldValue:
        """The value on a blank form, with the parts that are the same for all units."""
        return NOT_KNOWN

    def write_value(self, value: FieldValue) -> str:
        """Return a value as one line of YAML that is read back as the same value. Return "" for None."""
        return "" if value is None else UNKNOWN if value is NOT_KNOWN else self.write_known_value(value)

    def write_known_value(self, value: FieldValue) -> str:
        """Return a known value as YAML."""
        return quote_yaml(str(value)) if isinstance(value, str) else str(value)

    @property
    def allowed_text(self) -> str:
        """The allowed values in words, for players."""
        raise NotImplementedError

    @property
    def limits(self) -> FieldLimits:
        """The allowed values, apart from the notation in files: the workshop makes words of them."""
        return {"words": self.input_hint}

    @property
    def input_hint(self) -> str:
        """The allowed values in words for an input, which does not need the notation in files."""
        return self.allowed_text

    def explain_value(self, value: Any) -> str:
        """Return the parts of a value in words.

        Return "" if the value needs no explanation.
        """
        return ""

    @property
    def example(self) -> str:
        """An allowed value."""
        return "a text"

    @property
    def word_pattern(self) -> str:
        """The pattern of a value that is written as one word of a row."""
        return "(?!)"

    @property
    def may_contain_commas(self) -> bool:
        """Whether the values may contain commas."""
        return False

    @property
    def column_names(self) -> tuple[str, ...]:
        """The columns of a list: the sub-fields, then the derived values.

        Other fields have no columns.
        """
        return ()

    def describe_allowed(self, tables: Mapping[str, str]) -> str:
        """Return the allowed values in words.

        `tables` has the title of a table for each field that is looked up in a table.
        """
        return self.allowed_text + (f" (see the table {tables[self.key]})" if self.key in tables else "")

    def describe_parts(self, tables: Mapping[str, str]) -> Iterator[str]:
        """Yield lines of text about the parts of a value."""
        yield from ()

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        """Return the JSON Schema of the allowed values: the notation of the field, `unknown`, or a setting."""
        raise NotImplementedError

    def make_editor_schema(self, context: SchemaContext) -> JsonSchema:
        """Return the JSON Schema with the title, description and messages that an editor shows."""
        allowed_text = self.describe_allowed(context.tables)
        error_message = f"{self.label}: {allowed_text}; or {UNKNOWN}"
        optional_note = "May be left out." if self.optional else "Required."
        return {"title": make_title(self.label),
                "description": f"{allowed_text[:1].upper()}{allowed_text[1:]}. {optional_note}",
                **({keys.HELP_KEYWORD: f"{hint[:1].upper()}{hint[1:]}"}
                   if (hint := self.input_hint) != self.allowed_text else {}),
                **self.make_schema(context), "errorMessage": error_message, "patternErrorMessage": error_message}

    def list_draft_values(self) -> list[str]:
        """Return values for drafts as YAML: common values first, then others, up to the ends of the range.

        The value "" leaves the field out.
        """
        return [*self.list_sample_values(), *([""] if self.optional else [])]

    def list_sample_values(self) -> list[str]:
        """Return values for drafts as YAML, without the value ""."""
        return [quote_yaml(self.label)]

    def split_word(self, text: str, *, is_last: bool) -> tuple[str, int]:
        """Return the part of a row that belongs to this field, and 1 if this part was in quotes, otherwise 0.

        `text` is the rest of the row, and the part is at its beginning. If the field is left out, the part is "".
        Quotes may keep several words together. The quotes are not returned.
        """
        if quoted_match := (_QUOTED_PATTERN.fullmatch(text.rstrip()) if is_last else _QUOTED_PATTERN.match(text)):
            return quoted_match[2], 1
        return text.rstrip() if is_last else _find_first_word(text), 0


def _find_first_word(text: str) -> str:
    return text.split(maxsplit=1)[0] if text else ""


FIELD_KINDS = BlockKinds(Field)


def read_field(reader: Reader, kinds: BlockKinds[Field] = FIELD_KINDS) -> Field:
    """Return the field that a unit type declares.

    If the kind of the field is missing or unknown, the result is a broken field.
    """
    reader.mark_start()
    kind = reader.read_choice("kind", kinds.blocks)
    if reader.is_valid:
        kind_field: Field = keys.read_block(kinds.blocks[kind], reader)
        return kind_field
    return Field(key=reader.key, label=reader.read_text("label", reader.key.replace("_", " ")), optional=True,
                 ours=False, is_broken=True)


def sample_numbers(low: int | None, high: int | None) -> list[str]:
    """Return numbers of a range.

    The first one is at a third of the range; both ends and numbers between them follow.
    """
    start = low if low is not None else 0 if high is None else min(0, high)
    end = high if high is not None else start + 4 * MAX_SAMPLES
    step = max(1, (end - start) // (MAX_SAMPLES - 1))
    return [str(number) for number in dict.fromkeys((start + (end - start) // 3, *range(start, end + 1, step), end))]


@FIELD_KINDS.register("whole", "Number")
@data_block
class WholeField(Field):
    """A whole number from `low` to `high`."""

    low: int | None = keys.integer("the smallest allowed number",
                                   label="Smallest", help_text="", in_view=True, name="min", default=None)
    high: int | None = keys.integer("the largest allowed number",
                                    label="Largest", help_text="", in_view=True, name="max", default=None)
    in_rosters = can_be_added = True

    def validate(self, reader: Reader) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            reader.add_problem("max", f"'max' of {reader.label} is {self.high}, which is less than 'min' ({self.low})")
        return super().validate(reader)

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        return read_integer(node, label, problems, self.low, self.high)

    @property
    def allowed_text(self) -> str:
        limits = format_range(self.low, self.high)
        return f"a whole number, {limits}" if limits else "a whole number"

    @property
    def limits(self) -> FieldLimits:
        return make_number_limits(self.low, self.high)

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return {"type": ["integer", "string"], **json_patterns.make_limits(self.low, self.high),
                "pattern": json_patterns.anchor_pattern(context.placeholder_pattern)}

    @property
    def word_pattern(self) -> str:
        free = self.low is None or self.low < 0
        return json_patterns.join_alternatives((json_patterns.INTEGER_PATTERN if free
                                                else f"[+]?{json_patterns.make_integer_pattern(self.low, self.high)}",
                                                UNKNOWN))

    @property
    def example(self) -> str:
        return str(self.low or 1)

    def list_sample_values(self) -> list[str]:
        return sample_numbers(self.low, self.high)


@FIELD_KINDS.register("text", "Words")
@data_block
class TextField(Field):
    """Any text, with markup."""

    cell_is_text = True

    may_contain_commas = True
    allowed_text = "any text"
    limits: ClassVar[FieldLimits] = {}
    word_pattern = json_patterns.join_alternatives((r"\S+", UNKNOWN))

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        text = read_plain_text(node, label, problems)
        return None if text is None else MarkupText(text)

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return json_patterns.make_text_schema()


@FIELD_KINDS.register("choice", "One of a list")
@data_block
class ChoiceField(Field):
    """One of several words. If the field is `open`, any other word is allowed, too."""

    cell_is_text = True

    options: tuple[str, ...] = keys.texts("the allowed words", label="Choices", default=..., minimum=1)
    open: bool = keys.flag("whether any other word is allowed, too. `printshop check` then warns of a word that looks "
                           "like a misspelling of one of the `options`", label="Other words are allowed")
    is_narrow = True

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        return read_plain_text(node, label, problems) if self.open else read_option(node, label, self.options, problems)

    def find_doubts(self, value: Any) -> Iterator[str]:
        """Yield a suggestion if the value of an open choice is probably a misspelt option."""
        if (
            self.open
            and value not in self.options
            and (suggested_option := correct_spelling(value, self.options))
        ):
            yield f"{self.label} is '{value}': did you mean '{suggested_option}'?"

    @property
    def allowed_text(self) -> str:
        return f"one of {format_options(self.options)}{', or another word' if self.open else ''}"

    @property
    def limits(self) -> FieldLimits:
        return {"options": [*self.options], "open": self.open}

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        if self.open:
            return {**json_patterns.make_text_schema(), "examples": [*self.options]}
        setting_words = [f"${key}" for key, setting in context.settings.items() if setting.text in self.options]
        return json_patterns.make_choice_schema((*self.options, UNKNOWN, *setting_words))

    @property
    def may_contain_commas(self) -> bool:
        return self.open or any("," in option for option in self.options)

    @property
    def word_pattern(self) -> str:
        words = json_patterns.join_alternatives(map(json_patterns.escape_pattern,
                                                    sorted(self.options, key=len, reverse=True)))
        return json_patterns.join_alternatives((words, *([r"\S+"] if self.open else []), UNKNOWN))

    @property
    def example(self) -> str:
        return self.options[0] if self.options else "a word"

    def list_sample_values(self) -> list[str]:
        return [quote_yaml(word) for word in self.options[:MAX_SAMPLES]]

    def split_word(self, text: str, *, is_last: bool) -> tuple[str, int]:
        if matching_options := [option for option in self.options if text == option or text.startswith(f"{option} ")]:
            return max(matching_options, key=len), 0
        first_word, quotes = super().split_word(text, is_last=is_last)
        return (first_word, 1) if quotes else ("" if self.optional else _find_first_word(text), 0)


@FIELD_KINDS.register("choices", "Some of a list")
@data_block
class ChoicesField(Field):
    """Some of several words, each at most once, in the order in which they are written."""

    cell_is_list = True

    options: tuple[str, ...] = keys.texts("the allowed words", label="Choices", default=..., minimum=1)
    least: int = keys.integer("the smallest number of words (default: 0)", 0, label="Fewest words", default=0)
    most: int | None = keys.integer("the largest number of words (default: all)", 1, label="Most words", default=None)

    def validate(self, reader: Reader) -> Self:
        if self.least > (max_count := min(self.most or len(self.options), len(self.options))):
            reader.add_problem("least",
                               f"'least' of {reader.label} is {self.least}, but a value can have at most {max_count} "
                               "words")
        return super().validate(reader)

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        problem_count, words = len(problems), [read_option(item, label, self.options, problems)
                                               for item in node.items_or_self]
        if duplicate := next((word for number, word in enumerate(words) if word and word in words[:number]), None):
            problems.add(node.span, f"{label} has the word '{duplicate}' twice")
        elif len(problems) == problem_count and not self.least <= len(words) <= (self.most or len(words)):
            problems.add(node.span, f"{label} has {len(words)} words (allowed: {format_range(self.least, self.most)})")
        return tuple(filter(None, words)) if len(problems) == problem_count else None

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, tuple)
        return f"[{', '.join(quote_yaml(str(word)) for word in value)}]"

    @property
    def allowed_text(self) -> str:
        return f"{self.input_hint}, between [ ]"

    @property
    def input_hint(self) -> str:
        limits = format_range(self.least, self.most) if self.least or self.most else "any"
        return f"{limits} of {format_options(self.options)}"

    @property
    def limits(self) -> FieldLimits:
        counts = make_number_limits(self.least, self.most) if self.least or self.most else {}
        return {**counts, "options": [*self.options]}

    @property
    def example(self) -> str:
        return f"[{', '.join(map(quote_yaml, self.options[:max(self.least, 1)]))}]"

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        max_items = {} if self.most is None else {"maxItems": self.most}
        single_word = json_patterns.make_choice_schema((*(self.options if self.least < 2 else ()), UNKNOWN))
        return {"oneOf": [{"type": "array", "items": {"enum": [*self.options]}, "uniqueItems": True,
                           "minItems": self.least, **max_items}, single_word]}

    def list_sample_values(self) -> list[str]:
        max_count = min(self.most or len(self.options), len(self.options))
        counts = dict.fromkeys((max(self.least, 1), max_count, self.least))
        return [f"[{', '.join(map(quote_yaml, self.options[:count]))}]" for count in counts]


@FIELD_KINDS.register("flag", "Yes or no")
@data_block
class FlagField(Field):
    """True or false.

    In a row of words, the name of the flag stands for true.
    """

    is_narrow = True
    allowed_text, input_hint = "true or false", "yes or no"

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        return read_boolean(node, label, problems)

    def write_known_value(self, value: FieldValue) -> str:
        return str(value).lower()

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return {"type": ["boolean", "string"], "pattern": json_patterns.anchor_pattern(context.placeholder_pattern)}

    @property
    def word_pattern(self) -> str:
        return json_patterns.join_alternatives((json_patterns.escape_pattern(self.key),))

    def list_sample_values(self) -> list[str]:
        return ["false", "true"]

    def split_word(self, text: str, *, is_last: bool) -> tuple[str, int]:
        return (self.key if _find_first_word(text) == self.key else ""), 0


@data_block
class EntryKind(DataBlock):
    """A kind of thing in an entries field.

    If `each` is true, each single thing counts as a piece.
    """

    name: str = keys.text("the name of a single thing", default=lambda reader: reader.key.replace("_", " "))
    plural: str = keys.text("the plural of the name (default: the name with an s)", default="")
    each: bool = keys.flag("whether each single thing counts as a piece", label="Each is a piece")
    rules: str = keys.text("the rules of the thing, for the rosters of units that have the thing", default="")
    key: str = ""

    def validate(self, reader: Reader) -> Self:
        return replace(self, plural=self.plural or f"{self.name.removesuffix('s')}s")


@FIELD_KINDS.register("entries", "Things with numbers")
@data_block
class EntriesField(Field):
    """Several kinds of things, and the number of things of each kind."""

    of: tuple[EntryKind, ...] = keys.named_blocks(
        EntryKind,
        "the things, each under its word: `name`, `plural` (default: the name with an s), `each` (`true` if each "
        "single thing counts as a piece) and `rules` (for [rosters](fleets.md#what-a-game-says-of-fleets))",
        label="Each entry has",
        entry_label="entry", default=...)
    can_be_added = has_explanations = True
    input_hint = "the number of each thing"

    def list_rules(self, value: Any, values: Mapping[str, FieldValue]) -> Iterator[tuple[str, str]]:
        yield from ((self.kinds_by_key[entry.key].name, self.kinds_by_key[entry.key].rules) for entry in value.items)

    @cached_property
    def kinds_by_key(self) -> Mapping[str, EntryKind]:
        """The kinds of things by their words."""
        return {thing.key: thing for thing in self.of}

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        if not isinstance(node, MappingNode):
            problems.add(node.span,
                         f"{label} must be a block with the number of each thing, found {describe_node(node)}",
                         f"write the word and the number, for example {{{next(iter(self.kinds_by_key), 'thing')}: 1}}")
            return None
        entries = []
        for key, value in node.entries.items():
            kind = self.kinds_by_key.get(key)
            if kind is None:
                problems.add(node.find_key_span(key), f"{label}: there is no '{key}'",
                             suggest_name(key, self.kinds_by_key))
            elif amount := read_integer(value, f"'{key}' in {label}", problems, 1, 99):
                name = kind.name if amount == 1 else kind.plural
                entries.append(FieldEntry(key, name, amount, amount if kind.each else 1))
        return FieldEntries(tuple(entries))

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, FieldEntries)
        return "{" + ", ".join(f"{quote_yaml(entry.key)}: {entry.amount}" for entry in value.items) + "}"

    @property
    def allowed_text(self) -> str:
        return f"the number of each of these things: {format_options(self.kinds_by_key)}"

    @property
    def limits(self) -> FieldLimits:
        return {"options": [*self.kinds_by_key]}

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        amount = {"type": ["integer", "string"], "minimum": 1, "maximum": 99,
                  "pattern": json_patterns.anchor_pattern(json_patterns.join_alternatives(rf"\${key}"
                                                                                          for key in context.settings)
                                                          or "(?!)")}
        return {"type": ["object", "string"], "additionalProperties": False,
                "properties": {thing.key: {"title": thing.name, **amount} for thing in self.of},
                "pattern": json_patterns.anchor_pattern(context.placeholder_pattern)}

    def list_sample_values(self) -> list[str]:
        return [f"{{{quote_yaml(key)}: 1}}" for key in list(self.kinds_by_key)[:MAX_SAMPLES]]


@FIELD_KINDS.register("numbers", "Several numbers")
@data_block
class NumbersField(WholeField):
    """A number for each of several names.

    The data has a number by each name, a list in the order of the names, or one number for all names.
    """

    options: tuple[str, ...] = keys.texts("the names of the numbers, for "
                                          "example `[bow, stern]`",
                                          label="Names of the numbers", name="of", default=...)

    def validate(self, reader: Reader) -> Self:
        if len(set(self.options)) < len(self.options) or len(self.options) > MAX_NAMES:
            reader.add_problem("of",
                               f"'of' of {reader.label} must have at most {MAX_NAMES} names, and all names must be "
                               "different")
            return replace(super().validate(reader), options=self.options[:1])
        if "of" in reader and not self.options:
            reader.add_problem("of", f"'of' of {reader.label} must not be an empty list",
                               "write the names of the numbers, for example 'of: [bow, stern]'")
        return super().validate(reader)

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        names, problem_count = self.options, len(problems)
        match node:
            case ScalarNode():
                nodes: tuple[Node, ...] = (node,)
            case MappingNode(entries=entries):
                for key in [key for key in entries if key not in names]:
                    problems.add(node.find_key_span(key), f"{label}: there is no '{key}'", suggest_name(key, names))
                if missing := [name for name in names if name not in entries]:
                    problems.add(node.span, f"{label} lacks {', '.join(missing)}")
                nodes = tuple(entries[name] for name in names if name in entries)
            case _:
                nodes = getattr(node, "items", ())
                if len(nodes) != len(names):
                    problems.add(node.span, f"{label} has {len(nodes)} numbers, but needs {len(names)}",
                                 f"write one number for each of these names: {', '.join(names)}")
        if len(problems) > problem_count:
            return None
        labels = [label] if isinstance(node, ScalarNode) else [f"'{name}' in {label}" for name in names]
        figures = tuple(NOT_KNOWN if is_unknown(figure_node)
                        else read_integer(figure_node, name, problems, self.low, self.high)
                        for name, figure_node in zip(labels, nodes, strict=True))
        known_figures = tuple(figure for figure in figures if figure is not None)
        return NamedNumbers(names, known_figures * (len(names) if isinstance(node, ScalarNode)
                                                    else 1)) if known_figures == figures else None

    @property
    def blank_value(self) -> FieldValue:
        """The names, with unknown numbers."""
        return NamedNumbers(self.options, (NOT_KNOWN,) * len(self.options))

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, NamedNumbers)
        figures = ((name, UNKNOWN if number is NOT_KNOWN else number) for name, number in value.items())
        return "{" + ", ".join(f"{quote_yaml(name)}: {number}" for name, number in figures) + "}"

    @property
    def allowed_text(self) -> str:
        return f"{self.input_hint}; a single number applies to all names"

    @property
    def limits(self) -> FieldLimits:
        return {**super().limits, "each": True}

    @property
    def input_hint(self) -> str:
        return f"{format_range(self.low, self.high) or 'a whole number'} each"

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        figure = super().make_schema(context)
        return {**figure, "properties": dict.fromkeys(self.options, figure), "additionalProperties": False,
                "required": [] if context.allows_partial else list(self.options), "items": figure,
                "type": ["object", "array", "integer", "string"],
                "minItems": len(self.options), "maxItems": len(self.options)}
