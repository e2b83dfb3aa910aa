"""Rectangles, polygons with rings, and paper sizes. Points, origin at the top left, y down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate
from math import cos, pi, tan
from typing import NamedTuple

from printshop.drawing.geometry import Point, Transform, bearing, hull, inside
from printshop.units import INCH, MM


class Box(NamedTuple):
    """A rectangle with its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The centre of the rectangle, (x, y)."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, left: float, top: float | None = None, right: float | None = None,
              bottom: float | None = None) -> Box:
        """Return a smaller rectangle; as in CSS, omitted margins are top = left, right = left, bottom = top."""
        top = left if top is None else top
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def shared(self, other: Box) -> Box | None:
        """Return the intersection of two rectangles, or None if they do not overlap.

        >>> Box(0, 0, 10, 10).shared(Box(8, 2, 10, 5))
        Box(x=8, y=2, width=2, height=5)
        """
        (left, top, width, height), (other_left, other_top, other_width, other_height) = self, other
        x, right = max(left, other_left), min(left + width, other_left + other_width)
        if right <= x:
            return None
        y, bottom = max(top, other_top), min(top + height, other_top + other_height)
        return Box(x, y, right - x, bottom - y) if bottom > y else None

    def columns(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
        """Split the rectangle into columns with widths in the given proportion, `gap` points apart.

        >>> Box(0, 0, 100, 10).columns([3, 1])
        (Box(x=0, y=0, width=75.0, height=10), Box(x=75.0, y=0, width=25.0, height=10))
        """
        return tuple(Box(left, self.y, width, self.height) for left, width in _parted(self.x, self.width, shares, gap))

    def rows(self, shares: Sequence[float], gap: float = 0.0) -> tuple[Box, ...]:
        """Split the rectangle into rows with heights in the given proportion, `gap` points apart."""
        return tuple(Box(self.x, top, self.width, height) for top, height in _parted(self.y, self.height, shares, gap))


def _parted(start: float, length: float, shares: Sequence[float], gap: float) -> Iterator[tuple[float, float]]:
    unit = (length - gap * (len(shares) - 1)) / sum(shares)
    for share in shares:
        yield start, share * unit
        start += share * unit + gap


def balance(heights: Sequence[float], columns: int, gap: float = 0.0) -> tuple[range, ...]:
    """Split a sequence of heights into columns, in order, so that the tallest column is as low as possible.

    Returns the range of indices of each column; `gap` is added between neighbours of a column. No column is empty
    unless there are fewer heights than columns. Raises ValueError if `columns` is less than 1.

    >>> balance([5, 1, 1, 1, 4], 2)
    (range(0, 2), range(2, 5))
    """
    if columns < 1:
        raise ValueError("there must be at least one column")
    tops = list(accumulate(heights, initial=0.0))

    @cache  # by (end, count): each split into columns is found once
    def best(end: int, count: int) -> tuple[float, int]:
        """Return the height of the tallest column and the start of the last one, for the first `end` heights."""
        starts = range(count - 1, max(end, count)) if count > 1 else (0,)
        return min((max(best(start, count - 1)[0] if count > 1 else 0.0,
                        tops[end] - tops[start] + gap * max(end - start - 1, 0)), start) for start in starts)

    split: list[range] = []
    for count in range(min(columns, max(len(heights), 1)), 0, -1):
        end = split[0].start if split else len(heights)
        split.insert(0, range(best(end, count)[1], end))
    return tuple(split)


def shortest(fits: Callable[[float], bool], low: float, high: float, step: float) -> float:
    """Return the shortest length for which `fits` is true, to within `step`, by bisection.

    `fits(low)` must be false, `fits(high)` true.
    """
    while high - low > step:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


# Sample heights for edges of the largest rectangle, in addition to the corners' own; the search tries every pair.
_LEVELS = 24
_NEAR = 1e-4  # points: outlines are measured this far above and below each sample height


# Cached by outline, rectangle and aspect ratio: pieces made of the same hexes have the same cells.
@lru_cache(maxsize=1024)
def largest_box(outline: tuple[Point, ...], within: Box, breadth: float = 0.0) -> Box:
    """Return the rectangle of largest area inside both an outline and a rectangle.

    With a `breadth` (width / height), return the rectangle that holds the largest content of that aspect ratio instead.
    It lies on the vertical middle line of `within`, or in the stretch of the outline nearest to that. If nothing fits,
    the result is empty, at the centre of `within`.
    """
    ys = [y for _, y in outline]
    first, last = max(min(ys), within.y), min(max(ys), within.bottom)
    steps = [first + (last - first) * k / _LEVELS for k in range(_LEVELS + 1)]
    levels = sorted({round(y, 6) for y in (*steps, *ys) if first <= y <= last})
    above, below = ([_span(outline, within, y + near) for y in levels] for near in (-_NEAR, _NEAR))
    best, most = Box(*within.center, 0.0, 0.0), 0.0
    for top, y in enumerate(levels[:-1]):
        left, right = below[top]
        for foot in range(top + 1, len(levels)):
            left, right = max(left, above[foot][0]), min(right, above[foot][1])
            width, height = right - left, levels[foot] - y
            score = min(width / breadth, height) if breadth else width * height
            if score > most + _NEAR and width > 0:
                best, most = Box(left, y, width, height), score
            left, right = max(left, below[foot][0]), min(right, below[foot][1])
    return best


def _span(outline: tuple[Point, ...], within: Box, y: float) -> tuple[float, float]:
    """Return the (left, right) inside both at a height, nearest the middle of the rectangle; (0, 0) if empty."""
    crossings = sorted(x1 + (x2 - x1) * (y - y1) / (y2 - y1)
                       for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
                       if (y1 <= y) != (y2 <= y))
    middle = within.center[0]
    near = min(zip(crossings[::2], crossings[1::2], strict=True), default=(0.0, 0.0),
               key=lambda span: max(span[0] - middle, middle - span[1], 0.0))
    left, right = max(near[0], within.x), min(near[1], within.right)
    return (left, right) if right > left else (0.0, 0.0)


def meets(corners: Sequence[Point], box: Box) -> bool:
    """Return whether a polygon and a rectangle overlap."""
    within = any(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in corners)
    return within or crossed(corners, box) or inside(box.center, corners)  # the last: all of it inside


def crossed(corners: Sequence[Point], box: Box) -> bool:
    """Return whether a side of a polygon crosses a rectangle (Liang and Barsky)."""
    for (x, y), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        first, last = 0.0, 1.0
        for start, way, low, high in ((x, x2 - x, box.x, box.right), (y, y2 - y, box.y, box.bottom)):
            if way:
                near, far = sorted(((low - start) / way, (high - start) / way))
                first, last = max(first, near), min(last, far)
            elif not low <= start <= high:
                last = -1.0
        if first <= last:
            return True
    return False


def covered(edges: Iterable[tuple[Point, Point]], row: Box) -> list[tuple[float, float]]:
    """Return the stretches (from, to) of a row in which a rectangle as high as the row overlaps a polygon.

    `edges` are all sides of the polygon that reach the heights of the row, including those left and right of it. This
    tests all rectangles of a row at once; `meets` would compare each of them with each side.
    """
    bottom, middle = row.bottom, row.center[1]
    stretches, crossings = [], []
    for (x1, y1), (x2, y2) in edges:
        if max(y1, y2) < row.y or min(y1, y2) > bottom:
            continue
        slope = (x2 - x1) / (y2 - y1) if y1 != y2 else 0.0
        heights = (min(max(y, row.y), bottom) for y in (y1, y2))  # the ends of the side, clipped to the row
        ends = [x1 + slope * (y - y1) for y in heights] if slope else [x1, x2]
        stretches.append((min(ends), max(ends)))
        if (y1 > middle) != (y2 > middle):
            crossings.append(x1 + slope * (middle - y1))
    crossings.sort()
    stretches += zip(crossings[::2], crossings[1::2], strict=True)  # the interior of the polygon
    clipped = ((max(first, row.x), min(last, row.right)) for first, last in stretches)
    return [(first, last) for first, last in clipped if first <= last]


# The core's apothem as a share of the outer one: larger if the core has much content, or with only one ring.
_CORE, _BUSY_CORE, _LONE_CORE = 0.36, 0.47, 0.55


@dataclass(frozen=True, slots=True)
class Rings:
    """A regular polygon round (x, y) with rings round a core; `apothem` is that of the outer edge, in points."""

    x: float
    y: float
    sides: int
    pointed: bool
    apothem: float
    rings: int
    busy: bool = False  # whether the core has much content and is larger

    @property
    def core(self) -> float:
        """The apothem of the polygon in the middle."""
        return self.apothem * (_LONE_CORE if self.rings == 1 else _BUSY_CORE if self.busy else _CORE)

    @property
    def depth(self) -> float:
        """The width of one ring, measured at right angles to a side."""
        return (self.apothem - self.core) / self.rings

    def bearing(self, side: int) -> float:
        """Return the bearing of a side's middle, in degrees clockwise from up."""
        return (side + (0.5 if self.pointed else 0.0)) * 360 / self.sides

    def outline(self, ring: int) -> tuple[Point, ...]:
        """Return the corners of the outer edge of a ring; ring number `rings` is the core."""
        reach = (self.apothem - ring * self.depth) / cos(pi / self.sides)
        return tuple(bearing(self.bearing(side) - 180 / self.sides, reach, self.x, self.y)
                     for side in range(self.sides))

    def cell(self, side: int, ring: int) -> tuple[Box, Transform]:
        """Return the largest rectangle in a ring at a side, centred on the origin, and the transform to its place."""
        inner = self.apothem - (ring + 1) * self.depth
        middle = bearing(self.bearing(side), inner + self.depth / 2, self.x, self.y)
        width = 2 * inner * tan(pi / self.sides)
        return (Box(-width / 2, -self.depth / 2, width, self.depth),
                Transform().translate(*middle).rotate(self.bearing(side)))

    def widths(self, ring: int, pitch: float, rows: int) -> tuple[float, ...]:
        """Return the widths of rows of marks in a ring, the outermost and widest first."""
        inner = self.apothem - (ring + 1) * self.depth + (self.depth - rows * pitch) / 2
        return tuple(2 * (inner + row * pitch) * tan(pi / self.sides) for row in reversed(range(rows)))

    def inside(self, side: int, share: float) -> Point:
        """Return the point in the core at `share` of the distance from the centre to a side."""
        return bearing(self.bearing(side), self.core * share, self.x, self.y)

    def outside(self, side: int, distance: float) -> Point:
        """Return the point outside the middle of an outer side, `distance` points away."""
        return bearing(self.bearing(side), self.apothem + distance, self.x, self.y)


def fitted(box: Box, sides: int, rings: int, *, pointed: bool, busy: bool = False) -> Rings:
    """Return the largest ringed polygon that fits a rectangle, centred in it."""
    left, top, right, bottom = hull((x, y, x, y) for x, y in Rings(0.0, 0.0, sides, pointed, 1.0, rings).outline(0))
    apothem = min(box.width / (right - left), box.height / (bottom - top))
    x, y = box.center
    return Rings(x - apothem * (right + left) / 2, y - apothem * (bottom + top) / 2, sides, pointed, apothem, rings,
                 busy)


# --- paper ---


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in points, with the margin that home printers leave white; `title` describes it."""

    name: str
    width: float
    height: float
    margin: float = 10 * MM
    title: str = ""

    @property
    def box(self) -> Box:
        """The printable rectangle of the sheet."""
        return Box(0, 0, self.width, self.height).inset(self.margin)

    @property
    def area(self) -> float:
        """The area of the sheet, in square points."""
        return self.width * self.height

    @property
    def usual(self) -> bool:
        """Whether the printable rectangle is at least as wide and as high as that of `UNIVERSAL`."""
        return self.box.width >= UNIVERSAL.box.width - 0.01 and self.box.height >= UNIVERSAL.box.height - 0.01

    def turned(self) -> Paper:
        """Return the sheet turned by a quarter: in landscape, or back in portrait."""
        return replace(self, width=self.height, height=self.width)

    def lying(self) -> Paper:
        """Return the sheet in landscape."""
        return self if self.width >= self.height else self.turned()


UNIVERSAL = Paper("universal", 210 * MM, 11 * INCH)
"""The part that A4 and Letter have in common: both print it at 100 %. All layouts are designed for it."""

PAPERS = {paper.name: paper for paper in (
    UNIVERSAL, Paper("a4", 210 * MM, 297 * MM), Paper("letter", 8.5 * INCH, 11 * INCH))}
"""The usual home papers; `printshop.equipment.papers` has many more."""

FIT = Paper("fit", 0.0, 0.0, 0.0)  # placeholder for a sheet as large as its content


class Machine(NamedTuple):
    """Layout requirements of a cutting machine: black drawings to engrave, and a gap between pieces in points."""

    engraves: bool = False
    gap: float = 0.0


class Shop(NamedTuple):
    """Layout requirements of a print service."""

    single: bool = False  # each card and counter is a page
    bleed: float = 0.0  # points, beyond the edge of each page
    die: bool = False  # cut and fold lines are die lines, which are not printed


HOME = Shop()  # printed at home: sheets with cut lines
