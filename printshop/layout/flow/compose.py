"""Booklet text: blocks in, finished pages out. Points, origin at the top left, y down.

A booklet is a list of the small frozen blocks of `printshop.layout.flow.story`; texts are markup (`printshop.letters`).
`compose` breaks them into lines and pages with reportlab's Platypus, drawn on a canvas that yields display-list items.
Header and footer are the caller's (`printshop.layout.furniture`).
"""

from __future__ import annotations

import math
import re
from io import BytesIO
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from printshop.drawing import text
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE
from printshop.layout.flow import display, story
from printshop.layout.flow.platypus import (
    Found,
    Look,
    Placed,
    Plan,
    Sheet,
    canvas_class,
    columns_class,
    paragraph,
    placed_class,
    reportlab_color,
)
from printshop.layout.flow.story import Block, Contents, TooLarge, headings, walk, with_numbers
from printshop.layout.table import Row, Table, capped
from printshop.problems import Misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from printshop.drawing.items import Item, Link
    from printshop.layout.boxes import Box


class Composed(NamedTuple):
    """A finished page's content. Give the page `anchor` as its own: the links of the contents lead there."""

    items: tuple[Item, ...]
    links: tuple[Link, ...]
    headings: tuple[Found, ...]
    anchor: str


def compose(
    blocks: Sequence[Block],
    box: Box,
    *,
    first: Box | None = None,
    columns: int = 1,
    gap: float = 18.0,
    ink: Ink = Ink.COLOUR,
    numbered: bool = False,
    name: str = "page",
    label: Callable[[int], str] = lambda index: str(index + 1),
) -> tuple[Composed, ...]:
    """Set the blocks on as many pages as they take.

    Args:
        blocks: the text.
        box: where it may stand on a page.
        first: where it may stand on the first page, if that is different; as wide as `box`.
        columns: how many columns a page has; text fills one after the other.
        gap: between the columns.
        ink: how dark the tinted boxes may be.
        numbered: whether headings of levels 1 and 2 are numbered 1, 1.1 ...
        name: what the pages' anchors start with: "name-1", "name-2" ...
        label: the number printed on the page with this index (from 0), for the contents.

    Raises:
        TooWide: a word, a table or a figure is wider than its column.
        TooLarge: a figure, a table's row or the like is taller than the page.
        NoGlyph: no font has some of the characters.
        ValueError: a table's rows are of different lengths, or the like.
    """
    blocks = with_numbers(blocks) if numbered else tuple(blocks)
    first = first or box
    if abs(first.width - box.width) > 1e-6:
        raise ValueError("all pages must be equally wide")
    names = tuple(headings(blocks))
    pages = [0] * len(names)
    for _ in range(3 if any(isinstance(block, Contents) for block in walk(blocks)) else 1):
        entries = [display.Entry(heading.title, heading.level, label(page), f"{name}-{page + 1}")
                   for heading, page in zip(names, pages, strict=True)]
        sheets = _run(blocks, (first, box), columns, gap, ink, entries)
        guessed, pages = pages, [page for page, sheet in enumerate(sheets) for _ in sheet.found]
        if guessed == pages:  # the contents name the pages on which the headings stand
            break
    return tuple(Composed(tuple(sheet.items), tuple(sheet.links), tuple(sheet.found), f"{name}-{page}")
                 for page, sheet in enumerate(sheets, 1))


def _run(blocks: Sequence[Block], boxes: tuple[Box, Box], columns: int, gap: float, ink: Ink,
         entries: Sequence[display.Entry]) -> list[Sheet]:
    """Let Platypus set the blocks once; `boxes` are the first page's and the others'."""
    from reportlab.platypus.doctemplate import LayoutError

    if not blocks:
        return []
    width = (boxes[1].width - gap * (columns - 1)) / columns
    setting = Setting(width, min(box.height for box in boxes), ink, tuple(entries))
    flowables = list(setting.flowables(blocks))
    canvas: Any = None

    def maker(*args: Any, **named: Any) -> Any:
        nonlocal canvas
        canvas = canvas_class()(*args, **named)
        return canvas

    try:
        _template(boxes, columns, gap).build(flowables, canvasmaker=maker)
    except text.TooWide as error:  # without what reportlab adds to the message
        raise text.TooWide(error.text, error.needed, error.available, described=error.described) from None
    except (Misfit, TypeError) as error:  # within a block that stays together reportlab makes the error anew
        raise _first(error) from None
    except LayoutError as error:
        begins = re.search(r"containing\s{1,9}'(?:<[^>]{0,200}>)?(.{1,200}?)'", str(error), re.DOTALL)
        culprit = f"the part that begins '{' '.join(begins[1].split())}'" if begins else "a part of the text"
        raise TooLarge(f"{culprit} is taller than a page has room: {setting.height:.0f} pt") from None
    sheets: list[Sheet] = canvas.sheets
    return sheets


def _template(boxes: tuple[Box, Box], columns: int, gap: float) -> Any:
    from reportlab.platypus.doctemplate import BaseDocTemplate, PageTemplate
    from reportlab.platypus.frames import Frame

    size = max(box.right for box in boxes), max(box.bottom for box in boxes)
    template = BaseDocTemplate(BytesIO(), pagesize=size, allowSplitting=1)
    for name, box in zip(("first", "later"), boxes, strict=True):
        frames = [
            Frame(part.x, size[1] - part.bottom, part.width, part.height, 0, 0, 0, 0, id=f"{name} {number}")
            for number, part in enumerate(box.columns([1] * columns, gap))
        ]
        template.addPageTemplates(PageTemplate(name, frames, pagesize=size, autoNextPageTemplate="later"))
    return template


def _first(error: Exception) -> Exception:
    found, cause = error, error.__context__
    while cause is not None:
        found, cause = (cause if isinstance(cause, Misfit) else found), cause.__context__
    return found


# --- blocks as flowables -------------------------------------------------------------------------------------


BODY = Look(text.Style("serif", 10.6), 13.8, after=5.5)
LEAD = Look(text.Style("serif", 12.2, italic=True), 16.0, after=8.0)
SMALL = Look(text.Style("serif", 9.2), 11.6, after=4.0)
ASIDE = Look(text.Style("sans", 9.0, bold=True), 11.5, after=2.0)
_PAD = 9.0  # round the text of an aside
_HOLD = 3 * BODY.leading  # of text that must fit below a heading
_UNITS = Table | story.Figure | story.Aside | story.KeepTogether  # a heading stays with all of these


class Setting(NamedTuple):
    """What blocks are set in: a column of `width`, on pages of `height`; `entries` are for the contents.

    `breaks` says that Platypus breaks pages here: columns, asides and what is kept together do without.
    """

    width: float
    height: float
    tint: Ink
    entries: tuple[display.Entry, ...] = ()
    breaks: bool = True

    def flowables(self, blocks: Sequence[story.Block]) -> Iterator[Any]:
        """Yield the flowables of the blocks. Raises TooWide, TooLarge, NoGlyph and ValueError."""
        queue = list(blocks)
        while queue:
            if not isinstance(queue[0], story.Heading):
                yield from self._flowables(queue.pop(0))
                continue
            heads = list(takewhile(_introduces, queue))
            del queue[: len(heads)]
            if self.breaks:
                yield from self._headed(heads, [queue.pop(0)] if queue else [])
            else:
                yield from (self._head(head, keep=True) for head in heads)

    def _headed(self, heads: Sequence[story.Block], following: Sequence[story.Block]) -> Iterator[Any]:
        """Set headings and the block after them: with room for some lines of text, or all on one page."""
        from reportlab.platypus.flowables import CondPageBreak, KeepTogether

        if following and isinstance(following[0], _UNITS):
            yield KeepTogether(list(self._replace(breaks=False).flowables([*heads, *following])))
            return
        made = [self._head(head, keep=False) for head in heads]
        if following and isinstance(following[0], story.Columns):
            yield self._columns(following[0], made)
            return
        yield CondPageBreak(sum(_room(each) for each in made) + _HOLD)
        yield from made
        for block in following:
            yield from self._flowables(block)

    def _head(self, block: story.Block, *, keep: bool) -> Any:
        flowable = next(self._flowables(block))
        flowable.keepWithNext = int(keep)
        return flowable

    def _flowables(self, block: story.Block) -> Iterator[Any]:
        match block:
            case story.Para():
                yield paragraph(block.markup, LEAD if block.lead else SMALL if block.small else BODY)
            case story.Bullets():
                yield from _list(["•"] * len(block.items), block.items)
            case story.Numbered():
                yield from _list([f"{block.start + index}." for index in range(len(block.items))], block.items)
            case Table():
                yield from _table(block, self.width)
            case story.Columns() | story.Aside() | story.KeepTogether():
                yield from self._container(block)
            case story.Space() | story.PageBreak():
                yield _gap(block)
            case story.Title() | story.Heading() | story.Figure() | story.Contents() | story.Rule():
                yield from map(_flowable, self._drawings(block))
            case _:
                assert_never(block)

    def _drawings(
        self, block: story.Title | story.Heading | story.Figure | story.Contents | story.Rule
    ) -> Iterator[Placed]:
        match block:
            case story.Title():
                yield display.title(block, self.width)
            case story.Heading():
                yield display.heading(block, self.width)
            case story.Figure():
                yield display.figure(block, self.width, self.height)
            case story.Contents():
                yield from display.contents(block, self.entries, self.width)
            case story.Rule():
                yield display.rule(self.width)
            case _:
                assert_never(block)

    def _container(self, block: story.Columns | story.Aside | story.KeepTogether) -> Iterator[Any]:
        from reportlab.platypus.flowables import KeepTogether

        match block:
            case story.Columns():
                yield self._columns(block)
            case story.Aside():
                yield self._aside(block)
            case story.KeepTogether():
                inner = list(self._replace(breaks=False).flowables(block.blocks))
                if self.breaks:
                    yield KeepTogether(inner)
                    return
                for flowable in inner[:-1]:
                    flowable.keepWithNext = 1
                yield from inner
            case _:
                assert_never(block)

    def _columns(self, block: story.Columns, heads: Sequence[Any] = ()) -> Any:
        width = (self.width - block.gap * (block.count - 1)) / block.count
        inner = self._replace(width=width, breaks=False).flowables(block.blocks)
        return columns_class()(Plan(list(inner), block.count, width, block.gap, self.height, tuple(heads)))

    def _aside(self, block: story.Aside) -> Any:
        """Set the blocks as rows of a tinted table of one column: so the box can run over a page."""
        from reportlab.platypus.tables import Table

        inner = self._replace(width=self.width - 2 * _PAD, breaks=False)
        rows = [paragraph(block.title, ASIDE)] if block.title else []
        rows += inner.flowables(block.blocks)
        below = [row.getSpaceAfter() for row in rows[:-1]]
        black = reportlab_color(BLACK)
        style: list[Any] = [
            ("BACKGROUND", (0, 0), (-1, -1), reportlab_color(shade(self.tint, 0.07))),
            ("LINEABOVE", (0, 0), (-1, 0), 0.8, black), ("LINEBELOW", (0, -1), (-1, -1), 0.8, black),
            ("LEFTPADDING", (0, 0), (-1, -1), _PAD), ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
            ("TOPPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, 0), _PAD - 3),
            *(("BOTTOMPADDING", (0, row), (-1, row), space) for row, space in enumerate([*below, _PAD])),
            *(("NOSPLIT", (0, row), (0, row + 1)) for row, each in enumerate(rows[:-1]) if each.getKeepWithNext()),
        ]
        return Table([[row] for row in rows], [self.width], style=style, spaceBefore=6, spaceAfter=11)


def _introduces(block: story.Block) -> bool:
    return isinstance(block, story.Heading | story.Rule | story.Space)


def _room(flowable: Any) -> float:
    height: float = flowable.wrap(math.inf, math.inf)[1] + flowable.getSpaceBefore() + flowable.getSpaceAfter()
    return height


def _flowable(placed: Placed) -> Any:
    return placed_class()(placed)


def _gap(block: story.Space | story.PageBreak) -> Any:
    from reportlab.platypus.flowables import PageBreak, Spacer

    return Spacer(1, block.height) if isinstance(block, story.Space) else PageBreak()


def _list(labels: Sequence[str], items: Sequence[str]) -> Iterator[Any]:
    hang = max((text.measure(label, BODY.style) for label in labels), default=0.0) + 0.6 * BODY.style.size + 0.1
    for number, (label, markup) in enumerate(zip(labels, items, strict=True), 1):
        after = BODY.after if number == len(items) else 2.5
        shown = markup or "\u00a0"  # an empty point shows its label all the same
        yield paragraph(shown, BODY._replace(left=hang + 8, hang=hang, after=after), label)


# --- tables ---------------------------------------------------------------------------------------------------


_CELL = Look(text.Style("sans", 8.8), 11.0)
_BOLD = _CELL._replace(style=_CELL.style._replace(bold=True))
_TITLE = _BOLD._replace(style=_BOLD.style._replace(size=9.4), leading=12.0, before=5.0, after=3.0, keep=True)
_NOTE = Look(text.Style("sans", 7.8, color=WHITE.mix(BLACK, 0.72)), 9.6, after=1.0)
_ACROSS, _DOWN = 4.5, 2.1  # padding of a cell
_SIZES = ((1.0, _ACROSS), (1.0, 3.0), (0.9, 2.6), (0.8, 2.2))  # of type, with the padding: not below 7 pt


def _table(table: Table, width: float) -> Iterator[Any]:
    """Yield the flowables of a table: title, rows, notes; smaller, down to what can be read, if it is too wide.

    Raises TooWide, NoGlyph, and ValueError for no rows or rows of different lengths.
    """
    from reportlab.platypus.flowables import Spacer
    from reportlab.platypus.tables import Table as Rows

    headings = tuple(column.heading for column in table.columns)
    rows = [*([Row(headings, "total")] if any(headings) else []), *table.rows]
    if not rows:
        raise ValueError("a table has no rows")
    if {len(row.cells) for row in rows} != {len(table.columns)}:
        raise ValueError("the rows of a table are not equally long")
    trouble: text.TooWide | None = None
    for share, across in _SIZES:
        cells = [_cells(table, row, share) for row in rows]
        try:
            columns = _widths(table, rows, cells, width, across)
            break
        except text.TooWide as error:
            trouble = trouble or error
    else:
        assert trouble
        raise trouble
    if table.title:
        yield paragraph(table.title, _TITLE)
    header = len(rows) - len(table.rows)
    yield Rows(cells, columns, repeatRows=header, hAlign="LEFT", spaceBefore=3, spaceAfter=4 if table.notes else 10,
               style=_commands(rows, header, across))
    yield from (paragraph(note, _NOTE) for note in table.notes)
    if table.notes:
        yield Spacer(1, 6)


def _cells(table: Table, row: Row, share: float) -> list[Any]:
    look = _CELL if row.kind == "row" else _BOLD
    look = look._replace(style=look.style._replace(size=look.style.size * share), leading=look.leading * share)
    return [paragraph(markup, look._replace(align=column.align))
            for markup, column in zip(_words(row), table.columns, strict=True)]


def _words(row: Row) -> list[str]:
    return [cell if isinstance(cell, str) else cell.markup for cell in row.cells]


def _widths(table: Table, rows: Sequence[Row], cells: Sequence[Sequence[Any]], width: float, across: float
            ) -> list[float]:
    """Return the widths of the columns: as the table says, if its words have room so, else as they need them.

    Raises TooWide if not even the longest words fit side by side.
    """
    least = [max(cell.minWidth() for cell in column) + 2 * across for column in zip(*cells, strict=True)]
    name = f"the table '{text.plain(table.title or ' | '.join(_words(rows[0])))}'"
    if sum(least) > width + 1e-6:
        raise text.TooWide(name, sum(least), width, described=True)
    if shares := [column.share for column in table.columns if column.share]:
        natural = [width * share / sum(shares) for share in shares]
        if all(words <= column + 1e-6 for words, column in zip(least, natural, strict=True)):
            return natural
    else:
        natural = [max(text.measure(line, _BOLD.style) for markup in column for line in markup.split("\n"))
                   + 2 * _ACROSS + 0.1 for column in zip(*map(_words, rows), strict=True)]
    return capped(least, natural, width)


def _commands(rows: Sequence[Row], header: int, across: float) -> list[tuple[Any, ...]]:
    black, grey = reportlab_color(BLACK), reportlab_color(WHITE.mix(BLACK, 0.35))
    everywhere = (0, 0), (-1, -1)
    commands: list[tuple[Any, ...]] = [
        ("LEFTPADDING", *everywhere, across), ("RIGHTPADDING", *everywhere, across),
        ("TOPPADDING", *everywhere, _DOWN - 0.6), ("BOTTOMPADDING", *everywhere, _DOWN + 0.6),
        ("VALIGN", *everywhere, "TOP"), ("LINEBELOW", (0, header), (-1, -2), 0.3, grey),
        ("LINEABOVE", (0, 0), (-1, 0), 0.9, black), ("LINEBELOW", (0, -1), (-1, -1), 0.9, black),
    ]
    if header:
        commands += [("VALIGN", (0, 0), (-1, 0), "BOTTOM"), ("LINEBELOW", (0, 0), (-1, 0), 0.6, black)]
    totals = sum(row.kind != "row" for row in rows[header:])
    if totals:
        commands.append(("LINEABOVE", (0, -totals), (-1, -totals), 0.6, black))
    return commands
