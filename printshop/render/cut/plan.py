"""What a machine does of a page, step by step, as paths in the colours and of the breadth that it wants.

Every edge is there once, since a beam that runs along it a second time burns it, and outlines are moved by half of what
the beam takes away, so that what it leaves has its true size. Points, origin at the top left of the page, y down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product
from math import atan2, dist, hypot
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.items import Curve, Line, Path, Stroke
from printshop.render.clip import Window
from printshop.render.cut.paths import NEAR, Outline, find, outlines
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.geometry import Bounds, Point
    from printshop.drawing.items import Page
    from printshop.render.cut import Cutter, Step
    from printshop.render.cut.paths import Found, Part

    Span = tuple[float, float]

CHECKS = ((100 * MM, 100 * MM), (50 * MM, 50 * MM), (100 * MM, 5 * MM))
"""Width and height of what the size is checked by: the first that finds a place free of pieces."""

ANGLE = 1e-5  # radians by which two lines may differ that are one: 0.003 mm in 300
_STEPS, _OFF = 60, 2 * MM  # places that are tried across and down a page; what stays free at its edges and at pieces
_SPECK = 1e-6  # what is nearer has no direction
_SMOOTH = 1e-3  # the sine of the angle at which two parts still run on into each other


class Plan(NamedTuple):
    """What is done in each step, in order; `shared` says that pieces share cuts, which no kerf can make up for.

    `square` is where what the size is checked by lies, if there is room for it.
    """

    steps: Mapping[Step, tuple[Path, ...]]
    shared: bool
    square: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        """The box round all that is cut: left, top, right, bottom. Raises ValueError where there is nothing."""
        return shapes.bounds((*self.steps.get("inner", ()), *self.steps.get("cut", ())), stroked=False)


def plan(found: Found, cutter: Cutter) -> Plan:
    """Return what a machine does of what was found on a page; without what it has no colour for."""
    inner, outer, shared = _cuts(found.cuts, cutter.kerf)
    steps: dict[Step, tuple[Path, ...]] = {}
    if color := cutter.colors.get("engrave"):
        steps["engrave"] = tuple(replace(mark, fill=color) for mark in found.engraved if mark.fill)
    if color := cutter.colors.get("lines"):
        left = (_without(mark, found.cuts) for mark in found.engraved if mark.stroke)
        steps["lines"] = tuple(replace(mark, stroke=replace(
            mark.stroke, color=color, width=max(mark.stroke.width, cutter.line)))
            for mark in left if mark.segments and mark.stroke)
    lines: Mapping[Step, Iterable[Outline]] = {
        "score": scored(found.scores, (*inner, *outer)), "inner": inner, "cut": outer}
    for step, drawn in lines.items():
        if color := cutter.colors.get(step):
            stroke = Stroke(color, cutter.line)
            steps[step] = tuple(Path(outline.segments, None, stroke) for outline in drawn)
    return Plan({step: paths for step, paths in steps.items() if paths}, shared)


def _without(mark: Path, cuts: Sequence[Outline]) -> Path:
    """Return a line to engrave without its stretches that lie on a cut."""
    drawn = list(outlines(mark.segments))
    left = scored(drawn, cuts)
    before, after = (sum(dist(start, (part.x, part.y)) for outline in lines for start, part in outline.edges)
                     for lines in (drawn, left))
    if abs(before - after) <= NEAR:
        return mark
    return replace(mark, segments=tuple(part for outline in left for part in outline.segments))


def whole(page: Page, cutter: Cutter) -> Plan:
    """Return all that a machine does of a page, and what its size is checked by; no steps if there is nothing."""
    made = plan(find(page.items), cutter)
    color = cutter.colors.get("check")
    if not made.steps or color is None:
        return made
    square, stroke = _free(made, (page.width, page.height)), Stroke(color, cutter.line)
    boxes = [*([square] if square else ()), *([(0.0, 0.0, page.width, page.height)] if cutter.frame else ())]
    checks = tuple(shapes.rect(left, top, right - left, foot - top, stroke=stroke) for left, top, right, foot in boxes)
    return Plan({**made.steps, "check": checks}, made.shared, square)


def _free(plan: Plan, page: tuple[float, float]) -> Bounds | None:
    """Return where on a page of a size what the size is checked by is clear of all pieces; None without room.

    It is looked for from the end of the page: headings stay free.
    """
    lines = (*plan.steps.get("inner", ()), *plan.steps.get("cut", ()), *plan.steps.get("score", ()))
    taken = [shapes.outline_bounds(line.segments) for line in lines]

    def places(room: float) -> list[float]:
        free = room - 2 * _OFF
        return [_OFF + free * k / _STEPS for k in range(_STEPS, -1, -1)] if free >= 0 else []

    for width, height in CHECKS:
        for y in places(page[1] - height):
            row = [(left, right) for left, top, right, foot in taken if top < y + height + _OFF and foot > y - _OFF]
            for x in places(page[0] - width):
                if not any(left < x + width + _OFF and right > x - _OFF for left, right in row):
                    return x, y, x + width, y + height
    return None


def _cuts(cuts: Sequence[Outline], kerf: float) -> tuple[list[Outline], list[Outline], bool]:
    """Return the inner cuts, those farthest inside first, then the others, and whether pieces share cuts.

    Closed outlines are moved by half the kerf: outwards, if what is within them is kept.
    """
    depths = _depths(cuts)
    merged = merge(cuts)
    alone = [(depths[number], grown(outline, kerf / 2 if depths[number] % 2 == 0 else -kerf / 2)
              if kerf and outline.closed else outline) for number, outline in merged.alone]
    inner = [outline for depth, outline in sorted(alone, key=lambda pair: -pair[0]) if depth]
    outer = [outline for depth, outline in alone if not depth]
    if kerf:  # what lay a kerf apart now lies on one line
        again = merge(outer)
        outer = [*(outline for _, outline in again.alone), *again.shared]
    return inner, [*merged.shared, *outer], bool(merged.shared) or not all(outline.closed for outline in cuts)


def _depths(cuts: Sequence[Outline]) -> list[int]:
    """Return within how many others, whose sides it does not touch, each outline lies."""
    windows = [Window(Path(outline.segments, rule="evenodd")) for outline in cuts]

    def holds(outer: int, inner: int) -> bool:
        left, top, right, low = windows[outer].bounds
        x1, y1, x2, y2 = windows[inner].bounds
        return (left < x1 - NEAR and top < y1 - NEAR and right > x2 + NEAR and low > y2 + NEAR
                and windows[outer].holds(cuts[inner].start))

    closed = [number for number, outline in enumerate(cuts) if outline.closed]
    return [sum(holds(outer, inner) for outer in closed if outer != inner) for inner in range(len(cuts))]


# --- every edge once ---


class Merged(NamedTuple):
    """Outlines of their own, each with its number among those given; and the lines that were shared."""

    alone: tuple[tuple[int, Outline], ...]
    shared: tuple[Outline, ...]


class _Near:
    """Numbers for points of a plane; those within a step of one another in each way have one number."""

    def __init__(self, *steps: float) -> None:
        self._steps = steps
        self._cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
        self._places: list[tuple[float, ...]] = []

    def number(self, *at: float) -> int:
        cell = tuple(int(value // step) for value, step in zip(at, self._steps, strict=True))
        for around in product(*((index - 1, index, index + 1) for index in cell)):
            for number in self._cells.get(around, ()):
                if all(abs(here - there) <= step
                       for here, there, step in zip(at, self._places[number], self._steps, strict=True)):
                    return number
        self._cells[cell].append(len(self._places))
        self._places.append(at)
        return len(self._places) - 1


class _Straight:
    def __init__(self, near: _Near | None = None) -> None:
        self._near = near or _Near(ANGLE, NEAR)
        self._way: dict[int, tuple[Point, float]] = {}
        self._spans: dict[int, list[tuple[float, float, int]]] = defaultdict(list)

    def add(self, start: Point, end: Point, owner: int) -> None:
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
        owners: set[int] = set()
        for spans in self._spans.values():
            reach, whose = float("-inf"), -1
            for first, last, owner in sorted(spans):
                if reach - first > NEAR:
                    owners |= {owner, whose}
                if last > reach:
                    reach, whose = last, owner
        return owners

    def _united(self, number: int) -> list[Span]:
        spans: list[Span] = []
        for first, last, _ in sorted(self._spans.get(number, ())):
            if spans and first - spans[-1][1] <= NEAR:
                spans[-1] = spans[-1][0], max(spans[-1][1], last)
            else:
                spans.append((first, last))
        return spans

    def without(self, others: _Straight) -> Iterator[tuple[Point, Point]]:
        """Give the stretches, those that meet or overlap as one, less what lies in those of another set.

        The sets must share the numbers of their lines.
        """
        for number in self._spans:
            (dx, dy), off = self._way[number]
            taken = others._united(number)
            for low, high in (left for span in self._united(number) for left in _less(span, taken)):
                yield (low * dx - off * dy, low * dy + off * dx), (high * dx - off * dy, high * dy + off * dx)


def _less(span: Span, taken: Iterable[Span]) -> Iterator[Span]:
    """Give what is left of a stretch without others, which come in order and do not touch each other."""
    low, high = span
    for first, last in taken:
        if last > low and first < high:
            if first - low > NEAR:
                yield low, first
            low = max(low, last)
    if high - low > NEAR:
        yield low, high


def merge(outlines: Sequence[Outline]) -> Merged:
    """Return outlines with every edge once.

    Those that share no edge with any other stay as they are. The edges of the others become one set of lines: straight
    ones that lie in one another are united, curves that lie on one another are one, and what meets end to end is one
    line again.
    """
    straight, points = _Straight(), _Near(NEAR, NEAR)
    curves: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for owner, outline in enumerate(outlines):
        for start, part in outline.edges:
            if isinstance(part, Line):
                straight.add(start, part, owner)
            else:
                curves[_curve_key(start, part, points)].append(owner)
    sharing = straight.sharing() | {owner for owners in curves.values() if len(owners) > 1 for owner in owners}
    alone = tuple((owner, outline) for owner, outline in enumerate(outlines) if owner not in sharing)
    return Merged(alone, scored([outlines[owner] for owner in sorted(sharing)]))


def scored(lines: Sequence[Outline], cuts: Sequence[Outline] = ()) -> tuple[Outline, ...]:
    """Return the edges of outlines once, less what is cut, as lines as long as they go."""
    near, points = _Near(ANGLE, NEAR), _Near(NEAR, NEAR)
    straight, others = _Straight(near), _Straight(near)
    edges: list[tuple[Point, Part]] = []
    curves: set[tuple[int, ...]] = set()
    for start, part in (edge for outline in cuts for edge in outline.edges):
        if isinstance(part, Line):
            others.add(start, part, 0)
    for start, part in (edge for outline in lines for edge in outline.edges):
        if isinstance(part, Line):
            straight.add(start, part, 0)
        elif (key := _curve_key(start, part, points)) not in curves:
            curves.add(key)
            edges.append((start, part))
    edges += [(start, Line(*end)) for start, end in straight.without(others)]
    return tuple(_chains(edges, points))


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
    for edge in sorted(known, key=lambda edge: (edge.start[1], edge.start[0], edge.part)):
        for end in edge.ends:
            at[end].append(edge)
    while starts := [end for end, here in at.items() if here]:
        # A line that ends somewhere begins where an odd number of edges meet.
        first = next((end for end in starts if len(at[end]) % 2), starts[0])
        here, origin, parts = first, at[first][0].leaving(first)[0], []
        while at[here]:
            edge = at[here][0]
            for end in edge.ends:
                at[end].remove(edge)
            parts.append(edge.leaving(here)[1])
            here = edge.ends[1] if here == edge.ends[0] else edge.ends[0]
        yield Outline(origin, tuple(parts), here == first)


# --- the kerf ---


class _Moved(NamedTuple):
    """A part where it comes to lie, with the directions in which it begins and ends."""

    start: Point
    part: Part
    first: Point
    last: Point


def area(outline: Outline) -> float:
    """Return the area within a closed outline: positive if it runs clockwise as seen on the page."""
    points = outline.corners
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True)) / 2


def grown(outline: Outline, by: float) -> Outline:
    """Return a closed outline moved outwards all round; with a negative distance inwards.

    Straight sides are moved exactly and meet in mitres; curves are moved by their control points, which for arcs of up
    to 45 degrees is within a fiftieth of the way that they move.
    """
    out = by if area(outline) > 0 else -by
    moved = [_moved(start, part, out) for start, part in outline.edges]
    pairs = list(zip(moved, [*moved[1:], moved[0]], strict=True))
    for one, after in pairs:
        curved = isinstance(one.part, Curve) or isinstance(after.part, Curve)
        turn = one.last[0] * after.first[1] - one.last[1] * after.first[0]
        if curved and turn * out < -_SMOOTH * abs(out):  # it bends in: a curve would have to be cut short there
            corners = outline.corners
            apart = [point for point, before in zip(corners, [corners[-1], *corners], strict=False)
                     if hypot(point[0] - before[0], point[1] - before[1]) > NEAR]
            return grown(Outline(apart[0], tuple(Line(*point) for point in (*apart[1:], apart[0])), closed=True), by)
    parts: list[Part] = []
    for one, after in pairs:  # each up to the corner at its end, and on to where the next one begins
        corner = _corner(one, after)
        if corner is None:
            parts.append(one.part)
            continue
        parts += [Line(*corner)] if isinstance(one.part, Line) else [one.part, Line(*corner)]
        if isinstance(after.part, Curve):
            parts.append(Line(*after.start))
    corner = _corner(moved[-1], moved[0])
    start = corner if corner and isinstance(moved[0].part, Line) else moved[0].start
    return Outline(start, tuple(parts), closed=True)


def _moved(start: Point, part: Part, out: float) -> _Moved:
    """Move a part to the left of its way, which is outwards where that is clockwise."""
    if isinstance(part, Line):
        way = _way(start, part)
        return _Moved(_aside(start, way, out), Line(*_aside(part, way, out)), way, way)
    one, two, end = (part.x1, part.y1), (part.x2, part.y2), (part.x, part.y)
    first, last = _way(start, one, two, end), _way(end, two, one, start)
    last = -last[0], -last[1]
    middle = _way(one, two, end)
    near, far = _aside(start, first, out), _aside(end, last, out)
    control = _crossing(near, first, _aside(two, middle, out), middle) or _aside(one, first, out)
    other = _crossing(_aside(two, middle, out), middle, far, last) or _aside(two, last, out)
    return _Moved(near, Curve(*control, *other, *far), first, last)


def _corner(one: _Moved, after: _Moved) -> Point | None:
    """Return where two parts that follow each other meet if they run on straight; None for a smooth joint."""
    return _crossing((one.part.x, one.part.y), one.last, after.start, after.first)


def _crossing(one: Point, way: Point, other: Point, along: Point) -> Point | None:
    """Return where two straight lines cross; None where they run alongside."""
    cross = way[0] * along[1] - way[1] * along[0]
    if abs(cross) < _SMOOTH:
        return None
    share = ((other[0] - one[0]) * along[1] - (other[1] - one[1]) * along[0]) / cross
    return one[0] + share * way[0], one[1] + share * way[1]


def _aside(point: Point | Line, way: Point, out: float) -> Point:
    return point[0] + way[1] * out, point[1] - way[0] * out


def _way(start: Point | Line, *ends: Point | Line) -> Point:
    """Return the direction from a point to the first of others that is not the same."""
    for end in ends:
        dx, dy = end[0] - start[0], end[1] - start[1]
        long = hypot(dx, dy)
        if long > _SPECK:
            return dx / long, dy / long
    return 1.0, 0.0
