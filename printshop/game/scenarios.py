"""Scenarios of a game: forces, place, set-up and victory, read from `scenarios/<key>.yaml`, one file each.

Every text may contain *italic* and **bold**; a blank line in it begins a new paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.formulas import FormulaNames
from printshop.game.counters import COUNTERS
from printshop.game.deployment import Deployment, DeploymentContext
from printshop.game.errata import DIFFERS_KEY, Difference, NoteMarks, place_note_marks, read_differences
from printshop.game.events import (
    LETTERS,
    UNIT_SCHEMA,
    Objective,
    RandomEvents,
    Reinforcement,
    check_reinforcements,
    split_count,
)
from printshop.game.maps import MAPS, MapZone, read_map_zones
from printshop.game.model import Game, ReadContext, Side, Unit, number_units
from printshop.game.pictures import picture_key
from printshop.game.unit_fields import find_duplicate_references
from printshop.game.unit_types import UnitType
from printshop.lengths import Length
from printshop.problems import PrintshopError, Span, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, read_integer, read_plain_text
from printshop.schema.sections import Section
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode

MAX_SCENARIOS = 200  # scenarios of a game, with those of the games that it extends
MAX_UNIT_COPIES = 99  # copies of one unit in one force
MAX_FORCES = 6
MAX_FACTS = 60  # in one table: nobody would read a longer one
MAX_PARAGRAPHS = 100  # of one text
MAX_STEPS = 100  # of setting up; also the most ways to score, and examples
MARKERS = "markers"
MAX_MARKER_COPIES = 500  # of one kind
PIECES = ("forms", "counters", MARKERS, "templates", "charts", "maps")
NONE = "none"

_PERCENTAGE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")

Prose = tuple[str, ...]
"""Paragraphs of markup."""


# --- texts and facts


def prose_key(description: str = "", *, may_be_unknown: bool = False, default: Any = (), name: str = "") -> Any:
    """Declare paragraphs of markup: none for the word `none`, None for `unknown` if `may_be_unknown`."""
    def read_paragraphs(reader: Reader, name: str) -> Prose | None:
        node = reader.get_node(name, required=default is ...)
        if isinstance(node, ScalarNode) and node.plain and node.text in (UNKNOWN, NONE):
            return None if may_be_unknown and node.text == UNKNOWN else ()
        paragraphs = tuple(" ".join(paragraph.split()) for text in reader.read_texts(name)
                           for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip())
        if len(paragraphs) > MAX_PARAGRAPHS:
            reader.add_problem(name, f"'{name}' of {reader.label} has {len(paragraphs)} paragraphs, at most "
                                     f"{MAX_PARAGRAPHS} are allowed")
            return ()
        return paragraphs

    return keys.custom(read_paragraphs, keys.TEXTS_SCHEMA, description, default=default, name=name)


def _entry_name_key(section: str, description: str = "", *, name: str = "") -> Any:
    """Declare the name of an entry of a section; whether the entry exists is checked later."""
    return keys.custom(lambda reader, name: reader.read_text(name, ""),
                       lambda writer: writer.make_entry_schema(section),
                       description, name=name)


class Fact(NamedTuple):
    """A labelled figure: "Starting momentum", "3"."""

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
    """One line of a roster: `count` units called `unit`, each worth `points`, None if these are unknown."""

    unit: str
    count: int
    points: Fraction | None
    span: Span

    def __str__(self) -> str:
        """Return the line as the data has it: "Kestrel" or "5 x Kestrel"."""
        return self.unit if self.count == 1 else f"{self.count} x {self.unit}"

    @property
    def total(self) -> Fraction:
        """The points of all units of the line; unknown points count as 0."""
        return (self.points or Fraction(0)) * self.count


def _read_roster(reader: Reader, name: str) -> tuple[RosterLine, ...]:
    side = reader.context.sides[reader.key]
    items = reader.get_items(name, 'begin each with "- ": - 5 x NAME')
    if not items and isinstance(reader.get_raw_node(name), SequenceNode):
        reader.add_problem(name, f"{side.name} has no units",
                           "write them as a list: - 5 x NAME; or leave 'units' out, if its "
                           "player chooses them")
    lines: dict[str, RosterLine] = {}
    for item in items:
        line = _read_roster_line(item, {side.key, *reader.read_texts("allies")}, side, reader.context)
        first_line = lines.setdefault(line.unit, line) if line else line
        if line and first_line and line is not first_line:
            reader.problems.add(item.span, f"{line.unit} is listed twice",
                                f"the first is on line {first_line.span.line}: write "
                                f"{first_line.count + line.count} x {line.unit} there if more are meant")
    units = [(line, reader.context.find_unit(line.unit)) for line in lines.values() for _ in range(line.count)]
    types = reader.context.unit_types
    for second_index, first_index, value in find_duplicate_references((types[unit.kind].fields, unit.values) for _,
                                                                      unit in units):
        reader.problems.add(units[second_index][0].span, f"{value} is named by {units[first_index][1].name} and by "
                            f"{units[second_index][1].name}", "in a fleet each of them can have its own")
    return tuple(lines.values())


def _read_roster_line(node: Node, allowed_sides: set[str], side: Side, context: ReadContext) -> RosterLine | None:
    problems = context.problems
    text = read_plain_text(node, f"a unit of {side.name}", problems)
    if text is None:
        return None
    count, name = split_count(text.strip())
    if not 1 <= count <= MAX_UNIT_COPIES:
        problems.add(node.span, f"{count} x {name}: there can be 1 to {MAX_UNIT_COPIES} of a unit")
        return None
    try:
        unit = context.find_unit(name)
    except PrintshopError as error:
        is_broken = any(context.written_names.may_have("units", unit_name)
                        for unit_name in (name, name.rpartition("-")[0]))
        if is_broken:  # the unit, or the unit of which it is a numbered copy, has problems that are reported already
            problems.add_final(node.span)
        for problem in () if is_broken else error.problems:
            problems.add(node.span, problem.message, problem.hint)
        return None
    if unit.side.key not in allowed_sides and not unit.has_no_side:
        problems.add(node.span, f"{name} belongs to {unit.side.name}, not to {side.name}",
                     f"move it, or write 'allies: {unit.side.key}' with the force of {side.name}")
    return RosterLine(unit.name, count, find_unit_points(unit, context.unit_types), node.span)


def find_unit_points(unit: Unit, unit_types: Mapping[str, UnitType]) -> Fraction | None:
    """Return the points of a unit: 0 if its type has no points, None if they are unknown."""
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
    """The units of one side; none where the player chooses them. `stated_points` is the total in the data, or None.

    `limit` is the most that the units may cost, or None. `is_complete` is False where some points are unknown or a
    problem kept units out: then no sum is reliable.
    """

    listings: tuple[RosterLine, ...] = keys.custom(
        _read_roster, {"type": "array", "items": UNIT_SCHEMA},
                                                   "a list of names, or `5 x Name`. Units of side `any` may be in "
        "every force. Leave it out if the player chooses the units: then the booklet has lines to write them on",
        name="units")
    stated_points: Fraction | None = keys.number("the total, checked against the units; without units, the points to "
                                                 "spend",
                                                 0, 1_000_000, default=None, name="points")
    limit: Fraction | None = keys.number(
        "the most that the units may cost: the force's table shows the points that are left, or those above the limit, "
        "which are also a warning", 0, 1_000_000, default=None)
    start: tuple[Fact, ...] = keys.custom(_read_facts, FACTS_SCHEMA, "labelled facts: its state at the start")
    allies: tuple[str, ...] = keys.custom(lambda reader, name: reader.read_texts(name), _make_names_schema("sides"),
                                          "sides whose units may fight for it")
    notes: Prose = prose_key("a text below its table")
    reinforcements: tuple[Reinforcement, ...] = keys.block_list(
        Reinforcement, "units that arrive later: a list of **`units`** with the `turn`, the `edge` they come from and "
        "a `condition`, in words. They are printed with the others, and the turn track shows when they arrive",
        entry_label="reinforcements", maximum=MAX_FACTS)
    dummies: Mapping[str, int] = keys.custom(
        _read_dummies, {"type": "object", "additionalProperties": {"type": ["integer", "string"], "minimum": 1,
                                                                   "maximum": MAX_MARKER_COPIES}},
        "dummy markers among its hidden units, with their numbers: `{blip: 3}`; that many are printed, and the booklet "
        "says so")
    side: Side
    span: Span | None = None
    is_complete: bool = True

    def validate(self, reader: Reader) -> Self:
        context: ReadContext = reader.context
        for ally in self.allies:
            if ally not in context.sides:
                reader.add_problem("allies", f"there is no side '{ally}'", suggest_name(ally, context.sides))
        if self.limit is not None and "units" not in reader:
            reader.add_problem("limit", f"{self.side.name} has no units that a 'limit' could be for",
                               "if the player chooses the units, write the points to spend as 'points'")
        all_read = len(self.listings) == len(units.items if (units := reader.get_raw_node("units")) else ())
        complete = all_read and all(line.points is not None for line in self.listings)
        if complete and self.listings and self.stated_points not in (None, self.total):
            kinds = {context.find_unit(line.unit).kind for line in self.listings}
            noun = context.unit_types[kinds.pop()].plural if len(kinds) == 1 else "units"
            reader.add_problem("points", f"the forces of {self.side.name} are given as "
                                         f"{format_points(self.stated_points or Fraction(0))} "
                               f"points, but the {noun} add up to {format_points(self.total)}",
                               ", ".join(f"{line} {format_points(line.total)}" for line in self.listings))
        unit_counts = {line.unit: line.count for line in self.listings}
        reinforcements = check_reinforcements(self.reinforcements, unit_counts, reader,
                                              self.side.name) if all_read else ()
        return replace(self, is_complete=complete, reinforcements=reinforcements)

    @property
    def later_counts(self) -> Counter[str]:
        """The number of copies of each unit that arrives later."""
        return sum((Counter(dict(reinforcement.roster)) for reinforcement in self.reinforcements), Counter[str]())

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units and their numbers, as arguments of `Game.expand_roster`."""
        return tuple((line.unit, line.count) for line in self.listings)

    @property
    def total(self) -> Fraction:
        """The points of all units; of a force that is not chosen yet, the points that it may spend."""
        if not self.listings:
            return self.stated_points or Fraction(0)
        return sum((line.total for line in self.listings), Fraction(0))

    @property
    def points_left(self) -> Fraction | None:
        """The points left below the limit, negative above it; None without a limit or with unknown points."""
        return None if self.limit is None or not self.is_complete else self.limit - self.total

    @property
    def limit_warning(self) -> str:
        """The warning, with its place, that the force costs more than its limit; "" if it does not."""
        if self.limit is None or self.points_left is None or self.points_left >= 0:
            return ""
        return (f"{self.span}: the forces of {self.side.name} cost {format_points(self.total)} points, "
                f"{format_points(-self.points_left)} over their limit of {format_points(self.limit)}")


def _read_forces(reader: Reader, name: str) -> tuple[Force, ...]:
    """Return the forces; the context then holds their units, and the value names of those units' types.

    Units are called by their own names there: Kestrel-1, Kestrel-2 ... Where the same unit fights for two sides (it
    belongs to none), the name of the side follows its name.
    """
    context: ReadContext = reader.context
    reader.mark_start()
    forces: list[Force] = []
    side_units: list[tuple[Side, Unit]] = []
    late_units = set[tuple[str, str]]()
    for key, force_reader in reader.open_named(name, "the force of", required=True):
        if key not in context.sides:
            forces_node = reader.get_raw_node(name)
            assert isinstance(forces_node, MappingNode)
            context.problems.add(forces_node.find_key_span(key), f"there is no side '{key}'",
                                 suggest_name(key, context.sides))
            continue
        force: Force = keys.read_block(Force, force_reader, side=context.sides[key])
        forces.append(force)
        try:
            force_units = context.expand_roster(force.roster, force.side)
            side_units += [(force.side, unit) for unit in force_units]
            for line in force.listings:  # of the copies of a unit the last ones arrive later
                copies, force_units = force_units[:line.count], force_units[line.count:]
                late_units |= {(key, unit.name) for unit in copies[line.count - force.later_counts[line.unit]:]}
        except PrintshopError as error:  # a formula for the tags of units fails
            context.problems.extend(error.problems)
    if len(forces) > MAX_FORCES:
        reader.add_problem(name, f"{reader.label} has {len(forces)} forces, at most {MAX_FORCES} are allowed")
    if name in reader and not forces and not context.problems:
        reader.add_problem(name, f"'{name}' of {reader.label} is empty", "write the sides below it, and their units")
    kinds = {context.find_unit(line.unit).kind for force in forces for line in force.listings}
    if context.written_names.may_have("units") or not all(force.listings for force in forces):
        kinds = set(context.unit_types)  # units that are not chosen yet may be of any type
    name_counts = Counter(unit.name for _, unit in side_units)
    names = {(side.key, unit.name): unit.name if name_counts[unit.name] == 1 else f"{unit.name} ({side.name})"
             for side, unit in side_units}
    reader.context = replace(context, late_units=frozenset(names[side_and_name] for side_and_name in late_units),
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
    """Return the width and depth of the table; None if it is unknown or the scenario has a map instead."""
    if name in reader and "map" in reader:
        reader.add_problem("map", f"{reader.label} is played on a '{name}' or on a 'map'", "keep one of the two")
    if reader.is_unknown_word(name) or (name not in reader and "map" in reader):
        return None
    if name not in reader:
        reader.problems.add(reader.mapping_span, f"{reader.label} lacks '{name}' or 'map'",
                            "write for instance table: 6 ft x 4 ft, or the key of a map in maps.yaml")
        return None
    table = reader.read_size(name)
    if table[0] is not ZERO_LENGTH and 0 in (table[0].points, table[1].points):
        reader.add_problem(name, f"'{name}' of {reader.label} must have a width and a depth")
    return table


def _read_zones(reader: Reader, name: str) -> tuple[MapZone, ...]:
    if name in reader and "map" not in reader:
        reader.add_problem(name, f"'{name}' of {reader.label} lie on a map, and there is no 'map'",
                           "on a table, a 'deployment' has zones")
    reader.get_node(name)
    hexmap = reader.context[MAPS].get(reader.read_text("map", ""))
    return read_map_zones(reader, hexmap, reader.context) if hexmap else ()


def _read_deployment(reader: Reader, name: str) -> Deployment | None:
    """Return the figure of the table; None if the forces have problems, because the figure would only repeat them."""
    context: ReadContext = reader.context
    reader.get_node(name)
    deployment_reader, table = reader.open_mapping(name) if reader.is_valid else None, _read_table(reader, "table")
    # the missing keys are reported
    if deployment_reader is None or (table is None and not {"table", "map"} & {*reader.list_keys()}):
        return None
    if table is None:
        reader.add_problem(name, f"'{name}' of {reader.label} is a figure of the table, and there is no 'table'",
                           "on a map, 'zones' say where the forces stand")
        return None
    if 0 in (table[0].points, table[1].points):
        return None
    if not isinstance(deployment_reader.get_raw_node("positions"), MappingNode | None):
        deployment_reader.open_mapping("positions")
        return None
    counter_types = {kind.unit_type for kind in context[COUNTERS].values()}
    required_units = frozenset(key for key, unit in context.units.items() if (unit.size or unit.kind in counter_types)
                               and key not in context.late_units)
    deployment_reader.context = DeploymentContext(table, context.sides, context.units, required_units, context.pictures)
    figure: Deployment = keys.read_block(Deployment, deployment_reader)
    return figure


def _read_columns(reader: Reader, name: str) -> tuple[Fact, ...]:
    columns, value_names = _read_facts(reader, name), reader.context.local_names
    for heading, value in columns:
        if value_names and value and value not in value_names:
            reader.add_problem(name, f"the units have no value '{value}' for the column '{heading}'",
                               suggest_name(value, value_names))
    return columns


def _read_balance_share(reader: Reader, name: str) -> Fraction | None:
    text = reader.read_text(name, None)
    match = _PERCENTAGE.fullmatch(text) if text else None
    if text and not match:
        reader.add_problem(name, f"'{name}' of {reader.label}: '{text}' is not a percentage", "write for instance 10 %")
    return Fraction(match["number"]) / 100 if match else None


@data_block
class SetupStep(DataBlock):
    """A step of setting up."""

    title: str = keys.text("its heading", default="")
    text: str = keys.text("what the players do")


@data_block
class PlayExample(DataBlock):
    """An example of play: a picture with a text that explains it."""

    title: str = keys.text("its heading", default="")
    text: str = keys.text("what happens")
    picture: Path | None = picture_key("a drawing from the game's folder `art/`, printed above the text", "{1}")


def _read_steps(reader: Reader, name: str) -> tuple[SetupStep, ...] | None:
    if reader.is_unknown_word(name):
        return None
    items = reader.get_items(name, 'begin each step with "- "', required=True)
    if len(items) > MAX_STEPS:
        reader.add_problem(name, f"'{name}' of {reader.label} has {len(items)} steps, at most {MAX_STEPS} are allowed")
        return ()
    label = "a step of the set-up"
    steps = (keys.read_block(SetupStep, Reader(item, reader.problems, label)) if isinstance(item, MappingNode)
             else SetupStep(title="", text=read_plain_text(item, label, reader.problems) or "") for item in items)
    return tuple(replace(step, text=" ".join(step.text.split())) for step in steps if step.title or step.text)


@data_block
class Score(DataBlock):
    """Victory points for an opponent's unit: the unit's value `value`, won once or (`is_repeatable`) several times.

    With `below` it is won fewer times than that value of the unit: then the unit is lost.
    """

    title: str = keys.text("what happens to it")
    worth: str = _entry_name_key("values", "a value of the units, won once")
    repeated_value: str = _entry_name_key("values", "or a value that is won several times", name="each")
    below: str = _entry_name_key("values", "with `each`: it is won fewer times than this value")

    @property
    def value(self) -> str:
        """The name of the value that is won."""
        return self.worth or self.repeated_value

    @property
    def is_repeatable(self) -> bool:
        """Whether the value can be won several times for one unit."""
        return bool(self.repeated_value)

    def validate(self, reader: Reader) -> Self:
        value_names, named_values = reader.context.local_names, [("below", self.below)]
        if ("worth" in reader) == ("each" in reader):
            reader.problems.add(reader.mapping_span, f"{reader.label} needs either 'worth' or 'each'",
                                "worth: won once for a unit; each: won as often as it happens")
        else:
            named_values.insert(0, ("each" if self.repeated_value else "worth", self.value))
        for name, value in named_values:
            if value_names and value and value not in value_names:
                reader.add_problem(name, f"the units have no value '{value}'", suggest_name(value, value_names))
        return self


@data_block
class Victory(DataBlock):
    """The victory conditions; `text` is None if they are unknown."""

    text: Prose | None = prose_key("how the players win", may_be_unknown=True, default=...)
    score: tuple[Score, ...] = keys.block_list(Score, "what scores points", entry_label="score", maximum=MAX_STEPS)


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
            pieces_reader.add_problem(kind, f"'{kind}' of {pieces_reader.label} names nothing",
                                      "leave it out if all of them belong here, write [] if none does")
    pieces_reader.finish(PIECES)
    return pieces


def _make_pieces_schema(kind: str, writer: JsonSchemaWriter) -> JsonSchema:
    count_schema = {"type": ["array", "string", "object"], "additionalProperties": {
        "type": ["integer", "string"], "minimum": 1, "maximum": MAX_MARKER_COPIES}} if kind == MARKERS else {}
    return {**_make_names_schema(kind)(writer), **count_schema}


def _count_markers(scenario: Scenario, reader: Reader) -> dict[str, Any]:
    """Return the attributes `pieces` and `counts`, with the markers of objectives and dummies added."""
    node = reader.get_raw_entries("pieces").get(MARKERS)
    written_counts = node.entries if node else {}
    counts = {key: read_integer(count, f"how many '{key}' of {reader.label} needs", reader.problems, 1,
                                MAX_MARKER_COPIES)
              for key, count in written_counts.items()}
    needed_counts = Counter(objective.marker for objective in scenario.objectives if objective.marker)

    def count_variants(key: str) -> int:
        return len(getattr(reader.context.find_entries(MARKERS).get(key), "each", ())) or 1

    for key, number in needed_counts.items():
        if 1 < count_variants(key) < number:  # each objective needs a variant with its own letter
            reader.add_problem("objectives", f"{number} objectives of {reader.label} have the marker '{key}', of which "
                                             "there are "
                               f"{count_variants(key)}", f"give it more: each: [{', '.join(LETTERS[:number])}]")
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
    """The difference between the highest and the lowest total of the forces, and the largest that is allowed."""

    difference: Fraction
    limit: Fraction

    @property
    def is_even(self) -> bool:
        """Whether the forces count as balanced."""
        return self.difference <= self.limit


@data_block
class Scenario(DataBlock):
    """A scenario, read and checked.

    `special_rules` and `variant` are empty if there are none; they, `setup` and `turns` are None if they are unknown.
    `turns` is 0 without a set number. The scenario is played on a `table` or on the `map` of that key; both may be
    missing if the size of the table is unknown. `pieces` is kind ("templates", "markers", ...) -> keys; a missing kind
    means all entries. `counts` are the numbers of markers, where the scenario says them.
    """

    title: str = keys.text("its name, a line below it, short facts with labels")
    subtitle: str = keys.text(default="")
    facts: tuple[Fact, ...] = keys.custom(_read_facts, FACTS_SCHEMA)
    cover: Path | None = picture_key("a picture for the cover of its pack, in place of the game's", "{1}")
    banner: Path | None = picture_key("a wide picture for the head of its booklet, in place of a strip of the cover",
                                      "{1}")
    parts: Path | None = picture_key("a picture of the table, for the page behind the cover if it has room", "{1}")
    summary: Prose = prose_key("what happens, and the story before it", default=...)
    background: Prose = prose_key()
    table: tuple[Length, Length] | None = keys.custom(
        _read_table, {"type": "string", "pattern": json_patterns.make_stand_in_pattern(json_patterns.SIZE_PATTERN,
                                                                                       unknown=True)},
        "the playing area, width x depth (`6 ft x 4 ft`); or, in place of it, the key of a [map](maps.md), which the "
        "booklet shows as a small picture")
    map: str = _entry_name_key("maps")
    zones: tuple[MapZone, ...] = keys.custom(
        _read_zones, lambda writer: {"type": "object", "additionalProperties": writer.make_block_schema(MapZone)},
        "on a map: the areas where the forces begin, and others that its picture shows, in place of the map's own "
        "[zones](maps.md) and written like these")
    turns: int | None = keys.integer('the number of turns, left out if there is no set number; what the players write '
                                     'down every turn: an entry that ends in "side" or "(side)" has a box to tick for '
                                     'each side; "(side)" is not printed', 1, 99, default=0, unknown=True)
    track: tuple[str, ...] = keys.texts()
    forces: tuple[Force, ...] = keys.custom(_read_forces, _make_forces_schema, "by side, one to six of them: see below",
                                            default=...)
    deployment: Deployment | None = keys.custom(_read_deployment, lambda writer: writer.make_block_schema(Deployment),
                                                "a figure of the table, see [below](#a-figure-of-the-table)")
    objectives: tuple[Objective, ...] = keys.block_list(
        Objective, "the aims of the battle: a list of **`title`**, `worth`, the place (`at`, or `zone` on a map), and "
        "the `marker` that lies there: see [below](#what-happens)", entry_label="objective", maximum=len(LETTERS))
    events: RandomEvents | None = keys.nested_block(RandomEvents,
                                                    "a table of random events: see [below](#what-happens)",
                                                    default=None)
    campaign: tuple[str, ...] = keys.texts("lines for each side to write on at the end, and to carry into the next "
                                           "battle: `[Points carried over, Crew lost]`")
    show: tuple[Fact, ...] = keys.custom(
        _read_columns, lambda writer: {"type": "object", "additionalProperties": writer.make_entry_schema("values")},
        "columns of the forces' tables: heading and value. The value `serial` is the number on the units' counters")
    balance_share: Fraction | None = keys.custom(_read_balance_share, {"type": "string"},
                                                 "how much the totals may differ, as a share of "
                                                 "the lower one: checked, and shown", name="balance")
    setup: tuple[SetupStep, ...] | None = keys.custom(
        _read_steps, lambda writer: {"type": ["array", "string"],
                                     "items": {**writer.make_block_schema(SetupStep), "type": ["object",
        "string"]}}, "the steps of setting up: texts, or blocks with `title` and `text`", default=...)
    special_rules: Prose | None = prose_key("texts; `none`", may_be_unknown=True)
    victory: Victory = keys.custom(
        _read_victory, lambda writer: {**writer.make_block_schema(Victory), "type": ["object", "string"]},
        "**`text`**, and `score`: a list of `title` with `worth` (a value of the units, won once for a unit) or `each` "
        "(won several times, but fewer times than the value `below`)", default=...)
    variant: Prose | None = prose_key("as `special_rules`", may_be_unknown=True)
    examples: tuple[PlayExample, ...] = keys.block_list(
        PlayExample, "examples of play with pictures, up to three side by side: a list of **`text`**, `title` and "
        "`picture`", entry_label="example", maximum=MAX_STEPS)
    pieces: Mapping[str, tuple[str, ...]] = keys.custom(
        _read_pieces, lambda writer: {"type": "object", "additionalProperties": False,
        "properties": {kind: _make_pieces_schema(kind, writer) for kind in PIECES}},
                                                        "which `forms`, `counters`, `markers`, "
        "`templates`, `charts` and `maps` belong to it, if not the default ones (those of one side only if it takes "
        "part), `[]` for none; of markers also how many, `{smoke: 6, fire: 10}` (of each variant): that many are "
        "printed")
    notes: Prose = prose_key("a text for the end")
    differs: tuple[str, ...] = keys.custom(lambda reader, _: reader.context.note_marks.take_new_notes(),
                                           lambda writer: {"type": "array",
                                            "items": writer.make_block_schema(Difference)},
                                           "notes on [differences from the "
                                           "book](differs.md), each at its `[1]`, `[2]` in a text")
    counts: Mapping[str, int] = field(default_factory=dict)
    key: str = ""
    span: Span | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)  # of `map` and of the kinds in `pieces`

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Put the marks of the notes on differences into the texts."""
        reader.context = replace(reader.context, note_marks=NoteMarks(reader.iterate_texts()))
        if place_note_marks(reader, read_differences(reader), reader.context.note_marks):
            reader.add_problem(DIFFERS_KEY, f"'{DIFFERS_KEY}' of {reader.label}: no text says where each of its notes "
                                            "belongs",
                               "write [1] behind what the first of them is about, [2] for the second, and so on")

    def validate(self, reader: Reader) -> Self:
        balance = self.balance
        if balance and not balance.is_even and all(force.is_complete and force.total for force in self.forces):
            sorted_forces = sorted(self.forces, key=lambda force: force.total)
            names = " and ".join(f"{force.side.name} ({format_points(force.total)})"
                                 for force in (self.forces if len(sorted_forces) == 2
                                               else (sorted_forces[0], sorted_forces[-1])))
            reader.add_problem("balance", f"{names} differ by {format_points(balance.difference)} points, more than "
                                          "the "
                               f"{format_points(balance.limit)} that 'balance' allows",
                               "change the forces, or leave 'balance' out of a scenario that is not meant to be even")
        zones = {zone.key: zone for zone in self.zones or getattr(reader.context[MAPS].get(self.map), "zones", ())}
        for force in self.forces:
            for reinforcement in force.reinforcements:
                if self.turns and reinforcement.turn > self.turns:
                    reader.problems.add(reinforcement.span,
                                        f"reinforcements of {force.side.name} come in turn {reinforcement.turn}, and "
                                        f"there are {self.turns}")
        for objective in self.objectives:
            if objective.zone and objective.zone not in zones and self.map in ("", *reader.context[MAPS]):
                reader.problems.add(objective.span,
                                    f"objective '{objective.title}': there is no zone '{objective.zone}'",
                                    suggest_name(objective.zone, zones) if zones
                                    else "zones lie on the 'map' of a scenario")
            if objective.at and self.table and (missed_table := DeploymentContext(self.table, {}, {},
                                                                                  frozenset()).describe_if_outside(objective.at)):
                reader.problems.add(objective.span, f"objective '{objective.title}' would lie beside {missed_table}")
        nodes = {"map": reader.get_raw_node("map"), **reader.get_raw_entries("pieces")}
        return replace(self, spans={name: node.span for name, node in nodes.items() if node},
                       **_count_markers(self, reader))

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units of all forces and their numbers, as arguments of `Game.expand_roster`."""
        return tuple(line for force in self.forces for line in force.roster)

    @property
    def unit_names(self) -> frozenset[str]:
        """The names of the units of all forces; for a numbered copy its own name, which is no unit of the game."""
        return frozenset(name for name, _ in self.roster)

    @property
    def balance(self) -> Balance | None:
        """The totals compared with the balance rule, or None if the scenario has no such rule."""
        if self.balance_share is None or len(self.forces) < 2:
            return None
        totals = sorted(force.total for force in self.forces)
        return Balance(totals[-1] - totals[0], totals[0] * self.balance_share)


def muster_forces(game: Game, scenario: Scenario) -> tuple[tuple[Unit, ...], ...]:
    """Return the units of each force of a scenario, in the order of the forces."""
    force_units = [game.expand_roster(force.roster, force.side) for force in scenario.forces]
    numbered_units = iter(number_units(unit for crew in force_units for unit in crew))  # numbers are unique in a battle
    return tuple(tuple(islice(numbered_units, len(units))) for units in force_units)


def read_scenarios(node: Node, context: ReadContext) -> dict[str, Scenario]:
    """Return the scenarios of a game; problems are added to those of the context.

    A scenario of the previous load is used again if neither its text nor any of its units has changed.
    """
    units, cached = context.caches.get(SCENARIOS, ({}, {}))
    same_names, reusable, scenarios = units.keys() == context.units.keys(), dict[Node, Scenario](), dict[str,
                                                                                                         Scenario]()
    for key, entry in node.entries.items() if isinstance(node, MappingNode) else ():
        reader, problem_count = Reader(entry, context.problems, f"the scenario '{key}'", context), len(context.problems)
        scenario: Scenario | None = cached.get(entry)
        if not (scenario and same_names and all(units[name] is context.units[name] for name in scenario.unit_names)):
            scenario = keys.read_block(Scenario, reader, key=key) if isinstance(entry, MappingNode) else None
        if scenario:
            scenarios[key] = scenario
            if (
                len(context.problems) == problem_count
                and scenario.unit_names <= context.units.keys()
                and not context.written_names.unreadable
            ):
                reusable[entry] = scenario
    context.caches[SCENARIOS] = context.units, reusable
    return scenarios


def check_scenario_entries(scenarios: Mapping[str, Scenario], context: ReadContext) -> None:
    """Report each entry that a scenario names and the game does not have."""
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
                    f"the scenario '{scenario.key}' asks for '{key}', but the game has no such entry in its {kind}",
                    suggest_name(key, entries) if entries else f"describe it in {kind}.yaml")


SCENARIOS = Section("scenarios", read_scenarios, check_scenario_entries, Scenario, max_files=MAX_SCENARIOS,
                    names_units=True)
