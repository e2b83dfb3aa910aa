"""What the pieces of the templates have in common: a piece to cut out, its lines, its words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.items import BLACK, WHITE, Group, Item, Path, Stroke

if TYPE_CHECKING:
    from printshop.drawing.geometry import Point
    from printshop.problems import Span

CUT = Stroke(BLACK, 0.9)
BOUND = Stroke(BLACK, 0.9)
FINE = Stroke(BLACK, 0.4)
GREY = WHITE.mix(BLACK, 0.65)

TITLE = text.Style("sans", 8.0, bold=True)
WORDS = text.Style("sans", 7.0)
SMALL = text.Style("sans", 6.0, color=GREY)
LEAST = 5.0  # the smallest type that can be read on film


class Cutout(NamedTuple):
    """A piece to cut out along `edge`, `width` x `height` points; its origin is its top left corner.

    One that is `glued` is a part of something longer. `holes` are cut out of it; `middle` is where one goes whose place
    is not said, if that is not the middle of its box. `notes` stand at the foot of its page.
    """

    name: str
    title: str
    width: float
    height: float
    edge: Path
    items: tuple[Item, ...]
    span: Span | None
    glued: bool = False
    holes: tuple[Path, ...] = ()
    middle: Point | None = None
    notes: tuple[str, ...] = ()


def center_mark(x: float, y: float) -> tuple[Path, ...]:
    """Return the dot and small cross that go over the middle of a model."""
    return shapes.cross(x, y, 12, FINE), shapes.circle(x, y, 1.4, fill=BLACK)


def rim(center: Point, radius: float, start: float, sweep: float, *, fine: int, coarse: int) -> Path:
    """Return ticks inside a rim, so that it is seen on clear film: every `fine`, longer every `coarse` degrees."""
    angles = range(round(start / fine) * fine, round(start + sweep) + 1, fine)
    ticks = [
        (*bearing(angle, radius, *center), *bearing(angle, radius - (7 if angle % coarse == 0 else 4), *center))
        for angle in angles
        if not (sweep >= 360 and angle >= start + 360)
    ]
    return shapes.lines(ticks, FINE)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Group:
    """Return items turned clockwise about their origin, which comes to (x, y)."""
    return Group(items, Transform().translate(x, y).rotate(degrees))


def stack(
    lines: list[tuple[str, text.Style]], x: float, y: float, width: float
) -> tuple[Item, ...]:
    """Return centred lines, the middle of them all at (x, y), none wider than `width`. Raises TooWide."""
    heights = [style.size * 1.22 for _, style in lines]
    top = y - sum(heights) / 2
    items: list[Item] = []
    for (words, style), height in zip(lines, heights, strict=True):
        base = top + height * 0.5 + style.size * 0.35
        items += text.line(words, style, x, base, "middle", max_width=width, min_size=LEAST)
        top += height
    return tuple(items)
