"""What a virtual table's pieces lie on: hex maps, whole, and plain tables.

A map is moved by less than a pixel, so that the middle of its first hex falls on a whole one: grids of virtual tables
begin at whole pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import WHITE, Bookmark, Group, Line, Move, Page, Path
from printshop.drawing.text import plain
from printshop.game.maps import MAPS
from printshop.hexes import Orientation
from printshop.layout.boxes import Box
from printshop.naming import Names
from printshop.problems import failure
from printshop.products.hexmaps import board, maps
from printshop.products.safely import reported
from printshop.units import MM, Length
from printshop.virtual.things import Asked, keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item, Segment
    from printshop.game.maps import HexMap
    from printshop.game.model import Game
    from printshop.hexes import Hex
    from printshop.job import Settings

LONGEST = 8000
"""Pixels along a side of a map's picture."""

MOST = 40_000_000
"""Pixels of a map's picture: it is held in memory while it is drawn."""

WIDE, EDGE = 440.0, 8.0  # of a legend, and what is free round it
LEAST = 20  # pixels an inch: below that, nobody can read a map


class Plane(NamedTuple):
    """A map, drawn: its grid begins at the top left corner of the hexes; `name` is that of its picture."""

    one: HexMap
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
            raise failure(f"map '{self.one.title}' is {long / MM:.0f} mm long, too large for one picture: with "
                          f"{longest} pixels nobody could read it", "give it fewer or smaller hexes", self.one.span)
        return best

    def board(self, dpi: int) -> Board:
        """Return the map as it is for a resolution."""
        x, y = self.drawn.grid.center(first(self.one))
        left, top = (_margin(at, dpi) for at in (x, y))
        width, height = (left + self.drawn.width + board.BORDER, top + self.drawn.height + board.BORDER)
        return Board(self, dpi, width, height, (left, top), (Group(self.items, Transform(e=left, f=top)),))


def _margin(at: float, dpi: int) -> float:
    """Return what is left free before a map so that what lies `at` points in it comes to lie on a whole pixel."""
    pixel = 72 / dpi
    return ceil((board.BORDER + at) / pixel - 1e-9) * pixel - at


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


def first(one: HexMap) -> Hex:
    """Return the hex that a map's numbers begin at."""
    return next(cell for cell in one.board.cells if one.board.place(cell) == (1, 1))


def planes(game: Game, asked: Asked, settings: Settings) -> tuple[Plane, ...]:
    """Return the maps that are wanted. Raises PrintshopError for words that do not fit."""
    names = Names()
    return tuple(_plane(names.give(key), game[MAPS][key], asked, settings) for key in keys(game, asked, "maps"))


def _plane(name: str, one: HexMap, asked: Asked, settings: Settings) -> Plane:
    battle = asked.scenario
    zones = battle.zones if battle and battle.map == one.key else ()
    with reported(f"map '{one.title}'", one.span, board.SHORTER):
        drawn = board.draw(one, settings.ink, zones)
        compass: tuple[Item, ...] = ()
        if one.compass:
            compass = tuple(board.compass(one, drawn.grid, Box(0, 0, drawn.width, drawn.height), settings.ink))
    return Plane(one, drawn, (_paper(one, drawn), *drawn.items(), *compass), name)


def legends(found: Iterable[Plane], settings: Settings) -> Iterator[tuple[str, Page]]:
    """Give a page with the legend of every map that has one, by the key of the map."""
    for one in (plane.one for plane in found):
        high = maps.legend_height(one, WIDE - 2 * EDGE)
        if high:
            box = Box(EDGE, EDGE, WIDE - 2 * EDGE, high)
            items = tuple(maps.legend(one, box, settings.ink))
            yield one.key, Page(WIDE, high + 2 * EDGE, items, bookmarks=(Bookmark(f"{plain(one.title)}: terrain"),))


def _paper(one: HexMap, drawn: board.Drawn) -> Path:
    """Return the white below the hexes: what is beyond them stays clear."""
    loops: tuple[tuple[Point, ...], ...] = drawn.grid.outline(one.board.cells)
    if one.board.partial:
        loops = (((0.0, 0.0), (drawn.width, 0.0), (drawn.width, drawn.height), (0.0, drawn.height)),)
    segments: list[Segment] = []
    for loop in loops:
        segments += (Move(*loop[0]), *(Line(*point) for point in loop[1:]))
    return Path(tuple(segments), WHITE)


class Tabletop(NamedTuple):
    """A plain table, width and depth, and what it is called."""

    title: str
    width: Length
    height: Length


def tabletops(game: Game, asked: Asked) -> tuple[Tabletop, ...]:
    """Return the tables that are played on where there is no map: that of the scenario, or those of all scenarios."""
    battles = [asked.scenario] if asked.scenario else list(game.scenarios.values())
    found: dict[tuple[float, float], Tabletop] = {}
    for one in battles:
        if one.table:
            width, height = one.table
            found.setdefault((width.pt, height.pt), Tabletop(f"Table {width.text} x {height.text}", width, height))
    return tuple(found.values())


def along_lines(one: HexMap) -> bool:
    """Return whether the hexes of every line are counted from its own first hex: on a hexagon."""
    return one.board.radius > 0


def line_of(one: HexMap, cell: Hex) -> int:
    """Return the number of the line that a hex is on, from 1: its column (flat-top), or its row."""
    column, row = one.board.place(cell)
    return column if one.orientation is Orientation.FLAT else row
