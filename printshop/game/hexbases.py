"""Pieces of one or more hexes as the data describes them: counters, markers and bases share these keys.

In axial coordinates q runs to the right. Flat-top: r runs down; straight up is [0, -1], up to the right [1, -1].
Pointy-top: r runs down and to the right; up to the right is [1, -1], up to the left [0, -1].
"""

from __future__ import annotations

from typing import NamedTuple

from printshop.game.hex_lists import HEX, ORIENTATIONS, read_cell
from printshop.hexes import Grid, Hex, Orientation, add, directions
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe, true_or_false, whole_number
from printshop.naming import PATTERNS
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence
from printshop.units import Length

SMALLEST, LARGEST = "6 mm", "500 mm"
MOST_CELLS, FARTHEST, MOST_ZONES = 19, 12, 6
# What a piece has round it where the data does not say: numbers of hexsides, which add up to six.
USUAL = {Orientation.POINTY: {"front": 2, "flank": 2, "rear": 2}, Orientation.FLAT: {"front": 3, "flank": 2, "rear": 1}}
# Colours and patterns from front to rear: the front, which holds what comes before it, is strong, the rear light.
LOOKS = (("#d55e00", "solid"), ("#e69f00", "hatch"), ("#ffffff", "plain"), ("#56b4e9", "dots"), ("#cc79a7", "checks"),
         ("#009e73", "backhatch"))
MIXED = "mixed"
MIXED_LOOK = ("#bbbbbb", "crosshatch")
# How the zones of a piece look wherever they are drawn, by the usual names.
ZONES = {**dict(zip(("front", "flank", "rear"), LOOKS, strict=False)), MIXED: MIXED_LOOK}


class Zone(NamedTuple):
    """A zone round a piece: `numbers` are the sides of each hex that belong to it, 0 the first clockwise from front.

    These are the numbers of `printshop.hexes.directions`.
    """

    name: str
    numbers: tuple[int, ...]
    color: str
    pattern: str


def _stands(at: Reader) -> Orientation:
    """Return how the hexes of a piece stand, however that is read."""
    node = at.peek("orientation")
    return Orientation(node.text if isinstance(node, Scalar) and node.text in ORIENTATIONS else ORIENTATIONS[0])


ZONE: Schema = {"type": ["integer", "object", "string"], "minimum": 1, "maximum": 6, "additionalProperties": False,
                "properties": {"sides": {"type": ["integer", "string"], "minimum": 1, "maximum": 6},
                               "colour": {"type": "string", "pattern": patterns.whole(patterns.COLOUR)},
                               "pattern": patterns.choice(PATTERNS)}}


@block
class HexBase(Block):
    """A piece that covers hexes; it faces up the page."""

    across: Length = keys.length("the size of the hexes, across flats, as on the map", least=SMALLEST, most=LARGEST)
    stands: str = keys.choice(ORIENTATIONS, "`flat-top` (the default): the piece faces the flat side of a hex; "
                              "`pointy-top`: it faces a point", default=ORIENTATIONS[0], name="orientation")
    inset: Length = keys.length("how far inside its hexes a piece is cut, all round, so that neighbours do not bind on "
                                "the map (0.5 mm)", default="0.5 mm")
    cells: tuple[Hex, ...] = keys.special(
        lambda at, _: _cells(at, _stands(at)), {"type": "array", "items": HEX},
        "the hexes that it covers, as pairs counted from `[0, 0]`: q to the right, r down (flat-top) or down and "
        "to the right (pointy-top); all must hang together")
    facing: bool = keys.flag("a triangle at the front, which is up the page (counters true, markers false); white on "
                             "what is dark", default=True)
    zones: tuple[Zone, ...] = keys.special(
        lambda at, _: _zones(at, _stands(at)), {"type": ["boolean", "object", "string"], "additionalProperties": ZONE},
        "`true`: the rim tells front, flank and rear, hexside by hexside of every hex; or names with numbers of "
        "hexsides, from the front: `{front: 3, rear: 3}`. A zone may also be a block of `sides`, `colour` and "
        "`pattern`. A hex that touches the piece in two zones is `mixed`. Sides too short for the name have the "
        "pattern alone. What is solid is two lines along the rim in `--ink black`, where a side may be solid black")

    @property
    def orientation(self) -> Orientation:
        """How its hexes stand."""
        return Orientation(self.stands)

    def beyond(self, cell: Hex, number: int) -> Zone | None:
        """Return the zone of the hex beyond a side: mixed, if other sides of the piece put it into another zone."""
        steps = directions(self.orientation)
        there = add(cell, steps[number])
        sides = {k for one in self.cells for k, step in enumerate(steps) if add(one, step) == there}
        zones = {next((zone for zone in self.zones if k in zone.numbers), None) for k in sides}
        return zones.pop() if len(zones) == 1 else Zone(MIXED, (), *MIXED_LOOK)

    def check_inset(self, at: Reader) -> None:
        """Note what is wrong with how far inside its hexes it is cut."""
        if self.across.points and not 0 <= self.inset.points <= self.across.points / 4:
            at.fail("inset", f"'inset' of {at.what} must be from 0 to a quarter of its hex")


def read_base(reader: Reader, *, facing: bool = True) -> HexBase | None:
    """Return the hexes of a piece, or None after noting what is wrong; `facing` is what it has if it does not say."""
    before = len(reader.problems)
    values = {name: key.take(reader, keys.spelt(name, key)) for name, key in keys.keys(HexBase).items()}
    base = HexBase(**{**values, "facing": reader.flag("facing", facing)})
    base.check_inset(reader)
    return base if len(reader.problems) == before else None


KEYS = tuple(keys.spelt(*entry) for entry in keys.keys(HexBase).items())


def _cells(reader: Reader, orientation: Orientation) -> tuple[Hex, ...]:
    """Return the hexes that a piece covers, after noting those that do not hang together or leave a hole."""
    node, what = reader.node("cells"), f"'cells' of {reader.what}"
    if node is None:
        return ((0, 0),)
    nodes = node.items if isinstance(node, Sequence) and len(node.items) <= MOST_CELLS else ()
    found = [cell for one in nodes if (cell := read_cell(one, f"a hex of {what}", reader.problems, FARTHEST))]
    cells = tuple(dict.fromkeys(found))
    if not nodes:
        reader.fail("cells", f"{what} must be a list of 1 to {MOST_CELLS} hexes",
                    "for instance [[0, 0], [-1, 1], [0, 1]]")
    if not nodes or len(found) < len(nodes):
        return cells or ((0, 0),)
    reached, new = {cells[0]}, [cells[0]]
    while new:
        here = new.pop()
        near = {add(here, step) for step in directions(orientation)} & {*cells} - reached
        reached |= near
        new += near
    if len(cells) < len(found):
        twice = next(cell for cell in cells if found.count(cell) > 1)
        reader.fail("cells", f"{what} has the hex {list(twice)} twice")
    elif len(reached) < len(cells):
        apart = next(cell for cell in cells if cell not in reached)
        reader.fail("cells", f"{what}: the hex {list(apart)} does not touch the others",
                    "all hexes of a piece must hang together")
    elif len(Grid(orientation, 1.0).rim(cells)) > 1:
        reader.fail("cells", f"{what} leave a hole", "fill it: a hole cannot be cut out")
    return cells


def _zones(reader: Reader, orientation: Orientation) -> tuple[Zone, ...]:
    """Return the zones round a piece, after noting those that are not the same on the left and on the right."""
    node, whose = reader.node("zones"), f"'zones' of {reader.what}"
    if node is None or isinstance(node, Scalar):
        wanted = true_or_false(node, whose, reader.problems) if node else False
        usual = USUAL[orientation] if wanted else {}
        return _shared_out([(name, sides, *look) for (name, sides), look in zip(usual.items(), LOOKS, strict=False)])
    if not isinstance(node, MappingNode):
        reader.fail("zones", f"{whose} must be true or a block, found {describe(node)}",
                    "for instance {front: 2, flank: 2, rear: 2}")
        return ()
    if not 0 < len(node.entries) <= MOST_ZONES:
        reader.fail("zones", f"{whose} must be 1 to {MOST_ZONES}: a hex has so many sides")
        return ()
    given = [_zone(name, entry, look, reader)
             for (name, entry), look in zip(node.entries.items(), LOOKS, strict=False)]
    sides, even = [number for _, number, _, _ in given], orientation is Orientation.POINTY
    if 0 in sides:
        pass  # noted already
    elif sum(sides) != 6:
        reader.fail("zones", f"{whose} add up to {sum(sides)} hexsides: a hex has 6")
    elif len(sides) > 1 and (sides[0] % 2 == even or any(number % 2 for number in sides[1:-1])):
        front = "2 or 4 hexsides at the front" if even else "1, 3 or 5 hexsides at the front"
        reader.fail("zones", f"{whose} cannot be the same on the left and on the right",
                    f"{orientation.value}: {front}, and even numbers for those between front and rear")
    return _shared_out(given)


def _zone(name: str, node: Node, look: tuple[str, str], reader: Reader) -> tuple[str, int, str, str]:
    what, (color, pattern) = f"zone '{name}' of {reader.what}", look
    if not isinstance(node, MappingNode):
        return name, whole_number(node, what, reader.problems, 1, 6) or 0, color, pattern
    inner = Reader(node, reader.problems, what)
    sides = inner.whole("sides", ..., 1, 6)
    color, pattern = inner.color("colour", color), inner.choice("pattern", PATTERNS, pattern)
    inner.done()
    return name, sides, color, pattern


def _shared_out(given: list[tuple[str, int, str, str]]) -> tuple[Zone, ...]:
    """Return the zones with their hexsides, given out from front to rear, on the right and on the left alike."""
    order = (0, 5, 1, 4, 2, 3) if given and given[0][1] % 2 == 0 else (0, 1, 5, 2, 4, 3)
    zones, first = [], 0
    for name, sides, color, pattern in given:
        zones.append(Zone(name, tuple(sorted(order[first : first + sides])), color, pattern))
        first += sides
    return tuple(zones)
