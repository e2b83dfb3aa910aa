"""The bases of For the Masses: the corners of their hexes, and the corners of their cut outlines."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helpers.measure import Shape

# corners from the middle of the front hex: across in half hexes, down in half sides
OUTLINES: dict[str, list[tuple[int, int]]] = {
    "base_1": [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
    "base_monster_3": [(0, -2), (1, -1), (1, 1), (2, 2), (2, 4), (1, 5), (0, 4), (-1, 5), (-2, 4), (-2, 2), (-1, 1),
                       (-1, -1)],
    "base_artillery": [(0, -2), (1, -1), (2, -2), (3, -1), (3, 1), (2, 2), (2, 4), (1, 5), (0, 4), (0, 2), (-1, 1),
                       (-1, -1)],
    "base_monster_4": [(0, -2), (1, -1), (1, 1), (2, 2), (2, 4), (1, 5), (1, 7), (0, 8), (-1, 7), (-1, 5), (-2, 4),
                       (-2, 2), (-1, 1), (-1, -1)],
}
INSET = 0.5
"""Millimetres by which a paper Element is cut inside its hexes, to leave room for neighbours."""


def find_cut_outline(corners: Iterable[tuple[int, int]], across: float, inset: float = INSET) -> Shape:
    """Return the outline that is cut for a base or a paper Element on hexes of a size, in mm."""
    return move_outline_in([(x * across / 2, y * across / math.sqrt(3) / 2) for x, y in corners], inset)


def move_outline_in(corners: Shape, by: float) -> Shape:
    """Return the corners of a clockwise outline (y down) with every side moved inwards by some mm."""
    results = []
    for number, corner in enumerate(corners):
        before, after = (
            ((end[0] - start[0]) / math.dist(start, end), (end[1] - start[1]) / math.dist(start, end))
            for start, end in ((corners[number - 1], corner), (corner, corners[(number + 1) % len(corners)])))
        # inwards of a clockwise side is to its right: (-dy, dx)
        normal = -before[1] - after[1], before[0] + after[0]
        scale = by / (normal[0] * -before[1] + normal[1] * before[0])
        results.append((corner[0] + normal[0] * scale, corner[1] + normal[1] * scale))
    return results
