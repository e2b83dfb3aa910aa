"""Contents of a virtual table (maps, plain tables, pieces, reference cards), and export of its pictures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import WHITE, Bookmark, Group, Item, Page
from printshop.drawing.items import Path as Outline
from printshop.drawing.shapes import polyline
from printshop.drawing.text import plain as words_of
from printshop.files import Delivery
from printshop.game.maps import MAPS, HexMap
from printshop.game.model import Game
from printshop.game.scenarios import SCENARIOS
from printshop.hexes import Hex
from printshop.job import Request, Settings
from printshop.layout.boxes import Box
from printshop.naming import Names
from printshop.problems import failure
from printshop.products import find
from printshop.products.hexmaps import board, maps
from printshop.products.safely import reported, setting
from printshop.render.png import encoded
from printshop.units import MM, Length
from printshop.virtual.pieces import SECTIONS, TablePiece, View, gather, keys, shots

if TYPE_CHECKING:
    from PIL.Image import Image

OUTPUT = Path("output")

LONGEST = 8000  # pixels along a side of a map's picture
MOST = 40_000_000  # pixels of a map's picture: it is in memory while it is drawn
WIDE, EDGE = 440.0, 8.0  # width of a legend, and of the margin round it
LEAST = 20  # pixels an inch: a map of a lower resolution is illegible


class How(NamedTuple):
    """Options of an export: its file or folder, "" for the default, pixels an inch, the web address of its pictures."""

    output: str
    dpi: int
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Contents of a virtual table; `charts` are pages, each with the name of its picture.

    A legend of each map with terrain is among the charts.
    """

    game: Game
    request: Request
    settings: Settings
    pieces: tuple[TablePiece, ...]
    planes: tuple[Plane, ...]
    tabletops: tuple[Tabletop, ...]
    charts: tuple[tuple[str, Page], ...]

    @property
    def ground(self) -> Plane | None:
        """The map of the scenario, None if it is not on the table."""
        battle = self.request.scenario
        return next((plane for plane in self.planes if battle and plane.hexmap.key == battle.map), None)

    @property
    def lying(self) -> Iterator[Lying]:
        """Pieces on the table when a scenario begins: units as its figure shows them, and markers of objectives.

        A marker lies at the position of its objective or, on a map, in the middle of its zone. Several markers of one
        kind are used in turn.
        """
        battle = self.request.scenario
        if not battle or not (self.tabletops or self.ground):
            return
        zones = {zone.key: zone for zone in battle.zones or (self.ground.hexmap.zones if self.ground else ())}
        for place in battle.deployment.places.values() if battle.deployment else ():
            unit = place.unit
            counter = next((piece for piece in self.pieces if piece.section == "counters" and piece.unit == unit.name
                            and piece.group in (unit.side.name, piece.title)), None)
            if counter:
                yield Lying(counter, place.x, place.y, (place.heading - (counter.heading or 0)) % 360)
        met = Counter[str]()
        for goal in battle.objectives:
            markers = [piece for piece in self.pieces if (piece.section, piece.kind) == ("markers", goal.marker)]
            spot = (goal.at[0].pt, goal.at[1].pt) if goal.at and self.tabletops else None
            if self.ground and goal.zone in zones:
                spot = board.middle_of(zones[goal.zone], self.ground.drawn.grid)
            if spot and markers:
                yield Lying(markers[met[goal.marker] % len(markers)], *spot, 0.0)
            met[goal.marker] += 1

    @property
    def title(self) -> str:
        """The title of the game, and of the scenario."""
        battle = self.request.scenario
        return f"{self.game.title}: {battle.title}" if battle else self.game.title

    @property
    def stem(self) -> str:
        """The default name of its files, without a suffix."""
        battle = self.request.scenario
        return f"{self.game.key}-{battle.key}" if battle else self.game.key

    def shots(self, views: Iterable[View], dpi: int) -> Iterator[Image]:
        """Yield the pictures of some views, and note what may print badly in them."""
        views = tuple(views)
        if self.settings.notes:
            self.settings.notes.look(item for view in views for item in view.items)
        with setting(self.game, self.settings):
            yield from shots(views, dpi)

    def chart_shots(self, dpi: int) -> Iterator[tuple[str, Page, Image]]:
        """Yield the reference cards with their names and their pictures."""
        views = [View(page.width, page.height, page.items) for _, page in self.charts]
        for (name, page), image in zip(self.charts, self.shots(views, dpi), strict=True):
            yield name, page, image


def lay(game: Game, request: Request, settings: Settings, *, flat: bool) -> Table:
    """Return the table of a game or a scenario, a `flat` one without tents. Raises PrintshopError."""
    with setting(game, settings), reported(f"the pieces of {game.title}"):
        pieces = gather(game, request, settings, flat=flat)
        names = Names()
        planes = tuple(_plane(names.give(key), game[MAPS][key], request, settings)
                       for key in keys(game, request, "maps"))
        legends = [(("legend", plane.hexmap.key), page) for plane in planes
                   if (page := _legend(plane.hexmap, settings))]
    charts: list[tuple[tuple[str, ...], Page]] = []
    if only := keys(game, request, "charts"):
        document = find("charts").build(game, Request((), request.scenario, only=only, whole=True),
                                        replace(settings, notes=None))
        charts += zip(((key,) for key in only), document.pages, strict=True)
    tops: dict[tuple[float, float], Tabletop] = {}
    battles = [request.scenario] if request.scenario else game[SCENARIOS].values()
    for width, height in (battle.table for battle in battles if battle.table and not planes):
        tops.setdefault((width.pt, height.pt), Tabletop(f"Table {width.text} x {height.text}", width, height))
    names = Names()
    return Table(game, request, settings, pieces, planes, tuple(tops.values()),
                 tuple((names.give(*words), page) for words, page in (*charts, *legends)))


class Lying(NamedTuple):
    """A piece, the position of its middle in points from the left and far edges of the table, and its turn.

    It is `turned` by degrees clockwise. On a map, positions are measured from the corner of its hexes.
    """

    piece: TablePiece
    x: float
    y: float
    turned: float


class Tabletop(NamedTuple):
    """A plain table of a battle without a map: its title, width and depth."""

    title: str
    width: Length
    height: Length


class Plane(NamedTuple):
    """A drawn map, whose grid begins at the top left corner of the hexes; `name` is that of its picture."""

    hexmap: HexMap
    drawn: board.DrawnMap
    items: tuple[Item, ...]
    name: str = ""

    def dpi(self, dpi: int, longest: int = LONGEST) -> int:
        """Return the resolution `dpi`, or the highest one that keeps the picture small enough.

        Raises PrintshopError for a map that is too large for any resolution.
        """
        long, area = max(self.drawn.width, self.drawn.height) + 4, (self.drawn.width + 4) * (self.drawn.height + 4)
        best: int = min(dpi, floor((longest - 2) * 72 / long), floor(sqrt(min(MOST, longest**2) / area) * 72))
        if best < LEAST:
            raise failure(f"map '{self.hexmap.title}' is {long / MM:.0f} mm long, too large for one picture: with "
                          f"{longest} pixels nobody could read it", "give it fewer or smaller hexes", self.hexmap.span)
        return best

    def board(self, dpi: int) -> Board:
        """Return the map at a resolution.

        It is moved by less than a pixel, so that the middle of its first hex falls on a whole pixel: grids of virtual
        tables begin at whole pixels.
        """
        pixel = 72 / dpi
        left, top = (ceil((board.BORDER + at) / pixel - 1e-9) * pixel - at
                     for at in self.drawn.grid.center(first(self.hexmap)))
        width, height = left + self.drawn.width + board.BORDER, top + self.drawn.height + board.BORDER
        moved = Group(self.items, Transform(e=left, f=top))
        return Board(self, dpi, (left, top), View(width, height, (moved,), clear=True))


@dataclass(frozen=True, slots=True)
class Board:
    """A map for pictures of `dpi` pixels an inch; the corner of its hexes is at `shift` in its `view`, in points."""

    plane: Plane
    dpi: int
    shift: tuple[float, float]
    view: View

    def center(self, cell: Hex) -> tuple[float, float]:
        """Return the middle of a hex in pixels of the picture."""
        x, y = self.plane.drawn.grid.center(cell)
        return (x + self.shift[0]) * self.dpi / 72, (y + self.shift[1]) * self.dpi / 72


def first(hexmap: HexMap) -> Hex:
    """Return the hex at which a map's numbers begin."""
    return next(cell for cell in hexmap.board.cells if hexmap.board.place(cell) == (1, 1))


def _plane(name: str, hexmap: HexMap, request: Request, settings: Settings) -> Plane:
    battle = request.scenario
    zones = battle.zones if battle and battle.map == hexmap.key else ()
    with reported(f"map '{hexmap.title}'", hexmap.span, board.SHORTER):
        drawn = board.draw(hexmap, settings.ink, zones)
        compass: tuple[Item, ...] = ()
        if hexmap.compass:
            compass = tuple(board.compass(hexmap, drawn.grid, Box(0, 0, drawn.width, drawn.height), settings.ink))
    # White paper below the hexes; beyond them the picture stays transparent.
    loops: tuple[tuple[Point, ...], ...] = drawn.grid.outline(hexmap.board.cells)
    if hexmap.board.partial:
        loops = (((0.0, 0.0), (drawn.width, 0.0), (drawn.width, drawn.height), (0.0, drawn.height)),)
    paper = Outline(tuple(segment for loop in loops for segment in polyline(loop).segments), WHITE)
    return Plane(hexmap, drawn, (paper, *drawn.items(), *compass), name)


def _legend(hexmap: HexMap, settings: Settings) -> Page | None:
    high = maps.legend_height(hexmap, WIDE - 2 * EDGE)
    if not high:
        return None
    items = tuple(maps.legend(hexmap, Box(EDGE, EDGE, WIDE - 2 * EDGE, high), settings.ink))
    return Page(WIDE, high + 2 * EDGE, items, bookmarks=(Bookmark(f"{words_of(hexmap.title)}: terrain"),))


def plain(name: str) -> str:
    """Return a name without characters that XML does not allow, or that would end a VASSAL trait."""
    return "".join(character if character.isprintable() else " " for character in name)


# --- pictures, with a list of their contents and sizes


def write_pictures(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the pictures and their list, manifest.json, into a folder; return notes for the user.

    The folders counters, markers, cards, maps and charts have NAME.png, or NAME-front.png and NAME-back.png.

    Raises PrintshopError for maps that are too large.
    """
    folder, dpi = Path(how.output or OUTPUT / f"{table.stem}-png"), how.dpi
    notes: list[str] = []

    def written(file: str, image: Image, dpi: int, width: float, height: float) -> dict[str, Any]:
        """Write a picture, and return its size in mm, from `width` and `height` in points, and in pixels."""
        delivery.place(folder / file).write_bytes(encoded(image, dpi))
        return {"width_mm": round(width / MM, 3), "height_mm": round(height / MM, 3), "width_px": image.size[0],
                "height_px": image.size[1]}

    listed = []
    for section in SECTIONS:
        pieces = [piece for piece in table.pieces if piece.section == section]
        faces = [(f"{section}/{name}.png", view) for piece in pieces for name, view in piece.faces]
        sizes = {file: written(file, image, dpi, view.width, view.height)
                 for (file, view), image in zip(faces, table.shots((view for _, view in faces), dpi), strict=True)}
        for piece in pieces:
            files = [f"{section}/{name}.png" for name in piece.pictures]
            listed.append({"section": section, "kind": piece.kind, "name": piece.name, "group": piece.group,
                           "count": piece.count, "shape": piece.shape, "front": files[0],
                           "back": files[1] if piece.back else None, "unit": piece.unit or None,
                           "design": piece.design or None, "facing": piece.heading} | sizes[files[0]])
    maps = []
    for plane in table.planes:
        hexmap, best = plane.hexmap, plane.dpi(dpi)
        if best < dpi:
            notes.append(f"map '{hexmap.title}' has {best} pixels an inch: with {dpi} it would be too large")
        board, file = plane.board(best), f"maps/{plane.name}.png"
        [image] = table.shots([board.view], best)
        start = hexmap.board.cells[0]
        at = [round(pixels, 3) for pixels in board.center(start)]
        maps.append({"map": hexmap.key, "title": hexmap.title, "file": file, "dpi": best,
                     "hex_across_mm": round(hexmap.across.pt / MM, 3), "orientation": hexmap.orientation.value,
                     "first_hex": hexmap.board.name(start), "first_hex_px": at}
                    | written(file, image, best, board.view.width, board.view.height))
    charts = [{"file": f"charts/{name}.png"} | written(f"charts/{name}.png", image, dpi, page.width, page.height)
              for name, page, image in table.chart_shots(dpi)]
    manifest = {"game": table.game.key, "title": table.title, "dpi": dpi, "pieces": listed, "maps": maps,
                "charts": charts}
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    delivery.place(folder / "manifest.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(notes)
