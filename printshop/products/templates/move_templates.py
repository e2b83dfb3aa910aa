"""Move templates: straight and bent rulers that are laid before a base, and sheets of nested turning arcs.

A course goes up the page from its start in (0, 0), in points, with y down. The arc of a bend to starboard with the
radius R has its centre in (R, 0). The arc of a bend to port with the radius R has its centre in (-R, 0). The ends of
a bend are square to its line. If a bend is laid from its other end, it turns to the other hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Group, Item, Path, Stroke, parse_color
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink, choose_line_color
from printshop.game.hex_bases import read_degrees
from printshop.lengths import MM, POINTS_PER_UNIT, Length, parse_length, typeset_fractions
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    draw_stack,
    measure_stack,
    place_rotated,
)
from printshop.products.templates.template import (
    TEMPLATE_KINDS,
    HoledTemplate,
    TemplatePiece,
    TemplateSheet,
    get_default_label,
    named_lengths,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.words import Words

BEND_SIDES = ("starboard", "port", "both")
MAX_MOVES, MAX_ANGLES, MAX_BEND_ANGLE = 24, 12, 180

_LINE_STROKE = Stroke(BLACK, 0.5, dash=(4.0, 2.5))
_NUMBER_STYLE = text.Style("sans", 20.0, bold=True)
_ARROW_LENGTH = 9.0  # length of an arrowhead
_ITEM_GAP = 4.0  # between the items on the line
_SIDE_MARGIN = 3.0  # from words to the sides
_NUMBER_SHARE = 0.42  # largest size of a number, as a share of the width
_MIN_RIM = 2 * MM  # least distance of a slot from the sides, and of a bend's inner side from its centre


class Course(NamedTuple):
    """A path `length` points long that turns by `angle` degrees, clockwise.

    If the angle is 0, the path is straight.
    """

    length: float
    angle: float = 0.0

    @property
    def radius(self) -> float:
        """The radius of a bend in points.

        If the bend turns to port, the radius is negative.
        """
        return self.length / math.radians(self.angle)

    def find_point(self, distance: float, offset: float = 0.0) -> Point:
        """Return the point at a distance along the course, `offset` points to starboard of the course's line."""
        if not self.angle:
            return offset, -distance
        turn, offset_radius = distance / self.radius, self.radius - offset
        return self.radius - offset_radius * math.cos(turn), -offset_radius * math.sin(turn)

    def find_heading(self, distance: float) -> float:
        """Return the heading at a distance along the course, in degrees clockwise from the start."""
        return self.angle * distance / self.length

    def make_transform(self, distance: float) -> Transform:
        """Return the transform that moves the origin to a distance along the course.

        After the transform, x points to starboard of the line, and y astern.
        """
        return Transform().translate(*self.find_point(distance)).rotate(self.find_heading(distance))

    def draw_line(self, start: float, end: float, offset: float = 0.0, stroke: Stroke | None = None) -> Path:
        """Return the line `offset` points to starboard of the course, between two distances along the course."""
        if not self.angle:
            return shapes.line(*self.find_point(start, offset), *self.find_point(end, offset), stroke)
        start_bearing = 270 if self.angle > 0 else 90
        return shapes.arc(self.radius, 0, abs(self.radius - offset), start_bearing + self.find_heading(start),
                          self.find_heading(end) - self.find_heading(start), stroke=stroke)

    def draw_outline(self, width: float, slot: Point | None = None) -> Path:
        """Return the edge of a piece.

        `slot` is the width and depth of the notch in the middle of both ends. If `slot` is None, there are no
        notches.
        """
        slot_width, slot_depth = slot or (0.0, 0.0)
        notch = ((-slot_width / 2, 0.0), (-slot_width / 2, slot_depth), (slot_width / 2, slot_depth),
                 (slot_width / 2, 0.0))
        ends = [shapes.polyline([frame.apply(side * x, side * y) for x, y in notch])
                for frame, side in ((self.make_transform(self.length), 1),
                                    (self.make_transform(0), -1))] if slot else []
        port_line, starboard_line = self.draw_line(0, self.length, -width / 2), self.draw_line(self.length, 0,
                                                                                               width / 2)
        return shapes.join_paths((port_line, *ends[:1], starboard_line, *ends[1:]), stroke=CUT_STROKE)


class MoveRuler(NamedTuple):
    """A piece of a move template.

    It has a course, the number at its ends (`label`), and its size as text. If `two_way` is true, the piece is used
    from both ends.
    """

    course: Course
    label: str
    size_text: str
    two_way: bool = True


@data_block
class MoveTemplate(HoledTemplate):
    """Base class of the templates for straight moves and for bends."""

    material: str = keys.text("the material on which the template is printed (default: card)",
                              label="Printed on", default="card")
    width: Length | None = keys.length(
        "the width of the pieces. A template with a `base` "
        "has no `width`", default=None, positive=True, minimum="6 mm", maximum="300 mm",
        hint="write a width within these limits: words on a narrower piece are too small to read")
    base: tuple[Length, Length] | None = keys.size("the size of the base that is moved along the pieces. The pieces "
                                                   "are as wide as this base", default=None)
    slot: tuple[Length, Length] | None = keys.size(
        "the width and the depth of the slot for a peg in the middle of each end, for example `4 x 2 mm`", default=None)
    label: str = keys.text("the number at the ends of the piece, for a template with only one "
                           "length or radius", default="")

    @property
    def piece_width(self) -> Length:
        """The width of the pieces."""
        assert self.width or self.base
        return self.width or self.base[0]  # type: ignore[index]

    def validate(self, reader: Reader) -> Self | None:
        if "width" not in reader and "base" not in reader:
            reader.add_missing_key("width", "give the template a width, or the base that is moved along the pieces")
        elif "width" in reader and "base" in reader:
            reader.add_problem("width", f"{reader.label} has both 'width' and 'base'", "keep one of the two")
        if not self.width and not self.base:
            return None
        if self.slot and self.slot[0].pt + 2 * _MIN_RIM > self.piece_width.pt > 0:
            reader.add_problem("slot",
                               f"the slot of {reader.label} is {self.slot[0].text} wide, but the piece is only "
                               f"{self.piece_width.text} wide",
                               "leave at least 2 mm on either side of the slot")
        return self

    def check_one_of(self, reader: Reader, single_key: str, list_key: str) -> None:
        """Report a problem if a template has both of two keys, or neither of them."""
        if single_key in reader and list_key in reader:
            reader.add_problem(list_key, f"{reader.label} has both '{single_key}' and '{list_key}'",
                               "keep one of the two")
        elif single_key not in reader and list_key not in reader:
            reader.add_missing_key(single_key)

    def iter_rulers(self) -> Iterator[MoveRuler]:
        """Yield the ruler of each piece."""
        raise NotImplementedError

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        slot = (self.slot[0].pt, self.slot[1].pt) if self.slot else None
        for ruler in self.iter_rulers():
            course = ruler.course
            edge = course.draw_outline(self.piece_width.pt, slot)
            left, top, right, bottom = shapes.measure_outline(edge.segments)
            transform = Transform(e=-left, f=-top)
            yield TemplatePiece(
                " ".join(filter(None, (self.title, ruler.label, ruler.size_text))), self.title, right - left,
                                bottom - top,
                shapes.transform_path(edge, transform), (Group((*self._draw_ruler(ruler, slot),), transform),),
                                self.span,
                default_hole_position=transform.apply(*course.find_point(course.length / 2)))

    def _draw_ruler(self, ruler: MoveRuler, slot: Point | None) -> Iterator[Item]:
        """Yield the line of a piece, with arrowheads and numbers at the ends, and title and size in the middle.

        The line reaches the ends of the piece, so that players can lay the piece against the marks of a base.
        """
        course, width = ruler.course, self.piece_width.pt
        start_inset = slot[1] if slot else 0.0
        number_style = _NUMBER_STYLE._replace(size=min(_NUMBER_STYLE.size, _NUMBER_SHARE * width))
        number_height = number_style.size * 0.74 if ruler.label else 0.0
        # where the items at an end begin and end
        inner_inset = start_inset + _ARROW_LENGTH + (2 * _ITEM_GAP + number_height if ruler.label else 0.0)
        for end_distance, turn in ((0.0, 180.0), (course.length, 0.0)):  # numbers are read from their own end
            end = course.make_transform(end_distance).rotate(turn)
            has_arrow = ruler.two_way or not turn
            yield Group((shapes.arrow(0, start_inset, 0, _ARROW_LENGTH, _ARROW_LENGTH * 0.8, fill=BLACK) if has_arrow
                         else
                         shapes.line(-_ARROW_LENGTH, start_inset + _ARROW_LENGTH, _ARROW_LENGTH,
                                     start_inset + _ARROW_LENGTH, BOUND_STROKE),), end)
            if ruler.label:
                middle = inner_inset - _ITEM_GAP / 2 - number_height / 2
                number_transform = course.make_transform(abs(end_distance - middle)).rotate(180 - turn if ruler.two_way
                                                                                            else 0)
                yield Group(text.set_line(ruler.label, number_style, 0, number_height / 2, "middle",
                                          width - 2 * _SIDE_MARGIN, MIN_TYPE_SIZE), number_transform)
        lines = [(self.title, TITLE_STYLE), (typeset_fractions(ruler.size_text), WORDS_STYLE)]
        half_height, max_height = measure_stack(lines) / 2, course.length - 2 * (inner_inset + _ITEM_GAP)
        if course.angle:  # the inner side of a bend is shorter
            text_width = min(max(text.measure_text(*line) for line in lines), width - 2 * _SIDE_MARGIN)
            max_height *= 1 - text_width / 2 / abs(course.radius)
        if 2 * half_height > max_height:
            raise text.TooTallError(self.title, 2 * half_height, max(max_height, 0.0))
        middle = course.length / 2
        yield Group(tuple(draw_stack(lines, 0, 0, width - 2 * _SIDE_MARGIN)), course.make_transform(middle))
        line_bounds = [0.0, *((start_inset + _ARROW_LENGTH, inner_inset) if ruler.label else ()),
                       middle - half_height - 1, middle + half_height + 1]
        line_bounds += [course.length - bound for bound in reversed(line_bounds[:-2])]
        for start, end in zip(line_bounds[::2], line_bounds[1::2], strict=True):
            yield course.draw_line(start, end, 0, _LINE_STROKE)


@TEMPLATE_KINDS.register("straight")
@data_block
class StraightTemplate(MoveTemplate):
    """Rulers of straight moves."""

    length: Length | None = keys.length("the length of the move, from base to base. For several "
                                        "moves, use `lengths`", default=None, positive=True)
    lengths: tuple[tuple[str, Length], ...] = named_lengths(
        "the lengths of several moves, by the numbers at the ends of the pieces, for example `{1: 40 mm, "
        "2: 80 mm}`", example="{1: 40 mm, 2: 80 mm}",
        maximum=MAX_MOVES)

    shrink_hint = "give the template a shorter length"

    def validate(self, reader: Reader) -> Self | None:
        self.check_one_of(reader, "length", "lengths")
        return super().validate(reader)

    def iter_rulers(self) -> Iterator[MoveRuler]:
        for number, length in self.lengths or ((self.label, self.length),):
            assert length
            yield MoveRuler(Course(length.pt), number, length.text)


def _read_angles(reader: Reader, name: str) -> tuple[float, ...]:
    """Return a list of angles in degrees. Angles to port are negative."""
    node = reader.get_node(name)
    items = node.items_or_self if node else ()
    angles = read_degrees(reader, name, items[:MAX_ANGLES], MAX_BEND_ANGLE,
                          ("angles", "write 45 for a turn to starboard, or -45 for a turn to port"))
    if node is not None and not 0 < len(items) <= MAX_ANGLES:
        reader.add_problem(name, f"'{name}' of {reader.label} has {len(items)} angles, but must have 1 to {MAX_ANGLES}")
    return tuple(angles)


ANGLE_SCHEMA = {"type": ["number", "string"], "minimum": -MAX_BEND_ANGLE, "maximum": MAX_BEND_ANGLE}


@TEMPLATE_KINDS.register("bend")
@data_block
class BendTemplate(MoveTemplate):
    """Rulers of moves that turn."""

    radius: Length | None = keys.length("the radius of the line along the middle of the bend. For several bends, use "
                                        "`radii`", default=None, positive=True)
    radii: tuple[tuple[str, Length], ...] = named_lengths(
        "the radii of several bends, by the numbers at the ends of the pieces, for example `{1: 35 mm, "
        "2: 63 mm}`", example="{1: 35 mm, 2: 63 mm}",
        maximum=MAX_MOVES)
    angle: Fraction | None = keys.number(
        "the angle of the turn, clockwise from the bow: 45 is a turn to starboard, and -45 is a turn to port. For "
        "several turns, use `angles`", -MAX_BEND_ANGLE,
                                         MAX_BEND_ANGLE,
        default=None)
    angles: tuple[float, ...] = keys.custom(
        _read_angles, {"type": "array", "items": ANGLE_SCHEMA},
        "the angles of several turns, for example `[45, 90]`", default=())
    side: str = keys.choice(
        BEND_SIDES,
        "the side to which the bend turns: `starboard`, `port` or `both`. A bend to `both` sides is laid from either "
        "end, and has an arrow and its number at each end. Without `side`, the angle decides",
        choice_words={"starboard": "Starboard (right)", "port": "Port (left)", "both": "Both"}, default="")

    shrink_hint = "give the template a shorter radius or a smaller angle"

    def validate(self, reader: Reader) -> Self | None:
        self.check_one_of(reader, "radius", "radii")
        self.check_one_of(reader, "angle", "angles")
        moves = super().validate(reader)
        for name, turns in (("angle", (self.angle,)), ("angles", self.angles)):
            if name in reader and any(turn == 0 for turn in turns):
                reader.add_problem(name, f"{reader.label} has an angle of 0°, which is not a bend",
                                   "write kind: straight and a length")
            elif name in reader and self.side and any(turn is not None and turn < 0 for turn in turns):
                reader.add_problem(name, f"{reader.label} must not have both a 'side' and a negative angle",
                                   "write the angle without its minus: 'side' sets the direction of the turn")
        for radius in (self.radius, *(radius for _, radius in self.radii)) if moves else ():
            if radius and 0 < float(radius) < self.piece_width.pt / 2 + _MIN_RIM:
                reader.add_problem("radii" if self.radii else "radius",
                                   f"a bend of {reader.label} has a radius of only {radius.text}, but is "
                                   f"{self.piece_width.text} wide",
                                   "make the radius to the line along the middle at least half the width plus 2 mm")
            elif radius and self.slot and math.hypot(radius.pt + self.slot[0].pt / 2, self.slot[1].pt) > (
                    radius.pt + self.piece_width.pt / 2 - _MIN_RIM):
                reader.add_problem("slot",
                                   f"the slot of {reader.label} is {self.slot[1].text} deep and comes too near to the "
                                   f"outer edge of a bend with a radius of {radius.text}", "make the slot less deep")
        return moves

    def iter_rulers(self) -> Iterator[MoveRuler]:
        for turn in self.angles or (float(self.angle or 0),):
            angle = -turn if self.side == "port" else turn
            for number, radius in self.radii or ((self.label, self.radius),):
                assert radius
                course = Course(radius.pt * math.radians(abs(angle)), angle)
                yield MoveRuler(course, number, f"{abs(turn):g}° · {radius.text}", self.side == "both")


# --- turning gauges: arcs that touch the keel line at one point, with ticks at equal distances along them
#
# All arcs begin at one point, in the direction of the model; the gauge is turned over for the other hand. Positions
# are (u, v), in points from the start: u to the hand that the gauge turns to, v ahead. An arc of radius R has its
# centre at (R, 0); after a distance s along it, a model has turned by s / R radians (57.3 degrees / R an inch).

GAUGE_HANDS = ("turn over", "both")
MAX_ROWS = 24
MAX_GAUGE_TICKS = 1000


@data_block
class GaugeArc(DataBlock):
    """An arc of a turning gauge: its radius and its sweep in degrees.

    If the radius is unknown, `radius` is None.
    """

    radius: Length | None = keys.length("the radius of the arc. `unknown` prints a space "
                                        "for the radius", positive=True, unknown=True)
    label: str = keys.text("its name", default=get_default_label)
    sweep: int = keys.integer("the angle of the arc, in degrees", 10, 180, default=0)
    color: str = keys.colour("the colour of the arc and of its name (default: black)", default="#000000", name="colour")


@data_block
class GaugeRadii(DataBlock):
    """Radii from the smallest to the largest at equal steps."""

    from_: Length = keys.length("the smallest radius (default: 2 in)", default="2 in", positive=True)
    to: Length = keys.length("the largest radius (default: 6 in)", default="6 in", positive=True)
    step: Length = keys.length("the step from one radius to the next (default: 1 in)", default="1 in", positive=True)

    def validate(self, reader: Reader) -> Self | None:
        if 0 in (self.from_.points, self.to.points, self.step.points):
            return None
        if not 1 <= self.count <= MAX_ROWS:
            reader.add_problem("to",
                               f"{reader.label} cannot have {max(self.count, 0)} arcs, from {self.from_.text} to "
                               f"{self.to.text} in steps of {self.step.text}",
                               f"choose the limits and the step so that there are 1 to {MAX_ROWS} arcs")
            return None
        return self

    @property
    def count(self) -> int:
        """The number of radii.

        If the limits leave no radius, this number is less than 1.
        """
        return int((self.to.points - self.from_.points) // self.step.points + 1)

    @property
    def all_radii(self) -> tuple[Length, ...]:
        """All radii in the unit of the smallest radius, with the smallest radius first."""
        unit, points = self.from_.unit, [self.from_.points + self.step.points * index for index in range(self.count)]
        return tuple(Length(radius, f"{float(radius / POINTS_PER_UNIT[unit]):g} {unit}") for radius in points)


DEFAULT_RADII = GaugeRadii(from_=parse_length("2 in"), to=parse_length("6 in"), step=parse_length("1 in"))


@TEMPLATE_KINDS.register("curves")
@data_block
class CurvesTemplate(HoledTemplate):
    """A turning gauge.

    If a radius is unknown, arcs with the radii of `grid_radii` are drawn too.
    """

    rows: tuple[GaugeArc, ...] = keys.named_blocks(
        GaugeArc,
        "arcs to move along, by name. Each arc has a `radius`, and may have a `label`, a `sweep` and a `colour`. All "
        "arcs begin at one point, along the keel. `radius: unknown` prints a space "
        "for the radius", entry_label="row", default=..., minimum=1,
                                                   maximum=MAX_ROWS)
    grid_range: GaugeRadii | None = keys.nested_block(
        GaugeRadii,
        "the radii of the arcs that are drawn if a radius is unknown: `from` (default: 2 in), `to` (default: 6 in) and "
        "`step` (default: 1 in)",
        default=DEFAULT_RADII, name="grid")
    every: Length = keys.length(
        "the distance between the ticks along the arcs (default: 1 in), and the angle of the arcs in degrees (default: "
        "90)",
        default="1 in", positive=True)
    sweep: int = keys.integer("", 10, 180, default=90)
    hands: str = keys.choice(
        GAUGE_HANDS,
        "`turn over` for one gauge that serves both hands (the default), or `both` for a gauge for each hand. A gauge "
        "is never divided. If the arcs are too wide for the paper, give the gauge "
        "a smaller `sweep`", default=GAUGE_HANDS[0])

    never_tiled = True
    shrink_hint = "give the template a smaller 'sweep' or shorter radii"

    @property
    def grid_radii(self) -> tuple[Length, ...]:
        """The radii of the arcs without a label.

        If all radii are known, there are no such arcs.
        """
        return self.grid_range.all_radii if self.grid_range and any(row.radius is None for row in self.rows) else ()

    @property
    def drawn_arcs(self) -> tuple[GaugeArc, ...]:
        """All arcs that are drawn, the largest radius first.

        The arcs of the grid have no label.
        """
        named_arcs = [row for row in self.rows if row.radius]
        grid_arcs = [GaugeArc(label="", radius=radius, sweep=self.sweep) for radius in self.grid_radii]
        return tuple(sorted(named_arcs + grid_arcs, key=lambda arc: -arc.radius.points if arc.radius else 0))

    def validate(self, reader: Reader) -> Self | None:
        if "grid" in reader and self.rows and all(row.radius for row in self.rows):
            reader.add_problem("grid", f"{reader.label} has a 'grid', but no radius is unknown",
                               "leave out 'grid', or write radius: unknown for an arc")
            return None
        gauge = replace(self, rows=tuple(replace(row, sweep=row.sweep or self.sweep) for row in self.rows))
        total_length = sum(float(arc.radius.points) * arc.sweep * math.pi / 180 for arc in gauge.drawn_arcs
                           if arc.radius)
        if self.every.points and total_length / self.every.pt > MAX_GAUGE_TICKS:
            reader.add_problem("every",
                               f"the arcs of {reader.label} would have more than {MAX_GAUGE_TICKS} ticks at a distance "
                               f"of {self.every.text}",
                               "make the ticks farther apart, or make the radii shorter")
        return gauge if self.rows else None

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield one gauge, or a gauge for each hand.

        Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set.
        """
        arc_paths = tuple(GaugePath(arc.radius.pt, arc.sweep) for arc in self.drawn_arcs if arc.radius)
        side_extent = max(max(arc_path.find_point(arc_path.sweep)[0],
                              arc_path.find_point(arc_path.sweep, _ANGLE_DISTANCE)[0] + 6) for arc_path in arc_paths)
        ahead_extent = max(arc_path.find_point(min(arc_path.sweep, 90))[1] for arc_path in arc_paths)
        words = sheet.words
        for hand, name in ((1, words("starboard")),
                           (-1, words("port"))) if self.hands == GAUGE_HANDS[1] else ((1, ""),):
            legend_width, legend_height, legend_items = _draw_legend(self, name, words)
            width = max(_KEEL_MARGIN + side_extent + _OUTER_MARGIN, _KEEL_MARGIN + legend_width + 12 + _OUTER_MARGIN)
            # Whether an arc comes near the legend beside the arcs: then the legend stands below their start.
            legend_u, legend_v = (
                width - _KEEL_MARGIN - _OUTER_MARGIN - legend_width - 8,
                legend_height + 16 - _TAIL_LENGTH,
            )
            meets_legend = any(x > legend_u and y < legend_v for arc_path in arc_paths for index in range(201) for x,
                               y in (arc_path.find_point(arc_path.sweep * index / 200),))
            height = _TOP_MARGIN + ahead_extent + (legend_height + 16 if meets_legend else _TAIL_LENGTH)
            gauge = _GaugeDrawing(self, arc_paths, (_KEEL_MARGIN if hand > 0 else width - _KEEL_MARGIN,
                                                    _TOP_MARGIN + ahead_extent), hand, sheet.ink,
                                  sheet.words)
            corner = (width - _OUTER_MARGIN - legend_width if hand > 0 else _OUTER_MARGIN, height - 8 - legend_height)
            items = (*gauge.draw_keel(height, ahead_extent, words("keel")), *gauge.draw_arcs(),
                     Group(legend_items, Transform(e=corner[0], f=corner[1])))
            yield TemplatePiece(f"{self.title} {name}".strip(), self.title, width, height,
                                shapes.rect(0, 0, width, height, stroke=CUT_STROKE), items, self.span)


# the look of gauges

_KEEL_STROKE = Stroke(BLACK, 0.6)
_KEEL_MARGIN, _OUTER_MARGIN, _TOP_MARGIN = 18.0, 8.0, 16.0  # margins: at the keel line, at the other side, ahead
_TAIL_LENGTH = 18 * MM  # least length of the keel line behind the start
_HALF_TICK, _HALF_END_TICK = 2.6, 5.0  # half the length of a tick, and of the one at the end of an arc
_FIGURE_STYLE = text.Style("sans", 8)
_KEEL_WORD_STYLE = text.Style("sans", 7.0, bold=True, tracking=0.8)
_ANGLE_DISTANCE = 10.0  # from the end of an arc to the middle of its angle
_FIGURE_DISTANCE = 7.0  # from an arc to the middle of a figure beside it
_LINE_CLEARANCE = 4.6  # least distance of the middle of a word from a line
_OTHER_ARC_CLEARANCE = 11.0  # least distance of the middle of a figure from the other arcs
_TICK_SHARE = 0.45  # largest half tick, as a share of the distance from its end to the next arc
_FIGURE_SPACING = 10.0  # least distance between the middles of two figures


class GaugePath(NamedTuple):
    """An arc on the gauge. Lengths are in points, and angles are in degrees."""

    radius: float
    sweep: float

    def find_point(self, angle: float, offset: float = 0.0) -> Point:
        """Return the point at which a model has turned by an angle, `offset` points outside the arc."""
        radians = math.radians(angle)
        offset_radius = self.radius + offset
        return self.radius - offset_radius * math.cos(radians), offset_radius * math.sin(radians)

    def measure_distance(self, point: Point) -> float:
        """Return the distance of a point from the arc."""
        u, v = point
        if 0 <= math.degrees(math.atan2(v, self.radius - u)) <= self.sweep:
            return abs(math.hypot(self.radius - u, v) - self.radius)
        return min(math.dist(point, end) for end in (self.find_point(0), self.find_point(self.sweep)))

    def iter_ticks(self, distance: float) -> Iterator[tuple[int, float]]:
        """Yield the number of each tick, and the angle by which a model has turned at the tick."""
        turn = math.degrees(distance / self.radius)
        return ((index, turn * index) for index in range(1, math.floor(self.sweep / turn + 1e-9) + 1))


class _GaugeDrawing:
    """The drawing of a gauge whose arcs begin at `start` on the piece.

    `hand` is 1 for turns to starboard, and -1 for turns to port.
    """

    def __init__(self, template: CurvesTemplate, paths: tuple[GaugePath, ...], start: Point, hand: int,
                 ink: Ink, words: Words) -> None:
        self.template, self.paths, self.start, self.hand, self.ink = template, paths, start, hand, ink
        self.words = words
        self.tick_distance = template.every.pt
        self.occupied: list[Point] = []  # the middles of words and figures

    def map_to_piece(self, point: Point) -> Point:
        """Return the position of a point (u, v) on the piece."""
        return self.start[0] + self.hand * point[0], self.start[1] - point[1]

    def measure_other_distance(self, path: GaugePath, point: Point) -> float:
        """Return the distance of a point from the nearest arc other than `path`."""
        return min((other.measure_distance(point) for other in self.paths if other != path), default=math.inf)

    def is_clear(self, point: Point) -> bool:
        """Return whether a figure at a point would be clear of the keel line and other figures."""
        return point[0] > _LINE_CLEARANCE and all(math.dist(point, other) > _FIGURE_SPACING for other in self.occupied)

    def draw_keel(self, height: float, ahead_extent: float, keel_word: str) -> Iterator[Item]:
        """Yield the keel line, the mark at the start of the arcs, and ticks for the distance straight ahead."""
        (x, y), step, outside = self.start, self.tick_distance, -self.hand
        yield shapes.line(x, 6, x, height, _KEEL_STROKE)
        yield shapes.arrow(x, 2, 0, 9, 7, fill=BLACK)
        yield shapes.line(x - 9, y, x + 9, y, BOUND_STROKE)
        yield shapes.circle(x, y, 2.0, fill=BLACK)
        ticks = [y - k * step for k in range(1, math.floor(ahead_extent / step + 1e-9) + 1)]
        yield shapes.lines([(x, tick, x + outside * 4, tick) for tick in ticks], FINE_STROKE)
        for index, tick in enumerate(ticks, 1) if step >= 8 else ():
            yield from text.set_line(f"{index}", _FIGURE_STYLE, x + outside * 6, tick + 2.3,
                                     "end" if outside < 0 else "start")
        yield place_rotated(text.set_line(keel_word.upper(), _KEEL_WORD_STYLE, 0, 0, "end"),
                            x + (-4 if self.hand > 0 else 9), y + 14, -90)

    def draw_arcs(self) -> Iterator[Item]:
        """Yield the arcs with their ticks and names, the angles at their ends and the numbers of their ticks.

        If arcs are so near to each other that their ticks would meet, the ticks are shorter. Raises TooWideError if a
        name has no room.
        """
        for arc, path in zip(self.template.drawn_arcs, self.paths, strict=True):
            yield shapes.arc(*self.map_to_piece((path.radius, 0)), path.radius, 270 if self.hand > 0 else 90,
                             self.hand * path.sweep,
                             stroke=Stroke(choose_line_color(self.ink, parse_color(arc.color)), 1.2)
                             if arc.label else FINE_STROKE)
            ticks = [(angle, *(side * min(_HALF_TICK,
                                          _TICK_SHARE * self.measure_other_distance(path,
                                                                                    path.find_point(angle,
                                                                                                    side * _HALF_TICK)))
                               for side in (1, -1))) for _, angle in path.iter_ticks(self.tick_distance)]
            yield shapes.lines([(*self.map_to_piece(path.find_point(angle, outer_offset)),
                                 *self.map_to_piece(path.find_point(angle, inner_offset)))
                                for angle, outer_offset,
                                inner_offset in (*ticks, (path.sweep, _HALF_END_TICK, -_HALF_END_TICK))], FINE_STROKE)
            yield self._draw_label(arc, path)
        for path in self.paths:
            yield from self._draw_figure(f"{path.sweep:g}°", path.find_point(path.sweep, _ANGLE_DISTANCE))
        for path in reversed(self.paths):  # the narrowest arcs first: they have most room for their figures
            for index, angle in path.iter_ticks(self.tick_distance):
                candidates = (path.find_point(angle, _FIGURE_DISTANCE), path.find_point(angle, -_FIGURE_DISTANCE))
                clear_points = [point for point in candidates
                                if self.measure_other_distance(path, point) > _OTHER_ARC_CLEARANCE
                                and path.measure_distance(point) > _LINE_CLEARANCE and self.is_clear(point)]
                yield from self._draw_figure(f"{index}", clear_points[0]) if clear_points else ()

    def _draw_figure(self, figure: str, point: Point) -> tuple[Item, ...]:
        self.occupied.append(point)
        x, y = self.map_to_piece(point)
        return text.set_line(figure, _FIGURE_STYLE, x, y + 2.3, "middle")

    def _draw_label(self, arc: GaugeArc, path: GaugePath) -> Item:
        """Return the name and radius of an arc, set along its inner side, near its end.

        The search steps back from the end degree by degree, first with the longer text, then with the shorter text.
        For each angle, the search tests nine points along the text against all other arcs and figures. Raises
        TooWideError if there is no room.
        """
        assert arc.radius is not None
        radius = typeset_fractions(arc.radius.text)
        style = TITLE_STYLE._replace(color=choose_line_color(self.ink,
                                                             parse_color(arc.color))) if arc.label else WORDS_STYLE
        for label in (self.words("arc_radius", name=arc.label, radius=radius),
                      f"{arc.label} · {radius}") if arc.label else (radius,):
            label_width = text.measure_text(label, style)
            half_angle, offset = (
                math.degrees(label_width / 2 / path.radius),
                -4 - 0.74 * style.size - label_width * label_width / 8 / path.radius,
            )
            for angle in range(math.floor(path.sweep - half_angle - 3), math.ceil(half_angle) + 3, -1):
                (u, v), sin, cos = path.find_point(angle,
                                                   offset), math.sin(math.radians(angle)), math.cos(math.radians(angle))
                # positions along the middle of the letters, which stand on the inner side of the arc
                letter_points = [(u + text_offset * sin - 0.36 * style.size * cos,
                                  v + text_offset * cos + 0.36 * style.size * sin)
                                 for text_offset in (label_width * (index / 8 - 0.5) for index in range(9))]
                if all(self.is_clear(point) and self.measure_other_distance(path, point) > _LINE_CLEARANCE
                       for point in letter_points):
                    self.occupied += letter_points
                    return place_rotated(text.set_line(label, style, 0, 0, "middle"), *self.map_to_piece((u, v)),
                                         self.hand * (angle - 90))
        raise text.TooWideError(text.strip_markup(label), label_width, math.radians(path.sweep) * path.radius)


# the words of a gauge: instructions, and a table of its arcs, with spaces for unknown radii

_INSTRUCTIONS_STYLE = text.Style("sans", 8.0)
_HEADING_STYLE = text.Style("sans", 8, bold=True)
_CELL_STYLE = text.Style("sans", 9.0)
_WRITE_IN_LENGTH = 40.0  # the length of a line to write on
_MIN_LEGEND_WIDTH = 168.0
_ROW_HEIGHT, _BLANK_ROW_HEIGHT = 12.0, 15.0


def _draw_legend(template: CurvesTemplate, hand_word: str, words: Words) -> tuple[float, float, tuple[Item, ...]]:
    """Return the width, the height and the items of a gauge's legend, drawn from its top left corner.

    `hand_word` is the hand of the gauge. If the gauge serves both hands, `hand_word` is "". Raises MissingGlyphError
    or TooWideError if words cannot be set.
    """
    def format_unbroken(length: Length) -> str:
        """Return a length as text that is never broken over two lines."""
        return words.number(typeset_fractions(length.text)).replace(" ", "\u00a0")

    radii = [typeset_fractions(row.radius.text) if row.radius else "" for row in template.rows]
    radius_x = max(text.measure_text(row.label, _CELL_STYLE) for row in template.rows) + 10
    radius_width = max(*(text.measure_text(cell, _CELL_STYLE) + 10 for cell in (*radii, words("radius_heading"))),
                       (_WRITE_IN_LENGTH + 22) * bool(template.grid_radii))
    width = max(table_width := radius_x + radius_width + text.measure_text(words("tick_turns"), _HEADING_STYLE),
                _MIN_LEGEND_WIDTH)
    instructions = words("curves_steps", keel=words("keel")[:1].upper() + words("keel")[1:],
                         length=format_unbroken(template.every))
    if not hand_word:
        instructions += " " + words("curves_both_hands", starboard=words("starboard"), port=words("port"))
    if template.grid_radii:
        instructions += " " + words("curves_fine_arcs", radii=", ".join(map(format_unbroken, template.grid_radii)))
    instruction_block = text.set_block(instructions, _INSTRUCTIONS_STYLE, (0, 13, width, None), 1.2)
    baseline = 13 + instruction_block.height + 16
    items: list[Item] = [
        *text.set_line(f"{template.title} · {hand_word}" if hand_word else template.title, TITLE_STYLE, 0, 7,
                       max_width=width, min_size=6),
        *instruction_block.items, *text.set_line(words("radius_heading"), _HEADING_STYLE, radius_x, baseline - 3),
        *text.set_line(words("tick_turns"), _HEADING_STYLE, radius_x + radius_width, baseline - 3),
                         shapes.line(0, baseline, table_width, baseline, FINE_STROKE)]
    for row, radius in zip(template.rows, radii, strict=True):
        baseline += _ROW_HEIGHT if row.radius else _BLANK_ROW_HEIGHT
        items += text.set_line(row.label, _CELL_STYLE, 0, baseline - 1)
        if row.radius:
            turn = math.degrees(template.every.pt / row.radius.pt)
            items += text.set_line(radius, _CELL_STYLE, radius_x, baseline - 1)
            items += text.set_line(words.number(f"{turn:.1f}°"), _CELL_STYLE, radius_x + radius_width + 23.5,
                                   baseline - 1, "end")
        else:
            unit = template.grid_radii[0].unit if template.grid_radii else "in"
            items += (shapes.line(radius_x, baseline, radius_x + _WRITE_IN_LENGTH, baseline, FINE_STROKE),
                      *text.set_line(unit, _CELL_STYLE, radius_x + _WRITE_IN_LENGTH + 3, baseline - 1),
                      shapes.line(radius_x + radius_width, baseline, width, baseline, FINE_STROKE))
    return width, baseline + 2, tuple(items)
