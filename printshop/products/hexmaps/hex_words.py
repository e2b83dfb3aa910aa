"""Words on a hex map. Points, the map's top left corner at the origin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import Stroke, parse_color
from printshop.hexes import Grid, Orientation, within
from printshop.products.hexmaps import hex_zones
from printshop.products.safely import reported
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Color, Item
    from printshop.game.maps import HexMap, Label, Zone
    from printshop.hexes import Hex
    from printshop.layout.boxes import Box

SHORTER = "make the hexes larger or the words shorter"
_APART = 120 * MM  # from one name of a side's zone to the next: every sheet shows one
_IN_HEX = 0.8  # what such a name takes of the hex where it stands, if it can
_SMALLEST = 6.0
# Where words are, from the middle of a hex, as a share of its size: clear of the numbers of its own row and the next.
_PLACES = {
    Orientation.FLAT: {"above": -0.17, "middle": 0.03, "below": 0.32},
    Orientation.POINTY: {"above": -0.22, "middle": 0.0, "below": 0.2},
}


def words(one: HexMap, grid: Grid, frame: Box, ink: Ink) -> Iterator[Item]:
    """Give the labels and the names of the zones. Raises PrintshopError."""
    ground = area(ink, parse_color(one.ground))
    for zone in one.zones:
        with reported(f"map '{one.title}', a zone", zone.span, SHORTER):
            yield from _zone_names(one, zone, grid, frame, ground)
    for label in one.labels:
        with reported(f"map '{one.title}', a label", label.span, SHORTER):
            yield from _label(label, grid, frame, ground)


def _zone_names(one: HexMap, zone: Zone, grid: Grid, frame: Box, ground: Color) -> Iterator[Item]:
    """Give the name of a side's zone along the line within the map; that of others in the middle of their hexes."""
    if not (zone.label and zone.hexes):
        return
    style = text.Style("serif", min(18.0, max(9.0, 0.2 * grid.across)), bold=True)
    if zone.pattern:  # as small as the numbers of hexes, so that it hides none of their sides
        size = min(10.0, max(5.0, 0.15 * grid.across))
        own = size * _IN_HEX * grid.across / text.measure(zone.label, style._replace(size=size))
        style = style._replace(size=min(size, max(own, _SMALLEST)))
    off = _PLACES[grid.orientation]["below"] * grid.across
    for x, y in _along(one, zone, grid) if zone.pattern else (_middle(zone, grid),):
        yield from _plated(zone.label, style, (x, y + off), frame, ground)


def _middle(zone: Zone, grid: Grid) -> Point:
    """Return the middle of that hex of a zone that is nearest to the middle of them all."""
    centers = [grid.center(cell) for cell in zone.hexes]
    middle = sum(x for x, _ in centers) / len(centers), sum(y for _, y in centers) / len(centers)
    return min(centers, key=lambda one: (round((one[0] - middle[0]) ** 2 + (one[1] - middle[1]) ** 2, 3), one))


def _along(one: HexMap, zone: Zone, grid: Grid) -> list[Point]:
    """Return the middles of hexes behind a zone's inner edge, some way apart and as far from its ends."""
    found: list[Point] = []
    for run in hex_zones.runs(one, zone, grid):
        cells = list(dict.fromkeys(cell for cell, _, _ in run))
        count = max(1, round(math.dist(grid.center(cells[0]), grid.center(cells[-1])) / _APART))
        found += [grid.center(cells[int(len(cells) * (k + 0.5) / count)]) for k in range(count)]
    return found or [_middle(zone, grid)]


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
    height = style.size * 1.15
    if height > frame.height - 2:
        raise text.TooTall(text.plain(words), height, frame.height - 2)
    x = min(max(at[0], frame.x + width / 2 + 3), frame.right - width / 2 - 3)
    y = min(max(at[1], frame.y + height / 2 + 1), frame.bottom - height / 2 - 1)
    yield shapes.rounded_rect(x - width / 2 - 2, y - height / 2, width + 4, height, 2, fill=ground)
    yield from text.line(words, style._replace(color=text_on(ground)), x, y + 0.35 * style.size, "middle")


def compass(one: HexMap, grid: Grid, seen: Box, ink: Ink) -> Iterator[Item]:
    """Give the names of the hexsides in a free hex near the top left corner of what is seen. Raises TooWide.

    Nothing is given where no whole hex without terrain or words is to be seen.
    """
    cell = _free(one, grid, seen) if one.compass else None
    if cell is None:
        return
    x, y = grid.center(cell)
    y += 0.06 * grid.across if one.numbered else 0.0
    color = text_on(area(ink, parse_color(one.ground)))
    style = text.Style("sans", min(10.0, max(5.0, 0.12 * grid.across)), bold=True, color=color)
    for number, name in enumerate(one.compass):
        at = grid.orientation.tilt + 60.0 * number
        yield shapes.line(x, y, *bearing(at, 0.12 * grid.across, x, y), Stroke(color, 0.6))
        yield shapes.arrow(*bearing(at, 0.17 * grid.across, x, y), at, 0.07 * grid.across, fill=color)
        place = bearing(at, 0.26 * grid.across, x, y)
        yield from text.line(text.escape(name), style, place[0], place[1] + 0.36 * style.size, "middle",
                             0.3 * grid.across, 5.0)


def _free(one: HexMap, grid: Grid, seen: Box) -> Hex | None:
    """Return the whole hex without terrain and labels that is nearest to a box's corner, the outermost left out."""
    taken = {cell for kind in one.terrain for cell in kind.hexes} | {label.at for label in one.labels}
    half = grid.across / 2 + 2
    across, down = (half * 1.1547, half) if grid.orientation is Orientation.FLAT else (half, half * 1.1547)
    room = seen.inset(across, down)

    def inside(cell: Hex) -> bool:
        x, y = grid.center(cell)
        return room.x <= x <= room.right and room.y <= y <= room.bottom

    near = [cell for cell in _around(one, grid, (room.x, room.y)) if cell not in taken and inside(cell)]
    return min(near, key=lambda cell: (round(math.dist(grid.center(cell), (room.x, room.y)), 3), cell), default=None)


def _around(one: HexMap, grid: Grid, corner: Point) -> Iterator[Hex]:
    """Give the hexes of a map within a few steps of a point."""
    known = frozenset(one.board.cells)
    return (cell for cell in within(6, grid.at(*corner)) if cell in known)
