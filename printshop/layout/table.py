"""Layout of tables: measure columns and rows once, draw tables, and split tables at the ends of pages.

A `LayoutTable` has the content, a `TableStyle` the style. `set_table` measures the rows. Its result is
drawn as a whole, split at a height, or distributed over pages by `paginate_tables`, with headings on each
page and sums carried forward. Cells are markup (`printshop.text_markup`). Lengths are points, origin at the
top left, y down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import Literal, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Color, Item, Stroke, TextRun
from printshop.drawing.ink import Ink, choose_grey_fill
from printshop.layout.rectangles import Rect
from printshop.words import Words, load_words

HAIRLINE, FINE_RULE = Stroke(WHITE.mix(BLACK, 0.35), 0.3), Stroke(BLACK, 0.35)
RULE, HEAVY_RULE = Stroke(BLACK, 0.6), Stroke(BLACK, 0.9)
_PREFERRED_WIDTH = 9.5  # preferred width of a free column with long text, in sizes of type
_STRETCH_SHARE = 0.6  # a table at least this share of the width is stretched to the whole width
_TABLE_GAP = 10.0  # between tables on a page
_MIN_SUM_SIZE = 6.0  # minimum size of a sum's label; if that is too wide, it is wrapped
_MIN_WIDEST_SHARE = 0.85  # minimum width of the widest column, as part of its share
# tried in turn: minimum widths of the other columns, as parts of the unwrapped ones
_WIDTH_SHARES = (1.0, 0.85, 0.7, 0.55)


class TableColumn(NamedTuple):
    """A column with its heading and cell style.

    The column is as wide as its cells. If `share` is given, the column has a share of the width instead.
    """

    heading: str = ""
    align: text.Anchor = "start"
    flexible: bool = False  # wraps its text and takes the spare width
    min_width: float = 0.0  # minimum width, for space to write
    share: float = 0.0  # share of the width; columns with one wrap their text
    style: text.Style | None = None  # None for the style of the table's look
    padding: tuple[float, float] | None = None  # left and right of the text; None as above


class TableCell(NamedTuple):
    """A cell that covers several columns, has a style, or draws items in its rectangle.

    The items are drawn below the cell's text.
    """

    markup: str = ""
    column_span: int = 1
    style: text.Style | None = None
    draw_content: Callable[[Rect], Iterable[Item]] | None = None


class TableRow(NamedTuple):
    """A row of cells, the title of a `group`, a `sum` or a `total`.

    In a title, a sum or a total, the first cell covers the empty cells to its right.
    """

    cells: tuple[str | TableCell, ...]
    kind: Literal["row", "group", "sum", "total"] = "row"
    running_sum: str = ""  # running sum of all rows down to this one
    min_height: float = 0.0  # minimum height

    def merge_cells(self) -> list[TableCell]:
        """Return the cells that are printed, each with the number of columns that the cell covers."""
        cells = [TableCell(cell) if isinstance(cell, str) else cell for cell in self.cells]
        if self.kind == "row":
            return cells
        empty = len([*takewhile(lambda cell: not cell.markup, cells[1:])])
        return [cells[0]._replace(column_span=1 + empty), *cells[1 + empty:]]

    @property
    def has_drawn_title(self) -> bool:
        """Whether the row is a title that is drawn, such as the bar of a side. It is repeated on later pages."""
        return self.kind == "group" and self.merge_cells()[0].draw_content is not None

    @property
    def texts(self) -> list[str]:
        """The markup of the cells."""
        return [cell if isinstance(cell, str) else cell.markup for cell in self.cells]


@dataclass(frozen=True, slots=True)
class LayoutTable:
    """A table: rows below the headings of columns."""

    columns: tuple[TableColumn, ...]  # if none has a heading, no headings are drawn
    rows: tuple[TableRow, ...]  # each with a cell for every column
    spanning_headings: tuple[tuple[str, int, int], ...] = ()  # spanning headings: text, first and last column
    sum_column: int | None = None  # the column of sums, which are carried forward from page to page
    has_grid: bool = False  # with lines between columns, for filling in by hand

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of all columns."""
        return tuple(column.heading for column in self.columns)


def make_sum_row(column_count: int, sum_column: int | None, label: str, amount: str,
                 kind: Literal["group", "sum", "total"]) -> TableRow:
    """Return a row with a label.

    If there is a column for sums, the row also has an amount.
    """
    cells = [label, *[""] * (column_count - 1)]
    if sum_column is not None:
        cells[sum_column] = amount
    return TableRow(tuple(cells), kind)


class TableStyle(NamedTuple):
    """The style of a table. A rule or fill that is None is not drawn."""

    body_style: text.Style
    heading_style: text.Style
    ink: Ink
    leading: float = 1.22  # line height in sizes of type
    padding: tuple[float, float] = (3.6, 3.6)  # left and right of the text of a cell
    vertical_padding: float = 2.5  # above and below it
    centre_vertically: bool = False  # text is centred vertically in its row
    heading_padding: float | None = None  # above and below headings together; None for twice `vertical_padding`
    heading_drop: float | None = None  # from the last base line of headings to their rule
    row_rule: Stroke | None = HAIRLINE
    heading_rule: Stroke | None = RULE
    outer_rule: Stroke | None = HEAVY_RULE  # above and below the table
    heading_fill: Color | None = None
    stripe_fill: Color | None = None
    min_size: float | None = None  # minimum size of text that is too wide for its column
    words: Words | None = None  # of tables that continue on another page; None for English

    @property
    def row_height(self) -> float:
        """The height of a row with one line of text."""
        return self.body_style.size * self.leading + 2 * self.vertical_padding

    def measure_headings(self, line_count: int) -> float:
        """Return the height of headings with `line_count` lines."""
        return self.heading_style.size * self.leading * line_count + (2 * self.vertical_padding
                                                                      if self.heading_padding is None
                                                                      else self.heading_padding)


def make_ledger_style(size: float, ink: Ink, words: Words | None = None) -> TableStyle:
    """Return the ledger style, in type of `size` points."""
    return TableStyle(text.Style("sans", size), text.Style("sans", size, bold=True), ink, words=words)


# --- widths -------------------------------------------------------------------------------------------------


def fits_comfortably(tables: Sequence[LayoutTable], width: float, style: TableStyle) -> bool:
    """Return whether all columns of the tables fit a width at the preferred widths of the columns."""
    return all(sum(_measure_needs(table, style)[-1]) <= width + 1e-6 for table in tables)


def measure_columns(table: LayoutTable, width: float, table_style: TableStyle) -> tuple[float, ...]:
    """Return the widths of columns: by their shares, or as wide as their cells.

    Shares are adjusted so that all columns except the widest break fewer lines. If no column has a share, the
    last flexible column gets the spare width. If all columns or none are flexible, the spare width goes to all
    columns. Raises TooWideError if the longest words do not fit side by side.
    """
    natural, minimums, preferred = _measure_needs(table, table_style)
    if sum(minimums) > width + 1e-6:
        heads = " | ".join(table.headings if any(table.headings) else table.rows[0].texts)
        raise text.TooWideError(f"the table '{text.strip_markup(heads)}'", sum(minimums), width, described=True)
    shares = [column.share for column in table.columns]
    if any(shares):
        widest, min_widest = shares.index(max(shares)), _MIN_WIDEST_SHARE * width * max(shares) / sum(shares)
        candidates = ([max(word_width, min_widest if column == widest else width_share * wide)
                       for column, (word_width, wide) in enumerate(zip(minimums, natural, strict=True))]
                      for width_share in _WIDTH_SHARES)
        return next(result for min_widths in (*candidates, minimums)
                    if (result := divide_by_shares(shares, min_widths, width)))
    flexible = [number for number, column in enumerate(table.columns) if column.flexible]
    if sum(preferred) > width or len(flexible) in (0, len(table.columns)):
        return tuple(_limit_widths(minimums, natural, width))
    shared = grow_widths(preferred, natural, width)
    shared[flexible[-1]] += width - sum(shared)
    return tuple(shared)


def _measure_needs(table: LayoutTable, table_style: TableStyle) -> tuple[tuple[float, ...], ...]:
    """Return three widths of all columns: without wrapping, minimum (for the longest words), and preferred."""
    cells: list[list[tuple[str, text.Style]]] = [[("", table_style.body_style)] for _ in table.columns]
    for row in table.rows:
        number = 0
        for cell in row.merge_cells():
            if cell.column_span == 1:
                is_sum = number == table.sum_column or row.kind != "row"
                cells[number].append((cell.markup, table_style.heading_style if is_sum else table_style.body_style))
            number += cell.column_span
        if table.sum_column is not None:
            cells[table.sum_column].append((row.running_sum, table_style.heading_style))
    needs, padding, mixed = [], sum(table_style.padding), len({column.flexible for column in table.columns}) > 1
    for column, words in zip(table.columns, cells, strict=True):
        heading_word = measure_longest_word(column.heading, table_style.heading_style)
        line_width = max(text.measure_text(line, style) for markup, style in words for line in markup.split("\n"))
        heading_width = heading_word if mixed else text.measure_text(column.heading, table_style.heading_style) + 0.4
        natural = minimum = max(line_width, heading_width, column.min_width - padding) + padding + 0.1
        if column.flexible or column.share:
            word_width = max(measure_longest_word(markup, style) for markup, style in words)
            minimum = min(natural, max(word_width, heading_word, min(column.min_width, 40.0)) + padding + 0.1)
        needs.append((natural, minimum, min(natural, max(_PREFERRED_WIDTH * table_style.body_style.size, minimum))))
    return tuple(zip(*needs, strict=True))


def measure_longest_word(markup: str, style: text.Style) -> float:
    """Return the width of the longest word.

    If any part of the text is bold, the word is measured in bold. A no-break space does not end a word.
    """
    style, words = style._replace(bold=style.bold or "**" in markup), re.split(r"[ \t\n]", text.strip_markup(markup))
    return max(text.measure_text(text.escape_markup(word), style) for word in words)


def _limit_widths(minimums: Sequence[float], natural: Sequence[float], width: float) -> list[float]:
    """Return the natural widths of columns, if the columns fit a width.

    If the columns take at least `_STRETCH_SHARE` of the width, they are stretched to fill the width. If they do
    not fit, the widest columns are reduced to a common width.
    """
    natural = [max(pair) for pair in zip(minimums, natural, strict=True)]
    spare = width - sum(natural)
    if spare >= 0:
        extra = spare / len(natural) if sum(natural) >= _STRETCH_SHARE * width else 0.0
        return [column + extra for column in natural]

    return cap_widths(minimums, natural, width)


def cap_widths(minimums: Sequence[float], natural: Sequence[float], room: float) -> list[float]:
    """Return the natural widths of columns, or widths that fill a room if the natural widths are too wide together.

    The widest columns then become narrower, to a common width, but none becomes narrower than its minimum. If the
    minimums are too wide, they are the widths.

    >>> cap_widths([10, 10, 60], [10, 300, 80], 100)
    [10, 30.0, 60]
    """
    def apply_cap(cap: float) -> list[float]:
        return [max(least, min(wide, cap)) for least, wide in zip(minimums, natural, strict=True)]

    # between two of these caps, the same columns grow with the cap
    caps = sorted({*minimums, *natural}) or [0.0]
    low = next((cap for cap in reversed(caps) if sum(apply_cap(cap)) <= room), caps[0])
    growing = sum(least <= low < wide for least, wide in zip(minimums, natural, strict=True))
    return apply_cap(low + max(room - sum(apply_cap(low)), 0.0) / growing if growing else low)


def grow_widths(minimums: Sequence[float], natural: Sequence[float], room: float) -> list[float]:
    """Return widths between the minimums and the natural widths of columns: each column gets the same share.

    >>> grow_widths([10, 20], [20, 60], 55)
    [15.0, 40.0]
    """
    spare, missing = room - sum(minimums), sum(natural) - sum(minimums)
    share = min(1.0, spare / missing) if missing else 0.0
    return [least + (wide - least) * share for least, wide in zip(minimums, natural, strict=True)]


def divide_by_shares(shares: Sequence[float], minimums: Sequence[float], width: float) -> tuple[float, ...] | None:
    """Return widths in proportion to shares, none below its minimum.

    If the width is too small, return None.

    >>> divide_by_shares([1, 1, 2], [40, 0, 0], 100)
    (40, 20.0, 40.0)
    """
    if sum(minimums) > width + 0.01:
        return None
    fixed: dict[int, float] = {}
    while True:
        unit = (width - sum(fixed.values())) / (sum(shares) - sum(shares[column] for column in fixed) or 1)
        widths = [fixed.get(column, unit * share) for column, share in enumerate(shares)]
        short = {column: minimums[column] for column,
                 column_width in enumerate(widths) if column_width < minimums[column] - 1e-9}
        if not short:
            return tuple(widths)
        fixed |= short


# --- rows ---------------------------------------------------------------------------------------------------


class _SetRow(NamedTuple):
    """A measured row. Its words are placed relative to the left edge of the table and the top of the row."""

    row: TableRow
    height: float
    words: tuple[TextRun, ...]


def set_table(table: LayoutTable, columns: Sequence[float], style: TableStyle) -> TableLayout:
    """Set a table in columns of the given widths.

    Raises TooWideError for a word wider than its column.
    """
    strips = tuple(_set_row(row, table.columns, columns, style) for row in table.rows)
    return TableLayout(table, tuple(columns), style, _set_headings(table, columns, style), strips)


def _place_cells(cells: Sequence[TableCell], columns: Sequence[float]) -> Iterator[tuple[TableCell, int, float, float]]:
    """Yield each cell with the index of its first column, its left edge and its width."""
    number = 0
    for cell in cells:
        yield cell, number, sum(columns[:number]), sum(columns[number : number + cell.column_span])
        number += cell.column_span


def _set_row(row: TableRow, columns: Sequence[TableColumn], widths: Sequence[float],
             table_style: TableStyle) -> _SetRow:
    """Set a row.

    In a title, a sum or a total, the first cell covers the empty cells to its right, and the other cells are
    right-aligned.
    """
    leading, blocks, lines, is_sum = table_style.leading, [], 1.0, row.kind != "row"
    for cell, number, left, cell_width in _place_cells(row.merge_cells(), widths):
        first, last = columns[number], columns[number + cell.column_span - 1]
        align: text.Anchor = first.align if not is_sum else "end" if number else "start"
        left_padding, right_padding = table_style.padding if is_sum else ((first.padding or table_style.padding)[0],
                                                                          (last.padding or table_style.padding)[1])
        style = table_style.heading_style if is_sum else cell.style or first.style or table_style.body_style
        text_width, wraps, smallest = (
            cell_width - left_padding - right_padding,
            first.flexible or first.share > 0,
            table_style.min_size,
        )
        if is_sum and not number:
            wraps, smallest = text.measure_text(cell.markup,
                                                style) * _MIN_SUM_SIZE / style.size > text_width, _MIN_SUM_SIZE
        if wraps:
            block = text.set_block(cell.markup, style, (left + left_padding, 0.0, text_width, None), leading, align)
            lines = max(lines, block.height / leading / style.size)
        else:  # one line, placed like the only line of a block
            x = left + left_padding + text_width * {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
            baseline = style.size * ((leading - 1) / 2 + style.face.ascent)
            block = text.TextBlock(text.set_line(cell.markup, style, x, baseline, align, text_width + 0.01, smallest),
                                   leading * style.size)
        blocks.append((block, style))
    height = max(lines * leading * table_style.body_style.size + 2 * table_style.vertical_padding, row.min_height)
    words: list[TextRun] = []
    for block, style in blocks:
        offset = table_style.vertical_padding
        if is_sum or (table_style.centre_vertically and block.height > 1.01 * leading * style.size):
            offset = (height - block.height) / 2
        elif table_style.centre_vertically:  # centres capitals and figures
            offset = height / 2 + style.size * (style.face.cap_height / 2 - (leading - 1) / 2 - style.face.ascent)
        words += move_words(block.items, 0.0, offset)
    return _SetRow(row, height, tuple(words))


def _set_headings(table: LayoutTable, widths: Sequence[float], table_style: TableStyle) -> _SetRow:
    """Set the headings of columns, with their last lines on a common base line."""
    row = TableRow(table.headings)
    if not any(table.headings):
        return _SetRow(row, 0.0, ())
    blocks = []
    for column, (_, _, left, column_width) in zip(table.columns, _place_cells(row.merge_cells(), widths), strict=True):
        left_padding, right_padding = column.padding or table_style.padding
        blocks.append(text.set_block(column.heading, table_style.heading_style,
                                     (left + left_padding, 0.0, column_width - left_padding - right_padding, None),
                                     table_style.leading, column.align, min_size=table_style.min_size))
    spanning_height = table_style.measure_headings(1) if table.spanning_headings else 0.0
    bottom = spanning_height + table_style.measure_headings(0) + max(block.height for block in blocks)
    # the last base line of a block
    below = table_style.heading_style.size * ((1 + table_style.leading) / 2 - table_style.heading_style.face.ascent)
    drop = table_style.vertical_padding + below if table_style.heading_drop is None else table_style.heading_drop
    words = [word for block in blocks for word in move_words(block.items, 0.0, bottom - drop - block.height + below)]
    for title, first, end in table.spanning_headings:
        left, right = sum(widths[:first]) + 2, sum(widths[: end + 1]) - 2
        words += text.set_line(title, table_style.heading_style, (left + right) / 2, spanning_height - drop, "middle",
                               right - left, table_style.min_size)
    return _SetRow(row, bottom, tuple(words))


def move_words(words: Iterable[TextRun], x: float, y: float) -> Iterator[TextRun]:
    """Yield the words moved to the right by `x` and down by `y`."""
    return (TextRun(word.x + x, word.y + y, word.string, word.font, word.size, word.width, word.color, word.tracking)
            for word in words)


# --- pages --------------------------------------------------------------------------------------------------


class TableLayout(NamedTuple):
    """A table that is set, or a part of such a table, with the headings of the table."""

    table: LayoutTable
    widths: tuple[float, ...]
    style: TableStyle
    headings: _SetRow
    rows: tuple[_SetRow, ...]

    @property
    def width(self) -> float:
        """The total width of the columns."""
        return sum(self.widths)

    @property
    def height(self) -> float:
        """The total height, including the headings."""
        return self.headings.height + sum(strip.height for strip in self.rows)

    def split_at(self, height: float, *, force_first: bool = False) -> tuple[TableLayout, TableLayout | None]:
        """Return the part of the table that fits a height, with headings, and the rest.

        Rows that belong together are not separated. A running sum is carried forward to the rest. If no row fits,
        the part is empty. If `force_first` is true, the part has at least the first row and the rows that belong to
        it. In this case, a row that is higher than the space raises TooTallError.
        """
        source_rows, heights = [strip.row for strip in self.rows], [strip.height for strip in self.rows]
        free_height, sums = height - self.headings.height + 1e-6, self.table.sum_column
        if sum(heights) <= free_height:
            return self, None
        carry = self.style.row_height if sums is not None else 0.0
        fitting = 0
        while (end := _find_group_end(source_rows, fitting)) and sum(heights[:end]) + carry <= free_height:
            fitting = end
        if force_first and not fitting:
            fitting = _find_group_end(source_rows, 0)
            for number in range(fitting):
                if sum(heights[: number + 1]) > free_height:
                    first = text.strip_markup(" ".join(source_rows[number].texts))
                    raise text.TooTallError(first, heights[number], free_height - sum(heights[:number]))
        if fitting in (0, len(source_rows)):
            return (self, None) if fitting else (self._replace(rows=()), self)
        fitting_rows, remaining_rows = self.rows[:fitting], self.rows[fitting:]
        if not remaining_rows[0].row.has_drawn_title:  # the drawn title is repeated
            titles = [strip for strip in fitting_rows if strip.row.has_drawn_title]
            remaining_rows = (*titles[-1:], *remaining_rows)
        if sums is not None and (running := source_rows[fitting - 1].running_sum):
            words = self.style.words or load_words()
            sums_rows = (make_sum_row(len(self.widths), sums, words("carried_forward"), running, "sum"),
                         make_sum_row(len(self.widths), sums, words("brought_forward"), running, "group"))
            carried, brought = (_set_row(row, self.table.columns, self.widths, self.style) for row in sums_rows)
            fitting_rows, remaining_rows = (*fitting_rows, carried), (brought, *remaining_rows)
        return self._replace(rows=fitting_rows), self._replace(rows=remaining_rows)

    def draw(self, x: float, y: float) -> Iterator[Item]:
        """Yield the items of the table, with its top left corner at (x, y)."""
        style, table, headings = self.style, self.table, self.headings
        edges = [*accumulate(self.widths, initial=x)]
        right = edges[-1]
        top, heading_bottom = y, y + headings.height
        if style.heading_fill:
            yield shapes.rect(x, y, self.width, headings.height, fill=style.heading_fill)
        yield from move_words(headings.words, x, y)
        for _, first, last in table.spanning_headings:
            line = y + style.measure_headings(1)
            yield shapes.line(edges[first] + 2, line, edges[last + 1] - 2, line, FINE_RULE)
        if style.heading_rule and headings.height:
            yield shapes.line(x, heading_bottom, right, heading_bottom, style.heading_rule)
        y = heading_bottom
        for number, strip in enumerate(self.rows):
            kind = strip.row.kind
            if kind in ("sum", "total"):
                grey, rule_above = (0.05, FINE_RULE) if kind == "sum" else (0.14, HEAVY_RULE)
                yield shapes.rect(x, y, self.width, strip.height, fill=choose_grey_fill(style.ink, grey))
                yield shapes.line(x, y, right, y, rule_above)
            elif style.stripe_fill and number % 2:
                yield shapes.rect(x, y, self.width, strip.height, fill=style.stripe_fill)
            for cell, _, left, cell_width in _place_cells(strip.row.merge_cells(), self.widths):
                yield from cell.draw_content(Rect(x + left, y, cell_width, strip.height)) if cell.draw_content else ()
            yield from move_words(strip.words, x, y)
            y += strip.height
            if style.row_rule and kind == "row" and number + 1 < len(self.rows):
                yield shapes.line(x, y, right, y, FINE_RULE if table.has_grid else style.row_rule)
        if style.outer_rule:
            yield from (shapes.line(x, edge, right, edge, style.outer_rule) for edge in (top, y))
        if table.has_grid:  # lines between columns; through rows of sums only beside the sums
            below_rows = sum(strip.height for strip in self.rows if strip.row.kind != "row")
            full_lines = {0, len(self.widths)} | (set() if table.sum_column is None
                                                  else {table.sum_column, table.sum_column + 1})
            yield shapes.lines([(edge, heading_bottom, edge, y - (0.0 if number in full_lines else below_rows))
                                for number, edge in enumerate(edges)], FINE_RULE)


def _find_group_end(rows: Sequence[TableRow], first: int) -> int:
    """Return the end of the rows that share a page with the row `first`. If there is no row `first`, return 0.

    The last row of the table is never left alone.
    """
    if first >= len(rows):
        return 0
    end = first + 1
    while end < len(rows) and (rows[end - 1].kind == "group" or rows[end].kind in ("sum", "total")):
        end += 1
    leaves_one_row = sum(row.kind == "row" for row in rows[end:]) == 1 and any(row.kind == "row"
                                                                               for row in rows[first:end])
    return len(rows) if leaves_one_row else end


class TablePage(NamedTuple):
    """The items of a page, and the y coordinate of the bottom edge of the items."""

    items: tuple[Item, ...]
    bottom: float


def paginate_tables(tables: Sequence[LayoutTable], first: Rect, later: Rect, style: TableStyle) -> tuple[TablePage,
                                                                                                         ...]:
    """Set tables one below the other, in `first` on the first page and in `later` on later pages.

    Tables with equal columns have equal widths. A table has at least two rows on the page where it begins, unless it
    begins the page. Raises TooWideError if the longest words do not fit side by
    side, and TooTallError for a row higher than a page.
    """
    rows_of_columns: dict[tuple[TableColumn, ...], tuple[TableRow, ...]] = {}
    for table in tables:
        rows_of_columns[table.columns] = (*rows_of_columns.get(table.columns, ()), *table.rows)
    sheets: list[TablePage] = []
    items: list[Item] = []
    rect, y = first, first.y
    for table in tables:
        combined = replace(table, rows=rows_of_columns[table.columns])
        remainder: TableLayout | None = set_table(table, measure_columns(combined, later.width, style), style)
        gap = _TABLE_GAP if y > rect.y else 0.0
        while remainder:
            whole, is_page_empty = remainder, rect is later and y == rect.y
            part, remainder = whole.split_at(rect.bottom - y - gap, force_first=is_page_empty)
            if remainder and not is_page_empty and len(part.rows) <= 1 + (table.sum_column is not None):
                remainder = whole  # no row stands alone at the foot of a page
            elif part.rows or not remainder:
                items += part.draw(rect.x, y + gap)
                y += gap + part.height
            if remainder:
                sheets.append(TablePage(tuple(items), y))
                items, rect, y, gap = [], later, later.y, 0.0
    return (*sheets, TablePage(tuple(items), y))


def draw_writing_lines(rect: Rect, pitch: float) -> Iterator[Item]:
    """Yield lines to write on, `pitch` points apart.

    The first line is `pitch` points below the top of the rectangle.
    """
    if count := int(rect.height // pitch):
        yield shapes.lines([(rect.x, rect.y + pitch * number, rect.right, rect.y + pitch * number)
                            for number in range(1, count + 1)], FINE_RULE)
