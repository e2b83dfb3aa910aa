"""Product `maps`: hex maps at true scale, on one sheet if it has room, else on several to join."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import ceil, inf

from printshop.drawing import ornaments, shapes, text, themes
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Bookmark, Document, Group, Item, Page, Stroke, Text, Use
from printshop.game.maps import CHART, MAPS, HexMap, Terrain, Zone
from printshop.game.model import Game
from printshop.hexes import Grid, Hex
from printshop.job import Request, Settings
from printshop.layout import furniture, tiling
from printshop.layout.boxes import FIT, UNIVERSAL, Box, Paper
from printshop.layout.labels import about, plate
from printshop.layout.tiling import BOARD, STEPS_HEIGHT, Spared, Tiling, steps
from printshop.problems import Misfit, PrintshopError, Problems, failure
from printshop.products.hexmaps import board, charted
from printshop.products.hexmaps.board import DrawnMap
from printshop.products.hexmaps.figures import measured
from printshop.products.product import chosen
from printshop.products.safely import reported
from printshop.units import MM, set_fractions

SLIM_NOTE = "print at 100 %: the rulers measure 100 mm and 4 in"
LONGEST = 5000 * MM  # a PDF page is no longer than 5080 mm
FEW = 4  # more sheets than these have a page with their plan
LEGEND = 26.0  # points: height of a line of the legend
BESIDE = 8  # a legend of more lines has a page of its own, not on the plan of the sheets
SAMPLE = 24.0  # points: height of a hex in the legend
_ABOVE = 8.0  # points: between a map and its legend
_WORDS = text.Style("sans", 9.0)
_GAP = 14.0
_TITLE = text.Style("display", 15.0, bold=True)
_CARTOUCHE = 46.0  # points: height of the cartouche without the legend
_STEPS = text.Style("serif", 11.0)
_SMALLEST = 7.0
_SPOTS = ((0.5, 0.5), (0.5, 0.3), (0.5, 0.7), (0.3, 0.5), (0.7, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))
"""Positions of a sheet's code in the picture of the whole map, as shares of the sheet; off terrain is preferred."""
_TINT = 0.5  # share of a side's pale colour in its zone on the picture of the whole map
_LEAST_HEX = 4.0  # points across flats: lines of smaller hexes would merge to grey
_CLEAR = 1.0
_CAPITALS = 0.75  # height of capitals, as a share of the type size


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the requested maps. Raises PrintshopError for all problems together."""
    problems, number, battle = Problems(), count(1), request.scenario
    pages: list[Page] = []
    for hexmap in chosen(game, game[MAPS], request, "map", "maps.yaml"):
        try:
            if battle and battle.map == hexmap.key and battle.zones and not hexmap.edges:
                hexmap = replace(hexmap, zones=battle.zones)  # noqa: PLW2901
            drawn = board.draw(hexmap, settings.ink, battle.zones if battle and battle.map == hexmap.key else ())
            paper, sheets = _planned(hexmap, drawn, settings)
            if sheets.count > tiling.MOST:
                size = f"{drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm"
                problems.add(hexmap.span, f"map '{hexmap.title}' is {size} and would take {sheets.count} sheets of "
                             f"{paper.name} paper, the most are {tiling.MOST}", "give it fewer or smaller hexes")
            else:
                zones = battle.zones if battle and battle.map == hexmap.key else ()
                pages += _pages(hexmap, drawn, paper, sheets, game, settings, number, zones)
        except PrintshopError as error:
            problems.extend(error.problems)
        except Misfit as error:
            problems.add(hexmap.span, f"map '{hexmap.title}': {error}", error.hint or board.SHORTER)
    problems.raise_if_any()
    return Document(f"{game.title}: maps", tuple(pages), subject="maps", keywords=(game.title, "maps"))


def _planned(hexmap: HexMap, drawn: DrawnMap, settings: Settings) -> tuple[Paper, Tiling]:
    """Return a map's paper, upright or turned, and its sheets.

    Raises PrintshopError if a sheet that fits the map (`fit`) would be too long.
    """
    paper = settings.map_paper or settings.paper
    whole = tiling.Tiling(drawn.width, drawn.height, (0.0,), (0.0,))
    if paper == FIT:
        wide = max(drawn.width + 2 * (furniture.RULER + furniture.GAP + UNIVERSAL.margin), UNIVERSAL.width)
        sheet = Paper("fit", ceil(wide / MM - 1e-6) * MM, LONGEST)
        high = max(LONGEST - _spare(hexmap, drawn, sheet)[1], UNIVERSAL.width)
        if max(wide, high) > LONGEST:
            raise failure(f"map '{hexmap.title}' is {drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm: no sheet is "
                          "longer than 5 m", "print it on several: --paper a0", hexmap.span)
        return replace(sheet, height=ceil(high / MM - 1e-6) * MM), whole
    for sheet in (paper, paper.turned()):
        if _spare(hexmap, drawn, sheet)[1] >= -1e-6:
            return sheet, whole
    return tiling.plan(drawn.width, drawn.height, paper, spared(hexmap, drawn))


def one_sheet(game: Game, request: Request, settings: Settings, papers: Iterable[Paper]) -> Paper | None:
    """Return the smallest paper that has each requested map whole with its legend, upright or turned; or None."""
    asked_for = chosen(game, game[MAPS], request, "map", "maps.yaml")
    sizes = [(hexmap, board.lay(hexmap, settings.ink)[1]) for hexmap in asked_for]
    large = (paper for paper in papers if all(
        any(_spare(hexmap, size, sheet)[1] >= 0 for sheet in (paper, paper.turned())) for hexmap, size in sizes))
    return min(large, key=lambda paper: paper.width * paper.height, default=None)


def _spare(hexmap: HexMap, size: Box | DrawnMap, paper: Paper) -> tuple[float, float]:
    """Return the height of a map's legend on a sheet, with its gap, and the height left; negative if there is none."""
    if not furniture.ruled(paper):
        return 0.0, -inf
    area = furniture.content_box(paper)
    legend = legend_height(hexmap, area.width)
    legend += _ABOVE if legend else 0.0
    return legend, area.height - size.height - legend if size.width <= area.width + 1e-6 else -inf


def spared(hexmap: HexMap, drawn: DrawnMap) -> Spared:
    """Return the words and numbers that seams should avoid; of the numbers of a rectangle only two rows and columns."""
    boxes = [(item.x, item.y - _CAPITALS * item.size, item.x + item.width, item.y + (1 - _CAPITALS) * item.size)
             for item in (*drawn.words.items, *drawn.around.items) if isinstance(item, Text)]
    if hexmap.numbered:
        figures, cells, rows = board.Figures(hexmap), hexmap.board.cells, hexmap.board.rows
        # cells are ordered by column
        typical = cells if hexmap.board.radius else (*cells[: 2 * rows], *cells[::rows], *cells[1::rows])
        for x, y in map(drawn.grid.center, typical):
            base, half = y + figures.base, figures.width / 2
            boxes.append((x - half, base - _CAPITALS * figures.size, x + half, base))
            boxes += [(x - _CLEAR, y - _CLEAR, x + _CLEAR, y + _CLEAR)] * hexmap.dots
    return Spared(tuple((left - _CLEAR, right + _CLEAR) for left, _, right, _ in boxes),
                  tuple((top - _CLEAR, bottom + _CLEAR) for _, top, _, bottom in boxes))


def _pages(hexmap: HexMap, drawn: DrawnMap, paper: Paper, sheets: Tiling, game: Game,
           settings: Settings, number: Iterator[int], zones: Sequence[Zone]) -> Iterator[Page]:
    """Yield the pages of a map, with the legend below it or beside a plan of the sheets; `paper` lies as they do."""
    def page(items: Iterable[Item], *, head: str = "", first: bool = False, scale: bool = True, framed: bool = False,
             note: str = SLIM_NOTE) -> Page:
        """Return a page of the map; a frame may have its own rulers; a plan of the sheets is not at true scale."""
        slim = framed or (scale and sheets.count > 1)
        size = f"hexes {text.escape(set_fractions(hexmap.across.text))} across flats" if scale else ""
        notes = (size, note if slim else "", "" if slim else hexmap.note)
        return furniture.page(
            paper if scale else settings.paper, f"{hexmap.title}, {head}" if head else hexmap.title, tuple(items),
            game_title=game.title, rights=game.rights, note=" · ".join(filter(None, notes)), scale=scale, slim=slim,
            label=f"H-{next(number)}", bookmarks=(Bookmark(text.plain(hexmap.title)),) if first else ())

    named = tuple(board.compass(hexmap, drawn.grid, sheets.tile(0, 0).core, settings.ink))
    single, whole = sheets.count == 1, (*drawn.items(), *named)
    if single:
        high, spare = _spare(hexmap, drawn, paper)
        sheet = furniture.content_box(paper, scale=False)
        sheet = sheet.inset(0, 0, 0, high + _ABOVE if high else 0.0)
        if hexmap.frame == CHART and charted.fits(drawn.width, drawn.height, sheet):
            below = Box(sheet.x, sheet.bottom + _ABOVE, sheet.width, high)
            compass = board.compass(hexmap, drawn.grid, Box(0, 0, drawn.width, drawn.height), settings.ink)
            framed = charted.draw(hexmap, drawn, sheet, settings.ink, zones=zones, over=tuple(compass))
            yield page((*framed, *legend(hexmap, below, settings.ink)), first=True, framed=True)
            return
        if spare >= -1e-6:
            area = furniture.content_box(paper)
            x, y = furniture.middle(area, drawn.width), area.y + spare / 2
            below = Box(area.x, y + drawn.height + _ABOVE, area.width, high)
            yield page((Group(whole, Transform(e=x, f=y)), *legend(hexmap, below, settings.ink)), first=True)
            return
    planned = sheets.count > FEW or legend_height(hexmap, 500) > 0
    if planned:
        area = furniture.content_box(settings.paper, scale=False)
        yield page(_plan(hexmap, drawn, sheets, area, settings.ink), first=True, scale=False,
                   head="terrain" if single else "plan of the sheets")
        lines, room = _legend_lines(hexmap, area.width), max(1, int((area.height - 6) / LEGEND))
        box = Box(area.x, area.y + 6, area.width, area.height)
        for first in range(0, len(lines), room) if len(lines) > BESIDE else ():
            table = _drawn_legend(hexmap, lines[first : first + room], box, settings.ink)
            yield page(table, head="terrain", scale=False)
    if single:
        yield page(tiling.alone(whole, (drawn.width, drawn.height), paper))
        return
    ruled = next(sheets.tiles()).code
    for tile in sheets.tiles():
        shown = tiling.Shown((*drawn.items(tile.box), *(named if tile.code == "A1" else ())))
        yield page(tiling.draw(sheets, tile, shown, paper, BOARD), head=sheets.numbered(tile),
                   first=not planned and tile.code == "A1",
                   note=SLIM_NOTE if tile.code == ruled else f"print at 100 %, like {ruled} with its rulers")


def legend_height(hexmap: HexMap, width: float) -> float:
    """Return the height of a map's terrain legend in a given width; 0 for a map without one."""
    return LEGEND * len(_legend_lines(hexmap, width))


def legend(hexmap: HexMap, box: Box, ink: Ink) -> Iterator[Item]:
    """Draw the legend, its lines centred in a box from its top. Raises PrintshopError for a label too long."""
    yield from _drawn_legend(hexmap, _legend_lines(hexmap, box.width), box, ink)


def _drawn_legend(hexmap: HexMap, lines: list[list[Terrain]], box: Box, ink: Ink) -> Iterator[Item]:
    for number, line in enumerate(lines):
        x = max(box.center[0] - (sum(map(_entry_width, line)) - _GAP) / 2, box.x)
        y = box.y + LEGEND * (number + 0.5)
        for terrain in line:
            scale = SAMPLE / (2 * hexmap.across.pt / 3**0.5)
            sample = Grid(hexmap.orientation, scale * hexmap.across.pt, x + SAMPLE / 2, y)
            yield Use(board.terrain_hex(hexmap, terrain, ink), Transform(a=scale, d=scale, e=x + SAMPLE / 2, f=y))
            yield shapes.polygon(sample.corners(), stroke=Stroke(BLACK, 0.4))
            with reported(f"the legend of map '{hexmap.title}'", terrain.span, "give the terrain a shorter label"):
                yield from text.line(terrain.label, _WORDS, x + SAMPLE + 4, y + 0.35 * _WORDS.size,
                                     max_width=box.width - SAMPLE - 4, min_size=_SMALLEST)
            x += _entry_width(terrain)


def _entry_width(terrain: Terrain) -> float:
    return SAMPLE + 4 + text.measure(terrain.label, _WORDS) + _GAP


def _legend_lines(hexmap: HexMap, width: float) -> list[list[Terrain]]:
    """Return the terrain of each line of the legend, as many as fit side by side."""
    lines: list[list[Terrain]] = []
    free = 0.0
    for terrain in hexmap.terrain if hexmap.legend else ():
        free -= _entry_width(terrain)
        if not lines or free + _GAP < 0:
            lines.append([])
            free = width - _entry_width(terrain)
        lines[-1].append(terrain)
    return lines


def _plan(hexmap: HexMap, drawn: DrawnMap, sheets: Tiling, area: Box, ink: Ink) -> Iterator[Item]:
    """Draw the page that shows how the sheets lie and how to join them."""
    several, beside = sheets.count > 1, _legend_lines(hexmap, area.width)
    beside = beside if len(beside) <= BESIDE else []
    legend_high = LEGEND * len(beside)
    low = (STEPS_HEIGHT + 26 if several else 0.0) + legend_high + _CARTOUCHE + 22
    bottom = yield from _picture(hexmap, drawn, sheets, area.inset(0, 6, 0, low), ink)
    across = set_fractions(hexmap.across.text)
    caption = f"The whole map, not to scale: it measures {measured(hexmap)}, its hexes are {across} across flats"
    yield from _cartouche(hexmap, caption, beside, Box(area.x, bottom + 8, area.width, _CARTOUCHE + legend_high), ink)
    y = bottom + _CARTOUCHE + 12
    if several:
        y += legend_high + 16
        first = next(sheets.tiles()).code
        instructions = (f"Print all {sheets.count} sheets on {hexmap.material} at 100 % and measure the rulers of "
                        f"{first}. Each has its code in its heading, and its place in the small plan in its lower "
                        "right corner.")
        words = text.block(instructions, _STEPS, (area.x, y - 12, area.width, None), 1.25)
        yield from words.items
        y += words.height - 2
        yield from steps(sheets, BOARD, Box(area.x, y, area.width, area.bottom - y))


def _cartouche(hexmap: HexMap, caption: str, legend_lines: list[list[Terrain]], box: Box, ink: Ink) -> Iterator[Item]:
    """Draw the title of a map in a frame, its size, and its legend below."""
    title, color = themes.titled(hexmap.title), themes.drawn(ink)
    wide = max(text.measure(title, _TITLE), text.measure(text.escape(caption), _WORDS),
               *(sum(map(_entry_width, line)) - _GAP for line in legend_lines)) + 40
    framed = Box(box.center[0] - min(wide, box.width) / 2, box.y, min(wide, box.width), box.height)
    if ink is Ink.COLOUR:
        yield shapes.rect(*framed.inset(3), fill=themes.ground("tint", ink))
    yield from ornaments.frame(framed, color, 0.7, "double" if themes.worn().frame == "none" else "")
    x, width = box.center[0], framed.width - 16
    yield from text.line(title, _TITLE._replace(color=color), x, box.y + 21, "middle", width, _SMALLEST)
    yield from text.line(text.escape(caption), _WORDS, x, box.y + 34, "middle", width, _SMALLEST)
    yield from _drawn_legend(hexmap, legend_lines, Box(framed.x + 8, box.y + 39, width, box.height - 46), ink)


def _picture(hexmap: HexMap, drawn: DrawnMap, sheets: Tiling, box: Box, ink: Ink) -> Generator[Item, None, float]:
    """Draw the map at a small scale, with the edges and codes of its sheets; return its bottom edge."""
    scale = min(box.width / drawn.width, box.height / drawn.height, 1.0)
    x, y = box.center[0] - scale * drawn.width / 2, box.y
    right, bottom = x + scale * drawn.width, y + scale * drawn.height
    place = Transform(a=scale, d=scale, e=x, f=y)
    if ink is not Ink.BLACK and any(zone.pattern and not zone.shaded for zone in hexmap.zones):
        drawn = board.draw(replace(hexmap, key=f"{hexmap.key}-plan"), ink, tint=_TINT)
    lines = scale * hexmap.across.pt >= _LEAST_HEX
    outlines = tuple(board.outlines(hexmap, drawn.grid, ink, scale))
    yield Group((*drawn.bare(lines=lines), Group(outlines, clip=shapes.rect(0, 0, drawn.width, drawn.height))), place)
    straight = [(x + scale * at, y, x + scale * at, bottom) for at in sheets.across[1:]]
    straight += [(x, y + scale * at, right, y + scale * at) for at in sheets.down[1:]]
    if straight:
        yield shapes.lines(straight, Stroke(WHITE, 2.4))
        yield shapes.lines(straight, Stroke(BLACK, 0.9, dash=(5.0, 3.0)))
    yield shapes.rect(x, y, right - x, bottom - y, stroke=Stroke(BLACK, 1.4))
    taken = []
    terrain = frozenset(cell for kind in hexmap.terrain for cell in kind.hexes)
    for tile in sheets.tiles() if sheets.count > 1 else ():
        style = text.Style("sans", min(24.0, max(6.0, scale * tile.core.width / 4)), bold=True)
        size = text.measure(tile.code, style) + style.size, 1.25 * style.size
        core = tile.core
        spots = [(x + scale * (core.x + across * core.width), y + scale * (core.y + down * core.height))
                 for across, down in _SPOTS]
        free = (spot for spot in spots if not _covers(about(spot, size), terrain, drawn.grid, (x, y, scale)))
        at = next(free, spots[0])
        taken.append(about(at, size))
        yield from plate(tile.code, style, at, beside=0.5 * style.size, high=1.25)
    yield from board.small_names(hexmap, drawn.grid, (x, y, scale), taken)
    return bottom


def _covers(box: Box, cells: frozenset[Hex], grid: Grid, place: tuple[float, float, float]) -> bool:
    """Return whether a box in a picture at (x, y, scale) covers one of the hexes, tested at 15 points of the box."""
    x, y, scale = place
    left, top, wide, high = ((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
    return any(grid.at(left + wide * across / 4, top + high * down / 2) in cells
               for across in range(5) for down in range(3))
