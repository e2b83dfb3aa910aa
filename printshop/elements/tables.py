"""The elements `table` and `sizes`.

They show a table of the game, a table written in place, and the size classes. Lengths are in points, with the origin at
the top left and y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from printshop.drawing import fonts, patterns, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Item, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color
from printshop.elements.context import DrawContext, Items
from printshop.elements.typeset import LEADING, RULE, ElementDrawing, TypesetElement
from printshop.file_names import AREA_PATTERNS
from printshop.game.elements import CHART, ELEMENTS, ShownValues
from printshop.game.field_values import LookupTable
from printshop.layout.rectangles import Rect
from printshop.layout.table import FINE_RULE as HAIR
from printshop.layout.table import (
    LayoutTable,
    TableCell,
    TableColumn,
    TableRow,
    grow_widths,
    measure_longest_word,
    set_table,
)
from printshop.layout.table import TableStyle as TableLook
from printshop.lengths import FRACTION_GLYPHS, MM, format_size_text, typeset_fractions
from printshop.problems import suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, is_unknown
from printshop.source import ScalarNode

Place = tuple[int, int, str]
_COLOR = re.compile("#[0-9a-fA-F]{6}")
DASHES = frozenset({"-", "–"})
NOTHING = DASHES | {"0"}
GAP = 4.0  # between columns
GUTTER = 3 * MM  # before a column of words, so that two columns do not read as one text; and between words as figures
UNKNOWN_LINES = 4  # lines to write on in place of an unknown table
BLANK, AIR = 8 * MM, 1.8  # least height of a space to fill in, and the free space above and below it
_MAIN = 1.9  # of the size of the text: figures of the main row
_TALL = 2.7  # of the size of the text: least height of the main row
_STACKED = 2.5  # of the size of the text: least height of a row with small texts below its cells
# of the size of the text: an icon alone in its cell, if there is room; in sizes of type, the height of an icon, and of
# its middle above the base line
_LONE_ICON, _ICON_HEIGHT, _ICON_MIDDLE = 1.7, 0.82, 0.35
_SWATCH = 3.0  # of the size of the text: the width of a field of a colour
APART = 3.0  # additional space between figures: two that nearly touch read as one number


def _read_table(reader: Reader, name: str) -> TableContent | None:
    """Return the table at a key: a game's table by name, or a table written in place. Report mistakes."""
    node = reader.get_node(name)
    if is_unknown(node):
        return UNKNOWN_TABLE
    if isinstance(node, ScalarNode):
        table = _read_game_table(reader, name)
        return TableContent(table.columns, table.rows, frozenset(range(1, len(table.columns)))) if table else None
    inner = reader.open_mapping(name)
    assert inner is not None
    table = _read_game_table(inner, "of") if "of" in inner else None
    headings = table.columns if table else ()
    columns = inner.read_texts("columns", headings if "of" in inner else ..., may_be_empty="of" not in inner)
    inner.reject_empty_lists("columns", *([] if "of" in inner else ["rows"]))
    for column in columns if table else ():
        if column not in headings:
            inner.add_problem("columns", f"{inner.label}: the table has no column '{column}'",
                              suggest_name(column, headings))
    places = [headings.index(column) for column in columns if column in headings]
    rows = tuple(tuple(row[place] for place in places) for row in table.rows) if table else (
        () if "of" in inner else inner.read_rows("rows", len(columns)))
    main = inner.read_integer("main", 0, 0, len(rows))
    grid = TableContent(columns, rows, _read_columns(inner, "values", len(columns), 2),
                        tuple(_read_spanning_words(inner, len(columns))), main,
                        swatches=_read_columns(inner, "colours", len(columns), len(columns) + 1))
    grid = replace(grid, texts_below=tuple(_read_texts_below(inner, "under", grid)), tinted_cells=frozenset(
        (number, column) for cells in _read_texts_below(inner, "tint", grid) for number, column, _ in cells))
    inner.finish()
    sound = bool(table and places and len(places) == len(columns)) if "of" in inner else bool(columns)
    return grid if sound else None


def _read_game_table(reader: Reader, name: str) -> LookupTable | None:
    """Return the game's table whose name stands at a key, None with a message if there is none."""
    return _find_game_table(reader, name, reader.read_text(name))


def _find_game_table(reader: Reader, name: str, key: str) -> LookupTable | None:
    """Return the game's table with the name `key`; None, and a problem at `name`, if there is none."""
    tables = reader.context.tables
    if key not in tables and not reader.context.written_names.may_have("tables", key):
        reader.add_problem(name, f"the game has no table '{key}'", suggest_name(key, tables))
    table: LookupTable | None = tables.get(key)
    return table


def _read_columns(reader: Reader, name: str, columns: int, first: int) -> frozenset[int]:
    """Return the columns, from 0, whose numbers stand at a key; without this key, all from the number `first` on."""
    column_texts = reader.read_texts(name, tuple(str(number) for number in range(first, columns + 1)))
    good = [column for column in column_texts if column.isdigit() and 1 <= int(column) <= columns]
    for column in column_texts:
        if column not in good:
            reader.add_problem(name, f"{reader.label} has no column {column}",
                               f"write a column from 1 to {columns}")
    return frozenset(int(column) - 1 for column in good)


def _read_spanning_words(reader: Reader, columns: int) -> Iterator[tuple[str, int, int]]:
    """Yield the words over several columns, with the first and the last of these columns, from 0."""
    inner = reader.open_mapping("over")
    last_column = 0  # the last column of the words before
    for words in inner.list_keys() if inner else ():
        assert inner is not None
        texts = inner.read_texts(words)
        ends = [int(end) for end in texts * (2 if len(texts) == 1 else 1) if end.isdigit() and 1 <= int(end) <= columns]
        if len(ends) != 2 or not last_column < ends[0] <= ends[1]:
            inner.add_problem(words,
                              f"'over' of {reader.label}: '{words}' needs a first and a last column, from 1 to "
                              f"{columns}, after the columns of the "
                              "words before it", f"for example, write [2, {columns}]")
            continue
        yield words, ends[0] - 1, ends[1] - 1
        last_column = ends[1]


def _read_texts_below(reader: Reader, name: str, grid: TableContent) -> Iterator[tuple[Place, ...]]:
    """Yield, for each of the game's tables at a key, its texts for the cells of a grid: (row, column, text).

    A cell is found by the first cell of its row and by its heading. Cells with 0 or a dash have no text.
    """
    for key in reader.read_texts(name, ()):
        if not (table := _find_game_table(reader, name, key)):
            continue
        rows = {row[0]: row for row in table.rows}
        lacks = [f"row '{row[0]}'" for row in grid.rows if row[0] not in rows]
        lacks += [f"column '{heading}'" for heading in grid.columns if heading not in table.columns]
        if lacks:
            reader.add_problem(name, f"'{name}' of {reader.label}: the table '{key}' has no {lacks[0]}",
                               "name a table with the same headings and the same words in the first column")
            continue
        yield tuple((number, column, cell) for number, row in enumerate(grid.rows) for column in sorted(grid.values)
                    if (cell := rows[row[0]][table.columns.index(grid.columns[column])]) and cell not in NOTHING)


def _make_table_schema(writer: Any) -> Any:
    """Return the JSON Schema of a table."""
    names = writer.entries.get("tables")
    cells = {"type": "array", "items": {"type": ["array", *json_patterns.TEXT_TYPES]}}
    properties = {"columns": keys.TEXTS_SCHEMA, "rows": cells, "values": keys.TEXTS_SCHEMA,
                  "colours": keys.TEXTS_SCHEMA, "main": {"type": "integer"},
                  "under": keys.TEXTS_SCHEMA, "tint": keys.TEXTS_SCHEMA,
                  "of": json_patterns.make_choice_schema(names) if names else {},
                  "over": {"type": "object", "additionalProperties": keys.TEXTS_SCHEMA}}
    name = json_patterns.make_choice_schema((*names, "unknown")) if names else {"type": "string"}
    return {"anyOf": [name, {"type": "object", "properties": properties, "additionalProperties": False}]}


@dataclass(frozen=True, slots=True)
class TableContent:
    """A table.

    None in place of a cell is a space to fill in; `values` are the columns of figures, from 0. `column_headings` are
    words over several headings, with the first and the last of them. `main_column` is the main row, from 1, or 0: its
    figures are large, those of other rows small. `texts_below` are the small texts under cells, table by table, and
    `tinted_cells` are cells on a tint, (row, column) from 0. Colours in the columns `swatches`, from 0, are printed as
    fields. A table without columns is unknown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    values: frozenset[int]
    column_headings: tuple[tuple[str, int, int], ...] = ()
    main_column: int = 0
    texts_below: tuple[tuple[Place, ...], ...] = ()
    tinted_cells: frozenset[tuple[int, int]] = frozenset()
    swatches: frozenset[int] = frozenset()
    color_signs: tuple[tuple[str, patterns.ColorSign], ...] = ()  # for black ink, by colour

    def typeset(self, width: float, context: DrawContext) -> ElementDrawing:
        """Return the table: every other row on a tint, texts wrapped if it is too wide. Raises TooWideError."""
        heads, widths = self._choose_columns(width, context)
        blanks = [None in cells for cells in zip(*self.rows, strict=True)]
        small = {(number, column): words for cells in self.texts_below for number, column, words in cells}
        figures = {row[column] or "" for row in self.rows for column in self.values} - NOTHING
        pale = NOTHING if figures and all(figure[:1] in "+-–−" for figure in figures) else DASHES
        high = _STACKED * context.text_size + context.row_gap if small else 0.0
        rows = []
        for number, row in enumerate(self.rows, 1):
            cells = [self._rank_cell(_make_cell(cell, column, context, pale,
                                                framed=cell is None or (blank and None in row)), number, wide, context)
                     for cell, column, blank, wide in zip(row, heads, blanks, widths, strict=True)]
            height = (
                BLANK + 2 * AIR + context.row_gap
                if None in row
                else _TALL * context.text_size
                if number == self.main_column
                else high
            )
            fields = self._draw_swatches(row, context)
            cells = [fields.get(place, cell) for place, cell in enumerate(cells)]
            rows.append(TableRow(tuple(self._stack_cell((number - 1, place), cell, small.get((number - 1, place), ""),
                                                        context)
                                       for place, cell in enumerate(cells)), min_height=height))
        colour = context.ink is Ink.COLOUR
        table = set_table(
            LayoutTable(heads, tuple(rows), spanning_headings=self.column_headings),
            widths,
            TableLook(
                context.body_style,
                text.Style("sans", context.small_size, bold=True),
                context.ink,
                LEADING,
                vertical_padding=(0.31 * context.text_size + context.row_gap) / 2,
                centre_vertically=True,
                heading_padding=0.13 * context.small_size + 1,
                heading_drop=3.2,
                row_rule=None if colour else HAIR,
                heading_rule=RULE,
                outer_rule=None,
                stripe_fill=themes.choose_background_color("tint", context.ink)
                if colour and not self.main_column
                else None,
                min_size=context.smallest,
            ),
        )
        return ElementDrawing(tuple(table.draw(0, 0)), table.height, len(self.rows) + 1)

    def _draw_swatches(self, row: Sequence[str | None], context: DrawContext) -> Mapping[int, TableCell]:
        """Return the fields of the colours in a row.

        In black ink, they have the pattern that the row names, or else the sign of the colour on counters.
        """
        pattern_name = next((cell for cell in row if cell in (*AREA_PATTERNS, "solid")), "")
        signs = dict(self.color_signs)

        def find_sign(color: str) -> patterns.ColorSign | None:
            if context.ink is not Ink.BLACK:
                return patterns.ColorSign("solid")
            if pattern_name:
                return patterns.DARK_SIGN if pattern_name == "solid" else patterns.ColorSign(pattern_name)
            return patterns.ColorSign("plain") if parse_color(color) == WHITE else signs.get(color.lower())

        def draw(color: str, sign: patterns.ColorSign, box: Rect) -> Iterable[Item]:
            wide = min(box.width - 2 * AIR - GAP, _SWATCH * context.text_size)
            field = Rect(box.x + 1, box.y + AIR, wide, box.height - 2 * AIR)
            filled = patterns.fill_with_pattern(sign.pattern, field, parse_color(color), context.ink, pitch=3.5,
                                                weight=0.7, field=sign.field)
            return *filled, shapes.rect(*field, stroke=HAIR)

        return {place: TableCell("", draw_content=partial(draw, cell, sign)) for place in sorted(self.swatches)
                if (cell := row[place]) and _COLOR.fullmatch(cell) and (sign := find_sign(cell))}

    def _rank_cell(self, cell: TableCell, row: int, width: float, context: DrawContext) -> TableCell:
        """Return a cell in the style of its row: the main row is large and on a tint, other rows are small."""
        style = cell.style or context.body_style
        if not self.main_column:
            return cell
        if row != self.main_column:
            return cell._replace(style=style._replace(size=min(style.size, context.small_size), bold=False))
        ground = themes.choose_background_color("tint", context.ink)
        if style.bold:
            size = min(_MAIN * context.text_size,
                       style.size * (width - GAP) / (text.measure_text(cell.markup, style) or 1))
            style = style._replace(size=size, color=choose_line_color(context.ink, themes.current_theme().accent))
        return cell._replace(style=style, draw_content=cell.draw_content
                             or (lambda box: [shapes.rect(*box, fill=ground)]))

    def _stack_cell(self, place: tuple[int, int], cell: TableCell, small: str, context: DrawContext) -> TableCell:
        """Return a cell with the small text below it, both in the middle of the box, perhaps on a tint."""
        tinted = place in self.tinted_cells
        if not (small or tinted) or cell.draw_content:
            return cell
        style, black = cell.style or context.body_style, context.ink is Ink.BLACK
        below = text.Style("sans", max(context.smallest, 0.8 * context.text_size), bold=tinted)
        ground = WHITE.mix(choose_area_color(context.ink, themes.current_theme().accent),
                           0.28 if context.ink is Ink.COLOUR else 0.9)

        def draw_content(box: Rect) -> Iterator[Item]:
            x, y = box.center
            if tinted:
                yield shapes.rect(box.x, box.y + 0.4, box.width + 0.3, box.height - 0.8, fill=ground,
                                  stroke=HAIR if black else None)
            heights = [text_style.face.cap_height * text_style.size for text_style in (style, below)]
            top = y - (sum(heights) + 0.3 * context.text_size) / 2 if small else y - heights[0] / 2
            yield from text.set_line(cell.markup, style, x, top + heights[0], "middle", box.width, context.smallest)
            yield from text.set_line(small, below, x, top + sum(heights) + 0.3 * context.text_size, "middle",
                                     box.width - 1, context.smallest)
        return cell._replace(markup="", draw_content=draw_content)

    def _choose_columns(self, width: float, context: DrawContext) -> tuple[tuple[TableColumn, ...], tuple[float, ...]]:
        """Return the columns and their widths: texts have their own width, figures share the rest.

        Figures have the largest size in which equal columns leave additional space between them; else the least size in
        equal columns; else the largest size in which columns of different widths fit. If they still do not fit, texts
        are wrapped, but not figures. Raises TooWideError.
        """
        last, bold = len(self.columns) - 1, text.Style("sans", context.small_size, bold=True)
        heads = [text.measure_text(heading, bold) for heading in self.columns]
        cells = [[typeset_cell(row[column] or "") for row in self.rows] for column in range(last + 1)]
        # the free space behind the words of a column; centred figures have half of it before them
        gutters = [GAP if column == last or column + 1 in self.values else GAP + APART if column in self.values
                   else GUTTER for column in range(last + 1)]

        def needs(columns: Iterable[int], style: text.Style, column_space: float = 0.0) -> dict[int, float]:
            return {column: max([heads[column], *(text.measure_text(cell, style) * (_LONE_ICON if _is_icon(cell) else 1)
                                                  for cell in cells[column])])
                    + gutters[column] + column_space for column in columns}

        body = context.body_style
        texts = needs([column for column in range(last + 1) if column not in self.values], body)
        text_room = width - sum(texts.values())
        largest = text.Style("sans", context.text_size * 1.3, bold=True)
        least = max(context.smallest, context.text_size)
        column_space = GUTTER - GAP if any(" " in cell for column in self.values for cell in cells[column]) else 0.0
        candidates = (*((style, max(column_space, APART), True) for style in _shrink_style(largest, least)),
                      (largest._replace(size=least), column_space, True),  # the remaining width separates them
                      # words that touch read as one: smaller type comes before narrower spaces
                      *((style, free, False) for free in dict.fromkeys((column_space, 0.0))
                        for style in _shrink_style(largest, max(context.smallest, context.text_size * 0.9))))
        for style, free, equal in candidates:
            figures = needs(sorted(self.values), style, free)
            figure_width = sum(figures.values())
            if (max(figures.values(), default=0.0) * len(figures) if equal else figure_width) <= text_room:
                break
        wraps = figure_width > text_room + 1e-6
        if wraps:
            texts = self._narrow_columns(texts, width - figure_width, {
                column: max([heads[column], *(measure_longest_word(cell, body) for cell in cells[column])])
                + gutters[column] + 1 for column in texts})
            text_room = width - sum(texts.values())
        count = len(figures) or 1
        shared = dict.fromkeys(figures, text_room / count)
        if any(need > text_room / count for need in figures.values()):
            shared = {column: need + (text_room - figure_width) / count for column, need in figures.items()}
        if last in texts:  # figures before texts stand close together, so that rows are easy to follow
            widest = max(figures.values(), default=0.0) + 2 * context.text_size
            shared = {column: min(wide, widest) for column, wide in shared.items()}
            texts[last] += max(width - sum(texts.values()) - sum(shared.values()), 0.0)
        columns = (TableColumn(heading, "middle", style=style, padding=(0.0, 0.0)) if column in shared else
                   TableColumn(heading, flexible=wraps, padding=(1.0, gutters[column] - 2))
                   for column, heading in enumerate(self.columns))
        return tuple(columns), tuple((shared | texts)[column] for column in range(last + 1))

    def _narrow_columns(self, texts: dict[int, float], room: float, least: dict[int, float]) -> dict[int, float]:
        """Return widths in which texts can be wrapped; spare width goes to the widest texts. Raises TooWideError."""
        if sum(least.values()) > room + 1e-6:
            raise text.TooWideError(f"the table with '{self.columns[0]}'", sum(least.values()), room, described=True)
        return dict(zip(texts, grow_widths([least[column] for column in texts], [*texts.values()], room), strict=True))


def _shrink_style(style: text.Style, least: float) -> Iterator[text.Style]:
    """Yield a style in smaller and smaller sizes, down to the first one that is at most `least`."""
    yield style
    while style.size > least:
        style = style._replace(size=style.size - 0.2)
        yield style


def _make_cell(cell: str | None, column: TableColumn, context: DrawContext, pale: frozenset[str], *, framed: bool
               ) -> TableCell:
    style, words = column.style or context.body_style, typeset_cell(cell or "")
    if cell in pale:  # values without an effect are pale
        style = style._replace(color=BLACK if context.ink is Ink.BLACK else WHITE.mix(BLACK, 0.62), bold=False)
    # fractions of the text face have a broken bar
    if column.align == "middle" and {*words} & {*FRACTION_GLYPHS.values()}:
        style = style._replace(family="symbols", size=style.size * 0.9)
    if _is_icon(words):
        return TableCell("", style=style, draw_content=partial(_draw_icon, words, style, column))
    return TableCell(words, style=style, draw_content=(
        lambda box: [shapes.rect(*box.inset(2, AIR), fill=WHITE, stroke=HAIR)]) if framed else None)


def _is_icon(markup: str) -> bool:
    return markup[:1] == "<" and len(fonts.insert_icons(markup)) == 1


def _draw_icon(markup: str, style: text.Style, column: TableColumn, box: Rect) -> Iterable[Item]:
    """Draw an icon that is alone in its cell, larger than in a text."""
    width, is_middle = text.measure_text(markup, style), column.align == "middle"
    size = style.size * min(_LONE_ICON, box.height * 0.95 / (_ICON_HEIGHT * style.size), (box.width - GAP) / width)
    x, y = box.center
    return text.set_line(markup, style._replace(size=size), x if is_middle else box.x + 1,
                         y + _ICON_MIDDLE * size, "middle" if is_middle else "start")


def typeset_cell(markup: str) -> str:
    """Return a cell with typographic signs: fractions as one character, a dash in ranges, × between sides.

    >>> typeset_cell("1 1/2 x 2 1/4 in"), typeset_cell("10-12")
    ('1½ × 2¼ in', '10–12')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "–", typeset_fractions(markup).replace(" x ", " × "))


UNKNOWN_TABLE = TableContent((), (), frozenset())


@data_block
class _TableElement(TypesetElement):
    """An element that shows a table, which is the same for all units."""

    subject = "the table"

    def measure(self, content: TableContent, width: float, context: DrawContext) -> float:
        """Return the height in the size of running text.

        For an unknown table, return the height of lines to write on.
        """
        if not content.columns:
            return UNKNOWN_LINES * context.line_pitch + 1
        return super().measure(content, width, context)

    def draw(self, content: TableContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the table in the largest size that fits; for an unknown table, a space to write in."""
        return super().draw(content, rectangle, context) if content.columns else context.draw_space(rectangle, "")


@ELEMENTS.register("table")
@data_block
class GameTable(_TableElement):
    """A table of the game, or a table written in place."""

    table: TableContent | None = keys.custom(
        _read_table, _make_table_schema,
        "a table: `columns`, `rows` and `values`; or the name of a game's table; or `of`, the name of such a table, "
        "with the `columns` to show. `values` are the numbers of the columns, from 1, in which the reader looks up a "
        "result (all but the first); texts in other columns are wrapped where the table would be too wide. A cell that "
        "is a dash is pale, because it changes nothing, and so is `0` if all other figures have a sign. `colours` are "
        "the numbers of columns whose colours "
        "(`\"#e58a7b\"`) are printed as fields. In black ink, such a field has the pattern that a cell of its row "
        "names, or that counters with this colour have, and white is white; else the value is printed. `over` puts "
        "words over several headings, each with the first and the last column. `main` is the number of the row that is "
        "used most, from 1: its results are large, the others small. `under` names tables of the game with the same "
        "headings and rows: their results stand small below those of the same cell. `tint` names such a table, too: a "
        "cell is tinted where that table has a result other than 0 or a dash",
        kind="table", help_text="Columns and rows", default=None, read_if_missing=False, icon="table",
        new_values={"table": {"columns": ["", "1", "2"], "rows": [["First row", "", ""]]}})

    required_attribute = "table"

    def resolve(self, unit_values: ShownValues) -> TableContent:
        """Return the table, which depends on no values."""
        assert self.table
        return self.table


@data_block
class SizeHeadings(DataBlock):
    """The headings of the table of size classes, from the lowest number that there is."""

    key: str = keys.text("the headings", default="")
    name: str = keys.text("", default=lambda reader: reader.context.words("size_heading"))
    number: str = keys.text()
    base: str = keys.text("", default=lambda reader: reader.context.words("base_heading"))
    from_: int = keys.integer("the lowest number of the class", 0, default=1)


@ELEMENTS.register("sizes")
@data_block
class SizeTable(_TableElement):
    """A table of the size classes.

    Bases are written as "1/2 x 3/4 in", with the unit once if both sides have the same.
    """

    sizes: SizeHeadings | None = keys.nested_block(
        SizeHeadings, "a table of the size classes: `key`, `name`, `number`, `base` are the headings, `from` is the "
        "lowest number", label="Table of sizes", default=None)
    size_rows: tuple[tuple[str, ...], ...] = ()

    required_attribute = "sizes"

    def validate(self, reader: Reader) -> Self | None:
        """Return the element with its rows.

        On a chart, figures that differ from the book have the marks of notes.
        """
        if not self.sizes:
            return None
        low, rows = self.sizes.from_, list[tuple[str, ...]]()
        for size in reader.context.sizes:
            numbers = reader.context.words("size_and_more", low=low) if size.up_to is None else f"{low}–{size.up_to}"
            marks = reader.context.note_marks.assign_marks(size.differs) if self.container == CHART else ""
            rows.append((size.key, size.name, numbers, f"**{format_size_text(size.width, size.length)}**{marks}"))
            low = (size.up_to or low) + 1
        if not rows:
            reader.add_problem("sizes", "the game has no size classes", "add size_classes to game.yaml")
            return None
        return super(SizeTable, replace(self, size_rows=tuple(rows))).validate(reader)

    def resolve(self, unit_values: ShownValues) -> TableContent:
        """Return the table, which depends on no values."""
        assert self.sizes
        headings = self.sizes
        names = headings.key, headings.name, headings.number, headings.base
        return TableContent(names, self.size_rows, frozenset({2}))
