"""Looks that formulas give: a colour, a shape, a pattern that differs from unit to unit.

`look` lets a formula stand where a key is declared. Whoever draws a block with such a `Look` among its attributes puts
in its place what it gives for a unit.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from printshop.expressions import NOT_KNOWN, Formula, FormulaError
from printshop.language import keys
from printshop.language.keys import FORMULA, Block, Key
from printshop.language.reader import Reader
from printshop.problems import Misfit, Problems
from printshop.source import Mapping as MappingNode
from printshop.source import Scalar, Source

MOST_KNOWN = 1_000  # looks of one key that are remembered


class OddLook(Misfit):
    """What a formula gives is none of what may stand there."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, eq=False)
class Look:
    """What stands at a key for one unit after the other, as a formula gives it; `what` names its block in messages."""

    formula: Formula
    key: Key
    name: str
    what: str
    usual: Any
    known: dict[object, Any] = field(default_factory=dict, repr=False)  # by what the formula gives

    def of(self, values: Mapping[str, object]) -> Any:
        """Return what stands there where names have these values: as usual where that is nothing, or not known.

        Raises OddLook for what may not stand there, and FormulaError.
        """
        given = self.formula.evaluate(values)
        if given is None or given is NOT_KNOWN:
            return self.usual
        if given not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            text, problems = str(given), Problems()
            source = Source("", text)
            node = MappingNode(source, 1, 1, {self.name: Scalar(source, 1, 1, text, plain=not isinstance(given, str))},
                               array("I", (1, 1)))
            look = self.key.take(Reader(node, problems, self.what), self.name)
            for problem in problems:
                raise OddLook(f"{problem.message}: so says '{self.formula.text}'", problem.hint)
            self.known[given] = look
        return self.known[given]


def look(declared: Any) -> Any:
    """Return a declared key at which a formula may stand, too: what it gives is read as if it stood there."""
    plain = keys.key(declared)

    def read(at: Reader, name: str) -> Any:
        node, told = at.node(name), at.problems
        if node is None:
            return plain.take(at, name)
        at.problems = trial = Problems()
        value = plain.take(at, name)
        at.problems = told
        usual = plain.default(at) if callable(plain.default) else plain.default
        if trial and isinstance(node, Scalar) and (not node.text.isalpha() or node.text in at.context.names):
            formula = at.context.formula(node, f"'{name}' of {at.what}")
            given = Look(formula, plain, name, at.what, usual) if formula else None
            if given is None or given.formula.names:
                return given or usual
            try:
                return given.of({})
            except (OddLook, FormulaError) as error:
                at.problems.add(node.span, str(error), error.hint)
                return usual
        told.extend(trial)
        return value

    return keys.special(read, lambda writer: {"anyOf": [plain.schema(writer), FORMULA]}, plain.says,
                        default=plain.default, name=plain.name)


def looks_of(block: Block) -> dict[str, Look]:
    """Return the attributes of a block that hang on formulas."""
    return {name: value for name, value in vars(block).items() if isinstance(value, Look)}
