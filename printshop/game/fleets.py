"""Fleets: units that a player has brought together, with names, damage and notes of their own. One file a fleet.

Where the fleet itself has no side, the units of each side are a force of their own: limit and rules go for each.

Whoever has no name of his own is numbered among his like, Kestrel-1, Kestrel-2 ..., however many lines they stand on.

The rules of a game that hold of a whole fleet stand in game.yaml, `fleet: {checks: [...]}`. What their formulas and
messages may name, data/reference/fleets.md says; the units are rows there, with every value that units have.
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

MOST = 1_000  # units in a fleet, on whatever lines
MOST_DAMAGE = 9_999
LONGEST = 200  # characters of a name, and three times as many of a note
NAMES = ("units", "points", "limit", "side", "title")
ALIKE = "alike"
PlacedTexts = tuple[tuple[str, Span], ...]


class Asked(NamedTuple):
    """What goes before the words of the file: a side, a limit; and the allies beside those that it names."""

    side: str = ""
    limit: Fraction | None = None
    allies: tuple[str, ...] = ()


class Finding(NamedTuple):
    """A rule that a fleet breaks, told as markup; one that only `warning` is printed with it."""

    message: str
    warning: bool


@dataclass(frozen=True, slots=True)
class Vessel:
    """A unit of a fleet, its `base` in the game; `points` None if unknown; `damage` by track, said at `places`."""

    unit: Unit
    base: str
    points: Fraction | None
    damage: Mapping[str, int] = field(default_factory=dict)
    notes: str = ""
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Squadron:
    """The ships of one side in a fleet, or all of them; `findings` are the rules that they break."""

    side: Side
    ships: tuple[Vessel, ...]
    limit: Fraction | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def points(self) -> Fraction:
        """What those ships cost together of which it is known."""
        return sum((ship.points for ship in self.ships if ship.points is not None), Fraction(0))

    @property
    def unpriced(self) -> int:
        """How many ships cost nobody knows how much."""
        return sum(ship.points is None for ship in self.ships)

    @property
    def left(self) -> Fraction | None:
        """What is left of the limit, less than nothing if it is broken; None without a limit or with unknown points."""
        return None if self.limit is None or self.unpriced else self.limit - self.points

    @property
    def over(self) -> Fraction:
        """By how much the limit is broken, at the least: what is not known may come on top of it; or 0."""
        return Fraction(0) if self.limit is None else max(self.points - self.limit, Fraction(0))


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet, read and checked: its ships side by side, `key` is the name of its file."""

    key: str
    title: str
    squadrons: tuple[Squadron, ...]
    notes: Prose = ()
    span: Span | None = None
    fonts: tuple[FontFile, ...] = ()

    @property
    def ships(self) -> tuple[Vessel, ...]:
        """All ships, in the order in which they are printed."""
        return tuple(ship for squadron in self.squadrons for ship in squadron.ships)

    @property
    def warnings(self) -> Iterator[str]:
        """Give the rules that are broken, as markup; of several sides, whose they are."""
        for squadron in self.squadrons:
            whose = f"{squadron.side.name}: " if len(self.squadrons) > 1 and squadron.side.name else ""
            yield from (f"{whose}{finding.message}" for finding in squadron.findings)


def read(node: Node, key: str, game: Game, problems: Problems, asked: Asked) -> Fleet | None:
    """Return the fleet of a file, or None; everything wrong with it is noted.

    Where anything is, the fleet has what else could be read, so that more can be said of that.
    """
    check_marks(node, [icon.key for icon in game.icons], problems)
    at = Reader(node, problems, f"the fleet '{key}'", _Around(game, asked))
    file: FleetFile | None = keys.read(FleetFile, at) if isinstance(node, MappingNode) else None
    if file is None or not file.ships:
        return None
    order = {side: place for place, side in enumerate(game.sides)}
    parted: dict[str, list[Vessel]] = {}  # a side's fleet is together, any other side by side
    for ship in sorted(file.ships, key=lambda ship: order.get(ship.unit.side.key, len(order))):
        parted.setdefault("" if file.side else ship.unit.side.key, []).append(ship)
    squadrons = tuple(Squadron(file.side or game.sides.get(side, NEUTRAL), tuple(ships), file.limit)
                      for side, ships in parted.items())
    fleet = Fleet(key, file.title or spoken(key), squadrons, file.notes, node.span, file.fonts)
    return _judged(fleet, game, problems, at) if at.sound else fleet


def gather(title: str, crews: Iterable[tuple[Side, Iterable[Unit]]], game: Game,
           damage: Mapping[str, Mapping[str, int]], *, judged: bool = True) -> Fleet:
    """Return the units of some sides, which no file brings together, as a fleet.

    If it is `judged`, every rule that it breaks is a warning. `damage` is by name, see `printshop.game.model`.
    Raises PrintshopError if a rule cannot be worked out.
    """
    problems = Problems()
    fleet = Fleet("", title, tuple(Squadron(side, tuple(
        Vessel(unit, unit.base or unit.name, points_of(unit, game.unit_types), marks_of(unit, damage))
        for unit in units)) for side, units in crews))
    fleet = _judged(fleet, game, problems) if judged else fleet
    problems.raise_if_any()
    return fleet


def priced(game: Game, kinds: Iterable[str] = ()) -> bool:
    """Return whether units have points in a game, known or not; or those of some of its types."""
    asked = [game.unit_types[key] for key in kinds] or game.unit_types.values()
    return any(kind.points in kind.names for kind in asked)


def _judged(fleet: Fleet, game: Game, problems: Problems, at: Reader | None = None) -> Fleet:
    """Return the fleet with what its squadrons break; in a file, `at`, a rule that is more than a warning is noted."""
    place, squadrons = at.key_span("units") if at else None, []
    for squadron in fleet.squadrons:
        findings = []
        if squadron.limit is not None and squadron.over:
            least = "at least " if squadron.unpriced else ""
            findings.append(Finding(f"{least}{figure(squadron.points)} points, {least}{figure(squadron.over)} over the "
                                    f"limit of {figure(squadron.limit)}", warning=True))
        # what rules may name
        columns, often = _columns(game.unit_types), Counter(ship.base for ship in squadron.ships)
        rows = ({**dict.fromkeys(columns), **ship.unit.values, ALIKE: often[ship.base]} for ship in squadron.ships)
        points, limit = (NOT_KNOWN if number is None else number.numerator if number.denominator == 1 else number
                         for number in (None if squadron.unpriced else squadron.points, squadron.limit))
        values = {"units": Rows.of(columns, tuple({name: row[name] for name in columns} for row in rows)),
                "points": points, "limit": limit, "side": squadron.side.name, "title": fleet.title}
        try:  # a check that depends on an unknown figure finds nothing
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


# --- its lines: which units, how many, what they are called, what has happened to them


class _Around(NamedTuple):
    """What a fleet is read against: the game, and what goes before the words of the file."""

    game: Game
    asked: Asked
    side: Side | None = None  # the fleet's own
    allowed: frozenset[str] = frozenset()  # the sides whose units may be in it


def _side_called(game: Game, word: str) -> Side:
    """Return a side that may be called as it is printed, large or small. Raises PrintshopError for what is none."""
    sides = {name.casefold(): side for side in reversed([*game.sides.values()])
             for name in (side.adjective, side.name, side.key) if name}
    side = game.sides.get(word) or sides.get(word.strip().casefold())
    if side is None:
        hint = suggestion(word, game.sides) if game.sides else f"{game.title} has no sides: leave it out"
        raise failure(f"there is no side '{word}'", hint)
    return side


def _noted_side(at: Reader, name: str, word: str) -> Side | None:
    """Return the side that is called so at a key, None for no word; what is none is noted."""
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
                "what is longer goes into the notes of the fleet")
    return note


def _read_damage(at: Reader, name: str) -> tuple[tuple[str, int, Span], ...]:
    """Return which tracks are marked, how often, and where that is said; records are looked at later."""
    node = at.node(name)
    if node is None or (isinstance(node, Scalar) and node.plain and node.text in ("", "none")):
        return ()
    if not isinstance(node, MappingNode):
        at.fail(name, f"'{name}' of {at.what} must say what of, found {describe(node)}",
                "write for instance {hull: 3}, with a track of its record")
        return ()
    marked = {track: whole_number(entry, f"damage to '{track}' of {at.what}", at.problems, 0, MOST_DAMAGE)
              for track, entry in node.entries.items()}
    return tuple((track, marks, node.key_span(track)) for track, marks in marked.items() if marks)


@block
class Entry(Block):
    """A line of a fleet that is written as a block of keys."""

    unit: str = keys.text("its name in the game")
    count: int | None = keys.whole("how many (1, or as many as there are names)", 1, MOST, default=None)
    name: PlacedTexts = keys.special(_read_names, keys.TEXTS, "what you call it, or them, as no other of its side is "
                                     "called; of several of a kind, whoever has no name is numbered", default=())
    names: PlacedTexts = keys.special(_read_names, keys.TEXTS, default=())
    side: Side | None = keys.special(lambda at, name: _noted_side(at, name, at.text(name, "")),
                                     lambda writer: writer.entry("sides"), "whose it is, in a fleet that has no side")
    damage: tuple[tuple[str, int, Span], ...] = keys.special(
        _read_damage, {"type": ["object", "string", "null"], "additionalProperties": {"type": ["integer", "string"],
        "minimum": 0, "maximum": MOST_DAMAGE}}, "how many circles of its record are marked, by track: `{planks: 2, "
        "cargo.1: 1}`, as with [`--damage`](forms.md)", default=())
    changed: Reader | None = keys.special(
        lambda at, name: at.reader(name), {"type": "object"}, "fields that are otherwise in these: who flies it, what "
        "it carries, `{pilot: Vera Lind, upgrades: [Bomb]}`. They are read, worked out and checked as in the unit's "
        "own file", name="with")
    notes: str = keys.special(_read_note, keys.TEXTS, "a text for its row of the roster", default="")


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of a fleet: `count` units of `base`, as `unit` on their side; some of them have `names`.

    `number` is that of a numbered copy that the line asks for by it, else 0.
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
        """What it shares with the lines among whose units its own are numbered."""
        return self.unit.side.key, "" if self.number else self.base

    def called(self, unit: Unit, game: Game) -> Vessel:
        damage = self.entry.damage
        return Vessel(unit, self.base, points_of(unit, game.unit_types),
                      {track: marks for track, marks, _ in damage}, self.entry.notes, self.span,
                      {track: span for track, _, span in damage})


def _read_ships(at: Reader, name: str) -> tuple[Vessel, ...]:
    """Return the ships of all lines of a fleet, each of which has a name that no other of its side has."""
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
    """Return a line: a text, or a block of keys; None after noting what is wrong with it."""
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
    """Return the unit that a text names, the number of a numbered copy of it (or 0), and how many there are."""
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
    """Return a unit on the side that it fights for."""
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
    """Give the ships of all lines: named, or numbered where there are several; what clashes is noted."""
    taken: dict[tuple[str, str], Span] = {}  # the names that lines give, by side, and where
    alone: Counter[tuple[str, str]] = Counter()
    for line in lines:
        alone[line.like] += line.count - len(line.names)
        for name, span in line.names or (((f"{line.base}-{line.number}", line.span),) if line.number else ()):
            first = taken.setdefault((line.unit.side.key, name), span)
            if first is not span:
                problems.add(span, f"two of them are called {name}", f"the first is at {first}")
    for line in lines:  # a name given to one may be that of another, which stands alone and goes by its own
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


# --- its file


def _read_own_side(at: Reader, name: str) -> Side | None:
    """Return the side of the whole fleet, the one asked for before that of the file; raises PrintshopError."""
    asked = at.context.asked.side
    at.node(name)
    side = _side_called(at.context.game, asked) if asked else _noted_side(at, name, at.text(name, ""))
    at.context = at.context._replace(side=side)
    return side


def _read_allies(at: Reader, name: str) -> tuple[str, ...]:
    """Return the sides of allies; from then on it is known whose units may be there: with a side, its and theirs."""
    side, words = at.context.side, (*at.texts(name), *at.context.asked.allies)
    allies = tuple(ally.key for word in words if (ally := _noted_side(at, name, word)))
    if words and not at.peek("side") and not side:
        at.fail(name, f"{at.what} has allies and no side of its own", "write its 'side', too, or --side")
    at.context = at.context._replace(allowed=frozenset({side.key, *allies} if side else at.context.game.sides))
    return allies


@block
class FleetFile(Block):
    """A fleet as its file has it."""

    game: str = keys.text("the name of the game, or its path from this file; a game that [extends](game.md) another "
                          "will do. Not needed in the folder `fleets` of a game, nor with `--game`", default="")
    title: str = keys.text("what the fleet is called; without it, what its file is called", default="")
    side: Side | None = keys.special(
        _read_own_side, lambda writer: writer.entry("sides"), "whose it is. Left out, units of several sides may be in "
        "one file: then limit and rules go for the units of each side, and units of side `any` have a `side` of their "
        "own")
    allies: tuple[str, ...] = keys.special(
        _read_allies, lambda writer: {"type": ["array", "string"], "items": writer.entry("sides")},
        "other sides whose units may be in the fleet of that side")
    limit: Fraction | None = keys.number(
        "what it may cost. A fleet that costs more is printed all the same, and says so", 0, 1_000_000, default=None)
    notes: Prose = prose("a text for the end of the roster")
    fonts: tuple[FontFile, ...] = keys.special(lambda at, _: read_fonts(at), keys.TEXTS, "files of [fonts](game.md) "
                                               "for its names, where no other font has their characters")
    ships: tuple[Vessel, ...] = keys.special(
        _read_ships, lambda writer: {"type": "array", "items": writer.block(Entry)},
        "a list of names, of `3 x Name`, or of blocks:", name="units", default=...)

    def settled(self, at: Reader) -> Self:
        """Return the file with the limit that is asked for, if one is; none where nothing has points."""
        game, asked = at.context.game, at.context.asked
        limit = self.limit if asked.limit is None else asked.limit
        if limit is not None and not priced(game):
            at.fail("limit", f"nothing has points in {game.title}: there is no limit to keep", "leave it out")
            limit = None
        return replace(self, limit=limit)


# --- the rules of a game that hold of it


@block
class Rule(Block):
    """What must hold of every fleet of a game, and what to say of one of which it does not."""

    that: Formula = keys.formula("a formula that must hold")
    message: Wording = keys.wording("what the player reads where it does not, a text with holes")
    warning: bool = keys.flag("whether such a fleet is printed all the same, and says so at its head; else it is an "
                              "error")

    def settled(self, at: Reader) -> Self | None:
        """Return the rule, worked out for a fleet of which nothing is known: what is wrong even then is noted."""
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
                if node and "division by zero" not in error.message:  # which may never happen in a fleet of more units
                    at.problems.add(place_of(error, node), f"{at.what}: {error.message}", error.hint)
        return self


@block
class Rules(Block):
    """The rules of a game that hold of whole fleets."""

    checks: tuple[Rule, ...] = keys.blocks(Rule, "what must hold of every fleet", entry="check", default=...)

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let them use the names of a fleet, and no others."""
        at.context = replace(at.context, own=Names(NAMES))


def read_rules(reader: Reader, context: Context) -> tuple[Check, ...]:
    """Return the checks of a game's fleets; what is wrong with one is noted, a column that no unit has, too."""
    inner = reader.reader("fleet")
    if inner is None:
        return ()
    inner.context = context
    rules: Rules = keys.read(Rules, inner)
    return tuple(Check(that=rule.that, message=rule.message, warning=rule.warning) for rule in rules.checks)


# --- fleets of a spreadsheet: a row for every line of a fleet, as blocks of its keys ---
#
# The first row names the columns, in any order; each key has other words that are understood as well. Damage is written
# `hull=3; crew=1`, several names are parted by semicolons or line breaks; one with a semicolon in it stands in quotes.
# A column called like a field that names other
# units, the pilot of an aircraft, says who that is in the unit of its row, where something stands there.

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
_QUOTED = re.compile(r'^["\s]|[;\r\n]|\s$|^$')  # a name that is read back only from quotes


def fleet_node(rows: tuple[Row, ...], game: Game, problems: Problems) -> Node | None:
    """Return the rows of a table as the tree of a fleet, or None after noting why it is none."""
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
        by = "commas" if delimiter(parts[0].source.text) == ";" else "semicolons"  # it is parted as cells are
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
    """Return track and amount of "hull = 3", "hull: 3" or "hull 3"; no track if it is none of these."""
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
    """Return a name, or a list of those that semicolons or line breaks part; `Tom;` is a list of one."""
    parts = []
    for match in _ONE_NAME.finditer(cell.text):
        if name := _unquoted(match["quoted"] or (match["plain"] or "").rstrip()):
            shift = match.start("quoted" if match["quoted"] else "plain") * bool(cell.source.text)
            parts.append(Scalar(cell.source, cell.line, cell.column + shift, name, plain=False))
    alone = len(parts) == 1 and not cell.text.endswith(";")
    return parts[0] if alone else SequenceNode(cell.source, cell.line, cell.column, tuple(parts))


def cell_of(names: Sequence[str], *, listed: bool) -> str:
    """Return names as a cell of a table, from which they are read as they are; `listed`: one alone is a list, too."""
    said = [json.dumps(name, ensure_ascii=False) if _QUOTED.search(name) else name for name in names]
    return f"{'; '.join(said)}{';' * (listed and len(said) == 1)}"


def _unquoted(name: str) -> str:
    try:
        return str(json.loads(name)) if name[:1] == '"' else name
    except ValueError:  # quotes within a name
        return name


def _value(cell: Scalar) -> Node:
    """Return whom a field is to name: one, or several parted by semicolons."""
    return _names(cell, Problems()) if ";" in cell.text else replace(cell, plain=True)


def _damage(cell: Scalar, problems: Problems) -> Node:
    """Return what "hull=3; crew=1" says: how many circles of which track."""
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
