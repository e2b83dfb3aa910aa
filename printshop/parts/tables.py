"""Tables of reference cards: written in the card, those of the game, parts of these, and the size classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from printshop.drawing import shapes, text, themes
from printshop.drawing.ink import Ink, area, mark
from printshop.drawing.items import BLACK, WHITE, Item
from printshop.game.values import Table
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, is_unknown
from printshop.layout.boxes import Box
from printshop.layout.table import FINE as HAIR
from printshop.layout.table import Cell, Column, Row, lay, longest
from printshop.layout.table import Look as TableLook
from printshop.layout.table import Table as LayoutTable
from printshop.parts.charts import LEADING, RULE, SMALLEST, Blanks, Drawing, Look, Part, part
from printshop.problems import suggestion
from printshop.source import Scalar
from printshop.units import GLYPHS, MM, set_fractions, written_size

Place = tuple[int, int, str]
NOTHING = frozenset({"0", "-", "–"})
GAP = 4.0  # between columns
GUTTER = 3 * MM  # before a column of words: what stands there must not read on into them; between words as figures
BLANK, AIR = 8 * MM, 1.8  # how high a space to fill in is at least, and what is free above and below it
_MAIN = 1.9  # of the size of the text: figures of the row that is looked for
_TALL = 2.7  # and how high that row is at least
_STACKED = 2.5  # of the size of the text: how high a row is whose cells have something under them
APART = 3.0  # more between figures: two that nearly touch read as one number


def _read_table(at: Reader, name: str) -> Part | None:
    """Return a table; lines to write on for one that is `unknown`."""
    node = at.node(name)
    if is_unknown(node):
        return Blanks(4)
    if isinstance(node, Scalar):
        table = _of_game(at, name)
        return Grid(table.columns, table.rows, frozenset(range(1, len(table.columns)))) if table else None
    inner = at.reader(name)
    assert inner is not None
    table = _of_game(inner, "of") if "of" in inner else None
    headings = table.columns if table else ()
    columns = inner.texts("columns", headings if "of" in inner else ...)
    inner.filled("columns", *([] if "of" in inner else ["rows"]))
    for column in columns if table else ():
        if column not in headings:
            inner.fail("columns", f"{inner.what}: the table has no column '{column}'", suggestion(column, headings))
    places = [headings.index(column) for column in columns if column in headings]
    rows = tuple(tuple(row[place] for place in places) for row in table.rows) if table else (
        () if "of" in inner else inner.rows("rows", len(columns)))
    main = inner.whole("main", 0, 0, len(rows))
    grid = Grid(columns, rows, _values(inner, len(columns)), tuple(_over(inner, len(columns))), main)
    grid = replace(grid, below=tuple(_below(inner, "under", grid)), tinted=frozenset(
        (number, column) for cells in _below(inner, "tint", grid) for number, column, _ in cells))
    inner.done()
    sound = bool(table and places and len(places) == len(columns)) if "of" in inner else bool(columns)
    return grid if sound else None


def _of_game(at: Reader, name: str) -> Table | None:
    """Return a game's table, called by its name."""
    return _called(at, name, at.text(name))


def _called(at: Reader, name: str, key: str) -> Table | None:
    """Return the game's table of a key that stands at `name`, None with a message if there is none."""
    tables = at.context.tables
    if key not in tables and not at.context.noted.has("tables", key):
        at.fail(name, f"the game has no table '{key}'", suggestion(key, tables))
    table: Table | None = tables.get(key)
    return table


def _values(at: Reader, columns: int) -> frozenset[int]:
    named = at.texts("values", tuple(str(number) for number in range(2, columns + 1)))
    good = [column for column in named if column.isdigit() and 1 <= int(column) <= columns]
    for column in named:
        if column not in good:
            at.fail("values", f"{at.what} has no column {column}", f"its columns are 1 to {columns}")
    return frozenset(int(column) - 1 for column in good)


def _over(at: Reader, columns: int) -> Iterator[tuple[str, int, int]]:
    """Yield the words over several columns, these from 0, from left to right."""
    inner = at.reader("over")
    past = 0  # the last column of the words before
    for words in inner.keys() if inner else ():
        assert inner is not None
        texts = inner.texts(words)
        ends = [int(end) for end in texts * (2 if len(texts) == 1 else 1) if end.isdigit() and 1 <= int(end) <= columns]
        if len(ends) != 2 or not past < ends[0] <= ends[1]:
            inner.fail(words, f"'over' of {at.what}: '{words}' needs its first and its last column, "
                       f"1 to {columns}, behind those of the words before", f"write for instance [2, {columns}]")
            continue
        yield words, ends[0] - 1, ends[1] - 1
        past = ends[1]


def _below(at: Reader, name: str, grid: Grid) -> Iterator[tuple[Place, ...]]:
    """Give, for each of the game's tables named at a key, what it has for the cells of another: (row, column, text).

    Cells go by the first of their row and by their heading; what is 0 or a dash is nothing.
    """
    for key in at.texts(name, ()):
        if not (table := _called(at, name, key)):
            continue
        rows = {row[0]: row for row in table.rows}
        lacks = [f"row '{row[0]}'" for row in grid.rows if row[0] not in rows]
        lacks += [f"column '{heading}'" for heading in grid.columns if heading not in table.columns]
        if lacks:
            at.fail(name, f"'{name}' of {at.what}: the table '{key}' has no {lacks[0]}",
                    "name a table with the same headings, and the same words at the head of its rows")
            continue
        yield tuple((number, column, cell) for number, row in enumerate(grid.rows) for column in sorted(grid.values)
                    if (cell := rows[row[0]][table.columns.index(grid.columns[column])]) and cell not in NOTHING)


def _table_shape(writer: Any) -> Any:
    names = writer.entries.get("tables")
    cells = {"type": "array", "items": {"type": ["array", *patterns.TEXT]}}
    properties = {"columns": keys.TEXTS, "rows": cells, "values": keys.TEXTS, "main": {"type": "integer"},
                  "under": keys.TEXTS, "tint": keys.TEXTS,
                  "of": patterns.choice(names) if names else {},
                  "over": {"type": "object", "additionalProperties": keys.TEXTS}}
    name = patterns.choice((*names, "unknown")) if names else {"type": "string"}
    return {"anyOf": [name, {"type": "object", "properties": properties, "additionalProperties": False}]}


@part("table", keys.special(
    _read_table, _table_shape,
    "`columns`, `rows` and `values` (which columns hold the figures that are looked for, from 1: all but "
    "the first; texts in the others are wrapped where the table would be too wide); or the name of a game's table; "
    "or `of`, its name, with the `columns` of it that are wanted. `over` are words over several headings, with the "
    "first and the last column of them; `main` is the row that is looked for, from 1: its figures are large, those of "
    "the others small. `under` names tables of the game with the same headings and rows: what they have for a cell "
    "stands small below it; `tint`, another one: cells for which it has a figure, not 0 or a dash, are tinted"))
@dataclass(frozen=True, slots=True)
class Grid(Part):
    """A table. None in place of a cell is a space to fill in; `values` are the columns of figures, from 0.

    `over` are words over several headings, with the first and the last of them. `main` is the row that is looked for,
    from 1, or 0: its figures are large, those of the others small. `below` is what stands small under cells, table by
    table, and `tinted` are cells on a tint, (row, column) from 0.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    values: frozenset[int]
    over: tuple[tuple[str, int, int], ...] = ()
    main: int = 0
    below: tuple[tuple[Place, ...], ...] = ()
    tinted: frozenset[tuple[int, int]] = frozenset()

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        """Return the table: every other row on a tint; where it is too wide, its texts are wrapped. Raises TooWide."""
        heads, widths = self._columns(width, look)
        blanks = [None in cells for cells in zip(*self.rows, strict=True)]
        small = {(number, column): words for cells in self.below for number, column, words in cells}
        high = _STACKED * look.size + look.air if small else 0.0
        rows = []
        for number, row in enumerate(self.rows, 1):
            cells = [self._ranked(_cell(cell, column, look, framed=cell is None or (blank and None in row)), number,
                                  wide, look) for cell, column, blank, wide in zip(row, heads, blanks, widths,
                                                                                   strict=True)]
            height = BLANK + 2 * AIR + look.air if None in row else _TALL * look.size if number == self.main else high
            rows.append(Row(tuple(self._stacked((number - 1, place), cell, small.get((number - 1, place), ""), look)
                                  for place, cell in enumerate(cells)), height=height))
        colour = look.ink is Ink.COLOUR
        table = lay(LayoutTable(heads, tuple(rows), over=self.over), widths, TableLook(
            look.body, text.Style("sans", look.small, bold=True), look.ink, LEADING,
            down=(0.31 * look.size + look.air) / 2, middle=True, air=0.13 * look.small + 1, drop=3.2,
            between=None if colour else HAIR, below_head=RULE, edge=None,
            stripes=themes.ground("tint", look.ink) if colour and not self.main else None, smallest=SMALLEST))
        return Drawing(tuple(table.draw(0, 0)), table.height)

    def _ranked(self, cell: Cell, row: int, width: float, look: Look) -> Cell:
        """Return a cell as its row has it: that which is looked for large and on a tint, the others small."""
        style = cell.style or look.body
        if not self.main:
            return cell
        if row != self.main:
            return cell._replace(style=style._replace(size=min(style.size, look.small), bold=False))
        ground = themes.ground("tint", look.ink)
        if style.bold:
            size = min(_MAIN * look.size, style.size * (width - 2) / (text.measure(cell.markup, style) or 1))
            style = style._replace(size=size, color=mark(look.ink, themes.worn().accent))
        return cell._replace(style=style, drawn=cell.drawn or (lambda box: [shapes.rect(*box, fill=ground)]))

    def _stacked(self, place: tuple[int, int], cell: Cell, small: str, look: Look) -> Cell:
        """Return a cell with what stands small under it, both in the middle of its box, perhaps on a tint."""
        tinted = place in self.tinted
        if not (small or tinted) or cell.drawn:
            return cell
        style, black = cell.style or look.body, look.ink is Ink.BLACK
        below = text.Style("sans", max(SMALLEST, 0.8 * look.size), bold=tinted)
        ground = WHITE.mix(area(look.ink, themes.worn().accent), 0.28 if look.ink is Ink.COLOUR else 0.9)

        def drawn(box: Box) -> Iterator[Item]:
            x, y = box.center
            if tinted:
                yield shapes.rect(box.x, box.y + 0.4, box.width + 0.3, box.height - 0.8, fill=ground,
                                  stroke=HAIR if black else None)
            heights = [one.face.cap_height * one.size for one in (style, below)]
            top = y - (sum(heights) + 0.3 * look.size) / 2 if small else y - heights[0] / 2
            yield from text.line(cell.markup, style, x, top + heights[0], "middle", box.width, SMALLEST)
            yield from text.line(small, below, x, top + sum(heights) + 0.3 * look.size, "middle", box.width - 1, 6.0)
        return cell._replace(markup="", drawn=drawn)

    def _columns(self, width: float, look: Look) -> tuple[tuple[Column, ...], tuple[float, ...]]:
        """Return the columns and their widths: texts as wide as they are, figures sharing the rest, perhaps smaller.

        Figures are set in the largest style whose columns are equally wide and stand apart from each other; where there
        is none, in the smallest in equal columns, or else in any that has room. What is too wide even so is wrapped,
        texts but not figures. Raises TooWide.
        """
        last, bold = len(self.columns) - 1, text.Style("sans", look.small, bold=True)
        heads = [text.measure(heading, bold) for heading in self.columns]
        cells = [[typeset(row[column] or "") for row in self.rows] for column in range(last + 1)]
        # what is free behind the words of a column; figures in the middle of theirs have half before them
        gutters = [GAP if column == last or column + 1 in self.values else GAP + APART if column in self.values
                   else GUTTER for column in range(last + 1)]

        def needs(columns: Iterable[int], style: text.Style, apart: float = 0.0) -> dict[int, float]:
            return {column: max([heads[column], *(text.measure(cell, style) for cell in cells[column])])
                    + gutters[column] + apart for column in columns}

        texts = needs([column for column in range(last + 1) if column not in self.values], look.body)
        text_room = width - sum(texts.values())
        largest, least = text.Style("sans", look.size * 1.3, bold=True), max(SMALLEST, look.size)
        apart = GUTTER - GAP if any(" " in cell for column in self.values for cell in cells[column]) else 0.0
        ways = (*((style, max(apart, APART), True) for style in _shrinking(largest, least)),
                (largest._replace(size=least), apart, True),  # what is left over keeps them apart
                *((style, 0.0, False) for style in _shrinking(largest, max(SMALLEST, look.size * 0.9))))
        for style, free, equal in ways:
            figures = needs(sorted(self.values), style, free)
            figure_width = sum(figures.values())
            if (max(figures.values(), default=0.0) * len(figures) if equal else figure_width) <= text_room:
                break
        wraps = figure_width > text_room + 1e-6
        if wraps:
            texts = self._narrowed(texts, width - figure_width, {
                column: max([heads[column], *(longest(cell, look.body) for cell in cells[column])])
                + gutters[column] + 1 for column in texts})
            text_room = width - sum(texts.values())
        count = len(figures) or 1
        shared = dict.fromkeys(figures, text_room / count)
        if any(need > text_room / count for need in figures.values()):
            shared = {column: need + (text_room - figure_width) / count for column, need in figures.items()}
        if last in texts:  # figures that texts follow stand close, so that the eye does not lose the row
            widest = max(figures.values(), default=0.0) + 2 * look.size
            shared = {column: min(wide, widest) for column, wide in shared.items()}
            texts[last] += max(width - sum(texts.values()) - sum(shared.values()), 0.0)
        columns = (Column(heading, "middle", style=style, pad=(0.0, 0.0)) if column in shared else
                   Column(heading, free=wraps, pad=(1.0, gutters[column] - 2))
                   for column, heading in enumerate(self.columns))
        return tuple(columns), tuple((shared | texts)[column] for column in range(last + 1))

    def _narrowed(self, texts: dict[int, float], room: float, least: dict[int, float]) -> dict[int, float]:
        """Return widths in which texts can be wrapped; what is to spare goes where most is wanted. Raises TooWide."""
        spare, demand = room - sum(least.values()), sum(texts.values()) - sum(least.values())
        if spare < -1e-6:
            raise text.TooWide(f"the table with '{self.columns[0]}'", sum(least.values()), room, described=True)
        return {column: least[column] + spare * (need - least[column]) / (demand or 1)
                for column, need in texts.items()}


def _shrinking(style: text.Style, least: float) -> Iterator[text.Style]:
    """Give a style in smaller and smaller sizes, down to the first that is no more than the least."""
    yield style
    while style.size > least:
        style = style._replace(size=style.size - 0.2)
        yield style


def _cell(cell: str | None, column: Column, look: Look, *, framed: bool) -> Cell:
    style, words = column.style or look.body, typeset(cell or "")
    if cell in NOTHING:  # what changes nothing stays in the background
        style = style._replace(color=BLACK if look.ink is Ink.BLACK else WHITE.mix(BLACK, 0.62), bold=False)
    if column.align == "middle" and {*words} & {*GLYPHS.values()}:  # the text face's have a broken bar
        style = style._replace(family="symbols", size=style.size * 0.9)
    return Cell(words, style=style, drawn=(
        lambda box: [shapes.rect(*box.inset(2, AIR), fill=WHITE, stroke=HAIR)]) if framed else None)


def typeset(markup: str) -> str:
    """Return a cell as a printer sets it: fractions as one character, a dash in ranges, a sign between sides.

    >>> typeset("1 1/2 x 2 1/4 in"), typeset("10-12")
    ('1½ × 2¼ in', '10–12')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "–", set_fractions(markup).replace(" x ", " × "))


@block
class Sizes(Block):
    """The headings of the table of size classes, from the lowest number that there is."""

    key: str = keys.text("the headings", default="")
    name: str = keys.text("", default="Size")
    number: str = keys.text()
    base: str = keys.text("", default="Base")
    from_: int = keys.whole("the lowest number", 0, default=1)


def _read_sizes(at: Reader, name: str) -> Grid:
    """Return the table; bases as "1/2 x 3/4 in", the unit once if both sides have the same."""
    headings: Sizes = keys.key(keys.inner(Sizes)).take(at, name)
    low, rows = headings.from_, []
    for size in at.context.sizes:
        numbers = f"{low} and more" if size.up_to is None else f"{low}–{size.up_to}"
        base = written_size(size.width, size.length)
        rows.append((size.key, size.name, numbers, f"**{base}**{at.context.marks.of(size.differs)}"))
        low = (size.up_to or low) + 1
    if not rows:
        at.fail(name, "the game has no size classes", "write them as size_classes in game.yaml")
    return Grid((headings.key, headings.name, headings.number, headings.base), tuple(rows), frozenset({2}))


part("sizes", keys.special(
    _read_sizes, lambda writer: writer.block(Sizes),
    "the size classes: `key`, `name`, `number`, `base` give the headings, `from` the lowest number"))(Grid)
