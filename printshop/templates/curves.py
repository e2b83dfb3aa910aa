"""Turning gauges for free movement: arcs that touch the keel line at one point, a tick for every so much of the way.

All arcs begin at one point, in the direction of the model; the gauge is turned over for the other hand. Places are
reckoned as (u, v), points from the start: u to the hand that the gauge turns to, v ahead. An arc of radius R has its
centre at (R, 0); after a way s along it, a model has turned by s / R radians (57.3 degrees / R an inch).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Path, Stroke
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, Cutout, Sheet, turned
from printshop.templates.template import TEMPLATE_KINDS, Pierced, label
from printshop.units import MM, POINTS_PER, Length, parse_length, set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.model import Words
    from printshop.language.reader import Reader

HANDS = ("turn over", "both")
MOST_ROWS = 24
MOST_TICKS = 1000


@block
class Curve(Block):
    """An arc: its radius, None where that is not known, and how many degrees it goes round."""

    radius: Length | None = keys.length("of the arc; `unknown` is a space to write it in", positive=True, unknown=True)
    label: str = keys.text("what it is called", default=label)
    sweep: int = keys.whole("how far round it goes, in degrees", 10, 180, default=0)


@block
class Radii(Block):
    """Radii from one to another, step by step."""

    from_: Length = keys.length("the smallest (2 in)", default="2 in", positive=True)
    to: Length = keys.length("the largest (6 in)", default="6 in", positive=True)
    step: Length = keys.length("from one to the next (1 in)", default="1 in", positive=True)
    at: Reader | None = None

    def settled(self, at: Reader) -> Self | None:
        """Return the radii, None if they are none, or too many."""
        if 0 in (self.from_.points, self.to.points, self.step.points):
            return None
        if not 1 <= self.count <= MOST_ROWS:
            at.fail("to", f"{at.what} has {max(self.count, 0)} arcs, from {self.from_.text} to {self.to.text} every "
                    f"{self.step.text}", f"1 to {MOST_ROWS} are possible")
            return None
        return self

    @property
    def count(self) -> int:
        """How many they are."""
        return int((self.to.points - self.from_.points) // self.step.points + 1)

    @property
    def radii(self) -> tuple[Length, ...]:
        """All of them, the smallest first, in the unit of that."""
        points = [self.from_.points + self.step.points * k for k in range(self.count)]
        unit = self.from_.unit
        return tuple(Length(one, f"{float(one / POINTS_PER[unit]):g} {unit}") for one in points)


USUAL = Radii(from_=parse_length("2 in"), to=parse_length("6 in"), step=parse_length("1 in"))


@TEMPLATE_KINDS.kind("curves")
@block
class CurvesTemplate(Pierced):
    """A turning gauge; `grid` are the radii of the arcs that serve where a radius is not known."""

    rows: tuple[Curve, ...] = keys.named(
        Curve,
        "arcs to move along, by name: `radius`, and perhaps `label` and `sweep`; all begin at one point, along the "
        "keel. A `radius: unknown` is a space to write in",
        entry="row", default=..., least=1, most=MOST_ROWS)
    fine: Radii | None = keys.inner(
        Radii,
        "the arcs drawn for radii that are unknown: `from`, `to`, `step` (2 in, 6 in, 1 in)",
        default=USUAL, name="grid")
    every: Length = keys.length(
        "the distance of the ticks along the arcs (1 in); how far round they go, in degrees (90)",
        default="1 in", positive=True)
    sweep: int = keys.whole("", 10, 180, default=90)
    hands: str = keys.choice(
        HANDS,
        "`turn over`, or `both` for a gauge to either hand. A gauge is one piece: arcs too wide for the paper are "
        "reported, a smaller `sweep` makes them fit",
        default=HANDS[0])

    whole = True
    smaller = "give it a smaller 'sweep' or shorter radii"

    @property
    def both(self) -> bool:
        """Whether there is a gauge for either hand."""
        return self.hands == HANDS[1]

    @property
    def grid(self) -> tuple[Length, ...]:
        """The radii of the arcs that have no row of their own."""
        return self.fine.radii if self.fine and any(row.radius is None for row in self.rows) else ()

    @property
    def arcs(self) -> tuple[Curve, ...]:
        """The arcs that are drawn, the widest first; those of the grid have no label."""
        known = [row for row in self.rows if row.radius]
        unnamed = [Curve(label="", radius=radius, sweep=self.sweep) for radius in self.grid]
        return tuple(sorted(known + unnamed, key=lambda one: -one.radius.points if one.radius else 0))

    def settled(self, at: Reader) -> Self | None:
        """Return the gauge, None if it has no rows."""
        if "grid" in at and self.rows and all(row.radius for row in self.rows):
            at.fail("grid", f"{at.what} has a 'grid', and every radius is known",
                    "the grid is for a radius that is unknown")
            return None
        gauge = replace(self, rows=tuple(replace(row, sweep=row.sweep or self.sweep) for row in self.rows))
        way = sum(float(arc.radius.points) * arc.sweep * math.pi / 180 for arc in gauge.arcs if arc.radius)
        if self.every.points and way / self.every.pt > MOST_TICKS:
            at.fail("every", f"the arcs of {at.what} have more than {MOST_TICKS} ticks, {self.every.text} apart",
                    "make them farther apart, or the radii shorter")
        return gauge if self.rows else None

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the gauge, or one for each hand. Raises TooWide, TooTall and NoGlyph."""
        ways = tuple(Way(arc.radius.pt, arc.sweep) for arc in self.arcs if arc.radius)
        for hand, name in ((1, sheet.words.starboard), (-1, sheet.words.port)) if self.both else ((1, ""),):
            title = f"{self.title} {name}".strip()
            legend = _legend(self, name, sheet.words)
            gauge = _gauge(ways, legend, hand)
            edge = shapes.rect(0, 0, gauge.width, gauge.height, stroke=CUT)
            items = tuple(_items(self, ways, gauge, legend, sheet.words.keel))
            yield Cutout(title, self.title, gauge.width, gauge.height, edge, items, self.span)


# --- drawing

_KEEL = Stroke(BLACK, 0.6)
_LEFT, _RIGHT, _TOP = 18.0, 8.0, 16.0  # margins: at the keel line, at the other side, ahead
_TAIL = 18 * MM  # how far the keel line goes on behind the start, at least
_TICK, _END = 2.6, 5.0  # half the length of the ticks
_FIGURE = text.Style("sans", 6.5)
_LABEL = text.Style("sans", 8.0, bold=True)
_RADIUS = text.Style("sans", 7.0)
_WORD = text.Style("sans", 7.0, bold=True, tracking=0.8)
_OFF = 10.0  # from the end of an arc to the middle of its angle
_AWAY = 7.0  # from an arc to the middle of a figure beside it
_CLEAR = 4.6  # how near the middle of a word may come to a line
_OWN = 11.0  # how near the middle of a figure may come to an arc that is not its own
_SHARE = 0.35  # of the way to the next arc, that half a tick takes at most
_APART = 10.0  # how near the middles of two figures may come


class Gauge(NamedTuple):
    """A piece: its size, where its start lies, and to which hand it turns: 1 starboard, -1 port."""

    width: float
    height: float
    start: Point
    hand: int

    def at(self, u: float, v: float) -> Point:
        """Return where a place lies on the piece."""
        return self.start[0] + self.hand * u, self.start[1] - v


class Way(NamedTuple):
    """An arc on the gauge; lengths in points, angles in degrees."""

    radius: float
    sweep: float

    def at(self, angle: float, off: float = 0.0) -> Point:
        """Return the place where a model has turned by an angle, `off` points to the outside."""
        radians = math.radians(angle)
        reach = self.radius + off
        return self.radius - reach * math.cos(radians), reach * math.sin(radians)

    def distance(self, u: float, v: float) -> float:
        """Return how far a place is from the arc."""
        angle = math.degrees(math.atan2(v, self.radius - u))
        if 0 <= angle <= self.sweep:
            return abs(math.hypot(self.radius - u, v) - self.radius)
        return min(math.dist((u, v), end) for end in (self.at(0), self.at(self.sweep)))

    def turn(self, way: float) -> float:
        """Return by how many degrees a model turns on so much of the way."""
        return math.degrees(way / self.radius)


def _extent(ways: tuple[Way, ...]) -> Point:
    """Return how far the arcs go to the side, with the angles at their ends, and ahead."""
    return (max(max(way.at(way.sweep)[0], way.at(way.sweep, _OFF)[0] + 6) for way in ways),
            max(way.at(min(way.sweep, 90))[1] for way in ways))


def _gauge(ways: tuple[Way, ...], legend: Legend, hand: int) -> Gauge:
    """Return the piece, large enough for the arcs and, beside or below them, the legend."""
    side, ahead = _extent(ways)
    width = max(_LEFT + side + _RIGHT, _LEFT + legend.width + 12 + _RIGHT)
    tail = _TAIL
    # whether an arc comes near the legend beside them, which goes on to the side and astern for good
    u, v = width - _LEFT - _RIGHT - legend.width - 8, legend.height + 16 - tail
    if any(x > u and y < v for way in ways for k in range(201) for x, y in (way.at(way.sweep * k / 200),)):
        tail = legend.height + 16
    start = _LEFT if hand > 0 else width - _LEFT, _TOP + ahead
    return Gauge(width, _TOP + ahead + tail, start, hand)


def _items(
    template: CurvesTemplate, ways: tuple[Way, ...], gauge: Gauge, legend: Legend, keel: str
) -> Iterator[Item]:
    yield from _keel(template.every.pt, gauge, _extent(ways)[1], keel)
    taken: list[Point] = []
    for arc, way in zip(template.arcs, ways, strict=True):
        yield shapes.arc(*gauge.at(way.radius, 0), way.radius, 270 if gauge.hand > 0 else 90, gauge.hand * way.sweep,
                         stroke=BOUND if arc.label else FINE)
        yield _ticks(way, template.every.pt, ways, gauge)
        yield from _label(arc, way, ways, gauge, taken)
    for way in ways:
        spot = way.at(way.sweep, _OFF)  # how far a model has turned at the end, outside of the arc
        x, y = gauge.at(*spot)
        taken.append(spot)
        yield from text.line(f"{way.sweep:g}°", _FIGURE, x, y + 2.3, "middle")
    for way in reversed(ways):  # the narrowest have most room for their figures
        yield from _figures(way, template.every.pt, ways, gauge, taken)
    left = gauge.width - _RIGHT - legend.width if gauge.hand > 0 else _RIGHT
    yield from legend.draw(left, gauge.height - 8 - legend.height)


def _keel(every: float, gauge: Gauge, ahead: float, keel: str) -> Iterator[Item]:
    """Yield the line along the model, its mark at the start, and ticks for what it moves straight ahead."""
    x, y = gauge.start
    outside = -gauge.hand
    yield shapes.line(x, 6, x, gauge.height, _KEEL)
    yield shapes.arrow(x, 2, 0, 9, 7, fill=BLACK)
    yield shapes.line(x - 9, y, x + 9, y, BOUND)
    yield shapes.circle(x, y, 2.0, fill=BLACK)
    count = math.floor(ahead / every + 1e-9)
    ticks = [(x, y - k * every, x + outside * 4, y - k * every) for k in range(1, count + 1)]
    yield shapes.lines(ticks, FINE)
    for k in range(1, count + 1) if every >= 8 else ():
        anchor: text.Anchor = "end" if outside < 0 else "start"
        yield from text.line(f"{k}", _FIGURE, x + outside * 6, y - k * every + 2.3, anchor)
    word = text.line(keel.upper(), _WORD, 0, 0, "end")
    yield turned(word, x + (outside * 4 if outside < 0 else 9), y + 14, -90)


def _count(way: Way, every: float) -> int:
    return math.floor(way.sweep / way.turn(every) + 1e-9)


def _ticks(way: Way, every: float, ways: tuple[Way, ...], gauge: Gauge) -> Path:
    """Return the ticks of an arc, shorter where the arcs are so near that they would meet, and the line at its end."""
    marks = []
    for k in range(1, _count(way, every) + 1):
        angle = way.turn(every) * k
        near = min((other.distance(*way.at(angle)) for other in ways if other != way), default=math.inf)
        marks.append((angle, min(_TICK, _SHARE * near)))
    return shapes.lines(
        [(*gauge.at(*way.at(angle, half)), *gauge.at(*way.at(angle, -half)))
         for angle, half in (*marks, (way.sweep, _END))], FINE)  # fmt: skip


def _label(
    arc: Curve, way: Way, ways: tuple[Way, ...], gauge: Gauge, taken: list[Point]
) -> Iterator[Item]:
    """Yield the name and radius of an arc, along its inner side, as near its end as there is room. Raises TooWide."""
    assert arc.radius is not None
    radius = set_fractions(arc.radius.text)
    wordings = (f"{arc.label}: radius {radius}", f"{arc.label} · {radius}") if arc.label else (radius,)
    style = _LABEL if arc.label else _RADIUS
    for words in wordings:
        if place := _label_place(text.measure(words, style), style, way, ways, taken):
            base, angle, middles = place
            taken += middles
            x, y = gauge.at(*base)
            yield turned(text.line(words, style, 0, 0, "middle"), x, y, gauge.hand * (angle - 90))
            return
    long = text.measure(wordings[-1], style)
    raise text.TooWide(text.plain(wordings[-1]), long, math.radians(way.sweep) * way.radius)


def _label_place(
    long: float, style: text.Style, way: Way, ways: tuple[Way, ...], taken: list[Point]
) -> tuple[Point, int, list[Point]] | None:
    """Return the base of a label, its direction and the places that it takes; None if there is no room."""
    sag = long * long / 8 / way.radius
    half = math.degrees(long / 2 / way.radius)
    others = [other for other in ways if other != way]
    for angle in range(math.floor(way.sweep - half - 3), math.ceil(half) + 3, -1):
        base = way.at(angle, -4 - 0.74 * style.size - sag)
        spots = [_along(base, angle, long * (k / 8 - 0.5)) for k in range(9)]
        middles = [_along(spot, angle + 90, -0.36 * style.size) for spot in spots]
        if all(_clear(spot, others, taken) for spot in middles):
            return base, angle, middles
    return None


def _along(place: Point, angle: float, by: float) -> Point:
    """Return the place so far on in the direction of a model that has turned by an angle."""
    radians = math.radians(angle)
    return place[0] + by * math.sin(radians), place[1] + by * math.cos(radians)


def _clear(spot: Point, ways: list[Way], taken: list[Point]) -> bool:
    """Say whether a figure at a place would be clear of the keel line, the arcs and other figures."""
    return (
        spot[0] > _CLEAR
        and all(way.distance(*spot) > _CLEAR for way in ways)
        and all(math.dist(spot, other) > _APART for other in taken)
    )


def _figures(way: Way, every: float, ways: tuple[Way, ...], gauge: Gauge, taken: list[Point]) -> Iterator[Item]:
    """Yield the numbers of the ticks, at either side of the arc, where there is room for them."""
    for k in range(1, _count(way, every) + 1):
        for side in (_AWAY, -_AWAY):
            spot = way.at(way.turn(every) * k, side)
            apart = all(other.distance(*spot) > _OWN for other in ways if other != way)
            if apart and _clear(spot, list(ways), taken):
                taken.append(spot)
                x, y = gauge.at(*spot)
                yield from text.line(f"{k}", _FIGURE, x, y + 2.3, "middle", min_size=LEAST)
                break


# --- the words of a gauge: how it is used, and a table of its arcs, with spaces for what is not known

_HOW = text.Style("sans", 7.0)
_HEAD = text.Style("sans", 6.5, bold=True)
_CELL = text.Style("sans", 8.0)
_SPACE = 40.0  # the length of a line to write on
_LEAST_WIDTH = 150.0
_ROW, _ROW_BLANK = 11.0, 15.0


class Legend(NamedTuple):
    """The words and their size in points; their origin is their top left corner."""

    width: float
    height: float
    items: tuple[Item, ...]

    def draw(self, x: float, y: float) -> Iterator[Item]:
        """Yield the words with their top left corner at a place."""
        yield Group(self.items, Transform(e=x, f=y))


def _legend(template: CurvesTemplate, hand: str, called: Words) -> Legend:
    """Return the words of a gauge, for one `hand` or, if that is "", for both. Raises NoGlyph and TooWide."""
    first = max(text.measure(row.label, _CELL) for row in template.rows) + 10
    second = max(text.measure(_radius(row), _CELL) for row in template.rows) + 10
    second = max(second, _SPACE + 22 if template.grid else 0.0)
    third = text.measure("a tick turns", _HEAD)
    width = max(first + second + third, _LEAST_WIDTH)
    name = f"{template.title} · {hand}" if hand else template.title
    items = list(text.line(name, TITLE, 0, 7, max_width=width, min_size=6))
    words = text.block(_how(template, hand, called), _HOW, (0, 11, width, None), 1.2)
    items += words.items
    y = 11 + words.height + 5
    table = tuple(_figure_table(template, (first, second, width), y))
    blank = sum(row.radius is None for row in template.rows)
    return Legend(width, y + 11 + _ROW * (len(template.rows) - blank) + _ROW_BLANK * blank, (*items, *table))


def _radius(row: Curve) -> str:
    return set_fractions(row.radius.text) if row.radius else ""


def _how(template: CurvesTemplate, hand: str, called: Words) -> str:
    tick = _fixed(template.every)
    keel = f"{called.keel[:1].upper()}{called.keel[1:]}"
    words = (f"{keel} line along the model, the dot at its starting point. A tick is {tick} of the way, on an arc or "
             "straight ahead.")
    if not hand:
        words += f" Printed side up it turns to {called.starboard}, turned over to {called.port}."
    if template.grid:
        radii = ", ".join(_fixed(radius) for radius in template.grid)
        words += f" Fine arcs: radius {radii}. Write in which of them serves."
    return words


def _fixed(length: Length) -> str:
    """Return a length as text that no line ends in."""
    return set_fractions(length.text).replace(" ", "\u00a0")


def _figure_table(template: CurvesTemplate, columns: tuple[float, float, float], y: float) -> Iterator[Item]:
    first, second, width = columns
    yield from text.line("radius", _HEAD, first, y + 6)
    yield from text.line("a tick turns", _HEAD, first + second, y + 6)
    yield shapes.line(0, y + 9, width, y + 9, FINE)
    base = y + 9
    for row in template.rows:
        base += _ROW if row.radius else _ROW_BLANK
        yield from text.line(row.label, _CELL, 0, base - 1)
        if row.radius:
            yield from text.line(_radius(row), _CELL, first, base - 1)
            turn = math.degrees(template.every.pt / row.radius.pt)
            yield from text.line(f"{turn:.1f}°", _CELL, first + second, base - 1)
        else:
            unit = template.grid[0].unit if template.grid else "in"
            yield shapes.line(first, base, first + _SPACE, base, FINE)
            yield from text.line(unit, _CELL, first + _SPACE + 3, base - 1)
            yield shapes.line(first + second, base, width, base, FINE)
