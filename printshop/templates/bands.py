"""What the bands of a stick say and show, and the spaces to write in where a band's end is not known."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import ink, patterns, shapes, text
from printshop.drawing.items import parse_color
from printshop.templates import stick_margins
from printshop.templates.stick_margins import FIGURES_END as _FIGURES_END
from printshop.templates.template import BOUND, FINE, LEAST
from printshop.units import set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item
    from printshop.templates.joints import Part
    from printshop.templates.sticks import Band, StickTemplate

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
    taken: tuple[tuple[float, float], ...]

    def free(self, left: float, right: float) -> list[tuple[float, float]]:
        """Return what is left free between two places."""
        found = []
        for start, end in sorted(self.taken):
            if end > left and start < right:
                found.append((left, start))
                left = max(left, end)
        return [(a, b) for a, b in (*found, (left, right)) if b > a]


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

    def on(self, part: Part) -> tuple[float, float] | None:
        """Return from where to where it goes on a piece, None if it is not on it."""
        left, right = max(self.near, part.start) - part.start, min(self.far, part.end) - part.start
        return (float(left), float(right)) if right > left else None


def draw(template: StickTemplate, rooms: Sequence[Room], spend: ink.Ink) -> dict[int, tuple[Item, ...]]:
    """Return what each piece, by its number, shows of the bands. Raises TooWide and NoGlyph."""
    stretches = tuple(_stretches(template))
    found: dict[int, list[Item]] = {room.part.number: [] for room in rooms}
    for room in rooms:
        found[room.part.number] += _known(template, stretches, rooms, room, spend)
    for stretch in stretches:
        if not stretch.known:
            for number, items in _asked(template, stretch, rooms):
                found[number] += items
    return {number: tuple(items) for number, items in found.items()}


def _stretches(template: StickTemplate) -> Iterator[_Stretch]:
    near, before = Fraction(0), "0"
    bands: list[Band] = []
    for number, band in enumerate(template.bands):
        bands.append(band)
        if band.to:
            yield _Stretch(number, near, band.to.points, tuple(bands), set_fractions(f"{before}–{band.to.text}"))
            near, before, bands = band.to.points, band.to.amount, []
    if bands:
        yield _Stretch(len(template.bands) - 1, near, template.length.points, tuple(bands), "")


def _known(
    template: StickTemplate, stretches: Sequence[_Stretch], rooms: Sequence[Room], room: Room, spend: ink.Ink
) -> Iterator[Item]:
    """Yield what a piece shows of the bands that are known: fill, bound, label, from where to where they go."""
    wide = template.width.pt
    here = [(one, place) for one in stretches if (place := one.on(room.part))]
    for one, (left, right) in here:
        if template.tinted and one.known and one.number % 2:
            yield shapes.rect(left, 0, right - left, wide, fill=ink.shade(spend, 0.12))
    for one, place in here:
        if one.known and template.coloured:
            yield from _strip(one.bands[0], place, template, spend)
            yield from _lines(template, one, rooms, room)
        elif one.known and (len(stretches) > 1 or room.part.number == 1):  # one band is named once
            yield from _words(template, one, room, place)
    for _, (left, _) in here[1:]:
        yield shapes.line(left, 0, left, wide, BOUND)


def _strip(
    band: Band, place: tuple[float, float], template: StickTemplate, spend: ink.Ink
) -> Iterator[Item]:
    """Yield the colour and pattern of a band from its start to its end, along the lower edge."""
    if not band.pattern:
        return
    low, wide, (left, right) = stick_margins.floor(template), template.width.pt, place
    yield from patterns.fill(band.pattern, (left, low, right - left, wide - low), parse_color(band.colour), spend,
                             pitch=6.0, weight=0.6)
    yield shapes.line(left, low, right, low, FINE)


def _lines(template: StickTemplate, one: _Stretch, rooms: Sequence[Room], room: Room) -> Iterator[Item]:
    """Yield what a band says, always of one size; on a piece without room for it, it stands on another."""
    words = stick_margins.label(one.bands[0], one.span, template)
    left, right = _widest(one, room)
    if right - left < stick_margins.wide(words) and room != _roomiest(one, rooms):
        return
    for (line, style), base in zip(words, stick_margins.lines(template).bases, strict=True):
        yield from text.line(line, style, (left + right) / 2, base, "middle", max_width=right - left, min_size=LEAST)


def _widest(one: _Stretch, room: Room) -> tuple[float, float]:
    """Return the longest free place of a band on a piece."""
    place = one.on(room.part)
    return max(room.free(*place), key=lambda free: free[1] - free[0], default=(0.0, 0.0)) if place else (0.0, 0.0)


def _roomiest(one: _Stretch, rooms: Sequence[Room]) -> Room:
    def room_on(room: Room) -> float:
        left, right = _widest(one, room)
        return right - left

    return max(rooms, key=room_on)


def _words(
    template: StickTemplate, one: _Stretch, room: Room, place: tuple[float, float]
) -> tuple[Item, ...]:
    """Return what a band says: its label and, where there is room, from where to where it goes."""
    left, right = max(room.free(*place), key=lambda free: free[1] - free[0], default=place)
    wide, middle, width = template.width.pt, (left + right) / 2, right - left - 6
    roomy = wide >= _ROOMY
    label = one.bands[0].label
    base = wide - (20.5 if roomy else 9)
    base -= 3.0 if base > 30 and _HANGING & set(label) else 0.0  # large letters would touch the line below
    most = _LABEL.size if len(text.plain(label)) <= _FEW else _WORD
    style = _LABEL._replace(size=min(most, (base - _FIGURES_END - 1.5) / _ASCENDER))
    items = text.line(label, style, middle, base, "middle", max_width=width, min_size=7)
    if roomy:
        items += text.line(one.span, _SPAN, middle, wide - 10.5, "middle", max_width=width, min_size=LEAST)
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
        if stacked:
            yield from text.line(self.label, _ASKED, x, base - 12)
        else:
            yield from text.line(self.label, _ASKED, x, base)
            x += text.measure(self.label, _ASKED) + 4
        yield from text.line(self.ends, _ASKING, x, base)
        if self.blank:
            x += text.measure(self.ends, _ASKING) + 3
            yield shapes.line(x, base + 1.5, x + _SPACE, base + 1.5, FINE)
            yield from text.line(self.unit, _ASKING, x + _SPACE + 3, base)


def _asked(
    template: StickTemplate, stretch: _Stretch, rooms: Sequence[Room]
) -> Iterator[tuple[int, tuple[Item, ...]]]:
    """Yield piece by piece the questions of a stretch, in order and spread over it."""
    unit = template.length.unit
    questions = [
        _Question(band.label, f"to {band.to.text}" if band.to else "ends at", band.to is None, unit)
        for band in stretch.bands
    ]
    free = [(room.part, span) for room in rooms if (place := stretch.on(room.part)) for span in room.free(*place)]
    stacked = False
    places = _spread(questions, free, stretch, stacked)
    if places is None and stick_margins.floor(template) - _FIGURES_END >= _STACK:
        stacked = True
        places = _spread(questions, free, stretch, stacked)
    if places is None:
        needed = sum(one.width(stacked) + 8 for one in questions)
        raise text.TooWide(" / ".join(one.label for one in questions), needed, float(stretch.far - stretch.near))
    base = (_FIGURES_END + stick_margins.floor(template)) / 2 + (9 if stacked else 4)
    found = [(number, tuple(one.draw(at, base, stacked))) for one, (number, at) in zip(questions, places, strict=True)]
    for number, group in groupby(found, key=lambda pair: pair[0]):
        yield number, tuple(item for _, items in group for item in items)


def _spread(
    questions: Sequence[_Question], free: Sequence[tuple[Part, tuple[float, float]]], stretch: _Stretch, stacked: bool
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
