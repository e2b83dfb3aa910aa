"""Scenarios of a game: forces, place, set-up and victory.

Each scenario is read from a file `scenarios/<key>.yaml`.

Every text may contain *italic* and **bold**. A blank line in a text begins a new paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.formulas import FormulaNames
from printshop.game.charts import ChartBlock
from printshop.game.counters import COUNTERS
from printshop.game.deployment import Deployment, DeploymentContext
from printshop.game.errata import DIFFERS_KEY, Difference, NoteMarks, place_note_marks, read_differences
from printshop.game.events import (
    LETTERS,
    Objective,
    RandomEvents,
    Reinforcement,
    check_reinforcements,
)
from printshop.game.formula_keys import format_value
from printshop.game.map_hexes import MapHexReader
from printshop.game.maps import MAPS, HexMap, MapZone, read_map_zones
from printshop.game.model import (
    Game,
    ReadContext,
    Side,
    Unit,
    UnitMarks,
    fold_name,
    join_proper_name,
    make_unique_name,
    number_units,
    split_proper_name,
)
from printshop.game.pictures import picture_key
from printshop.game.seats import Players, Seat, complete_players, make_players_schema, read_players
from printshop.game.unit_fields import find_duplicate_references
from printshop.game.unit_lists import UNITS_SCHEMA, UnitChoice, UnitLine, is_rule, split_count, unit_list_key
from printshop.game.unit_types import UnitType
from printshop.game.units import change_unit
from printshop.game.walkthroughs import WalkthroughPage
from printshop.hexes import Hex
from printshop.lengths import Length
from printshop.problems import PrintshopError, Span, join_with_and, make_error, pluralize, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, read_integer, read_plain_text
from printshop.schema.sections import Section
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode
from printshop.words import Words

MAX_UNIT_COPIES = 99  # copies of one unit in one force
MAX_FORCES, MAX_TURNS = 6, 99
MAX_FACTS = 60  # in one table: a longer one would be hard to read
MAX_PARAGRAPHS = 100  # of one text
MAX_STEPS = 100  # of setting up; also the most ways to score, and examples
MARKERS = "markers"
MAX_MARKER_COPIES = 500  # of one kind
MAX_BOXES = 20
PIECES = ("forms", "counters", MARKERS, "templates", "charts", "maps")
NONE = "none"

_PERCENTAGE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")

Prose = tuple[str, ...]
"""Paragraphs of markup."""


# --- texts and facts


def prose_key(description: str = "", *, may_be_unknown: bool = False, default: Any = (), name: str = "") -> Any:
    """Declare a key for paragraphs of markup.

    The word `none` means no paragraphs. If `may_be_unknown` is true, the word `unknown` is allowed and read as
    None.
    """
    def read_paragraphs(reader: Reader, name: str) -> Prose | None:
        node = reader.get_node(name, required=default is ...)
        if isinstance(node, ScalarNode) and node.is_plain and node.text in (UNKNOWN, NONE):
            return None if may_be_unknown and node.text == UNKNOWN else ()
        paragraphs = tuple(" ".join(paragraph.split()) for text in reader.read_texts(name)
                           for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip())
        if len(paragraphs) > MAX_PARAGRAPHS:
            reader.add_problem(name,
                               f"'{name}' of {reader.label} has {len(paragraphs)} paragraphs; at most {MAX_PARAGRAPHS} "
                               "are allowed")
            return ()
        return paragraphs

    return keys.custom(read_paragraphs, keys.TEXTS_SCHEMA, description, kind="prose", default=default, name=name)


def _entry_name_key(section: str, description: str = "", **options: Any) -> Any:
    """Declare a key for the name of an entry of a section. Whether the entry exists is checked later."""
    return keys.custom(lambda reader, name: reader.read_text(name, ""),
                       lambda writer: writer.make_entry_schema(section),
                       description, **options)


class Fact(NamedTuple):
    """A value with a label: "Starting momentum", "3"."""

    label: str
    text: str


def _read_facts(reader: Reader, name: str) -> tuple[Fact, ...]:
    return tuple(Fact(*pair) for pair in reader.read_text_pairs(name, MAX_FACTS))


FACTS_SCHEMA: JsonSchema = {"type": "object", "additionalProperties": {"type": json_patterns.TEXT_TYPES}}


def _make_names_schema(section: str) -> Callable[[JsonSchemaWriter], JsonSchema]:
    return lambda writer: {"type": ["array", "string"], "items": writer.make_entry_schema(section)}


# --- forces


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of a roster: `count` units called `unit`, each worth `points`.

    A unit with a proper name has a line of its own, and `unit` is as `split_proper_name` reads it. If the points of
    the unit are unknown, `points` is None. `damage` has the marks on each record at the start, by track. `notes` is a
    text about the units. `changed` is the unit of the game with the values of the line, if these differ.
    """

    unit: str
    count: int
    points: Fraction | None
    span: Span
    damage: Mapping[str, int] = field(default_factory=dict)
    notes: str = ""
    changed: Unit | None = None

    def __str__(self) -> str:
        """Return the line as the data contains it: "Kestrel" or "5 x Kestrel"."""
        return self.unit if self.count == 1 else f"{self.count} x {self.unit}"

    @property
    def total(self) -> Fraction:
        """The points of all units of the line. Unknown points count as 0."""
        return (self.points or Fraction(0)) * self.count

    def change(self, unit: Unit, base: Unit) -> Unit:
        """Return a unit of the line.

        The unit has the values of the line that differ from `base`, the unit of the game.
        """
        if self.changed is None:
            return unit
        values = {key: value for key, value in self.changed.values.items() if value != base.values.get(key)}
        return replace(unit, values={**unit.values, **values}, size=self.changed.size, ours=self.changed.ours)


def _read_roster(reader: Reader, name: str) -> tuple[RosterLine, ...]:
    side = reader.context.sides[reader.key]
    node, context = reader.get_node(name), reader.context
    if node and not is_rule(node):
        reader.get_items(name, "begin each unit with \"- \", for example - 5 x NAME")
    choice = UnitChoice(context.units.values(), context.unit_types, context.sides, context.problems, side)
    if node and not node.items and isinstance(reader.get_raw_node(name), SequenceNode):
        reader.add_problem(name, f"the list of units of {side.name} must not be empty",
                           "write the units as a list: - 5 x NAME; remove 'units' if the player chooses the units")
    lines: dict[str, RosterLine] = {}
    allowed_sides = {side.key, *reader.read_texts("allies")}
    problem_count = len(context.problems)
    numbers = dict[tuple[int, int], int]()  # of the written lines, by place: a rule becomes several lines
    for item in choice.expand(node, side.name, keep_blocks=True):
        label = f"unit {numbers.setdefault((item.line, item.column), len(numbers) + 1)} of {side.name}"
        for line in _read_roster_lines(item, label, allowed_sides, side, context):
            first_line = lines.setdefault(line.unit, line)
            if line is not first_line:
                total = f"write {first_line.count + line.count} x {line.unit}"
                is_named = bool(split_proper_name(line.unit)[1])
                reader.problems.add(line.span, f"{line.unit} must not be listed twice",
                                    f"remove this entry, or {'choose another name' if is_named else total} on line "
                                    f"{first_line.span.line}, which has the first entry")
    units = [(line, line.change(unit := context.find_unit(line.unit), unit))
             for line in lines.values() for _ in range(line.count)]
    by_name = dict[str, RosterLine]()
    for line, unit in units:
        first_line = by_name.setdefault(fold_name(unit.name), line)
        if line is not first_line:
            reader.problems.add(line.span, f"two units of {side.name} have the name {unit.name}",
                                f"change one of the two names: the first name is on line {first_line.span.line}")
    roster = {unit.name: replace(unit, side=side if unit.has_no_side else unit.side, copies=line.count)
              for line, unit in units}
    if len(context.problems) == problem_count:
        reader.context = replace(context, roster_units=tuple(roster.values()))
    types = context.unit_types
    for second_index, first_index, value in find_duplicate_references((types[unit.kind].fields, unit.values) for _,
                                                                      unit in units):
        reader.problems.add(units[second_index][0].span,
                            f"{value} must not belong to both {units[first_index][1].name} and "
                            f"{units[second_index][1].name}", "write a fleet with different values for the two units")
    return tuple(lines.values())


def _read_roster_lines(node: Node, label: str, allowed_sides: set[str], side: Side, context: ReadContext
                       ) -> Iterator[RosterLine]:
    """Yield the lines of one entry of a roster: one for each proper name, and one for the units without a name."""
    problems, problem_count = context.problems, len(context.problems)
    reader = Reader(node if isinstance(node, MappingNode) else None, problems, label, context)
    entry: UnitLine = keys.read_block(UnitLine, reader) if isinstance(node, MappingNode) else UnitLine(
        unit=read_plain_text(node, f"a unit of {side.name}", problems) or "", where=None, count=None,
        changed_fields=None)
    if isinstance(node, MappingNode) and not entry.unit.strip():
        reader.add_problem("unit", f"'unit' of {label} must be a unit", "write a name, or 'all' with a formula 'where'")
    if len(problems) > problem_count:
        return
    names, damage = entry.names, {track: marks for track, marks, _ in entry.damage}
    number, name = split_count(entry.unit.strip())
    count = entry.count or (number if number != 1 else max(len(names), 1))
    if not 1 <= count <= MAX_UNIT_COPIES:
        problems.add(node.span, f"{count} x {name}: the number of copies of a unit must be from 1 to {MAX_UNIT_COPIES}")
        return
    if len(names) > count:
        problems.add(names[count][1], f"{label} has {len(names)} names for {count} x {name}",
                     "remove a name, or change the number of units")
        return
    base, proper_name = context.split_unit_name(name)
    if proper_name:
        if count > 1 or names:
            problems.add(node.span, f"there is only one {name}", f"write the unit once, and other units as {base}")
            return
        names = ((proper_name, node.span),)
    unit = _find_force_unit(base, node, allowed_sides, side, context)
    if unit is None:
        return
    changed = _read_changes(entry, unit, context)
    points = find_unit_points(changed or unit, context.unit_types)
    for given_name, span in names:
        if '"' in given_name:
            problems.add(span, "a name in a force must not have the sign \"", "leave out the quotes within the name")
        else:
            yield RosterLine(join_proper_name(unit.name, given_name), 1, points, span, damage, entry.notes, changed)
    if count > len(names):
        yield RosterLine(unit.name, count - len(names), points, node.span, damage, entry.notes,
                         changed)


def _read_changes(entry: UnitLine, unit: Unit, context: ReadContext) -> Unit | None:
    """Return a unit with the values of a line. Return None for a line without values. Mistakes are reported."""
    if entry.changed_fields is None:
        return None
    entry.changed_fields.label = entry.names[0][0] if entry.names else unit.name
    return change_unit(unit, entry.changed_fields, context)


def _find_force_unit(name: str, node: Node, allowed_sides: set[str], side: Side, context: ReadContext) -> Unit | None:
    """Return a unit that can fight for a side. If there is none, report this at the node and return None."""
    problems = context.problems
    try:
        unit = context.find_unit(name)
    except PrintshopError as error:
        is_broken = any(context.written_names.may_have("units", unit_name)
                        for unit_name in (name, name.rpartition("-")[0]))
        if is_broken:  # the unit, or the unit of which it is a numbered copy, has problems that are reported already
            problems.add_final(node.span)
        for problem in () if is_broken else error.problems:
            problems.add_problem(replace(problem, span=node.span))
        return None
    # after a misspelt ally, only the ally is reported
    if unit.side.key not in allowed_sides and not unit.has_no_side and allowed_sides <= {*context.sides}:
        problems.add_final(node.span, f"{name} belongs to {unit.side.name} and cannot fight for {side.name}",
                           f"move the unit to the force of its own side, or add 'allies: {unit.side.key}' to the force "
                           f"of {side.name}")
    return unit


def find_unit_points(unit: Unit, unit_types: Mapping[str, UnitType]) -> Fraction | None:
    """Return the points of a unit: 0 if its type has no points.

    Return None if its points are unknown.
    """
    kind = unit_types[unit.kind]
    # "points" is the default: the type has none; any other name is reported already
    if kind.points not in kind.value_names:
        return Fraction(0) if kind.points == "points" else None
    value = unit.values.get(kind.points)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def format_points(number: Fraction) -> str:
    """Return a number as it is printed, with at most two decimals: 188, 18.8.

    >>> format_points(Fraction(94, 5)), format_points(Fraction(188))
    ('18.8', '188')
    """
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}".rstrip("0")


def _read_dummies(reader: Reader, name: str) -> dict[str, int]:
    dummies = reader.open_mapping(name)
    markers = dummies.list_keys() if dummies else ()
    return {key: dummies.read_integer(key, 1, 1, MAX_MARKER_COPIES) for key in markers} if dummies else {}


@data_block
class Force(DataBlock):
    """The units of one side in a scenario.

    A force without units is chosen by the player. `stated_points` is the total in the data, or None. `limit` is the
    most that the units may cost, or None. `is_complete` is False if some points are unknown or if units were left out
    because of a problem: then no total is reliable. `is_read` is False if units were left out because of a problem.
    `has_rules` is true if rules choose some of the units. `states` are the marks of units at the table, by unique
    name; they replace those of the units' lines.
    """

    listings: tuple[RosterLine, ...] = unit_list_key(
        _read_roster, UNITS_SCHEMA,
                                                   "the units: a list of names, or `5 x Name` for several copies. "
                                                   "Units with `side: any` can be in every force. If the player "
                                                   "chooses the units, leave out `units`. The booklet then has lines "
                                                   "on which the player writes the units",
        name="units", unit_role="roster")
    stated_points: Fraction | None = keys.number("the total points of the units, which printshop checks. Without "
                                                 "`units`, this key is the number of points that the player can spend",
                                                 0, 1_000_000, default=None, name="points")
    limit: Fraction | None = keys.number(
        "the most points that the units may cost. The force's table shows the points that are left, or the points "
        "above the limit. printshop warns of a force above the limit", 0, 1_000_000, default=None)
    start: tuple[Fact, ...] = keys.custom(_read_facts, FACTS_SCHEMA,
                                          "the state of the force at the start, as labels with values",
                                          label="State at the start")
    allies: tuple[str, ...] = keys.custom(lambda reader, name: reader.read_texts(name), _make_names_schema("sides"),
                                          "the sides whose units may also fight in this force")
    notes: Prose = prose_key("a text below the force's table")
    reinforcements: tuple[Reinforcement, ...] = keys.block_list(
        Reinforcement,
        "the units that arrive later: a list of blocks with `units`, the `turn`, the `edge` where the "
        "units arrive, and a `condition` as a text. In a block with `by`, a field of the units has the turn: "
        "`{by: arrives}`. These units are printed with the other units, and the turn track shows when they arrive",
        entry_label="reinforcements", adding="Add reinforcements", maximum=MAX_FACTS, may_be_single=True)
    dummies: Mapping[str, int] = keys.custom(
        _read_dummies, {"type": "object", "additionalProperties": {"type": ["integer", "string"], "minimum": 1,
                                                                   "maximum": MAX_MARKER_COPIES}},
        "the dummy markers among the hidden units of the force, each with a number of copies: `{blip: 3}`. printshop "
        "prints these markers, and the booklet lists them with the force", label="Dummy markers")
    side: Side
    span: Span | None = None
    is_complete: bool = True
    is_read: bool = True
    has_rules: bool = False
    states: tuple[tuple[str, UnitMarks], ...] = ()

    def validate(self, reader: Reader) -> Self:
        context: ReadContext = reader.context
        for ally in self.allies:
            if ally not in context.sides:
                reader.add_problem("allies", f"there is no side '{ally}'", suggest_name(ally, context.sides))
        if self.limit is not None and "units" not in reader:
            reader.add_problem("limit", f"the force of {self.side.name} must not have a 'limit' without 'units'",
                               "add 'units', or write the points that the player can spend as 'points'")
        all_read = bool(context.roster_units) or "units" not in reader
        complete = all_read and all(line.points is not None for line in self.listings)
        if complete and self.listings and self.stated_points not in (None, self.total):
            kinds = {context.find_unit(line.unit).kind for line in self.listings}
            noun = context.unit_types[kinds.pop()].plural if len(kinds) == 1 else "units"
            reader.add_problem("points",
                               f"'points' of the force of {self.side.name} is "
                               f"{format_points(self.stated_points or Fraction(0))}, but the {noun} cost "
                               f"{format_points(self.total)} points in all",
                               ", ".join(f"{line} {format_points(line.total)}" for line in self.listings))
        unit_counts = {line.unit: line.count for line in self.listings}
        groups = [group for entry in self.reinforcements for group in (
            entry.split_by_turn(context.roster_units, reader) if entry.by and all_read else (entry,))]
        reinforcements = check_reinforcements(tuple(groups), unit_counts, reader, self.side.name) if all_read else ()
        units = reader.get_raw_node("units")
        return replace(self, is_complete=complete, is_read=all_read, reinforcements=reinforcements,
                       has_rules=units is not None and any(map(is_rule, units.items_or_self)))

    @property
    def later_counts(self) -> Counter[str]:
        """The number of copies of each unit that arrive later."""
        return sum((Counter(dict(reinforcement.roster)) for reinforcement in self.reinforcements), Counter[str]())

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The names of the units and the number of each unit, as an argument of `Game.expand_roster`."""
        return tuple((line.unit, line.count) for line in self.listings)

    @property
    def total(self) -> Fraction:
        """The points of all units.

        For a force that is not chosen yet, these are the points that it may spend.
        """
        if not self.listings:
            return self.stated_points or Fraction(0)
        return sum((line.total for line in self.listings), Fraction(0))

    @property
    def points_left(self) -> Fraction | None:
        """The points left below the limit.

        If the force is above the limit, the number is negative. If there is no limit, or some points are unknown, this
        is None.
        """
        return None if self.limit is None or not self.is_complete else self.limit - self.total

    @property
    def limit_warning(self) -> str:
        """The warning that the force costs more than its limit, with the place of the force in the data.

        If the force does not cost more than its limit, this is "".
        """
        if self.limit is None or self.points_left is None or self.points_left >= 0:
            return ""
        return (f"{self.span}: the force of {self.side.name} costs {format_points(self.total)} points, "
                f"{format_points(-self.points_left)} more than its limit of {format_points(self.limit)}")


def _read_forces(reader: Reader, name: str) -> tuple[Force, ...]:
    """Return the forces. Put into the context their units, and the names of all values that units of these types have.

    In the context every copy of a unit has its own name: Kestrel-1, Kestrel-2 ... A unit that may fight for any
    side can be on two sides. If copies on both sides have the same name, the name of the side follows in
    brackets.
    """
    context: ReadContext = reader.context
    reader.mark_start()
    forces: list[Force] = []
    side_units: list[tuple[Side, Unit]] = []
    late_units = set[tuple[str, str]]()
    roster_units = list[Unit]()
    for key, force_reader in reader.open_named(name, "the force of", required=True):
        if key not in context.sides:
            forces_node = reader.get_raw_node(name)
            assert isinstance(forces_node, MappingNode)
            context.problems.add(forces_node.find_key_span(key), f"there is no side '{key}'",
                                 suggest_name(key, context.sides))
            continue
        force: Force = keys.read_block(Force, force_reader, side=context.sides[key])
        forces.append(force)
        roster_units += force_reader.context.roster_units
        try:
            force_units = context.expand_roster(force.roster, force.side)
            side_units += [(force.side, unit) for unit in force_units]
            for line in force.listings:  # of the copies of a unit the last ones arrive later
                copies, force_units = force_units[:line.count], force_units[line.count:]
                late_units |= {(key, unit.name) for unit in copies[line.count - force.later_counts[line.unit]:]}
        except PrintshopError as error:  # a formula for the tags of units fails
            context.problems.extend(error.problems)
    if len(forces) > MAX_FORCES:
        reader.add_problem(name, f"{reader.label} has {len(forces)} forces; at most {MAX_FORCES} are allowed")
    if name in reader and not forces and not context.problems:
        reader.add_problem(name, f"'{name}' of {reader.label} must not be empty",
                           "write the key of each side below 'forces', and the 'units' of the side below this key")
    kinds = {context.find_unit(line.unit).kind for force in forces for line in force.listings}
    if context.written_names.may_have("units") or not all(force.listings for force in forces):
        kinds = set(context.unit_types)  # units that are not chosen yet may be of any type
    name_counts = Counter(unit.name for _, unit in side_units)
    names = {(side.key, unit.name): unit.name if name_counts[unit.name] == 1 else f"{unit.name} ({side.name})"
             for side, unit in side_units}
    reader.context = replace(context, roster_units=tuple(roster_units),
                             late_units=frozenset(names[side_and_name] for side_and_name in late_units),
                             units={names[side.key, unit.name]: unit for side, unit in side_units},
                             local_names=FormulaNames(value for kind in kinds
                                                      for value in context.unit_types[kind].value_names))
    return tuple(forces)


def _make_forces_schema(writer: JsonSchemaWriter) -> JsonSchema:
    force_schema, sides = writer.make_block_schema(Force), writer.entries.get("sides")
    if not isinstance(sides, Mapping):
        return {"type": "object", "additionalProperties": force_schema}
    schemas_by_side = {key: {"title": name, **force_schema} for key, name in sides.items()}
    return {"type": "object", "additionalProperties": False, "properties": schemas_by_side}


# --- place, set-up and victory


def _read_table(reader: Reader, name: str) -> tuple[Length, Length] | None:
    """Return the width and depth of the table. If they are unknown, or the scenario has a map instead, return None."""
    if name in reader and "map" in reader:
        reader.add_problem("map", f"{reader.label} cannot have both '{name}' and 'map'", "remove one of the two keys")
    if reader.is_unknown_word(name) or (name not in reader and "map" in reader):
        return None
    if name not in reader:
        reader.problems.add(reader.mapping_span, f"{reader.label} needs '{name}' or 'map'",
                            "write, for example, table: 6 ft x 4 ft, or add a 'map' with the key of a map in maps.yaml")
        return None
    table = reader.read_size(name)
    if table[0] is not ZERO_LENGTH and 0 in (table[0].points, table[1].points):
        reader.add_problem(name, f"'{name}' of {reader.label} must have a width and a depth above 0")
    return table


def _read_zones(reader: Reader, name: str) -> tuple[MapZone, ...]:
    if name in reader and "map" not in reader:
        reader.add_problem(name, f"'{name}' of {reader.label} needs a 'map'",
                           "add a 'map'; if the scenario has a table, write the zones in a 'deployment'")
    reader.get_node(name)
    hexmap = reader.context[MAPS].get(reader.read_text("map", ""))
    return read_map_zones(reader, hexmap, reader.context) if hexmap else ()


def _read_deployment(reader: Reader, name: str) -> Deployment | None:
    """Return the example deployment, the figure of the table.

    If the forces have problems, return None, because the figure would only repeat these problems.
    """
    context: ReadContext = reader.context
    reader.get_node(name)
    deployment_reader, table = reader.open_mapping(name) if reader.is_valid else None, _read_table(reader, "table")
    # the missing keys are reported
    if deployment_reader is None or (table is None and not {"table", "map"} & {*reader.list_keys()}):
        return None
    if table is None:
        reader.add_problem(name, f"'{name}' of {reader.label} needs a 'table'",
                           "for a scenario on a map, write 'zones' instead")
        return None
    if 0 in (table[0].points, table[1].points):
        return None
    if not isinstance(deployment_reader.get_raw_node("positions"), MappingNode | None):
        deployment_reader.open_mapping("positions")
        return None
    counter_types = {kind.unit_type for kind in context[COUNTERS].values()}
    required_units = frozenset(key for key, unit in context.units.items() if (unit.size or unit.kind in counter_types)
                               and key not in context.late_units)
    deployment_reader.context = DeploymentContext(table, context.sides, context.units, required_units, context.pictures,
                                                  context.unit_types)
    figure: Deployment = keys.read_block(Deployment, deployment_reader)
    return figure


def _read_columns(reader: Reader, name: str) -> tuple[Fact, ...]:
    columns, value_names = _read_facts(reader, name), reader.context.local_names
    for heading, value in columns:
        if value_names and value and value not in value_names:
            reader.add_problem(name, f"the units have no value '{value}' for the column '{heading}'",
                               suggest_name(value, value_names))
    return columns


def _read_share(reader: Reader, name: str) -> Fraction | None:
    text = reader.read_text(name)
    match = _PERCENTAGE.fullmatch(text) if text else None
    if text and not match:
        reader.add_problem(name,
                           f"'{name}' of {reader.label} must be a percentage, found '{text}'",
                           "write, for example, 10 %")
    return Fraction(match["number"]) / 100 if match else None


@data_block
class BalanceRule(DataBlock):
    """The largest allowed difference, as a share of the lowest total.

    The rule compares the `sides`; () stands for all.
    """

    share: Fraction = keys.custom(_read_share, {"type": "string"}, "the largest allowed difference, for example 10 %",
                                  name="limit", default=...)
    sides: tuple[str, ...] = keys.texts("the sides that are compared")

    def validate(self, reader: Reader) -> Self | None:
        for side in self.sides:
            if side not in reader.context.sides:
                reader.add_problem("sides", f"there is no side '{side}'", suggest_name(side, reader.context.sides))
        if len({*self.sides}) < 2:
            reader.add_problem("sides", f"'sides' of {reader.label} must be two sides or more",
                               "write, for example, sides: [west, east]")
        return self if self.share is not None else None


def _read_balance_rule(reader: Reader, name: str) -> BalanceRule | None:
    """Return the rule at a key: a percentage, or a block with a percentage and two or more sides."""
    node = reader.get_node(name)
    if isinstance(node, MappingNode):
        rule: BalanceRule | None = keys.read_block(BalanceRule, Reader(node, reader.problems,
                                                                       f"'{name}' of {reader.label}", reader.context))
        return rule
    share = _read_share(reader, name) if node else None
    return None if share is None else BalanceRule(share=share, sides=())


@data_block
class SetupStep(DataBlock):
    """A step of setting up."""

    title: str = keys.text("the heading of the step", default="")
    text: str = keys.text("the instructions for the players", kind="prose")


@data_block
class PlayExample(DataBlock):
    """An example of play: a picture with a text that explains it."""

    title: str = keys.text("the heading of the example", default="")
    text: str = keys.text("the description of the example", kind="prose")
    picture: Path | None = picture_key("a drawing from the game's folder `art/`, which is printed "
                                       "above the text", "{1}")


def _read_steps(reader: Reader, name: str) -> tuple[SetupStep, ...] | None:
    if reader.is_unknown_word(name):
        return None
    items = reader.get_items(name, 'begin each step with "- "', required=True)
    if len(items) > MAX_STEPS:
        reader.add_problem(name, f"'{name}' of {reader.label} has {len(items)} steps; at most {MAX_STEPS} are allowed")
        return ()
    label = "a step of the set-up"
    steps = (keys.read_block(SetupStep, Reader(item, reader.problems, label)) if isinstance(item, MappingNode)
             else SetupStep(title="", text=read_plain_text(item, label, reader.problems) or "") for item in items)
    return tuple(replace(step, text=" ".join(step.text.split())) for step in steps if step.title or step.text)


@data_block
class Score(DataBlock):
    """Victory points for an opponent's unit.

    The player wins the unit's value `value`, either once or, if `is_repeatable` is true, several times. If
    `below` is given, it is the name of another value of the unit, and `value` is won fewer times than this
    number. After that the unit is lost.
    """

    title: str = keys.text("the event that happens to the opponent's unit")
    worth: str = _entry_name_key("values", "the name of the unit's value that the player wins once")
    repeated_value: str = _entry_name_key("values",
                                          "the name of the unit's value that the player wins several times, in place "
                                          "of `worth`", label="For each", name="each")
    below: str = _entry_name_key("values",
                                 "for `each`: the name of a value of the unit. The value `each` is won fewer times "
                                 "than this number")

    @property
    def value(self) -> str:
        """The name of the unit's value that is won."""
        return self.worth or self.repeated_value

    @property
    def is_repeatable(self) -> bool:
        """Whether the value can be won several times for one unit."""
        return bool(self.repeated_value)

    def validate(self, reader: Reader) -> Self:
        value_names, named_values = reader.context.local_names, [("below", self.below)]
        if ("worth" in reader) == ("each" in reader):
            reader.problems.add(reader.mapping_span,
                                f"{reader.label} needs either 'worth' or 'each', and must not have both",
                                "write 'worth' if a unit's value is won once, or 'each' if it is won several times")
        else:
            named_values.insert(0, ("each" if self.repeated_value else "worth", self.value))
        for name, value in named_values:
            if value_names and value and value not in value_names:
                reader.add_problem(name, f"the units have no value '{value}'", suggest_name(value, value_names))
        return self


@data_block
class Victory(DataBlock):
    """The victory conditions. If they are unknown, `text` is None."""

    text: Prose | None = prose_key("the conditions for winning", may_be_unknown=True, default=...)
    score: tuple[Score, ...] = keys.block_list(Score,
                                               "the events that score points", entry_label="score", maximum=MAX_STEPS)


def _read_victory(reader: Reader, name: str) -> Victory:
    victory_reader = None if reader.is_unknown_word(name) else reader.open_mapping(name, required=True)
    return keys.read_block(Victory, victory_reader) if victory_reader else Victory(text=None
                                                                                   if reader.is_unknown_word(name)
                                                                                   else (), score=())


def _read_pieces(reader: Reader, name: str) -> dict[str, tuple[str, ...]]:
    pieces_reader = reader.open_mapping(name)
    if pieces_reader is None:
        return {}
    pieces = {kind: tuple(node.entries) if kind == MARKERS
              and isinstance(node := pieces_reader.get_node(kind), MappingNode)
              else pieces_reader.read_texts(kind) for kind in PIECES if kind in pieces_reader}
    for kind, names in pieces.items():
        if not names and not isinstance(pieces_reader.get_node(kind), SequenceNode):
            pieces_reader.add_problem(kind, f"'{kind}' of {pieces_reader.label} must not be empty",
                                      "remove the key to use the default entries, or write [] for no entries")
    pieces_reader.finish(PIECES)
    return pieces


def _make_pieces_schema(kind: str, writer: JsonSchemaWriter) -> JsonSchema:
    count_schema = {"type": ["array", "string", "object"], "additionalProperties": {
        "type": ["integer", "string"], "minimum": 1, "maximum": MAX_MARKER_COPIES}} if kind == MARKERS else {}
    return {**_make_names_schema(kind)(writer), **count_schema}


def _count_markers(scenario: Scenario, reader: Reader) -> dict[str, Any]:
    """Return the attributes `pieces` and `counts` of a scenario, including the markers of objectives and dummies."""
    node = reader.get_raw_entries("pieces").get(MARKERS)
    written_counts = node.entries if node else {}
    counts = {key: read_integer(count, f"the number of '{key}' markers in {reader.label}", reader.problems, 1,
                                MAX_MARKER_COPIES)
              for key, count in written_counts.items()}
    needed_counts = Counter(objective.marker for objective in scenario.objectives if objective.marker)

    def count_variants(key: str) -> int:
        return len(getattr(reader.context.find_entries(MARKERS).get(key), "each", ())) or 1

    for key, number in needed_counts.items():
        if 1 < count_variants(key) < number:  # each objective needs a variant with its own letter
            reader.add_problem("objectives",
                               f"{number} objectives of {reader.label} have the marker '{key}', but the marker has "
                               f"only {count_variants(key)} variants",
                               f"give the marker more variants: each: [{', '.join(LETTERS[:number])}]")
    for force in scenario.forces:
        needed_counts.update(force.dummies)
    for key, number in needed_counts.items():
        if count_variants(key) < number:  # else one marker of each variant is enough
            counts.setdefault(key, -(-number // count_variants(key)))
    pieces = dict(scenario.pieces)
    if MARKERS in pieces:
        pieces[MARKERS] = tuple(dict.fromkeys((*pieces[MARKERS], *needed_counts)))
    return {"pieces": pieces, "counts": {key: count for key, count in counts.items() if count}}


class Balance(NamedTuple):
    """The difference between the highest and the lowest total of the forces, and the largest difference allowed."""

    difference: Fraction
    limit: Fraction

    @property
    def is_even(self) -> bool:
        """Whether the forces count as balanced."""
        return self.difference <= self.limit


WALKTHROUGH = keys.get_key(keys.block_list(WalkthroughPage, entry_label="page", maximum=2))


def _read_walkthrough(reader: Reader, name: str) -> tuple[WalkthroughPage, ...]:
    """Return the pages of the example of play.

    If the forces have problems, return no pages, because their scenes would only repeat these problems.
    """
    reader.get_node(name)
    pages: tuple[WalkthroughPage, ...] = WALKTHROUGH.read(reader, name) if reader.is_valid else ()
    return pages


_TURN_COUNT = keys.get_key(keys.integer("", 1, MAX_TURNS, default=0, unknown=True))


def _read_turns(reader: Reader, name: str) -> int | None:
    """Return the number of turns, also of a list of their names. Return None if the number is unknown."""
    if not isinstance(node := reader.get_raw_node(name), SequenceNode):
        count: int | None = _TURN_COUNT.read(reader, name)
        return count
    reader.reject_empty_lists(name)
    return len(reader.limit_entries(name, node.items, MAX_TURNS))


@data_block
class Scenario(DataBlock):
    """A scenario, read and checked.

    `special_rules` and `variant` are empty if there are none. `special_rules`, `variant`, `setup` and `turns` are
    None if they are unknown. `turns` is 0 if the number of turns is not set.

    The scenario is played either on a `table` or on a map, and `map` is the key of this map. If the size of the
    table is unknown, both may be missing. `pieces` has the keys of entries by their kind ("templates", "markers"
    ...). If a kind is missing, its default entries are used. `counts` are the numbers of markers that the
    scenario needs.
    """

    title: str = keys.text("the title of the scenario, a line below the title, and short facts with labels")
    subtitle: str = keys.text(default="")
    facts: tuple[Fact, ...] = keys.custom(_read_facts, FACTS_SCHEMA, label="Short facts")
    cover: Path | None = picture_key("a picture for the cover of the scenario's pack, in place of "
                                     "the game's picture", "{1}")
    banner: Path | None = picture_key("a wide picture for the top of the scenario's booklet, in place of a strip of "
                                      "the cover",
                                      "{1}", label="Picture at the top")
    parts: Path | None = picture_key("a picture of the table, for the page behind the cover. The picture is printed "
                                     "only if that page has room", "{1}", label="Picture of the parts")
    summary: Prose = prose_key("the events of the scenario, and the story before them", default=...)
    background: Prose = prose_key()
    table: tuple[Length, Length] | None = keys.custom(
        _read_table, {"type": "string", "pattern": json_patterns.make_stand_in_pattern(json_patterns.SIZE_PATTERN,
                                                                                       unknown=True)},
        "the playing area: `table`, the width x depth of a table (`6 ft x 4 ft`), or `map`, the key of a "
        "[map](maps.md). The booklet shows the map as a small picture")
    map: str = _entry_name_key("maps")
    zones: tuple[MapZone, ...] = keys.custom(
        _read_zones, lambda writer: {"type": "object", "additionalProperties": writer.make_block_schema(MapZone)},
        "the zones on the map: areas where the forces begin, and other areas. The booklet's picture of the map shows "
        "these zones. They replace the map's own [zones](maps.md) and have the same keys")
    turns: int | None = keys.custom(
        _read_turns, lambda writer: {"anyOf": [_TURN_COUNT.make_schema(writer), keys.TEXTS_SCHEMA | {"type": "array"}]},
        "the number of turns, or a list of their names: `[10 June, 13 June]`; and the entries that players write every "
        "turn. Without `turns`, the scenario has no set number of turns. An entry that ends in \"side\" or \"(side)\" "
        "has a box to tick for each side. \"(side)\" itself is not printed", default=0)
    track: tuple[str, ...] = keys.texts()
    forces: tuple[Force, ...] = keys.custom(_read_forces, _make_forces_schema,
                                            "one to six forces, each under the key of its side: see below",
                                            default=..., block=Force, has_names=True)
    players: Players | None = keys.custom(
        read_players, make_players_schema,
        "the number of players, if each side has one (`2`), or the least and the greatest number (`5-6`) if a side may "
        "have several players or none. For sides with several players, a list of players: see "
        "[below](#a-kit-for-each-player)", read_if_missing=False, block=Seat)
    deployment: Deployment | None = keys.custom(_read_deployment, lambda writer: writer.make_block_schema(Deployment),
                                                "a figure of the table: see [below](#a-figure-of-the-table)",
                                                label="Drawing of the table", block=Deployment)
    objectives: tuple[Objective, ...] = keys.block_list(
        Objective,
        "the aims of the battle: a list of blocks with **`title`**, `worth`, the place of the objective (`at`, or "
        "`zone` on a map), and the `marker` at this "
        "place: see [below](#what-happens)", entry_label="objective", maximum=len(LETTERS))
    events: RandomEvents | None = keys.nested_block(RandomEvents,
                                                    "a table of random events: see [below](#what-happens)",
                                                    default=None)
    campaign: tuple[str, ...] = keys.texts("the labels of lines that each side fills in at the end of the battle and "
                                           "uses in the next battle, for example `[Points carried over, Crew lost]`",
                                           label="Lines for the next battle")
    show: tuple[Fact, ...] = keys.custom(
        _read_columns, lambda writer: {"type": "object", "additionalProperties": writer.make_entry_schema("values")},
        "the columns of the forces' tables: headings, each with the name of a value. The value `serial` is the number "
        "on the units' counters", label="Columns of the forces")
    balance_rule: BalanceRule | None = keys.custom(
        _read_balance_rule,
        lambda writer: {**writer.make_block_schema(BalanceRule), "type": ["object", "string"]},
        "the largest allowed difference between the highest and the lowest total of the forces, as a percentage of the "
        "lowest total. printshop checks and prints this limit. If only some of the sides are meant to be even: "
        "`{limit: 10 %, sides: [west, east]}`", label="Largest difference of points", name="balance")
    setup: tuple[SetupStep, ...] | None = keys.custom(
        _read_steps, lambda writer: {"type": ["array", "string"],
                                     "items": {**writer.make_block_schema(SetupStep), "type": ["object",
        "string"]}}, "the steps of the set-up: texts, or blocks with `title` and `text`", kind="prose", default=...)
    special_rules: Prose | None = prose_key("the special rules: one or more texts, `none`, or `unknown`",
                                            may_be_unknown=True)
    victory: Victory = keys.custom(
        _read_victory, lambda writer: {**writer.make_block_schema(Victory), "type": ["object", "string"]},
        "the victory conditions: **`text`**, and `score`, a list of blocks with a `title` and either `worth` or "
        "`each`. `worth` is a value of the units that is won once for a unit. `each` is a value that is won several "
        "times, but fewer times than the value `below`", kind="prose", default=...)
    variant: Prose | None = prose_key("a variant of the scenario, written like `special_rules`", may_be_unknown=True)
    examples: tuple[PlayExample, ...] = keys.block_list(
        PlayExample,
        "examples of play with pictures, up to three side by side: a list of blocks with **`text`**, `title` and "
        "`picture`", entry_label="example", maximum=MAX_STEPS)
    pieces: Mapping[str, tuple[str, ...]] = keys.custom(
        _read_pieces, lambda writer: {"type": "object", "additionalProperties": False,
        "properties": {kind: _make_pieces_schema(kind, writer) for kind in PIECES}},
                                                        "the `forms`, `counters`, `markers`, `templates`, `charts` and "
                                                        "`maps` that belong to the scenario. `[]` means no entries. If "
                                                        "a kind is not given, its default entries are used, but "
                                                        "entries of one side are used only if that side takes part. "
                                                        "Markers can have numbers of copies: with `{smoke: 6, fire: "
                                                        "10}`, each variant of `smoke` is printed 6 times",
                                                        label="Belongs to the battle")
    notes: Prose = prose_key("a text for the notes on this edition, at the end of the booklet")
    differs: tuple[str, ...] = keys.custom(lambda reader,
                                           _: reader.context.note_marks.take_new_notes(reader.context.words),
                                           lambda writer: {"type": "array",
                                            "items": writer.make_block_schema(Difference)},
                                           "notes on [differences from the book](differs.md). In a text, `[1]`, `[2]` "
                                           "mark the places of the notes", label="Differences from the book")
    # read behind `differs`: the notes of a box are printed in the box
    boxes: tuple[ChartBlock, ...] = keys.block_list(
        ChartBlock, "boxes with tables, tracks, lists or figures, printed after the special rules: a list of blocks, "
        "written like the [blocks of a chart](charts.md)", entry_label="box", maximum=MAX_BOXES)
    walkthrough: tuple[WalkthroughPage, ...] = keys.custom(
        _read_walkthrough, WALKTHROUGH.value_schema,
        "an example of play on two pages: see [below](#an-example-of-play)", label="Example of play",
        block=WalkthroughPage)
    counts: Mapping[str, int] = field(default_factory=dict)
    turn_names: tuple[str, ...] = ()  # if `turns` lists them
    key: str = ""
    span: Span | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)  # of `map`, `track`, `turns` and the kinds in `pieces`

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Put the marks of notes on differences from the book into the texts."""
        reader.context = replace(reader.context, note_marks=NoteMarks(reader.iterate_texts()))
        if place_note_marks(reader, read_differences(reader), reader.context.note_marks):
            reader.add_problem(DIFFERS_KEY, f"each note in '{DIFFERS_KEY}' of {reader.label} needs a place in a text",
                               "write [1] after the words that the first note is about, [2] for the second note, and "
                               "so on")

    def validate(self, reader: Reader) -> Self:
        balance, rule, compared = self.balance, self.balance_rule, self.compared_forces
        if poor := [force.side.name for force in compared if force.is_complete and force.listings and not force.total]:
            reader.add_problem("balance", f"'balance' of {reader.label} compares points, but the units of "
                               f"{join_with_and(poor)} have no points",
                               "give their unit types a field or a derived value 'points', or remove 'balance'")
        elif balance and rule and not balance.is_even and all(force.is_complete and force.total for force in compared):
            sorted_forces = sorted(compared, key=lambda force: force.total)
            names = " and ".join(f"{force.side.name} ({format_points(force.total)})"
                                 for force in (compared if len(sorted_forces) == 2
                                               else (sorted_forces[0], sorted_forces[-1])))
            reader.add_problem("balance",
                               f"{names} differ by {format_points(balance.difference)} points, but 'balance' allows "
                               f"only {format_points(balance.limit)}",
                               "change the forces, or remove 'balance' if the scenario is not meant to be even"
                               + (f". To compare two sides only, write {{limit: {format_points(rule.share * 100)} %, "
                                  f"sides: [{compared[0].side.key}, {compared[1].side.key}]}}"
                                  if len(compared) > 2 else ""))
        for part in (part for box in self.boxes for part in box.parts):
            if getattr(part, "counters", ""):
                reader.add_problem("boxes", f"a track in 'boxes' of {reader.label} cannot have 'counters'",
                                   "write the track in charts.yaml, or remove 'counters'")
        hexmap = reader.context[MAPS].get(self.map)
        placed_zones = tuple(_place_units(zone, self.zones, hexmap, reader)
                             if zone.units and isinstance(zone.units, str) and hexmap else zone for zone in self.zones)
        zones = {zone.key: zone for zone in self.zones or getattr(hexmap, "zones", ())}
        for force in self.forces:
            for reinforcement in force.reinforcements:
                if self.turns and reinforcement.turn > self.turns:
                    reader.problems.add(reinforcement.span,
                                        f"reinforcements of {force.side.name} cannot arrive in turn "
                                        f"{reinforcement.turn}, because the scenario has only "
                                        f"{pluralize(self.turns, 'turn')}")
        for objective in self.objectives:
            if objective.zone and objective.zone not in zones and self.map in ("", *reader.context[MAPS]):
                reader.problems.add(objective.span,
                                    f"objective '{objective.title}': there is no zone '{objective.zone}'",
                                    suggest_name(objective.zone, zones) if zones
                                    else "add 'zones' to the scenario or to its 'map'")
            if objective.at and self.table and (missed_table := DeploymentContext(self.table, {}, {},
                                                                                  frozenset()).describe_if_outside(objective.at)):
                reader.problems.add(objective.span, f"objective '{objective.title}' must be on {missed_table}")
        players = complete_players(self.players, self.forces, reader) if self.players and len(self.forces) == len(
            reader.get_raw_entries("forces")) else None
        nodes = {**{name: reader.get_raw_node(name) for name in ("map", "track", "turns")},
                 **reader.get_raw_entries("pieces")}
        has_names = isinstance(nodes["turns"], SequenceNode)
        return replace(self, players=players, zones=placed_zones, turn_names=reader.read_texts("turns") * has_names,
                       spans={name: node.span for name, node in nodes.items() if node}, **_count_markers(self, reader))

    def list_shown_facts(self, words: Words) -> tuple[Fact, ...]:
        """Return the number of players, if it is known, and the facts."""
        return (*((Fact(words("players"), self.players.number_text),) if self.players else ()), *self.facts)

    def for_players(self, number: int) -> Scenario:
        """Return the scenario with kits for `number` players.

        Raises PrintshopError if it is not for this number.
        """
        players = self.players
        if not players or not players.least <= number <= players.most:
            raise make_error(f"'{self.title}' is not for {pluralize(number, 'player')}",
                             f"the scenario is for {players.range_text if players else 'an unknown number of'} players")
        return replace(self, players=players.choose_kits(number))

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The names of the units of all forces and the number of each unit, as an argument of `Game.expand_roster`."""
        return tuple(line for force in self.forces for line in force.roster)

    @property
    def unit_names(self) -> frozenset[str]:
        """The names of the units of all forces, without proper names.

        If a copy is listed by its own name, such as "Kestrel-3", this name is included, although no unit of the game
        has it.
        """
        return frozenset(split_proper_name(name)[0] for name, _ in self.roster)

    @property
    def balance(self) -> Balance | None:
        """The comparison of the totals with the balance rule.

        If the scenario has no such rule, this is None.
        """
        totals = sorted(force.total for force in self.compared_forces)
        return (Balance(totals[-1] - totals[0], totals[0] * self.balance_rule.share)
                if self.balance_rule and len(totals) > 1 else None)

    @property
    def compared_forces(self) -> tuple[Force, ...]:
        """The forces that the balance rule compares. Without such a rule, there are none."""
        rule = self.balance_rule
        return tuple(force for force in self.forces if not rule.sides or force.side.key in rule.sides) if rule else ()


def _place_units(zone: MapZone, zones: tuple[MapZone, ...], hexmap: HexMap, reader: Reader) -> MapZone:
    """Return a zone with the hexes of its units. Without hexes of its own, the zone consists of these hexes.

    `zones` are all zones of the scenario. A unit outside all zones with the same side and value is reported.
    """
    hexes, value_name, placed = MapHexReader(hexmap.board), str(zone.units), dict[str, Hex]()
    areas = {other.key: other.hexes for other in zones if (other.side, other.units) == (zone.side, zone.units)}
    units = [unit for unit in reader.context.roster_units
             if unit.side.key == zone.side and unit.name not in reader.context.late_units]
    for unit in units:
        text = format_value(unit.values[value_name]) if unit.values.get(value_name) else ""
        cell = hexes.read_hex(reader, text.zfill(len(hexmap.board.name_range[0])), unit.span,
                              f"'{value_name}' of {unit.name}, on the map of {reader.label}") if text else None
        if cell:
            placed[unit.name] = cell
            if all(area and cell not in area for area in areas.values()):
                reader.problems.add(unit.span, f"{unit.name} begins in hex {text}, which is "
                                    f"outside zone {' and '.join(map(repr, areas))} of {reader.label}",
                                    f"correct '{value_name}' of the unit, or add the hex to the zone. A zone without "
                                    "'edge' and 'hexes' has the hexes of all its units")
    if units and not placed and reader.is_valid:
        value_names = dict.fromkeys(name for unit in units for name in unit.values)
        reader.problems.add(zone.span, f"no unit of zone '{zone.key}' has a hex in '{value_name}'",
                            "" if value_name in value_names else suggest_name(value_name, value_names))
    cells = zone.hexes or tuple(dict.fromkeys(placed.values()))
    return replace(zone, hexes=cells, unit_hexes=tuple(item for item in placed.items() if item[1] in cells))


def list_first_units(game: Game, scenario: Scenario) -> dict[str, tuple[Unit, ...]]:
    """Return the units of each force that are there from the start, by the key of its side."""
    return {force.side.key: tuple(
        unit for name, count in force.roster
        for unit in tuple(islice(units, count))[:count - force.later_counts[name]])  # the last ones arrive later
            for force, units in zip(scenario.forces, map(iter, muster_forces(game, scenario)), strict=True)}


def muster_forces(game: Game, scenario: Scenario) -> tuple[tuple[Unit, ...], ...]:
    """Return the units of each force of a scenario, in the order of the forces, with their damage and notes."""
    force_units = list[Sequence[Unit]]()
    for force in scenario.forces:
        units = game.expand_roster(force.roster, force.side)
        lines = [line for line in force.listings for _ in range(line.count)]
        if force.states or any(line.damage or line.notes or line.changed for line in force.listings):
            states = dict(force.states)
            units = tuple(_set_state(line.change(unit, game.units[unit.copied_from or unit.name]), line, states)
                          for unit, line in zip(units, lines, strict=True))
        force_units.append(units)
    numbered_units = iter(number_units(unit for crew in force_units for unit in crew))  # numbers are unique in a battle
    return tuple(tuple(islice(numbered_units, len(units))) for units in force_units)


def list_roster_units(game: Game, force: Force) -> dict[str, Unit]:
    """Return the unit of each line of a force, by the name in its roster.

    If the line is for one unit, its unit has the number or the prefix that it has in the battle: "Kestrel-1".
    """
    crew = iter(game.expand_roster(force.roster, force.side))
    copies = {name: tuple(islice(crew, count)) for name, count in force.roster}
    return {name: units[0] if len(units) == 1 else game.find_unit(name) for name, units in copies.items()}


def _set_state(unit: Unit, line: RosterLine, states: Mapping[str, UnitMarks]) -> Unit:
    damage, notes, writing = states.get(make_unique_name(unit), UnitMarks(line.damage, line.notes))
    if not (damage or notes or writing):
        return unit
    return replace(unit, damage=damage, damage_span=line.span, notes=notes, writing=writing)


def number_seats(game: Game, scenario: Scenario) -> Mapping[str, int]:
    """Return the number of the kit, from 1, of each unit of a scenario, by the unique name of the unit.

    The result is empty if the players are not known.
    """
    numbers = dict[str, int]()
    for force, crew in zip(scenario.forces, muster_forces(game, scenario), strict=True):
        units = iter(crew)
        for name, _ in force.roster:
            for number, seat in enumerate(scenario.players.kits if scenario.players else (), 1):
                if seat.side == force.side.key:
                    for unit in islice(units, sum(count for unit_name, count in seat.roster or force.roster
                                                  if unit_name == name)):
                        numbers[make_unique_name(unit)] = number
    return numbers


def read_scenarios(node: Node, context: ReadContext) -> dict[str, Scenario]:
    """Return the scenarios of a game. Their problems are added to the problems of the context.

    A scenario of the last reading is used again if its text, its units and all that it may name have not changed.
    """
    def can_reuse(scenario: Scenario, units: Mapping[str, Unit]) -> bool:
        return (units.keys() == context.units.keys() and scenario.unit_names <= units.keys()
                and not any(force.has_rules or any(line.changed for line in force.listings)
                            for force in scenario.forces)
                and all(units[name] is context.units[name] for name in scenario.unit_names))

    readers = [(key, Reader(entry, context.problems, f"the scenario '{key}'", context))
               for key, entry in node.entries.items()]
    return {key: scenario for key, _, scenario in context.read_entries(
        "scenarios", readers, lambda key, reader: keys.read_block(Scenario, reader, key=key)
        if isinstance(reader.node, MappingNode) else None, can_reuse) if scenario}


def check_scenario_entries(scenarios: Mapping[str, Scenario], context: ReadContext) -> None:
    """Report each reference of a scenario to an entry that the game does not have."""
    for scenario in scenarios.values():
        spans = scenario.spans
        references = [("maps", spans.get("map"), scenario.map)] if scenario.map else []
        references += [(MARKERS, objective.span, objective.marker) for objective in scenario.objectives
                       if objective.marker]
        references += [(MARKERS, force.span, key) for force in scenario.forces for key in force.dummies]
        references += [(kind, spans.get(kind), key) for kind, names in scenario.pieces.items() for key in names]
        for kind, span, key in references:
            entries = context.find_entries(kind)
            if key not in entries and not context.written_names.may_have(kind, key):
                context.problems.add(
                    span or scenario.span,
                    f"the scenario '{scenario.key}' refers to '{key}', which is missing in the {kind} of the game",
                    suggest_name(key, entries) if entries else f"add the entry to {kind}.yaml")


SCENARIOS = Section("scenarios", read_scenarios, check_scenario_entries, Scenario, label="Battles")
