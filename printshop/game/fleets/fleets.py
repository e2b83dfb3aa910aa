"""Fleets: units that a player has brought together, with names, damage and notes of their own. One file a fleet.

The keys of a fleet:

    game           the game: its name, or its path from this file
    title          what the fleet is called (optional)
    side           whose it is: units of side `any` serve it (optional)
    allies         the other sides whose units may be in it (optional)
    limit          the points that it may cost (optional)
    notes          texts for the end of the roster (optional)
    fonts          files of fonts for its names, see `printshop.game.pictures` (optional)
    units          a list: NAME, 3 x NAME, or blocks of the keys below

    unit           the unit in the game's data
    count          how many of it (1)
    name, names    what its owner calls it; of several, a list, or one name that is numbered
    side           whose it is, where the fleet has units of several sides
    damage         by track of its record, how many circles are marked: {hull: 3}
    notes          a text for its row of the roster

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
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names
from printshop.game.formulas import place_of, read_formula, read_wording
from printshop.game.model import NEUTRAL, in_series, marks_of
from printshop.game.pictures import FontFile, read_fonts
from printshop.game.scenarios import Prose, counted, figure, points_of, read_prose
from printshop.game.unit_types import UNIT_NAMES, Check
from printshop.game.values import Rows, Value
from printshop.language.reader import Reader, describe, plain_text, spoken, whole_number
from printshop.problems import PrintshopError, Problems, Span, failure, some, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from collections.abc import Sequence as SequenceOf

    from printshop.game.model import Game, Side, Unit
    from printshop.game.unit_types import UnitType

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
    reader = Reader(node, problems, f"the fleet '{key}'")
    if not isinstance(node, MappingNode):
        return None
    before = len(problems)
    reader.text("game", "")
    title, notes = reader.text("title", spoken(key)), read_prose(reader, "notes") or ()
    side, limit = _side(reader, game, asked), _limit(reader, game, asked)
    lines, fonts = read_lines(reader, game, side, asked.allies), read_fonts(reader)
    reader.done()
    if not lines:
        return None
    ships = _ships(lines, game)
    fleet = Fleet(key, title, tuple(_squadrons(ships, side, limit, game)), notes, node.span, fonts)
    return fleet if len(problems) > before else _checked(fleet, game, problems, reader)


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


def _side(reader: Reader, game: Game, asked: Asked) -> Side | None:
    key = side_key(game, asked.side or reader.text("side", "") or "")
    reader.node("side")
    if key and key not in game.sides:
        hint = suggestion(key, game.sides) if game.sides else f"{game.title} has no sides: leave it out"
        if asked.side:
            raise failure(f"there is no side '{key}'", hint)
        reader.fail("side", f"there is no side '{key}'", hint)
    return game.sides.get(key)


def _limit(reader: Reader, game: Game, asked: Asked) -> Fraction | None:
    limit = reader.number("limit", None, 0, 1_000_000)
    if asked.limit is not None or limit is None:
        limit = asked.limit
    if limit is not None and not priced(game):
        reader.fail("limit", f"nothing has points in {game.title}: there is no limit to keep", "leave it out")
        return None
    return limit


def priced(game: Game, kinds: Iterable[str] = ()) -> bool:
    """Return whether units have points in a game, known or not; or those of some of its types."""
    asked = [game.unit_types[key] for key in kinds] or game.unit_types.values()
    return any(kind.points in kind.names for kind in asked)


def _ships(lines: tuple[Line, ...], game: Game) -> tuple[Vessel, ...]:
    """Return every unit of the lines as a ship, numbered within its like where its type says so."""
    units = iter(in_series(unit for line in lines for unit in line.units))
    return tuple(Vessel(unit, line.base, points_of(unit, game.unit_types), line.damage, line.notes, line.span,
                      line.places)
                 for line in lines for unit in [next(units) for _ in line.units])


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


def _checked(fleet: Fleet, game: Game, problems: Problems, reader: Reader) -> Fleet:
    """Return the fleet with what it breaks of the rules; a rule that is more than a warning is noted."""
    place, squadrons = reader.key_span("units"), []
    for one in fleet.squadrons:
        found = _findings(one, fleet.title, game, problems, place)
        squadrons.append(replace(one, findings=tuple(finding for finding in found if finding.warning)))
        for finding in found:
            if not finding.warning:
                problems.add(place, f"{reader.what}: {finding.message}")
    return replace(fleet, squadrons=tuple(squadrons))


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
    names: tuple[Given, ...]
    damage: Mapping[str, int]
    places: Mapping[str, Span]
    notes: str
    span: Span
    units: tuple[Unit, ...] = ()


class _Around(NamedTuple):
    """What a line may refer to: the game, the fleet's own side, and those whose units may be in it."""

    game: Game
    side: Side | None
    allowed: frozenset[str]
    problems: Problems


def side_key(game: Game, word: str) -> str:
    """Return the key of a side that may be called as it is printed, large or small; any other word as it is."""
    known = {name.casefold(): side.key for side in reversed([*game.sides.values()])
             for name in (side.adjective, side.name, side.key) if name}
    return word if word in game.sides else known.get(word.strip().casefold(), word)


def read_lines(reader: Reader, game: Game, side: Side | None, allies: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """Return the lines of a fleet with all their units, each of which has a name that no other of its side has.

    `allies` are asked for beside those that the file names.
    """
    node = reader.node("units", required=True)
    if node is not None and (not isinstance(node, Sequence) or not node.items):
        wrong = "is empty" if isinstance(node, Sequence) else f"must be a list, found {describe(node)}"
        reader.fail("units", f"'units' of {reader.what} {wrong}", 'begin each of them with "- ": - 3 x NAME')
    around = _Around(game, side, _allowed(reader, game, side, allies), reader.problems)
    items = node.items if isinstance(node, Sequence) else ()
    found = tuple(line for number, item in enumerate(items, 1) if (line := _line(item, number, around)))
    count = sum(line.count for line in found)
    if count > MOST:
        reader.problems.add(reader.key_span("units"),
                            f"{reader.what} has {count:,} units, at most {MOST:,} are allowed")
        return ()
    return _named(found, reader.problems)


def _allowed(reader: Reader, game: Game, side: Side | None, asked: tuple[str, ...]) -> frozenset[str]:
    """Return the sides whose units may be there: with a side of its own, a fleet has that and its allies."""
    allies = tuple(side_key(game, ally) for ally in (*reader.texts("allies"), *asked))
    for ally in allies:
        if ally not in game.sides:
            reader.fail("allies", f"there is no side '{ally}'", suggestion(ally, game.sides))
    if allies and not reader.peek("side") and not side:
        reader.fail("allies", f"{reader.what} has allies and no side of its own", "write its 'side', too, or --side")
    return frozenset({side.key, *allies}) if side else frozenset(game.sides)


def _line(node: Node, number: int, around: _Around) -> Line | None:
    what = f"unit {number} of the fleet"
    if isinstance(node, MappingNode):
        return _block(node, Reader(node, around.problems, what), around)
    text = plain_text(node, what, around.problems)
    line = _called(text, node, around) if text else None
    return _serving(line, node, around.side, around) if line else None


def _block(node: Node, reader: Reader, around: _Around) -> Line | None:
    """Return a line that is written as a block of keys, or None after noting what is wrong with it."""
    before = len(around.problems)
    text, own = reader.text("unit"), _own_side(reader, around.game)
    names, notes = _names(reader), _note(reader)
    asked = reader.whole("count", None, 1, MOST)
    damage, places = _damage(reader)
    reader.done()
    place = reader.node("unit") or node
    line = _called(text, place, around) if text else None
    if line is None or len(around.problems) > before:
        return None
    count = _how_many(line, asked, names, reader)
    if "name" in reader and len(names) == 1 < count:
        names = tuple(Given(f"{names[0].name}-{one}", names[0].span) for one in range(1, count + 1))
    if own and not line.unit.anyones and line.unit.side != own:
        reader.fail("side", f"{line.base} belongs to {line.unit.side.name}, not to {own.name}", "leave 'side' out")
    line = replace(line, own="" if names else line.own, count=count, names=names, notes=notes, damage=damage,
                   places=places, span=node.span)
    return _serving(line, place, own or around.side, around)


def _called(text: str, node: Node, around: _Around) -> Line | None:
    count, name = counted(text.strip())
    if not 1 <= count <= MOST:
        around.problems.add(node.span, f"{count} x {name}: there can be 1 to {MOST:,} of a unit")
        return None
    units = around.game.units
    try:
        unit = around.game.find(name)
    except PrintshopError as error:
        for problem in error.problems:
            around.problems.add(problem.span or node.span, problem.message, problem.hint)
        return None
    own = "" if unit.name in units else unit.name
    base = units[unit.name.rpartition("-")[0]] if own else unit
    if own and count > 1:
        around.problems.add(node.span, f"there is only one {own}",
                            f"write {count} x {base.name}, or every number on its own")
        return None
    return Line(base, base.name, count, own, (), {}, {}, "", node.span)


def _how_many(line: Line, count: int | None, names: tuple[Given, ...], reader: Reader) -> int:
    """Return how many units a line is for: as `count` says, or as the names are."""
    if count is not None and line.count > 1:
        reader.fail("count", f"{reader.what} says twice how many there are", "keep one of the two")
    if line.own and (names or (count or 1) > 1):
        reader.fail("unit", f"{line.own} has its number for a name", f"write 'unit: {line.base}'")
    if count is None and line.count == 1:
        return max(len(names), 1)
    wanted = count or line.count
    if len(names) > wanted:
        reader.problems.add(names[wanted].span,
                            f"{reader.what} has {some(len(names), 'name')} for {wanted} x {line.base}",
                            f"write 'count: {len(names)}', or leave names out")
    return wanted


def _own_side(reader: Reader, game: Game) -> Side | None:
    key = side_key(game, reader.text("side", "") or "")
    if key and key not in game.sides:
        reader.fail("side", f"there is no side '{key}'", suggestion(key, game.sides))
    return game.sides.get(key)


def _serving(line: Line, node: Node, side: Side | None, around: _Around) -> Line | None:
    """Return the line with its unit on the side that it fights for."""
    unit, sides = line.unit, around.game.sides
    if not sides:
        return line
    if unit.anyones and side is None:
        around.problems.add(node.span, f"{unit.name} serves any side, and nothing says which",
                            f"say whose with 'side', of the fleet or of this unit, or --side ({', '.join(sides)})")
        return None
    if unit.anyones and side:
        unit = unit.serving(side)
    if unit.side.key not in around.allowed:
        around.problems.add(node.span, f"{unit.name} belongs to {unit.side.name}, whose units are not in this fleet",
                            f"leave it out, or write 'allies: {unit.side.key}' for the fleet; of a table, "
                            f"--allies {unit.side.key}")
    return replace(line, unit=unit)


def _names(reader: Reader) -> tuple[Given, ...]:
    if "name" in reader and "names" in reader:
        reader.fail("names", f"{reader.what} has a 'name' and 'names'", "keep one of the two")
    found = [*reader.placed_texts("name"), *reader.placed_texts("names")]
    for name, span in found:
        if len(name) > LONGEST:
            reader.problems.add(span, f"this name has {len(name)} characters, the most are {LONGEST}")
    return tuple(Given(" ".join(name.split()), span) for name, span in found)


def _note(reader: Reader) -> str:
    note = " ".join(" ".join(reader.texts("notes")).split())
    if len(note) > 3 * LONGEST:
        reader.fail("notes", f"this note has {len(note)} characters, the most are {3 * LONGEST}",
                    "what is longer goes into the notes of the fleet")
    return note


def _damage(reader: Reader) -> tuple[dict[str, int], dict[str, Span]]:
    """Return how many circles of which tracks are marked; whether the record has them is seen when it is drawn."""
    node = reader.node("damage")
    if node is None or (isinstance(node, Scalar) and node.plain and node.text in ("", "none")):
        return {}, {}
    if not isinstance(node, MappingNode):
        reader.fail("damage", f"'damage' of {reader.what} must say what of, found {describe(node)}",
                    "write for instance {hull: 3}, with a track of its record")
        return {}, {}
    what, found = f"of {reader.what}", {}
    for track, one in node.entries.items():
        marks = whole_number(one, f"damage to '{track}' {what}", reader.problems, 0, MOST_DAMAGE)
        if marks:
            found[track] = marks
    return found, {track: node.key_span(track) for track in found}


def _named(lines: tuple[Line, ...], problems: Problems) -> tuple[Line, ...]:
    """Return the lines with their units: named, or numbered where there are several; what clashes is noted."""
    taken = _taken(lines, problems)
    alone: Counter[tuple[str, str]] = Counter()
    for line in lines:
        alone[_like(line)] += line.count - len(line.names)
    _check_mistaken(lines, alone, taken, problems)
    numbers: dict[tuple[str, str], Iterator[int]] = {}
    return tuple(replace(line, units=tuple(_units(line, alone[_like(line)] == 1, numbers, taken))) for line in lines)


def _check_mistaken(lines: tuple[Line, ...], alone: Counter[tuple[str, str]],
                    taken: dict[tuple[str, str], Span], problems: Problems) -> None:
    """Note every name given to a unit that is that of another, which stands alone and goes by the name that it has."""
    for line in lines:
        at = taken.get((line.unit.side.key, line.base))
        if at and not line.own and not line.unit.numbered and line.count > len(line.names) and alone[_like(line)] == 1:
            problems.add(at, f"two of them are called {line.base}", f"the other is at {line.span}: give one of them "
                         "another name")


def _like(line: Line) -> tuple[str, str]:
    return line.unit.side.key, "" if line.own else line.base


def _taken(lines: tuple[Line, ...], problems: Problems) -> dict[tuple[str, str], Span]:
    """Return every name that a line gives, by side, and where; the same name twice is noted."""
    first: dict[tuple[str, str], Span] = {}
    for line in lines:
        given = (*line.names, *((Given(line.own, line.span),) if line.own else ()))
        for name, span in given:
            key = line.unit.side.key, name
            if key in first:
                problems.add(span, f"two of them are called {name}", f"the first is at {first[key]}")
            first.setdefault(key, span)
    return first


def _units(line: Line, alone: bool, numbers: dict[tuple[str, str], Iterator[int]],
           taken: Collection[tuple[str, str]]) -> Iterator[Unit]:
    free = numbers.setdefault(_like(line), _free(line, taken))
    for given in line.names:
        yield line.unit.christened(given.name, given.span, str(next(free)) if line.unit.numbered else "")
    if line.own:
        yield line.unit.numbered_as(int(line.own.rpartition("-")[2]))
        return
    count = line.count - len(line.names)
    if alone and count == 1 and not line.unit.numbered:
        yield line.unit
        return
    yield from (line.unit.numbered_as(next(free)) for _ in range(count))


def _free(line: Line, taken: Collection[tuple[str, str]]) -> Iterator[int]:
    """Give the numbers that no ship has for a name."""
    number = 0
    while True:
        number += 1
        if (line.unit.side.key, f"{line.base}-{number}") not in taken:
            yield number


# --- the rules of a game that hold of it


class Finding(NamedTuple):
    """A rule that a fleet breaks, told as markup; one that only `warning` is printed with it."""

    message: str
    warning: bool


def read_fleet_checks(reader: Reader, types: Mapping[str, UnitType],
                      constants: Mapping[str, object]) -> tuple[Check, ...]:
    """Return the checks of a game's fleets; what is wrong with one is noted, a column that no unit has, too."""
    inner = reader.reader("fleet")
    if inner is None:
        return ()
    names, trial = Names(NAMES, constants), _trial(types)
    found = [_read_check(one, names, trial) for one in inner.readers("checks", "check", required=True)]
    inner.done()
    return tuple(check for check in found if check)


def _read_check(reader: Reader, names: Names, trial: Mapping[str, Value]) -> Check | None:
    that, message = reader.node("that", required=True), reader.node("message", required=True)
    warning = reader.flag("warning")
    reader.done()
    if that is None or message is None:
        return None
    before = len(reader.problems)
    formula = read_formula(that, f"'that' of {reader.what}", names, reader.problems)
    wording = read_wording(message, f"'message' of {reader.what}", names, reader.problems)
    if formula is None or len(reader.problems) > before:
        return None
    _try(formula, that, reader, trial)
    for hole in wording.holes:
        _try(hole.formula, message, reader, trial)
    return Check(that=formula, message=wording, warning=warning)


def _try(formula: Formula, node: Node, reader: Reader, trial: Mapping[str, Value]) -> None:
    """Work a formula out for a fleet of which nothing is known: what is wrong even then is wrong with the formula."""
    try:
        formula.evaluate(trial)
    except FormulaError as error:
        if "division by zero" not in error.message:  # which may never happen in a fleet of more than one unit
            reader.problems.add(place_of(error, node), f"{reader.what}: {error.message}", error.hint)


def _trial(types: Mapping[str, UnitType]) -> dict[str, Value]:
    columns = _columns(types)
    unit: dict[str, Value] = dict.fromkeys(columns, NOT_KNOWN)
    return {**dict.fromkeys(NAMES, NOT_KNOWN), "units": Rows.of(columns, (unit,))}


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
