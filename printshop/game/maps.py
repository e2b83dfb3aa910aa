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

from printshop.file_names import PATTERNS
from printshop.game.map_hexes import (
    HEXAGON,
    MAX_LETTERED_COLUMNS,
    RECTANGLE,
    HexBoard,
    MapHexReader,
    make_hexagon_board,
)
from printshop.game.model import ReadContext
from printshop.game.pictures import picture_key
from printshop.game.themes import SKINS
from printshop.hexes import Hex, Orientation
from printshop.lengths import Length
from printshop.problems import Span, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.schema.sections import Section
from printshop.silhouettes import SilhouetteSpec
from printshop.source import Node

SMALLEST, LARGEST = "5 mm", "300 mm"
MAX_ACROSS = 250  # columns or rows
MAX_HEXES = 25_000
MAX_RADIUS = 60
MAX_TERRAIN, MAX_ZONES, MAX_LABELS = 100, 100, 2_000
MEGAHEXES = {"7": 1, "19": 2, "37": 3}
# Numbers and counters cannot be seen on solid areas, and plain areas cannot be told apart in black and white.
AREA_PATTERNS = tuple(pattern for pattern in PATTERNS if pattern not in {"plain", "solid"})
_BEARING = re.compile(r"0{0,2}\d|0?[1-9]\d|[12]\d\d|3[0-5]\d", re.ASCII)
NO_LABEL = "none"
NO_FRAME, CHART = FRAMES = ("none", "chart")
COLUMNS_FIRST, ROWS_FIRST, LETTERED, NO_NUMBERS = "columns first", "rows first", "letters", "none"
EMPTY_CORNERS = ("top left", "top right", "bottom left", "bottom right")  # corners of a hexagon
LAYOUT_ATTRIBUTES = ("stands", "shape", "columns", "rows", "radius", "across_hexes", "shifted", "partial", "numbers",
                     "doubled",
                     "edges")
HEX_LIST_SCHEMA = {"type": ["array", *json_patterns.TEXT_TYPES], "items": {"type": json_patterns.TEXT_TYPES}}


def _read_hexes(reader: Reader, name: str) -> tuple[Hex, ...]:
    hexes: MapHexReader = reader.context.map_hexes
    return hexes.read_hexes(reader, name)


@data_block
class Terrain(DataBlock):
    """Terrain in some hexes. `color` is "#rrggbb" or "" for none; `pattern` and `letter` are "" for none."""

    hexes: tuple[Hex, ...] = keys.custom(_read_hexes, HEX_LIST_SCHEMA, "the hexes it covers", default=...)
    pattern: str = keys.choice(AREA_PATTERNS, "the pattern of its hexes", default="")
    letter: str = keys.text("up to three characters in its hexes", default="")
    picture: Path | None = picture_key("a picture in its hexes, from art/")
    color: str = keys.colour("the colour of its hexes", default="", name="colour")
    label: str = keys.text("its name in the legend", default=lambda reader: make_title(reader.key))
    span: Span | None = None

    def validate(self, reader: Reader) -> Self:
        if len(self.letter) > 3:
            reader.add_problem("letter", f"'letter' of {reader.label} is '{self.letter}': three characters at most")
        if not (self.pattern or self.letter or {"pattern", "letter", "picture"} & {*reader.list_keys()}):
            reader.problems.add(reader.mapping_span, f"{reader.label} needs a 'pattern', a 'letter' or a 'picture'",
                                "a colour alone is not seen in black and white")
        return self


def _read_hex(reader: Reader, name: str) -> Hex | None:
    text, hexes = reader.read_text(name), reader.context.map_hexes
    cell: Hex | None = hexes.read_hex(reader, text, reader.find_span(name)) if text else None
    return cell


@data_block
class MapLabel(DataBlock):
    """Words at a hex; `size` is None for the default, which depends on the size of the hexes."""

    text: str = keys.text("the words")
    at: Hex = keys.custom(_read_hex, {"type": json_patterns.TEXT_TYPES}, "the hex", default=...)
    size: Length | None = keys.length("the size of the letters", default=None, minimum="5 pt", maximum="2 in")
    place: str = keys.choice(("above", "middle", "below"), "its place in the hex", default="middle")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        return replace(self, span=reader.find_span("text")) if self.at else None


@data_block
class MapScenery(DataBlock):
    """A picture below the hexes, without effect on play: its centre is a hex, `size` is its width."""

    picture: Path | None = picture_key("an SVG drawing from art/", default=...)
    at: Hex = keys.custom(_read_hex, {"type": json_patterns.TEXT_TYPES}, "the hex of its middle", default=...)
    size: Length = keys.length("its width", positive=True, maximum="1000 mm")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        return replace(self, span=reader.find_span("picture")) if self.at and self.picture else None


def _read_facing(reader: Reader, name: str) -> tuple[int, ...]:
    bearings = reader.read_texts_with_spans(name)
    for bearing, span in bearings:
        if not _BEARING.fullmatch(bearing):
            reader.problems.add(span, f"'{name}' of {reader.label}: '{bearing}' is no bearing",
                                "write degrees, clockwise from the top: 0, 60, 90 ... 330")
    return tuple(int(bearing) for bearing, _ in bearings if _BEARING.fullmatch(bearing))


@data_block
class MapZone(DataBlock):
    """Hexes with a border in `color`, and the `pattern` of the side; `facing` are bearings for pieces."""

    edge: str = keys.custom(lambda reader, name: reader.read_choice(name, reader.context.map_hexes.edge_names, ""),
                            {"type": "string"},
                            "top, right, bottom, left, or a letter of a hexagon: a strip along it")
    depth: int = keys.integer("the depth of the strip, in hexes", 1, MAX_ACROSS, default=1)
    hexes: tuple[Hex, ...] = keys.custom(lambda reader, name: _read_hexes(reader, name) if name in reader else (),
                                         HEX_LIST_SCHEMA,
                                         "hexes in place of a strip")
    side: str = keys.custom(lambda reader, name: reader.read_choice(name, tuple(reader.context.sides), ""),
                            lambda writer: writer.make_entry_schema("sides"),
                            "the side whose colour and pattern its border has; "
                            "the side's emblem stands above the name")
    color: str = keys.colour("the colour of the line round it", default="", name="colour")
    label: str = keys.text("its name, `none` for no words; without one, a side’s zone has the name of the side and its "
                           "rows or columns", default="")
    facing: tuple[int, ...] = keys.custom(_read_facing, HEX_LIST_SCHEMA,
                                          "the directions that pieces may face, in degrees, "
                                          "clockwise from the top")
    shaded: bool = keys.flag("`true` for hexes a tone darker than the others", name="shade")
    units: bool = keys.flag("`true`: the booklet's picture shows its side's units there, in a possible set-up")
    pattern: str = ""
    emblem: Path | None = None
    key: str = ""
    span: Span | None = None
    # picture, direction of the bow and name of each unit
    unit_pictures: tuple[tuple[Path | SilhouetteSpec, str, str], ...] = ()

    def validate(self, reader: Reader) -> Self:
        if ("edge" in reader) == ("hexes" in reader):
            reader.problems.add(reader.mapping_span, f"{reader.label} needs either 'edge' with 'depth', or 'hexes'")
        elif "depth" in reader and "edge" not in reader:
            reader.add_problem("depth", f"{reader.label} has 'depth', but no 'edge'", "a list of hexes has no depth")
        hexes: MapHexReader = reader.context.map_hexes
        cells = hexes.read_strip(reader, self.edge, self.depth) if "edge" in reader else self.hexes
        side = reader.context.sides.get(self.side)
        label = self.label or (_name_zone(side.name, hexes.board, cells) if side else make_title(reader.key))
        color, pattern = (side.color, side.pattern) if side else ("#000000", "")
        return replace(self, hexes=cells, label="" if label == NO_LABEL else label, color=self.color or color,
                       pattern=pattern, emblem=side and side.emblem_path, span=reader.find_span("label"))


def _name_zone(side_name: str, board: HexBoard, cells: tuple[Hex, ...]) -> str:
    """Return the name of a side's zone: the side, and the rows or columns if the zone consists of whole ones."""
    columns, rows = ({number[axis] for number in map(board.find_coordinates, cells)} for axis in (0, 1))
    if not board.radius and cells and len(cells) == len(columns) * len(rows):
        for name, numbers, is_whole in (("row", rows, len(columns) == board.columns),
                                        ("column", columns, len(rows) == board.rows)):
            first, last = min(numbers), max(numbers)
            has_half_steps = board.doubles_coordinates and (name == "row") is (board.orientation is Orientation.FLAT)
            if is_whole and last - first + 1 == len(numbers) and not has_half_steps:
                ends = [board.format_coordinates((number, 1))[0] if board.has_column_letters and name == "column"
                        else f"{number}"
                        for number in (first, last)]
                return f"{side_name}: {name}s {ends[0]}–{ends[1]}" if last > first else f"{side_name}: {name} {ends[0]}"
    return side_name


@data_block
class MapCorner(DataBlock):
    """The content of a corner of a hexagon: a compass rose with `points` directions, a `picture_key` or words."""

    points: int = keys.integer("a compass rose with this number of directions", 3, 12, default=0, name="rose")
    text: str = keys.text("words; words beside a rose need a `frame`", default="")
    picture: Path | None = picture_key(
        "a drawing from art/ for the corner of a `frame`, as large as half its width, below the hexes; nowhere else")
    title: str = keys.text("a title above it", default="")
    key: str = ""

    @property
    def is_bottom(self) -> bool:
        """Whether it is at the bottom."""
        return self.key.startswith("bottom")

    @property
    def is_right(self) -> bool:
        """Whether it is on the right."""
        return self.key.endswith("right")

    def validate(self, reader: Reader) -> Self:
        if not (content_keys := {"rose", "text", "picture"} & {*reader.list_keys()}) or ("picture" in content_keys
                                                                                         and len(content_keys) > 1):
            reader.problems.add(reader.mapping_span,
                                f"{reader.label} needs a 'rose', a number of directions, a 'text' or, alone, a "
                                "'picture'")
        return self


@data_block
class HexMap(DataBlock):
    """A hex map. `edges` are the letters of a hexagon's edges, clockwise from the top, or empty.

    `compass` are the names of the six hexsides that a piece may face, clockwise from the top, or empty.
    """

    title: str = keys.text("its name, a few words for the head of every sheet, what to print it on (paper), whether it "
                           "is printed by default (true)", default=lambda reader: make_title(reader.key))
    note: str = keys.text(default="")
    material: str = keys.text(default="paper")
    default: bool = keys.flag(default=True)
    stands: str = keys.choice(tuple(stands.value for stands in Orientation),
                              "`flat-top` or `pointy-top`: the part of a hex that is up", name="orientation")
    across: Length = keys.length("the size of a hex, from flat to flat, which is also the distance between the middles "
                                 "of neighbours", minimum=SMALLEST, maximum=LARGEST)
    shape: str = keys.choice((RECTANGLE, HEXAGON), "`rectangle`, with `columns` and `rows`; or `hexagon`, with "
                             "`radius` or `across_hexes`", default=RECTANGLE, decisive=True)
    columns: int = keys.integer("the size of a rectangle, which needs both", 1, MAX_ACROSS, default=0)
    rows: int = keys.integer("", 1, MAX_ACROSS, default=0)
    radius: int = keys.integer("of a hexagon: steps from the middle to a corner", 1, MAX_RADIUS, default=0)
    across_hexes: int = keys.integer("of a hexagon, in place of its radius: hexes from corner to corner", 3,
                                     2 * MAX_RADIUS + 1, default=0)
    shifted: str = keys.choice(("even", "odd"), "the columns (flat-top) or rows (pointy-top) that lie half a hex "
                               "further: `even` (the default) or `odd`", default="even")
    partial: bool = keys.flag("`true` fills the rectangle to straight edges with parts of hexes, which have no numbers")
    numbers: str = keys.choice((COLUMNS_FIRST, ROWS_FIRST, LETTERED, NO_NUMBERS), "`columns first` (0304 is the fourth "
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
    megahex_size: str = keys.choice(tuple(MEGAHEXES),
                                    "7, 19 or 37: a heavier line round groups of this number of hexes",
                                    default="", name="megahexes")
    counters: str = keys.text("the counters or markers that lie on it: `printshop check` warns if a hex is too small "
                              "for them. A square needs hexes 1.366 times its side", default="")
    ground: str = keys.colour("the colour of all hexes, in quotes", default="#ffffff")
    skin: str = keys.custom(
        lambda reader, name: reader.read_choice(name, SKINS, ""),
        {"anyOf": [json_patterns.make_choice_schema(SKINS),
                   {"type": "string", "pattern": f"^{json_patterns.STAND_IN_PATTERN}$"}]},
        "the background of its hexes: plain, stars, night (stars on a dark sky, which uses much ink), chart, river or "
        "field; that of the [theme](game.md#themes) if not given and the map has no `ground`. In black ink maps are "
        "plain, in light ink night is printed as stars")
    frame: str = keys.choice(FRAMES, "`chart`: a map on a single sheet fills it like a sea chart, in the colours of "
                             "the theme: its rulers are a graduated frame, the letters of its edges stand on roundels, "
                             "the words of its corners on a cartouche", default=NO_FRAME)
    terrain: tuple[Terrain, ...] = keys.named_blocks(
        Terrain, "by name: its `hexes`, a `pattern`, a `letter` or a `picture` from art/ (at least one of these three, "
        "for printing in black), a `colour`, and a `label` for the legend. Later terrain lies on top",
        entry_label="terrain", maximum=MAX_TERRAIN)
    legend: bool = keys.flag("`false` for no legend of the terrain", default=True)
    labels: tuple[MapLabel, ...] = keys.block_list(MapLabel,
                                                   "a list of `text`, `at` (a hex), `size` and `place` (above, middle, "
                                                   "below)", entry_label="label", maximum=MAX_LABELS)
    scenery: tuple[MapScenery, ...] = keys.block_list(
        MapScenery, "pictures below the hexes without effect on play, a planet, a cloud: a list of `picture` (an SVG "
        "drawing from art/), `at` (the hex of its middle) and `size` (its width). By night they have their colours, on "
        "other skins they are very faint, in black ink they are left out", entry_label="scenery", maximum=MAX_LABELS)
    zones: tuple[MapZone, ...] = keys.named_blocks(
        MapZone, "by name: a strip along an `edge` (top, right, bottom, left, or a letter of a hexagon), `depth` hexes "
        "deep, or any `hexes`; with a border in the colour and pattern of a `side`, or a line in a `colour`, and a "
        "`label` (`none` for no words; without one, a side's zone has the name of the side and its rows or columns, "
        "repeated along its border). `facing` are the directions that pieces may face there, in degrees, clockwise "
        "from the top: the booklet's picture of the map has arrows, and with `units: true` the side's units before "
        "them", entry_label="zone", maximum=MAX_ZONES)
    corners: tuple[MapCorner, ...] = keys.named_blocks(
        MapCorner, "the content of the empty corners of a hexagon, by place (`top left`, `top right`, `bottom left`, "
        "`bottom right`): a `rose` with a number of directions, `text` or a `picture`; and a `title`",
                                                       entry_label="corner")
    key: str = ""
    board: HexBoard = HexBoard(Orientation.FLAT, 0, 0)
    span: Span | None = None
    counters_span: Span | None = None

    @property
    def orientation(self) -> Orientation:
        """The orientation of its hexes."""
        return self.board.orientation

    @property
    def has_numbers(self) -> bool:
        """Whether the numbers of its hexes are printed."""
        return self.numbers != NO_NUMBERS

    @property
    def megahex_radius(self) -> int:
        """The radius of a megahex, in steps from its middle hex; 0 without megahexes."""
        return MEGAHEXES.get(self.megahex_size, 0)

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Build the board first, because the other keys refer to its hexes."""
        problem_count, map_keys = len(reader.problems), keys.list_block_keys(HexMap)
        layout_values = {name: map_keys[name].read(reader, keys.get_yaml_name(name, map_keys[name]))
                         for name in LAYOUT_ATTRIBUTES}
        board = _make_board(reader, **layout_values)
        if len(reader.problems) > problem_count:
            board = cls.board  # empty: the other keys are read only to report their other problems
        reader.context = replace(reader.context, map_hexes=MapHexReader(board, layout_values["edges"]))

    def validate(self, reader: Reader) -> Self | None:
        board = reader.context.map_hexes.board
        if self.compass and (len(set(self.compass)) != 6 or len(self.compass) != 6 or max(map(len, self.compass)) > 2):
            reader.add_problem("compass", f"'compass' of {reader.label} must be six different names of one or two "
                                          "letters",
                               "for instance [1, 2, 3, 4, 5, 6], clockwise from the top")
        for corner in self.corners:
            if corner.key not in EMPTY_CORNERS or (board.columns and not board.radius):
                reader.add_problem("corners", f"'corners' of {reader.label}: '{corner.key}' is not an empty corner of "
                                              "it",
                                   "a map with shape: hexagon has top left, top right, bottom left and bottom right")
        return replace(self, board=board, counters_span=reader.find_span("counters")) if board.columns else None


def _make_board(reader: Reader, *, stands: str, shape: str, columns: int, rows: int, radius: int, across_hexes: int,
                shifted: str,
                partial: bool, numbers: str, doubled: bool, edges: tuple[str, ...]) -> HexBoard:
    """Return the board of a map; problems of its shape are reported."""
    if edges and (len(edges) != 6 or shape != HEXAGON):
        reader.add_problem("edges", f"'edges' of {reader.label} must be six letters, for a map with shape: hexagon")
    wrong_keys = ("columns", "rows", "shifted", "partial", "doubled") if shape == HEXAGON else ("radius",
                                                                                                "across_hexes")
    for name in wrong_keys:
        if name in reader:
            reader.add_problem(name, f"{reader.label} is a {shape}: it has no '{name}'",
                               "give its 'radius' or 'across_hexes', or write shape: rectangle" if shape == HEXAGON
                               else "give its 'columns' and 'rows', or write shape: hexagon")
    for name in ("columns", "rows") if shape != HEXAGON else () if "across_hexes" in reader else ("radius",):
        if name not in reader:
            reader.add_missing_key(name)
    orientation, rows_first = Orientation(stands), numbers == ROWS_FIRST
    if shape != HEXAGON:
        if columns * rows > MAX_HEXES:
            reader.add_problem("rows", f"{reader.label} has {columns * rows:,} hexes, the most there can be are "
                                       f"{MAX_HEXES:,}")
        lettered_columns = columns * (2 if doubled and orientation is Orientation.POINTY else 1)
        if numbers == LETTERED and lettered_columns > MAX_LETTERED_COLUMNS:
            reader.add_problem("columns", f"{reader.label} has {columns} columns, and letters for "
                                          f"{MAX_LETTERED_COLUMNS}",
                               "after Z come AA, BB ... ZZ: write numbers: columns first for more")
        return HexBoard(orientation, columns, rows, 0, shifted == "even", partial, rows_first, numbers == LETTERED,
                        doubled)
    if "radius" in reader and "across_hexes" in reader:
        reader.add_problem("across_hexes", f"{reader.label} has both 'radius' and 'across_hexes'",
                           "keep one of the two")
    elif across_hexes and across_hexes % 2 == 0:
        reader.add_problem("across_hexes", f"'across_hexes' of {reader.label} is {across_hexes}: a hexagon of hexes "
                                           "has a hex in "
                           "its middle, so their number is odd", f"write {across_hexes - 1} or {across_hexes + 1}")
    if numbers == LETTERED and 2 * (radius or across_hexes // 2) + 1 > MAX_LETTERED_COLUMNS:
        reader.add_problem("numbers", f"{reader.label} has more than {MAX_LETTERED_COLUMNS} columns, which have "
                                      "letters",
                           "after Z come AA, BB ... ZZ: write numbers: columns first for more")
    return make_hexagon_board(orientation, radius or across_hexes // 2, names_rows_first=rows_first,
                              has_column_letters=numbers == LETTERED)


def read_maps(node: Node, context: ReadContext) -> Mapping[str, HexMap]:
    """Return the maps of a game; problems are added to those of the context."""
    maps: dict[str, HexMap] = {}
    for key, reader in Reader(node, context.problems, "the maps", context).open_entries("map"):
        hexmap = keys.read_block(HexMap, reader)
        if hexmap is not None and reader.list_keys() and reader.is_valid:
            maps[key] = hexmap
    return maps


def read_map_zones(reader: Reader, hexmap: HexMap, context: ReadContext) -> tuple[MapZone, ...]:
    """Return the zones of a map at the key `zones` of a scenario."""
    reader.context = replace(context, map_hexes=MapHexReader(hexmap.board, hexmap.edges))
    zones: tuple[MapZone, ...] = keys.list_block_keys(HexMap)["zones"].read(reader, "zones")
    return zones


def check_map_counters(maps: Mapping[str, HexMap], context: ReadContext) -> None:
    """Report maps that name unknown counters or markers."""
    pieces = {**context.find_entries("counters"), **context.find_entries("markers")}
    for hexmap in maps.values():
        counters = hexmap.counters
        if counters and counters not in pieces and not any(
                context.written_names.may_have(section, counters) for section in ("counters", "markers")):
            context.problems.add(hexmap.counters_span, f"map '{hexmap.key}': there are no counters or markers "
                                 f"'{counters}'", suggest_name(counters, pieces))


MAPS = Section("maps", read_maps, check_map_counters, HexMap)
