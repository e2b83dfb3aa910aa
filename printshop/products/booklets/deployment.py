"""Figure of a deployment: the table from above, to scale, with a border in feet or decimetres.

Positions on the table are those of the data, divided by the scale. Points, origin at the figure's top left, y down; the
table itself begins at (`LEFT`, `TOP`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import ceil, cos, radians, sin
from typing import NamedTuple

from printshop.drawing import art, patterns, shapes, text
from printshop.drawing.art import Art
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke, Text, parse_color
from printshop.game.counters import COUNTERS
from printshop.game.deployment import Deployment, Place, Size, Strip, distance, measured
from printshop.game.happenings import LETTERS
from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.layout import labels
from printshop.layout.boxes import Box
from printshop.layout.flow import Block, Figure
from printshop.layout.labels import Wish, over
from printshop.letters import escape
from printshop.problems import failure
from printshop.products.safely import picture_of
from printshop.units import MM

BORDER = 4.0  # points: thickness of the scale border
LEFT, TOP, RIGHT, BOTTOM = 14.0, 6.0, 5.4, 20.0  # from the edges of the figure to the table
FAINT, STRONG = 1.5, 12.0  # cost of a label on a circle or an edge; on a course, a range or an arrow
NARROW = 420.0  # points: a column at most so wide is a booklet leaf; parts stand below one another
TALLEST = 1.1  # greatest height of the table on a booklet leaf, as a multiple of the column's width
GOAL = 6.0  # points: radius of an objective
LARGE = 15  # 1:15: at smaller scales names are set smaller
BASE = 30.0  # a unit without a size class is drawn with a base of this many points, at full size

_THIN = Stroke(BLACK, 0.4)
_SCREEN = 3.0  # points: pitch of the lines that replace solid black
_QUIET = 0.15  # share of the side's colour in its strip's pattern, over the tint
_DEEP = 0.7  # share of black in a pale colour that is drawn on a picture
_GREY = WHITE.mix(BLACK, 0.45)
_RIM = Stroke(parse_color("#fbf6e6"), 2.6, join="round")
_REACH = Stroke(_GREY, 0.6, (1.5, 1.5))
_RANGE = Stroke(BLACK, 0.5, (4.0, 2.0))
_LABEL, _CLOSE = text.Style("sans", 8.5), text.Style("sans", 7)
_MARK = text.Style("sans", 9, bold=True)  # labels of scenery
_EDGE = text.Style("serif", 9, bold=True, tracking=0.6)

# Positions of a label on its circle, as bearings; the best is low on the right.
_COURSES = tuple(sorted(range(0, 360, 5), key=lambda course: abs(course - 148)))
# Positions of a name beside a unit, best first: from left (0) to right (1), from below (0) to above (1).
_AROUND = ((0.5, 1), (0.5, 0), (0.8, 1), (0.2, 1), (0.8, 0), (0.2, 0), (1, 0.5), (0, 0.5),
           (1, 0.85), (0, 0.85), (1, 0.15), (0, 0.15), (0.65, 1), (0.35, 1), (0.65, 0), (0.35, 0))


class _Frame(NamedTuple):
    """Transformation of full-size points on the table to points of the figure."""

    deployment: Deployment
    scale: float

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return LEFT + x * self.scale, TOP + y * self.scale

    def at(self, place: Place) -> tuple[float, float]:
        return self(place.x, place.y)

    @property
    def box(self) -> Box:
        return Box(LEFT, TOP, self.deployment.width * self.scale, self.deployment.height * self.scale)

    def base(self, place: Place) -> tuple[float, float]:
        size = place.unit.size
        return (float(size.width) * self.scale, float(size.length) * self.scale) if size else (BASE * self.scale,) * 2

    def plot(self, place: Place) -> Box:
        """Return the bounding box of a unit's turned base, with a margin of 1 point."""
        width, length = self.base(place)
        across, along = abs(cos(radians(place.heading))), abs(sin(radians(place.heading)))
        return labels.about(self.at(place), (width * across + length * along + 2, width * along + length * across + 2))

    def ovals(self) -> Iterator[Box]:
        for feature in self.deployment.scenery:
            width, depth = (float(side) * self.scale for side in feature.size)
            yield labels.about(self(*map(float, feature.at)), (width, depth))


class _Ground(NamedTuple):
    """A side's deployment strip on the figure, and its tint."""

    strip: Strip
    box: Box
    tint: Color

    @property
    def upright(self) -> bool:
        return self.strip.edge in ("left", "right")


def blocks(game: Game, scenario: Scenario, width: float, ink: Ink, share: float = 1.0) -> Iterator[Block]:
    """Yield the figure of the table at `share` of its scale. Raises PrintshopError if it is too wide."""
    deployment = scenario.deployment
    if deployment is None:
        return
    room = width - LEFT - RIGHT
    least = deployment.scale
    if width <= NARROW:
        least = max(deployment.scale, ceil(deployment.width / room), ceil(deployment.height / room / TALLEST))
    deployment = replace(deployment, scale=ceil(least / min(share, 1.0)))
    scale, over = deployment.scale, deployment.width / deployment.scale - room
    if over > 0:
        raise failure(f"the figure of the table is {over:.0f} pt wider than the page at 1:{scale}",
                      f"give the deployment a smaller scale, for instance 1:{scale * 2}", scenario.span)
    metric = all(side.unit in ("mm", "cm") for side in scenario.table or ())
    flat = bool(game[COUNTERS]) and not any(kind.tent for kind in game[COUNTERS].values())
    drawing = partial(draw, deployment, metric, ink, [goal.at for goal in scenario.objectives], flat=flat)
    scaled = "" if deployment == scenario.deployment and deployment.caption else f"Scale 1:{scale}."
    title = "**The table before the first turn.**"
    table = _Frame(deployment, 1 / scale).box
    yield Figure((), table.right + RIGHT, table.bottom + BOTTOM,
                 " ".join(filter(None, (title, deployment.caption, scaled))), lambda: drawing().items)


def draw(deployment: Deployment, metric: bool, ink: Ink, objectives: Sequence[Size | None] = (), *,
         flat: bool = False) -> Figure:
    """Return the figure of a deployment; `metric` counts decimetres along the border instead of feet.

    `objectives` are drawn as letters, at their distances from the left and the far edge of the table. Units are drawn
    with their pictures where counters are `flat` and show them from above.
    """
    frame = _Frame(deployment, 1 / deployment.scale)
    grounds = []
    for strip in deployment.zones:
        x, y, wide, high = strip.box(deployment.width, deployment.height)
        share = {Ink.COLOUR: 0.2, Ink.LIGHT: 0.1, Ink.BLACK: 0.0}[ink] if strip.depth else 0.0
        grounds.append(_Ground(strip, Box(*frame(x, y), wide * frame.scale, high * frame.scale),
                               WHITE.mix(parse_color(strip.side.color), share)))
    strips = [ground for ground in grounds if ground.strip.depth]
    bare = bool(deployment.picture)
    faint = (*(shapes.rect(*ground.box, stroke=Stroke(_GREY, 0.5, (3.0, 2.0))) for ground in strips if not bare),
             *_circles(frame, ink))
    lines, courses = (*_depths(strips), *_ranges(frame)), tuple(_courses(frame))
    marks = (*labels.marks(faint, FAINT), *labels.marks((*lines, *courses), STRONG))
    goals = {letter: frame(*map(float, at)) for letter, at in zip(LETTERS, objectives, strict=False) if at}
    obstacles = [*map(frame.plot, deployment.places.values()), *frame.ovals(),
                 *(labels.about(at, (2 * GOAL, 2 * GOAL)) for at in goals.values())]
    labels_wanted = (*map(_depth_name, strips), *map(_edge_name, grounds), *_unit_names(frame), *_range_names(frame))
    names = tuple(labels.settle((wish for wish in labels_wanted if wish.plots), obstacles, marks, frame.box.inset(2)))
    inside = (*_strips(strips, ink, bare=bare), *_scenery(frame), *faint, *lines,
              *(_rims((item for _, words in names for item in words), ink) if bare else
                _halos((plot.inset(-labels.HALO) for plot, _ in names), grounds)),
              *_goals(goals), *courses, *_units(frame, ink, flat=flat), *(item for _, words in names for item in words))
    table = shapes.rect(*frame.box)
    items = (shapes.rect(*frame.box, fill=WHITE), Group((*_ground(frame, ink), *inside), clip=table),
             *_border(frame, metric))
    return Figure(items, frame.box.right + RIGHT, frame.box.bottom + BOTTOM)


def _ground(frame: _Frame, ink: Ink) -> Iterator[Item]:
    """Draw the picture of the table, which covers all of it."""
    if frame.deployment.picture:
        box, picture = frame.box, art.read(frame.deployment.picture)
        scale = max(box.width / picture.width, box.height / picture.height) if isinstance(picture, Art) else 1.0
        size = (scale * picture.width, scale * picture.height) if isinstance(picture, Art) else (box.width, box.height)
        yield art.place(art.sparing(picture, ink), labels.about(box.center, size), ink=ink)


def _border(frame: _Frame, metric: bool) -> Iterator[Item]:
    """Draw the border: alternately black and white, one foot (or decimetre) each, with figures left and below."""
    step = (100 * MM if metric else 864.0) * frame.scale
    left, top, width, height = frame.box
    right, bottom = left + width, top + height
    for start, end, ground in _lengths(width, step):
        for y in (top - BORDER, bottom):
            yield shapes.rect(left + start, y, end - start, BORDER, fill=ground, stroke=_THIN)
    for start, end, ground in _lengths(height, step):
        for x in (left - BORDER, right):
            yield shapes.rect(x, bottom - end, BORDER, end - start, fill=ground, stroke=_THIN)
    yield shapes.rect(*frame.box, stroke=Stroke(BLACK, 0.8))
    yield shapes.rect(left - BORDER, top - BORDER, width + 2 * BORDER, height + 2 * BORDER, stroke=_THIN)
    interval = 1 if step >= 18 else 5
    style = text.Style("sans", 8.5, bold=True)
    for number in range(0, int(width / step + 1.001), interval):
        word = f"{number} {'dm' if metric else 'ft'}" if number == 0 else str(number)
        start = left + number * step - text.measure(str(number), style) / 2  # centred on the number; its unit follows
        yield from text.line(word, style, start, bottom + BORDER + 9)
    for number in range(interval, int(height / step + 1.001), interval):
        yield from text.line(str(number), style, left - BORDER - 3, bottom - number * step + 3, "end")


def _lengths(whole: float, step: float) -> Iterator[tuple[float, float, Color]]:
    number, start = 0, 0.0
    while start < whole - 1e-6:
        yield start, min(start + step, whole), WHITE if number % 2 else BLACK
        number, start = number + 1, start + step


# --- strips, scenery and units on the table --------------------------------------------------------------


def _strips(grounds: Iterable[_Ground], ink: Ink, *, bare: bool) -> Iterator[Item]:
    """Draw the deployment strips: the pattern of the side on a tint, or on white in black ink.

    On a picture (`bare`) they have no tint: stripes and an edge in the side's colour, or in a dark shade of it.
    """
    for ground in grounds:
        side, color = ground.strip.side, parse_color(ground.strip.side.color)
        drawn = BLACK if ink is Ink.BLACK else (color.mix(BLACK, _DEEP * (text_on(color) == BLACK)) if bare else
                                                ground.tint.mix(color, _QUIET))
        yield shapes.rect(*ground.box, fill=None if bare else ground.tint, stroke=Stroke(drawn, 1.0) if bare else None)
        solid = ink is Ink.BLACK and side.pattern == "solid"
        pattern, pitch, weight = ("crosshatch", _SCREEN, 0.25) if solid else (side.pattern, 3 * MM, 0.25)
        if bare:
            pattern, weight = "hatch" if side.pattern == "solid" else side.pattern, 0.6
        for path in patterns.marks(pattern, ground.box, drawn, pitch=pitch, weight=weight):
            yield Group((path,), clip=shapes.rect(*ground.box))


def _scenery(frame: _Frame) -> Iterator[Item]:
    """Draw scenery as ovals, on a pale ground if the table has no picture."""
    for feature in frame.deployment.scenery:
        (x, y), (width, depth) = frame(*map(float, feature.at)), (float(side) * frame.scale for side in feature.size)
        fill = None if frame.deployment.picture else WHITE.mix(BLACK, 0.08)  # a picture shows through
        yield shapes.ellipse(x, y, width / 2, depth / 2, fill=fill, stroke=_THIN)
        yield from text.line(feature.label, _MARK, x, y + 3.2, "middle") if feature.label else ()


def _goals(goals: Mapping[str, tuple[float, float]]) -> Iterator[Item]:
    """Draw the letter of each objective in a circle."""
    style = text.Style("sans", 7.5, bold=True)
    for letter, (x, y) in goals.items():
        yield shapes.circle(x, y, GOAL, fill=WHITE, stroke=Stroke(BLACK, 1.0))
        yield from text.line(letter, style, x, y + style.face.cap_height * style.size / 2, "middle")


def _depths(grounds: Iterable[_Ground]) -> Iterator[Path]:
    """Draw an arrow across each strip, from edge to edge."""
    for ground in grounds:
        box = ground.box
        ends = [(box.x, box.y + 16, 270), (box.right, box.y + 16, 90)] if ground.upright else [
            (box.right - 26, box.y, 0), (box.right - 26, box.bottom, 180)]
        yield shapes.line(*ends[0][:2], *ends[1][:2], _THIN)
        for x, y, course in ends:
            yield shapes.arrow(x, y, course, 4, 2.6, fill=BLACK)


def _ranges(frame: _Frame) -> Iterator[Path]:
    """Draw, for each range, both limits as circles about its start, and the line to its end."""
    for span in frame.deployment.ranges:
        for limit in (span.at_least, span.at_most):
            yield shapes.circle(*frame.at(span.start), float(limit) * frame.scale, stroke=_RANGE)
        yield shapes.line(*frame.at(span.start), *frame.at(span.end), Stroke(BLACK, 0.5))


def _circles(frame: _Frame, ink: Ink) -> Iterator[Path]:
    """Draw the reach of each unit in a line or escort as circles, one for each radius."""
    reaches = [*((line.units, float(line.within)) for line in frame.deployment.lines),
               *((escort.of, float(escort.within)) for escort in frame.deployment.escorts)]
    for _, place in sorted(frame.deployment.places.items()):
        for radius in sorted({within for places, within in reaches if any(place is member for member in places)}):
            color = WHITE.mix(parse_color(place.unit.side.color), 0.7) if ink is Ink.COLOUR else _GREY
            yield shapes.circle(*frame.at(place), radius * frame.scale, stroke=replace(_REACH, color=color))


def _courses(frame: _Frame) -> Iterator[Path]:
    """Draw the track through each line of units, and an arrow before its first unit."""
    for line in frame.deployment.lines:
        for place, following in pairwise(line.units):
            yield shapes.line(*frame.at(place), *frame.at(following), Stroke(BLACK, 0.7))
        for first in line.units[:1]:
            x, y = frame.at(first)
            yield shapes.line(x, y, *bearing(first.heading, 20, x, y), Stroke(BLACK, 0.7))
            yield shapes.arrow(*bearing(first.heading, 24, x, y), first.heading, 6, 4, fill=BLACK)


def _units(frame: _Frame, ink: Ink, *, flat: bool) -> Iterator[Item]:
    """Draw the bases to scale, each with a pointed hull whose bow shows the unit's heading.

    Units with `flat` counters are drawn, in colour, with the pictures that are on their counters.
    """
    for place in frame.deployment.places.values():
        width, length = frame.base(place)
        color = area(ink, parse_color(place.unit.side.color)) if ink is Ink.COLOUR else parse_color(
            place.unit.side.color)
        if ink is Ink.BLACK:
            color = BLACK if place.unit.side.pattern == "solid" else WHITE
        half, fore, beam = width / 2, length / 2, width / 2 * 0.78
        bow, stern = -fore * 0.25, fore * 0.8
        outline = [(0.0, -fore), (beam, bow), (beam, stern), (-beam, stern), (-beam, bow)]
        hull: list[Item] = [shapes.rect(-half, -fore, width, length, fill=WHITE, stroke=Stroke(BLACK, 0.3)),
                shapes.polygon(outline, fill=color, stroke=Stroke(BLACK, 0.35))]
        if text_on(color) == BLACK and width > 6:
            hull.append(shapes.line(0, -fore * 0.5, 0, fore * 0.5, Stroke(BLACK, 0.3)))
        if flat and ink is Ink.COLOUR and place.unit.art and (plan := picture_of(place.unit)):
            turn = {"right": 270, "left": 90}.get(place.unit.art_bow, 0)
            base = shapes.rect(-half - 1.5, -fore - 1.5, width + 3, length + 3, fill=color, stroke=Stroke(BLACK, 0.8))
            hull = [base, art.place(plan, (-half, -fore, width, length), ink=ink, turn=turn)]
        yield Group(tuple(hull), Transform().translate(*frame.at(place)).rotate(place.heading))


# --- labels: they avoid one another; those with the fewest positions are placed first --------------------


def _halos(plots: Iterable[Box], grounds: Iterable[_Ground]) -> Iterator[Path]:
    """Draw a ground below each label that covers the lines there: white, or the tints of the strips."""
    for box in plots:
        yield shapes.rect(*box, fill=WHITE)
        for ground in grounds:
            if (shared := box.shared(ground.box)) and ground.tint != WHITE:
                yield shapes.rect(*shared, fill=ground.tint)


def _rims(words: Iterable[Item], ink: Ink) -> Iterator[Item]:
    """Draw a rim round each letter of the words, which sets them off from the picture: cream, or white in black ink."""
    rim = replace(_RIM, color=WHITE) if ink is Ink.BLACK else _RIM
    for item in words:
        if isinstance(item, Group):
            yield replace(item, items=(*_rims(item.items, ink),))
        elif isinstance(item, Text):
            yield Path(tuple(segment for shape, place in text.glyphs(item)
                             for segment in shapes.transform_segments(shape, place)), stroke=rim)


def _depth_name(ground: _Ground) -> Wish:
    """Return the label for the depth of a strip, beside the arrow across it."""
    words, box = ground.strip.depth.text if ground.strip.depth else "", ground.box
    size = width, height = labels.extent(words, _LABEL)
    spots = [((box.x + box.right) / 2, box.y + 13 - height / 2)] if ground.upright else [
        (x, (box.y + box.bottom) / 2) for x in (box.right - 23 + width / 2, box.right - 29 - width / 2)]
    return Wish(words, _LABEL, tuple(labels.about(spot, size) for spot in spots))


def _edge_name(ground: _Ground) -> Wish:
    """Return the label for the side of a strip, along its edge; preferred positions are at the left or at the foot."""
    box, edge = ground.box, ground.strip.edge
    words = f"{escape(ground.strip.side.adjective.removeprefix('The '))} edge"
    width, height = labels.extent(words, _EDGE)
    if ground.upright:
        x = box.x + 4 + height / 2 if edge == "left" else box.right - 4 - height / 2
        feet = range(round(box.bottom) - 8, round(box.y + width) + 8, -6)
        return Wish(words, _EDGE, tuple(labels.about((x, y - width / 2), (height, width)) for y in feet), turned=True)
    y = box.y + 4 + height / 2 if edge == "far" else box.bottom - 4 - height / 2
    starts = range(round(box.x) + 8, round(box.right - width) - 8, 6)
    return Wish(words, _EDGE, tuple(labels.about((x + width / 2, y), (width, height)) for x in starts))


def _range_names(frame: _Frame) -> Iterator[Wish]:
    """Yield the labels of each range: both limits, on their circles, and the actual distance, on its line."""
    room = frame.box.inset(10)
    for span in frame.deployment.ranges:
        start, end = frame.at(span.start), frame.at(span.end)
        for limit in (span.at_least, span.at_most):
            size = labels.extent(limit.text, _LABEL)
            plots = (labels.about(bearing(course, float(limit) * frame.scale, *start), size) for course in _COURSES)
            yield Wish(limit.text, _LABEL, tuple(plot for plot in plots if over(plot, room) > 0.99 * size[0] * size[1]))
        words = measured(distance(span.start, span.end), span.at_least)
        size = labels.extent(words, _LABEL)
        on_the_way = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                      for share in (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65)]
        yield Wish(words, _LABEL, tuple(labels.about(spot, size) for spot in on_the_way))


def _unit_names(frame: _Frame) -> Iterator[Wish]:
    """Yield the labels of units, largest bases first; the best positions are above and below a unit."""
    places = frame.deployment.places.values()
    for place in sorted(places, key=lambda unit_place: -max(frame.base(unit_place))):
        name, style = place.unit.known_proper, _LABEL if frame.deployment.scale <= LARGE else _CLOSE
        box, (width, height) = frame.plot(place).inset(-labels.HALO), labels.extent(name, style)
        plots = tuple(Box(box.x - width + along * (box.width + width), box.bottom + up * (box.y - height - box.bottom),
                          width, height) for along, up in _AROUND)
        yield Wish(name, style, plots, tuple(frame.plot(neighbour) for neighbour in places if neighbour is not place))
