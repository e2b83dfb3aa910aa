"""What a formula is made of once it is translated: parts that work themselves out and say what is wrong.

Numbers are int and Fraction; a whole result is always int. true and false are no numbers.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from printshop.expressions.functions import MAX_LIST, NOT_KNOWN, NotKnown, Unsettled, describe, is_list, is_number

Value: TypeAlias = object
"""int, Fraction, str, bool, None, a tuple of values, or anything else that only functions look into."""

Values: TypeAlias = Mapping[str, Value]
Run: TypeAlias = Callable[[Values], Value]

MAX_NUMBER = 10**15
MAX_TEXT = 1000
MAX_POWER = 10
MAX_NESTED = 10


class FormulaError(ValueError):
    """A formula that cannot be read or worked out; `offset` counts characters of its text from 0."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.hint = hint


def _divide(a: int | Fraction, b: int | Fraction) -> int | Fraction:
    return Fraction(a.numerator * b.denominator, a.denominator * b.numerator)  # int / int would be a float


OPERATORS: dict[type[ast.operator], tuple[str, Callable[..., int | Fraction]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", _divide),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", operator.pow),
}
COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[..., bool]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.In: ("in", lambda value, among: value in among),
    ast.NotIn: ("not in", lambda value, among: value not in among),
}


def field(name: str, offset: int) -> Run:
    """Return what looks a value up by its name."""

    def run(values: Values) -> Value:
        try:
            return values[name]
        except KeyError:
            raise FormulaError(f"'{name}' has no value here", offset) from None

    return run


class Arithmetic:
    """One operator at work on two parts."""

    __slots__ = ("_function", "_left", "_offset", "_right", "_symbol", "_texts")

    def __init__(
        self,
        symbol: str,
        function: Callable[..., int | Fraction],
        parts: tuple[Run, Run],
        texts: tuple[str, str, str],
        offset: int,
    ) -> None:
        self._symbol = symbol
        self._function = function
        self._left, self._right = parts
        self._texts = texts  # how the whole and its two parts are written, for messages
        self._offset = offset

    def run(self, values: Values) -> Value:
        """Return the result, within the limits."""
        a, b = self._left(values), self._right(values)
        if not (is_number(a) and is_number(b)):
            return self._without_numbers(a, b)
        if self._symbol == "**" and not (type(b) is int and 0 <= b <= MAX_POWER):
            raise FormulaError(f"the power {b} is not a whole number from 0 to {MAX_POWER}", self._offset)
        try:
            return bounded(self._function(a, b), self._offset)
        except ZeroDivisionError:
            raise self._zero_division() from None

    def _zero_division(self) -> FormulaError:
        whole, _, divisor = self._texts
        if divisor == "0":
            return FormulaError("division by zero", self._offset)
        hint = f"write ({whole} if {divisor} else 0)"
        return FormulaError(f"division by zero: {divisor} is 0", self._offset, hint)

    def _without_numbers(self, a: Value, b: Value) -> str | NotKnown:
        if a is NOT_KNOWN or b is NOT_KNOWN:
            return NOT_KNOWN
        if self._symbol == "+" and isinstance(a, str) and isinstance(b, str):
            if len(a) + len(b) <= MAX_TEXT:
                return a + b
            raise FormulaError(f"the text has more than {MAX_TEXT} characters", self._offset)
        text, value = (self._texts[2], b) if is_number(a) else (self._texts[1], a)
        hint = f"write count({text}), or ({text} or 0)" if value is None else ""
        raise FormulaError(f"'{self._symbol}' needs numbers: {text} is {describe(value)}", self._offset, hint)


class Comparison:
    """A chain of comparisons, a < b <= c."""

    __slots__ = ("_first", "_offset", "_steps")

    def __init__(self, first: Run, steps: list[tuple[str, Callable[..., bool], Run]], offset: int) -> None:
        self._first = first
        self._steps = steps
        self._offset = offset

    def run(self, values: Values) -> bool | NotKnown:
        """Return whether the whole chain holds; as in Python, what follows a failure is not looked at."""
        left = self._first(values)
        for symbol, holds, other in self._steps:
            right = other(values)
            if left is NOT_KNOWN or right is NOT_KNOWN:
                return NOT_KNOWN
            if symbol not in {"==", "!="}:
                self._check(symbol, left, right)
            if not holds(left, right):
                return False
            left = right
        return True

    def _check(self, symbol: str, left: Value, right: Value) -> None:
        texts = isinstance(left, str) and isinstance(right, str)
        if symbol in {"in", "not in"}:
            if not texts and not is_list(right):
                message = f"'{symbol}' needs a list, not {describe(right)}"
                raise FormulaError(message, self._offset, f"write: a {symbol} [b, c]")
        elif not texts and not (is_number(left) and is_number(right)):
            message = f"'{symbol}' cannot compare {describe(left)} with {describe(right)}"
            raise FormulaError(message, self._offset, "compare two numbers, or use ==")


class Call:
    """One function at work."""

    __slots__ = ("_arguments", "_function", "_name", "_offset")

    def __init__(self, name: str, function: Callable[..., object], arguments: list[Run], offset: int) -> None:
        self._name = name
        self._function = function
        self._arguments = arguments
        self._offset = offset

    def run(self, values: Values) -> Value:
        """Return the function's result; what it complains about becomes a FormulaError with the place."""
        arguments = [argument(values) for argument in self._arguments]
        try:
            result = self._function(*arguments)
        except Unsettled:
            return NOT_KNOWN
        except (ValueError, TypeError, ArithmeticError, LookupError) as error:
            raise FormulaError(f"{self._name}: {error}", self._offset) from error
        if is_number(result):
            return bounded(result, self._offset)
        if isinstance(result, (tuple, list)) and is_list(result):
            return listed(result, self._offset)
        return result


def amount(value: Value) -> int:
    """Return how many values there are in one, each with all that is in it; beyond the most it stops counting."""
    found, below = 0, [value]
    while below and found <= MAX_LIST + 1:
        one = below.pop()
        found += 1
        if isinstance(one, (tuple, list)) and is_list(one):
            below += one
    return found


def listed(values: Sequence[Value], offset: int) -> Value:
    """Return a list. Raises FormulaError for one with too much in it: lists of lists of lists grow without end."""
    if len(values) > MAX_LIST or amount(tuple(values)) > MAX_LIST + 1:
        raise FormulaError(f"a list gets more than {MAX_LIST:,} values", offset, "what stands in lists in it counts")
    deep = 1 + max((_depth(one) for one in values), default=0)
    if deep > MAX_NESTED:
        raise FormulaError(f"lists stand in one another more than {MAX_NESTED} deep", offset)
    return tuple(values)


def _depth(value: Value) -> int:
    """Return how deep lists stand in one another in a value."""
    return 1 + max((_depth(one) for one in value), default=0) if isinstance(value, tuple) and is_list(value) else 0


def bounded(number: Value, offset: int) -> Value:
    """Return a number as int where it is whole. Raises FormulaError if it is too large or too fine."""
    if type(number) is int:
        if -MAX_NUMBER <= number <= MAX_NUMBER:
            return number
    elif isinstance(number, Fraction):
        top, bottom = number.numerator, number.denominator
        if bottom == 1:
            return bounded(top, offset)
        if bottom <= MAX_NUMBER and abs(top) <= MAX_NUMBER * bottom:
            return number
    hint = f"numbers go up to {MAX_NUMBER}"
    raise FormulaError("a number on the way gets too large or too fine", offset, hint)
