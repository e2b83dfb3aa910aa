"""Hexes in a game's data: the size of a map's hexes, lists of axial coordinates, lists of bearings."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from printshop.hexes import Hex, Orientation, bearing, distance
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe
from printshop.problems import Problems
from printshop.source import Node, Scalar, Sequence
from printshop.units import Length

FARTHEST = 30
MOST_LISTED = 3 * FARTHEST * (FARTHEST + 1) + 1  # every hex so near, once
MOST_BEARINGS = 72
ORIENTATIONS = tuple(stands.value for stands in Orientation)
_HOW = "write it as [q, r], as in [[0, -1], [1, -1]]"

HEX: Schema = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
RAYS: Schema = {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": {
    "bearing": {"type": ["number", "string"], "minimum": -360, "maximum": 360}, "from": HEX, "to": HEX,
    "label": {"type": ["string", "number"]}, "dashed": {"type": ["boolean", "string"]}}}}
"""The JSON Schema of a list of lines."""


class HexSize(NamedTuple):
    """How the hexes of a map stand, and how large they are across flats."""

    orientation: Orientation
    across: Length


class Ray(NamedTuple):
    """A line from the middle of a hex at a bearing, in degrees clockwise from up, as far as the middle of `end`."""

    bearing: float
    start: Hex = (0, 0)
    label: str = ""
    dashed: bool = False
    end: Hex | None = None


def read_hexes(reader: Reader, key: str, *, required: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of a list of pairs [q, r], each once and at most `FARTHEST` steps from [0, 0]."""
    listed, what = reader.node(key, required=required), f"'{key}' of {reader.what}"
    if listed is None:
        return ()
    if not isinstance(listed, Sequence) or not listed.items:
        reader.fail(key, f"{what} must be a list of hexes, found {describe(listed)}", _HOW)
        return ()
    if len(listed.items) > MOST_LISTED:
        reader.fail(key, f"{what} has {len(listed.items):,} hexes, at most {MOST_LISTED:,} are possible")
        return ()
    hexes: dict[Hex, None] = {}
    for node in listed.items:
        cell = read_cell(node, f"a hex of {what}", reader.problems)
        if cell in hexes:
            reader.problems.add(node.span, f"the hex [{cell[0]}, {cell[1]}] stands twice in {what}")
        elif cell is not None:
            hexes[cell] = None
    return tuple(hexes)


def read_cell(node: Node, what: str, problems: Problems, farthest: int = FARTHEST) -> Hex | None:
    """Return the hex [q, r] at a node, or None after noting why there is none so near to [0, 0]."""
    entries = node.items if isinstance(node, Sequence) else ()
    whole = [entry.value for entry in entries if isinstance(entry, Scalar) and type(entry.value) is int]
    if len(entries) != 2 or len(whole) != 2:
        listed = isinstance(node, Sequence) and len(entries) != 2
        problems.add(node.span, f"{what} must be two whole numbers, found "
                                f"{f'a list of {len(entries)}' if listed else describe(node)}", _HOW)
        return None
    cell = whole[0], whole[1]
    if distance(cell) > farthest:
        problems.add(node.span, f"{what}, [{cell[0]}, {cell[1]}], is {distance(cell)} hexes from [0, 0], "
                                f"at most {farthest} are allowed")
        return None
    return cell


def read_hex(reader: Reader, key: str) -> Hex:
    """Return one hex, [0, 0] for what is none."""
    node = reader.node(key, required=True)
    return (read_cell(node, f"'{key}' of {reader.what}", reader.problems) if node else None) or (0, 0)


def read_rays(reader: Reader, key: str, ahead: int = 0, ends: Orientation | None = None) -> tuple[Ray, ...]:
    """Return the lines of a list of blocks; their bearings are counted from `ahead`.

    On hexes that stand as `ends` says a line may have a hex `to` in place of its bearing.
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
    """Return a list of bearings in degrees, clockwise from dead ahead, each within 0 to 360."""
    listed = reader.node(key)
    items = listed.items if isinstance(listed, Sequence) else () if listed is None else (listed,)
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
