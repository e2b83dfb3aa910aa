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
    from reportlab.platypus.flowables import Flowable  # noqa: PLC0415

    if flowable.wrapOn(canvas, width, height)[1] <= height + _TOLERANCE:
        return flowable, []
    if type(flowable).split is Flowable.split or height <= 0:
        return None, []
    parts = deepcopy(flowable).splitOn(canvas, width, height)  # splitting wears a flowable out
    return (parts[0], parts[1:]) if len(parts) > 1 else (None, [])


@cache
def columns_class() -> Any:
    """Return the flowable: made of flowables, the number of columns, their width, their gap, a page's height."""
    from reportlab.platypus import flowables  # noqa: PLC0415

    base: Any = flowables.Flowable

    class ColumnsFlowable(base):  # type: ignore[misc]
        def __init__(self, queue: list[Any], count: int, width: float, gap: float, page: float) -> None:
            super().__init__()
            self.queue, self.count, self.column, self.gap, self.page = queue, count, width, gap, page
            self.spaceBefore, self.spaceAfter = 2.0, 9.0
            self.columns: list[Column] = []

        def _filled(self, height: float, *, keeps: bool = True) -> tuple[list[Column], list[Any]]:
            columns, rest = [], self.queue
            for _ in range(self.count):
                column, rest = fill(rest, self.column, height, self.canv, keeps=keeps)
                columns.append(column)
            if keeps and not columns[0].flowables and height > self.page - 1:
                return self._filled(height, keeps=False)  # not even a whole page keeps this together
            return columns, rest

        def wrap(self, available: float, height: float) -> tuple[float, float]:
            """Find the least height that holds everything; answer more than there is if nothing does."""
            if self.queue:
                columns, rest = self._filled(height)
                if rest:
                    return available, height + 1
                self.columns = self._balanced(columns)
            self.width, self.height = available, max(column.depth for column in self.columns)
            return self.width, self.height

        def _balanced(self, columns: list[Column]) -> list[Column]:
            low, high = 0.0, max(column.depth for column in columns)
            while high - low > 0.5:
                middle = (low + high) / 2
                tried, rest = self._filled(middle)
                if rest:
                    low = middle
                else:
                    columns, high = tried, max(column.depth for column in tried)
            return columns

        def split(self, _available: float, height: float) -> list[Any]:
            columns, rest = self._filled(height)
            if not columns[0].flowables:
                return []
            head = type(self)([], self.count, self.column, self.gap, self.page)
            head.columns = columns
            tail = type(self)(rest, self.count, self.column, self.gap, self.page)
            return [head, tail] if rest else [self]

        def draw(self) -> None:
            for number, column in enumerate(self.columns):
                for flowable, depth in column.flowables:
                    flowable.drawOn(self.canv, number * (self.column + self.gap), self.height - depth)

    return ColumnsFlowable
