"""Lists of units in the data.

A list has names, counts as in `2 x Name`, and rules that stand for all units that match them. The rule `all` stands for
all units of a side, and a block with `where` for the units for which a formula is true. A rule takes the units in the
order of the data. It leaves out units that the list names itself, or that an earlier rule takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from printshop.formulas import NOT_KNOWN, Formula, FormulaError, FormulaNames, split_comparison
from printshop.game.formula_keys import format_value, read_formula
from printshop.game.model import NEUTRAL_SIDE, Side, Unit, fold_name, join_proper_name
from printshop.game.unit_types import ANY_SIDE, UnitType
from printshop.problems import Problems, Span, join_first_names, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, UnitRole, data_block
from printshop.schema.reader import Reader, describe_node, read_integer, read_plain_text
from printshop.source import MappingNode, Node, ScalarNode

MAX_DAMAGE = 9_999
MAX_NAME_LENGTH = 200  # characters of a name
MAX_NOTE_LENGTH = 600  # characters of the note of a line
MAX_SPACES = 999  # writing spaces of a unit
MAX_COUNT = 1_000  # of one line of a list, which is also the most units of a fleet
UNIT_SCHEMA: JsonSchema = {"$ref": "#/definitions/unit_in_a_list"}  # a roster line; defined in `printshop.json_schemas`
UNITS_SCHEMA: JsonSchema = {"type": ["array", "string", "object"], "items": UNIT_SCHEMA}
ANY_UNITS_SCHEMA: JsonSchema = {"type": ["array", "object", *json_patterns.TEXT_TYPES],
                                "items": {"type": ["object", *json_patterns.TEXT_TYPES]}}

PlacedTexts = tuple[tuple[str, Span], ...]
_COPIES_BEFORE = re.compile(r"(?P<count>\d{1,6}) *[x×] +(?P<name>\S.*)")
_COPIES_BEHIND = re.compile(r"(?P<name>\S(?:.*\S)?) *\* *(?P<count>\d{1,6})")  # the notation of the command line
_RULE = re.compile(r"all(?: +(?!of )(?P<kind>.+?))?(?: +of +(?P<side>.+))?")


def split_count(text: str) -> tuple[int, str]:
    """Return the number and the name in a text, for example (5, "Kestrel") for "5 x Kestrel" and for "Kestrel*5".

    >>> split_count("5 x Kestrel"), split_count("Red Kite *2"), split_count("Red Kite")
    ((5, 'Kestrel'), (2, 'Red Kite'), (1, 'Red Kite'))
    """
    match = _COPIES_BEFORE.fullmatch(text) or _COPIES_BEHIND.fullmatch(text)
    return (int(match["count"]), match["name"]) if match else (1, text)


def where_key() -> Any:
    """Declare the key `where`, whose formula is compiled when the types of the units are known."""
    return keys.custom(lambda reader, name: reader.get_node(name), keys.FORMULA_SCHEMA,
                       "a formula over the values of a unit: the rule takes the units for which it is true, for "
                       "example `formation == \"3 Pz\"`")


def names_key(description: str = "") -> Any:
    """Declare a key for names that players give to the units of a line, each with its place."""
    return keys.custom(_read_names, keys.TEXTS_SCHEMA, description, default=(), unit_role="proper name")


def _read_names(reader: Reader, name: str) -> PlacedTexts:
    placed = reader.read_texts_with_spans(name)
    for text, span in placed:
        if len(text) > MAX_NAME_LENGTH:
            reader.problems.add(span, f"this name has {len(text)} characters; at most {MAX_NAME_LENGTH} are allowed")
    return tuple((" ".join(text.split()), span) for text, span in placed)


def damage_key(description: str) -> Any:
    """Declare a key for the damage of the units of a line: tracks with their marks and their places."""
    return keys.custom(
        _read_damage, {"type": ["object", "string", "null"], "additionalProperties": {
            "type": ["integer", "string"], "minimum": 0, "maximum": MAX_DAMAGE}}, description, default=())


def _read_damage(reader: Reader, name: str) -> tuple[tuple[str, int, Span], ...]:
    """Return the damaged tracks with their marks and positions.

    A later check reports tracks that the record does not have.
    """
    node = reader.get_node(name)
    if node is None or (isinstance(node, ScalarNode) and node.is_plain and node.text in ("", "none")):
        return ()
    if not isinstance(node, MappingNode):
        reader.add_problem(name,
                           f"'{name}' of {reader.label} must be a block with a number for each track, found "
                           f"{describe_node(node)}",
                           "write a track of the record and a number, for example {hull: 3}")
        return ()
    amounts = {track: read_integer(entry, f"damage to '{track}' of {reader.label}", reader.problems, 0, MAX_DAMAGE)
               for track, entry in node.entries.items()}
    return tuple((track, amount, node.find_key_span(track)) for track, amount in amounts.items() if amount)


def writing_key(description: str) -> Any:
    """Declare a key for texts in the writing spaces of units: numbers of spaces with texts."""
    return keys.custom(_read_writing, {"type": ["object", "null"], "additionalProperties": {
        "type": json_patterns.TEXT_TYPES}}, description, label="Texts in writing spaces", default=())


def _read_writing(reader: Reader, name: str) -> tuple[tuple[str, str], ...]:
    """Return the numbers of spaces with their texts. Other keys are reported."""
    entry_reader, texts = reader.open_mapping(name), dict[str, str]()
    if entry_reader is None:
        return ()
    for number in entry_reader.list_keys():
        words = " ".join(entry_reader.read_text(number, "").split())
        if not (re.fullmatch("[0-9]{1,3}", number) and 1 <= int(number) <= MAX_SPACES):
            reader.problems.add(entry_reader.find_key_span(number), f"'{number[:60]}' of '{name}' of {reader.label} is "
                                "not the number of a writing space",
                                "count the writing spaces on the record of the unit from 1, for example {1: slow}")
        elif len(words) > MAX_NAME_LENGTH:
            entry_reader.add_problem(number, f"this text has {len(words)} characters; at most {MAX_NAME_LENGTH} are "
                                             "allowed")
        elif words:
            texts[str(int(number))] = words
    return tuple(texts.items())


def note_key(description: str) -> Any:
    """Declare a key `notes` for a short text about the units of a line."""
    return keys.custom(_read_note, keys.TEXTS_SCHEMA, description, kind="prose", default="")


def _read_note(reader: Reader, name: str) -> str:
    note = " ".join(" ".join(reader.read_texts(name)).split())
    if len(note) > MAX_NOTE_LENGTH:
        reader.add_problem(name, f"this note has {len(note)} characters; at most {MAX_NOTE_LENGTH} are allowed",
                           "write a longer note in 'notes' of the whole fleet or force")
    return note


def changes_key(description: str) -> Any:
    """Declare the key `with` for values of the fields of the units of a line; `change_unit` reads them."""
    return keys.custom(lambda reader, name: reader.open_mapping(name), {"type": "object"}, description,
                       label="Values of its own", name="with", unit_role="fields")


@data_block
class UnitLine(DataBlock):
    """A line of a list of units that is written as a block."""

    unit: str = keys.text("the name of a unit, or `all` with a type and the key of a side: `all tugs of docks` (with "
                          "`where`, the default is `all`)", default="", unit_role="line")
    where: Node | None = where_key()
    count: int | None = keys.integer("the number of copies of each unit (default: 1, and for a rule the `copies` of "
                                     "the unit; with `names`, the number of names)", 1, MAX_COUNT,
                                     label="Number", default=None)
    names: PlacedTexts = names_key("in a force, the names of ships and other units that the line gives to its units: "
                                   "`{unit: Rat, names: [Tom, Jerry]}`. Other lists name such a unit as `Rat \"Tom\"`")
    damage: tuple[tuple[str, int, Span], ...] = damage_key(
        "in a force, the marks that are filled in on the record of each unit of the line at the start, by the tracks "
        "of the record: `{planks: 2}`")
    notes: str = note_key("in a force, a text about the units of the line, printed below the table of the force and on "
                          "the records, if they have a place for notes in which it fits")
    changed_fields: Reader | None = changes_key(
        "in a force, the fields of the units of the line with values that differ from the game, as in a "
        "[fleet](fleets.md): `{pilot: Vera Lind}`")


def unit_list_key(read_units: Callable[[Reader, str], Any], value_schema: JsonSchema, description: str = "", *,
                  unit_role: UnitRole = "list", **key_options: Any) -> Any:
    """Declare a key for the name of a unit, or for a list of names, blocks and rules."""
    return keys.custom(read_units, value_schema, description, block=UnitLine, unit_role=unit_role, **key_options)


def is_rule(node: Node) -> bool:
    """Return whether a value in a list of units is a block, or may be a rule."""
    return isinstance(node, MappingNode) or bool(_RULE.fullmatch(split_count(node.text.strip())[1]))


class UnitChoice(NamedTuple):
    """The units among which rules choose: those of `side`, or all `units` if it is None."""

    units: Collection[Unit]
    unit_types: Mapping[str, UnitType]
    sides: Mapping[str, Side]
    problems: Problems
    side: Side | None = None

    def expand(self, node: Node | None, label: str, *, keep_blocks: bool = False) -> Iterator[Node]:
        """Yield the items of a list, with texts for the units of rules.

        Each text has the name of a unit. A single value counts as a list. With `keep_blocks`, blocks keep their other
        keys; otherwise texts replace them. Rules with a mistake, or that match no unit, are reported.
        """
        items = node.items_or_self if node else ()
        used_names = {fold_name(split_count(item.entries.get("unit", item).text.strip())[1]) for item in items}
        for index, item in enumerate(items, 1):
            is_block, unit_text = isinstance(item, MappingNode), item.entries.get("unit", item).text.strip()
            if not ("where" in item.entries or _RULE.fullmatch(split_count(unit_text)[1])
                    or (is_block and not keep_blocks)):
                yield item
                continue
            reader = Reader(item if is_block else None, self.problems, f"unit {index} of {label}")
            line = UnitLine(**{"unit": item.text, "changed_fields": None, **keys.read_keys(UnitLine, reader)})
            if not keep_blocks:
                reader.finish()
            if not reader.is_valid:
                continue
            if misplaced := [key for key, value in (("damage", line.damage), ("notes", line.notes),
                                                    ("with", line.changed_fields)) if value and not keep_blocks]:
                reader.add_problem(misplaced[0], f"{reader.label} must not have '{misplaced[0]}'",
                                   f"write the {misplaced[0]} in the force of a scenario, or in a fleet")
                continue
            number, name = split_count(line.unit.strip() or ("all" if line.where else ""))
            count, match = line.count or (number if number > 1 else None), _RULE.fullmatch(name)
            chosen: Iterable[tuple[str, int]] = [(name, count or 1)]
            if match and (line.where or all(fold_name(unit.name) != fold_name(name) for unit in self.units)):
                chosen = [(unit.name, count or unit.copies) for unit in self._choose(item, match, line.where)
                          if fold_name(unit.name) not in used_names and (count or unit.copies)]
                used_names |= {fold_name(name) for name, _ in chosen}
                if line.names:
                    reader.add_problem("names", f"'names' of {reader.label} must belong to one unit", "write a block "
                                       "with 'unit' and 'names' for each unit")
                    continue
            elif line.names and not keep_blocks:  # the units of a force that have these names
                chosen = [(join_proper_name(name, proper_name), 1) for proper_name, _ in line.names]
            elif line.where or not name:
                reader.add_problem("unit", f"'unit' of {reader.label} must be {'all' if line.where else 'a unit'}",
                                   "write a name, or 'all' with a formula 'where'")
                continue
            for name, number in chosen:
                text = ScalarNode(item.source, item.line, item.column, f"{number} x {name}" if number > 1
                                  and not (keep_blocks and line.count) else name, is_plain=False)
                yield (item.copy_with_entries({**item.entries, "unit": text})
                       if keep_blocks and isinstance(item, MappingNode) else text)

    def _choose(self, node: Node, match: re.Match[str], where: Node | None) -> Sequence[Unit]:
        """Return the units that a rule matches. If there are none, report this."""
        kinds = {word: key for key, kind in self.unit_types.items() for word in (kind.name, kind.plural, key)}
        sides = {**self.sides, ANY_SIDE: NEUTRAL_SIDE}
        for word, noun, candidates in ((match["kind"], "type of units", [*kinds]), (match["side"], "side", [*sides])):
            if word and word not in candidates:
                self.problems.add(node.span, f"there is no {noun} '{word}'", suggest_name(word, candidates))
                return ()
        kind, side = kinds.get(match["kind"], ""), sides.get(match["side"], self.side)
        units = [unit for unit in self.units if kind in ("", unit.kind) and (not side or unit.side.key == side.key)]
        names = FormulaNames()
        for unit_type in self.unit_types.values():
            names |= unit_type.value_names
        formula = read_formula(where, "'where'", names, self.problems) if where else None
        chosen = [unit for unit in units if not where or (
            formula and (value := _evaluate(formula, unit)) and value is not NOT_KNOWN)]
        if (formula or not where) and self.units and not chosen:
            comparison = split_comparison(formula.text, names) if formula and units else None
            left, sign, right = comparison or (None, "", None)
            candidates = [*dict.fromkeys(format_value(value) for unit in units
                                         if (value := _evaluate(left, unit)) is not None)]
            noun = f"{self.unit_types[kind].name if kind else 'unit'}{f' of side {side.name}' if side else ''}"
            self.problems.add(
                where.span if where else node.span, f"no {noun} matches '{formula.text if formula else match[0]}'",
                suggest_name(format_value(_evaluate(right, units[0])), candidates) if candidates and sign == "=="
                else (candidates and f"values here: {join_first_names(candidates)}") or "")
        return chosen


def _evaluate(formula: Formula | None, unit: Unit) -> Any:
    """Return the value of a formula for a unit. Return None if the unit has no value for it."""
    with suppress(FormulaError):
        return formula.evaluate(unit.values) if formula else None


def read_unit_texts(reader: Reader, name: str, units: Iterable[Unit], default: Any = ()) -> tuple[str, ...]:
    """Return the names of a list of units, as `Name` or `2 x Name`.

    Rules choose among `units`. If the block has a `side`, rules choose among the units of this side.
    """
    node, context, label = reader.get_node(name, required=default is ...), reader.context, f"'{name}' of {reader.label}"
    choice = UnitChoice(tuple(units), context.unit_types, context.sides, reader.problems,
                        context.sides.get(reader.get_raw_text("side")))
    texts = (read_plain_text(item, label, reader.problems) for item in choice.expand(node, label))
    return tuple(text.strip() for text in texts if text)


def counts_key(description: str, **key_options: Any) -> Any:
    """Declare the key `units`.

    It has pairs of the name of a unit of the force, and the number of units with this name.
    """
    return unit_list_key(
        lambda reader, name: tuple(split_count(text)[::-1] for text in read_unit_texts(
            reader, name, reader.context.roster_units, key_options.get("default", ()))),
        UNITS_SCHEMA, description, name="units", **key_options)
