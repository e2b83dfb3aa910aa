"""Rulers as they stand in a file: recognised by their shape, and as long as they are."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from math import dist
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.inspection.operators import TooMuch
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.geometry import Point

TOLERANCE = 0.05 / 3  # mm in 100 mm: 0.05 mm in 300 mm
MOST_PAIRS = 200_000  # of lines on the guides of a page that could be a ruler


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler as measured, in millimetres: `metric` is its bar of 100 mm, `inches` that of 4 in, 101.6 mm."""

    page: int
    axis: Literal["across", "up"]
    metric: float
    inches: float

    def true(self, scale: tuple[float, float] = (1.0, 1.0)) -> bool:
        """Whether both bars have their length, in a file that is scaled for a printer, across and along."""
        by = scale[self.axis == "up"]
        return abs(self.metric - 100 * by) <= TOLERANCE and abs(self.inches - 101.6 * by) <= TOLERANCE


def scale_said(words: str) -> tuple[float, float]:
    """Return how much larger than true a file says that it is, across and along, for a printer that prints too small.

    >>> scale_said("charts, scaled for a printer: 1.004016 across, 0.997009 along")
    (1.004016, 0.997009)
    """
    said = re.search(r"scaled for a printer: (\d\.\d{3,9}) across, (\d\.\d{3,9}) along", words)
    return (float(said[1]), float(said[2])) if said else (1.0, 1.0)


def made_for(scale: tuple[float, float]) -> str:
    """Return what is told of a file that is scaled for a printer."""
    return f"  made for one printer, which it makes up for: {scale[0]:.2%} across, {scale[1]:.2%} along"


class Straight(NamedTuple):
    """A straight line on the page, in points."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its length in millimetres."""
        return dist(self.start, self.end) / MM


def rulers(count: int, strokes: Iterable[Straight]) -> Iterator[Ruler]:
    """Yield the rulers among the lines of a page. Raises TooMuch."""
    lines = sorted((line for line in strokes if line.length > 20), key=lambda line: line.length)
    pairs = 0
    axes: tuple[tuple[Literal["across", "up"], int], ...] = (("across", 0), ("up", 1))
    for axis, along in axes:
        off = 1 - along
        level = [line for line in lines if abs(line.start[off] - line.end[off]) < 0.01]
        lengths = [line.length for line in level]
        for metric in level:
            low, high = (bisect_left(lengths, share * metric.length) for share in (1.0155, 1.0165))
            pairs += high - low
            if pairs > MOST_PAIRS:
                raise TooMuch(f"the guides of page {count} have too many lines to find its rulers")
            for inches in level[low:high]:
                same_zero = abs(metric.start[along] - inches.start[along]) < 0.02
                if same_zero and abs(metric.start[off] - inches.start[off]) < 5:
                    yield Ruler(count, axis, metric.length, inches.length)
