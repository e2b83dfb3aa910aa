"""Styles of paths on maps.

Each style draws the middle line of a road, river, wall ... as layers, the lowest first. Points are complex numbers (x +
y j), in points, with y down. The layers of a style have the same order for every line, so that the lines of a kind
join: all lowest layers are drawn before all second layers, and so on. In black ink, the pattern shows the style: roads
are double lines, railways have ties, rivers have two uneven banks, streams are solid, tracks are dashed, borders are
dotted, and walls have crenels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import sin
from typing import Literal, NamedTuple

from printshop.drawing.display_list import BLACK, WHITE, Color, Path, Stroke, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, choose_text_color, measure_contrast
from printshop.drawing.shapes import polygon, polyline

_MIN_WIDTH, _MIN_RIM = 0.8, 0.3  # points
_RIM_SHARE = 0.012  # width of a rim, as a share of a hex
_VISIBLE_CONTRAST = 2.0  # least contrast of a single line with the ground
_UNEVENNESS, _END_WIDTH = 0.22, 0.4  # of banks, and the width of a free end, as shares of the width
_ICON_HEX = 140.0  # points: the size of a hex beside the piece of a path on an icon


class PathLook(NamedTuple):
    """The look of a path.

    It has a style, a colour ("#rrggbb"), the width and the size of a hex in points, and the ground below.
    """

    style: str
    color: str
    width: float
    across: float
    ink: Ink = Ink.COLOUR
    ground: Color = WHITE


class PathSample(NamedTuple):
    """A piece of a path for an icon.

    It has a style and a colour, and its width in per cent of a hex.
    """

    style: str
    color: str
    width: float
    is_black: bool  # for black ink

    @property
    def name(self) -> str:
        """The style, which names the drawing in messages."""
        return self.style


class PathLine(NamedTuple):
    """The middle line of a path, and whether its first and its last end lie free within the map.

    The line is drawn `added_width` points wider than its style says.
    """

    points: Sequence[complex]
    free_ends: tuple[bool, ...] = (False, False)
    added_width: float = 0.0


class _Layer(NamedTuple):
    """A layer of a style: a line `width` times as wide as the path, and `rims` rims wider.

    `shade` is the share of black in its colour, or, below 0, of white. An area is white in black ink, and all other
    layers are black. `dash` are the lengths of a dash and of a gap, in widths of the path, `black_dash` those in black
    ink.
    """

    width: float = 1.0
    shade: float = 0.0
    rims: int = 0
    area: bool = False
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round"] = "butt"
    banks: bool = False
    black_dash: tuple[float, ...] = ()


_LAYERS: Mapping[str, tuple[_Layer, ...]] = {
    "river": (_Layer(shade=0.5, rims=2, banks=True), _Layer(area=True, banks=True),
              _Layer(0.1, 0.25, dash=(1.6, 1.1), cap="round")),
    "stream": (_Layer(banks=True),),
    "border": (_Layer(2.6, -0.6, area=True), _Layer(dash=(0.02, 1.9), cap="round")),
    "wall": (_Layer(shade=0.6, dash=(0.5, 0.5)), _Layer(0.6, 0.6), _Layer(0.6, rims=-2, area=True)),
    "bridge": (_Layer(shade=0.7, rims=2), _Layer(area=True)),
    "other bridge": (_Layer(shade=0.7, rims=2, black_dash=(0.3, 0.25)), _Layer(area=True)),
    "track": (_Layer(dash=(2.4, 1.5)),),
    "road": (_Layer(shade=0.6), _Layer(rims=-2, area=True)),
    "railway": (_Layer(3.8, dash=(0.7, 2.6)), _Layer()),
}


def draw_path(look: PathLook, line: PathLine) -> list[Path]:
    """Return the layers of a path along a line, the lowest first."""
    look = look._replace(width=look.width + line.added_width) if line.added_width else look
    return [_draw_layer(look, layer, line) for layer in _LAYERS[look.style]]


def measure_path_width(look: PathLook) -> float:
    """Return the width of a path with its rims, ties or uneven banks."""
    width, rim = max(look.width, _MIN_WIDTH), max(_RIM_SHARE * look.across, _MIN_RIM)
    return max(layer.width * width * (1 + layer.banks * _UNEVENNESS) + max(layer.rims, 0) * rim
               for layer in _LAYERS[look.style])


def _draw_layer(look: PathLook, layer: _Layer, line: PathLine) -> Path:
    width, rims = max(look.width, _MIN_WIDTH), layer.rims * max(_RIM_SHARE * look.across, _MIN_RIM)
    color = parse_color(look.color).mix(BLACK if layer.shade > 0 else WHITE, abs(layer.shade))
    while measure_contrast(color, look.ground) < _VISIBLE_CONTRAST and not any(
            other.area for other in _LAYERS[look.style]):
        color = color.mix(choose_text_color(look.ground), 0.4)
    color = (choose_area_color if layer.area else choose_line_color)(look.ink, color)
    dash = layer.black_dash if layer.black_dash and look.ink is Ink.BLACK else layer.dash
    if layer.banks:
        points = _trace_banks(line, width, look.across)
        return polygon(points, fill=color, stroke=Stroke(color, rims, join="round") if rims else None)
    return polyline([(point.real, point.imag) for point in line.points], stroke=Stroke(
        color, max(layer.width * width + rims, _MIN_RIM), tuple(share * width for share in dash), cap=layer.cap))


def smooth_line(points: Sequence[complex], steps: int = 8) -> list[complex]:
    """Return a curve through all points (a Catmull-Rom spline), `steps` pieces from each point to the next.

    Equal ends are joined smoothly.
    """
    before, after = (points[-2], points[1]) if points[0] == points[-1] else (points[0], points[-1])
    padded = [before, *points, after]
    return [points[0]] + [
        b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * b - a - 3 * c + d))) / 2
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
        for t in (step / steps for step in range(1, steps + 1))]


def _trace_banks(line: PathLine, width: float, across: float) -> list[tuple[float, float]]:
    """Return the outline of a river with uneven banks, which are the same in every run. Free ends are narrow."""
    points = line.points
    lengths = [*accumulate((abs(end - start) / across for start, end in pairwise(points)), initial=0.0)]
    banks: list[list[tuple[float, float]]] = [[], []]
    for k, distance in enumerate(lengths):
        ends = distance, lengths[-1] - distance
        half_width = width / 2 * min(_END_WIDTH + end if is_free else 1.0
                                     for end, is_free in zip((*ends, 1), (*line.free_ends, 0), strict=True))
        along = points[min(k + 1, len(points) - 1)] - points[max(k - 1, 0)]
        for bank, side in zip(banks, (1j, -1j), strict=True):
            phase = abs(points[0]) / across + side.imag
            uneven = 0.6 * sin(7.3 * distance + phase) + 0.4 * sin(17.9 * distance + 2 * phase)
            point = points[k] + side * along / abs(along) * half_width * (
                1 + _UNEVENNESS * min(1, 3 * min(ends)) * uneven)
            bank.append((point.real, point.imag))
    return banks[0] + banks[1][::-1]


def draw_path_sample(look: PathLook, box: tuple[float, float, float, float]) -> list[Path]:
    """Return a short piece of a path in a box (x, y, width, height), for legends and icons."""
    x, y, wide, high = box
    is_bridge = look.style in ("bridge", "other bridge")
    shares = ((0.2, 0.5), (0.8, 0.5)) if is_bridge else ((0, 0.68), (0.28, 0.5), (0.62, 0.56), (1, 0.32))
    points = [complex(x + wide * across, y + high * down) for across, down in shares]
    return draw_path(look, PathLine(points if is_bridge else smooth_line(points)))


def draw_path_icon(sample: PathSample) -> list[Path]:
    """Return the drawing of an icon, 100 points long."""
    look = PathLook(sample.style, sample.color, sample.width / 100 * _ICON_HEX, _ICON_HEX,
                    Ink.BLACK if sample.is_black else Ink.COLOUR)
    return draw_path_sample(look, (0, 0, 100, 50))
