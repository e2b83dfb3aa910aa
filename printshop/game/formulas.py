"""Formulas in a game's data, read where they stand and put in the order of working out; texts with holes; looks.

In a text such as "{hull} ({size}/{hull_vp})" each hole holds a formula; the rest is markup.

`*italic*` and `**bold**` may stand in the text, and in a unit's own texts. What else fills a hole is escaped, so that a
name with a star in it stays a name. `{{` and `}}` are braces.

A look is a colour, a shape or a pattern that a formula gives: `look` lets one stand where a key is declared. Whoever
draws a block with such a `Look` among its attributes puts in its place what it gives for a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import groupby, pairwise
from typing import Any

from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names, compile_formula
from printshop.game.values import Battery, Numbers, Several, Value
from printshop.language import keys, patterns
from printshop.language.keys import Block, Key, Writer
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, plain_text
from printshop.letters import Marked, escape, plain
from printshop.problems import Misfit, Problems, Span, suggestion
from printshop.source import MappingNode, Merged, Node, Scalar, Source
from printshop.units import Length

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

    def value(self, values: Mapping[str, Any]) -> object:
        """Return the value that is shown in the hole. Raises FormulaError."""
        value = values.get(self.name) if self.name else None
        if self.place is not None and isinstance(value, tuple) and self.place < len(value):
            return value[self.place]
        return self.formula.evaluate(values) if self.place is not None or self.name not in values else value

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return what stands in the hole, as markup. Raises FormulaError."""
        return marked(self.value(values))


@dataclass(frozen=True, slots=True)
class Wording:
    """A text with holes, ready to be filled."""

    text: str
    pieces: tuple[str | Hole, ...]
    holes: tuple[Hole, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "holes", tuple(piece for piece in self.pieces if not isinstance(piece, str)))

    @property
    def fixed(self) -> bool:
        """Whether the text has no holes at all."""
        return not self.holes

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return the text as markup, its holes filled. Raises FormulaError if a formula cannot be worked out."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], Hole):
            return self.pieces[0].fill(values)
        return "".join([piece if isinstance(piece, str) else piece.fill(values) for piece in self.pieces])

    def words(self, values: Mapping[str, Value]) -> str:
        """Return the text as it is, without markup. Raises FormulaError."""
        return plain(self.fill(values)).strip()


def marked(value: object) -> str:
    r"""Return a value as markup: a text as it is, anything else letter for letter: "4/d8*" as "4/d8\*"."""
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(map(marked, value))
    return show(value) if isinstance(value, Marked) else escape(show(value))  # type: ignore[arg-type]


def cell(value: object) -> str:
    """Return a value as markup for a cell of a table; of a list of words, how often each is in it."""
    if value in (None, "", ()):
        return MISSING
    if isinstance(value, tuple) and all(isinstance(word, str) for word in value):
        counted = Counter(map(marked, value))
        return ", ".join(word if number == 1 else f"{number}{_TIMES}{word}" for word, number in counted.items())
    if isinstance(value, Numbers):
        return "/".join(map(show, value.numbers))
    if isinstance(value, bool):
        return "yes" if value else MISSING
    return marked(value)


def show(value: Value) -> str:
    """Return a value as it is printed: nothing as a dash, what is unknown as a space, ranges with their signs."""
    if type(value) is int:
        return str(value) if value >= 0 else f"−{-value}"
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(map(show, value))
    text = MISSING if value is None else value.text if isinstance(value, Length) else str(value)
    if isinstance(value, Fraction):
        return f"{float(value):.3f}".rstrip("0").rstrip(".").replace("-", "−") + getattr(value, "sign", "")
    if isinstance(value, Battery):
        return text.replace("(x", "(×")
    return text.replace("-", "–") if "-" in text and _RANGE.fullmatch(text) else text


def compile_wording(text: str, names: Collection[str]) -> Wording:
    """Read a text with holes whose formulas may use `names`. Raises FormulaError, its offset within the text."""
    pieces: list[str | Hole] = []
    for match in _PIECES.finditer(text):
        piece, inside = match[0], match[1]
        if piece in ("{", "}"):
            hint = "write {{ or }} for a brace that is printed"
            raise FormulaError(f"a '{piece}' without its partner", match.start(), hint)
        if inside is None:
            pieces.append(piece[0] if piece in ("{{", "}}") else piece)
            continue
        try:
            formula = compile_formula(inside, names)
        except FormulaError as error:
            raise FormulaError(error.message, match.start() + 1 + error.offset, error.hint) from error
        name, picked = inside.strip(), _ITEM.fullmatch(inside)
        pieces.append(Hole(formula, name) if name in names else
                      Hole(formula, picked[1], int(picked[2]) - 1) if picked else Hole(formula))
    return Wording(text, tuple(pieces))


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


MOST_KNOWN = 5_000
MOST_DERIVED = 200
_BROKEN = "between { and } a formula with a comma in it needs quotes"
_UNKNOWN = re.compile(r"unknown name '(\w+)'")
UNSETTLED = frozenset(("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
                       "side", "adjective", "warnings"))
"""What sisters and copies of a unit, and the same unit on several sides, have each for themselves.

What is derived from a unit's data goes for all of them, so that it cannot depend on these.
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
    results: dict[tuple[Value, ...], Value] = field(default_factory=dict, compare=False, repr=False)

    def work_out(self, values: Mapping[str, Value]) -> Value:
        """Return the value for a unit. Raises FormulaError."""
        given = tuple([values[name] for name in self.formula.names])
        try:
            return self.results[given]
        except KeyError:
            if len(self.results) > MOST_KNOWN:
                self.results.clear()
            value: Value = self.formula.evaluate(values)  # type: ignore[assignment]
            self.results[given] = value
            return value


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


def derived_schema(_: Writer) -> Schema:
    """Return the JSON Schema of what is derived: a formula under each name, or a block with one."""
    block = {"label": {"type": patterns.TEXT}, "formula": {"type": ["number", "string", "boolean"]}}
    return {"type": "object", "additionalProperties": {
        "type": ["number", "string", "boolean", "object"], "properties": block, "required": ["formula"],
        "additionalProperties": False}}


def derived_keys(reader: Reader) -> tuple[str, ...]:
    """Return the names of all that is derived, in the order of the file, readable or not."""
    reader.node("derived")
    return tuple(reader.inside("derived"))


def read_derived(reader: Reader, names: Names, taken: Collection[str] = ()) -> tuple[Derived, ...]:
    """Return what is derived, each after all that it needs; its formulas may use `names` and one another.

    What is `taken` are names that it cannot have, because something has them already.
    Empty, after noting why, if one of them cannot be read: whatever needs it would only repeat the trouble.
    """
    inner = reader.reader("derived")
    names_derived = inner.keys() if inner else ()
    if inner is None or len(names_derived) > MOST_DERIVED:
        if names_derived:
            reader.fail("derived", f"{reader.what} derives {len(names_derived)} values, at most {MOST_DERIVED} are "
                        "allowed")
        return ()
    if wrong := next((key for key in names_derived if key in taken), None):
        reader.problems.add(inner.key_span(wrong), f"a value that {reader.what} derives cannot be called '{wrong}'",
                            "there is a field, or a name of every unit, that is called so: take another")
        return ()
    names |= set(names_derived)
    formulas: dict[str, Derived] = {}
    for key in names_derived:
        node, label = inner.node(key), key.replace("_", " ")
        if isinstance(node, MappingNode):
            detail = Reader(node, reader.problems, f"derived value '{key}'")
            label, node = detail.text("label", label), detail.node("formula", required=True)
            detail.done()
        if not key.isidentifier():
            reader.problems.add(inner.key_span(key), f"a derived value cannot be called '{key}'",
                                "a name is one word of letters, digits and _")
        elif node and (formula := read_formula(node, f"the formula of '{key}'", names, reader.problems, shared=True)):
            formulas[key] = Derived(key, label, formula, node.span)
    return _in_order(formulas, reader.problems) if len(formulas) == len(names_derived) else ()


def _in_order(formulas: Mapping[str, Derived], problems: Problems) -> tuple[Derived, ...]:
    """Return the values so that each comes after those it needs; where they run in a circle, note it."""
    sorter = TopologicalSorter({key: sorted(derived.formula.names & set(formulas))
                                for key, derived in formulas.items()})
    try:
        return tuple(formulas[key] for key in sorter.static_order())
    except CycleError as error:  # its path leads from what is needed to what needs it, its end is its beginning
        path: list[str] = error.args[1][::-1]
    first = min(path, key=list(formulas).index)  # the one that stands first in the file
    start = path.index(first)
    steps = ", ".join(f"'{key}' needs '{other}'" for key, other in pairwise((*path[start:-1], *path[:start], first)))
    if len(path) == 2:
        problems.add(formulas[first].span, f"'{first}' needs itself", "what else is called so needs another name")
    else:
        problems.add(formulas[first].span, f"these values need one another in a circle: {steps}",
                     "work one of them out from the fields alone")
    return ()


# --- texts that stand once for each entry of a field: of a list, of figures by name, of the units that it names


NUMBER = "n"  # what an entry calls its number, from 1
_SILENCE = Wording("", ())


@dataclass(frozen=True, slots=True)
class Each(Hole):
    """A hole that is filled with a text once for each entry of a field, and with the words between these."""

    said: Wording = _SILENCE
    between: str = ""
    together: bool = False  # those that read alike, one behind the other, are said once

    def fill(self, values: Mapping[str, Value]) -> str:
        """Return what stands in the hole, as markup; nothing where there are no entries. Raises FormulaError."""
        entries = self.formula.evaluate(values)
        if not isinstance(entries, Several):
            return marked(entries) if entries is NOT_KNOWN else ""
        said = [self.said.fill({**values, **entry, NUMBER: number}) for number, entry in enumerate(entries.rows, 1)]
        if self.together:
            runs = [(words, len([*alike])) for words, alike in groupby(said)]
            said = [f"{count} × {words}" if count > 1 else words for words, count in runs]
        return self.between.join(said)


def each_key() -> Any:
    """Declare the field for each of whose entries a text stands."""
    return keys.text("a field with several entries, such as a list, figures by name, or units that are named: the text "
                     "stands once for each of them, with what it has, and `{n}`; what stands `between` them (`, `); "
                     "`alike: true` if those that read alike are said once: 2 × port, light", default="")


def _between(at: Reader, name: str) -> str:
    """Return what stands between entries, which may be a blank alone."""
    at.node(name)
    return at.word(name) or at.text(name, ", ")


def between_key() -> Any:
    """Declare what stands between the entries."""
    return keys.special(_between, {"type": patterns.TEXT}, default=", ", always=False)


def alike_key() -> Any:
    """Declare whether entries that read alike are said once."""
    return keys.flag()


def each_wording(says: str, **more: Any) -> Any:
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
        for key in ("between", "alike"):
            if key in at and not field:
                at.fail(key, f"'{key}' of {at.what} goes with 'each', which it does not have")
        if node is None:
            return None
        within = names | names.members[field]() | {NUMBER} if field else names
        said = read_wording(node, f"'{name}' of {at.what}", within, at.problems)
        if not field:
            return said
        formula: Formula = compile_formula(field, names)
        between = escape(_between(at, "between"))
        return Wording(said.text, (Each(formula, said=said, between=between, together=at.flag("alike")),))

    return keys.special(read, {"type": patterns.TEXT}, says, **more)


# --- looks that formulas give: a colour, a shape, a pattern that differs from unit to unit


MOST_LOOKS = 1_000  # of one key that are remembered


class OddLook(Misfit):
    """What a formula gives is none of what may stand there."""


@dataclass(frozen=True, eq=False)
class Look:
    """What stands at a key for one unit after the other, as a formula gives it; `what` names its block in messages."""

    formula: Formula
    key: Key
    name: str
    what: str
    usual: Any
    looks: dict[object, Any] = field(default_factory=dict, repr=False)  # by what the formula gives

    def of(self, values: Mapping[str, object]) -> Any:
        """Return what stands there where names have these values: as usual where that is nothing, or not known.

        Raises OddLook for what may not stand there, and FormulaError.
        """
        given = self.formula.evaluate(values)
        if given is None or given is NOT_KNOWN:
            return self.usual
        if given not in self.looks:
            if len(self.looks) > MOST_LOOKS:
                self.looks.clear()
            text, problems = f"{float(given):.9f}" if isinstance(given, Fraction) else str(given), Problems()
            value = Scalar(Source("", text), 1, 1, text, plain=not isinstance(given, str))
            look = self.key.take(Reader(Merged(value, {self.name: value}, {}), problems, self.what), self.name)
            for problem in problems:
                raise OddLook(f"{problem.message}: so says '{self.formula.text}'", problem.hint)
            self.looks[given] = look
        return self.looks[given]


def look(declared: Any) -> Any:
    """Return a declared key at which a formula may stand, too: what it gives is read as if it stood there."""
    plain = keys.key(declared)

    def read(at: Reader, name: str) -> Any:
        node, problems = at.node(name), at.problems
        if node is None:  # it may be read where it is not there
            return plain.take(at, name)
        at.problems = trial = Problems()
        value = plain.take(at, name)
        at.problems = problems
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
        problems.extend(trial)
        return value

    return keys.special(read, lambda writer: {"anyOf": [plain.schema(writer), keys.FORMULA]}, plain.says,
                        default=plain.default, name=plain.name, always=plain.always)


def looks_of(block: Block) -> dict[str, Look]:
    """Return the attributes of a block that formulas give."""
    return {name: value for name, value in vars(block).items() if isinstance(value, Look)}
