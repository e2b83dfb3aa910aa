"""Booklet text: blocks in, finished pages out. Points, origin at the top left, y down.

A booklet is a list of the small frozen blocks of `printshop.layout.flow.story`; texts are markup (`printshop.letters`).
`compose` sets them as parts, each of which stands on a page as a whole: the lines of paragraphs, the rows of tables,
drawings. Parts are placed one below the other; where a page ends, those that are to stay with the next go on with it.
Header and footer are the caller's (`printshop.layout.furniture`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple, assert_never

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Link, Stroke, Text
from printshop.layout.boxes import Box
from printshop.layout.flow import display, story
from printshop.layout.flow.display import Found, Part
from printshop.layout.flow.story import Block, Contents, TooLarge, headings, walk
from printshop.layout.table import Row, Table, capped, longest, moved

Flow = Sequence["Part | _Columns"]


class Composed(NamedTuple):
    """A finished page's content. Give the page `anchor` as its own: the links of the contents lead there."""

    items: tuple[Item, ...]
    links: tuple[Link, ...]
    headings: tuple[Found, ...]
    anchor: str


def compose(blocks: Sequence[Block], box: Box, *, first: Box | None = None, name: str = "page",
            label: Callable[[int], str] = lambda index: str(index + 1)) -> tuple[Composed, ...]:
    """Set the blocks on as many pages as they take, in a box on each, or in `first` on the first, which is as wide.

    `name` is what the pages' anchors start with: "name-1", "name-2" ..., `label` says, for the contents, the number
    that is printed on the page with an index (from 0).

    Raises:
        TooWide: a word, a table or a figure is wider than its column.
        TooLarge: a figure, a table's row or the like is taller than the page.
        NoGlyph: no font has some of the characters.
        ValueError: a table's rows are of different lengths, or the like.
    """
    first = first or box
    if abs(first.width - box.width) > 1e-6:
        raise ValueError("all pages must be equally wide")
    names = tuple(headings(blocks))
    pages = [0] * len(names)
    for _ in range(3 if any(isinstance(block, Contents) for block in walk(blocks)) else 1):
        entries = tuple(display.Entry(heading.title, label(page), f"{name}-{page + 1}")
                        for heading, page in zip(names, pages, strict=True) if heading.level == 1)
        setting = _Setting(box.width, min(first.height, box.height), entries)
        sheets = _paged([part for flow in setting.flows(blocks) for part in flow], first, box)
        guessed, pages = pages, [page for page, sheet in enumerate(sheets) for _ in sheet.found]
        if guessed == pages:  # the contents name the pages on which the headings stand
            break
    return tuple(Composed(tuple(sheet.items), tuple(sheet.links), tuple(sheet.found), f"{name}-{page}")
                 for page, sheet in enumerate(sheets, 1))


class _Sheet(NamedTuple):
    """What stands on a page."""

    items: list[Item]
    links: list[Link]
    found: list[Found]

    def put(self, part: Part, x: float, y: float) -> None:
        """Place a part with its top left corner at (x, y)."""
        texts = [item for item in part.items if isinstance(item, Text)]
        plain = len(texts) == len(part.items)
        self.items.extend(moved(texts, x, y) if plain else [Group(part.items, Transform(e=x, f=y))])
        if part.found:
            self.found.append(part.found)
        if part.leads_to:
            self.links.append(Link(x, y, part.width, part.height, part.leads_to))
        for right, down, inner in part.within:
            self.put(inner, x + right, y + down)


def _paged(parts: Flow, first: Box, later: Box) -> list[_Sheet]:
    """Place parts on pages. Raises TooLarge for one that is taller than a page."""
    sheets: list[_Sheet] = []
    while parts:
        sheet, box = _Sheet([], [], []), later if sheets else first
        for keep in (_SOFT, _HARD, _NEVER):
            placed, rest = _filled(parts, box.height, keep)
            if placed:
                break
        else:
            raise TooLarge(f"{_beginning(parts[0])} is taller than a page has room: {box.height:.0f} pt")
        for part, y in placed:
            sheet.put(part, box.x, box.y + y)
        sheets.append(sheet)
        parts = rest
    return sheets


def _beginning(part: Part | _Columns) -> str:
    while isinstance(part, _Columns):
        part = part.parts[0]
    texts = [item.string for item in (part.again or part).items if isinstance(item, Text)]
    return f"the part that begins '{texts[0]}'" if texts else "a part of the text"


# --- placing parts ------------------------------------------------------------------------------------------

_TOUCHES = 1e-6  # of a point: sums of floats
_SOFT, _HARD, _NEVER = 1, 2, 3  # how parts stay with the next: if a page can hold them; always; none does


class _Columns(NamedTuple):
    """Parts that are set in a `number` of columns of equal length, each so wide, below `heads` across all of them."""

    parts: Flow
    number: int
    width: float
    gap: float
    heads: tuple[Part, ...] = ()
    keep: int = 0

    @property
    def space(self) -> tuple[float, float]:
        """The room above and below."""
        return (self.heads[0].space[0] if self.heads else 2.0), 9.0

    def placed(self, height: float, keep: int = _HARD, *, whole: bool = False) -> tuple[Part | None, _Columns | None]:
        """Return what fits into a height, None if that is nothing or must be the `whole`; and the rest."""
        head = stacked(self.heads)
        top = head.height + (self.heads[-1].space[1] if self.heads else 0.0)

        def filled(depth: float) -> tuple[list[list[tuple[Part, float]]], Flow]:
            columns, rest = [], self.parts
            for _ in range(self.number):
                column, rest = _filled(rest, depth, keep)
                columns.append(column)
            return columns, rest

        columns, rest = filled(height - top)
        if rest and (whole or not columns[0]):
            return None, self
        if not rest:  # the lowest columns that still hold everything
            low, high = 0.0, max(map(_depth, columns))
            while high - low > 0.5:
                middle = (low + high) / 2
                tried, over = filled(middle)
                if over:
                    low = middle
                else:
                    columns, high = tried, max(map(_depth, tried))
        within = [(0.0, 0.0, head)] if self.heads else []
        within += [(place * (self.width + self.gap), top + y, part)
                   for place, column in enumerate(columns) for part, y in column]
        part = Part(within=tuple(within), height=top + max(map(_depth, columns)), space=self.space, keep=self.keep)
        return part, self._replace(parts=rest, heads=()) if rest else None


def _depth(column: Sequence[tuple[Part, float]]) -> float:
    return column[-1][1] + column[-1][0].height if column else 0.0


def stacked(parts: Sequence[Part | _Columns]) -> Part:
    """Return parts one below the other as one."""
    placed, _ = _filled(list(parts), 1e6, _HARD)
    return Part(within=tuple((0.0, y, part) for part, y in placed), height=_depth(placed))


def _filled(parts: Flow, height: float, keep: int) -> tuple[list[tuple[Part, float]], Flow]:
    """Return the first parts as far as there is room, each with its distance from the top, and the rest.

    Parts stay with the next if they are to be kept as strictly as `keep`, or more.
    """
    placed: list[tuple[Part, float]] = []
    depth = after = 0.0
    for number, part in enumerate(parts):
        before, split = part.space[0], None
        gap = 0.0 if not placed else after + before if isinstance(part, Part) and part.room else max(after, before)
        if isinstance(part, _Columns):
            chained = part.keep >= keep or (placed and placed[-1][0].keep >= keep)
            found, split = part.placed(height - depth - gap, _NEVER if keep == _NEVER else _HARD, whole=bool(chained))
            if not found:
                break
            part = found  # noqa: PLW2901 - what fits of it
        elif not placed and part.again:
            part = stacked([part.again, part])._replace(keep=part.keep, space=part.space)  # noqa: PLW2901
        if depth + gap + part.height > height + _TOUCHES or (placed and part.room > height - depth - after):
            break
        placed.append((part, depth + gap))
        depth, after = depth + gap + part.height, part.space[1]
        if split:
            return placed, [split, *parts[number + 1:]]
    else:
        return placed, []
    while placed and placed[-1][0].keep >= keep:
        placed.pop()
    return placed, parts[len(placed):] if placed else parts


def _chained(parts: Sequence[Part | _Columns], keep: int) -> Flow:
    """Return parts that all stay with the next but the last."""
    return [*(part._replace(keep=max(part.keep, keep)) for part in parts[:-1]), *parts[-1:]]


# --- blocks as parts ----------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How a paragraph is set. All in points: `leading`, the space `before` and `after`, the indent `left`.

    A label stands `hang` to the left of the indent.
    """

    style: text.Style
    leading: float
    before: float = 0.0
    after: float = 0.0
    left: float = 0.0
    hang: float = 0.0


BODY = Look(text.Style("serif", 10.6), 13.8, after=5.5)
LEAD = Look(text.Style("serif", 12.2, italic=True), 16.0, after=8.0)
SMALL = Look(text.Style("serif", 9.2), 11.6, after=4.0)
_CLOSER = 1.004  # how much fuller a line may be than there is room
_HOLD = 3 * BODY.leading  # of text that must fit below a heading
_UNITS = Table | story.Figure | story.KeepTogether  # a heading stays with all of these


def _lines(markup: str, look: Look, width: float, align: text.Anchor = "start") -> list[tuple[Text, ...]]:
    """Return the words of each line, whose top is at y = 0, a size above its base. Raises TooWide and NoGlyph.

    A line may be a little fuller than there is room, and is drawn that much closer.
    """
    (style, leading, *_), left, wide = look, look.left, width - look.left
    text.measure(markup, style)  # names all characters that no font has
    text.wrap(markup, style, wide)
    top = style.size * (1.5 - style.face.ascent) - leading / 2
    fuller = wide * _CLOSER if align == "start" else wide
    block = text.block(markup, style, (left, top, fuller, None), leading / style.size, align)
    lines: list[list[Text]] = [[] for _ in range(round(block.height / leading))]
    for word in block.items:
        lines[int(word.y / leading)].append(word)
    for number, words in enumerate(lines):
        share = min(1.0, wide / (words[-1].x + words[-1].width - left)) if words else 1.0
        lines[number] = [replace(word, x=left + (word.x - left) * share, y=word.y - number * leading,
                                 width=word.width * share, tracking=word.width * (share - 1) / len(word.string))
                         for word in words]
    return [tuple(words) for words in lines]


def _paragraph(markup: str, look: Look, width: float, label: str = "") -> Flow:
    """Return the lines of a paragraph, none of them alone on a page; a label stands before the first."""
    lines = _lines(markup, look, width)
    if label:
        lines[0] = (*text.line(label, look.style, look.left - look.hang, look.style.size), *lines[0])
    last = len(lines) - 1
    return [Part(words, width, look.leading, (look.before * (number == 0), look.after * (number == last)),
                 keep=_HARD if number < last and number in (0, last - 1) else 0) for number, words in enumerate(lines)]


class _Setting(NamedTuple):
    """What blocks are set in: a column of `width`, on pages of `height`; `entries` are for the contents.

    `breaks` says that pages break here: columns and what is kept together do without.
    """

    width: float
    height: float
    entries: tuple[display.Entry, ...] = ()
    breaks: bool = True

    def flows(self, blocks: Sequence[Block]) -> Iterator[Flow]:
        """Give the parts of the blocks, those of a paragraph, a table ... together.

        A heading stays with what follows: with some lines of text, or all of what is one unit.
        """
        queue = list(blocks)
        while queue:
            if not isinstance(queue[0], story.Heading):
                yield from self._flows(queue.pop(0))
                continue
            heads = list(takewhile(lambda block: isinstance(block, story.Heading | story.Space), queue))
            del queue[: len(heads)]
            above = [part for block in heads for flow in self._flows(block) for part in flow if isinstance(part, Part)]
            if not self.breaks:
                yield from ([part._replace(keep=_HARD)] for part in above)
            elif queue and isinstance(queue[0], _UNITS):
                yield self._together([*heads, queue.pop(0)])
            elif queue and isinstance(queue[0], story.Columns):
                yield [self._columns(queue.pop(0), tuple(above))]
            else:
                room = sum(part.height + sum(part.space) for part in above) + _HOLD
                yield [above[0]._replace(room=room), *above[1:]]

    def _together(self, blocks: Sequence[Block]) -> Flow:
        inner = self._replace(breaks=False)
        return _chained([part for flow in inner.flows(blocks) for part in flow], _SOFT)

    def _flows(self, block: Block) -> Iterator[Flow]:  # noqa: PLR0912 - a case a kind of block
        match block:
            case story.Para():
                yield _paragraph(block.markup, LEAD if block.lead else SMALL if block.small else BODY, self.width)
            case story.Bullets():
                yield from self._list(["•"] * len(block.items), block.items)
            case story.Numbered():
                yield from self._list([f"{number}." for number in range(1, len(block.items) + 1)], block.items)
            case Table():
                yield _table(block, self.width)
            case story.Columns():
                yield [self._columns(block)]
            case story.KeepTogether():
                if self.breaks:
                    yield self._together(block.blocks)
                    return
                *others, last = self.flows(block.blocks)
                yield from ([*flow[:-1], flow[-1]._replace(keep=_HARD)] for flow in others)
                yield last
            case story.Space():
                yield [Part(height=block.height)]
            case story.Title():
                yield [display.title(block, self.width)]
            case story.Heading():
                yield [display.heading(block, self.width)]
            case story.Figure():
                yield [display.figure(block, self.width, self.height)]
            case story.Contents():
                yield from ([line] for line in display.contents(self.entries, self.width))
            case _:
                assert_never(block)

    def _columns(self, block: Block, heads: tuple[Part, ...] = ()) -> _Columns:
        assert isinstance(block, story.Columns)
        width = (self.width - block.gap * (block.count - 1)) / block.count
        flows = self._replace(width=width, breaks=False).flows(block.blocks)
        return _Columns([part for flow in flows for part in flow], block.count, width, block.gap, heads)

    def _list(self, labels: Sequence[str], items: Sequence[str]) -> Iterator[Flow]:
        hang = max((text.measure(label, BODY.style) for label in labels), default=0.0) + 0.6 * BODY.style.size + 0.1
        for number, (label, markup) in enumerate(zip(labels, items, strict=True), 1):
            look = BODY._replace(left=hang + 8, hang=hang, after=BODY.after if number == len(items) else 2.5)
            yield _paragraph(markup or "\u00a0", look, self.width, label)  # an empty point shows its label all the same


# --- tables -------------------------------------------------------------------------------------------------

_CELL = Look(text.Style("sans", 8.8), 11.0)
_BOLD = _CELL._replace(style=_CELL.style._replace(bold=True))
_HAIR, _RULE, _HEAVY = Stroke(WHITE.mix(BLACK, 0.35), 0.3), Stroke(BLACK, 0.6), Stroke(BLACK, 0.9)
_ACROSS, _ABOVE, _BELOW = 4.5, 1.5, 2.7  # padding of a cell
_SIZES = ((1.0, _ACROSS), (1.0, 3.0), (0.9, 2.6), (0.8, 2.2))  # of type, with the padding: not below 7 pt


def _table(table: Table, width: float) -> Flow:
    """Return the rows of a table; smaller, down to what can be read, if it is too wide.

    Raises TooWide, NoGlyph, and ValueError for no rows or rows of different lengths.
    """
    headings = tuple(column.heading for column in table.columns)
    rows = [*([Row(headings, "total")] if any(headings) else []), *table.rows]
    if not rows:
        raise ValueError("a table has no rows")
    if {len(row.cells) for row in rows} != {len(table.columns)}:
        raise ValueError("the rows of a table are not equally long")
    trouble: text.TooWide | None = None
    for share, across in _SIZES:
        try:
            columns = _widths(table, rows, width, share, across)
            break
        except text.TooWide as error:
            trouble = trouble or error
    else:
        assert trouble
        raise trouble
    return _rows(table, rows, columns, share, across)


def _words(row: Row) -> list[str]:
    return [cell if isinstance(cell, str) else cell.markup for cell in row.cells]


def _look(row: Row, share: float) -> Look:
    look = _CELL if row.kind == "row" else _BOLD
    return look._replace(style=look.style._replace(size=look.style.size * share), leading=look.leading * share)


def _widths(table: Table, rows: Sequence[Row], width: float, share: float, across: float) -> list[float]:
    """Return the widths of the columns: as the table says, if its words have room so, else as they need them.

    Raises TooWide if not even the longest words fit side by side.
    """
    least = [2 * across + max(longest(markup, _look(row, share).style)
                              for row, markup in zip(rows, column, strict=True))
             for column in zip(*map(_words, rows), strict=True)]
    name = f"the table '{text.plain(' | '.join(_words(rows[0])))}'"
    if sum(least) > width + 1e-6:
        raise text.TooWide(name, sum(least), width, described=True)
    if shares := [column.share for column in table.columns if column.share]:
        natural = [width * column / sum(shares) for column in shares]
        if all(words <= column + 1e-6 for words, column in zip(least, natural, strict=True)):
            return natural
    else:
        natural = [max(text.measure(line, _BOLD.style) for markup in column for line in markup.split("\n"))
                   + 2 * _ACROSS + 0.1 for column in zip(*map(_words, rows), strict=True)]
    return capped(least, natural, width)


def _rows(table: Table, rows: Sequence[Row], columns: Sequence[float], share: float, across: float) -> Flow:
    """Return the rows of a table, each with its rules; the heads stand on every page."""
    parts: list[Part] = []
    heads = len(rows) > len(table.rows)
    wide, last, totals = sum(columns), len(rows) - 1, sum(row.kind != "row" for row in table.rows)
    for number, row in enumerate(rows):
        look, head = _look(row, share), heads and number == 0
        cells = [_lines(markup, look, column - 2 * across, shape.align)
                 for markup, column, shape in zip(_words(row), columns, table.columns, strict=True)]
        high = max(map(len, cells)) * look.leading
        height = high + _ABOVE + _BELOW
        items: list[Item] = []
        for place, cell in enumerate(cells):
            top = _ABOVE + (high - len(cell) * look.leading if head else 0.0)
            for down, words in enumerate(cell):
                items += moved(words, sum(columns[:place]) + across, top + down * look.leading)
        rules = [(0.0, _HEAVY)] * (number == 0) + [(0.0, _RULE)] * (bool(totals) and number == len(rows) - totals)
        rules.append((height, _HEAVY if number == last else _RULE if head else _HAIR))
        items += [shapes.line(0, y, wide, y, stroke) for y, stroke in rules]
        space = 3.0 if number == 0 else 0.0, 10.0 if number == last else 0.0
        parts.append(Part(tuple(items), wide, height, space, keep=_HARD if head and last else 0,
                          again=parts[0] if heads and number else None))
    return parts
