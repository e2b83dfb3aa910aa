"""The types of a game's units: which fields they have, what is derived from these, and what must hold of every unit.

What rosters show of them follows from the fields where a type does not say: see `printshop.products.rosters.rows`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import partial, reduce
from operator import or_
from typing import Any, Final, NamedTuple, Self

import printshop.game.field_notations  # noqa: F401 - its kinds of field are known by it
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
"""The key of no side, and so of every side."""
UNIT_KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
             "differs")
"""What every unit may have besides its fields."""
UNIT_NAMES = ("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
              "side", "adjective", "size", "size_name", "warnings")
"""What formulas and texts may say of every unit besides its fields."""
LATE_NAMES = frozenset({"serial", "tag", "warnings"})
"""What a unit has only when all else is worked out."""
DEFAULT_NUMBERING: Final = "{name}-{number}"
"""How copies that have no names are called, where their type does not say."""
MAX_ROSTER_COLUMNS = 16  # of a roster
MAX_DEFAULT_COLUMNS = 8  # columns of a table of units, where nothing is said
NO_VALUE = "none"
_LOOKUP_CALL = re.compile(r"\blookup\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")


def _list_check_names(reader: Reader) -> FormulaNames:
    """Return what a check may go by: what copies of a unit have in common."""
    names: FormulaNames = reader.context.formula_names
    return names.copy_without(PER_COPY_NAMES)


def _read_condition(reader: Reader, name: str) -> Formula | None:
    if node := reader.get_node(name, required=True):
        return read_formula(node, f"'{name}' of {reader.label}", _list_check_names(reader), reader.problems,
                            shared=True)
    return None


@data_block
class Check(DataBlock):
    """Something that must hold of every unit, or of every fleet, and what to say when it does not.

    `label` says what is demanded, `figures` how a unit stands to it. Where they are not given, `that` speaks for itself
    and, if it is a comparison, its two `comparison` with the sign between them.
    """

    that: Formula = keys.custom(_read_condition, {"type": ["number", "string", "boolean"]}, "a formula that must hold",
                                default=...)
    message: Wording = keys.formula_text("what a player reads where it does not, a text with holes")
    warning: bool = keys.flag("whether the unit prints all the same: `printshop check` tells the message, and texts "
                              "and forms have it in `warnings`")
    label: str = keys.text("what is demanded, in an [audit](forms.md#audits)", default="")
    figures: Wording | None = keys.formula_text("how the unit stands to it there, a text with holes; without it the "
                                                "figure "
                                                "and the limit of a comparison", default=None)
    comparison: tuple[Formula, str, Formula] | None = None

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let its texts use what is known before a unit is tagged and numbered."""
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
    """Return what is derived; whatever is read after it may name that, too."""
    formulas = read_derived_formulas(reader, reader.context.formula_names, {*reader.get_raw_entries("fields"), *UNIT_NAMES})
    reader.context = reader.context.with_names(frozenset({*list_derived_names(reader), *UNIT_NAMES} - {"tag", "warnings"}))
    return formulas


def _read_numbering(reader: Reader, name: str) -> str:
    numbering = reader.read_text(name, DEFAULT_NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    reader.add_problem(name, f"'numbering' of {reader.label} must have {{name}} once and {{number}} once, and no more",
                       'write for instance numbering: "{name} {number}"')
    return DEFAULT_NUMBERING


# --- what rosters show of them


class RosterColumn(NamedTuple):
    """A value of units in a roster, or added up below it: its heading and its name."""

    heading: str
    value: str


def _read_columns(reader: Reader, name: str) -> tuple[RosterColumn, ...]:
    """Return the columns at a key: those of a list are headed by their labels."""
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
    """What rosters show of units of a type; what is None or empty there follows from the fields."""

    columns: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema,
        "the values that stand beside each name: a list, or a block of headings and values", default=())
    by: str | None = keys.text("the value that parts the units into classes with sums of their own, a choice for "
                               "instance; or `none`", default=None)
    totals: tuple[RosterColumn, ...] = keys.custom(
        _read_columns, _make_column_schema, "what is added up in the summary: a list, or a block of headings and "
                                            "values",
        default=())

    def validate(self, reader: Reader) -> Self:
        """Return the roster, after noting what parts nothing, and what cannot be added up."""
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
    """Return what a unit type says of its rosters; `names` are all values that its units have."""
    reader.context = fields, names
    if isinstance(reader.get_raw_node("roster"), SequenceNode):
        return Roster(columns=_read_columns(reader, "roster"))
    roster_reader = reader.open_mapping("roster")
    return keys.read_block(Roster, roster_reader) if roster_reader else Roster()


def make_heading(value: str, fields: Mapping[str, Field]) -> str:
    """Return what stands above the column of a value: its field's label, or its name in words."""
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]


# --- types


def _read_side(reader: Reader, name: str) -> str:
    """Return the key of a side, `any` for everyone's as for what is wrong; "" where it is not there."""
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
    is_unlikely = len(key) > len(ANY_SIDE) + 2 and hint == f"did you mean '{ANY_SIDE}'?"  # the end of Germany
    reader.add_problem(name, f"side of {reader.label}: there is no side '{key}'", known_hint if is_unlikely else hint)
    return ANY_SIDE


def side_key(description: str) -> Any:
    """Declare the key of a side, "" where it is not there."""
    return keys.custom(_read_side, lambda writer: writer.make_entry_schema("unit sides"), description, default="")


@data_block
class UnitDrawing(DataBlock):
    """How units look that have no picture: drawn from their figures, formulas over what they have."""

    look: str = keys.choice(silhouettes.SILHOUETTE_KINDS,
                            "what they are (`ship`): `sailing ship`, `spacecraft`, `aircraft`, "
                            "`vehicle`, `walker`, `squad` or `creature`", name="as",
                            default=silhouettes.SILHOUETTE_KINDS[0])
    seen: str = keys.choice(silhouettes.VIEWS, "`from above` or `from the side`; walkers, squads and creatures "
                            "look at us", default=silhouettes.VIEWS[0])
    slender: Formula | None = keys.formula("how many times as long as broad, 1 to 8 (4)", default=None)
    turrets: Formula | None = keys.formula("how many turrets, guns or horns are seen, up to 12 (0)", default=None)
    masts: Formula | None = keys.formula("how many masts (0)", default=None)
    engines: Formula | None = keys.formula("how many funnels, nozzles, propellers or pairs of wings (0)", default=None)
    figures: Formula | None = keys.formula("how many men a squad has, or heads a creature (1)", default=None)

    def make_hull(self, values: Mapping[str, object]) -> silhouettes.SilhouetteSpec:
        """Return the hull of a unit; what is not known of it, or cannot be, is as usual."""
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
    """What units of one kind have: their fields in order, what is derived from them, and what must hold of each.

    `derived_names` names all that is derived, in the order of the file; `formulas` work it out, each after those it
    needs. `points` is the value that counts as a unit's points, `serial` the field whose equals are numbered.
    `constants` are what formulas may name besides: the game's settings and tables; `members` what stands behind the
    dot of a field that names other units. `roster` is what a roster shows of them, `numbering` how those without
    names are called in print, `tag` what their counters say instead of a name. Where it is not `is_valid`, nothing is
    derived: every unit would only repeat the trouble.
    """

    name: str = keys.text("what one is called", default=lambda reader: reader.key)
    plural: str = keys.custom(_read_plural, {"type": json_patterns.TEXT_TYPES},
                              "what several are called; it names their file or "
                              "folder")
    fields: Mapping[str, Field] = keys.custom(
        _read_fields, lambda writer: {"type": "object", "additionalProperties": writer.make_block_schema(FIELD_KINDS)},
        "what stands in the record of each, by key: see below", default=...)
    formulas: tuple[DerivedFormula, ...] = keys.custom(
        _read_formulas, make_derived_schema, "by key, in any order: formulas, or blocks with `label` and `formula`",
        name="derived")
    side: str = side_key("the side of those that do not say theirs: the key of a side, or `any`: of upgrades, say")
    points: str = keys.text("the field or derived value that a unit costs (points)", default="points")
    serial: str = keys.text("a field: units that have the same value there are numbered 1, 2 ..., through all forces, "
                            "for `{serial}` in texts", default="")
    numbering: str = keys.custom(
        _read_numbering, {"type": json_patterns.TEXT_TYPES},
                                 'how copies that have no names of their own are called in print: '
        '`"{name}-{number}"` (the default, Rat-3), or for instance `"{name} {number}"`; commands and positions call '
        "them Rat-3 in any case", default=DEFAULT_NUMBERING)
    checks: tuple[Check, ...] = keys.block_list(Check, "what must hold of every unit: see below", entry_label="check")
    roster: Roster = keys.custom(
        lambda *_: Roster(),
        lambda writer: {**writer.make_block_schema(Roster), "type": ["array", "object"], "items": writer.make_entry_schema("values")},
        "what [rosters](fleets.md#what-a-game-says-of-fleets) show of them", default=Roster())
    art: Wording | None = keys.formula_text('the [picture](units.md#pictures) of those that have none of their own, a '
                                            'name '
                                            'with holes: `"{type}.svg"`. Where there is no such file they have none',
                                            default=None)
    art_bow: str = keys.choice(ART_BOWS, "where the bow points in the pictures of those that do not say it",
                               default=ART_BOWS[0])
    drawn: UnitDrawing | None = keys.nested_block(UnitDrawing,
                                                  "how those [are drawn](units.md#drawn-from-figures) that have no "
                                                  "picture",
                                                  default=None)
    rules: Wording | None = keys.formula_text('a text with holes, `"{rule}"`, that stands on rosters once for each of '
                                              'them '
                                              "that serves there or is carried: what it does, for players at the "
                                              "table. It "
                                              "is left out where it says nothing", default=None)
    tag: Wording | None = keys.formula_text("for games whose counters do not bear names, a text with holes: see "
                                            "[below](#what-counters-say)", default=None)
    key: str = ""
    derived_names: tuple[str, ...] = ()
    constants: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    members: Mapping[str, Callable[[], FormulaNames]] = field(default_factory=dict, compare=False, repr=False)
    is_valid: bool = True

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let formulas use the fields, and what every unit has, but for what its copies have each for themselves."""
        own_names = {*reader.get_raw_entries("fields"), *UNIT_NAMES}
        constants = {name: value for name, value in reader.context.constants.items() if name not in own_names}
        reader.context = replace(reader.context, constants=constants,
                                 local_names=FormulaNames(own_names - PER_COPY_NAMES,
                                                  member_names=find_member_names(reader.context.names_by_type, reader.key)))

    def validate(self, reader: Reader) -> Self:
        """Return the type with what rosters show of it; note names that it has not."""
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
        """Every name that a formula about such a unit may use; extend it with `|`."""
        return FormulaNames((*self.fields, *self.derived_names, *UNIT_NAMES), self.constants, self.members)

    @property
    def value_labels(self) -> dict[str, str]:
        """What the values of its units are called, by their names."""
        return {**{key: field.label for key, field in self.fields.items()},
                **{formula.key: formula.label for formula in self.formulas}}

    @property
    def roster_columns(self) -> tuple[RosterColumn, ...]:
        """The values that stand beside the names of its units in tables; their points have a column of their own.

        Whom they name comes first: a pilot makes one line with the aircraft.
        """
        own_keys = (key for key, field in self.fields.items() if field.in_rosters and key != self.points)
        column_keys = [*find_reference_fields(self.fields), *own_keys][:MAX_DEFAULT_COLUMNS]
        return self.roster.columns or tuple(RosterColumn(make_heading(key, self.fields), key) for key in column_keys)

    @property
    def file_stem(self) -> str:
        """What files and lists of its units are called: its plural in one word."""
        return self.plural.replace(" ", "_")

    def find_lookup_tables(self) -> dict[str, str]:
        """Return, by field, the titles of the game's tables in which its value is looked up."""
        lists = (listing for listing in self.fields.values() if isinstance(listing, list_fields.ListField))
        titles: dict[str, str] = {}
        for derived in (*self.formulas, *(derived for listing in lists for derived in listing.derived)):
            for name, key in _LOOKUP_CALL.findall(derived.formula.text):
                if isinstance(table := self.constants.get(name), LookupTable):
                    titles.setdefault(key, table.title)
        return titles


def read_names_by_type(types: Node | None) -> dict[str, FormulaNames]:
    """Return the names that units of every type will have, whatever is wrong with them, from the data of all types.

    So a formula about one may name, behind a dot, what those units have that one of its fields names (of a type that
    there is not, anything), and what the entries of lists have.
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
    """Return what may stand behind the dots of the fields of a type."""
    return names_by_type[kind].member_names if kind in names_by_type else {}


def read_unit_type(reader: Reader) -> UnitType:
    """Return a unit type as the game's data describes it, read in the context of its settings and tables."""
    reader.mark_start()
    # all that names a field would only repeat what is noted here
    if not isinstance(reader.get_raw_node("fields"), MappingNode):
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
