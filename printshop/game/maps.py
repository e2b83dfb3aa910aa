"""The section `maps` of a game: blocks for hex maps, terrain, labels, scenery, zones and corners.

The data refers to hexes by their numbers, even if these are not printed: "0304" is one hex, and "0304-0508"
means all hexes from the third to the fifth column and from the fourth to the eighth row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from printshop.file_names import AREA_PATTERNS
from printshop.game.map_hexes import (
    HEXAGON,
    RECTANGLE,
    HexBoard,
    MapHexReader,
    make_hexagon_board,
)
from printshop.game.map_numbering import (
    DEFAULT_NUMBERING,
    MAX_LETTERED,
    ORIGINS,
    MapNumbering,
    make_numbering_schema,
    read_numbering,
)
from printshop.game.map_paths import MapPath, PathKind, path_kinds_key, paths_key
from printshop.game.model import ReadContext
from printshop.game.pictures import picture_key
from printshop.game.themes import SKINS
from printshop.hexes import GRIDS, HEX_GRID, HEX_ORIENTATIONS, Hex, Orientation, choose_orientation
from printshop.lengths import Length
from printshop.problems import Span, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.schema.sections import Section
from printshop.source import MappingNode, Node, SequenceNode

SMALLEST, LARGEST = "5 mm", "300 mm"
MAX_ACROSS = 250  # columns or rows
MAX_HEXES = 25_000
MAX_RADIUS = 60
MAX_TERRAIN, MAX_ZONES, MAX_LABELS = 100, 100, 2_000
MEGAHEXES = {"7": 1, "19": 2, "37": 3}
# Numbers and counters cannot be seen on solid areas, and plain areas look alike in black and white.
_BEARING = re.compile(r"0{0,2}\d|0?[1-9]\d|[12]\d\d|3[0-5]\d", re.ASCII)
NO_LABEL = "none"
NO_FRAME, CHART = FRAMES = ("none", "chart")
REST = "rest"
LAYOUT_ATTRIBUTES = ("grid", "orientation_name", "shape", "columns", "rows", "radius", "across_hexes", "shifted",
                     "partial", "numbering", "edges")
# keys that a map of squares does not have, because they are for hexes
_HEX_KEYS = ("orientation", "shifted", "megahexes")
HEX_LIST_SCHEMA = {"type": ["array", *json_patterns.TEXT_TYPES], "items": {"type": json_patterns.TEXT_TYPES}}


def _read_hexes(reader: Reader, name: str) -> tuple[Hex, ...]:
    hexes: MapHexReader = reader.context.map_hexes
    return hexes.read_hexes(reader, name)


def _is_rest(node: Node | None) -> bool:
    return node is not None and node.text == REST


@data_block
class Terrain(DataBlock):
    """Terrain in some hexes of a map.

    `color` is "#rrggbb", or "" for no colour. `pattern` and `letter` are "" if the terrain has none.
    """

    hexes: tuple[Hex, ...] = keys.custom(
        lambda reader, name: () if _is_rest(reader.get_node(name)) else _read_hexes(reader, name), HEX_LIST_SCHEMA,
        "the hexes that the terrain covers, or `rest` for all hexes without other terrain", default=...)
    pattern: str = keys.choice(AREA_PATTERNS, "the pattern of the hexes", default="")
    letter: str = keys.text("up to three characters that are printed in each of the hexes",
                            label="Letters in the hexes", help_text="Up to three", default="")
    picture: Path | None = picture_key("a picture from art/ that is printed in each of the hexes")
    size: Fraction = keys.number("the size of the picture as a share of the hex, from 0.1 to 1.2 (default: 0.56). A "
                                 "picture of more than 0.8 is cut off at the edge of its hex",
                                 0.1, 1.2,
                                 label="Size of the picture",
                                 help_text="As a share of the hex: 0.56 is a little more than half",
                                 default=Fraction(56, 100))
    color: str = keys.colour("the colour of the hexes", help_text="", default="", name="colour")
    label: str = keys.text("the name of the terrain in the legend", default=lambda reader: make_title(reader.key))
    key: str = ""
    span: Span | None = None
    covers_rest: bool = False

    @property
    def has_marks(self) -> bool:
        """Whether more than a colour is printed in each of the hexes."""
        return bool(self.pattern or self.letter or self.picture)

    def validate(self, reader: Reader) -> Self:
        covers_rest = _is_rest(reader.get_raw_node("hexes"))
        if "size" in reader and "picture" not in reader:
            reader.add_problem("size", f"'size' of {reader.label} is the size of a picture, and there is no 'picture'",
                               "remove 'size', or add 'picture'")
        if len(self.letter) > 3:
            reader.add_problem("letter",
                               f"'letter' of {reader.label} is '{self.letter}', but must have at most three characters")
        if not (covers_rest or self.has_marks or {"pattern", "letter", "picture"} & {*reader.list_keys()}):
            reader.problems.add(reader.mapping_span, f"{reader.label} needs a 'pattern', a 'letter' or a 'picture'",
                                "add one of these keys, because a print in black does not show a colour. Only the "
                                f"terrain of all other hexes can do without (hexes: {REST})")
        return replace(self, covers_rest=covers_rest)


def _read_hex(reader: Reader, name: str) -> Hex | None:
    text, hexes = reader.read_text(name), reader.context.map_hexes
    cell: Hex | None = hexes.read_hex(reader, text, reader.find_span(name)) if text else None
    return cell


@data_block
class MapLabel(DataBlock):
    """Words at a hex.

    If `size` is None, the size of the letters depends on the size of the hexes.
    """

    text: str = keys.text("the words", label="Words", help_text="")
    at: Hex = keys.custom(_read_hex, {"type": json_patterns.TEXT_TYPES}, "the hex",
                          label="Hex", help_text="", default=...)
    size: Length | None = keys.length("the size of the letters",
                                      label="Size of the letters", default=None, minimum="5 pt", maximum="2 in")
    place: str = keys.choice(("above", "middle", "below"), "the place of the words in the hex",
                             label="Place in the hex", help_text="", default="middle")
    color: str = keys.colour("the colour of the letters (black, or white on dark ground)",
                             help_text="", default="", name="colour")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        return replace(self, span=reader.find_span("text")) if self.at else None


@data_block
class MapScenery(DataBlock):
    """A picture that is drawn below the lines of the hexes and has no effect on play.

    The centre of the picture is the hex `at`, and `size` is the width of the picture.
    """

    picture: Path | None = picture_key("an SVG drawing from art/", default=...)
    at: Hex = keys.custom(_read_hex, {"type": json_patterns.TEXT_TYPES},
                          "the hex at the middle of the picture", label="Hex", help_text="", default=...)
    size: Length = keys.length("the width of the picture",
                               label="Width of the picture", positive=True, maximum="1000 mm")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        return replace(self, span=reader.find_span("picture")) if self.at and self.picture else None


def _read_facing(reader: Reader, name: str) -> tuple[int, ...]:
    bearings = reader.read_texts_with_spans(name)
    for bearing, span in bearings:
        if not _BEARING.fullmatch(bearing):
            reader.problems.add(span, f"'{bearing}' in '{name}' of {reader.label} must be a bearing in degrees",
                                "write a number of degrees, clockwise from the top: 0, 60, 90 ... 330")
    return tuple(int(bearing) for bearing, _ in bearings if _BEARING.fullmatch(bearing))


def _read_unit_hexes(reader: Reader, name: str) -> bool | tuple[Hex, ...] | str:
    if isinstance(reader.get_node(name), MappingNode):
        placing_reader = reader.open_mapping(name)
        value = placing_reader.read_text("by") if placing_reader else ""
        if placing_reader:
            placing_reader.finish()
        return value
    return (_read_hexes if isinstance(reader.get_node(name), SequenceNode) else Reader.read_flag)(reader, name)


@data_block
class MapZone(DataBlock):
    """A zone of a map: some hexes, and a border that has the colour `color` and the pattern `pattern`.

    `facing` are the directions that pieces may face, in degrees, clockwise from the top.
    """

    edge: str = keys.custom(lambda reader, name: reader.read_choice(name, reader.context.map_hexes.edge_names, ""),
                            {"type": "string"},
                            "the edge of the map along which the zone lies: top, right, bottom, left, or one of the "
                            "letters of a hexagon's edges", label="Along the edge")
    depth: int = keys.integer("the depth of the zone along an `edge`, in hexes", 1, MAX_ACROSS, default=1)
    hexes: tuple[Hex, ...] = keys.custom(lambda reader, name: _read_hexes(reader, name) if name in reader else (),
                                         HEX_LIST_SCHEMA,
                                         "the hexes of the zone, in place of `edge` and `depth`")
    side: str = keys.custom(lambda reader, name: reader.read_choice(name, tuple(reader.context.sides), ""),
                            lambda writer: writer.make_entry_schema("sides"),
                            "the side that gives the border its colour and pattern. The emblem of the side is printed "
                            "above the name of the zone")
    color: str = keys.colour("the colour of the border", help_text="", default="", name="colour")
    label: str = keys.text("the name of the zone, or `none` if no name is printed. Without a `label`, the zone of a "
                           "side has the name of the side, and the numbers of the rows or columns follow if the zone "
                           "consists of whole rows or columns", default="")
    facing: tuple[int, ...] = keys.custom(_read_facing, HEX_LIST_SCHEMA,
                                          "the directions that pieces in the zone may face, in degrees, clockwise from "
                                          "the top", label="Directions of the pieces")
    shaded: bool = keys.flag("whether the hexes of the zone have a tint below the terrain. Without this key, the zones "
                             "of sides have the pale tint of their sides, and other zones have no tint",
                             label="Tint below the terrain", name="shade",
                             written_default=None)
    printed: bool = keys.flag("whether the zone is on the printed map (default: true, but false for a zone that has "
                              "only the hexes of its units). With `printed: false`, only the map in the booklet shows "
                              "it, as for a zone that matters in the set-up only",
                              label="On the printed map", default=True, written_default=None)
    units: bool | tuple[Hex, ...] | str = keys.custom(
        _read_unit_hexes, lambda writer: {
            "type": ["boolean", "object", *HEX_LIST_SCHEMA["type"]], "items": HEX_LIST_SCHEMA["items"],
            "properties": {"by": writer.make_entry_schema("values")}, "additionalProperties": False,
            **keys.make_kind("flag")},
        "whether the map in the booklet shows a possible set-up of the side's units in the zone, or the hexes of the "
        "units in this set-up, in the order of the units. `{by: hex}` takes the hexes from the value `hex` of the "
        "units; without `edge` and `hexes`, these hexes are the zone", default=False)
    pattern: str = ""
    emblem: Path | None = None
    unit_hexes: tuple[tuple[str, Hex], ...] = ()  # of units by name, if `by` gives them
    key: str = ""
    span: Span | None = None
    # picture, direction of the bow and name of each unit; with `unit_hexes`, a `Cutout` in place of the picture
    unit_pictures: tuple[tuple[Any, str, str], ...] = ()

    def validate(self, reader: Reader) -> Self:
        if isinstance(self.units, str) and not self.side:
            reader.add_problem("units", f"'units' of {reader.label} needs the 'side' of the units")
        if ("edge" in reader and "hexes" in reader) or not (isinstance(self.units, str) or "edge" in reader
                                                          or "hexes" in reader):
            reader.problems.add(reader.mapping_span,
                                f"{reader.label} needs either 'edge' or 'hexes', and must not have both")
        elif "depth" in reader and "edge" not in reader:
            reader.add_problem("depth", f"{reader.label} must not have 'depth' without 'edge'",
                               "remove 'depth': a list of hexes has no depth")
        hexes: MapHexReader = reader.context.map_hexes
        cells = hexes.read_strip(reader, self.edge, self.depth) if "edge" in reader else self.hexes
        side = reader.context.sides.get(self.side)
        if isinstance(self.units, tuple) and not {*self.units} <= {*cells}:
            reader.add_problem("units", f"'units' of {reader.label} has hexes outside the zone")
        label = self.label or (_name_zone(side.name, hexes.board, cells) if side else make_title(reader.key))
        color, pattern = (side.color, side.pattern) if side else ("#000000", "")
        is_area = "printed" in reader or "edge" in reader or "hexes" in reader  # not only the hexes of units
        return replace(self, hexes=cells, printed=self.printed and is_area,
                       label="" if label == NO_LABEL else label, color=self.color or color, pattern=pattern,
                       emblem=side and side.emblem_path, shaded=self.shaded if "shade" in reader else bool(side),
                       span=reader.find_span("label"))


def _name_zone(side_name: str, board: HexBoard, cells: tuple[Hex, ...]) -> str:
    """Return the printed name of the zone of a side.

    If the zone consists of whole rows or columns, their numbers follow the name of the side.
    """
    columns, rows = ({number[axis] for number in map(board.find_coordinates, cells)} for axis in (0, 1))
    if not board.radius and cells and len(cells) == len(columns) * len(rows):
        for name, numbers, is_whole in (("row", rows, len(columns) == board.columns),
                                        ("column", columns, len(rows) == board.rows)):
            first, last = min(numbers), max(numbers)
            has_half_steps = board.numbering.doubled and (name == "row") is board.has_column_lines
            if is_whole and last - first + 1 == len(numbers) and not has_half_steps:
                axis = name == "row"
                ends = sorted(board.find_numbers((number, number))[axis] for number in (first, last))
                low, high = (board.axes[axis]._replace(digits=1).format_number(number) for number in ends)
                return f"{side_name}: {name}s {low}–{high}" if last > first else f"{side_name}: {name} {low}"
    return side_name


@data_block
class MapCorner(DataBlock):
    """The content of a corner of a hexagonal map.

    It is a compass rose with `points` directions, a picture, or words.
    """

    points: int = keys.integer("the number of directions of a compass rose "
                               "in the corner", 3, 12, default=0, name="rose")
    text: str = keys.text("words in the corner. If the corner also has a `rose`, the words are printed only on a map "
                          "with a `frame`", label="Words", help_text="", default="")
    picture: Path | None = picture_key(
        "a drawing from art/ for a corner of a map with a `frame`. The drawing lies under the hexes and is at most "
        "half as wide as the frame")
    title: str = keys.text("a title above the content of the corner", default="")
    key: str = ""

    @property
    def is_bottom(self) -> bool:
        """Whether the corner is at the bottom of the map."""
        return self.key.startswith("bottom")

    @property
    def is_right(self) -> bool:
        """Whether the corner is on the right of the map."""
        return self.key.endswith("right")

    def validate(self, reader: Reader) -> Self:
        if not (content_keys := {"rose", "text", "picture"} & {*reader.list_keys()}) or ("picture" in content_keys
                                                                                         and len(content_keys) > 1):
            reader.problems.add(reader.mapping_span,
                                f"{reader.label} needs either a 'picture' or one or both of 'rose' (a number of "
                                "directions) and 'text'")
        return self


@data_block
class HexMap(DataBlock):
    """A map of hexes or squares.

    `edges` are the letters of a hexagon's edges, clockwise from the top. `compass` has the names of the sides of a
    hex or square that a piece may face, clockwise from the top. Each of the two can be empty.
    """

    title: str = keys.text("the title of the map, a few words for the top of every sheet, the material to print the "
                           "map on (default: paper), and whether the map is printed by "
                           "default (default: true)", help_text="", in_view=True,
                           default=lambda reader: make_title(reader.key))
    note: str = keys.text(default="")
    material: str = keys.text(label="Printed on", default="paper")
    default: bool = keys.flag(label="Printed by default", default=True)
    grid: str = keys.choice(GRIDS, "the cells of the map: `hex` (the default) or `square`. Where the names of keys and "
                                   "this page say hexes, a map of squares has squares",
                                   label="Cells", help_text="", choice_words={"hex": "Hexes", "square": "Squares"},
                                   default=HEX_GRID, decisive=True)
    orientation_name: str = keys.choice(
        HEX_ORIENTATIONS, "the part of a hex that points up: `flat-top` for a flat side (the default), or "
        "`pointy-top` for a corner",
        label="Hexes", help_text="", choice_words={"flat-top": "Flat top", "pointy-top": "Pointed top"},
        default=HEX_ORIENTATIONS[0], name="orientation", in_view=True)
    across: Length = keys.length("the size of a hex from one flat side to the opposite side, which is the distance "
                                 "between the middles of neighbouring hexes, or the side of a square",
                                 label="Width of a hex", help_text="From one flat side to the other", in_view=True,
                                 minimum=SMALLEST, maximum=LARGEST)
    shape: str = keys.choice((RECTANGLE, HEXAGON),
                             "the shape of the map: `rectangle`, with `columns` and `rows`, or `hexagon`, with "
                             "`radius` or `across_hexes`", help_text="", default=RECTANGLE, decisive=True)
    columns: int = keys.integer("the numbers of columns and rows of a rectangle. A rectangle "
                                "needs both keys", 1, MAX_ACROSS, label="Hexes across", help_text="", in_view=True,
                                default=0)
    rows: int = keys.integer("", 1, MAX_ACROSS, label="Hexes down", help_text="", in_view=True, default=0)
    radius: int = keys.integer("the number of steps from the middle of a hexagon to a corner", 1, MAX_RADIUS,
                               label="Hexes from the middle to a corner", default=0)
    across_hexes: int = keys.integer("the number of hexes from corner to corner of a hexagon, in place of `radius`", 3,
                                     2 * MAX_RADIUS + 1, label="Hexes from corner to corner", default=0)
    shifted: str = keys.choice(("even", "odd"),
                               "the columns or rows that are shifted by half a hex: `even` (the default) or `odd`. "
                               "Columns (`flat-top`) are shifted down, and rows (`pointy-top`) are shifted "
                               "to the right",
                               label="Shifted down or right", help_text="Which columns or rows stand half a hex lower",
                               default="even")
    partial: bool = keys.flag("whether the map has straight edges: parts of hexes fill its rectangle. No numbers are "
                              "printed on them, but terrain may name them, as shown below",
                              label="Straight edges", help_text="Parts of hexes fill the corners of the map")
    numbering: MapNumbering = keys.custom(
        read_numbering, make_numbering_schema,
        "the numbers of the hexes: `none`, or a block with `first` (the name of the first hex, as it is printed: "
        "\"0101\", \"0000\", \"1.1\", A1, A-07), `order` (`columns first` or `rows first`), `origin` (the corner where "
        "the numbers begin: `top left`, `top right`, `bottom left` or `bottom right`) and `doubled` (whether hexes are "
        "counted in steps of half a hex: 0102, 0104 and, in the next column, 0201, 0203). On a hexagon, the hexes of "
        "each column or row are counted from the first hex of this column or row",
        label="Numbers of the hexes", default=DEFAULT_NUMBERING)
    dots: bool = keys.flag("whether the middle of every hex is marked", label="A dot in each hex", help_text="")
    edges: tuple[str, ...] = keys.texts("six letters for the edges of a hexagon, clockwise from the top",
                                        label="Letters of the edges")
    compass: tuple[str, ...] = keys.texts("six names of one or two letters for the hexsides, clockwise from the top, "
                                          "or four for the sides of squares, "
                                          "with which players can record headings. On a hexagon, the names are printed "
                                          "in the middle hex; on a rectangle, they are printed in a hex of the first "
                                          "sheet", label="Names of the directions")
    megahex_size: str = keys.choice(tuple(MEGAHEXES),
                                    "the number of hexes in a megahex, a group with a heavier line round it: 7, 19 or "
                                    "37", label="Groups of hexes", help_text="A heavier line round each group",
                                    choice_words={size: f"{size} hexes" for size in MEGAHEXES},
                                    default="", name="megahexes")
    counters: str = keys.text("the counters or markers that are used on the map. `printshop check` warns if a hex is "
                              "too small for them. A hex for a square counter must be at least 1.366 times as large as "
                              "the side of the counter", label="Counters on this map", kind="piece", default="")
    ground: str = keys.colour("the colour of all hexes, in quotes",
                              label="Colour of the background", help_text="", default="#ffffff")
    skin: str = keys.custom(
        lambda reader, name: reader.read_choice(name, SKINS, ""),
        {"anyOf": [json_patterns.make_choice_schema(SKINS),
                   {"type": "string", "pattern": f"^{json_patterns.STAND_IN_PATTERN}$"}]},
        "the background of the hexes: `plain`, `stars`, `night` (stars on a dark sky, which needs much ink), `chart`, "
        "`river` or `field`. If the map has neither a `skin` nor a `ground`, the background is the skin of the "
        "[theme](game.md#themes). In black ink, all maps are plain. In light ink, `night` is printed as `stars`",
        label="Background", help_text="Stars, sea or fields below the hexes",
        choice_words={"plain": "Plain", "stars": "Stars, pale", "night": "Night sky (much ink)", "chart": "Sea chart",
                      "river": "River", "field": "Field"})
    frame: str = keys.choice(FRAMES,
                             "the frame of a map on a single sheet: `none` (the default), or `chart`, which fills the "
                             "sheet like a sea chart in the colours of the theme. With `chart`, the rulers form a "
                             "graduated frame, the letters of the edges are printed on roundels, and the words in the "
                             "corners are printed on a cartouche", default=NO_FRAME)
    terrain: tuple[Terrain, ...] = keys.named_blocks(
        Terrain,
        "the terrain, each kind under its name. A kind has `hexes`, a `colour`, a `label` for the legend, and a "
        "`pattern`, a `letter` or a `picture` from art/, which has a `size` (its share of the hex). At least one of "
        "`pattern`, `letter` and `picture` is needed, so that prints in black show the terrain. Clear terrain with "
        "`hexes: rest` covers all other hexes and needs none of them; its colour is the ground of the map. Later "
        "terrain lies on top of earlier terrain",
        entry_label="terrain", adding="Add terrain", maximum=MAX_TERRAIN)
    path_kinds: tuple[PathKind, ...] = path_kinds_key("kinds of paths of this map, each under its name, or changes to "
                                                      "kinds of the game. See [below](#paths)")
    paths: tuple[MapPath, ...] = paths_key()
    legend: bool = keys.flag("whether the map has a legend of the terrain and the paths on it",
                             label="Legend on the map", help_text="The terrain and lines, beside the map", in_view=True,
                             default=True)
    labels: tuple[MapLabel, ...] = keys.block_list(MapLabel,
                                                   "words on the map: a list of blocks with `text`, `at` (a hex), "
                                                   "`size`, `place` (above, middle or below) and `colour`. On a hex "
                                                   "with the colour of terrain or of a zone, the letters have a halo "
                                                   "in this colour; elsewhere they stand on a plate in the colour of "
                                                   "the ground. Labels are bold",
                                                   label="Names on the map", entry_label="label",
                                                   maximum=MAX_LABELS)
    scenery: tuple[MapScenery, ...] = keys.block_list(
        MapScenery,
        "pictures under the terrain and the lines of the hexes, such as a planet or a cloud, without effect on play: a "
        "list of blocks with `picture` (an SVG drawing from art/), `at` (the hex at the middle of the picture) and "
        "`size` (the width of the picture). Pictures have full colours on the skin `night`, are a little faint on the "
        "skin `field` and on plain maps, and are very faint on other skins and in light ink. In black ink, they have "
        "grey outlines", label="Pictures below the hexes",
        entry_label="scenery", adding="Add scenery", maximum=MAX_LABELS)
    zones: tuple[MapZone, ...] = keys.named_blocks(
        MapZone,
        "the zones, each under its name. A zone is either a strip along an `edge` (top, right, bottom, left, or one of "
        "the letters of a hexagon's edges) that is `depth` hexes deep, or a list of `hexes`. In a scenario, "
        "a zone may instead have the hexes of its units: see [Units by rule](scenarios.md#units-by-rule). The border "
        "of the zone has the colour and pattern of a `side`, or it is a line in a `colour`. `label` is the "
        "printed name of the zone, or `none` if no name is printed. Without a `label`, "
        "the zone of a side has the name of the side, and "
        "the numbers of its whole rows or columns follow. The name of a side's zone is repeated along the border. "
        "`facing` are the directions that pieces in the zone may face, in degrees, clockwise from the top. The map in "
        "the booklet shows these directions as arrows. With `units: true`, the map in the booklet also shows the "
        "side's units, and with `units: [0102, 0105]` it shows each unit in its hex. The hexes in the zone of a side "
        "have a pale tint below the terrain, unless `shade` is false. A zone with `printed: false` is on the map in "
        "the booklet only", entry_label="zone", maximum=MAX_ZONES)
    corners: tuple[MapCorner, ...] = keys.named_blocks(
        MapCorner,
        "the content of the empty corners of a hexagon, each under its place (`top left`, `top right`, `bottom left` "
        "or `bottom right`): a `rose` with a number of directions, a `text` or a `picture`, and a `title`",
        label="Empty corners",
                                                       entry_label="corner")
    key: str = ""
    board: HexBoard = HexBoard(Orientation.FLAT, 0, 0)
    span: Span | None = None
    counters_span: Span | None = None

    @property
    def orientation(self) -> Orientation:
        """The orientation of the hexes."""
        return self.board.orientation

    @property
    def has_squares(self) -> bool:
        """Whether the map has squares in place of hexes."""
        return self.orientation is Orientation.SQUARE

    @property
    def has_numbers(self) -> bool:
        """Whether the numbers of the hexes are printed."""
        return self.numbering.printed

    @property
    def megahex_radius(self) -> int:
        """The radius of a megahex, in steps from its middle hex.

        If the map has no megahexes, it is 0.
        """
        return MEGAHEXES.get(self.megahex_size, 0)

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Build the board first, because the other keys refer to its hexes."""
        problem_count, map_keys = len(reader.problems), keys.list_block_keys(HexMap)
        layout_values = {name: map_keys[name].read(reader, keys.get_yaml_name(name, map_keys[name]))
                         for name in LAYOUT_ATTRIBUTES}
        board = _make_board(reader, **layout_values)
        if len(reader.problems) > problem_count:
            # empty: the other keys are read only to report their other problems
            board = HexBoard(board.orientation, 0, 0)
        kinds = {kind.key: kind for kind in map_keys["path_kinds"].read(reader, "path_kinds")}
        reader.context = replace(reader.context, map_hexes=MapHexReader(board, layout_values["edges"]),
                                 path_kinds={**reader.context.path_kinds, **kinds})

    def validate(self, reader: Reader) -> Self | None:
        board = reader.context.map_hexes.board
        names, count = self.compass, board.orientation.side_count
        if names and not (len(names) == len({*names}) == count and max(map(len, names)) <= 2):
            reader.add_problem("compass", f"'compass' of {reader.label} must be {'six' if count == 6 else 'four'} "
                                          "different names of one or two letters",
                               "write, for example, "
                               f"[{', '.join(map(str, range(1, count + 1)))}], clockwise from the top")
        for zone in self.zones:
            if isinstance(zone.units, str):
                reader.problems.add(zone.span, f"zone '{zone.key}' of a map cannot have units with 'by'",
                                    "write the zone in the 'zones' of a scenario, which has units")
        for corner in self.corners:
            if corner.key not in ORIGINS or (board.columns and not board.radius):
                reader.add_problem("corners",
                                   f"'{corner.key}' in 'corners' of {reader.label} must be an empty corner of the map",
                                   "write top left, top right, bottom left or bottom right; only a map with shape: "
                                   "hexagon has these corners")
        return replace(self._cover_rest(reader, board), board=board,
                       counters_span=reader.find_span("counters")) if board.columns else None

    def _cover_rest(self, reader: Reader, board: HexBoard) -> Self:
        """Return the map with the terrain of its remaining hexes. Clear terrain gives the ground its colour."""
        covered = frozenset(cell for terrain in self.terrain for cell in terrain.hexes)
        remaining_cells = tuple(cell for cell in (*board.partial_hexes, *board.whole_hexes) if cell not in covered)
        terrains = [terrain for terrain in self.terrain if terrain.covers_rest]
        clear_color = next((terrain.color for terrain in terrains if not terrain.has_marks), "")
        if len(terrains) > 1:
            reader.add_problem("terrain", f"only one terrain of {reader.label} can have hexes: {REST}",
                               "list the hexes of the other terrain")
        if clear_color and "ground" in reader:
            reader.add_problem("ground", f"{reader.label} has two colours for hexes without other terrain: 'ground', "
                                         f"and the 'colour' of terrain with hexes: {REST}", "keep one of the two")
        return replace(self, ground=clear_color or self.ground, terrain=tuple(
            replace(terrain, hexes=remaining_cells) if terrain.covers_rest and terrain.has_marks else terrain
            for terrain in self.terrain))


def _make_board(reader: Reader, *, grid: str, orientation_name: str, shape: str, columns: int, rows: int, radius: int,
                across_hexes: int, shifted: str, partial: bool, numbering: MapNumbering,
                edges: tuple[str, ...]) -> HexBoard:
    """Return the board of a map. Report problems with its shape."""
    orientation = choose_orientation(grid, orientation_name)
    board = (HexBoard(orientation, columns, rows, 0, shifted == "even", partial, numbering) if shape != HEXAGON else
             make_hexagon_board(orientation, radius or across_hexes // 2, numbering))
    _check_grid(reader, board, shape)
    if columns * rows > MAX_HEXES and shape != HEXAGON:
        reader.add_problem("rows", f"{reader.label} has {columns * rows:,} hexes; at most {MAX_HEXES:,} are allowed")
    if edges and (len(edges) != 6 or shape != HEXAGON):
        reader.add_problem("edges",
                           f"'edges' of {reader.label} must be six letters, and the map must have shape: hexagon")
    wrong_keys = ("columns", "rows", "shifted", "partial") if shape == HEXAGON else ("radius", "across_hexes")
    for name in wrong_keys:
        if name in reader:
            reader.add_problem(name, f"{reader.label} is a {shape} and cannot have '{name}'",
                               "for a hexagon write 'radius' or 'across_hexes'; for a rectangle "
                               "write shape: rectangle" if shape == HEXAGON
                               else "for a rectangle write 'columns' and 'rows'; for a hexagon write shape: hexagon")
    for name in ("columns", "rows") if shape != HEXAGON else () if "across_hexes" in reader else ("radius",):
        if name not in reader:
            reader.add_missing_key(name)
    if shape == HEXAGON and "radius" in reader and "across_hexes" in reader:
        reader.add_problem("across_hexes", f"{reader.label} cannot have both 'radius' and 'across_hexes'",
                           "remove 'radius' or 'across_hexes'")
    elif across_hexes and across_hexes % 2 == 0:
        reader.add_problem("across_hexes",
                           f"'across_hexes' of {reader.label} is {across_hexes}, but must be odd, because a hexagon "
                           "has a hex in its middle", f"write {across_hexes - 1} or {across_hexes + 1}")
    return board


def _check_grid(reader: Reader, board: HexBoard, shape: str) -> None:
    """Report keys that do not belong to the squares or hexes of a board, and a numbering that it cannot have."""
    if board.orientation is Orientation.SQUARE:
        for name in (*_HEX_KEYS, *(("shape",) if shape == HEXAGON else ())):
            if name in reader:
                reader.add_problem(name, f"{reader.label} has squares and cannot have "
                                         f"{f'shape: {HEXAGON}' if name == 'shape' else repr(name)}",
                                   f"remove '{name}', or write grid: {HEX_GRID}")
    if board.numbering.doubled and (board.radius or board.orientation is Orientation.SQUARE):
        reader.add_problem("numbering", f"{reader.label} cannot have doubled numbers",
                           "remove 'doubled': only the hexes of a rectangle can be counted in half steps")
    for name, count, axis in zip(("columns", "rows"), board.count_numbers(), board.axes, strict=True):
        last = axis.start + count - 1
        if axis.is_lettered and last > MAX_LETTERED:
            reader.add_problem(name if name in reader else "numbering",
                               f"{reader.label} needs letters for {last} {name}, but at most {MAX_LETTERED} {name} can "
                               "have letters", "write numbers: the letters end with ZZ (A to Z, AA, BB ... ZZ)")


def read_maps(node: Node, context: ReadContext) -> Mapping[str, HexMap]:
    """Return the maps of a game. Their problems are added to the problems of the context."""
    readers = Reader(node, context.problems, "the maps", context).open_entries("map")
    maps = context.read_entries("maps", readers, lambda _, reader: keys.read_block(HexMap, reader))
    return {key: hexmap for key, reader, hexmap in maps
            if hexmap is not None and reader.list_keys() and reader.is_valid}


def keep_printed_zones(hexmap: HexMap, scenario_zones: tuple[MapZone, ...] = ()) -> tuple[HexMap, tuple[MapZone, ...]]:
    """Return a map and zones of a scenario as they are printed on the map itself, without `printed: false`."""
    return (replace(hexmap, zones=tuple(zone for zone in hexmap.zones if zone.printed)),
            tuple(zone for zone in scenario_zones if zone.printed))


def read_map_zones(reader: Reader, hexmap: HexMap, context: ReadContext) -> tuple[MapZone, ...]:
    """Return the zones of a map from the key `zones` of a scenario."""
    reader.context = replace(context, map_hexes=MapHexReader(hexmap.board, hexmap.edges))
    zones: tuple[MapZone, ...] = keys.list_block_keys(HexMap)["zones"].read(reader, "zones")
    return zones


def check_map_counters(maps: Mapping[str, HexMap], context: ReadContext) -> None:
    """Report maps that refer to unknown counters or markers."""
    pieces = {**context.find_entries("counters"), **context.find_entries("markers")}
    for hexmap in maps.values():
        counters = hexmap.counters
        if counters and counters not in pieces and not any(
                context.written_names.may_have(section, counters) for section in ("counters", "markers")):
            context.problems.add(hexmap.counters_span,
                                 f"map '{hexmap.key}' refers to unknown counters "
                                 f"or markers '{counters}'", suggest_name(counters, pieces))


MAPS = Section("maps", read_maps, check_map_counters, HexMap, adding="Add a map")
