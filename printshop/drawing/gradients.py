"""Gradients of SVG drawings, as bands of plain colours that neither eye nor printer tells apart.

Each band reaches a little below the next, so that no seams show between them, however narrow they are on a screen; but
not far: where the edge of a shape is softened, the colours of all would shine through. Coordinates are those of the
drawing; a gradient's own become these through its `transform`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Bounds, Point, Transform, halved
from printshop.drawing.items import Color, Path

STEP = 2  # of 255, the most by which neighbours differ in any of red, green and blue
BELOW, MOST_BELOW = 16, 0.05  # so many times its breadth a band reaches below the next, so much of the whole at most
MOST_BANDS = 2_000
MOST_TIMES = 50  # that a gradient is repeated


class Gradient(NamedTuple):
    """A gradient: what it has at each of its `stops` (0 to 1, in order), and what beyond: pad, reflect or repeat.

    Along a line `points` are its ends (x1, y1), (x2, y2); round a point, with `radii`, they are the focus and the
    middle, around which the inner and the outer circle lie.
    """

    stops: tuple[tuple[float, Color], ...]
    points: tuple[Point, Point]
    radii: tuple[float, float] | None
    spread: str
    transform: Transform


def bands(gradient: Gradient, box: Bounds) -> tuple[Path, ...]:
    """Return what fills a box (left, top, right, bottom) with a gradient, the lowest first; () for one of no extent.

    Raises ValueError for one that is too fine to be drawn.
    """
    back = gradient.transform.inverse()
    if back is None:
        return ()
    (x1, y1), (x2, y2) = gradient.points
    corners = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])]
    along = (x2 - x1) ** 2 + (y2 - y1) ** 2

    def share(corner: Point) -> float:
        """Return how far along the line a point of the drawing lies, 0 to 1 between its ends."""
        x, y = back.apply(*corner)
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / along

    if gradient.radii is None:
        if along < 1e-18:
            return ()
        reach = [share(corner) for corner in corners]
        steps = list(_steps(gradient, min(reach), max(reach)))
        strips = ((halved(corners, [place - start for place in reach]), end + below, color)
                  for start, end, below, color in _overlapping(steps))
        return tuple(shapes.polygon(strip, fill=color) for part, end, color in strips
                     if len(strip := halved(part, [end - share(corner) for corner in part])) > 2)
    inner, outer = gradient.radii
    if outer <= 0:
        return ()
    far = max(math.dist((x2, y2), back.apply(*corner)) for corner in corners)
    growth = outer - inner - math.dist((x1, y1), (x2, y2))  # the slowest that the circles grow, on the focus's side
    last = max(far / outer, 1.0) if gradient.spread == "pad" or growth <= 0 else (far + outer) / growth
    steps = list(_steps(gradient, 0.0, last))

    def circle(end: float) -> Path:
        """Return the circle at some share of the way to the outer one, nothing where it has no extent."""
        radius = inner + (outer - inner) * end
        drawn = shapes.circle(x1 + (x2 - x1) * end, y1 + (y2 - y1) * end, radius) if radius > 1e-9 else Path(())
        return shapes.transform_path(drawn, gradient.transform)

    rings = [(circle(start - below) if start > below else Path(()),
              circle(end) if end < math.inf else shapes.polygon(corners), color)
             for start, end, below, color in _overlapping(steps)]
    return tuple(Path((*edge.segments, *hole.segments), color, rule="evenodd")
                 for hole, edge, color in reversed(rings) if edge.segments)


def _overlapping(steps: Sequence[tuple[float, Color]]) -> Iterator[tuple[float, float, float, Color]]:
    """Give the start and the end of bands, how far each reaches below its neighbour, and their colours."""
    starts = [start for start, _ in steps]
    breadths = [end - start for start, end in pairwise(starts)]
    for place, (start, color) in enumerate(steps):
        near = [breadth for breadth in breadths[max(place - 1, 0):place + 2] if breadth > 0]
        yield (start, starts[place + 1] if place + 1 < len(starts) else math.inf,
               min(BELOW * min(near, default=0.0), MOST_BELOW), color)


def _steps(gradient: Gradient, first: float, last: float) -> Iterator[tuple[float, Color]]:
    """Give where each band begins, from `first` to `last`, and its colour: that in the middle of the band."""
    stops, spread, bands_left = gradient.stops, gradient.spread, MOST_BANDS
    if spread == "pad":
        yield first, stops[0][1]
        times: Sequence[int] = (0,)
    else:
        low, high = math.floor(first), math.ceil(last)
        if high - low > MOST_TIMES:
            raise ValueError(f"it is repeated more than {MOST_TIMES} times")
        times = range(low, high)
    for time in times:
        turned = spread == "reflect" and time % 2
        ramp = [(1 - offset, color) for offset, color in reversed(stops)] if turned else list(stops)
        ramp = [(0.0, ramp[0][1]), *ramp, (1.0, ramp[-1][1])]
        for (start, color), (end, other) in pairwise(ramp):
            count = max(math.ceil(max(abs(low - high) for low, high in zip(color, other, strict=True)) / STEP), 1)
            bands_left -= count
            if bands_left < 0:
                raise ValueError(f"it takes more than {MOST_BANDS:,} bands of plain colour")
            for number in range(count if end > start else 0):
                yield time + start + (end - start) * number / count, color.mix(other, (number + 0.5) / count)
    if spread == "pad":
        yield 1.0, stops[-1][1]
