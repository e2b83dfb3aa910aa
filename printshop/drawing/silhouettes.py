"""The outline of a drawing: that of its largest shape, along which it is cut out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing.items import Close, Line, Move, Path, placed
from printshop.drawing.shapes import transform_segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item, Segment

LEAST = 1.0
"""The area, in square points, that a shape to be cut out has at least."""


def silhouette(items: Iterable[Item]) -> Path | None:
    """Return the outline of the largest shape in a drawing, closed, its curves kept; None if there is none.

    What is filled counts, and what is a closed line; pictures made of pixels have no outline.
    """
    outlines = (outline for item, place in placed(items) if isinstance(item, Path)
                for outline in _closed(transform_segments(item.segments, place), filled=item.fill is not None))
    found = max(outlines, key=_area, default=())
    return Path((*found, Close())) if found and _area(found) >= LEAST else None


def _closed(segments: Sequence[Segment], *, filled: bool) -> Iterator[tuple[Segment, ...]]:
    """Give every outline that encloses something, without what closes it."""
    found: list[Segment] = []
    for segment in (*segments, Move(0.0, 0.0)):
        if isinstance(segment, Move | Close):
            if len(found) > 1 and (filled or isinstance(segment, Close)):
                yield tuple(found)
            found = [segment] if isinstance(segment, Move) else found[:1]
        else:
            found.append(segment)


def _area(segments: Sequence[Segment]) -> float:
    """Return the area within an outline, with curves as the lines between their control points."""
    points = [point for segment in segments for point in _points(segment)]
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, [*points[1:], *points[:1]],
                                                                    strict=True))) / 2


def _points(segment: Segment) -> tuple[Point, ...]:
    if isinstance(segment, Close):
        return ()
    if isinstance(segment, Move | Line):
        return ((segment.x, segment.y),)
    return (segment.x1, segment.y1), (segment.x2, segment.y2), (segment.x, segment.y)


__all__ = ["silhouette"]
