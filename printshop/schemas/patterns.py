"""Notations of units' fields as regular expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.language.patterns import ANY_WHOLE, DICE, LENGTH, literal, numbers, one_of
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Collection

    from printshop.game.fields import Columns, Field


def battery(field: Field) -> str:
    """Return a pattern for the batteries that a field may hold."""
    count = f"0{{0,2}}{numbers(field.low or 1, field.high or 999)}"
    dice = one_of(str(die) for die in field.dice) if field.dice else "[0-9]{1,3}"
    damage = f"0?{numbers(*field.damage)}"
    traits = one_of(literal(word) for word in field.traits)
    words = f"(?: +{traits}(?:[ ,]+{traits})*[ ,]*)?" if field.traits else ""
    long = f"{count}/d0{{0,2}}{dice} *x *{damage}{words}"
    return one_of((long, count)) if field.short else long


def row(columns: Columns) -> str:
    """Return a pattern for a row of a list that is written as words."""
    last = ("", *columns.fields)[-1]
    words = []
    for key, one in columns.fields.items():
        word = f"{_word(key, one, key == last)}(?: +|$)"
        words.append(f"(?:{word})?" if one.optional or one.kind == "flag" else word)
    return f"^ *{''.join(words)}$"


def _word(key: str, field: Field, last: bool) -> str:
    unknown = () if field.kind == "flag" else (UNKNOWN,)
    found = {"choice": one_of(literal(one) for one in _longest_first(field.options)), "flag": literal(key),
             "length": LENGTH, "dice": DICE, "text": r"\S.*" if last else r"\S+"}
    if field.kind in ("whole", "numbers"):
        return one_of((_bounded(field), *unknown))
    if field.kind == "battery":
        return one_of((battery(field), *unknown))
    return one_of((found.get(field.kind, "(?!)"), *unknown))


def _bounded(field: Field) -> str:
    return ANY_WHOLE if field.low is None or field.low < 0 else f"[+]?{numbers(field.low, field.high)}"


def _longest_first(words: Collection[str]) -> list[str]:
    return sorted(words, key=len, reverse=True)
