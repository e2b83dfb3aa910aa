"""Shapes: functions that return a `Path` for a page, and functions that transform and measure paths.

Lengths are points (1/72 in), with the origin at the top left and y down. Directions are compass bearings, 0
up the page and clockwise: a sector that starts at 315 and sweeps 90 opens towards the top. Arcs are Bezier
curves of at most 45 degrees, so that the error at a radius of 380 mm is less than 0.01 mm. With curves of
90 degrees, the error would be 0.1 mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from printshop.drawing.display_list import (
    CLOSE,
    ClosePath,
    Color,
    CurveTo,
    Group,
    Image,
    Item,
    LineTo,
    MoveTo,
    Path,
    Segment,
    Stroke,
    SymbolUse,
    TextRun,
    walk_items,
)
from printshop.drawing.geometry import (
    IDENTITY,
    Bounds,
    Point,
    Transform,
    intersect_bounds,
    measure_signed_area,
    merge_bounds,
    move_point,
)

# Bounds of text, as shares of its size: no bundled face rises or descends farther.
_MAX_ASCENT, _MAX_DESCENT = 1.05, 0.35


def line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke | None = None) -> Path:
    """Return the straight line from (x1, y1) to (x2, y2)."""
    return Path((MoveTo(x1, y1), LineTo(x2, y2)), None, stroke)


def lines(line_ends: Iterable[tuple[float, float, float, float]], stroke: Stroke | None = None) -> Path:
    """Return separate straight lines (x1, y1, x2, y2) as one path: ticks, rulings, hatching."""
    return Path(tuple(end for x1, y1, x2, y2 in line_ends for end in (MoveTo(x1, y1), LineTo(x2, y2))), None, stroke)


def polyline(points: Sequence[Point], *, fill: Color | None = None, stroke: Stroke | None = None) -> Path:
    """Return an open line through the points. Raises ValueError for fewer than two points."""
    if len(points) < 2:
        raise ValueError("a polyline needs at least two points")
    return Path((MoveTo(*points[0]), *(LineTo(*point) for point in points[1:])), fill, stroke)


def polygon(points: Sequence[Point], *, fill: Color | None = None, stroke: Stroke | None = None) -> Path:
    """Return the closed outline through the points. Raises ValueError for fewer than three points."""
    if len(points) < 3:
        raise ValueError("a polygon needs at least three points")
    return Path((MoveTo(*points[0]), *[LineTo(*point) for point in points[1:]], CLOSE), fill, stroke)


def rect(x: float, y: float, width: float, height: float, *, fill: Color | None = None,
         stroke: Stroke | None = None) -> Path:
    """Return the rectangle with its top left corner at (x, y)."""
    right, bottom = x + width, y + height
    return Path((MoveTo(x, y), LineTo(right, y), LineTo(right, bottom), LineTo(x, bottom), CLOSE), fill, stroke)


def rounded_rect(x: float, y: float, width: float, height: float, radius: float, *, fill: Color | None = None,
                 stroke: Stroke | None = None) -> Path:
    """Return a rectangle with rounded corners. The radius is at most half the shorter side."""
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return rect(x, y, width, height, fill=fill, stroke=stroke)
    right, bottom = x + width - radius, y + height - radius
    segments: list[Segment] = [MoveTo(x + radius, y)]
    for start, center in zip((0.0, 90.0, 180.0, 270.0), (
            (right, y + radius), (right, bottom), (x + radius, bottom), (x + radius, y + radius)), strict=True):
        segments += LineTo(*move_point(start, radius, *center)), *_make_arc_curves(center, radius, radius, start, 90.0)
    return Path((*segments, CLOSE), fill, stroke)


def circle(cx: float, cy: float, radius: float, *, fill: Color | None = None, stroke: Stroke | None = None) -> Path:
    """Return the circle about (cx, cy)."""
    return ellipse(cx, cy, radius, radius, fill=fill, stroke=stroke)


def ellipse(cx: float, cy: float, rx: float, ry: float, *, fill: Color | None = None,
            stroke: Stroke | None = None) -> Path:
    """Return the ellipse about (cx, cy) with the horizontal half axis rx and the vertical half axis ry."""
    return Path((MoveTo(cx, cy - ry), *_make_arc_curves((cx, cy), rx, ry, 0.0, 360.0), CLOSE), fill, stroke)


def arc(cx: float, cy: float, radius: float, start: float, sweep: float, *, stroke: Stroke | None = None) -> Path:
    """Return the arc about (cx, cy) from bearing `start` over `sweep` degrees.

    A negative sweep is anticlockwise.
    """
    first = MoveTo(*move_point(start, radius, cx, cy))
    return Path((first, *_make_arc_curves((cx, cy), radius, radius, start, sweep)), None, stroke)


def join_paths(paths: Iterable[Path], *, stroke: Stroke | None = None, close: bool = True) -> Path:
    """Return several paths as one path.

    A straight line joins the start of each path to the end of the previous path.
    """
    segments = [segment for path in paths for segment in path.segments]
    joined_segments: list[Segment] = [LineTo(segment.x, segment.y) if k and isinstance(segment, MoveTo) else segment
                                      for k, segment in enumerate(segments)]
    return Path((*joined_segments, *((CLOSE,) if close else ())), None, stroke)


def regular_polygon(cx: float, cy: float, radius: float, sides: int, direction: float = 0.0, *,
                    fill: Color | None = None,
                    stroke: Stroke | None = None) -> Path:
    """Return the regular polygon inscribed in a circle about (cx, cy), with one corner at the bearing `direction`."""
    corners = [move_point(direction + 360 * k / sides, radius, cx, cy) for k in range(sides)]
    return polygon(corners, fill=fill, stroke=stroke)


def arrow(x: float, y: float, direction: float, length: float, width: float | None = None, *, notch: float = 0.0,
          fill: Color | None = None, stroke: Stroke | None = None) -> Path:
    """Return an arrowhead with its tip at (x, y), pointing along the bearing `direction`.

    If `width` is not given, the width equals the length. `notch` is the depth of the cut in the back edge, as a
    share of the length.
    """
    half_width = (length if width is None else width) / 2
    turn = Transform().translate(x, y).rotate(direction)
    back = [(0.0, length * (1 - notch))] if notch else []
    corners = ((0.0, 0.0), (half_width, length), *back, (-half_width, length))
    return polygon([turn.apply(*corner) for corner in corners], fill=fill, stroke=stroke)


def cross(cx: float, cy: float, size: float, stroke: Stroke | None = None) -> Path:
    """Return an upright cross, `size` points wide and high."""
    half_size = size / 2
    return lines([(cx - half_size, cy, cx + half_size, cy), (cx, cy - half_size, cx, cy + half_size)], stroke)


def _make_arc_curves(center: Point, rx: float, ry: float, start: float, sweep: float) -> list[Segment]:
    """Return the Bezier curves of an elliptical arc, each of at most 45 degrees, without the move to the start."""
    cx, cy = center
    return [CurveTo(cx + rx * x1, cy + ry * y1, cx + rx * x2, cy + ry * y2, cx + rx * x3, cy + ry * y3)
            for x1, y1, x2, y2, x3, y3 in _make_unit_arc(start, sweep)]


# By angles: pages have thousands of circles and round corners, with few different angles.
@lru_cache(maxsize=1024)
def _make_unit_arc(start: float, sweep: float) -> tuple[tuple[float, float, float, float, float, float], ...]:
    """Return the control points and the end of each curve of an arc of radius 1 about the origin."""
    count = max(1, math.ceil(abs(sweep) / 45 - 1e-9)) if sweep else 0
    curves = []
    for k in range(count):
        first, last = start + sweep * k / count, start + sweep * (k + 1) / count
        handle = 4 / 3 * math.tan(math.radians(last - first) / 4)
        (x0, y0), (x3, y3) = move_point(first, 1.0), move_point(last, 1.0)
        # The tangent of a clockwise circle at the unit vector (x, y) is (-y, x).
        curves.append((x0 - handle * y0, y0 + handle * x0, x3 + handle * y3, y3 - handle * x3, x3, y3))
    return tuple(curves)


def evaluate_curve(start: Point, curve: CurveTo, t: float) -> Point:
    """Return the point of a Bezier curve at the parameter `t`. 0 is the start of the curve, 1 the end."""
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return (a * start[0] + b * curve.x1 + c * curve.x2 + d * curve.x,
            a * start[1] + b * curve.y1 + c * curve.y2 + d * curve.y)


def read_pen_segments(commands: Iterable[tuple[str, Sequence[Any]]]) -> Iterator[Segment]:
    """Yield the segments recorded by a fontTools pen, with quadratic curves converted to cubic curves."""
    from fontTools.pens.basePen import decomposeQuadraticSegment

    position = 0.0, 0.0
    for command, points in commands:
        match command, points:
            case "moveTo", [point]:
                yield MoveTo(*point)
            case "lineTo", [point]:
                yield LineTo(*point)
            case "curveTo", [first, second, point]:
                yield CurveTo(*first, *second, *point)
            case "qCurveTo", [*controls, end]:
                if end is None:  # a TrueType contour of control points only starts midway between the last and first
                    (x1, y1), (x2, y2) = controls[-1], controls[0]
                    position = end = (x1 + x2) / 2, (y1 + y2) / 2
                    yield MoveTo(*position)
                for (cx, cy), (x, y) in decomposeQuadraticSegment((*controls, end)):
                    yield CurveTo((position[0] + 2 * cx) / 3, (position[1] + 2 * cy) / 3,
                                  (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y)
                    position = x, y
            case "closePath", _:
                yield CLOSE
        position = points[-1] or position if points else position


def transform_segments(segments: Iterable[Segment], transform: Transform) -> tuple[Segment, ...]:
    """Return the segments with the transform applied to every point."""
    a, b, c, d, e, f = transform
    moved: list[Segment] = []
    for segment in segments:  # written out for speed: this loop runs more often than any other of drawing
        if isinstance(segment, CurveTo):
            x1, y1, x2, y2, x, y = segment
            moved.append(CurveTo(a * x1 + c * y1 + e, b * x1 + d * y1 + f, a * x2 + c * y2 + e, b * x2 + d * y2 + f,
                                 a * x + c * y + e, b * x + d * y + f))
        elif isinstance(segment, ClosePath):
            moved.append(segment)
        else:
            x, y = segment
            moved.append(type(segment)(a * x + c * y + e, b * x + d * y + f))
    return tuple(moved)


def transform_path(path: Path, transform: Transform) -> Path:
    """Return the path with the transform applied to its points.

    The line width does not change.
    """
    return Path(transform_segments(path.segments, transform), path.fill, path.stroke, path.rule)


def split_outlines(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    """Yield the outlines of a path, each from its first move to its last segment.

    Segments that follow a close without a move begin a new outline at the start of the closed outline.
    """
    outline: list[Segment] = []
    for segment in segments:
        if outline and isinstance(segment, MoveTo):
            yield outline
            outline = []
        elif outline and isinstance(outline[-1], ClosePath):
            yield outline
            outline = outline[:1]
        outline.append(segment)
    if outline:
        yield outline


def measure_bounds(items: Iterable[Item], with_strokes: bool = True) -> Bounds:
    """Return (left, top, right, bottom) of all ink of the items.

    If `with_strokes` is false, return the bounds of the bare outlines. Curves are measured exactly. The bounds
    of mitred corners and of text may be too large, never too small. If a clip reduces the bounds, the reduced
    bounds are returned. Raises ValueError if nothing is drawn.
    """
    if boxes := [*_iter_item_bounds(items, IDENTITY, with_strokes)]:
        return merge_bounds(boxes)
    raise ValueError("nothing is drawn, so there are no bounds")


def _iter_item_bounds(items: Iterable[Item], transform: Transform, with_strokes: bool) -> Iterator[Bounds]:
    for item in items:
        match item:
            case Path(segments, _, line) if segments:
                moved = segments if transform == IDENTITY else transform_segments(segments, transform)
                left, top, right, bottom = measure_outline(moved)
                reach = 0.0
                if line and with_strokes:
                    reach = line.width / 2 * max(math.hypot(*transform[:2]), math.hypot(*transform[2:4]))
                    if line.join == "miter" and any(  # separate lines have no mitred corner
                            not isinstance(previous, MoveTo) and not isinstance(segment, MoveTo)
                            for previous, segment in pairwise(segments)):
                        reach *= line.miter_limit
                    elif line.cap == "square":
                        reach *= math.sqrt(2)
                yield left - reach, top - reach, right + reach, bottom + reach
            case TextRun(x, y, _, _, size, width):
                yield transform.map_bounds((x, y - _MAX_ASCENT * size, x + width, y + _MAX_DESCENT * size))
            case Image(x, y, width, height):
                yield transform.map_bounds((x, y, x + width, y + height))
            case SymbolUse(symbol, inner):
                yield transform.compose(inner).map_bounds(symbol.bounds)
            case Group():
                inner_transform = transform.compose(item.transform)
                boxes = [*_iter_item_bounds(item.items, inner_transform, with_strokes)]
                if boxes and item.clip:
                    boxes = [intersect_bounds(merge_bounds(boxes),
                                              measure_outline(transform_segments(item.clip.segments, inner_transform)))]
                if boxes and (box := merge_bounds(boxes))[0] <= box[2] and box[1] <= box[3]:
                    yield box


def measure_outline(segments: Iterable[Segment]) -> Bounds:
    """Return (left, top, right, bottom) of segments. Curves are measured exactly.

    Raises ValueError if there are no points.
    """
    xs: list[float] = []
    ys: list[float] = []
    for segment in segments:
        if isinstance(segment, CurveTo):
            x1, y1, x2, y2, x, y = segment
            xs += _find_extremes(xs[-1], x1, x2, x)
            ys += _find_extremes(ys[-1], y1, y2, y)
        elif not isinstance(segment, ClosePath):
            xs.append(segment[0])
            ys.append(segment[1])
    if not xs:
        raise ValueError("an outline without points has no bounds")
    return min(xs), min(ys), max(xs), max(ys)


def _find_extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the coordinates, along one axis, of the turning points and the end of a Bezier curve."""
    low, high = min(p0, p3), max(p0, p3)
    if low <= p1 <= high and low <= p2 <= high:
        return [p3]
    turns = _load_quadratic_solver()(p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0)
    values = [(1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3
              for t in turns if 0 < t < 1]
    return [*values, p3]


@cache
def _load_quadratic_solver() -> Any:
    from fontTools.misc.bezierTools import solveQuadratic

    return solveQuadratic


MIN_CUT_AREA = 1.0
"""The minimum area, in square points, of a shape that can be cut out."""


def _estimate_area(outline: Sequence[Segment]) -> float:
    """Return the area of an outline, with curves replaced by the lines between their control points."""
    values = [value for segment in outline for value in segment]
    return abs(measure_signed_area(list(zip(values[::2], values[1::2], strict=True))))


def label_plate(kind: str, box: tuple[float, float, float, float], *, fill: Color | None = None) -> Path:
    """Return the shape behind a label: the largest shape of `kind` in a box (x, y, width, height).

    A `rectangle` fills the box.
    """
    x, y, width, height = box
    if kind == "rectangle":
        return rect(x, y, width, height, fill=fill)
    size = min(width, height)
    middle, left, top = x + width / 2, x + (width - size) / 2, y + (height - size) / 2
    right, bottom = left + size, top + size
    if kind == "disc":
        return circle(middle, top + size / 2, size / 2, fill=fill)
    if kind == "hexagon":
        return regular_polygon(middle, top + size / 2, size / 2, 6, fill=fill)
    if kind == "banner":
        points = [(left, top), (right, top), (right, bottom), (middle, bottom - 0.18 * size), (left, bottom)]
        return polygon(points, fill=fill)
    low = top + 0.45 * size
    return Path((MoveTo(left, top), LineTo(right, top), LineTo(right, low),
                 CurveTo(right, top + 0.78 * size, middle + 0.2 * size, top + 0.92 * size, middle, bottom),
                 CurveTo(middle - 0.2 * size, top + 0.92 * size, left, top + 0.78 * size, left, low), CLOSE), fill=fill)


def find_silhouette(items: Iterable[Item]) -> Path | None:
    """Return the closed outline, with its curves, of the largest shape in a drawing.

    If the drawing has no shape, return None. Filled shapes and closed lines count as shapes. Pictures made of
    pixels have no outline.
    """
    largest, largest_area = None, 0.0

    def enter(holder: SymbolUse | Group, state: tuple[Transform, float]) -> tuple[Transform, float]:
        transform, max_area = state[0].compose(holder.transform), state[1]
        clip = holder.clip if isinstance(holder, Group) else None
        if clip and clip.segments:
            max_area = min(max_area, max(_estimate_area(part)
                                         for part in split_outlines(transform_segments(clip.segments, transform))))
        return transform, max_area

    for path, (place, room) in ((item, state) for item, state in walk_items(items, (IDENTITY, math.inf), enter)
                                if isinstance(item, Path)):
        for outline in split_outlines(transform_segments(path.segments, place)):
            open_outline = [part for part in outline if not isinstance(part, ClosePath)]
            size = min(_estimate_area(outline), room)
            if (path.fill or len(open_outline) < len(outline)) and size >= MIN_CUT_AREA and size > largest_area:
                largest, largest_area = Path((*open_outline, CLOSE)), size
    return largest
