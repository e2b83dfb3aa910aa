"""Round templates: firing arcs about a model, areas, and roses of numbered directions with an arrow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, cos_sin
from printshop.drawing.items import BLACK, WHITE, Item
from printshop.game.differences import Difference, Marks
from printshop.game.model import SizeClass
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.problems import Span, suggestion
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, center_mark, stack, stacked, turned
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Pierced, Sheet, label, named_lengths
from printshop.units import Length

BY_CLASS = "size classes"
DIAGONAL_ARCS = ("forward", "starboard", "aft", "port")
MOST_POINTS, MOST_SIDES = 36, 12
MOST_STROKES = 20_000  # in an area: enough for the largest one that 400 sheets of A0 hold

_CLEAR = 9.0  # lines stop this far from the centre, so that the model's own centre stays visible
_BAND = 0.14  # width of the band of slanting strokes in an area, as a share of its radius
_BROAD = 120.0  # smallest diameter of an area with room for the band and its words
_ARC_NAME = text.Style("sans", 9.0, bold=True, tracking=0.8)
_NEAR = 9.0  # bases whose edges are closer than this share one label


class Arc(NamedTuple):
    """An arc from bearing `start` over `sweep` degrees, clockwise from dead ahead."""

    label: str
    notes: tuple[str, ...]
    start: float
    sweep: float


class ArcSet(NamedTuple):
    """The arcs of one piece; `name` sets it apart from the others ("3:2"), `bases` are the size classes it serves."""

    name: str
    arcs: tuple[Arc, ...]
    bases: tuple[SizeClass, ...]


@block
class NamedArc(Block):
    """An arc under its name, bounded by the diagonals of a base."""

    label: str = keys.text("its name", default=lambda at: at.context.words.of(label(at)))
    notes: tuple[str, ...] = keys.texts("short lines")
    key: str = ""
    span: Span | None = None


@block
class BearingArc(NamedArc):
    """An arc bounded by bearings."""

    label: str = keys.text("its name", default=label)
    from_: int = keys.whole("the bearings that bound it, clockwise from dead ahead", -360, 360)
    to: int = keys.whole("", -360, 720)


def _read_arcs(at: Reader, name: str) -> tuple[NamedArc, ...]:
    kind = NamedArc if "of" in at else BearingArc
    arcs = tuple(keys.read(kind, inner, key=arc) for arc, inner in at.named(name, "arc", required=True))
    if name in at and not arcs:
        at.fail(name, f"'{name}' of {at.what} is empty")
    return arcs


@TEMPLATE_KINDS.kind("arcs")
@block
class ArcsTemplate(Pierced):
    """Arcs round a model, with one piece for each set of arcs."""

    diameter: Length = keys.length("of the disc", positive=True)
    of: str = keys.choice(
        (BY_CLASS,),
        "`size classes`: one template for each ratio of length to width of the bases, its arcs bounded by their "
        "diagonals",
        default="")
    arcs: tuple[NamedArc, ...] = keys.special(
        _read_arcs,
        lambda writer: {"type": "object", "additionalProperties": { **writer.block(BearingArc), "required": []}},
        "by name (forward, starboard, aft, port with `of`): `label`, `notes`, and without `of` the bearings `from` "
        "and `to`, clockwise from dead ahead", default=...)
    sets: tuple[ArcSet, ...] = ()

    def settled(self, at: Reader) -> Self | None:
        """Return the template with its sets of arcs, or None if `of` is not valid."""
        if "of" not in at:
            arcs = tuple(Arc(arc.label, arc.notes, float(arc.from_ % 360), float((arc.to - arc.from_) % 360 or 360))
                         for arc in self.arcs if isinstance(arc, BearingArc))
            return replace(self, sets=(ArcSet("", arcs, ()),))
        if not self.of:
            return None
        sets = self._by_diagonals(at)
        for base in (base for arcs in sets for base in arcs.bases):
            diagonal = math.hypot(base.width.points, base.length.points)
            if self.diameter.points and self.diameter.pt <= diagonal:  # lines must reach beyond the base's corners
                at.fail("diameter", f"'diameter' of {at.what} is {self.diameter.text}: the base of {base.name} is "
                        f"{diagonal / 72:.2f} in from corner to corner",
                        "the arcs must reach beyond every base: make the diameter larger")
        return replace(self, sets=sets)

    def _by_diagonals(self, at: Reader) -> tuple[ArcSet, ...]:
        """Return one set of arcs for each ratio of length to width among the game's bases, the longest first."""
        sizes: tuple[SizeClass, ...] = tuple(at.context.sizes)
        named = {arc.key: arc for arc in self.arcs}
        if not sizes:
            at.fail("of", f"{at.what} is made of size classes, and the game has none",
                    "give size_classes in game.yaml, or give every arc its bearings, from and to")
        for name, arc in named.items():
            if name not in DIAGONAL_ARCS:
                at.problems.add(arc.span, f"unknown arc '{name}' of {at.what}", suggestion(name, DIAGONAL_ARCS))
        for name in DIAGONAL_ARCS if named else ():
            if name not in named:
                at.fail("arcs", f"'arcs' of {at.what} lacks '{name}'",
                        "the diagonals of a base make four arcs: " + ", ".join(DIAGONAL_ARCS))
        words = [(named[name].label, named[name].notes) if name in named else (name, ()) for name in DIAGONAL_ARCS]
        ratios: dict[Fraction, list[SizeClass]] = {}
        for size in sizes:
            if size.width.points:
                ratios.setdefault(size.length.points / size.width.points, []).append(size)
        sets = []
        for ratio, bases in sorted(ratios.items(), reverse=True):
            half = math.degrees(math.atan2(1, float(ratio)))
            starts, sweeps = (-half, half, 180 - half, 180 + half), (2 * half, 180 - 2 * half) * 2
            arcs = tuple(Arc(*names, start % 360, sweep)
                         for names, start, sweep in zip(words, starts, sweeps, strict=True))
            name = "square" if ratio == 1 else f"{ratio.numerator}:{ratio.denominator}"
            sets.append(ArcSet(name, arcs, tuple(bases)))
        return tuple(sets)

    def marked(self, marks: Marks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with marks behind its title and behind the keys of size classes, and the notes."""
        template, notes = super().marked(marks)
        notes += tuple(note for arcs in self.sets for base in arcs.bases for note in base.differs)
        return replace(template, sets=tuple(arcs._replace(bases=tuple(
            replace(base, key=base.key + marks.of(base.differs)) for base in arcs.bases)) for arcs in self.sets)), notes

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        for arcs in self.sets:
            yield _round(self, arcs.name, self.diameter.pt, tuple(_arc_items(arcs, self.title, self.diameter.pt / 2)))


@TEMPLATE_KINDS.kind("disc")
@block
class DiscTemplate(Pierced):
    """Round areas: one piece for each of the named diameters."""

    discs: tuple[tuple[str, Length], ...] = named_lengths(
        "the discs by name: `{Small: 3 in, Large: 5 in}`", example="{Small: 3 in}", name="diameters", default=...)
    notes: tuple[str, ...] = keys.texts("short lines below the centre")

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        for name, diameter in self.discs:
            size, radius = diameter.pt, diameter.pt / 2
            lines = [(self.title, TITLE), (f"{name} · {diameter.text}", WORDS), *((note, WORDS) for note in self.notes)]
            yield _round(self, name, size, (
                *center_mark(radius, radius), *(_warning(radius) if size >= _BROAD else ()),
                *stack(lines, radius, radius + 11 + stacked(lines) / 2, size * 0.7)))


def _warning(radius: float) -> Iterator[Item]:
    """Yield a band of slanting strokes inside the rim of an area, and lines from the band to the words in its middle.

    They make the edge visible over a crowded table, so that players see whether a model is inside.
    """
    outer, inner = radius - 9.0, radius - 9.0 - _BAND * radius
    strokes = min(max(round(math.tau * radius / 9), 24), MOST_STROKES)
    yield shapes.lines([(*bearing(k * 360 / strokes, inner, radius, radius),
                         *bearing((k + 1.2) * 360 / strokes, outer, radius, radius))
                        for k in range(strokes)], replace(BOUND, width=0.6))
    yield shapes.circle(radius, radius, inner, stroke=FINE)
    yield shapes.lines([(*bearing(angle, 0.42 * radius, radius, radius), *bearing(angle, inner, radius, radius))
                        for angle in (0, 45, 90, 135, 180, 225, 270, 315)], replace(FINE, dash=(2.0, 2.5)))


def _round(template: Pierced, name: str, size: float, items: tuple[Item, ...]) -> Cutout:
    edge = shapes.circle(size / 2, size / 2, size / 2, stroke=CUT)
    return Cutout(f"{template.title} {name}".strip(), template.title, size, size, edge, items, template.span)


def _arc_items(arcs: ArcSet, title: str, radius: float) -> Iterator[Item]:
    bounds = sorted({round(edge % 360, 9) for arc in arcs.arcs for edge in (arc.start, arc.start + arc.sweep)})
    for angle in bounds:
        yield shapes.line(*bearing(angle, _CLEAR, radius, radius), *bearing(angle, radius, radius, radius), BOUND)
    yield from center_mark(radius, radius)
    yield shapes.arrow(radius, 9.5, 0, 8, 6, fill=BLACK)
    # the outlines of the bases, the smallest first, with their keys below the bow edge
    bases = sorted(arcs.bases, key=lambda base: base.length.points)
    gathered: list[str] = []
    for k, base in enumerate(bases):
        width, length = base.width.pt, base.length.pt
        yield shapes.rect(radius - width / 2, radius - length / 2, width, length, stroke=FINE)
        gathered.append(text.escape(base.key))
        if k + 1 == len(bases) or (bases[k + 1].length.pt - length) / 2 >= _NEAR:
            yield from text.line(", ".join(gathered), TITLE, radius, radius - length / 2 + 7.8, "middle",
                                 max_width=max(width - 4, 20), min_size=LEAST)
            gathered = []
    for arc in arcs.arcs:
        lines = [(arc.label.upper(), _ARC_NAME), *((note, WORDS) for note in arc.notes),
                 (f"{arc.sweep:.1f}".removesuffix(".0") + "°", WORDS)]
        # the bow arrow and the piece's name stand at the rim, dead ahead and dead astern
        fore_or_aft = abs(cos_sin(arc.start + arc.sweep / 2)[0]) > 0.7
        (x, y), half = _free_place(arc, arcs.bases, radius - (19 if fore_or_aft else 8), stacked(lines) / 2)
        yield from stack(lines, radius + x, radius + y, 2 * half)
    served = ", ".join(text.escape(base.key) for base in arcs.bases)
    words = f"**{title}**, {arcs.name} bases: {served}" if served else f"**{title}**"
    yield from text.line(words, WORDS, radius, 2 * radius - 12.5, "middle",
                         max_width=2 * math.sqrt(25 * radius) * 0.8, min_size=LEAST)


def _free_place(arc: Arc, bases: tuple[SizeClass, ...], outer: float, high: float) -> tuple[Point, float]:
    """Return the widest position for words in an arc, relative to the centre, and half the width that is free there.

    The words are 2 x `high` points tall. Of 39 positions along the arc's middle bearing, those farther out than the
    bases are tried first; if none has 12 points of half width, the search starts at the centre.
    """
    middle = arc.start + arc.sweep / 2
    cos, sin = (max(abs(share), 1e-12) for share in cos_sin(middle))
    reaches = [min(base.width.pt / 2 / sin, base.length.pt / 2 / cos) for base in bases]
    for inner in (max(_CLEAR, *reaches, 0.0), _CLEAR):
        places = [bearing(middle, inner + (outer - inner) * k / 40) for k in range(1, 40)]
        width, place = max((_half_width(place, arc, (inner, outer), high), place) for place in places)
        if width > 12:
            break
    return place, max(width, 1.0)


def _half_width(place: Point, arc: Arc, reach: tuple[float, float], high: float) -> float:
    """Return half the free width at a position in an arc, between two distances from the centre."""
    (x, y), (inner, outer) = place, reach
    tall = abs(y) + high
    limits = [math.sqrt(max(outer * outer - tall * tall, 0.0)) - abs(x)]
    if abs(x) >= abs(y):
        limits.append(abs(x) - inner - 3)
    elif abs(y) - high < inner + 2:
        return 0.0
    if arc.sweep < 180:
        for angle, side in ((arc.start, 1), (arc.start + arc.sweep, -1)):
            cos, sin = cos_sin(angle)
            free = side * (x * cos + y * sin) - abs(sin) * high - 4
            limits.append(free / abs(cos) if abs(cos) > 1e-9 else math.copysign(math.inf, free))
    return min(limits)


# --- roses

_LABEL = text.Style("sans", 20.0, bold=True)
# Distances from the centre, as shares of the distance of the sides.
_STAR, _NOTCH, _LABELS, _EDGE = 0.52, 0.16, 0.68, 0.9
_SHAFT, _HEAD, _BARB = 0.09, 0.2, 0.42  # the arrow's half width at the shaft and the head, and the head's length


@TEMPLATE_KINDS.kind("rose")
@block
class RoseTemplate(Pierced):
    """Directions about a centre: `labels` clockwise from the bearing `first`."""

    material: str = keys.text("what to print it on (card)", default="card")
    across: Length = keys.length(
"its width, from side to side", positive=True, least="25 mm", why="its figures would be too small to read")
    points: int = keys.whole("the number of directions", 3, MOST_POINTS)
    labels: tuple[str, ...] = keys.texts("the names of the directions (1, 2, 3 ...)")
    first: int = keys.whole("the bearing of the first direction, clockwise from up the page (0)", -360, 360, default=0)
    shape: str = keys.choice(("sides", "round"), "`sides`, one for every direction, or `round`", default="")
    north: bool = keys.flag("a mark at the top (true)", default=True)
    arrow: bool = keys.flag("an arrow to lay on it (true)", default=True)

    def settled(self, at: Reader) -> Self | None:
        """Return the rose with a label for every point, and with its shape."""
        labels = self.labels or tuple(str(number) for number in range(1, self.points + 1))
        if "labels" in at and "points" in at and len(labels) != self.points:
            at.fail("labels", f"{at.what} has {self.points} points and {len(labels)} labels", "give one for each point")
        shape = self.shape or ("sides" if self.points <= MOST_SIDES else "round")
        if shape == "sides" and self.points > MOST_SIDES:
            at.fail("shape", f"{at.what} has {self.points} points: at most {MOST_SIDES} sides can be cut", "make it "
            "round")
        return replace(self, labels=labels, shape=shape, first=self.first % 360)

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        radius, half = self.across.pt / 2, 180 / len(self.labels)
        edge = shapes.circle(0, 0, radius, stroke=CUT) if self.shape != "sides" else shapes.regular(
            0, 0, radius / math.cos(math.radians(half)), len(self.labels), self.first + half, stroke=CUT)
        left, top, right, bottom = shapes.outline_bounds(edge.segments)
        edge = shapes.transform_path(edge, Transform(e=-left, f=-top))
        yield Cutout(self.title, self.title, right - left, bottom - top, edge, tuple(self._rose(-left, -top)),
                     self.span, middle=(-left, -top))
        if self.arrow:
            yield self._arrow()

    def _rose(self, x: float, y: float) -> Iterator[Item]:
        radius, step = self.across.pt / 2, 360 / len(self.labels)
        pitch = _LABELS * radius * math.radians(step)
        style = _LABEL._replace(size=min(_LABEL.size, 0.24 * radius, 0.72 * pitch))
        for number, words in enumerate(self.labels):
            at = self.first + number * step
            yield from point(at, step, radius, (x, y))
            left, base = bearing(at, _LABELS * radius, x, y)
            yield from text.line(words, style, left, base + 0.36 * style.size, "middle",
                                 min(0.95 * pitch, 0.5 * radius), LEAST)
        yield from center_mark(x, y)
        if self.north:
            yield shapes.arrow(x - 4.5, y - _EDGE * radius - 3.5, 0, 7, 5, fill=BLACK)
            yield from text.line("N", TITLE, x + 0.5, y - _EDGE * radius + 3.2)
        yield from text.line(self.title, TITLE, x, y + _EDGE * radius + 2.9, "middle", 0.9 * radius, LEAST)

    def _arrow(self) -> Cutout:
        """Return the arrow, pointing to the right, 1.2 times the radius of the rose long."""
        radius = self.across.pt / 2
        long, shaft, half, barb = 1.2 * radius, _SHAFT * radius, _HEAD * radius, _BARB * radius
        corners = [(0.0, half - shaft), (long - barb, half - shaft), (long - barb, 0.0), (long, half),
                   (long - barb, 2 * half), (long - barb, half + shaft), (0.0, half + shaft)]
        inner = [(long - barb + 2.4, 3.8), (long - 4.4, half), (long - barb + 2.4, 2 * half - 3.8)]
        size = min(8.0, 1.3 * shaft)
        words = text.line(self.title, TITLE._replace(size=size), 0, 0.36 * size, "middle", 0.5 * long, LEAST)
        items = (shapes.polygon(inner, fill=BLACK),
                 turned(words, (long - barb) / 2, half, 0) if words else shapes.cross(long / 2, half, 5, FINE))
        return Cutout(f"{self.title} arrow", self.title, long, 2 * half, shapes.polygon(corners, stroke=CUT), items,
                      self.span)


def point(at: float, step: float, radius: float, center: Point) -> Iterator[Item]:
    """Yield one point of a compass star, its right half filled."""
    tip = bearing(at, _STAR * radius, *center)
    for side, fill in ((step / 2, BLACK), (-step / 2, WHITE)):
        corner = bearing(at + side, _NOTCH * radius, *center)
        yield shapes.polygon([center, tip, corner], fill=fill, stroke=FINE)
