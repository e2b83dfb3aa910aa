"""Texts with holes: "{hull} ({size}/{hull_vp})". A hole holds a formula; the rest is markup.

`*italic*` and `**bold**` may stand in the text, and in a unit's own texts. What else fills a hole is escaped, so that a
name with a star in it stays a name. `{{` and `}}` are braces.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, compile_formula
from printshop.game.values import Battery, Numbers, Value
from printshop.language.reader import plain_text
from printshop.letters import Marked, escape, plain
from printshop.source import Node, Scalar
from printshop.units import Length

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from printshop.problems import Problems, Span

_PIECES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")
_ITEM = re.compile(r" *item\( *(\w+) *, *([1-9]\d{0,2}) *\) *")
MISSING = "–"
_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
_RANGE = re.compile(r"\d+-\d+|-")


@dataclass(frozen=True, slots=True)
class Hole:
    """A formula in a text. Most are one name, or one place of a list: `name` and `place` (from 0) then say which.

    These two are looked up without the formula: a fleet's records fill hundreds of thousands of them.
    """

    formula: Formula
    name: str | None = None
    place: int | None = None

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return what stands in the hole, as markup. Raises FormulaError."""
        value = values.get(self.name) if self.name else None
        if self.place is not None and isinstance(value, tuple) and self.place < len(value):
            return marked(value[self.place])
        if self.place is not None or self.name not in values:
            return marked(self.formula.evaluate(values))
        return marked(value)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text with holes, ready to be filled."""

    text: str
    pieces: tuple[str | Hole, ...]

    @property
    def fixed(self) -> bool:
        """Whether the text has no holes at all."""
        return all(isinstance(piece, str) for piece in self.pieces)

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes of the text."""
        return tuple(piece for piece in self.pieces if not isinstance(piece, str))

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return the text as markup, its holes filled. Raises FormulaError if a formula cannot be worked out."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], Hole):
            return self.pieces[0].fill(values)
        return "".join([piece if isinstance(piece, str) else piece.fill(values) for piece in self.pieces])

    def words(self, values: Mapping[str, Value]) -> str:
        """Return the text as it is, without markup. Raises FormulaError."""
        return plain(self.fill(values)).strip()


def marked(value: object) -> str:
    r"""Return a value as markup: a text as it is, anything else letter for letter.

    >>> marked(Marked("no *fear*")), marked("4/d8*"), marked((Marked("*a*"), "*"))
    ('no *fear*', '4/d8\\*', '*a*, \\*')
    """
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(marked(one) for one in value)
    return show(value) if isinstance(value, Marked) else escape(show(value))  # type: ignore[arg-type]


def cell(value: object) -> str:
    """Return a value as markup for a cell of a table; of a list of words, how often each is in it."""
    if value in (None, "", ()):
        return MISSING
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        counted = Counter(marked(one) for one in value)
        return ", ".join(one if number == 1 else f"{number}{_TIMES}{one}" for one, number in counted.items())
    if isinstance(value, Numbers):
        return "/".join(show(number) for number in value.numbers)
    if isinstance(value, bool):
        return "yes" if value else MISSING
    return marked(value)


def show(value: Value) -> str:
    """Return a value as it is printed: nothing as a dash, what is unknown as a space, ranges with their signs.

    >>> show("1-12"), show(None), show(2), show(-2)
    ('1–12', '–', '2', '−2')
    """
    if type(value) is int:
        return str(value) if value >= 0 else f"−{-value}"
    if value is None:
        return MISSING
    if value is NOT_KNOWN:
        return str(value)
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(show(one) for one in value)
    return _shown(value)


def _shown(value: Value) -> str:
    if isinstance(value, Length):
        return value.text
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{float(value):.3f}".rstrip("0").rstrip(".")
    text = str(value)
    if isinstance(value, Battery):
        return text.replace("(x", "(×")
    return text.replace("-", "–") if "-" in text and _RANGE.fullmatch(text) else text


def compile_wording(text: str, names: Collection[str]) -> Wording:
    """Read a text with holes whose formulas may use `names`. Raises FormulaError, its offset within the text."""
    pieces: list[str | Hole] = []
    for match in _PIECES.finditer(text):
        found = match[0]
        if found in ("{{", "}}"):
            pieces.append(found[0])
        elif match[1] is not None:
            pieces.append(_formula(match, names))
        elif found in ("{", "}"):
            hint = "write {{ or }} for a brace that is printed"
            raise FormulaError(f"a '{found}' without its partner", match.start(), hint)
        else:
            pieces.append(found)
    return Wording(text, tuple(pieces))


def _formula(match: re.Match[str], names: Collection[str]) -> Hole:
    try:
        formula = compile_formula(match[1], names)
    except FormulaError as error:
        raise FormulaError(error.message, match.start() + 1 + error.offset, error.hint) from error
    if match[1].strip() in names:
        return Hole(formula, match[1].strip())
    picked = _ITEM.fullmatch(match[1])
    return Hole(formula, picked[1], int(picked[2]) - 1) if picked else Hole(formula)


def read_wording(node: Node, what: str, names: Collection[str], problems: Problems) -> Wording:
    """Return the wording at a node; what is wrong with it is noted, and the text then stands without holes."""
    text = plain_text(node, what, problems) or ""
    try:
        return compile_wording(text, names)
    except FormulaError as error:
        problems.add(place_of(error, node), f"{what}: {error.message}", error.hint)
        return Wording(text, ())


def place_of(error: FormulaError, node: Node) -> Span:
    """Return the place of what is wrong within the text at a node."""
    return node.span_at(error.offset) if isinstance(node, Scalar) else node.span
