"""The contents and the drawing of the elements `ladder` and `hexes`: ladders of distance, and figures of hexes.

Lengths are in points, with the origin at the top left and y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.drawing import artwork, patterns, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Transform, move_point
from printshop.drawing.ink import Ink, choose_area_color, choose_grey_fill, choose_line_color, choose_text_color
from printshop.elements import hexes
from printshop.elements.context import DrawContext
from printshop.elements.typeset import RULE, ElementDrawing
from printshop.file_names import AREA_PATTERNS
from printshop.formulas import Formula
from printshop.game.formula_keys import dynamic_style, find_dynamic_styles, resolve_styles
from printshop.game.hex_bases import (
    HEX_SCHEMA,
    MIXED,
    ORIENTATIONS,
    RAYS_SCHEMA,
    STYLES_BY_ZONE,
    HexBaseZone,
    HexRay,
    read_hexes,
    read_rays,
)
from printshop.game.pictures import picture_key
from printshop.hexes import GRIDS, HEX_GRID, Hex, HexGrid, choose_orientation
from printshop.layout import hex_grid, labels
from printshop.lengths import Length
from printshop.schema import keys
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader
from printshop.source import SequenceNode

MAX_CELLS = 400
HEX_LABEL = 6.0  # the smallest type of a label in a hex
_GAP = 12.0  # between figures
_LEAST = 10.0  # points across flats: details of smaller hexes cannot be seen
_MIXED, _BLOCKED = "#e69f00", parse_color("#d0021b")
_ROUND = 0.43  # of a hex: the radius of the arrow that shows a turn
_CLEAR, _SIDE = 0.28, 0.2  # of a hex: room for a label in its middle, for a picture


# --- ladders of distance


@data_block
class DistanceRuler(DataBlock):
    """A distance: one more band is passed each time that it is covered."""

    label: str = keys.text("the name of the band")
    every: Length = keys.length("the depth of the band in hexes")


@data_block
class DistanceLadder(DataBlock):
    """Bands of distance. All rulers have the same bands, with different depths."""

    bands: tuple[str, ...] = keys.texts("the figures", label="Ranges", default=..., minimum=1)
    beyond: str = keys.text("the words behind the last band", label="Words after the last range", default="")
    rulers: tuple[DistanceRuler, ...] = keys.block_list(
        DistanceRuler,
        "rulers over the distances: a list of `label` and `every`", entry_label="ruler", default=..., minimum=1)

    def validate(self, reader: Reader) -> Self | None:
        return self if self.bands and self.rulers else None

    def typeset(self, width: float, context: DrawContext) -> ElementDrawing:
        """Return the bands as a scale.

        Their costs are in large type, and there is a ruler for each kind of distance. The first ruler stands above the
        bands, the others below them.
        """
        size = context.text_size
        style, quiet = text.Style("serif", size * 1.15, bold=True), text.Style("serif", size, italic=True)
        left = max(text.measure_text(ruler.label, style) for ruler in self.rulers) + 10
        beyond = max(text.measure_text(self.beyond, quiet) + 12, size * 2.6)
        step = (width - left - beyond) / len(self.bands)
        scale, high = size * 1.75, size * 2.5
        large = text.Style("serif", size * 2.1, bold=True)
        middle = scale + high / 2
        items: list[Item] = []
        for number, band in enumerate(self.bands):
            x = left + number * step
            ground = choose_grey_fill(context.ink, 0.24 * number / len(self.bands))
            items += (shapes.rect(x, scale, step, high, fill=ground, stroke=RULE),
                      *text.set_line(band, large, x + step / 2, middle + large.size * large.face.cap_height / 2,
                                     "middle",
                                     step - 4, context.smallest))
        if self.beyond:
            items += text.set_line(self.beyond, quiet, width - 1, middle + size * 0.25, "end")
        figure = text.Style("sans", size * 1.1, bold=True)
        for number, ruler in enumerate(self.rulers):
            y, out = (scale, -1.0) if number == 0 else (scale + high + (number - 1) * scale, 1.0)
            base = y - 5.5 if number == 0 else y + 5.5 + figure.size * 0.72
            for count in range(len(self.bands) + 1):
                x, label = left + count * step, ruler.every.multiply(count).amount
                # the unit of measure stands behind the last figure and does not move it
                unit = f" {ruler.every.unit}" if count == len(self.bands) else ""
                items += (shapes.line(x, y, x, y + out * 4, RULE),
                          *text.set_line(label + unit, figure, x - text.measure_text(label, figure) / 2, base))
            items += text.set_line(ruler.label, style, 0, base)
        return ElementDrawing(tuple(items), scale * len(self.rulers) + high + 1)


# --- figures of hexes


@data_block
class HexCell(DataBlock):
    """Hexes with one look."""

    at: tuple[Hex, ...] = keys.custom(
        lambda reader, name: read_hexes(reader, name, required=True), {"type": "array", "items": HEX_SCHEMA},
                                      "a list of hexes",
        default=...)
    label: str = keys.text("the words in the hexes", default="")
    shade: Fraction = dynamic_style(keys.number("how dark the hexes are, from 0 to 1", 0, 1,
                                                label="Darkness of the ground", default=Fraction(0)))
    pattern: str = dynamic_style(keys.choice(AREA_PATTERNS, "over them", default=""))
    zone: str = keys.choice(tuple(STYLES_BY_ZONE), "the zone whose look the hexes have", default="")
    facing: Fraction | None = keys.number("the direction of an arrow", -360, 360,
                                          label="Direction of the arrow", default=None)
    picture: Path | None = picture_key("a drawing from art/ in place of the arrow, with its front up")
    ghost: bool = keys.flag("`true` for an earlier position, which is drawn pale")
    turn: Fraction = keys.number("the angle by which the piece has turned, clockwise (for a ghost: will turn), shown "
                                 "by an arrow round it",
                                 -180, 180, label="Turned by degrees", default=Fraction(0))
    color: str = dynamic_style(keys.colour("the pattern of the hexes, in place of a shade", default="", name="colour"))

    def validate(self, reader: Reader) -> Self:
        """Return the hexes; those of a zone have its looks."""
        if not self.zone:
            return self
        for name in ("shade", "pattern", "colour"):
            if name in reader:
                reader.add_problem(name, f"{reader.label} has both 'zone' and '{name}'", "keep one of the two")
        color, pattern = STYLES_BY_ZONE[self.zone]
        return replace(self, label=reader.read_text("label", self.zone), pattern=pattern, color=color)

    def with_side_color(self, field: Color | None, ink: Ink) -> Self:
        """Return the hexes for a figure of a side's pieces: shaded hexes and zones have the colour of the side."""
        if not field or ink is Ink.BLACK:
            return self
        if self.zone == MIXED:
            return replace(self, color=_MIXED, pattern="hatch")
        if self.zone:
            as_piece = hexes.tint_zone(HexBaseZone(self.zone, (), self.color, self.pattern), field, Ink.COLOUR)
            return replace(self, color=as_piece.color, pattern=as_piece.pattern)
        return replace(self, color=field.to_hex()) if self.shade and not self.color else self

    def draw_ground(self, grid: HexGrid, cell: Hex, ink: Ink) -> Iterator[Item]:
        """Yield the filling of a hex."""
        left, top, right, bottom = grid.measure_bounds([cell])
        box, corners = (left, top, right - left, bottom - top), grid.find_corners(cell)
        if self.zone:
            filled = patterns.fill_with_pattern(self.pattern, box, parse_color(self.color), ink, pitch=4.2, weight=0.7)
            yield Group(filled, clip=shapes.polygon(corners))
            return
        if self.color:
            yield shapes.polygon(corners, fill=choose_area_color(ink, parse_color(self.color)))
        elif self.shade:
            yield shapes.polygon(corners, fill=WHITE if ink is Ink.BLACK else choose_grey_fill(ink, float(self.shade)))
        # in black ink, dots replace a shade, to save toner
        pattern = self.pattern or ("dots" if self.shade and not self.color and ink is Ink.BLACK else "")
        if pattern:
            clip = shapes.polygon(grid.find_corners(cell, 0.05 * grid.across_flats))
            yield Group(patterns.draw_pattern_marks(pattern, box, WHITE.mix(BLACK, 0.6), pitch=3.4, weight=0.5),
                        clip=clip)

    def _find_ground_color(self, ink: Ink) -> Color:
        """Return the colour below the marks: white for a plate or a disc."""
        if self.zone or (self.label and self.pattern and not self.color):
            return WHITE
        if self.color:
            return choose_area_color(ink, parse_color(self.color))
        return choose_grey_fill(ink, float(self.shade)) if self.shade and ink is not Ink.BLACK else WHITE

    def draw_marks(self, grid: HexGrid, cell: Hex, ink: Ink) -> Iterator[Item]:
        """Yield the arrow, which is in the middle or, beside a label, at the edge; and the label."""
        (x, y), across, dark = grid.find_center(cell), grid.across_flats, choose_text_color(
            self._find_ground_color(ink))
        if self.turn:
            sweep = float(self.turn)
            # a ghost's arc ends before the line that goes on
            start = float(self.facing or 0) - (0.3 if self.ghost else 1) * sweep
            color = choose_line_color(ink, themes.current_theme().accent)
            yield shapes.arc(x, y, _ROUND * across, start, 0.8 * sweep, stroke=Stroke(color, 1.2))
            end = start + sweep
            yield shapes.arrow(*move_point(end, _ROUND * across, x, y), end + (80 if sweep > 0 else -80), 0.16 * across,
                               fill=color)
        if self.picture:
            box, pale = (-0.42 * across, -0.36 * across, 0.84 * across, 0.72 * across), WHITE.mix(BLACK, 0.55)
            background = (None if self.ghost or ink is Ink.BLACK
                          else choose_area_color(ink, themes.current_theme().accent))
            picture_item = artwork.place_picture(artwork.load_picture(self.picture), box,
                                                 color=pale if self.ghost else choose_line_color(ink, dark),
                                                 background=background, ink=ink)
            yield Group((picture_item,), Transform(e=x, f=y).rotate(float(self.facing or 0)))
        elif self.facing is not None:
            bearing = float(self.facing)
            reach, length, notch = (0.46, 0.2, 0.0) if self.label else (0.36, 0.5, 0.25)
            yield shapes.arrow(*move_point(bearing, reach * across, x, y), bearing, length * across, 0.36 * across,
                               notch=notch, fill=WHITE.mix(BLACK, 0.35) if self.ghost else dark)
        if not self.label:
            return
        style = text.Style("sans", min(12.0, max(7.0, 0.24 * across)), bold=True, color=dark)
        if self.zone:
            yield from labels.draw_text_plate(self.label, style, (x, y), padding=4, height=1.25, max_width=0.8 * across,
                                              min_size=HEX_LABEL)
            return
        if self.pattern and not self.color:
            width = min(text.measure_text(self.label, style), 0.7 * across)
            yield shapes.circle(x, y, max(width, style.size) / 2 + 1, fill=WHITE)
        yield from text.set_line(self.label, style, x, y + 0.35 * style.size, "middle", 0.8 * across, HEX_LABEL)


def _read_figure_rays(reader: Reader, name: str) -> tuple[HexRay, ...]:
    return read_rays(reader, name, orientation=choose_orientation(*map(reader.get_raw_text, ("grid", "orientation"))))


@data_block
class HexFigure(DataBlock):
    """A figure of hexes."""

    grid: str = keys.choice(GRIDS, "`hex` (the default), or `square` for squares, whose pairs are [column, row]",
                            default=HEX_GRID)
    orientation_name: str = keys.choice(ORIENTATIONS,
                                        "the orientation of the hexes: `flat-top` (the default) or `pointy-top`",
                                        default=ORIENTATIONS[0], name="orientation")
    cells: tuple[HexCell, ...] = keys.block_list(HexCell,
                                                 "the hexes "
                                                 "and their contents", entry_label="cell", default=..., minimum=1)
    caption: str = keys.text("a few words below it", default="")
    side: str = keys.custom(
        lambda reader, name: (
            side.color
            if (side := reader.context.sides.get(reader.read_choice(name, tuple(reader.context.sides), "")))
            else ""
        ),
        lambda writer: writer.make_entry_schema("sides"),
        "the side that owns these pieces: shaded hexes have its colour, zones the shades that they have on its pieces",
    )
    lines: tuple[HexRay, ...] = keys.custom(
        _read_figure_rays, RAYS_SCHEMA,
        "lines across the figure: a list of `bearing`, `from` (a hex) and `dashed`. In place of `bearing`, `to` names "
        "the hex where a line ends; a dashed line is blocked and has a cross there")

    @property
    def all_hexes(self) -> list[Hex]:
        """All hexes that are drawn."""
        return [hex_ for cell in self.cells for hex_ in cell.at]

    def validate(self, reader: Reader) -> Self | None:
        cells, span = self.all_hexes, reader.find_span("cells")
        if self.grid != HEX_GRID and "orientation" in reader:
            reader.add_problem("orientation", f"{reader.label} has squares and cannot have 'orientation'",
                               "remove 'orientation', or write grid: hex")
        if len(cells) > MAX_CELLS:
            reader.problems.add(span, f"{reader.label} has {len(cells)} hexes; at most {MAX_CELLS} are allowed")
        for q, r in sorted({cell for cell in cells if cells.count(cell) > 1} if len(cells) <= MAX_CELLS else ()):
            reader.problems.add(span, f"the hex [{q}, {r}] occurs twice in 'cells' of {reader.label}")
        for q, r in (end for ray in self.lines for end in (ray.start, ray.end or ray.start) if end not in cells):
            if cells:
                reader.add_problem("lines",
                                   f"a line in 'lines' of {reader.label} uses the hex [{q}, {r}], which is not in "
                                   "'cells'",
                                   "begin and end each line in a hex of 'cells'")
        return self if cells else None

    def lay_out(self, across: float) -> hex_grid.HexLayout:
        """Return the grid of the figure, with hexes `across` points across flats, and its width and height."""
        return hex_grid.place_hexes(self.all_hexes, choose_orientation(self.grid, self.orientation_name), across)

    def draw_items(self, across: float, ink: Ink) -> Iterator[Item]:
        """Yield the hexes, the lines across them, and the marks in them."""
        grid, every = self.lay_out(across).grid, self.all_hexes
        field = parse_color(self.side) if self.side else None
        cells = [(cell.with_side_color(field, ink), hex_) for cell in self.cells for hex_ in cell.at]
        for cell, hex_ in cells:
            yield from cell.draw_ground(grid, hex_, ink)
        yield shapes.lines([(*edge.start, *edge.end) for edge in grid.list_edges(every)],
                           Stroke(BLACK, 0.6, cap="round"))
        for ray in self.lines:
            color, dash = choose_line_color(ink, themes.current_theme().accent), (4.0, 2.5) if ray.dashed else ()
            start, stroke = grid.find_center(ray.start), Stroke(color, 1.2, dash=dash)
            if ray.end is not None:  # the line leaves room for the contents of its first and last hex
                end = grid.find_center(ray.end)
                stroke = replace(stroke, color=choose_line_color(ink, _BLOCKED)) if ray.dashed else stroke
                is_taken = any(hex_ == ray.end and (cell.label or cell.picture) for cell, hex_ in cells) and not any(
                    other.start == ray.end for other in self.lines)  # without a gap if another line begins there
                yield shapes.line(*move_point(ray.bearing, _CLEAR * across, *start),
                                  *move_point(ray.bearing + 180, _CLEAR * across * is_taken, *end), stroke)
                if ray.dashed:
                    (x, y), arm = ((near + far) / 2 for near, far in zip(start, end, strict=True)), 0.1 * across
                    yield shapes.lines([(x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm)],
                                       replace(stroke, width=1.8, dash=()))
                continue
            has_picture = any(cell.picture and hex_ == ray.start for cell, hex_ in cells)
            for near, far in hex_grid.find_line_spans(grid, every, start, ray.bearing):  # from the side of a ship
                yield shapes.line(*move_point(ray.bearing, max(near, _SIDE * across * has_picture), *start),
                                  *move_point(ray.bearing, far, *start), stroke)
        for cell, hex_ in cells:
            yield from cell.draw_marks(grid, hex_, ink)


class HexFigureRow(NamedTuple):
    """Figures of hexes beside each other."""

    figures: tuple[HexFigure, ...]

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the looks of all hexes."""
        return tuple(style.formula for figure in self.figures for cell in figure.cells
                     for style in find_dynamic_styles(cell).values())

    def resolve(self, values: Mapping[str, object]) -> HexFigureRow:
        """Return the figures in the styles for a unit. Raises StyleError and FormulaError."""
        if not self.formulas:
            return self
        return HexFigureRow(tuple(replace(figure, cells=tuple(resolve_styles(cell, values) for cell in figure.cells))
                                  for figure in self.figures))

    def measure_hexes(self, width: float, context: DrawContext) -> float:
        """Return the width of the hexes across flats, in points: at most four times the size of the text."""
        free = width - _GAP * (len(self.figures) - 1)
        return min(4.0 * context.text_size, free / sum(figure.lay_out(1.0).width for figure in self.figures))

    def typeset(self, width: float, context: DrawContext) -> ElementDrawing:
        """Return the figures with their captions and hexes of one size. Raises TooWideError."""
        rooms = [figure.lay_out(1.0) for figure in self.figures]
        wide, free = sum(room.width for room in rooms), width - _GAP * (len(rooms) - 1)
        across = min(self.measure_hexes(width, context), context.largest_hex)
        if across < _LEAST:
            raise text.TooWideError("the figure of hexes", _LEAST * wide, free, described=True)
        uneven = across if across * max(room.width for room in rooms) > free / len(rooms) else 0.0
        high = max(room.height for room in rooms) * across
        items: list[Item] = []
        x, foot, even = 0.0, 0.0, free / len(rooms)
        for figure, room in zip(self.figures, rooms, strict=True):
            column = even + uneven * (room.width - wide / len(rooms))
            place = Transform(e=x + (column - room.width * across) / 2, f=(high - room.height * across) / 2 + 1)
            items.append(Group(tuple(figure.draw_items(across, context.ink)), place))
            if figure.caption:
                caption = text.set_block(figure.caption, text.Style("sans", context.text_size, italic=True),
                                         (x, high + 3, column, None), 1.15, "middle")
                items += caption.items
                foot = max(foot, caption.height + 2)
            x += column + _GAP
        return ElementDrawing(tuple(items), high + 3 + foot)


def read_figures(reader: Reader, name: str) -> HexFigureRow | None:
    """Return one figure, or a list of them."""
    reader.reject_empty_lists(name)
    several = isinstance(reader.get_node(name), SequenceNode)
    figures = (_SEVERAL if several else _ONE).read(reader, name)
    figures = tuple(filter(None, figures if several else (figures,)))
    return HexFigureRow(figures) if figures else None


_ONE, _SEVERAL = keys.get_key(keys.nested_block(HexFigure)), keys.get_key(keys.block_list(HexFigure,
                                                                                          entry_label="figure"))


def make_figures_schema(writer: JsonSchemaWriter) -> Any:
    """Return the JSON Schema of one figure or of a list of figures."""
    schema = writer.make_block_schema(HexFigure)
    return {**schema, "type": ["array", "object"], "items": schema}
