"""Example deployments: positions of the units on the table before the first turn, checked against rules.

Lengths are in points at full size, from the left and far edges of the table: x to the right, y towards the near edge.
Headings are bearings on the figure: 0 points to the far edge, 90 to the right. A position that breaks a rule is a
problem of the data, reported with the distance measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, compress, pairwise
from pathlib import Path
from typing import NamedTuple, Self

from printshop.game.model import Side, Unit
from printshop.game.pictures import Pictures, picture
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.problems import Span, suggestion
from printshop.units import POINTS_PER, Length

Size = tuple[Length, Length]

EDGES = ("near", "far", "left", "right")
ARCS = ("forward", "aft", "port", "starboard")
NAMED_ONLY = 6 * 72.0  # points: depth of the space for the name of an edge without a strip
SLACK = 0.01  # points: tolerance for rounding errors of floating point
MOST_ZONES, MOST_RANGES, MOST_OTHERS = 12, 12, 60  # few, because the labels on the figure must not overlap


class Place(NamedTuple):
    """A unit with its centre, in points from the left and far edges, and its heading in degrees."""

    unit: Unit
    x: float
    y: float
    heading: float
    span: Span

    @property
    def name(self) -> str:
        """The unit's own name."""
        return self.unit.name


Broken = Iterator[tuple[Place, str]]
"""Units that break a rule, each with the message that follows its name."""


class Stage(NamedTuple):
    """The context of a deployment: the table, the units of the forces by name, and the keys of units to place.

    The units in `placed` must have a position; `places` are the units with one, by name.
    """

    table: Size
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    placed: frozenset[str]
    pictures: Pictures | None = None
    places: Mapping[str, Place] = {}

    def beside(self, middle: Size, size: Size | None = None) -> str:
        """Return a description of the table if a rectangle about a point is not wholly on it, else "".

        Without a `size` only the point is tested.
        """
        halves = [side.points / 2 for side in size] if size else [Fraction(0)] * 2
        within = all(half <= at.points <= side.points - half
                     for at, half, side in zip(middle, halves, self.table, strict=True))
        return "" if within else f"the table, which is {self.table[0].text} x {self.table[1].text}"


def _read_places(at: Reader, name: str, *, required: bool = True) -> tuple[Place, ...]:
    """Return the placed units named at a key; units without a position are reported."""
    places: Mapping[str, Place] = at.context.places
    names = at.texts(name, ... if required else ())
    for unit in names:
        if unit not in places:
            at.fail(name, f"'{unit}' has no position", suggestion(unit, places))
    return tuple(places[unit] for unit in names if unit in places)


def _read_place(at: Reader, name: str) -> Place | None:
    return next(iter(_read_places(at, name)), None)


def _read_side(at: Reader, name: str) -> Side | None:
    stage: Stage = at.context
    key = at.text(name)
    if key and key not in stage.sides:
        at.fail(name, f"there is no side '{key}'", suggestion(key, stage.sides))
    return stage.sides.get(key)


@block
class Position(Block):
    """The position and heading of a unit."""

    at: Size = keys.size("from the left and far edges of the table")
    heading: Fraction = keys.number("0 to the far edge, clockwise", 0, 360)
    key: str = ""
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        stage: Stage = at.context
        if self.key not in stage.units:
            at.problems.add(at.place, f"'{self.key}' does not take part in the scenario",
                            suggestion(self.key, stage.units))
            return None
        if table := stage.beside(self.at):
            at.fail("at", f"{self.key} would stand beside {table}")
        return self


POSITIONS = keys.key(keys.named(Position, entry="the position of", default=...))


@block
class Strip(Block):
    """A table edge that belongs to a side, and the strip along it in which `units` must stand.

    Without a `depth` there is no strip: the edge only has a name.
    """

    side: Side = keys.special(_read_side, lambda writer: writer.entry("sides"), "the side it belongs to", default=...)
    edge: str = keys.choice(EDGES, "near, far, left or right")
    depth: Length | None = keys.length("the depth of the strip in which units must stand", default=None)
    units: tuple[Place, ...] = keys.special(partial(_read_places, required=False), keys.TEXTS, "which units")

    def settled(self, at: Reader) -> Self | None:
        if self.units and "depth" not in at:
            at.fail("units", f"{at.what} has units but no 'depth'", "say how near to the edge they must be")
        return self if self.side else None

    def box(self, width: float, height: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the strip on a table of the given size, in points."""
        depth = float(self.depth) if self.depth else NAMED_ONLY
        return {"far": (0.0, 0.0, width, depth), "near": (0.0, height - depth, width, depth),
                "left": (0.0, 0.0, depth, height), "right": (width - depth, 0.0, depth, height)}[self.edge]

    def broken(self, width: float, height: float) -> Broken:
        """Yield the units that stand outside the strip."""
        x, y, wide, deep = self.box(width, height)
        for place in self.units:
            if not (-SLACK <= place.x - x <= wide + SLACK and -SLACK <= place.y - y <= deep + SLACK):
                yield place, f"must stand within {self.depth.text if self.depth else 'reach'} of the {self.edge} edge"


@block
class Range(Block):
    """The least and the greatest distance between two units."""

    start: Place = keys.special(_read_place, {"type": "string"}, "a unit", name="from", default=...)
    end: Place = keys.special(_read_place, {"type": "string"}, "another one", name="to", default=...)
    at_least: Length = keys.length("the least distance between them")
    at_most: Length = keys.length("the greatest distance between them")

    def settled(self, at: Reader) -> Self | None:  # noqa: ARG002
        return self if self.start and self.end else None

    def broken(self, *_table: float) -> Broken:
        """Yield the second unit if it stands too near to the first or too far away."""
        away = distance(self.start, self.end)
        if not float(self.at_least) - SLACK <= away <= float(self.at_most) + SLACK:
            yield self.end, (f"stands {measured(away, self.at_least)} from {self.start.name}; it must be "
                             f"{self.at_least.text} to {self.at_most.text}")


@block
class LineAhead(Block):
    """Units in line ahead, each within a distance of the next."""

    units: tuple[Place, ...] = keys.special(_read_places, keys.TEXTS, "those in the line, in order", default=...)
    within: Length = keys.length("the greatest distance from each to the next")

    def broken(self, *_table: float) -> Broken:
        """Yield the units that are too far from the unit ahead, or out of line with it."""
        for ahead, behind in pairwise(self.units):
            away = distance(ahead, behind)
            if away > float(self.within) + SLACK:
                yield behind, (f"stands {measured(away, self.within)} from {ahead.name}, the next in its line; at most "
                               f"{self.within.text} is allowed")
            for place, other, arc in ((behind, ahead, "aft"), (ahead, behind, "forward")):
                if arc not in arcs_of(other, place):
                    yield place, f"is not in the {arc} arc of {other.name}, the next in its line"


@block
class Escort(Block):
    """Units that must each stand near one of the units they escort, in one of its `arcs`."""

    units: tuple[Place, ...] = keys.special(_read_places, keys.TEXTS, "those that escort", default=...)
    of: tuple[Place, ...] = keys.special(_read_places, keys.TEXTS, "those that they escort", default=...)
    within: Length = keys.length("the greatest distance from each to one of them")
    arcs: tuple[str, ...] = keys.texts("the arcs of it that are allowed: forward, aft, port, starboard", default=ARCS)

    def settled(self, at: Reader) -> Self:
        for arc in self.arcs:
            if arc not in ARCS:
                at.fail("arcs", f"'{arc}' is not an arc", f"the arcs are {', '.join(ARCS)}")
        return self

    def broken(self, *_table: float) -> Broken:
        """Yield the units that are too far from all units they escort, or in none of the allowed arcs."""
        for place in self.units if self.of else ():
            nearest = min(self.of, key=partial(distance, place))
            away = distance(place, nearest)
            near = [leader for leader in self.of if distance(place, leader) <= float(self.within) + SLACK]
            if not near:
                yield place, (f"stands {measured(away, self.within)} from {nearest.name}, the nearest of those it "
                              f"escorts; at most {self.within.text} is allowed")
            elif not any(arc in self.arcs for leader in near for arc in arcs_of(leader, place)):
                yield place, (f"is in the {arcs_of(nearest, place)[0]} arc of {nearest.name}; it must be "
                              f"{' or '.join(self.arcs)}")


@block
class Scenery(Block):
    """A piece of scenery on the table: its centre, its size and a label."""

    at: Size = keys.size("its centre, from the left and far edges of the table")
    size: Size = keys.size("its width and depth")
    label: str = keys.text("the words on it", default="")

    def settled(self, at: Reader) -> Self:
        if table := at.context.beside(self.at, self.size):
            at.fail("at", f"{at.what} would lie beside {table}")
        return self


def _read_scale(at: Reader, name: str) -> int:
    text = at.text(name, "1:12")
    left, _, right = text.replace(" ", "").partition(":")
    if left == "1" and right.isdigit() and 0 < int(right) <= 1000:
        return int(right)
    at.fail(name, f"'{text}' is not a scale", "write for instance 1:12")
    return 12


@block
class Deployment(Block):
    """An example deployment of the forces. `width` and `height` are those of the table, in points at full size."""

    scale: int = keys.special(_read_scale, {"type": "string"}, "its scale, `1:12`; the words below it", default=12)
    caption: str = keys.text(default="")
    picture: Path | None = picture(
        "a drawing of the table from the game's folder `art/`: it fills the table, below everything else",
        "{1}")
    zones: tuple[Strip, ...] = keys.blocks(
        Strip, "each `edge` (near, far, left, right) with the `side` it belongs to; with a `depth`, the strip in which "
        "`units` must stand", entry="zone", most=MOST_ZONES)
    ranges: tuple[Range, ...] = keys.blocks(Range, "`from`, `to` (two units), `at_least`, `at_most`", entry="range",
                                            most=MOST_RANGES)
    apart: Length | None = keys.length("the least distance between enemies", default=None)
    lines: tuple[LineAhead, ...] = keys.blocks(
        LineAhead, "**`units`** in line ahead, each `within` a distance of the next", entry="line", most=MOST_OTHERS)
    escorts: tuple[Escort, ...] = keys.blocks(Escort, "`units` that are each `within` a distance of one `of` others, "
                                              "in one of its `arcs`", entry="escort", most=MOST_OTHERS)
    scenery: tuple[Scenery, ...] = keys.blocks(Scenery, "other things on the table, drawn as ovals: a list of "
                                               "**`at`**, **`size`** and `label`", entry="scenery", most=MOST_OTHERS)
    places: Mapping[str, Place] = keys.special(
        lambda at, _: at.context.places, POSITIONS.shape, "by unit: `at`, from the left and far edges of the table, "
        "and `heading`, 0 to the far edge, clockwise. All units of the forces that have a counter or a base must be "
        "there; others, such as crews, may", name="positions", default=...)
    width: float = 0.0
    height: float = 0.0

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Read the positions first, because the other keys refer to the placed units."""
        stage: Stage = at.context
        named = at.named("positions", "the position of", required=True)
        missing = [name for name in stage.units if named and name in stage.placed and name not in dict(named)]
        if missing:
            at.fail("positions", f"no position is given for {', '.join(missing)}",
                    f"write {missing[0]}: {{at: 30 in x 8 in, heading: 90}}")
        positions: tuple[Position, ...] = POSITIONS.take(at, "positions")
        at.context = stage._replace(places={
            position.key: Place(stage.units[position.key], float(position.at[0]), float(position.at[1]),
                                float(position.heading), position.span or Span("")) for position in positions})

    def settled(self, at: Reader) -> Self:
        width, height = map(float, at.context.table)
        rules: tuple[Strip | Range | LineAhead | Escort, ...] = (
            *self.zones, *self.ranges, *self.lines, *self.escorts)
        for place, message in chain(*(rule.broken(width, height) for rule in rules), self._too_near()):
            at.problems.add(place.span, f"{place.name} {message}")
        return replace(self, width=width, height=height)

    def _too_near(self) -> Broken:
        """Yield the units that stand too near to an enemy."""
        for other, place in combinations(self.places.values(), 2) if self.apart else ():
            away = distance(place, other)
            if self.apart and other.unit.side.key != place.unit.side.key and away < float(self.apart) - SLACK:
                yield place, (f"stands {measured(away, self.apart)} from {other.name}; enemies must be at least "
                              f"{self.apart.text} apart")


def distance(place: Place, other: Place) -> float:
    """Return the distance between the centres of two units, in points."""
    return math.hypot(place.x - other.x, place.y - other.y)


def arcs_of(place: Place, other: Place) -> tuple[str, ...]:
    """Return the arc of the first unit in which the second stands; two arcs if it stands on their boundary.

    The forward and aft arcs reach from the centre to both corners of the base at that end.
    """
    size = place.unit.size
    half = 45.0 if size is None or not size.length.points else math.degrees(
        math.atan(float(size.width.points / size.length.points)))
    course = math.degrees(math.atan2(other.x - place.x, place.y - other.y)) - place.heading
    bearing, slack = (course + 180) % 360 - 180, 1e-6
    inside = (abs(bearing) <= half + slack, abs(bearing) >= 180 - half - slack,
              -180 + half - slack <= bearing <= -half + slack, half - slack <= bearing <= 180 - half + slack)
    return tuple(compress(ARCS, inside))


def measured(points: float, like: Length) -> str:
    """Return a length as a player measures it, to a tenth of a unit: mm or cm if `like` is in these, else inches.

    >>> from printshop.units import parse_length
    >>> measured(75.6, parse_length("6 in")), measured(720, parse_length("2 ft"))
    ('1.1 in', '10 in')
    """
    unit = like.unit if like.unit in ("mm", "cm") else "in"
    return f"{points / float(POINTS_PER[unit]) + 1e-9:.1f}".removesuffix(".0") + f" {unit}"
