"""Range sticks: bands along a strip; one longer than the paper is made in pieces with glue tabs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Item, Stroke
from printshop.language.keys import block
from printshop.templates import bands, joints
from printshop.templates.bands import CLEAR, FIGURES_END, Room, Stick
from printshop.templates.joints import Part
from printshop.templates.pieces import FINE, LEAST, Cutout, Sheet, turned
from printshop.templates.template import TEMPLATE_KINDS
from printshop.units import POINTS_PER

_NAME = text.Style("sans", 7.0)
_PLAIN = 6.5  # names smaller than this are looked for a better place
_FIGURE = text.Style("sans", 6.5)
_BOUND_FIGURE = text.Style("sans", 8.0, bold=True)
_FIGURES = 9.5  # the baseline of distances
_SIDE = text.Style("sans", 6.5, bold=True, tracking=0.4)
_FIRST = 8.2  # from the end of a stick to the first line of words across it
_COLUMN = 9.0  # what a line of words across the stick takes of its length
_MARK = Stroke(BLACK, 1.4)
_MARK_NAME = text.Style("sans", 7.0, bold=True)
_LONGEST_MARK = 110.0  # what the label of a mark may take of the length
# where bands have strips of colour
_END = text.Style("sans", 6.5, bold=True)
_EDGE = 6.0  # from the ends of a piece to its words
_ASIDE = 4.0  # from a line across to words


@TEMPLATE_KINDS.kind("stick")
@block
class StickTemplate(Stick):
    """A range stick."""

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of the stick, lying across; the sheet's letter begins their codes.

        Raises TooWide and NoGlyph.
        """
        wide = self.width.pt
        divided = parts(self, max(sheet.area.width, sheet.area.height))
        codes = [f"{sheet.letter}{part.number}" if part.of > 1 else "" for part in divided]
        rooms = [Room(part, tuple(_taken(self, part, code))) for part, code in zip(divided, codes, strict=True)]
        drawn = bands.draw(self, rooms, sheet.ink)
        for part, code in zip(divided, codes, strict=True):
            ends = _ends_beside_strips if self.coloured else _ends
            items = (*drawn[part.number], *_scale(self, part), *ends(self, part, code),
                     *joints.marks(wide, part, f"{sheet.letter}{part.number + 1}"))
            yield Cutout(f"{self.title} {code}".rstrip(), self.title, part.width, wide, joints.edge(wide, part), items,
                         self.span, part.of > 1)


def parts(stick: Stick, longest: float) -> tuple[Part, ...]:
    """Divide a stick into the fewest pieces that are no longer than `longest`: where bands meet if that is possible."""
    bounds = {band.to.points for band in stick.bands if band.to}
    return joints.divide(stick.length.points, stick.ticks.points, longest, bounds,
                         {mark.at.points for mark in stick.marks})


# --- ticks, distances, marks


class _Mark(NamedTuple):
    """A mark `x` points along a piece: how far it is from the start, whether its words stand left of it, its name."""

    x: float
    distance: str
    left: bool
    name: tuple[Item, ...]

    @property
    def reach(self) -> tuple[float, float]:
        """From where to where the mark and its name go along the piece."""
        left, _, right, _ = shapes.bounds(self.name) if self.name else (self.x, 0, self.x, 0)
        return min(left, self.x), max(right, self.x)


def _marks(stick: Stick, part: Part) -> Iterator[_Mark]:
    """Yield the marks on a piece; one at a joint is on the piece that begins there.

    Words stand beyond their mark, except near the end of a piece. They reach to the end of the piece, or to the mark
    that is next there; two marks whose words face each other share what lies between them.
    """
    def leads_back(x: float) -> bool:
        return part.length - x < 60 < x

    here = [mark for mark in stick.marks
            if part.start <= mark.at.points < part.end or (part.last and mark.at.points == part.end)]
    places = [float(mark.at.points - part.start) for mark in here]
    for mark, x in zip(here, places, strict=True):
        left, distance = leads_back(x), _distance(stick, mark.at.points)
        gap = x if left else part.length - x
        if others := [at for at in places if (at < x if left else at > x)]:
            near = max(others) if left else min(others)
            gap = min(gap, abs(near - x) / (2 if leads_back(near) != left else 1))
        # beside its distance and above the words of strips, else below its distance
        off, base, spare = (10 + text.measure(distance, _BOUND_FIGURE), _FIGURES, 0) if stick.coloured else (
            4, 20.0 if stick.width.pt >= 30 else 17.0, 4)
        name = text.line(mark.label, _MARK_NAME, x - off if left else x + off, base, "end" if left else "start",
                         max_width=min(_LONGEST_MARK, gap - off - 4 - spare), min_size=LEAST)
        yield _Mark(x, distance, left, name)


def _distance(stick: Stick, place: Fraction) -> str:
    return f"{float(place / POINTS_PER[stick.length.unit]):g}"


def _scale(stick: Stick, part: Part) -> Iterator[Item]:
    """Yield what a piece measures by: ticks, shorter ones half way between; distances; marks.

    Ticks are on both edges if none is coloured. Distances are in the unit of the bands, larger where a band ends:
    behind their ticks, at joints before; they give way to the names of marks in their line.
    """
    wide, tick, half = stick.width.pt, stick.ticks.points, stick.ticks.points / 2
    ticks = []
    for k in range(math.floor(part.start / half) + 1, math.ceil(part.end / half)):
        x, high = float(k * half - part.start), 4.0 if k % 2 else 7.0
        ticks += [(x, 0.0, x, high), *([] if stick.coloured else [(x, wide, x, wide - high)])]
    yield shapes.lines(ticks, FINE)
    marks = tuple(_marks(stick, part))
    covered = [mark.reach for mark in marks if stick.coloured and mark.name]
    bounds = {band.to.points for band in stick.bands if band.to}
    marked = {mark.at.points for mark in stick.marks}
    for k in range(math.floor(part.start / tick) + 1, math.floor(part.end / tick) + 1):
        place = k * tick
        x, style = float(place - part.start), _BOUND_FIGURE if place in bounds else _FIGURE
        if any(left - 6 < x < right + 6 for left, right in covered):
            continue
        if place == part.end and not part.last:
            yield from text.line(_distance(stick, place), style, x - 6, _FIGURES, "end")
        elif place != part.end and place not in marked:
            yield from text.line(_distance(stick, place), style, x + 2, _FIGURES)
    for mark in marks:  # a line between two arrowheads
        x = mark.x
        yield shapes.line(x, 0, x, wide, _MARK)
        yield shapes.arrow(x, 6, 180, 6, 8, fill=BLACK)
        yield shapes.arrow(x, wide - 6, 0, 6, 8, fill=BLACK)
        yield from text.line(mark.distance, _BOUND_FIGURE, x - 6 if mark.left else x + 6, _FIGURES,
                             "end" if mark.left else "start")
        yield from mark.name


# --- what a piece is, and what is held at its ends


def _taken(stick: Stick, part: Part, code: str) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a piece that words of bands cannot have."""
    if stick.coloured:
        yield 0.0, _EDGE + max(text.measure(line, _NAME) for line in _names(stick, part, code)) + 2 * _ASIDE
        if part.last and stick.end:
            width = max(text.measure(line, _END) for line in _closing(stick, part))
            yield part.length - width - _EDGE - 2 * _ASIDE, part.length
        yield from ((mark.x - _ASIDE, mark.x + _ASIDE) for mark in _marks(stick, part))
        return
    yield 0.0, max([_FIRST, *(at for at, _ in _columns(stick, part, code))]) + _COLUMN - _FIRST
    if part.last and stick.end:
        yield part.length - _COLUMN, part.length
    for left, right in (mark.reach for mark in _marks(stick, part)):
        yield left - 4, right + 4


def _ends(stick: Stick, part: Part, code: str) -> Iterator[Item]:
    """Yield the words at the ends: what is held there, across; what the stick is and which piece.

    The name stands along the piece, before the first figure, or, where that is near, across its end.
    """
    def across(words: str, style: text.Style, at: float) -> Item:
        line = text.line(words, style, 0, 0, "middle", max_width=stick.width.pt - 12, min_size=LEAST)
        return turned(line, at, stick.width.pt / 2, -90)

    if part.number == 1 and stick.start:
        yield across(stick.start.upper(), _SIDE, _FIRST)
    columns = _columns(stick, part, code)
    if not columns:
        start, end = _before_figures(stick, part)
        yield from text.line(_name(stick, code), _NAME, start, _FIGURES, max_width=end - start, min_size=_PLAIN)
    for at, words in columns:
        yield across(words, _NAME, at)
    if part.last and stick.end:
        yield across(stick.end.upper(), _SIDE, part.length - 4)


def _name(stick: Stick, code: str) -> str:
    return f"{stick.title}  **{code}**" if code else stick.title


def _before_figures(stick: Stick, part: Part) -> tuple[float, float]:
    """Return where a name along the piece may begin, and where it ends: at the first figure, less its own half."""
    tick = stick.ticks.points
    return (_FIRST + 4 if part.number == 1 and stick.start else _FIRST,
            min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5)


def _columns(stick: Stick, part: Part, code: str) -> list[tuple[float, str]]:
    """Return the lines of a piece's name that stand across it, each with its place; none if it stands along."""
    plain, words = _NAME._replace(size=_PLAIN), _name(stick, code)
    start, end = _before_figures(stick, part)
    long, room = text.measure(words, plain), stick.width.pt - 12
    if long <= end - start:
        return []
    lines = [words]
    if long > room:
        try:
            lines = [line.string for line in text.wrap(stick.title, plain, room)]
        except text.TooWide:  # a word is too long for any line
            lines = [stick.title]
        lines += [f"**{code}**"] if code else []
    first = _FIRST + (_COLUMN if part.number == 1 and stick.start else 2 if part.number > 1 else 0)
    return [(first + k * _COLUMN, line) for k, line in enumerate(lines)]


# --- the same, beside strips of colour


def _ends_beside_strips(stick: Stick, part: Part, code: str) -> Iterator[Item]:
    """Yield the words at both ends of a piece, in two lines under the figures. Raises TooWide and NoGlyph."""
    room = min([mark.x for mark in _marks(stick, part) if mark.x > 2 * _EDGE] + [part.length]) - _EDGE - _ASIDE
    second = min((FIGURES_END + stick.floor) / 2 + 7.2, stick.floor - CLEAR - 1.5)
    bases = second - 8.1, second
    for words, base in zip(_names(stick, part, code), bases, strict=False):
        yield from text.line(words, _NAME, _EDGE, base, max_width=room, min_size=LEAST)
    for words, base in zip(_closing(stick, part), bases, strict=False) if part.last and stick.end else ():
        yield from text.line(words, _END, part.length - _EDGE, base, "end", max_width=room, min_size=LEAST)


def _names(stick: Stick, part: Part, code: str) -> tuple[str, ...]:
    """Return the lines at the start of a piece: what it is; on the first one, what is held there."""
    title = _name(stick, code)
    return (title, f"**{stick.start}**") if part.number == 1 and stick.start else _halves(title, _NAME)


def _closing(stick: Stick, part: Part) -> tuple[str, ...]:
    """Return the lines at the end of a stick: one, unless that is long."""
    words = stick.end.upper()
    return (words,) if text.measure(words, _END) <= part.length / 8 else _halves(words, _END)


def _halves(words: str, style: text.Style) -> tuple[str, ...]:
    """Return words in two lines of about equal length, in one if they are a single word."""
    def longest(lines: tuple[str, ...]) -> float:
        return max(text.measure(line, style) for line in lines)

    pieces = words.split(" ")
    splits = [(" ".join(pieces[:k]).strip(), " ".join(pieces[k:]).strip()) for k in range(1, len(pieces))]
    best = min((pair for pair in splits if all(pair)), key=longest, default=(words,))
    return best if longest(best) < longest((words,)) else (words,)
