"""Layout of flowing text: blocks of a booklet in, finished pages out. Points, origin at the top left, y down.

A booklet is a list of small frozen blocks, including tables (`printshop.layout.table`); texts are markup
(`printshop.letters`). `compose` sets blocks as parts. A part stays on one page, except tables and columns, which can be
split. At the end of a page, parts that must stay with the next part move to the next page with it. Header and footer
belong to the caller (`printshop.layout.furniture`); typefaces, sizes and rules come from the theme.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import takewhile
from typing import Literal, NamedTuple, assert_never

from printshop.drawing import fonts, ornaments, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Group, Item, Link, Stroke, Text
from printshop.drawing.themes import BULLETS, titled, worn
from printshop.layout.boxes import Box, shortest
from printshop.layout.table import Table, TableLayout, lay, ledger, moved, widths
from printshop.letters import escape, plain
from printshop.problems import Misfit


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a booklet: title and subtitle between rules, across the column."""

    markup: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, 2 or 3; it stays on the page of the text below it."""

    level: Literal[1, 2, 3]
    markup: str
    mark: tuple[Item, ...] = ()  # a drawing at the origin, as high as capitals, before a heading of level 2 or 3
    bar: tuple[Item, ...] = ()  # a drawing across the column, `BAR` high, instead of the text
    ruled: float | None = 7.0  # space for the rule below level 1: 0 above another heading, None (no rule) above a table

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return plain(self.markup)


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph; `lead` sets it in larger type as an introduction, `small` as a note."""

    markup: str
    lead: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A bulleted list, or a list of steps `numbered` from 1."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with items inside (0, 0) to (width, height), centred in the column.

    A drawing that takes long can be the function `drawing` instead of `items`: it is called when the page is drawn, not
    during layout.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    caption: str = ""
    drawing: Callable[[], tuple[Item, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents: all headings of level 1, each with its page and a link to that page."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks in `count` columns of equal width and balanced length, `gap` points apart."""

    count: int
    blocks: tuple[Block, ...]
    gap: float = 18.0


@dataclass(frozen=True, slots=True)
class KeepTogether:
    """Blocks that stay on one page if they fit one."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """Vertical space in points, omitted at the top of a page."""

    height: float


BAR = 17.0
Block = Title | Heading | Para | Bullets | Table | Figure | Contents | Columns | KeepTogether | Space
_UNITS = Table | Figure | KeepTogether  # a heading stays with the whole of these


class TooLarge(Misfit):
    """A block that cannot be split is taller than a whole page."""


def _walk(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks and all nested blocks, in order."""
    for block in blocks:
        yield block
        if isinstance(block, Columns | KeepTogether):
            yield from _walk(block.blocks)


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the texts of blocks and nested blocks, except those drawn in figures."""
    def strings(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from strings(part)

    for block in _walk(blocks):
        yield from strings(tuple(getattr(block, part.name) for part in fields(block)))


class Composed(NamedTuple):
    """The content of a finished page; the contents link to `anchor`, so give it to the page.

    The content reaches down to `depth` points. `items` draws everything each time it is read, nothing before.
    """

    parts: tuple[tuple[_Part, float, float], ...]  # each with its position
    anchor: str
    depth: float

    @property
    def items(self) -> tuple[Item, ...]:
        """All items of the page."""
        return tuple(item for part, x, y in self.parts for item in part.drawn_at(x, y))

    @property
    def links(self) -> tuple[Link, ...]:
        """The rectangles that link to other pages."""
        return tuple(Link(x, y, part.width, part.height, part.leads_to) for part, x, y in self.parts if part.leads_to)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings on the page, in order."""
        return tuple(part.heading for part, _, _ in self.parts if part.heading)


def compose(blocks: Sequence[Block], box: Box, *, first: Box | None = None, name: str = "page", air: float = 1.0,
            label: Callable[[int], str] = lambda index: str(index + 1)) -> tuple[Composed, ...]:
    """Set the blocks on pages, in `box` on each page, or in `first`, equally wide, on the first page.

    `air` scales the spaces between parts. The anchors of the pages are "name-1", "name-2" ...; `label` returns the
    printed number of a page by its index from 0. Raises TooWide for a word, table or figure wider than its column,
    TooLarge for a part taller than the page, NoGlyph for characters of no font, and ValueError for invalid input such
    as tables with unequal rows.
    """
    first = first or box
    if abs(first.width - box.width) > 1e-6:
        raise ValueError("all pages must be equally wide")
    headings = [block for block in _walk(blocks) if isinstance(block, Heading)]
    pages = [0] * len(headings)
    for _ in range(3 if any(isinstance(block, Contents) for block in _walk(blocks)) else 1):
        entries = tuple((heading.title, label(page), f"{name}-{page + 1}")
                        for heading, page in zip(headings, pages, strict=True) if heading.level == 1)
        setting = _Setting(box.width, min(first.height, box.height), entries)
        parts = [part for flow in setting.flows(blocks) for part in flow]
        sheets = tuple(_paged(parts, first, box, name, air))
        guessed, pages = pages, [page for page, sheet in enumerate(sheets) for _ in sheet.headings]
        if guessed == pages:  # page numbers in the contents are right
            break
    return sheets


def _paged(parts: _Flow, first: Box, later: Box, name: str, air: float) -> Iterator[Composed]:
    """Yield pages of placed parts; `air` scales the spaces. Raises TooLarge for a part taller than a page."""
    number, box = 1, first
    while parts:
        begun = box is first and first.height < later.height  # parts that do not fit there go to the next page
        for keep in (_SOFT,) if begun else (_SOFT, _HARD, _NEVER):
            placed, remainder = _filled(parts, box.height, keep, air)
            if placed or begun:
                break
        else:
            raise TooLarge(f"{parts[0].beginning} does not fit a page, which has {box.height:.0f} pt")
        if remainder:
            placed = list(_stretched(placed, box.height))
        placings = tuple(inner for part, y in placed for inner in part.all_at(box.x, box.y + y))
        yield Composed(placings, f"{name}-{number}", _depth(placed))
        number, box, parts = number + 1, later, remainder


def _stretched(placed: list[tuple[_Part, float]], height: float) -> Iterator[tuple[_Part, float]]:
    """Yield the parts of a nearly full page, with more space above headings of level 1, so that it is full."""
    def heads(part: _Part) -> bool:
        first = part.within[0][2].heading if part.within else part.heading
        return bool(first and first.level == 1)

    places = [index for index, (part, _) in enumerate(placed) if index and heads(part)]
    spare = height - _depth(placed) if _depth(placed) > _FILLED * height else 0.0
    step, shift = min(spare / max(len(places), 1), _STRETCH), 0.0
    for index, (part, y) in enumerate(placed):
        shift += step if index in places else 0.0
        yield part, y + shift


# --- placing parts ------------------------------------------------------------------------------------------

_TOUCHES = 1e-6  # points: tolerance for sums of floats
_SOFT, _HARD, _NEVER = 1, 2, 3  # `keep`, staying with the next part: if a page has space; always; not at all


class _Part(NamedTuple):
    """A part that stays on one page; points from its top left corner."""

    items: tuple[Item, ...] = ()
    width: float = 0.0
    height: float = 0.0
    space: tuple[float, float] = (0.0, 0.0)  # free above and below
    heading: Heading | None = None  # the heading that it draws
    leads_to: str = ""  # the anchor of a page
    keep: int = 0  # how strictly it stays with the next part
    room: float = 0.0  # with less space left on a page, it begins the next
    within: tuple[tuple[float, float, _Part], ...] = ()  # nested parts, each at (x, y)
    drawing: Callable[[], Iterator[Item]] | None = None  # yields further items, drawn before `items`

    @property
    def beginning(self) -> str:
        """A name for it in errors: the first words."""
        first = next((item.string for item in self.items if isinstance(item, Text)), "")
        return f"the part that begins '{first}'" if first else "a part of the text"

    def all_at(self, x: float, y: float) -> Iterator[tuple[_Part, float, float]]:
        """Yield the part and all nested parts, each with its position."""
        yield self, x, y
        for right, down, inner in self.within:
            yield from inner.all_at(x + right, y + down)

    def drawn_at(self, x: float, y: float) -> Iterator[Item]:
        """Yield its own items, moved to a position."""
        items = (*self.drawing(), *self.items) if self.drawing else self.items
        texts = [item for item in items if isinstance(item, Text)]
        plain = len(texts) == len(items)
        yield from moved(texts, x, y) if plain else [Group(items, Transform(e=x, f=y))]


class _Rows(NamedTuple):
    layout: TableLayout
    space: tuple[float, float] = (3.0, 10.0)
    keep: int = 0

    @property
    def beginning(self) -> str:
        return _Part(self.layout.heads.words or self.layout.strips[0].words).beginning

    def placed(self, height: float, keep: int, *, whole: bool) -> tuple[_Part | None, _Rows | None]:  # noqa: ARG002
        """Return the rows that fit a height, None if there are none or not the `whole`; and the rest."""
        upper, remainder = self.layout.cut(height)
        if remainder and (whole or not upper.strips):
            return None, self
        part = _Part((), upper.width, upper.height, self.space, keep=self.keep, drawing=partial(upper.draw, 0, 0))
        return part, self._replace(layout=remainder) if remainder else None


class _Abreast(NamedTuple):
    """Parts in `number` columns of one width and balanced length, below `heads` across all of them."""

    parts: _Flow
    number: int
    width: float
    gap: float
    heads: tuple[_Part, ...] = ()
    keep: int = 0

    @property
    def space(self) -> tuple[float, float]:
        return (self.heads[0].space[0] if self.heads else 2.0), 9.0

    @property
    def beginning(self) -> str:
        return self.parts[0].beginning

    def placed(self, height: float, keep: int, *, whole: bool) -> tuple[_Part | None, _Abreast | None]:
        """Return the parts that fit a height, None if there are none or not the `whole`; and the rest."""
        above, _ = _filled(self.heads, math.inf, _HARD)
        top = _depth(above) + (self.heads[-1].space[1] if self.heads else 0.0)
        columns, rest = self.filled(height - top, keep)
        if rest and (whole or not columns[0]):
            return None, self
        fitted = self.parts[:len(self.parts) - len(rest)]
        if not rest:
            columns = self.balanced(columns, keep)
        elif rest[0] is self.parts[len(fitted)] and _depth(columns[-1]) < _FILLED * (height - top):
            columns = self._replace(parts=fitted).balanced(columns, keep)  # the next part is large
        within = [(0.0, y, part) for part, y in above]
        within += [(place * (self.width + self.gap), top + y, part)
                   for place, column in enumerate(columns) for part, y in column]
        part = _Part(within=tuple(within), height=top + max(map(_depth, columns)), space=self.space, keep=self.keep)
        return part, self._replace(parts=rest, heads=()) if rest else None

    def balanced(self, columns: list[list[tuple[_Part, float]]], keep: int) -> list[list[tuple[_Part, float]]]:
        """Return the lowest columns that hold the same parts as these."""
        low, high = 0.0, max(map(_depth, columns))
        while high - low > 0.5:
            middle = (low + high) / 2
            tried, over = self.filled(middle, keep)
            if over:
                low = middle
            else:
                columns, high = tried, max(map(_depth, tried))
        return columns

    def filled(self, depth: float, keep: int) -> tuple[list[list[tuple[_Part, float]]], _Flow]:
        """Return columns of at most `depth` points with the parts that fit, and the rest."""
        columns, remainder = [], self.parts
        for _ in range(self.number):
            column, remainder = _filled(remainder, depth, keep)
            columns.append(column)
        return columns, remainder


_Flow = Sequence[_Part | _Rows | _Abreast]


def _depth(column: Sequence[tuple[_Part, float]]) -> float:
    return column[-1][1] + column[-1][0].height if column else 0.0


def _filled(parts: _Flow, height: float, keep: int, air: float = 1.0) -> tuple[list[tuple[_Part, float]], _Flow]:
    """Return the first parts that fit, with their distances from the top, and the rest; `keep` as in `_Part`."""
    placed: list[tuple[_Part, float]] = []
    depth = after = 0.0
    remainder: _Rows | _Abreast | None
    for number, part in enumerate(parts):
        before, remainder = part.space[0], None
        gap = 0.0 if not placed else after + before if isinstance(part, _Part) and part.room else max(after, before)
        gap *= air
        if not isinstance(part, _Part):
            chained = part.keep >= keep or (placed and placed[-1][0].keep >= keep)
            fits, remainder = part.placed(height - depth - gap, max(keep, _HARD), whole=bool(chained) and keep == _SOFT)
            if not fits:
                break
            part = fits  # noqa: PLW2901 - what fits of it
        if depth + gap + part.height > height + _TOUCHES or (placed and part.room > height - depth - after):
            break
        placed.append((part, depth + gap))
        depth, after = depth + gap + part.height, part.space[1]
        if remainder:
            return placed, [remainder, *parts[number + 1:]]
    else:
        return placed, []
    while placed and placed[-1][0].keep >= keep:
        placed.pop()
    return placed, parts[len(placed):] if placed else parts


# --- from blocks to parts -----------------------------------------------------------------------------------

_GREY = WHITE.mix(BLACK, 0.72)
_CAPTION = text.Style("sans", 8.4, color=_GREY)
_BELOW = 6.0  # between a figure and its caption: 3 mm with the space above the letters
_SMALLEST = 7.0  # minimum size of type that shrinks
_MARK = 19.0  # space for the drawing before a heading
_PITCH = 5.0  # distance between the dots that lead to a page number
_CLOSER = 1.004  # by which a line may exceed its width; the words are then set closer
_LOOSEST = 0.16  # share of a line that justification may add between words
# Maximum line length in sizes of type: about 66 letters are easy to read. Lines are as wide as the column if the text
# has at most `_FEW` of them, or if the column is hardly wider.
_MEASURE = 31.0
_FEW = 3  # a paragraph of at most this many lines stays together
_FIGURE = re.compile(r"(?<=\d) (?=(in|ft|mm|cm|dm|m)\b|%|×|[½¼¾])")  # a figure stays with its unit
_FILLED, _STRETCH = 0.8, 12.0  # pages filled to this share are stretched to the foot; maximum above each heading
_SIZES = ((8.8, 4.5), (8.8, 3.0), (7.92, 2.6), (7.04, 2.2))  # sizes of a table's type with its padding, tried in order


class _Look(NamedTuple):
    """The style of a paragraph: `leading`, space `after`, indent `left`; a label begins `hang` left of the indent."""

    style: text.Style
    leading: float
    after: float
    left: float = 0.0
    hang: float = 0.0
    lead: bool = False  # centred block, ragged right


def _body() -> _Look:
    return _Look(text.Style("serif", worn().sizes.body), 1.3 * worn().sizes.body, after=5.5)


def _look(block: Para) -> _Look:
    """Return the theme's style of a paragraph."""
    if block.lead:
        size = worn().sizes.large
        return _Look(text.Style("serif", size, italic=True), 1.3 * size, after=8.0, lead=True)
    small = worn().sizes.small
    return _Look(text.Style("serif", small), 1.26 * small, after=4.0) if block.small else _body()


def _level(level: int) -> tuple[text.Style, float, tuple[float, float]]:
    """Return the theme's style of headings of a level: type, leading, space above and below."""
    sizes, ink = worn().sizes, worn().ink
    return {1: (text.Style("display", sizes.heading, color=ink, tracking=0.1 * sizes.heading * worn().capitals), 1.25,
                (20.0, 7.0)),
            2: (text.Style("serif", sizes.large, bold=True, color=worn().accent), 1.15, (13.0, 4.0)),
            3: (text.Style("serif", sizes.body, italic=True), 1.2, (7.0, 2.0))}[level]


class _Setting(NamedTuple):
    """A column of `width` on pages of `height`, with `entries` for the contents; nested columns have no `breaks`."""

    width: float
    height: float
    entries: tuple[tuple[str, str, str], ...]  # heading, page number and anchor
    breaks: bool = True

    def flows(self, blocks: Sequence[Block]) -> Iterator[_Flow]:
        """Yield the parts of each block; a heading stays with some lines of the text, or the whole unit, below it."""
        queue = list(blocks)
        while queue:
            if not isinstance(queue[0], Heading):
                yield from self._flows(queue.pop(0))
                continue
            heads = list(takewhile(lambda block: isinstance(block, Heading | Space), queue))
            del queue[: len(heads)]
            if queue and isinstance(queue[0], Table) and not queue[0].title:
                heads = [replace(head, ruled=None if head is heads[-1] else 0.0) if isinstance(head, Heading) else head
                         for head in heads]
            above = [part for block in heads for flow in self._flows(block) for part in flow if isinstance(part, _Part)]
            if not self.breaks:
                yield from ([part._replace(keep=_HARD)] for part in above)
            elif queue and isinstance(queue[0], _UNITS):
                yield self._together([*heads, queue.pop(0)])
            elif queue and isinstance(queue[0], Columns):
                yield [self._abreast(queue.pop(0), tuple(above))]
            else:
                room = sum(part.height + sum(part.space) for part in above) + 3 * _body().leading  # three lines below
                yield [above[0]._replace(room=room), *above[1:]]

    def _flows(self, block: Block) -> Iterator[_Flow]:
        match block:
            case Para():
                led = _led(block.markup, _look(block), self.width) if block.lead else None
                yield [led] if led else _paragraph(block.markup, _look(block), self.width)
            case Bullets():
                yield from _listed(block, self.width)
            case Table():
                yield [_Rows(_table_layout(block, self.width))]
            case Columns():
                yield [self._abreast(block)]
            case KeepTogether() if self.breaks:
                yield self._together(block.blocks)
            case KeepTogether():
                *others, last = self.flows(block.blocks)
                yield from ([*flow[:-1], flow[-1]._replace(keep=_HARD)] for flow in others)
                yield last
            case Space():
                yield [_Part(height=block.height)]
            case Title():
                yield [_title(block, self.width)]
            case Heading():
                yield [_heading(block, self.width)]
            case Figure():
                yield [_figure(block, self.width, self.height)]
            case Contents():
                yield from ([_entry(*entry, self.width)] for entry in self.entries)
            case _:
                assert_never(block)

    def _together(self, blocks: Sequence[Block]) -> _Flow:
        *parts, last = (part for flow in self._replace(breaks=False).flows(blocks) for part in flow)
        return [*(part._replace(keep=max(part.keep, _SOFT)) for part in parts), last]

    def _abreast(self, block: Block, heads: tuple[_Part, ...] = ()) -> _Abreast:
        assert isinstance(block, Columns)
        width = (self.width - block.gap * (block.count - 1)) / block.count
        flows = self._replace(width=width, breaks=False).flows(block.blocks)
        return _Abreast([part for flow in flows for part in flow], block.count, width, block.gap, heads)


@fonts.remembered(1024)
def _paragraph(markup: str, look: _Look, width: float, label: str = "") -> _Flow:
    """Return the lines of a paragraph, after a label; none is alone on a page. Raises TooWide and NoGlyph."""
    style, leading, after, left, hang, lead = look
    markup = _FIGURE.sub("\u00a0", markup)
    wide = min(width - left, _MEASURE * max(style.size, 8.5))
    text.measure(markup, style)  # raises NoGlyph for all unknown characters at once
    try:
        text.wrap(markup, style, wide)
    except text.TooWide:
        wide = width - left
    if not lead and (len(text.wrap(markup, style, width - left)) <= _FEW or wide > 0.92 * (width - left)):
        wide = width - left
    left += (width - left - wide) / 2 if lead else 0.0
    top = style.size * (1.5 - style.face.ascent) - leading / 2  # a base line lies one size below the top
    parted = markup if lead else text.hyphenated(markup)
    block = text.block(parted, style, (left, top, wide * _CLOSER, None), leading / style.size)
    lines: list[list[Text]] = [[] for _ in range(round(block.height / leading))]
    for word in block.items:
        lines[int(word.y / leading)].append(word)
    parts, last = [], len(lines) - 1
    for number, words in enumerate(lines):
        spare = wide - (words[-1].x + words[-1].width - left) if words else 0.0
        even = not lead and number < last and spare < _LOOSEST * wide
        spread = text.spread(words, spare) if spare and (even or spare < 0) else words
        labelled = text.line(label, style, left - hang, style.size) if label and not number else ()
        placed = (replace(word, y=word.y - number * leading) for word in spread)
        kept = number < last and (last < _FEW or number in (0, 1, last - 2, last - 1))
        parts.append(_Part((*labelled, *placed), width, leading, (0.0, after * (number == last)),
                           keep=_HARD if kept else 0))
    return tuple(parts)


@fonts.remembered(256)
def _led(markup: str, look: _Look, width: float) -> _Part | None:
    """Return a short introduction as centred lines of equal length; None if too long. Raises TooWide and NoGlyph."""
    words = _centred(_FIGURE.sub("\u00a0", markup), look.style, 0, min(width, 1.25 * _MEASURE * look.style.size), 1.3)
    if words.height > 5.5 * look.leading:
        return None
    left = (width - min(width, 1.25 * _MEASURE * look.style.size)) / 2
    return _Part(tuple(replace(word, x=word.x + left) for word in words.items), width, words.height, (0.0, look.after))


def _listed(block: Bullets, width: float) -> Iterator[_Flow]:
    bullet, body = BULLETS[worn().bullet], _body()
    labels = [f"{number}." if block.numbered else bullet for number in range(1, len(block.items) + 1)]
    hang = max((text.measure(label, body.style) for label in labels), default=0.0) + 0.6 * body.style.size + 0.1
    for number, (label, markup) in enumerate(zip(labels, block.items, strict=True), 1):
        look = body._replace(left=hang + 8, hang=hang, after=body.after if number == len(labels) else 2.5)
        yield _paragraph(markup or "\u00a0", look, width, label)  # an empty item still has its label


@fonts.remembered(256)
def _table_layout(table: Table, width: float) -> TableLayout:
    """Set a table, in smaller type if too wide. Raises TooWide, NoGlyph; ValueError for no rows or unequal ones."""
    if not (table.rows or any(table.headings)):
        raise ValueError("a table has no rows")
    if any(len(row.cells) != len(table.columns) for row in table.rows):
        raise ValueError("the rows of a table are not equally long")
    free = replace(table, columns=tuple(column._replace(free=True) for column in table.columns))
    misfit: text.TooWide | None = None
    for size, across in _SIZES:
        look = ledger(size, Ink.BLACK)._replace(leading=1.25, pad=(across, across), down=2.1)
        try:
            return lay(free, widths(free, width, look), look)
        except text.TooWide as error:
            misfit = misfit or error
    assert misfit
    raise misfit


def _title(block: Title, width: float) -> _Part:
    """Return title and subtitle between double rules. Raises TooWide and NoGlyph."""
    words: list[Text] = []
    y, theme = 15.0, worn()
    size = 0.88 * theme.sizes.cover
    title = text.Style("display", size, bold=True, color=theme.ink, tracking=0.08 * size * theme.capitals)
    for markup, style in ((titled(block.markup), title),
                          (block.subtitle, text.Style("serif", 1.1 * theme.sizes.large, italic=True))):
        if markup:
            lines = _centred(markup, style, y, width, 1.15)
            words += lines.items
            y += lines.height + 3
    rules = [shapes.line(0, at, width, at, Stroke(theme.ink, weight))
             for at, weight in ((1.0, 2.0), (3.75, 0.5), (y + 7.25, 0.5), (y + 10.0, 2.0))]
    return _Part((*rules[:2], *words, *rules[2:]), width, y + 11, (0.0, 16.0))


@fonts.remembered(256)
def _centred(markup: str, style: text.Style, y: float, width: float, leading: float) -> text.Block:
    """Set text centred: on one line, in smaller type if necessary, else on a few lines of about equal length."""
    with suppress(text.TooWide):
        words = text.line(markup, style, width / 2, 0, "middle", 0.95 * width, 0.72 * style.size)
        size = words[0].size
        shift = y + size * ((leading - 1) / 2 + style.face.ascent)
        return text.Block(tuple(replace(word, y=shift) for word in words), size * leading)
    return evened(markup, style, y, width, leading)


@fonts.remembered(256)
def evened(markup: str, style: text.Style, y: float, width: float, leading: float) -> text.Block:
    """Set centred lines of about equal length in a width, from `y` down. Raises TooWide."""
    count = len(text.wrap(markup, style, width))

    def in_so_many_lines(room: float) -> bool:
        with suppress(text.TooWide):
            return len(text.wrap(markup, style, room)) <= count
        return False

    room = shortest(in_so_many_lines, width / count / 2, width, 1)
    return text.block(markup, style, ((width - room) / 2, y, room, None), leading, "middle")


def _heading(block: Heading, width: float) -> _Part:
    """Return a heading; one of level 1 is in the theme's capitals above a rule. Raises TooWide and NoGlyph."""
    style, leading, space = _level(block.level)
    if block.level == 1:
        words = _centred(titled(block.markup), style, 0, width, leading)
        rule = ornaments.rule(0, words.height + 4, width, style.color) if block.ruled is not None else ()
        return _Part((*words.items, *rule), width, words.height + (block.ruled or 0.0), space, block)
    if block.bar:
        return _Part(block.bar, width, BAR, space, block)
    left = _MARK if block.mark else 0.0
    words = text.block(block.markup, style, (left, 0, width - left, None), leading, min_size=0.7 * style.size)
    mark = (Group(block.mark, Transform(f=0.3 * style.size)),) if block.mark else ()
    return _Part((*words.items, *mark), width, words.height, space, block)


def _figure(block: Figure, width: float, height: float) -> _Part:
    """Return a figure with its caption below. Raises TooWide, TooLarge and NoGlyph."""
    name = f"the figure '{plain(block.caption)}'" if block.caption else "a figure"
    if block.width > width + 1e-6:
        raise text.TooWide(name, block.width, width, described=True)
    y, words = block.height, text.Block((), 0.0)
    if block.caption:
        caption = _FIGURE.sub("\u00a0", block.caption)
        words = evened(caption, _CAPTION, y + _BELOW, width, 1.25)
        y += _BELOW + words.height
    if y > height + 1e-6:
        raise TooLarge(f"{name} is {y:.0f} pt tall, a page has {height:.0f} pt")

    def drawing() -> Iterator[Item]:
        items = block.drawing() if block.drawing else block.items
        yield Group(items, Transform(e=(width - block.width) / 2))

    return _Part(words.items, width, y, (6.0, 10.0), drawing=drawing)


def _entry(title: str, number: str, anchor: str, width: float) -> _Part:
    """Return a line of the contents; its dots align with those of all other lines. Raises TooWide and NoGlyph."""
    style = text.Style("serif", 11)
    height = style.size * 1.45
    base = height * 0.75
    page = text.line(escape(number), style, width, base, "end")
    words = text.line(escape(title), style, 0.0, base, max_width=page[0].x - 2 * _PITCH, min_size=_SMALLEST)
    first = int((width - page[0].x) / _PITCH) + 2
    last = int((width - words[-1].x - words[-1].width) / _PITCH) - 1
    dots: tuple[Text, ...] = ()
    if (count := last - first + 1) >= 2:
        (dot,) = text.line(".", text.Style("serif", 9.0, color=_GREY), width - last * _PITCH, base)
        dots = (replace(dot, string="." * count, width=count * _PITCH, tracking=_PITCH - dot.width),)
    return _Part((*words, *dots, *page), width, height, leads_to=anchor)
