"""Drawing of the paths of a map: roads, rivers, walls ... and the names along them.

Coordinates are points, with the origin at the map's top left corner and y down. The links and hexsides of a kind are
joined to lines. From hex to hex, a line runs through the centres of the hexes; along hexsides, it runs through the
middle of each side, and most styles round the corners between sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from math import atan2, ceil, degrees, dist, inf

from printshop.drawing import fonts, text
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    CurveTo,
    Group,
    Item,
    LineTo,
    MoveTo,
    Path,
    Segment,
    Stroke,
    TextRun,
    parse_color,
)
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, choose_text_color, measure_contrast
from printshop.drawing.path_styles import (
    PathLine,
    PathLook,
    draw_path,
    draw_path_sample,
    find_normals,
    place_points,
    sample_line,
    smooth_line,
)
from printshop.drawing.shapes import measure_bounds, polyline, rounded_rect, transform_segments
from printshop.game.map_paths import BRIDGE, MapPath, PathKind, list_used_kinds
from printshop.game.maps import HexMap
from printshop.hexes import HexGrid
from printshop.layout.rectangles import Rect
from printshop.products.build import report_errors
from printshop.products.maps.skins import apply_ground

_ANGULAR_STYLES = frozenset({"wall", "border"})
_ROUNDED_SHARE = 0.42  # share of a hexside at each end that belongs to a rounded corner
_MAX_BRANCH_TURN = 61.0  # degrees: lines that turn more at a junction end there
_BRIDGE_LENGTH = 0.3  # hexes
_SAMPLE_HEX_SHARE = 1.5  # size of a hex for the sample in the legend, as a share of the height of the sample
_BEYOND_EDGE = 0.3  # of a hexside
Edge = tuple[Point, Point]
Node = tuple[int, int]


def draw_paths(hexmap: HexMap, grid: HexGrid, map_rect: Rect, ink: Ink) -> Iterator[tuple[Rect, Item]]:
    """Yield the layers of all paths of a map, the lowest first, each with its bounds."""
    rim = set(_find_rim(hexmap, grid, map_rect)) if hexmap.paths else set()
    for kind in list_used_kinds(hexmap.paths):
        look = make_look(kind, grid.across_flats, hexmap, ink)
        lines = _join_lines([path for path in hexmap.paths if path.path_kind == kind], grid, rim)
        for layer in zip(*(draw_path(look, line, ink) for line in lines), strict=True):
            for item in layer:
                left, top, right, bottom = measure_bounds([item])
                yield Rect(left, top, right - left, bottom - top), item


def _find_rim(hexmap: HexMap, grid: HexGrid, map_rect: Rect) -> Iterator[Node]:
    """Yield the corners and the centres of hexes at which a line reaches the edge of the map."""
    inner, whole_hexes = map_rect.inset(0.01), frozenset(hexmap.board.whole_hexes)
    yield from (_make_node(grid, grid.find_center(cell)) for path in hexmap.paths for link in path.links
                for cell in link if cell not in whole_hexes)
    if hexmap.board.has_partial_hexes:
        corners = (corner for cell in hexmap.board.partial_hexes for corner in grid.find_corners(cell))
        yield from (_make_node(grid, (x, y)) for x, y in corners
                    if not (inner.x < x < inner.right and inner.y < y < inner.bottom))
    else:
        yield from (_make_node(grid, corner) for outline in grid.trace_outlines(hexmap.board.whole_hexes)
                    for corner in outline)


def make_look(kind: PathKind, across: float, hexmap: HexMap, ink: Ink) -> PathLook:
    """Return the look of a kind of path on a map. `across` is the size of its hexes."""
    return PathLook(kind.style, parse_color(kind.color), float(kind.width) / 100 * across, across,
                    choose_area_color(ink, parse_color(hexmap.ground)))


def _join_lines(paths: Iterable[MapPath], grid: HexGrid, rim: set[Node]) -> list[PathLine]:
    """Return the lines of some paths of one kind."""
    paths = [*paths]
    is_smooth, is_bridge = paths[0].path_kind.style not in _ANGULAR_STYLES, paths[0].path_kind.style == BRIDGE
    sides = [grid.find_side(*side) for path in paths for side in path.sides]
    if is_bridge:
        return [_cross_side(start, end, _BRIDGE_LENGTH * grid.across_flats) for start, end in dict.fromkeys(sides)]
    links = [(grid.find_center(start), grid.find_center(end)) for path in paths for start, end in path.links]
    lines = []
    for edges, round_corners in ((links, False), (sides, True)):
        for points, junctions, ends in _join_edges(edges, grid, rim):
            closed = points[0] == points[-1]
            segments = (polyline(points).segments if not is_smooth else
                        _round_corners(points, junctions) if round_corners else
                        smooth_line(points[:-1] if closed else points, closed))
            lines.append(PathLine(segments, ends))
    return lines


def _make_node(grid: HexGrid, point: Point) -> Node:
    """Return whole numbers that are equal for equal points, in spite of rounding errors."""
    return round((point[0] - grid.x) / grid.across_flats * 1000), round((point[1] - grid.y) / grid.across_flats * 1000)


def _cross_side(start: Point, end: Point, length: float) -> PathLine:
    """Return a straight line across the middle of a side."""
    (x1, y1), (x2, y2) = start, end
    x, y, share = (x1 + x2) / 2, (y1 + y2) / 2, length / 2 / dist(start, end)
    across, down = (y2 - y1) * share, (x1 - x2) * share
    return PathLine((MoveTo(x - across, y - down), LineTo(x + across, y + down)))


def _join_edges(edges: Sequence[Edge], grid: HexGrid, rim: set[Node]
                ) -> Iterator[tuple[list[Point], list[bool], tuple[bool, bool]]]:
    """Yield lines of edges: their points, whether each point is a junction, and whether each end is free.

    Every edge is in one line. Where more than two edges meet, edges that follow each other in the data go on in one
    line, then those that turn least. The first and the last point of a closed line are equal.
    """
    places: dict[Node, Point] = {}
    unique: dict[tuple[Node, Node], None] = {}
    for start, end in edges:
        first, last = _make_node(grid, start), _make_node(grid, end)
        places.setdefault(first, start)
        places.setdefault(last, end)
        unique[min(first, last), max(first, last)] = None
    ends_by_node: dict[Node, list[tuple[int, Node]]] = defaultdict(list)
    for number, (first, last) in enumerate(unique):
        ends_by_node[first].append((number, last))
        ends_by_node[last].append((number, first))
    next_steps: dict[tuple[int, Node], tuple[int, Node]] = {}  # from an edge and its end to the next edge and its end
    for node, ends in ends_by_node.items():
        pairs = sorted(combinations(ends, 2), key=lambda pair: (pair[1][0] - pair[0][0] > 1,
                                                                _measure_turn(places, pair[0][1], node, pair[1][1])))
        for one, other in pairs:
            is_next = len(ends) == 2 or other[0] - one[0] == 1
            if (one[0], node) not in next_steps and (other[0], node) not in next_steps and (
                    is_next or _measure_turn(places, one[1], node, other[1]) < _MAX_BRANCH_TURN):
                next_steps[one[0], node], next_steps[other[0], node] = other, one
    unused = dict.fromkeys(range(len(unique)))
    by_number = [*unique]
    starts = [(number, node) for node, ends in ends_by_node.items() for number, _ in ends
              if (number, node) not in next_steps]
    for number, node in (*starts, *((number, first) for number, (first, _) in enumerate(unique))):
        if number not in unused:
            continue
        line, step = [node], (number, next(other for other in by_number[number] if other != node))
        while step and step[0] in unused:
            del unused[step[0]]
            line.append(step[1])
            step = next_steps.get(step, ())  # type: ignore[arg-type]
        crowded = [len(ends_by_node[node]) > 2 for node in line]
        single = [node for node in (line[0], line[-1]) if len(ends_by_node[node]) == 1]
        points = [places[node] for node in line]
        # a line that ends at the edge of the map goes on beyond the edge, where it is cut off
        outer = [_move_towards(points[end], points[before], -_BEYOND_EDGE if line[end] in rim.intersection(single) else
                               0.0) for end, before in ((0, 1), (-1, -2))]
        free_ends = {*single} - rim
        yield [outer[0], *points[1:-1], outer[1]], crowded, (line[0] in free_ends, line[-1] in free_ends)


def _measure_turn(places: dict[Node, Point], before: Node, node: Node, after: Node) -> float:
    """Return the angle in degrees, from 0 to 180, by which a line turns at a node."""
    (x0, y0), (x1, y1), (x2, y2) = places[before], places[node], places[after]
    turn = degrees(atan2(y2 - y1, x2 - x1) - atan2(y1 - y0, x1 - x0))
    return abs((turn + 180) % 360 - 180)


def _round_corners(points: Sequence[Point], junctions: Sequence[bool]) -> tuple[Segment, ...]:
    """Return a line with rounded corners. At a junction, it runs through the corner, where another line ends."""
    closed = points[0] == points[-1]
    segments: list[Segment] = []
    corners = [*zip(points, points[1:], points[2:], junctions[1:], strict=False)]
    if closed:
        corners.append((points[-2], points[0], points[1], junctions[0]))
        segments.append(MoveTo(*_move_towards(points[0], points[1], _ROUNDED_SHARE)))
    else:
        segments.append(MoveTo(*points[0]))
    for before, corner, after, is_junction in corners:
        start, end = (_move_towards(corner, other, _ROUNDED_SHARE) for other in (before, after))
        segments.append(LineTo(*start))
        inner = [_move_towards(other, corner, 0.55) for other in (start, end)]
        if is_junction:
            across, down = (end[0] - start[0]) / 5, (end[1] - start[1]) / 5
            segments += (CurveTo(*inner[0], corner[0] - across, corner[1] - down, *corner),
                         CurveTo(corner[0] + across, corner[1] + down, *inner[1], *end))
        else:
            segments.append(CurveTo(*inner[0], *inner[1], *end))
    if not closed:
        segments.append(LineTo(*points[-1]))
    return tuple(segments)


def _move_towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def draw_legend_sample(kind: PathKind, hexmap: HexMap, box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw a short piece of a path on a piece of the map's ground, for the legend."""
    ground = choose_area_color(ink, parse_color(apply_ground(hexmap, ink).ground))
    inner = box.inset(0, 0.15 * box.height)
    yield rounded_rect(*inner, 2.0, fill=ground)
    sample = draw_path_sample(kind.style, kind.color, float(kind.width) / 100, inner, _SAMPLE_HEX_SHARE * box.height,
                              ink, ground)
    yield Group(tuple(sample), clip=rounded_rect(*inner, 2.0))
    yield rounded_rect(*inner, 2.0, stroke=Stroke(BLACK, 0.4))


# --- names ---

_NAME_STYLE = text.Style("serif", 9.0, italic=True)
_MIN_NAME_SIZE = 5.0
_NAME_STEP = 0.1  # hexes between the points along which a name is set
_SMOOTHED_STEPS = 7  # points on each side over which the line of a name is smoothed
_HALO_SHARE = 0.2  # width of the halo round the letters, as a share of their size
_READABLE_CONTRAST = 4.5
_LETTERS_SHARE = 0.85  # length of a smoothed line, as a share of the exact line
_NAME_MESH = 0.15  # hexes: size of the squares in which names keep clear of other paths
_MAX_NAME_PLACES = 200  # places along a path that are tried


def draw_halo(run: TextRun, ground: Color) -> Path:
    """Return the outlines of letters as wide lines in the colour of the ground, to be drawn below the letters."""
    segments = (segment for outline, placement in text.iter_glyph_outlines(run)
                for segment in transform_segments(outline, placement))
    return Path(tuple(segments), None, Stroke(ground, 2 * _HALO_SHARE * run.size, join="round"))


def draw_path_names(hexmap: HexMap, grid: HexGrid, ink: Ink, is_occupied: Callable[[Point], bool]) -> Iterator[Item]:
    """Draw the names along paths. A name stands where its path is straight and no point of the name is occupied.

    Raises PrintshopError at the place of a name that is longer than its path.
    """
    ground, mesh = choose_area_color(ink, parse_color(hexmap.ground)), _NAME_MESH * grid.across_flats
    numbers_by_place = defaultdict[Node, set[int]](set)  # of the paths in each square of a fine mesh
    for number, path in enumerate(hexmap.paths if any(path.name for path in hexmap.paths) else ()):
        for line in _join_lines([path], grid, set()):
            for x, y in sample_line(line.segments, mesh):
                numbers_by_place[int(x // mesh), int(y // mesh)].add(number)
    for number, path in enumerate(hexmap.paths):
        if not path.name:
            continue

        def is_covered(point: Point, number: int = number) -> bool:
            others = numbers_by_place.get((int(point[0] // mesh), int(point[1] // mesh)), set())
            return bool(others - {number}) or is_occupied(point)

        with report_errors(f"a path of map '{hexmap.title}'", path.span,
                           "make the hexes or the path longer, or write a shorter name"):
            step = _NAME_STEP * grid.across_flats
            longest = max((sample_line(line.segments, step) for line in _join_lines([path], grid, set())), key=len)
            color = parse_color(path.path_kind.color)
            while measure_contrast(color, ground) < _READABLE_CONTRAST and color not in {BLACK, WHITE}:
                color = color.mix(choose_text_color(ground), 0.3)
            style = _NAME_STYLE._replace(size=min(13.0, max(6.5, 0.17 * grid.across_flats)),
                                         color=choose_line_color(ink, color))
            half_width = float(path.path_kind.width) / 200 * grid.across_flats
            yield from _draw_name(path.name, style, longest, half_width, ground, is_covered)


def _draw_name(name: str, style: text.Style, points: Sequence[Point], half_width: float, ground: Color,
               is_occupied: Callable[[Point], bool]) -> Iterator[Item]:
    """Draw a name beside a line of evenly spaced points, `half_width` from it, with a halo in the colour `ground`."""
    step = max(dist(points[0], points[1]), 1e-6)
    length, width = _LETTERS_SHARE * step * (len(points) - 1), text.measure_text(name, style)
    size = min(style.size, style.size * length / width)
    if size < _MIN_NAME_SIZE:
        raise text.TooWideError(text.strip_markup(name), width * _MIN_NAME_SIZE / style.size, length)
    style, width = style._replace(size=size), width * size / style.size
    smoothed = []
    for number in range(len(points)):
        reach = min(_SMOOTHED_STEPS, number, len(points) - 1 - number)
        near = points[number - reach : number + reach + 1]
        smoothed.append((sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)))
    count = min(len(points) - 1, ceil(width / (_LETTERS_SHARE * step)))
    best_cost, best_line = inf, list[Point]()
    for first in range(0, len(points) - count, max(1, len(points) // _MAX_NAME_PLACES)):
        exact, line = points[first : first + count + 1], smoothed[first : first + count + 1]
        if (line[-1][0] - line[0][0], line[0][1] - line[-1][1]) < (0.0, 0.0):  # to be read from the left, or upwards
            exact, line = exact[::-1], line[::-1]
        normals = [*find_normals(line)]
        turns = sum(dist(normal, other) for normal, other in pairwise(normals))
        for side in (1, -1):
            beyond = max(side * ((x - u) * nx + (y - v) * ny)
                         for (x, y), (u, v), (nx, ny) in zip(exact, line, normals, strict=True))
            # above the line the letters stand on their baseline, below the line they hang
            offset = side * (half_width + max(beyond, 0.0) + 0.2 * size) - (0.68 * size if side < 0 else 0.0)
            placed = [(x + offset * nx, y + offset * ny) for (x, y), (nx, ny) in zip(line, normals, strict=True)]
            middles = [(x + 0.35 * size * nx, y + 0.35 * size * ny)
                       for (x, y), (nx, ny) in zip(placed, normals, strict=True)]
            cost = (turns + 2.0 * sum(map(is_occupied, middles)) / len(middles) * 3 + (side < 0) * 0.3
                    + abs(first + count / 2 - len(points) / 2) / len(points))
            if cost < best_cost:
                best_cost, best_line = cost, placed
    yield from _set_along(name, style, best_line, width, ground)


def _set_along(name: str, style: text.Style, line: Sequence[Point], width: float, ground: Color) -> Iterator[Item]:
    """Draw letters along a line, in its middle: first the halos of all letters, then the letters."""
    length = sum(map(dist, line, line[1:]))
    halos: list[Item] = []
    letters: list[Item] = []
    for run in text.set_line(name, style, (length - width) / 2, 0.0):
        for char, (outline, placement) in zip(run.string, text.iter_glyph_outlines(run), strict=True):
            advance = fonts.measure_string(char, run.font, run.size)
            middle, reach = placement.e + advance / 2, 0.4 * run.size
            spots = (min(max(at, 0.0), length) for at in (middle - reach, middle, middle + reach))
            (x1, y1), (x, y), (x2, y2) = place_points(line, spots)
            turn = Transform().translate(x, y).rotate(degrees(atan2(y2 - y1, x2 - x1)))
            letter = replace(run, x=-advance / 2, string=char, width=advance)
            halos += [Group((draw_halo(letter, ground),), turn)] if outline else []
            letters.append(Group((letter,), turn))
    yield from (*halos, *letters)
