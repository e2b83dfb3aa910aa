"""What a machine that cuts does of a page: outlines to cut, folds to score, areas and lines to engrave, step by step.

Points, origin at the top left of the page, y down. Curves stay curves. A clip cuts lines off where it ends, as lines:
their ink is of no interest. Every edge is there once, since a beam that runs along it a second time burns it, and
outlines are moved by half of what the beam takes away, so that what it leaves has its true size. Paths have the colours
and the breadth that the machine wants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import cycle, pairwise, product
from math import atan2, dist, hypot
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.clipping import Window, contours_of
from printshop.drawing.geometry import IDENTITY, Bounds, Point, Transform, area, sides
from printshop.drawing.ink import luminance
from printshop.drawing.items import Close, Curve, Group, Item, Layer, Line, Move, Page, Path, Segment, Stroke, Use, walk
from printshop.render.clip import flat
from printshop.render.cut import Cutter, Step
from printshop.units import MM

NEAR = 0.01
"""Points that are no farther apart are one: 0.0035 mm, which no machine can tell."""

DARK = 0.4
"""The luminance (0 to 1) from which on a colour is too light to engrave."""

_DIRT = 0.6 * MM
"""What is left of a line beside a plate, and no longer, would look like dirt."""

CHECKS = ((100 * MM, 100 * MM), (50 * MM, 50 * MM), (100 * MM, 5 * MM))
"""Width and height of what the size is checked by: the first that finds a place free of pieces."""

_ANGLE = 1e-5  # radians by which two lines may differ that are one: 0.003 mm in 300
_STEPS, _OFF = 60, 2 * MM  # places that are tried across and down a page; what stays free at its edges and at pieces
_SPECK = 1e-6  # what is nearer has no direction
_SMOOTH = 1e-3  # the sine of the angle at which two parts still run on into each other

Span = tuple[float, float]
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
        position = self.start
        for part in self.parts:
            yield position, part
            position = part.x, part.y

    @property
    def corners(self) -> list[Point]:
        """The corners of a polygon that it is, chords for its curves."""
        return [point for contour in contours_of(self.segments) for point in contour.points]


def outlines(segments: Iterable[Segment]) -> Iterator[Outline]:
    """Give the outlines of a path; what ends where it began is closed, parts without length are dropped."""
    for outline in shapes.outlines(segments):
        x, y = list(outline[0])[:2]
        start = position = (x, y)
        parts: list[Part] = []
        for segment in outline[1:]:
            part = Line(*start) if isinstance(segment, Close) else segment
            if isinstance(part, Curve) or (isinstance(part, Line) and dist(position, part) > NEAR):
                parts.append(part)
                position = part.x, part.y
        if parts:
            yield Outline(start, tuple(parts), dist(position, start) <= NEAR)


class PageMarks(NamedTuple):
    """What there is on a page; `engraved` has areas that are filled and lines that are stroked, all of them dark."""

    cuts: tuple[Outline, ...]
    scores: tuple[Outline, ...]
    engraved: tuple[Path, ...]


def find(items: Iterable[Item]) -> PageMarks:
    """Return all that a machine has to do of a page."""
    lines: dict[Layer | None, list[Outline]] = {Layer.CUT: [], Layer.SCORE: []}
    marks: list[tuple[Path, Bounds]] = []

    def within(item: Use | Group, outer: _State) -> _State:
        place, layer, windows = outer[0].then(item.transform), outer[1], outer[2]
        if isinstance(item, Use):
            return place, layer, windows
        clip = (Window(shapes.transform_path(item.clip, place)),) if item.clip else ()
        return place, item.layer or layer, (*windows, *clip)

    start: _State = IDENTITY, None, ()
    for item, (place, layer, windows) in walk(items, start, within):
        for path in flat((item,), place) if layer is Layer.ENGRAVE or layer in lines else ():
            assert isinstance(path, Path)
            if layer is Layer.ENGRAVE:
                _engrave(path, windows, marks)
            else:
                lines[layer] += outlines(_through(path.segments, windows))
    return PageMarks(tuple(lines[Layer.CUT]), tuple(lines[Layer.SCORE]), tuple(mark for mark, _ in marks))


def _through(segments: tuple[Segment, ...], windows: Iterable[Window]) -> tuple[Segment, ...]:
    return reduce(lambda seen, window: window.lines(seen) if seen else (), windows, segments)


def printed(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return what is left of a page for the printer, without all that a machine does, nor marks to cut by."""
    left: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.layer in (None, Layer.PRINT):
            left.append(Group(printed(item.items), item.transform, item.clip, item.layer))
        elif not isinstance(item, Group) or item.layer is Layer.GUIDE:
            left.append(item)
    return tuple(left)


def _engrave(path: Path, windows: Sequence[Window], marks: list[tuple[Path, Bounds]]) -> None:
    """Draw a path, seen through windows, over marks that are there, paths either filled or stroked, with their bounds.

    Colours mean nothing to a laser. What is lighter than `DARK` is not engraved; where it is filled, it covers what was
    drawn before, so that a figure in a white circle stays legible. Dashes become lines of their own.
    """
    def mark(drawn: Path) -> tuple[Path, Bounds]:
        return drawn, shapes.outline_bounds(drawn.segments)

    def left(old: Path) -> Path:
        visible = beside.areas(old) if old.fill else replace(old, segments=beside.lines(old.segments))
        return visible if old.fill or visible.segments == old.segments else replace(old, segments=tuple(
            segment for contour in contours_of(visible.segments)
            if sum(map(dist, contour.points, contour.points[1:])) > _DIRT for segment in contour.segments))

    if path.fill and path.segments:
        filled = Path(path.segments, path.fill, None, path.rule)
        for window in windows:
            filled = window.areas(filled) if filled.segments else filled
        if filled.segments and luminance(path.fill) < DARK:
            marks.append(mark(filled))
        elif filled.segments:
            beside = Window(filled, beside=True)
            marks_left = [(old, box) if beside.far(box) else (left(old), None) for old, box in marks]
            marks[:] = [(old, box) if box else mark(old) for old, box in marks_left if old.segments]
    if path.stroke and path.segments and luminance(path.stroke.color) < DARK:
        lines = _dashed(path.segments, path.stroke) if path.stroke.dash else path.segments
        if remaining := _through(lines, windows):
            marks.append(mark(Path(remaining, None, replace(path.stroke, dash=(), phase=0.0))))


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


# --- what is done of it, step by step ---


class Plan(NamedTuple):
    """What is done in each step; `shared` cuts, which no kerf makes up for; where the size is checked: `square`."""

    steps: Mapping[Step, tuple[Path, ...]]
    shared: bool
    square: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        """The box round all that is cut: left, top, right, bottom. Raises ValueError where there is nothing."""
        return shapes.bounds((*self.steps.get("inner", ()), *self.steps.get("cut", ())), stroked=False)


def plan(marks: PageMarks, cutter: Cutter) -> Plan:
    """Return what a machine does of what was found on a page; without what it has no colour for."""
    inner, outer, shared = _cuts(marks.cuts, cutter.kerf)
    steps: dict[Step, tuple[Path, ...]] = {}
    if color := cutter.colors.get("engrave"):
        steps["engrave"] = tuple(replace(mark, fill=color) for mark in marks.engraved if mark.fill)
    if color := cutter.colors.get("lines"):
        steps["lines"] = tuple(
            Path(segments, None, replace(mark.stroke, color=color, width=max(mark.stroke.width, cutter.line)))
            for mark in marks.engraved if mark.stroke and (segments := _without(mark.segments, marks.cuts)))
    lines: Mapping[Step, Iterable[Outline]] = {
        "score": scored(marks.scores, (*inner, *outer)), "inner": inner, "cut": outer}
    for step, drawn in lines.items():
        if color := cutter.colors.get(step):
            steps[step] = tuple(Path(outline.segments, None, Stroke(color, cutter.line)) for outline in drawn)
    return Plan({step: paths for step, paths in steps.items() if paths}, shared)


def _without(segments: tuple[Segment, ...], cuts: Sequence[Outline]) -> tuple[Segment, ...]:
    """Return a line to engrave without its stretches that lie on a cut."""
    drawn = list(outlines(segments))
    left = scored(drawn, cuts)
    before, after = (sum(dist(start, (part.x, part.y)) for outline in lines for start, part in outline.edges)
                     for lines in (drawn, left))
    return segments if abs(before - after) <= NEAR else tuple(part for outline in left for part in outline.segments)


def whole(page: Page, cutter: Cutter) -> Plan:
    """Return all that a machine does of a page, and what its size is checked by; no steps if there is nothing."""
    page_plan = plan(find(page.items), cutter)
    color = cutter.colors.get("check")
    if not page_plan.steps or color is None:
        return page_plan
    square, stroke = _free(page_plan, (page.width, page.height)), Stroke(color, cutter.line)
    boxes = [*([square] if square else ()), *([(0.0, 0.0, page.width, page.height)] if cutter.frame else ())]
    checks = tuple(shapes.rect(left, top, right - left, foot - top, stroke=stroke) for left, top, right, foot in boxes)
    return Plan({**page_plan.steps, "check": checks}, page_plan.shared, square)


def _free(plan: Plan, page: tuple[float, float]) -> Bounds | None:
    """Return where on a page of a size what the size is checked by is clear of all pieces; None without room.

    It is looked for from the end of the page: headings stay free.
    """
    occupied = [shapes.outline_bounds(line.segments)
                for step in ("inner", "cut", "score") for line in plan.steps.get(step, ())]
    for width, height in CHECKS:
        xs, ys = ([_OFF + free * k / _STEPS for k in range(_STEPS, -1, -1)] if free >= 0 else []
                  for free in (page[0] - width - 2 * _OFF, page[1] - height - 2 * _OFF))
        for y in ys:
            row = [(left, right) for left, top, right, foot in occupied if top < y + height + _OFF and foot > y - _OFF]
            for x in xs:
                if not any(left < x + width + _OFF and right > x - _OFF for left, right in row):
                    return x, y, x + width, y + height
    return None


def _cuts(cuts: Sequence[Outline], kerf: float) -> tuple[list[Outline], list[Outline], bool]:
    """Return the inner cuts, those farthest inside first, then the others, and whether pieces share cuts.

    Closed outlines are moved by half the kerf: outwards, if what is within them is kept.
    """
    windows = [Window(Path(outline.segments, rule="evenodd")) for outline in cuts]

    def holds(outer: int, inner: int) -> bool:  # and its sides do not touch
        left, top, right, low = windows[outer].bounds
        x1, y1, x2, y2 = windows[inner].bounds
        return (left < x1 - NEAR and top < y1 - NEAR and right > x2 + NEAR and low > y2 + NEAR
                and windows[outer].holds(cuts[inner].start))

    closed = [number for number, outline in enumerate(cuts) if outline.closed]
    merged = merge(cuts)
    alone: dict[int, list[Outline]] = defaultdict(list)  # by the number of others that they lie in
    for number, outline in merged.alone:
        depth = sum(holds(other, number) for other in closed if other != number)
        by = kerf / 2 if depth % 2 == 0 else -kerf / 2
        alone[depth].append(grown(outline, by) if kerf and outline.closed else outline)
    outer = alone.pop(0, [])
    inner = [outline for depth in sorted(alone, reverse=True) for outline in alone[depth]]
    if kerf:  # what lay a kerf apart now lies on one line
        again = merge(outer)
        outer = [*(outline for _, outline in again.alone), *again.shared]
    return inner, [*merged.shared, *outer], bool(merged.shared) or not all(outline.closed for outline in cuts)


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
                if all(abs(coordinate - there) <= step
                       for coordinate, there, step in zip(at, self._places[number], self._steps, strict=True)):
                    return number
        self._cells[cell].append(len(self._places))
        self._places.append(at)
        return len(self._places) - 1


class _Edges:
    """The edges of outlines: straight ones as stretches of the lines on which they lie, which `near` numbers."""

    def __init__(self, lines: Iterable[Outline], near: _Near) -> None:
        self._near, self.points = near, _Near(NEAR, NEAR)
        self._way: dict[int, tuple[Point, float]] = {}
        self._spans: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
        self._curves: dict[tuple[int, ...], list[tuple[int, Point, Part]]] = defaultdict(list)
        for owner, outline in enumerate(lines):
            for start, part in outline.edges:
                if isinstance(part, Line):
                    self._add_straight(start, part, owner)
                else:
                    x1, y1, x2, y2, x, y = part
                    numbers = tuple(self.points.number(*at) for at in (start, (x1, y1), (x2, y2), (x, y)))
                    self._curves[min(numbers, numbers[::-1])].append((owner, start, part))

    def _add_straight(self, start: Point, end: Point, owner: int) -> None:
        dx, dy = _way(start, end)
        if dx < -_ANGLE or (abs(dx) <= _ANGLE and dy < 0):
            dx, dy, start, end = -dx, -dy, end, start
        off = dx * start[1] - dy * start[0]
        number = self._near.number(atan2(dy, dx), off)
        way, _ = self._way.setdefault(number, ((dx, dy), off))
        first, last = (way[0] * x + way[1] * y for x, y in (start, end))
        self._spans[number].append((min(first, last), max(first, last), owner))

    def sharing(self) -> set[int]:
        """Return the owners of edges that lie in one another."""
        owners = {owner for same in self._curves.values() if len(same) > 1 for owner, _, _ in same}
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

    def without(self, others: _Edges) -> Iterator[tuple[Point, Part]]:
        """Give the edges once, straight ones that meet or overlap as one, less what lies in those of another set.

        The sets must share the numbers of their lines.
        """
        yield from (same[0][1:] for same in self._curves.values())
        for number in self._spans:
            (dx, dy), off = self._way[number]
            for low, high in self._united(number):
                gaps = [(first, last) for first, last in others._united(number) if last > low and first < high]
                ends = [low, *(end for gap in gaps for end in gap), high]
                for first, last in zip(ends[::2], ends[1::2], strict=True):
                    if last - first > NEAR:
                        begin, end = ((far * dx - off * dy, far * dy + off * dx) for far in (first, last))
                        yield begin, Line(*end)


def merge(outlines: Sequence[Outline]) -> Merged:
    """Return outlines with every edge once.

    Those that share no edge with any other stay as they are. The edges of the others become one set of lines: straight
    ones that lie in one another are united, curves that lie on one another are one, and what meets end to end is one
    line again.
    """
    sharing = _Edges(outlines, _Near(_ANGLE, NEAR)).sharing()
    alone = tuple((owner, outline) for owner, outline in enumerate(outlines) if owner not in sharing)
    return Merged(alone, scored([outlines[owner] for owner in sorted(sharing)]))


def scored(lines: Sequence[Outline], cuts: Sequence[Outline] = ()) -> tuple[Outline, ...]:
    """Return the edges of outlines once, less what is cut, as lines as long as they go."""
    near = _Near(_ANGLE, NEAR)
    others, edges = _Edges(cuts, near), _Edges(lines, near)
    return tuple(_chains(edges.without(others), edges.points))


def _chains(edges: Iterable[tuple[Point, Part]], points: _Near) -> Iterator[Outline]:
    """Give edges as lines: each runs on as long as another edge begins where it ends."""
    numbered = [((points.number(*start), points.number(part.x, part.y)), start, part) for start, part in edges]
    at: dict[int, list[tuple[tuple[int, int], Point, Part]]] = defaultdict(list)
    for edge in sorted(numbered, key=lambda edge: (edge[1][1], edge[1][0], edge[2])):
        for end in edge[0]:
            at[end].append(edge)
    while starts := [end for end, edges_left in at.items() if edges_left]:
        # A line that ends somewhere begins where an odd number of edges meet.
        first = point = next((end for end in starts if len(at[end]) % 2), starts[0])
        drawn: list[tuple[Point, Part]] = []
        while at[point]:
            ends, start, part = edge = at[point][0]
            for end in ends:
                at[end].remove(edge)
            if point == ends[0]:
                drawn.append((start, part))
            else:
                drawn.append(((part.x, part.y), Line(*start) if isinstance(part, Line)
                              else Curve(part.x2, part.y2, part.x1, part.y1, *start)))
            point = ends[1] if point == ends[0] else ends[0]
        yield Outline(drawn[0][0], tuple(part for _, part in drawn), point == first)


# --- the kerf ---


class _Moved(NamedTuple):
    """A part where it comes to lie, with the directions in which it begins and ends."""

    start: Point
    part: Part
    first: Point
    last: Point


def grown(outline: Outline, by: float) -> Outline:
    """Return a closed outline moved outwards all round; with a negative distance inwards.

    Straight sides are moved exactly and meet in mitres; curves are moved by their control points, which for arcs of up
    to 45 degrees is within a fiftieth of the way that they move.
    """
    out = by if area(outline.corners) > 0 else -by
    moved = [_moved(start, part, out) for start, part in outline.edges]
    pairs = list(sides(moved))
    for side, after in pairs:
        curved = isinstance(side.part, Curve) or isinstance(after.part, Curve)
        turn = side.last[0] * after.first[1] - side.last[1] * after.first[0]
        if curved and turn * out < -_SMOOTH * abs(out):  # it bends in: a curve would have to be cut short there
            corners = outline.corners
            first, *others = (point for before, point in sides([corners[-1], *corners[:-1]])
                              if dist(before, point) > NEAR)
            return grown(Outline(first, tuple(Line(*point) for point in (*others, first)), closed=True), by)
    parts: list[Part] = []
    for side, after in pairs:  # each up to where they meet if they run on straight, and on to the next one
        corner = _crossing((side.part.x, side.part.y), side.last, after.start, after.first)
        if corner is None or isinstance(side.part, Curve):
            parts.append(side.part)
        if corner:
            parts += [Line(*corner)] + [Line(*after.start)] * isinstance(after.part, Curve)
    start = corner if corner and isinstance(moved[0].part, Line) else moved[0].start
    return Outline(start, tuple(parts), closed=True)


def _moved(start: Point, part: Part, out: float) -> _Moved:
    """Move a part to the left of its way, which is outwards where that is clockwise."""
    if isinstance(part, Line):
        way = _way(start, part)
        return _Moved(_aside(start, way, out), Line(*_aside(part, way, out)), way, way)
    one, two, end = (part.x1, part.y1), (part.x2, part.y2), (part.x, part.y)
    first, last, middle = _way(start, one, two, end), _way(end, two, one, start), _way(one, two, end)
    last = -last[0], -last[1]
    near, far, between = _aside(start, first, out), _aside(end, last, out), _aside(two, middle, out)
    control = _crossing(near, first, between, middle) or _aside(one, first, out)
    other = _crossing(between, middle, far, last) or _aside(two, last, out)
    return _Moved(near, Curve(*control, *other, *far), first, last)


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
