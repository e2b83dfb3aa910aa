"""What a machine does of a page, step by step, as paths in the colours and of the breadth that it wants.

Points, origin at the top left of the page, y down.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import inside
from printshop.drawing.items import Path, Stroke
from printshop.render.cut_kerf import grown
from printshop.render.cut_paths import NEAR, Outline, find, outlines
from printshop.render.cut_union import merge, scored
from printshop.render.svg_clip import contours_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.geometry import Bounds, Point
    from printshop.drawing.items import Page
    from printshop.render.cut_paths import Found
    from printshop.render.cutter import Cutter, Step

CHECKS = ((100 * MM, 100 * MM), (50 * MM, 50 * MM), (100 * MM, 5 * MM))
"""Width and height of what the size is checked by: the first that finds a place free of pieces."""

_STEPS, _OFF = 60, 2 * MM  # places that are tried across and down a page; what stays free at its edges and at pieces


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
    lines: Mapping[Step, Iterable[Outline]] = {
        "score": scored(found.scores, (*inner, *outer)), "inner": inner, "cut": outer}
    steps: dict[Step, tuple[Path, ...]] = {}
    engraving: tuple[Step, ...] = ("engrave", "lines")
    for step in engraving:
        if step in cutter.colors:
            steps[step] = tuple(_engraved(found.engraved, found.cuts, cutter, step))
    for step, found_lines in lines.items():
        if color := cutter.colors.get(step):
            stroke = Stroke(color, cutter.line)
            steps[step] = tuple(Path(one.segments, None, stroke) for one in found_lines)
    return Plan({step: paths for step, paths in steps.items() if paths}, shared)


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
    """Return where on a page of a size what the size is checked by is clear of all pieces; None without room."""
    lines = (*plan.steps.get("inner", ()), *plan.steps.get("cut", ()), *plan.steps.get("score", ()))
    taken = [shapes.outline_bounds(line.segments) for line in lines]
    wide, high = page
    for width, height in CHECKS:
        for y in _places(high - height):
            row = [(left, right) for left, top, right, foot in taken if top < y + height + _OFF and foot > y - _OFF]
            for x in _places(wide - width):
                if not any(left < x + width + _OFF and right > x - _OFF for left, right in row):
                    return x, y, x + width, y + height
    return None


def _places(room: float) -> Iterator[float]:
    """Give the places to try of something that can be moved so far, from the end of the page: headings stay free."""
    free = room - 2 * _OFF
    return (_OFF + free * k / _STEPS for k in range(_STEPS, -1, -1)) if free >= 0 else iter(())


def _cuts(cuts: Sequence[Outline], kerf: float) -> tuple[list[Outline], list[Outline], bool]:
    """Return the inner cuts, those farthest inside first, then the others, and whether pieces share cuts."""
    depths = _depths(cuts)
    merged = merge(cuts)
    alone = [(depths[number], _made_up(one, depths[number], kerf)) for number, one in merged.alone]
    inner = [one for depth, one in sorted(alone, key=lambda pair: -pair[0]) if depth]
    outer = [one for depth, one in alone if not depth]
    if kerf:  # what lay a kerf apart now lies on one line
        again = merge(outer)
        outer = [*(one for _, one in again.alone), *again.shared]
    return inner, [*merged.shared, *outer], bool(merged.shared) or not all(one.closed for one in cuts)


def _made_up(outline: Outline, depth: int, kerf: float) -> Outline:
    """Return an outline moved by half the kerf: outwards, if what is within it is kept."""
    return grown(outline, kerf / 2 if depth % 2 == 0 else -kerf / 2) if kerf and outline.closed else outline


def _depths(cuts: Sequence[Outline]) -> list[int]:
    """Return within how many others each outline lies."""
    polygons = [_polygon(one) for one in cuts]
    boxes = [shapes.outline_bounds(one.segments) for one in cuts]
    return [sum(_holds(boxes[other], boxes[own]) and inside(polygons[own][0], polygons[other])
                for other in range(len(cuts)) if cuts[other].closed and other != own)
            for own in range(len(cuts))]


def _polygon(outline: Outline) -> list[Point]:
    return [point for contour in contours_of(outline.segments) for point in contour.points]


def _holds(outer: Bounds, inner: Bounds) -> bool:
    """Say whether a box has another within it and touches none of its sides."""
    return (outer[0] < inner[0] - NEAR and outer[1] < inner[1] - NEAR
            and outer[2] > inner[2] + NEAR and outer[3] > inner[3] + NEAR)


def _engraved(marks: Iterable[Path], cuts: Sequence[Outline], cutter: Cutter, step: Step) -> Iterator[Path]:
    """Give the areas or the lines to engrave, in the colour of their step; lines are as broad as they are drawn.

    What is cut is not engraved before.
    """
    color = cutter.colors[step]
    for mark in marks:
        if mark.fill and step == "engrave":
            yield replace(mark, fill=color)
        elif mark.stroke and step == "lines":
            left = _without(mark, cuts)
            if left.segments:
                yield replace(left, stroke=replace(mark.stroke, color=color, width=max(mark.stroke.width, cutter.line)))


def _without(mark: Path, cuts: Sequence[Outline]) -> Path:
    """Return a line without its stretches that lie on a cut."""
    drawn = list(outlines(mark.segments))
    left = scored(drawn, cuts)
    if abs(sum(map(_length, drawn)) - sum(map(_length, left))) <= NEAR:
        return mark
    return replace(mark, segments=tuple(part for one in left for part in one.segments))


def _length(outline: Outline) -> float:
    points = [outline.start, *((part.x, part.y) for part in outline.parts)]
    return sum(map(dist, points, points[1:]))
