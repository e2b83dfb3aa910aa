"""The figure of a deployment: the table from above, to scale, with a border that counts feet or decimetres.

Everything on the table stands where the data says, divided by the scale. Points, origin at the figure's top
left, y down; the table itself begins at (`LEFT`, `TOP`).
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke, parse_color
from printshop.game.deployment import distance, measured
from printshop.game.model import escape
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.game.deployment import Deployment, Place, Zone
    from printshop.game.model import Side

BORDER = 4.0  # the thickness of the counting border
LEFT, TOP, RIGHT, BOTTOM = 20.0, 6.0, 6.0, 20.0  # from the edges of the figure to the table
BASE = 30.0  # a unit without a size class is drawn with a base of this many points, at full size

_THIN = Stroke(BLACK, 0.4)
_GREY = WHITE.mix(BLACK, 0.45)
_REACH = Stroke(_GREY, 0.4, (1.5, 1.5))
_RANGE = Stroke(BLACK, 0.5, (4.0, 2.0))
_LABEL = text.Style("sans", 7.5)
_SMALL = text.Style("sans", 7, color=WHITE.mix(BLACK, 0.7))


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


def draw(deployment: Deployment, metric: bool, ink: Ink) -> Figure:
    """Return the figure of a deployment; `metric` counts decimetres along the border instead of feet."""
    scale = 1 / deployment.scale
    frame = _Frame(scale, deployment.width * scale, deployment.height * scale)
    inside = (*_zones(deployment, frame, ink), *_ranges(deployment, frame), *_circles(deployment, frame),
              *_courses(deployment, frame), *_units(deployment, frame, ink), *_labels(deployment, frame))
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
        yield from text.line(word, style, left + number * step, bottom + BORDER + 9, "middle")
    for number in range(every, int(height / step + 1.001), every):
        yield from text.line(str(number), style, left - BORDER - 3, bottom - number * step + 3, "end")


def _segment(x: float, y: float, width: float, height: float, black: bool) -> Path:
    return shapes.rect(x, y, width, height, fill=BLACK if black else WHITE, stroke=_THIN)


def _lengths(whole: float, step: float) -> Iterator[tuple[float, float, bool]]:
    number, start = 0, 0.0
    while start < whole - 1e-6:
        yield start, min(start + step, whole), number % 2 == 0
        number, start = number + 1, start + step


def _tint(side: Side, ink: Ink) -> Color:
    return WHITE if ink is Ink.BLACK else WHITE.mix(parse_color(side.color), 0.2)


def _zones(deployment: Deployment, frame: _Frame, ink: Ink) -> Iterator[Item]:
    for zone in deployment.zones:
        x, y, width, height = zone.box(deployment.width, deployment.height)
        left, top = frame(x, y)
        box = (left, top, width * frame.scale, height * frame.scale)
        yield shapes.rect(*box, fill=_tint(zone.side, ink), stroke=Stroke(_GREY, 0.5, (3.0, 2.0)))
        yield from _zone_label(zone, box)


def _zone_label(zone: Zone, box: tuple[float, float, float, float]) -> Iterator[Item]:
    """Yield the zone's side along its edge, and its depth as an arrow across it."""
    left, top, width, height = box
    name = text.Style("serif", 9, bold=True, tracking=0.6)
    words = f"{escape(zone.side.adjective)} edge"
    if zone.edge in ("near", "far"):
        y = top + 11 if zone.edge == "far" else top + height - 5
        yield from text.line(words, name, left + 8, y)
        yield from _measure(left + width - 26, top, left + width - 26, top + height, zone.depth.text)
    else:
        x = left + 11 if zone.edge == "left" else left + width - 5
        turned = text.line(words, name, 0, 0)
        yield Group(turned, Transform().translate(x, top + height - 8).rotate(-90))
        yield from _measure(left, top + 16, left + width, top + 16, zone.depth.text)


def _measure(x1: float, y1: float, x2: float, y2: float, label: str) -> Iterator[Item]:
    """Yield an upright or level line between two arrowheads, with its length beside it."""
    level = y1 == y2
    yield shapes.line(x1, y1, x2, y2, _THIN)
    for x, y, course in ((x1, y1, 270 if level else 0), (x2, y2, 90 if level else 180)):
        yield shapes.arrow(x, y, course, 4, 2.6, fill=BLACK)
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    if level:
        yield from text.line(label, _SMALL, middle_x, y1 - 2, "middle")
    else:
        yield from text.line(label, _SMALL, x1 + 3, middle_y + 2.3)


def _ranges(deployment: Deployment, frame: _Frame) -> Iterator[Item]:
    """Yield, for each range, both limits as circles about its start, and the distance as it is."""
    crowd = [frame(place.x, place.y) for place in deployment.places.values()]
    for one in deployment.ranges:
        start, end = deployment.places[one.start], deployment.places[one.end]
        here, there = frame(start.x, start.y), frame(end.x, end.y)
        for limit in (one.at_least, one.at_most):
            radius = float(limit) * frame.scale
            yield shapes.circle(*here, radius, stroke=_RANGE)
            yield from _on_circle(here, radius, limit.text, frame, crowd)
        yield shapes.line(*here, *there, Stroke(BLACK, 0.5))
        x, y = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
        yield from _plate(measured(distance(start, end), one.at_least), x, y)


def _on_circle(
    center: Point, radius: float, label: str, frame: _Frame, crowd: Sequence[Point]
) -> Iterator[Item]:
    """Yield a circle's label at a place of the circle that is well inside the table, away from the units."""
    for direction in (155, 205, 140, 220, 120, 240, 110, 65, 35, 90, 270):
        x, y = bearing(direction, radius, *center)
        inside = LEFT + 20 < x < LEFT + frame.width - 20 and TOP + 12 < y < TOP + frame.height - 12
        if inside and all(math.dist((x, y), other) > 30 for other in crowd):
            yield from _plate(label, x, y)
            return


def _plate(label: str, x: float, y: float) -> Iterator[Item]:
    """Yield a label on a white ground, centred."""
    width = text.measure(label, _LABEL) + 4
    yield shapes.rect(x - width / 2, y - 4.5, width, 9, fill=WHITE)
    yield from text.line(label, _LABEL, x, y + 2.5, "middle")


def _circles(deployment: Deployment, frame: _Frame) -> Iterator[Item]:
    """Yield the reach of every unit of a line, once for each radius."""
    reaches = {(name, float(line.within)) for line in deployment.lines for name in line.units}
    reaches |= {(name, float(escort.within)) for escort in deployment.escorts for name in escort.of}
    for name, radius in sorted(reaches):
        place = deployment.places[name]
        yield shapes.circle(*frame(place.x, place.y), radius * frame.scale, stroke=_REACH)


def _courses(deployment: Deployment, frame: _Frame) -> Iterator[Item]:
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


# --- names ----------------------------------------------------------------------------------------------


class _Plot(NamedTuple):
    """A rectangle of the figure that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def over(self, other: _Plot) -> float:
        """Return the area that two plots share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def _labels(deployment: Deployment, frame: _Frame) -> Iterator[Item]:
    """Yield the units' names, each beside its unit where it is in nobody's way, the largest bases first."""
    taken = [_plot(place, frame) for place in deployment.places.values()]
    lines = [spot for one, other in _joined(deployment) for spot in _along(one, other, frame)]
    edge = _Plot(LEFT, TOP, LEFT + frame.width, TOP + frame.height)
    for place in sorted(deployment.places.values(), key=lambda one: -max(_base(one))):
        name = escape(place.name) if place.unit.numbered else f"*{escape(place.name)}*"
        style = _SMALL if place.unit.numbered else _LABEL
        plots = list(_beside(place, frame, text.measure(name, style), style.size))
        costs = [_cost(one, taken, edge) + 0.4 * _cost(one, lines, edge) + 1.5 * rank
                 for rank, one in enumerate(plots)]
        plot = plots[costs.index(min(costs))]
        taken.append(plot)
        yield from text.line(name, style, plot.left, plot.bottom - style.size * 0.16)


def _joined(deployment: Deployment) -> Iterator[tuple[Place, Place]]:
    """Yield the units between which the figure has a line."""
    places = deployment.places
    for line in deployment.lines:
        yield from pairwise(places[name] for name in line.units)
    for one in deployment.ranges:
        yield places[one.start], places[one.end]


def _along(one: Place, other: Place, frame: _Frame) -> Iterator[_Plot]:
    (x1, y1), (x2, y2) = frame(one.x, one.y), frame(other.x, other.y)
    steps = max(int(distance(one, other) * frame.scale / 3), 1)
    for step in range(steps + 1):
        x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
        yield _Plot(x - 1, y - 1, x + 1, y + 1)


def _plot(place: Place, frame: _Frame) -> _Plot:
    x, y = frame(place.x, place.y)
    reach = max(_base(place)) * frame.scale / 2 + 1
    return _Plot(x - reach, y - reach, x + reach, y + reach)


def _beside(place: Place, frame: _Frame, width: float, height: float) -> Iterable[_Plot]:
    """Yield places for a name round a unit, the best first: above, below, then right and left."""
    left, top, right, bottom = _plot(place, frame)
    y = (top + bottom) / 2
    for along, up in ((0.5, 1), (0.5, 0), (0.8, 1), (0.2, 1), (0.8, 0), (0.2, 0), (1, 0.5), (0, 0.5)):
        start = left - width - 0.5 + along * (right - left + width + 1)
        head = {0: bottom, 0.5: y - height / 2, 1: top - height}[up]
        yield _Plot(start, head, start + width, head + height)


def _cost(plot: _Plot, taken: Iterable[_Plot], edge: _Plot) -> float:
    whole = (plot.right - plot.left) * (plot.bottom - plot.top)
    return sum(plot.over(other) for other in taken) + 10 * (whole - plot.over(edge))
