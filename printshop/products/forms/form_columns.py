"""What the cells of a form's rows need of the columns that they share (`printshop.layout.table.in_proportion`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Demand(NamedTuple):
    """What a cell asks of the columns that it covers, from `first` on, in points."""

    first: int
    across: int
    width: float


def least(columns: Sequence[float], demands: Sequence[Demand]) -> tuple[float, ...]:
    """Return how wide each column must be at least; what a cell over several needs is shared out as they are."""
    found = [0.0] * len(columns)
    for demand in sorted(demands, key=lambda one: one.across):
        covered = range(demand.first, demand.first + demand.across)
        missing = demand.width - sum(found[column] for column in covered)
        whole = sum(columns[column] for column in covered)
        if missing > 0:
            for column in covered:
                found[column] += missing * columns[column] / whole
    return tuple(found)
