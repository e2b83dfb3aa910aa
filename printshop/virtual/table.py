"""All that goes to a virtual table: hex maps, whole, and plain tables, pieces, reference cards, and their pictures."""

from __future__ import annotations

import io
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from math import ceil, floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import WHITE, Bookmark, Document, Group, Page
from printshop.drawing.items import Path as Outline
from printshop.drawing.shapes import polyline
from printshop.drawing.text import plain as words_of
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request
from printshop.layout.boxes import Box
from printshop.naming import Names
from printshop.problems import failure
from printshop.products import find
from printshop.products.hexmaps import board, maps
from printshop.products.safely import reported, setting
from printshop.units import MM, Length
from printshop.virtual import things
from printshop.virtual.things import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from PIL.Image import Image
    from pypdfium2 import PdfPage

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.files import Delivery
    from printshop.game.maps import HexMap
    from printshop.game.model import Game
    from printshop.hexes import Hex
    from printshop.job import Settings
    from printshop.virtual.things import Asked, Thing

OUTPUT = Path("output")

LONGEST = 8000
"""Pixels along a side of a map's picture."""

MOST = 40_000_000
"""Pixels of a map's picture: it is held in memory while it is drawn."""

WIDE, EDGE = 440.0, 8.0  # of a legend, and what is free round it
LEAST = 20  # pixels an inch: below that, nobody can read a map


class How(NamedTuple):
    """How a table is written: the file or folder, "" for the usual one, pixels an inch, where its pictures will be."""

    output: str
    dpi: int
    base_url: str = ""


def write(kind: str, game: Game, asked: Asked, settings: Settings, delivery: Delivery, how: How) -> tuple[str, ...]:
    """Write a game, or what is asked for of it, as `png`, `vassal` or `tts`; return what is worth telling.

    Raises PrintshopError with everything that does not fit, and for what there is not.
    """
    writer = import_module(f"printshop.virtual.{kind}")
    if how.base_url and not how.base_url.startswith(("http://", "https://", "file:///")):
        raise failure(f"'{how.base_url}' is not an address on the web", "write for instance https://example.org/game/")
    notes: tuple[str, ...] = writer.write(lay(game, asked, settings, flat=writer.FLAT), how, delivery)
    return notes


class Filed(NamedTuple):
    """A piece and the names of the pictures of its faces, without a suffix; `back` is "" if it has but one face.

    `name` is what players read of it on the table: where sides have pieces of the same name, whose it is, too.
    """

    thing: Thing
    front: str
    back: str
    name: str

    def views(self) -> Iterator[tuple[str, View]]:
        """Give the name of each picture and what is to be seen on it; a back is cut out as mirrored."""
        thing = self.thing
        yield self.front, View(thing.width, thing.height, thing.front, thing.outline)
        if self.back:
            yield self.back, View(thing.width, thing.height, thing.back, thing.behind)


@dataclass(frozen=True, slots=True)
class Table:
    """What goes to a table; `charts` are pages, each with the name of its picture.

    Of maps with terrain, a legend is among the charts.
    """

    game: Game
    asked: Asked
    settings: Settings
    pieces: tuple[Filed, ...]
    planes: tuple[Plane, ...]
    tabletops: tuple[Tabletop, ...]
    charts: tuple[tuple[str, Page], ...]

    @property
    def title(self) -> str:
        """The name of the game and of the scenario."""
        battle = self.asked.scenario
        return f"{self.game.title}: {battle.title}" if battle else self.game.title

    @property
    def stem(self) -> str:
        """What its files are called."""
        battle = self.asked.scenario
        return f"{self.game.key}-{battle.key}" if battle else self.game.key

    def fonts(self) -> AbstractContextManager[None]:
        """Let its pictures be drawn in the fonts that they may have."""
        return setting(self.game, self.settings)

    def shots(self, views: Iterable[View], dpi: int) -> Iterator[Image]:
        """Give the pictures of some views, and note what is odd about them."""
        known = tuple(views)
        if self.settings.notes:
            self.settings.notes.look(item for view in known for item in view.items)
        with self.fonts():
            yield from shots(known, dpi)

    def chart_shots(self, dpi: int) -> Iterator[tuple[str, Page, Image]]:
        """Give the reference cards with their names and their pictures."""
        views = [View(page.width, page.height, page.items) for _, page in self.charts]
        for (name, page), image in zip(self.charts, self.shots(views, dpi), strict=True):
            yield name, page, image


def lay(game: Game, asked: Asked, settings: Settings, *, flat: bool) -> Table:
    """Return all that is wanted on a table; a `flat` one has no tents.

    Raises PrintshopError with everything that does not fit, and for what there is not.
    """
    things.check(game, asked)
    with setting(game, settings), reported(f"the pieces of {game.title}"):
        gathered = things.gather(game, asked, settings, flat=flat)
        names = Names()
        planes = tuple(_plane(names.give(key), game[MAPS][key], asked, settings)
                       for key in things.keys(game, asked, "maps"))
        legends = tuple(_legends(planes, settings))
    charts: list[tuple[tuple[str, ...], Page]] = []
    if only := things.keys(game, asked, "charts"):
        document = find("charts").build(game, Request((), asked.scenario, only=only, whole=True),
                                        replace(settings, notes=None))
        charts += zip(((key,) for key in only), document.pages, strict=True)
    charts += ((("legend", key), page) for key, page in legends)
    names = Names()
    return Table(game, asked, settings, tuple(_filed(gathered)), planes,
                 () if planes else _tabletops(game, asked),
                 tuple((names.give(*words), page) for words, page in charts))


def _filed(gathered: Sequence[Thing]) -> Iterator[Filed]:
    """Give the pieces with names for their pictures: the kind and the side stand in them where they tell apart."""
    names = {section: Names() for section in SECTIONS}
    kinds, groups = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for thing in gathered:
        kinds[thing.section].add(thing.kind)
        groups[thing.section, thing.name].add(thing.group)
    shared = {section for (section, _), members in groups.items() if len(members) > 1}
    for thing in gathered:
        words = [thing.kind] if len(kinds[thing.section]) > 1 and thing.section != "markers" else []
        words += [thing.group] if thing.section in shared else []
        endings = ("-front", "-back") if thing.back else ("",)
        name = names[thing.section].give(*words, thing.name, endings=endings)
        called = f"{thing.group} {thing.name}" if thing.section in shared else thing.name
        yield Filed(thing, f"{name}-front" if thing.back else name, f"{name}-back" if thing.back else "", called)


# --- maps and plain tables ---


class Plane(NamedTuple):
    """A map, drawn: its grid begins at the top left corner of the hexes; `name` is that of its picture."""

    hexmap: HexMap
    drawn: board.Drawn
    items: tuple[Item, ...]
    name: str = ""

    def dpi(self, dpi: int, longest: int = LONGEST) -> int:
        """Return the resolution asked for, or the best that keeps the picture small enough.

        Raises PrintshopError for a map that is too large for any.
        """
        long, area = max(self.drawn.width, self.drawn.height) + 4, (self.drawn.width + 4) * (self.drawn.height + 4)
        best: int = min(dpi, floor((longest - 2) * 72 / long), floor(sqrt(min(MOST, longest**2) / area) * 72))
        if best < LEAST:
            raise failure(f"map '{self.hexmap.title}' is {long / MM:.0f} mm long, too large for one picture: with "
                          f"{longest} pixels nobody could read it", "give it fewer or smaller hexes", self.hexmap.span)
        return best

    def board(self, dpi: int) -> Board:
        """Return the map as it is for a resolution.

        It is moved by less than a pixel, so that the middle of its first hex falls on a whole one: grids of virtual
        tables begin at whole pixels.
        """
        pixel = 72 / dpi
        left, top = (ceil((board.BORDER + at) / pixel - 1e-9) * pixel - at
                     for at in self.drawn.grid.center(first(self.hexmap)))
        width, height = (left + self.drawn.width + board.BORDER, top + self.drawn.height + board.BORDER)
        return Board(self, dpi, width, height, (left, top), (Group(self.items, Transform(e=left, f=top)),))


@dataclass(frozen=True, slots=True)
class Board:
    """A map of `width` x `height` points, the corner of whose hexes is at `shift`, for pictures of `dpi`."""

    plane: Plane
    dpi: int
    width: float
    height: float
    shift: tuple[float, float]
    items: tuple[Item, ...]

    @property
    def pixels(self) -> tuple[int, int]:
        """How wide and high its picture is."""
        return max(1, round(self.width * self.dpi / 72)), max(1, round(self.height * self.dpi / 72))

    def center(self, cell: Hex) -> tuple[float, float]:
        """Return the middle of a hex in pixels of the picture."""
        x, y = self.plane.drawn.grid.center(cell)
        return (x + self.shift[0]) * self.dpi / 72, (y + self.shift[1]) * self.dpi / 72


def first(hexmap: HexMap) -> Hex:
    """Return the hex that a map's numbers begin at."""
    return next(cell for cell in hexmap.board.cells if hexmap.board.place(cell) == (1, 1))


def _plane(name: str, hexmap: HexMap, asked: Asked, settings: Settings) -> Plane:
    battle = asked.scenario
    zones = battle.zones if battle and battle.map == hexmap.key else ()
    with reported(f"map '{hexmap.title}'", hexmap.span, board.SHORTER):
        drawn = board.draw(hexmap, settings.ink, zones)
        compass: tuple[Item, ...] = ()
        if hexmap.compass:
            compass = tuple(board.compass(hexmap, drawn.grid, Box(0, 0, drawn.width, drawn.height), settings.ink))
    # White below the hexes: what is beyond them stays clear.
    loops: tuple[tuple[Point, ...], ...] = drawn.grid.outline(hexmap.board.cells)
    if hexmap.board.partial:
        loops = (((0.0, 0.0), (drawn.width, 0.0), (drawn.width, drawn.height), (0.0, drawn.height)),)
    paper = Outline(tuple(segment for loop in loops for segment in polyline(loop).segments), WHITE)
    return Plane(hexmap, drawn, (paper, *drawn.items(), *compass), name)


def _legends(found: Iterable[Plane], settings: Settings) -> Iterator[tuple[str, Page]]:
    for hexmap in (plane.hexmap for plane in found):
        if high := maps.legend_height(hexmap, WIDE - 2 * EDGE):
            items = tuple(maps.legend(hexmap, Box(EDGE, EDGE, WIDE - 2 * EDGE, high), settings.ink))
            title = f"{words_of(hexmap.title)}: terrain"
            yield hexmap.key, Page(WIDE, high + 2 * EDGE, items, bookmarks=(Bookmark(title),))


class Tabletop(NamedTuple):
    """A plain table, width and depth, and what it is called."""

    title: str
    width: Length
    height: Length


def _tabletops(game: Game, asked: Asked) -> tuple[Tabletop, ...]:
    """Return the tables that are played on where there is no map: that of the scenario, or those of all scenarios."""
    battles = [asked.scenario] if asked.scenario else list(game[SCENARIOS].values())
    tops: dict[tuple[float, float], Tabletop] = {}
    for width, height in (battle.table for battle in battles if battle.table):
        tops.setdefault((width.pt, height.pt), Tabletop(f"Table {width.text} x {height.text}", width, height))
    return tuple(tops.values())


# --- drawings as pixels: every face by itself, clear outside what is cut out ---


class View(NamedTuple):
    """Something to be seen, in points; what is outside the `outline` is clear, without one nothing is.

    With `clear`, there is no paper below it: what is not drawn is clear.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    outline: Outline | None = None
    clear: bool = False


def shots(views: Iterable[View], dpi: int) -> Iterator[Image]:
    """Give the picture of every view, `dpi` pixels an inch, width and height rounded to whole pixels."""
    from PIL import ImageOps
    from pypdfium2 import PdfDocument

    from printshop.render import pdf
    from printshop.render.png import picture

    def seen(page: PdfPage, *, clear: bool = False) -> Image:
        with closing(page):  # there may be thousands
            return picture(page, dpi, clear=clear)

    known = list(views)
    if not known:
        return
    drawn: list[Page] = []
    for view in known:  # behind it, its outline: black where something is to be seen
        drawn.append(Page(view.width, view.height, view.items))
        if view.outline:
            drawn.append(Page(view.width, view.height, (view.outline,)))
    with PdfDocument(pdf.to_bytes(Document("pictures", tuple(drawn)))) as pages:
        numbers = iter(range(len(pages)))
        for view in known:
            face = seen(pages[next(numbers)], clear=view.clear)
            if view.outline:
                face.putalpha(ImageOps.invert(seen(pages[next(numbers)]).convert("L")))
            yield face


def png(image: Image, dpi: int) -> bytes:
    """Return a picture as a PNG file, the same bytes every time."""
    data = io.BytesIO()
    image.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()


def on_white(image: Image) -> Image:
    """Return a picture without anything clear, for programs that take none."""
    from PIL import Image as Images

    if image.mode != "RGBA":
        return image.convert("RGB")
    ground = Images.new("RGB", image.size, (255, 255, 255))
    ground.paste(image, mask=image.getchannel("A"))
    return ground


def plain(name: str) -> str:
    """Return a name without characters that cannot stand in XML, or would be taken for the end of a trait."""
    return "".join(character if character.isprintable() else " " for character in name)
