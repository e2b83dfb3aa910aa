"""Names and functions of formulas, and the value for a figure that nobody knows any more.

The functions are exact and general, over whole numbers and fractions, each with bounded cost. They raise ValueError, in
the words of a formula's author, for values that they cannot use, and Unsettled where the answer depends on an unknown
figure. They read values of a game by the attributes that these offer: `numbers` (a figure for each of several names),
`count`, `column` (a list of rows) and `lookup`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from typing import Final, Self, TypeAlias, TypeGuard

Number: TypeAlias = int | Fraction

MAX_LIST = 1000
_MOST = 10**15  # of an amount to share out, or a length to spread over
_SPOKEN_LIKE_Y = ("uni", "use", "eu", "one")  # begin with a vowel but take "a": a unit, a European


class NotKnown(Enum):
    """The single value of a lost figure. Results that depend on it are unknown, too; its truth value is false.

    Its text is a blank line to write on.
    """

    NOT_KNOWN = "unknown"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "____"


NOT_KNOWN: Final = NotKnown.NOT_KNOWN


class Unsettled(Exception):  # noqa: N818 - not an error: a function met a value that is not known
    """Raised by a function whose answer depends on an unknown figure."""


class Names(frozenset[str]):
    """The names that a formula may use. Those in `constants` have the same value everywhere.

    `members` give the names that may follow a name and a dot, as in `pilot.skill`. A name that is added with `|`
    hides a constant of the same name, as the unit's own fields hide a table, and the members of that.
    """

    __slots__ = ("constants", "members")
    constants: Mapping[str, object]
    members: Mapping[str, Callable[[], Names]]

    def __new__(cls, names: Iterable[str] = (), constants: Mapping[str, object] | None = None,
                members: Mapping[str, Callable[[], Names]] | None = None) -> Self:
        """Return the names, including those of the constants."""
        plain = frozenset(names)
        every = super().__new__(cls, (*plain, *(constants or ())))
        every.constants = {name: value for name, value in (constants or {}).items() if name not in plain}
        every.members = members or {}
        return every

    def __or__(self, other: AbstractSet[object]) -> Names:
        """Return the union with other names."""
        added = other if isinstance(other, Names) else Names(map(str, other))
        constants = {name: value for name, value in self.constants.items() if name not in added}
        members = {name: names for name, names in self.members.items() if name not in added}
        plain = (*self.difference(self.constants), *added.difference(added.constants))
        return Names(plain, {**constants, **added.constants}, {**members, **added.members})

    def without(self, names: AbstractSet[str]) -> Names:
        """Return a copy without some names; constants are kept."""
        return Names(self.difference(self.constants, names), self.constants, self.members)


# --- values ---


def is_number(value: object) -> TypeGuard[Number]:
    """Return whether a value is a number; true and false are not."""
    return type(value) is int or isinstance(value, Fraction)


def is_list(value: object) -> TypeGuard[tuple[object, ...] | list[object]]:
    """Return whether a value is a list; a length or a roll of dice, which has named parts, is not."""
    return type(value) in (tuple, list)


def amount(value: object) -> int:
    """Return the number of values in a value, itself and nested ones included; counting stops beyond `MAX_LIST`."""
    number, below = 0, [value]
    while below and number <= MAX_LIST + 1:
        part = below.pop()
        number += 1
        if is_list(part):
            below += part
    return number


def describe(value: object) -> str:
    """Return a description of a value for a message: "nothing", "the text '4/d8'", "a list"."""
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


def _settle(*values: object) -> None:
    for value in values:
        if value is NOT_KNOWN:
            raise Unsettled


def _number(value: object) -> Number:
    if is_number(value):
        return value
    _settle(value)
    raise ValueError(f"a number is needed, not {describe(value)}")


def _whole(value: object, what: str, high: int) -> int:
    number = _number(value)
    if number != int(number) or not 0 <= number <= high:
        raise ValueError(f"{what} must be a whole number from 0 to {high}, not {number}")
    return int(number)


def _numbers(values: tuple[object, ...], least: int = 0) -> list[Number]:
    """Return several numbers, or those in a single list, or those of a field with several numbers."""
    alone = getattr(values[0], "numbers", values[0]) if len(values) == 1 else None
    numbers = [_number(value) for value in (alone if is_list(alone) else values)]
    if len(numbers) < least:
        raise ValueError("at least one number is needed")
    return numbers


def _items(value: object, what: str) -> tuple[object, ...]:
    value = getattr(value, "numbers", value)
    if not is_list(value) or not value:
        _settle(value)
        raise ValueError(f"{what} must be a list such as [2, 1], not {describe(value)}")
    if len(value) > MAX_LIST:
        raise ValueError(f"{what} are more than {MAX_LIST}")
    return tuple(value)


def _column(x: object, name: object) -> tuple[object, ...]:
    """Return a column of a list field as a tuple, which is empty for None."""
    _settle(x, name)
    finder = getattr(x, "column", None)
    if x is not None and (finder is None or name.__class__ is not str):
        wrong = describe(x if finder is None else name)
        raise ValueError(f"a list field and the name of its column in quotes are needed, not {wrong}")
    cells = tuple(finder(name)) if finder else ()
    _settle(*cells)
    return cells


def _half_up(top: Number, bottom: Number = 1) -> int:
    over, under = top.numerator * bottom.denominator, top.denominator * bottom.numerator
    return (2 * over + under) // (2 * under)  # in whole numbers: several times faster than with Fractions


# --- functions: messages show the names of their parameters ---


def round_half_up(x: object) -> int:
    """Round to the nearest whole number, a half upwards: -2.5 to -2."""
    return _half_up(_number(x))


def count(x: object, column: object = None, value: object = None) -> int:
    """Return a count: 0 for nothing, the length of a list, the `count` of a value that has one.

    With the name of a column: the number of rows of a list field with a value there, or with just this value.
    """
    _settle(x, column, value)
    if column is not None:
        return sum(bool(cell) if value is None else cell == value for cell in _column(x, column))
    if x is None or isinstance(x, int):
        return int(x or 0)
    number = len(x) if is_list(x) else getattr(x, "count", None)
    if type(number) is int:
        return number
    raise ValueError(f"cannot count {describe(x)}")


def _total(x: object, column: object) -> Number:
    """Return the sum of a column of a list field; an empty cell adds nothing."""
    return sum(_numbers(tuple(cell for cell in _column(x, column) if cell is not None)))


def _lookup(where: object, key: object, column: object = None) -> object:
    """Return the value of a name in a field of several numbers, or in a table's row (and column)."""
    _settle(where, key, column)
    finder = getattr(where, "lookup", None)
    if finder is None:
        raise ValueError(f"there is nothing to look up in {describe(where)}")
    names = [name for name in (key, column) if name is not None]
    for name in names:
        if not isinstance(name, str) and not is_number(name):
            raise ValueError(f"what is looked up must be a text or a number, not {describe(name)}")
    return finder(*map(str, names))


def share_out(amount: object, weights: object) -> tuple[int, ...]:
    """Share a whole amount out by weight, each share rounded half up; the first share takes the rounding difference.

    If the first share cannot take it (no weight, or it would fall below zero), the largest shares take one each.
    Without any weight all shares are zero.
    """
    whole = _whole(amount, "the amount to share out", _MOST)
    portions = [_number(weight) for weight in _items(weights, "the weights")]
    if negative := next((portion for portion in portions if portion < 0), 0):
        raise ValueError(f"a weight cannot be negative, found {negative}")
    entire = sum(portions)
    if not entire:
        return (0,) * len(portions)
    shares = [_half_up(whole * portion, entire) for portion in portions]
    difference = whole - sum(shares)
    if portions[0] and shares[0] + difference >= 0:
        shares[0] += difference
        return tuple(shares)
    bearers = [index for index, portion in enumerate(portions) if portion]
    for _ in range(abs(difference)):
        shares[max(bearers, key=shares.__getitem__)] += 1 if difference > 0 else -1
    return tuple(shares)


def spread(n: object, length: object) -> tuple[int, ...]:
    """Return n positions spread evenly over 1 to length: round_half_up(k * length / (n + 1)) for k = 1 to n."""
    pieces, end = _whole(n, "the number of positions", MAX_LIST), _whole(length, "the length", _MOST)
    return tuple(_half_up(k * end, pieces + 1) for k in range(1, pieces + 1))


def ranges(shares: object) -> tuple[str, ...]:
    """Return consecutive ranges of the given lengths as texts, counted from 1; an empty one is "-".

    >>> ranges((12, 1, 0, 2))
    ('1-12', '13', '-', '14-15')
    """
    texts, start = [], 1
    for length in _items(shares, "the shares"):
        share = _whole(length, "a share", _MOST)
        texts.append("-" if not share else str(start) if share == 1 else f"{start}-{start + share - 1}")
        start += share
    return tuple(texts)


def item(values: object, n: object) -> object:
    """Return the n-th item of a list, counted from 1."""
    listed = _items(values, "the list")
    place = _whole(n, "a place in a list", MAX_LIST)
    if not 1 <= place <= len(listed):
        raise ValueError(f"the list has {len(listed)} items, there is no number {place}")
    return listed[place - 1]


def article(name: object) -> str:
    """Return a name with "a" or "an" before it, as its first letters require; markup stays markup.

    >>> article("Escort"), article("Scout"), article("unit")
    ('an Escort', 'a Scout', 'a unit')
    """
    _settle(name)
    if not isinstance(name, str):
        raise ValueError(f"a text is needed, not {describe(name)}")  # noqa: TRY004 - what formulas raise
    start = name.casefold().lstrip("*")
    vowel = start.startswith(tuple("aeiou")) and not start.startswith(_SPOKEN_LIKE_Y)
    return type(name)(f"an {name}" if vowel else f"a {name}")


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "abs": lambda x: abs(_number(x)),
    "ceil": lambda x: math.ceil(_number(x)),
    "article": article,
    "column": _column,
    "count": count,
    "floor": lambda x: math.floor(_number(x)),
    "item": item,
    "lookup": _lookup,
    "max": lambda *values: max(_numbers(values, 1)),
    "min": lambda *values: min(_numbers(values, 1)),
    "ranges": ranges,
    "round_half_up": round_half_up,
    "share_out": share_out,
    "spread": spread,
    "sum": lambda *values: sum(_numbers(values)),
    "total": _total,
}
