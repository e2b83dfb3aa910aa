"""One-line formulas from data files: exact arithmetic over named values and a fixed list of functions.

A formula is parsed by Python's own parser and then translated, node by node from a whitelist, into closures:
what is not on the list has no translation, so nothing of the text is ever executed. Length, nesting and the
size of every intermediate result are bounded.
"""

from __future__ import annotations

import ast
import inspect
import keyword
import operator
import re
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions.functions import FUNCTIONS, NOT_KNOWN, Names
from printshop.expressions.operators import (
    COMPARISONS,
    MAX_NUMBER,
    OPERATORS,
    Arithmetic,
    Call,
    Comparison,
    FormulaError,
    Value,
    field,
    listed,
)
from printshop.problems import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from printshop.expressions.operators import Run, Values


MAX_LENGTH = 500
MAX_NODES = 120
MAX_DEPTH = 30


class Formula:
    """A formula ready to be worked out; `names` are the values that it uses, constants left out."""

    __slots__ = ("_run", "names", "text")

    def __init__(self, text: str, names: frozenset[str], run: Run) -> None:
        self.text = text
        self.names = names
        self._run = run

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"

    def evaluate(self, values: Values) -> Value:
        """Work the formula out. A Fraction that is whole comes back as int; NOT_KNOWN if a figure is unknown.

        Raises FormulaError, with the place in the text, for a missing value, a division by zero, text where
        a number is needed, or a result beyond the limits.

        >>> compile_formula("points / 2 / hull", ["points", "hull"]).evaluate({"points": 95, "hull": 19})
        Fraction(5, 2)
        """
        return self._run(values)


def compile_formula(
    text: str, names: Collection[str], functions: Mapping[str, Callable[..., object]] = FUNCTIONS
) -> Formula:
    """Translate a formula that may use the given names and functions; `Names` may have constants among them.

    Raises FormulaError for anything else in the text.
    """
    return Formula(text, *_translator(text, names, functions).translate())


def compared(text: str, names: Collection[str]) -> tuple[Formula, str, Formula] | None:
    """Return both sides of a comparison with the sign between them; None for any other formula.

    >>> compared("points / 2 <= hull", ["points", "hull"])
    (Formula('points / 2'), '<=', Formula('hull'))
    """
    return _translator(text, names, FUNCTIONS).compared()


def _translator(text: str, names: Collection[str], functions: Mapping[str, Callable[..., object]]) -> _Translator:
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"the formula has more than {MAX_LENGTH} characters", MAX_LENGTH, "split it up")
    line = re.sub(r"\s", " ", text)  # a formula may be folded over lines; every character keeps its place
    if odd := re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", line):
        raise FormulaError(f"the unprintable character U+{ord(odd[0]):04X} is not allowed", odd.start())
    start = len(line) - len(line.lstrip())
    if start == len(line):
        raise FormulaError("the formula is empty")
    known = names if isinstance(names, Names) else Names(names)
    return _Translator(line[start:], start, known, functions)


_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "none": None, "null": None}
_LOOP = ("loops are not allowed", "")
_BRACES = ("{...} is not allowed", "write a list as [a, b]")
_REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Attribute: ("a '.' between names is not allowed", "use the name of a field alone"),
    ast.Subscript: ("[...] after a value is not allowed", "give the single value a name of its own"),
    ast.Tuple: ("a ',' stands outside of a list", "write a list as [a, b]"),
    ast.Lambda: ("lambda is not allowed", ""),
    ast.JoinedStr: ("f-texts are not allowed", "leave out the f before the quote"),
    ast.NamedExpr: ("':=' is not allowed", "write == to compare"),
    ast.ListComp: _LOOP,
    ast.SetComp: _LOOP,
    ast.DictComp: _LOOP,
    ast.GeneratorExp: _LOOP,
    ast.Dict: _BRACES,
    ast.Set: _BRACES,
    ast.Starred: ("'*' must stand between two numbers", ""),
    ast.BitXor: ("'^' is not allowed", "write a power as a ** 2"),
    ast.BitAnd: ("'&' is not allowed", "write: and"),
    ast.BitOr: ("'|' is not allowed", "write: or"),
    ast.Invert: ("'~' is not allowed", "write: not"),
    ast.Is: ("'is' is not allowed", "write == to compare"),
    ast.IsNot: ("'is not' is not allowed", "write != to compare"),
}
_STAND_IN = "\u01c3"  # a letter no field begins with: replaces the first one of a name that Python reserves
_OWN_WORDS = frozenset({"and", "or", "not", "if", "else", "in", "is", "True", "False", "None"})
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")


class _Translator:
    """Turns one formula's syntax tree into closures."""

    def __init__(
        self, line: str, start: int, names: Names, functions: Mapping[str, Callable[..., object]]
    ) -> None:
        self._line = line
        self._start = start
        self._names = names
        self._functions = functions
        self._used: set[str] = set()
        self._depth = 0
        reserved = (name for name in names if keyword.iskeyword(name) and name not in _OWN_WORDS)
        self._reserved = {} if _STAND_IN in line else {_STAND_IN + name[1:]: name for name in reserved}
        self._parsed = self._shielded()

    def _shielded(self) -> str:
        """The text with fields such as `class` made readable as names; every character keeps its place."""
        if not self._reserved:
            return self._line
        words = "|".join(self._reserved.values())
        return re.sub(rf"\b(?:{words})\b", lambda match: _STAND_IN + match[0][1:], self._line)

    def translate(self) -> tuple[frozenset[str], Run]:
        """Return the names used and the closure."""
        tree = self._parse()
        if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > MAX_NODES:
            raise FormulaError(f"the formula has more than {MAX_NODES} parts", self._start, "split it up")
        run = self._expression(tree)
        return frozenset(self._used), run

    def compared(self) -> tuple[Formula, str, Formula] | None:
        """Return the two sides of a comparison and its sign."""
        tree = self._parse()
        if not isinstance(tree, ast.Compare) or len(tree.ops) > 1 or type(tree.ops[0]) not in COMPARISONS:
            return None
        left, right = (compile_formula(self._text(one), self._names) for one in (tree.left, tree.comparators[0]))
        return left, COMPARISONS[type(tree.ops[0])][0], right

    def _parse(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python's remarks on doubtful code mean nothing to a player
                return ast.parse(self._parsed, mode="eval").body
        except SyntaxError as error:
            raise _syntax_error(error, self._line, self._start) from None
        except (ValueError, RecursionError, MemoryError):
            raise FormulaError("the formula cannot be read", self._start) from None

    def _expression(self, node: ast.expr) -> Run:
        if self._depth >= MAX_DEPTH:
            raise self._error(node, f"the formula is nested more than {MAX_DEPTH} deep", "split it up")
        self._depth += 1
        match node:
            case ast.Constant():
                run = self._constant(node)
            case ast.Name():
                run = self._name(node)
            case ast.BinOp():
                run = self._arithmetic(node)
            case ast.UnaryOp():
                run = self._unary(node)
            case ast.BoolOp():
                run = self._logic(node)
            case ast.Compare():
                run = self._compare(node)
            case ast.IfExp():
                run = self._choice(node)
            case ast.Call():
                run = self._call(node)
            case ast.List():
                run = self._list(node)
            case _:
                raise self._refusal(node, node)
        self._depth -= 1
        return run

    def _refusal(self, node: ast.expr, kind: ast.AST) -> FormulaError:
        message, hint = _REFUSED.get(type(kind), (f"'{self._text(node)}' is not allowed in a formula", ""))
        return self._error(node, message, hint)

    def _error(self, node: ast.expr, message: str, hint: str = "") -> FormulaError:
        return FormulaError(message, self._offset(node), hint)

    def _offset(self, node: ast.expr) -> int:
        return self._start + self._characters(node.col_offset)

    def _text(self, node: ast.expr) -> str:
        return self._line[self._characters(node.col_offset) : self._characters(node.end_col_offset or 0)]

    def _characters(self, before: int) -> int:
        """Python counts bytes, messages count characters."""
        if self._parsed.isascii():
            return before
        return len(self._parsed.encode()[:before].decode(errors="ignore"))

    def _constant(self, node: ast.Constant) -> Run:
        value: Value = node.value
        if isinstance(value, str):
            value = re.sub(rf"{_STAND_IN}\w+", lambda match: self._reserved.get(match[0], match[0]), value)
        elif isinstance(value, (int, float, complex)) and not isinstance(value, bool):
            value = self._number(node)
        elif value is not None and not isinstance(value, bool):
            raise self._refusal(node, node)
        return lambda _values: value

    def _number(self, node: ast.Constant) -> int | Fraction:
        text = self._text(node)
        if not _NUMBER.fullmatch(text):
            raise self._error(node, f"'{text}' is not a number here", "write digits and one point: 1000, 0.5")
        number = Fraction(text)
        if number > MAX_NUMBER or number.denominator > MAX_NUMBER:
            raise self._error(node, f"the number {text} has too many digits")
        return number.numerator if number.denominator == 1 else number

    def _name(self, node: ast.Name) -> Run:
        name = self._reserved.get(node.id, node.id)
        if name in self._names.constants:
            constant = self._names.constants[name]
            return lambda _values: constant
        if name in self._names:
            self._used.add(name)
            return field(name, self._offset(node))
        if name in _CONSTANTS:
            value = _CONSTANTS[name]
            return lambda _values: value
        if name in self._functions:
            raise self._error(node, f"'{name}' is a function", f"write {name}(...)")
        raise self._error(node, f"unknown name '{name}'", suggestion(name, {*self._names, *self._functions}))

    def _arithmetic(self, node: ast.BinOp) -> Run:
        if type(node.op) not in OPERATORS:
            raise self._refusal(node, node.op)
        symbol, function = OPERATORS[type(node.op)]
        parts = self._expression(node.left), self._expression(node.right)
        texts = self._text(node), self._text(node.left), self._text(node.right)
        return Arithmetic(symbol, function, parts, texts, self._offset(node)).run

    def _unary(self, node: ast.UnaryOp) -> Run:
        if isinstance(node.op, ast.Invert):
            raise self._refusal(node, node.op)
        operand = self._expression(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda values: _negated(operand(values))
        symbol, function = ("-", operator.sub) if isinstance(node.op, ast.USub) else ("+", operator.add)
        texts = self._text(node), "0", self._text(node.operand)
        return Arithmetic(symbol, function, (lambda _values: 0, operand), texts, self._offset(node)).run

    def _logic(self, node: ast.BoolOp) -> Run:
        parts = [self._expression(part) for part in node.values]
        stop = isinstance(node.op, ast.Or)

        def run(values: Values) -> Value:
            value: Value = None
            unsettled = False
            for part in parts:
                value = part(values)
                if value is NOT_KNOWN:
                    unsettled = True
                elif bool(value) is stop:
                    return value
            return NOT_KNOWN if unsettled else value

        return run

    def _compare(self, node: ast.Compare) -> Run:
        first = self._expression(node.left)
        steps = []
        for kind, other in zip(node.ops, node.comparators, strict=True):
            if type(kind) not in COMPARISONS:
                raise self._refusal(node, kind)
            steps.append((*COMPARISONS[type(kind)], self._expression(other)))
        return Comparison(first, steps, self._offset(node)).run

    def _choice(self, node: ast.IfExp) -> Run:
        condition, yes, no = [self._expression(part) for part in (node.test, node.body, node.orelse)]

        def run(values: Values) -> Value:
            holds = condition(values)
            if holds is NOT_KNOWN:
                return NOT_KNOWN
            return yes(values) if holds else no(values)

        return run

    def _list(self, node: ast.List) -> Run:
        items, offset = [self._expression(item) for item in node.elts], self._offset(node)
        return lambda values: listed([item(values) for item in items], offset)

    def _call(self, node: ast.Call) -> Run:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in self._functions:
            raise self._no_function(node.func, self._reserved.get(name, name))
        if node.keywords:
            raise self._error(node, f"{name} takes its values in order, without names")
        function = self._functions[name]
        arguments = [self._expression(argument) for argument in node.args]
        _check_arity(name, function, len(arguments), self._offset(node))
        return Call(name, function, arguments, self._offset(node)).run

    def _no_function(self, node: ast.expr, name: str) -> FormulaError:
        text = self._text(node)
        if not isinstance(node, ast.Name) or name in self._names:
            return self._error(node, f"'{text}' is not a function", f"to multiply, write {text} * (...)")
        return self._error(node, f"unknown function '{name}'", suggestion(name, self._functions))


def _negated(value: Value) -> Value:
    return NOT_KNOWN if value is NOT_KNOWN else not value


def _check_arity(name: str, function: Callable[..., object], given: int, offset: int) -> None:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions written in C do not say
        return
    try:
        signature.bind(*[None] * given)
    except TypeError:
        form = f"write {name}({', '.join(map(str, signature.parameters))})"
        what = f"{given} value{'s' * (given != 1)}"
        raise FormulaError(f"{name} cannot work with {what}", offset, form) from None


_SLIPS: tuple[tuple[str, str, str], ...] = (
    (r"&&", "'&&' is not allowed", "write: and"),
    (r"\|\|", "'||' is not allowed", "write: or"),
    (r"!(?!=)", "'!' is not allowed", "write: not"),
    (r"\?", "'?' is not allowed", "write: a if condition else b"),
    (r"\\", "a '\\' is not allowed", ""),
    (r"[\u201c\u201d\u2018\u2019\u201e]", "a typographic quote is not allowed", "write ' or \""),
    (r"[\u00d7\u00b7]", "this sign is not allowed", "write * to multiply"),
    (r"[\u00f7\u2044]", "this sign is not allowed", "write / to divide"),
    (r"[\u2013\u2014\u2212]", "this dash is not allowed", "write - to subtract"),
    (r"[\u2264\u2265\u2260]", "this sign is not allowed", "write <=, >= or !="),
    (r"\bif *\(", "'if' is not a function", "write: a if condition else b"),
    (r"(?<![<>=!:])=(?!=)", "'=' is not allowed", "write == to compare"),
    (r"\b0[0-9]+\b", "a number cannot begin with 0", "leave out the leading zeros"),
    (
        r"(?<![\w.])[0-9]+ *(?!(?:if|else|and|or|not|in|is)\b)[A-Za-z_(]",
        "an operator is missing after the number",
        "write * to multiply",
    ),
)
_PLAIN_ENOUGH = re.compile(r".*never closed|unmatched|expected 'else'|unterminated|closing parenthesis")


def _syntax_error(error: SyntaxError, line: str, start: int) -> FormulaError:
    """What is wrong with a text that Python cannot read: the usual slips first, else Python's own words."""
    message = str(error.msg).split(" (", 1)[0].split(". ", 1)[0]
    offset = min(max((error.offset or 1) - 1, 0), len(line))
    if _PLAIN_ENOUGH.match(message):
        return FormulaError(message.replace("string literal", "text"), start + offset)
    outside = re.sub(r"'[^']*'|\"[^\"]*\"", lambda match: "." * len(match[0]), line)
    for pattern, what, hint in _SLIPS:
        found = re.search(pattern, outside)
        if found:
            return FormulaError(what, start + found.start(), hint)
    if re.search(r"([-+*/%<>=,(\[]|\b(and|or|not|in|if|else)) *$", outside):
        return FormulaError("the formula ends too early", start + len(line.rstrip()))
    return FormulaError("this does not fit here" if message == "invalid syntax" else message, start + offset)
