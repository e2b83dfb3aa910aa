"""Range sticks and rulers.

Sticks have bands along a strip, with ticks, distances and marks, and words at both ends. Rulers have a scale that
begins at their very edge, in any unit, with words at the distances that matter in a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Self

from printshop.drawing import patterns, shapes, text
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Item, Stroke, parse_color
from printshop.drawing.themes import worn
from printshop.game.model import Side
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import NOTHING, Reader, plain_text
from printshop.layout.labels import crest
from printshop.source import SequenceNode
from printshop.templates import strips
from printshop.templates.pieces import BOLD, BOUND, FINE, LEAST, WORDS, turned
from printshop.templates.strips import CLEAR, FIGURES_END, Banded, Part, Reach, Room
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Sheet, Template
from printshop.units import POINTS_PER, Length, parse_length

MOST_TICKS, MOST_MARKS = 2000, 20

_BOUND_FIGURE = text.Style("sans", 8.0, bold=True)
_FIGURES = 9.5  # the baseline of distances
_SIDE = text.Style("sans", 7, bold=True, tracking=0.4)
_FIRST = 8.2  # from the end of a stick to the first line of words across it
_COLUMN = 9.0  # length of the stick taken by a line of words across it
_OF_SIDE, _CREST = text.Style("display", 12, bold=True), 40.0  # name of a side's stick; length taken by its emblem
_MARK = Stroke(BLACK, 1.4)
_LONGEST_MARK = 110.0  # largest width of a mark's label
# for sticks whose bands have strips of colour
_BOLD_NAME = text.Style("sans", 10.5, bold=True)
_LARGE, _BOUND_LARGE = text.Style("sans", 10, bold=True), text.Style("sans", 11.5, bold=True)  # distances
_OUTWARDS = 7.0  # length of the arrow at the end
_EDGE = 6.0  # from the ends of a piece to its words
_ASIDE = 4.0  # from a line across the stick to words


@block
class Mark(Block):
    """A line across a stick; `at` is its distance from the start."""

    at: Length = keys.length("its distance from the start", positive=True)
    label: str = keys.text("its words")


@TEMPLATE_KINDS.kind("stick")
@block
class StickTemplate(Banded, Template):
    """A range stick."""

    marks: tuple[Mark, ...] = keys.blocks(
        Mark, "lines across the stick at distances that matter: a list of `at` and `label`",
        entry="mark", most=MOST_MARKS)
    ticks: Length = keys.length("the distance of the ticks; a few words at either end", default="1 in", positive=True)
    start: str = keys.text(default="")
    end: str = keys.text(default="")

    whole = True
    coded = True

    @property
    def counted(self) -> bool:
        """Whether each band is one step of its ticks, a hex for instance."""
        return not self.coloured and all(
            band.to and band.to.points == number * self.ticks.points for number, band in enumerate(self.bands, 1))

    def settled(self, at: Reader) -> Self | None:
        stick = super().settled(at)
        if not stick:
            return None
        if 0 < stick.ticks.points * MOST_TICKS < stick.length.points:
            at.fail("ticks", f"the ticks of {at.what}, {stick.ticks.text} apart, are more than {MOST_TICKS} in "
                    f"{stick.length.text}", "make them farther apart, or the stick shorter")
        for mark in stick.marks:
            if mark.at.points > stick.length.points > 0:
                at.fail("marks", f"the mark '{mark.label}' of {at.what} is at {mark.at.text}, the stick ends at "
                        f"{stick.length.text}", "move the mark, or make the stick longer")
        return stick

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of the stick, lying across the page; the sheet's letter begins their codes.

        Raises TooWide and NoGlyph.
        """
        wide, divided = self.width.pt, []
        for part in self.parts(max(sheet.area.width, sheet.area.height)):
            code = f"{sheet.letter}{part.number}" if part.of > 1 else ""
            divided.append(_Piece(self, part, code, f"{self.title}  **{code}**" if code else self.title,
                                  self.start if part.number == 1 else "", self.end.upper() if part.last else "",
                                  self.side if part.number == 1 else None))
        drawn = strips.draw(self, [Room(piece.part, tuple(piece.occupied())) for piece in divided], sheet.ink)
        for piece in divided:
            part = piece.part
            items = (*drawn[part.number], *piece.scale(), *(piece.ends_beside() if self.coloured else piece.ends()),
                     *piece.crest(sheet.ink),
                     *strips.joints(wide, part, f"{sheet.letter}{part.number + 1}"))
            yield Cutout(f"{self.title} {piece.code}".rstrip(), self.title, part.width, wide, strips.edge(wide, part),
                         items, self.span, part.of > 1)

    def parts(self, longest: float) -> tuple[Part, ...]:
        """Divide the stick into the fewest parts no longer than `longest`, where bands meet if possible."""
        return strips.divide(self.length.points, self.ticks.points, longest, self.bounds,
                             {mark.at.points for mark in self.marks})

    @property
    def figures(self) -> tuple[text.Style, text.Style]:
        """The text styles of distances, and of distances at ends of bands and at marks."""
        return (_LARGE, _BOUND_LARGE) if self.coloured else (WORDS, _BOUND_FIGURE)

    def distance(self, place: Fraction) -> str:
        """Return the distance of a position from the start, in the unit of the bands."""
        return f"{float(place / POINTS_PER[self.length.unit]):g}"


class _Placed(NamedTuple):
    """A mark `x` points along a piece: its distance from the start, whether its words stand to its left, and its name.

    `reach` is the stretch of the piece that the mark and its name take.
    """

    x: float
    distance: str
    left: bool
    name: tuple[Item, ...]
    reach: Reach


@dataclass(frozen=True)
class _Piece:
    """A part of a stick with its code, if there are several, and the words at its ends; `side` is its owner.

    `held` stands at its start, `facing` at its end.
    """

    stick: StickTemplate
    part: Part
    code: str
    name: str
    held: str
    facing: str
    side: Side | None

    @cached_property
    def marks(self) -> tuple[_Placed, ...]:
        """The marks on the piece; one at a joint is on the piece that begins there.

        Words stand beyond their mark, except near the end of a piece. They reach to the end of the piece or to the next
        mark; two marks whose words face each other share the space between them.
        """
        stick, part = self.stick, self.part

        def leads_back(x: float) -> bool:
            return part.length - x < 60 < x

        on_part = [(mark, float(mark.at.points - part.start)) for mark in stick.marks
                   if part.start <= mark.at.points < part.end or (part.last and mark.at.points == part.end)]
        placed = []
        for mark, x in on_part:
            left, distance = leads_back(x), stick.distance(mark.at.points)
            gap = x if left else part.length - x
            if beyond := [at for _, at in on_part if (at < x if left else at > x)]:
                near = max(beyond) if left else min(beyond)
                gap = min(gap, abs(near - x) / (2 if leads_back(near) != left else 1))
            # Above strips of colour the name stands beside its distance, else below it.
            off, base, spare = (10 + text.measure(distance, stick.figures[1]), _FIGURES, 0) if stick.coloured else (
                4, 20.0 if stick.width.pt >= 30 else 17.0, 4)
            name = text.line(mark.label, BOLD, x - off if left else x + off, base, "end" if left else "start",
                             max_width=min(_LONGEST_MARK, gap - off - 4 - spare), min_size=LEAST)
            start, _, end, _ = shapes.bounds(name) if name else (x, 0, x, 0)
            placed.append(_Placed(x, distance, left, name, (min(start, x), max(end, x))))
        return tuple(placed)

    def scale(self) -> Iterator[Item]:
        """Yield the ticks, shorter ones half way between them, the distances and the marks.

        Ticks are on both edges unless the stick has strips of colour. Distances are in the unit of the bands, larger
        where a band ends, and stand behind their ticks, or before the tick at the end of the piece. Those that would
        overlap the name of a mark are left out.
        """
        stick, part = self.stick, self.part
        wide, tick, half = stick.width.pt, stick.ticks.points, stick.ticks.points / 2
        ticks = []
        for k in range(math.floor(part.start / half) + 1, math.ceil(part.end / half)):
            x, high = float(k * half - part.start), 4.0 if k % 2 else 7.0
            ticks += [(x, 0.0, x, high), *([] if stick.coloured else [(x, wide, x, wide - high)])]
        yield shapes.lines(ticks, FINE)
        covered = [mark.reach for mark in self.marks if stick.coloured and mark.name]
        marked = {mark.at.points for mark in stick.marks}
        for k in range(math.floor(part.start / tick) + 1, math.floor(part.end / tick) + 1):
            place = k * tick
            x, style = float(place - part.start), stick.figures[place in stick.bounds]
            if stick.counted or any(left - 6 < x < right + 6 for left, right in covered):
                continue
            if place == part.end and not (part.last and (place in marked or (self.facing and not stick.coloured))):
                yield from text.line(stick.distance(place), style, x - 6, _FIGURES, "end")
            elif place != part.end and place not in marked:
                yield from text.line(stick.distance(place), style, x + 2, _FIGURES)
        for x, distance, left, name, _ in self.marks:  # a line between two arrowheads
            yield shapes.line(x, 0, x, wide, _MARK)
            yield shapes.arrow(x, 6, 180, 6, 8, fill=BLACK)
            yield shapes.arrow(x, wide - 6, 0, 6, 8, fill=BLACK)
            yield from text.line(distance, stick.figures[1], x - 6 if left else x + 6, _FIGURES,
                                 "end" if left else "start")
            yield from name

    def occupied(self) -> Iterator[Reach]:
        """Yield the stretches of the piece where words of bands cannot stand."""
        long = self.part.length
        if self.stick.coloured:
            room = self._before_mark()
            yield 0.0, _EDGE + min(room, max(text.measure(*line) for line in self._opening())) + 2 * _ASIDE
            if self.facing:
                closing = max(text.measure(line, BOLD) for line in self._closing())
                yield long - closing - _OUTWARDS - _EDGE - 3 * _ASIDE, long
            yield from ((mark.x - _ASIDE, mark.x + _ASIDE) for mark in self.marks)
            return
        yield 0.0, max([_FIRST, _CREST * bool(self.side), *(at for at, _ in self._columns())]) + _COLUMN - _FIRST
        if self.facing:
            yield long - _COLUMN, long
        yield from ((left - 4, right + 4) for left, right in (mark.reach for mark in self.marks))

    def ends(self) -> Iterator[Item]:
        """Yield the words at the ends: the start's and the end's across the stick, and the name and code of the piece.

        The name stands along the piece, before the first figure, or, where that is near, across its end.
        """
        wide, columns = self.stick.width.pt, self._columns()

        def across(words: str, style: text.Style, at: float) -> Item:
            line = text.line(words, style, 0, 0, "middle", max_width=wide - 4, min_size=LEAST)
            return turned(line, at, wide / 2, -90)

        if self.held:
            yield across(self.held.upper(), _SIDE, _FIRST)
        if not columns:
            start, end = self._before_figures()
            style, down = (_OF_SIDE._replace(color=worn().ink), 3.0) if self.stick.side else (WORDS, 1.5)
            yield from text.line(self.name, style, start, _FIGURES + down, max_width=end - start, min_size=LEAST)
        yield from (across(words, WORDS, at) for at, words in columns)
        if self.facing:
            yield across(self.facing, _SIDE, self.part.length - 4)

    def crest(self, ink: Ink) -> Iterator[Item]:
        """Yield the colour of the side and its emblem, at the start."""
        if self.side:
            color, (x, y) = parse_color(self.side.color), (_CREST / 2, self.stick.width.pt / 2)
            yield from patterns.fill(self.side.pattern, (0, 0, 2 * x, 2 * y), color, ink)
            yield from crest(self.side.art, (x, y), 0.43 * _CREST, color, ink) if self.side.art else ()

    def _before_figures(self) -> Reach:
        """Return the stretch for a name along the piece, up to the first figure less half its width."""
        tick, part = self.stick.ticks.points, self.part
        return (_FIRST + (_CREST if self.side else 4 if self.held else 0),
                min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5)

    def _columns(self) -> list[tuple[float, str]]:
        """Return the lines of a name across the piece, each with its position; none if the name stands along it."""
        start, end = self._before_figures()
        long, room = text.measure(self.name, WORDS), self.stick.width.pt - 12
        if long <= end - start:
            return []
        lines = [self.name]
        if long > room:
            try:
                lines = [line.string for line in text.wrap(self.stick.title, WORDS, room)]
            except text.TooWide:  # one word is longer than a line: the title stays whole and is made smaller
                lines = [self.stick.title]
            lines += [f"**{self.code}**"] if self.code else []
        first = max(start, _FIRST + (_COLUMN if self.held else 2 if self.part.number > 1 else 0))
        return [(first + k * _COLUMN, line) for k, line in enumerate(lines)]

    # the same for sticks with strips of colour

    def ends_beside(self) -> Iterator[Item]:
        """Yield the words at both ends, under the figures, and an arrow beyond. Raises TooWide and NoGlyph."""
        stick, end = self.stick, self.part.length - _EDGE
        second = min((FIGURES_END + stick.floor) / 2 + 7.2, stick.floor - CLEAR - 1.5)
        bases, room = (second - 8.1, second), self._before_mark()
        for (words, style), base in zip(self._opening(), bases, strict=False):
            yield from text.line(words, style, _EDGE, base, max_width=room, min_size=LEAST)
        for words, base in zip(self._closing(), bases, strict=False) if self.facing else ():
            yield from text.line(words, BOLD, end - _OUTWARDS - _ASIDE, base, "end", room, LEAST)
        if self.facing:
            yield shapes.arrow(end, (FIGURES_END + stick.floor) / 2, 90, _OUTWARDS, 8, fill=BLACK)

    def _before_mark(self) -> float:
        """Return the longest width of words at the start: up to the first mark."""
        return min([mark.x for mark in self.marks if mark.x > 2 * _EDGE] + [self.part.length]) - _EDGE - _ASIDE

    def _opening(self) -> tuple[tuple[str, text.Style], ...]:
        """Return the lines at the start: the name, smaller if it would touch a figure, and the words of the start."""
        held = ((f"**{self.held}**", WORDS),) if self.held else ()
        share = (self.stick.ticks.points - 2 * _EDGE) / text.measure(self.name, _BOLD_NAME)
        return ((self.name, _BOLD_NAME._replace(size=_BOLD_NAME.size * min(max(float(share), 0.85), 1.0))), *held)

    def _closing(self) -> tuple[str, ...]:
        """Return the lines at the end of the stick: two if one would be longer than an eighth of the piece."""
        short = text.measure(self.facing, BOLD) <= self.part.length / 8
        return (self.facing,) if short else _halves(self.facing, BOLD)


def _halves(words: str, style: text.Style) -> tuple[str, ...]:
    """Return words in two lines of about equal length, or a single word in one."""
    def longest(lines: tuple[str, ...]) -> float:
        return max(text.measure(line, style) for line in lines)

    pieces = words.split(" ")
    splits = [(" ".join(pieces[:k]).strip(), " ".join(pieces[k:]).strip()) for k in range(1, len(pieces))]
    best = min((pair for pair in splits if all(pair)), key=longest, default=(words,))
    return best if longest(best) < longest((words,)) else (words,)


# --- rulers ---

MOST_WORDS = 40  # marks with words on a ruler
LEAST_OF_TWO = parse_length("19 mm")  # least width of a ruler with figures at both edges

_MARKED = text.Style("sans", 12.0, bold=True)
_BASE = 15.5  # from the upper edge to the words of marks; the baseline of figures is 2 points higher
_FOOT = 10.5  # from the baseline of the title to the lower edge, which leaves room for its ticks
_LOWER = 9.5  # added to `_FOOT` if the lower edge has figures
_HEAVY = Stroke(BLACK, 1.2)
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_LISTED = keys.key(keys.blocks(Mark, entry="mark", most=MOST_WORDS))

Marks = tuple[tuple[Length, str], ...]


def _read_marks(at: Reader, name: str) -> Marks:
    """Return pairs of distance and words from a mapping or a list of marks, the nearest first."""
    if isinstance(at.peek(name), SequenceNode):
        listed: tuple[Mark, ...] = _LISTED.take(at, name)
        return tuple(sorted(((mark.at, mark.label) for mark in listed), key=lambda mark: mark[0].points))
    inner = at.reader(name)
    marks: list[tuple[Length, str]] = []
    for key in inner.keys() if inner else ():
        node = inner.node(key) if inner else None
        try:
            place = parse_length(key)
        except ValueError as error:
            at.problems.add(inner.key_span(key) if inner else None, f"'{name}' of {at.what}: {error}",
                            "a mark is a distance and what it says: 3 in: short")
            continue
        words = plain_text(node, f"the mark at {key} of {at.what}", at.problems) if node else None
        marks.append((place, words or ""))
    return tuple(sorted(at.at_most(name, marks, MOST_WORDS), key=lambda mark: mark[0].points))


@TEMPLATE_KINDS.kind("ruler")
@block
class Ruler(Template):
    """A ruler."""

    material: str = keys.text("what to print it on (card)", default="card")
    length: Length | None = keys.length("its length (as far as its last mark)", default=None, positive=True)
    width: Length = keys.length(
        "its width (1 in); a ruler longer than the paper comes in pieces with glue tabs", default="1 in",
        least="16 mm", positive=True, why="its words would be too small to read")
    every: Length = keys.length("the distance of its figures (1 in), and of the fine ticks (half of that)",
                                default="1 in", positive=True)
    ticks: Length | None = keys.length(default=None, positive=True)
    unit: Length | None = keys.length(
        "the length that counts as 1 in the figures: `10 mm`, or a unit of the game such as `2 in` (the unit that "
        "`every` is written in)", default=None, positive=True)
    other_edge: Length | None = keys.length(
        "the distance of the figures of the lower edge, in another unit: `10 mm`; without it, the lower edge has the "
        "ticks of the upper one", default=None, positive=True)
    marks: Marks = keys.special(
        _read_marks, lambda writer: {"anyOf": [
            {"type": "object", "additionalProperties": keys.TEXTS["items"]}, _LISTED.schema(writer)]},
        "words by their distances, each with a line across: `{3 in: short, 6 in: long}`, or a list of `at` and `label`",
        default=())

    whole = True
    coded = True

    def settled(self, at: Reader) -> Self | None:
        length = self.length or (self.marks[-1][0] if self.marks else None)
        if not length:
            if "marks" not in at:
                at.lack("length", "or give it marks: it ends with the last of them")
            return None
        for place, words in self.marks:
            if not 0 < place.points <= length.points and length.points:
                at.fail("marks", f"the mark '{words}' of {at.what} is at {place.text}, the ruler ends at {length.text}",
                        "move the mark, or make the ruler longer")
        if self.other_edge and 0 < float(self.width) < LEAST_OF_TWO.pt:
            at.fail("width", f"{at.what} is {self.width.text} wide and has figures at both edges",
                    f"make it {LEAST_OF_TWO.text} wide at least")
        ticks = self.ticks or self.every.times(Fraction(1, 2))
        for name, step in (("ticks" if self.ticks else "every", ticks), ("other_edge", self.other_edge or NOTHING)):
            if 0 < step.points * MOST_TICKS < length.points:
                at.fail(name, f"the ticks of {at.what}, {step.text} apart, are more than {MOST_TICKS} in {length.text}",
                        "make them farther apart, or the ruler shorter")
        if self.ticks and 0 < self.every.points < self.ticks.points:
            at.fail("ticks", f"the fine ticks of {at.what} are {ticks.text} apart, its figures {self.every.text}",
                    "make them finer than the figures")
        return replace(self, length=length, ticks=ticks) if length.points and self.every.points else None

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        assert self.length
        wide = self.width.pt
        parts = strips.divide(self.length.points, self.every.points, max(sheet.area.width, sheet.area.height),
                              {place.points for place, _ in self.marks})
        for part in parts:
            code = f"{sheet.letter}{part.number}" if part.of > 1 else ""
            items = (*self._scales(part), *self._words(part, f"{self.title}  **{code}**" if code else self.title),
                     *strips.joints(wide, part, f"{sheet.letter}{part.number + 1}"))
            yield Cutout(f"{self.title} {code}".rstrip(), self.title, part.width, wide, strips.edge(wide, part), items,
                         self.span, part.of > 1)

    def _scales(self, part: Part) -> Iterator[Item]:
        """Yield the ticks of both edges, and figures on the upper one and on a lower one with its own measure."""
        assert self.ticks
        wide, other = self.width.pt, self.other_edge
        unit = self.unit.points if self.unit else POINTS_PER[self.every.unit]
        for edge, way in ((0.0, 1), (wide, -1)):
            long, fine = (other.points, other.points / 2) if other and edge else (self.every.points, self.ticks.points)
            measure = POINTS_PER[other.unit] if other and edge else unit
            for step, high in ((fine, 4.0), (long, 7.0)):
                ticks = [float(k * step - part.start) for k in _within(part, step)]
                yield shapes.lines([(x, edge, x, edge + way * high) for x in ticks], FINE)
            if edge and not other:
                continue
            figures = {k: f"{float(k * long / measure):g}" for k in _within(part, long, last=True)}
            broad = max((text.measure(figure, WORDS) for figure in figures.values()), default=0.0) + 4
            apart = next((step for step in _STEPS if step * float(long) >= broad), _STEPS[-1])
            for k, figure in figures.items():
                x = float(k * long - part.start)
                if k % apart == 0 and x > broad - 2:
                    end = x - (2 if x < part.length or part.last else strips.MARKED)
                    yield from text.line(figure, WORDS, end, _BASE - 2 if not edge else wide - 9, "end")

    def _words(self, part: Part, title: str) -> Iterator[Item]:
        """Yield the marks of a piece, each with its words before its line, and the title in the widest gap."""
        wide, foot = self.width.pt, _FOOT + (_LOWER if self.other_edge else 0.0)
        marks = [(float(place.points - part.start), words) for place, words in self.marks
                 if part.start < place.points <= part.end]
        bounds = [0.0, *(x for x, _ in marks), *([part.length] if not marks or marks[-1][0] < part.length else [])]
        top, bottom = _BASE, wide - foot - 8
        size = min(_MARKED.size, bottom - top)
        for (x, words), before in zip(marks, bounds, strict=False):
            if x < part.length or not part.last:
                yield shapes.line(x, 0, x, wide, _HEAVY if x < part.length else BOUND)
            yield from text.line(words, _MARKED._replace(size=size), x - 5, (top + bottom) / 2 + 0.36 * size, "end",
                                 max_width=x - before - 10, min_size=LEAST)
        extent = text.measure(title, WORDS) + 10
        gaps = sorted(pairwise(bounds), key=lambda gap: gap[0] - gap[1])  # the broadest first
        left, right = min((gap for gap in gaps if gap[1] - gap[0] >= extent), default=gaps[0])
        yield from text.line(title, WORDS, left + 5, wide - foot, max_width=right - left - 10, min_size=LEAST)


def _within(part: Part, step: Fraction, *, last: bool = False) -> range:
    """Return the multiples of a step inside a part; `last` adds the one at its end."""
    return range(math.floor(part.start / step) + 1, math.ceil(part.end / step) + (last and part.end % step == 0))
