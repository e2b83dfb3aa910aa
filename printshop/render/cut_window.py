"""What is seen of lines and areas through a window of any shape, or beside it; points (1/72 in), y down.

Machines know no clips. Lines stay lines and end at the window; areas become polygons that lie side by side. What lies
wholly inside is kept as it is, curves and all.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from printshop.drawing.items import CLOSE, Line, Move, Path
from printshop.drawing.shapes import outline_bounds, polygon
from printshop.render.svg_clip import Contour, Region, contours_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Bounds, Point
    from printshop.drawing.items import Segment

    Side = tuple[Point, Point]
    Segments = tuple[Segment, ...]

_SPECK = 1e-9
_FAR = 1e5  # beyond the edge of any page


class Window:
    """The inside of a path, or with `beside` all that is not in it."""

    def __init__(self, path: Path, *, beside: bool = False) -> None:
        self.bounds = outline_bounds(path.segments) if path.segments else (0.0, 0.0, 0.0, 0.0)
        self.beside = beside
        self._even = path.rule == "evenodd"
        loops = [contour.points for contour in contours_of(path.segments)]
        self._sides = [side for loop in loops for side in _sides(loop)]
        self._boxes = [(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) for (x1, y1), (x2, y2) in self._sides]
        self._regions: tuple[tuple[tuple[float, float], Region], ...] | None = None

    def holds(self, point: Point) -> bool:
        """Say whether a point is seen."""
        x, y = point
        turns = [1 if y2 > y1 else -1 for (x1, y1), (x2, y2) in self._sides
                 if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1)]
        return self._inside(turns) is not self.beside

    def _inside(self, turns: Sequence[int]) -> bool:
        return len(turns) % 2 == 1 if self._even else sum(turns) != 0

    def far(self, box: Bounds) -> bool:
        """Say whether the box round the path is clear of another."""
        left, top, right, bottom = box
        return left > self.bounds[2] or right < self.bounds[0] or top > self.bounds[3] or bottom < self.bounds[1]

    def lines(self, segments: Segments) -> Segments:
        """Return what is seen of outlines as lines."""
        contours = contours_of(segments)
        whole = [self._whole(contour.points) for contour in contours]
        if all(whole):
            return segments
        found: list[Segment] = []
        for contour, seen in zip(contours, whole, strict=True):
            found += self._runs(contour) if seen is None else _drawn(contour) if seen else ()
        return tuple(found)

    def _whole(self, points: Sequence[Point]) -> bool | None:
        """Say whether all of an outline is seen, or nothing; None if some may be and some not."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, low = box = min(xs), min(ys), max(xs), max(ys)
        if self.far(box):
            return self.beside
        for x1, y1, x2, y2 in self._boxes:
            if x1 <= right and x2 >= left and y1 <= low and y2 >= top:
                return None
        return self.holds(points[0])

    def _runs(self, contour: Contour) -> Iterator[Segment]:
        points = [*contour.points, *(contour.points[:1] if contour.closed else [])]
        pieces = [(start, end) for start, end in pairwise(points) if start != end]
        kept = [list(self._seen(*piece)) for piece in pieces]
        if kept == [[piece] for piece in pieces]:
            yield from _drawn(contour)
            return
        last: Point | None = None
        for start, end in (one for ones in kept for one in ones):
            if start != last:
                yield Move(*start)
            yield Line(*end)
            last = end

    def _seen(self, start: Point, end: Point) -> Iterator[Side]:
        """Give what is seen of a straight line."""
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        shares = {0.0, 1.0}
        for (x1, y1), (x2, y2) in self._sides:
            cross = dx * (y2 - y1) - dy * (x2 - x1)
            if abs(cross) > _SPECK:
                share = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / cross
                other = ((x1 - x) * dy - (y1 - y) * dx) / cross
                if _SPECK < share < 1 - _SPECK and -_SPECK <= other <= 1 + _SPECK:
                    shares.add(share)
        first: float | None = None
        at = 0.0
        for near, at in pairwise(sorted(shares)):
            middle = (near + at) / 2
            seen = self.holds((x + middle * dx, y + middle * dy))
            if seen and first is None:
                first = near
            elif not seen and first is not None:
                yield self._between(start, end, first, near)
                first = None
        if first is not None:
            yield self._between(start, end, first, at)

    @staticmethod
    def _between(start: Point, end: Point, first: float, last: float) -> Side:
        dx, dy = end[0] - start[0], end[1] - start[1]
        one = start if first == 0 else (start[0] + first * dx, start[1] + first * dy)
        return one, end if last == 1 else (start[0] + last * dx, start[1] + last * dy)

    def areas(self, path: Path) -> Path:
        """Return what is seen of a filled path."""
        loops = [contour.points for contour in contours_of(path.segments)]
        whole = [self._whole(loop) for loop in loops]
        if all(whole) or self._untouched(loops, whole):
            return path
        found: list[Segment] = []
        for loop, seen in zip(loops, whole, strict=True):
            for corners in (self._cut(loop) if seen is None else [loop] * seen):
                if len(corners) > 2:
                    found += polygon(corners).segments
        return Path(tuple(found), path.fill, None, path.rule)

    def _cut(self, loop: list[Point]) -> Iterator[list[Point]]:
        top, low = min(y for _, y in loop), max(y for _, y in loop)
        for (first, last), region in self._convex():
            if first < low and last > top:
                yield region.cut(loop)

    def _untouched(self, loops: Sequence[Sequence[Point]], whole: Sequence[bool | None]) -> bool:
        """Say whether all of an area is seen after all: none of its sides is cut, and the window has none in it."""
        touched = [loop for loop, seen in zip(loops, whole, strict=True) if not seen and len(loop) > 2]
        sides = [side for loop in touched for side in _sides(loop)]
        if not all(list(self._seen(*side)) == [side] for side in sides):
            return False
        own = Window(Path(tuple(one for loop in touched for one in polygon(loop).segments))) if touched else None
        return not own or not any(own.holds(start) for start, _ in self._sides)

    def _convex(self) -> tuple[tuple[tuple[float, float], Region], ...]:
        """Return the window as convex pieces, each between one corner's height and the next one's."""
        if self._regions is None:
            levels = sorted({y for side in self._sides for _, y in side})
            if self.beside:
                levels = [-_FAR, *levels, _FAR]
            self._regions = tuple(((top, low), region) for top, low in pairwise(levels) if low - top > _SPECK
                                  for region in self._slab(top, low))
        return self._regions

    def _slab(self, top: float, low: float) -> Iterator[Region]:
        middle = (top + low) / 2
        across = [(*_at(side, middle, (top, low)), 1 if side[1][1] > side[0][1] else -1) for side in self._sides
                  if min(side[0][1], side[1][1]) <= top and max(side[0][1], side[1][1]) >= low]
        edges = [(-_FAR, -_FAR, -_FAR, 0), *sorted(across), (_FAR, _FAR, _FAR, 0)]
        turns: list[int] = []
        for (_, left, foot, turn), (_, right, end, _) in pairwise(edges):
            turns += [turn] if turn else []
            if self._inside(turns) is not self.beside and (right - left > _SPECK or end - foot > _SPECK):
                yield Region([(left, top), (right, top), (end, low), (foot, low)])


def _at(side: Side, middle: float, levels: tuple[float, float]) -> tuple[float, float, float]:
    """Return where a side is at a height, and at two others."""
    (x1, y1), (x2, y2) = side
    return tuple(x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in (middle, *levels))  # type: ignore[return-value]


def _sides(loop: Sequence[Point]) -> Iterator[Side]:
    """Give the sides of a polygon that have a length."""
    return (side for side in zip(loop, [*loop[1:], loop[0]], strict=True) if side[0] != side[1])


def _drawn(contour: Contour) -> Iterator[Segment]:
    """Give a contour as segments."""
    yield Move(*contour.points[0])
    yield from (Line(*point) for point in contour.points[1:])
    if contour.closed:
        yield CLOSE


def through(segments: Segments, windows: Iterable[Window]) -> Iterator[Segments]:
    """Give what is seen of outlines through several windows."""
    for window in windows:
        segments = window.lines(segments) if segments else ()
    if segments:
        yield segments
