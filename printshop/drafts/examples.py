"""Legal values: of a unit that is there, or found from what the game's fields allow and its checks ask."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from printshop.expressions import NOT_KNOWN
from printshop.expressions.functions import article
from printshop.game.notation import quoted
from printshop.problems import failure, suggestion
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.game.fields import Field
    from printshop.game.model import Game, Unit, UnitType

MOST = 12  # values of a field that are tried
TRIES = 2_000
SEED = 1904
LENGTHS, DICE = ("2 in", "6 in", "50 mm"), ("1d6", "2d6", "2d6+1")


class Faults(NamedTuple):
    """What is wrong with a unit: how many problems, and how many warnings."""

    problems: int
    warnings: int


def pattern_of(game: Game, unit_type: UnitType, like: str) -> Unit | None:
    """Return the unit that a new one begins as: the one asked for, or the best example; None where there is none.

    Raises PrintshopError for a unit that the game has not, or one of another type.
    """
    own = [unit for unit in game.units.values() if unit.kind == unit_type.key]
    if not like:
        usual = sum(unit.numbered for unit in own) * 2 > len(own)  # that units have no names of their own
        return min(own, key=lambda one: _odd(one, usual), default=None)  # of sisters, who are all alike, the first
    unit = game.find(like)
    if unit.kind != unit_type.key:
        raise failure(f"{unit.name} is no {unit_type.name}, but {article(game.unit_types[unit.kind].name)}",
                      suggestion(like, [one.name for one in own]))
    return unit


def _odd(unit: Unit, numbered: bool) -> tuple[int, int, bool, bool]:
    """Return how bad an example a unit is: the less is known and the less is filled in, the worse.

    `numbered` says that those of its type have numbers rather than names.
    """
    left_out = sum(value is None for value in unit.values.values())
    return len(lost(unit)), len(unit.warnings), unit.numbered is not numbered, left_out > 0


def lost(unit: Unit) -> frozenset[str]:
    """Return what is not known of a unit; its number among its like is only known when they are brought together."""
    return unit.unknown - {"serial"}


def candidates(field: Field) -> list[str]:
    """Return values of a field as YAML, ordinary ones first, those at the ends of its range too."""
    match field.kind:
        case "whole":
            found = _numbers(field.low, field.high)
        case "choice":
            found = [quoted(one) for one in dict.fromkeys((field.own or field.options[0], *field.options[:MOST]))]
        case "flag":
            found = ["false", "true"]
        case "length":
            found = [*LENGTHS]
        case "dice":
            found = [*DICE]
        case "battery":
            found = _batteries(field)
        case "entries":
            found = [f"{{{quoted(key)}: 1}}" for key in list(field.things)[:MOST]]
        case "numbers":
            found = _numbers(field.low, field.high)
        case "list":
            found = _lists(field)
        case _:
            found = [quoted(field.label)]
    return [*found, ""] if field.optional else found


def _numbers(low: int | None, high: int | None) -> list[str]:
    """Return numbers of a range: a modest one first, then its ends and what is spread between them."""
    first = low if low is not None else 0 if high is None else min(0, high)
    last = high if high is not None else first + 4 * MOST
    step = max(1, (last - first) // (MOST - 1))
    modest = first + (last - first) // 3
    return [str(one) for one in dict.fromkeys((modest, *range(first, last + 1, step), last))]


def _batteries(field: Field) -> list[str]:
    counts = [one for one in _numbers(field.low or 1, min(field.high or 8, 8)) if one][:3]
    if field.short:
        return counts
    dice = field.dice[:3] or (6,)
    damages = range(field.damage[0], min(field.damage[1], field.damage[0] + 1) + 1)
    return [f"{count}/d{die} x{damage}" for count, die, damage in product(counts, dice, damages)][:MOST]


def _lists(field: Field) -> list[str]:
    """Return lists of one row, of two, and of none."""
    assert field.entry is not None
    parts = [[(key, one) for one in candidates(inner)[:4]] for key, inner in field.entry.fields.items()]
    rows = ["{" + ", ".join(f"{key}: {one}" for key, one in row if one) + "}" for row in _first(product(*parts))]
    return [f"[{row}]" for row in rows] + [f"[{row}, {row}]" for row in rows[:2] if field.entry.most > 1] + ["[]"]


def _first(rows: product[tuple[tuple[str, str], ...]]) -> list[tuple[tuple[str, str], ...]]:
    return [row for row, _ in zip(rows, range(MOST), strict=False)]


def found(unit_type: UnitType, faults: Callable[[Mapping[str, str]], Faults]) -> dict[str, str]:
    """Return legal values for all fields of a type, as YAML; "" for one that is left out.

    `faults` tells what is wrong with some. What cannot be found within `TRIES` becomes `unknown`, over which no check
    has anything to say.
    """
    choices = {key: candidates(one) for key, one in unit_type.fields.items()}
    best = {key: values[0] for key, values in choices.items()}
    least, chance = faults(best), random.Random(SEED)  # noqa: S311 - the same file every time
    for _ in range(TRIES):
        if not any(least):
            return best
        trial = {**best, **{key: chance.choice(choices[key]) for key in _some(list(choices), chance)}}
        wrong = faults(trial)
        if wrong <= least:
            best, least = trial, wrong
    return best if not least.problems else _given_up(best, faults)


def _some(keys: list[str], chance: random.Random) -> list[str]:
    """Return one key or a few."""
    return chance.sample(keys, min(len(keys), chance.choice((1, 1, 1, 2, 2, 3, 5))))


def _given_up(values: dict[str, str], faults: Callable[[Mapping[str, str]], Faults]) -> dict[str, str]:
    """Return the values with as many of them `unknown`, from the first, as it takes to be legal."""
    for key in values:
        values = {**values, key: UNKNOWN}
        if not faults(values).problems:
            break
    return values


def example(game: Game, unit_type: UnitType, field: Field) -> str:
    """Return a value of a field as YAML: that of a unit which has one, or one that is allowed."""
    from printshop.game.notation import written

    for unit in game.units.values():
        value = unit.values.get(field.key) if unit.kind == unit_type.key else None
        if value is not None and value is not NOT_KNOWN:
            return written(field, value)
    return candidates(field)[0]
