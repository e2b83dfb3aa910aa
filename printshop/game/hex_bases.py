"""Hexes in a game's data.

These are lists of hexes, lines, bearings, and the hexes that a counter or a base covers. Hexes have axial coordinates
[q, r]; q runs to the right. In a flat-top grid, r runs down: the hex straight up is [0, -1], and the hex up and to the
right is [1, -1]. In a pointy-top grid, r runs down and to the right: the hex up and to the right is [1, -1], and the
hex up and to the left is [0, -1].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from printshop.file_names import PATTERNS
from printshop.hexes import (
    HEX_ORIENTATIONS,
    Hex,
    HexGrid,
    Orientation,
    count_hex_steps,
    hex_directions,
    measure_hex_bearing,
    step_hex,
)
from printshop.lengths import Length
from printshop.problems import Problems
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node, read_boolean, read_integer
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode

SMALLEST, LARGEST = "6 mm", "500 mm"
MAX_STEPS = 30
MAX_CELLS, MAX_CELL_STEPS, MAX_ZONES = 19, 12, 6
MAX_LISTED = 3 * MAX_STEPS * (MAX_STEPS + 1) + 1  # the number of hexes within MAX_STEPS steps
MAX_BEARINGS = 72
ORIENTATIONS = HEX_ORIENTATIONS
_HEX_HINT = "write each hex as [q, r], for example [[0, -1], [1, -1]]"

HEX_SCHEMA: JsonSchema = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
RAYS_SCHEMA: JsonSchema = {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {
    "bearing": {"type": ["number", "string"], "minimum": -360, "maximum": 360}, "from": HEX_SCHEMA, "to": HEX_SCHEMA,
    "label": {"type": ["string", "number"]}, "dashed": {"type": ["boolean", "string"]}}}}
"""The JSON Schema of a list of lines."""
# The zones of a piece with `zones: true`: numbers of hexsides, which add up to six.
DEFAULT_ZONES = {Orientation.POINTY: {"front": 2, "flank": 2, "rear": 2},
                 Orientation.FLAT: {"front": 3, "flank": 2, "rear": 1}}
# Default colours and patterns of zones, from front to rear: the front is strong, the rear light.
ZONE_STYLES = (("#d55e00", "solid"), ("#e69f00", "hatch"), ("#ffffff", "plain"), ("#56b4e9", "dots"),
               ("#cc79a7", "checks"),
               ("#009e73", "backhatch"))
MIXED = "mixed"
MIXED_STYLE = ("#bbbbbb", "crosshatch")
# Colours and patterns of zones by their usual names, for figures as well.
STYLES_BY_ZONE = {**dict(zip(("front", "flank", "rear"), ZONE_STYLES, strict=False)), MIXED: MIXED_STYLE}


class HexSize(NamedTuple):
    """The orientation of the hexes of a map, and their size across flats."""

    orientation: Orientation
    across: Length


class HexRay(NamedTuple):
    """A line from the centre of a hex, either at a bearing or to the centre of another hex.

    The line begins at the centre of the hex `start`. `bearing` is in degrees, clockwise from up. If `end` is not
    None, the line ends at the centre of the hex `end`.
    """

    bearing: float
    start: Hex = (0, 0)
    label: str = ""
    dashed: bool = False
    end: Hex | None = None


def read_hexes(reader: Reader, key: str, *, required: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of a list of pairs [q, r].

    A repeated hex is returned only once. Report hexes that are more than `MAX_STEPS` steps from [0, 0].
    """
    list_node, label = reader.get_node(key, required=required), f"'{key}' of {reader.label}"
    nodes = list_node.items if list_node else ()
    if list_node is not None and not nodes:
        reader.add_problem(key, f"{label} must be a list of hexes, found {describe_node(list_node)}", _HEX_HINT)
    if len(nodes) > MAX_LISTED:
        reader.add_problem(key, f"{label} has {len(nodes):,} hexes; at most {MAX_LISTED:,} are allowed")
        return ()
    hexes: dict[Hex, None] = {}
    for node in nodes:
        cell = read_hex_pair(node, f"a hex of {label}", reader.problems)
        if cell in hexes:
            reader.problems.add(node.span, f"the hex [{cell[0]}, {cell[1]}] is listed twice in {label}")
        elif cell is not None:
            hexes[cell] = None
    return tuple(hexes)


def read_hex_pair(node: Node, label: str, problems: Problems, max_steps: int = MAX_STEPS) -> Hex | None:
    """Return the hex [q, r] at a node.

    If the node is not a hex, or the hex is more than `max_steps` steps from [0, 0], report this and return None.
    """
    coordinates = [entry.value for entry in node.items if type(entry.value) is int]
    if len(node.items) != 2 or len(coordinates) != 2:
        is_list = isinstance(node, SequenceNode) and len(node.items) != 2
        problems.add(node.span, f"{label} must be two whole numbers, found "
                                f"{f'a list of {len(node.items)}' if is_list else describe_node(node)}", _HEX_HINT)
        return None
    cell = coordinates[0], coordinates[1]
    if count_hex_steps(cell) > max_steps:
        problems.add(node.span, f"{label} is [{cell[0]}, {cell[1]}], which is {count_hex_steps(cell)} hexes from [0, "
                                f"0]; at most {max_steps} are allowed")
        return None
    return cell


def read_hex(reader: Reader, key: str) -> Hex:
    """Return the hex at a required key.

    If the hex is missing or wrong, report this and return [0, 0].
    """
    node = reader.get_node(key, required=True)
    return (read_hex_pair(node, f"'{key}' of {reader.label}", reader.problems) if node else None) or (0, 0)


def read_rays(reader: Reader, key: str, front_bearing: int = 0, orientation: Orientation | None = None) -> tuple[HexRay,
                                                                                                                 ...]:
    """Return the lines at a key. Bearings in the data are counted from `front_bearing`.

    If `orientation`, the orientation of the hexes, is given, a line may also have the key `to`. Its value is the
    hex where the line ends.
    """
    readers = reader.open_list(key, "line")
    if len(readers) > MAX_BEARINGS:
        reader.add_problem(key, f"'{key}' of {reader.label} has {len(readers)} lines; at most {MAX_BEARINGS} are "
                                "allowed")
        return ()
    rays = []
    for line_reader in readers:
        start = read_hex(line_reader, "from") if "from" in line_reader else (0, 0)
        end = read_hex(line_reader, "to") if orientation and "to" in line_reader else None
        if orientation and end is not None:
            ray_bearing = measure_hex_bearing((end[0] - start[0], end[1] - start[1]), orientation)
            if end == start:
                line_reader.add_problem("to", f"{line_reader.label} must not begin and end in the same hex")
            if "bearing" in line_reader:
                line_reader.add_problem("bearing", f"{line_reader.label} cannot have both 'to' and 'bearing'",
                                        "remove 'to' or 'bearing'")
                line_reader.get_node("bearing")
        else:
            ray_bearing = (float(line_reader.read_number("bearing", ..., -360, 360)) + front_bearing) % 360
        rays.append(HexRay(ray_bearing, start, line_reader.read_text("label", ""), line_reader.read_flag("dashed"),
                           end))
        line_reader.finish()
    return tuple(rays)


def read_bearings(reader: Reader, key: str) -> tuple[float, ...]:
    """Return a list of bearings in degrees, clockwise from dead ahead, each from 0 up to 360."""
    list_node = reader.get_node(key)
    items = reader.limit_entries(key, list_node.items_or_self if list_node else (), MAX_BEARINGS)
    bearings = read_degrees(reader, key, items, 360, ("bearings", "write degrees, clockwise from dead ahead"))
    return tuple(bearing % 360 for bearing in bearings)


def read_degrees(reader: Reader, key: str, items: Iterable[Node], limit: int,
                 noun_and_hint: tuple[str, str]) -> list[float]:
    """Return the angles in a list, in degrees.

    Report values that are not from -`limit` to `limit`. `noun_and_hint` are two texts for messages: the word for the
    angles, and a hint.
    """
    degrees, (noun, hint) = list[float](), noun_and_hint
    for node in items:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | Fraction) or not -limit <= value <= limit:
            reader.problems.add(node.span, f"'{key}' of {reader.label} must be a list of {noun} from -{limit} to "
                                           f"{limit} degrees, found {describe_node(node)}", hint)
        else:
            degrees.append(float(value))
    return degrees


# --- pieces of hexes


class HexBaseZone(NamedTuple):
    """A zone of the rim of a piece: a name, hexsides, a colour and a pattern.

    `hexsides` are the numbers of the hexsides that belong to the zone. They apply to every hex of the piece.
    Number 0 is the hexside straight ahead (flat-top) or the first one clockwise from straight ahead (pointy-top).
    The others follow clockwise, as in `printshop.hexes.hex_directions`.
    """

    name: str
    hexsides: tuple[int, ...]
    color: str
    pattern: str


def _find_orientation(reader: Reader) -> Orientation:
    """Return the orientation of a piece's hexes before its key is read, because other keys need it first."""
    word = reader.get_raw_text("orientation")
    return Orientation(word if word in ORIENTATIONS else ORIENTATIONS[0])


ZONE_SCHEMA: JsonSchema = {
    "type": ["integer", "object", "string"],
    "minimum": 1,
    "maximum": 6,
    "additionalProperties": False,
    "properties": {
        "sides": {"type": ["integer", "string"], "minimum": 1, "maximum": 6},
        "colour": {**keys.COLOUR_SCHEMA, "pattern": json_patterns.anchor_pattern(json_patterns.COLOUR_PATTERN)},
        "pattern": json_patterns.make_choice_schema(PATTERNS),
    },
}


@data_block
class HexBase(DataBlock):
    """The hexes that a piece covers, with their size and zones.

    The piece faces up the page.
    """

    across: Length = keys.length("the size of the hexes of the map, measured across flats",
                                 label="Width of a hex", minimum=SMALLEST,
                                 maximum=LARGEST)
    orientation_name: str = keys.choice(
        ORIENTATIONS, "the part of a hex that the piece faces: `flat-top` (the default) for a flat side, or "
        "`pointy-top` for a point", default=ORIENTATIONS[0], name="orientation")
    inset: Length = keys.length("the distance from the rim of the piece to the rim of its hexes (default: 0.5 mm). "
                                "With this distance, neighbouring pieces do not jam on the map",
                                label="Distance from the rim", default="0.5 mm")
    cells: tuple[Hex, ...] = keys.custom(
        lambda reader, _: _read_cells(reader, _find_orientation(reader)), {"type": "array", "items": HEX_SCHEMA},
        "the hexes that the piece covers, as pairs [q, r] counted from `[0, 0]`. q is counted to the right, and r down "
        "(flat-top) or down and to the right (pointy-top). All hexes must be connected")
    facing: bool = keys.flag("whether a triangle marks the front of the piece (default: true for counters, false for "
                             "markers). The front is up the page. On dark colours, the "
                             "triangle is white", label="Triangle at the front", default=True, written_default=None)
    zones: tuple[HexBaseZone, ...] = keys.custom(
        lambda reader, _: _read_zones(reader, _find_orientation(reader)),
        {"type": ["boolean", "object", "string"], "additionalProperties": ZONE_SCHEMA},
        "the zones of the rim: `true` for front, flank and rear, or the name and the number of hexsides of each zone, "
        "from the front: `{front: 3, rear: 3}`. A zone can also be a block of `sides`, `colour` and `pattern`. A hex "
        "that touches the piece in two zones belongs to the zone `mixed`. If the hexsides are too short for the name "
        "of the zone, only the pattern is printed. With `--ink black`, a solid zone is printed as two lines along the "
        "rim, because the colour of a side can be solid black")

    @property
    def orientation(self) -> Orientation:
        """The orientation of the hexes."""
        return Orientation(self.orientation_name)

    def find_zone(self, cell: Hex, hexside: int) -> HexBaseZone | None:
        """Return the zone of the neighbouring hex that shares the given `hexside` with `cell`.

        If that hex touches the piece in several zones, return the zone `mixed`. If it touches the piece only at
        hexsides that are in no zone, return None.
        """
        steps = hex_directions(self.orientation)
        neighbour = step_hex(cell, steps[hexside])
        sides = {side for neighbour_cell in self.cells for side,
                 step in enumerate(steps) if step_hex(neighbour_cell, step) == neighbour}
        zones = {next((zone for zone in self.zones if side in zone.hexsides), None) for side in sides}
        return zones.pop() if len(zones) == 1 else HexBaseZone(MIXED, (), *MIXED_STYLE)

    def check_inset(self, reader: Reader) -> None:
        """Report an inset that is negative or more than a quarter of the size of a hex."""
        if self.across.points and not 0 <= self.inset.points <= self.across.points / 4:
            reader.add_problem("inset", f"'inset' of {reader.label} must be from 0 to a quarter of the size of a hex")


def read_hex_base(reader: Reader, *, facing: bool = True) -> HexBase | None:
    """Return the hexes of a piece. If they are wrong, report this and return None.

    `facing` is the default of the key `facing`.
    """
    problem_count = len(reader.problems)
    base = HexBase(**{**keys.read_keys(HexBase, reader), "facing": reader.read_flag("facing", facing)})
    base.check_inset(reader)
    return base if len(reader.problems) == problem_count else None


HEX_BASE_KEYS = tuple(keys.list_key_attributes(HexBase))


def _read_cells(reader: Reader, orientation: Orientation) -> tuple[Hex, ...]:
    """Return the hexes that a piece covers.

    Report a piece whose hexes are not connected or leave a hole.
    """
    node, label = reader.get_node("cells"), f"'cells' of {reader.label}"
    if node is None:
        return ((0, 0),)
    nodes = node.items if len(node.items) <= MAX_CELLS else ()
    listed_cells = [cell for item in nodes
                    if (cell := read_hex_pair(item, f"a hex of {label}", reader.problems, MAX_CELL_STEPS))]
    cells = tuple(dict.fromkeys(listed_cells)) or ((0, 0),)
    if not nodes:
        reader.add_problem("cells", f"{label} must be a list of 1 to {MAX_CELLS} hexes",
                           "write a list of hexes, for example [[0, 0], [-1, 1], [0, 1]]")
    if not nodes or len(listed_cells) < len(nodes):
        return cells
    reached, frontier = {cells[0]}, [cells[0]]
    while frontier:
        frontier_cell = frontier.pop()
        neighbours = {step_hex(frontier_cell, step) for step in hex_directions(orientation)} & {*cells} - reached
        reached |= neighbours
        frontier += neighbours
    if len(cells) < len(listed_cells):
        repeated = next(cell for cell in cells if listed_cells.count(cell) > 1)
        reader.add_problem("cells", f"{label} lists the hex {list(repeated)} twice")
    elif len(reached) < len(cells):
        separate = next(cell for cell in cells if cell not in reached)
        reader.add_problem("cells", f"the hex {list(separate)} in {label} does not touch the other hexes",
                           "connect all hexes of the piece")
    elif len(HexGrid(orientation, 1.0).trace_rims(cells)) > 1:
        reader.add_problem("cells", f"{label} must not leave a hole between the hexes",
                           "add the hexes inside the hole, because a hole cannot be cut out")
    return cells


def _read_zones(reader: Reader, orientation: Orientation) -> tuple[HexBaseZone, ...]:
    """Return the zones of the rim of a piece. Report zones that cannot be the same on the left and on the right.

    The hexsides are assigned from front to rear, alternately on the right and on the left.
    """
    node, label, is_even = reader.get_node("zones"), f"'zones' of {reader.label}", orientation is Orientation.POINTY
    if node is None or isinstance(node, ScalarNode):
        default_zones = DEFAULT_ZONES[orientation] if node and read_boolean(node, label, reader.problems) else {}
        zones = [(name, sides, *look) for (name, sides), look in zip(default_zones.items(), ZONE_STYLES, strict=False)]
    elif not isinstance(node, MappingNode):
        reader.add_problem("zones", f"{label} must be true or a block, found {describe_node(node)}",
                           "write the hexsides of each zone, for example {front: 2, flank: 2, rear: 2}")
        return ()
    elif not 0 < len(node.entries) <= MAX_ZONES:
        reader.add_problem("zones", f"{label} must have 1 to {MAX_ZONES} entries, because a hex has 6 sides")
        return ()
    else:
        zones = [_read_zone(name, entry, look, reader)
                 for (name, entry), look in zip(node.entries.items(), ZONE_STYLES, strict=False)]
    counts = [sides for _, sides, _, _ in zones]
    if counts and 0 not in counts and sum(counts) != 6:  # 0: a wrong number, reported already
        reader.add_problem("zones", f"{label} must have 6 hexsides in all, not {sum(counts)}")
    elif 0 not in counts and len(counts) > 1 and (
            counts[0] % 2 == is_even or any(number % 2 for number in counts[1:-1])):
        front = "2 or 4 hexsides at the front" if is_even else "1, 3 or 5 hexsides at the front"
        reader.add_problem("zones", f"{label} must be the same on the left and on the right",
                           f"with {orientation.value} hexes, write {front}, and an even number for each zone between "
                           "the front and the rear")
    order = (0, 5, 1, 4, 2, 3) if counts and counts[0] % 2 == 0 else (0, 1, 5, 2, 4, 3)
    return tuple(HexBaseZone(name, tuple(sorted(order[end - sides:end])), color, pattern)
                 for (name, sides, color, pattern), end in zip(zones, accumulate(counts), strict=True))


def _read_zone(name: str, node: Node, style: tuple[str, str], reader: Reader) -> tuple[str, int, str, str]:
    label = f"zone '{name}' of {reader.label}"
    if not isinstance(node, MappingNode):
        return name, read_integer(node, label, reader.problems, 1, 6) or 0, *style
    zone_reader = Reader(node, reader.problems, label)
    zone = (name, zone_reader.read_integer("sides", ..., 1, 6), zone_reader.read_color("colour", style[0]),
            zone_reader.read_choice("pattern", PATTERNS, style[1]))
    zone_reader.finish()
    return zone
