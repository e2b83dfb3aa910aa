"""JSON Schemas of single values, with regular expressions that JavaScript and Python read in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from printshop.lengths import POINTS_PER_UNIT
from printshop.source import UNKNOWN, ScalarNode, SourceText

JsonSchema = dict[str, Any]
TEXT_TYPES = ["string", "number"]  # a number counts as a text of its digits
# A setting in the place of a value, perhaps multiplied by a number or length before it.
STAND_IN_PATTERN = r"(?:[0-9.][^*$]{0,60} *\* *)?\$[A-Za-z_][0-9A-Za-z_]*"
INTEGER_PATTERN = "[-+]?(?:0|[1-9][0-9]*)"
_UNITS_PATTERN = "|".join((*POINTS_PER_UNIT, '"'))
_NUMBER_PATTERN = r"(?:[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_FRACTION_PATTERN = r"(?:[0-9]{1,6} +)?[0-9]{1,6}/0*[1-9][0-9]*"
LENGTH_PATTERN = f"(?:{_NUMBER_PATTERN}|{_FRACTION_PATTERN}) *(?:{_UNITS_PATTERN})"
SIZE_PATTERN = f"(?:(?:{_NUMBER_PATTERN}|{_FRACTION_PATTERN}) *(?:{_UNITS_PATTERN})?) [x×] {LENGTH_PATTERN}"
DICE_PATTERN = "[0-9]{1,3}d[0-9]{1,3}(?: *[-+] *[0-9]{1,3})?"
DECIMAL_PATTERN = r"[-+]?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,12})?"
COLOUR_PATTERN = "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})"
_SPECIAL_SIGNS = re.compile(r"[\^$\\.*+?()\[\]{}|/]")


def escape_pattern(text: str) -> str:
    r"""Return a pattern that matches only the given text.

    `re.escape` would escape more than JavaScript allows.
    """
    return _SPECIAL_SIGNS.sub(r"\\\g<0>", text)


def make_any_case_pattern(text: str) -> str:
    """Return a pattern for a text in any mixture of upper and lower case, such as `[Rr][Aa][Tt]`.

    Some editors have no flag for that.
    """
    return "".join(escape_pattern(character) if len({character.upper(), character.lower()}) == 1
                   or len(character.upper() + character.lower()) > 2
                   else f"[{character.upper()}{character.lower()}]" for character in text)


def join_alternatives(patterns: Iterable[str]) -> str:
    """Return a pattern that matches every text that one of the given patterns matches."""
    return f"(?:{'|'.join(patterns)})"


def anchor_pattern(pattern: str) -> str:
    """Return a pattern that must match a text from beginning to end."""
    return f"^{join_alternatives([pattern])}$"


def make_stand_in_pattern(*other_patterns: str, unknown: bool = False) -> str:
    """Return a pattern for a value written as text. It matches a setting and the texts of `other_patterns`.

    If `unknown` is true, it also matches the word `unknown`.
    """
    return anchor_pattern(join_alternatives((*((UNKNOWN,) if unknown else ()), *other_patterns, STAND_IN_PATTERN)))


def make_limits(low: float | None, high: float | None) -> JsonSchema:
    """Return the keywords of a schema that limit a number: its smallest and its largest value."""
    return {keyword: limit for keyword, limit in (("minimum", low), ("maximum", high)) if limit is not None}


def make_integer_pattern(low: int | None, high: int | None) -> str:
    """Return a pattern that matches whole numbers from `low` to `high`.

    Neither of the two may be negative.

    >>> make_integer_pattern(1, 35), make_integer_pattern(0, 9), make_integer_pattern(2, 10)
    ('(?:[1-9]|[1-2][0-9]|3[0-5])', '(?:[0-9])', '(?:[2-9]|10)')
    """
    low, high = max(0, low or 0), 999_999 if high is None else high
    spans = ((max(low, 10 ** (size - 1) if size > 1 else 0), min(high, 10**size - 1)) for size in range(1, 7))
    return join_alternatives(part for lowest, highest in spans if lowest <= highest
                             for part in _list_range_patterns(str(lowest), str(highest)))


def _list_range_patterns(lowest: str, highest: str) -> list[str]:
    """Return patterns for the numbers from `lowest` to `highest`, which have the same number of digits."""
    if lowest == highest:
        return [lowest]
    size = len(lowest) - 1
    if not size:
        return [f"[{lowest}-{highest}]"]
    low, high, lower_patterns, upper_patterns = int(lowest[0]), int(highest[0]), [], []
    if low == high:
        return [f"{low}{last_digits}" for last_digits in _list_range_patterns(lowest[1:], highest[1:])]
    if lowest[1:] != "0" * size:
        lower_patterns = [f"{low}{last_digits}" for last_digits in _list_range_patterns(lowest[1:], "9" * size)]
        low += 1
    if highest[1:] != "9" * size:
        upper_patterns = [f"{high}{last_digits}" for last_digits in _list_range_patterns("0" * size, highest[1:])]
        high -= 1
    digit = str(low) if low == high else f"[{low}-{high}]"
    return [*lower_patterns, *([f"{digit}{'[0-9]' * size}"] if low <= high else []), *upper_patterns]


def make_text_schema() -> JsonSchema:
    """Return the schema of a text."""
    return {"type": TEXT_TYPES, "pattern": r"\S"}


def make_list_schema(item_schema: JsonSchema) -> JsonSchema:
    """Return the schema of a list whose items have a given schema.

    A single item counts as a list of one item.
    """
    if "enum" in item_schema:  # it would hold for the list as well
        return {"anyOf": [item_schema, {"type": "array", "items": item_schema}]}
    types = item_schema.get("type", TEXT_TYPES)
    return {**item_schema, "type": ["array", *([types] if isinstance(types, str) else types)], "items": item_schema}


def make_choice_schema(options: Iterable[str]) -> JsonSchema:
    """Return the schema of a choice of words.

    If there are no words, the schema matches nothing. A number or a truth value among the words may also be written
    without quotes.
    """
    words: list[object] = []
    for option in dict.fromkeys(options):
        value = ScalarNode(SourceText("", ""), 1, 1, option, is_plain=True).value
        words.append(option)
        if isinstance(value, bool | int):
            words.append(value)
        elif value is not None and not isinstance(value, str):
            words.append(str(value) if "/" in str(value) else float(str(value)))
    return {"enum": words} if words else {"type": "string", "pattern": "(?!)", "patternErrorMessage": "there are no "
                                                                                                      "values to "
                                                                                                      "choose from"}
