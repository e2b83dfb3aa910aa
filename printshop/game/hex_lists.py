"""Hexes in a game's data: the size of a map's hexes, lists of axial coordinates, lists of bearings."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.hexes import Hex, Orientation, bearing, distance
from printshop.language.reader import Reader, describe
from printshop.source import Scalar, Sequence

if TYPE_CHECKING:
    from printshop.problems import Problems
    from printshop.source import Node
    from printshop.units import Length

FARTHEST = 30
MOST_LISTED = 3 * FARTHEST * (FARTHEST + 1) + 1  # every hex so near, once
MOST_BEARINGS = 72
_HEX = "write it as [q, r], as in [[0, -1], [1, -1]]"


class HexSize(NamedTuple):
    """How the hexes of a map stand, and how large they are across flats."""

    orientation: Orientation
    across: Length


def read_hexes(reader: Reader, key: str, *, required: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of a list of pairs [q, r], each once and at most `FARTHEST` steps from [0, 0]."""
    found = reader.node(key, required=required)
    if found is None:
        return ()
    if not isinstance(found, Sequence) or not found.items:
        reader.fail(key, f"'{key}' of {reader.what} must be a list of hexes, found {describe(found)}", _HEX)
        return ()
    if len(found.items) > MOST_LISTED:
        reader.fail(key, f"'{key}' of {reader.what} has {len(found.items):,} hexes, "
                         f"at most {MOST_LISTED:,} are possible")
        return ()
    known: dict[Hex, None] = {}
    for node in found.items:
        cell = read_cell(node, f"a hex of '{key}' of {reader.what}", reader.problems)
        if cell in known:
            reader.problems.add(node.span, f"the hex [{cell[0]}, {cell[1]}] stands twice in '{key}' of {reader.what}")
        elif cell is not None:
            known[cell] = None
    return tuple(known)


def read_cell(node: Node, what: str, problems: Problems, farthest: int = FARTHEST) -> Hex | None:
    """Return the hex [q, r] at a node, or None after noting why there is none so near to [0, 0]."""
    numbers = [item.value if isinstance(item, Scalar) else None
               for item in (node.items if isinstance(node, Sequence) else ())]
    whole = [value for value in numbers if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) != 2 or len(whole) != 2:
        problems.add(node.span, f"{what} must be two whole numbers, found {_shown(node)}", _HEX)
        return None
    cell = whole[0], whole[1]
    if distance(cell) > farthest:
        problems.add(node.span, f"{what}, [{cell[0]}, {cell[1]}], is {distance(cell)} hexes from [0, 0], "
                                f"at most {farthest} are allowed")
        return None
    return cell


def _shown(node: Node) -> str:
    return f"a list of {len(node.items)}" if isinstance(node, Sequence) and len(node.items) != 2 else describe(node)


_HEX_SHAPE = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
RAYS = {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {
    "bearing": {"type": ["number", "string"], "minimum": -360, "maximum": 360}, "from": _HEX_SHAPE, "to": _HEX_SHAPE,
    "label": {"type": ["string", "number"]}, "dashed": {"type": ["boolean", "string"]}}}}
"""The JSON Schema of a list of lines."""


class Ray(NamedTuple):
    """A line from the middle of a hex at a bearing, in degrees clockwise from up, as far as the middle of `end`."""

    bearing: float
    start: Hex = (0, 0)
    label: str = ""
    dashed: bool = False
    end: Hex | None = None


def read_rays(reader: Reader, key: str, ahead: int = 0, ends: Orientation | None = None) -> tuple[Ray, ...]:
    """Return the lines of a list of blocks; their bearings are counted from `ahead`.

    On hexes that stand as `ends` says a line may have a hex `to` in place of its bearing.
    """
    readers = reader.readers(key, "line")
    if len(readers) > MOST_BEARINGS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(readers)} lines, at most {MOST_BEARINGS} are allowed")
        return ()
    rays = []
    for one in readers:
        start = read_hex(one, "from") if "from" in one else (0, 0)
        end = read_hex(one, "to") if ends and "to" in one else None
        if ends and end is not None:
            turn = bearing((end[0] - start[0], end[1] - start[1]), ends)
            if end == start:
                one.fail("to", f"{one.what} ends in the hex where it begins")
            if "bearing" in one:
                one.fail("bearing", f"{one.what} has both 'to' and 'bearing'", "keep one of the two")
                one.node("bearing")
        else:
            turn = (float(one.number("bearing", ..., -360, 360)) + ahead) % 360
        rays.append(Ray(turn, start, one.text("label", ""), one.flag("dashed"), end))
        one.done()
    return tuple(rays)


def read_hex(reader: Reader, key: str) -> Hex:
    """Return one hex, [0, 0] for what is none."""
    node = reader.node(key, required=True)
    return (read_cell(node, f"'{key}' of {reader.what}", reader.problems) if node else None) or (0, 0)


def read_bearings(reader: Reader, key: str) -> tuple[float, ...]:
    """Return a list of bearings in degrees, clockwise from dead ahead, each within 0 to 360."""
    found = reader.node(key)
    items = found.items if isinstance(found, Sequence) else () if found is None else (found,)
    if len(items) > MOST_BEARINGS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(items)} entries, at most {MOST_BEARINGS} are allowed")
        return ()
    bearings = []
    for node in items:
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, bool) or not isinstance(value, int | Fraction) or not -360 <= value <= 360:
            reader.problems.add(node.span, f"'{key}' of {reader.what} must be a list of bearings, -360 to 360 degrees, "
                                           f"found {describe(node)}", "0 is dead ahead, 90 to the right")
        else:
            bearings.append(float(value) % 360)
    return tuple(bearings)
