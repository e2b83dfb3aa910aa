"""Tables: columns and rows, measured once, drawn once, cut where a page ends.

A table says what stands in it, a `Look` how it is set. `lay` finds how high every row is; what it returns is drawn as a
whole, cut at a height, or set by `pages` on as many as it takes, with heads on each and sums carried forward. Flowing
text sets the same tables in its own way (`printshop.layout.flow`). Cells are markup (`printshop.letters`). Points,
origin at the top left, y down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke, Text
from printshop.layout.boxes import Box

FORWARD, BROUGHT = "Carried forward", "Brought forward"
HAIR, FINE = Stroke(WHITE.mix(BLACK, 0.35), 0.3), Stroke(BLACK, 0.35)
RULE, HEAVY = Stroke(BLACK, 0.6), Stroke(BLACK, 0.9)
_LONG = 9.5  # sizes of type: a line of text in a free column
_FILLS = 0.6  # a table at least this share of the width is stretched to it
_GAP = 10.0  # between tables on a page
_TITLE = text.Style("serif", 11.5, bold=True)
_TITLE_BASE, _TITLE_HEIGHT = 10.5, 18.75
_MARK = 19.0, 8.2  # how broad the place of a mark is, and how far above the title's base line it begins
_LEAST_SUM = 6.0  # the smallest type of a sum's label
_LEAST_FREE = 0.85  # of its share, what the widest column keeps for the sake of others
_PARTS = (1.0, 0.85, 0.7, 0.55)  # of the width of a line without breaks, what the others have


class Column(NamedTuple):
    """A column: its heading, how wide it is, how its cells are set.

    It is as wide as its cells. One that is `free` wraps its text and takes the room that others leave; columns with a
    `share` stand in that proportion and wrap, too. `least` is how wide it is at least, so that there is room to write.
    `style` and `pad`, what is free left and right, are those of the table's look where it has none.
    """

    heading: str = ""
    align: text.Anchor = "start"
    free: bool = False
    least: float = 0.0
    share: float = 0.0
    style: text.Style | None = None
    pad: tuple[float, float] | None = None


class Cell(NamedTuple):
    """A cell that is more than its words: it covers so many columns, has a style of its own, or something is `drawn`.

    That is given the whole cell as a box, and stands below the words.
    """

    markup: str = ""
    across: int = 1
    style: text.Style | None = None
    drawn: Callable[[Box], Iterable[Item]] | None = None


class Row(NamedTuple):
    """A row of cells; or a `group`'s title, a `sum` or a `total`: there the first covers the empty ones behind it.

    `running` is the sum of all rows down to this one. `height` is its least height.
    """

    cells: tuple[str | Cell, ...]
    kind: Literal["row", "group", "sum", "total"] = "row"
    running: str = ""
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below the heads of their columns.

    Attributes:
        columns: the columns; without any heading there are no heads.
        rows: the rows, each with a cell for every column.
        title: what stands above it all; on later pages it is "continued".
        mark: a small drawing at the origin that stands before the title.
        over: words over several headings, with the first and the last of these columns.
        sums: the column in which sums stand; they are carried forward from page to page.
        grid: whether lines part the columns, to be filled in by hand.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    mark: tuple[Item, ...] = ()
    over: tuple[tuple[str, int, int], ...] = ()
    sums: int | None = None
    grid: bool = False


def summed(columns: int, sums: int | None, label: str, amount: str, kind: Literal["group", "sum", "total"]) -> Row:
    """Return a row of a label and, in the column of the sums if there is one, an amount."""
    cells = [label, *[""] * (columns - 1)]
    if sums is not None:
        cells[sums] = amount
    return Row(tuple(cells), kind)


class Look(NamedTuple):
    """How a table is set.

    `leading` is in sizes of type, `pad` what is free left and right of the words of a cell, `down` above and below
    them; `middle` sets them in the middle of their row. Heads have `air` above and below, the last base line `drop`
    above their rule. Rules and grounds are None where there are none; `edge` is above and below it all. What is too
    wide for its column gets smaller, down to `smallest`.
    """

    body: text.Style
    head: text.Style
    ink: Ink
    leading: float = 1.22
    pad: tuple[float, float] = (3.6, 3.6)
    down: float = 2.5
    middle: bool = False
    air: float | None = None
    drop: float | None = None
    between: Stroke | None = HAIR
    below_head: Stroke | None = RULE
    edge: Stroke | None = HEAVY
    ground: Color | None = None
    stripes: Color | None = None
    smallest: float | None = None

    @property
    def line(self) -> float:
        """The height of a row of one line."""
        return self.body.size * self.leading + 2 * self.down

    def head_height(self, lines: int) -> float:
        """Return the height of heads of so many lines."""
        return self.head.size * self.leading * lines + (2 * self.down if self.air is None else self.air)


def ledger(size: float, ink: Ink) -> Look:
    """Return the look of a merchant's book, in type of `size` points."""
    return Look(text.Style("sans", size), text.Style("sans", size, bold=True), ink)


# --- widths -------------------------------------------------------------------------------------------------


def comfortable(tables: Sequence[Table], width: float, look: Look) -> bool:
    """Return whether all columns have the width that suits them."""
    return all(sum(_needs(table, look)[-1]) <= width + 1e-6 for table in tables)


def widths(table: Table, width: float, look: Look) -> tuple[float, ...]:
    """Return how wide the columns are that fill `width`: in their shares, or as wide as their cells.

    What is over goes to those that are free, else to all. Raises TooWide where not even the longest words fit side by
    side.
    """
    if any(column.share for column in table.columns):
        return _in_shares(table, width, look)
    natural, least, suiting = _needs(table, look)
    if sum(least) > width + 1e-6:
        heads = ", ".join(text.plain(column.heading) for column in table.columns)
        raise text.TooWide(f"a table of the columns {heads}", sum(least), width, described=True)
    over = width - sum(suiting)
    if over < 0:
        return tuple(capped(least, natural, width))
    free = [column.free for column in table.columns]
    wanted = [max(0.0, wide - has) if wraps else 0.0 for wraps, wide, has in zip(free, natural, suiting, strict=True)]
    scale = min(1.0, over / sum(wanted)) if sum(wanted) else 0.0
    shared = [has + more * scale for has, more in zip(suiting, wanted, strict=True)]
    over = width - sum(shared)
    if not any(free):
        return tuple(wide + over / len(shared) for wide in shared)
    shared[len(free) - 1 - free[::-1].index(True)] += over
    return tuple(shared)


def _needs(table: Table, look: Look) -> tuple[tuple[float, ...], ...]:
    """Return how wide columns would be with nothing wrapped, must be for the longest words, and are at best."""
    needs = []
    padding = sum(look.pad) + 0.1
    for number, column in enumerate(table.columns):
        summed = number == table.sums
        cells = [_cell(row.cells[number]).markup for row in table.rows if row.kind == "row" or summed]
        cells += [row.running for row in table.rows] if summed else []
        style = look.head if summed else look.body
        head = longest(column.heading, look.head)
        natural = max(text.measure(cell, style) for cell in ("", *cells))
        natural = max(natural, head, column.least - sum(look.pad)) + padding
        if not column.free:
            needs.append((natural, natural, natural))
            continue
        words = max(longest(cell, look.body) for cell in ("", *cells))
        least = min(natural, max(words, head, min(column.least, 40.0)) + padding)
        needs.append((natural, least, min(natural, max(_LONG * look.body.size, least))))
    return tuple(zip(*needs, strict=True))


def longest(markup: str, style: text.Style) -> float:
    """Return how wide the longest word is, bold if anything is; a no-break space parts none."""
    style, words = style._replace(bold=style.bold or "**" in markup), re.split(r"[ \t\n]", text.plain(markup))
    return max(text.measure(text.escape(word), style) for word in words)


def capped(least: Sequence[float], natural: Sequence[float], width: float) -> list[float]:
    """Give columns their natural widths; where that is too much, cut the widest ones to a common width."""
    natural = [max(pair) for pair in zip(least, natural, strict=True)]
    spare = width - sum(natural)
    if spare >= 0:
        more = spare / len(natural) if sum(natural) >= _FILLS * width else 0.0
        return [column + more for column in natural]

    def cut(cap: float) -> list[float]:
        return [max(needed, min(column, cap)) for needed, column in zip(least, natural, strict=True)]

    low, high = 0.0, width
    for _ in range(60):
        cap = (low + high) / 2
        low, high = (cap, high) if sum(cut(cap)) <= width else (low, cap)
    return cut(low)


def _in_shares(table: Table, width: float, look: Look) -> tuple[float, ...]:
    """Return widths in shares, so that none but the widest column breaks its lines, or they break them less often."""
    shares = [column.share for column in table.columns]
    free = shares.index(max(shares))
    rows = [[f"**{column.heading}**" if column.heading else "" for column in table.columns]]
    rows += [[_cell(cell).markup for cell in row.cells] for row in table.rows if len(row.cells) == len(shares)]
    needed = [max(text.measure(markup, look.body) for markup in cells) + sum(look.pad) + 0.5
              for cells in zip(*rows, strict=True)]
    kept = _LEAST_FREE * width * shares[free] / sum(shares)
    ways = ([part * wide if column != free else kept for column, wide in enumerate(needed)] for part in _PARTS)
    plain = tuple(width * share / sum(shares) for share in shares)
    return next((way for least in ways if (way := in_proportion(shares, least, width))), plain)


def in_proportion(shares: Sequence[float], least: Sequence[float], width: float) -> tuple[float, ...] | None:
    """Return widths in the proportion of shares, none less than its least; None if the width is not enough.

    >>> in_proportion([1, 1, 2], [40, 0, 0], 100)
    (40, 20.0, 40.0)
    """
    if sum(least) > width + 0.01:
        return None
    held: dict[int, float] = {}
    while True:
        free = width - sum(held.values())
        whole = sum(share for column, share in enumerate(shares) if column not in held)
        short = {column: least[column] for column, share in enumerate(shares)
                 if column not in held and free * share / whole < least[column] - 1e-9}
        if not short:
            return tuple(held[column] if column in held else free * share / whole
                         for column, share in enumerate(shares))
        held |= short


# --- rows ---------------------------------------------------------------------------------------------------


class _Strip(NamedTuple):
    """A row with its words in place below the table's left edge at y = 0."""

    row: Row
    height: float
    words: tuple[Text, ...]


def lay(table: Table, columns: Sequence[float], look: Look) -> Laid:
    """Set a table in columns of these widths. Raises TooWide for a word that is longer than its column."""
    strips = tuple(_strip(row, table.columns, columns, look) for row in table.rows)
    return Laid(table, tuple(columns), look, _heads(table, columns, look), strips)


def _cell(cell: str | Cell) -> Cell:
    return Cell(cell) if isinstance(cell, str) else cell


def _places(cells: Sequence[str | Cell], columns: Sequence[float]) -> Iterator[tuple[Cell, int, float, float]]:
    """Give cells with the number of their first column, their left edge and their width."""
    number = 0
    for cell in map(_cell, cells):
        yield cell, number, sum(columns[:number]), sum(columns[number : number + cell.across])
        number += cell.across


def _strip(row: Row, columns: Sequence[Column], widths: Sequence[float], look: Look) -> _Strip:
    if row.kind != "row":
        return _sum(row, widths, look)
    leading, blocks, lines = look.leading, [], 1.0
    for cell, number, left, wide in _places(row.cells, widths):
        column, last = columns[number], columns[number + cell.across - 1]
        before, behind = (column.pad or look.pad)[0], (last.pad or look.pad)[1]
        style, room = cell.style or column.style or look.body, wide - before - behind
        if column.free or column.share:
            block = text.block(cell.markup, style, (left + before, 0.0, room, None), leading, column.align)
            lines = max(lines, block.height / leading / style.size)
        else:  # a line, set as the only one of a block
            x = left + before + room * {"start": 0.0, "middle": 0.5, "end": 1.0}[column.align]
            base = style.size * ((leading - 1) / 2 + style.face.ascent)
            words = text.line(cell.markup, style, x, base, column.align, room + 0.01, look.smallest)
            block = text.Block(words, leading * style.size)
        blocks.append((block, style))
    height = max(lines * leading * look.body.size + 2 * look.down, row.height)
    placed: list[Text] = []
    for block, style in blocks:
        down = look.down
        if look.middle and block.height > 1.01 * leading * style.size:
            down = (height - block.height) / 2
        elif look.middle:  # capitals and figures stand in the middle
            down = height / 2 + style.size * (style.face.cap_height / 2 - (leading - 1) / 2 - style.face.ascent)
        placed += moved(block.items, 0.0, down)
    return _Strip(row, height, tuple(placed))


def _sum(row: Row, widths: Sequence[float], look: Look) -> _Strip:
    """Set a label over the empty cells behind it, and what is behind those at the right of its column."""
    height = max(look.line, row.height)
    base = height / 2 + look.head.size * (look.head.face.ascent - 0.5)
    cells = [_cell(cell).markup for cell in row.cells]
    empty = next((number for number, cell in enumerate(cells) if number and cell), len(widths))
    left, right = look.pad
    words = text.line(cells[0], look.head, left, base, max_width=max(sum(widths[:empty]) - left - right, 40.0),
                      min_size=_LEAST_SUM)
    for number in range(empty, len(cells)):
        words += text.line(cells[number], look.head, sum(widths[: number + 1]) - right, base, "end")
    return _Strip(row, height, words)


def _heads(table: Table, widths: Sequence[float], look: Look) -> _Strip:
    """Set the heads of columns, their last lines side by side."""
    headings = tuple(column.heading for column in table.columns)
    if not any(headings):
        return _Strip(Row(headings), 0.0, ())
    blocks = []
    for column, (_, _, left, wide) in zip(table.columns, _places(headings, widths), strict=True):
        before, behind = column.pad or look.pad
        blocks.append(text.block(column.heading, look.head, (left + before, 0.0, wide - before - behind, None),
                                 look.leading, column.align, min_size=look.smallest))
    high = max(block.height for block in blocks)
    over = look.head_height(1) if table.over else 0.0
    foot = over + look.head_height(0) + high
    below = look.head.size * ((1 + look.leading) / 2 - look.head.face.ascent)  # the last base line of a block
    drop = look.down + below if look.drop is None else look.drop
    words = [word for block in blocks for word in moved(block.items, 0.0, foot - drop - block.height + below)]
    for title, first, end in table.over:
        left, right = sum(widths[:first]) + 2, sum(widths[: end + 1]) - 2
        words += text.line(title, look.head, (left + right) / 2, over - drop, "middle", right - left, look.smallest)
    return _Strip(Row(headings), foot, tuple(words))


def moved(words: Iterable[Text], x: float, y: float) -> Iterator[Text]:
    """Give words, moved to the right and down."""
    return (Text(word.x + x, word.y + y, word.string, word.font, word.size, word.width, word.color, word.tracking)
            for word in words)


# --- pages --------------------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A table that is set, or a part of one: with what is `brought` forward to it and `carried` to the next."""

    table: Table
    widths: tuple[float, ...]
    look: Look
    heads: _Strip
    strips: tuple[_Strip, ...]
    again: bool = False
    brought: str = ""
    carried: str = ""

    @property
    def width(self) -> float:
        """The width of all columns."""
        return sum(self.widths)

    @property
    def height(self) -> float:
        """How high it all is, the title included."""
        strips = sum(strip.height for strip in self.strips)
        return self._above + strips + (self.look.line if self.carried else 0.0)

    @property
    def _above(self) -> float:
        title = _TITLE_HEIGHT if self.table.title else 0.0
        return title + self.heads.height + (self.look.line if self.brought else 0.0)

    def cut(self, height: float, *, least: bool = False) -> tuple[Laid, Laid | None]:
        """Return as many rows as are no higher than that with their heads, and the rest.

        Rows that belong together stay so. If that leaves none they are none, unless it must be at `least` the first.
        Raises TooTall where that one is higher.
        """
        rows, heights = [strip.row for strip in self.strips], [strip.height for strip in self.strips]
        room = height - self._above + 1e-6
        if sum(heights) <= room:
            return self, None
        carry = self.look.line if self.table.sums is not None else 0.0
        taken = 0
        while (end := _together(rows, taken)) and sum(heights[:end]) + carry <= room:
            taken = end
        if least and not taken:
            taken = _together(rows, 0)
            for number in range(taken):
                if sum(heights[: number + 1]) > room:
                    words = " ".join(text.plain(_cell(cell).markup) for cell in rows[number].cells)
                    raise text.TooTall(words, heights[number], room - sum(heights[:number]))
        if taken in (0, len(rows)):
            return (self, None) if taken else (self._replace(strips=()), self)
        running = rows[taken - 1].running if self.table.sums is not None else ""
        return (self._replace(strips=self.strips[:taken], carried=running),
                self._replace(strips=self.strips[taken:], again=True, brought=running))

    def draw(self, x: float, y: float) -> Iterator[Item]:
        """Give the table with its top left corner at (x, y)."""
        look, table, right = self.look, self.table, x + self.width
        if table.title:
            left, base = (_MARK[0] if table.mark else 0.0), y + _TITLE_BASE
            if table.mark:
                yield Group(table.mark, Transform().translate(x, base - _MARK[1]))
            title = f"{table.title}, continued" if self.again else table.title
            yield from text.line(title, _TITLE, x + left, base, max_width=self.width - left, min_size=7)
            y += _TITLE_HEIGHT
        top, foot = y, y + self.heads.height
        if look.ground:
            yield shapes.rect(x, y, self.width, self.heads.height, fill=look.ground)
        yield from moved(self.heads.words, x, y)
        for _, first, last in table.over:
            line = y + look.head_height(1)
            yield shapes.line(x + sum(self.widths[:first]) + 2, line, x + sum(self.widths[: last + 1]) - 2, line, FINE)
        if look.below_head and self.heads.height:
            yield shapes.line(x, foot, right, foot, look.below_head)
        y = foot
        count, sums = len(self.widths), table.sums
        brought = [summed(count, sums, BROUGHT, self.brought, "group")] if self.brought else []
        carried = [summed(count, sums, FORWARD, self.carried, "sum")] if self.carried else []
        above, below = ([_sum(row, self.widths, look) for row in rows] for rows in (brought, carried))
        shown = [*above, *self.strips, *below]
        begun = y + (look.line if self.brought else 0.0)
        for number, strip in enumerate(shown):
            yield from self._row(strip, number, x, y)
            y += strip.height
            if look.between and strip.row.kind == "row" and number + 1 < len(shown):
                yield shapes.line(x, y, right, y, FINE if table.grid else look.between)
        if look.edge:
            yield from (shapes.line(x, edge, right, edge, look.edge) for edge in (top, y))
        if table.grid:  # lines between the columns; between those of sums only where these stand
            below_rows = sum(strip.height for strip in self.strips if strip.row.kind != "row")
            ends = {0, count} | (set() if sums is None else {sums, sums + 1})
            edges = [x + sum(self.widths[:number]) for number in range(count + 1)]
            yield shapes.lines([(edge, begun, edge, y - (0.0 if number in ends else below_rows))
                                for number, edge in enumerate(edges)], FINE)

    def _row(self, strip: _Strip, number: int, x: float, y: float) -> Iterator[Item]:
        look, kind = self.look, strip.row.kind
        if kind in ("sum", "total"):
            grey, above = (0.05, FINE) if kind == "sum" else (0.14, HEAVY)
            yield shapes.rect(x, y, self.width, strip.height, fill=shade(look.ink, grey))
            yield shapes.line(x, y, x + self.width, y, above)
        elif look.stripes and number % 2:
            yield shapes.rect(x, y, self.width, strip.height, fill=look.stripes)
        for cell, _, left, wide in _places(strip.row.cells, self.widths):
            yield from cell.drawn(Box(x + left, y, wide, strip.height)) if cell.drawn else ()
        yield from moved(strip.words, x, y)


def _together(rows: Sequence[Row], first: int) -> int:
    """Return where the rows end that stay on a page with one: a title with its first row, a row with its sums.

    The last row of all does not stand alone on a page: it stays with the one before. 0 if there is no such row.
    """
    if first >= len(rows):
        return 0
    end = first + 1
    while end < len(rows) and (rows[end - 1].kind == "group" or rows[end].kind in ("sum", "total")):
        end += 1
    lone = sum(row.kind == "row" for row in rows[end:]) == 1 and any(row.kind == "row" for row in rows[first:end])
    return len(rows) if lone else end


class Sheet(NamedTuple):
    """What stands on a page, and how far down it goes."""

    items: tuple[Item, ...]
    bottom: float


def pages(tables: Sequence[Table], first: Box, later: Box, look: Look) -> tuple[Sheet, ...]:
    """Set tables one below the other: on the first page within `first`, on others within `later`.

    Tables of the same columns are of the same widths. Raises TooWide where not even the longest words fit side by side,
    TooTall for a row that no page holds.
    """
    alike: dict[tuple[Column, ...], tuple[Row, ...]] = {}
    for table in tables:
        alike[table.columns] = (*alike.get(table.columns, ()), *table.rows)
    sheets: list[Sheet] = []
    items: list[Item] = []
    box, y = first, first.y
    for table in tables:
        whole = replace(table, rows=alike[table.columns])
        rest: Laid | None = lay(table, widths(whole, later.width, look), look)
        gap = _GAP if y > box.y else 0.0
        while rest:
            part, rest = rest.cut(box.bottom - y - gap, least=box is later and y == box.y)
            if part.strips or not rest:
                items += part.draw(box.x, y + gap)
                y += gap + part.height
            if rest:
                sheets.append(Sheet(tuple(items), y))
                items, box, y, gap = [], later, later.y, 0.0
    return (*sheets, Sheet(tuple(items), y))


def ruled(box: Box, pitch: float) -> Iterator[Item]:
    """Give lines to write on, from the first `pitch` below the top of a box to its bottom."""
    if count := int(box.height // pitch):
        yield shapes.lines([(box.x, box.y + pitch * number, box.right, box.y + pitch * number)
                            for number in range(1, count + 1)], FINE)
