"""Hex maps at true scale: on one page if they fit, else on sheets to glue together."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page
from printshop.drawing.misfit import Misfit
from printshop.layout import furniture, tile_marks, tiling
from printshop.layout.boxes import Box
from printshop.problems import PrintshopError, Problems
from printshop.products import hex_board, hex_keys, hex_seams, hex_words
from printshop.products.product import Product, Request, Settings, chosen
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.maps import HexMap
    from printshop.game.model import Game
    from printshop.layout.paper import Paper

SLIM_NOTE = "print at 100 %: the rulers measure 100 mm and 4 in"
FEW = 4  # sheets that are put together without a plan of their own


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the maps of a game: those made by default, or those of `only`.

    Raises PrintshopError for a game without maps, an unknown one, and, all together, maps of too many sheets, words
    that do not fit and pictures that cannot be used.
    """
    problems = Problems()
    number = count(1)
    pages = tuple(page for one in _chosen(game, request) for page in _pages(one, game, settings, number, problems))
    problems.raise_if_any()
    return Document(f"{game.title}: maps", pages, subject="maps", keywords=(game.title, "maps"))


def _chosen(game: Game, request: Request) -> list[HexMap]:
    return chosen(game, game.maps, request, "map", "maps.yaml", lambda one: one.default)


def _pages(one: HexMap, game: Game, settings: Settings, number: count[int], problems: Problems) -> list[Page]:
    """Return the pages of a map; what does not fit is noted."""
    try:
        drawn = hex_board.draw(one, settings.ink)
        paper, sheets = tiling.plan(drawn.width, drawn.height, settings.paper, hex_seams.spared(one, drawn))
        if sheets.count > tiling.MOST:
            size = f"{drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm"
            problems.add(one.span, f"map '{one.title}' is {size} and would take {sheets.count} sheets of {paper.name} "
                                   f"paper, the most are {tiling.MOST}", "give it fewer or smaller hexes")
            return []
        return list(_laid_out(_Sheets(one, drawn, paper, sheets, game, settings, number)))
    except PrintshopError as error:
        problems.extend(error.problems)
    except Misfit as error:
        hint = error.hint or "make the hexes larger or the words shorter"
        problems.add(one.span, f"map '{one.title}': {error}", hint)
    return []


class _Sheets(NamedTuple):
    """What is known of a map whose pages are made; `paper` is as it lies for the sheets."""

    one: HexMap
    drawn: hex_board.Drawn
    paper: Paper
    sheets: tiling.Tiling
    game: Game
    settings: Settings
    number: count[int]

    def page(self, items: tuple[Item, ...], *, head: str = "", first: bool = False, scale: bool = True) -> Page:
        """Return a page of the map; the plan of its sheets is not at true scale."""
        one, slim = self.one, scale and self.sheets.count > 1
        title = f"{one.title}, {head}" if head else one.title
        size = f"hexes {text.escape(one.across.text)} across flats" if scale else ""
        notes = (size, SLIM_NOTE if slim else "", "" if slim else one.note)
        bookmarks = (Bookmark(text.plain(one.title)),) if first else ()
        return furniture.page(
            self.paper if scale else self.settings.paper, title, items, game_title=self.game.title,
            rights=self.game.rights, note=" · ".join(part for part in notes if part), scale=scale, slim=slim,
            label=f"H-{next(self.number)}", bookmarks=bookmarks)


def _laid_out(made: _Sheets) -> Iterator[Page]:
    alone = _alone(made) if made.sheets.count == 1 else None
    if alone:
        yield made.page(alone, first=True)
        return
    planned = made.sheets.count > FEW or hex_keys.legend_height(made.one, 500) > 0
    if planned:
        area = furniture.content_box(made.settings.paper, scale=False)
        plan = tuple(hex_keys.sheet_plan(made.one, made.drawn, made.sheets, area, made.settings.ink))
        head = "plan of the sheets" if made.sheets.count > 1 else "terrain"
        yield made.page(plan, head=head, first=True, scale=False)
        for more in hex_keys.legend_pages(made.one, area, made.settings.ink):
            yield made.page(tuple(more), head="terrain", scale=False)
    if made.sheets.count == 1:
        whole = (*made.drawn.items(), *_compass(made, Box(0, 0, made.drawn.width, made.drawn.height)))
        yield made.page(tile_marks.alone(whole, (made.drawn.width, made.drawn.height), made.paper))
        return
    for tile in made.sheets.tiles():
        seen = made.sheets.core(tile.column, tile.row)
        shown = tile_marks.Shown((*made.drawn.items(seen), *_compass(made, seen)), made.drawn.lines(tile.box))
        items = tile_marks.draw(made.sheets, tile, shown, made.paper)
        yield made.page(items, head=made.sheets.numbered(tile), first=not planned and tile.code == "A1")


def _compass(made: _Sheets, seen: Box) -> tuple[Item, ...]:
    return tuple(hex_words.compass(made.one, made.drawn.grid, seen, made.settings.ink)) if made.one.compass else ()


def _alone(made: _Sheets) -> tuple[Item, ...] | None:
    """Return a map of one page with its legend below it; None if there is no room for that."""
    area, drawn = furniture.content_box(made.paper), made.drawn
    legend = hex_keys.legend_height(made.one, area.width)
    gap = 8.0 if legend else 0.0
    spare = area.height - drawn.height - legend - gap
    if spare < -1e-6:
        return None
    x, y = area.center[0] - drawn.width / 2, area.y + spare / 2
    below = Box(area.x, y + drawn.height + gap, area.width, legend)
    compass = _compass(made, Box(0, 0, drawn.width, drawn.height))
    return (Group((*drawn.items(), *compass), Transform(e=x, f=y)),
            *hex_keys.legend(made.one, below, made.settings.ink))


PRODUCT = Product(
    "maps",
    "hex maps at true scale, on several sheets where they are larger than the paper",
    "paper",
    "Measure the rulers; if there are several sheets, glue them as their margins say.",
    build,
)
