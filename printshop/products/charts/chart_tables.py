"""Tables of a reference card: headings over a rule, figures in large type, long texts wrapped in their columns.

Drawn at the origin, downwards, in a given width; points, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE
from printshop.layout.boxes import Box
from printshop.products.charts import prose
from printshop.products.charts.chart_look import HAIR, RULE, SMALLEST, Look, line_color
from printshop.products.charts.prose import typeset
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.items import Item, Path
    from printshop.game.charts import Grid

NOTHING = frozenset({"0", "-", "–"})
LEADING = 1.17  # of the lines of a text that is wrapped in its cell
GAP = 4.0  # between columns
GUTTER = 3 * MM  # before a column of words: what stands there must not read on into them; between words as figures
BLANK, AIR = 8 * MM, 1.8  # how high a space to fill in is at least, and what is free above and below it
APART = 3.0  # more between figures: two that nearly touch read as one number


class _Column(NamedTuple):
    """A column of a table: its edges, and the style of its cells; figures stand in the middle, texts may wrap."""

    left: float
    right: float
    style: text.Style
    figures: bool
    wraps: bool = False
    gutter: float = GAP

    def line(self, markup: str, base: float, style: text.Style) -> tuple[Item, ...]:
        """Return a text in this column."""
        x = (self.left + self.right) / 2 if self.figures else self.left + 1
        return text.line(markup, style, x, base, "middle" if self.figures else "start",
                         self.right - self.left, SMALLEST)

    @property
    def words(self) -> float:
        """How wide its lines may be."""
        return self.right - self.left - self.gutter + 1

    def lines(self, cell: str | None) -> int:
        """Return how many lines a cell takes."""
        if not (self.wraps and cell):
            return 1
        return len(text.wrap(typeset(cell), self.style, self.words))


def table(grid: Grid, width: float, look: Look) -> tuple[tuple[Item, ...], float]:
    """Return a table and its height: every other row on a tint; where it is too wide, its texts are wrapped.

    Raises TooWide.
    """
    columns = _columns(grid, width, look)
    above = look.small * 1.3 + 1 if grid.over else 0.0
    head = above + look.small * 1.3 + 1
    style = text.Style("sans", look.small, bold=True)
    edges = list(_edges(grid, columns, head, look))
    items: list[Item] = [*_grounds(edges, width, look.ink), *_over(grid, columns, above, style)]
    for column, heading in zip(columns, grid.columns, strict=True):
        items += column.line(heading, head - 3.2, style)
    items.append(shapes.line(0, head, width, head, RULE))
    blanks = [None in cells for cells in zip(*grid.rows, strict=True)]
    for number, row in enumerate(grid.rows):
        top, foot = edges[number], edges[number + 1]
        for column, cell, blank in zip(columns, row, blanks, strict=True):
            if cell is None or (blank and None in row):  # what is known of a row of spaces has its frame, too
                box = Box(column.left + 2, top + AIR, column.right - column.left - 4, foot - top - 2 * AIR)
                items.append(shapes.rect(*box, fill=WHITE, stroke=HAIR))
            items += _cell(cell, column, (top + foot) / 2, look) if cell is not None else ()
    return tuple(items), edges[-1]


def _over(grid: Grid, columns: Sequence[_Column], foot: float, style: text.Style) -> Iterator[Item]:
    """Give the words that stand over several headings, each on a line as long as these."""
    for words, first, last in grid.over:
        left, right = columns[first].left + 2, columns[last].right - 2
        yield from text.line(words, style, (left + right) / 2, foot - 3.2, "middle", right - left, SMALLEST)
        yield shapes.line(left, foot, right, foot, HAIR)


def _edges(grid: Grid, columns: Sequence[_Column], top: float, look: Look) -> Iterator[float]:
    """Give the top of every row, and the foot of the last."""
    yield top
    pitch = look.size * 1.48 + look.air
    for row in grid.rows:
        lines = max(column.lines(cell) for column, cell in zip(columns, row, strict=True))
        high = pitch + (lines - 1) * LEADING * look.size
        top += max(high, BLANK + 2 * AIR + look.air) if None in row else high
        yield top


def _grounds(edges: Sequence[float], width: float, ink: Ink) -> Iterable[Path]:
    """Return what leads the eye along a row: a tint behind every other one, or fine lines to save ink."""
    if ink is Ink.COLOUR:
        tint = WHITE.mix(BLACK, 0.1)
        return [shapes.rect(0, edges[row], width, edges[row + 1] - edges[row], fill=tint)
                for row in range(1, len(edges) - 1, 2)]
    rules = [(0.0, y, width, y) for y in edges[1:-1]]
    return [shapes.lines(rules, HAIR)] if rules else []


def _columns(grid: Grid, width: float, look: Look) -> list[_Column]:
    """Return the columns: text as wide as it is, figures sharing the rest, smaller where it is little.

    What is too wide even so is wrapped, texts but not figures. Raises TooWide.
    """
    body, count = look.body(), len(grid.columns)
    texts = [column for column in range(count) if column not in grid.values]
    plain = {column: _need(grid, column, body, look) for column in texts}
    rest = width - sum(plain.values())
    figures, needs = _figures(grid, rest, look)
    wraps = sum(needs.values()) > rest + 1e-6
    if wraps:
        plain = _narrowed(grid, plain, width - sum(needs.values()), look)
        rest = width - sum(plain.values())
    needs = _shared(needs, rest) if count - 1 in grid.values else _close(needs, rest, look)
    spare = width - sum(plain.values()) - sum(needs.values())  # to a text that stands last
    if count - 1 in plain:
        plain[count - 1] += max(spare, 0.0)
    columns, x = [], 0.0
    for column in range(count):
        wide = needs.get(column, plain.get(column, 0.0))
        style = figures if column in needs else body
        columns.append(_Column(x, x + wide, style, column in needs, wraps and column in plain,
                               _gutter(grid, column)))
        x += wide
    return columns


def _figures(grid: Grid, rest: float, look: Look) -> tuple[text.Style, dict[int, float]]:
    """Return the style of the figures and what their columns need.

    It is the largest style whose columns are equally wide and stand apart from each other. Where there is none, it is
    the smallest in equal columns, or else any that has room.
    """
    largest = look.figures()
    smaller = largest._replace(size=max(SMALLEST, look.size))  # what is left over keeps them apart
    words = any(" " in (row[column] or "") for row in grid.rows for column in grid.values)
    apart = GUTTER - GAP if words else 0.0
    found = _sized(grid, rest, look, largest, max(apart, APART)) or _sized(grid, rest, look, smaller, apart)
    if found:
        return found
    while True:
        needs = {column: _need(grid, column, largest, look) for column in sorted(grid.values)}
        if sum(needs.values()) <= rest or largest.size <= max(SMALLEST, look.size * 0.9):
            return largest, needs
        largest = largest._replace(size=largest.size - 0.2)


def _sized(
    grid: Grid, rest: float, look: Look, style: text.Style, apart: float
) -> tuple[text.Style, dict[int, float]] | None:
    """Return a style in which columns of figures are equal and fit, and what they need; None if there is none.

    `apart` is what is free between the figures, besides what is between any columns.
    """
    while True:
        needs = {column: _need(grid, column, style, look) + apart for column in sorted(grid.values)}
        if max(needs.values(), default=0.0) * len(needs) <= rest:
            return style, needs
        if style.size <= max(SMALLEST, look.size):
            return None
        style = style._replace(size=style.size - 0.2)


def _shared(needs: dict[int, float], rest: float) -> dict[int, float]:
    """Return the widths of the columns of figures: equal, or where that is too little as wide as they need."""
    even = rest / (len(needs) or 1)
    if any(need > even for need in needs.values()):
        spare = (rest - sum(needs.values())) / len(needs)
        return {column: need + spare for column, need in needs.items()}
    return dict.fromkeys(needs, even)


def _close(needs: dict[int, float], rest: float, look: Look) -> dict[int, float]:
    """Return the widths of columns of figures that texts follow: not so wide that the eye loses the row."""
    widest = max(needs.values(), default=0.0) + 2 * look.size
    return {column: min(wide, widest) for column, wide in _shared(needs, rest).items()}


def _narrowed(grid: Grid, plain: dict[int, float], room: float, look: Look) -> dict[int, float]:
    """Return widths in which the texts can be wrapped; what is to spare goes where most is wanted. Raises TooWide."""
    least = {column: _least(grid, column, look) for column in plain}
    spare = room - sum(least.values())
    if spare < -1e-6:
        raise text.TooWide(f"the table with '{grid.columns[0]}'", sum(least.values()), room, described=True)
    wanted = sum(plain.values()) - sum(least.values())
    return {column: least[column] + spare * (need - least[column]) / (wanted or 1) for column, need in plain.items()}


def _least(grid: Grid, column: int, look: Look) -> float:
    """Return the width of the longest word of a column."""
    words = [word for row in grid.rows for word in text.plain(typeset(row[column] or "")).split()]
    widths = [text.measure(text.escape(word), look.body()) for word in words]
    return max([_heading(grid, column, look), *widths]) + _gutter(grid, column) + 1


def _need(grid: Grid, column: int, style: text.Style, look: Look) -> float:
    widths = [text.measure(typeset(row[column] or ""), style) for row in grid.rows]
    return max([_heading(grid, column, look), *widths]) + _gutter(grid, column)


def _gutter(grid: Grid, column: int) -> float:
    """Return what is free behind the texts of a column; figures in the middle of theirs have half of it before them."""
    if column + 1 == len(grid.columns) or column + 1 in grid.values:
        return GAP
    return GAP + APART if column in grid.values else GUTTER


def _heading(grid: Grid, column: int, look: Look) -> float:
    return text.measure(grid.columns[column], text.Style("sans", look.small, bold=True))


def _cell(cell: str, column: _Column, middle: float, look: Look) -> tuple[Item, ...]:
    style = column.style
    if cell in NOTHING:  # what changes nothing stays in the background
        style = style._replace(color=line_color(look.ink), bold=False)
    words = typeset(cell)
    if column.figures and any(char in prose.FRACTIONS for char in words):  # the text face's have a broken bar
        style = style._replace(family="symbols", size=style.size * 0.9)
    if column.lines(cell) > 1:
        high = column.lines(cell) * LEADING * style.size
        place = (column.left + 1, middle - high / 2, column.words, high)
        return text.block(words, style, place, LEADING).items
    return column.line(words, middle + style.size * style.face.cap_height / 2, style)
