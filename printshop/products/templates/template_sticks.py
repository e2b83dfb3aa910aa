"""Range sticks: bands along a strip, made in pieces with glue tabs where the paper is too short."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import ink, shapes, text
from printshop.drawing.items import BLACK, Path, Stroke
from printshop.products.templates import joints, stick_margins, template_bands
from printshop.products.templates.cut_pieces import FINE, LEAST, Cutout, turned
from printshop.units import POINTS_PER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from printshop.drawing.items import Item
    from printshop.game.templates.template_sticks import Mark, StickTemplate
    from printshop.products.templates.joints import Part

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


def sticks(template: StickTemplate, letter: str, longest: float, spend: ink.Ink) -> Iterator[Cutout]:
    """Yield the pieces of a stick, lying across. `letter` begins their codes. Raises TooWide and NoGlyph."""
    head, wide = template.head, template.width.pt
    pieces = parts(template, longest)
    rooms = [template_bands.Room(part, tuple(_taken(template, part, letter))) for part in pieces]
    bands = template_bands.draw(template, rooms, spend)
    for part in pieces:
        name = head.title if part.of == 1 else f"{head.title} {letter}{part.number}"
        items = (*bands[part.number], *_items(template, part, letter))
        yield Cutout(name, head.title, part.width, wide, joints.edge(wide, part), items, head.span,
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
    lines = [words] if long <= room else [*_broken(template.head.title, room), *([code] if code else [])]
    return [(first + k * _COLUMN, line) for k, line in enumerate(lines)]


def _broken(title: str, room: float) -> tuple[str, ...]:
    """Return a title in as many lines as it takes, the last one alone where a word is too long for any line."""
    try:
        return tuple(line.string for line in text.wrap(title, _NAME._replace(size=_PLAIN), room))
    except text.TooWide:
        return (title,)


def _whole_name(template: StickTemplate, code: str) -> str:
    return f"{template.head.title}  {code}".rstrip()


def _name_start(template: StickTemplate, part: Part) -> float:
    return _FIRST + 4 if part.number == 1 and template.start else _FIRST


def _first_figure(template: StickTemplate, part: Part) -> float:
    """Return how far along a piece its first figure is, less its own half."""
    tick = template.ticks.points
    return min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5
