"""The element `around`: boxes on every side of a polygon.

A ship and its mounted things are in the middle. Lengths are in points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import pi, tan
from typing import NamedTuple, Self

from printshop.drawing import artwork, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_grey_fill, choose_text_color
from printshop.drawing.shapes import arrow, line, polygon
from printshop.drawing.text import Style
from printshop.elements.context import DrawContext, Items
from printshop.elements.mark_runs import FigureSize, MarkRun, draw_lone_figure, find_figure_size
from printshop.formulas import NOT_KNOWN
from printshop.game.elements import CHART, ELEMENTS, FACE, FORM, Element, ShownValues
from printshop.game.field_values import ListValue, NamedNumbers
from printshop.layout import mark_rows
from printshop.layout.rectangles import PolygonRings, Rect, find_shortest, fit_rings
from printshop.layout.text_lines import FIGURE_HEIGHTS
from printshop.lengths import MM
from printshop.mark_shapes import MARK_SHAPES, MarkShape
from printshop.problems import DoesNotFitError, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.source import SequenceNode
from printshop.words import Words

FOOT = 1.5  # of the size of the names of rings: the room for them below their polygon
LABEL = Style(size=7.5, bold=True)
NAMES = Style(size=7.0)
LEAST_DEPTH = 3.2 * MM
OUTSIDE = 1.25  # of the size of the names of sides: the room for them before a side
FIGURE_AIR = 0.5 * MM  # between a figure and the edges of its ring
CLEAR = 0.4 * MM  # of the depth of a ring, between its edges and the pips


class RingsContent(NamedTuple):
    """The marks of rings, and the initials of things mounted on the sides.

    `runs` has the marks of each ring by side, the outermost ring first. `mounted` has the initials by side. `art` is
    the picture in the middle, None for an arrow, and `art_bow` the direction of the bow in it.
    """

    runs: tuple[tuple[MarkRun, ...], ...]
    mounted: tuple[tuple[str, ...], ...] = ()
    art: artwork.PictureSource | None = None
    art_bow: str = ""


@ELEMENTS.register("around")
@data_block
class Rings(Element):
    """Boxes on every side of a drawn polygon: a ring for each numbers field, the outermost first.

    `sides` are clockwise, the first at the top: a side of the polygon, or, `is_pointy`, the side to the right of the
    point at the top. `side_labels` are the names of the rings.
    """

    fields: tuple[str, ...] = keys.texts(
        "one or more numbers fields. Their boxes stand on every side of a drawn hex (or square, pentagon ...), those "
        "of the first field outermost", label="Rings of boxes", name="around")
    sides: tuple[str, ...] = keys.texts(
        "the names of the sides clockwise from the top, if the field has another order; flat-top or pointy-top",
        label="Order of the sides",
        name="clockwise")
    orientation: str = keys.choice(("flat-top", "pointy-top"), default="flat-top")
    shape: MarkShape = keys.choice(MARK_SHAPES, "circle, box or diamond", help_text="", default="box")
    core: str = keys.choice(("arrow", "unit"),
                            "the middle: an arrow to the front, or the unit's picture with its bow up",
                            label="In the middle",
                            default="arrow")
    mounts: str = keys.text("a list field of weapons or other items mounted on the sides: each is a shape on its side "
                            "that points outwards, with its initials", label="Weapons on the sides", default="")
    side_labels: tuple[str, ...] = ()
    mounting_fields: tuple[str, str] = ("", "")  # of the entries: the sub-fields with their sides and their names
    texts: Words | None = None

    subject = "the boxes"
    containers = (FORM,)
    exceptions = ((FACE, "a counter has no room for boxes on every side of a drawing"),
                  (CHART, "a chart has no unit, whose values these boxes show"))
    has_marks = keeps_clear = True
    height_varies = is_fixed = False

    @property
    def unit_attributes(self) -> tuple[str, ...]:
        """The picture in the middle."""
        return ("art", "art_bow") if self.core == "unit" else ()

    @property
    def is_pointy(self) -> bool:
        """Whether there is a point at the top, not a side."""
        return self.orientation == "pointy-top"

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The fields of the boxes, and the field of the mounted things."""
        return (*self.fields, *((self.mounts,) if self.mounts else ()))

    def validate(self, reader: Reader) -> Self | None:
        """Return the element; without boxes if the fields have different sides, or too many."""
        numbers = {key: field for key, field in reader.context.fields.items() if field.kind == "numbers"}
        if not self.fields and isinstance(reader.get_raw_node("around"), SequenceNode):
            reader.add_problem("around", f"'around' of {reader.label} names no field",
                               "write, for example, around: [shield]")
        for name in (name for name in self.fields if name not in numbers):
            reader.add_problem("around", f"'{name}' in 'around' of {reader.label} is not a numbers field",
                               suggest_name(name, numbers))
        rings = [numbers[name] for name in self.fields if name in numbers]
        options, order = rings[0].options if rings else (), self.sides
        if any(ring.options != options for ring in rings):
            reader.add_problem("around", f"the fields in 'around' of {reader.label} do not have the same sides in the "
                                         "same order",
                               "give both the same 'of'")
            rings = []
        elif rings and not 3 <= len(options) <= 12:
            reader.add_problem("around",
                               f"{reader.label} has {pluralize(len(options), 'side')} to draw; it must have 3 to 12")
            rings = []
        elif "clockwise" in reader and sorted(order) != sorted(options):
            reader.add_problem("clockwise", f"'clockwise' of {reader.label} lists {', '.join(order)}",
                               f"list each of {', '.join(options)} once")
        around = replace(self, fields=tuple(ring.key for ring in rings),
                         side_labels=tuple(ring.label for ring in rings),
                         sides=order if "clockwise" in reader else options,
                         mounting_fields=find_mounting_fields(reader, self.mounts, options),
                         texts=reader.context.words)
        return super(Rings, around).validate(reader)

    def resolve(self, unit_values: ShownValues) -> RingsContent:
        """Return the marks and the initials."""
        runs = list[tuple[MarkRun, ...]]()
        for name in self.fields:
            numbers = unit_values.values.get(name, NOT_KNOWN)
            by_side = dict(numbers.items()) if isinstance(numbers, NamedNumbers) else {}
            unlisted = NOT_KNOWN if numbers is NOT_KNOWN else 0
            runs.append(tuple(self._make_run(f"{name}.{side}", by_side.get(side, unlisted), unit_values)
                              for side in self.sides))
        mounted_list, (side_key, name_key) = unit_values.values.get(self.mounts), self.mounting_fields
        rows = mounted_list.rows if isinstance(mounted_list, ListValue) else ()
        mounted = tuple(tuple("".join(word[0] for word in str(row[name_key]).split())[:2]
                              for row in rows if row.get(side_key) == side)
                        for side in self.sides) if self.mounts else ()
        return RingsContent(tuple(runs), mounted,
                            *((unit_values.art, unit_values.art_bow) if self.core == "unit" else ()))

    def _make_run(self, track: str, count: object, unit_values: ShownValues) -> MarkRun:
        """Return the marks on one side, pale ones if their number is unknown."""
        run = (MarkRun(count=count, damaged=unit_values.damage_by_track.get(track, 0), shape=self.shape, track=track,
                       texts=self.texts)
               if isinstance(count, int) else
               MarkRun(count=getattr(self, "blank", 0) or 0, shape=self.shape, is_ghost=True,
                       track="" if unit_values.is_blank else track, texts=self.texts))
        return run.with_variant(unit_values.variant)

    def list_tracks(self, unit_values: ShownValues, track: str) -> Iterable[tuple[str, int]]:
        """Return the name of the marks on each side of each ring, with their number."""
        return ((run.track, 0 if run.is_ghost else run.count) for ring in self.resolve(unit_values).runs
                for run in ring)

    def measure_range(self, content: RingsContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height: at most, the figure is as high as it is wide."""
        side = min(width, FIGURE_HEIGHTS.natural)
        return side, min(side, FIGURE_HEIGHTS.lowest)

    def draw_frame(self, rectangle: Rect, context: DrawContext) -> Items:
        """Return the polygons and all names. Raises DoesNotFitError."""
        return tuple(self._draw_outline(self._fit_rings(rectangle), rectangle, context))

    def draw(self, content: RingsContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the picture in the middle, the mounted things and the boxes. Raises DoesNotFitError."""
        rings = self._fit_rings(rectangle)
        return (*self._draw_core(content, rings, context), *self._draw_mounted(content, rings, context),
                *self._draw_boxes(content, rings))

    def _draw_core(self, content: RingsContent, rings: PolygonRings, context: DrawContext) -> Iterator[Item]:
        """Yield the picture of a unit in the middle, its bow up, or an arrow."""
        room = rings.core_apothem - _measure_wedge(rings) - CLEAR if self.mounts else rings.core_apothem * 0.62
        reach, color = room * (0.94 if self.core == "unit" else 0.62), context.palette.choose_line(BLACK)
        if content.art:
            with artwork.mark_unit_errors(content.art):
                turn = {"right": 270, "left": 90}.get(content.art_bow, 0)
                yield artwork.place_picture(artwork.load_picture(content.art),
                                            (rings.x - reach, rings.y - reach, 2 * reach, 2 * reach), rotation=turn,
                                            color=color, ink=context.ink)
        else:
            yield arrow(rings.x, rings.y - reach * 0.5, 0, reach, reach * 0.7, fill=color)

    def _draw_mounted(self, content: RingsContent, rings: PolygonRings, context: DrawContext) -> Iterator[Item]:
        """Yield a shape for each thing that is mounted on a side, its point outwards, with its initials, upright.

        The things on the left sides have the reverse order, so that a ship is symmetrical.
        """
        high, fill = _measure_wedge(rings), themes.choose_background_color("bar", context.ink)
        outer, spread, tip = rings.core_apothem - CLEAR, tan(pi / len(self.sides)), 0.34 * high
        style = Style(size=NAMES.size, bold=True, color=choose_text_color(fill))
        for number, things in enumerate(content.mounted):
            ordered_things = things[::-1] if rings.find_bearing(number) % 360 > 180 else things
            inner = 2 * (outer - high) * spread
            wide = min(1.15 * high, inner / max(len(ordered_things), 1) - CLEAR)
            placing = Transform().translate(rings.x, rings.y).rotate(rings.find_bearing(number))
            for place, initials in enumerate(ordered_things):
                x = (place - (len(ordered_things) - 1) / 2) * (wide + CLEAR)
                half_width, wall, back = wide / 2, tip - outer, high - outer
                shape = [(x, -outer), (x + half_width, wall), (x + half_width, back), (x - half_width, back),
                         (x - half_width, wall)]
                yield Group((polygon(shape, fill=fill),), placing)
                middle_x, middle_y = placing.apply(x, 0.6 * high - outer)
                yield from text.set_line(text.escape_markup(initials), style, middle_x, middle_y + 0.36 * style.size,
                                         "middle")

    def _fit_rings(self, place: Rect) -> PolygonRings:
        """Return the largest polygon with rings in a place. Raises DoesNotFitError."""
        size = NAMES.size
        box = place.inset(1 * MM, 1 * MM, 1 * MM, FOOT * size + 0.5 * MM)
        if self.mounts:  # the names of the sides stand outside, those of the rings below them or in a corner
            side_space = max(text.measure_text(text.escape_markup(side), LABEL)
                             for side in self.sides) if self.is_pointy else 0
            across, over = 1 * MM + side_space, OUTSIDE * LABEL.size
            box = place.inset(across, over, across, over + (0 if self._has_corner_names else FOOT * size))
        def fit_share(cut: float) -> PolygonRings:
            return fit_rings(box.inset(cut * box.width / 2, cut * box.height / 2), len(self.sides), len(self.fields),
                             pointy_top=self.is_pointy, large_core=bool(self.mounts))

        def holds_names(cut: float) -> bool:
            return all(place.x <= left and right <= place.right
                       for left, right in self._measure_outer_names(fit_share(cut)))

        cut = 0.0
        if self.mounts and not holds_names(0.0):
            cut = find_shortest(holds_names, 0.0, 1.0, 0.005) if holds_names(1.0) else 1.0
        rings = fit_share(cut)
        if rings.ring_width < LEAST_DEPTH:
            raise DoesNotFitError(f"the boxes of {' and '.join(self.fields)} do not fit round a figure of "
                                  f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "make the row higher")
        return rings

    def _draw_outline(self, rings: PolygonRings, place: Rect, context: DrawContext) -> Iterator[Item]:
        ink, count = context.ink, len(self.fields)
        for ring in range(count + 1):
            tinted = ring % 2 and ring < count
            fill = (choose_grey_fill(ink, 0.1) if ink is Ink.BLACK
                    else themes.choose_background_color("tint", ink)) if tinted else WHITE
            yield polygon(rings.find_corners(ring), fill=fill, stroke=Stroke(BLACK, 0.9 if ring in (0, count) else 0.5))
        for outer, inner in zip(rings.find_corners(0), rings.find_corners(count), strict=True):
            yield line(*outer, *inner, Stroke(BLACK, 0.5))
        yield from self._draw_side_names(rings, LABEL)
        if self._has_corner_names:
            for number, label in enumerate(self.side_labels):  # at the left corner, on the line that parts the sides
                left, right = rings.find_corners(number)[5], rings.find_corners(number + 1)[5]
                yield from text.set_line(text.escape_markup(label.upper()), NAMES, (left[0] + right[0]) / 2 + 1.0,
                                         left[1] + 0.95 * NAMES.size, "middle", right[0] - left[0] - 3.0, 5.5)
            return
        lowest = max(y for _, y in rings.find_corners(0)) + (OUTSIDE * LABEL.size if self.mounts else 0)
        foot = min(lowest + 1.2 * NAMES.size, place.bottom - (1.0 if self.mounts else 4.0))  # it hangs on the figure
        yield from text.set_line(text.escape_markup(" · ".join(self._ring_names)), NAMES, place.center[0], foot,
                                 "middle", place.width, 6.0)

    @property
    def _ring_names(self) -> tuple[str, ...]:
        """The names of the rings: "outer: shield"."""
        labels, count = self.side_labels, len(self.fields)
        places = ["outer", *["next"] * (count - 2), "inner"] if count > 1 else []
        return tuple(map(": ".join, zip(places, labels, strict=True))) if places else labels[:1]

    @property
    def _has_corner_names(self) -> bool:
        """Whether each ring has room for its name at a corner."""
        return bool(self.mounts) and len(self.sides) == 6 and not self.is_pointy

    def _draw_side_names(self, rings: PolygonRings, style: Style) -> Iterator[Item]:
        """Yield the names of the sides, within the middle polygon: upright if they are short, else along their sides.

        They are outside where something is mounted within.
        """
        sides = [text.escape_markup(side) for side in self.sides]
        if self.mounts:
            for side, (x, y, away) in zip(sides, self._place_outer_names(rings), strict=True):
                yield from text.set_line(side, style, x, y + style.size * 0.36, ("end", "middle", "start")[away + 1])
            return
        upright = max(text.measure_text(side, style) for side in sides) <= rings.core_apothem * 0.6
        for number, side in enumerate(sides):
            x, y = rings.find_core_point(number, 0.8)
            if upright:
                yield from text.set_line(side, style, x, y + style.size * 0.36, "middle")
                continue
            turn = rings.find_bearing(number) % 360
            placing = Transform().translate(x, y).rotate(turn - 180 if 90 < turn < 270 else turn)
            width = rings.place_cell(number, len(self.fields) - 1)[0].width * 0.75
            least = 5.5 if style.size == LABEL.size else style.size
            yield Group(text.set_line(side, style, 0.0, style.size * 0.36, "middle", width, least), placing)

    def _place_outer_names(self, rings: PolygonRings) -> Iterator[tuple[float, float, int]]:
        """Yield a point of each name outside: its left if the third value is 1, its middle if 0, its right if -1."""
        for number in range(len(self.sides)):
            x, y = rings.find_outer_point(number, 0.62 * LABEL.size)
            yield x, y, (x > rings.x + 1) - (x < rings.x - 1)

    def _measure_outer_names(self, rings: PolygonRings) -> Iterator[tuple[float, float]]:
        """Yield the left and the right edge of each name outside."""
        for side, (x, _, away) in zip(self.sides, self._place_outer_names(rings), strict=True):
            width = text.measure_text(text.escape_markup(side), LABEL)
            left = x - width * (1 - away) / 2
            yield left, left + width

    def _draw_boxes(self, content: RingsContent, rings: PolygonRings) -> Iterator[Item]:
        def stack(count: int, ring: int, pitches: tuple[float, float]) -> mark_rows.MarkLayout:
            def room(pitch: float, rows: int) -> tuple[float, ...]:  # clear of the names of rings at a corner
                return tuple(wide - 2.2 * NAMES.size * self._has_corner_names
                             for wide in rings.measure_row_widths(ring, pitch, rows))

            if not enlarged:  # in one row if they go into it; large marks are better than few rows
                with suppress(mark_rows.TooManyMarksError):
                    lowest = min(rings.ring_width - CLEAR, 1.99 * pitches[1])
                    return mark_rows.arrange_rows(count, room, lowest, pitches)
            try:
                return mark_rows.arrange_rows(count, room, rings.ring_width - CLEAR, pitches)
            except mark_rows.TooManyMarksError as error:
                raise DoesNotFitError(f"{error} on one side", "make the row higher") from error

        marks = [[_replace_brief_number(run, _place_figure(rings, side, ring)) for side, run in enumerate(runs)]
                 for ring, runs in enumerate(content.runs)]
        enlarged = any(run.preferred_size for runs in marks for run in runs)
        sizes = [find_figure_size(run, _place_figure(rings, side, ring), is_brief=True)
                 for ring, runs in enumerate(marks) for side, run in enumerate(runs) if run.is_figure]
        figure_size = FigureSize(*(min(lengths) for lengths in zip(*sizes, strict=True))) if sizes else None
        for ring, runs in enumerate(marks):
            most = max((run.count for run in runs if not run.is_figure), default=0)  # figures need less
            pitch = stack(most, ring, runs[0].find_pitches()).pitch if most else 0.0
            for side, run in enumerate(runs):
                _, placing = rings.place_cell(side, ring)
                if run.is_figure:  # on the lower sides, it is turned so that it is upright
                    turned = 90 < rings.find_bearing(side) % 360 < 270
                    figure = draw_lone_figure(run, _place_figure(rings, side, ring), figure_size, is_brief=True)
                    yield Group((figure,), placing.rotate(180) if turned else placing)
                elif run.count:
                    boxes = stack(run.count, ring, (pitch, pitch))
                    yield Group((run.draw(boxes, -boxes.width / 2, 0.0),), placing)


def _place_figure(rings: PolygonRings, side: int, ring: int) -> Rect:
    """Return the place of a figure, clear of the lines of its ring, as `PolygonRings.place_cell` does."""
    return rings.place_cell(side, ring)[0].inset(0, FIGURE_AIR)


def _replace_brief_number(run: MarkRun, place: Rect) -> MarkRun:
    """Return marks in place of a number that may be left out and does not fit a place."""
    try:
        if run.may_be_marks:
            find_figure_size(run, place, is_brief=True)
    except DoesNotFitError:
        return run.as_marks()
    return run


def _measure_wedge(rings: PolygonRings) -> float:
    """Return the depth of the shape of a mounted thing, which has room for its initials."""
    return max(0.3 * rings.core_apothem, 1.95 * NAMES.size)


def find_mounting_fields(reader: Reader, mounts: str, sides: Collection[str]) -> tuple[str, str]:
    """Return the sub-fields of a list with the side on which a thing is mounted, and with the name of the thing."""
    if not mounts:
        return "", ""
    below = getattr(reader.context.fields.get(mounts), "fields", {})
    side_key = next((key for key, field in below.items() if field.options and {*field.options} <= {*sides}), "")
    name_key = next((key for key in below if key != side_key), "")
    if not (side_key and name_key):
        listing = [key for key, field in reader.context.fields.items() if getattr(field, "fields", {})]
        reader.add_problem("mounts",
                           f"'mounts' of {reader.label} must be a list field whose entries name these sides; "
                           f"'{mounts}' is not",
                           suggest_name(mounts, listing))
    return side_key, name_key
