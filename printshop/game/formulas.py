"""Formulas in a game's data: read where they stand, and put in the order in which they can be worked out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

from printshop.expressions import Formula, FormulaError, compile_formula
from printshop.game.wording import place_of
from printshop.language.reader import Reader, plain_text
from printshop.source import Mapping as MappingNode
from printshop.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from printshop.expressions import Names
    from printshop.game.values import Value
    from printshop.problems import Problems, Span
    from printshop.source import Node

MOST_KNOWN = 5_000
MOST_DERIVED = 200
_BROKEN = "between { and } a formula with a comma in it needs quotes"
_UNKNOWN = re.compile(r"unknown name '(\w+)'")
UNSETTLED = frozenset(("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
                       "side", "adjective", "warnings"))
"""What sisters and copies of a unit, and the same unit on several sides, have each for themselves.

What is derived from a unit's data goes for all of them, so that it cannot hang on these.
"""


@dataclass(frozen=True, slots=True)
class Derived:
    """A value worked out from others; `label` names it in messages.

    Ships of a fleet share many figures, so what has been worked out once is remembered.
    """

    key: str
    label: str
    formula: Formula
    span: Span | None = field(default=None, compare=False)
    known: dict[tuple[Value, ...], Value] = field(default_factory=dict, compare=False, repr=False)

    def work_out(self, values: Mapping[str, Value]) -> Value:
        """Return the value for a unit. Raises FormulaError."""
        given = tuple([values[name] for name in self.formula.names])
        if given not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[given] = self.formula.evaluate(values)  # type: ignore[assignment]
        return self.known[given]


def read_formula(node: Node, what: str, names: Collection[str], problems: Problems, *,
                 shared: bool = False) -> Formula | None:
    """Return the formula at a node, or None after noting what is wrong with it.

    One that is `shared` goes for all that a unit stands for, and says so if what is `UNSETTLED` is not among its names.
    """
    if isinstance(node, MappingNode) and node.hint:
        problems.add(node.span, f"{what} stands between {{ and }}", "a formula has no braces round it: leave them out")
        return None
    text = plain_text(node, what, problems)
    try:
        return compile_formula(text, names) if text else None
    except FormulaError as error:
        odd = _UNKNOWN.fullmatch(error.message)
        if shared and odd and odd[1] in UNSETTLED:
            problems.add(place_of(error, node), f"{what} cannot go by '{odd[1]}': copies, sisters and the same unit on "
                         "another side differ in it, but are reckoned once", "go by a field, for instance a choice")
            return None
        broken = text and text.count("(") > text.count(")") and isinstance(node, Scalar) and node.plain
        problems.add(place_of(error, node), f"{what}: {error.message}", error.hint or (_BROKEN if broken else ""))
        return None


def read_derived(reader: Reader, names: Names, taken: Collection[str] = ()) -> tuple[Derived, ...]:
    """Return what is derived, each after all that it needs; its formulas may use `names` and one another.

    What is `taken` are names that it cannot have, because something has them already.
    Empty, after noting why, if one of them cannot be read: whatever needs it would only repeat the trouble.
    """
    inner = reader.reader("derived")
    if inner is None:
        return ()
    keys = inner.keys()
    if len(keys) > MOST_DERIVED:
        reader.fail("derived", f"{reader.what} derives {len(keys)} values, at most {MOST_DERIVED} are allowed")
        return ()
    for key in keys:
        if key in taken:
            reader.problems.add(inner.key_span(key), f"a value that {reader.what} derives cannot be called '{key}'",
                                "there is a field, or a name of every unit, that is called so: take another")
            return ()
    known = names | set(keys)
    read = [_read_one(key, inner, known) for key in keys]
    found = {one.key: one for one in read if one}
    if len(found) < len(keys):
        return ()
    return _in_order(found, reader.problems)


def derived_keys(reader: Reader) -> tuple[str, ...]:
    """Return the names of all that is derived, in the order of the file, readable or not."""
    return tuple(getattr(reader.node("derived"), "entries", ()))


def _read_one(key: str, reader: Reader, names: Names) -> Derived | None:
    node, label = reader.node(key), key.replace("_", " ")
    if isinstance(node, MappingNode):
        detail = Reader(node, reader.problems, f"derived value '{key}'")
        label = detail.text("label", label)
        node = detail.node("formula", required=True)
        detail.done()
    if not key.isidentifier():
        reader.problems.add(reader.key_span(key), f"a derived value cannot be called '{key}'",
                            "a name is one word of letters, digits and _")
        return None
    formula = read_formula(node, f"the formula of '{key}'", names, reader.problems, shared=True) if node else None
    return Derived(key, label, formula, node.span) if formula and node else None


def _in_order(found: Mapping[str, Derived], problems: Problems) -> tuple[Derived, ...]:
    """Return the values so that each comes after those it needs; where they run in a circle, note it."""
    sorter = TopologicalSorter({key: sorted(one.formula.names & set(found)) for key, one in found.items()})
    try:
        return tuple(found[key] for key in sorter.static_order())
    except CycleError as error:
        _note_cycle(error.args[1], found, problems)
        return ()


def _note_cycle(path: Iterable[str], found: Mapping[str, Derived], problems: Problems) -> None:
    """Graphlib gives the path from what is needed to what needs it, its end its beginning."""
    round_trip = list(path)[::-1]
    first = min(round_trip, key=list(found).index)  # the one that stands first in the file
    start = round_trip.index(first)
    turned = [*round_trip[start:-1], *round_trip[:start], first]
    steps = ", ".join(f"'{one}' needs '{other}'" for one, other in pairwise(turned))
    if len(turned) == 2:
        problems.add(found[first].span, f"'{first}' needs itself", "what else is called so needs another name")
    else:
        problems.add(found[first].span, f"these values need one another in a circle: {steps}",
                     "work one of them out from the fields alone")
