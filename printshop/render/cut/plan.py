"""Paths for a cutting machine: outlines to cut, folds to score, areas and lines to engrave, step by step.

Points, origin at the top left of the page, y down. Curves stay curves. Clips cut lines off as lines, without closing
them. Every edge occurs once, since a beam that passes twice burns it, and outlines are offset by half the kerf, so that
pieces have their true size. Paths have the machine's colours and line width.
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
"""Points no farther apart are the same: 0.0035 mm, which no machine can resolve."""

DARK = 0.4
"""The luminance (0 to 1) from which a colour is too light to engrave."""

_DIRT = 0.6 * MM
"""Remains of a line beside a plate that are no longer than this are dropped: they would look like dirt."""

CHECKS = ((100 * MM, 100 * MM), (50 * MM, 50 * MM), (100 * MM, 5 * MM))
"""Width and height of the rectangle for checking the size: the first that fits a free place is used."""

_ANGLE = 1e-5  # radians by which equal lines may differ: 0.003 mm in 300
_STEPS, _OFF = 60, 2 * MM  # steps of the search across and down a page; margin at its edges and round pieces
_SPECK = 1e-6  # points nearer than this have no direction
_SMOOTH = 1e-3  # sine of the largest angle between parts that continue each other

Span = tuple[float, float]
Part = Line | Curve
_State = tuple[Transform, Layer | None, tuple[Window, ...]]  # transform, layer and clips of an item


class Outline(NamedTuple):
    """A line from `start` through `parts`; a closed one ends at its start."""

    start: Point
    parts: tuple[Part, ...]
    closed: bool

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments of a path; `Close` replaces a final straight line of a closed outline."""
        parts = self.parts
        if self.closed and len(parts) > 1 and isinstance(parts[-1], Line):
            parts = parts[:-1]
        return (Move(*self.start), *parts, *((Close(),) if self.closed else ()))

    @property
    def edges(self) -> Iterator[tuple[Point, Part]]:
        """Its parts, each with its start."""
        position = self.start
        for part in self.parts:
            yield position, part
            position = part.x, part.y

    @property
    def corners(self) -> list[Point]:
        """The corners of the outline as a polygon, with chords for curves."""
        return [point for contour in contours_of(self.segments) for point in contour.points]


def outlines(segments: Iterable[Segment]) -> Iterator[Outline]:
    """Yield the outlines of a path; one that ends at its start is closed, parts without length are dropped."""
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
    """The cuts, folds and engravings of a page; `engraved` are dark areas with a fill and dark lines with a stroke."""

    cuts: tuple[Outline, ...]
    scores: tuple[Outline, ...]
    engraved: tuple[Path, ...]


def find(items: Iterable[Item]) -> PageMarks:
    """Return all cuts, folds and engravings of a page's items."""
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
    """Return the items for the printer, without those for a machine and without guides."""
    left: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.layer in (None, Layer.PRINT):
            left.append(Group(printed(item.items), item.transform, item.clip, item.layer))
        elif not isinstance(item, Group) or item.layer is Layer.GUIDE:
            left.append(item)
    return tuple(left)


def _engrave(path: Path, windows: Sequence[Window], marks: list[tuple[Path, Bounds]]) -> None:
    """Add a path, seen through windows, to `marks`: paths with either fill or stroke, and their bounds.

    Lasers ignore colours. Paths lighter than `DARK` are not engraved; their fills hide earlier marks, so that a figure
    in a white circle stays legible. Dashes become separate lines.
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
    """Return the dashes of a line; each outline begins with a whole dash."""
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


# --- steps of the machine ---


class Plan(NamedTuple):
    """The paths of each step, whether cuts are `shared`, and the `square` for checking the size.

    Shared cuts cannot be corrected for the kerf.
    """

    steps: Mapping[Step, tuple[Path, ...]]
    shared: bool
    square: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        """The bounds of all cuts: left, top, right, bottom. Raises ValueError if there are none."""
        return shapes.bounds((*self.steps.get("inner", ()), *self.steps.get("cut", ())), stroked=False)


def plan(marks: PageMarks, cutter: Cutter) -> Plan:
    """Return the steps of a machine for the marks of a page, except those without a colour."""
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
    """Return all steps of a machine for a page, with the check of its size; no steps if there is nothing to do."""
    page_plan = plan(find(page.items), cutter)
    color = cutter.colors.get("check")
    if not page_plan.steps or color is None:
        return page_plan
    square, stroke = _free(page_plan, (page.width, page.height)), Stroke(color, cutter.line)
    boxes = [*([square] if square else ()), *([(0.0, 0.0, page.width, page.height)] if cutter.frame else ())]
    checks = tuple(shapes.rect(left, top, right - left, foot - top, stroke=stroke) for left, top, right, foot in boxes)
    return Plan({**page_plan.steps, "check": checks}, page_plan.shared, square)


def _free(plan: Plan, page: tuple[float, float]) -> Bounds | None:
    """Return bounds for the size check that are clear of all pieces, or None if there is no space.

    The search starts at the lower right of the page, so that headings stay free; it tries up to 61 x 61 positions for
    each size in `CHECKS`.
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
    """Return the inner cuts (the innermost first), the other cuts, and whether the kerf is not corrected for all.

    Closed outlines are moved by half the kerf: outwards if their inside is kept, else inwards.
    """
    windows = [Window(Path(outline.segments, rule="evenodd")) for outline in cuts]

    def holds(outer: int, inner: int) -> bool:  # without touching sides
        left, top, right, low = windows[outer].bounds
        x1, y1, x2, y2 = windows[inner].bounds
        return (left < x1 - NEAR and top < y1 - NEAR and right > x2 + NEAR and low > y2 + NEAR
                and windows[outer].holds(cuts[inner].start))

    closed = [number for number, outline in enumerate(cuts) if outline.closed]
    merged = merge(cuts)
    alone: dict[int, list[Outline]] = defaultdict(list)  # by nesting depth
    for number, outline in merged.alone:
        depth = sum(holds(other, number) for other in closed if other != number)
        by = kerf / 2 if depth % 2 == 0 else -kerf / 2
        alone[depth].append(grown(outline, by) if kerf and outline.closed else outline)
    outer = alone.pop(0, [])
    inner = [outline for depth in sorted(alone, reverse=True) for outline in alone[depth]]
    if kerf:  # outlines a kerf apart now share a line
        again = merge(outer)
        outer = [*(outline for _, outline in again.alone), *again.shared]
    return inner, [*merged.shared, *outer], bool(merged.shared) or not all(outline.closed for outline in cuts)


# --- every edge once ---


class Merged(NamedTuple):
    """The outlines that share no edge, each with its index in the input; and the lines of all others."""

    alone: tuple[tuple[int, Outline], ...]
    shared: tuple[Outline, ...]


class _Near:
    """Numbers of points in a space; points within one step in each coordinate have the same number."""

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
    """The edges of outlines; straight ones are kept as stretches of the lines on which they lie, numbered by `near`."""

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
        """Return the owners of edges that overlap with edges of others."""
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
        """Yield each edge once, overlapping straight ones united, without the parts that lie in `others`.

        Both sets must share the numbers of their lines.
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

    Outlines that share no edge stay unchanged. The edges of all others become one set of lines: overlapping straight
    edges are united, equal curves are merged, and edges that meet end to end are joined.
    """
    sharing = _Edges(outlines, _Near(_ANGLE, NEAR)).sharing()
    alone = tuple((owner, outline) for owner, outline in enumerate(outlines) if owner not in sharing)
    return Merged(alone, scored([outlines[owner] for owner in sorted(sharing)]))


def scored(lines: Sequence[Outline], cuts: Sequence[Outline] = ()) -> tuple[Outline, ...]:
    """Return the edges of outlines once, without those on `cuts`, as lines as long as possible."""
    near = _Near(_ANGLE, NEAR)
    others, edges = _Edges(cuts, near), _Edges(lines, near)
    return tuple(_chains(edges.without(others), edges.points))


def _chains(edges: Iterable[tuple[Point, Part]], points: _Near) -> Iterator[Outline]:
    """Yield edges joined into lines: a line continues as long as another edge begins at its end."""
    numbered = [((points.number(*start), points.number(part.x, part.y)), start, part) for start, part in edges]
    at: dict[int, list[tuple[tuple[int, int], Point, Part]]] = defaultdict(list)
    for edge in sorted(numbered, key=lambda edge: (edge[1][1], edge[1][0], edge[2])):
        for end in edge[0]:
            at[end].append(edge)
    while starts := [end for end, edges_left in at.items() if edges_left]:
        # An open line starts where an odd number of edges meet.
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
    """A part moved to its offset place, with its directions at start and end."""

    start: Point
    part: Part
    first: Point
    last: Point


def grown(outline: Outline, by: float) -> Outline:
    """Return a closed outline moved outwards all round by a distance; inwards if the distance is negative.

    Straight sides are moved exactly and meet in mitres; curves are moved by their control points, which for arcs of up
    to 45 degrees is exact to a fiftieth of the distance.
    """
    out = by if area(outline.corners) > 0 else -by
    moved = [_moved(start, part, out) for start, part in outline.edges]
    pairs = list(sides(moved))
    for side, after in pairs:
        curved = isinstance(side.part, Curve) or isinstance(after.part, Curve)
        turn = side.last[0] * after.first[1] - side.last[1] * after.first[0]
        if curved and turn * out < -_SMOOTH * abs(out):  # concave: use chords
            corners = outline.corners
            first, *others = (point for before, point in sides([corners[-1], *corners[:-1]])
                              if dist(before, point) > NEAR)
            return grown(Outline(first, tuple(Line(*point) for point in (*others, first)), closed=True), by)
    parts: list[Part] = []
    for side, after in pairs:  # each extended or cut at its crossing with the next
        corner = _crossing((side.part.x, side.part.y), side.last, after.start, after.first)
        if corner is None or isinstance(side.part, Curve):
            parts.append(side.part)
        if corner:
            parts += [Line(*corner)] + [Line(*after.start)] * isinstance(after.part, Curve)
    start = corner if corner and isinstance(moved[0].part, Line) else moved[0].start
    return Outline(start, tuple(parts), closed=True)


def _moved(start: Point, part: Part, out: float) -> _Moved:
    """Move a part to the left of its direction, which is outwards for clockwise outlines."""
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
    """Return the crossing of two straight lines, or None if they are nearly parallel."""
    cross = way[0] * along[1] - way[1] * along[0]
    if abs(cross) < _SMOOTH:
        return None
    share = ((other[0] - one[0]) * along[1] - (other[1] - one[1]) * along[0]) / cross
    return one[0] + share * way[0], one[1] + share * way[1]


def _aside(point: Point | Line, way: Point, out: float) -> Point:
    return point[0] + way[1] * out, point[1] - way[0] * out


def _way(start: Point | Line, *ends: Point | Line) -> Point:
    """Return the direction from a point to the first of others that differs from it."""
    for end in ends:
        dx, dy = end[0] - start[0], end[1] - start[1]
        long = hypot(dx, dy)
        if long > _SPECK:
            return dx / long, dy / long
    return 1.0, 0.0
