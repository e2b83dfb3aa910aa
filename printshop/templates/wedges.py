"""Templates of areas that are not discs: wedges from a point or the edge of a base, rings, and cones.

Bearings are degrees clockwise from the bow; a wedge is drawn with its middle bearing up the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, Group, Item, Move, Path, Stroke
from printshop.game.hexbases import read_bearings
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, rim, stack, stacked, turned
from printshop.templates.template import MOST_NOTES, TEMPLATE_KINDS, Cutout, Pierced, Sheet, Template
from printshop.units import MM, Length, set_fractions

MOST_RANGES, MOST_WEDGES = 20, 12

_LABEL = text.Style("sans", 11.0, bold=True)
_NEAR = 4.0  # from words to the lines round them
_BOW = 9.0  # length of the mark of the bow
_STEPS = 24  # steps of the search for a row for words in each range

Lines = list[tuple[str, text.Style]]


class Fan(NamedTuple):
    """The bearings from `start` over `sweep` degrees, seen from a base with its middle in (0, 0).

    `base` is its width and length. The part of a base that is nearest to a target at a bearing is a corner, or, at 0,
    90, 180 and 270, a side.
    """

    start: float
    sweep: float
    base: Point = (0.0, 0.0)

    @property
    def middle(self) -> float:
        """The bearing of its middle."""
        return self.start + self.sweep / 2

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """The ranges of bearings, clockwise, along each of which one corner of the base is the nearest."""
        end = self.start + self.sweep
        return tuple(pairwise((self.start, *(quarter for quarter in range(-720, 1081, 90)
                                             if self.start < quarter < end), end)))

    def corner(self, angle: float) -> Point:
        """Return the corner of the base that is nearest along a bearing."""
        (across, ahead), (wide, long) = bearing(angle, 1.0), self.base
        return math.copysign(wide / 2, across), math.copysign(long / 2, ahead)

    def rim(self, reach: float, *, back: bool = False) -> Path:
        """Return the line that is everywhere `reach` points from the base, from the first bearing to the last."""
        arcs = [shapes.arc(*self.corner((low + high) / 2), reach, *((high, low - high) if back else (low, high - low)))
                if reach else Path((Move(*self.corner((low + high) / 2)),)) for low, high in self.spans]
        return shapes.joined(reversed(arcs) if back else arcs, stroke=BOUND, close=False)

    def outline(self, near: float, far: float) -> Path:
        """Return the edge of the area between two distances from the base."""
        return shapes.joined((self.rim(far), self.rim(near, back=True)), stroke=CUT)

    def place(self, reach: float) -> Point:
        """Return the point on its middle bearing at a distance from the base.

        It lies before a corner, or before the middle of a side whose two corners are about equally near.
        """
        corners = [self.corner((low + high) / 2) for low, high in self.spans]
        across, ahead = bearing(self.middle, 1.0)
        far = max(x * across + y * ahead for x, y in corners)
        first = [(x, y) for x, y in corners if x * across + y * ahead > far - 0.3 * min(self.base) - 0.01]
        return bearing(self.middle, reach, sum(x for x, _ in first) / len(first), sum(y for _, y in first) / len(first))

    def room(self, near: float, far: float, rim: float) -> float:
        """Return the largest width of a rectangle across the fan between two distances, inside a rim."""
        (left, right) = (self.corner((low + high) / 2) for low, high in (self.spans[0], self.spans[-1]))
        side = math.dist(left, right) if self.sweep <= 180 else 0.0
        half = near * math.tan(math.radians(self.sweep / 2)) if self.sweep < 170 else math.inf
        return side + 2 * min(half, math.sqrt(max(rim * rim - far * far, 0.0))) - 2 * _NEAR


@block
class Range(Block):
    """A stretch of a wedge that ends at `to`."""

    to: Length = keys.length("its end, measured from the point or the base", positive=True)
    label: str = keys.text("its words")
    note: str = keys.text("a few words below the label", default="")


BEARING = {"type": ["number", "string"], "minimum": -360, "maximum": 360}


@TEMPLATE_KINDS.kind("wedge")
@block
class Wedge(Pierced):
    """A wedge, or several side by side, which are its `fans`."""

    length: Length | None = keys.length(
        "its length (to the end of its last band)", default=None, positive=True)
    half_angle: Fraction | None = keys.number(
        "its angle to either side of the bow, in degrees; or", 1, 180, default=None)
    from_: Fraction | None = keys.number("the bearings that bound it, clockwise from the bow; or", -360, 360,
                                         default=None)
    to: Fraction | None = keys.number("", -360, 720, default=None)
    bearings: tuple[float, ...] = keys.special(
        lambda at, name: read_bearings(at, name) if name in at else (), {"type": "array", "items": BEARING},
        "the bearings that bound several wedges side by side, clockwise: `[315, 0, 45]`", default=())
    labels: tuple[str, ...] = keys.texts("the name of each of these wedges", most=MOST_WEDGES)
    bands: tuple[Range, ...] = keys.blocks(
        Range, "distances with a name: a list of `to`, `label` and perhaps a `note`, nearest first", entry="band",
        most=MOST_RANGES)
    tinted: bool = keys.flag("whether every other band is shaded: for card, not for film (false)")
    base: tuple[Length, Length] | None = keys.size(
        "the base, width x length, at whose edge it begins and whose corners it fits; distances are measured from "
        "that edge",
        default=None)
    post: Length | None = keys.length(
        "or the width of a notch at its point for a flight stand; distances are measured from the notch's middle",
        default=None, positive=True)
    notes: tuple[str, ...] = keys.texts("short lines below its title", most=MOST_NOTES)
    fans: tuple[Fan, ...] = ()

    smaller = "give it a shorter 'length'"

    def settled(self, at: Reader) -> Self | None:
        ways = [name for name in ("half_angle", "from", "bearings") if name in at]
        if len(ways) != 1:
            at.problems.add(at.span(ways[-1]) if ways else at.place, f"{at.what} has " + (
                " and ".join(f"'{way}'" for way in ways) if ways else "no bearings"),
                "say how broad it is in one way: half_angle: 45, or from: -45 and to: 45, or bearings: [315, 0, 45]")
        if ("from" in at) != ("to" in at):
            at.lack("to" if "from" in at else "from")
        if "bands" in at and "length" in at:
            at.fail("length", f"{at.what} has both 'bands' and 'length'",
                    "it ends with its last band: keep one of the two")
        elif "bands" not in at and "length" not in at:
            at.lack("length")
        for near, far in pairwise(self.bands):
            if near.to.points >= far.to.points > 0:
                at.fail("bands", f"the band '{far.label}' of {at.what} ends at {far.to.text}, the band before it at "
                        f"{near.to.text}", "list the bands from the nearest to the farthest")
        length = self.bands[-1].to if self.bands else self.length
        if self.base and self.post:
            at.fail("post", f"{at.what} has both 'base' and 'post'", "keep one of the two")
        if self.post and length and 0 < length.points <= self.post.points:
            at.fail("post", f"the notch of {at.what} is {self.post.text} wide, the wedge {length.text} long",
                    "make the wedge longer")
        fans = self._fans(at)
        if len(self.labels) not in (0, len(fans)):
            at.fail("labels", f"{at.what} has {len(fans)} wedge{'s' * (len(fans) != 1)} and {len(self.labels)} labels",
                    "give one label for each, clockwise")
        return replace(self, fans=fans, length=length) if fans and length and length.points else None

    def _fans(self, at: Reader) -> tuple[Fan, ...]:
        base = (self.base[0].pt, self.base[1].pt) if self.base else (0.0, 0.0)
        if self.bearings:
            key, bounds = "bearings", [self.bearings[0]]
            for after in self.bearings[1:]:
                bounds.append(bounds[-1] + ((after - bounds[-1]) % 360 or 360))
            if len(bounds) < 2 or len(bounds) > MOST_WEDGES + 1:
                at.fail(key, f"'bearings' of {at.what} has {len(bounds)} entries, 2 to {MOST_WEDGES + 1} are possible",
                        "they bound the wedges, clockwise: one more than there are wedges")
                return ()
        elif self.half_angle is not None:
            key, bounds = "half_angle", [-float(self.half_angle), float(self.half_angle)]
        elif self.from_ is not None and self.to is not None:
            key, bounds = "to", [float(self.from_), float(self.from_) + (float(self.to - self.from_) % 360 or 360)]
        else:
            return ()
        if bounds[-1] - bounds[0] >= 360:
            at.fail(key, f"{at.what} goes all round", "write kind: disc for that, or kind: ring")
            return ()
        first = -(-bounds[0] % 360)  # so that the bow is 0 if the wedge contains it
        shift = (first if first + bounds[-1] > bounds[0] else first + 360) - bounds[0]
        return tuple(Fan(low + shift, high - low, base) for low, high in pairwise(bounds))

    @property
    def all_round(self) -> Fan:
        """All its wedges as one."""
        return self.fans[0]._replace(sweep=sum(fan.sweep for fan in self.fans))

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        assert self.length
        whole, near = self.all_round, self.post.pt / 2 if self.post else 0.0
        turn = Transform().rotate(-whole.middle)
        edge = shapes.transform_path(whole.outline(near, self.length.pt), turn)
        left, top, right, bottom = shapes.outline_bounds(edge.segments)
        place = Transform(e=-left, f=-top)
        yield Cutout(self.title, self.title, right - left, bottom - top, shapes.transform_path(edge, place),
                     (Group((*self._drawn(sheet.ink, near),), place.then(turn)),), self.span,
                     middle=place.then(turn).apply(*whole.place(self.length.pt / 2)))

    def _drawn(self, ink: Ink, near: float) -> Iterator[Item]:
        """Yield bands, bounds and words, the bow up the page. Raises TooWide, TooTall and NoGlyph."""
        assert self.length
        whole, far = self.all_round, self.length.pt
        ends = [band.to.pt for band in self.bands] or [far]
        for number, (low, high) in enumerate(pairwise([near, *ends])):
            if self.tinted and number % 2:
                yield replace(whole.outline(low, high), stroke=None, fill=shade(ink, 0.12))
        if not self.base:
            yield rim((0, 0), far, whole.start, whole.sweep, fine=5 if whole.sweep <= 180 else 10, coarse=30)
        yield from (whole.rim(end) for end in ends[:-1])
        for fan in self.fans[1:]:
            corner = fan.corner(fan.start + 1e-6)
            yield shapes.line(*bearing(fan.start, near, *corner), *bearing(fan.start, far, *corner), BOUND)
        # An arrowhead at the bow, if the wedge contains it; in the point of a wedge, as near as it fits.
        if whole.start < 0 < whole.start + whole.sweep:
            half = math.radians(min(-whole.start, whole.start + whole.sweep, 80))
            reach = self.base[1].pt / 2 if self.base else max(near, 0.5 * _BOW / math.tan(half))
            yield shapes.arrow(0, -reach - 3 - _BOW, 0, _BOW, 0.7 * _BOW, fill=BLACK)
        for number, fan in enumerate(self.fans):
            label = self.labels[number] if self.labels else ""
            for low, high, lines in self._words(near, label, fan):
                yield _written(lines, fan, low, high, far, whole.middle)

    def _words(self, near: float, label: str, fan: Fan) -> Iterator[tuple[float, float, Lines]]:
        """Yield the two distances of each range and the lines in it; the last range also has the title."""
        assert self.length
        low, high = (f"{angle % 360:g}°" for angle in (fan.start, fan.start + fan.sweep))
        broad = f"{high} to either side" if abs(fan.middle % 360) < 1e-9 and fan.sweep < 360 else f"{low} to {high}"
        begin, before = near, "0"
        title: Lines = [(label, _LABEL)] if label else []
        title += [(self.title, TITLE), (broad, WORDS), *((note, WORDS) for note in self.notes)]
        for number, band in enumerate(self.bands, 1):
            span = set_fractions(f"{before}–{band.to.text}")
            lines: Lines = [(band.label, _LABEL), *([(band.note, WORDS)] if band.note else []), (span, WORDS)]
            yield begin, band.to.pt, [*lines, *(title if number == len(self.bands) else ())]
            begin, before = band.to.pt, band.to.amount
        if not self.bands:
            yield near, self.length.pt, [*title[:-1 - len(self.notes)], (f"{self.length.text} · {broad}", WORDS),
                                         *title[len(title) - len(self.notes):]]


def _written(lines: Lines, fan: Fan, near: float, far: float, rim: float, up: float) -> Item:
    """Return words in the middle of a range, or as near to it as there is room. Raises TooWide and TooTall.

    Of `_STEPS` + 1 rows it takes the one nearest to the middle that is wide enough, else the widest.
    """
    high, broad = stacked(lines), max(text.measure(*line) for line in lines)
    low, top = near + _NEAR + high / 2, far - _NEAR - high / 2
    if low > top:
        raise text.TooTall(text.plain(lines[0][0]), high + 2 * _NEAR, far - near)
    places = [low + (top - low) * k / _STEPS for k in range(_STEPS + 1)]
    rooms = {place: fan.room(place - high / 2, place + high / 2, rim) for place in places}
    fits = [place for place in places if rooms[place] >= broad]
    row = min(fits, key=lambda place: abs(place - (low + top) / 2)) if fits else max(places, key=rooms.__getitem__)
    tilt = (fan.middle - up + 180) % 360 - 180  # its angle on the page: words must not be upside down
    x, y = fan.place(row)
    return turned(tuple(stack(lines, 0, 0, max(rooms[row], 1.0))), x, y, fan.middle + (180 if abs(tilt) > 100 else 0))


@TEMPLATE_KINDS.kind("ring")
@block
class Ring(Template):
    """A ring: an area round another one."""

    outer: Length = keys.length("its outer diameter", positive=True)
    inner: Length = keys.length("its inner diameter", positive=True)
    notes: tuple[str, ...] = keys.texts("short lines, round the ring", most=4)

    smaller = "give it a smaller 'outer' diameter"

    def settled(self, at: Reader) -> Self | None:
        if 0 < self.outer.points < self.inner.points + 12 * Length(Fraction(MM), "").points:
            at.fail("inner", f"{at.what} is {self.outer.text} across and its hole {self.inner.text}",
                    "leave a ring 6 mm broad at least")
        return self

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        size, radius, hole = self.outer.pt, self.outer.pt / 2, self.inner.pt / 2
        items: list[Item] = [rim((radius, radius), radius, 0, 360, fine=10, coarse=90)]
        words = [(self.title, TITLE), (f"{self.outer.text} · {self.inner.text}", WORDS),
                 *((note, WORDS) for note in self.notes)]
        for number, (line, style) in enumerate(words):
            middle, half = (radius + hole) / 2 - 2, 0.5 * style.size
            broad = 2 * math.sqrt(max((radius - 8) ** 2 - (middle + half) ** 2, 1.0))
            angle = 360 * number / len(words)
            items.append(turned(text.line(line, style, 0, 0.36 * style.size, "middle", broad, LEAST),
                                *bearing(angle, middle, radius, radius), angle))
        yield Cutout(self.title, self.title, size, size, shapes.circle(radius, radius, radius, stroke=CUT),
                     tuple(items), self.span, holes=(shapes.circle(radius, radius, hole, stroke=FINE),))


ENDS = ("round", "straight")


@TEMPLATE_KINDS.kind("cone")
@block
class Cone(Pierced):
    """A cone, or a teardrop: the area of a flame or a blast."""

    length: Length = keys.length("from its tip to its end", positive=True)
    width: Length = keys.length("of its wide end", positive=True, least="10 mm", why="its words would not fit")
    tip: Length | None = keys.length("the width of its tip (a point)", default=None, positive=True)
    end: str = keys.choice(ENDS, "the wide end: `round` like a drop, or `straight`", default=ENDS[0])
    notes: tuple[str, ...] = keys.texts("short lines below its title", most=MOST_NOTES)

    smaller = "give it a shorter 'length'"

    def settled(self, at: Reader) -> Self | None:
        if self.tip and self.tip.points > self.width.points > 0:
            at.fail("tip", f"the tip of {at.what} is {self.tip.text} wide, its wide end {self.width.text}",
                    "the tip is the narrow end")
        if self.end == ENDS[0] and 0 < self.length.points <= self.width.points:
            at.fail("length", f"{at.what} is {self.length.text} long and {self.width.text} wide, its end round",
                    "make it longer than wide, or write end: straight, or kind: disc")
        return self

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the piece, its wide end up. Raises TooWide, TooTall and NoGlyph."""
        long, radius, tip = self.length.pt, self.width.pt / 2, self.tip.pt / 2 if self.tip else 0.0
        corners = [(radius + tip, long), (radius - tip, long)] if tip else [(radius, long)]
        foot = shapes.polyline(corners) if tip else Path((Move(radius, long),))
        if self.end == ENDS[0]:  # the sides touch the circle
            away = math.hypot(long - radius, tip)  # from the circle's centre to a corner of the tip
            touch = 180 - math.degrees(math.asin(tip / away) + math.acos(radius / away))
            head = shapes.arc(radius, radius, radius, -touch, 2 * touch)
            edge = shapes.joined((head, foot), stroke=CUT)
        else:
            edge = shapes.joined((shapes.line(0, 0, 2 * radius, 0), foot), stroke=CUT)
        lines: Lines = [(self.title, TITLE), (set_fractions(f"{self.length.text} · {self.width.text}"), WORDS),
                        *((note, WORDS) for note in self.notes)]
        high = stacked(lines)
        middle = radius if self.end == ENDS[0] else high / 2 + 2 * _NEAR
        if self.end == ENDS[0]:
            broad = 2 * math.sqrt(max((radius - _NEAR) ** 2 - high * high / 4, 1.0))
        else:
            broad = 2 * (radius + (tip - radius) * (middle + high / 2) / long) - 2 * _NEAR
        start = middle + high / 2 + _NEAR
        axis = shapes.line(radius, long, radius, start, Stroke(BLACK, 0.4, dash=(4.0, 2.5)))
        items = (axis, *stack(lines, radius, middle, max(broad, 1.0)))
        yield Cutout(self.title, self.title, 2 * radius, long, edge, items, self.span, middle=(radius, start + 16))
