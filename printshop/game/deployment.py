"""Example deployments: the positions of the units on the table before the first turn, checked against rules.

Lengths are in points at full size, from the left and far edges of the table: x to the right, y towards the near
edge. Headings are bearings on the figure in degrees clockwise: 0 points to the far edge, 90 to the right. If a
position breaks a rule, this is reported as a problem of the data, with the measured distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, compress, pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.game.model import Side, Unit
from printshop.game.pictures import Pictures, picture_key
from printshop.game.unit_lists import ANY_UNITS_SCHEMA, read_unit_texts, unit_list_key
from printshop.game.unit_types import UnitType
from printshop.lengths import POINTS_PER_UNIT, Length
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader

Size = tuple[Length, Length]

EDGES = ("near", "far", "left", "right")
ARCS = ("forward", "aft", "port", "starboard")
NAME_DEPTH = 6 * 72.0  # points: depth of the space for the name of an edge without a strip
TOLERANCE = 0.01  # points: tolerance for rounding errors of floating point
MAX_ZONES, MAX_RANGES, MAX_OTHER_ENTRIES = 12, 12, 60  # few, because the labels on the figure must not overlap


class PlacedUnit(NamedTuple):
    """A unit with its centre (in points from the left and far edges of the table) and its heading in degrees."""

    unit: Unit
    x: float
    y: float
    heading: float
    span: Span
    course: tuple[Size, ...] = ()  # the points from which it has come
    label: str = ""  # the words beside it, in place of its name

    @property
    def name(self) -> str:
        """The name of the unit."""
        return self.unit.name


Violations = Iterator[tuple[PlacedUnit, str]]
"""Units that break a rule. Each comes with a message, which is reported after the name of the unit."""


class DeploymentContext(NamedTuple):
    """The context of a deployment: the table, the sides, and the units of the forces by name.

    The units in `required_units` must have a position. `placed_units` are the units that have a position, by
    name.
    """

    table: Size
    sides: Mapping[str, Side]
    units: Mapping[str, Unit]
    required_units: frozenset[str]
    pictures: Pictures | None = None
    unit_types: Mapping[str, UnitType] = {}
    placed_units: Mapping[str, PlacedUnit] = {}

    def describe_if_outside(self, middle: Size, size: Size | None = None) -> str:
        """Return a description of the table if a rectangle is not wholly on the table.

        Return "" if it is. `middle` is the centre of the rectangle. If no `size` is given, only this point is tested.
        """
        halves = [side.points / 2 for side in size] if size else [Fraction(0)] * 2
        is_inside = all(half_size <= coordinate.points <= side.points - half_size
                        for coordinate, half_size, side in zip(middle, halves, self.table, strict=True))
        return "" if is_inside else f"the table, which is {self.table[0].text} x {self.table[1].text}"


def _read_placed_units(reader: Reader, name: str, *, required: bool = True) -> tuple[PlacedUnit, ...]:
    """Return the placed units whose names are the value of a key. Report units without a position."""
    placed_units: Mapping[str, PlacedUnit] = reader.context.placed_units
    units = (replace(placed.unit, name=key, copies=1) for key, placed in placed_units.items())
    names = read_unit_texts(reader, name, units, ... if required else ())
    for unit in names:
        if unit not in placed_units:
            reader.add_problem(name, f"'{unit}' has no position", suggest_name(unit, placed_units))
    return tuple(placed_units[unit] for unit in names if unit in placed_units)


def _placed_units_key(description: str, *, required: bool = True) -> Any:
    return unit_list_key(partial(_read_placed_units, required=required), ANY_UNITS_SCHEMA, description,
                         unit_role="figure", **{"default": ...} if required else {})


def _placed_unit_key(description: str = "", *, name: str) -> Any:
    return unit_list_key(lambda reader, name: next(iter(_read_placed_units(reader, name)), None), {"type": "string"},
                         description, name=name, unit_role="figure", default=...)


def _read_side(reader: Reader, name: str) -> Side | None:
    context: DeploymentContext = reader.context
    key = reader.read_text(name)
    if key and key not in context.sides:
        reader.add_problem(name, f"there is no side '{key}'", suggest_name(key, context.sides))
    return context.sides.get(key)


@data_block
class Position(DataBlock):
    """The position and heading of a unit."""

    at: Size = keys.size("the position, as the distances from the left and far edges of the table")
    heading: Fraction = keys.number("the heading in degrees clockwise. 0 is towards the far edge", 0, 360,
                                    label="Direction in degrees")
    start: Size | None = keys.size(default=None, name="from")
    corner: Size | None = keys.size(default=None, name="by")
    label: str = keys.text(default="")
    key: str = ""
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        context: DeploymentContext = reader.context
        if self.key not in context.units:
            reader.problems.add(reader.mapping_span, f"'{self.key}' does not take part in the scenario",
                                suggest_name(self.key, context.units))
            return None
        if table := context.describe_if_outside(self.at):
            reader.add_problem("at", f"{self.key} must stand on {table}")
        return self


POSITIONS = keys.get_key(keys.named_blocks(Position, entry_label="the position of", adding="Add a position",
                                           default=...))


@data_block
class DeploymentZone(DataBlock):
    """A table edge that belongs to a side, and the strip along this edge in which `units` must stand.

    If there is no `depth`, there is no strip, and the edge only belongs to the side.
    """

    side: Side = keys.custom(_read_side, lambda writer: writer.make_entry_schema("sides"),
                             "the side that the edge belongs to",
                             default=...)
    edge: str = keys.choice(EDGES, "the edge: near, far, left or right", label="At the edge")
    depth: Length | None = keys.length("the depth of the strip in which units must stand", default=None)
    units: tuple[PlacedUnit, ...] = _placed_units_key("the units that must stand in the strip", required=False)

    def validate(self, reader: Reader) -> Self | None:
        if self.units and "depth" not in reader:
            reader.add_problem("units", f"{reader.label} has 'units', but no 'depth'",
                               "add the depth of the strip in which the units must stand, for example 'depth: 12 in'")
        return self if self.side else None

    def find_rectangle(self, width: float, height: float) -> tuple[float, float, float, float]:
        """Return the x, y, width and height of the strip in points.

        `width` and `height` are the size of the table in points.
        """
        depth = float(self.depth) if self.depth else NAME_DEPTH
        return {"far": (0.0, 0.0, width, depth), "near": (0.0, height - depth, width, depth),
                "left": (0.0, 0.0, depth, height), "right": (width - depth, 0.0, depth, height)}[self.edge]

    def find_violations(self, width: float, height: float) -> Violations:
        """Yield the units that stand outside the strip."""
        x, y, strip_width, strip_depth = self.find_rectangle(width, height)
        for placed_unit in self.units:
            if not (-TOLERANCE <= placed_unit.x - x <= strip_width + TOLERANCE
                    and -TOLERANCE <= placed_unit.y - y <= strip_depth + TOLERANCE):
                yield (
                    placed_unit,
                    f"must stand within {self.depth.text if self.depth else 'reach'} of the {self.edge} edge",
                )


@data_block
class DistanceRule(DataBlock):
    """The least and greatest distances allowed between two units."""

    start: PlacedUnit = _placed_unit_key("the first unit", name="from")
    end: PlacedUnit = _placed_unit_key("the second unit", name="to")
    at_least: Length = keys.length("the least distance between the two units")
    at_most: Length = keys.length("the greatest distance between the two units")

    def validate(self, reader: Reader) -> Self | None:  # noqa: ARG002
        return self if self.start and self.end else None

    def find_violations(self, *_table: float) -> Violations:
        """Yield the second unit if it stands too near to the first unit or too far from it."""
        distance_apart = measure_unit_distance(self.start, self.end)
        if not float(self.at_least) - TOLERANCE <= distance_apart <= float(self.at_most) + TOLERANCE:
            yield self.end, (f"stands {format_distance(distance_apart, self.at_least)} from {self.start.name}, but the "
                             f"distance must be {self.at_least.text} to {self.at_most.text}")


@data_block
class Shot(DataBlock):
    """An attack of one unit on another, with the words on its line."""

    start: PlacedUnit = _placed_unit_key(name="from")
    end: PlacedUnit = _placed_unit_key(name="to")
    label: str = keys.text()

    def validate(self, reader: Reader) -> Self | None:  # noqa: ARG002
        return self if self.start and self.end else None


@data_block
class LineAhead(DataBlock):
    """Units in line ahead. Each unit stands within a given distance of the next unit."""

    units: tuple[PlacedUnit, ...] = _placed_units_key("the units in the line, from the first to the last")
    within: Length = keys.length("the greatest distance from each unit to the next unit")

    def find_violations(self, *_table: float) -> Violations:
        """Yield the units that are too far from the unit ahead of them, or out of line with a neighbour."""
        for ahead, behind in pairwise(self.units):
            distance_apart = measure_unit_distance(ahead, behind)
            if distance_apart > float(self.within) + TOLERANCE:
                yield behind, (f"stands {format_distance(distance_apart, self.within)} from {ahead.name}, the unit "
                               f"ahead in the line; at most {self.within.text} is allowed")
            for placed_unit, other, arc in ((behind, ahead, "aft"), (ahead, behind, "forward")):
                if arc not in find_arcs(other, placed_unit):
                    yield placed_unit, f"is not in the {arc} arc of {other.name}, the neighbouring unit in the line"


@data_block
class Escort(DataBlock):
    """Units that escort others. Each must stand near an escorted unit, in one of the `arcs` of the escorted unit."""

    units: tuple[PlacedUnit, ...] = _placed_units_key("the escorts")
    of: tuple[PlacedUnit, ...] = _placed_units_key("the escorted units")
    within: Length = keys.length("the greatest distance from each escort to one of the escorted units")
    arcs: tuple[str, ...] = keys.texts("the arcs of the escorted unit in which the escort may stand: forward, aft, "
                                       "port, starboard", default=ARCS)

    def validate(self, reader: Reader) -> Self:
        for arc in self.arcs:
            if arc not in ARCS:
                reader.add_problem("arcs", f"'{arc}' is not an arc", f"the arcs are {', '.join(ARCS)}")
        return self

    def find_violations(self, *_table: float) -> Violations:
        """Yield the escorts that are too far from all escorted units, or in none of the allowed arcs."""
        for placed_unit in self.units if self.of else ():
            nearest = min(self.of, key=partial(measure_unit_distance, placed_unit))
            distance_apart = measure_unit_distance(placed_unit, nearest)
            near_leaders = [leader for leader in self.of
                            if measure_unit_distance(placed_unit, leader) <= float(self.within) + TOLERANCE]
            if not near_leaders:
                yield placed_unit, (f"stands {format_distance(distance_apart, self.within)} from {nearest.name}, the "
                                    f"nearest escorted unit; at most {self.within.text} is allowed")
            elif not any(arc in self.arcs for leader in near_leaders for arc in find_arcs(leader, placed_unit)):
                yield placed_unit, (f"is in the {find_arcs(nearest, placed_unit)[0]} arc of {nearest.name}, but the "
                                    f"arc must be {' or '.join(self.arcs)}")


@data_block
class TableScenery(DataBlock):
    """A piece of scenery on the table, with its centre, size and label."""

    at: Size = keys.size("the centre, as the distances from the left and far edges of the table")
    size: Size = keys.size("the width and depth")
    label: str = keys.text("the words on the oval", default="")

    def validate(self, reader: Reader) -> Self:
        if table := reader.context.describe_if_outside(self.at, self.size):
            reader.add_problem("at", f"{reader.label} must lie wholly on {table}")
        return self


def _read_scale(reader: Reader, name: str) -> int:
    text = reader.read_text(name, "1:12")
    left, _, right = text.replace(" ", "").partition(":")
    if left == "1" and right.isdigit() and 0 < int(right) <= 1000:
        return int(right)
    reader.add_problem(name, f"'{text}' is not a scale", "write a scale such as 1:12")
    return 12


@data_block
class Deployment(DataBlock):
    """An example deployment of the forces.

    `width` and `height` are the size of the table in points at full size.
    """

    scale: int = keys.custom(_read_scale, {"type": "string"},
                             "`scale`: the scale of the figure (default: `1:12`). A figure that is too wide for its "
                             "column has a smaller scale. `caption`: the text below the figure", default=12,
                             written_default="1:12")
    caption: str = keys.text(default="")
    picture: Path | None = picture_key(
        "a picture from the game's folder `art/`. The picture fills the table and lies below all other drawings",
        "{1}")
    zones: tuple[DeploymentZone, ...] = keys.block_list(
        DeploymentZone,
        "the edges of the table: a list of entries with `edge` (near, far, left or right) and the `side` that the edge "
        "belongs to. If an entry has a `depth`, the `units` of the entry must stand in a strip of this depth along the "
        "edge", entry_label="zone", maximum=MAX_ZONES)
    ranges: tuple[DistanceRule, ...] = keys.block_list(DistanceRule,
                                                       "the allowed distances between two units: a list of entries "
                                                       "with `from` and `to` (the two units), "
                                                       "`at_least` and `at_most`",
                                                       entry_label="range",
                                                       maximum=MAX_RANGES)
    apart: Length | None = keys.length("the least distance between enemy units",
                                       label="Least distance between enemies", default=None)
    lines: tuple[LineAhead, ...] = keys.block_list(
        LineAhead,
        "the units in line ahead: a list of entries with **`units`** and `within` (the greatest distance from each "
        "unit to the next unit)", entry_label="line",
                                                   maximum=MAX_OTHER_ENTRIES)
    escorts: tuple[Escort, ...] = keys.block_list(Escort,
                                                  "the escorts: a list of entries with `units` (the escorts), `of` "
                                                  "(the escorted units), `within` (the greatest distance from each "
                                                  "escort to one of the escorted units) and `arcs` (the allowed arcs "
                                                  "of that escorted unit)", entry_label="escort",
                                                  maximum=MAX_OTHER_ENTRIES)
    scenery: tuple[TableScenery, ...] = keys.block_list(TableScenery,
                                                        "other things on the table, drawn as ovals: a list of entries "
                                                        "with **`at`**, **`size`** and `label`",
                                                        label="Other things on the table", entry_label="scenery",
                                                        adding="Add scenery",
                                                        maximum=MAX_OTHER_ENTRIES)
    shots: tuple[Shot, ...] = keys.block_list(
        Shot, "arrows from units to their targets: a list of entries with **`from`**, **`to`** and **`label`**, the "
        "words on the arrow (the distance)", label="Arrows to targets", entry_label="shot", maximum=MAX_RANGES)
    arcs: tuple[PlacedUnit, ...] = _placed_units_key(
        "the units with lines through the corners of their bases, the edges of their firing arcs", required=False)
    places: Mapping[str, PlacedUnit] = keys.custom(
        lambda reader, _: reader.context.placed_units, POSITIONS.value_schema,
                                                   "the positions of the units, by name. `at`: the distances from the "
                                                   "left and far edges of the table. `heading`: the heading in degrees "
                                                   "clockwise (0 is towards the far edge). `from` and `by`: where the "
                                                   "unit has come from, and where it has turned. `label`: the words "
                                                   "beside it, in place of its name. All units of the forces "
                                                   "with a counter or a base need a position. Other units, such as "
                                                   "crews, may have a position", name="positions", default=...,
        block=Position, has_names=True, unit_role="figure")
    width: float = 0.0
    height: float = 0.0

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Read the positions first, because the other keys refer to the placed units."""
        context: DeploymentContext = reader.context
        position_readers = reader.open_named("positions", "the position of", required=True)
        missing = [name for name in context.units if position_readers and name in context.required_units
                   and name not in dict(position_readers)]
        if missing:
            reader.add_problem("positions", f"no position is given for {', '.join(missing)}",
                               f"add a position, for example {missing[0]}: {{at: 30 in x 8 in, heading: 90}}")
        positions: tuple[Position, ...] = POSITIONS.read(reader, "positions")
        reader.context = context._replace(placed_units={
            position.key: PlacedUnit(context.units[position.key], float(position.at[0]), float(position.at[1]),
                                     float(position.heading), position.span or Span(""),
                                     tuple(filter(None, (position.start, position.corner))), position.label)
            for position in positions})

    def validate(self, reader: Reader) -> Self:
        width, height = map(float, reader.context.table)
        rules: tuple[DeploymentZone | DistanceRule | LineAhead | Escort, ...] = (
            *self.zones, *self.ranges, *self.lines, *self.escorts)
        for placed_unit, message in chain(*(rule.find_violations(width, height) for rule in rules),
                                          self._find_near_enemies()):
            reader.problems.add(placed_unit.span, f"{placed_unit.name} {message}")
        return replace(self, width=width, height=height)

    def _find_near_enemies(self) -> Violations:
        """Yield the units that stand too near to an enemy."""
        for other, placed_unit in combinations(self.places.values(), 2) if self.apart else ():
            distance_apart = measure_unit_distance(placed_unit, other)
            if (
                self.apart
                and other.unit.side.key != placed_unit.unit.side.key
                and distance_apart < float(self.apart) - TOLERANCE
            ):
                yield placed_unit, (f"stands {format_distance(distance_apart, self.apart)} from {other.name}; enemies "
                                    f"must be at least {self.apart.text} apart")


def measure_unit_distance(placed_unit: PlacedUnit, other: PlacedUnit) -> float:
    """Return the distance between the centres of two units, in points."""
    return math.hypot(placed_unit.x - other.x, placed_unit.y - other.y)


def find_arcs(origin: PlacedUnit, other: PlacedUnit) -> tuple[str, ...]:
    """Return the arc of the first unit in which the second unit stands.

    If the second unit stands on the boundary of two arcs, return both. The forward and aft arcs reach from the
    centre of the first unit to both corners of its base at that end.
    """
    size = origin.unit.size
    half_angle = 45.0 if size is None or not size.length.points else math.degrees(
        math.atan(float(size.width.points / size.length.points)))
    relative_bearing = math.degrees(math.atan2(other.x - origin.x, origin.y - other.y)) - origin.heading
    bearing, tolerance = (relative_bearing + 180) % 360 - 180, 1e-6
    inside = (abs(bearing) <= half_angle + tolerance, abs(bearing) >= 180 - half_angle - tolerance,
              -180 + half_angle - tolerance <= bearing <= -half_angle + tolerance,
              half_angle - tolerance <= bearing <= 180 - half_angle + tolerance)
    return tuple(compress(ARCS, inside))


def format_distance(points: float, unit_source: Length) -> str:
    """Return a length as a text, to a tenth of a unit of measure.

    If the unit of `unit_source` is mm or cm, this unit is used, otherwise inches.

    >>> from printshop.lengths import parse_length
    >>> format_distance(75.6, parse_length("6 in")), format_distance(720, parse_length("2 ft"))
    ('1.1 in', '10 in')
    """
    unit = unit_source.unit if unit_source.unit in ("mm", "cm") else "in"
    return f"{points / float(POINTS_PER_UNIT[unit]) + 1e-9:.1f}".removesuffix(".0") + f" {unit}"
