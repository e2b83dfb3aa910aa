"""Fill patterns that distinguish sides without colour: in grey print, in black, and for colour-blind readers.

They are meant for bands, flags and borders. In full colour a pattern is black or white on the colour; with light ink it
has the colour on a tint; in black ink it is black on white.
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
    """Return the items that fill a box (x, y, width, height, in points) with a colour and a pattern, clipped to it.

    "solid" is the plain colour, solid black in black ink; "plain" stays white. Lines and dots are `pitch` points apart,
    lines are `weight` points wide. Bars and stripes run across the longer side, so that none looks like a line to cut
    or fold along. The pattern is centred in the `core`, by default the box itself, and continues over the rest of the
    box. Raises ValueError for a name that is not in `PATTERNS`.
    """
    if pattern == "plain":
        return (shapes.rect(*box, fill=WHITE),)
    if pattern == "solid":
        return (shapes.rect(*box, fill=BLACK if ink is Ink.BLACK else area(ink, color)),)
    line = text_on(color) if ink is Ink.COLOUR else mark(ink, color)
    if ink is not Ink.COLOUR and contrast(line, WHITE) < 2.5:
        line = line.mix(BLACK, 0.5)  # a pale colour would be invisible on its tint
    drawn = marks(pattern, box, line, pitch=pitch, weight=weight, core=core)
    return shapes.rect(*box, fill=area(ink, color)), Group(drawn, clip=shapes.rect(*box))


def marks(pattern: str, box: Box, color: Color, *, pitch: float = 5.0, weight: float = 0.9,
          core: Box | None = None) -> tuple[Path, ...]:
    """Return only the lines or dots of a pattern over a box, without a background: for clear film.

    "plain" and "solid" have none. Raises ValueError for a name that is not in `PATTERNS`.
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
        case "stripes":  # pairs of fine lines
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
    """Return positions `pitch` apart, centred in the core and continued from `start` over the length."""
    count = max(1, round(core_length / pitch))
    origin = core + core_length / 2 - (count - 1) / 2 * pitch
    first, last = math.ceil((start - origin) / pitch - 0.5), math.floor((start + length - origin) / pitch + 0.5)
    return [origin + k * pitch for k in range(min(first, 0), max(last, count - 1) + 1)]


def _slanted(box: Box, core: Box, pitch: float, lean: int) -> Iterator[Box]:
    """Yield lines at 45 degrees, one of them through the centre of the core; with `lean` 1 they rise to the right."""
    x, y, width, height = box
    step = pitch * math.sqrt(2)
    # The x at which the line through the centre of the core crosses the middle height of the box.
    through = core[0] + core[2] / 2 + lean * (core[1] + core[3] / 2 - y - height / 2)
    first = math.ceil((x - height / 2 - through) / step)
    last = math.floor((x + width + height / 2 - through) / step)
    for at in (through + k * step for k in range(first, last + 1)):
        yield at - lean * height / 2, y + height, at + lean * height / 2, y


def _rungs(box: Box, places: list[float], stroke: Stroke, *, upright: bool) -> Path:
    """Return lines across the box, at positions along it."""
    x, y, width, height = box
    return shapes.lines([(at, y, at, y + height) if upright else (x, at, x + width, at) for at in places], stroke)
