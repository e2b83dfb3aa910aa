"""Rectangles, polygons with rings, and paper sizes.

Lengths are in points, with the origin at the top left and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate
from math import cos, pi, tan
from typing import NamedTuple

from printshop.drawing.geometry import Point, Transform, is_in_polygon, merge_bounds, move_point
from printshop.lengths import INCH, MM


class Rect(NamedTuple):
    """A rectangle with its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y coordinate of the bottom edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The centre of the rectangle, (x, y)."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, left: float, top: float | None = None, right: float | None = None,
              bottom: float | None = None) -> Rect:
        """Return the rectangle reduced by margins. Negative margins extend the rectangle.

        Omitted margins are as in CSS: top = left, right = left, bottom = top.
        """
        top = left if top is None else top
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Rect(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def intersect(self, other: Rect) -> Rect | None:
        """Return the intersection of two rectangles. If the rectangles do not overlap, return None.

        >>> Rect(0, 0, 10, 10).intersect(Rect(8, 2, 10, 5))
        Rect(x=8, y=2, width=2, height=5)
        """
        (left, top, width, height), (other_left, other_top, other_width, other_height) = self, other
        x, right = max(left, other_left), min(left + width, other_left + other_width)
        if right <= x:
            return None
        y, bottom = max(top, other_top), min(top + height, other_top + other_height)
        return Rect(x, y, right - x, bottom - y) if bottom > y else None

    def split_columns(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Rect, ...]:
        """Split the rectangle into columns with widths in the given proportion, `gap` points apart.

        >>> Rect(0, 0, 100, 10).split_columns([3, 1])
        (Rect(x=0, y=0, width=75.0, height=10), Rect(x=75.0, y=0, width=25.0, height=10))
        """
        return tuple(Rect(left, self.y, width, self.height) for left,
                     width in _split_length(self.x, self.width, shares, gap))

    def split_rows(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Rect, ...]:
        """Split the rectangle into rows with heights in the given proportion, `gap` points apart."""
        return tuple(Rect(self.x, top, self.width, height) for top,
                     height in _split_length(self.y, self.height, shares, gap))


def turn_rect(rect: Rect, degrees: int) -> tuple[Rect, Transform]:
    """Return an upright rectangle, and the transform that turns it clockwise into `rect`.

    `degrees` is a multiple of 90; the rectangles have the same centre.

    >>> turn_rect(Rect(0, 0, 10, 4), 90)[0]
    Rect(x=3.0, y=-3.0, width=4, height=10)
    """
    (x, y), is_across = rect.center, degrees % 180 == 90
    width, height = (rect.height, rect.width) if is_across else (rect.width, rect.height)
    return Rect(x - width / 2, y - height / 2, width, height), Transform().rotate(degrees, x, y)


def _split_length(start: float, length: float, shares: Sequence[float], gap: float) -> Iterator[tuple[float, float]]:
    unit = (length - gap * (len(shares) - 1)) / sum(shares)
    for share in shares:
        yield start, share * unit
        start += share * unit + gap


def balance_columns(heights: Sequence[float], columns: int, gap: float = 0.0) -> tuple[range, ...]:
    """Split a sequence of heights into columns, in order, so that the tallest column is as low as possible.

    Returns the range of indices of each column. `gap` is added between neighbours in a column. No column is
    empty unless there are fewer heights than columns. Raises ValueError if `columns` is less than 1.

    >>> balance_columns([5, 1, 1, 1, 4], 2)
    (range(0, 2), range(2, 5))
    """
    if columns < 1:
        raise ValueError("there must be at least one column")
    tops = list(accumulate(heights, initial=0.0))

    @cache  # by (end, count): each split into columns is found once
    def find_last_column(end: int, count: int) -> tuple[float, int]:
        """Return the height of the tallest column and the start of the last column.

        Only the first `end` heights are split.
        """
        starts = range(count - 1, max(end, count)) if count > 1 else (0,)
        return min((max(find_last_column(start, count - 1)[0] if count > 1 else 0.0,
                        tops[end] - tops[start] + gap * max(end - start - 1, 0)), start) for start in starts)

    split: list[range] = []
    for count in range(min(columns, max(len(heights), 1)), 0, -1):
        end = split[0].start if split else len(heights)
        split.insert(0, range(find_last_column(end, count)[1], end))
    return tuple(split)


def find_shortest(is_enough: Callable[[float], bool], low: float, high: float, step: float) -> float:
    """Return the shortest length for which `is_enough` is true, to within `step`, by bisection.

    `is_enough(low)` must be false, and `is_enough(high)` must be true.
    """
    while high - low > step:
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


# Sample heights for edges of the largest rectangle, in addition to the corners' own; the search tries every pair.
_SAMPLE_HEIGHTS = 24
_TOLERANCE = 1e-4  # points: outlines are measured this far above and below each sample height


# Cached by outline, rectangle and aspect ratio: pieces made of the same hexes have the same cells.
@lru_cache(maxsize=1024)
def find_largest_rect(outline: tuple[Point, ...], bounds: Rect, aspect_ratio: float = 0.0) -> Rect:
    """Return the rectangle of largest area inside both an outline and a rectangle.

    If an `aspect_ratio` (width / height) is given, return the rectangle that holds the largest content of this
    aspect ratio instead. The rectangle lies on the vertical middle line of `bounds`, or in the stretch of the
    outline nearest to this line. If nothing fits, the result is empty, at the centre of `bounds`.
    """
    ys = [y for _, y in outline]
    first, last = max(min(ys), bounds.y), min(max(ys), bounds.bottom)
    steps = [first + (last - first) * k / _SAMPLE_HEIGHTS for k in range(_SAMPLE_HEIGHTS + 1)]
    levels = sorted({round(y, 6) for y in (*steps, *ys) if first <= y <= last})
    above, below = ([_find_span(outline, bounds, y + offset) for y in levels] for offset in (-_TOLERANCE, _TOLERANCE))
    best, best_score = Rect(*bounds.center, 0.0, 0.0), 0.0
    for start, y in enumerate(levels[:-1]):
        left, right = below[start]
        for end in range(start + 1, len(levels)):
            left, right = max(left, above[end][0]), min(right, above[end][1])
            width, height = right - left, levels[end] - y
            score = min(width / aspect_ratio, height) if aspect_ratio else width * height
            if score > best_score + _TOLERANCE and width > 0:
                best, best_score = Rect(left, y, width, height), score
            left, right = max(left, below[end][0]), min(right, below[end][1])
    return best


def _find_span(outline: tuple[Point, ...], bounds: Rect, y: float) -> tuple[float, float]:
    """Return the span (left, right) at height y inside both an outline and a rectangle.

    If the outline has several spans, use the span nearest the middle of the rectangle. If the span is empty,
    return (0, 0).
    """
    crossings = sorted(x1 + (x2 - x1) * (y - y1) / (y2 - y1)
                       for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
                       if (y1 <= y) != (y2 <= y))
    middle = bounds.center[0]
    nearest = min(zip(crossings[::2], crossings[1::2], strict=True), default=(0.0, 0.0),
                  key=lambda span: max(span[0] - middle, middle - span[1], 0.0))
    left, right = max(nearest[0], bounds.x), min(nearest[1], bounds.right)
    return (left, right) if right > left else (0.0, 0.0)


def overlaps_polygon(corners: Sequence[Point], rect: Rect) -> bool:
    """Return whether a polygon and a rectangle overlap."""
    has_corner_inside = any(rect.x <= x <= rect.right and rect.y <= y <= rect.bottom for x, y in corners)
    # the last condition: the rectangle lies wholly inside
    return has_corner_inside or crosses_polygon_side(corners, rect) or is_in_polygon(rect.center, corners)


def crosses_polygon_side(corners: Sequence[Point], rect: Rect) -> bool:
    """Return whether a side of a polygon crosses a rectangle (Liang and Barsky)."""
    for (x, y), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        first, last = 0.0, 1.0
        for start, delta, low, high in ((x, x2 - x, rect.x, rect.right), (y, y2 - y, rect.y, rect.bottom)):
            if delta:
                entry, exit_share = sorted(((low - start) / delta, (high - start) / delta))
                first, last = max(first, entry), min(last, exit_share)
            elif not low <= start <= high:
                last = -1.0
        if first <= last:
            return True
    return False


def find_covered_spans(edges: Iterable[tuple[Point, Point]], row: Rect) -> list[tuple[float, float]]:
    """Return the spans (from, to) of a row in which a rectangle as high as the row overlaps a polygon.

    `edges` are all sides of the polygon that reach the heights of the row, including sides to the left and to
    the right of the row. This function tests all rectangles of a row at once; `overlaps_polygon` would compare
    each rectangle with each side.
    """
    bottom, middle = row.bottom, row.center[1]
    spans, crossings = [], []
    for (x1, y1), (x2, y2) in edges:
        if max(y1, y2) < row.y or min(y1, y2) > bottom:
            continue
        slope = (x2 - x1) / (y2 - y1) if y1 != y2 else 0.0
        heights = (min(max(y, row.y), bottom) for y in (y1, y2))  # the ends of the side, clipped to the row
        ends = [x1 + slope * (y - y1) for y in heights] if slope else [x1, x2]
        spans.append((min(ends), max(ends)))
        if (y1 > middle) != (y2 > middle):
            crossings.append(x1 + slope * (middle - y1))
    crossings.sort()
    spans += zip(crossings[::2], crossings[1::2], strict=True)  # the interior of the polygon
    clipped = ((max(first, row.x), min(last, row.right)) for first, last in spans)
    return [(first, last) for first, last in clipped if first <= last]


# The core's apothem as a share of the outer one: larger if the core has much content, or with only one ring.
_CORE_SHARE, _LARGE_CORE_SHARE, _SINGLE_RING_CORE_SHARE = 0.36, 0.47, 0.55


@dataclass(frozen=True, slots=True)
class PolygonRings:
    """A regular polygon about (x, y), divided into rings round a core.

    `apothem` is the apothem of the outer edge, in points.
    """

    x: float
    y: float
    side_count: int
    pointy_top: bool
    apothem: float
    ring_count: int
    large_core: bool = False  # whether the core has much content and is larger

    @property
    def core_apothem(self) -> float:
        """The apothem of the core."""
        return self.apothem * (_SINGLE_RING_CORE_SHARE if self.ring_count == 1 else _LARGE_CORE_SHARE if self.large_core
                               else _CORE_SHARE)

    @property
    def ring_width(self) -> float:
        """The width of one ring, measured at right angles to a side."""
        return (self.apothem - self.core_apothem) / self.ring_count

    def find_bearing(self, side: int) -> float:
        """Return the bearing of the middle of a side from the centre, in degrees clockwise from up."""
        return (side + (0.5 if self.pointy_top else 0.0)) * 360 / self.side_count

    def find_corners(self, ring: int) -> tuple[Point, ...]:
        """Return the corners of the outer edge of a ring.

        Ring number `ring_count` is the core.
        """
        radius = (self.apothem - ring * self.ring_width) / cos(pi / self.side_count)
        return tuple(move_point(self.find_bearing(side) - 180 / self.side_count, radius, self.x, self.y)
                     for side in range(self.side_count))

    def place_cell(self, side: int, ring: int) -> tuple[Rect, Transform]:
        """Return the largest rectangle in a ring at a side, and the transform that moves the rectangle there.

        Before the transform, the rectangle is centred on the origin.
        """
        inner = self.apothem - (ring + 1) * self.ring_width
        middle = move_point(self.find_bearing(side), inner + self.ring_width / 2, self.x, self.y)
        width = 2 * inner * tan(pi / self.side_count)
        return (Rect(-width / 2, -self.ring_width / 2, width, self.ring_width),
                Transform().translate(*middle).rotate(self.find_bearing(side)))

    def measure_row_widths(self, ring: int, pitch: float, rows: int) -> tuple[float, ...]:
        """Return the widths of rows of marks in a ring.

        The first row is the outermost and widest.
        """
        inner = self.apothem - (ring + 1) * self.ring_width + (self.ring_width - rows * pitch) / 2
        return tuple(2 * (inner + row * pitch) * tan(pi / self.side_count) for row in reversed(range(rows)))

    def find_core_point(self, side: int, share: float) -> Point:
        """Return the point in the core at a `share` of the way from the centre to a side of the core."""
        return move_point(self.find_bearing(side), self.core_apothem * share, self.x, self.y)

    def find_outer_point(self, side: int, distance: float) -> Point:
        """Return the point `distance` points outside the middle of an outer side."""
        return move_point(self.find_bearing(side), self.apothem + distance, self.x, self.y)


def fit_rings(rect: Rect, side_count: int, ring_count: int, *, pointy_top: bool,
              large_core: bool = False) -> PolygonRings:
    """Return the largest polygon with rings that fits a rectangle.

    The polygon is centred in the rectangle.
    """
    left, top, right, bottom = merge_bounds((x, y, x, y) for x, y in PolygonRings(0.0, 0.0, side_count, pointy_top, 1.0,
                                                                                  ring_count).find_corners(0))
    apothem = min(rect.width / (right - left), rect.height / (bottom - top))
    x, y = rect.center
    return PolygonRings(x - apothem * (right + left) / 2, y - apothem * (bottom + top) / 2, side_count, pointy_top,
                        apothem, ring_count,
                        large_core)


# --- paper ---


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in points. `title` is its description.

    `margin` is the width of the edge that home printers leave white.
    """

    name: str
    width: float
    height: float
    margin: float = 10 * MM
    title: str = ""

    @property
    def printable(self) -> Rect:
        """The printable rectangle of the sheet."""
        return Rect(0, 0, self.width, self.height).inset(self.margin)

    @property
    def area(self) -> float:
        """The area of the sheet, in square points."""
        return self.width * self.height

    @property
    def fits_universal(self) -> bool:
        """Whether the printable rectangle is at least as wide and as high as the printable rectangle of `UNIVERSAL`."""
        return (
            self.printable.width >= UNIVERSAL.printable.width - 0.01
            and self.printable.height >= UNIVERSAL.printable.height - 0.01
        )

    def rotate(self) -> Paper:
        """Return the sheet turned by 90 degrees, from portrait to landscape or from landscape to portrait."""
        return replace(self, width=self.height, height=self.width)

    def to_landscape(self) -> Paper:
        """Return the sheet in landscape."""
        return self if self.width >= self.height else self.rotate()


UNIVERSAL = Paper("universal", 210 * MM, 11 * INCH)
"""The size that A4 and Letter have in common. Both papers print this size at 100 %.

All layouts are designed for this size.
"""

PAPERS = {paper.name: paper for paper in (
    UNIVERSAL, Paper("a4", 210 * MM, 297 * MM), Paper("letter", 8.5 * INCH, 11 * INCH))}
"""The usual papers of home printers. `printshop.equipment.papers` has many more papers."""

FIT_CONTENT = Paper("fit", 0.0, 0.0, 0.0)  # placeholder for a sheet as large as its content


class MachineLayout(NamedTuple):
    """Layout requirements of a cutting machine.

    If `engraves` is true, the machine needs black drawings. `gap` is the distance between pieces, and `margin` the
    least margin of the sheet, in points.
    """

    engraves: bool = False
    gap: float = 0.0
    margin: float = 0.0


class PrintLayout(NamedTuple):
    """Layout requirements of a print service."""

    one_per_page: bool = False  # each card and counter is a page
    bleed: float = 0.0  # points, beyond the edge of each page
    die_lines: bool = False  # cut and fold lines are die lines, which are not printed


HOME_LAYOUT = PrintLayout()  # printed at home: sheets with cut lines
