"""Kits of a pack: the pages of each player behind one another, with a tab that names the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printshop.drawing import text
from printshop.drawing.display_list import Group, Page, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.game.seats import Seat
from printshop.layout.duplex import find_page_grid
from printshop.layout.page_frame import HEADER_GAP, find_content_rect
from printshop.layout.zoom import shrink_paper
from printshop.print_settings import PrintSettings
from printshop.products.booklets.force_lists import BAR_STYLE, draw_side_bar
from printshop.products.packs import PackComponent

TAB_SCALE, TAB_RISE = 0.7, 1.5  # size of a tab, as a share of the bar of a side; points: top above the rule
TAB_ENDS = 60.0  # points: of a bar of a side beside its words


def arrange_kits(game: Game, scenario: Scenario, components: Sequence[PackComponent],
                 settings: PrintSettings) -> tuple[PackComponent, ...]:
    """Return the components in the order of the pack: what all players share, a kit for each player, cutouts.

    A component of a kit has only the pages of its player. Pages of several players are drawn as one symbol, so that a
    file contains the drawing once. Without `players` in the scenario, the order is that of the components.
    """
    if not scenario.players:
        return tuple(components)
    seats = scenario.players.seats
    drawings = {id(page): (SymbolUse(Symbol(page.label, page.items, (0.0, 0.0, page.width, page.height))),)
                for component in components for page in component.pages if len(page.seats) > 1}

    def choose_pages(component: PackComponent, number: int) -> PackComponent:
        pages = tuple(page for page in component.pages if (number in page.seats if number else not page.seats))
        seat = seats[number - 1]
        if number and not component.product.is_cut_out:
            pages = tuple(replace(page, items=(*drawings.get(id(page), page.items),
                                               *_draw_tab(page, game, seat, settings))) for page in pages)
        return replace(component, document=replace(component.document, pages=pages), pages=pages,
                       player=seat.title if number else "")

    shared = [choose_pages(component, 0) for component in components]
    # in the order of use: records and cards, charts, and the score sheet, which is a page of the booklet
    kits = [choose_pages(component, number) for number in scenario.players.every_seat
            for component in reversed(components)]
    return tuple(part for part in (*(part for part in shared if not part.product.is_cut_out), *kits,
                                   *(part for part in shared if part.product.is_cut_out)) if part.pages)


def _draw_tab(page: Page, game: Game, seat: Seat, settings: PrintSettings) -> tuple[Group, ...]:
    """Draw the name of a player on the colour of the side, below the header at the right of a page."""
    paper = replace(settings.paper, width=page.width, height=page.height)
    if find_page_grid(paper).capacity > 1:
        return ()
    box, width = find_content_rect(shrink_paper(paper, settings.zoom), true_scale=False), TAB_ENDS + text.measure_text(
        seat.title, BAR_STYLE)
    return (Group(draw_side_bar(game.sides[seat.side], seat.title, width, settings.ink),
                  Transform(a=TAB_SCALE, d=TAB_SCALE, e=settings.zoom * box.right - TAB_SCALE * width,
                            f=settings.zoom * (box.y - HEADER_GAP) - TAB_RISE)),)
