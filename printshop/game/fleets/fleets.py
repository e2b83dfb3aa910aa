"""Fleets: units that a player has brought together, with names, damage and notes of their own. One file a fleet.

Where the fleet itself has no side, the units of each side are a force of their own: limit and rules go for each.

Whoever has no name of his own is numbered among his like, Kestrel-1, Kestrel-2 ..., however many lines they stand on.

The rules of a game that hold of a whole fleet stand in game.yaml, `fleet: {checks: [...]}`. A check is a formula `that`
must hold, and a `message` for the player of a fleet of which it does not; with `warning: true` such a fleet is printed
all the same. Both may use

    units          the fleet's units as rows, with every value that units have: count(units, "class_name", "Carrier");
                   besides, `alike` is how many of them are the same unit
    points         what they cost together, unknown if that is not known of all
    limit          what the fleet may cost, unknown if that is not said
    side           the name of the side that it fights for
    title          what it is called
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count, islice
from typing import NamedTuple, Self

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names
from printshop.game.context import Context
from printshop.game.formulas import Wording, place_of
from printshop.game.model import NEUTRAL, Game, Side, Unit, in_series, marks_of
from printshop.game.pictures import FontFile, read_fonts
from printshop.game.scenarios import Prose, counted, figure, points_of, prose
from printshop.game.unit_types import UNIT_NAMES, Check, UnitType
from printshop.game.values import Rows, Value
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe, plain_text, spoken, whole_number
from printshop.problems import PrintshopError, Problems, Span, failure, some, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence

MOST = 1_000  # units in a fleet, on whatever lines
MOST_DAMAGE = 9_999
LONGEST = 200  # characters of a name, and three times as many of a note
NAMES = ("units", "points", "limit", "side", "title")
ALIKE = "alike"


class Asked(NamedTuple):
    """What goes before the words of the file: a side, a limit; and the allies beside those that it names."""

    side: str = ""
    limit: Fraction | None = None
    allies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vessel:
    """One unit of a fleet, under its own name; `base` is its name in the game's data.

    `points` are None where they are not known. `damage` is by track, `places` where the file says so.
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
        for one in self.squadrons:
            whose = f"{one.side.name}: " if len(self.squadrons) > 1 and one.side.name else ""
            yield from (f"{whose}{finding.message}" for finding in one.findings)


def read(node: Node, key: str, game: Game, problems: Problems, asked: Asked) -> Fleet | None:
    """Return the fleet of a file, or None; everything wrong with it is noted.

    Where anything is, the fleet has what else could be read, so that more can be said of that.
    """
    at = Reader(node, problems, f"the fleet '{key}'", _Around(game, asked))
    if not isinstance(node, MappingNode):
        return None
    file: FleetFile = keys.read(FleetFile, at)
    if not file.lines:
        return None
    units = iter(in_series(unit for line in file.lines for unit in line.units))
    ships = tuple(Vessel(unit, line.base, points_of(unit, game.unit_types), line.damage, line.notes, line.span,
                         line.places) for line in file.lines for unit in islice(units, len(line.units)))
    fleet = Fleet(key, file.title or spoken(key), tuple(_squadrons(ships, file.side, file.limit, game)), file.notes,
                  node.span, file.fonts)
    if not at.sound:
        return fleet
    place, squadrons = at.key_span("units"), []
    for one in fleet.squadrons:  # a rule that is more than a warning is noted
        found = _findings(one, fleet.title, game, problems, place)
        squadrons.append(replace(one, findings=tuple(finding for finding in found if finding.warning)))
        for finding in found:
            if not finding.warning:
                problems.add(place, f"{at.what}: {finding.message}")
    return replace(fleet, squadrons=tuple(squadrons))


def gather(title: str, crews: Iterable[tuple[Side, Iterable[Unit]]], game: Game,
           damage: Mapping[str, Mapping[str, int]], *, judged: bool = True) -> Fleet:
    """Return the units of some sides, which no file brings together, as a fleet.

    If it is `judged`, every rule that it breaks is a warning. `damage` is by name, see `printshop.game.model`.
    Raises PrintshopError if a rule cannot be worked out.
    """
    problems, squadrons = Problems(), []
    for side, units in crews:
        ships = (Vessel(unit, unit.base or unit.name, points_of(unit, game.unit_types), marks_of(unit, damage))
                 for unit in units)
        one = Squadron(side, tuple(ships))
        squadrons.append(replace(one, findings=_findings(one, title, game, problems, None) if judged else ()))
    problems.raise_if_any()
    return Fleet("", title, tuple(squadrons))


def priced(game: Game, kinds: Iterable[str] = ()) -> bool:
    """Return whether units have points in a game, known or not; or those of some of its types."""
    asked = [game.unit_types[key] for key in kinds] or game.unit_types.values()
    return any(kind.points in kind.names for kind in asked)


def _squadrons(ships: tuple[Vessel, ...], side: Side | None, limit: Fraction | None, game: Game) -> Iterator[Squadron]:
    """Give the ships of a side's fleet together, of any other side by side, in the order of the sides."""
    order = {key: place for place, key in enumerate(game.sides)}
    ships = tuple(sorted(ships, key=lambda ship: order.get(ship.unit.side.key, len(order))))
    if side is not None:
        yield Squadron(side, ships, limit)
        return
    for key in dict.fromkeys(ship.unit.side.key for ship in ships):
        own = tuple(ship for ship in ships if ship.unit.side.key == key)
        yield Squadron(game.sides.get(key, NEUTRAL), own, limit)


def _findings(one: Squadron, title: str, game: Game, problems: Problems, place: Span | None) -> tuple[Finding, ...]:
    """Return what a squadron breaks: the limit, then the rules of the game."""
    over: tuple[Finding, ...] = ()
    if one.limit is not None and one.over:
        least = "at least " if one.unpriced else ""
        said = f"{least}{figure(one.points)} points, {least}{figure(one.over)} over the limit of {figure(one.limit)}"
        over = (Finding(said, warning=True),)
    rows = rows_of([ship.unit for ship in one.ships], [ship.base for ship in one.ships], game.unit_types)
    values: dict[str, Value] = {
        "units": rows, "points": NOT_KNOWN if one.unpriced else _whole(one.points), "side": one.side.name,
        "limit": NOT_KNOWN if one.limit is None else _whole(one.limit), "title": title}
    try:
        return (*over, *broken(game.fleet_checks, values))
    except FormulaError as error:
        problems.add(place, f"a rule of fleets in {game.title}: {error.message}", error.hint)
        return over


def _whole(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


# --- its lines: which units, how many, what they are called, what has happened to them


class Given(NamedTuple):
    """A name that a ship is given, and where."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a fleet: `count` units of `base`, which serves a side already; `units` once all have names.

    `own` is the name of a numbered copy that the line asks for by its number.
    """

    unit: Unit
    base: str
    count: int
    own: str
    span: Span
    names: tuple[Given, ...] = ()
    damage: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)
    notes: str = ""
    units: tuple[Unit, ...] = ()

    @property
    def like(self) -> tuple[str, str]:
        """What it shares with the lines among whose units its own are numbered."""
        return self.unit.side.key, "" if self.own else self.base


class _Around(NamedTuple):
    """What a fleet is read against: the game, and what goes before the words of the file."""

    game: Game
    asked: Asked
    side: Side | None = None  # the fleet's own
    allowed: frozenset[str] = frozenset()  # the sides whose units may be in it


def side_key(game: Game, word: str) -> str:
    """Return the key of a side that may be called as it is printed, large or small; any other word as it is."""
    known = {name.casefold(): side.key for side in reversed([*game.sides.values()])
             for name in (side.adjective, side.name, side.key) if name}
    return word if word in game.sides else known.get(word.strip().casefold(), word)


def _side(at: Reader, name: str) -> Side | None:
    game = at.context.game
    key = side_key(game, at.text(name, "") or "")
    if key and key not in game.sides:
        at.fail(name, f"there is no side '{key}'", suggestion(key, game.sides))
    side: Side | None = game.sides.get(key)
    return side


def _given(at: Reader, name: str) -> tuple[Given, ...]:
    placed = at.placed_texts(name)
    for text, span in placed:
        if len(text) > LONGEST:
            at.problems.add(span, f"this name has {len(text)} characters, the most are {LONGEST}")
    return tuple(Given(" ".join(text.split()), span) for text, span in placed)


def _note(at: Reader, name: str) -> str:
    note = " ".join(" ".join(at.texts(name)).split())
    if len(note) > 3 * LONGEST:
        at.fail(name, f"this note has {len(note)} characters, the most are {3 * LONGEST}",
                "what is longer goes into the notes of the fleet")
    return note


def _damage(at: Reader, name: str) -> dict[str, tuple[int, Span]]:
    """Return how many circles of which tracks are marked, and where that is said; records are looked at later."""
    node = at.node(name)
    if node is None or (isinstance(node, Scalar) and node.plain and node.text in ("", "none")):
        return {}
    if not isinstance(node, MappingNode):
        at.fail(name, f"'{name}' of {at.what} must say what of, found {describe(node)}",
                "write for instance {hull: 3}, with a track of its record")
        return {}
    marked = {track: whole_number(one, f"damage to '{track}' of {at.what}", at.problems, 0, MOST_DAMAGE)
              for track, one in node.entries.items()}
    return {track: (marks, node.key_span(track)) for track, marks in marked.items() if marks}


@block
class Entry(Block):
    """A line of a fleet that is written as a block of keys."""

    unit: str = keys.text("its name in the game")
    count: int | None = keys.whole("how many (1, or as many as there are names)", 1, MOST, default=None)
    name: tuple[Given, ...] = keys.special(
        _given, keys.TEXTS, "what you call it, or them, as no other of its side is called; of several of a kind, "
        "whoever has no name is numbered")
    names: tuple[Given, ...] = keys.special(_given, keys.TEXTS)
    side: Side | None = keys.special(_side, lambda writer: writer.entry("sides"),
                                     "whose it is, in a fleet that has no side")
    damage: Mapping[str, tuple[int, Span]] = keys.special(
        _damage, {"type": ["object", "string", "null"], "additionalProperties": {
            "type": ["integer", "string"], "minimum": 0, "maximum": MOST_DAMAGE}},
        "how many circles of its record are marked, by track: `{planks: 2, cargo.1: 1}`, as with "
        "[`--damage`](forms.md)")
    notes: str = keys.special(_note, keys.TEXTS, "a text for its row of the roster")


def _lines(at: Reader, name: str) -> tuple[Line, ...]:
    """Return the lines of a fleet with all their units, each of which has a name that no other of its side has."""
    node = at.node(name, required=True)
    if node is not None and (not isinstance(node, Sequence) or not node.items):
        wrong = "is empty" if isinstance(node, Sequence) else f"must be a list, found {describe(node)}"
        at.fail(name, f"'{name}' of {at.what} {wrong}", 'begin each of them with "- ": - 3 x NAME')
    items = node.items if isinstance(node, Sequence) else ()
    lines = tuple(line for number, item in enumerate(items, 1)
                  if (line := _line(item, f"unit {number} of the fleet", at)))
    units = sum(line.count for line in lines)
    if units > MOST:
        at.problems.add(at.key_span(name), f"{at.what} has {units:,} units, at most {MOST:,} are allowed")
        return ()
    return _named(lines, at.problems)


def _line(node: Node, what: str, above: Reader) -> Line | None:
    problems, around = above.problems, above.context
    if not isinstance(node, MappingNode):
        text = plain_text(node, what, problems)
        line = _called(text, node, around.game, problems) if text else None
        return _serving(line, node, around.side, above) if line else None
    at = Reader(node, problems, what, around)
    entry: Entry = keys.read(Entry, at)
    if entry.name and entry.names:
        at.fail("names", f"{at.what} has a 'name' and 'names'", "keep one of the two")
    place = at.peek("unit") or node
    line = _called(entry.unit, place, around.game, problems) if entry.unit else None
    if line is None or not at.sound:
        return None
    names = (*entry.name, *entry.names)
    copies = _how_many(line, entry.count, names, at)
    if len(entry.name) == 1 < copies:
        names = tuple(Given(f"{names[0].name}-{number}", names[0].span) for number in range(1, copies + 1))
    if entry.side and not line.unit.anyones and line.unit.side != entry.side:
        at.fail("side", f"{line.base} belongs to {line.unit.side.name}, not to {entry.side.name}", "leave 'side' out")
    line = replace(line, own="" if names else line.own, count=copies, names=names, notes=entry.notes, span=node.span,
                   damage={track: marks for track, (marks, _) in entry.damage.items()},
                   places={track: span for track, (_, span) in entry.damage.items()})
    return _serving(line, place, entry.side or around.side, above)


def _called(text: str, node: Node, game: Game, problems: Problems) -> Line | None:
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
    own = "" if unit.name in game.units else unit.name
    base = game.units[unit.name.rpartition("-")[0]] if own else unit
    if own and copies > 1:
        problems.add(node.span, f"there is only one {own}", f"write {copies} x {base.name}, or every number on its own")
        return None
    return Line(base, base.name, copies, own, node.span)


def _how_many(line: Line, asked: int | None, names: tuple[Given, ...], at: Reader) -> int:
    """Return how many units a line is for: as its key `count` says, or as the names are."""
    if asked is not None and line.count > 1:
        at.fail("count", f"{at.what} says twice how many there are", "keep one of the two")
    if line.own and (names or (asked or 1) > 1):
        at.fail("unit", f"{line.own} has its number for a name", f"write 'unit: {line.base}'")
    if asked is None and line.count == 1:
        return max(len(names), 1)
    wanted = asked or line.count
    if len(names) > wanted:
        at.problems.add(names[wanted].span, f"{at.what} has {some(len(names), 'name')} for {wanted} x {line.base}",
                        f"write 'count: {len(names)}', or leave names out")
    return wanted


def _serving(line: Line, node: Node, side: Side | None, at: Reader) -> Line | None:
    """Return the line with its unit on the side that it fights for."""
    unit, sides = line.unit, at.context.game.sides
    if not sides:
        return line
    if unit.anyones and side is None:
        at.problems.add(node.span, f"{unit.name} serves any side, and nothing says which",
                        f"say whose with 'side', of the fleet or of this unit, or --side ({', '.join(sides)})")
        return None
    if unit.anyones and side:
        unit = unit.serving(side)
    if unit.side.key not in at.context.allowed:
        at.problems.add(node.span, f"{unit.name} belongs to {unit.side.name}, whose units are not in this fleet",
                        f"leave it out, or write 'allies: {unit.side.key}' for the fleet; of a table, "
                        f"--allies {unit.side.key}")
    return replace(line, unit=unit)


def _named(lines: tuple[Line, ...], problems: Problems) -> tuple[Line, ...]:
    """Return the lines with their units: named, or numbered where there are several; what clashes is noted."""
    taken: dict[tuple[str, str], Span] = {}  # the names that lines give, by side, and where
    alone: Counter[tuple[str, str]] = Counter()
    for line in lines:
        alone[line.like] += line.count - len(line.names)
        for name, span in (*line.names, *((Given(line.own, line.span),) if line.own else ())):
            first = taken.setdefault((line.unit.side.key, name), span)
            if first is not span:
                problems.add(span, f"two of them are called {name}", f"the first is at {first}")
    for line in lines:  # a name given to one may be that of another, which stands alone and goes by its own
        at = taken.get((line.unit.side.key, line.base))
        if at and not line.own and not line.unit.numbered and line.count > len(line.names) and alone[line.like] == 1:
            problems.add(at, f"two of them are called {line.base}", f"the other is at {line.span}: give one of them "
                         "another name")
    numbers = {line.like: _free(line, taken) for line in lines}
    return tuple(replace(line, units=tuple(_units(line, alone[line.like] == 1, numbers[line.like]))) for line in lines)


def _free(line: Line, taken: Collection[tuple[str, str]]) -> Iterator[int]:
    """Give the numbers that no ship has for a name."""
    return (number for number in count(1) if (line.unit.side.key, f"{line.base}-{number}") not in taken)


def _units(line: Line, alone: bool, free: Iterator[int]) -> Iterator[Unit]:
    for given in line.names:
        yield line.unit.christened(given.name, given.span, str(next(free)) if line.unit.numbered else "")
    left = line.count - len(line.names)
    if line.own:
        yield line.unit.numbered_as(int(line.own.rpartition("-")[2]))
    elif alone and left == 1 and not line.unit.numbered:
        yield line.unit
    else:
        yield from (line.unit.numbered_as(next(free)) for _ in range(left))


# --- its file


def _own_side(at: Reader, name: str) -> Side | None:
    """Return the side of the whole fleet, the one asked for before that of the file; raises PrintshopError."""
    game, asked = at.context.game, at.context.asked
    key = side_key(game, asked.side or at.text(name, "") or "")
    at.node(name)
    if key and key not in game.sides:
        hint = suggestion(key, game.sides) if game.sides else f"{game.title} has no sides: leave it out"
        if asked.side:
            raise failure(f"there is no side '{key}'", hint)
        at.fail(name, f"there is no side '{key}'", hint)
    side: Side | None = game.sides.get(key)
    at.context = at.context._replace(side=side)
    return side


def _allies(at: Reader, name: str) -> tuple[str, ...]:
    """Return the sides of allies; from then on it is known whose units may be there: with a side, its and theirs."""
    game, side = at.context.game, at.context.side
    allies = tuple(side_key(game, ally) for ally in (*at.texts(name), *at.context.asked.allies))
    for ally in allies:
        if ally not in game.sides:
            at.fail(name, f"there is no side '{ally}'", suggestion(ally, game.sides))
    if allies and not at.peek("side") and not side:
        at.fail(name, f"{at.what} has allies and no side of its own", "write its 'side', too, or --side")
    at.context = at.context._replace(allowed=frozenset({side.key, *allies} if side else game.sides))
    return allies


def _limit(at: Reader, name: str) -> Fraction | None:
    game, asked = at.context.game, at.context.asked
    limit = at.number(name, None, 0, 1_000_000)
    limit = limit if asked.limit is None else asked.limit
    if limit is not None and not priced(game):
        at.fail(name, f"nothing has points in {game.title}: there is no limit to keep", "leave it out")
        return None
    return limit


@block
class FleetFile(Block):
    """A fleet as its file has it."""

    game: str = keys.text(
        "the name of the game, or its path from this file; a game that [extends](game.md) another will do. Not needed "
        "in the folder `fleets` of a game, nor with `--game`", default="")
    title: str = keys.text("what the fleet is called; without it, what its file is called", default="")
    side: Side | None = keys.special(_own_side, lambda writer: writer.entry("sides"),
                                     "whose it is. Left out, units of several sides may be in one file: then limit and "
                                     "rules go for the units of each side, and units of side `any` have a `side` of "
                                     "their own")
    allies: tuple[str, ...] = keys.special(
        _allies, lambda writer: {"type": ["array", "string"], "items": writer.entry("sides")},
        "other sides whose units may be in the fleet of that side")
    limit: Fraction | None = keys.special(
        _limit, {"type": ["number", "string"], "minimum": 0, "maximum": 1_000_000, "pattern": patterns.stand_in()},
        "what it may cost. A fleet that costs more is printed all the same, and says so")
    notes: Prose = prose("a text for the end of the roster")
    fonts: tuple[FontFile, ...] = keys.special(
        lambda at, _: read_fonts(at), keys.TEXTS,
        "files of [fonts](game.md) for its names, where no other font has their characters")
    lines: tuple[Line, ...] = keys.special(
        _lines, lambda writer: {"type": "array", "items": writer.block(Entry)},
        "a list of names, of `3 x Name`, or of blocks:", name="units", default=...)


# --- the rules of a game that hold of it


class Finding(NamedTuple):
    """A rule that a fleet breaks, told as markup; one that only `warning` is printed with it."""

    message: str
    warning: bool


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


def _columns(types: Mapping[str, UnitType]) -> tuple[str, ...]:
    own = (name for one in types.values() for name in (*one.fields, *one.derived))
    return tuple(dict.fromkeys((*UNIT_NAMES, *own, ALIKE)))


def rows_of(units: SequenceOf[Unit], base: SequenceOf[str], types: Mapping[str, UnitType]) -> Rows:
    """Return units as the rows that formulas look into; `base` is what each of them is in the game's data."""
    columns, often = _columns(types), Counter(base)
    rows = ({**dict.fromkeys(columns), **unit.values, ALIKE: often[name]}
            for unit, name in zip(units, base, strict=True))
    return Rows.of(columns, tuple({name: row[name] for name in columns} for row in rows))


def broken(checks: Iterable[Check], values: Mapping[str, Value]) -> tuple[Finding, ...]:
    """Return the checks that do not hold; what hangs on a figure that is not known says nothing.

    Raises FormulaError for one that cannot be worked out.
    """
    findings = []
    for check in checks:
        holds = check.that.evaluate(values)
        if not holds and holds is not NOT_KNOWN:
            findings.append(Finding(check.message.fill(values), check.warning))
    return tuple(findings)
