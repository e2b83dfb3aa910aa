"""Flowables in columns of equal length: a flowable for Platypus that can run over pages. Points; y up, as there."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

_TOLERANCE = 1e-6


class Column(NamedTuple):
    """What stands in a column - flowables with the distance of their lower edges from its top - and how deep."""

    flowables: tuple[tuple[Any, float], ...]
    depth: float


def fill(
    queue: list[Any], width: float, height: float, canvas: Any, *, keeps: bool = True
) -> tuple[Column, list[Any]]:
    """Put into a column what fits, from the start of the queue; return it and the rest.

    What must keep with the next stays with it, if `keeps`.
    """
    placed: list[tuple[Any, float]] = []
    depth = after = 0.0
    rest = list(queue)
    while rest:
        gap = max(after, rest[0].getSpaceBefore()) if placed else 0.0
        part, more = _part(rest[0], width, height - depth - gap, canvas)
        if part is None:
            break
        depth += gap + part.wrapOn(canvas, width, height)[1]
        placed.append((part, depth))
        after = part.getSpaceAfter()
        rest[:1] = more
        if more:
            break
    while keeps and rest and placed and placed[-1][0].getKeepWithNext():
        rest.insert(0, placed.pop()[0])
    return Column(tuple(placed), placed[-1][1] if placed else 0.0), rest


def _part(flowable: Any, width: float, height: float, canvas: Any) -> tuple[Any, list[Any]]:
    """Return as much of a flowable as fits into the height, or None, and the rest of it."""
    from reportlab.platypus.flowables import Flowable

    if flowable.wrapOn(canvas, width, height)[1] <= height + _TOLERANCE:
        return flowable, []
    if type(flowable).split is Flowable.split or height <= 0:
        return None, []
    parts = deepcopy(flowable).splitOn(canvas, width, height)  # splitting wears a flowable out
    return (parts[0], parts[1:]) if len(parts) > 1 else (None, [])


class Plan(NamedTuple):
    """What is set in a `number` of columns, below `heads` across all of them; a page is `page` points tall."""

    queue: list[Any]
    number: int
    width: float
    gap: float
    page: float
    heads: tuple[Any, ...] = ()


def _filled(plan: Plan, height: float, canvas: Any, *, keeps: bool = True) -> tuple[tuple[Column, ...], list[Any]]:
    columns, rest = [], plan.queue
    for _ in range(plan.number):
        column, rest = fill(rest, plan.width, height, canvas, keeps=keeps)
        columns.append(column)
    if keeps and not columns[0].flowables and height > plan.page - 1:
        return _filled(plan, height, canvas, keeps=False)  # not even a whole page keeps this together
    return tuple(columns), rest


def _balanced(plan: Plan, columns: tuple[Column, ...], canvas: Any) -> tuple[Column, ...]:
    """Return the lowest columns that still hold everything, as these do."""
    low, high = 0.0, max(column.depth for column in columns)
    while high - low > 0.5:
        middle = (low + high) / 2
        tried, rest = _filled(plan, middle, canvas)
        if rest:
            low = middle
        else:
            columns, high = tried, max(column.depth for column in tried)
    return columns


@cache
def columns_class() -> Any:
    """Return the flowable that sets a `Plan`; what it has already filled stays as it is."""
    from reportlab.platypus import flowables

    base: Any = flowables.Flowable

    class ColumnsFlowable(base):  # type: ignore[misc]
        def __init__(self, plan: Plan, columns: tuple[Column, ...] = ()) -> None:
            super().__init__()
            self.plan, self.columns, self.done = plan, columns, bool(columns)
            self.spaceBefore = plan.heads[0].getSpaceBefore() if plan.heads else 2.0
            self.spaceAfter = 9.0

        def _head(self, height: float) -> tuple[Column, float]:
            """Set the heads; return them and where the columns start below them."""
            whole = self.plan.width * self.plan.number + self.plan.gap * (self.plan.number - 1)
            column, _ = fill(list(self.plan.heads), whole, height, self.canv, keeps=False)
            return column, column.depth + (self.plan.heads[-1].getSpaceAfter() if column.flowables else 0.0)

        def wrap(self, available: float, height: float) -> tuple[float, float]:
            """Find the least height that holds everything; answer more than there is if nothing does."""
            self.head, top = self._head(height)
            if not self.done:
                columns, rest = _filled(self.plan, height - top, self.canv)
                if rest:
                    return available, height + 1
                self.columns = _balanced(self.plan, columns, self.canv)
            self.top, self.width = top, available
            self.height = top + max(column.depth for column in self.columns)
            return self.width, self.height

        def split(self, _available: float, height: float) -> list[Any]:
            columns, rest = _filled(self.plan, height - self._head(height)[1], self.canv)
            if not columns[0].flowables:
                return []
            tail = type(self)(self.plan._replace(queue=rest, heads=()))
            return [type(self)(self.plan, columns), tail] if rest else [self]

        def draw(self) -> None:
            for flowable, depth in self.head.flowables:
                flowable.drawOn(self.canv, 0, self.height - depth)
            for index, column in enumerate(self.columns):
                x = index * (self.plan.width + self.plan.gap)
                for flowable, depth in column.flowables:
                    flowable.drawOn(self.canv, x, self.height - self.top - depth)

    return ColumnsFlowable
