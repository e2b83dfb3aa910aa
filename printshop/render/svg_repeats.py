"""Paths that say the same again and again, such as a thousand dots: what they are made of, told once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.render.svg_window import corners, outlines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printshop.drawing.items import Path, Segment

LEAST = 16  # as often, or it is not worth a name
_EXACT = 3  # decimals of a point: 0.0004 mm

Shape = tuple[tuple[str, tuple[float, ...]], ...]


class Repeats(NamedTuple):
    """An outline that begins at the origin, and where it is to be drawn."""

    outline: tuple[Segment, ...]
    places: tuple[tuple[float, float], ...]


def repeated(path: Path) -> Repeats | None:
    """Return the outline of which alone a path consists, many times; or None.

    Only of what is filled and nothing more: all outlines turn the same way round, so that nothing cancels out, and they
    can be filled one by one.
    """
    if path.stroke or not path.fill or path.rule != "nonzero" or len(path.segments) < 3 * LEAST:
        return None
    found = outlines(path.segments)
    shape = _shape(found[0])
    if len(found) < LEAST or any(_shape(one) != shape for one in found):
        return None
    [(left, top)] = corners(found[0][0])
    moved = (type(part)(*(value - (top if place % 2 else left) for place, value in enumerate(part)))
             for part in found[0])
    return Repeats(tuple(moved), tuple(corners(one[0])[0] for one in found))


def _shape(outline: Sequence[Segment]) -> Shape:
    [(left, top)] = corners(outline[0])
    return tuple((type(part).__name__, tuple(round(value - (top if place % 2 else left), _EXACT)
                                             for place, value in enumerate(part))) for part in outline)
