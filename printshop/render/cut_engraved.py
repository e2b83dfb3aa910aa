"""What is engraved of a drawing: its dark areas and lines, without what lighter areas cover.

Colours mean nothing to a laser. What is lighter than `DARK` is not engraved; where it is filled, it covers what was
drawn before, so that a figure in a white circle stays legible. Dashes become lines of their own.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, pairwise
from math import dist
from typing import TYPE_CHECKING

from printshop.drawing.ink import luminance
from printshop.drawing.items import Line, Move, Path
from printshop.drawing.shapes import outline_bounds, polygon, polyline
from printshop.render.cut_window import Window, through
from printshop.render.svg_clip import contours_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printshop.drawing.geometry import Bounds
    from printshop.drawing.items import Segment, Stroke

DARK = 0.4
"""The luminance (0 to 1) from which on a colour is too light to engrave."""

SPECK = 0.6 * MM
"""What is left of a line beside a plate, and no longer, would look like dirt."""


class Engraving:
    """The marks that have been made so far: paths that are either filled or stroked."""

    def __init__(self) -> None:
        self._marks: list[tuple[Path, Bounds]] = []

    @property
    def marks(self) -> tuple[Path, ...]:
        """The marks in the order in which they are made."""
        return tuple(mark for mark, _ in self._marks)

    def _make(self, mark: Path) -> None:
        self._marks.append((mark, outline_bounds(mark.segments)))

    def add(self, path: Path, windows: Sequence[Window]) -> None:
        """Draw a path, seen through windows, over what is there."""
        if path.fill and path.segments:
            area = Path(path.segments, path.fill, None, path.rule)
            for window in windows:
                area = window.areas(area) if area.segments else area
            if area.segments and luminance(path.fill) < DARK:
                self._make(area)
            elif area.segments:
                self._cover(area)
        if path.stroke and path.segments and luminance(path.stroke.color) < DARK:
            lines = _dashed(path.segments, path.stroke) if path.stroke.dash else path.segments
            for segments in through(lines, windows):
                self._make(Path(segments, None, replace(path.stroke, dash=(), phase=0.0)))

    def _cover(self, area: Path) -> None:
        beside = Window(area, beside=True)
        before, self._marks = self._marks, []
        for mark, bounds in before:
            if beside.far(bounds):
                self._marks.append((mark, bounds))
                continue
            left = beside.areas(mark) if mark.fill else replace(mark, segments=_left(mark, beside))
            if left.segments:
                self._make(left)


def _left(mark: Path, beside: Window) -> tuple[Segment, ...]:
    """Return what a plate leaves of lines, without the specks at its edge."""
    left = beside.lines(mark.segments)
    if left == mark.segments:
        return left
    found: list[Segment] = []
    for points, closed in contours_of(left):
        if sum(map(dist, points, points[1:])) > SPECK:
            found += (polygon(points) if closed and len(points) > 2 else polyline(points)).segments
    return tuple(found)


def _dashed(segments: Iterable[Segment], stroke: Stroke) -> tuple[Segment, ...]:
    """Return the dashes of a line; each outline begins with a whole one."""
    found: list[Segment] = []
    for contour in contours_of(segments) if sum(stroke.dash) > 0 else ():
        points = [*contour.points, *(contour.points[:1] if contour.closed else [])]
        lengths = cycle(stroke.dash * 2)
        left, ink = next(lengths), True
        found.append(Move(*points[0]))
        for start, end in pairwise(points):
            gone, long = 0.0, dist(start, end)
            while long - gone > left:
                gone += left
                place = start[0] + (end[0] - start[0]) * gone / long, start[1] + (end[1] - start[1]) * gone / long
                found.append(Line(*place) if ink else Move(*place))
                left, ink = next(lengths), not ink
            left -= long - gone
            if ink:
                found.append(Line(*end))
    return tuple(found)
