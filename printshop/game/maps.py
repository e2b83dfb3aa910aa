"""Hex maps at true scale: the section `maps` of a game.

maps.yaml has one block of keys for every map:

============== ===============================================================================================
`title`        what it is called
`note`         a few words for the head of every sheet
`material`     what to print it on (paper)
`default`      whether it is printed when nothing else is asked for (true)
`orientation`  `flat-top` or `pointy-top`: what of a hex is up
`across`       the size of the hexes, across flats
`shape`        `rectangle`, with `columns` and `rows`, or `hexagon`, with `radius` (steps from the middle to a corner)
               or `across_hexes` (hexes from corner to corner)
`shifted`      which columns (flat-top) or rows (pointy-top) lie half a hex further: `even` or `odd`
`partial`      whether parts of hexes fill a rectangle up to straight edges (false)
`numbers`      `columns first`, `rows first` or `none`
`dots`         whether the middle of every hex is marked (false)
`edges`        letters for the six edges of a hexagon, clockwise from the top
`compass`      names for the six hexsides, clockwise from the top: every sheet has a hex with them
`megahexes`    7, 19 or 37: how many hexes a heavier line gathers
`counters`     the counters or markers that lie on it: there is a warning if the hexes are too small for them
`ground`       the colour of hexes without terrain (white)
`terrain`      by name: `hexes`, and `colour`, `pattern`, `letter`, `picture`, `label`
`legend`       whether the terrain is explained (true)
`labels`       a list of `text`, `at` (a hex), `size` and `place`: above, middle or below
`zones`        by name: `edge` (top, right, bottom, left, or a hexagon's letter) with `depth` in hexes, or `hexes`;
               `side` (whose colour and pattern the border has) or `colour` for the line round it, `label` (`none` for
               no words; else a side's name with its rows or columns), `facing`: which way its
               pieces may face, in degrees, clockwise from the top
============== ===============================================================================================

`corners`      what stands in the empty corners of a hexagon, by place (`top left`, `bottom right` ...): a `rose` of so
               many directions, or `text`; and a `title`

Hexes are called by their numbers, printed or not: "0304", or "0304-0508" for all from the third to the fifth column
and from the fourth to the eighth row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.board import HEXAGON, RECTANGLE, Board, hexagon
from printshop.game.map_hexes import AREAS, MOST_ACROSS, Hexes, Label, Terrain, Zone
from printshop.hexes import Orientation
from printshop.language.reader import NOTHING, Reader, spoken
from printshop.language.sections import Section
from printshop.problems import suggestion
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.game.context import Context
    from printshop.problems import Span
    from printshop.source import Node

SMALLEST, LARGEST = parse_length("5 mm"), parse_length("300 mm")
MOST_HEXES = 25_000
MOST_RADIUS = 60
MEGAHEXES = {"7": 1, "19": 2, "37": 3}


class Corner(NamedTuple):
    """What stands in a corner of a hexagon: a rose of so many `points`, or, without any, words."""

    low: bool
    right: bool
    title: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class HexMap:
    """A hex map. `edges` are the letters of a hexagon's edges, clockwise from the top, or empty.

    `compass` are the names of the six hexsides that a piece may face, clockwise from the top, or empty.
    """

    key: str
    title: str
    note: str
    material: str
    default: bool
    board: Board
    across: Length
    numbered: bool
    dots: bool
    edges: tuple[str, ...]
    megahexes: int
    counters: str
    ground: str
    terrain: tuple[Terrain, ...]
    legend: bool
    labels: tuple[Label, ...]
    zones: tuple[Zone, ...]
    span: Span | None
    compass: tuple[str, ...] = ()
    corners: tuple[Corner, ...] = ()
    counters_span: Span | None = None

    @property
    def orientation(self) -> Orientation:
        """Which way its hexes stand."""
        return self.board.orientation


def read(node: Node, context: Context) -> Mapping[str, HexMap]:
    """Return the maps of a game; what is wrong with them is noted in the context's problems."""
    section = Reader(node, context.problems, "the maps")
    found: dict[str, HexMap] = {}
    for key, reader in section.each("map"):
        before = len(context.problems)
        one = _map(key, reader, context)
        reader.done()
        if one is not None and reader.keys() and len(context.problems) == before:
            found[key] = one
    return found


def _map(key: str, reader: Reader, context: Context) -> HexMap | None:
    edges = reader.texts("edges")
    numbers = reader.choice("numbers", ("columns first", "rows first", "none"), "columns first")
    before = len(context.problems)
    board = _board(reader, rows_first=numbers == "rows first")
    size = reader.length("across")
    if "across" in reader and size is not NOTHING and not SMALLEST.points <= size.points <= LARGEST.points:
        reader.fail("across", f"'across' of {reader.what} is {size.text}: a hex is {SMALLEST.text} to "
                              f"{LARGEST.text} across flats")
    if edges and (len(edges) != 6 or reader.text("shape", RECTANGLE) != HEXAGON):
        reader.fail("edges", f"'edges' of {reader.what} must be six letters, for a map with shape: hexagon")
    if len(context.problems) > before:
        board = Board(Orientation.FLAT, 0, 0)  # what names hexes is read for its other mistakes only
    hexes = Hexes(board, edges, context)
    found = HexMap(
        key, reader.text("title", spoken(key)), reader.text("note", ""), reader.text("material", "paper"),
        reader.flag("default", True), board, size, numbers != "none", reader.flag("dots"), edges,
        MEGAHEXES[reader.choice("megahexes", tuple(MEGAHEXES))] if "megahexes" in reader else 0,
        reader.text("counters", ""), reader.color("ground", "#ffffff"),
        hexes.every_terrain(reader),
        reader.flag("legend", True),
        hexes.labels(reader), hexes.zones(reader), reader.place, _compass(reader), tuple(_corners(reader, board)),
        reader.span("counters"))
    return found if board.columns else None


def _compass(reader: Reader) -> tuple[str, ...]:
    names = reader.texts("compass")
    if names and (len(set(names)) != 6 or len(names) != 6 or max(map(len, names)) > 2):
        reader.fail("compass", f"'compass' of {reader.what} must be six different names of one or two letters",
                    "for instance [1, 2, 3, 4, 5, 6], clockwise from the top")
        return ()
    return names


def _corners(reader: Reader, board: Board) -> Iterator[Corner]:
    """Give what stands in the corners of a hexagon."""
    for name, one in reader.named("corners", "corner"):
        down, _, across = name.partition(" ")
        known = down in {"top", "bottom"} and across in {"left", "right"}
        if not known or (board.columns and not board.radius):
            reader.fail("corners", f"'corners' of {reader.what}: '{name}' is not an empty corner of it",
                        "a map with shape: hexagon has top left, top right, bottom left and bottom right")
        if ("rose" in one) == ("text" in one):
            one.problems.add(one.place, f"{one.what} needs either 'rose', a number of directions, or 'text'")
        points = one.whole("rose", 0, 3, 12)
        yield Corner(down == "bottom", across == "right", one.text("title", ""), one.text("text", ""), points)
        one.done()


def _board(reader: Reader, *, rows_first: bool) -> Board:
    shape = reader.decisive("shape", (RECTANGLE, HEXAGON), RECTANGLE)
    orientation = Orientation(reader.choice("orientation", tuple(one.value for one in Orientation)))
    if shape == HEXAGON:
        for key in ("columns", "rows"):
            if reader.node(key):
                reader.fail(key, f"{reader.what} is a hexagon: it has no '{key}'",
                            "give its 'radius' or 'across_hexes', or write shape: rectangle")
        return hexagon(orientation, _radius(reader), rows_first=rows_first)
    columns, rows = (reader.whole(key, ..., 1, MOST_ACROSS) for key in ("columns", "rows"))
    if columns * rows > MOST_HEXES:
        reader.fail("rows", f"{reader.what} has {columns * rows:,} hexes, the most there can be are {MOST_HEXES:,}")
    return Board(orientation, columns, rows, 0, reader.choice("shifted", ("even", "odd"), "even") == "even",
                 reader.flag("partial"), rows_first)


def _radius(reader: Reader) -> int:
    if "radius" in reader and "across_hexes" in reader:
        reader.fail("across_hexes", f"{reader.what} has both 'radius' and 'across_hexes'", "keep one of the two")
        reader.node("radius")
    if "across_hexes" not in reader:
        return reader.whole("radius", ..., 1, MOST_RADIUS)
    number = reader.whole("across_hexes", ..., 3, 2 * MOST_RADIUS + 1)
    if number % 2 == 0:
        reader.fail("across_hexes", f"'across_hexes' of {reader.what} is {number}: a hexagon of hexes has a hex in "
                    "its middle, so their number is odd", f"write {number - 1} or {number + 1}")
    return number // 2


def read_zones(reader: Reader, one: HexMap, context: Context) -> tuple[Zone, ...]:
    """Return the zones at the key `zones` of what is played on a map."""
    return Hexes(one.board, one.edges, context).zones(reader)


def check_counters(maps: Mapping[str, HexMap], context: Context) -> None:
    """Note where a map names counters or markers that there are not."""
    pieces = {**context.entries("counters"), **context.entries("markers")}
    for one in maps.values():
        if one.counters and one.counters not in pieces and not any(
                context.noted.has(section, one.counters) for section in ("counters", "markers")):
            context.problems.add(one.counters_span, f"map '{one.key}': there are no counters or markers "
                                 f"'{one.counters}'", suggestion(one.counters, pieces))


MAPS = Section("maps", read, check_counters)


__all__ = ["AREAS", "Corner", "HexMap", "Label", "Terrain", "Zone", "check_counters", "read", "read_zones"]
