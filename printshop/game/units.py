"""Reading of a game's units from YAML and tables, with references, derived values and checks."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game.errata import ALL_OURS, DIFFERS_KEY, OURS_KEY, check_ours, read_named_differences
from printshop.game.extends import (
    CHANGES,
    OVERRIDE_KEYS,
    GameLayer,
    format_path,
    merge_values,
    parse_game_file,
    select_own_layers,
    split_override,
)
from printshop.game.field_notations import BatteryField
from printshop.game.field_values import FieldValue, HeldUnits, ListRows
from printshop.game.fields import EntriesField, Field, NumbersField
from printshop.game.formula_keys import format_value
from printshop.game.list_fields import ROW_NUMBER, ListField
from printshop.game.model import NEUTRAL_SIDE, UNITS, BrokenParts, Game, GameData, ReadContext, Side, SizeClass, Unit
from printshop.game.pictures import ART_BOW_WORDS, ART_BOWS, Pictures, read_picture
from printshop.game.settings import fill_settings
from printshop.game.unit_fields import ReferenceField, find_reference_fields, format_type
from printshop.game.unit_lists import UnitChoice, is_rule
from printshop.game.unit_types import ANY_SIDE, UNIT_KEYS, UnitType, side_key
from printshop.game_paths import list_data_files
from printshop.problems import Problem, Problems, Span, add_article, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node
from printshop.silhouettes import UPRIGHT_KINDS
from printshop.source import (
    TABLE_SUFFIXES,
    UNKNOWN,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    parse_yaml,
    parse_yaml_file,
)
from printshop.source.cache import LoadCache
from printshop.text_markup import OURS_MARK, MarkupText
from printshop.words import HOLE, Words

if TYPE_CHECKING:
    from printshop.source.csv_tables import SpreadsheetRow

MAX_COPIES = 200
MAX_DEPTH = 10  # units in a chain of units that name the next one
MAX_UNITS = 25_000  # of a game, with all that it extends
MAX_FILES = 5_000  # of one type of unit, in each layer of a game
MAX_LIST_ROWS = 60_000  # rows in the lists of all units: they take time
MAX_DERIVED_VALUES = 500_000  # derived values of all units and of their rows: they take time


@data_block
class CommonUnitKeys(DataBlock):
    """The keys that every unit may have in addition to its fields.

    `printed`, `differs` and `ours` are read after all values of the unit are calculated.
    """

    name: str = keys.text("the name of the unit, which must be unique in the game", kind="unit name")
    side: str = side_key("the key of a side, or `any` for a unit of every side. In a force, a unit with `any` has the "
                         "side of the force. A unit with `any` has counters for every side. `side` can be left out if "
                         "the unit type has a `side`, or if the game has no `sides`")
    prefix: str | None = keys.custom(
        lambda reader, name: reader.get_raw_text(name) if reader.get_node(name) else None,
        {"type": ["string", "number", "null"]},
        "the prefix of the unit's name, in place of the prefix of the unit's side. With `\"\"`, the name has no prefix",
        label="Prefix of the name")
    class_: str = keys.text("the name of the unit's class, if it differs from the name of the unit", default="")
    sisters: tuple[str, ...] = keys.texts("the names of units that differ from this unit only in name. The name of "
                                          "this unit becomes the class of all these units", label="Sister units")
    numbered: bool = keys.flag("whether copies of the unit have numbers in place of names: Alpha-1, Alpha-2 ... The "
                               "[`numbering`](game.md) of the unit type can give the numbers another form")
    copies: int = keys.integer("the number of the unit's counters, and of its cards, when those of the whole game are "
                               "printed (default: 1)", 0, MAX_COPIES,
                               default=1)
    short: str = keys.text("a shorter name of the unit, for counters", label="Short name", default="")
    art: Path | None = keys.custom(
        lambda reader, name: read_picture(reader, name, f"art of {reader.label}"),
        lambda writer: {**json_patterns.make_text_schema(), "examples": [*writer.entries.get("pictures", ())]},
        "a [picture](#pictures) of the unit with its bow to the right: an SVG, PNG, JPEG, WebP or GIF file from the "
        "folder `art/`", label="Picture", kind="picture")
    art_bow: str = keys.choice(ART_BOWS,
                               "the direction of the bow in the picture: `right` (the default), `left` or `up`. With "
                               "`none`, the picture never turns with the bow",
                               label="In pictures, the front points", choice_words=ART_BOW_WORDS, default="")
    printed: Reader | None = keys.custom(lambda reader, name: reader.open_mapping(name), {},
                                         "the derived values that a book prints. If one of these values differs from "
                                         "the calculated value, printshop reports both", label="Values in the book")
    differs: object = keys.custom(
        lambda reader, name: reader.get_node(name), {},
                                  "notes on values that are [not as in the book](differs.md), each under the key of "
                                  "its value", label="Differences from the book")
    ours: Sequence[tuple[str, Span]] = keys.custom(
        lambda reader, name: reader.read_texts_with_spans(name), {},
        f"the keys of the values that are [ours](differs.md#what-is-ours), for example `[hull, armour]`, or "
        f"`{ALL_OURS}`. They are printed with the mark {OURS_MARK}",
        label="Values of this edition (†)", default=(), read_if_missing=False)


class UnitLookup:
    """The units of a game to which other units may refer. They are found by name, and case is ignored.

    `units` are the units by name.
    """

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units

    def find_unit(self, name: str) -> Unit | None:
        """Return the finished unit with the given name.

        Return None if there is no such unit. Raises ValueError, with the reason as its text, if the unit cannot be
        used.
        """
        folded_name = name.casefold()
        return self.units.get(name) or next((unit for unit in self.units.values()
                                             if unit.name.casefold() == folded_name),
                                            None)

    def is_reported(self, name: str) -> bool:  # noqa: ARG002
        """Return whether the unit may be missing because of a problem that is already reported."""
        return False


@dataclass(slots=True, eq=False)
class PartialUnit:
    """A unit whose fields are read. It is finished when the units to which it refers are known.

    `values` are the values of `unit` itself. Derived values are added to them. If `is_valid` is false, the
    problems of the unit are already reported.
    """

    unit: Unit
    unit_type: UnitType
    reader: Reader
    printed_values: Reader | None
    values: dict[str, FieldValue]
    is_valid: bool

    def finish(self, lookup: UnitLookup) -> Unit:
        """Return the unit with its derived values, and with the units to which it refers.

        Report mistakes.
        """
        self.reader.mark_start()
        for key, field in find_reference_fields(self.unit_type.fields).items():
            self.values[key] = _resolve_units(self, key, field, lookup)
        is_valid = self.is_valid and self.reader.is_valid
        if is_valid and self.unit_type.is_valid:  # otherwise derived values would only repeat the problems
            _derive_values(self.reader, self.values, self.unit_type, self.printed_values)
        if not is_valid or not self.reader.is_valid:
            return replace(self.unit, tag_wording=None)  # its tag cannot be calculated, either
        unit, drawing = self.unit, self.unit_type.drawn
        if unit.ours and not unit.name_mark:  # a space to write in would have the mark of a value that nobody chose
            unit = replace(unit, ours=unit.ours - unit.unknown_values)
        if not unit.art and self.unit_type.art:
            unit = replace(unit, art=self._find_type_art())
        if unit.art or not drawing:
            return unit
        return replace(unit, art=drawing.make_hull(self.values),
                       art_bow="none" if drawing.look in UPRIGHT_KINDS else "right")

    def _find_type_art(self) -> Path | None:
        """Return the path of the picture that the unit type defines for the unit.

        If the name of the picture cannot be calculated or the file cannot be used, return None.
        """
        pictures: Pictures = self.reader.context.pictures
        with suppress(FormulaError):
            name = self.unit_type.art.fill_plain(self.values) if self.unit_type.art else ""
            return pictures.find_usable_path(name)
        return None

    def finish_with_sisters(self, lookup: UnitLookup) -> Iterator[Unit]:
        """Yield the finished unit and its sisters."""
        unit = self.finish(lookup)
        yield unit
        for sister in unit.sisters:
            yield unit.make_sister(sister)


def _resolve_units(partial_unit: PartialUnit, key: str, field: ReferenceField, lookup: UnitLookup) -> FieldValue:
    """Return the value of a field that refers to other units. Report names that the field cannot have."""
    reader, names, node = partial_unit.reader, partial_unit.values[key], partial_unit.reader.get_node(key)
    if not isinstance(names, HeldUnits) or node is None:
        return field.empty_value if names is None else names
    units, has_missing_unit, label = list[Unit](), False, f"{field.label} of {reader.label}"
    if not field.is_single and any(map(is_rule, node.items_or_self)):
        try:
            allowed = [unit for name, other in [*lookup.units.items()] if other.kind in field.of
                       and (unit := lookup.find_unit(name))]
        except ValueError as error:
            reader.problems.add(node.span, f"{label}: {error}", "write the names of the units")
            return NOT_KNOWN
        context, side = reader.context, partial_unit.unit.side
        choice = UnitChoice(allowed, context.unit_types, context.sides, reader.problems,
                            None if side.key == ANY_SIDE else side)
        node = SequenceNode(node.source, node.line, node.column, tuple(choice.expand(node, label)))
        if not reader.is_valid:
            return NOT_KNOWN
    for name, span in field.read_references(node, label, reader.problems) or ():
        try:
            unit = lookup.find_unit(name)
        except ValueError as error:
            reader.problems.add(span, f"{label}: {error}", "remove one of the names")
            continue
        if unit and unit.kind in field.of:
            units.append(unit)
        elif unit:
            reader.problems.add(span,
                                f"{label}: '{name}' is {add_article(format_type(unit.kind))}, but must be "
                                f"{field.allowed_units}")
        elif lookup.is_reported(name):
            has_missing_unit = True
        else:
            hint = suggest_name(name, [other.name for other in lookup.units.values() if other.kind in field.of])
            reader.problems.add(span, f"{label}: there is no {field.allowed_units.partition(' ')[2]} '{name}'", hint)
    values = tuple(unit.name for unit in units)
    if (reader.is_valid and not has_missing_unit
            and (complaint := field.describe_fit_problem(values, partial_unit.values))):
        reader.add_problem(key, f"{label} {complaint}")
    if has_missing_unit or not reader.is_valid:
        return NOT_KNOWN
    columns = tuple(dict.fromkeys(name for unit in units for name in unit.values))
    rows = tuple({**dict.fromkeys(columns), **unit.values, ROW_NUMBER: number} for number, unit in enumerate(units, 1))
    return replace(field.empty_value, columns=columns, cells=tuple(tuple(map(row.get, columns)) for row in rows),
                   rows=rows,
                   names=values)


def read_unit(node: Node, unit_type: UnitType, context: ReadContext) -> PartialUnit | None:
    """Return the unit of a list item, which must still be finished.

    If the unit has no name, return None. A unit with a problem is returned, too: otherwise everything that refers to
    the unit would be a problem as well.
    """
    if not isinstance(node, MappingNode):
        noun = add_article(unit_type.name)
        context.problems.add(node.span, f"{noun} must be a block of keys, found {describe_node(node)}",
                             "write the unit as \"- name: ...\" with its other keys below")
        return None
    reader = Reader(node, context.problems, _find_name(node) or add_article(unit_type.name), context)
    values = _read_unit_fields(reader, unit_type)
    common_keys = CommonUnitKeys(**keys.read_keys(CommonUnitKeys, reader))
    if not (common_keys.side or unit_type.side) and context.sides:
        reader.add_missing_key("side")
    side = context.sides.get(common_keys.side or unit_type.side, NEUTRAL_SIDE)
    differs = read_named_differences(reader, (*unit_type.fields, *unit_type.derived_names))
    ours = unit_type.our_fields
    if common_keys.ours:
        ours = check_ours(common_keys.ours, reader, unit_type.fields, unit_type.derived_names) | ours
    if ours and ours.issuperset(unit_type.fields):
        ours |= {*unit_type.derived_names, "name"}
    reader.finish(OVERRIDE_KEYS, new_key_hint=f"declare new fields in game.yaml, under unit_types: {unit_type.key}: "
                                              "fields:")
    if not common_keys.name:
        return None
    prefix = common_keys.prefix if common_keys.prefix is not None else "" if common_keys.numbered else side.prefix
    size = _find_size_class(reader, values, context.size_field, context.sizes)
    unit = Unit(unit_type.key, common_keys.name, prefix,
                common_keys.class_ or (common_keys.name if common_keys.sisters else ""), side,
                size, values, common_keys.art, reader.mapping_span, common_keys.numbered, common_keys.sisters,
                common_keys.short,
                common_keys.copies, unit_type.serial, common_keys.art_bow or unit_type.art_bow, unit_type.numbering,
                tag_wording=unit_type.tag, art_span=reader.find_span("art"), differs=differs, ours=ours)
    values |= _make_common_values(unit, unknown=values.get(context.size_field) is NOT_KNOWN)
    return PartialUnit(unit, unit_type, reader, common_keys.printed, values, reader.is_valid)


def change_unit(unit: Unit, reader: Reader, game: GameData) -> Unit:
    """Return a unit of a game with some field values changed and all derived values calculated again.

    The keys of the block that `reader` reads give the new values. Mistakes in these values or in the changed unit
    are reported.
    """
    unit_type, values = game.unit_types[unit.kind], dict(unit.values)
    for key, field in unit_type.fields.items():
        if node := reader.get_node(key):
            fill_settings(node, game.settings, reader.problems)
            values[key] = field.read(node, reader.label, reader.problems)
    reader.finish(new_key_hint=f"use one of the fields of {add_article(unit_type.name)}: {', '.join(unit_type.fields)}")
    unit = replace(unit, values=values, size=_find_size_class(reader, values, game.size_field, game.sizes),
                   ours=unit.ours.difference(reader.list_keys()))
    return PartialUnit(unit, unit_type, reader, None, values, reader.is_valid).finish(UnitLookup(game.units))


def find_unit_doubts(game: Game, unit: Unit) -> Iterator[str]:
    """Yield a sentence for each value of a unit's fields that is probably a mistake."""
    for key, field in game.unit_types[unit.kind].fields.items():
        value = unit.values.get(key)
        if value is not None and value is not NOT_KNOWN:
            yield from field.find_doubts(value)


def read_unit_list(game: Game, unit_type: UnitType, text: str) -> tuple[tuple[Unit, ...], Problems]:
    """Return the units of a list in YAML, read in the context of a loaded game, and the problems of these units."""
    problems = Problems()
    context = ReadContext(**game.to_keywords(), problems=problems)
    root = parse_yaml(text, "the new file", problems)
    items = root.items if root else ()
    for item in items:
        fill_settings(item, game.settings, problems)
    lookup = UnitLookup(game.units)
    partial_units = [draft for item in items if (draft := read_unit(item, unit_type, context))]
    return tuple(unit for draft in partial_units for unit in draft.finish_with_sisters(lookup)), problems


def _make_common_values(unit: Unit, *, unknown: bool) -> dict[str, FieldValue]:
    """Return the values that every unit has, by the names that formulas use.

    If `unknown` is true, the size of the unit is unknown.
    """
    no_size, short = NOT_KNOWN if unknown else None, unit.short or unit.name
    return {**unit.name_values, "stem": short, "tag": short, "number": "",
            "serial": NOT_KNOWN if unit.serial_field else None,
            "warnings": (), "size": unit.size.key if unit.size else no_size,
            "size_name": unit.size.name if unit.size else no_size}


def _read_unit_fields(reader: Reader, unit_type: UnitType) -> dict[str, FieldValue]:
    values: dict[str, FieldValue] = {}
    misspelt = {*reader.list_keys()} - {*unit_type.fields, *UNIT_KEYS}
    field_problems = Problems()
    for key, field in unit_type.fields.items():
        node = reader.get_node(key)
        values[key] = field.read(node, reader.label, field_problems) if node else None
        if field_problems:
            swap_hint = _suggest_swap(reader, field, unit_type)
            for problem in field_problems:
                reader.problems.add_problem(replace(problem, hint=swap_hint or problem.hint))
            field_problems = Problems()
        if node is None and not field.optional:
            reader.add_missing_key(key, "" if misspelt else
                                   "add the key, or write 'optional: true' for the field if "
                                   f"{add_article(unit_type.name)} can lack it")
    return values


def _suggest_swap(reader: Reader, field: Field, unit_type: UnitType) -> str:
    """Return a hint if the values of two columns of guns seem to be exchanged, otherwise ""."""
    node_here = reader.get_node(field.key)
    for other in unit_type.fields.values():
        node = reader.get_node(other.key)
        if not (isinstance(field, BatteryField) and isinstance(other, BatteryField) and other is not field
                and isinstance(node_here, ScalarNode) and isinstance(node, ScalarNode)):
            continue
        try:
            batteries = field.parse(node.text), other.parse(node_here.text)
        except ValueError:
            continue
        own_text, other_text = (str(getattr(value, "count", "")) if kind.short else str(value)
                                for kind, value in zip((field, other), batteries, strict=True))
        return (f"were {other.label} and {field.label} exchanged? They are now {node.text} and {node_here.text}; if "
                f"you exchange these values, they become: {other.label} {other_text}, {field.label} {own_text}")
    return ""


def _find_size_class(reader: Reader, values: Mapping[str, FieldValue], size_field: str,
                     sizes: Sequence[SizeClass]) -> SizeClass | None:
    number = values.get(size_field)
    if not sizes or not isinstance(number, int | Fraction):
        return None
    size = next((size for size in sizes if size.up_to is None or number <= size.up_to), None)
    if size is None:
        reader.add_problem(size_field,
                           f"{size_field} of {reader.label} is {number}, which is more than the largest size class "
                           "allows",
                           f"write at most {sizes[-1].up_to}, or give the largest size class, {sizes[-1].name}, a "
                           "higher 'up_to'")
    return size


def _derive_values(reader: Reader, values: dict[str, FieldValue], unit_type: UnitType,
                   printed_values: Reader | None) -> None:
    """Add the derived values of the unit, and of the rows of its lists, to `values`. Report checks that it fails.

    `values` then also has the `warnings` and the `tag` of the unit. The tag may have a hole for a number that the
    unit gets later.
    """
    begin, formula_hint = "", ""

    def report(error: FormulaError, begin: str, hint: str) -> None:
        reader.problems.add_failure(error.span, begin, reader.label,
                                    Problem(reader.mapping_span, error.message, error.hint or hint))

    try:
        for key, field in unit_type.fields.items():
            rows = values[key]
            if isinstance(field, ListField) and field.derived and isinstance(rows, ListRows):
                values[key] = field.add_derived_values(rows, values)
        for derived in unit_type.formulas:
            begin, formula_hint = f"{derived.label} of ", f"check the formula {derived.formula.text}"
            values[derived.key] = derived.evaluate(values)
    except FormulaError as error:
        report(error, begin, formula_hint)
    _compare_printed_values(reader, values, unit_type, printed_values)
    # a value could not be calculated, which is reported
    if not all(name in values for name in unit_type.derived_names):
        return
    warnings: list[str] = []
    for check in unit_type.checks:
        try:
            message = check.find_failure(values)
        except FormulaError as error:
            report(error, "a check of ", f"check the condition {check.that.text}")
            continue
        if message is None:
            continue
        if check.warning:
            warnings.append(MarkupText(message))
        else:
            reader.problems.add(reader.mapping_span, f"{reader.label}: {message}")
    values["warnings"] = tuple(warnings)
    try:
        values["tag"] = (unit_type.tag.fill_plain(values) if unit_type.tag else "") or values["tag"]
    except FormulaError as error:
        report(error, "the tag of ", f"check the tag {unit_type.tag.text if unit_type.tag else ''}")


def _compare_printed_values(reader: Reader, values: Mapping[str, FieldValue], unit_type: UnitType,
                            printed_values: Reader | None) -> None:
    """Report each calculated value that differs from the value in the book, because one of the two is wrong."""
    labels = {derived.key: derived.label for derived in unit_type.formulas}
    for key in printed_values.list_keys() if printed_values else ():
        assert printed_values is not None
        if key not in labels:
            reader.problems.add(printed_values.find_key_span(key),
                                f"'{key}' in 'printed' of {reader.label} must be a derived value",
                                suggest_name(key, [*labels]))
        elif key in values and (value := values[key]) is not NOT_KNOWN:
            computed_texts = [format_value(part) for part in (value if isinstance(value, tuple) else (value,))]
            printed_texts = [text.replace("-", "–").replace("—", "–").strip()
                             for text in printed_values.read_texts(key)]
            if computed_texts != printed_texts:
                printed_values.add_problem(key,
                                           f"the {labels[key]} of {reader.label} is {' | '.join(printed_texts)} in "
                                           f"'printed', but {' | '.join(computed_texts)} as calculated from the fields",
                                           "correct the fields of the unit, or remove this line to use the calculated "
                                           "value")


def find_unit_files(folder: Path, unit_type: UnitType) -> list[Path]:
    """Return the paths of the files with the units of a type.

    For the plural "ships", these are "ships.yaml", "ships.csv" and so on, and "ships/*.yaml".
    """
    single_files = (folder / f"{unit_type.file_stem}{suffix}" for suffix in (".yaml", *TABLE_SUFFIXES))
    return [path for path in single_files if os.path.lexists(path)] + list_data_files(folder / unit_type.file_stem)


_SPECIAL_KEYS = ("sisters", *OVERRIDE_KEYS)  # keys of a unit that is more than one name, or stands in another's place


class _UnitList:
    """The units of one type, in the order of the games and their files, after replacements and changes."""

    def __init__(self, unit_type: UnitType, problems: Problems) -> None:
        self._type, self._problems = unit_type, problems
        self.items: list[tuple[Node, bool]] = []  # their nodes, and whether they are of the game's own layers
        self.indexes: dict[str, int] = {}  # in `items`, by name, sisters included
        self.is_incomplete = False  # an item is not a unit with a name
        self.has_own_overrides = False  # a unit of the game's own layers replaces or changes another unit

    def add_lists(self, lists: Iterable[Node], *, is_own: bool, has_base: bool) -> None:
        """Add the lists of one game.

        Units that replace or change others must refer to units of earlier games.
        """
        base_indexes, replaced_names = dict(self.indexes), set[str]()
        for node in lists:
            if not isinstance(node, SequenceNode):
                self.is_incomplete = True
                self._problems.add(node.span, f"{self._type.plural} must be a list, found {describe_node(node)}",
                                   "begin each unit with \"- name: ...\"")
            for item in node.items:
                name = _find_name(item)
                if name and item.entries.keys().isdisjoint(_SPECIAL_KEYS):  # the short way for almost all of thousands
                    self.indexes.setdefault(name, len(self.items))
                    self.items.append((item, is_own))
                    continue
                self.is_incomplete |= not name
                unit, override = split_override(item, name or self._type.name, self._problems)
                index = base_indexes.get(name) if has_base else None
                self.has_own_overrides |= is_own and bool(override)
                if override and index is None:
                    hint = (
                        suggest_name(name, base_indexes)
                        if has_base
                        else f"remove '{override}', because this game does not extend another game"
                    )
                    self._problems.add(unit.span,
                                       f"this entry {override} the {self._type.name} '{name}', which no game below has",
                                       hint)
                if override and index is not None and name not in replaced_names:
                    replaced_names.add(name)
                    if _find_name(self.items[index][0]) == name:
                        self._replace(unit, name, override, is_own, index)
                        continue
                    unit = self._split_sister(unit, name, override, index)
                for name in list_unit_names(unit):
                    self.indexes.setdefault(name, len(self.items))
                self.items.append((unit, is_own))

    def _split_sister(self, node: Node, name: str, override: str, index: int) -> Node:
        """Return the unit that takes the place of a sister. The sister is removed from the unit that lists it."""
        base, was_own = self.items[index]
        assert isinstance(base, MappingNode)
        sisters_node = base.entries["sisters"]
        other_sisters = tuple(sister for sister in _find_sisters(base) if sister.text != name)
        base_entries = {**base.entries, "sisters": SequenceNode(sisters_node.source, sisters_node.line,
                                                                sisters_node.column, other_sisters)}
        self.items[index] = base.copy_with_entries(base_entries), was_own
        single_base = base.copy_without("sisters", "short", "printed")
        named_entries = {"class": base.entries["name"], **single_base.entries}
        return merge_values(single_base.copy_with_entries(named_entries), node) if override == CHANGES else node

    def _replace(self, node: Node, name: str, override: str, is_own: bool, index: int) -> None:
        """Put a unit in the place of the unit with the same name."""
        base, _ = self.items[index]
        sister_names = ", ".join(list_unit_names(base)[1:])
        if sister_names and "sisters" not in node.entries and override != CHANGES:
            self._problems.add(node.span,
                               f"{name} replaces a {self._type.name} with the sisters {sister_names}, but has no "
                               "'sisters' of its own",
                               f"write sisters: [{sister_names}] to replace the sisters, too, or write sisters: [] to "
                               "remove the sisters")
        if override == CHANGES and isinstance(base, MappingNode) and isinstance(node, MappingNode):
            # values as printed are those of the old unit
            notes, remaining_base = base.entries.get(DIFFERS_KEY), base.copy_without("printed")
            if isinstance(notes, MappingNode):
                remaining_base = remaining_base.copy_with_entries({**remaining_base.entries,
                                                                   DIFFERS_KEY: notes.copy_without(*node.entries)})
            if isinstance(ours := base.entries.get(OURS_KEY), SequenceNode):
                left = tuple(item for item in ours.items if item.text not in node.entries)
                remaining_base = remaining_base.copy_with_entries({
                    **remaining_base.entries, OURS_KEY: SequenceNode(ours.source, ours.line, ours.column, left)})
            node = merge_values(remaining_base, node)
        self.items[index] = node, is_own
        for sister in list_unit_names(node)[1:]:
            self.indexes.setdefault(sister, index)


def list_unit_names(node: Node) -> tuple[str, ...]:
    """Return the name of a unit, if it has one, and the names of its sisters, as the data has them."""
    return tuple(name for name in (_find_name(node), *(sister.text for sister in _find_sisters(node))) if name)


def _find_name(node: Node) -> str:
    return node.entries["name"].text if "name" in node.entries else ""


def _name_units(lists: Sequence[Node], rule: str) -> list[Node]:
    """Return lists of units in which units without a name have a name by the rule of their type.

    `{number}` counts the units with the same text around it, from 1. It skips names that other units have. A unit
    that lacks a value of the rule gets no name.
    """
    used_names = {name.casefold() for node in lists for item in node.items for name in list_unit_names(item)}
    counts = Counter[str]()

    def add_name(item: Node) -> Node:
        texts = {"number": "{number}", **{key: node.text for key, node in item.entries.items()}}
        if not isinstance(item, MappingNode) or texts.get("name") or not all(map(texts.get, HOLE.findall(rule))):
            return item
        name = stem = HOLE.sub(lambda hole: texts[hole[1]], rule)
        while name == stem or name.casefold() in used_names:
            counts[stem] += 1
            name = stem.replace("{number}", str(counts[stem]))
            if name == stem:
                break
        name_node = ScalarNode(item.source, item.line, item.column, name, is_plain=False)
        return item.copy_with_entries({"name": name_node, **item.entries})

    return [replace(node, items=tuple(map(add_name, node.items))) if isinstance(node, SequenceNode) else node
            for node in lists]


def _find_sisters(node: Node) -> Sequence[Node]:
    return node.entries["sisters"].items_or_self if "sisters" in node.entries else ()


class CountedUnit(NamedTuple):
    """A unit, the number of rows in its lists, and the number of its derived values.

    The numbers show how much work the unit causes.
    """

    unit: Unit
    row_count: int
    derived_count: int


class UnitIndex(UnitLookup):
    """All units of a game and of the games that it extends, and the trees of all files.

    `units` are the units by name. `written_names` are the names of all units in the files, including broken
    units. `is_incomplete` is true if some units could not be read at all. `has_own_overrides` is true if a unit of
    the game's own layers replaces or changes another unit. `own_names` are the names of the units
    that the game itself adds or replaces.
    """

    def __init__(self, stack: Sequence[GameLayer], context: ReadContext, setting_names: Collection[str],
                 broken: BrokenParts, *,
                 cache: LoadCache) -> None:
        self._stack, self._context, self._setting_names, self._broken = stack, context, setting_names, broken
        self._memory, self._counted_units = cache, dict[Node, tuple[CountedUnit, ...]]()  # of this reading
        self.units: dict[str, Unit] = {}
        self._unfinished: dict[str, PartialUnit] = {}  # unfinished units that name others, by name
        self._holders: list[PartialUnit] = []  # being finished, each named by the one before
        self._row_count = self._derived_count = 0
        self._names_by_fold: dict[str, str] = {}  # names by their casefolded form
        self.written_names: set[str] = set()
        self.is_incomplete = False
        self.own_names: set[str] = set()
        self.has_own_overrides = False
        self.file_trees = [root for layer in stack for root in layer.file_trees]

    def read_units(self, unit_type: UnitType) -> None:
        """Read all units of a type."""
        unit_list = _UnitList(unit_type, self._context.problems)
        for number, layer in enumerate(self._stack):
            node = layer.tree.entries.get(unit_type.file_stem)
            lists = [*([node] if node else []), *self._read_files(layer, unit_type)]
            lists = _name_units(lists, unit_type.names) if unit_type.names else lists
            unit_list.add_lists(lists, is_own=layer in select_own_layers(self._stack), has_base=number > 0)
        self.written_names |= unit_list.indexes.keys()
        self.is_incomplete |= unit_list.is_incomplete
        self.has_own_overrides |= unit_list.has_own_overrides
        broken_names = self._broken.list_names(UNITS)
        for node, is_own in unit_list.items:
            if self._broken.parts and (not (names := {*list_unit_names(node)}) or names & broken_names):
                continue
            for unit, row_count, derived_count in self._read_item(node, unit_type):
                first_name = self._names_by_fold.setdefault(unit.name.casefold(), unit.name)
                if first_name in self.units:
                    self._report_duplicate(unit, first_name, unit_type)
                    continue
                self.units[unit.name] = unit
                if is_own:
                    self.own_names.add(unit.name)
                self._row_count += row_count
                self._derived_count += derived_count
                self._check_limits(unit)

    def _read_item(self, node: Node, unit_type: UnitType) -> tuple[CountedUnit, ...]:
        """Return the units of a list item.

        If the units have no problems and do not refer to others, they are cached for the next reading.
        """
        if counted_units := self._memory.units.get(node):
            self._counted_units[node] = counted_units
            return counted_units
        problem_count = len(self._context.problems)
        partial_unit = read_unit(node, unit_type, self._context)
        if partial_unit and find_reference_fields(unit_type.fields):
            self._unfinished.update(dict.fromkeys((partial_unit.unit.name, *partial_unit.unit.sisters), partial_unit))
            return tuple(_count_unit(unit, unit_type) for unit in (
                partial_unit.unit, *map(partial_unit.unit.make_sister, partial_unit.unit.sisters)))
        units = tuple(_count_unit(unit, unit_type)
                      for unit in partial_unit.finish_with_sisters(self)) if partial_unit else ()
        if len(self._context.problems) == problem_count:
            self._counted_units[node] = units
        return units

    def find_unit(self, name: str) -> Unit | None:
        """Return the finished unit with the given name.

        Return None if there is no such unit. Raises ValueError, with the reason as its text, if the unit cannot be
        used.
        """
        name = self._names_by_fold.get(name.casefold(), name)
        if partial_unit := self._unfinished.get(name):
            self._finish_unit(partial_unit)
        return self.units.get(name)

    def is_reported(self, name: str) -> bool:
        """Return whether the unit may be missing because of a problem that is already reported."""
        return bool(self.is_incomplete or name in self.written_names or self._broken.parts)

    def finish_all(self) -> None:
        """Finish the units that refer to others, each after the units that it refers to.

        All other units are cached for the next reading.
        """
        for partial_unit in [*self._unfinished.values()]:
            if partial_unit.unit.name in self._unfinished:
                self._finish_unit(partial_unit)
        self._memory.units = self._counted_units

    def _finish_unit(self, partial_unit: PartialUnit) -> None:
        path = [holder.unit.name for holder in self._holders]
        if partial_unit in self._holders:
            cycle = [*path[self._holders.index(partial_unit):], partial_unit.unit.name]
            raise ValueError("the units refer to one another in a circle: "
                             + ", ".join(f"{name} refers to {other}" for name, other in pairwise(cycle)))
        if len(path) == MAX_DEPTH:
            raise ValueError(f"a chain of units that refer to one another must have at most {MAX_DEPTH} units: "
                             f"{', '.join(path)}")
        self._holders.append(partial_unit)
        for unit in partial_unit.finish_with_sisters(self):
            if unit.name in self._unfinished and self.units[unit.name].span == unit.span:
                self.units[unit.name] = unit
        self._holders.pop()
        for name in (partial_unit.unit.name, *partial_unit.unit.sisters):
            self._unfinished.pop(name, None)
        self._row_count += sum(len(value) for value in partial_unit.values.values() if isinstance(value, HeldUnits))
        self._check_limits(partial_unit.unit)

    def _check_limits(self, unit: Unit) -> None:
        """Raise PrintshopError if there are more values than in any real game. A hostile game would take hours."""
        if (
            len(self.units) <= MAX_UNITS
            and self._row_count <= MAX_LIST_ROWS
            and self._derived_count <= MAX_DERIVED_VALUES
        ):
            return
        for count, limit, noun in ((len(self.units), MAX_UNITS, "units"),
                                   (self._row_count, MAX_LIST_ROWS, "rows of lists"),
                                   (self._derived_count, MAX_DERIVED_VALUES, "derived values of units")):
            if count > limit:
                problems = self._context.problems
                problems.add(unit.span, f"the game must not have more than {limit:,} {noun}, counting sisters",
                             "remove some of the units")
                problems.raise_if_any()

    def _read_files(self, layer: GameLayer, unit_type: UnitType) -> Iterator[Node]:
        problems = self._context.problems
        paths = [] if layer.is_single_file else find_unit_files(layer.folder, unit_type)
        if len(paths) > MAX_FILES:
            problems.add(Span(format_path(paths[MAX_FILES])),
                         f"at most {MAX_FILES:,} files of "
                         f"{unit_type.plural} are allowed", "put several units into one file")
        for path in paths[:MAX_FILES]:
            read_table = partial(read_unit_table, unit_type, self._context.words, self._context.sides)
            node = parse_game_file(path, layer.folder, self.file_trees, problems, self._memory,
                                   read_table if path.suffix in TABLE_SUFFIXES else parse_yaml_file)
            if node is None:
                self.is_incomplete = True
                continue
            fill_settings(node, self._context.settings, problems, self._setting_names)
            yield node

    def _report_duplicate(self, unit: Unit, first_name: str, unit_type: UnitType) -> None:
        """Report a unit that has the same name as another unit. Names that differ only in case count as equal."""
        first_unit, span = self.units[first_name], self.units[first_name].span
        spelling_note = "" if first_name == unit.name else f" (one of the names is written '{first_name}')"
        hint = f"the first unit is at {span}" if span else ""
        message = f"two {unit_type.plural} are called '{unit.name}'{spelling_note}"
        if first_unit.kind != unit_type.key:
            kinds = f"{add_article(unit_type.name)} and {add_article(format_type(first_unit.kind))}"
            message = f"{kinds} are called '{unit.name}'{spelling_note}"
            hint += f"; write for example: {unit.name} ({unit_type.name})"
        if len(self._stack) > 1 and first_name not in self.own_names:
            hint += "; to replace the first unit, write 'replaces: true'"
        self._context.problems.add(unit.span, message, hint)


def _count_unit(unit: Unit, unit_type: UnitType) -> CountedUnit:
    lists = [value for value in unit.values.values() if isinstance(value, ListRows)]
    derived_count = len(unit_type.formulas) + sum(len(rows) * rows.derived_count for rows in lists)
    return CountedUnit(unit, sum(map(len, lists)), derived_count)


# --- units of a spreadsheet: a row for each, below headings with the names of keys or fields ---
#
# Tables of `printshop export csv` can be read: columns of derived values, and those with a heading in brackets, are
# left out. Entries of a list, and names, are separated by semicolons. In fields of the kinds `numbers` and `entries`
# each name has a column of its own, `shield.bow`.

# further columns of exported tables: they are derived, or for readers
IGNORED_COLUMNS = ("unit type", "size", "points", "warnings", "differs")
# words in place of the name of a key, for columns that no field has; the words of the game's language are allowed, too
SYNONYMS = {
    "name": ("title", "unit", "called"),
    "side": ("nation", "faction", "force", "owner", "army"),
    "copies": ("count", "qty", "quantity", "number", "how many", "amount", "no", "no.", "#"),
}
_DECIMAL_COMMA = re.compile(r"([-+]?\d+),(\d{1,2} *\D?|\d{4,6} *\D?)")  # three digits after a comma may be thousands
NO_PREFIX = "none"
EMPTY_LIST = "[]"  # an empty list, as opposed to a field that is left out


def read_unit_table(unit_type: UnitType, words: Words, sides: Mapping[str, Side], path: Path, problems: Problems,
                    name: str) -> Node | None:
    """Return the units of a table as the tree of a list.

    Sides and choices are found in any case. If the table cannot be read, report the reason and return None.
    """
    from printshop.source.csv_tables import make_table
    from printshop.source.xlsx_tables import read_spreadsheet

    rows = read_spreadsheet(path, problems, name)
    problem_count = len(problems)
    if not rows:
        return None
    find_key = partial(_match_heading, unit_type, _match_synonyms(rows[0], unit_type, words), problems)
    table = make_table(rows, find_key, "" if unit_type.names else "name", "name, ...", problems)
    if not table:
        return None
    if len(problems) > problem_count and "side" not in table.columns:
        return None
    present_keys = {key.partition(".")[0] for key in table.columns}
    doubtful_fields = set[str]()  # fields that a column with a wrong heading may be meant for
    if len(problems) > problem_count:
        unknown_headings = {cell.text.partition(".")[0] for cell in rows[0].cells if cell.text not in table.columns}
        doubtful_fields = {key for key, field in unit_type.fields.items() if key in unknown_headings
                           or key not in present_keys}
    for cell in rows[0].cells if not doubtful_fields else ():
        field_key, dot, _ = cell.text.partition(".")
        if dot and field_key in unit_type.fields and field_key not in present_keys:
            problems.add(cell.span,
                         f"the column '{field_key}' is missing, but the column '{cell.text[:60]}' is derived from it",
                         f"add the column '{field_key}' and write its "
                         f"values like {unit_type.fields[field_key].example}")
            return None
    side_keys = {word.casefold(): key for key, side in [*sides.items()][::-1]
                 for word in (side.adjective, side.name, key)}
    items = tuple(_make_unit_node(line.first_filled_cell, table.map_cells(line, problems), unit_type.fields,
                                  doubtful_fields, side_keys) for line in table.rows)
    root = SequenceNode(rows[0].cells[0].source, 1, 1, items)
    root.source.path, root.source.value_count = path, sum(len(line.cells) for line in table.rows)
    return root


def _match_synonyms(headings: SpreadsheetRow, unit_type: UnitType, words: Words) -> dict[str, str]:
    """Return the keys of units by other words for these keys. A key that has a heading of its own has no other word."""
    texts = {cell.text.casefold() for cell in headings.cells}
    return {word.casefold(): key for key, synonyms in SYNONYMS.items() if key not in texts
            for word in (*synonyms, words(key), *((unit_type.name,) if key == "name" else ()))}


def _match_heading(unit_type: UnitType, synonyms: Mapping[str, str], problems: Problems, cell: ScalarNode) -> str:
    """Return the key, or "key.part", that the heading of a column means.

    If the column is to be ignored, return "".
    """
    from printshop.source.csv_tables import is_excluded_heading

    text = " ".join(cell.text.split())
    fields = {word.casefold(): key for key, field in unit_type.fields.items()
              for word in (field.label, key.replace("_", " "), key)}
    field_key, _, part = text.partition(".")
    common_key = text.casefold().replace(" ", "_")
    is_label = common_key not in (text, "name") and any(text == field.label for field in unit_type.fields.values())
    key = (common_key if common_key in UNIT_KEYS and text not in IGNORED_COLUMNS and not is_label else
           fields.get(text.casefold(), ""))  # "Art" is the German word for a kind
    if key or is_excluded_heading(text) or text in IGNORED_COLUMNS or field_key in unit_type.derived_names:
        return key
    if text.casefold() in synonyms:
        return synonyms[text.casefold()]
    field = unit_type.fields.get(field_key)
    if part and isinstance(field, EntriesField | NumbersField):
        if part not in _list_parts(field) and (part != "total" or isinstance(field, EntriesField)):
            problems.add(cell.span, f"{field_key} has no '{part[:60]}'", suggest_name(part, _list_parts(field)))
            return ""
        return text if part in _list_parts(field) else ""
    if part and field and field.parts_are_computed:
        return ""
    hint = suggest_name(text, (*unit_type.fields, *UNIT_KEYS))
    problems.add(cell.span, f"units have no field or key '{text[:60]}'",
                 f"{hint}{' A' if hint.endswith('?') else '; a'} heading in brackets, [{text[:40]}], makes printshop "
                 "ignore the column")
    return ""


def _list_parts(field: Field) -> tuple[str, ...]:
    return tuple(field.kinds_by_key) if isinstance(field, EntriesField) else field.options


def _make_unit_node(row_start: ScalarNode, cells: Mapping[str, ScalarNode], fields: Mapping[str, Field],
                    doubtful_fields: Collection[str], side_keys: Mapping[str, str]) -> Node:
    """Return the unit in a row of a table as a node. The values of the fields in `doubtful_fields` are unknown.

    `side_keys` are the keys of the sides by their keys and names, without case.
    """
    from printshop.source.csv_tables import make_mapping

    entries: dict[str, Node] = {key: replace(row_start, text=UNKNOWN, is_plain=True) for key in doubtful_fields}
    divided_keys = {key.partition(".")[0] for key, cell in cells.items() if "." in key and cell.text}
    for key, cell in cells.items():
        field_key, _, part = key.partition(".")
        if not cell.text or field_key in doubtful_fields or (field_key in divided_keys and not part):
            continue
        if not part:
            entries[key] = _make_value_node(key, cell, fields.get(key))
            if key == "side":
                entries[key] = replace(cell, text=side_keys.get(cell.text.casefold(), cell.text), is_plain=False)
        elif not isinstance(fields[field_key], EntriesField) or cell.text != "0":
            field_node = entries.get(field_key)
            part_nodes = dict(field_node.entries) if isinstance(field_node, MappingNode) else {}
            entries[field_key] = make_mapping(cells.get(field_key, cell), {**part_nodes, part: cell})
    return make_mapping(row_start, entries)


def _make_value_node(key: str, cell: ScalarNode, field: Field | None) -> Node:
    """Return the text of a cell as the node that the same value would have in YAML."""
    from printshop.source.csv_tables import ShownCell

    if isinstance(cell, ShownCell) and (field.cell_is_text if field else key != "copies"):
        return replace(cell, text=cell.display_text, is_plain=False)
    options = {word.casefold(): word for word in reversed(field.options)} if field else {}

    def match_option(part: ScalarNode) -> ScalarNode:
        option = options.get(part.text.casefold())
        return replace(part, text=option) if option and part.text not in options.values() else part

    cell = match_option(cell)
    if cell.text != UNKNOWN and (key in ("sisters", OURS_KEY) or (field and field.cell_is_list)):
        from printshop.source.csv_tables import split_cell

        if cell.text == EMPTY_LIST:
            return SequenceNode(cell.source, cell.line, cell.column, ())
        return SequenceNode(cell.source, cell.line, cell.column,
                            tuple(_make_entry_node(match_option(part)) for part in split_cell(cell)))
    if key == "prefix" and cell.text == NO_PREFIX:
        return ScalarNode(cell.source, cell.line, cell.column, "", is_plain=False)
    if field and field.cell_may_have_comma and (comma := _DECIMAL_COMMA.fullmatch(cell.text)):
        return ScalarNode(cell.source, cell.line, cell.column, ".".join(comma.groups()), is_plain=True)
    is_text = field is None or (field.cell_is_text and cell.text != UNKNOWN)
    is_typed_word = cell.text in ("true", "false") or cell.text.isdigit()  # for keys of every unit
    return ScalarNode(cell.source, cell.line, cell.column, cell.text,
                      is_plain=not is_text or (field is None and is_typed_word))


def _make_entry_node(cell: ScalarNode) -> Node:
    """Return the node of a list entry.

    A text that begins like a YAML block or a quoted text is read as YAML; any other text is used as it is.
    """
    if cell.text[:1] in "{'\"":
        node = parse_yaml(f"[{cell.text}]", cell.source.name, entry_problems := Problems())
        if isinstance(node, SequenceNode) and len(node.items) == 1 and not entry_problems:
            return node.items[0]
    return cell
