"""Words on a hex map, and the lines round its zones. Points, the map's top left corner at the origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.ink import Ink, area
from printshop.drawing.items import Line, Move, Path, Segment, Stroke, parse_color
from printshop.hexes import Grid, Orientation, add, directions
from printshop.products.hex_terrain import line_color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Color, Item
    from printshop.game.maps import HexMap, Label, Zone
    from printshop.layout.boxes import Box

ZONE = 1.5  # the width of the line round a zone, drawn inside its edge
_SMALLEST = 6.0
# Where words are, from the middle of a hex, as a share of its size: clear of the numbers of its own row and the next.
_PLACES = {
    Orientation.FLAT: {"above": -0.17, "middle": 0.03, "below": 0.32},
    Orientation.POINTY: {"above": -0.22, "middle": 0.0, "below": 0.2},
}


def zone_lines(one: HexMap, grid: Grid, ink: Ink) -> Iterator[Item]:
    """Give the lines round the zones, but for where these end at the edge of the map."""
    known = frozenset(one.board.cells)
    for zone in one.zones:
        color = line_color(ink, parse_color(zone.color), area(ink, parse_color(one.ground)))
        stroke = Stroke(color, ZONE, dash=(7.0, 3.5), cap="butt", join="round")
        segments: list[Segment] = []
        sides, outline = grid.rim(zone.hexes), grid.outline(zone.hexes, 0.75 * ZONE)
        for loop, corners in zip(sides, outline, strict=True):
            joined = False
            for (cell, side), start, end in zip(loop, corners, (*corners[1:], corners[0]), strict=True):
                inner = add(cell, directions(grid.orientation)[side]) in known
                if inner:
                    segments += (Line(*end),) if joined else (Move(*start), Line(*end))
                joined = inner
        if segments:
            yield Path(tuple(segments), None, stroke)


def words(one: HexMap, grid: Grid, frame: Box, ink: Ink) -> Iterator[Item]:
    """Give the labels, the names of the zones and the letters of the edges. Raises TooWide and NoGlyph."""
    ground = area(ink, parse_color(one.ground))
    for zone in one.zones:
        yield from _zone_name(zone, grid, frame, ground)
    for label in one.labels:
        yield from _label(label, grid, frame, ground)
    yield from _edge_letters(one, grid)


def _zone_name(zone: Zone, grid: Grid, frame: Box, ground: Color) -> Iterator[Item]:
    """Give a zone's name in that of its hexes that is nearest to the middle of them all."""
    if not (zone.label and zone.hexes):
        return
    centers = [grid.center(cell) for cell in zone.hexes]
    middle = sum(x for x, _ in centers) / len(centers), sum(y for _, y in centers) / len(centers)
    x, y = min(centers, key=lambda one: (round((one[0] - middle[0]) ** 2 + (one[1] - middle[1]) ** 2, 3), one))
    style = text.Style("serif", min(18.0, max(9.0, 0.2 * grid.across)), bold=True, italic=False)
    yield from _plated(zone.label, style, (x, y + _PLACES[grid.orientation]["below"] * grid.across), frame, ground)


def _label(label: Label, grid: Grid, frame: Box, ground: Color) -> Iterator[Item]:
    x, y = grid.center(label.at)
    size = label.size.pt if label.size else min(12.0, max(7.0, 0.16 * grid.across))
    style = text.Style("sans", size, bold=True)
    yield from _plated(label.text, style, (x, y + _PLACES[grid.orientation][label.place] * grid.across), frame, ground)


def _plated(words: str, style: text.Style, at: Point, frame: Box, ground: Color) -> Iterator[Item]:
    """Give a line of words about a point, on a plate that keeps the map's lines off, within the map."""
    width = text.measure(words, style)
    if width > frame.width - 6:
        raise text.TooWide(text.plain(words), width, frame.width - 6)
    x = min(max(at[0], frame.x + width / 2 + 3), frame.right - width / 2 - 3)
    height = style.size * 1.15
    yield shapes.rounded_rect(x - width / 2 - 2, at[1] - height / 2, width + 4, height, 2, fill=ground)
    yield from text.line(words, style, x, at[1] + 0.35 * style.size, "middle")


def _edge_letters(one: HexMap, grid: Grid) -> Iterator[Item]:
    """Give the letters of a hexagon's edges, outside, between the two hexes in the middle of the edge.

    An edge with a hex in its middle has its letter on both sides of it.
    """
    style = text.Style("serif", min(20.0, 0.21 * grid.across), bold=True)
    first = 30 if grid.orientation is Orientation.FLAT else 0
    for number, letter in enumerate(one.edges):
        row = one.board.strip(number, 1)  # from one corner of the board to the next
        dx, dy = bearing(first + 60 * number, grid.corner / 2 + 0.16 * grid.across)
        for k in range(len(row) - 1):
            if abs(k + 1 - len(row) / 2) < 0.6:
                (x1, y1), (x2, y2) = grid.center(row[k]), grid.center(row[k + 1])
                x, y = (x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy
                yield from text.line(text.escape(letter), style, x, y + 0.34 * style.size, "middle",
                                     0.22 * grid.across, _SMALLEST)
