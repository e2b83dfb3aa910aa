"""Hex maps at true scale: on one page if they fit, else on sheets to glue together."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Document, Group, Item, Page
from printshop.drawing.misfit import Misfit
from printshop.layout import furniture, tiling
from printshop.layout.boxes import Box
from printshop.problems import Problems
from printshop.products import hex_board, hex_keys
from printshop.products.product import Product, Request, Settings, chosen
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.maps import HexMap
    from printshop.game.model import Game
    from printshop.layout.paper import Paper

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
        paper, sheets = tiling.plan(drawn.width, drawn.height, settings.paper)
        if sheets.count > tiling.MOST:
            size = f"{drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm"
            problems.add(one.span, f"map '{one.title}' is {size} and would take {sheets.count} sheets of {paper.name} "
                                   f"paper, the most are {tiling.MOST}", "give it fewer or smaller hexes")
            return []
        return list(_laid_out(_Sheets(one, drawn, paper, sheets, game, settings, number)))
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

    def page(self, items: tuple[Item, ...], *, code: str = "", first: bool = False, scale: bool = True) -> Page:
        """Return a page of the map; the plan of its sheets is not at true scale."""
        one = self.one
        title = f"{one.title}: {code}" if code else one.title
        note = f"hexes {text.escape(one.across.text)} across flats" if scale else ""
        bookmarks = (Bookmark(text.plain(one.title)),) if first else ()
        return furniture.page(
            self.paper if scale else self.settings.paper, title, items, game_title=self.game.title,
            rights=self.game.rights, note=" · ".join(part for part in (note, one.note) if part), scale=scale,
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
        code = "plan of the sheets" if made.sheets.count > 1 else "terrain"
        yield made.page(plan, code=code, first=True, scale=False)
    for tile in made.sheets.tiles():
        items = tiling.draw(made.sheets, tile, made.drawn.items(tile.box), made.paper)
        first = not planned and tile.code == "A1"
        code = f"{tile.code} of {made.sheets.last}" if made.sheets.count > 1 else ""
        yield made.page(items, code=code, first=first)


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
    return (Group(drawn.items(), Transform(e=x, f=y)),
            *hex_keys.legend(made.one, below, made.settings.ink))


PRODUCT = Product(
    "maps",
    "hex maps at true scale, on several sheets where they are larger than the paper",
    "paper",
    "Measure the rulers; if there are several sheets, glue them as their margins say.",
    build,
)
