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
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.fleets.fleet_lines import Line, read_lines, side_key
from printshop.game.fleets.fleet_rules import Finding, broken, rows_of
from printshop.game.forces import Prose, figure, points_of, read_prose
from printshop.game.model import NEUTRAL, in_series, marks_of
from printshop.game.pictures import FontFile, read_fonts
from printshop.language.reader import Reader, spoken
from printshop.problems import Problems, Span, failure, suggestion
from printshop.source import Mapping as MappingNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from printshop.game.model import Game, Side, Unit
    from printshop.game.values import Value
    from printshop.source import Node

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
