"""Pictures of pages as darkness of pixels, measured in millimetres from the top left corner."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from helpers import images
from numpy.typing import NDArray

Cover = NDArray[np.floating]

INCH = 25.4
DPI = 200
PAPER = 210.0, 279.4


def convert_to_mm(points: float) -> float:
    """Return a length in millimetres."""
    return points / 72 * INCH


def list_strokes(page: Any, width: float) -> list[dict[str, Any]]:
    """Return the lines on a page with a pen of `width` points."""
    paths = (*page.lines, *page.curves, *page.rects)
    return [one for one in paths if one["stroke"] and abs(one["linewidth"] - width) < 0.01]


class Pixels:
    """A page as the darkness of its pixels; lengths in mm from its top left corner."""

    def __init__(self, picture: images.Picture) -> None:
        self.cover: Cover = images.measure_darkness(picture)
        assert picture.shape[:2] == pytest.approx((PAPER[1] / INCH * DPI, PAPER[0] / INCH * DPI), abs=DPI / 96 + 1)

    def along(self, start: tuple[float, float], end: tuple[float, float], step: float = 0.005) -> tuple[Cover, Cover]:
        """The darkness along a line, interpolated between the middles of pixels, and how far along each sample is."""
        length = math.dist(start, end)
        ways = np.arange(0, length, step)
        xs = (start[0] + (end[0] - start[0]) * ways / length) / INCH * DPI - 0.5
        ys = (start[1] + (end[1] - start[1]) * ways / length) / INCH * DPI - 0.5
        left, top = np.floor(xs).astype(int), np.floor(ys).astype(int)
        u, v = xs - left, ys - top
        cover = self.cover
        upper = cover[top, left] * (1 - u) + cover[top, left + 1] * u
        lower = cover[top + 1, left] * (1 - u) + cover[top + 1, left + 1] * u
        return ways, upper * (1 - v) + lower * v

    def stroke(self, start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """Return the start and the end of the first dark stroke between two points."""
        ways, dark = self.along(start, end)
        inside = np.flatnonzero(dark > 0.5)
        assert len(inside), f"nothing is drawn between {start} and {end}"
        gap = np.flatnonzero(np.diff(inside) > 1)
        return float(ways[inside[0]]), float(ways[inside[gap[0]] if len(gap) else inside[-1]])
