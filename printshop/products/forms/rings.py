"""Boxes round a polygon, drawn: rings of shields and armour, with a ship and what she mounts in the middle.

Points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import pi, tan

from printshop.drawing import artwork, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_grey_fill, choose_text_color
from printshop.drawing.ink import choose_line_color as in_ink
from printshop.drawing.shapes import arrow, line, polygon
from printshop.drawing.text import Style
from printshop.elements.mark_runs import FigureSize, Items, MarkRun, draw_lone_figure, find_figure_size
from printshop.formulas import NOT_KNOWN
from printshop.game.elements import ShownValues
from printshop.game.field_values import ListValue, NamedNumbers
from printshop.game.forms.rings import RingCell
from printshop.game.model import Unit
from printshop.layout import mark_rows
from printshop.layout.rectangles import PolygonRings, Rect, fit_rings
from printshop.layout.text_lines import RowHeights
from printshop.lengths import MM
from printshop.problems import DoesNotFitError
from printshop.products.forms.grid import FormError
from printshop.products.forms.painters import FIGURE_HEIGHTS, CellPainter, Damage, register_painter

FOOT = 1.5  # of the size of the names of rings: the room for them below their polygon
LABEL = Style(size=7.5, bold=True)
NAMES = Style(size=7.0)
LEAST_DEPTH = 3.2 * MM
OUTSIDE = 1.25  # of the size of the names of sides: the room for them before a side
FIGURE_AIR = 0.5 * MM  # between a figure and the edges of its ring
CLEAR = 0.4 * MM  # of the depth of a ring, between its edges and the pips


@register_painter(RingCell)
class _RingsPainter(CellPainter[RingCell]):
    """Draws boxes side by side along every side of a polygon; those of a ring are of one size on all sides."""

    def draw(self, shown: ShownValues) -> Items:
        rings = self._rings()
        return (*self._core(rings, shown.unit), *self._mounts(rings, shown.values),
                *self._boxes(rings, shown.values, shown.damage_by_track))

    def _core(self, rings: PolygonRings, unit: Unit | None) -> Iterator[Item]:
        """Give the picture of a unit in the middle, its bow up, or an arrow."""
        room = rings.core_apothem - self._wedge(rings) - CLEAR if self.cell.mounts else rings.core_apothem * 0.62
        reach, ink = room * (0.94 if self.cell.core == "unit" else 0.62), self.options.ink
        if self.cell.core == "unit" and unit and unit.art:
            with artwork.mark_unit_errors(unit.art):
                turn = {"right": 270, "left": 90}.get(unit.art_bow, 0)
                yield artwork.place_picture(artwork.load_picture(unit.art),
                                            (rings.x - reach, rings.y - reach, 2 * reach, 2 * reach), rotation=turn,
                                            color=in_ink(ink, BLACK), ink=ink)
        else:
            yield arrow(rings.x, rings.y - reach * 0.5, 0, reach, reach * 0.7, fill=in_ink(ink, BLACK))

    def _wedge(self, rings: PolygonRings) -> float:
        """Return how far the shape of a thing that is mounted reaches in: what its initials need."""
        return max(0.3 * rings.core_apothem, 1.95 * NAMES.size)

    def _mounts(self, rings: PolygonRings, values: Mapping[str, object]) -> Iterator[Item]:
        """Give a shape for each thing that is mounted on a side, its point outwards, with its initials, upright.

        Those of the left sides stand in the other order, so that a ship is alike on both.
        """
        found, (where, what) = values.get(self.cell.mounts), self.cell.mounting_fields
        rows = found.rows if isinstance(found, ListValue) else ()
        high, fill = self._wedge(rings), themes.choose_background_color("bar", self.options.ink)
        outer, spread, tip = rings.core_apothem - CLEAR, tan(pi / len(self.cell.sides)), 0.34 * high
        style = Style(size=NAMES.size, bold=True, color=choose_text_color(fill))
        for number, side in enumerate(self.cell.sides):
            there = ["".join(word[0] for word in str(row[what]).split())[:2] for row in rows if row.get(where) == side]
            there = there[::-1] if rings.find_bearing(number) % 360 > 180 else there
            inner = 2 * (outer - high) * spread
            wide = min(1.15 * high, inner / max(len(there), 1) - CLEAR)
            placing = Transform().translate(rings.x, rings.y).rotate(rings.find_bearing(number))
            for place, initials in enumerate(there):
                x = (place - (len(there) - 1) / 2) * (wide + CLEAR)
                half, wall, back = wide / 2, tip - outer, high - outer
                shape = [(x, -outer), (x + half, wall), (x + half, back), (x - half, back), (x - half, wall)]
                yield Group((polygon(shape, fill=fill),), placing)
                middle_x, middle_y = placing.apply(x, 0.6 * high - outer)
                yield from text.set_line(text.escape_markup(initials), style, middle_x, middle_y + 0.36 * style.size,
                                         "middle")

    def measure_filled(self, shown: ShownValues) -> RowHeights:  # noqa: ARG002 - it fills its place
        side = min(self.place.width, FIGURE_HEIGHTS.usual)
        return RowHeights(side, min(side, FIGURE_HEIGHTS.lowest))

    def measure_blank(self) -> RowHeights:
        return self.measure_filled(ShownValues({}))

    def draw_blank(self) -> Items:
        return self.draw(ShownValues({}))

    def draw_frame(self) -> Items:
        return (*self._outline(self._rings()), *(() if self.varies else self.draw_blank()))

    def list_tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        for name in self.cell.fields:
            numbers = unit.values.get(name)
            for key, number in numbers.items() if isinstance(numbers, NamedNumbers) else ():
                yield f"{name}.{key}", number if isinstance(number, int) else 0

    def _rings(self) -> PolygonRings:
        around, place, size = self.cell, self.place, NAMES.size
        box = place.inset(1 * MM, 1 * MM, 1 * MM, FOOT * size + 0.5 * MM)
        if around.mounts:  # the names of the sides stand outside, those of the rings below them or in a corner
            aside = max(text.measure_text(text.escape_markup(side), LABEL)
                        for side in around.sides) if around.is_pointy else 0
            across, over = 1 * MM + aside, OUTSIDE * LABEL.size
            box = place.inset(across, over, across, over + (0 if self._cornered else FOOT * size))
        rings = fit_rings(box, len(around.sides), len(around.fields), pointy_top=around.is_pointy,
                          large_core=bool(around.mounts))
        if rings.ring_width < LEAST_DEPTH:
            raise FormError(f"the boxes of {' and '.join(around.fields)} do not fit round a figure of "
                            f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "make the row higher")
        return rings

    def _outline(self, rings: PolygonRings) -> Iterator[Item]:
        around, place, ink = self.cell, self.place, self.options.ink
        count = len(around.fields)
        for ring in range(count + 1):
            tinted = ring % 2 and ring < count
            fill = (choose_grey_fill(ink, 0.1) if ink is Ink.BLACK
                    else themes.choose_background_color("tint", ink)) if tinted else WHITE
            yield polygon(rings.find_corners(ring), fill=fill, stroke=Stroke(BLACK, 0.9 if ring in (0, count) else 0.5))
        for outer, inner in zip(rings.find_corners(0), rings.find_corners(count), strict=True):
            yield line(*outer, *inner, Stroke(BLACK, 0.5))
        yield from self._names(rings, LABEL)
        names, said = NAMES, self._said
        if self._cornered:
            for number, one in enumerate(around.side_labels):  # at the left corner, on the line that parts the sides
                left, right = rings.find_corners(number)[5], rings.find_corners(number + 1)[5]
                yield from text.set_line(text.escape_markup(one.upper()), names, (left[0] + right[0]) / 2 + 1.0,
                                         left[1] + 0.95 * names.size, "middle", right[0] - left[0] - 3.0, 5.5)
            return
        lowest = max(y for _, y in rings.find_corners(0)) + (OUTSIDE * LABEL.size if around.mounts else 0)
        foot = min(lowest + 1.2 * names.size, place.bottom - (1.0 if around.mounts else 4.0))  # it hangs on the figure
        yield from text.set_line(text.escape_markup(" · ".join(said)), names, place.center[0], foot, "middle",
                                 place.width, 6.0)

    @property
    def _said(self) -> tuple[str, ...]:
        """What is said of the rings: "outer: shield"."""
        labels, count = self.cell.side_labels, len(self.cell.fields)
        places = ["outer", *["next"] * (count - 2), "inner"] if count > 1 else []
        return tuple(map(": ".join, zip(places, labels, strict=True))) if places else labels[:1]

    @property
    def _cornered(self) -> bool:
        """Whether each ring has room for its name at a corner."""
        return bool(self.cell.mounts) and len(self.cell.sides) == 6 and not self.cell.is_pointy

    def _names(self, rings: PolygonRings, style: Style) -> Iterator[Item]:
        """Give the names of the sides, within the middle polygon: upright if they are short, else along their sides.

        They are outside where something is mounted within.
        """
        sides = [text.escape_markup(side) for side in self.cell.sides]
        if self.cell.mounts:
            for number, side in enumerate(sides):
                x, y = rings.find_outer_point(number, 0.62 * style.size)
                away = (x > rings.x + 1) - (x < rings.x - 1)
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
            width = rings.place_cell(number, len(self.cell.fields) - 1)[0].width * 0.75
            least = 5.5 if style.size == LABEL.size else style.size
            yield Group(text.set_line(side, style, 0.0, style.size * 0.36, "middle", width, least), placing)

    def _boxes(self, rings: PolygonRings, values: Mapping[str, object], damage: Damage) -> Iterator[Item]:
        def stack(count: int, ring: int, pitches: tuple[float, float]) -> mark_rows.MarkLayout:
            def room(pitch: float, rows: int) -> tuple[float, ...]:  # clear of the names of rings at a corner
                return tuple(wide - 2.2 * NAMES.size * self._cornered
                             for wide in rings.measure_row_widths(ring, pitch, rows))

            if not self.variant.mark_size:  # in one row if they go into it; large marks are better than few rows
                with suppress(mark_rows.TooManyMarksError):
                    lowest = min(rings.ring_width - CLEAR, 1.99 * pitches[1])
                    return mark_rows.arrange_rows(count, room, lowest, pitches)
            try:
                return mark_rows.arrange_rows(count, room, rings.ring_width - CLEAR, pitches)
            except mark_rows.TooManyMarksError as error:
                raise FormError(f"{error} on one side", "make the row higher") from error

        parts = [self._parts(rings, ring, values, damage) for ring in range(len(self.cell.fields))]
        sizes = [find_figure_size(part, self._figure_place(rings, side, ring), is_brief=True)
                 for ring, of_ring in enumerate(parts) for side, part in enumerate(of_ring) if part.is_figure]
        figure_size = FigureSize(*(min(lengths) for lengths in zip(*sizes, strict=True))) if sizes else None
        for ring, of_ring in enumerate(parts):
            most = max((part.count for part in of_ring if not part.is_figure), default=0)  # figures need less
            pitch = stack(most, ring, of_ring[0].find_pitches()).pitch if most else 0.0
            for side, part in enumerate(of_ring):
                _, placing = rings.place_cell(side, ring)
                if part.is_figure:  # on the lower sides it is turned, to be read
                    turned = 90 < rings.find_bearing(side) % 360 < 270
                    place = self._figure_place(rings, side, ring)
                    yield Group((draw_lone_figure(part, place, figure_size, is_brief=True),),
                                placing.rotate(180) if turned else placing)
                elif part.count:
                    boxes = stack(part.count, ring, (pitch, pitch))
                    yield Group((part.draw(boxes, -boxes.width / 2, 0.0),), placing)

    def _figure_place(self, rings: PolygonRings, side: int, ring: int) -> Rect:
        """Return the place of a figure, clear of the lines of its ring, as `PolygonRings.place_cell` does."""
        return rings.place_cell(side, ring)[0].inset(0, FIGURE_AIR)

    def _parts(self, rings: PolygonRings, ring: int, values: Mapping[str, object], damage: Damage) -> list[MarkRun]:
        """Return the marks of a ring, or the figures that stand for them where they fit, for each side."""
        name, parts = self.cell.fields[ring], list[MarkRun]()
        numbers = values.get(name, NOT_KNOWN)
        by_side = dict(numbers.items()) if isinstance(numbers, NamedNumbers) else {}
        for number, side in enumerate(self.cell.sides):
            count = by_side.get(side, NOT_KNOWN if numbers is NOT_KNOWN else 0)
            known = isinstance(count, int)
            part = MarkRun(count=count if isinstance(count, int) else self.cell.blank,
                           damaged=damage.get(f"{name}.{side}", 0) if known else 0, shape=self.cell.shape,
                           is_ghost=not known, track=f"{name}.{side}" if known or name in values else "",
                           ).with_variant(self.variant)
            try:
                if part.may_be_marks:
                    find_figure_size(part, self._figure_place(rings, number, ring), is_brief=True)
            except DoesNotFitError:
                part = part.as_marks()
            parts.append(part)
        return parts
