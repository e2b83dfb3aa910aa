"""Templates of hexes of the map's size: bases to stand figures on, and overlays to lay on the map.

In an overlay the ship stands in [0, 0]; [0, -1] is the hex above it (flat-top), or above it to the left (pointy-top).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, Self

from printshop.drawing import ink, patterns, shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, inside
from printshop.drawing.items import BLACK, WHITE, Group, Item, Move, Path, Segment, Stroke, parse_color
from printshop.game.hexbases import (
    FARTHEST,
    HEX,
    RAYS,
    HexBase,
    HexSize,
    Ray,
    read_bearings,
    read_hex,
    read_hexes,
    read_rays,
)
from printshop.game.maps import HexMap
from printshop.hexes import Grid, Hex, Orientation, add, directions, distance, in_arc, within
from printshop.hexes import bearing as hex_bearing
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import NOTHING, Reader, true_or_false, whole_number
from printshop.layout import hexgrids
from printshop.layout.boxes import Box, largest_box
from printshop.naming import PATTERNS
from printshop.parts import hexes
from printshop.problems import Span
from printshop.source import MappingNode, Node
from printshop.templates.pieces import BOUND, CUT, FINE, GREY, LEAST, TITLE, WORDS, turned
from printshop.templates.template import MOST_NOTES, TEMPLATE_KINDS, Cutout, Pierced, Sheet, Unfit, label
from printshop.units import MM, Length

SHIP: Hex = (0, 0)
SHARED, ON_RAYS = "shared", "rays"
MOST_AREAS = 12
UNLABELLED, PLAIN = "none", "plain"
ONLY_AREAS = "areas"
CUTS = ("hexes", "straight")
HEXES = {"type": "array", "items": HEX}
ORIENTATIONS = tuple(orientation.value for orientation in Orientation)
_BROAD = 1.6  # usual ratio of width to height of the words on a base


@block
class OnHexes(Block):
    """Keys of templates that are made of hexes: their size and orientation."""

    map: HexMap | None = keys.entry(
        "maps", "the map whose hexes it is made of; or", default=None, instead=", or give 'across'")
    across: Length | None = keys.length(
        "the size of a hex across flats, and the orientation of the hexes", default=None, positive=True, least="5 mm",
        most="300 mm")
    orientation: str = keys.choice(ORIENTATIONS, default=Orientation.FLAT.value)

    @property
    def size(self) -> HexSize:
        """The size and the orientation of the hexes."""
        if self.map:
            return HexSize(self.map.orientation, self.map.across)
        return HexSize(Orientation(self.orientation), self.across or NOTHING)

    def settled(self, at: Reader) -> Self | None:
        for name in ("across", "orientation"):
            if "map" in at and name in at:
                at.fail(name, f"{at.what} has both 'map' and '{name}'", "its hexes are those of the map")
        if "map" not in at and "across" not in at:
            at.lack("across")
        return self


@TEMPLATE_KINDS.kind("base")
@block
class BaseTemplate(HexBase, Pierced):
    """A base of one or more hexes of the map's size, with front, flank and rear along the rim."""

    material: str = keys.text("what to print it on (card)", default="card")
    label: str = keys.text("words on it in addition to its title", default="")

    def settled(self, at: Reader) -> Self | None:
        self.check_inset(at)
        return replace(self, label=self.label or self.title)

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the piece; words stand within the rim, below the marks at the front. Raises TooWide and NoGlyph."""
        outline = hexes.inner(hexes.form_of(self), 0.0)
        left, top, right, bottom = shapes.outline_bounds(shapes.polygon(outline).segments)
        words = [(self.label, text.Style("sans", min(14.0, 0.2 * self.across.pt), bold=True)),
                 *([(self.title, TITLE)] if self.title != self.label else [])]
        inside = hexes.inside(self)
        x, _, x2, y2 = shapes.outline_bounds(shapes.polygon(inside).segments)
        y = max(hexes.facing_box(self, cell).bottom for cell in hexes.heads(self)) if self.facing else 0.0
        middle = largest_box(inside, Box(x, y, x2 - x, y2 - y), _BROAD)
        items = (*hexes.zone_rim(self, sheet.ink), *hexes.facing_marks(self), *hexgrids.lines(words, middle))
        place = Transform(e=-left, f=-top)
        edge = shapes.transform_path(shapes.polygon(outline, stroke=CUT), place)
        yield Cutout(self.title, self.title, right - left, bottom - top, edge, (Group(items, place),), self.span)


# --- keys of overlays


@block
class Area(Block):
    """Hexes with a name and perhaps a label: the listed ones, or all between two bearings."""

    hexes: frozenset[Hex] | None = keys.special(
        lambda at, name: frozenset(read_hexes(at, name)) if name in at else None, HEXES, "a list of hexes; or")
    from_: int | None = keys.whole("two bearings, clockwise from dead ahead", -360, 360, default=None)
    to: int | None = keys.whole("", -360, 720, default=None)
    label: str = keys.text("its name as printed; `none` for no words", default=label)
    pattern: str = keys.choice(PATTERNS, "of its border", default=PLAIN)
    colour: str = keys.colour("of its border", default="#595959")
    key: str = ""
    span: Span | None = None
    cells: frozenset[Hex] = frozenset()

    @property
    def bounded(self) -> bool:
        """Whether its hexes are listed, and a line is drawn round them."""
        return self.hexes is not None

    def settled(self, at: Reader) -> Self:
        """Return the area with its label as printed."""
        for name in ("from", "to"):
            if self.bounded and name in at:
                at.fail(name, f"{at.what} has both 'hexes' and '{name}'", "keep one of the two")
            elif not self.bounded and name not in at:
                at.lack(name)
        return replace(self, label="" if self.label == UNLABELLED else self.label, cells=self.hexes or frozenset())

    def within(self, radius: int | None, heading: int, orientation: Orientation, at: Reader) -> Area:
        """Return the area with its hexes, of all hexes within a `radius` of the ship."""
        if self.bounded:
            return self
        if radius is None:
            at.problems.add(self.span, f"area '{self.key}' goes by bearings, and the overlay has no 'radius'",
                            "give the overlay a radius, or the area a list of hexes")
            return self
        start, end = self.from_ or 0, self.to or 0
        sweep = (end - start) % 360 or 360
        return replace(self, cells=frozenset(cell for cell in within(radius)
                                             if in_arc(cell, heading + start, sweep, orientation)))


class Ring(NamedTuple):
    """A range with a heavy line round it, and its label."""

    reach: int
    label: str


def _heading(at: Reader, name: str) -> int:
    heading = at.whole(name, 0, -360, 360)
    if heading % 30:
        at.fail(name, f"'{name}' of {at.what} is {heading}, neither a side nor a corner of a hex",
                "write a multiple of 30")
    return heading % 360


HEADING = {"type": ["integer", "string"], "minimum": -360, "maximum": 360}


@block
class Ghost(Block):
    """The hex of the ship after a move, and its bearing."""

    at: Hex = keys.special(lambda at, name: read_hex(at, name) if name in at else SHIP, HEX, "its hex (the ship's own)")
    heading: int = keys.special(_heading, HEADING, "its heading, clockwise from dead ahead")


def _read_dots(at: Reader, name: str) -> str | tuple[Hex, ...]:
    """Return one of the two words, or a list of hexes."""
    node = at.node(name)
    return node.text if node and node.text in (SHARED, ON_RAYS) else read_hexes(at, name)


def _read_numbers(at: Reader, name: str) -> bool | str:
    node = at.node(name)
    if node and node.text == ONLY_AREAS:
        return ONLY_AREAS
    return node is None or true_or_false(node, f"'{name}' of {at.what}", at.problems) is not False


def _rings(at: Reader, cells: tuple[Hex, ...]) -> Iterator[Ring]:
    """Yield the rings that are no farther out than the hexes."""
    node, farthest = at.peek("rings"), max(distance(cell) for cell in cells)
    if isinstance(node, MappingNode):  # labels by range
        inner = Reader(node, at.problems, f"'rings' of {at.what}")
        for name in inner.keys():  # noqa: SIM118
            reach = int(name) if name.isascii() and name.isdigit() and len(name) < 4 else 0
            if not 1 <= reach <= farthest:
                at.problems.add(inner.key_span(name), f"{inner.what}: '{name}' is not a range from 1 to {farthest}",
                                "write the range, then what reaches so far: {7: gun}")
            yield Ring(reach, inner.text(name))
    elif node is not None:
        subject = f"a range of 'rings' of {at.what}"
        reaches = {whole_number(item, subject, at.problems, 1, max(farthest, 1)) for item in node.listed}
        yield from (Ring(reach, "") for reach in reaches if reach)


@TEMPLATE_KINDS.kind("overlay")
@block
class OverlayTemplate(OnHexes, Pierced):
    """Hexes about a ship in (0, 0) with its arcs and ranges; its heading is the bearing `heading` on the page.

    `rays` are bearings on the page; `lines` are all of them, and those with a start, a label or dashes.
    """

    radius: int | None = keys.whole(
        "all hexes within this distance of the ship are drawn; without it, those of the areas, `grey` and `dots`",
        1, FARTHEST, default=None)
    only_areas: bool = keys.flag(
        "whether of the hexes within the radius only those of the areas, `grey` and `dots` are drawn (false)")
    areas: tuple[Area, ...] = keys.named(
        Area,
        "by name: `from` and `to`, two bearings, or `hexes`, a list; `label` (`none` for no words), `pattern` and "
        "`colour` of its border", entry="area", most=MOST_AREAS)
    heading: int = keys.special(
        _heading, HEADING, "the heading of the ship, clockwise from up the page: 0, 30, 60 ... (0)")
    rays: tuple[float, ...] = keys.special(
        read_bearings, {"type": ["array", "number", "string"]}, "lines from the ship's centre: a list of bearings")
    lines: tuple[Ray, ...] = keys.special(
        lambda at, name: read_rays(at, name, 0), RAYS,
        "lines with details: a list of `bearing`, `from` (a hex, if not the ship's), `label` and `dashed`")
    then: Ghost | None = keys.inner(
        Ghost, "the ship after its move, dashed: `at` (a hex) and `heading`, from dead ahead", default=None)
    dots: str | tuple[Hex, ...] = keys.special(
        _read_dots, {"anyOf": [HEXES, {"enum": [SHARED, ON_RAYS]}]},
        "hexes with a dot: a list, `shared` for all in more than one area, or `rays` for all on a ray")
    grey: frozenset[Hex] = keys.special(
        lambda at, name: frozenset(read_hexes(at, name)), HEXES, "a list of hexes that are drawn, but out of range")
    rings: Node | None = keys.special(
        Reader.node, {"type": ["array", "object", "integer", "string"]},
        "ranges with a heavy line round them, `[5, 10]`, or with words, `{5: bow, 10: gun}`")
    numbers: bool | str = keys.special(
        _read_numbers, {"enum": [True, False, ONLY_AREAS]},
        "the range in every hex (true); `areas`: only in the hexes of areas")
    cut: str = keys.choice(CUTS, "along the outer `hexes`, or `straight` from corner to corner", default=CUTS[0])
    notes: tuple[str, ...] = keys.texts("short texts, each in a hex of its own", most=MOST_NOTES)
    cells: tuple[Hex, ...] = ()
    dotted: frozenset[Hex] = frozenset()
    numbered: frozenset[Hex] = frozenset()
    ringed: tuple[Ring, ...] = ()

    smaller = "give it a smaller 'radius' or fewer hexes"

    def settled(self, at: Reader) -> Self | None:
        """Return the overlay with its hexes, and with its bearings as they are on the page."""
        super().settled(at)
        radius, orientation = FARTHEST if self.radius is None and "radius" in at else self.radius, self.size.orientation
        areas = tuple(area.within(radius, self.heading, orientation, at) for area in self.areas)
        rays = tuple((ray + self.heading) % 360 for ray in self.rays)
        lines = tuple(line._replace(bearing=(line.bearing + self.heading) % 360) for line in self.lines)
        then = replace(self.then, heading=(self.then.heading + self.heading) % 360) if self.then else None
        dotted = frozenset(() if isinstance(self.dots, str) else self.dots)
        if self.dots == SHARED:
            dotted = frozenset(cell for area, other in combinations(areas, 2) for cell in area.cells & other.cells)
        listed = frozenset({SHIP}).union(self.grey, dotted, *(area.cells for area in areas))
        cells = tuple(sorted(listed)) if radius is None or self.only_areas else within(radius)
        if self.dots == ON_RAYS:
            dotted = frozenset(cell for cell in cells if any(in_arc(cell, ray, 0, orientation) for ray in rays))
        numbered = frozenset(cells if self.numbers else ())
        if self.numbers == ONLY_AREAS:
            numbered = frozenset(cell for area in areas for cell in area.cells)
        overlay = replace(
            self, radius=radius, areas=areas, rays=rays, lines=(*map(Ray, rays), *lines), then=then, cells=cells,
            dotted=dotted, numbered=numbered - {SHIP}, ringed=tuple(sorted(_rings(at, cells))))
        _check(overlay, at, listed)
        return overlay

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the piece, however large. Raises TooWide, TooTall, NoGlyph and Crowded."""
        grid, width, height = hexgrids.lay(self.cells, self.size.orientation, self.size.across.pt)
        straight = self.cut == CUTS[1]
        edge = hexgrids.edge(grid, self.cells, straight=straight, off=_OFF)
        if straight:
            left, top, right, bottom = shapes.outline_bounds(edge.segments)
            grid, width, height = replace(grid, x=grid.x - left, y=grid.y - top), right - left, bottom - top
            edge = shapes.transform_path(edge, Transform(e=-left, f=-top))
        items = tuple(_items(self, grid, sheet.ink))
        yield Cutout(self.title, self.title, width, height, edge, items, self.span)


def _check(overlay: OverlayTemplate, at: Reader, listed: frozenset[Hex]) -> None:
    """Report missing hexes, and hexes that are named but not drawn."""
    beyond = sorted(cell for cell in listed if overlay.radius is not None and distance(cell) > overlay.radius)
    if beyond:
        (q, r), far = beyond[0], distance(beyond[0])
        at.fail("radius", f"{at.what} names the hex [{q}, {r}], {far} hexes from the ship: its radius is "
                f"{overlay.radius}", "make the radius larger, or leave it out")
    elif not any(name in at for name in ("radius", "areas", "grey", "dots")):
        at.problems.add(at.place, f"{at.what} has no hexes", "give it a radius, or areas with hexes")
    for area in overlay.areas:
        if area.bounded and (shared := sorted(overlay.grey & area.cells)):
            at.fail("grey", f"the hex [{shared[0][0]}, {shared[0][1]}] of 'grey' of {at.what} lies also in the area "
                    f"'{area.key}'", "a hex is in range or out of it")
    apart, front, steps = set(overlay.cells), [SHIP], directions(overlay.size.orientation)
    while front:  # flood fill from the ship: the piece must not fall apart when it is cut out
        if (cell := front.pop()) in apart:
            apart.discard(cell)
            front += [add(cell, step) for step in steps]
    if apart:
        q, r = min(apart, key=lambda cell: (distance(cell), cell))
        at.problems.add(at.place, f"{at.what} would fall apart: nothing joins the hex [{q}, {r}] to the ship",
                        "give it a radius, so that the hexes between are there")
    then = overlay.then.at if overlay.then else SHIP
    for name, (q, r) in (*(("lines", ray.start) for ray in overlay.lines), ("then", then)):
        if (q, r) not in overlay.cells:
            at.fail(name, f"'{name}' of {at.what}: the hex [{q}, {r}] is not one of those drawn",
                    "add it to 'grey' or to an area")


# --- drawing of overlays

Words = tuple[tuple[str, text.Style], ...]

_GRID = Stroke(WHITE.mix(BLACK, 0.75), 0.7)
_RING = Stroke(BLACK, 1.8)
_BAND = 2.2 * MM  # width of the patterned border of an area
_PITCH = 3.4  # of the pattern in the border, in points
_MARKS = 100_000  # limit of marks in all patterns on a piece
_OFF = 1.5 * MM  # distance of a straight cut from the hexes, so that a crooked cut takes nothing of them
_NO = 0.16  # size of the cross in a hex out of range, as a share of the hex: most of the film stays clear
_RANGE = text.Style("sans", 13.0, bold=True)
_LABEL = text.Style("sans", 24.0, bold=True)
_RINGED = text.Style("sans", 7.5, bold=True)
_DASHED = replace(BOUND, dash=(5.0, 3.0))
_GHOST = Stroke(FINE.color, 0.8, dash=(2.5, 1.8))
_NAME, _NOTE = TITLE._replace(size=9.0), WORDS._replace(size=8.0)
_CROSSED = 0.45  # a ray this near to a hex's middle, in hexes, leaves no room for words
_CLEAR = 0.46  # rays stop this far from the ship's centre, in hexes: at its barbs; dashed ones outside its hex


class Crowded(Unfit):
    """There are not enough hexes for an overlay's title and notes, each of which has one of its own."""

    key = "notes:"
    hint = "write fewer notes, or give it more hexes"

    def __init__(self, notes: int, free: int) -> None:
        super().__init__(f"its title and {notes} notes need {notes + 1} hexes without rays, dots, labels and ships, "
                         f"and it has {free}")


def _items(template: OverlayTemplate, grid: Grid, spend: ink.Ink) -> Iterator[Item]:
    labels, words = _plan(template, grid)
    for area in template.areas:
        if area.pattern != PLAIN and area.cells:
            yield from _border(area, grid, spend, math.sqrt(_MARKS / len(template.areas)))
    yield hexgrids.grid_lines(grid, template.cells, _GRID, outer=(template.cut == CUTS[1]))
    for area in template.areas:
        if area.bounded and area.cells:
            yield hexgrids.closed(grid.outline(area.cells), BOUND)
    for ring in template.ringed:
        inside = [cell for cell in template.cells if distance(cell) <= ring.reach]
        beyond = set(template.cells) - set(inside)
        if edges := [edge for edge in grid.edges(inside) if edge.beyond in beyond]:
            yield shapes.lines([(*edge.start, *edge.end) for edge in edges], _RING)
    for ray in template.lines:
        yield from _ray(template, grid, ray)
    yield from _ships(grid, template.heading, template.then)
    held = {*labels, *words, SHIP, template.then.at if template.then else SHIP}
    for cell in template.cells:  # dots, and the middles of hexes, which align the piece with the map
        x, y = grid.center(cell)
        if cell in template.dotted:
            yield shapes.circle(x, y, 0.055 * grid.across, fill=BLACK, stroke=Stroke(WHITE, 0.8))
        elif cell in template.grey and cell not in held:
            yield turned((shapes.cross(0, 0, _NO * grid.across, Stroke(GREY, 0.9)),), x, y, 45)
        elif cell not in held and all(_offset(grid, (x, y), ray.start, ray.bearing)[1] > 1.0 for ray in template.lines):
            yield shapes.circle(x, y, 0.6, fill=BLACK)
    yield from _words(template, grid, labels, words)


def _words(template: OverlayTemplate, grid: Grid, labels: dict[Hex, str], words: dict[Hex, Words]) -> Iterator[Item]:
    """Yield the ranges, labels and other words in the hexes, clear of the borders of areas."""
    bordered = frozenset(cell for area in template.areas if area.pattern != PLAIN for cell in area.cells)
    tilt, width = grid.orientation.tilt, _border_width(grid)
    figure = _RANGE._replace(size=min(_RANGE.size, 0.21 * grid.across))
    for cell in (cell for cell in template.cells if cell in template.numbered):
        # The range stands at the side farthest from the ship, or below words, where no ray crosses it.
        away = hex_bearing(cell, grid.orientation)
        ways = sorted((tilt + 60.0 * side for side in range(6)),
                      key=lambda way: (round(abs((way - away + 180) % 360 - 180), 3), way % 180))
        if cell in labels or cell in words:
            ways = [180.0] if not tilt else [150.0, 210.0]
        reach = grid.across / 2 - 0.6 * figure.size - (width if cell in bordered else 1.0)
        places = [bearing(way, reach, *grid.center(cell)) for way in ways]
        x, y = next((place for place in places if all(
            ahead < 0 or aside > 0.62 * figure.size
            for ahead, aside in (_offset(grid, place, ray.start, ray.bearing) for ray in template.lines))), places[0])
        style = figure._replace(color=GREY) if cell in template.grey else figure
        yield shapes.circle(x, y, 0.58 * figure.size, fill=WHITE)
        yield from text.line(str(distance(cell)), style, x, y + style.face.cap_height * style.size / 2, "middle")

    def box(cell: Hex) -> Box:
        room = hexgrids.box(grid, cell)
        if cell in template.numbered:  # above its figure
            top = grid.center(cell)[1] - (0.36 if not tilt else 0.3) * grid.across
            foot = grid.center(cell)[1] + grid.across / 2 - 1.25 * figure.size - (width if cell in bordered else 1.0)
            room = room._replace(y=top, height=foot - top)
        return room.inset(0.8 * width, 0) if cell in bordered else room

    style = _LABEL._replace(size=min(_LABEL.size, 0.44 * grid.across))
    for _ in range(2):  # all labels have the smallest size that one of them needs
        blocks = [text.block(label, style, box(cell), 1.0, "middle", "middle", LEAST) for cell, label in labels.items()]
        style = style._replace(size=min((item.size for named in blocks for item in named.items), default=style.size))
    for named in blocks:
        yield from named.items
    for cell, parts in words.items():
        yield from hexgrids.lines(parts, box(cell))


def _plan(template: OverlayTemplate, grid: Grid) -> tuple[dict[Hex, str], dict[Hex, Words]]:
    """Return the hexes of the areas' labels, and those of all other words. Raises TooTall and Crowded.

    The label of a ring stands in the hex at its range that is nearest to the ship's heading, the label of an area in
    the hex nearest to the area's middle, title and notes in the hexes that are least needed for play.
    """
    crossed = {cell for cell in template.cells for ray in template.lines
               for ahead, aside in (_offset(grid, grid.center(cell), ray.start, ray.bearing),)
               if ahead > 0 and aside < _CROSSED * grid.across}
    held = crossed | template.dotted | {SHIP, template.then.at if template.then else SHIP}
    free = [cell for cell in template.cells if cell not in held]

    def off_heading(cell: Hex) -> tuple[float, Hex]:
        degrees = abs((hex_bearing(cell, template.size.orientation) - template.heading + 180) % 360 - 180)
        return round(degrees, 6), cell

    words: dict[Hex, Words] = {}
    for ring in template.ringed:
        if ring.label:
            if not (level := [cell for cell in free if distance(cell) == ring.reach]):
                raise text.TooTall(ring.label, 1, 0)
            words[min(level, key=off_heading)] = ((ring.label, _RINGED),)
    labels: dict[Hex, str] = {}
    for area in template.areas:
        if area.label:
            room = [cell for cell in free if cell in area.cells - template.grey and cell not in labels | words]
            if not room:
                raise text.TooTall(area.label, 1, 0)
            across, down = zip(*map(grid.center, area.cells), strict=True)
            middle = sum(across) / len(area.cells), sum(down) / len(area.cells)
            labels[min(room, key=lambda cell: (round(math.dist(grid.center(cell), middle), 3), cell))] = area.label
    texts: list[Words] = [((template.title, _NAME),), *(((note, _NOTE),) for note in template.notes)]
    alike = all(area.bounded for area in template.areas) and not template.grey - {SHIP}

    def preference(cell: Hex) -> tuple[bool, int, float, Hex]:
        """Return the sorting key of a free hex: hexes out of range first, then those far off and behind the ship.

        If all areas are lists of hexes and none is out of range, the hexes nearest to the ship come first, as readers
        see them first.
        """
        if alike:
            return False, distance(cell), 0.0, cell
        ahead, _ = _offset(grid, grid.center(cell), SHIP, template.heading)
        return cell not in template.grey, -distance(cell), round(ahead, 3), cell

    spare = sorted(_spare(template, grid), key=lambda cell: (distance(cell), cell))
    spare += sorted((cell for cell in free if cell not in labels | words), key=preference)
    places = spare[:len(texts)]
    if len(places) < len(texts):
        raise Crowded(len(template.notes), len(places))
    places.sort(key=lambda cell: (round(grid.center(cell)[1], 1), grid.center(cell)[0]))  # reading order
    return labels, words | dict(zip(places, texts, strict=True))


def _spare(template: OverlayTemplate, grid: Grid) -> Iterator[Hex]:
    """Yield hexes that a straight cut leaves on the piece beyond the overlay's own: they have room for words."""
    if template.cut == CUTS[1]:
        outline = hexgrids.hull((point for cell in template.cells for point in grid.corners(cell)), 0.1)
        around = within(2 * max(map(distance, template.cells)))
        yield from (cell for cell in around if cell not in template.cells
                    and all(inside(point, outline) for point in grid.corners(cell)))


def _offset(grid: Grid, place: Point, start: Hex, degrees: float) -> Point:
    """Return how far a position lies ahead of a hex's middle at a bearing, and how far beside that line."""
    x, y = (target - origin for target, origin in zip(place, grid.center(start), strict=True))
    dx, dy = bearing(degrees, 1.0)
    return x * dx + y * dy, abs(x * dy - y * dx)


def _border_width(grid: Grid) -> float:
    return min(_BAND, 0.12 * grid.across)


def _border(area: Area, grid: Grid, spend: ink.Ink, most: float) -> Iterator[Item]:
    """Yield the patterned border within the edge of an area; the map is visible inside it.

    The pattern has at most `most` marks across, so that it stays cheap for areas larger than any table. Of these,
    closed outlines that are too far from the edge to be seen are left out.
    """
    color = ink.mark(spend, parse_color(area.colour))
    inner_edge = grid.outline(area.cells, _border_width(grid))
    rim = hexgrids.closed([*grid.outline(area.cells), *inner_edge])
    left, top, right, bottom = grid.bounds(area.cells)
    if area.pattern == "solid":
        yield Path(rim.segments, ink.area(spend, parse_color(area.colour)), None, "evenodd")
    steps = directions(grid.orientation)
    inner = {cell for cell in area.cells if all(add(cell, step) in area.cells for step in steps)}
    outer = area.cells - inner
    near = outer | {add(cell, step) for cell in outer for step in steps} - inner

    def rimmed(path: Path) -> Iterator[Segment]:
        visible = not path.fill
        for segment in path.segments:
            if path.fill and isinstance(segment, Move):
                visible = grid.at(segment.x, segment.y) in near
            if visible:
                yield segment

    pitch = max(_PITCH, (right - left) / most, (bottom - top) / most)
    drawn = patterns.marks(area.pattern, (left, top, right - left, bottom - top), color, pitch=pitch, weight=0.6)
    yield Group(tuple(replace(path, segments=tuple(rimmed(path))) for path in drawn), clip=rim)
    yield hexgrids.closed(inner_edge, Stroke(color, 0.4))


def _ray(template: OverlayTemplate, grid: Grid, ray: Ray) -> Iterator[Item]:
    start, reach = grid.center(ray.start), 0.0
    for near, far in hexgrids.stretches(grid, template.cells, start, ray.bearing):
        first = max(near, (0.58 if ray.dashed else _CLEAR) * grid.across)
        reach = max(reach, far)
        if far > first:
            yield shapes.line(*bearing(ray.bearing, first, *start), *bearing(ray.bearing, far, *start),
                              _DASHED if ray.dashed else BOUND)
    if ray.label:  # on a plate, as upright as the ray allows: far out, before the middle of a hex
        corner = round(ray.bearing - (30 if grid.orientation is Orientation.FLAT else 0)) % 60 == 0
        step = grid.across * (math.sqrt(3) if corner else 1.0)
        far = max(math.floor(reach / step), 1) * step - (0.17 if corner else 0.5) * grid.across
        width = text.measure(ray.label, TITLE)
        words = text.line(ray.label, TITLE, 0, 0.36 * TITLE.size, "middle")
        plate = shapes.rect(-width / 2 - 1.5, -0.6 * TITLE.size, width + 3, 1.2 * TITLE.size, fill=WHITE)
        yield turned((plate, *words), *bearing(ray.bearing, far, *start), ray.bearing % 180 - 90)


def _ships(grid: Grid, heading: float, then: Ghost | None) -> Iterator[Item]:
    """Yield the ship in the centre and, dashed, its next position, or its next heading if it only turns.

    Both ships are outlines that point along their heading, with a cross over their middle.
    """
    (x, y), across, long = grid.center(SHIP), grid.across, 0.76 * grid.across
    if then and then.at == SHIP:
        tip = bearing(then.heading, 0.44 * across, x, y)
        yield shapes.line(x, y, *tip, _GHOST)
        yield shapes.arrow(*tip, then.heading, 0.18 * across, fill=WHITE, stroke=replace(_GHOST, dash=()))
    elif then:
        tip = bearing(then.heading, long / 2, *grid.center(then.at))
        yield shapes.arrow(*tip, then.heading, long, 0.44 * across, notch=0.16, stroke=_GHOST)
        yield shapes.cross(*grid.center(then.at), 0.14 * across, FINE)
    tip = bearing(heading, long / 2, x, y)
    yield shapes.arrow(*tip, heading, long, 0.44 * across, notch=0.16, stroke=BOUND)
    yield shapes.arrow(*tip, heading, 0.3 * long, 0.3 * 0.44 * across, fill=BLACK)
    yield shapes.cross(x, y, 0.14 * across, FINE)
