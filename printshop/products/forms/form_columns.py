"""Widths for the columns of rows that share them: as the form says, as far as every cell has what it needs."""

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


def shared(columns: Sequence[float], needed: Sequence[float], width: float) -> tuple[float, ...] | None:
    """Return widths in the proportion of the columns, none less than it needs; None if the width is not enough.

    >>> shared([1, 1, 2], [40, 0, 0], 100)
    (40, 20.0, 40.0)
    """
    if sum(needed) > width + 0.01:
        return None
    held: dict[int, float] = {}
    while True:
        free = width - sum(held.values())
        shares = sum(share for column, share in enumerate(columns) if column not in held)
        short = {column: needed[column] for column, share in enumerate(columns)
                 if column not in held and free * share / shares < needed[column] - 1e-9}
        if not short:
            return tuple(held[column] if column in held else free * share / shares
                         for column, share in enumerate(columns))
        held |= short
