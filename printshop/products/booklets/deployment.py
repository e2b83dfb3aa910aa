"""The figure of a deployment: the table from above, to scale, with a border that counts feet or decimetres.

Everything on the table stands where the data says, divided by the scale. Points, origin at the figure's top
left, y down; the table itself begins at (`LEFT`, `TOP`).
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke, parse_color
from printshop.game.deployment import distance, measured
from printshop.layout import labels
from printshop.layout.boxes import Box
from printshop.layout.labels import Label, Mark, Wish, over
from printshop.letters import escape
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Bounds
    from printshop.game.deployment import Deployment, Place, Zone
    from printshop.units import Length

BORDER = 4.0  # the thickness of the counting border
LEFT, TOP, RIGHT, BOTTOM = 20.0, 6.0, 6.0, 20.0  # from the edges of the figure to the table
FAINT, STRONG = 1.5, 12.0  # what it costs a name to lie on a circle or an edge, and on a course, a range or an arrow
BASE = 30.0  # a unit without a size class is drawn with a base of this many points, at full size

_THIN = Stroke(BLACK, 0.4)
_SCREEN = 3.0  # the pitch of the lines that stand for solid black
_GREY = WHITE.mix(BLACK, 0.45)
_REACH = Stroke(_GREY, 0.4, (1.5, 1.5))
_RANGE = Stroke(BLACK, 0.5, (4.0, 2.0))
_LABEL = text.Style("sans", 7.5)
_SMALL = text.Style("sans", 7, color=WHITE.mix(BLACK, 0.7))
_EDGE = text.Style("serif", 9, bold=True, tracking=0.6)

# Where the label of a circle may stand on it, as bearings: low on the right if it can.
_COURSES = tuple(sorted(range(0, 360, 5), key=lambda course: abs(course - 148)))
# Where a name may stand beside a unit: how far along from left (0) to right (1), how far up from below (0).
_AROUND = ((0.5, 1), (0.5, 0), (0.8, 1), (0.2, 1), (0.8, 0), (0.2, 0), (1, 0.5), (0, 0.5),
           (1, 0.85), (0, 0.85), (1, 0.15), (0, 0.15), (0.65, 1), (0.35, 1), (0.65, 0), (0.35, 0))


class Figure(NamedTuple):
    """A finished figure at the origin."""

    items: tuple[Item, ...]
    width: float
    height: float


class _Frame(NamedTuple):
    """Full-size points on the table to points of the figure."""

    scale: float
    width: float
    height: float

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return LEFT + x * self.scale, TOP + y * self.scale

    @property
    def box(self) -> tuple[float, float, float, float]:
        return LEFT, TOP, self.width, self.height


def width(deployment: Deployment) -> float:
    """Return how wide the figure of a deployment is, in points, without drawing it."""
    return LEFT + deployment.width / deployment.scale + RIGHT


def draw(deployment: Deployment, metric: bool, ink: Ink) -> Figure:
    """Return the figure of a deployment; `metric` counts decimetres along the border instead of feet."""
    scale = 1 / deployment.scale
    frame = _Frame(scale, deployment.width * scale, deployment.height * scale)
    grounds = tuple(_grounds(deployment, frame, ink))
    strips = tuple(ground for ground in grounds if ground.zone.depth)
    faint = (*_edges(strips), *_circles(deployment, frame))
    lines, courses = (*_depths(strips), *_ranges(deployment, frame)), tuple(_courses(deployment, frame))
    marks = (*labels.marks(faint, FAINT), *labels.marks((*lines, *courses), STRONG))
    names = tuple(_labels(deployment, frame, grounds, marks))
    inside = (*_strips(strips, ink), *_scenery(deployment, frame), *faint, *lines, *_halos(names, grounds),
              *courses, *_units(deployment, frame, ink),
              *(item for name in names for item in name.items()))
    items = (
        shapes.rect(*frame.box, fill=WHITE),
        Group(inside, clip=shapes.rect(*frame.box)),
        *_border(frame, metric),
    )
    return Figure(items, LEFT + frame.width + RIGHT, TOP + frame.height + BOTTOM)


def _border(frame: _Frame, metric: bool) -> Iterator[Item]:
    """Yield the border: black and white by turns, a foot (or a decimetre) each, figures left and below."""
    step = (100 * MM if metric else 864.0) * frame.scale
    left, top, width, height = frame.box
    right, bottom = left + width, top + height
    for start, end, black in _lengths(width, step):
        for y in (top - BORDER, bottom):
            yield _segment(left + start, y, end - start, BORDER, black)
    for start, end, black in _lengths(height, step):
        for x in (left - BORDER, right):
            yield _segment(x, bottom - end, BORDER, end - start, black)
    yield shapes.rect(*frame.box, stroke=Stroke(BLACK, 0.8))
    yield shapes.rect(left - BORDER, top - BORDER, width + 2 * BORDER, height + 2 * BORDER, stroke=_THIN)
    every = 1 if step >= 18 else 5
    style = text.Style("serif", 8.5, bold=True)
    for number in range(0, int(width / step + 1.001), every):
        word = f"{number} {'dm' if metric else 'ft'}" if number == 0 else str(number)
        start = left + number * step - text.measure(str(number), style) / 2  # the unit hangs behind its number
        yield from text.line(word, style, start, bottom + BORDER + 9)
    for number in range(every, int(height / step + 1.001), every):
        yield from text.line(str(number), style, left - BORDER - 3, bottom - number * step + 3, "end")


def _segment(x: float, y: float, width: float, height: float, black: bool) -> Path:
    return shapes.rect(x, y, width, height, fill=BLACK if black else WHITE, stroke=_THIN)


def _lengths(whole: float, step: float) -> Iterator[tuple[float, float, bool]]:
    number, start = 0, 0.0
    while start < whole - 1e-6:
        yield start, min(start + step, whole), number % 2 == 0
        number, start = number + 1, start + step


# --- strips and ranges ----------------------------------------------------------------------------------


class _Ground(NamedTuple):
    """The strip of a zone on the figure, and its tint."""

    zone: Zone
    box: Box
    tint: Color


def _grounds(deployment: Deployment, frame: _Frame, ink: Ink) -> Iterator[_Ground]:
    share = {Ink.COLOUR: 0.2, Ink.LIGHT: 0.1, Ink.BLACK: 0.0}[ink]
    for zone in deployment.zones:
        x, y, width, height = zone.box(deployment.width, deployment.height)
        box = Box(*frame(x, y), width * frame.scale, height * frame.scale)
        yield _Ground(zone, box, WHITE.mix(parse_color(zone.side.color), share if zone.depth else 0.0))


def _edges_of(box: Box) -> Bounds:
    return box.x, box.y, box.right, box.bottom


def _strips(grounds: Iterable[_Ground], ink: Ink) -> Iterator[Item]:
    """Yield the strips: on a tint, or on white where there is black ink only, the pattern of the side."""
    for ground in grounds:
        side, drawn = ground.zone.side, BLACK if ink is Ink.BLACK else parse_color(ground.zone.side.color)
        yield shapes.rect(*ground.box, fill=ground.tint)
        solid = ink is Ink.BLACK and side.pattern == "solid"
        pattern, pitch, weight = ("crosshatch", _SCREEN, 0.25) if solid else (side.pattern, 3 * MM, 0.25)
        for path in patterns.marks(pattern, ground.box, drawn, pitch=pitch, weight=weight):
            yield Group((path,), clip=shapes.rect(*ground.box))


def _scenery(deployment: Deployment, frame: _Frame) -> Iterator[Item]:
    """Yield what lies on the table, as ovals with a pale ground."""
    for one in deployment.scenery:
        x, y = frame(one.x, one.y)
        yield shapes.ellipse(x, y, one.width * frame.scale / 2, one.height * frame.scale / 2,
                             fill=WHITE.mix(BLACK, 0.08), stroke=_THIN)
        yield from text.line(one.label, _SMALL, x, y + 2.4, "middle") if one.label else ()


def _edges(grounds: Iterable[_Ground]) -> Iterator[Path]:
    for ground in grounds:
        yield shapes.rect(*ground.box, stroke=Stroke(_GREY, 0.5, (3.0, 2.0)))


def _depths(grounds: Iterable[_Ground]) -> Iterator[Path]:
    """Yield an arrow across each strip, from edge to edge."""
    for ground in grounds:
        left, top, right, bottom = _edges_of(ground.box)
        level = ground.zone.edge in ("left", "right")
        x1, y1, x2, y2 = (left, top + 16, right, top + 16) if level else (right - 26, top, right - 26, bottom)
        yield shapes.line(x1, y1, x2, y2, _THIN)
        for x, y, course in ((x1, y1, 270 if level else 0), (x2, y2, 90 if level else 180)):
            yield shapes.arrow(x, y, course, 4, 2.6, fill=BLACK)


def _ranges(deployment: Deployment, frame: _Frame) -> Iterator[Path]:
    """Yield, for each range, both limits as circles about its start, and the way to its end."""
    for one in deployment.ranges:
        start, end = deployment.places[one.start], deployment.places[one.end]
        here, there = frame(start.x, start.y), frame(end.x, end.y)
        for limit in (one.at_least, one.at_most):
            yield shapes.circle(*here, float(limit) * frame.scale, stroke=_RANGE)
        yield shapes.line(*here, *there, Stroke(BLACK, 0.5))


def _circles(deployment: Deployment, frame: _Frame) -> Iterator[Path]:
    """Yield the reach of every unit of a line, once for each radius."""
    reaches = {(name, float(line.within)) for line in deployment.lines for name in line.units}
    reaches |= {(name, float(escort.within)) for escort in deployment.escorts for name in escort.of}
    for name, radius in sorted(reaches):
        place = deployment.places[name]
        yield shapes.circle(*frame(place.x, place.y), radius * frame.scale, stroke=_REACH)


def _courses(deployment: Deployment, frame: _Frame) -> Iterator[Path]:
    """Yield the line through each line ahead, and an arrow before its first unit."""
    for line in deployment.lines:
        places = [deployment.places[name] for name in line.units]
        for one, other in pairwise(places):
            yield shapes.line(*frame(one.x, one.y), *frame(other.x, other.y), Stroke(BLACK, 0.7))
        if places:
            x, y = frame(places[0].x, places[0].y)
            tip = bearing(places[0].heading, 24, x, y)
            yield shapes.line(x, y, *bearing(places[0].heading, 20, x, y), Stroke(BLACK, 0.7))
            yield shapes.arrow(*tip, places[0].heading, 6, 4, fill=BLACK)


def _base(place: Place) -> tuple[float, float]:
    size = place.unit.size
    return (float(size.width), float(size.length)) if size else (BASE, BASE)


def _units(deployment: Deployment, frame: _Frame, ink: Ink) -> Iterator[Item]:
    for place in deployment.places.values():
        width, length = (side * frame.scale for side in _base(place))
        x, y = frame(place.x, place.y)
        color = parse_color(place.unit.side.color)
        if ink is Ink.BLACK:
            color = BLACK if place.unit.side.pattern == "solid" else WHITE
        yield Group(tuple(_hull(width, length, area(ink, color) if ink is Ink.COLOUR else color)),
                    Transform().translate(x, y).rotate(place.heading))


def _hull(width: float, length: float, color: Color) -> Iterator[Path]:
    """Yield a base at its true size with a pointed hull on it, the bow up the page."""
    half, fore = width / 2, length / 2
    yield shapes.rect(-half, -fore, width, length, fill=WHITE, stroke=Stroke(BLACK, 0.3))
    beam = half * 0.78
    bow, stern = -fore * 0.25, fore * 0.8
    outline = [(0.0, -fore), (beam, bow), (beam, stern), (-beam, stern), (-beam, bow)]
    yield shapes.polygon(outline, fill=color, stroke=Stroke(BLACK, 0.35))
    if text_on(color) == BLACK and width > 6:
        yield shapes.line(0, -fore * 0.5, 0, fore * 0.5, Stroke(BLACK, 0.3))


# --- words ----------------------------------------------------------------------------------------------


def _labels(
    deployment: Deployment, frame: _Frame, grounds: Sequence[_Ground], lines: Sequence[Mark]
) -> Iterator[Label]:
    """Yield all words on the table, each in nobody's way as far as that goes: those with least choice first."""
    taken = [_plot(place, frame) for place in deployment.places.values()]
    taken += [labels.about(frame(one.x, one.y), (one.width * frame.scale, one.height * frame.scale))
              for one in deployment.scenery]
    edge = Box(*frame.box)
    depths = (_depth_name(one, one.zone.depth) for one in grounds if one.zone.depth)
    wishes = (*depths, *map(_edge_name, grounds), *_unit_names(deployment, frame),
              *_range_names(deployment, frame, edge))
    yield from labels.settle((wish for wish in wishes if wish.plots), taken, lines, edge.inset(2))


def _halos(names: Iterable[Label], grounds: Sequence[_Ground]) -> Iterator[Path]:
    """Yield what parts each label from the lines: a tight box of what lies below it there."""
    for name in names:
        box = name.plot.inset(-labels.HALO)
        yield shapes.rect(*box, fill=WHITE)
        for ground in grounds:
            if (shared := box.shared(ground.box)) and ground.tint != WHITE:
                yield shapes.rect(*shared, fill=ground.tint)


def _depth_name(ground: _Ground, depth: Length) -> Wish:
    """Return the depth of a strip, beside the arrow across it."""
    left, top, right, bottom = _edges_of(ground.box)
    words = depth.text
    width, height = labels.extent(words, _SMALL)
    if ground.zone.edge in ("left", "right"):
        return Wish(words, _SMALL, (labels.about(((left + right) / 2, top + 13 - height / 2), (width, height)),))
    y = (top + bottom) / 2
    beside = [right - 23 + width / 2, right - 29 - width / 2]
    return Wish(words, _SMALL, tuple(labels.about((x, y), (width, height)) for x in beside))


def _edge_name(ground: _Ground) -> Wish:
    """Return the side of a strip, somewhere along its edge; it begins at the left, or at the foot."""
    left, top, right, bottom = _edges_of(ground.box)
    words = f"{escape(ground.zone.side.adjective)} edge"
    width, height = labels.extent(words, _EDGE)
    edge = ground.zone.edge
    if edge in ("near", "far"):
        y = top + 4 + height / 2 if edge == "far" else bottom - 4 - height / 2
        starts = range(round(left) + 8, round(right - width) - 8, 6)
        return Wish(words, _EDGE, tuple(labels.about((x + width / 2, y), (width, height)) for x in starts))
    x = left + 4 + height / 2 if edge == "left" else right - 4 - height / 2
    feet = range(round(bottom) - 8, round(top + width) + 8, -6)
    return Wish(words, _EDGE, tuple(labels.about((x, y - width / 2), (height, width)) for y in feet), turned=True)


def _range_names(deployment: Deployment, frame: _Frame, edge: Box) -> Iterator[Wish]:
    """Yield both limits of each range, on their circles, and the distance as it is, on the way there."""
    for one in deployment.ranges:
        start, end = deployment.places[one.start], deployment.places[one.end]
        here, there = frame(start.x, start.y), frame(end.x, end.y)
        for limit in (one.at_least, one.at_most):
            size = labels.extent(limit.text, _LABEL)
            around = (bearing(course, float(limit) * frame.scale, *here) for course in _COURSES)
            plots = [labels.about(place, size) for place in around]
            room = edge.inset(10)
            inside = tuple(plot for plot in plots if over(plot, room) > 0.99 * size[0] * size[1])
            yield Wish(limit.text, _LABEL, inside)
        words = measured(distance(start, end), one.at_least)
        size = labels.extent(words, _LABEL)
        on_the_way = [(here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)
                      for share in (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65)]
        yield Wish(words, _LABEL, tuple(labels.about(place, size) for place in on_the_way))


def _unit_names(deployment: Deployment, frame: _Frame) -> Iterator[Wish]:
    """Yield the units' names, those of the largest bases first."""
    for place in sorted(deployment.places.values(), key=lambda one: -max(_base(one))):
        name = place.unit.known_proper
        style = _SMALL if place.unit.numbered else _LABEL
        others = tuple(_plot(one, frame) for one in deployment.places.values() if one is not place)
        yield Wish(name, style, tuple(_beside(place, frame, *labels.extent(name, style))), others)


def _plot(place: Place, frame: _Frame) -> Box:
    """Return the upright rectangle round a unit's base, turned as it is, and a little air."""
    width, length = (side * frame.scale for side in _base(place))
    across, along = abs(cos(radians(place.heading))), abs(sin(radians(place.heading)))
    return labels.about(frame(place.x, place.y),
                        (width * across + length * along + 2, width * along + length * across + 2))


def _beside(place: Place, frame: _Frame, width: float, height: float) -> Iterator[Box]:
    """Yield places for a name round a unit, the best first: above, below, then right and left."""
    left, top, right, bottom = _edges_of(_plot(place, frame).inset(-0.6))
    for along, up in _AROUND:
        start = left - width + along * (right - left + width)
        head = bottom + up * (top - height - bottom)
        yield Box(start, head, width, height)
