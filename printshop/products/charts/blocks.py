"""The blocks of a reference card, drawn: headings, tables, lists, chains and ladders of distance.

Everything here draws at the origin, downwards, in a given width, and says how high it has become: points,
origin top left, y down. The page is composed by `printshop.products.charts.charts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Group, Item
from printshop.game.chart_hexes import HexFigures
from printshop.game.charts import Blanks, Block, Chain, Grid, Items, Ladder, Part, Ruler, Say
from printshop.layout.boxes import Box, balance
from printshop.products.charts import chart_tables, prose
from printshop.products.charts.chart_look import HAIR, RULE, SMALLEST, Look, line_color
from printshop.products.charts.prose import run_in
from printshop.products.hexmaps import hex_figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PADDING = 5.5
COLUMN_GAP = 12.0  # between the columns of a list
HEADING = 1.12  # of the size of the text: a title


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
    """Return how wide a title may be: the mark stands behind it."""
    return width - 2 * PADDING - (text.measure(block.mark, _marked(look)) + 6 if block.mark else 0)


def _part(part: Part, width: float, look: Look, columns: int) -> Drawn:
    match part:
        case Say():
            return _say(part, width, look)
        case Items():
            return _in_columns(part, width, look, columns)
        case Chain():
            return _chain(part, width, look)
        case Grid() | Ladder() | HexFigures():
            return _diagram(part, width, look)
        case Blanks():
            return _blanks(part, width, look)
        case _:
            assert_never(part)


def _diagram(part: Grid | Ladder | HexFigures, width: float, look: Look) -> Drawn:
    if isinstance(part, HexFigures):
        return Drawn(*hex_figures.figures(part, width, look.size, look.ink))
    if isinstance(part, Grid):
        return Drawn(*chart_tables.table(part, width, look))
    return _ladder(part, width, look)


def _say(say: Say, width: float, look: Look) -> Drawn:
    if say.style == "big":
        return _statement(say, width, look)
    style = text.Style("sans", look.small if say.style == "note" else look.size)
    return _stacked([prose.block(one, style, 0, 0, width) for one in say.texts], 2 + look.air)


def _statement(say: Say, width: float, look: Look) -> Drawn:
    """Return lines in large type, centred; each shrinks to its line."""
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
        block = prose.block(run_in(one), look.body(), indent, y, width - indent)
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


def _blanks(part: Blanks, width: float, look: Look) -> Drawn:
    pitch = look.size * 1.9 + look.air
    rules = [(0.0, pitch * number, width, pitch * number) for number in range(1, part.count + 1)]
    return Drawn((shapes.lines(rules, HAIR),), pitch * part.count + 1)


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


__all__ = ["PADDING", "SMALLEST", "Drawn", "Look", "block_of", "line_color", "moved"]
