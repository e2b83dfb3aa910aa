"""Names and functions of formulas, and the value for an unknown figure.

The functions are exact and general, use whole numbers and fractions, and have limited cost. They raise ValueError,
with a message for the author of the formula, if they cannot use a value. They raise DependsOnUnknown if the result
depends on an unknown figure. Functions read values of a game by the attributes of these values: `numbers` (a number
for each of several names), `count`, `column` (of a list of rows) and `lookup`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from typing import Final, Self, TypeAlias, TypeGuard

from printshop.problems import add_article

Number: TypeAlias = int | Fraction

MAX_LIST = 1000
_MAX_AMOUNT = 10**15  # of an amount to share out, or a length to spread over


class UnknownFigure(Enum):
    """The single value for unknown figures. Results that depend on it are unknown, too.

    Its truth value is false. Its text is a blank line to write on.
    """

    NOT_KNOWN = "unknown"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "____"


NOT_KNOWN: Final = UnknownFigure.NOT_KNOWN


class DependsOnUnknown(Exception):  # noqa: N818 - not an error: a function met a value that is not known
    """Raised by a function whose result depends on an unknown figure."""


class FormulaNames(frozenset[str]):
    """The names that a formula may use.

    The names in `constants` have the same value everywhere. `member_names` gives the names that may follow a name and a
    dot, as in `pilot.skill`. A name that is added with `|` hides a constant of the same name, and the members of that
    constant. In this way, the fields of a unit hide tables.
    """

    __slots__ = ("constants", "member_names")
    constants: Mapping[str, object]
    member_names: Mapping[str, Callable[[], FormulaNames]]

    def __new__(cls, names: Iterable[str] = (), constants: Mapping[str, object] | None = None,
                member_names: Mapping[str, Callable[[], FormulaNames]] | None = None) -> Self:
        """Return the names, including the names of the constants."""
        plain_names = frozenset(names)
        all_names = super().__new__(cls, (*plain_names, *(constants or ())))
        all_names.constants = {name: value for name, value in (constants or {}).items() if name not in plain_names}
        all_names.member_names = member_names or {}
        return all_names

    def __or__(self, other: AbstractSet[object]) -> FormulaNames:
        """Return the union with other names."""
        added_names = other if isinstance(other, FormulaNames) else FormulaNames(map(str, other))
        constants = {name: value for name, value in self.constants.items() if name not in added_names}
        members = {name: names for name, names in self.member_names.items() if name not in added_names}
        plain_names = (*self.difference(self.constants), *added_names.difference(added_names.constants))
        return FormulaNames(plain_names, {**constants, **added_names.constants},
                            {**members, **added_names.member_names})

    def copy_without(self, names: AbstractSet[str]) -> FormulaNames:
        """Return a copy without some names, but with all constants."""
        return FormulaNames(self.difference(self.constants, names), self.constants, self.member_names)


# --- values ---


def is_number(value: object) -> TypeGuard[Number]:
    """Return whether a value is a number. True and false are not numbers."""
    return type(value) is int or isinstance(value, Fraction)


def is_list(value: object) -> TypeGuard[tuple[object, ...] | list[object]]:
    """Return whether a value is a list.

    Lengths and rolls of dice, which have named parts, are not lists.
    """
    return type(value) in (tuple, list)


def count_values(value: object) -> int:
    """Return the number of values in a value, including the value itself and nested values.

    Counting stops beyond `MAX_LIST`.
    """
    number, remaining_values = 0, [value]
    while remaining_values and number <= MAX_LIST + 1:
        part = remaining_values.pop()
        number += 1
        if is_list(part):
            remaining_values += part
    return number


def describe_value(value: object) -> str:
    """Return a description of a value for a message, such as "nothing", "the text '4/d8'" or "a list"."""
    if is_list(value):
        return "a list" if value else "an empty list"
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case int() | Fraction():
            return f"the number {value}"
    return f"the {'text' if isinstance(value, str) else 'value'} '{value}'"


def _require_known(*values: object) -> None:
    for value in values:
        if value is NOT_KNOWN:
            raise DependsOnUnknown


def _require_number(value: object) -> Number:
    if is_number(value):
        return value
    _require_known(value)
    raise ValueError(f"a number is needed, not {describe_value(value)}")


def _require_integer(value: object, label: str, high: int) -> int:
    number = _require_number(value)
    if number != int(number) or not 0 <= number <= high:
        raise ValueError(f"{label} must be a whole number from 0 to {high}, not {number}")
    return int(number)


def _require_numbers(values: tuple[object, ...], minimum: int = 0) -> list[Number]:
    """Return numbers from separate values, from a single list, or from a field with several numbers."""
    list_value = getattr(values[0], "numbers", values[0]) if len(values) == 1 else None
    numbers = [_require_number(value) for value in (list_value if is_list(list_value) else values)]
    if len(numbers) < minimum:
        raise ValueError("at least one number is needed")
    return numbers


def _require_list(value: object, label: str) -> tuple[object, ...]:
    value = getattr(value, "numbers", value)
    if not is_list(value) or not value:
        _require_known(value)
        raise ValueError(f"{label} must be a list such as [2, 1], not {describe_value(value)}")
    if len(value) > MAX_LIST:
        raise ValueError(f"{label} must be a list of at most {MAX_LIST} values")
    return tuple(value)


def _get_column(x: object, name: object) -> tuple[object, ...]:
    """Return a column of a list field as a tuple. If the field is None, the tuple is empty."""
    _require_known(x, name)
    get_column = getattr(x, "column", None)
    if x is not None and (get_column is None or name.__class__ is not str):
        description = describe_value(x if get_column is None else name)
        raise ValueError(f"needs a list field and the name of a column in quotes, not {description}")
    cells = tuple(get_column(name)) if get_column else ()
    _require_known(*cells)
    return cells


def _divide_half_up(dividend: Number, divisor: Number = 1) -> int:
    numerator, denominator = dividend.numerator * divisor.denominator, dividend.denominator * divisor.numerator
    # in whole numbers: several times faster than with Fractions
    return (2 * numerator + denominator) // (2 * denominator)


# --- functions: messages show the names of their parameters ---


def round_half_up(x: object) -> int:
    """Round to the nearest whole number.

    A half is rounded up, so that -2.5 becomes -2.
    """
    return _divide_half_up(_require_number(x))


def count_items(x: object, column: object = None, value: object = None) -> int:
    """Return the count of a value.

    It is 0 for nothing, the length of a list, or the `count` of a value that has one. A whole number is returned
    unchanged. If the name of a `column` is given, the result is the number of rows of a list field that have a value in
    this column. If a `value` is given, too, only rows with exactly this value count.
    """
    _require_known(x, column, value)
    if column is not None:
        return sum(bool(cell) if value is None else cell == value for cell in _get_column(x, column))
    if x is None or isinstance(x, int):
        return int(x or 0)
    number = len(x) if is_list(x) else getattr(x, "count", None)
    if type(number) is int:
        return number
    raise ValueError(f"cannot count {describe_value(x)}")


def _sum_column(x: object, column: object) -> Number:
    """Return the total of a column of a list field. Empty cells add nothing."""
    return sum(_require_numbers(tuple(cell for cell in _get_column(x, column) if cell is not None)))


def _look_up(table: object, key: object, column: object = None) -> object:
    """Look up a name in a field with several numbers, or a row (and a column) in a table. Return the value."""
    _require_known(table, key, column)
    look_up = getattr(table, "lookup", None)
    if look_up is None:
        raise ValueError(f"cannot look up a name in {describe_value(table)}")
    names = [name for name in (key, column) if name is not None]
    for name in names:
        if not isinstance(name, str) and not is_number(name):
            raise ValueError(f"the name to look up must be a text or a number, not {describe_value(name)}")
    return look_up(*map(str, names))


def share_out(amount: object, weights: object) -> tuple[int, ...]:
    """Divide a whole amount into shares by weight.

    Each share is rounded half up, and the first share takes the rounding difference. If the first share cannot take
    the difference (because it has no weight, or would fall below zero), the largest shares take one each. If all
    weights are zero, all shares are zero.
    """
    total = _require_integer(amount, "the amount to share out", _MAX_AMOUNT)
    portions = [_require_number(weight) for weight in _require_list(weights, "the weights")]
    if negative := next((portion for portion in portions if portion < 0), 0):
        raise ValueError(f"weights must not be negative, but one weight is {negative}")
    weight_sum = sum(portions)
    if not weight_sum:
        return (0,) * len(portions)
    shares = [_divide_half_up(total * portion, weight_sum) for portion in portions]
    difference = total - sum(shares)
    if portions[0] and shares[0] + difference >= 0:
        shares[0] += difference
        return tuple(shares)
    adjustable = [index for index, portion in enumerate(portions) if portion]
    for _ in range(abs(difference)):
        shares[max(adjustable, key=shares.__getitem__)] += 1 if difference > 0 else -1
    return tuple(shares)


def spread_evenly(n: object, length: object) -> tuple[int, ...]:
    """Return n positions that are spread evenly over 1 to length.

    The positions are round_half_up(k * length / (n + 1)) for k = 1 to n.
    """
    position_count, last_position = _require_integer(n, "the number of positions",
                                                     MAX_LIST), _require_integer(length, "the length", _MAX_AMOUNT)
    return tuple(_divide_half_up(k * last_position, position_count + 1) for k in range(1, position_count + 1))


def make_ranges(shares: object) -> tuple[str, ...]:
    """Return consecutive ranges of the given lengths as texts, counted from 1.

    An empty range is "-".

    >>> make_ranges((12, 1, 0, 2))
    ('1-12', '13', '-', '14-15')
    """
    texts, start = [], 1
    for length in _require_list(shares, "the shares"):
        share = _require_integer(length, "a share", _MAX_AMOUNT)
        texts.append("-" if not share else str(start) if share == 1 else f"{start}-{start + share - 1}")
        start += share
    return tuple(texts)


def get_item(values: object, n: object) -> object:
    """Return the n-th item of a list, counted from 1."""
    items = _require_list(values, "the list")
    position = _require_integer(n, "the position in the list", MAX_LIST)
    if not 1 <= position <= len(items):
        raise ValueError(f"the position must be a whole number from 1 to {len(items)}, not {position}")
    return items[position - 1]


def _add_article(name: object) -> object:
    """Return a name with "a" or "an" before it. Markup stays as it is."""
    _require_known(name)
    if not isinstance(name, str):
        raise ValueError(f"a text is needed, not {describe_value(name)}")  # noqa: TRY004 - what formulas raise
    return type(name)(add_article(name))


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "abs": lambda x: abs(_require_number(x)),
    "ceil": lambda x: math.ceil(_require_number(x)),
    "article": _add_article,
    "column": _get_column,
    "count": count_items,
    "floor": lambda x: math.floor(_require_number(x)),
    "item": get_item,
    "lookup": _look_up,
    "max": lambda *values: max(_require_numbers(values, 1)),
    "min": lambda *values: min(_require_numbers(values, 1)),
    "ranges": make_ranges,
    "round_half_up": round_half_up,
    "share_out": share_out,
    "spread": spread_evenly,
    "sum": lambda *values: sum(_require_numbers(values)),
    "total": _sum_column,
}
