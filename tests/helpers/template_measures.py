"""Measures of templates: lengths, bearings and hexes, from the strokes of a written file.

A drawing is a list of pages of strokes. Each measure returns tuples: millimetres, degrees (clockwise from the top or
from the heading of a ship), or places in millimetres: to the right of the ship in its heading, and ahead of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from helpers import measure
from helpers.measure import Point, Shape, Stroke

Drawing = list[list[Stroke]]
Found = list[tuple[float, ...]]
Measure = Callable[[Drawing, Found], Found]
Hex = tuple[int, int]

CUT, FINE, DOT, RING, MIDDLE, PATH, ARROW, HEX = 0.9, 0.4, 0.8, 1.8, 1.6, 1.6, 2.2, 0.7  # points
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""From a hex to its six neighbours: ahead, then clockwise."""


def measure_distance(expected: Found, items: Found) -> float:
    """Return how far the farthest value of either list is from the nearest value of the other."""
    if not expected or not items or len({len(value) for value in expected}) != len({len(value) for value in items}):
        return 0.0 if expected == items else math.inf
    return max(_measure_away([value for value in expected if len(value) == size],
                             [value for value in items if len(value) == size])
               for size in {len(value) for value in expected})


def _measure_away(expected: Found, items: Found) -> float:
    # equal values count once: neighbours share a side, and sheets of one piece overlap
    ones, others = (np.array(values)[np.unique(np.round(values, 3), axis=0, return_index=True)[1]]
                    for values in (expected, items))
    away = np.linalg.norm(ones[:, None] - others, axis=2)
    return float(max(away.min(0).max(), away.min(1).max()))


def find_bearing(start: Point, end: Point) -> float:
    """Return the bearing of a point from another, in degrees clockwise from the top of the page."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360, 6) % 360


def find_lines(page: Iterable[Stroke], pen: float) -> list[tuple[Point, Point]]:
    """Return the separate straight lines that a pen has drawn."""
    return [(shape[0], shape[1]) for shape in measure.find_strokes(page, pen) if len(shape) == 2]


def find_middle(shape: Shape) -> Point:
    """Return the middle of the rectangle round a shape."""
    xs, ys = zip(*shape, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def find_round_shapes(page: Iterable[Stroke], pen: float) -> list[Shape]:
    """Return the outlines with curves, from the top down."""
    return sorted(measure.find_strokes(page, pen, 20), key=lambda shape: min(y for _, y in shape))


# --- pieces on several sheets

def is_one_piece(sheets: Drawing) -> bool:
    """Return whether all of several sheets show the outline of the same piece, which is larger than the paper."""
    sizes = [max(map(measure.measure_size, measure.find_strokes(page, CUT)), key=sum) for page in sheets]
    return len(sheets) > 1 and all(math.dist(size, sizes[0]) < 0.01 for size in sizes)


# --- arcs and discs

def measure_rays_of_disc(number: int) -> Measure:
    """Return a measure of the bearings, from the middle of a disc, of both ends of each of its rays."""
    def measure_rays(drawing: Drawing, _: Found) -> Found:
        disc = find_round_shapes(drawing[0], CUT)[number]
        middle, radius = find_middle(disc), measure.measure_size(disc)[0] / 2
        return [(find_bearing(middle, end),) for line in find_lines(drawing[0], CUT) for end in line
                if math.dist(middle, end) < radius]
    return measure_rays


def measure_diameters(drawing: Drawing, _: Found) -> Found:
    """Measure discs across their middles, at many places of their edges."""
    return [(2 * math.dist(find_middle(disc), point),) for disc in find_round_shapes(drawing[0], CUT) for point in disc]


def measure_rays_of_half_disc(drawing: Drawing, _: Found) -> Found:
    """Measure the bearings of the straight edge and of both ends of each ray from its middle."""
    results = []
    for edge in find_round_shapes(drawing[0], CUT):
        middle, radius = find_middle([edge[0], edge[-2]]), math.dist(edge[0], edge[-2]) / 2
        ends = [end for line in find_lines(drawing[0], CUT) for end in line
                if math.dist(end, middle) < radius + 0.1 and end[0] > middle[0]]
        results += [(find_bearing(middle, end),) for end in (edge[0], edge[-2], *ends)]
    return results


def measure_rectangles(drawing: Drawing, _: Found) -> Found:
    """Measure the widths and heights of the rectangles of the fine pen."""
    return [measure.measure_size(shape) for shape in measure.find_strokes(drawing[0], FINE) if len(shape) == 5]


# --- sticks and gauges

STICK_PENS = {"bands": (0.9, 2), "marks": (1.4, 2), "joints": (0.5, 2)}


class Stick(NamedTuple):
    """A stick: its length, and the positions of the lines of each kind across it, in mm from its start."""

    length: float
    bands: list[float]
    marks: list[float]
    joints: list[float]


def read_stick(page: list[Stroke], wide: float) -> Stick:
    """Return the stick of a page, `wide` mm wide. Its pieces stand upright side by side, with their tabs below."""
    pieces = sorted(
        shape for shape in measure.find_strokes(page, 0.9, 4) if abs(measure.measure_size(shape)[0] - wide) < 0.01
    )
    across = {
        name: [
            line
            for line in measure.find_strokes(page, *pen)
            if len(line) == 2 and measure.measure_size(line)[0] > wide - 2 and measure.measure_size(line)[1] < 0.001
        ]
        for name, pen in STICK_PENS.items()
    }
    results: dict[str, list[float]] = {name: [] for name in STICK_PENS}
    past = 0.0
    for number, piece in enumerate(pieces):
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        _, high = measure.measure_size(piece)
        own = {name: [line[0][1] - top for line in lines if left - 0.1 < min(x for x, _ in line) < left + 1
                      and line[0][1] < top + high + 0.1] for name, lines in across.items()}
        for name, places in own.items():
            results[name] += [past + place for place in places]
        past += own["joints"][0] if number < len(pieces) - 1 else high
    return Stick(past, *(sorted(results[name]) for name in STICK_PENS))


def measure_bands(wide: float) -> Measure:
    """Return a measure of the ends of the bands of a stick, and of its own end, in mm from its start.

    If two parts are joined at the end of a band, the joint counts as the line there.
    """
    def measure_ends(drawing: Drawing, expected: Found) -> Found:
        stick = read_stick(drawing[0], wide)
        joints = [joint for joint in stick.joints if any(abs(joint - place) < 1 for (place,) in expected)]
        return [(place,) for place in (*stick.bands, *joints, stick.length)]
    return measure_ends


def measure_marks(wide: float) -> Measure:
    """Return a measure of the marks across a stick, in mm from its start."""
    return lambda drawing, _: [(place,) for place in read_stick(drawing[0], wide).marks]


def find_inner_bands(wide: float) -> Measure:
    """Return a measure of the ends of the bands of a stick, without its own end."""
    return lambda drawing, _: [(place,) for place in read_stick(drawing[0], wide).bands]


def _find_arcs(drawing: Drawing, pen: float) -> Iterator[tuple[Point, Shape]]:
    """Find the arcs of a quadrant that begin at their lowest point: their centre, to the right of it, and points."""
    for shape in find_round_shapes(drawing[0], pen):
        x, y = max(shape, key=lambda point: point[1])
        yield (x + measure.measure_size(shape)[0], y), shape


def measure_radii(pen: float) -> Measure:
    """Return a measure of the radii of the arcs of a turning gauge, at many points of them."""
    return lambda drawing, _: [(math.dist(centre, point),) for centre, shape in _find_arcs(drawing, pen)
                               for point in shape]


def measure_ticks(pen: float) -> Measure:
    """Return a measure of the ticks of the arcs of a turning gauge: the radius, and the way along the arc to them."""
    def measure_ways(drawing: Drawing, _: Found) -> Found:
        results = []
        for centre, shape in _find_arcs(drawing, pen):
            radius = measure.measure_size(shape)[0]
            for line in find_lines(drawing[0], FINE):
                near, far = sorted(math.dist(end, centre) for end in line)
                turn = find_bearing(centre, find_middle([*line])) - 270
                if near < radius < far < near + 4 and abs(far - near - math.dist(*line)) < 0.001 and 0.1 < turn < 89.9:
                    results.append((radius, radius * math.radians(turn)))
        return results
    return measure_ways


def measure_boxes(part: int, wide: float) -> Measure:
    """Return a measure of the lines between the boxes of the bar (0) or of the stem (1) of a gauge in the form of an L.

    The bar is `wide` mm high; the lines of the stem are measured from its lower edge.
    """
    def measure_lines(drawing: Drawing, _: Found) -> Found:
        (edge,) = measure.find_strokes(drawing[0], CUT, 5)
        left, foot = min(x for x, _ in edge), min(y for _, y in edge) + wide
        results = []
        for (x, y), (u, v) in (line for pen in (CUT, MIDDLE) for line in find_lines(drawing[0], pen)):
            if part == 0 and abs(x - u) < 0.001 and max(y, v) < foot + 0.1:
                results.append((x - left,))
            elif part == 1 and abs(y - v) < 0.001 and y > foot + 1:
                results.append((y - foot,))
        return results
    return measure_lines


# --- overlays of hexes

def find_ships(page: list[Stroke]) -> list[tuple[Point, float]]:
    """Find the ships that are drawn on overlays: their middle, at which two fine lines cross, and their heading."""
    lines = find_lines(page, FINE)
    crosses = [find_middle([*one]) for one, other in product(lines, lines)
               if one < other and math.dist(find_middle([*one]), find_middle([*other])) < 0.02]
    bows = [shape[0] for shape in measure.find_strokes(page, CUT) if len(shape) == 5]
    return [(ship, find_bearing(ship, bow)) for bow in bows for ship in crosses if math.dist(ship, bow) < 9]


def place_from_ship(ship: tuple[Point, float], point: Point) -> Point:
    """Return the distances of a point from a ship: to the right, and ahead."""
    (x, y), heading = ship
    turn = math.radians(heading)
    right, back = point[0] - x, point[1] - y
    return (right * math.cos(turn) + back * math.sin(turn), right * math.sin(turn) - back * math.cos(turn))


def measure_rays(drawing: Drawing, _: Found) -> Found:
    """Measure the bearings, from the ship, of both ends of each ray."""
    ((middle, heading),) = find_ships(drawing[0])
    return [((find_bearing(middle, end) - heading) % 360,) for line in find_lines(drawing[0], CUT) for end in line]


def measure_broadsides(*, is_dashed: bool) -> Measure:
    """Return a measure of the lines of a broadside: their bearing, and how far from the ship's middle they pass."""
    def measure_lines(drawing: Drawing, _: Found) -> Found:
        (ship,) = find_ships(drawing[0])
        results = []
        for start, end in find_lines([stroke for stroke in drawing[0] if stroke.is_dashed == is_dashed], CUT):
            bearing = (find_bearing(start, end) - ship[1]) % 360
            right, ahead = place_from_ship(ship, start)
            turn = math.radians(bearing)
            results.append((bearing, ahead * math.sin(turn) - right * math.cos(turn)))
        return results
    return measure_lines


def measure_dots(drawing: Drawing, _: Found) -> Found:
    """Measure the middles of dots: their distances from the ship, to the right and ahead."""
    (ship,) = find_ships(drawing[0])
    return [place_from_ship(ship, find_middle(dot)) for dot in find_round_shapes(drawing[0], DOT)]


def measure_sides(pen: float, across: float, corners: int = 2) -> Measure:
    """Return a measure of the middles of hexsides that a pen has drawn, from the ship; hexes are `across` mm wide."""
    def measure_middles(drawing: Drawing, _: Found) -> Found:
        (ship,) = find_ships(drawing[0])
        return [place_from_ship(ship, find_middle([*pair])) for shape in measure.find_strokes(drawing[0], pen, corners)
                for pair in pairwise(shape) if abs(math.dist(*pair) - across / math.sqrt(3)) < 0.1]
    return measure_middles


def measure_path(speed: int) -> Measure:
    """Return a measure of both paths of a speed: the middles of the hexes that they enter; then the last headings.

    A heading is (degrees, 0, 0).
    """
    def measure_hexes(drawing: Drawing, _: Found) -> Found:
        results: Found = []
        for page in drawing:
            lines = measure.find_strokes(page, PATH)
            for ship in find_ships(page):
                paths = [line for line in lines if math.dist(line[0], ship[0]) < 0.01]
                for first in paths:
                    path = [*first]
                    while more := [line for line in lines if math.dist(line[0], path[-1]) < 0.01]:
                        path += more[0][1:]
                    if len(path) == speed + 1:
                        results += [place_from_ship(ship, point) for point in path[1:]]
                        results += [((find_bearing(*arrow) - ship[1]) % 360, 0.0, 0.0)
                                    for arrow in find_lines(page, ARROW) if _is_behind(path, arrow)]
        return results
    return measure_hexes


def _is_behind(path: Shape, arrow: tuple[Point, Point]) -> bool:
    """Return whether an arrow begins near the end of a path and leads away from it."""
    return math.dist(path[-1], arrow[0]) < 3 and math.dist(path[-1], arrow[1]) > math.dist(path[-1], arrow[0])


def measure_corners(drawing: Drawing, expected: Found) -> Found:
    """Measure the corners of the outlines to cut, from the left and the top of each, upright or turned on the sheet."""
    results: Found = []
    for shape in (shape for page in drawing for shape in measure.find_strokes(page, CUT, 6)):
        ways = [_move_to_corner(turned) for turned in (shape, [(y, -x) for x, y in shape], [(-y, x) for x, y in shape])]
        results += min(ways, key=lambda way: measure_distance(expected, way))
    return results


def _move_to_corner(shape: Shape) -> Found:
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return [(x - left, y - top) for x, y in shape]


# --- wanted places of hexes, flat sides ahead and astern

def place_hex(cell: Hex, across: float) -> Point:
    """Return the distances of the middle of a hex from the ship in hex (0, 0): to the right, and ahead."""
    q, r = cell
    return q * across * math.sqrt(3) / 2, -(r + q / 2) * across


def list_sides(cells: Iterable[Hex], across: float, is_drawn: Callable[[Hex, Hex], bool] = lambda *_: True) -> Found:
    """Return the middles of the sides of hexes that are drawn between a hex and its neighbour."""
    return [tuple((one + other) / 2 for one, other in zip(place_hex(cell, across), place_hex(beside, across),
                                                          strict=True))
            for cell in cells for q, r in STEPS for beside in [(cell[0] + q, cell[1] + r)] if is_drawn(cell, beside)]


def list_edge(cells: Iterable[Hex], across: float) -> Found:
    """Return the middles of the sides at the edge of an area of hexes."""
    area = set(cells)
    return list_sides(area, across, lambda _, beside: beside not in area)


def count_steps(cell: Hex) -> int:
    """Return the range of a hex from the ship."""
    return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))


def list_hexes(radius: int) -> list[Hex]:
    """Return all hexes up to a range, with the ship's own."""
    return [cell for cell in product(range(-radius, radius + 1), repeat=2) if count_steps(cell) <= radius]
