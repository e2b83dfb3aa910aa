"""Fill patterns, so that sides can be told apart without colour: in grey print, in black, by anyone's eyes.

They are meant for bands, flags and borders. With full colour a pattern lies in black or white on the colour;
with light ink it is drawn in the colour on a tint; in black it is black on white.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.ink import Ink, area, contrast, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Box = tuple[float, float, float, float]


def fill(
    pattern: str, box: Box, color: Color, ink: Ink = Ink.COLOUR, *, pitch: float = 5.0, weight: float = 0.9
) -> tuple[Item, ...]:
    """Fill the box (x, y, width, height, in points) with a colour and a pattern, clipped to the box.

    Args:
        pattern: one of `PATTERNS`. "solid" is the bare colour, solid black in black ink; "plain" stays white.
        box: what to fill.
        color: the colour of the side.
        ink: how much may be spent.
        pitch: the distance from one line or dot to the next, in points.
        weight: the width of the lines, in points.

    Raises:
        ValueError: the pattern is not one of `PATTERNS`.
    """
    if pattern not in PATTERNS:
        raise ValueError(f"unknown pattern '{pattern}': known are {', '.join(PATTERNS)}")
    if pattern == "plain":
        return (shapes.rect(*box, fill=WHITE),)
    if pattern == "solid":
        return (shapes.rect(*box, fill=BLACK if ink is Ink.BLACK else area(ink, color)),)
    ground = shapes.rect(*box, fill=area(ink, color))
    drawn = _DRAW[pattern](box, pitch, weight, _line_color(ink, color))
    return ground, Group((drawn,), clip=shapes.rect(*box))


def _line_color(ink: Ink, color: Color) -> Color:
    """Return a colour whose lines are seen on the ground: pale colours are darkened on a tint."""
    if ink is Ink.COLOUR:
        return text_on(color)
    drawn = mark(ink, color)
    return drawn if contrast(drawn, WHITE) >= 2.5 else drawn.mix(BLACK, 0.5)


def _slanted(box: Box, pitch: float, lean: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield lines at 45 degrees, `pitch` apart, through the middle of the box; lean 1 rises to the right."""
    x, y, width, height = box
    step = pitch * math.sqrt(2)
    middle = x + width / 2
    reach = math.ceil((width + height) / 2 / step)
    for k in range(-reach, reach + 1):
        foot = middle + k * step
        yield foot - lean * height / 2, y + height, foot + lean * height / 2, y


def _hatch(box: Box, pitch: float, weight: float, color: Color) -> Path:
    return shapes.lines(_slanted(box, pitch, 1), Stroke(color, weight))


def _backhatch(box: Box, pitch: float, weight: float, color: Color) -> Path:
    return shapes.lines(_slanted(box, pitch, -1), Stroke(color, weight))


def _crosshatch(box: Box, pitch: float, weight: float, color: Color) -> Path:
    both = [*_slanted(box, pitch, 1), *_slanted(box, pitch, -1)]
    return shapes.lines(both, Stroke(color, weight))


def _steps(start: float, length: float, pitch: float) -> list[float]:
    """Return places `pitch` apart, balanced about the middle of the stretch."""
    count = max(1, round(length / pitch))
    return [start + length / 2 + (k - (count - 1) / 2) * pitch for k in range(count)]


def _bars(box: Box, pitch: float, weight: float, color: Color) -> Path:
    x, y, width, height = box
    return shapes.lines([(x, v, x + width, v) for v in _steps(y, height, pitch)], Stroke(color, weight))


def _stripes(box: Box, pitch: float, weight: float, color: Color) -> Path:
    x, y, width, height = box
    return shapes.lines([(u, y, u, y + height) for u in _steps(x, width, pitch)], Stroke(color, weight))


def _dots(box: Box, pitch: float, weight: float, color: Color) -> Path:
    x, y, width, height = box
    places = [(u, v) for v in _steps(y, height, pitch) for u in _steps(x, width, pitch)]
    dots = [shapes.circle(u, v, weight) for u, v in places]
    return Path(tuple(part for dot in dots for part in dot.segments), fill=color)


def _checks(box: Box, pitch: float, _weight: float, color: Color) -> Path:
    x, y, width, height = box
    cells = [
        shapes.rect(u - pitch / 2, v - pitch / 2, pitch, pitch)
        for row, v in enumerate(_steps(y, height + pitch, pitch))
        for column, u in enumerate(_steps(x, width + pitch, pitch))
        if (row + column) % 2
    ]
    return Path(tuple(part for cell in cells for part in cell.segments), fill=color)


def _chevrons(box: Box, pitch: float, weight: float, color: Color) -> Path:
    x, y, width, height = box
    rise = min(height / 2, 2 * pitch)
    middle = y + height / 2
    arms = [
        arm
        for u in _steps(x, width + 2 * rise, 1.5 * pitch)
        for arm in ((u - rise, middle - rise, u, middle), (u, middle, u - rise, middle + rise))
    ]
    return shapes.lines(arms, Stroke(color, weight, cap="round"))


_DRAW: dict[str, Callable[[Box, float, float, Color], Path]] = {
    "hatch": _hatch,
    "backhatch": _backhatch,
    "crosshatch": _crosshatch,
    "bars": _bars,
    "stripes": _stripes,
    "dots": _dots,
    "checks": _checks,
    "chevrons": _chevrons,
}
PATTERNS = ("plain", "solid", *_DRAW)
