"""Fill patterns, so that sides can be told apart without colour: in grey print, in black, by anyone's eyes.

They are meant for bands, flags and borders. With full colour a pattern lies in black or white on the colour;
with light ink it is drawn in the colour on a tint; in black it is black on white.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from printshop.drawing import shapes
from printshop.drawing.ink import Ink, area, contrast, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke
from printshop.naming import PATTERNS

Box = tuple[float, float, float, float]


def fill(pattern: str, box: Box, color: Color, ink: Ink = Ink.COLOUR, *, pitch: float = 5.0, weight: float = 0.9,
         core: Box | None = None) -> tuple[Item, ...]:
    """Fill the box (x, y, width, height, in points) with a colour and a pattern, clipped to the box.

    "solid" is the bare colour, solid black in black ink; "plain" stays white. From one line or dot to the next it is
    `pitch` points, lines are `weight` points broad. Bars and stripes run across the longer side, so that none looks
    like a line to cut or fold along. The pattern is balanced in the `core`, the box itself by default; the rest of the
    box carries it on. Raises ValueError for what is not one of `PATTERNS`.
    """
    if pattern == "plain":
        return (shapes.rect(*box, fill=WHITE),)
    if pattern == "solid":
        return (shapes.rect(*box, fill=BLACK if ink is Ink.BLACK else area(ink, color)),)
    line = text_on(color) if ink is Ink.COLOUR else mark(ink, color)
    if ink is not Ink.COLOUR and contrast(line, WHITE) < 2.5:
        line = line.mix(BLACK, 0.5)  # pale colours would not be seen on a tint
    drawn = marks(pattern, box, line, pitch=pitch, weight=weight, core=core)
    return shapes.rect(*box, fill=area(ink, color)), Group(drawn, clip=shapes.rect(*box))


def marks(pattern: str, box: Box, color: Color, *, pitch: float = 5.0, weight: float = 0.9,
          core: Box | None = None) -> tuple[Path, ...]:
    """Return the bare lines or dots of a pattern over a box, with no ground: for clear film.

    There are none for "plain" and for "solid". Raises ValueError for what is not one of `PATTERNS`.
    """
    if pattern not in PATTERNS:
        raise ValueError(f"unknown pattern '{pattern}': known are {', '.join(PATTERNS)}")
    core = core or box
    columns, rows = (partial(_steps, box[k], box[k + 2], core[k], core[k + 2]) for k in (0, 1))
    along = columns if core[2] >= core[3] else rows
    stroke = Stroke(color, weight)
    match pattern:
        case "hatch":
            drawn = shapes.lines(_slanted(box, core, pitch, 1), stroke)
        case "backhatch":
            drawn = shapes.lines(_slanted(box, core, pitch, -1), stroke)
        case "crosshatch":
            drawn = shapes.lines([*_slanted(box, core, pitch, 1), *_slanted(box, core, pitch, -1)], stroke)
        case "bars":
            drawn = _rungs(box, along(pitch), Stroke(color, 2 * weight), upright=along is columns)
        case "stripes":  # fine lines in pairs
            half = 0.2 * (1.4 * pitch)
            pairs = [at for middle in along(1.4 * pitch) for at in (middle - half, middle + half)]
            drawn = _rungs(box, pairs, stroke, upright=along is columns)
        case "dots":
            dots = (shapes.circle(u, v, 1.3 * weight) for v in rows(pitch) for u in columns(pitch))
            drawn = Path(tuple(part for dot in dots for part in dot.segments), fill=color)
        case "checks":
            cells = (shapes.rect(u - pitch / 2, v - pitch / 2, pitch, pitch) for row, v in enumerate(rows(pitch))
                     for column, u in enumerate(columns(pitch)) if (row + column) % 2 == 0)
            drawn = Path(tuple(part for cell in cells for part in cell.segments), fill=color)
        case "chevrons":
            rise, middle = min(core[3] / 2, 2 * pitch), core[1] + core[3] / 2
            tips = [at + rise / 2 for at in columns(1.5 * pitch)]
            arms = [arm for u in tips for arm in ((u - rise, middle - rise, u, middle),
                                                  (u, middle, u - rise, middle + rise))]
            drawn = shapes.lines(arms, Stroke(color, weight, cap="round"))
        case _:
            return ()
    return (drawn,)


def _steps(start: float, length: float, core: float, core_length: float, pitch: float) -> list[float]:
    """Return places `pitch` apart, balanced in the core and carried on from `start` over the length."""
    count = max(1, round(core_length / pitch))
    origin = core + core_length / 2 - (count - 1) / 2 * pitch
    first, last = math.ceil((start - origin) / pitch - 0.5), math.floor((start + length - origin) / pitch + 0.5)
    return [origin + k * pitch for k in range(min(first, 0), max(last, count - 1) + 1)]


def _slanted(box: Box, core: Box, pitch: float, lean: int) -> Iterator[Box]:
    """Yield lines at 45 degrees, one of them through the middle of the core; lean 1 rises to the right."""
    x, y, width, height = box
    step = pitch * math.sqrt(2)
    # where the line through the middle of the core crosses the middle height of the box
    through = core[0] + core[2] / 2 + lean * (core[1] + core[3] / 2 - y - height / 2)
    first = math.ceil((x - height / 2 - through) / step)
    last = math.floor((x + width + height / 2 - through) / step)
    for at in (through + k * step for k in range(first, last + 1)):
        yield at - lean * height / 2, y + height, at + lean * height / 2, y


def _rungs(box: Box, places: list[float], stroke: Stroke, *, upright: bool) -> Path:
    """Draw lines across the box, at places along it."""
    x, y, width, height = box
    return shapes.lines([(at, y, at, y + height) if upright else (x, at, x + width, at) for at in places], stroke)
