"""Figure of a deployment: the table from above, to scale, with a border in feet or decimetres.

Positions on the table are those of the data, divided by the scale. Coordinates are points, with the origin at the top
left of the figure and y down. The table begins at (`LEFT_MARGIN`, `TOP_MARGIN`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import atan2, ceil, cos, degrees, radians, sin
from typing import NamedTuple

from printshop.drawing import artwork, patterns, shapes, text
from printshop.drawing.artwork import Drawing
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Path, Stroke, TextRun, parse_color
from printshop.drawing.geometry import Transform, move_point
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color
from printshop.game.counters import COUNTERS
from printshop.game.deployment import (
    Deployment,
    DeploymentZone,
    PlacedUnit,
    Size,
    format_distance,
    measure_unit_distance,
)
from printshop.game.events import LETTERS
from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.layout import labels
from printshop.layout.flow import Figure, FlowBlock
from printshop.layout.labels import LabelRequest, measure_overlap
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import make_error
from printshop.products.build import read_unit_picture
from printshop.text_markup import escape_markup
from printshop.words import Words, load_words

BORDER_WIDTH = 4.0  # points: thickness of the scale border
STRIP_BORDER_WIDTH = 1.5 * MM  # width of the border of a side's strip, inside its edge
LEFT_MARGIN, TOP_MARGIN, RIGHT_MARGIN, BOTTOM_MARGIN = 14.0, 6.0, 5.4, 20.0  # from the edges of the figure to the table
# cost of a label on a circle or an edge; on a course, a range or an arrow
FAINT_LINE_COST, STRONG_LINE_COST = 1.5, 12.0
NARROW_COLUMN = 420.0  # points: greatest width of the column of a booklet leaf; parts stand below one another
MAX_HEIGHT_RATIO = 1.1  # greatest height of the table on a booklet leaf, as a multiple of the column's width
OBJECTIVE_RADIUS = 6.0  # points: radius of an objective
MAX_SCALE = 150  # 1:150: a base of an inch is 0.2 mm
LARGE_SCALE = 15  # 1:15: at smaller scales names are set smaller
DEFAULT_BASE = 30.0  # a unit without a size class is drawn with a base of this many points, at full size

_THIN_LINE = Stroke(BLACK, 0.4)
_GREY = WHITE.mix(BLACK, 0.45)
_LETTER_RIM = Stroke(parse_color("#fbf6e6"), 2.6, join="round")
_REACH_STROKE = Stroke(_GREY, 0.6, (1.5, 1.5))
_SHOT_STROKE = Stroke(BLACK, 1.2, (5.0, 2.0))
_RANGE_STROKE = Stroke(BLACK, 0.5, (4.0, 2.0))
_LABEL_STYLE, _SMALL_LABEL_STYLE = text.Style("sans", 8.5), text.Style("sans", 7)
_SCENERY_STYLE = text.Style("sans", 9, bold=True)  # labels of scenery
_EDGE_STYLE = text.Style("serif", 9, bold=True, tracking=0.6)

# Positions of a label on its circle, as bearings; the best is low on the right.
_LABEL_BEARINGS = tuple(sorted(range(0, 360, 5), key=lambda course: abs(course - 148)))
# Positions of a name beside a unit, best first: from left (0) to right (1), from below (0) to above (1).
_NAME_POSITIONS = ((0.5, 1), (0.5, 0), (0.8, 1), (0.2, 1), (0.8, 0), (0.2, 0), (1, 0.5), (0, 0.5),
                   (1, 0.85), (0, 0.85), (1, 0.15), (0, 0.15), (0.65, 1), (0.35, 1), (0.65, 0), (0.35, 0))


class _TableFrame(NamedTuple):
    """The transformation of full-size points on the table to points of the figure."""

    deployment: Deployment
    scale: float

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return LEFT_MARGIN + x * self.scale, TOP_MARGIN + y * self.scale

    def locate(self, place: PlacedUnit) -> tuple[float, float]:
        return self(place.x, place.y)

    @property
    def box(self) -> Rect:
        return Rect(LEFT_MARGIN, TOP_MARGIN, self.deployment.width * self.scale, self.deployment.height * self.scale)

    def measure_base(self, place: PlacedUnit) -> tuple[float, float]:
        size = place.unit.size
        return (
            (float(size.width) * self.scale, float(size.length) * self.scale)
            if size
            else (DEFAULT_BASE * self.scale,) * 2
        )

    def bound_unit(self, place: PlacedUnit) -> Rect:
        """Return the bounding box of a unit's turned base, with a margin of 1 point."""
        width, length = self.measure_base(place)
        across, along = abs(cos(radians(place.heading))), abs(sin(radians(place.heading)))
        return labels.center_rect(self.locate(place),
                                  (width * across + length * along + 2, width * along + length * across + 2))

    def list_scenery_boxes(self) -> Iterator[Rect]:
        for feature in self.deployment.scenery:
            width, depth = (float(side) * self.scale for side in feature.size)
            yield labels.center_rect(self(*map(float, feature.at)), (width, depth))


class _StripArea(NamedTuple):
    """A side's deployment strip on the figure, and its tint."""

    strip: DeploymentZone
    box: Rect
    tint: Color

    @property
    def is_upright(self) -> bool:
        return self.strip.edge in ("left", "right")

    @property
    def border(self) -> Rect:
        """The border of the strip, at its inner edge."""
        left, top, wide, high = self.box
        return {"far": Rect(left, self.box.bottom - STRIP_BORDER_WIDTH, wide, STRIP_BORDER_WIDTH),
                "near": Rect(left, top, wide, STRIP_BORDER_WIDTH), "right": Rect(left, top, STRIP_BORDER_WIDTH, high),
                "left": Rect(self.box.right - STRIP_BORDER_WIDTH, top, STRIP_BORDER_WIDTH, high)}[self.strip.edge]


def build_deployment_blocks(game: Game, scenario: Scenario, width: float, ink: Ink,
                            share: float = 1.0, zoom: float = 1.0) -> Iterator[FlowBlock]:
    """Yield the figure of the table at `share` of its scale, or at the largest scale at which it fits the column.

    The page is enlarged by `zoom` afterwards, and the figure has its scale on the enlarged page. Raises PrintshopError
    if the figure would be tiny.
    """
    deployment = scenario.deployment
    if deployment is None:
        return
    table_width = zoom * (width - LEFT_MARGIN - RIGHT_MARGIN)
    smallest_scale = max(deployment.scale, ceil(deployment.width / table_width))
    if width <= NARROW_COLUMN:
        smallest_scale = max(smallest_scale, ceil(deployment.height / table_width / MAX_HEIGHT_RATIO))
    if smallest_scale > MAX_SCALE:
        raise make_error(f"the drawing of the table is too wide for the page, even at 1:{MAX_SCALE}",
                         "write a smaller table", scenario.span)
    scale = ceil(smallest_scale / min(share, 1.0))
    deployment = replace(deployment, scale=scale)
    metric = all(side.unit in ("mm", "cm") for side in scenario.table or ())
    flat = bool(game[COUNTERS]) and not any(kind.is_tent for kind in game[COUNTERS].values())
    drawing = partial(draw_deployment, deployment, metric, ink, [goal.at for goal in scenario.objectives],
                      show_pictures=flat, zoom=zoom, words=game.words)
    scale_text = "" if deployment == scenario.deployment and deployment.caption else game.words("scale", scale=scale)
    title = game.words("table_before")
    table = _TableFrame(deployment, 1 / (scale * zoom)).box
    yield Figure((), table.right + RIGHT_MARGIN, table.bottom + BOTTOM_MARGIN,
                 " ".join(filter(None, (title, deployment.caption, scale_text))), lambda: drawing().items)


def draw_deployment(deployment: Deployment, in_decimetres: bool, ink: Ink, objectives: Sequence[Size | None] = (), *,
                    show_pictures: bool = False, zoom: float = 1.0, words: Words | None = None) -> Figure:
    """Return the figure of a deployment.

    If `in_decimetres` is true, the border counts decimetres instead of feet. `objectives` are drawn as letters, at
    their distances from the left edge and the far edge of the table. If `show_pictures` is true and the ink mode is
    colour, units are drawn with their pictures. The figure has its scale after it is enlarged by `zoom`.
    """
    frame, words = _TableFrame(deployment, 1 / (deployment.scale * zoom)), words or load_words()
    on_picture, areas = bool(deployment.picture), []
    for strip in deployment.zones:
        x, y, wide, high = strip.find_rectangle(deployment.width, deployment.height)
        share = {Ink.COLOUR: 0.2, Ink.LIGHT: 0.1, Ink.BLACK: 0.0}[ink] if strip.depth and not on_picture else 0.0
        areas.append(_StripArea(strip, Rect(*frame(x, y), wide * frame.scale, high * frame.scale),
                                WHITE.mix(parse_color(strip.side.color), share)))
    deep_areas = [ground for ground in areas if ground.strip.depth]
    faint_lines = tuple(_draw_reaches(frame, ink))
    lines, courses = (*_draw_depth_arrows(deep_areas), *_draw_ranges(frame), *_draw_moves_and_shots(frame)), tuple(
        _draw_courses(frame))
    marks = (*labels.sample_lines(faint_lines, FAINT_LINE_COST),
             *labels.sample_lines((*lines, *courses, *(shapes.rect(*area.border) for area in deep_areas)),
                                  STRONG_LINE_COST))
    objective_points = {letter: frame(*map(float, position))
                        for letter, position in zip(LETTERS, objectives, strict=False) if position}
    obstacles = [*map(frame.bound_unit, deployment.places.values()), *frame.list_scenery_boxes(),
                 *(labels.center_rect(position, (2 * OBJECTIVE_RADIUS, 2 * OBJECTIVE_RADIUS))
                   for position in objective_points.values())]
    labels_wanted = (*map(_request_depth_label, deep_areas), *(_request_edge_label(area, words) for area in areas),
                     *_request_unit_labels(frame), *_request_range_labels(frame))
    names = tuple(labels.place_labels((wish for wish in labels_wanted if wish.candidates), obstacles, marks,
                                      frame.box.inset(2)))
    inside = (*_draw_strips(deep_areas, ink), *_draw_scenery(frame), *faint_lines, *lines,
              *(_draw_letter_rims(item for _, words in names for item in words)
                if on_picture and ink is not Ink.BLACK else
                _draw_label_grounds((plot.inset(-labels.HALO_WIDTH) for plot, _ in names), areas)),
              *_draw_objectives(objective_points), *courses, *_draw_units(frame, ink, show_pictures=show_pictures),
              *(item for _, words in names for item in words))
    table = shapes.rect(*frame.box)
    items = (shapes.rect(*frame.box, fill=WHITE), Group((*_draw_table_picture(frame, ink), *inside), clip=table),
             *_draw_border(frame, in_decimetres, words))
    return Figure(items, frame.box.right + RIGHT_MARGIN, frame.box.bottom + BOTTOM_MARGIN)


def _draw_table_picture(frame: _TableFrame, ink: Ink) -> Iterator[Item]:
    """Draw the picture of the table, which covers the whole table."""
    if frame.deployment.picture:
        box, picture = frame.box, artwork.load_picture(frame.deployment.picture)
        scale = max(box.width / picture.width, box.height / picture.height) if isinstance(picture, Drawing) else 1.0
        size = (scale * picture.width, scale * picture.height) if isinstance(picture, Drawing) else (box.width,
                                                                                                     box.height)
        yield artwork.place_picture(artwork.save_picture_ink(picture, ink), labels.center_rect(box.center, size),
                                    ink=ink)


def _draw_border(frame: _TableFrame, in_decimetres: bool, words: Words) -> Iterator[Item]:
    """Draw the border, alternately black and white, with numbers at the left and below.

    Each black or white stretch is one foot or one decimetre long.
    """
    step = (100 * MM if in_decimetres else 864.0) * frame.scale
    left, top, width, height = frame.box
    right, bottom = left + width, top + height
    for start, end, ground in _split_border(width, step):
        for y in (top - BORDER_WIDTH, bottom):
            yield shapes.rect(left + start, y, end - start, BORDER_WIDTH, fill=ground, stroke=_THIN_LINE)
    for start, end, ground in _split_border(height, step):
        for x in (left - BORDER_WIDTH, right):
            yield shapes.rect(x, bottom - end, BORDER_WIDTH, end - start, fill=ground, stroke=_THIN_LINE)
    yield shapes.rect(*frame.box, stroke=Stroke(BLACK, 0.8))
    yield shapes.rect(left - BORDER_WIDTH, top - BORDER_WIDTH, width + 2 * BORDER_WIDTH, height + 2 * BORDER_WIDTH,
                      stroke=_THIN_LINE)
    interval = 1 if step >= 18 else 5
    style = text.Style("sans", 8.5, bold=True)
    for number in range(0, int(width / step + 1.001), interval):
        word = f"{number} {words('decimetres' if in_decimetres else 'feet')}" if number == 0 else str(number)
        # centred on the number; its unit follows
        start = left + number * step - text.measure_text(str(number), style) / 2
        yield from text.set_line(word, style, start, bottom + BORDER_WIDTH + 9)
    for number in range(interval, int(height / step + 1.001), interval):
        yield from text.set_line(str(number), style, left - BORDER_WIDTH - 3, bottom - number * step + 3, "end")


def _split_border(length: float, step: float) -> Iterator[tuple[float, float, Color]]:
    number, start = 0, 0.0
    while start < length - 1e-6:
        yield start, min(start + step, length), WHITE if number % 2 else BLACK
        number, start = number + 1, start + step


# --- strips, scenery and units on the table --------------------------------------------------------------


def _draw_strips(areas: Iterable[_StripArea], ink: Ink) -> Iterator[Item]:
    """Draw the deployment strips: a tint, and the pattern of the side in a border at the inner edge.

    A strip on a picture, or in black ink, has no tint.
    """
    for ground in areas:
        if ground.tint != WHITE:
            yield shapes.rect(*ground.box, fill=ground.tint)
        band = ground.border
        yield from patterns.fill_with_pattern(ground.strip.side.pattern, band, parse_color(ground.strip.side.color),
                                              ink, pitch=0.9 * STRIP_BORDER_WIDTH, weight=0.25 * STRIP_BORDER_WIDTH)
        yield shapes.rect(*band, stroke=_THIN_LINE)


def _draw_scenery(frame: _TableFrame) -> Iterator[Item]:
    """Draw scenery as ovals. If the table has no picture, the ovals have a pale ground."""
    for feature in frame.deployment.scenery:
        (x, y), (width, depth) = frame(*map(float, feature.at)), (float(side) * frame.scale for side in feature.size)
        fill = None if frame.deployment.picture else WHITE.mix(BLACK, 0.08)  # a picture shows through
        yield shapes.ellipse(x, y, width / 2, depth / 2, fill=fill, stroke=_THIN_LINE)
        yield from text.set_line(feature.label, _SCENERY_STYLE, x, y + 3.2, "middle") if feature.label else ()


def _draw_objectives(points: Mapping[str, tuple[float, float]]) -> Iterator[Item]:
    """Draw the letter of each objective in a circle."""
    style = text.Style("sans", 7.5, bold=True)
    for letter, (x, y) in points.items():
        yield shapes.circle(x, y, OBJECTIVE_RADIUS, fill=WHITE, stroke=Stroke(BLACK, 1.0))
        yield from text.set_line(letter, style, x, y + style.face.cap_height * style.size / 2, "middle")


def _draw_depth_arrows(areas: Iterable[_StripArea]) -> Iterator[Path]:
    """Draw an arrow across each strip, from edge to edge."""
    for ground in areas:
        box = ground.box
        ends = [(box.x, box.y + 16, 270), (box.right, box.y + 16, 90)] if ground.is_upright else [
            (box.right - 26, box.y, 0), (box.right - 26, box.bottom, 180)]
        yield shapes.line(*ends[0][:2], *ends[1][:2], _THIN_LINE)
        for x, y, course in ends:
            yield shapes.arrow(x, y, course, 4, 2.6, fill=BLACK)


def _draw_ranges(frame: _TableFrame) -> Iterator[Path]:
    """Draw both limits of each range as circles round the start of the range, and a line to its end."""
    for span in frame.deployment.ranges:
        for limit in (span.at_least, span.at_most):
            yield shapes.circle(*frame.locate(span.start), float(limit) * frame.scale, stroke=_RANGE_STROKE)
        yield shapes.line(*frame.locate(span.start), *frame.locate(span.end), Stroke(BLACK, 0.5))


def _draw_reaches(frame: _TableFrame, ink: Ink) -> Iterator[Path]:
    """Draw the reach of each unit in a line or an escort as circles, one for each radius."""
    reaches = [*((line.units, float(line.within)) for line in frame.deployment.lines),
               *((escort.of, float(escort.within)) for escort in frame.deployment.escorts)]
    for _, place in sorted(frame.deployment.places.items()):
        for radius in sorted({distance for places, distance in reaches if any(place is member for member in places)}):
            color = WHITE.mix(parse_color(place.unit.side.color), 0.7) if ink is Ink.COLOUR else _GREY
            yield shapes.circle(*frame.locate(place), radius * frame.scale, stroke=replace(_REACH_STROKE, color=color))


def _draw_courses(frame: _TableFrame) -> Iterator[Path]:
    """Draw the track through each line of units, and an arrow before the first unit of the line."""
    for line in frame.deployment.lines:
        for place, following in pairwise(line.units):
            yield shapes.line(*frame.locate(place), *frame.locate(following), Stroke(BLACK, 0.7))
        for first in line.units[:1]:
            x, y = frame.locate(first)
            yield shapes.line(x, y, *move_point(first.heading, 20, x, y), Stroke(BLACK, 0.7))
            yield shapes.arrow(*move_point(first.heading, 24, x, y), first.heading, 6, 4, fill=BLACK)


def _draw_moves_and_shots(frame: _TableFrame) -> Iterator[Path]:
    """Draw the edges of firing arcs, the ways of units that have moved, and an arrow from each unit to its target."""
    for place in frame.deployment.arcs:
        width, length = frame.measure_base(place)
        for corner in (degrees(atan2(width, length)), -degrees(atan2(width, length))):
            start, end = (move_point(place.heading + corner + turn, frame.box.width + frame.box.height,
                                     *frame.locate(place)) for turn in (0, 180))
            yield shapes.line(*start, *end, _REACH_STROKE)
    routes = [([frame(*map(float, point)) for point in place.course], place, Stroke(BLACK, 0.9))
              for place in frame.deployment.places.values() if place.course]
    routes += [([frame.locate(shot.start)], shot.end, _SHOT_STROKE) for shot in frame.deployment.shots]
    for points, place, stroke in routes:
        x, y = frame.locate(place)
        direction = degrees(atan2(x - points[-1][0], points[-1][1] - y))
        tip = move_point(direction + 180, frame.measure_base(place)[1] / 2 + 1, x, y)
        yield shapes.polyline((*points, tip), stroke=stroke)
        yield shapes.circle(*points[0], 2.5, fill=WHITE, stroke=_THIN_LINE)
        yield shapes.arrow(*tip, direction, 7, 6, fill=BLACK)


def _draw_units(frame: _TableFrame, ink: Ink, *, show_pictures: bool) -> Iterator[Item]:
    """Draw the bases to scale, each with a pointed hull whose bow shows the unit's heading.

    If `show_pictures` is true and the ink mode is colour, a unit that has a picture is drawn with this picture
    instead.
    """
    for place in frame.deployment.places.values():
        width, length = frame.measure_base(place)
        color = choose_area_color(ink, parse_color(place.unit.side.color)) if ink is Ink.COLOUR else parse_color(
            place.unit.side.color)
        if ink is Ink.BLACK:
            color = BLACK if place.unit.side.pattern == "solid" else WHITE
        half_width, fore, beam = width / 2, length / 2, width / 2 * 0.78
        bow, stern = -fore * 0.25, fore * 0.8
        outline = [(0.0, -fore), (beam, bow), (beam, stern), (-beam, stern), (-beam, bow)]
        hull: list[Item] = [shapes.rect(-half_width, -fore, width, length, fill=WHITE, stroke=Stroke(BLACK, 0.3)),
                shapes.polygon(outline, fill=color, stroke=Stroke(BLACK, 0.35))]
        if choose_text_color(color) == BLACK and width > 6:
            hull.append(shapes.line(0, -fore * 0.5, 0, fore * 0.5, Stroke(BLACK, 0.3)))
        if show_pictures and ink is Ink.COLOUR and place.unit.art and (plan := read_unit_picture(place.unit)):
            turn = {"right": 270, "left": 90}.get(place.unit.art_bow, 0)
            base = shapes.rect(-half_width - 1.5, -fore - 1.5, width + 3, length + 3, fill=color,
                               stroke=Stroke(BLACK, 0.8))
            hull = [base, artwork.place_picture(plan, (-half_width, -fore, width, length), ink=ink, rotation=turn)]
        yield Group(tuple(hull), Transform().translate(*frame.locate(place)).rotate(place.heading))


# --- labels: they avoid one another; those with the fewest positions are placed first --------------------


def _draw_label_grounds(plots: Iterable[Rect], areas: Iterable[_StripArea]) -> Iterator[Path]:
    """Draw a ground below each label, to cover the lines there.

    The ground is white, or has the tints of the strips.
    """
    for box in plots:
        yield shapes.rect(*box, fill=WHITE)
        for ground in areas:
            if (shared := box.intersect(ground.box)) and ground.tint != WHITE:
                yield shapes.rect(*shared, fill=ground.tint)


def _draw_letter_rims(words: Iterable[Item]) -> Iterator[Item]:
    """Draw a cream rim round each letter of the words, so that the words can be read on a picture."""
    for item in words:
        if isinstance(item, Group):
            yield replace(item, items=(*_draw_letter_rims(item.items),))
        elif isinstance(item, TextRun):
            yield Path(tuple(segment for shape, place in text.iter_glyph_outlines(item)
                             for segment in shapes.transform_segments(shape, place)), stroke=_LETTER_RIM)


def _request_depth_label(area: _StripArea) -> LabelRequest:
    """Return the label for the depth of a strip, beside the arrow across the strip."""
    words, box = area.strip.depth.text if area.strip.depth else "", area.box
    size = width, height = labels.measure_label(words, _LABEL_STYLE)
    spots = [((box.x + box.right) / 2, box.y + 13 - height / 2)] if area.is_upright else [
        (x, (box.y + box.bottom) / 2) for x in (box.right - 23 + width / 2, box.right - 29 - width / 2)]
    return LabelRequest(words, _LABEL_STYLE, tuple(labels.center_rect(spot, size) for spot in spots))


def _request_edge_label(area: _StripArea, words: Words) -> LabelRequest:
    """Return the label for the side of a strip, along the strip's edge.

    Positions at the left or at the bottom edge are preferred.
    """
    box, edge = area.box, area.strip.edge
    name = words("edge_of_side", side=escape_markup(area.strip.side.adjective.removeprefix("The ")))
    width, height = labels.measure_label(name, _EDGE_STYLE)
    if area.is_upright:
        x = box.x + 4 + height / 2 if edge == "left" else box.right - 4 - height / 2
        feet = range(round(box.bottom) - 8, round(box.y + width) + 8, -6)
        return LabelRequest(name, _EDGE_STYLE, tuple(labels.center_rect((x, y - width / 2), (height, width))
                                                      for y in feet), reads_up=True)
    y = box.y + 4 + height / 2 if edge == "far" else box.bottom - 4 - height / 2
    starts = range(round(box.x) + 8, round(box.right - width) - 8, 6)
    return LabelRequest(name, _EDGE_STYLE, tuple(labels.center_rect((x + width / 2, y), (width, height))
                                                  for x in starts))


def _request_range_labels(frame: _TableFrame) -> Iterator[LabelRequest]:
    """Yield the labels of each range: both limits on their circles, and the actual distance on the line."""
    room = frame.box.inset(10)
    for span in frame.deployment.ranges:
        start, end = frame.locate(span.start), frame.locate(span.end)
        for limit in (span.at_least, span.at_most):
            size = labels.measure_label(limit.text, _LABEL_STYLE)
            plots = (labels.center_rect(move_point(course, float(limit) * frame.scale, *start), size)
                     for course in _LABEL_BEARINGS)
            yield LabelRequest(limit.text, _LABEL_STYLE,
                               tuple(plot for plot in plots if measure_overlap(plot, room) > 0.99 * size[0] * size[1]))
        words = format_distance(measure_unit_distance(span.start, span.end), span.at_least)
        yield _request_line_label(words, start, end)
    for shot in frame.deployment.shots:
        yield _request_line_label(shot.label, frame.locate(shot.start), frame.locate(shot.end))


def _request_line_label(words: str, start: tuple[float, float], end: tuple[float, float]) -> LabelRequest:
    """Return a label on a line, best at its middle."""
    on_the_way = [(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                  for share in (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65)]
    size = labels.measure_label(words, _LABEL_STYLE)
    return LabelRequest(words, _LABEL_STYLE, tuple(labels.center_rect(spot, size) for spot in on_the_way))


def _request_unit_labels(frame: _TableFrame) -> Iterator[LabelRequest]:
    """Yield the labels of units, the largest bases first. The best positions are above and below a unit."""
    places = frame.deployment.places.values()
    for place in sorted(places, key=lambda unit_place: -max(frame.measure_base(unit_place))):
        name, style = (
            place.label or place.unit.display_proper_name,
            _LABEL_STYLE if frame.scale >= 1 / LARGE_SCALE else _SMALL_LABEL_STYLE,
        )
        box, (width, height) = frame.bound_unit(place).inset(-labels.HALO_WIDTH), labels.measure_label(name, style)
        plots = tuple(Rect(box.x - width + along * (box.width + width), box.bottom + up * (box.y - height - box.bottom),
                           width, height) for along, up in _NAME_POSITIONS)
        yield LabelRequest(name, style, plots, tuple(frame.bound_unit(neighbour) for neighbour in places
                                                     if neighbour is not place))
