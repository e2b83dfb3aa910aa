"""The margin of a stick whose bands have strips of colour: what piece it is, what is held where, what a band is.

The strip lies along the lower edge, without a break from the stick's start to its end; everything that is to be read
stands above it, in two lines under the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.templates.template import LEAST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Item
    from printshop.templates.joints import Part
    from printshop.templates.sticks import Band, StickTemplate

FIGURES_END = 11.5  # the figures of the ticks take this much of the width
TICKS = 7.0  # the ticks of the other edge take this much
_STRIP = 0.36  # what a strip takes of the width
_NAME = text.Style("sans", 7.0)
_END = text.Style("sans", 6.5, bold=True)
_EDGE = 6.0  # from the ends of a piece to its words
_MARK = 4.0  # from a line across to words
_CLEAR = 2.8  # from words to what is above and below them


def floor(template: StickTemplate) -> float:
    """Return how far down the stick words may go: to the strip of colour or to the ticks."""
    wide = template.width.pt
    return wide * (1 - _STRIP) if template.coloured else wide - TICKS


class Lines(NamedTuple):
    """The two lines of the margin: sizes of their type and their baselines."""

    sizes: tuple[float, float]
    bases: tuple[float, float]


def lines(template: StickTemplate) -> Lines:
    """Return where the words of a stick with strips stand."""
    low = floor(template)
    high = low - FIGURES_END
    sizes = min(0.44 * high, 16.0), min(0.35 * high, 12.0)
    return Lines(sizes, (FIGURES_END + 2 + 0.72 * sizes[0], low - _CLEAR - 0.22 * sizes[1]))


def label(band: Band, span: str, template: StickTemplate) -> tuple[tuple[str, text.Style], ...]:
    """Return the two lines that a band says: its label; its note and from where to where it goes."""
    first, second = lines(template).sizes
    below = f"{band.note} · {span}" if band.note else span
    return (band.label, text.Style("sans", first, bold=True)), (below, text.Style("sans", second))


def wide(words: tuple[tuple[str, text.Style], ...]) -> float:
    """Return how much of the length two such lines take."""
    return max(text.measure(line, style) for line, style in words)


def names(template: StickTemplate, part: Part, code: str) -> tuple[str, ...]:
    """Return the lines at the start of a piece: what it is; on the first one, what is held there."""
    title = f"{template.title}  {code}".rstrip()
    if part.number == 1 and template.start:
        return title, f"**{template.start}**"
    return _halves(title, _NAME)


def _halves(words: str, style: text.Style) -> tuple[str, ...]:
    """Return words in two lines of about equal length, in one if they are a single word."""
    full = text.measure(words, style)
    pieces = words.split(" ")
    splits = [(" ".join(pieces[:k]).strip(), " ".join(pieces[k:]).strip()) for k in range(1, len(pieces))]
    fair = [pair for pair in splits if all(pair)]
    if not fair:
        return (words,)
    best = min(fair, key=lambda pair: max(text.measure(line, style) for line in pair))
    return best if max(text.measure(line, style) for line in best) < full else (words,)


def taken(template: StickTemplate, part: Part, code: str, marks: list[float]) -> Iterator[tuple[float, float]]:
    """Yield the stretches of a piece that the words of bands cannot have; `marks` are places along it."""
    yield 0.0, _EDGE + max(text.measure(line, _NAME) for line in names(template, part, code)) + 2 * _MARK
    if part.last and template.end:
        width = max(text.measure(line, _END) for line in _closing(template, part))
        yield part.length - width - _EDGE - 2 * _MARK, part.length
    for at in marks:
        yield at - _MARK, at + _MARK


def ends(template: StickTemplate, part: Part, code: str, marks: list[float]) -> Iterator[Item]:
    """Yield the words at both ends of a piece. Raises TooWide and NoGlyph."""
    room = min([at for at in marks if at > 2 * _EDGE] + [part.length]) - _EDGE - _MARK
    bases = _bases(template)
    for words, base in zip(names(template, part, code), bases, strict=False):
        yield from text.line(words, _NAME, _EDGE, base, max_width=room, min_size=LEAST)
    if part.last and template.end:
        for words, base in zip(_closing(template, part), bases, strict=False):
            yield from text.line(words, _END, part.length - _EDGE, base, "end", max_width=room, min_size=LEAST)


def _closing(template: StickTemplate, part: Part) -> tuple[str, ...]:
    """Return the lines at the end of a stick: one, unless that is long."""
    words = template.end.upper()
    return (words,) if text.measure(words, _END) <= part.length / 8 else _halves(words, _END)


def _bases(template: StickTemplate) -> tuple[float, float]:
    low = floor(template)
    middle = (FIGURES_END + low) / 2
    second = min(middle + 7.2, low - _CLEAR - 1.5)
    return second - 8.1, second
