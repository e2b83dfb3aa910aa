"""Fields that refer to other units.

Examples are the pilot of an aircraft, the upgrades of a ship, and the squadrons of a carrier. A field of the kind
`unit` refers to one unit, a field of the kind `units` to several. The file has the names of these units. The units
themselves are looked up by `_resolve_units` in `printshop.game.units` when all units are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.formulas.functions import is_number
from printshop.game.field_values import FieldValue, HeldUnits
from printshop.game.fields import FIELD_KINDS, Field, SchemaContext
from printshop.problems import Problems, Span, add_article, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, describe_node, read_plain_text
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode, quote_yaml

UNIT_KIND = "unit"
REFERENCE_KINDS = (UNIT_KIND, "units")  # the kinds of field that name other units
RULE_PATTERN = "all(?: .*)?"  # of a rule in a list of units that is written as a text
MAX_REFERENCES = 100  # units that one field names
_COUNTED_NAME = re.compile(r"([1-9]\d{0,2}) *[x×] *(\S.*)")


class UnitReference(NamedTuple):
    """The name of a unit in a field, and the place of the name."""

    name: str
    span: Span


def _read_types(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the unit types that a field may refer to."""
    types, names_by_type = (
        reader.read_texts(name) if reader.get_node(name, required=True) else (),
        reader.context.names_by_type,
    )
    for word in types:
        if word not in names_by_type:
            reader.add_problem(name, f"'{name}' of {reader.label} refers to an unknown unit type '{word}'",
                               suggest_name(word, names_by_type))
    return tuple(word for word in types if word in names_by_type)


def _read_empty_values(reader: Reader, name: str) -> Mapping[str, FieldValue]:
    """Return the values, by name, that formulas use when a field refers to no unit."""
    values_reader, values = reader.open_mapping(name), dict[str, FieldValue]()
    names = {value for kind in reader.read_texts("of") for value in reader.context.names_by_type.get(kind, ())}
    for key in values_reader.list_keys() if values_reader else ():
        node = values_reader.get_node(key) if values_reader else None
        value = node.value if isinstance(node, ScalarNode) else None
        if names and key not in names:
            reader.problems.add(values_reader.find_key_span(key) if values_reader else None,
                                f"'{key}' in '{name}' of {reader.label} must be a value of the units that the field "
                                "may refer to", suggest_name(key, names))
        elif not isinstance(value, int | str):
            reader.problems.add(values_reader.find_span(key) if values_reader else None,
                                f"'{key}' in '{name}' of {reader.label} must be a whole "
                                f"number or a text, found {describe_node(node) if node else 'nothing'}")
        else:
            values[key] = value
    return values


def format_type(kind: str) -> str:
    """Return the name of a unit type for messages."""
    return kind.replace("_", " ")


@data_block
class ReferenceField(Field):
    """A field that refers to other units, which must have one of the types `of`."""

    of: tuple[str, ...] = keys.custom(
        _read_types, lambda writer: {"type": ["array", "string"], "items": writer.make_entry_schema("unit_types")},
        "the type of the units that the field may refer to, or a list of types",
        label="Types of the units", default=...)
    once: bool = keys.flag("whether the field may refer to each unit only once. The field must then not list a unit "
                           "twice, and two units of the same side in a scenario or a fleet must not list "
                           "the same unit")

    in_rosters = can_be_added = True
    is_single: ClassVar[bool] = True

    def validate(self, reader: Reader) -> Self:
        field = super().validate(reader)
        return field if self.of else replace(field, optional=True, is_broken=True)

    @property
    def allowed_units(self) -> str:
        """The unit types that the field may refer to, in words: "a pilot or observer"."""
        return add_article(" or ".join(map(format_type, self.of)) or UNIT_KIND)

    @property
    def empty_value(self) -> HeldUnits:
        """The value of the field if it refers to no unit."""
        return HeldUnits((), (), is_single=self.is_single, empty_values=getattr(self, "without", None) or {})

    def parse_value(self, node: Node, label: str, problems: Problems) -> FieldValue:
        """Return the names of the units as a value without rows, because the units are not known yet."""
        references = self.read_references(node, label, problems)
        return None if references is None else replace(self.empty_value,
                                                       names=tuple(reference.name for reference in references))

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        """Return the names at a node.

        If the field refers to several copies of a unit, its name is repeated. If the node has a mistake, report this
        and return None.
        """
        raise NotImplementedError

    def describe_fit_problem(self, names: tuple[str, ...], values: Mapping[str, FieldValue]) -> str:
        """Return the mistake in the number of units that a field refers to, or "".

        `values` are the values of the unit that has the field.
        """
        duplicate = next((name for name in names if names.count(name) > 1), None)
        return f"must not list {duplicate} twice" if self.once and duplicate else ""

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, HeldUnits)
        return quote_yaml(value.names[0]) if value.names else ""

    def list_unit_names(self, context: SchemaContext) -> list[str]:
        """Return the names of all units that the field may refer to."""
        return [name for kind in self.of for name in context.unit_names.get(kind, ())]


@FIELD_KINDS.register("unit", "A unit")
@data_block
class UnitField(ReferenceField):
    """A field that refers to one other unit."""

    cell_is_text = parts_are_computed = True

    without: Mapping[str, FieldValue] | None = keys.custom(
        _read_empty_values, {"type": "object", "additionalProperties": {"type": ["number", "string", "boolean"]}},
        "the values that are used if the field refers to no unit: `{skill: 1, points: 0}`. Without a unit, all other "
        "values are unknown. Unknown values are printed as spaces to write in, and checks do not use them")

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        if isinstance(node, SequenceNode):
            problems.add(node.span, f"{label} must be the name of one unit, found a list",
                         "write kind: units for this field in the unit type to allow several units")
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


@FIELD_KINDS.register("units", "Several units")
@data_block
class UnitsField(ReferenceField):
    """A field that refers to several other units, as a list.

    `2 x Bomb` means two copies of one unit.
    """

    cell_is_list = parts_are_computed = True

    least: Formula | None = keys.formula("the smallest and the largest number of units, each as a number or as a "
                                         "formula over the unit's fields (`most: slots`). A field must not list more "
                                         "than 100 units", label="Fewest units", default=None)
    most: Formula | None = keys.formula(label="Most units", default=None)
    is_single = False

    def read_references(self, node: Node, label: str, problems: Problems) -> list[UnitReference] | None:
        problem_count, references = len(problems), list[UnitReference]()
        for item in node.items_or_self:
            if isinstance(item, MappingNode):  # a rule, which names replace when all units are read
                continue
            text = read_plain_text(item, f"a name in {label}", problems) or ""
            number, name = counted_name.groups() if (counted_name := _COUNTED_NAME.fullmatch(text)) else ("1", text)
            references += [UnitReference(name.strip(), item.span)] * min(int(number), MAX_REFERENCES + 1)
        if len(references) > MAX_REFERENCES:
            problems.add(node.span,
                         f"{label} must not list more than {MAX_REFERENCES} units", "remove some of the names")
        return references if len(problems) == problem_count else None

    def describe_fit_problem(self, names: tuple[str, ...], values: Mapping[str, FieldValue]) -> str:
        for formula, is_maximum in ((self.least, False), (self.most, True)):
            try:
                bound = formula.evaluate(values) if formula else NOT_KNOWN
            except FormulaError as error:
                return f"cannot be checked against its limit: {error.message}"
            if is_number(bound) and (len(names) > bound if is_maximum else len(names) < bound):
                limit = f"at most {bound} are allowed" if is_maximum else f"at least {bound} are needed"
                return f"lists {len(names)} units; {limit}"
        return super().describe_fit_problem(names, values)

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, HeldUnits)
        return f"[{', '.join(map(quote_yaml, value.list_counted_names(' x ')))}]"

    @property
    def allowed_text(self) -> str:
        return f"a list of names in square brackets, each the name of {self.allowed_units}"

    @property
    def input_hint(self) -> str:
        return f"a list of names, each the name of {self.allowed_units}"

    @property
    def may_contain_commas(self) -> bool:
        return True

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        names_pattern = json_patterns.join_alternatives(map(json_patterns.make_any_case_pattern,
                                                            sorted(self.list_unit_names(context), key=len,
                                                                   reverse=True)))
        names_pattern = json_patterns.join_alternatives((names_pattern, RULE_PATTERN))
        item_schema = {"type": ["object", "string", "number"],
                       "pattern": rf"^ *(?:[1-9][0-9]{{0,2}} *[x×] *)?{names_pattern} *$",
                       "examples": self.list_unit_names(context)}
        return {"type": ["array", "object", "string"], "items": item_schema, "maxItems": MAX_REFERENCES,
                "pattern": json_patterns.anchor_pattern(
            json_patterns.join_alternatives((names_pattern, context.placeholder_pattern)))}

    def list_sample_values(self) -> list[str]:
        return ["[]"]


def find_duplicate_references(units: Iterable[tuple[Mapping[str, Field],
                                                    Mapping[str, FieldValue]]]) -> Iterator[tuple[int, int, str]]:
    """Yield each unit to which two different units refer in fields that have the key `once`.

    `units` are the fields and values of each unit. Each result is the index of the second unit in `units`, the
    index of the first unit, and the name of the unit to which both refer.
    """
    first_indexes: dict[str, int] = {}
    for index, (fields, values) in enumerate(units):
        for key, field in find_reference_fields(fields).items():
            held_units = values.get(key)
            for name in held_units.names if field.once and isinstance(held_units, HeldUnits) else ():
                if first_indexes.setdefault(name, index) != index:
                    yield index, first_indexes[name], name


def find_reference_fields(fields: Mapping[str, Field]) -> dict[str, ReferenceField]:
    """Return the fields of a type that refer to other units."""
    return {key: field for key, field in fields.items() if isinstance(field, ReferenceField)}
