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
`megahexes`    7, 19 or 37: how many hexes a heavier line gathers
`counters`     the counters or markers that lie on it: there is a warning if the hexes are too small for them
`ground`       the colour of hexes without terrain (white)
`terrain`      by name: `hexes`, and `colour`, `pattern`, `letter`, `picture`, `label`
`legend`       whether the terrain is explained (true)
`labels`       a list of `text`, `at` (a hex), `size` and `place`: above, middle or below
`zones`        by name: `edge` (top, right, bottom, left, or a hexagon's letter) with `depth` in hexes, or `hexes`;
               `side` or `colour` for the line round it, `label` (`none` for no words)
============== ===============================================================================================

Hexes are called by their numbers, printed or not: "0304", or "0304-0508" for all from the third to the fifth column
and from the fourth to the eighth row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.board import HEXAGON, RECTANGLE, SIDES, Board, hexagon
from printshop.game.context import PATTERNS, Context
from printshop.game.schema import NOTHING, Reader, no_picture, spoken
from printshop.hexes import SQUARE, Orientation
from printshop.problems import Problems, suggestion
from printshop.units import MM, Length, parse_length

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printshop.game.counters import CounterKind, MarkerKind
    from printshop.game.model import Game
    from printshop.hexes import Hex
    from printshop.problems import Span
    from printshop.source import Node

SMALLEST, LARGEST = parse_length("5 mm"), parse_length("300 mm")
MOST_ACROSS = 250  # columns, rows
MOST_HEXES = 25_000
MOST_RADIUS = 60
MOST_NAMED = 200_000  # hexes named by all terrains and zones of a map, however often
MEGAHEXES = {"7": 1, "19": 2, "37": 3}
# Solid areas swallow numbers and counters, and plain ones say nothing in black and white.
AREAS = tuple(one for one in PATTERNS if one not in {"plain", "solid"})
PLACES = ("above", "middle", "below")
UNLABELLED = "none"


class Terrain(NamedTuple):
    """What lies in some hexes. `color` is "#rrggbb" or "" for none; so are `pattern` and `letter`."""

    label: str
    hexes: tuple[Hex, ...]
    color: str
    pattern: str
    letter: str
    picture: Path | None
    span: Span | None


class Label(NamedTuple):
    """Words at a hex; `size` is None for one that suits the hexes."""

    text: str
    at: Hex
    size: Length | None
    place: str
    span: Span | None


class Zone(NamedTuple):
    """Hexes with a line round them, of this colour."""

    label: str
    hexes: tuple[Hex, ...]
    color: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class HexMap:
    """A hex map. `edges` are the letters of a hexagon's edges, clockwise from the top, or empty."""

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

    @property
    def orientation(self) -> Orientation:
        """Which way its hexes stand."""
        return self.board.orientation


def read(node: Node, context: Context) -> Mapping[str, HexMap]:
    """Return the maps of a game; what is wrong with them is noted in the context's problems."""
    section = Reader(node, context.problems, "the maps")
    found = {}
    for key, reader in section.each("map"):
        before = len(context.problems)
        one = _map(key, reader, context)
        reader.done()
        if one is not None and len(context.problems) == before:
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
    hexes = _Hexes(board, edges, context)
    found = HexMap(
        key, reader.text("title", spoken(key)), reader.text("note", ""), reader.text("material", "paper"),
        reader.flag("default", True), board, size, numbers != "none", reader.flag("dots"), edges,
        MEGAHEXES[reader.choice("megahexes", tuple(MEGAHEXES))] if "megahexes" in reader else 0,
        reader.text("counters", ""), reader.color("ground", "#ffffff"),
        tuple(hexes.terrain(name, one) for name, one in reader.named("terrain", "terrain")),
        reader.flag("legend", True),
        tuple(label for one in reader.readers("labels", "label") for label in hexes.label(one)),
        tuple(hexes.zone(name, one) for name, one in reader.named("zones", "zone")), reader.place)
    return found if board.columns else None


def _board(reader: Reader, *, rows_first: bool) -> Board:
    shape = reader.choice("shape", (RECTANGLE, HEXAGON), RECTANGLE)
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
    if "across_hexes" not in reader:
        return reader.whole("radius", ..., 1, MOST_RADIUS)
    number = reader.whole("across_hexes", ..., 3, 2 * MOST_RADIUS + 1)
    if number % 2 == 0:
        reader.fail("across_hexes", f"'across_hexes' of {reader.what} is {number}: a hexagon of hexes has a hex in "
                    "its middle, so their number is odd", f"write {number - 1} or {number + 1}")
    return number // 2


class _Hexes:
    """Reads what stands in some of a board's hexes."""

    def __init__(self, board: Board, edges: tuple[str, ...], context: Context) -> None:
        self.board, self.edges, self.context = board, edges, context
        self._named = 0

    def _listed(self, reader: Reader, key: str = "hexes") -> tuple[Hex, ...]:
        """Return the hexes of a list of numbers and blocks of numbers, each once."""
        found: dict[Hex, None] = {}
        for text in reader.texts(key, ...):
            ends = [self._hex(reader, key, one.strip()) for one in text.split("-", 1)]
            if self._named > MOST_NAMED or not all(ends):
                continue
            block = list(self.board.block(*(end for end in (ends[0], ends[-1]) if end)))
            self._named += len(block) + len(self.board.cells) // 50
            found.update(dict.fromkeys(block))
            if self._named > MOST_NAMED:
                reader.fail(key, f"{reader.what} names too many hexes: {MOST_NAMED:,} may be named on a map in all")
        return tuple(found)

    def _hex(self, reader: Reader, key: str, text: str) -> Hex | None:
        names = self.board.names
        if names and text not in names:
            whole = [self.board.name(cell) for cell in self.board.cells]
            order = "row, then column" if self.board.rows_first else "column, then row"
            reader.fail(key, f"{reader.what}: there is no hex '{text}'",
                        f"hexes are called {min(whole)} to {max(whole)}: {order}")
        return names.get(text)

    def terrain(self, name: str, reader: Reader) -> Terrain:
        """Return what lies in some hexes."""
        color = reader.color("colour") if "colour" in reader else ""
        pattern = reader.choice("pattern", AREAS, "")
        letter, picture = reader.text("letter", ""), self._picture(reader)
        if len(letter) > 3:
            reader.fail("letter", f"'letter' of {reader.what} is '{letter}': three characters at most")
        if not (pattern or letter or "picture" in reader):
            reader.problems.add(reader.place, f"{reader.what} needs a 'pattern', a 'letter' or a 'picture'",
                                "a colour alone is not seen in black and white")
        found = Terrain(reader.text("label", spoken(name)), self._listed(reader), color, pattern, letter, picture,
                        reader.place)
        reader.done()
        return found

    def _picture(self, reader: Reader) -> Path | None:
        name, folder = reader.text("picture", ""), self.context.root / "art"
        trouble = no_picture(folder, name) if name else None
        if trouble:
            reader.fail("picture", f"'picture' of {reader.what}: {trouble[0]}", trouble[1])
        return folder / name if name and not trouble else None

    def label(self, reader: Reader) -> Iterator[Label]:
        """Give the words at a hex, if there is such a hex."""
        words, at = reader.text("text"), self._hex(reader, "at", reader.text("at"))
        size = reader.length("size") if "size" in reader else None
        if size and size is not NOTHING and not 5 <= size.pt <= 144:
            reader.fail("size", f"'size' of {reader.what} is {size.text}: letters are 5 pt to 2 in high")
        place = reader.choice("place", PLACES, "middle")
        reader.done()
        if at:
            yield Label(words, at, size, place, reader.place)

    def zone(self, name: str, reader: Reader) -> Zone:
        """Return some hexes with a line round them."""
        if ("edge" in reader) == ("hexes" in reader):
            reader.problems.add(reader.place, f"{reader.what} needs either 'edge' with 'depth', or 'hexes'")
            reader.node("hexes")
        hexes = self._strip(reader) if "edge" in reader else self._listed(reader) if "hexes" in reader else ()
        side = reader.choice("side", tuple(self.context.sides)) if "side" in reader else ""
        color = self.context.sides[side].color if side in self.context.sides else "#000000"
        label = reader.text("label", spoken(name))
        found = Zone("" if label == UNLABELLED else label, hexes, reader.color("colour", color), reader.place)
        reader.done()
        return found

    def _strip(self, reader: Reader) -> tuple[Hex, ...]:
        known = (self.edges or tuple("123456")) if self.board.radius else SIDES
        edge, depth = reader.choice("edge", known), reader.whole("depth", 1, 1, MOST_ACROSS)
        return self.board.strip(known.index(edge), depth) if edge in known else ()


def check_counters(maps: Mapping[str, HexMap], pieces: Mapping[str, object], problems: Problems) -> None:
    """Note where a map names counters or markers that there are not; `pieces` are both by key."""
    for one in maps.values():
        if one.counters and one.counters not in pieces:
            problems.add(one.span, f"map '{one.key}': there are no counters or markers '{one.counters}'",
                         suggestion(one.counters, pieces))


def warnings(game: Game) -> Iterator[str]:
    """Give the maps whose hexes are too small for the counters that lie on them."""
    for one in game.maps.values():
        kind = game.counters.get(one.counters) or game.markers.get(one.counters)
        need = max((least(*size) for size in _sizes(kind, game)), default=0.0) if kind else 0.0
        if kind and need > one.across.pt + 1e-6:
            yield (f"map '{one.title}': its hexes are {one.across.text} across flats, too small for '{kind.title}': "
                   f"these need {need / MM:.1f} mm")


def _sizes(kind: CounterKind | MarkerKind, game: Game) -> Iterator[tuple[float, float, bool]]:
    """Give width, length and roundness of every counter of a kind, in points; one of a hex counts as round."""
    if kind.base:
        hexes = kind.base.across.pt - 2 * kind.base.inset.pt
        yield hexes, hexes, True
        return
    sizes = [kind.size] if kind.size else [(one.width, one.length) for one in game.sizes]
    for width, length in sizes:
        yield width.pt, length.pt, bool(getattr(kind, "round", False))


def least(width: float, length: float, round_: bool) -> float:
    """Return how large a hex must be, across flats, for a counter that has one side parallel to one of its flats.

    >>> round(least(1.0, 1.0, False), 3)
    1.366
    """
    if round_:
        return max(width, length)
    # The corner lies within the sloping side: half of either side counts as it leans, by cos 30 and sin 30.
    slope = 2 * SQUARE - 1
    ways = (max(length, (slope * width + length) / 2), max(width, (slope * length + width) / 2))
    return min(ways)
