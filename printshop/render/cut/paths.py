"""What a page has for a machine that cuts: outlines to cut, folds to score, areas and lines to engrave.

Points, origin at the top left of the page, y down. Curves stay curves. A clip cuts lines off where it ends, as lines:
their ink is of no interest.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import cycle, pairwise
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import IDENTITY, Point, Transform
from printshop.drawing.ink import luminance
from printshop.drawing.items import Close, Curve, Group, Item, Layer, Line, Move, Path, Segment, Use, walk
from printshop.drawing.shapes import outline_bounds, polygon, polyline, transform_path
from printshop.render.clip import Window, contours_of, flat
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Bounds
    from printshop.drawing.items import Stroke

NEAR = 0.01
"""Points that are no farther apart are one: 0.0035 mm, which no machine can tell."""

DARK = 0.4
"""The luminance (0 to 1) from which on a colour is too light to engrave."""

SPECK = 0.6 * MM
"""What is left of a line beside a plate, and no longer, would look like dirt."""

Part = Line | Curve
_State = tuple[Transform, Layer | None, tuple[Window, ...]]  # where a line stands, on what layer, seen through what


class Outline(NamedTuple):
    """A line to follow from `start`; a closed one ends there."""

    start: Point
    parts: tuple[Part, ...]
    closed: bool

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of a path; the straight line that closes it is left to `Close`."""
        parts = self.parts
        if self.closed and len(parts) > 1 and isinstance(parts[-1], Line):
            parts = parts[:-1]
        return (Move(*self.start), *parts, *((Close(),) if self.closed else ()))

    @property
    def edges(self) -> Iterator[tuple[Point, Part]]:
        """Its parts, each with the point that it begins at."""
        here = self.start
        for part in self.parts:
            yield here, part
            here = part.x, part.y

    @property
    def corners(self) -> list[Point]:
        """The corners of a polygon that it is, chords for its curves."""
        return [point for contour in contours_of(self.segments) for point in contour.points]


def outlines(segments: Iterable[Segment]) -> Iterator[Outline]:
    """Give the outlines of a path; what ends where it began is closed, parts without length are dropped."""
    start: Point = (0.0, 0.0)
    here = start
    parts: list[Part] = []
    for segment in (*segments, Move(0.0, 0.0)):
        if isinstance(segment, Move | Close):
            if isinstance(segment, Close) and dist(here, start) > NEAR:
                parts.append(Line(*start))
            if parts:
                yield Outline(start, tuple(parts), dist(parts[-1][-2:], start) <= NEAR)
            parts = []
            if isinstance(segment, Move):
                start = segment.x, segment.y
            here = start
        elif isinstance(segment, Curve) or dist(here, segment) > NEAR:
            parts.append(segment)
            here = segment.x, segment.y


class Found(NamedTuple):
    """What there is on a page; `engraved` has areas that are filled and lines that are stroked, all of them dark."""

    cuts: tuple[Outline, ...]
    scores: tuple[Outline, ...]
    engraved: tuple[Path, ...]


def find(items: Iterable[Item]) -> Found:
    """Return all that a machine has to do of a page."""
    lines: dict[Layer | None, list[Outline]] = {Layer.CUT: [], Layer.SCORE: []}
    engraving = Engraving()
    start: _State = IDENTITY, None, ()
    for item, (place, layer, windows) in walk(items, start, _within):
        for path in flat((item,), place) if layer is Layer.ENGRAVE or layer in lines else ():
            assert isinstance(path, Path)
            if layer is Layer.ENGRAVE:
                engraving.add(path, windows)
            else:
                lines[layer] += outlines(_through(path.segments, windows))
    return Found(tuple(lines[Layer.CUT]), tuple(lines[Layer.SCORE]), engraving.marks)


def _within(item: Use | Group, outer: _State) -> _State:
    place, layer, windows = outer[0].then(item.transform), outer[1], outer[2]
    if isinstance(item, Use):
        return place, layer, windows
    return place, item.layer or layer, (*windows, Window(transform_path(item.clip, place))) if item.clip else windows


def _through(segments: tuple[Segment, ...], windows: Iterable[Window]) -> tuple[Segment, ...]:
    return reduce(lambda seen, window: window.lines(seen) if seen else (), windows, segments)


def printed(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return what is left of a page for the printer, without all that a machine does, nor marks to cut by."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.layer in (None, Layer.PRINT):
            kept.append(Group(printed(item.items), item.transform, item.clip, item.layer))
        elif not isinstance(item, Group) or item.layer is Layer.GUIDE:
            kept.append(item)
    return tuple(kept)


class Engraving:
    """What is engraved of a drawing: its dark areas and lines, without what lighter areas cover.

    Colours mean nothing to a laser. What is lighter than `DARK` is not engraved; where it is filled, it covers what was
    drawn before, so that a figure in a white circle stays legible. Dashes become lines of their own.
    """

    def __init__(self) -> None:
        self._marks: list[tuple[Path, Bounds]] = []

    @property
    def marks(self) -> tuple[Path, ...]:
        """Paths that are either filled or stroked, in the order in which they are made."""
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
            if seen := _through(lines, windows):
                self._make(Path(seen, None, replace(path.stroke, dash=(), phase=0.0)))

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
    kept: list[Segment] = []
    for points, closed in contours_of(left):
        if sum(map(dist, points, points[1:])) > SPECK:
            kept += (polygon(points) if closed and len(points) > 2 else polyline(points)).segments
    return tuple(kept)


def _dashed(segments: Iterable[Segment], stroke: Stroke) -> tuple[Segment, ...]:
    """Return the dashes of a line; each outline begins with a whole one."""
    dashes: list[Segment] = []
    for contour in contours_of(segments) if sum(stroke.dash) > 0 else ():
        points, lengths = contour.way, cycle(stroke.dash * 2)
        left, ink = next(lengths), True
        dashes.append(Move(*points[0]))
        for start, end in pairwise(points):
            gone, long = 0.0, dist(start, end)
            while long - gone > left:
                gone += left
                place = start[0] + (end[0] - start[0]) * gone / long, start[1] + (end[1] - start[1]) * gone / long
                dashes.append(Line(*place) if ink else Move(*place))
                left, ink = next(lengths), not ink
            left -= long - gone
            if ink:
                dashes.append(Line(*end))
    return tuple(dashes)
