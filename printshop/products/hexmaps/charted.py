"""Sea charts: a map that fills its sheet, with water, a graduated frame, roundels for edge letters and a cartouche.

Points, origin at the top left of the page, y down. The colours are those of the theme; in black ink there is no water.
The rulers of the page are part of the frame, on its left and at its foot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printshop.drawing import art, ornaments, shapes, text, themes
from printshop.drawing.geometry import Point, Transform, bearing
from printshop.drawing.ink import Ink, contrast
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke, parse_color
from printshop.game.maps import Corner, HexMap, Zone
from printshop.hexes import Grid, Orientation, within
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.products.hexmaps import board, skins
from printshop.products.hexmaps.board import DrawnMap
from printshop.templates import discs
from printshop.units import INCH, MM

RING, _MARGIN = 12.0, 3.0  # points: width of the frame; gap between it and the hexes
_ZEBRA = 1.8  # points: width of its inner line, alternately dark and light
_RULER = 5.8  # points: from the outer edge of the frame to the middle of its rulers
_ROUNDEL, _FREE, _LEAST_FREE = 3.4 * MM, 2.5 * MM, 0.7 * MM  # radius of a roundel; usual and least gap to the hexes
_LARGEST_ROSE, _CLEAR = 23 * MM, 3.5 * MM
_WIDEST = 0.325  # greatest width of a cartouche, as a share of the width inside the frame
_WORDS, _INSIDE = text.Style("sans", 8.5), 10.0
_TRIES = range(12, 200, 4)
_WRITTEN = 26 * MM  # height kept free of waves for the words of a corner
_AISLE = 12 * MM  # from words beside a rose to the middle of the sheet
_SHORES = ((16.0, 0.1), (9.0, 0.22), (4.0, 0.4))  # lines along the shore: width in points, share of the sea's colour


class _Colors(NamedTuple):
    """Colours of a chart: the water, the paper of frame and plates, the lines on paper."""

    water: Color
    paper: Color
    line: Color


def fits(width: float, height: float, area: Box) -> bool:
    """Return whether the area has room for a map of a size and the frame round it."""
    return min(area.width - width, area.height - height) >= 2 * (RING + _MARGIN)


def draw(hexmap: HexMap, drawn: DrawnMap, area: Box, ink: Ink, *, zones: Sequence[Zone] = (),
         over: tuple[Item, ...] = ()) -> Iterator[Item]:
    """Draw a map, with items `over` it, in the middle of a frame that fills the area. Raises Misfit."""
    x, y = area.center[0] - drawn.width / 2, area.center[1] - drawn.height / 2
    inner, grid = area.inset(RING), replace(drawn.grid, x=drawn.grid.x + x, y=drawn.grid.y + y)
    plain = ink is Ink.BLACK
    colors = _Colors(WHITE if plain else themes.ground("bar", ink), WHITE if plain else themes.ground("tint", ink),
                     BLACK if plain else themes.worn().bar)
    yield shapes.rect(*area, fill=colors.water)
    behind = [*_water(hexmap, grid, inner, colors, ink), *_pictures(hexmap, inner, ink)]
    yield Group(tuple(behind), clip=shapes.rect(*inner))
    yield Group((*drawn.items(around=False), *over), Transform(e=x, f=y))
    yield from _frame(area, inner, colors)
    roundels = list(_places(hexmap, grid, area))
    yield from _letters(hexmap, roundels, colors, ink, zones)
    points = [corner for cell in hexmap.board.cells for corner in grid.corners(cell)]
    points += [bearing(30.0 * turn, _ROUNDEL, *at) for at, _ in roundels for turn in range(12)]
    for corner in hexmap.corners:
        inward = [(inner.right - px if corner.right else px - inner.x,
                   inner.bottom - py if corner.low else py - inner.y) for px, py in points]
        if corner.points:
            yield from _rose(corner, inward, inner, colors)
        elif corner.text:
            yield from _cartouche(corner, inward, inner, colors)


def _within(box: Box, at: Point) -> bool:
    return box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom


def _water(hexmap: HexMap, grid: Grid, inner: Box, colors: _Colors, ink: Ink) -> Iterator[Item]:
    """Draw the water beside the hexes: waves, and lines along the shore that get paler outwards."""
    if ink is Ink.BLACK:
        return
    hexes, room = frozenset(hexmap.board.cells), inner.inset(0.15 * grid.across)
    around = within(int(math.hypot(inner.width, inner.height) / grid.across) + 1, grid.at(*inner.center))
    written = [Box(inner.x + inner.width / 2 * corner.right, inner.bottom - _WRITTEN if corner.low else inner.y,
                   inner.width / 2, _WRITTEN) for corner in hexmap.corners if not corner.picture]
    beside = [cell for cell in around if cell not in hexes and _within(room, grid.center(cell))
              and not any(_within(box, grid.center(cell)) for box in written)]
    yield from skins.strewn(skins.skin_of(hexmap, ink), beside, grid, ink, tone=colors.water.mix(colors.paper, 0.2))
    edge = [segment for loop in grid.outline(hexmap.board.cells) for segment in shapes.polygon(loop).segments]
    sea = parse_color(skins.GROUNDS[skins.skin_of(hexmap, ink)])
    left, top, right, bottom = shapes.bounds([Path(tuple(edge), BLACK)])
    free = min(left - inner.x, top - inner.y, inner.right - right, inner.bottom - bottom, _SHORES[0][0])
    for width, share in _SHORES:  # as wide as the gap to the frame allows
        yield Path(tuple(edge), None, Stroke(colors.water.mix(sea, share), 2 * width * free / _SHORES[0][0],
                                             join="round"))


def _pictures(hexmap: HexMap, inner: Box, ink: Ink) -> Iterator[Item]:
    wide, high = inner.width / 2, inner.height / 3
    for corner in hexmap.corners:
        if corner.picture:
            box = (inner.x + wide * corner.right, inner.bottom - high if corner.low else inner.y, wide, high)
            yield art.place(art.read(corner.picture), box, ink=ink, align=(float(corner.right), float(corner.low)))


def _frame(area: Box, inner: Box, colors: _Colors) -> Iterator[Item]:
    """Draw the frame: ticks of 5 mm, the rulers, and an inner line alternately dark and light."""
    ring = (*shapes.rect(*area).segments, *shapes.rect(*inner).segments)
    yield Path(ring, colors.paper, None, "evenodd")
    fine, zebra = Stroke(colors.line, 0.4), inner.inset(-_ZEBRA)
    ticks, dark = list[tuple[float, float, float, float]](), list[tuple[float, float, float, float]]()
    start = area.x + RING, area.bottom - RING  # the zero of both rulers
    long = 4 * INCH + 46
    for along, count in ((area.width - 2 * RING, 0), (area.height - 2 * RING, 1)):
        for step in range(int(along / (5 * MM)) + 1):
            at, tall = step * 5 * MM, 3.6 if step % 2 == 0 else 2.2
            if count == 0:
                ticks.append((start[0] + at, zebra.y, start[0] + at, zebra.y - tall))
                ticks += [(start[0] + at, zebra.bottom, start[0] + at, zebra.bottom + tall)] * (at > long)
            else:
                ticks.append((zebra.right, start[1] - at, zebra.right + tall, start[1] - at))
                ticks += [(zebra.x, start[1] - at, zebra.x - tall, start[1] - at)] * (at > long)
            if step % 4 == 0:
                end = min(at + 10 * MM, along)
                half = _ZEBRA / 2
                dark += ([(start[0] + at, y, start[0] + end, y) for y in (inner.y - half, inner.bottom + half)]
                         if count == 0 else
                         [(x, start[1] - at, x, start[1] - end) for x in (inner.x - half, inner.right + half)])
    yield shapes.lines(ticks, fine)
    yield shapes.lines(dark, Stroke(colors.line, _ZEBRA))
    for box, width in ((area.inset(0.6), 1.2), (zebra, 0.4), (inner, 0.4)):
        yield shapes.rect(*box, stroke=Stroke(colors.line, width))
    style = text.Style("sans", 7.0, bold=True, color=colors.line)
    for x, y, turn in ((start[0], area.bottom - _RULER, 0), (area.x + _RULER, start[1], -90)):
        _, marks, _ = furniture.ruler(x, y, turn=turn)
        yield marks
        yield Group(text.line("100 mm, 4 in", style, 4 * INCH + 3, 2.3), Transform(e=x, f=y).rotate(turn))


def _places(hexmap: HexMap, grid: Grid, area: Box) -> Iterator[tuple[Point, float]]:
    """Yield the positions and rotations of edge letters: in the middle of an edge, or in the notch beside it."""
    first = 30 if grid.orientation is Orientation.FLAT else 0
    room = area.inset(_ROUNDEL)
    for number, _ in enumerate(hexmap.edges):
        row, at = hexmap.board.strip(number, 1), first + 60.0 * number
        (x1, y1), (x2, y2) = map(grid.center, row[len(row) // 2 - 1 : len(row) // 2 + 1])
        notch = bearing(at, grid.corner / 2 + (_ROUNDEL + _LEAST_FREE) / math.sin(math.radians(60)), (x1 + x2) / 2,
                        (y1 + y2) / 2)
        middle = bearing(at, grid.corner + _ROUNDEL + _FREE, *grid.center(row[len(row) // 2]))
        yield middle if len(row) % 2 and _within(room.inset(RING), middle) else notch, at + 180.0


def _letters(hexmap: HexMap, places: Sequence[tuple[Point, float]], colors: _Colors, ink: Ink, zones: Sequence[Zone]
             ) -> Iterator[Item]:
    """Draw the letters of the edges in roundels, turned to be read from their edge."""
    lying = board.owners(hexmap, zones)
    for number, (letter, ((x, y), turn)) in enumerate(zip(hexmap.edges, places, strict=True)):
        yield shapes.circle(x, y, _ROUNDEL, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
        size = 17.0
        if number in lying:
            yield from board.ringed((x, y), _ROUNDEL, lying[number], ink)
            size = 12.0
        else:
            yield shapes.circle(x, y, _ROUNDEL - 1.6, stroke=Stroke(colors.line, 0.4))
        style = text.Style("display", size, color=colors.line)
        yield Group(text.line(text.escape(letter), style, 0, style.face.cap_height * size / 2, "middle",
                              1.5 * _ROUNDEL, 6.0), Transform(e=x, f=y).rotate(turn))


def _rose(corner: Corner, points: Sequence[Point], inner: Box, colors: _Colors) -> Iterator[Item]:
    """Draw the largest rose that is clear of the hexes, found by bisection, and its title beside it."""
    off, low, high = 2.0 * MM, 0.0, _LARGEST_ROSE
    for _ in range(30):
        tried = (low + high) / 2
        free = min(math.dist((off + tried, off + tried), point) for point in points) >= tried + _CLEAR
        low, high = (tried, high) if free else (low, tried)
    if (radius := low) < 9 * MM:
        raise text.TooTall(corner.title or "rose", 18 * MM, 2 * radius)
    x = inner.right - off - radius if corner.right else inner.x + off + radius
    y = inner.bottom - off - radius if corner.low else inner.y + off + radius
    yield shapes.circle(x, y, radius, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
    for share, width in ((0.95, 0.4), (0.83, 0.4), (0.5, 0.7)):
        yield shapes.circle(x, y, share * radius, stroke=Stroke(colors.line, width))
    ticks = [(*bearing(at, 0.83 * radius, x, y), *bearing(at, (0.95 if at % 15 == 0 else 0.9) * radius, x, y))
             for at in range(0, 360, 5)]
    yield shapes.lines(ticks, Stroke(colors.line, 0.4))
    turn, style = 360 / corner.points, text.Style("sans", min(16.0, 0.26 * radius), bold=True, color=colors.line)
    for number in range(corner.points):
        base_x, base_y = bearing(number * turn, 0.66 * radius, x, y)
        yield from text.line(str(number + 1), style, base_x, base_y + 0.36 * style.size, "middle")
        yield from discs.point(number * turn, turn, 0.9 * radius, (x, y))
    beside = x - radius - 6 if corner.right else x + radius + 6
    color = colors.paper if contrast(colors.paper, colors.water) >= board.READABLE else colors.line
    anchor: text.Anchor = "end" if corner.right else "start"
    base = inner.bottom - 36 if corner.low else inner.y + 18
    yield from text.line(corner.title, text.Style("display", 15.0, color=color), beside, base, anchor)
    wide = 0.5 * (inner.width - 2 * (off + radius)) - 12 - _AISLE
    if corner.text:
        place = (beside - wide * corner.right, base + 4, wide, None)
        yield from text.block(corner.text, _WORDS._replace(color=color), place, 1.15, anchor).items


def _cartouche(corner: Corner, points: Sequence[Point], inner: Box, colors: _Colors) -> Iterator[Item]:
    """Draw words on the lowest plate beside the hexes that has room for them, with their title above."""
    off, large = 2.5 * MM, text.Style("display", 20.0, color=colors.line)
    title = 26.0 if corner.title else 0.0
    for high in _TRIES:
        total = title + high + 2 * _INSIDE
        width = min([x for x, y in points if y < off + total + _CLEAR], default=inner.width) - off - _CLEAR
        width = min(width, _WIDEST * inner.width)
        if width < 60 + (text.measure(corner.title, large) if corner.title else 0.0):
            continue
        left = inner.right - off - width if corner.right else inner.x + off
        top = inner.bottom - off - total if corner.low else inner.y + off
        try:
            words = text.block(corner.text, _WORDS, (left + 12, top + _INSIDE + title, width - 24, None), 1.2, "middle")
        except text.TooWide:
            continue
        if words.height <= high:
            break
    else:
        raise text.TooTall(text.plain(corner.text), _TRIES[-1], 0)
    plate = Box(left, top, width, total)
    yield shapes.rect(*plate, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
    yield from ornaments.frame(plate, colors.line, 0.6)
    if corner.title:
        yield from text.line(corner.title, large, plate.center[0], top + _INSIDE + 14, "middle")
    yield from words.items
