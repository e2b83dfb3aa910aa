"""Marks (circles, boxes or diamonds that a player fills in) that fill an area of any shape, evenly spaced.

The marks stand in rows, which are about as far apart as neighbours in a row. Two arrangements are tried for each
distance of neighbours: rows that are each centred in the area, and, where marks are small, a triangular lattice, which
is denser. The greatest distance with room for all marks is used, or one up to 15 % smaller if only then the rows are
about equally long. A mark is never larger than usual; if the distance is greater, the marks stand apart.

The distances that are tried form a geometric sequence. The free parts of an area are computed once for each distance
and cached, because the records of many units have the same areas with different numbers of marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, floor, hypot, inf, log, sqrt
from typing import NamedTuple

from printshop.drawing.geometry import Bounds, Point, iter_sides, measure_signed_area, merge_bounds
from printshop.layout.mark_rows import MarkPoints, TooManyMarksError, get_mark_share
from printshop.layout.rectangles import Rect, find_largest_rect
from printshop.lengths import MM
from printshop.mark_shapes import MarkShape

CLEARANCE = 0.3 * MM  # from a mark to the outline of its area, at least
_RATIO = 1.04  # of neighbouring distances that are tried
_STEPS = 8  # heights of rows that are tried for each distance of neighbours
_ROW_STEPS = (9, 8)  # from row to row: 1.125 of the distance, or the same
_EVEN_LEVELS = 4  # smaller distances that are tried so that the rows are about equally long
_EVEN = 1.15  # of the distance of rows: the greatest distance of neighbours
_LATTICE_STEPS = (7,)  # from row to row of a triangular lattice: 0.875 of the distance, so that no two come nearer
_MIN_SIDE = 0.2 * MM  # shorter sides of an outline are joined
_LINE_RATIO = 3.0  # width / height of a number to be written with its words
_MAX_CORNERS = 60  # of an outline in which a place for words is searched
_TOLERANCE = 1e-6

Span = tuple[float, float]  # from left to right


class MarkArea(NamedTuple):
    """An area for marks, in points: the inside of closed outlines (even-odd), without some rectangles."""

    outlines: tuple[tuple[Point, ...], ...]
    kept_free: tuple[Rect, ...] = ()

    @property
    def bounds(self) -> Bounds:
        """The left, top, right and bottom edge of the outlines."""
        return merge_bounds((x, y, x, y) for outline in self.outlines for x, y in outline)

    def scale(self, factor: float) -> MarkArea:
        """Return the area with its outlines enlarged about their middle."""
        left, top, right, bottom = self.bounds
        x, y = (left + right) / 2, (top + bottom) / 2
        return self._replace(outlines=tuple(tuple((x + factor * (px - x), y + factor * (py - y)) for px, py in outline)
                                            for outline in self.outlines))


    @property
    def inner_rectangle(self) -> Rect:
        """The largest place in the area for a line of words, clear of the rectangles `kept_free`."""
        left, top, right, bottom = self.bounds
        heights = [top, *sorted(y for box in self.kept_free for y in (box.y, box.bottom) if top < y < bottom), bottom]
        outline = max(self.outlines, key=lambda outline: abs(measure_signed_area(outline)))
        outline = outline[::ceil(len(outline) / _MAX_CORNERS)]
        strips = (Rect(left, y, right - left, end - y) for y, end in pairwise(heights))
        rectangles = (find_largest_rect(outline, strip, _LINE_RATIO) for strip in strips
                      if not any(strip.inset(0, CLEARANCE).intersect(box) for box in self.kept_free))
        return max(rectangles, key=lambda place: min(place.width / _LINE_RATIO, place.height),
                   default=Rect((left + right) / 2, (top + bottom) / 2, 0.0, 0.0))


def make_mark_area(outlines: Sequence[Sequence[Point]], kept_free: Sequence[Rect] = ()) -> MarkArea:
    """Return an area with simpler outlines: corners that are very near their neighbour are left out."""
    simpler = list[tuple[Point, ...]]()
    for outline in outlines:
        corners = list(outline[:1])
        corners += (point for point in outline[1:] if dist(point, corners[-1]) >= _MIN_SIDE)
        if len(corners) > 2:
            simpler.append(tuple(corners))
    return MarkArea(tuple(simpler), tuple(kept_free))


def arrange_in_area(count: int, area: MarkArea, pitches: tuple[float, float], shape: MarkShape = "circle"
                    ) -> MarkPoints:
    """Return `count` marks that fill an area, in rows from the top, each row from the left.

    `pitches` are the largest and the smallest distance of neighbours for which the marks grow and shrink. The points
    of the result are relative to the left edge and the middle height of the area's bounds. Raises TooManyMarksError
    if the marks do not fit at the smallest pitch.
    """
    largest, least = pitches
    capacity, chosen, lowest = 0, None, 0
    if not count:
        return MarkPoints(largest, ())
    if not area.outlines:
        raise TooManyMarksError(count, 0)
    left, top, _, bottom = area.bounds
    for level in range(_find_first_level(count, area, least), -1, -1):
        spacing = least * _RATIO**level
        if chosen and (level < lowest or spacing < chosen.pitch):
            break
        free = _find_free_rows(area, spacing, min(spacing, largest), shape)
        best = 0
        for layout in (_center_rows, *(() if spacing > largest else (_lay_lattice,))):
            fit_count, points = layout(count, free, spacing)
            if points:
                is_even, middle = _is_even(points), (top + bottom) / 2
                if is_even or not chosen:
                    lowest = level - _EVEN_LEVELS
                    chosen = MarkPoints(min(spacing, largest), tuple((x - left, y - middle) for x, y in points))
                if is_even:
                    return chosen
                break
            best = max(best, fit_count)
        capacity = max(capacity, best)
    if chosen:
        return chosen
    raise TooManyMarksError(count, capacity)


def _is_even(points: Sequence[Point]) -> bool:
    """Return whether rows of marks are about equally long, or about alike from the top and from the bottom."""
    sizes = [*Counter(y for _, y in points).values()]
    return max(sizes) - min(sizes) <= 1 or all(abs(upper - lower) <= 1 for upper, lower in zip(
        sizes, reversed(sizes), strict=True))


def _find_first_level(count: int, area: MarkArea, least: float) -> int:
    """Return the level of a distance that no arrangement of the marks can exceed.

    At most A / (0.866 s²) + P / (2 s) + 1 points of mutual distance s fit a convex region of area A and perimeter P
    (Groemer 1960).
    """
    left, top, right, bottom = area.bounds
    surface = max(abs(sum(measure_signed_area(outline) for outline in area.outlines)), _TOLERANCE)
    around = sum(dist(*side) for outline in area.outlines for side in iter_sides(outline))
    longest = min(right - left, bottom - top) / get_mark_share("box")
    if count > 1:  # the positive root of (count - 1) s² - P/2 s - A/0.866 = 0
        root = (around / 2 + sqrt(around**2 / 4 + 4 * (count - 1) * surface / 0.866)) / (2 * (count - 1))
        longest = min(longest, root)
    return ceil(log(longest / least) / log(_RATIO)) if longest > least else 0


class _FreeRows(NamedTuple):
    """Rows at equal distances, from the top: for each its height and the spans in which centres of marks may lie."""

    rows: tuple[tuple[float, tuple[Span, ...]], ...]


@lru_cache(maxsize=2048)
def _find_free_rows(area: MarkArea, spacing: float, pitch: float, shape: MarkShape) -> _FreeRows:
    """Return the rows of an area in which centres of marks may lie, from the first to the last that has a span."""
    _, top, _, bottom = area.bounds
    share = get_mark_share(shape) / 2
    reach = max(share * pitch * (sqrt(2) if shape == "box" else 1), share * spacing) + CLEARANCE
    sides = [(min(y1, y2) - reach, max(y1, y2) + reach, ((x1, y1), (x2, y2)))
             for outline in area.outlines for (x1, y1), (x2, y2) in iter_sides(outline)]
    step = spacing / _STEPS
    # an odd number of rows, so that one lies in the middle
    half_count = int(max((bottom - top) / 2 - reach, 0.0) / step + _TOLERANCE)
    heights = ((top + bottom) / 2 + number * step for number in range(-half_count, half_count + 1))
    least_distance = min(2 * reach, spacing)
    rows = [(y, tuple(_keep_apart(_find_spans(sides, area.kept_free, y, reach), least_distance))) for y in heights]
    row_numbers = [number for number, (_, spans) in enumerate(rows) if spans]
    return _FreeRows(tuple(rows[row_numbers[0]:row_numbers[-1] + 1]) if row_numbers else ())


def _find_spans(sides: Sequence[tuple[float, float, tuple[Point, Point]]], kept_free: Sequence[Rect], y: float,
                reach: float) -> Iterator[Span]:
    """Yield the parts of the line at height `y` that are inside, and at least `reach` from all sides.

    Each side has the heights between which it is nearer than `reach` to a line.
    """
    crossings, blocked = list[float](), list[Span]()
    for upper, lower, side in sides:
        if upper < y < lower:
            (x1, y1), (x2, y2) = side
            if (y1 > y) != (y2 > y):
                crossings.append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
            if near := _find_near_span(*side, y, reach):
                blocked.append(near)
    blocked += ((box.x - reach, box.right + reach) for box in kept_free if box.y - reach < y < box.bottom + reach)
    crossings.sort()
    blocked.sort()
    for left, right in zip(crossings[::2], crossings[1::2], strict=True):
        start = left
        for first, last in blocked:
            if last < start:
                continue
            if first > right:
                break
            if first >= start:
                yield start, first
            start = max(start, last)
        if start <= right:
            yield start, right


def _keep_apart(spans: Iterable[Span], distance: float) -> Iterator[Span]:
    """Yield spans from left to right, shortened if the distance to the span on the left is too small.

    The tip of a corner between two spans may be narrower than a mark, so that marks on its two sides would touch.
    """
    free_from = -inf
    for left, right in spans:
        if (start := max(left, free_from)) <= right:
            yield start, right
            free_from = right + distance


def _find_near_span(start: Point, end: Point, y: float, reach: float) -> Span | None:
    """Return the part of the line at height `y` that is nearer than `reach` to a side. Return None if no part is."""
    (x1, y1), (x2, y2) = start, end
    ends = list[float]()
    for x, height in (start, end):
        if abs(y - height) < reach:
            half_width = sqrt(reach**2 - (y - height) ** 2)
            ends += (x - half_width, x + half_width)
    if length := hypot(x2 - x1, y2 - y1):
        along, down = (x2 - x1) / length, (y2 - y1) / length
        if abs(down) > _TOLERANCE:
            first, last = sorted((x1 + ((y - y1) * along + sign * reach) / down) for sign in (-1, 1))
            if abs(along) > _TOLERANCE:  # only beside the side, not beyond its ends
                low, high = sorted(x1 + (part - (y - y1) * down) / along for part in (0.0, length))
                first, last = max(first, low), min(last, high)
            elif not min(y1, y2) <= y <= max(y1, y2):
                first, last = 1.0, 0.0
            if first < last:
                ends += (first, last)
    return (min(ends), max(ends)) if ends else None


def _choose_rows(free: _FreeRows, steps: Sequence[int]) -> Iterator[list[tuple[float, tuple[Span, ...]]]]:
    """Yield choices of rows at equal distances of some `steps`, as many as fit or one fewer: the middle ones first."""
    extent = len(free.rows) - 1
    for gap in steps:
        for count in (extent // gap + 1, extent // gap):
            spare = extent - gap * (count - 1)
            firsts = range(spare + 1) if count > 0 else ()
            for first in sorted(firsts, key=lambda first: abs(2 * first - spare)):
                yield [free.rows[first + number * gap] for number in range(count)]


def _center_rows(count: int, free: _FreeRows, spacing: float) -> tuple[int, list[Point]]:
    """Return the number of marks that fit in centred rows, and the marks; none if there is too little room."""
    best, chosen = 0, list[Point]()
    for rows in _choose_rows(free, _ROW_STEPS):
        spans = [(y, span) for y, row in rows for span in row]
        sizes = [int((right - left) / spacing + _TOLERANCE) + 1 for _, (left, right) in spans]
        best = max(best, sum(sizes))
        if sum(sizes) < count:
            continue
        lengths = [right - left for _, (left, right) in spans]
        row_gap = rows[1][0] - rows[0][0] if len(rows) > 1 else spacing
        for share in (1.0, 0.0):  # leave out marks in the row with the closest marks, or with the most marks
            fewer = [*sizes]
            for _ in range(sum(sizes) - count):
                weights = [size / (length + spacing) ** share for size, length in zip(fewer, lengths, strict=True)]
                fewer[max(range(len(fewer)), key=lambda row: (weights[row], fewer[row], row))] -= 1
            points = _place_rows(spans, fewer, spacing, row_gap)
            if _is_even(points):
                return best, points
            chosen = chosen or points
    return best, chosen


def _place_rows(spans: Sequence[tuple[float, Span]], sizes: Sequence[int], spacing: float, row_gap: float
                ) -> list[Point]:
    """Return marks in spans of rows, near the middle of all spans.

    If a row has several spans, its marks stay within their spans. The distance between marks is the same in all rows,
    and at most `_EVEN` times the distance between the rows.
    """
    distance = min(((right - left) / (size - 1) for (_, (left, right)), size in zip(spans, sizes, strict=True)
                    if size > 1), default=spacing)
    distance = min(distance, _EVEN * row_gap)
    middle = sum(left + right for _, (left, right) in spans) / (2 * len(spans))
    in_row, points = Counter(y for y, _ in spans), list[Point]()
    for (y, (left, right)), size in zip(spans, sizes, strict=True):
        extent = distance * (size - 1)
        first = (left + right - extent) / 2 if in_row[y] > 1 else min(max(middle - extent / 2, left), right - extent)
        points += ((first + number * distance, y) for number in range(size))
    return points


def _lay_lattice(count: int, free: _FreeRows, spacing: float) -> tuple[int, list[Point]]:
    """Return how many marks fit on a triangular lattice, and the marks; none if there is too little room."""
    best, candidates = 0, list[list[list[Point]]]()
    if not free.rows:
        return 0, []
    left, right = max((span for _, row in free.rows for span in row), key=lambda span: span[1] - span[0])
    middle = (left + right) / 2
    for rows in _choose_rows(free, _LATTICE_STEPS):
        for phase in (0.0, 0.5, 0.25, 0.75):
            lattice = [list(_list_lattice_points(y, row, middle + (phase + number % 2 / 2) * spacing, spacing))
                       for number, (y, row) in enumerate(rows)]
            fit_count = sum(map(len, lattice))
            best = max(best, fit_count)
            if fit_count >= count:
                _remove_marks(lattice, fit_count - count, middle)
                candidates.append(lattice)
    centred = min(candidates, default=[], key=lambda lattice: sum(
        abs(row[0][0] + row[-1][0] - 2 * middle) for row in lattice if row))
    return best, [point for row in centred for point in row]


def _list_lattice_points(y: float, row: tuple[Span, ...], x: float, spacing: float) -> Iterator[Point]:
    for left, right in row:
        first = ceil((left - x) / spacing - _TOLERANCE)
        last = floor((right - x) / spacing + _TOLERANCE)
        yield from ((x + number * spacing, y) for number in range(first, last + 1))


def _remove_marks(rows: list[list[Point]], excess: int, middle: float) -> None:
    """Remove marks from the longest rows, at the end that is farther from the middle."""
    for _ in range(excess):
        longest = max(rows, key=len)
        longest.pop(0 if middle - longest[0][0] > longest[-1][0] - middle else -1)
