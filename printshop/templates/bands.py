"""The bands of a stick: their keys, what they say and show, and spaces to write in where a band's end is not known.

Words of bands stand under the figures of the ticks. Where bands have strips of colour, these lie along the lower edge,
without a break from the stick's start to its end, and all words stand above them in two lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, Self

from printshop.drawing import patterns, shapes, text
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import Item, parse_color
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.naming import PATTERNS
from printshop.templates.joints import Part
from printshop.templates.pieces import BOUND, FINE, LEAST
from printshop.templates.template import Template
from printshop.units import Length, set_fractions

Reach = tuple[float, float]

MOST_BANDS, MOST_TICKS, MOST_MARKS = 60, 2000, 20


@block
class Band(Block):
    """A stretch of a stick that ends at `to`, measured from the stick's start; None where that is not known.

    `pattern` is that of its strip, "" for none.
    """

    to: Length | None = keys.length(
        "where it ends; `unknown` leaves a space to write it in",
        positive=True, unknown=True)
    label: str = keys.text("what it says")
    pattern: str = keys.choice(PATTERNS, "of a strip of colour along one edge", default="")
    colour: str = keys.colour("of that strip", default="#d0d0d0")
    note: str = keys.text("a few words below the label", default="")
    at: Reader | None = None

    def settled(self, at: Reader) -> Self:
        """Return the band."""
        if "colour" in at and not self.pattern:
            at.fail("colour", f"{at.what} has a 'colour' and no 'pattern'",
                    "name a pattern too, for instance pattern: solid")
        return replace(self, at=at)


@block
class Mark(Block):
    """A line across a stick, `at` a distance from its start."""

    at: Length = keys.length("how far from the start", positive=True)
    label: str = keys.text("what it says")


@block
class Stick(Template):
    """What a stick is; it ends with its last band, or after `length` where it is not known how far that goes."""

    width: Length = keys.length(
        "of the stick; one longer than the paper is made in pieces with glue tabs, never smaller",
        positive=True, least="12 mm", why="its words would be too small to read")
    length: Length = keys.length(
        "of all bands (left out: as long as the labels need), of each band, and what each band says",
        default=None, positive=True)
    every: Length | None = keys.length(default=None, positive=True)
    labels: tuple[str, ...] = keys.texts()
    bands: tuple[Band, ...] = keys.blocks(
        Band,
        "or, for bands of different lengths: a list of `to` and `label`, nearest first, perhaps with a `note` "
        "below the label; with a `pattern` and a `colour` a band has a strip of it along one edge, its words "
        "beside that. `to: unknown` prints a space to write it in, and `length` says how long the stick is made",
        entry="band")
    marks: tuple[Mark, ...] = keys.blocks(
        Mark,
        "lines across the stick, at distances to find again: a list of `at` and `label`",
        entry="mark", most=MOST_MARKS)
    ticks: Length = keys.length("distance of the fine marks; a few words at either end", default="1 in", positive=True)
    start: str = keys.text(default="")
    end: str = keys.text(default="")
    tinted: bool = keys.flag("shades every other band: for card, not for film (false)")

    whole = True
    coded = True

    @property
    def coloured(self) -> bool:
        """Whether any of its bands has a strip of colour."""
        return any(band.pattern for band in self.bands)

    @property
    def floor(self) -> float:
        """How far down words may go, in points: to the strip of colour or to the ticks."""
        return self.width.pt * (1 - _STRIP) if self.coloured else self.width.pt - _TICKS

    def settled(self, at: Reader) -> Self | None:
        """Return the stick with its bands and its length, None if it has no bands."""
        bands, length = self._uneven(at) if "bands" in at else self._even(at)
        if not bands or not length:
            return None
        stick = replace(self, bands=bands, length=length)
        if 0 < stick.ticks.points * MOST_TICKS < length.points:
            at.fail("ticks", f"the ticks of {at.what}, {stick.ticks.text} apart, are more than {MOST_TICKS} in "
                    f"{length.text}", "make them farther apart, or the stick shorter")
        for band in bands[:-1] if length.points and bands[-1].to is None else ():
            if band.to and band.to.points >= length.points:
                at.fail("length", f"'length' of {at.what} is {length.text}, its band '{band.label}' ends at "
                        f"{band.to.text}", "make the stick longer than its bands that are known")
        for mark in stick.marks:
            if mark.at.points > length.points > 0:
                at.fail("marks", f"the mark '{mark.label}' of {at.what} is at {mark.at.text}, the stick ends at "
                        f"{length.text}", "move the mark, or make the stick longer")
        return stick

    def _even(self, at: Reader) -> tuple[tuple[Band, ...], Length | None]:
        """Return bands that are all as long."""
        for name in ("every", "labels"):
            if name not in at:
                at.lack(name)
        every, labels = self.every, self.labels
        if not every or not every.points or not labels:
            return (), None
        length = every.times(len(labels)) if self.length is None else self.length
        count = length.points / every.points
        if not length.points:
            return (), None
        if count.denominator != 1:
            at.fail("length", f"'length' of {at.what} is {length.text}, which is not a whole number of bands of "
                    f"{every.text}", "end the stick where a band ends")
        elif count > MOST_BANDS:
            at.fail("every", f"{at.what} has {count} bands, at most {MOST_BANDS} are possible")
        elif count != len(labels):
            at.fail("labels", f"{at.what} has {count} bands of {every.text} in {length.text}, and {len(labels)} labels",
                    "give one label for each band, the nearest first")
        else:
            return tuple(Band(to=every.times(k), label=words) for k, words in enumerate(labels, 1)), length
        return (), None

    def _uneven(self, at: Reader) -> tuple[tuple[Band, ...], Length | None]:
        """Return bands of different lengths, as they are listed."""
        before: Length | None = None
        for band in self.bands:
            if before and band.to and band.at and 0 < band.to.points <= before.points:
                band.at.fail("to", f"{band.at.what} ends at {band.to.text}, the band before it at {before.text}",
                             "list the bands from the nearest to the farthest")
            before = band.to or before
        if not 0 < len(self.bands) <= MOST_BANDS:
            at.fail("bands", f"'bands' of {at.what} must have 1 to {MOST_BANDS} entries")
            return (), None
        last = self.bands[-1].to
        for name in ("every", "labels") if last is None else ("length", "every", "labels"):
            if name in at:
                at.fail(name, f"{at.what} has both 'bands' and '{name}'", "keep one of the two")
        if last is None and self.length is None:
            at.lack("length")
        return self.bands, last or self.length


# --- drawing

FIGURES_END = 11.5  # the figures of the ticks take this much of the width
CLEAR = 2.8  # from words beside a strip to what is above and below them
_TICKS = 7.0  # the ticks of the other edge take this much
_STRIP = 0.36  # what a strip takes of the width
_LABEL = text.Style("sans", 24.0, bold=True)
_FEW, _WORD = 3, 14.0  # what has more letters than that is a word, and not as large as a figure
_SPAN = text.Style("sans", 8.0)
_ROOMY = 40.0  # a stick narrower than this says its bands' labels only
_STACK = 18.5  # what two lines that ask for a band's end take
_ASCENDER = 0.78  # how far letters rise above the line, as a share of their size
_HANGING = frozenset("gjpqy")
_ASKED = text.Style("sans", 11.0, bold=True)
_ASKING = text.Style("sans", 8.0)
_SPACE = 44.0  # the length of a line to write a distance on


class Room(NamedTuple):
    """A piece of a stick and the stretches of it, along the piece, that words cannot have."""

    part: Part
    taken: tuple[Reach, ...]

    def free(self, left: float, right: float) -> list[Reach]:
        """Return what is left free between two places."""
        gaps = []
        for start, end in sorted(self.taken):
            if end > left and start < right:
                gaps.append((left, start))
                left = max(left, end)
        return [(a, b) for a, b in (*gaps, (left, right)) if b > a]


class _Stretch(NamedTuple):
    """Bands between two bounds that are known; more than one, or one without an end, where others are not.

    `number` is that of the last of them, from 0.
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
        """Return from where to where it goes on a piece, None if it is not on it."""
        left, right = max(self.near, part.start) - part.start, min(self.far, part.end) - part.start
        return (float(left), float(right)) if right > left else None

    def widest(self, room: Room) -> Reach:
        """Return its longest free place on a piece."""
        free = room.free(*place) if (place := self.on(room.part)) else ()
        return max(free, key=_width, default=(0.0, 0.0))


def _width(place: Reach) -> float:
    return place[1] - place[0]


def draw(stick: Stick, rooms: Sequence[Room], ink: Ink) -> dict[int, tuple[Item, ...]]:
    """Return what each piece, by its number, shows of the bands. Raises TooWide and NoGlyph."""
    stretches = tuple(_stretches(stick))
    drawn: dict[int, list[Item]] = {room.part.number: [] for room in rooms}
    for room in rooms:
        drawn[room.part.number] += _known(stick, stretches, rooms, room, ink)
    for stretch in stretches:
        if not stretch.known:
            for number, items in _asked(stick, stretch, rooms):
                drawn[number] += items
    return {number: tuple(items) for number, items in drawn.items()}


def _stretches(stick: Stick) -> Iterator[_Stretch]:
    near, before = Fraction(0), "0"
    bands: list[Band] = []
    for number, band in enumerate(stick.bands):
        bands.append(band)
        if band.to:
            yield _Stretch(number, near, band.to.points, tuple(bands), set_fractions(f"{before}–{band.to.text}"))
            near, before, bands = band.to.points, band.to.amount, []
    if bands:
        yield _Stretch(len(stick.bands) - 1, near, stick.length.points, tuple(bands), "")


def _known(
    stick: Stick, stretches: Sequence[_Stretch], rooms: Sequence[Room], room: Room, ink: Ink
) -> Iterator[Item]:
    """Yield what a piece shows of the bands that are known: fill, bound, label, from where to where they go."""
    wide, floor = stick.width.pt, stick.floor
    here = [(stretch, place) for stretch in stretches if (place := stretch.on(room.part))]
    for stretch, (left, right) in here:
        if stick.tinted and stretch.known and stretch.number % 2:
            yield shapes.rect(left, 0, right - left, wide, fill=shade(ink, 0.12))
    for stretch, place in here:
        band, (left, right) = stretch.bands[0], place
        if stretch.known and stick.coloured:
            if band.pattern:
                yield from patterns.fill(band.pattern, (left, floor, right - left, wide - floor),
                                         parse_color(band.colour), ink, pitch=6.0, weight=0.6)
                yield shapes.line(left, floor, right, floor, FINE)
            yield from _lines(stick, stretch, rooms, room)
        elif stretch.known and (len(stretches) > 1 or room.part.number == 1):  # one band is named once
            yield from _words(stick, stretch, room, place)
    for _, (left, _) in here[1:]:
        yield shapes.line(left, 0, left, wide, BOUND)


def _lines(stick: Stick, stretch: _Stretch, rooms: Sequence[Room], room: Room) -> Iterator[Item]:
    """Yield what a band with a strip says: its label; its note and from where to where it goes.

    The lines are always of one size; on a piece without room for them, they stand on another.
    """
    high = stick.floor - FIGURES_END
    first, second = min(0.44 * high, 16.0), min(0.35 * high, 12.0)
    bases = FIGURES_END + 2 + 0.72 * first, stick.floor - CLEAR - 0.22 * second
    band = stretch.bands[0]
    words = ((band.label, text.Style("sans", first, bold=True)),
             (f"{band.note} · {stretch.span}" if band.note else stretch.span, text.Style("sans", second)))
    left, right = stretch.widest(room)
    needed = max(text.measure(line, style) for line, style in words)
    if right - left < needed and room != max(rooms, key=lambda other: _width(stretch.widest(other))):
        return
    for (line, style), base in zip(words, bases, strict=True):
        yield from text.line(line, style, (left + right) / 2, base, "middle", max_width=right - left, min_size=LEAST)


def _words(stick: Stick, stretch: _Stretch, room: Room, place: Reach) -> tuple[Item, ...]:
    """Return what a band says: its label and, where there is room, from where to where it goes."""
    left, right = max(room.free(*place), key=_width, default=place)
    wide, middle, width = stick.width.pt, (left + right) / 2, right - left - 6
    roomy = wide >= _ROOMY
    label = stretch.bands[0].label
    base = wide - (20.5 if roomy else 9)
    base -= 3.0 if base > 30 and _HANGING & set(label) else 0.0  # large letters would touch the line below
    most = _LABEL.size if len(text.plain(label)) <= _FEW else _WORD
    style = _LABEL._replace(size=min(most, (base - FIGURES_END - 1.5) / _ASCENDER))
    items = text.line(label, style, middle, base, "middle", max_width=width, min_size=7)
    if roomy:
        items += text.line(stretch.span, _SPAN, middle, wide - 10.5, "middle", max_width=width, min_size=LEAST)
    return items


# --- spaces to write in


class _Question(NamedTuple):
    """A band whose bounds are not known: its label, and where it ends, with a space to write in if need be."""

    label: str
    ends: str
    blank: bool
    unit: str

    def width(self, stacked: bool) -> float:
        """Return how much of the stick it takes, on one line or on two."""
        label = text.measure(self.label, _ASKED)
        tail = text.measure(self.ends, _ASKING)
        if self.blank:
            tail += 3 + _SPACE + 3 + text.measure(self.unit, _ASKING)
        return max(label, tail) if stacked else label + 4 + tail

    def draw(self, middle: float, base: float, stacked: bool) -> Iterator[Item]:
        """Yield it about a place along the stick; `base` is that of its last line."""
        x = middle - self.width(stacked) / 2
        yield from text.line(self.label, _ASKED, x, base - (12 if stacked else 0))
        if not stacked:
            x += text.measure(self.label, _ASKED) + 4
        yield from text.line(self.ends, _ASKING, x, base)
        if self.blank:
            x += text.measure(self.ends, _ASKING) + 3
            yield shapes.line(x, base + 1.5, x + _SPACE, base + 1.5, FINE)
            yield from text.line(self.unit, _ASKING, x + _SPACE + 3, base)


def _asked(stick: Stick, stretch: _Stretch, rooms: Sequence[Room]) -> Iterator[tuple[int, tuple[Item, ...]]]:
    """Yield piece by piece the questions of a stretch, in order and spread over it."""
    questions = [_Question(band.label, f"to {band.to.text}" if band.to else "ends at", band.to is None,
                           stick.length.unit) for band in stretch.bands]
    free = [(room.part, span) for room in rooms if (place := stretch.on(room.part)) for span in room.free(*place)]
    stacked = False
    places = _spread(questions, free, stretch, stacked)
    if places is None and stick.floor - FIGURES_END >= _STACK:
        stacked = True
        places = _spread(questions, free, stretch, stacked)
    if places is None:
        needed = sum(question.width(stacked) + 8 for question in questions)
        raise text.TooWide(" / ".join(question.label for question in questions), needed,
                           float(stretch.far - stretch.near))
    base = (FIGURES_END + stick.floor) / 2 + (9 if stacked else 4)
    for number, group in groupby(zip(questions, places, strict=True), key=lambda pair: pair[1][0]):
        yield number, tuple(item for question, (_, at) in group for item in question.draw(at, base, stacked))


def _spread(
    questions: Sequence[_Question], free: Sequence[tuple[Part, Reach]], stretch: _Stretch, stacked: bool
) -> list[tuple[int, float]] | None:
    """Return piece and place of every question's middle, each as near to its share of the stretch as it can be.

    None if there is no room.
    """
    places: list[tuple[int, float]] = []
    past = 0.0  # along the whole stick
    for k, question in enumerate(questions):
        half = question.width(stacked) / 2 + 4
        share = float(stretch.near + (stretch.far - stretch.near) * (2 * k + 1) / (2 * len(questions)))
        best = None
        for part, (left, right) in free:
            start = float(part.start)
            low, high = max(start + left, past) + half, start + right - half
            at = min(max(share, low), high)
            if low <= high and (best is None or abs(at - share) < abs(best[1] - share)):
                best = part, at
        if best is None:
            return None
        places.append((best[0].number, best[1] - float(best[0].start)))
        past = best[1] + half
    return places
