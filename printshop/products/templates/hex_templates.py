"""Templates of hexes that are as large as the map's.

They are bases for figures, and overlays that lie on the map. In an overlay, the ship stands in the hex [0, 0]. If hexes
have a flat top, the hex [0, -1] is above the ship. If hexes have a pointy top, it is above the ship to the left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, NamedTuple, Self

from printshop.drawing import ink, patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, MoveTo, Path, Segment, Stroke, parse_color
from printshop.drawing.geometry import Point, Transform, is_in_polygon, move_point
from printshop.elements import hexes
from printshop.file_names import PATTERNS
from printshop.game.hex_bases import (
    HEX_SCHEMA,
    MAX_STEPS,
    RAYS_SCHEMA,
    HexBase,
    HexRay,
    HexSize,
    read_bearings,
    read_hex,
    read_hexes,
    read_rays,
)
from printshop.game.maps import HexMap
from printshop.hexes import (
    HEX_ORIENTATIONS,
    Hex,
    HexGrid,
    Orientation,
    count_hex_steps,
    hex_directions,
    is_in_arc,
    list_hexes_within,
    step_hex,
)
from printshop.hexes import measure_hex_bearing as hex_bearing
from printshop.layout import hex_grid
from printshop.layout.rectangles import Rect, find_largest_rect
from printshop.lengths import MM, Length
from printshop.problems import Span
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    GREY,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    place_rotated,
)
from printshop.products.templates.template import (
    MAX_NOTES,
    TEMPLATE_KINDS,
    HoledTemplate,
    TemplateError,
    TemplatePiece,
    TemplateSheet,
    get_default_label,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, read_boolean, read_integer
from printshop.source import MappingNode, Node

SHIP_HEX: Hex = (0, 0)
SHARED_DOTS, RAY_DOTS = "shared", "rays"
MAX_AREAS = 12
NO_LABEL, PLAIN_PATTERN = "none", "plain"
ONLY_AREAS = "areas"
CUT_SHAPES = ("hexes", "straight")
HEXES_SCHEMA = {"type": "array", "items": HEX_SCHEMA}
_TEXT_ASPECT_RATIO = 1.6  # usual ratio of width to height of the words on a base


@data_block
class HexTemplate(DataBlock):
    """The keys for the size and the orientation of the hexes of a template."""

    map: HexMap | None = keys.entry_name(
        "maps",
        "the map whose hexes the template has. On a map of squares, an overlay has squares, and a diagonal step counts "
        "as one; the pairs of squares are [column, row]. Without a map, give `across`",
        default=None, alternative=", or give 'across'")
    across: Length | None = keys.length(
        "the size of a hex across flats, and the orientation of the hexes",
        label="Width of a hex", default=None, positive=True, minimum="5 mm",
        maximum="300 mm")
    orientation: str = keys.choice(HEX_ORIENTATIONS, default=Orientation.FLAT.value)

    fits_squares: ClassVar[bool] = False

    @property
    def hex_size(self) -> HexSize:
        """The size and the orientation of the hexes."""
        if self.map:
            return HexSize(self.map.orientation, self.map.across)
        return HexSize(Orientation(self.orientation), self.across or ZERO_LENGTH)

    def validate(self, reader: Reader) -> Self | None:
        for name in ("across", "orientation"):
            if "map" in reader and name in reader:
                reader.add_problem(name, f"{reader.label} has both 'map' and '{name}'",
                                   "keep 'map' only: the map sets the size and the orientation of the hexes")
        if "map" not in reader and "across" not in reader:
            reader.add_missing_key("across")
        if self.map and self.map.has_squares and not self.fits_squares:
            reader.add_problem("map", f"{reader.label} is for hexes, but map '{self.map.title}' has squares",
                               "name a map of hexes, or use an overlay")
        return self


@TEMPLATE_KINDS.register("base")
@data_block
class BaseTemplate(HexBase, HoledTemplate):
    """A base of one or more hexes that are as large as the map's.

    Its front, flank and rear are along the rim.
    """

    material: str = keys.text("the material on which the template is printed (default: card)",
                              label="Printed on", default="card")
    label: str = keys.text("words on the base, in addition to the title", default="")

    def validate(self, reader: Reader) -> Self | None:
        self.check_inset(reader)
        return replace(self, label=self.label or self.title)

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the piece, with words inside the rim and below the marks at the front.

        Raises TooWideError if the words are too long.
        """
        outline = hexes.inset_outline(hexes.make_hex_form(self), 0.0)
        left, top, right, bottom = shapes.measure_outline(shapes.polygon(outline).segments)
        lines = [(self.label, text.Style("sans", min(14.0, 0.2 * self.across.pt), bold=True)),
                 *([(self.title, TITLE_STYLE)] if self.title != self.label else [])]
        inner_outline = hexes.make_inner_outline(self)
        x, _, inner_right, inner_bottom = shapes.measure_outline(shapes.polygon(inner_outline).segments)
        y = max(hexes.find_facing_box(self, cell).bottom
                for cell in hexes.find_front_hexes(self)) if self.facing else 0.0
        text_rect = find_largest_rect(inner_outline, Rect(x, y, inner_right - x, inner_bottom - y), _TEXT_ASPECT_RATIO)
        items = (*hexes.draw_zone_rim(self, sheet.ink), *hexes.draw_facing_marks(self),
                 *hex_grid.set_stacked_texts(lines, text_rect))
        transform = Transform(e=-left, f=-top)
        edge = shapes.transform_path(shapes.polygon(outline, stroke=CUT_STROKE), transform)
        yield TemplatePiece(self.title, self.title, right - left, bottom - top, edge, (Group(items, transform),),
                            self.span)


# --- keys of overlays


@data_block
class OverlayArea(DataBlock):
    """An area of an overlay, with a name and perhaps a label.

    The area has the listed hexes, or all hexes between two bearings.
    """

    hexes: frozenset[Hex] | None = keys.custom(
        lambda reader, name: frozenset(read_hexes(reader, name)) if name in reader else None, HEXES_SCHEMA,
                                               "a list of the area's hexes, instead of `from` and `to`")
    from_: int | None = keys.integer("two bearings that bound the area, clockwise "
                                     "from dead ahead", -360, 360, default=None)
    to: int | None = keys.integer("", -360, 720, default=None)
    label: str = keys.text("the printed name of the area. `none` prints no words", default=get_default_label)
    pattern: str = keys.choice(PATTERNS, "the pattern of the area's border", default=PLAIN_PATTERN)
    colour: str = keys.colour("the colour of the area's border", default="#595959")
    key: str = ""
    span: Span | None = None
    cells: frozenset[Hex] = frozenset()

    @property
    def is_listed(self) -> bool:
        """Whether the hexes of the area are listed.

        If so, a line is drawn round the area.
        """
        return self.hexes is not None

    def validate(self, reader: Reader) -> Self:
        """Return the area with its label as printed."""
        for name in ("from", "to"):
            if self.is_listed and name in reader:
                reader.add_problem(name, f"{reader.label} has both 'hexes' and '{name}'", "keep one of the two")
            elif not self.is_listed and name not in reader:
                reader.add_missing_key(name)
        return replace(self, label="" if self.label == NO_LABEL else self.label, cells=self.hexes or frozenset())

    def add_hexes(self, radius: int | None, heading: int, orientation: Orientation, reader: Reader) -> OverlayArea:
        """Return the area with its hexes.

        If the area lies between bearings, its hexes are those within `radius` of the ship. If `radius` is then None,
        a problem is reported.
        """
        if self.is_listed:
            return self
        if radius is None:
            reader.problems.add(self.span, f"area '{self.key}' lies between bearings, but the overlay has no 'radius'",
                                "give the overlay a radius, or give the area a list of hexes")
            return self
        start, end = self.from_ or 0, self.to or 0
        sweep = (end - start) % 360 or 360
        return replace(self, cells=frozenset(cell for cell in list_hexes_within(radius, orientation=orientation)
                                             if is_in_arc(cell, heading + start, sweep, orientation)))


class RangeRing(NamedTuple):
    """A heavy line round all hexes up to a range, and its label."""

    hex_range: int
    label: str


def _read_heading(reader: Reader, name: str) -> int:
    return reader.read_integer(name, 0, -360, 360) % 360


def _check_heading(reader: Reader, heading: int, orientation: Orientation) -> None:
    step = 180 // orientation.side_count
    if heading % step:
        reader.add_problem("heading",
                           f"'heading' of {reader.label} is {reader.get_raw_text('heading')}, but must point to a side "
                           "or a corner of a hex", f"write a multiple of {step}, for example {2 * step}")


HEADING_SCHEMA = {"type": ["integer", "string"], "minimum": -360, "maximum": 360}


@data_block
class NextShipPosition(DataBlock):
    """The hex of the ship after a move, and its heading there."""

    at: Hex = keys.custom(lambda reader, name: read_hex(reader, name) if name in reader else SHIP_HEX, HEX_SCHEMA,
                          "the hex of the ship after the move (default: the hex where the move began)")
    heading: int = keys.custom(_read_heading, HEADING_SCHEMA,
                               "the heading of the ship after the move, clockwise from dead ahead",
                               label="Direction in degrees")


def _read_dots(reader: Reader, name: str) -> str | tuple[Hex, ...]:
    """Return the word "shared", the word "rays", or a list of hexes."""
    node = reader.get_node(name)
    return node.text if node and node.text in (SHARED_DOTS, RAY_DOTS) else read_hexes(reader, name)


def _read_numbers(reader: Reader, name: str) -> bool | str:
    node = reader.get_node(name)
    if node and node.text == ONLY_AREAS:
        return ONLY_AREAS
    return node is None or read_boolean(node, f"'{name}' of {reader.label}", reader.problems) is not False


def _read_rings(reader: Reader, max_range: int) -> Iterator[RangeRing]:
    """Yield the rings. Rings beyond the range of the farthest hex are reported."""
    node = reader.get_raw_node("rings")
    if isinstance(node, MappingNode):  # labels by range
        ring_reader = Reader(node, reader.problems, f"'rings' of {reader.label}")
        for name in ring_reader.list_keys():
            hex_range = int(name) if name.isascii() and name.isdigit() and len(name) < 4 else 0
            if not 1 <= hex_range <= max_range:
                reader.problems.add(ring_reader.find_key_span(name),
                                    f"{ring_reader.label}: '{name}' is not a range from 1 to {max_range}",
                                    "write a range and its label, for example {7: gun}")
            yield RangeRing(hex_range, ring_reader.read_text(name))
    elif node is not None:
        subject = f"a range of 'rings' of {reader.label}"
        ranges = {read_integer(item, subject, reader.problems, 1, max(max_range, 1)) for item in node.items_or_self}
        yield from (RangeRing(reach, "") for reach in ranges if reach)


@TEMPLATE_KINDS.register("overlay")
@data_block
class OverlayTemplate(HexTemplate, HoledTemplate):
    """Hexes round a ship in (0, 0), with its arcs and ranges.

    The ship heads along the bearing `heading` on the page. After `validate`, `rays` are bearings on the page. `lines`
    then has the rays, and the lines with a start, a label or dashes.
    """

    radius: int | None = keys.integer(
        "the distance from the ship up to which all hexes are drawn. Without `radius`, only the hexes of the areas, of "
        "`grey` and of `dots` are drawn",
        1, MAX_STEPS, default=None)
    only_areas: bool = keys.flag(
        "whether only the hexes of the areas, of `grey` and of `dots` are drawn within the radius (default: false)")
    areas: tuple[OverlayArea, ...] = keys.named_blocks(
        OverlayArea,
        "areas by name. Each area has two bearings (`from` and `to`) or a list of `hexes`. It may have a `label` "
        "(`none` prints no words), and the `pattern` and `colour` "
        "of its border", entry_label="area", maximum=MAX_AREAS)
    heading: int = keys.custom(
        _read_heading, HEADING_SCHEMA,
        "the heading of the ship, clockwise from up the page: 0, 30, 60 ..., or on squares 0, 45, 90 ... "
        "(default: 0)", label="Direction in degrees", written_default=0)
    rays: tuple[float, ...] = keys.custom(
        read_bearings, {"type": ["array", "number", "string"]}, "lines from the ship's centre: a list of bearings")
    lines: tuple[HexRay, ...] = keys.custom(
        lambda reader, name: read_rays(reader, name, 0), RAYS_SCHEMA,
        "a list of lines with details. Each line has a `bearing`, and may have `from` (the hex where the line begins; "
        "default: the hex of the ship), a `label` and `dashed`")
    then: NextShipPosition | None = keys.nested_block(
        NextShipPosition,
        "the ship after its move, which is drawn with dashes: `at` is the hex of the ship, and `heading` is the "
        "heading, clockwise from dead ahead", default=None)
    dots: str | tuple[Hex, ...] = keys.custom(
        _read_dots, {"anyOf": [HEXES_SCHEMA, {"enum": [SHARED_DOTS, RAY_DOTS]}]},
        "the hexes that have a dot: a list of hexes, or `shared` for all hexes in more than one area, or `rays` for "
        "all hexes on a ray")
    grey: frozenset[Hex] = keys.custom(
        lambda reader, name: frozenset(read_hexes(reader, name)), HEXES_SCHEMA,
                                       "a list of hexes that are drawn although they are out of range")
    rings: Node | None = keys.custom(
        Reader.get_node, {"type": ["array", "object", "integer", "string"]},
        "ranges that are bounded by a heavy line: a list, for example `[5, 10]`, or labels by range, for example `{5: "
        "bow, 10: gun}`")
    numbers: bool | str = keys.custom(
        _read_numbers, {"enum": [True, False, ONLY_AREAS]},
        "whether the range is printed in every hex (default: true). `areas` prints the range only in the "
        "hexes of areas", label="Range in every hex", written_default=True)
    cut: str = keys.choice(CUT_SHAPES,
                           "the shape of the cut: `hexes` follows the outer hexes (the default), and `straight` goes "
                           "from corner to corner",
                           default=CUT_SHAPES[0])
    notes: tuple[str, ...] = keys.texts("short texts, each in a separate hex", maximum=MAX_NOTES)
    cells: tuple[Hex, ...] = ()
    dotted: frozenset[Hex] = frozenset()
    numbered: frozenset[Hex] = frozenset()
    range_rings: tuple[RangeRing, ...] = ()

    fits_squares = True
    shrink_hint = "give the template a smaller 'radius' or fewer hexes"

    def count_steps(self, cell: Hex) -> int:
        """Return the range of a hex from the ship."""
        return count_hex_steps(cell, orientation=self.hex_size.orientation)

    def validate(self, reader: Reader) -> Self | None:
        """Return the overlay with its hexes, and with its bearings counted from up the page."""
        super().validate(reader)
        radius, orientation = (
            MAX_STEPS if self.radius is None and "radius" in reader else self.radius,
            self.hex_size.orientation,
        )
        _check_heading(reader, self.heading, orientation)
        if self.then:
            _check_heading(reader.open_mapping("then") or reader, self.then.heading, orientation)
        areas = tuple(area.add_hexes(radius, self.heading, orientation, reader) for area in self.areas)
        rays = tuple((ray + self.heading) % 360 for ray in self.rays)
        lines = tuple(line._replace(bearing=(line.bearing + self.heading) % 360) for line in self.lines)
        next_position = replace(self.then, heading=(self.then.heading + self.heading) % 360) if self.then else None
        dot_cells = frozenset(() if isinstance(self.dots, str) else self.dots)
        if self.dots == SHARED_DOTS:
            dot_cells = frozenset(cell for area, other in combinations(areas, 2) for cell in area.cells & other.cells)
        named_cells = frozenset({SHIP_HEX}).union(self.grey, dot_cells, *(area.cells for area in areas))
        cells = tuple(sorted(named_cells)) if radius is None or self.only_areas else list_hexes_within(
            radius, orientation=orientation)
        if self.dots == RAY_DOTS:
            dot_cells = frozenset(cell for cell in cells if any(is_in_arc(cell, ray, 0, orientation) for ray in rays))
        number_cells = frozenset(cells if self.numbers else ())
        if self.numbers == ONLY_AREAS:
            number_cells = frozenset(cell for area in areas for cell in area.cells)
        overlay = replace(
            self, radius=radius, areas=areas, rays=rays, lines=(*map(HexRay, rays), *lines), then=next_position,
                          cells=cells,
            dotted=dot_cells, numbered=number_cells - {SHIP_HEX},
            range_rings=tuple(sorted(_read_rings(reader, max(map(self.count_steps, cells))))))
        _check_hexes(overlay, reader, named_cells)
        return overlay

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the piece, of any size.

        Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set, and TooFewHexesError if
        there are not enough hexes for the title and notes.
        """
        grid, width, height = hex_grid.place_hexes(self.cells, self.hex_size.orientation, self.hex_size.across.pt)
        is_straight = self.cut == CUT_SHAPES[1]
        edge = hex_grid.draw_cut_outline(grid, self.cells, convex=is_straight, offset=_CUT_DISTANCE)
        if is_straight:
            left, top, right, bottom = shapes.measure_outline(edge.segments)
            grid, width, height = replace(grid, x=grid.x - left, y=grid.y - top), right - left, bottom - top
            edge = shapes.transform_path(edge, Transform(e=-left, f=-top))
        items = tuple(_draw_overlay(self, grid, sheet.ink))
        yield TemplatePiece(self.title, self.title, width, height, edge, items, self.span)


def _check_hexes(overlay: OverlayTemplate, reader: Reader, named_cells: frozenset[Hex]) -> None:
    """Report missing hexes, and hexes that are outside the radius, in two places, unconnected or not drawn."""
    distant_cells = sorted(cell for cell in named_cells if overlay.radius is not None
                           and overlay.count_steps(cell) > overlay.radius)
    if distant_cells:
        (q, r), hex_distance = distant_cells[0], overlay.count_steps(distant_cells[0])
        reader.add_problem("radius",
                           f"{reader.label} uses the hex [{q}, {r}], which is {hex_distance} hexes from the ship, but "
                           f"the radius is only {overlay.radius}", "make the radius larger, or leave out 'radius'")
    elif not any(name in reader for name in ("radius", "areas", "grey", "dots")):
        reader.problems.add(reader.mapping_span, f"{reader.label} has no hexes",
                            "give the overlay a radius, or areas with hexes")
    for area in overlay.areas:
        if area.is_listed and (shared_cells := sorted(overlay.grey & area.cells)):
            reader.add_problem("grey", f"the hex [{shared_cells[0][0]}, {shared_cells[0][1]}] of {reader.label} must "
                                       "not be both in 'grey' and in the area "
                               f"'{area.key}'",
                               "remove the hex from the area if the hex is out of range; otherwise, remove it from "
                               "'grey'")
    unreached, frontier, neighbours = set(overlay.cells), [SHIP_HEX], hex_directions(overlay.hex_size.orientation)
    while frontier:  # flood fill from the ship: the piece must not fall apart when it is cut out
        if (cell := frontier.pop()) in unreached:
            unreached.discard(cell)
            frontier += [step_hex(cell, step) for step in neighbours]
    if unreached:
        q, r = min(unreached, key=lambda cell: (overlay.count_steps(cell), cell))
        reader.problems.add(reader.mapping_span,
                            f"{reader.label} would fall apart: nothing joins the hex [{q}, {r}] to the ship",
                            "give the overlay a radius, so that the hexes between this hex and the ship are drawn")
    next_cell = overlay.then.at if overlay.then else SHIP_HEX
    for name, (q, r) in (*(("lines", ray.start) for ray in overlay.lines), ("then", next_cell)):
        if (q, r) not in overlay.cells:
            reader.add_problem(name, f"'{name}' of {reader.label} has the hex [{q}, {r}], which is not drawn",
                               "add the hex to 'grey' or to an area")


# --- drawing of overlays

StyledLines = tuple[tuple[str, text.Style], ...]

_GRID_STROKE = Stroke(WHITE.mix(BLACK, 0.75), 0.7)
_RING_STROKE = Stroke(BLACK, 1.8)
_BORDER_WIDTH = 2.2 * MM  # width of the patterned border of an area
_PATTERN_PITCH = 3.4  # of the pattern in the border, in points
_MAX_PATTERN_MARKS = 100_000  # limit of marks in all patterns on a piece
_CUT_DISTANCE = 1.5 * MM  # distance of a straight cut from the hexes, so that a crooked cut takes nothing of them
_CROSS_SHARE = 0.16  # size of the cross in a hex out of range, as a share of the hex: most of the film stays clear
_RANGE_STYLE = text.Style("sans", 13.0, bold=True)
_LABEL_STYLE = text.Style("sans", 24.0, bold=True)
_RING_LABEL_STYLE = text.Style("sans", 7.5, bold=True)
_DASHED_STROKE = replace(BOUND_STROKE, dash=(5.0, 3.0))
_GHOST_STROKE = Stroke(FINE_STROKE.color, 0.8, dash=(2.5, 1.8))
_TITLE_STYLE, _NOTE_STYLE = TITLE_STYLE._replace(size=9.0), WORDS_STYLE._replace(size=8.0)
_RAY_CLEARANCE = 0.45  # a ray this near to a hex's middle, in hexes, leaves no room for words
_RAY_START = 0.46  # rays stop this far from the ship's centre, in hexes: at its barbs; dashed ones outside its hex


class TooFewHexesError(TemplateError):
    """An overlay has too few hexes: the title and each of the notes need a separate hex."""

    problem_key = "notes:"
    hint = "write fewer notes, or give the overlay more hexes"

    def __init__(self, note_count: int, free_count: int) -> None:
        super().__init__(f"the title and {note_count} notes need {note_count + 1} hexes without rays, dots, labels and "
                         f"ships, but the overlay has only {free_count}")


def _draw_overlay(template: OverlayTemplate, grid: HexGrid, ink_mode: ink.Ink) -> Iterator[Item]:
    labels, texts = _place_words(template, grid)
    for area in template.areas:
        if area.pattern != PLAIN_PATTERN and area.cells:
            yield from _draw_border(area, grid, ink_mode, math.sqrt(_MAX_PATTERN_MARKS / len(template.areas)))
    yield hex_grid.draw_grid_lines(grid, template.cells, _GRID_STROKE, outer=(template.cut == CUT_SHAPES[1]))
    for area in template.areas:
        if area.is_listed and area.cells:
            yield hex_grid.make_closed_path(grid.trace_outlines(area.cells), BOUND_STROKE)
    for ring in template.range_rings:
        inner_cells = [cell for cell in template.cells if template.count_steps(cell) <= ring.hex_range]
        outer_cells = set(template.cells) - set(inner_cells)
        if edges := [edge for edge in grid.list_edges(inner_cells) if edge.neighbor in outer_cells]:
            yield shapes.lines([(*edge.start, *edge.end) for edge in edges], _RING_STROKE)
    for ray in template.lines:
        yield from _draw_ray(template, grid, ray)
    yield from _draw_ships(grid, template.heading, template.then)
    occupied = {*labels, *texts, SHIP_HEX, template.then.at if template.then else SHIP_HEX}
    for cell in template.cells:  # dots, and the middles of hexes, which align the piece with the map
        x, y = grid.find_center(cell)
        if cell in template.dotted:
            yield shapes.circle(x, y, 0.055 * grid.across_flats, fill=BLACK, stroke=Stroke(WHITE, 0.8))
        elif cell in template.grey and cell not in occupied:
            yield place_rotated((shapes.cross(0, 0, _CROSS_SHARE * grid.across_flats, Stroke(GREY, 0.9)),), x, y, 45)
        elif cell not in occupied and all(_measure_offset(grid, (x, y), ray.start, ray.bearing)[1] > 1.0
                                          for ray in template.lines):
            yield shapes.circle(x, y, 0.6, fill=BLACK)
    yield from _draw_words(template, grid, labels, texts)


def _draw_words(template: OverlayTemplate, grid: HexGrid, labels: dict[Hex, str],
                texts: dict[Hex, StyledLines]) -> Iterator[Item]:
    """Yield the ranges, labels and other words in the hexes, clear of the borders of areas."""
    bordered_cells = frozenset(cell for area in template.areas if area.pattern != PLAIN_PATTERN for cell in area.cells)
    tilt, width = grid.orientation.first_bearing, _get_border_width(grid)
    range_style = _RANGE_STYLE._replace(size=min(_RANGE_STYLE.size, 0.21 * grid.across_flats))
    for cell in (cell for cell in template.cells if cell in template.numbered):
        # The range stands at the side farthest from the ship, or below words, where no ray crosses it.
        outward = hex_bearing(cell, grid.orientation)
        directions = sorted(map(float, grid.orientation.side_bearings),
                            key=lambda bearing: (round(abs((bearing - outward + 180) % 360 - 180), 3), bearing % 180))
        if cell in labels or cell in texts:
            directions = [180.0] if not tilt else [150.0, 210.0]
        radius = grid.across_flats / 2 - 0.6 * range_style.size - (width if cell in bordered_cells else 1.0)
        positions = [move_point(direction, radius, *grid.find_center(cell)) for direction in directions]
        x, y = next((position for position in positions if all(
            ahead < 0 or aside > 0.62 * range_style.size
            for ahead, aside in (_measure_offset(grid, position, ray.start, ray.bearing) for ray in template.lines))),
                    positions[0])
        style = range_style._replace(color=GREY) if cell in template.grey else range_style
        yield shapes.circle(x, y, 0.58 * range_style.size, fill=WHITE)
        yield from text.set_line(str(template.count_steps(cell)), style, x, y + style.face.cap_height * style.size / 2,
                                 "middle")

    def find_word_rect(cell: Hex) -> Rect:
        rect = hex_grid.find_text_rect(grid, cell)
        if cell in template.numbered:  # above its figure
            top = grid.find_center(cell)[1] - (0.36 if not tilt else 0.3) * grid.across_flats
            bottom = (
                grid.find_center(cell)[1]
                + grid.across_flats / 2
                - 1.25 * range_style.size
                - (width if cell in bordered_cells else 1.0)
            )
            rect = rect._replace(y=top, height=bottom - top)
        return rect.inset(0.8 * width, 0) if cell in bordered_cells else rect

    style = _LABEL_STYLE._replace(size=min(_LABEL_STYLE.size, 0.44 * grid.across_flats))
    for _ in range(2):  # all labels have the smallest size that one of them needs
        blocks = [text.set_block(label, style, find_word_rect(cell), 1.0, "middle", "middle", MIN_TYPE_SIZE) for cell,
                  label in labels.items()]
        style = style._replace(size=min((item.size for block in blocks for item in block.items), default=style.size))
    for label_block in blocks:
        yield from label_block.items
    for cell, lines in texts.items():
        yield from hex_grid.set_stacked_texts(lines, find_word_rect(cell))


def _place_words(template: OverlayTemplate, grid: HexGrid) -> tuple[dict[Hex, str], dict[Hex, StyledLines]]:
    """Return the labels of areas by hex, and all other words by hex.

    The label of a ring stands in a hex at the ring's range. Of these hexes, it stands in the hex that is nearest to
    the ship's heading. The label of an area stands in the hex that is nearest to the middle of the area. Title and
    notes stand in the hexes that are least needed for play. Raises TooTallError if no hex is free for a label, and
    TooFewHexesError if too few hexes are free for title and notes.
    """
    crossed_cells = {cell for cell in template.cells for ray in template.lines
                     for ahead, aside in (_measure_offset(grid, grid.find_center(cell), ray.start, ray.bearing),)
                     if ahead > 0 and aside < _RAY_CLEARANCE * grid.across_flats}
    occupied = crossed_cells | template.dotted | {SHIP_HEX, template.then.at if template.then else SHIP_HEX}
    free_cells = [cell for cell in template.cells if cell not in occupied]

    def measure_heading_offset(cell: Hex) -> tuple[float, Hex]:
        degrees = abs((hex_bearing(cell, template.hex_size.orientation) - template.heading + 180) % 360 - 180)
        return round(degrees, 6), cell

    hex_texts: dict[Hex, StyledLines] = {}
    for ring in template.range_rings:
        if ring.label:
            if not (ring_cells := [cell for cell in free_cells if template.count_steps(cell) == ring.hex_range]):
                raise text.TooTallError(ring.label, 1, 0)
            hex_texts[min(ring_cells, key=measure_heading_offset)] = ((ring.label, _RING_LABEL_STYLE),)
    labels: dict[Hex, str] = {}
    for area in template.areas:
        if area.label:
            area_cells = [cell for cell in free_cells if cell in area.cells - template.grey and cell not in labels
                          | hex_texts]
            if not area_cells:
                raise text.TooTallError(area.label, 1, 0)
            center_xs, center_ys = zip(*map(grid.find_center, area.cells), strict=True)
            middle = sum(center_xs) / len(area.cells), sum(center_ys) / len(area.cells)
            labels[min(area_cells, key=lambda cell: (round(math.dist(grid.find_center(cell), middle), 3),
                                                     cell))] = area.label
    title_and_notes: list[StyledLines] = [((template.title, _TITLE_STYLE),),
                                          *(((note, _NOTE_STYLE),) for note in template.notes)]
    all_equal = all(area.is_listed for area in template.areas) and not template.grey - {SHIP_HEX}

    def get_sort_key(cell: Hex) -> tuple[bool, int, float, Hex]:
        """Return the sort key of a free hex: hexes out of range first, then hexes far from the ship and behind it.

        If all areas are lists of hexes and no hex is out of range, the hexes nearest to the ship come first, because
        readers see these hexes first.
        """
        if all_equal:
            return False, template.count_steps(cell), 0.0, cell
        ahead, _ = _measure_offset(grid, grid.find_center(cell), SHIP_HEX, template.heading)
        return cell not in template.grey, -template.count_steps(cell), round(ahead, 3), cell

    candidates = sorted(_find_spare_hexes(template, grid), key=lambda cell: (template.count_steps(cell), cell))
    candidates += sorted((cell for cell in free_cells if cell not in labels | hex_texts), key=get_sort_key)
    chosen_cells = candidates[:len(title_and_notes)]
    if len(chosen_cells) < len(title_and_notes):
        raise TooFewHexesError(len(template.notes), len(chosen_cells))
    # reading order
    chosen_cells.sort(key=lambda cell: (round(grid.find_center(cell)[1], 1), grid.find_center(cell)[0]))
    return labels, hex_texts | dict(zip(chosen_cells, title_and_notes, strict=True))


def _find_spare_hexes(template: OverlayTemplate, grid: HexGrid) -> Iterator[Hex]:
    """Yield the hexes outside the overlay that a straight cut leaves on the piece.

    These hexes have room for words.
    """
    if template.cut == CUT_SHAPES[1]:
        outline = hex_grid.find_offset_hull((point for cell in template.cells for point in grid.find_corners(cell)),
                                            0.1)
        nearby_cells = list_hexes_within(2 * max(map(template.count_steps, template.cells)),
                                         orientation=grid.orientation)
        yield from (cell for cell in nearby_cells if cell not in template.cells
                    and all(is_in_polygon(point, outline) for point in grid.find_corners(cell)))


def _measure_offset(grid: HexGrid, position: Point, start_cell: Hex, direction: float) -> Point:
    """Return two distances of a position from a line that starts at a hex's middle along a bearing.

    The first is the distance ahead of the hex's middle, along the line. The second is the distance from the line.
    """
    x, y = (target - origin for target, origin in zip(position, grid.find_center(start_cell), strict=True))
    dx, dy = move_point(direction, 1.0)
    return x * dx + y * dy, abs(x * dy - y * dx)


def _get_border_width(grid: HexGrid) -> float:
    return min(_BORDER_WIDTH, 0.12 * grid.across_flats)


def _draw_border(area: OverlayArea, grid: HexGrid, ink_mode: ink.Ink, max_marks: float) -> Iterator[Item]:
    """Yield the patterned border along the edge of an area. The map is visible within the border.

    The pattern has at most `max_marks` marks across and down, so that even the pattern of an area larger than any
    table is drawn quickly. Marks that are closed outlines are left out if they are too far from the edge to be seen.
    """
    color = ink.choose_line_color(ink_mode, parse_color(area.colour))
    inner_edge = grid.trace_outlines(area.cells, _get_border_width(grid))
    border_path = hex_grid.make_closed_path([*grid.trace_outlines(area.cells), *inner_edge])
    left, top, right, bottom = grid.measure_bounds(area.cells)
    if area.pattern == "solid":
        yield Path(border_path.segments, ink.choose_area_color(ink_mode, parse_color(area.colour)), None, "evenodd")
    steps = hex_directions(grid.orientation)
    inner_cells = {cell for cell in area.cells if all(step_hex(cell, step) in area.cells for step in steps)}
    outer_cells = area.cells - inner_cells
    edge_cells = outer_cells | {step_hex(cell, step) for cell in outer_cells for step in steps} - inner_cells

    def iter_visible_segments(path: Path) -> Iterator[Segment]:
        is_visible = not path.fill
        for segment in path.segments:
            if path.fill and isinstance(segment, MoveTo):
                is_visible = grid.find_hex(segment.x, segment.y) in edge_cells
            if is_visible:
                yield segment

    pitch = max(_PATTERN_PITCH, (right - left) / max_marks, (bottom - top) / max_marks)
    pattern_paths = patterns.draw_pattern_marks(area.pattern, (left, top, right - left, bottom - top), color,
                                                pitch=pitch, weight=0.6)
    yield Group(tuple(replace(path, segments=tuple(iter_visible_segments(path))) for path in pattern_paths),
                clip=border_path)
    yield hex_grid.make_closed_path(inner_edge, Stroke(color, 0.4))


def _draw_ray(template: OverlayTemplate, grid: HexGrid, ray: HexRay) -> Iterator[Item]:
    start, length = grid.find_center(ray.start), 0.0
    for near, far in hex_grid.find_line_spans(grid, template.cells, start, ray.bearing):
        line_start = max(near, (0.58 if ray.dashed else _RAY_START) * grid.across_flats)
        length = max(length, far)
        if far > line_start:
            yield shapes.line(*move_point(ray.bearing, line_start, *start), *move_point(ray.bearing, far, *start),
                              _DASHED_STROKE if ray.dashed else BOUND_STROKE)
    if ray.label:  # on a plate, as upright as the ray allows: far out, before the middle of a hex
        corner = grid.orientation.first_bearing + 180 // grid.orientation.side_count
        through_corner = round(ray.bearing - corner) % (360 // grid.orientation.side_count) == 0
        step = grid.across_flats * (math.sqrt(grid.orientation.side_count / 2) if through_corner else 1.0)
        far = max(math.floor(length / step), 1) * step - (0.17 if through_corner else 0.5) * grid.across_flats
        width = text.measure_text(ray.label, TITLE_STYLE)
        label_items = text.set_line(ray.label, TITLE_STYLE, 0, 0.36 * TITLE_STYLE.size, "middle")
        plate = shapes.rect(-width / 2 - 1.5, -0.6 * TITLE_STYLE.size, width + 3, 1.2 * TITLE_STYLE.size, fill=WHITE)
        yield place_rotated((plate, *label_items), *move_point(ray.bearing, far, *start), ray.bearing % 180 - 90)


def _draw_ships(grid: HexGrid, heading: float, next_position: NextShipPosition | None) -> Iterator[Item]:
    """Yield the ship in the centre and, dashed, its next position.

    If the ship only turns, yield its next heading instead of its next position. Both ships are outlines that point
    along their heading, with a cross over the middle.
    """
    (x, y), across, ship_length = grid.find_center(SHIP_HEX), grid.across_flats, 0.76 * grid.across_flats
    if next_position and next_position.at == SHIP_HEX:
        tip = move_point(next_position.heading, 0.44 * across, x, y)
        yield shapes.line(x, y, *tip, _GHOST_STROKE)
        yield shapes.arrow(*tip, next_position.heading, 0.18 * across, fill=WHITE,
                           stroke=replace(_GHOST_STROKE, dash=()))
    elif next_position:
        tip = move_point(next_position.heading, ship_length / 2, *grid.find_center(next_position.at))
        yield shapes.arrow(*tip, next_position.heading, ship_length, 0.44 * across, notch=0.16, stroke=_GHOST_STROKE)
        yield shapes.cross(*grid.find_center(next_position.at), 0.14 * across, FINE_STROKE)
    tip = move_point(heading, ship_length / 2, x, y)
    yield shapes.arrow(*tip, heading, ship_length, 0.44 * across, notch=0.16, stroke=BOUND_STROKE)
    yield shapes.arrow(*tip, heading, 0.3 * ship_length, 0.3 * 0.44 * across, fill=BLACK)
    yield shapes.cross(x, y, 0.14 * across, FINE_STROKE)
