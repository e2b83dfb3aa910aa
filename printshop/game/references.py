"""Fields that name other units: the pilot of an aircraft, the upgrades of a ship, the squadrons of a carrier.

A field of the kind `unit` names one, one of the kind `units` several. What stands in the file are names; which units
these are is settled when all are read, in `printshop.game.units`, by `Reference.held`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from printshop.expressions import NOT_KNOWN, Formula, FormulaError
from printshop.expressions.functions import article, is_number
from printshop.game.fields import FIELD_KINDS, Around, Field, quoted
from printshop.game.values import Held, Value
from printshop.language import keys, patterns
from printshop.language.keys import block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe, plain_text
from printshop.problems import Problems, Span, suggestion
from printshop.source import UNKNOWN, Node, Scalar, SequenceNode

UNIT = "unit"
REFERENCES = (UNIT, "units")  # the kinds of field that name other units
MOST_HELD = 100  # units that one field names
_SEVERAL = re.compile(r"([1-9]\d{0,2}) *[x×] *(\S.*)")


class Called(NamedTuple):
    """The name of a unit that a field holds, and where it stands."""

    name: str
    span: Span


def _types(at: Reader, name: str) -> tuple[str, ...]:
    """Return the types of units that a field may name."""
    types, known = at.texts(name) if at.node(name, required=True) else (), at.context.outlines
    for word in types:
        if word not in known:
            at.fail(name, f"'{name}' of {at.what}: there is no type of unit '{word}'", suggestion(word, known))
    return tuple(word for word in types if word in known)


def _without(at: Reader, name: str) -> Mapping[str, Value]:
    """Return what formulas know of nobody, by name."""
    inner, values = at.reader(name), dict[str, Value]()
    names = {value for kind in at.texts("of") for value in at.context.outlines.get(kind, ())}
    for key in inner.keys() if inner else ():
        node = inner.node(key) if inner else None
        value = node.value if isinstance(node, Scalar) else None
        if names and key not in names:
            at.problems.add(inner.key_span(key) if inner else None, f"'{key}' in '{name}' of {at.what} is no value of "
                            "what it may name", suggestion(key, names))
        elif not isinstance(value, int | str):
            at.problems.add(inner.span(key) if inner else None, f"'{key}' in '{name}' of {at.what} must be a whole "
                            f"number or a text, found {describe(node) if node else 'nothing'}")
        else:
            values[key] = value
    return values


def spoken_type(kind: str) -> str:
    """Return what a type of units is called in a message."""
    return kind.replace("_", " ")


@block
class Reference(Field):
    """A field that names other units, of the types `of`."""

    of: tuple[str, ...] = keys.special(
        _types, lambda writer: {"type": ["array", "string"], "items": writer.entry("unit_types")},
        "the type of the units that it may name, or a list of types", default=...)
    once: bool = keys.flag("whether nobody may be named twice: not in one unit, nor by two of the same side in a "
                           "scenario or a fleet")

    shown = counted = True
    single: ClassVar[bool] = True

    def settled(self, at: Reader) -> Self:
        field = super().settled(at)
        return field if self.of else replace(field, optional=True, broken=True)

    @property
    def one_of(self) -> str:
        """What it may name, in words: "a pilot or observer"."""
        return article(" or ".join(map(spoken_type, self.of)) or UNIT)

    @property
    def empty(self) -> Held:
        """What the field holds where it names nobody."""
        return Held((), (), single=self.single, without=getattr(self, "without", None) or {})

    def value(self, node: Node, what: str, problems: Problems) -> Value:
        """Return the names, as a value without rows: which units they are is not yet known."""
        called = self.called(node, what, problems)
        return None if called is None else replace(self.empty, names=tuple(one.name for one in called))

    def called(self, node: Node, what: str, problems: Problems) -> list[Called] | None:
        """Return the names at a node, each as often as it is meant, or None after noting what is wrong with them."""
        raise NotImplementedError

    def misfit(self, names: tuple[str, ...], values: Mapping[str, Value]) -> str:
        """Return what is wrong with how many units are named, or ""; `values` are the fields of the one that names."""
        twice = next((name for name in names if names.count(name) > 1), None)
        return f"names {twice} twice" if self.once and twice else ""

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Held)
        return quoted(value.names[0]) if value.names else ""

    def names(self, around: Around) -> list[str]:
        """Return the names of all units that may be named."""
        return [name for kind in self.of for name in around.units.get(kind, ())]


@FIELD_KINDS.kind("unit")
@block
class UnitField(Reference):
    """One other unit, by its name."""

    without: Mapping[str, Value] | None = keys.special(
        _without, {"type": "object", "additionalProperties": {"type": ["number", "string", "boolean"]}},
        "what is known where nobody is named: `{skill: 1, points: 0}`. All else is unknown then: a space to write in, "
        "and no check goes by it")

    def called(self, node: Node, what: str, problems: Problems) -> list[Called] | None:
        if isinstance(node, SequenceNode):
            problems.add(node.span, f"{what} names one unit, found a list", "for several the field has kind: units")
            return None
        name = plain_text(node, what, problems)
        return [Called(name.strip(), node.span)] if name else None

    @property
    def allowed(self) -> str:
        return f"the name of {self.one_of}"

    @property
    def pattern(self) -> str:
        return patterns.one_of((r"\S+", UNKNOWN))

    def schema(self, around: Around) -> Schema:
        return patterns.choice((*self.names(around), UNKNOWN))


@FIELD_KINDS.kind("units")
@block
class UnitsField(Reference):
    """Several other units, a list of names; `2 x Bomb` names one twice."""

    least: Formula | None = keys.formula("how many it must name, and how many it may: numbers, or formulas over the "
                                         "unit's fields (`most: slots`); never more than 100", default=None)
    most: Formula | None = keys.formula(default=None)
    single = False

    def called(self, node: Node, what: str, problems: Problems) -> list[Called] | None:
        before, called = len(problems), list[Called]()
        for item in node.items if isinstance(node, SequenceNode) else (node,):
            text = plain_text(item, f"a name in {what}", problems) or ""
            number, name = several.groups() if (several := _SEVERAL.fullmatch(text)) else ("1", text)
            called += [Called(name.strip(), item.span)] * min(int(number), MOST_HELD + 1)
        if len(called) > MOST_HELD:
            problems.add(node.span, f"{what} names more than {MOST_HELD} units", "take some out")
        return called if len(problems) == before else None

    def misfit(self, names: tuple[str, ...], values: Mapping[str, Value]) -> str:
        for formula, over in ((self.least, False), (self.most, True)):
            try:
                bound = formula.evaluate(values) if formula else NOT_KNOWN
            except FormulaError as error:
                return f"cannot be counted: {error.message}"
            if is_number(bound) and (len(names) > bound if over else len(names) < bound):
                limit = f"at most {bound} are allowed" if over else f"at least {bound} are needed"
                return f"names {len(names)}, {limit}"
        return super().misfit(names, values)

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Held)
        return f"[{', '.join(map(quoted, value.listed(' x ')))}]"

    @property
    def allowed(self) -> str:
        return f"the names of units between [ ], each {self.one_of}"

    @property
    def commas(self) -> bool:
        return True

    def schema(self, around: Around) -> Schema:
        names = patterns.one_of(map(patterns.any_case, sorted(self.names(around), key=len, reverse=True)))
        name = {"type": ["string", "number"], "pattern": rf"^ *(?:[1-9][0-9]{{0,2}} *[x×] *)?{names} *$",
                "examples": self.names(around)}
        return {"type": ["array", "string"], "items": name, "maxItems": MOST_HELD, "pattern": patterns.whole(
            patterns.one_of((names, around.stand_ins)))}

    def tried(self) -> list[str]:
        return ["[]"]


def named_twice(units: Iterable[tuple[Mapping[str, Field], Mapping[str, Value]]]) -> Iterator[tuple[int, int, str]]:
    """Give who is named `once` by two of some units, each its fields and values: places of the second, the first."""
    first: dict[str, int] = {}
    for place, (fields, values) in enumerate(units):
        for key, field in references(fields).items():
            held = values.get(key)
            for name in held.names if field.once and isinstance(held, Held) else ():
                if first.setdefault(name, place) != place:
                    yield place, first[name], name


def references(fields: Mapping[str, Field]) -> dict[str, Reference]:
    """Return those of a type's fields that name other units."""
    return {key: field for key, field in fields.items() if isinstance(field, Reference)}
