"""One-line formulas from data files: exact arithmetic over named values and a fixed list of functions.

Python's parser parses a formula, and the nodes of the syntax tree are then translated into closures. Only nodes on
a whitelist have a translation, so no part of the text is ever executed. The length, the nesting and the size of
every intermediate result are limited. Numbers are int and Fraction; a whole result is always an int.
"""

from __future__ import annotations

import ast
import inspect
import keyword
import operator
import re
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from printshop.formulas.functions import (
    FUNCTIONS,
    MAX_LIST,
    NOT_KNOWN,
    DependsOnUnknown,
    FormulaNames,
    Number,
    count_values,
    describe_value,
    is_list,
    is_number,
)
from printshop.problems import Span, suggest_name

FormulaValue: TypeAlias = object
"""A value of a formula: int, Fraction, str, bool, None, a tuple of values, or an object that only functions use."""

NamedValues: TypeAlias = Mapping[str, FormulaValue]
_Evaluate: TypeAlias = Callable[[NamedValues], FormulaValue]

MAX_LENGTH = 500
MAX_NODES = 120
MAX_DEPTH = 30
MAX_NUMBER = 10**15
MAX_TEXT = 1000
MAX_POWER = 10
MAX_NESTED = 10


class FormulaError(ValueError):
    """An error in a formula that cannot be read or evaluated.

    `offset` is the position of the error in the text, in characters from 0. `formula` is the formula that cannot be
    evaluated, None for a text that cannot be read.
    """

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.hint = hint
        self.formula: Formula | None = None

    @property
    def span(self) -> Span | None:
        """The position of the formula in a file, if it is known."""
        return self.formula.span if self.formula else None

    def describe(self) -> str:
        """Return the message with the key and the text of the formula, if they are known."""
        formula = self.formula
        if formula and formula.label:
            return f"{formula.label}: {self.message} (in the formula '{formula.text.strip()}')"
        return self.message


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A compiled formula. `names` are the names of the values that it uses, without constants.

    `label` is the name of its key in messages, and `span` its position in a file; both may be missing.
    """

    text: str
    names: frozenset[str] = field(repr=False)
    _evaluate: _Evaluate = field(repr=False)
    label: str = field(default="", repr=False)
    span: Span | None = field(default=None, repr=False)

    def evaluate(self, values: NamedValues) -> FormulaValue:
        """Return the value of the formula.

        A whole Fraction becomes an int. If the value depends on an unknown figure, it is NOT_KNOWN. Raises
        FormulaError, with the position in the text, if a value is missing, a divisor is zero, a text is used as a
        number, or a result exceeds the limits.
        """
        try:
            return self._evaluate(values)
        except FormulaError as error:
            error.formula = error.formula or self
            raise


def compile_formula(text: str, names: Collection[str]) -> Formula:
    """Compile a formula that may use `names` and all `FUNCTIONS`.

    If `names` are `FormulaNames`, they may include constants. Raises FormulaError if the text contains anything else.
    """
    name = text.strip()
    constants = names.constants if isinstance(names, FormulaNames) else ()
    if name in names and name not in constants and name.isidentifier() and not keyword.iskeyword(name):
        # most formulas are a single name
        return Formula(text, frozenset((name,)), _make_name_lookup(name, text.index(name)))
    return _Translator(text, names).translate()


def split_comparison(text: str, names: Collection[str]) -> tuple[Formula, str, Formula] | None:
    """Return the left side, the operator and the right side of a comparison.

    Return None for any other formula.
    """
    translator = _Translator(text, names)
    match translator.tree:
        case ast.Compare(ops=[sign], comparators=[other]) if type(sign) in _COMPARISONS:
            left, right = (compile_formula(translator.get_source(side), names)
                           for side in (translator.tree.left, other))
            return left, _COMPARISONS[type(sign)][0], right
    return None


_OPERATORS: dict[type[ast.operator], tuple[str, Callable[..., Number]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.Div: ("/", lambda a, b: Fraction(a.numerator * b.denominator, a.denominator * b.numerator)),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", operator.pow),
}
_COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[..., bool]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.In: ("in", lambda value, among: value in among),
    ast.NotIn: ("not in", lambda value, among: value not in among),
}
_LISTS = {tuple, list}
_MEMBERSHIP_SIGNS = {"in", "not in"}
# two values of one of these types can be compared by every operator that is not in `_MEMBERSHIP_SIGNS`
_DIRECTLY_COMPARABLE = {int, str}
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "none": None, "null": None}
_NO_LOOPS = ("loops are not allowed", "")
_NO_BRACES = ("{...} is not allowed", "write a list as [a, b]")
_REFUSED_SYNTAX: dict[type[ast.AST], tuple[str, str]] = {
    ast.Subscript: ("[...] after a value is not allowed", "give the value a separate name, without [...]"),
    ast.Tuple: ("a ',' is only allowed in a list", "write a list as [a, b]"),
    ast.Lambda: ("lambda is not allowed", ""),
    ast.JoinedStr: ("an f before a quote is not allowed", "leave out the f before the quote"),
    ast.NamedExpr: ("':=' is not allowed", "write == to compare"),
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), _NO_LOOPS),
    **dict.fromkeys((ast.Dict, ast.Set), _NO_BRACES),
    ast.Starred: ("'*' must be between two numbers", ""),
    ast.BitXor: ("'^' is not allowed", "write a power as a ** 2"),
    ast.BitAnd: ("'&' is not allowed", "write: and"),
    ast.BitOr: ("'|' is not allowed", "write: or"),
    ast.Invert: ("'~' is not allowed", "write: not"),
    ast.Is: ("'is' is not allowed", "write == to compare"),
    ast.IsNot: ("'is not' is not allowed", "write != to compare"),
}
_STAND_IN_LETTER = "\u01c3"  # replaces the first letter of a name that Python reserves; no field begins with it
_FORMULA_KEYWORDS = frozenset({"and", "or", "not", "if", "else", "in", "is", "True", "False", "None"})
_NUMBER_PATTERN = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")


class _Translator:
    """A translator of one formula, which parses the text and turns the syntax tree into closures."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._text = text
        self._names = names if isinstance(names, FormulaNames) else FormulaNames(names)
        self._used_names: set[str] = set()
        if len(text) > MAX_LENGTH:
            raise FormulaError(f"the formula has more than {MAX_LENGTH} characters", MAX_LENGTH,
                               "split the formula into several formulas")
        line = re.sub(r"\s", " ", text)  # YAML may fold a formula over lines; offsets stay the same
        if unprintable := re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", line):
            raise FormulaError(f"the unprintable character U+{ord(unprintable[0]):04X} is not allowed",
                               unprintable.start())
        self._line = line.lstrip()
        self._leading_spaces = len(line) - len(self._line)
        if not self._line:
            raise FormulaError("the formula is empty", hint="write a number, a name or a calculation, such as hull + 1")
        # Python cannot parse fields such as `class` as names: their first letter is replaced, offsets stay the same.
        member_names = self._names.member_names.items() if "." in line else ()
        all_names = self._names.union(*[names() for name, names in member_names if f"{name}." in line])
        reserved = [name for name in all_names if keyword.iskeyword(name) and name not in _FORMULA_KEYWORDS]
        self._reserved = {} if _STAND_IN_LETTER in line else {_STAND_IN_LETTER + name[1:]: name for name in reserved}
        self._parsable_line = self._line
        if self._reserved:
            self._parsable_line = re.sub(rf"\b(?:{'|'.join(reserved)})\b",
                                         lambda match: _STAND_IN_LETTER + match[0][1:], self._line)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python's warnings about code mean nothing to a player
                self.tree = ast.parse(self._parsable_line, mode="eval").body
        except SyntaxError as error:
            raise _explain_syntax_error(error, self._line, self._leading_spaces) from None
        except (ValueError, RecursionError, MemoryError):
            raise FormulaError("the formula cannot be read", self._leading_spaces) from None

    def translate(self) -> Formula:
        """Return the translated formula."""
        if sum(isinstance(node, ast.expr) for node in ast.walk(self.tree)) > MAX_NODES:
            raise FormulaError(f"the formula has more than {MAX_NODES} parts", self._leading_spaces,
                               "split the formula into several formulas")
        evaluate = self._translate_node(self.tree, 0)
        return Formula(self._text, frozenset(self._used_names), evaluate)

    def get_source(self, node: ast.expr) -> str:
        """Return the source text of a node."""
        return self._line[self._count_characters(node.col_offset) : self._count_characters(node.end_col_offset or 0)]

    def _count_characters(self, byte_offset: int) -> int:
        """Return the number of characters before a byte offset: Python counts bytes, but messages count characters."""
        return (
            byte_offset
            if self._parsable_line.isascii()
            else len(self._parsable_line.encode()[:byte_offset].decode(errors="ignore"))
        )

    def _make_error(self, node: ast.expr, message: str, hint: str = "") -> FormulaError:
        return FormulaError(message, self._leading_spaces + self._count_characters(node.col_offset), hint)

    def _make_unknown_name_error(self, node: ast.expr, name: str) -> FormulaError:
        hint = suggest_name(name, {*self._names, *FUNCTIONS}, is_in_formula=True)
        return self._make_error(node, f"unknown name '{name}'", hint)

    def _make_refusal(self, node: ast.expr, kind: ast.AST) -> FormulaError:
        refused = _REFUSED_SYNTAX.get(type(kind), (f"'{self.get_source(node)}' is not allowed in a formula", ""))
        return self._make_error(node, *refused)

    def _translate_node(self, node: ast.expr, depth: int) -> _Evaluate:  # noqa: PLR0911, PLR0912 - one for each kind of part
        if depth >= MAX_DEPTH:
            raise self._make_error(node,
                                   f"the formula is nested more than {MAX_DEPTH} levels deep",
                                   "split the formula into several formulas")
        offset = self._leading_spaces + self._count_characters(node.col_offset)

        def translate_all(*inner: ast.expr) -> list[_Evaluate]:
            return [self._translate_node(part, depth + 1) for part in inner]

        match node:
            case ast.Constant():
                constant = self._read_constant(node)
                return lambda _values: constant
            case ast.Name():
                return self._translate_name(node, offset)
            case ast.Attribute(holder, member):
                self._find_member_names(holder, member)
                return _make_member_access(self._translate_node(holder, depth + 1), self._reserved.get(member, member),
                                           offset)
            case ast.BinOp(_, ast.Div() | ast.FloorDiv() | ast.Mod(), ast.Constant(0) as divisor):
                raise self._make_error(divisor, "division by zero", "divide by a number other than 0")
            case ast.BinOp(left, sign, right) if type(sign) in _OPERATORS:
                texts = self.get_source(node), self.get_source(left), self.get_source(right)
                return _make_arithmetic(*_OPERATORS[type(sign)], translate_all(left, right), texts, offset)
            case ast.UnaryOp(ast.Not(), operand):
                operand_value, = translate_all(operand)
                return lambda values: NOT_KNOWN if (value := operand_value(values)) is NOT_KNOWN else not value
            case ast.UnaryOp(ast.USub() | ast.UAdd() as sign, operand):
                function = _OPERATORS[ast.Sub if isinstance(sign, ast.USub) else ast.Add]
                texts = self.get_source(node), "0", self.get_source(operand)
                return _make_arithmetic(*function, [lambda _values: 0, *translate_all(operand)], texts, offset)
            case ast.BoolOp(sign, values):
                return _make_logic(translate_all(*values), stop_value=isinstance(sign, ast.Or))
            case ast.Compare():
                if unsupported := next((sign for sign in node.ops if type(sign) not in _COMPARISONS), None):
                    raise self._make_refusal(node, unsupported)
                signs = [_COMPARISONS[type(operator_node)] for operator_node in node.ops]
                return _make_comparison(signs, translate_all(node.left, *node.comparators), offset)
            case ast.IfExp():
                condition, if_true, if_false = translate_all(node.test, node.body, node.orelse)
                return lambda values: (NOT_KNOWN if (holds := condition(values)) is NOT_KNOWN
                                       else if_true(values) if holds else if_false(values))
            case ast.Call():
                return _make_call(self._find_function_name(node), translate_all(*node.args), offset)
            case ast.List(elts):
                items = translate_all(*elts)
                return lambda values: _make_list([item(values) for item in items], offset)
        raise self._make_refusal(node, getattr(node, "op", node))

    def _read_constant(self, node: ast.Constant) -> FormulaValue:
        value: FormulaValue = node.value
        if isinstance(value, str):
            return re.sub(rf"{_STAND_IN_LETTER}\w+", lambda match: self._reserved.get(match[0], match[0]), value)
        if value is None or isinstance(value, bool):
            return value
        if not isinstance(value, (int, float, complex)):
            raise self._make_refusal(node, node)
        text = self.get_source(node)
        if not _NUMBER_PATTERN.fullmatch(text):
            raise self._make_error(node, f"'{text}' is not a valid number",
                                   "write digits with at most one point, such as 1000 or 0.5")
        number = Fraction(text)
        if number > MAX_NUMBER or number.denominator > MAX_NUMBER:
            raise self._make_error(node, f"the number {text} has too many digits")
        return number.numerator if number.denominator == 1 else number

    def _translate_name(self, node: ast.Name, offset: int) -> _Evaluate:
        name = self._reserved.get(node.id, node.id)
        constants = self._names.constants if name in self._names else _CONSTANTS
        if name in constants:
            constant = constants[name]
            return lambda _values: constant
        if name not in self._names:
            if name in FUNCTIONS:
                raise self._make_error(node, f"'{name}' is a function", f"write {name}(...)")
            raise self._make_unknown_name_error(node, name)
        self._used_names.add(name)
        return _make_name_lookup(name, offset)

    def _find_member_names(self, holder: ast.expr, member: str) -> FormulaNames:
        """Return the names that may follow `holder.member` and a dot.

        Raises FormulaError if the holder has no name `member`.
        """
        member = self._reserved.get(member, member)
        match holder:
            case ast.Name(name):
                name = self._reserved.get(name, name)
                if name not in self._names:
                    raise self._make_unknown_name_error(holder, name)
                names = self._names.member_names[name]() if name in self._names.member_names else None
            case ast.Attribute(outer, name):
                names = self._find_member_names(outer, name)
            case _:
                names = None
        text = self.get_source(holder)
        if not names:
            raise self._make_error(holder, f"'{text}' cannot be followed by a '.'",
                                   "write a '.' only between a field that refers to other units and a name that these "
                                   "units have")
        if member not in names:
            raise self._make_error(holder, f"'{text}' has no '{member}'", suggest_name(member, names))
        return names.member_names[member]() if member in names.member_names else FormulaNames()

    def _find_function_name(self, node: ast.Call) -> str:
        """Return the name of the called function, after checking the number of its values."""
        function_node = node.func
        name = function_node.id if isinstance(function_node, ast.Name) else ""
        if name not in FUNCTIONS:
            name = self._reserved.get(name, name)
            if name in self._names or not name:
                text = self.get_source(function_node)
                raise self._make_error(function_node, f"'{text}' is not a function",
                                       f"to multiply, write {text} * (...)")
            raise self._make_error(function_node, f"unknown function '{name}'", suggest_name(name, FUNCTIONS))
        if node.keywords:
            raise self._make_error(node, f"{name} needs its values in order, without names")
        try:
            _get_signature(name).bind(*node.args)
        except TypeError:
            argument_count = f"{len(node.args)} value{'s' * (len(node.args) != 1)}"
            raise self._make_error(node, f"{name} does not accept {argument_count}",
                                   f"write {name}({', '.join(map(str, _get_signature(name).parameters))})") from None
        return name


@cache
def _get_signature(name: str) -> inspect.Signature:
    return inspect.signature(FUNCTIONS[name])


# --- parts of a translated formula ---


def _make_name_lookup(name: str, offset: int) -> _Evaluate:
    def evaluate(values: NamedValues) -> FormulaValue:
        try:
            return values[name]
        except KeyError:
            raise FormulaError(f"'{name}' has no value here", offset,
                               "use a setting, or a value that is known in this place") from None

    return evaluate


def _make_member_access(holder: _Evaluate, name: str, offset: int) -> _Evaluate:
    """Return a closure that gets a named member of a value with the method `member` of the value.

    For a list, the closure gets the members of all values in the list.
    """
    def evaluate(values: NamedValues) -> FormulaValue:
        holder_value = holder(values)
        if holder_value is NOT_KNOWN:
            return NOT_KNOWN
        if holder_value is None:  # a field that is left out has no members
            return ()
        if not is_list(holder_value):
            return holder_value.member(name)  # type: ignore[attr-defined]
        members = [element.member(name) for element in holder_value]  # type: ignore[attr-defined]
        return _make_list([part for member in members for part in (member if is_list(member) else [member])], offset)

    return evaluate


def _make_call(name: str, arguments: Sequence[_Evaluate], offset: int) -> _Evaluate:
    function = FUNCTIONS[name]

    def evaluate(values: NamedValues) -> FormulaValue:
        argument_values = [argument(values) for argument in arguments]
        try:
            result = function(*argument_values)
        except DependsOnUnknown:
            return NOT_KNOWN
        except (ValueError, TypeError, ArithmeticError, LookupError) as error:
            raise FormulaError(f"{name}: {error}", offset) from error
        if type(result) is int:
            return result if -MAX_NUMBER <= result <= MAX_NUMBER else _limit_number(result, offset)
        if is_number(result):
            return _limit_number(result, offset)
        return _make_list(result, offset) if is_list(result) else result

    return evaluate


def _are_texts(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)


def _make_comparison(signs: Sequence[tuple[str, Callable[..., bool]]], parts: Sequence[_Evaluate],
                     offset: int) -> _Evaluate:
    """Return a chained comparison such as a < b <= c.

    As in Python, evaluation ends at the first comparison that is false.
    """
    first, *other_parts = parts
    steps = [(*sign, other) for sign, other in zip(signs, other_parts, strict=True)]

    def evaluate(values: NamedValues) -> FormulaValue:
        left = first(values)
        for symbol, holds, other in steps:
            right = other(values)
            # fast for most values
            if type(left) is type(right) and type(left) in _DIRECTLY_COMPARABLE and symbol not in _MEMBERSHIP_SIGNS:
                if not holds(left, right):
                    return False
                left = right
                continue
            if left is NOT_KNOWN or right is NOT_KNOWN:
                return NOT_KNOWN
            if symbol[0] in "<>" and not (is_number(left) and is_number(right)) and not _are_texts(left, right):
                message = f"'{symbol}' cannot compare {describe_value(left)} with {describe_value(right)}"
                raise FormulaError(message, offset, "compare two numbers, or use ==")
            if symbol in _MEMBERSHIP_SIGNS and not is_list(right) and not _are_texts(left, right):
                message = f"'{symbol}' needs a list, not {describe_value(right)}"
                raise FormulaError(message, offset, f"write: a {symbol} [b, c]")
            if not holds(left, right):
                return False
            left = right
        return True

    return evaluate


def _make_arithmetic(symbol: str, function: Callable[..., Number], parts: Sequence[_Evaluate],
                     texts: tuple[str, str, str],
                     offset: int) -> _Evaluate:
    """Return an operation on two parts. For messages, `texts` are the sources of the operation and of both parts."""
    (left, right), (operation_text, left_text, right_text) = parts, texts

    def evaluate(values: NamedValues) -> FormulaValue:
        a, b = left(values), right(values)
        if (type(a) is type(b) is int) or (is_number(a) and is_number(b)):
            if symbol == "**" and not (type(b) is int and 0 <= b <= MAX_POWER):
                raise FormulaError(f"the exponent {b} must be a whole number from 0 to {MAX_POWER}", offset)
            try:
                return _limit_number(function(a, b), offset)
            except ZeroDivisionError:
                raise FormulaError(f"division by zero: {right_text} is 0", offset,
                                   f"write ({operation_text} if {right_text} else 0)") from None
        if a is NOT_KNOWN or b is NOT_KNOWN:
            return NOT_KNOWN
        if symbol == "+" and isinstance(a, str) and isinstance(b, str):
            if len(a) + len(b) > MAX_TEXT:
                raise FormulaError(f"the text has more than {MAX_TEXT} characters", offset)
            return a + b
        text, value = (right_text, b) if is_number(a) else (left_text, a)
        hint = f"write count({text}), or ({text} or 0)" if value is None else ""
        if symbol == "+" and (isinstance(a, str) or isinstance(b, str)):
            joined = "".join(part[1:-1] if part[0] in "'\"" else f"{{{part}}}" for part in (left_text, right_text))
            hint = f'a text and a number are joined where they are printed, in a text with holes: "{joined}"'
        raise FormulaError(f"'{symbol}' needs numbers, but {text} is {describe_value(value)}", offset, hint)

    return evaluate


def _make_logic(parts: Sequence[_Evaluate], *, stop_value: bool) -> _Evaluate:
    """Return a closure for "and". If `stop_value` is true, return a closure for "or".

    The closure returns the value of the first part that decides the result.
    """

    def evaluate(values: NamedValues) -> FormulaValue:
        value: FormulaValue = None
        is_unsettled = False
        for part in parts:
            value = part(values)
            if value is NOT_KNOWN:
                is_unsettled = True
            elif bool(value) is stop_value:
                return value
        return NOT_KNOWN if is_unsettled else value

    return evaluate


def _make_list(values: Sequence[FormulaValue], offset: int) -> FormulaValue:
    """Return a list as a tuple.

    Raises FormulaError if the list is too large, because nested lists can grow without end.
    """
    if len(values) <= MAX_LIST and _LISTS.isdisjoint(map(type, values)):  # fast path for most lists: no nested ones
        return tuple(values)
    if len(values) > MAX_LIST or count_values(tuple(values)) > MAX_LIST + 1:
        raise FormulaError(f"a list has more than {MAX_LIST:,} values", offset,
                           "use fewer values: values in nested lists count, too")
    if _measure_depth(tuple(values)) > MAX_NESTED:
        raise FormulaError(f"lists are nested more than {MAX_NESTED} levels deep", offset)
    return tuple(values)


def _measure_depth(value: FormulaValue) -> int:
    return 1 + max(map(_measure_depth, value), default=0) if type(value) is tuple else 0


def _limit_number(number: Number, offset: int) -> Number:
    """Return a number, as an int if it is whole.

    Raises FormulaError if the number or its denominator is too large.
    """
    numerator, denominator = number.numerator, number.denominator
    if denominator > MAX_NUMBER or abs(numerator) > MAX_NUMBER * denominator:
        raise FormulaError("an intermediate result or its denominator "
                           "is too large", offset, f"use numbers up to {MAX_NUMBER}")
    return numerator if denominator == 1 else number


_COMMON_MISTAKES: tuple[tuple[str, str, str], ...] = (
    (r"&&", "'&&' is not allowed", "write: and"),
    (r"\|\|", "'||' is not allowed", "write: or"),
    (r"!(?!=)", "'!' is not allowed", "write: not"),
    (r"\?", "'?' is not allowed", "write: a if condition else b"),
    (r"\\", "a '\\' is not allowed", ""),
    (r"[\u201c\u201d\u2018\u2019\u201e]", "a typographic quote is not allowed", "write ' or \""),
    (r"[\u00d7\u00b7]", "this character is not allowed", "write * to multiply"),
    (r"[\u00f7\u2044]", "this character is not allowed", "write / to divide"),
    (r"[\u2013\u2014\u2212]", "this dash is not allowed", "write - to subtract"),
    (r"[\u2264\u2265\u2260]", "this character is not allowed", "write <=, >= or !="),
    (r"\bif *\(", "'if' is not a function", "write: a if condition else b"),
    (r"(?<![<>=!:])=(?!=)", "'=' is not allowed", "write == to compare"),
    (r"\b0[0-9]+\b", "a number cannot begin with 0", "leave out the zeros at the beginning"),
    (r"(?<![\w.])[0-9]+ *(?!(?:if|else|and|or|not|in|is)\b)[A-Za-z_(]", "an operator is missing after the number",
     "write * to multiply"),
)
_CLEAR_HINTS = (
    (r"never closed", "write the closing bracket, or leave out the opening one"),
    (r"unmatched", "write the opening bracket, or leave out the closing one"),
    (r"closing parenthesis", "close each bracket with a bracket of the same kind"),
    (r"expected 'else'", "write: a if condition else b"),
    (r"unterminated", "write the quote at the end of the text, too"),
)
_VALIDITY_HINT = ("write names and numbers with a sign or a word between them, such as hull + 1 or hull > 3 and "
                  "name == 'Rat'; put texts in quotes")
_CLEAR_MESSAGES = re.compile(r".*never closed|unmatched|expected 'else'|unterminated|closing parenthesis")


def _explain_syntax_error(error: SyntaxError, line: str, start: int) -> FormulaError:
    """Return the error for a text that Python cannot parse.

    The message explains a common mistake if there is one. Otherwise it is Python's message.
    """
    message = str(error.msg).split(" (", 1)[0].split(". ", 1)[0]
    offset = min(max((error.offset or 1) - 1, 0), len(line))
    if _CLEAR_MESSAGES.match(message):
        return FormulaError(message.replace("string literal", "text"), start + offset,
                            next(hint for pattern, hint in _CLEAR_HINTS if re.search(pattern, message)))
    unquoted_text = re.sub(r"'[^']*'|\"[^\"]*\"", lambda match: "." * len(match[0]), line)
    for pattern, error_message, hint in _COMMON_MISTAKES:
        if mistake := re.search(pattern, unquoted_text):
            return FormulaError(error_message, start + mistake.start(), hint)
    if re.search(r"([-+*/%<>=,(\[]|\b(and|or|not|in|if|else)) *$", unquoted_text):
        return FormulaError("the formula ends too early", start + len(line.rstrip()),
                            "write the value that is missing at the end, or leave out the last sign or word")
    return FormulaError("the formula is not valid at this position" if message == "invalid syntax" else message,
                        start + offset, _VALIDITY_HINT)
