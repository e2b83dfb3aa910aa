"""Move templates: straight and bent rulers that are laid before a base, and turning gauges for free movement.

A course goes up from its start in (0, 0), in points, y down. A bend of radius R has the middle of its arc in (R, 0), to
port in (-R, 0), and ends that are square to its line; laid from its end, it turns to the other hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink, mark
from printshop.drawing.items import BLACK, Group, Item, Path, Stroke, parse_color
from printshop.game.hexbases import read_degrees
from printshop.game.model import Words
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, stack, stacked, turned
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Pierced, Sheet, label, named_lengths
from printshop.units import MM, POINTS_PER, Length, parse_length, set_fractions

SIDES = ("starboard", "port", "both")
MOST_MOVES, MOST_ANGLES, WIDEST_BEND = 24, 12, 180

_LINE = Stroke(BLACK, 0.5, dash=(4.0, 2.5))
_NUMBER = text.Style("sans", 20.0, bold=True)
_ARROW = 9.0  # length of an arrowhead
_GAP = 4.0  # between the items on the line
_EDGE = 3.0  # from words to the sides
_SHARE = 0.42  # largest size of a number, as a share of the width
_RIM = 2 * MM  # least distance of a slot from the sides, and of a bend's inner side from its centre


class Course(NamedTuple):
    """A path `length` points long that turns by `angle` degrees, clockwise; with 0 it is straight."""

    length: float
    angle: float = 0.0

    @property
    def radius(self) -> float:
        """The radius of a bend, negative to port."""
        return self.length / math.radians(self.angle)

    def at(self, way: float, off: float = 0.0) -> Point:
        """Return the point at a distance along the course, `off` points to starboard of its line."""
        if not self.angle:
            return off, -way
        turn, reach = way / self.radius, self.radius - off
        return self.radius - reach * math.cos(turn), -reach * math.sin(turn)

    def heading(self, way: float) -> float:
        """Return the heading at a distance along the course, in degrees clockwise from the start."""
        return self.angle * way / self.length

    def frame(self, way: float) -> Transform:
        """Return the transform to a distance along the course: x to starboard of its line, y astern."""
        return Transform().translate(*self.at(way)).rotate(self.heading(way))

    def line(self, start: float, end: float, off: float = 0.0, stroke: Stroke | None = None) -> Path:
        """Return the line beside the course between two distances along it."""
        if not self.angle:
            return shapes.line(*self.at(start, off), *self.at(end, off), stroke)
        begins = 270 if self.angle > 0 else 90
        return shapes.arc(self.radius, 0, abs(self.radius - off), begins + self.heading(start),
                          self.heading(end) - self.heading(start), stroke=stroke)

    def outline(self, width: float, slot: Point | None = None) -> Path:
        """Return the edge of a piece; `slot` is the width and depth of the notch in the middle of both ends."""
        across, deep = slot or (0.0, 0.0)
        notch = ((-across / 2, 0.0), (-across / 2, deep), (across / 2, deep), (across / 2, 0.0))
        ends = [shapes.polyline([frame.apply(side * x, side * y) for x, y in notch])
                for frame, side in ((self.frame(self.length), 1), (self.frame(0), -1))] if slot else []
        port, starboard = self.line(0, self.length, -width / 2), self.line(self.length, 0, width / 2)
        return shapes.joined((port, *ends[:1], starboard, *ends[1:]), stroke=CUT)


class Move(NamedTuple):
    """A piece: its course, the number at its ends, its length or angle in words; `both` if used from both ends."""

    course: Course
    label: str
    size: str
    both: bool = True


@block
class Moves(Pierced):
    """Base class of straights and bends."""

    material: str = keys.text("what to print it on (card)", default="card")
    width: Length | None = keys.length(
        "their width; or", default=None, positive=True, least="6 mm", most="300 mm",
        why="words on it would be too small to read")
    base: tuple[Length, Length] | None = keys.size("the base that they lead: they are as wide as it", default=None)
    slot: tuple[Length, Length] | None = keys.size(
        "a slot in the middle of both ends for a peg: width and depth, `4 x 2 mm`", default=None)
    label: str = keys.text("the number at the ends of a single one", default="")

    @property
    def wide(self) -> Length:
        """The width of the pieces."""
        assert self.width or self.base
        return self.width or self.base[0]  # type: ignore[index]

    def settled(self, at: Reader) -> Self | None:
        if "width" not in at and "base" not in at:
            at.lack("width", "say how wide it is, or give the base that it leads")
        elif "width" in at and "base" in at:
            at.fail("width", f"{at.what} has both 'width' and 'base'", "keep one of the two")
        if not self.width and not self.base:
            return None
        if self.slot and self.slot[0].pt + 2 * _RIM > self.wide.pt > 0:
            at.fail("slot", f"the slot of {at.what} is {self.slot[0].text} wide, the piece {self.wide.text}",
                    "leave 2 mm on either side of it")
        return self

    def either(self, at: Reader, single: str, several: str) -> None:
        """Report if both of two keys are there, or neither."""
        if single in at and several in at:
            at.fail(several, f"{at.what} has both '{single}' and '{several}'", "keep one of the two")
        elif single not in at and several not in at:
            at.lack(single)

    def moves(self) -> Iterator[Move]:
        """Yield a move for each piece."""
        raise NotImplementedError

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        slot = (self.slot[0].pt, self.slot[1].pt) if self.slot else None
        for move in self.moves():
            course = move.course
            edge = course.outline(self.wide.pt, slot)
            left, top, right, bottom = shapes.outline_bounds(edge.segments)
            place = Transform(e=-left, f=-top)
            yield Cutout(
                " ".join(filter(None, (self.title, move.label, move.size))), self.title, right - left, bottom - top,
                shapes.transform_path(edge, place), (Group((*self._drawn(move, slot),), place),), self.span,
                middle=place.apply(*course.at(course.length / 2)))

    def _drawn(self, move: Move, slot: Point | None) -> Iterator[Item]:
        """Yield the line of a piece with arrowheads and numbers at its ends, title and size in the middle.

        The line goes up to the ends, so that it can be laid against the marks of a base.
        """
        course, wide = move.course, self.wide.pt
        first = slot[1] if slot else 0.0
        number = _NUMBER._replace(size=min(_NUMBER.size, _SHARE * wide))
        high = number.size * 0.74 if move.label else 0.0
        inner = first + _ARROW + (2 * _GAP + high if move.label else 0.0)  # where the items at an end begin and end
        for way, turn in ((0.0, 180.0), (course.length, 0.0)):  # numbers are read from their own end
            end = course.frame(way).rotate(turn)
            ahead = move.both or not turn
            yield Group((shapes.arrow(0, first, 0, _ARROW, _ARROW * 0.8, fill=BLACK) if ahead else
                         shapes.line(-_ARROW, first + _ARROW, _ARROW, first + _ARROW, BOUND),), end)
            if move.label:
                middle = inner - _GAP / 2 - high / 2
                inward = course.frame(abs(way - middle)).rotate(180 - turn if move.both else 0)
                yield Group(text.line(move.label, number, 0, high / 2, "middle", wide - 2 * _EDGE, LEAST), inward)
        lines = [(self.title, TITLE), (set_fractions(move.size), WORDS)]
        half, room = stacked(lines) / 2, course.length - 2 * (inner + _GAP)
        if course.angle:  # the inner side of a bend is shorter
            broad = min(max(text.measure(*line) for line in lines), wide - 2 * _EDGE)
            room *= 1 - broad / 2 / abs(course.radius)
        if 2 * half > room:
            raise text.TooTall(self.title, 2 * half, max(room, 0.0))
        middle = course.length / 2
        yield Group(tuple(stack(lines, 0, 0, wide - 2 * _EDGE)), course.frame(middle))
        gaps = [0.0, *((first + _ARROW, inner) if move.label else ()), middle - half - 1, middle + half + 1]
        gaps += [course.length - gap for gap in reversed(gaps[:-2])]
        for start, end in zip(gaps[::2], gaps[1::2], strict=True):
            yield course.line(start, end, 0, _LINE)


@TEMPLATE_KINDS.kind("straight")
@block
class Straight(Moves):
    """Rulers of straight moves."""

    length: Length | None = keys.length("the length of the move, from base to base; or", default=None, positive=True)
    lengths: tuple[tuple[str, Length], ...] = named_lengths(
        "several, by the numbers at their ends: `{1: 40 mm, 2: 80 mm}`", example="{1: 40 mm, 2: 80 mm}",
        most=MOST_MOVES)

    smaller = "give it a shorter length"

    def settled(self, at: Reader) -> Self | None:
        self.either(at, "length", "lengths")
        return super().settled(at)

    def moves(self) -> Iterator[Move]:
        for number, length in self.lengths or ((self.label, self.length),):
            assert length
            yield Move(Course(length.pt), number, length.text)


def _read_angles(at: Reader, name: str) -> tuple[float, ...]:
    """Return a list of angles in degrees; angles to port are negative."""
    node = at.node(name)
    items = node.listed if node else ()
    angles = read_degrees(at, name, items[:MOST_ANGLES], WIDEST_BEND, ("angles", "45 turns to starboard, -45 to port"))
    if node is not None and not 0 < len(items) <= MOST_ANGLES:
        at.fail(name, f"'{name}' of {at.what} has {len(items)} entries, 1 to {MOST_ANGLES} are possible")
    return tuple(angles)


ANGLE = {"type": ["number", "string"], "minimum": -WIDEST_BEND, "maximum": WIDEST_BEND}


@TEMPLATE_KINDS.kind("bend")
@block
class Bend(Moves):
    """Rulers of moves that turn."""

    radius: Length | None = keys.length("of the line along its middle; or", default=None, positive=True)
    radii: tuple[tuple[str, Length], ...] = named_lengths(
        "several, by the numbers at their ends: `{1: 35 mm, 2: 63 mm}`", example="{1: 35 mm, 2: 63 mm}",
        most=MOST_MOVES)
    angle: Fraction | None = keys.number(
        "the angle of its turn, clockwise from the bow: 45 to starboard, -45 to port; or", -WIDEST_BEND, WIDEST_BEND,
        default=None)
    angles: tuple[float, ...] = keys.special(
        _read_angles, {"type": "array", "items": ANGLE}, "several: `[45, 90]`", default=())
    side: str = keys.choice(
        SIDES, "the side that it turns to: `starboard`, `port`, or `both`, laid from either end, with an arrow and its "
        "number at each (as the angle says)", default="")

    smaller = "give it a shorter radius or a smaller angle"

    def settled(self, at: Reader) -> Self | None:
        self.either(at, "radius", "radii")
        self.either(at, "angle", "angles")
        moves = super().settled(at)
        for name, turns in (("angle", (self.angle,)), ("angles", self.angles)):
            if name in at and any(turn == 0 for turn in turns):
                at.fail(name, f"a bend of 0° in {at.what} does not bend", "write kind: straight, and its length")
            elif name in at and self.side and any(turn is not None and turn < 0 for turn in turns):
                at.fail(name, f"{at.what} has a 'side', and a negative angle",
                        "the side says to which hand it turns: write the angle without its sign")
        for radius in (self.radius, *(radius for _, radius in self.radii)) if moves else ():
            if radius and 0 < float(radius) < self.wide.pt / 2 + _RIM:
                at.fail("radii" if self.radii else "radius",
                        f"a bend of {at.what} has a radius of {radius.text} and is {self.wide.text} wide",
                        "the radius is that of the line along its middle: half the width and 2 mm at least")
            elif radius and self.slot and math.hypot(radius.pt + self.slot[0].pt / 2, self.slot[1].pt) > (
                    radius.pt + self.wide.pt / 2 - _RIM):
                at.fail("slot", f"the slot of {at.what} is {self.slot[1].text} deep: that comes too near to the outer "
                        f"edge of a bend of {radius.text}", "make it less deep")
        return moves

    def moves(self) -> Iterator[Move]:
        for turn in self.angles or (float(self.angle or 0),):
            angle = -turn if self.side == "port" else turn
            for number, radius in self.radii or ((self.label, self.radius),):
                assert radius
                way = Course(radius.pt * math.radians(abs(angle)), angle)
                yield Move(way, number, f"{abs(turn):g}° · {radius.text}", self.side == "both")


# --- turning gauges: arcs that touch the keel line at one point, with ticks at equal distances along them
#
# All arcs begin at one point, in the direction of the model; the gauge is turned over for the other hand. Positions
# are (u, v), in points from the start: u to the hand that the gauge turns to, v ahead. An arc of radius R has its
# centre at (R, 0); after a distance s along it, a model has turned by s / R radians (57.3 degrees / R an inch).

HANDS = ("turn over", "both")
MOST_ROWS = 24
MOST_TICKS = 1000


@block
class Curve(Block):
    """An arc of a turning gauge: its radius, None if unknown, and its sweep in degrees."""

    radius: Length | None = keys.length("of the arc; `unknown` is a space to write it in", positive=True, unknown=True)
    label: str = keys.text("its name", default=label)
    sweep: int = keys.whole("its angle, in degrees", 10, 180, default=0)
    color: str = keys.colour("of the arc and its name (black)", default="#000000", name="colour")


@block
class Radii(Block):
    """Radii from the smallest to the largest at equal steps."""

    from_: Length = keys.length("the smallest radius (2 in)", default="2 in", positive=True)
    to: Length = keys.length("the largest radius (6 in)", default="6 in", positive=True)
    step: Length = keys.length("the step from one radius to the next (1 in)", default="1 in", positive=True)

    def settled(self, at: Reader) -> Self | None:
        if 0 in (self.from_.points, self.to.points, self.step.points):
            return None
        if not 1 <= self.count <= MOST_ROWS:
            at.fail("to", f"{at.what} has {max(self.count, 0)} arcs, from {self.from_.text} to {self.to.text} every "
                    f"{self.step.text}", f"1 to {MOST_ROWS} are possible")
            return None
        return self

    @property
    def count(self) -> int:
        """The number of radii, less than 1 for none."""
        return int((self.to.points - self.from_.points) // self.step.points + 1)

    @property
    def radii(self) -> tuple[Length, ...]:
        """All radii, the smallest first, in the unit of the smallest."""
        unit, points = self.from_.unit, [self.from_.points + self.step.points * k for k in range(self.count)]
        return tuple(Length(radius, f"{float(radius / POINTS_PER[unit]):g} {unit}") for radius in points)


USUAL = Radii(from_=parse_length("2 in"), to=parse_length("6 in"), step=parse_length("1 in"))


@TEMPLATE_KINDS.kind("curves")
@block
class CurvesTemplate(Pierced):
    """A turning gauge; arcs with the radii of `grid` serve where a radius is unknown."""

    rows: tuple[Curve, ...] = keys.named(
        Curve,
        "arcs to move along, by name: `radius`, and perhaps `label`, `sweep` and `colour`; all begin at one point, "
        "along the keel. A `radius: unknown` is a space to write in", entry="row", default=..., least=1, most=MOST_ROWS)
    fine: Radii | None = keys.inner(
        Radii, "the radii of the arcs drawn for rows of unknown radius: `from`, `to`, `step` (2 in, 6 in, 1 in)",
        default=USUAL, name="grid")
    every: Length = keys.length(
        "the distance of the ticks along the arcs (1 in); the angle of the arcs, in degrees (90)",
        default="1 in", positive=True)
    sweep: int = keys.whole("", 10, 180, default=90)
    hands: str = keys.choice(
        HANDS,
        "`turn over`, or `both` for a gauge to either hand. A gauge is one piece: arcs too wide for the paper are "
        "reported, a smaller `sweep` makes them fit", default=HANDS[0])

    whole = True
    smaller = "give it a smaller 'sweep' or shorter radii"

    @property
    def grid(self) -> tuple[Length, ...]:
        """The radii of the unlabelled arcs, none if all radii are known."""
        return self.fine.radii if self.fine and any(row.radius is None for row in self.rows) else ()

    @property
    def arcs(self) -> tuple[Curve, ...]:
        """All arcs that are drawn, the widest first; those of the grid have no label."""
        named = [row for row in self.rows if row.radius]
        unnamed = [Curve(label="", radius=radius, sweep=self.sweep) for radius in self.grid]
        return tuple(sorted(named + unnamed, key=lambda arc: -arc.radius.points if arc.radius else 0))

    def settled(self, at: Reader) -> Self | None:
        if "grid" in at and self.rows and all(row.radius for row in self.rows):
            at.fail("grid", f"{at.what} has a 'grid', and every radius is known",
                    "the grid is for a radius that is unknown")
            return None
        gauge = replace(self, rows=tuple(replace(row, sweep=row.sweep or self.sweep) for row in self.rows))
        way = sum(float(arc.radius.points) * arc.sweep * math.pi / 180 for arc in gauge.arcs if arc.radius)
        if self.every.points and way / self.every.pt > MOST_TICKS:
            at.fail("every", f"the arcs of {at.what} have more than {MOST_TICKS} ticks, {self.every.text} apart",
                    "make them farther apart, or the radii shorter")
        return gauge if self.rows else None

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the gauge, or one for each hand. Raises TooWide, TooTall and NoGlyph."""
        ways = tuple(Way(arc.radius.pt, arc.sweep) for arc in self.arcs if arc.radius)
        side = max(max(way.at(way.sweep)[0], way.at(way.sweep, _OFF)[0] + 6) for way in ways)
        ahead = max(way.at(min(way.sweep, 90))[1] for way in ways)
        called = sheet.words
        for hand, name in ((1, called.starboard), (-1, called.port)) if self.hands == HANDS[1] else ((1, ""),):
            broad, high, words = _legend(self, name, called)
            width = max(_LEFT + side + _RIGHT, _LEFT + broad + 12 + _RIGHT)
            # Whether an arc comes near the legend beside the arcs: then the legend stands below their start.
            u, v = width - _LEFT - _RIGHT - broad - 8, high + 16 - _TAIL
            near = any(x > u and y < v for way in ways for k in range(201) for x, y in (way.at(way.sweep * k / 200),))
            height = _TOP + ahead + (high + 16 if near else _TAIL)
            gauge = _Gauge(self, ways, (_LEFT if hand > 0 else width - _LEFT, _TOP + ahead), hand, sheet.ink)
            corner = (width - _RIGHT - broad if hand > 0 else _RIGHT, height - 8 - high)
            items = (*gauge.keel(height, ahead, called.keel), *gauge.arcs(),
                     Group(words, Transform(e=corner[0], f=corner[1])))
            yield Cutout(f"{self.title} {name}".strip(), self.title, width, height,
                         shapes.rect(0, 0, width, height, stroke=CUT), items, self.span)


# the look of gauges

_KEEL = Stroke(BLACK, 0.6)
_LEFT, _RIGHT, _TOP = 18.0, 8.0, 16.0  # margins: at the keel line, at the other side, ahead
_TAIL = 18 * MM  # least length of the keel line behind the start
_TICK, _END = 2.6, 5.0  # half the length of a tick, and of the one at the end of an arc
_FIGURE = text.Style("sans", 8)
_WORD = text.Style("sans", 7.0, bold=True, tracking=0.8)
_OFF = 10.0  # from the end of an arc to the middle of its angle
_AWAY = 7.0  # from an arc to the middle of a figure beside it
_CLEAR = 4.6  # least distance of the middle of a word from a line
_OWN = 11.0  # least distance of the middle of a figure from the other arcs
_NARROW = 0.45  # largest half tick, as a share of the distance from its end to the next arc
_APART = 10.0  # least distance between the middles of two figures


class Way(NamedTuple):
    """An arc on the gauge; lengths in points, angles in degrees."""

    radius: float
    sweep: float

    def at(self, angle: float, off: float = 0.0) -> Point:
        """Return the point where a model has turned by an angle, `off` points outside the arc."""
        radians = math.radians(angle)
        reach = self.radius + off
        return self.radius - reach * math.cos(radians), reach * math.sin(radians)

    def distance(self, place: Point) -> float:
        """Return the distance of a point from the arc."""
        u, v = place
        if 0 <= math.degrees(math.atan2(v, self.radius - u)) <= self.sweep:
            return abs(math.hypot(self.radius - u, v) - self.radius)
        return min(math.dist(place, end) for end in (self.at(0), self.at(self.sweep)))

    def ticks(self, distance: float) -> Iterator[tuple[int, float]]:
        """Yield the number of each tick, and the angle by which a model has turned there."""
        turn = math.degrees(distance / self.radius)
        return ((k, turn * k) for k in range(1, math.floor(self.sweep / turn + 1e-9) + 1))


class _Gauge:
    """Draws a gauge about its `start` on the piece; `hand` is 1 for turns to starboard, -1 to port."""

    def __init__(self, template: CurvesTemplate, ways: tuple[Way, ...], start: Point, hand: int, ink: Ink) -> None:
        self.template, self.ways, self.start, self.hand, self.ink = template, ways, start, hand, ink
        self.every = template.every.pt
        self.occupied: list[Point] = []  # the middles of words and figures

    def at(self, place: Point) -> Point:
        """Return the position on the piece of a point (u, v)."""
        return self.start[0] + self.hand * place[0], self.start[1] - place[1]

    def nearest(self, way: Way, place: Point) -> float:
        """Return the distance of a point from the nearest of the other arcs."""
        return min((other.distance(place) for other in self.ways if other != way), default=math.inf)

    def clear(self, place: Point) -> bool:
        """Return whether a figure at a point would be clear of the keel line and other figures."""
        return place[0] > _CLEAR and all(math.dist(place, other) > _APART for other in self.occupied)

    def keel(self, height: float, ahead: float, keel: str) -> Iterator[Item]:
        """Yield the keel line, its mark at the start, and ticks for the distance straight ahead."""
        (x, y), step, outside = self.start, self.every, -self.hand
        yield shapes.line(x, 6, x, height, _KEEL)
        yield shapes.arrow(x, 2, 0, 9, 7, fill=BLACK)
        yield shapes.line(x - 9, y, x + 9, y, BOUND)
        yield shapes.circle(x, y, 2.0, fill=BLACK)
        ticks = [y - k * step for k in range(1, math.floor(ahead / step + 1e-9) + 1)]
        yield shapes.lines([(x, tick, x + outside * 4, tick) for tick in ticks], FINE)
        for k, tick in enumerate(ticks, 1) if step >= 8 else ():
            yield from text.line(f"{k}", _FIGURE, x + outside * 6, tick + 2.3, "end" if outside < 0 else "start")
        yield turned(text.line(keel.upper(), _WORD, 0, 0, "end"), x + (-4 if self.hand > 0 else 9), y + 14, -90)

    def arcs(self) -> Iterator[Item]:
        """Yield the arcs with their ticks and names, the angles at their ends and the numbers of their ticks.

        Ticks are shorter where arcs are so near to each other that ticks would meet. Raises TooWide.
        """
        for arc, way in zip(self.template.arcs, self.ways, strict=True):
            yield shapes.arc(*self.at((way.radius, 0)), way.radius, 270 if self.hand > 0 else 90,
                             self.hand * way.sweep, stroke=Stroke(mark(self.ink, parse_color(arc.color)), 1.2)
                             if arc.label else FINE)
            ticks = [(angle, *(side * min(_TICK, _NARROW * self.nearest(way, way.at(angle, side * _TICK)))
                               for side in (1, -1))) for _, angle in way.ticks(self.every)]
            yield shapes.lines([(*self.at(way.at(angle, out)), *self.at(way.at(angle, back)))
                                for angle, out, back in (*ticks, (way.sweep, _END, -_END))], FINE)
            yield self._label(arc, way)
        for way in self.ways:
            yield from self._figure(f"{way.sweep:g}°", way.at(way.sweep, _OFF))
        for way in reversed(self.ways):  # the narrowest arcs first: they have most room for their figures
            for k, angle in way.ticks(self.every):
                beside = (way.at(angle, _AWAY), way.at(angle, -_AWAY))
                room = [place for place in beside if self.nearest(way, place) > _OWN
                        and way.distance(place) > _CLEAR and self.clear(place)]
                yield from self._figure(f"{k}", room[0]) if room else ()

    def _figure(self, words: str, place: Point) -> tuple[Item, ...]:
        self.occupied.append(place)
        x, y = self.at(place)
        return text.line(words, _FIGURE, x, y + 2.3, "middle")

    def _label(self, arc: Curve, way: Way) -> Item:
        """Return the name and radius of an arc along its inner side, as near its end as there is room. Raises TooWide.

        It steps back from the end degree by degree, at first with the longer text. For each angle it tests nine points
        along the text against all arcs and figures.
        """
        assert arc.radius is not None
        radius = set_fractions(arc.radius.text)
        style = TITLE._replace(color=mark(self.ink, parse_color(arc.color))) if arc.label else WORDS
        for words in (f"{arc.label}: radius {radius}", f"{arc.label} · {radius}") if arc.label else (radius,):
            long = text.measure(words, style)
            half, off = math.degrees(long / 2 / way.radius), -4 - 0.74 * style.size - long * long / 8 / way.radius
            for angle in range(math.floor(way.sweep - half - 3), math.ceil(half) + 3, -1):
                (u, v), sin, cos = way.at(angle, off), math.sin(math.radians(angle)), math.cos(math.radians(angle))
                # positions along the middle of the letters, which stand on the inner side of the arc
                middles = [(u + along * sin - 0.36 * style.size * cos, v + along * cos + 0.36 * style.size * sin)
                           for along in (long * (k / 8 - 0.5) for k in range(9))]
                if all(self.clear(place) and self.nearest(way, place) > _CLEAR for place in middles):
                    self.occupied += middles
                    return turned(text.line(words, style, 0, 0, "middle"), *self.at((u, v)), self.hand * (angle - 90))
        raise text.TooWide(text.plain(words), long, math.radians(way.sweep) * way.radius)


# the words of a gauge: instructions, and a table of its arcs, with spaces for unknown radii

_HOW = text.Style("sans", 8.0)
_HEAD = text.Style("sans", 8, bold=True)
_CELL = text.Style("sans", 9.0)
_SPACE = 40.0  # the length of a line to write on
_LEAST_WIDTH = 168.0
_ROW, _ROW_BLANK = 12.0, 15.0


def _legend(template: CurvesTemplate, hand: str, called: Words) -> tuple[float, float, tuple[Item, ...]]:
    """Return width, height and text of a gauge, from their top left corner, for one `hand`, or for both if that is "".

    Raises NoGlyph and TooWide.
    """
    def fixed(length: Length) -> str:
        """Return a length as text that is never broken over two lines."""
        return set_fractions(length.text).replace(" ", "\u00a0")

    radii = [set_fractions(row.radius.text) if row.radius else "" for row in template.rows]
    first = max(text.measure(row.label, _CELL) for row in template.rows) + 10
    second = max(*(text.measure(cell, _CELL) + 10 for cell in (*radii, "radius")), (_SPACE + 22) * bool(template.grid))
    width = max(ends := first + second + text.measure("a tick turns", _HEAD), _LEAST_WIDTH)
    how = (f"{called.keel[:1].upper()}{called.keel[1:]} line along the model, the dot at its starting point. A tick is "
           f"{fixed(template.every)} of the way, on an arc or straight ahead.")
    if not hand:
        how += f" Printed side up it turns to {called.starboard}, turned over to {called.port}."
    if template.grid:
        how += f" Fine arcs: radius {', '.join(map(fixed, template.grid))}. Write in which of them serves."
    words = text.block(how, _HOW, (0, 13, width, None), 1.2)
    base = 13 + words.height + 16
    items: list[Item] = [
        *text.line(f"{template.title} · {hand}" if hand else template.title, TITLE, 0, 7, max_width=width, min_size=6),
        *words.items, *text.line("radius", _HEAD, first, base - 3),
        *text.line("a tick turns", _HEAD, first + second, base - 3), shapes.line(0, base, ends, base, FINE)]
    for row, radius in zip(template.rows, radii, strict=True):
        base += _ROW if row.radius else _ROW_BLANK
        items += text.line(row.label, _CELL, 0, base - 1)
        if row.radius:
            turn = math.degrees(template.every.pt / row.radius.pt)
            items += text.line(radius, _CELL, first, base - 1)
            items += text.line(f"{turn:.1f}°", _CELL, first + second + 23.5, base - 1, "end")
        else:
            unit = template.grid[0].unit if template.grid else "in"
            items += (shapes.line(first, base, first + _SPACE, base, FINE),
                      *text.line(unit, _CELL, first + _SPACE + 3, base - 1),
                      shapes.line(first + second, base, width, base, FINE))
    return width, base + 2, tuple(items)
