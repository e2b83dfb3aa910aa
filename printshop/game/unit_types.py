"""The types of a game's units: their fields, derived values and checks, and the columns of their rosters.

Rosters of a type that does not declare its columns follow from its fields: see `printshop.products.rosters.rows`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import partial, reduce
from operator import or_
from typing import Any, Final, NamedTuple, Self

import printshop.game.field_notations  # noqa: F401 - the import registers its kinds of field
from printshop import silhouettes
from printshop.formulas import FUNCTIONS, Formula, FormulaError, FormulaNames, split_comparison
from printshop.game import list_fields
from printshop.game.extends import OVERRIDE_KEYS, list_reserved_names
from printshop.game.field_values import ENTRY_NAMES, LookupTable
from printshop.game.fields import FIELD_KINDS, Field, read_field
from printshop.game.formula_keys import (
    PER_COPY_NAMES,
    DerivedFormula,
    Wording,
    list_derived_names,
    make_derived_schema,
    read_derived_formulas,
    read_formula,
)
from printshop.game.pictures import ART_BOWS
from printshop.game.unit_fields import REFERENCE_KINDS, find_reference_fields
from printshop.problems import suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader, describe_node
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, iterate_scalars

ANY_SIDE: Final = "any"
"""The key of a unit's side if it may fight for any side."""
UNIT_KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
             "differs")
"""Keys that every unit may have in addition to its fields."""
UNIT_NAMES = ("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
              "side", "adjective", "size", "size_name", "warnings")
"""Names that formulas and texts may use of every unit in addition to its fields."""
LATE_NAMES = frozenset({"serial", "tag", "warnings"})
"""Names of values that a unit has only when all others are worked out."""
DEFAULT_NUMBERING: Final = "{name}-{number}"
"""The names of copies that have only numbers, if their type does not say."""
MAX_ROSTER_COLUMNS = 16  # of a roster
MAX_DEFAULT_COLUMNS = 8  # columns of a table of units whose type does not declare its columns
NO_VALUE = "none"
_LOOKUP_CALL = re.compile(r"\blookup\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")


def _list_check_names(reader: Reader) -> FormulaNames:
    """Return the names that a check may use: those whose values all copies of a unit share."""
    names: FormulaNames = reader.context.formula_names
    return names.copy_without(PER_COPY_NAMES)


def _read_condition(reader: Reader, name: str) -> Formula | None:
    if node := reader.get_node(name, required=True):
        return read_formula(node, f"'{name}' of {reader.label}", _list_check_names(reader), reader.problems,
                            shared=True)
    return None


@data_block
class Check(DataBlock):
    """A condition for every unit, or for every fleet, and a message for those that fail it.

    `label` is the name of the condition, `figures` the text for a unit's figures. If they are not given, the text of
    `that` stands for them and, if it is a comparison, its two `comparison` with the sign between them.
    """

    that: Formula = keys.custom(_read_condition, {"type": ["number", "string", "boolean"]}, "a formula that must hold",
                                default=...)
    message: Wording = keys.formula_text("the message if it does not, a text with holes")
    warning: bool = keys.flag("whether the unit is printed all the same: `printshop check` shows the message, and "
                              "texts and forms have it in `warnings`")
    label: str = keys.text("the name of the condition, for an [audit](forms.md#audits)", default="")
    figures: Wording | None = keys.formula_text("the unit's figures there, a text with holes; without it the two sides "
                                                "of "
                                                "a comparison", default=None)
    comparison: tuple[Formula, str, Formula] | None = None

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let its texts use the names that are known before a unit is tagged and numbered."""
        reader.context = replace(reader.context, local_names=reader.context.local_names.copy_without(LATE_NAMES))

    def validate(self, reader: Reader) -> Self | None:
        if not self.that or not self.message:
            return None
        return replace(self, comparison=split_comparison(self.that.text, _list_check_names(reader)))


def _read_plural(reader: Reader, name: str) -> str:
    plural = reader.read_text(name, f"{reader.key}s")
    if plural.replace(" ", "_") in list_reserved_names():
        reader.add_problem(name, f"units of {reader.label} cannot be called '{plural}': that is a part of every game",
                           "call them by another word: plural: ...")
    elif re.fullmatch(r"[\w -]{1,60}", plural):
        return plural
    else:
        reader.add_problem(name, f"'plural' of {reader.label} names a file: it can have letters, digits, spaces, - and "
                                 "_")
    return f"{reader.key} units"


def _read_fields(reader: Reader, name: str) -> Mapping[str, Field]:
    fields_reader = reader.open_mapping(name, required=True)
    fields = {key: read_field(field_reader) for key,
              field_reader in (fields_reader.open_entries("field") if fields_reader else ())}
    for key in fields:
        if key in {*UNIT_KEYS, *OVERRIDE_KEYS, *UNIT_NAMES, *FUNCTIONS} or not key.isidentifier():
            reader.problems.add(fields_reader.find_key_span(key) if fields_reader else None,
                                f"a field of {reader.label} cannot be called '{key}'",
                                "every unit has that name already, or it is not one word of letters, digits and _")
    return fields


def _read_formulas(reader: Reader, _: str) -> tuple[DerivedFormula, ...]:
    """Return the derived values; everything that is read later may use their names."""
    formulas = read_derived_formulas(reader, reader.context.formula_names,
                                     {*reader.get_raw_entries("fields"), *UNIT_NAMES})
    reader.context = reader.context.with_names(frozenset({*list_derived_names(reader), *UNIT_NAMES} - {"tag",
                                                                                                       "warnings"}))
    return formulas


def _read_numbering(reader: Reader, name: str) -> str:
    numbering = reader.read_text(name, DEFAULT_NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    reader.add_problem(name, f"'numbering' of {reader.label} must have {{name}} once and {{number}} once, and no more",
                       'write for instance numbering: "{name} {number}"')
    return DEFAULT_NUMBERING


# --- columns and sums of rosters


class RosterColumn(NamedTuple):
    """A value of units in a column of a roster, or in a sum below it: its heading and its name."""

    heading: str
    value: str


def _read_columns(reader: Reader, name: str) -> tuple[RosterColumn, ...]:
    """Return the columns at a key; those of a list have the labels of their values as headings."""
    node, (fields, names) = reader.get_node(name), reader.context
    if node is not None and not isinstance(node, MappingNode | SequenceNode):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of values, found {describe_node(node)}",
                           "write for instance [hull, speed], or {Hull: hull}")
        return ()
    if isinstance(node, MappingNode):
        columns_reader = Reader(node, reader.problems, f"'{name}' of {reader.label}")
        columns = [(RosterColumn(heading, columns_reader.read_text(heading)), columns_reader.find_span(heading))
                   for heading in node.entries]
    else:
        columns = [(RosterColumn(make_heading(value, fields), value), span) for value,
                   span in reader.read_texts_with_spans(name)]
    for (heading, value), span in columns:
        if value and value not in names:
            reader.problems.add(span, f"the units have no value '{value}' for the column '{heading}'",
                                suggest_name(value, names))
    if len(columns) > MAX_ROSTER_COLUMNS:
        reader.add_problem(name, f"'{name}' of {reader.label} has {len(columns)} columns, at most {MAX_ROSTER_COLUMNS} "
                                 "are allowed")
    return tuple(column for column, _ in columns[:MAX_ROSTER_COLUMNS])


def _make_column_schema(writer: JsonSchemaWriter) -> JsonSchema:
    values = writer.make_entry_schema("values")
    return {"type": ["array", "object"], "items": values, "additionalProperties": values}


@data_block
class Roster(DataBlock):
    """The columns, classes and sums in rosters of one type; those that are None or empty follow from the fields."""

    columns: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema,
        "the values beside each name: a list, or a block of headings and values", default=())
    by: str | None = keys.text("the value that divides the units into classes, each with its sums, for instance a "
                               "choice; or `none`", default=None)
    totals: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema,
        "the values that are added up in the summary: a list, or a block of headings and values", default=())

    def validate(self, reader: Reader) -> Self:
        """Return the roster, after noting an unknown value in `by` and values in `totals` that cannot be added up."""
        fields, names = reader.context
        if self.by not in (None, NO_VALUE, *names):
            reader.add_problem("by", f"'by' of {reader.label}: the units have no value '{self.by}'",
                               suggest_name(str(self.by), [*names, NO_VALUE]))
        for heading, value in self.totals:
            if value in fields and not fields[value].can_be_added:
                reader.add_problem("totals", f"{heading} in 'totals' of {reader.label} cannot be added up: '{value}' "
                                             "is a "
                                   f"{fields[value].kind}")
        return self


def _read_roster(reader: Reader, fields: Mapping[str, Field], names: Collection[str]) -> Roster:
    """Return the roster that a unit type declares; `names` are all values of its units."""
    reader.context = fields, names
    if isinstance(reader.get_raw_node("roster"), SequenceNode):
        return Roster(columns=_read_columns(reader, "roster"))
    roster_reader = reader.open_mapping("roster")
    return keys.read_block(Roster, roster_reader) if roster_reader else Roster()


def make_heading(value: str, fields: Mapping[str, Field]) -> str:
    """Return the heading of the column of a value: the label of its field, or its name in words."""
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]


# --- types


def _read_side(reader: Reader, name: str) -> str:
    """Return the key of a side; `any` also after a mistake, and "" if the key is missing."""
    sides = reader.context.sides
    known_hint = f"known here: {', '.join(sorted((*sides, ANY_SIDE)))}"
    side_node = reader.get_raw_node(name)
    if isinstance(side_node, ScalarNode) and side_node.value is None:
        reader.get_node(name)
        reader.add_problem(name, f"side of {reader.label} is empty", known_hint)
        return ANY_SIDE
    key: str = reader.read_text(name, "")
    if not key or key in (*sides, ANY_SIDE):
        return key
    hint = suggest_name(key, (*sides, ANY_SIDE))
    is_unlikely = len(key) > len(ANY_SIDE) + 2 and hint == f"did you mean '{ANY_SIDE}'?"  # "Germany" ends in it
    reader.add_problem(name, f"side of {reader.label}: there is no side '{key}'", known_hint if is_unlikely else hint)
    return ANY_SIDE


def side_key(description: str) -> Any:
    """Declare the key of a side, "" if it is left out."""
    return keys.custom(_read_side, lambda writer: writer.make_entry_schema("unit sides"), description, default="")


@data_block
class UnitDrawing(DataBlock):
    """The silhouette of units that have no picture: a kind, and formulas for its parts."""

    look: str = keys.choice(silhouettes.SILHOUETTE_KINDS,
                            "their kind (`ship`): `sailing ship`, `spacecraft`, `aircraft`, "
                            "`vehicle`, `walker`, `squad` or `creature`", name="as",
                            default=silhouettes.SILHOUETTE_KINDS[0])
    seen: str = keys.choice(silhouettes.VIEWS, "`from above` or `from the side`; walkers, squads and creatures "
                            "face the viewer", default=silhouettes.VIEWS[0])
    slender: Formula | None = keys.formula("the length divided by the breadth, 1 to 8 (4)", default=None)
    turrets: Formula | None = keys.formula("the number of turrets, guns or horns, up to 12 (0)", default=None)
    masts: Formula | None = keys.formula("the number of masts (0)", default=None)
    engines: Formula | None = keys.formula("the number of funnels, nozzles, propellers or wing pairs (0)", default=None)
    figures: Formula | None = keys.formula("the number of men in a squad, or of heads of a creature (1)", default=None)

    def make_hull(self, values: Mapping[str, object]) -> silhouettes.SilhouetteSpec:
        """Return the hull of a unit; a figure that is unknown or cannot be worked out has its default."""
        def evaluate_within(formula: Formula | None, default: float, low: float, high: float) -> float:
            with suppress(FormulaError, TypeError, ValueError):
                return min(max(float(formula.evaluate(values)), low), high) if formula else default  # type: ignore[arg-type]
            return default

        slender = round(4 * evaluate_within(self.slender, 4, silhouettes.MIN_SLENDERNESS,
                                            silhouettes.MAX_SLENDERNESS)) / 4
        turrets, masts, engines = (int(evaluate_within(formula, 0, 0, silhouettes.MAX_FEATURES))
                                   for formula in (self.turrets, self.masts, self.engines))
        figures = int(evaluate_within(self.figures, 1, 1, silhouettes.MAX_FEATURES))
        return silhouettes.SilhouetteSpec(self.look, slender, turrets, masts, engines, figures, self.seen)


@data_block
class UnitType(DataBlock):
    """A type of units: its fields in order, the values derived from them, and the checks of each unit.

    `derived_names` are the names of all derived values, in the order of the file; `formulas` derive them, each after
    those that it needs. `points` is the value that counts as a unit's points, `serial` the field by whose values
    units are numbered. `constants` are further names for formulas: the game's settings and tables; `members` are the
    names behind the dot of a field that names other units. `roster` is for rosters, `numbering` for the names of
    numbered copies in print, `tag` for counters that do not bear names. Of a type that is not `is_valid` nothing is
    derived: every unit would only repeat the problem.
    """

    name: str = keys.text("the name of one such unit", default=lambda reader: reader.key)
    plural: str = keys.custom(_read_plural, {"type": json_patterns.TEXT_TYPES},
                              "the plural of that, which is the name of their "
                              "file or folder, too")
    fields: Mapping[str, Field] = keys.custom(
        _read_fields, lambda writer: {"type": "object", "additionalProperties": writer.make_block_schema(FIELD_KINDS)},
        "the fields of each unit, by key: see below", default=...)
    formulas: tuple[DerivedFormula, ...] = keys.custom(
        _read_formulas, make_derived_schema, "by key, in any order: formulas, or blocks with `label` and `formula`",
        name="derived")
    side: str = side_key("the side of units that do not say theirs: the key of a side, or `any`, as for upgrades")
    points: str = keys.text("the field or derived value that is the cost of a unit (points)", default="points")
    serial: str = keys.text("a field: units with the same value in it are numbered 1, 2 ... through all forces, for "
                            "`{serial}` in texts", default="")
    numbering: str = keys.custom(
        _read_numbering, {"type": json_patterns.TEXT_TYPES},
                                 'the names in print of copies that have no names of their own: '
        '`"{name}-{number}"` (the default, Rat-3), or for instance `"{name} {number}"`; in commands and positions they '
        "are Rat-3 in any case", default=DEFAULT_NUMBERING)
    checks: tuple[Check, ...] = keys.block_list(Check, "conditions that every unit must meet: see below",
                                                entry_label="check")
    roster: Roster = keys.custom(
        lambda *_: Roster(),
        lambda writer: {**writer.make_block_schema(Roster), "type": ["array", "object"],
                        "items": writer.make_entry_schema("values")},
        "the columns and sums of [rosters](fleets.md#what-a-game-says-of-fleets)", default=Roster())
    art: Wording | None = keys.formula_text('the [picture](units.md#pictures) of units without one of their own, a '
                                            'name with holes: `"{type}.svg"`. Where there is no such file they '
                                            'have none',
                                            default=None)
    art_bow: str = keys.choice(ART_BOWS, "the direction of the bow in the pictures of units that do not say it",
                               default=ART_BOWS[0])
    drawn: UnitDrawing | None = keys.nested_block(UnitDrawing,
                                                  "how units without a picture [are "
                                                  "drawn](units.md#drawn-from-figures)",
                                                  default=None)
    rules: Wording | None = keys.formula_text('a text with holes, `"{rule}"`: what such a unit does, for players at '
                                              'the '
                                              "table. It stands on rosters once for each of these units that serves "
                                              "there "
                                              "or is carried, and is left out if it is empty", default=None)
    tag: Wording | None = keys.formula_text("for games whose counters have no names, a text with holes: see "
                                            "[below](#what-counters-say)", default=None)
    key: str = ""
    derived_names: tuple[str, ...] = ()
    constants: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    members: Mapping[str, Callable[[], FormulaNames]] = field(default_factory=dict, compare=False, repr=False)
    is_valid: bool = True

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let formulas use the fields, and the names of every unit except those whose values copies do not share."""
        own_names = {*reader.get_raw_entries("fields"), *UNIT_NAMES}
        constants = {name: value for name, value in reader.context.constants.items() if name not in own_names}
        reader.context = replace(reader.context, constants=constants,
                                 local_names=FormulaNames(own_names - PER_COPY_NAMES,
                                                  member_names=find_member_names(reader.context.names_by_type,
                                                                                 reader.key)))

    def validate(self, reader: Reader) -> Self:
        """Return the type with its roster and the names of its derived values; note keys that name unknown fields."""
        derived_names = list_derived_names(reader)
        value_names = (*self.fields, *derived_names)
        if self.art:
            reader.context.pictures.expect_names(self.art)
        if self.serial and self.serial not in self.fields:
            reader.add_problem("serial", f"'serial' of {reader.label}: there is no field '{self.serial}'",
                               suggest_name(self.serial, self.fields))
        if "points" in reader and self.points not in value_names:
            reader.add_problem("points", f"'points' of {reader.label}: there is no field or derived value "
                                         f"'{self.points}'",
                               suggest_name(self.points, value_names))
        return replace(self, derived_names=derived_names,
                       roster=_read_roster(reader, self.fields, (*value_names, *UNIT_NAMES)))

    @property
    def value_names(self) -> FormulaNames:
        """The names that a formula about a unit of this type may use; extend them with `|`."""
        return FormulaNames((*self.fields, *self.derived_names, *UNIT_NAMES), self.constants, self.members)

    @property
    def value_labels(self) -> dict[str, str]:
        """The labels of the values of its units, by the names of the values."""
        return {**{key: field.label for key, field in self.fields.items()},
                **{formula.key: formula.label for formula in self.formulas}}

    @property
    def roster_columns(self) -> tuple[RosterColumn, ...]:
        """The columns of values beside unit names in tables, without the points, which have a column of their own.

        Units that a unit names come first: a pilot and the aircraft make one line.
        """
        own_keys = (key for key, field in self.fields.items() if field.in_rosters and key != self.points)
        column_keys = [*find_reference_fields(self.fields), *own_keys][:MAX_DEFAULT_COLUMNS]
        return self.roster.columns or tuple(RosterColumn(make_heading(key, self.fields), key) for key in column_keys)

    @property
    def file_stem(self) -> str:
        """The name of the files and lists of its units: its plural as one word."""
        return self.plural.replace(" ", "_")

    def find_lookup_tables(self) -> dict[str, str]:
        """Return the titles of the tables in which the value of a field is looked up, by field."""
        lists = (listing for listing in self.fields.values() if isinstance(listing, list_fields.ListField))
        titles: dict[str, str] = {}
        for derived in (*self.formulas, *(derived for listing in lists for derived in listing.derived)):
            for name, key in _LOOKUP_CALL.findall(derived.formula.text):
                if isinstance(table := self.constants.get(name), LookupTable):
                    titles.setdefault(key, table.title)
        return titles


def read_names_by_type(types: Node | None) -> dict[str, FormulaNames]:
    """Return the names that formulas about units of each type may use, read from the data of all types, valid or not.

    The names behind the dot of a field are those of the units that it may name (those of every type, if its types are
    unknown), or those that the entries of a list have.
    """
    names_by_type: dict[str, FormulaNames] = {}

    def join_names(kinds: Collection[str]) -> FormulaNames:
        return reduce(or_, [names_by_type[kind] for kind in kinds if kind in names_by_type]
                      or [*names_by_type.values()], FormulaNames())

    for key, node in _find_entries(types).items():
        type_entries = _find_entries(node)
        fields, members = _find_entries(type_entries.get("fields")), {}
        for name, declared in fields.items():
            field_entries = _find_entries(declared)
            kind, of_node = (field_entries.get(word) for word in ("kind", "of"))
            if isinstance(kind, ScalarNode) and kind.text in REFERENCE_KINDS:
                members[name] = partial(join_names, [text.text for text in iterate_scalars(of_node)] if of_node else [])
            elif isinstance(kind, ScalarNode) and kind.text == "list":
                members[name] = partial(FormulaNames,
                                        (*_find_entries(of_node), *_find_entries(field_entries.get("derived")),
                                         list_fields.ROW_NUMBER))
            elif isinstance(kind, ScalarNode) and kind.text in ENTRY_NAMES:
                members[name] = partial(FormulaNames, ENTRY_NAMES[kind.text])
        names_by_type[key] = FormulaNames((*fields, *_find_entries(type_entries.get("derived")), *UNIT_NAMES),
                                          member_names=members)
    return names_by_type


def _find_entries(node: Node | None) -> Mapping[str, Node]:
    return node.entries if node else {}


def find_member_names(names_by_type: Mapping[str, FormulaNames], kind: str) -> Mapping[str, Callable[[], FormulaNames]]:
    """Return the names that may stand behind the dots of the fields of a type."""
    return names_by_type[kind].member_names if kind in names_by_type else {}


def read_unit_type(reader: Reader) -> UnitType:
    """Return a unit type, read in the context of the game's settings and tables."""
    reader.mark_start()
    if not isinstance(reader.get_raw_node("fields"), MappingNode):  # all else would only repeat the problem noted here
        reader.open_mapping("fields", required=True)
        plural = _read_plural(reader, "plural")
        for attribute, key in keys.list_block_keys(UnitType).items():
            reader.get_node(keys.get_yaml_name(attribute, key))
        reader.finish()
        return UnitType(key=reader.key, name=reader.key, plural=plural, fields={}, formulas=(), checks=(),
                        is_valid=False)
    unit_type: UnitType = keys.read_block(UnitType, reader, constants=reader.context.constants,
                                members=find_member_names(reader.context.names_by_type, reader.key))
    return replace(unit_type, is_valid=reader.is_valid)
