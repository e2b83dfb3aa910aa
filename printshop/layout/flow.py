"""Layout of flowing text: the blocks of a booklet become finished pages.

Lengths are in points, with the origin at the top left and y down.

A booklet is a list of small frozen blocks, including tables (`printshop.layout.table`); texts are markup
(`printshop.text_markup`). `compose_pages` turns blocks into parts. A part stays on one page, but tables and
columns can be split. At the end of a page, parts that must stay with the next part move with it to the next
page. The caller adds header and footer (`printshop.layout.page_frame`). Typefaces, sizes and rules come
from the theme.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import takewhile
from typing import Literal, NamedTuple, assert_never

from printshop.drawing import fonts, ornaments, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Link, Stroke, TextRun
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.themes import BULLETS, current_theme, format_title
from printshop.layout.rectangles import Rect, find_shortest
from printshop.layout.table import LayoutTable, TableLayout, make_ledger_style, measure_columns, move_words, set_table
from printshop.problems import DoesNotFitError
from printshop.text_markup import escape_markup, strip_markup


@dataclass(frozen=True, slots=True)
class BookletTitle:
    """The title of a booklet: title and subtitle between rules, as wide as the column."""

    markup: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1, 2 or 3. It stays on the same page as the text below it."""

    level: Literal[1, 2, 3]
    markup: str
    bar: tuple[Item, ...] = ()  # a drawing across the column, `BAR_HEIGHT` high, instead of the text
    # space for the rule below level 1: 0 above another heading, None (no rule) above a table
    rule_space: float | None = 7.0

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return strip_markup(self.markup)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph.

    If `lead` is true, it is an introduction in larger type. If `small` is true, it is a note.
    """

    markup: str
    lead: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class BulletList:
    """A bulleted list.

    If `numbered` is true, it is a list of steps, numbered from 1.
    """

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with items inside (0, 0) to (width, height), centred in the column.

    For a drawing that takes long to make, give the function `drawing` instead of `items`. The function is
    called when the page is drawn, not during layout.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    caption: str = ""
    drawing: Callable[[], tuple[Item, ...]] | None = None


@dataclass(frozen=True, slots=True)
class TableOfContents:
    """The table of contents: all headings of level 1, each with its page and a link to that page."""


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """Blocks in `count` columns of equal width and balanced length, `gap` points apart."""

    count: int
    blocks: tuple[FlowBlock, ...]
    gap: float = 18.0


@dataclass(frozen=True, slots=True)
class KeepTogether:
    """Blocks that stay on one page if one page has space for them."""

    blocks: tuple[FlowBlock, ...]


@dataclass(frozen=True, slots=True)
class VerticalSpace:
    """Vertical space in points. At the top of a page, the space is omitted."""

    height: float


BAR_HEIGHT = 17.0
FlowBlock = (
    BookletTitle
    | Heading
    | Paragraph
    | BulletList
    | LayoutTable
    | Figure
    | TableOfContents
    | ColumnBlock
    | KeepTogether
    | VerticalSpace
)
LONG_TABLE = 12
"""The number of rows of a table that must stay on one page with its heading. A longer table may be divided."""
_LONG_TABLE_LINES = 8  # lines of a divided table that stay with its heading


def _is_unbroken(block: FlowBlock) -> bool:
    """Return whether a heading stays with the whole of a block."""
    return isinstance(block, Figure | KeepTogether) or (isinstance(block, LayoutTable)
                                                        and len(block.rows) <= LONG_TABLE)


class TooTallForPageError(DoesNotFitError):
    """The error for a block that cannot be split and is taller than a whole page."""


def walk_blocks(blocks: Sequence[FlowBlock]) -> Iterator[FlowBlock]:
    """Yield the blocks and all nested blocks, in order."""
    for block in blocks:
        yield block
        if isinstance(block, ColumnBlock | KeepTogether):
            yield from walk_blocks(block.blocks)


def list_texts(blocks: Sequence[FlowBlock]) -> Iterator[str]:
    """Yield the texts of blocks and nested blocks, without texts that are drawn in figures."""
    def find_strings(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                yield from find_strings(part)

    for block in walk_blocks(blocks):
        yield from find_strings(tuple(getattr(block, part.name) for part in fields(block)))


class FlowPage(NamedTuple):
    """The content of a finished page, down to `depth` points.

    The table of contents links to `anchor`, which the caller gives to the page. Each access to `items` draws
    the whole content. Nothing is drawn before this access.
    """

    parts: tuple[tuple[_FlowPart, float, float], ...]  # each with its position
    anchor: str
    depth: float

    @property
    def items(self) -> tuple[Item, ...]:
        """All items of the page."""
        return tuple(item for part, x, y in self.parts for item in part.draw_items(x, y))

    @property
    def links(self) -> tuple[Link, ...]:
        """The rectangles that link to other pages."""
        return tuple(Link(x, y, part.width, part.height, part.link_target) for part, x,
                     y in self.parts if part.link_target)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings on the page, in order."""
        return tuple(part.heading for part, _, _ in self.parts if part.heading)


def compose_pages(blocks: Sequence[FlowBlock], rect: Rect, *, first: Rect | None = None, name: str = "page",
                  spacing: float = 1.0,
                  label: Callable[[int], str] = lambda index: str(index + 1)) -> tuple[FlowPage, ...]:
    """Set the blocks on pages, in the rectangle `rect` of each page.

    If `first` is given, it is the rectangle of the first page; it must be as wide as `rect`. `spacing` scales
    the spaces between parts. The anchors of the pages are "name-1", "name-2" ...; `label` returns the printed
    number of a page, given the index of the page (from 0). Raises TooWideError for a word, table or figure
    wider than its column, TooTallForPageError for a part taller than the page, MissingGlyphError for characters
    that no font has, and ValueError for invalid input such as tables with unequal rows.
    """
    first = first or rect
    if abs(first.width - rect.width) > 1e-6:
        raise ValueError("all pages must be equally wide")
    headings = [block for block in walk_blocks(blocks) if isinstance(block, Heading)]
    pages = [0] * len(headings)
    for _ in range(3 if any(isinstance(block, TableOfContents) for block in walk_blocks(blocks)) else 1):
        entries = tuple((heading.title, label(page), f"{name}-{page + 1}")
                        for heading, page in zip(headings, pages, strict=True) if heading.level == 1)
        setter = _BlockSetter(rect.width, min(first.height, rect.height), entries)
        parts = [part for flow in setter.set_blocks(blocks) for part in flow]
        sheets = tuple(_paginate(parts, first, rect, name, spacing))
        guessed, pages = pages, [page for page, sheet in enumerate(sheets) for _ in sheet.headings]
        if guessed == pages:  # page numbers in the contents are right
            break
    return sheets


def _paginate(parts: _Parts, first: Rect, later: Rect, name: str, spacing: float) -> Iterator[FlowPage]:
    """Yield pages of placed parts. `spacing` scales the spaces between the parts.

    Raises TooTallForPageError for a part taller than a page.
    """
    number, rect = 1, first
    while parts:
        # parts that do not fit there go to the next page
        is_short_first = rect is first and first.height < later.height
        for keep in (_KEEP_IF_POSSIBLE,) if is_short_first else (_KEEP_IF_POSSIBLE, _KEEP_ALWAYS, _KEEP_NEVER):
            placed, remainder = _fill_height(parts, rect.height, keep, spacing)
            if placed or is_short_first:
                break
        else:
            raise TooTallForPageError(f"{parts[0].description} is too tall for a page: a page has room for only "
                                      f"{rect.height:.0f} pt")
        if remainder:
            placed = list(_stretch_page(placed, rect.height))
        placed_parts = tuple(inner for part, y in placed for inner in part.list_parts(rect.x, rect.y + y))
        yield FlowPage(placed_parts, f"{name}-{number}", _measure_depth(placed))
        number, rect, parts = number + 1, later, remainder


def _stretch_page(placed: list[tuple[_FlowPart, float]], height: float) -> Iterator[tuple[_FlowPart, float]]:
    """Yield the parts of a page.

    A nearly full page gets more space above headings of level 1, to fill the page.
    """
    def starts_with_heading(part: _FlowPart) -> bool:
        first = part.children[0][2].heading if part.children else part.heading
        return bool(first and first.level == 1)

    heading_indices = [index for index, (part, _) in enumerate(placed) if index and starts_with_heading(part)]
    spare = height - _measure_depth(placed) if _measure_depth(placed) > _NEARLY_FULL * height else 0.0
    step, shift = min(spare / max(len(heading_indices), 1), _MAX_STRETCH), 0.0
    for index, (part, y) in enumerate(placed):
        shift += step if index in heading_indices else 0.0
        yield part, y + shift


# --- placing parts ------------------------------------------------------------------------------------------

_TOLERANCE = 1e-6  # points: tolerance for sums of floats
# `keep`, staying with the next part: if a page has space; always; not at all
_KEEP_IF_POSSIBLE, _KEEP_ALWAYS, _KEEP_NEVER = 1, 2, 3


class _FlowPart(NamedTuple):
    """A part that stays on one page. Lengths are in points from the top left corner of the part."""

    items: tuple[Item, ...] = ()
    width: float = 0.0
    height: float = 0.0
    space: tuple[float, float] = (0.0, 0.0)  # free above and below
    heading: Heading | None = None  # the heading that it draws
    link_target: str = ""  # the anchor of a page
    keep: int = 0  # how strictly it stays with the next part
    min_space: float = 0.0  # with less space left on a page, it begins the next
    children: tuple[tuple[float, float, _FlowPart], ...] = ()  # nested parts, each at (x, y)
    drawing: Callable[[], Iterator[Item]] | None = None  # yields further items, drawn before `items`

    @property
    def description(self) -> str:
        """A description of the part for errors, with the first words of the part."""
        first = next((item.string for item in self.items if isinstance(item, TextRun)), "")
        return f"the part that begins with '{first}'" if first else "a part of the text"

    def list_parts(self, x: float, y: float) -> Iterator[tuple[_FlowPart, float, float]]:
        """Yield the part and all nested parts, each with its position."""
        yield self, x, y
        for dx, dy, inner in self.children:
            yield from inner.list_parts(x + dx, y + dy)

    def draw_items(self, x: float, y: float) -> Iterator[Item]:
        """Yield the items of the part, without nested parts, moved to a position."""
        items = (*self.drawing(), *self.items) if self.drawing else self.items
        texts = [item for item in items if isinstance(item, TextRun)]
        is_text_only = len(texts) == len(items)
        yield from move_words(texts, x, y) if is_text_only else [Group(items, Transform(e=x, f=y))]


class _TablePart(NamedTuple):
    layout: TableLayout
    space: tuple[float, float] = (3.0, 10.0)
    keep: int = 0

    @property
    def description(self) -> str:
        return _FlowPart(self.layout.headings.words or self.layout.rows[0].words).description

    def split_at(self, height: float, keep: int, *, must_fit: bool) -> tuple[_FlowPart | None, _TablePart | None]:  # noqa: ARG002
        """Return the rows that fit a height, and the rest of the table.

        If no row fits, the rows are None. If `must_fit` is true and the whole table does not fit, the rows are also
        None.
        """
        upper, remainder = self.layout.split_at(height)
        if remainder and (must_fit or not upper.rows):
            return None, self
        part = _FlowPart((), upper.width, upper.height, self.space, keep=self.keep, drawing=partial(upper.draw, 0, 0))
        return part, self._replace(layout=remainder) if remainder else None


class _ColumnPart(NamedTuple):
    """Parts in `column_count` columns of equal width and balanced length.

    The `headings` above the columns are as wide as all columns together.
    """

    parts: _Parts
    column_count: int
    width: float
    gap: float
    headings: tuple[_FlowPart, ...] = ()
    keep: int = 0

    @property
    def space(self) -> tuple[float, float]:
        return (self.headings[0].space[0] if self.headings else 2.0), 9.0

    @property
    def description(self) -> str:
        return self.parts[0].description

    def split_at(self, height: float, keep: int, *, must_fit: bool) -> tuple[_FlowPart | None, _ColumnPart | None]:
        """Return the columns that fit a height, and the rest.

        If no part fits, the columns are None. If `must_fit` is true and not all parts fit, the columns are also
        None.
        """
        placed_headings, _ = _fill_height(self.headings, math.inf, _KEEP_ALWAYS)
        top = _measure_depth(placed_headings) + (self.headings[-1].space[1] if self.headings else 0.0)
        columns, remaining_parts = self.fill_columns(height - top, keep)
        if remaining_parts and (must_fit or not columns[0]):
            return None, self
        fitting = self.parts[:len(self.parts) - len(remaining_parts)]
        if not remaining_parts:
            columns = self.balance(columns, keep)
        elif remaining_parts[0] is self.parts[len(fitting)] and (
                _measure_depth(columns[-1]) < _NEARLY_FULL * (height - top)):
            columns = self._replace(parts=fitting).balance(columns, keep)  # the next part is large
        children = [(0.0, y, part) for part, y in placed_headings]
        children += [(index * (self.width + self.gap), top + y, part)
                     for index, column in enumerate(columns) for part, y in column]
        part = _FlowPart(children=tuple(children), height=top + max(map(_measure_depth, columns)), space=self.space,
                         keep=self.keep)
        return part, self._replace(parts=remaining_parts, headings=()) if remaining_parts else None

    def balance(self, columns: list[list[tuple[_FlowPart, float]]], keep: int) -> list[list[tuple[_FlowPart, float]]]:
        """Return columns with the same parts as `columns`, but with the least possible height."""
        low, high = 0.0, max(map(_measure_depth, columns))
        while high - low > 0.5:
            middle = (low + high) / 2
            candidate, remaining_parts = self.fill_columns(middle, keep)
            if remaining_parts:
                low = middle
            else:
                columns, high = candidate, max(map(_measure_depth, candidate))
        return columns

    def fill_columns(self, depth: float, keep: int) -> tuple[list[list[tuple[_FlowPart, float]]], _Parts]:
        """Return columns of at most `depth` points, filled with as many parts as fit, and the remaining parts."""
        columns, remainder = [], self.parts
        for _ in range(self.column_count):
            column, remainder = _fill_height(remainder, depth, keep)
            columns.append(column)
        return columns, remainder


_Parts = Sequence[_FlowPart | _TablePart | _ColumnPart]


def _measure_depth(column: Sequence[tuple[_FlowPart, float]]) -> float:
    return column[-1][1] + column[-1][0].height if column else 0.0


def _fill_height(parts: _Parts, height: float, keep: int, spacing: float = 1.0) -> tuple[list[tuple[_FlowPart, float]],
                                                                                         _Parts]:
    """Return the first parts that fit a height, each with its distance from the top, and the remaining parts.

    Parts whose `keep` is at least the given `keep` stay with the next part.
    """
    placed: list[tuple[_FlowPart, float]] = []
    depth = space_after = 0.0
    remainder: _TablePart | _ColumnPart | None
    for number, part in enumerate(parts):
        space_before, remainder = part.space[0], None
        gap = (
            0.0
            if not placed
            else space_after + space_before
            if isinstance(part, _FlowPart) and part.min_space
            else max(space_after, space_before)
        )
        gap *= spacing
        if not isinstance(part, _FlowPart):
            is_kept_with_neighbour = part.keep >= keep or (placed and placed[-1][0].keep >= keep)
            fitting, remainder = part.split_at(height - depth - gap, max(keep, _KEEP_ALWAYS),
                                               must_fit=bool(is_kept_with_neighbour) and keep == _KEEP_IF_POSSIBLE)
            if not fitting:
                break
            part = fitting  # noqa: PLW2901 - what fits of it
        if depth + gap + part.height > height + _TOLERANCE or (placed
                                                               and part.min_space > height - depth - space_after):
            break
        placed.append((part, depth + gap))
        depth, space_after = depth + gap + part.height, part.space[1]
        if remainder:
            return placed, [remainder, *parts[number + 1:]]
    else:
        return placed, []
    while placed and placed[-1][0].keep >= keep:
        placed.pop()
    return placed, parts[len(placed):] if placed else parts


# --- from blocks to parts -----------------------------------------------------------------------------------

_GREY = WHITE.mix(BLACK, 0.72)
_CAPTION_STYLE = text.Style("sans", 8.4, color=_GREY)
_CAPTION_GAP = 6.0  # between a figure and its caption: 3 mm with the space above the letters
_MIN_SIZE = 7.0  # minimum size of type that shrinks
_DOT_PITCH = 5.0  # distance between the dots that lead to a page number
_LINE_TOLERANCE = 1.004  # by which a line may exceed its width; the words are then set closer
_MAX_JUSTIFICATION = 0.16  # share of a line that justification may add between words
# Maximum line length in sizes of type: about 66 letters are easy to read. Lines are as wide as the column if the text
# has at most `_FEW_LINES` of them, or if the maximum is more than `_MIN_LINE_SHARE` of the column: then all paragraphs
# of a booklet leaf are equally wide.
_MAX_LINE_LENGTH, _MIN_LINE_SHARE = 31.0, 0.65
_FEW_LINES = 3  # a paragraph of at most this many lines stays together
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(in|ft|mm|cm|dm|m)\b|%|×|[½¼¾])")  # a figure stays with its unit
# pages filled to this share are stretched to the foot; maximum above each heading
_NEARLY_FULL, _MAX_STRETCH = 0.8, 12.0
# sizes of a table's type with its padding, tried in order
_TABLE_SIZES = ((8.8, 4.5), (8.8, 3.0), (7.92, 2.6), (7.04, 2.2))


class _ParagraphStyle(NamedTuple):
    """The style of a paragraph, with lengths in points.

    `hang` is the distance from the label to the text.
    """

    style: text.Style
    leading: float
    space_after: float
    indent: float = 0.0
    hang: float = 0.0
    centred: bool = False  # centred block, ragged right


def _get_body_style() -> _ParagraphStyle:
    return _ParagraphStyle(text.Style("serif", current_theme().sizes.body), 1.3 * current_theme().sizes.body,
                           space_after=5.5)


def _get_paragraph_style(block: Paragraph) -> _ParagraphStyle:
    """Return the theme's style of a paragraph."""
    if block.lead:
        size = current_theme().sizes.large
        return _ParagraphStyle(text.Style("serif", size, italic=True), 1.3 * size, space_after=8.0, centred=True)
    small = current_theme().sizes.small
    return _ParagraphStyle(text.Style("serif", small), 1.26 * small,
                           space_after=4.0) if block.small else _get_body_style()


def _get_heading_style(level: int) -> tuple[text.Style, float, tuple[float, float]]:
    """Return the theme's style of headings of a level: type, leading, and space above and below."""
    sizes, ink = current_theme().sizes, current_theme().ink
    return {1: (text.Style("display", sizes.heading, color=ink,
                           tracking=0.1 * sizes.heading * current_theme().capitals), 1.25,
                (20.0, 7.0)),
            2: (text.Style("serif", sizes.large, bold=True, color=current_theme().accent), 1.15, (13.0, 4.0)),
            3: (text.Style("serif", sizes.body, italic=True), 1.2, (7.0, 2.0))}[level]


class _BlockSetter(NamedTuple):
    """A setter of blocks in a column of `width` on pages of `height`.

    `entries` are the lines of the table of contents. `breaks` is false for nested columns and for blocks that
    stay together.
    """

    width: float
    height: float
    entries: tuple[tuple[str, str, str], ...]  # heading, page number and anchor
    breaks: bool = True

    def set_blocks(self, blocks: Sequence[FlowBlock]) -> Iterator[_Parts]:
        """Yield the parts of each block.

        A heading stays with some lines of the text below it. If a table, a figure or a `KeepTogether` follows, the
        heading stays with the whole of this block.
        """
        queue = list(blocks)
        while queue:
            if not isinstance(queue[0], Heading):
                yield from self._set_block(queue.pop(0))
                continue
            headings = list(takewhile(lambda block: isinstance(block, Heading | VerticalSpace), queue))
            del queue[: len(headings)]
            if queue and isinstance(queue[0], LayoutTable):
                headings = [replace(heading, rule_space=None if heading is headings[-1] else 0.0)
                            if isinstance(heading, Heading) else heading
                            for heading in headings]
            heading_parts = [part for block in headings for flow in self._set_block(block) for part in flow
                             if isinstance(part, _FlowPart)]
            if not self.breaks:
                yield from ([part._replace(keep=_KEEP_ALWAYS)] for part in heading_parts)
            elif queue and _is_unbroken(queue[0]):
                yield self._keep_together([*headings, queue.pop(0)])
            elif queue and isinstance(queue[0], ColumnBlock):
                yield [self._set_columns(queue.pop(0), tuple(heading_parts))]
            else:
                is_long_table = bool(queue) and isinstance(queue[0], LayoutTable)
                lines = _LONG_TABLE_LINES if is_long_table else 3  # below the heading
                min_space = (sum(part.height + sum(part.space) for part in heading_parts)
                             + lines * _get_body_style().leading)
                yield [part._replace(min_space=0.0 if number else min_space, keep=0 if is_long_table else _KEEP_ALWAYS)
                       for number, part in enumerate(heading_parts)]

    def _set_block(self, block: FlowBlock) -> Iterator[_Parts]:
        match block:
            case Paragraph():
                introduction = _set_introduction(block.markup, _get_paragraph_style(block),
                                                 self.width) if block.lead else None
                yield [introduction] if introduction else _set_paragraph(block.markup, _get_paragraph_style(block),
                                                                         self.width)
            case BulletList():
                yield from _set_list(block, self.width)
            case LayoutTable():
                yield [_TablePart(_set_table(block, self.width))]
            case ColumnBlock():
                yield [self._set_columns(block)]
            case KeepTogether() if self.breaks:
                yield self._keep_together(block.blocks)
            case KeepTogether():
                *other_flows, last = self.set_blocks(block.blocks)
                yield from ([*flow[:-1], flow[-1]._replace(keep=_KEEP_ALWAYS)] for flow in other_flows)
                yield last
            case VerticalSpace():
                yield [_FlowPart(height=block.height)]
            case BookletTitle():
                yield [_set_title(block, self.width)]
            case Heading():
                yield [_set_heading(block, self.width)]
            case Figure():
                yield [_set_figure(block, self.width, self.height)]
            case TableOfContents():
                yield from ([_set_contents_entry(*entry, self.width)] for entry in self.entries)
            case _:
                assert_never(block)

    def _keep_together(self, blocks: Sequence[FlowBlock]) -> _Parts:
        *parts, last = (part for flow in self._replace(breaks=False).set_blocks(blocks) for part in flow)
        return [*(part._replace(keep=max(part.keep, _KEEP_IF_POSSIBLE)) for part in parts), last]

    def _set_columns(self, block: FlowBlock, headings: tuple[_FlowPart, ...] = ()) -> _ColumnPart:
        assert isinstance(block, ColumnBlock)
        width = (self.width - block.gap * (block.count - 1)) / block.count
        flows = self._replace(width=width, breaks=False).set_blocks(block.blocks)
        return _ColumnPart([part for flow in flows for part in flow], block.count, width, block.gap, headings)


@fonts.cache_layout(1024)
def _set_paragraph(markup: str, paragraph_style: _ParagraphStyle, width: float, label: str = "") -> _Parts:
    """Return the lines of a paragraph, with a label before the first line.

    No single line of the paragraph is left alone on a page. Raises TooWideError for a word that is too long,
    and MissingGlyphError for characters that no font has.
    """
    style, leading, space_after, left, hang, is_centred = paragraph_style
    markup = _BEFORE_UNIT.sub("\u00a0", markup)
    line_width = min(width - left, _MAX_LINE_LENGTH * max(style.size, 8.5))
    text.measure_text(markup, style)  # raises MissingGlyphError for all unknown characters at once
    try:
        text.wrap_text(markup, style, line_width)
    except text.TooWideError:
        line_width = width - left
    if not is_centred and (len(text.wrap_text(markup, style, width - left)) <= _FEW_LINES
                           or line_width > _MIN_LINE_SHARE * (width - left)):
        line_width = width - left
    left += (width - left - line_width) / 2 if is_centred else 0.0
    top = style.size * (1.5 - style.face.ascent) - leading / 2  # a base line lies one size below the top
    hyphenated = markup if is_centred else text.hyphenate(markup)
    block = text.set_block(hyphenated, style, (left, top, line_width * _LINE_TOLERANCE, None), leading / style.size)
    lines: list[list[TextRun]] = [[] for _ in range(round(block.height / leading))]
    for word in block.items:
        lines[int(word.y / leading)].append(word)
    parts, last = [], len(lines) - 1
    for number, words in enumerate(lines):
        spare = line_width - (words[-1].x + words[-1].width - left) if words else 0.0
        is_justified = not is_centred and number < last and spare < _MAX_JUSTIFICATION * line_width
        spaced_words = text.justify_line(words, spare) if spare and (is_justified or spare < 0) else words
        label_items = text.set_line(label, style, left - hang, style.size) if label and not number else ()
        line_items = (replace(word, y=word.y - number * leading) for word in spaced_words)
        stays_with_next = number < last and (last < _FEW_LINES or number in (0, 1, last - 2, last - 1))
        parts.append(_FlowPart((*label_items, *line_items), width, leading, (0.0, space_after * (number == last)),
                               keep=_KEEP_ALWAYS if stays_with_next else 0))
    return tuple(parts)


@fonts.cache_layout(256)
def _set_introduction(markup: str, paragraph_style: _ParagraphStyle, width: float) -> _FlowPart | None:
    """Return a short introduction as centred lines of about equal length. If the text is too long, return None.

    Raises TooWideError for a word that is too long.
    """
    words = _set_centred(_BEFORE_UNIT.sub("\u00a0", markup), paragraph_style.style, 0,
                         min(width, 1.25 * _MAX_LINE_LENGTH * paragraph_style.style.size), 1.3)
    if words.height > 5.5 * paragraph_style.leading:
        return None
    left = (width - min(width, 1.25 * _MAX_LINE_LENGTH * paragraph_style.style.size)) / 2
    return _FlowPart(tuple(replace(word, x=word.x + left) for word in words.items), width, words.height,
                     (0.0, paragraph_style.space_after))


def _set_list(block: BulletList, width: float) -> Iterator[_Parts]:
    bullet, body = BULLETS[current_theme().bullet], _get_body_style()
    labels = [f"{number}." if block.numbered else bullet for number in range(1, len(block.items) + 1)]
    hang = max((text.measure_text(label, body.style) for label in labels), default=0.0) + 0.6 * body.style.size + 0.1
    for number, (label, markup) in enumerate(zip(labels, block.items, strict=True), 1):
        paragraph_style = body._replace(indent=hang + 8, hang=hang,
                                        space_after=body.space_after if number == len(labels) else 2.5)
        yield _set_paragraph(markup or "\u00a0", paragraph_style, width, label)  # an empty item still has its label


@fonts.cache_layout(256)
def _set_table(table: LayoutTable, width: float) -> TableLayout:
    """Set a table. If it is too wide, use smaller type.

    Raises TooWideError if the table is too wide in any type. Raises ValueError if the table has neither rows
    nor headings, or if its rows are unequal.
    """
    if not (table.rows or any(table.headings)):
        raise ValueError("a table needs at least one row or heading")
    if any(len(row.cells) != len(table.columns) for row in table.rows):
        raise ValueError("each row of a table needs one cell for each column")
    flexible_table = replace(table, columns=tuple(column._replace(flexible=True) for column in table.columns))
    first_error: text.TooWideError | None = None
    for size, padding in _TABLE_SIZES:
        table_style = make_ledger_style(size, Ink.BLACK)._replace(leading=1.25, padding=(padding, padding),
                                                                  vertical_padding=2.1)
        try:
            return set_table(flexible_table, measure_columns(flexible_table, width, table_style), table_style)
        except text.TooWideError as error:
            first_error = first_error or error
    assert first_error
    raise first_error


def _set_title(block: BookletTitle, width: float) -> _FlowPart:
    """Return title and subtitle between double rules.

    Raises TooWideError for a word that is too long, and MissingGlyphError for characters that no font has.
    """
    words: list[TextRun] = []
    y, theme = 15.0, current_theme()
    size = 0.88 * theme.sizes.cover
    title = text.Style("display", size, bold=True, color=theme.ink, tracking=0.08 * size * theme.capitals)
    for markup, style in ((format_title(block.markup), title),
                          (block.subtitle, text.Style("serif", 1.1 * theme.sizes.large, italic=True))):
        if markup:
            lines = _set_centred(markup, style, y, width, 1.15)
            words += lines.items
            y += lines.height + 3
    rules = [shapes.line(0, rule_y, width, rule_y, Stroke(theme.ink, weight))
             for rule_y, weight in ((1.0, 2.0), (3.75, 0.5), (y + 7.25, 0.5), (y + 10.0, 2.0))]
    return _FlowPart((*rules[:2], *words, *rules[2:]), width, y + 11, (0.0, 16.0))


@fonts.cache_layout(256)
def _set_centred(markup: str, style: text.Style, y: float, width: float, leading: float) -> text.TextBlock:
    """Set text centred on one line, in smaller type if necessary.

    If the text does not fit on one line, set it on a few lines of about equal length.
    """
    with suppress(text.TooWideError):
        words = text.set_line(markup, style, width / 2, 0, "middle", 0.95 * width, 0.72 * style.size)
        size = words[0].size
        baseline = y + size * ((leading - 1) / 2 + style.face.ascent)
        return text.TextBlock(tuple(replace(word, y=baseline) for word in words), size * leading)
    return set_balanced_lines(markup, style, y, width, leading)


@fonts.cache_layout(256)
def set_balanced_lines(markup: str, style: text.Style, y: float, width: float, leading: float) -> text.TextBlock:
    """Set centred lines of about equal length in a width, from `y` down.

    Raises TooWideError for a word that is too long.
    """
    count = len(text.wrap_text(markup, style, width))

    def fits_line_count(line_width: float) -> bool:
        with suppress(text.TooWideError):
            return len(text.wrap_text(markup, style, line_width)) <= count
        return False

    line_width = find_shortest(fits_line_count, width / count / 2, width, 1)
    return text.set_block(markup, style, ((width - line_width) / 2, y, line_width, None), leading, "middle")


def _set_heading(block: Heading, width: float) -> _FlowPart:
    """Return a heading.

    A heading of level 1 is above a rule. If the theme has titles in capitals, this heading is in capitals.
    Raises TooWideError for a word that is too long, and MissingGlyphError for characters that no font has.
    """
    style, leading, space = _get_heading_style(block.level)
    if block.level == 1:
        words = _set_centred(format_title(block.markup), style, 0, width, leading)
        rule = ornaments.draw_rule(0, words.height + 4, width, style.color) if block.rule_space is not None else ()
        return _FlowPart((*words.items, *rule), width, words.height + (block.rule_space or 0.0), space, block)
    if block.bar:
        return _FlowPart(block.bar, width, BAR_HEIGHT, space, block)
    words = text.set_block(block.markup, style, (0, 0, width, None), leading, min_size=0.7 * style.size)
    return _FlowPart(words.items, width, words.height, space, block)


def _set_figure(block: Figure, width: float, height: float) -> _FlowPart:
    """Return a figure with its caption below.

    Raises TooWideError or TooTallForPageError if the figure or its caption is too large, and MissingGlyphError for
    characters that no font has.
    """
    name = f"the figure '{strip_markup(block.caption)}'" if block.caption else "a figure"
    if block.width > width + 1e-6:
        raise text.TooWideError(name, block.width, width, described=True)
    y, words = block.height, text.TextBlock((), 0.0)
    if block.caption:
        caption = _BEFORE_UNIT.sub("\u00a0", block.caption)
        words = set_balanced_lines(caption, _CAPTION_STYLE, y + _CAPTION_GAP, width, 1.25)
        y += _CAPTION_GAP + words.height
    if y > height + 1e-6:
        raise TooTallForPageError(f"{name} is {y:.0f} pt high, but a page has room for only {height:.0f} pt")

    def draw_figure() -> Iterator[Item]:
        items = block.drawing() if block.drawing else block.items
        yield Group(items, Transform(e=(width - block.width) / 2))

    return _FlowPart(words.items, width, y, (6.0, 10.0), drawing=draw_figure)


def _set_contents_entry(title: str, number: str, anchor: str, width: float) -> _FlowPart:
    """Return a line of the table of contents.

    The dots of all lines are aligned. Raises TooWideError for a heading that is too long, and MissingGlyphError
    for characters that no font has.
    """
    style = text.Style("serif", 11)
    height = style.size * 1.45
    baseline = height * 0.75
    page = text.set_line(escape_markup(number), style, width, baseline, "end")
    words = text.set_line(escape_markup(title), style, 0.0, baseline, max_width=page[0].x - 2 * _DOT_PITCH,
                          min_size=_MIN_SIZE)
    first = int((width - page[0].x) / _DOT_PITCH) + 2
    last = int((width - words[-1].x - words[-1].width) / _DOT_PITCH) - 1
    dots: tuple[TextRun, ...] = ()
    if (count := last - first + 1) >= 2:
        (dot,) = text.set_line(".", text.Style("serif", 9.0, color=_GREY), width - last * _DOT_PITCH, baseline)
        dots = (replace(dot, string="." * count, width=count * _DOT_PITCH, tracking=_DOT_PITCH - dot.width),)
    return _FlowPart((*words, *dots, *page), width, height, link_target=anchor)
