"""Range sticks: bands along a strip, made in pieces with glue tabs where the paper is too short."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import ink, shapes, text
from printshop.drawing.items import BLACK, Path, Stroke
from printshop.products.cut_pieces import BOUND, CUT, FINE, LEAST, Cutout, turned
from printshop.units import MM, POINTS_PER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Item
    from printshop.game.templates import StickTemplate

TAB = 8 * MM
_TAPER = 3.0
_JOINT = Stroke(BLACK, 0.5, dash=(3.0, 2.0))
_LABEL = text.Style("sans", 24.0, bold=True)
_SPAN = text.Style("sans", 8.0)
_NAME = text.Style("sans", 7.0)
_FIGURE = text.Style("sans", 6.5)
_BOUND_FIGURE = text.Style("sans", 8.0, bold=True)
_SIDE = text.Style("sans", 6.5, bold=True, tracking=0.4)
_FIGURES_END = 14.5  # the figures of the ticks take this much of the width
_FIRST = 8.2  # from the end of a stick to the first line of words across it
_PLAIN = 6.5  # names smaller than this are looked for a better place
_ROOMY = 40.0  # a stick narrower than this says its bands' labels only
_ASCENDER = 0.78  # how far letters rise above the line, as a share of their size
_COLUMN = 9.0  # what a line of words across the stick takes of its length


class Part(NamedTuple):
    """A piece of a stick, exactly from `start` to `end` points along it; the `number`th `of` so many."""

    number: int
    of: int
    start: Fraction
    end: Fraction

    @property
    def length(self) -> float:
        """How long the piece is, without its tab, in points."""
        return float(self.end - self.start)

    @property
    def last(self) -> bool:
        """Whether the stick ends with this piece."""
        return self.number == self.of


def parts(template: StickTemplate, longest: float) -> tuple[Part, ...]:
    """Divide a stick into the fewest pieces that are no longer than `longest`, glue tabs included.

    It is divided at ticks: where bands meet if that is possible, in about equal pieces otherwise. A stick whose
    ticks are farther apart than the paper is long comes back in one piece, which will not fit.
    """
    total, tick = template.length.points, template.ticks.points
    if float(total) <= longest:
        return (Part(1, 1, Fraction(0), total),)
    reach = math.floor((longest - TAB) / float(tick)) * tick
    if reach <= 0:
        return (Part(1, 1, Fraction(0), total),)
    count = math.ceil(total / reach)
    bounds = {band.to.points for band in template.bands}
    places = [Fraction(0)]
    for k in range(1, count):
        low, high = total - (count - k) * reach, places[-1] + reach
        ideal = total * k / count
        steps = range(math.ceil(max(low, tick) / tick), math.floor(high / tick) + 1)
        choices = [step * tick for step in steps]
        places.append(min(choices, key=lambda place: (place not in bounds, abs(place - ideal), place)))
    return tuple(Part(k, count, *ends) for k, ends in enumerate(pairwise((*places, total)), 1))


def sticks(template: StickTemplate, letter: str, longest: float, spend: ink.Ink) -> Iterator[Cutout]:
    """Yield the pieces of a stick, lying across. `letter` begins their codes. Raises TooWide and NoGlyph."""
    head = template.head
    for part in parts(template, longest):
        name = head.title if part.of == 1 else f"{head.title} {letter}{part.number}"
        width = part.length + (0 if part.last else TAB)
        edge = _edge(template.width.pt, part.length, tab=not part.last)
        items = tuple(_items(template, part, letter, spend))
        yield Cutout(name, head.title, width, template.width.pt, edge, items, head.span)


def _items(template: StickTemplate, part: Part, letter: str, spend: ink.Ink) -> Iterator[Item]:
    wide, long = template.width.pt, part.length
    yield from _bands(template, part, spend)
    yield _ticks(template, part)
    yield from _figures(template, part)
    yield from _ends(template, part, letter)
    if not part.last:
        yield from _tab(wide, long, f"{letter}{part.number + 1}")


def _edge(wide: float, long: float, *, tab: bool) -> Path:
    corners = [(0.0, 0.0), (long, 0.0)]
    if tab:
        corners += [(long, 1.0), (long + TAB, 1.0 + _TAPER), (long + TAB, wide - 1.0 - _TAPER), (long, wide - 1.0)]
    corners += [(long, wide), (0.0, wide)]
    return shapes.polygon(corners, stroke=CUT)


class _Stretch(NamedTuple):
    """What a piece has of a band, from `left` to `right` along the piece; `span` says where the band goes."""

    number: int
    left: float
    right: float
    label: str
    span: str


def _stretches(template: StickTemplate, part: Part) -> Iterator[_Stretch]:
    near, before = Fraction(0), "0"
    for number, band in enumerate(template.bands):
        far = band.to.points
        left, right = max(near, part.start) - part.start, min(far, part.end) - part.start
        if right > left:
            yield _Stretch(number, float(left), float(right), band.label, f"{before}–{band.to.text}")
        near, before = far, band.to.amount


def _bands(template: StickTemplate, part: Part, spend: ink.Ink) -> Iterator[Item]:
    """Yield what a piece shows of every band: tint, bound, label, from where to where it goes."""
    wide = template.width.pt
    stretches = tuple(_stretches(template, part))
    for one in stretches:
        if template.tinted and one.number % 2:
            yield shapes.rect(one.left, 0, one.right - one.left, wide, fill=ink.shade(spend, 0.12))
    for one in stretches[1:]:
        yield shapes.line(one.left, 0, one.left, wide, BOUND)
    for one in stretches:
        yield from _band_words(template, part, one)


def _band_words(template: StickTemplate, part: Part, one: _Stretch) -> Iterator[Item]:
    left, right, wide = one.left, one.right, template.width.pt
    if left == 0:
        left += _COLUMN
    if part.last and template.end and one.number == len(template.bands) - 1:
        right -= _COLUMN
    middle, room = (left + right) / 2, right - left - 6
    roomy = wide >= _ROOMY
    base = wide - (20.5 if roomy else 9)
    style = _LABEL._replace(size=min(_LABEL.size, (base - _FIGURES_END) / _ASCENDER))
    yield from text.line(one.label, style, middle, base, "middle", max_width=room, min_size=7)
    if roomy:
        yield from text.line(one.span, _SPAN, middle, wide - 10.5, "middle", max_width=room, min_size=LEAST)


def _ticks(template: StickTemplate, part: Part) -> Path:
    """Return the fine marks of a piece on both edges, shorter ones half way between."""
    wide, step = template.width.pt, template.ticks.points / 2
    marks = []
    for k in range(math.floor(part.start / step) + 1, math.ceil(part.end / step)):
        x, high = float(k * step - part.start), 4.0 if k % 2 else 7.0
        marks += [(x, 0.0, x, high), (x, wide, x, wide - high)]
    return shapes.lines(marks, FINE)


def _figures(template: StickTemplate, part: Part) -> Iterator[Item]:
    """Yield the distances at the ticks, larger where a band ends, in the unit of the bands."""
    bounds = {band.to.points for band in template.bands}
    unit = POINTS_PER[template.length.unit]
    tick = template.ticks.points
    for k in range(math.floor(part.start / tick) + 1, math.floor(part.end / tick) + 1):
        place = k * tick
        x, words = float(place - part.start), f"{float(place / unit):g}"
        if place == part.end:
            if not part.last:
                yield from text.line(words, _BOUND_FIGURE if place in bounds else _FIGURE, x - 6, 12, "end")
        elif place in bounds:
            yield from text.line(words, _BOUND_FIGURE, x + 2, 9.5)
        else:
            yield from text.line(words, _FIGURE, x, 13, "middle")


def _ends(template: StickTemplate, part: Part, letter: str) -> Iterator[Item]:
    """Yield the words at the ends: what the stick is and which piece; what is held where."""
    wide, long = template.width.pt, part.length
    room = wide - 12
    if part.number == 1 and template.start:
        line = text.line(template.start.upper(), _SIDE, 0, 0, "middle", max_width=room, min_size=LEAST)
        yield turned(line, _FIRST, wide / 2, -90)
    yield from _name(template, part, f"**{letter}{part.number}**" if part.of > 1 else "")
    if part.number > 1:
        yield from _register(wide, 0.0, 90)
    if not part.last:
        yield from _register(wide, long, 270)
    if part.last and template.end:
        line = text.line(template.end.upper(), _SIDE, 0, 0, "middle", max_width=room, min_size=LEAST)
        yield turned(line, long - 4, wide / 2, -90)


def _name(template: StickTemplate, part: Part, code: str) -> Iterator[Item]:
    """Yield what a piece is: along it, before the first figure, or, where that is near, across its end."""
    wide = template.width.pt
    words = f"{template.head.title}  {code}".rstrip()
    start = _FIRST + 4 if part.number == 1 and template.start else _FIRST
    tick = template.ticks.points
    figure = min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5
    if text.measure(words, _NAME._replace(size=_PLAIN)) <= figure - start:
        yield from text.line(words, _NAME, start, 13, max_width=figure - start, min_size=_PLAIN)
        return
    whole = text.measure(words, _NAME._replace(size=_PLAIN)) <= wide - 12
    first = _FIRST + (_COLUMN if part.number == 1 and template.start else 2 if part.number > 1 else 0)
    for k, column in enumerate([words] if whole or not code else [template.head.title, code]):
        line = text.line(column, _NAME, 0, 0, "middle", max_width=wide - 12, min_size=LEAST)
        yield turned(line, first + k * _COLUMN, wide / 2, -90)


def _register(wide: float, x: float, direction: float) -> Iterator[Item]:
    """Yield halves of diamonds at a joint; the other halves are on the neighbouring piece."""
    for share in (0.3, 0.7):
        tip = x + (3.4 if direction == 90 else -3.4)
        yield shapes.arrow(tip, share * wide, direction, 3.4, 6.0, fill=BLACK)


def _tab(wide: float, long: float, following: str) -> Iterator[Item]:
    """Yield the joint and the words on the glue tab."""
    yield shapes.line(long, 1, long, wide - 1, _JOINT)
    full = f"glue **{following}** here"
    words = full if text.measure(full, _SPAN) <= wide - 12 else f"**{following}**"
    line = text.line(words, _SPAN, 0, 0, "middle", max_width=wide - 12, min_size=LEAST)
    yield turned(line, long + TAB / 2 + 2, wide / 2, -90)
