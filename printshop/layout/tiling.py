"""Drawings larger than the paper, on several sheets that are put together: nothing is ever shrunk.

Every sheet shows a window of the drawing. The sheets are put together in the order of reading: each is cut along its
left and top edge, if it has a neighbour there, and laid over the strip, as wide as the overlap, that the neighbour
keeps for it at its right or its foot. Seams lie where they cut as few words as possible. Rows have letters, columns
numbers: B3 is the third sheet of the second row. `printshop.layout.tile_marks` draws the sheets.

Points, origin at the top left, y down.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.layout.paper import Paper

OVERLAP = 10 * MM
EDGE = 13.0  # kept free above and left of a window, for a cut and the words that ask for it
MOST = 400  # sheets that anybody would put together

_SPECK = 1e-6
_TRIED = 40  # places that are tried for a seam
_STRAY = 0.3  # how many cut words it is worth to move a seam from where it should lie to the end of what is possible

Spans = tuple[tuple[float, float], ...]


class Spared(NamedTuple):
    """Stretches of a drawing, (from, to) across and down, that no seam should cut: each costs as much as the others."""

    across: Spans = ()
    down: Spans = ()


class Tile(NamedTuple):
    """One sheet: its place, from 0, and its window, strips included, in the drawing's coordinates."""

    column: int
    row: int
    box: Box

    @property
    def code(self) -> str:
        """What the sheet is called: the letter of its row and the number of its column."""
        return code(self.column, self.row)


def code(column: int, row: int) -> str:
    """Return what a sheet is called.

    >>> code(2, 1), code(0, 26)
    ('B3', 'AA1')
    """
    letters = ""
    while row >= 0:
        letters = chr(ord("A") + row % 26) + letters
        row = row // 26 - 1
    return f"{letters}{column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A drawing of `width` x `height` cut into windows: `across` and `down` are their left and top edges.

    A window reaches `overlap` beyond the edge of its neighbour at the right and at the foot. `left_out` are the
    sheets, (column, row), on which there is nothing.
    """

    width: float
    height: float
    across: tuple[float, ...]
    down: tuple[float, ...]
    overlap: float = OVERLAP
    left_out: frozenset[tuple[int, int]] = frozenset()

    @property
    def columns(self) -> int:
        """How many sheets lie beside each other."""
        return len(self.across)

    @property
    def rows(self) -> int:
        """How many sheets lie below each other."""
        return len(self.down)

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return self.columns * self.rows - len(self.left_out)

    def has(self, column: int, row: int) -> bool:
        """Say whether there is a sheet at a column and a row, from 0."""
        return 0 <= column < self.columns and 0 <= row < self.rows and (column, row) not in self.left_out

    def core(self, column: int, row: int) -> Box:
        """Return what is seen of a sheet when all are put together: its window without the strips."""
        left, right = (*self.across, self.width)[column : column + 2]
        top, bottom = (*self.down, self.height)[row : row + 2]
        return Box(left, top, right - left, bottom - top)

    def tile(self, column: int, row: int) -> Tile:
        """Return the sheet of a column and a row, from 0."""
        core = self.core(column, row)
        right = min(core.right + self.overlap, self.width) if self.has(column + 1, row) else core.right
        bottom = min(core.bottom + self.overlap, self.height) if self.has(column, row + 1) else core.bottom
        return Tile(column, row, Box(core.x, core.y, right - core.x, bottom - core.y))

    def tiles(self) -> Iterator[Tile]:
        """Give all sheets, in the order of reading."""
        for row in range(self.rows):
            for column in range(self.columns):
                if self.has(column, row):
                    yield self.tile(column, row)

    def numbered(self, tile: Tile) -> str:
        """Return what stands in the head of a sheet: its code and which of how many it is."""
        before = sum(self.has(column, row) for row in range(tile.row + 1)
                     for column in range(self.columns if row < tile.row else tile.column))
        return f"sheet {tile.code} ({before + 1} of {self.count})"


def tiles(width: float, height: float, room: tuple[float, float], spared: Spared | None = None) -> Tiling:
    """Return the fewest windows, none larger without its strips than `room`, that show all of a drawing.

    Raises ValueError for a room that is not larger than two overlaps.
    """
    if min(room) <= 2 * OVERLAP:
        raise ValueError("a sheet must be larger than its overlaps")
    spared = spared or Spared()
    across = _edges(width, room[0], spared.across)
    return Tiling(width, height, across, _edges(height, room[1], spared.down))


def region(paper: Paper) -> Box:
    """Return where on a sheet windows stand, at its lower right corner; their strips lie outside it."""
    box = paper.box
    return box.inset(EDGE, furniture.header(paper) + EDGE, OVERLAP, furniture.rights_height(paper) + 2.0 + OVERLAP)


def plan(width: float, height: float, paper: Paper, spared: Spared | None = None) -> tuple[Paper, Tiling]:
    """Return the paper, upright or turned, that takes fewer sheets, and what stands on each.

    What fits one page between the rulers stands there alone, without margins for glue.
    """
    for sheet in (paper, paper.turned()):
        area = furniture.content_box(sheet)
        if width <= area.width + _SPECK and height <= area.height + _SPECK:
            return sheet, Tiling(width, height, (0.0,), (0.0,))
    papers = (paper, paper.turned())
    counts = [_count(width, area.width) * _count(height, area.height) for area in map(region, papers)]
    best = papers[counts.index(min(counts))]
    if min(counts) > MOST:  # too many anyhow: where their seams lie does not matter
        spared = None
    area = region(best)
    return best, tiles(width, height, (area.width, area.height), spared)


def least(width: float, height: float, paper: Paper) -> int:
    """Return how many sheets a drawing takes that does not fit on one, without laying it out."""
    return min(_count(width, area.width) * _count(height, area.height)
               for area in map(region, (paper, paper.turned())))


def _count(length: float, room: float) -> int:
    return max(1, ceil(length / room - _SPECK))


def _edges(length: float, room: float, spared: Spans) -> tuple[float, ...]:
    """Return where windows begin along one direction: in equal steps, moved so that seams cut as little as possible.

    Of all chains of places in which no window is larger than the room, the cheapest is taken.
    """
    count = _count(length, room)
    starts, ends = sorted(one for one, _ in spared), sorted(two for _, two in spared)
    slack = max(count * room - length, _SPECK)
    best: list[tuple[float, tuple[float, ...]]] = [(0.0, (0.0,))]
    for seam in range(1, count):
        ways = []
        for place in _places(length, room, seam, count):
            before = [way for way in best if OVERLAP <= place - way[1][-1] <= room + _SPECK]
            if before:
                cost, chain = min(before)
                cut = bisect_left(starts, place) - bisect_right(ends, place)
                stray = _STRAY * abs(place - length * seam / count) / slack
                ways.append((cost + cut + stray, (*chain, place)))
        best = ways
    return min(best)[1]


def _places(length: float, room: float, seam: int, count: int) -> list[float]:
    """Return the places that are tried for a seam; the one that parts the drawing equally is among them."""
    low, high = max(length - (count - seam) * room, OVERLAP), min(seam * room, length - OVERLAP)
    steps = min(_TRIED, max(1, ceil(high - low)))
    return [length * seam / count, *(low + (high - low) * k / steps for k in range(steps + 1))]
