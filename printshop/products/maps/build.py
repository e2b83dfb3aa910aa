"""Product `maps`: hex maps at true scale.

If one sheet has no room for a map, the map has several sheets to join.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import ceil, inf

from printshop.drawing import ornaments, shapes, text, themes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Bookmark,
    Document,
    Group,
    Item,
    Page,
    Stroke,
    SymbolUse,
    TextRun,
)
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink
from printshop.game.map_paths import PathKind, list_used_kinds
from printshop.game.maps import CHART, MAPS, HexMap, MapZone, Terrain, keep_printed_zones
from printshop.game.model import Game
from printshop.hexes import Hex, HexGrid
from printshop.layout import page_frame, tiling
from printshop.layout.labels import center_rect, draw_text_plate
from printshop.layout.rectangles import FIT_CONTENT, UNIVERSAL, Paper, Rect
from printshop.layout.tiling import BOARD, STEPS_HEIGHT, SeamObstacles, Tiling, draw_print_instructions
from printshop.lengths import MM, typeset_fractions
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import DoesNotFitError, PrintshopError, Problems, make_error
from printshop.products import map_grounds
from printshop.products.build import report_errors, use_game_fonts
from printshop.products.maps import hex_drawing, path_drawing, sea_chart
from printshop.products.maps.hex_drawing import DrawnMap, MapPage
from printshop.products.maps.overview import format_map_size
from printshop.products.product import choose_entries
from printshop.schema.reader import make_title

LegendEntry = Terrain | PathKind
MAX_SHEET_LENGTH = 5000 * MM  # a PDF page is no longer than 5080 mm
MAX_SHEETS_WITHOUT_PLAN = 4  # more sheets than these have a page with their plan
LEGEND_LINE_HEIGHT = 26.0  # points: height of a line of the legend
MAX_LEGEND_LINES_ON_PLAN = 8  # a legend of more lines has a page of its own, not on the plan of the sheets
SAMPLE_HEIGHT = 24.0  # points: height of a hex in the legend
_LEGEND_GAP = 8.0  # points: between a map and its legend
_WORDS_STYLE = text.Style("sans", 9.0)
_ENTRY_GAP = 14.0
_TITLE_STYLE = text.Style("display", 15.0, bold=True)
_CARTOUCHE_HEIGHT = 46.0  # points: height of the cartouche without the legend
_CARTOUCHE_PADDING = 40.0  # points: left and right of its widest line
_MIN_TYPE_SIZE = 7.0
_CODE_SPOTS = ((0.5, 0.5), (0.5, 0.3), (0.5, 0.7), (0.3, 0.5), (0.7, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7),
               (0.7, 0.7))
"""Positions of a sheet's code in the picture of the whole map, as shares of the sheet.

The first position that is clear of terrain is used.
"""
_MIN_HEX_WITH_LINES = 4.0  # points across flats: lines of smaller hexes would merge to grey
_SEAM_GAP = 1.0
_CAPITALS_HEIGHT = 0.75  # height of capitals, as a share of the type size


def build_maps(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return a document with the requested maps.

    Raises PrintshopError if there are no such maps. If maps have problems, raises PrintshopError with all problems
    together.
    """
    problems, number, scenario = Problems(), count(1), request.scenario
    pages: list[Page] = []
    for hexmap in choose_entries(game, game[MAPS], request, "map", "maps.yaml"):
        try:
            zones = scenario.zones if scenario and scenario.map == hexmap.key else ()
            if zones and not hexmap.edges:
                hexmap = replace(hexmap, zones=zones)  # noqa: PLW2901
            hexmap, zones = keep_printed_zones(hexmap, zones)  # noqa: PLW2901
            drawn_map = hex_drawing.draw_map(hexmap, settings.ink, zones)
            paper, sheets = _choose_sheets(hexmap, drawn_map, settings)
            if sheets.sheet_count > tiling.MAX_SHEETS:
                size = f"{drawn_map.width / MM:.0f} x {drawn_map.height / MM:.0f} mm"
                problems.add(hexmap.span,
                             f"map '{hexmap.title}' is {size} and would take {sheets.sheet_count} sheets of "
                             f"{paper.name} paper, but at most {tiling.MAX_SHEETS} are allowed",
                             "give the map fewer or smaller hexes")
            else:
                pages += _lay_out_map(hexmap, drawn_map, paper, sheets, game, settings, number, zones)
        except PrintshopError as error:
            problems.extend(error.problems)
        except DoesNotFitError as error:
            problems.add(hexmap.span, f"map '{hexmap.title}': {error}", error.hint or hex_drawing.SHORTEN_HINT)
    problems.raise_if_any()
    name = game.words.name("maps")
    return Document(f"{game.title}: {name}", tuple(pages), subject=name, keywords=(game.title, name))


def _choose_sheets(hexmap: HexMap, drawn_map: DrawnMap, settings: PrintSettings) -> tuple[Paper, Tiling]:
    """Return a map's paper, upright or turned, and the sheets of the map.

    Raises PrintshopError if the paper is `fit` and a sheet of the map's size would be too long.
    """
    paper = settings.map_paper or settings.paper
    one_sheet_tiling = tiling.Tiling(drawn_map.width, drawn_map.height, (0.0,), (0.0,))
    if paper == FIT_CONTENT:
        wide = max(drawn_map.width + 2 * (page_frame.RULER_WIDTH + page_frame.CONTENT_GAP + UNIVERSAL.margin),
                   UNIVERSAL.width)
        sheet = Paper("fit", ceil(wide / MM - 1e-6) * MM, MAX_SHEET_LENGTH)
        high = max(MAX_SHEET_LENGTH - _measure_legend_and_spare(hexmap, drawn_map, sheet)[1], UNIVERSAL.width)
        if max(wide, high) > MAX_SHEET_LENGTH:
            raise make_error(f"map '{hexmap.title}' is {drawn_map.width / MM:.0f} x {drawn_map.height / MM:.0f} mm, "
                             "but a sheet must not be longer than 5 m",
                             "print the map on several sheets with --paper a0", hexmap.span)
        return replace(sheet, height=ceil(high / MM - 1e-6) * MM), one_sheet_tiling
    for sheet in (paper, paper.rotate()):
        if _measure_legend_and_spare(hexmap, drawn_map, sheet)[1] >= -1e-6:
            return sheet, one_sheet_tiling
    return tiling.plan_tiling(drawn_map.width, drawn_map.height, paper, find_seam_obstacles(hexmap, drawn_map))


def find_single_sheet(game: Game, request: PrintRequest, settings: PrintSettings,
                      papers: Iterable[Paper]) -> Paper | None:
    """Return the smallest paper that has room for each requested map with its legend.

    The paper may be upright or turned. If there is no such paper, return None.
    """
    hexmaps = choose_entries(game, game[MAPS], request, "map", "maps.yaml")
    sizes = [(hexmap, hex_drawing.lay_out_map(hexmap, settings.ink)[1]) for hexmap in hexmaps]
    papers_large_enough = (paper for paper in papers if all(
        any(_measure_legend_and_spare(hexmap, size, sheet)[1] >= 0 for sheet in (paper, paper.rotate())) for hexmap,
                                                            size in sizes))
    return min(papers_large_enough, key=lambda paper: paper.width * paper.height, default=None)


def _measure_legend_and_spare(hexmap: HexMap, size: Rect | DrawnMap, paper: Paper) -> tuple[float, float]:
    """Return the height of a map's legend on a sheet, with its gap, and the height that is left on the sheet.

    If the map and the legend do not fit the sheet, the height that is left is negative.
    """
    if not page_frame.has_ruler_space(paper):
        return 0.0, -inf
    area = page_frame.find_content_rect(paper)
    legend = measure_legend(hexmap, area.width)
    legend += _LEGEND_GAP if legend else 0.0
    return legend, area.height - size.height - legend if size.width <= area.width + 1e-6 else -inf


def find_seam_obstacles(hexmap: HexMap, drawn_map: DrawnMap) -> SeamObstacles:
    """Return the words and numbers that seams should avoid.

    If the map is rectangular, only the numbers of two rows and two columns are returned, because these numbers have
    all positions across and down.
    """
    boxes = [(item.x, item.y - _CAPITALS_HEIGHT * item.size, item.x + item.width,
              item.y + (1 - _CAPITALS_HEIGHT) * item.size)
             for item in (*drawn_map.words.items, *drawn_map.outer_words.items) if isinstance(item, TextRun)]
    if hexmap.has_numbers:
        figures, cells, rows = hex_drawing.HexNumbers(hexmap), hexmap.board.whole_hexes, hexmap.board.rows
        # cells are ordered by column
        typical = cells if hexmap.board.radius else (*cells[: 2 * rows], *cells[::rows], *cells[1::rows])
        for x, y in map(drawn_map.grid.find_center, typical):
            base, half_width = y + figures.baseline, figures.width / 2
            boxes.append((x - half_width, base - _CAPITALS_HEIGHT * figures.size, x + half_width, base))
            boxes += [(x - _SEAM_GAP, y - _SEAM_GAP, x + _SEAM_GAP, y + _SEAM_GAP)] * hexmap.dots
    return SeamObstacles(tuple((left - _SEAM_GAP, right + _SEAM_GAP) for left, _, right, _ in boxes),
                         tuple((top - _SEAM_GAP, bottom + _SEAM_GAP) for _, top, _, bottom in boxes))


def _lay_out_map(hexmap: HexMap, drawn_map: DrawnMap, paper: Paper, sheets: Tiling, game: Game,
                 settings: PrintSettings, number: Iterator[int], zones: Sequence[MapZone]) -> Iterator[Page]:
    """Yield the pages of a map, with its legend. If there are many sheets, also yield a plan of the sheets.

    If the map and its legend fit one sheet, the legend stands below the map. Otherwise the legend stands on the page
    with the plan. If the legend is too long for that page, it stands on separate pages. `paper` is upright or turned
    like the `sheets`.
    """
    def make_page(items: Iterable[Item], *, subtitle: str = "", first: bool = False, scale: bool = True,
                  has_frame: bool = False,
                  note: str = "") -> Page:
        """Return a page of the map.

        If `has_frame` is true, the map's frame has the rulers. If `scale` is false, the page is a plan of the sheets
        or a legend, and is not at true scale.
        """
        narrow_margins = has_frame or (scale and sheets.sheet_count > 1)
        size = words("squares_across" if hexmap.has_squares else "hexes_across",
                     size=text.escape_markup(words.number(typeset_fractions(hexmap.across.text)))) if scale else ""
        notes = (size, (note or words("measure_rulers")) if narrow_margins else "", "" if narrow_margins
                 else hexmap.note)
        return page_frame.make_framed_page(
            paper if scale else settings.paper, f"{hexmap.title}, {subtitle}" if subtitle else hexmap.title,
                                           tuple(items),
            **game.imprint,
            note=" · ".join(filter(None, notes)), true_scale=scale,
                                           own_rulers=narrow_margins,
            label=f"H-{next(number)}", zoom=settings.zoom,
            bookmarks=(Bookmark(text.strip_markup(hexmap.title)),) if first else ())

    words, sheets = game.words, replace(sheets, words=game.words)
    compass_items = tuple(hex_drawing.draw_compass(hexmap, drawn_map.grid, sheets.find_tile(0, 0).visible,
                                                   settings.ink))
    on_one_sheet, map_items = sheets.sheet_count == 1, (*drawn_map.list_items(), *compass_items)
    if on_one_sheet:
        legend_space, spare = _measure_legend_and_spare(hexmap, drawn_map, paper)
        sheet = page_frame.find_content_rect(paper, true_scale=False)
        sheet = sheet.inset(0, 0, 0, legend_space + _LEGEND_GAP if legend_space else 0.0)
        if hexmap.frame == CHART and sea_chart.has_room_for_frame(drawn_map.width, drawn_map.height, sheet):
            legend_rect = Rect(sheet.x, sheet.bottom + _LEGEND_GAP, sheet.width, legend_space)
            compass = hex_drawing.draw_compass(hexmap, drawn_map.grid, Rect(0, 0, drawn_map.width, drawn_map.height),
                                               settings.ink)
            chart_items = sea_chart.draw_sea_chart(hexmap, drawn_map, sheet, settings.ink, zones=zones,
                                                   overlay=tuple(compass))
            yield make_page((*chart_items, *draw_legend(hexmap, legend_rect, settings.ink)), first=True, has_frame=True)
            return
        if spare >= -1e-6:
            area = page_frame.find_content_rect(paper)
            x, y = page_frame.find_centred_left(area, drawn_map.width), area.y + spare / 2
            legend_rect = Rect(area.x, y + drawn_map.height + _LEGEND_GAP, area.width, legend_space)
            yield make_page((Group(map_items, Transform(e=x, f=y)), *draw_legend(hexmap, legend_rect, settings.ink)),
                            first=True)
            return
    has_plan = sheets.sheet_count > MAX_SHEETS_WITHOUT_PLAN or measure_legend(hexmap, 500) > 0
    if has_plan:
        area = page_frame.find_content_rect(settings.paper, true_scale=False)
        yield make_page(_draw_plan_page(hexmap, drawn_map, sheets, area, settings.ink), first=True, scale=False,
                        subtitle=words("terrain" if on_one_sheet else "plan_of_sheets"))
        lines, lines_per_page = _break_legend(hexmap, area.width), max(1, int((area.height - 6) / LEGEND_LINE_HEIGHT))
        box = Rect(area.x, area.y + 6, area.width, area.height)
        for first in range(0, len(lines), lines_per_page) if len(lines) > MAX_LEGEND_LINES_ON_PLAN else ():
            table = _draw_legend_lines(hexmap, lines[first : first + lines_per_page], box, settings.ink)
            yield make_page(table, subtitle=words("terrain"), scale=False)
    if on_one_sheet:
        yield make_page(tiling.draw_single_sheet(map_items, (drawn_map.width, drawn_map.height), paper))
        return
    code_with_rulers = next(sheets.list_tiles()).code
    for tile in sheets.list_tiles():
        content = tiling.SheetContent((*drawn_map.list_items(tile.window, tile.visible),
                                       *(compass_items if tile.code == "A1" else ())))
        yield make_page(tiling.draw_tile(sheets, tile, content, paper, BOARD), subtitle=sheets.describe_sheet(tile),
                        first=not has_plan and tile.code == "A1",
                        note="" if tile.code == code_with_rulers else words("print_like", code=code_with_rulers))


def measure_legend(hexmap: HexMap, width: float) -> float:
    """Return the height of a map's terrain legend in a given width.

    If the map has no legend, return 0.
    """
    return LEGEND_LINE_HEIGHT * len(_break_legend(hexmap, width))


def draw_map_with_legend(game: Game, hexmap: HexMap) -> MapPage:
    """Return a map on a page that fits it, with the legend below the map.

    Raises PrintshopError.
    """
    drawn = hex_drawing.draw_map_page(game, hexmap)
    page = drawn.page
    with use_game_fonts(game, settings := PrintSettings()):
        if not (height := measure_legend(hexmap, page.width)):
            return drawn
        legend = draw_legend(hexmap, Rect(0, page.height, page.width, height), settings.ink)
        page = replace(page, height=page.height + height + _LEGEND_GAP, items=(*page.items, *legend))
    return drawn._replace(page=page)


def draw_legend(hexmap: HexMap, box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the legend from the top of a box, with centred lines.

    Raises PrintshopError if a label is too long.
    """
    yield from _draw_legend_lines(hexmap, _break_legend(hexmap, box.width), box, ink)


def _draw_legend_lines(hexmap: HexMap, lines: list[list[LegendEntry]], box: Rect, ink: Ink) -> Iterator[Item]:
    for number, line in enumerate(lines):
        x = max(box.center[0] - (sum(map(_measure_entry, line)) - _ENTRY_GAP) / 2, box.x)
        y = box.y + LEGEND_LINE_HEIGHT * (number + 0.5)
        for terrain in line:
            if isinstance(terrain, PathKind):
                sample_box = Rect(x, y - SAMPLE_HEIGHT / 2, SAMPLE_HEIGHT, SAMPLE_HEIGHT)
                with_ground = map_grounds.apply_ground(hexmap, ink)
                yield from path_drawing.draw_legend_sample(terrain, with_ground, sample_box, ink)
            else:
                yield from _draw_terrain_sample(hexmap, terrain, (x + SAMPLE_HEIGHT / 2, y), ink)
            with report_errors(f"the legend of map '{hexmap.title}'", terrain.span, "give the entry a shorter label"):
                yield from text.set_line(terrain.label, _WORDS_STYLE, x + SAMPLE_HEIGHT + 4,
                                         y + 0.35 * _WORDS_STYLE.size,
                                         max_width=box.width - SAMPLE_HEIGHT - 4, min_size=_MIN_TYPE_SIZE)
            x += _measure_entry(terrain)


def _draw_terrain_sample(hexmap: HexMap, terrain: Terrain, center: Point, ink: Ink) -> Iterator[Item]:
    scale = SAMPLE_HEIGHT / (2 * hexmap.across.pt / 3**0.5)
    sample = HexGrid(hexmap.orientation, scale * hexmap.across.pt, *center)
    yield SymbolUse(hex_drawing.draw_terrain_hex(hexmap, terrain, ink),
                    Transform(a=scale, d=scale, e=center[0], f=center[1]))
    yield shapes.polygon(sample.find_corners(), stroke=Stroke(BLACK, 0.4))


def _measure_entry(terrain: LegendEntry) -> float:
    return SAMPLE_HEIGHT + 4 + text.measure_text(terrain.label, _WORDS_STYLE) + _ENTRY_GAP


def _break_legend(hexmap: HexMap, width: float) -> list[list[LegendEntry]]:
    """Return the terrain and the kinds of paths of each line of the legend, as many as fit beside each other."""
    lines: list[list[LegendEntry]] = []
    free = 0.0
    kinds = [kind for kind in list_used_kinds(hexmap.paths) if kind.label]
    terrains = (map_terrain for map_terrain in hexmap.terrain if map_terrain.hexes or map_terrain.covers_rest)
    entries: tuple[LegendEntry, ...] = (*terrains, *kinds)
    if any(entry.label[:1].islower() for entry in entries):  # default labels begin as the others do
        entries = tuple(replace(entry, label=entry.label.lower()) if entry.label == make_title(entry.key) else entry
                        for entry in entries)
    for terrain in entries if hexmap.legend else ():
        free -= _measure_entry(terrain)
        if not lines or free + _ENTRY_GAP < 0:
            lines.append([])
            free = width - _measure_entry(terrain)
        lines[-1].append(terrain)
    return lines


def _draw_plan_page(hexmap: HexMap, drawn_map: DrawnMap, sheets: Tiling, area: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the page that shows the arrangement of the sheets and the steps for joining them."""
    several, legend_lines = sheets.sheet_count > 1, _break_legend(hexmap, area.width - _CARTOUCHE_PADDING)
    legend_lines = legend_lines if len(legend_lines) <= MAX_LEGEND_LINES_ON_PLAN else []
    legend_high = LEGEND_LINE_HEIGHT * len(legend_lines)
    height_below_picture = (STEPS_HEIGHT + 26 if several else 0.0) + legend_high + _CARTOUCHE_HEIGHT + 22
    bottom = yield from _draw_small_map(hexmap, drawn_map, sheets, area.inset(0, 6, 0, height_below_picture), ink)
    words = sheets.words
    across = words.number(typeset_fractions(hexmap.across.text))
    caption = words("whole_map_of_squares" if hexmap.has_squares else "whole_map", size=format_map_size(hexmap, words),
                    across=across)
    yield from _draw_map_cartouche(hexmap, caption, legend_lines,
                                   Rect(area.x, bottom + 8, area.width, _CARTOUCHE_HEIGHT + legend_high), ink)
    y = bottom + _CARTOUCHE_HEIGHT + 12
    if several:
        y += legend_high + 16
        yield from draw_print_instructions(sheets, hexmap.material, BOARD,
                                           Rect(area.x, y - 12, area.width, area.bottom - y + 12))


def _draw_map_cartouche(hexmap: HexMap, caption: str, legend_lines: list[list[LegendEntry]], box: Rect,
                        ink: Ink) -> Iterator[Item]:
    """Draw the title of a map in a frame, with the size of the map and the legend below the title."""
    title, color = themes.format_title(hexmap.title), themes.choose_heading_color(ink)
    wide = max(text.measure_text(title, _TITLE_STYLE), text.measure_text(text.escape_markup(caption), _WORDS_STYLE),
               *(sum(map(_measure_entry, line)) - _ENTRY_GAP for line in legend_lines)) + _CARTOUCHE_PADDING
    framed = Rect(box.center[0] - min(wide, box.width) / 2, box.y, min(wide, box.width), box.height)
    if ink is Ink.COLOUR:
        yield shapes.rect(*framed.inset(3), fill=themes.choose_background_color("tint", ink))
    yield from ornaments.draw_frame(framed, color, 0.7, "double" if themes.current_theme().frame == "none" else "")
    x, width = box.center[0], framed.width - 16
    yield from text.set_line(title, _TITLE_STYLE._replace(color=color), x, box.y + 21, "middle", width, _MIN_TYPE_SIZE)
    yield from text.set_line(text.escape_markup(caption), _WORDS_STYLE, x, box.y + 34, "middle", width, _MIN_TYPE_SIZE)
    yield from _draw_legend_lines(hexmap, legend_lines, Rect(framed.x + 8, box.y + 39, width, box.height - 46), ink)


def _draw_small_map(hexmap: HexMap, drawn_map: DrawnMap, sheets: Tiling, box: Rect, ink: Ink) -> Generator[Item, None,
                                                                                                           float]:
    """Draw the map at a small scale, with the edges and codes of its sheets.

    Return the y of the map's bottom edge.
    """
    scale = min(box.width / drawn_map.width, box.height / drawn_map.height, 1.0)
    x, y = box.center[0] - scale * drawn_map.width / 2, box.y
    right, bottom = x + scale * drawn_map.width, y + scale * drawn_map.height
    transform = Transform(a=scale, d=scale, e=x, f=y)
    lines = scale * hexmap.across.pt >= _MIN_HEX_WITH_LINES
    outlines = tuple(hex_drawing.draw_zone_outlines(hexmap, drawn_map.grid, ink, scale))
    yield Group((*drawn_map.list_items_without_words(with_lines=lines),
                 Group(outlines, clip=shapes.rect(0, 0, drawn_map.width, drawn_map.height))), transform)
    seams = [(x + scale * position, y, x + scale * position, bottom) for position in sheets.column_starts[1:]]
    seams += [(x, y + scale * position, right, y + scale * position) for position in sheets.row_starts[1:]]
    if seams:
        yield shapes.lines(seams, Stroke(WHITE, 2.4))
        yield shapes.lines(seams, Stroke(BLACK, 0.9, dash=(5.0, 3.0)))
    yield shapes.rect(x, y, right - x, bottom - y, stroke=Stroke(BLACK, 1.4))
    occupied = []
    terrain = frozenset(cell for kind in hexmap.terrain if kind.has_marks for cell in kind.hexes)
    for tile in sheets.list_tiles() if sheets.sheet_count > 1 else ():
        style = text.Style("sans", min(24.0, max(6.0, scale * tile.visible.width / 4)), bold=True)
        size = text.measure_text(tile.code, style) + style.size, 1.25 * style.size
        visible = tile.visible
        spots = [(x + scale * (visible.x + across * visible.width), y + scale * (visible.y + down * visible.height))
                 for across, down in _CODE_SPOTS]
        free = (spot for spot in spots if not _covers_cells(center_rect(spot, size), terrain, drawn_map.grid,
                                                            (x, y, scale)))
        code_center = next(free, spots[0])
        occupied.append(center_rect(code_center, size))
        yield from draw_text_plate(tile.code, style, code_center, padding=0.5 * style.size, height=1.25)
    yield from hex_drawing.draw_small_zone_names(hexmap, drawn_map.grid, (x, y, scale), occupied)
    return bottom


def _covers_cells(box: Rect, cells: frozenset[Hex], grid: HexGrid, placement: tuple[float, float, float]) -> bool:
    """Return whether a box covers one of the hexes of a map that is drawn at (x, y, scale).

    The test uses 15 points of the box.
    """
    x, y, scale = placement
    left, top, wide, high = ((box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale)
    return any(grid.find_hex(left + wide * across / 4, top + high * down / 2) in cells
               for across in range(5) for down in range(3))
