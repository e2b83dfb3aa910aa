"""The display lines of a booklet - title, headings, contents, figures, rules - as finished drawings.

Old Standard, after the printing of about 1900: letterspaced capitals, rules that swell in the middle. Points;
each drawing has its origin at its own top left, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import BLACK, CLOSE, WHITE, Curve, Group, Item, Move, Path, Stroke, Text
from printshop.layout.flow.story import Figure, Heading, Title, TooLarge

_GREY = WHITE.mix(BLACK, 0.72)
_TITLE = text.Style("serif", 30, bold=True, tracking=2.4)
_SUBTITLE = text.Style("serif", 14, italic=True)
_CAPTION = text.Style("sans", 8.4, italic=True, color=_GREY)
_SMALLEST = 7.0  # what has to shrink stops here
_MARK = 19.0  # the room of what stands before a heading
_PITCH = 5.0  # of the dots that lead to a page number


class Found(NamedTuple):
    """A heading on its page: its plain title, and its level; 1 is the highest."""

    title: str
    level: int


class Part(NamedTuple):
    """What stands on a page as a whole: `items`, and other parts `within` it, each at (x, y) from its top left corner.

    `space` stays free above and below. It may stand for a heading that is `found`, or lead to the page with the anchor
    `leads_to`. `keep` says how strictly it stays with the next; where less than `room` is left on a page, it begins
    the next. `again` stands above it where it is the first on a page.
    """

    items: tuple[Item, ...] = ()
    width: float = 0.0
    height: float = 0.0
    space: tuple[float, float] = (0.0, 0.0)
    found: Found | None = None
    leads_to: str = ""
    keep: int = 0
    room: float = 0.0
    again: Part | None = None
    within: tuple[tuple[float, float, Part], ...] = ()


class Entry(NamedTuple):
    """A line of the contents; `leads_to` is the anchor of its page."""

    title: str
    page: str
    leads_to: str


class _Level(NamedTuple):
    style: text.Style
    leading: float
    align: text.Anchor
    space: tuple[float, float]
    capitals: bool
    rule: bool


_LEVELS = {
    1: _Level(text.Style("serif", 15, tracking=1.8), 1.25, "middle", (24.0, 8.0), capitals=True, rule=True),
    2: _Level(text.Style("serif", 12.5, bold=True), 1.15, "start", (12.0, 3.5), capitals=False, rule=False),
    3: _Level(text.Style("serif", 11, italic=True), 1.2, "start", (7.0, 2.0), capitals=False, rule=False),
}


def title(block: Title, width: float) -> Part:
    """Return title and subtitle between double rules. Raises TooWide and NoGlyph."""
    items: list[Item] = [*_double_rule(0.0, width, thick_first=True)]
    y = 15.0
    for markup, style in ((block.markup.upper(), _TITLE), (block.subtitle, _SUBTITLE)):
        if markup:
            words = _centered(markup, style, y, width, 1.15)
            items += words.items
            y += words.height + 3
    y += 7
    return Part((*items, *_double_rule(y, width, thick_first=False)), width, y + 4, (0.0, 16.0))


def _centered(markup: str, style: text.Style, y: float, width: float, leading: float) -> text.Block:
    """Set one line, made smaller if need be, or else a few that are about equally long."""
    with suppress(text.TooWide):
        words = text.line(markup, style, width / 2, 0, "middle", 0.95 * width, 0.72 * style.size)
        size = words[0].size
        shift = y + size * ((leading - 1) / 2 + style.face.ascent)
        return text.Block(tuple(replace(word, y=shift) for word in words), size * leading)
    count = len(text.wrap(markup, style, width))
    low, high = width / count / 2, width
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if _lines(markup, style, middle) <= count else (middle, high)
    return text.block(markup, style, ((width - high) / 2, y, high, None), leading, "middle")


def _lines(markup: str, style: text.Style, width: float) -> float:
    try:
        return len(text.wrap(markup, style, width))
    except text.TooWide:
        return math.inf


def _double_rule(y: float, width: float, *, thick_first: bool) -> tuple[Path, ...]:
    thick, thin = Stroke(BLACK, 2.0), Stroke(BLACK, 0.5)
    upper, lower = (thick, thin) if thick_first else (thin, thick)
    return (
        shapes.line(0, y + upper.width / 2, width, y + upper.width / 2, upper),
        shapes.line(0, y + 4 - lower.width / 2, width, y + 4 - lower.width / 2, lower),
    )


def swelled_rule(x: float, y: float, length: float, swell: float = 2.2) -> Path:
    """Return a rule about (x, y) that is `swell` thick in the middle and runs out to both sides."""
    left, right, up, down = x - length / 2, x + length / 2, y - swell / 2, y + swell / 2
    near, far = x - length / 8, x + length / 8
    return Path(
        (
            Move(left, y),
            Curve(left + length / 4, y, near, up, x, up),
            Curve(far, up, right - length / 4, y, right, y),
            Curve(right - length / 4, y, far, down, x, down),
            Curve(near, down, left + length / 4, y, left, y),
            CLOSE,
        ),
        fill=BLACK,
    )


def heading(block: Heading, width: float) -> Part:
    """Return a heading. Raises TooWide and NoGlyph."""
    level = _LEVELS[block.level]
    words = block.markup.upper() if level.capitals else block.markup
    if level.align == "middle":
        shown = _centered(words, level.style, 0, width, level.leading)
    else:
        smallest, left = 0.7 * level.style.size, _MARK if block.mark else 0.0
        shown = text.block(words, level.style, (left, 0, width - left, None), level.leading, min_size=smallest)
    items: list[Item] = [*shown.items]
    if block.mark:
        items.append(Group(block.mark, IDENTITY.translate(0, 0.3 * level.style.size)))
    height = shown.height
    if level.rule:
        items.append(swelled_rule(width / 2, height + 4, min(84.0, width), 1.8))
        height += 7
    found = Found(block.title, block.level)
    return Part(tuple(items), width, height, level.space, found)


def figure(block: Figure, width: float, height: float) -> Part:
    """Return a figure with its caption below. Raises TooWide, TooLarge and NoGlyph."""
    name = f"the figure '{text.plain(block.caption)}'" if block.caption else "a figure"
    if block.width > width + 1e-6:
        raise text.TooWide(name, block.width, width, described=True)
    items: list[Item] = [Group(block.items, IDENTITY.translate((width - block.width) / 2, 0))]
    y = block.height
    caption = text.Block((), 0.0)
    if block.caption:
        caption = text.block(block.caption, _CAPTION, (0, y + 3, width, None), 1.25, "middle")
        y += 3 + caption.height
    if y > height + 1e-6:
        raise TooLarge(f"{name} is {y:.0f} pt tall, a page has {height:.0f} pt")
    return Part((*items, *caption.items), width, y, (6.0, 10.0))


def contents(entries: Sequence[Entry], width: float) -> Iterator[Part]:
    """Yield the lines of the contents, an entry for each heading. Raises TooWide and NoGlyph."""
    style = text.Style("serif", 11)
    height = style.size * 1.45
    base = height * 0.75
    for entry in entries:
        page = text.line(text.escape(entry.page), style, width, base, "end")
        room = page[0].x - 2 * _PITCH
        words = text.line(text.escape(entry.title), style, 0.0, base, max_width=room, min_size=_SMALLEST)
        dots = _leader(words[-1].x + words[-1].width, page[0].x, width, base)
        yield Part((*words, *dots, *page), width, height, leads_to=entry.leads_to)


def _leader(start: float, end: float, width: float, y: float) -> tuple[Text, ...]:
    """Return dots between two points of a line; the dots of all lines stand below one another."""
    first, last = int((width - end) / _PITCH) + 2, int((width - start) / _PITCH) - 1
    count = last - first + 1
    if count < 2:
        return ()
    dot = text.line(".", text.Style("serif", 9.0, color=_GREY), width - last * _PITCH, y)[0]
    tracking = _PITCH - dot.width
    return (Text(dot.x, y, "." * count, dot.font, dot.size, count * _PITCH, dot.color, tracking),)
