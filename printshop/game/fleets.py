"""Fleets: units that a player brings together, with names, damage and notes, read from YAML or a spreadsheet.

Each file is one fleet. If the fleet has no side, the units of each side are a force of their own: limit and rules apply
to each force. Units without a name are numbered, Kestrel-1, Kestrel-2 ..., across all lines that list the same unit.

The rules of a game for whole fleets are in game.yaml, `fleet: {checks: [...]}`. The names that their formulas and
messages may use are in data/reference/fleets.md; units are rows there, with all their values.
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
from typing import NamedTuple, Self

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names
from printshop.game.formulas import Wording, place_of
from printshop.game.happenings import counted
from printshop.game.model import NEUTRAL, Context, Game, Side, Unit, in_series, marks_of
from printshop.game.pictures import FontFile, check_marks, read_fonts
from printshop.game.references import named_twice, references
from printshop.game.scenarios import Prose, figure, points_of, prose
from printshop.game.unit_types import UNIT_NAMES, Check, UnitType
from printshop.game.units import altered
from printshop.game.values import Rows, Value
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe, plain_text, spoken, whole_number
from printshop.problems import PrintshopError, Problems, Span, failure, some, suggestion
from printshop.source import MappingNode, Node, Scalar, SequenceNode
from printshop.source.tables import Row, Table, aside, delimiter, headed, keyed, parted

MOST = 1_000  # units in a fleet
MOST_DAMAGE = 9_999
LONGEST = 200  # characters of a name; a note may have three times as many
NAMES = ("units", "points", "limit", "side", "title")
ALIKE = "alike"
PlacedTexts = tuple[tuple[str, Span], ...]


class Asked(NamedTuple):
    """Options that override the fleet's file: side and limit; `allies` are added to those of the file."""

    side: str = ""
    limit: Fraction | None = None
    allies: tuple[str, ...] = ()


class Finding(NamedTuple):
    """A rule that a fleet breaks, as markup; a fleet with only a `warning` is printed all the same."""

    message: str
    warning: bool


@dataclass(frozen=True, slots=True)
class Vessel:
    """A unit of a fleet; `base` is its name in the game, `points` None if unknown, `damage` the marks by track.

    `places` are the positions of the damage in the file, by track.
    """

    unit: Unit
    base: str
    points: Fraction | None
    damage: Mapping[str, int] = field(default_factory=dict)
    notes: str = ""
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Squadron:
    """The units of one side in a fleet, or all of them; `findings` are the rules that they break."""

    side: Side
    ships: tuple[Vessel, ...]
    limit: Fraction | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def points(self) -> Fraction:
        """The sum of the known points of its units."""
        return sum((ship.points for ship in self.ships if ship.points is not None), Fraction(0))

    @property
    def unpriced(self) -> int:
        """The number of units with unknown points."""
        return sum(ship.points is None for ship in self.ships)

    @property
    def left(self) -> Fraction | None:
        """The points left below the limit, negative above it; None without a limit or with unknown points."""
        return None if self.limit is None or self.unpriced else self.limit - self.points

    @property
    def over(self) -> Fraction:
        """The points above the limit, or 0; units with unknown points are not counted."""
        return Fraction(0) if self.limit is None else max(self.points - self.limit, Fraction(0))


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet, read and checked: its units in squadrons by side; `key` is the name of its file."""

    key: str
    title: str
    squadrons: tuple[Squadron, ...]
    notes: Prose = ()
    span: Span | None = None
    fonts: tuple[FontFile, ...] = ()

    @property
    def ships(self) -> tuple[Vessel, ...]:
        """All units, in the order of printing."""
        return tuple(ship for squadron in self.squadrons for ship in squadron.ships)

    @property
    def warnings(self) -> Iterator[str]:
        """The rules that are broken, as markup; with several squadrons each begins with the side."""
        for squadron in self.squadrons:
            whose = f"{squadron.side.name}: " if len(self.squadrons) > 1 and squadron.side.name else ""
            yield from (f"{whose}{finding.message}" for finding in squadron.findings)


def read(node: Node, key: str, game: Game, problems: Problems, asked: Asked) -> Fleet | None:
    """Return the fleet of a file, or None; all problems are added to `problems`.

    A fleet with problems has the units that could be read, so that later checks can report on these too.
    """
    check_marks(node, [icon.key for icon in game.icons], problems)
    at = Reader(node, problems, f"the fleet '{key}'", _Around(game, asked))
    file: FleetFile | None = keys.read(FleetFile, at) if isinstance(node, MappingNode) else None
    if file is None or not file.ships:
        return None
    order = {side: place for place, side in enumerate(game.sides)}
    parted: dict[str, list[Vessel]] = {}  # by side, unless the whole fleet has one: then under ""
    for ship in sorted(file.ships, key=lambda ship: order.get(ship.unit.side.key, len(order))):
        parted.setdefault("" if file.side else ship.unit.side.key, []).append(ship)
    squadrons = tuple(Squadron(file.side or game.sides.get(side, NEUTRAL), tuple(ships), file.limit)
                      for side, ships in parted.items())
    fleet = Fleet(key, file.title or spoken(key), squadrons, file.notes, node.span, file.fonts)
    return _judged(fleet, game, problems, at) if at.sound else fleet


def gather(title: str, crews: Iterable[tuple[Side, Iterable[Unit]]], game: Game,
           damage: Mapping[str, Mapping[str, int]], *, judged: bool = True) -> Fleet:
    """Return units of several sides as a fleet that has no file.

    If `judged`, each broken rule is a warning. `damage` is by the name of the unit, see `printshop.game.model`.
    Raises PrintshopError if a formula of a rule fails.
    """
    problems = Problems()
    fleet = Fleet("", title, tuple(Squadron(side, tuple(
        Vessel(unit, unit.base or unit.name, points_of(unit, game.unit_types), marks_of(unit, damage))
        for unit in units)) for side, units in crews))
    fleet = _judged(fleet, game, problems) if judged else fleet
    problems.raise_if_any()
    return fleet


def priced(game: Game, kinds: Iterable[str] = ()) -> bool:
    """Return whether units of a game, or of some of its types, have points, known or not."""
    asked = [game.unit_types[key] for key in kinds] or game.unit_types.values()
    return any(kind.points in kind.names for kind in asked)


def _judged(fleet: Fleet, game: Game, problems: Problems, at: Reader | None = None) -> Fleet:
    """Return the fleet with the rules that each squadron breaks; with `at`, report those that are errors."""
    place, squadrons = at.key_span("units") if at else None, []
    for squadron in fleet.squadrons:
        findings = []
        if squadron.limit is not None and squadron.over:
            least = "at least " if squadron.unpriced else ""
            findings.append(Finding(f"{least}{figure(squadron.points)} points, {least}{figure(squadron.over)} over the "
                                    f"limit of {figure(squadron.limit)}", warning=True))
        # the values that formulas of rules may use
        columns, often = _columns(game.unit_types), Counter(ship.base for ship in squadron.ships)
        rows = ({**dict.fromkeys(columns), **ship.unit.values, ALIKE: often[ship.base]} for ship in squadron.ships)
        points, limit = (NOT_KNOWN if number is None else number.numerator if number.denominator == 1 else number
                         for number in (None if squadron.unpriced else squadron.points, squadron.limit))
        values = {"units": Rows.of(columns, tuple({name: row[name] for name in columns} for row in rows)),
                "points": points, "limit": limit, "side": squadron.side.name, "title": fleet.title}
        try:  # a rule whose result is unknown is not broken
            findings += [Finding(check.message.fill(values), check.warning) for check in game.fleet_checks
                         if not ((holds := check.that.evaluate(values)) or holds is NOT_KNOWN)]
        except FormulaError as error:
            problems.add(place, f"a rule of fleets in {game.title}: {error.message}", error.hint)
        for finding in findings if at else ():
            if at and not finding.warning:
                problems.add(place, f"{at.what}: {finding.message}")
        squadrons.append(replace(squadron, findings=tuple(
            finding for finding in findings if finding.warning or not at)))
    return replace(fleet, squadrons=tuple(squadrons))


def _columns(types: Mapping[str, UnitType]) -> tuple[str, ...]:
    valued = (name for unit_type in types.values() for name in (*unit_type.fields, *unit_type.derived))
    return tuple(dict.fromkeys((*UNIT_NAMES, *valued, ALIKE)))


# --- lines of a fleet


class _Around(NamedTuple):
    """The context of a fleet: the game, and the options that override the file."""

    game: Game
    asked: Asked
    side: Side | None = None  # of the whole fleet
    allowed: frozenset[str] = frozenset()  # sides whose units may be in the fleet


def _side_called(game: Game, word: str) -> Side:
    """Return a side by its key, name or adjective, in any case. Raises PrintshopError if there is none."""
    sides = {name.casefold(): side for side in reversed([*game.sides.values()])
             for name in (side.adjective, side.name, side.key) if name}
    side = game.sides.get(word) or sides.get(word.strip().casefold())
    if side is None:
        hint = suggestion(word, game.sides) if game.sides else f"{game.title} has no sides: leave it out"
        raise failure(f"there is no side '{word}'", hint)
    return side


def _noted_side(at: Reader, name: str, word: str) -> Side | None:
    """Return the side that a key names, None without a word; an unknown side is reported."""
    try:
        return _side_called(at.context.game, word) if word else None
    except PrintshopError as error:
        for problem in error.problems:
            at.fail(name, problem.message, problem.hint)
        return None


def _read_names(at: Reader, name: str) -> PlacedTexts:
    placed = at.placed_texts(name)
    for text, span in placed:
        if len(text) > LONGEST:
            at.problems.add(span, f"this name has {len(text)} characters, the most are {LONGEST}")
    return tuple((" ".join(text.split()), span) for text, span in placed)


def _read_note(at: Reader, name: str) -> str:
    note = " ".join(" ".join(at.texts(name)).split())
    if len(note) > 3 * LONGEST:
        at.fail(name, f"this note has {len(note)} characters, the most are {3 * LONGEST}",
                "put longer notes into the notes of the fleet")
    return note


def _read_damage(at: Reader, name: str) -> tuple[tuple[str, int, Span], ...]:
    """Return the damaged tracks with their marks and positions; whether the record has them is checked later."""
    node = at.node(name)
    if node is None or (isinstance(node, Scalar) and node.plain and node.text in ("", "none")):
        return ()
    if not isinstance(node, MappingNode):
        at.fail(name, f"'{name}' of {at.what} must name tracks, found {describe(node)}",
                "write for instance {hull: 3}, with a track of its record")
        return ()
    marked = {track: whole_number(entry, f"damage to '{track}' of {at.what}", at.problems, 0, MOST_DAMAGE)
              for track, entry in node.entries.items()}
    return tuple((track, marks, node.key_span(track)) for track, marks in marked.items() if marks)


@block
class Entry(Block):
    """A line of a fleet, written as a block of keys."""

    unit: str = keys.text("its name in the game")
    count: int | None = keys.whole("how many (1, or as many as there are names)", 1, MOST, default=None)
    name: PlacedTexts = keys.special(_read_names, keys.TEXTS, "your name for it, or your names for them, each once on "
                                     "a side; of several units of a kind, those without a name are numbered",
                                     default=())
    names: PlacedTexts = keys.special(_read_names, keys.TEXTS, default=())
    side: Side | None = keys.special(lambda at, name: _noted_side(at, name, at.text(name, "")),
                                     lambda writer: writer.entry("sides"), "its side, in a fleet that has no side")
    damage: tuple[tuple[str, int, Span], ...] = keys.special(
        _read_damage, {"type": ["object", "string", "null"], "additionalProperties": {"type": ["integer", "string"],
        "minimum": 0, "maximum": MOST_DAMAGE}}, "the number of circles of its record that are marked, by track: "
        "`{planks: 2, cargo.1: 1}`, as with [`--damage`](forms.md)", default=())
    changed: Reader | None = keys.special(
        lambda at, name: at.reader(name), {"type": "object"}, "fields with other values than in the game: its pilot, "
        "its upgrades, `{pilot: Vera Lind, upgrades: [Bomb]}`. They are read, calculated and checked as in the unit's "
        "own file", name="with")
    notes: str = keys.special(_read_note, keys.TEXTS, "a text for its row of the roster", default="")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a fleet: `count` copies of `unit` on their side; some of them have `names`.

    `base` is the unit's name in the game. `number` is that of a numbered copy that the line asks for, else 0.
    """

    unit: Unit
    base: str
    count: int
    number: int
    names: PlacedTexts
    entry: Entry
    span: Span

    @property
    def like(self) -> tuple[str, str]:
        """The key of the lines whose unnamed units are numbered together: side and base."""
        return self.unit.side.key, "" if self.number else self.base

    def called(self, unit: Unit, game: Game) -> Vessel:
        damage = self.entry.damage
        return Vessel(unit, self.base, points_of(unit, game.unit_types),
                      {track: marks for track, marks, _ in damage}, self.entry.notes, self.span,
                      {track: span for track, _, span in damage})


def _read_ships(at: Reader, name: str) -> tuple[Vessel, ...]:
    """Return the units of all lines of a fleet, each with a name that is unique on its side."""
    node = at.node(name, required=True)
    if node is not None and (not isinstance(node, SequenceNode) or not node.items):
        wrong = "is empty" if isinstance(node, SequenceNode) else f"must be a list, found {describe(node)}"
        at.fail(name, f"'{name}' of {at.what} {wrong}", 'begin each of them with "- ": - 3 x NAME')
    lines = [line for number, item in enumerate(node.items if node else (), 1)
             if (line := _read_line(item, f"unit {number} of the fleet", at))]
    if (units := sum(line.count for line in lines)) > MOST:
        at.problems.add(at.key_span(name), f"{at.what} has {units:,} units, at most {MOST:,} are allowed")
        return ()
    ships = [*_called_vessels(lines, at.context.game, at.problems)]
    for side in {ship.unit.side.key for ship in ships}:
        of_side = [ship for ship in ships if ship.unit.side.key == side]
        crew, types = [ship.unit for ship in of_side], at.context.game.unit_types
        for second, first, held in named_twice((types[unit.kind].fields, unit.values) for unit in crew):
            at.problems.add(of_side[second].span, f"{held} is named by {crew[first].name} and by {crew[second].name}",
                            "say who else it is: with: {...}")
    return tuple(replace(ship, unit=unit)
                 for ship, unit in zip(ships, in_series(ship.unit for ship in ships), strict=True))


def _read_line(node: Node, what: str, above: Reader) -> _Line | None:
    """Return a line from a text or a block of keys; None if it has problems, which are reported."""
    problems, game, wrong = above.problems, above.context.game, len(above.problems)
    at = Reader(node if isinstance(node, MappingNode) else None, problems, what, above.context)
    entry: Entry = keys.read(Entry, at) if isinstance(node, MappingNode) \
        else Entry(unit=plain_text(node, what, problems) or "", side=None, changed=None)
    if entry.name and entry.names:
        at.fail("names", f"{at.what} has a 'name' and 'names'", "keep one of the two")
    place = at.peek("unit") or node
    asked = _unit_asked(entry.unit, place, game, problems) if entry.unit else None
    if asked is None or len(problems) > wrong:
        return None
    unit, number, copies = asked
    if entry.changed:
        entry.changed.what = entry.name[0][0] if entry.name else unit.name
        unit = altered(unit, entry.changed, game)
        if len(problems) > wrong:
            return None
    base, numbered, names = unit.name, f"{unit.name}-{number}", (*entry.name, *entry.names)
    if entry.count is not None and copies > 1:
        at.fail("count", f"{at.what} says twice how many there are", "keep one of the two")
    if number and (names or (entry.count or 1) > 1):
        at.fail("unit", f"{numbered} has its number for a name", f"write 'unit: {base}'")
    wanted = entry.count or copies
    if entry.count is None and copies == 1:
        wanted = max(len(names), 1)
    elif len(names) > wanted:
        problems.add(names[wanted][1], f"{at.what} has {some(len(names), 'name')} for {wanted} x {base}",
                     f"write 'count: {len(names)}', or leave names out")
    if len(entry.name) == 1 < wanted:
        names = tuple((f"{names[0][0]}-{copy}", names[0][1]) for copy in range(1, wanted + 1))
    if entry.side and not unit.anyones and unit.side != entry.side:
        at.fail("side", f"{base} belongs to {unit.side.name}, not to {entry.side.name}", "leave 'side' out")
    serving = _serving(unit, place, entry.side or above.context.side, above)
    return _Line(serving, base, wanted, 0 if names else number, names, entry, node.span) if serving else None


def _unit_asked(text: str, node: Node, game: Game, problems: Problems) -> tuple[Unit, int, int] | None:
    """Return the unit that a text names, the number of a numbered copy (or 0), and the number of copies."""
    copies, name = counted(text.strip())
    if not 1 <= copies <= MOST:
        problems.add(node.span, f"{copies} x {name}: there can be 1 to {MOST:,} of a unit")
        return None
    try:
        unit = game.find(name)
    except PrintshopError as error:
        for problem in error.problems:
            problems.add(problem.span or node.span, problem.message, problem.hint)
        return None
    if unit.name in game.units:
        return unit, 0, copies
    base, _, number = unit.name.rpartition("-")
    if copies > 1:
        problems.add(node.span, f"there is only one {unit.name}",
                     f"write {copies} x {base}, or every number on its own")
        return None
    return game.units[base], int(number), 1


def _serving(unit: Unit, node: Node, side: Side | None, at: Reader) -> Unit | None:
    """Return a unit on the side that it fights for; None if that is unknown or not allowed, which is reported."""
    sides = at.context.game.sides
    if sides and unit.anyones and side is None:
        at.problems.add(node.span, f"{unit.name} serves any side, and nothing says which",
                        f"say whose with 'side', of the fleet or of this unit, or --side ({', '.join(sides)})")
        return None
    unit = unit.serving(side) if sides and unit.anyones and side else unit
    if sides and unit.side.key not in at.context.allowed:
        at.problems.add(node.span, f"{unit.name} belongs to {unit.side.name}, whose units are not in this fleet",
                        f"leave it out, or write 'allies: {unit.side.key}' for the fleet; of a table, "
                        f"--allies {unit.side.key}")
    return unit


def _called_vessels(lines: Iterable[_Line], game: Game, problems: Problems) -> Iterator[Vessel]:
    """Yield the units of all lines with their names: given, or numbered if there are several; report clashes."""
    taken: dict[tuple[str, str], Span] = {}  # places of the given names, by side and name
    alone: Counter[tuple[str, str]] = Counter()
    for line in lines:
        alone[line.like] += line.count - len(line.names)
        for name, span in line.names or (((f"{line.base}-{line.number}", line.span),) if line.number else ()):
            first = taken.setdefault((line.unit.side.key, name), span)
            if first is not span:
                problems.add(span, f"two of them are called {name}", f"the first is at {first}")
    for line in lines:  # a given name may clash with a unit that keeps its own name, because it is the only one
        at = taken.get((line.unit.side.key, line.base))
        if at and not line.number and not line.unit.numbered and line.count > len(line.names) and alone[line.like] == 1:
            problems.add(at, f"two of them are called {line.base}", f"the other is at {line.span}: give one of them "
                         "another name")

    def free(side: str, base: str) -> Iterator[int]:
        return (number for number in count(1) if (side, f"{base}-{number}") not in taken)

    numbers = {line.like: free(line.unit.side.key, line.base) for line in lines}
    for line in lines:
        unit, left, free_numbers = line.unit, line.count - len(line.names), numbers[line.like]
        units = [unit.christened(name, span, str(next(free_numbers)) if unit.numbered else "")
                 for name, span in line.names]
        if line.number:
            units.append(unit.numbered_as(line.number))
        elif left == 1 == alone[line.like] and not unit.numbered:
            units.append(unit)
        else:
            units += [unit.numbered_as(next(free_numbers)) for _ in range(left)]
        yield from (line.called(unit, game) for unit in units)


# --- the file of a fleet


def _read_own_side(at: Reader, name: str) -> Side | None:
    """Return the side of the whole fleet: that of the options, else of the file.

    Raises PrintshopError for an unknown side in the options.
    """
    asked = at.context.asked.side
    at.node(name)
    side = _side_called(at.context.game, asked) if asked else _noted_side(at, name, at.text(name, ""))
    at.context = at.context._replace(side=side)
    return side


def _read_allies(at: Reader, name: str) -> tuple[str, ...]:
    """Return the sides of the allies; the context then knows which sides may have units in the fleet."""
    side, words = at.context.side, (*at.texts(name), *at.context.asked.allies)
    allies = tuple(ally.key for word in words if (ally := _noted_side(at, name, word)))
    if words and not at.peek("side") and not side:
        at.fail(name, f"{at.what} has allies and no side of its own", "write its 'side', too, or --side")
    at.context = at.context._replace(allowed=frozenset({side.key, *allies} if side else at.context.game.sides))
    return allies


@block
class FleetFile(Block):
    """The keys of a fleet's file."""

    game: str = keys.text("the name of the game, or its path from this file; a game that [extends](game.md) another "
                          "works too. Not needed in the folder `fleets` of a game, nor with `--game`", default="")
    title: str = keys.text("the title of the fleet; if left out, the name of its file", default="")
    side: Side | None = keys.special(
        _read_own_side, lambda writer: writer.entry("sides"), "its side. If left out, units of several sides may be in "
        "one file: then limit and rules apply to the units of each side, and units of side `any` need a `side` of "
        "their own")
    allies: tuple[str, ...] = keys.special(
        _read_allies, lambda writer: {"type": ["array", "string"], "items": writer.entry("sides")},
        "other sides whose units may be in the fleet of that side")
    limit: Fraction | None = keys.number(
        "the most that it may cost. A fleet that costs more is still printed, and says so", 0, 1_000_000,
        default=None)
    notes: Prose = prose("a text for the end of the roster")
    fonts: tuple[FontFile, ...] = keys.special(lambda at, _: read_fonts(at), keys.TEXTS, "files of [fonts](game.md) "
                                               "for its names, where no other font has their characters")
    ships: tuple[Vessel, ...] = keys.special(
        _read_ships, lambda writer: {"type": "array", "items": writer.block(Entry)},
        "a list of names, of `3 x Name`, or of blocks:", name="units", default=...)

    def settled(self, at: Reader) -> Self:
        """Return the file with the limit of the options, if they have one; None where no unit has points."""
        game, asked = at.context.game, at.context.asked
        limit = self.limit if asked.limit is None else asked.limit
        if limit is not None and not priced(game):
            at.fail("limit", f"nothing has points in {game.title}: there is no limit to keep", "leave it out")
            limit = None
        return replace(self, limit=limit)


# --- rules of a game for its fleets


@block
class Rule(Block):
    """A rule for every fleet of a game, and the message for a fleet that breaks it."""

    that: Formula = keys.formula("a formula that must be true")
    message: Wording = keys.wording("what the player reads if it is not, a text with holes")
    warning: bool = keys.flag("whether such a fleet is still printed, and says so at its head; else this is an error")

    def settled(self, at: Reader) -> Self | None:
        """Return the rule after a trial with unknown values only; failures of its formulas are reported."""
        if not self.that or not self.message or not at.sound:
            return None
        columns = _columns(at.context.unit_types)
        unit: dict[str, Value] = dict.fromkeys(columns, NOT_KNOWN)
        trial = {**dict.fromkeys(NAMES, NOT_KNOWN), "units": Rows.of(columns, (unit,))}
        for name, formula in (("that", self.that), *(("message", hole.formula) for hole in self.message.holes)):
            node = at.peek(name)
            try:
                formula.evaluate(trial)
            except FormulaError as error:
                if node and "division by zero" not in error.message:  # a real fleet may never divide by 0
                    at.problems.add(place_of(error, node), f"{at.what}: {error.message}", error.hint)
        return self


@block
class Rules(Block):
    """The rules of a game for whole fleets."""

    checks: tuple[Rule, ...] = keys.blocks(Rule, "rules for every fleet", entry="check", default=...)

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Allow the names of a fleet in the formulas, and no others."""
        at.context = replace(at.context, own=Names(NAMES))


def read_rules(reader: Reader, context: Context) -> tuple[Check, ...]:
    """Return the rules of a game for its fleets; problems are reported, unknown columns of units too."""
    inner = reader.reader("fleet")
    if inner is None:
        return ()
    inner.context = context
    rules: Rules = keys.read(Rules, inner)
    return tuple(Check(that=rule.that, message=rule.message, warning=rule.warning) for rule in rules.checks)


# --- fleets in spreadsheets: each row is a line of a fleet, read as a block of its keys ---
#
# The first row names the columns, in any order; HEADINGS has the synonyms of each key. Damage is written
# `hull=3; crew=1`. Several names are divided by semicolons or line breaks; a name with a semicolon stands in quotes.
# A column with the name of a field that refers to other units (the pilot of an aircraft) sets that field for the unit
# of the row, unless the cell is empty.

HEADINGS: dict[str, tuple[str, ...]] = {
    "unit": ("unit", "units", "ship", "class", "model", "vessel", "design", "unit class", "ship class"),
    "count": ("count", "qty", "quantity", "number", "copies", "how many", "amount", "no", "no.", "#"),
    "name": ("name", "names", "called", "own name", "ship name", "ship names", "proper name"),
    "side": ("side", "nation", "faction", "force", "owner", "army"),
    "damage": ("damage", "hits", "losses", "damage taken", "hits taken", "marked"),
    "notes": ("notes", "note", "remarks", "remark", "comment", "comments"),
}
WITH = "with"
_FIRST_ROW = "unit,count,name,damage,notes"
_ONE_NAME = re.compile(r'\s*(?:(?P<quoted>"(?:[^"\\\r\n]|\\.)*")[^\S\r\n]*(?=[;\r\n]|$)|(?P<plain>[^;\r\n]*))'
                       r"(?:[;\r\n]+|$)")
_QUOTED = re.compile(r'^["\s]|[;\r\n]|\s$|^$')  # names that need quotes to be read back


def fleet_node(rows: tuple[Row, ...], game: Game, problems: Problems) -> Node | None:
    """Return the rows of a table as the tree of a fleet file, or None with a problem reported."""
    head = rows[0]
    kinds = (name.casefold() for kind in game.unit_types.values() for name in (kind.name, kind.plural, kind.key))
    fields = {key.replace("_", " "): f"{WITH}.{key}" for kind in game.unit_types.values()
              for key in references(kind.fields)}
    words = {**dict.fromkeys(kinds, "unit"), **fields,
             **{word: key for key, known in HEADINGS.items() for word in known}}
    near = {cell: difflib.get_close_matches(cell.text.casefold()[:100], words, n=1, cutoff=0.75) for cell in head.cells}
    if not any(near.values()):
        problems.add(head.place.span, "the first row has none of the headings of a fleet",
                     f"write {_FIRST_ROW} above it")
        return None

    def key_of(cell: Scalar) -> str:
        key = words.get(re.sub(r"[\s_-]+", " ", cell.text.casefold()), "")
        if not (key or aside(cell.text)):
            meant = f"did you mean '{near[cell][0]}'?" if near[cell] else f"there can be {', '.join(HEADINGS)};"
            problems.add(cell.span, f"no fleet has a column '{cell.text}'",
                         f"{meant} a heading in brackets, [{cell.text[:60]}], leaves the column out")
        return key

    table = headed(rows, key_of, "unit", _FIRST_ROW, problems)
    if not table:
        return None
    blocks = tuple(_block(line, table, problems) for line in table.lines)
    first = table.lines[0].place
    return keyed(head.cells[0], {"units": SequenceNode(first.source, first.line, first.column, blocks)})


def _block(line: Row, table: Table, problems: Problems) -> MappingNode:
    parts = line.cells[(at := table.columns.get("damage", len(line.cells))):at + 2]
    if len(line.cells) > table.width and len(parts) == 2 and all(mark_of(cell.text)[0] for cell in parts):
        by = "commas" if delimiter(parts[0].source.text) == ";" else "semicolons"  # not as cells
        problems.add(parts[0].span, "this damage goes on in the next cell",
                     f"part it with {by}, or put quotes round it")
        return keyed(line.place, {"unit": _text(line.cells[table.columns["unit"]], problems)})
    cells = table.cells(line, problems)
    entries = {key: _READ[key](cell, problems) for key, cell in cells.items() if cell.text and key in _READ}
    if isinstance(entries.get("name"), SequenceNode):
        entries = {("names" if key == "name" else key): node for key, node in entries.items()}
    if changed := {key.removeprefix(f"{WITH}."): _value(cell) for key, cell in cells.items()
                   if cell.text and key not in _READ}:
        entries[WITH] = keyed(line.place, changed)
    return keyed(line.place, entries)


def mark_of(text: str) -> tuple[str, str]:
    """Return track and amount from "hull = 3", "hull: 3" or "hull 3"; the track is "" for any other text."""
    body = text.rstrip()
    head = body.rstrip("0123456789")
    head = head.removesuffix("-") if len(head) < len(body) else body
    track = head.strip()
    track = track[:-1].rstrip() if track.endswith(("=", ":")) else track
    amount = body[len(head):]
    return ("", amount) if not amount or "=" in track or ":" in track else (track, amount)


def _text(cell: Scalar, _problems: Problems) -> Node:
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=False)


def _names(cell: Scalar, _problems: Problems) -> Node:
    """Return a name, or a list of names divided by semicolons or line breaks; `Tom;` is a list of one."""
    parts = []
    for match in _ONE_NAME.finditer(cell.text):
        if name := _unquoted(match["quoted"] or (match["plain"] or "").rstrip()):
            shift = match.start("quoted" if match["quoted"] else "plain") * bool(cell.source.text)
            parts.append(Scalar(cell.source, cell.line, cell.column + shift, name, plain=False))
    alone = len(parts) == 1 and not cell.text.endswith(";")
    return parts[0] if alone else SequenceNode(cell.source, cell.line, cell.column, tuple(parts))


def cell_of(names: Sequence[str], *, listed: bool) -> str:
    """Return names as the text of a table cell that reads back as these names.

    If `listed`, a single name ends with a semicolon, so that it is read as a list.
    """
    said = [json.dumps(name, ensure_ascii=False) if _QUOTED.search(name) else name for name in names]
    return f"{'; '.join(said)}{';' * (listed and len(said) == 1)}"


def _unquoted(name: str) -> str:
    try:
        return str(json.loads(name)) if name[:1] == '"' else name
    except ValueError:  # the quotes are part of the name
        return name


def _value(cell: Scalar) -> Node:
    """Return the names for a field of the unit: one, or a list divided by semicolons."""
    return _names(cell, Problems()) if ";" in cell.text else replace(cell, plain=True)


def _damage(cell: Scalar, problems: Problems) -> Node:
    """Return the damage in a cell, "hull=3; crew=1", as a mapping of tracks to marks."""
    entries: dict[str, Node] = {}
    for part in parted(cell, r";,\r\n"):
        track, amount = mark_of(part.text)
        if not track:
            problems.add(part.span, f"'{part.text[:60]}' is not damage", "write what of, and how much: hull=3; crew=1")
        elif track in entries:
            problems.add(part.span, f"the damage to '{track}' is given twice", "add it up")
        else:
            entries[track] = replace(part, text=amount)
    return keyed(cell, entries)


_READ: dict[str, Callable[[Scalar, Problems], Node]] = {
    "unit": _text, "count": lambda cell, _: cell, "name": _names, "side": _text, "damage": _damage, "notes": _text,
}
