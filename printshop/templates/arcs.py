"""Round templates: the arcs round a model, bounded by lines from its centre to the rim of a disc; and areas."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, bearing, cos_sin
from printshop.drawing.items import BLACK, Item
from printshop.game.differences import Difference, Marks
from printshop.game.model import SizeClass
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.problems import Span, suggestion
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, Cutout, Sheet, center_mark, rim, stack
from printshop.templates.template import TEMPLATE_KINDS, Pierced, Template, label
from printshop.units import Length

BY_CLASS = "size classes"
DIAGONAL_ARCS = ("forward", "starboard", "aft", "port")


class Arc(NamedTuple):
    """An arc from bearing `start` over `sweep` degrees, clockwise from dead ahead."""

    label: str
    notes: tuple[str, ...]
    start: float
    sweep: float


class ArcSet(NamedTuple):
    """The arcs of one piece. `name` tells it from its fellows ("3:2"); `bases` are those that it serves."""

    name: str
    arcs: tuple[Arc, ...]
    bases: tuple[SizeClass, ...]


@block
class NamedArc(Block):
    """An arc under its name. Without bearings of its own, the diagonals of a base bound it."""

    label: str = keys.text("what it is called", default=lambda at: at.context.words.of(label(at)))
    notes: tuple[str, ...] = keys.texts("short lines")
    key: str = ""
    span: Span | None = None


@block
class BearingArc(NamedArc):
    """An arc with bearings of its own."""

    label: str = keys.text("what it is called", default=label)
    from_: int = keys.whole("the bearings that bound it, clockwise from dead ahead", -360, 360)
    to: int = keys.whole("", -360, 720)

    @property
    def arc(self) -> Arc:
        """The arc as it is drawn."""
        return Arc(self.label, self.notes, float(self.from_ % 360), float((self.to - self.from_) % 360 or 360))


def _read_arcs(at: Reader, name: str) -> tuple[NamedArc, ...]:
    kind = NamedArc if "of" in at else BearingArc
    arcs = tuple(keys.read(kind, inner, key=arc) for arc, inner in at.named(name, "arc", required=True))
    if name in at and not arcs:
        at.fail(name, f"'{name}' of {at.what} is empty")
    return arcs


@TEMPLATE_KINDS.kind("arcs")
@block
class ArcsTemplate(Pierced):
    """Arcs round a model: one piece for each of the sets."""

    diameter: Length = keys.length("of the disc", positive=True)
    of: str = keys.choice(
        (BY_CLASS,),
        "`size classes`: a template for every proportion of bases, the arcs bounded by the bases' diagonals",
        default="")
    arcs: tuple[NamedArc, ...] = keys.special(
        _read_arcs,
        lambda writer: {"type": "object", "additionalProperties": { **writer.block(BearingArc), "required": []}},
        "by name (forward, starboard, aft, port with `of`): `label`, `notes`, and without `of` the bearings `from` "
        "and `to`, clockwise from dead ahead",
        default=...)
    sets: tuple[ArcSet, ...] = ()

    def settled(self, at: Reader) -> Self | None:
        """Return the template with its sets of arcs; None if nobody knows what they are made of."""
        if "of" not in at:
            arcs = tuple(arc.arc for arc in self.arcs if isinstance(arc, BearingArc))
            return replace(self, sets=(ArcSet("", arcs, ()),))
        if not self.of:
            return None
        template = replace(self, sets=self._by_diagonals(at))
        for base in (base for arcs in template.sets for base in arcs.bases):
            diagonal = math.hypot(base.width.points, base.length.points)
            if self.diameter.points and self.diameter.pt <= diagonal:  # its lines must reach beyond the corners
                at.fail("diameter", f"'diameter' of {at.what} is {self.diameter.text}: the base of {base.name} is "
                        f"{diagonal / 72:.2f} in from corner to corner",
                        "the arcs must reach beyond every base: make the diameter larger")
        return template

    def _by_diagonals(self, at: Reader) -> tuple[ArcSet, ...]:
        """Return one set of arcs for every proportion of the game's bases."""
        sizes: Sequence[SizeClass] = at.context.sizes
        words = {one.key: one for one in self.arcs}
        if not sizes:
            at.fail("of", f"{at.what} is made of size classes, and the game has none",
                    "give size_classes in game.yaml, or give every arc its bearings, from and to")
        for name, arc in words.items():
            if name not in DIAGONAL_ARCS:
                hint = suggestion(name, DIAGONAL_ARCS)
                at.problems.add(arc.span, f"unknown arc '{name}' of {at.what}", hint)
        for name in DIAGONAL_ARCS if words else ():
            if name not in words:
                at.fail("arcs", f"'arcs' of {at.what} lacks '{name}'",
                        "the diagonals of a base make four arcs: " + ", ".join(DIAGONAL_ARCS))
        said = {name: (words[name].label, words[name].notes) if name in words else (name, ()) for name in DIAGONAL_ARCS}
        ratios: dict[Fraction, list[SizeClass]] = {}
        for size in sizes:
            if size.width.points:
                ratios.setdefault(size.length.points / size.width.points, []).append(size)
        sets = []
        for ratio, bases in sorted(ratios.items(), reverse=True):
            half = math.degrees(math.atan2(1, float(ratio)))
            starts, sweeps = (-half, half, 180 - half, 180 + half), (2 * half, 180 - 2 * half) * 2
            arcs = tuple(Arc(*said[name], start % 360, sweep)
                         for name, start, sweep in zip(DIAGONAL_ARCS, starts, sweeps, strict=True))
            name = "square" if ratio == 1 else f"{ratio.numerator}:{ratio.denominator}"
            sets.append(ArcSet(name, arcs, tuple(bases)))
        return tuple(sets)

    def marked(self, marks: Marks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with marks behind its title, and behind the keys of size classes."""
        template, notes = super().marked(marks)
        notes += tuple(note for one in self.sets for base in one.bases for note in base.differs)
        return replace(template, sets=tuple(one._replace(bases=tuple(
            replace(base, key=base.key + marks.of(base.differs)) for base in one.bases)) for one in self.sets)), notes

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield a piece for each set of arcs. Raises TooWide and NoGlyph."""
        size = self.diameter.pt
        for arcs in self.sets:
            yield _round(f"{self.title} {arcs.name}".strip(), size, tuple(_arc_items(arcs, self.title, size / 2)), self)


def _read_diameters(at: Reader, name: str) -> tuple[tuple[str, Length], ...]:
    inner = at.reader(name, required=True)
    measure = keys.key(keys.length(positive=True))
    discs = tuple((disc, measure.take(inner, disc)) for disc in inner.keys()) if inner else ()  # noqa: SIM118
    if inner and not discs:
        at.fail(name, f"'{name}' of {at.what} is empty", "for instance {Small: 3 in}")
    return discs


@TEMPLATE_KINDS.kind("disc")
@block
class DiscTemplate(Pierced):
    """Round areas: one piece for each of the named diameters."""

    discs: tuple[tuple[str, Length], ...] = keys.special(
        _read_diameters, {"type": "object", "additionalProperties": keys.MEASURE},
        "the discs by name: `{Small: 3 in, Large: 5 in}`",
        name="diameters", default=...)
    notes: tuple[str, ...] = keys.texts("short lines below the centre")

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield a piece for each of the diameters. Raises TooWide and NoGlyph."""
        for name, diameter in self.discs:
            size = diameter.pt
            radius = size / 2
            lines = [(self.title, TITLE), (f"{name} · {diameter.text}", WORDS), *((note, WORDS) for note in self.notes)]
            below = 11 + sum(style.size * 1.22 for _, style in lines) / 2
            items = (
                rim((radius, radius), radius, 0, 360, fine=10, coarse=90),
                *center_mark(radius, radius),
                *stack(lines, radius, radius + below, size * 0.7),
            )
            yield _round(f"{self.title} {name}", size, items, self)


# --- drawing

_CLEAR = 9.0  # lines stop this far from the centre, so that the model's own centre is seen
_ARC_NAME = text.Style("sans", 9.0, bold=True, tracking=0.8)
_BASE = text.Style("sans", 8.0, bold=True)
_NEAR = 9.0  # bases whose edges are closer than this share one label


def _arc_items(arcs: ArcSet, title: str, radius: float) -> Iterator[Item]:
    bounds = sorted({round(edge % 360, 9) for arc in arcs.arcs for edge in (arc.start, arc.start + arc.sweep)})
    for angle in bounds:
        yield shapes.line(*bearing(angle, _CLEAR, radius, radius), *bearing(angle, radius, radius, radius), BOUND)
    yield from center_mark(radius, radius)
    yield rim((radius, radius), radius, 0, 360, fine=10, coarse=30)
    yield shapes.arrow(radius, 9.5, 0, 8, 6, fill=BLACK)
    # the outlines of the bases, the smallest first, with their keys below the bow edge
    bases = sorted(arcs.bases, key=lambda base: base.length.points)
    waiting: list[str] = []
    for k, base in enumerate(bases):
        width, length = base.width.pt, base.length.pt
        yield shapes.rect(radius - width / 2, radius - length / 2, width, length, stroke=FINE)
        waiting.append(text.escape(base.key))
        if k + 1 == len(bases) or (bases[k + 1].length.pt - length) / 2 >= _NEAR:
            yield from text.line(", ".join(waiting), _BASE, radius, radius - length / 2 + 7.8, "middle",
                                 max_width=max(width - 4, 20), min_size=LEAST)
            waiting = []
    for arc in arcs.arcs:
        lines = [(arc.label.upper(), _ARC_NAME), *((note, WORDS) for note in arc.notes)]
        lines.append((f"{arc.sweep:.1f}".removesuffix(".0") + "°", WORDS))
        high = sum(style.size * 1.22 for _, style in lines) / 2
        # the bow arrow and the piece's name stand at the rim, dead ahead and dead astern
        fore_or_aft = abs(cos_sin(arc.start + arc.sweep / 2)[0]) > 0.7
        (x, y), half = _free_place(arc, arcs.bases, radius - (19 if fore_or_aft else 8), high)
        yield from stack(lines, radius + x, radius + y, 2 * half)
    served = ", ".join(text.escape(base.key) for base in arcs.bases)
    words = f"**{title}**, {arcs.name} bases: {served}" if served else f"**{title}**"
    yield from text.line(words, WORDS, radius, 2 * radius - 10.5, "middle",
                         max_width=2 * math.sqrt(21 * radius) * 0.8, min_size=LEAST)


def _free_place(arc: Arc, bases: tuple[SizeClass, ...], outer: float, high: float) -> tuple[Point, float]:
    """Return where words 2 x `high` points tall have most width in an arc, from the centre, and half that width.

    They stay clear of the bases if that leaves room for any words at all.
    """
    middle = arc.start + arc.sweep / 2
    cos, sin = (abs(share) for share in cos_sin(middle))

    def reach(base: SizeClass) -> float:
        """Return how far a base reaches from its middle at the bearing of the arc's."""
        return min(base.width.pt / 2 / sin if sin > 1e-9 else math.inf,
                   base.length.pt / 2 / cos if cos > 1e-9 else math.inf)

    for inner in (max(_CLEAR, *map(reach, bases), 0.0), _CLEAR):
        places = [bearing(middle, inner + (outer - inner) * k / 40) for k in range(1, 40)]
        width, place = max((_half_width(place, arc, (inner, outer), high), place) for place in places)
        if width > 12:
            break
    return place, max(width, 1.0)


def _half_width(place: Point, arc: Arc, reach: tuple[float, float], high: float) -> float:
    """Return half the width that is free at a place within the arc, between two distances from the centre."""
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


def _round(name: str, size: float, items: tuple[Item, ...], template: Template) -> Cutout:
    edge = shapes.circle(size / 2, size / 2, size / 2, stroke=CUT)
    return Cutout(name, template.title, size, size, edge, items, template.span)
