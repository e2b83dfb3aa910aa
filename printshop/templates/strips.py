"""Strips: their division into parts with glue tabs and marks at the joints, and the bands along them.

Words of bands stand under the figures of the ticks. If bands have strips of colour, these lie along the lower edge,
without a break from the strip's start to its end, and all words stand above them in two lines.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, Self

from printshop.drawing import patterns, shapes, text, themes
from printshop.drawing.ink import Ink, shade, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Item, Path, Stroke, parse_color
from printshop.game.model import Side
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.layout.labels import plate
from printshop.naming import PATTERNS
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, WORDS, turned
from printshop.units import MM, Length, set_fractions

MOST_BANDS = 60
TAB = 9 * MM
MARKED = 8.5  # length of the strip taken by the marks at a joint, with some space
_TAPER = 3.0
_JOINT = Stroke(BLACK, 0.5, dash=(3.0, 2.0))

Reach = tuple[float, float]


class Part(NamedTuple):
    """A part of a strip, exactly from `start` to `end` points along it: the `number`th `of` all its parts."""

    number: int
    of: int
    start: Fraction
    end: Fraction

    @property
    def length(self) -> float:
        """The length of the part without its tab, in points."""
        return float(self.end - self.start)

    @property
    def width(self) -> float:
        """The length of the part with its tab, in points."""
        return self.length + (0 if self.last else TAB)

    @property
    def last(self) -> bool:
        """Whether the strip ends with this part."""
        return self.number == self.of


def divide(
    total: Fraction, tick: Fraction, longest: float,
    liked: Collection[Fraction] = (), spared: Collection[Fraction] = (),
) -> tuple[Part, ...]:
    """Divide a strip into the fewest parts that are no longer than `longest` points, glue tabs included.

    It is divided at multiples of `tick`: at a `liked` position if possible, else into about equal parts, and at a
    `spared` position only if there is no other. A strip whose ticks are farther apart than the paper is long is
    returned in one part, which will not fit.
    """
    reach = math.floor((longest - TAB) / float(tick)) * tick
    if float(total) <= longest or reach <= 0:
        return (Part(1, 1, Fraction(0), total),)
    count = math.ceil(total / reach)
    places = [Fraction(0)]
    for k in range(1, count):
        low, high, ideal = total - (count - k) * reach, places[-1] + reach, total * k / count
        choices = [step * tick for step in range(math.ceil(max(low, tick) / tick), math.floor(high / tick) + 1)]
        places.append(min(choices, key=lambda at: (at in spared, at not in liked, abs(at - ideal), at)))
    return tuple(Part(k, count, *ends) for k, ends in enumerate(pairwise((*places, total)), 1))


def edge(wide: float, part: Part) -> Path:
    """Return the outline of a part that lies across, its tab at the right."""
    long = part.length
    tab = [] if part.last else [
        (long, 1.0), (long + TAB, 1.0 + _TAPER), (long + TAB, wide - 1.0 - _TAPER), (long, wide - 1.0)]
    return shapes.polygon([(0.0, 0.0), (long, 0.0), *tab, (long, wide), (0.0, wide)], stroke=CUT)


def joints(wide: float, part: Part, following: str) -> Iterator[Item]:
    """Yield the marks and the tab's words where a part meets its neighbours; `following` is the code of the next one.

    The marks are halves of diamonds, whose other halves are on the neighbouring part.
    """
    long = part.length
    for joined, x, direction in ((part.number > 1, 3.4, 90), (not part.last, long - 3.4, 270)):
        for share in (0.3, 0.7) if joined else ():
            yield shapes.arrow(x, share * wide, direction, 3.4, 6.0, fill=BLACK)
    if not part.last:
        yield shapes.line(long, 1, long, wide - 1, _JOINT)
        high = wide - 2 * (1.0 + _TAPER)
        words = text.block(f"glue under **{following}** at the triangles", WORDS,
                           (-high / 2, 1.5, high, TAB - 2.5), 1.1, "middle", "middle", LEAST)
        yield turned(words.items, long, wide / 2, -90)


# --- bands


@block
class Band(Block):
    """A stretch of a strip that ends at `to`, measured from the strip's start; None if that is unknown.

    `pattern` is the pattern of its strip of colour, "" for none.
    """

    to: Length | None = keys.length(
        "where it ends; `unknown` leaves a space to write it in", positive=True, unknown=True)
    label: str = keys.text("its words")
    pattern: str = keys.choice(PATTERNS, "the pattern of a strip of colour along one edge", default="")
    colour: str = keys.colour("the colour of that strip", default="#d0d0d0")
    note: str = keys.text("a few words below the label", default="")

    def settled(self, at: Reader) -> Self:
        if "colour" in at and not self.pattern:
            at.fail("colour", f"{at.what} has a 'colour' and no 'pattern'",
                    "name a pattern too, for instance pattern: solid")
        return self


def _read_bands(at: Reader, name: str) -> tuple[Band, ...]:
    """Return the bands of a list; they must be in order, the nearest first."""
    bands: list[Band] = []
    before: Length | None = None
    for inner in at.readers(name, "band"):
        band: Band = keys.read(Band, inner)
        if before and band.to and 0 < band.to.points <= before.points:
            inner.fail("to", f"{inner.what} ends at {band.to.text}, the band before it at {before.text}",
                       "list the bands from the nearest to the farthest")
        before = band.to or before
        bands.append(band)
    return tuple(bands)


@block
class Banded(Block):
    """Keys of strips with bands; the strip ends with its last band or, if that has an unknown end, after `length`."""

    width: Length = keys.length(
        "of the stick; a stick longer than the paper comes in pieces with glue tabs, never smaller",
        positive=True, least="12 mm", why="its words would be too small to read")
    length: Length = keys.length(
        "the length of all bands (as long as the labels need), the length of each band, and the words of each band",
        default=None, positive=True)
    every: Length | None = keys.length(default=None, positive=True)
    labels: tuple[str, ...] = keys.texts()
    bands: tuple[Band, ...] = keys.special(
        _read_bands, lambda writer: {"type": "array", "items": writer.block(Band)},
        "or, for bands of different lengths: a list of `to` and `label`, nearest first, perhaps with a `note` "
        "below the label. With a `pattern` and a `colour` a band has a strip of colour along one edge, and its words "
        "stand beside the strip. `to: unknown` prints a space to write in; then `length` is the length of the stick")
    tinted: bool = keys.flag("whether every other band is shaded: for card, not for film (false)")
    side: Side | None = keys.special(
        lambda at, name: at.context.sides.get(at.choice(name, [*at.context.sides])) if name in at else None,
        lambda writer: writer.entry("sides"), "its side: it has that side's colour and emblem", default=None)
    reach: int = keys.whole("the number of bands without extra cost: the labels of all bands beyond stand on the bar "
                            "of the theme", 1, MOST_BANDS, default=MOST_BANDS)

    @property
    def coloured(self) -> bool:
        """Whether any of its bands has a strip of colour."""
        return any(band.pattern for band in self.bands)

    @property
    def counted(self) -> bool:
        """Whether its bands are counted, not measured; then it shows no distances."""
        return False

    @property
    def floor(self) -> float:
        """The lowest y of words, in points: the top of the strip of colour, or of the ticks."""
        return self.width.pt * (1 - _STRIP) if self.coloured else self.width.pt - _TICKS

    def tint(self, ink: Ink) -> Color:
        """Return the fill of every other band of a tinted strip."""
        own = WHITE.mix(parse_color(self.side.color), _SIDES) if self.side else themes.ground("tint", ink)
        return own if ink is Ink.COLOUR else shade(ink, 0.12)

    @property
    def bounds(self) -> frozenset[Fraction]:
        """The known ends of its bands, in points from its start."""
        return frozenset(band.to.points for band in self.bands if band.to)

    def settled(self, at: Reader) -> Self | None:
        bands: tuple[Band, ...] = self.bands
        length: Length | None = self.length
        last = bands[-1].to if bands else None
        if "bands" not in at:
            bands, length = self._even(at)
        elif not 0 < len(bands) <= MOST_BANDS:
            at.fail("bands", f"'bands' of {at.what} must have 1 to {MOST_BANDS} entries")
            return None
        else:
            for name in ("every", "labels") if last is None else ("length", "every", "labels"):
                if name in at:
                    at.fail(name, f"{at.what} has both 'bands' and '{name}'", "keep one of the two")
            if last is None and length is None:
                at.lack("length")
            length = last or length
        if not bands or not length:
            return None
        for band in bands[:-1] if length.points and bands[-1].to is None else ():
            if band.to and band.to.points >= length.points:
                at.fail("length", f"'length' of {at.what} is {length.text}, its band '{band.label}' ends at "
                        f"{band.to.text}", "make the stick longer than its bands that are known")
        return replace(self, bands=bands, length=length)

    def _even(self, at: Reader) -> tuple[tuple[Band, ...], Length | None]:
        """Return bands of equal length, one for each label."""
        for name in ("every", "labels"):
            if name not in at:
                at.lack(name)
        step, labels = self.every, self.labels
        if not step or not step.points or not labels:
            return (), None
        length = step.times(len(labels)) if self.length is None else self.length
        count = length.points / step.points
        if not count:
            return (), None
        if count.denominator != 1:
            at.fail("length", f"'length' of {at.what} is {length.text}, which is not a whole number of bands of "
                    f"{step.text}", "end the stick where a band ends")
        elif count > MOST_BANDS:
            at.fail("every", f"{at.what} has {count} bands, at most {MOST_BANDS} are possible")
        elif count != len(labels):
            at.fail("labels", f"{at.what} has {count} bands of {step.text} in {length.text}, and {len(labels)} labels",
                    "give one label for each band, the nearest first")
        else:
            return tuple(Band(to=step.times(k), label=words) for k, words in enumerate(labels, 1)), length
        return (), None

# --- items of bands

FIGURES_END = 11.5  # how far the figures of the ticks reach from the upper edge
CLEAR = 2.8  # from words beside a strip of colour to the items above and below them
_TICKS = 7.0  # length of the ticks at the lower edge
_SIDES = 0.36  # share of the side's colour in the tint of a strip
_STRIP = 0.36  # width of a strip of colour, as a share of the stick's width
_LABEL = text.Style("sans", 24.0, bold=True)
_FEW, _WORD = 3, 14.0  # a label of more letters is a word: its largest size is smaller than that of a figure
_SPAN = text.Style("sans", 8.0)
_ROOMY = 40.0  # a strip narrower than this shows only the labels of its bands
_STACK = 18.5  # height of two lines that ask for a band's end
_ASCENDER = 0.78  # height of letters above the baseline, as a share of their size
_HANGING = frozenset("gjpqy")
_ASKED = text.Style("sans", 11.0, bold=True)
_SPACE = 44.0  # the length of a line to write a distance on


class Room(NamedTuple):
    """A part of a strip, and the stretches along it where words cannot stand."""

    part: Part
    occupied: tuple[Reach, ...]

    def free(self, place: Reach | None) -> list[Reach]:
        """Return the stretches that are free within a stretch of the part."""
        if place is None:
            return []
        left, right = place
        gaps = []
        for start, end in sorted(self.occupied):
            if end > left and start < right:
                gaps.append((left, start))
                left = max(left, end)
        return [(a, b) for a, b in (*gaps, (left, right)) if b > a]


class _Stretch(NamedTuple):
    """The bands between two known bounds: one, or several if some of their ends are unknown.

    `number` is that of the last one, from 0. The last stretch may end with the strip, at an unknown end.
    """

    number: int
    near: Fraction
    far: Fraction
    bands: tuple[Band, ...]
    span: str

    @property
    def known(self) -> bool:
        return len(self.bands) == 1 and self.bands[0].to is not None

    def on(self, part: Part) -> Reach | None:
        """Return the stretch as it lies on a part, None if it is not on it."""
        left, right = max(self.near, part.start) - part.start, min(self.far, part.end) - part.start
        return (float(left), float(right)) if right > left else None

    def widest(self, room: Room) -> Reach:
        """Return the longest free stretch of it on a part."""
        return max(room.free(self.on(room.part)), key=_width, default=(0.0, 0.0))


def _width(place: Reach) -> float:
    return place[1] - place[0]


def draw(strip: Banded, rooms: Sequence[Room], ink: Ink) -> dict[int, list[Item]]:
    """Return the items of the bands for each part, by its number. Raises TooWide and NoGlyph."""
    stretches: list[_Stretch] = []
    near, before = Fraction(0), "0"
    bands: tuple[Band, ...] = ()
    for number, band in enumerate(strip.bands):
        bands = (*bands, band)
        if band.to:
            span = set_fractions(f"{before}–{band.to.text}")
            stretches.append(_Stretch(number, near, band.to.points, bands, span))
            near, before, bands = band.to.points, band.to.amount, ()
    if bands:
        stretches.append(_Stretch(len(strip.bands) - 1, near, strip.length.points, bands, ""))
    drawn: dict[int, list[Item]] = {}
    wide, floor = strip.width.pt, strip.floor
    for room in rooms:  # bands with known ends: fill, bound, label, distances
        placed = [(stretch, place) for stretch in stretches if (place := stretch.on(room.part))]
        items: list[Item] = [shapes.rect(left, 0, right - left, wide, fill=strip.tint(ink)) for stretch, (left, right)
                             in placed if strip.tinted and stretch.known and stretch.number % 2]
        for stretch, place in placed:
            band, (left, right) = stretch.bands[0], place
            if stretch.known and strip.coloured:
                if band.pattern:
                    items += patterns.fill(band.pattern, (left, floor, right - left, wide - floor),
                                           parse_color(band.colour), ink, pitch=6.0, weight=0.6)
                    items.append(shapes.line(left, floor, right, floor, FINE))
                items += _lines(strip, stretch, rooms, room)
            elif stretch.known and (len(stretches) > 1 or room.part.number == 1):  # a single band is named once
                free = max(room.free(place), key=_width, default=place)
                off = max(free[0] - left, right - free[1])
                if strip.counted and right - left > 2 * off + _LABEL.size:  # centred in the band
                    free = left + off, right - off
                items += _words(strip, stretch, free, ink)
        drawn[room.part.number] = [*items, *(shapes.line(left, 0, left, wide, BOUND) for _, (left, _) in placed[1:])]
    for stretch in stretches:
        for number, questions in () if stretch.known else _questions(strip, stretch, rooms):
            drawn[number] += questions
    return drawn


def _lines(strip: Banded, stretch: _Stretch, rooms: Sequence[Room], room: Room) -> Iterator[Item]:
    """Yield the two lines of a band with a strip of colour: its label; its note and its distances.

    They are left out on a part where they do not fit in full size, unless no other part has more room.
    """
    high = strip.floor - FIGURES_END
    first, second = min(0.44 * high, 16.0), min(0.35 * high, 12.0)
    bases = FIGURES_END + 2 + 0.72 * first, strip.floor - CLEAR - 0.22 * second
    band = stretch.bands[0]
    words = ((band.label, text.Style("sans", first, bold=True)),
             (f"**{band.note}** · {stretch.span}" if band.note else stretch.span, text.Style("sans", second)))
    left, right = stretch.widest(room)
    extent = max(text.measure(line, style) for line, style in words)
    if right - left < extent and room != max(rooms, key=lambda other: _width(stretch.widest(other))):
        return
    for (line, style), base in zip(words, bases, strict=True):
        yield from text.line(line, style, (left + right) / 2, base, "middle", max_width=right - left, min_size=LEAST)


def _words(strip: Banded, stretch: _Stretch, place: Reach, ink: Ink) -> Iterator[Item]:
    """Yield the label of a band and, where there is room, the distances where it begins and ends."""
    (left, right), wide = place, strip.width.pt
    label, middle, width = stretch.bands[0].label, (left + right) / 2, right - left - 6
    roomy = wide >= _ROOMY and not strip.counted
    most = _LABEL.size if len(text.plain(label)) <= _FEW else _WORD
    base = (wide + 0.7 * most) / 2 if strip.counted else wide - (20.5 if roomy else 9)
    base -= 3.0 if base > 30 and _HANGING & set(label) else 0.0  # descenders of large letters would touch the next line
    style = _LABEL._replace(size=min(most, (base - FIGURES_END - 1.5) / _ASCENDER))
    if stretch.number < strip.reach:
        yield from text.line(label, style, middle, base, "middle", max_width=width, min_size=7)
    else:
        fill = themes.ground("bar", ink)
        yield from plate(label, style._replace(color=text_on(fill)), (middle, base - 0.35 * style.size), beside=18,
                         high=2.1, fill=fill, max_width=width, min_size=7)
    if roomy:
        yield from text.line(stretch.span, _SPAN, middle, wide - 10.5, "middle", max_width=width, min_size=LEAST)


def _question(band: Band, unit: str, x: float, base: float, *, stacked: bool) -> tuple[list[Item], float]:
    """Return the label of a band with its end, or a space to write it in, from x on; and the right end of the items.

    They stand in one line, or in two if `stacked`, down to `base`.
    """
    named, ends = text.measure(band.label, _ASKED), f"to {band.to.text}" if band.to else "ends at"
    right = x if stacked else x + named + 4
    items: list[Item] = [*text.line(band.label, _ASKED, x, base - (12 if stacked else 0)),
                         *text.line(ends, _SPAN, right, base)]
    right += text.measure(ends, _SPAN)
    if not band.to:
        items += (shapes.line(right + 3, base + 1.5, right + 3 + _SPACE, base + 1.5, FINE),
                  *text.line(unit, _SPAN, right + _SPACE + 6, base))
        right += 6 + _SPACE + text.measure(unit, _SPAN)
    return items, max(x + named, right)


def _questions(strip: Banded, stretch: _Stretch, rooms: Sequence[Room]) -> Iterator[tuple[int, list[Item]]]:
    """Yield the questions of a stretch for each part, in order and spread over the stretch. Raises TooWide."""
    unit, bands = strip.length.unit, stretch.bands
    free = [(room.part, place) for room in rooms for place in room.free(stretch.on(room.part))]
    for stacked in (False, True) if strip.floor - FIGURES_END >= _STACK else (False,):
        widths = [_question(band, unit, 0, 0, stacked=stacked)[1] for band in bands]
        places = _spread(widths, free, stretch)
        if places:
            break
    else:
        raise text.TooWide(" / ".join(band.label for band in bands), sum(width + 8 for width in widths),
                           float(stretch.far - stretch.near))
    base = (FIGURES_END + strip.floor) / 2 + (9 if stacked else 4)
    for number, group in groupby(zip(bands, widths, places, strict=True), key=lambda placed: placed[2][0]):
        yield number, [item for band, width, (_, at) in group
                       for item in _question(band, unit, at - width / 2, base, stacked=stacked)[0]]


def _spread(
    widths: Sequence[float], free: Sequence[tuple[Part, Reach]], stretch: _Stretch
) -> list[tuple[int, float]]:
    """Return the part and the middle of every question, each as near to its share of the stretch as possible.

    Nothing if there is no room.
    """
    places: list[tuple[int, float]] = []
    past = 0.0  # along the whole strip
    for k, width in enumerate(widths):
        half = width / 2 + 4
        share = float(stretch.near + (stretch.far - stretch.near) * (2 * k + 1) / (2 * len(widths)))
        choices = []
        for part, (left, right) in free:
            low, high = max(float(part.start) + left, past) + half, float(part.start) + right - half
            if low <= high:
                choices.append((part, min(max(share, low), high)))
        if not choices:
            return []
        part, at = min(choices, key=lambda choice: abs(choice[1] - share))
        places.append((part.number, at - float(part.start)))
        past = at + half
    return places
