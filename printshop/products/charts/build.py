"""Product `charts`: reference cards, each on one page, set as large as the page allows.

A card that does not fit its page, and a card in large print, continues on further pages.

Blocks keep their order. Columns are balanced and end on one line: the type is as large as fits, and the space
between rows fills the rest. Lengths are in points, with the origin at the top left and y down.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise
from math import inf
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.display_list import Bookmark, Document, Item, Page
from printshop.drawing.ink import Ink, Palette
from printshop.elements.charts import draw_block, measure_chart_block, measure_hexes, measure_title
from printshop.elements.context import DrawContext
from printshop.elements.tables import GameTable
from printshop.elements.typeset import shift_items
from printshop.elements.unit_groups import UnitGroups
from printshop.game.charts import CHARTS, ChartBlock, ChartCard
from printshop.game.elements import Element
from printshop.game.model import Game
from printshop.layout import page_frame
from printshop.layout.rectangles import Paper, Rect, balance_columns
from printshop.layout.zoom import shrink_paper
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import DoesNotFitError
from printshop.products.build import report_errors
from printshop.products.charts.unit_lists import fill_blocks
from printshop.products.product import choose_entries
from printshop.words import Words

BLOCK_GAP = 9.0  # points: between columns and between blocks
MIN_TYPE_SIZE, MAX_TYPE_SIZE = 9.0, 12.0  # points: type sizes
TYPE_SIZE_STEP = 0.1  # points: between type sizes that are tried
MIN_ROW_AIR, MAX_ROW_AIR = 0.4, 6.0  # points: least and greatest space between rows
AIR_TOLERANCE = 0.05  # points: columns whose ends differ by less count as even
MAX_SIZE_RATIO = 1.2  # greatest type size of a card, as a multiple of that of the fullest card of the set
MIN_COLUMN_SHARE = 0.94  # of the usual width of a column, on a page in large print: Letter that is turned has 0.946
SMALLER = 0.86  # least type size, as a share of that of the whole card, if smaller type saves a page
FOOT_GAP = 5.0  # points: between the blocks and the line at the foot
MAX_BLOCK_GAPS = 3.0  # greatest gap between blocks, in gutters, to make columns end on one line


class _CardPage(NamedTuple):
    """A page of a card: the card with the blocks of this page.

    `number` is the number of the card, from 1. `place` is the place of the page among the pages of the card.
    `letter` begins the codes of pages.
    """

    card: ChartCard
    paper: Paper
    number: int
    words: Words
    place: int = 1
    page_count: int = 1
    letter: str = "R"
    foot_gap: float = FOOT_GAP

    @property
    def box(self) -> Rect:
        return page_frame.find_content_rect(self.paper, true_scale=False).inset(0, 0, 0, self.foot_gap)

    @property
    def title(self) -> str:
        return (f"{self.card.title}: {self.words('number_of', number=self.place, count=self.page_count)}"
                if self.page_count > 1
                else self.card.title)

    @property
    def label(self) -> str:
        """The code of the page.

        The first page keeps the code of the card, because texts of the game refer to it.
        """
        return f"{self.letter}-{self.number}" + f".{self.place}" * (self.place > 1)


class _ColumnBand(NamedTuple):
    """Blocks in one column across the page, or in several columns that are each `column_width` points wide."""

    spans_page: bool
    column_width: float
    columns: tuple[tuple[ChartBlock, ...], ...]

    def measure_height(self, context: DrawContext) -> float:
        return max(self.measure_column(blocks, context) for blocks in self.columns)

    def measure_column(self, blocks: Sequence[ChartBlock], context: DrawContext) -> float:
        return sum(measure_chart_block(block, self.column_width, context)
                   for block in blocks) + BLOCK_GAP * max(len(blocks) - 1, 0)


def build_charts(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return a document with a page for each requested card, or with several pages for a card that does not fit one.

    Raises PrintshopError if there are no such cards, or if a word or an element does not fit a page.
    """
    cards = choose_entries(game, game[CHARTS], request, "card", "charts.yaml")
    kit_numbers = request.scenario.players.kit_numbers if request.scenario and request.scenario.players else ()
    name = game.words("reference_cards")
    return Document(f"{game.title}: {name}", make_card_pages(game, cards, settings, kit_numbers=kit_numbers),
                    subject=name[:1].upper() + name[1:])


def make_card_pages(game: Game, cards: Sequence[ChartCard], settings: PrintSettings, letter: str = "R",
                    kit_numbers: tuple[int, ...] = ()) -> tuple[Page, ...]:
    """Return the pages of cards, whose codes begin with a letter.

    Other cards than those with "R" have one type size. `kit_numbers` has the kits that each get the cards that are not
    shared. Raises PrintshopError if a card does not fit.
    """
    card_pages = [_CardPage(replace(card, blocks=fill_blocks(game, card.blocks, settings.ink)), settings.paper,
                            number, game.words, letter=letter) for number, card in enumerate(cards, 1)]
    card_pages = [page if settings.zoom == 1 and _find_type_size(page.card, page.box, settings.ink)
                  else page._replace(foot_gap=0.0)
                  for page in card_pages]
    card_pages = [*_divide_cards(card_pages, settings)]
    max_size = _find_max_size(card_pages, settings.ink) / (1 if letter == "R" else MAX_SIZE_RATIO)
    return tuple(page_frame.make_framed_page(
        page.paper, page.title, compose_card(page.card, page.box, settings.ink, max_size), **game.imprint,
        note_size=MIN_TYPE_SIZE,
        note=" · ".join(filter(None, (page.card.subtitle, *game.page_settings))), true_scale=False,
        label=page.label, seats=() if page.card.is_shared else kit_numbers,
        bookmarks=(Bookmark(text.strip_markup(page.card.title)),) if page.place == 1 else (),
        anchor=f"card-{page.card.key}" if page.place == 1 else "") for page in card_pages)


def _find_max_size(pages: Sequence[_CardPage], ink: Ink) -> float:
    """Return the largest type size for a set of pages, which is a little more than the size for the fullest page.

    Pages that are too full count as pages in the smallest type.
    """
    return MAX_SIZE_RATIO * min((_find_type_size(page.card, page.box, ink) or MIN_TYPE_SIZE for page in pages),
                                default=MAX_TYPE_SIZE)


def _divide_cards(pages: Sequence[_CardPage], settings: PrintSettings) -> Iterator[_CardPage]:
    """Yield the pages of cards, from one page for each card. A card that fits its page is divided in large print only.

    In large print, before pages are enlarged, columns are as wide as on a page of the enlarged size, and the type of
    all cards is as large as the largest there.
    """
    usual_paper = shrink_paper(settings.paper, 1 / settings.zoom)
    usual_pages = [page._replace(paper=usual_paper) for page in pages]
    sizes = [_find_type_size(page.card, page.box, settings.ink) for page in usual_pages]
    largest = min(max(sizes, default=0.0), _find_max_size(usual_pages, settings.ink)) if settings.zoom > 1 else 0.0
    for page, own_size in zip(usual_pages, sizes, strict=True):
        if own_size and settings.zoom == 1:
            yield page
            continue
        card, size = page.card, max(largest, MIN_TYPE_SIZE)
        with report_errors(f"the card '{card.title}'", card.span, "print it on larger paper"):
            sheet, parts = _divide_card(card, settings, _measure_column_width(card, page.box.width), size,
                                        SMALLER * min(own_size or size, size))
        yield from (page._replace(card=part, paper=sheet, place=place, page_count=len(parts))
                    for place, part in enumerate(parts, 1))


def _divide_card(card: ChartCard, settings: PrintSettings, width: float, size: float, least_size: float
                 ) -> tuple[Paper, tuple[ChartCard, ...]]:
    """Return the parts of a card on its pages, in columns at least about as wide as `width`, and the paper.

    The sheet is turned if the card then has at least two pages fewer. The type is smaller than `size` only if words are
    else too wide, or, down to `least_size`, if the card then has fewer pages. Raises DoesNotFitError if the card does
    not fit in the smallest type.
    """
    def count_sheets(layout: tuple[Paper, tuple[ChartCard, ...]]) -> float:
        return len(layout[1]) + (layout[0] != settings.paper)

    @cache
    def divide(step: int) -> tuple[Paper, tuple[ChartCard, ...]]:
        """Return the paper and cards of the layout with fewer pages, in type that is `step` steps smaller.

        Raises DoesNotFitError.
        """
        layouts, problem = list[tuple[Paper, tuple[ChartCard, ...]]](), DoesNotFitError("")
        for sheet in (settings.paper, settings.paper.rotate()):
            box = page_frame.find_content_rect(sheet, true_scale=False)
            narrower = (replace(card, columns=number) for number in range(card.columns, 0, -1))
            chosen_card = next(narrow_card for narrow_card in narrower if narrow_card.columns == 1 or
                             _measure_column_width(narrow_card, box.width) >= MIN_COLUMN_SHARE * width)
            try:
                layouts.append((sheet, _fill_pages(chosen_card, box, size - step * TYPE_SIZE_STEP, settings.ink)))
            except DoesNotFitError as error:
                problem = error
        if not layouts:
            raise problem
        return min(layouts, key=count_sheets)

    def count_sheets_in(step: int) -> float:
        try:
            return count_sheets(divide(step))
        except DoesNotFitError:
            return inf

    last = int((size - MIN_TYPE_SIZE) / TYPE_SIZE_STEP + 0.01)
    saving = max(step for step in range(last + 1) if step == 0 or size - step * TYPE_SIZE_STEP >= least_size)
    fewest = count_sheets_in(saving)
    if fewest < inf:  # smaller type needs no more pages, so that halving finds the largest: a way takes 0.1 s
        return divide(bisect_left(range(saving), True, key=lambda step: count_sheets_in(step) <= fewest))
    for step in range(saving + 1, last):
        with suppress(DoesNotFitError):
            return divide(step)
    return divide(last)


def _fill_pages(card: ChartCard, box: Rect, size: float, ink: Ink) -> tuple[ChartCard, ...]:
    """Return the parts of a card that stand on its pages: as few pages as possible, filled alike.

    Raises DoesNotFitError if words are too wide, or if a part of a block is higher than a page.
    """
    style, height = _make_card_style(card, box.width, size, ink), box.height - page_frame.CONTENT_GAP

    def make_part(blocks: Sequence[ChartBlock]) -> ChartCard:
        """Return a part of the card: a block without neighbours is as wide as the page."""
        groups = [tuple(group) for _, group in groupby(blocks, lambda block: block.across)]
        return replace(card, blocks=tuple(replace(block, across=block.across or len(group) == 1)
                                          for group in groups for block in group))

    def measure(blocks: Sequence[ChartBlock]) -> float:
        return _measure_bands(_make_bands(make_part(blocks), box.width, style), style)

    @cache  # by the first block and the number of pages: pages are divided once
    def divide(start: int, count: int) -> tuple[float, tuple[int, ...]]:
        """Return how uneven the pages from a block on are, and where each of them ends."""
        divisions = [(inf, tuple[int, ...]())]
        for end in range(start + 1, len(blocks) + 1) if count > 1 else (len(blocks),):
            filled = measure(blocks[start:end])
            if filled > height and end > start + 1:
                break
            uneven, ends = divide(end, count - 1) if count > 1 else (0.0 if end > start else inf, ())
            divisions.append((uneven + (height - filled) ** 2 + (inf if filled > height else 0.0), (end, *ends)))
        return min(divisions)

    blocks = tuple(part for block in card.blocks
                   for part in _divide_block(block, lambda block: measure((block,)) <= height))
    ends = next(ends for count in range(1, len(blocks) + 1) if (ends := divide(0, count)[1]))
    return tuple(make_part(blocks[start:end]) for start, end in pairwise((0, *ends)))


def _divide_block(block: ChartBlock, fits: Callable[[ChartBlock], bool]) -> Iterator[ChartBlock]:
    """Yield a block, or several blocks with its title if it does not fit a page.

    The block is divided between its elements, a table between its rows, and units between their groups. Raises
    DoesNotFitError if an element does not fit.
    """
    remaining_parts = block.parts
    while remaining_parts:
        number = next((number for number in range(len(remaining_parts), 0, -1)
                       if fits(replace(block, parts=remaining_parts[:number]))), 0)
        if number:
            yield replace(block, parts=remaining_parts[:number])
        elif isinstance(part := remaining_parts[0], UnitGroups) and (count := next((
                count for count in range(len(part.groups) - 1, 0, -1)
                if fits(replace(block, parts=(replace(part, groups=part.groups[:count]),)))), 0)):
            yield replace(block, parts=(replace(part, groups=part.groups[:count]),))
            remaining_parts = (replace(part, groups=part.groups[count:]), *remaining_parts[1:])
            continue
        else:
            yield from _divide_table(block, remaining_parts[0], fits)
        remaining_parts = remaining_parts[number or 1:]


def _divide_table(block: ChartBlock, part: Element, fits: Callable[[ChartBlock], bool]) -> Iterator[ChartBlock]:
    """Yield blocks with equal parts of a table that is higher than a page. Raises DoesNotFitError."""
    if isinstance(part, GameTable) and (table := part.table) and not (
            table.main_column or table.texts_below or table.tinted_cells):
        for count in range(2, len(table.rows) + 1):
            step = -(-len(table.rows) // count)
            parts = [replace(block, parts=(replace(part, table=replace(table, rows=table.rows[start:start + step])),))
                     for start in range(0, len(table.rows), step)]
            if all(map(fits, parts)):
                yield from parts
                return
    raise DoesNotFitError(f"an element of the block '{block.title}' is higher than a page",
                          "divide it into several elements, or print it on larger paper")


def compose_card(card: ChartCard, box: Rect, ink: Ink, max_size: float = MAX_TYPE_SIZE) -> tuple[Item, ...]:
    """Return a card's blocks set in a box, in type no larger than `max_size`.

    Raises PrintshopError if the blocks do not fit.
    """
    style = _make_card_style(card, box.width, min(_find_type_size(card, box, ink), max_size), ink)
    bands = _make_bands(card, box.width, style)
    title_size = min(measure_title(block, band.column_width, style)
                     for band in bands for blocks in band.columns for block in blocks)
    spare = max(box.height - page_frame.CONTENT_GAP - _measure_bands(bands, style), 0.0)
    # blocks across the page are stretched only on a page without columns
    flexible_bands = [band for band in bands if not band.spans_page] or bands
    items: list[Item] = []
    y = box.y
    for band in bands:
        height = band.measure_height(style)
        if band in flexible_bands:
            share = spare / len(flexible_bands)
            flexible_bands = flexible_bands[1:]
            spare -= (stretched := _find_band_height(band, height + share, style)) - height
            height = stretched
        with report_errors(f"the card '{card.title}'", card.span):
            items += _place_band(band, box.x, y, height, style, title_size)
        y += height + BLOCK_GAP
    return tuple(items)


@fonts.cache_layout(64)
def _find_type_size(card: ChartCard, box: Rect, ink: Ink) -> float:
    """Return the largest type size in which a card fits a box, found by bisection. Return 0 if it fits in none.

    Raises PrintshopError if a word or an element does not fit in the smallest type.
    """
    def measure_excess(step: int) -> float:
        context = _make_card_style(card, box.width, MIN_TYPE_SIZE + step * TYPE_SIZE_STEP, ink)
        return _measure_bands(_make_bands(card, box.width, context), context) - box.height

    paper_hint = "print the card on larger paper" if box.width < page_frame.NARROW_WIDTH else ""
    with report_errors(f"the card '{card.title}'", card.span, paper_hint):
        if measure_excess(0) > 0:
            return 0.0
        good, bad = 0, round((MAX_TYPE_SIZE - MIN_TYPE_SIZE) / TYPE_SIZE_STEP) + 1
        while bad - good > 1:
            middle, fits = (good + bad) // 2, False
            with suppress(DoesNotFitError):
                fits = measure_excess(middle) <= 0
            good, bad = (middle, bad) if fits else (good, middle)
    return MIN_TYPE_SIZE + good * TYPE_SIZE_STEP


def _make_card_style(card: ChartCard, width: float, size: float, ink: Ink) -> DrawContext:
    """Return the style of a card in a type size, with the least space between rows.

    The hexes of all figures on the card have one size.
    """
    context = DrawContext(Palette(ink), text_size=size, row_gap=MIN_ROW_AIR, smallest=MIN_TYPE_SIZE)
    return context._replace(largest_hex=min(measure_hexes(block, width if block.across
                                                       else _measure_column_width(card, width), context)
                                   for block in card.blocks))


def _measure_column_width(card: ChartCard, width: float) -> float:
    return (width - BLOCK_GAP * (card.columns - 1)) / card.columns


def _make_bands(card: ChartCard, width: float, context: DrawContext) -> list[_ColumnBand]:
    wide = _measure_column_width(card, width)
    bands = []
    for across, group in groupby(card.blocks, lambda block: block.across):
        blocks = tuple(group)
        columns = (range(len(blocks)),) if across else balance_columns(
            [measure_chart_block(block, wide, context) for block in blocks], card.columns, BLOCK_GAP)
        bands.append(_ColumnBand(across, width if across else wide,
                                 tuple(blocks[column.start : column.stop] for column in columns)))
    return bands


def _measure_bands(bands: Sequence[_ColumnBand], context: DrawContext) -> float:
    return sum(band.measure_height(context) for band in bands) + BLOCK_GAP * (len(bands) - 1)


def _find_band_height(band: _ColumnBand, available: float, context: DrawContext) -> float:
    """Return the height of a band: as much of the available height as its shortest column can fill.

    The shortest column then has the greatest space in and between its blocks.
    """
    max_height = min(band.measure_column(blocks, context._replace(row_gap=MAX_ROW_AIR))
                     + (MAX_BLOCK_GAPS - 1) * BLOCK_GAP * max(len(blocks) - 1, 0) * 0.99
                     for blocks in band.columns)
    return min(available, max(band.measure_height(context), max_height))


def _place_band(band: _ColumnBand, x: float, top: float, foot: float, context: DrawContext, title_size: float
                ) -> Iterator[Item]:
    for blocks in band.columns:
        style_with_air = context._replace(row_gap=_find_air(band, blocks, foot, context))
        spare = max(foot - band.measure_column(blocks, style_with_air), 0.0) / max(len(blocks) - 1, 1)
        # the gaps cannot fill the column, so the frames of its blocks are higher
        free_height = 0.0
        if len(blocks) == 1 or spare >= (MAX_BLOCK_GAPS - 1) * BLOCK_GAP:
            spare, free_height = 0.0, spare * max(len(blocks) - 1, 1) / len(blocks)
        y = top
        for block in blocks:
            drawing = draw_block(block, band.column_width, style_with_air, title_size, free_height)
            yield shift_items(drawing.items, x, y)
            y += drawing.height + BLOCK_GAP + spare
        x += band.column_width + BLOCK_GAP


def _find_air(band: _ColumnBand, blocks: Sequence[ChartBlock], height: float, context: DrawContext) -> float:
    """Return the space between rows with which a column is `height` points high, or the greatest space allowed.

    The height of a column grows almost linearly with this space.
    """
    low, high = context.row_gap, MAX_ROW_AIR
    low_height, high_height = (band.measure_column(blocks, context._replace(row_gap=air)) for air in (low, high))
    if high_height <= height:
        return high
    for _ in range(12):
        if height - low_height < AIR_TOLERANCE:
            break
        air = low + (high - low) * max(height - AIR_TOLERANCE / 2 - low_height,
                                       AIR_TOLERANCE / 4) / (high_height - low_height)
        total = band.measure_column(blocks, context._replace(row_gap=air))
        if total <= height:
            low, low_height = air, total
        else:
            high, high_height = air, total
    return low
