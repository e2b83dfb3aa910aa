"""Silhouettes drawn from figures, for units without a picture: ships, aircraft, vehicles, squads, creatures.

A drawing is 100 units long, with the bow to the right; it is black on nothing with white details, as pictures in files
are, so that it takes a side's colour in the same way. Each has three levels of detail: few lines for a counter of 10
mm; everything that one of 20 mm can show; planks, boats and portholes for a card or a cover. Levels differ only in
details within the outline, so that all three have the same size. Units seen from the side stand on the line y = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase

from printshop.drawing import shapes
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import BLACK, WHITE, Item, Path, Stroke
from printshop.drawing.svg import Art, Spot
from printshop.silhouettes import SIDEWAYS, Hull
from printshop.units import MM

LONG = 100.0
COARSE, USUAL, FINE = range(3)  # the levels of detail
STEPS = ((FINE, 42 * MM), (USUAL, 15 * MM))  # the printed length from which each level is used
_FINE = Stroke(WHITE, 1.0, join="round")
_EDGE = Stroke(WHITE, 0.8, join="round")
_HAIR = Stroke(WHITE, 0.45, join="round")


# Equal figures give the same drawing, hence the same symbol (see `art._symbol`).
@lru_cache(maxsize=256)
def drawn(hull: Hull) -> Art:
    """Return the drawing of a hull, cropped to its contents, with its less and more detailed versions."""
    ways = _SIDEWAYS if hull.seen == SIDEWAYS else _WAYS
    usual, *finer = (tuple(ways[hull.kind](hull, detail)) for detail in (COARSE, USUAL, FINE))
    left, top, right, bottom = shapes.bounds(finer[-1])
    spots = tuple((name, x + 1 - left, y + 1 - top) for name, x, y in _spots(hull))

    def boxed(items: Iterable[Item], name: str) -> Art:
        moved = tuple(shapes.transform_path(item, Transform(e=1 - left, f=1 - top))
                      for item in items if isinstance(item, Path))
        return Art(name, right - left + 2, bottom - top + 2, moved, spots=spots)

    more = ((length, boxed(finer[detail - 1], f"{hull.name}-{detail}")) for detail, length in STEPS)
    return replace(boxed(usual, hull.name), finer=tuple(more))


def _spots(hull: Hull) -> Iterator[Spot]:
    """Yield the positions of a ship's turrets, from the bow, each as "turret" and as "turret A", "turret B" ..."""
    for number, (x, _, _) in enumerate(reversed([*_ship_turrets(hull)] if hull.kind == "ship" else ())):
        for name in ("turret", f"turret {ascii_uppercase[number]}"):
            yield name, x, 0.0


def _outline(half: Callable[[float], float], steps: int = 96) -> list[Point]:
    """Return the outline of a hull about the keel; `half` gives half its breadth at a share of its length.

    Shares run from 0 at the stern to 1 at the bow.
    """
    ahead = [(LONG * k / steps, half(k / steps)) for k in range(steps + 1)]
    return [*((x, -y) for x, y in ahead), *reversed(ahead)]


def _shape(half: float, *, stern: float, shoulder: float, bow: float) -> Callable[[float], float]:
    """Return half the breadth as a function of the share of the length.

    The hull is round up to `stern`, and tapers from `shoulder` to the bow; a larger `bow` makes it fuller.
    """
    def at(share: float) -> float:
        if share < stern:
            return half * math.sqrt(max(1 - (1 - share / stern) ** 2, 0.0)) * 0.96 + 0.04 * half
        if share > shoulder:
            return half * max(1 - math.pow((share - shoulder) / (1 - shoulder), bow), 0.0)
        return half
    return at


def _planks(half: Callable[[float], float], start: int, end: int) -> Iterator[Item]:
    """Yield the seams of a deck, from one position along the hull to another, within two thirds of its breadth."""
    broad = half(0.5)
    for row in (-0.5, -0.25, 0.0, 0.25, 0.5):
        inside = [x for x in range(start, end + 1, 2) if abs(row) * broad < 0.66 * half(x / LONG)]
        if inside:
            yield shapes.line(inside[0], row * broad, inside[-1], row * broad, _HAIR)


def _spread(count: int, start: float, end: float) -> Iterator[float]:
    """Yield positions along the keel, spaced evenly from one share of the length to another."""
    for number in range(count):
        yield LONG * (start + (end - start) * (number + 0.5) / count)


def _turret(x: float, size: float, *, astern: bool = False) -> Iterator[Item]:
    """Yield a turret on the keel with two barrels, pointing ahead or astern."""
    way = -1 if astern else 1
    for y in (-0.38 * size, 0.38 * size):
        yield shapes.line(x, y, x + way * 2.4 * size, y, Stroke(WHITE, max(0.42 * size, 0.7)))
    yield shapes.circle(x, 0, size, fill=WHITE)
    yield shapes.circle(x, 0, 0.58 * size, fill=BLACK)


def _turrets(hull: Hull, size: float, start: float, end: float) -> Iterator[Item]:
    """Yield a row of turrets: those behind the middle fire astern, the others ahead."""
    places = [*_spread(hull.turrets, start, end)]
    for number, x in enumerate(places):
        yield from _turret(x, size, astern=len(places) > 1 and number < len(places) // 2)


def _ship_turrets(hull: Hull) -> Iterator[tuple[float, float, bool]]:
    """Yield the position, the size and the direction (True: astern) of each turret of a ship, from the stern."""
    aft, ahead = hull.turrets // 2, hull.turrets - hull.turrets // 2
    size = min(0.36 * LONG / hull.slender / 2, 14 / max(aft, ahead, 1))
    for number, x in enumerate((*_spread(aft, 0.1, 0.34), *_spread(ahead, 0.66, 0.9))):
        yield x, size * (1 if 15 < x < 80 else 0.85), number < aft


def _ship(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a steamer or a warship: deck edge, funnels amidships, turrets fore and aft, masts with yards."""
    half = LONG / hull.slender / 2
    lines = _shape(half, stern=0.1, shoulder=0.58, bow=1.9)
    yield shapes.polygon(_outline(lines), fill=BLACK)
    if detail > COARSE:
        yield shapes.polygon([(6 + 0.88 * x, 0.8 * y) for x, y in _outline(lines)], stroke=_FINE)
    if detail == FINE:
        yield from _planks(lines, 12, 84)
        for place, way in ((30, -1), (30, 1), (64, -1), (64, 1)):  # boats in their davits
            yield shapes.ellipse(place, way * 0.56 * half, 4.0, min(1.2, 0.16 * half), fill=BLACK, stroke=_HAIR)
    for x, size, astern in _ship_turrets(hull):
        yield from _turret(x, size, astern=astern)
    for x in _spread(hull.engines, 0.38, 0.6):
        yield shapes.ellipse(x, 0, min(2.6, 0.3 * half), min(2.2, 0.34 * half), fill=WHITE)
        yield shapes.ellipse(x, 0, min(1.5, 0.17 * half), min(1.2, 0.2 * half), fill=BLACK)
    for x in _spread(hull.masts, 0.3, 0.68):
        yield shapes.line(x, -0.55 * half, x, 0.55 * half, Stroke(WHITE, 1.1, cap="round"))
        yield shapes.circle(x, 0, 1.2, fill=WHITE)


def _sailing_ship(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a ship from above under full sail: yards wider than the hull, each with its sail ahead of it."""
    half = LONG / hull.slender / 2
    lines = _shape(half, stern=0.12, shoulder=0.5, bow=1.7)
    yield shapes.line(96, 0, 112, 0, Stroke(BLACK, 2.0, cap="round"))
    yield shapes.polygon(_outline(lines), fill=BLACK)
    if detail > COARSE:
        yield shapes.polygon([(5 + 0.88 * x, 0.76 * y) for x, y in _outline(lines)], stroke=_FINE)
    if detail == FINE:
        yield from _planks(lines, 10, 84)
    masts = max(hull.masts, 1)
    for number, x in enumerate(_spread(masts, 0.14, 0.86)):
        reach = half * (1.75 if 0 < number < masts - 1 or masts < 3 else 1.4)
        deep = min(0.5 * LONG / masts * 0.55, 9.0)
        sail = [(x + deep * (1 - (k / 10) ** 2), reach * k / 10) for k in range(-10, 11)]
        yield shapes.polygon([*sail, (x - 1.0, reach), (x - 1.0, -reach)], fill=WHITE, stroke=Stroke(BLACK, 1.6))
        if detail == FINE:
            yield shapes.lines([(x, y, x + deep * (0.96 - (y / reach) ** 2), y)
                                for y in (-0.5 * reach, 0.0, 0.5 * reach)], Stroke(BLACK, 0.5))
        yield shapes.line(x - 1, -reach - 1.5, x - 1, reach + 1.5, Stroke(BLACK, 2.4, cap="round"))
        yield shapes.circle(x - 1, 0, 2.2, fill=BLACK)


def _spacecraft(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a wedge with swept wings, nozzles astern, a bridge ahead and turrets along the spine."""
    half = LONG / hull.slender / 2
    engines = max(hull.engines, 1)
    wide = min(1.1 * half, 0.8 * half + 2 * engines)
    for number in range(engines):
        y = wide * ((2 * number + 1) / engines - 1) * 0.7
        high = min(0.55 * wide / engines, 6.0)
        yield shapes.polygon([(-7, y - high), (9, y - 0.7 * high), (9, y + 0.7 * high), (-7, y + high)], fill=BLACK)
        yield shapes.line(-4.5, y - 0.7 * high, -4.5, y + 0.7 * high, _FINE)
    for way in (-1, 1):
        yield shapes.polygon([(8, way * 0.4 * half), (2, way * 1.7 * half), (16, way * 1.7 * half),
                              (52, way * 0.6 * half)], fill=BLACK)
        if detail > COARSE:
            yield shapes.line(9, way * 1.45 * half, 34, way * 0.9 * half, _FINE)
        if detail == FINE:
            yield shapes.lines([(12 + 7 * k, way * (1.38 - 0.12 * k) * half, 12 + 7 * k, way * (0.75 - 0.03 * k) * half)
                                for k in range(3)], _HAIR)
    body = [(4, -0.62), (14, -0.8), (62, -0.58), (88, -0.24), (100, 0), (88, 0.24), (62, 0.58), (14, 0.8), (4, 0.62)]
    yield shapes.polygon([(x, y * half) for x, y in body], fill=BLACK, stroke=_EDGE)
    if detail > COARSE:
        yield shapes.polygon([(10 + 0.72 * x, 0.62 * y * half) for x, y in body], stroke=_FINE)
    if detail == FINE:
        yield shapes.lines([(x, -0.42 * half, x, 0.42 * half) for x in (22, 36, 50)], _HAIR)
        yield shapes.lines([(70, way * 0.16 * half, 92, way * 0.07 * half) for way in (-1, 1)], _HAIR)
    yield shapes.ellipse(80, 0, 5.5, max(0.13 * half, 1.2), fill=WHITE)
    yield from _turrets(hull, min(0.24 * half, 26 / max(hull.turrets, 1)), 0.14, 0.72)


def _aircraft(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw wings, a tail, engines on the wings or one in the nose, and a cockpit."""
    span = LONG / hull.slender * 2.2
    yield shapes.polygon([(46, -span), (60, -span), (70, 0), (60, span), (46, span), (44, 0)], fill=BLACK)
    yield shapes.polygon([(4, -0.36 * span), (12, -0.36 * span), (18, 0), (12, 0.36 * span), (4, 0.36 * span), (7, 0)],
                         fill=BLACK)
    yield shapes.polygon([(x, 0.7 * y) for x, y in _outline(_shape(10, stern=0.5, shoulder=0.72, bow=2.4))],
                         fill=BLACK, stroke=_EDGE)
    many = max(hull.engines, 1)
    for number in range(many):
        y = 0.0 if many % 2 and number == many // 2 else span * 0.75 * ((2 * number + 1) / many - 1)
        x = 94.0 if y == 0 else 70.0
        if y:
            yield shapes.rounded_rect(50, y - 3, 22, 6, 2.5, fill=BLACK, stroke=_EDGE)
        yield shapes.line(x + 4, y - 9, x + 4, y + 9, Stroke(BLACK, 1.8, cap="round"))
    yield shapes.ellipse(66, 0, 6, 3, fill=WHITE)
    for way in (-1, 1):
        yield shapes.circle(53, way * 0.78 * span, 5, stroke=_FINE)
        if detail > COARSE:
            yield shapes.line(48.5, way * 0.3 * span, 48.5, way * 0.92 * span, _FINE)
        if detail == FINE:
            yield shapes.lines([(49, way * y * span, 60, way * y * span) for y in (0.3, 0.45, 0.6, 0.9)], _HAIR)
            yield shapes.line(9, way * 0.06 * span, 9, way * 0.33 * span, _HAIR)
    if detail == FINE:
        yield shapes.lines([(62, -2.6, 62, 2.6), (68, -2.8, 68, 2.8)], Stroke(BLACK, 0.5))
    yield from _turrets(hull, 2.6, 0.24, 0.5)


def _vehicle(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw tracks on both sides, a hull between them, turrets with one gun each, and engine gratings astern."""
    half = LONG / hull.slender / 2
    for way in (-1, 1):
        yield shapes.rounded_rect(0, way * 0.8 * half - 0.2 * half, LONG, 0.4 * half, 0.12 * half, fill=BLACK)
        if detail > COARSE:
            yield shapes.lines([(x, way * 0.8 * half - 0.2 * half, x, way * 0.8 * half + 0.2 * half)
                                for x in range(7, 100, 7)], Stroke(WHITE, 0.9))
    yield shapes.polygon([(3, -0.56 * half), (84, -0.56 * half), (97, -0.3 * half), (97, 0.3 * half),
                          (84, 0.56 * half), (3, 0.56 * half)], fill=BLACK, stroke=_EDGE)
    yield shapes.lines([(8 + 4 * k, -0.4 * half, 8 + 4 * k, 0.4 * half) for k in range(max(hull.engines, 1) * 2 + 2)],
                       _FINE)
    if detail == FINE:
        yield shapes.lines([(78, way * 0.1 * half, 90, way * 0.06 * half) for way in (-3, 3)], _HAIR)
        for way in (-1, 1):  # lamps, and a box of tools
            yield shapes.circle(90, way * 0.3 * half, 0.05 * half, fill=WHITE)
            yield shapes.rect(30, way * 0.44 * half - 0.06 * half, 18, 0.12 * half, stroke=_HAIR)
    size = 0.36 * half
    for x in _spread(hull.turrets, 0.34, 0.72):
        yield shapes.line(x, 0, x + 52, 0, Stroke(WHITE, 4.4))
        yield shapes.line(x, 0, x + 52, 0, Stroke(BLACK, 2.6))
        yield shapes.circle(x, 0, size, fill=BLACK, stroke=Stroke(WHITE, 1.4))
        yield shapes.circle(x - 0.2 * size, 0, 0.32 * size, fill=WHITE)
        if detail == FINE:
            yield shapes.circle(x, 0, 0.82 * size, stroke=_HAIR)


def _squad(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw figures from the front, in two ranks if they are many: helmets, shoulders, and a rifle for each gun."""
    many = max(hull.figures, 1)
    ranks = (many,) if many <= 4 else (many // 2, many - many // 2)
    wide = LONG / max(ranks)
    size = min(wide, 46.0)
    for rank, count in enumerate(ranks):
        for number in range(count):
            x, y = (number + 0.5 + (max(ranks) - count) / 2) * wide, 0.62 * size * rank
            yield shapes.polygon([
                (x + across * size, y + down * size) for across, down in (
                    (-0.42, 1.02), (-0.42, 0.62), (-0.3, 0.44), (0.3, 0.44), (0.42, 0.62), (0.42, 1.02))],
                fill=BLACK, stroke=_EDGE)
            yield shapes.circle(x, y + 0.26 * size, 0.2 * size, fill=BLACK, stroke=_EDGE)
            yield shapes.line(x - 0.27 * size, y + 0.25 * size, x + 0.27 * size, y + 0.25 * size,
                              Stroke(BLACK, 0.07 * size, cap="round"))
            if detail > COARSE:
                yield shapes.line(x - 0.12 * size, y + 0.44 * size, x + 0.12 * size, y + 0.86 * size,
                                  Stroke(WHITE, 0.05 * size))
            if detail == FINE:  # a belt with its pouches, and a face
                yield shapes.line(x - 0.3 * size, y + 0.88 * size, x + 0.3 * size, y + 0.88 * size,
                                  Stroke(WHITE, 0.02 * size))
                for way in (-1, 1):
                    yield shapes.rect(x + way * 0.2 * size - 0.06 * size, y + 0.84 * size, 0.12 * size, 0.1 * size,
                                      fill=BLACK, stroke=Stroke(WHITE, 0.016 * size))
                    yield shapes.line(x + way * 0.05 * size, y + 0.31 * size, x + way * 0.1 * size, y + 0.31 * size,
                                      Stroke(WHITE, 0.03 * size))
            if number + sum(ranks[:rank]) < hull.turrets:
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y + 0.02 * size,
                                  Stroke(WHITE, 0.12 * size))
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y, Stroke(BLACK, 0.06 * size))


def _walker(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a machine on two legs, from the front: legs, hips, a broad trunk with an eye slit, guns for arms."""
    half = LONG / max(hull.slender, 1.4) / 1.4
    for way in (-1, 1):
        yield shapes.polygon([(way * x * half, y) for x, y in (
            (0.08, 52), (0.5, 56), (0.5, 80), (0.66, 94), (0.74, 100), (0.16, 100), (0.26, 80))], fill=BLACK)
        yield shapes.line(way * 0.24 * half, 79, way * 0.54 * half, 79, _FINE)
        if detail == FINE:
            yield shapes.lines([(way * 0.26 * half, y, way * 0.5 * half, y) for y in (64, 68)], _HAIR)
            yield shapes.line(way * 0.3 * half, 95, way * 0.62 * half, 95, _HAIR)
        yield shapes.polygon([(way * x * half, y) for x, y in ((0.56, 12), (0.98, 8), (1.04, 30), (0.62, 34))],
                             fill=BLACK, stroke=_EDGE)
    arms = min(hull.turrets, 4)
    for number in range(max(arms, 2)):
        way, low = (1, -1)[number % 2], number // 2
        x = way * (0.86 - 0.2 * low) * half
        yield shapes.rect(x - 3.2, 26, 6.4, 36 - 8 * low, fill=BLACK, stroke=_EDGE)
        if number < arms:
            yield shapes.rect(x - 1.4, 54 - 8 * low, 2.8, 18, fill=BLACK, stroke=_EDGE)
    yield shapes.polygon([(x * half, y) for x, y in (
        (-0.5, 6), (0.5, 6), (0.64, 30), (0.34, 56), (-0.34, 56), (-0.64, 30))], fill=BLACK, stroke=_EDGE)
    yield shapes.rounded_rect(-0.2 * half, -3, 0.4 * half, 15, 3, fill=BLACK, stroke=_EDGE)
    yield shapes.rect(-0.13 * half, 2, 0.26 * half, 2.6, fill=WHITE)
    if detail == FINE:
        seams = ((0.44, 12, 0.2, 24), (0.54, 30, 0.24, 30), (0.2, 50, 0.3, 32))
        yield shapes.lines([(way * x * half, y, way * across * half, down)
                            for way in (-1, 1) for x, y, across, down in seams], _HAIR)
    for x in _spread(min(hull.engines, 5), -0.28, 0.28):
        yield shapes.circle(x * half / LONG * 1.4, 40, 2.2, fill=WHITE)


def _creature(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw one or more beast heads from the front: horns, brow, eyes, fangs, and wings behind them."""
    many = max(hull.figures, 1)
    half = min(30.0, 46.0 / many)
    for pair in range(min(hull.engines, 3)):  # the wings of bats
        for way in (-1, 1):
            low = 0.7 * half * pair
            yield shapes.polygon([(way * x, low + y) for x, y in (
                (8, -6), (30, -34), (52, -38), (47, -18), (50, 2), (38, -6), (34, 12), (24, 2), (10, 16))],
                fill=BLACK, stroke=_EDGE)
            if detail > COARSE:
                yield shapes.lines([(way * 28, low - 24, way * x, low + y) for x, y in ((48, -20), (37, -8), (24, -1))],
                                   _FINE)
    for number in range(many):
        yield from _mask((2 * number + 1 - many) * 1.06 * half, half, min(hull.turrets, 6), detail)


def _mask(middle: float, half: float, horns: int, detail: int) -> Iterator[Item]:
    """Draw a beast's head of half a breadth, its chin about twice that below its brow."""
    def mirrored(points: Iterable[Point], way: int) -> list[Point]:
        return [(middle + way * x * half, y * half) for x, y in points]

    for number in range(horns):
        way, outer = (1, -1)[number % 2], 0.28 * (number // 2)
        yield shapes.polygon(mirrored(((0.2 + outer, -0.5), (0.5 + outer, -1.05), (0.42 + outer, -1.5),
                                       (0.78 + outer, -1.0), (0.62 + outer, -0.3)), way), fill=BLACK, stroke=_EDGE)
    face = ((0, -0.62), (0.34, -0.7), (0.7, -0.46), (0.98, -0.62), (0.84, -0.1), (0.62, 0.34), (0.52, 0.86),
            (0.24, 1.22))
    yield shapes.polygon([*mirrored(face, 1), *reversed(mirrored(face, -1))], fill=BLACK, stroke=_EDGE)
    for way in (-1, 1):
        yield shapes.polygon(mirrored(((0.16, 0.0), (0.62, -0.3), (0.5, 0.04), (0.24, 0.12)), way), fill=WHITE)
        yield shapes.circle(middle + way * 0.38 * half, -0.05 * half, 0.08 * half, fill=BLACK)
        yield shapes.polygon(mirrored(((0.12, 0.72), (0.34, 0.7), (0.26, 1.04)), way), fill=WHITE)
        if detail > COARSE:
            yield shapes.polyline(mirrored(((0.06, 0.4), (0.16, 0.48), (0.2, 0.38)), way),
                                  stroke=Stroke(WHITE, 0.06 * half, join="round"))
        if detail == FINE:
            yield shapes.lines([(middle + way * x * half, y * half, middle + way * across * half, down * half)
                                for x, y, across, down in ((0.1, -0.3, 0.5, -0.5), (0.72, -0.3, 0.86, -0.5),
                                                           (0.5, 0.3, 0.42, 0.62), (0.08, -0.1, 0.08, 0.28))],
                               Stroke(WHITE, 0.03 * half))
    if detail > COARSE:
        yield shapes.line(middle - 0.42 * half, 0.68 * half, middle + 0.42 * half, 0.68 * half,
                          Stroke(WHITE, 0.05 * half))


# --- seen from the side


def _ship_aside(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a steamer or a warship: sheer, a ram or a stem, a deckhouse, funnels, masts with tops, turrets on deck."""
    high = min(max(40 / hull.slender, 7.0), 16.0)
    deck = -high
    for x in _spread(hull.masts, 0.26, 0.74):
        yield shapes.line(x, deck - 0.6 * high, x, deck - 3.3 * high, Stroke(BLACK, 1.3))
        yield shapes.line(x - 0.5 * high, deck - 2.5 * high, x + 0.5 * high, deck - 2.5 * high, Stroke(BLACK, 1.0))
        yield shapes.polygon([(x - 2.2, deck - 2.1 * high), (x + 2.2, deck - 2.1 * high), (x + 1.4, deck - 1.8 * high),
                              (x - 1.4, deck - 1.8 * high)], fill=BLACK)
        if detail == FINE:
            yield shapes.lines([(x, deck - 3.0 * high, x + reach, deck - 0.4 * high) for reach in (-7, 7)],
                               Stroke(BLACK, 0.4))
    for x in _spread(hull.engines, 0.4, 0.62):
        yield shapes.polygon([(x - 2.6, deck), (x - 2.3, deck - 2.2 * high), (x + 2.3, deck - 2.2 * high),
                              (x + 2.6, deck)], fill=BLACK, stroke=_EDGE)
        if detail > COARSE:
            yield shapes.line(x - 2.2, deck - 1.8 * high, x + 2.2, deck - 1.8 * high, _FINE)
    yield shapes.polygon([(32, deck + 1), (33, deck - 0.8 * high), (62, deck - 0.8 * high), (64, deck - 1.4 * high),
                          (70, deck - 1.4 * high), (71, deck + 1)], fill=BLACK, stroke=_EDGE)
    for x, size, astern in _ship_turrets(hull):
        stout, way = min(size, 0.62 * high), -1 if astern else 1
        barrel = Stroke(BLACK, 0.4 * stout)
        yield shapes.line(x, deck - 0.62 * stout, x + way * 2.5 * stout, deck - 0.78 * stout, barrel)
        yield shapes.polygon([(x + way * across * stout, deck - up * stout + (0 if up else 0.4)) for across, up in (
            (-1, 0), (-0.86, 0.9), (0.5, 1), (1, 0.5), (1, 0))], fill=BLACK, stroke=_EDGE)
    stern = [(3.0, 0.0), (0.6, 0.45 * deck), (0.0, 1.12 * deck)]
    yield shapes.polygon([*stern, (14, deck), (84, deck), (98, 1.24 * deck), (96.5, 0.5 * deck), (100, 0.1 * deck),
                          (97, 0)], fill=BLACK, stroke=_EDGE)
    if detail > COARSE:
        yield shapes.polyline([(2, 0.78 * deck), (14, 0.68 * deck), (84, 0.68 * deck), (95, 0.84 * deck)], stroke=_FINE)
    for x in range(20, 82, 6 if detail == FINE else 10):
        yield shapes.circle(x, 0.4 * deck, 0.1 * high if detail else 0.15 * high, fill=WHITE)
    if detail == FINE:
        yield shapes.lines([(6, 0.14 * deck, 96, 0.14 * deck)], _HAIR)
        yield shapes.lines([(35 + 4 * k, deck - 0.55 * high, 37 + 4 * k, deck - 0.55 * high) for k in range(7)], _FINE)


def _sailing_ship_aside(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a ship under full sail: a high stern, a row of gun ports, bellied square sails, jibs on the bowsprit."""
    high = min(max(44 / hull.slender, 8.0), 18.0)
    masts = max(hull.masts, 1)
    tall = min(84.0, 200.0 / masts)
    yield shapes.line(90, -1.25 * high, 112, -2.1 * high, Stroke(BLACK, 1.8, cap="round"))
    places = [*_spread(masts, 0.08, 0.9)]
    for number, x in enumerate(places):
        most = tall * (1 if 0 < number < masts - 1 or masts < 3 else 0.86)
        reach = min(0.4 * LONG / masts, 16.0)
        yield shapes.line(x, -0.8 * high, x, -high - most, Stroke(BLACK, 1.6))
        yield shapes.polygon([(x, -high - most), (x + 5, -high - most + 1.6), (x, -high - most + 3.2)], fill=BLACK)
        foot = -1.35 * high
        for deep, share in ((0.4, 1.0), (0.34, 0.84), (0.2, 0.62)):
            head = foot - (most - 0.5 * high - 5) * deep
            yield _sail(x, (foot - 1.0, share * reach), (head, 0.88 * share * reach), 0.24 * reach)
            if detail == FINE:
                yield shapes.lines([(x + way * reach * share * 0.3, foot - 2, x + way * reach * share * 0.28, head + 1)
                                    for way in (-1, 0, 1)], Stroke(BLACK, 0.35))
            foot = head - 0.6
    ahead = places[-1]
    for reach, up in ((110, 0.72), (103, 0.5)):
        yield shapes.polygon([(ahead + 2, -high - up * tall), (reach, -0.02 * reach * high + 0.2 * high),
                              (ahead + 0.2 * reach, -1.5 * high)], fill=WHITE,
                             stroke=Stroke(BLACK, 1.2, join="round"))
    body = [(2, -1.9 * high), (14, -1.75 * high), (16, -1.2 * high), (76, -1.1 * high), (78, -1.4 * high),
            (97, -1.6 * high), (93, -0.5 * high), (86, 0), (8, 0), (3, -0.7 * high)]
    yield shapes.polygon(body, fill=BLACK, stroke=_EDGE)
    step = 7 if detail == FINE else 9
    yield shapes.line(8, -0.72 * high, 90, -0.72 * high, Stroke(WHITE, 0.26 * high))
    for x in range(14, 88, step):
        yield shapes.rect(x, -0.84 * high, 3.0, 0.24 * high, fill=BLACK)
    if detail > COARSE:
        yield shapes.lines([(6, -1.3 * high, 12, -1.3 * high), (6, -1.05 * high, 90, -0.98 * high)], _FINE)
    if detail == FINE:
        yield shapes.lines([(8, y * high, 88, y * high) for y in (-0.4, -0.22)], _HAIR)


def _sail(x: float, foot: tuple[float, float], head: tuple[float, float], belly: float) -> Item:
    """Return a square sail on a mast, the wind from astern; `foot` and `head` are each (y, half the breadth)."""
    (low, broad), (high, narrow) = foot, head
    steps = [k / 8 for k in range(9)]
    ahead = [(x + broad + (narrow - broad) * t + belly * 4 * t * (1 - t) * 0.5, low + (high - low) * t) for t in steps]
    astern = [(x - broad + (broad - narrow) * t + belly * 4 * t * (1 - t) * 0.5, low + (high - low) * t) for t in steps]
    return shapes.polygon([*ahead, *reversed(astern)], fill=WHITE, stroke=Stroke(BLACK, 1.3, join="round"))


def _spacecraft_aside(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a long wedge with a fin, a bridge above, nozzles astern and turrets above and below."""
    half = min(LONG / hull.slender / 2, 16.0)
    engines = min(max(hull.engines, 1), 4)
    for number in range(engines):
        y = 0.6 * half * ((2 * number + 1) / engines - 1)
        high = min(0.5 * half / engines, 5.0)
        yield shapes.polygon([(-7, y - high), (9, y - 0.7 * high), (9, y + 0.7 * high), (-7, y + high)], fill=BLACK)
        yield shapes.line(-4.5, y - 0.7 * high, -4.5, y + 0.7 * high, _FINE)
    yield shapes.polygon([(8, -0.4 * half), (2, -1.75 * half), (13, -1.75 * half), (32, -0.6 * half)], fill=BLACK,
                         stroke=_EDGE)
    for number, x in enumerate(_spread(hull.turrets, 0.2, 0.74)):
        size, way = min(0.26 * half, 3.4), (-1, 1)[number % 2]
        edge = way * (0.72 - 0.42 * max(x - 40, 0) / 60) * half
        yield shapes.line(x, edge + way * 0.5 * size, x + 2.6 * size, edge + way * 0.6 * size,
                          Stroke(BLACK, 0.45 * size))
        yield shapes.circle(x, edge, size, fill=BLACK, stroke=_EDGE)
    yield shapes.polygon([(48, -0.5 * half), (52, -1.15 * half), (62, -1.15 * half), (72, -0.4 * half)], fill=BLACK,
                         stroke=_EDGE)
    body = [(4, -0.62), (14, -0.8), (62, -0.5), (90, -0.16), (100, 0.06), (84, 0.34), (40, 0.7), (12, 0.7), (4, 0.5)]
    yield shapes.polygon([(x, y * half) for x, y in body], fill=BLACK, stroke=_EDGE)
    yield shapes.line(55, -0.92 * half, 62, -0.92 * half, _FINE)
    if detail > COARSE:
        yield shapes.polyline([(8, 0.1 * half), (60, 0.1 * half), (94, 0.06 * half)], stroke=_FINE)
    if detail == FINE:
        yield shapes.lines([(x, -0.5 * half, x - 4, 0.5 * half) for x in (20, 32, 44)], _HAIR)
        yield shapes.lines([(58 + 4 * k, -0.16 * half, 60 + 4 * k, -0.16 * half) for k in range(6)], _FINE)
        yield shapes.line(7, -1.6 * half, 15, -0.6 * half, _HAIR)


def _aircraft_aside(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw a fuselage with a fin, a cockpit, a wing seen from its tip, and propellers ahead."""
    half = 9.0
    yield shapes.polygon([(2, -3), (0, -22), (10, -22), (24, -6)], fill=BLACK, stroke=_EDGE)
    yield shapes.polygon([(54, -5), (60, -14), (68, -14), (78, -5)], fill=BLACK, stroke=_EDGE)
    yield shapes.polygon([(57, -6), (61.5, -12.4), (66.5, -12.4), (72, -6)], fill=WHITE)
    yield shapes.polygon([(x, 0.8 * y) for x, y in _outline(_shape(half, stern=0.6, shoulder=0.78, bow=2.0))],
                         fill=BLACK, stroke=_EDGE)
    for number in range(max(hull.engines, 1)):
        x = 98.0 - 5 * number
        yield shapes.line(x, -12, x, 12, Stroke(BLACK, 1.6, cap="round"))
    yield shapes.polygon([(38, 3), (44, 0.6), (66, 0.6), (70, 3), (64, 4.6), (44, 4.6)], fill=BLACK, stroke=_EDGE)
    for x in _spread(hull.turrets, 0.2, 0.48):
        yield shapes.line(x, -6, x - 7, -10, Stroke(BLACK, 1.2))
        yield shapes.circle(x, -5.4, 2.6, fill=BLACK, stroke=_EDGE)
    yield shapes.circle(30, 0, 3.2, stroke=_FINE)
    if detail > COARSE:
        yield shapes.line(5, -19, 5, -6, _FINE)
    if detail == FINE:
        yield shapes.lines([(x, -4.4, x, 4.4) for x in (44, 80, 86)], _HAIR)
        yield shapes.line(64, -12, 64, -6, Stroke(BLACK, 0.5))


def _vehicle_aside(hull: Hull, detail: int) -> Iterator[Item]:
    """Draw tracks with road wheels, a hull with a sloped front, and turrets with one gun each."""
    high = 15.0
    yield shapes.polygon([(4, -high), (8, -high - 11), (82, -high - 11), (97, -high)], fill=BLACK, stroke=_EDGE)
    for x in _spread(min(hull.turrets, 3), 0.3, 0.64):
        yield shapes.line(x + 8, -high - 18, x + 50, -high - 19, Stroke(BLACK, 2.6))
        yield shapes.polygon([(x - 13, -high - 10.6), (x - 11, -high - 22), (x + 7, -high - 23), (x + 14, -high - 16),
                              (x + 12, -high - 10.6)], fill=BLACK, stroke=_EDGE)
        yield shapes.rect(x - 7, -high - 25.5, 8, 3, fill=BLACK)
        if detail == FINE:
            yield shapes.line(x - 9, -high - 14, x + 10, -high - 14, _HAIR)
            yield shapes.line(x - 11, -high - 18, x - 4, -high - 18, _HAIR)
    yield shapes.polygon([(0, -8), (6, -high), (94, -high), (100, -9), (90, 0), (10, 0)], fill=BLACK, stroke=_EDGE)
    for x in _spread(6, 0.09, 0.91):
        yield shapes.circle(x, -5.6, 4.4, stroke=Stroke(WHITE, 1.0))
        if detail > COARSE:
            yield shapes.circle(x, -5.6, 1.4, fill=WHITE)
    if detail == FINE:
        yield shapes.lines([(x, -high + 0.6, x, -high + 2.4) for x in range(9, 94, 4)], _HAIR)
        gratings = range(14, 20 + 3 * max(hull.engines, 1), 3)
        yield shapes.lines([(x, -high - 8, x, -high - 3) for x in gratings], _HAIR)


_WAYS: Mapping[str, Callable[[Hull, int], Iterator[Item]]] = {
    "ship": _ship, "sailing ship": _sailing_ship, "spacecraft": _spacecraft, "aircraft": _aircraft,
    "vehicle": _vehicle, "walker": _walker, "squad": _squad, "creature": _creature}
_SIDEWAYS: Mapping[str, Callable[[Hull, int], Iterator[Item]]] = {
    **_WAYS, "ship": _ship_aside, "sailing ship": _sailing_ship_aside, "spacecraft": _spacecraft_aside,
    "aircraft": _aircraft_aside, "vehicle": _vehicle_aside}
