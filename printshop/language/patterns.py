"""JSON Schemas of single values: notations as regular expressions that JavaScript and Python read in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from printshop.source import UNKNOWN, Scalar, Source
from printshop.units import POINTS_PER

Schema = dict[str, Any]
TEXT = ["string", "number"]  # a number counts as a text of its digits
# A setting in the place of a value, perhaps multiplied by a number or length before it.
STAND_IN = r"(?:[0-9.][^*$]{0,60} *\* *)?\$[A-Za-z_][0-9A-Za-z_]*"
ANY_WHOLE = "[-+]?(?:0|[1-9][0-9]*)"
_UNITS = "|".join((*POINTS_PER, '"'))
_NUMBER = r"(?:[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_FRACTION = r"(?:[0-9]{1,6} +)?[0-9]{1,6}/0*[1-9][0-9]*"
LENGTH = f"(?:{_NUMBER}|{_FRACTION}) *(?:{_UNITS})"
SIZE = f"(?:(?:{_NUMBER}|{_FRACTION}) *(?:{_UNITS})?) [x×] {LENGTH}"
DICE = "[0-9]{1,3}d[0-9]{1,3}(?: *[-+] *[0-9]{1,3})?"
DECIMAL = r"[-+]?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,12})?"
COLOUR = "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
_SPECIAL = re.compile(r"[\^$\\.*+?()\[\]{}|/]")


def literal(text: str) -> str:
    r"""Return a pattern that matches one text exactly; `re.escape` escapes more than JavaScript allows."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def any_case(text: str) -> str:
    """Return a pattern for a text in upper or lower case, `[Rr][Aa][Tt]`: some editors have no flag for that."""
    return "".join(literal(sign) if len({sign.upper(), sign.lower()}) == 1 or len(sign.upper() + sign.lower()) > 2
                   else f"[{sign.upper()}{sign.lower()}]" for sign in text)


def one_of(patterns: Iterable[str]) -> str:
    """Return a pattern that matches any of several patterns."""
    return f"(?:{'|'.join(patterns)})"


def whole(pattern: str) -> str:
    """Return a pattern that must match a text from beginning to end."""
    return f"^{one_of([pattern])}$"


def stand_in(*also: str, unknown: bool = False) -> str:
    """Return a pattern for a text in place of another kind of value: a setting, with `unknown` also that word."""
    return whole(one_of((*((UNKNOWN,) if unknown else ()), *also, STAND_IN)))


def limits(low: float | None, high: float | None) -> Schema:
    """Return the keywords of a schema for the smallest and the largest number."""
    return {word: limit for word, limit in (("minimum", low), ("maximum", high)) if limit is not None}


def numbers(low: int | None, high: int | None) -> str:
    """Return a pattern that matches whole numbers from `low` to `high`, neither negative.

    >>> numbers(1, 35), numbers(0, 9), numbers(2, 10)
    ('(?:[1-9]|[1-2][0-9]|3[0-5])', '(?:[0-9])', '(?:[2-9]|10)')
    """
    low, high = max(0, low or 0), 999_999 if high is None else high
    spans = ((max(low, 10 ** (size - 1) if size > 1 else 0), min(high, 10**size - 1)) for size in range(1, 7))
    return one_of(part for first, last in spans if first <= last for part in _span(str(first), str(last)))


def _span(first: str, last: str) -> list[str]:
    """Return patterns for the numbers from `first` to `last`, which have equally many digits."""
    if first == last:
        return [first]
    size = len(first) - 1
    if not size:
        return [f"[{first}-{last}]"]
    low, high, before, after = int(first[0]), int(last[0]), [], []
    if low == high:
        return [f"{low}{rest}" for rest in _span(first[1:], last[1:])]
    if first[1:] != "0" * size:
        before = [f"{low}{rest}" for rest in _span(first[1:], "9" * size)]
        low += 1
    if last[1:] != "9" * size:
        after = [f"{high}{rest}" for rest in _span("0" * size, last[1:])]
        high -= 1
    digit = str(low) if low == high else f"[{low}-{high}]"
    return [*before, *([f"{digit}{'[0-9]' * size}"] if low <= high else []), *after]


def text() -> Schema:
    """Return the schema of a text."""
    return {"type": TEXT, "pattern": r"\S"}


def several(one: Schema) -> Schema:
    """Return the schema of a list of items with a schema, where a single item counts as a list of one."""
    types = one.get("type", TEXT)
    return {**one, "type": ["array", *([types] if isinstance(types, str) else types)], "items": one}


def choice(options: Iterable[str]) -> Schema:
    """Return the schema of a choice of words; without words it matches nothing.

    A number or a truth value among them may be written without quotes, too.
    """
    words: list[object] = []
    for option in dict.fromkeys(options):
        value = Scalar(Source("", ""), 1, 1, option, plain=True).value
        words.append(option)
        if isinstance(value, bool | int):
            words.append(value)
        elif value is not None and not isinstance(value, str):
            words.append(str(value) if "/" in str(value) else float(str(value)))
    return {"enum": words} if words else {"type": "string", "pattern": "(?!)", "patternErrorMessage": "there is none"}
