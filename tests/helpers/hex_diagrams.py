"""Hex diagrams read from display lists: labels, shaded and dotted hexes, and the directions of arrows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from helpers.pages import find_words

from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, LineTo, MoveTo, Path
from printshop.drawing.shapes import measure_outline
from printshop.hexes import HexGrid, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.hexes import Hex

ACROSS = 36.0
"""The width of the hexes of diagrams, in points."""
NOTCHED = 5
"""Parts of the outline of an arrow without a label."""


class Diagram(NamedTuple):
    """The contents of hexes, with the first arrow in (0, 0); bearings of arrows clockwise from the top."""

    labels: dict[str, set[Hex]]
    shaded: set[Hex]
    dotted: set[Hex]
    arrows: dict[Hex, int]


def read_diagrams(items: Iterable[Item], orientation: Orientation, field: Color | None = None) -> Iterator[Diagram]:
    """Yield the diagrams of a block, from the left; shaded hexes are grey, or have a dark `field` with white arrows."""
    for item in items:
        if isinstance(item, Group):
            arrows = [one for one in item.items if isinstance(one, Path) and not one.stroke
                      and (one.fill == WHITE and len(one.segments) == NOTCHED if field else one.fill == BLACK)]
            if not arrows:
                yield from read_diagrams(item.items, orientation, field)
            elif (result := _read(item, arrows, orientation, field)).shaded or result.dotted:  # else bullets of a list
                yield result


def read_bearings(items: Iterable[Item]) -> Iterator[int]:
    """Yield the bearings of all white arrow heads with a notch: the outline of one begins at its tip."""
    for item in items:
        if isinstance(item, Group):
            yield from read_bearings(item.items)
        elif isinstance(item, Path) and item.fill == WHITE and item.stroke and _notched(item):
            tip, *foot = [(one.x, one.y) for one in item.segments if isinstance(one, MoveTo | LineTo)]
            x, y = (sum(way) / len(foot) for way in zip(*foot, strict=True))
            yield round(math.degrees(math.atan2(tip[0] - x, y - tip[1]))) % 360


def _notched(path: Path) -> bool:
    """Return whether a path is an arrow head: four corners, with a notch at the third."""
    corners = [(one.x, one.y) for one in path.segments if isinstance(one, MoveTo | LineTo)]
    if len(corners) != 4 or len(path.segments) != 5:
        return False
    (_, second, third, fourth), middle = corners, [(a + b) / 2 for a, b in zip(corners[1], corners[3], strict=True)]
    return math.dist(corners[0], third) < math.dist(corners[0], middle) - 0.5 and math.dist(second, fourth) > 1


def _read(group: Group, arrows: list[Path], orientation: Orientation, field: Color | None) -> Diagram:
    grid = HexGrid(orientation, ACROSS, *_middle(arrows[0]))
    labels: dict[str, set[Hex]] = {}
    for word in find_words(group.items):
        labels.setdefault(word.text, set()).add(grid.find_hex(word.x, word.y - 2.5))
    greys = {grid.find_hex(*_middle(one)) for one in group.items if isinstance(one, Path) and one.fill
             and not one.stroke
             and (one.fill == field if field else 100 < min(one.fill) == max(one.fill) < 250)}
    dotted = {grid.find_hex(*_middle(one.items[0])) for one in group.items
              if isinstance(one, Group) and one.clip and isinstance(one.items[0], Path)
              and len(one.items[0].segments) > 99}
    return Diagram(labels, greys, dotted, {grid.find_hex(*_middle(one)): _bearing(one) for one in arrows})


def _middle(path: Path | Item) -> tuple[float, float]:
    assert isinstance(path, Path)
    left, top, right, bottom = measure_outline(path.segments)
    return (left + right) / 2, (top + bottom) / 2


def _bearing(arrow: Path) -> int:
    """Return the bearing of an arrow, whose outline goes from its tip over one wing to the notch."""
    tip, _, notch, *_ = [(one.x, one.y) for one in arrow.segments if isinstance(one, MoveTo | LineTo)]
    return round(math.degrees(math.atan2(tip[0] - notch[0], notch[1] - tip[1]))) % 360
