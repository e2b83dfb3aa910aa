"""Contents of a virtual table (maps, plain tables, pieces, reference cards), and export of the table's pictures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, floor, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from printshop.drawing.display_list import WHITE, Bookmark, Group, Item, Page
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.shapes import polyline
from printshop.drawing.text import strip_markup as words_of
from printshop.exports.images import (
    PIECE_SECTIONS,
    ImageView,
    PictureRequest,
    Rasterize,
    TablePiece,
    gather_pieces,
    rasterize_with_pdfium,
    request_picture,
    select_keys,
)
from printshop.file_names import UniqueFileNames
from printshop.files import AtomicWrite
from printshop.game.maps import MAPS, HexMap, keep_printed_zones
from printshop.game.model import Game, Unit
from printshop.game.scenarios import SCENARIOS, list_first_units
from printshop.hexes import Hex
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, Length
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products import find_product
from printshop.products.build import report_errors, use_game_fonts
from printshop.products.maps import build as maps_build
from printshop.products.maps import hex_drawing

OUTPUT_FOLDER = Path("output")

MAX_SIDE = 8000  # pixels along a side of a map's picture
MAX_PIXELS = 40_000_000  # pixels of a map's picture: it is in memory while it is drawn
LEGEND_WIDTH, LEGEND_MARGIN = 440.0, 8.0  # width of a legend, and of the margin round it
MIN_DPI = 20  # pixels an inch: a map of a lower resolution is illegible


class ExportOptions(NamedTuple):
    """Options of an export: file or folder, pixels per inch, and web address of the pictures.

    If `output_path` is "", the default file or folder is used. The names of pictures for Tabletop
    Simulator, which keeps the pictures of all games in one folder, begin with `picture_prefix`. `rasterize` draws the
    pictures.
    """

    output_path: str
    dpi: int
    base_url: str = ""
    picture_prefix: str = ""
    rasterize: Rasterize = rasterize_with_pdfium


@dataclass(frozen=True, slots=True)
class VirtualTable:
    """The contents of a virtual table.

    `charts` are pages, each with the name of its picture. These pages include a legend for each map with terrain.
    """

    game: Game
    request: PrintRequest
    settings: PrintSettings
    pieces: tuple[TablePiece, ...]
    maps: tuple[TableMap, ...]
    plain_tables: tuple[PlainTable, ...]
    charts: tuple[tuple[str, Page], ...]
    rasterize: Rasterize = rasterize_with_pdfium

    @property
    def battle_map(self) -> TableMap | None:
        """The map of the scenario.

        If there is no scenario, or if its map is not on the table, the value is None.
        """
        battle = self.request.scenario
        return next((table_map for table_map in self.maps if battle and table_map.hexmap.key == battle.map), None)

    @property
    def placed_pieces(self) -> Iterator[PlacedPiece]:
        """The pieces that lie on the table when a scenario begins: counters of units, and markers of objectives.

        Counters lie as in the deployment figure of the scenario. On a map, a marker lies in the middle of the zone of
        its objective. On a plain table, a marker lies at the position of its objective. If several pieces have the
        kind of marker that an objective uses, successive objectives use these pieces in turn.
        """
        battle = self.request.scenario
        if not battle or not (self.plain_tables or self.battle_map):
            return
        zones = {zone.key: zone for zone in battle.zones or (self.battle_map.hexmap.zones if self.battle_map else ())}
        for place in battle.deployment.places.values() if battle.deployment else ():
            if counter := self._find_counter(place.unit):
                yield PlacedPiece(counter, place.x, place.y, (place.heading - (counter.heading or 0)) % 360)
        for zone in battle.zones if self.battle_map else ():
            for unit in list_first_units(self.game, battle)[zone.side] if zone.unit_hexes else ():
                hexes = dict(zone.unit_hexes)
                cell, counter = hexes.get(unit.name) or hexes.get(unit.copied_from), self._find_counter(unit)
                if cell and counter and self.battle_map:
                    x, y = self.battle_map.drawn_map.grid.find_center(cell)
                    yield PlacedPiece(counter, x, y, 0.0)
        marker_counts = Counter[str]()
        for objective in battle.objectives:
            markers = [piece for piece in self.pieces if (piece.section, piece.kind) == ("markers", objective.marker)]
            position = (objective.at[0].pt, objective.at[1].pt) if objective.at and self.plain_tables else None
            if self.battle_map and objective.zone in zones:
                position = hex_drawing.find_zone_middle(zones[objective.zone], self.battle_map.drawn_map.grid)
            if position and markers:
                yield PlacedPiece(markers[marker_counts[objective.marker] % len(markers)], *position, 0.0)
            marker_counts[objective.marker] += 1

    def _find_counter(self, unit: Unit) -> TablePiece | None:
        return next((piece for piece in self.pieces if piece.section == "counters" and piece.unit == unit.name
                     and piece.group in (unit.side.name, piece.kind_title)), None)

    @property
    def title(self) -> str:
        """The title of the game, and of the scenario."""
        battle = self.request.scenario
        return f"{self.game.title}: {battle.title}" if battle else self.game.title

    @property
    def file_stem(self) -> str:
        """The default name of exported files, without a suffix."""
        battle = self.request.scenario
        return f"{self.game.key}-{battle.key}" if battle else self.game.key

    def draw_pictures(self, requests: Iterable[PictureRequest]) -> Iterator[bytes]:
        """Yield the PNG files of pictures, and collect warnings about drawings that may print badly."""
        requests = tuple(requests)
        if self.settings.page_warnings:
            self.settings.page_warnings.scan(item for request in requests for view in request.views
                                             for item in view.items)
        with use_game_fonts(self.game, self.settings):
            yield from self.rasterize(requests)

    def draw_charts(self, dpi: int) -> Iterator[tuple[str, Page, PictureRequest, bytes]]:
        """Yield the name and the page of each reference card, the request for its picture, and the PNG file."""
        requests = [request_picture(ImageView(page.width, page.height, page.items), dpi) for _, page in self.charts]
        for (name, page), request, data in zip(self.charts, requests, self.draw_pictures(requests), strict=True):
            yield name, page, request, data


def build_table(game: Game, request: PrintRequest, settings: PrintSettings, *, is_flat: bool,
                rasterize: Rasterize = rasterize_with_pdfium) -> VirtualTable:
    """Return the virtual table of a game or a scenario.

    If `is_flat` is true, unit types that also have flat counters get no tents. Raises PrintshopError if something
    does not fit, and for the reasons for which `gather_pieces` raises it.
    """
    with use_game_fonts(game, settings), report_errors(f"the pieces of {game.title}"):
        pieces = gather_pieces(game, request, settings, is_flat=is_flat)
        file_names = UniqueFileNames()
        table_maps = tuple(_draw_map(file_names.make_name(key), game[MAPS][key], request, settings)
                           for key in select_keys(game, request, "maps"))
        legends = [(("legend", table_map.hexmap.key), page) for table_map in table_maps
                   if (page := _draw_legend(table_map.hexmap, settings))]
    chart_pages: list[tuple[tuple[str, ...], Page]] = []
    if chart_keys := select_keys(game, request, "charts"):
        document = find_product("charts").build(game, PrintRequest((), request.scenario, only_keys=chart_keys,
                                                                   whole_game=True),
                                                replace(settings, page_warnings=None))
        # further pages of a card have no anchor
        numbers = accumulate(bool(page.anchor) for page in document.pages)
        chart_pages += (((chart_keys[number - 1],), page) for number, page in zip(numbers, document.pages, strict=True))
    plain_tables: dict[tuple[float, float], PlainTable] = {}
    battles = [request.scenario] if request.scenario else game[SCENARIOS].values()
    for width, height in (battle.table for battle in battles if battle.table and not table_maps):
        plain_tables.setdefault((width.pt, height.pt), PlainTable(f"Table {width.text} x {height.text}", width, height))
    file_names = UniqueFileNames()
    return VirtualTable(game, request, settings, pieces, table_maps, tuple(plain_tables.values()),
                        tuple((file_names.make_name(*words), page) for words, page in (*chart_pages, *legends)),
                        rasterize)


class PlacedPiece(NamedTuple):
    """A piece, with the position of its middle and its rotation.

    `x` and `y` are in points. On a plain table, they are measured from the left edge and the far edge. On a map, they
    are measured from the top left corner of the hexes. `rotation` is in degrees, clockwise.
    """

    piece: TablePiece
    x: float
    y: float
    rotation: float


class PlainTable(NamedTuple):
    """A plain table of a battle without a map: its title, width and depth."""

    title: str
    width: Length
    depth: Length


class TableMap(NamedTuple):
    """A drawn map, whose grid begins at the top left corner of the hexes.

    `name` is the name of its picture.
    """

    hexmap: HexMap
    drawn_map: hex_drawing.DrawnMap
    items: tuple[Item, ...]
    name: str = ""

    def choose_dpi(self, dpi: int, max_side: int = MAX_SIDE) -> int:
        """Return the resolution `dpi`, or a lower one if the picture would be too large.

        The picture has at most `max_side` pixels along each side, and at most `MAX_PIXELS` pixels in all. The lower
        resolution is the highest that meets these limits. Raises PrintshopError if that resolution is less than
        `MIN_DPI`, because the map would be illegible.
        """
        longest, area = max(self.drawn_map.width,
                            self.drawn_map.height) + 4, (self.drawn_map.width + 4) * (self.drawn_map.height + 4)
        best_dpi: int = min(dpi, floor((max_side - 2) * 72 / longest),
                            floor(sqrt(min(MAX_PIXELS, max_side**2) / area) * 72))
        if best_dpi < MIN_DPI:
            raise make_error(f"map '{self.hexmap.title}' is {longest / MM:.0f} mm long: a picture of the map with "
                             f"{max_side} pixels would be illegible", "give the map fewer or smaller hexes",
                             self.hexmap.span)
        return best_dpi

    def make_image(self, dpi: int) -> MapImage:
        """Return the map at a resolution.

        The map is moved by less than a pixel, so that the middle of its first hex falls on a whole pixel. Without
        this shift, the grids of virtual tables, which begin at whole pixels, would not match the hexes.
        """
        pixel = 72 / dpi
        left, top = (ceil((hex_drawing.BORDER_WIDTH + position) / pixel - 1e-9) * pixel - position
                     for position in self.drawn_map.grid.find_center(find_first_hex(self.hexmap)))
        width, height = (
            left + self.drawn_map.width + hex_drawing.BORDER_WIDTH,
            top + self.drawn_map.height + hex_drawing.BORDER_WIDTH,
        )
        moved_items = Group(self.items, Transform(e=left, f=top))
        return MapImage(self, dpi, (left, top), ImageView(width, height, (moved_items,), is_transparent=True))


@dataclass(frozen=True, slots=True)
class MapImage:
    """A map for a picture with `dpi` pixels per inch.

    `hex_origin` is the position of the top left corner of the hexes in `view`, in points.
    """

    table_map: TableMap
    dpi: int
    hex_origin: tuple[float, float]
    view: ImageView

    def find_center(self, cell: Hex) -> tuple[float, float]:
        """Return the middle of a hex in pixels of the picture."""
        x, y = self.table_map.drawn_map.grid.find_center(cell)
        return (x + self.hex_origin[0]) * self.dpi / 72, (y + self.hex_origin[1]) * self.dpi / 72


def find_first_hex(hexmap: HexMap) -> Hex:
    """Return the hex at which the numbers of a map begin."""
    return next(cell for cell in hexmap.board.whole_hexes if hexmap.board.find_coordinates(cell) == (1, 1))


def _draw_map(name: str, hexmap: HexMap, request: PrintRequest, settings: PrintSettings) -> TableMap:
    battle = request.scenario
    printed_map, zones = keep_printed_zones(hexmap, battle.zones if battle and battle.map == hexmap.key else ())
    with report_errors(f"map '{hexmap.title}'", hexmap.span, hex_drawing.SHORTEN_HINT):
        drawn_map = hex_drawing.draw_map(printed_map, settings.ink, zones)
        compass: tuple[Item, ...] = ()
        if hexmap.compass:
            compass = tuple(hex_drawing.draw_compass(hexmap, drawn_map.grid,
                                                     Rect(0, 0, drawn_map.width, drawn_map.height), settings.ink))
    # White paper below the hexes; beyond them the picture stays transparent.
    loops: tuple[tuple[Point, ...], ...] = drawn_map.grid.trace_outlines(hexmap.board.whole_hexes)
    if hexmap.board.has_partial_hexes:
        loops = (((0.0, 0.0), (drawn_map.width, 0.0), (drawn_map.width, drawn_map.height), (0.0, drawn_map.height)),)
    paper = Outline(tuple(segment for loop in loops for segment in polyline(loop).segments), WHITE)
    return TableMap(hexmap, drawn_map, (paper, *drawn_map.list_items(), *compass), name)


def _draw_legend(hexmap: HexMap, settings: PrintSettings) -> Page | None:
    height = maps_build.measure_legend(hexmap, LEGEND_WIDTH - 2 * LEGEND_MARGIN)
    if not height:
        return None
    items = tuple(maps_build.draw_legend(hexmap, Rect(LEGEND_MARGIN, LEGEND_MARGIN, LEGEND_WIDTH - 2 * LEGEND_MARGIN,
                                                      height), settings.ink))
    return Page(LEGEND_WIDTH, height + 2 * LEGEND_MARGIN, items,
                bookmarks=(Bookmark(f"{words_of(hexmap.title)}: terrain"),))


def clean_name(name: str) -> str:
    """Return a name without the characters that XML does not allow or that would end a VASSAL trait."""
    return "".join(sign if sign.isprintable() else " " for sign in name)


# --- pictures, with a list of their contents and sizes


def write_pictures(table: VirtualTable, options: ExportOptions, delivery: AtomicWrite) -> tuple[str, ...]:
    """Write the pictures and a list of them (manifest.json) into a folder, and return notes for the user.

    The pictures are in the folders counters, markers, cards, maps and charts. A picture has the name NAME.png. If a
    piece has two faces, their pictures have the names NAME-front.png and NAME-back.png. Raises PrintshopError if a
    map is too large.
    """
    folder, dpi = Path(options.output_path or OUTPUT_FOLDER / f"{table.file_stem}-png"), options.dpi
    notes: list[str] = []

    def write_picture(file: str, request: PictureRequest, data: bytes) -> dict[str, Any]:
        """Write a picture, and return its size in millimetres and in pixels."""
        delivery.add_file(folder / file).write_bytes(data)
        [view], (width, height) = request.views, request.size
        return {"width_mm": round(view.width / MM, 3), "height_mm": round(view.height / MM, 3), "width_px": width,
                "height_px": height}

    piece_list = []
    for section in PIECE_SECTIONS:
        pieces = [piece for piece in table.pieces if piece.section == section]
        faces = [(f"{section}/{name}.png", request_picture(view, dpi))
                 for piece in pieces for name, view in piece.faces]
        sizes = {file: write_picture(file, request, data) for (file, request), data
                 in zip(faces, table.draw_pictures(request for _, request in faces), strict=True)}
        for piece in pieces:
            files = [f"{section}/{name}.png" for name in piece.picture_names]
            piece_list.append({"section": section, "kind": piece.kind, "name": piece.name, "group": piece.group,
                               "count": piece.count, "shape": piece.shape, "front": files[0],
                               "back": files[1] if piece.back else None, "unit": piece.unit or None,
                               "design": piece.design or None, "facing": piece.heading} | sizes[files[0]])
    map_list = []
    for table_map in table.maps:
        hexmap, best_dpi = table_map.hexmap, table_map.choose_dpi(dpi)
        if best_dpi < dpi:
            notes.append(f"the picture of map '{hexmap.title}' has only {best_dpi} pixels per inch: with {dpi} pixels "
                         "per inch, the picture would be too large")
        map_image, file = table_map.make_image(best_dpi), f"maps/{table_map.name}.png"
        request = request_picture(map_image.view, best_dpi)
        [data] = table.draw_pictures([request])
        first_cell = hexmap.board.whole_hexes[0]
        center = [round(pixels, 3) for pixels in map_image.find_center(first_cell)]
        map_list.append({"map": hexmap.key, "title": hexmap.title, "file": file, "dpi": best_dpi,
                         "hex_across_mm": round(hexmap.across.pt / MM, 3), "orientation": hexmap.orientation.value,
                         "first_hex": hexmap.board.format_name(first_cell), "first_hex_px": center}
                        | write_picture(file, request, data))
    chart_list = [{"file": f"charts/{name}.png"} | write_picture(f"charts/{name}.png", request, data)
                  for name, _, request, data in table.draw_charts(dpi)]
    manifest = {"game": table.game.key, "title": table.title, "dpi": dpi, "pieces": piece_list, "maps": map_list,
                "charts": chart_list}
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    delivery.add_file(folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(notes)
