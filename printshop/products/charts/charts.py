"""Product `charts`: reference cards, each on one page, set as large as the page allows.

The blocks keep their order. Columns are balanced and end on one line: the type is made as large as fits,
then the air between the rows takes up what is left. Points, origin top left, y down.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.items import Bookmark, Document, Item, Page
from printshop.game.charts import CHARTS
from printshop.layout import furniture
from printshop.layout.boxes import balance
from printshop.problems import failure
from printshop.products.charts.blocks import SMALLEST, Drawn, Look, block_of, moved, title_size
from printshop.products.selection import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.ink import Ink
    from printshop.game.charts import Block, Card
    from printshop.game.model import Game
    from printshop.job import Request, Settings
    from printshop.layout.boxes import Box

GUTTER = 9.0  # between columns and between blocks
LARGEST = 12.0
STEP = 0.1
TIGHT, LOOSE = 0.4, 6.0  # the air between rows, at least and at most
CLOSE = 0.05  # columns that end so near to each other end on one line
EVEN = 1.2  # so many times as large as on the fullest card of a set is the type on the others at most
APART = 3.0  # so many gutters lie between blocks at most, that columns end on one line


class _Band(NamedTuple):
    """Blocks that share the height of the page with other bands: one across, or several in columns."""

    across: bool
    blocks: tuple[Block, ...]


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return a page for every card wanted. Raises PrintshopError if a card does not fit its page."""
    cards = chosen(game, game[CHARTS], request, "card", "charts.yaml")
    box = furniture.content_box(settings.paper, scale=False)
    largest = EVEN * min((_size(card, box, settings.ink) for card in cards), default=LARGEST)
    pages = tuple(_page(game, card, settings, number, largest) for number, card in enumerate(cards, 1))
    return Document(f"{game.title}: reference cards", pages, subject="Reference cards")


def _page(game: Game, card: Card, settings: Settings, number: int, largest: float) -> Page:
    box = furniture.content_box(settings.paper, scale=False)
    items = compose(card, box, settings.ink, largest)
    return furniture.page(
        settings.paper, card.title, items, game_title=game.title, rights=game.rights, note=card.subtitle,
        scale=False, label=f"R-{number}", bookmarks=(Bookmark(text.plain(card.title)),),
        anchor=f"card-{card.key}")


def compose(card: Card, box: Box, ink: Ink, largest: float = LARGEST) -> tuple[Item, ...]:
    """Return the blocks of a card, laid out in a box, in type of at most a size.

    Raises PrintshopError if they do not fit.
    """
    look = Look(min(_size(card, box, ink), largest), TIGHT, ink)
    title = min(title_size(block, _wide(block, card, box.width), look) for block in card.blocks)
    return tuple(_compose(card, box, look._replace(title=title)))


@fonts.remembered(64)
def _size(card: Card, box: Box, ink: Ink) -> float:
    larger = "print it on larger paper" if box.width < furniture.SLENDER else ""
    try:
        size = _largest(card, box, ink)
        if size is None:
            over = _height(card, box.width, Look(SMALLEST, TIGHT, ink)) - box.height
            raise failure(f"the card '{card.title}' is {over:.0f} pt too long for its page, even in "
                          f"{SMALLEST} pt type", larger or "move some of its blocks to another card", card.span)
    except (text.TooWide, text.TooTall, fonts.NoGlyph) as error:
        raise failure(f"the card '{card.title}': {error}", error.hint or larger, card.span) from error
    return size


def _largest(card: Card, box: Box, ink: Ink) -> float | None:
    """Return the largest type in which the card fits the box, found by halving, or None."""
    if not _fits(card, box, Look(SMALLEST, TIGHT, ink)):
        return None
    good, bad = 0, round((LARGEST - SMALLEST) / STEP) + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            fits = _fits(card, box, Look(SMALLEST + middle * STEP, TIGHT, ink))
        except text.TooWide:
            fits = False
        good, bad = (middle, bad) if fits else (good, middle)
    return SMALLEST + good * STEP


def _fits(card: Card, box: Box, look: Look) -> bool:
    return _height(card, box.width, look) <= box.height


def _bands(card: Card) -> list[_Band]:
    groups = groupby(card.blocks, lambda block: block.across)
    return [_Band(across, tuple(blocks)) for across, blocks in groups]


def _column_width(width: float, columns: int) -> float:
    return (width - GUTTER * (columns - 1)) / columns


def _wide(band: _Band | Block, card: Card, width: float) -> float:
    return width if band.across else _column_width(width, card.columns)


def _columns(band: _Band, card: Card, width: float, look: Look) -> tuple[tuple[Block, ...], ...]:
    if band.across:
        return (band.blocks,)
    heights = [block_of(block, _column_width(width, card.columns), look).height for block in band.blocks]
    return tuple(tuple(band.blocks[number] for number in numbers)
                 for numbers in balance(heights, card.columns, GUTTER))


def _column(blocks: Sequence[Block], width: float, look: Look) -> list[Drawn]:
    return [block_of(block, width, look) for block in blocks]


def _total(drawn: Sequence[Drawn]) -> float:
    return sum(one.height for one in drawn) + GUTTER * max(len(drawn) - 1, 0)


def _band_height(band: _Band, card: Card, width: float, look: Look) -> float:
    wide = _wide(band, card, width)
    return max(_total(_column(blocks, wide, look)) for blocks in _columns(band, card, width, look))


def _height(card: Card, width: float, look: Look) -> float:
    bands = _bands(card)
    return sum(_band_height(band, card, width, look) for band in bands) + GUTTER * (len(bands) - 1)


def _compose(card: Card, box: Box, look: Look) -> Iterator[Item]:
    """Place the bands; what height is left over goes to those with columns, in equal parts."""
    bands = _bands(card)
    in_columns = sum(1 for band in bands if not band.across)
    spare = (box.height - _height(card, box.width, look)) / (in_columns or 1)
    y = box.y
    for band in bands:
        height = _band_height(band, card, box.width, look) + (0.0 if band.across else spare)
        yield from _place(band, card, (box.x, y, box.width, height), look)
        y += height + GUTTER


def _place(
    band: _Band, card: Card, box: tuple[float, float, float, float], look: Look
) -> Iterator[Item]:
    x, top, width, height = box
    wide = _wide(band, card, width)
    columns = _columns(band, card, width, look)
    foot = max(_total(_column(blocks, wide, look)) for blocks in columns)
    foot = min(height, max(foot, min(_loosest(blocks, wide, look) for blocks in columns)))
    for blocks in columns:
        drawn = _filled(blocks, wide, foot, look)
        spare = max(foot - _total(drawn), 0.0) / max(len(drawn) - 1, 1)
        spare = spare if spare < (APART - 1) * GUTTER else 0.0  # too little to fill the column: then it ends early
        y = top
        for one in drawn:
            yield moved(one.items, x, y)
            y += one.height + GUTTER + spare
        x += wide + GUTTER


def _loosest(blocks: Sequence[Block], width: float, look: Look) -> float:
    """Return how far down a column goes at most: with all the air that there may be in its blocks and between them."""
    drawn = _column(blocks, width, look._replace(air=LOOSE))
    return _total(drawn) + (APART - 1) * GUTTER * max(len(drawn) - 1, 0) * 0.99


def _filled(blocks: Sequence[Block], width: float, height: float, look: Look) -> list[Drawn]:
    """Return a column's blocks with as much air as fills the height, which grows steadily and almost evenly."""

    def total(air: float) -> float:
        return _total(_column(blocks, width, look._replace(air=air)))

    low, high = look.air, LOOSE
    least, most = total(low), total(high)
    if most <= height:
        low = high
    for _ in range(12):
        if low == high or height - least < CLOSE:
            break
        air = low + (high - low) * max(height - CLOSE / 2 - least, CLOSE / 4) / (most - least)
        found = total(air)
        if found <= height:
            low, least = air, found
        else:
            high, most = air, found
    return _column(blocks, width, look._replace(air=low))
