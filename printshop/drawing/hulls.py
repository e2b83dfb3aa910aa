"""Silhouettes drawn from figures, for units that have no picture: hulls with turrets, masts and engines, or a squad.

A drawing is 100 units long, bow to the right; black on nothing with white details, as pictures in files are, so that
they take a side's colour in the same way. Lines are broad enough for a counter of 10 mm and fine enough for a card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from string import ascii_uppercase

from printshop.drawing import shapes
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import BLACK, WHITE, Item, Path, Stroke
from printshop.drawing.svg import Art, Spot
from printshop.silhouettes import Hull

LONG = 100.0
_FINE = Stroke(WHITE, 1.0, join="round")
_EDGE = Stroke(WHITE, 0.8, join="round")


@lru_cache(maxsize=256)
def drawn(hull: Hull) -> Art:
    """Return the drawing of a hull, cut close to what is in it."""
    items = tuple(_WAYS[hull.kind](hull))
    left, top, right, bottom = shapes.bounds(items)
    moved = tuple(shapes.transform_path(item, Transform(e=1 - left, f=1 - top))
                  for item in items if isinstance(item, Path))
    spots = tuple((name, x + 1 - left, y + 1 - top) for name, x, y in _spots(hull))
    return Art(hull.name, right - left + 2, bottom - top + 2, moved, spots=spots)


def _spots(hull: Hull) -> Iterator[Spot]:
    """Give where the turrets of a ship are, from the bow: turret, turret A, turret B."""
    for number, (x, _, _) in enumerate(reversed([*_ship_turrets(hull)] if hull.kind == "ship" else ())):
        for name in ("turret", f"turret {ascii_uppercase[number]}"):
            yield name, x, 0.0


def _outline(half: Callable[[float], float], steps: int = 96) -> list[Point]:
    """Return a hull about the keel from half its breadth at every share of its length, 0 at the stern."""
    ahead = [(LONG * k / steps, half(k / steps)) for k in range(steps + 1)]
    return [*((x, -y) for x, y in ahead), *reversed(ahead)]


def _shape(half: float, *, stern: float, shoulder: float, bow: float) -> Callable[[float], float]:
    """Return half the breadth at shares of the length: round up to `stern`, sharp from `shoulder` on by `bow`."""
    def at(share: float) -> float:
        if share < stern:
            return half * math.sqrt(max(1 - (1 - share / stern) ** 2, 0.0)) * 0.96 + 0.04 * half
        if share > shoulder:
            return half * max(1 - math.pow((share - shoulder) / (1 - shoulder), bow), 0.0)
        return half
    return at


def _spread(count: int, start: float, end: float) -> Iterator[float]:
    """Give places along the keel, evenly from one share of the length to another."""
    for number in range(count):
        yield LONG * (start + (end - start) * (number + 0.5) / count)


def _turret(x: float, size: float, *, astern: bool = False) -> Iterator[Item]:
    """Give a turret on the keel with two barrels, ahead or astern."""
    way = -1 if astern else 1
    for y in (-0.38 * size, 0.38 * size):
        yield shapes.line(x, y, x + way * 2.4 * size, y, Stroke(WHITE, max(0.42 * size, 0.7)))
    yield shapes.circle(x, 0, size, fill=WHITE)
    yield shapes.circle(x, 0, 0.58 * size, fill=BLACK)


def _turrets(hull: Hull, size: float, start: float, end: float) -> Iterator[Item]:
    """Give turrets in a row: those before the middle fire ahead, the others astern."""
    places = [*_spread(hull.turrets, start, end)]
    for number, x in enumerate(places):
        yield from _turret(x, size, astern=len(places) > 1 and number < len(places) // 2)


def _ship_turrets(hull: Hull) -> Iterator[tuple[float, float, bool]]:
    """Give where the turrets of a ship are, from the stern, how large, and whether they fire astern."""
    aft, ahead = hull.turrets // 2, hull.turrets - hull.turrets // 2
    size = min(0.36 * LONG / hull.slender / 2, 14 / max(aft, ahead, 1))
    for number, x in enumerate((*_spread(aft, 0.1, 0.34), *_spread(ahead, 0.66, 0.9))):
        yield x, size * (1 if 15 < x < 80 else 0.85), number < aft


def _ship(hull: Hull) -> Iterator[Item]:
    """A steamer or a warship: deck edge, funnels amidships, turrets before and behind them, masts with yards."""
    half = LONG / hull.slender / 2
    lines = _shape(half, stern=0.1, shoulder=0.58, bow=1.9)
    yield shapes.polygon(_outline(lines), fill=BLACK)
    yield shapes.polygon([(6 + 0.88 * x, 0.8 * y) for x, y in _outline(lines)], stroke=_FINE)
    for x, size, astern in _ship_turrets(hull):
        yield from _turret(x, size, astern=astern)
    for x in _spread(hull.engines, 0.38, 0.6):
        yield shapes.ellipse(x, 0, min(2.6, 0.3 * half), min(2.2, 0.34 * half), fill=WHITE)
        yield shapes.ellipse(x, 0, min(1.5, 0.17 * half), min(1.2, 0.2 * half), fill=BLACK)
    for x in _spread(hull.masts, 0.3, 0.68):
        yield shapes.line(x, -0.55 * half, x, 0.55 * half, Stroke(WHITE, 1.1, cap="round"))
        yield shapes.circle(x, 0, 1.2, fill=WHITE)


def _sailing_ship(hull: Hull) -> Iterator[Item]:
    """Seen from above with all sail set: yards broader than the hull, each with its sail full ahead of it."""
    half = LONG / hull.slender / 2
    lines = _shape(half, stern=0.12, shoulder=0.5, bow=1.7)
    yield shapes.line(96, 0, 112, 0, Stroke(BLACK, 2.0, cap="round"))
    yield shapes.polygon(_outline(lines), fill=BLACK)
    yield shapes.polygon([(5 + 0.88 * x, 0.76 * y) for x, y in _outline(lines)], stroke=_FINE)
    masts = max(hull.masts, 1)
    for number, x in enumerate(_spread(masts, 0.14, 0.86)):
        reach = half * (1.75 if 0 < number < masts - 1 or masts < 3 else 1.4)
        deep = min(0.5 * LONG / masts * 0.55, 9.0)
        sail = [(x + deep * (1 - (k / 10) ** 2), reach * k / 10) for k in range(-10, 11)]
        yield shapes.polygon([*sail, (x - 1.0, reach), (x - 1.0, -reach)], fill=WHITE, stroke=Stroke(BLACK, 1.6))
        yield shapes.line(x - 1, -reach - 1.5, x - 1, reach + 1.5, Stroke(BLACK, 2.4, cap="round"))
        yield shapes.circle(x - 1, 0, 2.2, fill=BLACK)


def _spacecraft(hull: Hull) -> Iterator[Item]:
    """A wedge with wings swept back, nozzles astern, a bridge ahead and turrets along the spine."""
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
        yield shapes.line(9, way * 1.45 * half, 34, way * 0.9 * half, _FINE)
    body = [(4, -0.62), (14, -0.8), (62, -0.58), (88, -0.24), (100, 0), (88, 0.24), (62, 0.58), (14, 0.8), (4, 0.62)]
    yield shapes.polygon([(x, y * half) for x, y in body], fill=BLACK, stroke=_EDGE)
    yield shapes.polygon([(10 + 0.72 * x, 0.62 * y * half) for x, y in body], stroke=_FINE)
    yield shapes.ellipse(80, 0, 5.5, max(0.13 * half, 1.2), fill=WHITE)
    yield from _turrets(hull, min(0.24 * half, 26 / max(hull.turrets, 1)), 0.14, 0.72)


def _aircraft(hull: Hull) -> Iterator[Item]:
    """Wings across, a tail, engines on the wings or one in the nose, a cockpit."""
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
    yield from _turrets(hull, 2.6, 0.24, 0.5)


def _vehicle(hull: Hull) -> Iterator[Item]:
    """Tracks on both sides, a hull between them, turrets with one gun each, engine gratings astern."""
    half = LONG / hull.slender / 2
    for way in (-1, 1):
        yield shapes.rounded_rect(0, way * 0.8 * half - 0.2 * half, LONG, 0.4 * half, 0.12 * half, fill=BLACK)
        yield shapes.lines([(x, way * 0.8 * half - 0.2 * half, x, way * 0.8 * half + 0.2 * half)
                            for x in range(7, 100, 7)], Stroke(WHITE, 0.9))
    yield shapes.polygon([(3, -0.56 * half), (84, -0.56 * half), (97, -0.3 * half), (97, 0.3 * half),
                          (84, 0.56 * half), (3, 0.56 * half)], fill=BLACK, stroke=_EDGE)
    yield shapes.lines([(8 + 4 * k, -0.4 * half, 8 + 4 * k, 0.4 * half) for k in range(max(hull.engines, 1) * 2 + 2)],
                       _FINE)
    size = 0.36 * half
    for x in _spread(hull.turrets, 0.34, 0.72):
        yield shapes.line(x, 0, x + 52, 0, Stroke(WHITE, 4.4))
        yield shapes.line(x, 0, x + 52, 0, Stroke(BLACK, 2.6))
        yield shapes.circle(x, 0, size, fill=BLACK, stroke=Stroke(WHITE, 1.4))
        yield shapes.circle(x - 0.2 * size, 0, 0.32 * size, fill=WHITE)


def _squad(hull: Hull) -> Iterator[Item]:
    """Figures from the front, in two ranks when they are many: helmets, shoulders, and a rifle for each gun."""
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
            yield shapes.line(x - 0.12 * size, y + 0.44 * size, x + 0.12 * size, y + 0.86 * size,
                              Stroke(WHITE, 0.05 * size))
            if number + sum(ranks[:rank]) < hull.turrets:
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y + 0.02 * size,
                                  Stroke(WHITE, 0.12 * size))
                yield shapes.line(x + 0.3 * size, y + 1.0 * size, x + 0.3 * size, y, Stroke(BLACK, 0.06 * size))


def _walker(hull: Hull) -> Iterator[Item]:
    """A machine on two legs, from the front: legs, hips, a broad trunk with a slit for eyes, guns for arms."""
    half = LONG / max(hull.slender, 1.4) / 1.4
    for way in (-1, 1):
        yield shapes.polygon([(way * x * half, y) for x, y in (
            (0.16, 58), (0.52, 60), (0.5, 80), (0.66, 94), (0.74, 100), (0.16, 100), (0.3, 80))], fill=BLACK)
        yield shapes.line(way * 0.24 * half, 79, way * 0.54 * half, 79, _FINE)
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
    for x in _spread(min(hull.engines, 5), -0.28, 0.28):
        yield shapes.circle(x * half / LONG * 1.4, 40, 2.2, fill=WHITE)


_WAYS: Mapping[str, Callable[[Hull], Iterator[Item]]] = {
    "ship": _ship, "sailing ship": _sailing_ship, "spacecraft": _spacecraft, "aircraft": _aircraft,
    "vehicle": _vehicle, "walker": _walker, "squad": _squad}
