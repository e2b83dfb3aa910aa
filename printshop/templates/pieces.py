"""Strokes, text styles and marks that the pieces of all templates share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing
from printshop.drawing.items import BLACK, WHITE, Group, Item, Path, Stroke

CUT = Stroke(BLACK, 0.9)
BOUND = Stroke(BLACK, 0.9)
FINE = Stroke(BLACK, 0.4)
GREY = WHITE.mix(BLACK, 0.65)

TITLE = text.Style("sans", 8.0, bold=True)
WORDS = text.Style("sans", 7.0)
BOLD = text.Style("sans", 7.0, bold=True)
LEAST = 5.0  # the smallest type that is readable on film, in points
_LINE = 1.22  # distance from one centred line to the next, as a share of the type size


def center_mark(x: float, y: float) -> tuple[Path, ...]:
    """Return a dot and a small cross, to lay over the middle of a model."""
    return shapes.cross(x, y, 12, FINE), shapes.circle(x, y, 1.4, fill=BLACK)


def rim(center: Point, radius: float, start: float, sweep: float, *, fine: int, coarse: int) -> Path:
    """Return ticks inside a rim, to see it on clear film: every `fine`, longer ones every `coarse` degrees."""
    angles = range(-int(-start // fine) * fine, int((start + min(sweep, 359)) // 1) + 1, fine)
    return shapes.lines([(*bearing(angle, radius, *center),
                          *bearing(angle, radius - (4 if angle % coarse else 7), *center)) for angle in angles], FINE)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Group:
    """Return items turned clockwise about their origin, which is moved to (x, y)."""
    return Group(items, Transform().translate(x, y).rotate(degrees))


def stacked(lines: Sequence[tuple[str, text.Style]]) -> float:
    """Return the height of a stack of centred lines, in points."""
    return sum(style.size for _, style in lines) * _LINE


def stack(lines: Sequence[tuple[str, text.Style]], x: float, y: float, width: float) -> Iterator[Item]:
    """Yield centred lines, each at most `width` wide, with the middle of the stack at (x, y). Raises TooWide."""
    top = y - stacked(lines) / 2
    for words, style in lines:
        yield from text.line(words, style, x, top + style.size * 0.96, "middle", max_width=width, min_size=LEAST)
        top += style.size * _LINE
