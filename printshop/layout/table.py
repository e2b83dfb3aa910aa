"""Layout of tables: columns and rows are measured once, drawn, and split where a page ends.

A `Table` has the content, a `Look` the style. `lay` measures the rows; its result is drawn as a whole, split at a
height, or distributed by `pages`, with headings on each page and sums carried forward. Cells are markup
(`printshop.letters`). Points, origin at the top left, y down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke, Text
from printshop.layout.boxes import Box

FORWARD, BROUGHT = "Carried forward", "Brought forward"
HAIR, FINE = Stroke(WHITE.mix(BLACK, 0.35), 0.3), Stroke(BLACK, 0.35)
RULE, HEAVY = Stroke(BLACK, 0.6), Stroke(BLACK, 0.9)
_LONG = 9.5  # preferred width of a free column with long text, in sizes of type
_FILLS = 0.6  # a table at least this share of the width is stretched to the whole width
_GAP = 10.0  # between tables on a page
_TITLE = text.Style("display", 11.5, bold=True)
_TITLE_BASE, _TITLE_HEIGHT = 10.5, 18.75
_MARK = 19.0, 8.2  # width of the space for an icon, and its top above the title's base line
_LEAST_SUM = 6.0  # minimum size of a sum's label; if that is too wide, it is wrapped
_LEAST_FREE = 0.85  # minimum width of the widest column, as part of its share
_PARTS = (1.0, 0.85, 0.7, 0.55)  # tried in turn: minimum widths of the other columns, as parts of the unwrapped ones


class Column(NamedTuple):
    """A column with its heading and cell style; as wide as its cells, or with a share of the width."""

    heading: str = ""
    align: text.Anchor = "start"
    free: bool = False  # wraps its text and takes the spare width
    least: float = 0.0  # minimum width, for space to write
    share: float = 0.0  # share of the width; columns with one wrap their text
    style: text.Style | None = None  # None for the style of the table's look
    pad: tuple[float, float] | None = None  # left and right of the text; None as above


class Cell(NamedTuple):
    """A cell that covers several columns, has its own style, or draws items in its rectangle, below its text."""

    markup: str = ""
    across: int = 1
    style: text.Style | None = None
    drawn: Callable[[Box], Iterable[Item]] | None = None


class Row(NamedTuple):
    """A row of cells, the title of a `group`, a `sum` or a `total`.

    In all but plain rows, the first cell covers the empty cells to its right.
    """

    cells: tuple[str | Cell, ...]
    kind: Literal["row", "group", "sum", "total"] = "row"
    running: str = ""  # running sum of all rows down to this one
    height: float = 0.0  # minimum height

    def filled(self) -> list[Cell]:
        """Return the cells as they are set, each with the number of columns that it covers."""
        cells = [Cell(cell) if isinstance(cell, str) else cell for cell in self.cells]
        if self.kind == "row":
            return cells
        empty = len([*takewhile(lambda cell: not cell.markup, cells[1:])])
        return [cells[0]._replace(across=1 + empty), *cells[1 + empty:]]

    @property
    def words(self) -> list[str]:
        """The markup of the cells."""
        return [cell if isinstance(cell, str) else cell.markup for cell in self.cells]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below headings of columns."""

    columns: tuple[Column, ...]  # if none has a heading, no headings are drawn
    rows: tuple[Row, ...]  # each with a cell for every column
    title: str = ""  # above the table; on later pages with ", continued"
    mark: tuple[Item, ...] = ()  # a small icon at the origin, drawn before the title
    over: tuple[tuple[str, int, int], ...] = ()  # spanning headings: text, first and last column
    sums: int | None = None  # the column of sums, which are carried forward from page to page
    grid: bool = False  # with lines between columns, for filling in by hand

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of all columns."""
        return tuple(column.heading for column in self.columns)


def summed(columns: int, sums: int | None, label: str, amount: str, kind: Literal["group", "sum", "total"]) -> Row:
    """Return a row with a label and, if there is a column for sums, an amount."""
    cells = [label, *[""] * (columns - 1)]
    if sums is not None:
        cells[sums] = amount
    return Row(tuple(cells), kind)


class Look(NamedTuple):
    """The style of a table; None means no rule, or no fill."""

    body: text.Style
    head: text.Style
    ink: Ink
    leading: float = 1.22  # line height in sizes of type
    pad: tuple[float, float] = (3.6, 3.6)  # left and right of the text of a cell
    down: float = 2.5  # above and below it
    middle: bool = False  # text is centred vertically in its row
    air: float | None = None  # above and below headings together; None for twice `down`
    drop: float | None = None  # from the last base line of headings to their rule
    between: Stroke | None = HAIR
    below_head: Stroke | None = RULE
    edge: Stroke | None = HEAVY  # above and below the table
    ground: Color | None = None
    stripes: Color | None = None
    smallest: float | None = None  # minimum size of text that is too wide for its column

    @property
    def line(self) -> float:
        """The height of a row of one line."""
        return self.body.size * self.leading + 2 * self.down

    def head_height(self, lines: int) -> float:
        """Return the height of headings with `lines` lines."""
        return self.head.size * self.leading * lines + (2 * self.down if self.air is None else self.air)


def ledger(size: float, ink: Ink) -> Look:
    """Return the ledger style, in type of `size` points."""
    return Look(text.Style("sans", size), text.Style("sans", size, bold=True), ink)


# --- widths -------------------------------------------------------------------------------------------------


def comfortable(tables: Sequence[Table], width: float, look: Look) -> bool:
    """Return whether all columns of the tables fit a width at their preferred widths."""
    return all(sum(_needs(table, look)[-1]) <= width + 1e-6 for table in tables)


def widths(table: Table, width: float, look: Look) -> tuple[float, ...]:
    """Return the widths of columns: by their shares, or as wide as their cells.

    Shares are adjusted so that columns other than the widest break fewer lines. Without shares, spare width goes to the
    last free column, or to all columns if all or none are free. Raises TooWide if the longest words do not fit side by
    side.
    """
    natural, least, suiting = _needs(table, look)
    if sum(least) > width + 1e-6:
        heads = " | ".join(table.headings if any(table.headings) else table.rows[0].words)
        raise text.TooWide(f"the table '{text.plain(heads)}'", sum(least), width, described=True)
    shares = [column.share for column in table.columns]
    if any(shares):
        widest, least_width = shares.index(max(shares)), _LEAST_FREE * width * max(shares) / sum(shares)
        needs = ([max(words, least_width if column == widest else part * wide)
                  for column, (words, wide) in enumerate(zip(least, natural, strict=True))] for part in _PARTS)
        return next(way for minimum in (*needs, least) if (way := in_proportion(shares, minimum, width)))
    over, missing = width - sum(suiting), sum(natural) - sum(suiting)
    free = [number for number, column in enumerate(table.columns) if column.free]
    if over < 0 or len(free) in (0, len(table.columns)):
        return tuple(_capped(least, natural, width))
    share = min(1.0, over / missing) if missing else 0.0
    shared = [suits + (wide - suits) * share for wide, suits in zip(natural, suiting, strict=True)]
    shared[free[-1]] += width - sum(shared)
    return tuple(shared)


def _needs(table: Table, look: Look) -> tuple[tuple[float, ...], ...]:
    """Return the widths of all columns without wrapping, at minimum (for the longest words), and preferred."""
    cells: list[list[tuple[str, text.Style]]] = [[("", look.body)] for _ in table.columns]
    for row in table.rows:
        number = 0
        for cell in row.filled():
            if cell.across == 1:
                sums = number == table.sums or row.kind != "row"
                cells[number].append((cell.markup, look.head if sums else look.body))
            number += cell.across
        if table.sums is not None:
            cells[table.sums].append((row.running, look.head))
    needs, padding, mixed = [], sum(look.pad), len({column.free for column in table.columns}) > 1
    for column, words in zip(table.columns, cells, strict=True):
        head = longest(column.heading, look.head)
        lines = max(text.measure(line, style) for markup, style in words for line in markup.split("\n"))
        whole = head if mixed else text.measure(column.heading, look.head) + 0.4
        natural = least = max(lines, whole, column.least - padding) + padding + 0.1
        if column.free or column.share:
            word = max(longest(markup, style) for markup, style in words)
            least = min(natural, max(word, head, min(column.least, 40.0)) + padding + 0.1)
        needs.append((natural, least, min(natural, max(_LONG * look.body.size, least))))
    return tuple(zip(*needs, strict=True))


def longest(markup: str, style: text.Style) -> float:
    """Return the width of the longest word, in bold if any part is bold; no-break spaces join words."""
    style, words = style._replace(bold=style.bold or "**" in markup), re.split(r"[ \t\n]", text.plain(markup))
    return max(text.measure(text.escape(word), style) for word in words)


def _capped(least: Sequence[float], natural: Sequence[float], width: float) -> list[float]:
    """Return the natural widths of columns or, if they are too wide, with the widest cut to a common width."""
    natural = [max(pair) for pair in zip(least, natural, strict=True)]
    spare = width - sum(natural)
    if spare >= 0:
        extra = spare / len(natural) if sum(natural) >= _FILLS * width else 0.0
        return [column + extra for column in natural]

    def cut(cap: float) -> list[float]:
        return [max(minimum, min(column, cap)) for minimum, column in zip(least, natural, strict=True)]

    low, high = 0.0, width
    for _ in range(60):  # bisection, to the precision of floats
        cap = (low + high) / 2
        low, high = (cap, high) if sum(cut(cap)) <= width else (low, cap)
    return cut(low)


def in_proportion(shares: Sequence[float], least: Sequence[float], width: float) -> tuple[float, ...] | None:
    """Return widths in proportion to shares, none below its minimum; None if the width is too small.

    >>> in_proportion([1, 1, 2], [40, 0, 0], 100)
    (40, 20.0, 40.0)
    """
    if sum(least) > width + 0.01:
        return None
    held: dict[int, float] = {}
    while True:
        unit = (width - sum(held.values())) / (sum(shares) - sum(shares[column] for column in held) or 1)
        widths = [held.get(column, unit * share) for column, share in enumerate(shares)]
        short = {column: least[column] for column, wide in enumerate(widths) if wide < least[column] - 1e-9}
        if not short:
            return tuple(widths)
        held |= short


# --- rows ---------------------------------------------------------------------------------------------------


class _Strip(NamedTuple):
    """A measured row, its words placed below the table's left edge at y = 0."""

    row: Row
    height: float
    words: tuple[Text, ...]


def lay(table: Table, columns: Sequence[float], look: Look) -> TableLayout:
    """Set a table in columns of these widths. Raises TooWide for a word longer than its column."""
    strips = tuple(_strip(row, table.columns, columns, look) for row in table.rows)
    return TableLayout(table, tuple(columns), look, _heads(table, columns, look), strips)


def _places(cells: Sequence[Cell], columns: Sequence[float]) -> Iterator[tuple[Cell, int, float, float]]:
    """Yield each cell with the number of its first column, its left edge and its width."""
    number = 0
    for cell in cells:
        yield cell, number, sum(columns[:number]), sum(columns[number : number + cell.across])
        number += cell.across


def _strip(row: Row, columns: Sequence[Column], widths: Sequence[float], look: Look) -> _Strip:
    """Set a row; in sums, the label covers the empty cells to its right, and the others are right-aligned."""
    leading, blocks, lines, sums = look.leading, [], 1.0, row.kind != "row"
    for cell, number, left, wide in _places(row.filled(), widths):
        first, last = columns[number], columns[number + cell.across - 1]
        align: text.Anchor = first.align if not sums else "end" if number else "start"
        before, behind = look.pad if sums else ((first.pad or look.pad)[0], (last.pad or look.pad)[1])
        style = look.head if sums else cell.style or first.style or look.body
        room, wraps, smallest = wide - before - behind, first.free or first.share > 0, look.smallest
        if sums and not number:
            wraps, smallest = text.measure(cell.markup, style) * _LEAST_SUM / style.size > room, _LEAST_SUM
        if wraps:
            block = text.block(cell.markup, style, (left + before, 0.0, room, None), leading, align)
            lines = max(lines, block.height / leading / style.size)
        else:  # one line, placed like the only line of a block
            x = left + before + room * {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
            base = style.size * ((leading - 1) / 2 + style.face.ascent)
            block = text.Block(text.line(cell.markup, style, x, base, align, room + 0.01, smallest),
                               leading * style.size)
        blocks.append((block, style))
    height = max(lines * leading * look.body.size + 2 * look.down, row.height)
    placed: list[Text] = []
    for block, style in blocks:
        down = look.down
        if sums or (look.middle and block.height > 1.01 * leading * style.size):
            down = (height - block.height) / 2
        elif look.middle:  # centres capitals and figures
            down = height / 2 + style.size * (style.face.cap_height / 2 - (leading - 1) / 2 - style.face.ascent)
        placed += moved(block.items, 0.0, down)
    return _Strip(row, height, tuple(placed))


def _heads(table: Table, widths: Sequence[float], look: Look) -> _Strip:
    """Set the headings of columns, their last lines on one base line."""
    row = Row(table.headings)
    if not any(table.headings):
        return _Strip(row, 0.0, ())
    blocks = []
    for column, (_, _, left, wide) in zip(table.columns, _places(row.filled(), widths), strict=True):
        before, behind = column.pad or look.pad
        blocks.append(text.block(column.heading, look.head, (left + before, 0.0, wide - before - behind, None),
                                 look.leading, column.align, min_size=look.smallest))
    over = look.head_height(1) if table.over else 0.0
    foot = over + look.head_height(0) + max(block.height for block in blocks)
    below = look.head.size * ((1 + look.leading) / 2 - look.head.face.ascent)  # the last base line of a block
    drop = look.down + below if look.drop is None else look.drop
    words = [word for block in blocks for word in moved(block.items, 0.0, foot - drop - block.height + below)]
    for title, first, end in table.over:
        left, right = sum(widths[:first]) + 2, sum(widths[: end + 1]) - 2
        words += text.line(title, look.head, (left + right) / 2, over - drop, "middle", right - left, look.smallest)
    return _Strip(row, foot, tuple(words))


def moved(words: Iterable[Text], x: float, y: float) -> Iterator[Text]:
    """Yield the words moved to the right by `x` and down by `y`."""
    return (Text(word.x + x, word.y + y, word.string, word.font, word.size, word.width, word.color, word.tracking)
            for word in words)


# --- pages --------------------------------------------------------------------------------------------------


class TableLayout(NamedTuple):
    """A table that is set, or a part of one; `again` marks a part whose headings are repeated."""

    table: Table
    widths: tuple[float, ...]
    look: Look
    heads: _Strip
    strips: tuple[_Strip, ...]
    again: bool = False

    @property
    def width(self) -> float:
        """The total width of the columns."""
        return sum(self.widths)

    @property
    def height(self) -> float:
        """The total height, including the title."""
        return self._above + sum(strip.height for strip in self.strips)

    @property
    def _above(self) -> float:
        return self.heads.height + (_TITLE_HEIGHT if self.table.title else 0.0)

    def cut(self, height: float, *, least: bool = False) -> tuple[TableLayout, TableLayout | None]:
        """Return the part with headings that fits a height, and the rest.

        Rows that belong together are not separated; a running sum is carried forward to the rest. If no row fits, the
        part is empty, but with `least` it has at least the first row. Raises TooTall if that row is higher than the
        space.
        """
        rows, heights = [strip.row for strip in self.strips], [strip.height for strip in self.strips]
        room, sums = height - self._above + 1e-6, self.table.sums
        if sum(heights) <= room:
            return self, None
        carry = self.look.line if sums is not None else 0.0
        fitting = 0
        while (end := _together(rows, fitting)) and sum(heights[:end]) + carry <= room:
            fitting = end
        if least and not fitting:
            fitting = _together(rows, 0)
            for number in range(fitting):
                if sum(heights[: number + 1]) > room:
                    words = text.plain(" ".join(rows[number].words))
                    raise text.TooTall(words, heights[number], room - sum(heights[:number]))
        if fitting in (0, len(rows)):
            return (self, None) if fitting else (self._replace(strips=()), self)
        onto, over = self.strips[:fitting], self.strips[fitting:]
        if sums is not None and (running := rows[fitting - 1].running):
            sums_rows = (summed(len(self.widths), sums, FORWARD, running, "sum"),
                         summed(len(self.widths), sums, BROUGHT, running, "group"))
            carried, brought = (_strip(row, self.table.columns, self.widths, self.look) for row in sums_rows)
            onto, over = (*onto, carried), (brought, *over)
        return self._replace(strips=onto), self._replace(strips=over, again=True)

    def draw(self, x: float, y: float) -> Iterator[Item]:
        """Yield the items of the table, with its top left corner at (x, y)."""
        look, table, heads = self.look, self.table, self.heads
        edges = [*accumulate(self.widths, initial=x)]
        right = edges[-1]
        if table.title:
            left, base = (_MARK[0] if table.mark else 0.0), y + _TITLE_BASE
            if table.mark:
                yield Group(table.mark, Transform(e=x, f=base - _MARK[1]))
            title = f"{table.title}, continued" if self.again else table.title
            yield from text.line(title, _TITLE, x + left, base, max_width=self.width - left, min_size=7)
            y += _TITLE_HEIGHT
        top, foot = y, y + heads.height
        if look.ground:
            yield shapes.rect(x, y, self.width, heads.height, fill=look.ground)
        yield from moved(heads.words, x, y)
        for _, first, last in table.over:
            line = y + look.head_height(1)
            yield shapes.line(edges[first] + 2, line, edges[last + 1] - 2, line, FINE)
        if look.below_head and heads.height:
            yield shapes.line(x, foot, right, foot, look.below_head)
        y = foot
        for number, strip in enumerate(self.strips):
            kind = strip.row.kind
            if kind in ("sum", "total"):
                grey, above = (0.05, FINE) if kind == "sum" else (0.14, HEAVY)
                yield shapes.rect(x, y, self.width, strip.height, fill=shade(look.ink, grey))
                yield shapes.line(x, y, right, y, above)
            elif look.stripes and number % 2:
                yield shapes.rect(x, y, self.width, strip.height, fill=look.stripes)
            for cell, _, left, wide in _places(strip.row.filled(), self.widths):
                yield from cell.drawn(Box(x + left, y, wide, strip.height)) if cell.drawn else ()
            yield from moved(strip.words, x, y)
            y += strip.height
            if look.between and kind == "row" and number + 1 < len(self.strips):
                yield shapes.line(x, y, right, y, FINE if table.grid else look.between)
        if look.edge:
            yield from (shapes.line(x, edge, right, edge, look.edge) for edge in (top, y))
        if table.grid:  # lines between columns; through rows of sums only beside the sums
            below_rows = sum(strip.height for strip in self.strips if strip.row.kind != "row")
            whole = {0, len(self.widths)} | (set() if table.sums is None else {table.sums, table.sums + 1})
            yield shapes.lines([(edge, foot, edge, y - (0.0 if number in whole else below_rows))
                                for number, edge in enumerate(edges)], FINE)


def _together(rows: Sequence[Row], first: int) -> int:
    """Return the end of the rows that share a page with row `first`, 0 if there is none.

    The last row of all is never left alone.
    """
    if first >= len(rows):
        return 0
    end = first + 1
    while end < len(rows) and (rows[end - 1].kind == "group" or rows[end].kind in ("sum", "total")):
        end += 1
    lone = sum(row.kind == "row" for row in rows[end:]) == 1 and any(row.kind == "row" for row in rows[first:end])
    return len(rows) if lone else end


class Sheet(NamedTuple):
    """The items of a page, and the y of their bottom."""

    items: tuple[Item, ...]
    bottom: float


def pages(tables: Sequence[Table], first: Box, later: Box, look: Look) -> tuple[Sheet, ...]:
    """Set tables one below the other: on the first page in `first`, on others in `later`.

    Tables with the same columns have the same widths. Raises TooWide if the longest words do not fit side by side,
    TooTall for a row higher than a page.
    """
    alike: dict[tuple[Column, ...], tuple[Row, ...]] = {}
    for table in tables:
        alike[table.columns] = (*alike.get(table.columns, ()), *table.rows)
    sheets: list[Sheet] = []
    items: list[Item] = []
    box, y = first, first.y
    for table in tables:
        whole = replace(table, rows=alike[table.columns])
        remainder: TableLayout | None = lay(table, widths(whole, later.width, look), look)
        gap = _GAP if y > box.y else 0.0
        while remainder:
            part, remainder = remainder.cut(box.bottom - y - gap, least=box is later and y == box.y)
            if part.strips or not remainder:
                items += part.draw(box.x, y + gap)
                y += gap + part.height
            if remainder:
                sheets.append(Sheet(tuple(items), y))
                items, box, y, gap = [], later, later.y, 0.0
    return (*sheets, Sheet(tuple(items), y))


def ruled(box: Box, pitch: float) -> Iterator[Item]:
    """Yield lines to write on, `pitch` points apart, the first one `pitch` below the top of a rectangle."""
    if count := int(box.height // pitch):
        yield shapes.lines([(box.x, box.y + pitch * number, box.right, box.y + pitch * number)
                            for number in range(1, count + 1)], FINE)
