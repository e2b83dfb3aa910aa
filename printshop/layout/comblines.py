"""The lines round pieces of hexes: what is cut, what is folded, how far colour reaches; for `cutlines`.

Points, origin at the top left of the page, y down. An edge that two pieces share is cut once; edges that meet are one
line, as far as a knife or a laser can run without stopping.
"""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.layout.combs import HexForm
    from printshop.layout.sheets import Block

    Segment = tuple[Point, Point]


def chains(block: Block) -> Iterator[tuple[Point, ...]]:
    """Give the lines to cut along: every edge of the block's pieces once, those that meet as one line."""
    ends: dict[Point, list[Point]] = {}
    for edge in {edge: None for _, row, column in block.placed() for edge in _outline(block, row, column)}:
        start, end = sorted(edge)
        ends.setdefault(start, []).append(end)
        ends.setdefault(end, []).append(start)
    while ends:
        # A line that ends somewhere begins where an odd number of edges meet.
        yield _chain(ends, min(ends, key=lambda at: (len(ends[at]) % 2 == 0, at[1], at[0])))


def _chain(ends: dict[Point, list[Point]], start: Point) -> tuple[Point, ...]:
    """Take edges out of `ends`, one after the other, as long as one begins where the last ended."""
    line = [start]
    while line[-1] in ends:
        here = line[-1]
        there = ends[here].pop()
        ends[there].remove(here)
        line.append(there)
        for at in (here, there):
            if not ends[at]:
                del ends[at]
    return tuple(line)


def creases(block: Block) -> Iterator[Segment]:
    """Give the folds of the pieces."""
    crease = _form(block).crease
    if crease:
        (x1, y1), (x2, y2) = crease
        for _, row, column in block.placed():
            cell = block.cell(row, column)
            yield (cell.x + x1, cell.y + y1), (cell.x + x2, cell.y + y2)


def clips(block: Block) -> Iterator[tuple[Point, ...]]:
    """Give how far the colours of each piece show, from its own top left corner: over edges that no other shares."""
    form = _form(block)
    nested = len(form.cells) > 1 and not form.folded and not (block.comb and block.comb.loose)
    bleed, gap = block.batch.cut.bleed, block.batch.gap
    bleed = min(bleed, form.inset or bleed) if nested else min(bleed, gap / 2) if gap else bleed
    edges = [_outline(block, row, column) for _, row, column in block.placed()]
    times = Counter(edge for own in edges for edge in own)
    for own in edges:
        yield widened(form.cut, [0.0 if times[edge] > 1 else bleed for edge in own])


def _outline(block: Block, row: int, column: int) -> list[frozenset[Point]]:
    """Return the edges of a piece where they lie on the page."""
    cell = block.cell(row, column)
    return [frozenset((_key(start, cell.x, cell.y), _key(end, cell.x, cell.y))) for start, end in _form(block).edges()]


def widened(corners: Sequence[Point], offsets: Sequence[float]) -> tuple[Point, ...]:
    """Return a clockwise outline with every side moved outwards by its own distance; side k begins at corner k."""
    found = []
    for number, here in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        found.append(_meeting(before, here, after, offsets[number - 1], offsets[number]))
    return tuple(found)


def _meeting(before: Point, here: Point, after: Point, first: float, second: float) -> Point:
    """Return where two sides meet that are moved outwards, to the left of the way round."""
    (ux, uy), (vx, vy) = _way(before, here), _way(here, after)
    cross = ux * vy - uy * vx
    # The corner moves by p, with p · n = offset for both normals: n = (uy, -ux) points outwards.
    return here[0] + (second * ux - first * vx) / cross, here[1] + (second * uy - first * vy) / cross


def _way(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy)
    return dx / long, dy / long


def _key(point: Point, x: float = 0.0, y: float = 0.0) -> Point:
    return round(point[0] + x, 3), round(point[1] + y, 3)


def _form(block: Block) -> HexForm:
    form = block.batch.model.form
    assert form is not None
    return form
