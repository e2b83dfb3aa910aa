"""Tables of any length over pages, like the books of a merchant: heads on every page, sums carried forward.

A ledger has sections one below the other, each with columns of its own; rows are measured, never squeezed. Points,
origin at the top left of the page, y down. Cells are markup (`printshop.markup`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.boxes import Box

FORWARD, BROUGHT = "Carried forward", "Brought forward"
LEADING = 1.22
ACROSS, DOWN = 3.6, 2.5  # padding of a cell
LONG = 9.5  # sizes of type: a line of text in a free column
_HAIR = Stroke(WHITE.mix(BLACK, 0.35), 0.3)
_FINE, _RULE, _HEAVY = Stroke(BLACK, 0.35), Stroke(BLACK, 0.6), Stroke(BLACK, 0.9)
_FILLS = 0.6  # a table at least this share of the column wide is stretched to it
_TITLE = 10.5  # size of a section's title


class Column(NamedTuple):
    """A column: its heading; one that is `free` wraps its text and takes the room that others leave.

    `least` is how wide it is at least, in points, so that there is room to write.
    """

    heading: str
    align: text.Anchor = "start"
    free: bool = False
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells; or a `group`'s title, a `sum` or a `total`: a label and, below the sums' column, an amount.

    `running` is the sum of all rows down to this one. `height` is its least height in points.
    """

    cells: tuple[str, ...]
    kind: Literal["row", "group", "sum", "total"] = "row"
    running: str = ""
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Section:
    """Rows below the heads of their columns; `sums` is the column in which sums stand, if there is one.

    `mark` is a small drawing at the origin that stands before the title. With a `grid` the columns are parted by lines,
    to be filled in by hand.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sums: int | None = None
    title: str = ""
    mark: tuple[Item, ...] = ()
    grid: bool = False


class Sheet(NamedTuple):
    """What stands on a page, and how far down it goes."""

    items: tuple[Item, ...]
    bottom: float


def comfortable(sections: Sequence[Section], width: float, size: float) -> bool:
    """Return whether all columns have the width that suits them in type of `size` points."""
    return all(sum(_suiting(section, size)) <= width + 1e-6 for section in sections)


def pages(sections: Sequence[Section], first: Box, later: Box, size: float, ink: Ink) -> tuple[Sheet, ...]:
    """Set the sections in type of `size` points: on the first page within `first`, on others within `later`.

    Raises TooWide where not even the longest words fit side by side, TooTall for a row that no page holds.
    """
    writer = _Writer(first, later, size, ink)
    alike: dict[tuple[Column, ...], tuple[Row, ...]] = {}  # tables of the same columns are of the same widths
    for section in sections:
        alike[section.columns] = (*alike.get(section.columns, ()), *section.rows)
    widths = {columns: _widths(Section(columns, rows, section.sums), later.width, size)
              for section in sections for columns, rows in [(section.columns, alike[section.columns])]}
    for section in sections:
        writer.write(section, widths[section.columns])
    return writer.done()


def _suiting(section: Section, size: float) -> list[float]:
    """Return how wide the columns are at best: texts of free ones wrapped where lines are long enough to read."""
    natural, most = _natural(section, size), LONG * size
    return [min(wide, max(most, least)) if column.free else wide
            for column, wide, least in zip(section.columns, natural, _least(section, size), strict=True)]


def _cells(section: Section) -> list[tuple[str, ...]]:
    """Return the cells of every column, headings left out."""
    rows = [row.cells for row in section.rows if row.kind == "row"]
    amounts = [row.cells[1] for row in section.rows if row.kind != "row"] + [row.running for row in section.rows]
    found = [tuple(column) for column in zip(*rows, strict=True)] or [()] * len(section.columns)
    if section.sums is not None:
        found[section.sums] += tuple(amounts)
    return found


def _natural(section: Section, size: float) -> list[float]:
    """Return how wide each column would be with nothing wrapped but its heading."""
    body, bold = text.Style("sans", size), text.Style("sans", size, bold=True)
    widths = []
    for number, (column, cells) in enumerate(zip(section.columns, _cells(section), strict=True)):
        style = bold if number == section.sums else body
        wide = max((text.measure(cell, style) for cell in cells), default=0.0)
        widths.append(max(wide, _longest(column.heading, bold), column.least - 2 * ACROSS) + 2 * ACROSS + 0.1)
    return widths


def _least(section: Section, size: float) -> list[float]:
    """Return how wide each column must be: free ones for their longest words."""
    body, bold = text.Style("sans", size), text.Style("sans", size, bold=True)
    widths = []
    for column, cells, wide in zip(section.columns, _cells(section), _natural(section, size), strict=True):
        words = max((_longest(cell, body) for cell in cells), default=0.0)
        words = max(words, _longest(column.heading, bold), min(column.least, 40.0)) + 2 * ACROSS + 0.1
        widths.append(min(wide, words) if column.free else wide)
    return widths


def _longest(markup: str, style: text.Style) -> float:
    return max((text.measure(text.escape(word), style) for word in text.plain(markup).split()), default=0.0)


def _widths(section: Section, width: float, size: float) -> tuple[float, ...]:
    """Return the widths of the columns; what is over goes to those that are free, else to all."""
    least, suiting = _least(section, size), _suiting(section, size)
    if sum(least) > width + 1e-6:
        heads = ", ".join(text.plain(column.heading) for column in section.columns)
        raise text.TooWide(f"a table of the columns {heads}", sum(least), width, described=True)
    over = width - sum(suiting)
    if over < 0:
        return tuple(shared(least, _natural(section, size), width))
    free = [column.free for column in section.columns]
    natural = _natural(section, size)
    wanted = [max(0.0, wide - own) if one else 0.0 for one, wide, own in zip(free, natural, suiting, strict=True)]
    scale = min(1.0, over / sum(wanted)) if sum(wanted) else 0.0
    found = [own + more * scale for own, more in zip(suiting, wanted, strict=True)]
    over = width - sum(found)
    last = len(free) - 1 - free[::-1].index(True) if any(free) else None
    if last is not None:
        found[last] += over
        return tuple(found)
    return tuple(own + over / len(found) for own in found)


class _Writer:
    """Fills page after page."""

    def __init__(self, first: Box, later: Box, size: float, ink: Ink) -> None:
        self._box, self._later, self._size, self._ink = first, later, size, ink
        self._body, self._bold = text.Style("sans", size), text.Style("sans", size, bold=True)
        self._y, self._items, self._sheets = first.y, list[Item](), list[Sheet]()
        self._line = size * LEADING + 2 * DOWN

    def done(self) -> tuple[Sheet, ...]:
        """Return the pages."""
        self._turn()
        return tuple(self._sheets)

    def _turn(self) -> None:
        self._sheets.append(Sheet(tuple(self._items), self._y))
        self._items, self._box, self._y = [], self._later, self._later.y

    def write(self, section: Section, widths: Sequence[float]) -> None:
        """Set a section, on as many pages as it takes."""
        heights = [self._height(row, widths) for row in section.rows]
        carry = self._line if section.sums is not None else 0.0
        gap = 10.0 if self._y > self._box.y else 0.0
        fresh = not gap and self._box is self._later
        if not fresh and not self._fits(section, heights, 0, gap + self._head_height(section, widths) + carry, carry):
            self._turn()
        else:
            self._y += gap
        self._head(section, widths)
        begun, kept = self._y, 0
        for number, (row, height) in enumerate(zip(section.rows, heights, strict=True)):
            if number >= kept and self._y > begun and not self._fits(section, heights, number, carry, carry):
                self._go_on(section, widths, section.rows[number - 1], begun)
                begun = self._y
            kept = max(kept, _together(section.rows, number))
            if self._y + height > self._box.bottom + 1e-6:
                raise text.TooTall(" ".join(map(text.plain, row.cells)), height, self._box.bottom - self._y)
            self._row(row, height, section, widths, followed=number + 1 < len(section.rows))
        self._frame(section, widths, begun)

    def _fits(self, section: Section, heights: Sequence[float], number: int, besides: float, carry: float) -> bool:
        """Return whether the rest of a table fits the page; or a row, those that stay with it, and what is `besides`.

        The sum that is carried forward, of the height `carry`, is among that; the whole rest needs none.
        """
        room = self._box.bottom - self._y
        if sum(heights[number:]) + besides - carry <= room:
            return True
        return sum(heights[number:_together(section.rows, number)]) + besides <= room

    def _go_on(self, section: Section, widths: Sequence[float], last: Row, begun: float) -> None:
        """Go on with a table on a new page, below its heads and what is brought forward."""
        self._close(section, widths, last, begun)
        self._turn()
        self._head(section, widths, again=True)
        if last.running and section.sums is not None:
            self._strip(section, widths, Row((BROUGHT, last.running), "group"), self._line)

    def _close(self, section: Section, widths: Sequence[float], last: Row, begun: float) -> None:
        """End a page within a section: its sum so far."""
        if last.running and section.sums is not None:
            self._strip(section, widths, Row((FORWARD, last.running), "sum"), self._line)
        self._frame(section, widths, begun)

    def _frame(self, section: Section, widths: Sequence[float], begun: float) -> None:
        """Close what stands on this page, with lines between columns that are filled in by hand."""
        box = self._box
        self._items.append(shapes.line(box.x, self._y, box.right, self._y, _HEAVY))
        if section.grid:
            edges = [sum(widths[:number]) + box.x for number in range(len(widths) + 1)]
            strips = sum(max(self._line, row.height) for row in section.rows if row.kind != "row")
            sums = (section.sums, section.sums + 1) if section.sums is not None else ()
            lines = [(x, begun, x, self._y - (0.0 if number in (0, *sums, len(widths)) else strips))
                     for number, x in enumerate(edges)]
            self._items.append(shapes.lines(lines, _FINE))

    def _head_height(self, section: Section, widths: Sequence[float]) -> float:
        lines = max(len(text.wrap(column.heading or " ", self._bold, wide - 2 * ACROSS))
                    for column, wide in zip(section.columns, widths, strict=True))
        return lines * self._size * LEADING + 2 * DOWN + (_TITLE * 1.5 + 3 if section.title else 0.0)

    def _head(self, section: Section, widths: Sequence[float], *, again: bool = False) -> None:
        """Set the title and the heads of the columns, their last lines side by side."""
        bottom = self._y + self._head_height(section, widths)
        box = self._box
        if section.title:
            base = self._y + _TITLE
            if section.mark:
                self._items.append(Group(section.mark, Transform().translate(box.x, base - 8.2)))
            style = text.Style("serif", _TITLE + 1, bold=True)
            left = 19.0 if section.mark else 0.0
            title = f"{section.title}, continued" if again else section.title
            self._items += text.line(title, style, box.x + left, base, max_width=box.width - left, min_size=7)
            self._y += _TITLE * 1.5 + 3
        self._items.append(shapes.line(box.x, self._y, box.right, self._y, _HEAVY))
        x = box.x
        for column, wide in zip(section.columns, widths, strict=True):
            place = (x + ACROSS, self._y, wide - 2 * ACROSS, bottom - self._y - DOWN)
            self._items += text.block(column.heading, self._bold, place, LEADING, column.align, "bottom").items
            x += wide
        self._items.append(shapes.line(box.x, bottom, box.right, bottom, _RULE))
        self._y = bottom

    def _height(self, row: Row, widths: Sequence[float]) -> float:
        if row.kind != "row":
            return max(self._line, row.height)
        lines = max(len(text.wrap(cell or " ", self._body, wide - 2 * ACROSS))
                    for cell, wide in zip(row.cells, widths, strict=True))
        return max(lines * self._size * LEADING + 2 * DOWN, row.height)

    def _row(self, row: Row, height: float, section: Section, widths: Sequence[float], *, followed: bool) -> None:
        if row.kind != "row":
            self._strip(section, widths, row, height)
            return
        x = self._box.x
        for cell, column, wide in zip(row.cells, section.columns, widths, strict=True):
            place = (x + ACROSS, self._y + DOWN, wide - 2 * ACROSS, None)
            self._items += text.block(cell, self._body, place, LEADING, column.align).items if cell else ()
            x += wide
        self._y += height
        if followed:
            stroke = _FINE if section.grid else _HAIR
            self._items.append(shapes.line(self._box.x, self._y, self._box.right, self._y, stroke))

    def _strip(self, section: Section, widths: Sequence[float], row: Row, height: float) -> None:
        """Set a line across all columns: a label, and an amount in the column of the sums."""
        box, label, amount = self._box, row.cells[0], row.cells[1]
        if row.kind != "group":
            grey, above = {"sum": (0.05, _FINE), "total": (0.14, _HEAVY)}[row.kind]
            self._items.append(shapes.rect(box.x, self._y, box.width, height, fill=shade(self._ink, grey)))
            self._items.append(shapes.line(box.x, self._y, box.right, self._y, above))
        down = (height - self._line) / 2 + DOWN
        base = self._y + down + self._size * ((LEADING - 1) / 2 + self._bold.face.ascent)
        room, right = box.width - 2 * ACROSS, box.right - ACROSS
        if section.sums is not None:
            left = box.x + sum(widths[: section.sums])
            right = left + widths[section.sums] - ACROSS
            self._items += text.line(amount, self._bold, right, base, "end") if amount else ()
            room = left - box.x - 2 * ACROSS
        self._items += text.line(label, self._bold, box.x + ACROSS, base, max_width=max(room, 40.0), min_size=6)
        self._y += height


def _together(rows: Sequence[Row], first: int) -> int:
    """Return where the rows end that stay on a page with one: a title with its first row, a row with its sums.

    The last row of all does not stand alone on a page: it stays with the one before.
    """
    end = first + 1
    while end < len(rows) and (rows[end - 1].kind == "group" or rows[end].kind in ("sum", "total")):
        end += 1
    lone = sum(row.kind == "row" for row in rows[end:]) == 1 and any(row.kind == "row" for row in rows[first:end])
    return len(rows) if lone else end


def ruled(box: Box, pitch: float) -> Iterator[Item]:
    """Give lines to write on, from the first `pitch` below the top of a box to its bottom."""
    count = int(box.height // pitch)
    if count:
        yield shapes.lines([(box.x, box.y + pitch * number, box.right, box.y + pitch * number)
                            for number in range(1, count + 1)], _FINE)


def shared(least: Sequence[float], natural: Sequence[float], width: float) -> list[float]:
    """Give columns their natural widths; where that is too much, cut the widest ones to a common width."""
    natural = [max(pair) for pair in zip(least, natural, strict=True)]
    spare = width - sum(natural)
    if spare >= 0:
        more = spare / len(natural) if sum(natural) >= _FILLS * width else 0.0
        return [column + more for column in natural]
    low, high = 0.0, width
    for _ in range(60):
        cap = (low + high) / 2
        fits = sum(_capped(least, natural, cap)) <= width
        low, high = (cap, high) if fits else (low, cap)
    return _capped(least, natural, low)


def _capped(least: Sequence[float], natural: Sequence[float], cap: float) -> list[float]:
    return [max(own, min(column, cap)) for own, column in zip(least, natural, strict=True)]
