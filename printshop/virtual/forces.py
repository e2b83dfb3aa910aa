"""The forces of a scenario as they are laid out to be drawn from: every counter with its name below it, side by side.

That is what players find beside a map when a scenario does not say where units begin. Points, y down.
"""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.items import Color, parse_color

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item
    from printshop.virtual.table import Filed

EDGE, GAP, HEAD = 14.0, 10.0, 26.0  # round all of it, between pieces, of the line above a side's
LEAST = 420.0  # wide
GROUND = parse_color("#e8ece4")
_SIDE, _NAME = text.Style("sans", 14.0, bold=True), text.Style("sans", 9.0)
_SMALL = text.Style("sans", 8.0, color=Color(90, 90, 90))
_LINES = 24.0  # below a piece


class Spot(NamedTuple):
    """Where the middle of a piece lies."""

    filed: Filed
    x: float
    y: float


class Forces(NamedTuple):
    """What is drawn below the pieces, and where these lie."""

    width: float
    height: float
    items: tuple[Item, ...]
    spots: tuple[Spot, ...]


def lay_out(pieces: Sequence[Filed]) -> Forces:
    """Return the counters among some pieces, in rows, under the names of their sides. Raises NoGlyph."""
    own = [filed for filed in pieces if filed.thing.section == "counters"]
    sides = defaultdict[str, list["Filed"]](list)
    for filed in own:
        sides[filed.thing.group].append(filed)
    cells = {id(filed): max(filed.thing.width, *(text.measure(*words) for words in _words(filed))) + GAP
             for filed in own}
    area = sum(cells[id(filed)] * (filed.thing.height + _LINES + GAP) for filed in own)
    widest = [*cells.values(), *(text.measure(text.escape(side), _SIDE) for side in sides)]
    width = max(LEAST, *widest, sqrt(area * 1.6)) + 2 * EDGE
    items: list[Item] = []
    spots: list[Spot] = []
    y = EDGE
    for side, members in sides.items():
        items += text.line(text.escape(side), _SIDE, EDGE, y + 14)
        y += HEAD
        for row in _rows(members, [cells[id(filed)] for filed in members], width - 2 * EDGE):
            x, foot = EDGE, y + max(filed.thing.height for filed, _ in row)
            for filed, wide in row:
                spots.append(Spot(filed, x + wide / 2, foot - filed.thing.height / 2))
                for number, (words, style) in enumerate(_words(filed), 1):
                    items += text.line(words, style, x + wide / 2, foot + 10.5 * number, "middle")
                x += wide
            y = foot + _LINES + GAP
    return Forces(width, y, (shapes.rect(0, 0, width, y, fill=GROUND), *items), tuple(spots))


def _rows(members: Sequence[Filed], cells: Sequence[float], width: float) -> Iterator[list[tuple[Filed, float]]]:
    """Give the pieces of a side row by row, each with the width of its place."""
    row: list[tuple[Filed, float]] = []
    used = 0.0
    for filed, wide in zip(members, cells, strict=True):
        if row and used + wide > width:
            yield row
            row, used = [], 0.0
        row.append((filed, wide))
        used += wide
    if row:
        yield row


def _words(filed: Filed) -> list[tuple[str, text.Style]]:
    """Return what stands below a piece: its name and its design."""
    thing = filed.thing
    count = f"{thing.count} × " if thing.count > 1 else ""
    return [(text.escape(f"{count}{thing.name}"), _NAME), (text.escape(thing.design), _SMALL)]
