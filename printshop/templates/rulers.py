"""Rulers: a scale from the very edge, in any measure, with words at the distances that matter in a game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Item, Stroke
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import NOTHING, Reader, plain_text
from printshop.source import SequenceNode
from printshop.templates import strips
from printshop.templates.pieces import BOUND, FINE, LEAST, WORDS
from printshop.templates.sticks import Mark
from printshop.templates.strips import Part
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Sheet, Template
from printshop.units import POINTS_PER, Length, parse_length

MOST_MARKS, MOST_TICKS = 40, 2000
LEAST_OF_TWO = parse_length("19 mm")  # how wide one is that has figures at both edges

_FIGURE = text.Style("sans", 6.5)
_MARK = text.Style("sans", 12.0, bold=True)
_BASE = 15.5  # the baseline of figures, from their edge
_FOOT = 10.5  # the baseline of the title, from the lower edge, above its ticks; above its figures
_FIGURES = 9.5  # what figures of the lower edge take besides
_HEAVY = Stroke(BLACK, 1.2)
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_LISTED = keys.key(keys.blocks(Mark, entry="mark", most=MOST_MARKS))

Marks = tuple[tuple[Length, str], ...]


def _read_marks(at: Reader, name: str) -> Marks:
    """Return words by their distances, or a list of marks, the nearest first."""
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
    if len(marks) > MOST_MARKS:
        at.fail(name, f"'{name}' of {at.what} has {len(marks)} entries, at most {MOST_MARKS} are possible")
    return tuple(sorted(marks[:MOST_MARKS], key=lambda mark: mark[0].points))


@TEMPLATE_KINDS.kind("ruler")
@block
class Ruler(Template):
    """A ruler."""

    material: str = keys.text("what to print it on (card)", default="card")
    length: Length | None = keys.length("how long it is (as far as its last mark)", default=None, positive=True)
    width: Length = keys.length(
        "how wide it is (1 in); one longer than the paper is made in pieces with glue tabs", default="1 in",
        least="16 mm", positive=True, why="its words would be too small to read")
    every: Length = keys.length("the distance of its figures (1 in), and of the fine ticks (half of that)",
                                default="1 in", positive=True)
    ticks: Length | None = keys.length(default=None, positive=True)
    unit: Length | None = keys.length(
        "what counts as 1 in the figures: `10 mm`, or a unit of the game such as `2 in` (the unit that `every` is "
        "written in)", default=None, positive=True)
    other_edge: Length | None = keys.length(
        "the distance of the figures of the lower edge, in a measure of its own: `10 mm`; without it, that has the "
        "ticks of the upper one", default=None, positive=True)
    marks: Marks = keys.special(
        _read_marks, lambda writer: {"anyOf": [
            {"type": "object", "additionalProperties": keys.TEXTS["items"]}, _LISTED.schema(writer)]},
        "words by their distances, each with a line across: `{3 in: short, 6 in: long}`, or a list of `at` and `label`",
        default=())

    whole = True
    coded = True

    def settled(self, at: Reader) -> Self | None:
        """Return the ruler with its length, None if nobody knows how long it is."""
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
        ticks = self.ticks or replace_points(self.every, self.every.points / 2)
        for name, step in (("ticks" if self.ticks else "every", ticks), ("other_edge", self.other_edge or NOTHING)):
            if 0 < step.points * MOST_TICKS < length.points:
                at.fail(name, f"the ticks of {at.what}, {step.text} apart, are more than {MOST_TICKS} in {length.text}",
                        "make them farther apart, or the ruler shorter")
        if self.ticks and 0 < self.every.points < self.ticks.points:
            at.fail("ticks", f"the fine ticks of {at.what} are {ticks.text} apart, its figures {self.every.text}",
                    "make them finer than the figures")
        return replace(self, length=length, ticks=ticks) if length.points and self.every.points else None

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces, lying across; the sheet's letter begins their codes. Raises TooWide and NoGlyph."""
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
        """Yield the ticks of both edges, with the figures of the upper one and of a lower one that has its own."""
        assert self.ticks
        wide, other = self.width.pt, self.other_edge
        unit = (self.unit or replace_points(self.every, POINTS_PER[self.every.unit])).points
        for edge, way in ((0.0, 1), (wide, -1)):
            long, fine = (other.points, other.points / 2) if other and edge else (self.every.points, self.ticks.points)
            measure = POINTS_PER[other.unit] if other and edge else unit
            for step, high in ((fine, 4.0), (long, 7.0)):
                ticks = [float(k * step - part.start) for k in _within(part, step)]
                yield shapes.lines([(x, edge, x, edge + way * high) for x in ticks], FINE)
            if edge and not other:
                continue
            figures = {k: f"{float(k * long / measure):g}" for k in _within(part, long, last=True)}
            broad = max((text.measure(figure, _FIGURE) for figure in figures.values()), default=0.0) + 4
            apart = next((step for step in _STEPS if step * float(long) >= broad), _STEPS[-1])
            for k, figure in figures.items():
                x = float(k * long - part.start)
                if k % apart == 0 and x > broad - 2:
                    end = x - (2 if x < part.length or part.last else strips.MARKED)
                    yield from text.line(figure, _FIGURE, end, _BASE - 2 if not edge else wide - 9, "end")

    def _words(self, part: Part, title: str) -> Iterator[Item]:
        """Yield the marks of a piece, the words of each before its line, and the title where most room is."""
        wide, foot = self.width.pt, _FOOT + (_FIGURES if self.other_edge else 0.0)
        marks = [(float(place.points - part.start), words) for place, words in self.marks
                 if part.start < place.points <= part.end]
        bounds = [0.0, *(x for x, _ in marks), *([part.length] if not marks or marks[-1][0] < part.length else [])]
        top, bottom = _BASE, wide - foot - 8
        size = min(_MARK.size, bottom - top)
        for (x, words), before in zip(marks, bounds, strict=False):
            if x < part.length or not part.last:
                yield shapes.line(x, 0, x, wide, _HEAVY if x < part.length else BOUND)
            yield from text.line(words, _MARK._replace(size=size), x - 5, (top + bottom) / 2 + 0.36 * size, "end",
                                 max_width=x - before - 10, min_size=LEAST)
        extent = text.measure(title, WORDS) + 10
        gaps = sorted(pairwise(bounds), key=lambda gap: gap[0] - gap[1])  # the broadest first
        left, right = min((gap for gap in gaps if gap[1] - gap[0] >= extent), default=gaps[0])
        yield from text.line(title, WORDS, left + 5, wide - foot, max_width=right - left - 10, min_size=LEAST)


def replace_points(length: Length, points: Fraction) -> Length:
    """Return another length, written in the same unit."""
    return Length(points, f"{float(points / POINTS_PER[length.unit]):g} {length.unit}")


def _within(part: Part, step: Fraction, *, last: bool = False) -> range:
    """Return the multiples of a step within a piece, with `last` that at its end as well."""
    return range(math.floor(part.start / step) + 1, math.ceil(part.end / step) + (last and part.end % step == 0))
