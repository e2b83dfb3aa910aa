"""What tells units apart once they are mustered: serial numbers, and the tags that their counters bear."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.expressions import FormulaError
from printshop.problems import failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.game.model import Unit


def in_series(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units with their serial numbers, 1, 2 ... for each value of the field that their type names, and tags.

    Every side counts for itself. Raises PrintshopError for a tag that cannot be worked out.
    """
    numbers: Counter[tuple[str, str, object]] = Counter()
    return tuple(_tagged(_numbered(unit, numbers)) for unit in units)


def _numbered(unit: Unit, numbers: Counter[tuple[str, str, object]]) -> Unit:
    if not unit.serial:
        return unit
    key = (unit.kind, unit.side.key, unit.values.get(unit.serial))
    numbers[key] += 1
    return replace(unit, values={**unit.values, "serial": numbers[key]})


def _tagged(unit: Unit) -> Unit:
    if unit.tagging is None:
        return unit
    try:
        tag = unit.tagging.words(unit.values)
    except FormulaError as error:
        raise failure(f"the tag of {unit.title}: {error.message}", error.hint, unit.span) from error
    return replace(unit, tag=tag, values={**unit.values, "tag": tag or unit.values["short"]})
