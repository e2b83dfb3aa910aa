"""Texts that stand once for each entry of a field: of a list, of figures by name, of the units that it names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from printshop.expressions import NOT_KNOWN, Formula, Names, compile_formula
from printshop.game.formulas import Hole, Wording, marked, read_wording
from printshop.game.values import Several, Value
from printshop.language import keys, patterns
from printshop.language.reader import Reader
from printshop.letters import escape
from printshop.problems import suggestion
from printshop.source import Scalar

NUMBER = "n"  # what an entry calls its number, from 1
SILENCE = Wording("", ())


@dataclass(frozen=True, slots=True)
class Each(Hole):
    """A hole that is filled with a text once for each entry of a field, and with the words between these."""

    said: Wording = SILENCE
    between: str = ""

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return what stands in the hole, as markup; nothing where there are no entries. Raises FormulaError."""
        entries = self.formula.evaluate(values)
        if not isinstance(entries, Several):
            return marked(entries) if entries is NOT_KNOWN else ""
        return self.between.join(self.said.fill({**values, **entry, NUMBER: number})
                                 for number, entry in enumerate(entries.rows, 1))


def each_key() -> Any:
    """Declare the field for each of whose entries a text stands."""
    return keys.text("a field with several entries, such as a list, figures by name, or units that are named: the text "
                     "stands once for each of them, with what it has, and `{n}`; and what stands `between` them (`, `)",
                     default="")


def _between(at: Reader, name: str) -> str:
    """Return what stands between entries, which may be a blank alone."""
    node = at.node(name)
    return node.text if isinstance(node, Scalar) and node.text else at.text(name, ", ")


def between_key() -> Any:
    """Declare what stands between the entries."""
    return keys.special(_between, {"type": patterns.TEXT}, default=", ")


def wording(says: str, **more: Any) -> Any:
    """Declare a text with holes which may stand once `each`, for what the key of that name says."""
    more.setdefault("default", ...)

    def read(at: Reader, name: str) -> Wording | None:
        node, field = at.node(name, required=more["default"] is ...), at.text("each", "")
        names: Names = at.context.names
        if field and node is None:
            at.fail("each", f"'each' of {at.what} goes with '{name}', which it does not have")
        elif field and field not in names.members:
            at.fail("each", f"'each' of {at.what}: '{field}' has no entries", suggestion(field, names.members))
            return None
        if "between" in at and not field:
            at.fail("between", f"'between' of {at.what} goes with 'each', which it does not have")
        if node is None:
            return None
        within = names | names.members[field]() | {NUMBER} if field else names
        said = read_wording(node, f"'{name}' of {at.what}", within, at.problems)
        if not field:
            return said
        formula: Formula = compile_formula(field, names)
        return Wording(said.text, (Each(formula, said=said, between=escape(_between(at, "between"))),))

    return keys.special(read, {"type": patterns.TEXT}, says, **more)
