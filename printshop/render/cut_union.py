"""Every edge once: a beam that runs along an edge a second time burns it.

Outlines that share no edge with any other stay as they are. The edges of the others become one set of lines: straight
ones that lie in one another are united, curves that lie on one another are one, and what meets end to end is one line
again. Points (1/72 in), y down.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import atan2, hypot
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.items import Curve, Line
from printshop.render.cut_paths import NEAR, Outline, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point

    Span = tuple[float, float]

ANGLE = 1e-5  # radians by which two lines may differ that are one: 0.003 mm in 300


class Merged(NamedTuple):
    """Outlines of their own, each with its number among those given; and the lines that were shared."""

    alone: tuple[tuple[int, Outline], ...]
    shared: tuple[Outline, ...]


class _Near:
    """Numbers for points of a plane; those within a step of one another in each way have one number."""

    def __init__(self, *steps: float) -> None:
        self._steps = steps
        self._cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
        self._known: list[tuple[float, ...]] = []

    def number(self, *at: float) -> int:
        """Return the number of a place, a new one if none is near."""
        cell = tuple(int(value // step) for value, step in zip(at, self._steps, strict=True))
        for around in product(*((index - 1, index, index + 1) for index in cell)):
            for number in self._cells.get(around, ()):
                if all(abs(one - other) <= step
                       for one, other, step in zip(at, self._known[number], self._steps, strict=True)):
                    return number
        self._cells[cell].append(len(self._known))
        self._known.append(at)
        return len(self._known) - 1


class Straight:
    """Stretches of straight lines, sorted by the endless line that each lies on."""

    def __init__(self, near: _Near | None = None) -> None:
        self._near = near or _Near(ANGLE, NEAR)
        self._way: dict[int, tuple[Point, float]] = {}
        self._spans: dict[int, list[tuple[float, float, int]]] = defaultdict(list)

    def add(self, start: Point, end: Point, owner: int) -> None:
        """Take a stretch of an owner's outline."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        long = hypot(dx, dy)
        dx, dy = dx / long, dy / long
        if dx < -ANGLE or (abs(dx) <= ANGLE and dy < 0):
            dx, dy, start, end = -dx, -dy, end, start
        off = dx * start[1] - dy * start[0]
        number = self._near.number(atan2(dy, dx), off)
        way, _ = self._way.setdefault(number, ((dx, dy), off))
        first, last = (way[0] * x + way[1] * y for x, y in (start, end))
        self._spans[number].append((min(first, last), max(first, last), owner))

    def sharing(self) -> set[int]:
        """Return the owners whose stretches lie in others."""
        found: set[int] = set()
        for spans in self._spans.values():
            reach, whose = float("-inf"), -1
            for first, last, owner in sorted(spans):
                if reach - first > NEAR:
                    found |= {owner, whose}
                if last > reach:
                    reach, whose = last, owner
        return found

    def covered(self, number: int) -> list[Span]:
        """Return the stretches of a line, those that meet or overlap as one."""
        return _unions(self._spans.get(number, ()))

    def united(self, without: Straight | None = None) -> Iterator[tuple[Point, Point]]:
        """Give the stretches, those that meet or overlap as one, less what lies in those of another set.

        The sets must share the numbers of their lines.
        """
        for number, spans in self._spans.items():
            (dx, dy), off = self._way[number]
            taken = without.covered(number) if without else []
            for first, last in _unions(spans):
                for low, high in _less((first, last), taken):
                    yield (low * dx - off * dy, low * dy + off * dx), (high * dx - off * dy, high * dy + off * dx)


def _unions(spans: Iterable[tuple[float, float, int]]) -> list[Span]:
    """Return stretches as few that do not touch."""
    found: list[Span] = []
    for first, last, _ in sorted(spans):
        if found and first - found[-1][1] <= NEAR:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def _less(span: Span, taken: Iterable[Span]) -> Iterator[Span]:
    """Give what is left of a stretch without others, which do not touch each other."""
    low, high = span
    for first, last in sorted(taken):
        if last > low and first < high:
            if first - low > NEAR:
                yield low, first
            low = max(low, last)
    if high - low > NEAR:
        yield low, high


def merge(outlines: Sequence[Outline]) -> Merged:
    """Return outlines with every edge once."""
    straight, points = Straight(), _Near(NEAR, NEAR)
    curves: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for owner, outline in enumerate(outlines):
        for start, part in _edges(outline):
            if isinstance(part, Line):
                straight.add(start, part, owner)
            else:
                curves[_curve_key(start, part, points)].append(owner)
    sharing = straight.sharing() | {one for owners in curves.values() if len(owners) > 1 for one in owners}
    alone = tuple((owner, one) for owner, one in enumerate(outlines) if owner not in sharing)
    return Merged(alone, _lines([outlines[owner] for owner in sorted(sharing)]))


def scored(scores: Sequence[Outline], cuts: Sequence[Outline]) -> tuple[Outline, ...]:
    """Return folds with every edge once, less what is cut."""
    return _lines(scores, cuts)


def _lines(outlines: Sequence[Outline], without: Sequence[Outline] = ()) -> tuple[Outline, ...]:
    """Return the edges of outlines once, as lines as long as they go."""
    near, points = _Near(ANGLE, NEAR), _Near(NEAR, NEAR)
    straight, others = Straight(near), Straight(near)
    edges: list[tuple[Point, Part]] = []
    curves: set[tuple[int, ...]] = set()
    for outline in without:
        for start, part in _edges(outline):
            if isinstance(part, Line):
                others.add(start, part, 0)
    for outline in outlines:
        for start, part in _edges(outline):
            if isinstance(part, Line):
                straight.add(start, part, 0)
            elif (key := _curve_key(start, part, points)) not in curves:
                curves.add(key)
                edges.append((start, part))
    edges += [(start, Line(*end)) for start, end in straight.united(others)]
    return tuple(_chains(edges, points))


def _edges(outline: Outline) -> Iterator[tuple[Point, Part]]:
    here = outline.start
    for part in outline.parts:
        yield here, part
        here = part.x, part.y


def _curve_key(start: Point, curve: Curve, points: _Near) -> tuple[int, ...]:
    x1, y1, x2, y2, x, y = curve
    numbers = [points.number(*at) for at in (start, (x1, y1), (x2, y2), (x, y))]
    return min(tuple(numbers), tuple(reversed(numbers)))


class _Edge(NamedTuple):
    """An edge with the numbers of its ends."""

    ends: tuple[int, int]
    start: Point
    part: Part

    def leaving(self, end: int) -> tuple[Point, Part]:
        """Return the edge as it is drawn from one of its ends."""
        if end == self.ends[0]:
            return self.start, self.part
        there = self.part.x, self.part.y
        if isinstance(self.part, Line):
            return there, Line(*self.start)
        x1, y1, x2, y2, _, _ = self.part
        return there, Curve(x2, y2, x1, y1, *self.start)


def _chains(edges: Iterable[tuple[Point, Part]], points: _Near) -> Iterator[Outline]:
    """Give edges as lines: each runs on as long as another edge begins where it ends."""
    at: dict[int, list[_Edge]] = defaultdict(list)
    known = [_Edge((points.number(*start), points.number(part.x, part.y)), start, part) for start, part in edges]
    for edge in sorted(known, key=lambda one: (one.start[1], one.start[0], one.part)):
        for end in edge.ends:
            at[end].append(edge)
    while starts := [end for end, here in at.items() if here]:
        # A line that ends somewhere begins where an odd number of edges meet.
        odd = [end for end in starts if len(at[end]) % 2]
        yield _walk(at, (odd or starts)[0])


def _walk(at: dict[int, list[_Edge]], first: int) -> Outline:
    """Take edges, one after the other, from an end on."""
    here, start, parts = first, None, []
    while at[here]:
        edge = at[here][0]
        for end in edge.ends:
            at[end].remove(edge)
        origin, part = edge.leaving(here)
        start = start or origin
        parts.append(part)
        here = edge.ends[1] if here == edge.ends[0] else edge.ends[0]
    assert start is not None
    return Outline(start, tuple(parts), here == first)
