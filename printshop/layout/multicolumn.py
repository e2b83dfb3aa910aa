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


def fill(queue: list[Any], width: float, height: float, canvas: Any) -> tuple[Column, list[Any]]:
    """Put into a column what fits, from the start of the queue; return it and the rest.

    What must keep with the next stays with it, unless that would leave the column empty.
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
    kept = len(placed)
    while rest and kept and placed[kept - 1][0].getKeepWithNext():
        kept -= 1
    if kept:
        rest = [*(flowable for flowable, _ in placed[kept:]), *rest]
        placed = placed[:kept]
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
    """Return the flowable: made of flowables, the number of columns, their width and the gap between them."""
    from reportlab.platypus import flowables  # noqa: PLC0415

    base: Any = flowables.Flowable

    class ColumnsFlowable(base):  # type: ignore[misc]
        def __init__(self, queue: list[Any], count: int, width: float, gap: float) -> None:
            super().__init__()
            self.queue, self.count, self.column, self.gap = queue, count, width, gap
            self.spaceBefore, self.spaceAfter = 2.0, 9.0
            self.columns: list[Column] = []

        def _filled(self, height: float) -> tuple[list[Column], list[Any]]:
            columns, rest = [], self.queue
            for _ in range(self.count):
                column, rest = fill(rest, self.column, height, self.canv)
                columns.append(column)
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
            head = type(self)([], self.count, self.column, self.gap)
            head.columns = columns
            return [head, type(self)(rest, self.count, self.column, self.gap)] if rest else [self]

        def draw(self) -> None:
            for number, column in enumerate(self.columns):
                for flowable, depth in column.flowables:
                    flowable.drawOn(self.canv, number * (self.column + self.gap), self.height - depth)

    return ColumnsFlowable
