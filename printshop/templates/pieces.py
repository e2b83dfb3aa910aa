"""Pieces to cut out: what templates are drawn on, with what they are drawn, and their holes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, inside
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Close, Curve, Group, Item, Path, Stroke
from printshop.game.model import Words
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.layout.boxes import Box
from printshop.problems import Misfit, Span
from printshop.units import MM, Length

LARGEST_HOLE = "100 mm"

CUT = Stroke(BLACK, 0.9)
BOUND = Stroke(BLACK, 0.9)
FINE = Stroke(BLACK, 0.4)
GREY = WHITE.mix(BLACK, 0.65)

TITLE = text.Style("sans", 8.0, bold=True)
WORDS = text.Style("sans", 7.0)
SMALL = text.Style("sans", 6.0, color=GREY)
LEAST = 5.0  # the smallest type that can be read on film


@block
class Hole(Block):
    """A hole in every piece: `at` is how far its middle is from the left and the top, None for that of the piece."""

    diameter: Length = keys.length("how large it is", positive=True, most=LARGEST_HOLE)
    at: tuple[Length, Length] | None = keys.size(
        "how far its middle is from the left and the upper edge of the piece; without it, it is in the middle",
        default=None)


class Sheet(NamedTuple):
    """What pieces are made for: the `area` of a page, the ink, the game's words; `letter` begins codes of pieces."""

    area: Box
    ink: Ink
    words: Words
    letter: str = ""


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
    angles = range(round(start / fine) * fine, round(start + min(sweep, 359)) + 1, fine)
    return shapes.lines([(*bearing(angle, radius, *center),
                          *bearing(angle, radius - (4 if angle % coarse else 7), *center)) for angle in angles], FINE)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Group:
    """Return items turned clockwise about their origin, which comes to (x, y)."""
    return Group(items, Transform().translate(x, y).rotate(degrees))


def stack(lines: list[tuple[str, text.Style]], x: float, y: float, width: float) -> Iterator[Item]:
    """Yield centred lines, the middle of them all at (x, y), none wider than `width`. Raises TooWide."""
    top = y - sum(style.size for _, style in lines) * 1.22 / 2
    for words, style in lines:
        yield from text.line(words, style, x, top + style.size * 0.96, "middle", max_width=width, min_size=LEAST)
        top += style.size * 1.22


RIM = 1 * MM
"""What is left at least between a hole and the edge of a piece, or another hole."""


class Misplaced(Misfit):
    """A hole that a piece cannot have."""

    hint = "make it smaller, or say at: how far its middle is from the left and the upper edge, such as 12 x 30 mm"


def holed(piece: Cutout, holes: Sequence[Hole]) -> Cutout:
    """Return a piece with its holes. Raises Misplaced for one that does not lie within the piece, clear of others."""
    if not holes:
        return piece
    outline = list(_corners(piece.edge))
    middle = piece.middle or (piece.width / 2, piece.height / 2)
    places = [((hole.at[0].pt, hole.at[1].pt) if hole.at else middle, hole.diameter.pt / 2) for hole in holes]
    for hole, (at, radius) in zip(holes, places, strict=True):
        if not inside(at, outline) or _away(at, outline) < radius + RIM:
            raise Misplaced(f"a hole of {hole.diameter.text} does not lie inside '{piece.name}', 1 mm from its edge")
    for (one, radius), (other, more) in combinations(places, 2):
        if dist(one, other) < radius + more + RIM:
            raise Misplaced(f"two holes of '{piece.name}' are less than 1 mm apart")
    rings = tuple(shapes.circle(*at, radius, stroke=FINE) for at, radius in places)
    plates = tuple(shapes.circle(*at, radius, fill=WHITE) for at, radius in places)  # or it would be lost on black
    marks = tuple(shapes.cross(*at, min(radius, 6.0), FINE) for at, radius in places)
    return piece._replace(items=(*piece.items, *plates, *marks), holes=rings)


def _corners(path: Path) -> Iterator[Point]:
    """Yield the corners of an outline, twelve places of each curve."""
    here = (0.0, 0.0)
    for segment in path.segments:
        if isinstance(segment, Close):
            continue
        if isinstance(segment, Curve):
            yield from (shapes.on_curve(here, segment, k / 12) for k in range(1, 12))
        here = segment.x, segment.y
        yield here


def _away(point: Point, outline: Sequence[Point]) -> float:
    """Return how far a point is from the nearest side of an outline."""
    place, corners = complex(*point), [complex(*corner) for corner in outline]
    far = math.inf
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        side, offset = end - start, place - start
        share = (offset * side.conjugate()).real / abs(side) ** 2 if side else 0.0
        far = min(far, abs(offset - side * min(max(share, 0.0), 1.0)))
    return far
