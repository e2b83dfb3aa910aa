"""What stands in the empty corners of a hexagon: a rose of directions, or words. Points, the map's top left at 0, 0."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.items import BLACK, Stroke
from printshop.layout.boxes import Box
from printshop.templates import roses
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.maps import Corner, HexMap
    from printshop.hexes import Grid

_CLEAR = 0.3  # how far a rose stays from the hexes, in hexes: there are the letters of the edges
_LARGEST, _LEAST = 25 * MM, 9 * MM  # radius of a rose
_LABELS = 0.72  # where its numbers are, as a share of the radius
_BROADEST = 0.28  # words, as a share of the map
_TITLE = text.Style("serif", 11.0, bold=True)
_WORDS = text.Style("sans", 8.5)
_RIM = Stroke(BLACK, 0.7)
_TRIES = range(12, 300, 6)  # how high a box for words may be


def corners(one: HexMap, grid: Grid, frame: Box) -> Iterator[Item]:
    """Give what stands in the corners of a map. Raises TooTall and TooWide for what has no room there."""
    points = [point for cell in one.board.cells for point in grid.corners(cell)] if one.corners else []
    for corner in one.corners:
        # As seen from the corner: x and y grow towards the middle of the map.
        own = [(frame.width - x if corner.right else x, frame.height - y if corner.low else y) for x, y in points]
        if corner.points:
            yield from _rose(corner, own, frame, _CLEAR * grid.across)
        else:
            yield from _words(corner, own, frame)


def _rose(corner: Corner, points: Sequence[Point], frame: Box, clear: float) -> Iterator[Item]:
    radius = _largest(points, clear)
    if radius < _LEAST:
        raise text.TooTall(corner.title or "rose", 2 * _LEAST, 2 * radius)
    x = frame.width - radius if corner.right else radius
    y = frame.height - radius if corner.low else radius
    yield shapes.circle(x, y, radius, stroke=_RIM)
    size = min(16.0, 0.26 * radius)
    for number in range(corner.points):
        at = number * 360 / corner.points
        yield from roses.point(at, 360 / corner.points, radius, (x, y))
        base_x, base_y = bearing(at, _LABELS * radius, x, y)
        style = text.Style("sans", size, bold=True)
        yield from text.line(str(number + 1), style, base_x, base_y + 0.36 * size, "middle")
    if corner.title:
        at_x = x - radius - 4 if corner.right else x + radius + 4
        base = frame.height - 3 if corner.low else _TITLE.size
        yield from text.line(corner.title, _TITLE, at_x, base, "end" if corner.right else "start")


def _largest(points: Sequence[Point], clear: float) -> float:
    """Return the radius of the largest circle in the corner that stays clear of the hexes."""
    low, high = 0.0, _LARGEST
    for _ in range(30):
        radius = (low + high) / 2
        free = min(math.dist((radius, radius), point) for point in points) >= radius + clear
        low, high = (radius, high) if free else (low, radius)
    return low


def _words(corner: Corner, points: Sequence[Point], frame: Box) -> Iterator[Item]:
    title = _TITLE.size * 1.3 if corner.title else 0.0
    align: text.Anchor = "end" if corner.right else "start"
    for high in _TRIES:
        width = min([x for x, y in points if y < title + high + 4], default=frame.width) - 6
        width = min(width, _BROADEST * frame.width)
        place = Box(frame.width - width if corner.right else 0.0, frame.height - high if corner.low else title, width,
                    float(high))
        try:
            block = text.block(corner.text, _WORDS, place, 1.2, align) if width > 0 else None
        except (text.TooWide, text.TooTall):
            continue
        if block and block.height <= high + 1e-6:
            break
    else:
        raise text.TooTall(text.plain(corner.text), _TRIES[-1], 0)
    if corner.title:
        x = frame.width if corner.right else 0.0
        yield from text.line(corner.title, _TITLE, x, place.y - 0.3 * _TITLE.size, align)
    yield from block.items
