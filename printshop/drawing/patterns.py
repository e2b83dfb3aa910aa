"""Fill patterns, so that sides can be told apart without colour: in grey print, in black, by anyone's eyes.

They are meant for bands, flags and borders. With full colour a pattern lies in black or white on the colour;
with light ink it is drawn in the colour on a tint; in black it is black on white.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.ink import Ink, area, contrast, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Path, Stroke
from printshop.patterns import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Box = tuple[float, float, float, float]


def fill(
    pattern: str,
    box: Box,
    color: Color,
    ink: Ink = Ink.COLOUR,
    *,
    pitch: float = 5.0,
    weight: float = 0.9,
    core: Box | None = None,
) -> tuple[Item, ...]:
    """Fill the box (x, y, width, height, in points) with a colour and a pattern, clipped to the box.

    Bars and stripes run across the longer side, so that none looks like a line to cut or fold along.

    Args:
        pattern: one of `PATTERNS`. "solid" is the bare colour, solid black in black ink; "plain" stays white.
        box: what to fill.
        color: the colour of the side.
        ink: how much may be spent.
        pitch: the distance from one line or dot to the next, in points.
        weight: the width of the lines, in points.
        core: what the pattern is balanced in, the box itself by default; the rest of the box carries it on.

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
    drawn = _DRAW[pattern](_Field(box, core or box, pitch), weight, _line_color(ink, color))
    return ground, Group((drawn,), clip=shapes.rect(*box))


def marks(pattern: str, box: Box, color: Color, *, pitch: float = 5.0, weight: float = 0.9) -> tuple[Path, ...]:
    """Return the bare lines or dots of a pattern over a box, with no ground: for clear film.

    There are none for "plain" and for "solid". Raises ValueError for what is not one of `PATTERNS`.
    """
    if pattern not in PATTERNS:
        raise ValueError(f"unknown pattern '{pattern}': known are {', '.join(PATTERNS)}")
    return (_DRAW[pattern](_Field(box, box, pitch), weight, color),) if pattern in _DRAW else ()


def texture(
    pattern: str, box: Box, color: Color, *, clip: Path | None = None, pitch: float = 5.0, weight: float = 0.9
) -> Group:
    """Return the lines or dots of a pattern alone, in a colour, clipped to the box or to an outline within it.

    Raises ValueError for "plain" and "solid", which have none, and for what is not one of `PATTERNS`.
    """
    if pattern not in _DRAW:
        raise ValueError(f"'{pattern}' is no pattern of lines or dots: these are {', '.join(_DRAW)}")
    return Group((_DRAW[pattern](_Field(box, box, pitch), weight, color),), clip=clip or shapes.rect(*box))


def _line_color(ink: Ink, color: Color) -> Color:
    """Return a colour whose lines are seen on the ground: pale colours are darkened on a tint."""
    if ink is Ink.COLOUR:
        return text_on(color)
    drawn = mark(ink, color)
    return drawn if contrast(drawn, WHITE) >= 2.5 else drawn.mix(BLACK, 0.5)


class _Field(NamedTuple):
    """What is filled, what the pattern is balanced in, and the distance from one line to the next."""

    box: Box
    core: Box
    pitch: float

    @property
    def wide(self) -> bool:
        return self.core[2] >= self.core[3]

    def slanted(self, lean: int) -> Iterator[tuple[float, float, float, float]]:
        """Yield lines at 45 degrees, one of them through the middle of the core; lean 1 rises to the right."""
        x, y, width, height = self.box
        step = self.pitch * math.sqrt(2)
        middle_x, middle_y = self.core[0] + self.core[2] / 2, self.core[1] + self.core[3] / 2
        # where the line through the middle of the core crosses the middle height of the box
        through = middle_x + lean * (middle_y - y - height / 2)
        first = math.ceil((x - height / 2 - through) / step)
        last = math.floor((x + width + height / 2 - through) / step)
        for k in range(first, last + 1):
            at = through + k * step
            yield at - lean * height / 2, y + height, at + lean * height / 2, y

    def across(self, pitch: float = 0.0) -> list[float]:
        """Return the x of columns `pitch` apart, balanced in the core and carried on to the edges of the box."""
        return _steps(self.box[0], self.box[2], self.core[0], self.core[2], pitch or self.pitch)

    def down(self, pitch: float = 0.0) -> list[float]:
        """Return the y of rows, likewise."""
        return _steps(self.box[1], self.box[3], self.core[1], self.core[3], pitch or self.pitch)


def _steps(start: float, length: float, core: float, core_length: float, pitch: float) -> list[float]:
    count = max(1, round(core_length / pitch))
    origin = core + core_length / 2 - (count - 1) / 2 * pitch
    first, last = math.ceil((start - origin) / pitch - 0.5), math.floor((start + length - origin) / pitch + 0.5)
    return [origin + k * pitch for k in range(min(first, 0), max(last, count - 1) + 1)]


def _hatch(field: _Field, weight: float, color: Color) -> Path:
    return shapes.lines(field.slanted(1), Stroke(color, weight))


def _backhatch(field: _Field, weight: float, color: Color) -> Path:
    return shapes.lines(field.slanted(-1), Stroke(color, weight))


def _crosshatch(field: _Field, weight: float, color: Color) -> Path:
    return shapes.lines([*field.slanted(1), *field.slanted(-1)], Stroke(color, weight))


def _rungs(field: _Field, places: Iterable[float], stroke: Stroke) -> Path:
    """Draw lines across the longer side, at places along it."""
    x, y, width, height = field.box
    if field.wide:
        return shapes.lines([(u, y, u, y + height) for u in places], stroke)
    return shapes.lines([(x, v, x + width, v) for v in places], stroke)


def _bars(field: _Field, weight: float, color: Color) -> Path:
    places = field.across() if field.wide else field.down()
    return _rungs(field, places, Stroke(color, 2 * weight))


def _stripes(field: _Field, weight: float, color: Color) -> Path:
    """Draw fine lines in pairs."""
    pitch = 1.4 * field.pitch
    places = field.across(pitch) if field.wide else field.down(pitch)
    half = 0.2 * pitch
    return _rungs(field, [at for u in places for at in (u - half, u + half)], Stroke(color, weight))


def _dots(field: _Field, weight: float, color: Color) -> Path:
    dots = [shapes.circle(u, v, 1.3 * weight) for v in field.down() for u in field.across()]
    return Path(tuple(part for dot in dots for part in dot.segments), fill=color)


def _checks(field: _Field, _weight: float, color: Color) -> Path:
    pitch = field.pitch
    cells = [
        shapes.rect(u - pitch / 2, v - pitch / 2, pitch, pitch)
        for row, v in enumerate(field.down())
        for column, u in enumerate(field.across())
        if (row + column) % 2 == 0
    ]
    return Path(tuple(part for cell in cells for part in cell.segments), fill=color)


def _chevrons(field: _Field, weight: float, color: Color) -> Path:
    _, y, _, height = field.core
    rise = min(height / 2, 2 * field.pitch)
    middle = y + height / 2
    arms = [
        arm
        for at in field.across(1.5 * field.pitch)
        for u in (at + rise / 2,)
        for arm in ((u - rise, middle - rise, u, middle), (u, middle, u - rise, middle + rise))
    ]
    return shapes.lines(arms, Stroke(color, weight, cap="round"))


_DRAW: dict[str, Callable[[_Field, float, Color], Path]] = {
    "hatch": _hatch,
    "backhatch": _backhatch,
    "crosshatch": _crosshatch,
    "bars": _bars,
    "stripes": _stripes,
    "dots": _dots,
    "checks": _checks,
    "chevrons": _chevrons,
}
