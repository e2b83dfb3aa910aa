"""Styles of paths on maps: each style draws the middle line of a road, river, wall ... as layers, the lowest first.

Lengths are points, with y down. The layers of a style have the same order for every line, so that the lines of a kind
join: all lowest layers are drawn before all second layers, and so on. In black ink, the pattern shows the style:
roads are double lines, railways have ties, rivers have two uneven banks, streams are solid, tracks are dashed, borders
are dotted, and walls have crenels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, dist, hypot, sin
from typing import NamedTuple

from printshop.drawing.clipping import flatten_outlines
from printshop.drawing.display_list import (
    BLACK,
    CLOSE,
    WHITE,
    Color,
    CurveTo,
    Item,
    LineTo,
    MoveTo,
    Path,
    Segment,
    Stroke,
    parse_color,
)
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, measure_contrast

Segments = tuple[Segment, ...]
_MIN_WIDTH, _MIN_RIM = 0.8, 0.3  # points
_RIM_SHARE = 0.012  # width of a rim, as a share of a hex
_VISIBLE_CONTRAST = 2.0  # least contrast of a single line with the ground
_UNEVENNESS, _CALM_ENDS, _END_WIDTH = 0.22, 0.3, 0.4
"""The unevenness of banks as a share of the width, the length at each end in hexes that is even, and the width of a
free end as a share of the width."""
_BANK_STEP = 0.07  # hexes between the points of a bank


class PathLook(NamedTuple):
    """The style of a kind of path, its colour, its width, and the size of a hex, both in points."""

    style: str
    color: Color
    width: float
    across: float
    ground: Color = WHITE


class PathLine(NamedTuple):
    """The middle line of a path. `free_ends` tells for the start and the end whether the line ends within the map."""

    segments: Segments
    free_ends: tuple[bool, bool] = (False, False)


class _Layer(NamedTuple):
    """A layer of a style: a line `width` times as wide as the path, and `rims` rims wider.

    `shade` is the share of black in its colour, or, below 0, of the ground. An area is white in black ink, and all
    other layers are black. `dash` are the lengths of a dash and of a gap, in widths of the path.
    """

    width: float = 1.0
    shade: float = 0.0
    rims: int = 0
    area: bool = False
    dash: tuple[float, float] = (0.0, 0.0)
    cap: str = "butt"
    banks: bool = False


_LAYERS: Mapping[str, tuple[_Layer, ...]] = {
    "river": (_Layer(shade=0.5, rims=2, banks=True), _Layer(area=True, banks=True),
              _Layer(0.1, -0.45, dash=(1.6, 1.1), cap="round")),
    "stream": (_Layer(banks=True),),
    "border": (_Layer(2.6, -0.72, area=True), _Layer(dash=(0.02, 1.9), cap="round")),
    "wall": (_Layer(shade=0.6, dash=(0.5, 0.5)), _Layer(0.6, 0.6), _Layer(0.6, rims=-2, area=True)),
    "bridge": (_Layer(area=True), _Layer(0.0, 0.65, rims=1)),
    "track": (_Layer(dash=(2.4, 1.5)),),
    "road": (_Layer(shade=0.6), _Layer(rims=-2, area=True)),
    "railway": (_Layer(3.8, dash=(0.7, 2.6)), _Layer()),
}


def draw_path(look: PathLook, line: PathLine, ink: Ink) -> tuple[Path, ...]:
    """Return the layers of a path along a line, the lowest first."""
    return tuple(_draw_layer(look, layer, line, ink) for layer in _LAYERS[look.style])


def _draw_layer(look: PathLook, layer: _Layer, line: PathLine, ink: Ink) -> Path:
    path_width, rim = max(look.width, _MIN_WIDTH), max(_RIM_SHARE * look.across, _MIN_RIM)
    width, color = max(layer.width * path_width + layer.rims * rim, _MIN_RIM), _choose_color(look, layer, ink)
    segments = line.segments
    if layer.banks:
        outline = _draw_banks(line, path_width, look.across)
        return Path(outline, color, Stroke(color, layer.rims * rim, join="round") if layer.rims else None)
    if look.style == "bridge" and not layer.area:
        segments = _draw_parapets(segments, path_width)
    elif layer.dash[1]:
        segments = tuple(_cut_dashes(line, [share * path_width for share in layer.dash]))
    return Path(segments, None, Stroke(color, width, cap="round" if layer.cap == "round" else "butt",
                                       join="miter" if layer.dash[1] else "round"))


def _choose_color(look: PathLook, layer: _Layer, ink: Ink) -> Color:
    color = look.color.mix(BLACK, layer.shade) if layer.shade > 0 else look.color.mix(look.ground, -layer.shade)
    if layer.area:
        return choose_area_color(ink, color)
    if ink is not Ink.BLACK and not any(other.area for other in _LAYERS[look.style]):
        while measure_contrast(color, look.ground) < _VISIBLE_CONTRAST:
            darker = measure_contrast(BLACK, look.ground) > measure_contrast(WHITE, look.ground)
            color = color.mix(BLACK if darker else WHITE, 0.35)
    return choose_line_color(ink, color)


def smooth_line(points: Sequence[Point], closed: bool = False) -> Segments:
    """Return a curve through all points (a Catmull-Rom spline)."""
    if len(points) < 2:
        return ()
    last = len(points) - 1
    before = points[-1] if closed else points[0]
    segments: list[Segment] = [MoveTo(*points[0])]
    for k in range(len(points) if closed else last):
        start, end = points[k], points[(k + 1) % len(points)]
        after = points[(k + 2) % len(points)] if closed or k + 2 <= last else end
        segments.append(CurveTo(start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6,
                                end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6, *end))
        before = start
    return (*segments, CLOSE) if closed else tuple(segments)


def sample_line(segments: Segments, step: float) -> list[Point]:
    """Return points along an open line, evenly spaced by at most `step` points, from its start to its end."""
    [contour] = flatten_outlines(segments)
    corners = contour.pen_points
    length = sum(map(dist, corners, corners[1:]))
    count = max(1, ceil(length / step))
    return [*place_points(corners, (length * k / count for k in range(count + 1)))]


def place_points(corners: Sequence[Point], distances: Iterable[float]) -> Iterator[Point]:
    """Yield the points of a polyline at distances from its start, in rising order. The last corner is the limit."""
    start_distance = 0.0
    wanted_distances = iter(distances)
    wanted = next(wanted_distances, None)
    for (x1, y1), (x2, y2) in pairwise(corners):
        length = dist((x1, y1), (x2, y2))
        while wanted is not None and wanted <= start_distance + length and length:
            share = (wanted - start_distance) / length
            yield x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            wanted = next(wanted_distances, None)
        start_distance += length
    while wanted is not None:  # rounding errors
        yield corners[-1]
        wanted = next(wanted_distances, None)


def find_normals(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the unit vector to the left of a polyline at each of its points, as seen in its direction."""
    for before, after in zip((points[0], *points), (*points[1:], points[-1]), strict=False):
        length = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
        yield (after[1] - before[1]) / length, (before[0] - after[0]) / length


def _draw_banks(line: PathLine, width: float, across: float) -> Segments:
    """Return the outline of a river, whose banks are uneven, always in the same way. Free ends are narrow."""
    points = sample_line(line.segments, _BANK_STEP * across)
    left: list[Point] = []
    right: list[Point] = []
    phase = sum(points[0]) / across
    for number, ((x, y), (nx, ny)) in enumerate(zip(points, find_normals(points), strict=True)):
        ends = number * _BANK_STEP, (len(points) - 1 - number) * _BANK_STEP
        calm = min(1.0, min(ends) / _CALM_ENDS)
        taper = min(_END_WIDTH + (1 - _END_WIDTH) * min(1.0, end) if is_free else 1.0
                    for end, is_free in zip(ends, line.free_ends, strict=True))
        for bank, sign, turn in ((left, 1, phase), (right, -1, phase + 2.4)):
            s = number * _BANK_STEP
            uneven = 0.6 * sin(7.3 * s + turn) + 0.4 * sin(17.9 * s + 2.1 * turn)
            half = sign * width / 2 * taper * (1 + _UNEVENNESS * calm * uneven)
            bank.append((x + half * nx, y + half * ny))
    return smooth_line([*left, *right[::-1]], closed=True)


def _cut_dashes(line: PathLine, dash: Sequence[float]) -> Iterator[Segment]:
    """Yield the dashes of a line. A whole number of dashes and gaps fills the line, with half a gap at each end."""
    for contour in flatten_outlines(line.segments):
        corners = contour.pen_points
        length = sum(map(dist, corners, corners[1:]))
        count = max(1, round(length / sum(dash)))
        pitch = length / count
        half = min(dash[0], 0.9 * pitch) / 2
        cuts = [(pitch * (k + 0.5) - half, pitch * (k + 0.5) + half) for k in range(count)]
        ends = place_points(corners, (at for cut in cuts for at in cut))
        distances, reached = [0.0], 0.0
        for start, end in pairwise(corners):
            reached += dist(start, end)
            distances.append(reached)
        inner = 0
        for (first, last), (start, end) in zip(cuts, zip(ends, ends, strict=True), strict=False):
            yield MoveTo(*start)
            while inner < len(distances) and distances[inner] <= first:
                inner += 1
            while inner < len(distances) and distances[inner] < last:
                yield LineTo(*corners[inner])
                inner += 1
            yield LineTo(*end)


def _draw_parapets(segments: Segments, width: float) -> Segments:
    """Return the two parapets of a bridge along a straight line, with splayed ends."""
    [contour] = flatten_outlines(segments)
    (x1, y1), (x2, y2) = contour.points
    ux, uy = (x2 - x1) / 2, (y2 - y1) / 2
    nx, ny = -uy / hypot(ux, uy) * width / 2, ux / hypot(ux, uy) * width / 2
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    parapets: list[Segment] = []
    for side in (1, -1):
        places = [(x + along * ux + side * out * nx, y + along * uy + side * out * ny)
                  for along, out in ((-1.25, 1.5), (-0.9, 1.0), (0.9, 1.0), (1.25, 1.5))]
        parapets += (MoveTo(*places[0]), *(LineTo(*place) for place in places[1:]))
    return tuple(parapets)


_SAMPLE_WAVE = ((0.0, 0.68), (0.28, 0.5), (0.62, 0.56), (1.0, 0.32))  # of a sample, as shares of its box


def draw_path_sample(style: str, color: str, width: float, box: tuple[float, float, float, float], across: float,
                     ink: Ink, ground: Color = WHITE) -> Iterator[Item]:
    """Draw a short piece of a path in a box (x, y, width, height), for legends and icons.

    `width` is the share of the path's width in the size of a hex, and `across` is the size of a hex.
    """
    x, y, wide, high = box
    look = PathLook(style, parse_color(color), width * across, across, ground)
    if style == "bridge":
        middle = y + high / 2
        reach = 0.3 * wide
        segments: Segments = (MoveTo(x + wide / 2 - reach, middle), LineTo(x + wide / 2 + reach, middle))
    else:
        segments = smooth_line([(x + wide * right, y + high * down) for right, down in _SAMPLE_WAVE])
    yield from draw_path(look, PathLine(segments), ink)
