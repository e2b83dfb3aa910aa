"""The types of a game's units: their fields, derived values and checks, and the columns of their rosters.

If a type does not declare the columns of its rosters, they follow from its fields: see
`printshop.products.rosters.rows`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property, partial, reduce
from operator import or_
from typing import Any, Final, NamedTuple, Self

import printshop.game.field_notations  # noqa: F401 - the import registers its kinds of field
from printshop import silhouettes
from printshop.formulas import FUNCTIONS, NOT_KNOWN, Formula, FormulaError, FormulaNames, split_comparison
from printshop.game import list_fields
from printshop.game.extends import OVERRIDE_KEYS, list_reserved_names
from printshop.game.field_values import ENTRY_NAMES, FieldValue, LookupTable
from printshop.game.fields import FIELD_KINDS, Field, read_field
from printshop.game.formula_keys import (
    MAX_CACHED_RESULTS,
    PER_COPY_NAMES,
    DerivedFormula,
    Wording,
    list_derived_names,
    make_derived_schema,
    read_derived_formulas,
    read_formula,
)
from printshop.game.pictures import ART_BOW_WORDS, ART_BOWS
from printshop.game.unit_fields import REFERENCE_KINDS, find_reference_fields
from printshop.problems import suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader, describe_node
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, list_scalars

ANY_SIDE: Final = "any"
"""The key of a unit's side if the unit may fight for any side."""
UNIT_KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
             "differs", "ours")
"""The keys that every unit may have in addition to its fields."""
UNIT_NAMES = ("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
              "side", "adjective", "size", "size_name", "warnings")
"""The names that formulas and texts may use for every unit in addition to its fields."""
NAMES_OF_UNIT = frozenset({"name", "title", "label", "short", "stem"})
"""The names of values that name a unit."""
LATE_NAMES = frozenset({"serial", "tag", "warnings"})
"""The names of values that a unit gets only after all its other values are calculated."""
DEFAULT_NUMBERING: Final = "{name}-{number}"
"""The pattern for the names of copies that have only numbers. It is used if their unit type sets no pattern."""
MAX_ROSTER_COLUMNS = 16  # of a roster
MAX_DEFAULT_COLUMNS = 8  # columns of a table of units whose type does not declare its columns
NO_VALUE = "none"
_LOOKUP_CALL = re.compile(r"\blookup\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")


def _list_check_names(reader: Reader) -> FormulaNames:
    """Return the names that a check may use: the names of the values that all copies of a unit share."""
    names: FormulaNames = reader.context.formula_names
    return names.copy_without(PER_COPY_NAMES)


def _read_condition(reader: Reader, name: str) -> Formula | None:
    if node := reader.get_node(name, required=True):
        return read_formula(node, f"'{name}' of {reader.label}", _list_check_names(reader), reader.problems,
                            shared=True)
    return None


@data_block
class Check(DataBlock):
    """A condition for every unit or every fleet, and a message for each one that does not meet it.

    `label` is the name of the condition. If it is not given, the text of `that` is used. `figures` is a text that
    shows the values of a unit in an audit. If it is not given, the audit shows the values in `that`. If `that` is
    a comparison, `comparison` has its two formulas and the operator between them.
    """

    that: Formula = keys.custom(_read_condition, {"type": ["number", "string", "boolean"]},
                                "the condition: a formula that must be true", label="Condition",
                                default=...)
    message: Wording = keys.formula_text("the message that is printed if the condition is not met: a text with holes",
                                         label="Message if it is not met")
    warning: bool = keys.flag("whether a unit that does not meet the condition is printed nevertheless. `printshop "
                              "check` then reports the message as a warning, and texts and forms can show it with "
                              "`warnings`", label="Only a warning")
    label: str = keys.text("the name of the condition, for an [audit](forms.md#audits)",
                           label="Name", help_text="", default="")
    figures: Wording | None = keys.formula_text("the values of a unit for an audit: a text with holes. Without this "
                                                "text, the audit shows the two sides of a comparison, or the values in "
                                                "another condition", label="Values in the report", default=None)
    comparison: tuple[Formula, str, Formula] | None = None

    def find_failure(self, values: Mapping[str, FieldValue]) -> str | None:
        """Return the message, as markup, for values that do not meet the condition. An unknown result counts as met.

        Raises FormulaError.
        """
        holds = self.that.evaluate(values)
        return None if holds or holds is NOT_KNOWN else self.message.fill(values)

    def find_subject(self, value_names: Collection[str]) -> str:
        """Return the first of some values that the message shows and the condition has, or ""."""
        return next((name for hole in self.message.holes for name in value_names
                     if name in hole.formula.names & self.that.names), "")

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let the texts of the check use only names that are known before a unit gets its tag and number."""
        reader.context = replace(reader.context, local_names=reader.context.local_names.copy_without(LATE_NAMES))

    def validate(self, reader: Reader) -> Self | None:
        if not self.that or not self.message:
            return None
        return replace(self, comparison=split_comparison(self.that.text, _list_check_names(reader)))


def _read_plural(reader: Reader, name: str) -> str:
    plural = reader.read_text(name, f"{reader.key}s")
    if plural.replace(" ", "_") in list_reserved_names():
        reader.add_problem(name,
                           f"units of {reader.label} cannot be named '{plural}', because every game has a part with "
                           "this name",
                           "write another word as the plural: plural: ...")
    elif re.fullmatch(r"[\w -]{1,60}", plural):
        return plural
    else:
        reader.add_problem(name,
                           f"'plural' of {reader.label} is the name of a file and must have at most 60 letters, "
                           "digits, spaces, - and _")
    return f"{reader.key} units"


def _read_fields(reader: Reader, name: str) -> Mapping[str, Field]:
    fields_reader = reader.open_mapping(name, required=True)
    fields = {key: read_field(field_reader) for key,
              field_reader in (fields_reader.open_entries("field") if fields_reader else ())}
    for key in fields:
        if key in {*UNIT_KEYS, *OVERRIDE_KEYS, *UNIT_NAMES, *FUNCTIONS} or not key.isidentifier():
            reader.problems.add(fields_reader.find_key_span(key) if fields_reader else None,
                                f"a field of {reader.label} cannot be named '{key}'",
                                "write another name of letters, digits and _ that is not a name of every unit or of a "
                                "function")
    return fields


def _read_formulas(reader: Reader, _: str) -> tuple[DerivedFormula, ...]:
    """Return the derived values. Everything that is read later may use their names."""
    formulas = read_derived_formulas(reader, reader.context.formula_names,
                                     {*reader.get_raw_entries("fields"), *UNIT_NAMES})
    reader.context = reader.context.with_names(frozenset({*list_derived_names(reader), *UNIT_NAMES} - {"tag",
                                                                                                       "warnings"}))
    return formulas


def _read_numbering(reader: Reader, name: str) -> str:
    numbering = reader.read_text(name, DEFAULT_NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    reader.add_problem(name,
                       f"'numbering' of {reader.label} must have {{name}} once and {{number}} once, and no other holes",
                       "write, for example, numbering: \"{name} {number}\"")
    return DEFAULT_NUMBERING


def _read_names(reader: Reader, name: str) -> str:
    rule, fields = reader.read_text(name, ""), reader.get_raw_entries("fields")
    hole_names = (*fields, *({"number", "side", "class"} - fields.keys()))
    holes = re.findall(r"\{(\w*)\}", rule)
    if rule and not holes:
        reader.add_problem(name, f"'{name}' of {reader.label} must have a hole: otherwise all names are equal",
                           f"write, for example, {name}: \"{{{next(iter(fields), 'side')}}} {{number}}\"")
    for hole in holes:
        if hole not in hole_names:
            reader.add_problem(name, f"'{name}' of {reader.label} has the hole {{{hole}}}, but units have no field "
                               f"'{hole}'", suggest_name(hole, hole_names))
    return rule


# --- columns and sums of rosters


class RosterColumn(NamedTuple):
    """A column of a roster, or a total below a roster. It has a heading and the name of a value of the units."""

    heading: str
    value: str


def _read_columns(reader: Reader, name: str) -> tuple[RosterColumn, ...]:
    """Return the columns at a key. For a list of values, the headings are the labels of the values."""
    node, (fields, names) = reader.get_node(name), reader.context
    if node is not None and not isinstance(node, MappingNode | SequenceNode):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of values, found {describe_node(node)}",
                           "write, for example, [hull, speed], or {Hull: hull}")
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
        reader.add_problem(name,
                           f"'{name}' of {reader.label} has {len(columns)} columns; at most {MAX_ROSTER_COLUMNS} are "
                           "allowed")
    return tuple(column for column, _ in columns[:MAX_ROSTER_COLUMNS])


def _make_column_schema(writer: JsonSchemaWriter) -> JsonSchema:
    values = writer.make_entry_schema("values")
    return {"type": ["array", "object"], "items": values, "additionalProperties": values}


@data_block
class Roster(DataBlock):
    """The columns, classes and totals in rosters of one unit type.

    A value that is None or empty is derived from the fields of the type.
    """

    columns: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema,
        "the values in the columns beside the name of each unit: a list of values, or a block of "
        "headings and values", default=())
    by: str | None = keys.text("the value, for example a choice, that divides the units into classes with totals. With "
                               "`none`, the roster has no classes", label="In groups by", default=None)
    totals: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema,
        "the values that are added up in the summary: a list of values, or a block of headings and values", default=())

    def validate(self, reader: Reader) -> Self:
        """Return the roster.

        Report an unknown value in `by`, and values in `totals` that cannot be added up.
        """
        fields, names = reader.context
        if self.by not in (None, NO_VALUE, *names):
            reader.add_problem("by", f"'by' of {reader.label} is '{self.by}', but the units have no such value",
                               suggest_name(str(self.by), [*names, NO_VALUE]))
        for heading, value in self.totals:
            if value in fields and not fields[value].can_be_added:
                reader.add_problem("totals",
                                   f"{heading} in 'totals' of {reader.label} cannot be added up, because '{value}' is "
                                   f"a {fields[value].kind}")
        return self


def _read_roster(reader: Reader, fields: Mapping[str, Field], names: Collection[str]) -> Roster:
    """Return the roster that a unit type declares. `names` are the names of all values of its units."""
    reader.context = fields, names
    if isinstance(reader.get_raw_node("roster"), SequenceNode):
        return Roster(columns=_read_columns(reader, "roster"))
    roster_reader = reader.open_mapping("roster")
    return keys.read_block(Roster, roster_reader) if roster_reader else Roster()


def make_heading(value: str, fields: Mapping[str, Field]) -> str:
    """Return the heading for the column of a value: the label of its field.

    If the value has no field, return the name of the value in words.
    """
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]


# --- types


def _read_side(reader: Reader, name: str) -> str:
    """Return the key of a side. If there is no value, return "". If the value has a mistake, return `any`."""
    sides = reader.context.sides
    known_hint = f"known here: {', '.join(sorted((*sides, ANY_SIDE)))}"
    side_node = reader.get_raw_node(name)
    if isinstance(side_node, ScalarNode) and side_node.value is None:
        reader.get_node(name)
        reader.add_problem(name, f"'side' of {reader.label} must not be empty", known_hint)
        return ANY_SIDE
    key: str = reader.read_text(name, "")
    if not key or key in (*sides, ANY_SIDE):
        return key
    hint = suggest_name(key, (*sides, ANY_SIDE))
    is_unlikely = len(key) > len(ANY_SIDE) + 2 and hint.similar_name == ANY_SIDE  # "Germany" ends in it
    reader.add_problem(name,
                       f"'side' of {reader.label} refers to an "
                       f"unknown side '{key}'", known_hint if is_unlikely else hint)
    return ANY_SIDE


def side_key(description: str) -> Any:
    """Declare a YAML key whose value is the key of a side.

    If it is left out, the value is "".
    """
    return keys.custom(_read_side, lambda writer: writer.make_entry_schema("unit sides"), description, default="")


@data_block
class UnitDrawing(DataBlock):
    """The silhouette of units that have no picture: a kind of drawing, and formulas for its parts."""

    look: str = keys.choice(silhouettes.SILHOUETTE_KINDS,
                            "the kind of drawing: `ship` (the default), `sailing ship`, `spacecraft`, `aircraft`, "
                            "`vehicle`, `walker`, `squad` or `creature`", label="Drawn as", name="as",
                            default=silhouettes.SILHOUETTE_KINDS[0])
    seen: str = keys.choice(silhouettes.VIEWS,
                            "the view: `from above` (the default) or `from the side`. Walkers, squads and creatures "
                            "always face the viewer", label="Seen from", default=silhouettes.VIEWS[0])
    slender: Formula | None = keys.formula("the length divided by the breadth, from 1 to 8 (default: 4)",
                                           label="Length for a width of 1", default=None,
                                           written_default=4)
    turrets: Formula | None = keys.formula("the number of turrets, guns or horns, up to 12 (default: 0)", default=None,
                                           written_default=0)
    masts: Formula | None = keys.formula("the number of masts (default: 0)", default=None, written_default=0)
    engines: Formula | None = keys.formula("the number of funnels, nozzles, propellers or wing "
                                           "pairs (default: 0)", default=None, written_default=0)
    figures: Formula | None = keys.formula("the number of men in a squad, or the number of heads of a creature "
                                           "(default: 1)",
                                           label="Number of men or heads", default=None, written_default=1)

    @cached_property
    def _value_names(self) -> tuple[str, ...]:
        formulas = (self.slender, self.turrets, self.masts, self.engines, self.figures)
        return tuple(sorted({name for formula in formulas if formula for name in formula.names}))

    @cached_property
    def _hulls(self) -> dict[tuple[object, ...], silhouettes.SilhouetteSpec]:
        return {}  # by the values that the formulas use, at most MAX_CACHED_RESULTS

    def make_hull(self, values: Mapping[str, object]) -> silhouettes.SilhouetteSpec:
        """Return the silhouette of a unit.

        A number that is unknown or cannot be calculated gets its default.
        """
        key = tuple([values.get(name, ...) for name in self._value_names])
        if key not in self._hulls:
            if len(self._hulls) >= MAX_CACHED_RESULTS:
                self._hulls.clear()
            self._hulls[key] = self._compute_hull(values)
        return self._hulls[key]

    def _compute_hull(self, values: Mapping[str, object]) -> silhouettes.SilhouetteSpec:
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
    """A unit type: its fields in order, the values derived from them, and the checks of each unit.

    `derived_names` are the names of all derived values, in the order of the file. `formulas` calculate these
    values, and each formula comes after those that it needs. `points` is the value that counts as a unit's
    points. Units with the same value of the field `serial` are numbered.

    `constants` are further names for formulas: the game's settings and tables. For a field that refers to other
    units or has entries, `members` has the names that may follow the dot after the field. `roster` declares the
    rosters. `numbering` is the pattern for the printed names of numbered copies. `names` is the rule
    for the names of units without a name. `tag` is for counters that do
    not show names. If `is_valid` is false, nothing is derived for units of the type, because every unit would
    only repeat the problem.
    """

    name: str = keys.text("the name of a unit of this type, in the singular",
                          label="One unit is a", help_text="A ship, a squad, a monster", in_view=True,
                          default=lambda reader: reader.key)
    plural: str = keys.custom(_read_plural, {"type": json_patterns.TEXT_TYPES},
                              "the plural of `name`. The file or folder of the units also has this name",
                              label="Several are", help_text="The file of the units has this name, too", in_view=True)
    fields: Mapping[str, Field] = keys.custom(
        _read_fields, lambda writer: {"type": "object", "additionalProperties": writer.make_block_schema(FIELD_KINDS)},
        "the fields of each unit, each under its key: see below", label="Values", adding="Add a value",
        default=...)
    formulas: tuple[DerivedFormula, ...] = keys.custom(
        _read_formulas, make_derived_schema,
        "the derived values, each under its key, in any order: formulas, or blocks with `label` and `formula`",
        label="Values that the game calculates", adding="Add a value",
        name="derived")
    side: str = side_key("the side of units without a `side` of their own: the key of a side, or `any` for units that "
                         "can be on every side, for example upgrades")
    points: str = keys.text("the field or derived value that is the cost of a "
                            "unit (default: `points`)",
                            label="Cost of a unit", help_text="The name of a value", in_view=True, default="points")
    serial: str = keys.text("the field that decides which units are numbered together. All units with the same value "
                            "of this field are numbered 1, 2 ... through all forces. Texts can show the number with "
                            "`{serial}`", label="Numbered together by", default="")
    numbering: str = keys.custom(
        _read_numbering, {"type": json_patterns.TEXT_TYPES},
                                 "the pattern for the printed names of copies without proper names, for example "
                                 "`\"{name} {number}\"` (default: `\"{name}-{number}\"`, as in Rat-3). Commands and "
                                 "positions always use the form Rat-3",
                                 label="Names of copies", default=DEFAULT_NUMBERING,
                                 written_default=DEFAULT_NUMBERING)
    names: str = keys.custom(
        _read_names, {"type": json_patterns.TEXT_TYPES},
        "the names of units without a `name`: a text with the holes `{number}`, `{side}`, `{class}` and fields, for "
        "example `\"{formation} {number}\"`. The numbers begin with 1 for each formation",
        label="Names of units without a name", default="")
    checks: tuple[Check, ...] = keys.block_list(Check, "the conditions that every unit must meet: see below",
                                                label="Checks of every unit",
                                                entry_label="check")
    roster: Roster = keys.custom(
        lambda *_: Roster(),
        lambda writer: {**writer.make_block_schema(Roster), "type": ["array", "object"],
                        "items": writer.make_entry_schema("values")},
        "the columns and totals of [rosters](fleets.md#what-a-game-says-of-fleets)",
        label="Table of a fleet", default=Roster())
    art: Wording | None = keys.formula_text("the [picture](units.md#pictures) of units that have no picture of their "
                                            "own: a file name with holes, for example `\"{type}.svg\"`. If there is no "
                                            "such file, these units have no picture",
                                            label="Usual picture", kind="picture", default=None)
    art_bow: str = keys.choice(ART_BOWS,
                               "the direction of the bow in the pictures of units that do not have the key `art_bow`",
                               label="In pictures, the front points",
                               help_text="For units that do not say it themselves",
                               choice_words=ART_BOW_WORDS, in_view=True,
                               default=ART_BOWS[0])
    drawn: UnitDrawing | None = keys.nested_block(UnitDrawing,
                                                  "the [drawing](units.md#drawn-from-figures) of units without a "
                                                  "picture", label="Drawing without a picture",
                                                  default=None)
    rules: Wording | None = keys.formula_text("the rules of a unit of this type for players at the table: a text with "
                                              "holes, for example `\"{rule}\"`. Rosters print the rules of the units "
                                              "in the force and of the units that these carry, but each text only "
                                              "once. An empty text is not printed",
                                              label="Rules for the players", default=None)
    tag: Wording | None = keys.formula_text("the text on counters that do not show names: a text with holes, see "
                                            "[below](#what-counters-say)",
                                            label="Words on counters without names", default=None)
    key: str = ""
    derived_names: tuple[str, ...] = ()
    constants: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    members: Mapping[str, Callable[[], FormulaNames]] = field(default_factory=dict, compare=False, repr=False)
    is_valid: bool = True

    @cached_property
    def our_fields(self) -> frozenset[str]:
        """The keys of the fields whose values are ours in all units."""
        return frozenset(key for key, field in self.fields.items() if field.ours)

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let formulas use the fields and the common names of units.

        Names whose values differ between the copies of a unit are excluded.
        """
        own_names = {*reader.get_raw_entries("fields"), *UNIT_NAMES}
        constants = {name: value for name, value in reader.context.constants.items() if name not in own_names}
        reader.context = replace(reader.context, constants=constants,
                                 local_names=FormulaNames(own_names - PER_COPY_NAMES,
                                                  member_names=find_member_names(reader.context.names_by_type,
                                                                                 reader.key)))

    def validate(self, reader: Reader) -> Self:
        """Return the type with its roster and the names of its derived values.

        Report keys that refer to unknown fields.
        """
        derived_names = list_derived_names(reader)
        value_names = (*self.fields, *derived_names)
        if self.art:
            reader.context.pictures.expect_names(self.art)
        if self.serial and self.serial not in self.fields:
            reader.add_problem("serial", f"'serial' of {reader.label} refers to an unknown field '{self.serial}'",
                               suggest_name(self.serial, self.fields))
        if "points" in reader and self.points not in value_names:
            reader.add_problem("points",
                               f"'points' of {reader.label} refers to an unknown field or "
                               f"derived value '{self.points}'",
                               suggest_name(self.points, value_names))
        return replace(self, derived_names=derived_names,
                       roster=_read_roster(reader, self.fields, (*value_names, *UNIT_NAMES)))

    @property
    def value_names(self) -> FormulaNames:
        """The names that a formula about a unit of this type may use.

        To add more names, use `|`.
        """
        return FormulaNames((*self.fields, *self.derived_names, *UNIT_NAMES), self.constants, self.members)

    @property
    def blank_values(self) -> tuple[tuple[str, FieldValue], ...]:
        """The values on a blank form that are known, by the keys of their fields."""
        values = ((key, field.blank_value) for key, field in self.fields.items())
        return tuple((key, value) for key, value in values if value is not NOT_KNOWN)

    @property
    def value_labels(self) -> dict[str, str]:
        """The labels of the values of the type's units, by the names of the values."""
        return {**{key: field.label for key, field in self.fields.items()},
                **{formula.key: formula.label for formula in self.formulas}}

    @property
    def roster_columns(self) -> tuple[RosterColumn, ...]:
        """The columns for the values of units, which stand beside the names of the units in tables.

        The points are not among them, because they have their own column. Fields that refer to other units come
        first, because a pilot and the aircraft are one line.
        """
        own_keys = (key for key, field in self.fields.items() if field.in_rosters and key != self.points)
        column_keys = [*find_reference_fields(self.fields), *own_keys][:MAX_DEFAULT_COLUMNS]
        return self.roster.columns or tuple(RosterColumn(make_heading(key, self.fields), key) for key in column_keys)

    @property
    def file_stem(self) -> str:
        """The name of the files and lists of the type's units: the plural of the type as one word."""
        return self.plural.replace(" ", "_")

    def find_lookup_tables(self) -> dict[str, str]:
        """Return, for each field whose value formulas look up in a table, the title of this table."""
        lists = (listing for listing in self.fields.values() if isinstance(listing, list_fields.ListField))
        titles: dict[str, str] = {}
        for derived in (*self.formulas, *(derived for listing in lists for derived in listing.derived)):
            for name, key in _LOOKUP_CALL.findall(derived.formula.text):
                if isinstance(table := self.constants.get(name), LookupTable):
                    titles.setdefault(key, table.title)
        return titles


def read_names_by_type(types: Node | None) -> dict[str, FormulaNames]:
    """Return the names that formulas about units may use, by unit type.

    All types are read, valid or not. The names after the dot of a field are the names of the values of the units to
    which the field may refer. If the types of these units are unknown, all types are used. If the field has entries or
    rows, the names after the dot are the names of the values in an entry or row.
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
                members[name] = partial(join_names, [text.text for text in list_scalars(of_node)] if of_node else [])
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
    """Return, for each field of a type, the names that may follow the dot after this field."""
    return names_by_type[kind].member_names if kind in names_by_type else {}


def read_unit_type(reader: Reader) -> UnitType:
    """Return a unit type, read in the context of the game's settings and tables."""
    reader.mark_start()
    if not isinstance(reader.get_raw_node("fields"), MappingNode):  # other messages would only repeat this problem
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
