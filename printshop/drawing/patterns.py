"""Fill patterns that distinguish sides without colour: in grey print, in black, and for colour-blind readers.

The patterns are meant for bands, flags and borders. In full colour, a pattern is black or white on the
colour. In light ink, the pattern has the colour, on a tint. In black ink, the pattern is black on white.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Path, Stroke
from printshop.drawing.ink import (
    DARKEST_SHADE,
    Ink,
    choose_area_color,
    choose_line_color,
    choose_text_color,
    measure_contrast,
)
from printshop.file_names import AREA_PATTERNS, PATTERNS

RectTuple = tuple[float, float, float, float]


class ColorSign(NamedTuple):
    """The pattern that stands for a colour in black ink.

    `field` is the grey below the pattern, None for white.
    """

    pattern: str
    field: Color | None = None


_GREY_FIELD = WHITE.mix(BLACK, 0.25)  # distinct from white in print; black words and lines stay legible
DARK_SIGN = ColorSign("plain", WHITE.mix(BLACK, DARKEST_SHADE))  # in place of black, so that words stay legible
COLOR_SIGNS = (*map(ColorSign, AREA_PATTERNS), DARK_SIGN, ColorSign("plain", _GREY_FIELD),
               *(ColorSign(pattern, _GREY_FIELD) for pattern in AREA_PATTERNS))
"""The signs that differ clearly on a counter."""


def fill_with_pattern(pattern: str, box: RectTuple, color: Color, ink: Ink = Ink.COLOUR, *, pitch: float = 5.0,
                      weight: float = 0.9,
                      core: RectTuple | None = None, field: Color | None = None) -> tuple[Item, ...]:
    """Return the items that fill a box with a colour and a pattern, clipped to the box.

    The box is (x, y, width, height), in points. The pattern "solid" is the plain fill of `choose_area_color`,
    but black in black ink. The pattern "plain" stays white. Lines and dots are `pitch` points apart, and lines
    are `weight` points wide. Bars are upright and stripes are level in every box, so that a side has one pattern. The
    pattern is centred in the `core` (default: the box) and continues over the rest of
    the box. A `field` is the colour behind the pattern in place of the usual one. Raises ValueError for a name that is
    not in `PATTERNS`.
    """
    if pattern == "plain":
        return (shapes.rect(*box, fill=field or WHITE),)
    if pattern == "solid":
        return (shapes.rect(*box, fill=BLACK if ink is Ink.BLACK else choose_area_color(ink, color)),)
    line = choose_text_color(color) if ink is Ink.COLOUR else choose_line_color(ink, color)
    if ink is not Ink.COLOUR and measure_contrast(line, WHITE) < 2.5:
        line = line.mix(BLACK, 0.5)  # a pale colour would be invisible on its tint
    pattern_paths = draw_pattern_marks(pattern, box, line, pitch=pitch, weight=weight, core=core)
    return shapes.rect(*box, fill=field or choose_area_color(ink, color)), Group(pattern_paths, clip=shapes.rect(*box))


# Counters of one side share a pattern, and all of one size share its place.
@lru_cache(maxsize=64)
def draw_pattern_marks(pattern: str, box: RectTuple, color: Color, *, pitch: float = 5.0, weight: float = 0.9,
                       core: RectTuple | None = None) -> tuple[Path, ...]:
    """Return only the lines or dots of a pattern over a box, without a background, for clear film.

    The patterns "plain" and "solid" have no lines or dots. Raises ValueError for a name that is not in
    `PATTERNS`.
    """
    if pattern not in PATTERNS:
        raise ValueError(f"unknown pattern '{pattern}': use one of {', '.join(PATTERNS)}")
    core = core or box
    columns, rows = (partial(_spread_positions, box[k], box[k + 2], core[k], core[k + 2]) for k in (0, 1))
    stroke = Stroke(color, weight)
    match pattern:
        case "hatch":
            path = shapes.lines(_slant_lines(box, core, pitch, 1), stroke)
        case "backhatch":
            path = shapes.lines(_slant_lines(box, core, pitch, -1), stroke)
        case "crosshatch":
            path = shapes.lines([*_slant_lines(box, core, pitch, 1), *_slant_lines(box, core, pitch, -1)], stroke)
        case "bars":
            path = shapes.lines([(x, box[1], x, box[1] + box[3]) for x in columns(pitch)], Stroke(color, 2 * weight))
        case "stripes":  # pairs of fine lines
            half_gap = 0.2 * (1.4 * pitch)
            path = shapes.lines([(box[0], y, box[0] + box[2], y) for middle in rows(1.4 * pitch)
                                 for y in (middle - half_gap, middle + half_gap)], stroke)
        case "dots":
            dots = (shapes.circle(x, y, 1.3 * weight) for y in rows(pitch) for x in columns(pitch))
            path = Path(tuple(segment for dot in dots for segment in dot.segments), fill=color)
        case "checks":
            cells = (shapes.rect(u - pitch / 2, v - pitch / 2, pitch, pitch) for row, v in enumerate(rows(pitch))
                     for column, u in enumerate(columns(pitch)) if (row + column) % 2 == 0)
            path = Path(tuple(part for cell in cells for part in cell.segments), fill=color)
        case "chevrons":
            rise, middle = min(core[3] / 2, 2 * pitch), core[1] + core[3] / 2
            tips = [tip_x + rise / 2 for tip_x in columns(1.5 * pitch)]
            arms = [arm for u in tips for arm in ((u - rise, middle - rise, u, middle),
                                                  (u, middle, u - rise, middle + rise))]
            path = shapes.lines(arms, Stroke(color, weight, cap="round"))
        case _:
            return ()
    return (path,)


def _spread_positions(start: float, length: float, core: float, core_length: float, pitch: float) -> list[float]:
    """Return positions `pitch` apart, centred in the core and continued over the length from `start`."""
    count = max(1, round(core_length / pitch))
    origin = core + core_length / 2 - (count - 1) / 2 * pitch
    first, last = math.ceil((start - origin) / pitch - 0.5), math.floor((start + length - origin) / pitch + 0.5)
    return [origin + k * pitch for k in range(min(first, 0), max(last, count - 1) + 1)]


def _slant_lines(box: RectTuple, core: RectTuple, pitch: float, lean: int) -> Iterator[RectTuple]:
    """Yield lines at 45 degrees, one of them through the centre of the core.

    If `lean` is 1, the lines rise to the right.
    """
    x, y, width, height = box
    step = pitch * math.sqrt(2)
    # The x at which the line through the centre of the core crosses the middle height of the box.
    middle_x = core[0] + core[2] / 2 + lean * (core[1] + core[3] / 2 - y - height / 2)
    first = math.ceil((x - height / 2 - middle_x) / step)
    last = math.floor((x + width + height / 2 - middle_x) / step)
    for crossing_x in (middle_x + k * step for k in range(first, last + 1)):
        yield crossing_x - lean * height / 2, y + height, crossing_x + lean * height / 2, y
