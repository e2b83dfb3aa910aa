"""Sheets of a map that are parted along the sides of hexes: each hex is whole on one sheet. Points, y down."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Point
from printshop.drawing.items import Path, Segment
from printshop.game.board import Board
from printshop.hexes import Grid, Hex, Orientation
from printshop.layout import hexgrids, tiling
from printshop.layout.boxes import Paper
from printshop.layout.tiling import BLEED, MOST, OVERLAP, Spans, Spared, Tile, Tiling

_DEARER = 1.25  # so many times the sheets that straight seams would need are too many
_STRAY = 0.3  # how many cut words it is worth that sheets are alike
Place = tuple[int, int]


class Lines(NamedTuple):
    """Hexes that lie in one line across a direction of a map: where they begin and end along it."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Seams:
    """Which hexes are on which sheet, (column, row)."""

    grid: Grid
    size: tuple[float, float]
    sheets: Mapping[Place, Sequence[Hex]]
    owners: Mapping[Hex, Place]

    def shape(self, tile: Tile) -> tiling.Shape:
        """Return the outlines of a sheet."""
        place, grid = (tile.column, tile.row), self.grid
        cells = self.sheets[place]
        cut: list[Segment] = []
        kept: list[Segment] = []
        for edge in grid.edges(cells):
            if (other := self.owners.get(edge.beyond, place)) != place:
                into = cut if _before(other, place) else kept
                into += self._within(edge.start, edge.end)
        near = ((tile.column + across, tile.row + down) for across in (-1, 0, 1) for down in (0, 1))
        later = [cell for other in near if other in self.sheets and _before(place, other)
                 for cell in self.sheets[other]]
        return tiling.Shape(hexgrids.closed(grid.outline(cells, -BLEED)), hexgrids.closed(grid.outline(later)),
                            Path(tuple(cut)), Path(tuple(kept)))

    def lines(self) -> Path:
        """Return all seams."""
        segments: list[Segment] = []
        for edge in self.grid.edges(list(self.owners)):
            if self.owners.get(edge.beyond, self.owners[edge.cell]) != self.owners[edge.cell]:
                segments += self._within(edge.start, edge.end)
        return Path(tuple(segments))

    def _within(self, start: Point, end: Point) -> Sequence[Segment]:
        """Return as much of a side as lies within the map: the margin's are cut in half by its edge."""
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        inside = [-0.01 <= x <= self.size[0] + 0.01 and -0.01 <= y <= self.size[1] + 0.01
                  for x, y in (start, middle, end)]
        if not inside[1]:
            return ()
        return shapes.polyline((start if inside[0] else middle, end if inside[2] else middle)).segments


def _before(one: Place, other: Place) -> bool:
    """Say whether one sheet is laid before another, which comes over its strip: in the order of reading."""
    return (one[1], one[0]) < (other[1], other[0])


def plan(board: Board, grid: Grid, size: tuple[float, float], paper: Paper, words: Spared
         ) -> tuple[Paper, Tiling, Seams] | None:
    """Return the paper, laid so that it takes fewer sheets, and sheets of whole hexes.

    None if straight seams take far fewer or hexes are large.
    """
    whole = frozenset(board.cells)
    lines: dict[Hex, Place] = {}
    margin: dict[Hex, Place] = {}  # parts of hexes, from the whole ones to the edge of the map
    for cell in (*board.cells, *replace(board, partial=True).parts):
        x, y = grid.center(cell)
        # a column that lies half a hex lower has its hexes in the same row as its neighbours
        if grid.orientation is Orientation.FLAT:
            lines[cell] = cell[0], floor(y / grid.across - 0.5 + 1e-6)
        else:
            lines[cell] = floor(x / grid.across - 0.5 + 1e-6), cell[1]
        if cell not in whole:
            margin[cell] = lines.pop(cell)
    ends = [_ends(grid, lines, axis) for axis in (0, 1)]
    best: tuple[int, Paper, list[list[int]]] | None = None
    for sheet in (paper, paper.turned()):
        parts = [_parted(list(ends[axis].values()), tiling.room(sheet)[axis], words[axis]) for axis in (0, 1)]
        if all(parts) and (best is None or len(parts[0]) * len(parts[1]) < best[0]):
            best = len(parts[0]) * len(parts[1]), sheet, parts
    if not best or best[0] > min(MOST, _DEARER * tiling.least(*size, paper)):
        return None
    numbers = [{line: bisect_right(firsts, number) - 1 for number, line in enumerate(ends[axis])}
               for axis, firsts in enumerate(best[2])]
    owners = {cell: (_near(numbers[0], column), _near(numbers[1], row))
              for cell, (column, row) in (*lines.items(), *margin.items())}
    sheets = defaultdict[Place, list["Hex"]](list)
    for cell, place in owners.items():
        sheets[place].append(cell)
    spans = []
    for axis, firsts in enumerate(best[2]):
        known = list(ends[axis].values())
        stops = [known[stop - 1].end for stop in (*firsts[1:], len(known))]
        spans.append((tuple(known[first].start for first in firsts), tuple(stops)))
    (lefts, rights), (tops, bottoms) = spans
    empty = frozenset((column, row) for column in range(len(lefts)) for row in range(len(tops))
                      if (column, row) not in sheets)
    return best[1], Tiling(*size, lefts, tops, empty, rights, bottoms), Seams(grid, size, sheets, owners)


def _near(numbers: Mapping[int, int], line: int) -> int:
    """Return on which sheets a line of hexes is; the margin's are with the first or last."""
    return numbers[min(max(line, min(numbers)), max(numbers))]


def _ends(grid: Grid, lines: Mapping[Hex, Place], axis: int) -> dict[int, Lines]:
    """Return from where to where the hexes of every column, or every row, lie."""
    found = defaultdict[int, list["Hex"]](list)
    for cell, place in lines.items():
        found[place[axis]].append(cell)
    bounds = {line: grid.bounds(found[line]) for line in sorted(found)}
    return {line: Lines(bound[axis], bound[axis + 2]) for line, bound in bounds.items()}


def _parted(lines: Sequence[Lines], room: float, spared: Spans) -> list[int]:
    """Return with which lines the fewest sheets begin that cut few words and are much alike; [] for too little room."""
    count, start = 1, 0
    for number, line in enumerate(lines):
        if line.end - lines[start].start > room:
            count, start = count + 1, number
        if line.end - line.start > room - OVERLAP:
            return []
    begins, stops = sorted(start for start, _ in spared), sorted(end for _, end in spared)
    ways: list[tuple[float, tuple[int, ...]]] = [(0.0, (0,))]
    for seam in range(1, count):
        equal, found = len(lines) * seam / count, list[tuple[float, tuple[int, ...]]]()
        for number in range(seam, len(lines)):
            fits = [way for way in ways if number > way[1][-1]
                    and lines[number - 1].end - lines[way[1][-1]].start <= room]
            if fits:
                at = (lines[number - 1].end + lines[number].start) / 2
                cut = bisect_left(begins, at) - bisect_right(stops, at)
                cost, chain = min(fits)
                found.append((cost + cut + _STRAY * abs(number - equal) / len(lines) * count, (*chain, number)))
        ways = found
    whole = [way for way in ways if lines[-1].end - lines[way[1][-1]].start <= room]
    return list(min(whole)[1]) if whole else []
