"""Rows of pips: the circles of a record sheet that a player fills in, in groups of five.

The promise: exactly as many as asked for, or an error. They are made smaller, down to a size that a pen can
still fill, and wrapped; they are never merged, clipped or left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from printshop.drawing.fonts import face, width
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Item, Path, Stroke, Symbol, Text
from printshop.drawing.misfit import Misfit
from printshop.drawing.shapes import circle, polygon, rect
from printshop.units import MM

if TYPE_CHECKING:
    from printshop.layout.boxes import Box

GROUP = 5
LARGEST = 4.1 * MM  # pitch; the circle is smaller by the space to its neighbour
SMALLEST = 2.5 * MM
STEP = 0.05 * MM
SHARE = 0.84  # of the pitch is circle
LEADING = 1.1  # from line to line, in pitches
GROUP_GAP = 0.38  # of the pitch, between groups
FONT = "sans-bold"


class TooMany(Misfit):
    """So many pips do not fit their place at a size that can be used."""

    def __init__(self, count: int, room: int) -> None:
        self.count, self.room = count, room
        super().__init__(f"{count} circles do not fit: there is room for {room}")


@dataclass(frozen=True, slots=True)
class Grid:
    """How pips are placed: `per_line` of them on each of `lines` lines, `pitch` points apart."""

    pitch: float
    per_line: int
    lines: int

    def width(self, count: int) -> float:
        """The width of `count` pips on one line, in points."""
        return count * self.pitch + (ceil(count / GROUP) - 1) * GROUP_GAP * self.pitch if count else 0.0


def arrange(count: int, width: float, height: float, largest: float = LARGEST) -> Grid:
    """Return the largest grid, in whole groups of five, that holds `count` pips in a box.

    Raises TooMany if they would have to be smaller than `SMALLEST`.
    """
    steps = int((largest - SMALLEST) / STEP + 1e-6)
    for step in range(steps + 1):
        pitch = largest - step * STEP
        groups = int((width / pitch + GROUP_GAP) / (GROUP + GROUP_GAP) + 1e-9)
        per_line = groups * GROUP if groups else int(width / pitch + 1e-9)
        if count <= per_line or Grid(pitch, count, 1).width(count) <= width:
            return Grid(pitch, count, 1)
        lines = ceil(count / per_line) if per_line else 0
        if lines and (1 + (lines - 1) * LEADING) * pitch <= height + 1e-9:
            return Grid(pitch, per_line, lines)
    raise TooMany(count, per_line * (1 + int(max(height / pitch - 1, 0) / LEADING + 1e-9)))


@dataclass(frozen=True, slots=True)
class Look:
    """How pips look: `shape` is circle, box or diamond; `ghost` pips are the pale ones of a blank form."""

    shape: str = "circle"
    letter: str = "Q"
    ink: Ink = Ink.COLOUR
    ghost: bool = False


@lru_cache(maxsize=4096)
def symbol(count: int, marks: tuple[int, ...], damaged: int, grid: Grid, look: Look) -> Symbol:
    """Return `count` pips in a grid, their left edge at x = 0 and the middle of their block at y = 0.

    The pips at the positions `marks` (from 1) carry the letter; the first `damaged` are filled. Pips are drawn in
    the order in which they are to be marked: along the lines, from the top.
    """
    items: list[Item] = []
    for index in range(count):
        line, column = divmod(index, grid.per_line)
        x = (column + 0.5 + column // GROUP * GROUP_GAP) * grid.pitch
        y = (line - (grid.lines - 1) / 2) * grid.pitch * LEADING
        items += _pip(x, y, grid.pitch * SHARE / 2, look, filled=index < damaged, marked=index + 1 in marks)
    half, right = (1 + (grid.lines - 1) * LEADING) * grid.pitch / 2, grid.width(min(count, grid.per_line))
    return Symbol(f"pips-{count}", tuple(items), (0.0, -half, right, half))


def _pip(x: float, y: float, radius: float, look: Look, *, filled: bool, marked: bool) -> list[Item]:
    line = Stroke(Color(150, 150, 150) if look.ghost else BLACK, 0.4 if look.ghost else 0.7)
    items: list[Item] = [_outline(x, y, radius, look.shape, BLACK if filled else None, line)]
    if marked:
        items.append(_letter(x, y, radius, look.letter, WHITE if filled else line.color))
    return items


def _outline(x: float, y: float, radius: float, shape: str, fill: Color | None, line: Stroke) -> Path:
    if shape == "box":
        return rect(x - radius, y - radius, 2 * radius, 2 * radius, fill=fill, stroke=line)
    if shape == "diamond":
        return polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], fill=fill, stroke=line)
    return circle(x, y, radius, fill=fill, stroke=line)


def _letter(x: float, y: float, radius: float, letter: str, color: Color) -> Text:
    size = radius * 1.5
    advance = width(letter, FONT, size)
    return Text(x - advance / 2, y + face(FONT).cap_height * size / 2, letter, FONT, size, advance, color)


def centered(count: int, box: Box) -> tuple[Grid, float, float]:
    """Return the grid of pips that are centred in a box, with the place of their symbol (left, middle).

    Raises TooMany.
    """
    grid = arrange(count, box.width, box.height)
    return grid, box.x + (box.width - grid.width(min(count, grid.per_line))) / 2, box.y + box.height / 2
