"""Range sticks: bands along a strip; one longer than the paper is made in pieces with glue tabs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from printshop.drawing import ink, shapes, text
from printshop.drawing.items import BLACK, Path, Stroke
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.patterns import PATTERNS
from printshop.templates import bands, joints, stick_margins
from printshop.templates.template import (
    FINE,
    LEAST,
    TEMPLATE_KINDS,
    Cutout,
    Sheet,
    Template,
    turned,
)
from printshop.units import POINTS_PER, Length

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from printshop.drawing.items import Item
    from printshop.language.reader import Reader
    from printshop.templates.joints import Part

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


@TEMPLATE_KINDS.kind("stick")
@block
class StickTemplate(Template):
    """A range stick; it ends with its last band, or after `length` where it is not known how far that goes."""

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

    def settled(self, at: Reader) -> Self | None:
        """Return the stick with its bands and its length, None if it has no bands."""
        if "bands" in at:
            bands, length = self._uneven(at)
        else:
            bands, length = self._even(at)
        if not bands or not length:
            return None
        stick = replace(self, bands=bands, length=length)
        _check_length(stick, at)
        return stick

    def _even(self, at: Reader) -> tuple[tuple[Band, ...], Length | None]:
        """Return bands that are all as long."""
        for name in ("every", "labels"):
            if name not in at:
                at.lack(name)
        every, labels, length = self.every, self.labels, self.length
        if not every or not every.points or not labels:
            return (), None
        if length is None:
            length = every.times(len(labels))
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

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of the stick, lying across. Raises TooWide and NoGlyph."""
        return _pieces(self, sheet.letter, max(sheet.area.width, sheet.area.height), sheet.ink)


def _check_length(stick: StickTemplate, at: Reader) -> None:
    """Everything on a stick must lie within it, and its ticks be few enough to draw."""
    if 0 < stick.ticks.points * MOST_TICKS < stick.length.points:
        at.fail("ticks", f"the ticks of {at.what}, {stick.ticks.text} apart, are more than {MOST_TICKS} in "
                f"{stick.length.text}", "make them farther apart, or the stick shorter")
    if not stick.length.points:
        return
    for band in stick.bands[:-1]:
        if stick.bands[-1].to is None and band.to and band.to.points >= stick.length.points:
            at.fail("length", f"'length' of {at.what} is {stick.length.text}, its band '{band.label}' ends at "
                    f"{band.to.text}", "make the stick longer than its bands that are known")
    for mark in stick.marks:
        if mark.at.points > stick.length.points:
            at.fail("marks", f"the mark '{mark.label}' of {at.what} is at {mark.at.text}, the stick ends at "
                    f"{stick.length.text}", "move the mark, or make the stick longer")


# --- drawing

_NAME = text.Style("sans", 7.0)
_FIGURE = text.Style("sans", 6.5)
_BOUND_FIGURE = text.Style("sans", 8.0, bold=True)
_SIDE = text.Style("sans", 6.5, bold=True, tracking=0.4)
_MARK = Stroke(BLACK, 1.4)
_MARK_NAME = text.Style("sans", 7.0, bold=True)
_LONGEST_MARK = 110.0  # what the label of a mark may take of the length
_FIRST = 8.2  # from the end of a stick to the first line of words across it
_PLAIN = 6.5  # names smaller than this are looked for a better place
_FIGURES = 9.5  # the baseline of distances
_COLUMN = 9.0  # what a line of words across the stick takes of its length


def parts(template: StickTemplate, longest: float) -> tuple[Part, ...]:
    """Divide a stick into the fewest pieces that are no longer than `longest`: where bands meet if that is possible."""
    bounds = {band.to.points for band in template.bands if band.to}
    marked = {mark.at.points for mark in template.marks}
    return joints.divide(template.length.points, template.ticks.points, longest, bounds, marked)


def _pieces(template: StickTemplate, letter: str, longest: float, spend: ink.Ink) -> Iterator[Cutout]:
    """Yield the pieces of a stick, lying across. `letter` begins their codes. Raises TooWide and NoGlyph."""
    wide = template.width.pt
    pieces = parts(template, longest)
    rooms = [bands.Room(part, tuple(_taken(template, part, letter))) for part in pieces]
    drawn = bands.draw(template, rooms, spend)
    for part in pieces:
        name = template.title if part.of == 1 else f"{template.title} {letter}{part.number}"
        items = (*drawn[part.number], *_items(template, part, letter))
        yield Cutout(name, template.title, part.width, wide, joints.edge(wide, part), items, template.span,
                     part.of > 1)


def _items(template: StickTemplate, part: Part, letter: str) -> Iterator[Item]:
    yield _ticks(template, part)
    yield from _figures(template, part)
    for mark in _marks(template, part):
        yield from _mark(mark, template, part)
    yield from _ends(template, part, letter)
    yield from joints.marks(template.width.pt, part, f"{letter}{part.number + 1}")


def _taken(template: StickTemplate, part: Part, letter: str) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a piece that words of bands cannot have."""
    if template.coloured:
        yield from stick_margins.taken(template, part, _code(part, letter), _mark_places(template, part))
        return
    yield 0.0, _COLUMN
    if part.last and template.end:
        yield part.length - _COLUMN, part.length
    for mark in _marks(template, part):
        at, words = float(mark.at.points - part.start), _mark_name(mark, template, part)
        left, _, right, _ = shapes.bounds(words) if words else (at, 0, at, 0)
        yield min(left, at) - 4, max(right, at) + 4


def _code(part: Part, letter: str) -> str:
    return f"**{letter}{part.number}**" if part.of > 1 else ""


def _ticks(template: StickTemplate, part: Part) -> Path:
    """Return the fine marks of a piece, shorter ones half way between; on both edges, if none is coloured."""
    wide, step = template.width.pt, template.ticks.points / 2
    marks = []
    for k in range(math.floor(part.start / step) + 1, math.ceil(part.end / step)):
        x, high = float(k * step - part.start), 4.0 if k % 2 else 7.0
        marks += [(x, 0.0, x, high), *([] if template.coloured else [(x, wide, x, wide - high)])]
    return shapes.lines(marks, FINE)


def _figures(template: StickTemplate, part: Part) -> Iterator[Item]:
    """Yield the distances, larger where a band ends, in the unit of the bands: behind their ticks, at joints before."""
    bounds = {band.to.points for band in template.bands if band.to}
    marked = {mark.at.points for mark in template.marks}
    tick, covered = template.ticks.points, tuple(_covered(template, part))
    for k in range(math.floor(part.start / tick) + 1, math.floor(part.end / tick) + 1):
        place = k * tick
        if any(left - 6 < float(place - part.start) < right + 6 for left, right in covered):
            continue
        x, words = float(place - part.start), _distance(template, place)
        if place == part.end:
            if not part.last:
                yield from text.line(words, _BOUND_FIGURE if place in bounds else _FIGURE, x - 6, _FIGURES, "end")
        elif place not in marked:
            yield from text.line(words, _BOUND_FIGURE if place in bounds else _FIGURE, x + 2, _FIGURES)


def _covered(template: StickTemplate, part: Part) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a piece where the names of marks stand in the line of the figures."""
    for mark in _marks(template, part) if template.coloured else ():
        if words := _mark_name(mark, template, part):
            left, _, right, _ = shapes.bounds(words)
            at = float(mark.at.points - part.start)
            yield min(left, at), max(right, at)


def _distance(template: StickTemplate, place: Fraction) -> str:
    return f"{float(place / POINTS_PER[template.length.unit]):g}"


def _marks(template: StickTemplate, part: Part) -> Iterator[Mark]:
    """Yield the marks on a piece; one at a joint is on the piece that begins there."""
    for mark in template.marks:
        if part.start <= mark.at.points < part.end or (part.last and mark.at.points == part.end):
            yield mark


def _mark_places(template: StickTemplate, part: Part) -> list[float]:
    return [float(mark.at.points - part.start) for mark in _marks(template, part)]


def _mark(mark: Mark, template: StickTemplate, part: Part) -> Iterator[Item]:
    """Yield a line across the stick between two arrowheads, with its distance and its label beside it."""
    wide, x = template.width.pt, float(mark.at.points - part.start)
    yield shapes.line(x, 0, x, wide, _MARK)
    yield shapes.arrow(x, 6, 180, 6, 8, fill=BLACK)
    yield shapes.arrow(x, wide - 6, 0, 6, 8, fill=BLACK)
    left, anchor = _beside(x, part)
    yield from text.line(_distance(template, mark.at.points), _BOUND_FIGURE, x - 6 if left else x + 6, _FIGURES, anchor)
    yield from _mark_name(mark, template, part)


def _mark_name(mark: Mark, template: StickTemplate, part: Part) -> tuple[Item, ...]:
    x = float(mark.at.points - part.start)
    left, anchor = _beside(x, part)
    if template.coloured:  # beside its distance, above the words
        far = 10 + text.measure(_distance(template, mark.at.points), _BOUND_FIGURE)
        room = min(_LONGEST_MARK, _gap(x, template, part) - far - 4)
        return text.line(mark.label, _MARK_NAME, x - far if left else x + far, _FIGURES, anchor, max_width=room,
                         min_size=LEAST)
    room = min(_LONGEST_MARK, _gap(x, template, part) - 12)
    base = 20.0 if template.width.pt >= 30 else 17.0
    return text.line(mark.label, _MARK_NAME, x - 4 if left else x + 4, base, anchor, max_width=room, min_size=LEAST)


def _gap(x: float, template: StickTemplate, part: Part) -> float:
    """Return how far the words beside a mark may reach: to the end of the piece, or to the mark that is next there.

    Two marks whose words face each other share what lies between them.
    """
    left, _ = _beside(x, part)
    far = x if left else part.length - x
    others = [at for at in _mark_places(template, part) if (at < x if left else at > x)]
    if not others:
        return far
    near = max(others) if left else min(others)
    facing = _beside(near, part)[0] != left
    return min(far, abs(near - x) / (2 if facing else 1))


def _beside(x: float, part: Part) -> tuple[bool, text.Anchor]:
    """Say on which side of a mark its words stand: beyond it, except near the end of a piece."""
    left = part.length - x < 60 < x
    return left, "end" if left else "start"


def _ends(template: StickTemplate, part: Part, letter: str) -> Iterator[Item]:
    """Yield the words at the ends: what the stick is and which piece; what is held where."""
    wide, long = template.width.pt, part.length
    if template.coloured:
        yield from stick_margins.ends(template, part, _code(part, letter), _mark_places(template, part))
        return
    room = wide - 12
    if part.number == 1 and template.start:
        line = text.line(template.start.upper(), _SIDE, 0, 0, "middle", max_width=room, min_size=LEAST)
        yield turned(line, _FIRST, wide / 2, -90)
    yield from _name(template, part, _code(part, letter))
    if part.last and template.end:
        line = text.line(template.end.upper(), _SIDE, 0, 0, "middle", max_width=room, min_size=LEAST)
        yield turned(line, long - 4, wide / 2, -90)


def _name(template: StickTemplate, part: Part, code: str) -> Iterator[Item]:
    """Yield what a piece is: along it, before the first figure, or, where that is near, across its end."""
    words = _whole_name(template, code)
    columns = _columns(template, part, code)
    if not columns:
        start = _name_start(template, part)
        room = _first_figure(template, part) - start
        yield from text.line(words, _NAME, start, _FIGURES, max_width=room, min_size=_PLAIN)
    for at, column in columns:
        line = text.line(column, _NAME, 0, 0, "middle", max_width=template.width.pt - 12, min_size=LEAST)
        yield turned(line, at, template.width.pt / 2, -90)


def _columns(template: StickTemplate, part: Part, code: str) -> list[tuple[float, str]]:
    """Return the lines of a piece's name that stand across it, each with its place; none if it stands along."""
    words = _whole_name(template, code)
    long = text.measure(words, _NAME._replace(size=_PLAIN))
    if long <= _first_figure(template, part) - _name_start(template, part):
        return []
    first = _FIRST + (_COLUMN if part.number == 1 and template.start else 2 if part.number > 1 else 0)
    room = template.width.pt - 12
    lines = [words] if long <= room else [*_broken(template.title, room), *([code] if code else [])]
    return [(first + k * _COLUMN, line) for k, line in enumerate(lines)]


def _broken(title: str, room: float) -> tuple[str, ...]:
    """Return a title in as many lines as it takes, the last one alone where a word is too long for any line."""
    try:
        return tuple(line.string for line in text.wrap(title, _NAME._replace(size=_PLAIN), room))
    except text.TooWide:
        return (title,)


def _whole_name(template: StickTemplate, code: str) -> str:
    return f"{template.title}  {code}".rstrip()


def _name_start(template: StickTemplate, part: Part) -> float:
    return _FIRST + 4 if part.number == 1 and template.start else _FIRST


def _first_figure(template: StickTemplate, part: Part) -> float:
    """Return how far along a piece its first figure is, less its own half."""
    tick = template.ticks.points
    return min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5
