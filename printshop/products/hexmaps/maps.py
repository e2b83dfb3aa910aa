"""Hex maps at true scale: on one sheet if they fit or the sheet is made for them, else on sheets to glue together."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Bookmark, Document, Group, Item, Page, Stroke, Text, Use
from printshop.game.maps import MAPS
from printshop.hexes import Grid
from printshop.layout import furniture, tiling
from printshop.layout.boxes import Box
from printshop.layout.paper import FIT, UNIVERSAL, Paper
from printshop.layout.tiling import GLUE, STEPS_HEIGHT, Spared, steps
from printshop.problems import Misfit, PrintshopError, Problems, failure
from printshop.products.hexmaps import board
from printshop.products.hexmaps.board import Figures, terrain_hex
from printshop.products.hexmaps.figures import measured
from printshop.products.safely import reported
from printshop.products.selection import chosen
from printshop.units import MM, set_fractions

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Terrain, Zone
    from printshop.game.model import Game
    from printshop.hexes import Hex
    from printshop.job import Request, Settings
    from printshop.layout.tiling import Tile, Tiling
    from printshop.products.hexmaps.board import Drawn


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
        drawn = board.draw(one, settings.ink, zones)
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
        hint = error.hint or board.SHORTER
        problems.add(one.span, f"map '{one.title}': {error}", hint)
    return []


def _planned(one: HexMap, drawn: board.Drawn, settings: Settings) -> tuple[Paper, tiling.Tiling]:
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
    return tiling.plan(drawn.width, drawn.height, paper, spared(one, drawn))


def _made_to_fit(one: HexMap, drawn: board.Drawn) -> Paper:
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
    wanted = [(one, board.draw(one, Ink.BLACK)) for one in _chosen(game, request)]
    large = (paper for paper in papers if all(
        any(_spare(one, drawn, sheet)[1] >= 0 for sheet in (paper, paper.turned())) for one, drawn in wanted))
    return min(large, key=lambda paper: paper.width * paper.height, default=None)


def _spare(one: HexMap, drawn: board.Drawn, paper: Paper) -> tuple[float, float]:
    """Return how high a map's legend is on a sheet, with its distance, and what is left below; negative: too little."""
    if not furniture.ruled(paper):
        return 0.0, -inf
    area = furniture.content_box(paper)
    legend = legend_height(one, area.width)
    legend += 8.0 if legend else 0.0
    return legend, area.height - drawn.height - legend if drawn.width <= area.width + 1e-6 else -inf


class _Sheets(NamedTuple):
    """What is known of a map whose pages are made; `paper` is as it lies for the sheets."""

    one: HexMap
    drawn: board.Drawn
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
    planned = made.sheets.count > FEW or legend_height(made.one, 500) > 0
    if planned:
        area = furniture.content_box(made.settings.paper, scale=False)
        plan = tuple(sheet_plan(made.one, made.drawn, made.sheets, area, made.settings.ink))
        head = "plan of the sheets" if made.sheets.count > 1 else "terrain"
        yield made.page(plan, head=head, first=True, scale=False)
        for more in legend_pages(made.one, area, made.settings.ink):
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
    return tuple(board.compass(made.one, made.drawn.grid, seen, made.settings.ink)) if made.one.compass else ()


def _alone(made: _Sheets) -> tuple[Item, ...] | None:
    """Return a map of one page with its legend below it; None if there is no room for that."""
    high, spare = _spare(made.one, made.drawn, made.paper)
    if spare < -1e-6:
        return None
    area, drawn = furniture.content_box(made.paper), made.drawn
    x, y = furniture.middle(area, drawn.width), area.y + spare / 2
    below = Box(area.x, y + drawn.height + 8.0, area.width, high)
    compass = _compass(made, Box(0, 0, drawn.width, drawn.height))
    return (Group((*drawn.items(), *compass), Transform(e=x, f=y)),
            *legend(made.one, below, made.settings.ink))


LEGEND = 26.0  # how high a line of the terrain's legend is
BESIDE = 8  # lines of it on one page with the plan of the sheets
SAMPLE = 24.0  # how high its hexes are
_WORDS = text.Style("sans", 9.0)
_GAP = 14.0
_STEPS = text.Style("serif", 11.0)
_SMALLEST = 7.0
_LEAST_HEX = 4.0  # across flats: smaller ones would be a grey mush
_RIM = Stroke(BLACK, 0.4)
_SEAM = Stroke(BLACK, 1.0)
_EDGE = Stroke(BLACK, 1.4)


def legend_height(one: HexMap, width: float) -> float:
    """Return how high the legend of a map's terrain is in a given width; 0 for a map without one."""
    return LEGEND * len(_legend_lines(one, width))


def legend(one: HexMap, box: Box, ink: Ink) -> Iterator[Item]:
    """Give the legend, its lines centred in a box from its top. Raises PrintshopError for a label too long."""
    yield from _drawn_legend(one, _legend_lines(one, box.width), box, ink)


def legend_pages(one: HexMap, area: Box, ink: Ink) -> Iterator[Iterator[Item]]:
    """Give the further pages of a legend that is too long for the page of the plan. Raises PrintshopError."""
    lines = _legend_lines(one, area.width)
    room = max(1, int((area.height - 6) / LEGEND))
    for first in range(0, len(lines), room) if len(lines) > BESIDE else ():
        yield _drawn_legend(one, lines[first : first + room], Box(area.x, area.y + 6, area.width, area.height), ink)


def _drawn_legend(one: HexMap, lines: list[list[Terrain]], box: Box, ink: Ink) -> Iterator[Item]:
    for number, line in enumerate(lines):
        x = max(box.center[0] - (sum(_entry_width(terrain) for terrain in line) - _GAP) / 2, box.x)
        y = box.y + LEGEND * (number + 0.5)
        for terrain in line:
            scale = SAMPLE / (2 * one.across.pt / 3**0.5)
            yield Use(terrain_hex(one, terrain, ink), Transform(a=scale, d=scale, e=x + SAMPLE / 2, f=y))
            yield shapes.polygon(Grid(one.orientation, scale * one.across.pt, x + SAMPLE / 2, y).corners(), stroke=_RIM)
            with reported(f"the legend of map '{one.title}'", terrain.span, "give the terrain a shorter label"):
                yield from text.line(terrain.label, _WORDS, x + SAMPLE + 4, y + 0.35 * _WORDS.size,
                                     max_width=box.width - SAMPLE - 4, min_size=_SMALLEST)
            x += _entry_width(terrain)


def _entry_width(terrain: Terrain) -> float:
    return SAMPLE + 4 + text.measure(terrain.label, _WORDS) + _GAP


def _legend_lines(one: HexMap, width: float) -> list[list[Terrain]]:
    """Return the terrain of each line of the legend, as many as go beside one another."""
    lines: list[list[Terrain]] = []
    free = 0.0
    for terrain in one.terrain if one.legend else ():
        free -= _entry_width(terrain)
        if not lines or free + _GAP < 0:
            lines.append([])
            free = width - _entry_width(terrain)
        lines[-1].append(terrain)
    return lines


def sheet_plan(one: HexMap, drawn: Drawn, tiling: Tiling, area: Box, ink: Ink) -> Iterator[Item]:
    """Give the page that shows how the sheets lie, and how they are put together."""
    several = tiling.count > 1
    beside = _legend_lines(one, area.width)
    beside = beside if len(beside) <= BESIDE else []
    legend_high = LEGEND * len(beside)
    low = (STEPS_HEIGHT + 26 if several else 0.0) + legend_high + 26
    bottom = yield from _picture(one, drawn, tiling, area.inset(0, 6, 0, low), ink)
    across = set_fractions(one.across.text)
    caption = f"The whole map, not to scale: it measures {measured(one)}, its hexes are {across} across flats"
    yield from text.line(text.escape(caption), _WORDS._replace(italic=True), area.center[0], bottom + 14, "middle",
                         area.width, _SMALLEST)
    y = bottom + 24
    yield from _drawn_legend(one, beside, Box(area.x, y, area.width, legend_high), ink)
    if several:
        y += legend_high + 16
        say = (f"Print all {tiling.count} sheets on {text.escape(one.material)} at 100 % and measure the rulers of "
               "one. Each has its code in its heading, and its place in the small plan in its lower right corner.")
        words = text.block(say, _STEPS, (area.x, y - 12, area.width, None), 1.25)
        yield from words.items
        y += words.height - 2
        yield from steps(tiling, GLUE, Box(area.x, y, area.width, area.bottom - y))


def _picture(one: HexMap, drawn: Drawn, tiling: Tiling, box: Box, ink: Ink) -> Generator[Item, None, float]:
    """Give the map in small, with the edges of its sheets as they will lie; return its bottom edge."""
    scale = min(box.width / drawn.width, box.height / drawn.height, 1.0)
    x, y = box.center[0] - scale * drawn.width / 2, box.y
    right, bottom = x + scale * drawn.width, y + scale * drawn.height
    place = Transform(a=scale, d=scale, e=x, f=y)
    yield Group(drawn.bare(lines=scale * one.across.pt >= _LEAST_HEX), place)
    yield Group(tuple(board.shades(one, drawn.grid, ink, scale)), place)
    seams = [(x + scale * at, y, x + scale * at, bottom) for at in tiling.across[1:]]
    seams += [(x, y + scale * at, right, y + scale * at) for at in tiling.down[1:]]
    if seams:
        yield shapes.lines(seams, _SEAM)
    yield shapes.rect(x, y, right - x, bottom - y, stroke=_EDGE)
    for tile in tiling.tiles() if tiling.count > 1 else ():
        yield from _code(tile, (x, y), scale)
    yield from board.small_names(one, drawn.grid, (x, y, scale))
    return bottom


def _code(tile: Tile, at: tuple[float, float], scale: float) -> Iterator[Item]:
    """Give the code of a sheet in its upper left corner."""
    size = min(11.0, max(6.0, scale * tile.box.width / 4))
    style = text.Style("sans", size, bold=True)
    x, y = at[0] + scale * tile.box.x + 2.0, at[1] + scale * tile.box.y + 2.0
    width = text.measure(tile.code, style) + 0.4 * size
    yield shapes.rect(x, y, width, 1.1 * size, fill=WHITE)
    yield from text.line(tile.code, style, x + 0.2 * size, y + 0.9 * size)


_CLEAR = 1.0
_CAPITALS = 0.75  # how high they are, as a share of the size of the letters


def spared(one: HexMap, drawn: Drawn) -> Spared:
    """Return what seams should leave alone."""
    across, down = [], []
    for left, top, right, bottom in (*_numbers(one, drawn.grid), *_words(drawn.words.items)):
        across.append((left - _CLEAR, right + _CLEAR))
        down.append((top - _CLEAR, bottom + _CLEAR))
    return Spared(tuple(across), tuple(down))


def _numbers(one: HexMap, grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """Give the place of the numbers of two rows and of two columns, which are those of all, or of a hexagon's hexes."""
    if not one.numbered:
        return
    figures = Figures(one)
    for cell in _typical(one):
        x, y = grid.center(cell)
        base, half = y + figures.base, figures.width / 2
        yield x - half, base - _CAPITALS * figures.size, x + half, base


def _typical(one: HexMap) -> Iterable[Hex]:
    board, cells = one.board, one.board.cells
    if board.radius:
        return cells
    return (*cells[: 2 * board.rows], *cells[:: board.rows], *cells[1 :: board.rows])  # they go column by column


def _words(items: Iterable[Item]) -> Iterator[tuple[float, float, float, float]]:
    for item in items:
        if isinstance(item, Text):
            yield item.x, item.y - _CAPITALS * item.size, item.x + item.width, item.y
