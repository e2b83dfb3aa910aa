"""The small map of a scenario for its booklet, with zones and the facing of units in the zones.

Coordinates are points, with the origin at the map's top left corner and y down.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from printshop.drawing import artwork, patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Point, Transform, move_point
from printshop.drawing.ink import Ink, choose_area_color
from printshop.game.maps import CHART, HexMap, MapZone
from printshop.hexes import HexGrid, Orientation, to_axial
from printshop.layout import hex_grid, labels, page_frame
from printshop.layout.cutouts import Cutout
from printshop.layout.flow import Figure
from printshop.layout.rectangles import Paper
from printshop.lengths import INCH, MM, Length, typeset_fractions
from printshop.products.build import report_errors
from printshop.products.maps import hex_drawing, path_drawing, sea_chart
from printshop.words import Words

MAX_HEIGHT = 250.0  # points
MAX_WIDTH_SHARE = 0.86  # of the column's width
MIN_HEX_WITH_LETTERS = 20.0  # points across flats: smaller hexes have no letters of terrain
NUMBERS_SIDE_MARGIN, NUMBERS_TOP_MARGIN = 16.0, 10.0  # points: margins for numbers, at both sides and above
NUMBER_STYLE = text.Style("sans", 7)
MIN_HEX_WITH_NUMBER = 16.0  # points across flats: the numbers of smaller hexes would touch each other
MIN_HEX_WITH_LINES = 4.0  # points across flats: lines of smaller hexes would merge to grey
ARROW_LENGTH, ARROW_DISTANCE = 10.0, 20.0  # points: length of an arrow, distance of its tip from its point
# length of a ship: least in points, usual in hexes; points from the ship to its name
MIN_SHIP_LENGTH, SHIP_LENGTH_IN_HEXES, SHIP_NAME_DISTANCE = 16.0, 1.45, 4.0
PLAIN_UNIT_IN_HEXES = 0.6  # side of a unit without a picture: its hex stays visible round it
NAME_STYLE = text.Style("serif", 9.0, bold=True)
_PLACE_STYLE = text.Style("sans", 7.0, bold=True)  # of towns on a map with counters
_LABEL_SHIFTS = {"above": -0.3, "middle": 0.0, "below": 0.3}  # shares of a hex across flats
_EDGE_STYLE, _TAG_STYLE = text.Style("serif", 9.0), text.Style("sans", 7.0, bold=True)
COUNTER_SIZE = 0.56  # of the face of a counter in its hex, in hexes
BOW_BEARINGS = {"right": 90, "left": -90}  # bearing of a bow in a picture, if not up
_OUTSIDE_GAP = 4.0  # points: from the map to a name outside it
_MAX_NAME_CELLS = 60  # most hexes that are tried as the position of a name
_NAME_MARGIN = 3.0  # points: margin of a name inside its zone


def draw_map_figure(hexmap: HexMap, zones: tuple[MapZone, ...], width: float, ink: Ink, words: Words,
                    share: float = 1.0) -> Figure:
    """Return a picture of a map, `share` as large as the column allows, with the size of the map in the caption.

    `zones` are the zones of a scenario. If there are no such zones, the zones of the map are drawn. Zones have the
    tints of their sides and arrows for the facing of units. The numbers of columns and rows stand at the ends of the
    columns and rows. Words that have no room are left out. Raises PrintshopError if a picture cannot be used.
    """
    map_width, map_height = _measure_map(hexmap)
    scale = min(MAX_WIDTH_SHARE * share * width / map_width, share * MAX_HEIGHT / map_height, 1.0)
    picture = _draw_at_scale(hexmap, zones or hexmap.zones, scale, ink, words)
    for _ in range(3):  # words beside the map do not shrink, and a smaller map may move more of them there
        if picture.width <= width + 1e-6:
            break
        scale = max(scale - (picture.width - width) / map_width, 0.2 * scale)
        picture = _draw_at_scale(hexmap, zones or hexmap.zones, scale, ink, words)
    return picture


def _draw_at_scale(hexmap: HexMap, zones: tuple[MapZone, ...], scale: float, ink: Ink, words: Words) -> Figure:
    across = hexmap.across.pt * scale
    terrain = hexmap.terrain if across >= MIN_HEX_WITH_LETTERS else tuple(replace(kind, letter="")
                                                                          for kind in hexmap.terrain)

    def scale_length(length: Length) -> Length:
        return Length(Fraction(length.pt * scale), f"{length.pt * scale:.1f} pt")

    small_map = replace(hexmap, key=f"{hexmap.key}-small", across=scale_length(hexmap.across),
                        numbering=replace(hexmap.numbering, printed=False), dots=False, edges=(), terrain=terrain,
                        labels=(), zones=zones, corners=(),
                        paths=tuple(replace(path, name="") for path in hexmap.paths),
                        scenery=tuple(replace(piece, size=scale_length(piece.size)) for piece in hexmap.scenery))
    # the hexes of units alone have no border, because it would hide the counters
    area_map = replace(small_map, zones=tuple(replace(zone, label="") for zone in zones
                                              if {*zone.hexes} - {*dict(zone.unit_hexes).values()}))
    grid, box = hex_drawing.lay_out_map(area_map, ink)
    numbers = tuple(_draw_numbers(small_map, grid)) if hexmap.has_numbers and not hexmap.board.radius else ()
    number_margins = (NUMBERS_SIDE_MARGIN, NUMBERS_TOP_MARGIN) if numbers else (0.0, 0.0)
    inside, outside = place_zone_names(small_map, hexmap.edges, grid, (box.width, box.height), number_margins)
    left, top, right, bottom = shapes.measure_bounds((*outside, shapes.rect(*box)))
    x, y = max(number_margins[0], -left, right - box.width), max(number_margins[1], -top)

    def draw_items() -> tuple[Item, ...]:
        drawn_map = hex_drawing.draw_map(area_map, ink)
        outlines = Group(tuple(hex_drawing.draw_zone_outlines(area_map, grid, ink)), clip=shapes.rect(*box))
        return (Group((*drawn_map.list_items_without_words(with_lines=across >= MIN_HEX_WITH_LINES), outlines,
                       *_draw_place_names(hexmap, zones, grid),
                       *draw_arrows(zones, grid, ink, (box.width / 2, box.height / 2)),
                       *inside, *outside, *numbers), Transform(e=x, f=y)),)

    cells = hexmap.board
    count = f"{len(cells.whole_hexes)}" if cells.radius else f"{cells.columns} × {cells.rows}"
    caption = words("map_caption_squares" if hexmap.has_squares else "map_caption", title=hexmap.title, number=count,
                    size=format_map_size(hexmap, words),
                    across=words.number(typeset_fractions(hexmap.across.text)))
    if any(zone.unit_pictures for zone in zones):
        caption += " " + words("map_caption_headings" if any(zone.facing for zone in zones) else "map_caption_units")
    return Figure((), box.width + 2 * x, max(bottom, box.height) + y, caption, draw_items)


def _draw_place_names(hexmap: HexMap, zones: tuple[MapZone, ...], grid: HexGrid) -> Iterator[Item]:
    """Draw the labels of a map on which units have hexes of their own, so that players find towns and objectives.

    Labels in the hexes of units are left out: counters would hide them.
    """
    unit_cells = {cell for zone in zones for _, cell in zone.unit_hexes}
    if not unit_cells or grid.across_flats < MIN_HEX_WITH_NUMBER:
        return
    for label in hexmap.labels:
        if label.at not in unit_cells:
            x, y = grid.find_center(label.at)
            y += _LABEL_SHIFTS[label.place] * grid.across_flats + 0.35 * _PLACE_STYLE.size
            for run in text.set_line(label.text, _PLACE_STYLE, x, y, "middle"):
                yield path_drawing.draw_halo(run, WHITE)
                yield run


def _draw_numbers(hexmap: HexMap, grid: HexGrid) -> Iterator[Item]:
    """Draw the numbers of the first and last column and row outside the map.

    The numbers of columns and rows in which zones end are drawn too. If units are shown in hexes that their fields
    name, all numbers with room are drawn: players read the set-up off the picture.
    """
    board = hexmap.board
    columns, rows = {1, board.columns}, {1, board.rows}
    if grid.across_flats > MIN_HEX_WITH_NUMBER and any(zone.unit_hexes for zone in hexmap.zones):
        columns, rows = set(range(1, board.columns + 1)), set(range(1, board.rows + 1))
    for zone in hexmap.zones:
        for ends, places in zip((columns, rows), zip(*map(board.find_coordinates, zone.hexes), strict=True),
                                strict=False):
            ends.update((min(places), max(places)))
    for column in sorted(columns):
        x = grid.find_center(to_axial(column, 1, board.orientation, even_shifted=board.even_low))[0]
        yield from text.set_line(board.format_coordinates((column, 1))[0], NUMBER_STYLE, x, -3.0, "middle")
    for row in sorted(rows):
        y = grid.find_center(to_axial(1, row, board.orientation, even_shifted=board.even_low))[1]
        yield from text.set_line(board.format_coordinates((1, row))[1], NUMBER_STYLE, -4.0,
                                 y + 0.35 * NUMBER_STYLE.size, "end")


def format_map_size(hexmap: HexMap, words: Words, paper: Paper | None = None) -> str:
    """Return the size of a whole map.

    If the size of the hexes is in inches or feet, the size is in inches, otherwise in millimetres. If the map has a
    chart frame on `paper`, the size includes the frame.
    """
    unit, name, places = (INCH, "in", 1) if hexmap.across.unit in ("in", "ft") else (MM, "mm", 0)
    size, sheet = _measure_map(hexmap), page_frame.find_content_rect(paper, true_scale=False) if paper else None
    if sheet and hexmap.frame == CHART and sea_chart.has_room_for_frame(*size, sheet):
        size = sheet.width, sheet.height
    width, height = (f"{length / unit:.{places}f}" for length in size)
    return words.number(f"{width} × {height} {name}")


def _measure_map(hexmap: HexMap) -> tuple[float, float]:
    return hex_grid.place_hexes(hexmap.board.whole_hexes, hexmap.orientation, hexmap.across.pt)[1:]


def draw_arrows(zones: Sequence[MapZone], grid: HexGrid, ink: Ink, center: Point) -> Iterator[Item]:
    """Draw arrows for the facing of units in zones, and the units that are shown.

    Each unit has one of the facings of its zone. If the zone has no facing, the unit faces the hexside nearest to the
    `center` of the map. A unit has a border in the pattern of its side if a field gives its hex, in black ink if it is
    a counter, or if it is a picture alone that units of another side have, too.
    """
    sides = {(picture, zone.side) for zone in zones for picture, _, _ in zone.unit_pictures
             if picture and not isinstance(picture, Cutout)}
    shared_pictures = {picture for picture, count in Counter(picture for picture, _ in sides).items() if count > 1}
    for zone in zones:
        head = 0.7 * ARROW_LENGTH if zone.unit_pictures else ARROW_LENGTH
        places = _find_unit_points(zone, grid)
        pitch = min(map(math.dist, places, places[1:]), default=math.inf)
        for number, point in enumerate(places):
            for heading in zone.facing:
                yield shapes.arrow(*_find_arrow_tip(zone, point, heading, grid), heading, head, 0.8 * head, notch=0.3,
                                   fill=WHITE,
                                   stroke=Stroke(BLACK, 0.8))
            if zone.unit_pictures:
                (picture, bow, tag), room = zone.unit_pictures[number], pitch - 1.4 * _TAG_STYLE.size
                ship_length = COUNTER_SIZE * grid.across_flats if zone.unit_hexes else min(
                    _measure_ship(grid) if picture else PLAIN_UNIT_IN_HEXES * grid.across_flats,
                    max(room, MIN_SHIP_LENGTH))
                first_side, turn = grid.orientation.first_bearing, 360 // grid.orientation.side_count
                bearing = math.degrees(math.atan2(center[0] - point[0], point[1] - center[1]))
                facing = zone.facing or (first_side + turn * round((bearing - first_side) / turn),)
                heading = facing[(2 * number < len(places)) - len(facing)]
                box, color = labels.center_rect((0, 0), (ship_length,) * 2), choose_area_color(ink,
                                                                                               parse_color(zone.color))
                frame = box.inset(-ship_length / 7)  # the border in the pattern of the side
                stands_alone = picture and bow == "none"  # without a counter in the colour of the side
                framed = zone.unit_hexes or (zone.pattern and (picture in shared_pictures if stands_alone
                                                               else ink is Ink.BLACK))
                counter = (
                    *patterns.fill_with_pattern(zone.pattern, frame, parse_color(zone.color), ink, pitch=3),
                    shapes.rect(*frame, stroke=Stroke(BLACK, 0.4)), shapes.rect(*box, fill=WHITE),
                ) if framed else () if stands_alone else (
                    shapes.rect(*box.inset(-1), fill=WHITE, stroke=Stroke(BLACK, 0.4)), shapes.rect(*box, fill=color))
                picture_items = picture.draw_small(
                    ship_length / max(picture.width, picture.height), (0, 0)) if isinstance(picture, Cutout) else (
                    artwork.place_picture(artwork.load_inked_picture(picture, ink), box, background=color,
                                          ink=ink),) if picture else ()
                yield Group((*counter, *picture_items),
                            Transform().translate(*point).rotate((heading - BOW_BEARINGS.get(bow, 0))
                                                                 * (bow != "none")))
                share = min(max(pitch / (text.measure_text(tag, _TAG_STYLE) + 4), 0.93), 1.0)  # to fit between others
                if tag:
                    yield from labels.draw_text_plate(tag, _TAG_STYLE._replace(size=share * _TAG_STYLE.size),
                                                      (point[0], point[1] + ship_length / 2 + SHIP_NAME_DISTANCE),
                                                      padding=3, height=1.15)


def _find_unit_points(zone: MapZone, grid: HexGrid) -> list[Point]:
    """Return the points at which the units of a zone are shown, evenly spaced along the zone.

    Units whose hexes the zone lists are shown there. If no units are shown, return two points for arrows, a fifth of
    the zone's length from each end. If the zone has
    neither units nor a facing, return no points.
    """
    if not (zone.facing or zone.unit_pictures) or not zone.hexes:
        return []
    if zone.unit_pictures and isinstance(zone.units, tuple):
        return [*map(grid.find_center, zone.units)]
    left, top, right, bottom = grid.measure_bounds(zone.hexes)
    shares = [(number + 0.5) / len(zone.unit_pictures) for number in range(len(zone.unit_pictures))] or [0.2, 0.8]
    wide, high = right - left, bottom - top
    spots = [(left + wide * (k if wide > high else 0.5), top + high * (0.5 if wide > high else k)) for k in shares]
    # near the zone's front
    fronts = [[_find_arrow_tip(zone, point, bearing, grid) for bearing in zone.facing] or [point] for point in spots]
    return [min((sum(math.dist(cell, tip) for tip in tips), cell) for cell in map(grid.find_center, zone.hexes))[1]
            for tips in fronts] if zone.unit_pictures else spots


def _find_arrow_tip(zone: MapZone, point: Point, heading: float, grid: HexGrid) -> Point:
    return move_point(heading, 0.5 * _measure_ship(grid) + 1.2 * ARROW_LENGTH
                      if zone.unit_pictures else ARROW_DISTANCE, *point)


def _measure_ship(grid: HexGrid) -> float:
    return max(MIN_SHIP_LENGTH, SHIP_LENGTH_IN_HEXES * grid.across_flats)


def place_zone_names(hexmap: HexMap, edges: Sequence[str], grid: HexGrid, size: tuple[float, float],
                     number_margins: Point
                     ) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the names inside the map, each in the middle of its zone, and the names beside the map.

    If the zone of a side has no room for its name, the names of all sides stand beside the map. If an edge of the map
    has a letter (`edges`),
    the letter and the name of the side at that edge stand beside the edge. `size` is the size of the map, and
    `number_margins` are the margins for numbers.
    """
    inside: list[Item] = []
    outside: list[Item] = []
    owners = hex_drawing.find_edge_owners(replace(hexmap, edges=tuple(edges)), hexmap.zones) if edges else {}
    for number, letter in enumerate(edges):  # outside, at the middle of each edge
        row = hexmap.board.find_strip(number, 1)
        (x, y), (x2, y2) = grid.find_center(row[0]), grid.find_center(row[-1])
        direction = (30.0 if hexmap.orientation is Orientation.FLAT else 0.0) + 60.0 * number
        position = move_point(direction, grid.side_length + _OUTSIDE_GAP, (x + x2) / 2, (y + y2) / 2)
        horizontal_offset = position[0] - (x + x2) / 2
        anchor: text.Anchor = "middle" if abs(horizontal_offset) < 1 else "start" if horizontal_offset > 0 else "end"
        words = f"**{text.escape_markup(letter)}** {owners[number].label if number in owners else ''}".strip()
        outside += text.set_line(words, _EDGE_STYLE, position[0], position[1] + 0.35 * _EDGE_STYLE.size, anchor)
    at_edges = [id(zone) for zone in owners.values()]
    named_zones = [zone for zone in hexmap.zones if zone.label and zone.hexes and id(zone) not in at_edges]
    rooms = {zone.key: _find_room_for_name(hexmap, zone, grid) for zone in named_zones if zone.pattern or hexmap.paths}
    for zone in named_zones:
        with report_errors(f"a zone of map '{hexmap.title}'", zone.span, hex_drawing.SHORTEN_HINT):
            # the names of the sides stand alike
            if zone.pattern and not all(rooms[other.key] for other in named_zones if other.pattern):
                outside += _draw_outer_name(zone, grid, size, number_margins)
            elif text.measure_text(zone.label, NAME_STYLE) + 6 < size[0]:
                middle = rooms.get(zone.key) or hex_drawing.find_zone_middle(zone, grid)
                inside += labels.draw_text_plate(zone.label, NAME_STYLE, middle, padding=6, height=1.2)
    return tuple(inside), tuple(outside)


def _find_room_for_name(hexmap: HexMap, zone: MapZone, grid: HexGrid) -> Point | None:
    """Return the point for a name that is nearest to the middle of its zone.

    At this point, the name lies in the zone and is clear of arrows. If there is no such point, return None. Points
    that are clear of terrain are preferred. Only the `_MAX_NAME_CELLS` hexes nearest to the middle are tried.
    """
    middle = hex_drawing.find_zone_middle(zone, grid)
    size = text.measure_text(zone.label, NAME_STYLE) + 6, 1.2 * NAME_STYLE.size
    tips = [point for unit_point in _find_unit_points(zone, grid)
            for point in (unit_point, *(_find_arrow_tip(zone, unit_point, bearing, grid) for bearing in zone.facing))]
    nearby_points = sorted(map(grid.find_center, zone.hexes),
                           key=lambda reader: math.dist(reader, middle))[:_MAX_NAME_CELLS]
    cells = frozenset(zone.hexes)
    crossed = hex_drawing.find_crossed_cells(hexmap)
    unmarked = cells.difference(*(terrain.hexes for terrain in hexmap.terrain if terrain.has_marks))
    for allowed_cells in dict.fromkeys((unmarked - crossed, cells - crossed, unmarked, cells)):
        for spot in (middle, *nearby_points):
            box = labels.center_rect(spot, size).inset(-_NAME_MARGIN)
            kept_clear = box.inset(-_measure_ship(grid) / 2 if zone.unit_pictures else 0)
            is_clear = not any(kept_clear.x < u < kept_clear.right and kept_clear.y < v < kept_clear.bottom
                               for u, v in tips)
            if is_clear and all(grid.find_hex(box.x + box.width * k / 12, level) in allowed_cells for k in range(13)
                                for level in (box.y, spot[1], box.bottom)):
                return spot
    return None


def _draw_outer_name(zone: MapZone, grid: HexGrid, size: tuple[float, float], number_margins: Point) -> Iterator[Item]:
    """Draw the name of a zone along the nearest edge of the map.

    If the zone is not at that edge, a line joins the name to the zone.
    """
    left, top, right, bottom = grid.measure_bounds(zone.hexes)
    is_vertical = bottom - top > right - left
    if text.measure_text(zone.label, NAME_STYLE) > size[1 if is_vertical else 0]:
        return
    distance = NAME_STYLE.size / 2 + _OUTSIDE_GAP
    if is_vertical:
        at_left_or_top = left <= size[0] - right
        position, turn = (-number_margins[0] - distance if at_left_or_top else size[0] + number_margins[0] + distance,
                          (top + bottom) / 2), -90 if at_left_or_top else 90
        start, gap = (0.0 if at_left_or_top else size[0], position[1]), left if at_left_or_top else size[0] - right
    else:
        at_left_or_top = top <= size[1] - bottom
        position, turn = ((left + right) / 2, -number_margins[1] - distance if at_left_or_top else
                          size[1] + number_margins[1] + distance), 0
        start, gap = (position[0], 0.0 if at_left_or_top else size[1]), top if at_left_or_top else size[1] - bottom
    if gap > grid.across_flats / 2 and not zone.unit_hexes:  # the units of a side stand in many places
        end = min((grid.find_center(cell) for cell in zone.hexes), key=lambda center: math.dist(center, start))
        yield shapes.line(*start, *end, Stroke(WHITE, 1.8))
        yield shapes.line(*start, *end, Stroke(BLACK, 0.6))
        yield shapes.circle(*end, 1.6, fill=BLACK)
    yield Group(text.set_line(zone.label, NAME_STYLE, 0, 0.35 * NAME_STYLE.size, "middle"),
                Transform().translate(*position).rotate(turn))
