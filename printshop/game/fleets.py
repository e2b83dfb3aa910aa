"""Fleets: units that a player brings together, with names, damage and notes, read from YAML or a spreadsheet.

Each file is one fleet. If the fleet has no side, the units of each side form a separate force, and the limit and
the rules apply to each force. Units without a name are numbered (Kestrel-1, Kestrel-2 ...) across all lines with
the same unit.

The rules of a game for whole fleets are in game.yaml, `fleet: {checks: [...]}`. The names that their formulas
and messages may use are in data/reference/fleets.md. For the formulas, the units are rows with all their values.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Literal, NamedTuple, Self

from printshop.formulas import NOT_KNOWN, Formula, FormulaError, FormulaNames
from printshop.game.field_values import FieldValue, ListRows
from printshop.game.formula_keys import Wording, find_error_span
from printshop.game.model import (
    NEUTRAL_SIDE,
    Game,
    ReadContext,
    Side,
    Unit,
    find_marks,
    number_units,
)
from printshop.game.pictures import FontFile, check_icon_marks, read_fonts
from printshop.game.scenarios import Prose, find_unit_points, format_points, prose_key
from printshop.game.unit_fields import find_duplicate_references, find_reference_fields
from printshop.game.unit_lists import (
    PlacedTexts,
    UnitChoice,
    changes_key,
    damage_key,
    is_rule,
    names_key,
    note_key,
    split_count,
    where_key,
    writing_key,
)
from printshop.game.unit_types import UNIT_NAMES, Check, UnitType
from printshop.game.units import SYNONYMS, change_unit
from printshop.problems import PrintshopError, Problems, Span, make_error, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node, make_title, read_plain_text
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode
from printshop.source.csv_tables import (
    SpreadsheetRow,
    SpreadsheetTable,
    detect_delimiter,
    is_excluded_heading,
    make_mapping,
    make_table,
    split_cell,
)
from printshop.source.value_edits import list_data

MAX_UNITS = 1_000  # units in a fleet
FLEET_NAMES = ("units", "points", "limit", "side", "title")
MAX_TURN = 99  # of a game in play
ALIKE = "alike"
DESTROYED = "Destroyed"  # the first word of the notes of a destroyed unit
_DESTROYED = re.compile(r"destroyed(?:[;,.:]\s*|\s*$)", re.IGNORECASE)


class FleetOptions(NamedTuple):
    """Options that override the side and the limit in a fleet's file.

    `allies` are added to the allies in the file.
    """

    side: str = ""
    limit: Fraction | None = None
    allies: tuple[str, ...] = ()


class RuleViolation(NamedTuple):
    """A rule that a fleet breaks, with its `message` as markup.

    If `warning` is true, the fleet can still be printed. `subject` is the value of the fleet that it is about, or "".
    """

    message: str
    warning: bool
    subject: Literal["", "limit"] = ""


@dataclass(frozen=True, slots=True)
class FleetUnit:
    """A unit of a fleet. `base` is the name of the unit in the game.

    `points` is None if the points are unknown. `damage` has the number of marks by track, and `damage_spans` the
    positions of these numbers in the file. `changes` are the values of its line that differ from the game.
    """

    unit: Unit
    base: str
    points: Fraction | None
    damage: Mapping[str, int] = field(default_factory=dict)
    notes: str = ""
    span: Span | None = None
    damage_spans: Mapping[str, Span] = field(default_factory=dict)
    changes: Node | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column of its line in the file, (0, 0) without a file."""
        return (self.span.line, self.span.column) if self.span else (0, 0)


@dataclass(frozen=True, slots=True)
class FleetForce:
    """The units of one side in a fleet, or all units of the fleet.

    `violations` are the rules that they break.
    """

    side: Side
    units: tuple[FleetUnit, ...]
    limit: Fraction | None = None
    violations: tuple[RuleViolation, ...] = ()

    @property
    def points(self) -> Fraction:
        """The total of the known points of the units."""
        return sum((ship.points for ship in self.units if ship.points is not None), Fraction(0))

    @property
    def unknown_points_count(self) -> int:
        """The number of units with unknown points."""
        return sum(ship.points is None for ship in self.units)

    @property
    def points_left(self) -> Fraction | None:
        """The points left below the limit.

        If the force is above the limit, the number is negative. If there is no limit, or the points of a unit are
        unknown, the number is None.
        """
        return None if self.limit is None or self.unknown_points_count else self.limit - self.points

    @property
    def points_over(self) -> Fraction:
        """The points above the limit, or 0. Units with unknown points are not counted."""
        return Fraction(0) if self.limit is None else max(self.points - self.limit, Fraction(0))


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet that is read and checked, with a force for each side.

    `key` is the name of its file. `turn` is that of a game that is not finished. `without_forms` are the keys of forms
    that are not printed for the fleet.
    """

    key: str
    title: str
    forces: tuple[FleetForce, ...]
    notes: Prose = ()
    span: Span | None = None
    fonts: tuple[FontFile, ...] = ()
    without_forms: tuple[str, ...] = ()
    turn: int = 1

    @property
    def units(self) -> tuple[FleetUnit, ...]:
        """All units, in the order in which they are printed."""
        return tuple(ship for squadron in self.forces for ship in squadron.units)

    @property
    def points(self) -> Fraction:
        """The total of the known points of all units."""
        return sum((force.points for force in self.forces), Fraction(0))

    @property
    def destroyed_names(self) -> list[str]:
        """The names of the destroyed units."""
        return [ship.unit.name for ship in self.units if is_destroyed(ship.notes)]

    @property
    def remaining(self) -> Fleet:
        """The fleet without its destroyed units."""
        return replace(self, forces=tuple(replace(force, units=tuple(
            ship for ship in force.units if not is_destroyed(ship.notes))) for force in self.forces))

    @property
    def violations(self) -> Iterator[RuleViolation]:
        """The broken rules. If there are several forces, each message begins with the side, and has no subject."""
        for squadron in self.forces:
            if len(self.forces) > 1 and squadron.side.name:
                yield from (RuleViolation(f"{squadron.side.name}: {finding.message}", finding.warning)
                            for finding in squadron.violations)
            else:
                yield from squadron.violations

    @property
    def warnings(self) -> Iterator[str]:
        """The messages of the broken rules, as markup."""
        return (finding.message for finding in self.violations)


def is_destroyed(notes: str) -> bool:
    """Return whether the notes of a unit begin with the word that Play writes for a destroyed unit."""
    return bool(_DESTROYED.match(notes))


def remove_destroyed_mark(notes: str) -> str:
    """Return the notes of a unit without the word for a destroyed unit."""
    return _DESTROYED.sub("", notes)


def list_force_lines(ships: Sequence[FleetUnit]) -> list[str | dict[str, object]]:
    """Return the lines of a force for units of a fleet, as plain data. Destroyed units have no line.

    Units that are equal in the game, in damage, notes and changes share a line. A unit with any of these and no name is
    named by its number, because a force has one line for all units without a name. The side of the force replaces
    that of the units. Raises PrintshopError if all units are destroyed.
    """
    lines = list[str | dict[str, object]]()
    for base in dict.fromkeys(ship.base for ship in ships):
        base_ships = [ship for ship in ships if ship.base == base]
        unnamed = [ship for ship in base_ships if ship.unit.numbered or ship.unit.name == base]
        states = [{**({"damage": dict(ship.damage)} if ship.damage else {}),
                   **({"with": list_data(ship.changes)} if ship.changes else {}),
                   **({"notes": ship.notes} if ship.notes else {})} for ship in base_ships]
        needs_names = len(unnamed) > 1 and any(state for ship, state in zip(base_ships, states, strict=True)
                                               if ship in unnamed)
        groups = list[tuple[bool, dict[str, object], list[FleetUnit]]]()
        for ship, state in zip(base_ships, states, strict=True):
            if is_destroyed(ship.notes):
                continue
            is_named = needs_names or ship not in unnamed
            group = next((members for *key, members in groups if key == [is_named, state]), None)
            if group is None:
                groups.append((is_named, state, group := []))
            group.append(ship)
        for is_named, state, group in groups:
            names = [_curl_quotes(ship.unit.name) for ship in group] if is_named else []
            count = {"count": len(group)} if len(group) > 1 and not names else {}
            block: dict[str, object] = {"unit": base, **count, **({"names": names} if names else {}), **state}
            short = f"{len(group)} x {base}" if count else base
            lines.append(block if names or state else short)
    if ships and not lines:
        raise make_error("all units of this fleet are destroyed", "choose another fleet, or clear a mark in Play")
    return lines


def _curl_quotes(name: str) -> str:
    """Return a name with “curly” quotes: in a battle, straight ones divide the name of a unit from that of its copy."""
    return re.sub(r'"([^"]*)"', r"“\1”", name).replace('"', "”")


def read_fleet(node: Node, key: str, game: Game, problems: Problems, options: FleetOptions) -> Fleet | None:
    """Return the fleet of a file, or None if it has no usable units.

    All problems are added to `problems`. A fleet with problems has the units that could be read, so that later checks
    can report problems of these units, too.
    """
    check_icon_marks(node, [icon.key for icon in game.icons], problems)
    reader = Reader(node, problems, f"the fleet '{key}'", _FleetContext(game, options))
    file: FleetFile | None = keys.read_block(FleetFile, reader) if isinstance(node, MappingNode) else None
    if file is None or not file.units:
        return None
    order = {side: index for index, side in enumerate(game.sides)}
    units_by_side: dict[str, list[FleetUnit]] = {}  # by side, unless the whole fleet has one: then under ""
    for ship in sorted(file.units, key=lambda ship: order.get(ship.unit.side.key, len(order))):
        units_by_side.setdefault("" if file.side else ship.unit.side.key, []).append(ship)
    squadrons = tuple(FleetForce(file.side or game.sides.get(side, NEUTRAL_SIDE), tuple(ships), file.limit)
                      for side, ships in units_by_side.items())
    fleet = Fleet(key, file.title or make_title(key), squadrons, file.notes, node.span, file.fonts,
                  file.without_forms, file.turn)
    return _check_rules(fleet, game, problems, reader) if reader.is_valid else fleet


def combine_fleet(title: str, side_units: Iterable[tuple[Side, Iterable[Unit]]], game: Game,
                  damage: Mapping[str, Mapping[str, int]], *, check_rules: bool = True) -> Fleet:
    """Return units of several sides as a fleet without a file.

    If `check_rules` is true, each broken rule becomes a warning. `damage` has the marks by the name of the unit,
    as for `find_marks` in `printshop.game.model`. Raises PrintshopError if a formula of a rule fails.
    """
    problems = Problems()
    fleet = Fleet("", title, tuple(FleetForce(side, tuple(
        FleetUnit(unit, unit.copied_from or unit.name, find_unit_points(unit, game.unit_types),
                  find_marks(unit, damage))
        for unit in units)) for side, units in side_units))
    fleet = _check_rules(fleet, game, problems) if check_rules else fleet
    problems.raise_if_any()
    return fleet


def has_points(game: Game, kinds: Iterable[str] = ()) -> bool:
    """Return whether units of a game have points. The points may be unknown.

    If `kinds` are given, only units of these types count.
    """
    unit_types = [game.unit_types[key] for key in kinds] or game.unit_types.values()
    return any(kind.points in kind.value_names for kind in unit_types)


def _check_rules(fleet: Fleet, game: Game, problems: Problems, reader: Reader | None = None) -> Fleet:
    """Return the fleet with the rules that each force breaks.

    If a `reader` is given, broken rules that are errors are reported instead.
    """
    span, squadrons = reader.find_key_span("units") if reader else None, []
    for squadron in fleet.forces:
        findings = []
        if squadron.limit is not None and squadron.points_over:
            prefix = "at least " if squadron.unknown_points_count else ""
            findings.append(RuleViolation(f"{prefix}{format_points(squadron.points)} points, "
                                          f"{prefix}{format_points(squadron.points_over)} over the "
                                          f"limit of {format_points(squadron.limit)}", warning=True, subject="limit"))
        # the values that formulas of rules may use
        columns, base_counts = _list_columns(game.unit_types), Counter(ship.base for ship in squadron.units)
        rows = ({**dict.fromkeys(columns), **ship.unit.values, ALIKE: base_counts[ship.base]}
                for ship in squadron.units)
        points, limit = (NOT_KNOWN if number is None else number.numerator if number.denominator == 1 else number
                         for number in (None if squadron.unknown_points_count else squadron.points, squadron.limit))
        values = {"units": ListRows.from_rows(columns, tuple({name: row[name] for name in columns} for row in rows)),
                "points": points, "limit": limit, "side": squadron.side.name, "title": fleet.title}
        try:  # a rule whose result is unknown is not broken
            findings += [RuleViolation(message, check.warning) for check in game.fleet_checks
                         if (message := check.find_failure(values)) is not None]
        except FormulaError as error:
            problems.add(span, f"a rule of {game.title} for fleets has a mistake: {error.message}", error.hint)
        for finding in findings if reader else ():
            if reader and not finding.warning:
                problems.add(span, f"{reader.label}: {finding.message}")
        squadrons.append(replace(squadron, violations=tuple(
            finding for finding in findings if finding.warning or not reader)))
    return replace(fleet, forces=tuple(squadrons))


def _list_columns(unit_types: Mapping[str, UnitType]) -> tuple[str, ...]:
    value_names = (name for unit_type in unit_types.values() for name in (*unit_type.fields, *unit_type.derived_names))
    return tuple(dict.fromkeys((*UNIT_NAMES, *value_names, ALIKE)))


# --- lines of a fleet


class _FleetContext(NamedTuple):
    """The context of a fleet: the game, and the options that override the file."""

    game: Game
    options: FleetOptions
    side: Side | None = None  # of the whole fleet
    allowed_sides: frozenset[str] = frozenset()  # sides whose units may be in the fleet


def _find_side(game: Game, name: str) -> Side:
    """Return the side with the given key, name or adjective. Case is ignored.

    Raises PrintshopError if there is no such side.
    """
    sides = {side_name.casefold(): side for side in reversed([*game.sides.values()])
             for side_name in (side.adjective, side.name, side.key) if side_name}
    side = game.sides.get(name) or sides.get(name.strip().casefold())
    if side is None:
        hint = suggest_name(name, game.sides) if game.sides else (f"leave out the side, because {game.title} has no "
                                                                  "sides")
        raise make_error(f"there is no side '{name}'", hint)
    return side


def _read_named_side(reader: Reader, name: str, word: str) -> Side | None:
    """Return the side that the value `word` of a key names. If `word` is "", return None.

    An unknown side is reported.
    """
    try:
        return _find_side(reader.context.game, word) if word else None
    except PrintshopError as error:
        for problem in error.problems:
            reader.add_problem(name, problem.message, problem.hint)
        return None


@data_block
class FleetEntry(DataBlock):
    """A line of a fleet, written as a block of keys."""

    unit: str = keys.text("the name of the unit in the game, or `all` with a type and a side for a "
                          "[rule](scenarios.md#units-by-rule): `all tugs of docks`", unit_role="line")
    where: Node | None = where_key()
    count: int | None = keys.integer("the number of units (default: the number of names, or "
                                     "1 without names)", 1, MAX_UNITS, label="Number", default=None)
    name: PlacedTexts = names_key("your names for the units of the line. Each name may be used only once on a side. "
                                  "If a side has several units of one kind without a name, these units are numbered")
    names: PlacedTexts = names_key()
    side: Side | None = keys.custom(lambda reader, name: _read_named_side(reader, name, reader.read_text(name, "")),
                                    lambda writer: writer.make_entry_schema("sides"),
                                    "the side of a unit that can fight for any side (default: the side of the fleet)")
    damage: tuple[tuple[str, int, Span], ...] = damage_key(
        "the number of marks that are filled in on each track of the record: `{planks: 2, cargo.1: 1}`. The tracks "
        "have the same names as in [`--damage`](forms.md)")
    changed_fields: Reader | None = changes_key(
        "the fields of the unit with values that differ from the game, for example the pilot and the upgrades: "
        "`{pilot: Vera Lind, upgrades: [Bomb]}`. These values are read and checked like the values in the file of the "
        "unit, and derived values are calculated from them")
    notes: str = note_key("a text for the row of the unit in the roster, and for the place for notes on its record "
                          "if it fits there")
    writing: tuple[tuple[str, str], ...] = writing_key(
        "the texts in the writing spaces of the record, by the number of the space: `{1: \"3\"}`. The spaces of a unit "
        "are numbered from 1 through all its records and cards. Play in the [workshop](workshop.md) writes this key")


@dataclass(frozen=True, slots=True)
class _FleetLine:
    """A line of a fleet: `count` copies of `unit` on their side. Some of the copies may have `names`.

    `base` is the name of the unit in the game. If the line asks for a numbered copy, `number` is the number of
    this copy. Otherwise `number` is 0.
    """

    unit: Unit
    base: str
    count: int
    number: int
    names: PlacedTexts
    entry: FleetEntry
    span: Span

    @property
    def numbering_group(self) -> tuple[str, str]:
        """The group (side and base) of the line.

        Unnamed units of all lines in a group are numbered together.
        """
        return self.unit.side.key, "" if self.number else self.base

    def make_unit(self, unit: Unit, game: Game) -> FleetUnit:
        damage = self.entry.damage
        unit = replace(unit, writing=dict(self.entry.writing)) if self.entry.writing else unit
        return FleetUnit(unit, self.base, find_unit_points(unit, game.unit_types),
                         {track: marks for track, marks, _ in damage}, self.entry.notes, self.span,
                         {track: span for track, _, span in damage},
                         self.entry.changed_fields.node if self.entry.changed_fields else None)


def _read_units(reader: Reader, name: str) -> tuple[FleetUnit, ...]:
    """Return the units of all lines of a fleet, each with a name that is unique on its side."""
    node = reader.get_node(name, required=True)
    if node is not None and (not isinstance(node, SequenceNode) or not node.items) and not is_rule(node):
        mistake = "is empty" if isinstance(node, SequenceNode) else f"must be a list, found {describe_node(node)}"
        reader.add_problem(name, f"'{name}' of {reader.label} {mistake}",
                           "begin each unit with \"- \", for example - 3 x NAME")
    game = reader.context.game
    choice = UnitChoice(game.units.values(), game.unit_types, game.sides, reader.problems, reader.context.side)
    numbers = dict[tuple[int, int], int]()  # of the written lines, by place: a rule becomes several lines
    lines = [line for item in choice.expand(node, "the fleet", keep_blocks=True) if (line := _read_line(
        item, f"unit {numbers.setdefault((item.line, item.column), len(numbers) + 1)} of the fleet", reader))]
    if (unit_count := sum(line.count for line in lines)) > MAX_UNITS:
        reader.problems.add(reader.find_key_span(name),
                            f"{reader.label} has {unit_count:,} units; at most {MAX_UNITS:,} are allowed")
        return ()
    fleet_units = [*_name_units(lines, reader.context.game, reader.problems)]
    for side in {ship.unit.side.key for ship in fleet_units}:
        side_units = [ship for ship in fleet_units if ship.unit.side.key == side]
        game_units, types = [ship.unit for ship in side_units], reader.context.game.unit_types
        for second_index, first_index, value in find_duplicate_references((types[unit.kind].fields, unit.values)
                                                                          for unit in game_units):
            reader.problems.add(side_units[second_index].span,
                                f"only one unit may use {value}, but both {game_units[first_index].name} and "
                                f"{game_units[second_index].name} use it",
                                "name another unit in 'with: {...}' for one of these two units")
    return tuple(replace(ship, unit=unit)
                 for ship, unit in zip(fleet_units, number_units(ship.unit for ship in fleet_units), strict=True))


def _read_line(node: Node, label: str, fleet_reader: Reader) -> _FleetLine | None:
    """Return a line from a text or a block of keys, or None after reporting its problems."""
    problems, game, problem_count = fleet_reader.problems, fleet_reader.context.game, len(fleet_reader.problems)
    reader = Reader(node if isinstance(node, MappingNode) else None, problems, label, fleet_reader.context)
    entry: FleetEntry = keys.read_block(FleetEntry, reader) if isinstance(node, MappingNode) \
        else FleetEntry(unit=read_plain_text(node, label, problems) or "", where=None, side=None, changed_fields=None)
    if entry.name and entry.names:
        reader.add_problem("names", f"{reader.label} must not have both 'name' and 'names'", "keep one of the two keys")
    unit_node = reader.get_raw_node("unit") or node
    copies, unit_text = split_count(entry.unit.strip())
    unit_name, proper_name = game.split_unit_name(unit_text)
    if proper_name and (entry.name or entry.names):
        reader.add_problem("unit", f"{reader.label} gives names twice",
                           f"write 'unit: {unit_name if copies == 1 else f'{copies} x {unit_name}'}'")
    found_unit = _find_unit(unit_name, copies, unit_node, game, problems) if unit_name else None
    if found_unit is None or len(problems) > problem_count:
        return None
    unit, number = found_unit
    if entry.changed_fields:
        entry.changed_fields.label = entry.name[0][0] if entry.name else unit.name
        unit = change_unit(unit, entry.changed_fields, game)
        if len(problems) > problem_count:
            return None
    base, numbered_name, names = unit.name, f"{unit.name}-{number}", (*entry.name, *entry.names)
    names = ((proper_name, unit_node.span),) if proper_name else names
    if entry.count is not None and copies > 1:
        reader.add_problem("count", f"{reader.label} gives the number of units twice", "keep one of the two numbers")
    if number and (names or (entry.count or 1) > 1):
        reader.add_problem("unit",
                           f"the numbered unit {numbered_name} must not have a name "
                           "or a 'count'", f"write 'unit: {base}'")
    total = entry.count or copies
    if entry.count is None and copies == 1:
        total = max(len(names), 1)
    elif len(names) > total:
        problems.add(names[total][1], f"{reader.label} has {pluralize(len(names), 'name')} for only {total} x {base}",
                     f"write 'count: {len(names)}', or fewer names")
    if len(entry.name) == 1 < total:
        names = tuple((f"{names[0][0]}-{copy}", names[0][1]) for copy in range(1, total + 1))
    if entry.side and not unit.has_no_side and unit.side != entry.side:
        reader.add_problem("side", f"{base} belongs to {unit.side.name}, not to {entry.side.name}", "leave out 'side'")
    sided_unit = _assign_side(unit, unit_node, entry.side or fleet_reader.context.side, fleet_reader)
    return _FleetLine(sided_unit, base, total, 0 if names else number, names, entry, node.span) if sided_unit else None


def _find_unit(name: str, copies: int, node: Node, game: Game, problems: Problems) -> tuple[Unit, int] | None:
    """Return the unit with a name, and the number of a numbered copy, or 0.

    If there is no such unit, or if the number of copies is wrong, report this and return None.
    """
    if not 1 <= copies <= MAX_UNITS:
        problems.add(node.span, f"{copies} x {name}: the number must be from 1 to {MAX_UNITS:,}")
        return None
    try:
        unit = game.find_unit(name)
    except PrintshopError as error:
        for problem in error.problems:
            problems.add_problem(replace(problem, span=problem.span or node.span))
        return None
    if unit.name in game.units:
        return unit, 0
    base, _, number = unit.name.rpartition("-")
    if copies > 1:
        problems.add(node.span, f"there is only one unit {unit.name}",
                     f"write {copies} x {base}, or one line for each numbered unit")
        return None
    return game.units[base], int(number)


def _assign_side(unit: Unit, node: Node, side: Side | None, reader: Reader) -> Unit | None:
    """Return a unit on the side that it fights for.

    If a unit that may fight for any side is given no side, report this and return None. If the fleet may not have
    units of the unit's side, report this, too.
    """
    sides = reader.context.game.sides
    if sides and unit.has_no_side and side is None:
        reader.problems.add(node.span, f"{unit.name} can fight for any side, so the unit needs a side in this fleet",
                            f"add 'side' to the fleet or to this unit, or use --side ({', '.join(sides)})")
        return None
    unit = unit.assign_side(side) if sides and unit.has_no_side and side else unit
    if sides and unit.side.key not in reader.context.allowed_sides:
        reader.problems.add(node.span,
                            f"{unit.name} belongs to {unit.side.name}, whose units are not allowed in this fleet",
                            leave_out := f"leave out the unit, or add 'allies: {unit.side.key}' to the fleet",
                            terminal_hint=f"{leave_out} (for a fleet in a table, use --allies {unit.side.key})")
    return unit


def _name_units(lines: Iterable[_FleetLine], game: Game, problems: Problems) -> Iterator[FleetUnit]:
    """Yield the units of all lines, with their given names. Report equal names.

    Units without a given name are numbered if there are several of them, or if such a unit always has a number.
    """
    name_spans: dict[tuple[str, str], Span] = {}  # places of the given names, by side and name
    unnamed_counts: Counter[tuple[str, str]] = Counter()
    for line in lines:
        unnamed_counts[line.numbering_group] += line.count - len(line.names)
        for name, span in line.names or (((f"{line.base}-{line.number}", line.span),) if line.number else ()):
            first_span = name_spans.setdefault((line.unit.side.key, name), span)
            if first_span is not span:
                problems.add(span, f"two units on the same side have the name {name}",
                             f"change one of the two names: the first name is at {first_span}")
    for line in lines:  # a given name may clash with a unit that keeps its own name, because it is the only one
        span_of_name = name_spans.get((line.unit.side.key, line.base))
        if (
            span_of_name
            and not line.number
            and not line.unit.numbered
            and line.count > len(line.names)
            and unnamed_counts[line.numbering_group] == 1
        ):
            problems.add(span_of_name, f"two units on the same side have the name {line.base}",
                         f"change one of the two names: the other name is at {line.span}")

    def find_free_numbers(side: str, base: str) -> Iterator[int]:
        return (number for number in count(1) if (side, f"{base}-{number}") not in name_spans)

    numbers = {line.numbering_group: find_free_numbers(line.unit.side.key, line.base) for line in lines}
    for line in lines:
        unit, unnamed, free_numbers = line.unit, line.count - len(line.names), numbers[line.numbering_group]
        units = [unit.give_proper_name(name, span, str(next(free_numbers)) if unit.numbered else "")
                 for name, span in line.names]
        if line.number:
            units.append(unit.make_numbered_copy(line.number))
        elif unnamed == 1 == unnamed_counts[line.numbering_group] and not unit.numbered:
            units.append(unit)
        else:
            units += [unit.make_numbered_copy(next(free_numbers)) for _ in range(unnamed)]
        yield from (line.make_unit(unit, game) for unit in units)


# --- the file of a fleet


def _read_fleet_side(reader: Reader, name: str) -> Side | None:
    """Return the side of the whole fleet. If the options have no side, return the side in the file.

    Raises PrintshopError if the side in the options is unknown.
    """
    side_name = reader.context.options.side
    reader.get_node(name)
    side = _find_side(reader.context.game, side_name) if side_name else _read_named_side(reader, name,
                                                                                         reader.read_text(name, ""))
    reader.context = reader.context._replace(side=side)
    return side


def _read_allies(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the keys of the allied sides. Add to the context the sides whose units may be in the fleet."""
    side, words = reader.context.side, (*reader.read_texts(name), *reader.context.options.allies)
    allies = tuple(ally.key for word in words if (ally := _read_named_side(reader, name, word)))
    if words and not reader.get_raw_node("side") and not side:
        reader.add_problem(name, f"{reader.label} has 'allies', but no 'side'",
                           "add the 'side' of the fleet, or use --side")
    reader.context = reader.context._replace(allowed_sides=frozenset(
        {side.key, *allies} if side and len(allies) == len(words) else reader.context.game.sides))
    return allies


def _read_left_out_forms(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the keys of the forms that are not printed. An unknown form is reported."""
    game, words = reader.context.game, reader.read_texts(name)
    forms = (*game.find_entries("forms"), *game.broken.list_names("forms"))
    for word in words:
        if word not in forms:
            reader.add_problem(name, f"'{name}' of {reader.label}: there is no form '{word}'",
                               suggest_name(word, forms) if forms else "leave it out")
    return words


@data_block
class FleetFile(DataBlock):
    """The keys of the file of a fleet."""

    game: str = keys.text("the name of the game, or the path from this file to the game. The game may "
                          "[extend](game.md) another game. In the folder `fleets` of a game, or with `--game`, this "
                          "key may be left out", default="")
    title: str = keys.text("the title of the fleet (default: the name of the file)", default="")
    side: Side | None = keys.custom(
        _read_fleet_side, lambda writer: writer.make_entry_schema("sides"),
                                    "the side of the fleet. Without this key, the file may have units of several "
                                    "sides. The limit and the rules then apply to the units of each side, and each "
                                    "unit of side `any` needs a `side`")
    allies: tuple[str, ...] = keys.custom(
        _read_allies, lambda writer: {"type": ["array", "string"], "items": writer.make_entry_schema("sides")},
        "other sides whose units may be in the fleet. This key needs a side of the fleet")
    limit: Fraction | None = keys.number(
        "the largest number of points that the fleet may cost. A fleet that costs more is still printed, "
        "with a warning", 0, 1_000_000, label="Limit of points",
        default=None)
    notes: Prose = prose_key("a text for the end of the roster")
    turn: int = keys.integer("the number of the turn in a game that is not finished (default: 1). Play in the "
                             "[workshop](workshop.md) writes this key", 0, MAX_TURN, default=1)
    without_forms: tuple[str, ...] = keys.custom(
        _read_left_out_forms, lambda writer: {"type": ["array", "string"], "items": writer.make_entry_schema("forms")},
        "the [forms](forms.md) that are not printed for this fleet, although they are printed by default", default=())
    fonts: tuple[FontFile, ...] = keys.custom(lambda reader, _: read_fonts(reader), keys.TEXTS_SCHEMA,
                                              "the files of [fonts](game.md) for names with characters that no other "
                                              "font has")
    units: tuple[FleetUnit, ...] = keys.custom(
        _read_units, lambda writer: {"type": "array", "items": writer.make_block_schema(FleetEntry)},
        "the units: a list of names, of `3 x Name`, or of blocks:", name="units", default=..., block=FleetEntry,
        unit_role="roster")

    def validate(self, reader: Reader) -> Self:
        """Return the file with the limit of the options, if they have one.

        If no unit of the game has points, report a limit and return the file without it.
        """
        game, options = reader.context.game, reader.context.options
        limit = self.limit if options.limit is None else options.limit
        if limit is not None and not has_points(game):
            reader.add_problem("limit", f"the fleet cannot have a 'limit', because no unit of {game.title} has points",
                               "leave out the limit")
            limit = None
        return replace(self, limit=limit)


# --- rules of a game for its fleets


@data_block
class FleetRule(DataBlock):
    """A rule for every fleet of a game, and the message for a fleet that breaks it."""

    that: Formula = keys.formula("a formula that must be true", label="Condition")
    message: Wording = keys.formula_text("a text with holes: the message for the player if the formula is not true")
    warning: bool = keys.flag("whether the message is only a warning. A fleet that breaks the rule is then printed "
                              "with the message at the top of the roster. Without this key, the message is an error")

    def validate(self, reader: Reader) -> Self | None:
        """Return the rule after a trial with unknown values only. Report formulas that fail.

        An incomplete rule is returned as None.
        """
        if not self.that or not self.message or not reader.is_valid:
            return None
        columns = _list_columns(reader.context.unit_types)
        unit: dict[str, FieldValue] = dict.fromkeys(columns, NOT_KNOWN)
        trial_values = {**dict.fromkeys(FLEET_NAMES, NOT_KNOWN), "units": ListRows.from_rows(columns, (unit,))}
        for name, formula in (("that", self.that), *(("message", hole.formula) for hole in self.message.holes)):
            node = reader.get_raw_node(name)
            try:
                formula.evaluate(trial_values)
            except FormulaError as error:
                if node and "division by zero" not in error.message:  # a real fleet may never divide by 0
                    reader.problems.add(find_error_span(error, node), f"{reader.label}: {error.message}", error.hint)
        return self


@data_block
class FleetRules(DataBlock):
    """The rules of a game for whole fleets."""

    checks: tuple[FleetRule, ...] = keys.block_list(FleetRule, "rules for every fleet", entry_label="check",
                                                    default=...)

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let formulas use the names of a fleet, and no other names."""
        reader.context = replace(reader.context, local_names=FormulaNames(FLEET_NAMES))


def read_fleet_rules(reader: Reader, context: ReadContext) -> tuple[Check, ...]:
    """Return the rules of a game for its fleets.

    Problems, including unknown columns of units, are reported.
    """
    fleet_reader = reader.open_mapping("fleet")
    if fleet_reader is None:
        return ()
    fleet_reader.context = context
    rules: FleetRules = keys.read_block(FleetRules, fleet_reader)
    return tuple(Check(that=rule.that, message=rule.message, warning=rule.warning) for rule in rules.checks)


# --- fleets in spreadsheets: each row is a line of a fleet, read as a block of its keys ---
#
# The first row names the columns, in any order; HEADINGS has the synonyms of each key. Damage is written
# `hull=3; crew=1`. Several names are divided by semicolons or line breaks, or by commas if there are as many names as
# units; a name with a semicolon or comma stands in quotes.
# A column with the name of a field that refers to other units (the pilot of an aircraft) sets that field for the unit
# of the row, unless the cell is empty.

HEADINGS: dict[str, tuple[str, ...]] = {
    "unit": ("unit", "units", "ship", "class", "model", "vessel", "design", "unit class", "ship class"),
    "count": (*SYNONYMS["copies"], "copies"),
    "name": ("name", "names", "called", "own name", "ship name", "ship names", "proper name"),
    "side": ("side", *SYNONYMS["side"]),
    "damage": ("damage", "hits", "losses", "damage taken", "hits taken", "marked"),
    "notes": ("notes", "note", "remarks", "remark", "comment", "comments"),
}
_WORDS_BY_KEY = {"unit": "unit", "count": "copies", "name": "name", "side": "side"}  # of the game's language
WITH = "with"
FIRST_ROW = "unit,count,name,damage,notes"
_ONE_NAME = re.compile(r'\s*(?:(?P<quoted>"(?:[^"\\\r\n]|\\.)*")[^\S\r\n]*(?=[;\r\n]|$)|(?P<plain>[^;\r\n]*))'
                       r"(?:[;\r\n]+|$)")
_NEEDS_QUOTES = re.compile(r'^["\s]|[;,\r\n]|\s$|^$')  # names that need quotes to be read back


def build_fleet_tree(rows: tuple[SpreadsheetRow, ...], game: Game, problems: Problems) -> Node | None:
    """Return the rows of a table as the tree of a fleet file, or None after reporting a problem."""
    head = rows[0]
    kinds = (name.casefold() for kind in game.unit_types.values() for name in (kind.name, kind.plural, kind.key))
    fields = {key.replace("_", " "): f"{WITH}.{key}" for kind in game.unit_types.values()
              for key in find_reference_fields(kind.fields)}
    keys_by_heading = {**dict.fromkeys(kinds, "unit"), **fields,
                       **{game.words(word).casefold(): key for key, word in _WORDS_BY_KEY.items()},
                       **{word: key for key, headings in HEADINGS.items() for word in headings}}
    close_headings = {cell: difflib.get_close_matches(cell.text.casefold()[:100], keys_by_heading, n=1, cutoff=0.75)
                      for cell in head.cells}
    if not any(close_headings.values()):
        problems.add(head.first_filled_cell.span, "the first row has none of the headings of a fleet table",
                     f"add a row of headings above it, for example {FIRST_ROW}")
        return None

    def find_key(cell: ScalarNode) -> str:
        key = keys_by_heading.get(re.sub(r"[\s_-]+", " ", cell.text.casefold()), "")
        if not (key or is_excluded_heading(cell.text)):
            advice = (
                f"did you mean '{close_headings[cell][0]}'?"
                if close_headings[cell]
                else f"the allowed columns are {', '.join(HEADINGS)};"
            )
            problems.add(cell.span, f"a fleet table cannot have a column '{cell.text}'",
                         f"{advice} to ignore the column, put the heading in brackets: [{cell.text[:60]}]")
        return key

    table = make_table(rows, find_key, "unit", FIRST_ROW, problems)
    if not table:
        return None
    blocks = tuple(_build_line(line, table, problems) for line in table.rows)
    first = table.rows[0].first_filled_cell
    return make_mapping(head.cells[0], {"units": SequenceNode(first.source, first.line, first.column, blocks)})


def _build_line(row: SpreadsheetRow, table: SpreadsheetTable, problems: Problems) -> MappingNode:
    damage_cells = row.cells[(damage_column := table.columns.get("damage", len(row.cells))):damage_column + 2]
    if len(row.cells) > table.heading_count and len(damage_cells) == 2 and all(split_damage(cell.text)[0]
                                                                               for cell in damage_cells):
        separators = "commas" if detect_delimiter(damage_cells[0].source.text) == ";" else "semicolons"  # not as cells
        problems.add(damage_cells[0].span, "this damage is split between two cells",
                     f"separate the tracks with {separators}, or put quotes round the damage")
        return make_mapping(row.first_filled_cell,
                            {"unit": _read_text_cell(row.cells[table.columns["unit"]], problems)})
    cells = table.map_cells(row, problems)
    entries = {key: _CELL_READERS[key](cell, problems) for key,
               cell in cells.items() if cell.text and key in _CELL_READERS}
    name, count = cells.get("name"), cells.get("count")
    if name and count and not re.search('[";\r\n]', name.text) and count.text == str(name.text.count(",") + 1) != "1":
        # as many names as units: they are divided by commas
        entries["name"] = SequenceNode(name.source, name.line, name.column, split_cell(name, ",", is_plain=False))
    if isinstance(entries.get("name"), SequenceNode):
        entries = {("names" if key == "name" else key): node for key, node in entries.items()}
    if changed_fields := {key.removeprefix(f"{WITH}."): _read_changed_cell(cell) for key, cell in cells.items()
                          if cell.text and key not in _CELL_READERS}:
        entries[WITH] = make_mapping(row.first_filled_cell, changed_fields)
    return make_mapping(row.first_filled_cell, entries)


def split_damage(text: str) -> tuple[str, str]:
    """Return the track and the amount in "hull = 3", "hull: 3" or "hull 3".

    If the text is of another form, the track is "".
    """
    body = text.rstrip()
    head = body.rstrip("0123456789")
    head = head.removesuffix("-") if len(head) < len(body) else body
    track = head.strip()
    track = track[:-1].rstrip() if track.endswith(("=", ":")) else track
    amount = body[len(head):]
    return ("", amount) if not amount or "=" in track or ":" in track else (track, amount)


def _read_text_cell(cell: ScalarNode, _problems: Problems) -> Node:
    return ScalarNode(cell.source, cell.line, cell.column, cell.text, is_plain=False)


def _read_names_cell(cell: ScalarNode, _problems: Problems) -> Node:
    """Return a name, or a list of names separated by semicolons or line breaks. `Tom;` is a list of one name."""
    names = []
    for match in _ONE_NAME.finditer(cell.text):
        if name := _unquote(match["quoted"] or (match["plain"] or "").rstrip()):
            shift = match.start("quoted" if match["quoted"] else "plain") * bool(cell.source.text)
            names.append(ScalarNode(cell.source, cell.line, cell.column + shift, name, is_plain=False))
    is_single = len(names) == 1 and not cell.text.endswith(";")
    return names[0] if is_single else SequenceNode(cell.source, cell.line, cell.column, tuple(names))


def format_names_cell(names: Sequence[str], *, as_list: bool) -> str:
    """Return names as the text of a table cell.

    The text is read back as the same names. If `as_list` is true, a single name ends with a semicolon, so that it is
    read as a list.
    """
    quoted_names = [json.dumps(name, ensure_ascii=False) if _NEEDS_QUOTES.search(name) else name for name in names]
    return f"{'; '.join(quoted_names)}{';' * (as_list and len(quoted_names) == 1)}"


def _unquote(name: str) -> str:
    try:
        return str(json.loads(name)) if name[:1] == '"' else name
    except ValueError:  # the quotes are part of the name
        return name


def _read_changed_cell(cell: ScalarNode) -> Node:
    """Return the new value for a field of the unit: a single value, or a list of names separated by semicolons."""
    return _read_names_cell(cell, Problems()) if ";" in cell.text else replace(cell, is_plain=True)


def _read_damage_cell(cell: ScalarNode, problems: Problems) -> Node:
    """Return the damage in a cell such as "hull=3; crew=1", as a mapping from tracks to numbers of marks."""
    entries: dict[str, Node] = {}
    for part in split_cell(cell, r";,\r\n"):
        track, amount = split_damage(part.text)
        if not track:
            problems.add(part.span, f"'{part.text[:60]}' is not a track with a number",
                         "write each track with its damage, for example hull=3; crew=1")
        elif track in entries:
            problems.add(part.span, f"the damage to '{track}' is given twice", "write the total of the two numbers")
        else:
            entries[track] = replace(part, text=amount)
    return make_mapping(cell, entries)


def _read_count_cell(cell: ScalarNode, problems: Problems) -> Node:
    """Return the number of units in a cell. Any other text is reported, and read as 1."""
    if cell.text.strip().isdecimal():
        return cell
    problems.add(cell.span, f"'{cell.text[:60]}' is not a number of units", "write a whole number, for example 2")
    return replace(cell, text="1")


_CELL_READERS: dict[str, Callable[[ScalarNode, Problems], Node]] = {
    "unit": _read_text_cell, "count": _read_count_cell, "name": _read_names_cell, "side": _read_text_cell,
    "damage": _read_damage_cell, "notes": _read_text_cell}
