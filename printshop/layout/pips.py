"""Rows of pips: the circles of a record sheet that a player fills in, in groups of five or in sections.

The promise: exactly as many as asked for, or an error. They are made smaller, down to a size that a pen can
still fill, and wrapped; they are never merged, clipped or left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from printshop.drawing.fonts import face, width
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Item, Path, Stroke, Symbol, Text
from printshop.drawing.shapes import circle, line, lines, polygon, rect
from printshop.problems import Misfit, some
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from printshop.layout.boxes import Box

GROUP = 5
LARGEST = 4.1 * MM  # pitch; the circle is smaller by the space to its neighbour
SMALLEST = 2.5 * MM
STEP = 0.05 * MM
SHARE = 0.84  # of the pitch is circle
LARGEST_BOX = 5.0 * MM
BOX_SHARE = 0.8  # of the pitch is box: straight sides want more space between them, 1 mm at the largest
LEADING = 1.1  # from line to line, in pitches
GROUP_GAP = 0.38  # of the pitch, between groups
SECTION_GAP = 0.9  # of the pitch, between sections: room for a divider that is seen from across the table
WHOLE = 0.8  # how small pips may become for the sake of sections that no line breaks, of the size that they have else
DIVIDER = 2.2  # points: the weight of that divider
FONT = "sans-bold"


class TooMany(Misfit):
    """So many pips do not fit their place at a size that can be used."""

    def __init__(self, count: int, room: int | None) -> None:
        self.count, self.room = count, room
        known = "" if room is None else f": there is room for {room}"
        super().__init__(f"{some(count, 'circle')} {'does' if count == 1 else 'do'} not fit{known}")


@dataclass(frozen=True, slots=True)
class Grid:
    """How pips are placed: `per_line` of them on each of `lines` lines, `pitch` points apart, in groups.

    Where a line does not hold a group, lines are as even as they can be: four are two and two, not three and one.
    """

    pitch: float
    per_line: int
    lines: int
    group: int = GROUP

    def width(self, count: int) -> float:
        """The width of `count` pips on one line, in points."""
        return count * self.pitch + (ceil(count / self.group) - 1) * GROUP_GAP * self.pitch if count else 0.0

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return (1 + (self.lines - 1) * LEADING) * self.pitch

    def widest(self, count: int) -> float:
        """The width of the longest line."""
        return self.width(max(self._rows(count), default=0))

    def _rows(self, count: int) -> tuple[int, ...]:
        """Return how many pips stand on each line."""
        full, rest = divmod(count, self.per_line)
        if self.per_line < self.group and rest:
            return tuple(_dealt(count, (self.per_line,) * (full + 1)))
        return (self.per_line,) * full + (rest,) * (rest > 0)

    def spots(self, count: int) -> Iterator[tuple[float, int]]:
        """Give the middle of every pip, in points from the left, and its line."""
        for row, size in enumerate(self._rows(count)):
            yield from (((column + 0.5 + column // self.group * GROUP_GAP) * self.pitch, row) for column in range(size))

    def dividers(self) -> Iterator[tuple[float, int]]:
        """Give the place of every divider: none, where there are no sections."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Sections:
    """How pips in sections are placed: the clusters of every line, each with whether it ends a section.

    The last section ends without a divider.
    """

    pitch: float
    rows: tuple[Clusters, ...]

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.rows)

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return (1 + (self.lines - 1) * LEADING) * self.pitch

    def widest(self, count: int) -> float:  # noqa: ARG002 - as of Grid
        """The width of the longest line."""
        return max((_length(row) for row in self.rows), default=0.0) * self.pitch

    def spots(self, count: int) -> Iterator[tuple[float, int]]:  # noqa: ARG002 - as of Grid
        """Give the middle of every pip, in points from the left, and its line."""
        for number, row in enumerate(self.rows):
            for start, (size, _) in zip(_starts(row), row, strict=True):
                yield from (((start + index + 0.5) * self.pitch, number) for index in range(size))

    def dividers(self) -> Iterator[tuple[float, int]]:
        """Give the place of every divider, in points from the left, and its line."""
        for number, row in enumerate(self.rows):
            for start, (size, ends) in zip(_starts(row), row, strict=True):
                if ends:
                    yield (start + size + SECTION_GAP / 2) * self.pitch, number


def _starts(row: Clusters) -> list[float]:
    """Return where the clusters of a line begin, in pitches."""
    steps = [size + (SECTION_GAP if ends else GROUP_GAP) for size, ends in row]
    return [0.0, *accumulate(steps)][:-1]


def _length(row: Clusters) -> float:
    """Return the length of a line in pitches; a divider at its end has its room."""
    if not row:
        return 0.0
    size, ends = row[-1]
    return _starts(row)[-1] + size + (SECTION_GAP if ends else 0.0)


@dataclass(frozen=True, slots=True)
class Stack:
    """How pips are placed in rows of different lengths, each in the middle, from the top."""

    pitch: float
    rows: tuple[int, ...]

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.rows)

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return self.lines * self.pitch

    def widest(self, count: int) -> float:  # noqa: ARG002 - as of Grid
        """The width of the longest line."""
        return max(self.rows, default=0) * self.pitch

    def spots(self, count: int) -> Iterator[tuple[float, int]]:
        """Give the middle of every pip, in points from the left, and its line."""
        for number, size in enumerate(self.rows):
            aside = (self.widest(count) - size * self.pitch) / 2
            yield from ((aside + (index + 0.5) * self.pitch, number) for index in range(size))

    def dividers(self) -> Iterator[tuple[float, int]]:
        """Give the place of every divider: there are none."""
        return iter(())


Layout = Grid | Sections | Stack
Clusters = tuple[tuple[int, bool], ...]


def leading(layout: Layout) -> float:
    """Return the distance from line to line, in pitches: that of a stack is that of its columns."""
    return 1.0 if isinstance(layout, Stack) else LEADING


def share(shape: str) -> float:
    """Return how much of the pitch a pip takes."""
    return BOX_SHARE if shape == "box" else SHARE


def largest(shape: str) -> float:
    """Return the largest pitch of pips that are not given a size."""
    return LARGEST_BOX if shape == "box" else LARGEST


def arrange(count: int, width: float, height: float, largest: float = LARGEST, group: int = GROUP,
            smallest: float = SMALLEST) -> Grid:
    """Return the largest grid, in whole groups, that holds `count` pips in a box.

    Raises TooMany if their pitch would have to be less than `smallest`.
    """
    per_line = 0
    for pitch in _pitches(largest, smallest):
        if pitch > height + 1e-9:
            continue
        groups = int((width / pitch + GROUP_GAP) / (group + GROUP_GAP) + 1e-9)
        per_line = groups * group if groups else int(width / pitch + 1e-9)
        if count <= per_line or Grid(pitch, count, 1, group).width(count) <= width:
            return Grid(pitch, count, 1, group)
        rows = ceil(count / per_line) if per_line else 0
        if rows and (1 + (rows - 1) * LEADING) * pitch <= height + 1e-9:
            return Grid(pitch, per_line, rows, group)
    raise TooMany(count, per_line * (1 + int(max(height / smallest - 1, 0) / LEADING + 1e-9)))


def _pitches(largest: float, smallest: float) -> Iterator[float]:
    for step in range(max(0, int((largest - smallest) / STEP + 1e-6)) + 1):
        yield largest - step * STEP


def stacked(count: int, room: Callable[[float, int], tuple[float, ...]], height: float,
            pitches: tuple[float, float] = (LARGEST, SMALLEST)) -> Stack:
    """Return rows of pips, as large as they can be and as few as possible.

    `room` gives the widths, from the top, of so many rows at a pitch; `pitches` are the largest and the smallest.
    Raises TooMany.
    """
    for step in _pitches(*pitches):
        for rows in range(1, min(count, int(height / step + 1e-9)) + 1):
            most = tuple(int(width / step + 1e-9) for width in room(step, rows))
            if sum(most) >= count and min(most) > 0:
                return Stack(step, tuple(_dealt(count, most)))
    raise TooMany(count, None)


def _dealt(count: int, most: tuple[int, ...]) -> Iterator[int]:
    """Deal pips to rows as evenly as these allow."""
    for row, room in enumerate(most):
        later = most[row + 1:]
        taken = max(min(room, ceil(count / (1 + len(later)))), count - sum(later))
        yield taken
        count -= taken


def in_sections(sizes: tuple[int, ...], width: float, height: float, largest: float = LARGEST, group: int = GROUP,
                smallest: float = SMALLEST, *, whole: bool = False) -> Sections:
    """Return the largest arrangement of sections of pips that fits a box.

    All stand on one line, or else each begins a line of its own: several on a line, or lines broken between groups,
    only where that would take much of their size, and not at all with `whole`. Raises TooMany.
    """
    sections = tuple(_sections(sizes, group))
    clusters = tuple((one,) for section in sections for one in section)
    broken: Sections | None = None
    for pitch in _pitches(largest, smallest):
        if broken and pitch < WHOLE * broken.pitch - 1e-9:
            break
        apart = (row for section in sections for row in _filled(tuple((one,) for one in section), width / pitch))
        ways = [(tuple(one for section in sections for one in section),), tuple(apart),
                *(() if whole or broken else (_filled(sections, width / pitch), _filled(clusters, width / pitch)))]
        found = [made for made in (Sections(pitch, rows) for rows in ways)
                 if made.widest(0) <= width + 1e-9 and made.height <= height + 1e-9]
        if found and found[0].rows in ways[:2]:
            return found[0]
        broken = broken or next(iter(found), None)
    if not broken:
        raise TooMany(sum(sizes), None)
    return broken


def _sections(sizes: tuple[int, ...], group: int) -> Iterator[Clusters]:
    """Give the clusters of every section, each with whether it ends one, the last section left out."""
    for number, size in enumerate(sizes, 1):
        yield tuple((min(group, size - start), start + group >= size and number < len(sizes))
                    for start in range(0, size, group))


def _filled(pieces: tuple[Clusters, ...], room: float) -> tuple[Clusters, ...]:
    """Fill line after line with pieces, as far as each goes."""
    rows: list[Clusters] = [()]
    for piece in pieces:
        longer = (*rows[-1], *piece)
        if rows[-1] and _length(longer) > room + 1e-9:
            rows.append(piece)
        else:
            rows[-1] = longer
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Look:
    """How pips look: `shape` is circle, box or diamond; `ghost` pips are the pale ones of a blank form.

    `weight` is how heavy their lines are, 1 for as usual.
    """

    shape: str = "circle"
    letter: str = "Q"
    ink: Ink = Ink.COLOUR
    ghost: bool = False
    weight: float = 1.0


@lru_cache(maxsize=4096)
def symbol(count: int, marks: tuple[int, ...], damaged: int, grid: Layout, look: Look, crossed: int = 0) -> Symbol:
    """Return `count` pips as they are arranged, their left edge at x = 0 and the middle of their block at y = 0.

    The pips at the positions `marks` (from 1) carry the letter; the first `crossed` are crossed out, the next
    `damaged` are filled. Pips are drawn in the order in which they are to be marked: along the lines, from the top.
    """
    items: list[Item] = []
    for index, (x, row) in enumerate(grid.spots(count)):
        y = (row - (grid.lines - 1) / 2) * grid.pitch * leading(grid)
        filled = crossed <= index < crossed + damaged
        items += _pip(x, y, grid.pitch * share(look.shape) / 2, look, filled=filled, marked=index + 1 in marks)
        if index < crossed:
            items.append(_cross(x, y, grid.pitch * share(look.shape) / 2, look.weight))
    half, right = grid.height / 2, grid.widest(count)
    for x, row in grid.dividers():
        y = (row - (grid.lines - 1) / 2) * grid.pitch * LEADING
        reach = grid.pitch / 2 * (LEADING if grid.lines == 1 else share(look.shape))  # bars of two lines stay apart
        items.append(line(x, y - reach, x, y + reach, Stroke(BLACK, DIVIDER)))
    return Symbol(f"pips-{count}", tuple(items), (0.0, -half, right, half))


def _pip(x: float, y: float, radius: float, look: Look, *, filled: bool, marked: bool) -> list[Item]:
    line = Stroke(Color(150, 150, 150) if look.ghost else BLACK, (0.4 if look.ghost else 0.7) * look.weight)
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


def _cross(x: float, y: float, radius: float, weight: float) -> Path:
    """A cross through a pip, over its edges: seen even if the pip carries a letter."""
    reach = radius * 0.95
    return lines(((x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach)),
                 Stroke(BLACK, 0.9 * weight))


def centered(count: int, box: Box) -> tuple[Grid, float, float]:
    """Return the grid of pips that are centred in a box, with the place of their symbol (left, middle).

    Raises TooMany.
    """
    grid = arrange(count, box.width, box.height)
    return grid, *middle(grid, count, box)


def middle(grid: Layout, count: int, box: Box, share: float = 0.5) -> tuple[float, float]:
    """Return where the symbol of pips stands (left, middle) in a box: centred, or with `share` 0 left, 1 right."""
    return box.x + (box.width - grid.widest(count)) * share, box.y + box.height / 2
