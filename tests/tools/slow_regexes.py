"""Find every regular expression of the package, and texts on which a careless one runs for hours.

    python tests/tools/slow_regexes.py

tells those that take more than time in proportion to the length of a text.
"""

from __future__ import annotations

import ast
import importlib
import re
import signal
import sys
import time
from heapq import nlargest
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, NamedTuple

import printshop

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(printshop.__file__).parent
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
SHORT, LONG = 400, 60_000  # characters: texts that tell which is the worst, and how long that one is then
SLOWEST = 12  # texts that are tried again
MOST = 1.0  # seconds of the processor for the worst text, which takes 0.03 s as a rule
BOUNDED = {"expressions/": 500}  # where the texts are shorter: there is a limit for formulas
PALETTE = " \t\na0.,;:-+*/#%(){}[]<>|=_\"'\\é×"
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


class UsedExpression(NamedTuple):
    """An expression, where it stands, and how it is asked: match, fullmatch or search."""

    place: str
    pattern: re.Pattern[Any]
    how: str


def collect() -> list[UsedExpression]:
    """Return the expressions of all modules."""
    return [result for path in sorted(PACKAGE.rglob("*.py")) if path.name != "__main__.py"
            for result in _list_module_expressions(path)]


def _list_module_expressions(path: Path) -> Iterator[UsedExpression]:
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\bre\.", text):
        return  # without the import of the module, which takes most of the time
    tree = ast.parse(text)
    stem = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    names = vars(importlib.import_module(stem.removesuffix(".__init__")))
    uses, held = _uses(tree), _list_assigned_names(tree)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
                and isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
            continue
        what = node.func.attr
        if what != "compile" and what not in USES:
            continue
        pattern = _value(node.args[0], names)
        if pattern is None:
            continue  # a variable: what it holds is collected where it is made, or a plain text
        flags = [one for one in (*node.args[1:], *(key.value for key in node.keywords))
                 if isinstance(one, ast.Attribute) and ast.unparse(one).startswith("re.")]
        flag = _value(flags[0], names) if flags else re.NOFLAG
        request_text = {what} if what != "compile" else uses.get(held.get(id(node), ""), {"fullmatch"})
        for how in {one if one in {"match", "fullmatch"} else "search" for one in request_text}:
            yield UsedExpression(f"{path.relative_to(PACKAGE)}:{node.lineno}", re.compile(pattern, flag), how)


def _uses(tree: ast.AST) -> dict[str, set[str]]:
    """Return what is asked of the things of a module, by their names."""
    results: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in USES:
            name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            results.setdefault(name, set()).add(node.attr)
    return results


def _list_assigned_names(tree: ast.AST) -> dict[int, str]:
    """Return the names that calls are assigned to."""
    results = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            results[id(node.value)] = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
    return results


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    """Return what an expression of a module is worth; what only a function knows is taken for an x."""
    try:
        return eval(compile(ast.Expression(node), "", "eval"), dict(names))
    except NameError:
        if not isinstance(node, ast.JoinedStr):
            return None
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)


def list_hard_parts(expression: UsedExpression) -> Iterator[tuple[str, str, str]]:
    """Give the beginnings, middles and ends of texts on which an expression may run long.

    A middle is what its repeats take, over and over; with the end there is no match, as a rule.
    """
    tree = parser.parse(expression.pattern.pattern, expression.pattern.flags & ~re.DEBUG)
    prefixes = dict.fromkeys(["", *_prefixes(tree)])
    signs = dict.fromkeys([*_literals(tree), *PALETTE])
    whole = _sample(tree)
    pumps = dict.fromkeys([*signs, whole, whole[:-1], f"{whole} ", *(f"{whole}{sign}" for sign in " \n,a0"),
                           *_bodies(tree), *(prefix for prefix in prefixes if prefix)])
    for prefix in prefixes:
        for pump in filter(None, pumps):
            for end in ("\0", ""):
                yield prefix, pump, end


def build_text(expression: UsedExpression, parts: tuple[str, str, str], length: int) -> Any:
    """Return a text of about such a length, of the kind that the expression takes."""
    text = parts[0] + parts[1] * (length // len(parts[1])) + parts[2]
    return text.encode("utf-8", "surrogatepass") if isinstance(expression.pattern.pattern, bytes) else text


def _literals(tree: Any) -> Iterator[str]:
    for op, value in tree:
        if op in (codes.LITERAL, codes.NOT_LITERAL):
            yield chr(value)
        elif op is codes.IN:
            yield from (chr(one[1] if one[0] is codes.LITERAL else one[1][0]) for one in value
                        if one[0] in (codes.LITERAL, codes.RANGE))
        for part in _parts(op, value):
            yield from _literals(part)


def _parts(op: Any, value: Any) -> list[Any]:
    """Return the expressions within a step of one."""
    if op in REPEATS:
        return [value[2]]
    if op is codes.SUBPATTERN:
        return [value[3]]
    if op is codes.BRANCH:
        return list(value[1])
    if op in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    return [value] if op is codes.ATOMIC_GROUP else []


def _prefixes(tree: Any, before: str = "") -> Iterator[str]:
    """Give what has to stand before each repeat, as short as it can be."""
    for op, value in tree:
        if op in REPEATS:
            yield before
        if op not in (codes.ASSERT, codes.ASSERT_NOT):
            for part in _parts(op, value):
                yield from _prefixes(part, before)
        before += _sample([(op, value)])


def _bodies(tree: Any) -> Iterator[str]:
    """Give what each repeat repeats."""
    for op, value in tree:
        if op in REPEATS:
            yield _sample(value[2])
        for part in _parts(op, value):
            yield from _bodies(part)


def _sample(tree: Any) -> str:
    """Return a short text that an expression matches, as a rule."""
    text = ""
    for op, value in tree:
        if op is codes.LITERAL:
            text += chr(value)
        elif op in (codes.IN, codes.ANY, codes.NOT_LITERAL):
            text += _sign(op, value)
        elif op in REPEATS:
            text += _sample(value[2]) * min(value[0], 3)
        elif op is codes.BRANCH:
            text += _sample(value[1][0])
        elif op not in (codes.ASSERT, codes.ASSERT_NOT):
            text += "".join(_sample(part) for part in _parts(op, value))
    return text


def _sign(op: Any, value: Any) -> str:
    """Return a character that one step takes."""
    step = parser.SubPattern(parser.State(), [(op, value)])
    step.state.str = ""
    pattern = re._compiler.compile(step)  # type: ignore[attr-defined]
    return next((sign for sign in PALETTE + "#$&?@^`~xXeEnqdp" if pattern.fullmatch(sign)), "a")


def run(expression: UsedExpression, text: Any) -> float:
    """Ask an expression of a text, as the program would; return the seconds of the processor."""
    begin = time.thread_time()  # the clock of the whole process is coarse while a timer waits for it
    if expression.how == "search":
        for _ in expression.pattern.finditer(text):
            pass
    else:
        getattr(expression.pattern, expression.how)(text)
    return time.thread_time() - begin


def find_worst_text(expression: UsedExpression, length: int) -> Any:
    """Return the worst of the nasty texts, of such a length."""
    tried = [(run(expression, build_text(expression, parts, SHORT)), parts) for parts in list_hard_parts(expression)]
    slowest = [parts for _, parts in nlargest(SLOWEST, tried)]  # some of them by noise
    slow_texts = [(build_text(expression, parts, SHORT), parts) for parts in slowest]
    _, parts = max((min(run(expression, text) for _ in range(3)), parts) for text, parts in slow_texts)
    return build_text(expression, parts, length)


def main() -> None:
    """Try each expression on its worst text; one that takes too long ends the process, and its name is printed last."""
    for result in collect():
        length = next((most for place, most in BOUNDED.items() if result.place.startswith(place)), LONG)
        print(f"{result.place} {result.how} {result.pattern.pattern!r}", flush=True)
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST)
        run(result, find_worst_text(result, length))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


if __name__ == "__main__":
    main()
    sys.exit(0)
