"""Strokes, text styles and marks that the pieces of all templates share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Path, Stroke
from printshop.drawing.geometry import Point, Transform, move_point

CUT_STROKE = Stroke(BLACK, 0.9)
BOUND_STROKE = Stroke(BLACK, 0.9)
FINE_STROKE = Stroke(BLACK, 0.4)
GREY = WHITE.mix(BLACK, 0.65)

TITLE_STYLE = text.Style("sans", 8.0, bold=True)
WORDS_STYLE = text.Style("sans", 7.0)
BOLD_STYLE = text.Style("sans", 7.0, bold=True)
MIN_TYPE_SIZE = 5.0  # the smallest type that is readable on film, in points
_LINE_SPACING = 1.22  # distance from one centred line to the next, as a share of the type size


def draw_center_mark(x: float, y: float) -> tuple[Path, ...]:
    """Return a dot and a small cross, which are laid over the middle of a model."""
    return shapes.cross(x, y, 12, FINE_STROKE), shapes.circle(x, y, 1.4, fill=BLACK)


def draw_rim_ticks(center: Point, radius: float, start: float, sweep: float, *, fine_step: int,
                   coarse_step: int) -> Path:
    """Return ticks inside a rim. The ticks can be seen on clear film.

    `fine_step` and `coarse_step` are the angles between ticks, in degrees.
    """
    angles = range(-int(-start // fine_step) * fine_step, int((start + min(sweep, 359)) // 1) + 1, fine_step)
    return shapes.lines([(*move_point(angle, radius, *center),
                          *move_point(angle, radius - (4 if angle % coarse_step else 7), *center)) for angle in angles],
                        FINE_STROKE)


def place_rotated(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Group:
    """Return items turned clockwise about their origin, which is moved to (x, y)."""
    return Group(items, Transform().translate(x, y).rotate(degrees))


def measure_stack(lines: Sequence[tuple[str, text.Style]]) -> float:
    """Return the height of a stack of centred lines, in points."""
    return sum(style.size for _, style in lines) * _LINE_SPACING


def draw_stack(lines: Sequence[tuple[str, text.Style]], x: float, y: float, width: float) -> Iterator[Item]:
    """Yield centred lines, each at most `width` wide, with the middle of the stack at (x, y).

    Raises TooWideError if a line is too wide even in the smallest type.
    """
    top = y - measure_stack(lines) / 2
    for line, style in lines:
        yield from text.set_line(line, style, x, top + style.size * 0.96, "middle", max_width=width,
                                 min_size=MIN_TYPE_SIZE)
        top += style.size * _LINE_SPACING
