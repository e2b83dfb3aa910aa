"""Hex maps at true scale with terrain, labels and zones: the section `maps` of a game.

Hexes are called by their numbers, printed or not: "0304", or "0304-0508" for all from the third to the fifth column
and from the fourth to the eighth row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Self

from printshop.game.board import HEXAGON, MOST_LETTERED, RECTANGLE, Board, MapHexes, hexagon
from printshop.game.model import Context
from printshop.game.pictures import picture
from printshop.game.themes import SKINS
from printshop.hexes import Hex, Orientation
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.naming import PATTERNS
from printshop.problems import Span, suggestion
from printshop.silhouettes import Hull
from printshop.source import Node
from printshop.units import Length

SMALLEST, LARGEST = "5 mm", "300 mm"
MOST_ACROSS = 250  # columns or rows
MOST_HEXES = 25_000
MOST_RADIUS = 60
MOST_TERRAIN, MOST_ZONES, MOST_LABELS = 100, 100, 2_000
MEGAHEXES = {"7": 1, "19": 2, "37": 3}
# Numbers and counters cannot be seen on solid areas, and plain areas cannot be told apart in black and white.
AREAS = tuple(pattern for pattern in PATTERNS if pattern not in {"plain", "solid"})
_BEARING = re.compile(r"0{0,2}\d|0?[1-9]\d|[12]\d\d|3[0-5]\d", re.ASCII)
UNLABELLED = "none"
UNFRAMED, CHART = FRAMES = ("none", "chart")
COLUMNS_FIRST, ROWS_FIRST, LETTERED, UNNUMBERED = "columns first", "rows first", "letters", "none"
EMPTY = ("top left", "top right", "bottom left", "bottom right")  # corners of a hexagon
LAID = ("stands", "shape", "columns", "rows", "radius", "across_hexes", "shifted", "partial", "numbers", "doubled",
        "edges")
LISTED = {"type": ["array", *patterns.TEXT], "items": {"type": patterns.TEXT}}


def _read_hexes(at: Reader, name: str) -> tuple[Hex, ...]:
    hexes: MapHexes = at.context.hexes
    return hexes.listed(at, name)


@block
class Terrain(Block):
    """Terrain in some hexes. `color` is "#rrggbb" or "" for none; `pattern` and `letter` are "" for none."""

    hexes: tuple[Hex, ...] = keys.special(_read_hexes, LISTED, "the hexes it covers", default=...)
    pattern: str = keys.choice(AREAS, "the pattern of its hexes", default="")
    letter: str = keys.text("up to three characters in its hexes", default="")
    picture: Path | None = picture("a picture in its hexes, from art/")
    color: str = keys.colour("the colour of its hexes", default="", name="colour")
    label: str = keys.text("its name in the legend", default=lambda at: spoken(at.key))
    span: Span | None = None

    def settled(self, at: Reader) -> Self:
        if len(self.letter) > 3:
            at.fail("letter", f"'letter' of {at.what} is '{self.letter}': three characters at most")
        if not (self.pattern or self.letter or {"pattern", "letter", "picture"} & {*at.keys()}):
            at.problems.add(at.place, f"{at.what} needs a 'pattern', a 'letter' or a 'picture'",
                            "a colour alone is not seen in black and white")
        return self


def _read_hex(at: Reader, name: str) -> Hex | None:
    text, hexes = at.text(name), at.context.hexes
    cell: Hex | None = hexes.hex(at, text, at.span(name)) if text else None
    return cell


@block
class Label(Block):
    """Words at a hex; `size` is None for the default, which depends on the size of the hexes."""

    text: str = keys.text("the words")
    at: Hex = keys.special(_read_hex, {"type": patterns.TEXT}, "the hex", default=...)
    size: Length | None = keys.length("the size of the letters", default=None, least="5 pt", most="2 in")
    place: str = keys.choice(("above", "middle", "below"), "its place in the hex", default="middle")
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        return replace(self, span=at.span("text")) if self.at else None


@block
class Scenery(Block):
    """A picture below the hexes, without effect on play: its centre is a hex, `size` is its width."""

    picture: Path | None = picture("an SVG drawing from art/", default=...)
    at: Hex = keys.special(_read_hex, {"type": patterns.TEXT}, "the hex of its middle", default=...)
    size: Length = keys.length("its width", positive=True, most="1000 mm")
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        return replace(self, span=at.span("picture")) if self.at and self.picture else None


def _read_facing(at: Reader, name: str) -> tuple[int, ...]:
    bearings = at.placed_texts(name)
    for bearing, span in bearings:
        if not _BEARING.fullmatch(bearing):
            at.problems.add(span, f"'{name}' of {at.what}: '{bearing}' is no bearing",
                            "write degrees, clockwise from the top: 0, 60, 90 ... 330")
    return tuple(int(bearing) for bearing, _ in bearings if _BEARING.fullmatch(bearing))


@block
class Zone(Block):
    """Hexes with a border in `color`, and the `pattern` of the side; `facing` are bearings for pieces."""

    edge: str = keys.special(lambda at, name: at.choice(name, at.context.hexes.edges, ""), {"type": "string"},
                             "top, right, bottom, left, or a letter of a hexagon: a strip along it")
    depth: int = keys.whole("the depth of the strip, in hexes", 1, MOST_ACROSS, default=1)
    hexes: tuple[Hex, ...] = keys.special(lambda at, name: _read_hexes(at, name) if name in at else (), LISTED,
                                          "hexes in place of a strip")
    side: str = keys.special(lambda at, name: at.choice(name, tuple(at.context.sides), ""),
                             lambda writer: writer.entry("sides"), "the side whose colour and pattern its border has; "
                             "the side's emblem stands above the name")
    color: str = keys.colour("the colour of the line round it", default="", name="colour")
    label: str = keys.text("its name, `none` for no words; without one, a side’s zone has the name of the side and its "
                           "rows or columns", default="")
    facing: tuple[int, ...] = keys.special(_read_facing, LISTED, "the directions that pieces may face, in degrees, "
                                           "clockwise from the top")
    shaded: bool = keys.flag("`true` for hexes a tone darker than the others", name="shade")
    units: bool = keys.flag("`true`: the booklet's picture shows its side's units there, in a possible set-up")
    pattern: str = ""
    emblem: Path | None = None
    key: str = ""
    span: Span | None = None
    crew: tuple[tuple[Path | Hull, str, str], ...] = ()  # picture, direction of the bow and name of each unit

    def settled(self, at: Reader) -> Self:
        if ("edge" in at) == ("hexes" in at):
            at.problems.add(at.place, f"{at.what} needs either 'edge' with 'depth', or 'hexes'")
        elif "depth" in at and "edge" not in at:
            at.fail("depth", f"{at.what} has 'depth', but no 'edge'", "a list of hexes has no depth")
        hexes: MapHexes = at.context.hexes
        cells = hexes.strip(at, self.edge, self.depth) if "edge" in at else self.hexes
        side = at.context.sides.get(self.side)
        label = self.label or (_name_of_zone(side.name, hexes.board, cells) if side else spoken(at.key))
        color, pattern = (side.color, side.pattern) if side else ("#000000", "")
        return replace(self, hexes=cells, label="" if label == UNLABELLED else label, color=self.color or color,
                       pattern=pattern, emblem=side and side.art, span=at.span("label"))


def _name_of_zone(side: str, board: Board, cells: tuple[Hex, ...]) -> str:
    """Return the name of a side's zone: the side, and the rows or columns if the zone consists of whole ones."""
    columns, rows = ({number[axis] for number in map(board.place, cells)} for axis in (0, 1))
    if not board.radius and cells and len(cells) == len(columns) * len(rows):
        for name, along, whole in (("row", rows, len(columns) == board.columns),
                                   ("column", columns, len(rows) == board.rows)):
            first, last = min(along), max(along)
            halves = board.doubled and (name == "row") is (board.orientation is Orientation.FLAT)
            if whole and last - first + 1 == len(along) and not halves:
                ends = [board.figures((number, 1))[0] if board.lettered and name == "column" else f"{number}"
                        for number in (first, last)]
                return f"{side}: {name}s {ends[0]}–{ends[1]}" if last > first else f"{side}: {name} {ends[0]}"
    return side


@block
class Corner(Block):
    """The content of a corner of a hexagon: a compass rose with `points` directions, a `picture` or words."""

    points: int = keys.whole("a compass rose with this number of directions", 3, 12, default=0, name="rose")
    text: str = keys.text("words; words beside a rose need a `frame`", default="")
    picture: Path | None = picture(
        "a drawing from art/ for the corner of a `frame`, as large as half its width, below the hexes; nowhere else")
    title: str = keys.text("a title above it", default="")
    key: str = ""

    @property
    def low(self) -> bool:
        """Whether it is at the bottom."""
        return self.key.startswith("bottom")

    @property
    def right(self) -> bool:
        """Whether it is on the right."""
        return self.key.endswith("right")

    def settled(self, at: Reader) -> Self:
        if not (found := {"rose", "text", "picture"} & {*at.keys()}) or ("picture" in found and len(found) > 1):
            at.problems.add(at.place, f"{at.what} needs a 'rose', a number of directions, a 'text' or, alone, a "
                            "'picture'")
        return self


@block
class HexMap(Block):
    """A hex map. `edges` are the letters of a hexagon's edges, clockwise from the top, or empty.

    `compass` are the names of the six hexsides that a piece may face, clockwise from the top, or empty.
    """

    title: str = keys.text("its name, a few words for the head of every sheet, what to print it on (paper), whether it "
                           "is printed by default (true)", default=lambda at: spoken(at.key))
    note: str = keys.text(default="")
    material: str = keys.text(default="paper")
    default: bool = keys.flag(default=True)
    stands: str = keys.choice(tuple(stands.value for stands in Orientation),
                              "`flat-top` or `pointy-top`: the part of a hex that is up", name="orientation")
    across: Length = keys.length("the size of a hex, from flat to flat, which is also the distance between the middles "
                                 "of neighbours", least=SMALLEST, most=LARGEST)
    shape: str = keys.choice((RECTANGLE, HEXAGON), "`rectangle`, with `columns` and `rows`; or `hexagon`, with "
                             "`radius` or `across_hexes`", default=RECTANGLE, decisive=True)
    columns: int = keys.whole("the size of a rectangle, which needs both", 1, MOST_ACROSS, default=0)
    rows: int = keys.whole("", 1, MOST_ACROSS, default=0)
    radius: int = keys.whole("of a hexagon: steps from the middle to a corner", 1, MOST_RADIUS, default=0)
    across_hexes: int = keys.whole("of a hexagon, in place of its radius: hexes from corner to corner", 3,
                                   2 * MOST_RADIUS + 1, default=0)
    shifted: str = keys.choice(("even", "odd"), "the columns (flat-top) or rows (pointy-top) that lie half a hex "
                               "further: `even` (the default) or `odd`", default="even")
    partial: bool = keys.flag("`true` fills the rectangle to straight edges with parts of hexes, which have no numbers")
    numbers: str = keys.choice((COLUMNS_FIRST, ROWS_FIRST, LETTERED, UNNUMBERED), "`columns first` (0304 is the fourth "
                               "hex of the third column), `rows first`, `letters` for the columns (C04; AA, BB after "
                               "Z), or `none`. A hexagon's hexes are counted along each column or row from its own "
                               "first one", default=COLUMNS_FIRST)
    doubled: bool = keys.flag("`true` counts a rectangle's hexes by halves, as they lie: A02, A04 and beside them B01, "
                              "B03 (false)")
    dots: bool = keys.flag("`true` marks the middle of every hex")
    edges: tuple[str, ...] = keys.texts("six letters for the edges of a hexagon, clockwise from the top")
    compass: tuple[str, ...] = keys.texts("six names of one or two letters for the hexsides, clockwise from the top: "
                                          "a hex of the first sheet has them, on a hexagon the one in the middle, so "
                                          "that headings can be written down")
    gathered: str = keys.choice(tuple(MEGAHEXES), "7, 19 or 37: a heavier line round groups of this number of hexes",
                                default="", name="megahexes")
    counters: str = keys.text("the counters or markers that lie on it: `printshop check` warns if a hex is too small "
                              "for them. A square needs hexes 1.366 times its side", default="")
    ground: str = keys.colour("the colour of all hexes, in quotes", default="#ffffff")
    skin: str = keys.special(
        lambda at, name: at.choice(name, SKINS, ""),
        {"anyOf": [patterns.choice(SKINS), {"type": "string", "pattern": f"^{patterns.STAND_IN}$"}]},
        "the background of its hexes: plain, stars, night (stars on a dark sky, which uses much ink), chart, river or "
        "field; that of the [theme](game.md#themes) if not given and the map has no `ground`. In black ink maps are "
        "plain, in light ink night is printed as stars")
    frame: str = keys.choice(FRAMES, "`chart`: a map on a single sheet fills it like a sea chart, in the colours of "
                             "the theme: its rulers are a graduated frame, the letters of its edges stand on roundels, "
                             "the words of its corners on a cartouche", default=UNFRAMED)
    terrain: tuple[Terrain, ...] = keys.named(
        Terrain, "by name: its `hexes`, a `pattern`, a `letter` or a `picture` from art/ (at least one of these three, "
        "for printing in black), a `colour`, and a `label` for the legend. Later terrain lies on top",
        entry="terrain", most=MOST_TERRAIN)
    legend: bool = keys.flag("`false` for no legend of the terrain", default=True)
    labels: tuple[Label, ...] = keys.blocks(Label, "a list of `text`, `at` (a hex), `size` and `place` (above, middle, "
                                            "below)", entry="label", most=MOST_LABELS)
    scenery: tuple[Scenery, ...] = keys.blocks(
        Scenery, "pictures below the hexes without effect on play, a planet, a cloud: a list of `picture` (an SVG "
        "drawing from art/), `at` (the hex of its middle) and `size` (its width). By night they have their colours, on "
        "other skins they are very faint, in black ink they are left out", entry="scenery", most=MOST_LABELS)
    zones: tuple[Zone, ...] = keys.named(
        Zone, "by name: a strip along an `edge` (top, right, bottom, left, or a letter of a hexagon), `depth` hexes "
        "deep, or any `hexes`; with a border in the colour and pattern of a `side`, or a line in a `colour`, and a "
        "`label` (`none` for no words; without one, a side's zone has the name of the side and its rows or columns, "
        "repeated along its border). `facing` are the directions that pieces may face there, in degrees, clockwise "
        "from the top: the booklet's picture of the map has arrows, and with `units: true` the side's units before "
        "them", entry="zone", most=MOST_ZONES)
    corners: tuple[Corner, ...] = keys.named(
        Corner, "the content of the empty corners of a hexagon, by place (`top left`, `top right`, `bottom left`, "
        "`bottom right`): a `rose` with a number of directions, `text` or a `picture`; and a `title`", entry="corner")
    key: str = ""
    board: Board = Board(Orientation.FLAT, 0, 0)
    span: Span | None = None
    counters_span: Span | None = None

    @property
    def orientation(self) -> Orientation:
        """The orientation of its hexes."""
        return self.board.orientation

    @property
    def numbered(self) -> bool:
        """Whether the numbers of its hexes are printed."""
        return self.numbers != UNNUMBERED

    @property
    def megahexes(self) -> int:
        """The radius of a megahex, in steps from its middle hex; 0 without megahexes."""
        return MEGAHEXES.get(self.gathered, 0)

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Build the board first, because the other keys refer to its hexes."""
        before, declared = len(at.problems), keys.keys(HexMap)
        laid = {name: declared[name].take(at, keys.spelt(name, declared[name])) for name in LAID}
        board = _laid(at, **laid)
        if len(at.problems) > before:
            board = cls.board  # empty: the other keys are read only to report their other problems
        at.context = replace(at.context, hexes=MapHexes(board, laid["edges"]))

    def settled(self, at: Reader) -> Self | None:
        board = at.context.hexes.board
        if self.compass and (len(set(self.compass)) != 6 or len(self.compass) != 6 or max(map(len, self.compass)) > 2):
            at.fail("compass", f"'compass' of {at.what} must be six different names of one or two letters",
                    "for instance [1, 2, 3, 4, 5, 6], clockwise from the top")
        for corner in self.corners:
            if corner.key not in EMPTY or (board.columns and not board.radius):
                at.fail("corners", f"'corners' of {at.what}: '{corner.key}' is not an empty corner of it",
                        "a map with shape: hexagon has top left, top right, bottom left and bottom right")
        return replace(self, board=board, counters_span=at.span("counters")) if board.columns else None


def _laid(at: Reader, *, stands: str, shape: str, columns: int, rows: int, radius: int, across_hexes: int, shifted: str,
          partial: bool, numbers: str, doubled: bool, edges: tuple[str, ...]) -> Board:
    """Return the board of a map; problems of its shape are reported."""
    if edges and (len(edges) != 6 or shape != HEXAGON):
        at.fail("edges", f"'edges' of {at.what} must be six letters, for a map with shape: hexagon")
    alien = ("columns", "rows", "shifted", "partial", "doubled") if shape == HEXAGON else ("radius", "across_hexes")
    for name in alien:
        if name in at:
            at.fail(name, f"{at.what} is a {shape}: it has no '{name}'",
                    "give its 'radius' or 'across_hexes', or write shape: rectangle" if shape == HEXAGON
                    else "give its 'columns' and 'rows', or write shape: hexagon")
    for name in ("columns", "rows") if shape != HEXAGON else () if "across_hexes" in at else ("radius",):
        if name not in at:
            at.lack(name)
    orientation, rows_first = Orientation(stands), numbers == ROWS_FIRST
    if shape != HEXAGON:
        if columns * rows > MOST_HEXES:
            at.fail("rows", f"{at.what} has {columns * rows:,} hexes, the most there can be are {MOST_HEXES:,}")
        lettered = columns * (2 if doubled and orientation is Orientation.POINTY else 1)
        if numbers == LETTERED and lettered > MOST_LETTERED:
            at.fail("columns", f"{at.what} has {columns} columns, and letters for {MOST_LETTERED}",
                    "after Z come AA, BB ... ZZ: write numbers: columns first for more")
        return Board(orientation, columns, rows, 0, shifted == "even", partial, rows_first, numbers == LETTERED,
                     doubled)
    if "radius" in at and "across_hexes" in at:
        at.fail("across_hexes", f"{at.what} has both 'radius' and 'across_hexes'", "keep one of the two")
    elif across_hexes and across_hexes % 2 == 0:
        at.fail("across_hexes", f"'across_hexes' of {at.what} is {across_hexes}: a hexagon of hexes has a hex in "
                "its middle, so their number is odd", f"write {across_hexes - 1} or {across_hexes + 1}")
    if numbers == LETTERED and 2 * (radius or across_hexes // 2) + 1 > MOST_LETTERED:
        at.fail("numbers", f"{at.what} has more than {MOST_LETTERED} columns, which have letters",
                "after Z come AA, BB ... ZZ: write numbers: columns first for more")
    return hexagon(orientation, radius or across_hexes // 2, rows_first=rows_first, lettered=numbers == LETTERED)


def read(node: Node, context: Context) -> Mapping[str, HexMap]:
    """Return the maps of a game; problems are added to those of the context."""
    maps: dict[str, HexMap] = {}
    for key, at in Reader(node, context.problems, "the maps", context).each("map"):
        hexmap = keys.read(HexMap, at)
        if hexmap is not None and at.keys() and at.sound:
            maps[key] = hexmap
    return maps


def read_zones(reader: Reader, hexmap: HexMap, context: Context) -> tuple[Zone, ...]:
    """Return the zones of a map at the key `zones` of a scenario."""
    reader.context = replace(context, hexes=MapHexes(hexmap.board, hexmap.edges))
    zones: tuple[Zone, ...] = keys.keys(HexMap)["zones"].take(reader, "zones")
    return zones


def check_counters(maps: Mapping[str, HexMap], context: Context) -> None:
    """Report maps that name unknown counters or markers."""
    pieces = {**context.entries("counters"), **context.entries("markers")}
    for hexmap in maps.values():
        counters = hexmap.counters
        if counters and counters not in pieces and not any(
                context.noted.has(section, counters) for section in ("counters", "markers")):
            context.problems.add(hexmap.counters_span, f"map '{hexmap.key}': there are no counters or markers "
                                 f"'{counters}'", suggestion(counters, pieces))


MAPS = Section("maps", read, check_counters, HexMap)
