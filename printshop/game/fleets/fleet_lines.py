"""The lines of a fleet: which units, how many, what they are called, what has happened to them.

Whoever has no name of his own is numbered among his like, Kestrel-1, Kestrel-2 ..., however many lines they stand on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.forces import counted
from printshop.language.reader import Reader, describe, plain_text, whole_number
from printshop.problems import PrintshopError, Span, some, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from printshop.game.model import Game, Side, Unit
    from printshop.problems import Problems

MOST = 1_000  # units in a fleet, on whatever lines
MOST_DAMAGE = 9_999
LONGEST = 200  # characters of a name, and three times as many of a note


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
    line = _counted(text, node, around) if text else None
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
    line = _counted(text, place, around) if text else None
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


def _counted(text: str, node: Node, around: _Around) -> Line | None:
    """Return the line of "NAME" or "3 x NAME"."""
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
