"""Fields that name other units: the pilot of an aircraft, the upgrades of a ship, the squadrons of a carrier.

A field of the kind `unit` names one unit, one of the kind `units` several. The file has their names; the units
themselves are found when all units are read, by `_held_units` in `printshop.game.units`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.formulas.functions import add_article, is_number
from printshop.game.field_values import FieldValue, HeldUnits
from printshop.game.fields import FIELD_KINDS, Field, SchemaContext, quote_yaml
from printshop.problems import Problems, Span, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, describe_node, read_plain_text
from printshop.source import UNKNOWN, Node, ScalarNode, SequenceNode

UNIT_KIND = "unit"
REFERENCE_KINDS = (UNIT_KIND, "units")  # the kinds of field that name other units
MAX_REFERENCES = 100  # units that one field names
_COUNTED_NAME = re.compile(r"([1-9]\d{0,2}) *[x×] *(\S.*)")


class UnitReference(NamedTuple):
    """The name of a unit in a field, and its place."""

    name: str
    span: Span


def _read_types(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the types of units that a field may name."""
    types, names_by_type = (
        reader.read_texts(name) if reader.get_node(name, required=True) else (),
        reader.context.names_by_type,
    )
    for word in types:
        if word not in names_by_type:
            reader.add_problem(name, f"'{name}' of {reader.label}: there is no type of unit '{word}'",
                               suggest_name(word, names_by_type))
    return tuple(word for word in types if word in names_by_type)


def _read_empty_values(reader: Reader, name: str) -> Mapping[str, FieldValue]:
    """Return the values that formulas use when no unit is named, by name."""
    values_reader, values = reader.open_mapping(name), dict[str, FieldValue]()
    names = {value for kind in reader.read_texts("of") for value in reader.context.names_by_type.get(kind, ())}
    for key in values_reader.list_keys() if values_reader else ():
        node = values_reader.get_node(key) if values_reader else None
        value = node.value if isinstance(node, ScalarNode) else None
        if names and key not in names:
            reader.problems.add(values_reader.find_key_span(key) if values_reader else None,
                                f"'{key}' in '{name}' of {reader.label} is no value of "
                                "what it may name", suggest_name(key, names))
        elif not isinstance(value, int | str):
            reader.problems.add(values_reader.find_span(key) if values_reader else None,
                                f"'{key}' in '{name}' of {reader.label} must be a whole "
                                f"number or a text, found {describe_node(node) if node else 'nothing'}")
        else:
            values[key] = value
    return values


def format_type(kind: str) -> str:
    """Return the name of a type of units for messages."""
    return kind.replace("_", " ")


@data_block
class ReferenceField(Field):
    """A field that names other units, of the types `of`."""

    of: tuple[str, ...] = keys.custom(
        _read_types, lambda writer: {"type": ["array", "string"], "items": writer.make_entry_schema("unit_types")},
        "the type of the units that it may name, or a list of types", default=...)
    once: bool = keys.flag("whether no unit may be named twice: neither in one unit, nor by two of the same side "
                           "in a scenario or a fleet")

    in_rosters = can_be_added = True
    is_single: ClassVar[bool] = True

    def validate(self, reader: Reader) -> Self:
        field = super().validate(reader)
        return field if self.of else replace(field, optional=True, is_broken=True)

    @property
    def allowed_units(self) -> str:
        """The types that it may name, in words: "a pilot or observer"."""
        return add_article(" or ".join(map(format_type, self.of)) or UNIT_KIND)

    @property
    def empty_value(self) -> HeldUnits:
        """The value of the field if it names no unit."""
        return HeldUnits((), (), is_single=self.is_single, empty_values=getattr(self, "without", None) or {})

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        """Return the names as a value without rows: the units of these names are not known yet."""
        references = self.read_references(node, label, problems)
        return None if references is None else replace(self.empty_value,
                                                       names=tuple(reference.name for reference in references))

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        """Return the names at a node, each as often as it is meant, or None after noting the mistake."""
        raise NotImplementedError

    def describe_misfit(self, names: tuple[str, ...], values: Mapping[str, FieldValue]) -> str:
        """Return the mistake in the number of named units, or ""; `values` are those of the unit that names them."""
        duplicate = next((name for name in names if names.count(name) > 1), None)
        return f"names {duplicate} twice" if self.once and duplicate else ""

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, HeldUnits)
        return quote_yaml(value.names[0]) if value.names else ""

    def list_unit_names(self, context: SchemaContext) -> list[str]:
        """Return the names of all units that the field may name."""
        return [name for kind in self.of for name in context.unit_names.get(kind, ())]


@FIELD_KINDS.register("unit")
@data_block
class UnitField(ReferenceField):
    """A field that names one other unit."""

    cell_is_text = parts_are_computed = True

    without: Mapping[str, FieldValue] | None = keys.custom(
        _read_empty_values, {"type": "object", "additionalProperties": {"type": ["number", "string", "boolean"]}},
        "the values that are used if no unit is named: `{skill: 1, points: 0}`. All others are unknown then: a space "
        "to write in, and no check uses them")

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        if isinstance(node, SequenceNode):
            problems.add(node.span, f"{label} names one unit, found a list", "for several the field has kind: units")
            return None
        name = read_plain_text(node, label, problems)
        return [UnitReference(name.strip(), node.span)] if name else None

    @property
    def allowed_text(self) -> str:
        return f"the name of {self.allowed_units}"

    @property
    def word_pattern(self) -> str:
        return json_patterns.join_alternatives((r"\S+", UNKNOWN))

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        return json_patterns.make_choice_schema((*self.list_unit_names(context), UNKNOWN))


@FIELD_KINDS.register("units")
@data_block
class UnitsField(ReferenceField):
    """A field that names several other units, as a list; `2 x Bomb` names one twice."""

    cell_is_list = parts_are_computed = True

    least: Formula | None = keys.formula("the smallest and the largest number of units: numbers, or formulas over "
                                         "the unit's fields (`most: slots`); never more than 100", default=None)
    most: Formula | None = keys.formula(default=None)
    is_single = False

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        problem_count, references = len(problems), list[UnitReference]()
        for item in node.items if isinstance(node, SequenceNode) else (node,):
            text = read_plain_text(item, f"a name in {label}", problems) or ""
            number, name = counted_name.groups() if (counted_name := _COUNTED_NAME.fullmatch(text)) else ("1", text)
            references += [UnitReference(name.strip(), item.span)] * min(int(number), MAX_REFERENCES + 1)
        if len(references) > MAX_REFERENCES:
            problems.add(node.span, f"{label} names more than {MAX_REFERENCES} units", "take some out")
        return references if len(problems) == problem_count else None

    def describe_misfit(self, names: tuple[str, ...], values: Mapping[str, FieldValue]) -> str:
        for formula, is_maximum in ((self.least, False), (self.most, True)):
            try:
                bound = formula.evaluate(values) if formula else NOT_KNOWN
            except FormulaError as error:
                return f"cannot be counted: {error.message}"
            if is_number(bound) and (len(names) > bound if is_maximum else len(names) < bound):
                limit = f"at most {bound} are allowed" if is_maximum else f"at least {bound} are needed"
                return f"names {len(names)}, {limit}"
        return super().describe_misfit(names, values)

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, HeldUnits)
        return f"[{', '.join(map(quote_yaml, value.list_counted_names(' x ')))}]"

    @property
    def allowed_text(self) -> str:
        return f"the names of units between [ ], each {self.allowed_units}"

    @property
    def may_contain_commas(self) -> bool:
        return True

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        names_pattern = json_patterns.join_alternatives(map(json_patterns.make_any_case_pattern,
                                                            sorted(self.list_unit_names(context), key=len,
                                                                   reverse=True)))
        item_schema = {"type": ["string", "number"], "pattern": rf"^ *(?:[1-9][0-9]{{0,2}} *[x×] *)?{names_pattern} *$",
                       "examples": self.list_unit_names(context)}
        return {"type": ["array", "string"], "items": item_schema, "maxItems": MAX_REFERENCES,
                "pattern": json_patterns.anchor_pattern(
            json_patterns.join_alternatives((names_pattern, context.placeholder_pattern)))}

    def list_sample_values(self) -> list[str]:
        return ["[]"]


def find_duplicate_references(units: Iterable[tuple[Mapping[str, Field],
                                                    Mapping[str, FieldValue]]]) -> Iterator[tuple[int, int, str]]:
    """Yield the units that fields with `once` of two different units name: index of the second, of the first, name.

    `units` are the fields and values of each unit.
    """
    first_indexes: dict[str, int] = {}
    for index, (fields, values) in enumerate(units):
        for key, field in find_reference_fields(fields).items():
            held_units = values.get(key)
            for name in held_units.names if field.once and isinstance(held_units, HeldUnits) else ():
                if first_indexes.setdefault(name, index) != index:
                    yield index, first_indexes[name], name


def find_reference_fields(fields: Mapping[str, Field]) -> dict[str, ReferenceField]:
    """Return the fields of a type that name other units."""
    return {key: field for key, field in fields.items() if isinstance(field, ReferenceField)}
