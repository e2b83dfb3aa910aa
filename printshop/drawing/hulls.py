"""Silhouettes of ships, aircraft, vehicles, squads and creatures, drawn from the numbers of a `SilhouetteSpec`.

The silhouettes stand for units without a picture. A drawing is 100 units long, with the bow to the right.
Like pictures in files, a drawing is black with white details and has no background, so that a side's colour
can replace the black. Each drawing has three levels of detail: few lines, for a counter of 10 mm; all
details that a counter of 20 mm can show; planks, boats and portholes, for a card or a cover. Levels differ
only in details within the outline, so that all three levels have the same size. Units seen from the side
stand on the line y = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Item, Path, Stroke
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.svg_reader import Drawing, NamedPoint
from printshop.lengths import MM
from printshop.silhouettes import SIDE_VIEW, SilhouetteSpec

DRAWING_LENGTH = 100.0
COARSE_DETAIL, NORMAL_DETAIL, FINE_DETAIL = range(3)  # the levels of detail
DETAIL_LENGTHS = ((FINE_DETAIL, 42 * MM), (NORMAL_DETAIL, 15 * MM))  # the printed length from which each level is used
_FINE_STROKE = Stroke(WHITE, 1.0, join="round")
_EDGE_STROKE = Stroke(WHITE, 0.8, join="round")
_HAIR_STROKE = Stroke(WHITE, 0.45, join="round")


# Equal figures give the same drawing, hence the same symbol (see `art._make_symbol`).
@lru_cache(maxsize=256)
def draw_hull(hull: SilhouetteSpec) -> Drawing:
    """Return the drawing of a hull with its more detailed versions, cropped to the contents."""
    draw_functions = _SIDE_DRAW_FUNCTIONS if hull.view == SIDE_VIEW else _DRAW_FUNCTIONS
    coarse_items, *finer_items = (tuple(draw_functions[hull.kind](hull, detail))
                                  for detail in (COARSE_DETAIL, NORMAL_DETAIL, FINE_DETAIL))
    left, top, right, bottom = shapes.measure_bounds(finer_items[-1])
    named_points = tuple((name, x + 1 - left, y + 1 - top) for name, x, y in _iter_turret_points(hull))

    def make_drawing(items: Iterable[Item], name: str) -> Drawing:
        moved = tuple(shapes.transform_path(item, Transform(e=1 - left, f=1 - top))
                      for item in items if isinstance(item, Path))
        return Drawing(name, right - left + 2, bottom - top + 2, moved, named_points=named_points)

    finer_drawings = ((length, make_drawing(finer_items[detail - 1], f"{hull.name}-{detail}")) for detail,
                      length in DETAIL_LENGTHS)
    return replace(make_drawing(coarse_items, hull.name), finer_drawings=tuple(finer_drawings))


def _iter_turret_points(hull: SilhouetteSpec) -> Iterator[NamedPoint]:
    """Yield the positions of a ship's turrets, from the bow.

    Each position has two names: "turret", and "turret A", "turret B" ...
    """
    for number, (x, _, _) in enumerate(reversed([*_place_ship_turrets(hull)] if hull.kind == "ship" else ())):
        for name in ("turret", f"turret {ascii_uppercase[number]}"):
            yield name, x, 0.0


def _make_outline(half_breadth: Callable[[float], float], steps: int = 96) -> list[Point]:
    """Return the outline of a hull about the keel.

    `half_breadth` returns half the breadth at a share of the length. Shares run from 0 at the stern to 1 at the bow.
    """
    points = [(DRAWING_LENGTH * k / steps, half_breadth(k / steps)) for k in range(steps + 1)]
    return [*((x, -y) for x, y in points), *reversed(points)]


def _make_profile(half_breadth: float, *, stern: float, shoulder: float, bow: float) -> Callable[[float], float]:
    """Return a function from a share of the length to half the breadth of the hull at this share.

    The hull is round up to `stern`, and tapers from `shoulder` to the bow. A larger `bow` makes the bow fuller.
    """
    def measure_half_breadth(share: float) -> float:
        if share < stern:
            return half_breadth * math.sqrt(max(1 - (1 - share / stern) ** 2, 0.0)) * 0.96 + 0.04 * half_breadth
        if share > shoulder:
            return half_breadth * max(1 - math.pow((share - shoulder) / (1 - shoulder), bow), 0.0)
        return half_breadth
    return measure_half_breadth


def _draw_planks(half_breadth: Callable[[float], float], start: int, end: int) -> Iterator[Item]:
    """Yield the seams of a deck between two positions along the hull, within two thirds of its breadth."""
    max_half_breadth = half_breadth(0.5)
    for row_share in (-0.5, -0.25, 0.0, 0.25, 0.5):
        plank_xs = [x for x in range(start, end + 1, 2)
                    if abs(row_share) * max_half_breadth < 0.66 * half_breadth(x / DRAWING_LENGTH)]
        if plank_xs:
            yield shapes.line(plank_xs[0], row_share * max_half_breadth, plank_xs[-1], row_share * max_half_breadth,
                              _HAIR_STROKE)


def _iter_positions(count: int, start: float, end: float) -> Iterator[float]:
    """Yield positions along the keel, spaced evenly from one share of the length to another."""
    for number in range(count):
        yield DRAWING_LENGTH * (start + (end - start) * (number + 0.5) / count)


def _draw_turret(x: float, size: float, *, astern: bool = False) -> Iterator[Item]:
    """Yield a turret on the keel with two barrels, pointing ahead or astern."""
    direction = -1 if astern else 1
    for y in (-0.38 * size, 0.38 * size):
        yield shapes.line(x, y, x + direction * 2.4 * size, y, Stroke(WHITE, max(0.42 * size, 0.7)))
    yield shapes.circle(x, 0, size, fill=WHITE)
    yield shapes.circle(x, 0, 0.58 * size, fill=BLACK)


def _draw_turret_row(hull: SilhouetteSpec, size: float, start: float, end: float) -> Iterator[Item]:
    """Yield a row of turrets. Turrets behind the middle fire astern, the other turrets fire ahead."""
    positions = [*_iter_positions(hull.turrets, start, end)]
    for number, x in enumerate(positions):
        yield from _draw_turret(x, size, astern=len(positions) > 1 and number < len(positions) // 2)


def _place_ship_turrets(hull: SilhouetteSpec) -> Iterator[tuple[float, float, bool]]:
    """Yield the position, the size and the direction (True for astern) of each turret of a ship, from the stern."""
    aft, ahead = hull.turrets // 2, hull.turrets - hull.turrets // 2
    size = min(0.36 * DRAWING_LENGTH / hull.slenderness / 2, 14 / max(aft, ahead, 1))
    for number, x in enumerate((*_iter_positions(aft, 0.1, 0.34), *_iter_positions(ahead, 0.66, 0.9))):
        yield x, size * (1 if 15 < x < 80 else 0.85), number < aft


def _draw_ship(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a steamer or a warship: deck edge, funnels amidships, turrets fore and aft, masts with yards."""
    half_width = DRAWING_LENGTH / hull.slenderness / 2
    profile = _make_profile(half_width, stern=0.1, shoulder=0.58, bow=1.9)
    yield shapes.polygon(_make_outline(profile), fill=BLACK)
    if detail > COARSE_DETAIL:
        yield shapes.polygon([(6 + 0.88 * x, 0.8 * y) for x, y in _make_outline(profile)], stroke=_FINE_STROKE)
    if detail == FINE_DETAIL:
        yield from _draw_planks(profile, 12, 84)
        for boat_x, side in ((30, -1), (30, 1), (64, -1), (64, 1)):  # boats in their davits
            yield shapes.ellipse(boat_x, side * 0.56 * half_width, 4.0, min(1.2, 0.16 * half_width), fill=BLACK,
                                 stroke=_HAIR_STROKE)
    for x, size, astern in _place_ship_turrets(hull):
        yield from _draw_turret(x, size, astern=astern)
    for x in _iter_positions(hull.engines, 0.38, 0.6):
        yield shapes.ellipse(x, 0, min(2.6, 0.3 * half_width), min(2.2, 0.34 * half_width), fill=WHITE)
        yield shapes.ellipse(x, 0, min(1.5, 0.17 * half_width), min(1.2, 0.2 * half_width), fill=BLACK)
    for x in _iter_positions(hull.masts, 0.3, 0.68):
        yield shapes.line(x, -0.55 * half_width, x, 0.55 * half_width, Stroke(WHITE, 1.1, cap="round"))
        yield shapes.circle(x, 0, 1.2, fill=WHITE)


def _draw_sailing_ship(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a ship from above under full sail: yards wider than the hull, each with its sail ahead of it."""
    half_width = DRAWING_LENGTH / hull.slenderness / 2
    profile = _make_profile(half_width, stern=0.12, shoulder=0.5, bow=1.7)
    yield shapes.line(96, 0, 112, 0, Stroke(BLACK, 2.0, cap="round"))
    yield shapes.polygon(_make_outline(profile), fill=BLACK)
    if detail > COARSE_DETAIL:
        yield shapes.polygon([(5 + 0.88 * x, 0.76 * y) for x, y in _make_outline(profile)], stroke=_FINE_STROKE)
    if detail == FINE_DETAIL:
        yield from _draw_planks(profile, 10, 84)
    masts = max(hull.masts, 1)
    for number, x in enumerate(_iter_positions(masts, 0.14, 0.86)):
        reach = half_width * (1.75 if 0 < number < masts - 1 or masts < 3 else 1.4)
        depth = min(0.5 * DRAWING_LENGTH / masts * 0.55, 9.0)
        sail = [(x + depth * (1 - (k / 10) ** 2), reach * k / 10) for k in range(-10, 11)]
        yield shapes.polygon([*sail, (x - 1.0, reach), (x - 1.0, -reach)], fill=WHITE, stroke=Stroke(BLACK, 1.6))
        if detail == FINE_DETAIL:
            yield shapes.lines([(x, y, x + depth * (0.96 - (y / reach) ** 2), y)
                                for y in (-0.5 * reach, 0.0, 0.5 * reach)], Stroke(BLACK, 0.5))
        yield shapes.line(x - 1, -reach - 1.5, x - 1, reach + 1.5, Stroke(BLACK, 2.4, cap="round"))
        yield shapes.circle(x - 1, 0, 2.2, fill=BLACK)


def _draw_spacecraft(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a wedge with swept wings, nozzles astern, a bridge ahead and turrets along the spine."""
    half_width = DRAWING_LENGTH / hull.slenderness / 2
    engines = max(hull.engines, 1)
    width = min(1.1 * half_width, 0.8 * half_width + 2 * engines)
    for number in range(engines):
        y = width * ((2 * number + 1) / engines - 1) * 0.7
        nozzle_half = min(0.55 * width / engines, 6.0)
        yield shapes.polygon([(-7, y - nozzle_half), (9, y - 0.7 * nozzle_half), (9, y + 0.7 * nozzle_half),
                              (-7, y + nozzle_half)], fill=BLACK)
        yield shapes.line(-4.5, y - 0.7 * nozzle_half, -4.5, y + 0.7 * nozzle_half, _FINE_STROKE)
    for side in (-1, 1):
        yield shapes.polygon([(8, side * 0.4 * half_width), (2, side * 1.7 * half_width), (16, side * 1.7 * half_width),
                              (52, side * 0.6 * half_width)], fill=BLACK)
        if detail > COARSE_DETAIL:
            yield shapes.line(9, side * 1.45 * half_width, 34, side * 0.9 * half_width, _FINE_STROKE)
        if detail == FINE_DETAIL:
            yield shapes.lines([(12 + 7 * k, side * (1.38 - 0.12 * k) * half_width, 12 + 7 * k,
                                 side * (0.75 - 0.03 * k) * half_width)
                                for k in range(3)], _HAIR_STROKE)
    body = [(4, -0.62), (14, -0.8), (62, -0.58), (88, -0.24), (100, 0), (88, 0.24), (62, 0.58), (14, 0.8), (4, 0.62)]
    yield shapes.polygon([(x, y * half_width) for x, y in body], fill=BLACK, stroke=_EDGE_STROKE)
    if detail > COARSE_DETAIL:
        yield shapes.polygon([(10 + 0.72 * x, 0.62 * y * half_width) for x, y in body], stroke=_FINE_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(x, -0.42 * half_width, x, 0.42 * half_width) for x in (22, 36, 50)], _HAIR_STROKE)
        yield shapes.lines([(70, side * 0.16 * half_width, 92, side * 0.07 * half_width) for side in (-1, 1)],
                           _HAIR_STROKE)
    yield shapes.ellipse(80, 0, 5.5, max(0.13 * half_width, 1.2), fill=WHITE)
    yield from _draw_turret_row(hull, min(0.24 * half_width, 26 / max(hull.turrets, 1)), 0.14, 0.72)


def _draw_aircraft(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw wings, a tail, engines on the wings or one in the nose, and a cockpit."""
    span = DRAWING_LENGTH / hull.slenderness * 2.2
    yield shapes.polygon([(46, -span), (60, -span), (70, 0), (60, span), (46, span), (44, 0)], fill=BLACK)
    yield shapes.polygon([(4, -0.36 * span), (12, -0.36 * span), (18, 0), (12, 0.36 * span), (4, 0.36 * span), (7, 0)],
                         fill=BLACK)
    yield shapes.polygon([(x, 0.7 * y) for x, y in _make_outline(_make_profile(10, stern=0.5, shoulder=0.72, bow=2.4))],
                         fill=BLACK, stroke=_EDGE_STROKE)
    engine_count = max(hull.engines, 1)
    for number in range(engine_count):
        y = (
            0.0
            if engine_count % 2 and number == engine_count // 2
            else span * 0.75 * ((2 * number + 1) / engine_count - 1)
        )
        x = 94.0 if y == 0 else 70.0
        if y:
            yield shapes.rounded_rect(50, y - 3, 22, 6, 2.5, fill=BLACK, stroke=_EDGE_STROKE)
        yield shapes.line(x + 4, y - 9, x + 4, y + 9, Stroke(BLACK, 1.8, cap="round"))
    yield shapes.ellipse(66, 0, 6, 3, fill=WHITE)
    for side in (-1, 1):
        yield shapes.circle(53, side * 0.78 * span, 5, stroke=_FINE_STROKE)
        if detail > COARSE_DETAIL:
            yield shapes.line(48.5, side * 0.3 * span, 48.5, side * 0.92 * span, _FINE_STROKE)
        if detail == FINE_DETAIL:
            yield shapes.lines([(49, side * y * span, 60, side * y * span) for y in (0.3, 0.45, 0.6, 0.9)],
                               _HAIR_STROKE)
            yield shapes.line(9, side * 0.06 * span, 9, side * 0.33 * span, _HAIR_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(62, -2.6, 62, 2.6), (68, -2.8, 68, 2.8)], Stroke(BLACK, 0.5))
    yield from _draw_turret_row(hull, 2.6, 0.24, 0.5)


def _draw_vehicle(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw tracks on both sides, a hull between them, turrets with one gun each, and engine gratings astern."""
    half_width = DRAWING_LENGTH / hull.slenderness / 2
    for side in (-1, 1):
        yield shapes.rounded_rect(0, side * 0.8 * half_width - 0.2 * half_width, DRAWING_LENGTH, 0.4 * half_width,
                                  0.12 * half_width, fill=BLACK)
        if detail > COARSE_DETAIL:
            yield shapes.lines([(x, side * 0.8 * half_width - 0.2 * half_width, x,
                                 side * 0.8 * half_width + 0.2 * half_width)
                                for x in range(7, 100, 7)], Stroke(WHITE, 0.9))
    yield shapes.polygon([(3, -0.56 * half_width), (84, -0.56 * half_width), (97, -0.3 * half_width),
                          (97, 0.3 * half_width),
                          (84, 0.56 * half_width), (3, 0.56 * half_width)], fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.lines([(8 + 4 * k, -0.4 * half_width, 8 + 4 * k, 0.4 * half_width)
                        for k in range(max(hull.engines, 1) * 2 + 2)],
                       _FINE_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(78, side * 0.1 * half_width, 90, side * 0.06 * half_width) for side in (-3, 3)],
                           _HAIR_STROKE)
        for side in (-1, 1):  # lamps, and a box of tools
            yield shapes.circle(90, side * 0.3 * half_width, 0.05 * half_width, fill=WHITE)
            yield shapes.rect(30, side * 0.44 * half_width - 0.06 * half_width, 18, 0.12 * half_width,
                              stroke=_HAIR_STROKE)
    size = 0.36 * half_width
    for x in _iter_positions(hull.turrets, 0.34, 0.72):
        yield shapes.line(x, 0, x + 52, 0, Stroke(WHITE, 4.4))
        yield shapes.line(x, 0, x + 52, 0, Stroke(BLACK, 2.6))
        yield shapes.circle(x, 0, size, fill=BLACK, stroke=Stroke(WHITE, 1.4))
        yield shapes.circle(x - 0.2 * size, 0, 0.32 * size, fill=WHITE)
        if detail == FINE_DETAIL:
            yield shapes.circle(x, 0, 0.82 * size, stroke=_HAIR_STROKE)


def _draw_squad(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw figures from the front, in two ranks if there are many: helmets, shoulders, and a rifle for each gun."""
    figure_count = max(hull.figures, 1)
    ranks = (figure_count,) if figure_count <= 4 else (figure_count // 2, figure_count - figure_count // 2)
    spacing = DRAWING_LENGTH / max(ranks)
    size = min(spacing, 46.0)
    for rank, count in enumerate(ranks):
        for number in range(count):
            x, y = (number + 0.5 + (max(ranks) - count) / 2) * spacing, 0.62 * size * rank
            yield shapes.polygon([
                (x + dx * size, y + dy * size) for dx, dy in (
                    (-0.42, 1.02), (-0.42, 0.62), (-0.3, 0.44), (0.3, 0.44), (0.42, 0.62), (0.42, 1.02))],
                fill=BLACK, stroke=_EDGE_STROKE)
            yield shapes.circle(x, y + 0.26 * size, 0.2 * size, fill=BLACK, stroke=_EDGE_STROKE)
            yield shapes.line(x - 0.27 * size, y + 0.25 * size, x + 0.27 * size, y + 0.25 * size,
                              Stroke(BLACK, 0.07 * size, cap="round"))
            if detail > COARSE_DETAIL:
                yield shapes.line(x - 0.12 * size, y + 0.44 * size, x + 0.12 * size, y + 0.86 * size,
                                  Stroke(WHITE, 0.05 * size))
            if detail == FINE_DETAIL:  # a belt with its pouches, and a face
                yield shapes.line(x - 0.3 * size, y + 0.88 * size, x + 0.3 * size, y + 0.88 * size,
                                  Stroke(WHITE, 0.02 * size))
                for side in (-1, 1):
                    yield shapes.rect(x + side * 0.2 * size - 0.06 * size, y + 0.84 * size, 0.12 * size, 0.1 * size,
                                      fill=BLACK, stroke=Stroke(WHITE, 0.016 * size))
                    yield shapes.line(x + side * 0.05 * size, y + 0.31 * size, x + side * 0.1 * size, y + 0.31 * size,
                                      Stroke(WHITE, 0.03 * size))
            if number + sum(ranks[:rank]) < hull.turrets:
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y + 0.02 * size,
                                  Stroke(WHITE, 0.12 * size))
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y, Stroke(BLACK, 0.06 * size))


def _draw_walker(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a machine on two legs, from the front: legs, hips, a broad trunk with an eye slit, guns for arms."""
    half_width = DRAWING_LENGTH / max(hull.slenderness, 1.4) / 1.4
    for side in (-1, 1):
        yield shapes.polygon([(side * x * half_width, y) for x, y in (
            (0.08, 52), (0.5, 56), (0.5, 80), (0.66, 94), (0.74, 100), (0.16, 100), (0.26, 80))], fill=BLACK)
        yield shapes.line(side * 0.24 * half_width, 79, side * 0.54 * half_width, 79, _FINE_STROKE)
        if detail == FINE_DETAIL:
            yield shapes.lines([(side * 0.26 * half_width, y, side * 0.5 * half_width, y) for y in (64, 68)],
                               _HAIR_STROKE)
            yield shapes.line(side * 0.3 * half_width, 95, side * 0.62 * half_width, 95, _HAIR_STROKE)
        yield shapes.polygon([(side * x * half_width, y) for x, y in ((0.56, 12), (0.98, 8), (1.04, 30), (0.62, 34))],
                             fill=BLACK, stroke=_EDGE_STROKE)
    arms = min(hull.turrets, 4)
    for number in range(max(arms, 2)):
        side, row = (1, -1)[number % 2], number // 2
        x = side * (0.86 - 0.2 * row) * half_width
        yield shapes.rect(x - 3.2, 26, 6.4, 36 - 8 * row, fill=BLACK, stroke=_EDGE_STROKE)
        if number < arms:
            yield shapes.rect(x - 1.4, 54 - 8 * row, 2.8, 18, fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.polygon([(x * half_width, y) for x, y in (
        (-0.5, 6), (0.5, 6), (0.64, 30), (0.34, 56), (-0.34, 56), (-0.64, 30))], fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.rounded_rect(-0.2 * half_width, -3, 0.4 * half_width, 15, 3, fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.rect(-0.13 * half_width, 2, 0.26 * half_width, 2.6, fill=WHITE)
    if detail == FINE_DETAIL:
        seams = ((0.44, 12, 0.2, 24), (0.54, 30, 0.24, 30), (0.2, 50, 0.3, 32))
        yield shapes.lines([(side * x * half_width, y, side * end_x * half_width, end_y)
                            for side in (-1, 1) for x, y, end_x, end_y in seams], _HAIR_STROKE)
    for x in _iter_positions(min(hull.engines, 5), -0.28, 0.28):
        yield shapes.circle(x * half_width / DRAWING_LENGTH * 1.4, 40, 2.2, fill=WHITE)


def _draw_creature(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw one or more beast heads from the front: horns, brow, eyes, fangs, and wings behind them."""
    head_count = max(hull.figures, 1)
    half_width = min(30.0, 46.0 / head_count)
    for pair in range(min(hull.engines, 3)):  # the wings of bats
        for side in (-1, 1):
            drop = 0.7 * half_width * pair
            yield shapes.polygon([(side * x, drop + y) for x, y in (
                (8, -6), (30, -34), (52, -38), (47, -18), (50, 2), (38, -6), (34, 12), (24, 2), (10, 16))],
                fill=BLACK, stroke=_EDGE_STROKE)
            if detail > COARSE_DETAIL:
                yield shapes.lines([(side * 28, drop - 24, side * x, drop + y) for x,
                                    y in ((48, -20), (37, -8), (24, -1))],
                                   _FINE_STROKE)
    for number in range(head_count):
        yield from _draw_head((2 * number + 1 - head_count) * 1.06 * half_width, half_width, min(hull.turrets, 6),
                              detail)


def _draw_head(center_x: float, half_width: float, horns: int, detail: int) -> Iterator[Item]:
    """Draw a beast's head, `half_width` wide on each side of its middle.

    The chin is about 2 x `half_width` below the brow.
    """
    def mirror(points: Iterable[Point], side: int) -> list[Point]:
        return [(center_x + side * x * half_width, y * half_width) for x, y in points]

    for number in range(horns):
        side, outer = (1, -1)[number % 2], 0.28 * (number // 2)
        yield shapes.polygon(mirror(((0.2 + outer, -0.5), (0.5 + outer, -1.05), (0.42 + outer, -1.5),
                                     (0.78 + outer, -1.0), (0.62 + outer, -0.3)), side), fill=BLACK,
                             stroke=_EDGE_STROKE)
    face = ((0, -0.62), (0.34, -0.7), (0.7, -0.46), (0.98, -0.62), (0.84, -0.1), (0.62, 0.34), (0.52, 0.86),
            (0.24, 1.22))
    yield shapes.polygon([*mirror(face, 1), *reversed(mirror(face, -1))], fill=BLACK, stroke=_EDGE_STROKE)
    for side in (-1, 1):
        yield shapes.polygon(mirror(((0.16, 0.0), (0.62, -0.3), (0.5, 0.04), (0.24, 0.12)), side), fill=WHITE)
        yield shapes.circle(center_x + side * 0.38 * half_width, -0.05 * half_width, 0.08 * half_width, fill=BLACK)
        yield shapes.polygon(mirror(((0.12, 0.72), (0.34, 0.7), (0.26, 1.04)), side), fill=WHITE)
        if detail > COARSE_DETAIL:
            yield shapes.polyline(mirror(((0.06, 0.4), (0.16, 0.48), (0.2, 0.38)), side),
                                  stroke=Stroke(WHITE, 0.06 * half_width, join="round"))
        if detail == FINE_DETAIL:
            yield shapes.lines([(center_x + side * x * half_width, y * half_width, center_x + side * end_x * half_width,
                                 end_y * half_width)
                                for x, y, end_x, end_y in ((0.1, -0.3, 0.5, -0.5), (0.72, -0.3, 0.86, -0.5),
                                                           (0.5, 0.3, 0.42, 0.62), (0.08, -0.1, 0.08, 0.28))],
                               Stroke(WHITE, 0.03 * half_width))
    if detail > COARSE_DETAIL:
        yield shapes.line(center_x - 0.42 * half_width, 0.68 * half_width, center_x + 0.42 * half_width,
                          0.68 * half_width, Stroke(WHITE, 0.05 * half_width))


# --- seen from the side


def _draw_ship_from_side(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a steamer or a warship: sheer, a ram or a stem, a deckhouse, funnels, masts with tops, turrets on deck."""
    hull_height = min(max(40 / hull.slenderness, 7.0), 16.0)
    deck = -hull_height
    for x in _iter_positions(hull.masts, 0.26, 0.74):
        yield shapes.line(x, deck - 0.6 * hull_height, x, deck - 3.3 * hull_height, Stroke(BLACK, 1.3))
        yield shapes.line(x - 0.5 * hull_height, deck - 2.5 * hull_height, x + 0.5 * hull_height,
                          deck - 2.5 * hull_height, Stroke(BLACK, 1.0))
        yield shapes.polygon([(x - 2.2, deck - 2.1 * hull_height), (x + 2.2, deck - 2.1 * hull_height),
                              (x + 1.4, deck - 1.8 * hull_height),
                              (x - 1.4, deck - 1.8 * hull_height)], fill=BLACK)
        if detail == FINE_DETAIL:
            yield shapes.lines([(x, deck - 3.0 * hull_height, x + reach, deck - 0.4 * hull_height)
                                for reach in (-7, 7)],
                               Stroke(BLACK, 0.4))
    for x in _iter_positions(hull.engines, 0.4, 0.62):
        yield shapes.polygon([(x - 2.6, deck), (x - 2.3, deck - 2.2 * hull_height), (x + 2.3, deck - 2.2 * hull_height),
                              (x + 2.6, deck)], fill=BLACK, stroke=_EDGE_STROKE)
        if detail > COARSE_DETAIL:
            yield shapes.line(x - 2.2, deck - 1.8 * hull_height, x + 2.2, deck - 1.8 * hull_height, _FINE_STROKE)
    yield shapes.polygon([(32, deck + 1), (33, deck - 0.8 * hull_height), (62, deck - 0.8 * hull_height),
                          (64, deck - 1.4 * hull_height),
                          (70, deck - 1.4 * hull_height), (71, deck + 1)], fill=BLACK, stroke=_EDGE_STROKE)
    for x, size, astern in _place_ship_turrets(hull):
        turret_size, direction = min(size, 0.62 * hull_height), -1 if astern else 1
        barrel = Stroke(BLACK, 0.4 * turret_size)
        yield shapes.line(x, deck - 0.62 * turret_size, x + direction * 2.5 * turret_size, deck - 0.78 * turret_size,
                          barrel)
        yield shapes.polygon([(x + direction * dx * turret_size, deck - dy * turret_size + (0 if dy else 0.4)) for dx,
                              dy in (
            (-1, 0), (-0.86, 0.9), (0.5, 1), (1, 0.5), (1, 0))], fill=BLACK, stroke=_EDGE_STROKE)
    stern = [(3.0, 0.0), (0.6, 0.45 * deck), (0.0, 1.12 * deck)]
    yield shapes.polygon([*stern, (14, deck), (84, deck), (98, 1.24 * deck), (96.5, 0.5 * deck), (100, 0.1 * deck),
                          (97, 0)], fill=BLACK, stroke=_EDGE_STROKE)
    if detail > COARSE_DETAIL:
        yield shapes.polyline([(2, 0.78 * deck), (14, 0.68 * deck), (84, 0.68 * deck), (95, 0.84 * deck)],
                              stroke=_FINE_STROKE)
    for x in range(20, 82, 6 if detail == FINE_DETAIL else 10):
        yield shapes.circle(x, 0.4 * deck, 0.1 * hull_height if detail else 0.15 * hull_height, fill=WHITE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(6, 0.14 * deck, 96, 0.14 * deck)], _HAIR_STROKE)
        yield shapes.lines([(35 + 4 * k, deck - 0.55 * hull_height, 37 + 4 * k, deck - 0.55 * hull_height)
                            for k in range(7)], _FINE_STROKE)


def _draw_sailing_ship_from_side(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a ship under full sail: a high stern, a row of gun ports, bellied square sails, jibs on the bowsprit."""
    hull_height = min(max(44 / hull.slenderness, 8.0), 18.0)
    masts = max(hull.masts, 1)
    mast_height = min(84.0, 200.0 / masts)
    yield shapes.line(90, -1.25 * hull_height, 112, -2.1 * hull_height, Stroke(BLACK, 1.8, cap="round"))
    mast_xs = [*_iter_positions(masts, 0.08, 0.9)]
    for number, x in enumerate(mast_xs):
        this_mast_height = mast_height * (1 if 0 < number < masts - 1 or masts < 3 else 0.86)
        reach = min(0.4 * DRAWING_LENGTH / masts, 16.0)
        yield shapes.line(x, -0.8 * hull_height, x, -hull_height - this_mast_height, Stroke(BLACK, 1.6))
        yield shapes.polygon([(x, -hull_height - this_mast_height), (x + 5, -hull_height - this_mast_height + 1.6),
                              (x, -hull_height - this_mast_height + 3.2)], fill=BLACK)
        foot = -1.35 * hull_height
        for depth, share in ((0.4, 1.0), (0.34, 0.84), (0.2, 0.62)):
            head = foot - (this_mast_height - 0.5 * hull_height - 5) * depth
            yield _draw_sail(x, (foot - 1.0, share * reach), (head, 0.88 * share * reach), 0.24 * reach)
            if detail == FINE_DETAIL:
                yield shapes.lines([(x + line_side * reach * share * 0.3, foot - 2,
                                     x + line_side * reach * share * 0.28, head + 1)
                                    for line_side in (-1, 0, 1)], Stroke(BLACK, 0.35))
            foot = head - 0.6
    foremast_x = mast_xs[-1]
    for reach, height_share in ((110, 0.72), (103, 0.5)):
        yield shapes.polygon([(foremast_x + 2, -hull_height - height_share * mast_height),
                              (reach, -0.02 * reach * hull_height + 0.2 * hull_height),
                              (foremast_x + 0.2 * reach, -1.5 * hull_height)], fill=WHITE,
                             stroke=Stroke(BLACK, 1.2, join="round"))
    body = [(2, -1.9 * hull_height), (14, -1.75 * hull_height), (16, -1.2 * hull_height), (76, -1.1 * hull_height),
            (78, -1.4 * hull_height),
            (97, -1.6 * hull_height), (93, -0.5 * hull_height), (86, 0), (8, 0), (3, -0.7 * hull_height)]
    yield shapes.polygon(body, fill=BLACK, stroke=_EDGE_STROKE)
    step = 7 if detail == FINE_DETAIL else 9
    yield shapes.line(8, -0.72 * hull_height, 90, -0.72 * hull_height, Stroke(WHITE, 0.26 * hull_height))
    for x in range(14, 88, step):
        yield shapes.rect(x, -0.84 * hull_height, 3.0, 0.24 * hull_height, fill=BLACK)
    if detail > COARSE_DETAIL:
        yield shapes.lines([(6, -1.3 * hull_height, 12, -1.3 * hull_height),
                            (6, -1.05 * hull_height, 90, -0.98 * hull_height)], _FINE_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(8, y * hull_height, 88, y * hull_height) for y in (-0.4, -0.22)], _HAIR_STROKE)


def _draw_sail(x: float, foot: tuple[float, float], head: tuple[float, float], belly: float) -> Item:
    """Return a square sail on a mast, with wind from astern.

    `foot` (the lower edge) and `head` (the upper edge) are each (y, half the breadth).
    """
    (foot_y, foot_half), (head_y, head_half) = foot, head
    steps = [k / 8 for k in range(9)]
    front_edge = [(x + foot_half + (head_half - foot_half) * t + belly * 4 * t * (1 - t) * 0.5,
                   foot_y + (head_y - foot_y) * t) for t in steps]
    back_edge = [(x - foot_half + (foot_half - head_half) * t + belly * 4 * t * (1 - t) * 0.5,
                  foot_y + (head_y - foot_y) * t) for t in steps]
    return shapes.polygon([*front_edge, *reversed(back_edge)], fill=WHITE, stroke=Stroke(BLACK, 1.3, join="round"))


def _draw_spacecraft_from_side(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a long wedge with a fin, a bridge above, nozzles astern and turrets above and below."""
    half_width = min(DRAWING_LENGTH / hull.slenderness / 2, 16.0)
    engines = min(max(hull.engines, 1), 4)
    for number in range(engines):
        y = 0.6 * half_width * ((2 * number + 1) / engines - 1)
        nozzle_half = min(0.5 * half_width / engines, 5.0)
        yield shapes.polygon([(-7, y - nozzle_half), (9, y - 0.7 * nozzle_half), (9, y + 0.7 * nozzle_half),
                              (-7, y + nozzle_half)], fill=BLACK)
        yield shapes.line(-4.5, y - 0.7 * nozzle_half, -4.5, y + 0.7 * nozzle_half, _FINE_STROKE)
    yield shapes.polygon([(8, -0.4 * half_width), (2, -1.75 * half_width), (13, -1.75 * half_width),
                          (32, -0.6 * half_width)], fill=BLACK,
                         stroke=_EDGE_STROKE)
    for number, x in enumerate(_iter_positions(hull.turrets, 0.2, 0.74)):
        size, side = min(0.26 * half_width, 3.4), (-1, 1)[number % 2]
        edge = side * (0.72 - 0.42 * max(x - 40, 0) / 60) * half_width
        yield shapes.line(x, edge + side * 0.5 * size, x + 2.6 * size, edge + side * 0.6 * size,
                          Stroke(BLACK, 0.45 * size))
        yield shapes.circle(x, edge, size, fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.polygon([(48, -0.5 * half_width), (52, -1.15 * half_width), (62, -1.15 * half_width),
                          (72, -0.4 * half_width)], fill=BLACK,
                         stroke=_EDGE_STROKE)
    body = [(4, -0.62), (14, -0.8), (62, -0.5), (90, -0.16), (100, 0.06), (84, 0.34), (40, 0.7), (12, 0.7), (4, 0.5)]
    yield shapes.polygon([(x, y * half_width) for x, y in body], fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.line(55, -0.92 * half_width, 62, -0.92 * half_width, _FINE_STROKE)
    if detail > COARSE_DETAIL:
        yield shapes.polyline([(8, 0.1 * half_width), (60, 0.1 * half_width), (94, 0.06 * half_width)],
                              stroke=_FINE_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(x, -0.5 * half_width, x - 4, 0.5 * half_width) for x in (20, 32, 44)], _HAIR_STROKE)
        yield shapes.lines([(58 + 4 * k, -0.16 * half_width, 60 + 4 * k, -0.16 * half_width) for k in range(6)],
                           _FINE_STROKE)
        yield shapes.line(7, -1.6 * half_width, 15, -0.6 * half_width, _HAIR_STROKE)


def _draw_aircraft_from_side(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw a fuselage with a fin, a cockpit, a wing seen from its tip, and propellers ahead."""
    half_width = 9.0
    yield shapes.polygon([(2, -3), (0, -22), (10, -22), (24, -6)], fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.polygon([(54, -5), (60, -14), (68, -14), (78, -5)], fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.polygon([(57, -6), (61.5, -12.4), (66.5, -12.4), (72, -6)], fill=WHITE)
    yield shapes.polygon([(x, 0.8 * y) for x, y in _make_outline(_make_profile(half_width, stern=0.6, shoulder=0.78,
                                                                               bow=2.0))],
                         fill=BLACK, stroke=_EDGE_STROKE)
    for number in range(max(hull.engines, 1)):
        x = 98.0 - 5 * number
        yield shapes.line(x, -12, x, 12, Stroke(BLACK, 1.6, cap="round"))
    yield shapes.polygon([(38, 3), (44, 0.6), (66, 0.6), (70, 3), (64, 4.6), (44, 4.6)], fill=BLACK,
                         stroke=_EDGE_STROKE)
    for x in _iter_positions(hull.turrets, 0.2, 0.48):
        yield shapes.line(x, -6, x - 7, -10, Stroke(BLACK, 1.2))
        yield shapes.circle(x, -5.4, 2.6, fill=BLACK, stroke=_EDGE_STROKE)
    yield shapes.circle(30, 0, 3.2, stroke=_FINE_STROKE)
    if detail > COARSE_DETAIL:
        yield shapes.line(5, -19, 5, -6, _FINE_STROKE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(x, -4.4, x, 4.4) for x in (44, 80, 86)], _HAIR_STROKE)
        yield shapes.line(64, -12, 64, -6, Stroke(BLACK, 0.5))


def _draw_vehicle_from_side(hull: SilhouetteSpec, detail: int) -> Iterator[Item]:
    """Draw tracks with road wheels, a hull with a sloped front, and turrets with one gun each."""
    track_height = 15.0
    yield shapes.polygon([(4, -track_height), (8, -track_height - 11), (82, -track_height - 11), (97, -track_height)],
                         fill=BLACK, stroke=_EDGE_STROKE)
    for x in _iter_positions(min(hull.turrets, 3), 0.3, 0.64):
        yield shapes.line(x + 8, -track_height - 18, x + 50, -track_height - 19, Stroke(BLACK, 2.6))
        yield shapes.polygon([(x - 13, -track_height - 10.6), (x - 11, -track_height - 22), (x + 7, -track_height - 23),
                              (x + 14, -track_height - 16),
                              (x + 12, -track_height - 10.6)], fill=BLACK, stroke=_EDGE_STROKE)
        yield shapes.rect(x - 7, -track_height - 25.5, 8, 3, fill=BLACK)
        if detail == FINE_DETAIL:
            yield shapes.line(x - 9, -track_height - 14, x + 10, -track_height - 14, _HAIR_STROKE)
            yield shapes.line(x - 11, -track_height - 18, x - 4, -track_height - 18, _HAIR_STROKE)
    yield shapes.polygon([(0, -8), (6, -track_height), (94, -track_height), (100, -9), (90, 0), (10, 0)], fill=BLACK,
                         stroke=_EDGE_STROKE)
    for x in _iter_positions(6, 0.09, 0.91):
        yield shapes.circle(x, -5.6, 4.4, stroke=Stroke(WHITE, 1.0))
        if detail > COARSE_DETAIL:
            yield shapes.circle(x, -5.6, 1.4, fill=WHITE)
    if detail == FINE_DETAIL:
        yield shapes.lines([(x, -track_height + 0.6, x, -track_height + 2.4) for x in range(9, 94, 4)], _HAIR_STROKE)
        gratings = range(14, 20 + 3 * max(hull.engines, 1), 3)
        yield shapes.lines([(x, -track_height - 8, x, -track_height - 3) for x in gratings], _HAIR_STROKE)


_DRAW_FUNCTIONS: Mapping[str, Callable[[SilhouetteSpec, int], Iterator[Item]]] = {
    "ship": _draw_ship, "sailing ship": _draw_sailing_ship, "spacecraft": _draw_spacecraft, "aircraft": _draw_aircraft,
    "vehicle": _draw_vehicle, "walker": _draw_walker, "squad": _draw_squad, "creature": _draw_creature}
_SIDE_DRAW_FUNCTIONS: Mapping[str, Callable[[SilhouetteSpec, int], Iterator[Item]]] = {
    **_DRAW_FUNCTIONS,
    "ship": _draw_ship_from_side,
    "sailing ship": _draw_sailing_ship_from_side,
    "spacecraft": _draw_spacecraft_from_side,
    "aircraft": _draw_aircraft_from_side,
    "vehicle": _draw_vehicle_from_side,
}
