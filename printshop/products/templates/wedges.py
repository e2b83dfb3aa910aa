"""Templates of areas that are not discs.

They are wedges from a point or the edge of a base, rings, and cones. Bearings are degrees clockwise from the bow. A
wedge is drawn with its middle bearing up the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Group, Item, MoveTo, Path, Stroke
from printshop.drawing.geometry import Point, Transform, move_point
from printshop.drawing.ink import Ink, choose_grey_fill
from printshop.game.hex_bases import read_bearings
from printshop.lengths import MM, Length, typeset_fractions
from printshop.problems import pluralize
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    draw_rim_ticks,
    draw_stack,
    measure_stack,
    place_rotated,
)
from printshop.products.templates.template import (
    MAX_NOTES,
    TEMPLATE_KINDS,
    HoledTemplate,
    Template,
    TemplatePiece,
    TemplateSheet,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.words import Words

MAX_RANGES, MAX_WEDGES = 20, 12

_LABEL_STYLE = text.Style("sans", 11.0, bold=True)
_TEXT_MARGIN = 4.0  # from words to the lines round them
_BOW_MARK_LENGTH = 9.0  # length of the mark of the bow
_ROW_STEPS = 24  # steps of the search for a row for words in each range

StyledLineList = list[tuple[str, text.Style]]


class WedgeFan(NamedTuple):
    """A fan of bearings: `sweep` degrees clockwise from `start`, seen from a base with its middle in (0, 0).

    `base` is the width and length of the base. The part of a base that is nearest to a target is a corner. At the
    bearings 0, 90, 180 and 270, this part is a side.
    """

    start: float
    sweep: float
    base: Point = (0.0, 0.0)

    @property
    def middle(self) -> float:
        """The middle bearing of the fan."""
        return self.start + self.sweep / 2

    @property
    def corner_spans(self) -> tuple[tuple[float, float], ...]:
        """The ranges of bearings, clockwise.

        In each range, one corner of the base is the nearest.
        """
        end = self.start + self.sweep
        return tuple(pairwise((self.start, *(quarter for quarter in range(-720, 1081, 90)
                                             if self.start < quarter < end), end)))

    def find_corner(self, direction: float) -> Point:
        """Return the corner of the base that is nearest along a bearing."""
        (across, ahead), (width, length) = move_point(direction, 1.0), self.base
        return math.copysign(width / 2, across), math.copysign(length / 2, ahead)

    def draw_rim(self, distance: float, *, backwards: bool = False) -> Path:
        """Return the line that is everywhere `distance` points from the base, from the first bearing to the last."""
        arcs = [shapes.arc(*self.find_corner((start + end) / 2), distance,
                           *((end, start - end) if backwards else (start, end - start)))
                if distance else Path((MoveTo(*self.find_corner((start + end) / 2)),)) for start,
                end in self.corner_spans]
        return shapes.join_paths(reversed(arcs) if backwards else arcs, stroke=BOUND_STROKE, close=False)

    def draw_outline(self, near: float, far: float) -> Path:
        """Return the edge of the area between two distances from the base."""
        return shapes.join_paths((self.draw_rim(far), self.draw_rim(near, backwards=True)), stroke=CUT_STROKE)

    def find_point(self, distance: float) -> Point:
        """Return the point on the middle bearing of the fan at a distance from the base.

        The point lies before the nearest corner. If two corners are about equally near, the point lies before the
        middle of the side between them.
        """
        corners = [self.find_corner((start + end) / 2) for start, end in self.corner_spans]
        across, ahead = move_point(self.middle, 1.0)
        max_projection = max(x * across + y * ahead for x, y in corners)
        nearest_corners = [(x, y) for x, y in corners if x * across
                           + y * ahead > max_projection - 0.3 * min(self.base) - 0.01]
        return move_point(self.middle, distance, sum(x for x, _ in nearest_corners) / len(nearest_corners),
                          sum(y for _, y in nearest_corners) / len(nearest_corners))

    def measure_width(self, near: float, far: float, rim_radius: float) -> float:
        """Return the largest width of a rectangle across the fan between two distances, inside a rim."""
        (left, right) = (self.find_corner((start + end) / 2) for start,
                         end in (self.corner_spans[0], self.corner_spans[-1]))
        corner_distance = math.dist(left, right) if self.sweep <= 180 else 0.0
        half_width = near * math.tan(math.radians(self.sweep / 2)) if self.sweep < 170 else math.inf
        return corner_distance + 2 * min(half_width,
                                         math.sqrt(max(rim_radius * rim_radius - far * far, 0.0))) - 2 * _TEXT_MARGIN


@data_block
class WedgeBand(DataBlock):
    """A stretch of a wedge that ends at `to`."""

    to: Length = keys.length("the distance from the point of the wedge to the end of the band. If the wedge has a "
                             "`base`, it is the distance from the edge of the base", positive=True)
    label: str = keys.text("its words")
    note: str = keys.text("a few words below the label", default="")


BEARING_SCHEMA = {"type": ["number", "string"], "minimum": -360, "maximum": 360}


@TEMPLATE_KINDS.register("wedge")
@data_block
class WedgeTemplate(HoledTemplate):
    """A wedge, or several wedges side by side.

    Each wedge is one of the `fans`.
    """

    length: Length | None = keys.length(
        "the length of the wedge. A wedge with `bands` has no `length`: the wedge ends at the end of "
        "its last band", default=None, positive=True)
    half_angle: Fraction | None = keys.number(
        "the angle to either side of the bow, in degrees. A wedge has either `half_angle`, or `from` and `to`, or "
        "`bearings`", 1, 180, default=None)
    from_: Fraction | None = keys.number("the two bearings that bound the wedge, clockwise from the bow", -360, 360,
                                         default=None)
    to: Fraction | None = keys.number("", -360, 720, default=None)
    bearings: tuple[float, ...] = keys.custom(
        lambda reader, name: read_bearings(reader, name) if name in reader else (),
                                              {"type": "array", "items": BEARING_SCHEMA},
        "the bearings that bound several wedges side by side, clockwise, for example `[315, 0, 45]`", default=())
    labels: tuple[str, ...] = keys.texts("the names of the wedges, clockwise, with one name "
                                         "for each wedge", maximum=MAX_WEDGES)
    bands: tuple[WedgeBand, ...] = keys.block_list(
        WedgeBand,
        "bands with a name, from the nearest to the farthest. Each band has `to`, the distance of its end, and a "
        "`label`. It may have a `note`", label="Ranges",
                                                   entry_label="band",
        maximum=MAX_RANGES)
    tinted: bool = keys.flag("whether every other band is shaded (default: false). Use the shading on card, "
                             "not on film")
    base: tuple[Length, Length] | None = keys.size(
        "the base (width x length). The wedge begins at the edge of the base and fits the corners of the base. "
        "Distances are measured from this edge",
        default=None)
    post: Length | None = keys.length(
        "the width of a notch for a flight stand at the point of the wedge. A wedge with a `post` has no `base`. "
        "Distances are measured from the middle of the notch",
        default=None, positive=True)
    notes: tuple[str, ...] = keys.texts("short lines of text below the title", maximum=MAX_NOTES)
    fans: tuple[WedgeFan, ...] = ()

    shrink_hint = "give the template a shorter 'length'"

    def validate(self, reader: Reader) -> Self | None:
        given_keys = [name for name in ("half_angle", "from", "bearings") if name in reader]
        if len(given_keys) != 1:
            reader.problems.add(reader.find_span(given_keys[-1]) if given_keys else reader.mapping_span,
                                f"{reader.label} has " + (
                " and ".join(f"'{key}'" for key in given_keys) if given_keys else "no bearings"),
                "give the angle in exactly one way: half_angle: 45, or from: -45 and to: 45, or bearings: [315, 0, 45]")
        if ("from" in reader) != ("to" in reader):
            reader.add_missing_key("to" if "from" in reader else "from")
        if "bands" in reader and "length" in reader:
            reader.add_problem("length", f"{reader.label} has both 'bands' and 'length'",
                               "keep one of the two: a wedge with bands ends at the end of its last band")
        elif "bands" not in reader and "length" not in reader:
            reader.add_missing_key("length")
        for near, far in pairwise(self.bands):
            if near.to.points >= far.to.points > 0:
                reader.add_problem("bands",
                                   f"the band '{far.label}' of {reader.label} ends at {far.to.text}, but the band "
                                   "before it "
                                   f"ends at {near.to.text}", "list the bands from the nearest to the farthest")
        length = self.bands[-1].to if self.bands else self.length
        if self.base and self.post:
            reader.add_problem("post", f"{reader.label} has both 'base' and 'post'", "keep one of the two")
        if self.post and length and 0 < length.points <= self.post.points:
            reader.add_problem("post",
                               f"the notch of {reader.label} is {self.post.text} wide, but the wedge is only "
                               f"{length.text} long",
                               "make the wedge longer")
        fans = self._make_fans(reader)
        if len(self.labels) not in (0, len(fans)):
            reader.add_problem("labels",
                               f"{reader.label} has {len(fans)} wedge{'s' * (len(fans) != 1)}, but {len(self.labels)} "
                               "labels",
                               "give one label for each wedge, clockwise")
        return replace(self, fans=fans, length=length) if fans and length and length.points else None

    def _make_fans(self, reader: Reader) -> tuple[WedgeFan, ...]:
        base = (self.base[0].pt, self.base[1].pt) if self.base else (0.0, 0.0)
        if self.bearings:
            key, bounds = "bearings", [self.bearings[0]]
            for bearing in self.bearings[1:]:
                bounds.append(bounds[-1] + ((bearing - bounds[-1]) % 360 or 360))
            if len(bounds) < 2 or len(bounds) > MAX_WEDGES + 1:
                reader.add_problem(key,
                                   f"'bearings' of {reader.label} has {pluralize(len(bounds), 'bearing')}, but must "
                                   f"have 2 to {MAX_WEDGES + 1}",
                                   "list the bearings that bound the wedges, clockwise: 2 for one wedge, and 1 more "
                                   "for each further wedge")
                return ()
        elif self.half_angle is not None:
            key, bounds = "half_angle", [-float(self.half_angle), float(self.half_angle)]
        elif self.from_ is not None and self.to is not None:
            key, bounds = "to", [float(self.from_), float(self.from_) + (float(self.to - self.from_) % 360 or 360)]
        else:
            return ()
        if bounds[-1] - bounds[0] >= 360:
            reader.add_problem(key,
                               f"{reader.label} covers a full circle, which is "
                               "not a wedge", "write kind: disc or kind: ring")
            return ()
        first = -(-bounds[0] % 360)  # so that the bow is 0 if the wedge contains it
        shift = (first if first + bounds[-1] > bounds[0] else first + 360) - bounds[0]
        return tuple(WedgeFan(start + shift, end - start, base) for start, end in pairwise(bounds))

    @property
    def combined_fan(self) -> WedgeFan:
        """All wedges of the template as one fan."""
        return self.fans[0]._replace(sweep=sum(fan.sweep for fan in self.fans))

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        assert self.length
        combined_fan, near = self.combined_fan, self.post.pt / 2 if self.post else 0.0
        rotation = Transform().rotate(-combined_fan.middle)
        edge = shapes.transform_path(combined_fan.draw_outline(near, self.length.pt), rotation)
        left, top, right, bottom = shapes.measure_outline(edge.segments)
        transform = Transform(e=-left, f=-top)
        yield TemplatePiece(
            self.title,
            self.title,
            right - left,
            bottom - top,
            shapes.transform_path(edge, transform),
            (Group((*self._draw_wedge(sheet.ink, near, sheet.words),), transform.compose(rotation)),),
            self.span,
            default_hole_position=transform.compose(rotation).apply(*combined_fan.find_point(self.length.pt / 2)),
        )

    def _draw_wedge(self, ink: Ink, near: float, words: Words) -> Iterator[Item]:
        """Yield bands, bounds and words, with the bow up the page.

        Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set.
        """
        assert self.length
        combined_fan, far = self.combined_fan, self.length.pt
        ends = [band.to.pt for band in self.bands] or [far]
        for number, (low, high) in enumerate(pairwise([near, *ends])):
            if self.tinted and number % 2:
                yield replace(combined_fan.draw_outline(low, high), stroke=None, fill=choose_grey_fill(ink, 0.12))
        if not self.base:
            yield draw_rim_ticks((0, 0), far, combined_fan.start, combined_fan.sweep,
                                 fine_step=5 if combined_fan.sweep <= 180 else 10, coarse_step=30)
        yield from (combined_fan.draw_rim(end) for end in ends[:-1])
        for fan in self.fans[1:]:
            corner = fan.find_corner(fan.start + 1e-6)
            yield shapes.line(*move_point(fan.start, near, *corner), *move_point(fan.start, far, *corner), BOUND_STROKE)
        # An arrowhead at the bow, if the wedge contains it; in the point of a wedge, as near as it fits.
        if combined_fan.start < 0 < combined_fan.start + combined_fan.sweep:
            half_angle = math.radians(min(-combined_fan.start, combined_fan.start + combined_fan.sweep, 80))
            bow_distance = self.base[1].pt / 2 if self.base else max(near,
                                                                     0.5 * _BOW_MARK_LENGTH / math.tan(half_angle))
            yield shapes.arrow(0, -bow_distance - 3 - _BOW_MARK_LENGTH, 0, _BOW_MARK_LENGTH, 0.7 * _BOW_MARK_LENGTH,
                               fill=BLACK)
        for number, fan in enumerate(self.fans):
            label = self.labels[number] if self.labels else ""
            for low, high, lines in self._iter_band_lines(near, label, fan, words):
                yield _draw_lines(lines, fan, low, high, far, combined_fan.middle)

    def _iter_band_lines(self, near: float, label: str, fan: WedgeFan, words: Words
                         ) -> Iterator[tuple[float, float, StyledLineList]]:
        """Yield the start and the end of each band, and the lines of words in the band.

        The last band also has the title.
        """
        assert self.length
        start_bearing, end_bearing = (f"{angle % 360:g}°" for angle in (fan.start, fan.start + fan.sweep))
        sweep_text = (
            words("either_side", angle=end_bearing)
            if abs(fan.middle % 360) < 1e-9 and fan.sweep < 360
            else words("from_to", first=start_bearing, last=end_bearing)
        )
        band_start, start_text = near, "0"
        title: StyledLineList = [(label, _LABEL_STYLE)] if label else []
        title += [(self.title, TITLE_STYLE), (sweep_text, WORDS_STYLE), *((note, WORDS_STYLE) for note in self.notes)]
        for number, band in enumerate(self.bands, 1):
            span = typeset_fractions(f"{start_text}–{band.to.text}")
            lines: StyledLineList = [(band.label, _LABEL_STYLE), *([(band.note, WORDS_STYLE)] if band.note else []),
                                     (span, WORDS_STYLE)]
            yield band_start, band.to.pt, [*lines, *(title if number == len(self.bands) else ())]
            band_start, start_text = band.to.pt, band.to.amount
        if not self.bands:
            yield near, self.length.pt, [*title[:-1 - len(self.notes)],
                                         (f"{self.length.text} · {sweep_text}", WORDS_STYLE),
                                         *title[len(title) - len(self.notes):]]


def _draw_lines(lines: StyledLineList, fan: WedgeFan, near: float, far: float, rim_radius: float,
                up_bearing: float) -> Item:
    """Return words in the middle of a band, or as near to the middle as there is room.

    Of `_ROW_STEPS` + 1 rows, the row nearest to the middle that is wide enough is used. If no row is wide enough, the
    widest row is used. Raises TooTallError if the band is too short for the lines, and TooWideError if the lines are
    too wide.
    """
    height, text_width = measure_stack(lines), max(text.measure_text(*line) for line in lines)
    lowest, highest = near + _TEXT_MARGIN + height / 2, far - _TEXT_MARGIN - height / 2
    if lowest > highest:
        raise text.TooTallError(text.strip_markup(lines[0][0]), height + 2 * _TEXT_MARGIN, far - near)
    distances = [lowest + (highest - lowest) * index / _ROW_STEPS for index in range(_ROW_STEPS + 1)]
    widths = {distance: fan.measure_width(distance - height / 2, distance + height / 2, rim_radius)
              for distance in distances}
    fitting = [place for place in distances if widths[place] >= text_width]
    best_distance = min(fitting, key=lambda place: abs(place - (lowest + highest) / 2)) if fitting else max(distances,
                                                                                                            key=widths.__getitem__)
    tilt = (fan.middle - up_bearing + 180) % 360 - 180  # its angle on the page: words must not be upside down
    x, y = fan.find_point(best_distance)
    return place_rotated(tuple(draw_stack(lines, 0, 0, max(widths[best_distance], 1.0))), x, y,
                         fan.middle + (180 if abs(tilt) > 100 else 0))


@TEMPLATE_KINDS.register("ring")
@data_block
class RingTemplate(Template):
    """A ring: the area between two circles with the same centre."""

    outer: Length = keys.length("the outer diameter of the ring", positive=True)
    inner: Length = keys.length("the inner diameter of the ring", positive=True)
    notes: tuple[str, ...] = keys.texts("short lines of text round the ring", maximum=4)

    shrink_hint = "give the template a smaller 'outer' diameter"

    def validate(self, reader: Reader) -> Self | None:
        if 0 < self.outer.points < self.inner.points + 12 * Length(Fraction(MM), "").points:
            reader.add_problem("inner",
                               f"{reader.label} is only {self.outer.text} across, but its hole is {self.inner.text} "
                               "across",
                               "make the ring at least 6 mm broad")
        return self

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        size, radius, hole = self.outer.pt, self.outer.pt / 2, self.inner.pt / 2
        items: list[Item] = [draw_rim_ticks((radius, radius), radius, 0, 360, fine_step=10, coarse_step=90)]
        styled_lines = [(self.title, TITLE_STYLE), (f"{self.outer.text} · {self.inner.text}", WORDS_STYLE),
                        *((note, WORDS_STYLE) for note in self.notes)]
        for number, (line, style) in enumerate(styled_lines):
            middle, half_height = (radius + hole) / 2 - 2, 0.5 * style.size
            max_width = 2 * math.sqrt(max((radius - 8) ** 2 - (middle + half_height) ** 2, 1.0))
            angle = 360 * number / len(styled_lines)
            items.append(place_rotated(text.set_line(line, style, 0, 0.36 * style.size, "middle", max_width,
                                                     MIN_TYPE_SIZE),
                                       *move_point(angle, middle, radius, radius), angle))
        yield TemplatePiece(self.title, self.title, size, size,
                            shapes.circle(radius, radius, radius, stroke=CUT_STROKE),
                            tuple(items), self.span, holes=(shapes.circle(radius, radius, hole, stroke=FINE_STROKE),))


CONE_ENDS = ("round", "straight")


@TEMPLATE_KINDS.register("cone")
@data_block
class ConeTemplate(HoledTemplate):
    """A cone, or a teardrop: the area of a flame or a blast."""

    length: Length = keys.length("the length of the cone, from its tip to its wide end", positive=True)
    width: Length = keys.length("the width of "
                                "the wide end", positive=True, minimum="10 mm", hint="make the wide end wider, so that "
                                                                                     "the words of the cone fit")
    tip: Length | None = keys.length("the width of the tip (default: the tip is a point)", default=None, positive=True)
    end: str = keys.choice(CONE_ENDS,
                           "the shape of the wide end: `round`, like a drop (the "
                           "default), or `straight`", default=CONE_ENDS[0])
    notes: tuple[str, ...] = keys.texts("short lines of text below the title", maximum=MAX_NOTES)

    shrink_hint = "give the template a shorter 'length'"

    def validate(self, reader: Reader) -> Self | None:
        if self.tip and self.tip.points > self.width.points > 0:
            reader.add_problem("tip",
                               f"the tip of {reader.label} is {self.tip.text} wide, but its wide end is only "
                               f"{self.width.text} wide",
                               "make the tip narrower than the wide end")
        if self.end == CONE_ENDS[0] and 0 < self.length.points <= self.width.points:
            reader.add_problem("length",
                               f"{reader.label} has a round end and is only {self.length.text} long, but "
                               f"{self.width.text} wide",
                               "make the cone longer than it is wide, or write end: straight or kind: disc")
        return self

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the piece, with its wide end up.

        Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set.
        """
        length, radius, tip = self.length.pt, self.width.pt / 2, self.tip.pt / 2 if self.tip else 0.0
        corners = [(radius + tip, length), (radius - tip, length)] if tip else [(radius, length)]
        tip_line = shapes.polyline(corners) if tip else Path((MoveTo(radius, length),))
        if self.end == CONE_ENDS[0]:  # the sides touch the circle
            corner_distance = math.hypot(length - radius, tip)  # from the circle's centre to a corner of the tip
            touch_angle = 180 - math.degrees(math.asin(tip / corner_distance) + math.acos(radius / corner_distance))
            end_arc = shapes.arc(radius, radius, radius, -touch_angle, 2 * touch_angle)
            edge = shapes.join_paths((end_arc, tip_line), stroke=CUT_STROKE)
        else:
            edge = shapes.join_paths((shapes.line(0, 0, 2 * radius, 0), tip_line), stroke=CUT_STROKE)
        lines: StyledLineList = [(self.title, TITLE_STYLE),
                                 (typeset_fractions(f"{self.length.text} · {self.width.text}"), WORDS_STYLE),
                                 *((note, WORDS_STYLE) for note in self.notes)]
        text_height = measure_stack(lines)
        middle = radius if self.end == CONE_ENDS[0] else text_height / 2 + 2 * _TEXT_MARGIN
        if self.end == CONE_ENDS[0]:
            text_width = 2 * math.sqrt(max((radius - _TEXT_MARGIN) ** 2 - text_height * text_height / 4, 1.0))
        else:
            text_width = 2 * (radius + (tip - radius) * (middle + text_height / 2) / length) - 2 * _TEXT_MARGIN
        start = middle + text_height / 2 + _TEXT_MARGIN
        axis = shapes.line(radius, length, radius, start, Stroke(BLACK, 0.4, dash=(4.0, 2.5)))
        items = (axis, *draw_stack(lines, radius, middle, max(text_width, 1.0)))
        yield TemplatePiece(self.title, self.title, 2 * radius, length, edge, items, self.span,
                            default_hole_position=(radius, start + 16))
