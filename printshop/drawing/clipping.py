"""Clipping of paths in windows of any shape or in convex regions.

The module also turns strokes into areas. Outlines are treated as polygons, with curves as short chords, in points (1/72
in), y down. An outline that lies completely inside a window or region keeps its curves. A line that a window clips ends
at the window. A line that a convex region (a rectangle, a circle, a hex) clips becomes the outline of its ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import cycle, groupby, pairwise
from math import ceil, dist, hypot, inf
from typing import NamedTuple

from printshop.drawing.display_list import CLOSE, ClosePath, CurveTo, LineTo, MoveTo, Path, Segment, Stroke
from printshop.drawing.geometry import (
    Bounds,
    Point,
    clip_to_half_plane,
    find_crossings,
    intersect_bounds,
    iter_sides,
    measure_signed_area,
    move_point,
)
from printshop.drawing.shapes import evaluate_curve, measure_outline, polygon, split_outlines

Side = tuple[Point, Point]
Segments = tuple[Segment, ...]

_MAX_CHORD_ERROR = 0.01  # points: the greatest distance of a chord from its curve
_EPSILON = 1e-9
_BEYOND_PAGE = 1e5  # points: beyond the edge of any page


class Contour(NamedTuple):
    """One outline of a path, as the corners of a polygon."""

    points: list[Point]
    closed: bool

    @property
    def pen_points(self) -> list[Point]:
        """The corners in drawing order, with the first corner of a closed outline repeated at the end."""
        return [*self.points, *(self.points[:1] if self.closed else [])]

    @property
    def segments(self) -> Segments:
        """The contour as segments of a path."""
        return (MoveTo(*self.points[0]), *(LineTo(*point) for point in self.points[1:]),
                *((CLOSE,) if self.closed else ()))


def flatten_outlines(segments: Iterable[Segment]) -> list[Contour]:
    """Return the outlines of a path as contours, with curves as chords."""
    contours: list[Contour] = []
    for outline in split_outlines(segments):
        points: list[Point] = []
        for segment in outline:
            if isinstance(segment, CurveTo):
                start, (x1, y1, x2, y2, x3, y3) = points[-1], segment
                bend = max(hypot(start[0] - 2 * x1 + x2, start[1] - 2 * y1 + y2),
                           hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
                count = max(1, ceil((0.75 * bend / _MAX_CHORD_ERROR) ** 0.5))
                points += (evaluate_curve(start, segment, k / count) for k in range(1, count + 1))
            elif not isinstance(segment, ClosePath):
                points.append((segment[0], segment[1]))
        closed = isinstance(outline[-1], ClosePath)
        if len(points) > (0 if closed else 1):
            contours.append(Contour(points, closed))
    return contours


def split_dashes(segments: Iterable[Segment], stroke: Stroke) -> tuple[Segment, ...]:
    """Return the dashes of a line as segments. Each outline begins with a whole dash."""
    dashes: list[Segment] = []
    for contour in flatten_outlines(segments) if sum(stroke.dash) > 0 else ():
        points, lengths = contour.pen_points, cycle(stroke.dash * 2)
        remaining, is_dash = next(lengths), True
        dashes.append(MoveTo(*points[0]))
        for start, end in pairwise(points):
            walked, length = 0.0, dist(start, end)
            while length - walked > remaining:
                walked += remaining
                point = (
                    start[0] + (end[0] - start[0]) * walked / length,
                    start[1] + (end[1] - start[1]) * walked / length,
                )
                dashes.append(LineTo(*point) if is_dash else MoveTo(*point))
                remaining, is_dash = next(lengths), not is_dash
            remaining -= length - walked
            if is_dash:
                dashes.append(LineTo(*end))
    return tuple(dashes)


class ConvexRegion:
    """A convex polygon. Its corners may run in either direction."""

    def __init__(self, corners: Sequence[Point]) -> None:
        direction = 1 if measure_signed_area(corners) > 0 else -1
        # Each side as (a, b, c): a x + b y + c is the distance of the point (x, y) from the side, positive inside.
        self._sides = [(direction * (y1 - y2) / length, direction * (x2 - x1) / length,
                        direction * (x1 * y2 - x2 * y1) / length)
                       for (x1, y1), (x2, y2) in iter_sides(corners) if (length := dist((x1, y1), (x2, y2))) > _EPSILON]
        self.is_convex = all(self.measure_depth(corner) > -_MAX_CHORD_ERROR for corner in corners)

    def measure_depth(self, point: Point) -> float:
        """Return the distance of a point from the nearest side.

        Outside the region, the distance is negative.
        """
        return min((a * point[0] + b * point[1] + c for a, b, c in self._sides), default=-1.0)

    def clip_polygon(self, polygon: list[Point]) -> list[Point]:
        """Return the part of a polygon inside the region, clipped by one side after another."""
        for a, b, c in self._sides:
            polygon = clip_to_half_plane(polygon, [a * x + b * y + c for x, y in polygon])
        return polygon


def make_region(path: Path) -> ConvexRegion | None:
    """Return the inside of a path as a region.

    If the path is not one convex outline, return None.
    """
    regions = [ConvexRegion(contour.points) for contour in flatten_outlines(path.segments) if len(contour.points) > 2]
    return regions[0] if len(regions) == 1 and regions[0].is_convex else None


class ClipWindow:
    """The inside of a path of any shape.

    If `inverted` is true, the window is everything outside the path.
    """

    def __init__(self, path: Path, *, inverted: bool = False) -> None:
        self.bounds = measure_outline(path.segments) if path.segments else (0.0, 0.0, 0.0, 0.0)
        self.inverted = inverted
        self._is_evenodd = path.rule == "evenodd"
        self._sides = [side for contour in flatten_outlines(path.segments)
                       for side in _iter_nonempty_sides(contour.points)]
        self._boxes = [(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)) for (x1, y1), (x2, y2) in self._sides]

    @property
    def side_count(self) -> int:
        """The number of sides of the path, with its curves as chords."""
        return len(self._sides)

    def contains(self, point: Point) -> bool:
        """Return whether a point is visible."""
        return self._is_visible(find_crossings(point, self._sides))

    def _is_visible(self, crossing_directions: Sequence[int]) -> bool:
        """Return whether a point is visible, given the directions of the sides to its left or to its right.

        `crossing_directions` has the directions of all sides to the left of the point, or of all sides to the right
        of the point.
        """
        return (len(crossing_directions) % 2 == 1 if self._is_evenodd
                else sum(crossing_directions) != 0) is not self.inverted

    def is_clear_of(self, bounds: Bounds) -> bool:
        """Return whether the bounds of the path do not touch the given bounds."""
        return not are_touching(bounds, self.bounds)

    def clip_lines(self, segments: Segments) -> Segments:
        """Return the visible parts of outlines as lines that end at the window."""
        contours = flatten_outlines(segments)
        visibilities = [self._find_visibility(contour.points) for contour in contours]
        if all(visibilities):
            return segments
        visible: list[Segment] = []
        for contour, is_visible in zip(contours, visibilities, strict=True):
            contour_sides = [(start, end) for start, end in pairwise(contour.pen_points) if start != end]
            visible_sides = (
                [side for contour_side in contour_sides for side in self._clip_side(*contour_side)]
                if is_visible is None
                else contour_sides * is_visible
            )
            if is_visible or (is_visible is None and visible_sides == contour_sides):
                visible += contour.segments
                continue
            for previous, (start, end) in zip([None, *visible_sides], visible_sides, strict=False):
                visible += (LineTo(*end),) if previous and start == previous[1] else (MoveTo(*start), LineTo(*end))
        return tuple(visible)

    def _find_visibility(self, points: Sequence[Point]) -> bool | None:
        """Return True if an outline is completely visible, False if it is invisible, None if a part may be visible."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top, right, bottom = bounds = min(xs), min(ys), max(xs), max(ys)
        if self.is_clear_of(bounds):
            return self.inverted
        if any(x1 <= right and x2 >= left and y1 <= bottom and y2 >= top for x1, y1, x2, y2 in self._boxes):
            return None
        return self.contains(points[0])

    def _clip_side(self, start: Point, end: Point) -> Iterator[Side]:
        (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
        crossing_shares = {0.0, 1.0}
        for (x1, y1), (x2, y2) in self._sides:
            cross_product = dx * (y2 - y1) - dy * (x2 - x1)
            if abs(cross_product) > _EPSILON:
                crossing_share = ((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1)) / cross_product
                side_share = ((x1 - x) * dy - (y1 - y) * dx) / cross_product
                if _EPSILON < crossing_share < 1 - _EPSILON and -_EPSILON <= side_share <= 1 + _EPSILON:
                    crossing_shares.add(crossing_share)
        def is_visible_interval(interval: tuple[float, float]) -> bool:
            middle = sum(interval) / 2
            return self.contains((x + middle * dx, y + middle * dy))

        for visible, intervals in groupby(pairwise(sorted(crossing_shares)), key=is_visible_interval):
            (start_share, end_share), *more_intervals = intervals
            end_share = more_intervals[-1][1] if more_intervals else end_share
            if visible:
                yield (start if start_share == 0 else (x + start_share * dx, y + start_share * dy),
                       end if end_share == 1 else (x + end_share * dx, y + end_share * dy))

    def clip_areas(self, path: Path) -> Path:
        """Return the visible part of a filled path.

        An area that the window cuts becomes several adjoining polygons.
        """
        loops = [contour.points for contour in flatten_outlines(path.segments)]
        visibilities = [self._find_visibility(loop) for loop in loops]
        cut_loops = [loop for loop, copies in zip(loops, visibilities, strict=True) if not copies and len(loop) > 2]
        # Everything is visible if the window cuts no side and has no side inside the path.
        if all(visibilities) or (all(list(self._clip_side(*side)) == [side] for loop in cut_loops
                                     for side in _iter_nonempty_sides(loop)) and not (
                cut_loops and any(map(ClipWindow(Path(make_polygons(cut_loops))).contains,
                                      (start for start, _ in self._sides))))):
            return path
        visible: list[Segment] = []
        for loop, is_visible in zip(loops, visibilities, strict=True):
            top, bottom = min(y for _, y in loop), max(y for _, y in loop)
            visible += make_polygons([loop] * is_visible if is_visible is not None else [
                convex_region.clip_polygon(loop) for first, last, convex_region in self._convex_pieces if first < bottom
                                                                                         and last > top])
        return Path(tuple(visible), path.fill, None, path.rule)

    @cached_property
    def _convex_pieces(self) -> tuple[tuple[float, float, ConvexRegion], ...]:
        """The window as convex regions, each with the y of its top and of its bottom."""
        levels = sorted({y for side in self._sides for _, y in side})
        pieces: list[tuple[float, float, ConvexRegion]] = []
        for top, bottom in pairwise([-_BEYOND_PAGE, *levels, _BEYOND_PAGE] if self.inverted else levels):
            if bottom - top <= _EPSILON:
                continue
            crossing_sides = [(*(x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in ((top + bottom) / 2, top, bottom)),
                               y2 > y1)
                              for (x1, y1), (x2, y2) in self._sides if min(y1, y2) <= top and max(y1, y2) >= bottom]
            directions: list[int] = []
            left = bottom_left = -_BEYOND_PAGE
            for _, right, bottom_right, runs_down in (*sorted(crossing_sides),
                                                      (_BEYOND_PAGE, _BEYOND_PAGE, _BEYOND_PAGE, False)):
                if self._is_visible(directions) and (right - left > _EPSILON or bottom_right - bottom_left > _EPSILON):
                    pieces.append((top, bottom, ConvexRegion([(left, top), (right, top), (bottom_right, bottom),
                                                              (bottom_left, bottom)])))
                left, bottom_left = right, bottom_right
                directions.append(1 if runs_down else -1)
        return tuple(pieces)


def _iter_nonempty_sides(loop: Sequence[Point]) -> Iterator[Side]:
    return (side for side in iter_sides(loop) if side[0] != side[1])


def make_polygons(loops: Iterable[Sequence[Point]]) -> Segments:
    """Return the segments of closed outlines with the given corners."""
    return tuple(segment for loop in loops if len(loop) > 2 for segment in polygon(loop).segments)


def clip_path(path: Path, convex_region: ConvexRegion) -> Iterator[Path]:
    """Yield the parts of a path inside a region.

    A line that the region clips becomes the outline of its ink.
    """
    contours, stroke = flatten_outlines(path.segments), path.stroke
    reach = stroke.width / 2 * (stroke.miter_limit if stroke.join == "miter" else 1.5) if stroke else 0.0
    if min((convex_region.measure_depth(point) for contour in contours for point in contour.points),
           default=inf) >= reach:
        yield path
        return
    if path.fill:
        yield Path(make_polygons(convex_region.clip_polygon(contour.points) for contour in contours), path.fill, None,
                   path.rule)
    if stroke:
        yield Path(make_polygons(convex_region.clip_polygon(stroke_polygon) for contour in contours
                                 for stroke_polygon in outline_stroke(contour, stroke)),
                   stroke.color)


def outline_stroke(contour: Contour, stroke: Stroke) -> Iterator[list[Point]]:
    """Yield polygons that together cover the ink of a stroked outline.

    All polygons run in the same direction. Dashes are ignored. Corners are mitred if the stroke has a mitre,
    otherwise corners are rounded.
    """
    half_width = stroke.width / 2
    points = [point for k, point in enumerate(contour.points) if not k or dist(point, contour.points[k - 1]) > _EPSILON]
    if contour.closed and dist(points[0], points[-1]) > _EPSILON:
        points.append(points[0])
    directions = [(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)]
    for k, ((x1, y1), (x2, y2)) in enumerate(pairwise(points)):
        previous_direction = directions[k - 1] if k or contour.closed else None
        next_direction = directions[(k + 1) % len(directions)] if k + 1 < len(directions) or contour.closed else None
        start_extension, end_extension = _measure_tip(previous_direction, directions[k],
                                                      stroke), _measure_tip(directions[k], next_direction, stroke)
        length = dist((x1, y1), (x2, y2))
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        left, top, right, bottom = (
            x1 - dx * start_extension,
            y1 - dy * start_extension,
            x2 + dx * end_extension,
            y2 + dy * end_extension,
        )
        nx, ny = -dy * half_width, dx * half_width
        yield [(left - nx, top - ny), (right - nx, bottom - ny), (right + nx, bottom + ny), (left + nx, top + ny)]
        if (next_direction and end_extension == 0) or (not next_direction and stroke.cap == "round"):
            yield _make_disc((x2, y2), half_width)
    if stroke.cap == "round" and not contour.closed and points:
        yield _make_disc(points[0], half_width)


def _make_disc(center: Point, radius: float) -> list[Point]:
    return [move_point(k * 22.5, radius, *center) for k in range(16)]


def _measure_tip(direction: Point | None, next_direction: Point | None, stroke: Stroke) -> float:
    """Return the length of the ink beyond the end of a straight part, up to the tip of a mitre or square cap."""
    half_width = stroke.width / 2
    if not direction or not next_direction:
        return half_width if stroke.cap == "square" else 0.0
    if stroke.join != "miter":
        return 0.0
    cosine = max(
        -1.0,
        min(
            1.0,
            (direction[0] * next_direction[0] + direction[1] * next_direction[1])
            / (hypot(*direction) * hypot(*next_direction)),
        ),
    )
    # For a turn by the angle t the mitre is 1 / cos(t / 2) times the line width long, and its tip lies
    # tan(t / 2) times half the width beyond the corner.
    return half_width * ((1 - cosine) / (1 + cosine)) ** 0.5 if stroke.miter_limit**2 * (1 + cosine) >= 2 else 0.0


def are_touching(bounds: Bounds, other: Bounds) -> bool:
    """Return whether two rectangles (left, top, right, bottom) touch."""
    left, top, right, bottom = intersect_bounds(bounds, other)
    return left <= right and top <= bottom
