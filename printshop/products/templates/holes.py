"""Holes in templates: for a pivot, a pin, a string; a ring to punch on paper, an inner cut for a machine."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.geometry import inside
from printshop.drawing.items import WHITE, Close, Curve
from printshop.drawing.misfit import Misfit
from printshop.products.templates.cut_pieces import FINE, Cutout
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Path
    from printshop.game.templates.template_head import Hole

RIM = 1 * MM
"""What is left at least between a hole and the edge of a piece, or another hole."""

_STEPS = 12  # straight pieces of a curve, by which it is seen whether a hole fits


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
    x, y = 0.0, 0.0
    for segment in path.segments:
        if isinstance(segment, Close):
            continue
        if isinstance(segment, Curve):
            for k in range(1, _STEPS):
                t, u = k / _STEPS, 1 - k / _STEPS
                shares = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                yield (sum(a * b for a, b in zip(shares, (x, segment.x1, segment.x2, segment.x), strict=True)),
                       sum(a * b for a, b in zip(shares, (y, segment.y1, segment.y2, segment.y), strict=True)))
        x, y = segment.x, segment.y
        yield x, y


def _away(point: Point, outline: Sequence[Point]) -> float:
    """Return how far a point is from the nearest side of an outline."""
    x, y = point
    return min(abs(complex(x - x1, y - y1) - complex(x2 - x1, y2 - y1) * _share(x - x1, y - y1, x2 - x1, y2 - y1))
               for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True))


def _share(x: float, y: float, along: float, down: float) -> float:
    """Return which part of a side, from 0 to 1, leads to the place on it that is nearest to a point."""
    square = along * along + down * down
    return min(1.0, max(0.0, (x * along + y * down) / square)) if square else 0.0
