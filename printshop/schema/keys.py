"""Keys and blocks of the data: how they are declared, read, and described in JSON Schemas.

A block is a frozen class whose attributes are keys. The declaration decides how the block is read, with every
message and position. Its JSON Schema (`JsonSchemaWriter`) and its table in the reference also follow from it:

    @data_block
    class Mark(DataBlock):
        at: Length = keys.length("distance from the start", positive=True)
        label: str = keys.text("printed label")

    mark = read_block(Mark, reader)

The `context` of the reader contains everything to which the values may refer. A key has the name of its
attribute, without a final `_`. The method `validate` of a block checks keys that depend on each other or
exclude each other. If a value is wrong, a reader adds a problem and returns a harmless stand-in. A caller
that must not continue with a stand-in checks the `is_valid` of its reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, dataclass_transform

from printshop.lengths import Length, parse_length
from printshop.problems import Problems, add_article, suggest_name
from printshop.schema import json_patterns
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.reader import ZERO_LENGTH, Reader, is_unknown
from printshop.source import Node
from printshop.text_markup import strip_markup

if TYPE_CHECKING:
    from printshop.schema.value_kinds import BatteryParts, ValueKind

BlockType = TypeVar("BlockType", bound="DataBlock")
METADATA_KEY = "key"
# The keyword of schemas for the kind of a value that its JSON type does not show. The workshop chooses inputs by it.
KIND_KEYWORD = "x-kind"
LABEL_KEYWORD = "x-label"  # the name of a key in the workshop; a `title` is a name that a game gives
HELP_KEYWORD = "x-help"  # the sentence below an input of the workshop, in place of the description
CHOICES_KEYWORD = "x-choices"  # the words for choices; for other values, the choices that are offered
IN_VIEW_KEYWORD = "x-in-view"  # true: the input is in view although the key is missing
ADDING_KEYWORD = "x-add"  # of a list or of named blocks: the words of the button that adds an entry
NEW_KEYWORD = "x-new"  # of the key of an element: the keys and values of a new element
ICON_KEYWORD = "x-icon"  # of the key of an element: the name of its icon in the workshop
PAGE_ATTRIBUTES = ("label", "help_text", "adding", "choice_words", "in_view", "new_values", "icon")  # of a `Key`
OF_KEYWORD = "x-of"  # of one of several schemas of a key: the kinds of the block for which it holds
ELEMENTS_KEYWORD = "x-elements"  # of a whole schema: the names of the kinds of elements in the workshop, by key


def make_kind(kind: ValueKind | BatteryParts) -> JsonSchema:
    """Return the part of a JSON Schema that names the kind of the value."""
    return {KIND_KEYWORD: kind}


LENGTH_SCHEMA: JsonSchema = {
    "type": "string",
    "pattern": json_patterns.make_stand_in_pattern(json_patterns.LENGTH_PATTERN),
    **make_kind("length"),
}
SIZE_SCHEMA: JsonSchema = {
    "type": "string",
    "pattern": json_patterns.make_stand_in_pattern(json_patterns.SIZE_PATTERN),
    **make_kind("size"),
}
COLOUR_SCHEMA: JsonSchema = {
    "type": "string",
    "pattern": json_patterns.make_stand_in_pattern(json_patterns.COLOUR_PATTERN),
    **make_kind("colour"),
}
TEXTS_SCHEMA: JsonSchema = {"type": ["array", *json_patterns.TEXT_TYPES], "items": {"type": json_patterns.TEXT_TYPES}}
FORMULA_SCHEMA: JsonSchema = {"type": ["number", "string", "boolean"]}
_ENTRY_KINDS: Mapping[str, ValueKind] = {"sides": "side", "unit sides": "side", "unit_types": "unit type"}
# What the names of units in a value stand for. "roster": the units of a force or fleet, by their names in the game.
# "list": some of these units, for example those of a player. "figure": one or more of these units on the table or at a
# step of play. "line": as the list in which the block of the line stands. "proper name": not the name of a unit, but a
# player's name for one. "fields": the value is a block with fields of a unit, and some fields may refer to units.
UnitRole: TypeAlias = Literal["roster", "list", "figure", "line", "proper name", "fields"]
ChoiceOptions = Collection[str] | Callable[[], Collection[str]]


@dataclass(frozen=True, kw_only=True)
class Key:
    """A key of a block.

    `read_value` reads the value, and `value_schema` makes the JSON Schema of the value. `description` is the
    description of the key, with the markup of the reference. It is "" if the description of the key before covers both
    keys. A key without a `default` is required. The default may be a function of the reader. If `unknown` is true, the
    plain word unknown is allowed for a value that the source has lost, and the value is then None. If `read_if_missing`
    is true, `read_value` is also called if the key is missing. `written_default` is the default as the data would have
    it, None if the data cannot have it.

    `label` is the name of the key in the workshop, "" if the words of the key are its name. `help_text` is the sentence
    below its input, None for the first sentence of the description. `adding` are the words of the button that adds an
    entry to a list, "" for no particular words. `choice_words` are the words for choices; if the
    value is no choice, they are the values that the workshop offers. If `in_view` is true, the workshop shows the input
    of a missing key at once. The key of an element may have `new_values`, the keys and values with which a new element
    begins, and `icon`, the name of an icon of the workshop. The workshop offers the element in each container that has
    all these keys.

    `block` is the block, or the kinds of blocks, in the value: one block, a list of them or, if `has_names` is true,
    blocks under names that the game chooses. If the value names units, or if the names of its blocks are those of
    units, `unit_role` says what they stand for. A list of units may have texts as well as blocks.
    """

    read_value: Callable[[Reader, str, Any], Any]
    value_schema: JsonSchema | Callable[[JsonSchemaWriter], JsonSchema]
    description: str = ""
    default: Any = ...
    name: str = ""
    unknown: bool = False
    read_if_missing: bool = False
    written_default: str | float | None = None
    label: str = ""
    help_text: str | None = None
    adding: str = ""
    choice_words: Mapping[str, str] | None = None
    in_view: bool = False
    new_values: Mapping[str, Any] | None = None
    icon: str = ""
    block: Any = None
    has_names: bool = False
    unit_role: UnitRole | None = None

    def read(self, reader: Reader, name: str) -> Any:
        """Return the value of the key `name` in the mapping of a reader."""
        node, default = reader.get_node(name), self.default(reader) if callable(self.default) else self.default
        if self.unknown and is_unknown(node):
            return None
        return default if node is None and default is not ... and not self.read_if_missing else self.read_value(reader,
                                                                                                                name,
                                                                                                                default)

    def make_schema(self, writer: JsonSchemaWriter) -> JsonSchema:
        """Return the JSON Schema of the value.

        A setting of the game is allowed in place of the value.
        """
        return self.value_schema(writer) if callable(self.value_schema) else self.value_schema


def _write_default(value: Any) -> str | float | None:
    """Return the default of a key as the data would have it. An empty text stands for a missing value."""
    if isinstance(value, Length):
        return value.text
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value if isinstance(value, str | int | float) and value != "" else None


# Functions that declare a key: each returns a field of `dataclasses`. `key_options` may be default, name, unknown,
# label, help_text, adding, choice_words, in_view, new_values, icon, block, has_names, unit_role, kind (if the JSON type
# of the value does not show it) and written_default, which is by default made from the default.

def _declare_key(read_value: Callable[[Reader, str, Any], Any],
                 value_schema: JsonSchema | Callable[[JsonSchemaWriter], JsonSchema], description: str, *,
                 kind: ValueKind | None = None, **key_options: Any) -> Any:
    if kind:
        plain_schema, kind_schema = value_schema, make_kind(kind)
        value_schema = ((lambda writer: {**plain_schema(writer), **kind_schema}) if callable(plain_schema)
                        else {**plain_schema, **kind_schema})
    written_default = {"written_default": _write_default(key_options.get("default"))}
    key = Key(read_value=read_value, value_schema=value_schema, description=description,
              **written_default | key_options)
    return field(default=MISSING if key.default is ... or callable(key.default) else key.default,
                 metadata={METADATA_KEY: key})


def get_key(attribute: Any) -> Key:
    """Return the key of a declaration, for use outside a block."""
    key: Key = attribute.metadata[METADATA_KEY]
    return key


def text(description: str = "", **key_options: Any) -> Any:
    """Declare a text. A number counts as its digits."""
    return _declare_key(Reader.read_text, {"type": json_patterns.TEXT_TYPES}, description, **key_options)


def texts(description: str = "", *, default: Any = (), minimum: int = 0, maximum: int | None = None,
          **key_options: Any) -> Any:
    """Declare a list of `minimum` to `maximum` texts.

    A single text counts as a list of one text.
    """
    return _declare_key(lambda reader, name, default: _check_entry_count(reader, name, reader.read_texts(name, default),
                                                                         minimum, maximum), TEXTS_SCHEMA, description,
                        default=default, **key_options)


def integer(description: str = "", low: int | None = None, high: int | None = None, **key_options: Any) -> Any:
    """Declare a whole number from `low` to `high`."""
    value_schema = {"type": ["integer", "string"], **json_patterns.make_limits(low, high),
                    "pattern": json_patterns.make_stand_in_pattern(unknown=key_options.get("unknown", False))}
    return _declare_key(lambda reader, name, default: reader.read_integer(name, default, low, high), value_schema,
                        description, **key_options)


def number(description: str = "", low: float | None = None, high: float | None = None, **key_options: Any) -> Any:
    """Declare an exact number from `low` to `high`, whole or decimal."""
    value_schema = {"type": ["number", "string"], **json_patterns.make_limits(low, high),
                    "pattern": json_patterns.make_stand_in_pattern()}
    return _declare_key(lambda reader, name, default: reader.read_number(name, default, low, high), value_schema,
                        description, **key_options)


def flag(description: str = "", *, default: bool = False, **key_options: Any) -> Any:
    """Declare a value that is true or false."""
    return _declare_key(Reader.read_flag, {"type": ["boolean", "string"],
                                           "pattern": json_patterns.make_stand_in_pattern(), **make_kind("flag")},
                        description, default=default, **key_options)


def choice(options: ChoiceOptions, description: str = "", *, decisive: bool = False, **key_options: Any) -> Any:
    """Declare a choice of words.

    If `decisive` is true, other keys depend on the choice, so a wrong word hides later problems of the block.
    """
    def list_options() -> Collection[str]:
        return options() if callable(options) else options

    def read_option(reader: Reader, name: str, default: Any) -> Any:
        problem_count, word = len(reader.problems), reader.read_choice(name, list_options(), default)
        if decisive and len(reader.problems) > problem_count:
            reader.problems = Problems()
        return word

    return _declare_key(read_option, lambda _: json_patterns.make_choice_schema(list_options()), description,
                        **key_options)


def length(description: str = "", *, positive: bool = False, minimum: str = "", maximum: str = "", hint: str = "",
           **key_options: Any) -> Any:
    """Declare a length. Its limits and its default are written as in the data, such as "12 mm".

    If `positive` is true, the length must be more than 0. `hint` is shown for a length outside the limits.
    """
    low, high = (parse_length(limit) if limit else None for limit in (minimum, maximum))
    limits = (f"but must be {minimum} to {maximum}" if minimum and maximum else
              f"but must be at least {minimum}" if minimum else f"but must be at most {maximum}")
    limit_hint = hint or (f"write a length from {minimum} to {maximum}" if minimum and maximum else
                          f"write {minimum} or more" if minimum else f"write {maximum} or less")

    def read_within_limits(reader: Reader, name: str, default: Any) -> Any:
        length = reader.read_length(name, default)
        if name in reader and isinstance(length, Length) and length is not ZERO_LENGTH:
            if positive and not length.points:
                reader.add_problem(name, f"'{name}' of {reader.label} must be more than 0")
            elif (low and length.points < low.points) or (high and length.points > high.points):
                reader.add_problem(name, f"'{name}' of {reader.label} is {length.text}, {limits}", limit_hint)
        return length

    if isinstance(default_text := key_options.get("default"), str):
        key_options["default"] = parse_length(default_text)
    unknown = key_options.get("unknown", False)
    value_schema = {**LENGTH_SCHEMA,
                    "pattern": json_patterns.make_stand_in_pattern(json_patterns.LENGTH_PATTERN, unknown=unknown),
                    **(make_kind("length or word") if unknown else {})}
    return _declare_key(read_within_limits, value_schema, description, **key_options)


def size(description: str = "", **key_options: Any) -> Any:
    """Declare a width and a length, written like "1/2 x 3/4 in"."""
    return _declare_key(Reader.read_size, SIZE_SCHEMA, description, **key_options)


def colour(description: str = "", **key_options: Any) -> Any:
    """Declare a colour, written "#rrggbb" or "#rgb". The value has six digits, with lower-case letters."""
    return _declare_key(Reader.read_color, COLOUR_SCHEMA, description, **key_options)


def _declare_node_key(read_node: Callable[[Reader, Node, str], Any], value_schema: Any, description: str,
                      **key_options: Any) -> Any:
    def read_value(reader: Reader, name: str, _: Any) -> Any:
        node = reader.get_node(name, required=True)
        return read_node(reader, node, f"'{name}' of {reader.label}") if node else None

    return _declare_key(read_value, value_schema, description, **{"written_default": None} | key_options)


def formula_text(description: str = "", **key_options: Any) -> Any:
    """Declare a text with formulas in braces."""
    return _declare_node_key(lambda reader, node, label: reader.context.read_wording(node, label),
                             {"type": json_patterns.TEXT_TYPES}, description, **key_options)


def formula(description: str = "", **key_options: Any) -> Any:
    """Declare a formula."""
    return _declare_node_key(lambda reader, node, label: reader.context.read_formula(node, label), FORMULA_SCHEMA,
                             description, **{"kind": "formula"} | key_options)


def nested_block(block: Any, description: str = "", **key_options: Any) -> Any:
    """Declare a block inside a block."""
    return _declare_node_key(lambda reader, node,
                             label: read_block(block, Reader(node, reader.problems, label, reader.context)),
                             lambda writer: writer.make_block_schema(block), description, block=block, **key_options)


def entry_name(section: str, description: str = "", *, alternative: str = "", **key_options: Any) -> Any:
    """Declare the name of an entry of a section.

    The value is this entry, or None if there is no such entry. If the section is empty, `alternative` is added to the
    hint.
    """
    def find_entry(reader: Reader, name: str, _: Any) -> Any:
        word, entries = reader.read_text(name), reader.context.find_entries(section)
        if word and word not in entries and not reader.context.written_names.may_have(section, word):
            reader.add_problem(name, f"'{name}' of {reader.label}: there is no {section.removesuffix('s')} '{word}'",
                               suggest_name(word, entries) if entries
                               else f"define it in {section}.yaml{alternative}")
        return entries.get(word) if name in reader else ""

    return _declare_key(find_entry, lambda writer: writer.make_entry_schema(section), description, **key_options)


def _make_blocks_reader(block: Any, make_readers: Callable[[Reader, str], Iterable[Reader]], minimum: int,
                        maximum: int | None,
                        ) -> Callable[[Reader, str, Any], Any]:
    def read_blocks(reader: Reader, name: str, _: Any) -> Any:
        entries = tuple(entry for entry_reader in make_readers(reader, name)
                        if (entry := read_block(block, entry_reader)) is not None)
        return _check_entry_count(reader, name, entries, minimum, maximum) if name in reader else ()

    return read_blocks


def block_list(block: Any, description: str = "", *, entry_label: str = "", default: Any = (), minimum: int = 0,
               maximum: int | None = None, may_be_single: bool = False, **key_options: Any) -> Any:
    """Declare a list of `minimum` to `maximum` blocks.

    `entry_label` is the word for a block, in messages and on the button that adds a block. If `may_be_single` is true,
    a single block counts as a list.
    """
    read_blocks = _make_blocks_reader(block, lambda reader, name: reader.open_list(
        name, entry_label, required=True, may_be_single=may_be_single), minimum, maximum)
    return _declare_key(read_blocks, lambda writer: {"type": ["array", "object"] if may_be_single else "array",
                                                     "items": writer.make_block_schema(block)},
                        description, default=default, block=block, **_make_adding_words(entry_label) | key_options)


def _make_adding_words(entry_label: str) -> dict[str, str]:
    return {"adding": f"Add {add_article(entry_label)}"} if entry_label else {}


def named_blocks(block: Any, description: str = "", *, entry_label: str = "", default: Any = (), minimum: int = 0,
                 maximum: int | None = None, **key_options: Any) -> Any:
    """Declare `minimum` to `maximum` blocks under names that the game chooses.

    If a block declares the attribute `key`, the value of this attribute is the name of the block.
    """
    read_blocks = _make_blocks_reader(block, lambda reader,
                                      name: dict(reader.open_named(name, entry_label, required=True)).values(), minimum,
                                      maximum)
    return _declare_key(read_blocks, lambda writer: {"type": "object",
                                                     "additionalProperties": writer.make_block_schema(block)},
                        description, default=default, block=block, has_names=True,
                        **_make_adding_words(entry_label) | key_options)


def custom(read_value: Callable[[Reader, str], Any], value_schema: Any, description: str = "", *, default: Any = None,
           read_if_missing: bool = True, written_default: str | float | None = None, **key_options: Any) -> Any:
    """Declare a key with a notation of its own, which `read_value` reads.

    If `read_if_missing` is true, `read_value` is also called if the key is missing. `written_default` is the default
    as the data would have it; without it, this is a default that is a text.
    """
    if written_default is None and isinstance(default, str):
        written_default = _write_default(default)
    return _declare_key(lambda key_reader, name, _: read_value(key_reader, name), value_schema, description,
                        default=default, read_if_missing=read_if_missing, written_default=written_default,
                        **key_options)


def _check_entry_count(reader: Reader, name: str, entries: tuple[Any, ...], minimum: int,
                       maximum: int | None) -> tuple[Any, ...]:
    """Return the entries, but at most `maximum` entries. If there are too many or too few, add a problem."""
    if minimum and not maximum and not entries:
        reader.reject_empty_lists(name)
    elif name in reader and minimum and not minimum <= len(entries) <= (maximum or len(entries)):
        span = f"{minimum} to {maximum}" if maximum else f"at least {minimum}"
        reader.add_problem(name, f"'{name}' of {reader.label} must have {span} entries")
        return entries[:maximum]
    return entries if maximum is None else reader.limit_entries(name, entries, maximum)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(
    field, text, texts, integer, number, flag, choice, length, size, colour, formula_text, formula, entry_name,
                                                                                  nested_block, block_list,
    named_blocks, custom))
def data_block(cls: type[BlockType]) -> type[BlockType]:
    """Make a class a block: frozen, created with keyword arguments only."""
    block_class = dataclass(init=False, repr=False, eq=False)(cls)  # `DataBlock` defines them for all blocks
    attributes = fields(block_class)  # type: ignore[arg-type]
    block_class.attributes = {attribute.name: attribute.compare for attribute in attributes}
    block_class.defaults = {attribute.name: attribute.default for attribute in attributes
                            if attribute.default is not MISSING}
    block_class.default_factories = {attribute.name: attribute.default_factory for attribute in attributes
                                     if attribute.default_factory is not MISSING}
    return block_class


class DataBlock:
    """The base class of all blocks.

    It has the methods that `dataclass` would compile for each block. That would take long: more than a hundred
    blocks are declared whenever the program starts, but few are created. `attributes` are in the order of the
    declaration, each with a flag that says whether the attribute is compared. `defaults` are the default values,
    and `default_factories` are the factories of mutable defaults.
    """

    kind: ClassVar[str] = ""  # the name of its kind, if it is one of several
    kind_label: ClassVar[str] = ""  # the name of its kind in the workshop, "" if this is the word `kind`
    attributes: ClassVar[dict[str, bool]] = {}
    defaults: ClassVar[dict[str, Any]] = {}
    default_factories: ClassVar[dict[str, Callable[[], Any]]] = {}

    def __init__(self, **values: Any) -> None:
        attributes = self.__dict__
        attributes.update(self.defaults)
        attributes.update(values)
        attributes.update((name, make_default()) for name,
                          make_default in self.default_factories.items() if name not in values)
        if attributes.keys() != self.attributes.keys():
            mismatched = ", ".join(sorted(attributes.keys() ^ self.attributes.keys()))
            raise TypeError(f"{type(self).__name__}: missing or unknown attributes: {mismatched}")

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._compared_values() == other._compared_values()

    def __hash__(self) -> int:
        return self._cached_hash

    @cached_property
    def _cached_hash(self) -> int:
        return hash(self._compared_values())

    def __repr__(self) -> str:
        shown_values = (f"{name}={self.__dict__[name]!r}" for name,
                        is_compared in self.attributes.items() if is_compared)
        return f"{type(self).__name__}({', '.join(shown_values)})"

    def _compared_values(self) -> tuple[Any, ...]:
        return tuple([self.__dict__[name] for name, is_compared in self.attributes.items() if is_compared])

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Prepare the reader before the keys of the block are read, for example with names for formulas."""

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, Key]:
        """Return further keys that the block reads itself, without declared attributes."""
        return {}

    @classmethod
    def list_key_hints(cls) -> Mapping[str, str]:
        """Return hints for keys that belong elsewhere (beside or inside the block), or that exist no longer."""
        return {}

    def validate(self, reader: Reader) -> Self | None:
        """Check the keys together and add problems. Return the block, perhaps with derived values.

        Return None if the block cannot be used.
        """
        return self


@cache
def list_block_keys(block: type[DataBlock]) -> Mapping[str, Key]:
    """Return the keys of a block by attribute.

    The keys of its base classes come first.
    """
    return {attribute.name: attribute.metadata[METADATA_KEY]
            for attribute in fields(block)  # type: ignore[arg-type]
            if METADATA_KEY in attribute.metadata}


def get_yaml_name(attribute: str, key: Key) -> str:
    """Return the name of a key in YAML."""
    return key.name or attribute.rstrip("_")


@cache
def list_key_attributes(block: Any) -> Mapping[str, str]:
    """Return the attributes of a block's keys, by the names of the keys in YAML."""
    return {get_yaml_name(attribute, key): attribute for attribute, key in list_block_keys(block).items()}


@cache
def _list_declarations(block: Any) -> tuple[tuple[tuple[str, str, Key], ...], frozenset[str]]:
    """Return the attribute, name and key of each declaration of a block, and the names of its other attributes."""
    declared = tuple((attribute, get_yaml_name(attribute, key), key) for attribute,
                     key in list_block_keys(block).items())
    return declared, frozenset(other.name for other in fields(block) if METADATA_KEY not in other.metadata)


def find_keys(block: Any, name: str) -> Iterator[Key]:
    """Yield the key that has a name in YAML, for each kind of a block that has such a key."""
    kinds: Iterable[Any] = block.blocks.values() if isinstance(block, BlockKinds) else (block,)
    for kind in kinds:
        declared = {key_name: key for _, key_name, key in _list_declarations(kind)[0]}
        extra = {get_yaml_name(attribute, key): key for attribute, key in kind.list_extra_keys().items()}
        if key := {**extra, **declared}.get(name):
            yield key


@cache
def _find_skippable_keys(block: Any) -> frozenset[str]:
    """Return the names of the keys that need no reading if they are missing. These are almost all keys."""
    return frozenset(name for attribute, name, key in _list_declarations(block)[0]
                     if attribute in block.defaults and not key.read_if_missing)


def read_keys(block: Any, reader: Reader) -> dict[str, Any]:
    """Return the values of a block's keys by attribute, without missing keys that simply have their default."""
    left_out = reader.find_missing_keys(_find_skippable_keys(block))
    return {attribute: key.read(reader, name) for attribute, name,
            key in _list_declarations(block)[0] if name not in left_out}


def read_block(block: Any, reader: Reader, **attributes: Any) -> Any:
    """Return a block read from the data, or None if problems make it unusable.

    `attributes` are the values of attributes that are not keys. If the block has an attribute `span`, this is the
    position of the block. If it has an attribute `key`, this is the name of the block. If there are several kinds
    of the block, the kind in the data is read.
    """
    if isinstance(block, BlockKinds):
        return block.read_kind(reader, **attributes)
    reader.mark_start()
    block.prepare_reader(reader)
    values, other_attributes = read_keys(block, reader), _list_declarations(block)[1]
    span_value = {"span": reader.mapping_span} if "span" in other_attributes else {}
    given_values = {name: value for name, value in {"key": reader.key, **attributes}.items()
                    if name in other_attributes}
    validated = block(**values, **span_value, **given_values).validate(reader)
    if reader.unrequested_keys:
        reader.finish((*block.list_extra_keys(),), known_hints=block.list_key_hints())
    return validated


class BlockKinds(Generic[BlockType]):
    """Blocks of several kinds.

    The value of a key distinguishes the kinds. All are derived from `base_block`.

    A kind is registered under the name that is used in the data and in messages:

        @TEMPLATE_KINDS.register("rose")
        class Rose(Template): ...
    """

    def __init__(self, base_block: type[BlockType], key: str = "kind") -> None:
        self.base_block = base_block
        self.key = key
        self.blocks: dict[str, type[BlockType]] = {}

    def register(self, name: str, label: str = "") -> Callable[[type[BlockType]], type[BlockType]]:
        """Return a decorator that registers a block class as the kind `name`.

        `label` is the name of the kind in the workshop, "" if the word `name` is the name.
        """
        def register_class(cls: type[BlockType]) -> type[BlockType]:
            cls.kind, cls.kind_label = name, label
            self.blocks[name] = cls
            return cls
        return register_class

    def copy_without(self, *names: str) -> BlockKinds[BlockType]:
        """Return a copy of the kinds without some of them."""
        other_kinds = BlockKinds(self.base_block, self.key)
        other_kinds.blocks = {name: block for name, block in self.blocks.items() if name not in names}
        return other_kinds

    def read_kind(self, reader: Reader, **attributes: Any) -> BlockType | None:
        """Return a block of the kind that its key gives.

        Return None if there is no such kind.
        """
        reader.mark_start()
        kind = reader.read_choice(self.key, sorted(self.blocks))
        # the kind decides the keys
        entry: BlockType | None = read_block(self.blocks[kind], reader, **attributes) if reader.is_valid else None
        return entry


class BlockKindsByKey(BlockKinds[BlockType]):
    """Blocks of several kinds, each with a key that only this kind has.

    For example, a block with `text: ...` is a text. If a block has several of these keys, the message
    `conflict_message` is added, with the hint `hint`.
    """

    def __init__(self, base_block: type[BlockType], conflict_message: str, hint: str) -> None:
        super().__init__(base_block, "")
        self.conflict_message = conflict_message
        self.hint = hint
        self.excluded_kinds: dict[str, str] = {}  # kinds of other containers, each with the reason

    def find_kinds(self, reader: Reader) -> list[str]:
        """Return the kinds whose distinguishing keys a reader has."""
        key_names = {*reader.list_keys()}
        return [kind for kind in self.blocks if kind in key_names]

    def report_excluded_kind(self, reader: Reader) -> bool:
        """Report a key of a kind that cannot stand here. Return whether there is one."""
        absent_kinds = self.excluded_kinds.keys() - self.blocks.keys()
        kind = next((name for name in reader.list_keys() if name in absent_kinds), "")
        present: list[Any] = [self.blocks[name] for name in self.find_kinds(reader)] if kind else []
        if not kind or any(kind in list_key_attributes(block) for block in present):
            return False  # it may be a key of a kind that can stand here
        reader.get_node(kind)
        reader.add_problem(kind, f"{reader.label} cannot be '{kind}': {self.excluded_kinds[kind]}",
                           f"choose another kind: {', '.join(self.blocks)}")
        return True

    def read_kind(self, reader: Reader, **attributes: Any) -> BlockType | None:
        """Return a block of the kind to which its distinguishing key belongs, or None after adding a problem."""
        if self.report_excluded_kind(reader):
            return None
        kinds = self.find_kinds(reader)
        if len(kinds) == 1:
            entry: BlockType | None = read_block(self.blocks[kinds[0]], reader, **attributes)
            return entry
        if kinds:
            kind_names = ", ".join(f"'{kind}'" for kind in kinds)
            reader.problems.add(reader.mapping_span, f"{reader.label} has {kind_names}: {self.conflict_message}",
                                self.hint)
        elif present_keys := reader.list_keys():
            common = list_key_attributes(self.base_block)  # type: ignore[arg-type]
            unknown_key = next((name for name in present_keys if name not in common), "")
            reader.problems.add(reader.mapping_span, f"{reader.label} has no key that determines its kind",
                                suggest_name(unknown_key, self.blocks))
        return None


@dataclass(frozen=True, slots=True)
class JsonSchemaWriter:
    """A writer of JSON Schemas of blocks.

    `entries` are the names in a game's sections. If `is_extension` is true, the game extends another game, and
    its entries may lack keys that stay unchanged.
    """

    entries: Mapping[str, Collection[str]] = field(default_factory=dict)
    is_extension: bool = False
    definitions: dict[str, JsonSchema] = field(default_factory=dict)  # of recursive blocks, by name
    element_labels: dict[str, str] = field(default_factory=dict)  # of the kinds that have a key of their own, by key

    def make_entry_schema(self, section: str) -> JsonSchema:
        """Return the schema of a value that names an entry of a section."""
        schema = (json_patterns.make_choice_schema(self.entries[section]) if section in self.entries
                  else {"type": json_patterns.TEXT_TYPES})
        return schema | (make_kind(_ENTRY_KINDS[section]) if section in _ENTRY_KINDS else {})

    def make_reference(self, name: str, block: Any) -> JsonSchema:
        """Return a `$ref` to the schema of a recursive block, and add that schema to `definitions`."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.make_block_schema(block)
        return {"$ref": f"#/definitions/{name}"}

    def make_block_schema(self, block: Any, extra_properties: JsonSchema | None = None) -> JsonSchema:
        """Return the schema of a block.

        If it may have several kinds, an editor offers the keys of the kind in use. `extra_properties` are the schemas
        of further keys of the block.
        """
        if not isinstance(block, BlockKinds):
            return {"type": "object", **self._make_properties(block, extra_properties or {})}
        if isinstance(block, BlockKindsByKey):
            self._add_element_labels(block)
            schemas_by_key: dict[str, list[tuple[JsonSchema, list[str]]]] = {}
            for kind, kind_block in block.blocks.items():
                for name, value_schema in self._make_properties(kind_block,
                                                                extra_properties or {})["properties"].items():
                    alternatives = schemas_by_key.setdefault(name, [])
                    kinds = next((kinds for schema, kinds in alternatives if schema == value_schema), None)
                    if kinds is None:
                        alternatives.append((value_schema, kinds := []))
                    kinds.append(kind)
            properties = {name: alternatives[0][0] if len(alternatives) == 1
                          else {"anyOf": [{**schema, OF_KEYWORD: kinds} for schema, kinds in alternatives]}
                          for name, alternatives in schemas_by_key.items()}
            return {"type": "object", "properties": properties, "additionalProperties": False}
        cases = [{"if": {"properties": {block.key: {"const": name}}, "required": [block.key]},
                  "then": self._make_properties(kind, extra_properties or {}, block.key)} for name,
                 kind in sorted(block.blocks.items())]
        required = {} if self.is_extension else {"required": [block.key]}
        labels = {name: kind.kind_label for name, kind in block.blocks.items() if kind.kind_label}
        kind_schema = {"enum": sorted(block.blocks), **({CHOICES_KEYWORD: labels} if labels else {})}
        return {"type": "object", "properties": {block.key: kind_schema}, **required, "allOf": cases}

    def _add_element_labels(self, kinds: BlockKindsByKey[Any]) -> None:
        blocks: Mapping[str, Any] = kinds.blocks
        for name, block in blocks.items():
            key = list_block_keys(block)[list_key_attributes(block)[name]]
            self.element_labels.setdefault(name, key.label or name.replace("_", " ").capitalize())

    def make_shared_parts(self) -> JsonSchema:
        """Return the keywords of the whole schema to which the schemas of its blocks refer."""
        parts = {"definitions": self.definitions, ELEMENTS_KEYWORD: self.element_labels}
        return {keyword: entries for keyword, entries in parts.items() if entries}

    def _make_properties(self, block: Any, extra_properties: JsonSchema, *kind_keys: str) -> JsonSchema:
        declared = {name: key for _, name, key in _list_declarations(block)[0]}
        extra_keys = {get_yaml_name(attribute, key): key for attribute, key in block.list_extra_keys().items()}
        key_schemas = {name: self.make_key_schema(key) for name, key in {**declared, **extra_keys, **declared}.items()}
        properties: JsonSchema = {**{name: {} for name in kind_keys}, **key_schemas, **extra_properties}
        required = [] if self.is_extension else [*kind_keys,
                                                 *(name for name, key in declared.items() if key.default is ...)]
        return {"properties": properties, **({"required": required} if required else {}), "additionalProperties": False}

    def make_key_schema(self, key: Key) -> JsonSchema:
        """Return the schema of a key's value, with the description and the default of the key for an editor."""
        schema, default = key.make_schema(self), key.written_default
        # A number below the limit, such as 0, stands for a missing value.
        is_allowed = default is not None and not (type(default) is int and default < schema.get("minimum", default))
        keywords = {LABEL_KEYWORD: key.label, ADDING_KEYWORD: key.adding, CHOICES_KEYWORD: key.choice_words,
                    IN_VIEW_KEYWORD: key.in_view, NEW_KEYWORD: key.new_values, ICON_KEYWORD: key.icon}
        return {**{keyword: value for keyword, value in keywords.items() if value},
                **({"description": format_description(key.description)} if key.description else {}), **schema,
                **({"default": default} if is_allowed else {}),
                **({} if key.help_text is None else {HELP_KEYWORD: key.help_text})}


def format_description(description: str) -> str:
    """Return the description of a key as a sentence without markup.

    >>> format_description("how far, in `in` (see [lengths](x.md))")
    'How far, in in (see lengths).'
    """
    plain_text = strip_markup(re.sub(r"\[([^][]+)\]\([^()]*\)", r"\1", description).replace("`", ""))
    return f"{plain_text[:1].upper()}{plain_text[1:]}" + ("" if plain_text.endswith((".", "!", "?")) else ".")
