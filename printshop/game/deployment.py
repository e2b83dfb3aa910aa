"""How forces stand on the table before the first turn: an example, and the rules that it has to keep.

All lengths are at full size, in points, from the left and the far edge of the table: x to the right, y
towards the near edge. Headings are bearings on the figure: 0 points to the far edge, 90 to the right.

The keys of `deployment`:

    scale      of the figure, 1:12
    caption    the words below it (optional)
    zones      list of {side, edge, depth, units}: whose edge of the table (near, far, left, right) is whose,
               and the strip along it in which units must stand (both optional)
    ranges     list of {from, to: two units, at_least, at_most}; measured in the figure
    apart      how far enemies must be from each other, 24 in (optional)
    lines      list of {units, within}: units in line ahead, each so near to the next
    escorts    list of {units, of, within, arcs}: each near one of those it escorts, in one of those
               arcs of it (forward, aft, port, starboard)
    scenery    list of {at, size, label}: what else lies on the table, drawn as ovals
    positions  unit: {at: 30 in x 8 in, heading: 90}, for every unit of the scenario that has a counter or a base

Positions that break these rules are problems of the data, told with the distance measured.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.counters import COUNTERS
from printshop.problems import Problems, Span, suggestion
from printshop.source import Mapping as MappingNode
from printshop.units import POINTS_PER, Length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from printshop.game.context import Context
    from printshop.game.model import Side, Unit
    from printshop.language.reader import Reader

EDGES = ("near", "far", "left", "right")
ARCS = ("forward", "aft", "port", "starboard")
NAMED_ONLY = 6 * 72.0  # points: the room for the name of an edge that has no strip
SLACK = 0.01  # points: what the sums of floating point may differ by
MOST_ZONES, MOST_RANGES, MOST_OTHERS = 12, 12, 60  # whose words have to get out of one another's way


class Place(NamedTuple):
    """Where a unit's centre stands, in points from the left and far edges, and its heading in degrees."""

    unit: Unit
    x: float
    y: float
    heading: float
    span: Span

    @property
    def name(self) -> str:
        """The unit's own name."""
        return self.unit.name


class Zone(NamedTuple):
    """An edge of the table that belongs to a side, and the strip along it in which `units` must stand.

    Without a `depth` there is no strip: the edge only has a name.
    """

    side: Side
    edge: str
    depth: Length | None
    units: tuple[str, ...]

    def box(self, width: float, height: float) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the strip on a table of the given size, in points."""
        depth = float(self.depth) if self.depth else NAMED_ONLY
        return {"far": (0.0, 0.0, width, depth), "near": (0.0, height - depth, width, depth),
                "left": (0.0, 0.0, depth, height), "right": (width - depth, 0.0, depth, height)}[self.edge]


class Range(NamedTuple):
    """Two units and how far apart they may be."""

    start: str
    end: str
    at_least: Length
    at_most: Length


class LineAhead(NamedTuple):
    """Units one behind the other, each within a distance of the next."""

    units: tuple[str, ...]
    within: Length


class Escort(NamedTuple):
    """Units each within a distance of one of others, in one of these arcs of it."""

    units: tuple[str, ...]
    of: tuple[str, ...]
    within: Length
    arcs: tuple[str, ...]


class Scenery(NamedTuple):
    """What lies on the table: its centre and its size, in points, and a label."""

    x: float
    y: float
    width: float
    height: float
    label: str


@dataclass(frozen=True, slots=True)
class Deployment:
    """An example of how the forces stand. `width` and `height` are the table's, in points at full size."""

    width: float
    height: float
    scale: int
    caption: str
    zones: tuple[Zone, ...]
    ranges: tuple[Range, ...]
    apart: Length | None
    lines: tuple[LineAhead, ...]
    escorts: tuple[Escort, ...]
    places: Mapping[str, Place]
    scenery: tuple[Scenery, ...] = ()


def half_angle(unit: Unit) -> float:
    """Return half the width of a unit's forward arc: its course to its base's diagonal, in degrees."""
    if unit.size is None or not unit.size.length.points:
        return 45.0
    return math.degrees(math.atan(float(unit.size.width.points / unit.size.length.points)))


def distance(one: Place, other: Place) -> float:
    """Return the distance of two units' centres in points."""
    return math.hypot(one.x - other.x, one.y - other.y)


def arcs_of(one: Place, other: Place) -> tuple[str, ...]:
    """Return the arc of `one` that `other` stands in; both arcs when it stands on the line between two."""
    course = math.degrees(math.atan2(other.x - one.x, one.y - other.y)) - one.heading
    bearing, half = (course + 180) % 360 - 180, half_angle(one.unit)
    slack = 1e-6
    found = {"forward": abs(bearing) <= half + slack, "aft": abs(bearing) >= 180 - half - slack,
             "port": -180 + half - slack <= bearing <= -half + slack,
             "starboard": half - slack <= bearing <= 180 - half + slack}
    return tuple(arc for arc in ARCS if found[arc])


def read_deployment(
    reader: Reader | None, table: tuple[Length, Length], units: Mapping[str, Unit], context: Context
) -> Deployment | None:
    """Return a scenario's deployment, or None; `units` are all that take part, by name."""
    if reader is None:
        return None
    if "positions" in reader and not isinstance(reader.peek("positions"), MappingNode):
        reader.reader("positions")
        return None
    places = dict(_places(reader, table, units, context))
    width, height = (float(side) for side in table)
    deployment = Deployment(
        width, height, _scale(reader), reader.text("caption", ""), tuple(_zones(reader, places, context)),
        tuple(_ranges(reader, places)), reader.length("apart", None), tuple(_lines(reader, places)),
        tuple(_escorts(reader, places)), places, tuple(_scenery(reader, table)))
    reader.done()
    _check(deployment, context.problems)
    return deployment


def _scale(reader: Reader) -> int:
    text = reader.text("scale", "1:12")
    one, _, number = text.replace(" ", "").partition(":")
    if one == "1" and number.isdigit() and 0 < int(number) <= 1000:
        return int(number)
    reader.fail("scale", f"'{text}' is not a scale", "write for instance 1:12")
    return 12


def _places(
    reader: Reader, table: tuple[Length, Length], units: Mapping[str, Unit], context: Context
) -> Iterator[tuple[str, Place]]:
    named = reader.named("positions", "the position of", required=True)
    for name, one in named:
        x, y = one.size("at")
        heading = one.number("heading", ..., 0, 360)
        one.done()
        if name not in units:
            reader.problems.add(one.place, f"'{name}' does not take part in the scenario",
                                suggestion(name, units))
            continue
        if x.points > table[0].points or y.points > table[1].points:
            one.fail("at", f"{name} would stand beside the table, which is {table[0].text} x {table[1].text}")
        yield name, Place(units[name], float(x), float(y), float(heading), one.place or Span(""))
    countered = {kind.unit_type for kind in context[COUNTERS].values()}
    missing = [name for name, unit in units.items() if named and name not in dict(named)
               and (unit.size or unit.kind in countered)]
    if missing:
        reader.fail("positions", f"no position is given for {', '.join(missing)}",
                    f"write {missing[0]}: {{at: 30 in x 8 in, heading: 90}}")


def _scenery(reader: Reader, table: tuple[Length, Length]) -> Iterator[Scenery]:
    for one in _few(reader, "scenery", "scenery"):
        (x, y), (width, height), label = one.size("at"), one.size("size"), one.text("label", "")
        one.done()
        if any(at.points + side.points / 2 > whole.points or at.points < side.points / 2
               for at, side, whole in zip((x, y), (width, height), table, strict=True)):
            one.fail("at", f"{one.what} would lie beside the table, which is {table[0].text} x {table[1].text}")
        yield Scenery(float(x), float(y), float(width), float(height), label)


def _few(reader: Reader, key: str, what: str, most: int = MOST_OTHERS) -> list[Reader]:
    """Return readers of a list's blocks; none, after noting it, of more than can be drawn."""
    found = reader.readers(key, what)
    if len(found) <= most:
        return found
    reader.fail(key, f"'{key}' of {reader.what} has {len(found)} entries, at most {most} go on a figure")
    return []


def _names(reader: Reader, key: str, places: Mapping[str, Place], required: bool = True) -> tuple[str, ...]:
    """Return the units named under a key that have a position; the others are noted."""
    names = reader.texts(key, ...) if required else reader.texts(key)
    for name in names:
        if name not in places:
            reader.fail(key, f"'{name}' has no position", suggestion(name, places))
    return tuple(name for name in names if name in places)


def _zones(reader: Reader, places: Mapping[str, Place], context: Context) -> Iterator[Zone]:
    for one in _few(reader, "zones", "zone", MOST_ZONES):
        key = one.text("side")
        edge, depth = one.choice("edge", EDGES), one.length("depth", None)
        units = _names(one, "units", places, required=False)
        if units and "depth" not in one:
            one.fail("units", f"{one.what} has units but no 'depth'", "say how near to the edge they must be")
        one.done()
        if key in context.sides:
            yield Zone(context.sides[key], edge, depth, units)
        elif key:
            one.fail("side", f"there is no side '{key}'", suggestion(key, context.sides))


def _ranges(reader: Reader, places: Mapping[str, Place]) -> Iterator[Range]:
    for one in _few(reader, "ranges", "range", MOST_RANGES):
        ends = _names(one, "from", places)[:1] + _names(one, "to", places)[:1]
        limits = one.length("at_least"), one.length("at_most")
        one.done()
        if len(ends) == 2:
            yield Range(ends[0], ends[1], *limits)


def _lines(reader: Reader, places: Mapping[str, Place]) -> Iterator[LineAhead]:
    for one in _few(reader, "lines", "line"):
        yield LineAhead(_names(one, "units", places), one.length("within"))
        one.done()


def _escorts(reader: Reader, places: Mapping[str, Place]) -> Iterator[Escort]:
    for one in _few(reader, "escorts", "escort"):
        arcs = one.texts("arcs", ARCS)
        for arc in arcs:
            if arc not in ARCS:
                one.fail("arcs", f"'{arc}' is not an arc", f"the arcs are {', '.join(ARCS)}")
        yield Escort(_names(one, "units", places), _names(one, "of", places), one.length("within"), arcs)
        one.done()


def measured(points: float, like: Length) -> str:
    """Return a length as a player measures it, to a tenth, in the unit of another length.

    >>> from printshop.units import parse_length
    >>> measured(75.6, parse_length("6 in")), measured(720, parse_length("2 ft"))
    ('1.1 in', '10 in')
    """
    unit = like.unit if like.unit in ("mm", "cm") else "in"
    return f"{points / float(POINTS_PER[unit]) + 1e-9:.1f}".removesuffix(".0") + f" {unit}"


def _check(deployment: Deployment, problems: Problems) -> None:
    places = deployment.places
    _check_zones(deployment, problems)
    for one in deployment.ranges:
        _check_range(places[one.start], places[one.end], one, problems)
    if deployment.apart is not None:
        _check_apart(places.values(), deployment.apart, problems)
    for line in deployment.lines:
        _check_line([places[name] for name in line.units], line.within, problems)
    for escort in deployment.escorts:
        for name in escort.units:
            _check_escort(places[name], [places[leader] for leader in escort.of], escort, problems)


def _check_zones(deployment: Deployment, problems: Problems) -> None:
    for zone in deployment.zones:
        x, y, width, height = zone.box(deployment.width, deployment.height)
        for place in (deployment.places[name] for name in zone.units):
            right, bottom = x + width + SLACK, y + height + SLACK
            if not (x - SLACK <= place.x <= right and y - SLACK <= place.y <= bottom):
                depth = zone.depth.text if zone.depth else "reach"
                problems.add(place.span, f"{place.name} must stand within {depth} of the {zone.edge} edge")


def _check_range(start: Place, end: Place, limits: Range, problems: Problems) -> None:
    found = distance(start, end)
    if not float(limits.at_least) - SLACK <= found <= float(limits.at_most) + SLACK:
        problems.add(end.span, f"{end.name} stands {measured(found, limits.at_least)} from {start.name}; it must be "
                     f"{limits.at_least.text} to {limits.at_most.text}")


def _check_apart(places: Iterable[Place], apart: Length, problems: Problems) -> None:
    known: list[Place] = []
    for place in places:
        for other in known:
            found = distance(place, other)
            if other.unit.side.key != place.unit.side.key and found < float(apart) - SLACK:
                problems.add(place.span, f"{place.name} stands {measured(found, apart)} from {other.name}; "
                             f"enemies must be at least {apart.text} apart")
        known.append(place)


def _check_line(line: list[Place], within: Length, problems: Problems) -> None:
    for ahead, behind in pairwise(line):
        found = distance(ahead, behind)
        if found > float(within) + SLACK:
            problems.add(behind.span, f"{behind.name} stands {measured(found, within)} from {ahead.name}, "
                         f"the next in its line; at most {within.text} is allowed")
        if "aft" not in arcs_of(ahead, behind):
            problems.add(behind.span,
                         f"{behind.name} is not in the aft arc of {ahead.name}, the next in its line")
        if "forward" not in arcs_of(behind, ahead):
            problems.add(ahead.span,
                         f"{ahead.name} is not in the forward arc of {behind.name}, the next in its line")


def _check_escort(place: Place, leaders: list[Place], escort: Escort, problems: Problems) -> None:
    if not leaders or any(_escorted(place, leader, escort) for leader in leaders):
        return
    nearest = min(leaders, key=lambda leader: distance(place, leader))
    found, arcs = distance(place, nearest), " or ".join(escort.arcs)
    if found > float(escort.within) + SLACK:
        problems.add(place.span, f"{place.name} stands {measured(found, escort.within)} from {nearest.name}, "
                     f"the nearest of those it escorts; at most {escort.within.text} is allowed")
    else:
        problems.add(place.span, f"{place.name} is in the {arcs_of(nearest, place)[0]} arc "
                     f"of {nearest.name}; it must be {arcs}")


def _escorted(place: Place, leader: Place, escort: Escort) -> bool:
    near = distance(place, leader) <= float(escort.within) + SLACK
    return near and any(arc in escort.arcs for arc in arcs_of(leader, place))
