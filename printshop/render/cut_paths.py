"""What a page has for a machine that cuts: outlines to cut, folds to score, areas and lines to engrave.

Points, origin at the top left of the page, y down. Curves stay curves. A clip cuts lines off where it ends, as lines:
their ink is of no interest.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import IDENTITY, Point, Transform
from printshop.drawing.items import Close, Curve, Group, Item, Layer, Line, Move, Path, Segment, Use, walk
from printshop.drawing.shapes import transform_path
from printshop.render.cut_engraved import Engraving
from printshop.render.cut_window import Window, through
from printshop.render.svg_flat import flat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NEAR = 0.01
"""Points that are no farther apart are one: 0.0035 mm, which no machine can tell."""

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


class Found(NamedTuple):
    """What there is on a page; `engraved` has areas that are filled and lines that are stroked, all of them dark."""

    cuts: tuple[Outline, ...]
    scores: tuple[Outline, ...]
    engraved: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.cuts or self.scores or self.engraved)


def find(items: Iterable[Item]) -> Found:
    """Return all that a machine has to do of a page."""
    cuts: list[Outline] = []
    scores: list[Outline] = []
    engraving = Engraving()
    start: _State = IDENTITY, None, ()
    for item, (place, layer, windows) in walk(items, start, _within):
        for path in flat((item,), place) if layer in (Layer.CUT, Layer.SCORE, Layer.ENGRAVE) else ():
            assert isinstance(path, Path)
            if layer is Layer.ENGRAVE:
                engraving.add(path, windows)
                continue
            for segments in through(path.segments, windows):
                (cuts if layer is Layer.CUT else scores).extend(outlines(segments))
    return Found(tuple(cuts), tuple(scores), engraving.marks)


def _within(item: Use | Group, outer: _State) -> _State:
    place, layer, windows = outer[0].then(item.transform), outer[1], outer[2]
    if isinstance(item, Use):
        return place, layer, windows
    return place, item.layer or layer, (*windows, Window(transform_path(item.clip, place))) if item.clip else windows


def printed(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return what is left of a page for the printer, without all that a machine does, nor marks to cut by."""
    found: list[Item] = []
    for item in items:
        if not isinstance(item, Group):
            found.append(item)
        elif item.layer is None or item.layer is Layer.PRINT:
            found.append(Group(printed(item.items), item.transform, item.clip, item.layer))
        elif item.layer is Layer.GUIDE:
            found.append(item)
    return tuple(found)


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
