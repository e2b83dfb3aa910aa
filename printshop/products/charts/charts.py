"""Product `charts`: reference cards, each on one page, set as large as the page allows.

Blocks keep their order. Columns are balanced and end on one line: the type is made as large as fits, then the space
between rows takes up the rest. Points, origin top left, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Item
from printshop.game.model import Game
from printshop.job import Request, Settings
from printshop.layout import furniture
from printshop.layout.boxes import Box, balance
from printshop.parts.charts import CHARTS, SMALLEST, Block, Card, Look, block_of, moved
from printshop.problems import Misfit, failure
from printshop.products.product import chosen
from printshop.products.safely import reported

GUTTER = 9.0  # points: between columns and between blocks
LARGEST = 12.0  # points: type size
STEP = 0.1  # points: between type sizes that are tried
TIGHT, LOOSE = 0.4, 6.0  # points: least and greatest space between rows
CLOSE = 0.05  # points: columns whose ends differ by less count as even
EVEN = 1.2  # type on a card is at most so many times as large as on the fullest card of the set
APART = 3.0  # greatest gap between blocks, in gutters, to make columns end on one line


class _Band(NamedTuple):
    """Blocks in one column across the page, or in several columns, `wide` points each, above or below other bands."""

    across: bool
    wide: float
    columns: tuple[tuple[Block, ...], ...]

    def height(self, look: Look) -> float:
        return max(self.total(blocks, look) for blocks in self.columns)

    def total(self, blocks: Sequence[Block], look: Look) -> float:
        return sum(block_of(block, self.wide, look).height for block in blocks) + GUTTER * max(len(blocks) - 1, 0)


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return a page for each requested card. Raises PrintshopError if a card does not fit its page."""
    cards = chosen(game, game[CHARTS], request, "card", "charts.yaml")
    box = furniture.content_box(settings.paper, scale=False)
    largest = EVEN * min((_size(card, box, settings.ink) for card in cards), default=LARGEST)
    pages = tuple(furniture.page(
        settings.paper, card.title, compose(card, box, settings.ink, largest), game_title=game.title,
        rights=game.rights, note=" · ".join(filter(None, (card.subtitle, *game.stated))), scale=False,
        label=f"R-{number}", bookmarks=(Bookmark(text.plain(card.title)),), anchor=f"card-{card.key}")
        for number, card in enumerate(cards, 1))
    return Document(f"{game.title}: reference cards", pages, subject="Reference cards")


def compose(card: Card, box: Box, ink: Ink, largest: float = LARGEST) -> tuple[Item, ...]:
    """Return a card's blocks in a box, in type no larger than `largest`. Raises PrintshopError if they do not fit."""
    look = _look(card, box.width, min(_size(card, box, ink), largest), ink)
    bands = _bands(card, box.width, look)
    look = look._replace(title=min(block.title_size(band.wide, look)
                                   for band in bands for blocks in band.columns for block in blocks))
    spare = max(box.height - furniture.GAP - _height(bands, look), 0.0) / (sum(not band.across for band in bands) or 1)
    items: list[Item] = []
    y = box.y
    for band in bands:
        height = band.height(look) + (0.0 if band.across else spare)
        items += _place(band, box.x, y, height, look)
        y += height + GUTTER
    return tuple(items)


@fonts.remembered(64)
def _size(card: Card, box: Box, ink: Ink) -> float:
    """Return the largest type size in which a card fits a box, by bisection. Raises PrintshopError if there is none."""
    def over(step: int) -> float:
        look = _look(card, box.width, SMALLEST + step * STEP, ink)
        return _height(_bands(card, box.width, look), look) - box.height

    larger = "print it on larger paper" if box.width < furniture.SLENDER else ""
    with reported(f"the card '{card.title}'", card.span, larger):
        if (much := over(0)) > 0:
            raise failure(f"the card '{card.title}' is {much:.0f} pt too long for its page, even in "
                          f"{SMALLEST} pt type", larger or "move some of its blocks to another card", card.span)
        good, bad = 0, round((LARGEST - SMALLEST) / STEP) + 1
        while bad - good > 1:
            middle, fits = (good + bad) // 2, False
            with suppress(Misfit):
                fits = over(middle) <= 0
            good, bad = (middle, bad) if fits else (good, middle)
    return SMALLEST + good * STEP


def _look(card: Card, width: float, size: float, ink: Ink) -> Look:
    """Return the style of a card in a type size, with least space; the hexes of all its figures have one size."""
    look = Look(size, TIGHT, ink)
    return look._replace(hexes=min(block.hexes(width if block.across else _wide(card, width), look)
                                   for block in card.blocks))


def _wide(card: Card, width: float) -> float:
    return (width - GUTTER * (card.columns - 1)) / card.columns


def _bands(card: Card, width: float, look: Look) -> list[_Band]:
    wide = _wide(card, width)
    bands = []
    for across, group in groupby(card.blocks, lambda block: block.across):
        blocks = tuple(group)
        columns = (range(len(blocks)),) if across else balance(
            [block_of(block, wide, look).height for block in blocks], card.columns, GUTTER)
        bands.append(_Band(across, width if across else wide,
                           tuple(blocks[column.start : column.stop] for column in columns)))
    return bands


def _height(bands: Sequence[_Band], look: Look) -> float:
    return sum(band.height(look) for band in bands) + GUTTER * (len(bands) - 1)


def _place(band: _Band, x: float, top: float, height: float, look: Look) -> Iterator[Item]:
    # columns end where the shortest one does with the greatest space in and between its blocks
    loosest = min(band.total(blocks, look._replace(air=LOOSE)) + (APART - 1) * GUTTER * max(len(blocks) - 1, 0) * 0.99
                  for blocks in band.columns)
    foot = min(height, max(band.height(look), loosest))
    for blocks in band.columns:
        aired = look._replace(air=_air(band, blocks, foot, look))
        spare = max(foot - band.total(blocks, aired), 0.0) / max(len(blocks) - 1, 1)
        spare = spare if spare < (APART - 1) * GUTTER else 0.0  # the column cannot be filled, so it ends early
        y = top
        for block in blocks:
            drawn = block_of(block, band.wide, aired)
            yield moved(drawn.items, x, y)
            y += drawn.height + GUTTER + spare
        x += band.wide + GUTTER


def _air(band: _Band, blocks: Sequence[Block], height: float, look: Look) -> float:
    """Return the space between rows that fills the height of a column; the height grows almost linearly with it."""
    low, high = look.air, LOOSE
    least, most = (band.total(blocks, look._replace(air=air)) for air in (low, high))
    if most <= height:
        return high
    for _ in range(12):
        if height - least < CLOSE:
            break
        air = low + (high - low) * max(height - CLOSE / 2 - least, CLOSE / 4) / (most - least)
        total = band.total(blocks, look._replace(air=air))
        if total <= height:
            low, least = air, total
        else:
            high, most = air, total
    return low
