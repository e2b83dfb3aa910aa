"""Hex maps at true scale: on one sheet if they fit or the sheet is made for them, else on sheets to glue together."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Group, Item, Page
from printshop.game.maps import MAPS
from printshop.layout import furniture, tiling
from printshop.layout.boxes import Box
from printshop.layout.paper import FIT, UNIVERSAL, Paper
from printshop.problems import Misfit, PrintshopError, Problems, failure
from printshop.products.hexmaps import hex_board, hex_keys, hex_seams, hex_words
from printshop.products.selection import chosen
from printshop.units import MM, set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.game.maps import HexMap, Zone
    from printshop.game.model import Game
    from printshop.job import Request, Settings

SLIM_NOTE = "print at 100 %: the rulers measure 100 mm and 4 in"
LONGEST = 5000 * MM  # a PDF page is no longer than 5080 mm
FEW = 4  # sheets that are put together without a plan of their own


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the maps of a game: those made by default, or those of `only`.

    Raises PrintshopError for a game without maps, an unknown one, and, all together, maps of too many sheets, words
    that do not fit and pictures that cannot be used.
    """
    problems = Problems()
    number = count(1)
    pages = tuple(page for one in _chosen(game, request)
                  for page in _pages(one, _zones(one, request), game, settings, number, problems))
    problems.raise_if_any()
    return Document(f"{game.title}: maps", pages, subject="maps", keywords=(game.title, "maps"))


def _chosen(game: Game, request: Request) -> list[HexMap]:
    return chosen(game, game[MAPS], request, "map", "maps.yaml", lambda one: one.default)


def _zones(one: HexMap, request: Request) -> tuple[Zone, ...]:
    """Return the zones of the scenario that a map is made for; none where it is made for any."""
    battle = request.scenario
    return battle.zones if battle and battle.map == one.key else ()


def _pages(one: HexMap, zones: tuple[Zone, ...], game: Game, settings: Settings, number: count[int],
           problems: Problems) -> list[Page]:
    """Return the pages of a map; what does not fit is noted."""
    try:
        drawn = hex_board.draw(one, settings.ink, zones)
        paper, sheets = _planned(one, drawn, settings)
        if sheets.count > tiling.MOST:
            size = f"{drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm"
            problems.add(one.span, f"map '{one.title}' is {size} and would take {sheets.count} sheets of {paper.name} "
                                   f"paper, the most are {tiling.MOST}", "give it fewer or smaller hexes")
            return []
        return list(_laid_out(_Sheets(one, drawn, paper, sheets, game, settings, number)))
    except PrintshopError as error:
        problems.extend(error.problems)
    except Misfit as error:
        hint = error.hint or hex_words.SHORTER
        problems.add(one.span, f"map '{one.title}': {error}", hint)
    return []


def _planned(one: HexMap, drawn: hex_board.Drawn, settings: Settings) -> tuple[Paper, tiling.Tiling]:
    """Return the paper of a map, as it lies, and its sheets: one if its legend has room there, too, if need be turned.

    Raises PrintshopError for a map that no sheet is large enough for, if there is to be one.
    """
    paper = settings.map_paper or settings.paper
    whole = tiling.Tiling(drawn.width, drawn.height, (0.0,), (0.0,))
    if paper == FIT:
        return _made_to_fit(one, drawn), whole
    for sheet in (paper, paper.turned()):
        if _spare(one, drawn, sheet)[1] >= -1e-6:
            return sheet, whole
    return tiling.plan(drawn.width, drawn.height, paper, hex_seams.spared(one, drawn))


def _made_to_fit(one: HexMap, drawn: hex_board.Drawn) -> Paper:
    """Return a sheet that just holds a map with its legend, heading and rulers, in whole millimetres."""
    wide = max(drawn.width + 2 * (furniture.RULER + furniture.GAP + UNIVERSAL.margin), UNIVERSAL.width)
    sheet = Paper("fit", ceil(wide / MM - 1e-6) * MM, LONGEST)
    high = max(LONGEST - _spare(one, drawn, sheet)[1], UNIVERSAL.width)
    if max(wide, high) > LONGEST:
        raise failure(f"map '{one.title}' is {drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm: no sheet is longer "
                      "than 5 m", "print it on several: --paper a0", one.span)
    return replace(sheet, height=ceil(high / MM - 1e-6) * MM)


def one_sheet(game: Game, request: Request, papers: Iterable[Paper]) -> Paper | None:
    """Return the smallest sheet on which each map that is asked for is whole, with its legend; None if there is none.

    It may have to be turned.
    """
    wanted = [(one, hex_board.draw(one, Ink.BLACK)) for one in _chosen(game, request)]
    large = (paper for paper in papers if all(
        any(_spare(one, drawn, sheet)[1] >= 0 for sheet in (paper, paper.turned())) for one, drawn in wanted))
    return min(large, key=lambda paper: paper.width * paper.height, default=None)


def _spare(one: HexMap, drawn: hex_board.Drawn, paper: Paper) -> tuple[float, float]:
    """Return how high a map's legend is on a sheet, with its distance, and what is left below; negative: too little."""
    if not furniture.ruled(paper):
        return 0.0, -inf
    area = furniture.content_box(paper)
    legend = hex_keys.legend_height(one, area.width)
    legend += 8.0 if legend else 0.0
    return legend, area.height - drawn.height - legend if drawn.width <= area.width + 1e-6 else -inf


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
        size = f"hexes {text.escape(set_fractions(one.across.text))} across flats" if scale else ""
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
        yield made.page(tiling.alone(whole, (made.drawn.width, made.drawn.height), made.paper))
        return
    for tile in made.sheets.tiles():
        seen = made.sheets.core(tile.column, tile.row)
        shown = tiling.Shown((*made.drawn.items(seen), *_compass(made, seen)), made.drawn.lines(tile.box))
        items = tiling.draw(made.sheets, tile, shown, made.paper)
        yield made.page(items, head=made.sheets.numbered(tile), first=not planned and tile.code == "A1")


def _compass(made: _Sheets, seen: Box) -> tuple[Item, ...]:
    return tuple(hex_words.compass(made.one, made.drawn.grid, seen, made.settings.ink)) if made.one.compass else ()


def _alone(made: _Sheets) -> tuple[Item, ...] | None:
    """Return a map of one page with its legend below it; None if there is no room for that."""
    legend, spare = _spare(made.one, made.drawn, made.paper)
    if spare < -1e-6:
        return None
    area, drawn = furniture.content_box(made.paper), made.drawn
    x, y = furniture.middle(area, drawn.width), area.y + spare / 2
    below = Box(area.x, y + drawn.height + 8.0, area.width, legend)
    compass = _compass(made, Box(0, 0, drawn.width, drawn.height))
    return (Group((*drawn.items(), *compass), Transform(e=x, f=y)),
            *hex_keys.legend(made.one, below, made.settings.ink))
