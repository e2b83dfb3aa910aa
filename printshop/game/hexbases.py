"""Hexes in a game's data: lists of hexes, lines, bearings, and the hexes that a counter or a base covers.

In axial coordinates q runs to the right. Flat-top: r runs down; straight up is [0, -1], up to the right [1, -1].
Pointy-top: r runs down and to the right; up to the right is [1, -1], up to the left [0, -1].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from printshop.hexes import Grid, Hex, Orientation, add, bearing, directions, distance
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe, true_or_false, whole_number
from printshop.naming import PATTERNS
from printshop.problems import Problems
from printshop.source import MappingNode, Node, Scalar, SequenceNode
from printshop.units import Length

SMALLEST, LARGEST = "6 mm", "500 mm"
FARTHEST = 30
MOST_CELLS, FARTHEST_OF_PIECE, MOST_ZONES = 19, 12, 6
MOST_LISTED = 3 * FARTHEST * (FARTHEST + 1) + 1  # the number of hexes within FARTHEST steps
MOST_BEARINGS = 72
ORIENTATIONS = tuple(stands.value for stands in Orientation)
_HOW = "write it as [q, r], as in [[0, -1], [1, -1]]"

HEX: Schema = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
RAYS: Schema = {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {
    "bearing": {"type": ["number", "string"], "minimum": -360, "maximum": 360}, "from": HEX, "to": HEX,
    "label": {"type": ["string", "number"]}, "dashed": {"type": ["boolean", "string"]}}}}
"""The JSON Schema of a list of lines."""
# The zones of a piece with `zones: true`: numbers of hexsides, which add up to six.
USUAL = {Orientation.POINTY: {"front": 2, "flank": 2, "rear": 2}, Orientation.FLAT: {"front": 3, "flank": 2, "rear": 1}}
# Default colours and patterns of zones, from front to rear: the front is strong, the rear light.
LOOKS = (("#d55e00", "solid"), ("#e69f00", "hatch"), ("#ffffff", "plain"), ("#56b4e9", "dots"), ("#cc79a7", "checks"),
         ("#009e73", "backhatch"))
MIXED = "mixed"
MIXED_LOOK = ("#bbbbbb", "crosshatch")
# Colours and patterns of zones by their usual names, for figures as well.
ZONES = {**dict(zip(("front", "flank", "rear"), LOOKS, strict=False)), MIXED: MIXED_LOOK}


class HexSize(NamedTuple):
    """The orientation of the hexes of a map, and their size across flats."""

    orientation: Orientation
    across: Length


class Ray(NamedTuple):
    """A line from the centre of hex `start`, at a bearing in degrees clockwise from up, or to the centre of `end`."""

    bearing: float
    start: Hex = (0, 0)
    label: str = ""
    dashed: bool = False
    end: Hex | None = None


def read_hexes(reader: Reader, key: str, *, required: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of a list of pairs [q, r], without repetitions, at most `FARTHEST` steps from [0, 0]."""
    listed, what = reader.node(key, required=required), f"'{key}' of {reader.what}"
    nodes = listed.items if listed else ()
    if listed is not None and not nodes:
        reader.fail(key, f"{what} must be a list of hexes, found {describe(listed)}", _HOW)
    if len(nodes) > MOST_LISTED:
        reader.fail(key, f"{what} has {len(nodes):,} hexes, at most {MOST_LISTED:,} are possible")
        return ()
    hexes: dict[Hex, None] = {}
    for node in nodes:
        cell = read_cell(node, f"a hex of {what}", reader.problems)
        if cell in hexes:
            reader.problems.add(node.span, f"the hex [{cell[0]}, {cell[1]}] stands twice in {what}")
        elif cell is not None:
            hexes[cell] = None
    return tuple(hexes)


def read_cell(node: Node, what: str, problems: Problems, farthest: int = FARTHEST) -> Hex | None:
    """Return the hex [q, r] at a node; None, with a problem, for no hex or one too far from [0, 0]."""
    whole = [entry.value for entry in node.items if type(entry.value) is int]
    if len(node.items) != 2 or len(whole) != 2:
        listed = isinstance(node, SequenceNode) and len(node.items) != 2
        problems.add(node.span, f"{what} must be two whole numbers, found "
                                f"{f'a list of {len(node.items)}' if listed else describe(node)}", _HOW)
        return None
    cell = whole[0], whole[1]
    if distance(cell) > farthest:
        problems.add(node.span, f"{what}, [{cell[0]}, {cell[1]}], is {distance(cell)} hexes from [0, 0], "
                                f"at most {farthest} are allowed")
        return None
    return cell


def read_hex(reader: Reader, key: str) -> Hex:
    """Return the hex at a key; [0, 0] if there is none, which is reported."""
    node = reader.node(key, required=True)
    return (read_cell(node, f"'{key}' of {reader.what}", reader.problems) if node else None) or (0, 0)


def read_rays(reader: Reader, key: str, ahead: int = 0, ends: Orientation | None = None) -> tuple[Ray, ...]:
    """Return the lines at a key; bearings are counted from `ahead`.

    With `ends`, the orientation of the hexes, a line may also end in a hex, `to`.
    """
    readers = reader.readers(key, "line")
    if len(readers) > MOST_BEARINGS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(readers)} lines, at most {MOST_BEARINGS} are allowed")
        return ()
    rays = []
    for line in readers:
        start = read_hex(line, "from") if "from" in line else (0, 0)
        end = read_hex(line, "to") if ends and "to" in line else None
        if ends and end is not None:
            turn = bearing((end[0] - start[0], end[1] - start[1]), ends)
            if end == start:
                line.fail("to", f"{line.what} ends in the hex where it begins")
            if "bearing" in line:
                line.fail("bearing", f"{line.what} has both 'to' and 'bearing'", "keep one of the two")
                line.node("bearing")
        else:
            turn = (float(line.number("bearing", ..., -360, 360)) + ahead) % 360
        rays.append(Ray(turn, start, line.text("label", ""), line.flag("dashed"), end))
        line.done()
    return tuple(rays)


def read_bearings(reader: Reader, key: str) -> tuple[float, ...]:
    """Return a list of bearings in degrees, clockwise from dead ahead, each from 0 up to 360."""
    listed = reader.node(key)
    items = reader.at_most(key, listed.listed if listed else (), MOST_BEARINGS)
    bearings = read_degrees(reader, key, items, 360, ("bearings", "0 is dead ahead, 90 to the right"))
    return tuple(bearing % 360 for bearing in bearings)


def read_degrees(reader: Reader, key: str, items: Iterable[Node], most: int, words: tuple[str, str]) -> list[float]:
    """Return angles from -`most` to `most` degrees; `words` are their name in messages, and a hint."""
    degrees, (called, hint) = list[float](), words
    for node in items:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | Fraction) or not -most <= value <= most:
            reader.problems.add(node.span, f"'{key}' of {reader.what} must be a list of {called}, -{most} to {most} "
                                f"degrees, found {describe(node)}", hint)
        else:
            degrees.append(float(value))
    return degrees


# --- pieces of hexes


class Zone(NamedTuple):
    """A zone round a piece: `numbers` are the hexsides of each hex that belong to it, clockwise from 0.

    0 is the first hexside clockwise from the front; the numbers are those of `printshop.hexes.directions`.
    """

    name: str
    numbers: tuple[int, ...]
    color: str
    pattern: str


def _orientation(at: Reader) -> Orientation:
    """Return the orientation of a piece's hexes without reading its key, so that other keys can be read first."""
    word = at.word("orientation")
    return Orientation(word if word in ORIENTATIONS else ORIENTATIONS[0])


ZONE: Schema = {"type": ["integer", "object", "string"], "minimum": 1, "maximum": 6, "additionalProperties": False,
                "properties": {"sides": {"type": ["integer", "string"], "minimum": 1, "maximum": 6},
                               "colour": {"type": "string", "pattern": patterns.whole(patterns.COLOUR)},
                               "pattern": patterns.choice(PATTERNS)}}


@block
class HexBase(Block):
    """The hexes that a piece covers; the piece faces up the page."""

    across: Length = keys.length("the size of the hexes, across flats, as on the map", least=SMALLEST, most=LARGEST)
    stands: str = keys.choice(ORIENTATIONS, "`flat-top` (the default): the piece faces the flat side of a hex; "
                              "`pointy-top`: it faces a point", default=ORIENTATIONS[0], name="orientation")
    inset: Length = keys.length("how far inside its hexes a piece is cut, all round, so that neighbours do not jam on "
                                "the map (0.5 mm)", default="0.5 mm")
    cells: tuple[Hex, ...] = keys.special(
        lambda at, _: _read_cells(at, _orientation(at)), {"type": "array", "items": HEX},
        "the hexes that it covers, as pairs counted from `[0, 0]`: q to the right, r down (flat-top) or down and "
        "to the right (pointy-top); all must be connected")
    facing: bool = keys.flag("a triangle at the front, which is up the page (counters true, markers false); white on "
                             "dark colours", default=True)
    zones: tuple[Zone, ...] = keys.special(
        lambda at, _: _read_zones(at, _orientation(at)),
        {"type": ["boolean", "object", "string"], "additionalProperties": ZONE},
        "`true`: the rim shows front, flank and rear at each hexside; or names with numbers of hexsides, from the "
        "front: `{front: 3, rear: 3}`. A zone may also be a block of `sides`, `colour` and `pattern`. A hex that "
        "touches the piece in two zones is `mixed`. Hexsides too short for the name have only the pattern. In `--ink "
        "black` a solid zone is two lines along the rim, because a side may be solid black")

    @property
    def orientation(self) -> Orientation:
        """The orientation of its hexes."""
        return Orientation(self.stands)

    def beyond(self, cell: Hex, number: int) -> Zone | None:
        """Return the zone of the hex beyond a hexside: `mixed` if it touches the piece in several zones."""
        steps = directions(self.orientation)
        there = add(cell, steps[number])
        sides = {side for near in self.cells for side, step in enumerate(steps) if add(near, step) == there}
        zones = {next((zone for zone in self.zones if side in zone.numbers), None) for side in sides}
        return zones.pop() if len(zones) == 1 else Zone(MIXED, (), *MIXED_LOOK)

    def check_inset(self, at: Reader) -> None:
        """Report an inset that is negative or more than a quarter of a hex."""
        if self.across.points and not 0 <= self.inset.points <= self.across.points / 4:
            at.fail("inset", f"'inset' of {at.what} must be from 0 to a quarter of its hex")


def read_base(reader: Reader, *, facing: bool = True) -> HexBase | None:
    """Return the hexes of a piece; None, with problems, if they are wrong. `facing` is the default of that key."""
    before = len(reader.problems)
    base = HexBase(**{**keys.taken(HexBase, reader), "facing": reader.flag("facing", facing)})
    base.check_inset(reader)
    return base if len(reader.problems) == before else None


KEYS = tuple(keys.spelt(*entry) for entry in keys.keys(HexBase).items())


def _read_cells(reader: Reader, orientation: Orientation) -> tuple[Hex, ...]:
    """Return the hexes that a piece covers; report a piece that is in several parts or has a hole."""
    node, what = reader.node("cells"), f"'cells' of {reader.what}"
    if node is None:
        return ((0, 0),)
    nodes = node.items if len(node.items) <= MOST_CELLS else ()
    listed = [cell for item in nodes
              if (cell := read_cell(item, f"a hex of {what}", reader.problems, FARTHEST_OF_PIECE))]
    cells = tuple(dict.fromkeys(listed)) or ((0, 0),)
    if not nodes:
        reader.fail("cells", f"{what} must be a list of 1 to {MOST_CELLS} hexes",
                    "for instance [[0, 0], [-1, 1], [0, 1]]")
    if not nodes or len(listed) < len(nodes):
        return cells
    reached, new = {cells[0]}, [cells[0]]
    while new:
        here = new.pop()
        near = {add(here, step) for step in directions(orientation)} & {*cells} - reached
        reached |= near
        new += near
    if len(cells) < len(listed):
        twice = next(cell for cell in cells if listed.count(cell) > 1)
        reader.fail("cells", f"{what} has the hex {list(twice)} twice")
    elif len(reached) < len(cells):
        apart = next(cell for cell in cells if cell not in reached)
        reader.fail("cells", f"{what}: the hex {list(apart)} does not touch the others",
                    "all hexes of a piece must be connected")
    elif len(Grid(orientation, 1.0).rim(cells)) > 1:
        reader.fail("cells", f"{what} leave a hole", "fill it: a hole cannot be cut out")
    return cells


def _read_zones(reader: Reader, orientation: Orientation) -> tuple[Zone, ...]:
    """Return the zones round a piece; report zones that cannot be symmetrical to the left and right.

    The hexsides are assigned from front to rear, to the right and to the left in turn.
    """
    node, whose, even = reader.node("zones"), f"'zones' of {reader.what}", orientation is Orientation.POINTY
    if node is None or isinstance(node, Scalar):
        usual = USUAL[orientation] if node and true_or_false(node, whose, reader.problems) else {}
        given = [(name, sides, *look) for (name, sides), look in zip(usual.items(), LOOKS, strict=False)]
    elif not isinstance(node, MappingNode):
        reader.fail("zones", f"{whose} must be true or a block, found {describe(node)}",
                    "for instance {front: 2, flank: 2, rear: 2}")
        return ()
    elif not 0 < len(node.entries) <= MOST_ZONES:
        reader.fail("zones", f"{whose} must be 1 to {MOST_ZONES}: a hex has so many sides")
        return ()
    else:
        given = [_read_zone(name, entry, look, reader)
                 for (name, entry), look in zip(node.entries.items(), LOOKS, strict=False)]
    counts = [sides for _, sides, _, _ in given]
    if counts and 0 not in counts and sum(counts) != 6:  # 0: a wrong number, reported already
        reader.fail("zones", f"{whose} add up to {sum(counts)} hexsides: a hex has 6")
    elif 0 not in counts and len(counts) > 1 and (
            counts[0] % 2 == even or any(number % 2 for number in counts[1:-1])):
        front = "2 or 4 hexsides at the front" if even else "1, 3 or 5 hexsides at the front"
        reader.fail("zones", f"{whose} cannot be the same on the left and on the right",
                    f"{orientation.value}: {front}, and even numbers for those between front and rear")
    order = (0, 5, 1, 4, 2, 3) if counts and counts[0] % 2 == 0 else (0, 1, 5, 2, 4, 3)
    return tuple(Zone(name, tuple(sorted(order[end - sides:end])), color, pattern)
                 for (name, sides, color, pattern), end in zip(given, accumulate(counts), strict=True))


def _read_zone(name: str, node: Node, look: tuple[str, str], reader: Reader) -> tuple[str, int, str, str]:
    what = f"zone '{name}' of {reader.what}"
    if not isinstance(node, MappingNode):
        return name, whole_number(node, what, reader.problems, 1, 6) or 0, *look
    inner = Reader(node, reader.problems, what)
    zone = (name, inner.whole("sides", ..., 1, 6), inner.color("colour", look[0]),
            inner.choice("pattern", PATTERNS, look[1]))
    inner.done()
    return zone
