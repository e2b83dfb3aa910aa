"""The letters of the edges of a board in the shape of a hexagon, and whose edges these are. Points, as the map's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.items import BLACK, WHITE, Group, Stroke, parse_color
from printshop.hexes import Grid, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Zone

_SMALLEST = 6.0
_RIM = Stroke(BLACK, 0.5)


def letters(one: HexMap, grid: Grid, ink: Ink, zones: Sequence[Zone] = ()) -> Iterator[Item]:
    """Give the letters of a board's edges, outside, between the two hexes in the middle of the edge. Raises TooWide.

    An edge with a hex in its middle has its letter on both sides of it. Where one of the `zones` of a battle lies along
    the edge, the letter stands on a disc with the colour and pattern of its side.
    """
    style = text.Style("serif", min(20.0, max(7.0, 0.21 * grid.across)), bold=True)
    own = owners(one, zones)
    for number, letter in enumerate(one.edges):
        for x, y in _places(one, grid, number):
            if number in own:
                yield from _disc(own[number], (x, y), 0.6 * style.size, ink)
            smaller = style._replace(size=0.8 * style.size) if number in own else style
            yield from text.line(text.escape(letter), smaller, x, y + 0.34 * smaller.size, "middle",
                                 0.24 * grid.across, _SMALLEST)


def owners(one: HexMap, zones: Sequence[Zone]) -> Mapping[int, Zone]:
    """Return the zones of sides that lie along edges of a board, by the number of the edge, clockwise from the top."""
    rows = [frozenset(one.board.strip(number, 1)) for number in range(len(one.edges))]
    return {number: zone for zone in zones if zone.pattern for number, row in enumerate(rows)
            if row <= frozenset(zone.hexes)}


def _places(one: HexMap, grid: Grid, number: int) -> Iterator[Point]:
    first = 30 if grid.orientation is Orientation.FLAT else 0
    row = one.board.strip(number, 1)  # from one corner of the board to the next
    dx, dy = bearing(first + 60 * number, grid.corner / 2 + 0.16 * grid.across)
    for k in range(len(row) - 1):
        if abs(k + 1 - len(row) / 2) < 0.6:
            (x1, y1), (x2, y2) = grid.center(row[k]), grid.center(row[k + 1])
            yield (x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy


def _disc(zone: Zone, at: Point, radius: float, ink: Ink) -> Iterator[Item]:
    """Give a ring in the colour and pattern of a side, white within."""
    box = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    filled = patterns.fill(zone.pattern, box, parse_color(zone.color), ink, pitch=0.3 * radius, weight=0.09 * radius)
    yield Group(filled, clip=shapes.circle(*at, radius))
    yield shapes.circle(*at, radius, stroke=_RIM)
    yield shapes.circle(*at, 0.7 * radius, fill=WHITE, stroke=_RIM)
