"""Terrain and zones of a hex map: one hex of each kind, room for numbers, borders and areas. Points, as the map's."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing import art, fonts, patterns, shapes, text
from printshop.drawing.ink import Ink, area, contrast, mark
from printshop.drawing.items import (
    BLACK,
    CLOSE,
    WHITE,
    Color,
    Group,
    Item,
    Line,
    Move,
    Path,
    Segment,
    Stroke,
    Symbol,
    parse_color,
)
from printshop.hexes import ROOT, Grid, Orientation, add, directions
from printshop.layout import hexgrids, labels
from printshop.products.safely import reported
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Terrain, Zone
    from printshop.hexes import Hex


def terrain_hex(one: HexMap, terrain: Terrain, ink: Ink) -> Symbol:
    """Return one hex of a terrain about the origin, with room for its number.

    Raises PrintshopError, at the place of the terrain, for a letter that does not fit or a picture that cannot be used.
    """
    grid = Grid(one.orientation, one.across.pt)
    with reported(f"map '{one.title}', the terrain '{terrain.label}'", terrain.span,
                  "make the hexes larger or the letters fewer"):
        items = tuple(_terrain(terrain, grid, one, ink))
    half = one.across.pt / ROOT
    return Symbol(f"terrain-{one.key}-{terrain.label}", items, (-half, -half, half, half))


def _terrain(terrain: Terrain, grid: Grid, one: HexMap, ink: Ink) -> Iterator[Item]:
    across = grid.across
    color = parse_color(terrain.color) if terrain.color else BLACK
    ground = area(ink, color if terrain.color else parse_color(one.ground))
    if terrain.color:
        yield shapes.polygon(grid.corners(), fill=ground)
    line = line_color(ink, color if terrain.color else WHITE.mix(BLACK, 0.5), ground)
    if terrain.pattern:
        left, top, right, bottom = grid.bounds([(0, 0)])
        clip = shapes.polygon(grid.corners(inset=0.045 * across))
        pitch = min(9.0, max(4.0, 0.11 * across))
        yield Group(patterns.marks(terrain.pattern, (left, top, right - left, bottom - top), line, pitch=pitch,
                                   weight=min(1.2, 0.13 * pitch)), clip=clip)
        if one.numbered:
            yield _plate(one, ground)
    if terrain.picture:
        yield _picture(terrain, across, ink)
    if terrain.letter:
        yield from _letter(terrain, across, ground)


def line_color(ink: Ink, color: Color, ground: Color) -> Color:
    """Return what draws a pattern on a ground: the colour, as much darker as makes it seen, or black."""
    drawn = mark(ink, color)
    for share in (0.0, 0.25, 0.4, 0.55, 0.7):
        darker = drawn.mix(BLACK, share)
        if contrast(darker, ground) >= 1.8:
            return darker
    return WHITE if contrast(WHITE, ground) > contrast(BLACK, ground) else BLACK


def _plate(one: HexMap, ground: Color) -> Path:
    """Return what keeps a pattern clear of the number."""
    figures = Figures(one)
    width = figures.width + 4
    return shapes.rounded_rect(-width / 2, figures.base - 0.75 * figures.size - 1.5, width, figures.size + 2, 2,
                               fill=ground)


def _picture(terrain: Terrain, across: float, ink: Ink) -> Item:
    assert terrain.picture is not None
    side = 0.56 * across
    box = (-side / 2, -0.24 * across, side, side)
    return art.place(art.read(terrain.picture), box, color=mark(ink, BLACK), ink=ink)


def _letter(terrain: Terrain, across: float, ground: Color) -> Iterator[Item]:
    style = text.Style("serif", min(28.0, 0.34 * across), bold=True,
                       color=WHITE if contrast(WHITE, ground) > 4.5 else BLACK)
    base = 0.06 * across + 0.35 * style.size
    width = text.measure(text.escape(terrain.letter), style)
    if terrain.pattern:
        reach = max(width, style.size) / 2 + 0.12 * style.size
        yield shapes.circle(0, base - 0.34 * style.size, reach, fill=ground)
    yield from text.line(text.escape(terrain.letter), style, 0, base, "middle", 0.7 * across, 5.0)


class Figures:
    """How the numbers of a map are set: their size, and where their baseline is from the middle of a hex."""

    font = "sans"

    def __init__(self, one: HexMap) -> None:
        across, digits = one.across.pt, 2 * one.board.digits
        self.size = min(10.0, max(5.0, 0.15 * across))
        self.width = fonts.width("0" * digits, self.font, self.size)
        if one.orientation is Orientation.FLAT:
            gap = max(1.8, 0.05 * across)
            free = across / ROOT + 2 * gap / ROOT
            top = gap - across / 2
        else:
            gap = (self.width + 3) / (2 * ROOT)  # below the point, where there is room for it
            free = across - 2
            top = gap - across / ROOT
        if self.width > free or top + 0.72 * self.size > 0:
            raise text.TooWide("the numbers of the hexes", self.width, free, described=True)
        self.base = top + 0.7 * self.size


LINE = 1.5  # the width of the line round a zone of no side, drawn inside its edge
BAND = 1.5 * MM  # how broad the border of a side's zone is, inside its edge
PALE = 0.5  # how much of its colour a side has in small pictures
_MARKS = 2_000  # of the pattern in a border, at most
_NAME = text.Style("serif", 11.0, bold=True)
Run = list[tuple["Hex", "Point", "Point"]]


def runs(one: HexMap, zone: Zone, grid: Grid, inset: float = 0.0) -> list[Run]:
    """Return the parts of a zone's edge that lie within the map: (hex, start, end) of every side, `inset` inside."""
    known, steps = frozenset(one.board.cells), directions(grid.orientation)
    found: list[Run] = []
    for loop, corners in zip(grid.rim(zone.hexes), grid.outline(zone.hexes, inset), strict=True):
        joined, first = False, len(found)
        for (cell, side), start, end in zip(loop, corners, (*corners[1:], corners[0]), strict=True):
            inner = add(cell, steps[side]) in known
            if inner and not joined:
                found.append([])
            if inner:
                found[-1].append((cell, start, end))
            joined = inner
        if joined and len(found) > first + 1 and found[-1][-1][2] == found[first][0][1]:
            found[first:] = [found[-1] + found[first], *found[first + 1:-1]]  # the loop begins within a part
    return found


def borders(one: HexMap, grid: Grid, ink: Ink) -> Iterator[Item]:
    """Give the borders of the zones, but for where these end at the edge of the map.

    A side's has its colour and pattern, any other is a dashed line.
    """
    for zone in one.zones:
        if zone.pattern:
            yield from _band(one, zone, grid, ink)
            continue
        color = line_color(ink, parse_color(zone.color), area(ink, parse_color(one.ground)))
        stroke = Stroke(color, LINE, dash=(7.0, 3.5), cap="butt", join="round")
        segments: list[Segment] = []
        for run in runs(one, zone, grid, 0.75 * LINE):
            segments += (Move(*run[0][1]), *(Line(*end) for _, _, end in run))
        if segments:
            yield Path(tuple(segments), None, stroke)


def lowered(one: HexMap, grid: Grid) -> dict[Hex, float]:
    """Return by how much, in points, the numbers of hexes move down that have a zone's border at their head."""
    found: dict[Hex, float] = {}
    for zone in one.zones:
        broad = _broad(grid) if zone.pattern else 1.5 * LINE
        for run in runs(one, zone, grid):
            for cell, start, end in run:
                if start[1] + end[1] < 2 * grid.center(cell)[1] - 1:
                    found[cell] = max(found.get(cell, 0.0), broad / math.cos(math.radians(30)))  # at most so steep
    return found


def _broad(grid: Grid) -> float:
    return min(BAND, 0.12 * grid.across)


def _band(one: HexMap, zone: Zone, grid: Grid, ink: Ink) -> Iterator[Item]:
    """Give the border of a side's zone, in its colour and pattern."""
    broad = _broad(grid)
    segments: list[Segment] = []
    for outer, inner in zip(runs(one, zone, grid), runs(one, zone, grid, broad), strict=True):
        points = [outer[0][1], *(end for _, _, end in outer), *(end for _, _, end in inner[::-1]), inner[0][1]]
        segments += (Move(*points[0]), *(Line(*point) for point in points[1:]), CLOSE)
    if segments:
        left, top, right, bottom = shapes.outline_bounds(segments)
        box = (left, top, right - left, bottom - top)
        pitch = max(0.9 * broad, (box[2] + box[3]) / _MARKS)
        filled = patterns.fill(zone.pattern, box, parse_color(zone.color), ink, pitch=pitch, weight=0.25 * broad)
        rim = Path(tuple(segments))
        yield Group(filled, clip=rim)
        yield Path(rim.segments, None, Stroke(BLACK, min(0.5, 0.12 * broad), join="round"))


def shades(one: HexMap, grid: Grid, ink: Ink, scale: float = 1.0) -> Iterator[Item]:
    """Give the areas of the sides' zones in their patterns, for a picture at that scale: hexes show through."""
    for zone in one.zones:
        if zone.pattern and zone.hexes:
            left, top, right, bottom = grid.bounds(zone.hexes)
            clip = replace(hexgrids.closed(grid.outline(zone.hexes)), rule="nonzero")
            pattern = zone.pattern if zone.pattern not in {"plain", "solid"} else "bars"
            color = mark(ink, WHITE.mix(parse_color(zone.color), PALE))
            box = (left, top, right - left, bottom - top)
            yield Group(patterns.marks(pattern, box, color, pitch=7 / scale, weight=0.9 / scale), clip=clip)


def small_names(one: HexMap, grid: Grid, place: tuple[float, float, float]) -> Iterator[Item]:
    """Give the names of the sides' zones in a picture at (x, y, scale), each in the middle of its zone."""
    x, y, scale = place
    for zone in one.zones:
        if zone.pattern and zone.label and zone.hexes:
            left, top, right, bottom = grid.bounds(zone.hexes)
            size = _NAME.size * min(1.0, 0.9 * scale * (right - left) / text.measure(zone.label, _NAME))
            if size >= 6:
                style = _NAME._replace(size=size)
                at = x + scale * (left + right) / 2, y + scale * (top + bottom) / 2
                yield from labels.plate(zone.label, style, at, beside=6, high=1.3)
