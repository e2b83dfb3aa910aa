"""Sea charts: a map that fills its sheet, with water, a graduated frame, roundels for edge letters and a cartouche.

Coordinates are points, with the origin at the top left of the page and y down. The colours are those of the theme. In
black ink, there is no water. The rulers of the page are part of the frame, on the left and at the bottom edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from printshop.drawing import artwork, ornaments, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Path, Stroke, parse_color
from printshop.drawing.geometry import Point, Transform, move_point
from printshop.drawing.ink import Ink, measure_contrast
from printshop.game.maps import HexMap, MapCorner, MapZone
from printshop.hexes import HexGrid, Orientation, list_hexes_within
from printshop.layout import page_frame
from printshop.layout.rectangles import Rect
from printshop.lengths import INCH, MM
from printshop.products import map_grounds
from printshop.products.maps import hex_drawing, skins
from printshop.products.maps.hex_drawing import DrawnMap
from printshop.products.templates import discs

FRAME_WIDTH, _FRAME_GAP = 12.0, 3.0  # points: width of the frame; gap between it and the hexes
_ZEBRA_WIDTH = 1.8  # points: width of its inner line, alternately dark and light
_RULER_OFFSET = 5.8  # points: from the outer edge of the frame to the middle of its rulers
# radius of a roundel; usual and least gap to the hexes
_ROUNDEL_RADIUS, _ROUNDEL_GAP, _MIN_ROUNDEL_GAP = 3.4 * MM, 2.5 * MM, 0.7 * MM
_MAX_ROSE_RADIUS, _CORNER_GAP = 23 * MM, 3.5 * MM
_MAX_CARTOUCHE_SHARE = 0.325  # greatest width of a cartouche, as a share of the width inside the frame
_WORDS_STYLE, _CARTOUCHE_PADDING = text.Style("sans", 8.5), 10.0
_TITLE_SIZES, _WORDS_HEIGHTS = (20.0, 18.0, 16.0, 14.0, 12.0), range(12, 200, 4)
_CORNER_WORDS_HEIGHT = 26 * MM  # height without waves for the words of a corner
_CENTRE_GAP = 12 * MM  # from words beside a rose to the middle of the sheet
# lines along the shore: width in points, share of the sea's colour
_SHORE_LINES = ((16.0, 0.1), (9.0, 0.22), (4.0, 0.4))


class _ChartColors(NamedTuple):
    """The colours of a chart: the water, the paper of frame and plates, and the lines on this paper."""

    water: Color
    paper: Color
    line: Color


def has_room_for_frame(width: float, height: float, area: Rect) -> bool:
    """Return whether an area has room for a map of `width` x `height` points and the frame round it."""
    return min(area.width - width, area.height - height) >= 2 * (FRAME_WIDTH + _FRAME_GAP)


def draw_sea_chart(hexmap: HexMap, drawn_map: DrawnMap, area: Rect, ink: Ink, *, zones: Sequence[MapZone] = (),
                   overlay: tuple[Item, ...] = ()) -> Iterator[Item]:
    """Draw a map in the middle of a frame that fills the area, with the items of `overlay` on the map.

    Raises DoesNotFitError if words or roses have no room.
    """
    x, y = area.center[0] - drawn_map.width / 2, area.center[1] - drawn_map.height / 2
    inner, grid = area.inset(FRAME_WIDTH), replace(drawn_map.grid, x=drawn_map.grid.x + x, y=drawn_map.grid.y + y)
    is_black = ink is Ink.BLACK
    colors = _ChartColors(WHITE if is_black else themes.choose_background_color("bar", ink),
                          WHITE if is_black else themes.choose_background_color("tint", ink),
                          BLACK if is_black else themes.current_theme().bar)
    yield shapes.rect(*area, fill=colors.water)
    background = [*_draw_water(hexmap, grid, inner, colors, ink), *_draw_corner_pictures(hexmap, inner, ink)]
    yield Group(tuple(background), clip=shapes.rect(*inner))
    yield Group((*drawn_map.list_items(with_outer_words=False), *overlay), Transform(e=x, f=y))
    yield from _draw_frame(area, inner, colors)
    roundels = list(_find_letter_places(hexmap, grid, area))
    yield from _draw_roundels(hexmap, roundels, colors, ink, zones)
    points = [corner for cell in hexmap.board.whole_hexes for corner in grid.find_corners(cell)]
    points += [move_point(30.0 * turn, _ROUNDEL_RADIUS, *center) for center, _ in roundels for turn in range(12)]
    for corner in hexmap.corners:
        points_from_corner = [(inner.right - px if corner.is_right else px - inner.x,
                               inner.bottom - py if corner.is_bottom else py - inner.y) for px, py in points]
        if corner.points:
            yield from _draw_chart_rose(corner, points_from_corner, inner, colors)
        elif corner.text:
            yield from _draw_corner_cartouche(corner, points_from_corner, inner, colors)


def _contains(box: Rect, point: Point) -> bool:
    return box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom


def _draw_water(hexmap: HexMap, grid: HexGrid, inner: Rect, colors: _ChartColors, ink: Ink) -> Iterator[Item]:
    """Draw the water beside the hexes: waves, and lines along the shore.

    The lines are fainter if they are further from the shore.
    """
    if ink is Ink.BLACK:
        return
    hexes, water_rect = frozenset(hexmap.board.whole_hexes), inner.inset(0.15 * grid.across_flats)
    nearby_cells = list_hexes_within(int(math.hypot(inner.width, inner.height) / grid.across_flats) + 1,
                                     grid.find_hex(*inner.center), grid.orientation)
    word_boxes = [Rect(inner.x + inner.width / 2 * corner.is_right,
                       inner.bottom - _CORNER_WORDS_HEIGHT if corner.is_bottom else inner.y,
                       inner.width / 2, _CORNER_WORDS_HEIGHT) for corner in hexmap.corners if not corner.picture]
    water_cells = [cell for cell in nearby_cells if cell not in hexes and _contains(water_rect, grid.find_center(cell))
                   and not any(_contains(box, grid.find_center(cell)) for box in word_boxes)]
    yield from skins.draw_scatter(map_grounds.find_skin(hexmap, ink), water_cells, grid, ink,
                                  tone=colors.water.mix(colors.paper, 0.2))
    edge = [segment for loop in grid.trace_outlines(hexmap.board.whole_hexes)
            for segment in shapes.polygon(loop).segments]
    sea = parse_color(map_grounds.GROUNDS[map_grounds.find_skin(hexmap, ink)])
    left, top, right, bottom = shapes.measure_bounds([Path(tuple(edge), BLACK)])
    shore_width = min(left - inner.x, top - inner.y, inner.right - right, inner.bottom - bottom, _SHORE_LINES[0][0])
    for width, share in _SHORE_LINES:  # as wide as the gap to the frame allows
        yield Path(tuple(edge), None, Stroke(colors.water.mix(sea, share), 2 * width * shore_width / _SHORE_LINES[0][0],
                                             join="round"))
    if parse_color(map_grounds.apply_ground(hexmap, ink).ground) == WHITE:  # such hexes have no fill of their own
        yield Path(tuple(edge), WHITE)


def _draw_corner_pictures(hexmap: HexMap, inner: Rect, ink: Ink) -> Iterator[Item]:
    wide, high = inner.width / 2, inner.height / 3
    for corner in hexmap.corners:
        if corner.picture:
            box = (inner.x + wide * corner.is_right, inner.bottom - high if corner.is_bottom else inner.y, wide, high)
            yield artwork.place_picture(artwork.load_inked_picture(corner.picture, ink), box, ink=ink,
                                        align=(float(corner.is_right), float(corner.is_bottom)))


def _draw_frame(area: Rect, inner: Rect, colors: _ChartColors) -> Iterator[Item]:
    """Draw the frame: ticks every 5 mm, the rulers, and an inner line that is alternately dark and light."""
    ring = (*shapes.rect(*area).segments, *shapes.rect(*inner).segments)
    yield Path(ring, colors.paper, None, "evenodd")
    fine, zebra = Stroke(colors.line, 0.4), inner.inset(-_ZEBRA_WIDTH)
    ticks, dark = list[tuple[float, float, float, float]](), list[tuple[float, float, float, float]]()
    ruler_start = area.x + FRAME_WIDTH, area.bottom - FRAME_WIDTH  # the zero of both rulers
    ruler_length = 4 * INCH + 46
    for length, count in ((area.width - 2 * FRAME_WIDTH, 0), (area.height - 2 * FRAME_WIDTH, 1)):
        for step in range(int(length / (5 * MM)) + 1):
            distance, tick_length = step * 5 * MM, 3.6 if step % 2 == 0 else 2.2
            if count == 0:
                ticks.append((ruler_start[0] + distance, zebra.y, ruler_start[0] + distance, zebra.y - tick_length))
                ticks += [(ruler_start[0] + distance, zebra.bottom, ruler_start[0] + distance,
                           zebra.bottom + tick_length)] * (distance > ruler_length)
            else:
                ticks.append((zebra.right, ruler_start[1] - distance, zebra.right + tick_length,
                              ruler_start[1] - distance))
                ticks += [(zebra.x, ruler_start[1] - distance, zebra.x - tick_length,
                           ruler_start[1] - distance)] * (distance > ruler_length)
            if step % 4 == 0:
                end = min(distance + 10 * MM, length)
                half_width = _ZEBRA_WIDTH / 2
                dark += ([(ruler_start[0] + distance, y, ruler_start[0] + end, y)
                          for y in (inner.y - half_width, inner.bottom + half_width)]
                         if count == 0 else
                         [(x, ruler_start[1] - distance, x, ruler_start[1] - end)
                          for x in (inner.x - half_width, inner.right + half_width)])
    yield shapes.lines(ticks, fine)
    yield shapes.lines(dark, Stroke(colors.line, _ZEBRA_WIDTH))
    for box, width in ((area.inset(0.6), 1.2), (zebra, 0.4), (inner, 0.4)):
        yield shapes.rect(*box, stroke=Stroke(colors.line, width))
    style = text.Style("sans", 7.0, bold=True, color=colors.line)
    for x, y, turn in ((ruler_start[0], area.bottom - _RULER_OFFSET, 0), (area.x + _RULER_OFFSET, ruler_start[1], -90)):
        _, marks, _ = page_frame.draw_ruler(x, y, turn=turn)
        yield marks
        yield Group(text.set_line("100 mm, 4 in", style, 4 * INCH + 3, 2.3), Transform(e=x, f=y).rotate(turn))


def _find_letter_places(hexmap: HexMap, grid: HexGrid, area: Rect) -> Iterator[tuple[Point, float]]:
    """Yield the positions and rotations of edge letters.

    A letter is in the middle of an edge. If the middle has no room for the letter, it is in the notch beside the
    middle.
    """
    first = 30 if grid.orientation is Orientation.FLAT else 0
    roundel_rect = area.inset(_ROUNDEL_RADIUS)
    for number, _ in enumerate(hexmap.edges):
        row, direction = hexmap.board.find_strip(number, 1), first + 60.0 * number
        (x1, y1), (x2, y2) = map(grid.find_center, row[len(row) // 2 - 1 : len(row) // 2 + 1])
        notch = move_point(direction, grid.side_length / 2
                           + (_ROUNDEL_RADIUS + _MIN_ROUNDEL_GAP) / math.sin(math.radians(60)), (x1 + x2) / 2,
                           (y1 + y2) / 2)
        middle = move_point(direction, grid.side_length + _ROUNDEL_RADIUS + _ROUNDEL_GAP,
                            *grid.find_center(row[len(row) // 2]))
        yield middle if len(row) % 2 and _contains(roundel_rect.inset(FRAME_WIDTH),
                                                   middle) else notch, direction + 180.0


def _draw_roundels(hexmap: HexMap, places: Sequence[tuple[Point, float]], colors: _ChartColors, ink: Ink,
                   zones: Sequence[MapZone]
                   ) -> Iterator[Item]:
    """Draw the letters of the edges in roundels. Each letter is turned so that it can be read from its edge."""
    owners_by_edge = hex_drawing.find_edge_owners(hexmap, zones)
    for number, (letter, ((x, y), turn)) in enumerate(zip(hexmap.edges, places, strict=True)):
        yield shapes.circle(x, y, _ROUNDEL_RADIUS, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
        size = 17.0
        if number in owners_by_edge:
            yield from hex_drawing.draw_letter_ring((x, y), _ROUNDEL_RADIUS, owners_by_edge[number], ink)
            size = 12.0
        else:
            yield shapes.circle(x, y, _ROUNDEL_RADIUS - 1.6, stroke=Stroke(colors.line, 0.4))
        style = text.Style("display", size, color=colors.line)
        yield Group(text.set_line(text.escape_markup(letter), style, 0, style.face.cap_height * size / 2, "middle",
                                  1.5 * _ROUNDEL_RADIUS, 6.0), Transform(e=x, f=y).rotate(turn))


def _draw_chart_rose(corner: MapCorner, points: Sequence[Point], inner: Rect, colors: _ChartColors) -> Iterator[Item]:
    """Draw the largest rose that is clear of the hexes, found by bisection, and the title of the rose beside it."""
    margin, low, high = 2.0 * MM, 0.0, _MAX_ROSE_RADIUS
    for _ in range(30):
        candidate = (low + high) / 2
        free = min(math.dist((margin + candidate, margin + candidate), point)
                   for point in points) >= candidate + _CORNER_GAP
        low, high = (candidate, high) if free else (low, candidate)
    if (radius := low) < 9 * MM:
        raise text.TooTallError(corner.title or "rose", 18 * MM, 2 * radius)
    x = inner.right - margin - radius if corner.is_right else inner.x + margin + radius
    y = inner.bottom - margin - radius if corner.is_bottom else inner.y + margin + radius
    yield shapes.circle(x, y, radius, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
    for share, width in ((0.95, 0.4), (0.83, 0.4), (0.5, 0.7)):
        yield shapes.circle(x, y, share * radius, stroke=Stroke(colors.line, width))
    ticks = [(*move_point(bearing, 0.83 * radius, x, y),
              *move_point(bearing, (0.95 if bearing % 15 == 0 else 0.9) * radius, x, y))
             for bearing in range(0, 360, 5)]
    yield shapes.lines(ticks, Stroke(colors.line, 0.4))
    turn, style = 360 / corner.points, text.Style("sans", min(16.0, 0.26 * radius), bold=True, color=colors.line)
    for number in range(corner.points):
        base_x, base_y = move_point(number * turn, 0.66 * radius, x, y)
        yield from text.set_line(str(number + 1), style, base_x, base_y + 0.36 * style.size, "middle")
        yield from discs.draw_star_point(number * turn, turn, 0.9 * radius, (x, y))
    title_x = x - radius - 6 if corner.is_right else x + radius + 6
    color = colors.paper if measure_contrast(colors.paper,
                                             colors.water) >= hex_drawing.READABLE_CONTRAST else colors.line
    anchor: text.Anchor = "end" if corner.is_right else "start"
    base = inner.bottom - 36 if corner.is_bottom else inner.y + 18
    yield from text.set_line(corner.title, text.Style("display", 15.0, color=color), title_x, base, anchor)
    wide = 0.5 * (inner.width - 2 * (margin + radius)) - 12 - _CENTRE_GAP
    if corner.text:
        place = (title_x - wide * corner.is_right, base + 4, wide, None)
        yield from text.set_block(corner.text, _WORDS_STYLE._replace(color=color), place, 1.15, anchor).items


def _draw_corner_cartouche(corner: MapCorner, points: Sequence[Point], inner: Rect,
                           colors: _ChartColors) -> Iterator[Item]:
    """Draw words and their title on the plate of least height, beside the hexes, that has room for them.

    The title is smaller if the theme's typeface is too wide for the usual size.
    """
    margin, title = 2.5 * MM, 26.0 if corner.title else 0.0
    for size, high in product(_TITLE_SIZES, _WORDS_HEIGHTS):
        title_style = text.Style("display", size, color=colors.line)
        total = title + high + 2 * _CARTOUCHE_PADDING
        width = min([x for x, y in points if y < margin + total + _CORNER_GAP],
                    default=inner.width) - margin - _CORNER_GAP
        width = min(width, _MAX_CARTOUCHE_SHARE * inner.width)
        if width < 60 + (text.measure_text(corner.title, title_style) if corner.title else 0.0):
            continue
        left = inner.right - margin - width if corner.is_right else inner.x + margin
        top = inner.bottom - margin - total if corner.is_bottom else inner.y + margin
        try:
            words = text.set_block(corner.text, _WORDS_STYLE,
                                   (left + 12, top + _CARTOUCHE_PADDING + title, width - 24, None), 1.2, "middle")
        except text.TooWideError:
            continue
        if words.height <= high:
            break
    else:
        raise text.TooTallError(text.strip_markup(corner.text), _WORDS_HEIGHTS[-1], 0)
    plate = Rect(left, top, width, total)
    yield shapes.rect(*plate, fill=colors.paper, stroke=Stroke(colors.line, 1.0))
    yield from ornaments.draw_frame(plate, colors.line, 0.6)
    if corner.title:
        yield from text.set_line(corner.title, title_style, plate.center[0], top + _CARTOUCHE_PADDING + 14, "middle")
    yield from words.items
