"""Kits of a pack: the pages of each player behind one another, with a tab that names the player.

Points, origin at the top left, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from printshop.drawing import patterns, shapes, text
from printshop.drawing.display_list import BLACK, Item, Page, Stroke, Symbol, SymbolUse, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color
from printshop.game.model import Game, Side
from printshop.game.scenarios import Scenario
from printshop.layout.duplex import find_page_grid
from printshop.layout.page_frame import measure_header
from printshop.layout.zoom import shrink_paper
from printshop.print_settings import PrintSettings
from printshop.products.packs import PackComponent
from printshop.products.product import Product

TAB_HEIGHT, TAB_PADDING, TAB_PATTERN_WIDTH = 9.6, 5.0, 18.0  # points: height of a tab, free beside its words; pattern
_TAB_STYLE = text.Style("sans", 7.5, bold=True)


def arrange_kits(game: Game, scenario: Scenario, components: Sequence[PackComponent],
                 settings: PrintSettings) -> tuple[PackComponent, ...]:
    """Return the components in the order of the pack: what all players share, a kit for each player, cutouts.

    A component of a kit has only the pages of its player. Pages that several players have are drawn as one symbol, so
    that a file contains them once. Without `players` in the scenario, the order is that of the components.
    """
    if not scenario.players:
        return tuple(components)
    tabbed = find_page_grid(settings.paper).capacity == 1
    kits: list[list[PackComponent]] = [[] for _ in scenario.players.seats]
    for component in sorted(components, key=lambda component: KIT_ORDER.index(component.product.name)
                            if component.product.name in KIT_ORDER else -1):
        pages = {id(page): _share_drawing(page) for page in component.pages if len(page.seats) > 1}
        for number, (seat, kit) in enumerate(zip(scenario.players.seats, kits, strict=True), 1):
            own = tuple(pages.get(id(page), page) for page in component.pages if number in page.seats)
            if tabbed and not component.product.is_cut_out:
                side = game.sides[seat.side]
                own = tuple(_add_tab(page, side, seat.title, settings, component.product) for page in own)
            if own:
                kit.append(_choose_pages(component, own, number))
    shared = [_choose_pages(component, own) for component in components
              if (own := tuple(page for page in component.pages if not page.seats))]
    return (*(component for component in shared if not component.product.is_cut_out), *chain.from_iterable(kits),
            *(component for component in shared if component.product.is_cut_out))


KIT_ORDER = ("records", "cards", "charts", "booklet")
"""The order of products in the kit of a player; the pages of the booklet in a kit are the player's score sheet."""


def _choose_pages(component: PackComponent, pages: tuple[Page, ...], seat: int = 0) -> PackComponent:
    return replace(component, document=replace(component.document, pages=pages), pages=pages, seat=seat)


def _share_drawing(page: Page) -> Page:
    symbol = Symbol(page.label, page.items, (0.0, 0.0, page.width, page.height))
    return replace(page, items=(SymbolUse(symbol),))


def _add_tab(page: Page, side: Side, words: str, settings: PrintSettings, product: Product) -> Page:
    """Return a page with the name of its player in a tab below the rule of its header, at the right."""
    zoom = settings.zoom if product.is_enlarged else 1.0
    paper = settings.paper if (page.width < page.height) == (
        settings.paper.width < settings.paper.height) else settings.paper.rotate()
    top = paper.printable.y + zoom * (measure_header(shrink_paper(paper, zoom)) - 0.5)
    return replace(page, items=(*page.items, *draw_tab(side, words, paper.printable.right, top, settings.ink)))


def draw_tab(side: Side, words: str, right: float, top: float, ink: Ink) -> Iterator[Item]:
    """Draw a tab with words in the colour of a side, and with the pattern of the side at its left."""
    ground = choose_area_color(ink, parse_color(side.color))
    width = text.measure_text(words, _TAB_STYLE) + 2 * TAB_PADDING
    left = right - width
    yield shapes.rect(left, top, width, TAB_HEIGHT, fill=ground)
    if ink is Ink.BLACK or side.pattern != "solid":
        left -= TAB_PATTERN_WIDTH
        yield from patterns.fill_with_pattern(side.pattern, (left, top, TAB_PATTERN_WIDTH, TAB_HEIGHT),
                                              parse_color(side.color), ink)
    if ink is not Ink.COLOUR:
        yield shapes.rect(left, top, right - left, TAB_HEIGHT, stroke=Stroke(BLACK, 0.5))
    yield from text.set_line(words, _TAB_STYLE._replace(color=choose_text_color(ground)), right - TAB_PADDING,
                             top + 7.4, "end")
