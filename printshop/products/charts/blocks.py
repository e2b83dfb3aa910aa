"""The blocks of a reference card, drawn: headings, tables, lists, chains and ladders of distance.

Everything here draws at the origin, downwards, in a given width, and says how high it has become: points,
origin top left, y down. The page is composed by `printshop.products.charts.charts`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, assert_never

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke
from printshop.game.charts import Blanks, Block, Chain, Grid, HexFigures, Items, Ladder, Part, Ruler, Say
from printshop.layout.boxes import Box, balance
from printshop.layout.table import FINE as HAIR
from printshop.layout.table import Cell, Column, Row, Table, lay, ruled
from printshop.layout.table import Look as TableLook
from printshop.products.hexmaps import figures
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SMALLEST = 7.5  # points: nobody reads less across a table
PADDING = 5.5
COLUMN_GAP = 12.0  # between the columns of a list
HEADING = 1.12  # of the size of the text: a title
RULE = Stroke(BLACK, 0.7)
_PALE = WHITE.mix(BLACK, 0.5)

LEADING = 1.17  # of the lines of a text
NOTHING = frozenset({"0", "-", "–"})
GAP = 4.0  # between columns
GUTTER = 3 * MM  # before a column of words: what stands there must not read on into them; between words as figures
BLANK, AIR = 8 * MM, 1.8  # how high a space to fill in is at least, and what is free above and below it
APART = 3.0  # more between figures: two that nearly touch read as one number

_LEAD = re.compile(r"(?P<lead>[^:*]{1,28}): (?P<rest>.+)", re.DOTALL)
_SHORT = 0.2  # a last line that takes less of the width than this looks lost, as a single word does
_NARROWER = 0.7  # a text is set no narrower than this share to fill its last line
_FRACTIONS = {
    "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾",
    "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}
FRACTIONS = frozenset(_FRACTIONS.values())


class Look(NamedTuple):
    """How a block is set: the size of its text, the air between its rows, the ink it may take, its title (0: 1.12)."""

    size: float
    air: float
    ink: Ink
    title: float = 0.0

    @property
    def small(self) -> float:
        """The size of small print."""
        return max(SMALLEST, self.size - 0.8)

    def body(self) -> text.Style:
        """Return the style of running text."""
        return text.Style("sans", self.size)

    def figures(self) -> text.Style:
        """Return the style of the figures that are looked for."""
        return text.Style("sans", self.size * 1.3, bold=True)


def line_color(ink: Ink) -> Color:
    """Return the colour of what stays in the background."""
    return BLACK if ink is Ink.BLACK else _PALE


class Drawn(NamedTuple):
    """A drawing at the origin, and how far down it goes."""

    items: tuple[Item, ...]
    height: float


def moved(drawn: Iterable[Item], x: float, y: float) -> Group:
    """Return a drawing shifted by x and y."""
    return Group(tuple(drawn), Transform().translate(x, y))


@fonts.remembered(256)
def block_of(block: Block, width: float, look: Look) -> Drawn:
    """Return a whole block: its frame, the heading on it, its parts below each other."""
    heading = _heading(block, width, look)
    items: list[Item] = []
    y = heading.height + PADDING * 0.9 + look.air
    for number, part in enumerate(block.parts):
        y += (2.5 + look.air) if number else 0.0
        drawn = _part(part, width - 2 * PADDING, look, 3 if block.across else 1)
        items.append(moved(drawn.items, PADDING, y))
        y += drawn.height
    height = y + PADDING * 0.8 + look.air
    ground = shade(look.ink, 0.06) if block.mark else WHITE
    frame = shapes.rect(0, 0, width, height, fill=ground, stroke=RULE)
    return Drawn((frame, *heading.items, *items), height)


def _heading(block: Block, width: float, look: Look) -> Drawn:
    """Return the heading: white on black; for a marked block, and where ink is saved, black on a tint."""
    size = look.size * HEADING
    height = size * 1.62
    dark = not block.mark and look.ink is Ink.COLOUR
    ground = BLACK if dark else shade(look.ink, 0.2 if block.mark else 0.1)
    color = WHITE if dark else BLACK
    base = height / 2 + size * text.Style("serif", bold=True).face.cap_height / 2
    mark = text.line(block.mark, _marked(look)._replace(color=color), width - PADDING, base, "end")
    style = _titled(look.title or title_size(block, width, look))._replace(color=color)
    title = text.line(block.title.upper(), style, PADDING, base, max_width=_free(block, width, look),
                      min_size=SMALLEST)
    return Drawn((shapes.rect(0, 0, width, height, fill=ground, stroke=RULE), *title, *mark), height)


def title_size(block: Block, width: float, look: Look) -> float:
    """Return the size in which the title of a block fits, at most what goes with its text."""
    size = look.size * HEADING
    wide = text.measure(block.title.upper(), _titled(size))
    return max(min(size, size * _free(block, width, look) / (wide or 1)), SMALLEST)


def _titled(size: float) -> text.Style:
    return text.Style("serif", size, bold=True, tracking=size * 0.06)


def _marked(look: Look) -> text.Style:
    return text.Style("serif", look.small, italic=True)


def _free(block: Block, width: float, look: Look) -> float:
    return width - 2 * PADDING - (text.measure(block.mark, _marked(look)) + 6 if block.mark else 0)


def _part(part: Part, width: float, look: Look, columns: int) -> Drawn:
    match part:
        case Say():
            drawn = _say(part, width, look)
        case Items():
            drawn = _in_columns(part, width, look, columns)
        case Chain():
            drawn = _chain(part, width, look)
        case Grid():
            drawn = table(part, width, look)
        case Ladder():
            drawn = _ladder(part, width, look)
        case HexFigures():
            drawn = Drawn(*figures.figures(part, width, look.size, look.ink))
        case Blanks():
            pitch = look.size * 1.9 + look.air
            room = Box(0, 0, width, pitch * part.count + 0.1)
            drawn = Drawn(tuple(ruled(room, pitch)), pitch * part.count + 1)
        case _:
            assert_never(part)
    return drawn


def _say(say: Say, width: float, look: Look) -> Drawn:
    if say.style == "big":
        return _statement(say, width, look)
    style = text.Style("sans", look.small if say.style == "note" else look.size)
    return _stacked([paragraph(one, style, 0, 0, width) for one in say.texts], 2 + look.air)


def _statement(say: Say, width: float, look: Look) -> Drawn:
    size = look.size * 1.5
    style = text.Style("serif", size, bold=True)
    items: list[Item] = []
    for number, one in enumerate(say.texts):
        items += text.line(one, style, width / 2, size * (number * 1.25 + 0.86), "middle", width, look.size)
    return Drawn(tuple(items), size * 1.25 * len(say.texts))


def _stacked(blocks: Sequence[text.Block], gap: float) -> Drawn:
    items: list[Item] = []
    y = 0.0
    for number, block in enumerate(blocks):
        y += gap if number else 0.0
        items.append(moved(block.items, 0, y))
        y += block.height
    return Drawn(tuple(items), y)


def _in_columns(part: Items, width: float, look: Look, columns: int) -> Drawn:
    """Return a list in balanced columns: a line across the whole page is too long to read."""
    wide = (width + COLUMN_GAP) / columns - COLUMN_GAP
    single = [_items(Items((one,), part.numbered), wide, look).height for one in part.texts]
    gap = 1.2 + look.air * 0.8
    drawn = [_items(Items(part.texts[numbers.start : numbers.stop], part.numbered), wide, look, numbers.start)
             for numbers in balance(single, columns, gap)]
    items = tuple(moved(one.items, number * (wide + COLUMN_GAP), 0) for number, one in enumerate(drawn))
    return Drawn(items, max(one.height for one in drawn))


def _items(part: Items, width: float, look: Look, first: int = 0) -> Drawn:
    indent = look.size * (1.25 if part.numbered else 0.85)
    items: list[Item] = []
    y = 0.0
    for number, one in enumerate(part.texts, first + 1):
        y += (1.2 + look.air * 0.8) if number > first + 1 else 0.0
        block = paragraph(run_in(one), look.body(), indent, y, width - indent)
        items += block.items
        items += _bullet(number if part.numbered else 0, y, look)
        y += block.height
    return Drawn(tuple(items), y)


def _bullet(number: int, y: float, look: Look) -> tuple[Item, ...]:
    face = look.body().face
    base = y + look.size * (0.085 + face.ascent)
    if number:
        style = text.Style("serif", look.size * 1.25, bold=True)
        return text.line(str(number), style, look.size * 0.42, base, "middle")
    middle = base - look.size * face.x_height / 2
    return (shapes.regular(look.size * 0.26, middle, look.size * 0.21, 4, fill=BLACK),)


# --- chains ---------------------------------------------------------------------------------------------


def _chain(chain: Chain, width: float, look: Look) -> Drawn:
    """Return the links in boxes with arrows between them, on one row or, read like text, on several."""
    style = text.Style("sans", look.size, bold=True)
    widest = max(text.measure(link, style) for link in chain.links)
    arrow, height = look.size * 1.1, look.size * 1.7
    for rows in range(1, len(chain.links) + 1):
        across = -(-len(chain.links) // rows)
        cell = (width + (arrow if rows == 1 else 0)) / across - arrow
        size = min(look.size, look.size * (cell - 5) / widest)
        if size >= max(SMALLEST, look.size * 0.85):
            break
    pitch = height + 3 + look.air
    items: list[Item] = []
    for number, link in enumerate(chain.links):
        box = Box(number % across * (cell + arrow), number // across * pitch, cell, height)
        last = number == len(chain.links) - 1
        items += _link(link, box, style._replace(size=size), last=last)
        if not last:
            tip = box.right + arrow * 0.82
            items.append(shapes.arrow(tip, box.center[1], 90, arrow * 0.62, arrow * 0.62, fill=BLACK))
    return Drawn(tuple(items), pitch * (rows - 1) + height)


def _link(link: str, box: Box, style: text.Style, *, last: bool) -> tuple[Item, ...]:
    color = WHITE if last else BLACK
    x, y = box.center
    base = y + style.size * style.face.cap_height / 2
    words = text.line(link, style._replace(color=color), x, base, "middle", box.width - 4, SMALLEST)
    return (shapes.rounded_rect(*box, 3, fill=BLACK if last else WHITE, stroke=RULE), *words)


# --- ladders of distance --------------------------------------------------------------------------------


def _ladder(ladder: Ladder, width: float, look: Look) -> Drawn:
    """Return the bands as a scale: what they cost in large type, and a ruler for each kind of distance.

    The first ruler stands above the bands, the others below them.
    """
    style = text.Style("serif", look.size * 1.15, bold=True)
    label = max(text.measure(ruler.label, style) for ruler in ladder.rulers) + 10
    beyond = text.measure(ladder.beyond, text.Style("serif", look.size, italic=True)) + 12
    step = (width - label - max(beyond, look.size * 2.6)) / len(ladder.bands)
    scale, band = look.size * 1.75, look.size * 2.5
    items: list[Item] = list(_bands(ladder, Box(label, scale, step, band), width, look))
    for number, ruler in enumerate(ladder.rulers):
        y = scale if number == 0 else scale + band + (number - 1) * scale
        items += _ruler(ruler, len(ladder.bands), (label, y, step), look, above=number == 0)
    return Drawn(tuple(items), scale * len(ladder.rulers) + band + 1)


def _bands(ladder: Ladder, first: Box, width: float, look: Look) -> Iterable[Item]:
    style = text.Style("serif", look.size * 2.1, bold=True)
    base = first.center[1] + style.size * style.face.cap_height / 2
    for number, band in enumerate(ladder.bands):
        x = first.x + number * first.width
        ground = shade(look.ink, 0.24 * number / len(ladder.bands))
        yield shapes.rect(x, first.y, first.width, first.height, fill=ground, stroke=RULE)
        yield from text.line(band, style, x + first.width / 2, base, "middle", first.width - 4, SMALLEST)
    if ladder.beyond:
        quiet = text.Style("serif", look.size, italic=True)
        yield from text.line(ladder.beyond, quiet, width - 1, first.center[1] + look.size * 0.25, "end")


def _ruler(
    ruler: Ruler, bands: int, place: tuple[float, float, float], look: Look, *, above: bool
) -> Iterable[Item]:
    """Return a ruler along the bands: its ticks, the distances at them, its label at the left."""
    left, y, step = place
    out = -1.0 if above else 1.0
    size = look.size * 1.1
    base = y - 5.5 if above else y + 5.5 + size * 0.72
    figure = text.Style("sans", size, bold=True)
    for number in range(bands + 1):
        x = left + number * step
        yield shapes.line(x, y, x, y + out * 4, RULE)
        label = ruler.every.times(number).amount
        if number < bands:
            yield from text.line(label, figure, x, base, "middle")
        else:  # the unit stands behind the last figure, which keeps its place
            wide = text.measure(label, figure)
            yield from text.line(f"{label} {ruler.every.unit}", figure, x - wide / 2, base)
    style = text.Style("serif", look.size * 1.15, bold=True)
    yield from text.line(ruler.label, style, 0, base)


# --- tables --------------------------------------------------------------------------------------------------------


def table(grid: Grid, width: float, look: Look) -> Drawn:
    """Return a table: every other row on a tint; where it is too wide, its texts are wrapped. Raises TooWide."""
    columns, widths = _columns(grid, width, look)
    blanks = [None in cells for cells in zip(*grid.rows, strict=True)]
    rows = [Row(tuple(_cell(cell, column, look, framed=cell is None or (blank and None in row))
                      for cell, column, blank in zip(row, columns, blanks, strict=True)),
                height=BLANK + 2 * AIR + look.air if None in row else 0.0) for row in grid.rows]
    colour = look.ink is Ink.COLOUR
    table_look = TableLook(
        look.body(), text.Style("sans", look.small, bold=True), look.ink, LEADING,
        down=(0.31 * look.size + look.air) / 2, middle=True, air=0.13 * look.small + 1, drop=3.2,
        between=None if colour else HAIR, below_head=RULE, edge=None,
        stripes=WHITE.mix(BLACK, 0.1) if colour else None, smallest=SMALLEST)
    laid = lay(Table(columns, tuple(rows), over=grid.over), widths, table_look)
    return Drawn(tuple(laid.draw(0, 0)), laid.height)


def _cell(cell: str | None, column: Column, look: Look, *, framed: bool) -> Cell:
    style = column.style or look.body()
    words = typeset(cell or "")
    if cell in NOTHING:  # what changes nothing stays in the background
        style = style._replace(color=line_color(look.ink), bold=False)
    if column.align == "middle" and any(char in FRACTIONS for char in words):  # the text face's have a broken bar
        style = style._replace(family="symbols", size=style.size * 0.9)
    return Cell(words, style=style, drawn=_to_fill_in if framed else None)


def _to_fill_in(box: Box) -> Iterator[Item]:
    yield shapes.rect(*box.inset(2, AIR), fill=WHITE, stroke=HAIR)


def _columns(grid: Grid, width: float, look: Look) -> tuple[tuple[Column, ...], tuple[float, ...]]:
    """Return the columns and their widths: text as wide as it is, figures sharing the rest, smaller where it is little.

    What is too wide even so is wrapped, texts but not figures. Raises TooWide.
    """
    body, count = look.body(), len(grid.columns)
    texts = {column: _need(grid, column, body, look) for column in range(count) if column not in grid.values}
    rest = width - sum(texts.values())
    figures, needs = _figures(grid, rest, look)
    wraps = sum(needs.values()) > rest + 1e-6
    if wraps:
        texts = _narrowed(grid, texts, width - sum(needs.values()), look)
        rest = width - sum(texts.values())
    even = rest / (len(needs) or 1)
    if any(need > even for need in needs.values()):
        spare = (rest - sum(needs.values())) / len(needs)
        shared = {column: need + spare for column, need in needs.items()}
    else:
        shared = dict.fromkeys(needs, even)
    if count - 1 in texts:  # figures that texts follow stand close, so that the eye does not lose the row
        widest = max(needs.values(), default=0.0) + 2 * look.size
        shared = {column: min(wide, widest) for column, wide in shared.items()}
        texts[count - 1] += max(width - sum(texts.values()) - sum(shared.values()), 0.0)
    columns = (Column(heading, "middle", style=figures, pad=(0.0, 0.0)) if column in shared else
               Column(heading, free=wraps, pad=(1.0, _gutter(grid, column) - 2))
               for column, heading in enumerate(grid.columns))
    return tuple(columns), tuple(shared.get(column, texts.get(column, 0.0)) for column in range(count))


def _figures(grid: Grid, rest: float, look: Look) -> tuple[text.Style, dict[int, float]]:
    """Return the style of the figures and what their columns need.

    It is the largest style whose columns are equally wide and stand apart from each other. Where there is none, it is
    the smallest in equal columns, or else any that has room.
    """
    def needs(style: text.Style, apart: float = 0.0) -> dict[int, float]:
        return {column: _need(grid, column, style, look) + apart for column in sorted(grid.values)}

    largest = look.figures()
    words = any(" " in (row[column] or "") for row in grid.rows for column in grid.values)
    apart = GUTTER - GAP if words else 0.0
    smaller = largest._replace(size=max(SMALLEST, look.size))  # what is left over keeps them apart
    for style, free in ((largest, max(apart, APART)), (smaller, apart)):
        size = style.size
        while True:
            equal = needs(style._replace(size=size), free)
            if max(equal.values(), default=0.0) * len(equal) <= rest:
                return style._replace(size=size), equal
            if size <= max(SMALLEST, look.size):
                break
            size -= 0.2
    while True:
        found = needs(largest)
        if sum(found.values()) <= rest or largest.size <= max(SMALLEST, look.size * 0.9):
            return largest, found
        largest = largest._replace(size=largest.size - 0.2)


def _narrowed(grid: Grid, texts: dict[int, float], room: float, look: Look) -> dict[int, float]:
    """Return widths in which the texts can be wrapped; what is to spare goes where most is wanted. Raises TooWide."""
    least = {}
    for column in texts:  # the longest word
        words = [word for row in grid.rows for word in text.plain(typeset(row[column] or "")).split()]
        wide = max(text.measure(text.escape(word), look.body()) for word in ("", *words))
        least[column] = max(_head(grid, column, look), wide) + _gutter(grid, column) + 1
    spare = room - sum(least.values())
    if spare < -1e-6:
        raise text.TooWide(f"the table with '{grid.columns[0]}'", sum(least.values()), room, described=True)
    wanted = sum(texts.values()) - sum(least.values())
    return {column: least[column] + spare * (need - least[column]) / (wanted or 1) for column, need in texts.items()}


def _need(grid: Grid, column: int, style: text.Style, look: Look) -> float:
    widths = [text.measure(typeset(row[column] or ""), style) for row in grid.rows]
    return max([_head(grid, column, look), *widths]) + _gutter(grid, column)


def _gutter(grid: Grid, column: int) -> float:
    """Return what is free behind the texts of a column; figures in the middle of theirs have half of it before them."""
    if column + 1 == len(grid.columns) or column + 1 in grid.values:
        return GAP
    return GAP + APART if column in grid.values else GUTTER


def _head(grid: Grid, column: int, look: Look) -> float:
    return text.measure(grid.columns[column], text.Style("sans", look.small, bold=True))


# --- words as a printer sets them ----------------------------------------------------------------------------------


def run_in(markup: str) -> str:
    """Return a text that begins "Word: rest" with the word and its colon in bold.

    >>> run_in("Range: +1 for every full 5 in.")
    '**Range:** +1 for every full 5 in.'
    """
    match = _LEAD.fullmatch(markup)
    return f"**{match['lead']}:** {match['rest']}" if match else markup


def typeset(markup: str) -> str:
    """Return a cell as a printer sets it: fractions as one character, a dash in ranges, a sign between sides.

    >>> typeset("1 1/2 x 2 1/4 in"), typeset("10-12")
    ('1½ × 2¼ in', '10–12')
    """
    text = re.sub(r"(?:(?<=\d) )?(?<![\d/])([1357]/[2348])(?![\d/])",
                  lambda match: _FRACTIONS.get(match[1], match[0]), markup)
    return re.sub(r"(?<=\d)-(?=\d)", "–", text.replace(" x ", " × "))


def paragraph(markup: str, style: text.Style, x: float, y: float, width: float) -> text.Block:
    """Return a paragraph; where its last line would be a word alone, the lines above it are a little shorter."""
    lines = text.wrap(markup, style, width)
    narrow = width
    if "\n" not in markup and len(lines) > 1 and _lost(lines[-1], width):
        for step in range(1, 7):
            tried = width * (1 - (1 - _NARROWER) * step / 6)
            try:
                found = text.wrap(markup, style, tried)
            except text.TooWide:
                break
            if len(found) > len(lines):
                break
            if not _lost(found[-1], width):
                narrow = tried
                break
    return text.block(markup, style, (x, y, narrow, None), LEADING)


def _lost(line: text.Line, width: float) -> bool:
    return line.width < _SHORT * width or " " not in line.string
