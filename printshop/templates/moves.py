"""Manoeuvre rulers: straights and bends that are laid before a base, with a line along their middle.

A course goes up from its start in (0, 0), in points, y down. A bend of radius R has the middle of its arc in (R, 0), to
port in (-R, 0), and ends that are square to its line; laid from its end, it turns to the other hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import BLACK, Group, Item, Path, Stroke
from printshop.game.hexbases import read_degrees
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader
from printshop.templates.pieces import BOUND, CUT, LEAST, TITLE, WORDS, stack, stacked
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Pierced, Sheet, named_lengths
from printshop.units import MM, Length, set_fractions

SIDES = ("starboard", "port", "both")
MOST_MOVES, MOST_ANGLES, WIDEST_BEND = 24, 12, 180

_LINE = Stroke(BLACK, 0.5, dash=(4.0, 2.5))
_NUMBER = text.Style("sans", 20.0, bold=True)
_ARROW = 9.0  # how long an arrowhead is
_GAP = 4.0  # between what stands on the line
_EDGE = 3.0  # from words to the sides
_SHARE = 0.42  # of the width, that a number takes at most
_RIM = 2 * MM  # what is left at least beside a slot, and within a bend


class Course(NamedTuple):
    """A way `length` points long that turns by `angle` degrees, clockwise; with 0 it is straight."""

    length: float
    angle: float = 0.0

    @property
    def radius(self) -> float:
        """That of the line, negative to port. Only of a bend."""
        return self.length / math.radians(self.angle)

    def at(self, way: float, off: float = 0.0) -> Point:
        """Return the place after so much of the way, `off` points to starboard of the line."""
        if not self.angle:
            return off, -way
        turn, reach = way / self.radius, self.radius - off
        return self.radius - reach * math.cos(turn), -reach * math.sin(turn)

    def heading(self, way: float) -> float:
        """Return where a base heads there, in degrees clockwise from the start."""
        return self.angle * way / self.length

    def frame(self, way: float) -> Transform:
        """Return where something comes that is drawn about the line: x to starboard, y astern."""
        return Transform().translate(*self.at(way)).rotate(self.heading(way))

    def line(self, start: float, end: float, off: float = 0.0, stroke: Stroke | None = None) -> Path:
        """Return the line beside the course, from one place on the way to another."""
        if not self.angle:
            return shapes.line(*self.at(start, off), *self.at(end, off), stroke)
        begins = 270 if self.angle > 0 else 90
        return shapes.arc(self.radius, 0, abs(self.radius - off), begins + self.heading(start),
                          self.heading(end) - self.heading(start), stroke=stroke)

    def outline(self, width: float, slot: Point | None = None) -> Path:
        """Return the edge of a piece; `slot` is how wide and how deep its ends are cut in, in the middle."""
        across, deep = slot or (0.0, 0.0)
        notch = ((-across / 2, 0.0), (-across / 2, deep), (across / 2, deep), (across / 2, 0.0))
        ends = [shapes.polyline([frame.apply(side * x, side * y) for x, y in notch])
                for frame, side in ((self.frame(self.length), 1), (self.frame(0), -1))] if slot else []
        port, starboard = self.line(0, self.length, -width / 2), self.line(self.length, 0, width / 2)
        return shapes.joined((port, *ends[:1], starboard, *ends[1:]), stroke=CUT)


class Move(NamedTuple):
    """A piece: its course, the number at its ends, how long or round it is in words, and whether it goes both ways."""

    course: Course
    label: str
    size: str
    both: bool = True


@block
class Moves(Pierced):
    """What straights and bends have."""

    material: str = keys.text("what to print it on (card)", default="card")
    width: Length | None = keys.length(
        "how wide they are; or", default=None, positive=True, least="6 mm", most="300 mm",
        why="words on it would be too small to read")
    base: tuple[Length, Length] | None = keys.size("the base that they lead: they are as wide as that", default=None)
    slot: tuple[Length, Length] | None = keys.size(
        "cut into the middle of both ends for a peg: how wide and how deep, `4 x 2 mm`", default=None)
    label: str = keys.text("the number at the ends of a single one", default="")

    @property
    def wide(self) -> Length:
        """How wide the pieces are."""
        assert self.width or self.base
        return self.width or self.base[0]  # type: ignore[index]

    def settled(self, at: Reader) -> Self | None:
        """Return the moves, None if nobody knows how wide they are."""
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
        """Note where both of two keys are there, or none."""
        if single in at and several in at:
            at.fail(several, f"{at.what} has both '{single}' and '{several}'", "keep one of the two")
        elif single not in at and several not in at:
            at.lack(single)

    def moves(self) -> Iterator[Move]:
        """Yield what there is a piece of."""
        raise NotImplementedError

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces. Raises TooWide, TooTall and NoGlyph."""
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
        """Yield the line with what stands on it: arrowheads and numbers at its ends, title and size in the middle.

        The line goes up to the ends, so that it is laid against the marks of a base.
        """
        course, wide = move.course, self.wide.pt
        first = slot[1] if slot else 0.0  # numbers are read from the end that they stand at
        number = _NUMBER._replace(size=min(_NUMBER.size, _SHARE * wide))
        high = number.size * 0.74 if move.label else 0.0
        inner = first + _ARROW + (2 * _GAP + high if move.label else 0.0)  # of what stands at an end
        for way, turn in ((0.0, 180.0), (course.length, 0.0)):
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
        if course.angle:  # there is less of it on the inner side
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

    length: Length | None = keys.length("how far it leads, from base to base; or", default=None, positive=True)
    lengths: tuple[tuple[str, Length], ...] = named_lengths(
        "several, by the numbers at their ends: `{1: 40 mm, 2: 80 mm}`", example="{1: 40 mm, 2: 80 mm}",
        most=MOST_MOVES)

    smaller = "give it a shorter length"

    def settled(self, at: Reader) -> Self | None:
        """Return the moves, None if nobody knows how wide they are."""
        self.either(at, "length", "lengths")
        return super().settled(at)

    def moves(self) -> Iterator[Move]:
        """Yield one for each of the lengths."""
        for label, length in self.lengths or ((self.label, self.length),):
            assert length
            yield Move(Course(length.pt), label, length.text)


def _read_angles(at: Reader, name: str) -> tuple[float, ...]:
    """Return a list of angles in degrees, those to port negative."""
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
        "by which it turns, clockwise from the bow: 45 to starboard, -45 to port; or", -WIDEST_BEND, WIDEST_BEND,
        default=None)
    angles: tuple[float, ...] = keys.special(
        _read_angles, {"type": "array", "items": ANGLE}, "several: `[45, 90]`", default=())
    side: str = keys.choice(
        SIDES, "to which hand it turns: `starboard`, `port`, or `both`, laid from either end, with an arrow and its "
        "number at each (as the angle says)", default="")

    smaller = "give it a shorter radius or a smaller angle"

    def settled(self, at: Reader) -> Self | None:
        """Return the moves, None if nobody knows how wide they are."""
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
        """Yield one for each of the radii and angles."""
        for turn in self.angles or (float(self.angle or 0),):
            angle = -turn if self.side == "port" else turn
            for label, radius in self.radii or ((self.label, self.radius),):
                assert radius
                way = Course(radius.pt * math.radians(abs(angle)), angle)
                yield Move(way, label, f"{abs(turn):g}° · {radius.text}", self.side == "both")
