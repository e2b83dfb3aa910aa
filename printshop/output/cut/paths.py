"""Paths for each step of a cutting machine.

There are paths for edges to cut, for folds to score, and for areas and lines to engrave. Coordinates are points, with
the origin at the top left of the page and y down. Curves stay curves. Clips shorten lines, but do not close them. Every
edge occurs only once, because a second pass of the beam would burn the edge. Outlines are moved by half the kerf, so
that pieces have their true size. Paths have the colours and the line width of the machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import atan2, dist, hypot
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.clipping import ClipWindow, flatten_outlines, split_dashes
from printshop.drawing.display_list import (
    ClosePath,
    CurveTo,
    Group,
    Item,
    LineTo,
    MoveTo,
    Page,
    PageLayer,
    Path,
    Segment,
    Stroke,
    SymbolUse,
    walk_items,
)
from printshop.drawing.geometry import IDENTITY, Bounds, Point, Transform, iter_sides, measure_signed_area
from printshop.drawing.ink import measure_luminance
from printshop.lengths import MM
from printshop.output.cut import CutStep, Cutter
from printshop.output.flatten import flatten

TOLERANCE = 0.01
"""The distance in points up to which two points count as one: 0.0035 mm, which no machine can resolve."""

ENGRAVING_LUMINANCE = 0.4
"""The least luminance (0 to 1) of a colour that is too light to engrave."""

_MIN_REMAINDER = 0.6 * MM
"""The length in points up to which the visible rest of a partly hidden line is dropped.

So short a rest would look like dirt.
"""

CHECK_SIZES = ((100 * MM, 100 * MM), (50 * MM, 50 * MM), (100 * MM, 5 * MM))
"""The widths and heights of the rectangle for checking the size, in order of preference.

The first size for which the page has a free area is used.
"""

_ANGLE_TOLERANCE = 1e-5  # radians by which equal lines may differ: 0.003 mm in 300
# steps of the search across and down a page; margin at its edges and round pieces
_SEARCH_STEPS, _CHECK_MARGIN = 60, 2 * MM
_MIN_DISTANCE = 1e-6  # points nearer than this have no direction
_SMOOTH_SINE = 1e-3  # sine of the largest angle between parts that continue each other

LineSpan = tuple[float, float]
OutlinePart = LineTo | CurveTo
_ItemState = tuple[Transform, PageLayer | None, tuple[ClipWindow, ...]]  # transform, layer and clips of an item


class CutOutline(NamedTuple):
    """A line from `start` through `parts`.

    If `closed` is true, the line ends at its start.
    """

    start: Point
    parts: tuple[OutlinePart, ...]
    closed: bool

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The outline as segments of a path.

        If the outline is closed, `ClosePath` replaces a final straight line.
        """
        parts = self.parts
        if self.closed and len(parts) > 1 and isinstance(parts[-1], LineTo):
            parts = parts[:-1]
        return (MoveTo(*self.start), *parts, *((ClosePath(),) if self.closed else ()))

    @property
    def edges(self) -> Iterator[tuple[Point, OutlinePart]]:
        """The parts of the outline, each with its start point."""
        position = self.start
        for part in self.parts:
            yield position, part
            position = part.x, part.y

    @property
    def corners(self) -> list[Point]:
        """The corners of the outline as a polygon, with chords instead of curves."""
        return [point for contour in flatten_outlines(self.segments) for point in contour.points]


def split_cut_outlines(segments: Iterable[Segment]) -> Iterator[CutOutline]:
    """Yield the outlines of a path.

    If an outline ends at its start, it is closed. Straight parts without length are dropped.
    """
    for outline in shapes.split_outlines(segments):
        x, y = list(outline[0])[:2]
        start = position = (x, y)
        parts: list[OutlinePart] = []
        for segment in outline[1:]:
            part = LineTo(*start) if isinstance(segment, ClosePath) else segment
            if isinstance(part, CurveTo) or (isinstance(part, LineTo) and dist(position, part) > TOLERANCE):
                parts.append(part)
                position = part.x, part.y
        if parts:
            yield CutOutline(start, tuple(parts), dist(position, start) <= TOLERANCE)


class PageMarks(NamedTuple):
    """The cuts, folds and engravings of a page.

    `engraved` holds dark areas as paths with a fill, and dark lines as paths with a stroke.
    """

    cuts: tuple[CutOutline, ...]
    scores: tuple[CutOutline, ...]
    engraved: tuple[Path, ...]


def find_page_marks(items: Iterable[Item]) -> PageMarks:
    """Return all cuts, folds and engravings of a page's items."""
    lines: dict[PageLayer | None, list[CutOutline]] = {PageLayer.CUT: [], PageLayer.SCORE: []}
    marks: list[tuple[Path, Bounds]] = []

    def enter(item: SymbolUse | Group, state: _ItemState) -> _ItemState:
        transform, layer, windows = state[0].compose(item.transform), state[1], state[2]
        if isinstance(item, SymbolUse):
            return transform, layer, windows
        clip = (ClipWindow(shapes.transform_path(item.clip, transform)),) if item.clip else ()
        return transform, item.layer or layer, (*windows, *clip)

    start: _ItemState = IDENTITY, None, ()
    for item, (place, layer, windows) in walk_items(items, start, enter):
        for path in flatten((item,), place) if layer is PageLayer.ENGRAVE or layer in lines else ():
            assert isinstance(path, Path)
            if layer is PageLayer.ENGRAVE:
                _add_engraving(path, windows, marks)
            else:
                lines[layer] += split_cut_outlines(_clip_lines(path.segments, windows))
    return PageMarks(tuple(lines[PageLayer.CUT]), tuple(lines[PageLayer.SCORE]), tuple(mark for mark, _ in marks))


def _clip_lines(segments: tuple[Segment, ...], windows: Iterable[ClipWindow]) -> tuple[Segment, ...]:
    return reduce(lambda lines, window: window.clip_lines(lines) if lines else (), windows, segments)


def list_printed_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items for the printer, without cuts, folds and engravings, but with guides."""
    remaining: list[Item] = []
    for item in items:
        if isinstance(item, Group) and item.layer in (None, PageLayer.PRINT):
            remaining.append(Group(list_printed_items(item.items), item.transform, item.clip, item.layer))
        elif not isinstance(item, Group) or item.layer is PageLayer.GUIDE:
            remaining.append(item)
    return tuple(remaining)


def _add_engraving(path: Path, windows: Sequence[ClipWindow], marks: list[tuple[Path, Bounds]]) -> None:
    """Add to `marks` the part of a path that is visible through windows.

    `marks` are paths with either a fill or a stroke, each with its bounds. Lasers ignore colours. If a path has a
    luminance of `ENGRAVING_LUMINANCE` or more, it is not engraved. The fill of such a path hides earlier marks, so
    that a number in a white circle stays legible. Dashes become separate lines.
    """
    def with_bounds(engraved: Path) -> tuple[Path, Bounds]:
        return engraved, shapes.measure_outline(engraved.segments)

    def remove_hidden(old: Path) -> Path:
        visible = outside.clip_areas(old) if old.fill else replace(old, segments=outside.clip_lines(old.segments))
        return visible if old.fill or visible.segments == old.segments else replace(old, segments=tuple(
            segment for contour in flatten_outlines(visible.segments)
            if sum(map(dist, contour.points, contour.points[1:])) > _MIN_REMAINDER for segment in contour.segments))

    if path.fill and path.segments:
        filled = Path(path.segments, path.fill, None, path.rule)
        for window in windows:
            filled = window.clip_areas(filled) if filled.segments else filled
        if filled.segments and measure_luminance(path.fill) < ENGRAVING_LUMINANCE:
            marks.append(with_bounds(filled))
        elif filled.segments:
            outside = ClipWindow(filled, inverted=True)
            remaining_marks = [(old, mark_bounds) if outside.is_clear_of(mark_bounds) else (remove_hidden(old), None)
                               for old, mark_bounds in marks]
            marks[:] = [(old, box) if box else with_bounds(old) for old, box in remaining_marks if old.segments]
    if path.stroke and path.segments and measure_luminance(path.stroke.color) < ENGRAVING_LUMINANCE:
        lines = split_dashes(path.segments, path.stroke) if path.stroke.dash else path.segments
        if remaining := _clip_lines(lines, windows):
            marks.append(with_bounds(Path(remaining, None, replace(path.stroke, dash=(), phase=0.0))))


# --- steps of the machine ---


class CutPlan(NamedTuple):
    """The paths of each step of a machine, and the rectangle for checking the size.

    If some cuts are not corrected for the kerf, `has_shared_cuts` is true. Such cuts are shared by pieces, or their
    lines are open. If there is no rectangle for checking the size, `size_check` is None.
    """

    steps: Mapping[CutStep, tuple[Path, ...]]
    has_shared_cuts: bool
    size_check: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        """The bounds of all cuts (left, top, right, bottom).

        Raises ValueError if there are no cuts.
        """
        return shapes.measure_bounds((*self.steps.get("inner", ()), *self.steps.get("cut", ())), with_strokes=False)


def plan_marks(marks: PageMarks, cutter: Cutter) -> CutPlan:
    """Return the steps of a machine for the marks of a page.

    Steps without a colour are left out.
    """
    inner, outer, shared = _order_cuts(marks.cuts, cutter.kerf)
    steps: dict[CutStep, tuple[Path, ...]] = {}
    if color := cutter.colors.get("engrave"):
        steps["engrave"] = tuple(replace(mark, fill=color) for mark in marks.engraved if mark.fill)
    if color := cutter.colors.get("lines"):
        steps["lines"] = tuple(
            Path(segments, None, replace(mark.stroke, color=color, width=max(mark.stroke.width, cutter.line_width)))
            for mark in marks.engraved if mark.stroke
                               and (segments := _remove_cut_stretches(mark.segments, marks.cuts)))
    lines: Mapping[CutStep, Iterable[CutOutline]] = {
        "score": join_edges(marks.scores, (*inner, *outer)), "inner": inner, "cut": outer}
    for step, step_outlines in lines.items():
        if color := cutter.colors.get(step):
            steps[step] = tuple(Path(outline.segments, None, Stroke(color, cutter.line_width))
                                for outline in step_outlines)
    return CutPlan({step: paths for step, paths in steps.items() if paths}, shared)


def _remove_cut_stretches(segments: tuple[Segment, ...], cuts: Sequence[CutOutline]) -> tuple[Segment, ...]:
    """Return a line to engrave, without its parts that lie on a cut."""
    line_outlines = list(split_cut_outlines(segments))
    remaining = join_edges(line_outlines, cuts)
    before, after = (sum(dist(start, (part.x, part.y)) for outline in lines for start, part in outline.edges)
                     for lines in (line_outlines, remaining))
    return segments if abs(before - after) <= TOLERANCE else tuple(part for outline in remaining
                                                                   for part in outline.segments)


def plan_page(page: Page, cutter: Cutter) -> CutPlan:
    """Return all steps of a machine for a page, with a rectangle for checking the size.

    If the machine has nothing to do on the page, there are no steps. If the machine has no colour for the size check,
    or if the page has no free area for the rectangle, there is no rectangle.
    """
    page_plan = plan_marks(find_page_marks(page.items), cutter)
    color = cutter.colors.get("check")
    if not page_plan.steps or color is None:
        return page_plan
    square, stroke = _find_free_bounds(page_plan, (page.width, page.height)), Stroke(color, cutter.line_width)
    boxes = [*([square] if square else ()), *([(0.0, 0.0, page.width, page.height)] if cutter.frame else ())]
    checks = tuple(shapes.rect(left, top, right - left, bottom - top, stroke=stroke) for left, top, right,
                   bottom in boxes)
    return CutPlan({**page_plan.steps, "check": checks}, page_plan.has_shared_cuts, square)


def _find_free_bounds(plan: CutPlan, page_size: tuple[float, float]) -> Bounds | None:
    """Return bounds for the size check that are clear of all pieces. If there is no space, return None.

    The search starts at the lower right of the page, so that headings stay free. Up to 61 x 61 positions are tried
    for each size in `CHECK_SIZES`.
    """
    occupied = [shapes.measure_outline(line.segments)
                for step in ("inner", "cut", "score") for line in plan.steps.get(step, ())]
    for width, height in CHECK_SIZES:
        xs, ys = ([_CHECK_MARGIN + free_length * k / _SEARCH_STEPS for k in range(_SEARCH_STEPS, -1, -1)]
                  if free_length >= 0 else []
                  for free_length in (page_size[0] - width - 2 * _CHECK_MARGIN,
                                      page_size[1] - height - 2 * _CHECK_MARGIN))
        for y in ys:
            row = [(left, right) for left, top, right,
                   bottom in occupied if top < y + height + _CHECK_MARGIN and bottom > y - _CHECK_MARGIN]
            for x in xs:
                if not any(left < x + width + _CHECK_MARGIN and right > x - _CHECK_MARGIN for left, right in row):
                    return x, y, x + width, y + height
    return None


def _order_cuts(cuts: Sequence[CutOutline], kerf: float) -> tuple[list[CutOutline], list[CutOutline], bool]:
    """Return the inner cuts, the other cuts, and whether some cuts are not corrected for the kerf.

    The innermost cuts come first. Closed outlines are moved by half the kerf. If the inside of an outline is the piece,
    the outline is moved outwards, otherwise inwards.
    """
    windows = [ClipWindow(Path(outline.segments, rule="evenodd")) for outline in cuts]

    def contains(outer: int, inner: int) -> bool:  # without touching sides
        left, top, right, bottom = windows[outer].bounds
        x1, y1, x2, y2 = windows[inner].bounds
        return (left < x1 - TOLERANCE and top < y1 - TOLERANCE and right > x2 + TOLERANCE and bottom > y2 + TOLERANCE
                and windows[outer].contains(cuts[inner].start))

    closed = [number for number, outline in enumerate(cuts) if outline.closed]
    merged = merge_outlines(cuts)
    unshared: dict[int, list[CutOutline]] = defaultdict(list)  # by nesting depth
    for number, outline in merged.unshared:
        depth = sum(contains(other, number) for other in closed if other != number)
        offset = kerf / 2 if depth % 2 == 0 else -kerf / 2
        unshared[depth].append(offset_outline(outline, offset) if kerf and outline.closed else outline)
    outer = unshared.pop(0, [])
    inner = [outline for depth in sorted(unshared, reverse=True) for outline in unshared[depth]]
    if kerf:  # outlines a kerf apart now share a line
        merged_outer = merge_outlines(outer)
        outer = [*(outline for _, outline in merged_outer.unshared), *merged_outer.shared]
    return inner, [*merged.shared, *outer], bool(merged.shared) or not all(outline.closed for outline in cuts)


# --- every edge once ---


class MergedOutlines(NamedTuple):
    """The outlines that share no edge, each with its index in the input, and the joined lines of all other outlines."""

    unshared: tuple[tuple[int, CutOutline], ...]
    shared: tuple[CutOutline, ...]


class _PointNumbers:
    """Numbers for points. Points that differ by at most one step in each coordinate have the same number."""

    def __init__(self, *steps: float) -> None:
        self._steps = steps
        self._cells: dict[tuple[int, ...], list[int]] = defaultdict(list)
        self._points: list[tuple[float, ...]] = []

    def find_number(self, *coordinates: float) -> int:
        cell = tuple(int(value // step) for value, step in zip(coordinates, self._steps, strict=True))
        for neighbour in product(*((index - 1, index, index + 1) for index in cell)):
            for number in self._cells.get(neighbour, ()):
                if all(abs(coordinate - other) <= step
                       for coordinate, other, step in zip(coordinates, self._points[number], self._steps, strict=True)):
                    return number
        self._cells[cell].append(len(self._points))
        self._points.append(coordinates)
        return len(self._points) - 1


class _EdgeSet:
    """The edges of outlines. Straight edges are stored as spans of numbered lines."""

    def __init__(self, lines: Iterable[CutOutline], line_numbers: _PointNumbers) -> None:
        self._line_numbers, self.points = line_numbers, _PointNumbers(TOLERANCE, TOLERANCE)
        self._directions: dict[int, tuple[Point, float]] = {}
        self._spans: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
        self._curves: dict[tuple[int, ...], list[tuple[int, Point, OutlinePart]]] = defaultdict(list)
        for owner, outline in enumerate(lines):
            for start, part in outline.edges:
                if isinstance(part, LineTo):
                    self._add_straight(start, part, owner)
                else:
                    x1, y1, x2, y2, x, y = part
                    numbers = tuple(self.points.find_number(*point) for point in (start, (x1, y1), (x2, y2), (x, y)))
                    self._curves[min(numbers, numbers[::-1])].append((owner, start, part))

    def _add_straight(self, start: Point, end: Point, owner: int) -> None:
        dx, dy = _find_direction(start, end)
        if dx < -_ANGLE_TOLERANCE or (abs(dx) <= _ANGLE_TOLERANCE and dy < 0):
            dx, dy, start, end = -dx, -dy, end, start
        distance = dx * start[1] - dy * start[0]
        number = self._line_numbers.find_number(atan2(dy, dx), distance)
        direction, _ = self._directions.setdefault(number, ((dx, dy), distance))
        first, last = (direction[0] * x + direction[1] * y for x, y in (start, end))
        self._spans[number].append((min(first, last), max(first, last), owner))

    def find_sharing_owners(self) -> set[int]:
        """Return the indices of the outlines that have an edge in common with another outline."""
        owners = {owner for same in self._curves.values() if len(same) > 1 for owner, _, _ in same}
        for spans in self._spans.values():
            reached, last_owner = float("-inf"), -1
            for first, last, owner in sorted(spans):
                if reached - first > TOLERANCE:
                    owners |= {owner, last_owner}
                if last > reached:
                    reached, last_owner = last, owner
        return owners

    def _unite_spans(self, number: int) -> list[LineSpan]:
        spans: list[LineSpan] = []
        for first, last, _ in sorted(self._spans.get(number, ())):
            if spans and first - spans[-1][1] <= TOLERANCE:
                spans[-1] = spans[-1][0], max(spans[-1][1], last)
            else:
                spans.append((first, last))
        return spans

    def subtract(self, other_set: _EdgeSet) -> Iterator[tuple[Point, OutlinePart]]:
        """Yield each edge once, without the straight parts that lie on edges of `other_set`.

        Overlapping straight edges are united. Both sets must share the numbers of their lines.
        """
        yield from (same[0][1:] for same in self._curves.values())
        for number in self._spans:
            (dx, dy), distance = self._directions[number]
            for low, high in self._unite_spans(number):
                gaps = [(first, last) for first, last in other_set._unite_spans(number) if last > low and first < high]
                ends = [low, *(end for gap in gaps for end in gap), high]
                for first, last in zip(ends[::2], ends[1::2], strict=True):
                    if last - first > TOLERANCE:
                        begin, end = ((position * dx - distance * dy, position * dy + distance * dx)
                                      for position in (first, last))
                        yield begin, LineTo(*end)


def merge_outlines(outlines: Sequence[CutOutline]) -> MergedOutlines:
    """Return the outlines with every edge only once.

    Outlines that share no edge stay unchanged. The edges of all other outlines become one set of lines: overlapping
    straight edges are united, equal curves are merged, and edges that meet end to end are joined.
    """
    sharing = _EdgeSet(outlines, _PointNumbers(_ANGLE_TOLERANCE, TOLERANCE)).find_sharing_owners()
    unshared = tuple((owner, outline) for owner, outline in enumerate(outlines) if owner not in sharing)
    return MergedOutlines(unshared, join_edges([outlines[owner] for owner in sorted(sharing)]))


def join_edges(lines: Sequence[CutOutline], cuts: Sequence[CutOutline] = ()) -> tuple[CutOutline, ...]:
    """Return the edges of outlines, joined into the longest possible lines.

    Each edge occurs once. Straight parts that lie on `cuts` are left out.
    """
    line_numbers = _PointNumbers(_ANGLE_TOLERANCE, TOLERANCE)
    cut_edges, edges = _EdgeSet(cuts, line_numbers), _EdgeSet(lines, line_numbers)
    return tuple(_join_chains(edges.subtract(cut_edges), edges.points))


def _join_chains(edges: Iterable[tuple[Point, OutlinePart]], points: _PointNumbers) -> Iterator[CutOutline]:
    """Yield the lines that consecutive edges form. A line continues as long as another edge meets its end."""
    numbered = [((points.find_number(*start), points.find_number(part.x, part.y)), start, part) for start,
                part in edges]
    edges_at: dict[int, list[tuple[tuple[int, int], Point, OutlinePart]]] = defaultdict(list)
    for edge in sorted(numbered, key=lambda edge: (edge[1][1], edge[1][0], edge[2])):
        for end in edge[0]:
            edges_at[end].append(edge)
    while starts := [end for end, edges_left in edges_at.items() if edges_left]:
        # An open line starts where an odd number of edges meet.
        first = point = next((end for end in starts if len(edges_at[end]) % 2), starts[0])
        line_parts: list[tuple[Point, OutlinePart]] = []
        while edges_at[point]:
            ends, start, part = edge = edges_at[point][0]
            for end in ends:
                edges_at[end].remove(edge)
            if point == ends[0]:
                line_parts.append((start, part))
            else:
                line_parts.append(((part.x, part.y), LineTo(*start) if isinstance(part, LineTo)
                                   else CurveTo(part.x2, part.y2, part.x1, part.y1, *start)))
            point = ends[1] if point == ends[0] else ends[0]
        yield CutOutline(line_parts[0][0], tuple(part for _, part in line_parts), point == first)


# --- the kerf ---


class _OffsetPart(NamedTuple):
    """A part of an outline at its new position, with its directions at the start and the end."""

    start: Point
    part: OutlinePart
    start_direction: Point
    end_direction: Point


def offset_outline(outline: CutOutline, distance: float) -> CutOutline:
    """Return a closed outline, moved outwards on all sides by a distance.

    If the distance is negative, the outline is moved inwards. Straight sides are moved exactly and meet in mitres.
    Curves are moved by their control points. For arcs of up to 45 degrees, the error is at most a fiftieth of the
    distance.
    """
    signed_distance = distance if measure_signed_area(outline.corners) > 0 else -distance
    moved = [_offset_part(start, part, signed_distance) for start, part in outline.edges]
    pairs = list(iter_sides(moved))
    for current, following in pairs:
        curved = isinstance(current.part, CurveTo) or isinstance(following.part, CurveTo)
        turn = (
            current.end_direction[0] * following.start_direction[1]
            - current.end_direction[1] * following.start_direction[0]
        )
        if curved and turn * signed_distance < -_SMOOTH_SINE * abs(signed_distance):  # concave: use chords
            corners = outline.corners
            first, *other_points = (point for before, point in iter_sides([corners[-1], *corners[:-1]])
                                    if dist(before, point) > TOLERANCE)
            return offset_outline(CutOutline(first, tuple(LineTo(*point) for point in (*other_points, first)),
                                             closed=True),
                                  distance)
    parts: list[OutlinePart] = []
    for current, following in pairs:  # each extended or cut at its crossing with the next
        corner = _find_crossing((current.part.x, current.part.y), current.end_direction, following.start,
                                following.start_direction)
        if corner is None or isinstance(current.part, CurveTo):
            parts.append(current.part)
        if corner:
            parts += [LineTo(*corner)] + [LineTo(*following.start)] * isinstance(following.part, CurveTo)
    start = corner if corner and isinstance(moved[0].part, LineTo) else moved[0].start
    return CutOutline(start, tuple(parts), closed=True)


def _offset_part(start: Point, part: OutlinePart, distance: float) -> _OffsetPart:
    """Move a part to the left of its direction. If the outline is clockwise, left is outwards."""
    if isinstance(part, LineTo):
        direction = _find_direction(start, part)
        return _OffsetPart(_shift_sideways(start, direction, distance),
                           LineTo(*_shift_sideways(part, direction, distance)), direction, direction)
    control_1, control_2, end = (part.x1, part.y1), (part.x2, part.y2), (part.x, part.y)
    first, last, middle = (
        _find_direction(start, control_1, control_2, end),
        _find_direction(end, control_2, control_1, start),
        _find_direction(control_1, control_2, end),
    )
    last = -last[0], -last[1]
    new_start, new_end, new_middle = (
        _shift_sideways(start, first, distance),
        _shift_sideways(end, last, distance),
        _shift_sideways(control_2, middle, distance),
    )
    new_control_1 = _find_crossing(new_start, first, new_middle, middle) or _shift_sideways(control_1, first, distance)
    new_control_2 = _find_crossing(new_middle, middle, new_end, last) or _shift_sideways(control_2, last, distance)
    return _OffsetPart(new_start, CurveTo(*new_control_1, *new_control_2, *new_end), first, last)


def _find_crossing(point: Point, direction: Point, other_point: Point, other_direction: Point) -> Point | None:
    """Return the crossing of two straight lines. If the lines are nearly parallel, return None."""
    cross = direction[0] * other_direction[1] - direction[1] * other_direction[0]
    if abs(cross) < _SMOOTH_SINE:
        return None
    share = (
        (other_point[0] - point[0]) * other_direction[1] - (other_point[1] - point[1]) * other_direction[0]
    ) / cross
    return point[0] + share * direction[0], point[1] + share * direction[1]


def _shift_sideways(point: Point | LineTo, direction: Point, distance: float) -> Point:
    return point[0] + direction[1] * distance, point[1] - direction[0] * distance


def _find_direction(start: Point | LineTo, *ends: Point | LineTo) -> Point:
    """Return the unit vector from `start` to the first of `ends` that differs from it.

    If all `ends` equal `start`, return (1, 0).
    """
    for end in ends:
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy)
        if length > _MIN_DISTANCE:
            return dx / length, dy / length
    return 1.0, 0.0
